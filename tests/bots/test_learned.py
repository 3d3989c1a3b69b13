"""What bots have learned of buildings: the table fits the library, and other buildings do without."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kingsburg_rules import Pack, load_rules, modules
from kingsburg_rules.bots.facts import NOT_LEARNED, learned_abilities, rule_facts
from kingsburg_rules.bots.valuing import plans_of
from kingsburg_rules.bots.weights import DEFAULT_WEIGHTS
from kingsburg_rules.language import BuildingCard
from support.packs import INFO

ROOT = Path(__file__).parents[2]

HUT = """\
format: 1
buildings: [{id: hut, name: Hut, row: A, column: 5, cost: {wood: 3}, vp: 1, fidelity: printed}]
"""


def test_every_building_of_the_library_was_learned() -> None:
    rules = load_rules(modules=modules())
    buildings = {ref for ref, card in rules.cards.items() if isinstance(card, BuildingCard)}
    assert learned_abilities().keys() == buildings
    assert all(0 <= points < 20 for points in learned_abilities().values())


def test_buildings_that_only_score_were_found_to_do_no_more() -> None:
    learned = learned_abilities()
    assert learned["base/embassy"] > learned["base/inn"] > learned["base/statue"]
    assert learned["base/church"] < 1


def test_a_building_that_nobody_knows_is_worth_what_its_price_suggests() -> None:
    facts = rule_facts(load_rules(packs=[Pack.from_files({"pack.yaml": INFO, "cards.yaml": HUT})]))
    plans = plans_of(facts, DEFAULT_WEIGHTS)
    hut = next(building for building in facts.buildings if building.name == "hut")
    inn = next(building for building in facts.buildings if building.name == "inn")
    assert hut.ability == NOT_LEARNED
    assert plans.ability(hut, facts.all_builds) == pytest.approx(3 * DEFAULT_WEIGHTS.ability - 1)
    assert plans.ability(inn, facts.all_builds) == pytest.approx(learned_abilities()["base/inn"])
    assert plans.ability(inn, 0) == 0


@pytest.mark.long
def test_the_table_is_learned_from_games(tmp_path: Path) -> None:
    table = tmp_path / "abilities.toml"
    script = ROOT / "tools" / "train_bots.py"
    subprocess.run([sys.executable, str(script), "--games", "40", "--out", str(table)], check=True)
    found = tomllib.loads(table.read_text(encoding="utf-8"))
    assert found.keys() == learned_abilities().keys()
    assert found["base/embassy"] > found["base/church"] + 3
