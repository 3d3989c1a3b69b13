"""Operations that every program needs: jumps, and copies from one variable to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.table import PC, Op, Test

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame


def unless(test: Test, target: int) -> Op:
    """Jump where a test does not hold."""

    def branch(state: State, frame: Frame) -> bool:
        if not test(state, frame):
            frame[PC] = target
        return False

    return branch


def goto(target: int) -> Op:
    """Jump."""

    def jump(state: State, frame: Frame) -> bool:
        del state
        frame[PC] = target
        return False

    return jump


def copy_of(slot: int, to: int) -> Op:
    """Copy a variable of the frame to another."""

    def copy(state: State, frame: Frame) -> bool:
        del state
        frame[to] = frame[slot]
        return False

    return copy
