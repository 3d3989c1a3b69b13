"""Repeats the tables of the page on performance, and says which of its figures are no longer true.

Our rows of the comparison with other libraries have the same figures, so they are written as well.

    python benchmarks/run.py            # all tables, some minutes
    python benchmarks/run.py --quick    # a short look: less of everything
    python benchmarks/run.py --only "What a call costs"
    python benchmarks/run.py --write    # write what was measured into the pages; on a quiet machine only

Each line has a figure of the page, the same measured here, and whether they differ by more than
15 %, or the worst of several by more than 50 %. A compiled build is compared with the
columns of the compiled build. Nothing here judges speed: the exit code is 0 in any case.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from calls import calling, sizes
from checking import checking
from games import RULE_SETS, rules_of
from growth import growth
from kingsburg_rules import COMPILED, Rules
from lab import lab
from memory import many_games, memory
from page import Place, cells, holds, ours, shown, written
from playing import playing, start_up

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "performance.md"
COMPARING = (ROOT / "docs" / "explanation" / "comparison.md", ROOT / "README.md")
"""The pages with the comparison, which has some of our figures."""

QUICK = 0.3

Rows: TypeAlias = Iterator[tuple[str, list[float]]]
"""The name of a row, and its figure, or the median and the worst."""

MEASURED = "measured"


def by_rules(measure: Callable[[Rules, float], Rows]) -> Callable[[float], Iterator[tuple[str, Rows]]]:
    """Measure each set of rules for a column of its own."""

    def columns(share: float) -> Iterator[tuple[str, Rows]]:
        for name in RULE_SETS:
            yield name, measure(rules_of(name), share)

    return columns


def once(measure: Callable[[float], Rows]) -> Callable[[float], Iterator[tuple[str, Rows]]]:
    """Measure something for the only column of a table."""
    return lambda share: iter([(MEASURED, measure(share))])


SECTIONS: Mapping[str, Callable[[float], Iterator[tuple[str, Rows]]]] = {
    "What playing costs": by_rules(playing),
    "What a call costs": by_rules(calling),
    "How large things are": by_rules(sizes),
    "What is in memory": by_rules(memory),
    "How soon it is there": once(start_up),
    "What the lab costs": once(lab),
    "What checking costs": once(checking),
    "What grows, and what does not": once(growth),
    "What many games leave behind": once(many_games),
}
"""The measures by the heading over their table."""


def measured(section: str, share: float) -> Iterator[tuple[Place, list[float]]]:
    """Measure a section, figure by figure."""
    for column, rows in SECTIONS[section](share):
        for row, figures in rows:
            yield Place(section, row, f"{column}, compiled" if COMPILED else column), figures


def compare(page: str, sections: Iterable[str], share: float) -> dict[Place, str]:
    """Print each figure beside that of the page, and in the end those that are no longer true."""
    said, here, false = cells(page), dict[Place, str](), list[str]()
    for place, figures in (each for section in sections for each in measured(section, share)):
        here[place] = shown(figures)
        line = f"{place.column}, {place.row}: page {said.get(place, 'nothing')}, here {here[place]}"
        is_true = place not in said or holds(said[place], figures)
        print(line, flush=True)
        false += [] if is_true else [line]
    print(f"\n{len(false)} of {len(here)} figures are no longer true:", *false, sep="\n")
    return here


def main() -> None:
    """Compare with the page, or write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a short look")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="a section of the page (all)")
    parser.add_argument("--write", action="store_true", help="write the figures into the pages")
    wanted = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    here = compare(page, wanted.only or SECTIONS, QUICK if wanted.quick else 1)
    if wanted.write:
        write(written(page, here))


def write(page: str) -> None:
    """Write the page, and our rows of the comparison."""
    PAGE.write_text(page, encoding="utf-8")
    for path in COMPARING:
        other = path.read_text(encoding="utf-8")
        path.write_text(written(other, dict(ours(other, cells(page)))), encoding="utf-8")


if __name__ == "__main__":
    main()
