"""Tables with uploaded packs, each in a process of its own with limits on its memory and on its time.

A pack is data, but cards in it may be slow to check or to play. Here that harms nobody else: a process that
stops answering is killed. Its table is as it was stored last, and the next request starts it again, unless
that has happened too often. The process speaks the protocol of the worker in a browser, but what it says is
not trusted: it may store only its own table, with the packs that were uploaded for it, and speak only to the
connections at it. One that says anything else is killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Final
from urllib.parse import quote, urlencode

from attrs import define, field, frozen

from kingsburg_rules import KingsburgError, SetupError
from kingsburg_rules.engine import is_map
from kingsburg_rules.table import SavedTable, Store
from kingsburg_rules.table.tables import NO_TABLE, mark_of
from kingsburg_rules.web.messages import Disconnected
from kingsburg_rules.web.requests import CREATED, STATUSES, LobbyReply, LobbyRequest, refused
from kingsburg_rules.web.room import SLOW

_LINE: Final = 16_000_000
"""The longest line that is read: a save with its uploads."""

LONGEST_SAVE: Final = 2_000_000
"""The number of characters that a stored table or a message to a connection may have."""

_ENVIRONMENT: Final = ("PATH", "PYTHONPATH", "SYSTEMROOT")
"""The variables of the environment that the process gets."""

STOPPED: Final = SetupError(
    "table.stuck", "This table has stopped: a card takes too long, or too much memory."
)


@frozen
class ProcessLimits:
    """The limits of processes: seconds for opening a table, and for any other answer; memory in megabytes.

    Every `beat` seconds the process is asked whether it still answers. After so many `restarts`, a table
    stays closed until the server is started again.
    """

    opening: float = 30
    answer: float = 10
    beat: float = 2
    restarts: int = 3
    megabytes: int = 700
    processes: int = 8


PROCESS_LIMITS: Final = ProcessLimits()


@define(eq=False)
class TableProcess:
    """A process with one table, as the server sees it.

    `packs` are the uploads of the table, and `owner` marks whoever opens it.
    """

    process: Process
    store: Store
    say: Callable[[int, str], None]
    process_limits: ProcessLimits
    packs: Mapping[str, str]
    owner: str = ""
    table: str | None = None
    connections: set[int] = field(factory=set[int])
    error: KingsburgError = STOPPED
    is_stopped: bool = False
    has_failed: bool = False
    _numbers: count[int] = field(factory=count)
    _waiting: dict[int, asyncio.Future[LobbyReply]] = field(factory=dict[int, "asyncio.Future[LobbyReply]"])
    _beaten: asyncio.Event = field(factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(factory=list["asyncio.Task[None]"])

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self.process.returncode is None and not self.is_stopped

    def begin(self) -> None:
        """Start to listen to the process, and to check that it still answers."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._watch())]

    def tell(self, message: Mapping[str, object]) -> None:
        """Send a message to the process."""
        if self.is_alive and self.process.stdin is not None:
            with suppress(OSError, RuntimeError):
                self.process.stdin.write(json.dumps(message).encode() + b"\n")

    async def has_listened(self) -> None:
        """Wait until the process has read most messages; `_watch` kills one that never does."""
        if self.is_alive and self.process.stdin is not None:
            with suppress(OSError, RuntimeError):
                await self.process.stdin.drain()

    async def ask(self, asked: LobbyRequest, seconds: float) -> LobbyReply:
        """Forward a request, and wait for the reply."""
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        path = f"{quote(asked.path)}?{urlencode(asked.query)}"
        self.tell({"http": number, "method": asked.method, "path": path, "body": asked.body})
        try:
            return await asyncio.wait_for(self._waiting[number], seconds)
        except TimeoutError:
            self.has_failed = True
            self.stop(SLOW)
            return refused(SLOW, asked.language)
        finally:
            self._waiting.pop(number, None)

    async def _listen(self) -> None:
        """Read messages of the process, until it ends."""
        assert self.process.stdout is not None
        error: KingsburgError = STOPPED
        has_stored = True
        with suppress(ValueError, OSError, RecursionError):
            while line := await self.process.stdout.readline():
                message: object = json.loads(line)
                try:
                    if not is_map(message) or not await self._takes(message):
                        break
                except KingsburgError as failed:  # the store failed, not a card
                    has_stored, error = False, failed
                    break
                await asyncio.sleep(0)  # others have their turn, however much the process says
        self.has_failed = self.has_failed or (has_stored and not self.is_stopped)
        self.stop(error)

    async def _takes(self, message: Mapping[str, object]) -> bool:
        """Store or pass on a message; return False if a table does not say such a thing.

        Raises:
            SaveError: It could not be stored; then nothing that follows is passed on.
        """
        match message:
            case {"save": str(), "text": str(text)} if len(text) <= LONGEST_SAVE:
                return await asyncio.to_thread(self._keeps, text)
            case {"http": int(number), "status": int(status), "body": body} if status in STATUSES:
                future = self._waiting.pop(number, None)
                if future is not None and not future.done():
                    future.set_result(LobbyReply(status, body))
                return future is not None
            case {"ws": int(connection), "message": str(text)} if len(text) <= LONGEST_SAVE:
                if connection in self.connections:  # it may have gone in the meantime
                    self.say(connection, text)
                return True
            case {"beat": _}:
                self._beaten.set()
                return True
            case _:
                return False

    def _keeps(self, text: str) -> bool:
        """Store the table, if it is the one of this process; a new one has the packs that were uploaded."""
        try:
            saved = SavedTable.from_json(text)
        except KingsburgError:
            return False
        if {*saved.plan.packs} != {*self.packs}:
            return False
        if self.table is None and self.store.find(saved.id) is None:
            self.store.add(saved, self.packs, self.owner)
        elif self.table == saved.id:
            self.store.keep(saved)
        else:
            return False
        self.table = saved.id
        return True

    async def _watch(self) -> None:
        """Send a beat every few seconds, and kill the process if it does not answer in time."""
        has_begun = False
        while self.is_alive:
            self._beaten.clear()
            self.tell({"beat": 0})
            # Loading rules with a pack takes longer than any answer, and blocks the process meanwhile.
            is_opening = self.table is None or not has_begun
            seconds = self.process_limits.opening if is_opening else self.process_limits.answer
            try:
                await asyncio.wait_for(self._beaten.wait(), seconds)
                has_begun = True
            except TimeoutError:
                self.has_failed = True
                self.stop(STOPPED)
            await asyncio.sleep(self.process_limits.beat)

    def stop(self, why: KingsburgError) -> None:
        """Kill the process, and send the reason to everybody who waits for it."""
        if self.is_stopped:
            return
        self.is_stopped, self.error = True, why
        with suppress(ProcessLookupError):
            self.process.kill()
        for future in self._waiting.values():
            if not future.done():
                future.set_result(refused(why, "en"))
        for connection in [*self.connections]:
            self.say(connection, Disconnected(why.code, why.message).to_json())

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        self.stop(STOPPED)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.process.wait()


@define(eq=False)
class SandboxedTables:
    """All processes for tables with uploads."""

    store: Store
    say: Callable[[int, str], None]
    process_limits: ProcessLimits = PROCESS_LIMITS
    _children: list[TableProcess] = field(factory=list[TableProcess])
    _at: dict[int, TableProcess] = field(factory=dict[int, TableProcess])
    _lock: asyncio.Lock = field(factory=asyncio.Lock)
    _failures: Counter[str] = field(factory=Counter[str])

    async def open_table(self, asked: LobbyRequest, packs: Mapping[str, str]) -> LobbyReply:
        """Check the packs that were uploaded, and open a table with them.

        Raises:
            SetupError: There are too many of these tables.
        """
        async with self._lock:
            child = await self._start(packs, mark_of(asked.owner))
        reply = await child.ask(asked, self.process_limits.opening)
        if reply.status == CREATED and not (is_map(reply.body) and reply.body.get("table") == child.table):
            reply = refused(STOPPED, asked.language)
        if reply.status != CREATED:
            child.stop(STOPPED)
        return reply

    async def request(self, table: str, asked: LobbyRequest) -> LobbyReply:
        """Forward a request to the process of a table.

        Raises:
            KingsburgError: There are too many, or its table cannot be read.
        """
        return await (await self._find(table)).ask(asked, self.process_limits.opening)

    async def connect(self, connection: int, table: str, token: str | None) -> None:
        """Take a connection to a table.

        Raises:
            KingsburgError: There are too many, or its table cannot be read.
        """
        child = await self._find(table)
        child.connections.add(connection)
        self._at[connection] = child
        child.tell({"ws": connection, "open": {"table": table, "token": token}})

    async def hear(self, connection: int, text: str) -> bool:
        """Pass on a message of a connection; return False if it is not here."""
        child = self._at.get(connection)
        if child is not None:
            child.tell({"ws": connection, "message": text})
            await child.has_listened()
        return child is not None

    @property
    def running(self) -> int:
        """How many processes there are."""
        return len(self._children)

    def is_running(self, table: str) -> bool:
        """Whether a table has a process."""
        return any(child.table == table and child.is_alive for child in self._children)

    def disconnect(self, connection: int) -> None:
        """Forget a connection."""
        child = self._at.pop(connection, None)
        if child is not None:
            child.connections.discard(connection)
            child.tell({"ws": connection, "close": True})

    async def end(self) -> None:
        """Kill all processes."""
        await asyncio.gather(*(child.end() for child in self._children))

    async def _find(self, table: str) -> TableProcess:
        """Return the process of a table, which may have to be started."""
        async with self._lock:
            found = next((child for child in self._children if child.table == table and child.is_alive), None)
            if found is None:
                await self._forget_the_dead()
                if self._failures[table] >= self.process_limits.restarts:
                    raise STOPPED
                saved, packs = await asyncio.to_thread(self._stored, table)
                found = await self._start(packs)
                found.table = table
                # What follows is read after this, so nobody has to wait for the table.
                found.tell({"load": [{"text": saved.to_json(), "packs": packs}]})
            return found

    def _stored(self, table: str) -> tuple[SavedTable, Mapping[str, str]]:
        saved = self.store.find(table)
        if saved is None:
            raise NO_TABLE
        return saved, {name: self.store.find_pack(name) or "" for name in saved.plan.packs}

    async def _forget_the_dead(self) -> None:
        """Forget processes that have ended, but count the failures of each table."""
        await asyncio.gather(*(child.process.wait() for child in self._children if child.is_stopped))
        dead = [child for child in self._children if not child.is_alive]
        self._failures.update(child.table for child in dead if child.has_failed and child.table is not None)
        self._children = [child for child in self._children if child.is_alive]

    async def _start(self, packs: Mapping[str, str], owner: str = "") -> TableProcess:
        """Start a process; if there are too many, end one that nobody uses.

        The caller holds the lock, so that processes which start at the same time are counted.

        Raises:
            SetupError: All are needed.
        """
        await self._forget_the_dead()
        if len(self._children) >= self.process_limits.processes:
            # Its table is stored; the next request starts it again.
            idle = next((child for child in self._children if child.table and not child.connections), None)
            if idle is None:
                raise SetupError("table.full", "This server has no room for another table.")
            await idle.end()
            self._children.remove(idle)
        command = [sys.executable, "-m", "kingsburg_rules.web.processes", str(self.process_limits.megabytes)]
        # The environment of a server often has secrets in it, so little of it is passed on.
        known = {name: value for name, value in os.environ.items() if name in _ENVIRONMENT}
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, limit=_LINE, env=known
        )
        child = TableProcess(process, self.store, self.say, self.process_limits, packs, owner)
        self._children.append(child)
        child.begin()
        return child
