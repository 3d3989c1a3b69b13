"""Strategies for Hypothesis: rule sets, games and positions as they come up in play.

This is the one module that imports Hypothesis, so import it by its own name. A game is drawn as its set-up
and a list of numbers; each number chooses one of all the actions that are legal at that moment. Smaller
numbers mean earlier options, so a failing game shrinks to a short one of simple moves, and its note tells how
to play it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from hypothesis import note
from hypothesis import strategies as st

from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.loading import editions, load_rules, modules, scenarios
from kingsburg_rules.content.rules import EVERYTHING, Rules
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.errors import SetupError, listed
from kingsburg_rules.engine.state import AUTOMATION
from kingsburg_rules.game.game import Game
from kingsburg_rules.game.position import Position
from kingsburg_rules.language.switches import SWITCHES

__all__ = [
    "FULL",
    "NAMES",
    "Automation",
    "Move",
    "advance",
    "automations",
    "choice_lists",
    "games",
    "positions",
    "rule_sets",
]

NAMES = ("Ann", "Brian", "Cindy", "Dan", "Eve")
"""The players of the games drawn; a two-player game is between Ann and Brian."""

FULL = tuple(AUTOMATION)
"""All automation: the default of a game."""

LONGEST = 600
"""About the number of answers in a five-player game when everything is asked."""

SETTING_UP = 30
"""About the number of answers before the first dice are rolled."""

Move: TypeAlias = tuple[str, Action]
"""An action with the player who plays it."""

Automation: TypeAlias = tuple[str, ...] | dict[str, tuple[str, ...]]


def advance(game: Game | Position, choices: Iterable[int]) -> tuple[Move, ...]:
    """Play an action for each number, until the numbers or the game end; return the moves played.

    A number chooses among the options of all pending decisions together, so players who answer at the same
    time do so in any order; numbers that are too large start again from the first option.
    """
    moves: list[Move] = []
    for choice in choices:
        offers = [(d.player, option) for d in game.pending for option in d.options]
        if not offers:
            break
        player, action = offers[choice % len(offers)]
        if isinstance(game, Game):
            game.play(action, player)
        else:
            game.step(action, player)
        moves.append((player, action))
    return tuple(moves)


def choice_lists(longest: int = LONGEST, shortest: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw numbers for `advance`: as many as a game may take, or only a few."""
    lengths = st.sampled_from(range(shortest, longest + 1))  # more even than integers, which love zero
    return lengths.flatmap(lambda length: st.binary(min_size=2 * length, max_size=2 * length)).map(_pairs)


def _pairs(drawn: bytes) -> tuple[int, ...]:
    return tuple(high << 8 | low for high, low in zip(drawn[::2], drawn[1::2], strict=True))


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Draw a rule set from the library.

    An edition as it is, with all its modules or with some; with a scenario and variants or without; sometimes
    with one switch changed, or without the cards that are our guesses.
    """
    edition = draw(st.sampled_from(sorted(editions(), key=lambda name: (name != "second", name))))
    there = modules(edition)
    chosen = draw(st.one_of(st.just(()), st.just(there), _some(there)))
    variants = draw(_some([variant for module in chosen for variant in _variants(module)]))
    scenario = draw(st.sampled_from([None, *scenarios(edition)]))
    changed = [{name: value} for name, switch in SWITCHES.items() for value in switch.values]
    switches = draw(st.one_of(st.just(dict[str, str]()), st.sampled_from(changed)))
    fidelity = draw(st.sampled_from((EVERYTHING, EVERYTHING, EVERYTHING, "inferred")))
    # Not everything goes together; so the rules give way step by step instead of being drawn again.
    for place, least in ((scenario, fidelity), (scenario, EVERYTHING), (None, EVERYTHING)):
        try:
            return load_rules(
                edition,
                modules=chosen,
                scenario=place,
                variants=variants,
                switches=switches,
                fidelity=least,
            )
        except SetupError as error:
            if error.code not in ("setup.conflict", "setup.fidelity"):
                raise
    return load_rules(edition)


def _variants(module: str) -> tuple[str, ...]:
    return listed(built_in(module).info.get("variants")) or ()


def _some(names: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw some of several names, in one draw: Hypothesis varies them as a whole."""
    kinds = range(len(names) + 1)
    return st.sampled_from([some for count in kinds for some in combinations(names, count)])


def automations(players: tuple[str, ...]) -> st.SearchStrategy[Automation]:
    """Draw what is not asked: all automation, none, or something else for every seat."""
    some = [chosen for count in range(len(FULL) + 1) for chosen in combinations(FULL, count)]

    def mixed(number: int) -> Automation:
        return {name: some[number // len(some) ** seat % len(some)] for seat, name in enumerate(players)}

    same: list[Automation] = [FULL, ()]
    mixtures = st.sampled_from(range(len(some) ** len(players)))  # one draw: Hypothesis varies it as a whole
    return st.one_of(st.sampled_from(same), mixtures.map(mixed))


@st.composite
def games(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] | None = None,
    *,
    players: st.SearchStrategy[int] | None = None,
    automation: st.SearchStrategy[Automation] | None = None,
    chance: st.SearchStrategy[str] | None = None,
    choices: st.SearchStrategy[tuple[int, ...]] | None = None,
) -> Game:
    """Draw a game, somewhere between its first decision and its end.

    Args:
        draw: Given by Hypothesis.
        rules: The rule set; otherwise any.
        players: The number of players; otherwise two to five.
        automation: What is not asked; otherwise everything, nothing, or different things for every seat.
        chance: `random` or `decision`; otherwise either.
        choices: The numbers that play the game on, as for `advance`; otherwise a few or up to a whole game.

    Returns:
        The game. What it was made of is noted for a failing example.
    """
    by = draw(rules if rules is not None else rule_sets())
    names = NAMES[: draw(players if players is not None else st.sampled_from(range(2, len(NAMES) + 1)))]
    automated = draw(automation if automation is not None else automations(names))
    luck = draw(chance if chance is not None else st.sampled_from(("random", "decision")))
    seed = draw(st.integers(0, 2**16))
    drawn = draw(choices if choices is not None else st.one_of(choice_lists(), choice_lists(SETTING_UP)))
    note(
        f"rules = load_rules({by.edition!r}, modules={by.modules!r}, scenario={by.scenario!r}, "
        f"variants={by.variants!r}, switches={dict(by.changed)!r}, fidelity={by.fidelity!r})\n"
        f"game = Game(rules, {names!r}, seed={seed}, chance={luck!r}, automation={automated!r})\n"
        f"advance(game, {drawn!r})"
    )
    game = Game(by, names, seed=seed, chance=luck, automation=automated)
    advance(game, drawn)
    return game


def positions(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Draw a position from a game: the same moments, without history and events."""
    return games(rules).map(Game.position)
