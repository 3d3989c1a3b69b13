"""The registry: which words there are.

A word is registered by decorating its class. The registry reads words (single-key maps such as
`{gain: {...}}`), reads the closed objects that cards and abilities are, and describes all of it as JSON
Schema.
"""

from __future__ import annotations

from functools import partialmethod
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Concatenate,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeGuard,
    TypeVar,
)

from attrs import NOTHING, define, field, fields, frozen

from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.compiled_rules import FEWEST_SEATS, MOST_SEATS
from kingsburg_rules.language.nodes import documentation, key, node
from kingsburg_rules.language.shapes import (
    ID_PATTERN,
    Schema,
    Shape,
    ShapeError,
    Text,
    as_object,
    described,
    is_object,
)
from kingsburg_rules.language.vocabulary import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.engine.actions import DecisionKind
    from kingsburg_rules.engine.compiled_rules import Frame, Number, Test
    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.engine.stock import Counts
    from kingsburg_rules.language.emitter import Emitter, Names

    Find = Callable[[State, Frame], Sequence[int]]


@frozen(eq=False, repr=False)
class SimultaneousChoice:
    """A choice that several players make at once: how a seat is asked, and what is done for it then.

    The answer of a seat is kept in the variable `store + seat`, and is copied to `slot` when it is that
    seat's turn. `price` is what the answer in `slot` costs; it is paid with the rest.
    """

    ask: Callable[[State, Frame, int], Ask | None]
    store: int
    slot: int
    then: Callable[[], object] | None = None
    price: Callable[[Frame], Counts] | None = None


@node
class Node:
    """Anything read from a file; `at` points to where it stands there.

    What has the key `partial` takes the rest from elsewhere, so that nothing else must be given. `apart` are
    keys that are dealt with before anything is read, with their shapes and what they say. With `spread` the
    word that is its `query` is written among the other keys: `{cards: {...}, optional: true}`.
    """

    partial: ClassVar[str] = ""
    spread: ClassVar[bool] = False
    apart: ClassVar[dict[str, tuple[Shape[object], str]]] = {}

    at: str = field(default="", kw_only=True, repr=False)


class EdgeCases(NamedTuple):
    """The outcomes where the meaning of a word ends; the manual's names of them are in `EDGE_CASES`."""

    no_player: str = ""
    nothing: str = ""
    empty: str = ""
    not_enough: str = ""
    zero: str = ""
    impossible: str = ""
    tie: str = ""


EDGE_CASES = {
    "no_player": "With nobody",
    "nothing": "With nothing",
    "empty": "With an empty deck",
    "not_enough": "With less than that",
    "zero": "With zero or less",
    "impossible": "With nothing possible",
    "tie": "On a tie",
}
"""How the manual calls the edges."""


@node
class Word(Node):
    """A word of the language. `inline` names the one field whose value is the whole argument.

    A `short` word takes that value alone, or a map with all its fields. `needs` is the thing that must be on
    the table for the word to mean anything, one of `THINGS`, unless one of the variables that it `reads` is
    there; it reads these by their names, whoever sets them. `edges` says what happens at the edges of its
    meaning.
    """

    word: ClassVar[str]
    edges: ClassVar[EdgeCases] = EdgeCases()
    inline: ClassVar[str | None] = None
    short: ClassVar[bool] = False
    needs: ClassVar[str] = ""
    reads: ClassVar[tuple[str, ...]] = ()
    compiled_by: ClassVar[str] = "build"


@node
class Step(Word):
    """Something that is done.

    `opens` are the moments that come while it is done, besides those of the steps in it, and `brings` are the
    things that can be on the table from then on; both only if cards go into play, for a step that says where
    cards go. Nobody would refuse a `harmless` step, whatever they may choose in it. `asks` are the kinds of
    decisions it makes, besides those of the steps in it, and `answers` the texts of the answers if there are
    only these.
    """

    opens: ClassVar[tuple[str, ...]] = ()
    brings: ClassVar[tuple[str, ...]] = ()
    harmless: ClassVar[bool] = False
    asks: ClassVar[tuple[DecisionKind, ...]] = ()
    answers: ClassVar[tuple[str, ...]] = ()
    compiled_by: ClassVar[str] = "emit"

    def emit(self, e: Emitter) -> None:
        """Compile to operations."""
        raise LookupError(type(self).__name__)

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it, and nothing is to be chosen."""
        return self.harmless

    @property
    def auto_accept(self) -> bool:
        """Whether nobody would refuse it, though it may ask what to gain."""
        return self.harmless or self.automatic

    @property
    def asks_itself(self) -> bool:
        """Whether it asks by itself if it is to be done, so that nobody need ask before it."""
        return False

    def at_once(self, e: Emitter) -> SimultaneousChoice | None:
        """Compile for several players who answer at once; None if the step is not one single choice."""
        return None


@node
class TestWord(Word):
    """Something true or not. `steady` tests look at nothing but the payload of their event or stat."""

    @property
    def steady(self) -> bool:
        """Whether it looks at nothing but the variables that come with its moment or its stat."""
        return False

    def build(self, e: Emitter) -> Test:
        """Compile to a function of the state."""
        raise LookupError(type(self).__name__)

    def known(self, names: Names, players: int) -> bool | None:
        """Whether it holds in every game of so many players, or in none; None if only play will tell."""
        return None


def all_known(tests: Iterable[TestWord], names: Names, players: int) -> bool | None:
    """Return whether tests hold together in every game of so many players, or in none; None if neither."""
    found = [test.known(names, players) for test in tests]
    return False if False in found else None if None in found else True


def certain(tests: Sequence[TestWord], names: Names) -> bool | None:
    """Return whether tests hold in every game of these rules, or in none; None if only play will tell."""
    # What depends on the number of players is certain only if all games agree.
    found = {all_known(tests, names, players) for players in range(FEWEST_SEATS, MOST_SEATS + 1)}
    return found.pop() if len(found) == 1 else None


@node
class ValueWord(Word):
    """A number or a thing that is worked out when it is needed."""

    def kind(self, e: Emitter) -> str:
        """Return the type of the value; '' if the place that takes it decides."""
        return NUMBER

    def build(self, e: Emitter) -> Number:
        """Compile to a function of the state."""
        raise LookupError(type(self).__name__)

    def of_kind(self, e: Emitter, kind: str) -> Number:
        """Compile where a value of a type is needed; `kind()` is that type, or ''."""
        del kind
        return self.build(e)


W = TypeVar("W", bound=Word)
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def compiles(
    cls: type[W], method: str = ""
) -> Callable[[Callable[Concatenate[W, _Given], _Made]], Callable[Concatenate[W, _Given], _Made]]:
    """Make a function the method that compiles a word, `compiled_by`, or another method of its class.

    The function stays outside the class because mypyc compiles no function that is nested in a method of an
    attrs class, and what compiles a word consists of nested functions.
    """

    def register(
        function: Callable[Concatenate[W, _Given], _Made],
    ) -> Callable[Concatenate[W, _Given], _Made]:
        # A compiled function does not bind `self` as an attribute of a class; `partialmethod` does.
        setattr(cls, method or cls.compiled_by, partialmethod(function))
        return function

    return register


C = TypeVar("C", bound=Word)

N = TypeVar("N", bound=Node)


@define
class Vocabulary(Generic[W]):
    """All words of one kind: steps, tests, values or permissions. Reads a single-key map."""

    name: str
    title: str
    base: type[W]
    words: dict[str, type[W]] = field(factory=dict[str, "type[W]"])

    def add(
        self, name: str, *, inline: str | None = None, short: bool = False
    ) -> Callable[[type[C]], type[C]]:
        """Register a class as the word `name`."""

        def register(made: type[C]) -> type[C]:
            cls: type[Word] = made
            if not issubclass(cls, self.base):
                raise TypeError(f"{cls.__name__} is no {self.name}")
            cls.word = name
            cls.inline = inline
            cls.short = short
            self.words[name] = cls
            return made

        return register

    def read(self, data: object, at: str) -> W:
        """Read one word with its argument."""
        found = as_object(data, at)
        if len(found) != 1:
            raise ShapeError(at)
        ((name, argument),) = found.items()
        return self.word(name, argument, at)

    def word(self, name: str, argument: object, at: str) -> W:
        """Read a word by its name and its argument."""
        cls = self.words.get(name)
        inner = f"{at}/{name}"
        if cls is None:
            raise ShapeError(inner)
        # A short word takes one value alone or a map of keys; others that are inline take only the value.
        if cls.inline and not (cls.short and is_object(argument)):
            return _read_one(cls, cls.inline, argument, inner)
        return read_fields(cls, argument, inner)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}

    def definition(self) -> Schema:
        """Describe the kind: a map with exactly one of the words."""
        return {
            "type": "object",
            "description": self.title,
            "properties": {name: _word_schema(cls) for name, cls in sorted(self.words.items())},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }


@define
class Fields(Generic[N]):
    """A closed object: a card, an ability, an example. Reads a map into a class."""

    name: str
    cls: type[N]
    short: str = ""

    def read(self, data: object, at: str) -> N:
        """Read the object, or the value of its `short` field alone."""
        if self.short and not is_object(data):
            return _read_one(self.cls, self.short, data, at)
        return read_fields(self.cls, data, at)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}

    def definition(self) -> Schema:
        """Describe the object."""
        found = fields_schema(self.cls)
        if not self.short:
            return found
        return {"if": {"type": "object"}, "then": found, "else": _shape(self.cls, self.short).schema()}


def read_fields(cls: type[N], data: object, at: str, elsewhere: Mapping[str, str] | None = None) -> N:
    """Read a closed map into an attrs class by the shapes of its fields.

    `elsewhere` says where values stand that were put into the map from another place.
    """
    places, (shapes, required, _, _) = elsewhere or {}, _keys(cls)
    values: dict[str, object] = {"at": at}
    for name, item in as_object(data, at).items():
        if cls.spread and name in QUERIES.words:
            if "query" in values:
                raise ShapeError(f"{at}/{name}")
            values["query"] = QUERIES.word(name, item, at)
        elif name not in shapes:
            raise ShapeError(f"{at}/{name}")
        else:
            values[_attribute(name)] = shapes[name].read(item, places.get(name) or f"{at}/{name}")
    if any(_attribute(name) not in values for name in required) or (cls.spread and "query" not in values):
        raise ShapeError(at)
    return _make(cls, values)


def _read_one(cls: type[N], name: str, data: object, at: str) -> N:
    """Read the value of one field alone."""
    return _make(cls, {_attribute(name): _shape(cls, name).read(data, at), "at": at})


def check_keys(cls: type[Node], found: dict[str, object], at: str) -> None:
    """See that a map has the keys that a class must have, and no others.

    Raises:
        ShapeError: It has not.
    """
    shapes = shapes_of(cls)
    for name in found:
        if name not in shapes:
            raise ShapeError(f"{at}/{name}")
    for name in _keys(cls).required:
        if name not in found:
            raise ShapeError(at)


def _make(cls: Callable[..., N], values: dict[str, object]) -> N:
    return cls(**values)


def fields_schema(cls: type[Node]) -> Schema:
    """Describe a class as a closed object, with a description on every property."""
    spread = ("query", getattr(cls, "inline", None)) if cls.spread else ()
    properties = {
        name: described(shape.schema(), doc) for name, shape, doc, _ in fields_of(cls) if name not in spread
    }
    found: Schema = {
        "type": "object",
        "description": first_line(cls),
        "properties": properties,
        "additionalProperties": False,
    }
    if cls.spread:
        properties.update(
            (name, {"$ref": f"#/$defs/{QUERIES.name}/properties/{name}", "description": first_line(word)})
            for name, word in QUERIES.words.items()
        )
        found["oneOf"] = [{"required": [name]} for name in QUERIES.words]
    required = _keys(cls).required
    # A card that changes another one gives only what it changes.
    if required and cls.partial:
        others = [name for name in cls.apart if name != cls.partial]
        found["dependentRequired"] = {name: [cls.partial] for name in others}
        return {**found, "if": {"required": [cls.partial]}, "else": {"required": required}}
    return {**found, "required": required} if required else found


def first_line(cls: type[object]) -> str:
    """Return the first sentence of the documentation of a class."""
    return " ".join(documentation(cls).split("\n\n")[0].split())


class _Keys(NamedTuple):
    """The keys of a class: shapes, those that must be given, the attribute of each, and what they say."""

    shapes: dict[str, Shape[object]]
    required: list[str]
    names: tuple[tuple[str, str], ...]
    docs: dict[str, str]


_KEYS: dict[type[Node], _Keys] = {}


def _keys(cls: type[Node]) -> _Keys:
    found = _KEYS.get(cls)
    if found is None:  # mypy knows no hash of these classes, so `cache` is of no use
        shaped = {a.name.rstrip("_"): a for a in fields(cls) if "shape" in a.metadata}
        needed = [key for key, a in shaped.items() if a.default is NOTHING or a.metadata["needed"]]
        found = _KEYS[cls] = _Keys(
            {key: a.metadata["shape"] for key, a in shaped.items()},
            # A query is written under the name of its word, not under its own.
            [key for key in needed if not (cls.spread and key == "query")],
            tuple((a.name, key) for key, a in shaped.items()),
            {key: a.metadata["doc"] for key, a in shaped.items()},
        )
    return found


def shapes_of(cls: type[Node]) -> Mapping[str, Shape[object]]:
    """Return the shapes of the fields of a closed object by their names."""
    return _keys(cls).shapes


def fields_of(cls: type[Node]) -> tuple[tuple[str, Shape[object], str, bool], ...]:
    """List the fields of a word: name, shape, documentation, whether it must be given."""
    shapes, required, _, docs = _keys(cls)
    found = [(name, shape, docs[name], name in required) for name, shape in shapes.items()]
    return (*found, *((name, shape, doc, False) for name, (shape, doc) in cls.apart.items()))


def _word_schema(cls: type[Word]) -> Schema:
    found = fields_schema(cls)
    if not cls.inline:
        return found
    inline: Schema = _shape(cls, cls.inline).schema()
    if cls.short:
        inline = {"if": {"type": "object"}, "then": found, "else": inline}
    return described(inline, first_line(cls))


def _shape(cls: type[Node], name: str) -> Shape[object]:
    return shapes_of(cls)[name.rstrip("_")]


# Attributes cannot have the names of keywords, and `at` is where a word stands: such keys get an underscore.
_KEYWORDS = frozenset({"as", "at", "of", "if", "else", "for", "from", "not", "in", "is", "with"})


def _attribute(key: str) -> str:
    return f"{key}_" if key in _KEYWORDS else key


OBJECTS: dict[str, Fields[Node]] = {}
"""Every closed object of the language, by the name of its schema definition."""


def object_shape(name: str, cls: type[N], short: str = "") -> Fields[N]:
    """Make a class a closed object of the language and enter it in the registry."""
    shape = Fields(name, cls, short)
    # A shape of one class is no shape of all nodes to a type checker, so the registry has its own.
    OBJECTS[name] = Fields(name, cls, short)
    return shape


@node
class QueryWord(Word):
    """A set of things of one kind; `things` is their type.

    Queries within it know the thing in question by the name that `as` gives it. Without one it has the name
    of its kind, which is then that of the inner thing in a query of the same kind; a player is `me`.
    """

    things: ClassVar[str] = ""
    compiled_by: ClassVar[str] = "find"

    as_: str = key(
        Text(ID_PATTERN),
        "The variable with the thing in question, also in inner queries; by default, the name of the kind.",
        default="",
        kw_only=True,
    )

    @property
    def variable(self) -> str:
        """The variable with the thing in question."""
        return self.as_ or self.things

    def find(self, e: Emitter) -> Find:
        """Compile to a function that lists the things, in a fixed order."""
        raise LookupError(type(self).__name__)


QUERIES: Final = Vocabulary("query", "A set of things: exactly one kind of them.", QueryWord)
STEPS: Final = Vocabulary("step", "Something that is done: exactly one word.", Step)

TESTS: Final = Vocabulary("test", "Something that is true or not: exactly one word.", TestWord)

VALUES: Final = Vocabulary("expression", "A number worked out in play: exactly one word.", ValueWord)


# What the manual says of a word beyond its fields


def edges_of(word: type[Word]) -> list[tuple[str, str]]:
    """List the edge cases of a word, in order: what the manual calls each, and what happens then."""
    said = word.edges._asdict()
    return [(called, said[edge]) for edge, called in EDGE_CASES.items() if said[edge]]


def answers_to(word: type[Word]) -> list[str]:
    """List the forms of the actions that answer a step, as examples write them."""
    if not issubclass(word, Step):
        return []
    if word.answers:
        return [*word.answers]
    return [kind.notation for kind in Action.kinds.values() if set(word.asks).intersection(kind.answers)]


def manual_of(word: type[Word]) -> str:
    """Write all of it in Markdown: the description, the edges, the answers."""
    edges = "\n".join(f"- *{called}:* {said}" for called, said in edges_of(word))
    answers = ", ".join(f"`{form}`" for form in answers_to(word))
    parts = (documentation(word).replace("\n    ", "\n"), edges, answers and f"*Answers:* {answers}")
    return "\n\n".join(filter(None, parts))


# Walking through what was read


def keys_of(cls: type[Node]) -> tuple[tuple[str, str], ...]:
    """List the keys of a class: the name of the attribute, and how it is written in a file."""
    return _keys(cls).names


def items_of(node: Node) -> Iterator[tuple[object, ...]]:
    """Return what stands under each key of a word or an object, as a list also where it is one thing."""
    for name, _ in keys_of(type(node)):
        found: object = getattr(node, name)
        yield found if is_tuple(found) else (found,)


def is_tuple(part: object) -> TypeGuard[tuple[object, ...]]:
    """Return whether a part of a tree is a list of parts."""
    return isinstance(part, tuple)


def words(part: object) -> Iterator[Node]:
    """List the words and objects of a part of a tree, itself included, in the order written."""
    if isinstance(part, Node):
        yield part
        for items in items_of(part):
            yield from words(items)
    elif is_tuple(part):
        for item in part:
            yield from words(item)
