"""Costs that nobody can ever pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from kingsburg_rules.content.assembling import item_shape
from kingsburg_rules.content.lint.linted import aim, is_tuple, keys_of, words
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.abilities import ModifierCard, Trigger
from kingsburg_rules.language.bags import BAG
from kingsburg_rules.language.cards import BuildingCard, EnemyCard
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.permissions import SpendAs
from kingsburg_rules.language.registry import shapes_of
from kingsburg_rules.language.shapes import Listing
from kingsburg_rules.language.steps import Branch, Exchange, Gain, Lose, PayStep
from kingsburg_rules.language.vocabulary import GOOD, RESOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.lint.linted import LintedPack
    from kingsburg_rules.language.bags import Amounts
    from kingsburg_rules.language.registry import Node
    from kingsburg_rules.language.shapes import Shape

_COSTS: tuple[tuple[type[Node], str], ...] = (
    (Trigger, "cost"),
    (Branch, "cost"),
    (PayStep, "price"),
    (Exchange, "pay"),
    (BuildingCard, "cost"),
)
"""Where costs stand."""

_TAKEN = {(Lose, "bag"), (EnemyCard, "penalty"), *_COSTS}
"""The bags from which nobody gains anything."""

_KNOWN = frozenset(resource.name for resource in RESOURCES)


@lint_pass("unpayable")
def unpayable(pack: LintedPack) -> Iterator[Remark]:
    """A cost that can never be paid: more than a player can hold, or something that nothing ever gives."""
    given = _given(pack)
    for word in pack.words:
        for at, bag in _costs(word):
            for name, amount in bag:
                message = _unpayable(pack, name, amount, given)
                if message:
                    yield Remark(f"{at}/{name}", message)


def _unpayable(pack: LintedPack, name: str, amount: object, given: frozenset[str]) -> str:
    if name == GOOD or not isinstance(amount, int) or amount <= 0:
        return ""
    table = pack.names.table
    limit = table.resources[table.resource[name]].limit
    if limit is not None and amount > limit:
        return f"nobody can hold more than {limit} {name}, so nobody can ever pay {amount}"
    return "" if name in given else f"nothing gives anybody '{name}', so nobody can ever pay it"


def _costs(word: Node) -> Iterator[tuple[str, Amounts]]:
    """List the costs that stand in a word, with where they do."""
    for cls, attribute in _COSTS:
        if isinstance(word, cls):
            found, at = getattr(word, attribute), aim(word, attribute)
            shape = shapes_of(cls)[attribute]
            if isinstance(shape, Listing):
                yield from ((f"{at}/{k}", bag) for k, bag in enumerate(found))
            else:
                yield at, found


def _given(pack: LintedPack) -> frozenset[str]:
    """List the resources that anything in these packs gives to somebody."""
    table = pack.names.table
    goods = {table.resources[good].name for good in table.goods}
    added = {resource.id for resource in pack.further.resources}
    if not added - goods:
        return frozenset({*_KNOWN, *goods, *added})
    parts = (*pack.around.values(), *pack.further.parts, pack.calendar)
    return frozenset({*_KNOWN, *goods, *_gained(list(words(parts)))})


def _gained(found: Sequence[Node]) -> Iterator[str]:
    for word in found:
        if isinstance(word, ModifierCard | LastingStep) and word.of_:
            yield word.of_
        if isinstance(word, SpendAs):
            yield word.as_
        for attribute, key in keys_of(type(word)):
            if (type(word), attribute) not in _TAKEN:
                yield from _in_bags(shapes_of(type(word))[key], getattr(word, attribute))
        if isinstance(word, Gain):
            yield from (name for name, _ in word.bag)


def _in_bags(shape: Shape[object], found: object) -> Iterator[str]:
    """List what a bag holds, or several."""
    bags = (found,) if shape is BAG else found
    if is_tuple(bags) and BAG in (shape, item_shape(shape)):
        for bag in bags:
            yield from (entry[0] for entry in bag if isinstance(entry[0], str)) if is_bag(bag) else ()


def is_bag(found: object) -> TypeGuard[tuple[tuple[object, object], ...]]:
    """Whether something is a bag that was read."""
    return is_tuple(found) and all(is_tuple(entry) and len(entry) == 2 for entry in found)
