"""The symbols that a pack may name: its cards, decks, resources and moments, and those of packs it builds on.

They are found with the tolerant parser, so a file counts even while something in it cannot be read.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.content import (
    CARD_LISTS,
    LOCALES,
    PACK_FILE,
    Shelf,
    built_in_packs,
    data_folder,
    with_needs,
)
from kingsburg_rules.editor.grammar import SchemaPlace, place_at
from kingsburg_rules.editor.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content import KeyPath
    from kingsburg_rules.editor.parser import ParsedText, ParsedWord
    from kingsburg_rules.editor.positions import Span, TextPosition
    from kingsburg_rules.editor.workspace import Project, Workspace

CARD, DECK, RESOURCE, MOMENT, SEQUENCE, PHASE, ENEMY_TYPE, MEMORY, PLACE, STRIP, PACK = (
    *("card", "deck", "resource", "moment", "sequence", "phase", "enemy type", "memory", "place", "strip"),
    "pack",
)

_ALSO = {"advisor": PLACE, "strip": STRIP}
"""The kinds of card that are another kind of symbol as well."""

_BASE = "base"

_LISTS = {
    **dict.fromkeys(CARD_LISTS, CARD),
    **{"decks": DECK, "resources": RESOURCE, "moments": MOMENT, "phases": PHASE, "sequences": SEQUENCE},
}


@frozen
class Symbol:
    """Something with an id: its kind, its pack, and the place of its definition."""

    what: str
    id: str
    pack: str
    path: Path
    entry: ParsedWord
    section: str = ""
    name: str = ""
    text: str = ""

    @property
    def ref(self) -> str:
        """Its id with its pack."""
        return f"{self.pack}/{self.id}"

    @property
    def about(self) -> str:
        """Its name, its kind and its author's text, in Markdown."""
        return f"{self.title}\n\n{self.text}" if self.text else self.title

    @property
    def title(self) -> str:
        """Its name and its kind, in Markdown."""
        kind = CARD_LISTS.get(self.section, self.what)
        return f"**{self.name or self.id}** ({kind}, `{self.ref}`)"


@define(eq=False, repr=False)
class SymbolTable:
    """All symbols that a file may name, those of its own pack first."""

    pack: str
    all: list[Symbol] = field(factory=list[Symbol])

    def of(self, *kinds: str) -> Iterator[Symbol]:
        """Return the symbols of some kinds."""
        return (symbol for symbol in self.all if symbol.what in kinds)

    def named(self, name: str, *kinds: str) -> Symbol | None:
        """Return the symbol with an id, or with `pack/id`."""
        return next((symbol for symbol in self.of(*kinds) if name in (symbol.ref, symbol.id)), None)


@define(eq=False, repr=False, slots=False)
class OpenFile:
    """A file of a workspace, with all that a question about it needs."""

    workspace: Workspace
    path: Path

    @cached_property
    def text(self) -> str:
        """Its text, as it is on the screen."""
        return self.workspace.text(self.path)

    @property
    def parsed(self) -> ParsedText:
        """Its keys and words."""
        return parse(self.text)

    @cached_property
    def project(self) -> Project:
        """The pack to which it belongs."""
        return self.workspace.project(self.path)

    @cached_property
    def kind(self) -> str:
        """Its kind, by which its schema is found."""
        return self.workspace.kind(self.path)

    @cached_property
    def shelf(self) -> Shelf:
        """The packs on which it may build."""
        return self.workspace.shelf(self.project)

    @cached_property
    def symbols(self) -> SymbolTable:
        """The symbols that it may name."""
        return symbols_for(self.workspace, self.project)

    def entry_at(self, position: TextPosition) -> ParsedWord | None:
        """Return the key or word at a place."""
        return self.parsed.at(position.line, self.parsed.lines.column(position))

    def place_at(self, path: KeyPath) -> SchemaPlace | None:
        """Return what its schema says of a path."""
        return place_at(self.kind, path)

    def span(self, entry: ParsedWord) -> Span:
        """Return the extent of a key or a word."""
        return self.parsed.lines.span(entry.line, entry.column, entry.end)


def symbols_for(workspace: Workspace, project: Project) -> SymbolTable:
    """Collect what a pack may name: its own symbols, those of the packs it requires, and of the base game."""
    files, shelf = workspace.files(project), workspace.shelf(project)
    about = parse(files.get(project.path / PACK_FILE, ""))
    own = about.word("id")
    found = SymbolTable(own.text if own else project.path.stem if project.is_lone else project.path.name)
    for path, text in files.items():
        found.all += symbols_in(found.pack, path, text)
    required = [entry.text for entry in about.items(("requires",))]
    for pack in with_needs([_BASE, *required], shelf):
        if pack.id != found.pack:
            found.all += symbols_of(pack.id, shelf)
    return found


def symbols_of(pack: str, shelf: Shelf) -> tuple[Symbol, ...]:
    """Return the symbols of a pack that is not the one on the screen."""
    if pack in built_in_packs():
        return _built_in(pack)
    document = shelf.find(pack)
    if document is None:
        return ()
    texts = document.texts.items()
    return tuple(
        symbol
        for name, text in texts
        for symbol in symbols_in(document.folder, Path(document.names[name]), text)
    )


@lru_cache(maxsize=32)
def _built_in(pack: str) -> tuple[Symbol, ...]:
    """Return the symbols of a pack of the library, from its YAML."""
    folder = Path(data_folder("content")) / pack
    paths = [p for p in sorted(folder.rglob("*.yaml")) if LOCALES not in p.relative_to(folder).parts]
    return tuple(symbol for path in paths for symbol in symbols_in(pack, path, path.read_text("utf-8")))


@lru_cache(maxsize=64)
def symbols_in(pack: str, path: Path, text: str) -> tuple[Symbol, ...]:
    """Find the symbols that a file defines."""
    words = {entry.path: entry for entry in parse(text).entries if not entry.is_key}
    symbols = [*_with_ids(pack, path, words), *_by_cards(pack, path, words)]
    if path.name == PACK_FILE and ("id",) in words:
        own = words["id",]
        symbols.append(Symbol(PACK, own.text, own.text, path, own, name=_beside(words, ("id",), "title")))
    return tuple(symbols)


def _with_ids(pack: str, path: Path, words: Mapping[KeyPath, ParsedWord]) -> Iterator[Symbol]:
    """Find what has an id: items of lists, what is inside cards, and phases of the calendar."""
    for at, entry in words.items():
        what = _kind_with_id(at) if at and at[-1] == "id" and entry.text else ""
        if what:
            section = str(at[0])
            name, text = _beside(words, at, "name"), _beside(words, at, "text")
            yield Symbol(what, entry.text, pack, path, entry, section, name, text)
            if what == CARD and CARD_LISTS[section] in _ALSO:
                yield Symbol(_ALSO[CARD_LISTS[section]], entry.text, pack, path, entry, section, name)


def _kind_with_id(at: KeyPath) -> str:
    """Return the kind of symbol of which an `id` is the id; none if it names no symbol."""
    if at[:2] == ("calendar", "sequences") and len(at) == 4:
        return SEQUENCE
    if len(at) > 2 and at[-2] == "phase":
        return PHASE
    if len(at) == 5 and at[2] in ("memory", "places"):
        return MEMORY if at[2] == "memory" else PLACE
    return _LISTS.get(str(at[0]), "") if len(at) == 3 else ""


def _beside(words: Mapping[KeyPath, ParsedWord], at: KeyPath, key: str) -> str:
    """Return the value of another key of the same map."""
    found = words.get((*at[:-1], key))
    return found.text if found is not None else ""


def _by_cards(pack: str, path: Path, words: Mapping[KeyPath, ParsedWord]) -> Iterator[Symbol]:
    """Find decks and kinds of enemy, which exist because cards belong to them."""
    seen: set[tuple[str, str]] = set()
    for key, section, what in (("deck", "deck_cards", DECK), ("type", "enemies", ENEMY_TYPE)):
        for at, entry in words.items():
            if len(at) == 3 and at[0] == section and at[2] == key and (what, entry.text) not in seen:
                seen.add((what, entry.text))
                yield Symbol(what, entry.text, pack, path, entry, section)
