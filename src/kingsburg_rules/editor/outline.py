"""The outline of a file: its cards with their abilities, and all else that has an id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.editor.places import Span
from kingsburg_rules.editor.sketch import sketch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.editor.sketch import Entry, Sketch

_PARTS = {"triggers": "when", "modifiers": "what", "permissions": "", "memory": "id", "examples": "shows"}
"""What a card has, each list with the key that tells its items apart."""


@frozen
class Symbol:
    """An entry of the outline: what it is called, what it is, and where."""

    name: str
    what: str
    span: Span
    name_span: Span
    inner: tuple[Symbol, ...] = ()


@frozen
class Card:
    """A card in a file: its path, its id, and its lines, counted from 0, the last one included."""

    path: KeyPath
    id: Entry
    first: int
    last: int


def cards_in(text: str) -> list[Card]:
    """Find the cards in a file, and changes of cards of other packs."""
    found = sketch(text)
    return [
        Card(path, called, entries[0].line, _last(entries))
        for path, entries in _items(found)
        if str(path[0]) in CARD_LISTS and (called := _id(entries)) is not None
    ]


def outline(text: str) -> list[Symbol]:
    """Outline a file."""
    found = sketch(text)
    return [
        _symbol(found, called.text, str(path[0]), entries, called, _inner(found, entries))
        for path, entries in _items(found)
        if (called := _id(entries)) is not None
    ]


def _items(found: Sketch) -> Iterator[tuple[KeyPath, list[Entry]]]:
    """Give the items of the lists at the top of a file, each with all that is in it."""
    items: dict[KeyPath, list[Entry]] = {}
    for entry in found.entries:
        if len(entry.path) > 2 and isinstance(entry.path[1], int):
            items.setdefault(entry.path[:2], []).append(entry)
    yield from items.items()


def _id(entries: list[Entry]) -> Entry | None:
    """Give the word by which an item is known."""
    named = {entry.path[2:]: entry for entry in entries if not entry.is_key}
    return next((named[key,] for key in ("id", "override") if (key,) in named), None)


def _inner(found: Sketch, entries: list[Entry]) -> tuple[Symbol, ...]:
    """Outline the abilities of a card."""
    parts: dict[KeyPath, list[Entry]] = {}
    for entry in entries:
        if len(entry.path) > 4 and entry.path[2] in _PARTS and isinstance(entry.path[3], int):
            parts.setdefault(entry.path[:4], []).append(entry)
    symbols: list[Symbol] = []
    for part, inside in parts.items():
        what = str(part[2])
        named = next((e for e in inside if not e.is_key and e.path[4:] == (_PARTS[what],)), inside[0])
        symbols.append(_symbol(found, named.text, what, inside, named, ()))
    return tuple(symbols)


def _symbol(
    found: Sketch, name: str, what: str, entries: list[Entry], called: Entry, inner: tuple[Symbol, ...]
) -> Symbol:
    first, last = entries[0], _last(entries)
    end = found.lines.position(last, len(found.lines[last]))
    whole = Span(found.lines.position(first.line, first.column), end)
    named = found.lines.span(called.line, called.column, called.end)
    return Symbol(name or what, what, whole, named, inner)


def _last(entries: list[Entry]) -> int:
    """Give the last line of an item."""
    return max(entry.line for entry in entries)
