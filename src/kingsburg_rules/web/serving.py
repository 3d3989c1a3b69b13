"""Runs a server with uvicorn, until somebody stops it.

uvicorn reads requests and writes replies. It accepts no connections itself, since it would neither count
those that ask nothing nor end them; see `connections`. Only its WebSockets are changed here: they end for
somebody who pings and never reads, and for messages in endless pieces. Another version of uvicorn may name
these methods otherwise, so its version is bounded in `pyproject.toml`.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, suppress
from ipaddress import ip_address, ip_network
from typing import Final

import uvicorn
from attrs import evolve
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from kingsburg_rules import SetupError
from kingsburg_rules.table.sqlite import SqliteStore, alone
from kingsburg_rules.table.tables import TABLE_LIMITS, TableLimits
from kingsburg_rules.web.connections import (
    RECEIVED,
    Connection,
    Connections,
    Network,
    within_open_files,
)
from kingsburg_rules.web.logs import LogFormat, start_logging
from kingsburg_rules.web.sandboxed_tables import PROCESS_LIMITS, ProcessLimits
from kingsburg_rules.web.server import LONGEST_FRAME, Server
from kingsburg_rules.web.server_limits import LIMITS, ServerLimits

MOST_PIECES: Final = 100
"""How many pieces a message may have. Browsers send one."""

log = logging.getLogger("kingsburg")

ELSEWHERE: Final = "192.0.2.1"
"""An address that is nobody's (RFC 5737)."""


def serve(
    data: str,
    host: str,
    port: int,
    *,
    open_browser: bool,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    log_format: LogFormat = "text",
    tables: TableLimits = TABLE_LIMITS,
) -> int:
    """Serve until somebody stops it, and return the exit code."""

    def announce(address: str) -> None:
        print(f"Kingsburg is at {address} (press Ctrl+C to stop).", flush=True)
        if open_browser:
            webbrowser.open(address)

    limits = evolve(LIMITS, tables=tables)
    run_server(data, host, port, announce, limits=limits, names=names, proxies=proxies, log_format=log_format)
    return 0


def run_server(
    data: str,
    host: str,
    port: int,
    announce: Callable[[str], None],
    *,
    limits: ServerLimits = LIMITS,
    process_limits: ProcessLimits = PROCESS_LIMITS,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    log_format: LogFormat = "text",
) -> None:
    """Serve; `announce` gets the address when browsers can come.

    `names` are the names of hosts by which browsers reach the server, and `proxies` the addresses and
    networks of reverse proxies, which say for whom they ask.

    Raises:
        SetupError: The address is in use.
        SaveError: The file cannot be used, or another server uses it.
    """
    networks = [_network(each) for each in proxies]
    malformed = start_logging(log_format)
    limits = within_open_files(limits)
    connections = Connections(limits, networks)
    bound = _bound(host, port)
    with _leaving_when_terminated(), bound, alone(data), closing(SqliteStore(data)) as store:
        server = Server(
            store,
            limits=limits,
            process_limits=process_limits,
            addresses=addresses_of(bound),
            names=[name.lower() for name in names],
            connections=connections,
            malformed=malformed,
        )
        _Server(_config(server, proxies), connections, bound, announce).run()


@contextmanager
def _leaving_when_terminated() -> Generator[None]:
    """Close what is open on SIGTERM, too: uvicorn raises the signal again when it has ended."""
    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _network(address: str) -> Network:
    """Read the address of a proxy, or of a network of them.

    Raises:
        SetupError: It is something else.
    """
    try:
        return ip_network(address)
    except ValueError as error:
        raise SetupError("setup.serve", f"{address!r} is no address or network of a proxy.") from error


def _config(server: Server, proxies: Sequence[str]) -> uvicorn.Config:
    return uvicorn.Config(
        server.app(),
        loop="asyncio",
        access_log=False,  # addresses have the tokens of seats in them
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        http=H11Protocol,
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
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)  # connections inherit it
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


class _Server(uvicorn.Server):
    """A server that is given its connections one by one, and says when it has started."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        bound: socket.socket,
        announce: Callable[[str], None],
    ) -> None:
        super().__init__(config)
        self._connections, self._bound, self._announce = connections, bound, announce
        self._tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Start, listen, and say so."""
        await super().startup([])  # uvicorn itself listens nowhere
        self._bound.setblocking(False)
        self._bound.listen(self.config.backlog)
        self._tasks = [
            asyncio.create_task(self._connections.accept(self._bound, self._protocol)),
            asyncio.create_task(self._connections.watch()),
        ]
        for task in self._tasks:
            task.add_done_callback(self._has_ended)
        host, port = self._bound.getsockname()[:2]
        address = _address("127.0.0.1" if host in ("0.0.0.0", "::") else host, port)
        limits = self._connections.limits
        told = {"address": address, "connections": limits.all_connections, "own": limits.own_connections}
        log.info("the server has started", extra={"told": told})
        self._announce(address)

    def _has_ended(self, task: asyncio.Task[None]) -> None:
        """End the server if it does not listen any more, so that it is started again."""
        if not task.cancelled():
            log.critical("the server cannot go on", exc_info=task.exception())
            self.should_exit = True

    def _protocol(self, connection: Connection) -> asyncio.Protocol:
        """Serve a connection. Every request carries it, so that it can be told what is done for it."""
        return H11Protocol(self.config, self.server_state, {**self.lifespan.state, "connection": connection})

    async def shutdown(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Accept no more connections, and end those that there are."""
        log.info("the server ends", extra={"told": {"connections": len(self._connections.open)}})
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bound.close()
        await super().shutdown([])


class ImpatientWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends if somebody asks without listening, or sends messages in too many pieces."""

    def handle_ping(self) -> None:
        """Answer a ping, but not for somebody who only asks and never listens."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self.frames = []
            self.transport.abort()
