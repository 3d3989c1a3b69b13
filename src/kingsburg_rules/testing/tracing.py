"""Tracing a game: what every word did, where it is, and what it changed.

The operations of a rule set are wrapped in a copy of its table, and games are played with the copy. So games
without tracing pay nothing, and a traced game is exactly the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.content.packs import PackLike
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.compiled_rules import FIRST, ME, CompiledRules, Frame, Op, Program
from kingsburg_rules.engine.errors import KingsburgError, expect
from kingsburg_rules.engine.events import Event
from kingsburg_rules.engine.state import Ask, State
from kingsburg_rules.game.game import Record, Whoever

_WINDOW = "window"


@frozen
class Change:
    """A number that a step changed: what a player holds, a variable of the program, what a card remembers."""

    what: str
    before: int
    after: int

    def __str__(self) -> str:
        """Write it: `Ann gold 1 -> 2`."""
        return f"{self.what} {self.before} -> {self.after}"


@frozen
class TracedStep:
    """The work of a word until another word took over.

    `word` stands in `program`, at `place` (file and line) under the pointer `at`; `depth` programs wait for
    it, and it works for `player` if it works for one. A moment that cards react to is the word `window`, and
    has no place.
    """

    word: str
    program: str
    place: str
    at: str
    depth: int
    player: str | None
    changes: tuple[Change, ...]
    events: tuple[Event, ...]


@frozen
class TracedAnswer:
    """An answer of a record with everything it set in motion; answer number 0 is the start of the game.

    `error` is what went wrong, if the answer could not be completed.
    """

    number: int
    player: str | None
    action: str | None
    steps: tuple[TracedStep, ...]
    error: str | None = None


def trace(
    record: Record, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()
) -> Iterator[TracedAnswer]:
    """Replay a record and report what every step did.

    Args:
        record: The record of a game.
        rules: Its rules; without them, the record names the rules to load.
        packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

    Yields:
        The start of the game, then every answer.

    Raises:
        SaveError: The record does not fit its rules.
        KingsburgError: An answer cannot be played; what it did until then is yielded first.
        TypeError: `record` is not a record, or `rules` are not rules.
    """
    expect(record, Record, "record")
    known = next(record.replay(rules, packs=packs)).rules
    tracer = _Tracer()
    traced = _traced(known, tracer)
    game = next(record.replay(traced))
    # A game starts in silence. It runs its start again to number its events, which this makes it do now,
    # and to list those before the first decision.
    game.recent(after=0)
    tracer.take()
    _ = game.opening
    yield TracedAnswer(0, None, None, tracer.take())
    for number, text in enumerate(record.actions, start=1):
        player, _, action = text.rpartition(": ")
        asked = player or (game.decision.player if game.decision else None)
        try:
            game.play(action, player or Whoever.IS_ASKED)
        except KingsburgError as error:
            yield TracedAnswer(number, asked, action, tracer.take(), str(error))
            raise
        yield TracedAnswer(number, asked, action, tracer.take())


@define(eq=False)
class _Seen:
    """A copy of everything that is compared before and after an operation."""

    stocks: list[list[int]]
    memory: dict[tuple[int, int], int]
    variables: list[int]
    events: int


@define(eq=False)
class _Begun:
    """The current step; further operations of the same word belong to it."""

    frame: Frame
    at: str
    program: Program
    depth: int
    seat: int
    before: _Seen
    after: _Seen
    events: list[Event] = field(factory=list["Event"])


@define(eq=False)
class _Tracer:
    """Runs every operation, and combines operations into steps."""

    begun: list[_Begun] = field(factory=list[_Begun])
    state: State | None = None

    def run(self, op: Op, program: Program, pc: int, state: State, frame: Frame) -> bool | None:
        """Run an operation and note what it did."""
        depth, before = len(state.stack), _seen(state, frame)
        changed = op(state, frame)
        self.note(program, pc, state, frame, depth, before)
        # The work of an answer is done by the question, not by an operation, so it is wrapped as well.
        if state.asks and not all(isinstance(ask.on_answer, _Answering) for ask in state.asks):
            state.asks = tuple(self._heard(ask, program, pc) for ask in state.asks)
        return changed

    def _heard(self, ask: Ask, program: Program, pc: int) -> Ask:
        on_answer = _Answering(self, ask.on_answer, program, pc)
        return Ask(ask.seat, ask.kind, ask.source, ask.options, on_answer, ask.weights, ask.whom)

    def note(self, program: Program, pc: int, state: State, frame: Frame, depth: int, before: _Seen) -> None:
        """Add what an operation did to the step it belongs to."""
        after = _seen(state, frame)
        at = program.origins[min(pc, len(program.origins) - 1)] if program.origins else ""
        last = self.begun[-1] if self.begun else None
        # One word may be several operations; they are one step until another word or program takes over.
        if last is None or last.frame is not frame or last.at != at:
            last = _Begun(frame, at, program, depth, frame[ME], before, after)
            self.begun.append(last)
        last.after = after
        last.events += (state.event_log or [])[before.events :]
        self.state = state

    def take(self) -> tuple[TracedStep, ...]:
        """Return the steps since the last call."""
        begun, self.begun = self.begun, []
        state = self.state
        steps = [_step(state, each) for each in begun] if state is not None else []
        return tuple(step for step in steps if step.at or step.changes or step.events)


class _Answering:
    """Carries out the answer to a question, and notes what it did with the word that asked."""

    def __init__(
        self, tracer: _Tracer, on_answer: Callable[[State, Frame, int], None], program: Program, pc: int
    ) -> None:
        self._tracer, self._proceed, self._program, self._pc = tracer, on_answer, program, pc

    def __call__(self, state: State, frame: Frame, option: int) -> None:
        depth, before = len(state.stack), _seen(state, frame)
        self._proceed(state, frame, option)
        self._tracer.note(self._program, self._pc, state, frame, depth, before)


def _seen(state: State, frame: Frame) -> _Seen:
    stocks = [player.stock[:] for player in state.players]
    return _Seen(stocks, state.memory.copy(), frame[:], len(state.event_log or ()))


def _step(state: State, begun: _Begun) -> TracedStep:
    compiled, names = state.compiled, state.setup.players
    at = begun.at if "#" in begun.at else ""
    event = compiled.events[begun.frame[FIRST]] if begun.at == _WINDOW else ""
    return TracedStep(
        word=at.rpartition("/")[2] or (f"{_WINDOW} {event}" if event else "end"),
        program=begun.program.name,
        place=compiled.place(at) if at else "",
        at=at,
        depth=begun.depth,
        player=names[begun.seat] if 0 <= begun.seat < len(names) else None,
        changes=(*_held(state, begun), *_remembered(state, begun), *_variables(begun)),
        events=tuple(begun.events),
    )


def _held(state: State, begun: _Begun) -> Iterator[Change]:
    pairs = zip(state.setup.players, begun.before.stocks, begun.after.stocks, strict=True)
    for player, before, after in pairs:
        for resource, was, now in zip(state.compiled.resources, before, after, strict=True):
            if was != now:
                yield Change(f"{player} {resource.name}", was, now)


def _remembered(state: State, begun: _Begun) -> Iterator[Change]:
    compiled, before, after = state.compiled, begun.before.memory, begun.after.memory
    for slot, seat in sorted({*before, *after}):
        memory = compiled.memories[slot]
        was, now = before.get((slot, seat), memory.start), after.get((slot, seat), memory.start)
        if was != now:
            owner = f"{state.setup.players[seat]} " if seat >= 0 else ""
            yield Change(f"{owner}{compiled.cards[memory.card].name} {memory.name}", was, now)


def _variables(begun: _Begun) -> Iterator[Change]:
    """Yield changes of variables with a name; the others are internal."""
    for slot, name in begun.program.variables:
        before, after = begun.before.variables, begun.after.variables
        if slot < min(len(before), len(after)) and before[slot] != after[slot]:
            yield Change(name, before[slot], after[slot])


def _traced(rules: Rules, tracer: _Tracer) -> Rules:
    """Make an equal rule set whose operations run through a tracer."""
    rules = compile_again(rules)
    compiled = rules.compiled
    codes = [_code(program, tracer) for program in compiled.programs]
    cards = [
        evolve(card, abilities=tuple(evolve(one, program=_unfolded(one.program)) for one in card.abilities))
        for card in compiled.cards
    ]
    places = [evolve(place, reward=_unfolded(place.reward)) for place in compiled.places]
    tiles = {card: (rank, _unfolded(reward)) for card, (rank, reward) in compiled.tiles.items()}
    heard: CompiledRules = evolve(
        compiled, codes=codes, cards=cards, places=places, tiles=tiles, effects_cache={}, kept={}
    )
    return evolve(rules, compiled=heard)


def _code(program: Program, tracer: _Tracer) -> tuple[Op, ...]:
    def heard(pc: int, op: Op) -> Op:
        return lambda state, frame: tracer.run(op, program, pc, state, frame)

    return tuple(heard(pc, op) for pc, op in enumerate(program.code))


def _unfolded(program: Program) -> Program:
    """Run a program that only gives a bag, so that its words are reported."""
    return evolve(program, flat=None)
