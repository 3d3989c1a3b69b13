"""The parsers of the command line, for the directive that describes them."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from functools import partial

from kingsburg_rules.cli import COMMANDS, part

PHONE = partial(HelpFormatter, width=72)
"""Lines as short as a phone allows, however wide the terminal is in which the pages are built."""


def parser_of(name: str) -> ArgumentParser:
    """Make the parser of a command, as the program does."""
    line = COMMANDS[name]
    parser = ArgumentParser(
        prog=f"kingsburg {name}",
        description=f"{line[:1].upper()}{line[1:]}.",
        formatter_class=PHONE,
        add_help=False,
    )
    part(name).add_options(parser)
    return parser
