"""Operations, tests and numbers that every program needs: jumps, constants, copies of variables."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kingsburg_rules.engine.compiled_rules import ME, PC
from kingsburg_rules.engine.loop import charge_work
from kingsburg_rules.engine.stats import stat

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op, Test
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


class _Constant:
    """A number that is known."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, state: State, frame: Frame) -> int:
        """Return the number, as those do that depend on the position."""
        return self.number


def constant(number: int) -> Number:
    """Compile a number that is known."""
    return _Constant(number)


def known(number: Number) -> int | None:
    """Return a number that is known, so that what needs it can be compiled for it; None if it depends."""
    return number.number if isinstance(number, _Constant) else None


def all_of_them(numbers: Sequence[Number]) -> Callable[[State, Frame], Sequence[int]]:
    """Compile several numbers to the list of them."""
    sure = [number.number for number in numbers if isinstance(number, _Constant)]
    if len(sure) == len(numbers):
        return lambda state, frame: sure
    return lambda state, frame: [number(state, frame) for number in numbers]


def stat_of(what: int, base: int) -> Number:
    """Compile a number of the rules, for the player at work."""
    return lambda state, frame: stat(state, what, frame[ME], base) if what in state.changing else base


def always(state: State, frame: Frame) -> bool:
    """Hold, whatever the position."""
    del state, frame
    return True


def never(state: State, frame: Frame) -> bool:
    """Fail: the test of an ability that these rules leave no use for."""
    del state, frame
    return False


def all_of(tests: Sequence[Test], at: str) -> Test:
    """Join tests that must all hold; `at` is the word with the tests."""
    # Most words have one test, or none: joining it would cost a call at each look.
    if len(tests) <= 1:
        return tests[0] if tests else always

    def all_hold(state: State, frame: Frame) -> bool:
        charge_work(state, len(tests), at)
        for test in tests:  # noqa: SIM110 -- a generator would be called once more for each test
            if not test(state, frame):
                return False
        return True

    return all_hold


def back_to(target: int) -> Op:
    """Jump backward; the loop counts the rounds."""

    def repeat(_: State, frame: Frame) -> bool:
        # True hands back to the loop, which counts the round. Jumps forward need not: they come to an end.
        frame[PC] = target
        return True

    return repeat


def unless(test: Test, target: int) -> Op:
    """Jump where a test does not hold."""

    def branch(state: State, frame: Frame) -> None:
        if not test(state, frame):
            frame[PC] = target

    return branch


def goto(target: int) -> Op:
    """Jump."""

    def jump(_: State, frame: Frame) -> None:
        frame[PC] = target

    return jump


def goto_one_of(slot: int, targets: tuple[int, ...]) -> Op:
    """Jump to where the number in a variable says; NOBODY, which is -1, is the last."""

    def jump(_: State, frame: Frame) -> None:
        frame[PC] = targets[frame[slot]]

    return jump


@contextmanager
def each_in_turn(e: Emitter) -> Generator[None, None, None]:
    """Compile what each player does in turn order, as that is when it is their turn.

    Who was at work before goes on afterwards; in the calendar, that is nobody.
    """
    position, before = e.hidden(), e.hidden()

    def begin(state: State, frame: Frame) -> None:
        frame[before] = frame[ME]
        frame[position], frame[ME] = 0, state.order[0]

    def go_on(state: State, frame: Frame) -> None:
        # Unlike other rounds these need no count: there are only so many players.
        order, at = state.order, frame[position] + 1
        if at < len(order):
            frame[position], frame[ME], frame[PC] = at, order[at], start
        else:
            frame[ME] = frame[before]

    e.op(begin)
    start = e.here()
    yield
    e.op(go_on)


def keep(slot: int, number: Number) -> Op:
    """Keep a number in a variable of the frame."""
    sure = known(number)
    if sure is not None:
        return _set_to(slot, sure)

    def put(state: State, frame: Frame) -> None:
        frame[slot] = number(state, frame)

    return put


def _set_to(slot: int, number: int) -> Op:
    def put(_: State, frame: Frame) -> None:
        frame[slot] = number

    return put


def copy_of(slot: int, to: int) -> Op:
    """Copy a variable of the frame to another."""

    def copy(_: State, frame: Frame) -> None:
        frame[to] = frame[slot]

    return copy
