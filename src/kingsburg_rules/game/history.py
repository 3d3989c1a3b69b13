"""The history of a game, from which every earlier position can be computed again."""

from __future__ import annotations

from _thread import RLock
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from kingsburg_rules.engine.events import Asked, Played, Undone
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.public_state import OwedDecision
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.game.pending import name_of, shown_source
from kingsburg_rules.game.setup import new_state, start_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import Setup, State
    from kingsburg_rules.game.setup import ScriptedResults

EVENTS_OF_UNDO: Final = 2
"""The number of events that report an undo: `Undone` and `Asked`."""

SPACING: Final = 10
"""How many events there are at least between two positions that a history keeps."""


class Undoing(NamedTuple):
    """The last undo: how many actions were left, and the numbers at that time.

    Decisions are numbered from `first` on, events from the one after `seq`.
    """

    actions: int
    first: int
    seq: int


class History:
    """A game from its start until now: its rules and setup, and which option answered which decision.

    Chance comes from the seed, from a script or from answers, so this is enough to compute every position.
    The position now is played on in place. Of those before it, one is kept whenever enough has happened, and
    from there the next ones are a few small answers away.

    - `rules`, `setup`, `script`: how the game began; the script are results of chance given in advance.
    - `state`: the position now. It is played on, so whoever wants to keep it makes a copy.
    - `answers`: for each, the number of the ask among those that were asked together, and of the option.
    - `firsts`: the number of the first of the decisions that were asked together, before each answer and now.
    - `undone`: the last undo.
    - `used`: a lock that the thread holds which uses the game, so that a second one is noticed.
    """

    __slots__ = ("_kept", "_seqs", "answers", "firsts", "rules", "script", "setup", "state", "undone", "used")

    def __init__(self, rules: Rules, setup: Setup, script: ScriptedResults, at: State | None = None) -> None:
        """Begin a history at the first decision, or at a position that is given.

        Raises:
            SetupError: The rules are not for this number of players, or there are not enough cards.
        """
        self.rules = rules
        self.setup = setup
        self.script = script
        self.state = at or start_game(rules, setup, script)
        self.answers: list[tuple[int, int]] = []
        self.firsts = [1]
        self.undone: Undoing | None = None
        # Positions, each with the number of answers before it. They never change, so copies share them.
        self._kept: list[tuple[int, State]] = []
        # The number of the last event before each answer and now; empty until somebody needs a number.
        self._seqs: list[int] = []
        self.used = RLock()

    def copy(self) -> History:
        """Return an independent copy."""
        new = History(self.rules, self.setup, self.script, self.state.copy())
        new.answers, new.firsts, new.undone = self.answers[:], self.firsts[:], self.undone
        new._kept, new._seqs = self._kept[:], self._seqs[:]
        return new

    def rename(self, players: tuple[str, ...]) -> None:
        """Call the players by other names. Options name players, so all positions are computed again."""
        new = History(self.rules, self.setup.called(players), self.script)
        new.replay(self.answers)
        self.setup, self.state, self._kept = new.setup, new.state, new._kept

    @property
    def seq(self) -> int:
        """The number of the last event."""
        if not self._seqs:
            self._seqs.append(len(self.opening()))
        return self._seqs[-1]

    def position(self, actions: int) -> State:
        """Compute the position after so many actions: from the last one before it that is kept."""
        for done, kept in reversed(self._kept):
            if done <= actions:
                state = kept.copy()
                for which, k in self.answers[done:actions]:
                    answer(state, which, k)
                return state
        return self.state.copy()  # nothing has been played yet

    def play(self, which: int, k: int) -> tuple[AnyEvent, ...]:
        """Answer a decision, and return what happened."""
        seq, kept, count = self.seq, self._kept, len(self.answers)
        if not kept or seq - self._seqs[kept[-1][0]] >= SPACING:
            kept.append((count, self.state.copy()))
        try:
            events, first = play_option(self.state, which, k, self.firsts[-1], seq)
            self.answers.append((which, k))
            self.firsts.append(first)
            self._seqs.append(seq + len(events))
        except BaseException:
            # Something has broken off in the middle; the position before it is found again.
            del self.answers[count:], self.firsts[count + 1 :], self._seqs[count + 1 :]
            self.state = self.position(count)
            raise
        return events

    def replay(self, answers: Iterable[tuple[int, int]], undone: Undoing | None = None) -> None:
        """Repeat the answers of a game from its start; `undone` is what was last undone in it.

        Raises:
            IndexError: The answers do not fit the rules.
        """
        self._go_on_after(undone)
        for which, k in answers:
            _check_answer(self.state, which, k)
            self.play(which, k)
            self._go_on_after(undone)

    def _go_on_after(self, undone: Undoing | None) -> None:
        """Go on with numbers that have not been used before, if the last undo led to this position."""
        if undone is not None and undone.actions == len(self.answers):
            self.undone = undone
            self.firsts[-1] = undone.first
            self._seqs[-1:] = [undone.seq + EVENTS_OF_UNDO]

    def undo(self) -> tuple[AnyEvent, ...]:
        """Undo the last answer, and report it; there must be one."""
        undone = Undoing(len(self.answers) - 1, self.firsts[-1] + len(self.state.asks), self.seq)
        before = self.position(undone.actions)
        while self._kept[-1][0] > undone.actions:
            self._kept.pop()
        del self.answers[-1], self.firsts[-1], self._seqs[-1]
        self.state = before
        self._go_on_after(undone)
        return undo_events(before, undone)

    def is_fair_to_undo(self) -> bool:
        """Return whether the last answer rolled and drew nothing, and revealed nothing to anybody."""
        which, k = self.answers[-1]
        state = self.position(len(self.answers) - 1)
        asks, seen = state.asks, _seen_cards(state)
        log: list[tuple[int, str]] = []
        state.chance_log = log
        answer(state, which, k)
        # The last answer to a question that several were asked reveals the answers of all the others.
        together = len(asks) > 1 and state.asks is not asks
        return asks[which].seat != CHANCE and not log and not together and _seen_cards(state) == seen

    # What happened

    def opening(self) -> tuple[AnyEvent, ...]:
        """Return the events before the first decision."""
        log: list[AnyEvent] = []
        state = start_game(self.rules, self.setup, self.script, log)
        return _numbered([*log, Asked(owed_decisions(state))], 0)

    def events_of(self, actions: int) -> list[AnyEvent]:
        """Return the events of the last actions; if there were fewer, they begin with the opening."""
        first = len(self.answers) - actions
        return [*(self.opening() if first < 0 else ()), *self._events_from(max(0, first))]

    def events_after(self, seq: int) -> list[AnyEvent]:
        """Return the events after a number, without those of actions that have been undone."""
        undone = self.undone
        events: tuple[AnyEvent, ...] = ()
        if seq >= self.seq:
            return []
        if undone is not None and seq < undone.seq + EVENTS_OF_UNDO:
            # The client may know events of the action that was undone, so its news begin with the undo.
            first = undone.actions
            events = undo_events(self.position(first), undone)
        elif seq < self._seqs[0]:
            first, events = 0, self.opening()
        else:
            first = bisect_right(self._seqs, seq, hi=len(self.answers)) - 1
        return [event for event in (*events, *self._events_from(first)) if event.seq > seq]

    def _events_from(self, first: int) -> list[AnyEvent]:
        """Play the actions from a number on again, for their events."""
        events: list[AnyEvent] = []
        if first < len(self.answers):
            state = self.position(first)
            for number in range(first, len(self.answers)):
                which, k = self.answers[number]
                events += play_option(state, which, k, self.firsts[number], self._seqs[number])[0]
        return events

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


def play_option(state: State, which: int, k: int, first: int, seq: int) -> tuple[tuple[AnyEvent, ...], int]:
    """Answer a decision in a position, which changes.

    The decisions that are owed before are numbered from `first` on, the events from the one after `seq`.

    Returns:
        What happened, and the number of the first decision that is owed now.
    """
    asks = state.asks
    ask = asks[which]
    played = Played(name_of(state, ask.seat), first + which, ask.options[k])
    log: list[AnyEvent] = [played]
    state.event_log = log
    answer(state, which, k)
    state.event_log = None
    # Decisions that were asked together keep their numbers until all of them have been answered.
    if state.asks is not asks:
        first += len(asks)
    log.append(Asked(owed_decisions(state, first)))
    return _numbered(log, seq), first


def undo_events(state: State, undone: Undoing) -> tuple[AnyEvent, ...]:
    """Report that a game is in an earlier position again."""
    return _numbered([Undone(), Asked(owed_decisions(state, undone.first))], undone.seq)


def _numbered(events: list[AnyEvent], seq: int) -> tuple[AnyEvent, ...]:
    """Number new events, from the one after `seq`."""
    for event in events:
        seq += 1
        # Nobody has seen these events yet, so each can still get its number although it is frozen.
        # To copy an event only for its number takes longer than to make it.
        object.__setattr__(event, "seq", seq)
    return tuple(events)


def owed_decisions(state: State, first: int = 1) -> tuple[OwedDecision, ...]:
    """List which decisions are owed, as far as everybody may know; they are numbered from `first` on."""
    sources, given = state.compiled.sources, state.given
    return tuple(
        [
            OwedDecision(first + which, name_of(state, ask.seat), ask.kind, sources[shown_source(state, ask)])
            for which, ask in enumerate(state.asks)
            if given[which] < 0
        ]
    )


def _check_answer(state: State, which: int, k: int) -> None:
    owed = 0 <= which < len(state.asks) and state.given[which] < 0
    if not owed or not 0 <= k < len(state.asks[which].options):
        raise IndexError("there is no such option")


def _seen_cards(state: State) -> list[object]:
    """List the enemies that have been revealed, those that each seat has looked at, and the hidden hands.

    Hidden hands count because a card that leaves one has been seen by somebody else.
    """
    enemies, hidden = state.compiled.enemies, (hidden_hand(player) for player in state.players)
    turned = {card for card in (*state.out, *state.revealed) if card in enemies}
    return [turned, *({*player.seen} for player in state.players), *hidden]
