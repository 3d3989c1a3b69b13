"""Definitions: the places of cards, decks, resources, moments, sequences, phases, packs and variables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content import PACK_FILE, built_in_folders
from kingsburg_rules.editor import symbols as kinds
from kingsburg_rules.editor.positions import Span
from kingsburg_rules.editor.scope import variable_named
from kingsburg_rules.editor.symbols import OpenFile, Symbol, symbols_of

if TYPE_CHECKING:
    from kingsburg_rules.editor.parser import ParsedWord
    from kingsburg_rules.editor.positions import TextPosition


@frozen
class Location:
    """A part of a file."""

    path: Path
    span: Span


_ORDER = (
    *(kinds.CARD, kinds.PLACE, kinds.STRIP, kinds.RESOURCE, kinds.DECK, kinds.MOMENT, kinds.SEQUENCE),
    *(kinds.PHASE, kinds.ENEMY_TYPE, kinds.PACK, kinds.MEMORY),
)
_FIRST = {
    **dict.fromkeys(("deck", "kind"), kinds.DECK),
    **dict.fromkeys(("run", "sequence"), kinds.SEQUENCE),
    **dict.fromkeys(("when", "until", "event", "window"), kinds.MOMENT),
    **{"type": kinds.ENEMY_TYPE, "strip": kinds.STRIP, "requires": kinds.PACK, "after": kinds.PACK},
}
"""The kind that the value of a key names, where symbols of several kinds have the same id."""

_PROSE = frozenset({"text", "name", "note", "shows", "title", "blurb"})


def define_at(file: OpenFile, position: TextPosition) -> Location | None:
    """Find the definition of what is named at a place of a file."""
    entry = file.entry_at(position)
    if entry is None:
        return None
    if entry.text.startswith("$"):
        variable = variable_named(entry.text, file.parsed, entry.path, entry.line, file.symbols)
        return Location(file.path, file.span(variable.entry)) if variable else None
    symbol = symbol_named(file, entry)
    if symbol is None:
        return None
    return Location(symbol.path, OpenFile(file.workspace, symbol.path).span(symbol.entry))


def symbol_named(file: OpenFile, entry: ParsedWord) -> Symbol | None:
    """Find the symbol that a word of a file names; prose names none."""
    key = last_key(entry)
    if key in _PROSE or (entry.is_key and file.kind == "pack" and is_of_language(file, entry)):
        return None
    order = (_FIRST[key], *_ORDER) if key in _FIRST else _ORDER
    found = next((symbol for what in order if (symbol := file.symbols.named(entry.text, what))), None)
    if found is None and "/" in entry.text:
        others = symbols_of(entry.text.partition("/")[0], file.shelf)
        found = next((each for each in others if each.what == kinds.CARD and each.ref == entry.text), None)
    if found is None and file.path.name == PACK_FILE and (entry.text in built_in_folders() or key in _FIRST):
        others = symbols_of(entry.text, file.shelf)
        found = next((each for each in others if each.what == kinds.PACK), None)
    return found


def last_key(entry: ParsedWord) -> str:
    """Return the last key that leads to a word."""
    return next((part for part in reversed(entry.path) if isinstance(part, str)), "")


def is_of_language(file: OpenFile, entry: ParsedWord) -> bool:
    """Return whether a key is one of the language, rather than the name of a symbol."""
    around = file.place_at(entry.path[:-1])
    return around is None or str(entry.path[-1]) in around.fields()
