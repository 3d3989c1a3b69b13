"""Train a bot that beats the random bot, with numpy and Gymnasium: `python examples/train_a_bot.py`.

The policy is one row of weights for every token. It plays against two random bots and learns by REINFORCE:
tokens that were followed by more victory points than usual become more likely.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from kingsburg_rules import Action, Decision
from kingsburg_rules.adapters import observation_space
from kingsburg_rules.adapters.gymnasium import KingsburgEnv
from kingsburg_rules.bots import Sight

Floats = NDArray[np.float32]
Step = tuple[Floats, NDArray[np.intp], int, float]
"""What was observed, which tokens were possible, which of them was chosen, and the points gained."""

RATE = 0.02
BATCH = 20


class Policy:
    """Chooses tokens by a weighted sum of what is observed."""

    def __init__(self, tokens: int, numbers: int, seed: int = 0) -> None:
        self.weights = np.zeros((tokens, numbers + 1), dtype=np.float32)
        self.random = np.random.default_rng(seed)

    def chances(self, observed: Floats, choices: NDArray[np.intp]) -> Floats:
        """Return the probability of each token that is possible."""
        scores = self.weights[choices, :-1] @ observed + self.weights[choices, -1]
        powers = np.exp(scores - scores.max())
        return np.asarray(powers / powers.sum(), dtype=np.float32)

    def choose(self, observed: Floats, choices: NDArray[np.intp], *, best: bool = False) -> int:
        """Choose one of the tokens that are possible: at random, or the likeliest."""
        chances = self.chances(observed, choices)
        if best:
            return int(chances.argmax())
        return int(self.random.choice(len(chances), p=chances / chances.sum(dtype=np.float64)))

    def learn(self, step: Step, advantage: float) -> None:
        """Make a token more likely in proportion to the advantage that it brought."""
        observed, choices, chosen, _ = step
        slope = -self.chances(observed, choices)
        slope[chosen] += 1
        slope *= RATE * advantage
        self.weights[choices, :-1] += np.outer(slope, observed)
        self.weights[choices, -1] += slope


def play(env: KingsburgEnv, policy: Policy, seed: int, *, best: bool = False) -> Iterator[Step]:
    """Play a game, and yield the steps of the agent."""
    observed, _ = env.reset(seed=seed)
    over = False
    while not over:
        choices = np.flatnonzero(env.action_masks())
        chosen = policy.choose(observed, choices, best=best)
        before = observed
        observed, points, over, *_ = env.step(int(choices[chosen]))
        yield before, choices, chosen, points


def train(policy: Policy, games: int) -> None:
    """Play games, and learn from each batch of them."""
    env = KingsburgEnv(opponents=("random", "random"), reward="points")
    for first in range(0, games, BATCH):
        batch = [list(play(env, policy, seed)) for seed in range(first, first + BATCH)]
        # What followed each step, compared with what follows on average at the same stage of a game.
        still = [np.cumsum([step[3] for step in game][::-1])[::-1] for game in batch]
        stages = [np.linspace(0, 9, len(game)).astype(int) for game in batch]
        every, stage = np.concatenate(still), np.concatenate(stages)
        usual = np.bincount(stage, every, minlength=10) / np.bincount(stage, minlength=10)
        spread = float((every - usual[stage]).std()) or 1.0
        for game, after, at in zip(batch, still, stages, strict=True):
            for step, points, k in zip(game, after, at, strict=True):
                policy.learn(step, float(points - usual[k]) / spread)
        if first % 500 == 0:
            print(f"{first:5} games: {np.mean([after[0] for after in still]):.1f} VP on average")


def measure(policy: Policy, opponents: tuple[str, str], games: int) -> str:
    """Play games that were not trained on: how often the policy wins, with a 95 % interval (Wilson)."""
    env = KingsburgEnv(opponents=opponents)
    won = 0
    for seed in range(games):
        for _ in play(env, policy, 1_000_000 + seed, best=True):
            pass
        outcome = env.game.outcome
        won += outcome is not None and env.agent in outcome.winners
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{share:.1%} ({middle - half:.1%} to {middle + half:.1%}) against {' and '.join(opponents)}"


class TrainedBot:
    """The policy as a bot, which plays wherever bots play."""

    name = "trained"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, decision: Decision, sight: Sight) -> Action:
        view = sight.view
        layout = observation_space(sight.rules, len(view.players))
        answer = layout.actions.begin(decision, view.players)
        while answer.action is None:
            observed = np.frombuffer(layout.observe(view, answer.tokens), dtype=np.float32)
            choices = np.asarray(answer.choices)
            answer = answer.then(answer.choices[self.policy.choose(observed, choices, best=True)])
        return answer.action


def main(games: int = 1500, measured: int = 1000) -> None:
    layout = KingsburgEnv().layout
    policy = Policy(len(layout.actions), layout.size)
    print(f"{len(layout.actions)} tokens, {layout.size} numbers in an observation")
    train(policy, games)
    for opponents in (("random", "random"), ("greedy", "random")):
        print(measure(policy, opponents, measured))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
