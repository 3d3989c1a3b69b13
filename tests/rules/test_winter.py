"""Phases 7 and 8: recruiting, the battle, and what it brings and costs."""

from __future__ import annotations

from itertools import product

import pytest

from kingsburg_rules import Destroyed, DiceRolled, EnemyRevealed, Fought, Gained, Lost, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, change, everybody, go_on, goods, offered, only, play, refusal, seat

ENEMY_OF = {
    "barbarians": "barbarians_ii_5",
    "goblins": "goblins_iii_5",
    "zombies": "zombies_iv_7",
    "demons": "demons_v_9",
    "orcs": "orcs_iii_5",
    "dragons": "dragons_v_9",
}
WALLS = ("palisade", "stables", "stone_wall")


def winter(rules: Rules, enemy: str, die: int, **given: Has) -> Situation:
    year = rules.compiled.enemies[rules.compiled.card[enemy]].year
    return Situation(rules, "winter", given, year=year, enemy=enemy, rolls=[str(die)])


def battles(at: Situation) -> dict[str, tuple[int, str]]:
    """Strength and outcome of every player."""
    return {event.player: (event.strength, event.outcome) for event in only(at.events, Fought)}


def strength(rules: Rules, enemy: str, me: Has, die: int = 1) -> int:
    return battles(winter(rules, enemy, die, Ann=me, Brian=Has()))["Ann"][0]


# Recruiting


def test_we_b25_barracks_three_soldiers(rules: Rules) -> None:
    """WE-B25, R48: with Barracks three goods of any kinds hire three soldiers."""
    me = Has({"gold": 1, "wood": 1, "stone": 1}, buildings=("barracks",))
    phase = Situation(rules, "recruiting", {"Ann": me, "Brian": Has()})
    play(phase, "Ann: recruit 3 for gold+wood+stone")
    assert phase.over
    assert (seat(phase, "Ann").soldiers, goods(phase, "Ann")) == (3, "nothing")


def test_r48_the_lower_price_is_always_used(rules: Rules) -> None:
    """R48, O24: two goods are two soldiers with Barracks; nobody can pay more than needed."""
    phase = Situation(rules, "recruiting", {"Ann": Has({"gold": 2}, buildings=("barracks",)), "Brian": Has()})
    assert offered(phase) == ["recruit 1 for gold", "recruit 2 for 2gold", "pass"]
    assert refusal(phase, "recruit 1 for 2gold") == "recruit.price"


def test_r48_one_good_is_too_little_for_a_soldier(rules: Rules) -> None:
    """R48: with a single good nobody can hire, and passing is all that is left."""
    given = {"Ann": Has({"gold": 1}), "Brian": Has()}
    phase = Situation(rules, "recruiting", given, automation=())
    assert offered(phase) == ["pass"]
    assert refusal(phase, "recruit 1 for gold") == "recruit.goods"


def test_r51_any_number_for_two_goods_each_of_any_kinds(rules: Rules) -> None:
    """R51, O24: one decision; kinds may be mixed, an odd good is left over."""
    phase = Situation(rules, "recruiting", {"Ann": Has({"gold": 1, "wood": 3, "stone": 1}), "Brian": Has()})
    assert sorted(offered(phase)) == sorted(
        [
            "recruit 1 for 2wood",
            "recruit 1 for gold+wood",
            "recruit 1 for gold+stone",
            "recruit 1 for wood+stone",
            "recruit 2 for gold+3wood",
            "recruit 2 for 3wood+stone",
            "recruit 2 for gold+2wood+stone",
            "pass",
        ]
    )
    play(phase, "Ann: recruit 2 for gold+2wood+stone")
    assert phase.over, "each player recruits once"
    assert (seat(phase, "Ann").soldiers, goods(phase, "Ann")) == (2, "wood")


def test_r51_players_recruit_in_the_turn_order_of_fall(rules: Rules) -> None:
    """R51: the order that fall left, each player once; who has too little is not asked."""
    given = {"Ann": Has({"gold": 4}), "Brian": Has({"gold": 1}), "Cindy": Has({"wood": 2})}
    phase = Situation(rules, "recruiting", given, order=("Cindy", "Brian", "Ann"))
    play(phase, "Cindy: recruit 1 for 2wood", "Ann: pass")
    assert phase.over
    assert everybody(phase, of="soldiers") == {"Ann": 0, "Brian": 0, "Cindy": 1}


# The battle


def test_we_b16_battle_goblins_strength_3(rules: Rules) -> None:
    """WE-B16: the printed battle; Cindy wins stone and the point for the strongest, David loses his Crane."""
    given = {
        "Ann": Has({"vp": 10}, buildings=("statue", "palisade", "barricade")),
        "Brian": Has({"vp": 10, "soldier": 1, "wood": 1, "stone": 1}, buildings=("inn", "guard_tower")),
        "Cindy": Has({"vp": 10}, buildings=("guard_tower", "blacksmith", "barricade")),
        "David": Has({"vp": 10, "wood": 1}, buildings=("inn", "barricade", "crane")),
    }
    at = winter(rules, "goblins_i_3", 1, **given)
    assert at.over
    assert battles(at) == {
        "Ann": (3, "tie"),
        "Brian": (3, "tie"),
        "Cindy": (4, "victory"),
        "David": (2, "defeat"),
    }
    assert [goods(at, name) for name in given] == ["nothing", "wood+stone", "stone", "wood"]
    assert everybody(at, of="vp") == {"Ann": 10, "Brian": 10, "Cindy": 11, "David": 9}
    assert only(at.events, Destroyed) == [Destroyed("David", "crane")]
    assert set(everybody(at, of="soldiers").values()) == {0}
    assert at.state.enemy is None, "the enemy card has left the game"


def test_we_b16_one_die_for_all(rules: Rules) -> None:
    """WE-B16, R61: the King's die is rolled once and its soldiers come to every player."""
    at = winter(rules, "orcs_i_3", 4, Ann=Has({"soldier": 2}), Brian=Has(), Cindy=Has({"soldier": 1}))
    assert [event.dice for event in only(at.events, DiceRolled)] == [(4,)]
    assert {name: found for name, (found, _) in battles(at).items()} == {"Ann": 6, "Brian": 4, "Cindy": 5}


def test_we_z01_winter_order(rules: Rules) -> None:
    """WE-Z01, C-07, O25: the second edition rolls the King's die first, the first shows the enemy first."""
    at = winter(rules, "orcs_i_3", 4, Ann=Has(), Brian=Has())
    seen = [type(event) for event in at.events if isinstance(event, DiceRolled | EnemyRevealed | Fought)]
    shown = [DiceRolled, EnemyRevealed] if rules.edition == "second" else [EnemyRevealed, DiceRolled]
    assert seen == [*shown, Fought, Fought]
    assert rules.switches["winter_order"] == ("die_first" if rules.edition == "second" else "card_first")


def test_we_z02_battle_modifiers_do_not_move_the_disk(rules: Rules) -> None:
    """WE-Z02: two soldiers and a 3 make five on the track; with two buildings the strength is seven."""
    me = Has({"soldier": 2}, buildings=("guard_tower", "blacksmith"))
    at = Situation(rules, "winter/battle", {"Ann": me, "Brian": Has()}, enemy="orcs_i_3", rolls=["3"])
    assert (seat(at, "Ann").soldiers, seat(at, "Ann").strength) == (5, 7)


@pytest.mark.parametrize(
    ("building", "bonus"),
    [
        (("church",), {"demons": 1}),
        (("palisade",), {**dict.fromkeys(ENEMY_OF, 1), "zombies": 2}),
        (("barricade",), {"goblins": 1}),
        (("farm",), dict.fromkeys(ENEMY_OF, -1)),
        (("guard_tower",), dict.fromkeys(ENEMY_OF, 1)),
        (("blacksmith",), dict.fromkeys(ENEMY_OF, 1)),
        (("wizards_guild",), dict.fromkeys(ENEMY_OF, 2)),
        (("stone_wall",), dict.fromkeys(ENEMY_OF, 1)),
        (("fortress",), dict.fromkeys(ENEMY_OF, 1)),
        (("inn", "statue", "stables", "crane", "barracks"), {}),
        (
            ("palisade", "barricade", "church", "farm"),
            {**dict.fromkeys(ENEMY_OF, 0), "zombies": 1, "goblins": 1, "demons": 1},
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_we_b19_b23_b26_b30_what_buildings_add_in_battle(
    rules: Rules, building: tuple[str, ...], bonus: dict[str, int]
) -> None:
    """WE-B19, WE-B23, WE-B26, WE-B30, R47: the bonus of each building against each kind of enemy."""
    for kind, enemy in ENEMY_OF.items():
        assert strength(rules, enemy, Has({"soldier": 2}, buildings=building)) == 3 + bonus.get(kind, 0), kind


def test_r52_no_limit_to_soldiers_and_strength(rules: Rules) -> None:
    """R52, O26: the track ends at nine, strength does not; a Farm may push it below the soldiers."""
    assert strength(rules, "orcs_i_3", Has({"soldier": 30}, buildings=("wizards_guild",)), die=6) == 38
    assert strength(rules, "orcs_i_3", Has(buildings=("farm",)), die=1) == 0


def test_we_b28_stone_wall_tie(rules: Rules) -> None:
    """WE-B28: equal strength is a victory for the owner of the Stone Wall, with all that follows."""
    at = winter(rules, "goblins_iv_6", 3, Ann=Has({"soldier": 1}, buildings=WALLS), Brian=Has({"soldier": 9}))
    assert battles(at)["Ann"] == (6, "victory")
    assert goods(at, "Ann") == "stone"


def test_r53_stone_wall_owner_takes_the_point_an_equally_strong_neighbor_does_not(rules: Rules) -> None:
    """R53, O27: both stand at 3 against 3; only Ann, who is victorious by her Wall, is honored."""
    at = winter(
        rules, "orcs_i_3", 1, Ann=Has(buildings=("palisade", "stone_wall")), Brian=Has({"soldier": 2})
    )
    assert battles(at) == {"Ann": (3, "victory"), "Brian": (3, "tie")}
    assert everybody(at, of="vp") == {"Ann": 1, "Brian": 0}


def test_r53_without_a_victory_nobody_is_honored(rules: Rules) -> None:
    """R53: the strongest of all only ties, so the point goes to nobody."""
    at = winter(rules, "orcs_i_3", 1, Ann=Has({"soldier": 2}), Brian=Has({"soldier": 1}), Cindy=Has())
    assert battles(at) == {"Ann": (3, "tie"), "Brian": (2, "defeat"), "Cindy": (1, "defeat")}
    assert everybody(at, of="vp") == {"Ann": 0, "Brian": -1, "Cindy": -1}


def test_we_b18_strength_above_nine(rules: Rules) -> None:
    """WE-B18: 10 and 11 both beat a 9, but only the 11 is the highest strength."""
    at = winter(rules, "demons_v_9", 1, Ann=Has({"soldier": 9}), Brian=Has({"soldier": 10}))
    assert battles(at) == {"Ann": (10, "victory"), "Brian": (11, "victory")}
    assert everybody(at, of="vp") == {"Ann": 2, "Brian": 3}, "the card itself brings 2 VP"


def test_we_b18b_highest_strength_tied(rules: Rules) -> None:
    """WE-B18b, C-08: two players at 7 are both honored, the one who ties at 5 is not."""
    given = {"P1": Has({"soldier": 6}), "P2": Has({"soldier": 6}), "P3": Has({"soldier": 4})}
    at = winter(rules, "barbarians_ii_5", 1, **given)
    assert everybody(at, of="vp") == {"P1": 1, "P2": 1, "P3": 0}
    assert everybody(at, of="goods")["P3"] == {"gold": 0, "wood": 0, "stone": 0}


def test_we_b29_fortress(rules: Rules) -> None:
    """WE-B29: a victory brings the reward of the card and 1 VP more, also to who is not the strongest."""
    me = Has(buildings=(*WALLS, "fortress"))
    at = winter(rules, "orcs_iii_5", 3, Ann=me, Brian=Has({"soldier": 9}))
    assert battles(at)["Ann"] == (6, "victory")
    assert (goods(at, "Ann"), seat(at, "Ann").vp) == ("gold", 1)


def test_we_b29_fortress_and_the_stone_walls_tie(rules: Rules) -> None:
    """WE-B28, WE-B29: a tie made a victory counts for the Fortress, and as the strongest Ann scores 2 VP."""
    at = winter(rules, "goblins_iv_6", 3, Ann=Has(buildings=(*WALLS, "fortress")), Brian=Has())
    assert battles(at)["Ann"] == (6, "victory")
    assert seat(at, "Ann").vp == 2


# Penalties


def test_r54_what_is_missing_is_not_owed(rules: Rules) -> None:
    """R54: of 2 wood, 2 stone, a building and 1 VP Ann, with 1 wood, loses what she has."""
    at = winter(rules, "goblins_ii_3", 1, Ann=Has({"gold": 5, "wood": 1}), Brian=Has())
    assert at.over
    assert (goods(at, "Ann"), seat(at, "Ann").vp) == ("5gold", -1)


def test_r54_the_victim_chooses_the_good(rules: Rules) -> None:
    """R54, O28: a good of choice is chosen among what is there; with less than asked, all of it goes."""
    given = {"Ann": Has({"gold": 2, "stone": 1}), "Brian": Has({"wood": 1}), "Cindy": Has()}
    at = winter(rules, "orcs_i_3", 1, **given)
    assert offered(at) == ["give 2gold", "give gold+stone"]
    play(at, "Ann: give gold+stone")
    assert at.over, "Brian has no choice, Cindy nothing to lose"
    assert [goods(at, name) for name in given] == ["gold", "nothing", "nothing"]
    assert everybody(at, of="vp") == {"Ann": -1, "Brian": -1, "Cindy": -1}


def test_r55_goods_before_buildings_before_points(rules: Rules) -> None:
    """R55, C-02: gold, wood, stone, goods of choice, building, VP."""
    me = Has({"gold": 5, "wood": 5, "stone": 5, "vp": 9}, buildings=("statue",))
    at = winter(rules, "goblins_i_2", 1, Ann=me, Brian=Has())
    lost = [event.resource for event in only(at.events, Lost) if event.player == "Ann"]
    assert lost == ["wood", "stone", "vp", "vp", "soldier"], (
        "the Statue's 3 VP, then 1 VP; soldiers go home last"
    )
    assert [event.amount for event in only(at.events, Lost) if event.player == "Ann"][2:4] == [3, 1]
    at = winter(rules, "demons_iii_6", 1, Ann=me, Brian=Has())
    assert [event.resource for event in only(at.events, Lost) if event.player == "Ann"][:4] == [
        *("gold", "wood", "stone", "vp")
    ]


def test_r55_the_good_of_choice_goes_while_the_building_still_stands(rules: Rules) -> None:
    """R55: Ann is asked for a good before her Inn falls."""
    at = winter(rules, "barbarians_i_2", 1, Ann=Has({"gold": 1, "wood": 1}, buildings=("inn",)), Brian=Has())
    assert asked(at) == "Ann give"
    assert seat(at, "Ann").buildings == ("inn",)
    play(at, "Ann: give gold")
    assert seat(at, "Ann").buildings == ()


def test_o28_outcomes_are_resolved_in_turn_order(rules: Rules) -> None:
    """O28: first all of Cindy's battle, then Ann's, then Brian's."""
    loser = Has({"gold": 2, "wood": 2})
    given = {"Ann": loser, "Brian": Has({"soldier": 5}), "Cindy": loser}
    order = ("Cindy", "Ann", "Brian")
    at = Situation(rules, "winter", given, order=order, enemy="orcs_i_3", rolls=["1"])
    play(at, "Cindy: give 2gold")
    assert change(at.events, "Cindy", "vp") == -1
    assert change(at.events, "Brian", "gold") == 0
    play(at, "Ann: give 2wood")
    assert change(at.events, "Brian", "gold") == 1


def test_we_b17_destroy_higher_row_first(rules: Rules) -> None:
    """WE-B17, R56: Market and Crane stand rightmost; the Market's row is higher, so it falls."""
    at = winter(
        rules,
        "goblins_i_3",
        1,
        Ann=Has({"vp": 7}, buildings=("inn", "market", "barricade", "crane")),
        Brian=Has(),
    )
    assert only(at.events, Destroyed) == [Destroyed("Ann", "market")]
    assert seat(at, "Ann").vp == 6
    assert set(seat(at, "Ann").buildings) == {"inn", "barricade", "crane"}


@pytest.mark.parametrize(
    ("owned", "falls"),
    [
        (("statue", "inn", "market"), "market"),
        (("statue", "inn", "guard_tower", "palisade", "barricade"), "statue"),
        (("guard_tower", "palisade", "barricade"), "guard_tower"),
        (
            ("statue", "chapel", "church", "cathedral", "barricade", "crane", "town_hall", "embassy"),
            "cathedral",
        ),
        (("statue", "chapel", "palisade", "stables", "stone_wall"), "stone_wall"),
        (("inn", "barricade", "crane", "town_hall", "embassy"), "embassy"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_r56_rightmost_column_then_topmost_row(rules: Rules, owned: tuple[str, ...], falls: str) -> None:
    """R56, O29: the column decides first, the row among equals; the printed VP go with the building."""
    vp = next(b.vp for b in rules.compiled.buildings.values() if b.name == falls)
    at = winter(rules, "goblins_iii_5", 1, Ann=Has({"vp": 20}, buildings=owned), Brian=Has())
    assert only(at.events, Destroyed) == [Destroyed("Ann", falls)]
    assert seat(at, "Ann").vp == 20 - vp


def test_we_b18e_no_building_to_destroy(rules: Rules) -> None:
    """WE-B18e, R58: who has no building loses none, and no points for it."""
    at = winter(rules, "demons_v_9", 1, Ann=Has({"vp": 2}), Brian=Has())
    assert battles(at)["Ann"] == (1, "defeat")
    assert (seat(at, "Ann").vp, seat(at, "Ann").buildings) == (2, ())


def test_r60_points_fall_below_zero(rules: Rules) -> None:
    """R60: a defeat costs VP that are not there."""
    at = winter(rules, "barbarians_v_7", 1, Ann=Has({"vp": 3}), Brian=Has({"vp": -1}))
    assert everybody(at, of="vp") == {"Ann": -5, "Brian": -9}


def test_a_tie_brings_and_costs_nothing(rules: Rules) -> None:
    """WE-B16: Ann and Brian there: no reward, no penalty, no point for the strongest."""
    me = Has({"gold": 1, "vp": 4}, buildings=("inn",))
    at = winter(rules, "goblins_i_3", 3, Ann=me, Brian=me)
    assert everybody(at, of="vp") == {"Ann": 4, "Brian": 4}
    assert [
        event for event in at.events if isinstance(event, Gained | Lost) and event.resource != "soldier"
    ] == []


def test_r64_soldiers_leave_after_all_awards(rules: Rules) -> None:
    """R64: rewards and the point for the strongest come first; then every soldier goes home."""
    at = winter(rules, "orcs_i_3", 5, Ann=Has({"soldier": 3}), Brian=Has({"soldier": 1}))
    kept = [(type(event), event.resource) for event in at.events if isinstance(event, Gained | Lost)]
    assert kept == [
        *[(Gained, "soldier")] * 2,
        *[(Gained, "gold")] * 2,
        (Gained, "vp"),
        *[(Lost, "soldier")] * 2,
    ]
    assert everybody(at, of="soldiers") == {"Ann": 0, "Brian": 0}


def test_r64_soldiers_of_all_seasons_wait_for_winter(rules: Rules) -> None:
    """R64: a soldier of spring still stands when winter comes."""
    at = Situation(rules, "spring/rewards", {"Ann": Has(influenced=("sergeant",)), "Brian": Has({"wood": 2})})
    for then in ("kings_reward", "kings_envoy", "recruiting"):
        go_on(at, then)
    play(at, "Brian: pass")
    go_on(at, "winter", rolls=["1"])
    assert battles(at)["Ann"] == (2, "tie"), "the first enemy of the first year has 2"


@pytest.mark.parametrize("enemy", ["barbarians_ii_5", "zombies_iii_6", "goblins_iv_5"])
def test_victory_tie_and_defeat(rules: Rules, enemy: str) -> None:
    """WE-B16: above the enemy a victory, equal a tie, below a defeat, for all dice and soldiers."""
    facts = rules.compiled.enemies[rules.compiled.card[enemy]]
    for die, soldiers in product(range(1, 7), range(7)):
        at = winter(rules, enemy, die, Ann=Has({"soldier": soldiers}), Brian=Has())
        total = die + soldiers
        outcome = "victory" if total > facts.strength else "tie" if total == facts.strength else "defeat"
        assert battles(at)["Ann"] == (total, outcome)
