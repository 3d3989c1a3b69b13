"""The outline of a file: its cards with their abilities, and all else that has an id."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content import CARD_LISTS
from kingsburg_rules.editor.parser import parse
from kingsburg_rules.editor.positions import Lines, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.content import KeyPath
    from kingsburg_rules.editor.parser import ParsedWord

_PARTS = {"triggers": "when", "modifiers": "what", "permissions": "", "memory": "id", "examples": "shows"}
"""The lists of a card, each with the key that names its items."""


@frozen
class OutlineItem:
    """An entry of the outline: its name, its kind, and its place."""

    name: str
    what: str
    span: Span
    name_span: Span
    inner: tuple[OutlineItem, ...] = ()


@frozen
class CardInFile:
    """A card in a file, or a change of a card: its path, its id, and its first line, counted from 0."""

    path: KeyPath
    id: ParsedWord
    first: int


def cards_in(text: str) -> list[CardInFile]:
    """Find the cards in a file, and changes of cards of other packs."""
    return [
        CardInFile(path, name, entries[0].line)
        for path, entries in _items(parse(text).entries, 2)
        if str(path[0]) in CARD_LISTS and (name := _id(entries)) is not None
    ]


def outline(text: str) -> list[OutlineItem]:
    """Outline a file."""
    found = parse(text)
    return [
        _outlined(found.lines, str(path[0]), entries, name, tuple(_abilities(found.lines, entries)))
        for path, entries in _items(found.entries, 2)
        if (name := _id(entries)) is not None
    ]


def _items(entries: Iterable[ParsedWord], length: int) -> Iterator[tuple[KeyPath, list[ParsedWord]]]:
    """Return the items of lists to which paths of a length lead, each with all that is in it."""
    inside = (e for e in entries if len(e.path) > length and isinstance(e.path[length - 1], int))
    for path, found in groupby(inside, lambda entry: entry.path[:length]):
        yield path, [*found]


def _id(entries: list[ParsedWord]) -> ParsedWord | None:
    words = {entry.path[2:]: entry for entry in entries if not entry.is_key}
    return words.get(("id",)) or words.get(("override",))


def _abilities(lines: Lines, entries: list[ParsedWord]) -> Iterator[OutlineItem]:
    for path, inside in _items(entries, 4):
        what = str(path[2])
        if what in _PARTS:
            words = (each for each in inside if not each.is_key and each.path[4:] == (_PARTS[what],))
            yield _outlined(lines, what, inside, next(words, inside[0]))


def _outlined(
    lines: Lines, what: str, entries: list[ParsedWord], name: ParsedWord, inner: tuple[OutlineItem, ...] = ()
) -> OutlineItem:
    first, last = entries[0], max(entry.line for entry in entries)
    whole = Span(lines.position(first.line, first.column), lines.position(last, len(lines[last])))
    return OutlineItem(name.text or what, what, whole, lines.span(name.line, name.column, name.end), inner)
