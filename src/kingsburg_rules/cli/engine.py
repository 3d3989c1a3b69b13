"""`kingsburg engine`: play games for a program in another language, over JSON lines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from attrs import evolve

from kingsburg_rules.adapters.protocol import LIMITS, Engine, EngineLimits, serve


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Read a request from each line of standard input, and write each answer as a line to standard "
        "output. The reference in the docs lists all requests; engine.schema.json is their schema."
    )
    parser.add_argument(
        "--games",
        type=int,
        default=LIMITS.games,
        metavar="N",
        help=f"the most games that may be open at once ({LIMITS.games})",
    )


def run(options: Namespace) -> int:
    """Answer until the input ends."""
    limits: EngineLimits = evolve(LIMITS, games=max(1, options.games))
    # Bytes, because the protocol is UTF-8 whatever the terminal prefers.
    serve(sys.stdin.buffer, sys.stdout.buffer, Engine(limits))
    return 0
