"""Numbers of a card's own are facts of the card."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError, catalog_of
from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
governors:
  - {id: lion, name: Lion, numbers: {shields: 3, age: -1}, triggers: [{when: season.end, do: [%s]}]}
  - {id: mouse, name: Mouse, numbers: {shields: 1}, triggers: [{when: year.end, do: [{gain: {vp: 1}}]}]}
"""


@pytest.mark.parametrize(
    ("step", "vp"),
    [
        ("{gain: {vp: {fact: {shields: this}}}}", 3),
        ("{gain: {vp: {sum: [{fact: {age: this}}, 5]}}}", 4),
        ("{gain: {vp: {fact: {shields: inn}}}}", 0),
        ("{gain: {vp: {sum: {cards: {zone: play, owner: me}, of: {fact: {shields: $card}}}}}}", 4),
        ("{gain: {vp: {fact: {shields: {the: {cards: {zone: play, owner: me, least: shields}}}}}}}", 0),
        ("{gain: {vp: {count: {cards: {zone: play, owner: me}, different: shields}}}}", 3),
        ("{branch: {if: {greater: [{fact: {shields: lion}}, 2]}, then: [{gain: {vp: 9}}]}}", 9),
    ],
)
def test_a_number_of_its_own_is_a_fact(step: str, vp: int) -> None:
    rules = rules_with(CARDS % step)
    has = Has(cards=("lion", "mouse"), buildings=("inn",))
    at = Situation(rules, "spring/season.end", {"Ann": has, "Brian": Has()})
    assert at.has("Ann", "vp") == vp


def test_an_unknown_number_is_refused() -> None:
    with pytest.raises(ContentError, match="'shield' is not known here; did you mean 'shields'"):
        rules_with(CARDS % "{gain: {vp: {fact: {shield: this}}}}")


def test_the_catalogue_names_them() -> None:
    numbers = catalog_of(rules_with(CARDS % "{gain: {vp: 1}}")).card("lion").numbers
    assert [(one.id, one.name, one.value) for one in numbers] == [
        ("age", "age", -1),
        ("shields", "shields", 3),
    ]
