"""Step a of a season: bonus dice, rolls, rerolls, and the turn order that follows."""

from __future__ import annotations

import pytest

from kingsburg_rules import DiceRolled, Gained, Influenced, Rules, TurnOrderSet
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, offered, only, places, play, seat

BOTH = ("statue", "chapel")


def rerolls(rules: Rules, own: tuple[int, ...], bonus: tuple[int, ...], *rolls: str) -> Situation:
    """Ann, who owns the Statue and the Chapel, has rolled; Brian owns neither."""
    given = {"Ann": Has(dice=own, bonus=bonus, buildings=BOTH), "Brian": Has(dice=(1, 2, 6))}
    return Situation(rules, "spring/dice.reroll", given, rolls=rolls)


def test_we_b04_turn_order_with_tie(rules: Rules) -> None:
    """WE-B04, R21: the lowest total goes first; Cindy and David, both 10, keep last season's order."""
    given = {
        "Ann": Has(dice=(1, 3, 5)),
        "Brian": Has(dice=(4, 4, 5)),
        "Cindy": Has(dice=(2, 2, 6)),
        "David": Has(dice=(2, 3, 5)),
    }
    order = Situation(rules, "spring/line_up", given, order=("Cindy", "Ann", "David", "Brian"))
    assert order.state.turn_order == ("Ann", "Cindy", "David", "Brian")


@pytest.mark.parametrize("before", ["Ann Brian Cindy", "Cindy Brian Ann", "Brian Cindy Ann"])
def test_r21_a_tie_of_all_changes_nothing(rules: Rules, before: str) -> None:
    """R21: with three equal totals the order stays what it was, whatever it was."""
    given = {"Ann": Has(dice=(1, 2, 6)), "Brian": Has(dice=(3, 3, 3)), "Cindy": Has(dice=(4, 4, 1))}
    order = Situation(rules, "spring/line_up", given, order=before.split())
    assert " ".join(order.state.turn_order) == before


def test_r02_tokens_do_not_count_for_the_order_and_bonus_dice_do(rules: Rules) -> None:
    """R02: Ann's three "+2" tokens leave her total at 5, Cindy's bonus die makes hers 6."""
    given = {
        "Ann": Has({"plus2": 3}, dice=(1, 1, 3)),
        "Brian": Has(dice=(2, 2, 3)),
        "Cindy": Has(dice=(1, 1, 1), bonus=(3,)),
    }
    order = Situation(rules, "fall/line_up", given, order=("Cindy", "Brian", "Ann"))
    assert order.state.turn_order == ("Ann", "Cindy", "Brian")


def test_we_b05_statue_then_chapel_four_dice(rules: Rules) -> None:
    """WE-B05, R19: four 2s allow the Statue, its 1 makes 7 and allows the Chapel, then both are spent."""
    season = rerolls(rules, (2, 2, 2), (2,), "1", "111", "1")
    assert offered(season) == ["use statue", "done"]
    play(season, "Ann: use statue", "Ann: die 2")
    assert (seat(season, "Ann").dice, seat(season, "Ann").bonus) == ((1, 2, 2), (2,))
    assert offered(season) == ["use chapel", "done"]
    play(season, "Ann: use chapel")
    assert (seat(season, "Ann").dice, seat(season, "Ann").bonus) == ((1, 1, 1), (1,))
    assert season.over, "four equal dice of total 4: both conditions hold, but both cards are used"


@pytest.mark.parametrize("result", [2, 3, 4, 5, 6])
def test_we_b05b_statue_reroll_leaves_total_above_seven(rules: Rules, result: int) -> None:
    """WE-B05b: any Statue result but a 1 leaves more than 7; a fourth 2 does not wake the Statue again."""
    season = rerolls(rules, (2, 2, 2), (2,), str(result))
    play(season, "Ann: use statue", "Ann: die 2 bonus")
    assert seat(season, "Ann").bonus == (result,)
    assert season.over


def test_we_b05c_turn_order_uses_final_dice(rules: Rules) -> None:
    """WE-B05c, R18, O9: all finish their rerolls, in last season's order; only then the new order is set."""
    given = {"Ann": Has(buildings=("statue",)), "Brian": Has(buildings=("chapel",)), "Cindy": Has()}
    season = Situation(
        rules,
        "spring",
        given,
        order=("Cindy", "Brian", "Ann"),
        rolls=["124", "112", "222", "666", "1"],
    )
    assert only(season.events, TurnOrderSet) == []
    play(season, "Brian: use chapel")
    assert seat(season, "Brian").dice == (6, 6, 6)
    assert asked(season) == "Ann use"
    assert only(season.events, TurnOrderSet) == []
    play(season, "Ann: use statue")
    assert only(season.events, TurnOrderSet) == [TurnOrderSet(("Ann", "Cindy", "Brian"))]
    assert asked(season) == "Ann influence"


def test_o9_after_done_rerolls_are_over(rules: Rules) -> None:
    """O8, O9: who is done does not get another chance, and the next player is asked."""
    given = {"Ann": Has(dice=(1, 1, 1), buildings=BOTH), "Brian": Has(dice=(2, 2, 2), buildings=BOTH)}
    season = Situation(rules, "spring/dice.reroll", given)
    play(season, "Ann: done")
    assert asked(season) == "Brian use"
    play(season, "Brian: done")
    assert season.over


def test_r20_the_owner_chooses_the_die_for_the_statue(rules: Rules) -> None:
    """R20, O8: with a bonus die, it is that one or an own one; equal dice of one color are one choice."""
    season = rerolls(rules, (4, 4, 4), (4,), "6")
    play(season, "Ann: use statue")
    assert offered(season) == ["die 4", "die 4 bonus"]
    play(season, "Ann: die 4")
    assert (seat(season, "Ann").dice, seat(season, "Ann").bonus) == ((4, 4, 6), (4,))


@pytest.mark.parametrize(("own", "bonus"), [((2, 2, 2), (3,)), ((1, 1, 5), ()), ((3, 3, 4), (3,))])
def test_r19_bonus_dice_count_for_the_statue(
    rules: Rules, own: tuple[int, ...], bonus: tuple[int, ...]
) -> None:
    """R19: all dice must be equal, the bonus die too; else the Statue is not offered."""
    assert "use statue" not in offered(rerolls(rules, own, bonus))


@pytest.mark.parametrize(
    ("own", "bonus", "usable"),
    [((1, 2, 4), (), True), ((1, 2, 5), (), False), ((1, 2, 3), (1,), True), ((1, 2, 3), (2,), False)],
)
def test_r19_bonus_dice_count_for_the_chapel(
    rules: Rules, own: tuple[int, ...], bonus: tuple[int, ...], usable: bool
) -> None:
    """R19: seven or less, bonus dice included."""
    assert ("use chapel" in offered(rerolls(rules, own, bonus))) == usable


def test_we_tx2_example_ii_333(rules: Rules) -> None:
    """WE-TX2: 3-3-3 is too much for the Chapel; the Statue makes 7 of it, then the Chapel rolls all three."""
    season = rerolls(rules, (3, 3, 3), (), "1", "555")
    assert offered(season) == ["use statue", "done"]
    play(season, "Ann: use statue")
    assert seat(season, "Ann").dice == (1, 3, 3)
    assert offered(season) == ["use chapel", "done"]
    play(season, "Ann: use chapel")
    assert seat(season, "Ann").dice == (5, 5, 5)
    assert season.over


@pytest.mark.parametrize(("result", "statue_left"), [("145", False), ("444", True)])
def test_we_tx3a_example_iii_chapel_first(rules: Rules, result: str, statue_left: bool) -> None:
    """WE-TX3a: 2-2-2 allows both; after the Chapel the Statue needs three equal dice anew."""
    season = rerolls(rules, (2, 2, 2), (), result)
    assert offered(season) == ["use statue", "use chapel", "done"]
    play(season, "Ann: use chapel")
    assert offered(season) == (["use statue", "done"] if statue_left else [])


def test_we_b06c_two_white_dice_next_spring(rules: Rules) -> None:
    """WE-B06c, R14: the King's die and the Farm's die are rolled together, beside the three own dice."""
    given = {"Ann": Has({"bonus_die": 1}, buildings=("farm",)), "Brian": Has(), "Cindy": Has()}
    spring = Situation(rules, "spring", given, rolls=["123", "45", "111", "222"])
    assert (seat(spring, "Ann").dice, seat(spring, "Ann").bonus) == ((1, 2, 3), (4, 5))
    assert spring.state.turn_order == ("Brian", "Cindy", "Ann")


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_we_b23_farm(rules: Rules, season: str) -> None:
    """WE-B23: the Farm brings one bonus die in each productive season, and it goes back at the end."""
    given = {"Ann": Has(buildings=("farm",)), "Brian": Has(), "Cindy": Has()}
    at = Situation(rules, season, given, rolls=["666", "6", "111", "222"])
    assert [event.bonus for event in only(at.events, DiceRolled)] == [(6,), (), ()]
    play(at, "Brian: pass", "Cindy: pass", "Ann: pass")
    assert at.over
    assert (seat(at, "Ann").bonus_dice, seat(at, "Ann").bonus) == (0, ())


def test_r17_the_farm_works_from_the_next_season_and_is_gone_with_the_building(rules: Rules) -> None:
    """R17: no bonus die in the season of construction, one in the next, none after the Farm has fallen."""
    owned = Has({"gold": 2, "wood": 3, "stone": 1}, buildings=("inn", "market"))
    spring = Situation(
        rules, "spring", {"Ann": owned, "Brian": Has(), "Cindy": Has()}, rolls=["111", "222", "333"]
    )
    assert only(spring.events, DiceRolled)[0].bonus == ()
    play(spring, "Ann: pass", "Brian: pass", "Cindy: pass", "Ann: build farm")
    assert spring.over
    standing = Has(buildings=seat(spring, "Ann").buildings)
    summer = Situation(rules, "summer", {"Ann": standing, "Brian": Has(), "Cindy": Has()}, rolls=["111", "4"])
    assert only(summer.events, DiceRolled)[0].bonus == (4,)
    winter = Situation(rules, "winter", {"Ann": standing, "Brian": Has()}, enemy="goblins_i_3", rolls=["2"])
    assert "farm" not in seat(winter, "Ann").buildings
    left = Has(buildings=seat(winter, "Ann").buildings)
    later = Situation(rules, "spring", {"Ann": left, "Brian": Has(), "Cindy": Has()}, rolls=["111"])
    assert only(later.events, DiceRolled)[0].bonus == ()


def test_we_b24_merchants_guild_before_roll(rules: Rules) -> None:
    """WE-B24, R43, R67: neutral dice first, then the gold of the Merchants' Guild, then the players roll."""
    given = {"Ann": Has(buildings=("merchants_guild",)), "Brian": Has()}
    season = Situation(rules, "fall", given, rolls=["256", "34", "111", "222"])
    neutral = Influenced(None, "champion", (2, 5, 6), (), 0, (), envoy=False)
    gold = Gained("Ann", "gold", 1, "merchants_guild")
    found = places(season.events, neutral, gold, only(season.events, DiceRolled)[0])
    assert found == sorted(found)
