"""Measures what cards cost a game that are loaded but not in play, and prints one JSON object.

The base game is played by several rule sets: as it is, and with further cards in a deck from which nobody
draws. All play the same games, slice by slice in turns in one process, in processor time; each ratio is a
median of the ratios of neighbors. Nothing here judges: a figure is for people to compare.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
from collections.abc import Callable

import packs
from kingsburg_rules import Game, Rules, load_rules
from run import PLAYERS, SEED, game_seconds, games_in, playout
from timing import figures, microseconds

COUNTS = (300, 1000, 3000)


def with_further(kind: str, write: Callable[[int], str], count: int) -> Rules:
    """Load the base game with so many further cards."""
    if not count:
        return load_rules()
    files = {
        "pack.yaml": packs.header(f"further-{count}", f"{count} further cards"),
        "cards.yaml": f"format: 1\n{kind}:\n" + "".join(map(write, range(count))),
    }
    return load_rules(packs=[files])


def speeds(slices: int, seconds: float) -> dict[str, object]:
    """Compare games per second with further cards loaded to those without."""
    sets = {count: with_further("deck_cards", packs.drawn, count) for count in (0, *COUNTS)}
    games = games_in(seconds, lambda rng: playout(sets[0], rng))
    rounds = [in_turns(sets, games, number) for number in range(-1, slices)][1:]  # caches fill in the first
    return {
        "games_per_s": figures(1 / statistics.median(times[0] for times in rounds)),
        "with_further_cards_over_without": {
            count: figures(statistics.median(times[0] / times[count] for times in rounds)) for count in COUNTS
        },
    }


def in_turns(sets: dict[int, Rules], games: int, number: int) -> dict[int, float]:
    """Play the same slice by every rule set, each time beginning with another; give the time of a game."""
    counts = [*sets]
    first = number % len(counts)
    return {count: game_seconds(sets[count], games, number) for count in counts[first:] + counts[:first]}


def set_up() -> dict[int, float]:
    """Time a new game when so many further enemies may be drawn."""
    sets = {count: with_further("enemies", packs.enemy, count) for count in (0, *COUNTS)}
    return {count: figures(microseconds(new_game(rules))) for count, rules in sets.items()}


def new_game(rules: Rules) -> Callable[[], Game]:
    """Make the action that sets up a game."""
    return lambda: Game(rules, players=PLAYERS, seed=SEED)


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=24, help="timed slices of play (24)")
    parser.add_argument("--seconds", type=float, default=0.4, help="length of a slice (0.4)")
    wanted = parser.parse_args()
    report = {
        "python": platform.python_version(),
        **speeds(wanted.slices, wanted.seconds),
        "new_game_us_with_further_enemies": set_up(),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
