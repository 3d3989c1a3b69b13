"""The ways to pay for a building: the price itself, goods less by a discount, one good in place of another.

Discounts come before substitutions (F25, F33, F34).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kingsburg_rules.language.permissions import ANY_GOOD, PURPOSES

if TYPE_CHECKING:
    from kingsburg_rules.engine.kits import Kit

Counts: TypeAlias = tuple[tuple[int, int], ...]

BUILDING = PURPOSES.index("building")


class Payment(NamedTuple):
    """A way to pay, and whether it uses up a discount."""

    price: Counts
    discounted: bool = False


Substitutes: TypeAlias = "tuple[tuple[int, int], ...]"
"""What may be paid in place of what: pairs of resources."""


def substitutes(kit: Kit) -> Substitutes:
    """List what a player's cards let him pay in place of a good when he builds."""
    return tuple(
        (permission.values[0], permission.values[1])
        for permission in kit.permissions.get("spend_as", ())
        if permission.values[2] == BUILDING
    )


def payments(price: Counts, discounts: int, others: Substitutes) -> list[Payment]:
    """List the ways to pay: the price itself, so many goods less by a discount, with substitutes."""
    found = [Payment(price)]
    for _ in range(discounts):
        found += [
            Payment(_changed(payment.price, {good: -1}), discounted=True)
            for payment in tuple(found)
            for good, _ in payment.price
        ]
    for instead, of in others:
        for good in [good for good, _ in price] if of == ANY_GOOD else [of]:
            found += [other for payment in tuple(found) for other in _substituted(payment, instead, good)]
    return list(dict.fromkeys(found))


def _substituted(payment: Payment, instead: int, of: int) -> list[Payment]:
    most = dict(payment.price).get(of, 0) if of != instead else 0
    return [
        Payment(_changed(payment.price, {of: -count, instead: count}), payment.discounted)
        for count in range(1, most + 1)
    ]


def _changed(price: Counts, changes: dict[int, int]) -> Counts:
    counts = dict(price)
    for good, change in changes.items():
        counts[good] = counts.get(good, 0) + change
    return tuple((good, count) for good, count in sorted(counts.items()) if count)
