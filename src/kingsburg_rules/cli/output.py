"""Output of the commands. Names of files, cards and players come from anybody; here they become harmless.

No other module of the command line prints, so that no text from elsewhere moves a cursor, turns what stands
beside it around, or ends the program because a terminal cannot write it.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import NoReturn
from unicodedata import combining, east_asian_width

from attrs import asdict

from kingsburg_rules import Diagnostic
from kingsburg_rules.content import LINE_BREAK, page_of, printable, printable_json
from kingsburg_rules.engine import closest


def tell(*lines: object, end: str = "\n") -> None:
    """Print lines, without characters that cannot be seen."""
    print(*(printable(str(line)) for line in lines), sep="\n", end=end)


def complain(line: str) -> None:
    """Print a line to the standard error, below what is printed already."""
    # What is printed already may still wait in a buffer, and would come after this line.
    sys.stdout.flush()
    print(printable(line), file=sys.stderr, flush=True)


def clear_screen() -> None:
    """Empty the screen, if somebody looks at one."""
    # To the standard error, so that a file or a pipe gets reports alone.
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="", file=sys.stderr)


def tell_json(data: object) -> None:
    """Print data as JSON; characters that cannot be seen are escaped."""
    print(printable_json(data))


class Parser(ArgumentParser):
    """A parser of options that says what was likely meant, without characters that cannot be seen."""

    def error(self, message: str) -> NoReturn:
        """End the program with a message, and with the choice that is nearly what was typed."""
        wrong, _, allowed = message.partition("invalid choice: ")[2].partition(" (choose from ")
        near = closest(wrong.strip("'"), _OPTION.findall(allowed))
        super().error(printable(message if near is None else f"{message}; did you mean '{near}'?"))

    def refuse(self, argument: str) -> NoReturn:
        """End the program: nobody knows what to do with an argument."""
        name = argument.partition("=")[0]
        near = closest(name, _OPTION.findall(self.format_usage())) if name.startswith("-") else None
        hint = "" if near is None else f"; did you mean '{near}'?"
        self.error(f"unrecognized argument: {argument}{hint}")


_OPTION = re.compile(r"-{0,2}\w[\w-]*")


# Diagnostics: for people, for programs and for GitHub

PASSED, FAILED, MISUSED = 0, 1, 2
"""The exit codes."""

_WIDTH = 100
"""How many characters of a line are shown."""

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,:\[\]{}\"']+|.")
"""What is underlined: a quoted text, a word, or a single character."""


def for_people(problem: Diagnostic, texts: Mapping[str, str]) -> str:
    """Write a problem with its line, out of the files as they were read: none is opened again."""
    return f"{_in_a_line(str(problem))}\n{excerpt(_line(problem, texts), problem.column)}"


def counted(number: int, noun: str) -> str:
    """Write a number of things: `1 card`, `2 cards`."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def more_about(problem: Diagnostic) -> str:
    """Name the command that explains a problem."""
    return f"kingsburg explain {problem.code} describes it"


def explanation_hint(problems: Sequence[Diagnostic]) -> str:
    """Write the last line of a report: which command explains the first problem, if there is one."""
    return f"{more_about(problems[0])}.\n" if problems else ""


def for_programs(problem: Diagnostic) -> dict[str, object]:
    """Describe a problem as data, with what to write instead and the page of the docs about its code."""
    return {**asdict(problem), "page": page_of(problem.code)}


def for_github(problem: Diagnostic) -> str:
    """Write the command that makes GitHub annotate a line."""
    place = f"file={_escaped(problem.file)},line={problem.line},col={problem.column}"
    mark = f"::{problem.severity} {place},title={_escaped(problem.code)}"
    return _in_a_line(f"{mark}::{_escaped(problem.message)}")


def excerpt(line: str, number: int) -> str:
    """Show a line with the word at a column underlined; nothing if there is no such column."""
    column = number - 1
    if column > len(line) or not line.strip():
        return ""
    start = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = _in_a_line(line[start : start + _WIDTH])
    word = _WORD.match(shown, column - start)
    marks = "^" * _columns(word[0] if word else "^")
    return f"    {shown}\n    {' ' * _columns(shown[: column - start])}{marks}\n"


def _columns(text: str) -> int:
    """Count the columns of a text in a terminal: some signs are two wide, and accents have no width."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _line(problem: Diagnostic, texts: Mapping[str, str]) -> str:
    """Return the line of a problem; nothing if its file was not read."""
    lines = LINE_BREAK.split(texts.get(problem.file, ""))
    return lines[problem.line - 1] if problem.line <= len(lines) else ""


def _in_a_line(text: str) -> str:
    """Make a text safe to print, and one line of it."""
    return printable(text).replace("\n", "?")


def _escaped(text: str) -> str:
    """Escape a text for GitHub's commands."""
    for sign in "%\r\n:,":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
