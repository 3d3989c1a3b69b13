"""Statistics of wins and points: intervals, paired differences, and corrections for many comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z = 1.959963984540054
"""The quantile of the normal distribution for intervals that hold with 95 %."""


class Interval(NamedTuple):
    """An estimate, and the interval in which the true value is with 95 %."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Half of the width."""
        return (self.high - self.low) / 2


def wilson(wins: float, games: int) -> Interval:
    """Estimate a probability from wins in games, by Wilson's score interval.

    A shared victory counts as a part of a win. Without games, nothing is known.
    """
    if not games:
        return Interval(0.5, 0.0, 1.0)
    share, square = wins / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return Interval(share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach)))


def mean(values: Sequence[float]) -> Interval:
    """Estimate a mean; of one value or none, nothing is known."""
    if not values:
        return Interval(0.0, -inf, inf)
    middle = fmean(values)
    if len(values) == 1:
        return Interval(middle, -inf, inf)
    reach = _quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(middle, middle - reach, middle + reach)


def _quantile(freedom: int) -> float:
    """Return the quantile of Student's t for 95 %: from a table, or by Cornish and Fisher's expansion."""
    if freedom == 1:
        return 12.7062047362
    if freedom == 2:
        return 4.30265272975
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def paired_shares(more: float, less: float, pairs: int) -> Interval:
    """Estimate the difference of two shares of the same things, by Bonett and Price's interval.

    Args:
        more: How often, or by how much in all, the first of a pair has it and the second does not.
        less: The other way round.
        pairs: How many pairs there are.
    """
    if not pairs:
        return Interval(0.0, -1.0, 1.0)
    first, second = (more + 1) / (pairs + 2), (less + 1) / (pairs + 2)
    middle = first - second
    reach = Z * sqrt(max(0.0, first + second - middle * middle) / (pairs + 2))
    value = (more - less) / pairs
    return Interval(value, min(value, max(-1.0, middle - reach)), max(value, min(1.0, middle + reach)))


def games_for(width: float, aim: float, games: int) -> int:
    """Say how many games narrow an interval of half that width to another; 0 if it cannot be said."""
    if not games or width == inf:
        return 0
    return max(games, round(games * (width / aim) ** 2))


def two_sided(score: float) -> float:
    """Return the probability that a normal score is at least so far from 0."""
    return erfc(abs(score) / sqrt(2))


def false_discovery(chances: Sequence[float]) -> list[float]:
    """Correct probabilities for many comparisons, by Benjamini and Hochberg.

    Of those that are at most 5 % afterwards, about 5 % stand out by chance alone.
    """
    order = sorted(range(len(chances)), key=lambda k: chances[k], reverse=True)
    corrected, least = [1.0] * len(chances), 1.0
    for rank, k in zip(range(len(chances), 0, -1), order, strict=True):
        least = min(least, chances[k] * len(chances) / rank)
        corrected[k] = least
    return corrected
