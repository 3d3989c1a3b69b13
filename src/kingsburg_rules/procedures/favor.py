"""Phase 1: the King's Favor (R36-R38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from kingsburg_rules.engine.loop import pose_together
from kingsburg_rules.engine.resources import give
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.bags import check_choice, goods_choice
from kingsburg_rules.language.flow import Who
from kingsburg_rules.language.registry import STEPS, Step

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter

NO_WINNER = -1


@STEPS.add("kings_favor")
@frozen(eq=False, repr=False)
class KingsFavor(Step):
    """Fewest buildings, then fewest goods: one such player gets a bonus die, of several each a good."""

    opens: ClassVar[tuple[str, ...]] = ("kings_favor.award",)

    def emit(self, e: Emitter) -> None:
        """Compile: find those who are behind, let cards change the winner, give."""
        winner, tied, source = e.hidden(), e.hidden(), e.source
        behind = Who(fewest=("buildings", "goods"), ties=True).build(e)
        award = e.names.event("kings_favor.award", self.at)
        die = e.names.resource("bonus_die", self.at)
        goods = e.names.stat("favor_goods", self.at)

        def find(state: State, frame: Frame) -> bool:
            frame[tied] = behind(state, frame)
            alone = frame[tied].bit_count() == 1
            frame[winner] = frame[tied].bit_length() - 1 if alone else NO_WINNER
            return open_window(state, award, payload=(frame[winner],), back=winner)

        def favor(state: State, frame: Frame) -> bool:
            if 0 <= frame[winner] < len(state.players):
                give(state, frame[winner], die, 1, source)
                return False
            counts = {seat: stat(state, goods, seat, 1) for seat in state.order if frame[tied] >> seat & 1}
            for count in counts.values():
                check_choice(state, count)
            asks = tuple(
                goods_choice(state.table, count).ask_take(seat, source)
                for seat, count in counts.items()
                if count > 0
            )
            return bool(asks) and pose_together(state, frame, asks)

        e.op(find)
        e.op(favor)
