"""How the dice of a game have fallen so far."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.events import DiceRolled, Influenced

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.engine.events import Event

FACES = 6


@frozen
class DiceStatistics:
    """How often a player has rolled each face, from 1; None is for dice of everybody and of nobody."""

    player: str | None
    faces: tuple[int, ...]

    @property
    def rolled(self) -> int:
        """How many dice were rolled."""
        return sum(self.faces)

    @property
    def total(self) -> int:
        """What they showed together."""
        return sum(face * times for face, times in enumerate(self.faces, start=1))

    @property
    def mean(self) -> Fraction | None:
        """What they showed on average; None before the first roll."""
        return Fraction(self.total, self.rolled) if self.rolled else None

    @property
    def luck(self) -> Fraction:
        """How much more they showed than dice do on average."""
        return self.total - Fraction(FACES + 1, 2) * self.rolled


def dice_statistics(
    players: Sequence[str], events: Sequence[Event], results: Iterable[tuple[int, str]]
) -> tuple[DiceStatistics, ...]:
    """Count the dice by player, those of everybody and of nobody last.

    `results` are what chance gave, each with how many events there were before it: what happens next tells
    whose dice they were. So a die that was rolled again is counted again, and the others are not.
    """
    faces: dict[str | None, list[int]] = {player: [0] * FACES for player in (*players, None)}
    for at, result in results:
        cause = events[at] if at < len(events) else None
        if isinstance(cause, DiceRolled | Influenced):
            for die in result:
                faces[cause.player][int(die) - 1] += 1
    return tuple(DiceStatistics(player, tuple(counts)) for player, counts in faces.items())
