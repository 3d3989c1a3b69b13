"""A bot that plans: it plays every answer to the end of the phase, on guesses at what it cannot see.

It names no card. What an answer is worth shows in what its player has afterwards, so it plays with the cards
of packs that are written tomorrow. It is handed a `Sight`, which is all that a person in its seat knows.
"""

from __future__ import annotations

from collections import Counter

from kingsburg_rules import Action, Decision, Game, Position, load_rules
from kingsburg_rules.bots import Bot, RandomBot, Sight, bot_turn

TASTE = {"vp": 1.0, "good": 0.5, "plus2": 0.7, "soldier": 0.9, "building": 0.8}
"""What things are worth to it, in victory points."""


class Planner:
    """Takes the answer after which it has most at the end of the phase, on average over its guesses."""

    name = "planner"

    def __init__(self, seed: int = 0, guesses: int = 2, most: int = 12) -> None:
        self.seed = seed
        self.guesses = guesses
        self.most = most

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision."""
        if len(decision.options) == 1:
            return decision.options[0]
        guesses = [sight.guess(self.seed + number) for number in range(self.guesses)]
        return max(
            self.worth_a_thought(decision), key=lambda option: self.value(option, sight.player, guesses)
        )

    def worth_a_thought(self, decision: Decision) -> tuple[Action, ...]:
        """Leave out some answers where there are many, evenly, but never the last, which is often to pass."""
        step = -(-len(decision.options) // self.most)
        return (*decision.options[:-1:step], decision.options[-1])

    def value(self, option: Action, player: str, guesses: list[Position]) -> float:
        """Say what an answer brings, all guesses together."""
        total = 0.0
        for guess in guesses:
            after = guess.copy()  # the guess itself is for the other answers too
            after.step(option, player)
            play_on(after, player)
            total += wealth(after, player)
        return total


def play_on(position: Position, player: str) -> None:
    """Finish the phase in thought: the player takes first answers, everybody else the last."""
    phase = position.state.phase
    while (decision := position.decision) is not None and position.state.phase == phase:
        position.step(decision.options[0 if decision.player == player else -1], decision.player)


def wealth(position: Position, player: str) -> float:
    """Say what a player has, in victory points."""
    has = position.state.player(player)
    counts = {
        "vp": has.vp,
        "good": sum(has.goods.values()),
        "plus2": has.plus2,
        "soldier": has.soldiers,
        "building": len(has.buildings),
    }
    return sum(TASTE[name] * count for name, count in counts.items())


def match(bots: dict[str, Bot], seeds: range) -> Counter[str]:
    """Let bots play against each other, everybody once in every seat, and count who wins."""
    rules, wins = load_rules(), Counter[str](dict.fromkeys(bots, 0))
    for seed in seeds:
        names = [*bots]
        turned = names[seed % len(names) :] + names[: seed % len(names)]
        game = Game(rules, turned, seed=seed)
        while bot_turn(game, bots) is not None:
            pass
        assert game.outcome is not None
        wins.update(game.outcome.winners)
        print(f"game {seed}:", ", ".join(f"{place.player} {place.vp} VP" for place in game.outcome.ranking))
    return wins


def main() -> None:
    """Play two games against random players."""
    wins = match({"Planner": Planner(), "Ann": RandomBot(1), "Brian": RandomBot(2)}, range(2))
    print(", ".join(f"{name} wins {count}" for name, count in wins.most_common()))


if __name__ == "__main__":
    main()
