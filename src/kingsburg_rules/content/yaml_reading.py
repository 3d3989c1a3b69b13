"""Reading one YAML file: plain data with the place of everything, or what is wrong with it.

The parser's events are taken one by one, which costs less than building its nodes first, and shows what nodes
no longer know: anchors, aliases, tags, a key said twice. Content uses a small part of YAML, in which a file
means the same to every reader: maps with text keys, lists, text, plain numbers, true, false and null. The
rest is refused with a sentence.

Nothing here recurses, and depth is bounded: a hostile file ends in a problem, too.
"""

from __future__ import annotations

import re
from itertools import islice
from sys import intern
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.yaml_parser import parse
from kingsburg_rules.content.yaml_positions import START, Layout, Spot
from kingsburg_rules.content.yaml_scalars import Refused, clip, plain
from kingsburg_rules.content.yaml_syntax import advise, place_of
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from kingsburg_rules.content.yaml_parser import Event
    from kingsburg_rules.content.yaml_positions import Place

MAX_DEPTH = 60
"""How deep lists and maps may stand in each other; the base calendar needs 13."""

MAX_NODES = 300_000
"""How many words, lists and maps a file may hold: about twice what a large file of cards does."""

MAX_PROBLEMS = 1000
"""After so many the rest of a file is not looked at."""

_SHORT = 40
"""Words up to so many letters, such as all keys, are kept once however often they are said."""

_TAB = re.compile(r"^ *(\t)[ \t]*[^\s#]", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@frozen(eq=False, repr=False)
class Reading:
    """What a file says and where; the data counts for something only when there are no problems."""

    data: object
    root: Spot
    problems: tuple[Problem, ...]


def read_yaml(text: str, file: str) -> Reading:
    """Read a text; `file` is the name its problems carry."""
    tab = _TAB.search(text)
    if tab:
        place = place_of(text, tab.start(1))
        problem = Problem(file, *place, "yaml.tab", "a tab indents this line; use spaces")
        return Reading(None, _nowhere(), (problem,))
    builder = _Builder(file)
    trouble = parse(text, builder.take)
    if trouble is not None:
        advice = advise(evolve(trouble, bracket=builder.bracket, before=builder.last))
        builder.complain(advice.place, advice.code, advice.message)
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
    problems: list[Problem] = field(factory=list[Problem])
    stack: list[_Open] = field(factory=list[_Open])
    anchors: dict[str, Place] = field(factory=dict[str, "Place"])
    aliases: dict[str, list[Place]] = field(factory=dict[str, "list[Place]"])
    data: object = None
    layout: Layout = field(factory=Layout)
    documents: int = 0
    events: int = 0
    last: Place = START

    @property
    def bracket(self) -> Place | None:
        """The innermost bracket that is open."""
        return next((level.place for level in reversed(self.stack) if level.flow), None)

    def complain(self, place: Place, code: str, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.file, *place, code, message))

    def take(self, event: Event) -> bool:
        """Take the next event; False when there is no use in going on."""
        kind = type(event).__name__
        mark = event.start_mark
        place = self.last = (mark.line + 1, mark.column + 1)
        self.events += 1
        if self.events > MAX_NODES:
            self.complain(
                place, "pack.size", f"more than {MAX_NODES:,} words stand in this file; make two of it"
            )
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
        return len(self.problems) < MAX_PROBLEMS

    def reading(self) -> Reading:
        """Give what was read."""
        self._explain_anchors()
        if self.data is None and not self.problems:
            self.complain(START, "yaml.empty", "the file is empty; the least it says is 'format: 1'")
        if not self.layout.numbers:
            self.layout.begin(START, None)
        return Reading(self.data, Spot(self.layout, 0, self.data), tuple(self.problems))

    def _take_alias(self, name: str, place: Place) -> None:
        """Note an alias. Where it is merged, its anchor is the mistake, not the merging."""
        self.aliases.setdefault(name, []).append(place)
        if name in self.anchors and self.stack[-1].key == "<<":
            self.problems.pop()
        self._put_word(None, place)

    def _begin_document(self, event: Event, place: Place) -> bool:
        self.documents += 1
        if self.documents > 1:
            message = "a second document begins here; put it into a file of its own"
            self.complain(place, "yaml.documents", message)
            return False
        if event.version or event.tags:
            self.complain(START, "yaml.directive", "leave out lines that begin with '%'")
        return True

    def _begin(self, event: Event, place: Place, data: dict[str, object] | list[object]) -> bool:
        if len(self.stack) >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} lists and maps stand in each other; say it more simply"
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
            message = "tags have no place here; put text that begins with '!' in quotes"
            self.complain(place, "yaml.tag", message)

    def _scalar(self, event: Event, place: Place) -> object:
        text = event.value
        if event.implicit[0]:
            value = plain(text)
            if not isinstance(value, Refused):
                return intern(value) if isinstance(value, str) and len(value) <= _SHORT else value
            merging = text == "<<" and bool(self.stack) and self.stack[-1].wants_key
            message = "maps are not merged here; write their keys out" if merging else value.message
            self.complain(place, value.code, message)
        elif _CONTROL.search(text):
            self.complain(place, "yaml.character", "there is a control character in this text; leave it out")
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
        for name, place in islice(self.anchors.items(), MAX_PROBLEMS):
            used = dict.fromkeys(line for line, _ in self.aliases.get(name, ())[:9])
            lines = ", ".join(map(str, used))
            advice = f"write it out again on line {lines}" if lines else "put text with '&' in quotes"
            self.complain(place, "yaml.anchor", f"anchors have no place here; {advice}")
        stars = (
            place for name, places in self.aliases.items() if name not in self.anchors for place in places
        )
        for place in islice(stars, MAX_PROBLEMS):
            self.complain(place, "yaml.alias", "put text that begins with '*' in quotes")


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
