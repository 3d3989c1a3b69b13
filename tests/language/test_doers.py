"""Effects that hear others know who did it; neighbors and chosen players; dice that are turned."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError, Rules
from kingsburg_rules.testing import Has, Situation, rules_with

SPY = """
governors:
  - id: spy
    name: Spy
    triggers:
      - when: after.influence
        by: {by}
        uses: unlimited
        optional: false
        do:
          - as_player:
              player: $actor
              do: [{gain: {gold: 1}}]
          - gain: {wood: 1}
"""


def spy(by: str) -> Rules:
    return rules_with(SPY.replace("{by}", by))


def gained(by: str, *, who: str) -> dict[str, tuple[int, int]]:
    """What each player has, gold and wood, after one of them influenced the Jester."""
    has = {"Ann": Has(cards=("spy",)), "Brian": Has(), "Cindy": Has()}
    players = {name: Has(dice=(1,), cards=held.cards) if name == who else held for name, held in has.items()}
    situation = Situation(spy(by), "spring/influence", players)
    situation.play("influence jester 1", who)
    return {name: (situation.has(name, "gold"), situation.has(name, "wood")) for name in players}


@pytest.mark.parametrize("who", ["Brian", "Cindy"])
def test_whoever_did_it_gains(who: str) -> None:
    expected = {"Ann": (0, 1), "Brian": (0, 0), "Cindy": (0, 0), who: (1, 0)}
    assert gained("opponents", who=who) == expected


def test_with_anyone_it_may_be_the_owner_himself() -> None:
    assert gained("anyone", who="Ann") == {"Ann": (1, 1), "Brian": (0, 0), "Cindy": (0, 0)}
    assert gained("opponents", who="Ann")["Ann"] == (0, 0)


def test_neutral_dice_are_nobodys() -> None:
    """The effect works, and what is done for whoever did it is done for nobody."""
    neutral = Situation(
        spy("opponents"),
        "spring/neutral_dice",
        {"Ann": Has(cards=("spy",)), "Brian": Has()},
        rolls=["112", "13"],
    )
    assert neutral.over
    groups = [dice for dice in neutral.state.advisors if dice.player is None]
    assert neutral.has("Ann", "wood") == len(groups) > 0
    assert neutral.has("Ann", "gold") == neutral.has("Brian", "gold") == 0


def test_who_hears_himself_alone_knows_no_other() -> None:
    with pytest.raises(ContentError, match="'actor' is not known here"):
        spy("me")


def named(who: str) -> str:
    """The query with a name for the player whom it finds."""
    asked = who if who.startswith("{") else f"{{among: {who}}}"
    return f"{asked[:-1]}, as: guest}}"


def chooser(who: str) -> Situation:
    rules = rules_with(
        f"""
governors:
  - id: host
    name: Host
    triggers:
      - when: year.start
        optional: false
        do:
          - choose: {{players: {named(who)}}}
          - as_player: {{player: $guest, do: [{{gain: {{vp: 1}}}}]}}
"""
    )
    players = {
        "Ann": Has({"gold": 1}, cards=("host",)),
        "Brian": Has({"gold": 2}),
        "Cindy": Has(),
        "Dora": Has(),
    }
    return Situation(rules, "year.start", players)


@pytest.mark.parametrize(
    ("who", "options"),
    [
        ("neighbors", ["Brian", "Dora"]),
        ("{among: opponents, if: {gold: {min: 1}}}", ["Brian"]),
        ("{fewest: gold}", ["Cindy", "Dora"]),
        ("opponents", ["Brian", "Cindy", "Dora"]),
        ("all", ["Brian", "Cindy", "Dora", "Ann"]),
        ("{is: [left, me]}", ["Brian", "Ann"]),
        ("{is: nobody}", []),
        ("{if: {gold: {min: 9}}}", []),
    ],
)
def test_a_player_is_chosen_among_those_who_are_meant(who: str, options: list[str]) -> None:
    """Clockwise, the chooser last; one alone is no question, and without anybody nothing is done."""
    situation = chooser(who)
    decision = situation.decision
    offered = [] if decision is None else [str(option).removeprefix("choose ") for option in decision.options]
    assert offered == (options if len(options) > 1 else [])
    points = {player.name: player.vp for player in situation.state.players}
    assert [name for name in points if points[name]] == (options if len(options) == 1 else [])


def turned(
    to: str, *, own: tuple[int, ...] = (2, 6), bonus: tuple[int, ...] = (5,), die: str
) -> tuple[object, ...]:
    rules = rules_with(
        f"""
governors:
  - id: turner
    name: Turner
    triggers:
      - {{when: dice.change, do: [{{choose: {{dice: me}}}}, {{turn_die: {{die: $die, to: {to}}}}}]}}
"""
    )
    players = {"Ann": Has(dice=own, bonus=bonus, cards=("turner",)), "Brian": Has()}
    situation = Situation(rules, "spring/dice.change", players)
    situation.play("use turner", "Ann")
    situation.play(die, "Ann")
    ann = situation.state.player("Ann")
    return ann.dice, ann.bonus


def test_a_die_is_turned() -> None:
    assert turned("4", die="die 2") == ((4, 6), (5,))
    assert turned("{sum: [{fact: {shows: $die}}, -1]}", die="die 5 bonus") == ((2, 6), (4,))


@pytest.mark.parametrize(("to", "shows"), [("{sum: [4, 5]}", 6), ("{sum: [1, -1]}", 1), ("{div: [1, 3]}", 1)])
def test_a_die_has_six_sides(to: str, shows: int) -> None:
    assert turned(to, die="die 2") == (tuple(sorted((shows, 6))), (5,))
