"""The fields of actions, events, decisions and views, and the form of their values.

A `Form` describes the structure of a value down to the roles: `tuple[PlayerName, ...]` has the form
`Many(One(Role.PLAYER))`. Code that reads, writes, describes or checks values goes through their forms, so it
works for every class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import NOTHING, fields, frozen, has

from kingsburg_rules.engine.roles import LOCAL, MULTISETS, ONLY_FOR, SECRET, Role
from kingsburg_rules.engine.values import Kind, by_class, is_map

T = TypeVar("T")

TRAVELS = {"travels": True}
"""The metadata of a field that is part of the JSON although it is not compared."""


@frozen
class One:
    """A single value with a role. The dice of a group are one value, and so is a bag of resources."""

    role: Role


@frozen
class Word:
    """One of the listed words."""

    words: tuple[str, ...]


@frozen
class Maybe:
    """A value or None."""

    of: Form


@frozen
class Many:
    """A tuple of any length. The order matters."""

    of: Form


@frozen
class Table:
    """A mapping whose keys have a role."""

    key: Role
    value: Form


@frozen
class Nested:
    """A value with fields: an instance of a class, or of any class in a family."""

    cls: type[object]


Form: TypeAlias = One | Word | Maybe | Many | Table | Nested
"""The structure of a value."""


class Field(NamedTuple):
    """A field: its form, its default (`NOTHING` if it is required), and whether it counts in comparisons."""

    name: str
    form: Form
    default: object = NOTHING
    compared: bool = True

    @property
    def optional(self) -> bool:
        """Whether the value can be None."""
        return isinstance(self.form, Maybe)

    @property
    def many(self) -> bool:
        """Whether the value is a tuple of values with the role."""
        return isinstance(_inner(self.form), Many)

    @property
    def role(self) -> Role | None:
        """The role of the value or of its items; None for mappings and values with fields."""
        match _inner(self.form):
            case One(role) | Many(One(role)):
                return role
            case Word() | Many(Word()):
                return Role.WORD
            case _:
                return None

    @property
    def in_any_order(self) -> bool:
        """Whether the value is a multiset, or a mapping to multisets."""
        form = self.form.value if isinstance(self.form, Table) else self.form
        return isinstance(form, One) and form.role in MULTISETS


def _inner(form: Form) -> Form:
    return form.of if isinstance(form, Maybe) else form


class _Raw(NamedTuple):
    """A field as Python declares it."""

    name: str
    hint: object
    default: object
    travels: bool
    compared: bool = True


@by_class
def _raw_fields(cls: type[object]) -> tuple[_Raw, ...]:
    hints = get_type_hints(cls, include_extras=True)
    if has(cls):
        return tuple(
            _Raw(a.name, hints[a.name], _made(a.default), bool(a.eq) or a.metadata == TRAVELS, bool(a.eq))
            for a in fields(cls)
        )
    names: tuple[str, ...] = getattr(cls, "_fields", ())
    defaults: Mapping[str, object] = getattr(cls, "_field_defaults", {})
    return tuple(
        _Raw(name, hints[name], defaults.get(name, NOTHING), travels=not _is_marked(hints[name], LOCAL))
        for name in names
    )


def _made(default: object) -> object:
    """Return the default, calling its factory if it has one."""
    make: object = getattr(default, "factory", None)
    return make() if callable(make) else default


@by_class
def fields_of(cls: type[object]) -> Mapping[str, Field]:
    """Return the fields of a class by name, in order. Fields that are not compared are left out.

    Raises:
        TypeError: The type of a field has no role.
    """
    return {
        raw.name: Field(raw.name, form_of(raw.hint), raw.default, raw.compared)
        for raw in _raw_fields(cls)
        if raw.travels
    }


@by_class
def secrets_of(cls: type[object]) -> Mapping[str, object]:
    """Return the secret fields of a class, with the values that everybody else sees there."""
    return {raw.name: _blank(raw) for raw in _raw_fields(cls) if _is_marked(raw.hint, SECRET)}


def _blank(raw: _Raw) -> object:
    """Return the default of a field, else None or an empty tuple."""
    if raw.default is not NOTHING:
        return raw.default
    return None if isinstance(form_of(raw.hint), Maybe) else ()


@by_class
def only_for(cls: type[object]) -> str | None:
    """Return the field with the only player who may know the secrets of a value."""
    return next((raw.name for raw in _raw_fields(cls) if _is_marked(raw.hint, ONLY_FOR)), None)


def _is_marked(hint: object, mark: str) -> bool:
    """Return whether a type, or any member of a union, has a mark."""
    return mark in get_args(hint) or any(mark in get_args(part) for part in get_args(hint))


@by_class
def secret_to(cls: type[object]) -> str | None:
    """Return the field with the only player who may know a value; None if others may know a part."""
    return None if secrets_of(cls) else only_for(cls)


def known_to(value: T, *players: str | None) -> T | None:
    """Return what these players (none: a spectator) may know of a value: all, a part, or None."""
    cls = type(value)
    knows = only_for(cls)
    if knows is None or getattr(value, knows) in players:
        return value
    secrets = secrets_of(cls)
    raw = {one.name: getattr(value, one.name) for one in _raw_fields(cls)}
    return cls(**{**raw, **secrets}) if secrets else None


def names_in(value: object) -> Iterator[tuple[Role, str]]:
    """Yield all names in the fields of a value, each with its role, and those in values inside it."""
    for field in fields_of(type(value)).values():
        yield from _names(field.form, getattr(value, field.name))


def own_names_in(value: object) -> Iterator[tuple[Role, str]]:
    """Yield the names in the fields of a value, each with its role, but for those in values inside it."""
    for field in fields_of(type(value)).values():
        form = _inner(field.form)
        if not isinstance(form.of if isinstance(form, Many) else form, Nested):
            yield from _names(field.form, getattr(value, field.name))


def _names(form: Form, value: object) -> Iterator[tuple[Role, str]]:
    match form:
        case One(Role.BAG) if is_bag(value):
            yield from ((Role.RESOURCE, name) for name, _ in value)
        case One(role) if isinstance(value, str):
            yield role, value
        case Word() if isinstance(value, str):
            yield Role.WORD, value
        case Maybe(of) if value is not None:
            yield from _names(of, value)
        case Many(of) if is_list(value):
            for one in value:
                yield from _names(of, one)
        case Table(key, of) if is_map(value):
            for name, one in value.items():
                yield from _names(One(key), name)
                yield from _names(of, one)
        case Nested():
            yield from names_in(value)
        case _:
            pass


def is_list(data: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    """Whether data is a list or a tuple. A string is not a list of letters."""
    return isinstance(data, list | tuple)


def is_bag(data: object) -> TypeGuard[tuple[tuple[str, object], ...]]:
    """Whether data is a list of pairs of a name and something else."""
    return is_list(data) and all(map(_is_pair, data))


def _is_pair(data: object) -> bool:
    return is_list(data) and len(data) == 2 and isinstance(data[0], str)


_BARE: dict[object, Role] = {int: Role.NUMBER, bool: Role.FLAG}


def form_of(hint: object) -> Form:
    """Return the form of the values of a type.

    Raises:
        TypeError: The type has no role.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((One(part) for part in parts if isinstance(part, Role)), None) or form_of(parts[0])
    if hint in _BARE:
        return One(_BARE[hint])
    if origin is Literal:
        return Word(parts)
    if origin in (Union, UnionType):
        return _either(parts)
    if origin is tuple and parts[-1] is Ellipsis:
        return Many(form_of(parts[0]))
    if origin is Mapping and isinstance(key := form_of(parts[0]), One):
        return Table(key.role, form_of(parts[1]))
    if isinstance(hint, type) and (has(hint) or hasattr(hint, "_fields")):
        return Nested(hint)
    raise TypeError(f"{hint} has no role; use a type of kingsburg_rules.engine.roles")


def _either(parts: tuple[object, ...]) -> Form:
    some = [part for part in parts if part is not NoneType]
    if len(some) < len(parts):
        return Maybe(form_of(Union[tuple(some)]))  # noqa: UP007
    families = {part.family() for part in some if isinstance(part, type) and issubclass(part, Kind)}
    if len(families) != 1:
        raise TypeError(f"{some} are not classes of one family")
    return Nested(families.pop())
