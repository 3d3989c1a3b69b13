"""Rulings that no card in the box can show, tried with cards made up for it."""

from __future__ import annotations

import pytest

from kingsburg_rules import Destroyed, Fought, Rules
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import EDITIONS, goods, only, play, seat

CARDS = """
buildings:
  - {id: hut, name: Hut, row: X, column: 1, cost: {wood: 1}, vp: 0}
  - {id: barn, name: Barn, row: X, column: 2, cost: {wood: 1}, vp: 0}
  - {id: mill, name: Mill, row: X, column: 3, cost: {wood: 2}, vp: 3}
  - id: charm
    name: Charm
    row: Y
    column: 1
    cost: {wood: 1}
    vp: 0
    triggers:
      - when: before.fight
        if: {outcome: defeat}
        do: [{set: {outcome: victory}}]
enemies:
  - id: giants_i_4
    name: Giants
    year: 1
    type: orcs
    strength: 4
    reward: {gold: 1}
    penalty: {vp: 1, building: 2}
  - id: trolls_i_4
    name: Trolls
    year: 1
    type: orcs
    strength: 4
    reward: {}
    penalty: {building: 1, good: 1, stone: 1}
"""


@pytest.fixture(params=EDITIONS, scope="module")
def rules(request: pytest.FixtureRequest) -> Rules:
    return rules_with(CARDS, edition=request.param)


def test_r35_a_price_without_gold_gets_no_discount(rules: Rules) -> None:
    """R35: the Crane takes 1 gold off column III; the Mill costs none, so its price stays 2 wood."""
    me = Has({"gold": 2, "wood": 2}, buildings=("barricade", "crane", "hut", "barn"))
    site = Situation(rules, "spring/construct", {"Ann": me, "Brian": Has()})
    play(site, "Ann: build mill for 2wood")
    assert goods(site, "Ann") == "2gold"


def test_r59_several_buildings_fall_one_after_the_other(rules: Rules) -> None:
    """R59, C-03: the rule is applied twice: column III first, then the topmost of column II."""
    me = Has({"vp": 9}, buildings=("inn", "market", "hut", "barn", "mill"))
    at = Situation(rules, "winter", {"Ann": me, "Brian": Has()}, enemy="giants_i_4", rolls=["1"])
    assert only(at.events, Destroyed) == [Destroyed("Ann", "mill"), Destroyed("Ann", "market")]
    assert seat(at, "Ann").vp == 9 - 3 - 1 - 1
    assert set(seat(at, "Ann").buildings) == {"inn", "hut", "barn"}


@pytest.mark.parametrize(
    ("owned", "left"), [((), ()), (("inn",), ()), (("inn", "hut"), ()), (("inn", "hut", "barn"), ("hut",))]
)
def test_r59_as_many_as_there_are(rules: Rules, owned: tuple[str, ...], left: tuple[str, ...]) -> None:
    """R58, R59: of two buildings those fall that are there; for the missing ones nothing is lost."""
    given = {"Ann": Has(buildings=owned), "Brian": Has()}
    at = Situation(rules, "winter", given, enemy="giants_i_4", rolls=["1"])
    assert seat(at, "Ann").buildings == left
    assert seat(at, "Ann").vp == -1


def test_r55_the_order_of_penalties_is_not_that_of_the_card(rules: Rules) -> None:
    """R55, C-02: stone and the good of choice go before the building, however the card is written."""
    me = Has({"gold": 1, "wood": 1, "stone": 1}, buildings=("inn",))
    at = Situation(rules, "winter", {"Ann": me, "Brian": Has()}, enemy="trolls_i_4", rolls=["1"])
    assert goods(at, "Ann") == "gold+wood"
    assert seat(at, "Ann").buildings == ("inn",)
    play(at, "Ann: give wood")
    assert seat(at, "Ann").buildings == ()


def test_r53_the_strongest_of_all_decides_and_not_the_strongest_victor(rules: Rules) -> None:
    """R53, O27: by a made-up charm Ann wins, but Brian, who only ties, is stronger: no honors."""
    given = {"Ann": Has({"soldier": 1}, buildings=("charm",)), "Brian": Has({"soldier": 3})}
    at = Situation(rules, "winter", given, enemy="giants_i_4", rolls=["1"])
    fought = {event.player: (event.strength, event.outcome) for event in only(at.events, Fought)}
    assert fought == {"Ann": (2, "victory"), "Brian": (4, "tie")}
    assert (goods(at, "Ann"), seat(at, "Ann").vp, seat(at, "Brian").vp) == ("gold", 0, 0)
