"""The fixed run of random games in which everything that the shipped cards can do must happen.

`python tests/support.coverage.py` plays it and prints how often; with a number, so many times as many games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from kingsburg_rules import Rules, load_rules, modules
from kingsburg_rules.testing import Coverage, PartCoverage
from kingsburg_rules.testing.coverage import Part, PartCounts, with_counting

ALL = modules()


class Run(NamedTuple):
    """Games of one rule set, for two to five players in turn."""

    games: int
    modules: tuple[str, ...] = ()
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    edition: str = "second"

    @property
    def rules(self) -> Rules:
        return load_rules(self.edition, modules=self.modules, scenario=self.scenario, variants=self.variants)


RUNS = (
    Run(30, ("more-buildings",), "goblin-valley"),
    Run(30, ("alternate-buildings",), "shifting-alliances"),
    Run(10, (), "demanding-capital"),
    Run(50, ("more-buildings", "alternate-buildings", "governors"), "wheel-and-deal"),
    Run(20, ALL[:5], edition="first-ffg"),
    Run(20, ALL, variants=("draft-strips", "bid-governors", "inverted-order")),
    Run(40, ALL),
)
MORE = 500
"""How many further games may be played for what has not happened yet."""

NEVER = {
    (
        "governors/thief",
        "modifiers/0",
    ): "He starts with four goods; of what comes in a box nobody is tied with "
    "him in year I, so that he misses no good (F32). A pack that gives goods may change that.",
}
"""What cannot happen in whole games with the shipped cards; the examples on the cards show it."""


def played(runs: Sequence[Run] = RUNS, times: int = 1) -> Coverage:
    """Play the games of all runs; seeds are counted on from run to run."""
    coverage = Coverage()
    for run in runs:
        for game in range(run.games * times):
            coverage.play(run.rules, 2 + game % 4, seed=coverage.games)
    return coverage


def completed(coverage: Coverage) -> Coverage:
    """Play on, by rules with something that has not happened yet, until all has happened or `MORE` games."""
    parts = {run: {(part.card, part.part) for part in parts_of(run.rules)} for run in RUNS}
    for game in range(MORE):
        lacking = [(p.card, p.part) for p in coverage.never_used if (p.card, p.part) not in NEVER]
        if not lacking:
            break
        fitting = [run for run in RUNS if lacking[0] in parts[run]]
        coverage.play(fitting[game % len(fitting)].rules, 2 + game % 4, seed=coverage.games)
    return coverage


def parts_of(rules: Rules) -> set[Part]:
    """All that the cards of a rule set can do."""
    counts = PartCounts()
    with_counting(rules, counts)
    return {*counts.about}


def missing(parts: Sequence[PartCoverage]) -> list[str]:
    """The lines of some parts, without what is known not to happen."""
    return [str(part) for part in parts if (part.card, part.part) not in NEVER]


if __name__ == "__main__":
    print(completed(played(times=int(sys.argv[1]) if len(sys.argv) > 1 else 1)).report())
