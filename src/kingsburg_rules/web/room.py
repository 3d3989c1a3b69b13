"""A room: the connections to one table, of people and of spectators.

It is plain Python without a network. The host of a room, such as a lobby, hands over what connections send,
and delivers the messages of the room. A connection is sent only what its seat may know, since all of it comes
from `Table.news` for that seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from attrs import frozen

from kingsburg_rules import (
    LANGUAGES,
    WIRE_VERSION,
    AnyAction,
    IllegalAction,
    KingsburgError,
    SetupError,
    Violation,
    __version__,
    catalog_of,
    choices,
    describe,
)
from kingsburg_rules.bots import Explanation
from kingsburg_rules.table import (
    SUBSTITUTE,
    AsyncTables,
    Forecast,
    Found,
    Person,
    Plan,
    SavedTable,
    Table,
    Thought,
)
from kingsburg_rules.web.feed import Reader, SeatFeed, worded
from kingsburg_rules.web.messages import (
    Answered,
    AskOdds,
    AskPrices,
    AskReach,
    AskScores,
    Automate,
    Chat,
    Chatted,
    Disconnected,
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

AWAY: Final = 60.0
"""The seconds without a connection after which others may let a bot play for a player."""


@frozen
class RoomHost:
    """What a room needs of the program that it is in.

    `send` sends a message to a connection. `think` thinks about something, and calls `Room.thought` later;
    not before it returns.
    """

    tables: AsyncTables
    limits: ServerLimits
    send: Callable[[int, str], None]
    think: Callable[[str, Thought], None]


class Room:
    """The connections to one table."""

    def __init__(self, table: Table, host: RoomHost, now: float) -> None:
        self.id, self._host, self._last = table.id, host, table
        self._readers: dict[int, Reader] = {}
        self._left = dict.fromkeys(range(len(table.chairs)), now)
        self._thinking: set[int] = set()

    # For the lobby

    @property
    def table(self) -> Table:
        """The table as it is now, or as it was before it was forgotten."""
        self._last = self._host.tables.loaded.get(self.id, self._last)
        return self._last

    @cached_property
    def catalog(self) -> str:
        """A hash of everything that the catalogs of the rules depend on; with uploads, the table follows."""
        # Whatever changes a catalog changes its address, since browsers keep it for ever.
        table = self.table
        packs = sorted((each.hash, each.translations) for each in table.rules.documents)
        parts = (__version__, WIRE_VERSION, table.rules.digest, packs, table.saved.plan.packs)
        found = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        return f"{found}.{self.id}" if table.titles else found

    def title(self, language: str) -> str:
        """Name what is played."""
        table, plan = self.table, self.table.saved.plan
        if table.titles:  # a catalog is made anyway, and takes less time than all choices
            chosen = {*plan.modules, plan.scenario}
            known = [pack.title for pack in catalog_of(table.rules, language).packs if pack.id in chosen]
            return ", ".join(dict.fromkeys([*known, *table.titles]))
        return title_of(plan, language)

    def info(self, language: str, now: float) -> TableInfo:
        """Describe the table for a lobby."""
        return info_of(self.table.saved, self.title(language), self._people(now), self.table.titles)

    def record(self) -> str:
        """Write the record of a game that is over; before that, it would give away what is hidden.

        Raises:
            SetupError: The game is not over.
        """
        game = self.table.game
        # A record holds what chance has brought so far, and with it what is still hidden.
        if game is None or game.decision is not None:
            raise SetupError("table.not_over", "The game is not over yet.")
        return game.record.dumps()

    # People come and go

    def seated(self, seat: int, now: float) -> None:
        """Show everybody that somebody has sat down."""
        self._left[seat] = now
        self._send_people(now)

    def connect(self, connection: int, seat: int | None, now: float) -> None:
        """Add a connection, for a seat or of a spectator. It is sent nothing before its `Hello`.

        Raises:
            SetupError: There are too many.
        """
        limits = self._host.limits
        if len(self._readers) >= limits.connections:
            raise SetupError("table.full", "Too many people are at this table.")
        # Sent nothing yet: before the hello of a browser its language is not known.
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

    def turn_out(self, seat: int) -> None:
        """Close the connections for a seat, whose token is worth nothing any more."""
        for reader in self._readers.values():
            if reader.seat == seat:
                self._send(reader, Disconnected(WRONG_TOKEN.code, WRONG_TOKEN.message))

    @property
    def is_empty(self) -> bool:
        """Return whether nobody is connected."""
        return not self._readers

    @property
    def is_running(self) -> bool:
        """Return whether a clock runs, or a bot is asked."""
        return bool(self.table.thoughts() or self.table.deadlines)

    # Requests

    async def hear(self, connection: int, text: str, now: float) -> None:
        """Carry out a request and answer it. If it is refused, nothing has changed."""
        reader = self._readers.get(connection)
        if reader is None:
            return
        # A request that comes too often is not even parsed, so its refusal cannot name it.
        re = None
        try:
            reader.requests.use(now)
            re = id_of(text)
            await self._carry_out(reader, read(text, self.table.players), now)
        except KingsburgError as error:
            self._send(reader, self._refusal(re, error, reader))

    async def _carry_out(self, reader: Reader, request: Request, now: float) -> None:
        match request:
            case Hello():
                self._hello(reader, request, now)
            case PlayAction() | Undo() | Start():
                await self._act(reader, request, now)
            case Chat():
                await self._chat(reader, request, now)
            case Rename() | Automate() | Takeover():
                await self._change_seat(reader, request, now)
            case Hint() | AskOdds():
                self._think_about(reader, request, now)
            case _:
                self._send(reader, self._looked_up(reader, request))

    # Asking without a change

    def _looked_up(self, reader: Reader, request: Request) -> News:
        """Answer a request that takes no time."""
        if isinstance(request, Ping):
            return Answered(request.id)
        game = self.table.running()
        if isinstance(request, AskScores):
            return Answered(request.id, scores=game.score_by_source)
        player = self.table.player(reader.seat)
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
        game, player = self.table.running(), self.table.player(reader.seat)
        is_hint = isinstance(request, Hint)
        owed = next((owed for owed in game.pending if owed.player == player), None)
        if is_hint and owed is None:
            raise SetupError("table.not_asked", "You are not asked anything now.")
        owed_id = 0 if owed is None else owed.id
        thought = Thought(
            "hint" if is_hint else "odds", game, player, owed_id, SUBSTITUTE, reader.connection, request.id
        )
        self._host.think(self.id, thought)

    async def thought(self, thought: Thought, found: Found, now: float) -> None:
        """Use the result of thinking; None if there is none."""
        if thought.wanted == "bot":
            await self._answer_for(thought.decision, found if isinstance(found, AnyAction) else None, now)
            return
        reader = self._readers.get(thought.connection)
        if reader is None:
            return
        self._send(reader, self._news(thought, found, reader))

    def _news(self, thought: Thought, found: Found, reader: Reader) -> News:
        if isinstance(found, Explanation) and isinstance(found.action, AnyAction):
            text = describe(found.action, self.table.rules, language=reader.language)
            why = found.sentences(reader.language)
            return Answered(thought.re, decision=thought.decision, action=found.action, text=text, why=why)
        if not isinstance(found, Forecast):
            return Error(thought.re, "table.slow", self._text(SLOW, reader))
        player = self.table.name(reader.seat)
        return worded(thought.re, found, self.table.rules, reader.language, player)

    # Changes

    def _hello(self, reader: Reader, request: Hello, now: float) -> None:
        if request.language not in LANGUAGES:
            raise SetupError("setup.language", "This language is not known.")
        reader.changes.use(now)
        reader.language = request.language
        seq, after = self.table.seq, request.after
        knows = self.table.game is not None and after is not None and 0 <= seq - after <= FAR_BEHIND
        reader.seq = after if knows else seq
        self._send(reader, self._welcome(reader, request.id, now, with_view=not knows))
        if knows:
            self._send_events([reader], now)

    async def _act(self, reader: Reader, request: PlayAction | Undo | Start, now: float) -> None:
        """Play, take an answer back, or start the game. Only the player who opened the table may start."""
        self.table.player(reader.seat)
        before = self.table
        async with self._host.tables.changing(self.id, now) as table:
            match request:
                case PlayAction(action=action, decision=decision):
                    table.play(reader.seat, action, decision, now)
                case Undo(seq=seq):
                    table.undo(reader.seat, seq, now)
                case Start(bots=bots):
                    if reader.seat != table.host and table.game is None:
                        raise SetupError("table.host", "Only the player who opened the table may start.")
                    table.start(now, bots=bots)
        self._send(reader, Answered(request.id))
        if isinstance(request, Start):
            self._welcome_all(now)
        if self.table is not before:
            self._go_on(now)

    async def _chat(self, reader: Reader, request: Chat, now: float) -> None:
        reader.chats.use(now)
        async with self._host.tables.changing(self.id, now) as table:
            line = table.chat(reader.seat, request.text, now)
        self._send(reader, Answered(request.id))
        for listener in self._listeners():
            self._send(listener, Chatted(line.seat, line.name, line.text, line.time))

    async def _change_seat(self, reader: Reader, request: Rename | Automate | Takeover, now: float) -> None:
        self.table.player(reader.seat)
        reader.changes.use(now)
        assert reader.seat is not None
        async with self._host.tables.changing(self.id, now) as table:
            match request:
                case Rename(name=name):
                    table.rename(reader.seat, name)
                case Automate(automation=wanted):
                    table.automate(reader.seat, wanted)
                case Takeover(seat=seat, by="person") if seat == reader.seat:
                    table.stand_in(seat, None)
                case Takeover(seat=seat, by=by):
                    table.person(seat)
                    if seat != reader.seat and not self._is_away(seat, now):
                        raise SetupError("table.here", "This player is not away, or has not been for long.")
                    table.stand_in(seat, by)
        self._send(reader, Answered(request.id))
        self._send_people(now)
        if isinstance(request, Rename) and self.table.game is not None:
            self._welcome_all(now)
        self._go_on(now)

    def _is_away(self, seat: int, now: float) -> bool:
        return not self._is_here(seat) and now - self._left[seat] >= AWAY

    def _is_here(self, seat: int) -> bool:
        return any(reader.seat == seat for reader in self._readers.values())

    # Bots and clocks

    async def wake(self, now: float) -> float | None:
        """Start bots, also for players whose time is over; return when to call this again."""
        if self.table.is_late(now):
            async with self._host.tables.changing(self.id, now) as table:
                table.stand_in_for_late(now)
            self._send_people(now)
        self._let_bots_think()
        return min(self.table.deadlines.values(), default=None)

    def _go_on(self, now: float) -> None:
        """Send everybody the news, and let bots think."""
        self._send_events(self._listeners(), now)
        if self.table.saved.plan.clock is not None:
            self._send_people(now)
        self._let_bots_think()

    def _let_bots_think(self) -> None:
        for thought in self.table.thoughts():
            if thought.decision not in self._thinking:
                self._thinking.add(thought.decision)
                self._host.think(self.id, thought)

    async def _answer_for(self, decision: int, action: AnyAction | None, now: float) -> None:
        """Play the choice of a bot."""
        self._thinking.discard(decision)
        before = self.table
        async with self._host.tables.changing(self.id, now) as table:
            if not table.answer_for(decision, action, now):
                self._thinking.add(decision)  # do not try again
        if self.table is not before:
            self._go_on(now)

    # Messages

    def _send(self, reader: Reader, news: News) -> None:
        self._host.send(reader.connection, news.to_json(self.table.players))

    def _people(self, now: float) -> tuple[Person, ...]:
        return tuple(
            Person(seat, chair.name, chair.kind, self._is_here(seat), chair.bot, self.table.clock(seat, now))
            for seat, chair in enumerate(self.table.chairs)
        )

    def _send_people(self, now: float) -> None:
        watching = sum(reader.seat is None for reader in self._readers.values())
        # Everybody may know who is here, so one text serves all.
        text = People(self._people(now), watching).to_json(self.table.players)
        for listener in self._listeners():
            self._host.send(listener.connection, text)

    def _listeners(self) -> list[Reader]:
        """Return the connections that have said hello; others are sent nothing."""
        return [reader for reader in self._readers.values() if reader.seq is not None]

    def _welcome_all(self, now: float) -> None:
        """Send everybody the whole table anew."""
        for reader in self._listeners():
            reader.seq = self.table.seq
            self._send(reader, self._welcome(reader, None, now, with_view=True))

    def _send_events(self, readers: Iterable[Reader], now: float) -> None:
        """Send readers the news that they lack. Readers who may know the same get the same text."""
        written: dict[tuple[int | None, str, int], str] = {}
        seq = self.table.seq
        for reader in readers:
            if reader.seq is None or self.table.game is None:
                continue
            key = reader.seat, reader.language, reader.seq
            if key not in written:
                written[key] = self._feed(reader, now).events(reader.seq).to_json(self.table.players)
            reader.seq = seq
            self._host.send(reader.connection, written[key])

    def _feed(self, reader: Reader, now: float) -> SeatFeed:
        clock = None if reader.seat is None else self.table.clock(reader.seat, now)
        return SeatFeed(self.table, reader, clock)

    def _welcome(self, reader: Reader, re: int | None, now: float, *, with_view: bool) -> Welcome:
        table, game, feed = self.table, self.table.game, self._feed(reader, now)
        return Welcome(
            re=re,
            table=self.id,
            title=self.title(reader.language),
            seat=reader.seat,
            started=game is not None,
            host=reader.seat == table.host,
            language=reader.language,
            catalog=self.catalog,
            view=game.view(feed.player) if game is not None and with_view else None,
            ask=feed.ask(),
            seq=table.seq if with_view else reader.seq or 0,
            log=feed.log() if with_view else (),
            chat=table.saved.chat,
            people=self._people(now),
            can_undo=table.can_undo(reader.seat),
            automation=() if reader.seat is None else table.chairs[reader.seat].automation,
        )

    # Refusals

    def _refusal(self, re: int | None, error: KingsburgError, reader: Reader) -> Error:
        violation = error.violation if isinstance(error, IllegalAction) else None
        return Error(re, error.code, self._text(error, reader), violation)

    def _text(self, what: KingsburgError | Violation, reader: Reader) -> str:
        """Describe why something is not possible, in the language of the reader."""
        if isinstance(what, IllegalAction):
            what = what.violation
        if isinstance(what, KingsburgError):
            return describe(what, language=reader.language)
        player = self.table.name(reader.seat)
        return describe(what, self.table.rules, language=reader.language, reader=player)


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
    return TableInfo(
        saved.id, title, saved.phase, saved.year, people, packs, saved.asked, saved.moved, saved.plan
    )


WRONG_TOKEN: Final = SetupError("table.token", "This seat is not at this table.")

SLOW: Final = SetupError("table.slow", "This takes too long.")
