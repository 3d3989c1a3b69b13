"""Values of any class with fields, made from the roles of the fields: one sample, or many with Hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar, assert_never

from hypothesis import strategies as st

from kingsburg_rules.engine.fields import Form, ListOf, MapOf, Maybe, Nested, OneOf, Single, Tagged, fields_of
from kingsburg_rules.engine.roles import Role

T = TypeVar("T")

PLAYERS = ("Ann", "Brian", "Jean-Luc", "Ø. Å")

SAMPLES: Mapping[Role, object] = {
    Role.PLAYER: "Ann",
    Role.NUMBER: 1,
    Role.YEAR: 1,
    Role.FACE: 1,
    Role.FLAG: True,
    Role.DICE: (1, 2),
    Role.BONUS_DICE: (1,),
    Role.ROLL: (1, 2),
    Role.BAG: (("gold", 1),),
    Role.FRACTION: Fraction(1, 3),
}

IDS = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
FACES = st.integers(1, 6)
DICE = st.lists(st.integers(1, 20), min_size=1, max_size=4).map(tuple)
STRATEGIES: Mapping[Role, st.SearchStrategy[Any]] = {
    Role.PLAYER: st.sampled_from(PLAYERS),
    Role.NUMBER: st.integers(0, 999),
    Role.YEAR: st.integers(1, 5),
    Role.FACE: FACES,
    Role.FLAG: st.booleans(),
    Role.DICE: DICE,
    Role.BONUS_DICE: DICE,
    Role.ROLL: st.lists(FACES, min_size=1, max_size=4).map(tuple),
    Role.FRACTION: st.fractions(0, 1, max_denominator=10_000),
    Role.BAG: st.dictionaries(IDS, st.integers(1, 999), max_size=3).map(lambda bag: tuple(bag.items())),
}


def sample(cls: type[T]) -> T:
    """Make one value of a class."""
    return cls(**{name: _sample(field.form) for name, field in fields_of(cls).items()})


def _sample(form: Form) -> object:
    match form:
        case Single(role):
            return SAMPLES.get(role, "inn")
        case OneOf(words):
            return words[0]
        case Maybe(of):
            return _sample(of)
        case ListOf(of):
            return (_sample(of),)
        case MapOf(key, of):
            return {_sample(Single(key)): _sample(of)}
        case Nested(cls):
            return sample(next(iter(kinds_of(cls))))
        case _:
            assert_never(form)


def values_of(cls: type[T]) -> st.SearchStrategy[T]:
    """Draw a value of a class; fields with a default have it now and then."""
    return st.builds(cls, **{name: _strategy(field.form) for name, field in fields_of(cls).items()})


def _strategy(form: Form) -> st.SearchStrategy[Any]:
    match form:
        case Single(role):
            return STRATEGIES.get(role, IDS)
        case OneOf(words):
            return st.sampled_from(words)
        case Maybe(of):
            return st.none() | _strategy(of)
        case ListOf(of):
            return st.lists(_strategy(of), min_size=1, max_size=3).map(tuple)
        case MapOf(key, of):
            return st.dictionaries(_strategy(Single(key)), _strategy(of), max_size=2)
        case Nested(cls):
            return st.one_of([values_of(kind) for kind in kinds_of(cls)])
        case _:
            assert_never(form)


def kinds_of(cls: type[object]) -> list[type[object]]:
    """List the classes of a family, or the class alone."""
    if issubclass(cls, Tagged) and cls is cls.family():
        return [*cls.kinds.values()]
    return [cls]


OF_SEATS = {"turn_order", "winners", "passed", "players", "asked", "helpers"}
"""The keys of lists of players, who are numbers in JSON: there the order counts."""


def in_another_order(data: Any, shuffled: Callable[[list[Any]], list[Any]], key: str = "") -> Any:
    """Reorder all keys of plain data, and all lists of dice."""
    if isinstance(data, dict):
        return {name: in_another_order(data[name], shuffled, name) for name in shuffled([*data])}
    if isinstance(data, list):
        dice = key not in OF_SEATS and all(type(one) is int for one in data)
        return shuffled(data) if dice else [in_another_order(one, shuffled, key) for one in data]
    return data
