"""The terminal: `kingsburg` and its commands.

A command is a module with a function `add_parser`, listed in `COMMANDS`. It adds its own parser and sets
`run` there to the function that carries it out and gives the exit code.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from kingsburg_rules import __version__
from kingsburg_rules.cli import cards, check, explain, migrate, new, play, replay, schema, show, test, trace
from kingsburg_rules.engine.errors import KingsburgError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (play, replay, show, cards, explain, new, check, test, trace, migrate, schema)
"""The commands, in the order in which the help lists them."""

_MISTAKE = 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and give the exit code."""
    wishes = _parser().parse_args(argv)
    try:
        _replace_what_cannot_be_written()
        return _carried_out(wishes)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 0


def _carried_out(wishes: argparse.Namespace) -> int:
    """Carry out a command; every error the library raises on purpose becomes one line."""
    try:
        code: int = wishes.run(wishes)
    except KingsburgError as error:
        print(f"kingsburg: {' '.join(str(error).split())}", file=sys.stderr)
        code = _MISTAKE
    sys.stdout.flush()
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kingsburg", description="The board game Kingsburg, in a terminal.")
    parser.add_argument("--version", action="version", version=f"kingsburg-rules {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def _replace_what_cannot_be_written() -> None:
    """Let terminals that know few signs show others as question marks, instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.encoding.lower() != "utf-8":
        reconfigure(errors="replace")


def _forget_output() -> None:
    """Send the rest of the output nowhere: its reader has left, and flushing it at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
