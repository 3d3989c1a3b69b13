"""What positions, games and rule sets hold of memory, and whether many games pile up. `run.py` prints it.

The bytes of a thing are those that tracemalloc sees when it is made.

    python benchmarks/memory.py --games 100000 --all-modules

plays that many games one after another, and tells the peak of the process on the way.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial

from games import PLAYERS, RULE_SETS, answers_of, moments, random_position, rules_of
from kingsburg_rules import Game, Rules
from kingsburg_rules.content.compiling import compile_again
from timing import KILOBYTE, peak

COPIES = 200
MANY_GAMES = 5000
MARKS = (0.2, 1.0)


def memory(rules: Rules, share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what things hold, by the rows of the page."""
    del share
    middle = next(moments(rules, 100)).position()
    yield "a position, in kB", [held(middle.copy, COPIES) / 1e3]
    yield "a whole game with its history, in MB", [held(partial(whole_game, rules)) / 1e6]
    yield "a rule set before its first game, in MB", [held(partial(compile_again, rules)) / 1e6]


def whole_game(rules: Rules) -> Game:
    """Play a game, and keep it."""
    game = Game(rules, PLAYERS, seed=1)
    for action in answers_of(rules, 1):
        game.play(action)
    return game


def many_games(share: float) -> Iterator[tuple[str, list[float]]]:
    """Give the peak of a process that plays many games, one after another."""
    if share < 1:
        return
    for games in (round(MANY_GAMES * mark) for mark in MARKS):
        reached = peak(sys.executable, __file__, "--games", str(games))
        yield f"the peak of a process after {games:,} games, in MB", [reached]


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


def main() -> None:
    """Play many games, and print the peak of the process after some of them and after all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=MANY_GAMES, help=f"games ({MANY_GAMES:,})")
    parser.add_argument("--all-modules", action="store_true", help="play those with all modules")
    wanted = parser.parse_args()
    rules = rules_of([*RULE_SETS][wanted.all_modules])
    marks = {round(wanted.games * mark) for mark in MARKS}
    for number in range(1, wanted.games + 1):
        random_position(rules, number)
        if number in marks:
            gc.collect()
            print(number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE / 1e6, flush=True)


if __name__ == "__main__":
    main()
