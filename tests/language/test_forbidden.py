"""What a card forbids is not offered, whatever permits it, and `why_not` names the card."""

from __future__ import annotations

import pytest

from kingsburg_rules.engine.violations import Forbidden
from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
resources:
  - {id: note, name: Note}
governors:
  - id: helper
    name: Helper
    permissions:
      - {influence_shift: {by: [1]}}
      - {influence_wild: {ranks: [9]}}
      - {token_values: {values: [3]}}
      - {any_season: {rows: [A, B, C, D, E]}}
      - {spend_as: {pay: soldier, as: good, in: building}}
  - id: judge
    name: Judge
    permissions: [{forbidden: {what: [%s], if: {not: {equal: [me, owner]}}}}]
  - id: monk
    name: Monk
    permissions: [{forbidden: {what: [%s], if: {equal: [me, owner]}}}]
rules:
  - {id: idle, name: Idle}
"""

PLACED = [
    ("plus2", "influence architect 1 plus2"),
    ("token_values", "influence merchant 1 plus3"),
    ("bonus_die", "influence merchant 1 bonus 3"),
    ("envoy", "influence jester 1 envoy"),
    ("influence_shift", "influence squire 1 via helper"),
    ("influence_wild", "influence master_hunter 1 via helper"),
]


def influencing(forbidden: str, ann: tuple[str, ...], brian: tuple[str, ...]) -> Situation:
    """Brian has everything; Ann has taken the Jester."""
    has = {
        "Ann": Has(cards=ann, influenced=("jester",)),
        "Brian": Has({"plus2": 1, "envoy": 1}, cards=brian, dice=(1,), bonus=(3,)),
    }
    return Situation(rules_with(CARDS % (forbidden, forbidden)), "summer/influence", has)


@pytest.mark.parametrize(("extra", "action"), PLACED)
def test_opponents_are_forbidden_it(extra: str, action: str) -> None:
    allowed = influencing(extra, (), ("helper",))
    assert allowed.decision is not None
    options = set(map(str, allowed.decision.options))
    if extra == "plus2":
        action = action.replace("plus2", "plus3").replace("architect", "merchant")
    assert action in options
    judged = influencing(extra, ("judge",), ("helper",))
    assert judged.decision is not None
    assert action not in set(map(str, judged.decision.options))
    assert isinstance(judged.why_not(action), Forbidden) or extra in ("token_values", "influence_wild")


@pytest.mark.parametrize(("extra", "action"), PLACED)
def test_the_owner_is_forbidden_it_by_a_card_that_says_so(extra: str, action: str) -> None:
    judged = influencing(extra, (), ("helper", "monk"))
    assert judged.decision is not None
    if extra == "plus2":
        action = action.replace("plus2", "plus3").replace("architect", "merchant")
    assert action not in set(map(str, judged.decision.options))
    free = influencing(extra, ("monk",), ("helper",))
    assert free.decision is not None
    assert action in set(map(str, free.decision.options))


def test_without_token_values_a_token_adds_two() -> None:
    judged = influencing("token_values", ("judge",), ("helper",))
    assert judged.decision is not None
    assert "influence architect 1 plus2" in set(map(str, judged.decision.options))


def test_the_reason_names_the_card() -> None:
    reason = influencing("envoy", ("judge",), ()).why_not("influence jester 1 envoy")
    assert reason == Forbidden("judge")


def constructing(forbidden: str, **stock: int) -> Situation:
    has = {"Ann": Has(cards=("judge",)), "Brian": Has({**stock}, cards=("helper",))}
    return Situation(rules_with(CARDS % (forbidden, forbidden)), "summer/construct", has)


def test_the_envoy_builds_no_second_building() -> None:
    free = constructing("plus2", wood=3, envoy=1)
    free.play("build palisade")
    assert free.decision is not None
    judged = constructing("envoy", wood=3, envoy=1)
    judged.play("build palisade")
    assert judged.decision is None
    assert judged.has("Brian", "envoy") == 1


def test_nothing_is_paid_in_place_of_goods() -> None:
    free = constructing("envoy", wood=1, soldier=1)
    assert free.decision is not None
    assert (
        "build palisade for soldier+wood" in map(str, free.decision.options) or len(free.decision.options) > 2
    )
    judged = constructing("spend_as", wood=1, soldier=1)
    assert judged.decision is not None
    assert [*map(str, judged.decision.options)] == ["build barricade for wood", "pass"]


@pytest.mark.parametrize(("extra", "gold"), [("envoy", 1), ("any_season", 0)])
def test_no_building_works_in_another_season(extra: str, gold: int) -> None:
    pack = (
        CARDS % (extra, extra)
        + """
buildings:
  - id: spring_well
    name: Spring Well
    row: A
    column: 9
    cost: {gold: 1}
    vp: 0
    triggers: [{when: season.end, if: {season: spring}, do: [{gain: {gold: 1}}]}]
"""
    )
    has = {"Ann": Has(cards=("judge",)), "Brian": Has(cards=("helper",), buildings=("spring_well",))}
    assert Situation(rules_with(pack), "summer/season.end", has).has("Brian", "gold") == gold
