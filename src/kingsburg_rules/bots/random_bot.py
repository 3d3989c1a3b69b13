"""A bot that takes any option: what every other player is measured against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots.luck import Luck

if TYPE_CHECKING:
    from kingsburg_rules.bots.bot import Sight
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision


class RandomBot:
    """Takes each option with the same probability. Equal seeds answer equal decisions alike."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._luck = Luck(seed)

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer without a look at the table."""
        return decision.options[self._luck.below(len(decision.options))]
