"""Completion: the keys, the words and the names that can be written at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from kingsburg_rules import load_rules
from kingsburg_rules.content import PACK_FILE, Shelf, built_in_packs
from kingsburg_rules.editor import symbols as kinds
from kingsburg_rules.editor.grammar import Key, SchemaPlace
from kingsburg_rules.editor.parser import Cursor, Point, Stretch, cursor_at
from kingsburg_rules.editor.symbols import Symbol, SymbolTable, symbols_in, symbols_of, variables
from kingsburg_rules.editor.workspace import OpenFile
from kingsburg_rules.engine import Text, Value
from kingsburg_rules.game import moments_of
from kingsburg_rules.language import (
    CARD_KINDS,
    CARD_OF_PACK,
    EVENT_PATTERN,
    EVENTS,
    KINDS,
    NOTHING,
    NUMBER,
    PACK_ID,
    PLAYER,
    PLAYER_WORDS,
    RESOURCES,
    STATS,
    THIS,
)

ItemKind: TypeAlias = Literal["key", "word", "name", "variable"]
"""Kinds of completions: a key, a word of the language, the name of a thing, or a variable."""

_STEP_IN = "  "
_VALUES = "_value"
_MOST_KEYS = 25


@frozen(eq=False, repr=False)
class CompletionItem(Value):
    """Something that can be written, with its documentation in Markdown."""

    label: Text
    kind: ItemKind
    detail: Text
    doc: Text
    insert: Text


@frozen
class Completions:
    """The items that can be written at a place, and the part of the text that they replace."""

    span: Stretch
    items: tuple[CompletionItem, ...]


def complete(file: OpenFile, position: Point) -> Completions:
    """List what can be written at a place of a file."""
    lines = file.parsed.lines
    column = lines.column(position)
    cursor = cursor_at(file.text, position.line, column)
    place = file.place_at(cursor.path)
    items: list[CompletionItem] = []
    if place is not None and (cursor.typed.strip() or not cursor.typed):
        items += _keys(place, cursor, file.symbols) if cursor.is_key else ()
        items += _values(file, place, cursor) if cursor.is_value else ()
    # Several variants of a place may offer the same label; the first one counts.
    first = {item.label: item for item in reversed(items)}
    return Completions(lines.span(position.line, cursor.column, column), tuple(reversed(first.values())))


# Keys


def _keys(place: SchemaPlace, cursor: Cursor, symbols: SymbolTable) -> Iterator[CompletionItem]:
    """Offer the keys of a map; where a list is to begin, those of its items with a dash."""
    inner = place.within(0) if cursor.may_list and place.is_listed else None
    for each, dash in ((place, ""), (inner, "- ")):
        if each is None or (each.is_single and cursor.given):
            continue
        for key in each.fields().values():
            if key.name not in cursor.given:
                insert = f"{dash}{key.name}{_after(key, cursor, len(dash))}"
                yield CompletionItem(key.name, "key", _detail(key), _documented(each, key), insert)
        if each.is_open:
            yield from _names_as_keys(each, cursor, symbols, dash)


def _names_as_keys(
    place: SchemaPlace, cursor: Cursor, symbols: SymbolTable, dash: str
) -> Iterator[CompletionItem]:
    """Offer names as keys: resources in a bag, memory in an example, and cards to be translated."""
    is_locale = place.kind == "locale"
    key = cursor.path[-1] if cursor.path else None
    what = {"memory": kinds.MEMORY, "set": kinds.MEMORY, "gifts": kinds.PLACE}.get(str(key), kinds.RESOURCE)
    if is_locale:
        what = kinds.CARD if cursor.path == ("cards",) else ""
    for symbol in symbols.of(what):
        if symbol.pack == symbols.pack or not is_locale:
            yield CompletionItem(symbol.id, "name", symbol.what, symbol.about, f"{dash}{symbol.id}: ")


def _after(key: Key, cursor: Cursor, dash: int) -> str:
    """Return the text after a key: a space, or a line for the map or the list that it takes."""
    if cursor.in_flow or key.takes_word or not (key.takes_map or key.takes_list):
        return ": "
    indent = " " * (cursor.column + dash) + _STEP_IN
    return f":\n{indent}{'' if key.takes_map else '- '}"


def _detail(key: Key) -> str:
    takes = (("a map", key.takes_map), ("a list", key.takes_list), ("a value", key.takes_word))
    said = " or ".join(name for name, does in takes if does)
    return f"{said}, needed" if key.needed else said


def _documented(place: SchemaPlace, key: Key) -> str:
    inner = place.within(key.name)
    return described(inner, key.doc) if inner is not None else key.doc


def described(place: SchemaPlace, doc: str) -> str:
    """Describe a place, with the keys of the map that belongs there."""
    keys = [*place.fields().values()]
    if not keys or place.is_single:
        return doc
    lines = [f"- `{key.name}`{' (needed)' if key.needed else ''}: {key.doc}" for key in keys[:_MOST_KEYS]]
    more = [f"- and {len(keys) - _MOST_KEYS} more"] if len(keys) > _MOST_KEYS else []
    return "\n".join((doc, "", *lines, *more))


# Values


def _values(file: OpenFile, place: SchemaPlace, cursor: Cursor) -> Iterator[CompletionItem]:
    """Offer the words and names that may stand as a value, or as an item of a list that is to begin."""
    inner, dash = place.within(0), "- " if cursor.may_list else ""
    yield from _words(file, place, cursor)
    if inner is not None:
        for item in _words(file, inner, cursor):
            yield evolve(item, insert=f"{dash}{item.insert}")


def _words(file: OpenFile, place: SchemaPlace, cursor: Cursor) -> Iterator[CompletionItem]:
    docs = _docs_of_words()
    words = dict.fromkeys(place.words)
    key = next((part for part in reversed(cursor.path) if isinstance(part, str)), "")
    if key == "at" and "examples" in cursor.path:
        words |= dict.fromkeys(_played())
    if key == "kind" and not place.words:
        words |= dict.fromkeys(CARD_KINDS)
    for word in words:
        yield _word(word, docs.get(word.rpartition("/")[2], ""))
    for symbol in _symbols(file, place, key, cursor):
        yield _named(symbol, file.symbols.pack, full=_wants_pack(place))
    yield from (_word(word, doc) for word, doc in _fixed(place))
    yield from _variables(file, place, cursor)


def _word(word: str, doc: str) -> CompletionItem:
    return CompletionItem(word, "word", "", doc, word)


def _wants_pack(place: SchemaPlace) -> bool:
    """Return whether a card is named with its pack."""
    return CARD_OF_PACK.pattern in place.patterns


def _symbols(file: OpenFile, place: SchemaPlace, key: str, cursor: Cursor) -> Iterable[Symbol]:
    """Return the symbols whose names may stand at a place."""
    symbols, path = file.symbols, cursor.path
    if _wants_pack(place):
        wanted = str(path[0]) if path and path[-1] in ("override", "in_place_of") else ""
        return [each for each in _cards_of_others(symbols) if each.section == wanted or not wanted]
    if PACK_ID.pattern in place.patterns and key != "id":
        return _packs(file)
    if EVENT_PATTERN in place.patterns:
        return symbols.of(kinds.MOMENT) if key != "id" else ()
    for name, what in _BY_REFERENCE.items():
        if name in place.references:
            return symbols.of(what)
    return symbols.of(kinds.BY_KEY[key]) if key in kinds.BY_KEY and place.kind == "pack" else ()


_BY_REFERENCE = {
    "card_value": kinds.CARD,
    "place_value": kinds.PLACE,
    "resource_value": kinds.RESOURCE,
}
"""The kinds of symbols that a value of a type may name."""


def _cards_of_others(symbols: SymbolTable) -> Iterator[Symbol]:
    """Return the cards of other packs: of those that are known here, and of those of the library."""
    seen = {symbol.pack for symbol in symbols.all}
    yield from (symbol for symbol in symbols.of(kinds.CARD) if symbol.pack != symbols.pack)
    for pack in built_in_packs():
        if pack not in seen:
            yield from (symbol for symbol in symbols_of(pack, Shelf()) if symbol.what == kinds.CARD)


def _packs(file: OpenFile) -> Iterator[Symbol]:
    """Return all packs but the file's own."""
    workspace = file.workspace
    found = [symbol for pack in built_in_packs() for symbol in symbols_of(pack, Shelf())]
    # Packs beside the open one are read with the tolerant parser, since they may have mistakes.
    for folder in workspace.folders:
        for path in sorted(folder.glob(f"*/{PACK_FILE}")):
            found += symbols_in("", path, workspace.text(path))
    return (each for each in found if each.what == kinds.PACK and each.id != file.symbols.pack)


def _named(symbol: Symbol, pack: str, *, full: bool) -> CompletionItem:
    """Offer a symbol by its id, or with its pack where that is asked for."""
    detail = f"{symbol.what} of {symbol.pack}" if symbol.pack != pack else symbol.what
    label = symbol.ref if full else symbol.id
    return CompletionItem(label, "name", detail, symbol.about, label)


def _fixed(place: SchemaPlace) -> Iterator[tuple[str, str]]:
    """Return the names that are the same in all packs."""
    if "player_value" in place.references:
        yield from ((word, f"{KINDS[PLAYER]}: {word}") for word in (*PLAYER_WORDS, NOTHING))
    if "card_value" in place.references:
        yield from ((THIS, "This card."), (NOTHING, "No card."))
    if "place_value" in place.references:
        yield (NOTHING, "No advisor.")
    if "resource_value" in place.references:
        yield from ((resource.name, resource.doc) for resource in RESOURCES)
    if EVENT_PATTERN in place.patterns:
        yield from ((event.name, event.doc) for event in EVENTS)


def _variables(file: OpenFile, place: SchemaPlace, cursor: Cursor) -> Iterator[CompletionItem]:
    """Offer the variables of the types that may stand at a place; those of an unknown type, too."""
    wanted = {
        NUMBER if name in ("value", "bounds") else name.removesuffix(_VALUES)
        for name in place.references
        if name in ("value", "bounds") or name.endswith(_VALUES)
    }
    known = variables(file.parsed, cursor.path, cursor.line, file.symbols) if wanted else ()
    for variable in known:
        if not variable.kind or variable.kind in wanted or "any" in wanted:
            kind = KINDS.get(variable.kind, "")
            doc = f"{kind or 'a variable'}: {variable.doc}."
            name = f"${variable.name}"
            yield CompletionItem(name, "variable", kind, f"{doc[0].upper()}{doc[1:]}", name)


@lru_cache(maxsize=1)
def _played() -> tuple[str, ...]:
    """List the moments of the game that an example may play."""
    return tuple(moments_of(load_rules()))


@lru_cache(maxsize=1)
def _docs_of_words() -> dict[str, str]:
    found = {kind: f"The kind of card `{kind}`." for kind in CARD_KINDS}
    found |= {each.name: each.doc for each in (*RESOURCES, *STATS)}
    return found | {each.name: each.doc for each in EVENTS}
