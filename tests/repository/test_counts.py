"""What playing costs is counted, not timed; what is timed is compared with the page on performance."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "counting.py"

sys.path.append(str(PROGRAM.parent))
import counting  # noqa: E402 -- they are no part of a package
from page import COMPARED, Place, cells, holds, ours, shown, written  # noqa: E402
from run import COMPARING, PAGE  # noqa: E402

why_not = counting.unfit()


@pytest.mark.skipif(why_not is not None, reason=why_not or "")
def test_nothing_costs_more_or_less_than_the_list_says() -> None:
    """In a process of its own, in which nobody has changed when garbage is collected, or listens to calls."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_calls_are_counted_with_those_of_generators() -> None:
    def called() -> None:
        return None

    def playing() -> None:
        called()
        sum(number for number in range(5))

    assert counting.calls(playing) == 1 + 1 + 6


def test_instructions_are_counted_in_functions_of_any_length() -> None:
    def called(number: int) -> int:
        total = 0
        for k in range(number):
            total += k
        return total

    none, few, many = (counting.instructions(partial(called, number)) for number in (0, 100, 600))
    assert none > 0
    assert (many - few) == 5 * (few - none) > 500
    assert counting.instructions(lambda: None) < none


@pytest.mark.skipif(why_not is not None, reason=why_not or "")
def test_containers_are_counted() -> None:
    def make(number: int) -> list[list[int]]:
        return [[k] for k in range(number)]

    few, many = (counting.containers(partial(make, number)) for number in (100, 600))
    assert many - few == 500
    assert counting.containers(partial(make, 600)) == many


LISTED = {"base game": {"a copy": {"calls": 100.0, "containers": 0.0}}}


@pytest.mark.parametrize(
    ("calls", "containers", "said"),
    [
        (100.0, 0.0, []),
        (103.0, 0.0, []),
        (97.0, 0.0, []),
        (103.1, 0.0, ["base game, a copy: calls: 103.1, where the list has 100.0", "has risen"]),
        (96.9, 0.0, ["base game, a copy: calls: 96.9, where the list has 100.0", "has fallen"]),
        (100.0, 1.0, ["base game, a copy: containers: 1.0, where the list has 0.0", "has risen"]),
        (90.0, 2.0, ["containers: 2.0", "calls: 90.0", "has risen", "has fallen"]),
    ],
)
def test_more_than_three_percent_either_way_is_told(calls: float, containers: float, said: list[str]) -> None:
    found = {"base game": {"a copy": {"calls": calls, "containers": containers}}}
    told = counting.changes(LISTED, found)
    assert len(told) == len(said)
    assert all(part in line for part, line in zip(said, told, strict=True))
    assert all(counting.COMMAND in line for line in told if line.startswith("What"))


def test_what_is_not_listed_and_what_is_not_counted_are_told() -> None:
    copy = {"calls": 5.0, "containers": 1.0}
    assert counting.changes({}, {"base game": {"a copy": copy}})
    assert counting.changes({"base game": {"a copy": copy}}, {"base game": {}})


def test_the_list_has_everything_that_is_counted() -> None:
    listed = json.loads(counting.LIST.read_text(encoding="utf-8"))
    counted = {name: [*counting.WORKS] for name in counting.RULE_SETS}
    assert {name: [*works] for name, works in listed.items()} == counted


# The tables of the page, which `benchmarks/run.py` measures again; nothing is timed here


TABLES = """\
# Performance

| what | base game | all six modules |
|---|---|---|
| a copy, in µs | 1.8 | 2 |

## What a call costs

{.stack .costs}
| what | base game |
|---|---|
| a copy, in µs | 1,800 / 2,400 |

The end.
"""


def test_tables_are_read() -> None:
    assert cells(TABLES) == {
        Place("Performance", "a copy, in µs", "what"): "a copy, in µs",
        Place("Performance", "a copy, in µs", "base game"): "1.8",
        Place("Performance", "a copy, in µs", "all six modules"): "2",
        Place("What a call costs", "a copy, in µs", "what"): "a copy, in µs",
        Place("What a call costs", "a copy, in µs", "base game"): "1,800 / 2,400",
    }


def test_figures_are_written_into_their_cells_alone() -> None:
    assert written(TABLES, {}) == TABLES
    new = {Place("Performance", "a copy, in µs", "all six modules"): "3.1", Place("no", "such", "place"): "4"}
    assert written(TABLES, new) == TABLES.replace("| 1.8 | 2 |", "| 1.8 | 3.1 |")


def test_what_is_said_of_a_busy_machine_goes_with_its_figures() -> None:
    text = "All was\nmeasured.<!-- busy --> A quiet machine\nis faster.<!-- quiet --> The end.\n"
    assert written(text, {}) == "All was\nmeasured. The end.\n"


def test_the_comparison_has_the_figures_of_the_page() -> None:
    """Our rows, all of them, and no row of another library; a save is the same in both builds."""
    wanted = set[tuple[str, str]]()
    figures = cells(PAGE.read_text(encoding="utf-8"))
    for path in COMPARING:
        found = dict(ours(path.read_text(encoding="utf-8"), figures))
        assert len(found) == len(COMPARED) * 4
        assert {place.column for place in found} == {*COMPARED}
        wanted |= {(place.column, cell) for place, cell in found.items()}
    decisions = Place("What playing costs", "the same, in decisions of the floor", "base game, compiled")
    assert ("a decision costs", figures[decisions]) in wanted


@pytest.mark.parametrize(
    ("figures", "text"),
    [([1.84], "1.8"), ([0.0612], "0.061"), ([9.96], "10"), ([1849, 2.0], "1,800 / 2.0"), ([0.5], "0.5")],
)
def test_figures_have_two_digits_that_count(figures: list[float], text: str) -> None:
    assert shown(figures) == text


@pytest.mark.parametrize(
    ("page", "here", "is_true"),
    [
        ("20", [22.0], True),
        ("20", [23.1], False),
        ("20", [16.9], False),
        ("1,800 / 2,400", [1800.0, 3500.0], True),
        ("1,800 / 2,400", [1800.0, 3700.0], False),
        ("1,800 / 2,400", [2100.0, 2400.0], False),
        ("?", [1.0], False),
    ],
)
def test_a_figure_of_the_page_that_is_no_longer_true_is_noticed(
    page: str, here: list[float], is_true: bool
) -> None:
    assert holds(page, here) is is_true
