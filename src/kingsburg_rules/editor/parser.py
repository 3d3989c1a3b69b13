"""A tolerant parser: the keys and words of a text, also while it is not YAML yet, and their places.

While somebody types, a file is damaged most of the time: a key lacks its colon, a bracket is still open. This
parser finds the keys that lead to each word all the same, by indentation and brackets, as a reader would. It
never fails. What it finds in damaged text may be wrong, and then an editor offers something that does not
fit; so diagnostics never come from it.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from functools import lru_cache

from attrs import define, evolve, field, frozen

from kingsburg_rules.content import LINE_BREAK, KeyPath
from kingsburg_rules.engine import Value

# Places. The checker counts lines and columns from 1, in characters; the parser from 0. Editors and the page
# of the workshop count both from 0, and columns in the units of UTF-16, in which an emoji is two.

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,\[\]{}\"'#:](?:[^\s,\[\]{}:]|:(?=\S))*|\S")
"""The extent of a diagnostic: a quoted text, a word with its dots and slashes, or a single character."""

_LAST_OF_ONE_UNIT = 0xFFFF
"""The last character that is one unit of UTF-16."""


@frozen(eq=False, repr=False)
class Point(Value):
    """A place in the text."""

    line: int
    character: int


@frozen(eq=False, repr=False)
class Stretch(Value):
    """A part of the text; `end` is behind its last character."""

    start: Point
    end: Point


class Lines:
    r"""The lines of a text without their breaks: `\n`, `\r\n` or `\r`."""

    def __init__(self, text: str) -> None:
        self.lines: tuple[str, ...] = tuple(LINE_BREAK.split(text))

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    def __getitem__(self, line: int) -> str:
        """Return a line, counted from 0; an empty text beyond the last one."""
        return self.lines[line] if 0 <= line < len(self.lines) else ""

    def position(self, line: int, column: int) -> Point:
        """Convert a place that is counted in characters, from 0."""
        line = max(0, min(line, len(self.lines) - 1))
        return Point(line, _units(self[line][: max(0, column)]))

    def column(self, position: Point) -> int:
        """Return the column of a place in characters; that of the end of the line if it is beyond it."""
        text, left = self[position.line], position.character
        for column, char in enumerate(text):
            if left <= 0:
                return column
            left -= _units(char)
        return len(text)

    def word_at(self, line: int, column: int) -> Stretch:
        """Return the extent of the word that begins at a place; an empty one if there is none."""
        found = _WORD.match(self[line], max(0, column))
        return self.span(line, column, found.end() if found else column)

    def span(self, line: int, start: int, end: int) -> Stretch:
        """Return a part of a line."""
        return Stretch(self.position(line, start), self.position(line, end))


def _units(text: str) -> int:
    return len(text) + sum(ord(char) > _LAST_OF_ONE_UNIT for char in text)


# Parsing

_CURSOR = "\uffff"
"""Stands in the text for the cursor. It is a noncharacter, so no text contains it."""

_QUOTED = r""""(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?"""
_TEXT = re.compile(_QUOTED)
_KEY = re.compile(
    r"""("[^"]*"|'[^']*'|[^\s\-?:,\[\]{}#&*!|>'"%@`][^:#]*?|-[^\s:][^:#]*?)\s*:(?:[ ]+|(?=[\s\uffff]|$))"""
)
_DASH = re.compile(r"-(?: +|$)")
_PLAIN = re.compile(r"[^\s#](?:[^#]|(?<=\S)#)*")
_BLOCK_TEXT = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_FLOW = re.compile(
    rf"""(?P<open>[\[{{])|(?P<close>[\]}}])|(?P<comma>,)|(?P<comment>(?<!\S)\#)
    |(?P<word>{_QUOTED}|[^\s,\[\]{{}}"'\#:](?:[^,\[\]{{}}\#:]|:(?=[^\s\uffff])|(?<=\S)\#)*)(?P<colon>:?)""",
    re.VERBOSE,
)

_IN_FLOW = -1
"""The indentation of what is in brackets, where indentation means nothing."""

_DEEPEST = 200
"""The nesting limit: paths are copied for each word, so deeper text would take quadratic time."""


@frozen
class ParsedWord:
    """A key or a word: the keys that lead to it, and its place, counted from 0 in characters.

    The path of a key ends with the key itself. A map that is an item of a list has no entry of its own.
    """

    path: KeyPath
    text: str
    line: int
    column: int
    end: int
    is_key: bool = False


@frozen
class Cursor:
    """The surroundings of a place at which somebody types.

    `path` leads to the list or map around it, or to the key whose value is typed; `typed` is the part of the
    word that is already there, from `column` on. `is_key` if a key may be written, `is_value` if a value may;
    at the beginning of a line it can be both, and an item of a list if `may_list`. `given` are the keys that
    the map already has.
    """

    path: KeyPath
    typed: str
    line: int
    column: int
    is_key: bool
    is_value: bool
    in_flow: bool
    may_list: bool = False
    given: AbstractSet[str] = frozenset()


@define
class _Level:
    """A map or a list that is open: `part` is the key or the index at which it is."""

    indent: int
    is_list: bool
    part: str | int | None
    given: set[str] = field(factory=set[str])


@define(eq=False, repr=False)
class _Parser:
    """The state of one pass over the lines of a text."""

    levels: list[_Level] = field(factory=list[_Level])
    entries: list[ParsedWord] = field(factory=list[ParsedWord])
    cursor: Cursor | None = None
    line: int = 0
    quote: str = ""
    block_text: int | None = None
    """The indentation around a block text (after `|` or `>`) that is open."""

    def parse(self, lines: tuple[str, ...]) -> None:
        for self.line, text in enumerate(lines):
            start = len(text) - len(text.lstrip(" "))
            if self.quote:
                self._continue_quoted(text)
            elif self._in_flow:
                self._flow(text, 0)
            elif not self._is_in_block_text(start, text[start:]):
                self._block_line(text, start)
            if self.cursor is not None and self.cursor.in_flow:
                break  # the bracket is probably still open, and would swallow what follows

    @property
    def path(self) -> KeyPath:
        return tuple(level.part for level in self.levels if level.part is not None)

    @property
    def _in_flow(self) -> bool:
        return bool(self.levels) and self.levels[-1].indent == _IN_FLOW

    def _continue_quoted(self, text: str) -> None:
        end = text.find(self.quote)
        if end >= 0:
            self.quote = ""
            if self._in_flow:
                self._flow(text, end + 1)

    def _is_in_block_text(self, start: int, rest: str) -> bool:
        if self.block_text is None:
            return False
        return not rest or (start > self.block_text and rest != _CURSOR)

    # Block style

    def _block_line(self, text: str, start: int) -> None:
        self.block_text = None
        if start == len(text) or text[start] == "#":
            return
        column = start
        self._close(start, is_item=_DASH.match(text, start) is not None)
        while dash := _DASH.match(text, column):
            self._open_item(column)
            column = dash.end()
        key = _KEY.match(text, column)
        if key is not None:
            self._open_key(key[1], column)
            column = key.end()
        self._value(text, column, starts_line=key is None)

    def _close(self, indent: int, *, is_item: bool) -> None:
        """Close the levels that end before a line with this indentation."""
        while self.levels:
            level = self.levels[-1]
            # The dashes of a list may stand below the key to which it belongs.
            if level.indent < indent or (level.indent == indent and is_item >= level.is_list):
                break
            self.levels.pop()
        # Another key of the same map begins, so the value of the last one is over.
        if self.levels and not is_item and self.levels[-1].indent == indent:
            self.levels[-1].part = None

    def _open(self, indent: int, *, is_list: bool) -> _Level:
        level = _Level(indent, is_list, 0 if is_list else None)
        if len(self.levels) < _DEEPEST:
            self.levels.append(level)
        return level

    def _open_item(self, column: int) -> None:
        top = self.levels[-1] if self.levels else None
        if top is not None and top.indent == column and isinstance(top.part, int):
            top.part += 1
        else:
            self._open(column, is_list=True)

    def _map_at(self, column: int) -> _Level:
        top = self.levels[-1] if self.levels else None
        if top is None or top.is_list or top.indent != column:
            return self._open(column, is_list=False)
        return top

    def _open_key(self, raw: str, column: int) -> None:
        level, name = self._map_at(column), _unquoted(raw)
        level.part = name
        level.given.add(name)
        self._add(raw, column, is_key=True)

    def _value(self, text: str, column: int, *, starts_line: bool) -> None:
        """Read what follows the dashes and the key of a line."""
        first = text[column : column + 1]
        # Brackets may go on over many lines, whose indentation means nothing.
        if first and first in "{[":
            self._flow(text, column)
        elif _BLOCK_TEXT.match(text, column):
            self.block_text = self.levels[-1].indent if self.levels else 0
        elif found := (_TEXT if first and first in "\"'" else _PLAIN).match(text, column):
            raw = found[0] if found[0].endswith(_CURSOR) else found[0].rstrip()
            if raw.endswith(_CURSOR):
                self._set_cursor(raw, column, starts_line=starts_line, is_item="-" in text[:column])
            self._add(raw, column)

    # Flow style

    def _flow(self, text: str, column: int) -> None:
        """Read what is in brackets, up to the end of the line or of the outermost bracket."""
        for found in _FLOW.finditer(text, column):
            if found["open"]:
                self._open(_IN_FLOW, is_list=found[0] == "[")
                continue
            level = self.levels[-1]
            match found.lastgroup:
                case "close":
                    self.levels.pop()
                    if not self._in_flow:
                        return
                case "comma":
                    level.part = level.part + 1 if isinstance(level.part, int) else None
                case "comment":
                    return
                case _:
                    self._flow_word(level, found["word"], found.start(), has_colon=bool(found["colon"]))

    def _flow_word(self, level: _Level, raw: str, column: int, *, has_colon: bool) -> None:
        if raw.endswith(_CURSOR):
            self._set_flow_cursor(level, raw, column)
            return
        raw = raw.rstrip()
        # Without its colon a word in `{...}` is not a key yet, but will be one; it counts as given.
        is_first = not level.is_list and level.part is None
        if is_first:
            level.given.add(_unquoted(raw))
        if is_first and has_colon:
            level.part = _unquoted(raw)
        self._add(raw, column, is_key=is_first and has_colon)

    # Words

    def _add(self, raw: str, column: int, *, is_key: bool = False) -> None:
        if raw[0] in "\"'" and (len(raw) == 1 or raw[-1] != raw[0]):
            self.quote = raw[0]
        end = column + len(raw)
        self.entries.append(ParsedWord(self.path, _unquoted(raw), self.line, column, end, is_key))

    def _set_cursor(self, raw: str, column: int, *, starts_line: bool, is_item: bool) -> None:
        column, typed = _typed(raw, column)
        self.cursor = Cursor(self.path, typed, self.line, column, False, True, False)
        if starts_line:
            top = self.levels[-1] if self.levels else None
            is_new = top is None or top.is_list or top.indent != column
            # Opening the map lets the keys that follow below the cursor count as given, too.
            given = self._map_at(column).given
            self.cursor = evolve(
                self.cursor, is_key=True, is_value=is_new, may_list=is_new and not is_item, given=given
            )

    def _set_flow_cursor(self, level: _Level, raw: str, column: int) -> None:
        column, typed = _typed(raw, column)
        is_key = not level.is_list and level.part is None
        given = level.given if is_key else frozenset[str]()
        self.cursor = Cursor(self.path, typed, self.line, column, is_key, not is_key, True, False, given)


def _typed(raw: str, column: int) -> tuple[int, str]:
    """Return the column and the text of what is typed before the cursor, without the quote that opens it."""
    quotes = raw[0] in "\"'"
    return column + quotes, raw[quotes:-1]


def _unquoted(raw: str) -> str:
    """Remove the quotes around a text; escapes in it stay as they are."""
    if len(raw) > 1 and raw[0] in "\"'" and raw[-1] == raw[0]:
        return raw[1:-1].replace("''", "'")
    return raw


@frozen(eq=False, repr=False)
class ParsedText:
    """All keys and words of a text, in order."""

    lines: Lines
    entries: tuple[ParsedWord, ...]

    def at(self, line: int, column: int) -> ParsedWord | None:
        """Return the key or word at a place, counted in characters."""
        return next(
            (each for each in self.entries if each.line == line and each.column <= column <= each.end), None
        )

    def within(self, path: KeyPath) -> tuple[ParsedWord, ...]:
        """Return all keys and words under a path."""
        return tuple(each for each in self.entries if each.path[: len(path)] == path)

    def items(self, path: KeyPath) -> tuple[ParsedWord, ...]:
        """Return the keys of a map or the words of a list."""
        return tuple(each for each in self.within(path) if len(each.path) == len(path) + 1)

    def word(self, *path: str | int) -> ParsedWord | None:
        """Return the word that is the value at a path."""
        return next((each for each in self.entries if each.path == path and not each.is_key), None)


@lru_cache(maxsize=64)
def parse(text: str) -> ParsedText:
    """Find the keys and words of a text."""
    lines, parser = Lines(text), _Parser()
    parser.parse(lines.lines)
    return ParsedText(lines, tuple(parser.entries))


def cursor_at(text: str, line: int, column: int) -> Cursor:
    """Describe the surroundings of a place, counted from 0 in characters."""
    lines, parser = Lines(text), _Parser()
    line = min(line, len(lines) - 1)
    # The cursor stands in the text as a character, so that the parser meets it like any other.
    before = lines[line][:column]
    parser.parse((*lines.lines[:line], before + _CURSOR, *lines.lines[line + 1 :]))
    return parser.cursor or Cursor((), "", line, len(before), False, False, False)
