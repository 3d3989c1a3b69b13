"""The fields of actions, events, decisions and views, and the form of their values.

A `Form` describes the structure of a value down to the roles: `tuple[PlayerName, ...]` has the form
`ListOf(Single(Role.PLAYER))`. Code that reads, writes, describes or checks values goes through their forms,
so it works for every class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    ClassVar,
    Final,
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

from attrs import NOTHING, Attribute, field, fields, frozen, has, make_class, resolve_types

from kingsburg_rules.engine.roles import LOCAL, MULTISETS, ONLY_FOR, SECRET, Role

C = TypeVar("C")
K = TypeVar("K")
T = TypeVar("T")
V = TypeVar("V")

TRAVELS: Final = {"travels": True}
"""The metadata of a field that is part of the JSON although it is not compared."""


class FrozenMap(dict[K, V]):
    """A map that nobody can change. It is a `dict` to whatever reads, compares, copies or pickles it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenMap, (dict(self),)


def _refuse(*_: object, **__: object) -> None:
    """Refuse to change a map.

    Raises:
        TypeError: Always.
    """
    raise TypeError("what a game shows cannot be changed; change a copy of it: dict(...)")


for _name in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(FrozenMap, _name, _refuse)


def by_class(make: Callable[[type[C]], T]) -> Callable[[type[C]], T]:
    """Cache a function of a class. Unlike `functools.cache`, this type-checks for classes."""
    known: dict[type[C], T] = {}  # classes live as long as the program, so nothing is ever removed

    def look_up(cls: type[C]) -> T:
        if cls not in known:
            known[cls] = make(cls)
        return known[cls]

    return look_up


@frozen(eq=False, repr=False, weakref_slot=False, getstate_setstate=False)
class Tagged:
    """The base of a family of classes, such as `Action`: in JSON, the key `type` is the tag of the class.

    `kinds` are all classes of the family by tag, but for the family itself; `constants` are attributes of the
    classes that their JSON has, too. Values that are sent back are `read_whole`: no field is ignored.
    """

    kinds: ClassVar[Mapping[str, type[Tagged]]] = {}
    constants: ClassVar[tuple[str, ...]] = ()
    read_whole: ClassVar[bool] = False
    tag: ClassVar[str] = ""

    @classmethod
    def family(cls) -> type[Tagged]:
        """Return the class that names `Tagged` as a base, which this class is or derives from."""
        return next(base for base in cls.__mro__ if Tagged in base.__bases__)

    @staticmethod
    def tag_of(name: str) -> str:
        """Return the tag of a class that does not declare one; families may have other tags than names."""
        return name

    @classmethod
    def __init_subclass__(cls) -> None:
        """Start a family, or join it. A class with slots comes twice: attrs makes it anew."""
        family = cls.family()
        if "tag" not in vars(cls):
            cls.tag = cls.tag_of(cls.__name__)
        # A new mapping, so that tests can put back the one from before they added a class.
        family.kinds = {} if cls is family else {**family.kinds, cls.tag: cls}


# Forms


@frozen
class Single:
    """A single value with a role. The dice of a group are one value, and so is a bag of resources."""

    role: Role


@frozen
class OneOf:
    """One of the listed words."""

    words: tuple[str, ...]


@frozen
class Maybe:
    """A value or None."""

    of: Form


@frozen
class ListOf:
    """A tuple of any length. The order matters."""

    of: Form


@frozen
class MapOf:
    """A mapping whose keys have a role."""

    key: Role
    value: Form


@frozen
class Nested:
    """A value with fields: an instance of a class, or of any class in a family."""

    cls: type[object]


Form: TypeAlias = Single | OneOf | Maybe | ListOf | MapOf | Nested
"""The structure of a value."""

_BARE: Final = {int: Role.NUMBER, bool: Role.FLAG}


def form_of(hint: object) -> Form:
    """Return the form of the values of a type.

    Raises:
        TypeError: The type has no role.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((Single(part) for part in parts if isinstance(part, Role)), None) or form_of(parts[0])
    # By the type itself: true and false are integers, too.
    if isinstance(hint, type) and hint in _BARE:
        return Single(_BARE[hint])
    if origin is Literal:
        return OneOf(parts)
    if origin in (Union, UnionType):
        return _union(parts)
    if origin is tuple and parts[-1] is Ellipsis:
        return ListOf(form_of(parts[0]))
    if origin is Mapping and isinstance(key := form_of(parts[0]), Single):
        return MapOf(key.role, form_of(parts[1]))
    if isinstance(hint, type) and (has(hint) or hasattr(hint, "_fields")):
        return Nested(hint)
    raise TypeError(f"{hint} has no role; use a type of kingsburg_rules.engine.roles")


def _union(parts: tuple[object, ...]) -> Form:
    some = [part for part in parts if part is not NoneType]
    if len(some) < len(parts):
        return Maybe(form_of(Union[tuple(some)]))  # noqa: UP007
    families = {part.family() for part in some if isinstance(part, type) and issubclass(part, Tagged)}
    # The tag in the JSON says which class it is, so all must be of one family.
    if len(families) != 1:
        raise TypeError(f"{some} are not classes of one family")
    return Nested(families.pop())


# Fields


class ValueField(NamedTuple):
    """A field: its form, its default (`NOTHING` if it is required), and whether it counts in comparisons."""

    name: str
    form: Form
    default: object = NOTHING
    compared: bool = True

    @property
    def optional(self) -> bool:
        """True if the value can be None."""
        return isinstance(self.form, Maybe)

    @property
    def many(self) -> bool:
        """True if the value is a tuple of values with the role."""
        return isinstance(_inner(self.form), ListOf)

    @property
    def role(self) -> Role | None:
        """The role of the value or of its items; None for mappings and values with fields."""
        match _inner(self.form):
            case Single(role) | ListOf(Single(role)):
                return role
            case OneOf() | ListOf(OneOf()):
                return Role.WORD
            case _:
                return None

    @property
    def in_any_order(self) -> bool:
        """True if the value is a multiset, or a mapping to multisets."""
        form = self.form.value if isinstance(self.form, MapOf) else self.form
        return isinstance(form, Single) and form.role in MULTISETS


def _inner(form: Form) -> Form:
    return form.of if isinstance(form, Maybe) else form


@by_class
def _attributes(cls: type[object]) -> tuple[Attribute[object], ...]:
    """Return the attributes of a class with their types; those of a named tuple are made for it."""
    if has(cls):
        # Annotations are texts until now: resolving them when classes are made would slow the import.
        attributes: tuple[Attribute[object], ...] = fields(resolve_types(cls))
        return attributes
    hints = get_type_hints(cls, include_extras=True)
    defaults: Mapping[str, object] = getattr(cls, "_field_defaults", {})
    made = {
        name: field(default=defaults.get(name, NOTHING), type=hint, eq=not _is_marked(hint, LOCAL))
        for name, hint in hints.items()
    }
    return _attributes(make_class(cls.__name__, made))


@by_class
def json_attributes(cls: type[object]) -> list[Attribute[object]]:
    """Return the attributes of a class that are part of its JSON, in order."""
    return [a for a in _attributes(cls) if a.eq or a.metadata == TRAVELS]


@by_class
def fields_of(cls: type[object]) -> Mapping[str, ValueField]:
    """Return the fields of a class that are part of its JSON by name, in order.

    Raises:
        TypeError: The type of a field has no role.
    """
    return {
        a.name: ValueField(a.name, form_of(a.type), _default(a), bool(a.eq)) for a in json_attributes(cls)
    }


def _default(attribute: Attribute[object]) -> object:
    """Return the default of an attribute, calling its factory if it has one."""
    make: object = getattr(attribute.default, "factory", None)
    return make() if callable(make) else attribute.default


# Secrets


@by_class
def secrets_of(cls: type[object]) -> Mapping[str, object]:
    """Return the secret fields of a class, with the values that everybody else sees there."""
    return {a.name: _blank(a) for a in _attributes(cls) if _is_marked(a.type, SECRET)}


def _blank(attribute: Attribute[object]) -> object:
    """Return the default of a field, else None or an empty tuple."""
    if attribute.default is not NOTHING:
        return _default(attribute)
    return None if isinstance(form_of(attribute.type), Maybe) else ()


@by_class
def only_for(cls: type[object]) -> str | None:
    """Return the field with the only player who may know the secrets of a value."""
    return next((a.name for a in _attributes(cls) if _is_marked(a.type, ONLY_FOR)), None)


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
    # Not `evolve`: decisions are named tuples.
    everything = {a.name: getattr(value, a.name) for a in _attributes(cls)}
    return cls(**{**everything, **secrets}) if secrets else None


# Names


def names_in(value: object) -> Iterator[tuple[Role, str]]:
    """Yield all names in the fields of a value, each with its role, and those in values inside it."""
    for about in fields_of(type(value)).values():
        yield from _names(about.form, getattr(value, about.name))


def own_names_in(value: object) -> Iterator[tuple[Role, str]]:
    """Yield the names in the fields of a value, each with its role, but for those in values inside it."""
    for about in fields_of(type(value)).values():
        form = _inner(about.form)
        if not isinstance(form.of if isinstance(form, ListOf) else form, Nested):
            yield from _names(about.form, getattr(value, about.name))


def _names(form: Form, value: object) -> Iterator[tuple[Role, str]]:
    match form:
        case Single(Role.BAG) if is_bag(value):
            yield from ((Role.RESOURCE, name) for name, _ in value)
        case Single(role) if isinstance(value, str):
            yield role, value
        case OneOf() if isinstance(value, str):
            yield Role.WORD, value
        case Maybe(of) if value is not None:
            yield from _names(of, value)
        case ListOf(of) if is_list(value):
            for one in value:
                yield from _names(of, one)
        case MapOf(key, of) if is_map(value):
            for name, one in value.items():
                yield from _names(Single(key), name)
                yield from _names(of, one)
        case Nested():
            yield from names_in(value)
        case _:
            pass


# Plain data


def is_map(data: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether data is a mapping."""
    return isinstance(data, Mapping)


def is_list(data: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    """Return whether data is a list or a tuple. A string is not a list of letters."""
    return isinstance(data, list | tuple)


def is_bag(data: object) -> TypeGuard[tuple[tuple[str, object], ...]]:
    """Return whether data is a list of pairs of a name and something else."""
    return is_list(data) and all(map(_is_pair, data))


def _is_pair(data: object) -> bool:
    return is_list(data) and len(data) == 2 and isinstance(data[0], str)
