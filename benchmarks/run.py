"""Measures kingsburg-rules against the floor of the machine, and prints one JSON object.

Speed is measured in slices, floor and ours in turn within one process, so that what slows the machine down
slows both; every rate is a median of slices, and the ratio a median of the ratios of neighbors. Nothing here
judges: a figure is for people to compare.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import floor
import frontend
from kingsburg_rules import Game, Rules, load_rules, modules
from timing import figures, microseconds

PLAYERS = ("Ann", "Brian", "Cindy", "Dora")
SEED = 20240607
FRESH_PROCESSES = 11
ALONE = "--alone"

IMPORT = "from kingsburg_rules import Game, load_rules"
TIMED_LOAD = f"""
import time
{IMPORT}
start = time.perf_counter()
load_rules()
print((time.perf_counter() - start) * 1e3)
"""


def playout(rules: Rules, rng: random.Random) -> int:
    """Play one game of four by uniform random choice; give the number of decisions that were a choice."""
    choices = 0
    position = Game(rules, players=PLAYERS, seed=rng.randrange(2**32)).position()
    while (decision := position.decision) is not None:
        options = decision.options
        choices += len(options) > 1
        position.step(options[int(rng.random() * len(options))])
    return choices


def speed(rules: Rules, slices: int, seconds: float) -> dict[str, object]:
    """Rates of random play and of the floor, in turns."""
    games = games_in(seconds, lambda rng: playout(rules, rng))
    floor_games = games_in(seconds, floor.play)
    games_per_s, ours, floors = [], [], []
    decisions = 0
    for number in range(slices):
        gc.collect()
        floors.append(floor.decisions_per_s(floor_games, SEED + number))
        gc.collect()
        rng = random.Random(SEED + number)
        start = time.perf_counter()
        in_slice = sum(playout(rules, rng) for _ in range(games))
        elapsed = time.perf_counter() - start
        games_per_s.append(games / elapsed)
        ours.append(in_slice / elapsed)
        decisions += in_slice
    return {
        "floor_decisions_per_s": round(statistics.median(floors)),
        "games_per_s": figures(statistics.median(games_per_s)),
        "games_per_s_min_max": [figures(min(games_per_s)), figures(max(games_per_s))],
        "decisions_per_s": round(statistics.median(ours)),
        "decisions_per_game": figures(decisions / (slices * games)),
        "ratio_to_floor": figures(statistics.median(a / b for a, b in zip(ours, floors, strict=True))),
    }


def modules_cost(rules: Rules, slices: int, seconds: float) -> dict[str, object]:
    """What modules cost who plays with them, and what they cost who only has them in memory, in turns.

    The base game is played twice: in a fresh process that has loaded nothing else (`ALONE`), and here, after
    everything was loaded and played.
    """
    everything = load_rules(modules=modules())
    base_games = games_in(seconds, lambda rng: playout(rules, rng))
    all_games = games_in(seconds, lambda rng: playout(everything, rng))
    with_all, with_much = [], []
    with Alone() as alone:
        for number in range(2 * slices):
            base = game_seconds(rules, base_games, number)
            with_all.append(base / game_seconds(everything, all_games, number))
            alone.ask(base_games, number)
            with_much.append(base / alone.answer())
    return {
        "all_modules_over_base": figures(statistics.median(with_all)),
        "base_with_all_loaded_over_alone": figures(statistics.median(with_much)),
    }


def game_seconds(rules: Rules, games: int, number: int) -> float:
    """Processor time of a random game, over a slice of games."""
    gc.collect()
    rng = random.Random(SEED + number)
    start = time.process_time()
    for _ in range(games):
        playout(rules, rng)
    return (time.process_time() - start) / games


class Alone:
    """A fresh process that plays slices of the base game when it is asked to."""

    def __init__(self) -> None:
        command = [sys.executable, __file__, ALONE]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.questions, self.answers = self.process.stdin, self.process.stdout

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        self.questions.close()
        self.process.wait()
        self.answers.close()

    def ask(self, games: int, number: int) -> None:
        """Let it begin to play a slice."""
        print(games, number, file=self.questions, flush=True)

    def answer(self) -> float:
        """Wait until it has played; give its processor time for a game."""
        return float(self.answers.readline())


def processes(rules: Rules, slices: int, seconds: float) -> dict[str, object]:
    """Compare what two processes play at once with what one plays alone, on the clock, in turns."""
    games = games_in(seconds, lambda rng: playout(rules, rng))
    with Alone() as one, Alone() as other:
        on_the_clock((one, other), games, 0)  # both load the rules and fill their caches first
        ratios = [
            2 * on_the_clock((one,), games, number) / on_the_clock((one, other), games, number)
            for number in range(slices)
        ]
    return {"two_processes_over_one": figures(statistics.median(ratios))}


def on_the_clock(players: tuple[Alone, ...], games: int, number: int) -> float:
    """Let processes play the same slice at once; give the seconds until all have done so."""
    start = time.perf_counter()
    for player in players:
        player.ask(games, number)
    for player in players:
        player.answer()
    return time.perf_counter() - start


def answer_slices() -> None:
    """Play slices of the base game as they are asked for: what a process of `Alone` does."""
    rules = load_rules()
    playout(rules, random.Random(SEED))
    for line in sys.stdin:
        games, number = line.split()
        print(game_seconds(rules, int(games), int(number)), flush=True)


def games_in(seconds: float, play: Callable[[random.Random], int]) -> int:
    """How many games make a slice of so many seconds; a short trial says."""
    rng = random.Random(SEED)
    play(rng)  # caches fill once, and not in a slice
    played = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < min(0.5, seconds):
        play(rng)
        played += 1
    return max(1, round(seconds * played / elapsed))


def costs(rules: Rules) -> dict[str, object]:
    """What a frontend or a search pays once in a while: a new game, a copy, a save, a record."""
    rng = random.Random(SEED)
    choices: list[int] = []
    game = Game(rules, players=PLAYERS, seed=SEED)
    while game.decision is not None:
        choices.append(rng.randrange(len(game.decision.options)))
        game.play(game.decision.options[choices[-1]])
    half = Game(rules, players=PLAYERS, seed=SEED)
    for choice in choices[: len(choices) // 2]:
        assert half.decision is not None
        half.play(half.decision.options[choice])
    middle = half.position()
    return {
        "new_game_ms": figures(microseconds(lambda: Game(rules, players=PLAYERS, seed=SEED)) / 1e3),
        "copy_us": figures(microseconds(middle.copy)),
        "save_bytes": len(half.save().encode()),
        "record_bytes": len(game.record.dumps().encode()),
    }


def start_up() -> dict[str, object]:
    """What a fresh process pays: the import above a bare interpreter, and loading the rules."""
    fresh(IMPORT)  # compiled files and the disk's cache are there from the second time on
    bare, imported, loaded = [], [], []
    for _ in range(FRESH_PROCESSES):
        bare.append(fresh("pass")[0])
        imported.append(fresh(IMPORT)[0])
        loaded.append(float(fresh(TIMED_LOAD)[1]))
    return {
        "import_ms": figures(statistics.median(imported) - statistics.median(bare)),
        "load_rules_ms": figures(statistics.median(loaded)),
    }


def fresh(code: str) -> tuple[float, str]:
    """Run code in a process of its own; give its milliseconds from start to end, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return (time.perf_counter() - start) * 1e3, done.stdout


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=7, help="timed slices of play (7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a slice (2.0)")
    wanted = parser.parse_args()
    rules = load_rules()
    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "players": len(PLAYERS),
        **speed(rules, wanted.slices, wanted.seconds),
        **modules_cost(rules, wanted.slices, wanted.seconds / 2),
        **processes(rules, wanted.slices, wanted.seconds),
        **costs(rules),
        **start_up(),
        "frontend": frontend.both(),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    answer_slices() if sys.argv[1:] == [ALONE] else main()
