"""Players made of code: what a bot is, three of them, how they take part in a game, and why they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import TypeAlias

from kingsburg_rules import SetupError
from kingsburg_rules.bots.bot import (
    Alternative,
    Bot,
    ExplainingBot,
    Explanation,
    RandomBot,
    Sight,
    bot_turn,
    explain_choice,
)
from kingsburg_rules.bots.greedy import GreedyBot
from kingsburg_rules.bots.search import SearchBot
from kingsburg_rules.bots.weights import Weights
from kingsburg_rules.engine import is_known, shown, unknown

__all__ = [
    "BOTS",
    "Alternative",
    "Bot",
    "BotMaker",
    "ExplainingBot",
    "Explanation",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "Sight",
    "Weights",
    "bot_maker",
    "bot_names",
    "bot_turn",
    "explain_choice",
    "make_bot",
]

BotMaker: TypeAlias = Callable[[int], Bot]
"""What makes a bot from a seed, such as the class `RandomBot`."""

BOTS: Mapping[str, BotMaker] = {"greedy": GreedyBot, "random": RandomBot, "search": SearchBot}
"""The bots of the library, by name; each is made from a seed."""

GROUP = "kingsburg_rules.bots"
"""The entry points by which packages bring bots."""


def bot_names() -> tuple[str, ...]:
    """List the bots that `make_bot` can make: those of the library, and those of installed packages."""
    return tuple(sorted({*BOTS, *(point.name for point in entry_points(group=GROUP))}))


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make a bot by its name.

    Packages bring bots with entry points of the group `kingsburg_rules.bots`. Each names something that makes
    a bot from a seed, such as a class. They cannot replace the bots of the library.

    Raises:
        SetupError: There is no such bot, it cannot be imported, or the seed is not a whole number.
    """
    return bot_maker(name)(seed)


def bot_maker(name: str) -> BotMaker:
    """Find what makes bots of a name from seeds.

    Raises:
        SetupError: There is no such bot, or it cannot be imported.
    """
    if is_known(name, BOTS):
        return BOTS[name]
    if not is_known(name, bot_names()):
        raise SetupError("setup.bot", f"Bot {unknown(name, bot_names())}")
    return _brought(name)


@lru_cache(maxsize=64)
def _brought(name: str) -> BotMaker:
    """Import what makes a bot from another package, and make one to see that it does."""
    point = next(iter(entry_points(group=GROUP, name=name)))
    try:
        maker: BotMaker = point.load()
        maker(0)
    except Exception as error:  # whatever goes wrong while the other package is imported
        raise SetupError("setup.bot", f"The bot {shown(name)} cannot be imported: {error}") from error
    return maker
