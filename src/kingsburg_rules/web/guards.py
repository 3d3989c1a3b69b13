"""Checks of every request, and headers of every reply: the middleware of the server."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext, suppress
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingsburg_rules.web.client_files import FOREVER
from kingsburg_rules.web.connections import Connection

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

HEADERS_OF_PARTS: Final = {
    name: HEADERS[name] for name in ("Cross-Origin-Resource-Policy", "X-Content-Type-Options")
}
"""The headers of what is part of a page: files of a version, and catalogs. There are many of these."""

MISDIRECTED: Final = 421

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s\[\]:/?#@]+))(?::\d{1,5})?")


class Guard:
    """Refuses requests that name another host or that two servers could read differently.

    Everything that is sent gets the headers with which browsers are careful. `names` are the hosts of this
    server besides its addresses.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry out a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                part = headers.get("Cache-Control") == FOREVER
                for name, value in (HEADERS_OF_PARTS if part else HEADERS).items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        with _working(scope):
            await (self._refusal(Headers(scope=scope)) or self.app)(scope, receive, send_safely)

    def _refusal(self, headers: Headers) -> PlainTextResponse | None:
        """Explain why a request is not carried out, if it is not. The connection ends after it."""
        host = headers.get("Host", "")
        if not is_known(host, self.names):
            text = "This server does not go by this name. Its operator can add it with --name."
            return PlainTextResponse(text, MISDIRECTED, {"Connection": "close"})
        if "Content-Length" in headers and "Transfer-Encoding" in headers:
            return PlainTextResponse("A request has one length.", 400, {"Connection": "close"})
        return None


def is_known(host: str, names: Collection[str]) -> bool:
    """Whether a host is this server: by an address, as localhost, or by one of its names.

    A page of another site can have its own name lead to this machine, and read what the server replies; it
    cannot do that with an address.
    """
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = found[1] or found[2].removesuffix(".")
    with suppress(ValueError):
        return bool(ip_address(name))
    return name == "localhost" or name.endswith(".localhost") or name in names


def _working(scope: Scope) -> AbstractContextManager[None]:
    """Tell the connection of a request that somebody works for it."""
    connection = scope.get("state", {}).get("connection")
    return connection.working(scope["type"]) if isinstance(connection, Connection) else nullcontext()
