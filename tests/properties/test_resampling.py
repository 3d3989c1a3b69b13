"""What a seat knows fits every world guessed from it, at every position of a game, the last one included."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import pytest

from kingsburg_rules import Game, Rules, load_rules
from kingsburg_rules.bots import Sight
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.testing import rules_with
from support.companies import company, cookbook, rounds
from support.setups import check_guess, drawn
from support.toys import SHIPPED, TOYS

NAMES = ("Ann", "Brian", "Cindy", "Dora", "Eve")
SECRETIVE = [path for path in cookbook() if path.parent.name in ("decks", "memory")]
EVERY = 31
"""How many positions lie between two that are looked at, in the quick test."""

OFTEN, PARTS, SET_UPS = 7, 4, 30
"""The same in the long test; its parts, which may run at the same time; how many set-ups it draws."""


def moments(rules: Rules, seed: int) -> Iterator[Game]:
    """Yield a random game at each of its positions, from the first question to the end."""
    rng = random.Random(seed)
    least, most = rules.compiled.seats
    game = Game(rules, NAMES[: min(most, least + seed % 3)], seed=seed)
    while game.pending:
        yield game
        decision = rng.choice(game.pending)
        game.play(rng.choice(decision.options), decision.player)
    yield game


def check(game: Game, seed: int) -> None:
    """Guess for every seat, twice: each guess looks the same to it, and can be played or judged."""
    for player in game.players:
        for variation in (seed, seed + 1):
            check_guess(game, player, variation)
        guess = Sight(player, game).guess(seed)
        assert guess.outcome == game.outcome
        assert [owed.player for owed in guess.pending] == [owed.player for owed in game.pending]


def test_every_guess_at_a_hidden_hand_looks_the_same_to_its_seat() -> None:
    ends = with_secrets = 0
    for number, path in enumerate(SECRETIVE):
        for count, game in enumerate(moments(load_rules(packs=[path]), number)):
            over = not game.pending
            if count % EVERY == number % EVERY or over:
                check(game, count)
            if over:
                ends += 1
                with_secrets += any(hidden_hand(player) for player in game._state.players)
    assert ends == len(SECRETIVE) >= 20
    assert with_secrets >= 4, "nobody holds a card that the others do not know when the game ends"


def test_a_guess_does_not_run_on_to_a_later_question_that_looks_alike() -> None:
    """Brian may use his secret card in winter; with another hand, he would next be asked in spring."""
    (recipe,) = [path for path in SECRETIVE if path.stem == "a-card-that-waits-for-its-moment"]
    (game,) = islice(moments(load_rules(packs=[recipe]), 52), 102, 103)
    assert [(owed.player, owed.kind, game.state.phase) for owed in game.pending] == [
        ("Brian", "use", "winter")
    ]
    for seed in range(30):
        check_guess(game, "Ann", seed)


def rule_sets() -> list[Callable[[], Rules]]:
    """Whatever is played: the cookbook alone and in companies, the modules, any set-up, made-up cards."""
    return [
        *(partial(load_rules, packs=[path]) for path in cookbook()),
        *(lambda number=number: company(number).rules for number in range(rounds())),
        *(partial(load_rules, kit[0], modules=kit[1], scenario=kit[2], variants=kit[3]) for kit in SHIPPED),
        *(lambda number=number: drawn(number).rules for number in range(SET_UPS)),
        lambda: rules_with(TOYS),
    ]


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_positions_of_many_games_can_be_guessed(part: int) -> None:
    """One position of so many in each game, others in each, and the last one."""
    ends = guessed = 0
    every = rule_sets()
    for number in range(part, len(every), PARTS):
        for count, game in enumerate(moments(every[number](), number)):
            if count % OFTEN == number % OFTEN or not game.pending:
                check(game, count)
                guessed += 1
        ends += not game.pending
    assert ends == len(range(part, len(every), PARTS)) >= 50
    assert guessed > 10 * ends
