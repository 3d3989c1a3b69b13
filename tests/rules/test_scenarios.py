"""The worked examples of the scenarios, and what each of them adds to a year."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kingsburg_rules import Destroyed, EnemySeen, Fought, Game, Marked, Rules, load_rules
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.state import State
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, everybody, go_on, goods, offered, only, play, quiet, refusal, seat


def scenario(name: str, *modules: str) -> Rules:
    return load_rules("second", scenario=name, modules=modules)


def memory(at: Game | Situation, name: str) -> int:
    """A number that everybody remembers."""
    (value,) = (numbers[name] for numbers in at.state.memory.values() if name in numbers)
    return value


# Goblin Valley


def valley(year: int, enemy: str, further: str, die: str, given: Mapping[str, Has]) -> Situation:
    rules = scenario("goblin-valley")

    def prepare(state: State) -> None:
        cards = [0] * rules.compiled.years
        cards[year - 1] = rules.compiled.card[further]
        state.second_deck = tuple(cards)

    return Situation(rules, "winter/battle", given, year=year, enemy=enemy, rolls=[die], prepare=prepare)


def test_we_z21_goblin_valley_reinforcements() -> None:
    """WE-Z21, F64: Goblins of 4 join Orcs of 5; the King's 2, three for the year and a Barricade make 6."""
    given = {"Ann": Has({"vp": 9}, buildings=("barricade",)), "Brian": Has()}
    battle = valley(3, "orcs_iii_5", "goblins_iii_4", "2", given)
    ann, brian = only(battle.events, Fought)
    assert (ann.strength, brian.strength, ann.enemy_strength) == (6, 5, 9)
    assert (ann.outcome, brian.outcome) == ("defeat", "defeat")


def test_we_z21_a_defeat_costs_what_both_cards_say() -> None:
    """WE-Z21, F64: 3 wood, 3 stone, a building, 1 VP for the Goblins; 2 goods, a building for the Orcs."""
    ann = Has({"vp": 9, "gold": 3, "wood": 3, "stone": 3}, buildings=("barricade", "crane"))
    battle = valley(3, "orcs_iii_5", "goblins_iii_4", "1", {"Ann": ann, "Brian": Has()})
    assert goods(battle, "Ann") == "gold"
    assert [event.building for event in only(battle.events, Destroyed)] == ["crane", "barricade"]
    assert seat(battle, "Ann").vp == 9 - 1 - 1 - 0, "1 VP for the Crane, 1 for the card"


def test_we_z21_a_victory_brings_what_both_cards_say() -> None:
    """WE-Z21, F64: beaten together, Orcs bring their gold and Goblins their wood; strength 9 is a tie."""
    given = {"Ann": Has({"soldier": 2}), "Brian": Has()}
    battle = valley(3, "orcs_iii_5", "goblins_iii_4", "6", given)
    assert [event.outcome for event in only(battle.events, Fought)] == ["victory", "tie"]
    assert [goods(battle, name) for name in given] == ["gold+wood", "nothing"]


def test_we_z21_other_cards_of_the_valley_stay_at_home() -> None:
    """WE-Z21: Zombies of the valley neither join nor bring further soldiers."""
    battle = valley(3, "orcs_iii_5", "zombies_iii_6", "5", {"Ann": Has(), "Brian": Has()})
    ann, _ = only(battle.events, Fought)
    assert (ann.strength, ann.enemy_strength, ann.outcome) == (5, 5, "tie")


def test_we_z23_goblin_valley_year_five() -> None:
    """WE-Z23, F64: in year V Demons of the valley count as Goblins; five soldiers and a Barricade help."""
    given = {"Ann": Has({"vp": 9}, buildings=("barricade", "church")), "Brian": Has({"vp": 9})}
    battle = valley(5, "dragons_v_9", "demons_v_8", "2", given)
    assert everybody(battle, of="soldiers") == {"Ann": 7, "Brian": 7}
    ann, brian = only(battle.events, Fought)
    assert (ann.strength, brian.strength, ann.enemy_strength) == (8, 7, 17)


def test_the_second_enemy_of_the_valley_is_hidden() -> None:
    """No seat sees the second deck before winter."""
    game = Game(scenario("goblin-valley"), ("Ann", "Brian"), seed=3)
    hidden = {
        game.rules.compiled.cards[card].name for card in (*game._state.enemies, *game._state.second_deck)
    }
    assert len(game._state.second_deck) == 5
    assert not [name for name in hidden if name in game.view("Ann").to_json()]


@pytest.mark.parametrize(
    ("answer", "seen"), [("enemy", ("orcs_iii_5",)), ("further", ("goblins_iii_4",)), ("done", ())]
)
def test_who_may_look_at_the_enemy_may_look_at_the_valleys_card_instead(
    answer: str, seen: tuple[str, ...]
) -> None:
    """R31: with the General one of the two cards is seen, or none; in a Fog of War nobody is asked."""
    rules = scenario("goblin-valley", "destiny")

    def prepare(state: State) -> None:
        state.second_deck = tuple([rules.compiled.card["goblins_iii_4"]] * rules.compiled.years)

    given = {"Ann": Has(influenced=("general",)), "Brian": Has()}
    for fog in ((), ("fog_of_war",)):
        rewards = Situation(
            rules, "spring/rewards", given, year=3, enemy="orcs_iii_5", in_force=fog, prepare=prepare
        )
        if not fog:
            assert offered(rewards) == ["choose enemy", "choose further", "done"]
            play(rewards, f"Ann: {answer if answer == 'done' else f'choose {answer}'}")
        assert rewards.over
        assert rewards.seen("Ann") == (() if fog else seen)
        assert rewards.seen("Brian") == ()
        view = view_of(rewards._state, 0, rules)
        decks = {"enemy": view.seen_enemies, "further": view.seen_further}
        assert [deck for deck, looked in decks.items() if looked] == [answer] * len(rewards.seen("Ann"))
        told = [event.further for event in only(rewards.events, EnemySeen)]
        assert told == [answer == "further"] * len(rewards.seen("Ann"))


# The Demanding Capital


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_we_z24_demanding_capital_setup(players: int) -> None:
    """WE-Z24: three growth tokens for each player, twelve with four."""
    names = ("Ann", "Brian", "Cindy", "David", "Eve")[:players]
    assert memory(Game(scenario("demanding-capital"), names, seed=1), "growth") == 3 * players


def capital(at: str, given: Mapping[str, Has], *rolls: str, **numbers: int) -> Situation:
    rules = scenario("demanding-capital")
    slots = {m.name: slot for slot, m in enumerate(rules.compiled.memories)}

    def prepare(state: State) -> None:
        for name, number in numbers.items():
            state.memory[slots[name], NOBODY] = number

    return Situation(rules, at, given, rolls=rolls, prepare=prepare, enemy="goblins_i_2")


def test_we_z25_demanding_capital_tributes() -> None:
    """WE-Z25, F65: two tributes are 2 VP, one is nothing, none costs 1 VP; twelve growth tokens become 13."""
    both = Has({"gold": 1, "wood": 1})
    given = {"Ann": both, "Brian": both, "Cindy": both, "David": both}
    phase = capital("kings_envoy/phase_5.start", given, need_1=1, need_2=2, growth=12)
    play(phase, "Ann: pay gold", "Ann: pay wood", "Brian: pay gold", "Brian: done")
    play(phase, "Cindy: done", "Cindy: done", "David: pay gold", "David: pay wood")
    assert phase.over
    assert everybody(phase, of="vp") == {"Ann": 2, "Brian": 0, "Cindy": -1, "David": 2}
    assert memory(phase, "growth") == 13
    assert [goods(phase, name) for name in given] == ["nothing", "wood", "gold+wood", "nothing"]


def test_the_capital_borrows_a_die_for_fall() -> None:
    """F65: the need 6 is a die: Ann lends one and rolls two in fall, and three again next spring."""
    phase = capital("kings_envoy", {"Ann": Has(), "Brian": Has()}, need_1=6, need_2=1, growth=6)
    play(phase, "Ann: choose lend_a_die", "Brian: choose refuse")
    go_on(phase, "fall/roll_dice", rolls=["26", "345"])
    assert (seat(phase, "Ann").dice, seat(phase, "Brian").dice) == ((2, 6), (3, 4, 5))


@pytest.mark.parametrize(("growth", "die", "come"), [(12, 3, 3), (12, 4, 0), (13, 4, 0), (16, 4, 4)])
def test_the_capital_keeps_the_kings_soldiers_away(growth: int, die: int, come: int) -> None:
    """F65: a King's die above the growth tokens for each of four players, rounded down, brings nobody."""
    given = {name: Has() for name in ("Ann", "Brian", "Cindy", "David")}
    battle = capital("winter/battle", given, str(die), growth=growth)
    assert {event.strength for event in only(battle.events, Fought)} == {come}


def test_the_capital_asks_every_year_anew() -> None:
    """At the start of each year two dice say what is needed."""
    for rolls in (("4", "1"), ("6", "6")):
        start = capital("year.start", {"Ann": Has(), "Brian": Has()}, *rolls, growth=6)
        assert (memory(start, "need_1"), memory(start, "need_2")) == tuple(map(int, rolls))


def test_the_capital_may_need_the_same_twice() -> None:
    """F65: needs of gold and gold are 2 gold; to give one of them neither pleases nor angers."""
    given = {"Ann": Has({"gold": 2}), "Brian": Has({"gold": 1})}
    phase = capital("kings_envoy/phase_5.start", given, need_1=1, need_2=1, growth=6)
    play(phase, "Ann: pay gold", "Ann: pay gold", "Brian: pay gold")
    assert phase.over
    assert everybody(phase, of="vp") == {"Ann": 2, "Brian": 0}
    assert memory(phase, "growth") == 7


# Shifting Alliances


def test_shifting_alliances_pays_who_marked() -> None:
    """F66: Brian influences whom Ann and Cindy marked: 1 VP each; Ann on her own mark pays nobody."""
    rules = scenario("shifting-alliances")
    given = {"Ann": Has(), "Brian": Has(), "Cindy": Has()}
    year = Situation(rules, "year.start", given)
    play(year, "Ann: choose jester", "Brian: choose king", "Cindy: choose jester")
    assert [(event.player, event.advisor) for event in only(year.events, Marked)] == [
        ("Ann", "jester"),
        ("Brian", "king"),
        ("Cindy", "jester"),
    ]
    go_on(year, "spring", rolls=["124", "122", "566"])
    play(year, "Brian: influence jester 1")
    assert everybody(year, of="vp") == {"Ann": 1, "Brian": 0, "Cindy": 1}


def test_shifting_alliances_own_mark_pays_nobody() -> None:
    """Ann and Cindy both marked the Jester; when Ann influences him, nobody gains."""
    year = Situation(
        scenario("shifting-alliances"), "year.start", {"Ann": Has(), "Brian": Has(), "Cindy": Has()}
    )
    play(year, "Ann: choose jester", "Brian: choose king", "Cindy: choose jester")
    go_on(year, "spring", rolls=["122", "346", "566"])
    play(year, "Ann: influence jester 1")
    assert set(everybody(year, of="vp").values()) == {0}


@pytest.mark.parametrize(
    ("ann", "brian", "rolls", "vp"),
    [
        ("champion", "champion", ("256", "34"), (1, 1)),
        ("king", "astronomer", ("256", "34"), (0, 1)),
        ("architect", "merchant", ("124", "34"), (1, 1)),
        ("jester", "squire", ("256", "34"), (0, 0)),
    ],
)
def test_shifting_alliances_neutral_dice_pay_everybody(
    ann: str, brian: str, rolls: tuple[str, str], vp: tuple[int, int]
) -> None:
    """F66: neutral dice have no marker, also when they are split, so all that lie there score."""
    year = Situation(scenario("shifting-alliances"), "year.start", {"Ann": Has(), "Brian": Has()})
    play(year, f"Ann: choose {ann}", f"Brian: choose {brian}")
    go_on(year, "spring", rolls=[*rolls, "123", "124"])
    assert (seat(year, "Ann").vp, seat(year, "Brian").vp) == vp


@pytest.mark.parametrize("year", range(1, 6))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_shifting_alliances_fade(players: int, year: int) -> None:
    """F66: when year III ends, with four or more year IV too, each takes a mark of his left neighbor."""
    rules = scenario("shifting-alliances")
    names = ("Ann", "Brian", "Cindy", "David", "Eve")[:players]
    card = rules.compiled.card["shifting_alliances"]
    jester, king = (place.index for place in rules.compiled.places if place.name in ("jester", "king"))

    def marked(state: State) -> None:
        state.marks = {(card, place, at): 1 for place in (jester, king) for at in range(players)}

    end = Situation(rules, "year.end", {name: Has() for name in names}, year=year, prepare=marked)
    if year != 3 and (year != 4 or players == 3):
        assert end.over
        return
    play(end, *(f"{name}: choose jester" for name in names))
    assert end.over
    assert [(mark.player, mark.advisor) for mark in end.state.marks] == [(name, "king") for name in names]


# Wheel and Deal


def test_we_z27_wheel_and_deal_military() -> None:
    """WE-Z27, F70: of the King's dice 2 and 5 Ann's Military gains 5 soldiers, Brian and Cindy 2."""
    given = {"Ann": Has(cards=("military",)), "Brian": Has(), "Cindy": Has()}
    battle = Situation(scenario("wheel-and-deal"), "winter/battle", given, enemy="zombies_i_4", rolls=["25"])
    assert everybody(battle, of="soldiers") == {"Ann": 5, "Brian": 2, "Cindy": 2}


def test_wheel_and_deal_groups_are_chosen_each_year() -> None:
    """F67: each year everybody chooses one of the groups left, and holds it until the year is over."""
    game = Game(scenario("wheel-and-deal"), ("Ann", "Brian", "Cindy"), script=["012"], seed=4)
    assert asked(game) == f"Ann {game.pending[0].kind}"
    assert len(offered(game)) == 8
    play(game, "Ann: choose military", "Brian: choose clergy")
    assert refusal(game, "choose clergy") is not None
    play(game, "Cindy: choose outlaws")
    assert everybody(game, of="cards") == {"Ann": ("military",), "Brian": ("clergy",), "Cindy": ("outlaws",)}
    assert seat(game, "Cindy").vp == -2
    while game.state.year == 1 and game.decision is not None:
        game.play(quiet(game.decision))
    assert "choose clergy" in offered(game)


def test_wheel_and_deal_what_a_group_does_at_once_comes_before_the_next_choice() -> None:
    """F67: Cindy sees where the Society's marker lies and what the Outlaws cost before she chooses."""
    year = Situation(
        scenario("wheel-and-deal", "governors"),
        "year.start",
        {"Ann": Has(cards=("damsel",)), "Brian": Has(), "Cindy": Has()},
    )
    play(year, "Ann: choose secret_society", "Ann: choose queen", "Brian: choose outlaws")
    assert asked(year) == "Cindy choose"
    assert everybody(year, of="vp") == {"Ann": 0, "Brian": -2, "Cindy": 0}
    assert [(event.player, event.advisor) for event in only(year.events, Marked)] == [("Ann", "queen")]
    play(year, "Cindy: choose clergy")
    assert year.over
    assert seat(year, "Ann").plus2 == 0, "the Damsel sees that Brian has fewer VP"


def test_wheel_and_deal_aristocracy_goes_first() -> None:
    """F67: whoever chose the Aristocracy is first in turn order, whatever he rolls."""
    given = {"Ann": Has(), "Brian": Has(cards=("aristocracy",)), "Cindy": Has()}
    season = Situation(scenario("wheel-and-deal"), "spring", given, rolls=["112", "666", "113"])
    assert season.state.turn_order == ("Brian", "Ann", "Cindy")


@pytest.mark.parametrize("mine", [1, 2, 3])
def test_wheel_and_deal_aristocracy_wins_ties_on_buildings_alone(mine: int) -> None:
    """F67: Brian, tied with Cindy at two buildings, wins; goods are not looked at, and no tie is no tie."""
    rows = ("inn", "barricade", "statue")
    given = {
        "Ann": Has(buildings=rows[:mine]),
        "Brian": Has({"gold": 5}, buildings=rows[:2], cards=("aristocracy",)),
        "Cindy": Has(buildings=rows[:2]),
    }
    rules = scenario("wheel-and-deal")
    behind = "Ann" if mine == 1 else "Brian"
    favor = Situation(rules, "kings_favor", given, year=2)
    assert [name for name in given if seat(favor, name).bonus_dice] == [behind]
    envoy = Situation(rules, "kings_envoy", given, year=2)
    assert [name for name in given if seat(envoy, name).envoy] == [behind]
    reward = Situation(rules, "kings_reward", given, year=2)
    assert [name for name in given if seat(reward, name).vp] == ["Ann" if mine == 3 else "Brian"]


def test_wheel_and_deal_the_princess_comes_before_the_aristocracy() -> None:
    """F32: in year I the die is hers, and nobody gains a good; in year II the tie is the Aristocracy's."""
    given = {"Ann": Has(cards=("aristocracy",)), "Brian": Has(cards=("princess",)), "Cindy": Has()}
    for year, name in ((1, "Brian"), (2, "Ann")):
        favor = Situation(scenario("wheel-and-deal", "governors"), "kings_favor", given, year=year)
        assert favor.over
        assert [player.name for player in favor.state.players if player.bonus_dice] == [name]


def test_wheel_and_deal_scores_clergy_after_rerolls() -> None:
    """The Clergy gains 2 VP for the total of 9 that the Statue leaves of 4-4-4, not for the 12 before."""
    given = {"Ann": Has(buildings=("statue",), cards=("clergy",)), "Brian": Has(), "Cindy": Has()}
    season = Situation(scenario("wheel-and-deal"), "spring", given, rolls=["444", "666", "666", "1"])
    play(season, "Ann: use statue")
    assert (seat(season, "Ann").dice, seat(season, "Ann").vp) == ((1, 4, 4), 2)
