"""Where things stand in a YAML file: a tree of places beside the data, and how to find one by its path.

Data is read once and positions come with it, so that every later complaint, of the schema or of the linker,
can be put where the author would mend it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import define

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Place: TypeAlias = "tuple[int, int]"
"""A line and a column, both counted from 1."""

Path: TypeAlias = "tuple[str | int, ...]"
"""The keys and indexes that lead to a value."""

START: Place = (1, 1)
"""Where a complaint about a whole file goes."""

_NOTHING: Mapping[str | int, Spot] = {}


@define(eq=False, repr=False)
class Spot:
    """Where a value begins, where its key does (if it has one), and the spots within it."""

    place: Place
    key: Place | None = None
    inner: Mapping[str | int, Spot] = _NOTHING

    @property
    def owner(self) -> Place:
        """Where to say that something is missing inside: at the name of the value, or at its beginning."""
        return self.key or self.place

    @property
    def pointed(self) -> Place:
        """What a pointer means: the key of a map or a list, but the value where that is a single word."""
        return self.owner if self.inner else self.place

    def find(self, path: Iterable[str | int]) -> Spot:
        """Give the spot at a path, or the nearest one around it."""
        spot = self
        for part in path:
            within = spot.inner.get(part)
            if within is None:
                break
            spot = within
        return spot

    def find_pointer(self, pointer: str) -> Spot:
        """Give the spot at a pointer such as `/buildings/3/cost`; a key may have a slash in it."""
        spot, waiting = self, ""
        for part in pointer.strip("/").split("/"):
            name = f"{waiting}/{part}" if waiting else part
            within = spot.inner.get(name)
            if within is None and name.isdecimal():
                within = spot.inner.get(int(name))
            waiting = name if within is None else ""
            spot = within or spot
        return spot

    def aimed(self, pointer: str) -> Place:
        """Give the place that a pointer means; with a slash at its end, the last key itself."""
        spot = self.find_pointer(pointer)
        return spot.owner if pointer.endswith("/") else spot.pointed
