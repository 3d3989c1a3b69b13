"""What can be written at a place: words, their keys, and the names of things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.content.documents import PACK_FILE, built_in_packs
from kingsburg_rules.content.rules import load_rules
from kingsburg_rules.content.selection import Shelf
from kingsburg_rules.editor import things as kinds
from kingsburg_rules.editor.grammar import Key, Spot, fields_of, spot_at
from kingsburg_rules.editor.places import Span
from kingsburg_rules.editor.scope import variables
from kingsburg_rules.editor.sketch import Cursor, cursor_at, sketch
from kingsburg_rules.editor.things import Thing, Things, things_for, things_in, things_of
from kingsburg_rules.game.phases import moments_of
from kingsburg_rules.language.cards import CARD_OF_PACK
from kingsburg_rules.language.files import PACK_ID
from kingsburg_rules.language.shapes import EVENT_PATTERN
from kingsburg_rules.language.values import NOTHING, PLAYER_WORDS, THIS
from kingsburg_rules.language.vocabulary import CARD_KINDS, EVENTS, KINDS, NUMBER, PLAYER, RESOURCES, STATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.editor.desk import Desk
    from kingsburg_rules.editor.places import Position

KEY, WORD, NAME, VARIABLE = "key", "word", "name", "variable"
"""What an item is; editors have a sign for each."""

_STEP_IN = "  "
_VALUES = "_value"


@frozen
class Item:
    """Something that can be written: what is shown, what it means, and what is put into the text."""

    label: str
    what: str
    doc: str = ""
    detail: str = ""
    insert: str = ""
    needed: bool = False


@frozen
class Offer:
    """What can be written at a place, and the part of the text that it takes the place of."""

    span: Span
    items: tuple[Item, ...]


def complete(desk: Desk, path: Path, position: Position) -> Offer:
    """Offer what can be written at a place of a file."""
    text = desk.text(path)
    found = sketch(text)
    column = found.lines.column(position)
    cursor = cursor_at(text, position.line, column)
    kind = desk.kind(path)
    spot = spot_at(kind, cursor.path)
    span = found.lines.span(position.line, cursor.column, column)
    if spot is None or (cursor.typed and not cursor.typed.strip()):
        return Offer(span, ())
    things = things_for(desk, desk.home(path))
    items: list[Item] = []
    if cursor.is_key:
        items += _keys(spot, cursor, things)
    if cursor.is_value:
        items += _values(desk, path, spot, cursor, things)
    first = {item.label: item for item in reversed(items)}
    return Offer(span, tuple(reversed(first.values())))


# Keys


def _keys(spot: Spot, cursor: Cursor, things: Things) -> Iterator[Item]:
    """Offer the keys of a map; where a list is to begin, those of its items with a dash."""
    within = spot.within(0) if cursor.may_list and spot.is_listed else None
    for place, dash in ((spot, ""), (within, "- ")):
        if place is None or (place.is_single and cursor.given):
            continue
        for key in fields_of(place):
            if key.name not in cursor.given:
                insert = f"{dash}{key.name}{_after(key, cursor, len(dash))}"
                yield Item(key.name, KEY, _documented(place, key), _detail(key), insert, key.needed)
        if place.is_open:
            yield from _names_as_keys(place, cursor, things, dash)


def _names_as_keys(spot: Spot, cursor: Cursor, things: Things, dash: str) -> Iterator[Item]:
    """Offer what packs add as keys: resources in a bag, memory in an example, and cards to be translated."""
    if spot.kind == "locale":
        found = things.of(kinds.CARD) if cursor.path == ("cards",) else iter(())
    elif cursor.path and cursor.path[-1] in ("memory", "set"):
        found = things.of(kinds.MEMORY)
    elif cursor.path and cursor.path[-1] == "gifts":
        found = things.of(kinds.PLACE)
    else:
        found = things.of(kinds.RESOURCE)
    for thing in found:
        if thing.pack == things.pack or spot.kind != "locale":
            yield Item(thing.id, NAME, _about(thing), thing.what, f"{dash}{thing.id}: ")


def _after(key: Key, cursor: Cursor, dash: int) -> str:
    """Write what follows a key: a space, or a line for the map or the list that it takes."""
    if cursor.in_flow or key.takes_word or not (key.takes_map or key.takes_list):
        return ": "
    indent = " " * (cursor.column + dash) + _STEP_IN
    return f":\n{indent}{'' if key.takes_map else '- '}"


def _detail(key: Key) -> str:
    takes = (("a map", key.takes_map), ("a list", key.takes_list), ("a value", key.takes_word))
    said = " or ".join(name for name, does in takes if does)
    return f"{said}, needed" if key.needed else said


def _documented(spot: Spot, key: Key) -> str:
    """Say what a key means, with the keys that stand under it."""
    inner = spot.within(key.name)
    return described(inner, key.doc) if inner is not None else key.doc


def described(spot: Spot, doc: str) -> str:
    """Write what a place means, with the keys of the map that stands there."""
    keys = [*fields_of(spot)]
    if not keys or spot.is_single:
        return doc
    lines = [f"- `{key.name}`{' (needed)' if key.needed else ''}: {key.doc}" for key in keys[:_MOST_KEYS]]
    more = [f"- and {len(keys) - _MOST_KEYS} more"] if len(keys) > _MOST_KEYS else []
    return "\n".join((doc, "", *lines, *more))


_MOST_KEYS = 25

# Values


def _values(desk: Desk, path: Path, spot: Spot, cursor: Cursor, things: Things) -> Iterator[Item]:
    """Offer the words and names that may stand as a value, or as an item of a list that is to begin."""
    places = [(spot, "")]
    inner = spot.within(0)
    if inner is not None and (cursor.may_list or cursor.is_value):
        places.append((inner, "- " if cursor.may_list else ""))
    for place, dash in places:
        for item in _words(desk, path, place, cursor, things):
            yield Item(item.label, item.what, item.doc, item.detail, f"{dash}{item.insert or item.label}")


def _words(desk: Desk, path: Path, spot: Spot, cursor: Cursor, things: Things) -> Iterator[Item]:
    docs = _docs_of_words()
    for word in spot.words:
        yield Item(word, WORD, docs.get(word, ""), "", word)
    key = next((str(part) for part in reversed(cursor.path) if isinstance(part, str)), "")
    for thing in _things(desk, spot, key, cursor.path, things):
        yield _named(thing, things.pack, full=_wants_pack(spot))
    if key == "at" and "examples" in cursor.path:
        yield from (Item(moment, WORD, docs.get(moment.rpartition("/")[2], "")) for moment in _played())
    if key == "kind" and not spot.words:
        yield from (Item(kind, WORD, docs[kind]) for kind in CARD_KINDS)
    for word, doc in _fixed(spot):
        yield Item(word, WORD, doc)
    if any(name.endswith(_VALUES) or name in ("value", "bounds") for name in spot.references):
        yield from _variables(desk, path, spot, cursor, things)


def _wants_pack(spot: Spot) -> bool:
    """Whether a card is named with its pack."""
    return CARD_OF_PACK.pattern in spot.patterns


def _things(desk: Desk, spot: Spot, key: str, path: KeyPath, things: Things) -> Iterable[Thing]:
    """Give the things whose names may stand at a place."""
    if _wants_pack(spot):
        wanted = str(path[0]) if path and path[-1] in ("override", "in_place_of") else ""
        return [t for t in _cards_of_all(things) if t.section == wanted or not wanted]
    if PACK_ID.pattern in spot.patterns and key != "id":
        return _packs(desk, things)
    if EVENT_PATTERN in spot.patterns:
        return things.of(kinds.MOMENT) if key != "id" else ()
    for name, what in _BY_REFERENCE.items():
        if name in spot.references:
            return things.of(*what)
    if key in _BY_KEY and spot.kind == "pack":
        return things.of(*_BY_KEY[key])
    return ()


_BY_REFERENCE = {
    "card_value": (kinds.CARD,),
    "place_value": (kinds.PLACE,),
    "resource_value": (kinds.RESOURCE,),
}
"""The things that a value of a type may be."""

_BY_KEY = {
    **dict.fromkeys(("deck", "kind"), (kinds.DECK,)),
    **dict.fromkeys(("run", "sequence"), (kinds.SEQUENCE,)),
    **dict.fromkeys(("before", "after", "instead_of", "at"), (kinds.PHASE,)),
    **dict.fromkeys(("buildings", "cards", "hand", "seen", "enemy", "further", "draws"), (kinds.CARD,)),
    **dict.fromkeys(("in_force", "tiles", "display", "discard", "out"), (kinds.CARD,)),
    **dict.fromkeys(("me", "left", "third", "fourth", "fifth", "sixth", "influenced"), (kinds.PLACE,)),
    **dict.fromkeys(("of", "bid", "among", "pay", "as"), (kinds.RESOURCE,)),
    **{"strip": (kinds.STRIP,), "strips": (kinds.STRIP,), "type": (kinds.ENEMY_TYPE,)},
}
"""The things that the value of a key names, where its schema takes any text."""


def _cards_of_all(things: Things) -> Iterator[Thing]:
    """Give the cards of other packs: of those that are known here, and of those of the library."""
    seen = {thing.pack for thing in things.all}
    yield from (thing for thing in things.of(kinds.CARD) if thing.pack != things.pack)
    for pack in built_in_packs():
        if pack not in seen:
            yield from (thing for thing in things_of(pack, Shelf()) if thing.what == kinds.CARD)


def _packs(desk: Desk, things: Things) -> Iterator[Thing]:
    """Give the packs there are."""
    for pack in built_in_packs():
        if pack != things.pack:
            yield from (thing for thing in things_of(pack, Shelf()) if thing.what == kinds.PACK)
    for folder in desk.folders:
        for other in sorted(folder.glob(f"*/{PACK_FILE}")):
            for thing in things_in("", other, desk.text(other)):
                if thing.what == kinds.PACK and thing.id != things.pack:
                    yield thing


def _named(thing: Thing, pack: str, *, full: bool) -> Item:
    """Offer a thing: by its id, and with its pack where that is asked for."""
    insert = thing.ref if full else thing.id
    return Item(
        insert, NAME, _about(thing), f"{thing.what} of {thing.pack}" if thing.pack != pack else thing.what
    )


def _about(thing: Thing) -> str:
    """Say what a thing is, as its author does."""
    kind = CARD_LISTS.get(thing.section, thing.what)
    head = f"**{thing.name or thing.id}** ({kind}, `{thing.ref}`)"
    return f"{head}\n\n{thing.text}" if thing.text else head


def _fixed(spot: Spot) -> Iterator[tuple[str, str]]:
    """Give the names of things that are always the same."""
    if "player_value" in spot.references:
        yield from ((word, f"{KINDS[PLAYER]}: {word}") for word in (*PLAYER_WORDS, NOTHING))
    if "card_value" in spot.references:
        yield from ((THIS, "This card."), (NOTHING, "No card."))
    if "place_value" in spot.references:
        yield (NOTHING, "No advisor.")
    if "resource_value" in spot.references:
        yield from ((resource.name, resource.doc) for resource in RESOURCES)
    if EVENT_PATTERN in spot.patterns:
        yield from ((event.name, event.doc) for event in EVENTS)


def _variables(desk: Desk, path: Path, spot: Spot, cursor: Cursor, things: Things) -> Iterator[Item]:
    """Offer the variables of the type that is needed; those of an unknown type, too."""
    wanted = {
        NUMBER if name in ("value", "bounds") else name.removesuffix(_VALUES)
        for name in spot.references
        if name in ("value", "bounds") or name.endswith(_VALUES)
    }
    for variable in variables(sketch(desk.text(path)), cursor.path, cursor.line, things):
        if not variable.kind or variable.kind in wanted or "any" in wanted:
            doc = f"{KINDS.get(variable.kind, 'a variable')}: {variable.doc}."
            yield Item(
                f"${variable.name}", VARIABLE, f"{doc[0].upper()}{doc[1:]}", KINDS.get(variable.kind, "")
            )


@lru_cache(maxsize=1)
def _played() -> tuple[str, ...]:
    """List the moments of the game that an example may play."""
    return tuple(moments_of(load_rules()))


@lru_cache(maxsize=1)
def _docs_of_words() -> dict[str, str]:
    """Say what the fixed words mean."""
    return {
        **{kind: f"The kind of card `{kind}`." for kind in CARD_KINDS},
        **{resource.name: resource.doc for resource in RESOURCES},
        **{stat.name: stat.doc for stat in STATS},
        **{event.name: event.doc for event in EVENTS},
    }
