"""What cards cost a game that are loaded but not in play. `run.py` prints it.

The base game is played by several rule sets: as it is, and with further cards in a deck from which nobody
draws. All play the same games in turns in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import packs
from games import PLAYERS, random_position
from kingsburg_rules import Game, Rules, load_rules
from playing import play_all
from timing import in_turns, ratio, short_seconds

COUNTS = (300, 3000)
GAMES = 10
ROUNDS = 15


def growth(share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what further cards cost, by the rows of the page."""
    sets = [with_further("deck_cards", packs.drawn, count) for count in (0, *COUNTS)]
    ways = [partial(play_all, partial(random_position, rules), range(GAMES)) for rules in sets]
    times = in_turns(*ways, rounds=max(3, round(ROUNDS * share)))
    for number, count in enumerate(COUNTS, 1):
        yield f"a game with {count:,} further cards loaded, over one without", [ratio(times, number, 0)]
    few, many = (with_further("enemies", packs.enemy, count) for count in (0, COUNTS[-1]))
    starts = [short_seconds(partial(Game, rules, PLAYERS, seed=1)) for rules in (few, many)]
    yield (
        f"a new game with {COUNTS[-1]:,} further enemies to draw from, over one without",
        [starts[1] / starts[0]],
    )


def with_further(kind: str, write: Callable[[int], str], count: int) -> Rules:
    """Load the base game with so many further cards."""
    if not count:
        return load_rules()
    files = {
        "pack.yaml": packs.header(f"further-{count}", f"{count} further cards"),
        "cards.yaml": f"format: 1\n{kind}:\n" + "".join(map(write, range(count))),
    }
    return load_rules(packs=[files])
