"""The random bot, the weakest of all."""

from __future__ import annotations

from kingsburg_rules import Action, Decision
from kingsburg_rules.bots.bot import Sight
from kingsburg_rules.bots.explaining import Explanation, drawn
from kingsburg_rules.engine import RandomNumbers, expect


class RandomBot:
    """Takes each option with the same probability. Equal seeds answer equal decisions alike.

    Raises:
        SetupError: The seed is not a whole number.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = RandomNumbers(seed)

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer without looking at the table.

        Raises:
            TypeError: `decision` is not a decision.
        """
        expect(decision, Decision, "decision")
        return decision.options[self._random.below(len(decision.options))]

    def explain(self, decision: Decision, sight: Sight) -> Explanation:
        """Answer, and say that this was luck.

        Raises:
            TypeError: `decision` is not a decision.
        """
        return drawn(decision, self.choose(decision, sight))
