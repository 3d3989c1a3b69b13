"""Runs a server with uvicorn, until somebody stops it, and ends connections that do not speak or listen.

uvicorn waits without an end for a request that does not come, and for a reader who takes nothing. Both would
keep a connection and its memory until the server has no room for others. A reverse proxy hides such clients;
this is for servers without one.
"""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kingsburg_rules import SetupError
from kingsburg_rules.table.sqlite import SqliteStore, alone
from kingsburg_rules.web.sandboxed_tables import PROCESS_LIMITS, ProcessLimits
from kingsburg_rules.web.server import LONGEST_FRAME, Server
from kingsburg_rules.web.server_limits import LIMITS, ServerLimits

SECONDS_TO_ASK: Final = 20.0
"""How long a connection may last that asks nothing."""

SECONDS_TO_ANSWER: Final = 120.0
"""How long a request may take, from its first line to the last byte of the reply."""

SECONDS_TO_TAKE: Final = 15.0
"""How long a reader may leave a reply where it is, and how long a closed connection may stay."""

LOOK: Final = 5.0

ELSEWHERE: Final = "192.0.2.1"
"""An address that is nobody's (RFC 5737)."""


def serve(data: str, host: str, port: int, *, open_browser: bool) -> int:
    """Serve until somebody stops it, and return the exit code."""

    def announce(address: str) -> None:
        print(f"Kingsburg is at {address} (press Ctrl+C to stop).", flush=True)
        if open_browser:
            webbrowser.open(address)

    run_server(data, host, port, announce)
    return 0


def run_server(
    data: str,
    host: str,
    port: int,
    announce: Callable[[str], None],
    *,
    limits: ServerLimits = LIMITS,
    process_limits: ProcessLimits = PROCESS_LIMITS,
) -> None:
    """Serve; `announce` gets the address when browsers can come.

    Raises:
        SetupError: The address is in use.
        SaveError: The file cannot be used, or another server uses it.
    """
    bound = _bound(host, port)
    with bound, alone(data), closing(SqliteStore(data)) as store:
        server = Server(store, limits=limits, process_limits=process_limits, addresses=addresses_of(bound))
        _Announcing(_config(server, host, port, limits), announce).run([bound])


def _config(server: Server, host: str, port: int, limits: ServerLimits) -> uvicorn.Config:
    return uvicorn.Config(
        server.app(),
        host=host,
        port=port,
        access_log=False,  # addresses have the tokens of seats in them
        log_level="warning",
        server_header=False,
        limit_concurrency=limits.all_connections + 200,
        timeout_graceful_shutdown=5,
        http=ImpatientHttp,
        ws=ImpatientWebSocket,
        ws_max_size=LONGEST_FRAME,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )


def _bound(host: str, port: int) -> socket.socket:
    """Take the address.

    Raises:
        SetupError: Somebody else has it.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind)
        # A server that is started again would have to wait for the old connections of the last one.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except (OSError, OverflowError) as error:
        raise SetupError("setup.serve", f"Cannot serve on {host}:{port}: {error}.") from error
    return found


def addresses_of(bound: socket.socket) -> list[str]:
    """List the addresses by which other machines reach what is bound; on loopback there are none."""
    host, port = bound.getsockname()[:2]
    hosts = own_addresses() if ip_address(host).is_unspecified else [host]
    return [_address(each, port) for each in hosts if not ip_address(each).is_loopback]


def own_addresses() -> list[str]:
    """List the addresses of this machine: that of its way to others, or without one those of its name."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((ELSEWHERE, 9))  # sends nothing; it only chooses a way
        return [way.getsockname()[0]]
    with suppress(OSError):
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Announcing(uvicorn.Server):
    """A server that says when it has started."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup([*sockets] if sockets else None)
        for each in sockets or ():
            host, port = each.getsockname()[:2]
            shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
            self._announce(_address(shown, port))


# Connections


class IdleTimer:
    """Looks at a connection every few seconds, and ends it when it has been the same for too long.

    `what` is anything that says what the connection waits for; while it is equal, time passes.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._what: object = None
        self._since = loop.time()

    def has_lasted(self, what: object, seconds: float) -> bool:
        """Write whether a connection has waited for the same thing for so long."""
        now = self._loop.time()
        if what != self._what:
            self._what, self._since = what, now
        return now - self._since >= seconds


class ImpatientHttp(H11Protocol):
    """HTTP/1.1 that ends connections without a request, and requests without an end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look at a connection."""
        super().connection_made(transport)
        self._watch = IdleTimer(self.loop)
        self._look()

    def _look(self) -> None:
        """End the connection if it has waited for too long; look again later."""
        if self not in self.connections:  # it is over, or it is a WebSocket now
            return
        asked = bool(self.cycle) and not self.cycle.response_complete
        seconds = SECONDS_TO_ANSWER if asked else SECONDS_TO_ASK
        if self._watch.has_lasted((asked, id(self.cycle)), seconds):
            self.transport.abort()
            return
        self.loop.call_later(LOOK, self._look)


class ImpatientWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends if its reader takes nothing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to look at a connection."""
        super().connection_made(transport)
        self._watch = IdleTimer(self.loop)
        self._look()

    def _look(self) -> None:
        """End the connection if nothing is taken, or if it is closed but does not go away."""
        if self not in self.connections:
            return
        waits = self.transport.is_closing() or not self.writable.is_set()
        if not waits:
            self._watch.has_lasted(None, 0)
        elif self._watch.has_lasted("a reader", SECONDS_TO_TAKE):
            self.transport.abort()
            return
        self.loop.call_later(LOOK, self._look)

    def handle_ping(self) -> None:
        """Answer a ping, but not for somebody who only asks and never listens."""
        if not self.writable.is_set():
            self.transport.abort()
            return
        super().handle_ping()
