"""Comments that silence warnings on their line: `# lint: no_example -- tested elsewhere`.

A comment that has a line for itself is about the next line that is not a comment. It names one or more
passes, or whole codes, and must give a reason.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.yaml_reader import LINE_BREAK
from kingsburg_rules.engine.errors import WARNING, Diagnostic, unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from kingsburg_rules.content.reading import Sheet

ABOUT_SILENCES = ("lint.no_reason", "lint.unknown_pass", "lint.idle_silence")
"""The codes of warnings about such comments."""

BY_PLAYING = ("test.never_offered", "test.missed")
"""Codes of `kingsburg test` that such a comment silences, too; `check` cannot say if it is needed."""

_MARK = "lint:"
_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*lint:(?P<codes>[^\n]*?)(?:[ \t]--(?P<reason>.*))?$")


@define(eq=False, repr=False)
class Silence:
    """A comment: its place, the line it is about, the codes that it names and has silenced, its reason."""

    place: tuple[int, int]
    line: int
    codes: tuple[str, ...]
    reason: str
    used: set[str] = field(factory=set[str])

    def covers(self, line: int, code: str) -> bool:
        """Return whether it silences a warning of a line, and note that it did."""
        if line != self.line or code not in self.codes or not self.reason:
            return False
        self.used.add(code)
        return True


class _Comments:
    """All such comments of a file."""

    def __init__(self, text: str) -> None:
        self.lines = LINE_BREAK.split(text)
        self.all = list(_silences(self.lines))

    def silence(self, warning: Diagnostic) -> bool:
        """Return whether a warning is silenced; one at a comment is about what follows."""
        line = _line_meant(self.lines, warning.line - 1) + 1
        found = [comment.covers(line, warning.code) for comment in self.all]
        return any(found)


def is_silenced(text: str, problem: Diagnostic) -> bool:
    """Return whether a comment in a file silences a problem on one of its lines."""
    return _MARK in text and _Comments(text).silence(problem)


def silenced(
    sheets: Iterable[Sheet], warnings: Iterable[Diagnostic], known: Collection[str]
) -> list[Diagnostic]:
    """Leave out what is silenced; add warnings about silences without a reason, or without a use."""
    comments = {sheet.file: _Comments(sheet.text) for sheet in sheets if _MARK in sheet.text}
    left = [
        warning
        for warning in warnings
        if warning.file not in comments or not comments[warning.file].silence(warning)
    ]
    for file, found in comments.items():
        for comment in found.all:
            left += (Diagnostic(file, *comment.place, *said, WARNING) for said in _about(comment, known))
    return left


def _about(comment: Silence, known: Collection[str]) -> Iterator[tuple[str, str]]:
    if not comment.reason:
        yield "lint.no_reason", "say why, after ' -- '; without a reason nothing is silenced"
        return
    for code in comment.codes:
        if code in BY_PLAYING:
            continue
        if code not in known:
            yield "lint.unknown_pass", unknown(code, known, before="the lint has no such warning: ")
        elif code not in comment.used:
            message = f"there is no warning '{code}' on line {comment.line}; leave this out"
            yield "lint.idle_silence", message


def _silences(lines: list[str]) -> Iterator[Silence]:
    """Find the comments of a file."""
    for k, line in enumerate(lines):
        found = _COMMENT.search(line) if _MARK in line else None
        if found is None:
            continue
        codes = tuple(_whole(code) for code in re.split(r"[,\s]+", found["codes"].strip()) if code)
        place = (k + 1, found.start() + 1)
        yield Silence(place, _line_meant(lines, k) + 1, codes, (found["reason"] or "").strip())


def _whole(code: str) -> str:
    return code if "." in code else f"lint.{code}"


def _line_meant(lines: list[str], start: int) -> int:
    """Return a line, or the next one with content if it is empty or a comment."""
    after = range(start, len(lines))
    return next((k for k in after if lines[k].strip() and not lines[k].lstrip().startswith("#")), start)
