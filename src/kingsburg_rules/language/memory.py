"""Memory: what a card remembers between its activations, and effects that last until a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import OptionThing
from kingsburg_rules.engine.compiled_rules import ME, NOBODY, Modifier
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.events import Noted, NotedSecretly
from kingsburg_rules.engine.state import Lasting
from kingsburg_rules.engine.zones import called
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import (
    QUERIES,
    STEPS,
    EdgeCases,
    Node,
    QueryWord,
    Step,
    TestWord,
    compiles,
    object_shape,
)
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, Flag, Integer, Text
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.things import thing_of
from kingsburg_rules.language.values import NOTHING, STAT_KEY, VALUE, Value
from kingsburg_rules.language.vocabulary import (
    CARD,
    NUMBER,
    OUTCOME,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
    SEASON,
    STATS,
    STATS_BY_NAME,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Number
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


NAME = Text(ID_PATTERN)
TOKEN_PATTERN = r"^([a-z][a-z0-9_]*|\S{1,3})$"
REMEMBERED = (NUMBER, PLAYER, CARD, PLACE, RESOURCE_KIND, ROW, SEASON, OUTCOME)


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


MEMORY = object_shape("memory", MemoryNode)


def set_memory(e: Emitter, number: int, value: Number) -> None:
    """Compile a change of what a card remembers."""
    shared = e.compiled.memories[number].shared

    def remember(state: State, frame: Frame) -> None:
        write(state, number, NOBODY if shared else frame[ME], value(state, frame))

    e.op(remember)


def write(state: State, slot: int, seat: int, value: int) -> None:
    """Write a number into the memory of a card."""
    state.memory[slot, seat] = value
    _tell(state, slot, seat, value)


def _tell(state: State, slot: int, seat: int, value: int) -> None:
    if state.event_log is not None:
        memory = state.compiled.memories[slot]
        card, players, number = called(state, memory.card), state.setup.players, value
        thing = None
        if memory.kind != NUMBER:
            found = thing_of(state, memory.kind, value)
            thing, number = found or OptionThing(NOTHING), int(found is not None)
        if memory.among is not None:
            state.event_log.append(NotedSecretly(card, players[seat], memory.name, number, thing))
            return
        owner = None if seat == NOBODY else players[seat]
        state.event_log.append(Noted(card, owner, memory.name, number, thing))


def forget(state: State, lasts: str) -> None:
    """Reset what cards remember only for a season or a year."""
    # Most games have no card that remembers.
    if not state.memory:
        return
    memories = state.compiled.memories
    for slot, seat in [entry for entry in state.memory if memories[entry[0]].lasts == lasts]:
        if state.memory.pop((slot, seat)) != memories[slot].start:
            _tell(state, slot, seat, memories[slot].start)


@STEPS.add("lasting")
@node
class LastingStep(Step):
    """Change a number of the rules until a moment comes. The value is fixed when the effect starts."""

    edges = EdgeCases(
        no_player="Where the card works for nobody in particular, the change applies to all players."
    )

    what: str = key(Text(among=tuple(s.name for s in STATS)), "Which number.")
    until: str = key(Text(EVENT_PATTERN), "The moment that ends it, before cards react.")
    of_: str | None = key(STAT_KEY, "The resource, if there is one such number for each.", default=None)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=())
    everyone: bool = key(Flag(), "Whether it applies to all players, not only to this one.", default=False)
    set: Value | None = key(VALUE, "The number becomes this.", default=None)
    add: Value | None = key(VALUE, "The amount to add.", default=None)
    times: Value | None = key(VALUE, "The number to multiply by.", default=None)
    at_least: Value | None = key(VALUE, "The lowest value: a lower number is raised to this.", default=None)
    at_most: Value | None = key(VALUE, "The highest value: a higher number is lowered to this.", default=None)


def wrong_key(what: str, key: str, keys: Sequence[str]) -> str:
    """Describe a number of the rules that needs `of`, must not have it, or has a wrong one."""
    if not keys:
        return f"there is only one '{what}', not one for each resource; leave out 'of'"
    if key:
        return unknown(key, keys)
    return f"'{what}' needs 'of', one of: {', '.join(keys)}"


@compiles(LastingStep)
def _emit_lasting_step(word: LastingStep, e: Emitter) -> None:
    """Compile: the effect becomes known to the rule set, and the step starts it."""
    changes = given_changes(word.set, word.add, word.times, word.at_least, word.at_most)
    if len(changes) != 1:
        raise e.error(word, "link.change", "give one of: set, add, times, at_least, at_most")
    ((rank, change),) = changes
    changed = STATS_BY_NAME[word.what]
    keys = e.names.keys_of(changed)
    if word.of_ and word.of_ not in keys:
        message = wrong_key(word.what, word.of_, keys)
        raise e.mistake(f"{word.at}/of", "link.stat", message, word.of_)
    names = [f"{word.what}:{word.of_}"] if word.of_ else stat_names(e.compiled, word.what)
    value, until = e.number(change), e.names.listen(word.until, f"{word.at}/until")
    scope = e.for_stat(changed)
    test = scope.test(word.if_) if word.if_ else None
    # Each change has a number in the rule set, since a position can hold numbers only.
    first, all_ = len(e.compiled.lasting), word.everyone
    for name in names:
        e.compiled.lasting.append(Modifier(e.card, e.names.change(name, word.at), test, rank, value))
    last = len(e.compiled.lasting)

    def begin(state: State, frame: Frame) -> None:
        seat, amount = NOBODY if all_ else frame[ME], value(state, frame)
        # A position is made of numbers: the change itself is in the rule set, its value is fixed now.
        begun = tuple(Lasting(number, seat, amount, until) for number in range(first, last))
        state.lasting = (*state.lasting, *begun)
        state.ending_events |= 1 << until

    e.op(begin)


def stat_names(compiled: CompiledRules, what: str) -> list[str]:
    """List the names of a stat: itself, or one for each resource if a change may apply to all at once."""
    if not STATS_BY_NAME[what].all_keys:
        return [what]
    return [name for name in compiled.stats if name.startswith(f"{what}:")]


def given_changes(*changes: Value | None) -> list[tuple[int, Value]]:
    """List the given changes of a number, by rank."""
    return [(rank, value) for rank, value in enumerate(changes) if value is not None]
