"""The command line: `kingsburg` and its commands.

A command is a function listed in `COMMANDS`. It adds the parser of the command and sets `run` there to the
function that runs the command and returns the exit code. Modules that draw, and so import rich, are imported
when a command runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from kingsburg_rules import COMPILED, __version__
from kingsburg_rules.cli.cards import add_cards_command, add_explain_command
from kingsburg_rules.cli.check import add_check_command, add_test_command
from kingsburg_rules.cli.commands import is_rich
from kingsburg_rules.cli.new import add_new_command, add_schema_command
from kingsburg_rules.cli.play import add_play_command
from kingsburg_rules.cli.records import add_replay_command, add_show_command, add_trace_command
from kingsburg_rules.engine.errors import KingsburgError, missing_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (
    add_play_command,
    add_replay_command,
    add_show_command,
    add_cards_command,
    add_explain_command,
    add_new_command,
    add_check_command,
    add_test_command,
    add_trace_command,
    add_schema_command,
)
"""The commands, in the order in which the help lists them."""

_ERROR = 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit code."""
    options = _parser().parse_args(argv)
    try:
        _replace_what_cannot_be_written()
        return _run(options)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 0


def _run(options: argparse.Namespace) -> int:
    """Run a command; errors that the library raises on purpose become one line."""
    try:
        code: int = options.run(options)
    except KingsburgError as error:
        code = _refused(error)
    except ModuleNotFoundError as error:
        if not is_rich(error.name):
            raise
        code = _refused(missing_extra("terminal", "rich"))
    sys.stdout.flush()
    return code


def _refused(error: KingsburgError) -> int:
    """Write an error as one line."""
    print(f"kingsburg: {' '.join(str(error).split())}", file=sys.stderr)
    return _ERROR


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kingsburg", description="The board game Kingsburg, in a terminal.")
    build = "compiled" if COMPILED else "pure Python"
    parser.add_argument("--version", action="version", version=f"kingsburg-rules {__version__} ({build})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add_command in COMMANDS:
        add_command(commands)
    return parser


def _replace_what_cannot_be_written() -> None:
    """Write characters that the terminal does not have as question marks, instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.encoding.lower() != "utf-8":
        reconfigure(errors="replace")


def _forget_output() -> None:
    """Discard the rest of the output: its reader has left, and flushing it at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
