"""What the phrase of a word is filled with: its fields, each told by what it is.

So a new word needs nothing here but a phrase in every language, whose parts are called as its fields are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from kingsburg_rules.text import amounts, bounds
from kingsburg_rules.text.quantities import advisor, number
from kingsburg_rules.text.trees import is_tuple
from kingsburg_rules.words.registry import Node, ValueWord
from kingsburg_rules.words.resources import BAG
from kingsburg_rules.words.shapes import Range
from kingsburg_rules.words.values import VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.values import Value


def parts_of(scope: Scope, word: Node) -> dict[str, str]:
    """Tell the fields of a word by their names; a kind of card also as `cards`, counted if it has a count."""
    parts = {
        a.name.rstrip("_"): _told(scope, a.metadata["shape"], getattr(word, a.name))
        for a in attrs.fields(type(word))
        if "shape" in a.metadata
    }
    kind, count = getattr(word, "kind", None), getattr(word, "count", None)
    if isinstance(kind, str):
        noun = scope.kind(kind)
        parts["a_card"] = noun.a
        parts["cards"] = scope.language.count(noun, count) if isinstance(count, int) else noun.several
    for name in ("rank", "to_rank"):
        rank = getattr(word, name, None)
        if isinstance(rank, int | ValueWord):
            parts["advisor"] = advisor(scope, rank)
    as_type = getattr(word, "as_type", None)
    if isinstance(as_type, str):
        parts["as"] = f" {scope.small('as_type', types=scope.names.enemies(as_type))}" if as_type else ""
    column = getattr(word, "column", None)
    if isinstance(column, int):
        parts["column"] = bounds.columns(scope, Range(column, column))
    return parts


def _told(scope: Scope, shape: object, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if shape is VALUE and isinstance(value, int | ValueWord):
        return number(scope, value)
    if shape is BAG and is_tuple(value):
        return amounts.bag(scope, _pairs(value))
    if isinstance(value, Range):
        return bounds.ranks(scope, value)
    if isinstance(value, str):
        return scope.names.word(value)
    if is_tuple(value):
        items = [_told(scope, None, item) for item in value if isinstance(item, int | str)]
        return scope.language.all_of(items) if items else ""
    return str(value) if isinstance(value, int) else ""


def _pairs(value: Iterable[object]) -> list[tuple[str, Value]]:
    pairs: list[tuple[str, Value]] = []
    for item in value:
        match item:
            case (str() as name, (int() | ValueWord()) as amount):
                pairs.append((name, amount))
            case _:
                pass
    return pairs
