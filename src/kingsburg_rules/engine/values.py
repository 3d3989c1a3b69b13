"""Value objects: the base class of actions, events, views and all else that has JSON.

Equality, hash and `repr` are methods here instead of being generated for every class, because generating them
would make importing the library slower than loading the rules. `engine.roles` describes the types of fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Self

from attrs import fields, frozen

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.fields import by_class, fields_of, is_map, known_to

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
        return wire.to_plain(self, wire.seated(players))

    def to_json(self, players: Sequence[str] = ()) -> str:
        """Write the value as JSON, without fields that have their default.

        Args:
            players: The players by seat, as `Game.players`; needed if the value names one.

        Raises:
            SetupError: The value names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_json(self, wire.seated(players))

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
