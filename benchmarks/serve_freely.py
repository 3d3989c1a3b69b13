"""A server for `serving.py`: as `kingsburg serve`, without limits for one address, and with shorter hours."""

from __future__ import annotations

import sys

from attrs import evolve

from kingsburg_rules.web import server
from kingsburg_rules.web.server_limits import LIMITS, Rate
from kingsburg_rules.web.serving import run_server

FREE = evolve(
    LIMITS,
    tries=Rate(10_000, 10_000),
    openings=Rate(10_000, 10_000),
    own_connections=LIMITS.all_connections,
    tables=evolve(LIMITS.tables, own_tables=LIMITS.tables.tables),
)


def announce(address: str) -> None:
    """Say where the server is."""
    print(address, flush=True)


if __name__ == "__main__":
    hour = float(sys.argv[3])
    setattr(server, "HOUR", hour)  # noqa: B010 -- it is final for everybody else
    setattr(server, "TIDY", min(server.TIDY, hour))  # noqa: B010
    run_server(sys.argv[1], "127.0.0.1", int(sys.argv[2]), announce, limits=FREE)
