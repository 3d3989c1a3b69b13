"""Finds the pack that brings a name that the packs in play do not have, and the place of the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from kingsburg_rules.content.selection import Shelf

_SORTS = {
    "link.card": "cards",
    "link.kind": "decks",
    "link.place": "places",
    **dict.fromkeys(("link.resource", "link.good", "link.fact", "link.test", "link.stat"), "resources"),
    "link.event": "moments",
    "link.sequence": "sequences",
    "link.phase": "phases",
}
"""What a name can be that nobody knows, by the code of the mistake."""


@define(eq=False, repr=False)
class NameOrigins:
    """The names that the packs of a shelf bring; packs that are `there`, in play, are not looked at."""

    shelf: Shelf
    there: Collection[str]
    _names: dict[str, frozenset[tuple[str, str]]] = field(factory=dict[str, frozenset[tuple[str, str]]])

    def remedy(self, code: str, wanted: str) -> str:
        """Describe which pack brings the name that a mistake with this code is about; '' if none does."""
        sort = _SORTS.get(code)
        for pack in self.shelf.names if wanted and sort else ():
            if pack not in self.there and (sort, wanted) in self._brings(pack):
                return f"'{wanted}' is in the pack '{pack}'; add {pack} to 'requires' in pack.yaml"
        return ""

    def _brings(self, pack: str) -> frozenset[tuple[str, str]]:
        if pack not in self._names:
            document = self.shelf.find(pack)
            self._names[pack] = frozenset(names_in({} if document is None else document.files))
        return self._names[pack]


def names_in(files: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the names that the files of a pack bring, each with its sort."""
    for part, item in _items(files):
        yield "cards" if part in CARD_LISTS else part, str(item.get("id"))
        if part in CARD_LISTS:
            yield "decks", str(item.get("deck", CARD_LISTS[part]))
        if part == "advisors":
            yield "places", str(item.get("id"))
        places = item.get("places")
        yield from (("places", str(one.get("id"))) for one in _list(places) if is_object(one))


def _items(files: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the items of all lists in files, with the names of the lists."""
    for data in files.values():
        for part, listed in data.items() if is_object(data) else ():
            yield from ((part, item) for item in _list(listed) if is_object(item))


def _list(data: object) -> list[object]:
    return data if is_list(data) else []


def printed_in(shelf: Shelf, part: str, key: str) -> set[object]:
    """List what is printed under a key of all cards of a list, in all packs that are known."""
    documents = [shelf.find(name) for name in shelf.names]
    files = [items for document in documents if document is not None for items in _items(document.files)]
    return {value for name, item in files if name == part and isinstance(value := item.get(key), str | int)}


def narrowed(at: str, wanted: str, files: Mapping[str, object]) -> str:
    """Point to a name itself, where a pointer leads to a list or a map in which it is once.

    `files` are the files of the pack, by name.
    """
    file, _, pointer = at.partition("#")
    if not wanted or pointer.endswith("/"):
        return at
    data, steps = files.get(file.partition("/")[2]), list[str]()
    for step in filter(None, pointer.split("/")):
        if is_object(data) and step in data:
            data = data[step]
        elif is_list(data) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
        else:
            break
        steps.append(step)
    found = [*_places_of(data, wanted)]
    return "/".join((f"{file}#", *steps, *found[0])) if len(found) == 1 else at


def _places_of(data: object, wanted: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to a name in plain data; the way to a key has an empty step at its end."""
    for key, value in data.items() if is_object(data) else enumerate(_list(data)):
        if is_object(data) and key in (wanted, f"${wanted}"):
            yield str(key), ""
        if value in (wanted, f"${wanted}"):
            yield (str(key),)
        yield from ((str(key), *more) for more in _places_of(value, wanted))
