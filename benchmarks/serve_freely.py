"""A server for `serving.py`: as `kingsburg serve`, without limits for one address."""

from __future__ import annotations

import sys

from attrs import evolve

from kingsburg_rules.web.server_limits import LIMITS, Rate
from kingsburg_rules.web.serving import run_server

FREE = evolve(
    LIMITS,
    tries=Rate(10_000, 10_000),
    openings=Rate(10_000, 10_000),
    own_connections=LIMITS.all_connections,
)


def announce(address: str) -> None:
    """Say where the server is."""
    print(address, flush=True)


if __name__ == "__main__":
    run_server(sys.argv[1], "127.0.0.1", 0, announce, limits=FREE)
