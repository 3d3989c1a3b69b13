"""Measures what positions, games and rule sets hold of memory, and whether many games pile up.

It prints one JSON object. The bytes of a thing are those that tracemalloc sees when it is made. Games are
played by uniform random choice, one after another in one process; afterwards the peak of the process tells
whether it grows. Nothing here judges: a figure is for people to compare.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import resource
import sys
import tracemalloc
from collections.abc import Callable

from kingsburg_rules import Game, Rules, load_rules, modules
from kingsburg_rules.content.compiling import compile_again
from run import PLAYERS, SEED, playout
from timing import figures

COPIES = 200
MARKS = (0.1, 0.5, 1.0)
KILOBYTE = 1 if sys.platform == "darwin" else 1024
"""In what the peak is told."""


def held(make: Callable[[], object], times: int = 1) -> int:
    """Bytes that stay when a thing is made; the average of several."""
    make()  # what is cached is no part of it
    gc.collect()
    tracemalloc.start()
    things = [make() for _ in range(times)]
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del things
    return size // times


def played(rules: Rules, share: float = 1.0) -> Game:
    """Play a random game with its history, or the first part of it."""
    answers = len(played(rules).record.actions) * share if share < 1 else 1e9
    rng = random.Random(SEED)
    game = Game(rules, players=PLAYERS, seed=SEED)
    played_so_far = 0
    while game.decision is not None and played_so_far < answers:
        game.play(rng.choice(game.decision.options))
        played_so_far += 1
    return game


def sizes(rules: Rules) -> dict[str, int]:
    """Bytes of a position in the middle of a game, of a game with its history, of a rule set."""
    middle = played(rules, 0.5).position()
    return {
        "position_bytes": held(middle.copy, COPIES),
        "game_bytes": held(lambda: played(rules)),
        "rules_bytes": held(lambda: compile_again(rules)),
    }


def peaks(rules: Rules, games: int) -> dict[int, float]:
    """Megabytes of the process at its peak after a tenth of so many games, half of them, and all."""
    found: dict[int, float] = {}
    rng = random.Random(SEED)
    for number in range(1, games + 1):
        playout(rules, rng)
        if number in {round(games * mark) for mark in MARKS}:
            gc.collect()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE
            found[number] = figures(peak / 1e6)
    return found


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games played one after another (3000)")
    parser.add_argument("--all-modules", action="store_true", help="play those with all modules")
    wanted = parser.parse_args()
    base, everything = load_rules(), load_rules(modules=modules())
    report = {
        "python": platform.python_version(),
        "peak_mb_after_games": peaks(everything if wanted.all_modules else base, wanted.games),
        "base": sizes(base),
        "all_modules": sizes(everything),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
