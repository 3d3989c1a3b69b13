"""The end of the game: the ranking and what decided it (R69)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.standing import end
from kingsburg_rules.language.registry import STEPS, Step

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter


@STEPS.add("finish")
@frozen(eq=False, repr=False)
class Finish(Step):
    """The game is over. Most points win, then goods, then buildings; else the victory is shared."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def finish(state: State, frame: Frame) -> bool:
            del frame
            end(state)
            return False

        e.op(finish)
