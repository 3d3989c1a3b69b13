"""The symbols that a pack may name, and the variables that can be read at a place.

Symbols are cards, decks, resources, moments and the like: those of the pack, and of packs it builds on. They
are found with the tolerant parser, so a file counts even while something in it cannot be read. Variables are
brought by the moment, set before, or remembered by the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import define, field, frozen

from kingsburg_rules.content import (
    CARD_LISTS,
    LOCALES,
    PACK_FILE,
    KeyPath,
    Shelf,
    built_in_packs,
    data_folder,
    with_needs,
)
from kingsburg_rules.editor.parser import ParsedText, ParsedWord, parse
from kingsburg_rules.language import ACTOR, EVENTS, NUMBER, PAYLOAD, QUERIES, STATS_BY_NAME

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


BY_KEY = {
    **dict.fromkeys(("deck", "kind"), DECK),
    **dict.fromkeys(("run", "sequence"), SEQUENCE),
    **dict.fromkeys(("before", "after", "at"), PHASE),
    **dict.fromkeys(("buildings", "cards", "hand", "seen", "enemy", "further", "draws"), CARD),
    **dict.fromkeys(("in_force", "tiles", "display", "discard", "out"), CARD),
    **dict.fromkeys(("me", "left", "third", "fourth", "fifth", "sixth", "influenced"), PLACE),
    **dict.fromkeys(("of", "bid", "among", "pay", "as"), RESOURCE),
    **dict.fromkeys(("when", "until", "event", "window"), MOMENT),
    **{"strip": STRIP, "strips": STRIP, "type": ENEMY_TYPE, "requires": PACK},
}
"""The kinds of symbols that the value of a key names, where its schema takes any text."""


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


def symbols_for(home: Path, files: Mapping[Path, str], shelf: Shelf) -> SymbolTable:
    """Collect what a pack may name: its own symbols, those of the packs it requires, and of the base game."""
    about = parse(files.get(home / PACK_FILE, ""))
    own = about.word("id")
    found = SymbolTable(own.text if own else home.stem)
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


# Variables

_ABILITY = 4
"""The length of the path of an ability: a list, a card, a list, an ability."""

_AS, _SET = "as", "set"
_DRAWS = {"draw": CARD, "roll": NUMBER}
_LOOPS = ("for_each", "choose")


@frozen
class LocalVariable:
    """A variable: its type if it is known, its origin in words, and the place where it is set."""

    name: str
    kind: str
    doc: str
    entry: ParsedWord


def variables(found: ParsedText, path: KeyPath, line: int, symbols: SymbolTable) -> list[LocalVariable]:
    """List the variables at a place; of two with one name, the one set last before it."""
    brought, remembered = _brought(found, path, symbols), _remembered(found, path)
    # Later ones replace earlier ones: a step may set what the moment brought.
    every = (*brought, *remembered, *_set(found, path, line))
    return [*{variable.name: variable for variable in every}.values()]


def variable_named(
    name: str, found: ParsedText, path: KeyPath, line: int, symbols: SymbolTable
) -> LocalVariable | None:
    """Find the variable that is read at a place as `$name`."""
    known = variables(found, path, line, symbols)
    return next((variable for variable in known if f"${variable.name}" == name), None)


def _brought(found: ParsedText, path: KeyPath, symbols: SymbolTable) -> Iterator[LocalVariable]:
    """Return what comes with the moment of a trigger, or with the number that a modifier changes."""
    ability = path[:_ABILITY]
    when, what, by = (found.word(*ability, key) for key in ("when", "what", "by"))
    if what is not None and what.text in STATS_BY_NAME and len(path) >= _ABILITY:
        for name in STATS_BY_NAME[what.text].payload:
            yield LocalVariable(name, PAYLOAD.get(name, NUMBER), f"comes with the number `{what.text}`", what)
    if when is None:
        return
    event = next((event for event in EVENTS if event.name == when.text), None)
    for name in event.payload if event is not None else ():
        yield LocalVariable(name, PAYLOAD.get(name, NUMBER), f"comes with the moment `{when.text}`", when)
    by_players = event.each if event is not None else symbols.named(when.text, MOMENT) is not None
    if by is not None and by.text != "me" and by_players:
        yield LocalVariable(ACTOR, PAYLOAD[ACTOR], "the player to whom it happened", by)


def _remembered(found: ParsedText, path: KeyPath) -> Iterator[LocalVariable]:
    for entry in found.within((*path[:2], MEMORY)):
        if entry.path[-1] == "id" and not entry.is_key:
            of_type = found.word(*entry.path[:-1], "type")
            yield LocalVariable(
                entry.text, of_type.text if of_type else NUMBER, "what the card remembers", entry
            )


def _set(found: ParsedText, path: KeyPath, line: int) -> Iterator[LocalVariable]:
    """Return what steps before a place, or around it, put into variables."""
    for entry in found.within(path[:_ABILITY]):
        if entry.line > line:
            break
        if not entry.path:
            continue
        *around, key = entry.path
        if not entry.is_key and key == _AS:
            yield LocalVariable(entry.text, _kind_of(tuple(around)), f"set in line {entry.line + 1}", entry)
        elif entry.is_key and len(around) > 1 and around[-1] == _SET:
            yield LocalVariable(entry.text, "", f"set in line {entry.line + 1}", entry)
        elif entry.is_key and key in QUERIES.words:
            yield from _found_by(found, path, entry)
        elif entry.is_key and key == "draw" and found.word(*entry.path, _AS) is None:
            yield LocalVariable(CARD, CARD, f"the card drawn in line {entry.line + 1}", entry)


def _found_by(found: ParsedText, path: KeyPath, entry: ParsedWord) -> Iterator[LocalVariable]:
    """Return the variable of a query: of each thing that it tests, or of those that a step goes through."""
    *around, key = entry.path
    things = QUERIES.words[str(key)].things
    is_looped = bool(around) and around[-1] in _LOOPS
    if found.word(*entry.path, _AS) is not None:
        return
    if is_looped or path[: len(entry.path)] == entry.path:
        yield LocalVariable(things, things, f"what the query in line {entry.line + 1} finds", entry)


def _kind_of(step: KeyPath) -> str:
    """Return the type of the variable that a step or a query names."""
    if step and step[-1] in _DRAWS:
        return _DRAWS[str(step[-1])]
    query = QUERIES.words.get(str(step[-1])) if step else None
    return query.things if query is not None else ""
