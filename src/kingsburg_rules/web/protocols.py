"""The connections of a server: uvicorn's, with an end for those who do not speak or do not listen.

uvicorn waits without an end for a request that does not come, and for a reader who takes nothing. Both would
keep a connection and its memory until the server has no room for others. A reverse proxy hides such clients;
this is for servers without one.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SECONDS_TO_ASK: Final = 20.0
"""How long a connection may last that asks nothing."""

SECONDS_TO_ANSWER: Final = 120.0
"""How long a request may take, from its first line to the last byte of the reply."""

SECONDS_TO_TAKE: Final = 15.0
"""How long a reader may leave a reply where it is, and how long a closed connection may stay."""

LOOK: Final = 5.0


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
