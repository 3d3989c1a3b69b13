"""Advisors whose rank is not the printed one: who reaches them, when they reward, and what everybody sees."""

from __future__ import annotations

from kingsburg_rules import describe
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.testing import Has, Situation, rules_with
from support.pictures import missing_in_picture, missing_in_text
from support.play import offered

SWAP = """
rules:
  - id: law
    name: Law
    text: The Jester and the Merchant change places.
    modifiers:
      - {what: rank, if: {place: {is: [jester]}}, set: 4}
      - {what: rank, if: {place: {is: [merchant]}}, set: 1}
"""
OWN = """
governors:
  - id: page
    name: Page
    text: The Queen counts as 2 for you.
    modifiers: [{what: rank, if: {place: {is: [queen]}}, set: 2}]
"""


def test_dice_reach_an_advisor_by_the_rank_of_now() -> None:
    at = Situation(rules_with(SWAP), "spring/influence", {"Ann": Has(dice=(1, 4)), "Brian": Has()})
    ways = {text for text in offered(at) if "jester" in text or "merchant" in text}
    assert ways == {"influence jester 4", "influence merchant 1"}
    reason = at.why_not("influence jester 1")
    assert reason is not None
    assert "4" in describe(reason, at.rules)


def test_advisors_reward_in_the_order_of_the_ranks_of_now() -> None:
    has = {"Ann": Has(influenced=("jester",)), "Brian": Has(influenced=("merchant",))}
    at = Situation(rules_with(SWAP), "spring/rewards", has)
    assert at.decision is not None
    assert at.decision.player == "Brian", "the Merchant comes first, with a choice"


def test_everybody_sees_ranks_that_are_not_as_printed() -> None:
    at = Situation(rules_with(SWAP), "spring/influence", {"Ann": Has(dice=(1, 4)), "Brian": Has()})
    assert dict(at.state.ranks) == {"jester": 4, "merchant": 1}
    view = view_of(at.position()._state, None, at.rules)
    assert not missing_in_picture(view)
    assert not missing_in_text(view)


def test_a_rank_may_differ_for_one_player() -> None:
    has = {"Ann": Has(dice=(2,), cards=("page",)), "Brian": Has(dice=(2,))}
    at = Situation(rules_with(OWN), "spring/influence", has)
    assert offered(at) == ["influence squire 2", "influence queen 2", "pass"]
    at.play("influence queen 2")
    assert offered(at) == ["influence squire 2", "pass"]
    assert dict(at.state.ranks) == {}
