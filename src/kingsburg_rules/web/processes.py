"""The processes of a server: one for each table with uploaded packs, and those that do long work.

`python -m kingsburg_rules.web.processes MEGABYTES` is a table: it reads messages as lines from its standard
input, and writes its own to its standard output. A `WorkerProcess` does one job after the other: bots, hints,
odds, replays. All give up what they do not need: memory, files, and their priority before other processes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from math import inf
from multiprocessing import get_context
from threading import Thread
from time import monotonic, sleep
from typing import Final, TypeVar

from kingsburg_rules.web.server_limits import LIMITS
from kingsburg_rules.web.worker import Worker

MEGABYTES: Final = 1_500

_SECONDS_TO_START: Final = 120
"""How long a process may take to start, on a busy machine."""

_GRACE: Final = 2
"""How many seconds later the server gives up by itself, where a process cannot end on its own."""

T = TypeVar("T")


def give_up(megabytes: int) -> None:
    """Limit what this process may use, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_FSIZE, 0),  # no file can be written
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    os.nice(5)  # the server itself, with all other tables, comes first


def end_with_parent(parent: int) -> None:
    """End this process when the server has ended, even if it was killed, and whatever is going on here.

    The server says which process it is, since it may have ended before this process could ask.
    """
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


# Long work


class WorkerProcess:
    """One process, started when it is first needed."""

    def __init__(self, seconds: int, *, megabytes: int = MEGABYTES, most: float = inf) -> None:
        """Limit the seconds and the memory of a job; refuse jobs when `most` of them are waiting."""
        self.seconds, self.megabytes, self.most = seconds, megabytes, most
        self.asked = 0
        self._one_by_one = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def do(self, work: Callable[..., T], *given: object) -> T:
        """Do a job, after those that were asked for before.

        Raises:
            TimeoutError: It takes too long, or there is too much before it.
            BrokenProcessPool: It has killed the process twice.
        """
        if self.asked >= self.most:
            raise TimeoutError
        self.asked += 1
        try:
            async with self._one_by_one:
                try:
                    return await self._done(work, given)
                except BrokenProcessPool:  # perhaps the job before it left a dying process
                    return await self._done(work, given)
        finally:
            self.asked -= 1

    async def _done(self, work: Callable[..., T], given: tuple[object, ...]) -> T:
        began = monotonic()
        try:
            process = await asyncio.wait_for(self._process(), _SECONDS_TO_START)
            began = monotonic()
            done = asyncio.get_running_loop().run_in_executor(process, _within, self.seconds, work, *given)
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

    async def _process(self) -> ProcessPoolExecutor:
        """Start the process if there is none; its first job waits for that, and is not to blame for it."""
        if self._pool is None:
            # A forked process would inherit the sockets and locks of the server.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), self.megabytes)
            )
            await asyncio.get_running_loop().run_in_executor(self._pool, os.getpid)
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


# A table


async def main(megabytes: int) -> None:
    """Listen until the input ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=16_000_000)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    end_with_parent(os.getppid())  # if it has ended already, so has the input
    give_up(megabytes)
    worker = Worker(post, loop.call_later, LIMITS)
    while line := await reader.readline():
        worker.hear(line.decode())


def post(text: str) -> None:
    """Send a message to the server."""
    sys.stdout.buffer.write(text.encode(errors="replace") + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
