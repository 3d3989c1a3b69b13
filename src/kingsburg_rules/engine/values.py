"""Value objects: equal if they are of one class and all their fields are; and how short they are written.

Actions and events share this instead of having it generated for every class, which would make importing the
library slower than loading the rules.
"""

from __future__ import annotations

from attrs import fields, frozen


@frozen(eq=False, repr=False)
class Value:
    """A frozen value with equality, a hash and a `repr` that can be evaluated."""

    def __eq__(self, other: object) -> bool:
        """Compare class and fields."""
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Hash class and fields."""
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        """Write the value as it is made."""
        inside = ", ".join(f"{a.name}={getattr(self, a.name)!r}" for a in fields(type(self)))
        return f"{type(self).__name__}({inside})"

    def to_dict(self) -> dict[str, object]:
        """Turn the value into plain data, as they stand in the JSON."""
        from kingsburg_rules.engine import wire

        return wire.to_plain(self)

    def to_json(self) -> str:
        """Write the value as JSON; `type` says what it is."""
        from kingsburg_rules.engine import wire

        return wire.to_json(self)

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, a.name) for a in fields(type(self)))


@frozen
class Brief:
    """What leaves out of its JSON whatever is as usual: the fields that have their default."""
