"""Reads a YAML file: plain data with the place of everything, or what is wrong with it.

Content uses a small part of YAML, in which a file means the same to every reader: maps with text keys, lists,
text, plain numbers, true, false and null. The rest is refused with a sentence that says what to write.

The module goes from small to large: places, unquoted words, advice on syntax errors, the parser, and
`read_yaml`, which is what other modules call. ruamel.yaml is imported when a file is read and not before, for
playing needs none.
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from itertools import islice
from sys import intern
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.signs import hidden_sign, name_of_sign
from kingsburg_rules.engine.errors import Diagnostic, missing_extra
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


# Places
#
# Data is read once and positions come with it, so that every later complaint, of the schema or of the linker,
# is put where the author would mend it. A large pack has hundreds of thousands of places, and most of them
# are never asked for; so they are kept as plain numbers and become a `Spot` on demand.

Place: TypeAlias = "tuple[int, int]"
"""A line and a column, both counted from 1."""

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys and indexes that lead to a value."""

START: Place = (1, 1)
"""Where a complaint about a whole file goes."""

_WIDTH = 5

_LINE, _COLUMN, _KEY_LINE, _KEY_COLUMN, _END = range(_WIDTH)
"""What is kept of each value: its place, that of its key or zeros, and the number of the value behind it."""


@define(eq=False, repr=False)
class Layout:
    """The places of all values of a file, numbered in the order in which they begin."""

    numbers: array[int] = field(factory=lambda: array("I"))
    visited: dict[int, dict[str | int, int]] = field(factory=dict[int, "dict[str | int, int]"])

    def begin(self, place: Place, key: Place | None) -> int:
        """Note that a value begins; gives its number."""
        number = len(self.numbers) // _WIDTH
        self.numbers.extend((*place, *(key or (0, 0)), number + 1))
        return number

    def end(self, number: int) -> None:
        """Note that all within a value has been seen."""
        self.numbers[number * _WIDTH + _END] = len(self.numbers) // _WIDTH

    def fact(self, number: int, which: int) -> int:
        """Give what is kept of a value."""
        return self.numbers[number * _WIDTH + which]

    def within(self, number: int) -> Iterator[int]:
        """Number the values directly within another one."""
        inner, end = number + 1, self.fact(number, _END)
        while inner < end:
            yield inner
            inner = self.fact(inner, _END)

    def inner(self, number: int, data: object) -> Mapping[str | int, int]:
        """Number the values within another one by their keys or indexes; whoever asks once asks often."""
        if number not in self.visited:
            self.visited[number] = dict(zip(_keys(data), self.within(number), strict=False))
        return self.visited[number]


@frozen(eq=False, repr=False)
class Spot:
    """The place of a value: where it begins, where its key does (if it has one), and the spots within it."""

    layout: Layout
    number: int
    data: object

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return self.layout.fact(self.number, _LINE), self.layout.fact(self.number, _COLUMN)

    @property
    def key(self) -> Place | None:
        """Where its key begins, if it has one."""
        line = self.layout.fact(self.number, _KEY_LINE)
        return (line, self.layout.fact(self.number, _KEY_COLUMN)) if line else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is within: a single word, or a list or a map without anything."""
        return self.layout.fact(self.number, _END) == self.number + 1

    @property
    def owner(self) -> Place:
        """Where to say that something is missing inside: at the name of the value, or at its beginning."""
        return self.key or self.place

    @property
    def pointed(self) -> Place:
        """What a pointer means: the key of a map or a list, but the value where that is a single word."""
        return self.place if self.is_empty else self.owner

    def parts(self) -> Iterator[tuple[str | int, Spot]]:
        """Give the spots within, by key or index."""
        for key, number in zip(_keys(self.data), self.layout.within(self.number), strict=False):
            yield key, Spot(self.layout, number, _value(self.data, key))

    def within(self, part: str | int) -> Spot | None:
        """Give the spot within that has a key or an index."""
        number = self.layout.inner(self.number, self.data).get(part)
        return None if number is None else Spot(self.layout, number, _value(self.data, part))

    def find(self, path: Iterable[str | int]) -> Spot:
        """Give the spot at a path, or the nearest one around it."""
        spot = self
        for part in path:
            within = spot.within(part)
            if within is None:
                break
            spot = within
        return spot

    def find_pointer(self, pointer: str) -> Spot:
        """Give the spot at a pointer such as `/buildings/3/cost`; a key may have a slash in it."""
        spot, waiting = self, ""
        for part in pointer.strip("/").split("/"):
            name = f"{waiting}/{part}" if waiting else part
            within = spot.within(name)
            if within is None and name.isdecimal():
                within = spot.within(int(name))
            waiting = name if within is None else ""
            spot = within or spot
        return spot

    def aimed(self, pointer: str) -> Place:
        """Give the place that a pointer means; with a slash at its end, the last key itself."""
        spot = self.find_pointer(pointer)
        return spot.owner if pointer.endswith("/") else spot.pointed


def _keys(data: object) -> Iterable[str | int]:
    if is_object(data):
        return data
    return range(len(data)) if is_list(data) else ()


def _value(data: object, key: str | int) -> object:
    if is_object(data):
        return data[str(key)]
    return data[int(key)] if is_list(data) else None


# Unquoted words
#
# YAML takes much for a number or a date that was meant as text, and readers differ about the rest. So only
# plain decimal numbers pass; what passes means exactly what ruamel.yaml makes of it.

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")
_LONG = re.compile(r"[-+]?[1-9][0-9]{15,}")
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.|[0-9]+\.[0-9]{16,})")
_EXPONENT = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]{1,2}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL)

_ODD_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+"
    r"|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+][0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)"
)
"""What YAML takes for a number, in all its spellings."""


LARGEST = 10**15 - 1
"""The largest number that is read at all; what a number may be at its place, its schema says."""


@frozen
class Refused:
    """A scalar that has no place in content, and why."""

    code: str
    message: str


def plain(text: str) -> object:
    """Give what an unquoted scalar means: true, false, null, a number, text; or `Refused`."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789=<":
        return text
    return _number_or_text(text)


@lru_cache(maxsize=4096)
def _number_or_text(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _ODD_NUMBER.fullmatch(text):
        return Refused("yaml.number", _about_number(text))
    if _DATE.fullmatch(text):
        return Refused("yaml.date", f"{clip(text)} is a date to YAML; put it in quotes")
    if text in ("=", "<<"):
        merge = f"put '{text}' in quotes if it is text; maps are not merged here"
        return Refused("yaml.merge", merge)
    return text


def _about_number(text: str) -> str:
    """Say how to write a number that YAML would take in another spelling."""
    if _LONG.fullmatch(text):
        return f"{clip(text)} is too large; at most {LARGEST} is allowed"
    if _FRACTION.fullmatch(text):
        return f"numbers are whole here; put {clip(text)} in quotes if it is text"
    number = _whole(text)
    if number is None:
        return f"write {clip(text)} as a plain number, or in quotes if it is text"
    return f"write {number}, or put {clip(text)} in quotes if it is text"


def _whole(text: str) -> int | None:
    """Read a number in another spelling; None if readers differ about it, or it is not whole."""
    try:
        number = float(text) if _EXPONENT.fullmatch(text) else int(text.replace("_", ""), 0)
    except ValueError:
        return None
    return int(number) if number == number // 1 and abs(number) <= LARGEST else None


def clip(text: str) -> str:
    """Shorten what is quoted in a message."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


# Syntax errors
#
# A parser says where it gave up. For an open bracket that is the end of the file, for a text with a colon in
# it a sentence about "mapping values". The table at the end of this section turns what ruamel.yaml says into
# what an author should do, at the place where it would be mended.

LINE_BREAK = re.compile("\r\n|[\r\n]")
"""What YAML counts as the end of a line."""


@frozen
class Trouble:
    """What the parser says, where it gave up (`at`), and where the thing began that it was reading (`since`).

    `bracket` is the innermost bracket still open, `before` the last thing that was read well.
    """

    text: str
    problem: str
    context: str
    at: Place
    since: Place
    bracket: Place | None = None
    before: Place = START

    @property
    def line(self) -> str:
        """The line on which the parser gave up, as far as it came."""
        lines = LINE_BREAK.split(self.text)
        return lines[self.at[0] - 1][: self.at[1] - 1] if self.at[0] <= len(lines) else ""

    @property
    def found(self) -> str:
        """The character or token that the parser names last."""
        named = re.findall(r"'((?:[^'\\]|\\.)+)'", self.problem)
        return str(named[-1]) if named else ""


@frozen
class Advice:
    """A complaint in our own words."""

    place: Place
    code: str
    message: str


def advise(trouble: Trouble) -> Advice:
    """Say what to do about a syntax error."""
    complaint = f"{trouble.context}: {trouble.problem}"
    for pattern, make in _RULES:
        if re.search(pattern, complaint):
            return make(trouble)
    if not trouble.problem:
        return Advice(trouble.before, "yaml.syntax", _STUMBLED)
    return Advice(trouble.at, "yaml.syntax", f"this is not YAML: {trouble.problem}")


def place_of(text: str, index: int) -> Place:
    """Give the place of a character."""
    lines = LINE_BREAK.split(text[:index])
    return len(lines), len(lines[-1]) + 1


def _at(code: str, message: str) -> Callable[[Trouble], Advice]:
    """Complain where the parser gave up."""
    return lambda trouble: Advice(trouble.at, code, message)


def _since(code: str, message: str) -> Callable[[Trouble], Advice]:
    """Complain where the thing began that never ended."""
    return lambda trouble: Advice(trouble.since, code, message)


def _odd_character(trouble: Trouble) -> Advice:
    if trouble.found == r"\t":
        return Advice(trouble.at, "yaml.tab", "there is a tab here; use spaces")
    message = f"text cannot begin with '{trouble.found}'; put it in quotes"
    return Advice(trouble.at, "yaml.quotes", message)


def _colon(trouble: Trouble) -> Advice:
    """Either text has a colon in it, or a line is indented as if it belonged to the value above."""
    line = trouble.line
    if re.search(r":\s", line):
        message = "this is the second ': ' of the line; put text that has one in quotes"
        return Advice(trouble.at, "yaml.colon", message)
    key = line.lstrip(" -")
    message = f"'{clip(key)}' does not line up with what is above it, or a ':' is missing there"
    return Advice((trouble.at[0], len(line) - len(key) + 1), "yaml.indent", message)


def _open_bracket(trouble: Trouble) -> Advice:
    """A bracket without its partner; where the next entry stands on the same line, a comma is more likely."""
    kind = "{" if "flow mapping" in trouble.context else "["
    if trouble.line.endswith(":"):
        return Advice(trouble.at, "yaml.colon", "put a space after the ':'")
    if trouble.found in ("}", "]", "<stream end>"):
        return Advice(trouble.since, "yaml.bracket", f"this '{kind}' is not closed")
    if trouble.at[0] == trouble.since[0]:
        message = f"a ',' is missing before this, or '{kind}' is not closed"
        return Advice(trouble.at, "yaml.bracket", message)
    message = f"this '{kind}' is not closed, or a ',' is missing before line {trouble.at[0]}"
    return Advice(trouble.since, "yaml.bracket", message)


def _no_value(trouble: Trouble) -> Advice:
    found = trouble.found
    if found == "<stream end>":
        return Advice(trouble.bracket or trouble.since, "yaml.bracket", "this bracket is not closed")
    if found == "-":
        return Advice(trouble.at, "yaml.dash", _DASH_IN_BRACKETS)
    if found in ("}", "]"):
        return _closes_nothing(trouble)
    return Advice(trouble.at, "yaml.value", f"a value is missing before '{found}'")


def _closes_nothing(trouble: Trouble) -> Advice:
    return Advice(trouble.at, "yaml.bracket", f"this '{trouble.found}' closes nothing")


def _out_of_line(trouble: Trouble) -> Advice:
    """Something that continues neither the list or map it stands in nor what is around that."""
    if trouble.found == "<scalar>":
        message = "text goes on after its closing quote; put all of it in quotes"
        return Advice(trouble.at, "yaml.quotes", message)
    if trouble.found in ("}", "]"):
        return _closes_nothing(trouble)
    return Advice(trouble.at, "yaml.indent", _about_line(trouble, trouble.since[0]))


def _about_line(trouble: Trouble, line: int) -> str:
    """Say what a line does not line up with; `line` is where that begins."""
    if "collection" not in trouble.context:
        return f"this does not line up with the map that begins on line {line}"
    if trouble.found == "?":
        return f"a '- ' is missing here, or the list that begins on line {line} is too far left"
    return f"this does not line up with the list that begins on line {line}"


_DASH_IN_BRACKETS = "in brackets, commas separate the items of a list, not '- '"
_QUOTE = "this quote is never closed"
_ESCAPE = "in double quotes a backslash begins an escape; double it, or use single quotes"
_LIST = "a list begins on a line of its own: put the '- ' under its key"
_ANCHOR = "put text that starts with '&' or '*' in quotes"
_TAG = "put text that starts with '!' in quotes"
_DIRECTIVE = "leave out lines that begin with '%'"
_DOCUMENT = "a file holds one document; leave out '---' and '...'"
_BLOCK = "end the line after '|' or '>'; the text starts on the next line, evenly indented"
_KEY = "put text that starts with '? ' in quotes"
_COLON = "a key needs a ':' after it"
_COLON_IN_TEXT = "put text that has a ':' in quotes"

_STUMBLED = (
    "what follows cannot be read: look for a backslash in double quotes, or a line that begins with '%'"
)

_CONTROL = "there is a control character here, which cannot be seen; delete it"

_RULES: tuple[tuple[str, Callable[[Trouble], Advice]], ...] = (
    (r"control character", _at("yaml.character", _CONTROL)),
    (r"cannot start any token", _odd_character),
    (r"quoted scalar.*(end of stream|document separator)", _since("yaml.quotes", _QUOTE)),
    (r"double-quoted scalar", _at("yaml.escape", _ESCAPE)),
    (r"mapping values are not allowed", _colon),
    (r"mapping keys are not allowed", _at("yaml.quotes", _KEY)),
    (r"sequence entries are not allowed", _at("yaml.dash", _LIST)),
    (r"could not find expected ':'", _since("yaml.colon", _COLON)),
    (r"expected ',' or ", _open_bracket),
    (r"expected the node content", _no_value),
    (r"expected <block end>", _out_of_line),
    (r"scanning an (anchor|alias)", _since("yaml.quotes", _ANCHOR)),
    (r"(scanning|parsing) an? tag|tag handle", _since("yaml.tag", _TAG)),
    (r"directive|YAML document", _at("yaml.directive", _DIRECTIVE)),
    (r"<document start>|document end", _at("yaml.documents", _DOCUMENT)),
    (r"block scalar", _since("yaml.block", _BLOCK)),
    (r"found unexpected ':'", _at("yaml.quotes", _COLON_IN_TEXT)),
)
"""What the parser says, tried from the top, and how we say it."""


# The parser
#
# ruamel.yaml carries no types, so what is used of it is written down here.


class Mark(Protocol):
    """A place as ruamel.yaml knows it, counted from 0."""

    line: int
    column: int


class Event(Protocol):
    """What is used of the events; each kind of them has some of this."""

    start_mark: Mark
    anchor: str | None
    tag: str | None
    value: str
    implicit: tuple[bool, bool]
    flow_style: bool | None
    version: object
    tags: object


class _Parser(Protocol):
    def parse(self, stream: str) -> Iterator[Event]: ...


class _Complaint(Protocol):
    """A `MarkedYAMLError`, or a `ReaderError` with nothing but a position."""

    problem: str | None
    context: str | None
    problem_mark: Mark | None
    context_mark: Mark | None
    position: int


def parse(text: str, take: Callable[[Event], bool]) -> Trouble | None:
    """Hand the events of a text to `take` until it wants no more; give the parser's complaint, if any.

    Raises:
        SetupError: ruamel.yaml is not installed.
    """
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError
        from ruamel.yaml.reader import ReaderError
    except ModuleNotFoundError as error:
        raise missing_extra("author", "ruamel.yaml") from error

    parser = cast("_Parser", YAML(typ="safe", pure=True))  # pure: the C parser is not everywhere
    try:
        for event in parser.parse(text):
            if not take(event):
                break
    except MarkedYAMLError as error:
        return _trouble(text, cast("_Complaint", error))
    except ReaderError as error:
        place = place_of(text, cast("_Complaint", error).position)
        return Trouble(text, "control character", "", place, place)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return Trouble(text, "", "", START, START)  # damaged escapes make the parser itself stumble
    return None


def _trouble(text: str, told: _Complaint) -> Trouble:
    at, since = _place(told.problem_mark), _place(told.context_mark)
    return Trouble(text, told.problem or "", told.context or "", at or since or START, since or at or START)


def _place(mark: Mark | None) -> Place | None:
    return None if mark is None else (mark.line + 1, mark.column + 1)


# Reading
#
# The parser's events are taken one by one, which costs less than building its nodes first, and shows what
# nodes no longer know: anchors, aliases, tags, a key said twice. Nothing here recurses, and depth is bounded:
# a hostile file ends in a problem, too.

MAX_DEPTH = 60
"""How deep lists and maps may stand in each other; the base calendar needs 13."""

MAX_NODES = 300_000
"""How many words, lists and maps a file may hold: about twice what a large file of cards does."""

MAX_PROBLEMS = 1000
"""After so many the rest of a file is not looked at."""

_OF_VALUES = frozenset({"yaml.number", "yaml.date"})
"""Complaints about single values, despite which the rest of a file can be judged."""

_SHORT = 40
"""Words up to so many letters, such as all keys, are kept once however often they are said."""

_TAB = re.compile(r"^ *(\t)[ \t]*[^\s#]", re.MULTILINE)
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_MERGED = "maps are not merged here; write their keys out"
_MERGE_CONFLICT = (
    "this is a merge conflict; keep one version, and delete the lines with <<<<<<<, ======= and >>>>>>>"
)


@frozen(eq=False, repr=False)
class Reading:
    """What a file says and where.

    With problems, the data counts for something only if they are about single values: `wounds` lead to these.
    """

    data: object
    root: Spot
    diagnostics: tuple[Diagnostic, ...]
    wounds: tuple[KeyPath, ...] | None = None


def read_yaml(text: str, file: str) -> Reading:
    """Read a text; `file` is the name its problems carry."""
    conflict = _CONFLICT.search(text) if "<<<<<<< " in text or ">>>>>>> " in text else None
    if conflict:
        place = place_of(text, conflict.start())
        return Reading(None, _nowhere(), (Diagnostic(file, *place, "yaml.conflict", _MERGE_CONFLICT),))
    tab = _TAB.search(text)
    if tab:
        place = place_of(text, tab.start(1))
        problem = Diagnostic(file, *place, "yaml.tab", "a tab indents this line; use spaces")
        return Reading(None, _nowhere(), (problem,))
    builder = _Builder(file)
    trouble = parse(text, builder.take)
    if trouble is not None:
        advice = advise(evolve(trouble, bracket=builder.bracket, before=builder.last))
        builder.complain(advice.place, advice.code, advice.message)
        builder.is_readable = False
    return builder.reading()


@define(eq=False, repr=False)
class _Open:
    """A list or a map that is being read; of a map, `lines` are those of its keys."""

    data: dict[str, object] | list[object]
    number: int
    place: Place
    flow: bool
    key: str | None = None
    key_place: Place = START
    lines: dict[str, int] = field(factory=dict[str, int])

    @property
    def wants_key(self) -> bool:
        """Whether the next thing in it is a key."""
        return self.key is None and isinstance(self.data, dict)


@define(eq=False, repr=False)
class _Builder:
    """Turns events into data and its layout, and collects what is wrong."""

    file: str
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])
    stack: list[_Open] = field(factory=list[_Open])
    anchors: dict[str, Place] = field(factory=dict[str, "Place"])
    aliases: dict[str, list[Place]] = field(factory=dict[str, "list[Place]"])
    data: object = None
    layout: Layout = field(factory=Layout)
    wounds: list[KeyPath] = field(factory=list["KeyPath"])
    is_readable: bool = True
    documents: int = 0
    events: int = 0
    last: Place = START

    @property
    def bracket(self) -> Place | None:
        """The innermost bracket that is open."""
        return next((level.place for level in reversed(self.stack) if level.flow), None)

    def complain(self, place: Place, code: str, message: str) -> None:
        """Note a problem."""
        self.diagnostics.append(Diagnostic(self.file, *place, code, message))
        self.is_readable = self.is_readable and code in _OF_VALUES
        if code in _OF_VALUES and self.stack:
            self.wounds.append(self._path())

    def _path(self) -> KeyPath:
        """Give the path of the value that is being read, or of the map whose key it is."""
        path: list[str | int] = []
        for level in self.stack:
            if isinstance(level.data, list):
                path.append(len(level.data))
            elif level.key is not None:
                path.append(level.key)
        return tuple(path)

    def take(self, event: Event) -> bool:
        """Take the next event; False when there is no use in going on."""
        kind = type(event).__name__
        mark = event.start_mark
        place = self.last = (mark.line + 1, mark.column + 1)
        self.events += 1
        if self.events > MAX_NODES:
            message = f"this file has more than {MAX_NODES:,} words; split it in two"
            self.complain(place, "pack.size", message)
            return False
        if kind == "ScalarEvent":
            self._check_node(event, place)
            self._put_word(self._scalar(event, place), place)
        elif kind in {"MappingStartEvent", "SequenceStartEvent"}:
            self._check_node(event, place)
            return self._begin(event, place, {} if kind == "MappingStartEvent" else [])
        elif kind in {"MappingEndEvent", "SequenceEndEvent"}:
            level = self.stack.pop()
            self.layout.end(level.number)
            self._put(level.data[:] if isinstance(level.data, list) else level.data, level.place)
        elif kind == "AliasEvent":
            self._take_alias(str(event.anchor), place)
        elif kind == "DocumentStartEvent":
            return self._begin_document(event, place)
        return len(self.diagnostics) < MAX_PROBLEMS

    def reading(self) -> Reading:
        """Give what was read."""
        self._explain_anchors()
        if self.data is None and not self.diagnostics:
            self.complain(START, "yaml.empty", "the file is empty; it needs at least 'format: 1'")
        if not self.layout.numbers:
            self.layout.begin(START, None)
        wounds = tuple(self.wounds) if self.is_readable else None
        return Reading(self.data, Spot(self.layout, 0, self.data), tuple(self.diagnostics), wounds)

    def _take_alias(self, name: str, place: Place) -> None:
        """Note an alias. Where it is merged, its anchor is the mistake, not the merging."""
        self.aliases.setdefault(name, []).append(place)
        if name in self.anchors and self.stack[-1].key == "<<":
            self.diagnostics.pop()
        self._put_word(None, place)

    def _begin_document(self, event: Event, place: Place) -> bool:
        self.documents += 1
        if self.documents > 1:
            message = "a second document begins here; put it into a file of its own"
            self.complain(place, "yaml.documents", message)
            return False
        if event.version or event.tags:
            self.complain(START, "yaml.directive", _DIRECTIVE)
        return True

    def _begin(self, event: Event, place: Place, data: dict[str, object] | list[object]) -> bool:
        if len(self.stack) >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} lists and maps are nested here; write it more simply"
            self.complain(place, "yaml.depth", message)
            return False
        self.stack.append(_Open(data, self._number(place), place, bool(event.flow_style)))
        return True

    def _number(self, place: Place) -> int:
        """Note that a value begins, behind its key if it has one."""
        level = self.stack[-1] if self.stack else None
        return self.layout.begin(place, level.key_place if level is not None and level.key else None)

    def _put_word(self, value: object, place: Place) -> None:
        """Put a single word where it belongs."""
        if not (self.stack and self.stack[-1].wants_key):
            self._number(place)
        self._put(value, place)

    def _check_node(self, event: Event, place: Place) -> None:
        if event.anchor is not None:
            self.anchors[event.anchor] = place
        if event.tag is not None:
            message = "tags are not allowed here; put text that begins with '!' in quotes"
            self.complain(place, "yaml.tag", message)

    def _scalar(self, event: Event, place: Place) -> object:
        text = event.value
        invisible = hidden_sign(text)
        if invisible:
            sign = name_of_sign(invisible)
            message = f"{sign} cannot be seen in this text; leave it out"
            self.complain(place, "yaml.character", message)
        elif event.implicit[0]:
            value = plain(text)
            if not isinstance(value, Refused):
                return intern(value) if isinstance(value, str) and len(value) <= _SHORT else value
            merging = text == "<<" and bool(self.stack) and self.stack[-1].wants_key
            self.complain(place, value.code, _MERGED if merging else value.message)
        return text

    def _put(self, value: object, place: Place) -> None:
        """Put a finished value where it belongs: the file, a list, a map; or make it the key of the next."""
        if not self.stack:
            self.data = value
            return
        level = self.stack[-1]
        if isinstance(level.data, list):
            level.data.append(value)
        elif level.key is None:
            level.key, level.key_place = self._key(level, value, place), place
        else:
            level.data[level.key] = value
            level.key = None

    def _key(self, level: _Open, value: object, place: Place) -> str:
        if not isinstance(value, str):
            message = f"a key is text, but this is {_kind(value)}; put it in quotes"
            self.complain(place, "yaml.key", message)
            return f"key {len(level.lines)}"
        first = level.lines.setdefault(value, place[0])
        if value in level.data:
            message = f"'{clip(value)}' is here twice, first on line {first}"
            self.complain(place, "yaml.duplicate", message)
        return value

    def _explain_anchors(self) -> None:
        """Complain once about an anchor with all its aliases, and about text that only looks like one."""
        for name in [*self.aliases]:
            meant = None if name in self.anchors else closest(name, self.anchors)
            if meant is not None:
                self.aliases.setdefault(meant, []).extend(self.aliases.pop(name))
        for name, place in islice(self.anchors.items(), MAX_PROBLEMS):
            used = dict.fromkeys(line for line, _ in self.aliases.get(name, ())[:9])
            self.complain(place, "yaml.anchor", _about_anchor(name, ", ".join(map(str, used))))
        stars = (
            place for name, places in self.aliases.items() if name not in self.anchors for place in places
        )
        for place in islice(stars, MAX_PROBLEMS):
            self.complain(place, "yaml.alias", "put text that begins with '*' in quotes")


def _about_anchor(name: str, lines: str) -> str:
    """Say what to do about an anchor that is used on these lines."""
    if lines:
        return f"anchors are not allowed here; write it out again on line {lines}"
    return f"anchors are not allowed here; leave out '&{clip(name)}', or put the text in quotes"


def _nowhere() -> Spot:
    """Give the place of a file that cannot be read."""
    layout = Layout()
    return Spot(layout, layout.begin(START, None), None)


def _kind(value: object) -> str:
    """Name what stands where a key should."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int | float) else "a list or a map"
