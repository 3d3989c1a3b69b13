"""Telling: the events of an action, from its first to its last, and of an undo.

The machine reports what happens. A game adds who acted, which figures have changed, and who is asked next, so
that a view and the events that follow give the next view (see `game.following`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve

from kingsburg_rules.engine.decks import HAND
from kingsburg_rules.engine.events import Asked, FiguresChanged, Played, Undone
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.engine.public_state import OwedDecision
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.game import later
from kingsburg_rules.game.figures import figures_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import Ask, State


class Moment(NamedTuple):
    """A position in a game, with the numbers of what came before it.

    `first` is the number of the first of the decisions that were asked together, `seq` that of the last
    event.
    """

    state: State
    first: int = 1
    seq: int = 0

    def owed(self) -> Iterator[tuple[int, Ask]]:
        """List the decisions that are owed, each with its number."""
        for number, (ask, given) in enumerate(
            zip(self.state.asks, self.state.given, strict=True), self.first
        ):
            if given < 0:
                yield number, ask

    def followed_by(self, state: State, events: int) -> Moment:
        """Give the moment after so many events. Decisions asked together keep their numbers."""
        first = self.first if state.asks is self.state.asks else self.first + len(self.state.asks)
        return Moment(state, first, self.seq + events)

    def back_at(self, state: State) -> Moment:
        """Give the moment at which an earlier position is undone to; no number is used twice."""
        return Moment(state, self.first + len(self.state.asks), self.seq)


def name_of(state: State, seat: int) -> str:
    """Name who sits in a seat, or chance."""
    return CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]


def carried_out(before: Moment, which: int, k: int) -> tuple[Moment, tuple[AnyEvent, ...]]:
    """Answer a decision on a copy of a position: the moment that follows, and what happened."""
    state = before.state.copy()
    ask = before.state.asks[which]
    events: list[AnyEvent] = [Played(name_of(state, ask.seat), before.first + which, ask.options[k])]
    state.event_log = events
    answer(state, which, k)
    state.event_log = None
    events += _changed_figures(before.state, state)
    after = before.followed_by(state, len(events) + 1)
    events.append(asked(after))
    return after, numbered(events, before.seq)


def numbered(events: Sequence[AnyEvent], seq: int) -> tuple[AnyEvent, ...]:
    """Number events, from the one after `seq`."""
    return tuple([evolve(event, seq=number) for number, event in enumerate(events, seq + 1)])


def _changed_figures(before: State, after: State) -> Iterator[FiguresChanged]:
    for seat, name in enumerate(after.setup.players):
        figures = figures_of(after, seat)
        if figures != figures_of(before, seat):
            yield FiguresChanged(name, *figures)


def asked(moment: Moment) -> Asked:
    """Report who is asked now, as everybody may know it."""
    state = moment.state
    sources = state.table.sources
    return Asked(
        tuple(
            OwedDecision(number, name_of(state, ask.seat), ask.kind, sources[shown_source(state, ask)])
            for number, ask in moment.owed()
        )
    )


def shown_source(state: State, ask: Ask) -> int:
    """Return what asks, as everybody may know it: not which card of a secret hand it is."""
    table = state.table
    works_from_hand = (HAND, table.card.get(table.sources[ask.source], NOBODY)) in table.elsewhere
    return 0 if works_from_hand and ask.seat != CHANCE else ask.source


def undone(moment: Moment) -> tuple[AnyEvent, ...]:
    """Report that a game is at an earlier position again: everything that the players may know there."""
    state = moment.state
    known = (later.restored(state, seat) for seat in range(len(state.players)))
    events: list[AnyEvent] = [Undone(later.state_of(state)), *known, asked(moment)]
    return numbered(events, moment.seq)


def opening_of(state: State, notes: Sequence[AnyEvent]) -> tuple[Moment, tuple[AnyEvent, ...]]:
    """Complete the events before the first decision."""
    names = enumerate(state.setup.players)
    events: list[AnyEvent] = [
        *notes,
        *(FiguresChanged(name, *figures_of(state, seat)) for seat, name in names),
    ]
    moment = Moment(state, seq=len(events) + 1)
    return moment, numbered([*events, asked(moment)], 0)
