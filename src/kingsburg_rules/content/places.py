"""The places of the values of a file, by line and column.

A large pack has hundreds of thousands of places, and most of them are never asked for; so they are kept as
plain numbers and become a `Spot` on demand.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Place: TypeAlias = "tuple[int, int]"
"""A line and a column, both counted from 1."""

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys and indexes that lead to a value."""

START: Place = (1, 1)
"""The place of a diagnostic about a whole file."""

_WIDTH = 5

_LINE, _COLUMN, _KEY_LINE, _KEY_COLUMN, _END = range(_WIDTH)
"""What is kept of each value: its place, that of its key or zeros, and the number of the value after it."""


@define(eq=False, repr=False)
class Layout:
    """The places of all values of a file, numbered in the order in which they begin."""

    numbers: array[int] = field(factory=lambda: array("I"))
    visited: dict[int, dict[str | int, int]] = field(factory=dict[int, "dict[str | int, int]"])

    def begin(self, place: Place, key: Place | None = None) -> int:
        """Note that a value begins; return its number."""
        number = len(self.numbers) // _WIDTH
        self.numbers.extend((*place, *(key or (0, 0)), number + 1))
        return number

    def end(self, number: int) -> None:
        """Note that everything within a value has begun."""
        self.numbers[number * _WIDTH + _END] = len(self.numbers) // _WIDTH

    def fact(self, number: int, which: int) -> int:
        """Return what is kept of a value."""
        return self.numbers[number * _WIDTH + which]

    def within(self, number: int) -> Iterator[int]:
        """Number the values directly within another one."""
        inner, end = number + 1, self.fact(number, _END)
        while inner < end:
            yield inner
            inner = self.fact(inner, _END)

    def inner(self, number: int, data: object) -> Mapping[str | int, int]:
        """Number the values within another one by their keys or indexes; kept, for callers ask repeatedly."""
        if number not in self.visited:
            self.visited[number] = dict(zip(_keys(data), self.within(number), strict=False))
        return self.visited[number]


@frozen(eq=False, repr=False)
class Spot:
    """The place of a value: where it begins, where its key does (if it has one), and the spots within it."""

    layout: Layout
    number: int
    data: object

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return self.layout.fact(self.number, _LINE), self.layout.fact(self.number, _COLUMN)

    @property
    def key(self) -> Place | None:
        """Where its key begins, if it has one."""
        line = self.layout.fact(self.number, _KEY_LINE)
        return (line, self.layout.fact(self.number, _KEY_COLUMN)) if line else None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is within: a single word, or a list or a map without anything."""
        return self.layout.fact(self.number, _END) == self.number + 1

    @property
    def owner(self) -> Place:
        """Where to say that something is missing inside: at the name of the value, or at its beginning."""
        return self.key or self.place

    @property
    def pointed(self) -> Place:
        """What a pointer means: the key of a map or a list, but the value where that is a single word."""
        return self.place if self.is_empty else self.owner

    def parts(self) -> Iterator[tuple[str | int, Spot]]:
        """Return the spots within, by key or index."""
        for key, number in zip(_keys(self.data), self.layout.within(self.number), strict=False):
            yield key, Spot(self.layout, number, _value(self.data, key))

    def within(self, part: str | int) -> Spot | None:
        """Return the spot within that has a key or an index."""
        number = self.layout.inner(self.number, self.data).get(part)
        return None if number is None else Spot(self.layout, number, _value(self.data, part))

    def find(self, path: Iterable[str | int]) -> Spot:
        """Return the spot at a path, or the nearest one around it."""
        spot = self
        for part in path:
            within = spot.within(part)
            if within is None:
                break
            spot = within
        return spot

    def find_pointer(self, pointer: str) -> Spot:
        """Return the spot at a pointer such as `/buildings/3/cost`; a key may have a slash in it."""
        spot, waiting = self, ""
        for part in pointer.strip("/").split("/"):
            name = f"{waiting}/{part}" if waiting else part
            within = spot.within(name)
            if within is None and name.isdecimal():
                within = spot.within(int(name))
            waiting = name if within is None else ""
            spot = within or spot
        return spot

    def aimed(self, pointer: str) -> Place:
        """Return the place that a pointer means; with a slash at its end, the last key itself."""
        spot = self.find_pointer(pointer)
        return spot.owner if pointer.endswith("/") else spot.pointed


def _keys(data: object) -> Iterable[str | int]:
    if is_object(data):
        return data
    return range(len(data)) if is_list(data) else ()


def _value(data: object, key: str | int) -> object:
    if is_object(data):
        return data[str(key)]
    return data[int(key)] if is_list(data) else None
