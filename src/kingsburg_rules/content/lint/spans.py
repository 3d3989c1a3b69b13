"""Between which bounds a number must lie, whatever happens in a game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules.language.values import Arithmetic, Fact, Max, Min, Sum

if TYPE_CHECKING:
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.shapes import Range
    from kingsburg_rules.language.values import Value

Span: TypeAlias = "tuple[float, float]"
"""The least and the most that a number can be."""

ANY: Span = (-math.inf, math.inf)

_NEVER_BELOW_ZERO = frozenset({"goods", "buildings", "dice_total", "rerolls", "enemy_strength"})


def span(value: Value, names: Names, players: int) -> Span:
    """Give the least and the most that a value can be."""
    match value:
        case int():
            return value, value
        case Fact(name="year"):
            return 0, names.table.years
        case Fact(name="players"):
            return players, players
        case Fact(name=name):
            return stock(names, name) if name in names.table.resource else _fact(name)
        case Sum() | Max() | Min():
            return _combined(value, names, players)
        case _:
            return ANY


def _fact(name: str) -> Span:
    return (0, math.inf) if name in _NEVER_BELOW_ZERO else ANY


def _combined(value: Arithmetic, names: Names, players: int) -> Span:
    lows, highs = zip(*(span(part, names, players) for part in value.parts), strict=True)
    match value:
        case Sum():
            return sum(lows), sum(highs)
        case Max():
            return max(lows), max(highs)
        case _:
            return min(lows), min(highs)


def stock(names: Names, resource: str) -> Span:
    """Give the least and the most of a resource that a player can hold."""
    facts = names.table.resources[names.table.resource[resource]]
    least = -math.inf if facts.minimum is None else facts.minimum
    return least, math.inf if facts.limit is None else facts.limit


def within(found: Span, bounds: Range) -> bool | None:
    """Whether a number is always within bounds, or never."""
    least = -math.inf if bounds.least is None else bounds.least
    most = math.inf if bounds.most is None else bounds.most
    if least <= found[0] and found[1] <= most:
        return True
    return False if max(least, found[0]) > min(most, found[1]) else None


def equal(left: Span, right: Span) -> bool | None:
    """Whether two numbers are always equal, or never."""
    if left == right and left[0] == left[1]:
        return True
    return False if max(left[0], right[0]) > min(left[1], right[1]) else None


def greater(left: Span, right: Span) -> bool | None:
    """Whether one number is always greater than another, or never."""
    if left[0] > right[1]:
        return True
    return False if left[1] <= right[0] else None
