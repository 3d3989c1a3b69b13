"""Where to put the dice: every way to place what is left, valued by what the advisors then really give.

The search plays on in a guess in which the rivals pass. What they might do is a risk: an advisor that a
rival's dice reach may be gone when it is this player's turn again. So what is contested is taken first.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import PASS, Influence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.position import Position
    from kingsburg_rules.game.views import GameState, PlayerState

    Key = tuple[object, ...]

_RISK = 0.3
"""How likely a rival takes an advisor whom his dice can reach, before it is this player's turn again."""


class Court:
    """The search for one decision. `value` says what a position is worth when all dice are placed."""

    def __init__(
        self, player: str, table: GameState, ranks: Mapping[str, int], value: Callable[[Position], float]
    ) -> None:
        self._player = player
        self._phase = table.phase
        self._value = value
        self._known: dict[Key, float] = {}
        self._risks = risks_of(player, table, ranks)

    def best(self, decision: Decision, position: Position) -> Action:
        """Choose among the options of an influence decision; `position` is spoilt by it."""
        best, most = decision.options[-1], self._stop(position)
        for option in decision.options:
            if isinstance(option, Influence):
                value = self._outlook(position, option, ())
                if value > most:
                    best, most = option, value
        return best

    def _outlook(self, position: Position, option: Influence, placed: tuple[Influence, ...]) -> float:
        """Value the best that can follow when an option is played."""
        placed = (*placed, option)
        key = _key(placed)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._explored(position, option, placed)
        return found

    def _explored(self, position: Position, option: Influence, placed: tuple[Influence, ...]) -> float:
        after = position.copy()
        after.step(option)
        decision = self._rivals_pass(after)
        if decision is None:
            return self._value(after)
        stop = best = self._stop(after)
        for further in decision.options:
            if isinstance(further, Influence):
                risk = self._risks.get(further.advisor, 0.0) if not further.envoy else 0.0
                value = (1 - risk) * self._outlook(after, further, placed) + risk * stop
                best = max(best, value)
        return best

    def _stop(self, position: Position) -> float:
        """Value a position in which this player places nothing more."""
        after = position.copy()
        after.step(PASS)
        self._rivals_pass(after)
        return self._value(after)

    def _rivals_pass(self, position: Position) -> Decision | None:
        """Let the others pass until this player is to place dice again; None when that is over."""
        while (decision := position.decision) is not None and decision.kind == "influence":
            if decision.player == self._player:
                return decision if position.state.phase == self._phase else None
            position.step(PASS)
        return None


def _key(placed: Iterable[Influence]) -> Key:
    """Name a set of placements: their order makes no difference to what they bring."""
    return tuple(sorted((p.advisor, p.dice, p.bonus, p.plus2, p.via or "", p.envoy) for p in placed))


def risks_of(player: str, table: GameState, ranks: Mapping[str, int]) -> dict[str, float]:
    """Say how likely each advisor is to be taken by somebody else; rivals' dice lie open."""
    reach = [_reach(rival) for rival in table.players if rival.name != player]
    return {name: 1 - (1 - _RISK) ** sum(rank in totals for totals in reach) for name, rank in ranks.items()}


def _reach(rival: PlayerState) -> set[int]:
    """List the totals that a rival's dice can make, with a token too."""
    totals: set[int] = set()
    for count in range(1, len(rival.dice) + 1):
        for dice in combinations(rival.dice, count):
            own = sum(dice)
            totals.update(
                own + sum(some) for k in range(len(rival.bonus) + 1) for some in combinations(rival.bonus, k)
            )
    return totals | {total + 2 for total in totals if rival.plus2}
