"""How much a bot likes what."""

from __future__ import annotations

from attrs import frozen


@frozen
class Taste:
    """The weights of a bot's judgement, in victory points; found by letting tastes play each other."""

    good: float = 0.8
    """A good, while there is time to use it."""
    last_good: float = 0.3
    """A good, when one construction is left."""
    many_goods: int = 8
    """Beyond this many, a good counts for half."""
    patience: float = 0.5
    """How much of the use of a building is left for every good that is missing for it."""
    following: float = 0.5
    """How much the building after the next one counts."""
    ability: float = 2.2
    """What every good of a building's cost should bring in the course of a whole game, points and all."""
    row: float = 0.1
    """How much of what stands to the right of a building counts for it."""
    token: float = 0.9
    """A "+2" token."""
    strongest: float = 0.35
    """The point for the strongest, as far as a victor may hope for it."""
    bonus_die: float = 1.2
    """A bonus die that is still to be rolled."""
    envoy: float = 1.0
    """The envoy, while he is of use."""
    pip: float = 0.25
    """A pip on dice that are still to be placed."""
