"""Numbers for observations and tokens as Gymnasium and PettingZoo want them: arrays, and spaces of arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kingsburg_rules.engine import missing_extra

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing_extra("gymnasium", "Gymnasium and numpy") from error

from kingsburg_rules.adapters.observations import LIMIT, ObservationSpace
from kingsburg_rules.adapters.token_game import TokenGame

Observation: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


def box(observations: ObservationSpace) -> spaces.Box[np.float32]:
    """Make the space of observations."""
    edge = np.full((observations.size,), LIMIT, dtype=np.float32)
    return spaces.Box(-edge, edge, dtype=np.float32)


def observed(game: TokenGame, player: str) -> Observation:
    """Return what a player sees."""
    return np.frombuffer(game.observe(game.view(player)), dtype=np.float32)


def mask_of(choices: Iterable[int], tokens: int) -> Mask:
    """Mark the tokens that may come next."""
    mask = np.zeros(tokens, dtype=np.int8)
    mask[list(choices)] = 1
    return mask
