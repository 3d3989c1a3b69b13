"""Work that is given up after some time: bots think as long as they like, and nobody counts their steps."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

_T = TypeVar("_T")


class _GivenUp(BaseException):
    """Raised in the middle of work that takes too long; nothing that catches errors catches it."""


def within(seconds: float, work: Callable[[], _T]) -> _T:
    """Do some work in a thread of its own.

    Raises:
        TimeoutError: It is not done in time, and has been interrupted.
    """
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        return done.result(seconds)
    except TimeoutError:
        _interrupt(thread)
        raise


def _interrupt(thread: Thread) -> None:
    """Let a thread raise `_GivenUp` at its next step."""
    if thread.ident is not None:
        number = ctypes.c_ulong(thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(_GivenUp))
