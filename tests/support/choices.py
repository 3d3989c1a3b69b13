"""Choices of the bots: what each of them answered in some games, kept as one line for every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from kingsburg_rules import Game, load_rules
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, SearchBot, Sight
from support.goldens import ALL_MODULES, FOLDER, NAMES, USUAL


class Choices(NamedTuple):
    """Games in which every seat is played by bots of a kind; each ends after so many answers."""

    bot: str
    edition: str
    players: int
    seed: int
    modules: tuple[str, ...] = ()
    automation: tuple[str, ...] = USUAL
    answers: int = 1000


MAKERS: dict[str, Callable[[int], Bot]] = {
    "greedy": GreedyBot,
    "random": RandomBot,
    "search": lambda seed: SearchBot(seed, playouts=20),
}

CHOICES = (
    Choices("greedy", "second", 4, 1),
    Choices("greedy", "second", 3, 2, ALL_MODULES),
    Choices("greedy", "first-ffg", 2, 3, automation=()),
    Choices("random", "second", 3, 4, answers=60),
    Choices("search", "second", 4, 5, answers=60),
    Choices("search", "second", 3, 6, ALL_MODULES, answers=60),
)

PATH = FOLDER / "choices.txt"


def lines() -> Iterator[str]:
    """List the answers of all games, each game under a line of its own."""
    for choices in CHOICES:
        yield f"# {choices.bot}, {choices.edition}, {len(choices.modules)} modules, seed {choices.seed}"
        yield from answers(choices)


def answers(choices: Choices) -> Iterator[str]:
    """Play a game, and list the answers to decisions with several options."""
    rules = load_rules(choices.edition, modules=choices.modules)
    names = NAMES[: choices.players]
    game = Game(rules, names, seed=choices.seed, automation=choices.automation)
    bots = {name: MAKERS[choices.bot](choices.seed + seat) for seat, name in enumerate(names)}
    told = 0
    while (decision := game.decision) is not None and told < choices.answers:
        action = bots[decision.player].choose(decision, Sight(decision.player, game))
        if len(decision.options) > 1:
            told += 1
            yield f"{decision.player}: {action}"
        game.play(action, decision.player)


def write() -> Path:
    """Keep the choices as they are now."""
    PATH.write_text("\n".join([*lines(), ""]), encoding="utf-8")
    return PATH
