"""How the benchmarks take time and round figures.

Two machines cannot be compared, nor one machine with itself an hour later. So times are told as they would be
on a machine on which a decision of the `floor` takes `FLOOR`: the floor is measured beside each of them. What
else runs there makes a large program slower than the floor, which needs little memory: close it.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import floor

FLOOR = 0.5e-6
"""What a decision of the floor takes, in seconds; on this machine it may take longer."""

FLOOR_GAMES = 60
BATCHES = 9

KILOBYTE = 1 if sys.platform == "darwin" else 1024
"""In what the system tells the memory of processes."""


def processor_time(action: Callable[[], object], times: int = 1) -> float:
    """Seconds of the processor for one call, of so many in a row."""
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - start) / times


def in_turns(*ways: Callable[[], object], rounds: int) -> list[tuple[float, ...]]:
    """Time things one after the other, round by round; in a first round, caches fill."""
    return [tuple(map(processor_time, ways)) for _ in range(rounds + 1)][1:]


def ratio(rounds: list[tuple[float, ...]], ours: int = 0, theirs: int = 1) -> float:
    """Compare two of the things that were timed in turns, round by round."""
    return statistics.median(times[ours] / times[theirs] for times in rounds)


def slowness() -> float:
    """How many times as long this machine takes for the floor, now."""
    rng = random.Random(1)
    return processor_time(lambda: floor.play(rng), FLOOR_GAMES) / floor.DECISIONS / FLOOR


def least_seconds(action: Callable[[], object], rounds: int, times: int = 1) -> float:
    """Seconds of one call by the floor, both in the best of some rounds: other work adds to the rest."""
    times_of_both = [(slowness(), processor_time(action, times)) for _ in range(rounds)]
    return min(taken for _, taken in times_of_both) / min(slow for slow, _ in times_of_both)


def short_seconds(action: Callable[[], object], target_s: float = 0.05) -> float:
    """Seconds of a short call by the floor, in batches long enough for the clock."""
    action()
    calls, elapsed = 1, 0.0
    while (elapsed := processor_time(action, calls) * calls) < target_s / 4:
        calls *= 4
    return least_seconds(action, BATCHES, max(1, round(calls * target_s / elapsed)))


def fresh(*command: str) -> tuple[float, str]:
    """Run a process of its own: its processor time by the floor, and what it printed."""
    slow, before = min(slowness() for _ in range(3)), _of_children()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return (_of_children() - before) / slow, done.stdout


_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak(*command: str) -> float:
    """Run a process of its own, and give its peak of memory in MB.

    A small process starts it, for it inherits the peak of the one that does.
    """
    return int(fresh(sys.executable, "-c", _PEAK, *command)[1]) * KILOBYTE / 1e6


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def figures(value: float, digits: int = 4) -> float:
    """Round to so many significant digits; more would be noise."""
    return float(f"{value:.{digits}g}")
