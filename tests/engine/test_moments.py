"""Moments before and after what is done: each at work, and where it must not be."""

from __future__ import annotations

import pytest

from kingsburg_rules import DiceRolled, Fought, PlayerThing, describe
from kingsburg_rules.engine.errors import ContentError
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.language.vocabulary import EVENTS, STATS
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import offered

NOTHING = Has()


def governor(does: str, name: str = "card") -> str:
    """Write a governor who does something."""
    return f"  - {{id: {name}, name: Card, {does}}}\n"


def situation(
    does: str,
    at: str,
    ann: Has = NOTHING,
    brian: Has = NOTHING,
    rolls: tuple[str, ...] = (),
    enemy: str | None = None,
) -> Situation:
    """Begin a moment in which Ann has a governor who does something."""
    rules = rules_with(f"governors:\n{governor(does)}")
    mine = Has(ann.resources, ann.dice, ann.bonus, ann.buildings, ann.influenced, ann.strips, ("card",))
    return Situation(rules, at, {"Ann": mine, "Brian": brian}, rolls=rolls, enemy=enemy)


# The names


def test_moments_come_in_pairs_by_one_rule() -> None:
    names = {event.name for event in EVENTS}
    before = {name.removeprefix("before.") for name in names if name.startswith("before.")}
    after = {name.removeprefix("after.") for name in names if name.startswith("after.")}
    assert before <= after
    assert after - before == {"influence", "enter", "leave", "use"}
    assert {event.name for event in EVENTS if event.changeable} == (
        {f"before.{verb}" for verb in before} | {"after.kings_roll"}
    )


def test_what_happens_is_heard_each_time_and_the_calendar_once_a_season() -> None:
    uses = {event.name: event.uses for event in EVENTS}
    assert uses["after.build"] == uses["before.kings_roll"] == uses["construct.turn"] == "unlimited"
    assert uses["season.end"] == uses["enemy.revealed"] == "once"


# Gaining and losing


DOUBLE_GOLD = """triggers: [{when: before.gain, if: {equal: [$resource, gold]},
    do: [{set: {amount: {times: [2, $amount]}}}]}]"""


def test_a_gain_can_be_changed_before_it_happens() -> None:
    at = situation(DOUBLE_GOLD, "spring/rewards", Has(influenced=("treasurer",)))
    assert at.has("Ann", "gold") == 4


def test_a_good_of_choice_is_a_gain_too() -> None:
    at = situation(DOUBLE_GOLD, "spring/rewards", Has(influenced=("merchant",)))
    at.play("take gold")
    assert at.has("Ann", "gold") == 2


def test_what_others_gain_is_not_changed() -> None:
    at = situation(DOUBLE_GOLD, "spring/rewards", brian=Has(influenced=("treasurer",)))
    assert at.has("Brian", "gold") == 2


def test_what_a_trade_brings_is_no_gain() -> None:
    at = situation(DOUBLE_GOLD, "spring/rewards", Has({"wood": 1}, influenced=("alchemist",)))
    at.play("trade wood for gold+stone")
    assert at.has("Ann", "gold") == 1


KEEP_GOLD = "triggers: [{when: before.lose, if: {equal: [$resource, gold]}, do: [{prevent: {}}]}]"


def test_a_loss_can_be_prevented() -> None:
    at = situation(KEEP_GOLD, "winter/battle", Has({"gold": 1}), rolls=("1",), enemy="barbarians_i_2")
    assert at.has("Ann", "gold") == 1


def test_what_is_paid_is_not_lost() -> None:
    at = situation(KEEP_GOLD, "spring/construct", Has({"gold": 1, "wood": 1}))
    at.play("build inn")
    assert (at.has("Ann", "gold"), at.state.player("Ann").buildings) == (0, ("inn",))


def test_after_a_gain_cards_hear_what_it_was() -> None:
    does = "triggers: [{when: after.gain, if: {equal: [$resource, wood]}, do: [{gain: {vp: $amount}}]}]"
    assert situation(does, "spring/rewards", Has(influenced=("architect",))).has("Ann", "vp") == 1
    assert situation(does, "spring/rewards", Has(influenced=("squire",))).has("Ann", "vp") == 0


@pytest.mark.parametrize(
    ("resource", "at", "enemy"),
    [
        ("bonus_die", "kings_favor/kings_favor", None),
        ("soldier", "winter", "goblins_i_2"),
        ("vp", "winter", "goblins_i_2"),
        ("gold", "spring/season.end", None),
    ],
    ids=["the favor", "reinforcements", "a victory", "a number that is worked out"],
)
def test_a_gain_is_heard_whatever_brings_it(resource: str, at: str, enemy: str | None) -> None:
    hears = f"{{when: after.gain, if: {{equal: [$resource, {resource}]}}, do: [{{gain: {{plus2: 1}}}}]}}"
    works_out = "{when: season.end, optional: false, do: [{gain: {gold: {fact: players}}}]}"
    brian = Has(buildings=("inn",))
    heard = situation(f"triggers: [{hears}, {works_out}]", at, brian=brian, rolls=("3",), enemy=enemy)
    assert heard.has("Ann", "plus2") == 1


@pytest.mark.parametrize("until", ["before.gain", "after.gain"])
@pytest.mark.parametrize(("cards", "strength"), [(("card",), 0), ((), 2)])
def test_what_lasts_until_a_gain_ends_with_it(until: str, cards: tuple[str, ...], strength: int) -> None:
    """Nobody listens to the gain, and what is gained is always the same."""
    lasts = f"{{what: battle_strength, add: 2, until: {until}}}"
    begins = f"{{when: season.end, do: [{{for_each: {{players: all, do: [{{lasting: {lasts}}}]}}}}]}}"
    gains = governor("triggers: [{when: season.end, optional: false, do: [{gain: {gold: 1}}]}]")
    rules = rules_with(f"rules: [{{id: law, name: Law, triggers: [{begins}]}}]\ngovernors:\n{gains}")
    given = {"Ann": Has(cards=cards), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, in_force=("law",))
    assert at.has("Ann", "gold") == len(cards)
    assert at.state.player("Ann").defence == strength


def test_a_loss_in_battle_is_heard() -> None:
    hears = "{when: after.lose, if: {equal: [$resource, gold]}, do: [{gain: {plus2: $amount}}]}"
    ann = Has({"gold": 9})
    at = situation(f"triggers: [{hears}]", "winter", ann, rolls=("1",), enemy="goblins_i_3")
    assert (at.has("Ann", "gold"), at.has("Ann", "plus2")) == (8, 1)


def test_goods_that_all_choose_at_once_are_gained_in_turn_order() -> None:
    does = """triggers: [{when: after.gain, by: anyone, optional: false, if: {equal: [$resource, gold]},
        do: [{as_player: {player: $actor, do: [{gain: {vp: {sum: [1, {fact: {vp: left}}]}}}]}}]}]"""
    at = situation(does, "kings_favor/kings_favor")
    at.play("take gold", "Brian")
    at.play("take gold", "Ann")
    assert (at.has("Ann", "vp"), at.has("Brian", "vp")) == (1, 2)


# Buildings


RANSOM = """triggers: [{when: before.destroy, by: opponents, if: {not: {owns: $card}}, cost: [{gold: 2}],
    do: [{prevent: {}}, {build: {card: $card, free: true}}]}]"""


def test_another_player_can_ransom_a_building_that_is_to_fall() -> None:
    ann, brian = Has({"gold": 2, "soldier": 9}), Has(buildings=("inn",))
    at = situation(RANSOM, "winter/battle", ann, brian, rolls=("1",), enemy="goblins_i_2")
    at.play("use card pay 2gold")
    ann_now, brian_now = at.state.player("Ann"), at.state.player("Brian")
    assert (ann_now.buildings, brian_now.buildings) == (("inn",), ("inn",))
    assert at.has("Ann", "gold") == 0


def test_without_a_ransom_the_building_falls() -> None:
    ann, brian = Has({"gold": 1, "soldier": 9}), Has(buildings=("inn",))
    at = situation(RANSOM, "winter/battle", ann, brian, rolls=("1",), enemy="goblins_i_2")
    assert at.state.player("Brian").buildings == ()


@pytest.mark.parametrize("instead", ["nothing", "card", "statue"])
def test_a_card_may_let_nothing_fall_instead_of_a_building(instead: str) -> None:
    """Nothing falls either if it names what the player has not built."""
    does = f"""triggers: [{{when: season.end, optional: false, do: [{{destroy: {{card: inn}}}}]}},
        {{when: before.destroy, optional: false, do: [{{set: {{card: {instead}}}}}]}},
        {{when: after.destroy, do: [{{gain: {{gold: 1}}}}]}}]"""
    at = situation(does, "spring/season.end", Has({"vp": 3}, buildings=("inn",)))
    assert (at.state.player("Ann").buildings, at.has("Ann", "gold")) == (("inn",), 0)


def test_steps_destroy_and_build_with_their_moments() -> None:
    does = """triggers: [{when: season.end, do: [{destroy: {card: inn}},
          {build: {card: statue, free: true}}]},
        {when: after.destroy, if: {card: inn}, do: [{gain: {gold: 1}}]},
        {when: after.build, do: [{gain: {wood: 1}}]}]"""
    at = situation(does, "spring/season.end", Has({"vp": 3}, buildings=("inn",)))
    at.play("use card")
    assert at.state.player("Ann").buildings == ("statue",)
    assert [at.has("Ann", name) for name in ("gold", "wood", "vp")] == [1, 1, 6]


@pytest.mark.parametrize(("falls", "left"), [("", ()), ("{destroy: {card: inn}}, ", ("inn",))])
def test_a_building_for_a_time_that_falls_can_be_built_to_stay(falls: str, left: tuple[str, ...]) -> None:
    """Only the first Inn was there for a time."""
    does = f"""triggers: [{{when: season.end, optional: false, do: [
          {{move: {{card: inn, to: play, until: year.over}}}}, {falls}
          {{build: {{card: inn, free: true}}}}, {{window: year.over}}]}}]"""
    assert situation(does, "spring/season.end").state.player("Ann").buildings == left


def test_a_building_that_is_only_put_there_is_not_heard() -> None:
    does = """triggers: [{when: season.end, do: [
          {build: {cards: {column: 1}, free: true, constructed: false}}]},
        {when: after.build, do: [{gain: {wood: 1}}]}]"""
    at = situation(does, "spring/season.end")
    at.play("build statue for nothing")
    assert (at.state.player("Ann").buildings, at.has("Ann", "wood"), at.has("Ann", "vp")) == (
        ("statue",),
        0,
        0,
    )


def test_a_building_that_is_only_put_there_is_paid_for_unless_it_is_free() -> None:
    does = "triggers: [{when: season.end, do: [{build: {card: statue, constructed: false}}]}]"
    at = situation(does, "spring/season.end", Has({"gold": 3}))
    at.play("build statue for 2gold")
    assert (at.state.player("Ann").buildings, at.has("Ann", "gold")) == (("statue",), 1)


def test_who_may_not_build_there_chooses_something_else() -> None:
    does = (
        "triggers: [{when: before.build, by: anyone, if: {card: inn}, optional: false, do: [{prevent: {}}]}]"
    )
    at = situation(does, "spring/construct", Has({"gold": 3, "wood": 1}))
    at.play("build inn")
    assert at.has("Ann", "gold") == 3
    assert at.why_not("build inn") is not None
    at.play("build statue")
    assert at.state.player("Ann").buildings == ("statue",)


def test_a_prevented_building_is_not_offered_again_with_the_envoy() -> None:
    """It is asked for once in a turn, and so is a toll for it."""
    does = """triggers: [{when: before.build, by: anyone, if: {card: inn}, optional: false, do: [
        {as_player: {player: $actor, do: [{pay: {price: [{wood: 1}], then: [{prevent: {}}]}}]}}]}]"""
    at = situation(does, "spring/construct", Has({"gold": 6, "wood": 4, "stone": 2, "envoy": 1}))
    at.play("build inn")
    at.play("pay wood")
    at.play("build statue")
    assert (at.state.player("Ann").buildings, at.has("Ann", "wood")) == (("statue",), 3)
    assert offered(at, "build")
    assert offered(at, "build inn") == []


def test_a_building_that_a_step_gives_can_be_prevented() -> None:
    does = """triggers: [{when: season.end, optional: false, do: [
          {build: {card: inn, free: true}}, {build: {card: statue, free: true}}]},
        {when: before.build, optional: false, if: {card: inn}, do: [{prevent: {}}]}]"""
    at = situation(does, "spring/season.end")
    assert at.state.player("Ann").buildings == ("statue",)


# Whom and what they are about


@pytest.mark.parametrize(("built", "about"), [(("inn",), ()), ((), (PlayerThing("Brian"),))])
def test_a_decision_names_who_a_moment_is_about(
    built: tuple[str, ...], about: tuple[PlayerThing, ...]
) -> None:
    """Brian alone has the fewest buildings, or he is tied with Ann, and nobody wins the Favor."""
    does = "triggers: [{when: before.kings_favor, cost: [{gold: 1}], do: [{prevent: {}}]}]"
    at = situation(
        does, "kings_favor", Has({"gold": 1}, buildings=("inn",)), Has({"gold": 1}, buildings=built)
    )
    decision = view_of(at.position()._state, 0, at.rules).decision
    assert decision is not None
    assert (decision.moment, decision.about) == ("before.kings_favor", about)
    assert decision.probabilities is None, "only chance has them"


# Dice


TOLL = """triggers: [{when: before.place_dice, by: opponents, if: {place: {rank: {min: 15}}}, optional: false,
    do: [{as_player: {player: $actor, do: [{pay: {price: [{gold: 1}], else: [{prevent: {}}]}}]}}]}]"""


def test_a_toll_is_paid_before_the_dice_are_placed() -> None:
    at = situation(TOLL, "spring/influence", brian=Has({"gold": 1}, dice=(5, 5, 5)))
    at.play("influence inventor 5+5+5")
    at.play("pay gold")
    assert (at.has("Brian", "gold"), [group.advisor for group in at.state.advisors]) == (0, ["inventor"])


def test_nobody_can_take_away_the_price_of_help() -> None:
    """It is paid when the place is chosen, before the card takes away all gold."""
    does = """permissions: [{influence_shift: {by: [1], cost: [{gold: 1}]}}],
        triggers: [{when: before.place_dice, optional: false, do: [{lose: {gold: 9}}]}]"""
    at = situation(does, "spring/influence", Has({"gold": 1}, dice=(3, 3)))
    at.play("influence merchant 3 via card")
    assert (at.has("Ann", "gold"), at.state.player("Ann").dice) == (0, (3,))
    assert [group.advisor for group in at.state.advisors] == ["merchant"]


def test_the_price_of_help_is_given_back_if_the_dice_stay() -> None:
    does = """permissions: [{influence_shift: {by: [1], cost: [{gold: 1}, {wood: 1}]}}],
        triggers: [{when: before.place_dice, optional: false, do: [{DOES}]}]"""
    for done, dice in (("prevent: {}", (3, 3)), ("set_dice: [1, 1]", (1, 1))):
        has = Has({"gold": 1, "wood": 1}, dice=(3, 3))
        at = situation(does.replace("DOES", done), "spring/influence", has)
        at.play("influence merchant 3 via card")
        at.play("pay wood")
        assert (at.has("Ann", "gold"), at.has("Ann", "wood"), at.state.advisors) == (1, 1, ())
        assert at.state.player("Ann").dice == dice


REVEALED = "{the: {cards: {kind: enemy, zone: play}}}"


@pytest.mark.parametrize(
    ("when", "before", "stat", "stone"),
    [
        ("before.build", "", "{build_cost: gold}", 1),
        ("after.kings_roll", "", "reinforcements", 5),
        ("before.fight", f"{{set: {{enemy: {REVEALED}}}}}, ", "enemy_card_strength", 2),
        ("before.fight", "", "enemy_total", 2),
    ],
)
def test_a_card_can_read_a_number_that_the_rules_work_out(
    when: str, before: str, stat: str, stone: int
) -> None:
    """The price of the building, the King's number, the strength of an enemy card and of all enemies."""
    does = (
        f"triggers: [{{when: {when}, optional: false, do: [{before}{{gain: {{stone: {{stat: {stat}}}}}}}]}}]"
    )
    phase = "spring/construct" if when == "before.build" else "winter/battle"
    at = situation(does, phase, Has({"gold": 1, "wood": 1}), rolls=("5",), enemy="goblins_i_2")
    if when == "before.build":
        at.play("build inn")
    assert at.has("Ann", "stone") == stone


def test_who_refuses_the_toll_is_asked_again_for_another_advisor() -> None:
    at = situation(TOLL, "spring/influence", brian=Has({"gold": 1}, dice=(5, 5, 5)))
    at.play("influence inventor 5+5+5")
    at.play("done")
    assert not at.state.advisors
    assert at.why_not("influence inventor 5+5+5") is not None
    at.play("influence general 5+5")
    assert [group.advisor for group in at.state.advisors] == ["general"]


def test_a_roll_can_be_changed_and_prevented() -> None:
    more = "triggers: [{when: before.roll, do: [{set: {own: 1, bonus: 2}}]}]"
    at = situation(more, "spring/roll_dice", rolls=("4", "56", "111"))
    assert (at.state.player("Ann").dice, at.state.player("Ann").bonus) == ((4,), (5, 6))
    none = "triggers: [{when: before.roll, do: [{prevent: {}}]}]"
    assert situation(none, "spring/roll_dice", rolls=("111",)).state.player("Ann").dice == ()


# The court


def test_a_reward_as_if_by_influencing_is_heard() -> None:
    does = """triggers: [{when: season.end, do: [{reward: {place: sergeant, as_influence: HEARD}}]},
        {when: after.reward, if: {gained: {soldier: 1}}, do: [{gain: {gold: 1}}]}]"""
    for heard, gold in (("true", 1), ("false", 0)):
        at = situation(does.replace("HEARD", heard), "spring/season.end")
        at.play("use card")
        assert (at.has("Ann", "soldier"), at.has("Ann", "gold")) == (1, gold)


def test_dice_are_moved_group_by_group() -> None:
    does = """triggers: [{when: influence.end, if: {exists: {places: {is: [jester], open: true}}},
        do: [{move_dice: {group: {the: {groups: {owner: left}}}, to: jester}}]}]"""
    at = situation(does, "spring/influence.end", brian=Has(influenced=("queen",)))
    at.play("use card")
    assert [(group.advisor, group.player) for group in at.state.advisors] == [("jester", "Brian")]
    taken = situation(does, "spring/influence.end", Has(influenced=("jester",)), Has(influenced=("queen",)))
    assert {group.advisor for group in taken.state.advisors} == {"jester", "queen"}


# Recruiting


HEARD = "{when: after.recruit, do: [{gain: {vp: $amount}}]}"


def test_more_soldiers_may_come_than_were_paid_for() -> None:
    double = "{when: before.recruit, do: [{set: {amount: {times: [2, $amount]}}}]}"
    at = situation(f"triggers: [{double}, {HEARD}]", "recruiting", Has({"gold": 2, "wood": 1}))
    at.play("recruit 1 for gold+wood")
    assert [at.has("Ann", name) for name in ("soldier", "vp", "gold", "wood")] == [2, 2, 1, 0]


def test_soldiers_that_are_prevented_cost_nothing() -> None:
    prevent = "{when: before.recruit, optional: false, do: [{prevent: {}}]}"
    at = situation(f"triggers: [{prevent}, {HEARD}]", "recruiting", Has({"gold": 2}), Has({"gold": 2}))
    at.play("recruit 1 for 2gold")
    assert [at.has("Ann", name) for name in ("soldier", "vp", "gold")] == [0, 0, 2]
    at.play("recruit 1 for 2gold", "Brian")
    assert [at.has("Brian", name) for name in ("soldier", "gold")] == [1, 0]


def test_nobody_can_take_away_the_price_of_soldiers() -> None:
    rob = "{when: before.recruit, optional: false, do: [{lose: {gold: 9}}]}"
    at = situation(f"triggers: [{rob}, {HEARD}]", "recruiting", Has({"gold": 1, "wood": 1}))
    at.play("recruit 1 for gold+wood")
    assert [at.has("Ann", name) for name in ("soldier", "vp", "gold", "wood")] == [1, 1, 0, 0]


@pytest.mark.parametrize("until", ["before.recruit", "after.recruit"])
def test_what_lasts_until_a_recruitment_ends_with_it(until: str) -> None:
    """Nobody listens to it; and a player who passes does not end it."""
    lasts = f"{{what: battle_strength, add: 2, until: {until}}}"
    does = f"triggers: [{{when: phase_7.start, optional: false, do: [{{lasting: {lasts}}}]}}]"
    strengths = {"recruit 1 for 2gold": 0, "pass": 2}
    for answer, strength in strengths.items():
        at = situation(does, "recruiting", Has({"gold": 2}))
        at.play(answer)
        assert at.state.player("Ann").defence == at.has("Ann", "soldier") + strength


# Winter


def test_a_penalty_can_be_prevented_as_a_whole() -> None:
    does = "triggers: [{when: before.penalty, cost: [{wood: 1}], do: [{prevent: {}}]}]"
    at = situation(does, "winter/battle", Has({"gold": 1, "wood": 1}), rolls=("1",), enemy="orcs_i_3")
    at.play("use card pay wood")
    assert at.has("Ann", "gold") == 1
    at = situation(does, "winter/battle", Has({"gold": 1}), rolls=("1",), enemy="orcs_i_3")
    assert at.has("Ann", "gold") == 0


def test_the_penalty_can_be_read_as_a_number() -> None:
    does = "triggers: [{when: before.penalty, do: [{gain: {plus2: {stat: {battle_penalty: vp}}}}]}]"
    at = situation(does, "winter/battle", rolls=("1",), enemy="orcs_i_3")
    assert at.has("Ann", "plus2") == 1
    at = situation(does, "winter/battle", Has({"soldier": 5}), rolls=("1",), enemy="orcs_i_3")
    assert at.has("Ann", "plus2") == 0


def test_a_battle_that_is_prevented_brings_and_takes_nothing() -> None:
    does = """triggers: [{when: before.fight, optional: false, do: [{prevent: {}}]},
        {when: after.reward, do: [{gain: {plus2: 1}}]}]"""
    for soldiers in (0, 9):
        given = (Has({"soldier": soldiers, "gold": 1}), Has({"soldier": soldiers, "gold": 1}))
        at = situation(does, "winter/battle", *given, rolls=("1",), enemy="orcs_i_3")
        assert [at.has("Ann", name) for name in ("gold", "vp")] == [1, 0]
        assert [event.player for event in at.events if isinstance(event, Fought)] == ["Brian"]


def test_nobody_comes_when_the_king_does_not_roll() -> None:
    does = "triggers: [{when: before.kings_roll, by: anyone, optional: false, do: [{prevent: {}}]}]"
    at = situation(does, "winter/battle", rolls=("1",), enemy="goblins_i_2")
    assert (at.has("Ann", "soldier"), at.has("Brian", "soldier")) == (0, 0)
    assert not [event for event in at.events if isinstance(event, DiceRolled)]


def test_the_king_may_send_nobody() -> None:
    does = "triggers: [{when: before.reinforce, optional: false, do: [{prevent: {}}]}]"
    at = situation(does, "winter/battle", rolls=("6",), enemy="goblins_i_2")
    assert (at.has("Ann", "soldier"), at.has("Brian", "soldier")) == (0, 6)


# Numbers of the rules


@pytest.mark.parametrize(
    ("change", "at", "expected"),
    [
        ("{what: kings_reward, add: 2}", "kings_reward", {"vp": 3}),
        ("{what: kings_envoy, set: 0}", "kings_envoy", {"envoy": 0}),
        ("{what: favor_goods, set: 0}", "kings_favor", {"gold": 0}),
        ("{what: soldiers_kept, set: 2}", "winter/soldiers_go_home", {"soldier": 2}),
    ],
)
def test_cards_change_numbers_of_the_rules(change: str, at: str, expected: dict[str, int]) -> None:
    ann = Has({"soldier": 5}) if "soldiers" in change else NOTHING
    brian = Has({"gold": 1}) if "envoy" in change else NOTHING
    happens = situation(f"modifiers: [{change}]", at, ann, brian)
    assert {name: happens.has("Ann", name) for name in expected} == expected


def test_reinforcements_are_a_number_for_each_player() -> None:
    does = "modifiers: [{what: reinforcements, add: -1}]"
    at = situation(does, "winter/battle", rolls=("4",), enemy="goblins_i_2")
    assert (at.has("Ann", "soldier"), at.has("Brian", "soldier")) == (3, 4)


def test_a_discount_may_look_at_the_building() -> None:
    does = "modifiers: [{what: build_discount, if: {card: {row: B}}, add: 1}]"
    at = situation(does, "spring/construct", Has({"gold": 1, "wood": 1}))
    assert at.why_not("build statue for gold") is None
    assert at.why_not("build inn for wood") is not None


def test_more_groups_of_dice_may_have_room_at_an_advisor() -> None:
    does = "modifiers: [{what: places_at, if: {place: king}, add: 1}]"
    given = (Has(dice=(6, 6, 6)), Has(influenced=("king",)))
    at = situation(does, "spring/influence", *given)
    at.play("influence king 6+6+6")
    assert [group.player for group in at.state.advisors] == ["Ann", "Brian"]
    queen = situation(does, "spring/influence", Has(dice=(5, 6, 6)), Has(influenced=("queen",)))
    assert queen.why_not("influence queen 6+6+5") is not None


def test_every_number_has_another_name() -> None:
    assert len({stat.name for stat in STATS}) == len(STATS)


# The effect of another card


def test_the_effect_of_another_card_can_be_used_at_its_moment() -> None:
    does = """triggers: [{when: season.end,
        do: [{use: {the: {cards: {owner: left, kind: building, column: 1}}}}]}]"""
    at = situation(does, "summer/season.end", brian=Has(buildings=("inn",)))
    at.play("use card")
    assert (at.has("Ann", "plus2"), at.has("Brian", "plus2")) == (1, 1)
    at = situation(does, "spring/season.end", brian=Has(buildings=("inn",)))
    at.play("use card")
    assert at.has("Ann", "plus2") == 0


# Mistakes


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("triggers: [{when: season.end, do: [{prevent: {}}]}]", "nothing to prevent"),
        ("triggers: [{when: after.build, do: [{prevent: {}}]}]", "nothing to prevent"),
        ("triggers: [{when: season.end, do: [{build: {free: true}}]}]", "either 'card' or 'cards'"),
        ("modifiers: [{what: king_dice, add: {stat: king_dice}}]", "cannot depend on"),
        ("triggers: [{when: season.end, do: [{gain: {gold: {stat: build_cost}}}]}]", "needs one of"),
    ],
)
def test_mistakes_are_told(does: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        rules_with(f"governors:\n{governor(does)}")


# What came before may have taken away what was chosen


@pytest.mark.parametrize("instead", ["nothing", "card"])
def test_a_building_that_a_card_exchanges_for_none_is_not_offered_again(instead: str) -> None:
    set_ = f"triggers: [{{when: before.build, optional: false, do: [{{set: {{card: {instead}}}}}]}}]"
    at = situation(set_, "spring/construct", Has({"wood": 4, "gold": 9, "stone": 9}))
    at.play("build inn")
    assert at.why_not("build inn") is not None
    assert at.state.player("Ann").buildings == ()


def test_nobody_can_take_away_the_price_of_a_building() -> None:
    spend = "triggers: [{when: before.build, optional: false, do: [{lose: {gold: 9}}]}]"
    at = situation(spend, "spring/construct", Has({"wood": 1, "gold": 1}))
    at.play("build inn")
    assert at.state.player("Ann").buildings == ("inn",)


def test_dice_that_are_rolled_anew_before_they_are_placed_stay() -> None:
    again = "triggers: [{when: before.place_dice, optional: false, do: [{set_dice: [1, 1, 1]}]}]"
    at = situation(again, "spring/influence", Has(dice=(4, 5, 6)))
    at.play("influence sergeant 5")
    assert (at.state.player("Ann").dice, at.state.advisors) == ((1, 1, 1), ())


def test_a_token_that_is_worth_nothing_does_not_help() -> None:
    """No answer is there twice, once with the token and once without."""
    worth = "modifiers: [{what: plus2_value, set: 0}]"
    at = situation(worth, "spring/influence", Has({"plus2": 1}, dice=(3,)))
    assert offered(at) == ["influence architect 3", "pass"]


@pytest.mark.parametrize(("season", "values"), [("spring", [2]), ("summer", [3, 4])])
def test_a_token_counts_as_a_card_says_only_while_its_tests_hold(season: str, values: list[int]) -> None:
    says = "permissions: [{token_values: {values: [3, 4], if: {season: summer}}}]"
    at = situation(says, f"{season}/influence", Has({"plus2": 1}, dice=(1,)))
    places = {2: "architect", 3: "merchant", 4: "sergeant"}
    helped = [f"influence {places[value]} 1 plus{value}" for value in values]
    assert offered(at) == ["influence jester 1", *helped, "pass"]


@pytest.mark.parametrize(("optional", "verb"), [("true", "may"), ("false", "must")])
def test_an_answer_to_something_else_is_told_whether_a_card_must_be_used(optional: str, verb: str) -> None:
    lose = f"triggers: [{{when: season.end, optional: {optional}, do: [{{lose: {{gold: 1}}}}]}}]"
    rules = rules_with(f"governors:\n{governor(lose, 'one')}{governor(lose, 'two')}")
    given = {"Ann": Has({"gold": 2}, cards=("one", "two")), "Brian": NOTHING}
    reason = Situation(rules, "spring/season.end", given).why_not("pass")
    assert reason is not None
    assert describe(reason, rules) == f"This does not answer what is asked now: you {verb} use a card."
