"""Exact figures of the game, by complete enumeration with the library and once more without it.

What is pinned here can be worked out with pencil and paper; where that is short, the docstring does it. The
other half of each test counts the same thing anew, from dice alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest

from kingsburg_rules import Fought, Game, Position, Rules, load_rules
from kingsburg_rules.engine.state import handful
from kingsburg_rules.language.placements import Reaches
from kingsburg_rules.testing.situation import Has, Situation
from support.play import EDITIONS, offered, only

FACES = range(1, 7)

REACHED_WITH_3 = (91, 104, 116, 131, 145, 162, 105, 97, 85, 73, 57, 41, 21, 15, 10, 6, 3, 1)
"""Of the 216 rolls of three dice, those in which some of the dice make exactly 1, 2, ... 18."""

REACHED_WITH_3_AND_1 = (
    *(546, 672, 778, 910, 1012, 1139, 992, 1014, 949),
    *(931, 808, 727, 530, 428, 327, 241, 162, 101),
)
"""Of the 1296 rolls of three own dice and a bonus die, those in which a group with an own die makes it."""

COST = {"gold": 38, "wood": 22, "stone": 22}


@pytest.fixture(params=EDITIONS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return load_rules(request.param)


def rolls(own: int, bonus: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All rolls of own dice and bonus dice, each die told apart."""
    for dice in product(FACES, repeat=own + bonus):
        yield dice[:own], dice[own:]


def groups(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(dice, size) for size in range(len(dice) + 1))


@cache
def counted(own: int, bonus: int) -> tuple[int, ...]:
    """Count, from dice alone, in how many rolls each rank is the sum of a group with an own die."""
    reached = Counter(
        rank
        for mine, white in rolls(own, bonus)
        for rank in {sum(group) + sum(more) for group in groups(mine) if group for more in groups(white)}
    )
    return tuple(reached[rank] for rank in range(1, 19))


def tabled(rules: Rules, own: int, bonus: int) -> tuple[int, ...]:
    """Count the same with the library's table of placements, on an empty board without tokens."""
    reaches, places = Reaches(rules.compiled), rules.compiled.places
    reached: Counter[int] = Counter()
    for mine, white in rolls(own, bonus):
        reach = reaches.of(reaches.alone, handful(tuple(sorted(mine)), tuple(sorted(white))))
        reached.update({places[placement.place].rank for placement in reach.free})
    return tuple(reached[rank] for rank in range(1, 19))


@pytest.mark.parametrize(
    ("own", "bonus", "pinned"), [(3, 0, REACHED_WITH_3), (3, 1, REACHED_WITH_3_AND_1)], ids=["3", "3+1"]
)
def test_the_chance_to_reach_each_advisor(
    rules: Rules, own: int, bonus: int, pinned: tuple[int, ...]
) -> None:
    """With three dice the Jester needs a 1: 216-125 = 91; the King 6-6-6: 1; the Queen 6-6-5: 3."""
    assert tabled(rules, own, bonus) == pinned
    assert counted(own, bonus) == pinned


def test_the_machine_weighs_rolls_as_often_as_they_occur(rules: Rules) -> None:
    """Rolling three dice is one decision of chance with 56 results whose weights add up to 216."""
    season = Situation(rules, "spring/roll_dice", {"Ann": Has(), "Brian": Has()}, chance="decision")
    decision = season.decision
    assert decision is not None
    assert decision.weights is not None
    given = {str(o): w for o, w in zip(decision.options, decision.weights, strict=True)}
    expected = Counter("roll " + "+".join(map(str, sorted(dice))) for dice, _ in rolls(3, 0))
    assert given == expected
    assert (len(given), sum(given.values())) == (56, 216)


def test_an_offer_to_one_player_follows_the_same_table(rules: Rules) -> None:
    """What a player is offered with 2-3-6, on an empty board, are the ranks that the enumeration finds."""
    season = Situation(rules, "spring/influence", {"Ann": Has(dice=(2, 3, 6)), "Brian": Has()})
    ranks = {place.name: place.rank for place in rules.compiled.places}
    found = sorted(ranks[text.split()[1]] for text in offered(season, "influence "))
    assert found == sorted(sum(group) for group in groups((2, 3, 6)) if group) == [2, 3, 5, 6, 8, 9, 11]


def usable(rules: Rules, card: str, own: int, bonus: int) -> int:
    """Count the rolls after which a card that rolls again is offered."""
    seen: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter(
        (tuple(sorted(mine)), tuple(sorted(white))) for mine, white in rolls(own, bonus)
    )
    return sum(
        count
        for (mine, white), count in seen.items()
        if offered(
            Situation(
                rules,
                "spring/dice.reroll",
                {"Ann": Has(dice=mine, bonus=white, buildings=(card,)), "Brian": Has()},
            ),
            f"use {card}",
        )
    )


@pytest.mark.parametrize(
    ("card", "bonus", "times"), [("chapel", 0, 35), ("chapel", 1, 35), ("statue", 0, 6), ("statue", 1, 6)]
)
def test_the_chance_to_use_chapel_and_statue(card: str, bonus: int, times: int) -> None:
    """A total of 7 or less: the ways to choose 3 (or 4) of 7, both 35; all dice equal: 6; of 216 or 1296."""
    assert usable(load_rules(), card, 3, bonus) == times
    holds = (lambda dice: sum(dice) <= 7) if card == "chapel" else (lambda dice: len(set(dice)) == 1)
    assert sum(holds(mine + white) for mine, white in rolls(3, bonus)) == times
    assert (
        Fraction(times, 6 ** (3 + bonus))
        == {
            ("chapel", 0): Fraction(35, 216),
            ("chapel", 1): Fraction(35, 1296),
            ("statue", 0): Fraction(1, 36),
            ("statue", 1): Fraction(1, 216),
        }[card, bonus]
    )


def totals(dice: int) -> Counter[int]:
    return Counter(sum(roll) for roll in product(FACES, repeat=dice))


def hand(total: int, dice: int) -> tuple[int, ...]:
    """Some dice of a given total."""
    return next(roll for roll in product(FACES, repeat=dice) if sum(roll) == total)


@pytest.mark.parametrize(
    ("bonus", "before", "tie"),
    [(0, Fraction(3527, 7776), Fraction(361, 3888)), (1, Fraction(559, 2916), Fraction(6109, 93312))],
    ids=["3 against 3", "3+1 against 3"],
)
def test_the_chance_of_a_tie_in_the_turn_order(bonus: int, before: Fraction, tie: Fraction) -> None:
    """R21: the lower total goes first; in a tie, with three dice each 361 in 3888 times, who was first.

    `before` is the chance that Ann's total is the lower one; her bonus die, if she has one, counts.
    """
    mine, theirs, rules = totals(3 + bonus), totals(3), load_rules()
    ann_first: Counter[str] = Counter()
    for (a, ways_a), (b, ways_b) in product(mine.items(), theirs.items()):
        dice = hand(a, 3 + bonus)
        given = {"Ann": Has(dice=dice[:3], bonus=dice[3:]), "Brian": Has(dice=hand(b, 3))}
        for order in ("Ann Brian", "Brian Ann"):
            at = Situation(rules, "spring/line_up", given, order=order.split())
            ann_first[order] += ways_a * ways_b * (at.state.turn_order[0] == "Ann")
    every = 6 ** (6 + bonus)
    assert Fraction(ann_first["Ann Brian"], every) == before + tie
    assert Fraction(ann_first["Brian Ann"], every) == before
    lower = sum(mine[a] * theirs[b] for a, b in product(mine, theirs) if a < b)
    equal = sum(mine[a] * theirs[a] for a in theirs)
    assert (Fraction(lower, every), Fraction(equal, every)) == (before, tie)


def test_r68_the_chance_that_neutral_dice_are_split(rules: Rules) -> None:
    """R68: equal totals of three and two dice in 5 of 72 seasons, with a pair among the two in 43 of 3888."""
    start = Situation(
        rules, "spring/neutral_dice", {"Ann": Has(), "Brian": Has()}, chance="decision"
    ).position()
    split = pair = every = 0
    for three, ways_three in outcomes(start):
        for two, ways_two in outcomes(three):
            ways = ways_three * ways_two
            dice = [placed.dice for placed in two.state.advisors]
            every += ways
            alone = any(len(group) == 1 for group in dice)
            split += ways * alone
            pair += ways * (len(dice) == 2 and alone)
    assert every == 6**5
    assert (Fraction(split, every), Fraction(pair, every)) == (Fraction(5, 72), Fraction(43, 3888))
    same = [roll for roll in product(FACES, repeat=5) if sum(roll[:3]) == sum(roll[3:])]
    assert (split, pair) == (len(same), sum(roll[3] == roll[4] for roll in same))


def outcomes(position: Position) -> Iterator[tuple[Position, int]]:
    """The positions after each result of the dice asked for, with its weight."""
    decision = position.decision
    assert decision is not None
    assert decision.weights is not None
    for option, weight in zip(decision.options, decision.weights, strict=True):
        after = position.copy()
        after.step(option)
        yield after, weight


def test_the_sums_of_the_buildings(rules: Rules) -> None:
    """Twenty buildings in five rows of four cost 82 goods (38 gold, 22 wood, 22 stone) and bring 59 VP."""
    buildings = rules.compiled.buildings.values()
    goods = [rules.compiled.resources[good].name for good in rules.compiled.goods]
    paid: Counter[str] = Counter()
    for building in buildings:
        paid.update({rules.compiled.resources[good].name: count for good, count in building.price})
    assert sorted((b.row, b.column) for b in buildings) == [*product("BCDEF", range(1, 5))]
    assert {good: paid[good] for good in goods} == COST
    assert sum(paid.values()) == 82
    assert sum(building.vp for building in buildings) == 59
    by_row = {
        row: [b.vp for b in sorted(buildings, key=lambda b: b.column) if b.row == row] for row in "BCDEF"
    }
    assert by_row == {
        "B": [3, 5, 7, 9],
        "C": [0, 1, 2, 4],
        "D": [1, 2, 4, 6],
        "E": [0, 2, 2, 4],
        "F": [0, 1, 2, 4],
    }


def test_the_strength_of_the_enemies(rules: Rules) -> None:
    """Five enemies a year, each year stronger: 2-4, 3-5, 4-6, 5-7, 7-9."""
    strengths: dict[int, list[int]] = {}
    for enemy in rules.compiled.enemies.values():
        strengths.setdefault(enemy.year, []).append(enemy.strength)
    assert {year: sorted(found) for year, found in sorted(strengths.items())} == {
        1: [2, 2, 3, 3, 4],
        2: [3, 4, 4, 5, 5],
        3: [4, 5, 5, 6, 6],
        4: [5, 6, 6, 7, 7],
        5: [7, 8, 8, 9, 9],
    }


@pytest.mark.parametrize(
    ("year", "soldiers", "wins", "ties"),
    [(1, 0, 16, 5), (1, 1, 21, 5), (3, 2, 14, 5), (5, 3, 4, 5), (5, 0, 0, 0)],
)
def test_the_chance_of_a_battle(rules: Rules, year: int, soldiers: int, wins: int, ties: int) -> None:
    """Of five enemies and six faces of the King's die, 30 cases: alone one wins 16 of them in year I."""
    seen: Counter[str] = Counter()
    enemies = [enemy for enemy in rules.compiled.enemies.values() if enemy.year == year]
    for enemy, die in product(enemies, FACES):
        given = {"Ann": Has({"soldier": soldiers}), "Brian": Has()}
        at = Situation(rules, "winter", given, year=year, enemy=enemy.name, rolls=[str(die)])
        seen[only(at.events, Fought)[0].outcome] += 1
    assert (seen["victory"], seen["tie"], seen["defeat"]) == (wins, ties, 30 - wins - ties)
    margins = [die + soldiers - enemy.strength for enemy, die in product(enemies, FACES)]
    assert (wins, ties) == (sum(margin > 0 for margin in margins), margins.count(0))


def test_every_turn_order_and_every_enemy_comes_equally_often() -> None:
    """Of 1200 seeds each order of three players is expected 200 times, each enemy of a year 240 times."""
    rules, orders, enemies = load_rules(), Counter[tuple[str, ...]](), Counter[str]()
    for seed in range(1200):
        game = Game(rules, ("Ann", "Brian", "Cindy"), seed=seed)
        orders[game.state.turn_order] += 1
        enemies.update(game.record.chance_results[1:6])
    assert len(orders) == 6
    assert len(enemies) == 25
    assert all(abs(times - 200) < 50 for times in orders.values()), orders
    assert all(abs(times - 240) < 55 for times in enemies.values()), enemies


def test_the_generator_deals_dice_as_often_as_chance_would() -> None:
    """Three dice of 2000 seeds: every total within five standard deviations of what 216 rolls tell."""
    rules, found, ways = load_rules(), Counter[int](), totals(3)
    for seed in range(2000):
        season = Situation(rules, "spring/roll_dice", {"Ann": Has(), "Brian": Has()}, seed=seed)
        found[sum(season.state.player("Ann").dice)] += 1
    for total, times in ways.items():
        share = times / 216
        assert abs(found[total] - 2000 * share) < 5 * (2000 * share * (1 - share)) ** 0.5, total
