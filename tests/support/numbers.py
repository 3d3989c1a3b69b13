"""Cards whose numbers are others: none, one, two, fewer than none, and one that is worked out in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.language.registry import Node, ValueWord
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.values import Bounds, FactOf, FactValue, Literal
from support.marks import UNSAID, is_tuple

COMPUTED = FactValue(FactOf("buildings"))
"""A number that is counted in play."""

NUMBERS = (0, 1, 2, -2, COMPUTED)

Place = tuple[str, ...]
"""Where a number stands: the word, what else it says, the field, and how it is given."""


def with_numbers(card: CardNode) -> Iterator[tuple[Place, CardNode]]:
    """List every card that has another number in one place."""
    for field in attrs.fields(type(card)):
        if field.name.rstrip("_") not in UNSAID and "shape" in field.metadata:
            for place, value in _changed(getattr(card, field.name), (type(card).__name__, field.name)):
                yield place, attrs.evolve(card, **{field.name: value})


def _changed(value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    match value:
        case bool() | str() | None | Literal():
            pass
        case int():
            yield from ((place, number) for number in NUMBERS)
        case Range():
            yield from _bounds(Range, [number for number in NUMBERS if isinstance(number, int)], place)
        case Bounds():
            yield from _bounds(Bounds, NUMBERS, place)
        case FactOf():
            yield from ((inner, FactOf(value.name, one)) for inner, one in _changed(value.thing, place))
        case Node():
            if isinstance(value, ValueWord):
                yield from ((place, number) for number in NUMBERS)
            yield from _of_node(value)
        case _ if is_tuple(value):
            yield from _of_items(value, place)
        case _:
            pass


def _bounds(kind: Any, numbers: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    for number in numbers:
        yield (*place, "from"), kind(number, None)
        yield (*place, "to"), kind(None, number)
        yield (*place, "exactly"), kind(number, number)
    for least, most in ((0, 1), (1, 2), (numbers[-1], 2), (0, numbers[-1])):
        yield (*place, "between"), kind(least, most)


def _of_node(node: Node) -> Iterator[tuple[Place, Any]]:
    fields = [field.name for field in attrs.fields(type(node)) if "shape" in field.metadata]
    given = "+".join(name for name in fields if getattr(node, name) not in (None, (), False, ""))
    for name in fields:
        for place, value in _changed(getattr(node, name), (type(node).__name__, given, name)):
            yield place, attrs.evolve(node, **{name: value})


def _of_items(items: tuple[object, ...], place: Place) -> Iterator[tuple[Place, Any]]:
    for number, item in enumerate(items):
        if is_tuple(item) and len(item) == 2 and isinstance(item[0], str):
            key = item[0]
            found = ((inner, (key, one)) for inner, one in _changed(item[1], (*place, key)))
        else:
            found = _changed(item, place)
        yield from ((inner, (*items[:number], one, *items[number + 1 :])) for inner, one in found)
