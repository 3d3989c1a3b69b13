"""The ends of turns and phases: cards react to them, and what lasts until then ends."""

from __future__ import annotations

import pytest

from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
resources:
  - {id: note, name: Note}
governors:
  - id: writer
    name: Writer
    triggers: [{when: turn.end, do: [{gain: {note: 1}}]}]
  - id: watcher
    name: Watcher
    triggers: [{when: turn.end, by: anyone, do: [{gain: {note: 1}}]}]
  - id: clerk
    name: Clerk
    triggers: [{when: phase.end, do: [{gain: {note: 1}}]}]
  - id: rewarded
    name: Rewarded
    triggers: [{when: phase.end, if: {phase: [kings_reward, kings_envoy]}, do: [{gain: {note: 1}}]}]
  - id: busy
    name: Busy
    triggers:
      - when: construct.turn
        do: [{lasting: {what: build_discount, add: 1, until: turn.end, everyone: true}}]
"""


def notes(card: str, at: str, *actions: str, ann: dict[str, int] | None = None) -> int:
    has = {"Ann": Has(ann or {}, cards=(card,)), "Brian": Has()}
    moment = Situation(rules_with(CARDS), at, has)
    for action in actions:
        moment.play(action)
    while moment.decision is not None:
        moment.play(moment.decision.options[-1])
    return moment.has("Ann", "note")


@pytest.mark.parametrize(("card", "turns"), [("writer", 1), ("watcher", 2)])
def test_every_player_has_one_turn_to_construct(card: str, turns: int) -> None:
    assert notes(card, "summer/construct") == turns


@pytest.mark.parametrize(("card", "turns"), [("writer", 1), ("watcher", 2)])
def test_every_player_has_one_turn_to_recruit(card: str, turns: int) -> None:
    assert notes(card, "recruiting") == turns


def test_two_buildings_are_one_turn() -> None:
    ann = {"wood": 3, "gold": 3, "stone": 3, "envoy": 1}
    assert notes("writer", "summer/construct", "build palisade", "build statue", ann=ann) == 1


def influence(card: str, *dice: int) -> int:
    has = {"Ann": Has(cards=(card,), dice=dice), "Brian": Has(dice=(1,))}
    moment = Situation(rules_with(CARDS), "summer/influence", has)
    while moment.decision is not None:
        moment.play(moment.decision.options[0])
    return moment.has("Ann", "note")


def test_each_placement_is_a_turn_and_so_is_passing() -> None:
    assert influence("writer", 2, 3) == 3
    assert influence("watcher", 2, 3) == 5


def test_every_phase_ends() -> None:
    for phase in ("kings_favor", "kings_reward", "recruiting"):
        assert notes("clerk", phase) == 1


def test_a_test_says_which_phase_it_is() -> None:
    assert notes("rewarded", "kings_reward") == 1
    assert notes("rewarded", "kings_favor") == 0


def test_what_lasts_until_the_end_of_the_turn_ends_with_it() -> None:
    has = {"Ann": Has({"wood": 1}, cards=("busy",)), "Brian": Has({"wood": 1})}
    moment = Situation(rules_with(CARDS), "summer/construct", has)
    moment.play("use busy")
    assert moment.decision is not None
    assert "build palisade for wood" in [str(option) for option in moment.decision.options]
    moment.play("pass")
    assert moment.decision is not None
    assert (moment.decision.player, [*map(str, moment.decision.options)]) == (
        "Brian",
        ["build barricade for wood", "pass"],
    )


def test_an_unknown_phase_is_refused() -> None:
    with pytest.raises(ValueError, match="is not known here"):
        rules_with(CARDS.replace("kings_envoy]", "kings_envois]"))
