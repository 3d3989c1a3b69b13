"""Hovers: the meaning of a word, or the effect of the card that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules import KingsburgError, Rules, explain, load_rules
from kingsburg_rules.content import CARD_LISTS
from kingsburg_rules.editor import symbols as kinds
from kingsburg_rules.editor.completion import described
from kingsburg_rules.editor.definitions import is_of_language, last_key, symbol_named
from kingsburg_rules.editor.examples import rules_with
from kingsburg_rules.editor.grammar import word_at
from kingsburg_rules.editor.outline import cards_in
from kingsburg_rules.editor.scope import variable_named
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules import Pack
    from kingsburg_rules.editor.parser import ParsedWord
    from kingsburg_rules.editor.positions import Span, TextPosition
    from kingsburg_rules.editor.symbols import OpenFile, Symbol
    from kingsburg_rules.editor.workspace import Project

_BROKEN = "_What it does can be said when there are no mistakes in the pack._"
_OLD = "_There are mistakes in the pack; before them it did this:_"


@frozen
class Hover:
    """A text in Markdown, and the extent of the word that it is about."""

    text: str
    span: Span


@define(eq=False, repr=False)
class HoverProvider:
    """Explains the word under the mouse; the rules of packs are kept until they change."""

    _rules: dict[Project, tuple[Pack, Rules]] = field(factory=dict["Project", "tuple[Pack, Rules]"])

    def at(self, file: OpenFile, position: TextPosition) -> Hover | None:
        """Explain the word at a place of a file."""
        entry = file.entry_at(position)
        if entry is None:
            return None
        text = "\n\n---\n\n".join(filter(None, self._explained(file, entry)))
        return Hover(text, file.span(entry)) if text else None

    def _explained(self, file: OpenFile, entry: ParsedWord) -> Iterator[str]:
        if entry.text.startswith("$"):
            yield _variable(file, entry)
            return
        symbol = _card_around(file, entry)
        if symbol is None and not (entry.is_key and is_of_language(file, entry)):
            symbol = symbol_named(file, entry)
        if symbol is not None:
            yield self._about(file, symbol)
        elif not entry.is_key:
            yield _fixed(entry.text)
        if entry.is_key or symbol is None:
            yield _key(file, entry)

    def _about(self, file: OpenFile, symbol: Symbol) -> str:
        """Describe a symbol: of a card, what it does, in words made from its effect."""
        if symbol.section not in CARD_LISTS or symbol.what in (kinds.DECK, kinds.ENEMY_TYPE):
            return symbol.about
        text = [f"The author's text: {symbol.text}"] if symbol.text else []
        return "\n\n".join((symbol.title, *self._effect(file, symbol), *text))

    def _effect(self, file: OpenFile, symbol: Symbol) -> Iterator[str]:
        rules, is_current = self._rules_for(file, symbol)
        if rules is None or symbol.ref not in rules.table.card:
            yield _BROKEN
            return
        if not is_current:
            yield _OLD
        yield explain(symbol.ref, rules).generated.replace("\n", "  \n")

    def _rules_for(self, file: OpenFile, symbol: Symbol) -> tuple[Rules | None, bool]:
        """Return rules with a card, and whether they are those of the screen."""
        pack = file.workspace.check(file.project).pack
        try:
            known = self._rules.get(file.project)
            if pack is not None and (known is None or known[0] is not pack):
                known = self._rules[file.project] = (pack, rules_with(pack, file.shelf))
            if known is not None and symbol.ref in known[1].table.card:
                return known[1], pack is not None
            # A card of a pack beside this one, which the pack on the screen does not require.
            return _rules_of_other_pack(file, symbol), True
        except KingsburgError:
            return None, False


def _rules_of_other_pack(file: OpenFile, symbol: Symbol) -> Rules | None:
    """Load rules for a card of a pack that the one on the screen does not play with."""
    document = file.shelf.find(symbol.pack)
    if document is None:
        return None
    return rules_of_pack(symbol.pack) if document.is_built_in else load_rules(packs=[symbol.pack])


def _card_around(file: OpenFile, entry: ParsedWord) -> Symbol | None:
    """Return the card of which a key or a word is the `id`, `name` or `override`."""
    if len(entry.path) != 3 or entry.path[2] not in ("id", "name", "override"):
        return None
    found = next((card for card in cards_in(file.text) if card.path == entry.path[:2]), None)
    if found is None:
        return None
    pack, _, name = found.id.text.rpartition("/")
    ref = f"{pack or file.symbols.pack}/{name}"
    cards = file.symbols.of(kinds.CARD)
    return next((card for card in cards if card.ref == ref), None) or symbol_named(file, found.id)


def _key(file: OpenFile, entry: ParsedWord) -> str:
    """Explain a key: a word of the language with its edge cases, and the keys that belong under it."""
    place, key = file.place_at(entry.path), last_key(entry)
    if place is None or not place.doc:
        return ""
    if not entry.is_key:
        return f"**{key}**: {place.doc}"
    word = word_at(file.kind, entry.path)
    return f"**{key}**: {described(place, manual_of(word) if word else place.doc)}"


def _variable(file: OpenFile, entry: ParsedWord) -> str:
    found = variable_named(entry.text, file.parsed, entry.path, entry.line, file.symbols)
    return f"**{entry.text}**: {KINDS.get(found.kind, 'a variable')}, {found.doc}." if found else ""


def _fixed(word: str) -> str:
    """Explain a fixed word of the language."""
    fixed: tuple[EventName | StatName | ResourceName, ...] = (*EVENTS, *STATS, *RESOURCES)
    known = (each for each in fixed if each.name == word)
    return next((f"**{word}**: {each.doc}" for each in known), "")
