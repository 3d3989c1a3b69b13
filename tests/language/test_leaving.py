"""A card that leaves play, for whatever reason, works for the last time; others hear of it."""

from __future__ import annotations

import pytest

from kingsburg_rules import CardLeft, Gained
from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
resources:
  - {id: note, name: Note}
rules:
  - id: fate
    name: Fate
    triggers: [{when: season.end, order: last, do: [{for_each: {players: all, do: [%s]}}]}]
governors:
  - id: heir
    name: Heir
    triggers: [{when: after.leave, by: anyone, uses: unlimited, do: [{gain: {note: 1}}]}]
  - id: mortal
    name: Mortal
    memory: [{id: years, start: 7}]
    triggers: [{when: after.leave, if: {card: this}, do: [{gain: {gold: $years}}]}]
  - id: asked
    name: Asked
    triggers: [{when: after.leave, if: {card: this}, cost: [{wood: 1}], do: [{gain: {vp: 5}}]}]
buildings:
  - id: house
    name: House
    row: H
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers: [{when: after.leave, if: {card: this}, do: [{gain: {stone: 2}}]}]
"""

MOVE = "{move: {cards: {is: %s, owner: me}, to: out}}"


def after(step: str, ann: Has, brian: Has | None = None) -> Situation:
    return Situation(rules_with(CARDS % step), "summer/season.end", {"Ann": ann, "Brian": brian or Has()})


def test_a_card_that_is_moved_works_for_the_last_time() -> None:
    at = after(MOVE % "mortal", Has(cards=("mortal", "heir")), Has(cards=("heir",)))
    assert at.state.player("Ann").cards == ("heir",)
    assert (at.has("Ann", "gold"), at.has("Ann", "note")) == (7, 1)


def test_others_hear_of_it() -> None:
    at = after(MOVE % "mortal", Has(cards=("mortal",)), Has(cards=("heir",)))
    assert (at.has("Ann", "gold"), at.has("Brian", "note")) == (7, 1)
    told = [type(event).__name__ for event in at.events if isinstance(event, CardLeft | Gained)]
    assert told == ["CardLeft", "Gained", "Gained"]


def test_the_card_itself_comes_before_all_others() -> None:
    at = after(MOVE % "mortal", Has(cards=("mortal",)), Has(cards=("heir",)))
    assert [event.resource for event in at.events if isinstance(event, Gained)] == ["gold", "note"]


@pytest.mark.parametrize("step", ["{destroy: {card: house}}", "{destroy: {}}"])
def test_a_building_that_is_destroyed_works_for_the_last_time(step: str) -> None:
    at = after(step, Has(buildings=("house",)))
    assert (at.has("Ann", "stone"), at.state.player("Ann").buildings) == (2, ())


HUT = """
  - id: hut
    name: Hut
    row: J
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.start
        do: [{move: {card: mortal, to: play, until: season.last}}]
"""


def test_a_card_whose_time_is_over_works_for_the_last_time() -> None:
    nothing = "{lasting: {what: wins_ties, add: 1, until: year.end}}"
    rules = rules_with(CARDS % nothing + HUT)
    has = {"Ann": Has(buildings=("hut",), dice=()), "Brian": Has()}
    at = Situation(rules, "summer", has)
    while at.decision is not None:
        at.play(at.decision.options[-1] if at.decision.kind != "use" else at.decision.options[0])
    assert at.state.player("Ann").cards == ()
    assert at.has("Ann", "gold") >= 7


@pytest.mark.parametrize(("answer", "vp"), [("use asked pay wood", 5), ("done", 0)])
def test_its_owner_is_asked_about_a_price(answer: str, vp: int) -> None:
    at = after(MOVE % "asked", Has({"wood": 1}, cards=("asked",)))
    at.play(answer)
    assert at.has("Ann", "vp") == vp
    assert at.decision is None


def test_a_card_that_goes_to_another_player_has_left_its_owner() -> None:
    step = "{move: {cards: {is: mortal, owner: me}, to: play, owner: left}}"
    at = Situation(
        rules_with(CARDS.replace("players: all", "players: {most: gold}") % step),
        "summer/season.end",
        {"Ann": Has({"gold": 1}, cards=("mortal",)), "Brian": Has()},
    )
    assert at.has("Ann", "gold") == 8
    assert at.state.player("Brian").cards == ("mortal",)


def test_a_card_of_the_game_works_at_its_end_too() -> None:
    pack = """
resources: [{id: note, name: Note}]
deck_cards:
  - id: omen
    name: Omen
    deck: omens
    held_by: game
    triggers:
      - {when: after.leave, if: {card: this}, do: [{for_each: {players: all, do: [{gain: {note: 1}}]}}]}
rules:
  - id: fate
    name: Fate
    triggers: [{when: season.end, do: [{move: {card: omen, to: play}}, {move: {cards: omen, to: discard}}]}]
"""
    at = Situation(rules_with(pack), "summer/season.end", {"Ann": Has(), "Brian": Has()})
    assert (at.has("Ann", "note"), at.has("Brian", "note")) == (1, 1)


def test_what_a_building_remembers_outlives_it() -> None:
    """It is there again when the building is built again."""
    pack = """
buildings:
  - id: house
    name: House
    row: H
    column: 1
    cost: {wood: 1}
    vp: 0
    memory: [{id: years, start: 1}]
    triggers:
      - {when: after.build, do: [{gain: {gold: $years}}]}
      - when: season.end
        optional: false
        do: [{set: {years: 5}}, {destroy: {card: this}}, {build: {card: this, free: true}}]
"""
    at = Situation(rules_with(pack), "summer/season.end", {"Ann": Has(buildings=("house",)), "Brian": Has()})
    assert at.state.player("Ann").buildings == ("house",)
    assert at.has("Ann", "gold") == 5
