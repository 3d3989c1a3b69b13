"""The messages that a connection is sent: the one place where a game becomes messages.

All of it comes from `Game.view`, `Game.recent` and the decision of the reader's own seat, so nothing is in it
that the seat may not know.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import define, frozen

from kingsburg_rules import AnyEvent, Decision, Game, Played, Rules, describe
from kingsburg_rules.web.limits import RateLimiter
from kingsburg_rules.web.messages import Events, LogLine, Prompt
from kingsburg_rules.web.saved import Chair, Saved

LOG: Final = 60
"""The number of lines of the log that a browser gets at once."""

LOG_ACTIONS: Final = 30


@frozen
class Snapshot:
    """A table at one moment. A change makes another snapshot, so a change that fails leaves the old one."""

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
        """The player of the last action."""
        first = None if self.game is None else next(iter(self.game.recent(1)), None)
        return first.player if isinstance(first, Played) else None

    def name(self, seat: int | None) -> str | None:
        """Return the name of the player in a seat; None for spectators and open seats."""
        return None if seat is None else self.chairs[seat].name


@define
class Reader:
    """A connection: its seat (None for a spectator), its language, and the last event that it was sent.

    It is sent nothing before its `Hello`; until then, `seq` is None.
    """

    seat: int | None
    requests: RateLimiter
    chats: RateLimiter
    changes: RateLimiter
    thoughts: RateLimiter
    language: str = "en"
    seq: int | None = None


@frozen
class SeatFeed:
    """The messages about a snapshot for one reader. `clock` is how many seconds the reader has left."""

    rules: Rules
    snapshot: Snapshot
    reader: Reader
    clock: int | None = None

    @property
    def player(self) -> str | None:
        """The player who reads; None for a spectator."""
        return self.snapshot.name(self.reader.seat)

    def events(self, game: Game, after: int) -> Events:
        """Return the news since an event, the new view, and what is asked now."""
        events = game.recent(player=self.player, after=after)
        texts = tuple(self._event(event) or None for event in events)
        return Events(events, texts, game.view(self.player), self.snapshot.seq, self.ask(), self.can_undo())

    def ask(self) -> Prompt | None:
        """Return the decision that the seat owes, with its sentences."""
        owed = next((owed for owed in self.snapshot.pending if owed.seat == self.reader.seat), None)
        if owed is None:
            return None
        language, reader = self.reader.language, self.player
        texts = tuple(
            describe(option, self.rules, decision=owed, language=language, reader=reader)
            for option in owed.options
        )
        text = describe(owed, self.rules, language=language, reader=reader)
        return Prompt(owed, text, texts, self.clock)

    def can_undo(self) -> bool:
        """Return whether the reader may undo the last action."""
        game, player = self.snapshot.game, self.player
        return bool(game and player and player == self.snapshot.last_player and game.can_undo(fair=True))

    def log(self) -> tuple[LogLine, ...]:
        """Return the last events as sentences."""
        game = self.snapshot.game
        events = () if game is None else game.recent(LOG_ACTIONS, self.player)
        lines = (LogLine(event.seq, text) for event in events if (text := self._event(event)))
        return tuple(lines)[-LOG:]

    def _event(self, event: AnyEvent) -> str:
        """Return the sentence of an event; none if nobody needs to read it."""
        if not event.news:
            return ""
        return describe(event, self.rules, language=self.reader.language, reader=self.player)
