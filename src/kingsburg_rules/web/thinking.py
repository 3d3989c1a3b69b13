"""Work that takes longer than an answer may: bots, hints and odds. It can be sent to another process."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import evolve, frozen

from kingsburg_rules import AnyAction, Game, KingsburgError, Rules, describe
from kingsburg_rules.bots import Explanation, Sight, explain_choice, make_bot
from kingsburg_rules.web.messages import Answered, OddsText, ThreatText

Thoughts: TypeAlias = Literal["bot", "hint", "odds"]

Mind: TypeAlias = Literal["quick", "deep", "wishes"]
"""The queues of work, one process for each: quick bots, deep ones, and requests of players."""

QUICK: Final = frozenset({"greedy", "random"})
"""The bots that answer within some milliseconds."""

Found: TypeAlias = Answered | Explanation | AnyAction | None
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
    try:
        if thought.wanted == "odds":
            return _odds(thought)
        owed = next((owed for owed in thought.game.pending if owed.id == thought.decision), None)
        if owed is None:
            return None
        bot, sight = make_bot(thought.bot), Sight(thought.player, thought.game)
        if thought.wanted == "hint":
            return explain_choice(bot, owed, sight)
        chosen = bot.choose(owed, sight)
    except KingsburgError:
        return None
    return chosen if isinstance(chosen, AnyAction) else None


def _odds(thought: Thought) -> Answered:
    """Find out what may attack, and how it may end. The sentences come later."""
    game, player = thought.game, thought.player
    threats = tuple(
        ThreatText(one.enemies, one.strength, one.probability, text="") for one in game.threats(player)
    )
    odds = tuple(OddsText(one.victory, one.tie, one.defeat, one.choice, text="") for one in game.odds(player))
    return Answered(thought.re, threats=threats, odds=odds)


def worded(found: Answered, rules: Rules, language: str, reader: str | None) -> Answered:
    """Add the sentences of odds."""
    return evolve(
        found,
        threats=tuple(
            evolve(one, text=describe(one, rules, language=language, reader=reader)) for one in found.threats
        ),
        odds=tuple(
            evolve(one, text=describe(one, rules, language=language, reader=reader)) for one in found.odds
        ),
    )
