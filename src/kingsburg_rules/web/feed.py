"""The messages that a connection is sent: the one place where a game becomes messages.

All of it comes from `Game.view`, `Game.recent` and the decision of the reader's own seat, so nothing is in it
that the seat may not know.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import define, frozen

from kingsburg_rules import AnyEvent, Decision, Game, Played, Rules, describe
from kingsburg_rules.web.limits import Allowance
from kingsburg_rules.web.messages import Ask, Events, Line
from kingsburg_rules.web.saved import Chair, Saved

LOG: Final = 60
"""How many lines of the log a browser gets at once."""

LOG_ACTIONS: Final = 30


@frozen
class Now:
    """A table at one moment. A change makes another one, so there is always one to go back to."""

    saved: Saved
    game: Game | None = None

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The seats."""
        return self.saved.chairs

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed."""
        return () if self.game is None else self.game.pending

    @cached_property
    def seq(self) -> int:
        """The number of the last event."""
        return 0 if self.game is None else self.game.view().seq

    @cached_property
    def last_player(self) -> str | None:
        """Who played the last action."""
        first = None if self.game is None else next(iter(self.game.recent(1)), None)
        return first.player if isinstance(first, Played) else None

    def name(self, seat: int | None) -> str | None:
        """What the player of a seat is called; None for spectators and open seats."""
        return None if seat is None else self.chairs[seat].name


@define
class Reader:
    """A connection: its seat (None for a spectator), its language, and the last event that it has heard of.

    It hears nothing before it has said `Hello`; until then, `seq` is None.
    """

    seat: int | None
    requests: Allowance
    chats: Allowance
    changes: Allowance
    thoughts: Allowance
    language: str = "en"
    seq: int | None = None


@frozen
class Hearing:
    """A moment of a table for a reader. `clock` is how many seconds the reader has left."""

    rules: Rules
    now: Now
    reader: Reader
    clock: int | None = None

    @property
    def player(self) -> str | None:
        """The player who reads; None for a spectator."""
        return self.now.name(self.reader.seat)

    def events(self, game: Game, after: int) -> Events:
        """Return the news since an event, the new view, and what is asked now."""
        events = game.recent(player=self.player, after=after)
        texts = tuple(self._event(event) or None for event in events)
        return Events(events, texts, game.view(self.player), self.now.seq, self.ask(), self.can_undo())

    def ask(self) -> Ask | None:
        """Write what the seat is asked."""
        owed = next((owed for owed in self.now.pending if owed.seat == self.reader.seat), None)
        if owed is None:
            return None
        language, reader = self.reader.language, self.player
        texts = tuple(
            describe(option, self.rules, decision=owed, language=language, reader=reader)
            for option in owed.options
        )
        text = describe(owed, self.rules, language=language, reader=reader)
        return Ask(owed, text, texts, self.clock)

    def can_undo(self) -> bool:
        """Whether the reader may take the last action back."""
        game, player = self.now.game, self.player
        return bool(game and player and player == self.now.last_player and game.can_undo(fair=True))

    def log(self) -> tuple[Line, ...]:
        """Write the last events in words."""
        game = self.now.game
        events = () if game is None else game.recent(LOG_ACTIONS, self.player)
        lines = (Line(event.seq, text) for event in events if (text := self._event(event)))
        return tuple(lines)[-LOG:]

    def _event(self, event: AnyEvent) -> str:
        """Say what happened; nothing if nobody needs to read it."""
        if not event.news:
            return ""
        return describe(event, self.rules, language=self.reader.language, reader=self.player)
