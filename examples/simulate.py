"""Many games on all cores: which bot wins how often, with every bot in every seat.

Each worker plays games of some seeds and sends back who won. The same seeds give the same table.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from kingsburg_rules import Game, load_rules
from kingsburg_rules.bots import bot_turn, make_bot

SEATED = {"Ann": "greedy", "Brian": "random", "Cindy": "random"}
"""The players, with the bots that play them."""


def winners(seed: int) -> tuple[str, ...]:
    """Play the game of a seed. Each worker loads the rules once: `load_rules` remembers them."""
    names = [*SEATED]
    turned = names[seed % len(names) :] + names[: seed % len(names)]
    game = Game(load_rules(), turned, seed=seed)
    bots = {name: make_bot(kind, seed) for name, kind in SEATED.items()}
    while bot_turn(game, bots) is not None:
        pass
    assert game.outcome is not None
    return game.outcome.winners


def main(games: int) -> None:
    wins = Counter[str]()
    with ProcessPoolExecutor() as pool:
        for names in pool.map(winners, range(games), chunksize=max(1, games // 100)):
            wins.update(names)
    for name, count in wins.most_common():
        print(f"{name}, who plays {SEATED[name]}: {count} of {games} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
