"""What the cheapest possible engine would pay on this machine and interpreter.

A do-nothing game: a hundred decisions, each of six options made anew, one of them picked at random and
counted. Rates of two machines cannot be compared, but ratios to this floor can.
"""

from __future__ import annotations

import json
import random
import statistics
import time

DECISIONS = 100
OPTIONS = 6


def play(rng: random.Random) -> int:
    """Play one do-nothing game; give the number of its decisions."""
    counts = [0] * OPTIONS
    for number in range(DECISIONS):
        options = list_options(number)
        take(counts, options[rng.randrange(len(options))])
    return DECISIONS


def list_options(number: int) -> list[tuple[int, int]]:
    """List what can be done: fresh tuples in a fresh list, as an engine would."""
    return [(number, choice) for choice in range(OPTIONS)]


def take(counts: list[int], option: tuple[int, int]) -> None:
    """Apply an option: the least that a state can change."""
    counts[option[1]] += 1


def decisions_per_s(games: int, seed: int = 1) -> float:
    """Play so many games and give the rate."""
    rng = random.Random(seed)
    start = time.perf_counter()
    decisions = sum(play(rng) for _ in range(games))
    return decisions / (time.perf_counter() - start)


if __name__ == "__main__":
    decisions_per_s(100)
    rate = statistics.median(decisions_per_s(1000) for _ in range(7))
    print(json.dumps({"floor_decisions_per_s": round(rate)}))
