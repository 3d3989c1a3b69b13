"""What the lab costs: against bare play, with two processes, and in memory. `run.py` prints it.

Bare play is the shortest loop that lets the same bots play the same games. Two processes are compared with
one on the clock, and with what the machine gives to two that only count, in turns: other work on the machine
takes from both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from kingsburg_rules import Game, Rules, load_rules
from kingsburg_rules.bots import RandomBot, Sight
from kingsburg_rules.lab import Simulation, simulate_to
from kingsburg_rules.lab.playing import bot_seeds
from kingsburg_rules.lab.running import CHUNK, Chunker, chunk_executor
from kingsburg_rules.testing.coverage import SEATS
from timing import in_turns, ratio

PLAYERS = 4
ROUNDS = 7
GAMES = 60


def lab(share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what the lab costs, by the rows of the page."""
    rules, rounds = load_rules(modules=()), max(3, round(ROUNDS * share))
    simulation = Simulation(rules, ["random"], PLAYERS)
    games = max(20, round(GAMES * share))
    times = in_turns(
        partial(bare, rules, range(games)),
        partial(lines, simulation, range(games)),
        partial(into_a_file, simulation, games),
        rounds=rounds,
    )
    yield "the lab, over the shortest loop with the same bots", [ratio(times, 1, 0)]
    yield "the same with a file for the results", [ratio(times, 2, 0)]
    yield "two processes, over one", [two_processes(simulation, 10 * games, rounds)]


def bare(rules: Rules, seeds: range) -> None:
    """Play games of random bots, and nothing else."""
    for seed in seeds:
        game = Game(rules, SEATS[:PLAYERS], seed=seed)
        position, sight = game.position(), Sight(SEATS[0], game)
        bots = [RandomBot(own) for own in bot_seeds(seed, PLAYERS)]
        while (decision := position.decision) is not None:
            position.step(bots[decision.seat].choose(decision, sight))


def lines(simulation: Simulation, seeds: range) -> list[str]:
    """Play the same games in the lab, which makes a line of JSON of each."""
    return [simulation.play(seed).to_json() for seed in seeds]


def into_a_file(simulation: Simulation, games: int) -> None:
    """Write games to a file, as `kingsburg simulate --out` does."""
    with TemporaryDirectory() as folder:
        simulate_to(Path(folder) / "games.jsonl", simulation, games)


def two_processes(simulation: Simulation, games: int, rounds: int) -> float:
    """Compare two processes with one; 2 is what a machine with two idle cores could give.

    Both are started, and have played, before. The ratio is one of what two that only count reach meanwhile.
    """
    ratios = list[float]()
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as one, ProcessPoolExecutor(2, spawn) as two:
        for pool, workers in ((one, 1), (two, 2)):
            clock(simulation, 4 * CHUNK, pool, workers)
        for _ in range(rounds):
            reached = clock(simulation, games, one, 1) / clock(simulation, games, two, 2)
            ratios.append(2 * reached / (2 * spin(one, 1) / spin(two, 2)))
    return statistics.median(ratios)


def clock(simulation: Simulation, games: int, pool: Executor, workers: int) -> float:
    """Play games with a pool; give the seconds."""
    start = time.perf_counter()
    with chunk_executor(workers, pool) as chunks:
        sum(len(lines) for lines in chunks.run(Chunker(simulation, range(games), workers)))
    return time.perf_counter() - start


def spin(pool: Executor, workers: int) -> float:
    """Count in every worker at once; give the seconds until all have done so."""
    start = time.perf_counter()
    for future in [pool.submit(count_to, 10_000_000) for _ in range(workers)]:
        future.result()
    return time.perf_counter() - start


def count_to(most: int) -> int:
    """Keep a processor busy."""
    total = 0
    for number in range(most):
        total += number
    return total
