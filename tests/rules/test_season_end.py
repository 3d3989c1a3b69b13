"""The end of a productive season: Inn, Town Hall, Embassy, and the order of their effects."""

from __future__ import annotations

import pytest

from kingsburg_rules import Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, change, goods, offered, play, refusal, seat


@pytest.mark.parametrize("vp", [10, 0], ids=["WE-B21", "WE-TX1"])
def test_we_b21_tx1_inn_token_pays_town_hall(rules: Rules, vp: int) -> None:
    """WE-B21, WE-TX1, C-28: the Inn's token comes first and buys a point at the Town Hall the same summer."""
    given = {"Ann": Has({"vp": vp}, buildings=("inn", "town_hall")), "Brian": Has()}
    end = Situation(rules, "summer/season.end", given)
    assert seat(end, "Ann").plus2 == 1
    play(end, "Ann: use town_hall pay plus2")
    assert end.over
    assert (seat(end, "Ann").vp, seat(end, "Ann").plus2) == (vp + 1, 0)


def test_we_tx1_the_owner_orders_his_effects_and_conditions_are_tested_again(rules: Rules) -> None:
    """WE-TX1, R41: asked about everything, Ann uses the Inn, and only then can she pay the Town Hall."""
    given = {"Ann": Has(buildings=("inn", "town_hall")), "Brian": Has()}
    end = Situation(rules, "summer/season.end", given, automation=())
    assert offered(end) == ["use inn", "done"]
    play(end, "Ann: use inn")
    assert offered(end) == ["use town_hall pay plus2", "done"]
    play(end, "Ann: use town_hall pay plus2")
    assert (seat(end, "Ann").vp, seat(end, "Ann").plus2) == (1, 0)


def test_we_b21b_inn_built_this_summer(rules: Rules) -> None:
    """WE-B21b, R40: the Inn gives its token in the summer of its construction."""
    given = {"Ann": Has({"gold": 1, "wood": 1}), "Brian": Has(), "Cindy": Has()}
    summer = Situation(rules, "summer", given, rolls=["666", "666", "666"])
    play(summer, "Ann: pass", "Brian: pass", "Cindy: pass", "Ann: build inn for gold+wood")
    assert summer.over
    assert seat(summer, "Ann").plus2 == 1


@pytest.mark.parametrize("season", ["spring", "fall"])
def test_we_b21b_the_inn_sleeps_outside_summer(rules: Rules, season: str) -> None:
    """WE-B21b: only summer ends with a token."""
    end = Situation(rules, f"{season}/season.end", {"Ann": Has(buildings=("inn",)), "Brian": Has()})
    assert seat(end, "Ann").plus2 == 0


def test_we_b32_town_hall_once_per_season(rules: Rules) -> None:
    """WE-B32, R39: one token or one good for one point; not both, not two, and not twice."""
    given = {"Ann": Has({"plus2": 2, "gold": 2}, buildings=("town_hall",)), "Brian": Has()}
    end = Situation(rules, "fall/season.end", given)
    for price in ("gold+plus2", "2plus2", "2gold", "vp"):
        assert refusal(end, f"use town_hall pay {price}") is not None, price
    assert offered(end) == ["use town_hall pay plus2", "use town_hall pay gold", "done"]
    play(end, "Ann: use town_hall pay gold")
    assert end.over, "the token would still be there, but the Town Hall has worked"
    assert (seat(end, "Ann").vp, goods(end, "Ann"), seat(end, "Ann").plus2) == (1, "gold", 2)


def test_r39_the_town_hall_is_optional(rules: Rules) -> None:
    """R39: who wants to keep his goods says so, and nothing is scored."""
    end = Situation(
        rules, "spring/season.end", {"Ann": Has({"wood": 1}, buildings=("town_hall",)), "Brian": Has()}
    )
    play(end, "Ann: done")
    assert end.over
    assert (seat(end, "Ann").vp, goods(end, "Ann")) == (0, "wood")


def test_o12_a_token_for_the_town_hall_is_not_the_one_of_the_season(per_season: Rules) -> None:
    """R01, O13: one token for an advisor and another one for the Town Hall, in the same season."""
    given = {"Ann": Has({"plus2": 2}, buildings=("town_hall",)), "Brian": Has(), "Cindy": Has()}
    season = Situation(per_season, "spring", given, rolls=["166", "666", "666"])
    play(season, "Ann: influence architect 1 plus2", "Brian: pass", "Cindy: pass", "Ann: pass")
    while asked(season) != "Ann use":
        play(season, "Ann: pass")
    play(season, "Ann: use town_hall pay plus2")
    assert (seat(season, "Ann").vp, seat(season, "Ann").plus2) == (1, 0)


def test_we_b33_embassy_counts_in_the_season_it_is_built(rules: Rules) -> None:
    """WE-B33, R40: four printed points, and the fifth at the end of the same season."""
    owned = ("barricade", "crane", "town_hall")
    given = {"Ann": Has({"gold": 1, "wood": 2, "stone": 2}, buildings=owned), "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["666", "666", "666"])
    play(season, "Ann: pass", "Brian: pass", "Cindy: pass", "Ann: build embassy for gold+2wood+2stone")
    assert season.over, "nothing is left for the Town Hall"
    assert seat(season, "Ann").vp == 5


def test_r40_the_town_hall_works_in_the_season_it_is_built(rules: Rules) -> None:
    """R40, C-04: its window opens after everybody has built, so the last good may be spent at once."""
    me = Has({"gold": 2, "wood": 1, "stone": 2}, buildings=("barricade", "crane"))
    season = Situation(
        rules, "spring", {"Ann": me, "Brian": Has({"gold": 2}), "Cindy": Has()}, rolls=["666"] * 3
    )
    play(season, "Ann: pass", "Brian: pass", "Cindy: pass", "Ann: build town_hall")
    assert asked(season) == "Brian build"
    play(season, "Brian: pass")
    assert offered(season) == ["use town_hall pay gold", "use town_hall pay stone", "done"]
    play(season, "Ann: use town_hall pay stone")
    assert season.over
    assert seat(season, "Ann").vp == 3


def test_r41_players_resolve_in_turn_order(rules: Rules) -> None:
    """R41, O21: all effects of the first player, then those of the next."""
    owner = Has({"gold": 1}, buildings=("town_hall", "embassy"))
    given = {"Ann": owner, "Brian": owner, "Cindy": Has()}
    end = Situation(rules, "fall/season.end", given, order=("Brian", "Cindy", "Ann"))
    assert asked(end) == "Brian use"
    assert (seat(end, "Brian").vp, seat(end, "Ann").vp) == (1, 0), "gains first; Ann's turn has not come"
    play(end, "Brian: use town_hall pay gold", "Ann: done")
    assert end.over
    assert (seat(end, "Brian").vp, seat(end, "Ann").vp) == (2, 1)


def test_o5_costless_gains_may_be_declined_where_nothing_is_automated(rules: Rules) -> None:
    """O5, R45: by default the Embassy's point is taken; with no automation the owner may say no."""
    given = {"Ann": Has(buildings=("embassy",)), "Brian": Has()}
    assert seat(Situation(rules, "spring/season.end", given), "Ann").vp == 1
    end = Situation(rules, "spring/season.end", given, automation=())
    assert offered(end) == ["use embassy", "done"]
    play(end, "Ann: done")
    assert change(end.events, "Ann", "vp") == 0
