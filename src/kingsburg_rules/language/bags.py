"""Bags: resources with amounts, and the choices that "a good of your choice" opens."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.actions import AnyAction, Give, Pay, Take
from kingsburg_rules.engine.loop import runaway
from kingsburg_rules.engine.resources import give_bag, pay
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.shapes import Mapping
from kingsburg_rules.language.values import VALUE, Value, resource_names
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Table
    from kingsburg_rules.language.emitter import Emitter

BAG = Mapping(resource_names, VALUE, others="A resource that a pack brings.")
"""The shape of a bag in YAML: amounts by resource, and `good` for goods of the player's choice."""

Amounts: TypeAlias = "tuple[tuple[str, Value], ...]"
Counts: TypeAlias = "tuple[tuple[int, int], ...]"
Bags: TypeAlias = "tuple[Counts, ...]"
Ways: TypeAlias = "Callable[[State, Frame], Bags]"


def compile_bag(
    e: Emitter, amounts: Amounts, at: str
) -> tuple[tuple[tuple[int, Number], ...], Number | None]:
    """Split a bag into its named resources and the number of goods of choice, if any."""
    named = tuple(
        (e.names.resource(name, f"{at}/{name}/"), e.number(value)) for name, value in amounts if name != GOOD
    )
    chosen = next((e.number(value) for name, value in amounts if name == GOOD), None)
    return named, chosen


def constant_bag(e: Emitter, amounts: Amounts, at: str) -> tuple[Counts, int]:
    """Read a bag of plain numbers: prices and trades must be known when they are offered."""
    if not all(isinstance(value, int) for _, value in amounts):
        message = "amounts are plain numbers here; only the price of 'pay' is worked out in play"
        raise LinkError(at, "link.constant", message)
    fixed = tuple(
        (e.names.resource(n, f"{at}/{n}/"), v) for n, v in amounts if n != GOOD and isinstance(v, int)
    )
    return fixed, sum(v for n, v in amounts if n == GOOD and isinstance(v, int))


def constant_choices(e: Emitter, amounts: tuple[Amounts, ...], at: str) -> Bags:
    """List what bags of plain numbers can mean, each bag once."""
    bags = (bag for each in amounts for bag in price_choices(e.table, *constant_bag(e, each, at)))
    return tuple(dict.fromkeys(bags))


def compile_prices(e: Emitter, prices: tuple[Amounts, ...], at: str) -> Ways:
    """Compile prices to a list of the bags that pay one of them; plain numbers are listed beforehand."""
    if all(isinstance(value, int) for amounts in prices for _, value in amounts):
        known = constant_choices(e, prices, at)
        return lambda state, frame: known
    ways = tuple(_compile_price(e, amounts, at) for amounts in prices)
    return lambda state, frame: tuple(dict.fromkeys(bag for way in ways for bag in way(state, frame)))


def _compile_price(e: Emitter, amounts: Amounts, at: str) -> Ways:
    """Compile one price that is worked out in play to the bags that pay it."""
    named, chosen = compile_bag(e, amounts, at)

    def work_out(state: State, frame: Frame) -> Bags:
        counts = ((resource, amount(state, frame)) for resource, amount in named)
        fixed = tuple((resource, count) for resource, count in counts if count > 0)
        goods = max(0, chosen(state, frame)) if chosen is not None else 0
        check_choice(state, goods)
        return price_choices(state.table, fixed, goods)

    return work_out


@lru_cache(maxsize=256)
def goods_choices(goods: tuple[int, ...], count: int) -> tuple[Counts, ...]:
    """List all ways to choose a number of goods: `count` gold, then mixtures, and so on."""
    return tuple(
        tuple((good, picked.count(good)) for good in goods if good in picked)
        for picked in combinations_with_replacement(goods, count)
    )


def price_choices(table: Table, fixed: Counts, chosen: int) -> tuple[Counts, ...]:
    """List the concrete bags that a price can mean."""
    if not chosen:
        return (fixed,)
    return tuple(merge(fixed, choice) for choice in goods_choices(table.goods, chosen))


def merge(left: Counts, right: Counts) -> Counts:
    """Add two bags."""
    counts = dict(left)
    for resource, amount in right:
        counts[resource] = counts.get(resource, 0) + amount
    return tuple(sorted(counts.items()))


@frozen(eq=False, repr=False)
class Choice:
    """Bags to choose from, with the actions that choose them."""

    bags: tuple[Counts, ...]
    options: tuple[AnyAction, ...]

    def ask_take(self, who: int, source: int) -> Ask:
        """Ask a player which bag to gain."""
        bags = self.bags

        def proceed(state: State, frame: Frame, k: int) -> None:
            del frame
            give_bag(state, who, bags[k], source)

        return Ask(who, "take", source, self.options, proceed)


def take_choice(table: Table, bags: tuple[Counts, ...]) -> Choice:
    """Make the choice among bags to gain."""
    return Choice(bags, tuple(Take(table.bag(bag)) for bag in bags))


@lru_cache(maxsize=256)
def goods_choice(table: Table, count: int) -> Choice:
    """Make the choice of a number of goods to gain; equal questions share it."""
    return take_choice(table, goods_choices(table.goods, count))


def pay_actions(table: Table, bags: tuple[Counts, ...]) -> tuple[AnyAction, ...]:
    """Make the actions that choose a payment."""
    return tuple(Pay(table.bag(bag)) for bag in bags)


def check_choice(state: State, count: int) -> None:
    """See that a choice of goods can be listed: a card may work its number out, and get it wrong."""
    if count > state.table.limits.goods:
        raise runaway(state, "engine.choice", f"lets {count} goods be chosen at once")


def ask_give(state: State, who: int, source: int, count: int) -> Ask | None:
    """Ask a player which goods to lose; None when he has none (R54)."""
    bags = held_goods(state, who, count)
    if not bags:
        return None

    def proceed(asked: State, frame: Frame, k: int) -> None:
        del frame
        pay(asked, who, bags[k], source)

    return Ask(who, "give", source, tuple(Give(state.table.bag(bag)) for bag in bags), proceed)


def held_goods(state: State, who: int, count: int) -> Bags:
    """List the ways to take a number of goods from what a player has; where there are fewer, all of them."""
    table, stock = state.table, state.players[who].stock
    count = min(count, sum(stock[good] for good in table.goods))
    if count <= 0:
        return ()
    check_choice(state, count)
    return tuple(bag for bag in goods_choices(table.goods, count) if all(stock[good] >= n for good, n in bag))
