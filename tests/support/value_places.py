"""Every place of the language that takes a value, found in the declarations of its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from kingsburg_rules.language import shapes
from kingsburg_rules.language.all_words import VOCABULARIES
from kingsburg_rules.language.bags import AmountShape, BagShape
from kingsburg_rules.language.cards import PERMISSIONS
from kingsburg_rules.language.queries import MeasureShape
from kingsburg_rules.language.registry import (
    QUERIES,
    STEPS,
    TESTS,
    VALUES,
    Fields,
    Node,
    Vocabulary,
    Word,
    fields_of,
)
from kingsburg_rules.language.tests import TestsShape
from kingsburg_rules.language.values import BOUNDS, VALUE, BoundsShape, FactShape, TypedValue
from kingsburg_rules.language.vocabulary import (
    CARD,
    NUMBER,
    OUTCOME,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
    SEASON,
)

RIGHT = {
    NUMBER: 1,
    PLAYER: "left",
    CARD: "inn",
    PLACE: "jester",
    RESOURCE_KIND: "gold",
    ROW: "B",
    SEASON: "spring",
    OUTCOME: "victory",
}
"""A value of each type that can be written down; of the others there is nothing."""

SIMPLE: dict[type, object] = {
    shapes.Integer: 1,
    shapes.RangeShape: 1,
    BoundsShape: 1,
    shapes.Flag: True,
    FactShape: "goods",
    MeasureShape: "goods",
    BagShape: {"gold": 1},
    AmountShape: 1,
    TestsShape: {"year": 1},
}
"""Data for shapes that read some of their own."""


# Every place of every word


@frozen
class Slot:
    """A field of a word that takes a value of a type, bounds for a number, or several values."""

    vocabulary: Vocabulary[Any]
    cls: type[Word]
    key: str
    shape: object

    @property
    def kind(self) -> str:
        """The type that is needed there."""
        inner = self.inner
        return inner.kind if isinstance(inner, TypedValue) else NUMBER

    @property
    def is_plain(self) -> bool:
        """Whether it is a value, or a list of them, and neither a map of values nor the name of a fact."""
        shape = self.shape
        listed = shape.item if isinstance(shape, shapes.Several | shapes.Listing) else shape
        return isinstance(listed, TypedValue | BoundsShape)

    @property
    def inner(self) -> object:
        """The shape of one value."""
        return _inner(self.shape)

    def __str__(self) -> str:
        return f"{self.vocabulary.name}-{self.cls.word}-{self.key}"


def _inner(shape: object) -> object:
    match shape:
        case shapes.Several() | shapes.Listing():
            return _inner(shape.item)
        case shapes.Mapping():
            return _inner(shape.value)
        case BagShape() | AmountShape():
            return BOUNDS
        case MeasureShape():
            return VALUE
        case _:
            return shape


def slots() -> Iterator[Slot]:
    """List all fields of all words that take a value of some type."""
    for vocabulary in VOCABULARIES:
        for cls in vocabulary.words.values():
            for key, shape, _, _ in fields_of(cls):
                slot = Slot(vocabulary, cls, key, shape)
                if isinstance(slot.inner, TypedValue | BoundsShape) and slot.kind:
                    yield slot


SLOTS = [*slots()]


def argument(slot: Slot, value: object) -> object:
    """The argument of a word with a value in one place, and with the simplest in all others."""
    shape, given = slot.shape, _around(slot.shape, value)
    alone = isinstance(shape, shapes.Listing) or not slot.cls.short
    if alone and slot.cls.inline and slot.cls.inline.rstrip("_") == slot.key:
        return given
    return {**needed(slot.cls, but=slot.key), slot.key: given}


def _around(shape: object, value: object) -> object:
    """Write a value where a list or a map of them stands."""
    match shape:
        case shapes.Listing():
            return [_around(shape.item, value), *[simplest(shape.item)] * (shape.least - 1)]
        case shapes.Several():
            return _around(shape.item, value)
        case shapes.Mapping():
            return {shape.names()[0][0]: value}
        case BagShape():
            return {"gold": value}
        case _:
            return value


def needed(cls: type[Node], *, but: str = "") -> dict[str, object]:
    """What a word or an object must have, and a query where it has one."""
    fields = fields_of(cls)
    found = {key: simplest(shape, key) for key, shape, _, must in fields if must and key != but}
    keys = {key for key, *_ in fields}
    if but == "on" and "color" in keys:  # dice lie on a card only if they are set aside
        found["to" if "to" in keys else "zone"] = "aside"
    if {"what", "deck", "count"} <= keys:
        found["deck"] = "destiny"
    if {"what", "card", "permission"} <= keys and but != "card":
        found["what"] = "battle_strength"
    if {"from", "to", "these"} <= keys and but != "to":
        found["to"] = 1
    if {"card", "cards"} <= keys and but not in ("card", "cards"):
        found["card"] = "this"
    return {**found, "players": "all"} if cls.spread else found


def simplest(shape: object, key: str = "") -> object:
    """The simplest data that a shape reads; what it names need not be there."""
    match shape:
        case TypedValue():
            return RIGHT.get(shape.kind, "nothing")
        case shapes.Text() | shapes.Name():
            known = shape.among if isinstance(shape, shapes.Text) else shape.known
            return known[0] if known else "year.end" if shape.pattern == shapes.EVENT_PATTERN else key
        case shapes.Listing():
            return [simplest(shape.item)] * max(1, shape.least)
        case shapes.Several():
            return simplest(shape.item)
        case shapes.Mapping():
            return {shape.names()[0][0]: simplest(shape.value)}
        case Fields():
            return needed(shape.cls)
        case Vocabulary():
            return {"end_game": {}} if shape is STEPS else {"players": "all"}
        case _:
            return SIMPLE[type(shape)]


def step_with(slot: Slot, value: object) -> object:
    """A step with the word in it; a permission is the word alone."""
    word = {slot.cls.word: argument(slot, value)}
    return {
        STEPS.name: word,
        TESTS.name: {"branch": {"if": word, "then": [{"end_game": {}}]}},
        VALUES.name: {"set": {"x": word}},
        QUERIES.name: {"branch": {"if": {"exists": word}, "then": [{"end_game": {}}]}},
    }.get(slot.vocabulary.name, word)


def in_a_card(slot: Slot, value: object) -> str:
    """A building with the word, as it is written in one line."""
    is_permission = slot.vocabulary is PERMISSIONS
    word = step_with(slot, value)
    step: object = {"end_game": {}} if is_permission else word
    permissions = [word] if is_permission else []
    return building(f"triggers: [{{when: after.build, do: [{flow(step)}]}}]", permissions)


def building(ability: str, permissions: Sequence[object] = ()) -> str:
    more = f"    permissions: {flow(permissions)}\n" if permissions else ""
    head = "  - id: hut\n    name: Hut\n    row: H\n    column: 1\n    cost: {wood: 1}\n    vp: 1\n"
    return f"format: 1\nbuildings:\n{head}{more}    {ability}\n"


def flow(data: object) -> str:
    """Write data in one line of YAML."""
    match data:
        case dict():
            return "{" + ", ".join(f"{key}: {flow(value)}" for key, value in data.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(flow, data)) + "]"
        case bool():
            return str(data).lower()
        case _:
            return str(data)
