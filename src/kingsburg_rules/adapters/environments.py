"""Seeds, render modes and spaces of arrays, which the environments for Gymnasium and PettingZoo share."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeAlias

from kingsburg_rules import SetupError
from kingsburg_rules.engine import RandomNumbers, missing_extra, unknown

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

_SEEDS = 1 << 63


class Seeds:
    """Draws the seeds of games. Without a seed of its own, it begins with one from the operating system."""

    def __init__(self) -> None:
        self._numbers: RandomNumbers | None = None

    def next(self, seed: int | None = None) -> int:
        """Draw the next seed.

        Args:
            seed: Where to begin anew; None goes on.

        Raises:
            SetupError: The seed is not a whole number.
        """
        if seed is not None:
            self._numbers = RandomNumbers(seed)
        elif self._numbers is None:
            self._numbers = RandomNumbers(int.from_bytes(os.urandom(8), "big"))
        return self._numbers.below(_SEEDS)


def checked_render_mode(mode: str | None) -> str | None:
    """Check how the table is shown.

    Raises:
        SetupError: There is no such mode.
    """
    modes = ("ansi", "human")
    if mode is None or mode in modes:
        return mode
    raise SetupError("setup.render_mode", f"Render mode {unknown(mode, modes)}")


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
