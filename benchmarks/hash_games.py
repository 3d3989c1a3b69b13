"""Plays seeded games with everything there is, and prints one hash of all options and all events.

Every build and every interpreter must print the same line: pure Python, compiled, PyPy, any `PYTHONHASHSEED`.
`--games N` plays N games, 200 by default.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from itertools import cycle, islice

from kingsburg_rules import Event, Game, Rules, load_rules, modules, scenarios

NAMES = ("Ann", "Brian", "Cindy", "David", "Eve")
WITHOUT_TOKENS = ("demanding-capital", "wheel-and-deal")
MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 1 << 64


def rule_sets() -> list[Rules]:
    """Load the base game in every edition, each module, each scenario, and everything that goes together."""
    every = modules()
    fitting = {
        scenario: tuple(m for m in every if m != "soldier-tokens" or scenario not in WITHOUT_TOKENS)
        for scenario in scenarios()
    }
    return [
        load_rules("second"),
        load_rules("first-ffg"),
        load_rules("first-elfinwerks"),
        *(load_rules(modules=(module,)) for module in every),
        load_rules(modules=every),
        *(load_rules(scenario=scenario) for scenario in scenarios()),
        *(load_rules(modules=fitting[scenario], scenario=scenario) for scenario in scenarios()),
    ]


def play(rules: Rules, players: int, seed: int) -> str:
    """Play one game; answers come from a generator of our own, so that no library decides them."""
    game = Game(rules, NAMES[:players], seed=seed)
    told: list[object] = []
    number = seed
    while (decision := game.decision) is not None:
        number = (number * MULTIPLIER + INCREMENT) % MODULUS
        told.append([str(option) for option in decision.options])
        events: tuple[Event, ...] = game.play(decision.options[(number >> 33) % len(decision.options)])
        told.append([event.to_dict(game.players) for event in events])
    told.append(str(game.outcome))
    return json.dumps(told, sort_keys=True)


def main() -> None:
    """Print the hash."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games (200)")
    games: int = parser.parse_args().games
    found = hashlib.sha256()
    for seed, rules in enumerate(islice(cycle(rule_sets()), games)):
        players = 2 + seed // 3 % 4
        found.update(play(rules, players, seed).encode())
    print(games, "games", found.hexdigest())


if __name__ == "__main__":
    main()
