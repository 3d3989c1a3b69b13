"""Step c of a season: what the advisors give, in which order, and what may be declined."""

from __future__ import annotations

import pytest

from kingsburg_rules import EnemySeen, Game, Peeked, Rewarded, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, change, everybody, goods, offered, only, play, refusal, seat

ADVISORS = (
    *("jester", "squire", "architect", "merchant", "sergeant", "alchemist", "astronomer", "treasurer"),
    *("master_hunter", "general", "swordsmith", "duchess", "champion", "smuggler", "inventor", "wizard"),
    *("queen", "king"),
)
"""By rank, from 1."""

ONE = ["take gold", "take wood", "take stone"]
TWO = ["take 2gold", "take gold+wood", "take gold+stone", "take 2wood", "take wood+stone", "take 2stone"]

TABLE: dict[int, tuple[list[str], dict[str, int]]] = {
    1: ([], {"vp": 1}),
    2: ([], {"gold": 1}),
    3: ([], {"wood": 1}),
    4: (["take wood", "take gold"], {"gold": 1}),
    5: ([], {"soldiers": 1}),
    7: (ONE, {"gold": 1, "plus2": 1}),
    8: ([], {"gold": 2}),
    9: (["take gold", "take stone"], {"wood": 1, "gold": 1}),
    10: ([], {"soldiers": 2}),
    11: (["take wood", "take gold"], {"stone": 1, "gold": 1}),
    12: (TWO, {"gold": 2, "plus2": 1}),
    13: ([], {"stone": 3}),
    15: ([], {"gold": 1, "wood": 1, "stone": 1}),
    16: ([], {"gold": 4}),
    17: (TWO, {"gold": 2, "vp": 3}),
    18: ([], {"gold": 1, "wood": 1, "stone": 1, "soldiers": 1}),
}
"""What each rank lets the player choose, and what he has after choosing gold; 6 and 14 ask for a payment."""


def rewards(rules: Rules, **given: Has) -> Situation:
    return Situation(rules, "spring/rewards", given)


def holdings(at: Situation, player: str) -> dict[str, int]:
    there = seat(at, player)
    held = {**there.goods, "vp": there.vp, "plus2": there.plus2, "soldiers": there.soldiers}
    return {name: count for name, count in held.items() if count}


@pytest.mark.parametrize("rank", TABLE)
def test_we_b08e_advisor_reward_table(rules: Rules, rank: int) -> None:
    """WE-B08e, R25, R26: each advisor offers exactly this choice and gives this, to that player only."""
    choice, gained = TABLE[rank]
    at = rewards(rules, Ann=Has(influenced=(ADVISORS[rank - 1],)), Brian=Has())
    assert sorted(offered(at)) == sorted(choice)
    if choice:
        play(at, "Ann: take 2gold" if choice is TWO else "Ann: take gold")
    assert at.over
    assert holdings(at, "Ann") == gained
    assert holdings(at, "Brian") == {}


def test_the_ranks_are_one_to_eighteen(rules: Rules) -> None:
    """WE-B08e: eighteen advisors in this order."""
    assert [place.name for place in sorted(rules.compiled.places, key=lambda place: place.rank)] == [
        *ADVISORS
    ]
    assert sorted(place.rank for place in rules.compiled.places) == [*range(1, 19)]


def test_we_b07_rewards_ascending(rules: Rules) -> None:
    """WE-B07, R22: from the lowest rank up; the Merchant's wood pays the Alchemist in the same step."""
    given = {
        "Ann": Has({"wood": 1}, influenced=("jester", "treasurer")),
        "Brian": Has({"stone": 1}, influenced=("master_hunter",)),
        "Cindy": Has({"gold": 1}, influenced=("merchant", "alchemist")),
        "David": Has({"gold": 1}, influenced=("architect", "astronomer")),
    }
    at = Situation(rules, "spring/rewards", given, order=("Ann", "Cindy", "David", "Brian"))
    play(at, "Cindy: take wood", "Cindy: trade wood for gold+stone", "David: take wood", "Brian: take gold")
    assert at.over
    assert {name: goods(at, name) for name in given} == {
        "Ann": "2gold+wood",
        "Brian": "gold+wood+stone",
        "Cindy": "2gold+stone",
        "David": "gold+2wood",
    }
    assert everybody(at, of="vp") == {"Ann": 1, "Brian": 0, "Cindy": 0, "David": 0}
    assert everybody(at, of="plus2") == {"Ann": 0, "Brian": 0, "Cindy": 0, "David": 1}
    assert [(event.player, event.advisor) for event in only(at.events, Rewarded)] == [
        ("Ann", "jester"),
        ("David", "architect"),
        ("Cindy", "merchant"),
        ("Cindy", "alchemist"),
        ("David", "astronomer"),
        ("Ann", "treasurer"),
        ("Brian", "master_hunter"),
    ]


def test_we_b08_alchemist_trade(rules: Rules) -> None:
    """WE-B08: 1 stone becomes 1 gold and 1 wood; the good that is given is not among those gained."""
    at = rewards(rules, Ann=Has({"stone": 1}, influenced=("alchemist",)), Brian=Has())
    assert offered(at) == ["trade stone for gold+wood", "done"]
    play(at, "Ann: trade stone for gold+wood")
    assert at.over
    assert goods(at, "Ann") == "gold+wood"


def test_we_b08_the_alchemist_trades_one_good_once(rules: Rules) -> None:
    """WE-B08: whatever a player holds, one good of any kind is given, once."""
    at = rewards(rules, Ann=Has({"gold": 2, "wood": 2, "stone": 2}, influenced=("alchemist",)), Brian=Has())
    assert offered(at) == [
        "trade gold for wood+stone",
        "trade wood for gold+stone",
        "trade stone for gold+wood",
        "done",
    ]
    play(at, "Ann: trade gold for wood+stone")
    assert at.over
    assert goods(at, "Ann") == "gold+3wood+3stone"


def test_r23_alchemist_without_goods(rules: Rules) -> None:
    """R23: nothing happens, tokens and VP are no goods; to influence the Alchemist is legal all the same."""
    at = rewards(rules, Ann=Has({"plus2": 2, "vp": 5}, influenced=("alchemist",)), Brian=Has())
    assert at.over
    assert holdings(at, "Ann") == {"vp": 5, "plus2": 2}
    table = Situation(rules, "spring/influence", {"Ann": Has(dice=(6,)), "Brian": Has()})
    assert "influence alchemist 6" in offered(table)


@pytest.mark.parametrize("advisor", ["alchemist", "smuggler"])
def test_r24_a_payment_may_be_declined(rules: Rules, advisor: str) -> None:
    """R24, O15: Alchemist and Smuggler take nothing from who says no."""
    at = rewards(rules, Ann=Has({"gold": 1, "vp": 2}, influenced=(advisor,)), Brian=Has())
    play(at, "Ann: done")
    assert at.over
    assert holdings(at, "Ann") == {"gold": 1, "vp": 2}


@pytest.mark.parametrize("vp", [3, 0, -4])
def test_we_b08c_smuggler_at_zero_and_below(rules: Rules, vp: int) -> None:
    """WE-B08c, R27, R60: the Smuggler can be paid at 0 VP and below; the score goes (further) below zero."""
    at = rewards(rules, Ann=Has({"vp": vp}, influenced=("smuggler",)), Brian=Has())
    assert offered(at) == ["pay vp", "done"]
    assert refusal(at, "pay 9vp") == "action.not_offered", "there is no lack of points"
    play(at, "Ann: pay vp")
    assert len(offered(at)) == 10, "three goods of three kinds can be chosen in ten ways"
    play(at, "Ann: take gold+wood+stone")
    assert holdings(at, "Ann") == {"gold": 1, "wood": 1, "stone": 1, "vp": vp - 1}


@pytest.mark.parametrize(("vp", "space"), [(-1, 59), (-2, 58), (0, 0), (60, 0)])
def test_we_b08d_negative_score_display(rules: Rules, vp: int, space: int) -> None:
    """WE-B08d, R60: a score below zero is kept as it is; modulo 60 it tells the space on the track."""
    at = rewards(rules, Ann=Has({"vp": vp + 1}, influenced=("smuggler",)), Brian=Has())
    play(at, "Ann: pay vp", "Ann: take 3gold")
    assert seat(at, "Ann").vp == vp
    assert seat(at, "Ann").vp % 60 == space


@pytest.mark.parametrize("advisor", ["sergeant", "king", "squire", "champion"])
def test_r25_a_plain_gain_cannot_be_declined(rules: Rules, advisor: str) -> None:
    """R25: even a table that automates nothing is not asked whether it wants the soldier or the goods."""
    given = {"Ann": Has(influenced=(advisor,)), "Brian": Has()}
    at = Situation(rules, "spring/rewards", given, automation=())
    assert at.over
    assert holdings(at, "Ann") != {}


def test_r26_exactly_one_of_two_is_chosen(rules: Rules) -> None:
    """R26: neither both nor nothing."""
    at = rewards(rules, Ann=Has(influenced=("swordsmith",)), Brian=Has())
    for text in ("take gold+wood", "take stone", "done", "pass"):
        assert refusal(at, text) is not None, text
    assert offered(at) == ["take gold", "take wood"]


def test_r28_two_players_on_one_advisor_are_rewarded_in_turn_order(rules: Rules) -> None:
    """R28, O10: Brian was at the Architect first, but Ann, who joins him, is earlier in turn order."""
    given = {"Ann": Has({"envoy": 1}), "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["113", "366", "666"])
    play(season, "Ann: influence jester 1", "Brian: influence architect 3", "Cindy: pass")
    play(season, "Ann: influence architect 3 envoy", "Brian: pass")
    assert [(event.player, event.advisor) for event in only(season.events, Rewarded)] == [
        ("Ann", "jester"),
        ("Ann", "architect"),
        ("Brian", "architect"),
    ]


def test_we_b27_stables(rules: Rules) -> None:
    """WE-B27: one soldier more from Sergeant, General and King; none from the others."""
    owned = ("palisade", "stables")
    for advisor, soldiers in (("sergeant", 2), ("general", 3), ("king", 2), ("squire", 0), ("inventor", 0)):
        at = rewards(rules, Ann=Has(buildings=owned, influenced=(advisor,)), Brian=Has())
        assert seat(at, "Ann").soldiers == soldiers, advisor


def test_r29_stables_with_a_double_influence(rules: Rules) -> None:
    """R29, O17: own dice and the Envoy at the General, with Stables, make six soldiers."""
    me = Has({"envoy": 1, "bonus_die": 1}, buildings=("palisade", "stables"))
    season = Situation(
        rules,
        "spring",
        {"Ann": me, "Brian": Has(), "Cindy": Has()},
        rolls=["456", "5", "666", "666"],
        order=("Ann", "Brian", "Cindy"),
    )
    play(season, "Brian: pass", "Cindy: pass", "Ann: influence general 6+4")
    play(season, "Ann: influence general 5 bonus 5 envoy")
    assert season.over
    assert seat(season, "Ann").soldiers == 6


def test_r29_the_stables_look_at_this_reward_only(rules: Rules) -> None:
    """R29: soldiers that were there before, or that an opponent gains, call no further soldier."""
    at = rewards(
        rules,
        Ann=Has({"soldier": 3}, buildings=("stables",), influenced=("squire",)),
        Brian=Has(influenced=("general",)),
    )
    assert everybody(at, of="soldiers") == {"Ann": 3, "Brian": 2}


def test_r30_stables_built_this_season_come_too_late(rules: Rules) -> None:
    """R30: rewards come before construction, so the Sergeant sends one soldier."""
    given = {
        "Ann": Has({"gold": 1, "wood": 1, "stone": 1}, buildings=("palisade",)),
        "Brian": Has(),
        "Cindy": Has(),
    }
    season = Situation(rules, "spring", given, rolls=["122", "666", "666"])
    play(season, "Ann: influence sergeant 2+2+1", "Brian: pass", "Cindy: pass", "Ann: build stables")
    assert seat(season, "Ann").soldiers == 1


@pytest.mark.parametrize(
    ("advisor", "dice", "roll"), [("general", "5+4+1", "145"), ("queen", "6+6+5", "566")]
)
def test_r31_general_and_queen_show_the_enemy_to_one_player(
    rules: Rules, advisor: str, dice: str, roll: str
) -> None:
    """R31, O18: Ann alone sees the enemy of this year; the others only see that she looks."""
    enemies = ("zombies_i_4", "orcs_ii_4", "zombies_iii_6", "demons_iv_6", "dragons_v_9")
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=("012", *enemies, roll, "666", "666"))
    for name in game.players:
        game.play("take gold", name)
    told = play(game, f"Ann: influence {advisor} {dice}")
    told += play(game, "Brian: pass", "Cindy: pass")
    if advisor == "queen":
        told += play(game, "Ann: take 2wood")
    assert only(told, Peeked) == [Peeked("Ann", 1)]
    assert only(told, EnemySeen) == [EnemySeen("Ann", 1, "zombies_i_4")]
    assert dict(game.view("Ann").seen_enemies) == {1: "zombies_i_4"}
    for other in ("Brian", "Cindy", None):
        assert "zombies_i_4" not in game.view(other).to_json()
    assert game.state.enemy is None, "it lies face down again"


def test_r31_a_look_may_be_declined(rules: Rules) -> None:
    """R31: a table that automates nothing is asked whether to look."""
    given = {"Ann": Has(influenced=("general",)), "Brian": Has()}
    at = Situation(rules, "spring/rewards", given, automation=())
    assert asked(at) == "Ann choose"
    play(at, "Ann: done")
    assert only(at.events, Peeked) == []
    assert seat(at, "Ann").soldiers == 2


def test_r32_the_supply_never_runs_out(rules: Rules) -> None:
    """R32, R52: neither goods nor tokens nor soldiers have an end."""
    hoard = Has(
        {"gold": 60, "stone": 60, "plus2": 30, "soldier": 40}, influenced=("wizard", "astronomer", "general")
    )
    at = rewards(rules, Ann=hoard, Brian=Has())
    play(at, "Ann: take stone")
    assert holdings(at, "Ann") == {"gold": 64, "stone": 61, "plus2": 31, "soldiers": 42}
    assert change(at.events, "Ann", "soldier") == 2
