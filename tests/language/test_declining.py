"""Declining never uses an ability up, whoever asks: `use`, or the only step of the ability."""

from __future__ import annotations

import pytest

from kingsburg_rules.testing import Has, Situation, rules_with

CARD = """
resources:
  - {id: note, name: Note}
moments:
  - {id: fair.open, text: The fair opens.}
rules:
  - id: herald
    name: Herald
    triggers: [{when: after.use, uses: unlimited, do: [{gain: {note: 1}}]}]
  - id: fair
    name: Fair
    triggers:
      - when: season.end
        order: last
        do: [{window: fair.open}, {window: fair.open}]
governors:
  - id: keen_one
    name: Keen One
    triggers:
      - {when: fair.open, uses: once, do: [%s]}
  - id: other_one
    name: Other One
    triggers:
      - {when: fair.open, uses: once, cost: [{stone: 1}], do: [{gain: {vp: 1}}]}
"""

STEPS = {
    "pay": ("{pay: {price: [{gold: 1}], then: [{gain: {vp: 5}}]}}", "pay gold"),
    "trade": ("{trade: [{pay: {gold: 1}, gain: {wood: 1}}]}", "trade gold for wood"),
    "choose": ("{choose: {players: opponents, optional: true}}", "choose Brian"),
    "choose_one": (
        "{choose_one: {branches: [{label: more, do: [{gain: {vp: 5}}]}], optional: true}}",
        "choose more",
    ),
    "build": ("{build: {cards: {column: 1}, up_to: 2}}", "build palisade"),
}


def moment_of(step: str, cards: tuple[str, ...] = ("keen_one",)) -> Situation:
    has = {"Ann": Has({"gold": 3, "wood": 3, "stone": 3}, cards=cards), "Brian": Has()}
    return Situation(rules_with(CARD % step), "summer/season.end", has)


def uses(at: Situation) -> int:
    return at.has("Ann", "note")


@pytest.mark.parametrize(("step", "accept"), STEPS.values(), ids=STEPS)
def test_declining_a_step_that_asks_at_once_is_no_use(step: str, accept: str) -> None:
    at = moment_of(step)
    at.play("done")
    assert uses(at) == 0
    at.play(accept)
    while at.decision is not None:
        at.play("done")
    assert uses(at) == 1


@pytest.mark.parametrize(("step", "accept"), STEPS.values(), ids=STEPS)
def test_accepting_it_is_a_use_and_the_only_one_of_the_season(step: str, accept: str) -> None:
    at = moment_of(step)
    at.play(accept)
    while at.decision is not None:
        at.play("done")
    assert uses(at) == 1


@pytest.mark.parametrize(("step", "accept"), STEPS.values(), ids=STEPS)
def test_declining_after_use_is_no_use_either(step: str, accept: str) -> None:
    """With two abilities ready, the player says first which to use."""
    at = moment_of(step, ("keen_one", "other_one"))
    at.play("use keen_one")
    at.play("done")
    assert uses(at) == 0
    at.play("use other_one pay stone")
    assert uses(at) == 1
    at.play(accept)
    while at.decision is not None:
        at.play("done")
    assert uses(at) == 2


def test_what_can_not_be_done_is_no_use() -> None:
    at = moment_of(STEPS["pay"][0].replace("gold: 1", "gold: 9"))
    assert at.decision is None
    assert uses(at) == 0


def test_who_said_use_and_declines_is_not_asked_again_in_the_moment() -> None:
    at = moment_of(STEPS["trade"][0], ("keen_one", "other_one"))
    at.play("use keen_one")
    at.play("done")
    assert at.decision is not None
    assert [str(option) for option in at.decision.options] == ["use other_one pay stone", "done"]


def test_a_choice_with_else_is_used_even_by_choosing_nothing() -> None:
    step = STEPS["choose_one"][0].replace("optional: true", "optional: true, else: [{gain: {vp: 1}}]")
    at = moment_of(step)
    at.play("use keen_one")
    at.play("done")
    assert (uses(at), at.has("Ann", "vp")) == (1, 1)
