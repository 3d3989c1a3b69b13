"""The fields of a class that crosses a border: which there are, and what their values are made of.

A `Form` says what a value is made of, down to the roles: `tuple[PlayerName, ...]` is
`Many(One(Role.PLAYER))`.
Whoever reads, writes, describes or checks such values walks along the forms, and knows no class by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING
from attrs import fields as attributes

from kingsburg_rules.engine.roles import Bag, Role


class One(NamedTuple):
    """One thing in a role."""

    role: Role


class Word(NamedTuple):
    """One of the words that are listed."""

    words: tuple[str, ...]


class Maybe(NamedTuple):
    """Something, or nothing."""

    of: Form


class Many(NamedTuple):
    """Any number of things, in an order that counts."""

    of: Form


class Row(NamedTuple):
    """A thing of each form, always in this order."""

    parts: tuple[Form, ...]


class Table(NamedTuple):
    """What belongs to each thing in a role."""

    key: Role
    value: Form


class Thing(NamedTuple):
    """A value with fields of its own; one of several classes if there is more than one."""

    classes: tuple[type[object], ...]


Form: TypeAlias = One | Word | Maybe | Many | Row | Table | Thing
"""What a value is made of."""


class Field(NamedTuple):
    """A field: what it is made of, and its value where nothing is said (`NOTHING` if something must be)."""

    name: str
    form: Form
    default: object = NOTHING

    @property
    def optional(self) -> bool:
        """Whether the value can be None."""
        return isinstance(self.form, Maybe)

    @property
    def many(self) -> bool:
        """Whether the value is a tuple of things, each in the role."""
        return isinstance(_inner(self.form), Many)

    @property
    def role(self) -> Role | None:
        """The role of the value, or of each of its things; None if it is made of several parts."""
        match _inner(self.form):
            case One(role) | Many(One(role)):
                return role
            case Word() | Many(Word()):
                return Role.WORD
            case _:
                return None


def _inner(form: Form) -> Form:
    return form.of if isinstance(form, Maybe) else form


@cache
def fields_of(cls: type[object]) -> Mapping[str, Field]:
    """Give the fields of a class that travel, by name and in order; what does not count in `==` stays.

    Raises:
        TypeError: The type of a field says no role.
    """
    hints = get_type_hints(cls, include_extras=True)
    return {name: Field(name, form_of(hints[name]), default) for name, default in _names(cls)}


def _names(cls: type[object]) -> list[tuple[str, object]]:
    """List the names of the fields that travel, with their defaults."""
    if hasattr(cls, "__attrs_attrs__"):
        return [(one.name, _made(one.default)) for one in attributes(cls) if one.eq]
    defaults: Mapping[str, object] = getattr(cls, "_field_defaults")  # noqa: B009
    names: tuple[str, ...] = getattr(cls, "_fields")  # noqa: B009
    return [(name, defaults.get(name, NOTHING)) for name in names]


def _made(default: object) -> object:
    """Give a default that is made anew for each object, or the default itself."""
    make: object = getattr(default, "factory", None)
    return make() if callable(make) else default


_BARE: dict[object, Role] = {int: Role.NUMBER, bool: Role.FLAG, Bag: Role.BAG}


def form_of(hint: object) -> Form:
    """Read what values of a type are made of.

    Raises:
        TypeError: The type says no role.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return One(next(part for part in parts if isinstance(part, Role)))
    if hint in _BARE:
        return One(_BARE[hint])
    if origin is Literal:
        return Word(parts)
    if origin in (Union, UnionType):
        return _either(parts)
    if origin is tuple:
        return Many(form_of(parts[0])) if parts[-1] is Ellipsis else Row(tuple(map(form_of, parts)))
    if origin is Mapping and isinstance(key := form_of(parts[0]), One):
        return Table(key.role, form_of(parts[1]))
    if isinstance(hint, type) and _has_fields(hint):
        return Thing((hint,))
    raise TypeError(f"{hint} says no role: use one of the types in kingsburg_rules.engine.roles")


def _either(parts: tuple[object, ...]) -> Form:
    some = [part for part in parts if part is not NoneType]
    if len(some) < len(parts):
        return Maybe(form_of(Union[tuple(some)]))  # noqa: UP007
    return Thing(tuple(part for part in some if isinstance(part, type)))


def _has_fields(cls: type[object]) -> bool:
    return hasattr(cls, "__attrs_attrs__") or hasattr(cls, "_fields")
