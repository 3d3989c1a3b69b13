"""The parts of a file with mistakes that can be linked nevertheless.

A mistake in one step says nothing about the next one. So what the schema refuses is replaced by something
that does nothing, and wrong names in the rest of the card are found at once.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.assembly import OVERRIDE, PARTS, item_shape
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.shapes import ShapeError, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from kingsburg_rules.content.places import KeyPath
    from kingsburg_rules.content.reading import PackSheets, Sheet

_STEP: Mapping[str, object] = {"gain": {"gold": 0}}
_PLACEHOLDERS: Mapping[str, object] = {
    **dict.fromkeys(("do", "then", "else"), _STEP),
    "triggers": {"when": "season.end", "do": [_STEP]},
}
"""What replaces a broken item of a list, so that the other items keep their indexes."""

_FILLED: Mapping[str, object] = {
    **{"name": "?", "vp": 0, "strength": 0, "rank": 1000, "year": 1, "row": "A", "column": 1000},
    **{"cost": {}, "reward": {}, "penalty": {}},
}
"""What replaces a broken value that a card must have; no other card is in that place."""

_REFERRING = frozenset({"when", "what", "of", "name", "text", "note", "by", "order", "from"})
"""Keys whose words define nothing."""

_DEFINING = re.compile(r"\b(?:id|deck|type)[ \t]*:[ \t]*[\"']?([A-Za-z0-9_./-]+)")


@frozen(eq=False)
class Part:
    """A part of a file as it is linked: a card, or what else a file may have.

    Something was replaced at the `broken` pointers, which lead to abilities or to other keys of the card; of
    `filled` keys the values are not the author's.
    """

    path: KeyPath
    data: object
    broken: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()

    @property
    def pointer(self) -> str:
        """The pointer to it within its file."""
        return _pointer(self.path)


def linkable(sheet: Sheet) -> Iterator[Part]:
    """Return the parts of a file that can be linked, as far as they can."""
    broken: dict[KeyPath, list[KeyPath]] = {}
    for path in sheet.wounds:
        broken.setdefault(_part_of(sheet, path), []).append(path)
    for name in PARTS:
        found = sheet.data.get(name)
        if name not in sheet.data or (name,) in broken:
            continue
        items: Iterable[tuple[KeyPath, object]] = [((name,), found)]
        if is_list(found):
            items = (((name, k), item) for k, item in enumerate(found))
        for path, data in items:
            part = _mended(path, data, broken[path]) if path in broken else Part(path, data)
            if part is not None:
                yield part


def _part_of(sheet: Sheet, path: KeyPath) -> KeyPath:
    return path[: 2 if path and is_list(sheet.data.get(str(path[0]))) else 1]


def _mended(path: KeyPath, data: object, broken: Collection[KeyPath]) -> Part | None:
    """Replace what is broken in a card; None if nothing would be left of it."""
    if len(path) < 2 or not is_object(data) or path in broken:
        return None
    mended, filled, is_change = deepcopy(data), set[str](), OVERRIDE in data
    fillings = {**_FILLED, "id": f"unnamed_{path[1]}"}
    items = {_replaceable(wound, len(path)) for wound in broken}
    for wound in broken:
        item = _replaceable(wound, len(path))
        key = str(wound[len(path)])
        if any(item[:k] in items for k in range(1, len(item))):
            continue  # something around it is replaced
        if item:
            _replace(mended, item[len(path) :])
        elif key in fillings and not is_change:
            mended[key] = fillings[key]
            filled.add(key)
        else:
            mended.pop(key, None)
    is_same = OVERRIDE in mended
    if is_same != is_change or [*mended] == [OVERRIDE] or not (is_change or _can_be_read(path, mended)):
        return None
    abilities = frozenset(_pointer(wound[: len(path) + 2]) for wound in broken)
    return Part(path, mended, abilities, frozenset(filled))


def _pointer(path: KeyPath) -> str:
    return "/".join(map(str, path))


def _replaceable(wound: KeyPath, start: int) -> KeyPath:
    """Return the path of the innermost item around something broken that can be replaced; () if none can."""
    for k in range(len(wound) - 1, start, -1):
        if isinstance(wound[k], int) and wound[k - 1] in _PLACEHOLDERS:
            return wound[: k + 1]
    return ()


def _replace(data: object, path: KeyPath) -> None:
    """Replace the item of a list."""
    for key in path[:-1]:
        data = data.get(str(key)) if is_object(data) else data[int(key)] if is_list(data) else None
    if is_list(data):
        data[int(path[-1])] = _PLACEHOLDERS[str(path[-2])]


def _can_be_read(path: KeyPath, data: object) -> bool:
    try:
        item_shape(PARTS[str(path[0])]).read(data, "")
    except ShapeError:
        return False
    return True


# Names that what is left out may give


@frozen(eq=False)
class Missing:
    """The names in what is not linked of a pack; it may give `anything` if nobody can read it."""

    names: frozenset[str] = frozenset()
    anything: bool = False

    def may_give(self, name: str) -> bool:
        """Return whether a name that nobody knows may be given there."""
        return self.anything or name.rpartition("/")[2] in self.names or closest(name, self.names) is not None


def left_out(found: PackSheets, linked: Collection[tuple[Sheet, KeyPath]]) -> Missing:
    """Return what is not linked of a pack: files that cannot be read, and broken parts of others."""
    names = {name for text in found.broken for name in _DEFINING.findall(text)}
    there = {(sheet.file, path) for sheet, path in linked}
    for sheet in found.sheets:
        for wound in sheet.wounds:
            part = _part_of(sheet, wound)
            if (sheet.file, part) in there:  # only the item or the key with the mistake is left out
                part = _replaceable(wound, len(part)) or wound[: len(part) + 1]
            spot = sheet.root.find(part)
            names.update(_words(spot.data if spot.data is not sheet.data else None))
    is_unknown = found.unread or (found.info is None and bool(found.broken))
    return Missing(frozenset(names), anything=is_unknown)


def _words(data: object) -> Iterator[str]:
    """Yield the words that may be new names: all texts, but those of keys that only refer."""
    if isinstance(data, str):
        yield data
    elif is_object(data):
        for key, value in data.items():
            yield from () if key in _REFERRING else _words(value)
    elif is_list(data):
        for value in data:
            yield from _words(value)
