"""What environments of other projects are asked for: one game after the other, and how to show them."""

from __future__ import annotations

import os

from kingsburg_rules import SetupError
from kingsburg_rules.engine import RandomNumbers, unknown

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
