"""The worked examples of the modules: more and alternate buildings, governors, destiny, tokens, tiles."""

from __future__ import annotations

import pytest

from kingsburg_rules import (
    Built,
    CardsWithdrawn,
    DiceRolled,
    Event,
    Fought,
    Gained,
    Game,
    Lost,
    PhaseStarted,
    Rewarded,
    Rules,
    TileRemoved,
    load_rules,
)
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.state import State
from kingsburg_rules.testing.situation import Has, Situation
from support.play import (
    asked,
    change,
    everybody,
    go_on,
    goods,
    offered,
    only,
    play,
    quiet,
    quietly,
    refusal,
    seat,
)

EXPANDED = ("second", "first-ffg", "first-elfinwerks")
FIRST = ("first-ffg", "first-elfinwerks")


def with_modules(*modules: str, edition: str = "second") -> Rules:
    return load_rules(edition, modules=modules)


def owner(*buildings: str, cards: tuple[str, ...] = (), **resources: int) -> Has:
    return Has(resources, buildings=buildings, cards=cards)


def dice(at: Situation, player: str) -> tuple[int, ...]:
    return seat(at, player).dice


# Module 1: more buildings


def test_we_t01_sawmill_once() -> None:
    """WE-T01, R49: one wood becomes two gold when summer ends, and the second wood stays."""
    rules = with_modules("more-buildings")
    end = Situation(rules, "summer/season.end", {"Ann": owner("sawmill", wood=2), "Brian": Has()})
    play(end, "Ann: use sawmill")
    assert end.over
    assert goods(end, "Ann") == "2gold+wood"


@pytest.mark.parametrize(("die", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_we_t02_military_academy_with_soldier_tokens(die: int, worth: int) -> None:
    """WE-T02, R62, O31: the Academy's die is rolled after the token is chosen, and half of it counts."""
    rules = with_modules("more-buildings", "soldier-tokens")
    given = {"Ann": owner("military_academy"), "Brian": Has()}
    battle = Situation(rules, "winter/battle", given, rolls=[(die,)])
    assert battle.results_left == 1
    play(battle, "Ann: choose 0", "Brian: choose 4")
    assert battle.results_left == 0
    assert everybody(battle, of="strength") == {"Ann": worth, "Brian": 4}


def test_we_t03_training_camp_before_phase_7() -> None:
    """WE-T03: one soldier becomes two when fall ends, and phase 7 hires the third."""
    given = {"Ann": owner("training_camp", soldier=1, gold=2), "Brian": Has()}
    year = Situation(with_modules("more-buildings"), "fall/season.end", given)
    assert seat(year, "Ann").soldiers == 2
    go_on(year, "recruiting")
    play(year, "Ann: recruit 1 for 2gold")
    assert seat(year, "Ann").soldiers == 3


@pytest.mark.parametrize(("reading", "strength"), [("printed", 5), ("modified", 4)])
def test_we_t04_makeshift_defenses_printed_strength(reading: str, strength: int) -> None:
    """WE-T04, C-24, O30: Orcs of printed 5 are 6 this year; printed counts, or by a switch the sum."""
    rules = load_rules(
        "second", modules=("more-buildings", "destiny"), switches={"makeshift_compares": reading}
    )
    given = {"Ann": owner("makeshift_defenses"), "Brian": Has()}
    battle = Situation(
        rules, "winter/battle", given, year=3, enemy="orcs_iii_5", in_force=["fierce_enemies"], rolls=["4"]
    )
    assert seat(battle, "Ann").strength == strength


# Module 2: alternate buildings


def test_we_t07_architects_guild() -> None:
    """WE-T07: nothing for the Guild itself, 1 VP more for a later building, 3 VP at the end."""
    rules = with_modules("alternate-buildings")
    row = ("hidden_refuge", "woodshop", "exchange_office")
    ann = owner(*row, gold=4, wood=2, stone=2, envoy=1)
    site = Situation(rules, "spring/construct", {"Ann": ann, "Brian": owner("inn")})
    play(site, "Ann: build architects_guild")
    assert seat(site, "Ann").vp == 4
    ann = owner(*row, "architects_guild", gold=2)
    site = Situation(rules, "spring/construct", {"Ann": ann, "Brian": owner("inn")})
    play(site, "Ann: build statue")
    assert seat(site, "Ann").vp == 3 + 1
    go_on(site, "scoring", year=5)
    assert seat(site, "Ann").vp == 3 + 1 + 3


@pytest.mark.parametrize(
    ("mine", "theirs", "vp"), [(("statue", "inn"), ("inn",), 0), (("architects_guild",), ("inn",), 0)]
)
def test_we_t07_no_bonus_at_the_end(mine: tuple[str, ...], theirs: tuple[str, ...], vp: int) -> None:
    """WE-T07: without a standing Guild, or with as many buildings as another, the end brings nothing."""
    given = {"Ann": owner(*mine), "Brian": owner(*theirs)}
    end = Situation(with_modules("alternate-buildings"), "scoring", given, year=5)
    assert seat(end, "Ann").vp == vp


def test_we_t07_the_sorcerers_buildings_bring_no_bonus() -> None:
    """WE-T07: what the Sorcerer builds for nothing brings nothing with the Guild either."""
    given = {"Ann": owner("architects_guild", cards=("sorcerer",)), "Brian": Has()}
    year = Situation(with_modules("alternate-buildings", "governors"), "year.start", given, year=3)
    play(year, "Ann: build statue", "Ann: build inn", "Ann: done")
    assert seat(year, "Ann").vp == 0


def test_we_t08_school_counts_phase_7_soldiers() -> None:
    """WE-T08: with the soldier hired just now the School's owner has three, worth 2 VP when phase 7 ends."""
    given = {"Ann": owner("school", soldier=2, gold=2), "Brian": Has()}
    phase = Situation(with_modules("more-buildings", "alternate-buildings"), "recruiting", given)
    play(phase, "Ann: recruit 1 for 2gold")
    assert (seat(phase, "Ann").soldiers, seat(phase, "Ann").vp) == (3, 2)


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_tx5a_example_v_keep(edition: str) -> None:
    """WE-TX5a: Ann declines the Chapel, and her 1-2-3 scores at the University; no reroll follows."""
    rules = with_modules("more-buildings", "alternate-buildings", edition=edition)
    given = {"Ann": owner("chapel", "university"), "Brian": Has()}
    season = Situation(rules, "spring", given, rolls=["366", "45", "123", "666"])
    play(season, "Ann: done")
    assert asked(season) == "Ann influence"
    assert (dice(season, "Ann"), seat(season, "Ann").vp) == ((1, 2, 3), 2)


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_tx6_example_vi_university_and_griffin_ranch(edition: str) -> None:
    """WE-TX6, R46: both look at the same total of 6: a soldier joins Ann, and the University scores."""
    rules = with_modules("more-buildings", "alternate-buildings", edition=edition)
    given = {"Ann": owner("university", "griffin_ranch"), "Brian": Has(dice=(6, 6, 6))}
    given["Ann"] = Has(buildings=("university", "griffin_ranch"), dice=(1, 2, 3))
    window = Situation(rules, "spring/dice.total", given)
    assert window.over
    assert (seat(window, "Ann").soldiers, seat(window, "Ann").vp) == (1, 2)


@pytest.mark.parametrize("edition", FIRST)
def test_we_tx7_no_reroll_after_griffin_ranch(edition: str) -> None:
    """WE-TX7, R46, F18: once the Ranch has brought its soldier, no die is rolled again or set."""
    rules = with_modules("alternate-buildings", "governors", edition=edition)
    ann = owner("griffin_ranch", "statue", "chapel", cards=("prince",))
    season = Situation(rules, "spring", {"Ann": ann, "Brian": Has()}, rolls=["366", "45", "112", "666"])
    play(season, "Ann: done")
    assert offered(season) == ["use prince", "done"]
    play(season, "Ann: done")
    assert seat(season, "Ann").soldiers == 1
    assert asked(season) == "Ann influence"
    for text in ("use statue", "use chapel", "use prince"):
        assert season.why_not(text, "Ann") is not None


@pytest.mark.parametrize(("edition", "soldiers"), [("second", 1), ("first-ffg", 0)])
def test_we_tx7_the_prince_comes_before_or_after_the_ranch(edition: str, soldiers: int) -> None:
    """WE-TX7, C-19: in the first edition the Prince raises the total before the Ranch looks, then after."""
    rules = with_modules("alternate-buildings", "governors", edition=edition)
    ann = owner("griffin_ranch", cards=("prince",))
    season = Situation(rules, "spring", {"Ann": ann, "Brian": Has()}, rolls=["366", "45", "112", "666"])
    play(season, "Ann: use prince")
    assert (dice(season, "Ann"), seat(season, "Ann").soldiers) == ((3, 4, 6), soldiers)


def test_we_z03_bazaar_and_politician() -> None:
    """WE-Z03: by the Bazaar a 2 reaches the Politician's rank 5, but not his rank 10."""
    rules = with_modules("alternate-buildings", "governors")
    ann = Has(dice=(2,), buildings=("brewery", "bazaar"), cards=("politician",))
    table = Situation(rules, "spring/influence", {"Ann": ann, "Brian": Has(dice=(1,))})
    assert refusal(table, "influence politician_10 2 via bazaar") is not None
    play(table, "Ann: influence politician_5 2 via bazaar")
    assert [group.advisor for group in table.state.advisors] == ["politician_5"]


@pytest.mark.parametrize(("soldiers", "after", "gold"), [(1, 0, 1), (0, 0, 0)])
def test_we_z04_brewery_mandatory(soldiers: int, after: int, gold: int) -> None:
    """WE-Z04, F17: unasked, a soldier leaves for what the Brewery gives; without one nothing happens."""
    given = {"Ann": owner("brewery", soldier=soldiers), "Brian": Has()}
    end = Situation(with_modules("alternate-buildings"), "summer/season.end", given)
    assert end.over
    assert (seat(end, "Ann").soldiers, seat(end, "Ann").goods["gold"]) == (after, gold)


def test_we_z06_ramparts_tie_is_free() -> None:
    """WE-Z06: strength 5 against 5 is a victory for the owner of the Ramparts, who pays nothing."""
    given = {"Ann": owner("stakewall", "griffin_ranch", "ramparts", stone=0), "Brian": Has()}
    battle = Situation(
        with_modules("alternate-buildings"), "winter/battle", given, year=3, enemy="orcs_iii_5", rolls=["5"]
    )
    assert battle.over
    ann, brian = only(battle.events, Fought)
    assert (ann.strength, ann.outcome) == (5, "victory")
    assert (brian.strength, brian.outcome) == (5, "tie")


# Module 3: governors


GOVERNORS = {
    "Cindy": ("thief", "miner", "paladin"),
    "Brian": ("princess", "preacher", "prince"),
    "Ann": ("minstrel", "duke", "priest"),
}
"""What is dealt, in the order of dealing."""
SEATING_AND_ENEMIES = ("012", "goblins_i_3", "orcs_ii_4", "zombies_iii_6", "demons_iv_6", "dragons_v_9")


def governed(ann: str, brian: str, cindy: str, *more: str) -> tuple[Game, list[Event]]:
    """Begin a game in which these governors are kept; also what happened until then."""
    rules = with_modules("governors", *more)
    script = [*SEATING_AND_ENEMIES, *(card for hand in GOVERNORS.values() for card in hand)]
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=script)
    told = [*game.opening]
    for player, governor in (("Ann", ann), ("Brian", brian), ("Cindy", cindy)):
        told += game.play(f"choose {governor}", player)
    return game, told


def test_a_governor_is_chosen_in_secret() -> None:
    """F30: each sees only his own three, and what was chosen only when all have chosen; the others go."""
    rules = with_modules("governors")
    script = [*SEATING_AND_ENEMIES, *(card for hand in GOVERNORS.values() for card in hand)]
    game = Game(rules, tuple(sorted(GOVERNORS)), script=script)
    assert {name: game.view(name).hand for name in game.players} == GOVERNORS
    game.play("choose priest", "Ann")
    assert "priest" not in game.view("Brian").to_json()
    game.play("choose prince", "Brian")
    game.play("choose paladin", "Cindy")
    assert everybody(game, of="cards") == {"Ann": ("priest",), "Brian": ("prince",), "Cindy": ("paladin",)}
    assert not any(game.view(name).hand for name in game.players)


def test_we_z14_thief_start() -> None:
    """WE-Z14: Cindy has four goods and -3 VP; in year I only the others gain a good of the Favor."""
    game, told = governed("duke", "preacher", "thief")
    told += play(game, "Cindy: take 2gold+wood+stone")
    assert (goods(game, "Cindy"), seat(game, "Cindy").vp) == ("2gold+wood+stone", -3)
    rules = with_modules("governors")
    given = {"Ann": Has(), "Brian": Has(), "Cindy": Has(cards=("thief",))}
    favor = Situation(rules, "kings_favor", given)
    play(favor, "Ann: take gold", "Brian: take wood")
    assert [goods(favor, name) for name in given] == ["gold", "wood", "nothing"]
    assert set(everybody(favor, of="bonus_dice").values()) == {0}


def test_we_z15_princess_start() -> None:
    """WE-Z15: Brian starts with the Envoy, and the Favor of year I is his alone: a bonus die, no goods."""
    game, told = governed("duke", "princess", "paladin")
    told += play(game, "Brian: take stone")
    assert everybody(game, of="envoy") == {"Ann": False, "Brian": True, "Cindy": False}
    assert (goods(game, "Brian"), seat(game, "Brian").plus2) == ("stone", 1)
    favor = [event for event in only(told, Gained) if event.source == "kings_favor"]
    assert favor == [Gained("Brian", "bonus_die", 1, "kings_favor")]


OFFERED = ("thief", "preacher", "miner", "duke")


def bidding(edition: str) -> Game:
    """Ann opens; four governors lie open for three players."""
    rules = load_rules(edition, modules=["governors"], variants=["bid-governors"])
    return Game(rules, ("Ann", "Brian", "Cindy"), script=[*SEATING_AND_ENEMIES, *OFFERED])


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_t10_thief_after_bidding_two(edition: str) -> None:
    """WE-T10: who bid 2 VP for the Thief starts with -2, and the Thief's own -3 make it -5."""
    game = bidding(edition)
    told = play(game, "Ann: choose thief", "Ann: bid nothing", "Brian: bid 2vp", "Cindy: pass", "Ann: pass")
    assert (seat(game, "Brian").cards, seat(game, "Brian").vp) == (("thief",), -2)
    told += play(game, "Ann: choose duke", "Ann: bid nothing", "Cindy: pass", "Cindy: choose miner")
    told += play(game, "Brian: take 4gold")
    assert (goods(game, "Brian"), seat(game, "Brian").vp) == ("4gold", -5)
    lost = [(event.player, event.amount, event.source) for event in only(told, Lost)]
    assert lost == [("Brian", 2, "governor_choice"), ("Brian", 3, "thief")]


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_t10b_zero_bid_wins(edition: str) -> None:
    """WE-T10b: of four cards Ann gets one for 0 VP when Brian and Cindy pass, and Brian opens next."""
    game = bidding(edition)
    assert game.state.auction is not None
    assert game.state.auction.cards == OFFERED
    play(game, "Ann: choose miner", "Ann: bid nothing", "Brian: pass", "Cindy: pass")
    assert (seat(game, "Ann").cards, seat(game, "Ann").vp) == (("miner",), 0)
    assert asked(game) == "Brian choose"
    assert offered(game) == ["choose thief", "choose preacher", "choose duke"]


def test_an_opener_who_is_outbid_opens_again() -> None:
    """F31: Ann opens until she has a card; then the next to her left without one does."""
    game = bidding("first-ffg")
    play(game, "Ann: choose duke", "Ann: bid vp", "Brian: pass", "Cindy: bid 2vp", "Ann: pass")
    assert everybody(game, of="cards") == {"Ann": (), "Brian": (), "Cindy": ("duke",)}
    play(game, "Ann: choose thief", "Ann: bid nothing", "Brian: pass")
    assert asked(game) == "Brian choose"


def test_who_passed_bids_no_more_for_that_card() -> None:
    """C-12: passing is final for the card; for the next one everybody without a card bids again."""
    game = bidding("first-ffg")
    play(game, "Ann: choose duke", "Ann: bid nothing", "Brian: pass", "Cindy: bid vp", "Ann: bid 2vp")
    assert asked(game) == "Cindy bid"
    play(game, "Cindy: bid 3vp", "Ann: pass", "Ann: choose miner", "Ann: bid nothing")
    assert asked(game) == "Brian bid"


def test_every_bid_is_higher_than_the_last() -> None:
    """F31: an opener must bid; each bid is more than the one before, and they may sink below zero VP."""
    game = bidding("first-ffg")
    play(game, "Ann: choose duke")
    assert offered(game)[:2] == ["bid nothing", "bid vp"]
    assert refusal(game, "pass") == "bid.open"
    play(game, "Ann: bid 5vp")
    assert refusal(game, "bid 5vp") == "bid.range"
    assert refusal(game, "bid 6gold") == "bid.range"
    assert offered(game)[0] == "bid 6vp"
    assert offered(game)[-1] == "pass"
    play(game, "Brian: bid 19vp", "Cindy: pass", "Ann: pass")
    assert seat(game, "Brian").vp == -19


def test_the_highest_bid_offered_leaves_only_to_pass() -> None:
    """F31: nobody bids more than 20 VP; whoever is asked then can only pass."""
    rules = load_rules(modules=["governors"], variants=["bid-governors"])
    script = [*SEATING_AND_ENEMIES, *OFFERED]
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=script, automation=())
    play(game, "Ann: choose duke", "Ann: bid 20vp")
    assert offered(game) == ["pass"]
    assert refusal(game, "bid 21vp") == "bid.none"


def test_the_last_player_without_a_governor_pays_nothing() -> None:
    """F31: nobody can outbid him, so he chooses one of the two left and bids 0; the other goes back."""
    game = bidding("second")
    told = play(game, "Ann: choose miner", "Ann: bid nothing", "Brian: pass", "Cindy: pass")
    told += play(game, "Brian: choose duke", "Brian: bid nothing", "Cindy: pass")
    assert offered(game) == ["choose thief", "choose preacher"]
    told += play(game, "Cindy: choose preacher")
    assert [event.cards for event in only(told, CardsWithdrawn)] == [("thief",)]
    assert everybody(game, of="vp") == {"Ann": 0, "Brian": 0, "Cindy": 0}
    assert seat(game, "Cindy").cards == ("preacher",)
    assert game.state.auction is None


def test_we_t12_yearly_goods_in_year_five() -> None:
    """WE-T12, F11: the Miner's gold of year V is the fourth good, so the Cathedral scores 2 VP."""
    ann = owner("cathedral", cards=("miner",), wood=3)
    end = Situation(with_modules("governors"), "year.end", {"Ann": ann, "Brian": Has()}, year=5)
    assert goods(end, "Ann") == "gold+3wood"
    go_on(end, "scoring")
    assert seat(end, "Ann").vp == 2


def test_we_t13_minstrel_last() -> None:
    """WE-T13, R70, F11: in year V battle, Miner's gold, the last soldier tokens, and then the Minstrel."""
    game, _ = governed("minstrel", "preacher", "miner", "soldier-tokens")
    quietly(game, phase="winter", year=5)
    told = quietly(game, phase="never", year=6)
    sources = [event.source for event in only(told, Gained) if event.player in ("Ann", "Cindy")]
    last = [source for source in dict.fromkeys(sources) if source != "battle"]
    assert last == ["miner", "soldier_tokens", "minstrel"]
    assert told.index(only(told, Fought)[-1]) < told.index(Gained("Cindy", "gold", 1, "miner"))


def test_we_t14_politician_private_advisors() -> None:
    """WE-T14: Ann uses one space of her card, the other, and the board; Brian may not, but his 5 is free.

    The card pays when its rank comes, and on one rank it goes by turn order.
    """
    given = {"Ann": Has(dice=(3, 5, 5, 5), cards=("politician",)), "Brian": Has({"envoy": 1}, dice=(5, 5))}
    season = Situation(with_modules("governors"), "spring/influence", given)
    play(season, "Ann: influence politician_5 5")
    assert not [text for text in offered(season) if "politician" in text]
    play(season, "Brian: influence sergeant 5", "Ann: influence politician_10 5+5", "Brian: pass")
    play(season, "Ann: influence architect 3")
    go_on(season, "spring/rewards")
    play(season, "Ann: take gold", "Ann: take 2stone")
    paid = [(event.player, event.advisor) for event in only(season.events, Rewarded)]
    assert paid == [
        ("Ann", "architect"),
        ("Ann", "politician_5"),
        ("Brian", "sergeant"),
        ("Ann", "politician_10"),
    ]


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_t16_prince_values(edition: str) -> None:
    """WE-T16: 1-1-2 and a bonus die of 1 become 3-4-6 and 1, which count as 14 in turn order."""
    rules = with_modules("governors", edition=edition)
    given = {"Ann": Has({"bonus_die": 1}, cards=("prince",)), "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["112", "1", "346", "366"])
    play(season, "Ann: use prince")
    assert (dice(season, "Ann"), seat(season, "Ann").bonus) == ((3, 4, 6), (1,))
    assert season.state.turn_order == ("Brian", "Ann", "Cindy")


@pytest.mark.parametrize("ann_builds", [True, False])
def test_we_t18_preacher_counts_own_idle_season(ann_builds: bool) -> None:
    """WE-T18: Brian and Cindy build; only if Ann idles is there somebody who did, and that is 1 VP."""
    rich = {"gold": 1, "wood": 1}
    given = {"Ann": Has(rich, cards=("preacher",)), "Brian": Has(rich), "Cindy": Has(rich)}
    season = Situation(with_modules("governors"), "fall", given, rolls=["111", "111", "111"])
    play(season, "Ann: pass", "Brian: pass", "Cindy: pass")
    play(season, f"Ann: {'build inn' if ann_builds else 'pass'}", "Brian: build inn", "Cindy: build inn")
    assert season.over
    assert seat(season, "Ann").vp == (0 if ann_builds else 1)


def test_we_t19_tax_collector_immediate() -> None:
    """WE-T19: Ann's Embassy brings Brian a wood at once, which builds his Barricade in the same phase."""
    ann = owner("barricade", "crane", "town_hall", gold=1, wood=2, stone=2)
    given = {"Ann": ann, "Brian": Has(cards=("tax_collector",))}
    site = Situation(with_modules("governors"), "spring/construct", given)
    play(site, "Ann: build embassy", "Brian: take wood", "Brian: build barricade")
    assert [(event.player, event.building) for event in only(site.events, Built)] == [
        ("Ann", "embassy"),
        ("Brian", "barricade"),
    ]


GOODS_OF_CHOICE = {
    "tax_collector": ("spring/construct", "Brian: build embassy"),
    "damsel": ("winter/battle",),
}


def brought_a_good(card: str, automation: tuple[str, ...] = ("forced", "gains", "peeks")) -> Situation:
    """The moment at which Ann's card brings her a good of her choice."""
    at, *before = GOODS_OF_CHOICE[card]
    brian = owner("barricade", "crane", "town_hall", gold=1, wood=2, stone=2, soldier=9)
    given = {"Brian": brian, "Ann": Has(cards=(card,))}
    moment = Situation(
        with_modules("governors"), at, given, enemy="zombies_i_4", rolls=["1"], automation=automation
    )
    play(moment, *before)
    return moment


@pytest.mark.parametrize("card", GOODS_OF_CHOICE)
def test_f7_of_a_good_of_choice_it_is_asked_which_not_whether(card: str) -> None:
    """F7: it costs nothing, so the machine takes it; the kind is Ann's choice."""
    assert {*offered(brought_a_good(card))} == {"take gold", "take wood", "take stone"}


@pytest.mark.parametrize("card", GOODS_OF_CHOICE)
def test_r45_a_good_of_choice_may_be_declined_where_everything_is_asked(card: str) -> None:
    """R45: what such cards do is optional, and fewer goods may be better."""
    moment = brought_a_good(card, automation=())
    assert offered(moment) == [f"use {card}", "done"]
    play(moment, "Ann: done")
    assert not {*offered(moment)} & {"take gold", f"use {card}"}
    assert sum(moment.has("Ann", good) for good in ("gold", "wood", "stone")) == 0


def test_f36_the_heiress_gains_two_tokens_once_a_year() -> None:
    """F36: Ann rolls 3 in every season; the first of each year brings the tokens, the others nothing."""
    dealt = ("thief", "miner", "paladin", "princess", "preacher", "prince", "minstrel", "duke", "heiress")
    year = [*["111"] * 9, "1"]
    game = Game(
        with_modules("governors"),
        ("Ann", "Brian", "Cindy"),
        script=[*SEATING_AND_ENEMIES, *dealt, *year, *year],
        seed=1,
    )
    for player, governor in (("Ann", "heiress"), ("Brian", "preacher"), ("Cindy", "miner")):
        game.play(f"choose {governor}", player)
    told = quietly(game, phase="kings_favor", year=2)
    assert only(told, Gained).count(Gained("Ann", "plus2", 2, "heiress")) == 1
    assert quietly(game, phase="kings_favor", year=3).count(Gained("Ann", "plus2", 2, "heiress")) == 1


def test_f37_the_priest_blesses_once_a_year() -> None:
    """F37: he is asked each season until he has given it, and then no more in that year."""
    rules = with_modules("governors")
    season = Situation(rules, "spring/season.ready", {"Ann": Has(cards=("priest",)), "Brian": Has()})
    play(season, "Ann: done")
    go_on(season, "summer/season.ready")
    play(season, "Ann: use priest")
    go_on(season, "fall/season.ready")
    assert season.over


def test_f41_the_paladin_shields_once_and_then_scores_nothing() -> None:
    """F41: kept in year I, used in year II; in year III there is no question, and no VP at the end."""
    given = {"Ann": Has({"vp": 20}, cards=("paladin",)), "Brian": Has({"soldier": 30})}
    battle = Situation(with_modules("governors"), "winter/battle", given, enemy="zombies_i_4", rolls=["1"])
    play(battle, "Ann: done")
    assert seat(battle, "Ann").vp == 18
    go_on(battle, "winter", year=2, rolls=["1"])
    play(battle, "Ann: use paladin")
    assert seat(battle, "Ann").vp == 18
    go_on(battle, "winter", year=3, rolls=["1"])
    assert battle.over, "nobody asks whether to use him"
    assert seat(battle, "Ann").vp < 18
    go_on(battle, "scoring", year=5)
    assert [event for event in only(battle.events, Gained) if event.source == "paladin"] == []


def philosopher(rules: Rules, *rerolled: str) -> Situation:
    """Ann has rolled 2-2-2; the results of her rerolls follow."""
    ann = owner("statue", "chapel", cards=("philosopher",))
    given = {"Ann": ann, "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, rolls=["222", "366", "456", *rerolled])
    assert offered(season) == ["use statue", "use chapel", "use philosopher", "done"]
    return season


READINGS = {
    "first-ffg": load_rules("first-ffg", modules=["governors"]),
    "first-elfinwerks": load_rules("first-elfinwerks", modules=["governors"]),
    "below ten": load_rules("second", modules=["governors"], switches={"philosopher_use": "always"}),
    "lower than before": load_rules(
        "second",
        modules=["governors"],
        switches={"philosopher_use": "always", "philosopher_point": "lower_than_before"},
    ),
}


@pytest.mark.parametrize("reading", READINGS)
def test_we_tx4_example_iv_philosopher_stops(reading: str) -> None:
    """WE-TX4: Statue, then Philosopher from 10 to 7, and no reroll after him: 1 VP in either reading."""
    season = philosopher(READINGS[reading], "6", "115")
    play(season, "Ann: use statue")
    assert (dice(season, "Ann"), offered(season)) == ((2, 2, 6), ["use philosopher", "done"])
    play(season, "Ann: use philosopher")
    assert offered(season) == ["use chapel", "done"]
    play(season, "Ann: done")
    assert (dice(season, "Ann"), seat(season, "Ann").vp) == ((1, 1, 5), 1)
    assert season.state.turn_order == ("Ann", "Brian", "Cindy")


@pytest.mark.parametrize("reading", READINGS)
def test_we_tx4_example_iv_philosopher_goes_on(reading: str) -> None:
    """WE-TX4: the Chapel after the Philosopher makes 4-4-4 of it: no point, and the Statue was used."""
    season = philosopher(READINGS[reading], "6", "115", "444")
    play(season, "Ann: use statue", "Ann: use philosopher", "Ann: use chapel")
    assert asked(season) == "Ann influence", "no further reroll"
    assert (dice(season, "Ann"), seat(season, "Ann").vp) == ((4, 4, 4), 0)


def test_we_tx4_second_edition_uses_him_below_ten_only() -> None:
    """WE-TX4, C-34: by the words of the second edition the total of 10 is too high for the Philosopher."""
    season = philosopher(with_modules("governors"), "6")
    play(season, "Ann: use statue")
    assert asked(season) == "Ann influence"
    assert season.why_not("use philosopher", "Ann") is not None


# Module 4: destiny


@pytest.mark.parametrize("pair", [(3, 6), (4, 6), (3, 4)])
def test_we_z08_prince_with_famine(pair: tuple[int, int]) -> None:
    """WE-Z08: with two dice in a Famine the Prince chooses two of 3, 4 and 6."""
    rules = with_modules("governors", "destiny")
    given = {"Ann": Has(cards=("prince",)), "Brian": Has(), "Cindy": Has()}
    season = Situation(rules, "spring", given, in_force=["famine"], rolls=["12", "66", "66"])
    play(season, "Ann: use prince")
    assert sorted(offered(season)) == ["choose 3+4", "choose 3+6", "choose 4+6"]
    play(season, f"Ann: choose {pair[0]}+{pair[1]}")
    assert dice(season, "Ann") == pair


@pytest.mark.parametrize("ann_too", [False, True])
def test_we_z11_secret_deals_with_politician(ann_too: bool) -> None:
    """WE-Z11: Brian's token closes the Politician's card to Ann, unless hers lies there; never opens it."""
    rules = with_modules("governors", "destiny")
    given = {"Ann": Has(cards=("politician",)), "Brian": Has(), "Cindy": Has()}
    year = Situation(rules, "kings_favor/phase_1.start", given, in_force=["secret_deals"])
    play(year, f"Ann: choose {'politician' if ann_too else 'king'}", "Brian: choose politician")
    play(year, "Cindy: choose queen")
    go_on(year, "spring", rolls=["115", "355", "566"])
    assert ("influence politician_5 5" in offered(year)) == ann_too
    play(year, "Ann: pass")
    assert not [text for text in offered(year) if "politician" in text]


def test_we_z12_urban_expansion_twice() -> None:
    """WE-Z12: Ann builds the Inn and with the Envoy the Market, and Urban Expansion scores for both."""
    given = {"Ann": Has({"gold": 3, "wood": 3, "envoy": 1}), "Brian": Has()}
    site = Situation(with_modules("destiny"), "fall/construct", given, in_force=["urban_expansion"])
    play(site, "Ann: build inn")
    first = change(site.events, "Ann", "vp")
    play(site, "Ann: build market for 2gold+2wood envoy")
    scored = [event.amount for event in only(site.events, Gained) if event.source == "urban_expansion"]
    assert (first, scored, seat(site, "Ann").envoy) == (1, [1, 1], False)


@pytest.mark.parametrize(("die", "wood"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_we_z16_new_forest(die: int, wood: int) -> None:
    """WE-Z16: each player gains 1 wood on a die of 4 to 6."""
    given = {"Ann": Has(), "Brian": Has()}
    start = Situation(
        with_modules("destiny"), "fall/season.start", given, in_force=["new_forest"], rolls=[(die,)]
    )
    assert [seat(start, name).goods["wood"] for name in given] == [wood, wood]


def test_we_z17_diplomatic_moves() -> None:
    """WE-Z17: the Town Hall brings Ann 1 VP more, and Brian without one may buy 1 VP for 1 good."""
    given = {"Ann": owner("town_hall", gold=1), "Brian": owner(wood=2)}
    end = Situation(with_modules("destiny"), "spring/season.end", given, in_force=["diplomatic_moves"])
    play(end, "Ann: use town_hall pay gold", "Brian: use diplomatic_moves pay wood")
    assert end.over
    assert everybody(end, of="vp") == {"Ann": 2, "Brian": 1}


@pytest.mark.parametrize("health", range(1, 7))
def test_the_sick_king_dies_on_a_one_and_all_is_awarded(health: int) -> None:
    """F53: then year I is the last; Paladin, all tokens left and the Minstrel at the very end score."""
    rules = with_modules("governors", "destiny", "soldier-tokens")
    dealt = [card for hand in GOVERNORS.values() for card in hand]
    rolls = ["112"] * 9
    script = [*SEATING_AND_ENEMIES, *dealt, "king_is_sick", *rolls, str(health)]
    game = Game(rules, ("Ann", "Brian", "Cindy"), script=script, seed=1)
    for player, governor in (("Ann", "minstrel"), ("Brian", "preacher"), ("Cindy", "paladin")):
        game.play(f"choose {governor}", player)
    quietly(game, phase="winter", year=1)
    told = quietly(game, phase="kings_favor", year=2)
    assert game.state.over == (health == 1)
    awards = [event for event in only(told, Gained) if event.source in ("paladin", "soldier_tokens")]
    if health > 1:
        assert (game.state.year, awards) == (2, [])
        return
    assert game.state.year == 1
    left = {event.player: event.amount for event in awards if event.source == "soldier_tokens"}
    assert left == dict.fromkeys(game.players, 11), "each of them played the 0"
    assert Gained("Cindy", "vp", 3, "paladin") in awards
    assert only(told, Gained)[-1] == Gained("Ann", "vp", 2, "minstrel"), "last, and behind"


# Module 5: soldier tokens


@pytest.mark.parametrize("edition", EXPANDED)
def test_we_t20_soldier_tokens(edition: str) -> None:
    """WE-T20, R63, O32, C-13: five winters take 0, 1, 1, 2 and 4 and no King's die; the 3 left is 3 VP."""
    rules = with_modules("soldier-tokens", edition=edition)
    game = Game(rules, ("Ann", "Brian"), seed=5)
    plan = {"Ann": [0, 1, 1, 2, 4], "Brian": [4, 3, 2, 1, 1]}
    told: list[Event] = []
    while game.decision is not None:
        decision = game.decision
        if game.state.phase == "winter" and decision.kind == "choose":
            told += game.play(f"choose {plan[decision.player].pop(0)}")
        else:
            told += game.play(quiet(decision))
    assert plan == {"Ann": [], "Brian": []}
    came = [
        (e.player, e.amount) for e in only(told, Gained) if (e.resource, e.source) == ("soldier", "battle")
    ]
    assert [amount for player, amount in came if player == "Ann"] == [1, 1, 2, 4], "her 0 is no gain"
    assert [amount for player, amount in came if player == "Brian"] == [4, 3, 2, 1, 1]
    winter = False
    for event in told:
        winter = event.phase == "winter" if isinstance(event, PhaseStarted) else winter
        assert not (winter and isinstance(event, DiceRolled))
    left = [event for event in only(told, Gained) if event.source == "soldier_tokens"]
    assert left == [Gained("Ann", "vp", 3, "soldier_tokens")], "Brian's 0 is worth nothing"


def test_soldier_tokens_are_chosen_in_secret() -> None:
    """What Ann has played is in nobody's view until Brian has played too."""
    battle = Situation(with_modules("soldier-tokens"), "winter/battle", {"Ann": Has(), "Brian": Has()})
    before = battle.state
    play(battle, "Ann: choose 3")
    assert battle.state == before
    assert "choose 4" in offered(battle)
    play(battle, "Brian: choose 4")
    assert everybody(battle, of="strength") == {"Ann": 3, "Brian": 4}


# Module 6: advisor tiles


def test_we_z18_shared_tile_in_turn_order() -> None:
    """WE-Z18, R28, F57: Brian is first and takes the last gold; then all three lie there for Ann."""
    rules = with_modules("alternate-advisors")
    card, compiled = rules.compiled.card["good_from_stock"], rules.compiled
    slots = {memory.name: slot for slot, memory in enumerate(compiled.memories) if memory.card == card}

    def one_gold(state: State) -> None:
        for name, slot in slots.items():
            state.memory[slot, NOBODY] = int(name == "gold")

    at_merchant = Has(influenced=("merchant",))
    rewards = Situation(
        rules,
        "spring/rewards",
        {"Ann": at_merchant, "Brian": at_merchant},
        order=("Brian", "Ann"),
        tiles=["good_from_stock"],
        automation=(),
        prepare=one_gold,
    )
    play(rewards, "Brian: choose gold", "Ann: choose stone")
    assert [goods(rewards, name) for name in ("Brian", "Ann")] == ["gold", "stone"]
    assert rewards.state.memory["good_from_stock"] == {"stone": 0}, "the others are as at first"


def inverted(*influenced: str) -> Situation:
    rules = load_rules("second", modules=["alternate-advisors"], variants=["inverted-order"])
    tiles = [card.id for ref, card in rules.cards.items() if ref.startswith("alternate-advisors/")]
    tiles.remove("advisor_tiles")
    given = {"Ann": Has(influenced=influenced), "Brian": Has()}
    return Situation(rules, "spring/season.last", given, tiles=tiles)


def test_we_z29_inverted_order_variant() -> None:
    """WE-Z29, C-32, F58: of the ranks 3, 8 and 17 the highest with a tile is 8; the Treasurer's goes."""
    end = inverted("architect", "treasurer", "queen")
    removed = only(end.events, TileRemoved)
    assert [event.advisor for event in removed] == ["treasurer"]
    assert len(end.state.tiles) == 15
    assert "treasurer" not in end.state.tiles


def test_in_inverted_order_some_tile_always_goes() -> None:
    """F58: if nobody influenced an advisor with a tile, the lowest tile goes."""
    assert [event.advisor for event in only(inverted("queen").events, TileRemoved)] == ["jester"]


def test_in_inverted_order_all_tiles_lie_from_the_start() -> None:
    """F58: a game in inverted order begins with sixteen tiles, one of module 6 alone with a single one."""
    rules = load_rules("second", modules=["alternate-advisors"], variants=["inverted-order"])
    assert len(Game(rules, ("Ann", "Brian"), seed=1).state.tiles) == 16
    usual = Game(with_modules("alternate-advisors"), ("Ann", "Brian"), seed=1)
    usual_told = quietly(usual, phase="spring", year=1)
    assert usual_told is not None
    assert len(usual.state.tiles) == 1
