"""Battles as things: a second one in a winter, others who fight, other strengths, and what they leave."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError, Fought, Game, Rules
from kingsburg_rules.game.saves import position_hash
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import Has, Situation, rules_with
from support.pictures import Drawn, facts


def brawler(*steps: str, when: str = "battle.resolved") -> Rules:
    trigger = f"{{when: {when}, optional: false, do: [{', '.join(steps)}]}}"
    return rules_with(f"rules: [{{id: brawler, name: Brawler, triggers: [{trigger}]}}]\n")


def at(
    *steps: str,
    ann: dict[str, int] | None = None,
    brian: dict[str, int] | None = None,
    moment: str = "winter/battle.resolved",
    when: str = "battle.resolved",
    enemy: str = "goblins_i_3",
) -> Situation:
    """A rule of the game fights at a moment; the enemy of the winter has not been turned over."""
    given = {"Ann": Has(ann or {}), "Brian": Has(brian or {}), "Cindy": Has()}
    return Situation(brawler(*steps, when=when), moment, given, enemy=enemy, in_force=("brawler",))


def outcomes(moment: Situation) -> dict[str, tuple[int | None, str | None]]:
    return {player.name: (player.strength, player.outcome) for player in moment.state.players}


def test_a_battle_against_a_strength() -> None:
    moment = at("{fight: {against: 2, spoils: false}}", ann={"soldier": 3}, brian={"soldier": 2})
    assert outcomes(moment) == {"Ann": (3, "victory"), "Brian": (2, "tie"), "Cindy": (0, "defeat")}
    fought = [event for event in moment.events if isinstance(event, Fought)]
    assert [(event.player, event.strength, event.enemy_strength) for event in fought] == [
        ("Ann", 3, 2),
        ("Brian", 2, 2),
        ("Cindy", 0, 2),
    ]


def test_the_strength_of_the_enemy_may_differ_for_each_player() -> None:
    moment = at(
        "{fight: {against: {fact: wood}, spoils: false}}", ann={"soldier": 2, "wood": 3}, brian={"soldier": 1}
    )
    assert outcomes(moment) == {"Ann": (2, "defeat"), "Brian": (1, "victory"), "Cindy": (0, "tie")}


def test_strength_may_be_something_else() -> None:
    moment = at("{fight: {strength: {fact: gold}, against: 1, spoils: false}}", ann={"gold": 2, "soldier": 9})
    assert outcomes(moment) == {"Ann": (2, "victory"), "Brian": (0, "defeat"), "Cindy": (0, "defeat")}


def test_some_players_fight() -> None:
    moment = at(
        "{fight: {players: {if: {soldier: {min: 1}}}, against: 2, spoils: false}}", ann={"soldier": 3}
    )
    assert outcomes(moment) == {"Ann": (3, "victory"), "Brian": (None, None), "Cindy": (None, None)}
    assert outcomes(at("{fight: {players: {is: nobody}}}")) == dict.fromkeys(
        ("Ann", "Brian", "Cindy"), (None, None)
    )


def test_players_fight_together() -> None:
    """Strengths are added up; all win, and all have the highest strength."""
    moment = at(
        "{fight: {enemy: goblins_i_3, together: true, players: {if: {soldier: {min: 1}}}}}",
        ann={"soldier": 2},
        brian={"soldier": 3},
    )
    assert outcomes(moment) == {"Ann": (5, "victory"), "Brian": (5, "victory"), "Cindy": (None, None)}
    # The reward of these goblins is a stone, and each victor has the highest strength.
    assert [(moment.has(name, "stone"), moment.has(name, "vp")) for name in ("Ann", "Brian")] == [
        (1, 1),
        (1, 1),
    ]


def test_an_enemy_of_its_own_brings_and_takes_what_its_card_says() -> None:
    moment = at("{fight: {enemy: goblins_i_3}}", ann={"soldier": 4}, brian={"gold": 2, "wood": 2, "stone": 2})
    assert moment.has("Ann", "stone") == 1
    assert moment.has("Brian", "gold") + moment.has("Brian", "wood") + moment.has("Brian", "stone") < 6


def test_without_the_card_nobody_fights() -> None:
    nobody = dict.fromkeys(("Ann", "Brian", "Cindy"), (None, None))
    assert outcomes(at("{fight: {enemy: nothing}}", ann={"soldier": 4})) == nobody
    assert outcomes(at("{fight: {enemy: inn}}", ann={"soldier": 4})) == nobody


def test_tests_and_facts_are_about_the_latest_battle() -> None:
    steps = (
        "{fight: {against: 1, spoils: false}}",
        "{for_each: {players: {if: {outcome: victory}}, do: [{gain: {gold: {fact: strength}}}]}}",
        "{fight: {against: 5, spoils: false}}",
        "{for_each: {players: {if: {outcome: victory}}, do: [{gain: {wood: 1}}]}}",
    )
    moment = at(*steps, ann={"soldier": 3})
    assert (moment.has("Ann", "gold"), moment.has("Ann", "wood")) == (3, 0)
    assert outcomes(moment)["Ann"] == (3, "defeat")


LISTENER = """
rules:
  - id: brawler
    name: Brawler
    triggers:
      - {when: battle.resolved, do: [{fight: {%s}}]}
      - {when: after.fight, do: [{gain: {gold: {fact: enemy_total}, wood: {fact: enemy_strength}}}]}
"""


@pytest.mark.parametrize(
    ("keys", "gold", "wood"),
    [("against: 4, spoils: false", 4, 0), ("enemy: goblins_i_3, spoils: false", 3, 3)],
)
def test_in_the_battle_the_enemy_is_the_one_that_fights(keys: str, gold: int, wood: int) -> None:
    given = {"Ann": Has({"soldier": 9}), "Brian": Has()}
    moment = Situation(rules_with(LISTENER % keys), "winter/battle.resolved", given, in_force=("brawler",))
    assert (moment.has("Ann", "gold"), moment.has("Ann", "wood")) == (gold, wood)
    state = moment._state
    assert (state.foes, [player.against for player in state.players]) == ((), [None, None])


def test_a_second_battle_in_one_winter() -> None:
    """After the battle of the winter, the same enemy fights again, two weaker; then the soldiers go home."""
    rules = brawler(
        "{fight: {enemy: {the: {cards: {kind: enemy}}}, against: {sum: [{fact: enemy_strength}, -2]}}}"
    )
    given = {"Ann": Has({"soldier": 1}), "Brian": Has()}
    moment = Situation(rules, "winter", given, enemy="goblins_i_3", in_force=("brawler",), rolls=((1,),))
    fought = [event for event in moment.events if isinstance(event, Fought) and event.player == "Ann"]
    assert [(event.strength, event.enemy_strength, event.outcome) for event in fought] == [
        (2, 3, "defeat"),
        (2, 1, "victory"),
    ]
    assert outcomes(moment) == {"Ann": (None, None), "Brian": (None, None)}


def test_a_battle_outside_winter_is_forgotten_when_the_season_is_over() -> None:
    rules = brawler("{fight: {against: 1, spoils: false}}", when="season.end")
    game = Game(rules, ("Ann", "Brian", "Cindy"), seed=3)
    seen: dict[str, set[object]] = {}
    while game.decision and game.state.year == 1 and game.state.phase != "winter":
        seen.setdefault(game.state.phase, set()).add(game.state.players[0].outcome)
        game.play(game.decision.options[-1])
    assert {phase: set(found) for phase, found in seen.items()} == {phase: {None} for phase in seen}


SKIRMISHES = """
rules:
  - id: brawler
    name: Brawler
    triggers:
      - {when: season.end, do: [{fight: {against: 1, spoils: false}}]}
      - {when: winter.start, do: [{fight: {enemy: orcs_ii_4, spoils: false}}]}
      - {when: battle.resolved, do: [{fight: {spoils: false}}]}
"""


def test_a_skirmish_does_not_settle_the_battle_of_the_winter() -> None:
    """The odds, before, between and after the battles, are those of the battle of the winter alone."""
    names = ("Ann", "Brian", "Cindy")
    plain, other = Game(rules_with(""), names, seed=5), Game(rules_with(SKIRMISHES), names, seed=5)
    compared = 0
    while plain.decision is not None and plain.state.year < 3:
        assert other.decision is not None
        assert other.decision.options == plain.decision.options
        assert other.threats("Ann") == plain.threats("Ann")
        assert other.odds("Ann") == plain.odds("Ann")
        compared += bool(plain.odds("Ann"))
        action = plain.decision.options[-1]
        plain.play(action)
        other.play(action)
    assert compared > 20


PAUSE = """
rules:
  - id: brawler
    name: Brawler
    triggers:
      - {when: battle.resolved, do: [{fight: {enemy: orcs_ii_4, spoils: false}}]}
      - {when: after.fight, do: [{choose: {players: {among: opponents}}}]}
"""


def test_views_and_pictures_show_the_enemy_that_fights() -> None:
    game = Game(rules_with(PAUSE), ("Ann", "Brian", "Cindy"), seed=3)
    while game.decision and not game.state.fighting:
        game.play(game.decision.options[-1])
    table = game.state
    assert table.fighting == ("orcs_ii_4",)
    assert {player.enemy_strength for player in table.players} == {4}
    view = game.view("Ann")
    drawn = Drawn(view)
    for kind, about, words in facts(view):
        assert words in drawn.region(kind, about), (kind, about, words)
    assert "fights now" in text(view)
    assert "fights now" in svg(view)
    again = Game.load(game.save(), rules=game.rules)
    assert position_hash(again._state) == position_hash(game._state)
    assert view_of(again._state, 0, game.rules).to_json() == view_of(game._state, 0, game.rules).to_json()
    while game.decision and game.state.fighting:
        game.play(game.decision.options[-1])
    assert game._state.foes == ()


@pytest.mark.parametrize("when", ["before.fight", "after.fight", "before.spoils", "after.penalty"])
def test_no_battle_begins_within_another(when: str) -> None:
    with pytest.raises(ContentError) as refused:
        rules_with(f"governors: [{{id: x, name: X, triggers: [{{when: {when}, do: [{{fight: {{}}}}]}}]}}]")
    assert [found.code for found in refused.value.diagnostics] == ["link.battle"]
