"""The greedy bot gains by abilities that it may use: it scores no less than one that declines them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from statistics import fmean, stdev

import pytest

from kingsburg_rules import Action, Decision, Done, Pass, Rules, load_rules, modules, scenarios
from kingsburg_rules.bots import Bot, GreedyBot, Sight
from kingsburg_rules.lab import Simulation
from kingsburg_rules.language import AdvisorCard, EnemyCard
from kingsburg_rules.testing.random_games import starting_with

NOISE = 3.0
"""So many standard errors worse than without may be chance, among some fifty cards."""

GAMES = (8, 24, 72)
"""So many games are played with every card, and again without using it; more of them where those look bad."""


class Declining:
    """A greedy bot; the one in the first seat never takes an answer that names a card, if it may decline."""

    name = "declining"

    def __init__(self, card: str, declined: list[str], seed: int) -> None:
        self._bot, self._card, self._declined = GreedyBot(seed), card.partition("/")[2], declined

    def choose(self, decision: Decision, sight: Sight) -> Action:
        action = self._bot.choose(decision, sight)
        if decision.seat or not self._uses(decision, action):
            return action
        others = tuple(option for option in decision.options if not self._uses(decision, option))
        if not others:
            return action
        self._declined.append(str(action))
        return self._bot.choose(decision._replace(options=others), sight)

    def _uses(self, decision: Decision, option: Action) -> bool:
        """Tell whether an answer uses the card: it names it, or says yes to what it asks."""
        if self._card in re.split(r"\W+", str(option)):
            return True
        return decision.source == self._card and not isinstance(option, Done | Pass)


def scored(rules: Rules, make: Callable[[int], Bot], games: int) -> list[int]:
    """Give the points of the first seat in some games."""
    simulation = Simulation(rules, [make], players=3, seed=1)
    return [simulation.play(number).seats[0].vp for number in range(games)]


def gained(rules: Rules, card: str, games: int) -> tuple[list[int], list[str]]:
    """Give the points that the abilities of a card brought in each game, and what was declined otherwise."""
    dealt, declined = starting_with(rules, [card]), list[str]()
    using = scored(dealt, GreedyBot, games)
    without = scored(dealt, partial(Declining, card, declined), games)
    return [one - other for one, other in zip(using, without, strict=True)], declined


def harmless(differences: list[int]) -> bool:
    """Tell whether the differences may be chance, or are less than half a point."""
    return fmean(differences) > -NOISE * stdev(differences) / sqrt(len(differences)) - 0.5


def shipped() -> Iterator[tuple[Rules, str]]:
    """List all cards that somebody may have in play, with rules in which they come up."""
    seen = set[str]()
    choices = (load_rules(modules=modules()), *(load_rules(scenario=scenario) for scenario in scenarios()))
    for rules in choices:
        for ref, card in rules.cards.items():
            if ref not in seen and not isinstance(card, AdvisorCard | EnemyCard):
                seen.add(ref)
                yield rules, ref


@pytest.mark.parametrize("card", ["governors/duke", "base/chapel"])
def test_an_ability_that_may_be_declined_does_no_harm(card: str) -> None:
    differences, declined = gained(load_rules(modules=["governors"]), card, 2)
    assert declined, "the bot wanted to use it"
    assert fmean(differences) > -8


def test_the_duke_keeps_nobody_from_playing() -> None:
    """Every way to place dice once looked alike to its owner, who was asked before the advisors reward."""
    points = scored(starting_with(load_rules(modules=["governors"]), ["governors/duke"]), GreedyBot, 2)
    assert min(points) > 25, points


@pytest.mark.long
def test_no_ability_of_a_shipped_card_does_harm() -> None:
    used = 0
    for rules, card in shipped():
        if not gained(rules, card, 2)[1]:
            continue
        used += 1
        assert any(harmless(gained(rules, card, games)[0]) for games in GAMES), card
    assert used > 20
