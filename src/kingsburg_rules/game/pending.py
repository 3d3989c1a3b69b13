"""Open questions: the decisions that are owed, and where an answer stands among them.

Games and positions ask for this before and after each answer, so a compiled build has it compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.actions import PlayerThing
from kingsburg_rules.engine.compiled_rules import HAND, NOBODY, PROGRAM
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.violations import NotOffered
from kingsburg_rules.engine.windows import EVENT, PAYLOAD, SUBJECT, WINDOW
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.language.things import thing_of

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import Action, AnyThing
    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.state import Ask, State


NOT_OFFERED: Final = NotOffered()

new_decision: Final = tuple[object, ...].__new__
"""Makes a decision as `Decision(...)` does, without a call in Python: it is what is asked most."""

_KNOWN_TO_POSITIONS: Final = Decision._fields.index("id")
"""How many fields of a decision a position fills in; the others follow them."""


def name_of(state: State, seat: int) -> str:
    """Return the name of the player in a seat, or that of chance."""
    return CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]


def decision_of(state: State, ask: Ask) -> Decision:
    """Describe what the engine asks."""
    seat, source = ask.seat, state.compiled.sources[ask.source]
    player = CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]
    facts = (player, seat, ask.kind, source, ask.options, ask.weights, 0, None, None, ())
    return new_decision(Decision, facts)


def shown_source(state: State, ask: Ask) -> int:
    """Return the source of a decision, as far as everybody may know it: not a card in a secret hand."""
    compiled = state.compiled
    works_from_hand = (HAND, compiled.card.get(compiled.sources[ask.source], NOBODY)) in compiled.elsewhere
    return 0 if works_from_hand and ask.seat != CHANCE else ask.source


def pending_of(state: State) -> tuple[Decision, ...]:
    """List the decisions that are owed now."""
    given = state.given
    return tuple([decision_of(state, ask) for which, ask in enumerate(state.asks) if given[which] < 0])


def ask_of(state: State, player: str | None) -> int:
    """Find the first pending decision, or that of a player; -1 if there is none."""
    for which, ask in enumerate(state.asks):
        owed = state.given[which] < 0
        if owed and (player is None or name_of(state, ask.seat) == player):
            return which
    return -1


def option_of(options: tuple[Action, ...], action: Action) -> int:
    """Find an action among options: by identity first, since programs usually pass the option itself."""
    for k, option in enumerate(options):
        if option is action:
            return k
    return next((k for k, option in enumerate(options) if option == action), -1)


def decisions_of(state: State, first: int = 1) -> tuple[Decision, ...]:
    """Describe the decisions that are owed, as a game does; they are numbered from `first` on."""
    given = state.given
    return tuple(
        [
            _full_decision(state, ask, first + which)
            for which, ask in enumerate(state.asks)
            if given[which] < 0
        ]
    )


def first_decision(state: State, first: int = 1) -> Decision | None:
    """Describe the first decision that is owed, as a game does; None if the game is over."""
    for which, given in enumerate(state.given):
        if given < 0:
            return _full_decision(state, state.asks[which], first + which)
    return None


def _full_decision(state: State, ask: Ask, number: int) -> Decision:
    """Describe what the engine asks, with what a position leaves out."""
    names = state.setup.players
    whom = names[ask.whom] if ask.whom >= 0 and ask.whom != ask.seat else None
    moment: str | None = None
    about: tuple[AnyThing, ...] = ()
    for frame in reversed(state.stack):
        # Cards react to something: they are asked in a window.
        if frame[PROGRAM] == WINDOW:
            moment, about = state.compiled.events[frame[EVENT]], tuple(_about(state, ask, frame))
            break
    known = decision_of(state, ask)[:_KNOWN_TO_POSITIONS]
    return new_decision(Decision, (*known, number, whom, moment, about))


def _about(state: State, ask: Ask, window: Frame) -> list[AnyThing]:
    """List what a moment is about: the player it happens to, if that is somebody else, and its facts."""
    subject = window[SUBJECT]
    found: list[AnyThing] = []
    if subject >= 0 and subject != ask.seat:
        found.append(PlayerThing(state.setup.players[subject]))
    brought = state.compiled.brought[window[EVENT]]
    for (_, kind), number in zip(brought, window[PAYLOAD:], strict=False):
        thing = thing_of(state, kind, number)
        if thing is not None:
            found.append(thing)
    return found
