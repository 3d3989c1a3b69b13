"""The yardstick: what the cheapest possible engine would pay on this machine and interpreter.

A do-nothing game: a hundred decisions, each of six options made anew, one of them picked at random and
counted. Times of two machines cannot be compared, but how many times the floor they are can.
"""

from __future__ import annotations

import json
import random
import statistics

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


def main() -> None:
    """Print what the floor takes here."""
    import timing  # which takes the time of this

    taken = statistics.median(timing.slowness() for _ in range(7)) * timing.FLOOR
    print(json.dumps({"floor_decisions_per_s": round(1 / taken)}))


if __name__ == "__main__":
    main()
