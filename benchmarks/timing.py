"""How the benchmarks time calls and round figures."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

BATCHES = 7


def microseconds(action: Callable[[], object], target_s: float = 0.2) -> float:
    """Median time of one call, over batches long enough for the clock."""
    action()
    calls, elapsed = 1, 0.0
    while (elapsed := timed(action, calls)) < target_s / 4:
        calls *= 4
    calls = max(1, round(calls * target_s / elapsed))
    return statistics.median(timed(action, calls) / calls for _ in range(BATCHES)) * 1e6


def timed(action: Callable[[], object], calls: int) -> float:
    """Seconds of processor time for so many calls."""
    gc.collect()
    start = time.process_time()
    for _ in range(calls):
        action()
    return time.process_time() - start


def figures(value: float, digits: int = 4) -> float:
    """Round to so many significant digits; more would be noise."""
    return float(f"{value:.{digits}g}")
