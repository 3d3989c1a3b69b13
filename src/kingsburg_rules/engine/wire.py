"""Values as plain data and as JSON, in both directions.

The forms of fields (see `engine.fields`) define the JSON. Tuples and dice are lists; classes and bags of
resources are maps. The key `type` of an action or event is its class, and `only_for` the only player who may
know it. Fields that have their default are left out. Reading is strict about types and keys, and ignores the
order of dice and of keys.

A player is their seat: 0, 1, and so on clockwise, and -1 for chance. In Python a player goes by name, so
whoever writes or reads says who sits where. Names may change, and nothing else can be mistaken for a player.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

from attrs import NOTHING

from kingsburg_rules.engine.errors import SetupError, listed, shortened, shown
from kingsburg_rules.engine.fields import (
    Form,
    Many,
    Maybe,
    Nested,
    One,
    Table,
    Word,
    fields_of,
    is_bag,
    is_list,
    secret_to,
)
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.values import Kind, by_class, is_map

T = TypeVar("T")

Players: TypeAlias = tuple[str, ...]
"""The players by seat."""

Turn: TypeAlias = Callable[[object, Players], object]
"""Converts a value to plain data, or plain data to a value."""

CHANCE_PLAYER = "chance"
"""The player who answers for dice and cards when chance is a decision."""

CHANCE_SEAT = -1
"""The seat of chance in JSON."""

TAG = "type"
"""The key for the class of an action or event."""

ONLY_FOR = "only_for"
"""The key for the only player who may know a value."""

FRACTION = ("numerator", "denominator", "value")
"""The keys of a fraction."""

_FACES = range(1, 7)
_DIGITS = 4


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


def seated(players: object) -> Players:
    """Take the players by seat.

    Raises:
        TypeError: They are not a list of names.
    """
    names = listed(players)
    if names is None:
        raise TypeError(f"players must be a list of names, not {shown(players)}")
    return names


def to_plain(value: object, players: Players) -> dict[str, object]:
    """Turn a value into plain data.

    Raises:
        SetupError: The value names a player who is not among the players.
    """
    start, knows, writers = _writers(type(value))
    plain = start.copy()
    if knows:
        plain[ONLY_FOR] = _seat(getattr(value, knows), players)
    for name, default, write in writers:
        part = getattr(value, name)
        if part != default:
            plain[name] = part if write is None else write(part, players)
    return plain


def to_json(value: object, players: Players) -> str:
    """Write a value as JSON.

    Raises:
        SetupError: The value names a player who is not among the players.
    """
    return _as_json(to_plain(value, players))


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


def from_plain(data: object, cls: type[T], players: Players = (), **beside: object) -> T:
    """Make a value from plain data.

    Args:
        data: The data.
        cls: The class of the value. For a family, such as `Action`, the data names the class.
        players: The players by seat.
        beside: Fields of the value that are not part of the data.

    Raises:
        Unreadable: The data has another form.
    """
    made = _read_thing(cls, _map(data), players, beside)
    if not isinstance(made, cls):
        raise Unreadable(f"has another `{TAG}`")
    return made


def flaw(value: object, players: Players) -> str | None:
    """Return what is wrong with the fields of a value that a program made, or None."""
    for name, field in fields_of(type(value)).items():
        try:
            _at(name, _reader(field.form), writer_of(field.form)(getattr(value, name), players), players)
        except Unreadable as error:
            return str(error)
        except SetupError:  # an unknown player is well-formed
            continue
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
    start = constants_of(cls)
    fields = tuple((name, field.default, _change(field.form)) for name, field in fields_of(cls).items())
    return _Writers(start, secret_to(cls), fields)


def constants_of(cls: type[object]) -> dict[str, object]:
    """Return what all values of a class begin with: its name if it is of a family, and its constants."""
    if not issubclass(cls, Kind):
        return {}
    return {TAG: cls.__name__, **{name: getattr(cls, name) for name in cls.constants}}


def writer_of(form: Form) -> Turn:
    """Return a function that writes values of a form."""
    return _change(form) or (lambda value, players: value)


@cache
def _change(form: Form) -> Turn | None:
    """Return a function that writes values of a form; None if they are written as they are."""
    match form:
        case One(role) if role in _WRITTEN:
            return _WRITTEN[role]
        case One() | Word():
            return None
        case Maybe(of):
            write = _change(of)
            return write and (lambda value, players: None if value is None else write(value, players))
        case Many(of):
            return _change_each(_change(of))
        case Table(key, of):
            return _change_map(writer_of(One(key)), _change(of))
        case Nested():
            return to_plain


def _seat(player: object, players: Players) -> object:
    """Write a player; what is not a name is left to the reader to refuse."""
    if not isinstance(player, str):
        return None
    if player == CHANCE_PLAYER:
        return CHANCE_SEAT
    if player not in players:
        raise SetupError("setup.player", f"{shown(player)} does not play in this game.")
    return players.index(player)


def _change_each(each: Turn | None) -> Turn:
    if each is None:
        return lambda value, players: [*value] if is_list(value) else value
    return lambda value, players: [each(one, players) for one in value] if is_list(value) else value


def _change_map(key: Turn, inner: Turn | None) -> Turn:
    if inner is None:
        return lambda value, players: {str(key(name, players)): one for name, one in _map(value).items()}
    return lambda value, players: {
        str(key(name, players)): inner(one, players) for name, one in _map(value).items()
    }


def _change_fraction(value: object, _: Players) -> object:
    """Write a fraction exactly and, for clients that only show it, as a decimal number."""
    from fractions import Fraction  # which only an analysis needs

    if not isinstance(value, Fraction):
        return value
    return dict(zip(FRACTION, (value.numerator, value.denominator, float(value)), strict=True))


def _change_bag(value: object, _: Players) -> object:
    return dict(value) if is_bag(value) else None


_WRITTEN: dict[Role, Turn] = {
    Role.PLAYER: _seat,
    Role.BAG: _change_bag,
    Role.FRACTION: _change_fraction,
    **dict.fromkeys((Role.DICE, Role.BONUS_DICE, Role.ROLL), _change_each(None)),
}
"""Functions that write values, by role. Values of all other roles are written as they are."""

# Reading


def _read_thing(
    cls: type[object], data: Mapping[str, object], players: Players, beside: Mapping[str, object]
) -> object:
    """Read a value of a class, or of the class of its family that the data names."""
    if not issubclass(cls, Kind):
        return cls(**_read_fields(cls, data, players), **beside)
    kind = cls.family().kinds.get(str(data.get(TAG)))
    if kind is None:
        raise Unreadable(f"has no known `{TAG}`")
    constants = constants_of(kind)
    fields = {key: part for key, part in data.items() if key not in constants}
    for key, constant in constants.items():
        if data.get(key) != constant:
            raise Unreadable("has another value", key)
    return kind(**_read_fields(kind, fields, players))


def _read_fields(cls: type[object], data: Mapping[str, object], players: Players) -> dict[str, object]:
    fields, knows = fields_of(cls), secret_to(cls)
    strange = [key for key in data if key not in fields and not (knows and key == ONLY_FOR)]
    missing = [name for name, field in fields.items() if name not in data and field.default is NOTHING]
    if strange:
        raise Unreadable(f"has no field '{shortened(strange[0])}'")
    if missing:
        raise Unreadable(f"lacks `{missing[0]}`")
    read = {
        name: _at(name, _reader(fields[name].form), data[name], players) for name in fields if name in data
    }
    if knows and data.get(ONLY_FOR) != data[knows]:
        raise Unreadable(f"must be what `{knows}` is", ONLY_FOR)
    return read


def _at(where: str, turn: Turn, data: object, players: Players) -> object:
    try:
        return turn(data, players)
    except Unreadable as error:
        raise error.inside(where) from None


@cache
def _reader(form: Form) -> Turn:
    """Return a function that reads values of a form."""
    match form:
        case One(role):
            return _READERS.get(role, _name)
        case Word(words):
            wish = f"must be one of {', '.join(words)}"
            return lambda data, players: _right(data, wish, data in words)
        case Maybe(of):
            read = _reader(of)
            return lambda data, players: None if data is None else read(data, players)
        case Many(of):
            each = _reader(of)
            return lambda data, players: tuple(
                [_at(f"[{n}]", each, one, players) for n, one in enumerate(_list(data))]
            )
        case Table(key, of):
            inner, read_key = _reader(of), _KEY_READERS.get(key, _name)
            return lambda data, players: {
                read_key(key, players): _at(shortened(key), inner, one, players)
                for key, one in _map(data).items()
            }
        case Nested(cls):
            return lambda data, players: _read_thing(cls, _map(data), players, {})


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


def _name(data: object, _: Players = ()) -> object:
    return _right(data, "must be a string", isinstance(data, str))


def _player(data: object, players: Players) -> object:
    if data == CHANCE_SEAT and type(data) is int:
        return CHANCE_PLAYER
    if type(data) is not int or not 0 <= data < len(players):
        raise Unreadable("must be the seat of a player, as a number from 0")
    return players[data]


def _year(key: object, _: Players = ()) -> object:
    """Read a year that is the key of a map, where JSON has strings."""
    wish = "must be a map by years"
    return int(_right(str(key), wish, str(key).isascii(), str(key).isdigit(), len(str(key)) <= _DIGITS))


def _player_key(key: object, players: Players) -> object:
    """Read a player who is the key of a map, where JSON has strings."""
    return _player(int(str(key)) if str(key) in map(str, range(len(players))) else None, players)


def _number(data: object, _: Players = ()) -> object:
    return _right(data, "must be a whole number", type(data) is int)


def _flag(data: object, _: Players = ()) -> object:
    return _right(data, "must be true or false", type(data) is bool)


def _is_face(data: object) -> bool:
    return type(data) is int and data in _FACES


def _face(data: object, _: Players = ()) -> object:
    return _right(data, "must be a whole number from 1 to 6", _is_face(data))


def _dice(data: object, _: Players = ()) -> object:
    right = (type(one) is int and one > 0 for one in _list(data))
    return tuple(_right(_list(data), "must be a list of whole numbers from 1", *right))


def _roll(data: object, _: Players = ()) -> object:
    return tuple(
        _right(_list(data), "must be a list of whole numbers from 1 to 6", *map(_is_face, _list(data)))
    )


def _bag(data: object, _: Players = ()) -> object:
    right = (type(amount) is int and amount > 0 for amount in _map(data).values())
    return tuple(_right(_map(data), "must be a map of resources to whole numbers from 1", *right).items())


def _fraction(data: object, _: Players = ()) -> object:
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
    Role.PLAYER: _player,
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

_KEY_READERS: dict[Role, Turn] = {Role.YEAR: _year, Role.PLAYER: _player_key}
"""Functions that read the keys of maps, by role."""
