"""Prices and what is paid: gains are no trades, what a price may hold, and what becomes of what was paid."""

from __future__ import annotations

from kingsburg_rules.game.analysis import prices_of
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import offered

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
