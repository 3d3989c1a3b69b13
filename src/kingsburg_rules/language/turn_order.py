"""The turn order: at the start, after the roll of each season, and whenever a card changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.compiled_rules import ME, NOBODY
from kingsburg_rules.engine.events import TurnOrderSet
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant, keep
from kingsburg_rules.language.queries import MEASURES, Measure, Scope, measured
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import Flag
from kingsburg_rules.language.values import VALUE, Value
from kingsburg_rules.language.verbs import around
from kingsburg_rules.language.vocabulary import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter

    Order = Callable[[State, Frame], tuple[int, ...]]


def tell_order(state: State) -> None:
    """Emit the turn order as an event."""
    if state.event_log is not None:
        names = state.setup.players
        state.event_log.append(TurnOrderSet(tuple(names[seat] for seat in state.order)))


MOMENTS: Final = ("before.line_up", "after.line_up")


@STEPS.add("line_up")
@node
class LineUp(Step):
    """Sort the turn order in one way; tied players keep their order.

    A player whom a card puts before all others comes first in any order; without a way, nothing else changes.
    """

    edges = EdgeCases(tie="Players who tie keep their order.")
    opens = MOMENTS

    fewest: tuple[Measure, ...] = key(
        MEASURES, "The player with the least of this goes first; the next value breaks ties.", default=()
    )
    most: tuple[Measure, ...] = key(
        MEASURES, "The player with the most of this goes first; the next value breaks ties.", default=()
    )
    reversed: bool = key(
        Flag(), "Whether the order is reversed: the last goes first, and so on.", default=False
    )
    rotated: bool = key(Flag(), "Whether the first goes last and all others move up.", default=False)
    shuffled: bool = key(Flag(), "Chance decides.", default=False)


@compiles(LineUp)
def _emit_line_up(word: LineUp, e: Emitter) -> None:
    """Compile, with the moments of the turn order, which happen to nobody."""
    ways = (word.fewest, word.most, word.reversed, word.rotated, word.shuffled)
    if sum(bool(way) for way in ways) > 1:
        message = "give only one of: fewest, most, reversed, rotated, shuffled"
        raise e.error(word, "link.order", message)
    # The order is everybody's: no player is at work in its moments, even if a card changes it.
    with e.same_player():
        e.op(keep(ME, constant(NOBODY)))
        with around(e, "line_up"):
            if word.shuffled:
                _shuffle(e)
            else:
                settle(e, _order(word, e), word.at, always=bool(word.fewest or word.most))


def _order(word: LineUp, e: Emitter) -> Order:
    if word.fewest:
        return _compared(word, e, word.fewest, most=False)
    if word.most:
        return _compared(word, e, word.most, most=True)
    if word.reversed:
        return lambda state, frame: state.order[::-1]
    if word.rotated:
        return lambda state, frame: (*state.order[1:], state.order[0])
    return lambda state, frame: state.order


def _compared(word: LineUp, e: Emitter, measures: tuple[Measure, ...], *, most: bool) -> Order:
    with e.with_player():
        compared_by = [measured(e, measure, PLAYER, word.at) for measure in measures]
    scope = Scope(ME, word.at)

    def compared(state: State, frame: Frame) -> tuple[int, ...]:
        order, me = state.order, frame[ME]
        for measure in reversed(compared_by):  # sorting keeps ties in order, so the first comes last
            # Each player is `me` while the value is worked out for them.
            values, ranks = measure.of(state, frame, scope, order), dict[int, int]()
            for seat, value in zip(order, values):  # noqa: B905 -- mypyc knows only the plain one
                ranks[seat] = value
            order = tuple(sorted(order, key=ranks.__getitem__, reverse=most))
        frame[ME] = me
        return order

    return compared


def settle(e: Emitter, change: Order, at: str, *, always: bool = False) -> None:
    """Compile a new order: those who go before all others come first in it, whatever it is.

    It is told if it is another one, or `always`.
    """
    priority = e.names.stat("turn_priority", at)
    may_change = not e.names.is_fixed(priority)

    def line_up(state: State, frame: Frame) -> None:
        order = change(state, frame)
        if may_change:
            # False sorts before True, and sorting keeps the order of all others.
            order = tuple(sorted(order, key=lambda seat: stat(state, priority, seat, 0) <= 0))
        if always or order != state.order:
            state.order = order
            tell_order(state)

    e.op(line_up)


def _shuffle(e: Emitter) -> None:
    """Compile to a request to chance; at the start nobody goes before all others yet."""
    source = e.source

    def resolve(state: State, _: Frame, order: tuple[int, ...]) -> None:
        state.order = order
        tell_order(state)

    e.op(lambda state, frame: chance.arrange(state, frame, len(state.players), source, resolve))


@STEPS.add("go", inline="place")
@node
class Go(Step):
    """Move this player to a place in the turn order, 1 being the first; the others keep their order."""

    edges = EdgeCases(zero="A place below 1 is the first.")
    opens = MOMENTS

    place: Value = key(VALUE, "The place; a number beyond the last place means the last.")


@compiles(Go)
def _emit_go(word: Go, e: Emitter) -> None:
    """Compile; who moves is known before the moments, which happen to nobody."""
    e.need_player(word)
    place, at, who = e.number(word.place), e.hidden(), e.hidden()

    def note(state: State, frame: Frame) -> None:
        frame[at], frame[who] = place(state, frame), frame[ME]
        frame[ME] = NOBODY

    def moved(state: State, frame: Frame) -> tuple[int, ...]:
        others = [seat for seat in state.order if seat != frame[who]]
        others.insert(max(0, frame[at] - 1), frame[who])
        return tuple(others)

    with e.same_player():
        e.op(note)
        with around(e, "line_up"):
            settle(e, moved, word.at)
