"""What a word means: its definition, and a hover that explains it or tells what the card it names does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from kingsburg_rules import KingsburgError, Rules, explain, load_rules
from kingsburg_rules.content import CARD_LISTS, PACK_FILE
from kingsburg_rules.editor import symbols as kinds
from kingsburg_rules.editor.completion import described
from kingsburg_rules.editor.grammar import word_at
from kingsburg_rules.editor.outline import cards_in
from kingsburg_rules.editor.parser import ParsedWord, Point, Stretch
from kingsburg_rules.editor.symbols import Symbol, symbols_of, variable_named
from kingsburg_rules.editor.workspace import OpenFile
from kingsburg_rules.language import (
    EVENTS,
    KINDS,
    RESOURCES,
    STATS,
    EventName,
    ResourceName,
    StatName,
    manual_of,
)
from kingsburg_rules.testing import rules_of_pack

_BROKEN = "_What it does can be said when there are no mistakes in the pack._"

_ORDER = (
    *(kinds.CARD, kinds.PLACE, kinds.STRIP, kinds.RESOURCE, kinds.DECK, kinds.MOMENT, kinds.SEQUENCE),
    *(kinds.PHASE, kinds.ENEMY_TYPE, kinds.PACK, kinds.MEMORY),
)
"""The kinds in which a word is looked for, where its key does not name one."""

_PROSE = frozenset({"text", "name", "note", "shows", "title", "blurb"})


@frozen
class Definition:
    """The place where something is defined."""

    path: Path
    span: Stretch


@frozen
class Hover:
    """A text in Markdown, and the extent of the word that it is about."""

    text: str
    span: Stretch


# Definitions


def define_at(file: OpenFile, position: Point) -> Definition | None:
    """Find the definition of what is named at a place of a file."""
    entry = file.entry_at(position)
    if entry is None:
        return None
    if entry.text.startswith("$"):
        variable = variable_named(entry.text, file.parsed, entry.path, entry.line, file.symbols)
        return Definition(file.path, file.span(variable.entry)) if variable else None
    symbol = _symbol_named(file, entry)
    if symbol is None:
        return None
    return Definition(symbol.path, OpenFile(file.workspace, symbol.path).span(symbol.entry))


def _symbol_named(file: OpenFile, entry: ParsedWord) -> Symbol | None:
    """Find the symbol that a word of a file names; prose names none."""
    key = _last_key(entry)
    if key in _PROSE or (entry.is_key and file.kind == "pack" and _is_of_language(file, entry)):
        return None
    order = (kinds.BY_KEY[key], *_ORDER) if key in kinds.BY_KEY else _ORDER
    found = next((symbol for what in order if (symbol := file.symbols.named(entry.text, what))), None)
    # A card of a pack that is not required yet has no symbol here, but its id says where to look.
    if found is None and "/" in entry.text:
        others = symbols_of(entry.text.partition("/")[0], file.shelf)
        found = next((each for each in others if each.what == kinds.CARD and each.ref == entry.text), None)
    if found is None and file.path.name == PACK_FILE:
        others = symbols_of(entry.text, file.shelf)
        found = next((each for each in others if each.what == kinds.PACK), None)
    return found


def _last_key(entry: ParsedWord) -> str:
    """Return the last key that leads to a word."""
    return next((part for part in reversed(entry.path) if isinstance(part, str)), "")


def _is_of_language(file: OpenFile, entry: ParsedWord) -> bool:
    """Return whether a key is one of the language, rather than the name of a symbol."""
    around = file.place_at(entry.path[:-1])
    return around is None or str(entry.path[-1]) in around.fields()


# Hovers


def hover_at(file: OpenFile, position: Point) -> Hover | None:
    """Explain the word at a place of a file."""
    entry = file.entry_at(position)
    if entry is None:
        return None
    text = "\n\n---\n\n".join(filter(None, _explained(file, entry)))
    return Hover(text, file.span(entry)) if text else None


def _explained(file: OpenFile, entry: ParsedWord) -> Iterator[str]:
    if entry.text.startswith("$"):
        found = variable_named(entry.text, file.parsed, entry.path, entry.line, file.symbols)
        yield f"**{entry.text}**: {KINDS.get(found.kind, 'a variable')}, {found.doc}." if found else ""
        return
    symbol = _card_around(file, entry)
    if symbol is None and not (entry.is_key and _is_of_language(file, entry)):
        symbol = _symbol_named(file, entry)
    if symbol is not None:
        yield _about(file, symbol)
    elif not entry.is_key:
        yield _fixed(entry.text)
    if entry.is_key or symbol is None:
        yield _key(file, entry)


def _card_around(file: OpenFile, entry: ParsedWord) -> Symbol | None:
    """Return the card of which a key or a word is the `id`, `name` or `override`."""
    if len(entry.path) != 3 or entry.path[2] not in ("id", "name", "override"):
        return None
    found = next((card for card in cards_in(file) if card.path == entry.path[:2]), None)
    if found is None:
        return None
    cards = file.symbols.of(kinds.CARD)
    return next((card for card in cards if card.ref == found.ref), None) or _symbol_named(file, found.id)


def _about(file: OpenFile, symbol: Symbol) -> str:
    """Describe a symbol: of a card, what it does, in words made from its effect."""
    if symbol.section not in CARD_LISTS or symbol.what in (kinds.DECK, kinds.ENEMY_TYPE):
        return symbol.about
    try:
        rules = _rules_with(file, symbol)
    except KingsburgError:
        rules = None
    is_known = rules is not None and symbol.ref in rules.compiled.card
    effect = explain(symbol.ref, rules).generated.replace("\n", "  \n") if rules and is_known else _BROKEN
    text = [f"The author's text: {symbol.text}"] if symbol.text else []
    return "\n\n".join((symbol.title, effect, *text))


def _rules_with(file: OpenFile, symbol: Symbol) -> Rules | None:
    """Load rules with a card: those of the pack on the screen, or of a pack that it does not play with."""
    rules = file.workspace.check(file.project).rules
    if rules is not None and symbol.ref in rules.compiled.card:
        return rules
    document = file.shelf.find(symbol.pack)
    if document is None:
        return None
    return rules_of_pack(symbol.pack) if document.is_built_in else load_rules(packs=[symbol.pack])


def _key(file: OpenFile, entry: ParsedWord) -> str:
    """Explain a key: a word of the language with its edge cases, and the keys that belong under it."""
    place, key = file.place_at(entry.path), _last_key(entry)
    if place is None or not place.doc:
        return ""
    if not entry.is_key:
        return f"**{key}**: {place.doc}"
    word = word_at(file.kind, entry.path)
    return f"**{key}**: {described(place, manual_of(word) if word else place.doc)}"


def _fixed(word: str) -> str:
    """Explain a fixed word of the language."""
    fixed: tuple[EventName | StatName | ResourceName, ...] = (*EVENTS, *STATS, *RESOURCES)
    known = (each for each in fixed if each.name == word)
    return next((f"**{word}**: {each.doc}" for each in known), "")
