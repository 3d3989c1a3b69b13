"""Words of the language of cards at random: a Hypothesis strategy for whatever a shape reads."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from kingsburg_rules.words import shapes
from kingsburg_rules.words.registry import Fields, Node, Vocabulary, Word, fields_of
from kingsburg_rules.words.tests import Comparison
from kingsburg_rules.words.values import VALUE, VALUES, ValueShape

Data = st.SearchStrategy[object]

NAMES = ("x", "y", "place", "card", "enemy")
"""What variables and numbers that a card remembers are called."""

UNTOLD = {"examples", "note", "fidelity"}
"""Fields of cards of which no text speaks."""

CHANGES = {"set", "add", "times", "at_least", "at_most"}
"""Of these fields exactly one is given, which no shape can say."""

DEEPEST = 3


def data(shape: object, depth: int = 0) -> Data:
    """Data that a shape accepts; deep inside only the simplest."""
    match shape:
        case shapes.Integer():
            least = shape.minimum if shape.minimum is not None else -9
            return st.integers(least, shape.maximum if shape.maximum is not None else least + 18)
        case shapes.Flag():
            return st.booleans()
        case shapes.Text():
            return _text(shape)
        case shapes.Name():
            return st.sampled_from(shape.known or ("year.end", "battle.resolved"))
        case shapes.RangeShape():
            return _bounds()
        case _:
            return _made_of_others(shape, depth)


def _bounds() -> Data:
    return st.one_of(
        st.integers(0, 6),
        st.fixed_dictionaries({"min": st.integers(0, 3)}, optional={"max": st.integers(3, 9)}),
        st.fixed_dictionaries({"max": st.integers(0, 9)}),
    )


def _made_of_others(shape: object, depth: int) -> Data:
    match shape:
        case shapes.Listing():
            most = max(shape.least, 1 if depth > 1 else 3)
            return st.lists(data(shape.item, depth), min_size=shape.least, max_size=most)
        case shapes.Mapping():
            names = [name for name, _ in shape.names()]
            keys = st.lists(st.sampled_from(names), min_size=max(1, shape.least), max_size=3, unique=True)
            return keys.flatmap(
                lambda chosen: st.fixed_dictionaries(
                    {key: data(shape.shape_of(key), depth) for key in chosen}
                )
            )
        case ValueShape():
            number = st.integers(0, 4)
            return number if depth > DEEPEST else st.one_of(number, word(VALUES, depth + 1))
        case Vocabulary():
            return word(shape, depth + 1)
        case Fields():
            return fields(shape.cls, depth + 1)
        case _:
            raise NotImplementedError(type(shape).__name__)


def _text(shape: shapes.Text) -> Data:
    if shape.among:
        return st.sampled_from(shape.among)
    if shape.pattern == "^[A-Z]$":
        return st.sampled_from("ABCG")
    if shape.pattern == shapes.EVENT_PATTERN:
        return st.sampled_from(("year.end", "battle.resolved"))
    if shape.pattern == shapes.REF_PATTERN:
        return st.sampled_from(("inn", "base/queen", "elsewhere/unknown"))
    return st.sampled_from(NAMES)


def fields(cls: type[Node], depth: int = 0) -> Data:
    """A closed object, with some of what may be left out."""
    shapes_of = {name: shape for name, shape, _, _ in fields_of(cls) if name not in UNTOLD}
    needed = {name for name, _, _, required in fields_of(cls) if required}
    changes = [name for name in CHANGES if set(shapes_of) >= CHANGES and name in shapes_of]
    more = set(shapes_of) - needed - set(changes) if depth <= DEEPEST else set()
    found = st.fixed_dictionaries(
        {name: data(shapes_of[name], depth) for name in sorted(needed)},
        optional={name: data(shapes_of[name], depth) for name in sorted(more)},
    )
    if not changes:
        return found
    change = st.sampled_from(sorted(changes)).flatmap(
        lambda name: st.fixed_dictionaries({name: data(shapes_of[name], depth)})
    )
    return st.tuples(found, change).map(lambda both: {**both[0], **both[1]})


def word(vocabulary: Vocabulary[Word], depth: int = 0) -> Data:
    """One word of a kind with its argument."""
    names = _simple(vocabulary.name) if depth > DEEPEST else tuple(sorted(vocabulary.words))
    return st.sampled_from(names).flatmap(lambda name: argument(vocabulary.words[name], depth))


@cache
def _simple(kind: str) -> tuple[str, ...]:
    """Words that hold no others."""
    return {
        "step": ("gain", "peek", "reset", "end_game"),
        "test": ("year", "holds", "season"),
        "expression": ("fact", "var"),
    }.get(kind, ())


def argument(cls: type[Word], depth: int) -> Data:
    if issubclass(cls, Comparison):
        sides = st.tuples(data(VALUE, depth), data(VALUE, depth)).map(list)
        return st.fixed_dictionaries({cls.word: sides})
    if cls.inline:
        shape = next(shape for name, shape, _, _ in fields_of(cls) if name == cls.inline.rstrip("_"))
        return st.fixed_dictionaries({cls.word: data(shape, depth)})
    return st.fixed_dictionaries({cls.word: fields(cls, depth)})
