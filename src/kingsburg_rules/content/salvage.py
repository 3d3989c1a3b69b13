"""What can be linked of a file with mistakes: its parts without those that the schema refuses.

A mistake in one step says nothing about the next one. So a card is linked without the items in which there
are mistakes, and wrong names in the rest of it are found at once. What is left has other indices than what
the author wrote; `Salvaged` leads back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.content.assembly import OVERRIDE, PARTS, item_shape
from kingsburg_rules.content.form import flow
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.shapes import ShapeError, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kingsburg_rules.content.reading import PackSheets, Sheet
    from kingsburg_rules.content.yaml_reader import KeyPath, Spot

FILLED: dict[str, object] = {
    **{"name": "?", "vp": 0, "strength": 0, "rank": 1000, "year": 1, "row": "A", "column": 1000},
    **{"cost": {}, "reward": {}, "penalty": {}},
}
"""What stands in for what a card must have, so that the rest of it can be linked; no other card is there."""

_ASIDE = ("text", "note", "fidelity", "examples", "strip", "in_place_of")
_NEEDED = ("when", "do")
_STEPS = ("do", "then", "else")
_NO_STEP: dict[str, object] = {"gain": {"gold": 0}}
_ABILITIES = ("triggers", "modifiers", "permissions")
_REFERRING = frozenset({"when", "what", "of", "name", "text", "note", "by", "order", "from"})
"""Keys whose words define nothing."""

_DEFINING = re.compile(r"\b(?:id|deck|type)[ \t]*:[ \t]*[\"']?([A-Za-z0-9_./-]+)")


@frozen(eq=False)
class Salvaged:
    """A part of a file as it is linked.

    `kept` has the original indices of the lists from which items are gone. `wounds` lead to the abilities, or
    to the card, in which something is missing now; of `filled` keys the values are not the author's.
    """

    path: KeyPath
    data: object
    kept: Mapping[KeyPath, tuple[int, ...]] = field(factory=dict["KeyPath", "tuple[int, ...]"])
    wounds: frozenset[KeyPath] = frozenset()
    filled: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is gone."""
        return not self.wounds

    def is_hurt(self, pointer: str) -> bool:
        """Whether a pointer leads into something of which a piece is gone."""
        return any(f"{pointer}/".startswith(f"{'/'.join(map(str, wound))}/") for wound in self.wounds)

    def is_filled(self, pointer: str) -> bool:
        """Whether a pointer leads to what is not the author's."""
        inner = pointer.split("/")[len(self.path) :]
        return bool(inner) and inner[0] in self.filled

    def original(self, pointer: str) -> str:
        """Give the pointer to what an author wrote, for one to what was linked."""
        found: list[str] = []
        path: KeyPath = ()
        for part in pointer.split("/"):
            indices = self.kept.get(path)
            index = indices[int(part)] if indices and part.isdecimal() else None
            found.append(part if index is None else str(index))
            path = (*path, int(found[-1]) if found[-1].isdecimal() else part)
        return "/".join(found)


def salvaged(sheet: Sheet) -> Iterator[Salvaged]:
    """Give the parts of a file that can be linked, as far as they can."""
    wounds: dict[KeyPath, list[KeyPath]] = {}
    for refused in sheet.wounds:
        wounds.setdefault(_part_of(sheet, refused), []).append(refused)
    for name in PARTS:
        found = sheet.data.get(name)
        if name not in sheet.data or (name,) in wounds:
            continue
        listed: Iterable[tuple[KeyPath, object]] = (
            (((name, k), item) for k, item in enumerate(found)) if is_list(found) else [((name,), found)]
        )
        for path, data in listed:
            part = _salvage(path, data, wounds[path]) if path in wounds else Salvaged(path, data)
            if part is not None:
                yield part


def _part_of(sheet: Sheet, refused: KeyPath) -> KeyPath:
    """Give the part of a file in which something is refused."""
    return refused[: 2 if refused and is_list(sheet.data.get(str(refused[0]))) else 1]


def _salvage(path: KeyPath, data: object, refused: list[KeyPath]) -> Salvaged | None:
    """Take away what is refused, or else all abilities with something refused; None if that is not enough."""
    if len(path) < 2 or not is_object(data):
        return None
    for depth in (len(max(refused, key=len)), len(path) + 2):
        found = _without(path, data, {wound[:depth] for wound in refused})
        if found is not None and _can_be_read(found):
            return found
    return None


def _without(path: KeyPath, data: dict[str, object], refused: set[KeyPath]) -> Salvaged | None:
    """Take away the items of lists in which something is refused, and keys that need not be there."""
    gone: dict[KeyPath, set[int]] = {}
    needless: set[KeyPath] = set()
    keys: set[str] = set()
    for wound in refused:
        items = [k for k in range(len(path) + 1, len(wound)) if isinstance(wound[k], int)]
        if items == [len(path) + 1] and wound[len(path)] == "triggers" and _can_go(wound[items[0] + 1 :]):
            needless.add(wound[: items[0] + 2])
        elif items:
            last = wound[items[-1]]
            assert isinstance(last, int)
            gone.setdefault(wound[: items[-1]], set()).add(last)
        elif len(wound) > len(path):
            keys.add(str(wound[len(path)]))
        else:
            return None
    kept: dict[KeyPath, tuple[int, ...]] = {}
    cut = _Cut(gone, needless, kept)
    left = {key: cut.left(value, (*path, key)) for key, value in data.items() if key not in keys}
    left = {key: value for key, value in left.items() if value != [] or data[key] == []}
    if OVERRIDE in left and len(left) == 1:
        return None
    filled = {} if OVERRIDE in data else {key: FILLED[key] for key in keys if key in FILLED}
    wounds = {_wounded(path, wound) for wound in refused}
    return Salvaged(path, {**left, **filled}, kept, frozenset(wounds), frozenset(filled))


def _can_go(inner: KeyPath) -> bool:
    """Whether a trigger can do without the key under which something is refused."""
    return bool(inner) and inner[0] not in _NEEDED


def _wounded(path: KeyPath, wound: KeyPath) -> KeyPath:
    """Give the ability in which something is refused, or the key on which no ability depends; or all."""
    inner = wound[len(path) :]
    if inner[0] in FILLED or inner[0] in _ASIDE:
        return wound[: len(path) + 1]
    return wound[: len(path) + 2] if len(inner) > 1 and inner[0] in _ABILITIES else path


@frozen(eq=False)
class _Cut:
    """What is cut out of a part: items of lists, keys of triggers. `kept` notes the indices of what stays."""

    gone: Mapping[KeyPath, set[int]]
    needless: set[KeyPath]
    kept: dict[KeyPath, tuple[int, ...]]

    def left(self, data: object, path: KeyPath) -> object:
        """Give what stays of some data."""
        if is_object(data):
            there = {key: (*path, key) for key in data if (*path, key) not in self.needless}
            return {key: self.left(data[key], inner) for key, inner in there.items()}
        if not is_list(data):
            return data
        indices = [k for k in range(len(data)) if k not in self.gone.get(path, ())]
        if len(indices) < len(data):
            self.kept[path] = tuple(indices)
        if not indices and data and path[-1] in _STEPS:
            return [_NO_STEP]
        return [self.left(data[k], (*path, k)) for k in indices]


def _can_be_read(part: Salvaged) -> bool:
    if is_object(part.data) and OVERRIDE in part.data:
        return True
    try:
        item_shape(PARTS[str(part.path[0])]).read(part.data, "")
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
        """Whether a name that nobody knows may be given there."""
        return self.anything or name.rpartition("/")[2] in self.names or closest(name, self.names) is not None


def left_out(found: PackSheets, linked: Iterable[tuple[Sheet, Salvaged]]) -> Missing:
    """See what is not linked of a pack: files that cannot be read, and parts of others."""
    names = {name for text in found.broken for name in _DEFINING.findall(text)}
    there = {(sheet.file, part.path) for sheet, part in linked}
    for sheet in found.sheets:
        for wound in sheet.wounds:
            part = _part_of(sheet, wound)
            if (sheet.file, part) in there:
                names.update(_DEFINING.findall(flow(_data_at(sheet.root, wound))))
            else:
                names.update(_names_in(_data_at(sheet.root, part)))
    no_info = found.info is None and bool(found.broken)
    return Missing(frozenset(names), anything=found.unread or no_info)


def _data_at(spot: Spot, path: KeyPath) -> object:
    """Give what stands at a path; None if nothing does."""
    for key in path:
        within = spot.within(key)
        if within is None:
            return None
        spot = within
    return spot.data


def _names_in(data: object) -> Iterator[str]:
    """Give the names that a part of a file may define: all ids within it, and words in the place of ids."""
    if is_object(data):
        for key, value in data.items():
            if isinstance(value, str) and key not in _REFERRING:
                yield value
            elif is_list(value) or is_object(value):
                yield from _names_in(value)
    elif is_list(data):
        for item in data:
            yield from _names_in(item)
