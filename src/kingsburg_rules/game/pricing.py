"""What the buildings of a sheet cost a player now, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.resources import can_pay
from kingsburg_rules.engine.stats import changes_of, stat
from kingsburg_rules.procedures.construction import next_buildings
from kingsburg_rules.procedures.prices import BUILDING, payments, substitutes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.actions import Bag
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Building


@frozen
class PriceChange:
    """By how much a card changes what a building costs of a resource."""

    card: str
    resource: str
    amount: int


@frozen
class Price:
    """What a building that does not stand yet costs a player.

    `printed` and the `changes` make `now`; nothing costs less than nothing. `ways` are other ways to pay,
    opened by the cards in `through`. `next` says that it is the leftmost of its row that is missing,
    `affordable` that the player has what one of the ways asks for.
    """

    building: str
    printed: Bag
    now: Bag
    changes: tuple[PriceChange, ...]
    ways: tuple[Bag, ...]
    through: tuple[str, ...]
    next: bool
    affordable: bool


def prices_of(state: State, seat: int) -> tuple[Price, ...]:
    """List the prices of all buildings that are missing on a player's sheet, row by row from the top."""
    table, player = state.table, state.players[seat]
    open_ = next_buildings(table, player.covers, player.owned & table.building_set)
    missing = (
        table.buildings[card]
        for row in table.sheet(player.covers)
        for card in row
        if not player.owned >> card & 1
    )
    return tuple(_price(state, seat, building, next_=building in open_) for building in missing)


def _price(state: State, seat: int, building: Building, *, next_: bool) -> Price:
    table = state.table
    changes = tuple(_changes(state, seat, building))
    counts = dict(building.price)
    for change in changes:
        good = table.resource[change.resource]
        counts[good] = counts.get(good, 0) + change.amount
    now = tuple((good, count) for good, count in counts.items() if count > 0)
    discounts = stat(state, table.stat["build_discount"], seat, 0)
    first, *others = payments(now, discounts, substitutes(state.players[seat].kit))
    return Price(
        building.name,
        table.bag(building.price),
        table.bag(first.price),
        changes,
        tuple(table.bag(other.price) for other in others),
        tuple(dict.fromkeys(_through(state, seat))) if others else (),
        next_,
        any(can_pay(state, seat, way.price) for way in (first, *others)),
    )


def _changes(state: State, seat: int, building: Building) -> Iterator[PriceChange]:
    table, printed = state.table, dict(building.price)
    for good in table.goods:
        name = table.resources[good].name
        number = table.stat[f"build_cost:{name}"]
        for card, amount in changes_of(state, number, seat, printed.get(good, 0), building.card):
            yield PriceChange(table.cards[card].name, name, amount)


def _through(state: State, seat: int) -> Iterator[str]:
    """Name the cards that open other ways to pay: by a discount, or by one good in place of another."""
    table = state.table
    for card, _ in changes_of(state, table.stat["build_discount"], seat, 0):
        yield table.cards[card].name
    for permission in state.players[seat].kit.permissions.get("spend_as", ()):
        if permission.values[2] == BUILDING:
            yield table.cards[permission.card].name
