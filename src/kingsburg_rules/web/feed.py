"""The messages that a connection is sent: the one place where a game becomes messages.

All of it comes from `Game.view`, `Game.recent` and the decision of the reader's own seat, so nothing is in it
that the seat may not know.
"""

from __future__ import annotations

from typing import Final

from attrs import define, frozen

from kingsburg_rules import AnyEvent, Odds, Rules, Threat, describe
from kingsburg_rules.table import Forecast, Table
from kingsburg_rules.web.messages import Answered, Events, LogLine, OddsText, Prompt, ThreatText
from kingsburg_rules.web.server_limits import RateLimiter

LOG: Final = 60
"""The number of lines of the log that a browser gets at once."""

LOG_ACTIONS: Final = 30


@define
class Reader:
    """A connection: its number, its seat (None for a spectator), its language, and the last event it knows.

    It is sent nothing before its `Hello`; until then, `seq` is None.
    """

    connection: int
    seat: int | None
    requests: RateLimiter
    chats: RateLimiter
    changes: RateLimiter
    thoughts: RateLimiter
    language: str = "en"
    seq: int | None = None


@frozen
class SeatFeed:
    """The messages about a table for one reader. `clock` is how many seconds the reader has left."""

    table: Table
    reader: Reader
    clock: int | None = None

    @property
    def player(self) -> str | None:
        """The player who reads; None for a spectator."""
        return self.table.name(self.reader.seat)

    def events(self, after: int) -> Events:
        """Return the news since an event, the new view, and what is asked now."""
        game, can_undo = self.table.running(), self.table.can_undo(self.reader.seat)
        events = game.recent(player=self.player, after=after)
        texts = tuple(self._event(event) or None for event in events)
        return Events(events, texts, game.view(self.player), game.seq, self.ask(), can_undo)

    def ask(self) -> Prompt | None:
        """Return the decision that the seat owes, with its sentences."""
        owed = next((owed for owed in self.table.pending if owed.seat == self.reader.seat), None)
        if owed is None:
            return None
        language, reader = self.reader.language, self.player
        texts = tuple(
            describe(option, self.table.rules, decision=owed, language=language, reader=reader)
            for option in owed.options
        )
        text = describe(owed, self.table.rules, language=language, reader=reader)
        return Prompt(owed, text, texts, self.clock)

    def log(self) -> tuple[LogLine, ...]:
        """Return the last events as sentences."""
        game = self.table.game
        events = () if game is None else game.recent(LOG_ACTIONS, self.player)
        lines = (LogLine(event.seq, text) for event in events if (text := self._event(event)))
        return tuple(lines)[-LOG:]

    def _event(self, event: AnyEvent) -> str:
        """Return the sentence of an event; none if nobody needs to read it."""
        if not event.news:
            return ""
        return describe(event, self.table.rules, language=self.reader.language, reader=self.player)


def worded(re: int | None, found: Forecast, rules: Rules, language: str, reader: str | None) -> Answered:
    """Answer a request for odds, with sentences."""

    def said(one: Threat | Odds) -> str:
        return describe(one, rules, language=language, reader=reader)

    threats = (
        ThreatText(one.enemies, one.strength, one.probability, text=said(one)) for one in found.threats
    )
    odds = (OddsText(one.victory, one.tie, one.defeat, one.choice, text=said(one)) for one in found.odds)
    return Answered(re, threats=tuple(threats), odds=tuple(odds))
