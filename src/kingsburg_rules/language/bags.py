"""Bags: resources with amounts, what a player may choose in them, and prices, which are bags that are paid.

An amount is a value, or lies between bounds: then the player chooses it. `good` is any good that the player
chooses. All choices of a bag are one question.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.compiled_rules import ME
from kingsburg_rules.engine.loop import runaway, too_many
from kingsburg_rules.engine.stock import VP, note_payment
from kingsburg_rules.language.emitter import MOST_AMOUNT, LinkError
from kingsburg_rules.language.operations import constant, known
from kingsburg_rules.language.registry import words
from kingsburg_rules.language.shapes import Mapping, Schema, Several
from kingsburg_rules.language.tests import Paid
from kingsburg_rules.language.values import (
    BEYOND,
    BOUNDS,
    Bounds,
    PaidValue,
    Value,
    resource_named,
    resource_names,
)
from kingsburg_rules.language.vocabulary import GOOD, PAID

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from collections.abc import Mapping as Map

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Number
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.registry import Step


Amount: TypeAlias = "Value | Bounds"
Amounts: TypeAlias = "tuple[tuple[str, Amount], ...]"

Counts: TypeAlias = "tuple[tuple[int, int], ...]"
Bags: TypeAlias = "tuple[Counts, ...]"
Payments: TypeAlias = "Map[Counts, int]"
"""Bags that pay a price, each with the number of the price in its list, from 1."""


@frozen
class AmountShape:
    """A value, or `{min, max}` between which the player chooses."""

    def read(self, data: object, at: str) -> Amount:
        """Read the amount; bounds that are one value are this value."""
        bounds = BOUNDS.read(data, at)
        exact = bounds.least is not None and bounds.least is bounds.most
        return bounds.least if exact and bounds.least is not None else bounds

    def schema(self) -> Schema:
        """Refer to the definition of bounds."""
        return BOUNDS.schema()


@frozen
class BagShape:
    """Amounts by resource."""

    amounts = Mapping(
        resource_names,
        AmountShape(),
        others="A resource added by a pack.",
        variables="The resource in a variable.",
    )

    def read(self, data: object, at: str) -> Amounts:
        """Read every amount, in the order written."""
        return self.amounts.read(data, at)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": "#/$defs/bag"}

    def definition(self) -> Schema:
        """Describe it."""
        said = "Amounts by resource; the player chooses an amount between bounds, and which good `good` is."
        return {**self.amounts.schema(), "title": "a bag of resources", "description": said}


BAG: Final = BagShape()
"""The shape of a bag in YAML: amounts by resource, and `good` for goods of the player's choice."""

BAGS: Final = Several(BAG)
"""The shape of several bags, of which one is chosen, such as prices."""


# What is in a bag: amounts that are known, and what the player chooses

ANY: Final = -1
"""The number that stands for any good."""


class Choosable(NamedTuple):
    """How much of a resource, or of any goods, a player may choose."""

    resource: int
    least: int
    most: int


Contents: TypeAlias = "Callable[[State, Frame], Counts]"
Choosables: TypeAlias = "Callable[[State, Frame], tuple[Choosable, ...]]"
Ways: TypeAlias = "Callable[[State, Frame], Payments]"


def compile_bag(e: Emitter, amounts: Amounts, at: str) -> tuple[Contents | None, Choosables | None]:
    """Split a bag into what is known of it and what the player chooses, each if there is any."""
    check_amounts(amounts, at)
    plain = _not_chosen(amounts)
    open_ = tuple((name, value) for name, value in amounts if name == GOOD or isinstance(value, Bounds))
    return (_contents(e, plain, at) if plain else None), (_choosables(e, open_, at) if open_ else None)


def _not_chosen(amounts: Amounts) -> tuple[tuple[str, Value], ...]:
    return tuple((name, value) for name, value in amounts if name != GOOD and not isinstance(value, Bounds))


def fixed_part(e: Emitter, amounts: Amounts, at: str) -> Counts | None:
    """Return what is in a bag besides what the player chooses, if it is written down in plain numbers."""
    plain = _not_chosen(amounts)
    return constant_bag(e, plain, at)[0] if is_constant(plain) else None


def _contents(e: Emitter, amounts: tuple[tuple[str, Value], ...], at: str) -> Contents:
    if is_constant(amounts):
        fixed, _ = constant_bag(e, amounts, at)
        return lambda state, frame: fixed
    # From here on the bag is worked out anew each time.
    named = tuple((resource_named(e, name, f"{at}/{name}/"), e.number(value)) for name, value in amounts)
    resource, amount = named[0]
    only = known(resource) if len(named) == 1 else None
    if only is not None:
        return lambda state, frame: ((only, amount(state, frame)),)
    return lambda state, frame: tuple([(which(state, frame), count(state, frame)) for which, count in named])


def _choosables(e: Emitter, amounts: Amounts, at: str) -> Choosables:
    parts = tuple(_choosable(e, name, amount, at) for name, amount in amounts)
    fixed = [(known(resource), known(least), known(most)) for resource, least, most in parts]
    listed = [
        Choosable(resource, max(0, least), max(0, least, most))
        for resource, least, most in fixed
        if resource is not None and least is not None and most is not None
    ]
    if len(listed) == len(parts):
        every = tuple(listed)
        return lambda state, frame: every

    def choosables(state: State, frame: Frame) -> tuple[Choosable, ...]:
        found: list[Choosable] = []
        for resource, least, most in parts:
            # Limits that are worked out may be below zero, or cross; still there is something to choose.
            low = max(0, least(state, frame))
            found.append(Choosable(resource(state, frame), low, max(low, most(state, frame))))
        return tuple(found)

    return choosables


def _choosable(e: Emitter, name: str, amount: Amount, at: str) -> tuple[Number, Number, Number]:
    resource: Number = resource_named(e, name, f"{at}/{name}/") if name != GOOD else constant(ANY)
    if not isinstance(amount, Bounds):
        exact = e.number(amount)
        return resource, exact, exact
    least = 0 if amount.least is None else amount.least
    return resource, e.number(least), e.number(BEYOND if amount.most is None else amount.most)


def check_limited(amounts: Amounts, at: str) -> None:
    """Refuse amounts without an upper limit, where nothing that a player holds is one.

    Raises:
        LinkError: There is one.
    """
    for name, amount in amounts:
        if isinstance(amount, Bounds) and amount.most is None:
            raise LinkError(f"{at}/{name}", "link.amount", "without 'max' there is no limit here; add it")


def constant_bag(e: Emitter, amounts: Amounts, at: str) -> tuple[Counts, int]:
    """Read a bag of plain numbers: what is in it, and how many goods of the player's choice."""
    check_amounts(amounts, at)
    fixed = tuple(
        (e.names.resource_in_bag(n, f"{at}/{n}/"), v) for n, v in amounts if n != GOOD and isinstance(v, int)
    )
    return fixed, sum(v for n, v in amounts if n == GOOD and isinstance(v, int))


def check_amounts(amounts: Amounts, at: str) -> None:
    """Refuse amounts below zero, those that nobody can mean, and bounds that exclude each other.

    Raises:
        LinkError: There is one.
    """
    for name, amount in amounts:
        limits = (amount.least, amount.most) if isinstance(amount, Bounds) else (amount,)
        known = [number for number in limits if isinstance(number, int)]
        for number in known:
            if not 0 <= number <= MOST_AMOUNT:
                raise LinkError(f"{at}/{name}", "link.amount", _why_not(number, at.rpartition("/")[2]))
        if known != sorted(known):
            raise LinkError(f"{at}/{name}", "link.amount", f"no amount is from {known[0]} to {known[1]}")


def _why_not(amount: int, word: str) -> str:
    """Describe what is wrong with an amount of the bag of a word."""
    if amount > MOST_AMOUNT:
        return f"{amount} is too large; at most {MOST_AMOUNT} is allowed here"
    if word == "gain":
        return "an amount cannot be negative; write 'lose' instead of 'gain'"
    if word == "lose":
        return "an amount cannot be negative; write 'gain' instead of 'lose'"
    return "an amount cannot be negative"


def is_constant(amounts: Amounts) -> bool:
    """Return whether a bag is known when the rules are loaded."""
    return all(isinstance(value, int) and not name.startswith("$") for name, value in amounts)


# Prices, and other bags of which one is chosen


def constant_ways(e: Emitter, bags: tuple[Amounts, ...], at: str) -> Payments | None:
    """List what bags of plain numbers can mean, each bag once; None if they are worked out in play.

    `at` points to the list of them.
    """
    found: dict[Counts, int] = {}
    for k, amounts in enumerate(bags):
        ways = constant_way(e, amounts, f"{at}/{k}")
        if ways is None:
            return None
        for bag in ways:
            found.setdefault(bag, k + 1)
    return found


def constant_way(e: Emitter, amounts: Amounts, at: str) -> Bags | None:
    """List what a bag of plain numbers can mean; None if it is worked out in play."""
    if not is_constant(amounts):
        return None
    fixed, chosen = constant_bag(e, amounts, at)
    e.offer(number_of_choices(len(e.compiled.goods), max(0, chosen)), at)
    return with_goods(e.compiled, fixed, chosen)


def compile_ways(e: Emitter, bags: tuple[Amounts, ...], at: str, *, held: bool = True) -> Ways:
    """Compile bags to what they can mean; if they are `held` or paid, no more than the player holds."""
    known = constant_ways(e, bags, at)
    if known is not None:
        return lambda state, frame: known
    ways = [compile_way(e, amounts, f"{at}/{k}", held=held) for k, amounts in enumerate(bags)]

    def every(state: State, frame: Frame) -> Payments:
        found: dict[Counts, int] = {}
        for number, way in enumerate(ways, start=1):
            for bag in way(state, frame):
                found.setdefault(bag, number)
            if too_many(state, len(found)):
                message = f"The content lets a price be paid in {len(found):,} ways"
                raise runaway(state, "engine.choice", message)
        return found

    return every


def compile_way(
    e: Emitter, amounts: Amounts, at: str, *, held: bool = True
) -> Callable[[State, Frame], Bags]:
    """Compile one bag that is worked out in play to what it can mean."""
    if not held:
        check_limited(amounts, at)
    named, chosen = compile_bag(e, amounts, at)

    def work_out(state: State, frame: Frame) -> Bags:
        counts = named(state, frame) if named is not None else ()
        fixed = tuple([(resource, count) for resource, count in counts if count > 0])
        if chosen is None:
            return (fixed,)
        stock = state.players[frame[ME]].stock if held else None
        return tuple([merge(fixed, way) for way in choices(state, chosen(state, frame), stock)])

    return work_out


def choices(state: State, parts: Sequence[Choosable], held: Sequence[int] | None = None) -> Bags:
    """List what a player can choose: no more than what is held, if that is given."""
    for part in parts:
        if part.resource == ANY and held is None:
            check_count(state, part.most)
    found = tuple(dict.fromkeys(islice(_mixed(state.compiled.goods, parts, held), _listed(state))))
    if too_many(state, len(found)):
        message = f"The content lets amounts be chosen in over {len(found) - 1:,} ways"
        raise runaway(state, "engine.choice", message)
    return found


def _listed(state: State) -> int:
    return state.compiled.limits.options + 1


def _mixed(
    goods: tuple[int, ...], parts: Sequence[Choosable], held: Sequence[int] | None
) -> Iterator[Counts]:
    """Yield the bags that parts make together."""
    if not parts:
        yield ()
        return
    first, *others = parts
    for bag in _of_part(goods, first, held):
        for more in _mixed(goods, others, held):
            yield merge(bag, more)


def _of_part(goods: tuple[int, ...], part: Choosable, held: Sequence[int] | None) -> Iterator[Counts]:
    """Yield the bags that one part can mean, the smallest first."""
    if part.resource != ANY:
        # What may go below zero can be paid without limit.
        most = part.most if held is None or part.resource == VP else min(part.most, held[part.resource])
        for count in range(part.least, most + 1):
            yield ((part.resource, count),) if count else ()
        return
    caps = tuple([held[good] for good in goods]) if held is not None else (part.most,) * len(goods)
    for count in range(part.least, min(part.most, sum(caps)) + 1):
        yield from mixtures(goods, count, caps)


# Goods of the player's choice


def number_of_choices(kinds: int, count: int) -> int:
    """Count the ways to choose a number of goods of so many kinds."""
    return comb(kinds + count - 1, count) if kinds else 0


def goods_choices(goods: tuple[int, ...], count: int) -> tuple[Counts, ...]:
    """List all ways to choose a number of goods: `count` gold, then mixtures, and so on."""
    return tuple(mixtures(goods, count, (count,) * len(goods)))


def mixtures(goods: tuple[int, ...], count: int, held: tuple[int, ...]) -> Iterator[Counts]:
    """Yield the ways to take so many of what is held, those with most of the first kind first."""
    if not count:
        yield ()
    elif goods and sum(held) >= count:
        good, rest, left = goods[0], goods[1:], held[1:]
        for number in range(min(count, held[0]), -1, -1):
            for others in mixtures(rest, count - number, left):
                yield ((good, number), *others) if number else others


def number_of_mixtures(count: int, held: tuple[int, ...]) -> int:
    """Count the ways to take so many of what is held."""
    # ways[n] is the number of ways to take n of the kinds so far.
    ways = [1] + [0] * count
    for most in held:
        ways = [sum(ways[max(0, total - most) : total + 1]) for total in range(count + 1)]
    return ways[count]


def with_goods(compiled: CompiledRules, fixed: Counts, chosen: int) -> Bags:
    """List the bags that a bag with so many goods of choice can mean."""
    # Without goods of choice there is only one.
    if not chosen:
        return (fixed,)
    return tuple(merge(fixed, choice) for choice in goods_choices(compiled.goods, chosen))


def merge(left: Counts, right: Counts) -> Counts:
    """Add two bags."""
    counts = dict(left)
    for resource, amount in right:
        counts[resource] = counts.get(resource, 0) + amount
    # Sorted, so that equal bags are equal however they came about: options are told apart by them.
    return tuple(sorted(counts.items()))


def check_choice(state: State, count: int) -> None:
    """Check that a choice of goods can be listed: a card may compute its number wrongly."""
    check_count(state, count)
    if count > 0:
        check_ways(state, count, number_of_choices(len(state.compiled.goods), count))


def check_count(state: State, count: int) -> None:
    """Check that so many goods may be chosen at once."""
    if count > state.compiled.limits.goods:
        message = f"The content lets {count} goods be chosen at once"
        raise runaway(state, "engine.choice", message)


def check_ways(state: State, count: int, ways: int) -> None:
    """Check that the ways to choose a number of goods can be listed."""
    if too_many(state, ways):
        message = f"The content lets {count} goods be chosen in {ways:,} ways"
        raise runaway(state, "engine.choice", message)


# What was paid, for the steps that come after it


def reads_paid(part: object) -> bool:
    """Return whether something asks what was paid."""
    return any(isinstance(word, PaidValue | Paid) for word in words(part))


@contextmanager
def paying(e: Emitter, steps: Sequence[Step]) -> Generator[Callable[[Frame, Counts, int], None], None, None]:
    """Compile steps that can ask what was paid; gives what notes it before they are done.

    The variables are one for each resource, and the number of the price in its list.
    """
    size = len(e.compiled.resources)
    if not reads_paid(steps):
        yield _note_nothing
        return
    slot = e.hidden(size + 1)
    with e.named(PAID, slot):
        yield lambda frame, bag, number: note_payment(frame, slot, size, bag, number)


def _note_nothing(frame: Frame, bag: Counts, number: int) -> None:
    del frame, bag, number
