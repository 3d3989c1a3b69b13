"""Random numbers from a seed, the same on every machine.

The generator is SplitMix64 used as a hash of (seed, stream, counter). So a stream does not depend on how
often the others were asked, and the state of all of them is a few small numbers.

A compiled build leaves this module as it is: the interpreter is faster with whole numbers of 64 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.errors import SetupError, is_whole, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.state import State

_MASK: Final = 0xFFFFFFFFFFFFFFFF
_GOLDEN: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB
_STREAM_STEP: Final = 0xD1342543DE82EF95


def below(state: State, stream: int, count: int) -> int:
    """Draw a number from 0 to count-1. The bias is below count / 2**64."""
    streams = state.streams
    drawn = streams.get(stream, 0) + 1
    streams[stream] = drawn
    z = (state.setup.seed + stream * _STREAM_STEP + drawn * _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * _FIRST_FACTOR) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND_FACTOR) & _MASK
    return ((z ^ (z >> 31)) * count) >> 64


_SEEDS: Final = 1 << 64


def checked_seed(seed: object) -> int:
    """Check a seed, and cut it to what the generator uses.

    Raises:
        SetupError: It is not a whole number.
    """
    if not is_whole(seed):
        raise SetupError("setup.seed", f"A seed is a whole number, not {shown(seed)}.")
    return seed % _SEEDS


class RandomNumbers:
    """Whole numbers from a seed, by SplitMix64: the same on every machine, and apart from the game's dice."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = checked_seed(seed)

    def below(self, count: int) -> int:
        """Draw a number from 0 to count-1. The bias is below count / 2**64."""
        self._state = z = (self._state + _GOLDEN) & _MASK
        z = ((z ^ (z >> 30)) * _FIRST_FACTOR) & _MASK
        z = ((z ^ (z >> 27)) * _SECOND_FACTOR) & _MASK
        return ((z ^ (z >> 31)) * count) >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw the index of a weight, each with a probability in proportion to it."""
        drawn = self.below(sum(weights))
        number = 0
        while drawn >= weights[number]:
            drawn -= weights[number]
            number += 1
        return number
