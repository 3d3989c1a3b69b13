"""What earned a reward, and what destroyed a building."""

from __future__ import annotations

import pytest

from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import go_on

SUM = "{sum: [{times: [10, {fact: {total: $group}}]}, {count: {cards: {is: [$cause]}}}]}"
"""The total of the dice that earned a reward, then whether a card gave it."""

COURT = f"""
advisors:
  - id: herald
    name: Herald
    text: Counts dice.
    in_place_of: base/jester
    rank: 1
    reward: [{{gain: {{vp: {SUM}}}}}]
governors:
  - id: witness
    name: Witness
    text: Counts dice.
    triggers: [{{when: after.reward, do: [{{gain: {{gold: {SUM}}}}}]}}]
  - id: giver
    name: Giver
    text: Rewards.
    triggers:
      - {{when: season.end, optional: false, do: [{{reward: {{place: herald, as_influence: HEARD}}}}]}}
"""


@pytest.mark.parametrize("cards", [(), ("witness",)])
def test_a_reward_knows_the_group_of_dice_that_earned_it(cards: tuple[str, ...]) -> None:
    """Whether somebody listens or not; the Herald looks at the group, and so does the Witness afterwards."""
    has = {"Ann": Has(dice=(1,), cards=cards), "Brian": Has(dice=(3,))}
    at = Situation(rules_with(COURT.replace("HEARD", "true")), "spring/influence", has)
    for answer in ("influence herald 1", "influence architect 3"):
        at.play(answer)
    go_on(at, "spring/rewards")
    assert (at.has("Ann", "vp"), at.has("Ann", "gold")) == (10, 10 * len(cards))


@pytest.mark.parametrize(("heard", "gold"), [("true", 1), ("false", 0)])
def test_a_reward_knows_the_card_that_gave_it(heard: str, gold: int) -> None:
    has = {"Ann": Has(cards=("witness", "giver")), "Brian": Has()}
    at = Situation(rules_with(COURT.replace("HEARD", heard)), "spring/season.end", has)
    assert (at.has("Ann", "vp"), at.has("Ann", "gold")) == (1, gold)


RUIN = """
governors:
  - id: wrecker
    name: Wrecker
    text: Destroys.
    triggers:
      - {when: season.end, optional: false, do: [{as_player: {player: left, do: [{destroy: {HOW}}]}}]}
  - id: mourner
    name: Mourner
    text: Notes who did it.
    triggers:
      - when: WHEN.destroy
        optional: false
        do:
          - branch: {if: {equal: [$cause, wrecker]}, then: [{gain: {gold: 1}}]}
          - branch: {if: {equal: [$causer, left]}, then: [{gain: {wood: 1}}]}
          - branch: {if: {equal: [$causer, nobody]}, then: [{gain: {stone: 1}}]}
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("how", ["", "card: inn"])
def test_a_destruction_knows_its_card_and_for_whom_it_works(how: str, when: str) -> None:
    rules = rules_with(RUIN.replace("HOW", how).replace("WHEN", when))
    has = {"Ann": Has(cards=("wrecker",)), "Brian": Has(cards=("mourner",), buildings=("inn",))}
    at = Situation(rules, "spring/season.end", has)
    assert [at.has("Brian", good) for good in ("gold", "wood", "stone")] == [1, 1, 0]


def test_a_lost_battle_is_no_card() -> None:
    rules = rules_with(RUIN.replace("HOW", "").replace("WHEN", "after"))
    has = {"Ann": Has(), "Brian": Has(cards=("mourner",), buildings=("inn",))}
    at = Situation(rules, "winter/battle", has, enemy="barbarians_v_8", year=5, rolls=("1",))
    assert at.state.player("Brian").buildings == ()
    assert [at.has("Brian", good) for good in ("gold", "wood", "stone")] == [0, 0, 1]
