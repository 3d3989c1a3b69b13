"""Letting bots answer what they owe in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots.bot import Sight

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.bots.bot import Bot
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.game.game import Game


def bot_turn(game: Game, bots: Mapping[str, Bot]) -> tuple[AnyEvent, ...] | None:
    """Let the first bot that owes a decision answer it; None when no bot owes one."""
    for decision in game.pending:
        bot = bots.get(decision.player)
        if bot is not None:
            action = bot.choose(decision, Sight(decision.player, game))
            return game.play(action, decision.player)
    return None
