"""Finds out which pack brings a name that the packs in play do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.language.shapes import as_list, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from kingsburg_rules.content.selection import Shelf

CARDS, DECKS, PLACES, RESOURCES, MOMENTS, SEQUENCES, PHASES = (
    "cards",
    "decks",
    "places",
    "resources",
    "moments",
    "sequences",
    "phases",
)
"""The sorts of names."""

_SORTS = {
    "link.card": (CARDS,),
    "link.kind": (DECKS,),
    "link.place": (PLACES,),
    "link.resource": (RESOURCES,),
    "link.good": (RESOURCES,),
    "link.fact": (RESOURCES,),
    "link.test": (RESOURCES,),
    "link.stat": (RESOURCES,),
    "link.event": (MOMENTS,),
    "link.sequence": (SEQUENCES,),
    "link.phase": (PHASES,),
}
"""What a name can be that nobody knows, by the code of the mistake."""


@define(eq=False, repr=False)
class Whereabouts:
    """What the packs of a shelf bring; those that are `there`, in play, are not looked at."""

    shelf: Shelf
    there: Collection[str]
    names: dict[str, Mapping[str, frozenset[str]]] = field(factory=dict[str, "Mapping[str, frozenset[str]]"])

    def tell(self, code: str, wanted: str) -> str | None:
        """Say which pack brings the name that a mistake with this code is about; None if none does."""
        pack = self._pack_of(wanted, _SORTS.get(code, ())) if wanted else ""
        if not pack:
            return None
        return f"'{wanted}' is in the pack '{pack}'; add {pack} to 'requires' in pack.yaml"

    def _pack_of(self, wanted: str, sorts: Sequence[str]) -> str:
        for pack in self.shelf.names if sorts else ():
            if pack not in self.there and any(wanted in self._brings(pack)[sort] for sort in sorts):
                return pack
        return ""

    def _brings(self, pack: str) -> Mapping[str, frozenset[str]]:
        if pack not in self.names:
            document = self.shelf.find(pack)
            self.names[pack] = names_in({} if document is None else document.files)
        return self.names[pack]


def narrowed(at: str, wanted: str, files: Mapping[str, object]) -> str:
    """Point to a name itself, where a pointer leads to a list or a map in which it stands once.

    `files` are the files of the pack, by name.
    """
    file, _, pointer = at.partition("#")
    if not wanted or pointer.endswith("/"):
        return at
    data = files.get(file.partition("/")[2])
    steps: list[str] = []
    for step in filter(None, pointer.split("/")):
        if is_object(data) and step in data:
            data = data[step]
        elif is_list(data) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
        else:
            break
        steps.append(step)
    found = list(_places_of(data, wanted))
    if len(found) != 1:
        return at
    return "/".join((f"{file}#", *steps, *found[0]))


def _places_of(data: object, wanted: str) -> Iterator[tuple[str, ...]]:
    """List the ways to a name in plain data; the way to a key has an empty step at its end."""
    entries = data.items() if is_object(data) else enumerate(data) if is_list(data) else ()
    for key, value in entries:
        if is_object(data) and key in (wanted, f"${wanted}"):
            yield str(key), ""
        if value in (wanted, f"${wanted}"):
            yield (str(key),)
        yield from ((str(key), *more) for more in _places_of(value, wanted))


def printed_in(shelf: Shelf, part: str, key: str) -> set[object]:
    """List what is printed under a key of all cards of a list, in all packs that are known."""
    documents = [shelf.find(name) for name in shelf.names]
    files = [data for document in documents if document is not None for data in document.files.values()]
    lists = [data.get(part) for data in files if is_object(data)]
    cards = [card for found in lists if is_list(found) for card in found]
    return {value for card in cards if is_object(card) and isinstance(value := card.get(key), str | int)}


def names_in(files: Mapping[str, object]) -> Mapping[str, frozenset[str]]:
    """List the names that the files of a pack bring, by their sort."""
    found: dict[str, set[str]] = {sort: set() for sort in (*_PARTS.values(), CARDS, DECKS, PLACES)}
    for data in files.values():
        for part, listed in data.items() if is_object(data) else ():
            for item in as_list(listed, "") if is_list(listed) else ():
                if is_object(item) and isinstance(item.get("id"), str):
                    _note(found, part, item)
    return {sort: frozenset(names) for sort, names in found.items()}


_PARTS = {
    "resources": RESOURCES,
    "moments": MOMENTS,
    "sequences": SEQUENCES,
    "phases": PHASES,
}


def _note(found: Mapping[str, set[str]], part: str, item: Mapping[str, object]) -> None:
    """Note the names that one item brings."""
    name = str(item["id"])
    if part in _PARTS:
        found[_PARTS[part]].add(name)
    elif part in CARD_LISTS:
        found[CARDS].add(name)
        found[DECKS].add(str(item.get("deck", CARD_LISTS[part])))
        if part == "advisors":
            found[PLACES].add(name)
        found[PLACES].update(_places(item))


def _places(item: Mapping[str, object]) -> Iterator[str]:
    places = item.get("places")
    for place in places if is_list(places) else ():
        if is_object(place) and isinstance(place.get("id"), str):
            yield str(place["id"])
