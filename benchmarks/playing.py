"""What playing costs: decisions, games, events, bots and the start of a process. `run.py` prints it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial

from games import PLAYERS, answers_of, asked, random_position
from kingsburg_rules import Action, Game, Rules
from kingsburg_rules.bots import SearchBot, Sight
from kingsburg_rules.lab import Simulation
from timing import FLOOR, fresh, in_turns, least_seconds, ratio, short_seconds

GAMES = 6
WATCHED = 4
ROUNDS = 9
PLAYOUTS = 100

IMPORT = "from kingsburg_rules import Game, load_rules"


def playing(rules: Rules, share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what playing by a rule set costs, by the rows of the page."""
    rounds = max(3, round(ROUNDS * share))
    random_positions = partial(play_all, partial(random_position, rules), range(GAMES))
    decisions = sum(random_position(rules, seed) for seed in range(GAMES))
    taken = least_seconds(random_positions, 4 * rounds)
    yield "a decision of a `Position`, listed and played, in µs", [taken / decisions * 1e6]
    yield "the same, in decisions of the floor", [taken / decisions / FLOOR]
    yield "games in a second", [GAMES / taken]
    silent_events_whole = compared(rules, rounds)
    yield "a decision of a `Game`, over one of a `Position`", [ratio(silent_events_whole, 2, 0)]
    yield "events, over a `Position` that nobody watches", [ratio(silent_events_whole, 1, 0)]
    yield "a new game, in µs", [short_seconds(partial(Game, rules, PLAYERS, seed=1)) * 1e6]
    for bot, games, tries in (("random", GAMES, 2 * rounds), ("greedy", 1, 2)):
        play = partial(play_all, Simulation(rules, [bot], len(PLAYERS)).play, range(games))
        yield f"games of four {bot} bots in a second, in the lab", [games / least_seconds(play, tries)]
    yield f"a choice of the searching bot with {PLAYOUTS} playouts, in ms", [choice_of_search(rules) * 1e3]


def play_all(play: Callable[[int], object], seeds: range) -> list[object]:
    """Play several games."""
    return [play(seed) for seed in seeds]


def compared(rules: Rules, rounds: int) -> list[tuple[float, ...]]:
    """Play the same games while nobody watches, with events, and as games with their history, in turns."""
    games = [(seed, answers_of(rules, seed)) for seed in range(WATCHED)]
    return in_turns(*(partial(way, rules, games) for way in (silently, with_events, as_games)), rounds=rounds)


def silently(rules: Rules, games: list[tuple[int, list[Action]]]) -> None:
    """Play on positions."""
    for seed, answers in games:
        position = Game(rules, PLAYERS, seed=seed).position()
        for action in answers:
            position.step(action)


def with_events(rules: Rules, games: list[tuple[int, list[Action]]]) -> None:
    """Play on positions while somebody listens: an event that nobody hears is never made."""
    for seed, answers in games:
        position = Game(rules, PLAYERS, seed=seed).position()
        for action in answers:
            position._state.event_log = []
            position.step(action)


def as_games(rules: Rules, games: list[tuple[int, list[Action]]]) -> None:
    """Play whole games."""
    for seed, answers in games:
        game = Game(rules, PLAYERS, seed=seed)
        for action in answers:
            game.play(action)


def choice_of_search(rules: Rules) -> float:
    """Seconds that the searching bot thinks, at decisions all through a game."""
    bot, moments = SearchBot(1, playouts=PLAYOUTS), [*asked(rules, 30, 1)]

    def choose() -> None:
        for game, decision in moments:
            bot.choose(decision, Sight(decision.player, game))

    return least_seconds(choose, 2) / len(moments)


def start_up(share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what a fresh process pays, over one that does nothing: the import, and loading the rules."""

    def taken(code: str) -> float:
        tries = max(
            3, round(ROUNDS * share)
        )  # compiled files and the disk's cache are there from the second on
        return min(fresh(sys.executable, "-c", code)[0] for _ in range(tries))

    bare, imported = taken("pass"), taken(IMPORT)
    yield "`import kingsburg_rules`, in ms", [(imported - bare) * 1e3]
    yield "`load_rules()`, in ms", [(taken(f"{IMPORT}; load_rules()") - imported) * 1e3]
