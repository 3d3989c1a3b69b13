r"""Places in a text, as the checker counts them and as editors do.

The checker counts lines and columns from 1, in characters. The protocol counts both from 0, and columns in
the units of UTF-16, in which an emoji is two. A line ends with `\n`, `\r\n` or `\r`.
"""

from __future__ import annotations

import re

from attrs import frozen

from kingsburg_rules.content import LINE_BREAK

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,\[\]{}\"'#:](?:[^\s,\[\]{}:]|:(?=\S))*|\S")
"""The extent of a diagnostic: a quoted text, a word with its dots and slashes, or a single character."""

_LAST_OF_ONE_UNIT = 0xFFFF
"""The last character that is one unit of UTF-16."""


@frozen
class TextPosition:
    """A place as the protocol counts it."""

    line: int
    character: int


@frozen
class Span:
    """A part of a text as the protocol counts it; `end` is after the last character."""

    start: TextPosition
    end: TextPosition


class Lines:
    """The lines of a text without their breaks."""

    def __init__(self, text: str) -> None:
        self.lines: tuple[str, ...] = tuple(LINE_BREAK.split(text))

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    def __getitem__(self, line: int) -> str:
        """Return a line, counted from 0; an empty text beyond the last one."""
        return self.lines[line] if 0 <= line < len(self.lines) else ""

    def position(self, line: int, column: int) -> TextPosition:
        """Convert a place that is counted in characters, from 0."""
        line = max(0, min(line, len(self.lines) - 1))
        return TextPosition(line, _units(self[line][: max(0, column)]))

    def column(self, position: TextPosition) -> int:
        """Return the column of a place in characters; that of the end of the line if it is beyond it."""
        text, left = self[position.line], position.character
        for column, char in enumerate(text):
            if left <= 0:
                return column
            left -= _units(char)
        return len(text)

    def word_at(self, line: int, column: int) -> Span:
        """Return the extent of the word that begins at a place; an empty one if there is none."""
        found = _WORD.match(self[line], max(0, column))
        return self.span(line, column, found.end() if found else column)

    def span(self, line: int, start: int, end: int) -> Span:
        """Return a part of a line."""
        return Span(self.position(line, start), self.position(line, end))


def _units(text: str) -> int:
    return len(text) + sum(ord(char) > _LAST_OF_ONE_UNIT for char in text)
