"""Counterfactual games: the same game until a seat takes a card, and then without it.

What the seat did before is the same in both games, and when it takes the card, it does not know what comes
afterwards. So the two games differ by the card, and not by the luck of the seats that came to have it.
"""

from __future__ import annotations

from typing import NamedTuple

from attrs import define

from kingsburg_rules import Action, Decision
from kingsburg_rules.bots import Bot, Sight
from kingsburg_rules.engine import State
from kingsburg_rules.testing import offered_parts


class Declined(NamedTuple):
    """A game, by its number, in which a seat declines a card, as `pack/card`, whenever it wants it."""

    game: int
    seat: int
    card: str


def may_take(state: State, seat: int, card: int, option: Action) -> bool:
    """Return whether an answer of a seat takes a card that it does not have in play."""
    if (state.players[seat].cards | state.players[seat].strips) >> card & 1:
        return False
    ref = state.table.cards[card].ref
    return any(part.card == ref for part in offered_parts(state, option))


@define(eq=False)
class CounterfactualBot:
    """A bot that takes one card only when nothing else is possible, and plays like another bot otherwise."""

    bot: Bot
    state: State
    seat: int
    card: int

    @property
    def name(self) -> str:
        """The name of the other bot."""
        return self.bot.name

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer like the other bot; if that takes the card, let it choose among the other answers."""
        action = self.bot.choose(decision, sight)
        if not self._takes(action):
            return action
        others = tuple(option for option in decision.options if not self._takes(option))
        if not others:
            return action
        again = self.bot.choose(decision._replace(options=others), sight)
        return again if again in others else others[0]

    def _takes(self, option: Action) -> bool:
        return may_take(self.state, self.seat, self.card, option)
