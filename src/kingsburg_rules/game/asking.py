"""Asking: the decisions of a game, with what a player needs to know to answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import (
    AdvisorThing,
    AnyThing,
    CardThing,
    NumberThing,
    PlayerThing,
    ResourceThing,
)
from kingsburg_rules.engine.table import NOBODY, PROGRAM
from kingsburg_rules.engine.windows import EVENT, PAYLOAD, SUBJECT, WINDOW
from kingsburg_rules.game.position import decision_of
from kingsburg_rules.language import vocabulary
from kingsburg_rules.language.vocabulary import EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.event_stream import Moment

_FACTS: Mapping[str, tuple[str, ...]] = {event.name: event.payload for event in EVENTS}


def decisions_of(moment: Moment) -> tuple[Decision, ...]:
    """List the decisions that are owed."""
    return tuple([_decision(moment.state, number, ask) for number, ask in moment.owed()])


def _decision(state: State, number: int, ask: Ask) -> Decision:
    names = state.setup.players
    whom = names[ask.whom] if ask.whom >= 0 and ask.whom != ask.seat else None
    window = _window_of(state)
    if window is None:
        return decision_of(state, ask)._replace(id=number, whom=whom)
    moment, about = state.table.events[window[EVENT]], tuple(_about(state, ask, window))
    return decision_of(state, ask)._replace(id=number, whom=whom, moment=moment, about=about)


def _window_of(state: State) -> Frame | None:
    """Find the moment that cards are reacting to."""
    return next((frame for frame in reversed(state.stack) if frame[PROGRAM] == WINDOW), None)


def _about(state: State, ask: Ask, window: Frame) -> Iterator[AnyThing]:
    """List what a moment is about: the player it happens to, if that is somebody else, and its facts."""
    subject = window[SUBJECT]
    if subject >= 0 and subject != ask.seat:
        yield PlayerThing(state.setup.players[subject])
    facts = _FACTS.get(state.table.events[window[EVENT]], ())
    for name, number in zip(facts, window[PAYLOAD:], strict=False):
        thing = _thing(state, vocabulary.PAYLOAD.get(name, vocabulary.NUMBER), number)
        if thing is not None:
            yield thing


def _thing(state: State, kind: str, number: int) -> AnyThing | None:
    """Name what a fact of a moment stands for; None if it is nothing, or has no name."""
    table = state.table
    if kind == vocabulary.NUMBER:
        return NumberThing(number)
    if number == NOBODY:
        return None
    match kind:
        case vocabulary.PLAYER:
            return PlayerThing(state.setup.players[number])
        case vocabulary.PLACE:
            return AdvisorThing(table.places[number].name)
        case vocabulary.CARD:
            return CardThing(table.cards[number].name)
        case vocabulary.RESOURCE_KIND:
            return ResourceThing(table.resources[number].name)
        case _:
            return None
