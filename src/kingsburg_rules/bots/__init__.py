"""Players made of code: what a bot is, two of them, and how they take part in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kingsburg_rules.bots.bot import Bot, RandomBot, Sight, bot_turn
from kingsburg_rules.bots.greedy import GreedyBot, Weights
from kingsburg_rules.engine.errors import SetupError, is_known, unknown

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "Sight", "Weights", "bot_turn", "make_bot"]

BOTS: Mapping[str, Callable[[int], Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots there are, by name; each is made from a seed."""


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make a bot by its name.

    Raises:
        SetupError: There is no such bot, or the seed is not a whole number.
    """
    if not is_known(name, BOTS):
        raise SetupError("setup.bot", f"Bot {unknown(name, BOTS)}")
    return BOTS[name](seed)
