"""Step b of a season: influencing advisors with dice, "+2" tokens and the Market."""

from __future__ import annotations

import pytest

from kingsburg_rules import Influence, Influenced, Passed, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, go_on, offered, only, play, refusal, seat

ASK_ALWAYS = ("gains", "peeks")


def alone(rules: Rules, me: Has) -> Situation:
    """Ann before an empty board; Brian has no dice."""
    return Situation(rules, "spring/influence", {"Ann": me, "Brian": Has()})


def targets(at: Situation) -> list[str]:
    """The advisors within reach, each once."""
    options = at.decision.options if at.decision is not None else ()
    return [*dict.fromkeys(option.advisor for option in options if isinstance(option, Influence))]


def test_we_b06_influence_round_table(rules: Rules) -> None:
    """WE-B06, R15, R16: the printed round; occupied advisors are refused, and Brian must pass at last."""
    given = {
        "Ann": Has({"wood": 1}, dice=(1, 3, 5)),
        "Brian": Has({"stone": 1}, dice=(4, 4, 5)),
        "Cindy": Has({"gold": 1}, dice=(2, 2, 6)),
        "David": Has({"gold": 1}, dice=(2, 3, 5)),
    }
    table = Situation(
        rules,
        "spring/influence",
        given,
        order=("Ann", "Cindy", "David", "Brian"),
        automation=ASK_ALWAYS,
    )
    play(table, "Ann: influence treasurer 5+3")
    assert refusal(table, "influence treasurer 6+2") == "influence.taken"
    play(table, "Cindy: influence merchant 2+2", "David: influence astronomer 5+2")
    assert "influence champion 5+4+4" in offered(table)
    assert refusal(table, "influence treasurer 4+4") == "influence.taken"
    play(
        table,
        "Brian: influence master_hunter 5+4",
        "Ann: influence jester 1",
        "Cindy: influence alchemist 6",
        "David: influence architect 3",
    )
    assert refusal(table, "influence merchant 4") == "influence.taken"
    assert offered(table) == ["pass"]
    play(table, "Brian: pass")
    assert {dice.rank: dice.player for dice in table.state.advisors} == {
        1: "Ann",
        3: "David",
        4: "Cindy",
        6: "Cindy",
        7: "David",
        8: "Ann",
        9: "Brian",
    }
    assert seat(table, "Brian").dice == (4,)
    play(table, "Ann: pass", "Cindy: pass", "David: pass")
    assert table.over


def test_r15_a_player_may_pass_and_passing_is_final(rules: Rules) -> None:
    """R15, O11: Ann passes with three dice in hand; afterwards only Brian is asked, again and again."""
    given = {"Ann": Has(dice=(1, 2, 3)), "Brian": Has(dice=(4, 5, 6))}
    table = Situation(rules, "spring/influence", given)
    play(table, "Ann: pass", "Brian: influence merchant 4", "Brian: influence sergeant 5")
    assert asked(table) == "Brian influence"
    play(table, "Brian: pass")
    assert table.over
    assert seat(table, "Ann").dice == (1, 2, 3)
    assert [event.player for event in only(table.events, Passed)] == ["Ann", "Brian"]


def test_r15_without_a_fitting_advisor_passing_is_forced(rules: Rules) -> None:
    """R15: Architect and Alchemist are taken, so Ann, with 3-3, has passed without being asked."""
    given = {"Ann": Has(dice=(3, 3)), "Brian": Has(dice=(1, 2, 5)), "Cindy": Has(influenced=("alchemist",))}
    table = Situation(rules, "spring/influence", given, order=("Brian", "Ann", "Cindy"))
    play(table, "Brian: influence architect 2+1")
    assert asked(table) == "Brian influence"
    assert [event.player for event in only(table.events, Passed)] == ["Ann", "Cindy"]


def test_r16_a_group_is_worth_its_exact_sum(rules: Rules) -> None:
    """R16: the full value of every die counts, no more and no less."""
    table = alone(rules, Has(dice=(3, 4)))
    assert offered(table) == [
        "influence architect 3",
        "influence merchant 4",
        "influence astronomer 4+3",
        "pass",
    ]
    assert refusal(table, "influence alchemist 4+3") == "influence.sum"
    assert refusal(table, "influence astronomer 6+1") == "influence.dice"


def test_r13_a_group_needs_a_die_of_ones_own(rules: Rules) -> None:
    """R13, O12: bonus dice join an own die, singly or together, but influence nobody by themselves."""
    table = alone(rules, Has(dice=(2,), bonus=(3, 4)))
    assert targets(table) == ["squire", "sergeant", "alchemist", "master_hunter"]
    assert "influence master_hunter 2 bonus 4+3" in offered(table)
    play(table, "Ann: influence squire 2")
    assert table.over, "two bonus dice are left, and no own die: passing is forced"
    assert seat(table, "Ann").bonus == (3, 4)


def test_r13_bonus_dice_may_be_split_and_one_left_unused(rules: Rules) -> None:
    """R13: bonus dice may go to different groups, or nowhere (C-11)."""
    table = alone(rules, Has(dice=(1, 6), bonus=(1, 2, 5)))
    play(table, "Ann: influence squire 1 bonus 1", "Ann: influence swordsmith 6 bonus 5")
    assert table.over
    assert seat(table, "Ann").bonus == (2,)


def test_r04_only_a_market_of_ones_own_shifts_a_total(rules: Rules) -> None:
    """R04: the Market shifts by one, for its owner; an Inn does not help."""
    table = alone(rules, Has(dice=(2,), buildings=("inn",)))
    for card in ("market", "inn"):
        assert refusal(table, f"influence architect 2 via {card}") == "influence.via"
    owner = alone(rules, Has(dice=(2,), buildings=("market",)))
    assert refusal(owner, "influence architect 2 via market") is None


def test_we_b06d_plus2_limit_per_season(per_season: Rules) -> None:
    """WE-B06d, R01, O12: one "+2" token each season, in one group, however many a player holds."""
    table = alone(per_season, Has({"plus2": 3}, dice=(1, 2, 6)))
    assert refusal(table, "influence general 6 plus4") == "influence.token_value"
    play(table, "Ann: influence architect 1 plus2")
    assert refusal(table, "influence merchant 2 plus2") == "influence.one_token"
    assert not [option for option in offered(table) if "plus" in option]
    play(table, "Ann: influence squire 2", "Ann: influence alchemist 6")
    assert seat(table, "Ann").plus2 == 2


def test_we_b06d_c01_elfinwerks_allows_one_token_per_group(elfinwerks: Rules) -> None:
    """WE-B06d, C-01: that printing allows a token in every group, still never two in one."""
    table = alone(elfinwerks, Has({"plus2": 3}, dice=(1, 2, 6)))
    assert refusal(table, "influence general 6 plus4") == "influence.token_value"
    play(table, "Ann: influence architect 1 plus2")
    assert refusal(table, "influence king 2 plus2") == "influence.sum"
    play(table, "Ann: influence merchant 2 plus2")
    play(table, "Ann: influence treasurer 6 plus2")
    assert table.over
    assert seat(table, "Ann").plus2 == 0


def test_r01_no_token_no_two_more(rules: Rules) -> None:
    """R01: without a token nothing is added."""
    table = alone(rules, Has(dice=(1,)))
    assert refusal(table, "influence architect 1 plus2") == "influence.no_token"


def test_r01_a_token_needs_an_own_die_and_may_join_bonus_dice(rules: Rules) -> None:
    """O12: own die, bonus dice and a token can make one group; the token is gone afterwards."""
    table = alone(rules, Has({"plus2": 1}, dice=(6,), bonus=(5, 5)))
    play(table, "Ann: influence king 6 bonus 5+5 plus2")
    assert seat(table, "Ann").plus2 == 0
    placed = table.state.advisors[-1]
    assert (placed.rank, placed.dice, placed.bonus, placed.plus2) == (18, (6,), (5, 5), 2)


def test_we_b22_market_nine(rules: Rules) -> None:
    """WE-B22, R07: two dice of nine reach 8, 9 or 10; only 8 and 10 use the Market up."""
    market = Has(dice=(4, 5), buildings=("market",))
    nine = [option for option in offered(alone(rules, market)) if option.endswith(("5+4", "5+4 via market"))]
    assert nine == [
        "influence treasurer 5+4 via market",
        "influence master_hunter 5+4",
        "influence general 5+4 via market",
    ]


def test_r07_the_market_works_once_per_season_and_the_dice_stay(rules: Rules) -> None:
    """R07: after the first shift none is offered; the dice on the advisor show what was rolled."""
    table = alone(rules, Has(dice=(2, 4, 6), buildings=("market",)))
    assert refusal(table, "influence treasurer 6 via market") == "influence.via_sum"
    play(table, "Ann: influence astronomer 6 via market")
    assert table.state.advisors[-1].dice == (6,)
    assert refusal(table, "influence jester 2 via market") == "influence.via_used"
    play(table, "Ann: influence squire 2")
    assert refusal(table, "influence sergeant 4 via market") == "influence.via_used"


def test_r07_an_exact_sum_does_not_use_the_market_up(rules: Rules) -> None:
    """WE-B22: who influences the 9 with a 9 still has the Market for the next group."""
    table = alone(rules, Has(dice=(2, 4, 5), buildings=("market",)))
    play(table, "Ann: influence master_hunter 5+4", "Ann: influence jester 2 via market")
    assert table.over


@pytest.mark.parametrize(
    ("dice", "tokens", "reached"),
    [
        ((1,), 0, [1, 2]),
        ((6, 6, 6), 0, [17, 18]),
        ((5, 6, 6), 1, [16, 17, 18]),
    ],
    ids=["total 1", "total 18", "17 or, with a token, 19"],
)
def test_we_b22b_market_at_the_ends(
    rules: Rules, dice: tuple[int, ...], tokens: int, reached: list[int]
) -> None:
    """WE-B22b, R04, O13: there are no ranks 0 and 19; a 19 steps down to the King."""
    table = alone(rules, Has({"plus2": tokens}, dice=dice, buildings=("market",)))
    whole = " " + "+".join(str(die) for die in sorted(dice, reverse=True))
    ranks = {place.name: place.rank for place in rules.compiled.places}
    found = {ranks[text.split()[1]] for text in offered(table, "influence ") if f"{whole} " in f"{text} "}
    assert sorted(found) == reached


def test_we_b22b_nineteen_by_four_dice(rules: Rules) -> None:
    """WE-B22b: 6-6-6 and a bonus 1 make 19, which reaches the King by the downward step alone."""
    table = alone(rules, Has(dice=(6, 6, 6), bonus=(1,), buildings=("market",)))
    nineteen = [text for text in offered(table) if "6+6+6 bonus 1" in text]
    assert nineteen == ["influence king 6+6+6 bonus 1 via market"]


def test_r03_token_and_market_add_up(rules: Rules) -> None:
    """R03, O13: 13, two more, and one up makes 16, where the plain dice end at 13; 17 is out of reach."""
    table = alone(rules, Has({"plus2": 1}, dice=(3, 4, 6), buildings=("market",)))
    assert "influence wizard 6+4+3 plus2 via market" in offered(table)
    assert "influence smuggler 6+4+3 plus2 via market" in offered(table)
    assert "queen" not in targets(table)
    play(table, "Ann: influence wizard 6+4+3 plus2 via market")
    assert only(table.events, Influenced) == [
        Influenced("Ann", "wizard", (3, 4, 6), (), 2, ("market",), envoy=False)
    ]
    assert seat(table, "Ann").plus2 == 0


def test_r44_market_and_token_are_back_in_the_next_season(per_season: Rules) -> None:
    """R44, R01: what was used once in spring may be used again in summer."""
    given = {"Ann": Has({"plus2": 2}, buildings=("market",)), "Brian": Has(), "Cindy": Has()}
    table = Situation(per_season, "spring", given, rolls=["114", "666", "666"])
    for then in ("summer", "fall"):
        play(table, "Ann: influence treasurer 4+1 plus2 via market", "Brian: pass", "Cindy: pass")
        assert offered(table) == ["influence jester 1", "pass"]
        play(table, "Ann: pass", "Ann: pass")
        go_on(table, then, rolls=["114", "666", "666"])
    assert "influence squire 1 via market" in offered(table)
    assert seat(table, "Ann").plus2 == 0
