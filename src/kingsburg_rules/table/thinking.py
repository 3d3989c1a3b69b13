"""Work that takes longer than an answer may, as values that can be sent to another process."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from kingsburg_rules import AnyAction, Game, KingsburgError, Odds, Threat
from kingsburg_rules.bots import Explanation, Sight, explain_choice, make_bot

Thoughts: TypeAlias = Literal["bot", "hint", "odds"]

Mind: TypeAlias = Literal["quick", "deep", "wishes"]
"""The queues of work, one process for each: quick bots, deep ones, and requests of players."""

QUICK: Final = frozenset({"greedy", "random"})
"""The bots that answer within some milliseconds."""


@frozen
class Forecast:
    """Enemies that may attack, and how it may end for a player."""

    threats: tuple[Threat, ...]
    odds: tuple[Odds, ...]


Found: TypeAlias = Forecast | Explanation | AnyAction | None
"""The result; None if there is none."""


@frozen
class Thought:
    """Something to think about: what is wanted, the game, the player, the decision and the bot.

    A hint or odds are for a connection, whose request had the number `re`.
    """

    wanted: Thoughts
    game: Game
    player: str
    decision: int
    bot: str
    connection: int = 0
    re: int | None = None

    @property
    def mind(self) -> Mind:
        """The queue it belongs to, so that nobody waits for deep bots and the questions of others."""
        if self.wanted != "bot":
            return "wishes"
        return "quick" if self.bot in QUICK else "deep"


def think(thought: Thought) -> Found:
    """Think; None if the question is no longer asked, or if nothing can be found out."""
    game, player = thought.game, thought.player
    try:
        if thought.wanted == "odds":
            return Forecast(tuple(game.threats(player)), tuple(game.odds(player)))
        owed = next((owed for owed in game.pending if owed.id == thought.decision), None)
        if owed is None:
            # Somebody has answered meanwhile.
            return None
        bot, sight = make_bot(thought.bot), Sight(player, game)
        if thought.wanted == "hint":
            return explain_choice(bot, owed, sight)
        chosen = bot.choose(owed, sight)
    except KingsburgError:
        return None
    # A bot of another package may return anything.
    return chosen if isinstance(chosen, AnyAction) else None
