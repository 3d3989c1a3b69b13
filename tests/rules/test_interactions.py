"""Cards that meet: what the rulings and clarifications say of two of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest

from kingsburg_rules import Destroyed, Fought, GiftsLaid, Lost, Rewarded, Rules, load_rules
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.state import State
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, change, everybody, go_on, goods, offered, only, play, refusal, seat

FIRST = ("first-ffg", "first-elfinwerks")
EDITIONS = ("second", *FIRST)


def rules_of(*modules: str, edition: str = "second", scenario: str | None = None, **switches: str) -> Rules:
    return load_rules(edition, modules=modules, scenario=scenario, switches=switches)


def owner(*buildings: str, cards: tuple[str, ...] = (), **resources: int) -> Has:
    return Has(resources, buildings=buildings, cards=cards)


def three(ann: Has, brian: Has | None = None, cindy: Has | None = None) -> dict[str, Has]:
    """Three players, so that no neutral dice are rolled."""
    return {"Ann": ann, "Brian": brian or Has(), "Cindy": cindy or Has()}


def dice(at: Situation, player: str) -> tuple[int, ...]:
    return seat(at, player).dice


# Statue, Chapel, Altar and Philosopher, in any order (R19, O7, F35)

REROLLS = ("statue", "chapel", "altar", "philosopher")
ORDERS = [*permutations(REROLLS)]


def rolled(first: str, *again: str, edition: str = "second", bonus: int = 0) -> Situation:
    """Ann has all four, and rolled `first`; the results of her rerolls follow."""
    rules = rules_of("more-buildings", "alternate-buildings", "governors", edition=edition)
    ann = owner(*REROLLS[:3], cards=("philosopher",), bonus_die=bonus)
    white = [first[:1]] * bool(bonus)
    return Situation(rules, "spring", three(ann), rolls=[first, *white, "366", "456", *again])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_all_four_rerolls_in_any_order_each_once(order: tuple[str, ...], edition: str) -> None:
    """As long as ones are rolled every condition holds: each may follow each, none comes twice.

    The Philosopher's point is Ann's only if his was the last reroll.
    """
    again = ["1" if name == "statue" else "111" for name in order]
    season = rolled("111", *again, edition=edition)
    for at, name in enumerate(order):
        left = {f"use {other}" for other in order[at:]}
        assert {*offered(season)} == {*left, "done"}
        play(season, f"Ann: use {name}")
    assert asked(season) == "Ann influence"
    assert season.results_left == 0
    below = edition == "second" and order[-1] == "philosopher"
    assert seat(season, "Ann").vp == int(below), "3 is below 10, but not lower than 3"


@pytest.mark.parametrize(
    ("dice_now", "open_"),
    [
        ("222", {"statue", "chapel", "altar", "philosopher"}),
        ("333", {"statue", "altar", "philosopher"}),
        ("124", {"chapel", "altar", "philosopher"}),
        ("134", {"altar", "philosopher"}),
        ("444", {"statue"}),
        ("235", set()),
    ],
)
def test_each_reroll_has_its_own_condition(dice_now: str, open_: set[str]) -> None:
    """Equal dice for the Statue; 7, 9 and below 10 for the others (second edition)."""
    season = rolled(dice_now)
    assert {*offered(season, "use")} == {f"use {name}" for name in open_}


@pytest.mark.parametrize(
    ("first", "use", "result", "open_"),
    [
        ("333", "statue", "1", {"chapel", "altar", "philosopher"}),
        ("333", "statue", "4", set()),
        ("124", "chapel", "333", {"statue", "altar", "philosopher"}),
        ("234", "altar", "115", {"chapel", "philosopher"}),
        ("234", "philosopher", "555", {"statue"}),
    ],
)
def test_conditions_are_tested_again_after_each_reroll(
    first: str, use: str, result: str, open_: set[str]
) -> None:
    """R19: what the new dice allow is open, what they do not is closed, and what was used stays used."""
    season = rolled(first, result)
    play(season, f"Ann: use {use}")
    if use == "statue":
        assert dice(season, "Ann") == tuple(sorted((3, 3, int(result))))
    assert {*offered(season, "use")} == {f"use {name}" for name in open_}


def test_a_bonus_die_counts_for_all_four() -> None:
    """1-1-1 and a white 1 are all equal; they are rolled together, and the Statue may take the white one."""
    season = rolled("111", "6", bonus=1)
    play(season, "Ann: use statue", "Ann: die 1 bonus")
    assert (dice(season, "Ann"), seat(season, "Ann").bonus) == ((1, 1, 1), (6,))
    assert offered(season, "use") == ["use altar", "use philosopher"], "9 is too much for the Chapel"
    season = rolled("222", "555", "6", bonus=1)
    assert "use chapel" not in offered(season), "8 with the bonus die"
    play(season, "Ann: use altar")
    assert (dice(season, "Ann"), seat(season, "Ann").bonus) == ((5, 5, 5), (6,))


def test_the_rerolls_of_one_player_are_over_before_the_next_begins() -> None:
    """R18, O9: Brian's Chapel waits until Ann is done; afterwards hers is closed."""
    rules = rules_of()
    given = three(owner("statue", "chapel"), owner("chapel"))
    season = Situation(rules, "spring", given, rolls=["112", "124", "456", "666"])
    assert offered(season) == ["use chapel", "done"]
    play(season, "Ann: done")
    assert asked(season) == "Brian use"
    assert season.why_not("use chapel", "Ann") is not None


def test_the_artists_reroll_takes_the_philosophers_point_and_leaves_the_order() -> None:
    """F35, F67: the point waits for the Artists; with their reroll it is gone, without it scored."""
    rules = rules_of("governors", scenario="wheel-and-deal")
    for answers, vp in ((("Ann: use artists", "Ann: die 6"), 0), (("Ann: done",), 1)):
        ann = owner(cards=("philosopher", "artists"))
        season = Situation(rules, "spring", three(ann), rolls=["126", "156", "666", "116", "1"])
        play(season, "Ann: use philosopher")
        assert seat(season, "Ann").vp == 0
        play(season, *answers)
        assert (seat(season, "Ann").vp, season.state.turn_order[0]) == (vp, "Ann")


# Effects that depend on the total come last (R46, C-19, F18)

TOTALS = ("university", "griffin_ranch")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("kept", "total"), [(True, 6), (False, 12)])
def test_they_look_at_the_dice_that_are_left(edition: str, *, kept: bool, total: int) -> None:
    """Ranch, University and Heiress see the total after the Chapel, not the one before it."""
    modules = ("more-buildings", "alternate-buildings", "governors")
    rules = rules_of(*modules, edition=edition)
    ann = owner("chapel", *TOTALS, cards=("heiress",))
    season = Situation(rules, "spring", three(ann), rolls=["123", "366", "456", *(["444"] * (not kept))])
    assert (seat(season, "Ann").soldiers, seat(season, "Ann").vp, seat(season, "Ann").plus2) == (0, 0, 0)
    play(season, "Ann: done" if kept else "Ann: use chapel")
    assert asked(season) == "Ann influence"
    assert sum(dice(season, "Ann")) == total
    found = (seat(season, "Ann").soldiers, seat(season, "Ann").vp, seat(season, "Ann").plus2)
    assert found == ((1, 2, 2) if kept else (0, 0, 0))


@pytest.mark.parametrize(
    ("edition", "switches", "brings"),
    [
        ("second", {}, (1, 2, 2)),
        ("second", {"total_effects_last": "true"}, (0, 0, 0)),
        ("first-ffg", {}, (0, 0, 0)),
        ("first-elfinwerks", {"total_effects_last": "false"}, (1, 2, 2)),
    ],
)
def test_c19_the_prince_before_or_after_them(
    edition: str, switches: dict[str, str], brings: tuple[int, int, int]
) -> None:
    """The Prince makes 13 of 4; the switch says whether Ranch, University and Heiress look before him."""
    modules = ("more-buildings", "alternate-buildings", "governors")
    rules = rules_of(*modules, edition=edition, **switches)
    season = Situation(
        rules, "spring", three(owner(*TOTALS, cards=("heiress", "prince"))), rolls=["112", "366", "456"]
    )
    play(season, "Ann: use prince")
    assert (seat(season, "Ann").soldiers, seat(season, "Ann").vp, seat(season, "Ann").plus2) == brings
    assert season.state.turn_order == ("Ann", "Brian", "Cindy"), "13 before 15"


def test_the_clergy_looks_before_the_prince_and_the_tournament_after_him() -> None:
    """F18, F54: 9 or less by the dice rolled brings 2 VP; the highest total counts the Prince's 13."""
    rules = rules_of("governors", "destiny", scenario="wheel-and-deal")
    season = Situation(
        rules,
        "spring",
        three(owner(cards=("clergy", "prince"))),
        in_force=["royal_tournament"],
        rolls=["112", "145", "156"],
    )
    play(season, "Ann: use prince")
    assert everybody(season, of="vp") == {"Ann": 3, "Brian": 0, "Cindy": 0}


def test_no_reroll_follows_the_princes_change() -> None:
    """R46: 3-4-6 are no longer to be rolled, however low the total was."""
    rules = rules_of("governors")
    season = Situation(
        rules, "spring", three(owner("chapel", cards=("prince",))), rolls=["112", "366", "456"]
    )
    assert offered(season) == ["use chapel", "done"], "the Prince waits"
    play(season, "Ann: done")
    assert offered(season) == ["use prince", "done"]
    play(season, "Ann: use prince")
    assert refusal(season, "use chapel") == "decision.other"


# Famine and the Prince (F36, F56)


@pytest.mark.parametrize(("two", "white", "open_"), [("26", 0, True), ("36", 0, False), ("26", 1, False)])
def test_the_princes_limit_of_8_counts_all_dice_there_are(two: str, white: int, *, open_: bool) -> None:
    """Two own dice of 8 are low enough, with a bonus die of 1 they are not; nor are two of 9."""
    ann = owner(cards=("prince",), bonus_die=white)
    rolls = [two, *["1"] * white, "66", "66"]
    rules = rules_of("governors", "destiny")
    season = Situation(rules, "spring", three(ann), in_force=["famine"], rolls=rolls)
    assert (asked(season) == "Ann use") == open_


def test_the_prince_sets_what_is_left_of_the_own_dice() -> None:
    """With one die he chooses one of 3, 4 and 6; without any he is not asked and must pass."""
    rules = rules_of("governors", "destiny")
    ann = Has({}, dice=(5,), cards=("prince",))
    window = Situation(rules, "spring/dice.change", three(ann), in_force=["famine"])
    play(window, "Ann: use prince")
    assert offered(window) == ["choose 3", "choose 4", "choose 6"]
    window = Situation(rules, "spring/dice.change", three(owner(cards=("prince",))), in_force=["famine"])
    assert window.over


def test_famine_and_a_lent_die_leave_one() -> None:
    """F56: a Famine in the Capital: Ann, who lends a die, rolls one in fall, Brian two."""
    rules = rules_of("governors", "destiny", scenario="demanding-capital")
    phase = Situation(
        rules,
        "kings_envoy/phase_5.start",
        three(owner(cards=("prince",))),
        in_force=["famine"],
        prepare=lambda state: remember(state, need_1=6, need_2=4),
    )
    play(phase, "Ann: choose lend_a_die", "Brian: choose refuse", "Cindy: choose refuse")
    go_on(phase, "fall", rolls=["2", "34", "56"])
    play(phase, "Ann: use prince", "Ann: choose 6")
    assert [dice(phase, name) for name in ("Ann", "Brian", "Cindy")] == [(6,), (3, 4), (5, 6)]


def remember(state: State, **numbers: int) -> None:
    """Put numbers into the memory that everybody shares."""
    slots = {memory.name: slot for slot, memory in enumerate(state.compiled.memories)}
    for name, number in numbers.items():
        state.memory[slots[name], NOBODY] = number


# Good Year and the Priest (F37)


def blessed(*answers: str) -> Situation:
    """Brian's Farm brings a die, Cindy is the Priest; all of them are blessed in a Good Year."""
    given = three(Has(), owner("farm"), owner(cards=("priest",)))
    rules = rules_of("governors", "destiny")
    start = Situation(
        rules, "spring", given, in_force=["good_year"], rolls=["111", "1", "222", "2", "333", "3"]
    )
    play(start, "Cindy: use priest", *answers)
    return start


@pytest.mark.parametrize("ann", ["die", "point"])
@pytest.mark.parametrize("cindy", ["die", "point"])
def test_each_gains_one_die_and_a_good_or_a_point(ann: str, cindy: str) -> None:
    """In turn order: with the Priest's die the Good Year brings a good, with his point the die.

    Who has a die of his own gains point and good.
    """
    answers = [f"Ann: choose {ann}", f"Cindy: choose {cindy}"]
    answers += ["Ann: take gold"] * (ann == "die") + ["Brian: take wood"]
    answers += ["Cindy: take stone"] * (cindy == "die")
    start = blessed(*answers)
    assert asked(start) == "Ann influence"
    assert everybody(start, of="bonus") == {"Ann": (1,), "Brian": (2,), "Cindy": (3,)}
    assert everybody(start, of="vp") == {
        "Ann": int(ann == "point"),
        "Brian": 1,
        "Cindy": int(cindy == "point"),
    }
    assert goods(start, "Brian") == "wood"
    assert goods(start, "Ann") == ("gold" if ann == "die" else "nothing")


def test_without_the_blessing_a_good_year_asks_only_who_has_a_die() -> None:
    """The Priest keeps his blessing: Ann and Cindy gain a die, Brian a good."""
    given = three(Has(), owner("farm"), owner(cards=("priest",)))
    rules = rules_of("governors", "destiny")
    start = Situation(
        rules, "spring", given, in_force=["good_year"], rolls=["111", "1", "222", "2", "333", "3"]
    )
    play(start, "Cindy: done", "Brian: take wood")
    assert everybody(start, of="vp") == {"Ann": 0, "Brian": 0, "Cindy": 0}
    assert everybody(start, of="bonus_dice") == {"Ann": 1, "Brian": 1, "Cindy": 1}


def test_the_blessing_comes_after_the_dice_of_others_who_are_later_in_turn_order() -> None:
    """C-18: Ann, the Priest, is first; still Brian's Farm and Cindy's Fairy have brought their dice."""
    given = three(owner(cards=("priest",)), owner("farm"), owner(cards=("fairy",)))
    rules = rules_of("governors")
    start = Situation(rules, "summer", given, rolls=["111", "1", "222", "2", "333", "3"])
    play(start, "Ann: use priest")
    assert everybody(start, of="bonus") == {"Ann": (1,), "Brian": (2,), "Cindy": (3,)}
    assert everybody(start, of="vp") == {"Ann": 0, "Brian": 1, "Cindy": 1}


# Rising Stars and the Duke (F39, F49)


def starred(**given: Has) -> Situation:
    """Gold lies on the Squire, wood on the Merchant, a token on the Jester."""
    rules = rules_of("governors", "destiny")
    rolls = ["2", "4", "1", "224", "224", "124"]
    return Situation(rules, "spring", given, in_force=["rising_stars"], rolls=rolls)


def test_the_duke_keeps_the_gift_and_leaves_the_reward() -> None:
    """Ann takes the wood when she influences the Merchant, moves on to the Duchess and is rewarded there."""
    season = starred(**three(owner(cards=("duke",))))
    play(season, "Cindy: pass", "Ann: influence merchant 4", "Brian: pass", "Ann: pass", "Ann: use duke")
    assert goods(season, "Ann") == "wood"
    play(season, "Ann: take 2gold")
    assert [(event.player, event.advisor) for event in only(season.events, Rewarded)] == [("Ann", "duchess")]
    assert (goods(season, "Ann"), seat(season, "Ann").plus2) == ("2gold+wood", 1)


def test_the_duke_finds_no_gift_at_the_duchess_and_what_is_left_goes() -> None:
    """Moving dice is not assigning them; gifts that nobody took go back when the season is over."""
    season = starred(**three(owner(cards=("duke",), gold=1)))
    play(season, "Cindy: pass", "Ann: influence squire 2", "Brian: pass", "Ann: pass")
    play(season, "Ann: use duke", "Ann: take 2stone", "Ann: build statue")
    assert season.over
    told = [(event.advisor, event.resource, event.amount) for event in only(season.events, GiftsLaid)]
    assert told[:3] == [("squire", "gold", 1), ("merchant", "wood", 1), ("jester", "plus2", 1)]
    assert told[3:] == [("squire", "gold", 0), ("jester", "plus2", 0), ("merchant", "wood", 0)]


def test_the_advisor_whom_the_duke_left_is_free_again() -> None:
    """F39: the Jester was Ann's; when she has moved on he is the lowest free one, and serves the Outlaws."""
    rules = rules_of("governors", scenario="wheel-and-deal")
    given = three(Has(influenced=("jester",), cards=("duke",)), owner(cards=("outlaws",)))
    table = Situation(rules, "spring/influence.end", given)
    play(table, "Ann: use duke")
    go_on(table, "spring/rewards")
    play(table, "Ann: take 2gold")
    assert everybody(table, of="vp") == {"Ann": 0, "Brian": 1, "Cindy": 0}


def test_the_outlaws_leave_their_advisor_free_for_the_jesters_tile() -> None:
    """F59, F70: the Sergeant rewards both; the Stables hear the soldier of the tile alone."""
    rules = rules_of("alternate-advisors", scenario="wheel-and-deal")
    given = three(
        Has(buildings=("stables",), influenced=("jester",)),
        Has(buildings=("stables",), cards=("outlaws",)),
        Has(influenced=("squire", "architect", "merchant")),
    )
    rewards = Situation(rules, "spring/rewards", given, tiles=["copy_next"])
    play(rewards, "Cindy: take gold")
    assert everybody(rewards, of="soldiers") == {"Ann": 2, "Brian": 1, "Cindy": 0}


# Secret Deals and the Politician (F50)


def test_the_politicians_card_is_one_place_to_choose() -> None:
    """One mark closes both ranks, so the card is offered once, by its name."""
    given = three(owner(cards=("politician",)))
    rules = rules_of("governors", "destiny")
    year = Situation(rules, "kings_favor/phase_1.start", given, in_force=["secret_deals"])
    assert [text for text in offered(year) if "politician" in text] == ["choose politician"]
    assert len(offered(year)) == 19


def test_nobody_but_its_owner_gains_anything_by_a_mark_on_the_card() -> None:
    """Brian's mark closes it to Ann, with the Envoy too, and does not open it to him."""
    given = three(owner(cards=("politician",), envoy=1))
    rules = rules_of("governors", "destiny")
    year = Situation(rules, "kings_favor/phase_1.start", given, in_force=["secret_deals"])
    play(year, "Ann: choose king", "Brian: choose politician", "Cindy: choose queen")
    go_on(year, "spring", rolls=["115", "145", "166"])
    for player in ("Ann", "Brian", "Cindy"):
        assert asked(year) == f"{player} influence"
        assert not [text for text in offered(year) if "politician" in text]
        play(year, f"{player}: pass")


def test_both_ranks_are_open_with_a_mark_of_ones_own() -> None:
    given = three(owner(cards=("politician",)))
    rules = rules_of("governors", "destiny")
    year = Situation(rules, "kings_favor/phase_1.start", given, in_force=["secret_deals"])
    play(year, "Ann: choose politician", "Brian: choose politician", "Cindy: choose queen")
    go_on(year, "spring", rolls=["455", "356", "566"])
    options = [text for text in offered(year) if "politician" in text]
    assert options == ["influence politician_5 5", "influence politician_10 5+5"]


# Goblin Valley, with the Barricade and what changes the enemies (F29, F51, F64, C-24)


def valley(
    given: Mapping[str, Has],
    enemy: str,
    further: str,
    die: str,
    *,
    year: int = 3,
    modules: tuple[str, ...] = (),
    in_force: tuple[str, ...] = (),
) -> Situation:
    rules = rules_of(*modules, scenario="goblin-valley")

    def prepare(state: State) -> None:
        cards = [0] * rules.compiled.years
        cards[year - 1] = rules.compiled.card[further]
        state.second_deck = tuple(cards)

    return Situation(
        rules, "winter/battle", given, year=year, enemy=enemy, rolls=[die], in_force=in_force, prepare=prepare
    )


@pytest.mark.parametrize(
    ("enemy", "further", "strength"),
    [
        ("orcs_iii_5", "goblins_iii_4", 3 + 2 + 1),
        ("goblins_iii_4", "orcs_iii_5", 2 + 1),
        ("goblins_iii_4", "goblins_iii_5", 3 + 2 + 1),
        ("orcs_iii_5", "zombies_iii_6", 2),
    ],
)
def test_the_barricade_counts_once_if_any_goblins_fight(enemy: str, further: str, strength: int) -> None:
    """Tribe, enemy of the year or both: it adds 1; Orcs and Zombies of the valley do not come."""
    battle = valley({"Ann": owner("barricade"), "Brian": Has()}, enemy, further, "2")
    assert seat(battle, "Ann").strength == strength


def test_in_year_five_whatever_joins_counts_as_goblins() -> None:
    """The Barricade adds 1 against Demons that came as Goblins, the Church nothing."""
    given = {"Ann": owner("barricade", "church"), "Brian": Has()}
    battle = valley(given, "dragons_v_9", "demons_v_8", "2", year=5)
    assert seat(battle, "Ann").strength == 2 + 5 + 1


def test_green_power_sees_goblins_in_what_joins_as_goblins() -> None:
    """F51: Dragons of 9 and Demons of 8, these as Goblins with 2 more."""
    given = {"Ann": Has(), "Brian": Has()}
    battle = valley(
        given, "dragons_v_9", "demons_v_8", "2", year=5, modules=("destiny",), in_force=("green_power",)
    )
    assert {event.enemy_strength for event in only(battle.events, Fought)} == {9 + 8 + 2}


def test_green_power_makes_each_goblin_or_orc_card_stronger_and_fierce_enemies_the_battle() -> None:
    """F51: Orcs of 5 and Goblins of 4 are 13 with Green Power, 10 with Fierce Enemies."""
    for card, total in (("green_power", 13), ("fierce_enemies", 10), ("weary_enemies", 8)):
        battle = valley(
            {"Ann": Has(), "Brian": Has()},
            "orcs_iii_5",
            "goblins_iii_4",
            "2",
            modules=("destiny",),
            in_force=(card,),
        )
        assert {event.enemy_strength for event in only(battle.events, Fought)} == {total}


def test_makeshift_defenses_look_at_the_card_of_the_year_alone() -> None:
    """C-24: printed 5 is low enough though a tribe of 4 makes it 9; printed 6 is not."""
    for enemy, strength in (("orcs_iii_5", 6), ("zombies_iii_6", 5)):
        battle = valley(
            {"Ann": owner("makeshift_defenses"), "Brian": Has()},
            enemy,
            "goblins_iii_4",
            "2",
            modules=("more-buildings",),
        )
        assert seat(battle, "Ann").strength == strength


def test_the_stakewall_does_not_see_the_valleys_reinforcements() -> None:
    """F64: they come after the reveal, so a Stakewall without a soldier when winter starts stays idle."""
    rules = rules_of("alternate-buildings", scenario="goblin-valley")

    def prepare(state: State) -> None:
        state.second_deck = tuple([rules.compiled.card["goblins_iii_4"]] * rules.compiled.years)

    winter = Situation(
        rules,
        "winter",
        {"Ann": owner("stakewall"), "Brian": owner("stakewall", soldier=1)},
        year=3,
        enemy="orcs_iii_5",
        rolls=["2"],
        prepare=prepare,
    )
    fought = {event.player: event.strength for event in only(winter.events, Fought)}
    assert fought == {"Ann": 2 + 3, "Brian": 1 + 2 + 3 + 1}


def test_manor_and_mercenary_look_at_what_both_cards_bring() -> None:
    """Orcs bring gold, Goblins wood: twice for the Manor, nothing for the Mercenary."""
    battle = valley(
        {
            "Ann": owner("manor", soldier=3),
            "Brian": owner(soldier=3, cards=("mercenary",)),
            "Cindy": owner(soldier=3),
        },
        "orcs_iii_5",
        "goblins_iii_4",
        "6",
        modules=("alternate-buildings", "governors"),
    )
    assert [goods(battle, name) for name in ("Ann", "Brian", "Cindy")] == [
        "2gold+2wood",
        "nothing",
        "gold+wood",
    ]


def test_points_and_goods_of_two_enemies_are_booked_on_each() -> None:
    """3 VP are the Dragons' and 2 the Demons', twice with a Manor; 5 and 2 are what each of them takes."""
    given = {"Ann": owner(soldier=20), "Brian": owner("manor", soldier=11), "Cindy": owner(gold=1)}
    battle = valley(given, "dragons_v_9", "demons_v_8", "2", year=5, modules=("alternate-buildings",))
    booked = {
        name: {source: vp for source, vp in score.items() if source != "battle"}
        for name, score in battle.score.items()
    }
    assert booked == {
        "Ann": {"dragons_v_9": 3, "demons_v_8": 2},
        "Brian": {"dragons_v_9": 6, "demons_v_8": 4},
        "Cindy": {"dragons_v_9": -5, "demons_v_8": -2},
    }


@pytest.mark.parametrize(("wood", "taken"), [(9, {"orcs": 0, "goblins": 3}), (2, {"orcs": 0, "goblins": 2})])
def test_what_only_one_of_them_takes_is_booked_on_that_one(wood: int, taken: dict[str, int]) -> None:
    """Wood is the Goblins' loss alone, as far as there is any."""
    battle = valley({"Ann": owner(wood=wood), "Brian": Has()}, "orcs_iii_5", "goblins_iii_4", "1")
    lost = [event for event in only(battle.events, Lost) if event.resource == "wood"]
    found = {name: sum(e.amount for e in lost if e.source.startswith(name)) for name in taken}
    assert {**found, "orcs": 0} == taken


# The Demanding Capital and the Military Academy (F65)


def academy(growth: int, king: str, mine: str) -> int:
    """The soldiers that Ann's Academy brings when the King's die shows a number."""
    rules = rules_of("more-buildings", scenario="demanding-capital")
    battle = Situation(
        rules,
        "winter/battle",
        three(owner("military_academy")),
        enemy="zombies_i_4",
        rolls=[king, mine],
        prepare=lambda state: remember(state, growth=growth),
    )
    assert battle.results_left == 0
    assert change(battle.events, "Brian", "soldier") == (int(king) if int(king) <= growth // 3 else 0)
    return change(battle.events, "Ann", "soldier")


@pytest.mark.parametrize(
    ("growth", "king", "mine", "come"),
    [
        (9, "4", "1", 1),
        (9, "4", "3", 3),
        (9, "4", "6", 6),
        (12, "4", "3", 4),
        (12, "4", "5", 5),
        (11, "4", "2", 2),
        (0, "1", "1", 1),
    ],
)
def test_the_academy_must_beat_what_the_capital_leaves(growth: int, king: str, mine: str, come: int) -> None:
    """A King's die above the tokens of each player brings nobody; then any die of the Academy counts."""
    assert academy(growth, king, mine) == come


@pytest.mark.parametrize(("growth", "come"), [(6, 2), (5, 0)])
def test_heavy_snow_is_compared_with_the_capitals_tokens_like_a_die(growth: int, come: int) -> None:
    """F52: the 2 of the snow comes with two tokens for each of three players, not with fewer."""
    rules = rules_of("destiny", scenario="demanding-capital")
    battle = Situation(
        rules,
        "winter/battle",
        three(Has()),
        enemy="zombies_i_4",
        in_force=["heavy_snow"],
        prepare=lambda state: remember(state, growth=growth),
    )
    assert {event.strength for event in only(battle.events, Fought)} == {come}


@pytest.mark.parametrize(("card", "number"), [("heavy_snow", 2), ("mild_winter", 4)])
def test_a_number_that_is_not_rolled_is_the_kings_for_all_that_compares_with_it(
    card: str, number: int
) -> None:
    """F52: the Academy must beat it, the Military have no higher die; soldier tokens do not care."""
    given = three(owner("military_academy"), owner(cards=("military",)))
    rules = rules_of("destiny", "more-buildings", scenario="wheel-and-deal")
    for die in range(1, 7):
        battle = Situation(
            rules, "winter/battle", given, enemy="zombies_i_4", in_force=[card], rolls=[(die,)]
        )
        assert battle.results_left == 0, "the Academy's die is the only one"
        found = everybody(battle, of="soldiers")
        assert found == {"Ann": max(number, die), "Brian": number, "Cindy": number}
    rules = rules_of("destiny", "more-buildings", "soldier-tokens")
    battle = Situation(
        rules,
        "winter/battle",
        three(owner("military_academy")),
        enemy="zombies_i_4",
        in_force=[card],
        rolls=["6"],
    )
    play(battle, "Ann: choose 2", "Brian: choose 0", "Cindy: choose 1")
    assert everybody(battle, of="soldiers") == {"Ann": 3, "Brian": 0, "Cindy": 1}


# Ramparts: the tie is free (F22, F29)


def ramparts(die: str, stone: int, *more: str, **cards: Has) -> Situation:
    rules = rules_of("alternate-buildings", "governors")
    given = {"Ann": owner("stakewall", "ramparts", *more, stone=stone), "Brian": Has(), **cards}
    return Situation(rules, "winter/battle", given, year=3, enemy="orcs_iii_5", rolls=[die])


@pytest.mark.parametrize(
    ("die", "answer", "outcome", "stone"),
    [
        ("5", None, "victory", 0),
        ("5", "Ann: done", "victory", 1),
        ("5", "Ann: use ramparts", "victory", 0),
        ("4", "Ann: use ramparts", "victory", 0),
        ("4", "Ann: done", "defeat", 0),
        ("4", None, "defeat", 0),
        ("3", "Ann: use ramparts", "defeat", 0),
    ],
)
def test_a_tie_is_a_victory_with_or_without_the_stone(
    die: str, answer: str | None, outcome: str, stone: int
) -> None:
    """The stone buys 1 strength before the enemy shows; the tie costs nothing, with stone or without."""
    battle = ramparts(die, 0 if answer is None else 1)
    if answer is not None:
        play(battle, answer)
    ann, _ = only(battle.events, Fought)
    assert (ann.outcome, ann.strength) == (outcome, int(die) + (answer == "Ann: use ramparts"))
    if outcome == "victory":
        assert seat(battle, "Ann").goods["stone"] == stone


def test_the_free_tie_is_a_victory_in_everything() -> None:
    """O27: with a tie Ann takes the reward and the point for the strongest; Brian, as strong, nothing."""
    battle = ramparts("5", 0)
    assert (goods(battle, "Ann"), seat(battle, "Ann").vp) == ("gold", 1)
    assert (goods(battle, "Brian"), seat(battle, "Brian").vp) == ("nothing", 0)


def test_the_free_tie_also_comes_when_everything_is_asked() -> None:
    """It may be declined like every effect; then the tie stays a tie."""
    rules = rules_of("alternate-buildings")
    for answer, outcome in (("use ramparts", "victory"), ("done", "tie")):
        battle = Situation(
            rules,
            "winter/battle",
            {"Ann": owner("ramparts"), "Brian": Has()},
            year=3,
            enemy="orcs_iii_5",
            rolls=["5"],
            automation=(),
        )
        play(battle, f"Ann: {answer}")
        assert only(battle.events, Fought)[0].outcome == outcome


# Hidden Refuge: what it covers (F28)


def refuge(*buildings: str, enemy: str, year: int, **resources: int) -> Situation:
    rules = rules_of("alternate-buildings")
    given = {"Ann": owner("hidden_refuge", *buildings, **resources), "Brian": Has({"vp": 9})}
    return Situation(rules, "winter/battle", given, year=year, enemy=enemy, rolls=["1"])


def test_the_refuge_saves_the_points_on_the_card_and_nothing_else() -> None:
    """Orcs take 2 goods and, of Brian, a point; the refuge gives no good back and guards its owner alone."""
    battle = refuge(enemy="orcs_i_3", year=1, gold=2, vp=9)
    assert (goods(battle, "Ann"), seat(battle, "Ann").vp) == ("nothing", 9)
    assert seat(battle, "Brian").vp < 9


def test_the_points_of_a_fallen_building_are_lost_all_the_same() -> None:
    """Goblins take a building and a point: the Statue's 3 VP go with it, the point stays."""
    battle = refuge("statue", enemy="goblins_iii_4", year=3, vp=9)
    assert [event.building for event in only(battle.events, Destroyed)] == ["statue"]
    assert seat(battle, "Ann").vp == 9 - 3


def test_the_refuge_guards_even_in_the_defeat_that_destroys_it() -> None:
    """It is worked out before anything is lost: no point for the card, and the refuge is worth none."""
    battle = refuge(enemy="goblins_iii_4", year=3, vp=9)
    assert [event.building for event in only(battle.events, Destroyed)] == ["hidden_refuge"]
    assert seat(battle, "Ann").vp == 9


# The Mint and row A, in every season (O23, R49)

ROW_A = ("sawmill", "quarry", "goldsmith")


def season_end(season: str, *buildings: str, **resources: int) -> Situation:
    rules = rules_of("more-buildings")
    return Situation(rules, f"{season}/season.end", three(owner(*buildings, **resources)))


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_row_a_works_once_in_every_productive_season(season: str) -> None:
    """Wood makes gold, which hires at the Goldsmith; each of the three works once, also in summer."""
    end = season_end(season, *ROW_A, "mint", wood=2, stone=2)
    assert offered(end) == ["use sawmill pay wood", "use quarry pay stone", "done"]
    play(end, "Ann: use sawmill")
    assert offered(end) == ["use quarry pay stone", "use goldsmith pay gold", "done"]
    play(end, "Ann: use goldsmith", "Ann: use quarry")
    assert end.over
    assert (goods(end, "Ann"), seat(end, "Ann").soldiers, seat(end, "Ann").vp) == ("4gold+wood+stone", 1, 1)


@pytest.mark.parametrize(("season", "works"), [("spring", False), ("summer", True), ("fall", False)])
def test_without_the_mint_row_a_keeps_to_summer(season: str, *, works: bool) -> None:
    assert season_end(season, *ROW_A, wood=1).over != works


@pytest.mark.parametrize("season", ["spring", "fall"])
def test_the_mint_wakes_its_own_row_alone(season: str) -> None:
    """Inn and Training Camp keep their seasons; the Town Hall has always worked."""
    end = season_end(season, "mint", "inn", "training_camp")
    assert seat(end, "Ann").plus2 == 0
    assert seat(end, "Ann").soldiers == (season == "fall")


def test_row_a_does_not_work_in_winter() -> None:
    """O23: winter is no productive season."""
    rules = rules_of("more-buildings")
    winter = Situation(
        rules, "winter", three(owner(*ROW_A, "mint", wood=2, gold=2)), enemy="zombies_i_4", rolls=["5"]
    )
    assert winter.over
    assert goods(winter, "Ann") == "2gold+2wood"


# The Basilica as the next to be destroyed (F16, R57)


def invaded(*buildings: str, **resources: int) -> Situation:
    rules = rules_of("alternate-buildings")
    given = {"Ann": owner(*buildings, **resources), "Brian": Has()}
    return Situation(rules, "winter/battle", given, year=3, enemy="goblins_iii_4", rolls=["1"])


@pytest.mark.parametrize(
    ("owned", "falls"),
    [
        (("basilica",), []),
        (("basilica", "fortress"), ["fortress"]),
        (("basilica", "monastery", "stone_wall"), ["monastery"]),
        (("basilica", "town_hall", "inn"), ["town_hall"]),
        (("basilica", "bridge", "inn"), ["bridge"]),
    ],
)
def test_the_next_one_falls_instead_of_the_basilica(owned: tuple[str, ...], falls: list[str]) -> None:
    """It is passed over; rightmost column, topmost row goes on counting among the others."""
    battle = invaded(*owned, vp=30)
    assert [event.building for event in only(battle.events, Destroyed)] == falls
    assert "basilica" in seat(battle, "Ann").buildings


def test_behind_a_gap_the_leftmost_missing_building_is_next() -> None:
    """F16: the Monastery fell, the Basilica stands; the row goes on with the Monastery, then is full."""
    row = ("bridge", "altar", "monastery", "basilica")
    battle = invaded(*row, vp=30, gold=9, wood=9, stone=9)
    assert seat(battle, "Ann").buildings == ("bridge", "altar", "basilica")
    go_on(battle, "spring/construct")
    assert "build monastery for 3gold+wood+2stone" in offered(battle)
    assert refusal(battle, "build basilica for nothing") == "build.owned"
    play(battle, "Ann: build monastery")
    assert battle.over or not [text for text in offered(battle) if text.split()[1] in row]


# The Architects' Guild and the Sorcerer (F26, F40)


def test_the_sorcerers_buildings_are_heard_by_nobody() -> None:
    """No VP of their own, none of the Guild's, none of the Fountain's; but they count at the end."""
    rules = rules_of("more-buildings", "alternate-buildings", "governors")
    ann = Has(buildings=("architects_guild",), strips=("strip_g",), cards=("sorcerer",))
    year = Situation(rules, "year.start", {"Ann": ann, "Brian": owner("inn", "statue")}, year=3)
    play(year, "Ann: build fountain", "Ann: build statue", "Ann: build inn")
    assert seat(year, "Ann").vp == 0
    go_on(year, "scoring", year=5)
    assert seat(year, "Ann").vp == 3, "four buildings against two"


def test_a_free_building_that_falls_costs_its_points_all_the_same() -> None:
    """The clarification says so: the Statue brought nothing, and its 3 VP are lost with it."""
    rules = rules_of("governors")
    year = Situation(rules, "year.start", three(owner(cards=("sorcerer",), vp=9)), year=3)
    play(year, "Ann: build statue", "Ann: done")
    assert seat(year, "Ann").vp == 9
    state = year._state
    state.enemies = (*state.enemies[:2], rules.compiled.card["goblins_iii_4"], *state.enemies[3:])
    go_on(year, "winter/battle", year=3, rolls=["1"])
    assert [event.building for event in only(year.events, Destroyed)] == ["statue"]
    assert seat(year, "Ann").vp == 9 - 3 - 1


def test_the_sorcerer_builds_on_strips_and_does_not_fill_gaps_of_other_columns() -> None:
    """What is left of column I on Ann's own sheet is offered, the strip's building in its row."""
    rules = rules_of("alternate-buildings", "governors")
    ann = Has(buildings=("statue",), strips=("strip_c",), cards=("sorcerer",))
    year = Situation(rules, "year.start", {"Ann": ann, "Brian": Has()}, year=3)
    names = [text.split()[1] for text in offered(year, "build")]
    assert names == ["brewery", "guard_tower", "palisade", "barricade"]


def test_later_constructions_score_for_the_guild_though_the_sorcerers_did_not() -> None:
    rules = rules_of("alternate-buildings", "governors")
    ann = owner("architects_guild", cards=("sorcerer",), gold=3, wood=1)
    year = Situation(rules, "year.start", {"Ann": ann, "Brian": Has()}, year=3)
    play(year, "Ann: build statue", "Ann: done")
    go_on(year, "spring/construct")
    play(year, "Ann: build inn")
    assert seat(year, "Ann").vp == 0 + 1


# Every refusal says what stands in the way


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("influence merchant 3 via bazaar", None),
        ("influence merchant 5+3 via bazaar", "influence.wild"),
        ("influence merchant 3 bonus 1 via bazaar", "influence.wild"),
        ("influence merchant 3 plus2 via bazaar", "influence.wild"),
        ("influence astronomer 3 via bazaar", "influence.wild_reach"),
        ("influence architect 3 via bazaar", "influence.needless"),
        ("influence sergeant 3 plus2", None),
        ("influence alchemist 3 plus3", None),
        ("influence astronomer 3 plus4", "influence.token_value"),
        ("influence politician_5 5", "influence.private"),
        ("influence treasurer 5+3", None),
        ("influence queen 5+3", "influence.sum"),
        ("influence queen 6+6+5", "influence.closed"),
    ],
)
def test_why_dice_cannot_go_there(text: str, code: str | None) -> None:
    """Bazaar, Trickster, another's Politician and a closed advisor each have a reason of their own."""
    rules = rules_of("alternate-buildings", "governors", "destiny")
    ann = Has({"plus2": 1}, (3, 5, 6, 6), (1,), buildings=("bazaar",), cards=("trickster",))
    brian = Has(dice=(1,), cards=("politician",))
    table = Situation(rules, "spring/influence", {"Ann": ann, "Brian": brian}, in_force=["queen_travels"])
    assert refusal(table, text) == code
