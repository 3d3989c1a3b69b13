"""The process of a table with uploaded packs: `python -m kingsburg_rules.web.process MEGABYTES`.

It reads messages as lines from its standard input, and writes its own to its standard output. It gives up
what it does not need: memory, files, and its priority before other processes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from threading import Thread
from time import sleep

from kingsburg_rules.web.limits import LIMITS
from kingsburg_rules.web.worker import Worker


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
