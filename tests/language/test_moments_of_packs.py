"""The moments that packs add: a trigger works each time one comes, unless it says otherwise."""

from __future__ import annotations

import pytest

from kingsburg_rules.testing import Has, Situation, rules_with

PACK = """
moments:
  - {id: fair.open, text: The fair opens., each: %s}
rules:
  - id: fair
    name: Fair
    triggers:
      - when: season.end
        do: [{for_each: {players: {}, do: [{window: fair.open}, {window: fair.open}]}}]
governors:
  - id: visitor
    name: Visitor
    triggers: [{when: fair.open, %s do: [{gain: {gold: 1}}]}]
"""


@pytest.mark.parametrize(("each", "comes"), [("true", 2), ("false", 4)])
def test_a_trigger_works_each_time_the_moment_comes(each: str, comes: int) -> None:
    rules = rules_with(PACK % (each, ""))
    at = Situation(rules, "summer/season.end", {"Ann": Has(cards=("visitor",)), "Brian": Has()})
    assert at.has("Ann", "gold") == comes


@pytest.mark.parametrize("each", ["true", "false"])
def test_it_works_as_often_as_it_says(each: str) -> None:
    rules = rules_with(PACK % (each, "uses: once,"))
    at = Situation(rules, "summer/season.end", {"Ann": Has(cards=("visitor",)), "Brian": Has()})
    assert at.has("Ann", "gold") == 1
