"""What a frontend or a search may ask of a game, and what each call costs. `run.py` prints it.

Each call is made on copies that nobody has looked at, at moments all through random games, each time as the
shortest of a few tries. Of the moments, the median and the worst are told.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from games import asked
from kingsburg_rules import Decision, Game, Position, Rules, describe
from kingsburg_rules.render import svg, text
from timing import slowness

TRIES = 3
COPIES = 6
LONG = 300e-6
EVERY = 12

Make: TypeAlias = Callable[[Game, Decision], Callable[[], object]]
"""What prepares a call at a moment; the game is its own copy."""


def stepped(position: Position, decision: Decision) -> None:
    """Copy a position and play on."""
    position.copy().step(decision.options[0])


def played(game: Game, decision: Decision) -> None:
    """Play, and undo it."""
    game.play(decision.options[0])
    game.undo()


def after(call: Callable[[Game], object], game: Game, decision: Decision) -> Callable[[], object]:
    """Prepare a call that comes after an answer."""
    game.play(decision.options[0])
    return partial(call, game)


CALLS: Mapping[str, Make] = {
    "`Position.copy()`": lambda game, _: game.position().copy,
    "`Position.copy()` and `step(...)`": lambda game, decision: partial(stepped, game.position(), decision),
    "`Position.determinize(...)`": lambda game, asks: partial(game.position().determinize, asks.player, 1),
    "`Game.decision`": partial(after, lambda game: game.decision),
    "`Game.play(...)`": lambda game, decision: partial(game.play, decision.options[0]),
    "`Game.play(...)` and `undo()`": lambda game, decision: partial(played, game, decision),
    "`Game.can_undo(fair=True)`, plays the last answer again": partial(
        after, lambda game: game.can_undo(fair=True)
    ),
    "`Game.copy()`": lambda game, _: game.copy,
    "`Game.position()`": lambda game, _: game.position,
    "`Game.state`": lambda game, _: lambda: game.state,
    "`Game.view(player)`": lambda game, asks: partial(game.view, asks.player),
    "the view with its JSON": lambda game, asks: lambda: game.view(asks.player).to_json(),
    "`Game.why_not(...)` from text": lambda game, asks: partial(game.why_not, str(asks.options[-1])),
    "`Game.recent(10)`, plays ten answers again": partial(after, lambda game: game.recent(10)),
    "`Game.score_by_source`": lambda game, _: lambda: game.score_by_source,
    "`Game.within_reach(player)`": lambda game, asks: partial(game.within_reach, asks.player),
    "`Game.prices(player)`": lambda game, asks: partial(game.prices, asks.player),
    "`Game.threats(player)`": lambda game, asks: partial(game.threats, asks.player),
    "`Game.odds(player)`": lambda game, asks: partial(game.odds, asks.player),
    "`Game.save()`": lambda game, _: game.save,
    "`Game.load(...)`, replays": lambda game, _: partial(Game.load, game.save(), game.rules),
    "`Game.record`, replays": lambda game, _: lambda: game.record,
    "`Game.dice_statistics()`, replays": lambda game, _: game.dice_statistics,
    "`describe(...)` of an answer": lambda game, asks: partial(describe, asks.options[0], game.rules),
    "`svg(view)`": lambda game, asks: partial(svg, game.view(asks.player)),
    "`text(view)`": lambda game, asks: partial(text, game.view(asks.player)),
}


def calling(rules: Rules, share: float) -> Iterator[tuple[str, list[float]]]:
    """Give the microseconds of each call at a median moment and at the worst."""
    chosen = [*asked(rules, round(EVERY / min(share, 1)))]
    for name, make in CALLS.items():
        taken = [shortest(make, game, decision) for game, decision in chosen]
        slow = min(slowness() for _ in range(TRIES))
        yield name, [statistics.median(taken) / slow * 1e6, max(taken) / slow * 1e6]


def sizes(rules: Rules, share: float) -> Iterator[tuple[str, list[float]]]:
    """Give the bytes that are stored or sent, of a median moment and of the largest."""
    del share
    texts: Mapping[str, Callable[[Game, Decision], str]] = {
        "a save, in kB": lambda game, _: game.save(),
        "the view of a seat as JSON, in kB": lambda game, asks: game.view(asks.player).to_json(),
        "a picture as SVG, in kB": lambda game, asks: svg(game.view(asks.player)),
    }
    chosen = [*asked(rules, EVERY)]
    for name, made in texts.items():
        lengths = [len(made(*moment).encode()) / 1000 for moment in chosen]
        yield name, [statistics.median(lengths), max(lengths)]


def shortest(make: Make, game: Game, decision: Decision) -> float:
    """Time a call as the shortest of a few tries: others have the pauses of the garbage collector in them."""
    first = timed(make, game, decision, 1)
    copies = 1 if first > LONG else COPIES
    return min(timed(make, game, decision, copies) for _ in range(TRIES))


def timed(make: Make, game: Game, decision: Decision, copies: int) -> float:
    """Seconds of the processor for a call, on so many copies."""
    prepared = [make(game.copy(), decision) for _ in range(copies)]
    start = time.process_time()
    for call in prepared:
        call()
    return (time.process_time() - start) / copies
