"""A room: one table with its game, the people and spectators, the bots and the clocks.

It is plain Python without a network, files or threads. The host of a room, such as a lobby, hands over what
connections send, and delivers the messages of the room. Every change is stored before anybody is sent it: if
storing fails, nothing has happened. A connection is sent only what its seat may know, since all of it comes
from `Game.view`, `Game.recent` and the decision of that seat.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cached_property
from math import ceil
from typing import Final

from attrs import evolve, frozen

from kingsburg_rules import (
    LANGUAGES,
    WIRE_VERSION,
    Action,
    AnyAction,
    Decision,
    Game,
    IllegalAction,
    KingsburgError,
    Rules,
    Runaway,
    SetupError,
    Violation,
    __version__,
    catalog_of,
    check_names,
    choices,
    describe,
)
from kingsburg_rules.bots import BOTS, Explanation
from kingsburg_rules.engine import is_known
from kingsburg_rules.table import Chair, ChatLine, Person, Plan, SavedTable
from kingsburg_rules.table.saved import Snapshot
from kingsburg_rules.web.feed import Found, Reader, SeatFeed, Thought, Thoughts, worded
from kingsburg_rules.web.messages import (
    Answered,
    AskOdds,
    AskPrices,
    AskReach,
    AskScores,
    Automate,
    Chat,
    Chatted,
    Error,
    Hello,
    Hint,
    News,
    People,
    Ping,
    PlayAction,
    Rename,
    Request,
    Start,
    TableInfo,
    Takeover,
    Undo,
    Welcome,
    WhyNot,
    id_of,
    read,
)
from kingsburg_rules.web.server_limits import ServerLimits

FAR_BEHIND: Final = 300
"""A browser that has missed more events than this gets the view without them."""

CHAT: Final = 100
"""The number of lines of the chat that are kept."""

AWAY: Final = 60.0
"""The seconds without a connection after which others may let a bot play for a player."""

SUBSTITUTE: Final = "greedy"
"""The bot that plays for players who are away."""


@frozen
class RoomHost:
    """What a room needs of the program that it is in.

    `keep` stores a table; if it raises an error, nothing has changed. `send` sends a message to a connection.
    `think` thinks about something, and calls `Room.thought` later; not before it returns.
    """

    keep: Callable[[SavedTable], None]
    send: Callable[[int, str], None]
    think: Callable[[str, Thought], None]


def with_chair(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    """Return the chairs with another one at a seat."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


class Room:
    """One table with its game and the people at it."""

    def __init__(
        self,
        saved: SavedTable,
        rules: Rules,
        host: RoomHost,
        *,
        limits: ServerLimits,
        now: float,
        titles: tuple[str, ...] = (),
    ) -> None:
        """Take a table as it was stored, with its rules and the titles of its uploaded packs.

        Raises:
            SaveError: Its game cannot be loaded with these rules.
        """
        self.rules, self.titles = rules, titles
        self._host, self._limits = host, limits
        self._snapshot = Snapshot(saved, None if saved.game is None else Game.load(saved.game, rules))
        self._readers: dict[int, Reader] = {}
        self._left = dict.fromkeys(range(len(saved.chairs)), now)
        self._deadlines: dict[int, float] = {}
        self._thinking: set[int] = set()
        self._start_clocks(now)

    # For the lobby

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._snapshot.saved.id

    @property
    def saved(self) -> SavedTable:
        """The table as it is stored."""
        return self._snapshot.saved

    @cached_property
    def catalog(self) -> str:
        """A hash of everything that the catalogs of the rules depend on; with uploads, the table follows."""
        # Whatever changes a catalog changes its address, since browsers keep it for ever.
        packs = sorted((each.hash, each.translations) for each in self.rules.documents)
        parts = (__version__, WIRE_VERSION, self.rules.digest, packs, self.saved.plan.packs)
        found = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        return f"{found}.{self.id}" if self.titles else found

    def title(self, language: str) -> str:
        """Name what is played."""
        plan = self.saved.plan
        if self.titles:  # a catalog is made anyway, and takes less time than all choices
            chosen = {*plan.modules, plan.scenario}
            known = [pack.title for pack in catalog_of(self.rules, language).packs if pack.id in chosen]
            return ", ".join(dict.fromkeys([*known, *self.titles]))
        return title_of(plan, language)

    def info(self, language: str, now: float) -> TableInfo:
        """Describe the table for a lobby."""
        return info_of(self.saved, self.title(language), self._people(now), self.titles)

    def record(self) -> str:
        """Write the record of a game that is over; before that, it would give away what is hidden.

        Raises:
            SetupError: The game is not over.
        """
        game = self._snapshot.game
        # A record holds what chance has brought so far, and with it what is still hidden.
        if game is None or game.decision is not None:
            raise SetupError("table.not_over", "The game is not over yet.")
        return game.record.dumps()

    # People come and go

    def seat_of(self, token: str) -> int | None:
        """Find the seat that a token is for."""
        hashed = hash_of(token)
        found = [seat for seat, chair in enumerate(self._snapshot.chairs) if same(chair.token, hashed)]
        return found[0] if found else None

    def sit(self, seat: int, name: str, token: str, now: float) -> None:
        """Seat a person in an open seat.

        Raises:
            SetupError: The seat is taken, or the name is not possible.
            KingsburgError: It could not be stored.
        """
        chairs = self._snapshot.chairs
        if not 0 <= seat < len(chairs) or chairs[seat].kind != "open" or self._snapshot.game is not None:
            raise SetupError("table.taken", "This seat is taken.")
        chair = Chair("person", name, hash_of(token))
        self._sit(seat, chair)
        self._left[seat] = now
        self._send_people(now)

    def connect(self, connection: int, seat: int | None, now: float) -> None:
        """Add a connection, for a seat or of a spectator. It is sent nothing before its `Hello`.

        Raises:
            SetupError: There are too many.
        """
        if len(self._readers) >= self._limits.connections:
            raise SetupError("table.full", "Too many people are at this table.")
        # Sent nothing yet: before the hello of a browser its language is not known.
        limits = self._limits
        self._readers[connection] = Reader(
            connection,
            seat,
            requests=limits.requests.begin(now),
            chats=limits.chats.begin(now),
            changes=limits.changes.begin(now),
            thoughts=limits.thoughts.begin(now),
        )
        self._send_people(now)

    def disconnect(self, connection: int, now: float) -> None:
        """Forget a connection."""
        reader = self._readers.pop(connection, None)
        if reader is None:
            return
        if reader.seat is not None:
            self._left[reader.seat] = now
        self._send_people(now)

    @property
    def is_empty(self) -> bool:
        """Return whether nobody is connected."""
        return not self._readers

    @property
    def is_running(self) -> bool:
        """Return whether a clock runs, or a bot is asked."""
        bots = any(self._snapshot.chairs[owed.seat].bot for owed in self._snapshot.pending)
        return bots or bool(self._deadlines)

    # Requests

    def hear(self, connection: int, text: str, now: float) -> None:
        """Carry out a request and answer it. If it is refused, nothing has changed."""
        reader = self._readers.get(connection)
        if reader is None:
            return
        # A request that comes too often is not even parsed, so its refusal cannot name it.
        re = None
        try:
            reader.requests.use(now)
            re = id_of(text)
            self._carry_out(reader, read(text, self._names), now)
        except KingsburgError as error:
            self._send(reader, self._refusal(re, error, reader))

    def _carry_out(self, reader: Reader, request: Request, now: float) -> None:
        match request:
            case Hello():
                self._hello(reader, request, now)
            case PlayAction():
                self._play(reader, request, now)
            case Undo():
                self._undo(reader, request, now)
            case Chat():
                self._chat(reader, request, now)
            case Start():
                self._start(reader, request, now)
            case Rename() | Automate() | Takeover():
                self._change_seat(reader, request, now)
            case Hint() | AskOdds():
                self._think_about(reader, request, now)
            case _:
                self._send(reader, self._looked_up(reader, request))

    # Asking without a change

    def _looked_up(self, reader: Reader, request: Request) -> News:
        """Answer a request that takes no time."""
        if isinstance(request, Ping):
            return Answered(request.id)
        game = self._running()
        if isinstance(request, AskScores):
            return Answered(request.id, scores=game.score_by_source)
        player = self._player(reader)
        match request:
            case WhyNot(action=action, decision=decision):
                why = game.why_not(action, player, decision=decision)
                words = None if why is None else self._text(why, reader)
                return Answered(request.id, violation=why, text=words)
            case AskPrices():
                return Answered(request.id, prices=game.prices(player))
            case AskReach():
                return Answered(request.id, reach=game.within_reach(player))
            case _:
                raise SetupError("table.malformed", "This is not a request.")

    def _think_about(self, reader: Reader, request: Hint | AskOdds, now: float) -> None:
        """Pass a request that takes longer on to the host, to be thought about."""
        reader.thoughts.use(now)
        game, player = self._running(), self._player(reader)
        wanted: Thoughts = "odds" if isinstance(request, AskOdds) else "hint"
        owed = next((owed for owed in game.pending if owed.player == player), None)
        if wanted == "hint" and owed is None:
            raise SetupError("table.not_asked", "You are not asked anything now.")
        owed_id = 0 if owed is None else owed.id
        thought = Thought(wanted, game, player, owed_id, SUBSTITUTE, reader.connection, request.id)
        self._host.think(self.id, thought)

    def thought(self, thought: Thought, found: Found, now: float) -> None:
        """Use the result of thinking; None if there is none."""
        if thought.wanted == "bot":
            self._answer_for(thought, found if isinstance(found, AnyAction) else None, now)
            return
        reader = self._readers.get(thought.connection)
        if reader is None:
            return
        self._send(reader, self._news(thought, found, reader))

    def _news(self, thought: Thought, found: Found, reader: Reader) -> News:
        if isinstance(found, Explanation) and isinstance(found.action, AnyAction):
            text = describe(found.action, self.rules, language=reader.language)
            why = found.sentences(reader.language)
            return Answered(thought.re, decision=thought.decision, action=found.action, text=text, why=why)
        if not isinstance(found, Answered):
            return Error(thought.re, "table.slow", self._text(SLOW, reader))
        return worded(found, self.rules, reader.language, self._snapshot.name(reader.seat))

    # Changes

    def _hello(self, reader: Reader, request: Hello, now: float) -> None:
        if request.language not in LANGUAGES:
            raise SetupError("setup.language", "This language is not known.")
        reader.changes.use(now)
        reader.language = request.language
        seq, after = self._snapshot.seq, request.after
        knows = self._snapshot.game is not None and after is not None and 0 <= seq - after <= FAR_BEHIND
        reader.seq = after if knows else seq
        self._send(reader, self._welcome(reader, request.id, now, with_view=not knows))
        if knows:
            self._send_events([reader], now)

    def _play(self, reader: Reader, request: PlayAction, now: float) -> None:
        """Play, and answer the same if the same answer comes twice."""
        game, player = self._running(), self._player(reader)
        assert reader.seat is not None
        chair = self._snapshot.chairs[reader.seat]
        last = json.dumps(request.action.to_dict(game.players), sort_keys=True)
        # A browser that lost its connection sends its answer again, since it cannot know whether it arrived.
        if (chair.answered, chair.last) == (request.decision, last):
            self._send(reader, Answered(request.id))
            return
        after = game.copy()  # so that nothing has happened if the change cannot be stored
        after.play(request.action, player, decision=request.decision)
        back = None if chair.kind == "person" else chair.bot
        chair = evolve(chair, answered=request.decision, last=last, bot=back)
        self._change(self._played(after, with_chair(self._snapshot.chairs, reader.seat, chair), now))
        self._send(reader, Answered(request.id))
        self._go_on(now)

    def _undo(self, reader: Reader, request: Undo, now: float) -> None:
        game, player = self._running(), self._player(reader)
        # Whoever undoes must have seen the last action, or they would take back something else.
        if request.seq != self._snapshot.seq:
            raise SetupError("table.late", "Something has happened since.")
        after = self._snapshot.before_answer_of(player)
        if after is None:
            game.copy().undo(fair=True)  # an error, if that is why
            raise SetupError("table.not_last", "Somebody else played the last action.")
        self._change(self._played(after, self._snapshot.chairs, now))
        self._send(reader, Answered(request.id))
        self._go_on(now)

    def _chat(self, reader: Reader, request: Chat, now: float) -> None:
        reader.chats.use(now)
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in request.text).split())
        if not 0 < len(text) <= self._limits.chat_length:
            raise SetupError("table.chat", "This message is empty or too long.")
        time = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        line = ChatLine(reader.seat, self._snapshot.name(reader.seat), text, time)
        saved = self.saved
        self._change(evolve(self._snapshot, saved=evolve(saved, chat=(*saved.chat, line)[-CHAT:])))
        self._send(reader, Answered(request.id))
        for listener in self._listeners():
            self._send(listener, Chatted(line.seat, line.name, line.text, line.time))

    def _start(self, reader: Reader, request: Start, now: float) -> None:
        """Start the game. Only the player who opened the table may."""
        self._player(reader)
        if self._snapshot.game is not None:
            raise SetupError("table.started", "The game has started.")
        if reader.seat != self.host:
            raise SetupError("table.host", "Only the player who opened the table may start.")
        chairs = self._filled() if request.bots else self._snapshot.chairs
        if any(chair.kind == "open" for chair in chairs):
            raise SetupError("table.open", "There are open seats.")
        names = [chair.name or "" for chair in chairs]
        automation = {chair.name or "": chair.automation for chair in chairs}
        game = Game(self.rules, names, automation=automation)
        self._change(self._played(game, chairs, now))
        self._send(reader, Answered(request.id))
        self._welcome_all(now)
        self._go_on(now)

    def _filled(self) -> tuple[Chair, ...]:
        """Put bots on the open seats."""
        taken = {chair.name for chair in self._snapshot.chairs}
        names = (name for n in range(1, 99) if (name := f"Bot {n}") not in taken)
        return tuple(
            Chair("bot", next(names), bot=SUBSTITUTE) if chair.kind == "open" else chair
            for chair in self._snapshot.chairs
        )

    def _change_seat(self, reader: Reader, request: Rename | Automate | Takeover, now: float) -> None:
        self._player(reader)
        reader.changes.use(now)
        assert reader.seat is not None
        chair = self._snapshot.chairs[reader.seat]
        match request:
            case Rename(name=name):
                self._rename(reader.seat, name)
            case Automate(automation=wanted):
                if self._snapshot.game is not None:
                    raise SetupError("table.started", "The game has started.")
                self._sit(reader.seat, evolve(chair, automation=tuple(dict.fromkeys(wanted))))
            case Takeover(seat=seat, by=by):
                self._take_over(reader.seat, seat, by, now)
        self._send(reader, Answered(request.id))
        self._send_people(now)
        if isinstance(request, Rename) and self._snapshot.game is not None:
            self._welcome_all(now)
        self._go_on(now)

    def _rename(self, seat: int, name: str) -> None:
        chairs = with_chair(self._snapshot.chairs, seat, evolve(self._snapshot.chairs[seat], name=name))
        check_chairs(chairs, self.rules)
        game = self._snapshot.game
        if game is None:
            self._change(Snapshot(evolve(self.saved, chairs=chairs)))
            return
        renamed = game.copy()
        renamed.rename(game.players[seat], name)
        self._change(self._played(renamed, chairs))

    def _take_over(self, own: int, seat: int, by: str, now: float) -> None:
        if not 0 <= seat < len(self._snapshot.chairs) or self._snapshot.chairs[seat].kind != "person":
            raise SetupError("table.seat", "There is no such player.")
        chair = self._snapshot.chairs[seat]
        if by == "person" and seat == own:
            self._sit(seat, evolve(chair, bot=None))
        elif not is_known(by, BOTS):
            raise SetupError("table.bot", "There is no such bot.")
        elif seat != own and not self._is_away(seat, now):
            raise SetupError("table.here", "This player is not away, or has not been for long.")
        else:
            self._sit(seat, evolve(chair, bot=by))

    def _is_away(self, seat: int, now: float) -> bool:
        return not self._is_here(seat) and now - self._left[seat] >= AWAY

    def _is_here(self, seat: int) -> bool:
        return any(reader.seat == seat for reader in self._readers.values())

    def _sit(self, seat: int, chair: Chair) -> None:
        chairs = with_chair(self._snapshot.chairs, seat, chair)
        check_chairs(chairs, self.rules)
        self._change(evolve(self._snapshot, saved=evolve(self.saved, chairs=chairs)))

    def _played(self, game: Game, chairs: tuple[Chair, ...], now: float | None = None) -> Snapshot:
        """Return the table after an action; without a time nobody has answered."""
        saved = evolve(
            self.saved,
            chairs=chairs,
            game=game.save(),
            over=game.decision is None,
            year=game.state.year,
            asked=tuple(dict.fromkeys(owed.seat for owed in game.pending)),
            moved=self.saved.moved if now is None else int(now),
        )
        return Snapshot(saved, game)

    def _change(self, after: Snapshot) -> None:
        """Store a change. It has not happened before it is stored."""
        self._host.keep(after.saved)
        self._snapshot = after

    # Bots and clocks

    def wake(self, now: float) -> float | None:
        """Start bots, also for players whose time is over; return when to call this again."""
        for owed in self._snapshot.pending:
            chair = self._snapshot.chairs[owed.seat]
            if now >= self._deadlines.get(owed.id, now + 1) and chair.bot is None:
                self._sit(owed.seat, evolve(chair, bot=SUBSTITUTE))
                self._send_people(now)
        self._let_bots_think()
        return min(self._deadlines.values(), default=None)

    def _go_on(self, now: float) -> None:
        """Start the clocks, send everybody the news, and let bots think."""
        self._start_clocks(now)
        self._send_events(self._listeners(), now)
        if self.saved.plan.clock is not None:
            self._send_people(now)
        self._let_bots_think()

    def _let_bots_think(self) -> None:
        game = self._snapshot.game
        for owed in self._snapshot.pending:
            bot = self._snapshot.chairs[owed.seat].bot
            if game is not None and bot is not None and owed.id not in self._thinking:
                self._thinking.add(owed.id)
                self._host.think(self.id, Thought("bot", game, owed.player, owed.id, bot))

    def _answer_for(self, thought: Thought, action: AnyAction | None, now: float) -> None:
        """Play the choice of a bot, or without one the first option, unless it is too late."""
        self._thinking.discard(thought.decision)
        game = self._snapshot.game
        owed = next((owed for owed in self._snapshot.pending if owed.id == thought.decision), None)
        if game is None or owed is None or self._snapshot.chairs[owed.seat].bot is None:
            return
        # A bot may fail or be stopped; the game goes on all the same.
        chosen = owed.options if action is None else (action, *owed.options)
        after = next((after for each in chosen if (after := _after(game, owed, each)) is not None), None)
        if after is None:
            self._thinking.add(owed.id)  # a card makes every answer impossible; do not try again
            return
        self._change(self._played(after, self._snapshot.chairs, now))
        self._go_on(now)

    def _start_clocks(self, now: float) -> None:
        """Start a clock for every new decision; decisions that were owed before keep theirs."""
        clock, before = self.saved.plan.clock, self._deadlines
        if clock is not None:
            self._deadlines = {owed.id: before.get(owed.id, now + clock) for owed in self._snapshot.pending}

    def _clock(self, seat: int, now: float) -> int | None:
        """Return how many seconds a seat has left."""
        ends = [self._deadlines.get(owed.id) for owed in self._snapshot.pending if owed.seat == seat]
        return next((max(0, ceil(end - now)) for end in ends if end is not None), None)

    # Messages

    @property
    def host(self) -> int:
        """The seat of the player who opened the table."""
        return next(seat for seat, chair in enumerate(self._snapshot.chairs) if chair.kind == "person")

    @property
    def _names(self) -> tuple[str, ...]:
        """The players by seat, for the JSON of messages."""
        game = self._snapshot.game
        return game.players if game is not None else ()

    def _send(self, reader: Reader, news: News) -> None:
        self._host.send(reader.connection, news.to_json(self._names))

    def _people(self, now: float) -> tuple[Person, ...]:
        return tuple(
            Person(seat, chair.name, chair.kind, self._is_here(seat), chair.bot, self._clock(seat, now))
            for seat, chair in enumerate(self._snapshot.chairs)
        )

    def _send_people(self, now: float) -> None:
        watching = sum(reader.seat is None for reader in self._readers.values())
        # Everybody may know who is here, so one text serves all.
        text = People(self._people(now), watching).to_json(self._names)
        for listener in self._listeners():
            self._host.send(listener.connection, text)

    def _listeners(self) -> list[Reader]:
        """Return the connections that have said hello; others are sent nothing."""
        return [reader for reader in self._readers.values() if reader.seq is not None]

    def _welcome_all(self, now: float) -> None:
        """Send everybody the whole table anew."""
        for reader in self._listeners():
            reader.seq = self._snapshot.seq
            self._send(reader, self._welcome(reader, None, now, with_view=True))

    def _send_events(self, readers: Iterable[Reader], now: float) -> None:
        """Send readers the news that they lack. Readers who may know the same get the same text."""
        written: dict[tuple[int | None, str, int], str] = {}
        seq = self._snapshot.seq
        for reader in readers:
            if reader.seq is None or self._snapshot.game is None:
                continue
            key = reader.seat, reader.language, reader.seq
            if key not in written:
                events = self._feed(reader, now).events(self._snapshot.game, reader.seq)
                written[key] = events.to_json(self._names)
            reader.seq = seq
            self._host.send(reader.connection, written[key])

    def _feed(self, reader: Reader, now: float) -> SeatFeed:
        clock = None if reader.seat is None else self._clock(reader.seat, now)
        return SeatFeed(self.rules, self._snapshot, reader, clock)

    def _welcome(self, reader: Reader, re: int | None, now: float, *, with_view: bool) -> Welcome:
        game, feed = self._snapshot.game, self._feed(reader, now)
        return Welcome(
            re=re,
            table=self.id,
            title=self.title(reader.language),
            seat=reader.seat,
            started=game is not None,
            host=reader.seat == self.host,
            language=reader.language,
            catalog=self.catalog,
            view=game.view(feed.player) if game is not None and with_view else None,
            ask=feed.ask(),
            seq=self._snapshot.seq if with_view else reader.seq or 0,
            log=feed.log() if with_view else (),
            chat=self.saved.chat,
            people=self._people(now),
            can_undo=feed.can_undo(),
            automation=() if reader.seat is None else self._snapshot.chairs[reader.seat].automation,
        )

    # Refusals

    def _running(self) -> Game:
        """Return the game.

        Raises:
            SetupError: It has not started.
        """
        if self._snapshot.game is None:
            raise SetupError("table.waiting", "The game has not started yet.")
        return self._snapshot.game

    def _player(self, reader: Reader) -> str:
        """Return the player of a connection.

        Raises:
            SetupError: It is a spectator.
        """
        name = self._snapshot.name(reader.seat)
        if name is None:
            raise SetupError("table.spectator", "Spectators cannot do this.")
        return name

    def _refusal(self, re: int | None, error: KingsburgError, reader: Reader) -> Error:
        violation = error.violation if isinstance(error, IllegalAction) else None
        return Error(re, error.code, self._text(error, reader), violation)

    def _text(self, what: KingsburgError | Violation, reader: Reader) -> str:
        """Describe why something is not possible, in the language of the reader."""
        if isinstance(what, IllegalAction):
            what = what.violation
        if isinstance(what, KingsburgError):
            return describe(what, language=reader.language)
        player = self._snapshot.name(reader.seat)
        return describe(what, self.rules, language=reader.language, reader=player)


def title_of(plan: Plan, language: str) -> str:
    """Name what a plan without uploads plays."""
    chosen = {*plan.modules, plan.scenario}
    edition = next((each for each in choices(language).editions if each.id == plan.edition), None)
    if edition is None:  # a table of another version of the library
        return plan.edition
    packs = [pack.title for pack in (*edition.modules, *edition.scenarios) if pack.id in chosen]
    return ", ".join(packs or [edition.title])


def info_of(
    saved: SavedTable, title: str, people: tuple[Person, ...], packs: tuple[str, ...] = ()
) -> TableInfo:
    """Describe a table for a lobby."""
    return TableInfo(saved.id, title, saved.phase, saved.year, people, packs, saved.asked, saved.moved)


SLOW: Final = SetupError("table.slow", "This takes too long.")


def hash_of(token: str) -> str:
    """Return the hash that is stored of a token. Tokens are random, so they need no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def same(one: str | None, other: str) -> bool:
    """Compare secrets in constant time."""
    return one is not None and hmac.compare_digest(one, other)


def _after(game: Game, owed: Decision, action: Action) -> Game | None:
    """Play an action on a copy; None if it is not possible."""
    after = game.copy()
    try:
        after.play(action, owed.player, decision=owed.id)
    except (IllegalAction, Runaway):
        return None
    return after


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
