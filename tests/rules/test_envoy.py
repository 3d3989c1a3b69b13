"""Phase 5 and what the King's Envoy does until it comes round again."""

from __future__ import annotations

import pytest

from kingsburg_rules import Gained, Game, Lost, PhaseStarted, Rewarded, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import (
    Table,
    asked,
    change,
    everybody,
    go_on,
    goods,
    offered,
    only,
    play,
    quietly,
    refusal,
    seat,
)

FOUR = ("inn", "palisade", "barricade", "guard_tower")
SENT = Has({"envoy": 1})


def envoy(at: Table) -> list[str]:
    return [name for name, holds in everybody(at, of="envoy").items() if holds]


def phase_5(rules: Rules, *goods_held: int, holder: int | None = None) -> Situation:
    """Ann owns five buildings, the others four; their goods are given in the order of the alphabet."""
    names = ("Ann", "Brian", "Cindy", "David")
    given = {
        name: Has(
            {"gold": count, "envoy": int(seat == holder)},
            buildings=(*FOUR, "statue") if name == "Ann" else FOUR,
        )
        for seat, (name, count) in enumerate(zip(names, goods_held, strict=True))
    }
    return Situation(rules, "kings_envoy", given, year=2)


def test_we_b12_envoy_assignment(rules: Rules) -> None:
    """WE-B12: of three players with four buildings David has the fewest goods and gets the Envoy."""
    assert envoy(phase_5(rules, 0, 2, 1, 0)) == ["David"]


def test_we_b13_envoy_not_assigned_on_full_tie(rules: Rules) -> None:
    """WE-B13, C-05: Cindy and David are tied on buildings and goods, so nobody gets it."""
    assert envoy(phase_5(rules, 0, 2, 0, 0)) == []


@pytest.mark.parametrize(("holder", "then"), [(0, "David"), (3, "David")])
def test_r12_an_unused_envoy_is_returned_and_assigned_anew(rules: Rules, holder: int, then: str) -> None:
    """R12, O4: last year's Envoy goes back first; the same player may get it again."""
    phase = phase_5(rules, 0, 2, 1, 0, holder=holder)
    assert envoy(phase) == [then]
    moved = [event for event in phase.events if isinstance(event, Lost | Gained)]
    assert [type(event) for event in moved] == [Lost, Gained]


def test_r12_in_a_full_tie_it_leaves_its_holder(rules: Rules) -> None:
    """R12, R38: returned unused, and then given to nobody."""
    assert envoy(phase_5(rules, 0, 2, 0, 0, holder=2)) == []


def test_r12_the_envoy_is_kept_from_fall_to_next_summer(rules: Rules) -> None:
    """R12: given to Ann in phase 5, it serves in fall, next spring and next summer; then it is given anew."""
    given = {"Ann": Has(), "Brian": Has({"gold": 1}), "Cindy": Has({"gold": 1})}
    table = Situation(rules, "kings_envoy", given, enemy="zombies_i_4")
    rolls = ["166", "111", "122"]
    for season, year in (("fall", 1), ("spring", 2), ("summer", 2)):
        go_on(table, season, year=year, rolls=rolls)
        play(table, "Brian: influence jester 1", "Cindy: pass")
        assert "influence jester 1 envoy" in offered(table)
        play(table, "Ann: pass", "Brian: pass")
        assert envoy(table) == ["Ann"]
        rolls = ["111", "122", "166"]
        if season == "fall":
            go_on(table, "winter", rolls=["6"])
    before = len(table.events)
    go_on(table, "kings_envoy")
    moved = [event for event in table.events[before:] if isinstance(event, Lost | Gained)]
    assert [(type(event), event.player) for event in moved] == [(Lost, "Ann"), (Gained, "Ann")]


def test_we_b14_envoy_double_build(rules: Rules) -> None:
    """WE-B14, R33: David builds the Barricade, then with the Envoy the Blacksmith, paying for each."""
    given = {"Ann": Has(), "David": Has({"gold": 1, "wood": 3, "envoy": 1}, buildings=("guard_tower",))}
    site = Situation(rules, "fall/construct", given)
    play(site, "David: build barricade for wood")
    assert all(text.endswith("envoy") for text in offered(site, "build ")), "the second one is the Envoy's"
    assert refusal(site, "build blacksmith for gold+2wood") == "build.envoy", (
        "nobody spends the Envoy unasked"
    )
    play(site, "David: build blacksmith for gold+2wood envoy")
    david = seat(site, "David")
    assert (goods(site, "David"), david.vp, david.envoy) == ("nothing", 2, False)
    assert set(david.buildings) == {"guard_tower", "barricade", "blacksmith"}
    assert site.over


def test_r33_the_envoys_building_may_be_the_next_of_the_same_row(rules: Rules) -> None:
    """R33: Barricade and Crane in one turn; before the Barricade stands the Crane is refused."""
    site = Situation(
        rules, "fall/construct", {"Ann": Has({"wood": 2, "stone": 1, "envoy": 1}), "Brian": Has()}
    )
    assert refusal(site, "build crane for wood+stone") == "build.order"
    play(site, "Ann: build barricade", "Ann: build crane for wood+stone envoy")
    assert seat(site, "Ann").buildings == ("barricade", "crane")


def test_r33_there_is_no_third_building(rules: Rules) -> None:
    """R33: one building and one more with the Envoy, whatever is left to pay with."""
    rich = Has({"gold": 9, "wood": 9, "stone": 9, "envoy": 1})
    site = Situation(rules, "fall/construct", {"Ann": rich, "Brian": Has({"gold": 2})})
    play(site, "Ann: build inn", "Ann: build market for 2gold+2wood envoy")
    assert asked(site) == "Brian build"


def test_r33_after_two_buildings_the_next_player_builds_without_an_envoy(rules: Rules) -> None:
    rich = Has({"gold": 9, "wood": 9, "stone": 9, "envoy": 1})
    site = Situation(rules, "spring/construct", {"Ann": rich, "Brian": Has({"gold": 2})})
    play(site, "Ann: build inn", "Ann: build market for 2gold+2wood envoy", "Brian: build statue for 2gold")
    assert site.over


def test_r33_without_the_envoy_one_building_a_season(rules: Rules) -> None:
    """R33, O19: the next player is asked at once."""
    rich = Has({"gold": 9, "wood": 9, "stone": 9})
    site = Situation(rules, "fall/construct", {"Ann": rich, "Brian": Has({"gold": 2})})
    play(site, "Ann: build inn")
    assert asked(site) == "Brian build"


def test_o20_who_declines_the_first_is_not_asked_for_a_second(rules: Rules) -> None:
    """O20: passing ends the turn to build, and the Envoy stays; the second building may be declined too."""
    rich = Has({"gold": 9, "wood": 9, "stone": 9, "envoy": 1})
    site = Situation(rules, "fall/construct", {"Ann": rich, "Brian": Has({"gold": 2})})
    play(site, "Ann: pass")
    assert asked(site) == "Brian build"
    assert envoy(site) == ["Ann"]
    site = Situation(rules, "fall/construct", {"Ann": rich, "Brian": Has({"gold": 2})})
    play(site, "Ann: build inn", "Ann: pass")
    assert asked(site) == "Brian build"
    assert envoy(site) == ["Ann"]


def test_we_b15_envoy_shared_advisor(rules: Rules) -> None:
    """WE-B15, C-29: David joins Brian at the Architect with a 3 and the Envoy; each of them gets 1 wood."""
    given = {"Ann": Has(), "Brian": Has(), "David": SENT}
    season = Situation(rules, "spring", given, order=("Brian", "David", "Ann"), rolls=["366", "366", "666"])
    play(season, "Brian: influence architect 3", "David: influence architect 3 envoy")
    assert not seat(season, "David").envoy
    play(season, "Ann: pass", "Brian: pass", "David: pass")
    assert (goods(season, "Brian"), goods(season, "David")) == ("wood", "wood")


def test_r08_envoy_on_an_advisor_of_ones_own(rules: Rules) -> None:
    """R08, O14: Ann joins herself at the Squire and is paid twice."""
    given = {"Ann": SENT, "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["225", "666", "666"])
    play(
        season,
        "Ann: influence squire 2",
        "Brian: pass",
        "Cindy: pass",
        "Ann: influence squire 2 envoy",
        "Ann: pass",
    )
    assert [event.advisor for event in only(season.events, Rewarded)] == ["squire", "squire"]
    assert change(season.events, "Ann", "gold") == 2


def test_r09_envoy_on_neutral_dice(rules: Rules) -> None:
    """R09, O10: Ann joins neutral dice at the Astronomer; she is rewarded, the neutral dice are not."""
    season = Situation(rules, "spring", {"Ann": SENT, "Brian": Has()}, rolls=["256", "34", "166", "666"])
    play(season, "Ann: influence astronomer 6+1 envoy", "Brian: pass", "Ann: pass", "Ann: take wood")
    assert [event.player for event in only(season.events, Rewarded)] == ["Ann"]
    assert (goods(season, "Ann"), seat(season, "Ann").plus2) == ("wood", 1)


def test_r10_no_envoy_on_a_free_advisor(rules: Rules) -> None:
    """R10: there it would do nothing, so it cannot be used."""
    given = {"Ann": Has({"envoy": 1}, dice=(3, 5)), "Brian": Has(influenced=("sergeant",))}
    table = Situation(rules, "summer/influence", given)
    assert refusal(table, "influence architect 3 envoy") == "influence.envoy_free"
    assert offered(table) == [
        "influence architect 3",
        "influence treasurer 5+3",
        "influence sergeant 5 envoy",
        "pass",
    ]
    assert refusal(table, "influence sergeant 5") == "influence.taken", "nobody spends the Envoy unasked"


def test_r10_there_is_only_one_envoy(rules: Rules) -> None:
    """R10, R11: two groups at one advisor are the most; once used the Envoy is gone."""
    given = {"Ann": Has({"envoy": 1}, dice=(5, 6)), "Brian": Has(influenced=("sergeant", "alchemist"))}
    table = Situation(rules, "summer/influence", given)
    play(table, "Ann: influence sergeant 5 envoy")
    assert table.over, "the 6 is blocked, the 11 needs the die that was used"
    assert envoy(table) == []


def test_without_the_envoy_an_occupied_advisor_is_closed(rules: Rules) -> None:
    """R08: whoever has not got it cannot say so."""
    given = {"Ann": Has(dice=(5, 6)), "Brian": Has({"envoy": 1}, influenced=("sergeant",))}
    table = Situation(rules, "summer/influence", given)
    assert refusal(table, "influence sergeant 5 envoy") == "influence.no_envoy"


def test_r11_used_for_dice_it_does_not_build(rules: Rules) -> None:
    """R11: one Envoy serves one purpose; after joining an advisor there is no second building."""
    given = {"Ann": Has({"gold": 5, "wood": 5, "envoy": 1}), "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["113", "223", "666"])
    play(
        season,
        "Ann: influence jester 1",
        "Brian: pass",
        "Cindy: pass",
        "Ann: influence jester 1 envoy",
        "Ann: pass",
    )
    assert change(season.events, "Ann", "vp") == 2
    play(season, "Ann: build inn")
    assert season.over


def test_r05_market_with_the_envoy(rules: Rules) -> None:
    """R05: Ann's 6 becomes a 5 by the Market and joins Brian at the Sergeant by the Envoy."""
    given = {
        "Ann": Has({"envoy": 1}, dice=(6,), buildings=("market",)),
        "Brian": Has(influenced=("sergeant",)),
    }
    table = Situation(rules, "summer/influence", given)
    play(table, "Ann: influence sergeant 6 via market envoy")
    assert [dice.player for dice in table.state.advisors if dice.rank == 5] == ["Ann", "Brian"]


def test_r06_token_with_the_envoy(rules: Rules) -> None:
    """R06, R03: a "+2" token works with the Envoy, the Market too in the same group."""
    given = {
        "Ann": Has({"envoy": 1, "plus2": 1}, dice=(3,), buildings=("market",)),
        "Brian": Has(influenced=("sergeant", "alchemist")),
    }
    table = Situation(rules, "summer/influence", given)
    assert [text for text in offered(table) if text.endswith("envoy")] == [
        "influence sergeant 3 plus2 envoy",
        "influence alchemist 3 plus2 via market envoy",
    ]


def test_r42_phase_5_follows_the_end_of_summer(rules: Rules) -> None:
    """R42: Ann's Inn gives its token while it is still summer, before the Envoy is given."""
    script = (
        "012",
        "goblins_i_3",
        "orcs_ii_4",
        "zombies_iii_6",
        "demons_iv_6",
        "dragons_v_9",
        "244",
        "666",
        "666",
    )
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=script)
    for name in ("Ann", "Brian", "Cindy"):
        game.play("take wood", name)
    play(game, "Ann: influence squire 2", "Brian: pass", "Cindy: pass", "Ann: pass", "Ann: build inn")
    told = quietly(game, phase="fall", year=1)
    token = next(
        at for at, event in enumerate(told) if isinstance(event, Gained) and event.resource == "plus2"
    )
    phases = {event.phase: at for at, event in enumerate(told) if isinstance(event, PhaseStarted)}
    assert token < phases["kings_envoy"] < phases["fall"]
    assert envoy(game) == [], "Brian and Cindy are tied"


def test_r42_what_summer_costs_counts_in_phase_5(rules: Rules) -> None:
    """R42: Ann spends her last good at the Town Hall at the end of summer and so gets the Envoy."""
    given = {"Ann": Has({"gold": 1}, buildings=("town_hall",)), "Brian": Has({"gold": 1}, buildings=("inn",))}
    table = Situation(rules, "summer/season.end", given)
    play(table, "Ann: use town_hall pay gold")
    go_on(table, "kings_envoy")
    assert envoy(table) == ["Ann"]
