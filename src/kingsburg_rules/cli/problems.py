"""Mistakes for people and for GitHub: the line they stand in, with what is wrong underlined."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.errors import Problem

_WIDTH = 100
"""How much of a line is shown."""

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,:\[\]{}\"']+|.")
"""What is underlined: a quoted text, a word, or a single sign."""


def for_people(problem: Problem) -> str:
    """Write a mistake with its line."""
    return f"{_printable(str(problem))}\n{excerpt(_line(problem), problem.column)}"


def more_about(problem: Problem) -> str:
    """Say where more is told of a mistake."""
    return f"kingsburg explain {problem.code} tells more"


def where_more_is_told(problems: Sequence[Problem]) -> str:
    """Write the last line of a report: where more is told of the first mistake; nothing without one."""
    return f"{more_about(problems[0])}.\n" if problems else ""


def for_programs(problem: Problem) -> dict[str, object]:
    """Tell a mistake as data, with the page of the docs that its code has."""
    from kingsburg_rules.content.code_texts import page_of

    return {**asdict(problem), "page": page_of(problem.code)}


def for_github(problem: Problem, command: str = "") -> str:
    """Write the command by which GitHub marks a line: by its severity, unless another one is given."""
    place = f"file={_escaped(problem.file)},line={problem.line},col={problem.column}"
    mark = f"::{command or problem.severity} {place},title={_escaped(problem.code)}"
    return _printable(f"{mark}::{_escaped(problem.message)}")


def excerpt(line: str, number: int) -> str:
    """Show a line with what is wrong from a column on underlined; nothing if there is no such column."""
    column = number - 1
    if column >= len(line) or not line.strip():
        return ""
    start = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = _printable(line[start : start + _WIDTH])
    word = _WORD.match(shown, column - start)
    marks = "^" * len(word[0] if word else "^")
    return f"    {shown}\n    {' ' * (column - start)}{marks}\n"


def _line(problem: Problem) -> str:
    """Give a line of a file, which may lie in a zip."""
    from kingsburg_rules.content.pack_files import MAX_BYTES
    from kingsburg_rules.content.yaml_syntax import LINE_BREAK

    path = Path(problem.file)
    if path.is_file():
        with path.open("rb") as stream:
            text = stream.read(MAX_BYTES).removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")
    else:
        text = next((_in_zip(home, problem.file) for home in path.parents if home.is_file()), "")
    lines = LINE_BREAK.split(text)
    return lines[problem.line - 1] if problem.line <= len(lines) else ""


def _in_zip(home: Path, file: str) -> str:
    from kingsburg_rules.content.pack_files import Source
    from kingsburg_rules.content.pack_zips import zip_sources

    return next((s.text for s in zip_sources(home) if isinstance(s, Source) and s.file == file), "")


def _printable(text: str) -> str:
    """Replace what would move the cursor of a terminal."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "?" for sign in text)


def _escaped(text: str) -> str:
    """Write a text as GitHub's commands want it."""
    for sign in "%\r\n:,":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
