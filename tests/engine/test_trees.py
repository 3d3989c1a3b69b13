"""Whole trees of small games, pinned: one option too many or too few anywhere changes a number.

Each tree is counted twice: by walking every position of the library, and by a few lines here that know the
rule and nothing of the library. A failure tells the counts behind each first option.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import NamedTuple, TypeAlias

import pytest

from kingsburg_rules import Rules, load_rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import EDITIONS
from support.trees import CHANCE, DECISION, TERMINAL, Count, check, count

Dice: TypeAlias = tuple[int, ...]


@pytest.fixture(params=EDITIONS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return load_rules(request.param)


# The King's Favor: all who are tied choose one of three goods


@pytest.mark.parametrize(
    ("tied", "pinned"),
    [(2, Count(0, 4, 9)), (3, Count(0, 13, 27)), (5, Count(0, 121, 243))],
)
def test_kings_favor_when_all_are_tied(rules: Rules, tied: int, pinned: Count) -> None:
    """1 + 3 + 9 + ... decisions and 3 to the power of the players ends; nothing of it is automatic."""
    given = {f"P{number}": Has() for number in range(tied)}
    favor = Situation(rules, "kings_favor", given, automation=())
    behind = Count(0, sum(3**k for k in range(tied - 1)), 3 ** (tied - 1))
    check(favor, pinned, {f"take {good}": behind for good in ("gold", "wood", "stone")})


def test_kings_favor_with_one_who_has_the_fewest(rules: Rules) -> None:
    """The bonus die is no choice, so the tree is a single end, whatever is automated."""
    favor = Situation(rules, "kings_favor", {"Ann": Has(), "Brian": Has({"gold": 1})}, automation=())
    check(favor, Count(0, 0, 1), {})


# Influence of two players

ADVISORS = (
    *("jester", "squire", "architect", "merchant", "sergeant", "alchemist", "astronomer", "treasurer"),
    *("master_hunter", "general", "swordsmith", "duchess", "champion", "smuggler", "inventor", "wizard"),
    *("queen", "king"),
)


class Hand(NamedTuple):
    """What a player can influence with: dice, "+2" tokens that may be used, the Market, the Envoy."""

    own: Dice
    bonus: Dice = ()
    tokens: int = 0
    market: bool = False
    envoy: bool = False


def _parts(dice: Dice) -> set[Dice]:
    return {part for size in range(len(dice) + 1) for part in combinations(dice, size)}


def _without(dice: Dice, part: Dice) -> Dice:
    left = [*dice]
    for die in part:
        left.remove(die)
    return tuple(left)


def _placements(hand: Hand, taken: frozenset[int]) -> Iterator[tuple[str, int, Hand]]:
    """Every way to influence: its text, its rank, and what it leaves in the hand."""
    ways = product(
        _parts(hand.own),
        _parts(hand.bonus),
        (0, 1) if hand.tokens else (0,),
        (-1, 0, 1) if hand.market else (0,),
    )
    for own, bonus, token, shift in ways:
        rank = sum(own) + sum(bonus) + 2 * token + shift
        joins = rank in taken
        if not own or not 1 <= rank <= 18 or (joins and not hand.envoy):
            continue
        text = f"influence {ADVISORS[rank - 1]} {'+'.join(map(str, reversed(own)))}"
        text += f" bonus {'+'.join(map(str, reversed(bonus)))}" if bonus else ""
        text += (" plus2" if token else "") + (" via market" if shift else "") + (" envoy" if joins else "")
        left = Hand(
            _without(hand.own, own),
            _without(hand.bonus, bonus),
            hand.tokens - token,
            hand.market and not shift,
            hand.envoy and not joins,
        )
        yield text, rank, left


def _behind(hands: tuple[Hand, Hand], taken: frozenset[int], turn: int, passed: int) -> dict[str, Count]:
    """The trees behind each placement of the player whose turn it is."""
    trees: dict[str, Count] = {}
    for text, rank, mine in _placements(hands[turn], taken):
        left = (mine, hands[1]) if turn == 0 else (hands[0], mine)
        trees[text] = _influence(left, taken | {rank}, 1 - turn, passed)
    return trees


def _influence(hands: tuple[Hand, Hand], taken: frozenset[int], turn: int, passed: int) -> Count:
    """Count the rest of a round: `passed` is a bit for each player; who can do nothing passes by himself."""
    while passed != 3:
        if not passed >> turn & 1:
            trees = _behind(hands, taken, turn, passed)
            if trees:
                after = _influence(hands, taken, 1 - turn, passed | 1 << turn)
                return DECISION.plus(*trees.values(), after)
            passed |= 1 << turn
        turn = 1 - turn
    return TERMINAL


def _has(hand: Hand) -> Has:
    resources = {"plus2": hand.tokens, "envoy": int(hand.envoy)}
    return Has(resources, dice=hand.own, bonus=hand.bonus, buildings=("market",) if hand.market else ())


@pytest.mark.parametrize(
    ("mine", "theirs", "pinned"),
    [
        (Hand((1,)), Hand((1,)), Count(0, 2, 3)),
        (Hand((1, 2)), Hand((1, 2)), Count(0, 13, 21)),
        (Hand((1, 1, 1)), Hand((2, 2, 2)), Count(0, 17, 27)),
        (Hand((1, 3, 4)), Hand((1, 3, 4)), Count(0, 141, 239)),
        (Hand((1, 2, 6)), Hand((3, 5, 5)), Count(0, 186, 288)),
        (Hand((4, 4, 5)), Hand((2, 3)), Count(0, 45, 67)),
        (Hand((2, 5), bonus=(3,)), Hand((2, 6)), Count(0, 28, 48)),
        (Hand((2, 5), tokens=1), Hand((2, 4)), Count(0, 31, 54)),
        (Hand((1, 4), market=True), Hand((3, 5)), Count(0, 48, 81)),
        (Hand((3, 5), envoy=True), Hand((3, 5)), Count(0, 15, 23)),
        (Hand((6, 6), bonus=(6,), tokens=1, market=True), Hand((1,)), Count(0, 46, 130)),
        (Hand((2, 3), bonus=(1,), tokens=1, market=True, envoy=True), Hand((2,)), Count(0, 80, 233)),
        (Hand((1, 2, 4), bonus=(5,), tokens=1), Hand((2, 3, 6), market=True), Count(0, 6141, 12247)),
    ],
    ids=[
        *("1 against 1", "12 against 12", "111 against 222", "134 against 134", "126 against 355"),
        *(
            "445 against 23",
            "bonus die",
            "token",
            "market",
            "envoy",
            "up to the King",
            "everything",
            "a whole round",
        ),
    ],
)
def test_influence_of_two_players(rules: Rules, mine: Hand, theirs: Hand, pinned: Count) -> None:
    """With one 1 each: Ann takes the Jester and all is over, or she passes and Brian takes him or passes."""
    table = Situation(rules, "spring/influence", {"Ann": _has(mine), "Brian": _has(theirs)})
    hands, nothing = (mine, theirs), frozenset[int]()
    check(table, pinned, {**_behind(hands, nothing, 0, 0), "pass": _influence(hands, nothing, 1, 1)})


@pytest.mark.parametrize(
    ("edition", "usable", "pinned"),
    [("second", 1, Count(0, 75, 145)), ("first-elfinwerks", 2, Count(0, 90, 189))],
)
def test_influence_with_two_tokens(edition: str, usable: int, pinned: Count) -> None:
    """C-01: of two "+2" tokens the ElfinWerks printing lets both be used, in two groups."""
    rules = load_rules(edition)
    given = {"Ann": Has({"plus2": 2}, dice=(1, 3, 4)), "Brian": Has(dice=(3, 3))}
    table = Situation(rules, "spring/influence", given)
    hands, nothing = (Hand((1, 3, 4), tokens=usable), Hand((3, 3))), frozenset[int]()
    check(table, pinned, {**_behind(hands, nothing, 0, 0), "pass": _influence(hands, nothing, 1, 1)})


# Rerolls: Statue and Chapel, chance as decisions


def _rerolls(own: Dice, bonus: Dice, statue: bool, chapel: bool) -> Count:
    options = dict(_uses(own, bonus, statue, chapel))
    return DECISION.plus(*options.values(), TERMINAL) if options else TERMINAL


def _uses(own: Dice, bonus: Dice, statue: bool, chapel: bool) -> Iterator[tuple[str, Count]]:
    if statue and len({*own, *bonus}) == 1:
        behind = _roll_one(own, bonus, chapel)
        yield "use statue", DECISION.plus(*behind) if bonus else behind[0]
    if chapel and sum(own) + sum(bonus) <= 7:
        yield "use chapel", _roll_all(len(own), len(bonus), statue)


def _roll_one(own: Dice, bonus: Dice, chapel: bool) -> list[Count]:
    """An own die, or if there is one the bonus die; equal dice make no difference."""
    faces = range(1, 7)
    trees = [CHANCE.plus(*(_rerolls((*own[1:], new), bonus, False, chapel) for new in faces))]
    if bonus:
        trees.append(CHANCE.plus(*(_rerolls(own, (*bonus[1:], new), False, chapel) for new in faces)))
    return trees


def _roll_all(own: int, bonus: int, statue: bool) -> Count:
    """First the own dice, then the bonus die if there is one."""
    trees = []
    for mine in combinations_with_replacement(range(1, 7), own):
        after = [_rerolls(mine, white, statue, False) for white in product(range(1, 7), repeat=bonus)]
        trees.append(CHANCE.plus(*after) if bonus else after[0])
    return CHANCE.plus(*trees)


@pytest.mark.parametrize(
    ("own", "bonus", "pinned"),
    [
        ((1, 2, 4), (), Count(7, 7, 93)),
        ((2, 2, 2), (), Count(11, 10, 267)),
        ((5, 5, 5), (), Count(1, 1, 7)),
        ((1, 1, 1), (1,), Count(527, 22, 3109)),
        ((2, 2, 2), (2,), Count(116, 4, 685)),
    ],
    ids=lambda value: "".join(map(str, value)) if not isinstance(value, Count) else "",
)
def test_rerolls_with_statue_and_chapel(rules: Rules, own: Dice, bonus: Dice, pinned: Count) -> None:
    """R19: 5-5-5 is the Statue only: the decision, one die of six faces, and to be done: (1, 1, 7)."""
    given = {"Ann": Has(dice=own, bonus=bonus, buildings=("statue", "chapel")), "Brian": Has(dice=(1, 2, 6))}
    season = Situation(rules, "spring/dice.reroll", given, chance="decision")
    check(season, pinned, {**dict(_uses(own, bonus, True, True)), "done": TERMINAL})


# The winter battle, chance as decisions


def _bags(held: Dice, size: int) -> int:
    """In how many ways some goods can be chosen among gold, wood and stone held."""
    size = min(size, sum(held))
    return sum(sum(bag) == size for bag in product(*(range(count + 1) for count in held)))


def test_winter_battle_with_penalties_of_choice(rules: Rules) -> None:
    """Orcs of 3: at a 1 Ann gives one of 2 pairs and Brian one of 3, at a 2 only Brian, from a 3 nobody."""
    given = {
        "Ann": Has({"gold": 2, "wood": 1, "soldier": 1}),
        "Brian": Has({"gold": 1, "wood": 1, "stone": 1}),
    }
    battle = Situation(rules, "winter/battle", given, enemy="orcs_i_3", chance="decision")
    mine, theirs = _bags((2, 1, 0), 2), _bags((1, 1, 1), 2)
    model = dict.fromkeys((f"roll {face}" for face in range(3, 7)), TERMINAL)
    model["roll 1"] = Count(0, 1 + mine, mine * theirs)
    model["roll 2"] = Count(0, 1, theirs)
    check(battle, Count(1, 4, 13), model)


def test_winter_battle_with_a_reward_of_choice(rules: Rules) -> None:
    """Orcs of 7: from a 4 Ann chooses one of 3 goods; Brian always loses 2 goods in 2 ways, and his Inn."""
    given = {"Ann": Has({"soldier": 4}), "Brian": Has({"gold": 1, "stone": 2}, buildings=("inn",))}
    battle = Situation(rules, "winter/battle", given, year=4, enemy="orcs_iv_7", chance="decision")
    model = dict.fromkeys((f"roll {face}" for face in range(1, 4)), Count(0, 1, 2))
    model |= dict.fromkeys((f"roll {face}" for face in range(4, 7)), Count(0, 1 + 3, 3 * 2))
    check(battle, Count(1, 15, 24), model)


# Construction with the envoy

PRICES = {
    "statue": (2, 0, 0),
    "chapel": (3, 0, 1),
    "inn": (1, 1, 0),
    "market": (2, 2, 0),
    "guard_tower": (1, 0, 1),
    "blacksmith": (1, 2, 0),
    "palisade": (0, 2, 0),
    "stables": (1, 1, 1),
    "barricade": (0, 1, 0),
    "crane": (0, 1, 1),
}
"""Gold, wood, stone of the buildings in columns I and II, by row."""

ROWS = [
    ("statue", "chapel"),
    ("inn", "market"),
    ("guard_tower", "blacksmith"),
    ("palisade", "stables"),
    ("barricade", "crane"),
]


def _buildable(goods: Dice, owned: frozenset[str]) -> Iterator[tuple[str, Dice]]:
    """The next building of each row that can be paid, with what is left."""
    for row in ROWS:
        name = next(name for name in row if name not in owned)
        left = tuple(have - price for have, price in zip(goods, PRICES[name], strict=True))
        if min(left) >= 0:
            yield name, left


def _text(name: str, envoy: str) -> str:
    kinds = zip(("gold", "wood", "stone"), PRICES[name], strict=True)
    price = "+".join(f"{count if count > 1 else ''}{good}" for good, count in kinds if count)
    return f"build {name} for {price}{envoy}"


def _turn(goods: Dice, owned: frozenset[str], then: Count) -> Count:
    """A player who may build once more, with all that comes after him."""
    options = [then for _ in _buildable(goods, owned)]
    return DECISION.plus(*options, then) if options else then


@pytest.mark.parametrize(
    ("mine", "theirs", "pinned"),
    [
        ((0, 1, 0), (0, 1, 0), Count(0, 3, 4)),
        ((3, 3, 1), (1, 1, 0), Count(0, 36, 90)),
        ((9, 9, 9), (9, 9, 9), Count(0, 37, 186)),
    ],
    ids=lambda value: "".join(map(str, value)) if not isinstance(value, Count) else "",
)
def test_construction_with_the_envoy(rules: Rules, mine: Dice, theirs: Dice, pinned: Count) -> None:
    """R33, O20: Ann builds none, one or two, then Brian one or none; two may be of one row."""
    held = [dict(zip(("gold", "wood", "stone"), goods, strict=True)) for goods in (mine, theirs)]
    site = Situation(rules, "fall/construct", {"Ann": Has({**held[0], "envoy": 1}), "Brian": Has(held[1])})
    brian = _turn(theirs, frozenset(), TERMINAL)
    model = {
        _text(name, ""): _turn(left, frozenset({name}), brian) for name, left in _buildable(mine, frozenset())
    }
    check(site, pinned, {**model, "pass": brian})


# Recruiting


@pytest.mark.parametrize(
    ("goods", "pinned"), [((2, 1, 1), Count(0, 13, 72)), ((3, 3, 3), Count(0, 65, 2048))]
)
def test_recruiting_of_two_players(rules: Rules, goods: Dice, pinned: Count) -> None:
    """R48, R51: Ann, with Barracks, may spend any bag of goods, Brian any bag of an even number."""
    held = dict(zip(("gold", "wood", "stone"), goods, strict=True))
    phase = Situation(rules, "recruiting", {"Ann": Has(held, buildings=("barracks",)), "Brian": Has(held)})
    any_bag = prod(count + 1 for count in goods)
    even = sum(_bags(goods, size) for size in range(0, sum(goods) + 1, 2))
    tree = count(phase.position())
    assert tree == DECISION.plus(*[Count(0, 1, even)] * any_bag)
    assert tree == pinned
