"""What lasts until a moment: what a card does for somebody else, and permissions."""

from __future__ import annotations

import pytest

from kingsburg_rules import CardLent, Game, LoanEnded
from kingsburg_rules.engine.state import State, derive_effects
from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
governors:
  - id: lender
    name: Lender
    triggers:
      - {when: %s, cost: [{stone: 1}], do: [%s]}
  - id: rich_one
    name: Rich One
    memory: [{id: times}]
    triggers:
      - {when: season.end, do: [{set: {times: {sum: [$times, 1]}}}, {gain: {gold: 1}}]}
    modifiers: [{what: build_cost, of: gold, add: -1}]
    permissions: [{influence_shift: {by: [1]}}]
"""

BORROW = "{lasting: {card: rich_one, until: %s}}"
PERMIT = "{lasting: {permission: {influence_shift: {by: [1]}}, until: %s}}"


def moment(when: str, step: str, at: str, ann: tuple[str, ...] = ("lender",)) -> Situation:
    has = {
        "Ann": Has({"stone": 1, "wood": 1, "gold": 1}, cards=ann, dice=(1, 3)),
        "Brian": Has(cards=("rich_one",), dice=(6,)),
    }
    situation = Situation(rules_with(CARDS % (when, step)), at, has)
    situation.play("use lender pay stone")
    return situation


def options(at: Situation) -> list[str]:
    return [] if at.decision is None else [str(option) for option in at.decision.options]


def test_a_modifier_of_another_card_works_for_the_borrower() -> None:
    at = moment("construct.turn", BORROW % "season.end", "summer/construct")
    assert "build statue for gold" in options(at)
    assert at.state.player("Ann").lent == ("rich_one",)
    assert at.state.player("Brian").cards == ("rich_one",)
    assert at.state.player("Brian").lent == ()


def test_its_beginning_and_its_end_are_told() -> None:
    at = moment("construct.turn", BORROW % "turn.end", "summer/construct")
    at.play("pass")
    told = [event for event in at.events if isinstance(event, CardLent | LoanEnded)]
    assert told == [CardLent("Ann", "rich_one", "turn.end"), LoanEnded("Ann", "rich_one")]
    assert at.state.player("Ann").lent == ()


@pytest.mark.parametrize(("step", "via"), [(BORROW, "rich_one"), (PERMIT, "lender")])
def test_a_permission_works_for_the_borrower_until_the_moment(step: str, via: str) -> None:
    rules = rules_with(CARDS % ("after.place_dice", step % "turn.end"))
    has = {"Ann": Has({"stone": 2}, cards=("lender",), dice=(1, 3, 4)), "Brian": Has(dice=(6, 6))}
    at = Situation(rules, "summer/influence", has)
    assert f"influence merchant 3 via {via}" not in options(at)
    at.play("influence jester 1")
    at.play("use lender pay stone")
    assert at.state.player("Ann").lent == ()  # the turn has ended
    rules = rules_with(CARDS % ("after.place_dice", step % "season.end"))
    at = Situation(rules, "summer/influence", has)
    at.play("influence jester 1")
    at.play("use lender pay stone")
    at.play("pass")
    assert f"influence merchant 3 via {via}" in options(at)
    at.play(f"influence merchant 3 via {via}")


@pytest.mark.parametrize(("until", "gold"), [("season.end", 0), ("season.last", 1), ("year.end", 1)])
def test_a_trigger_works_for_both_with_a_memory_for_each(until: str, gold: int) -> None:
    """What ends with the moment of the trigger does not work at it any more."""
    at = moment("rewards.end", BORROW % until, "summer/rewards.end")
    assert at.decision is None
    at = moment("season.end", BORROW % until, "summer/season.end")
    assert at.has("Ann", "gold") - 1 == (1 if until != "season.end" else gold + 1)
    assert at.has("Brian", "gold") == 1
    memory = {name: at.state.player(name).memory for name in ("Ann", "Brian")}
    assert memory == {"Ann": {"rich_one": {"times": 1}}, "Brian": {"rich_one": {"times": 1}}}


def test_a_card_can_be_given_to_somebody_else() -> None:
    step = "{as_player: {player: left, do: [{lasting: {card: lender, until: year.end}}]}}"
    at = moment("construct.turn", step, "summer/construct")
    assert at.state.player("Brian").lent == ("lender",)
    assert at.state.player("Ann").lent == ()


def test_everyone_may_have_it() -> None:
    step = "{lasting: {card: rich_one, until: year.end, everyone: true}}"
    at = moment("construct.turn", step, "summer/construct")
    assert [player.lent for player in at.state.players] == [("rich_one",), ("rich_one",)]
    assert at.has("Brian", "gold") == 0


def test_who_has_the_card_keeps_it_when_the_loan_ends() -> None:
    at = moment("construct.turn", BORROW % "turn.end", "summer/construct", ("lender", "rich_one"))
    at.play("pass")
    assert at.state.player("Ann").lent == ()
    assert at.state.player("Ann").prices  # the card itself still makes buildings cheaper


def test_it_works_on_when_the_card_leaves_play() -> None:
    step = BORROW % "season.end" + ", {move: {cards: {is: rich_one, owner: left}, to: out}}"
    at = moment("construct.turn", step, "summer/construct")
    assert at.state.player("Brian").cards == ()
    assert "build statue for gold" in options(at)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{lasting: {until: season.end}}", "give one of: what, card, permission"),
        ("{lasting: {card: rich_one, add: 1, until: season.end}}", "belong to 'what'"),
        ("{lasting: {card: rich_two, until: season.end}}", "is not known here"),
    ],
)
def test_what_makes_no_sense_is_refused(step: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rules_with(CARDS % ("construct.turn", step))


ALWAYS = """
governors:
  - id: giver
    name: Giver
    triggers:
      - when: season.start
        optional: false
        do:
          - {for_each: {players: opponents, do: [{lasting: {card: this, until: season.last}}]}}
          - {lasting: {permission: {influence_wild: {ranks: [9]}}, until: influence.end}}
    modifiers: [{what: build_cost, of: gold, add: -1}]
    permissions: [{influence_shift: {by: [1]}}]
rules:
  - id: start
    name: Start
    triggers:
      - {when: game.start, do: [{for_each: {players: {most: turn}, do: [{move: {card: giver, to: play}}]}}]}
"""


def members(state: State) -> list[int]:
    return [effects.members for effects in (state.effects, *(player.effects for player in state.players))]


def test_saves_copies_and_undoing_keep_it() -> None:
    rules = rules_with(ALWAYS)
    game = Game(rules, ("Ann", "Brian", "Cindy"), seed=3)
    seen = 0
    while game.decision is not None and game.state.year < 2:
        game.play(game.decision.options[len(game.decision.options) // 2])
        lent = [player.lent for player in game.state.players]
        seen += any(lent)
        saved, twin = game.save(), game.copy()
        assert [player.lent for player in twin.state.players] == lent
        assert [player.lent for player in Game.load(saved, rules=rules).state.players] == lent
        inner = game.position()._state  # pyright: ignore[reportPrivateUsage]
        before = members(inner), inner.listeners, inner.changing, inner.permitting
        derive_effects(inner)
        assert (members(inner), inner.listeners, inner.changing, inner.permitting) == before
    assert seen > 5


def test_what_an_ended_permission_allowed_is_over() -> None:
    """What follows from cards is worked out from what was there before, one card more or less."""
    step = PERMIT % "fair.open"
    rules = rules_with(
        "moments: [{id: fair.open, text: The fair opens.}]"
        + CARDS % ("after.place_dice", step)
        + """
rules:
  - id: fair
    name: Fair
    triggers: [{when: influence.passed, uses: unlimited, do: [{window: fair.open}]}]
"""
    )
    has = {"Ann": Has({"stone": 1}, cards=("lender",), dice=(1, 3)), "Brian": Has(dice=(2, 5))}
    at = Situation(rules, "summer/influence", has)
    at.play("influence jester 1")
    at.play("use lender pay stone")
    assert at.state.player("Ann").lent == ("lender",)
    at.play("pass")
    assert at.state.player("Ann").lent == ()
    assert "influence merchant 3 via lender" not in options(at)
