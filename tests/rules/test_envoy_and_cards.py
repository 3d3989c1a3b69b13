"""The King's Envoy with every card that touches influence or construction."""

from __future__ import annotations

import pytest

from kingsburg_rules import DiceMoved, Rewarded, Rules, load_rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import everybody, go_on, goods, offered, only, play, refusal, seat


def rules_of(*modules: str, edition: str = "second", scenario: str | None = None) -> Rules:
    return load_rules(edition, modules=modules, scenario=scenario)


def sent(
    *dice: int,
    buildings: tuple[str, ...] = (),
    cards: tuple[str, ...] = (),
    influenced: tuple[str, ...] = (),
    **resources: int,
) -> Has:
    """A player with the Envoy, his dice, and what else he has."""
    return Has({"envoy": 1, **resources}, dice, buildings=buildings, cards=cards, influenced=influenced)


def court(rules: Rules, ann: Has, brian: Has | None = None, *, in_force: tuple[str, ...] = ()) -> Situation:
    given = {"Ann": ann, "Brian": brian or Has(dice=(1,))}
    return Situation(rules, "spring/influence", given, in_force=in_force)


def at_the_court(at: Situation, player: str) -> list[str]:
    return [group.advisor for group in at.state.advisors if group.player == player]


# Influence


@pytest.mark.parametrize(
    ("has", "way", "modules"),
    [
        (sent(5, buildings=("market",)), "5 via market", ()),
        (sent(6, buildings=("bazaar",)), "6 via bazaar", ("alternate-buildings",)),
        (sent(2, plus2=1), "2 plus2", ()),
        (sent(3, plus2=1, cards=("trickster",)), "3 plus1", ("governors",)),
        (sent(1, plus2=1, cards=("trickster",)), "1 plus3", ("governors",)),
        (sent(1, buildings=("market",), plus2=1), "1 plus2 via market", ()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whatever_helps_to_influence_helps_the_envoy_too(
    has: Has, way: str, modules: tuple[str, ...]
) -> None:
    """R05, R06, F13: Brian is at the Merchant; Ann's dice reach him only with the help, and only by Envoy."""
    table = court(rules_of(*modules), has, Has(dice=(1,), influenced=("merchant",)))
    assert refusal(table, f"influence merchant {way}") == "influence.taken"
    play(table, f"Ann: influence merchant {way} envoy")
    assert at_the_court(table, "Ann") == ["merchant"]
    ann = seat(table, "Ann")
    assert (ann.envoy, ann.plus2) == (False, 0)


def test_a_help_used_with_the_envoy_is_used_for_the_season() -> None:
    """R07: Market and token are gone afterwards, for dice without the Envoy too."""
    rules = rules_of()
    ann = sent(5, 5, plus2=2, buildings=("market",))
    table = court(rules, ann, Has(dice=(1,), influenced=("treasurer",)))
    play(table, "Ann: influence treasurer 5 plus2 via market envoy", "Brian: pass")
    assert offered(table) == ["influence sergeant 5", "pass"]


def test_the_politicians_spaces_take_a_second_group_by_envoy() -> None:
    """F38: one group each, two with the Envoy; both reward."""
    ann = sent(5, 5, 6, cards=("politician",))
    table = court(rules_of("governors"), ann)
    play(table, "Ann: influence politician_5 5", "Brian: pass")
    assert refusal(table, "influence politician_5 5") == "influence.taken"
    play(table, "Ann: influence politician_5 5 envoy", "Ann: pass")
    go_on(table, "spring/rewards")
    play(table, "Ann: take gold", "Ann: take wood")
    assert goods(table, "Ann") == "gold+wood"


@pytest.mark.parametrize(
    ("card", "dice", "advisor"), [("king_is_sick", (6, 6, 6), "king"), ("queen_travels", (5, 6, 6), "queen")]
)
def test_nobody_joins_dice_on_a_closed_advisor(card: str, dice: tuple[int, ...], advisor: str) -> None:
    """F47: neutral dice may stand there, and the Envoy does not lead to them."""
    table = court(rules_of("destiny"), sent(*dice), Has(dice=(1,), influenced=(advisor,)), in_force=(card,))
    assert not [text for text in offered(table) if advisor in text]


def test_secret_deals_shut_the_envoy_out() -> None:
    """F50: with Brian's mark alone on the Squire Ann cannot join him there; with hers she can."""
    for mine, envoy in (("king", False), ("squire", True)):
        year = Situation(
            rules_of("destiny"),
            "kings_favor/phase_1.start",
            {"Ann": sent(), "Brian": Has(), "Cindy": Has()},
            in_force=["secret_deals"],
        )
        play(year, f"Ann: choose {mine}", "Brian: choose squire", "Cindy: choose queen")
        go_on(year, "spring", rolls=["226", "225", "466"])
        play(year, "Brian: influence squire 2")
        assert ("influence squire 2 envoy" in offered(year)) == envoy


def test_the_secret_society_shuts_the_envoy_out() -> None:
    """Brian's marked advisor is his alone."""
    rules = rules_of(scenario="wheel-and-deal")
    year = Situation(rules, "year.start", {"Ann": sent(), "Brian": Has(), "Cindy": Has()})
    play(year, "Ann: choose military", "Brian: choose secret_society", "Brian: choose squire")
    play(year, "Cindy: choose craftsmen")
    go_on(year, "spring", rolls=["226", "225", "466"])
    play(year, "Brian: influence squire 2")
    assert refusal(year, "influence squire 2 envoy") == "influence.closed"
    assert not [text for text in offered(year) if "squire" in text]


def test_who_comes_second_by_envoy_finds_no_gift() -> None:
    """F49: the first took all that lay there."""
    rules = rules_of("destiny")
    given = {"Ann": sent(), "Brian": Has(), "Cindy": Has()}
    season = Situation(
        rules, "spring", given, in_force=["rising_stars"], rolls=["2", "2", "4", "224", "222", "666"]
    )
    play(season, "Brian: influence squire 2", "Ann: influence squire 2 envoy")
    assert (goods(season, "Brian"), goods(season, "Ann")) == ("gold+wood", "nothing")


def test_influence_by_envoy_scores_in_the_alliances() -> None:
    """F66: joining Brian on the Jester, whom Cindy marked, earns Cindy a point as his dice did."""
    rules = rules_of(scenario="shifting-alliances")
    year = Situation(rules, "year.start", {"Ann": sent(), "Brian": Has(), "Cindy": Has()})
    play(year, "Ann: choose king", "Brian: choose king", "Cindy: choose jester")
    go_on(year, "spring", rolls=["122", "112", "666"])
    play(year, "Brian: influence jester 1")
    assert seat(year, "Cindy").vp == 1
    play(year, "Ann: influence jester 1 envoy")
    assert seat(year, "Cindy").vp == 2


def test_two_groups_on_one_advisor_are_one_advisor() -> None:
    """F19: for Park and Steward; Ann's three groups stand on two advisors, or on one."""
    rules = rules_of("more-buildings", "alternate-buildings", "governors")
    for places, vp, tokens in ((("jester", "jester", "squire"), 0, 0), (("jester", "jester"), 0, 1)):
        ann = Has(buildings=("park",), cards=("steward",), influenced=places)
        end = Situation(rules, "spring/season.end", {"Ann": ann, "Brian": Has()})
        assert (seat(end, "Ann").vp, seat(end, "Ann").plus2) == (vp, tokens)


def test_the_stables_count_each_of_the_two_rewards() -> None:
    """R29: own dice and the Envoy at the Sergeant bring 2 + 2 soldiers; the tile there alike (F57)."""
    rules = rules_of("alternate-advisors")
    given = {"Ann": Has(buildings=("stables",), influenced=("sergeant", "sergeant")), "Brian": Has()}
    assert seat(Situation(rules, "spring/rewards", given), "Ann").soldiers == 4
    given = {
        "Ann": Has(buildings=("stables",), influenced=("master_hunter", "master_hunter")),
        "Brian": Has(),
    }
    rewards = Situation(rules, "spring/rewards", given, tiles=["two_of_four"])
    play(rewards, "Ann: take vp+plus2+soldier", "Ann: take gold+plus2+soldier")
    assert (seat(rewards, "Ann").soldiers, seat(rewards, "Ann").plus2) == (4, 2)


def test_the_duke_moves_one_of_the_two_groups() -> None:
    """F39: Ann's own dice and her Envoy stand at the Merchant; one group goes to the Duchess, one stays."""
    rules = rules_of("governors")
    table = court(rules, sent(4, 4, cards=("duke",)))
    play(table, "Ann: influence merchant 4", "Brian: pass", "Ann: influence merchant 4 envoy")
    go_on(table, "spring/influence.end")
    play(table, "Ann: use duke")
    assert sorted(at_the_court(table, "Ann")) == ["duchess", "merchant"]
    go_on(table, "spring/rewards")
    play(table, "Ann: take gold", "Ann: take 2stone")
    paid = [event.advisor for event in only(table.events, Rewarded)]
    assert paid == ["merchant", "duchess"]


def test_where_the_duke_left_another_group_the_advisor_stays_taken() -> None:
    """F39: Brian came by Envoy; when Ann's dice go, his stay, and he is rewarded."""
    rules = rules_of("governors")
    given = {"Ann": Has(dice=(4,), cards=("duke",)), "Brian": sent(4, 1)}
    table = Situation(rules, "spring/influence", given)
    play(table, "Ann: influence merchant 4", "Brian: influence merchant 4 envoy", "Brian: pass")
    go_on(table, "spring/influence.end")
    play(table, "Ann: use duke")
    moved = only(table.events, DiceMoved)
    assert [(event.from_advisor, event.to_advisor) for event in moved] == [("merchant", "duchess")]
    assert at_the_court(table, "Brian") == ["merchant"]


def test_peasants_and_outlaws_look_at_advisors_not_at_groups() -> None:
    """F69, F70: a high rank joined by Envoy spoils the Peasants; the Outlaws' advisor is one nobody is at."""
    rules = rules_of(scenario="wheel-and-deal")
    given = {
        "Ann": Has(cards=("peasants",), influenced=("jester", "treasurer")),
        "Brian": Has(cards=("outlaws",), influenced=("treasurer", "squire")),
    }
    rewards = Situation(rules, "spring/rewards", given)
    assert (goods(rewards, "Ann"), goods(rewards, "Brian")) == ("2gold", "3gold+wood")
    go_on(rewards, "spring/rewards.end")
    assert rewards.over
    assert seat(rewards, "Ann").vp == 1


def test_the_envoy_of_the_princess_serves_from_the_first_spring() -> None:
    """F32: she has him when the game starts, and in phase 5 of year I he goes back."""
    rules = rules_of("governors")
    start = Situation(rules, "game.start", {"Ann": Has(cards=("princess",)), "Brian": Has(), "Cindy": Has()})
    play(start, "Ann: take gold")
    go_on(start, "spring", rolls=["123", "122", "666"])
    play(start, "Brian: influence jester 1")
    assert "influence jester 1 envoy" in offered(start)
    while not start.over:
        start.play(offered(start)[-1])
    go_on(start, "kings_envoy")
    assert everybody(start, of="envoy")["Ann"] is False, "the others own as little and have fewer goods"


def test_without_an_envoy_abroad_nobody_is_sent() -> None:
    """Envoy Abroad: what was not handed out helps nobody in fall."""
    rules = rules_of("destiny")
    phase = Situation(
        rules,
        "kings_envoy",
        {"Ann": Has(), "Brian": Has({"gold": 1}), "Cindy": Has()},
        in_force=["envoy_abroad"],
    )
    go_on(phase, "fall", rolls=["111", "112", "123"])
    play(phase, "Ann: influence jester 1")
    assert not [text for text in offered(phase) if text.endswith("envoy")]


# Construction


def site(
    rules: Rules, ann: Has, brian: Has | None = None, *, in_force: tuple[str, ...] = (), year: int = 2
) -> Situation:
    given = {"Ann": ann, "Brian": brian or Has()}
    return Situation(rules, "fall/construct", given, in_force=in_force, year=year)


def test_each_of_the_two_is_paid_by_itself_with_every_discount() -> None:
    """R33, F25: Willing Workers take a gold off each, the Woodshop a wood in columns III and IV."""
    rules = rules_of("alternate-buildings", "destiny")
    first = ("hidden_refuge", "woodshop", "inn", "market", "statue", "chapel")
    ann = sent(buildings=first, gold=9, wood=9, stone=9)
    table = site(rules, ann, in_force=("willing_workers",))
    assert offered(table, "build farm") == ["build farm for gold+2wood+stone"], "no Crane yet"
    play(table, "Ann: build farm")
    assert offered(table, "build exchange_office") == ["build exchange_office for gold+stone envoy"]
    play(table, "Ann: build exchange_office")
    assert goods(table, "Ann") == "7gold+7wood+7stone"


@pytest.mark.parametrize(
    ("cards", "modules", "offers"),
    [
        (
            ("carpenter",),
            ("governors",),
            ["build statue for 2gold", "build statue for gold+wood", "build statue for 2wood"],
        ),
        (
            ("sculptor",),
            ("governors",),
            ["build statue for 2gold", "build statue for gold+stone", "build statue for 2stone"],
        ),
    ],
)
def test_the_second_building_may_be_paid_in_every_way_too(
    cards: tuple[str, ...], modules: tuple[str, ...], offers: list[str]
) -> None:
    """F34: Carpenter and Sculptor pay in place of gold for each of both."""
    ann = sent(buildings=("inn",), cards=cards, gold=9, wood=9, stone=9)
    table = site(rules_of(*modules), ann)
    assert offered(table, "build statue") == offers
    play(table, "Ann: build market")
    assert offered(table, "build statue") == [f"{offer} envoy" for offer in offers]


def test_the_architect_spares_one_good_on_one_of_the_two() -> None:
    """F33: behind when his turn starts, he saves one good, on the first or on the second, not on both."""
    rules = rules_of("governors")
    for first in ("build inn for gold", "build inn for gold+wood"):
        ann = sent(cards=("governor_architect",), gold=9, wood=9)
        table = site(rules, ann, Has(buildings=("statue",)))
        play(table, f"Ann: {first}")
        spared = first == "build inn for gold"
        wanted = ["build statue for 2gold envoy"] + ["build statue for gold envoy"] * (not spared)
        assert offered(table, "build statue") == wanted


def test_every_construction_counts_for_the_guild_and_for_urban_expansion() -> None:
    """F26, F55: two constructions, two points of the Guild, and what Urban Expansion brings for each."""
    rules = rules_of("alternate-buildings", "destiny")
    ann = sent(buildings=("architects_guild", "inn", "market"), gold=9, wood=9, stone=9)
    table = site(rules, ann, in_force=("urban_expansion",))
    play(table, "Ann: build statue", "Ann: build farm", "Ann: take stone")
    assert seat(table, "Ann").vp == (3 + 1 + 1) + (2 + 1)


def test_the_fountain_may_be_the_second_building() -> None:
    """F27: its 2 VP come whichever of the two it is, in years I to III."""
    rules = rules_of("more-buildings", "alternate-buildings")
    for year, vp in ((3, 3 + 1 + 2), (4, 3 + 1)):
        ann = Has({"envoy": 1, "gold": 2, "stone": 1}, strips=("strip_g",))
        table = site(rules, ann, year=year)
        play(table, "Ann: build statue", "Ann: build fountain")
        assert seat(table, "Ann").vp == vp


def test_the_tax_collector_is_paid_between_the_two_buildings() -> None:
    """F44: for the first of column IV before the second is built, and once more for the second."""
    row = ("barricade", "crane", "town_hall", "inn", "market", "farm")
    ann = sent(buildings=row, gold=9, wood=9, stone=9)
    table = site(rules_of("governors"), ann, Has(cards=("tax_collector",)))
    play(table, "Ann: build embassy", "Brian: take gold", "Ann: build merchants_guild", "Brian: take wood")
    assert goods(table, "Brian") == "gold+wood"


def test_two_buildings_of_one_are_not_a_building_of_everybody() -> None:
    """Preacher: Ann built two, Brian none, so somebody idled."""
    rules = rules_of("governors")
    rolls = ["666", "65", "111", "111"]
    given = {"Ann": sent(cards=("preacher",), gold=3, wood=1), "Brian": Has()}
    season = Situation(rules, "fall", given, rolls=rolls)
    play(season, "Ann: pass", "Brian: pass", "Ann: build statue", "Ann: build inn")
    assert seat(season, "Ann").vp == 3 + 1


def test_the_envoys_building_counts_for_what_follows_in_the_season() -> None:
    """R40: a Town Hall built with the Envoy works when the season ends."""
    rules = rules_of()
    given = {"Ann": sent(buildings=("barricade",), gold=9, wood=9, stone=9), "Brian": Has()}
    season = Situation(rules, "fall/construct", given)
    play(season, "Ann: build crane", "Ann: build town_hall")
    go_on(season, "fall/season.end")
    assert "use town_hall pay gold" in offered(season)


def test_the_second_building_may_fill_the_gap_before_the_basilica() -> None:
    """F16: Altar and Monastery fell; both can be built in one turn, from left to right."""
    rules = rules_of("alternate-buildings")
    ann = sent(buildings=("bridge", "basilica"), gold=9, wood=9, stone=9)
    table = site(rules, ann)
    assert not offered(table, "build monastery")
    play(table, "Ann: build altar", "Ann: build monastery")
    assert set(seat(table, "Ann").buildings) == {"bridge", "altar", "monastery", "basilica"}
