"""Output of the commands. Names of files, cards and players come from anybody; here they become harmless.

No other module of the command line prints, so that no text from elsewhere moves a cursor, turns what stands
beside it around, or ends the program because a terminal cannot write it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import NoReturn

from kingsburg_rules.content import printable, printable_json


def tell(*lines: object, end: str = "\n") -> None:
    """Print lines, without characters that cannot be seen."""
    print(*(printable(str(line)) for line in lines), sep="\n", end=end)


def complain(line: str) -> None:
    """Print a line to the standard error, below what is printed already."""
    sys.stdout.flush()
    print(printable(line), file=sys.stderr, flush=True)


def clear_screen() -> None:
    """Empty the screen, if somebody looks at one."""
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="", file=sys.stderr)


def tell_json(data: object) -> None:
    """Print data as JSON; characters that cannot be seen are escaped."""
    print(printable_json(data))


class Parser(ArgumentParser):
    """A parser of options that quotes what it does not understand without characters that cannot be seen."""

    def error(self, message: str) -> NoReturn:
        """End the program with a message."""
        super().error(printable(message))
