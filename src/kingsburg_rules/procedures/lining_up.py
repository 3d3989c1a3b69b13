"""Changing the turn order outside the roll of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.registry import STEPS, Step, of
from kingsburg_rules.language.shapes import Flag, Listing
from kingsburg_rules.language.values import PLAYER_FACT, player_fact
from kingsburg_rules.procedures.setup import tell_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter

    Order = Callable[[State, Frame], tuple[int, ...]]

FACTS = Listing(PLAYER_FACT)


@STEPS.add("line_up")
@frozen(eq=False, repr=False)
class LineUp(Step):
    """Change the turn order in one way; players who are equal keep the order they have."""

    fewest: tuple[str, ...] = field(
        default=(), metadata=of(FACTS, "Who has the least of these facts goes first.")
    )
    most: tuple[str, ...] = field(
        default=(), metadata=of(FACTS, "Who has the most of these facts goes first.")
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

    def _compared(self, e: Emitter, facts: tuple[str, ...], sign: int) -> Order | None:
        if not facts:
            return None
        looks = [player_fact(e, name, self.at) for name in facts]

        def compared(state: State, frame: Frame) -> tuple[int, ...]:
            del frame
            players = state.players
            return tuple(
                sorted(state.order, key=lambda seat: tuple(sign * look(players[seat]) for look in looks))
            )

        return compared


def _me_first(state: State, frame: Frame) -> tuple[int, ...]:
    me = frame[ME]
    return tuple(sorted(state.order, key=lambda seat: seat != me))
