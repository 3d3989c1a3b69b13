"""The command line: `kingsburg` and its commands.

The module of a command is called like it. It has `add_options`, which describes the command to its parser,
and `run`, which carries it out and returns the exit code. `part` imports it when the command is called; so
the others may need what is not installed.
"""

from __future__ import annotations

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from kingsburg_rules import COMPILED, KingsburgError, __version__
from kingsburg_rules.cli.output import Parser, complain
from kingsburg_rules.engine import missing_extra

COMMANDS = {
    "play": "play a game, or watch one",
    "replay": "retell a recorded game",
    "show": "draw a recorded or saved game",
    "cards": "list the cards, or show one",
    "explain": "describe what cards do, or what a code in a report means",
    "serve": "play in a browser, with friends or alone",
    "tables": "list, close or export the tables of a server",
    "new": "start a pack, a card or a scenario",
    "check": "find the mistakes in a pack",
    "test": "play the examples of a pack, and random games with it",
    "simulate": "let bots play many games, and write the results",
    "balance": "measure how strong the cards of a pack are",
    "engine": "play games for a program in another language, over JSON lines",
    "trace": "report what every step of a recorded game did",
    "lsp": "start the language server for editors",
    "schema": "show where the JSON Schemas for editors are, or write them",
}
"""The commands with their lines in the help, in its order."""

_ERROR = 2
_INTERRUPTED = 130
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""What the system says when a disk, or somebody's part of it, is full."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit code."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # `kingsburg cards | head` has done what was asked of it.
        _forget_output()
        return 0
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _forget_output()
        complain("kingsburg: Cannot write the output: there is no space left.")
        return _ERROR
    return code


def _run(argv: Sequence[str]) -> int:
    """Run a command; errors that the library raises on purpose become one line."""
    try:
        options = _parse(argv)
        _agree_on_characters()
        code: int = options.run(options)
    except KingsburgError as error:
        complain(f"kingsburg: {' '.join(str(error).split())}")
        return _ERROR
    return code


def _parse(argv: Sequence[str]) -> Namespace:
    """Read the command and its options, which only the module of this command knows."""
    parser = Parser(
        prog="kingsburg",
        description="Play the board game Kingsburg, write cards for it, and let programs play.",
    )
    build = "compiled" if COMPILED else "pure Python"
    parser.add_argument("--version", action="version", version=f"kingsburg-rules {__version__} ({build})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parsers = {name: commands.add_parser(name, help=line) for name, line in COMMANDS.items()}
    # Only the module of this command is imported: others take time, and may need what is not installed.
    called = next((word for word in argv if not word.startswith("-")), "")
    if called in parsers:
        module = part(called)
        module.add_options(parsers[called])
        parsers[called].set_defaults(run=module.run)
    options, strange = parser.parse_known_args(argv)
    if strange:
        parsers.get(called, parser).refuse(strange[0])
    return options


def part(name: str) -> ModuleType:
    """Import a module of the command line. What reads packs asks for the extra `author` by itself.

    Raises:
        SetupError: It needs the extra `terminal`, which is not installed.
    """
    try:
        return import_module(f"kingsburg_rules.cli.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        raise missing_extra("terminal", "rich") from error


def _agree_on_characters() -> None:
    """Read and write UTF-8 in files and pipes, whatever the system prefers; Windows has others there.

    What a terminal does not have becomes a question mark, and so it does where `PYTHONIOENCODING` is set.
    """
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None or stream.encoding.lower() == "utf-8":
            continue
        if stream.isatty() or "PYTHONIOENCODING" in os.environ:
            reconfigure(errors="replace")
        else:
            reconfigure(encoding="utf-8")


def _forget_output() -> None:
    """Discard the rest of the output: its reader has left, and flushing it at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
