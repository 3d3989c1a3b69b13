"""Changes of cards: each makes one part of an effect mean something else, so the text must change as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

import attrs

from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.language.cards import CardNode, EnemyCard, RuleCard, TileCard, Trigger
from kingsburg_rules.language.dice import PutDice
from kingsburg_rules.language.flow import ForEach
from kingsburg_rules.language.lasting import LastingStep
from kingsburg_rules.language.memory import MemoryNode
from kingsburg_rules.language.queries import Folding, Numbers, Players
from kingsburg_rules.language.registry import Node, QueryWord, Step, TestWord, ValueWord
from kingsburg_rules.language.shapes import Name, Range, Text
from kingsburg_rules.language.tests import Not
from kingsburg_rules.language.turn_order import LineUp
from kingsburg_rules.language.values import Bounds, FactOf, Literal, StatShape, Variable
from kingsburg_rules.language.vocabulary import CARD_KINDS, EVENTS, GOOD, RESOURCES, SEASONS

UNSAID = {
    *(
        "at",
        "id",
        "name",
        "text",
        "note",
        "fidelity",
        "emblem",
        "examples",
        "copies",
        "row",
        "column",
        "vp",
        "cost",
    ),
    *("strip", "rank", "year", "type", "strength", "deck", "held_by", "in_place_of", "leave_out", "numbers"),
}
"""Fields of cards that are not about what a card does: they are printed on it."""

LEFT_OUT = {
    # What tests of the rules say is decided before a text is written.
    ("SwitchIs", "values"),
    ("ModuleIs", "among"),
    # A label names an option, a variable a number; what they do is said.
    ("Branch", "label"),
    # How many cards a deck must have for the rules to be played.
    ("DrawStep", "least"),
    ("PlaceNode", "id"),
    # "You may choose one" is what an owner who may decline reads, too.
    ("ChooseOne", "optional"),
}


OF_PLAYERS = {event.name for event in EVENTS if event.each}
"""The moments that happen to one player; of the others it makes no difference to whom."""


def is_tuple(part: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(part, tuple)


def changes(card: CardNode) -> Iterator[tuple[str, CardNode]]:
    """Every card that differs from a card in one part of what it does, with what was changed."""
    for field in attrs.fields(type(card)):
        if field.name.rstrip("_") not in UNSAID and "shape" in field.metadata:
            for what, value in _changed(getattr(card, field.name), field.metadata["shape"], field.name):
                if not (what.endswith(".by") and _is_the_games(card)):
                    yield what, _evolved(card, field.name, value)


def _is_the_games(card: CardNode) -> bool:
    """Whether nobody has a card, so that all players are alike to it."""
    return isinstance(card, RuleCard | TileCard | EnemyCard) or getattr(card, "held_by", "") == "game"


def _evolved(node: Any, name: str, value: object) -> Any:
    return attrs.evolve(node, **{name: value})


def _changed(value: object, shape: object, path: str) -> Iterator[tuple[str, object]]:
    match value:
        case bool():
            yield path, not value
        case int():
            yield path, value + 1
        case str():
            yield from ((path, other) for other in _other_names(value, shape))
        case Range():
            yield path, Range((value.least or 0) + 1, None if value.most is None else value.most + 1)
        case Bounds():
            yield from _bounds(value, path)
        case FactOf():
            yield path, FactOf("soldier" if value.name != "soldier" else "wood", value.thing)
        case Node():
            yield from _node(value, path)
        case (str() as name, str() as key) if isinstance(shape, StatShape):
            yield path, ("king_dice" if name != "king_dice" else "plus2_value", "")
            if key:
                yield f"{path}: key", (name, "gold" if key != "gold" else "wood")
        case _ if is_tuple(value):
            yield from _items(value, shape, path)
        case _:
            pass


def _bounds(value: Bounds, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value.least, int) or isinstance(value.most, int):
        up = [bound + 1 if isinstance(bound, int) else bound for bound in (value.least, value.most)]
        yield path, Bounds(*up)


def _other_names(name: str, shape: object) -> Iterator[str]:
    match shape:
        case Text(among=among) if among:
            yield from [other for other in among if other != name][:1]
        case Name(known=known) if known:
            yield from [other for other in known if other != name][:1]
        case Name() if name in CARD_KINDS:
            yield next(kind for kind in CARD_KINDS if kind != name)
        case _:
            if name:
                yield f"{name}_x"


def _node(node: Node, path: str) -> Iterator[tuple[str, object]]:
    here = f"{path}.{type(node).__name__}"
    if isinstance(node, Literal):
        yield here, Literal(_other_thing(node.name))
    elif isinstance(node, Variable):
        yield here, Variable(f"{node.name}_x")
    else:
        if isinstance(node, TestWord) and not _is_of_the_rules(node):
            yield f"{here}: not", Not((node,))
        yield from _fields(node, here)


def _other_thing(name: str) -> str:
    """Name another thing of the same type, as far as the name shows the type."""
    for names in ((*(resource.name for resource in RESOURCES), GOOD), SEASONS[1:], OUTCOMES, ("B", "C")):
        if name in names:
            return next(other for other in names if other != name)
    return "right" if name != "right" else "left"


def _is_of_the_rules(test: TestWord) -> bool:
    return getattr(test, "word", "") in ("switch", "module")


def _fields(node: Node, here: str) -> Iterator[tuple[str, object]]:
    for field in attrs.fields(type(node)):
        if "shape" not in field.metadata or (type(node).__name__, field.name.rstrip("_")) in LEFT_OUT:
            continue
        if _is_said_elsewhere(node, field.name):
            continue
        for what, value in _changed(
            getattr(node, field.name), field.metadata["shape"], f"{here}.{field.name}"
        ):
            yield what, _evolved(node, field.name, value)


def _is_said_elsewhere(node: Node, name: str) -> bool:
    """How often something works goes without saying where it cannot happen twice; a start at 0 does, too."""
    if isinstance(node, Trigger):
        return name in ("uses", "optional", "order") or (name == "by" and node.when not in OF_PLAYERS)
    if isinstance(node, Step | QueryWord) and name == "as_":
        return True  # what a variable is called says nothing; that it is read is said where it is
    if isinstance(node, LineUp):
        ways = {way for way in ("fewest", "most", "reversed", "rotated", "shuffled") if getattr(node, way)}
        return not ways <= {name}  # only one of these can be given
    if isinstance(node, ForEach):
        return name == "together" and not isinstance(node.query, Players)
    if isinstance(node, PutDice):
        # What is about new dice says nothing beside a die, and what is about a card nothing in the hand.
        of_new = node.die is None and node.to != "supply"
        return (name in ("count", "color") and not of_new) or (
            name in ("kept", "face_down") and node.to != "aside"
        )
    if isinstance(node, Folding):
        return name == "of_" and node.query is None
    if isinstance(node, Numbers):
        return name in ("from_", "to") and bool(node.these)
    # What lasts without changing a number names none.
    is_loan = isinstance(node, LastingStep) and not node.what
    return isinstance(node, MemoryNode) or (is_loan and name == "what")


def _items(items: tuple[object, ...], shape: object, path: str) -> Iterator[tuple[str, object]]:
    item_shape = getattr(shape, "item", None) or getattr(shape, "value", None)
    for number, item in enumerate(items):
        around = (items[:number], items[number + 1 :])
        if is_tuple(item) and len(item) == 2 and isinstance(item[0], str):
            name, value = item
            for what, new in _changed(value, item_shape, f"{path}.{name}"):
                yield what, (*around[0], (name, new), *around[1])
            other = "stone" if name != "stone" else "wood"
            if other not in [item[0] for item in items if is_tuple(item)]:
                yield f"{path}.{name}: key", (*around[0], (other, value), *around[1])
        else:
            for what, new in _changed(item, item_shape, f"{path}.{number}"):
                yield what, (*around[0], new, *around[1])
        if isinstance(item, Step | TestWord | ValueWord) and len(items) > 1 and _is_dropped(item):
            yield f"{path}.{number}: dropped", (*around[0], *around[1])


def _is_dropped(item: object) -> bool:
    return not (isinstance(item, TestWord) and _is_of_the_rules(item))
