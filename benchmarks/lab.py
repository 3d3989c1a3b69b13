"""Measures what the lab costs: against bare play, with two processes, and in memory; prints one JSON object.

Bare play is the shortest loop that lets the same bots play the same games. Both are timed in turns, in
processor time, and the ratio is the median of neighbors. Nothing here judges: a figure is for people to
compare.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pickle
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from kingsburg_rules import Game, Rules, load_rules
from kingsburg_rules.bots import RandomBot, Sight
from kingsburg_rules.lab import Simulation, simulate_to
from kingsburg_rules.lab.playing import bot_seeds
from kingsburg_rules.lab.running import CHUNK, Chunker, chunk_executor, play_chunk
from kingsburg_rules.testing.coverage import SEATS
from timing import figures

PLAYERS = 4
KILOBYTE = 1 if sys.platform == "darwin" else 1024
MARKS = (0.1, 0.25, 0.5, 1.0)


def bare(rules: Rules, seed: int) -> None:
    """Play a game of random bots, and nothing else."""
    game = Game(rules, SEATS[:PLAYERS], seed=seed)
    position, sight = game.position(), Sight(SEATS[0], game)
    bots = [RandomBot(own) for own in bot_seeds(seed, PLAYERS)]
    while (decision := position.decision) is not None:
        position.step(bots[decision.seat].choose(decision, sight))


def seconds(play: Callable[[int], object], games: int, first: int) -> float:
    """Processor time of a game, over a slice of games."""
    gc.collect()
    start = time.process_time()
    for seed in range(first, first + games):
        play(seed)
    return (time.process_time() - start) / games


def overhead(rules: Rules, slices: int, games: int) -> dict[str, object]:
    """Compare the lab, with the line of JSON that it makes of a game, with bare play."""
    simulation = Simulation(rules, ["random"], PLAYERS)

    def line(seed: int) -> str:
        return simulation.play(seed).to_json()

    seconds(line, games, 0)
    ratios, rates, files = [], [], []
    for number in range(slices):
        first = number * games
        mine = seconds(line, games, first)
        plain = seconds(lambda seed: bare(rules, seed), games, first)
        ratios.append(mine / plain)
        rates.append(1 / mine)
        files.append(into_a_file(evolve(simulation, seed=first), games) / plain)
    return {
        "games_per_s": figures(statistics.median(rates)),
        "lab_over_bare": figures(statistics.median(ratios)),
        "lab_with_file_over_bare": figures(statistics.median(files)),
    }


def into_a_file(simulation: Simulation, games: int) -> float:
    """Processor time of a game that is written to a file, as `kingsburg simulate --out` does."""
    with TemporaryDirectory() as folder:
        gc.collect()
        start = time.process_time()
        simulate_to(Path(folder) / "games.jsonl", simulation, games)
        return (time.process_time() - start) / games


def processes(rules: Rules, slices: int, games: int) -> dict[str, object]:
    """Compare two processes with one, on the clock, in turns. All are started, and have played, before.

    `machine_two_over_one` is the same for a loop that only counts: what the machine had to give meanwhile.
    `of_what_the_machine_gives` is the ratio of both, slice by slice: on a busy machine, look at this one.
    `parent_share` is the processor time of the process that collects the results, as a share of the rest.
    """
    simulation = Simulation(rules, ["random"], PLAYERS)
    ratios, machine, shares = [], [], []
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as one, ProcessPoolExecutor(2, spawn) as two:
        for pool, workers in ((one, 1), (two, 2)):
            clock(simulation, 4 * CHUNK, pool, workers)
        for _ in range(slices):
            alone = clock(simulation, games, one, 1)
            mine = time.process_time()
            together = clock(simulation, games, two, 2)
            ratios.append(alone / together)
            machine.append(2 * spin(one, 1) / spin(two, 2))
            shares.append((time.process_time() - mine) / (2 * together))
    return {
        "two_processes_over_one": figures(statistics.median(ratios)),
        "machine_two_over_one": figures(statistics.median(machine)),
        "of_what_the_machine_gives": figures(
            statistics.median(ratio / given for ratio, given in zip(ratios, machine, strict=True))
        ),
        "parent_share": figures(statistics.median(shares)),
    }


def clock(simulation: Simulation, games: int, pool: Executor, workers: int) -> float:
    """Play games with a pool; give the seconds."""
    start = time.perf_counter()
    with chunk_executor(workers, pool) as chunks:
        sum(len(lines) for lines in chunks.run(Chunker(simulation, range(games), workers)))
    return time.perf_counter() - start


def spin(pool: Executor, workers: int) -> float:
    """Count in every worker at once; give the seconds until all have done so."""
    start = time.perf_counter()
    for future in [pool.submit(count, 10_000_000) for _ in range(workers)]:
        future.result()
    return time.perf_counter() - start


def count(most: int) -> int:
    """Keep a processor busy."""
    total = 0
    for number in range(most):
        total += number
    return total


def memory(rules: Rules, games: int) -> dict[str, object]:
    """Megabytes of a worker at its peak, after shares of so many games, and how fast they grow at last."""
    simulation = Simulation(rules, ["random"], PLAYERS)
    packed, found = pickle.dumps(simulation), dict[int, float]()
    for start in range(0, games, CHUNK):
        play_chunk(packed, simulation.fingerprint, range(start, start + CHUNK))
        if start + CHUNK in {round(games * mark / CHUNK) * CHUNK for mark in MARKS}:
            gc.collect()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE
            found[start + CHUNK] = figures(peak / 1e6)
    (half, before), (whole, after) = [*found.items()][-2:]
    return {
        "worker_peak_mb_after_games": found,
        "worker_mb_more_per_10_000_games": figures((after - before) / (whole - half) * 10_000),
    }


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=7, help="timed slices (7)")
    parser.add_argument("--games", type=int, default=400, help="games in a slice (400)")
    parser.add_argument("--memory", type=int, default=20_000, help="games for the memory (20,000)")
    parser.add_argument(
        "--only", choices=("overhead", "processes", "memory"), help="measure one thing (all three)"
    )
    wanted = parser.parse_args()
    rules = load_rules()
    measures: dict[str, Callable[[], dict[str, object]]] = {
        "overhead": lambda: overhead(rules, wanted.slices, wanted.games),
        "processes": lambda: processes(rules, wanted.slices, 2 * wanted.games),
        "memory": lambda: memory(rules, wanted.memory),
    }
    report: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "players": PLAYERS,
    }
    for name, measure in measures.items():
        if wanted.only in (None, name):
            report |= measure()
    print(json.dumps(report))


if __name__ == "__main__":
    main()
