"""Values: numbers and things, written down, kept in variables, or computed in play.

Every value has a type (`vocabulary.KINDS`), and every place that takes a value knows which type it needs. In
play a value is a whole number: things are numbered by the rule set, seats from 0, and -1 is none.
"""

from __future__ import annotations

import operator
import re
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.compiled_rules import ME, NOBODY
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.loop import out_of_budget
from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.engine.stats import enemy_total, printed_penalty, printed_reward, stat
from kingsburg_rules.language.facts import FACTS, GAME, Fact
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant, known
from kingsburg_rules.language.registry import VALUES, EdgeCases, Node, ValueWord, compiles, first_line
from kingsburg_rules.language.shapes import (
    ID_PATTERN,
    VARIABLE_PATTERN,
    Listing,
    Name,
    Range,
    Schema,
    ShapeError,
    is_list,
    is_object,
)
from kingsburg_rules.language.vocabulary import (
    BUILDING,
    CARD,
    GOOD,
    KINDS,
    NUMBER,
    OUTCOME,
    PAID,
    PLACE,
    PLAYER,
    PRICE,
    RESOURCE_KIND,
    RESOURCES,
    ROW,
    SEASON,
    SEASONS,
    STATS,
    STATS_BY_NAME,
    StatName,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Number, Test
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.facts import Look

    Base = Callable[[State, Sequence[int], str], int]

Value: TypeAlias = "int | ValueWord"

NOTHING: Final = "nothing"
"""No thing of any type: what was not chosen or not found."""

ME_WORD: Final = "me"
LEFT: Final = "left"
RIGHT: Final = "right"
OWNER: Final = "owner"
NOBODY_WORD: Final = "nobody"
THIS: Final = "this"
PLAYER_WORDS: Final = (ME_WORD, LEFT, RIGHT, OWNER, NOBODY_WORD)
ROW_PATTERN: Final = "^[A-Z]$"
LITERAL_PATTERN: Final = "^([a-z][a-z0-9-]*/)?[a-z][a-z0-9_]*$|^[A-Z]$"

BEYOND: Final = 10**18
"""More than any number in play."""

LARGEST: Final = 10**9


@node
class Variable(ValueWord):
    """A variable, written `$name`: set before, brought by the moment, or remembered by the card."""

    name: str = key(Name(pattern=VARIABLE_PATTERN), "Which variable.")

    def kind(self, e: Emitter) -> str:
        """Return the type of what it holds."""
        return e.kind_of_variable(self.name, self.at)


@compiles(Variable)
def _build_variable(word: Variable, e: Emitter) -> Number:
    """Compile to a look at the memory of the card, or at the frame."""
    # A variable of the frame cannot have the name of something that the card remembers: `slot` refuses it.
    number = e.memory_if_any(word.name)
    if number is not None:
        return _remembered(e, number)
    slot = e.known_slot(word.name, word.at)
    return lambda state, frame: frame[slot]


def _remembered(e: Emitter, number: int) -> Number:
    memory = e.compiled.memories[number]
    start = memory.start
    if memory.shared:
        return lambda state, frame: state.memory.get((number, NOBODY), start)
    return lambda state, frame: state.memory.get((number, frame[ME]), start)


@node
class Literal(ValueWord):
    """A thing by its name: `left`, `this`, `base/palisade`, `jester`, `gold`, `B`, `victory`."""

    name: str = key(Name(pattern=LITERAL_PATTERN), "Which thing.")

    def kind(self, e: Emitter) -> str:
        """Guess the type where the place does not say which one it needs; '' if the name may be anything."""
        guess = next((kind for kind, names in NAMES.items() if self.name in names), "")
        if self.name in e.names.seats:
            return PLAYER
        guess = ROW if re.fullmatch(ROW_PATTERN, self.name) else guess
        return guess or (RESOURCE_KIND if self.name in e.compiled.resource else "")


@compiles(Literal, "of_kind")
def _of_kind_literal(word: Literal, e: Emitter, kind: str) -> Number:
    """Compile as a thing of a type.

    Raises:
        LinkError: There is none of this name.
    """
    if word.name == NOTHING:
        return constant(NOBODY)
    return _player(word, e) if kind == PLAYER else constant(_number(word, e, kind))


def _player(word: Literal, e: Emitter) -> Number:
    if word.name in e.names.seats:
        # The seats without a player are the last ones.
        back = len(e.names.seats) - e.names.seats[word.name]
        return lambda state, frame: len(state.players) - back
    if word.name not in PLAYER_WORDS:
        raise e.error(word, "link.type", unknown(word.name, (*PLAYER_WORDS, *e.names.seats)))
    if word.name == NOBODY_WORD:
        return constant(NOBODY)
    # Neutral dice are of nobody, and what they set off may still ask whose left this is.
    e.need_player(word, or_nobody=True)
    slot = e.subject.owner_slot
    if word.name == OWNER and slot is not None:
        # Inside a loop or another player's turn, `me` is that player and `owner` whoever it began with.
        return lambda state, frame: frame[slot]
    if word.name in (ME_WORD, OWNER):
        return lambda state, frame: frame[ME]
    # With two players, left and right are the same neighbor (F3); alone, a player has none.
    step = 1 if word.name == LEFT else -1

    def beside(state: State, frame: Frame) -> int:
        me, seats = frame[ME], len(state.players)
        return (me + step) % seats if me >= 0 and seats > 1 else NOBODY

    return beside


def written_down(values: Sequence[Value]) -> tuple[str, ...] | None:
    """Return the names of things if all are written down; None if some are known only in play."""
    names = tuple(value.name for value in values if isinstance(value, Literal))
    return names if len(names) == len(values) else None


def known_things(values: Sequence[Value], kind: str) -> frozenset[int] | None:
    """Return the numbers of rows, seasons or outcomes if all are written down; None if not."""
    names = written_down(values)
    return None if names is None else frozenset(thing_called(name, kind) for name in names)


def one_of(values: Sequence[Value], kind: str, e: Emitter, at: str) -> Callable[[State, Frame, int], bool]:
    """Compile to a test whether a thing is one of these; those that are written down cost next to nothing."""
    numbers = [e.thing(value, kind, f"{at}/{k}") for k, value in enumerate(values)]
    if kind in (ROW, SEASON, OUTCOME) and (these := known_things(values, kind)) is not None:
        return lambda state, frame, thing: thing in these
    return lambda state, frame, thing: thing in [number(state, frame) for number in numbers]


def thing_called(name: str, kind: str) -> int:
    """Return the number of a row, a season or an outcome by its name."""
    if name == NOTHING:
        return NOBODY
    return ord(name) if kind == ROW else NUMBERED[kind].index(name)


def resource_named(e: Emitter, name: str, at: str) -> Number:
    """Compile the key of a map of resources: a resource, or a variable that holds one."""
    if name.startswith("$"):
        return e.thing(Variable(name[1:], at=at), RESOURCE_KIND, at)
    return constant(e.names.resource_in_bag(name, at))


def _number(word: Literal, e: Emitter, kind: str) -> int:
    if kind == CARD:
        return e.card if word.name == THIS and e.card >= 0 else e.card_named(word.name, word.at)
    if kind == PLACE:
        return e.place_named(word.name, word.at)
    if kind == RESOURCE_KIND:
        return e.names.resource(word.name, word.at)
    # Rows are compared by their letters, so packs may add any of them.
    if kind in NAMES and word.name not in NAMES[kind]:
        raise e.error(word, "link.type", unknown(word.name, NAMES[kind]))
    if kind in NAMES or (kind == ROW and re.fullmatch(ROW_PATTERN, word.name)):
        return thing_called(word.name, kind)
    message = f"{KINDS[kind]} is needed here, not '{word.name}'"
    raise e.error(word, "link.type", message)


NUMBERED: Final[dict[str, tuple[str, ...]]] = {OUTCOME: OUTCOMES, SEASON: SEASONS}
"""The types whose things are numbered by their places in a list."""

# The time between the seasons is no season: a value that would be one is nothing.
NAMES: Final[dict[str, tuple[str, ...]]] = {PLAYER: PLAYER_WORDS, OUTCOME: OUTCOMES, SEASON: SEASONS[1:]}
"""The types whose names are always the same."""


@frozen
class TypedValue:
    """A value of one type: a literal, a variable or a value word."""

    kind: str

    def read(self, data: object, at: str) -> Value:
        """Read the value; that it has the type is seen when it is compiled."""
        if is_object(data):
            return VALUES.read(data, at)
        if isinstance(data, str):
            return Variable(data[1:], at=at) if data.startswith("$") else self._literal(data, at)
        # To Python, true is the number 1; in a file it is not.
        if self.kind in (NUMBER, "") and isinstance(data, int) and not isinstance(data, bool):
            return data
        raise ShapeError(at)

    def _literal(self, data: str, at: str) -> Value:
        if self.kind == NUMBER:
            raise ShapeError(at)
        return Literal(data, at=at)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}

    @property
    def name(self) -> str:
        """The name of its definition: `value` for numbers, `card_value` for cards, and so on."""
        return {NUMBER: "value", "": "any_value"}.get(self.kind, f"{self.kind}_value")

    def definition(self) -> Schema:
        """Describe it without `oneOf`: the type decides which part applies."""
        types = ["string", "object"] if self.kind not in (NUMBER, "") else ["integer", "string", "object"]
        what = KINDS.get(self.kind, "a value of any type")
        found: Schema = {
            "type": types,
            "title": what,
            "description": f"{what[0].upper()}{what[1:]}: written down, a variable ($name), or computed.",
            "if": {"type": "object"},
            "then": {"$ref": "#/$defs/expression"},
        }
        # Editors offer the names that are always the same.
        if self.kind in NUMBERED:
            names = [*NAMES[self.kind], NOTHING]
            return {
                **found,
                "else": {"anyOf": [{"enum": names}, {"type": "string", "pattern": VARIABLE_PATTERN}]},
            }
        return {**found, "pattern": _PATTERNS.get(self.kind, THING_PATTERN)}


THING_PATTERN: Final = f"{VARIABLE_PATTERN}|{LITERAL_PATTERN}"
ROW_OR_VARIABLE: Final = f"{VARIABLE_PATTERN}|{ROW_PATTERN}|^{NOTHING}$|^all$"
_PATTERNS: Final = {NUMBER: VARIABLE_PATTERN, ROW: ROW_OR_VARIABLE}

VALUE: Final = TypedValue(NUMBER)
ANY_VALUE: Final = TypedValue("")
A_PLAYER: Final = TypedValue(PLAYER)
A_CARD: Final = TypedValue(CARD)
A_PLACE: Final = TypedValue(PLACE)
A_DIE: Final = TypedValue("die")
A_GROUP: Final = TypedValue("group")
A_MARKER: Final = TypedValue("marker")
A_RESOURCE: Final = TypedValue(RESOURCE_KIND)
A_ROW: Final = TypedValue(ROW)
A_SEASON: Final = TypedValue(SEASON)
AN_OUTCOME: Final = TypedValue(OUTCOME)
TYPED_VALUES: Final = (
    VALUE,
    ANY_VALUE,
    A_PLAYER,
    A_CARD,
    A_PLACE,
    A_DIE,
    A_GROUP,
    A_MARKER,
    A_RESOURCE,
    A_ROW,
    A_SEASON,
    AN_OUTCOME,
)
"""The shapes of values, one of each type."""


@node
class Bounds(Node):
    """Bounds for a number, each written down or computed; both are one value for exactly that number."""

    least: Value | None = key(VALUE, "At least this.", default=None)
    most: Value | None = key(VALUE, "At most this.", default=None)

    @property
    def fixed(self) -> Range | None:
        """Return the bounds as plain numbers, if they are."""
        if isinstance(self.least, int | None) and isinstance(self.most, int | None):
            return Range(self.least, self.most)
        return None

    @property
    def ends(self) -> tuple[int, int] | None:
        """Return the lowest and the highest number within, if they are known."""
        fixed = self.fixed
        if fixed is None:
            return None
        return (-BEYOND if fixed.least is None else fixed.least, BEYOND if fixed.most is None else fixed.most)


def bounds_test(word: Bounds, e: Emitter) -> Callable[[State, Frame, int], bool]:
    """Compile to a test of a number."""
    ends = word.ends
    if ends is not None:
        low, high = ends
        return lambda state, frame, number: low <= number <= high
    least = e.number(word.least) if word.least is not None else None
    if word.least is word.most and least is not None:
        exact = least
        return lambda state, frame, number: number == exact(state, frame)
    most = e.number(word.most) if word.most is not None else None

    def inside(state: State, frame: Frame, number: int) -> bool:
        if least is not None and number < least(state, frame):
            return False
        return most is None or number <= most(state, frame)

    return inside


def bounded(number: Number, word: Bounds, e: Emitter) -> Test:
    """Compile to a test of a number that is worked out: one call more, if the bounds are known."""
    if word.ends is not None:
        low, high = word.ends
        return lambda state, frame: low <= number(state, frame) <= high
    inside = bounds_test(word, e)
    return lambda state, frame: inside(state, frame, number(state, frame))


def bounded_variable(word: Variable, bounds: Bounds, e: Emitter) -> Test:
    """Compile to a test of a variable; with known bounds it is a look and no call."""
    value, number = e.number(word), e.memory_if_any(word.name)
    if bounds.ends is None:
        return bounded(value, bounds, e)
    low, high = bounds.ends
    if number is None:
        slot = e.known_slot(word.name, word.at)
        return lambda state, frame: low <= frame[slot] <= high
    start = e.compiled.memories[number].start
    if e.compiled.memories[number].shared:
        return lambda state, frame: low <= state.memory.get((number, NOBODY), start) <= high
    return lambda state, frame: low <= state.memory.get((number, frame[ME]), start) <= high


@frozen
class BoundsShape:
    """A value, which means exactly that, or `{min, max}` with one of them or both, which are values.

    `min` and `max` are also words for values, but take several of them; a limit is a single value.
    """

    def read(self, data: object, at: str) -> Bounds:
        """Read the bounds."""
        if not is_object(data) or not ("min" in data or "max" in data) or _is_one_word(data):
            exact = VALUE.read(data, at)
            return Bounds(exact, exact, at=at)
        for name in data:
            if name not in ("min", "max"):
                raise ShapeError(f"{at}/{name}")
        least, most = (_limit(k, data[k], at) if k in data else None for k in ("min", "max"))
        return Bounds(least, most, at=at)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": "#/$defs/bounds"}

    def definition(self) -> Schema:
        """Describe it: a number, a variable, limits, or one of the words for numbers."""
        words: dict[str, Schema] = {
            name: {"$ref": f"#/$defs/expression/properties/{name}", "description": first_line(word)}
            for name, word in sorted(VALUES.words.items())
            if name not in ("min", "max")
        }
        limits = {
            name: {**_limit_schema(name), "description": doc}
            for name, doc in (("min", "At least this."), ("max", "At most this."))
        }
        return {
            "type": ["integer", "string", "object"],
            "title": "a number or {min, max}",
            "description": "A value, which means exactly that, or {min, max}.",
            "pattern": VARIABLE_PATTERN,
            "properties": {**limits, **words},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 2,
            "if": {"required": ["min", "max"]},
            "else": {"minProperties": 1, "maxProperties": 1},
        }


def _takes_several(argument: object) -> bool:
    """Return whether `min` or `max` is the word for a value here, with a list or with things and a value."""
    return is_list(argument) or (is_object(argument) and "of" in argument)


def _is_one_word(data: Mapping[str, object]) -> bool:
    return len(data) == 1 and all(map(_takes_several, data.values()))


def _limit(name: str, argument: object, at: str) -> Value:
    """Read a limit, which may be the least or the most of several values itself."""
    if _takes_several(argument):
        return VALUES.word(name, argument, at)
    return VALUE.read(argument, f"{at}/{name}")


def _limit_schema(name: str) -> Schema:
    word: Schema = {"$ref": f"#/$defs/expression/properties/{name}"}
    # The type in a list keeps those who look for the keys of a map from taking it for the usual case.
    things: Schema = {"if": {"type": ["object"], "required": ["of"]}, "then": word, "else": VALUE.schema()}
    return {"if": {"type": "array"}, "then": word, "else": things}


BOUNDS: Final = BoundsShape()
NO_BOUNDS: Final = Bounds()

PARTS: Final = Listing(VALUE)
PAIR: Final = Listing(VALUE, least=2)
ANY_PAIR: Final = Listing(ANY_VALUE, least=2)
RESOURCE: Final = Name(tuple(r.name for r in RESOURCES))
STAT_KEY: Final = Name((*RESOURCE.known, GOOD, BUILDING))
PLAYER_FACT: Final = Name((*FACTS[PLAYER], *RESOURCE.known))
FACT: Final = Name(
    (*dict.fromkeys((*PLAYER_FACT.known, *(name for facts in FACTS.values() for name in facts))),)
)


def fact_of(e: Emitter, kind: str, name: str, at: str) -> Fact | None:
    """Find a fact of a kind of thing; None for what a player holds of a resource.

    Raises:
        LinkError: There is no such fact.
    """
    known = FACTS.get(kind, {})
    e.compiled.asks_positions = e.compiled.asks_positions or name == "position"
    if name in known or (kind == PLAYER and name in e.compiled.resource):
        return known.get(name)
    numbers = e.compiled.numbers.get(name) if kind == CARD else None
    if numbers is not None:
        return Fact(name, "A number that cards of the pack have.", _own_number(numbers), least=None)
    # A fact of another kind of thing is a likelier slip than a misspelled name.
    others = [KINDS[other] for other, facts in FACTS.items() if other != GAME and name in facts]
    if others:
        message = f"'{name}' is a fact of {_either(others)}, not of {KINDS[kind]}"
        raise e.mistake(at, "link.fact", message)
    if not known:
        message = f"{KINDS[kind]} has no facts; give a value to compare by"
        raise e.mistake(at, "link.fact", message)
    resources = e.compiled.resource if kind == PLAYER else ()
    game = FACTS[GAME] if kind == PLAYER else ()
    numbers_ = e.compiled.numbers if kind == CARD else ()
    raise e.mistake(at, "link.fact", unknown(name, (*known, *resources, *game, *numbers_)), name)


def _own_number(numbers: Mapping[int, int]) -> Look:
    """Make a fact of what stands on cards; 0 for any other card."""
    return lambda state, card: numbers.get(card, 0)


def _either(items: Sequence[str]) -> str:
    """List one or more texts of which one is meant: 'a, b or c'."""
    return " or ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""


def look_of(e: Emitter, kind: str, name: str, at: str) -> Look:
    """Compile a fact of a kind of thing, or how much a player holds of a resource, to what reads it."""
    found = fact_of(e, kind, name, at)
    if found is not None:
        return found.look
    number = e.compiled.resource[name]
    return lambda state, seat: state.players[seat].stock[number]


@node
class FactOf(Node):
    """A fact and its thing; by default, a fact of the game or of this player."""

    name: str = key(FACT, "Which fact.")
    thing: Value | None = key(ANY_VALUE, "The thing.", default=None)


@frozen
class FactShape:
    """The name of a fact, or `{name: thing}`."""

    def read(self, data: object, at: str) -> FactOf:
        """Read the fact."""
        if is_object(data) and len(data) == 1:
            ((name, thing),) = data.items()
            return FactOf(name, ANY_VALUE.read(thing, f"{at}/{name}"), at=at)
        if not isinstance(data, str):
            raise ShapeError(at)
        return FactOf(data, at=at)

    def schema(self) -> Schema:
        """Describe it: editors offer the names that are known."""
        thing = ANY_VALUE.schema()
        named = {name: {**thing, "description": doc} for name, doc in _fact_docs()}
        others = {ID_PATTERN: {**thing, "description": "A resource added by a pack."}}
        return _name_or_entry(FACT, named, patternProperties=others)


def _name_or_entry(name: Name, properties: Mapping[str, Schema], **further: Mapping[str, Schema]) -> Schema:
    """Describe a name, or a map with one name and what it is about."""
    entry: Schema = {
        "type": "object",
        "properties": properties,
        **further,
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    return {"type": ["string", "object"], "if": {"type": "object"}, "then": entry, "else": name.schema()}


def _fact_docs() -> tuple[tuple[str, str], ...]:
    docs = {r.name: f"How much the player holds: {r.doc}" for r in RESOURCES}
    for facts in FACTS.values():
        for fact in facts.values():
            docs.setdefault(fact.name, fact.doc)
    return tuple(docs.items())


@VALUES.add("fact", inline="which")
@node
class FactValue(ValueWord):
    """A number of the game, of this player, or of another thing: `fact: goods`, `fact: {goods: left}`."""

    which: FactOf = key(FactShape(), "The fact and, if needed, the thing.")

    def kind(self, e: Emitter) -> str:
        """Return the type of the fact: usually a number."""
        name, thing = self.which.name, self.which.thing
        facts = {**FACTS[PLAYER], **FACTS[GAME]}
        if thing is not None:
            facts = FACTS.get(_kind_of(e, name, thing), {})
        return facts[name].gives if name in facts else NUMBER


@compiles(FactValue)
def _build_fact_value(word: FactValue, e: Emitter) -> Number:
    name, thing = word.which.name, word.which.thing
    if thing is not None:
        return _of_thing(word, e, name, thing)
    look = look_here(word, e, name)
    return lambda state, frame: look(state, frame[ME])


def look_here(word: Node, e: Emitter, name: str) -> Look:
    """Compile a fact of the game or of this player to what reads it of this player's seat."""
    fact = FACTS[GAME].get(name)
    if fact is not None:
        e.forbid_recursion_on(word, *fact.stats)
        return fact.look
    look = look_of(e, PLAYER, name, word.at)
    e.need_player(word)
    return look


def _of_thing(word: FactValue, e: Emitter, name: str, thing: Value) -> Number:
    kind = _kind_of(e, name, thing)
    if kind not in FACTS:
        raise e.error(word, "link.type", f"{KINDS[kind]} has no facts")
    which = e.thing(thing, kind, word.at)
    return _if_any(which, look_of(e, kind, name, word.at))


def _kind_of(e: Emitter, name: str, thing: Value) -> str:
    """Return the type of the thing; of one by name, that of which there is such a fact."""
    return e.kind_of(thing) or next((kind for kind in (CARD, PLACE) if name in FACTS[kind]), CARD)


def _if_any(which: Number, look: Look) -> Number:
    """Read a fact of a thing; where there is no such thing it is 0."""

    def read(state: State, frame: Frame) -> int:
        thing = which(state, frame)
        return look(state, thing) if thing >= 0 else 0

    return read


@node
class Arithmetic(ValueWord):
    """A value made of other values, which `combine` joins. It never exceeds `LARGEST`."""

    combine = staticmethod(operator.mul)

    parts: tuple[Value, ...] = key(PARTS, "The values, from left to right.")

    def build(self, e: Emitter) -> Number:
        """Compile the parts and combine them."""
        return folded(tuple(e.number(part) for part in self.parts), self.combine, self.at)


def folded(parts: tuple[Number, ...], combine: Callable[[int, int], int], at: str) -> Number:
    """Combine values from left to right; `at` is the word that does."""
    size, first, others = len(parts), parts[0], parts[1:]

    def work_out(state: State, frame: Frame) -> int:
        state.budget -= size
        if state.budget < 0:
            raise out_of_budget(state, at)
        found = first(state, frame)
        for part in others:
            found = combine(found, part(state, frame))
        # A card that multiplies in a loop would soon make numbers of millions of digits.
        return max(-LARGEST, min(LARGEST, found))

    return work_out


def combined(values: Sequence[int], combine: Callable[[int, int], int]) -> int:
    """Combine numbers from left to right; the result stays within `LARGEST`."""
    return max(-LARGEST, min(LARGEST, reduce(combine, values)))


@VALUES.add("times", inline="parts")
@node
class Times(Arithmetic):
    """The product of values."""


def _divided(left: int, right: int) -> int:
    return left // right if right else 0


def _divided_up(left: int, right: int) -> int:
    return -(-left // right) if right else 0


@VALUES.add("div", inline="parts")
@node
class Div(Arithmetic):
    """The first value divided by the others, rounded down; nothing is divided by zero."""

    edges = EdgeCases(zero="Divided by zero, the value is 0.")
    combine = staticmethod(_divided)


@VALUES.add("div_up", inline="parts")
@node
class DivUp(Arithmetic):
    """The first value divided by the others, rounded up; nothing is divided by zero."""

    edges = EdgeCases(zero="Divided by zero, the value is 0.")
    combine = staticmethod(_divided_up)


@VALUES.add("nth", inline="parts")
@node
class Nth(ValueWord):
    """One of several values: the first is the position, from 1; outside the list, the value is nothing."""

    edges = EdgeCases(nothing="At a position outside the list, the value is nothing; for a number, -1.")

    parts: tuple[Value, ...] = key(ANY_PAIR, "The position, then the values.")

    def kind(self, e: Emitter) -> str:
        """Return the type that all values have."""
        return next((kind for kind in map(e.kind_of, self.parts[1:]) if kind), "")


@compiles(Nth, "of_kind")
def _of_kind_nth(word: Nth, e: Emitter, kind: str) -> Number:
    which = e.thing(word.parts[0], NUMBER, f"{word.at}/0")
    values = tuple(e.thing(value, kind, f"{word.at}/{k + 1}") for k, value in enumerate(word.parts[1:]))

    def pick(state: State, frame: Frame) -> int:
        # The position may be worked out, so one outside the list is no mistake of the card.
        place = which(state, frame)
        return values[place - 1](state, frame) if 1 <= place <= len(values) else NOBODY

    return pick


def resource_names() -> tuple[tuple[str, str], ...]:
    """List what a bag may hold."""
    return (*((r.name, r.doc) for r in RESOURCES), (GOOD, "A good of the player's choice."))


# Numbers of the rules as values: their current value for this player, including changes by cards


def _printed_strength(state: State, payload: Sequence[int], key: str) -> int:
    del key
    enemy = state.compiled.enemies.get(payload[0])
    return enemy.strength if enemy else 0


def _printed_price(state: State, payload: Sequence[int], key: str) -> int:
    building = state.compiled.buildings.get(payload[0])
    return dict(building.price).get(state.compiled.resource[key], 0) if building else 0


def _printed_rank(state: State, payload: Sequence[int], key: str) -> int:
    del key
    return state.compiled.places[payload[0]].rank if payload[0] >= 0 else 0


def _kings_number(state: State, payload: Sequence[int], key: str) -> int:
    del state, key
    return payload[0]


BASES: Final[dict[str, Base]] = {
    "enemy_card_strength": _printed_strength,
    "build_cost": _printed_price,
    "battle_reward": lambda state, payload, key: printed_reward(state).get(key, 0),
    "battle_penalty": lambda state, payload, key: printed_penalty(state).get(key, 0),
    "reinforcements": _kings_number,
    "rank": _printed_rank,
}
"""The numbers that the rules compute before cards change them; all others start with their `base`."""

STAT: Final = Name(tuple(STATS_BY_NAME))


@frozen
class StatShape:
    """The name of a number, or `{name: resource}` where it is one for each."""

    def read(self, data: object, at: str) -> tuple[str, str]:
        """Read the name and the resource, which may be missing."""
        if is_object(data) and len(data) == 1:
            ((name, key),) = data.items()
            return STAT.read(name, at), STAT_KEY.read(key, f"{at}/{name}")
        return STAT.read(data, at), ""

    def schema(self) -> Schema:
        """Describe it: editors offer the names that are known."""
        keyed = {stat.name: {**STAT_KEY.schema(), "description": stat.doc} for stat in STATS if stat.keys}
        return _name_or_entry(STAT, keyed)


@VALUES.add("stat", inline="which")
@node
class StatValue(ValueWord):
    """The current value of a number of the rules: `stat: king_dice`, `stat: {battle_penalty: gold}`.

    It is the value for this player. A number about a card or another thing uses the variable of that name.
    """

    reads = tuple(sorted({name for stat in STATS for name in stat.payload}))

    which: tuple[str, str] = key(StatShape(), "The number and, if needed, the resource.")


@compiles(StatValue)
def _build_stat_value(word: StatValue, e: Emitter) -> Number:
    name, key = word.which
    facts = STATS_BY_NAME.get(name)
    if facts is None:
        raise e.mistake(word.at, "link.stat", unknown(name, STATS_BY_NAME), name)
    e.need_player(word)
    # Changes that look at changed numbers could look at each other, without an end.
    if e.changing:
        message = f"a change of '{e.changing}' cannot depend on a number that other cards change"
        raise e.error(word, "link.itself", message)
    # Cards change the strength of each enemy first, and then their sum.
    if name == "enemy_total":
        return lambda state, frame: enemy_total(state, frame[ME])
    keys = e.names.keys_of(facts)
    if (key or keys) and key not in keys:
        message = f"there is only one '{name}', not one for each resource"
        if key and keys:
            message = unknown(key, keys)
        elif keys:
            message = f"'{name}' needs one of: {', '.join(keys)}"
        raise e.mistake(word.at, "link.stat", message, key)
    return _current(word, e, facts, key)


def _current(word: StatValue, e: Emitter, facts: StatName, key: str) -> Number:
    number = e.names.stat(f"{facts.name}:{key}" if key else facts.name, word.at)
    slots = [e.known_slot(variable, word.at) for variable in facts.payload]
    # Discounts may be larger than a price, but nobody is paid for building.
    base, least = BASES.get(facts.name, _constant_base(facts.base)), 0 if facts.name == "build_cost" else None

    def look(state: State, frame: Frame) -> int:
        payload = [frame[slot] for slot in slots]
        found = stat(state, number, frame[ME], base(state, payload, key), *payload)
        return found if least is None else max(least, found)

    return look


def _constant_base(base: int) -> Base:
    return lambda state, payload, key: base


# What is in the bags that moments bring


def amount_in(e: Emitter, bag: str, name: str, at: str) -> Callable[[State, Frame], int]:
    """Compile how much of something is in a bag: a resource, all goods, or the number of the price."""
    which = None if name in (PRICE, GOOD) else resource_named(e, name, f"{at}/{name}/")
    # A bag is one variable for each resource, in the order of their numbers.
    first = e.known_slot(bag, at)
    if name == PRICE and bag == PAID:
        number = first + len(e.compiled.resources)
        return lambda state, frame: frame[number]
    if name == GOOD:
        goods = tuple(first + good for good in e.compiled.goods)
        return lambda state, frame: sum([frame[slot] for slot in goods])
    resource = which or resource_named(e, name, f"{at}/{name}/")
    fixed = known(resource)
    if fixed is None:
        return lambda state, frame: frame[first + resource(state, frame)]
    slot = first + fixed
    return lambda state, frame: frame[slot]


@node
class BagValue(ValueWord):
    """How much of a resource is in a bag; `good` counts all goods."""

    what: Value = key(A_RESOURCE, "The resource, or `good` for all goods.")


@compiles(BagValue)
def _build_bag_value(word: BagValue, e: Emitter) -> Number:
    if isinstance(word.what, Literal):
        return amount_in(e, word.word, word.what.name, word.at)
    which, first = e.thing(word.what, RESOURCE_KIND, word.at), e.known_slot(word.word, word.at)
    return lambda state, frame: frame[first + resource] if (resource := which(state, frame)) >= 0 else 0


@VALUES.add("paid", inline="what")
@node
class PaidValue(BagValue):
    """How much of a resource was paid; `good` counts all goods, `price` is the number of the price, from 1.

    It is known in what follows a price: in `then` of `pay`, in a branch with a `cost`, and in the steps of a
    trigger with one. After a building has been constructed, it is what was paid for it.
    """

    reads = (PAID,)


@VALUES.add("gained", inline="what")
@node
class GainedValue(BagValue):
    """How much of a resource the player has just gained; `good` counts all goods."""

    reads = ("gained",)
