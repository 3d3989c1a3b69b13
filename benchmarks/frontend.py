"""What a frontend pays, by itself or as a part of `run.py`: events, views, their JSON, pictures, and odds.

The same random games are played again for each figure, so only what is measured differs. Views and pictures
are those of moments in the middle of a game: neither the first year nor the last. Odds and threats are looked
up all through the game.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle

import floor
from kingsburg_rules import AnyAction, Game, Rules, SeatView, load_rules, modules
from kingsburg_rules.render import svg
from timing import figures, microseconds, timed

PLAYERS = ("Ann", "Brian", "Cindy", "Dora")
SEED = 20240607
ROUNDS = 15
GAMES = 6
GAMES_LOOKED_AT = 20
LOOK_AT = 7
LOOK_AHEAD_AT = 11
TRIES = 3
FLOOR_GAMES = 500

Answers = list[AnyAction]


def measured(rules: Rules) -> dict[str, object]:
    """Give all figures of a rule set."""
    moments = [*_moments(rules)]
    views = [moment.view(seat) for moment in moments for seat in (*moment.players, None)]
    sizes = [len(view.to_json().encode()) for view in views]
    return {
        **_play(rules),
        **_look(moments),
        **_look_ahead(rules),
        "view_json_us": figures(_each_us(SeatView.to_json, views)),
        "view_json_bytes": {"median": round(statistics.median(sizes)), "max": max(sizes)},
        "svg_ms": figures(_each_us(svg, views) / 1e3),
        "svg_kilobytes": figures(statistics.median(len(svg(view).encode()) for view in views[::9]) / 1e3),
    }


def _play(rules: Rules) -> dict[str, object]:
    """Compare playing with nobody watching, with events, and as a game with its history."""
    games = [(seed, _answers(rules, seed)) for seed in range(SEED, SEED + GAMES)]
    ways = [partial(way, rules, games) for way in (_silently, _with_events, _as_games)]
    rounds = [[timed(way, 1) for way in ways] for _ in range(ROUNDS + 1)][1:]  # caches fill in the first
    return {
        "events_over_step": figures(statistics.median(told / silent for silent, told, _ in rounds)),
        "game_over_step": figures(statistics.median(whole / silent for silent, _, whole in rounds)),
    }


def _answers(rules: Rules, seed: int) -> Answers:
    """Find out what is answered in one random game."""
    rng = random.Random(seed)
    position = Game(rules, PLAYERS, seed=seed).position()
    answers: Answers = []
    while (decision := position.decision) is not None:
        answers.append(rng.choice(decision.options))
        position.step(answers[-1])
    return answers


def _silently(rules: Rules, games: list[tuple[int, Answers]]) -> None:
    for seed, answers in games:
        position = Game(rules, PLAYERS, seed=seed).position()
        for action in answers:
            position.step(action)


def _with_events(rules: Rules, games: list[tuple[int, Answers]]) -> None:
    """Step likewise while somebody listens: an event that nobody hears is never made."""
    for seed, answers in games:
        position = Game(rules, PLAYERS, seed=seed).position()
        for action in answers:
            position._state.event_log = []
            position.step(action)


def _as_games(rules: Rules, games: list[tuple[int, Answers]]) -> None:
    for seed, answers in games:
        game = Game(rules, PLAYERS, seed=seed)
        for action in answers:
            game.play(action)


def _moments(rules: Rules) -> Iterator[Game]:
    """Give games at moments after the first year and before the last."""
    for seed in range(SEED, SEED + GAMES_LOOKED_AT):
        game = Game(rules, PLAYERS, seed=seed)
        for number, action in enumerate(_answers(rules, seed)):
            if number % LOOK_AT == 0 and 1 < game.state.year < rules.compiled.years:
                yield game.copy()
            game.play(action)


def _look(moments: list[Game]) -> dict[str, object]:
    """Time views, over all moments and seats, and the floor in turn with them."""
    looks = [partial(moment.view, seat) for moment in moments for seat in (*moment.players, None)]
    view_us, floors = [], []
    for number in range(ROUNDS):
        view_us.append(timed(lambda: [look() for look in looks], 1) / len(looks) * 1e6)
        idle = timed(partial(floor.play, random.Random(number)), FLOOR_GAMES)
        floors.append(view_us[-1] * FLOOR_GAMES * floor.DECISIONS / idle / 1e6)
    return {
        "view_us": figures(statistics.median(view_us)),
        "view_in_floor_decisions": figures(statistics.median(floors)),
    }


def _look_ahead(rules: Rules) -> dict[str, object]:
    """Time the odds and the threats of one player after the other, at many moments of the games."""
    odds, threats = list[float](), list[float]()
    for seed in range(SEED, SEED + GAMES_LOOKED_AT):
        game = Game(rules, PLAYERS, seed=seed)
        for number, action in enumerate(_answers(rules, seed)):
            if number % LOOK_AHEAD_AT == 0 and game.state.year:
                player = PLAYERS[number % len(PLAYERS)]
                odds.append(_shortest_ms(partial(game.odds, player)))
                threats.append(_shortest_ms(partial(game.threats, player)))
            game.play(action)
    return {
        name: {"median": figures(statistics.median(times)), "worst": figures(max(times))}
        for name, times in (("odds_ms", odds), ("threats_ms", threats))
    }


def _shortest_ms(look: Callable[[], object]) -> float:
    """Time one call as the shortest of a few: others have the pauses of the garbage collector in them."""
    times: list[float] = []
    for _ in range(TRIES):
        start = time.process_time()
        look()
        times.append(time.process_time() - start)
    return min(times) * 1e3


def _each_us(make: Callable[[SeatView], str], views: list[SeatView]) -> float:
    """Time what is made of a view, over all views in turn."""
    turns = cycle(views)
    return microseconds(lambda: make(next(turns)))


def both() -> dict[str, object]:
    """Measure the base game, and all modules together."""
    return {
        "base": measured(load_rules(modules=())),
        "all_modules": measured(load_rules(modules=modules())),
    }


if __name__ == "__main__":
    print(json.dumps(both()))
