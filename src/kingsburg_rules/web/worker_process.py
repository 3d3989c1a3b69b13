"""A worker process for long work: bots, hints, odds, replays.

It does one job after the other, with limits on its memory and on the time for each. If a job takes more, or
the process dies, the next job gets a new process.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import inf
from multiprocessing import get_context
from time import monotonic
from typing import Final, TypeVar

from kingsburg_rules.web.process import end_with_parent, give_up

MEGABYTES: Final = 1_500

_GRACE: Final = 2
"""How many seconds later the server gives up by itself, where a process cannot end on its own."""

T = TypeVar("T")


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self, seconds: int, *, megabytes: int = MEGABYTES, most: float = inf) -> None:
        """Limit the seconds and the memory of a job; refuse jobs when `most` of them are waiting."""
        self.seconds, self.megabytes, self.most = seconds, megabytes, most
        self._asked = 0
        self._one_by_one = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, work: Callable[..., T], *given: object) -> T:
        """Do a job, after those that were asked for before.

        Raises:
            TimeoutError: It takes too long, or there is too much before it.
            BrokenProcessPool: It has killed the process twice.
        """
        if self._asked >= self.most:
            raise TimeoutError
        self._asked += 1
        try:
            async with self._one_by_one:
                try:
                    return await self._done(work, given)
                except BrokenProcessPool:  # perhaps the job before it left a dying process
                    return await self._done(work, given)
        finally:
            self._asked -= 1

    async def _done(self, work: Callable[..., T], given: tuple[object, ...]) -> T:
        began = monotonic()
        try:
            done = asyncio.get_running_loop().run_in_executor(
                self._process(), _within, self.seconds, work, *given
            )
            return await asyncio.wait_for(done, self.seconds + _GRACE)
        except BrokenProcessPool:
            self.end()
            # The alarm of `_within` kills the process, which looks like any other death.
            if monotonic() - began >= self.seconds:
                raise TimeoutError from None
            raise
        except TimeoutError:
            self.end()
            raise

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A forked process would inherit the sockets and locks of the server.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), self.megabytes)
            )
        return self._pool

    def end(self) -> None:
        """End the process; the next job starts another."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin(parent: int, megabytes: int) -> None:
    end_with_parent(parent)
    give_up(megabytes)


def _within(seconds: int, work: Callable[..., T], *given: object) -> T:
    """Do a job. Where the system has alarms, one ends the process if it takes too long."""
    if not hasattr(signal, "alarm"):
        return work(*given)
    signal.alarm(seconds)
    try:
        return work(*given)
    finally:
        signal.alarm(0)
