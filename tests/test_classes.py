"""Classes that attrs has not made, but that are attrs classes for whoever asks."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from typing import ClassVar

import attrs
import pytest
from cattrs import Converter

from kingsburg_rules import Gained, Influence, Take
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.classes import bare, define, evolve, field, fields, fresh, frozen, marked, record


@frozen
class Point:
    """A point."""

    kind: ClassVar[str] = "point"

    x: int
    y: int = 0
    tags: list[str] = field(factory=list[str], eq=False, repr=False)


@frozen
class Named(Point):
    """A point with a name; `y` is given again, so it comes last."""

    name: str = field(kw_only=True)
    y: int = 5


@define
class Counter:
    """Something that changes."""

    count: int = 0


@marked
class Marked:
    """Its fields are those that say so."""

    note: ClassVar[str] = "none"
    plain: str = "no field"
    size: int = field()


@record(auto_attribs=True, eq=False, repr=False)
class Row:
    """A row of a table of the machine."""

    index: int
    names: list[str] = fresh(list[str])
    bit: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bit = 1 << self.index


MANY = range(50)
"""More instances than are made before a class has an `__init__` of its own."""


def test_instances_are_the_same_however_many_there_are() -> None:
    assert {repr(Point(1, y=2)) for _ in MANY} == {"Point(x=1, y=2)"}
    assert {repr(Named(1, name="a")) for _ in MANY} == {"Named(x=1, name='a', y=5)"}
    assert {Row(3).bit for _ in MANY} == {8}
    assert Point(1).tags is not Point(1).tags
    assert Row(1).names is not Row(1).names


@pytest.mark.parametrize("number", MANY)
def test_what_does_not_fit_is_refused(number: int) -> None:
    make: dict[str, object] = {"x": 1} if number % 2 else {}
    for wrong in ({"z": 1}, {"kind": "line"}):
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            Point(1, **wrong)
    with pytest.raises(TypeError, match=r"Named.__init__\(\) missing 1 required"):
        Named(1, **{} if number % 2 else {"tags": []})
    with pytest.raises(TypeError, match=r"multiple values|missing 1 required"):
        Point(*make.values(), **make)
    with pytest.raises(TypeError, match="positional argument"):
        Point(1, 2, [], 4)


def test_frozen_instances_never_change() -> None:
    for thing in (Point(1), Named(1, name="a"), Marked(1), Take((("gold", 1),))):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            thing.x = 2
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del thing.x
    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)


def test_equality_hash_and_repr_are_by_fields_unless_the_class_does_without() -> None:
    assert Point(1) == Point(1, 0, ["some"])
    assert Point(1) != Named(1, name="a")
    assert len({Point(1), Point(1, 0), Point(2)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter())
    assert Marked(1) != Marked(1)
    assert "object at" in repr(Marked(1))


def test_patterns_and_signatures_know_the_fields() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
    assert str(inspect.signature(Named)) == (
        "(x: 'int', tags: 'list[str]' = NOTHING, y: 'int' = 5, *, name: 'str') -> None"
    )


@pytest.mark.parametrize("cls", [Point, Named, Counter, Marked])
def test_attrs_is_told_the_same_fields(cls: type[attrs.AttrsInstance]) -> None:
    assert attrs.has(cls)
    told = [(a.name, a.type, a.init, a.eq, a.repr, a.kw_only, dict(a.metadata)) for a in attrs.fields(cls)]
    own = [(a.name, a.type, a.init, a.eq, a.repr, a.kw_only, dict(a.metadata)) for a in fields(cls)]
    assert told == own


def test_only_marked_fields_are_fields_where_it_is_so() -> None:
    assert [one.name for one in fields(Marked)] == ["size"]


def test_attrs_and_cattrs_work_with_them() -> None:
    gained = Gained("Ann", "gold", 2, "inn")
    assert attrs.evolve(gained, amount=3) == evolve(gained, amount=3) == Gained("Ann", "gold", 3, "inn")
    assert attrs.asdict(Point(1, 2)) == {"x": 1, "y": 2, "tags": []}
    assert [a.default for a in attrs.fields(Point)][:2] == [attrs.NOTHING, 0]
    converter = Converter()
    assert converter.structure(converter.unstructure(Named(1, name="a")), Named) == Named(1, name="a")


def test_copies_and_pickles_are_equal() -> None:
    for thing in (Gained("Ann", "gold", 2, "inn"), Influence("queen", (6, 5), plus2=2)):
        assert copy.copy(thing) == copy.deepcopy(thing) == pickle.loads(pickle.dumps(thing)) == thing


def test_attrs_can_derive_a_class_from_them() -> None:
    @attrs.frozen(eq=False, repr=False)
    class Wave(Action):
        times: int = 1

    try:
        assert Wave.kinds["Wave"] is Wave
        assert repr(Wave(2)) == "Wave(times=2)"
        assert Wave(2) == Wave(2) != Wave(3)
        assert evolve(Wave(2), times=3) == Wave(3)
    finally:
        Action.kinds = {name: kind for name, kind in Action.kinds.items() if name != "Wave"}


def test_a_class_without_fields_is_one_too() -> None:
    @bare
    class Empty:
        """Nothing."""

    assert fields(Empty) == ()
    assert Empty() != Empty()


def test_playing_imports_no_attrs() -> None:
    """It takes longer to import than the library. A checkout reads YAML, and only then needs it."""
    program = (
        "import sys; from kingsburg_rules import Game, load_rules\n"
        "from kingsburg_rules.content import loading\n"
        "from kingsburg_rules.game import analysis, legality, notation, views\n"
        "from kingsburg_rules.language.all_words import word_modules\n"
        "word_modules()\n"
        "print(*({'attr', 'attrs', 'cattrs', 'inspect'} & {*sys.modules}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
