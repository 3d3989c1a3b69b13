"""The history of a game, from which every earlier position can be computed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import define, evolve, field

from kingsburg_rules.engine.compiled_rules import HAND, NOBODY
from kingsburg_rules.engine.events import Asked, Played, Undone
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.public_state import OwedDecision
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.game.setup import new_state, start_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import Ask, Setup, State
    from kingsburg_rules.game.setup import ScriptedResults

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


class Undoing(NamedTuple):
    """The last undo: how many actions were left, and the numbers at that time.

    Decisions are numbered from `first` on, events from the one after `seq`.
    """

    actions: int
    first: int
    seq: int

    def events(self, moment: Moment) -> tuple[AnyEvent, ...]:
        """Report the undo, given the moment at which the game was then."""
        return undo_events(Moment(moment.state, self.first), self.seq)


@define
class History:
    """The rules and the setup of a game, results of chance given in advance, and the answers so far.

    An answer is the number of the ask among those that were asked together, and the number of the option.
    """

    rules: Rules
    setup: Setup
    script: ScriptedResults
    answers: list[tuple[int, int]] = field(factory=list[tuple[int, int]])
    undone: Undoing | None = None

    def copy(self) -> History:
        """Return an independent copy."""
        return evolve(self, answers=[*self.answers])

    def start(self, log: list[AnyEvent] | None = None) -> State:
        """Compute the position at the first decision. The machine reports to `log`, if there is one.

        Raises:
            SetupError: The rules are not for this number of players, or there are not enough cards.
        """
        return start_game(self.rules, self.setup, self.script, log)

    def opening(self) -> tuple[AnyEvent, ...]:
        """Return the events before the first decision."""
        log: list[AnyEvent] = []
        return opening_events(log, Moment(self.start(log)))

    def moments(self) -> list[Moment]:
        """Compute every moment of the game: before each answer, and after the last one.

        Raises:
            IndexError: The answers do not fit the rules.
        """
        moment = Moment(self.start())
        moments: list[Moment] = []
        for given, undone in self._answers():
            # No number is used twice, so after an undo the numbers go on from where they were.
            if undone is not None:
                moment = Moment(moment.state, undone.first)
            moments.append(moment)
            if given is not None:
                _check_answer(moment.state, *given)
                moment = moment.answered(*given)
        return moments

    def count_events(self) -> list[int]:
        """Return the number of the last event before each answer, and of the last event of all."""
        log: list[AnyEvent] = []
        # One pass without copies: this is needed once for a loaded game, and only for the numbers.
        state = self.start(log)
        state.event_log, seq = log, len(log) + 1
        seqs: list[int] = []
        for given, undone in self._answers():
            if undone is not None:
                seq = undone.seq + EVENTS_OF_UNDO
            seqs.append(seq)
            if given is not None:
                log.clear()
                answer(state, *given)
                seq += len(log) + EVENTS_ADDED
        return seqs

    def _answers(self) -> Iterator[tuple[tuple[int, int] | None, Undoing | None]]:
        """List the answers with None for the end, each with the undo that led to the moment before it."""
        for actions, given in enumerate((*self.answers, None)):
            yield given, self.undone if self.undone and self.undone.actions == actions else None

    def replayed(self) -> tuple[list[AnyEvent], list[tuple[int, str]], list[str]]:
        """Return all events of the machine, the results of chance, and the answers of the players as text.

        Each result comes with the number of events before it.
        """
        state = new_state(self.rules, self.setup, self.script)
        log: list[AnyEvent] = []
        results: list[tuple[int, str]] = []
        state.event_log, state.chance_log = log, results
        run(state)
        actions: list[str] = []
        for which, k in self.answers:
            ask = state.asks[which]
            if ask.seat != CHANCE:
                owner = f"{self.setup.players[ask.seat]}: " if len(state.asks) > 1 else ""
                actions.append(f"{owner}{ask.options[k]}")
            answer(state, which, k)
        return log, results, actions


def _check_answer(state: State, which: int, k: int) -> None:
    owed = 0 <= which < len(state.asks) and state.given[which] < 0
    if not owed or not 0 <= k < len(state.asks[which].options):
        raise IndexError("there is no such option")


def is_fair_to_undo(before: State, which: int, k: int) -> bool:
    """Return whether an answer rolled and drew nothing, and revealed nothing to anybody."""
    if before.asks[which].seat == CHANCE:
        return False
    after = before.copy()
    after.chance_log = []
    answer(after, which, k)
    # The last answer to a question that several were asked reveals the answers of all the others.
    together = len(before.asks) > 1 and after.asks is not before.asks
    return not after.chance_log and not together and _seen_cards(after) == _seen_cards(before)


def _seen_cards(state: State) -> list[object]:
    """List the enemies that have been revealed, those that each seat has looked at, and the hidden hands.

    Hidden hands count because a card that leaves one has been seen by somebody else.
    """
    hidden = (hidden_hand(player) for player in state.players)
    return [{*state.out, *state.revealed}, *({*player.seen} for player in state.players), *hidden]
