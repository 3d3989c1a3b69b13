"""Decisions: what is asked, who must answer, exactly the legal answers, and what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import (
    AdvisorThing,
    AnyAction,
    AnyThing,
    CardThing,
    DecisionKind,
    NumberThing,
    PlayerThing,
    ResourceThing,
)
from kingsburg_rules.engine.compiled_rules import NOBODY, PROGRAM
from kingsburg_rules.engine.errors import SaveError
from kingsburg_rules.engine.roles import Local, MomentName, OnlyFor, PlayerName, Secret, SourceId
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.violations import NotOffered
from kingsburg_rules.engine.windows import EVENT, PAYLOAD, SUBJECT, WINDOW
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.language import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.game.history import Moment


class Decision(NamedTuple):
    """A decision that a player owes.

    `kind` is one of `influence`, `build`, `recruit`, `use`, `take`, `give`, `pay`, `trade`, `bid`, `choose`,
    `die`, and for the player `chance`: `roll`, `draw`, `arrange`. `source` is the card or phase that asks.
    `options` are exactly the legal actions. For chance, `weights` are their relative probabilities.

    In a `Game`, `id` names this decision: a later one has a higher number. `whom` is the player for whom it
    is decided, if that is somebody else. If a card reacts to a moment, `moment` names it and `about` is what
    is about to happen or has happened. A `Position` leaves these four out.
    """

    player: OnlyFor
    seat: Local[int]
    kind: DecisionKind
    source: SourceId
    options: Secret[tuple[AnyAction, ...]]
    weights: Secret[tuple[int, ...] | None] = None
    id: int = 0
    whom: PlayerName | None = None
    moment: MomentName | None = None
    about: tuple[AnyThing, ...] = ()

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """For chance, the probability of every option."""
        if self.weights is None:
            return None
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    def to_dict(self, players: Sequence[str]) -> dict[str, object]:
        """Turn the decision into plain data, as in its JSON.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_plain(self, wire.seated(players))

    def to_json(self, players: Sequence[str]) -> str:
        """Write the decision with its options as JSON. Only the player who is asked may see it.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_json(self, wire.seated(players))

    @staticmethod
    def from_json(text: str, players: Sequence[str]) -> Decision:
        """Read what `to_json` wrote.

        Args:
            text: The JSON.
            players: The players by seat, as `Game.players`.

        Raises:
            SaveError: The text is not a decision.
            TypeError: `players` is not a list of names.
        """
        names = wire.seated(players)
        try:
            found = wire.from_plain(wire.parsed(text), Decision, names, seat=CHANCE)
        except wire.Unreadable as error:
            raise SaveError("json.decision", f"This is not a decision: {error}.") from error
        return found if found.player == CHANCE_PLAYER else found._replace(seat=names.index(found.player))


_PAYLOADS: Mapping[str, tuple[str, ...]] = {event.name: event.payload for event in vocabulary.EVENTS}
"""The facts of each moment, in order."""

NOT_OFFERED = NotOffered()

_new_decision = tuple[object, ...].__new__
"""Makes a decision as `Decision(...)` does, without a call in Python: it is what a frontend asks most."""


def decision_of(state: State, ask: Ask) -> Decision:
    """Describe what the engine asks."""
    seat = ask.seat
    player = CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]
    facts = (
        player,
        seat,
        ask.kind,
        state.compiled.sources[ask.source],
        ask.options,
        ask.weights,
        0,
        None,
        None,
        (),
    )
    return _new_decision(Decision, facts)


def pending_of(state: State) -> tuple[Decision, ...]:
    """List the decisions that are owed now."""
    return tuple(
        decision_of(state, ask) for ask, given in zip(state.asks, state.given, strict=True) if given < 0
    )


def ask_of(state: State, player: str | None) -> int:
    """Find the first pending decision, or that of a player; -1 if there is none."""
    for which, ask in enumerate(state.asks):
        owed = state.given[which] < 0
        if owed and (player is None or decision_of(state, ask).player == player):
            return which
    return -1


def option_of(options: tuple[Action, ...], action: Action) -> int:
    """Find an action among options: by identity first, since programs usually pass the option itself."""
    for k, option in enumerate(options):
        if option is action:
            return k
    return next((k for k, option in enumerate(options) if option == action), -1)


def decisions_of(moment: Moment) -> tuple[Decision, ...]:
    """List the decisions that are owed."""
    return tuple([_decision(moment.state, number, ask) for number, ask in moment.owed()])


def _decision(state: State, number: int, ask: Ask) -> Decision:
    names = state.setup.players
    whom = names[ask.whom] if ask.whom >= 0 and ask.whom != ask.seat else None
    window = _window_of(state)
    if window is None:
        return decision_of(state, ask)._replace(id=number, whom=whom)
    moment, about = state.compiled.events[window[EVENT]], tuple(_about(state, ask, window))
    return decision_of(state, ask)._replace(id=number, whom=whom, moment=moment, about=about)


def _window_of(state: State) -> Frame | None:
    """Find the moment that cards are reacting to."""
    return next((frame for frame in reversed(state.stack) if frame[PROGRAM] == WINDOW), None)


def _about(state: State, ask: Ask, window: Frame) -> Iterator[AnyThing]:
    """List what a moment is about: the player it happens to, if that is somebody else, and its facts."""
    subject = window[SUBJECT]
    if subject >= 0 and subject != ask.seat:
        yield PlayerThing(state.setup.players[subject])
    facts = _PAYLOADS.get(state.compiled.events[window[EVENT]], ())
    for name, number in zip(facts, window[PAYLOAD:], strict=False):
        thing = _thing(state, vocabulary.PAYLOAD.get(name, vocabulary.NUMBER), number)
        if thing is not None:
            yield thing


def _thing(state: State, kind: str, number: int) -> AnyThing | None:
    """Name what a fact of a moment stands for; None if it is nothing, or has no name."""
    compiled = state.compiled
    if kind == vocabulary.NUMBER:
        return NumberThing(number)
    if number == NOBODY:
        return None
    match kind:
        case vocabulary.PLAYER:
            return PlayerThing(state.setup.players[number])
        case vocabulary.PLACE:
            return AdvisorThing(compiled.places[number].name)
        case vocabulary.CARD:
            return CardThing(compiled.cards[number].name)
        case vocabulary.RESOURCE_KIND:
            return ResourceThing(compiled.resources[number].name)
        case _:
            return None
