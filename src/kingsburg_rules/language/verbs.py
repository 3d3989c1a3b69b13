"""Verbs: what is done to players, each with a moment before it and a moment after it.

The names follow one rule: `before.VERB` and `after.VERB`. Before something is done, cards may change its
variables and prevent it. Verbs cost nothing while no card listens: one look says so, and the thing is done at
once.

What is paid, traded or handed over is neither gained nor lost, and neither are the points printed on a
building, tokens and envoys that are used, dice that go back, and soldiers that go home.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules.engine.compiled_rules import FIRST, ME, PC, Program
from kingsburg_rules.engine.stock import give, take
from kingsburg_rules.engine.windows import has_listeners, open_window
from kingsburg_rules.language.vocabulary import AFTER, BEFORE, EVENTS

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter

    Entry: TypeAlias = tuple[int, int, int, int]
    Counts: TypeAlias = tuple[tuple[int, int], ...]

MOMENTS: Final = {event.name: number for number, event in enumerate(EVENTS)}
"""The numbers of the moments that every rule set has; those of packs follow."""

VERBS: Final[list[Verb]] = []
"""All verbs; the program of the first one follows the program of windows."""


class Verb:
    """Something that may be done to a player wherever the game is, so that it has a program of its own.

    `size` is how many variables its moments have. Its frame keeps them, then, in the variable `stopped`,
    whether it was prevented or came to nothing, then what else `act` needs to do it.
    """

    __slots__ = ("act", "after", "before", "index", "name", "stopped")

    def __init__(self, name: str, size: int, act: Op) -> None:
        self.name, self.stopped, self.act = name, FIRST + size, act
        self.before, self.after = MOMENTS[BEFORE + name], MOMENTS[AFTER + name]
        self.index = 1 + len(VERBS)
        VERBS.append(self)

    def has_listeners(self, state: State, who: int) -> bool:
        """Return whether a card listens to what is done to a player, or an effect ends with it."""
        heard, before, after = state.listeners, self.before, self.after
        # The dictionary is asked first: usually nobody listens, and a call costs more than a look.
        return (before in heard and has_listeners(state, before, who)) or (
            after in heard and has_listeners(state, after, who)
        )

    def do(self, state: State, who: int, payload: tuple[int, ...], rest: tuple[int, ...] = ()) -> bool:
        """Do it, with the moments if a card listens. True when a frame was put on the stack."""
        # The frame is made in any case, so that `act` reads the same variables with and without moments.
        frame = [self.index, 0, who, *payload, 0, *rest]
        if not self.has_listeners(state, who):
            return bool(self.act(state, frame))
        state.stack.append(frame)
        return True

    def begin(self, state: State, frame: Frame) -> bool:
        """Open the moment before it."""
        return open_window(state, self.before, frame[ME], tuple(frame[FIRST : self.stopped]), back=FIRST)

    def go_on(self, state: State, frame: Frame) -> bool:
        """Do it, unless it was prevented."""
        return not frame[self.stopped] and bool(self.act(state, frame))

    def tell(self, state: State, frame: Frame) -> bool:
        """Open the moment after it."""
        # Popped before the window is opened: whoever reacts finds the verb already done.
        state.stack.pop()
        if not frame[self.stopped]:
            open_window(state, self.after, frame[ME], tuple(frame[FIRST : self.stopped]))
        return True

    def program(self) -> Program:
        """Make the program that does it with its moments."""
        return Program(self.index, f"verb/{self.name}", 0, code=(self.begin, self.go_on, self.tell))


def verb_programs() -> list[Program]:
    """Make the programs of all verbs."""
    return [verb.program() for verb in VERBS]


# Gaining and losing


def _gain(state: State, frame: Frame) -> bool:
    resource, amount, _, source = frame[FIRST : FIRST + 4]
    stock = state.players[frame[ME]].stock
    held = stock[resource]
    give(state, frame[ME], ((resource, max(0, amount)),), source, state.compiled.counting)
    _note(frame, stock[resource] - held)
    return False


def _lose(state: State, frame: Frame) -> bool:
    resource, amount, _, source = frame[FIRST : FIRST + 4]
    _note(frame, take(state, frame[ME], ((resource, amount),), source))
    return False


def _note(frame: Frame, amount: int) -> None:
    """Keep how much it really was; for nothing there is no moment afterwards."""
    frame[FIRST + 1], frame[FIRST + 2] = amount, int(amount == 0)


GAIN: Final = Verb("gain", 2, _gain)
LOSE: Final = Verb("lose", 2, _lose)

GAINS_AND_LOSSES: Final = (GAIN.before, GAIN.after, LOSE.before, LOSE.after)


def _is_told(state: State) -> bool:
    """Return whether somebody listens now to what is gained or lost, in rules where a card can."""
    heard = state.listeners
    return GAIN.after in heard or GAIN.before in heard or LOSE.after in heard or LOSE.before in heard


def gain(state: State, who: int, bag: Counts, source: int) -> bool:
    """Gain a bag for a player; a negative amount is a loss. True when a frame was put on the stack."""
    if not state.compiled.hears_gains or not _is_told(state):
        give(state, who, bag, source, state.compiled.counting)
        return False
    return gain_all(state, [(who, resource, amount, source) for resource, amount in bag])


def _tell_gain(state: State, who: int, resource: int, amount: int, source: int) -> bool:
    if amount < 0:
        return _tell_loss(state, who, resource, -amount, source)
    return amount > 0 and GAIN.do(state, who, (resource, amount), (source,))


def _tell_loss(state: State, who: int, resource: int, amount: int, source: int) -> bool:
    """Take an amount from a player, or what they have of it: nothing is owed (R54)."""
    minimum = state.compiled.resources[resource].minimum
    if minimum is not None:
        amount = min(amount, state.players[who].stock[resource] - minimum)
    return amount > 0 and LOSE.do(state, who, (resource, amount), (source,))


def gain_all(state: State, entries: Sequence[Entry]) -> bool:
    """Gain amounts for players, one after the other, or lose negative ones: seat, resource, amount, source.

    True when a frame was put on the stack. What waits there is done from its top, so the last comes first.
    """
    if not state.compiled.hears_gains or not _is_told(state):
        for who, resource, amount, source in entries:
            give(state, who, ((resource, amount),), source, state.compiled.counting)
        return False
    opened = [_tell_gain(state, *entry) for entry in reversed(entries)]  # each opens its moment
    return any(opened)


def lose(state: State, who: int, bag: Counts, source: int) -> bool:
    """Take a bag from a player, as far as they have it. True when a frame was put on the stack."""
    if not state.compiled.hears_gains or not _is_told(state):
        take(state, who, bag, source)
        return False
    opened = [_tell_loss(state, who, resource, amount, source) for resource, amount in reversed(bag)]
    return any(opened)


# Moments of words that need no program of their own


@contextmanager
def around(e: Emitter, verb: str, values: Sequence[Number] = ()) -> Generator[Sequence[Number], None, None]:
    """Compile the moments before and after what is compiled within, for this player.

    Gives what the variables of the moments hold in the end; `values` are what is in them at first. If it is
    prevented, what is compiled within is passed over.
    """
    before, after = MOMENTS[BEFORE + verb], MOMENTS[AFTER + verb]
    if not e.names.may_have_listeners(before, after):
        yield values
        return
    first = e.hidden(len(values) + 1)
    stopped, kept = first + len(values), tuple(enumerate(values, start=first))

    def announce(state: State, frame: Frame) -> bool:
        for at, value in kept:
            frame[at] = value(state, frame)
        frame[stopped] = 0
        if before in state.listeners:
            return open_window(state, before, frame[ME], tuple(frame[first:stopped]), back=first)
        frame[PC] += 1  # nobody listens, so nobody prevents it either
        return False

    def tell(state: State, frame: Frame) -> bool:
        return after in state.listeners and open_window(state, after, frame[ME], tuple(frame[first:stopped]))

    e.op(announce)
    with e.only_if(lambda state, frame: not frame[stopped]):
        yield [_variable(slot) for slot in range(first, stopped)]
        e.op(tell)


def end_turn(e: Emitter) -> None:
    """Compile the end of this player's turn, for whoever reacts to it or lasts until then."""
    moment = MOMENTS[TURN_END]
    if e.names.may_have_listeners(moment):
        e.op(lambda state, frame: moment in state.listeners and open_window(state, moment, frame[ME]))


TURN_END: Final = "turn.end"


def _variable(slot: int) -> Number:
    return lambda state, frame: frame[slot]
