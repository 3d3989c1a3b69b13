"""The weights by which bots judge what somebody has."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class Weights:
    """The weights of a bot's judgement, in victory points; found by letting bots play each other."""

    good: float = 0.8
    """A good, while there is time to use it."""
    last_good: float = 0.3
    """A good, when one construction is left."""
    many_goods: int = 8
    """Beyond this many, a good counts for half."""
    patience: float = 0.5
    """By which factor the use of a building shrinks for every good that is missing for it."""
    following: float = 0.5
    """How much the building after the next one counts."""
    ability: float = 2.2
    """What every good of a building's cost should bring over a whole game, including its points, where its
    ability has not been learned."""
    row: float = 0.1
    """How much of the use of the next building in its row counts for a building."""
    token: float = 0.9
    """A "+2" token."""
    strongest: float = 0.35
    """What a victor can expect of the point for the strongest player."""
    bonus_die: float = 1.2
    """A bonus die that is still to be rolled."""
    envoy: float = 1.0
    """The King's Envoy, while it can still be used."""
    pip: float = 0.25
    """A pip on dice that are still to be placed."""


DEFAULT_WEIGHTS: Final = Weights()
