"""Values as plain data and as JSON, in both directions.

The forms of fields (see `engine.fields`) define the JSON. Tuples and dice are lists; classes and bags of
resources are maps. The key `type` of an action or event is its class, and `only_for` the only player who may
know it. Fields that have their default are left out. Reading is strict about types and keys, and ignores the
order of dice and of keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

from kingsburg_rules.engine.classes import NOTHING
from kingsburg_rules.engine.errors import shortened
from kingsburg_rules.engine.fields import (
    Form,
    Many,
    Maybe,
    One,
    Table,
    Thing,
    Word,
    fields_of,
    is_bag,
    is_list,
    is_map,
    secret_to,
)
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.values import Kind, by_class

T = TypeVar("T")

Turn: TypeAlias = Callable[[object], object]
"""Converts a value to plain data, or plain data to a value."""

TAG = "type"
"""The key for the class of an action or event."""

ONLY_FOR = "only_for"
"""The key for the only player who may know a value."""

FRACTION = ("numerator", "denominator", "value")
"""The keys of a fraction."""

_FACES = range(1, 7)


class Unreadable(ValueError):
    """Data has another form than expected; the text says where and what is expected."""

    def __init__(self, why: str, where: str = "") -> None:
        super().__init__(f"`{where}` {why}" if where else f"it {why}")
        self.why = why
        self.where = where

    def inside(self, where: str) -> Unreadable:
        """Return the same error for the value that contains this one."""
        joint = "." if self.where and not self.where.startswith("[") else ""
        return Unreadable(self.why, f"{where}{joint}{self.where}")


def to_plain(value: object) -> dict[str, object]:
    """Turn a value into plain data."""
    start, knows, writers = _writers(type(value))
    plain = start.copy()
    if knows:
        plain[ONLY_FOR] = getattr(value, knows)
    for name, default, write in writers:
        part = getattr(value, name)
        if part != default:
            plain[name] = part if write is None else write(part)
    return plain


def to_json(value: object) -> str:
    """Write a value as JSON."""
    return _as_json(to_plain(value))


_as_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def parsed(text: str) -> object:
    """Read JSON as plain data.

    Raises:
        Unreadable: It is not JSON.
    """
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError, TypeError) as error:
        raise Unreadable("is not JSON") from error
    return found


def from_plain(data: object, cls: type[T], **beside: object) -> T:
    """Make a value from plain data.

    Args:
        data: The data.
        cls: The class of the value. For a family, such as `Action`, the data names the class.
        beside: Fields of the value that are not part of the data.

    Raises:
        Unreadable: The data has another form.
    """
    made = _read_thing(cls, _map(data), beside)
    if not isinstance(made, cls):
        raise Unreadable(f"has another `{TAG}`")
    return made


def flaw(value: object) -> str | None:
    """Return what is wrong with the fields of a value that a program made, or None."""
    for name, field in fields_of(type(value)).items():
        try:
            _at(name, _reader(field.form), writer_of(field.form)(getattr(value, name)))
        except Unreadable as error:
            return str(error)
    return None


# Writing. A malformed value is written as something that cannot be read.


class _Writers(NamedTuple):
    """What values of a class begin with, the field with the only player who may know them, the fields."""

    start: dict[str, object]
    knows: str | None
    fields: tuple[tuple[str, object, Turn | None], ...]


@by_class
def _writers(cls: type[object]) -> _Writers:
    """Return how values of a class are written."""
    start: dict[str, object] = {TAG: cls.__name__} if issubclass(cls, Kind) else {}
    fields = tuple((name, field.default, _change(field.form)) for name, field in fields_of(cls).items())
    return _Writers(start, secret_to(cls), fields)


def writer_of(form: Form) -> Turn:
    """Return a function that writes values of a form."""
    return _change(form) or (lambda value: value)


@cache
def _change(form: Form) -> Turn | None:
    """Return a function that writes values of a form; None if they are written as they are."""
    match form:
        case One(Role.BAG):
            return lambda value: dict(value) if is_bag(value) else None
        case One(Role.DICE | Role.BONUS_DICE | Role.ROLL):
            return _change_each(None)
        case One(Role.FRACTION):
            return _change_fraction
        case One() | Word():
            return None
        case Maybe(of):
            write = _change(of)
            return write and (lambda value: None if value is None else write(value))
        case Many(of):
            return _change_each(_change(of))
        case Table(_, of):
            return _change_map(_change(of))
        case Thing():
            return to_plain


def _change_each(each: Turn | None) -> Turn:
    if each is None:
        return lambda value: [*value] if is_list(value) else value
    return lambda value: [each(one) for one in value] if is_list(value) else value


def _change_map(inner: Turn | None) -> Turn:
    if inner is None:
        return lambda value: {str(key): one for key, one in _map(value).items()}
    return lambda value: {str(key): inner(one) for key, one in _map(value).items()}


def _change_fraction(value: object) -> object:
    """Write a fraction exactly and, for clients that only show it, as a decimal number."""
    from fractions import Fraction  # which only an analysis needs

    if not isinstance(value, Fraction):
        return value
    return dict(zip(FRACTION, (value.numerator, value.denominator, float(value)), strict=True))


# Reading


def _read_thing(cls: type[object], data: Mapping[str, object], beside: Mapping[str, object]) -> object:
    """Read a value of a class, or of the class of its family that the data names."""
    if not issubclass(cls, Kind):
        return cls(**_read_fields(cls, data), **beside)
    kind = cls.family().kinds.get(str(data.get(TAG)))
    if kind is None:
        raise Unreadable(f"has no known `{TAG}`")
    return kind(**_read_fields(kind, {key: part for key, part in data.items() if key != TAG}))


def _read_fields(cls: type[object], data: Mapping[str, object]) -> dict[str, object]:
    fields, knows = fields_of(cls), secret_to(cls)
    strange = [key for key in data if key not in fields and not (knows and key == ONLY_FOR)]
    missing = [name for name, field in fields.items() if name not in data and field.default is NOTHING]
    if strange:
        raise Unreadable(f"has no field '{shortened(strange[0])}'")
    if missing:
        raise Unreadable(f"lacks `{missing[0]}`")
    read = {name: _at(name, _reader(fields[name].form), data[name]) for name in fields if name in data}
    if knows and data.get(ONLY_FOR) != read[knows]:
        raise Unreadable(f"must be what `{knows}` is", ONLY_FOR)
    return read


def _at(where: str, turn: Turn, data: object) -> object:
    try:
        return turn(data)
    except Unreadable as error:
        raise error.inside(where) from None


@cache
def _reader(form: Form) -> Turn:
    """Return a function that reads values of a form."""
    match form:
        case One(role):
            return _READERS.get(role, _name)
        case Word(words):
            return lambda data: _right(data, f"must be one of {', '.join(words)}", data in words)
        case Maybe(of):
            read = _reader(of)
            return lambda data: None if data is None else read(data)
        case Many(of):
            each = _reader(of)
            return lambda data: tuple([_at(f"[{n}]", each, one) for n, one in enumerate(_list(data))])
        case Table(key, of):
            inner, read_key = _reader(of), _year if key is Role.YEAR else _name
            return lambda data: {
                read_key(key): _at(shortened(key), inner, one) for key, one in _map(data).items()
            }
        case Thing(cls):
            return lambda data: _read_thing(cls, _map(data), {})


def _right(data: T, wish: str, *are: bool) -> T:
    """Return data if it is right."""
    if not all(are):
        raise Unreadable(wish)
    return data


def _map(data: object) -> Mapping[str, object]:
    if not is_map(data):
        raise Unreadable("must be a map")
    return data


def _list(data: object) -> list[object] | tuple[object, ...]:
    if not is_list(data):
        raise Unreadable("must be a list")
    return data


def _name(data: object) -> object:
    return _right(data, "must be a string", isinstance(data, str))


def _year(key: str) -> int:
    """Read a year that is the key of a map, where JSON has strings."""
    return int(_right(key, "must be a map by years", key.isascii(), key.isdigit()))


def _number(data: object) -> object:
    return _right(data, "must be a whole number", type(data) is int)


def _flag(data: object) -> object:
    return _right(data, "must be true or false", type(data) is bool)


def _is_face(data: object) -> bool:
    return type(data) is int and data in _FACES


def _face(data: object) -> object:
    return _right(data, "must be a whole number from 1 to 6", _is_face(data))


def _dice(data: object) -> object:
    right = (type(one) is int and one > 0 for one in _list(data))
    return tuple(_right(_list(data), "must be a list of whole numbers from 1", *right))


def _roll(data: object) -> object:
    return tuple(
        _right(_list(data), "must be a list of whole numbers from 1 to 6", *map(_is_face, _list(data)))
    )


def _bag(data: object) -> object:
    right = (type(amount) is int and amount > 0 for amount in _map(data).values())
    return tuple(_right(_map(data), "must be a map of resources to whole numbers from 1", *right).items())


def _fraction(data: object) -> object:
    from fractions import Fraction

    parts = [_map(data).get(key) for key in FRACTION]
    whole = [part for part in parts if type(part) is int]
    right = (
        len(_map(data)) == len(FRACTION),
        len(whole) > 1 and whole[1] > 0,
        isinstance(parts[2], int | float),
    )
    _right(data, f"must be a map of {', '.join(FRACTION)}", *right)
    return Fraction(whole[0], whole[1])


_READERS: dict[Role, Turn] = {
    Role.NUMBER: _number,
    Role.YEAR: _number,
    Role.FACE: _face,
    Role.FLAG: _flag,
    Role.DICE: _dice,
    Role.BONUS_DICE: _dice,
    Role.ROLL: _roll,
    Role.BAG: _bag,
    Role.FRACTION: _fraction,
}
"""Functions that read values, by role. Values of all other roles are names."""
