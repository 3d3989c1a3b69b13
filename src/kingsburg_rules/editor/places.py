r"""Places in a text, as the checker counts them and as editors do.

The checker counts lines and columns from 1, in characters. The protocol counts both from 0, and columns in
the units of UTF-16, in which an emoji is two. A line ends with `\n`, `\r\n` or `\r`.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.content.yaml_reader import LINE_BREAK

Offset: TypeAlias = int
"""A line and a column of a text as one number: the characters before it."""

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,\[\]{}\"'#:](?:[^\s,\[\]{}:]|:(?=\S))*|\S")
"""What a mistake is about: a quoted text, a word with its dots and slashes, or a single character."""


@frozen
class Position:
    """A place as the protocol counts it."""

    line: int
    character: int


@frozen
class Span:
    """A part of one line, or of several, as the protocol counts it; the end is behind the last character."""

    start: Position
    end: Position

    def __contains__(self, position: Position) -> bool:
        """Whether a place is in it, or directly behind it."""
        found = (position.line, position.character)
        return (self.start.line, self.start.character) <= found <= (self.end.line, self.end.character)


class Lines:
    """The lines of a text without their breaks."""

    def __init__(self, text: str) -> None:
        self.lines: tuple[str, ...] = tuple(LINE_BREAK.split(text))

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.lines)

    def __getitem__(self, line: int) -> str:
        """Give a line, counted from 0; an empty one where there is none."""
        return self.lines[line] if 0 <= line < len(self.lines) else ""

    def position(self, line: int, column: int) -> Position:
        """Give a place, counted from 0 in characters, as the protocol counts it."""
        line = max(0, min(line, len(self.lines) - 1))
        return Position(line, units(self[line][: max(0, column)]))

    def column(self, position: Position) -> int:
        """Give the column of a place in characters; behind the end of the line it is the end."""
        text, left = self[position.line], position.character
        for column, sign in enumerate(text):
            if left <= 0:
                return column
            left -= 1 + (ord(sign) > _BASIC)
        return len(text)

    def word_at(self, line: int, column: int) -> Span:
        """Give the word that begins at a place; nothing but the place where there is none."""
        found = _WORD.match(self[line], max(0, column))
        return Span(self.position(line, column), self.position(line, found.end() if found else column))

    def span(self, line: int, start: int, end: int) -> Span:
        """Give a part of a line."""
        return Span(self.position(line, start), self.position(line, end))

    def to_the_end(self, first: int, last: int) -> Span:
        """Give whole lines, the last one included."""
        return Span(self.position(first, 0), self.position(last, len(self[last])))


_BASIC = 0xFFFF
"""The last character that is one unit of UTF-16."""


def units(text: str) -> int:
    """Count the units of UTF-16 in a text."""
    return len(text) + sum(ord(sign) > _BASIC for sign in text)
