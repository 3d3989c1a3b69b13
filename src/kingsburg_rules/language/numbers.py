"""Numbers of the rules as values: their current value for this player, including changes by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.compiled_rules import ME
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.stats import enemy_total, printed_penalty, printed_reward, stat
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import VALUES, ValueWord, compiles
from kingsburg_rules.language.shapes import Name, Schema, is_object
from kingsburg_rules.language.values import STAT_KEY
from kingsburg_rules.language.vocabulary import STATS, STATS_BY_NAME, StatName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Number
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter

    Base = Callable[[State, Sequence[int], str], int]


def _printed_strength(state: State, payload: Sequence[int], key: str) -> int:
    del key
    enemy = state.compiled.enemies.get(payload[0])
    return enemy.strength if enemy else 0


def _printed_price(state: State, payload: Sequence[int], key: str) -> int:
    building = state.compiled.buildings.get(payload[0])
    return dict(building.price).get(state.compiled.resource[key], 0) if building else 0


def _kings_number(state: State, payload: Sequence[int], key: str) -> int:
    del state, key
    return payload[0]


BASES: dict[str, Base] = {
    "enemy_card_strength": _printed_strength,
    "build_cost": _printed_price,
    "battle_reward": lambda state, payload, key: printed_reward(state).get(key, 0),
    "battle_penalty": lambda state, payload, key: printed_penalty(state).get(key, 0),
    "reinforcements": _kings_number,
}
"""The numbers that the rules compute before cards change them; all others start with their `base`."""

NAME = Name(tuple(STATS_BY_NAME))


@frozen
class StatShape:
    """The name of a number, or `{name: resource}` where it is one for each."""

    def read(self, data: object, at: str) -> tuple[str, str]:
        """Read the name and the resource, which may be missing."""
        if is_object(data) and len(data) == 1:
            ((name, key),) = data.items()
            return NAME.read(name, at), STAT_KEY.read(key, f"{at}/{name}")
        return NAME.read(data, at), ""

    def schema(self) -> Schema:
        """Describe it: editors offer the names that are known."""
        keyed = {stat.name: {**STAT_KEY.schema(), "description": stat.doc} for stat in STATS if stat.keys}
        named: Schema = {
            "type": "object",
            "properties": keyed,
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
        return {"type": ["string", "object"], "if": {"type": "object"}, "then": named, "else": NAME.schema()}


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
    """Compile to a look at the state."""
    name, key = word.which
    facts = STATS_BY_NAME.get(name)
    if facts is None:
        raise e.mistake(word.at, "link.stat", unknown(name, STATS_BY_NAME), name)
    e.need_player(word)
    if e.changing:
        message = f"a change of '{e.changing}' cannot depend on a number that other cards change"
        raise e.error(word, "link.itself", message)
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
    return _number(word, e, facts, key)


def _number(word: StatValue, e: Emitter, facts: StatName, key: str) -> Number:
    number = e.names.stat(f"{facts.name}:{key}" if key else facts.name, word.at)
    slots = [e.known_slot(variable, word.at) for variable in facts.payload]
    base, least = BASES.get(facts.name, _constant(facts.base)), 0 if facts.name == "build_cost" else None

    def look(state: State, frame: Frame) -> int:
        payload = [frame[slot] for slot in slots]
        found = stat(state, number, frame[ME], base(state, payload, key), *payload)
        return found if least is None else max(least, found)

    return look


def _constant(base: int) -> Base:
    return lambda state, payload, key: base
