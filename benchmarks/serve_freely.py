"""A server for `serving.py`: as `kingsburg serve`, without a limit on how often one address opens tables."""

from __future__ import annotations

import sys

from attrs import evolve

from kingsburg_rules.web.limits import LIMITS, Rate
from kingsburg_rules.web.running import run_server


def announce(address: str) -> None:
    """Say where the server is."""
    print(address, flush=True)


if __name__ == "__main__":
    run_server(sys.argv[1], "127.0.0.1", 0, announce, limits=evolve(LIMITS, tries=Rate(10_000, 10_000)))
