"""Runs a server with uvicorn, until somebody stops it."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn

from kingsburg_rules import SetupError
from kingsburg_rules.web.limits import LIMITS, Limits
from kingsburg_rules.web.protocols import ImpatientHttp, ImpatientWebSocket
from kingsburg_rules.web.sandboxed_tables import PROCESS_LIMITS, ProcessLimits
from kingsburg_rules.web.server import LONGEST_FRAME, Server
from kingsburg_rules.web.store import SqliteStore, alone


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
    limits: Limits = LIMITS,
    process_limits: ProcessLimits = PROCESS_LIMITS,
) -> None:
    """Serve; `announce` gets the address when browsers can come.

    Raises:
        SetupError: The address is in use.
        SaveError: The file cannot be used, or another server uses it.
    """
    bound = _bound(host, port)
    with bound, alone(data):
        server = Server(SqliteStore(data), limits=limits, process_limits=process_limits)
        _Announcing(_config(server, host, port, limits), announce).run([bound])


def _config(server: Server, host: str, port: int, limits: Limits) -> uvicorn.Config:
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
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except (OSError, OverflowError) as error:
        raise SetupError("setup.serve", f"Cannot serve on {host}:{port}: {error}.") from error
    return found


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
            self._announce(f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/")
