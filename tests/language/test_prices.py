"""Prices and what is paid: gains are no trades, what a price may hold, and what becomes of what was paid."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from kingsburg_rules import COMPILED, ContentError, describe, explain
from kingsburg_rules.game.analysis import prices_of
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import offered, refusal

# What is gained


TRADER = """
governors:
  - id: trader
    name: Trader
    text: When an advisor brings you gold, gain 5 VP.
    triggers:
      - {when: after.reward, if: {gained: {gold: {min: 1}}}, do: [{gain: {vp: 5}}]}
  - id: payer
    name: Payer
    text: Gold that you gain goes to the King.
    triggers:
      - {when: after.gain, if: {equal: [$resource, gold]}, do: [{lose: {gold: 1}}]}
advisors:
  - id: exchanger
    name: Exchanger
    text: You may exchange 1 wood for 1 gold.
    in_place_of: base/jester
    rank: 1
    reward: [{trade: [{pay: {wood: 1}, gain: {gold: 1}}]}]
  - id: generous
    name: Generous
    text: Gain 1 gold.
    in_place_of: base/squire
    rank: 2
    reward: [{gain: {gold: 1}}]
"""


def test_what_is_traded_during_a_reward_is_not_gained() -> None:
    has = {"Ann": Has(cards=("trader",), influenced=("exchanger",), resources={"wood": 1}), "Brian": Has()}
    at = Situation(rules_with(TRADER), "spring/rewards", has)
    at.play("trade wood for gold")
    assert (at.has("Ann", "gold"), at.has("Ann", "vp")) == (1, 0)


def test_what_is_traded_during_a_reward_is_received() -> None:
    has = {"Ann": Has(cards=("trader",), influenced=("exchanger",), resources={"wood": 1}), "Brian": Has()}
    at = Situation(rules_with(TRADER.replace("gained:", "received:")), "spring/rewards", has)
    at.play("trade wood for gold")
    assert (at.has("Ann", "gold"), at.has("Ann", "vp")) == (1, 5)


def test_what_is_gained_and_lost_again_was_gained() -> None:
    has = {"Ann": Has(cards=("trader", "payer"), influenced=("generous",)), "Brian": Has()}
    at = Situation(rules_with(TRADER), "spring/rewards", has)
    at.play("use payer")
    assert (at.has("Ann", "gold"), at.has("Ann", "vp")) == (0, 5)


# Changes of numbers that do what they say, or are refused


def _rule(modifier: str) -> str:
    return f"rules: [{{id: law, name: Law, text: A law., modifiers: [{{{modifier}}}]}}]"


def test_a_negative_discount_is_a_surcharge_of_any_good() -> None:
    has = {"Ann": Has(resources={"gold": 3, "wood": 3}), "Brian": Has()}
    at = Situation(
        rules_with(_rule("what: build_discount, add: -1, if: {card: inn}")), "spring/construct", has
    )
    assert offered(at, "build inn") == ["build inn for 2gold+wood", "build inn for gold+2wood"]
    (price,) = (price for price in prices_of(at._state, 0) if price.building == "inn")
    assert price.now == (("gold", 2), ("wood", 1))
    assert price.ways == ((("gold", 1), ("wood", 2)), (("gold", 1), ("wood", 1), ("stone", 1)))


def test_an_advisor_without_room_needs_the_envoy() -> None:
    rules = rules_with(_rule("what: places_at, add: -1, if: {place: {rank: 3}}"))
    for envoy, ways in ((0, list[str]()), (1, ["influence architect 3 envoy"])):
        has = {"Ann": Has(dice=(3,), resources={"envoy": envoy}), "Brian": Has()}
        at = Situation(rules, "spring/influence", has)
        assert offered(at, "influence") == ways


# Prices


def _governor(ability: str, id_: str = "payer") -> str:
    return f"  - {{id: {id_}, name: {id_.title()}, text: Pays., {ability}}}\n"


def _at_year_end(ability: str, **stock: int) -> Situation:
    rules = rules_with("governors:\n" + _governor(ability))
    return Situation(rules, "year.end", {"Ann": Has(resources=stock, cards=("payer",)), "Brian": Has()})


def _year_end(do: str, cost: str = "") -> str:
    return f"triggers: [{{when: year.end, {cost and f'cost: {cost}, '}do: [{do}]}}]"


NOTED = "{gain: {vp: {sum: [{times: [100, {paid: price}]}, {times: [10, {paid: gold}]}, {paid: good}]}}}"
"""What was paid, as points: which price, how much gold, how many goods."""

PRICES = (
    "[{gold: {min: 1, max: 3}}, {wood: 1, stone: {fact: year}}]",
    (
        ("pay gold", 111),
        ("pay 2gold", 122),
        ("pay 3gold", 133),
        ("pay wood+stone", 202),
    ),
)


@pytest.mark.parametrize(("answer", "points"), PRICES[1])
def test_what_was_paid_is_known_after_pay(answer: str, points: int) -> None:
    at = _at_year_end(_year_end(f"{{pay: {{price: {PRICES[0]}, then: [{NOTED}]}}}}"), gold=5, wood=1, stone=1)
    assert offered(at) == [*(text for text, _ in PRICES[1]), "done"]
    at.play(answer)
    assert at.has("Ann", "vp") == points


@pytest.mark.parametrize(("answer", "points"), PRICES[1])
def test_what_was_paid_is_known_behind_the_cost_of_a_trigger(answer: str, points: int) -> None:
    at = _at_year_end(_year_end(NOTED, PRICES[0]), gold=5, wood=1, stone=1)
    assert offered(at) == [*(f"use payer {text}" for text, _ in PRICES[1]), "done"]
    at.play(f"use payer {answer}")
    assert at.has("Ann", "vp") == points


@pytest.mark.parametrize(("answer", "points"), PRICES[1])
def test_what_was_paid_is_known_in_a_branch(answer: str, points: int) -> None:
    branches = (
        f"{{label: dear, cost: {PRICES[0]}, do: [{NOTED}]}}, {{label: free, do: [{{gain: {{vp: 1}}}}]}}"
    )
    at = _at_year_end(_year_end(f"{{choose_one: [{branches}]}}"), gold=5, wood=1, stone=1)
    at.play("use payer")
    at.play("choose dear")
    assert offered(at) == [text for text, _ in PRICES[1]]
    at.play(answer)
    assert at.has("Ann", "vp") == points


def test_a_branch_with_one_way_to_pay_is_paid_at_once() -> None:
    branches = (
        "{label: dear, cost: {gold: {fact: year}}, do: [{gain: {vp: {paid: gold}}}]}, {label: no, do: []}"
    )
    branches = branches.replace("do: []", "do: [{gain: {vp: 0}}]")
    at = _at_year_end(_year_end(f"{{choose_one: [{branches}]}}"), gold=5)
    at.play("use payer")
    at.play("choose dear")
    assert (at.has("Ann", "gold"), at.has("Ann", "vp")) == (4, 1)


def test_nobody_pays_more_than_they_have() -> None:
    at = _at_year_end(_year_end("{pay: {price: {good: {min: 1, max: {fact: goods}}}}}"), gold=1, wood=1)
    assert offered(at) == ["pay gold", "pay wood", "pay gold+wood", "done"]


def test_an_amount_without_a_limit_is_limited_by_what_is_there() -> None:
    at = _at_year_end(
        _year_end("{pay: {price: {gold: {min: 1}}, then: [{gain: {vp: {paid: gold}}}]}}"), gold=2
    )
    assert offered(at) == ["pay gold", "pay 2gold", "done"]


def test_the_resource_of_a_price_can_be_a_variable() -> None:
    pay = "{pay: {price: {$resource: 1}, then: [{gain: {vp: {paid: $resource}}}]}}"
    at = _at_year_end(_year_end("{choose: {resources: goods}}, " + pay), gold=1, wood=2)
    at.play("use payer")
    at.play("choose wood")
    at.play("pay wood")
    assert (at.has("Ann", "wood"), at.has("Ann", "vp")) == (1, 1)


def test_a_price_can_be_a_number_from_memory() -> None:
    ability = "memory: [{id: debt, start: 2}], " + _year_end("{gain: {vp: 3}}", "{gold: $debt}")
    at = _at_year_end(ability, gold=2)
    assert offered(at) == ["use payer pay 2gold", "done"]
    assert offered(_at_year_end(ability, gold=1)) == []


def test_the_price_of_help_can_depend_on_the_place() -> None:
    ability = "permissions: [{influence_shift: {by: [1], cost: {gold: {fact: {rank: $place}}}}}]"
    rules = rules_with("governors:\n" + _governor(ability))
    has = {"Ann": Has(dice=(1, 3), resources={"gold": 2}, cards=("payer",)), "Brian": Has()}
    at = Situation(rules, "spring/influence", has)
    assert [text for text in offered(at) if "via" in text] == ["influence squire 1 via payer"]
    assert refusal(at, "influence merchant 3 via payer") == "influence.via_cost"
    at.play("influence squire 1 via payer")
    assert at.has("Ann", "gold") == 0


def test_amounts_between_bounds_are_gained_lost_and_handed_over_in_one_question() -> None:
    at = _at_year_end(_year_end("{gain: {gold: {min: 1, max: 2}, vp: 1}}"))
    assert offered(at) == ["take gold", "take 2gold"]
    at = _at_year_end(_year_end("{lose: {wood: {min: 2, max: 3}}}"), wood=1)
    at.play("use payer")
    assert (offered(at), at.has("Ann", "wood")) == ([], 0)
    at = _at_year_end(_year_end("{hand_over: {bag: {good: {min: 0, max: 1}}, to: left}}"), gold=1, stone=1)
    at.play("use payer")
    assert offered(at) == ["give nothing", "give gold", "give stone"]
    at.play("give stone")
    assert at.has("Brian", "stone") == 1


def test_what_is_traded_can_be_worked_out() -> None:
    at = _at_year_end(
        _year_end("{trade: [{pay: {gold: {min: 1, max: 2}}, gain: {vp: {fact: wood}}}]}"), gold=2, wood=3
    )
    assert offered(at) == ["trade gold for 3vp", "trade 2gold for 3vp", "done"]


def test_what_must_be_paid_cannot_be_declined() -> None:
    do = (
        "{pay: {price: [{gold: 1}, {wood: 1}], must: true, then: [{gain: {vp: 1}}], else: [{lose: {vp: 1}}]}}"
    )
    ability = f"triggers: [{{when: year.end, optional: false, do: [{do}]}}]"
    at = _at_year_end(ability, gold=1, wood=1)
    assert offered(at) == ["pay gold", "pay wood"]
    assert describe(at.decision, at.rules) == "Ann must pay a price (Payer)."
    assert (_at_year_end(ability, wood=1).has("Ann", "vp"), _at_year_end(ability).has("Ann", "vp")) == (1, -1)


def test_what_a_building_cost_can_be_given_back() -> None:
    back = ", ".join(f"{good}: {{paid: {good}}}" for good in ("gold", "wood", "stone"))
    ability = f"triggers: [{{when: after.build, do: [{{gain: {{{back}}}}}]}}]"
    rules = rules_with("governors:\n" + _governor(ability))
    has = {"Ann": Has(cards=("payer",), resources={"gold": 1, "wood": 2}), "Brian": Has()}
    at = Situation(rules, "spring/construct", has)
    at.play("build inn")
    assert (at.has("Ann", "gold"), at.has("Ann", "wood")) == (1, 2)


def test_what_was_paid_can_be_tested() -> None:
    steps = (
        "{branch: {if: {paid: {good: {min: 2}, price: 1}}, then: [{gain: {vp: 1}}], else: [{lose: {vp: 1}}]}}"
    )
    do = f"{{pay: {{price: {{good: {{min: 1, max: 2}}}}, then: [{steps}]}}}}"
    for answer, points in (("pay gold", -1), ("pay 2gold", 1)):
        at = _at_year_end(_year_end(do), gold=2)
        at.play(answer)
        assert at.has("Ann", "vp") == points


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("{gain: {gold: {min: 1}}}", "without 'max' there is no limit here"),
        ("{pay: {price: {gold: {min: 3, max: 1}}}}", "no amount is from 3 to 1"),
        ("{gain: {vp: {paid: gold}}}", "'paid' is not known here"),
    ],
)
def test_mistakes_in_prices_are_told(do: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        _at_year_end(_year_end(do))


DEAR = (
    "triggers: [{when: year.end, cost: [{gold: {min: 1, max: 3}}, {wood: 1, stone: {fact: goods}}], do: ["
    "{gain: {vp: {paid: gold}}}, {branch: {if: {paid: {price: 2}}, then: [{gain: {gold: {paid: good}}}]}}]}]"
)
MUST = (
    "triggers: [{when: year.end, optional: false, do: [{pay: {price: [{gold: 1}, {good: {min: 1, max: 2}}], "
    "must: true, then: [{gain: {vp: {paid: price}}}]}}]}]"
)


TOLD = {
    (DEAR, "en"): (
        "At the end of each year, you may pay 1 to 3 gold; or 1 wood and 1 stone for each good you "
        "have. If you do:\n"
        "1. Gain as many VP as the amount of gold paid.\n"
        "2. If you have paid price 2, gain as much gold as the amount of goods paid."
    ),
    (DEAR, "nl"): (
        "Aan het einde van elk jaar mag je 1 tot en met 3 goud; of 1 hout en 1 steen voor elke "
        "goederensteen van je betalen. Als dat gebeurt:\n"
        "1. Je krijgt evenveel VP als de hoeveelheid goud die betaald is.\n"
        "2. Als je prijs 2 betaald hebt, krijg je evenveel goud als de hoeveelheid goederenstenen "
        "die betaald is."
    ),
    (DEAR, "fr"): (
        "À la fin de chaque année, vous pouvez payer 1 à 3 or\xa0; ou 1 bois et 1 pierre pour chaque "
        "marchandise que vous avez. Dans ce cas\xa0:\n"
        "1. Gagnez autant de PV que la quantité payée (or).\n"
        "2. Si vous avez payé le prix n° 2, gagnez autant d'or que la quantité payée (marchandise)."
    ),
    (MUST, "en"): (
        "At the end of each year, pay 1 gold or 1 to 2 goods (if possible). If you do, gain as many"
        " VP as the number of the price paid."
    ),
    (MUST, "nl"): (
        "Aan het einde van elk jaar betaal je 1 goud of 1 tot en met 2 goederenstenen (indien "
        "mogelijk). Als dat gebeurt, krijg je evenveel VP als het nummer van de betaalde prijs."
    ),
    (MUST, "fr"): (
        "À la fin de chaque année, payez 1 or ou 1 à 2 marchandises (si possible). Dans ce cas, "
        "gagnez autant de PV que le numéro du prix payé."
    ),
}


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
@pytest.mark.parametrize("ability", [DEAR, MUST], ids=["dear", "must"])
def test_prices_are_told(ability: str, language: str) -> None:
    rules = rules_with("governors:\n" + _governor(ability))
    assert explain("payer", rules, language=language).generated == TOLD[ability, language]


def _calls(modifiers: str) -> int:
    """Count the calls of Python functions in which two players pass in the construction step."""
    rules = rules_with(_rule_with(modifiers))
    has = {name: Has(resources={"gold": 9, "wood": 9, "stone": 9}) for name in ("Ann", "Brian")}
    counted = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal counted
        counted += event == "call"

    # The first time, what is kept is made.
    for _ in range(2):
        at = Situation(rules, "spring/construct", has)
        counted = 0
        sys.setprofile(count)
        at.play("pass")
        at.play("pass")
        sys.setprofile(None)
    return counted


def _rule_with(modifiers: str) -> str:
    return f"rules: [{{id: law, name: Law, text: A law., modifiers: [{modifiers}]}}]"


def _dearer(card: str) -> str:
    """Modifiers of prices, each with a handful of tests."""
    tests = f"card: {card}, gold: {{min: 1}}, year: {{min: 1}}, season: [spring, summer]"
    goods = ("gold", "wood", "stone") * 6
    return ", ".join(f"{{what: build_cost, of: {good}, if: {{{tests}}}, add: 1}}" for good in goods)


@pytest.mark.skipif(COMPILED, reason="compiled functions are not counted")
def test_modifiers_of_prices_are_tested_only_for_the_building_in_question() -> None:
    """At first only the buildings in column I can be built."""
    without = _calls("{what: king_dice, add: 1}")
    assert _calls(_dearer("{column: 4}")) <= without + 60
    assert _calls(_dearer("{column: 1, row: A}")) <= without + 250


# What is closed to somebody


CLOSING = (
    """rules: [{id: law, name: Law, text: A law., permissions: [{closed: {cards: {row: C, if: TEST}}}]}]"""
)


def test_a_closed_building_is_not_offered_and_the_card_is_named() -> None:
    has = {
        "Ann": Has(resources={"gold": 3, "wood": 3, "envoy": 1}),
        "Brian": Has(resources={"gold": 3, "wood": 3}, buildings=("statue",)),
    }
    rules = rules_with(CLOSING.replace("TEST", "{buildings: 0}"))
    at = Situation(rules, "spring/construct", has)
    assert offered(at) == [
        "build statue for 2gold",
        "build palisade for 2wood",
        "build barricade for wood",
        "pass",
    ]
    reason = at.why_not("build inn for gold+wood")
    assert reason is not None
    assert describe(reason, rules) == "Law closes the Inn to you."
    at.play("build palisade")
    assert "build inn for gold+wood envoy" in offered(at)
    at.play("pass")
    assert "build inn for gold+wood" in offered(at)


@pytest.mark.parametrize("which", ["card: inn", "cards: {row: [B, C]}", "card: inn, free: true"])
def test_a_closed_building_cannot_be_built_by_a_card(which: str) -> None:
    trigger = f"{{when: season.end, do: [{{build: {{{which}}}}}]}}"
    build = f"governors: [{{id: mason, name: Mason, triggers: [{trigger}]}}]"
    rules = rules_with(build + "\n" + CLOSING.replace("TEST", "{year: 1}"))
    has = {"Ann": Has(resources={"gold": 3, "wood": 3}, cards=("mason",)), "Brian": Has()}
    at = Situation(rules, "spring/season.end", has)
    while at.decision is not None:
        assert "inn" not in str(offered(at))
        at.play(offered(at)[0])
    assert "inn" not in at.state.player("Ann").buildings


def test_the_card_that_closes_an_advisor_is_named() -> None:
    rules = rules_with(CLOSING.replace("cards: {row: C, if: TEST}", "places: {rank: 3}"))
    at = Situation(rules, "spring/influence", {"Ann": Has(dice=(3, 4)), "Brian": Has()})
    reason = at.why_not("influence architect 3")
    assert reason is not None
    assert describe(reason, rules) == "Law closes the Architect to you."
    with pytest.raises(ContentError, match="can be closed"):
        rules_with(CLOSING.replace("cards: {row: C, if: TEST}", "dice: me"))
