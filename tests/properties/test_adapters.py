"""Adapters with made-up packs: whatever valid cards ask, the options of a decision have different words."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import event, given
from hypothesis import strategies as st

from kingsburg_rules import Game, Pack, Runaway, SetupError, load_rules
from kingsburg_rules.adapters import action_space, observation_space
from kingsburg_rules.adapters.observations import LIMIT
from kingsburg_rules.testing.random_games import starting_with
from kingsburg_rules.testing.strategies import NAMES, choice_lists
from support.random_packs import packs
from support.toys import share


@share(0.5)
@given(packs(), choice_lists(80, shortest=30), st.integers(2, 5), st.integers(0, 1000))
def test_options_have_different_words(
    files: dict[str, str], choices: tuple[int, ...], players: int, seed: int
) -> None:
    rules = load_rules(packs=[Pack.from_files(files)])
    rules = starting_with(rules, [ref for ref in rules.cards if ref.startswith("made-up/")])
    space, layout = action_space(rules), observation_space(rules, players)
    try:
        game = Game(rules, NAMES[:players], seed=seed)
        for choice in choices:
            decision = game.decision
            if decision is None:
                break
            words = sorted(space.spell(option, decision.player, game.players) for option in decision.options)
            assert not [one for one, after in pairwise(words) if after[: len(one)] == one]
            seen = layout.observe(game.view(decision.player), words[0])
            assert max(map(abs, seen)) <= LIMIT
            game.play(decision.options[choice % len(decision.options)])
    except Runaway:
        event("runs away")
    except SetupError as error:
        assert error.code == "setup.cards"
        event("too few cards")
