"""Changed cards: what an example must notice, since it would show nothing of its card otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from attrs import evolve, fields, frozen

from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.content.lint import aim
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    EnemyCard,
    GovernorCard,
    TileCard,
)
from kingsburg_rules.language.registry import Node, ValueWord, is_tuple, keys_of
from kingsburg_rules.language.values import Bounds


def without_abilities(card: CardNode) -> CardNode:
    """Return a card that does nothing; of a card that only has printed data, it leaves out what it brings."""
    found = evolve(card, triggers=(), modifiers=(), permissions=())
    match found:
        case AdvisorCard() | TileCard():
            return evolve(found, reward=())
        case EnemyCard():
            return evolve(found, reward=(), penalty=())
        case GovernorCard():
            return evolve(found, places=())
        case BuildingCard() if not (card.triggers or card.modifiers or card.permissions):
            return evolve(found, vp=0)
        case _:
            return found


def can_do_something(card: CardNode) -> bool:
    """Return whether there is anything that `without_abilities` leaves out."""
    bare = without_abilities(card)
    keys = ("triggers", "modifiers", "permissions", "reward", "penalty", "places", "vp")
    return any(getattr(card, key, ()) != getattr(bare, key, ()) for key in keys)


def rules_without(rules: Rules, ref: str) -> Rules:
    """Return the rules in which a card, as `pack/card`, does nothing; made once."""
    kept, key = rules.compiled.kept, f"without {ref}"
    found = kept.get(key)
    if not isinstance(found, Rules):
        found = kept[key] = compile_again(rules, changed={ref: without_abilities(rules.cards[ref])})
    return found


# What examples would miss: the card with one part changed


@frozen
class Mutant:
    """A card with one part left out or changed; `at` points to the part, `told` says what became of it."""

    card: CardNode
    at: str
    told: str

    @property
    def is_gone(self) -> bool:
        """Whether the part was left out."""
        return self.told.endswith(_GONE)


def mutants(card: CardNode) -> Iterator[Mutant]:
    """Yield the card with each ability, step, test, price and number left out or changed in turn."""
    for part in ("triggers", "modifiers", "permissions", "places", "reward", "penalty"):
        found = getattr(card, part, ())
        for at, told, changed in _changes(found, f"{card.at}/{part}", part):
            yield Mutant(_with(card, part, changed), at, told)


_GONE = "could be left out"
_Change: TypeAlias = tuple[str, str, object]

_LIMITED = ("once", "once_per_year", "once_per_game")
_WHOLE = ("do", "reward")
"""Where a single step is all that an ability does: leaving it out leaves out the ability."""


def _changes(part: object, at: str, key: str) -> Iterator[_Change]:
    """Yield a part of a card with one thing in it changed: where, what became of it, and the new part."""
    if isinstance(part, Bounds) and part.least is part.most:  # one number, given once
        for where, told, new in _changes(part.least, at, key):
            yield where, told, _with(_with(part, "least", new), "most", new)
    elif isinstance(part, Node):
        yield from _changes_of(part)
    elif isinstance(part, int) and not isinstance(part, bool):
        yield at, f"{part} could be {part + 1}", part + 1
    elif is_tuple(part):
        for k, item in enumerate(part):
            yield from _without(item, part[:k] + part[k + 1 :], f"{at}/{k}", key)
            # An entry of a map is a name and a value.
            name = item[0] if is_tuple(item) and len(item) == 2 and isinstance(item[0], str) else None
            inner = item[1] if is_tuple(item) and name is not None else item
            for where, told, new in _changes(inner, f"{at}/{k if name is None else name}", key):
                changed = new if name is None else (name, new)
                yield where, told, (*part[:k], changed, *part[k + 1 :])


def _without(item: object, rest: tuple[object, ...], at: str, key: str) -> Iterator[_Change]:
    """Yield a list without an item, if it is a price or a part with a meaning of its own."""
    if key == "cost":
        yield at, f"this price {_GONE}", rest
    elif isinstance(item, Node) and not isinstance(item, ValueWord) and (rest or key not in _WHOLE):
        yield item.at, f"{_called(item)} {_GONE}", rest


def _changes_of(node: Node) -> Iterator[_Change]:
    given = {a.name: a.default for a in fields(type(node))}
    for attribute, key in keys_of(type(node)):
        if getattr(node, attribute) == given[attribute]:
            continue  # the author did not write it
        for at, told, new in _changes(getattr(node, attribute), aim(node, key), key):
            yield at, told, _with(node, attribute, new)
    limit: object = getattr(node, "uses", "")
    if limit in _LIMITED:
        yield node.at, f"'uses: {limit}' could be 'uses: unlimited'", _with(node, "uses", "unlimited")


def _called(node: Node) -> str:
    """Return what an author calls a part of a card: its word or fact, as written, or what it is in a list."""
    written = node.at.rpartition("/")[2]
    kind = type(node).__name__.removesuffix("Card").removesuffix("Node").lower()
    return f"this {kind}" if written.isdecimal() else f"'{written}'"


N = TypeVar("N", bound=Node)


def _with(node: N, attribute: str, value: object) -> N:
    """Return a copy of a node with another value of an attribute, which is known by its name only."""
    values: dict[str, object] = {a.name: getattr(node, a.name) for a in fields(type(node))}
    return _make(type(node), {**values, attribute: value})


def _make(cls: Callable[..., N], values: dict[str, object]) -> N:
    return cls(**values)
