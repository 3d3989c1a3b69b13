"""Decisions: what is asked, who must answer, and exactly the legal answers."""

from __future__ import annotations

from typing import NamedTuple

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import AnyAction, DecisionKind
from kingsburg_rules.engine.errors import SaveError
from kingsburg_rules.engine.roles import OnlyFor, Secret, SourceId

CHANCE_PLAYER = "chance"
"""The player who answers for dice and cards when chance is a decision."""


class Decision(NamedTuple):
    """A decision that a player owes.

    `kind` is one of `influence`, `build`, `recruit`, `use`, `take`, `give`, `pay`, `trade`, `bid`, `choose`,
    `die`, and for the player `chance`: `roll`, `draw`, `arrange`. `source` is the card or phase that asks.
    `options` are exactly the legal actions. For chance, `weights` are their relative probabilities.
    """

    player: OnlyFor
    seat: int
    kind: DecisionKind
    source: SourceId
    options: Secret[tuple[AnyAction, ...]]
    weights: Secret[tuple[int, ...] | None] = None

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """For chance, the probability of every option."""
        if self.weights is None:
            return None
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    def to_dict(self) -> dict[str, object]:
        """Turn the decision into plain data, as in its JSON."""
        return wire.to_plain(self)

    def to_json(self) -> str:
        """Write the decision with its options as JSON. Only the player who is asked may see it."""
        return wire.to_json(self)

    @staticmethod
    def from_json(text: str) -> Decision:
        """Read what `to_json` wrote.

        Raises:
            SaveError: The text is not a decision.
        """
        try:
            return wire.from_plain(wire.parsed(text), Decision)
        except wire.Unreadable as error:
            raise SaveError("json.decision", f"This is not a decision: {error}.") from error
