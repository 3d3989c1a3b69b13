"""Setting up: the order of turns at the start, and the enemies of the five years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import TurnOrderSet
from kingsburg_rules.engine.table import ME
from kingsburg_rules.words.queries import MEASURES, Measure, measured, within
from kingsburg_rules.words.registry import STEPS, Step, of
from kingsburg_rules.words.shapes import Flag
from kingsburg_rules.words.vocabulary import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.words.emitter import Emitter

    Order = Callable[[State, Frame], tuple[int, ...]]


def tell_order(state: State) -> None:
    """Tell the turn order to who listens."""
    if state.notes is not None:
        names = state.setup.players
        state.notes.append(TurnOrderSet(tuple(names[seat] for seat in state.order)))


@STEPS.add("shuffle_order")
@frozen(eq=False, repr=False)
class ShuffleOrder(Step):
    """Put the players into a random turn order."""

    def emit(self, e: Emitter) -> None:
        """Compile to a request to chance."""
        source = e.source

        def resolve(state: State, frame: Frame, order: tuple[int, ...]) -> None:
            del frame
            state.order = order
            tell_order(state)

        def shuffle(state: State, frame: Frame) -> bool:
            return chance.arrange(state, frame, len(state.players), source, resolve)

        e.op(shuffle)


# ------
# Changing the turn order outside the roll of the dice.


@STEPS.add("line_up")
@frozen(eq=False, repr=False)
class LineUp(Step):
    """Change the turn order in one way; players who are equal keep the order they have."""

    fewest: tuple[Measure, ...] = field(
        default=(), metadata=of(MEASURES, "Whoever has the least of this goes first; ties by the next.")
    )
    most: tuple[Measure, ...] = field(
        default=(), metadata=of(MEASURES, "Whoever has the most of this goes first; ties by the next.")
    )
    reversed: bool = field(default=False, metadata=of(Flag(), "The last goes first, and so on."))
    rotated: bool = field(default=False, metadata=of(Flag(), "The first goes last, all others move up."))
    me_first: bool = field(default=False, metadata=of(Flag(), "This player goes before all others."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        ways = [given for given in self._ways(e) if given is not None]
        if len(ways) != 1:
            message = "give one of: fewest, most, reversed, rotated, me_first"
            raise e.error(self, "link.order", message)
        (change,) = ways

        def line_up(state: State, frame: Frame) -> bool:
            order = change(state, frame)
            if order != state.order:
                state.order = order
                tell_order(state)
            return False

        e.op(line_up)

    def _ways(self, e: Emitter) -> tuple[Order | None, ...]:
        if self.me_first:
            e.need_player(self)
        return (
            self._compared(e, self.fewest, 1),
            self._compared(e, self.most, -1),
            (lambda state, frame: state.order[::-1]) if self.reversed else None,
            (lambda state, frame: (*state.order[1:], state.order[0])) if self.rotated else None,
            _me_first if self.me_first else None,
        )

    def _compared(self, e: Emitter, measures: tuple[Measure, ...], sign: int) -> Order | None:
        if not measures:
            return None
        with e.with_player():
            values = [measured(e, measure, PLAYER, ME, self.at) for measure in measures]

        def compared(state: State, frame: Frame) -> tuple[int, ...]:
            def key(seat: int) -> tuple[int, ...]:
                return tuple(sign * value(state, within(frame, ME, seat)) for value in values)

            return tuple(sorted(state.order, key=key))

        return compared


def _me_first(state: State, frame: Frame) -> tuple[int, ...]:
    me = frame[ME]
    return tuple(sorted(state.order, key=lambda seat: seat != me))
