"""Measures how strong the searching bot is: one of it against greedy ones, in every seat in turn.

Prints a JSON object after every few games, each for all games so far: the share of victories with its 95 %
interval, the points, the playouts and the processor time that a decision took. With a number of playouts,
equal seeds give equal games on every machine; how long they take does not matter. With milliseconds, it does.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time

from kingsburg_rules import COMPILED, Decision, load_rules, modules
from kingsburg_rules.bots import Bot, SearchBot, Sight
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.lab import GameResult, Simulation, summary_of
from timing import figures


class Clocked:
    """A searching bot that notes how long it thinks."""

    name = "search"

    def __init__(self, bot: SearchBot) -> None:
        self._bot = bot
        self.seconds: list[float] = []

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision."""
        start = time.process_time()
        action = self._bot.choose(decision, sight)
        if len(decision.options) > 1:
            self.seconds.append(time.process_time() - start)
        return action


class Contest:
    """What is played: one searching bot, and others."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.bots: list[Clocked] = []

    def searcher(self, seed: int) -> Bot:
        """Make the bot that is measured; with milliseconds, playouts no longer count."""
        bot = SearchBot(
            seed,
            playouts=None if self.wanted.milliseconds else self.wanted.playouts,
            milliseconds=self.wanted.milliseconds,
        )
        self.bots.append(Clocked(bot))
        return self.bots[-1]

    def play(self) -> None:
        """Play, and report."""
        wanted = self.wanted
        rules = load_rules(modules=modules() if wanted.modules == "all" else wanted.modules.split())
        bots = [self.searcher, *["greedy"] * (wanted.players - 1)]
        simulation, played = Simulation(rules, bots, seed=wanted.seed), list[GameResult]()
        for number in range(wanted.games):
            played.append(simulation.play(number))
            if len(played) % wanted.every == 0 or len(played) == wanted.games:
                print(json.dumps(self.report(played)), flush=True)

    def report(self, played: list[GameResult]) -> dict[str, object]:
        """Collect the figures of the games so far."""
        found = {("greedy" if bot.name == "greedy" else "search"): bot for bot in summary_of(played).groups}
        search, greedy = found["search"], found["greedy"]
        thought = [second for bot in self.bots for second in bot.seconds]
        return {
            "python": platform.python_version(),
            "compiled": COMPILED,
            "players": self.wanted.players,
            "modules": self.wanted.modules,
            "playouts": None if self.wanted.milliseconds else self.wanted.playouts,
            "milliseconds": self.wanted.milliseconds,
            "games": len(played),
            "won": figures(search.won.value),
            "won_95": [figures(search.won.low), figures(search.won.high)],
            "points": figures(search.vp.value),
            "points_of_greedy": figures(greedy.vp.value),
            "decisions_per_game": figures(len(thought) / len(played)),
            "ms_per_decision": figures(1000 * statistics.mean(thought)),
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games (100)")
    parser.add_argument("--every", type=int, default=10, help="report after so many games (10)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game (1)")
    parser.add_argument("--players", type=int, default=4, help="seats (4)")
    parser.add_argument("--playouts", type=int, default=400, help="playouts for a decision (400)")
    parser.add_argument("--milliseconds", type=float, help="time for a decision, in place of playouts")
    parser.add_argument("--modules", default="", help="modules, or `all` (the base game)")
    Contest(parser.parse_args()).play()


if __name__ == "__main__":
    main()
