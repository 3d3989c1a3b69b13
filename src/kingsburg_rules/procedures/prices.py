"""The ways to pay for a building: the price itself, goods less by a discount, one good in place of another.

Discounts come before substitutions (F25, F33, F34).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kingsburg_rules.engine.stats import stat
from kingsburg_rules.language.permissions import ANY_GOOD, PURPOSES

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Permission

Counts: TypeAlias = tuple[tuple[int, int], ...]

BUILDING = PURPOSES.index("building")


class Payment(NamedTuple):
    """A way to pay, and whether it uses up a discount."""

    price: Counts
    discounted: bool = False


def payments(state: State, who: int, price: Counts, discount: int) -> list[Payment]:
    """List the ways in which a player may pay a price; the price itself comes first."""
    found = [Payment(price)]
    for _ in range(stat(state, discount, who, 0)):
        found += [
            Payment(_changed(payment.price, {good: -1}), discounted=True)
            for payment in tuple(found)
            for good, _ in payment.price
        ]
    for permission in state.players[who].kit.permissions:
        if permission.kind == "spend_as" and permission.values[2] == BUILDING:
            found += [other for payment in tuple(found) for other in _substituted(payment, permission)]
    return list(dict.fromkeys(found))


def has_ways(state: State, who: int) -> bool:
    """Whether a player may have other ways to pay than the price itself."""
    if state.lasting:
        return True
    permissions = state.players[who].kit.permissions
    return bool(permissions) and any(p.kind == "spend_as" for p in permissions)


def _substituted(payment: Payment, permission: Permission) -> list[Payment]:
    instead, of, _ = permission.values
    return [
        Payment(_changed(payment.price, {good: -count, instead: count}), payment.discounted)
        for good, price in payment.price
        if of in (good, ANY_GOOD) and good != instead
        for count in range(1, price + 1)
    ]


def _changed(price: Counts, changes: dict[int, int]) -> Counts:
    counts = dict(price)
    for good, change in changes.items():
        counts[good] = counts.get(good, 0) + change
    return tuple((good, count) for good, count in sorted(counts.items()) if count)
