"""Classes with declared fields, as attrs makes them, but made in a small part of the time.

The library has some 250 classes that only hold what their fields say, and every program that uses it waits
for them. attrs writes, compiles and runs code for each class when it is defined. Here next to nothing happens
then: what a class needs is made when it is first asked for.

To everybody else they are attrs classes. Type checkers are told that attrs makes them. `attrs.fields`, and
with it `attrs.evolve`, `attrs.asdict` and cattrs, ask a class for `__attrs_attrs__`: they get what attrs
itself says of the same fields, and only then is attrs imported.

`frozen`, `define`, `field`, `fields`, `evolve`, `has`, `Factory` and `NOTHING` are used as those of attrs,
`bare` as `frozen(eq=False, repr=False)`. Instances have a `__dict__`, since slots would mean to make every
class twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar

__all__ = [
    "NOTHING",
    "Factory",
    "bare",
    "define",
    "evolve",
    "field",
    "fields",
    "fresh",
    "frozen",
    "has",
    "marked",
    "record",
]

C = TypeVar("C")
T = TypeVar("T")

_OWN, _FIELDS, _ATTRS = "__own_fields__", "__all_fields__", "__attrs_attrs__"
_IN_ORDER, _INIT, _FINISH = "__match_args__", "__init__", "__attrs_post_init__"

_BEFORE_ITS_OWN: Final = 20
"""How many instances of a class are filled field by field; code of its own costs as much as so many."""


class _Nothing:
    """The default of a field that has none."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Read as in the signatures that attrs makes."""
        return "NOTHING"


_NOTHING: Final = _Nothing()
_NO_METADATA: Final[Mapping[str, object]] = {}


class _Factory:
    """A default that is made anew for every instance."""

    __slots__ = ("factory",)

    def __init__(self, factory: Callable[[], object]) -> None:
        self.factory = factory


class _Field:
    """A field, in the words of attrs. Its name and its type are known when its class is there."""

    __slots__ = ("default", "eq", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: object = _NOTHING,
        factory: Callable[[], object] | None = None,
        init: bool = True,
        eq: bool = True,
        repr: bool = True,  # noqa: A002 - as attrs calls it
        kw_only: bool = False,
        metadata: Mapping[str, object] = _NO_METADATA,
    ) -> None:
        self.default = default if factory is None else _Factory(factory)
        self.init, self.eq, self.repr, self.kw_only = init, eq, repr, kw_only
        self.metadata = metadata
        self.name = ""
        self.type: object = None

    def called(self, name: str, hint: object) -> _Field:
        """Take the name and the type that a class gives it."""
        self.name, self.type = name, hint
        return self

    def start(self) -> object:
        """Give the default."""
        return self.default.factory() if isinstance(self.default, _Factory) else self.default


def fresh(factory: Callable[[], object]) -> Any:  # noqa: ANN401 - the hint of the field says what it is
    """Say that a field of a `record` begins with something new for every instance, such as an empty list.

    It is `field(factory=...)` for classes that are compiled: there, a default must be what the hint says.
    """
    return _Field(factory=factory)


# Making a class


def _frozen(
    cls: type[C] | None = None,
    *,
    eq: bool = True,
    repr: bool = True,  # noqa: A002 - as attrs calls it
) -> type[C] | Callable[[type[C]], type[C]]:
    """Make a class whose instances never change."""
    if cls is None:
        return partial(_declare, frozen=True, eq=eq, repr=repr)
    return _declare(cls, frozen=True, eq=eq, repr=repr)


def _define(
    cls: type[C] | None = None,
    *,
    eq: bool = True,
    repr: bool = True,  # noqa: A002 - as attrs calls it
) -> type[C] | Callable[[type[C]], type[C]]:
    """Make a class whose instances may change."""
    if cls is None:
        return partial(_declare, frozen=False, eq=eq, repr=repr)
    return _declare(cls, frozen=False, eq=eq, repr=repr)


def _bare(cls: type[C]) -> type[C]:
    """Make a frozen class that is compared and shown as its base is: by identity, if that is `object`."""
    return _declare(cls, frozen=True, eq=False, repr=False)


def _marked(cls: type[C]) -> type[C]:
    """Make the same with `field(...)` alone as fields: a compiled class does not know what its hints are."""
    return _declare(cls, frozen=True, eq=False, repr=False, own=_marked_fields)


def _record(
    *,
    auto_attribs: bool,
    eq: bool,
    repr: bool,  # noqa: A002 - as attrs calls it
) -> Callable[[type[C]], type[C]]:
    """Make a class of the machine: mypyc compiles `attr.s(auto_attribs=True)` to a class of C.

    Such a class has its hints and defaults only while it is decorated. And it asks itself for what attrs says
    of it, so it says nothing: that would import attrs.
    """
    assert auto_attribs

    def declare(cls: type[C]) -> type[C]:
        setattr(_declare(cls, frozen=False, eq=eq, repr=repr), _OWN, _hinted_fields(cls))
        delattr(cls, _ATTRS)
        return cls

    return declare


def _declare(
    cls: type[C],
    *,
    frozen: bool,
    eq: bool,
    repr: bool,  # noqa: A002 - as attrs calls it
    own: Callable[[type[object]], list[_Field]] | None = None,
) -> type[C]:
    added: dict[str, object] = {name: _Later(cls, name, make) for name, make in _MADE_LATER}
    added |= {_OWN: _Later(cls, _OWN, own or _hinted_fields), _INIT: _LaterInit(cls)}
    if eq:
        added |= {"__eq__": _Shared.__eq__, "__hash__": _Shared.__hash__ if frozen else None}
    if repr:
        added["__repr__"] = _Shared.__repr__
    if frozen and not _is_frozen(cls):
        added |= {"__setattr__": _Shared.__setattr__, "__delattr__": _Shared.__delattr__}
    for name, what in added.items():
        setattr(cls, name, what)
    return cls


def _is_frozen(cls: type[object]) -> bool:
    return cls.__setattr__ is _Shared.__setattr__


class _Later:
    """An attribute of a class that is made when somebody asks for it, and then takes this place."""

    __slots__ = ("cls", "make", "name")

    def __init__(self, cls: type[object], name: str, make: Callable[[type[object]], object]) -> None:
        self.cls, self.name, self.make = cls, name, make

    def __get__(self, thing: object, owner: type[object]) -> object:
        """Make it."""
        made = self.make(self.cls)
        setattr(self.cls, self.name, made)
        return made


class _LaterInit:
    """The `__init__` of a class that has few instances yet: they are filled here, field by field."""

    __slots__ = ("cls", "left")

    def __init__(self, cls: type[object]) -> None:
        self.cls, self.left = cls, _BEFORE_ITS_OWN

    def __get__(self, thing: object, owner: type[object]) -> Callable[..., None]:
        """Write the code for who asks the class for its signature, or makes one instance more."""
        self.left -= 1
        if thing is not None and self.left > 0:
            return partial(self.fill, thing)
        init = _written_init(self.cls)
        setattr(self.cls, _INIT, init)
        return init if thing is None else partial(init, thing)

    def fill(self, thing: object, /, *given: object, **named: object) -> None:
        """Set the fields of an instance; if what is given does not fit, the code for it says why."""
        filled = self._filled(given, named)
        if filled is None:
            _written_init(self.cls)(thing, *given, **named)
        elif _is_frozen(self.cls):
            for name, value in filled.items():
                object.__setattr__(thing, name, value)
        else:
            for name, value in filled.items():
                setattr(thing, name, value)
            finish: Callable[[object], None] | None = getattr(self.cls, _FINISH, None)
            if finish is not None:
                finish(thing)

    def _filled(self, given: tuple[object, ...], named: dict[str, object]) -> dict[str, object] | None:
        """Work out the values of the fields; None if one is missing or something is left."""
        names: tuple[str, ...] = getattr(self.cls, _IN_ORDER)
        values = {**dict(zip(names, given, strict=False)), **named} if given else named
        filled: dict[str, object] = {}
        taken = 0
        for field in _fields(self.cls):
            if field.init and field.name in values:
                filled[field.name] = values[field.name]
                taken += 1
            elif field.default is not _NOTHING:
                filled[field.name] = field.start()
            elif field.init:
                return None
        return filled if taken == len(given) + len(named) else None


# What a class gets later


def _hinted_fields(cls: type[object]) -> list[_Field]:
    """List the fields that a class adds to those of its bases, or changes: whatever has a type."""
    found: list[_Field] = []
    for name, hint in cls.__annotations__.items():
        if not str(hint).startswith(("ClassVar", "typing.ClassVar")):
            given: object = cls.__dict__.get(name, _NOTHING)
            field = given if isinstance(given, _Field) else _Field(default=given)
            found.append(field.called(name, hint))
    return found


def _marked_fields(cls: type[object]) -> list[_Field]:
    """List the fields that a class adds to those of its bases, or changes: what `field` has made."""
    found = [(name, field) for name, field in cls.__dict__.items() if isinstance(field, _Field)]
    return [field.called(name, cls.__annotations__.get(name)) for name, field in found]


def _all_fields(cls: type[object]) -> tuple[_Field, ...]:
    """List the fields of a class, those of its bases first; one that is changed moves to the end."""
    found: dict[str, _Field] = {}
    for base in reversed(cls.__mro__):
        if _OWN in base.__dict__:
            own: list[_Field] = getattr(base, _OWN)
            for field in own:
                found.pop(field.name, None)
                found[field.name] = field
    return (*found.values(),)


def _in_order(cls: type[object]) -> tuple[str, ...]:
    """List the fields that may be given by their order, to the class or in a pattern."""
    return tuple(field.name for field in _fields(cls) if field.init and not field.kw_only)


def _by_attrs(cls: type[object]) -> object:
    """Let attrs describe the fields of a class: another class declares the same ones to it."""
    import attrs

    def declared(field: _Field) -> object:
        default = field.default
        if isinstance(default, _Factory):
            default = attrs.Factory(default.factory)
        return attrs.field(
            default=attrs.NOTHING if default is _NOTHING else default,
            metadata=dict(field.metadata),
            init=field.init,
            eq=field.eq,
            repr=field.repr,
            kw_only=field.kw_only,
        )

    body = {field.name: declared(field) for field in _fields(cls)}
    types = {field.name: field.type for field in _fields(cls)}
    other = type(cls.__name__, (), {**body, "__annotations__": types})
    return attrs.fields(attrs.define(other, slots=False, init=False, eq=False, repr=False))


def _written_init(cls: type[object]) -> Callable[..., None]:
    """Write and compile the `__init__` of a class."""
    fields = _fields(cls)
    known: dict[str, object] = {"NOTHING": _NOTHING, "put": object.__setattr__}
    for field in fields:
        default = field.default
        known[f"default_{field.name}"] = default.factory if isinstance(default, _Factory) else default
    finish = f"; self.{_FINISH}()" if hasattr(cls, _FINISH) else ""
    exec(f"def __init__({_parameters(fields)}): {_body(fields, _is_frozen(cls))}{finish}", known)
    init = known["__init__"]
    assert isinstance(init, FunctionType)
    init.__module__, init.__qualname__ = cls.__module__, f"{cls.__qualname__}.__init__"
    init.__annotations__ = {field.name: field.type for field in fields if field.init} | {"return": None}
    return init


def _parameters(fields: tuple[_Field, ...]) -> str:
    in_order, by_name = ["self"], list[str]()
    for field in fields:
        if field.init:
            default = "NOTHING" if isinstance(field.default, _Factory) else f"default_{field.name}"
            written = field.name if field.default is _NOTHING else f"{field.name}={default}"
            (by_name if field.kw_only else in_order).append(written)
    return ", ".join([*in_order, "*", *by_name] if by_name else in_order)


def _body(fields: tuple[_Field, ...], frozen: bool) -> str:  # noqa: FBT001 - read once, here
    """Write how an instance is filled.

    Field by field, although one dictionary would be faster: instances then share the keys of theirs, and need
    less than half of the memory.
    """
    values: dict[str, str] = {}
    for field in fields:
        name = field.name
        if isinstance(field.default, _Factory):
            made = f"default_{name}()"
            values[name] = f"{made} if {name} is NOTHING else {name}" if field.init else made
        elif field.init or field.default is not _NOTHING:
            values[name] = name if field.init else f"default_{name}"
    if frozen:
        return "; ".join(f"put(self, '{name}', {value})" for name, value in values.items()) or "pass"
    return "; ".join(f"self.{name} = {value}" for name, value in values.items()) or "pass"


_MADE_LATER: Final[tuple[tuple[str, Callable[[type[object]], object]], ...]] = (
    (_FIELDS, _all_fields),
    (_IN_ORDER, _in_order),
    (_ATTRS, _by_attrs),
)


# What all these classes share


def _fields(cls: type[object]) -> tuple[_Field, ...]:
    """List the fields of a class."""
    home = next(base for base in cls.__mro__ if _FIELDS in base.__dict__ or _ATTRS in base.__dict__)
    if _FIELDS not in home.__dict__:
        setattr(home, _FIELDS, _taken_over(home))
    found: tuple[_Field, ...] = getattr(home, _FIELDS)
    return found


def _taken_over(cls: type[object]) -> tuple[_Field, ...]:
    """List the fields of a class that attrs has made, such as somebody's own kind of event."""
    import attrs

    attributes: tuple[attrs.Attribute[object], ...] = getattr(cls, _ATTRS)
    return tuple(
        _Field(
            default=_NOTHING if one.default is attrs.NOTHING else one.default,
            init=one.init,
            eq=bool(one.eq),
            repr=bool(one.repr),
            kw_only=one.kw_only,
            metadata=one.metadata,
        ).called(one.name, one.type)
        for one in attributes
    )


def _has(cls: type[object]) -> bool:
    """Whether a class has declared fields."""
    return any(_FIELDS in base.__dict__ or _ATTRS in base.__dict__ for base in cls.__mro__)


def _evolve(thing: T, /, **changes: object) -> T:
    """Make a copy with other values in some fields."""
    cls = type(thing)
    kept = {f.name: getattr(thing, f.name) for f in _fields(cls) if f.init and f.name not in changes}
    return cls(**kept, **changes)


def _compared(thing: object) -> tuple[object, ...]:
    return tuple([getattr(thing, field.name) for field in _fields(type(thing)) if field.eq])


class _Shared:
    """The methods that classes take from here; they look at the fields of whatever they are called on."""

    def __eq__(self, other: object) -> bool:
        """Compare class and fields."""
        if type(other) is not type(self):
            return NotImplemented
        return _compared(self) == _compared(other)

    def __hash__(self) -> int:
        """Hash class and fields."""
        return hash((type(self), _compared(self)))

    def __repr__(self) -> str:
        """Write the value as a call that makes it."""
        inside = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in _fields(type(self)) if f.repr)
        return f"{type(self).__name__}({inside})"

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change what never changes, as attrs does."""
        from attrs.exceptions import FrozenInstanceError

        raise FrozenInstanceError

    def __delattr__(self, name: str) -> None:
        """Refuse that, too."""
        self.__setattr__(name, None)


if TYPE_CHECKING:
    from attr import s as record
    from attrs import NOTHING, Factory, define, evolve, field, fields, frozen, has
    from attrs import frozen as bare
    from attrs import frozen as marked
else:
    NOTHING, Factory, bare, define, evolve = _NOTHING, _Factory, _bare, _define, _evolve
    field, fields, frozen, has, marked, record = _Field, _fields, _frozen, _has, _marked, _record
