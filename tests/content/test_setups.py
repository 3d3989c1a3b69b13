"""Set-ups: editions with any modules, variants and scenario, played at random while the library is watched.

What a seat may know, events, saves, copies, undo and the text form of actions must hold whatever is combined.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from kingsburg_rules import SetupError, load_rules
from kingsburg_rules.language.switches import SWITCHES
from support.setups import CONFLICTS, MODULES, SCENARIOS, VARIANTS, check_set_up, drawn

FEW, MANY = 14, 2094


@pytest.mark.parametrize("number", range(FEW), ids=lambda number: f"{number}-{drawn(number).edition}")
def test_a_random_game_holds_together_in_any_set_up(number: int) -> None:
    """Views, events, saves, copies, undo, notation and record hold in a whole game of a set-up drawn."""
    check_set_up(number)


@pytest.mark.long
@pytest.mark.parametrize("block", range(FEW, MANY, 20))
def test_random_games_hold_together_in_many_set_ups(block: int) -> None:
    """The same over two thousand set-ups, twenty in each test."""
    for number in range(block, block + 20):
        try:
            check_set_up(number)
        except Exception as error:
            error.add_note(f"set-up {number}: {drawn(number)}")
            raise


@pytest.mark.long
def test_the_many_set_ups_are_different_ones() -> None:
    """Two thousand of them differ in more than their seed."""
    assert len({drawn(number).kind for number in range(MANY)}) >= 2000


def test_the_set_ups_drawn_are_of_all_kinds() -> None:
    """The few have every edition, scenario, module and variant, two to five players, and other switches."""
    few = [drawn(number) for number in range(FEW)]
    assert {setup.edition for setup in few} == {*MODULES}
    assert {setup.scenario for setup in few} == {None, *SCENARIOS}
    assert {module for setup in few for module in setup.modules} == {*MODULES["second"]}
    every = {variant for variants in VARIANTS.values() for variant in variants}
    assert {variant for setup in few for variant in setup.variants} == every
    assert {len(setup.players) for setup in few} == {2, 3, 4, 5}
    assert {type(setup.automation) for setup in few} == {tuple, dict}
    assert len({name for setup in few for name, _ in setup.switches}) > len(SWITCHES) // 2
    assert len({setup.fidelity for setup in few}) > 1


@pytest.mark.parametrize(
    ("edition", "asked", "code"),
    [
        ("first-ffg", {"modules": ("alternate-advisors",)}, "setup.module"),
        ("first-elfinwerks", {"modules": ("alternate-advisors",)}, "setup.module"),
        ("second", {"modules": ("goblin-valley",)}, "setup.module"),
        ("second", {"modules": ("no-such-module",)}, "setup.module"),
        ("second", {"scenario": "no-such-scenario"}, "setup.scenario"),
        ("second", {"scenario": "governors"}, "setup.scenario"),
        ("second", {"variants": ("inverted-order",)}, "setup.variant"),
        ("second", {"modules": ("governors",), "variants": ("inverted-order",)}, "setup.variant"),
        ("second", {"modules": ("alternate-advisors",), "variants": ("sideways",)}, "setup.variant"),
        *(("first-ffg", {"scenario": scenario}, "setup.scenario") for scenario in SCENARIOS),
        *(("first-elfinwerks", {"scenario": scenario}, "setup.scenario") for scenario in SCENARIOS),
        *(("second", {"scenario": s, "modules": (m,)}, "setup.conflict") for s, m in CONFLICTS),
    ],
    ids=str,
)
def test_what_an_edition_does_not_have_is_refused(edition: str, asked: dict[str, Any], code: str) -> None:
    """Modules, scenarios and variants are those of the edition, and some do not go together."""
    with pytest.raises(SetupError) as refused:
        load_rules(edition, **asked)
    assert refused.value.code == code


def test_only_two_scenarios_conflict_with_a_module() -> None:
    """F6: every scenario of the second edition goes with every module but for the two pairs named above."""
    for scenario in SCENARIOS:
        for module in MODULES["second"]:
            if (scenario, module) not in CONFLICTS:
                assert load_rules("second", scenario=scenario, modules=(module,)).scenario == scenario


@pytest.mark.parametrize("edition", MODULES)
def test_modules_in_any_order_are_the_same_rules(edition: str) -> None:
    """All orders of some modules give one digest, and it is not that of the edition alone."""
    some = ("governors", "destiny", "more-buildings")
    digests = {load_rules(edition, modules=order).digest for order in permutations(some)}
    backwards = load_rules(edition, modules=MODULES[edition][::-1])
    assert len(digests) == 1
    assert load_rules(edition).digest not in digests
    assert backwards.digest == load_rules(edition, modules=MODULES[edition]).digest
    assert backwards.modules == MODULES[edition]
