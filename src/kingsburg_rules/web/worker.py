"""A lobby behind messages: in a worker of a browser (Pyodide), or in a process of its own.

All messages are JSON. The page can send these:

- `{"http": 1, "method": "GET", "path": "/api/tables", "body": ...}`, a request; the reply is
  `{"http": 1, "status": 200, "body": ...}`
- `{"ws": 2, "open": {"table": ..., "token": ...}}`, which opens a connection
- `{"ws": 2, "message": text}` and `{"ws": 2, "close": true}`, for a connection; what the table says comes as
  `{"ws": 2, "message": text}`
- `{"load": [{"text": ..., "packs": {...}}]}`, which brings saved tables back
- `{"beat": 3}`, which is answered with the same

Whatever changes comes as `{"save": table, "text": ..., "packs": {...}}`, before the answer to what has
changed it. Uploads are in it only when they are new.
"""

from __future__ import annotations

import json
from asyncio import get_event_loop
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Final, TypeVar
from urllib.parse import parse_qsl, urlsplit

from kingsburg_rules import KingsburgError, SaveError
from kingsburg_rules.engine import is_list, is_map
from kingsburg_rules.table import AsyncTables, MemoryStore, SavedTable, Thought, steady_time, think
from kingsburg_rules.table.stores import NO_PACKS
from kingsburg_rules.web.lobby import Lobby
from kingsburg_rules.web.messages import Disconnected
from kingsburg_rules.web.requests import Body, LobbyRequest, refused
from kingsburg_rules.web.server_limits import ALONE, ServerLimits

T = TypeVar("T")

PAUSE: Final = 0.001
"""The seconds between two thoughts, so that messages are received in between."""

Later = Callable[[float, Callable[[], None]], object]
"""Calls a function after some seconds, as `loop.call_later` of asyncio does."""


async def at_once(work: Callable[[], T], /) -> T:
    """Do work here and now: a worker has no other thread."""
    return work()


def finished(work: Coroutine[object, object, T]) -> T:
    """Run a coroutine that waits for nothing, as all do whose work is done at once."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("it waits for something")


class ReportingStore(MemoryStore):
    """A store in memory, which reports what is to be kept."""

    def __init__(self, report: Callable[[Body], None]) -> None:
        super().__init__()
        self._report = report

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        """Store a new table, and report it."""
        super().add(saved, packs, owner)
        self._report({"save": saved.id, "text": saved.to_json(), "packs": packs})

    def keep(self, saved: SavedTable) -> None:
        """Store a table, and report it."""
        super().keep(saved)
        self._report({"save": saved.id, "text": saved.to_json(), "packs": NO_PACKS})


class Worker:
    """A lobby that hears and posts messages as JSON. `later` is asyncio's or the browser's clock."""

    def __init__(self, post: Callable[[str], None], later: Later, limits: ServerLimits = ALONE) -> None:
        self._post_text, self._later = post, later
        self._store = ReportingStore(self._post)
        self._lobby = Lobby(
            AsyncTables(self._store, limits.tables, run=at_once), self._say, self._think, limits
        )
        self._thoughts: deque[tuple[str, Thought]] = deque()
        self._is_busy = False
        self._wakes_at: float | None = None

    def hear(self, text: str) -> None:
        """Take a message."""
        message: object = json.loads(text)
        if not is_map(message):
            return
        match message:
            case {"http": number}:
                self._request(number, message)
            case {"ws": int(number)}:
                self._connection(number, message)
            case {"load": tables} if is_list(tables):
                for table in tables:
                    self._load(table)
            case {"beat": number}:
                self._post({"beat": number})
            case _:
                pass
        # Whatever was asked may have started a clock.
        self._wake()

    def _request(self, number: object, message: Body) -> None:
        address = urlsplit(str(message.get("path")))
        query = dict(parse_qsl(address.query))
        asked = LobbyRequest(str(message.get("method")), address.path, query, message.get("body"))
        reply = finished(self._lobby.request(asked, steady_time()))
        self._post({"http": number, "status": reply.status, "body": reply.body})

    def _connection(self, number: int, message: Body) -> None:
        opening, said = message.get("open"), message.get("message")
        if is_map(opening):
            self._open(number, opening)
        elif isinstance(said, str):
            finished(self._lobby.hear(number, said, steady_time()))
        elif "message" in message:
            finished(self._lobby.hear(number, json.dumps(said), steady_time()))
        else:
            self._lobby.disconnect(number, steady_time())

    def _open(self, number: int, opening: Body) -> None:
        token = opening.get("token")
        try:
            found = token if isinstance(token, str) and token else None
            finished(self._lobby.connect(number, str(opening.get("table")), found, steady_time()))
        except KingsburgError as error:
            why = refused(error, "en").body
            assert is_map(why)
            self._say(number, Disconnected(error.code, str(why["message"])).to_json())

    def _load(self, table: object) -> None:
        if not is_map(table):
            return
        packs = table.get("packs")
        try:
            saved = SavedTable.from_json(str(table.get("text")))
        except SaveError:
            return
        texts = {name: str(text) for name, text in packs.items()} if is_map(packs) else {}
        MemoryStore.add(self._store, saved, texts)

    # What the lobby needs

    def _post(self, message: Body) -> None:
        self._post_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def _say(self, connection: int, text: str) -> None:
        self._post({"ws": connection, "message": text})

    def _think(self, table: str, thought: Thought) -> None:
        self._thoughts.append((table, thought))
        if not self._is_busy:
            self._is_busy = True
            self._later(PAUSE, self._think_once)

    def _think_once(self) -> None:
        """Think about one thing, and about the next one after a pause."""
        table, thought = self._thoughts.popleft()
        with suppress(KingsburgError):
            finished(self._lobby.thought(table, thought, think(thought), steady_time()))
        self._is_busy = bool(self._thoughts)
        if self._is_busy:
            self._later(PAUSE, self._think_once)
        self._wake()

    def _wake(self) -> None:
        """Look at the clocks now, and again when the next one is over."""
        now = steady_time()
        due = finished(self._lobby.wake(now))
        if due is not None and due != self._wakes_at:
            self._wakes_at = due
            self._later(max(PAUSE, due - now), self._wake)


def start(post: Callable[[str], None]) -> Callable[[str], None]:
    """Start a worker in Pyodide: `post` takes what is for the page; the result takes what comes from it."""
    return Worker(post, get_event_loop().call_later).hear
