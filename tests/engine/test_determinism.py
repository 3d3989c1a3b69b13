"""Chance: one seed makes one game, everywhere; streams do not disturb each other; dice are fair."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise, permutations, product

import pytest

from kingsburg_rules import Game, load_rules
from kingsburg_rules.engine import chance, random_numbers
from kingsburg_rules.engine.state import State
from kingsburg_rules.game.setup import make_setup
from kingsburg_rules.testing.strategies import NAMES, advance

CHOICES = [number * 7919 % 65536 for number in range(400)]
"""Some answers, the same for every game here."""

THREE_GAMES = f"""
from kingsburg_rules import Game, load_rules
from kingsburg_rules.testing.strategies import NAMES, advance

for edition, players in (("second", 2), ("first-ffg", 4), ("first-elfinwerks", 5)):
    asked_more = {{"Ann": (), "Brian": ("gains",)}}
    game = Game(load_rules(edition), NAMES[:players], seed=99, automation=asked_more)
    advance(game, {CHOICES})
    print(game.record.dumps())
    print(game.save())
"""

SPLITMIX_OF_ZERO = (
    0xE220A8397B1DCDAF,
    0x6E789E6AA1B965F4,
    0x06C45D188009454F,
    0xF88BB8A8724C81EC,
    0x1B39896A51A8749B,
)
"""The first outputs of the reference implementation of SplitMix64, from the seed 0."""

FIRST_OF_SEED_7 = {
    "seating": (389, 16, 900, 582, 452),
    "enemies": (413, 777, 608, 146, 626),
    "dice": (736, 147, 304, 541, 783),
    "bonus dice": (301, 926, 313, 710, 905),
    "neutral dice": (623, 913, 118, 999, 954),
    "reinforcements": (372, 420, 374, 704, 820),
    "cards": (676, 438, 290, 6, 443),
    "effects": (916, 683, 208, 999, 452),
}
"""Numbers below 1000; whoever changes them changes every game that has ever been played from a seed."""


def table_with(seed: int, players: int = 4) -> State:
    return State(load_rules().compiled, make_setup(NAMES[:players], (), "random", seed))


def rolled(state: State, stream: int, count: int) -> tuple[int, ...]:
    """Roll dice as the rules do."""
    found: list[tuple[int, ...]] = []
    assert not chance.roll(state, [], stream, count, 0, lambda state, frame, values: found.append(values))
    return found[0]


def arranged(state: State) -> tuple[int, ...]:
    found: list[tuple[int, ...]] = []
    count = len(state.players)
    assert not chance.arrange(state, [], count, 0, lambda state, frame, values: found.append(values))
    return found[0]


def chi_square(found: Counter[tuple[int, ...]], weights: Mapping[tuple[int, ...], int]) -> float:
    """How far counts are from what their weights lead to expect; 0 when they fit perfectly."""
    assert set(found) <= set(weights)
    share = found.total() / sum(weights.values())
    return sum((found[what] - weight * share) ** 2 / (weight * share) for what, weight in weights.items())


def test_one_seed_makes_one_game() -> None:
    """Games made alike are equal, also after the same answers, and tell the same events."""
    one, two = (Game(load_rules(), NAMES[:3], seed=5) for _ in range(2))
    assert one == two
    assert one.opening == two.opening
    for choice in CHOICES:
        for player, action in advance(one.copy(), [choice]):
            assert one.play(action, player) == two.play(action, player)
    assert one.outcome is not None
    assert one.outcome == two.outcome
    assert one.save() == two.save()


def test_other_seeds_make_other_games() -> None:
    """A hundred seeds give a hundred games, different in enemies and dice from the first year on."""
    games = [Game(load_rules(), NAMES[:3], seed=seed) for seed in range(100)]
    for game in games:
        advance(game, CHOICES[:20])
    assert len({" ".join(game.record.chance_results) for game in games}) == 100


def test_a_seed_is_any_whole_number() -> None:
    """Negative and very large seeds are taken modulo 2**64."""
    assert Game(load_rules(), NAMES[:2], seed=-1) == Game(load_rules(), NAMES[:2], seed=2**64 - 1)
    assert Game(load_rules(), NAMES[:2], seed=2**200 + 5) == Game(load_rules(), NAMES[:2], seed=5)


def test_without_a_seed_every_game_is_another_one() -> None:
    """The operating system gives a seed, which the save keeps."""
    one, two = (Game(load_rules(), NAMES[:2]) for _ in range(2))
    assert one != two
    assert Game.load(one.save()) == one


def test_another_process_plays_the_same_game() -> None:
    """Neither the process nor its hash seed changes records and saves."""
    here = StringIO()
    with redirect_stdout(here):
        exec(THREE_GAMES, {})
    assert len(here.getvalue()) > 3000
    for hash_seed in ("1", "2024"):
        there = subprocess.run(
            [sys.executable, "-c", THREE_GAMES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        assert there.stdout == here.getvalue()


def test_the_generator_is_splitmix() -> None:
    """The first stream of seed 0 gives the numbers that the generator's inventors published."""
    state = table_with(0)
    assert tuple(random_numbers.below(state, chance.SEATING, 1 << 64) for _ in range(5)) == SPLITMIX_OF_ZERO


def test_the_first_values_of_every_stream_are_pinned() -> None:
    """Seeds keep their meaning from version to version."""
    state = table_with(7)
    found = {
        name: tuple(random_numbers.below(state, chance.STREAMS.index(name), 1000) for _ in range(5))
        for name in FIRST_OF_SEED_7
    }
    assert found == FIRST_OF_SEED_7


def test_streams_are_independent() -> None:
    """However often the other streams are asked in between, a stream gives what it would have given alone."""
    streams = range(len(chance.STREAMS))
    given: list[tuple[int, ...]] = []
    for stream in streams:
        alone, disturbed = table_with(3), table_with(3)
        expected = tuple(random_numbers.below(alone, stream, 1 << 32) for _ in range(10))
        found: list[int] = []
        for turn in range(10):
            for other in streams:
                if other != stream and (other + turn) % 3:
                    random_numbers.below(disturbed, other, 6)
            found.append(random_numbers.below(disturbed, stream, 1 << 32))
        assert tuple(found) == expected
        given.append(expected)
    assert len(set(given)) == len(given)


def test_one_roll_more_leaves_the_rolls_of_others_as_they_were() -> None:
    """A bonus die and a roll for an effect change neither own dice nor neutral ones nor the King's."""
    plain, other = table_with(8), table_with(8)
    rolled(other, chance.BONUS_DICE, 2)
    rolled(other, chance.EFFECTS, 1)
    for stream in (chance.DICE, chance.NEUTRAL_DICE, chance.REINFORCEMENTS):
        assert [rolled(plain, stream, 3) for _ in range(9)] == [rolled(other, stream, 3) for _ in range(9)]
    assert arranged(plain) == arranged(other)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_dice_are_fair(count: int) -> None:
    """Sorted rolls of one to five dice come as often as they should.

    The bounds are the 99.9 % points of chi square with 5, 20, 55 and 251 degrees of freedom. The seeds are
    fixed, so this passes always or never.
    """
    weights = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))
    bound = {1: 20.52, 2: 45.32, 3: 93.17, 5: 326.0}[count]
    for seed in (1, 2):
        state = table_with(seed)
        found = Counter(rolled(state, chance.DICE, count) for _ in range(40_000))
        assert chi_square(found, weights) < bound


def test_many_dice_are_fair_too() -> None:
    """More dice than one table holds are put together of several; every face comes as often."""
    state = table_with(4)
    found = Counter((face,) for _ in range(4_000) for face in rolled(state, chance.DICE, 13))
    assert chi_square(found, {(face,): 1 for face in range(1, 7)}) < 20.52


def test_the_first_roll_is_fair_over_seeds() -> None:
    """Seeds that follow each other do not give first rolls that do."""
    found = Counter(rolled(table_with(seed), chance.REINFORCEMENTS, 1) for seed in range(12_000))
    assert chi_square(found, {(face,): 1 for face in range(1, 7)}) < 20.52
    first = [rolled(table_with(seed), chance.DICE, 1)[0] for seed in range(8_000)]
    pairs = Counter(pairwise(first))
    assert chi_square(pairs, dict.fromkeys(product(range(1, 7), repeat=2), 1)) < 66.62


def test_seats_are_dealt_fairly() -> None:
    """All 24 orders of four players come as often as each other."""
    state = table_with(11)
    found = Counter(arranged(state) for _ in range(24_000))
    assert chi_square(found, dict.fromkeys(permutations(range(4)), 1)) < 49.73


def test_nobody_is_asked_which_of_equal_cards_is_drawn() -> None:
    """Where results of chance are decisions, one card is drawn without asking, in however many copies."""
    state = State(load_rules().compiled, make_setup(NAMES[:2], (), "decision", 7))
    card, other = sorted(state.compiled.enemies)[:2]
    found: list[tuple[int, ...]] = []

    def asks(*cards: int) -> bool:
        return chance.pick(state, [], chance.CARDS, cards, 0, lambda state, frame, drawn: found.append(drawn))

    assert not asks(card)
    assert not asks(card, card)
    assert found == [(card,), (card,)]
    assert state.asks == ()
    assert asks(card, other, card)
    assert [len(ask.options) for ask in state.asks] == [2]
