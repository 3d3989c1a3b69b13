"""Value objects: the base classes of actions, events and views.

Equality, hash and `repr` are methods here instead of being generated for every class, because generating them
would make importing the library slower than loading the rules. `engine.roles` describes the types of fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Self, TypeGuard, TypeVar

from attrs import fields, frozen

WIRE_VERSION: Final = 1
"""The version of the JSON of all values; it grows when a client that reads the JSON has to change."""

C = TypeVar("C")
T = TypeVar("T")


def by_class(make: Callable[[type[C]], T]) -> Callable[[type[C]], T]:
    """Cache a function of a class. Unlike `functools.cache`, this type-checks for classes."""
    known: dict[type[C], T] = {}

    def look_up(cls: type[C]) -> T:
        if cls not in known:
            known[cls] = make(cls)
        return known[cls]

    return look_up


@frozen(eq=False, repr=False)
class Value:
    """A frozen value with equality, a hash, a `repr` that can be evaluated, and JSON."""

    def __eq__(self, other: object) -> bool:
        """Compare class and fields, ignoring the order of dice and of resources in a bag."""
        if type(other) is not type(self):
            return NotImplemented
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
        from kingsburg_rules.engine.fields import known_to  # which knows `Kind`

        return known_to(self, *players)

    def to_dict(self, players: Sequence[str] = ()) -> dict[str, object]:
        """Turn the value into plain data, as in its JSON.

        Args:
            players: The players by seat, as `Game.players`; needed if the value names one.

        Raises:
            SetupError: The value names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        from kingsburg_rules.engine import wire

        return wire.to_plain(self, wire.seated(players))

    def to_json(self, players: Sequence[str] = ()) -> str:
        """Write the value as JSON, without fields that have their default.

        Args:
            players: The players by seat, as `Game.players`; needed if the value names one.

        Raises:
            SetupError: The value names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        from kingsburg_rules.engine import wire

        return wire.to_json(self, wire.seated(players))

    def _key(self) -> tuple[object, ...]:
        return tuple(
            [
                _in_order(getattr(self, name)) if in_any_order else getattr(self, name)
                for name, in_any_order in _compared(type(self))
            ]
        )


@frozen(eq=False, repr=False)
class Kind(Value):
    """A value of one of several kinds, such as an action or an event. The key `type` in its JSON is the kind.

    A direct subclass of this class is a family. `kinds` are all classes of the family, by name; `constants`
    are attributes of the classes that their JSON shows, too.
    """

    kinds: ClassVar[Mapping[str, type[Kind]]] = {}
    constants: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def family(cls) -> type[Kind]:
        """Return the direct subclass of `Kind` that this class is or derives from."""
        return next(base for base in cls.__mro__ if Kind in base.__bases__)

    @classmethod
    def __init_subclass__(cls) -> None:
        """Start a family, or join it."""
        family = cls.family()
        family.kinds = {} if cls is family else {**cls.kinds, cls.__name__: cls}


@by_class
def _compared(cls: type[Value]) -> tuple[tuple[str, bool], ...]:
    """List the fields to compare, and for each whether to ignore the order of its items."""
    from kingsburg_rules.engine.fields import fields_of

    return tuple((field.name, field.in_any_order) for field in fields_of(cls).values() if field.compared)


def _hashable(part: object) -> object:
    """Return what stands for a part in a hash: a mapping has none of its own."""
    if not is_map(part):
        return part
    return frozenset((key, _hashable(one)) for key, one in part.items())


def is_map(data: object) -> TypeGuard[Mapping[str, object]]:
    """Whether data is a mapping."""
    return isinstance(data, Mapping)


def _in_order(
    things: tuple[int, ...] | tuple[tuple[str, int], ...] | Mapping[str, tuple[tuple[str, int], ...]],
) -> object:
    """Sort a multiset, or each one in a mapping. A malformed one is compared as it is."""
    if isinstance(things, Mapping):
        return {key: _in_order(one) for key, one in things.items()}
    try:
        return tuple(sorted(things))
    except TypeError:
        return things
