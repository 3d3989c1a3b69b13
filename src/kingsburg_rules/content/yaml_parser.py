"""The one place that touches ruamel.yaml while checking: its events, with types, and its complaints.

ruamel.yaml carries no types, so what is used of it is written down here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_syntax import Trouble, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules.content.yaml_positions import Place


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
    """Hand the events of a text to `take` until it wants no more; give the parser's complaint, if any."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

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


def _trouble(text: str, said: _Complaint) -> Trouble:
    at, since = _place(said.problem_mark), _place(said.context_mark)
    return Trouble(text, said.problem or "", said.context or "", at or since or START, since or at or START)


def _place(mark: Mark | None) -> Place | None:
    return None if mark is None else (mark.line + 1, mark.column + 1)
