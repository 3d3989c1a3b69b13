"""A desk with packs on it, and questions at the place of a cursor."""

from __future__ import annotations

from pathlib import Path

from kingsburg_rules.editor.completion import Item, Offer, complete
from kingsburg_rules.editor.desk import Desk
from kingsburg_rules.editor.finding import Target, define_at
from kingsburg_rules.editor.hovering import Hovers
from kingsburg_rules.editor.places import Lines, Position, Span

CURSOR = "@@"


def placed(text: str) -> tuple[str, Position]:
    """The text without its cursor, and the place of it in UTF-16."""
    before, _, after = text.partition(CURSOR)
    lines = Lines(before)
    return before + after, lines.position(len(lines) - 1, len(lines[len(lines) - 1]))


def type_at(desk: Desk, path: Path, text: str) -> Position:
    """Put a text on the screen; gives the place of its cursor."""
    desk.texts[path], position = placed(text)
    return position


def offer(desk: Desk, path: Path, text: str) -> Offer:
    return complete(desk, path, type_at(desk, path, text))


def offered(desk: Desk, path: Path, text: str) -> dict[str, Item]:
    return {item.label: item for item in offer(desk, path, text).items}


def hovered(desk: Desk, path: Path, text: str) -> str:
    found = Hovers(desk).at(path, type_at(desk, path, text))
    return found.text if found else ""


def defined(desk: Desk, path: Path, text: str) -> Target | None:
    return define_at(desk, path, type_at(desk, path, text))


def cut_out(text: str, span: Span) -> str:
    """The part of a text that a span of one line covers."""
    line = Lines(text)[span.start.line]
    units = line.encode("utf-16-le")
    assert span.start.line == span.end.line
    return units[2 * span.start.character : 2 * span.end.character].decode("utf-16-le")
