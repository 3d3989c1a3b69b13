"""Readings that no single card shows: the order of a set-up, a year and a season with modules in play."""

from __future__ import annotations

import pytest

from kingsburg_rules import (
    AbilityUsed,
    CardEntered,
    CardLeft,
    DiceRolled,
    Event,
    Gained,
    Game,
    Influenced,
    Marked,
    PhaseStarted,
    Rules,
    SetupError,
    TileLaid,
    YearStarted,
    load_rules,
)
from kingsburg_rules.render import text
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, offered, only, play, seat

ENEMIES = ("goblins_i_3", "orcs_ii_4", "zombies_iii_6", "demons_iv_6", "dragons_v_9")


def rules_of(*modules: str, scenario: str | None = None, variants: tuple[str, ...] = ()) -> Rules:
    return load_rules("second", modules=modules, scenario=scenario, variants=variants)


def told(event: Event) -> str:
    """An event in a word or two, as far as these tests look at it."""
    match event:
        case Influenced(player=None):
            return "neutral dice"
        case TileLaid(tile=tile):
            return f"tile {tile}"
        case DiceRolled(player=None, source=source):
            return f"die of {source}"
        case DiceRolled(player=player):
            return f"{player} rolls"
        case Gained(player=player, source=source):
            return f"{player} by {source}"
        case _:
            return ""


# Set-up


def dealt(*strips: str, players: tuple[str, ...] = ("Ann", "Brian", "Cindy")) -> Game:
    order = "".join(map(str, range(len(players))))
    return Game(rules_of("alternate-buildings"), players, script=[order, *ENEMIES, *strips])


def test_f14_the_new_strip_is_drawn_before_the_old_one_goes_back() -> None:
    """F14: who holds a strip twice may exchange one, and cannot draw that strip again."""
    game = dealt("strip_c", "strip_d", "strip_e", "strip_f", "strip_b", "strip_b", "strip_c")
    assert (asked(game), offered(game)) == ("Ann choose", ["choose exchange", "done"])
    play(game, "Ann: choose exchange")
    assert game.view("Ann").hand == ("strip_b", "strip_c")
    again = dealt("strip_c", "strip_d", "strip_e", "strip_f", "strip_b", "strip_b", "strip_b")
    with pytest.raises(SetupError):
        again.play("choose exchange")


def test_f14_a_pair_may_be_kept_and_is_used_once() -> None:
    """F14: two of a kind cover one row, so the choice is that strip or none."""
    game = dealt("strip_c", "strip_d", "strip_e", "strip_f", "strip_b", "strip_b")
    play(game, "Ann: done")
    assert offered(game) == ["choose none", "choose strip_b"]


def test_f14_with_no_strip_left_there_is_no_exchange() -> None:
    """F14: five players hold all ten strips of rows B to F, so a pair must stay."""
    strips = [f"strip_{row}" for row in "bbccddeeff"]
    game = dealt(*strips, players=("Ann", "Brian", "Cindy", "David", "Eve"))
    assert game.view("Ann").hand == ("strip_f", "strip_f")
    assert offered(game) == ["choose none", "choose strip_f"]


def test_f15_in_a_draft_one_takes_there_and_back() -> None:
    """F15: first to last, last to first; the second copy of an own strip may be taken as well."""
    rules = rules_of("alternate-buildings", variants=("draft-strips",))
    game = Game(rules, ("Ann", "Brian"), script=["01", *ENEMIES])
    play(game, "Ann: choose strip_b", "Brian: choose strip_c", "Brian: choose strip_e")
    assert "choose strip_b" in offered(game)
    play(game, "Ann: choose strip_b")
    assert offered(game) == ["choose none", "choose strip_b"]


def test_f15_the_draft_goes_round_the_table_whatever_the_turn_order() -> None:
    """F15: the first player of the drawn order begins; from there it goes clockwise, and back."""
    rules = rules_of("alternate-buildings", variants=("draft-strips",))
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=["102", *ENEMIES])
    takers: list[str] = []
    for _ in range(6):
        takers.append(asked(game).split()[0])
        play(game, f"{takers[-1]}: {offered(game)[0]}")
    assert takers == ["Brian", "Cindy", "Ann", "Ann", "Cindy", "Brian"]


def test_f5_one_scenario_is_played() -> None:
    """F5: there is room for one; two are refused, and a scenario is no module."""
    with pytest.raises(SetupError):
        load_rules("second", scenario=("goblin-valley", "shifting-alliances"))  # type: ignore[arg-type]
    with pytest.raises(SetupError):
        load_rules("second", scenario="goblin-valley", modules=["shifting-alliances"])


def test_c27_there_is_no_end_of_building_tokens() -> None:
    """C-27: somebody may own the whole sheet, though the first edition has fewer tokens than buildings."""
    rules = rules_of("more-buildings")
    sheet = [building for row in rules.sheet() for building in row]
    ann = Has({"gold": 2, "wood": 2, "stone": 2}, buildings=[name for name in sheet if name != "embassy"])
    site = Situation(rules, "spring/construct", {"Ann": ann, "Brian": Has()})
    play(site, "Ann: build embassy")
    assert len(seat(site, "Ann").buildings) == len(sheet) == 28


# The year


def test_a_year_starts_in_no_phase_and_no_season() -> None:
    """What is asked then comes after last year's winter is over, and before the first phase."""
    rules = rules_of(scenario="shifting-alliances")
    game = Game(rules, ("Ann", "Brian"), seed=1, automation=())
    first_asked = set[int]()
    while (decision := game.decision) is not None:
        view = game.view(decision.player)
        if view.table.year and view.table.year not in first_asked:
            first_asked.add(view.table.year)
            year = ("I", "II", "III", "IV", "V")[view.table.year - 1]
            assert decision.source == "shifting_alliances"
            assert (view.table.phase, view.table.season) == ("setup", None)
            assert text(view).startswith(f"── Year {year} begins, as {decision.player} sees it ──")
            assert "[" not in text(view).splitlines()[2], "no phase is going on, and none is over"
        game.play(decision.options[-1], decision.player)
    assert len(first_asked) > 1


def test_f8_a_year_starts_with_the_scenario() -> None:
    """F8: the step of the scenario for all, then what players have, each in turn order."""
    rules = rules_of("governors", "destiny", scenario="shifting-alliances")
    given = {"Ann": Has(cards=("sorcerer",)), "Brian": Has(cards=("damsel",))}
    year = Situation(rules, "year.start", given, year=3)
    play(year, "Ann: choose jester", "Brian: choose king", "Ann: build inn", "Ann: done")
    assert year.over
    assert [event.player for event in only(year.events, Marked)] == ["Ann", "Brian"]
    assert [event.card for event in only(year.events, AbilityUsed)] == [
        "shifting_alliances",
        "sorcerer",
        "damsel",
    ]
    assert seat(year, "Brian").plus2 == 1, "after Ann has built for nothing, all are last"


def test_f45_a_destiny_is_drawn_in_phase_1_and_leaves_with_the_year() -> None:
    """F45: it enters at the very start of phase 1, and the next one only when it has gone."""
    game = Game(rules_of("destiny"), ("Ann", "Brian"), script=["01", *ENEMIES, "new_forest"], seed=1)
    events = [*game.opening]
    while game.decision is not None and game.state.year == 1:
        assert "new_forest" in game.state.in_force
        events += game.play(game.decision.options[-1])
    course = [
        event for event in events if isinstance(event, YearStarted | PhaseStarted | CardEntered | CardLeft)
    ]
    first, last = course[:3], course[-4:]
    assert [type(event) for event in first] == [YearStarted, PhaseStarted, CardEntered]
    assert [type(event) for event in last] == [CardLeft, YearStarted, PhaseStarted, CardEntered]
    assert "new_forest" not in game.state.in_force


# The season


def test_f9_a_season_starts_in_this_order() -> None:
    """F9, C-18, C-23: neutral dice, tile, the die of destiny, own gains, Priest, Good Year, and all roll."""
    rules = rules_of("governors", "destiny", "alternate-advisors")
    season = Situation(
        rules,
        "spring",
        {"Ann": Has(buildings=("merchants_guild",), cards=("priest",)), "Brian": Has()},
        in_force=["new_forest", "good_year"],
        rolls=["112", "34", "five_vp", "4"],
    )
    play(
        season,
        "Ann: use priest",
        "Ann: choose die",
        "Brian: choose die",
        "Ann: take gold",
        "Brian: take wood",
    )
    assert [line for line in map(told, season.events) if line] == [
        *("neutral dice", "neutral dice", "tile five_vp", "die of new_forest"),
        *("Ann by new_forest", "Brian by new_forest", "Ann by merchants_guild"),
        *("Ann by priest", "Brian by priest", "Ann by good_year", "Brian by good_year"),
        *("Ann rolls", "Brian rolls"),
    ]


def test_f10_a_point_for_no_goods_comes_before_the_good_for_no_goods() -> None:
    """F10: the last good is spent at the Town Hall, the Monastery scores, and then the Craftsmen give one."""
    rules = rules_of("alternate-buildings", scenario="wheel-and-deal")
    ann = Has({"gold": 1}, buildings=("monastery", "town_hall"), cards=("craftsmen",))
    summer = Situation(rules, "summer/season.end", {"Ann": ann, "Brian": Has()})
    assert offered(summer) == ["use town_hall pay gold", "done"]
    play(summer, "Ann: use town_hall pay gold", "Ann: take stone")
    assert summer.over
    assert (seat(summer, "Ann").vp, summer.has("Ann", "stone")) == (2, 1)


def test_f4_strips_then_governors_then_what_governors_bring() -> None:
    """F4: modules are set up by their numbers; what governors bring comes when all have theirs."""
    rules = rules_of("alternate-buildings", "governors", "destiny", "alternate-advisors")
    script = ["01", *ENEMIES, "strip_b", "strip_c", "strip_d", "strip_e", "thief", "miner", "duke"]
    game = Game(rules, ("Ann", "Brian"), script=[*script, "prince", "fairy", "princess"], seed=1)
    play(game, "Ann: choose none", "Brian: choose none")
    assert {"princess", "fairy", "prince"} == {*game.view("Ann").hand}
    play(game, "Ann: choose princess", "Brian: choose thief")
    assert offered(game, "take") == ["take gold", "take wood", "take stone"]
