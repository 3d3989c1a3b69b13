"""Reads a YAML file: plain data with the place of everything, or what is wrong with it.

Content uses a small part of YAML, in which a file means the same to every reader: maps with text keys, lists,
text, plain numbers, true, false and null. The rest is refused with a sentence that says what to write.
ruamel.yaml is imported when a file is read and not before, for playing does not need it.
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias, cast

from attrs import define, field, frozen

from kingsburg_rules.content.signs import hidden_sign, name_of_sign
from kingsburg_rules.engine.errors import Diagnostic, missing_extra
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MAX_DEPTH = 60
"""How deep lists and maps may be nested; the base calendar needs 13."""

MAX_NODES = 300_000
"""How many words, lists and maps a file may have: about twice what a large file of cards has."""

MAX_PROBLEMS = 1000
"""After so many diagnostics the rest of a file is not looked at."""

LARGEST = 10**15 - 1
"""The largest number that is read at all; the schema limits a number at its place."""

LINE_BREAK = re.compile("\r\n|[\r\n]")
"""What YAML counts as the end of a line."""

_OF_VALUES = frozenset({"yaml.number", "yaml.date"})
"""Diagnostics about single values, despite which the rest of a file can be judged."""

_SHORT = 40
"""Words up to so many letters, such as all keys, are kept once however often they are written."""


# Places
#
# A large pack has hundreds of thousands of places, and most of them are never asked for; so they are kept as
# plain numbers and become a `Spot` on demand.

Place: TypeAlias = "tuple[int, int]"
"""A line and a column, both counted from 1."""

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys and indexes that lead to a value."""

START: Place = (1, 1)
"""The place of a diagnostic about a whole file."""

_NO_KEY: Place = (0, 0)
_WIDTH = 5
"""What is kept of each value: its place, that of its key, and the number of the value after it."""


@define(eq=False, repr=False)
class Layout:
    """The places of all values of a file, numbered in the order in which they begin."""

    numbers: array[int] = field(factory=lambda: array("I"))
    visited: dict[int, dict[str | int, int]] = field(factory=dict[int, "dict[str | int, int]"])

    def begin(self, place: Place, key: Place) -> int:
        """Note that a value begins; return its number."""
        number = len(self.numbers) // _WIDTH
        self.numbers.extend((*place, *key, number + 1))
        return number

    def end(self, number: int) -> None:
        """Note that everything within a value has begun."""
        self.numbers[(number + 1) * _WIDTH - 1] = len(self.numbers) // _WIDTH

    def after(self, number: int) -> int:
        """Return the number of the next value that is not within this one."""
        return self.numbers[(number + 1) * _WIDTH - 1]

    def place(self, number: int, start: int) -> Place:
        """Return the place that is kept of a value from a position on."""
        line, column = self.numbers[number * _WIDTH + start : number * _WIDTH + start + 2]
        return line, column

    def within(self, number: int, data: object) -> Mapping[str | int, int]:
        """Number the values within another one by their keys or indexes; kept, for callers ask repeatedly."""
        if number not in self.visited:
            keys: Iterable[str | int] = data if is_object(data) else range(len(data)) if is_list(data) else ()
            self.visited[number] = dict(zip(keys, self._inner(number), strict=False))
        return self.visited[number]

    def _inner(self, number: int) -> Iterator[int]:
        inner = number + 1
        while inner < self.after(number):
            yield inner
            inner = self.after(inner)


@frozen(eq=False, repr=False)
class Spot:
    """The place of a value: where it begins, where its key does (if it has one), and the spots within it."""

    layout: Layout
    number: int
    data: object

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return self.layout.place(self.number, 0)

    @property
    def key(self) -> Place | None:
        """Where its key begins, if it has one."""
        key = self.layout.place(self.number, 2)
        return None if key == _NO_KEY else key

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is within: a single word, or a list or a map without anything."""
        return self.layout.after(self.number) == self.number + 1

    @property
    def owner(self) -> Place:
        """Where to say that something is missing inside: at the name of the value, or at its beginning."""
        return self.key or self.place

    @property
    def pointed(self) -> Place:
        """What a pointer means: the key of a map or a list, but the value where that is a single word."""
        return self.place if self.is_empty else self.owner

    def parts(self) -> Iterator[tuple[str | int, Spot]]:
        """Return the spots within, by key or index."""
        for key, number in self.layout.within(self.number, self.data).items():
            yield key, Spot(self.layout, number, self._value(key))

    def within(self, part: str | int) -> Spot | None:
        """Return the spot within that has a key or an index."""
        number = self.layout.within(self.number, self.data).get(part)
        return None if number is None else Spot(self.layout, number, self._value(part))

    def _value(self, key: str | int) -> object:
        if is_object(self.data):
            return self.data[str(key)]
        return self.data[int(key)] if is_list(self.data) else None

    def find(self, path: Iterable[str | int]) -> Spot:
        """Return the spot at a path, or the nearest one around it."""
        spot = self
        for part in path:
            within = spot.within(part)
            if within is None:
                break
            spot = within
        return spot

    def aimed(self, pointer: str) -> Place:
        """Return the place that a pointer such as `/buildings/3/cost` means.

        With a slash at its end, that is the last key itself. A key may have a slash in it.
        """
        spot, waiting = self, ""
        for part in pointer.strip("/").split("/"):
            name = f"{waiting}/{part}" if waiting else part
            within = spot.within(name) or (spot.within(int(name)) if name.isdecimal() else None)
            # Where a list may stand, one thing alone is its first item.
            if within is None and name == "0" and is_object(spot.data):
                continue
            waiting = name if within is None else ""
            spot = within or spot
        return spot.owner if pointer.endswith("/") else spot.pointed


# Reading


@frozen(eq=False, repr=False)
class Reading:
    """The content of a file with its places. With diagnostics, the data counts only if it `is_readable`."""

    data: object
    root: Spot
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_readable(self) -> bool:
        """Return whether nothing is wrong but single values; these are `Refused`."""
        return all(found.code in _OF_VALUES for found in self.diagnostics)


class Refused(str):
    """The text of a value about which there is a diagnostic already."""

    __slots__ = ()


_TAB = re.compile(r"^ *(\t)[ \t]*[^\s#]", re.MULTILINE)
_ODD_SPACE = re.compile(r"^ *([\xa0\u2000-\u200a\u202f\u205f\u3000])\s*(?:- |[a-z$_]+:)", re.MULTILINE)
_ODD_COLON = re.compile(r"^ *(?:- +)?[a-z_]+([\uff1a\ua789\u2236])\s", re.MULTILINE)
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_MERGE_CONFLICT = (
    "this is a merge conflict; keep one version, and delete the lines with <<<<<<<, ======= and >>>>>>>"
)


def read_yaml(text: str, file: str) -> Reading:
    """Read a text; `file` is the name that its diagnostics carry.

    Raises:
        SetupError: ruamel.yaml is not installed.
    """
    composer = _Composer(file)
    odd = _ODD_SPACE.search(text)
    if odd is not None:
        message = f"{name_of_sign(odd[1])} indents this line; use spaces"
        composer.complain(place_of(text, odd.start(1)), "yaml.tab", message)
        return composer.reading(None)
    # ruamel.yaml would complain about something else, further down.
    for pattern, code, message in (
        (_CONFLICT, "yaml.conflict", _MERGE_CONFLICT),
        (_TAB, "yaml.tab", "a tab indents this line; use spaces"),
    ):
        found = pattern.search(text)
        if found is not None:
            composer.complain(place_of(text, found.start(found.re.groups)), code, message)
            return composer.reading(None)
    return composer.reading(_composed(text, composer))


def _composed(text: str, composer: _Composer) -> object:
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError
        from ruamel.yaml.reader import ReaderError
    except ModuleNotFoundError as error:
        raise missing_extra("author", "ruamel.yaml") from error

    # Pure Python, since the parser in C is not everywhere, and gives up at other places.
    parser = cast("_Parser", YAML(typ="safe", pure=True))
    try:
        return composer.compose(parser.parse(text))
    except _Enough:
        pass
    except MarkedYAMLError as error:
        odd = _ODD_COLON.search(text)
        if odd is not None:
            message = f"this is {name_of_sign(odd[1])}; write ':' and a space"
            composer.complain(place_of(text, odd.start(1)), "yaml.colon", message)
            return None
        composer.complain(*_syntax_error(cast("_YamlError", error), text, composer.brackets))
    except ReaderError as error:
        composer.complain(place_of(text, cast("_YamlError", error).position), "yaml.character", _CONTROL)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        # Damaged escapes and directives make the parser stumble instead of complaining.
        composer.complain(composer.last, "yaml.syntax", _STUMBLED)
    return None


def place_of(text: str, index: int) -> Place:
    """Return the place of a character."""
    lines = LINE_BREAK.split(text[:index])
    return len(lines), len(lines[-1]) + 1


def clip(text: str) -> str:
    """Shorten what is quoted in a message."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


# Composing: from the parser's events to data and its layout
#
# Events still have what ruamel's nodes have lost: anchors and aliases apart, tags as they were written, a key
# that is there twice. The depth is bounded, so a hostile file ends in a diagnostic, too.


class _Mark(Protocol):
    line: int
    column: int


class _Event(Protocol):
    """The attributes of ruamel's events that are used; each kind of event has some of them."""

    start_mark: _Mark
    anchor: str | None
    tag: str | None
    value: str
    implicit: tuple[bool, bool]
    flow_style: bool | None
    version: object
    tags: object


class _Parser(Protocol):
    def parse(self, stream: str) -> Iterator[_Event]: ...


class _Enough(Exception):
    """The rest of the file is not looked at."""


class _Composer:
    """Turns events into data and its layout, and collects what is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.layout = Layout()
        self.anchors: dict[str, Place] = {}
        self.aliases: list[tuple[str, Place]] = []
        self.brackets: list[Place] = []
        self.nodes = 0
        self.last = START
        self.events: Iterator[_Event] = iter(())

    def complain(self, place: Place, code: str, message: str, *others: Place) -> None:
        """Add a diagnostic."""
        further = tuple((self.file, *other) for other in others)
        self.diagnostics.append(Diagnostic(self.file, *place, code, message, others=further))

    def reading(self, data: object) -> Reading:
        """Return what was read."""
        self._explain_anchors()
        if data is None and not self.diagnostics:
            self.complain(START, "yaml.empty", "the file is empty; it needs at least 'format: 1'")
        if not self.layout.numbers:
            self.layout.begin(START, _NO_KEY)
        return Reading(data, Spot(self.layout, 0, data), tuple(self.diagnostics))

    def compose(self, events: Iterator[_Event]) -> object:
        """Compose the document."""
        self.events, documents, data = events, 0, None
        for event in events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self.complain(_place(event.start_mark), "yaml.documents", _SECOND_DOCUMENT)
                    break
                if event.version or event.tags:
                    self.complain(START, "yaml.directive", _DIRECTIVE)
            elif kind.startswith(("Scalar", "Mapping", "Sequence", "Alias")):
                data = self._value(event, _NO_KEY, 0)
        return data

    def _value(self, event: _Event, key: Place, depth: int) -> object:
        place = self._begin(event)
        number = self.layout.begin(place, key)
        found = self._composed(event, place, depth)
        self.layout.end(number)
        return found

    def _begin(self, event: _Event) -> Place:
        """Take the next value or key, unless there is no use in going on."""
        place = self.last = _place(event.start_mark)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.complain(place, "pack.size", f"this file has more than {MAX_NODES:,} words; split it in two")
        if self.nodes > MAX_NODES or len(self.diagnostics) >= MAX_PROBLEMS:
            raise _Enough
        return place

    def _composed(self, event: _Event, place: Place, depth: int) -> object:
        kind = type(event).__name__
        if kind == "AliasEvent":
            self.aliases.append((str(event.anchor), place))
            return None
        if event.anchor is not None:
            self.anchors[event.anchor] = place
        if event.tag is not None:
            self.complain(
                place, "yaml.tag", "tags are not allowed here; put text that begins with '!' in quotes"
            )
        if kind == "ScalarEvent":
            return self._scalar(event, place)
        if depth >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} lists and maps are nested here; write it more simply"
            self.complain(place, "yaml.depth", message)
            raise _Enough
        if event.flow_style:
            self.brackets.append(place)
        found = self._map(depth + 1) if kind == "MappingStartEvent" else self._list(depth + 1)
        if event.flow_style:
            self.brackets.pop()
        return found

    def _list(self, depth: int) -> list[object]:
        found: list[object] = []
        for event in self.events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            found.append(self._value(event, _NO_KEY, depth))
        return found

    def _map(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        keys: dict[str, Place] = {}
        for event in self.events:
            if type(event).__name__ == "MappingEndEvent":
                break
            # Keys count like values: a map of a million keys must end in a diagnostic, too.
            place = self._begin(event)
            key = self._key(self._composed(event, place, depth), place, keys)
            found[key] = self._value(next(self.events), place, depth)
        return found

    def _key(self, key: object, place: Place, keys: dict[str, Place]) -> str:
        if not isinstance(key, str):
            self.complain(place, "yaml.key", "a key is text; put this in quotes")
            return f"key {len(keys)}"
        if key in keys:
            first = keys[key]
            self.complain(
                place, "yaml.duplicate", f"'{clip(key)}' is here twice, first on line {first[0]}", first
            )
        keys.setdefault(key, place)
        return key

    def _scalar(self, event: _Event, place: Place) -> object:
        text = event.value
        invisible = hidden_sign(text)
        if invisible:
            message = f"{name_of_sign(invisible)} cannot be seen in this text; leave it out"
            self.complain(place, "yaml.character", message)
            return text
        value = plain(text) if event.implicit[0] else text
        if isinstance(value, _Refusal):
            self.complain(place, value.code, value.message)
            # The schema must not complain again about what is not the author's number or date.
            return Refused(text)
        return intern(value) if isinstance(value, str) and len(value) <= _SHORT else value

    def _explain_anchors(self) -> None:
        """Complain once about an anchor with all its aliases, and about text that looks like an alias."""
        used: dict[str, list[Place]] = {name: [] for name in self.anchors}
        for name, place in self.aliases[:MAX_PROBLEMS]:
            meant = name if name in used else closest(name, used)
            if meant is None:
                self.complain(place, "yaml.alias", "put text that begins with '*' in quotes")
            else:
                used[meant].append(place)
        # Where an alias is merged, its anchor is the mistake, and one report about it is enough.
        if used:
            self.diagnostics = [found for found in self.diagnostics if found.code != "yaml.merge"]
        for name, place in [*self.anchors.items()][:MAX_PROBLEMS]:
            lines = ", ".join(dict.fromkeys(str(line) for line, _ in used[name][:9]))
            remedy = (
                f"write it out again on line {lines}" if lines else "put text that begins with '&' in quotes"
            )
            self.complain(place, "yaml.anchor", f"anchors are not allowed here; {remedy}", *used[name][:9])


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
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL)

_ODD_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+"
    r"|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+][0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)"
)
"""What YAML takes for a number, in all its spellings."""


@frozen
class _Refusal:
    """The reason why a word has no place in content."""

    code: str
    message: str


def plain(text: str) -> object:
    """Return what an unquoted word means: true, false, null, a number, text; or why it is refused."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789=<":
        return text
    return _number_or_text(text)


class _Decimal(float):
    """A number with a point, which is told as it is written: 1.10 is another version than 1.1."""

    text: str

    def __new__(cls, text: str) -> Self:
        """Make the number, and keep its text."""
        made = super().__new__(cls, text)
        made.text = text
        return made

    def __str__(self) -> str:
        """Return what is written."""
        return self.text


@lru_cache(maxsize=4096)
def _number_or_text(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return _Decimal(text)
    if _ODD_NUMBER.fullmatch(text):
        return _Refusal("yaml.number", _about_number(text))
    if _DATE.fullmatch(text):
        return _Refusal("yaml.date", f"{clip(text)} is a date to YAML; put it in quotes")
    if text in ("=", "<<"):
        message = f"maps are not merged here; write their keys out, or put '{text}' in quotes if it is text"
        return _Refusal("yaml.merge", message)
    return text


def _about_number(text: str) -> str:
    if _LONG.fullmatch(text):
        return f"{clip(text)} is too large; at most {LARGEST} is allowed"
    try:
        number = int(text.replace("_", ""), 0)
    except ValueError:  # it is not whole, or readers differ about it
        return f"write {clip(text)} as a plain whole number, or in quotes if it is text"
    return f"write {number}, or put {clip(text)} in quotes if it is text"


# Syntax errors
#
# A parser says where it gave up. For an open bracket that is the end of the file, for a text with a colon in
# it a sentence about "mapping values". The table turns what ruamel.yaml says into what an author should do,
# at the place where it would be mended.


class _YamlError(Protocol):
    """A `MarkedYAMLError`, or a `ReaderError` with nothing but a position."""

    problem: str | None
    context: str | None
    problem_mark: _Mark | None
    context_mark: _Mark | None
    position: int


def _syntax_error(error: _YamlError, text: str, brackets: list[Place]) -> tuple[Place, str, str]:
    """Return where to mend a syntax error, its code, and what to do."""
    at = _place(error.problem_mark or error.context_mark)
    since = _place(error.context_mark or error.problem_mark)  # where the thing began that was being read
    said = f"{error.context or ''}: {error.problem or ''}"
    lines = LINE_BREAK.split(text)
    before = lines[at[0] - 1][: at[1] - 1] if at[0] <= len(lines) else ""
    if "mapping values are not allowed" in said:
        return _colon(at, before)
    if "expected ',' or " in said:
        return _open_bracket(said, before, at, since)
    named = re.findall(r"'((?:[^'\\]|\\.)+)'", said)
    for pattern, where, code, message in _ADVICE:
        if re.search(pattern, said):
            place = {"at": at, "since": since, "bracket": (since, *brackets)[-1]}[where]
            return place, code, message.format(found=named[-1] if named else "", line=since[0])
    return at, "yaml.syntax", f"this is not YAML: {error.problem}"


def _place(mark: _Mark | None) -> Place:
    return START if mark is None else (mark.line + 1, mark.column + 1)


def _colon(at: Place, before: str) -> tuple[Place, str, str]:
    """Either text has a colon in it, or a line is indented as if it belonged to the value above."""
    if re.search(r":\s", before):
        return at, "yaml.colon", "this is the second ': ' of the line; put text that has one in quotes"
    key = before.lstrip(" -")
    message = f"'{clip(key)}' does not line up with what is above it, or a ':' is missing there"
    return (at[0], len(before) - len(key) + 1), "yaml.indent", message


def _open_bracket(said: str, before: str, at: Place, since: Place) -> tuple[Place, str, str]:
    """A bracket is not closed; where the next entry is on the same line, a missing comma is more likely."""
    kind = "{" if "flow mapping" in said else "["
    if before.endswith(":"):
        return at, "yaml.colon", "put a space after the ':'"
    if said.endswith(("'}'", "']'", "'<stream end>'")):
        return since, "yaml.bracket", f"this '{kind}' is not closed"
    if at[0] == since[0]:
        return at, "yaml.bracket", f"a ',' is missing before this, or '{kind}' is not closed"
    message = f"this '{kind}' is not closed, or a ',' is missing before line {at[0]}"
    return since, "yaml.bracket", message


_CONTROL = "there is a control character here, which cannot be seen; delete it"
_DIRECTIVE = "leave out lines that begin with '%'"
_SECOND_DOCUMENT = "a second document begins here; put it into a file of its own"
_STUMBLED = (
    "what follows cannot be read: look for a backslash in double quotes, or a line that begins with '%'"
)
_ESCAPE = "in double quotes a backslash begins an escape; double it, or use single quotes"
_BLOCK = "end the line after '|' or '>'; the text starts on the next line, evenly indented"
_GOES_ON = "text goes on after its closing quote; put all of it in quotes"
_NO_DASH = "a '- ' is missing here, or the list that begins on line {line} is too far left"
_LIST = "a list begins on a line of its own: put the '- ' under its key"
_COMMAS = "in brackets, commas separate the items of a list, not '- '"

_ADVICE = (
    (r"'\\t' that cannot start any token", "at", "yaml.tab", "there is a tab here; use spaces"),
    ("cannot start any token", "at", "yaml.quotes", "text cannot begin with '{found}'; put it in quotes"),
    ("quoted scalar.*(end of stream|separator)", "since", "yaml.quotes", "this quote is never closed"),
    ("double-quoted scalar", "at", "yaml.escape", _ESCAPE),
    ("mapping keys are not allowed", "at", "yaml.quotes", "put text that starts with '? ' in quotes"),
    ("sequence entries are not allowed", "at", "yaml.dash", _LIST),
    ("could not find expected ':'", "since", "yaml.colon", "a key needs a ':' after it"),
    ("node content.*<stream end>", "bracket", "yaml.bracket", "this bracket is not closed"),
    ("node content.*'-'", "at", "yaml.dash", _COMMAS),
    ("(node content|<block end>).*'[]}]'", "at", "yaml.bracket", "this '{found}' closes nothing"),
    ("node content", "at", "yaml.value", "a value is missing before '{found}'"),
    ("<block end>.*<scalar>", "at", "yaml.quotes", _GOES_ON),
    (r"block collection.*<block end>.*'\?'", "at", "yaml.indent", _NO_DASH),
    (
        "block collection.*<block end>",
        *("at", "yaml.indent", "this does not line up with the list that begins on line {line}"),
    ),
    ("<block end>", "at", "yaml.indent", "this does not line up with the map that begins on line {line}"),
    ("scanning an (anchor|alias)", "since", "yaml.quotes", "put text that starts with '&' or '*' in quotes"),
    ("(scanning|parsing) an? tag|tag handle", "since", "yaml.tag", "put text that starts with '!' in quotes"),
    ("directive|YAML document", "at", "yaml.directive", _DIRECTIVE),
    (
        "<document start>|document end",
        *("at", "yaml.documents", "a file holds one document; leave out '---' and '...'"),
    ),
    ("block scalar", "since", "yaml.block", _BLOCK),
    ("found unexpected ':'", "at", "yaml.quotes", "put text that has a ':' in quotes"),
)
"""What the parser says, tried from the top, with where to mend it, the code, and what we say instead."""
