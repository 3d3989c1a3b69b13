"""Estimates with their intervals: shares, means, and differences of pairs.

scipy has no interval for a share of wins of which some are shared, nor Bonett and Price's for pairs; both are
two lines of their papers. Everything else is scipy's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from kingsburg_rules.lab.extras import needing

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


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
    """Estimate a mean by Student's t; of one value or none, nothing is known.

    Raises:
        SetupError: scipy is not installed.
    """
    middle = fmean(values) if values else 0.0
    if len(values) < 2:
        return Interval(middle, -inf, inf)
    with needing("lab"):
        from scipy import stats
    error = float(stats.sem(values))
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * error
    return Interval(middle, middle - reach, middle + reach)


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
    """Return how many games narrow an interval of half that width to another; 0 if it is not known."""
    if not games or width == inf:
        return 0
    return max(games, round(games * (width / aim) ** 2))
