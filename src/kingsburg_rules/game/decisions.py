"""Decisions: what is asked, of whom, and exactly the legal answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.engine.state import CHANCE

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.state import Ask, State

CHANCE_PLAYER = "chance"
"""The player who answers for dice and cards when chance is a decision."""


class Decision(NamedTuple):
    """A decision that a player owes.

    `kind` is one of `influence`, `build`, `recruit`, `use`, `take`, `give`, `pay`, `trade`, `bid`, `choose`,
    `die`, and for the player `chance`: `roll`, `draw`, `arrange`. `source` is the card or phase that asks.
    `options` are exactly the legal actions. `weights` tells for chance how likely each is, as whole numbers.
    """

    player: str
    seat: int
    kind: str
    source: str
    options: tuple[Action, ...]
    weights: tuple[int, ...] | None = None

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """For chance, the probability of every option."""
        if self.weights is None:
            return None
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)


def decision_of(state: State, ask: Ask) -> Decision:
    """Name what the machine asks."""
    seat = ask.seat
    player = CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]
    return Decision(player, seat, ask.kind, state.table.sources[ask.source], ask.options, ask.weights)


def pending_of(state: State) -> tuple[Decision, ...]:
    """List the decisions that are owed now."""
    return tuple(
        decision_of(state, ask) for ask, given in zip(state.asks, state.given, strict=True) if given < 0
    )
