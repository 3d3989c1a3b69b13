"""Connections, from the moment they are accepted until they are closed: how many, how fast and for how long.

They are counted at the socket, before anything is read, so that a flood costs no more than accepting it. A
connection that is too many gets a short refusal, and nothing is logged: refusals are counted. The number of
connections stays below the number of files that the process may open, and one address cannot have them all.
A proxy whose word is taken for the addresses of others may have them all, and has to limit them itself.

This knows no HTTP. Each connection is given to a protocol of asyncio, and what is done for it says so here.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import IPv4Network, IPv6Network, ip_address
from math import inf
from typing import Final, Literal, TypeAlias

from attrs import define, evolve, field

from kingsburg_rules import SetupError
from kingsburg_rules.web.server_limits import ServerLimits, Tries, network_of

SECONDS_TO_ASK: Final = 20.0
"""How long a connection may last that asks nothing."""

SECONDS_TO_ANSWER: Final = 120.0
"""How long a request may take, from its first line to the last byte of the reply."""

SECONDS_TO_TAKE: Final = 15.0
"""How long a reader may leave a reply where it is, and how long a closed connection may stay."""

SECONDS_TO_TELL: Final = 600.0
"""How often the log tells of refusals at most."""

LOOK: Final = 5.0
PAUSE: Final = 0.1

MOST_LEFT: Final = 65_536
"""The bytes that may lie for a reader without a time limit: asyncio holds writers up when there are more."""

RECEIVED: Final = 65_536
"""The bytes that the system may receive for a connection before they are read. It also limits how much is
read at once, and so how long the others wait."""

FILES: Final = 200
"""The files that a server may need besides connections: tables, pipes of processes, the client."""

FEWEST: Final = 8

REFUSAL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"
)

NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = logging.getLogger("kingsburg")

Network: TypeAlias = IPv4Network | IPv6Network
Work: TypeAlias = Literal["http", "websocket"]
Refused: TypeAlias = Literal["address", "full", "rate", "system"]


def within_open_files(limits: ServerLimits) -> ServerLimits:
    """Raise the number of files that this process may open, and lower the limits to what it may.

    Raises:
        SetupError: The system allows too few.
    """
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.all_connections + FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    most = limits.all_connections if soft == resource.RLIM_INFINITY else min(wanted, soft) - FILES
    if most < FEWEST:
        raise SetupError("setup.serve", f"A server must be able to open {FILES + FEWEST} files, not {soft}.")
    own = max(1, limits.own_connections * most // limits.all_connections)
    return evolve(limits, all_connections=most, own_connections=own)


@define
class IdleTimer:
    """Notices that something has been the same for too long."""

    _what: object = None
    _since: float = 0

    def has_lasted(self, what: object, seconds: float, now: float) -> bool:
        """Whether it has been this for so long."""
        if what != self._what:
            self._what, self._since = what, now
        return now - self._since >= seconds


@define(eq=False)
class Connection:
    """A connection: the network that it comes from, and what is being done for it, if anything."""

    network: str | None
    transport: asyncio.Transport | None = None
    work: Work | None = None
    number: int = 0
    _waiting: IdleTimer = field(factory=IdleTimer)
    _taking: IdleTimer = field(factory=IdleTimer)

    @contextmanager
    def working(self, work: Work) -> Generator[None]:
        """Do something for the connection: answer a request, or serve a WebSocket."""
        self.work = work
        self.number += 1
        try:
            yield
        finally:
            self.work = None

    def is_overdue(self, now: float) -> bool:
        """Whether it has asked nothing, been answered or taken nothing for too long."""
        if self.transport is None:
            return False
        left = self.transport.get_write_buffer_size()
        takes_time = left > MOST_LEFT or self.transport.is_closing()
        is_stuck = self._taking.has_lasted(left if takes_time else None, SECONDS_TO_TAKE, now)
        asks = self.work is not None or left > 0
        seconds = inf if self.work == "websocket" else SECONDS_TO_ANSWER if asks else SECONDS_TO_ASK
        return self._waiting.has_lasted((self.number, asks), seconds, now) or (takes_time and is_stuck)


class _CountedSocket(socket.socket):
    """A socket that says when it is closed, whoever closes it."""

    def __init__(self, found: socket.socket, closed: Callable[[], None]) -> None:
        super().__init__(found.family, found.type, found.proto, found.detach())
        self._says = closed

    def close(self) -> None:
        """Close it."""
        if self.fileno() >= 0:
            self._says()
        super().close()


@define(eq=False)
class Connections:
    """All connections of a server."""

    limits: ServerLimits
    proxies: Sequence[Network] = ()
    open: set[Connection] = field(factory=set[Connection])
    accepted: int = 0
    refused: Counter[Refused] = field(factory=Counter["Refused"])
    overdue: int = 0
    _of: Counter[str] = field(factory=Counter[str])
    _openings: Tries = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._openings = Tries(self.limits.openings)

    async def accept(
        self, listening: socket.socket, protocol: Callable[[Connection], asyncio.Protocol]
    ) -> None:
        """Accept connections until the task is cancelled; `protocol` makes what serves one.

        asyncio would accept thousands at once before one could be refused, and log each that the system
        cannot open.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                found, (host, *_) = await loop.sock_accept(listening)
            except OSError as error:
                self.refused["system"] += 1
                await asyncio.sleep(PAUSE if error.errno in NO_ROOM else 0)
                continue
            network = None if self._is_proxy(host) else network_of(host)
            refused = self._refuses(network, loop.time())
            if refused is None:
                await self._begin(found, Connection(network), protocol)
            else:
                self.refused[refused] += 1
                with suppress(OSError), found:
                    found.send(REFUSAL)
                await asyncio.sleep(0)  # those who are connected have their turn

    async def _begin(
        self, found: socket.socket, connection: Connection, protocol: Callable[[Connection], asyncio.Protocol]
    ) -> None:
        """Count a connection, and let it be served."""
        self.accepted += 1
        self.open.add(connection)
        if connection.network is not None:
            self._of[connection.network] += 1
        counted = _CountedSocket(found, lambda: self._forget(connection))
        try:
            made = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: protocol(connection), counted
            )
        except OSError:  # it has gone already
            counted.close()
        else:
            connection.transport = made[0]

    def _forget(self, connection: Connection) -> None:
        self.open.discard(connection)
        if connection.network is not None:
            self._of[connection.network] -= 1
            if not self._of[connection.network]:
                del self._of[connection.network]

    def _refuses(self, network: str | None, now: float) -> Refused | None:
        """Why a connection is one too many, if it is."""
        if len(self.open) >= self.limits.all_connections:
            return "full"
        if network is None:
            return None
        if self._of[network] >= self.limits.own_connections:
            return "address"
        return None if self._openings.allows(network, now) else "rate"

    def _is_proxy(self, host: str) -> bool:
        return bool(self.proxies) and any(ip_address(host) in each for each in self.proxies)

    async def watch(self) -> None:
        """Every few seconds, end the connections that are overdue; now and then, tell of refusals."""
        clock = asyncio.get_running_loop().time
        now, seen, told, since = 0.0, clock(), 0, 0.0
        while True:
            await asyncio.sleep(LOOK)
            # What lasts because this process had no turn is nobody's fault.
            now, seen = now + min(clock() - seen, 2 * LOOK), clock()
            if self.refused.total() > told and now - since >= SECONDS_TO_TELL:
                told, since = self.refused.total(), now
                log.warning("connections were refused", extra={"told": dict(self.refused)})
            for connection in [*self.open]:
                if connection.is_overdue(now) and connection.transport is not None:
                    self.overdue += 1
                    connection.transport.abort()
