"""Looking a little ahead: what an answer says itself, or what becomes of it when it is tried in a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots.luck import Luck
from kingsburg_rules.bots.purse import purse_after, purse_of
from kingsburg_rules.game.decisions import CHANCE_PLAYER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.bots.worth import Appraiser
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.position import Position
    from kingsburg_rules.game.views import GameState

_HELP = frozenset({"take", "give", "trade", "pay", "choose", "die"})
"""Questions that come while a card or an advisor does its work; with the last of them the work is done."""

_CHANCE = frozenset({"roll", "draw", "arrange"})


class Foresight:
    """The thoughts of one player about one decision."""

    def __init__(self, player: str, appraiser: Appraiser) -> None:
        self._player = player
        self._appraiser = appraiser
        self._facts = appraiser.prospects.facts
        self._luck = Luck(0)

    def by_words(self, decision: Decision, state: GameState) -> Action | None:
        """Find the best answer if all of them say themselves what they bring; else None."""
        purse = purse_of(state.player(self._player))
        moment = self._facts.moment(state)
        if decision.kind == "build":
            moment = moment.after_building()
        elif decision.kind == "recruit":
            moment = moment.after_hiring()
        values: list[float] = []
        for option in decision.options:
            after = purse_after(option, purse, self._facts)
            if after is None:
                return None
            values.append(self._appraiser.worth(after, moment))
        return decision.options[_highest(values)]

    def by_trying(self, decision: Decision, guesses: Sequence[Position]) -> Action:
        """Find the answer that leads to the best positions on average."""
        values = [sum(self._tried(option, guess) for guess in guesses) for option in decision.options]
        return decision.options[_highest(values)]

    def _tried(self, option: Action, guess: Position) -> float:
        after = guess.copy()
        after.step(option, self._player)
        value = self.when_settled(after)
        mine = after.state.player(self._player)
        return value + self._appraiser.prospects.taste.pip * (sum(mine.dice) + sum(mine.bonus))

    def when_settled(self, position: Position) -> float:
        """Value a position when what is at work in it is done. Dice in hand count nothing."""
        while (decision := position.decision) is not None and decision.kind in _HELP | _CHANCE:
            position.step(self._answered(decision, position), decision.player)
        state = position.state
        return self._appraiser.worth(purse_of(state.player(self._player)), self._facts.moment(state))

    def _answered(self, decision: Decision, position: Position) -> Action:
        """Answer what comes on the way: for this player well, for others by declining, for chance by luck."""
        if decision.player == CHANCE_PLAYER:
            return decision.options[self._luck.weighted(decision.weights or (1,) * len(decision.options))]
        if decision.player != self._player:
            return decision.options[-1]
        told = self.by_words(decision, position.state)
        if told is not None:
            return told
        return self.by_trying(decision, [position]) if decision.kind == "pay" else decision.options[0]


def _highest(values: Sequence[float]) -> int:
    """Find the first of the highest values."""
    return max(range(len(values)), key=values.__getitem__)
