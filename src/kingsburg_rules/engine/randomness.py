"""Random numbers from a seed, apart from the game's own chance: for bots, samples and made-up positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kingsburg_rules.engine.errors import SetupError, is_whole, shown

_SEEDS: Final = 1 << 64


def checked_seed(seed: object) -> int:
    """Check a seed, and cut it to what the generator uses.

    Raises:
        SetupError: It is not a whole number.
    """
    if not is_whole(seed):
        raise SetupError("setup.seed", f"A seed is a whole number, not {shown(seed)}.")
    return seed % _SEEDS


_MASK: Final = 0xFFFFFFFFFFFFFFFF
_GOLDEN: Final = 0x9E3779B97F4A7C15


class RandomNumbers:
    """Whole numbers from a seed, by SplitMix64: the same on every machine, and apart from the game's dice."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = checked_seed(seed)

    def below(self, count: int) -> int:
        """Draw a number from 0 to count-1. The bias is below count / 2**64."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * count) >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw the index of a weight, each with a probability in proportion to it."""
        drawn = self.below(sum(weights))
        number = 0
        while drawn >= weights[number]:
            drawn -= weights[number]
            number += 1
        return number
