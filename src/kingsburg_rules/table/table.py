"""A table: its seats, its game and its clocks, as a value that only `Tables` stores and shows."""

from __future__ import annotations

import hashlib
import hmac
import json
from copy import copy
from datetime import UTC, datetime
from math import ceil
from secrets import token_urlsafe
from typing import Final

from attrs import define, evolve, field, frozen

from kingsburg_rules import (
    Action,
    AnyAction,
    AnyEvent,
    Decision,
    Game,
    IllegalAction,
    Played,
    Rules,
    Runaway,
    SeatView,
    SetupError,
    check_names,
)
from kingsburg_rules.bots import BOTS
from kingsburg_rules.engine import is_known
from kingsburg_rules.table.saved import Automation, Chair, ChatLine, SavedTable
from kingsburg_rules.table.thinking import Thought

SUBSTITUTE: Final = "greedy"
"""The bot that plays for players who are away."""

CHAT: Final = 100
"""The number of lines of the chat that are kept."""

LONGEST_LINE: Final = 300
"""The number of characters in a line of the chat."""


@frozen
class TableNews:
    """What a seat, or a spectator, may know of a table, with the events after one that they know already.

    `everybody` has the numbers of those events that all others are told in the same way; what else is in
    `events` is for this seat alone.
    """

    events: tuple[AnyEvent, ...]
    everybody: frozenset[int]
    view: SeatView
    can_undo: bool

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.view.seq

    @property
    def decision(self) -> Decision | None:
        """The decision that the seat owes."""
        return self.view.decision

    @property
    def public(self) -> tuple[AnyEvent, ...]:
        """The events that can be told to everybody."""
        return tuple(event for event in self.events if event.seq in self.everybody)

    @property
    def private(self) -> tuple[AnyEvent, ...]:
        """The events that only this seat may know, or of which it knows more than others."""
        return tuple(event for event in self.events if event.seq not in self.everybody)


@define(eq=False)
class Table:
    """One table. It knows no connections, and neither stores nor sends anything.

    Every method that changes the table either does so or raises a `KingsburgError`. Change a `copy`, store
    its `saved`, and put it in the place of the table: then nothing has happened that is not stored. Times are
    those of `steady_time`. `titles` are those of uploaded packs.
    """

    rules: Rules
    saved: SavedTable
    game: Game | None = None
    deadlines: dict[int, float] = field(factory=dict[int, float])
    titles: tuple[str, ...] = ()

    @classmethod
    def load(cls, saved: SavedTable, rules: Rules, now: float) -> Table:
        """Take a table as it was stored, with its rules. Clocks go on with the time that was left.

        Raises:
            SaveError: Its game cannot be loaded with these rules.
        """
        found = cls(rules, saved, None if saved.game is None else Game.load(saved.game, rules))
        found.deadlines = {owed.id: now + left for owed, left in zip(found.pending, saved.left, strict=False)}
        found._start_clocks(now)
        return found

    def copy(self) -> Table:
        """Make an independent copy. It costs nothing: games and chairs are replaced and never changed."""
        return copy(self)

    # What is known

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.saved.id

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The seats."""
        return self.saved.chairs

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat; none before the game starts."""
        return () if self.game is None else self.game.players

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed."""
        return () if self.game is None else self.game.pending

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return 0 if self.game is None else self.game.seq

    @property
    def host(self) -> int:
        """The seat of the player who opened the table."""
        return self.saved.host

    def name(self, seat: int | None) -> str | None:
        """Return the name of the player in a seat; None for spectators and open seats."""
        return None if seat is None else self.chairs[seat].name

    def seat_of(self, token: str) -> int | None:
        """Find the seat that a token is for."""
        return next((seat for seat, chair in enumerate(self.chairs) if fits(chair, token)), None)

    def running(self) -> Game:
        """Return the game.

        Raises:
            SetupError: It has not started.
        """
        if self.game is None:
            raise SetupError("table.waiting", "The game has not started yet.")
        return self.game

    def news(self, seat: int | None, after: int) -> TableNews:
        """Return what a seat, or a spectator (None), may know, with the events after a number.

        Raises:
            SetupError: The game has not started.
        """
        game, player = self.running(), self.name(seat)
        events = game.recent(player=player, after=after)
        told = {event.seq: event for event in game.recent(after=after)} if player else {}
        same = (event.seq for event in events if player is None or told.get(event.seq) == event)
        return TableNews(events, frozenset(same), game.view(player), self.can_undo(seat))

    def can_undo(self, seat: int | None) -> bool:
        """Return whether a seat may take back its last answer."""
        player = self.name(seat)
        return player is not None and self._without_answer_of(player) is not None

    def clock(self, seat: int, now: float) -> int | None:
        """Return how many seconds a seat has left."""
        ends = [self.deadlines.get(owed.id) for owed in self.pending if owed.seat == seat]
        return next((max(0, ceil(end - now)) for end in ends if end is not None), None)

    def thoughts(self) -> tuple[Thought, ...]:
        """Return what bots are to think about: the decisions that they owe."""
        game = self.game
        bots = ((owed, self.chairs[owed.seat].bot) for owed in self.pending)
        return tuple(
            Thought("bot", game, owed.player, owed.id, bot) for owed, bot in bots if game is not None and bot
        )

    def is_late(self, now: float) -> bool:
        """Return whether somebody's time is over for whom no bot plays yet."""
        owed = (owed for owed in self.pending if self.chairs[owed.seat].bot is None)
        return any(now >= self.deadlines.get(one.id, now + 1) for one in owed)

    # People

    def sit(self, seat: int, name: str) -> str:
        """Seat a person in an open seat, and return the token for it.

        Raises:
            SetupError: The seat is taken, or the name is not possible.
        """
        if not 0 <= seat < len(self.chairs) or self.chairs[seat].kind != "open" or self.game is not None:
            raise SetupError("table.taken", "This seat is taken.")
        token = new_token()
        self._seat(seat, Chair("person", name, hash_of(token)))
        return token

    def renew(self, seat: int) -> str:
        """Return a new token for the seat of a person; the old one is worth nothing any more.

        Raises:
            SetupError: Nobody sits there.
        """
        chair, token = self.person(seat), new_token()
        self._seat(seat, evolve(chair, token=hash_of(token)))
        return token

    def rename(self, seat: int, name: str) -> None:
        """Change the name of a player.

        Raises:
            SetupError: The name is not possible.
        """
        before, game = self.saved, None if self.game is None else self.game.copy()
        self._seat(seat, evolve(self.chairs[seat], name=name))
        if game is not None:
            game.rename(before.chairs[seat].name or "", name)
            self._take(game)

    def automate(self, seat: int, automation: tuple[Automation, ...]) -> None:
        """Choose what is played without asking a seat.

        Raises:
            SetupError: The game has started.
        """
        self._waiting()
        self._seat(seat, evolve(self.chairs[seat], automation=tuple(dict.fromkeys(automation))))

    def stand_in(self, seat: int, bot: str | None = SUBSTITUTE) -> None:
        """Let a bot play for a person, or (None) let the person play again.

        Raises:
            SetupError: Nobody sits there, or there is no such bot.
        """
        chair = self.person(seat)
        if bot is not None and not is_known(bot, BOTS):
            raise SetupError("table.bot", "There is no such bot.")
        self._seat(seat, evolve(chair, bot=bot))

    def stand_in_for_late(self, now: float) -> None:
        """Let bots play for people whose time is over."""
        for owed in self.pending:
            if now >= self.deadlines.get(owed.id, now + 1) and self.chairs[owed.seat].bot is None:
                self.stand_in(owed.seat)

    def note_clocks(self, now: float) -> None:
        """Note how much time is left for each decision, so that the clocks can go on after a restart."""
        ends = (self.deadlines.get(owed.id) for owed in self.pending)
        left = tuple(max(0, ceil(end - now)) for end in ends if end is not None)
        if left != self.saved.left:
            self.saved = evolve(self.saved, left=left)

    def chat(self, seat: int | None, text: str, time: float) -> ChatLine:
        """Add a line to the chat; `time` is in seconds since 1970.

        Raises:
            SetupError: It is empty or too long.
        """
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if not 0 < len(text) <= LONGEST_LINE:
            raise SetupError("table.chat", "This message is empty or too long.")
        said = datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")
        line = ChatLine(seat, self.name(seat), text, said)
        self.saved = evolve(self.saved, chat=(*self.saved.chat, line)[-CHAT:])
        return line

    # The game

    def start(self, now: float, *, bots: bool = False, seed: int | None = None) -> None:
        """Start the game. With `bots`, they take the seats that are open; `seed` is for tests.

        Raises:
            SetupError: It has started, or there are open seats.
        """
        self._waiting()
        chairs = self._filled() if bots else self.chairs
        if any(chair.kind == "open" for chair in chairs):
            raise SetupError("table.open", "There are open seats.")
        self.saved = evolve(self.saved, chairs=chairs)
        names = [chair.name or "" for chair in chairs]
        automation = {chair.name or "": chair.automation for chair in chairs}
        self._take(Game(self.rules, names, seed=seed, automation=automation), now)

    def play(self, seat: int | None, action: AnyAction | str, decision: int, now: float) -> None:
        """Answer a decision. The same answer to it again changes nothing, since it may be sent twice.

        Raises:
            KingsburgError: The answer is not possible, or is for another decision.
        """
        game, player = self.running(), self.player(seat)
        assert seat is not None
        chair = self.chairs[seat]
        # A client that lost its connection sends its answer again, since it cannot know whether it arrived.
        sent = action if isinstance(action, str) else action.to_dict(game.players)
        last = json.dumps(sent, sort_keys=True)
        if (chair.answered, chair.last) == (decision, last):
            return
        after = game.copy()
        after.play(action, player, decision=decision)
        back = None if chair.kind == "person" else chair.bot
        self._put(seat, evolve(chair, answered=decision, last=last, bot=back))
        self._take(after, now)

    def undo(self, seat: int | None, seq: int, now: float) -> None:
        """Take back the last answer of a seat that knows all events up to `seq`, if that is fair.

        The answers of bots since then are taken back with it, unless one of them rolled, drew or revealed
        something. Answers of other people to what was asked at the same time stay.

        Raises:
            KingsburgError: It is not fair, somebody has played since, or something has happened.
        """
        game, player = self.running(), self.player(seat)
        # Whoever undoes must have seen the last action, or they would take back something else.
        if seq != self.seq:
            raise SetupError("table.late", "Something has happened since.")
        after = self._without_answer_of(player)
        if after is None:
            game.copy().undo(fair=True)  # an error, if that is why
            raise SetupError("table.not_last", "Somebody else played the last action.")
        self._take(after, now)

    def answer_for(self, decision: int, action: AnyAction | None, now: float) -> bool:
        """Play the choice of a bot, or without one the first option, unless it is too late.

        Return False if a card makes every answer impossible.
        """
        game = self.game
        owed = next((owed for owed in self.pending if owed.id == decision), None)
        if game is None or owed is None or self.chairs[owed.seat].bot is None:
            return True
        # A bot may fail or be stopped; the game goes on all the same.
        chosen = owed.options if action is None else (action, *owed.options)
        after = next((after for each in chosen if (after := _after(game, owed, each)) is not None), None)
        if after is not None:
            self._take(after, now)
        return after is not None

    # Changes

    def _take(self, game: Game, now: float | None = None) -> None:
        """Go on with a game; without a time nobody has answered."""
        self.game = game
        self.saved = evolve(
            self.saved,
            game=game.save(),
            over=game.decision is None,
            year=game.state.year,
            asked=tuple(dict.fromkeys(owed.seat for owed in game.pending)),
            moved=self.saved.moved if now is None else int(now),
        )
        if now is not None:
            self._start_clocks(now)
            self.note_clocks(now)

    def _start_clocks(self, now: float) -> None:
        """Start a clock for every new decision; decisions that were owed before keep theirs."""
        clock, before = self.saved.plan.clock, self.deadlines
        if clock is not None:
            self.deadlines = {owed.id: before.get(owed.id, now + clock) for owed in self.pending}

    def _put(self, seat: int, chair: Chair) -> None:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        self.saved = evolve(self.saved, chairs=chairs)

    def _seat(self, seat: int, chair: Chair) -> None:
        """Put a chair that may have another name at a seat."""
        check_chairs((*self.chairs[:seat], chair, *self.chairs[seat + 1 :]), self.rules)
        self._put(seat, chair)

    def _filled(self) -> tuple[Chair, ...]:
        """Put bots on the open seats."""
        taken = {chair.name for chair in self.chairs}
        names = (name for n in range(1, 99) if (name := f"Bot {n}") not in taken)
        return tuple(
            Chair("bot", next(names), bot=SUBSTITUTE) if chair.kind == "open" else chair
            for chair in self.chairs
        )

    def _waiting(self) -> None:
        if self.game is not None:
            raise SetupError("table.started", "The game has started.")

    def player(self, seat: int | None) -> str:
        """Return the player in a seat.

        Raises:
            SetupError: It is a spectator.
        """
        name = self.name(seat)
        if name is None:
            raise SetupError("table.spectator", "Spectators cannot do this.")
        return name

    def person(self, seat: int) -> Chair:
        """Return the chair of a person.

        Raises:
            SetupError: Nobody sits there.
        """
        if not 0 <= seat < len(self.chairs) or self.chairs[seat].kind != "person":
            raise SetupError("table.seat", "There is no such player.")
        return self.chairs[seat]

    # Taking back

    def _without_answer_of(self, player: str) -> Game | None:
        """Return the game without the last answer of a player, if it is fair to take that back; or None."""
        game, others = self.game, list[Played]()
        bots = {chair.name for chair in self.chairs if chair.kind == "bot"}
        while game is not None and game.can_undo(fair=True):
            last = _last_answer(game)
            game = game.copy()
            game.undo(fair=True)
            if last is None or last.player == player:
                return None if last is None else _with_answers(game, player, others)
            if last.player in bots:
                continue
            if len(game.pending) < 2:  # it was asked alone, so after the answer of the player
                return None
            others.insert(0, last)
        return None


def _last_answer(game: Game) -> Played | None:
    """Find the last action, as the player who played it knows it."""
    first = next(iter(game.recent(1)), None)
    own = next(iter(game.recent(1, first.player)), None) if isinstance(first, Played) else None
    return own if isinstance(own, Played) else None


def _with_answers(game: Game, player: str, others: list[Played]) -> Game | None:
    """Play the answers of others again; None if they were not asked at the same time as a player."""
    asked = {owed.player for owed in game.pending}
    if not {player, *(other.player for other in others)} <= asked or len(others) >= len(asked):
        return None
    after: Game | None = game
    for other in others:
        owed = next((owed for owed in after.pending if owed.player == other.player), None) if after else None
        after = _after(after, owed, other.action) if after and owed and other.action else None
    return after


def _after(game: Game, owed: Decision, action: Action) -> Game | None:
    """Play an action on a copy; None if it is not possible."""
    after = game.copy()
    try:
        after.play(action, owed.player, decision=owed.id)
    except (IllegalAction, Runaway):
        return None
    return after


# Tokens and names


def new_token() -> str:
    """Make a token that nobody can guess."""
    return token_urlsafe(24)


def hash_of(token: str) -> str:
    """Return the hash that is stored of a token. Tokens are random, so they need no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def fits(chair: Chair, token: str) -> bool:
    """Return whether a token is for a chair, in constant time."""
    return chair.token is not None and hmac.compare_digest(chair.token, hash_of(token))


def check_chairs(chairs: tuple[Chair, ...], rules: Rules) -> None:
    """Check the names of those who sit, and that the rules are for so many.

    Raises:
        SetupError: They are not, a name is not possible, or two are the same.
    """
    taken = {chair.name for chair in chairs}
    free = (name for n in range(2 * len(chairs)) if (name := f"{n}") not in taken)
    wrong = check_names([chair.name or next(free) for chair in chairs], rules)
    if wrong is not None:
        raise wrong
