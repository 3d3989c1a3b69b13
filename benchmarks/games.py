"""The games that are played, timed and counted: four players, by random choice, the same ones each time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from kingsburg_rules import Action, Decision, Game, Rules, load_rules, modules

PLAYERS = ("Ann", "Brian", "Cindy", "Dora")

RULE_SETS: Mapping[str, tuple[str, ...]] = {"base game": (), "all six modules": modules()}


def rules_of(name: str) -> Rules:
    """Load one of the sets of rules."""
    return load_rules(modules=RULE_SETS[name])


def random_position(rules: Rules, seed: int) -> int:
    """Play a game as a `Position`; give the number of decisions."""
    rng, decisions = random.Random(seed), 0
    position = Game(rules, PLAYERS, seed=seed).position()
    while (decision := position.decision) is not None:
        options = decision.options
        position.step(options[int(rng.random() * len(options))])
        decisions += 1
    return decisions


def random_game(rules: Rules, seed: int) -> int:
    """Play the same game as a `Game`."""
    rng, decisions = random.Random(seed), 0
    game = Game(rules, PLAYERS, seed=seed)
    while (decision := game.decision) is not None:
        options = decision.options
        game.play(options[int(rng.random() * len(options))])
        decisions += 1
    return decisions


def answers_of(rules: Rules, seed: int) -> list[Action]:
    """List what is answered in a game."""
    rng = random.Random(seed)
    position = Game(rules, PLAYERS, seed=seed).position()
    answers: list[Action] = []
    while (decision := position.decision) is not None:
        answers.append(rng.choice(decision.options))
        position.step(answers[-1])
    return answers


def moments(rules: Rules, every: int, games: int = 2) -> Iterator[Game]:
    """Give games at every so many decisions; nobody has looked at them yet."""
    for seed in range(games):
        game = Game(rules, PLAYERS, seed=seed)
        for number, action in enumerate(answers_of(rules, seed), 1):
            if number % every == 0:
                yield game.copy()
            game.play(action)


def asked(rules: Rules, every: int, games: int = 2) -> Iterator[tuple[Game, Decision]]:
    """Give games with the decision that somebody has to make, where there is a choice."""
    for game in moments(rules, every, games):
        assert game.decision is not None
        if len(game.decision.options) > 1:
            yield game, game.decision
