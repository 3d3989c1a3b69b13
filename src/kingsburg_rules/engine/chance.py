"""Chance: every die and every shuffle is a request.

A request is answered by the feed of a script if there is one, else by the player `chance` when chance is a
decision, else by the game's own generator: one counter for each named stream, mixed with the seed. The
generator is SplitMix64 used as a hash of (seed, stream, counter), so it is the same on every platform, a
stream does not depend on how often the others were asked, and its state is a few small numbers.

Dice are dealt as sorted tuples: which of two equal dice is which makes no difference to the game.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial
from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import Action, Arrange, Draw, Roll
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.state import CHANCE, Ask

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame

    Resolve = Callable[[State, Frame, tuple[int, ...]], None]

STREAMS = ("seating", "enemies", "dice", "bonus dice", "neutral dice", "reinforcements", "cards", "effects")
SEATING, ENEMIES, DICE, BONUS_DICE, NEUTRAL_DICE, REINFORCEMENTS, CARDS, EFFECTS = range(len(STREAMS))

_MASK = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_LARGEST_TABLE = 5


def mix(number: int) -> int:
    """Scramble 64 bits (the finaliser of SplitMix64)."""
    z = number & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def below(state: State, stream: int, count: int) -> int:
    """Draw a number from 0 to count-1. The bias is below count / 2**64."""
    drawn = state.streams.get(stream, 0) + 1
    state.streams[stream] = drawn
    return (mix(state.setup.seed + stream * _MASK // 11 + drawn * _GOLDEN) * count) >> 64


@lru_cache(maxsize=_LARGEST_TABLE + 1)
def _sorted_rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """List all rolls of up to five dice, each sorted; equal rolls stand as often as they occur."""
    return tuple(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))


def _generate(state: State, stream: int, count: int) -> tuple[int, ...]:
    values: tuple[int, ...] = ()
    while count > _LARGEST_TABLE:
        rolls = _sorted_rolls(_LARGEST_TABLE)
        values, count = values + rolls[below(state, stream, len(rolls))], count - _LARGEST_TABLE
    rolls = _sorted_rolls(count)
    roll = rolls[below(state, stream, len(rolls))]
    return tuple(sorted(values + roll)) if values else roll


def roll(state: State, frame: Frame, stream: int, count: int, source: int, resolve: Resolve) -> bool:
    """Request dice. `resolve` gets them sorted; True when somebody has to be asked first."""
    if count == 0:
        resolve(state, frame, ())
        return False
    if state.feed:
        values = tuple(sorted(_next_of(state)))
        if len(values) != count or not all(1 <= value <= 6 for value in values):
            raise SetupError("chance.feed", f"{count} dice were asked for, but the next result given is {values}.")
    elif state.setup.chance_asked:
        outcomes, weights = _roll_outcomes(count)
        _ask(state, "roll", source, outcomes, weights, [outcome.dice for outcome in outcomes], resolve)
        return True
    else:
        values = _generate(state, stream, count)
    _settle(state, frame, values, resolve)
    return False


def pick(
    state: State, frame: Frame, stream: int, cards: Sequence[int], source: int, resolve: Resolve
) -> bool:
    """Request one of several cards. `resolve` gets the number of the card."""
    if state.feed:
        (card,) = _next_of(state)
        if card not in cards:
            raise SetupError("chance.feed", "The next card given is not among those that can be drawn.")
    elif state.setup.chance_asked:
        names = state.table.cards
        options = tuple(Draw(names[card].name) for card in cards)
        _ask(state, "draw", source, options, (1,) * len(cards), [(card,) for card in cards], resolve)
        return True
    else:
        card = cards[below(state, stream, len(cards))]
    _settle(state, frame, (card,), resolve)
    return False


def arrange(state: State, frame: Frame, count: int, source: int, resolve: Resolve) -> bool:
    """Request an order of the players. `resolve` gets their seats."""
    if state.feed:
        order = _next_of(state)
        if sorted(order) != list(range(count)):
            raise SetupError("chance.feed", "The order given does not name every seat once.")
    elif state.setup.chance_asked:
        orders = list(permutations(range(count)))
        names = state.setup.players
        options = tuple(Arrange(tuple(names[seat] for seat in order)) for order in orders)
        _ask(state, "arrange", source, options, (1,) * len(orders), orders, resolve)
        return True
    else:
        left = list(range(count))
        order = tuple(left.pop(below(state, SEATING, len(left))) for _ in range(count))
    _settle(state, frame, order, resolve)
    return False


def _next_of(state: State) -> tuple[int, ...]:
    values, *rest = state.feed
    state.feed = tuple(rest)
    return values


def _settle(state: State, frame: Frame, values: tuple[int, ...], resolve: Resolve) -> None:
    if state.luck is not None:
        state.luck.append(values)
    resolve(state, frame, values)


def _ask(
    state: State,
    kind: str,
    source: int,
    options: tuple[Action, ...],
    weights: tuple[int, ...],
    results: Sequence[tuple[int, ...]],
    resolve: Resolve,
) -> None:
    def proceed(asked: State, frame: Frame, k: int) -> None:
        _settle(asked, frame, results[k], resolve)

    state.asks = (Ask(CHANCE, kind, source, options, proceed, weights=weights),)
    state.given = (-1,)


@lru_cache(maxsize=32)
def _roll_outcomes(count: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    rolls = list(combinations_with_replacement(range(1, 7), count))
    weights = tuple(_ways(dice) for dice in rolls)
    return tuple(Roll(dice) for dice in rolls), weights


def _ways(dice: tuple[int, ...]) -> int:
    ways = factorial(len(dice))
    for equal in Counter(dice).values():
        ways //= factorial(equal)
    return ways
