"""Values: numbers that are written down or worked out in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.engine.table import ME
from kingsburg_rules.words.registry import BATTLE, DICE, ENEMY, VALUES, ValueWord, of
from kingsburg_rules.words.shapes import ID_PATTERN, Listing, Name, Schema, ShapeError, Text, is_object
from kingsburg_rules.words.vocabulary import BUILDING, GOOD, RESOURCES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import Player, State
    from kingsburg_rules.engine.table import Frame, Number, Table
    from kingsburg_rules.words.emitter import Emitter


Value: TypeAlias = "int | ValueWord"


@frozen
class ValueShape:
    """A whole number, or one value word."""

    def read(self, data: object, at: str) -> Value:
        """Read the number or the word."""
        if is_object(data):
            return VALUES.read(data, at)
        if not isinstance(data, int) or isinstance(data, bool):
            raise ShapeError(at, "schema.type", "a whole number or a value word is needed here")
        return data

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": "#/$defs/value"}

    def definition(self) -> Schema:
        """Describe it without `oneOf`: the type decides which part applies."""
        return {
            "type": ["integer", "object"],
            "description": "A whole number, or a number worked out in play.",
            "if": {"type": "object"},
            "then": {"$ref": "#/$defs/expression"},
        }


VALUE = ValueShape()

PAIR = Listing(VALUE, least=2)

RESOURCE = Name(tuple(r.name for r in RESOURCES))

STAT_KEY = Name((*RESOURCE.known, GOOD, BUILDING))

PLAYER_FACTS: dict[str, tuple[str, Callable[[Table], Callable[[Player], int]]]] = {}


def _fact(name: str, doc: str) -> Callable[..., Callable[[Table], Callable[[Player], int]]]:
    def register(
        make: Callable[[Table], Callable[[Player], int]],
    ) -> Callable[[Table], Callable[[Player], int]]:
        PLAYER_FACTS[name] = (doc, make)
        return make

    return register


@_fact("goods", "How many goods the player holds; tokens are not goods (R37).")
def _goods(table: Table) -> Callable[[Player], int]:
    first, last = table.goods[0], table.goods[-1] + 1
    return lambda player: sum(player.stock[first:last])


@_fact("buildings", "How many buildings the player owns.")
def _buildings(table: Table) -> Callable[[Player], int]:
    return lambda player: (player.owned & table.building_set).bit_count()


@_fact("dice_total", "The sum of all dice the player rolled this season, bonus dice included.")
def _dice_total(table: Table) -> Callable[[Player], int]:
    del table
    return lambda player: sum(player.own) + sum(player.bonus)


@_fact("rerolls", "How often the player has rolled dice again this season.")
def _rerolls(table: Table) -> Callable[[Player], int]:
    del table
    return lambda player: player.rerolls


@_fact("strength", "The player's strength in this winter's battle.")
def _strength(table: Table) -> Callable[[Player], int]:
    del table
    return lambda player: player.strength


GAME_FACTS: dict[str, tuple[str, Callable[[State], int]]] = {
    "year": ("The year, 1 to 5.", lambda state: state.year),
    "players": ("The number of players.", lambda state: len(state.players)),
    "enemy_strength": (
        "The strength printed on this winter's enemy card.",
        lambda state: state.table.enemies[state.revealed[0]].strength if state.revealed else 0,
    ),
}

FACTS_LOOK_AT = {"dice_total": DICE, "strength": BATTLE, "enemy_strength": ENEMY}

"""What must lie on the table for a fact to say anything."""

PLAYER_FACT = Name((*PLAYER_FACTS, *RESOURCE.known))

FACT = Name((*PLAYER_FACT.known, *GAME_FACTS))


def player_fact(e: Emitter, name: str, at: str) -> Callable[[Player], int]:
    """Give the function that reads a fact of a player: one of those above, or how much he holds."""
    if name in PLAYER_FACTS:
        return PLAYER_FACTS[name][1](e.table)
    known = {**dict.fromkeys(PLAYER_FACTS, -1), **e.table.resource}
    number = e.names.find("fact", known, name, at)
    return lambda player: player.stock[number]


@VALUES.add("fact", inline="name")
@frozen(eq=False, repr=False)
class Fact(ValueWord):
    """A fact of the game or of the player."""

    name: str = field(metadata=of(FACT, "Which fact."))

    def build(self, e: Emitter) -> Number:
        """Compile to a look at the state."""
        if self.name in GAME_FACTS:
            read = GAME_FACTS[self.name][1]
            return lambda state, frame: read(state)
        if self.name not in (*PLAYER_FACTS, *e.table.resource):
            raise e.error(
                self, "link.fact", unknown(self.name, (*PLAYER_FACTS, *e.table.resource, *GAME_FACTS))
            )
        e.need_player(self)
        look = player_fact(e, self.name, self.at)
        return lambda state, frame: look(state.players[frame[ME]])


@VALUES.add("var", inline="name")
@frozen(eq=False, repr=False)
class Var(ValueWord):
    """A variable: set before, or brought by the event."""

    name: str = field(metadata=of(Text(ID_PATTERN), "Which variable."))

    def build(self, e: Emitter) -> Number:
        """Compile to a look at the frame."""
        slot = e.known_slot(self.name, self.at)
        return lambda state, frame: frame[slot]


@VALUES.add("outcome", inline="name")
@frozen(eq=False, repr=False)
class OutcomeValue(ValueWord):
    """An outcome of a battle, as a value."""

    name: str = field(metadata=of(Text(among=OUTCOMES), "Which outcome."))

    def build(self, e: Emitter) -> Number:
        """Compile to a constant."""
        return e.number(OUTCOMES.index(self.name))


LARGEST = 10**9


@frozen(eq=False, repr=False)
class Arithmetic(ValueWord):
    """A value made of other values. It stops growing at `LARGEST`, however often a card multiplies."""

    parts: tuple[Value, ...] = field(metadata=of(PAIR, "The values, from left to right."))

    def build(self, e: Emitter) -> Number:
        """Compile the parts and combine them."""
        parts = tuple(e.number(part) for part in self.parts)
        combine = self.combine

        def work_out(state: State, frame: Frame) -> int:
            total = parts[0](state, frame)
            for part in parts[1:]:
                total = combine(total, part(state, frame))
            return max(-LARGEST, min(LARGEST, total))

        return work_out

    def combine(self, left: int, right: int) -> int:
        """Combine two numbers."""
        raise LookupError(type(self).__name__)


@VALUES.add("sum", inline="parts")
@frozen(eq=False, repr=False)
class Sum(Arithmetic):
    """The sum of values."""

    def combine(self, left: int, right: int) -> int:
        """Add."""
        return left + right


@VALUES.add("times", inline="parts")
@frozen(eq=False, repr=False)
class Times(Arithmetic):
    """The product of values."""

    def combine(self, left: int, right: int) -> int:
        """Multiply."""
        return left * right


@VALUES.add("div", inline="parts")
@frozen(eq=False, repr=False)
class Div(Arithmetic):
    """The first value divided by the others, rounded down; nothing is divided by zero."""

    def combine(self, left: int, right: int) -> int:
        """Divide and round down."""
        return left // right if right else 0


@VALUES.add("div_up", inline="parts")
@frozen(eq=False, repr=False)
class DivUp(Arithmetic):
    """The first value divided by the others, rounded up; nothing is divided by zero."""

    def combine(self, left: int, right: int) -> int:
        """Divide and round up."""
        return -(-left // right) if right else 0


@VALUES.add("max", inline="parts")
@frozen(eq=False, repr=False)
class Max(Arithmetic):
    """The greatest of several values."""

    def combine(self, left: int, right: int) -> int:
        """Take the greater."""
        return max(left, right)


@VALUES.add("min", inline="parts")
@frozen(eq=False, repr=False)
class Min(Arithmetic):
    """The least of several values."""

    def combine(self, left: int, right: int) -> int:
        """Take the lesser."""
        return min(left, right)


def resource_names() -> tuple[tuple[str, str], ...]:
    """List what a bag may hold."""
    return (*((r.name, r.doc) for r in RESOURCES), (GOOD, "A good of the player's choice."))
