"""How a game got where it is: starting, retracing and telling its answers.

A game remembers only which option was answered to which ask. As chance comes from the seed, a script or
answers, that is enough to find every earlier position again. That takes a few milliseconds and is done only
when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeGuard

from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import CHANCE, Setup, State, derive_kits
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.game.setup import check_players

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.table import Table

    Feed: TypeAlias = "tuple[tuple[int, ...], ...]"
    Turns: TypeAlias = "Sequence[tuple[int, int]]"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_feed(table: Table, script: Iterable[str | Sequence[int]]) -> Feed:
    """Read results of chance: dice and seats as digits (`135`) or numbers, cards by name.

    Raises:
        SetupError: A result is neither.
    """
    if isinstance(script, str) or not _is_iterable(script):
        raise SetupError("chance.feed", "Results of chance are given as a list, such as ['135', '246'].")
    return tuple(_result(table, result) for result in script)


def _result(table: Table, result: object) -> tuple[int, ...]:
    if isinstance(result, str):
        if result.isascii() and result.isdigit():
            return tuple(map(int, result))
        if result in table.card:
            return (table.card[result],)
    elif _is_iterable(result):
        numbers = tuple(result)
        if _all_whole(numbers):
            return numbers
    raise SetupError("chance.feed", f"{result!r} is neither dice, such as 135, nor a card.")


def _is_iterable(items: object) -> TypeGuard[Iterable[object]]:
    return isinstance(items, Iterable)


def _all_whole(items: tuple[object, ...]) -> TypeGuard[tuple[int, ...]]:
    return all(type(item) is int for item in items)


def start(rules: Rules, setup: Setup, feed: Feed, notes: list[AnyEvent] | None = None) -> State:
    """Begin a game and run to its first decision.

    Raises:
        SetupError: There are not enough cards for so many players.
    """
    check_players(rules.table, len(setup.players))
    state = fresh(rules, setup, feed)
    state.notes = notes
    run(state)
    state.notes = None
    return state


def fresh(rules: Rules, setup: Setup, feed: Feed) -> State:
    """Make the state of a game in which nothing has happened yet."""
    table = rules.table
    state = State(table, setup)
    state.feed = feed
    state.in_force = table.in_force
    if table.in_force:
        derive_kits(state)
    state.stack.append(table.programs[table.calendar].frame(NOBODY))
    return state


def retrace(
    rules: Rules, setup: Setup, feed: Feed, turns: Turns, opening: list[AnyEvent] | None = None
) -> list[State]:
    """Find every position again: before each answer, and the last one; and the events before the first.

    Raises:
        IndexError: The answers do not fit the rules.
    """
    states = [start(rules, setup, feed, opening)]
    for which, k in turns:
        state = states[-1].copy()
        _check(state, which, k)
        answer(state, which, k)
        states.append(state)
    return states


def recall(before: Sequence[State], turns: Turns) -> list[AnyEvent]:
    """Tell again what answers led to, from the positions before them."""
    notes: list[AnyEvent] = []
    for position, (which, k) in zip(before, turns, strict=True):
        state = position.copy()
        state.notes = notes
        answer(state, which, k)
    return notes


class _Overheard(list[str]):
    """Results of chance, each with how many events there were before it."""

    def __init__(self, notes: list[AnyEvent]) -> None:
        super().__init__()
        self._notes = notes
        self.at: list[int] = []

    def append(self, result: str) -> None:
        """Listen."""
        self.at.append(len(self._notes))
        super().append(result)


def relive(
    rules: Rules, setup: Setup, feed: Feed, turns: Turns
) -> tuple[list[AnyEvent], list[tuple[int, str]]]:
    """Tell all events of a game, and what chance gave, each result with the number of events before it."""
    state = fresh(rules, setup, feed)
    notes: list[AnyEvent] = []
    state.notes = notes
    state.luck = luck = _Overheard(notes)
    run(state)
    for which, k in turns:
        answer(state, which, k)
    return notes, list(zip(luck.at, luck, strict=True))


def is_fair_to_undo(before: State, which: int, k: int) -> bool:
    """Whether an answer rolled and drew nothing, and nothing was looked at, turned over or laid open."""
    if before.asks[which].seat == CHANCE:
        return False
    after = before.copy()
    after.luck = []
    answer(after, which, k)
    together = len(before.asks) > 1 and after.asks is not before.asks
    return not after.luck and not together and _open(after) == _open(before)


def _open(state: State) -> list[object]:
    """List the enemies that lie open or have, those that each seat has looked at, and the hidden hands.

    A card that leaves a hidden hand has been seen by somebody else.
    """
    hidden = () if state.open_hands else (player.hand for player in state.players)
    return [{*state.past, *state.revealed}, *({*player.seen} for player in state.players), *hidden]


def retell(rules: Rules, setup: Setup, feed: Feed, turns: Turns) -> tuple[list[str], list[str]]:
    """Tell the answers of the players and the results of chance as text."""
    state = fresh(rules, setup, feed)
    state.luck = []
    run(state)
    told: list[str] = []
    for which, k in turns:
        _check(state, which, k)
        ask = state.asks[which]
        if ask.seat != CHANCE:
            owner = f"{setup.players[ask.seat]}: " if len(state.asks) > 1 else ""
            told.append(f"{owner}{ask.options[k]}")
        answer(state, which, k)
    return told, state.luck


def _check(state: State, which: int, k: int) -> None:
    owed = 0 <= which < len(state.asks) and state.given[which] < 0
    if not owed or not 0 <= k < len(state.asks[which].options):
        raise IndexError("there is no such option")


def write_trail(turns: Turns) -> str:
    """Write answers compactly: an option in base 36, with the number of the ask before it if it is not 0."""
    return " ".join(f"{which}:{_base36(k)}" if which else _base36(k) for which, k in turns)


def read_trail(text: str) -> list[tuple[int, int]]:
    """Read what `write_trail` wrote.

    Raises:
        ValueError: The text is something else.
    """
    turns: list[tuple[int, int]] = []
    for word in text.split():
        which, _, k = word.rpartition(":")
        turns.append((int(which or 0), int(k, 36)))
    return turns


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
