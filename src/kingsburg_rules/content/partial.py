"""The parts of a file with mistakes that can be linked nevertheless.

A mistake in one step says nothing about the next one. So a step or a trigger that the schema refuses is
replaced by one that does nothing, and wrong names in the rest of the card are found at once. A card waits
if a key is wrong that each card needs, such as its name.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.assembly import OVERRIDE, PARTS, item_shape
from kingsburg_rules.language.shapes import ShapeError, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.reading import PackSheets, Sheet
    from kingsburg_rules.content.yaml_reader import KeyPath

_STEP: Mapping[str, object] = {"gain": {"gold": 0}}
_PLACEHOLDERS: Mapping[str, object] = {
    **dict.fromkeys(("do", "then", "else"), _STEP),
    "triggers": {"when": "season.end", "do": [_STEP]},
}
"""What replaces a broken item of a list, so that the other items keep their indexes."""

_DEFINING = re.compile(r"\b(?:id|di|deck|type)[ \t]*:[ \t]*[\"']?([A-Za-z0-9_./-]+)")


@frozen(eq=False)
class LinkablePart:
    """A part of a file as it is linked: a card, or what else a file may have.

    Something was replaced in the abilities to which the `broken` pointers lead.
    """

    path: KeyPath
    data: object
    broken: frozenset[str] = frozenset()

    @property
    def pointer(self) -> str:
        """The pointer to it within its file."""
        return _pointer(self.path)


def linkable(sheet: Sheet) -> Iterator[LinkablePart]:
    """Return the parts of a file that can be linked, as far as they can."""
    for name in PARTS:
        found = sheet.data.get(name)
        whole: list[tuple[KeyPath, object]] = [((name,), found)] if name in sheet.data else []
        for path, data in [((name, k), item) for k, item in enumerate(found)] if is_list(found) else whole:
            wounds = [
                wound[len(path) :] for wound in sheet.wounds if wound[: len(path)] == path[: len(wound)]
            ]
            mended = _mended(name, data, wounds) if wounds else data
            if mended is not None:
                broken = frozenset(_pointer((*path, *wound[:2])) for wound in wounds)
                yield LinkablePart(path, mended, broken)


def _pointer(path: KeyPath) -> str:
    return "/".join(map(str, path))


def _mended(part: str, data: object, wounds: list[KeyPath]) -> object:
    """Replace steps and triggers with mistakes in them, and leave out other keys; None if one is needed."""
    mended = deepcopy(data)
    if () in wounds or not is_object(mended):
        return None
    items = {_replaceable(wound) or wound[:1] for wound in wounds}
    # The outer ones first: what is inside of a replaced item is gone.
    for item in sorted(items, key=len):
        if len(item) == 1:
            mended.pop(str(item[0]), None)
        elif not any(item[:k] in items for k in range(1, len(item))):  # else what is around it is replaced
            _replace(mended, item)
    try:
        item_shape(PARTS[part]).read(mended, "")
    except ShapeError:
        return None
    return None if [*mended] == [OVERRIDE] else mended


def _replaceable(wound: KeyPath) -> KeyPath:
    """Return the path of the innermost step or trigger around something broken; () if there is none."""
    ends = range(len(wound) - 1, 0, -1)
    return next(
        (wound[: k + 1] for k in ends if isinstance(wound[k], int) and wound[k - 1] in _PLACEHOLDERS), ()
    )


def _replace(data: object, path: KeyPath) -> None:
    for key in path[:-1]:
        data = data.get(str(key)) if is_object(data) else data[int(key)] if is_list(data) else None
    if is_list(data):
        data[int(path[-1])] = _PLACEHOLDERS[str(path[-2])]


@frozen(eq=False)
class Missing:
    """The names that files with mistakes may give; `anything` if nobody can read one of them."""

    names: frozenset[str] = frozenset()
    anything: bool = False

    def may_give(self, name: str) -> bool:
        """Return whether a name that nobody knows may be given there."""
        return self.anything or name.rpartition("/")[2] in self.names


def left_out(found: PackSheets) -> Missing:
    """Return what the files of a pack with mistakes in them may give."""
    texts = [*found.broken, *(sheet.text for sheet in found.sheets if sheet.wounds)]
    names = frozenset(name for text in texts for name in _DEFINING.findall(text))
    return Missing(names, anything=found.unread or (found.info is None and bool(found.broken)))
