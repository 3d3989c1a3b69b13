"""Measures what cards cost that are loaded and not in play, and prints one JSON object.

The base game is played by several rule sets: as it is, and with packs of further cards in decks from which
nobody draws. All play the same games, slice by slice in turns in one process, in processor time; each figure
is a median of the ratios of neighbours. Nothing here judges: a figure is for people to compare.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import statistics
import time

from kingsburg_rules import Rules, load_rules
from run import SEED, games_in, playout
from timing import figures

COUNTS = (300, 1000, 3000)

PACK = 'id: {id}\nversion: "1.0"\nformat: 1\ntitle: Cards that nobody draws\n'

CARDS = (
    """\
  - id: {pack}_{n}
    name: Timber Yard {n}
    deck: {pack}
    triggers:
      - when: season.end
        if: {{season: summer}}
        do:
          - branch:
              if: {{wood: 0}}
              then: [{{gain: {{wood: 1}}}}]
              else: [{{gain: {{gold: 1}}}}]
""",
    """\
  - id: {pack}_{n}
    name: Wall {n}
    deck: {pack}
    modifiers:
      - {{what: battle_strength, add: 1}}
      - what: battle_strength
        if: {{enemy: goblins}}
        add: 1
""",
    """\
  - id: {pack}_{n}
    name: Inn {n}
    deck: {pack}
    held_by: everyone
    triggers:
      - when: after.build
        by: opponents
        uses: unlimited
        optional: true
        cost: [{{wood: 1}}]
        do:
          - choose_one:
              - {{label: gold, do: [{{gain: {{gold: 1}}}}]}}
              - {{label: stone, do: [{{gain: {{stone: 1}}}}]}}
""",
)
"""What the cards are made of, in turn."""


def with_further(count: int) -> Rules:
    """Load the base game with so many further cards."""
    name = f"further-{count}"
    cards = [card(n, f"further_{count}") for n in range(count)]
    pack = {"pack.yaml": PACK.format(id=name), "cards.yaml": "format: 1\ndeck_cards:\n" + "".join(cards)}
    return load_rules(packs=[pack] if count else [])


def card(n: int, pack: str) -> str:
    """Write a card."""
    return CARDS[n % len(CARDS)].format(n=n, pack=pack)


def slice_s(rules: Rules, games: int, seed: int) -> float:
    """Processor time of so many games."""
    gc.collect()
    rng = random.Random(seed)
    start = time.process_time()
    for _ in range(games):
        playout(rules, rng)
    return time.process_time() - start


def growth(slices: int, seconds: float) -> dict[str, object]:
    rules = {count: with_further(count) for count in (0, *COUNTS)}
    games = games_in(seconds, lambda rng: playout(rules[0], rng))
    for each in rules.values():
        slice_s(each, games, SEED)
    times = {c: [] for c in rules}
    for number in range(slices):
        order = list(rules)
        order = order[number % len(order):] + order[:number % len(order)]
        for count in order:
            times[count].append(slice_s(rules[count], games, SEED + number))
    return {
        "games": games,
        "games_per_s": figures(games / statistics.median(times[0])),
        "rate": {c: figures(statistics.median(a / b for a, b in zip(times[0], t))) for c, t in times.items()},
    }

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5)
    w = parser.parse_args()
    print(json.dumps(growth(w.slices, w.seconds)))
