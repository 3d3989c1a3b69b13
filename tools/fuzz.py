"""Look for broken promises at random, for as long as one likes.

    python tools/fuzz.py games --minutes 60 --seed 1
    python tools/fuzz.py damage --minutes 60 --seed 1
    python tools/fuzz.py recipes --minutes 60

`games` plays set-ups drawn at random to their end, and watches every promise in one game of `--closely`.
`recipes` plays the recipes of the cookbook beside each other, all pairs of them in time.
`damage` changes saves, records, packs, messages and requests, and allows only errors of the library, in time
and within a bounded memory. What is found is made smaller and printed as a test; everything is found again
with the same `--seed` and `--first`. Ends with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import fuzz_damage
import fuzz_games
from kingsburg_rules import COMPILED

MEMORY = 3 * 2**30
"""How much memory the damaged things may take, all in all, with what they leave in caches."""

MOST_FOUND = 10
"""After so many findings there is something to mend first."""


class Finding(Exception):
    """A promise that breaks: how it is found again, how it breaks, and a test for it."""


def play(seed: int, number: int, closely: int) -> str:
    """Play one game; one of `closely` with all promises watched."""
    is_close = closely > 0 and number % closely == 0
    check = fuzz_games.check_closely if is_close else fuzz_games.check_quickly
    found = fuzz_games.played(fuzz_games.set_up(seed, number), check)
    if found is not None:
        error, case = found
        less = fuzz_games.smaller(case, fuzz_games.breaks_like(error, check))
        raise Finding("".join(traceback.format_exception(error)), str(less))
    return "games with all promises" if is_close else "games"


def recipes(number: int) -> str:
    """Play one game with many recipes."""
    try:
        fuzz_games.play_recipes(number)
    except Exception as error:
        test = f"play(company({number}), {number})  # from support.companies"
        raise Finding("".join(traceback.format_exception(error)), test) from error
    return "games of recipes"


def damage(seed: int, number: int) -> str:
    """Damage one thing."""
    case = fuzz_damage.case(seed, number)
    outcome = fuzz_damage.outcome(case)
    if isinstance(outcome, BaseException):
        less = fuzz_damage.smaller(case, type(outcome))
        raise Finding("".join(traceback.format_exception(outcome)), str(less))
    return f"{case.subject} {'taken' if outcome else 'refused'}"


def numbers(first: int, count: int | None, minutes: float | None) -> Iterator[int]:
    """Count until there are enough, or the time is over."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    number = first
    while (count is None or number < first + count) and (end is None or time.monotonic() < end):
        yield number
        number += 1


def run(work: Callable[[int], str], wanted: Iterator[int], progress: int) -> int:
    """Work through the numbers, and tell what is found and how far it is."""
    done: Counter[str] = Counter()
    findings, started = 0, time.process_time()
    for number in wanted:
        try:
            done[work(number)] += 1
        except Finding as found:
            findings += 1
            how, test = found.args
            print(f"broken, with --first {number}:\n{how}\n{test}", flush=True)
            if findings == MOST_FOUND:
                break
        if done.total() % progress == 0:
            tell(done, findings, started)
    tell(done, findings, started)
    return 1 if findings else 0


def tell(done: Counter[str], findings: int, started: float) -> None:
    """Print how far it is."""
    parts = ", ".join(f"{name} {count:,}" for name, count in sorted(done.items()))
    took = time.process_time() - started
    print(f"{parts}: {findings} broken promises in {took:,.0f} s of the processor", flush=True)


def bound_memory() -> None:
    """Let requests for more memory fail; Windows has no such bound."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="tools/fuzz.py", description=__doc__)
    parser.add_argument("what", choices=["games", "damage", "recipes"])
    parser.add_argument("--minutes", type=float, help="stop after so many minutes")
    parser.add_argument("--count", type=int, help="stop after so many games or damaged things")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number to begin with")
    parser.add_argument("--closely", type=int, default=1, help="watch everything in one game of so many (1)")
    parser.add_argument("--progress", type=int, default=1000, help="tell every so many how far it is (1000)")
    asked = parser.parse_args(arguments)
    wanted = numbers(asked.first, asked.count, asked.minutes)
    if asked.what == "games":
        print(f"games with seed {asked.seed}, {'compiled' if COMPILED else 'not compiled'}")
        return run(lambda number: play(asked.seed, number, asked.closely), wanted, asked.progress)
    if asked.what == "recipes":
        return run(recipes, wanted, asked.progress)
    return run(lambda number: damage(asked.seed, number), wanted, asked.progress)


if __name__ == "__main__":
    bound_memory()
    sys.exit(main())
