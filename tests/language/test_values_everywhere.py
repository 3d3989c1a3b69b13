"""A value is a value wherever a value stands: every place takes every kind of value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.language import shapes
from kingsburg_rules.language.all_words import VOCABULARIES
from kingsburg_rules.language.cards import PERMISSIONS
from kingsburg_rules.language.memory import REMEMBERED
from kingsburg_rules.language.registry import OBJECTS, fields_of
from kingsburg_rules.language.values import BoundsShape
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
from kingsburg_rules.language.written_down import WRITTEN_DOWN
from support.packs import written
from support.value_places import RIGHT, SLOTS, Slot, flow, step_with

THE_ONE = {
    PLAYER: "{the: {players: all}}",
    CARD: "{the: {cards: inn}}",
    PLACE: "{the: {places: jester}}",
    RESOURCE_KIND: "{the: {resources: goods}}",
    ROW: "{fact: {row: inn}}",
    SEASON: "{fact: season}",
    OUTCOME: "{fact: outcome}",
    "die": "{the: {dice: me}}",
    "group": "{the: {groups: me}}",
    "marker": "{the: {markers: me}}",
    NUMBER: "{fact: goods}",
}
"""A fact, or a thing that a query finds, of each type."""


def variable(slot: Slot) -> str:
    return "$kept"


def found(slot: Slot) -> str:
    return THE_ONE[slot.kind]


def computed(slot: Slot) -> str:
    one = THE_ONE[slot.kind]
    return f"{{sum: [{one}, 1]}}" if slot.kind == NUMBER else f"{{nth: [1, {one}, {one}]}}"


def remembered(slot: Slot) -> str:
    return "$noted" if slot.kind in REMEMBERED else THE_ONE[slot.kind]


def bounds(slot: Slot) -> str:
    return "{min: $kept, max: {sum: [$kept, 1]}}" if isinstance(slot.inner, BoundsShape) else "$kept"


KINDS_OF_VALUE = {
    "a constant": lambda slot: str(RIGHT.get(slot.kind, "nothing")),
    "a variable": variable,
    "a fact, or a thing that is found": found,
    "a computed value": computed,
    "what the card remembers": remembered,
    "bounds of values": bounds,
}

REFUSED = ("schema.type", "schema.word", "schema.pattern", "schema.range", "link.type", "link.constant")
"""What a place says that does not take a value; so bare a word may be wrong in other ways."""


def governor(number: int, slot: Slot, value: str) -> str:
    """A governor with the word, in one line."""
    memory = slot.kind if slot.kind in REMEMBERED else NUMBER
    about = f"id: g{number}, name: G, memory: [{{id: noted, type: {memory}}}]"
    before = f"{{set: {{kept: {THE_ONE[slot.kind]}}}}}"
    if slot.vocabulary is PERMISSIONS:
        # Nothing is set before a permission is used, so its only variables are what the card remembers.
        word = flow(step_with(slot, value.replace("$kept", "$noted")))
        return f"  - {{{about}, permissions: [{word}]}}"
    do = f"{before}, {flow(step_with(slot, value))}"
    return f"  - {{{about}, triggers: [{{when: after.build, do: [{do}]}}]}}"


@pytest.mark.parametrize("kind", KINDS_OF_VALUE)
def test_every_place_takes_every_kind_of_value(kind: str, tmp_path: Path) -> None:
    lines = [governor(n, slot, KINDS_OF_VALUE[kind](slot)) for n, slot in enumerate(SLOTS)]
    cards = "\n".join(("format: 1", "governors:", *lines, ""))
    problems = check_folder(written(tmp_path, {"cards.yaml": cards}) / "cards.yaml")
    refused = [(SLOTS[each.line - 3], each) for each in problems if each.code in REFUSED]
    assert not [
        (str(slot), each) for slot, each in refused if f"{slot.cls.word}.{slot.key}" not in WRITTEN_DOWN
    ]


def keys_that_are_written_down() -> Iterator[str]:
    """List the keys that take a number or a name only as it is written."""
    words = [(name, cls) for vocabulary in VOCABULARIES for name, cls in vocabulary.words.items()]
    # What is printed on cards, and files, are no words.
    objects = [(name, OBJECTS[name].cls) for name in ("trigger", "modifier", "branch", "exchange", "memory")]
    for name, cls in (*words, *objects):
        for key, shape, _, _ in fields_of(cls):
            inner = shape.item if isinstance(shape, shapes.Listing | shapes.Several) else shape
            is_written = isinstance(inner, shapes.Integer | shapes.RangeShape | shapes.Name)
            if is_written or (isinstance(inner, shapes.Text) and not inner.among and key not in TEXTS):
                yield f"{name}.{key}"


TEXTS = ("id", "name", "text", "note", "as", "label")
"""Names that a pack gives, and what is for people."""


def test_what_must_be_written_down_has_a_reason() -> None:
    """Whatever else is a number or a name must be a value."""
    assert sorted({*keys_that_are_written_down()}) == sorted(WRITTEN_DOWN)
