"""Chance: every die and every shuffle is a request.

A request is answered by the feed of a script if there is one, else by the player `chance` when chance is a
decision, else by the game's own generator (see `random_numbers`), with a stream for each kind of request.

Dice are dealt as sorted tuples: which of two equal dice is which makes no difference to the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.actions import AnyAction, Arrange, DecisionKind, Draw, Roll
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.loop import OWED, runaway
from kingsburg_rules.engine.random_numbers import below
from kingsburg_rules.engine.state import CHANCE, Ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.errors import Runaway
    from kingsburg_rules.engine.state import State

    Resolve = Callable[[State, Frame, tuple[int, ...]], None]
    Tell = Callable[[State, tuple[int, ...]], str]

STREAMS: Final = (
    "seating",
    "enemies",
    "dice",
    "bonus dice",
    "neutral dice",
    "reinforcements",
    "cards",
    "effects",
)
SEATING: Final = 0
ENEMIES: Final = 1
DICE: Final = 2
BONUS_DICE: Final = 3
NEUTRAL_DICE: Final = 4
REINFORCEMENTS: Final = 5
CARDS: Final = 6
EFFECTS: Final = 7

_LARGEST_TABLE: Final = 5


_TABLES: Final[dict[int, tuple[tuple[int, ...], ...]]] = {}
"""All rolls of so many dice, each sorted; equal rolls are listed as often as they occur."""


def _sorted_rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """List all rolls of up to five dice, for the first time."""
    rolls = _TABLES[count] = tuple(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))
    return rolls


def rolled(state: State, stream: int, count: int) -> tuple[int, ...]:
    """Roll dice by the game's own generator, one draw for up to five of them; gives them sorted."""
    if count <= 0:
        return ()
    if count > state.compiled.limits.dice:
        raise _too_many(state, count)
    if count <= _LARGEST_TABLE:
        rolls = _TABLES.get(count) or _sorted_rolls(count)
        return rolls[below(state, stream, len(rolls))]
    values: tuple[int, ...] = ()
    # A table of all sorted rolls of six dice and more would be too large, so they are dealt in parts.
    while count > _LARGEST_TABLE:
        rolls = _sorted_rolls(_LARGEST_TABLE)
        values, count = values + rolls[below(state, stream, len(rolls))], count - _LARGEST_TABLE
    rolls = _sorted_rolls(count)
    return tuple(sorted(values + rolls[below(state, stream, len(rolls))]))


def is_plain(state: State) -> bool:
    """Return whether all requests go to the game's own generator, and nobody records the results."""
    return not state.setup.chance_asked and not state.scripted_results and state.chance_log is None


def is_asked(state: State) -> bool:
    """Return whether the next request goes to the player `chance`."""
    return state.setup.chance_asked and not state.scripted_results


def roll(state: State, frame: Frame, stream: int, count: int, source: int, resolve: Resolve) -> bool:
    """Request dice. `resolve` gets them sorted; True if a player must be asked first."""
    if count <= 0:
        resolve(state, frame, ())
        return False
    if not state.scripted_results and not state.setup.chance_asked:
        values = rolled(state, stream, count)
    elif count > state.compiled.limits.dice:
        raise _too_many(state, count)
    elif state.scripted_results:
        values = tuple(sorted(_next_of(state)))
        if len(values) != count or not all(1 <= value <= 6 for value in values):
            raise SetupError(
                "chance.feed", f"{count} dice were asked for, but the next result given is {values}."
            )
    else:
        outcomes, weights = _roll_outcomes(count)
        _ask(
            state,
            "roll",
            source,
            outcomes,
            weights,
            [outcome.dice for outcome in outcomes],
            resolve,
            dice_digits,
        )
        return True
    _settle(state, frame, values, resolve, dice_digits)
    return False


def _too_many(state: State, count: int) -> Runaway:
    return runaway(state, "engine.dice", f"The content rolls {count} dice at once")


def pick(
    state: State, frame: Frame, stream: int, cards: Sequence[int], source: int, resolve: Resolve
) -> bool:
    """Request one of several cards; for a single card nobody is asked. `resolve` gets its number."""
    if state.scripted_results:
        given, *more = _next_of(state) or (-1,)
        # A name that is given stands for any copy.
        found = _by_name(state, cards).get(given)
        if more or found is None:
            raise SetupError("chance.feed", "The next card given cannot be drawn.")
        card = found[0]
    elif state.setup.chance_asked and len(names := _by_name(state, cards)) > 1:
        # Copies of a card are one option, as likely as there are copies.
        options = tuple(Draw(state.compiled.cards[first].name) for first in names)
        copies = tuple(len(found) for found in names.values())
        results = [(found[0],) for found in names.values()]
        _ask(state, "draw", source, options, copies, results, resolve, card_name)
        return True
    else:
        card = cards[below(state, stream, len(cards))]
        if state.chance_log is None:  # all games that nobody records
            resolve(state, frame, (card,))
            return False
    _settle(state, frame, (card,), resolve, card_name)
    return False


def _by_name(state: State, cards: Sequence[int]) -> dict[int, list[int]]:
    """Sort cards by the first copy, which stands for the name."""
    found: dict[int, list[int]] = {}
    for card in sorted(cards):
        found.setdefault(state.compiled.cards[card].first, []).append(card)
    return found


def arrange(state: State, frame: Frame, count: int, source: int, resolve: Resolve) -> bool:
    """Request an order of the players. `resolve` gets their seats."""
    if state.scripted_results:
        order = _next_of(state)
        if sorted(order) != list(range(count)):
            raise SetupError("chance.feed", "The order given does not name every seat once.")
    elif state.setup.chance_asked:
        orders = list(permutations(range(count)))
        names = state.setup.players
        options = tuple(Arrange(tuple(names[seat] for seat in order)) for order in orders)
        _ask(state, "arrange", source, options, (1,) * len(orders), orders, resolve, dice_digits)
        return True
    else:
        left = list(range(count))
        order = tuple(left.pop(below(state, SEATING, len(left))) for _ in range(count))
    _settle(state, frame, order, resolve, dice_digits)
    return False


def _next_of(state: State) -> tuple[int, ...]:
    values, *rest = state.scripted_results
    state.scripted_results = tuple(rest)
    return values


def dice_digits(state: State, values: tuple[int, ...]) -> str:
    """Write dice or seats for the record: `135`."""
    del state
    return "".join(map(str, values))


def card_name(state: State, values: tuple[int, ...]) -> str:
    """Write a card for the record: its name."""
    return state.compiled.cards[values[0]].name


def _settle(state: State, frame: Frame, values: tuple[int, ...], resolve: Resolve, tell: Tell) -> None:
    if state.chance_log is not None:
        state.chance_log.append((len(state.event_log or ()), tell(state, values)))
    resolve(state, frame, values)


def _ask(
    state: State,
    kind: DecisionKind,
    source: int,
    options: tuple[AnyAction, ...],
    weights: tuple[int, ...],
    results: Sequence[tuple[int, ...]],
    resolve: Resolve,
    tell: Tell,
) -> None:
    # It gets the state that is answered and keeps none: copies of a position share their questions.
    def on_answer(asked: State, frame: Frame, k: int) -> None:
        _settle(asked, frame, results[k], resolve, tell)

    state.asks = (Ask(CHANCE, kind, source, options, on_answer, weights=weights),)
    state.given = OWED


@lru_cache(maxsize=32)
def _roll_outcomes(count: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    rolls = list(combinations_with_replacement(range(1, 7), count))
    weights = tuple(_ways(dice) for dice in rolls)
    return tuple(Roll(dice) for dice in rolls), weights


def _ways(dice: tuple[int, ...]) -> int:
    # Equal dice make no difference: one outcome stands for all orders of its dice.
    ways = factorial(len(dice))
    for equal in Counter(dice).values():
        ways //= factorial(equal)
    return ways
