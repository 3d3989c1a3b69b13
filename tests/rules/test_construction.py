"""Step d of a season, and the King's Reward for it."""

from __future__ import annotations

import pytest

from kingsburg_rules import Built, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, everybody, go_on, goods, offered, only, play, refusal, seat

RICH = {"gold": 9, "wood": 9, "stone": 9}
CHURCH = "build church for 3gold+wood+2stone"


def site(rules: Rules, me: Has) -> Situation:
    return Situation(rules, "spring/construct", {"Ann": me, "Brian": Has()})


@pytest.mark.parametrize(
    ("owned", "reason"), [((), "build.order"), (("statue",), "build.order"), (("statue", "chapel"), None)]
)
def test_we_b09_left_to_right_prerequisite(rules: Rules, owned: tuple[str, ...], reason: str | None) -> None:
    """WE-B09: the Church needs Statue and Chapel."""
    assert refusal(site(rules, Has(RICH, buildings=owned)), CHURCH) == reason


def test_we_b10_first_season_construction(rules: Rules) -> None:
    """WE-B10, C-30: four players build in turn order, pay and score at once."""
    given = {
        "Ann": Has({"gold": 2, "wood": 1, "vp": 1}),
        "Brian": Has({"gold": 1, "wood": 1, "stone": 1}),
        "Cindy": Has({"gold": 2, "stone": 1}),
        "David": Has({"gold": 1, "wood": 2}),
    }
    at = Situation(rules, "spring/construct", given, order=("Ann", "Cindy", "David", "Brian"))
    play(
        at,
        "Ann: build statue for 2gold",
        "Cindy: build guard_tower for gold+stone",
        "David: build palisade for 2wood",
        "Brian: build inn for gold+wood",
    )
    assert at.over
    assert [goods(at, name) for name in given] == ["wood", "stone", "gold", "gold"]
    assert everybody(at, of="vp") == {"Ann": 4, "Brian": 0, "Cindy": 1, "David": 0}
    assert everybody(at, of="buildings") == {
        "Ann": ("statue",),
        "Brian": ("inn",),
        "Cindy": ("guard_tower",),
        "David": ("palisade",),
    }


def test_r33_the_next_building_of_each_row_is_offered(rules: Rules) -> None:
    """R33, O19: the leftmost missing one of each row that can be paid, and to pass."""
    assert offered(site(rules, Has(RICH, buildings=("inn", "barricade", "crane")))) == [
        "build statue for 2gold",
        "build market for 2gold+2wood",
        "build guard_tower for gold+stone",
        "build palisade for 2wood",
        "build town_hall for gold+wood+stone",
        "pass",
    ]
    assert offered(site(rules, Has({"wood": 2}))) == [
        "build palisade for 2wood",
        "build barricade for wood",
        "pass",
    ]


def test_a_building_stands_once(rules: Rules) -> None:
    """R33: what stands already is not built again, and what cannot be paid is refused."""
    at = site(rules, Has({"gold": 2, "wood": 1}, buildings=("statue",)))
    assert refusal(at, "build statue for 2gold") == "build.owned"
    assert refusal(at, "build chapel for 3gold+stone") == "build.cost"
    assert refusal(at, "build inn for 2gold") == "build.price"


def test_who_can_build_nothing_is_not_asked(rules: Rules) -> None:
    """R33: without goods the turn passes on, and nobody owes a decision."""
    assert site(rules, Has({"plus2": 3, "soldier": 5})).over


def test_we_b31_crane_and_farm(rules: Rules) -> None:
    """WE-B31: the Farm costs 1 gold instead of 2 with a Crane; a second gold is not taken."""
    crane = ("inn", "market", "barricade", "crane")
    at = site(rules, Has({"gold": 2, "wood": 3, "stone": 1}, buildings=crane))
    assert refusal(at, "build farm for 2gold+3wood+stone") == "build.price"
    play(at, "Ann: build farm for gold+3wood+stone")
    assert goods(at, "Ann") == "gold"
    assert seat(at, "Ann").vp == 2
    without = site(rules, Has({"gold": 1, "wood": 3, "stone": 1}, buildings=("inn", "market")))
    assert refusal(without, "build farm for 2gold+3wood+stone") == "build.cost"


def test_r34_a_crane_built_first_helps_the_envoys_building(rules: Rules) -> None:
    """R34, O19: the discount holds as soon as the Crane stands, for the Church of the same turn."""
    me = Has({**RICH, "envoy": 1}, buildings=("statue", "chapel", "barricade"))
    at = site(rules, me)
    assert CHURCH in offered(at)
    play(at, "Ann: build crane", "Ann: build church for 2gold+wood+2stone envoy")
    assert goods(at, "Ann") == "7gold+7wood+6stone"


def test_r35_every_building_of_columns_iii_and_iv_has_gold_to_save(rules: Rules) -> None:
    """R34, R35: with a Crane each of the ten costs 1 gold less, columns I and II their full price."""
    compiled = rules.compiled
    gold = compiled.resource["gold"]
    by_row: dict[str, list[str]] = {}
    for building in sorted(compiled.buildings.values(), key=lambda b: b.column):
        before = by_row.setdefault(building.row, [])
        owned = {"barricade", "crane", *before} - {building.name}
        at = site(rules, Has({**RICH}, buildings=tuple(owned)))
        before.append(building.name)
        if building.name in ("barricade", "crane"):
            continue
        play(at, f"Ann: build {building.name}")
        paid = 9 - seat(at, "Ann").goods["gold"]
        assert paid == dict(building.price).get(gold, 0) - (building.column >= 3), building.name


def test_we_b11b_kings_reward_shared(rules: Rules) -> None:
    """WE-B11b: Ann and Brian both own the most buildings and both score 1 VP."""
    four = ("inn", "palisade", "barricade", "guard_tower")
    given = {
        "Ann": Has(buildings=four),
        "Brian": Has(buildings=four),
        "Cindy": Has({"gold": 7}, buildings=four[:3]),
    }
    assert everybody(Situation(rules, "kings_reward", given), of="vp") == {"Ann": 1, "Brian": 1, "Cindy": 0}


def test_r36_kings_reward_with_nobody_building(rules: Rules) -> None:
    """R36, O3: all are tied at zero, so all score 1 VP."""
    given = {"Ann": Has(), "Brian": Has({"gold": 3}), "Cindy": Has({"vp": -2})}
    assert everybody(Situation(rules, "kings_reward", given), of="vp") == {"Ann": 1, "Brian": 1, "Cindy": -1}


def test_the_kings_reward_does_not_look_at_goods(rules: Rules) -> None:
    """WE-B11b: goods break no tie here."""
    given = {"Ann": Has({"gold": 5}, buildings=("inn",)), "Brian": Has(buildings=("statue",)), "Cindy": Has()}
    assert everybody(Situation(rules, "kings_reward", given), of="vp") == {"Ann": 1, "Brian": 1, "Cindy": 0}


def test_r56_a_destroyed_building_may_be_built_again_and_scores_again(rules: Rules) -> None:
    """R56, R57: the Statue falls with its 3 VP, is the next of its row again, and brings 3 VP again."""
    me = Has({"gold": 3, "vp": 3}, buildings=("statue",))
    at = Situation(rules, "winter", {"Ann": me, "Brian": Has()}, enemy="goblins_i_3", rolls=["2"])
    assert (seat(at, "Ann").vp, seat(at, "Ann").buildings) == (0, ())
    go_on(at, "spring/construct", year=2)
    play(at, "Ann: build statue for 2gold")
    assert (seat(at, "Ann").vp, seat(at, "Ann").buildings) == (3, ("statue",))
    assert only(at.events, Built) == [Built("Ann", "statue")]


def test_construction_goes_in_turn_order(rules: Rules) -> None:
    """R33: the first player of the season builds first."""
    given = {"Ann": Has(RICH), "Brian": Has(RICH), "Cindy": Has(RICH)}
    at = Situation(rules, "fall/construct", given, order=("Cindy", "Ann", "Brian"))
    for name in ("Cindy", "Ann", "Brian"):
        assert asked(at) == f"{name} build"
        play(at, f"{name}: pass")
    assert at.over
