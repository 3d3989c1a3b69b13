"""The messages that a connection is sent: the one place where a game becomes messages.

All of it comes from `Game.view`, `Game.recent` and the decision of the reader's own seat, so nothing is in it
that the seat may not know.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import define, evolve, frozen

from kingsburg_rules import AnyAction, AnyEvent, Game, KingsburgError, Rules, describe
from kingsburg_rules.bots import Explanation, Sight, explain_choice, make_bot
from kingsburg_rules.table.saved import Snapshot
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
        """Return whether the reader may take back their last answer."""
        return self.player is not None and self.snapshot.before_answer_of(self.player) is not None

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


# Work that takes longer than an answer may, and that can be sent to another process

Thoughts: TypeAlias = Literal["bot", "hint", "odds"]

Mind: TypeAlias = Literal["quick", "deep", "wishes"]
"""The queues of work, one process for each: quick bots, deep ones, and requests of players."""

QUICK: Final = frozenset({"greedy", "random"})
"""The bots that answer within some milliseconds."""

Found: TypeAlias = Answered | Explanation | AnyAction | None
"""The result; None if there is none."""


@frozen
class Thought:
    """Something to think about: what is wanted, the game, the player, the decision and the bot.

    A hint or odds are for a connection, whose request had the number `re`.
    """

    wanted: Thoughts
    game: Game
    player: str
    decision: int
    bot: str
    connection: int = 0
    re: int | None = None

    @property
    def mind(self) -> Mind:
        """The queue it belongs to, so that nobody waits for deep bots and the questions of others."""
        if self.wanted != "bot":
            return "wishes"
        return "quick" if self.bot in QUICK else "deep"


def think(thought: Thought) -> Found:
    """Think; None if the question is no longer asked, or if nothing can be found out."""
    try:
        if thought.wanted == "odds":
            return _odds(thought)
        owed = next((owed for owed in thought.game.pending if owed.id == thought.decision), None)
        if owed is None:
            # Somebody has answered meanwhile.
            return None
        bot, sight = make_bot(thought.bot), Sight(thought.player, thought.game)
        if thought.wanted == "hint":
            return explain_choice(bot, owed, sight)
        chosen = bot.choose(owed, sight)
    except KingsburgError:
        return None
    # A bot of another package may return anything.
    return chosen if isinstance(chosen, AnyAction) else None


def _odds(thought: Thought) -> Answered:
    """Find out what may attack, and how it may end. The sentences come later."""
    game, player = thought.game, thought.player
    threats = [
        ThreatText(one.enemies, one.strength, one.probability, text="") for one in game.threats(player)
    ]
    odds = [OddsText(one.victory, one.tie, one.defeat, one.choice, text="") for one in game.odds(player)]
    return Answered(thought.re, threats=tuple(threats), odds=tuple(odds))


def worded(found: Answered, rules: Rules, language: str, reader: str | None) -> Answered:
    """Add the sentences of odds."""

    def said(one: ThreatText | OddsText) -> str:
        return describe(one, rules, language=language, reader=reader)

    threats = tuple(evolve(one, text=said(one)) for one in found.threats)
    return evolve(found, threats=threats, odds=tuple(evolve(one, text=said(one)) for one in found.odds))
