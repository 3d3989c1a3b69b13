"""Memory: what a card remembers between its activations, and effects that last until a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.actions import OptionThing
from kingsburg_rules.engine.compiled_rules import ME, NOBODY
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.events import Noted, NotedSecretly
from kingsburg_rules.engine.zones import called
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import (
    QUERIES,
    Node,
    QueryWord,
    object_shape,
)
from kingsburg_rules.language.shapes import ID_PATTERN, Flag, Integer, Text
from kingsburg_rules.language.things import thing_of
from kingsburg_rules.language.values import NOTHING, Value
from kingsburg_rules.language.vocabulary import (
    CARD,
    NUMBER,
    OUTCOME,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
    SEASON,
    STATS_BY_NAME,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Number
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


NAME: Final = Text(ID_PATTERN)
TOKEN_PATTERN: Final = r"^([a-z][a-z0-9_]*|\S{1,3})$"
REMEMBERED: Final = (NUMBER, PLAYER, CARD, PLACE, RESOURCE_KIND, ROW, SEASON, OUTCOME)


@node
class MemoryNode(Node):
    """A variable that a card keeps for its owner between the moments at which the card works."""

    id: str = key(NAME, "Its name.")
    start: int = key(Integer(), "The initial number.", default=0)
    shared: bool = key(Flag(), "One value for all players, not one for each.", default=False)
    lasts: str = key(
        Text(among=("season", "year", "game")),
        "When it is reset: after each season or year; by default, never.",
        default="game",
    )
    type: str = key(
        Text(among=REMEMBERED),
        "What it remembers; anything that is not a number starts as nothing.",
        default=NUMBER,
    )
    secret: QueryWord | None = key(
        QUERIES,
        "If only the player may know it: what it can hold. Searching bots guess among these.",
        default=None,
    )
    token: str = key(
        Text(TOKEN_PATTERN),
        "If the number counts tokens: what is on each of them, a resource or up to three letters. Pictures "
        "draw that many tokens instead of the number.",
        default="",
        for_people=True,
    )


MEMORY: Final = object_shape("memory", MemoryNode)


def set_memory(e: Emitter, number: int, value: Number) -> None:
    """Compile a change of what a card remembers."""
    shared = e.compiled.memories[number].shared

    def remember(state: State, frame: Frame) -> None:
        seat, now = NOBODY if shared else frame[ME], value(state, frame)
        state.memory[number, seat] = now
        if state.event_log is not None:
            state.event_log.append(_noted(state, number, seat, now))

    e.op(remember)


def _noted(state: State, slot: int, seat: int, value: int) -> Noted | NotedSecretly:
    """Make the event for what a card has remembered."""
    memory = state.compiled.memories[slot]
    card, players, number = called(state, memory.card), state.setup.players, value
    thing = None
    if memory.kind != NUMBER:
        found = thing_of(state, memory.kind, value)
        thing, number = found or OptionThing(NOTHING), int(found is not None)
    if memory.among is not None:
        return NotedSecretly(card, players[seat], memory.name, number, thing)
    owner = None if seat == NOBODY else players[seat]
    return Noted(card, owner, memory.name, number, thing)


def secrets_of_others(state: State, seat: int) -> list[tuple[tuple[int, int], Sequence[int]]]:
    """List what cards remember in secret for others than a seat, each with what it can hold."""
    found: list[tuple[tuple[int, int], Sequence[int]]] = []
    for slot, owner in sorted(state.memory):
        among = state.compiled.memories[slot].among
        if among is not None and owner != seat:
            found.append(((slot, owner), among(state, [0, 0, owner])))
    return found


def forget(state: State, lasts: str) -> None:
    """Reset what cards remember only for a season or a year."""
    memories = state.compiled.memories
    for entry in [*state.memory] if state.memory else ():
        slot, seat = entry
        memory = memories[slot]
        if memory.lasts == lasts and state.memory.pop(entry) != memory.start and state.event_log is not None:
            state.event_log.append(_noted(state, slot, seat, memory.start))


def wrong_key(what: str, key: str, keys: Sequence[str]) -> str:
    """Describe a number of the rules that needs `of`, must not have it, or has a wrong one."""
    if not keys:
        return f"there is only one '{what}', not one for each resource; leave out 'of'"
    if key:
        return unknown(key, keys)
    return f"'{what}' needs 'of', one of: {', '.join(keys)}"


def stat_names(compiled: CompiledRules, what: str) -> list[str]:
    """List the names of a stat: itself, or one for each resource if a change may apply to all at once."""
    if not STATS_BY_NAME[what].all_keys:
        return [what]
    return [name for name in compiled.stats if name.startswith(f"{what}:")]


def given_changes(*changes: Value | None) -> list[tuple[int, Value]]:
    """List the given changes of a number, by rank."""
    return [(rank, value) for rank, value in enumerate(changes) if value is not None]
