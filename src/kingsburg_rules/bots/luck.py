"""A small generator for bots, so that equal seeds give equal games on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MASK = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


class Luck:
    """Whole numbers by SplitMix64, from a seed. They have nothing to do with the dice of the game."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, count: int) -> int:
        """Draw a number from 0 to count-1. The bias is below count / 2**64."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * count) >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw the number of a weight: each as likely as it is large."""
        drawn = self.below(sum(weights))
        number = 0
        while drawn >= weights[number]:
            drawn -= weights[number]
            number += 1
        return number
