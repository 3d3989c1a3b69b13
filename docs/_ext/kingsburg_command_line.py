"""The command line, described by its own parsers: every command with every option."""

from __future__ import annotations

from argparse import ONE_OR_MORE, OPTIONAL, SUPPRESS, ZERO_OR_MORE, Action, ArgumentParser, HelpFormatter
from functools import partial
from typing import TYPE_CHECKING

from kingsburg_errors import escaped

from kingsburg_rules.cli import COMMANDS, part

if TYPE_CHECKING:
    from collections.abc import Iterator

USAGE = "usage: "
WIDTH = 72
REPEATED = (ONE_OR_MORE, ZERO_OR_MORE)


def commands_part() -> str:
    """Describe every command, in the order of the help."""
    return "\n".join(line for name in COMMANDS for line in _command(name))


def parser_of(name: str) -> ArgumentParser:
    """Make the parser of a command, as the program does."""
    parser = ArgumentParser(prog=f"kingsburg {name}", add_help=False)
    part(name).add_options(parser)
    return parser


def arguments_of(parser: ArgumentParser) -> list[Action]:
    """List what a command takes, names first; argparse has no public way to ask."""
    found = [action for action in parser._actions if action.help != SUPPRESS]
    return sorted(found, key=lambda action: bool(action.option_strings))


def _command(name: str) -> Iterator[str]:
    parser = parser_of(name)
    said = (parser.description or COMMANDS[name]).rstrip(".")
    yield from (
        f"(command-{name})=",
        f"## kingsburg {name}",
        "",
        f"{escaped(said[:1].upper() + said[1:])}.",
        "",
    )
    yield from ("```text", *_usage(parser), "```", "")
    for argument in arguments_of(parser):
        yield from (_written(argument), f": {_meaning(argument)}", "")
    if parser.epilog:
        yield from (escaped(parser.epilog), "")


def _usage(parser: ArgumentParser) -> Iterator[str]:
    """Write how a command is called, in lines as short as a phone allows."""
    parser.formatter_class = partial(HelpFormatter, width=WIDTH)
    for line in parser.format_usage().removeprefix(USAGE).rstrip().splitlines():
        yield line.removeprefix(" " * len(USAGE))


def _written(argument: Action) -> str:
    """Write an argument as people do: `--seed SEED`, or the name of what stands there."""
    value = argument.metavar or (argument.dest.upper() if argument.nargs != 0 else "")
    if argument.choices and not argument.metavar:
        value = "|".join(map(str, argument.choices))
    names = [f"{name} {value}".rstrip() for name in argument.option_strings] or [str(value)]
    return ", ".join(f"`{name}`" for name in names)


def _meaning(argument: Action) -> str:
    said = (argument.help or "").replace("%(default)s", str(argument.default)).replace("%%", "%")
    more = " Several may be given." if not argument.option_strings and argument.nargs in REPEATED else ""
    if not argument.option_strings and argument.nargs in (OPTIONAL, ZERO_OR_MORE):
        more += " May be left out."
    return f"{escaped(said)}.{more}"
