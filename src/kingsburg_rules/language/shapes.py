"""Shapes: what the argument of a word may be.

A shape reads plain data (what YAML or JSON gives) into typed values and describes itself as JSON Schema. The
schema judges what authors write (`content.schema_check`), so reading words no mistakes; it trusts, and stops
where it cannot. It never coerces: `"3"`, `3.0` and `true` are not the number 3. The schemas avoid `oneOf`,
and have `anyOf` for open names alone, so that a mistake is reported once, where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable


T = TypeVar("T")

T_co = TypeVar("T_co", covariant=True)

Schema: TypeAlias = "dict[str, object]"

ID_PATTERN: Final = "^[a-z][a-z0-9_]*$"

REF_PATTERN: Final = "^([a-z][a-z0-9-]*/)?[a-z][a-z0-9_]*$"

VARIABLE_PATTERN: Final = "^\\$[a-z][a-z0-9_]*$"
EVENT_PATTERN: Final = "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$"


class ShapeError(ValueError):
    """Data that its schema would have refused; `at` points to it.

    Authors never see it: their files are judged before they are read into values, and the judge words it.
    """

    def __init__(self, at: str) -> None:
        super().__init__(f"{at}: this is not what its schema asks for")
        self.at = at


class Shape(Protocol[T_co]):
    """Something that reads data and describes what it accepts."""

    def read(self, data: object, at: str) -> T_co:
        """Turn data into a value, or raise `ShapeError`."""
        ...

    def schema(self) -> Schema:
        """Describe the accepted data as JSON Schema."""
        ...


LARGEST: Final = 1000
"""The largest number that a pack may give where nothing smaller is said; its negative is the smallest."""


@frozen(eq=False, repr=False)
class Integer:
    """A whole number within bounds."""

    minimum: int = -LARGEST
    maximum: int = LARGEST

    def read(self, data: object, at: str) -> int:
        """Read a whole number; true and false are not numbers."""
        if isinstance(data, int) and not isinstance(data, bool) and self.minimum <= data <= self.maximum:
            return data
        raise ShapeError(at)

    def schema(self) -> Schema:
        """Describe it."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


@frozen(eq=False, repr=False)
class Flag:
    """`true` or `false`."""

    def read(self, data: object, at: str) -> bool:
        """Read a flag; `yes` and 1 are not flags."""
        if not isinstance(data, bool):
            raise ShapeError(at)
        return data

    def schema(self) -> Schema:
        """Describe it."""
        return {"type": "boolean"}


@frozen(eq=False, repr=False)
class Text:
    """Text; with a pattern or a list of allowed words, a name."""

    pattern: str | None = None
    among: tuple[str, ...] = ()

    def read(self, data: object, at: str) -> str:
        """Read text."""
        if isinstance(data, str) and (data in self.among or not self.among):
            return data
        raise ShapeError(at)

    def schema(self) -> Schema:
        """Describe it."""
        if self.among:
            return {"enum": list(self.among)}
        return {"type": "string", "pattern": self.pattern} if self.pattern else {"type": "string"}


@frozen(eq=False, repr=False)
class Name:
    """The name of something that packs may add to: one of those known, or another one.

    Whether there is such a thing is seen when the rules are linked.
    """

    known: tuple[str, ...] = ()
    pattern: str = ID_PATTERN

    def read(self, data: object, at: str) -> str:
        """Read a name."""
        return Text().read(data, at)

    def schema(self) -> Schema:
        """Describe it; editors offer the names that are known."""
        open_: Schema = {"type": "string", "pattern": self.pattern}
        return {"anyOf": [{"enum": list(self.known)}, open_]} if self.known else open_


@frozen(eq=False, repr=False)
class Listing(Generic[T]):
    """A list of one shape."""

    item: Shape[T]
    least: int = 1

    def read(self, data: object, at: str) -> tuple[T, ...]:
        """Read every item."""
        items = as_list(data, at)
        if len(items) < self.least:
            raise ShapeError(at)
        return tuple(self.item.read(item, f"{at}/{i}") for i, item in enumerate(items))

    def schema(self) -> Schema:
        """Describe it."""
        found: Schema = {"type": "array", "items": self.item.schema()}
        return {**found, "minItems": self.least} if self.least else found


@frozen(eq=False, repr=False)
class Several(Generic[T]):
    """One value that is not a list, or a list of such values: `summer` is short for `[summer]`."""

    item: Shape[T]

    def read(self, data: object, at: str) -> tuple[T, ...]:
        """Read the one value, or every item."""
        return Listing(self.item).read(data, at) if is_list(data) else (self.item.read(data, at),)

    def schema(self) -> Schema:
        """Describe it without `oneOf`: the type decides which part applies."""
        return {"if": {"type": "array"}, "then": Listing(self.item).schema(), "else": self.item.schema()}


@frozen(eq=False, repr=False)
class Mapping(Generic[T]):
    """A map from known names to values of one shape, or of one for each name.

    With `others`, packs may bring further names; with `variables`, a name may be a variable.
    """

    names: Callable[[], tuple[tuple[str, str], ...]]
    value: Shape[T]
    least: int = 1
    others: str = ""
    variables: str = ""
    value_of: Callable[[str], Shape[T]] | None = None

    def read(self, data: object, at: str) -> tuple[tuple[str, T], ...]:
        """Read every entry, in the order written."""
        known = tuple(name for name, _ in self.names())
        found: list[tuple[str, T]] = []
        for key, item in as_object(data, at).items():
            if key not in known and not self.others:
                raise ShapeError(f"{at}/{key}")
            found.append((key, self.shape_of(key).read(item, f"{at}/{key}")))
        if len(found) < self.least:
            raise ShapeError(at)
        return tuple(found)

    def schema(self) -> Schema:
        """Describe it."""
        found: Schema = {
            "type": "object",
            "properties": {n: described(self.shape_of(n).schema(), doc) for n, doc in self.names()},
            "additionalProperties": False,
            "minProperties": self.least,
        }
        patterns = {ID_PATTERN: self.others, VARIABLE_PATTERN: self.variables}
        open_ = {name: described(self.value.schema(), doc) for name, doc in patterns.items() if doc}
        return {**found, "patternProperties": open_} if open_ else found

    def shape_of(self, name: str) -> Shape[T]:
        """Return the shape of the value of a name."""
        return self.value if self.value_of is None else self.value_of(name)


@frozen(eq=False, repr=False)
class Unread:
    """An item of a list, read only when somebody wants it."""

    data: object
    home: str
    index: int

    @property
    def at(self) -> str:
        """Where it stands."""
        return f"{self.home}/{self.index}"


@frozen(eq=False, repr=False)
class Deferred:
    """A list whose items are described in the schema, but read later: playing needs no examples."""

    definition: str

    def read(self, data: object, at: str) -> tuple[Unread, ...]:
        """Keep the items with their places."""
        return tuple(Unread(item, at, i) for i, item in enumerate(as_list(data, at)))

    def schema(self) -> Schema:
        """Refer to the definition of the items."""
        return {"type": "array", "items": {"$ref": f"#/$defs/{self.definition}"}}


@frozen(eq=False, repr=False)
class ById(Generic[T]):
    """A map from any ids to values of one shape."""

    value: Shape[T]
    doc: str
    pattern: str = ID_PATTERN

    def read(self, data: object, at: str) -> tuple[tuple[str, T], ...]:
        """Read every entry, in the order written."""
        return tuple((key, self.value.read(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def schema(self) -> Schema:
        """Describe it."""
        return {
            "type": "object",
            "patternProperties": {self.pattern: described(self.value.schema(), self.doc)},
            "additionalProperties": False,
        }


@frozen
class Range:
    """Bounds for a number: one number means exactly that."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        """Return whether a number is within the bounds."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


_LIMITS = Mapping(lambda: (("min", "At least this."), ("max", "At most this.")), Integer())


@frozen(eq=False, repr=False)
class RangeShape:
    """A number, or `{min, max}` with one of them or both."""

    def read(self, data: object, at: str) -> Range:
        """Read the bounds."""
        if isinstance(data, int) and not isinstance(data, bool):
            return Range(data, data)
        bounds = dict(_LIMITS.read(data, at))
        return Range(bounds.get("min"), bounds.get("max"))

    def schema(self) -> Schema:
        """Describe it: a number or a closed map."""
        return {**Integer().schema(), **_LIMITS.schema(), "type": ["integer", "object"]}


def described(schema: Schema, doc: str) -> Schema:
    """Describe a schema and each of its branches: editors show the one of the branch that holds."""
    branches = ((name, schema.get(name)) for name in ("then", "else"))
    found = {name: described(part, doc) for name, part in branches if is_object(part)}
    return {**schema, **found, "description": doc}


def is_object(data: object) -> TypeGuard[dict[str, object]]:
    """Return whether data is a map. JSON has no other keys than text."""
    return isinstance(data, dict)


def is_list(data: object) -> TypeGuard[list[object]]:
    """Return whether data is a list."""
    return isinstance(data, list)


def as_object(data: object, at: str) -> dict[str, object]:
    """Take data for a map, or raise `ShapeError`."""
    if not is_object(data):
        raise ShapeError(at)
    return data


def as_list(data: object, at: str) -> list[object]:
    """Take data for a list, or raise `ShapeError`."""
    if not is_list(data):
        raise ShapeError(at)
    return data
