"""Reading one YAML file: plain data with the place of everything, or what is wrong with it.

The parser's events are taken one by one, which costs less than building its nodes first, and shows what nodes
no longer know: anchors, aliases, tags, a key said twice. Content uses a small part of YAML, the part in which a
file means the same to every reader: maps with text keys, lists, text, whole numbers, true, false and null. All
else is refused with a sentence, and what is left means exactly what ruamel.yaml makes of it.

Nothing here recurses, and depth is bounded: a hostile file ends in a problem, too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, cast

from attrs import define, field, frozen

from kingsburg_rules.content.yaml_positions import START, Spot
from kingsburg_rules.content.yaml_syntax import LINE_BREAK, Trouble, advise
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.yaml_positions import Place

MAX_DEPTH = 60
"""How deep lists and maps may stand in each other; the base calendar needs 13."""

_TAB = re.compile(r"^ *(\t)[ \t]*[^\s#]", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL)
_ODD_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+"
    r"|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+][0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)"
)
"""What YAML takes for a number; only plain decimal ones are let through."""


class _Mark(Protocol):
    """A place as ruamel.yaml knows it, counted from 0."""

    line: int
    column: int


class _Event(Protocol):
    """What is used of ruamel.yaml's events, which carry no types; each kind has some of this."""

    start_mark: _Mark
    anchor: str | None
    tag: str | None
    value: str
    implicit: tuple[bool, bool]
    flow_style: bool | None
    version: object
    tags: object


class _Parser(Protocol):
    """What is used of ruamel.yaml's parser."""

    def parse(self, stream: str) -> Iterator[_Event]:
        """Give the events of a text."""
        ...


@frozen(eq=False, repr=False)
class Reading:
    """What a file says and where; the data counts for something only when there are no problems."""

    data: object
    root: Spot
    problems: tuple[Problem, ...]


@frozen
class Refused:
    """A scalar that has no place in content, and why."""

    code: str
    message: str


def read_yaml(text: str, file: str) -> Reading:
    """Read a text; `file` is the name its problems carry."""
    tab = _TAB.search(text)
    if tab:
        line, column = _place_of(text, tab.start(1))
        problem = Problem(file, line, column, "yaml.tab", "a tab indents this line; use spaces")
        return Reading(None, Spot(START), (problem,))
    builder = _Builder(file)
    trouble = _feed(builder, text)
    if trouble is not None:
        advice = advise(trouble)
        builder.complain(advice.place, advice.code, advice.message)
    return builder.reading()


def plain(text: str) -> object:
    """Give what an unquoted scalar means: a word of YAML's, a number, text; or `Refused`."""
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
        return Refused("yaml.number", f"write {clip(text)} as a plain number, or put it in quotes if it is text")
    if _DATE.fullmatch(text):
        return Refused("yaml.date", f"{clip(text)} is a date to YAML; put it in quotes")
    if text in ("=", "<<"):
        return Refused("yaml.merge", f"put '{text}' in quotes if it is text; maps are not merged here")
    return text


def clip(text: str) -> str:
    """Shorten what is quoted in a message."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


def _feed(builder: _Builder, text: str) -> Trouble | None:
    """Let the builder take the parser's events; what the parser has to complain about comes back."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    parser = cast("_Parser", YAML(typ="safe", pure=True))  # pure: the C parser is not everywhere
    try:
        for event in parser.parse(text):
            if not builder.take(event):
                break
    except MarkedYAMLError as error:
        at, since = _place(error.problem_mark), _place(error.context_mark)
        return Trouble(
            text=text,
            problem=str(error.problem or ""),
            context=str(error.context or ""),
            at=at or since or START,
            since=since or at or START,
            bracket=builder.bracket,
        )
    except ReaderError as error:
        place = _place_of(text, cast("int", error.position))
        builder.complain(place, "yaml.character", "there is an invisible control character here; delete it")
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        # Damaged escapes and directives make the parser itself stumble.
        builder.complain(builder.last, "yaml.syntax", "the parser gives up behind this place; write it more simply")
    return None


def _place(mark: object) -> Place | None:
    return None if mark is None else (cast("_Mark", mark).line + 1, cast("_Mark", mark).column + 1)


def _place_of(text: str, index: int) -> Place:
    """Give the place of a character."""
    lines = LINE_BREAK.split(text[:index])
    return len(lines), len(lines[-1]) + 1


@define(eq=False, repr=False)
class _Open:
    """A list or a map that is being read."""

    data: dict[str, object] | list[object]
    spot: Spot
    inner: dict[str | int, Spot]
    flow: bool
    key: str | None = None
    key_place: Place = START


@define(eq=False, repr=False)
class _Builder:
    """Turns events into data and spots, and collects what is wrong."""

    file: str
    problems: list[Problem] = field(factory=list[Problem])
    stack: list[_Open] = field(factory=list[_Open])
    anchors: dict[str, Place] = field(factory=dict[str, "Place"])
    aliases: list[tuple[str, Place]] = field(factory=list["tuple[str, Place]"])
    data: object = None
    root: Spot = field(factory=lambda: Spot(START))
    documents: int = 0
    last: Place = START

    @property
    def bracket(self) -> Place | None:
        """The innermost bracket that is open."""
        return next((level.spot.place for level in reversed(self.stack) if level.flow), None)

    def complain(self, place: Place, code: str, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.file, *place, code, message))

    def take(self, event: _Event) -> bool:
        """Take the next event; False when there is no use in going on."""
        kind = type(event).__name__
        mark = event.start_mark
        place = self.last = (mark.line + 1, mark.column + 1)
        if kind == "ScalarEvent":
            self._check_node(event, place)
            self._put(self._scalar(event, place), Spot(place))
        elif kind == "MappingStartEvent" or kind == "SequenceStartEvent":
            self._check_node(event, place)
            return self._begin(event, place, {} if kind == "MappingStartEvent" else [])
        elif kind == "MappingEndEvent" or kind == "SequenceEndEvent":
            level = self.stack.pop()
            self._put(level.data, level.spot)
        elif kind == "AliasEvent":
            self.aliases.append((str(event.anchor), place))
            self._put(None, Spot(place))
        elif kind == "DocumentStartEvent":
            return self._begin_document(event, place)
        return True

    def reading(self) -> Reading:
        """Give what was read."""
        self._explain_anchors()
        if self.data is None and not self.problems:
            self.complain(START, "yaml.empty", "the file is empty; the least it says is 'format: 1'")
        return Reading(self.data, self.root, tuple(self.problems))

    def _begin_document(self, event: _Event, place: Place) -> bool:
        self.documents += 1
        if self.documents > 1:
            self.complain(place, "yaml.documents", "a second document begins here; put it into a file of its own")
            return False
        if event.version or event.tags:
            self.complain(START, "yaml.directive", "leave out lines that begin with '%'")
        return True

    def _begin(self, event: _Event, place: Place, data: dict[str, object] | list[object]) -> bool:
        if len(self.stack) >= MAX_DEPTH:
            self.complain(place, "yaml.depth", f"more than {MAX_DEPTH} lists and maps within each other")
            return False
        inner: dict[str | int, Spot] = {}
        self.stack.append(_Open(data, Spot(place, None, inner), inner, bool(event.flow_style)))
        return True

    def _check_node(self, event: _Event, place: Place) -> None:
        if event.anchor is not None:
            self.anchors[event.anchor] = place
        if event.tag is not None:
            self.complain(place, "yaml.tag", "tags have no place here; put text that begins with '!' in quotes")

    def _scalar(self, event: _Event, place: Place) -> object:
        text = event.value
        if event.implicit[0]:
            value = plain(text)
            if not isinstance(value, Refused):
                return value
            merging = text == "<<" and self._wants_key()
            message = "maps are not merged here; write the keys out" if merging else value.message
            self.complain(place, value.code, message)
            return text
        if _CONTROL.search(text):
            self.complain(place, "yaml.character", "this text has a control character in it; leave it out")
        return text

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].data, dict) and self.stack[-1].key is None

    def _put(self, value: object, spot: Spot) -> None:
        """Put a finished value where it belongs: a key, a value, an item, or the whole file."""
        if not self.stack:
            self.data, self.root = value, spot
            return
        level = self.stack[-1]
        if isinstance(level.data, list):
            level.inner[len(level.data)] = spot
            level.data.append(value)
        elif level.key is None:
            self._put_key(level, level.data, value, spot)
        else:
            spot.key = level.key_place
            level.inner[level.key] = spot
            level.data[level.key] = value
            level.key = None

    def _put_key(self, level: _Open, data: dict[str, object], value: object, spot: Spot) -> None:
        if not isinstance(value, str):
            self.complain(spot.place, "yaml.key", f"a key is text, but this is {_kind(value)}; put it in quotes")
            value = f"{len(data)}"
        elif value in data:
            first = level.inner[value].owner[0]
            self.complain(spot.place, "yaml.duplicate", f"'{clip(value)}' is here twice, first on line {first}")
        level.key, level.key_place = value, spot.place

    def _explain_anchors(self) -> None:
        """Complain once about an anchor with all its aliases, and about text that only looks like one."""
        for name, place in self.anchors.items():
            used = sorted({at[0] for alias, at in self.aliases if alias == name})
            if used:
                lines = ", ".join(map(str, used))
                message = f"anchors have no place here: leave '&{name}' out and write its content out on line {lines}"
            else:
                message = f"anchors have no place here; put text that begins with '&' in quotes: '&{name} ...'"
            self.complain(place, "yaml.anchor", message)
        for name, place in self.aliases:
            if name not in self.anchors:
                self.complain(place, "yaml.alias", f"put text that begins with '*' in quotes: '*{clip(name)}'")


def _kind(value: object) -> str:
    """Name what stands where a key should."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int | float) else "a list or a map"
