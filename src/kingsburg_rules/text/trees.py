"""Walking through the tree of a card's words, and making it anew with some words exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeGuard

import attrs

from kingsburg_rules.words.registry import Node

Exchange: TypeAlias = Callable[[Node], "Node | int | None"]
"""What a word becomes: another word or a number; None to leave it, and look at what is in it."""


def rewritten(part: object, exchange: Exchange) -> object:
    """Give a part of a tree with its words exchanged, from the outside in."""
    if isinstance(part, Node):
        found = exchange(part)
        if found is not None:
            return found
        changes: dict[str, Any] = {
            a.name: new
            for a in attrs.fields(type(part))
            if (old := getattr(part, a.name)) is not (new := rewritten(old, exchange))
        }
        return attrs.evolve(part, **changes) if changes else part
    if is_tuple(part):
        new_items = tuple(rewritten(item, exchange) for item in part)
        return part if all(new is old for new, old in zip(new_items, part, strict=True)) else new_items
    return part


def nodes(part: object) -> Iterator[Node]:
    """List all words of a part of a tree, itself included, in the order written."""
    if isinstance(part, Node):
        yield part
        for a in attrs.fields(type(part)):
            yield from nodes(getattr(part, a.name))
    elif is_tuple(part):
        for item in part:
            yield from nodes(item)


def same(left: object, right: object) -> bool:
    """Whether two parts of trees say the same, wherever they stand."""
    if isinstance(left, Node):
        return type(left) is type(right) and all(
            same(getattr(left, a.name), getattr(right, a.name))
            for a in attrs.fields(type(left))
            if a.name != "at"
        )
    if is_tuple(left):
        return (
            is_tuple(right)
            and len(left) == len(right)
            and all(same(one, other) for one, other in zip(left, right, strict=True))
        )
    return type(left) is type(right) and left == right


def is_tuple(part: object) -> TypeGuard[tuple[object, ...]]:
    """Whether a part of a tree is a list of parts."""
    return isinstance(part, tuple)
