"""Setting up, and the King's Favor of phase 1."""

from __future__ import annotations

from kingsburg_rules import DiceRolled, EnemySeen, Game, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, everybody, goods, offered, only, play, seat

FOUR = ("Ann", "Brian", "Cindy", "David")
ENEMIES = ("goblins_i_3", "orcs_ii_4", "zombies_iii_6", "demons_iv_6", "dragons_v_9")


def test_we_b01_setup_four_players(rules: Rules) -> None:
    """WE-B01: five hidden enemies, one a year, a shuffled turn order, and everybody starts with nothing."""
    game = Game(rules, FOUR, script=("2031", *ENEMIES))
    assert game.state.turn_order == ("Cindy", "Ann", "David", "Brian")
    for player in game.state.players:
        assert (player.vp, player.soldiers, player.plus2, player.envoy, player.buildings) == (
            0,
            0,
            0,
            False,
            (),
        )
        assert player.goods == {"gold": 0, "wood": 0, "stone": 0}
    assert game.state.enemy is None
    assert game.state.past_enemies == ()
    assert not any(enemy in game.view(name).to_json() for enemy in ENEMIES for name in (*FOUR, None))
    assert only(game.opening, EnemySeen) == []


def test_we_b01_one_enemy_of_each_year_is_drawn(rules: Rules) -> None:
    """WE-B01: of the 25 enemy cards, five for each year, one of each year is drawn and 20 stay in the box."""
    game = Game(rules, FOUR, chance="decision")
    play(game, "chance: arrange Ann, Brian, Cindy, David")
    drawn = []
    for year, enemy in enumerate(ENEMIES, start=1):
        choice = offered(game, "draw ")
        assert len(choice) == 5, f"in year {year}"
        drawn += choice
        play(game, f"chance: draw {enemy}")
    assert len(set(drawn)) == 25
    assert game.state.phase == "kings_favor"


def test_we_b02_first_year_free_good(rules: Rules) -> None:
    """WE-B02, O1, O2: in year I all are tied; each chooses a good, in any order, and nobody gets the die."""
    favor = Situation(rules, "kings_favor", {name: Has() for name in FOUR})
    assert {decision.player for decision in favor.pending} == set(FOUR)
    for player, good in (("David", "gold"), ("Ann", "wood"), ("Cindy", "gold"), ("Brian", "stone")):
        favor.play(f"take {good}", player)
    assert favor.over
    assert {name: goods(favor, name) for name in FOUR} == {
        "Ann": "wood",
        "Brian": "stone",
        "Cindy": "gold",
        "David": "gold",
    }
    assert set(everybody(favor, of="bonus_dice").values()) == {0}


def test_we_b03_kings_aid_third_year(rules: Rules) -> None:
    """WE-B03: Brian and Cindy own the fewest buildings; Cindy has fewer goods and gets the die."""
    six = ("statue", "chapel", "inn", "market", "palisade", "barricade")
    favor = Situation(
        rules,
        "kings_favor",
        {
            "Ann": Has(buildings=six),
            "Brian": Has({"gold": 1, "wood": 1}, buildings=six[:5]),
            "Cindy": Has(buildings=six[1:]),
            "David": Has({"stone": 1}, buildings=six),
        },
        year=3,
    )
    assert favor.over
    assert everybody(favor, of="bonus_dice") == {"Ann": 0, "Brian": 0, "Cindy": 1, "David": 0}
    assert [goods(favor, name) for name in FOUR] == ["nothing", "gold+wood", "nothing", "stone"]


def test_we_b03_the_die_is_rolled_in_spring_and_goes_back(rules: Rules) -> None:
    """WE-B03, R17: the King's bonus die is rolled in spring only and returned when spring is over."""
    given = {"Ann": Has(), "Brian": Has(), "Cindy": Has({"bonus_die": 1})}
    spring = Situation(rules, "spring", given, rolls=["112", "113", "114", "5"])
    rolled = {event.player: event.bonus for event in only(spring.events, DiceRolled)}
    assert rolled == {"Ann": (), "Brian": (), "Cindy": (5,)}
    play(spring, "Ann: pass", "Brian: pass", "Cindy: pass")
    assert spring.over
    assert seat(spring, "Cindy").bonus_dice == 0


def test_we_b03b_kings_aid_full_tie_later_year(rules: Rules) -> None:
    """WE-B03b, R38: those tied on buildings and goods get a good each in any year; nobody gets the die."""
    three, four = ("inn", "palisade", "barricade"), ("inn", "palisade", "barricade", "statue")
    favor = Situation(
        rules,
        "kings_favor",
        {
            "Ann": Has({"wood": 1}, buildings=three),
            "Brian": Has({"stone": 1}, buildings=three),
            "Cindy": Has(buildings=four),
        },
        year=2,
    )
    assert [decision.player for decision in favor.pending] == ["Ann", "Brian"]
    reason = favor.why_not("take gold", "Cindy")
    assert reason is not None
    assert reason.code == "decision.not_yours"
    favor.play("take gold", "Ann")
    favor.play("take gold", "Brian")
    assert favor.over
    assert [goods(favor, name) for name in ("Ann", "Brian", "Cindy")] == [
        "gold+wood",
        "gold+stone",
        "nothing",
    ]
    assert set(everybody(favor, of="bonus_dice").values()) == {0}


def test_r37_tokens_are_no_goods_in_phase_1(rules: Rules) -> None:
    """R37: only gold, wood and stone are goods; in spite of Brian's tokens Ann and he are tied."""
    given = {"Ann": Has(), "Brian": Has({"plus2": 3, "soldier": 2}), "Cindy": Has({"gold": 1})}
    favor = Situation(rules, "kings_favor", given, year=2)
    assert [decision.player for decision in favor.pending] == ["Ann", "Brian"]


def test_r38_goods_are_compared_only_among_the_tied(rules: Rules) -> None:
    """R38: Cindy has the fewest goods of all, but one building more than Ann, who alone gets the die."""
    given = {
        "Ann": Has({"gold": 4}, buildings=("inn",)),
        "Brian": Has({"gold": 5}, buildings=("inn",)),
        "Cindy": Has(buildings=("inn", "market")),
    }
    favor = Situation(rules, "kings_favor", given, year=4)
    assert favor.over
    assert everybody(favor, of="bonus_dice") == {"Ann": 1, "Brian": 0, "Cindy": 0}


def test_o1_the_gift_is_one_good_each(rules: Rules) -> None:
    """O1: one good of one kind; who has answered is not asked again."""
    favor = Situation(rules, "kings_favor", {"Ann": Has(), "Brian": Has()})
    assert offered(favor) == ["take gold", "take wood", "take stone"]
    favor.play("take stone", "Ann")
    assert asked(favor) == "Brian take"
