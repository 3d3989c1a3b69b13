"""The server: a lobby behind HTTP and WebSockets, with Starlette.

Whatever changes a table happens in the event loop, one after the other, and takes a few milliseconds. What
takes longer happens elsewhere: rules are loaded in a thread, bots think in another process, and tables with
uploaded packs have one of their own. A connection that does not read what it gets is closed when too much
waits for it; one that says too much has to wait.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from attrs import define, evolve, field
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kingsburg_rules import LANGUAGES, KingsburgError, SetupError, choices
from kingsburg_rules.engine import is_map
from kingsburg_rules.table import AsyncTables, Found, Mind, Store, Thought, read_uploads, steady_time, think
from kingsburg_rules.table.uploads import LONGEST_UPLOAD
from kingsburg_rules.web.client_files import FOREVER, ClientFiles, compressed, takes_gzip
from kingsburg_rules.web.connections import Connections
from kingsburg_rules.web.guards import Guard
from kingsburg_rules.web.lobby import Lobby
from kingsburg_rules.web.logs import MalformedRequests
from kingsburg_rules.web.messages import Disconnected
from kingsburg_rules.web.metrics import exposition, of_process
from kingsburg_rules.web.processes import WorkerProcess
from kingsburg_rules.web.requests import (
    OK,
    LobbyReply,
    LobbyRequest,
    answer_replay,
    malformed,
    refused,
)
from kingsburg_rules.web.room import SLOW
from kingsburg_rules.web.sandboxed_tables import PROCESS_LIMITS, ProcessLimits, SandboxedTables
from kingsburg_rules.web.server_limits import LIMITS, ServerLimits, Tries, network_of

CLIENT: Final = Path(__file__).parent / "client"
"""The files that browsers load."""

LONGEST_BODY: Final = 10_000
LONGEST_WITH_UPLOADS: Final = LONGEST_UPLOAD + 100_000
LONGEST_FRAME: Final = 40_000
"""The number of bytes in a message on a WebSocket: the letters of a request may have four."""

MOST_WAITING: Final = 500_000
"""How many characters may wait for a connection, unless it is one message alone."""

MOST_WISHES: Final = 50
"""How many hints, odds and replays may wait. Bots have a process of their own, so nobody can hold them up."""

SECONDS_TO_SEND: Final = 15
SECONDS_TO_THINK: Final = 20
SECONDS_TO_UPLOAD: Final = 30
SECONDS_OF_HEALTH: Final = 1

PAUSE: Final = 0.05
TICK: Final = 0.5
TIDY: Final = 600
HOUR: Final = 3600
LATELY: Final = 24
"""Tables that were used in so many hours are set up when the server starts."""

MINE: Final = "/api/tables/mine"
"""The path of the request for one's own tables."""

POLICY_VIOLATION, TRY_LATER = 1008, 1013

BROKEN: Final = SetupError("table.broken", "The server made a mistake. Please report it.")

log = logging.getLogger("kingsburg")


@define(eq=False)
class OutgoingQueue:
    """A connection: what waits to be sent to it. When too much waits, it is dropped."""

    waiting: asyncio.Queue[str | None] = field(factory=asyncio.Queue[str | None])
    size: int = 0
    is_full: bool = False

    def put(self, text: str | None) -> None:
        """Add a message; None ends the connection after those that wait."""
        more = len(text or "")
        if self.is_full or (self.size and self.size + more > MOST_WAITING):
            self.is_full = True
            return
        self.size += more
        self.waiting.put_nowait(text)

    async def take(self) -> str | None:
        """Wait for the next message."""
        text = await self.waiting.get()
        self.size -= len(text or "")
        return text


class Server:
    """Tables for browsers: the state behind the application."""

    def __init__(
        self,
        store: Store,
        *,
        limits: ServerLimits = LIMITS,
        process_limits: ProcessLimits = PROCESS_LIMITS,
        client: Path = CLIENT,
        addresses: Sequence[str] = (),
        names: Collection[str] = (),
        connections: Connections | None = None,
        malformed: MalformedRequests | None = None,
    ) -> None:
        """Take the store; other machines reach the server by these addresses, and by the names of hosts.

        `connections` and `malformed` are counted for operators by whatever runs the application.
        """
        self.limits, self.addresses, self.names = limits, tuple(addresses), frozenset(names)
        self._connections = connections or Connections(limits, ())
        self._malformed = malformed or MalformedRequests()
        self._counts, self._delay = Counter[str](), 0.0
        self.lobby = Lobby(AsyncTables(store, limits.tables), self._say, self._think, limits)
        self.sandboxed = SandboxedTables(store, self._say, process_limits)
        self._store, self._client = store, client
        self._lines: dict[int, OutgoingQueue] = {}
        self._numbers = count(1)
        self._ready = asyncio.Event()
        self._jobs: set[asyncio.Task[None]] = set()
        self._tries, self._addresses = Tries(limits.tries), Counter[str]()
        # The lobby asks for one's own tables whenever it opens, and that starts nothing.
        self._looks = Tries(limits.looks)
        self._minds: dict[Mind, WorkerProcess] = {
            "quick": WorkerProcess(SECONDS_TO_THINK),
            "deep": WorkerProcess(SECONDS_TO_THINK),
            "wishes": WorkerProcess(SECONDS_TO_THINK, most=MOST_WISHES),
        }

    def app(self) -> Starlette:
        """Return the application."""
        routes: list[BaseRoute] = [
            Route("/healthz", self._health),
            Route("/metrics", self._metrics),
            Route("/api/{path:path}", self._api, methods=["GET", "POST"]),
            WebSocketRoute("/ws/{table}", self._connection),
        ]
        if self._client.is_dir():
            routes.append(Route("/{path:path}", ClientFiles(self._client).answer))
        return Starlette(routes=routes, lifespan=self._life, middleware=[Middleware(Guard, self.names)])

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncGenerator[None]:
        """Set up the tables of before, and look at clocks as long as the server runs."""
        tasks = [asyncio.create_task(self._prepare()), asyncio.create_task(self._look_at_clocks())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for job in self._jobs:
                job.cancel()
            await self.lobby.note_clocks(steady_time())
            await self.sandboxed.end()
            for mind in self._minds.values():
                mind.end()

    async def _prepare(self) -> None:
        """Make what everybody asks for first, and set up the tables that were used lately."""
        for language in LANGUAGES:
            await asyncio.to_thread(choices, language)
        _settle()
        self._ready.set()
        with suppress(KingsburgError):  # the store has said so
            for entry in await asyncio.to_thread(self._store.entries):
                if entry.idle < LATELY and not entry.over and not entry.has_packs:
                    with suppress(KingsburgError):  # one whose rules have changed says so when asked for
                        await self.lobby.room(entry.id, steady_time())

    # HTTP

    async def _health(self, _: Request) -> Response:
        """Report whether the server runs and can read its tables."""
        try:
            async with asyncio.timeout(SECONDS_OF_HEALTH):
                await asyncio.to_thread(self._store.find, "")
        except KingsburgError as error:
            return _response(refused(error, "en"))
        except TimeoutError:
            return _response(refused(SLOW, "en"))
        return _response(LobbyReply(OK, {"tables": len(self.lobby.rooms)}))

    async def _metrics(self, request: Request) -> Response:
        """Write numbers for the operator; to others, this page does not exist."""
        if not is_local(_address(request)):
            return PlainTextResponse("", HTTPStatus.NOT_FOUND)
        connections = self._connections
        samples: dict[str, float] = {
            "kingsburg_connections": len(connections.open),
            "kingsburg_connections_limit": self.limits.all_connections,
            "kingsburg_connections_accepted_total": connections.accepted,
            "kingsburg_connections_overdue_total": connections.overdue,
            "kingsburg_websockets": len(self._lines),
            "kingsburg_malformed_total": self._malformed.count,
            "kingsburg_tables": len(self.lobby.rooms),
            "kingsburg_tables_limit": self.limits.tables.tables,
            "kingsburg_processes": self.sandboxed.running,
            "kingsburg_thoughts": sum(mind.asked for mind in self._minds.values()),
            "kingsburg_delay_seconds": self._delay,
        }
        with suppress(KingsburgError):  # the health says so
            samples["kingsburg_tables_stored"] = len(await asyncio.to_thread(self._store.entries))
        for reason, number in connections.refused.items():
            samples[f'kingsburg_connections_refused_total{{reason="{reason}"}}'] = number
        self._delay = 0.0
        return PlainTextResponse(exposition({**samples, **self._counts, **of_process()}))

    async def _api(self, request: Request) -> Response:
        """Carry out a request."""
        # uvicorn leaves the body of the reply out by itself.
        method = "GET" if request.method == "HEAD" else request.method
        address = _address(request)
        asked = LobbyRequest(
            method, str(request.scope["path"]), dict(request.query_params), owner=network_of(address)
        )
        try:
            if method == "POST":
                tries = self._looks if asked.path.endswith(MINE) else self._tries
                tries.use(address, steady_time())
                asked = await _with_body(request, asked)
            reply = await self._reply(asked, address)
        except KingsburgError as error:
            reply = refused(error, asked.language)
        except (ClientDisconnect, TimeoutError, BrokenProcessPool):
            reply = refused(SLOW, asked.language)
        except Exception:
            log.exception("a request could not be answered")
            reply = refused(BROKEN, asked.language)
        self._counts[f'kingsburg_requests_total{{status="{reply.status}"}}'] += 1
        response = _response(reply)
        # Nothing else is compressed: the size of a secret beside a stranger's text would tell the secret.
        if reply.kept and takes_gzip(request):
            response.body = await asyncio.to_thread(compressed, bytes(response.body))
            response.headers["Content-Length"] = str(len(response.body))
            response.headers["Content-Encoding"] = "gzip"
        return response

    async def _reply(self, asked: LobbyRequest, address: str) -> LobbyReply:
        """Carry out a request where it belongs."""
        await self._ready.wait()
        match (asked.method, *[part for part in asked.path.split("/") if part]):
            case ("POST", "api", "tables"):
                return await self._open_table(asked)
            case ("POST", "api", "tables", "mine"):
                pass
            case (_, "api", "tables", table, *_):
                if await self._is_sandboxed(table, address):
                    return await self.sandboxed.request(table, asked)
            case ("GET", "api", "catalog", name):
                _, _, table = name.partition(".")
                if table and await self._is_sandboxed(table, address):
                    reply = await self.sandboxed.request(table, asked)
                    return LobbyReply(reply.status, reply.body, kept=reply.status == OK)
            case ("GET", "api", "addresses"):
                return LobbyReply(OK, {"addresses": [*self.addresses] if is_local(address) else []})
            case ("POST", "api", "replays"):
                return await self._minds["wishes"].do(answer_replay, asked.body, asked.language)
            case _:
                pass
        return await self.lobby.request(asked, steady_time())

    async def _is_sandboxed(self, table: str, address: str) -> bool:
        """Whether a table has uploads. Whoever makes its process start does something.

        Raises:
            SetupError: The address does too much.
        """
        if self.sandboxed.is_running(table):
            return True
        saved = None if table in self.lobby.rooms else await asyncio.to_thread(self._store.find, table)
        if saved is None or not saved.plan.packs:
            return False
        self._tries.use(address, steady_time())
        return True

    async def _open_table(self, asked: LobbyRequest) -> LobbyReply:
        """Open a table; one with uploads, in a process of its own."""
        tables = self.lobby.tables
        if not is_map(asked.body) or not asked.body.get("packs"):
            return await self.lobby.request(asked, steady_time())
        packs = read_uploads(asked.body["packs"])
        await tables.run(partial(tables.admit, asked.owner))
        return await self.sandboxed.open_table(asked, packs)

    # WebSockets

    async def _connection(self, socket: WebSocket) -> None:
        """Serve a connection as long as it lasts."""
        if not _same_origin(socket):
            await socket.close(POLICY_VIOLATION)
            return
        await socket.accept()
        number, line = next(self._numbers), OutgoingQueue()
        self._lines[number] = line
        writing = asyncio.create_task(self._write(socket, line))
        try:
            with self._counted(_address(socket)) as address:
                await self._connect(number, socket, address)
                await self._read(number, socket, line)
        except KingsburgError as error:
            line.put(Disconnected(error.code, error.message).to_json())
        except WebSocketDisconnect:
            line.put(None)
        except Exception:
            log.exception("a message could not be answered")
            line.put(Disconnected(BROKEN.code, BROKEN.message).to_json())
        finally:
            self._lines.pop(number, None)
            self.lobby.disconnect(number, steady_time())
            self.sandboxed.disconnect(number)
            await _ended(writing, line)
            await _closed(socket)

    @contextmanager
    def _counted(self, address: str) -> Generator[str]:
        """Count a connection as long as it lasts; those that come through a proxy are counted only here.

        Raises:
            SetupError: There are too many.
        """
        network = network_of(address)
        if self._addresses[network] >= self.limits.own_connections:
            raise SetupError("table.full", "Too many people are on this server.")
        self._addresses[network] += 1
        try:
            yield address
        finally:
            self._addresses[network] -= 1
            if not self._addresses[network]:
                del self._addresses[network]

    async def _connect(self, number: int, socket: WebSocket, address: str) -> None:
        """Connect to the table in the address.

        Raises:
            KingsburgError: There is none, the token is not for it, or there are too many.
        """
        table, token = str(socket.path_params["table"]), socket.query_params.get("token") or None
        if await self._is_sandboxed(table, address):
            await self.sandboxed.connect(number, table, token)
            return
        await self._ready.wait()
        await self.lobby.connect(number, table, token, steady_time())

    async def _read(self, number: int, socket: WebSocket, line: OutgoingQueue) -> None:
        """Pass on what somebody says, at a pace."""
        pace = self.limits.pace.begin(steady_time())
        while not line.is_full:
            text = await _received(socket)
            self._counts["kingsburg_messages_total"] += 1
            while not pace.allows(steady_time()):
                await asyncio.sleep(PAUSE)
            if not await self.sandboxed.hear(number, text):
                await self.lobby.hear(number, text, steady_time())
            await asyncio.sleep(0)  # other connections have their turn, even if more has come from this one

    async def _write(self, socket: WebSocket, line: OutgoingQueue) -> None:
        """Send what waits, until the end, or until the other side does not read any more."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            while not line.is_full and (text := await line.take()) is not None:
                await asyncio.wait_for(socket.send_text(text), SECONDS_TO_SEND)
                # What might follow is for nobody.
                if text.startswith('{"type":"closed"'):
                    break
        await _closed(socket)

    def _say(self, connection: int, text: str) -> None:
        line = self._lines.get(connection)
        if line is not None:
            line.put(text)

    # What takes longer

    def _think(self, table: str, thought: Thought) -> None:
        """Think about something in another process."""
        # asyncio holds tasks only weakly; one that nobody keeps may vanish before it is done.
        job = asyncio.create_task(self._thought(table, thought))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _thought(self, table: str, thought: Thought) -> None:
        found: Found = None
        try:
            found = await self._minds[thought.mind].do(think, thought)
        except (TimeoutError, BrokenProcessPool):
            log.warning("thinking about a table took too long, or too much memory")
        except Exception:
            log.exception("a thought failed")
        try:
            await self.lobby.thought(table, thought, found, steady_time())
        except KingsburgError:
            pass  # what could not be stored is thought about again
        except Exception:
            log.exception("a thought could not be used")

    async def _look_at_clocks(self) -> None:
        """Make bots answer for players whose time is over; now and then, forget tables that nobody uses.

        Hours are counted and not read from a clock, which may jump.
        """
        clock = asyncio.get_running_loop().time
        for tick in count():
            began = clock()
            await asyncio.sleep(TICK)
            self._delay = max(self._delay, clock() - began - TICK)
            await self.lobby.wake(steady_time())
            if tick % int(TIDY / TICK) == 0:
                await self.lobby.note_clocks(steady_time())
                self.lobby.tidy()
            if tick % int(HOUR / TICK) == int(HOUR / TICK) - 1:
                await self.lobby.age()
                _settle()


def _settle() -> None:
    """Collect garbage, and let later collections leave out what is there now.

    A full collection stops the server, and most of what it would visit is the rules, which stay.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def _with_body(request: Request, asked: LobbyRequest) -> LobbyRequest:
    """Read the JSON of a request, if it is not too long.

    Raises:
        SetupError: It is too long, or it is not JSON.
        TimeoutError: It takes too long to come.
    """
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # pages of other servers cannot send it without being asked
        raise malformed("its type must be application/json")
    uploading = asked.path.rstrip("/") in ("/api/tables", "/api/replays")
    async with asyncio.timeout(SECONDS_TO_UPLOAD):
        data = await _read_body(request, LONGEST_WITH_UPLOADS if uploading else LONGEST_BODY)
    try:
        body: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise malformed("it must be JSON") from error
    return evolve(asked, body=body)


async def _read_body(request: Request, most: int) -> bytes:
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise SetupError("table.size", "This is too long.")
    return bytes(found)


def _response(reply: LobbyReply) -> Response:
    """Write a reply. Only catalogs may be kept by browsers; their addresses say what is in them."""
    headers = (
        {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"} if reply.kept else {"Cache-Control": "no-store"}
    )
    text = json.dumps(reply.body, ensure_ascii=False, separators=(",", ":"))
    content = text.encode(errors="replace")
    return Response(content, reply.status, headers, media_type="application/json")


def _address(connection: HTTPConnection) -> str:
    """Return where a connection comes from, as far as limits are concerned."""
    return connection.client.host if connection.client else ""


def is_local(address: str) -> bool:
    """Whether an address is this machine. Strangers have no use for the addresses of its network."""
    with suppress(ValueError):
        return ip_address(address).is_loopback
    return False


def _same_origin(socket: WebSocket) -> bool:
    """Whether a page of this server opens a connection; programs that are not browsers name no page."""
    origin = socket.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == socket.headers.get("Host")
    except ValueError:
        return False


async def _received(socket: WebSocket) -> str:
    """Wait for the next message.

    Raises:
        SetupError: It is no text.
        WebSocketDisconnect: The connection has ended.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(int(message["code"]))
    text: object = message.get("text")
    if not isinstance(text, str):
        raise malformed("it must be text")
    return text


async def _ended(writing: asyncio.Task[None], line: OutgoingQueue) -> None:
    """Wait until everything that waits is sent, unless that takes too long."""
    if line.is_full:
        writing.cancel()
    line.put(None)
    with suppress(asyncio.CancelledError, TimeoutError):
        await asyncio.wait_for(writing, SECONDS_TO_SEND)


async def _closed(socket: WebSocket) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):
        if socket.application_state is not WebSocketState.DISCONNECTED:
            await asyncio.wait_for(socket.close(TRY_LATER), SECONDS_TO_SEND)
