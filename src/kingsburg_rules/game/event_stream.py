"""The events of an action, from `Played` to `Asked`, those of the opening, and those of an undo.

The machine reports what happens; a game adds who acted and who is asked next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kingsburg_rules.engine.compiled_rules import HAND, NOBODY
from kingsburg_rules.engine.events import Asked, Played, Undone
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.engine.public_state import OwedDecision
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.wire import CHANCE_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import Ask, State

EVENTS_ADDED: Final = 2
"""The number of events that a game adds to those of the machine for an action: `Played` and `Asked`."""

EVENTS_OF_UNDO: Final = 2
"""The number of events that report an undo: `Undone` and `Asked`."""


class Moment(NamedTuple):
    """A position in a game; `first` is the number of the first of the decisions that were asked together."""

    state: State
    first: int = 1

    def owed(self) -> Iterator[tuple[int, Ask]]:
        """List the decisions that are owed, each with its number."""
        for number, (ask, given) in enumerate(
            zip(self.state.asks, self.state.given, strict=True), self.first
        ):
            if given < 0:
                yield number, ask

    def answered(self, which: int, k: int, log: list[AnyEvent] | None = None) -> Moment:
        """Answer a decision on a copy of the position. The machine reports to `log`, if there is one."""
        state = self.state.copy()
        state.event_log = log
        answer(state, which, k)
        state.event_log = None
        # Decisions that were asked together keep their numbers until all of them have been answered.
        first = self.first if state.asks is self.state.asks else self.first + len(self.state.asks)
        return Moment(state, first)

    def back_at(self, state: State) -> Moment:
        """Return the moment at which an earlier position is undone to; no number is used twice."""
        return Moment(state, self.first + len(self.state.asks))


def name_of(state: State, seat: int) -> str:
    """Return the name of the player in a seat, or that of chance."""
    return CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]


def play_option(before: Moment, which: int, k: int, seq: int) -> tuple[Moment, tuple[AnyEvent, ...]]:
    """Answer a decision on a copy of a position: the moment that follows, and what happened.

    The events are numbered from the one after `seq`.
    """
    ask = before.state.asks[which]
    events: list[AnyEvent] = [Played(name_of(before.state, ask.seat), before.first + which, ask.options[k])]
    after = before.answered(which, k, events)
    events.append(asked(after))
    return after, _numbered(events, seq)


def opening_events(log: list[AnyEvent], moment: Moment) -> tuple[AnyEvent, ...]:
    """Complete the events that led to the first moment of a game."""
    return _numbered([*log, asked(moment)], 0)


def undo_events(moment: Moment, seq: int) -> tuple[AnyEvent, ...]:
    """Report that a game is at an earlier moment again."""
    return _numbered([Undone(), asked(moment)], seq)


def _numbered(events: list[AnyEvent], seq: int) -> tuple[AnyEvent, ...]:
    """Number new events, from the one after `seq`."""
    for number, event in enumerate(events, seq + 1):
        # Nobody has seen these events yet, so each can still get its number although it is frozen.
        # To copy an event only for its number takes longer than to make it.
        object.__setattr__(event, "seq", number)
    return tuple(events)


def asked(moment: Moment) -> Asked:
    """Report which decisions are owed now, as far as everybody may know."""
    state = moment.state
    sources = state.compiled.sources
    return Asked(
        tuple(
            [
                OwedDecision(number, name_of(state, ask.seat), ask.kind, sources[shown_source(state, ask)])
                for number, ask in moment.owed()
            ]
        )
    )


def shown_source(state: State, ask: Ask) -> int:
    """Return the source of a decision, as far as everybody may know it: not a card in a secret hand."""
    compiled = state.compiled
    works_from_hand = (HAND, compiled.card.get(compiled.sources[ask.source], NOBODY)) in compiled.elsewhere
    return 0 if works_from_hand and ask.seat != CHANCE else ask.source
