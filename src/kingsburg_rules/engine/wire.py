"""Values, and their plain data and JSON in both directions: a converter of cattrs, made from forms of fields.

Tuples and dice are lists; classes and bags of resources are maps. The key `type` of an action or event is its
class, and `only_for` the only player who may know it. Fields that have their default are left out. Reading is
strict about types and keys, and ignores the order of dice and of keys.

A player is their seat: 0, 1, and so on clockwise, and -1 for chance. In Python a player goes by name, so
readers and writers need the players by seat. Names may change, and nothing else can be mistaken for a player.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from itertools import takewhile
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar

from attrs import NOTHING, Attribute, fields, frozen
from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.fns import identity
from cattrs.gen import (
    make_dict_structure_fn_from_attrs,  # pyright: ignore[reportUnknownVariableType]
    make_dict_unstructure_fn_from_attrs,  # pyright: ignore[reportUnknownVariableType]
)

from kingsburg_rules.engine.errors import SetupError, listed, shortened, shown
from kingsburg_rules.engine.fields import (
    Form,
    FrozenMap,
    ListOf,
    MapOf,
    Maybe,
    Nested,
    OneOf,
    Single,
    Tagged,
    ValueField,
    by_class,
    fields_of,
    form_of,
    is_list,
    is_map,
    json_attributes,
    known_to,
    secret_to,
)
from kingsburg_rules.engine.roles import Bag, Role

T = TypeVar("T")

Players: TypeAlias = tuple[str, ...]
"""The players by seat."""

CHANCE_PLAYER: Final = "chance"
"""The player who answers for dice and cards when chance is a decision."""

CHANCE_SEAT: Final = -1
"""The seat of chance in JSON."""

TAG: Final = "type"
"""The key for the class of an action or event."""

ONLY_FOR: Final = "only_for"
"""The key for the only player who may know a value."""

FRACTION: Final = ("numerator", "denominator", "value")
"""The keys of a fraction."""

LARGEST_NUMBER: Final = 10**9
MOST_DICE: Final = 100
LARGEST_DIE: Final = 99
LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 1000
"""What numbers, dice and texts in a value of a game never exceed."""

_DIGITS: Final = 4


class Unreadable(ValueError):
    """Data has another form than expected; the text says where and what is expected."""

    def __init__(self, why: str, where: str = "") -> None:
        super().__init__(f"`{where}` {why}" if where else f"it {why}")
        self.why = why
        self.where = where

    def inside(self, where: str) -> Unreadable:
        """Return the same error for the value that contains this one."""
        joint = "." if self.where and not self.where.startswith("[") else ""
        return type(self)(self.why, f"{where}{joint}{self.where}")


class Newer(Unreadable):
    """Data has a kind of value, a word or a key that only a newer version knows."""


@frozen
class Known:
    """The names that values of a game can have, by role, and how many years and items in a list there are."""

    names: Mapping[Role, frozenset[str]]
    years: int
    most: int

    def has(self, role: Role, name: str) -> bool:
        """Return whether there is a name; of a role whose names no rule set lists, any short text will do."""
        names = self.names.get(role)
        if names is None:
            return len(name) <= LONGEST_TEXT and name.isprintable()
        return name in names

    def has_player(self, name: str) -> bool:
        """Return whether a player can be called that: one who is known, or anybody if none is."""
        return self.has(Role.PLAYER, name) and 0 < len(name) <= LONGEST_NAME


class _Context(NamedTuple):
    """The needs of a conversion besides the data.

    Without players, they are written by name: so a value is checked without knowing who plays. What a
    `newer` program wrote is read as far as this one knows it.
    """

    players: Players | None
    known: Known | None = None
    newer: bool = False


# Hooks of cattrs get nothing but the data, and are made once for all games: the rest is here. A context
# variable, and not a global one, since the games of a server are converted in several threads.
_context = ContextVar[_Context]("context")


def seated(players: object) -> Players:
    """Return players by seat as a tuple.

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
    token = _context.set(_Context(players))
    try:
        return _class_writer(type(value))(value)
    finally:
        _context.reset(token)


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


def from_plain(
    data: object, cls: type[T], players: Players = (), *, newer: bool = False, **beside: object
) -> T:
    """Make a value from plain data.

    Args:
        data: The data.
        cls: The class of the value. For a family, such as `Action`, the data names the class.
        players: The players by seat.
        newer: Whether a newer program may have written it. Then fields that are not known are ignored, and
            so are the items of lists that cannot be read without them. An action is read whole, or not.
        beside: Fields of the value that are not part of the data.

    Raises:
        Unreadable: The data has another form.
    """
    token = _context.set(_Context(players, newer=newer))
    try:
        kind, found = _read_fields(cls, data)
    finally:
        _context.reset(token)
    return kind(**found, **beside)


def flaw(value: object, known: Known | None = None) -> Unreadable | None:
    """Return what is wrong with a value that a program made: it is written, and read with the known names."""
    token = _context.set(_Context(None, known))
    try:
        # What a program made is judged by the readers of JSON, so that there is one set of rules for both.
        for name, write, read in _checks(type(value)):
            _at(name, read, write(getattr(value, name)))
    except Unreadable as error:
        return error
    finally:
        _context.reset(token)
    return None


@by_class
def _checks(cls: type[object]) -> list[tuple[str, Writer, Reader]]:
    """Return how each field of a class is written and read."""
    return [(name, _writer(field.form), _reader(field.form)) for name, field in fields_of(cls).items()]


# Writing. A malformed value is written as something that cannot be read.

Writer: TypeAlias = Callable[..., object]
FieldsWriter: TypeAlias = Callable[[object], dict[str, object]]


@cache
def _writer(form: Form) -> Writer:
    """Return a function that writes values of a form."""
    match form:
        case Single(role):
            return _WRITERS.get(role, identity)
        case OneOf():
            return identity
        case Maybe(of):
            return _optional_writer(_writer(of))
        case ListOf(of):
            return _list_writer(_writer(of))
        case MapOf(key, of):
            return _map_writer(key, _writer(of))
        case Nested(cls):
            return _class_writer(cls)


def _optional_writer(write: Writer) -> Writer:
    def write_some(value: object) -> object:
        return None if value is None else write(value)

    return write if write is identity else write_some


def _list_writer(write: Writer) -> Writer:
    def write_items(value: tuple[object, ...]) -> object:
        if type(value) is not tuple and not is_list(value):  # the first test takes no call
            return value
        return [*value] if write is identity else [write(one) for one in value]

    return write_items


def _map_writer(key: Role, write: Writer) -> Writer:
    write_key = _writer(Single(key))
    has_numbers = key in (Role.PLAYER, Role.YEAR)

    def write_entries(value: dict[object, object]) -> object:
        if type(value) is not dict and not is_map(value):
            return value
        if has_numbers:  # in JSON, keys are strings
            return {str(write_key(name)): write(one) for name, one in value.items()}
        return dict(value) if write is identity else {name: write(one) for name, one in value.items()}

    return write_entries


def default_json(field: ValueField) -> object:
    """Return the default of a field as it is in JSON."""
    return _writer(field.form)(field.default)


@by_class
def _class_writer(cls: type[object]) -> FieldsWriter:
    """Return a function that writes values of a class, or of any class of a family."""
    start, knows = constants_of(cls), secret_to(cls)
    write = _fields_writer(cls, json_attributes(cls))

    def write_value(value: object) -> dict[str, object]:
        # A member of the family is written as its class says, anything else so that it cannot be read.
        if type(value) is not cls:
            return _class_writer(type(value))(value) if isinstance(value, cls) else {}
        if knows is not None:
            return {**start, ONLY_FOR: _seat(getattr(value, knows)), **write(value)}
        return {**start, **write(value)} if start else write(value)

    return write_value


def _fields_writer(cls: type[object], attributes: list[Attribute[object]]) -> FieldsWriter:
    # cattrs writes required fields before the others. But `seq` is for people the first of an event.
    inherited = [*takewhile(lambda a: a.default is not NOTHING, attributes)]
    if inherited and len(inherited) < len(attributes):
        first, rest = (_fields_writer(cls, part) for part in (inherited, attributes[len(inherited) :]))
        return lambda value: {**first(value), **rest(value)}
    return make_dict_unstructure_fn_from_attrs(attributes, cls, _CONVERTER, _cattrs_omit_if_default=True)


def constants_of(cls: type[object]) -> dict[str, object]:
    """Return what the JSON of all values of a class of a family begins with: its tag, and its constants."""
    if not issubclass(cls, Tagged):
        return {}
    return {TAG: cls.tag, **{name: getattr(cls, name) for name in cls.constants}}


def _seat(player: object) -> object:
    """Write a player; what is not a name is left to the reader to refuse."""
    players = _context.get().players
    if players is None:
        return player
    if not isinstance(player, str):
        return None
    if player == CHANCE_PLAYER:
        return CHANCE_SEAT
    if not players:
        message = f"{shown(player)} is written as a seat: give `players`, by seat"
        raise SetupError("setup.player", message)
    if player not in players:
        raise SetupError("setup.player", f"{shown(player)} does not play in this game.")
    return players.index(player)


def _write_bag(value: Bag) -> object:
    try:
        written = dict(value)
    except (TypeError, ValueError):  # it does not consist of pairs
        return None
    return written if is_list(value) else None


def _write_fraction(value: object) -> object:
    """Write a fraction exactly and, for clients that only show it, as a decimal number."""
    from fractions import Fraction  # which only an analysis needs

    if not isinstance(value, Fraction):
        return value
    return dict(zip(FRACTION, (value.numerator, value.denominator, float(value)), strict=True))


_WRITERS: dict[Role, Writer] = {
    Role.PLAYER: _seat,
    Role.BAG: _write_bag,
    Role.FRACTION: _write_fraction,
    **dict.fromkeys((Role.DICE, Role.BONUS_DICE, Role.ROLL), _list_writer(identity)),
}
"""Functions that write values, by role. Values of all other roles are written as they are."""


# Reading. The second argument of a reader is the type, which cattrs passes.

Reader: TypeAlias = Callable[[object, object], object]


@cache
def _reader(form: Form) -> Reader:
    """Return a function that reads values of a form."""
    match form:
        case Single(role):
            return _READERS.get(role) or _name_reader(role)
        case OneOf(words):
            return _word_reader(words)
        case Maybe(of):
            read = _reader(of)
            return lambda data, hint: None if data is None else read(data, hint)
        case ListOf(of):
            return _list_reader(_reader(of))
        case MapOf(key, of):
            return _map_reader(_KEY_READERS.get(key) or _reader(Single(key)), _reader(of))
        case Nested(cls):
            return _class_reader(cls)


def _at(where: str | int, read: Reader, data: object) -> object:
    """Read a part of a value: the field or key with a name, or the item with a number."""
    try:
        return read(data, None)
    except Unreadable as error:
        raise error.inside(f"[{where}]" if isinstance(where, int) else shortened(str(where))) from None


def _word_reader(words: tuple[str, ...]) -> Reader:
    def read_word(data: object, _: object) -> object:
        if data not in words:
            kind = Newer if isinstance(data, str) else Unreadable
            raise kind(f"must be one of {', '.join(words)}")
        return data

    return read_word


def _list_reader(read: Reader, most: int | None = None) -> Reader:
    """Return a function that reads lists; `most` is how long they are in a game, if not as rule sets say."""

    def read_items(data: object, _: object) -> tuple[object, ...]:
        if not is_list(data):
            raise Unreadable("must be a list")
        _check_length(data, most)
        if _context.get().newer:
            return tuple(_known_items(data, read))
        return tuple([_at(n, read, one) for n, one in enumerate(data)])

    return read_items


def _known_items(data: Iterable[object], read: Reader) -> Iterator[object]:
    """Read a list as far as its items are known."""
    for n, one in enumerate(data):
        with suppress(Newer):
            yield _at(n, read, one)


def _map_reader(read_key: Reader, read: Reader) -> Callable[[object, object], FrozenMap[object, object]]:
    def read_entries(data: object, _: object) -> FrozenMap[object, object]:
        given = _map(data)
        _check_length(given)
        return FrozenMap({read_key(key, None): _at(key, read, one) for key, one in given.items()})

    return read_entries


def _map(data: object) -> Mapping[str, object]:
    if not is_map(data):
        raise Unreadable("must be a map")
    return data


def _check_length(data: Sized, most: int | None = None) -> None:
    known = _context.get().known
    if known is not None and len(data) > (most or known.most):
        raise Unreadable(f"must have at most {most or known.most} items")


def _class_reader(cls: type[object]) -> Reader:
    def read_value(data: object, _: object) -> object:
        kind, found = _read_fields(cls, data)
        return kind(**found)

    return read_value


def _read_fields(cls: type[T], data: object) -> tuple[type[T], dict[str, object]]:
    """Read the fields of a value of a class, or of the class of its family that the data names."""
    given = _map(data)
    kind = _kind(cls, given)
    constants, knows = constants_of(kind), secret_to(kind)
    for key, constant in constants.items():  # `code` and `rule` follow from the class: others would be a lie
        if given.get(key) != constant:
            raise Unreadable("has another value", key)
    other = {*constants, ONLY_FOR} if knows else {*constants}
    parts = {key: part for key, part in given.items() if key not in other}
    context = _context.get()
    newer = context.newer and not (issubclass(kind, Tagged) and kind.read_whole)
    if newer:
        known = {attribute.name for attribute in json_attributes(kind)}
        parts = {key: part for key, part in parts.items() if key in known}
    token = _context.set(context._replace(newer=newer))
    try:
        found = _fields_reader(kind)(parts, dict)
    except ClassValidationError as error:
        raise _first(error, parts) from None
    finally:
        _context.reset(token)
    # `only_for` repeats a field: servers look there, without knowing the classes, for who may get a value.
    if knows and given.get(ONLY_FOR) != given[knows]:
        raise Unreadable(f"must be what `{knows}` is", ONLY_FOR)
    return kind, found


def _kind(cls: type[T], data: Mapping[str, object]) -> type[T]:
    """Return the class that the data is of."""
    kinds = _kinds_of(cls)
    if kinds is None:
        return cls
    tag = data.get(TAG)
    kind = kinds.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise (Newer if isinstance(tag, str) else Unreadable)(f"has no known `{TAG}`")
    if not issubclass(kind, cls):
        raise Unreadable(f"has another `{TAG}`")
    return kind


def _kinds_of(cls: type[object]) -> Mapping[str, type[object]] | None:
    return cls.family().kinds if issubclass(cls, Tagged) else None


@by_class
def _fields_reader(cls: type[object]) -> Callable[[Mapping[str, object], object], dict[str, object]]:
    """Return a function that reads fields by name: some values have others besides, which have no JSON."""
    return make_dict_structure_fn_from_attrs(
        json_attributes(cls), dict[str, object], _CONVERTER, _cattrs_forbid_extra_keys=True
    )


def _first(error: ClassValidationError, data: Mapping[str, object]) -> Unreadable:
    """Return what is wrong: an unknown key, else a missing one, else the first field that cannot be read."""
    # A key that is misspelled is unknown, and another is missing then: the unknown one explains both.
    noted, others = error.group_exceptions()
    for other in others:
        if isinstance(other, ForbiddenExtraKeysError):
            strange = next(key for key in data if key in other.extra_fields)
            return Newer(f"has no field '{shortened(str(strange))}'")
    for wrong, note in noted:
        if isinstance(wrong, KeyError):
            return Unreadable(f"lacks `{note.name}`")
    for wrong, note in noted:
        if isinstance(wrong, Unreadable):
            return wrong.inside(note.name)
    raise error.exceptions[0]  # nothing about the data, such as a lack of memory


def _name_reader(role: Role) -> Reader:
    def read_name(data: object, _: object) -> object:
        if not isinstance(data, str):
            raise Unreadable("must be a string")
        known = _context.get().known
        if known is not None and not known.has(role, data):
            raise Unreadable(f"must be a known {role.word}, not {shown(data)}")
        return data

    return read_name


def _player(data: object, _: object) -> object:
    players, known, _ = _context.get()
    if players is None:
        if not isinstance(data, str) or (known is not None and not known.has_player(data)):
            raise Unreadable(f"must be a player, not {shown(data)}")
        return data
    if data == CHANCE_SEAT and type(data) is int:
        return CHANCE_PLAYER
    if type(data) is not int or not 0 <= data < len(players):
        raise Unreadable("must be the seat of a player, as a number from 0")
    return players[data]


def _player_key(key: object, hint: object) -> object:
    """Read a player who is the key of a map, where JSON has strings."""
    players = _context.get().players
    if players is None:
        return _player(key, hint)
    return _player({str(seat): seat for seat in range(len(players))}.get(str(key)), hint)


def _whole(least: int | None = None, most: int | None = None, usual: int = LARGEST_NUMBER) -> Reader:
    """Return a function that reads whole numbers; in a game none is beyond what is `usual`."""
    wish = "must be a whole number"
    wish += "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"

    def read_number(data: object, _: object) -> int:
        # `type`, since true is an int, too
        right = type(data) is int and (least is None or data >= least) and (most is None or data <= most)
        if not isinstance(data, int) or not right:
            raise Unreadable(wish)
        if _context.get().known is not None and abs(data) > usual:
            raise Unreadable(f"must be at most {usual}, not {shown(data)}")
        return data

    return read_number


def _year(data: object, hint: object) -> object:
    year, known = _number(data, hint), _context.get().known
    if known is not None and year not in range(known.years + 1):
        raise Unreadable(f"must be a year from 0 to {known.years}")
    return year


def _year_key(key: object, hint: object) -> object:
    """Read a year that is the key of a map, where JSON has strings."""
    text = str(key)
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise Unreadable("must be a map by years")
    return _year(int(text), hint)


def _flag(data: object, _: object) -> object:
    if type(data) is not bool:
        raise Unreadable("must be true or false")
    return data


def _bag(data: object, hint: object) -> object:
    return tuple(_read_amounts(data, hint).items())


def _fraction(data: object, _: object) -> object:
    from fractions import Fraction

    parts = _map(data)
    numerator, denominator, value = map(parts.get, FRACTION)
    is_fraction = isinstance(value, int | float) and len(parts) == len(FRACTION)
    if is_fraction and type(numerator) is int and type(denominator) is int and denominator > 0:
        return Fraction(numerator, denominator)
    raise Unreadable(f"must be a map of {', '.join(FRACTION)}")


_number = _whole()
_positive = _whole(1)
_face = _whole(1, 6)
_dice = _list_reader(_whole(1, usual=LARGEST_DIE), MOST_DICE)
_read_amounts = _map_reader(_name_reader(Role.RESOURCE), _positive)

_READERS: dict[Role, Reader] = {
    Role.PLAYER: _player,
    Role.NUMBER: _number,
    Role.YEAR: _year,
    Role.FACE: _face,
    Role.FLAG: _flag,
    Role.DICE: _dice,
    Role.BONUS_DICE: _dice,
    Role.ROLL: _list_reader(_face, MOST_DICE),
    Role.BAG: _bag,
    Role.FRACTION: _fraction,
}
"""Functions that read values, by role. Values of all other roles are names."""

_KEY_READERS: dict[Role, Reader] = {Role.YEAR: _year_key, Role.PLAYER: _player_key}
"""Functions that read the keys of maps, by role."""


def _writer_of(hint: object) -> Writer:
    return _writer(form_of(hint))


def _reader_of(hint: object) -> Reader:
    return _reader(form_of(hint))


_CONVERTER: Final = Converter()
_CONVERTER.register_unstructure_hook_factory(lambda _: True, _writer_of)
_CONVERTER.register_structure_hook_factory(lambda _: True, _reader_of)
_CONVERTER.register_structure_hook(int, _number)  # instead of its own, which take "3" and 1.5, too
_CONVERTER.register_structure_hook(bool, _flag)
"""The converter: for each class, cattrs makes a function of the functions above for its fields."""


# Value objects
#
# Equality, hash and `repr` are methods of the base class instead of being generated for every class, because
# generating them would make importing the library slower than loading the rules.


WIRE_VERSION: Final = 1
"""The version of the JSON of all values; it grows when a client that reads the JSON has to change."""


# Its subclasses make the state that is pickled themselves: those with slots need another than those without.
@frozen(eq=False, repr=False, getstate_setstate=False)
class Value:
    """A frozen value with equality, a hash, a `repr` that can be evaluated, and JSON."""

    def __eq__(self, other: object) -> bool:
        """Compare class and fields, ignoring the order of dice and of resources in a bag."""
        if type(other) is not type(self):
            return NotImplemented
        # Answers are compared with options, and people write dice and resources in any order.
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Hash class and fields."""
        return hash((type(self), *map(_hashable, self._key())))

    def __repr__(self) -> str:
        """Write the value as a call that makes it."""
        inside = ", ".join(f"{a.name}={getattr(self, a.name)!r}" for a in fields(type(self)) if a.repr)
        return f"{type(self).__name__}({inside})"

    def known_to(self, *players: str | None) -> Self | None:
        """Return what these players (none: a spectator) may know of this: all, a part, or None."""
        return known_to(self, *players)

    def to_dict(self, players: Sequence[str] = ()) -> dict[str, object]:
        """Turn the value into plain data, as in its JSON.

        Args:
            players: The players by seat, as `Game.players`; needed if the value names one.

        Raises:
            SetupError: The value names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return to_plain(self, seated(players))

    def to_json(self, players: Sequence[str] = ()) -> str:
        """Write the value as JSON, without fields that have their default.

        Args:
            players: The players by seat, as `Game.players`; needed if the value names one.

        Raises:
            SetupError: The value names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return to_json(self, seated(players))

    def _key(self) -> tuple[object, ...]:
        return tuple(
            [
                _in_order(getattr(self, name)) if in_any_order else getattr(self, name)
                for name, in_any_order in _compared(type(self))
            ]
        )


@by_class
def _compared(cls: type[Value]) -> tuple[tuple[str, bool], ...]:
    """List the fields to compare, and for each whether to ignore the order of its items."""
    return tuple((field.name, field.in_any_order) for field in fields_of(cls).values() if field.compared)


def _hashable(part: object) -> object:
    """Return what stands for a part in a hash: a mapping has none of its own."""
    if not is_map(part):
        return part
    return frozenset((key, _hashable(one)) for key, one in part.items())


def _in_order(
    things: tuple[int, ...] | tuple[tuple[str, int], ...] | Mapping[str, tuple[tuple[str, int], ...]],
) -> object:
    """Sort a multiset, or each one in a mapping. A malformed one is compared as it is."""
    if isinstance(things, Mapping):
        return {key: _in_order(one) for key, one in things.items()}
    try:
        return tuple(sorted(things))
    except TypeError:  # programs put anything into a field; the answer is refused later, with a reason
        return things
