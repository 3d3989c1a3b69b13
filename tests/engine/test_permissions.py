"""Permissions: tested and paid where they are used, joined in one placement, and advisors that are closed."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError
from kingsburg_rules.testing import Has, Situation, rules_with


def situation(cards: dict[str, str], at: str, ann: Has, brian: Has | None = None) -> Situation:
    """Begin a moment with some governors; Ann has those that `ann` names."""
    written = "".join(f"  - {{id: {name}, name: {name}, {does}}}\n" for name, does in cards.items())
    rules = rules_with(f"governors:\n{written}")
    return Situation(rules, at, {"Ann": ann, "Brian": brian or Has()})


BRIDGE = {"bridge": "permissions: [{influence_shift: {by: [1], cost: [{gold: 1}], if: {season: spring}}}]"}


def test_a_permission_is_paid_when_the_dice_are_placed() -> None:
    at = situation(BRIDGE, "spring/influence", Has({"gold": 1}, dice=(4,), cards=("bridge",)))
    at.play("influence sergeant 4 via bridge")
    assert (at.has("Ann", "gold"), [group.advisor for group in at.state.advisors]) == (0, ["sergeant"])


@pytest.mark.parametrize(("season", "gold"), [("spring", 0), ("summer", 1)])
def test_without_the_price_or_in_another_season_it_is_not_offered(season: str, gold: int) -> None:
    at = situation(BRIDGE, f"{season}/influence", Has({"gold": gold}, dice=(4, 4), cards=("bridge",)))
    assert at.why_not("influence sergeant 4 via bridge") is not None


def test_of_several_prices_one_is_chosen() -> None:
    card = {"bridge": "permissions: [{influence_shift: {by: [1], cost: [{gold: 1}, {wood: 1}]}}]"}
    at = situation(card, "spring/influence", Has({"gold": 1, "wood": 1}, dice=(4,), cards=("bridge",)))
    at.play("influence sergeant 4 via bridge")
    at.play("pay wood")
    assert (at.has("Ann", "gold"), at.has("Ann", "wood")) == (1, 0)


def test_a_permission_may_look_at_the_advisor() -> None:
    card = {"bridge": "permissions: [{influence_shift: {by: [-1, 1], if: {place: {rank: {max: 4}}}}}]"}
    at = situation(card, "spring/influence", Has(dice=(3, 5), cards=("bridge",)))
    assert at.why_not("influence merchant 5 via bridge") is None
    assert at.why_not("influence alchemist 5 via bridge") is not None


def test_two_permissions_join_in_one_placement() -> None:
    at = situation(
        BRIDGE, "spring/influence", Has({"gold": 1}, (4,), buildings=("market",), cards=("bridge",))
    )
    at.play("influence alchemist 4 via market, bridge")
    assert (at.has("Ann", "gold"), [group.advisor for group in at.state.advisors]) == (0, ["alchemist"])


def test_both_are_used_up_and_both_must_hold() -> None:
    ann = Has({"gold": 2}, (3, 4), buildings=("market",), cards=("bridge",))
    at = situation(BRIDGE, "spring/influence", ann)
    at.play("influence alchemist 4 via market, bridge")
    assert at.why_not("influence merchant 3 via market") is not None
    summer = situation(BRIDGE, "summer/influence", ann)
    assert summer.why_not("influence alchemist 4 via market, bridge") is not None


def test_how_often_a_permission_helps_can_be_said() -> None:
    card = {"bridge": "permissions: [{influence_shift: {by: [1], uses: unlimited}}]"}
    at = situation(card, "spring/influence", Has(dice=(2, 4), cards=("bridge",)))
    at.play("influence architect 2 via bridge")
    at.play("influence sergeant 4 via bridge")
    assert {group.advisor for group in at.state.advisors} == {"architect", "sergeant"}


def test_advisors_are_closed_to_whoever_the_query_says() -> None:
    cards = {"nun": "permissions: [{closed: {places: {rank: {min: 17}, if: {not: {equal: [me, owner]}}}}}]"}
    ann, brian = Has(dice=(5, 6, 6), cards=("nun",)), Has(dice=(5, 6, 6))
    assert situation(cards, "spring/influence", ann, brian).why_not("influence queen 6+6+5") is None
    at = situation(cards, "spring/influence", Has(cards=("nun",)), brian)
    assert at.why_not("influence queen 6+6+5") is not None
    assert at.why_not("influence duchess 6+6") is None


def test_a_substitute_has_its_season() -> None:
    card = {"sawyer": "permissions: [{spend_as: {pay: wood, as: gold, in: building, if: {season: fall}}}]"}
    ann = Has({"wood": 2}, cards=("sawyer",))
    assert situation(card, "fall/construct", ann).why_not("build statue for 2wood") is None
    assert situation(card, "spring/construct", ann).why_not("build statue for 2wood") is not None


def test_a_token_counts_for_more_by_a_number_of_the_rules() -> None:
    card = {"flatterer": "modifiers: [{what: plus2_value, if: {season: spring}, add: 1}]"}
    ann = Has({"plus2": 1}, dice=(4,), cards=("flatterer",))
    assert situation(card, "spring/influence", ann).why_not("influence astronomer 4 plus3") is None
    assert situation(card, "fall/influence", ann).why_not("influence astronomer 4 plus3") is not None


def test_what_closes_advisors_cannot_look_at_those_that_are_open() -> None:
    """It would ask itself without end; so would a number that decides how many find room."""
    for card in (
        "permissions: [{closed: {places: {open: true}}}]",
        "modifiers: [{what: places_at, if: {exists: {places: {open: true}}}, add: 1}]",
    ):
        with pytest.raises(ContentError) as refused:
            rules_with(f"rules: [{{id: law, name: Law, {card}}}]")
        assert refused.value.code == "link.itself"
