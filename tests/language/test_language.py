"""The words of the language and the windows of the machine, tried with cards made for it."""

from __future__ import annotations

from textwrap import indent

import pytest

from kingsburg_rules import ContentError, Gained, Game, IllegalAction, Rules
from kingsburg_rules.engine.state import activate
from kingsburg_rules.testing import Has, Situation, rules_with


def tower(effect: str, name: str = "tower", row: str = "R") -> str:
    """Write a building with an effect."""
    head = f"  - id: {name}\n    name: {name.title()}\n    row: {row}\n    column: 1\n"
    return head + "    cost: {gold: 1}\n    vp: 0\n" + indent(effect, "    ")


def rules_of(*towers: str, rules: str = "") -> Rules:
    return rules_with("buildings:\n" + "\n".join(towers) + (f"\nrules:\n{rules}" if rules else "") + "\n")


def at_season_end(rules: Rules, *, season: str = "spring", **given: Has) -> Situation:
    players = given or {"me": Has(buildings=("tower",)), "left": Has()}
    return Situation(rules, f"{season}/season.end", players)


def log_rule(event: str, who: str = "most: vp") -> str:
    return (
        f"  - id: law\n    name: Law\n    triggers:\n      - when: {event}\n"
        f"        do: [{{for_each: {{players: {{{who}}}, do: [{{gain: {{stone: 1}}}}]}}}}]\n"
    )


def gains(situation: Situation) -> list[tuple[str, str, int]]:
    return [(e.player, e.resource, e.amount) for e in situation.events if type(e).__name__ == "Gained"]


def test_the_game_is_served_before_the_players_and_they_in_turn_order() -> None:
    """Section 7: the game's own abilities first, then each player in turn order."""
    rules = rules_of(
        tower("triggers: [{when: season.end, do: [{gain: {gold: 1}}]}]"), rules=log_rule("season.end")
    )
    has = Has(buildings=("tower",))
    situation = Situation(rules, "spring/season.end", {"a": has, "b": has, "c": Has()}, order=("b", "c", "a"))
    assert gains(situation) == [
        ("b", "stone", 1),
        ("c", "stone", 1),
        ("a", "stone", 1),
        ("b", "gold", 1),
        ("a", "gold", 1),
    ]


@pytest.mark.parametrize(("by", "expected"), [("me", 0), ("opponents", 1), ("anyone", 1)])
def test_a_trigger_says_to_whom_it_must_happen(by: str, expected: int) -> None:
    """`by` tells an opponent's construction from one's own."""
    rules = rules_of(
        tower(f"triggers: [{{when: after.build, by: {by}, uses: unlimited, do: [{{gain: {{wood: 1}}}}]}}]")
    )
    situation = Situation(
        rules,
        "spring/construct",
        {"builder": Has({"wood": 2}), "owner": Has(buildings=("tower",))},
    )
    situation.play("build palisade", "builder")
    assert situation.has("owner", "wood") == expected


def test_an_effect_works_once_per_season_and_again_in_the_next() -> None:
    """R44: once per season unless the card says "whenever", as it does where something is done or happens."""
    whenever = "triggers: [{when: after.build, do: [{gain: {vp: 1}}]}]"
    effect = whenever.replace("do:", "uses: once, do:")
    unlimited = whenever.replace("do:", "uses: unlimited, do:")
    for text, expected in ((effect, 1), (whenever, 2), (unlimited, 2)):
        situation = Situation(
            rules_of(tower(text)),
            "spring/construct",
            {"me": Has({"wood": 5, "envoy": 1}, buildings=("tower",)), "left": Has()},
        )
        situation.play("build palisade")
        situation.play("build barricade")
        assert situation.has("me", "vp") == expected


def test_a_price_of_choice_is_asked_in_every_way_it_can_be_paid() -> None:
    """Any one of the prices is enough, and `good` means any kind held."""
    rules = rules_of(
        tower("triggers: [{when: season.end, cost: [{plus2: 1}, {good: 1}], do: [{gain: {vp: 1}}]}]")
    )
    situation = at_season_end(
        rules, me=Has({"gold": 1, "stone": 1, "plus2": 1}, buildings=("tower",)), left=Has()
    )
    assert situation.decision is not None
    assert [str(option) for option in situation.decision.options] == [
        "use tower pay plus2",
        "use tower pay gold",
        "use tower pay stone",
        "done",
    ]


def test_what_cannot_be_paid_is_not_offered() -> None:
    """An ability whose price nobody can pay is not asked about."""
    rules = rules_of(tower("triggers: [{when: season.end, cost: [{gold: 1}], do: [{gain: {vp: 1}}]}]"))
    assert at_season_end(rules).over


def test_a_mandatory_effect_leaves_no_way_out() -> None:
    """What must happen happens: no `done` among the options while it waits."""
    must = "triggers: [{when: season.end, optional: false, cost: [{soldier: 1}], do: [{gain: {gold: 2}}]}]"
    may = "triggers: [{when: season.end, cost: [{gold: 2}], do: [{gain: {vp: 1}}]}]"
    rules = rules_of(tower(must), tower(may, "keep", "S"))
    has = Has({"soldier": 1, "gold": 2}, buildings=("tower", "keep"))
    situation = at_season_end(rules, me=has, left=Has())
    assert situation.why_not("done", "me") is not None
    situation.play("use keep pay 2gold", "me")
    assert situation.has("me", "soldier") == 0
    assert situation.has("me", "gold") == 2


def test_conditions_are_looked_at_again_after_each_effect() -> None:
    """R41: spending the last good opens the effect that wants none."""
    spend = "triggers: [{when: season.end, cost: [{good: 1}], do: [{gain: {vp: 1}}]}]"
    none_left = "triggers: [{when: season.end, if: {goods: 0}, do: [{gain: {vp: 5}}]}]"
    rules = rules_of(tower(spend), tower(none_left, "keep", "S"))
    situation = at_season_end(rules, me=Has({"gold": 1}, buildings=("tower", "keep")), left=Has())
    situation.play("use tower", "me")
    assert situation.has("me", "vp") == 6


def test_an_effect_that_comes_last_waits_for_the_others() -> None:
    """`order: last` is offered only when nothing else is ready, even after the others were declined."""
    late = "triggers: [{when: season.end, order: last, cost: [{gold: 1}], do: [{gain: {vp: 1}}]}]"
    soon = "triggers: [{when: season.end, cost: [{gold: 1}], do: [{gain: {plus2: 1}}]}]"
    rules = rules_of(tower(late), tower(soon, "keep", "S"))
    situation = at_season_end(rules, me=Has({"gold": 2}, buildings=("tower", "keep")), left=Has())
    assert situation.why_not("use tower pay gold", "me") is not None
    situation.play("done", "me")
    situation.play("use tower pay gold", "me")
    assert situation.over


def test_a_card_remembers_for_its_owner_and_forgets_when_told_to() -> None:
    """Memory is kept by owner; what lasts a season starts anew with it."""
    count = (
        "memory: [{id: seasons, start: 1, lasts: game}, {id: now, lasts: season}]\n"
        "triggers:\n"
        "  - when: season.end\n"
        "    do:\n"
        "      - set: {seasons: {sum: [$seasons, 1]}, now: {sum: [$now, 1]}}\n"
        "      - gain: {vp: $seasons, wood: $now}\n"
    )
    rules = rules_of(tower(count))
    game = Game(rules, ("Ann", "Brian"), seed=1)
    activate(game._state, 1, rules.compiled.card["tower"])
    while game.decision is not None and game.state.year == 1:
        game.play(game.decision.options[-1])
    ann, brian = (player.score for player in game._state.players)
    tower_points = rules.compiled.sources.index("tower")
    assert brian[tower_points] == 2 + 3 + 4
    assert tower_points not in ann


def test_a_lasting_effect_ends_with_its_moment() -> None:
    """A bought point of strength counts in this winter's battle and is gone at its end."""
    buy = (
        "triggers: [{when: enemy.before_reveal, cost: [{stone: 1}],"
        " do: [{lasting: {what: battle_strength, add: 2, until: battle.resolved}}]}]"
    )
    situation = Situation(
        rules_of(tower(buy)),
        "winter/battle",
        {"me": Has({"stone": 1}, buildings=("tower",)), "left": Has()},
        rolls=("1",),
    )
    situation.play("use tower pay stone", "me")
    assert [player.strength for player in situation.state.players] == [3, 1]
    assert situation._state.lasting == ()


def test_a_replacement_changes_what_is_about_to_happen() -> None:
    """The reinforcements of the owner are replaced, those of the others are not."""
    more = (
        "triggers:\n  - when: before.reinforce\n    if: {$amount: {max: 2}}\n    do: [{set: {amount: 3}}]\n"
    )
    situation = Situation(
        rules_of(tower(more)), "winter/battle", {"me": Has(buildings=("tower",)), "left": Has()}, rolls=("1",)
    )
    assert (situation.has("me", "soldier"), situation.has("left", "soldier")) == (3, 1)


def test_a_choice_offers_only_the_branches_whose_tests_hold() -> None:
    """`choose_one` names its branches; a branch may have conditions."""
    choose = (
        "triggers:\n  - when: season.end\n    do:\n      - choose_one:\n"
        "          - {label: trade, if: {gold: {min: 1}}, do: [{lose: {gold: 1}}, {gain: {wood: 2}}]}\n"
        "          - {label: rest, do: [{gain: {soldier: 1}}]}\n"
        "          - {label: pray, do: [{gain: {vp: 1}}]}\n"
    )
    situation = at_season_end(rules_of(tower(choose)))
    situation.play("use tower", "me")
    with pytest.raises(IllegalAction):
        situation.play("choose trade", "me")
    situation.play("choose pray", "me")
    assert situation.has("me", "vp") == 1


def test_a_payment_has_a_branch_for_each_answer() -> None:
    """`pay` does one thing when paid and another when declined."""
    pay = (
        "triggers:\n  - when: season.end\n    optional: false\n    do:\n"
        "      - pay: {price: [{gold: 1}], then: [{gain: {vp: 2}}], else: [{lose: {vp: 1}}]}\n"
    )
    for answer, expected in (("pay gold", 2), ("done", -1)):
        situation = at_season_end(rules_of(tower(pay)), me=Has({"gold": 1}, buildings=("tower",)), left=Has())
        situation.play(answer, "me")
        assert situation.has("me", "vp") == expected


def test_without_the_price_the_other_branch_follows_at_once() -> None:
    """Nobody is asked for what he cannot pay."""
    pay = (
        "triggers: [{when: season.end, optional: false,"
        " do: [{pay: {price: [{gold: 1}], then: [{gain: {vp: 2}}], else: [{lose: {vp: 1}}]}}]}]"
    )
    situation = at_season_end(rules_of(tower(pay)))
    assert situation.over
    assert situation.has("me", "vp") == -1


def test_players_can_be_told_by_most_and_fewest_with_ties() -> None:
    """The query compares facts one after the other; `tied` asks for several or for one."""
    alone = log_rule("season.end", "fewest: [buildings, goods], tied: false")
    rules = rules_of(
        tower("permissions: [{influence_shift: {by: [1]}}]"),
        rules=alone,
    )
    situation = Situation(
        rules,
        "spring/season.end",
        {"a": Has({"gold": 1}), "b": Has({"plus2": 3}), "c": Has(buildings=("inn",))},
    )
    assert gains(situation) == [("b", "stone", 1)]
    tied = Situation(rules, "spring/season.end", {"a": Has(), "b": Has(), "c": Has(buildings=("inn",))})
    assert gains(tied) == []


def test_automation_off_asks_also_for_costless_gains() -> None:
    """With nothing automatic, a player may decline what costs nothing (R45)."""
    rules = rules_of(tower("triggers: [{when: season.end, do: [{gain: {gold: 1}}]}]"))
    players = {"me": Has(buildings=("tower",)), "left": Has()}
    situation = Situation(rules, "spring/season.end", players, automation=())
    assert situation.decision is not None
    assert [str(option) for option in situation.decision.options] == ["use tower", "done"]
    situation.play("done", "me")
    assert (situation.over, situation.has("me", "gold")) == (True, 0)


@pytest.mark.parametrize(
    ("effect", "code", "hint"),
    [
        (
            "triggers: [{when: season.end, do: [{gain: {vp: $amuont}}]}]",
            "link.variable",
            "declare it with 'set'",
        ),
        ("modifiers: [{what: build_cost, add: 1}]", "link.stat", "needs 'of'"),
        ("modifiers: [{what: battle_strength, add: 1, set: 2}]", "link.change", "give one of"),
        (
            "modifiers: [{what: battle_strength, if: {enemy: goblin}, add: 1}]",
            "link.enemy_type",
            "goblins",
        ),
        (
            "memory: [{id: x, type: player}]\ntriggers: [{when: season.end, do: [{set: {x: 1}}]}]",
            "link.type",
            "a player",
        ),
        ("triggers: [{when: season.end, if: {yaer: 3}, do: [{gain: {vp: 1}}]}]", "link.test", "'year'"),
        ("triggers: [{when: season.end, if: {owned: inn}, do: [{gain: {vp: 1}}]}]", "schema.key", "'owns'"),
        ("triggers: [{when: season.end, do: [{gain: {goods: 1}}]}]", "link.resource", "'good'"),
        ("triggers: [{when: season.end, do: [{gain: {vp: {fact: {rank: me}}}}]}]", "link.fact", "an advisor"),
        ("triggers: [{when: season.end, do: [{gain: {vp: goods}}]}]", "schema.type", "{fact: goods}"),
        ("triggers: [{when: season.ends, do: [{gain: {vp: 1}}]}]", "link.event", "season.end"),
        ("triggers: [{when: season.end, do: [{gian: {vp: 1}}]}]", "schema.key", "gain"),
        ("triggers: [{when: season.end, do: [{gain: {vp: yes}}]}]", "schema.type", "a number"),
    ],
)
def test_a_mistake_names_its_place_and_the_likely_word(effect: str, code: str, hint: str) -> None:
    """Loading says file, line, what is wrong and what was likely meant."""
    with pytest.raises(ContentError) as caught:
        rules_of(tower(effect))
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.file) == (code, "test/cards.yaml")
    assert problem.line >= 3
    assert hint in problem.message


def test_all_mistakes_are_reported_at_once() -> None:
    """Every card is looked at, also after a mistake."""
    bad = "modifiers: [{what: build_cost, add: 1}]"
    with pytest.raises(ContentError) as caught:
        rules_of(tower(bad), tower(bad, "keep", "S"))
    assert len(caught.value.diagnostics) == 2


def test_what_happens_to_nobody_gives_nobody_anything() -> None:
    """A rule hears of the neutral dice of a game for two; what it would give a player it gives to none."""
    law = "{when: after.influence, by: anyone, uses: unlimited, do: [{gain: {gold: 1}}]}"
    rules = rules_with(f"rules:\n  - {{id: law, name: Law, triggers: [{law}]}}\n")
    game = Game(rules, ("Ann", "Brian"), seed=3)
    while not game.state.advisors:
        game.play(game.pending[0].options[0])
    neutral = [dice for dice in game.state.advisors if dice.player is None]
    assert neutral
    told = game.recent(100)
    assert not [event for event in told if isinstance(event, Gained) and event.source == "law"]
