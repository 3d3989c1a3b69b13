"""What a text says as far as one can see it without parsing: keys, words and where they stand.

While somebody types, a file is not YAML most of the time: a key without its colon, a bracket not closed yet.
A sketch sees all the same which keys lead to every word, by indentation and brackets, as a reader would. It
never fails. What it sees in damaged text may be wrong, and then an editor offers something that does not fit;
so the mistakes of a file are never found with it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.editor.places import Lines

if TYPE_CHECKING:
    from kingsburg_rules.content.yaml_reader import KeyPath

_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s\-?:,\[\]{}#&*!|>'"%@`][^:#]*?|-[^\s:][^:#]*?)\s*:(?=\s|$)""")
_PLAIN = re.compile(r"[^\s#](?:[^#]|(?<=\S)#)*")
_IN_FLOW = re.compile(r"""[^\s,\[\]{}"'#](?:[^,\[\]{}#:]|:(?=\S)|(?<=\S)#)*""")
_QUOTED = {'"': re.compile(r'"(?:[^"\\]|\\.)*("|$)'), "'": re.compile(r"'(?:[^']|'')*('|$)")}
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_LONGEST_PATH = 200
"""So deep nobody writes; beyond it, a damaged text is not followed."""


@frozen
class Entry:
    """A word: the keys that lead to it, and where it stands, counted from 0 in characters.

    A key is an entry, too: its path ends with itself, and it `is_key`. An item of a list that is a map has no
    entry of its own; `start` is the column at which the item begins that the entry is in.
    """

    path: KeyPath
    text: str
    line: int
    column: int
    end: int
    is_key: bool = False


@frozen
class Cursor:
    """What stands around a place that is being typed at.

    `path` leads to the list or the map, or to the value of a key, in which it is; `typed` is what is written
    of the word, which begins at `column`. At `is_key` a key may stand, at `is_value` a value; at the
    beginning of a line both may, and an item of a list if `may_list`. `given` are the keys that the map has
    already.
    """

    path: KeyPath
    typed: str
    line: int
    column: int
    is_key: bool
    is_value: bool
    in_flow: bool
    may_list: bool = False
    given: frozenset[str] = frozenset()


@define
class _Level:
    """A map or a list that is open; in flow style it was opened by a bracket."""

    indent: int
    is_list: bool
    flow: str = ""
    part: str | int | None = None
    given: set[str] = field(factory=set[str])
    empty: bool = False


@define(eq=False, repr=False)
class _Reader:
    """Reads a text from its beginning up to a place, or to its end."""

    lines: Lines
    until: tuple[int, int] | None = None
    levels: list[_Level] = field(factory=list[_Level])
    entries: list[Entry] = field(factory=list[Entry])
    cursor: Cursor | None = None
    quote: str = ""
    block: int | None = None
    line: int = 0

    def read(self) -> None:
        """Read line by line."""
        last = len(self.lines) - 1 if self.until is None else self.until[0]
        for self.line in range(last + 1):
            text = self.lines[self.line]
            if self.until is not None and self.line == last:
                self._read_line(text[: self.until[1]], at_cursor=True)
            else:
                self._read_line(text, at_cursor=False)

    @property
    def path(self) -> KeyPath:
        """The keys that lead to what is read now."""
        return tuple(level.part for level in self.levels if level.part is not None)

    @property
    def _in_flow(self) -> bool:
        return bool(self.levels) and bool(self.levels[-1].flow)

    def _read_line(self, text: str, *, at_cursor: bool) -> None:
        start = len(text) - len(text.lstrip(" "))
        rest = text[start:]
        if self.quote:
            self._go_on_in_quotes(text)
        elif self._in_flow:
            self._flow(text, 0)
        elif self.block is not None and (start > self.block or not rest) and not (at_cursor and not rest):
            if at_cursor:
                self.cursor = Cursor(self.path, "", self.line, len(text), False, False, False)
            return
        else:
            self._block_line(text, start, at_cursor=at_cursor)
        if at_cursor and self.cursor is None:
            self._see_cursor(text, len(text), "")

    def _go_on_in_quotes(self, text: str) -> None:
        """Look for the quote that closes a text of several lines."""
        found = text.find(self.quote)
        if found >= 0:
            self.quote = ""
            if self._in_flow:
                self._flow(text, found + 1)

    # Block style: a line at a time

    def _block_line(self, text: str, start: int, *, at_cursor: bool) -> None:
        self.block = None
        if (not text[start:] and not at_cursor) or text[start : start + 1] == "#":
            return
        is_item = text[start : start + 2] in ("- ", "-")
        self._close(start, is_item=is_item)
        column = start
        while text[column : column + 2] == "- " or (text[column:] == "-" and not at_cursor):
            self._item(column)
            inner = column + 1
            while text[inner : inner + 1] == " ":
                inner += 1
            column = inner
            if column >= len(text):
                break
        self._content(text, column, at_cursor=at_cursor)

    def _close(self, indent: int, *, is_item: bool) -> None:
        """Leave what ends before a line with this indentation."""
        while self.levels:
            level = self.levels[-1]
            inside = level.indent < indent or (level.indent == indent and level.is_list == is_item)
            around = level.indent == indent and is_item and not level.is_list  # a list under a key
            if inside or around:
                break
            self.levels.pop()
        if self.levels and not self.levels[-1].is_list and self.levels[-1].indent == indent and not is_item:
            self.levels[-1].part = None

    def _item(self, column: int) -> None:
        """Begin an item of a list."""
        top = self.levels[-1] if self.levels else None
        if top is not None and top.is_list and top.indent == column and isinstance(top.part, int):
            top.part += 1
        elif len(self.levels) < _LONGEST_PATH:
            self.levels.append(_Level(column, is_list=True, part=0))

    def _content(self, text: str, column: int, *, at_cursor: bool) -> None:
        """Read what stands in a line behind its dashes: a key with its value, or a value."""
        found = _KEY.match(text, column)
        if found is None:
            self._value(text, column, at_cursor=at_cursor, at_start=True)
            return
        name = _unquoted(found[1])
        top = self.levels[-1] if self.levels else None
        if top is None or top.is_list or top.indent != column:
            if len(self.levels) >= _LONGEST_PATH:
                return
            top = _Level(column, is_list=False)
            self.levels.append(top)
        top.part = name
        top.given.add(name)
        self.entries.append(Entry(self.path, name, self.line, column, column + len(found[1]), is_key=True))
        after = found.end()
        while text[after : after + 1] == " ":
            after += 1
        self._value(text, after, at_cursor=at_cursor, at_start=False)

    def _value(self, text: str, column: int, *, at_cursor: bool, at_start: bool) -> None:
        """Read a value; `at_start` nothing stands before it in its line but dashes."""
        sign = text[column : column + 1]
        if not sign or sign == "#":
            if at_cursor and not sign:
                self._see_cursor(text, column, "", at_start=at_start)
        elif sign in "{[":
            self._flow(text, column)
        elif _BLOCK.match(text, column):
            owner = next((level for level in reversed(self.levels)), None)
            self.block = owner.indent if owner is not None else 0
        elif sign in _QUOTED:
            self._quoted(text, column)
        else:
            found = _PLAIN.match(text, column)
            end = found.end() if found else len(text)
            word = text[column:end].rstrip()
            if at_cursor and end == len(text):
                self._see_cursor(text, column, text[column:], at_start=at_start)
            if not (at_start and at_cursor):
                self.entries.append(Entry(self.path, word, self.line, column, column + len(word)))

    def _quoted(self, text: str, column: int) -> int:
        """Read a text in quotes; gives where it ends."""
        found = _QUOTED[text[column]].match(text, column)
        if found is None:
            return len(text)
        if not found[1]:
            self.quote = text[column]
            if self.until is not None and self.line == self.until[0]:
                self._see_cursor(text, column + 1, text[column + 1 :])
        self.entries.append(Entry(self.path, _unquoted(found[0]), self.line, column, found.end()))
        return found.end()

    # Flow style: brackets

    def _flow(self, text: str, column: int) -> None:
        """Read what stands in brackets, up to the end of the line or of the outermost bracket."""
        while column < len(text):
            sign = text[column]
            top = self.levels[-1] if self._in_flow else None
            if sign in "{[":
                if len(self.levels) >= _LONGEST_PATH:
                    return
                is_list = sign == "["
                self.levels.append(_Level(1000, is_list, sign, 0 if is_list else None, empty=True))
            elif sign in "}]":
                if top is not None:
                    self.levels.pop()
                if not self._in_flow:
                    return
            elif sign == "," and top is not None:
                top.part = top.part + 1 if isinstance(top.part, int) else None
            elif sign == "#" and text[column - 1 : column] in (" ", ""):
                return
            elif sign in _QUOTED:
                column = self._in_flow_word(text, column, self._quoted(text, column))
                continue
            elif not sign.isspace() and sign not in ":,":
                found = _IN_FLOW.match(text, column)
                column = self._in_flow_word(text, column, found.end() if found else column + 1)
                continue
            column += 1

    def _in_flow_word(self, text: str, column: int, end: int) -> int:
        """Take a word in brackets for a key or a value; gives where to go on."""
        top = self.levels[-1] if self._in_flow else None
        word = _unquoted(text[column:end].rstrip())
        is_last = self.until is not None and self.line == self.until[0] and end >= len(text)
        if top is None:
            return end
        if not top.is_list and top.part is None and text[end : end + 1] == ":":
            top.part = word
            top.given.add(word)
            self.entries.append(Entry(self.path, word, self.line, column, end, is_key=True))
            return end + 1
        if is_last and text[column] not in _QUOTED:
            self._see_cursor(text, column, text[column:])
        elif text[column] not in _QUOTED:
            if not top.is_list and top.part is None:
                top.given.add(word)
            end_of_word = column + len(text[column:end].rstrip())
            self.entries.append(Entry(self.path, word, self.line, column, end_of_word))
        return end

    # The place that is asked about

    def _see_cursor(self, text: str, column: int, typed: str, *, at_start: bool = False) -> None:
        """Note what stands around the end of what was read."""
        top = self.levels[-1] if self.levels else None
        if self._in_flow and top is not None:
            is_key = not top.is_list and top.part is None
            given = frozenset(top.given) if is_key else frozenset[str]()
            self.cursor = Cursor(self.path, typed, self.line, column, is_key, not is_key, True, False, given)
            return
        stripped = text[: len(text) - len(typed)].strip(" -")
        if stripped:  # behind a key and its colon
            self.cursor = Cursor(self.path, typed, self.line, column, False, True, False)
            return
        in_map = top is not None and not top.is_list and top.indent == column
        given = frozenset(top.given) if top is not None and in_map else frozenset[str]()
        empty = top is None or top.is_list or not in_map
        is_item = "-" in text[: len(text) - len(typed)]
        self.cursor = Cursor(
            self.path, typed, self.line, column, True, empty, False, empty and not is_item, given
        )


def _unquoted(text: str) -> str:
    """Take the quotes off a text; what is escaped in it stays so."""
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]:
        return text[1:-1].replace("''", "'")
    return text


@frozen(eq=False, repr=False)
class Sketch:
    """All keys and words of a text, in order."""

    lines: Lines
    entries: tuple[Entry, ...]

    def at(self, line: int, column: int) -> Entry | None:
        """Give the key or word at a place, counted in characters."""
        return next(
            (each for each in self.entries if each.line == line and each.column <= column <= each.end), None
        )

    def within(self, path: KeyPath) -> tuple[Entry, ...]:
        """Give all keys and words under a path."""
        return tuple(each for each in self.entries if each.path[: len(path)] == path)

    def word(self, *path: str | int) -> Entry | None:
        """Give the word that is the value at a path."""
        return next((each for each in self.entries if each.path == path and not each.is_key), None)


@lru_cache(maxsize=64)
def sketch(text: str) -> Sketch:
    """See what a text says."""
    lines = Lines(text)
    reader = _Reader(lines)
    reader.read()
    return Sketch(lines, tuple(reader.entries))


def cursor_at(text: str, line: int, column: int) -> Cursor:
    """See what stands around a place, counted from 0 in characters."""
    lines = Lines(text)
    column = min(column, len(lines[line]))
    reader = _Reader(lines, (min(line, len(lines) - 1), column))
    reader.read()
    found = reader.cursor or Cursor((), "", line, column, False, False, False)
    return evolve(found, given=found.given | _following(lines, found)) if found.is_key else found


def _following(lines: Lines, cursor: Cursor) -> frozenset[str]:
    """Give the keys that a map in block style has below a place."""
    if cursor.in_flow:
        return frozenset()
    found: set[str] = set()
    for line in range(cursor.line + 1, len(lines)):
        text = lines[line]
        indent = len(text) - len(text.lstrip(" "))
        if not text.strip() or text[indent] == "#":
            continue
        if indent < cursor.column:
            break
        key = _KEY.match(text, indent)
        if indent == cursor.column and key is not None:
            found.add(_unquoted(key[1]))
    return frozenset(found)
