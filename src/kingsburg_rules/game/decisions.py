"""Decisions: what is asked, who must answer, and exactly the legal answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import AnyAction, AnyThing, DecisionKind
from kingsburg_rules.engine.errors import SaveError
from kingsburg_rules.engine.roles import Local, MomentName, OnlyFor, PlayerName, Secret, SourceId
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.wire import CHANCE_PLAYER


class Decision(NamedTuple):
    """A decision that a player owes.

    `kind` is one of `influence`, `build`, `recruit`, `use`, `take`, `give`, `pay`, `trade`, `bid`, `choose`,
    `die`, and for the player `chance`: `roll`, `draw`, `arrange`. `source` is the card or phase that asks.
    `options` are exactly the legal actions. For chance, `weights` are their relative probabilities.

    In a `Game`, `id` names this decision: a later one has a higher number. `whom` is the player for whom it
    is decided, if that is somebody else. If a card reacts to a moment, `moment` names it and `about` is what
    is about to happen or has happened. A `Position` leaves these four out.
    """

    player: OnlyFor
    seat: Local[int]
    kind: DecisionKind
    source: SourceId
    options: Secret[tuple[AnyAction, ...]]
    weights: Secret[tuple[int, ...] | None] = None
    id: int = 0
    whom: PlayerName | None = None
    moment: MomentName | None = None
    about: tuple[AnyThing, ...] = ()

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """For chance, the probability of every option."""
        if self.weights is None:
            return None
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    def to_dict(self, players: Sequence[str]) -> dict[str, object]:
        """Turn the decision into plain data, as in its JSON.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_plain(self, wire.seated(players))

    def to_json(self, players: Sequence[str]) -> str:
        """Write the decision with its options as JSON. Only the player who is asked may see it.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_json(self, wire.seated(players))

    @staticmethod
    def from_json(text: str, players: Sequence[str]) -> Decision:
        """Read what `to_json` wrote.

        Args:
            text: The JSON.
            players: The players by seat, as `Game.players`.

        Raises:
            SaveError: The text is not a decision.
            TypeError: `players` is not a list of names.
        """
        names = wire.seated(players)
        try:
            found = wire.from_plain(wire.parsed(text), Decision, names, seat=CHANCE)
        except wire.Unreadable as error:
            raise SaveError("json.decision", f"This is not a decision: {error}.") from error
        return found if found.player == CHANCE_PLAYER else found._replace(seat=names.index(found.player))
