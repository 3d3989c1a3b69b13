"""A table: one game with the people, spectators, bots and clocks at it.

It is plain Python without a network, files or threads. Whoever has a table (its `House`) passes on what
connections say, and gets what they shall hear. Every change is kept before anybody hears of it: if that
fails, nothing has happened. A connection hears only what its seat may know, since all of it comes from
`Game.view`, `Game.recent` and the decision of that seat.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from math import ceil
from typing import Final, Protocol, TypeVar

from attrs import evolve

from kingsburg_rules import (
    WIRE_VERSION,
    Action,
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
from kingsburg_rules.engine.actions import AnyAction
from kingsburg_rules.engine.errors import is_known
from kingsburg_rules.text.languages import LANGUAGES
from kingsburg_rules.web.feed import Hearing, Now, Reader
from kingsburg_rules.web.limits import Limits
from kingsburg_rules.web.messages import (
    Answer,
    Automate,
    Chat,
    ChatLine,
    Chatted,
    Error,
    Hello,
    Hint,
    News,
    Odds,
    People,
    Person,
    Ping,
    Play,
    Prices,
    Reach,
    Rename,
    Request,
    Scores,
    Start,
    TableInfo,
    Takeover,
    Undo,
    Welcome,
    WhyNot,
    id_of,
    read,
)
from kingsburg_rules.web.saved import Chair, Saved
from kingsburg_rules.web.thinking import Found, Thought, Thoughts, worded

FAR_BEHIND: Final = 300
"""A browser that has missed more events than this gets a view instead, which is shorter."""

CHAT: Final = 100
"""How many lines of the chat are kept."""

AWAY: Final = 60.0
"""After how many seconds without a connection others may let a bot play for somebody."""

SUBSTITUTE: Final = "greedy"
"""The bot that plays for those who are away."""

T = TypeVar("T", bound=Request)


class House(Protocol):
    """What a table needs of whoever has it."""

    def keep(self, saved: Saved) -> None:
        """Store a table; what this raises means that nothing has changed."""
        ...

    def send(self, connection: int, text: str) -> None:
        """Pass a message on."""
        ...

    def think(self, table: Table, thought: Thought) -> None:
        """Think about something, and call `table.thought` later; not before this returns."""
        ...


def sat(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    """Put another chair at a seat."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


class Table:
    """One game with the people at it."""

    def __init__(
        self,
        saved: Saved,
        rules: Rules,
        house: House,
        *,
        limits: Limits,
        now: float,
        titles: tuple[str, ...] = (),
    ) -> None:
        """Take a table as it was stored, with its rules and the titles of its uploaded packs.

        Raises:
            SaveError: Its game cannot be loaded with these rules.
        """
        self.rules, self.titles = rules, titles
        self._house, self._limits = house, limits
        self._now = Now(saved, None if saved.game is None else Game.load(saved.game, rules))
        self._readers: dict[int, Reader] = {}
        self._left = dict.fromkeys(range(len(saved.chairs)), now)
        self._deadlines: dict[int, float] = {}
        self._thinking: set[int] = set()
        self._start_clocks(now)

    # What a lobby shows

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._now.saved.id

    @property
    def saved(self) -> Saved:
        """The table as it is stored."""
        return self._now.saved

    @cached_property
    def catalog(self) -> str:
        """A hash of everything that the catalogs of the rules depend on; with uploads, the table follows."""
        packs = sorted((each.hash, each.translations) for each in self.rules.documents)
        parts = (__version__, WIRE_VERSION, self.rules.digest, packs, self.saved.plan.packs)
        found = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
        return f"{found}.{self.id}" if self.titles else found

    def title(self, language: str) -> str:
        """Say what is played."""
        plan = self.saved.plan
        chosen = {*plan.modules, plan.scenario}
        if self.titles:  # a catalog is made anyway, and takes less time than all choices
            known = [pack.title for pack in catalog_of(self.rules, language).packs if pack.id in chosen]
            return ", ".join(dict.fromkeys([*known, *self.titles]))
        edition = next(each for each in choices(language).editions if each.id == plan.edition)
        packs = [pack.title for pack in (*edition.modules, *edition.scenarios) if pack.id in chosen]
        return ", ".join(packs or [edition.title])

    def info(self, language: str, now: float) -> TableInfo:
        """Describe the table for a lobby."""
        game = self._now.game
        return TableInfo(
            self.id,
            self.title(language),
            "waiting" if game is None else "over" if game.decision is None else "playing",
            0 if game is None else game.state.year,
            self._people(now),
            self.titles,
        )

    def record(self) -> str:
        """Write the record of a game that is over; before that, it would give away what is hidden.

        Raises:
            SetupError: The game is not over.
        """
        game = self._now.game
        if game is None or game.decision is not None:
            raise SetupError("table.not_over", "The game is not over yet.")
        return game.record.dumps()

    # People come and go

    def seat_of(self, token: str) -> int | None:
        """Find the seat that a token is for."""
        hashed = hash_of(token)
        found = [seat for seat, chair in enumerate(self._now.chairs) if same(chair.token, hashed)]
        return found[0] if found else None

    def sit(self, seat: int, name: str, token: str, now: float) -> None:
        """Let somebody take an open seat.

        Raises:
            SetupError: The seat is taken, or the name is not possible.
            KingsburgError: It could not be stored.
        """
        chairs = self._now.chairs
        if not 0 <= seat < len(chairs) or chairs[seat].kind != "open" or self._now.game is not None:
            raise SetupError("table.taken", "This seat is taken.")
        chair = Chair("person", name, hash_of(token))
        self._sit(seat, chair)
        self._left[seat] = now
        self._tell_people(now)

    def connect(self, connection: int, seat: int | None, now: float) -> None:
        """Take a connection for a seat, or of a spectator. It has to say `Hello`.

        Raises:
            SetupError: There are too many.
        """
        if len(self._readers) >= self._limits.connections:
            raise SetupError("table.full", "Too many people are at this table.")
        limits = self._limits
        self._readers[connection] = Reader(
            seat,
            requests=limits.requests.begin(now),
            chats=limits.chats.begin(now),
            changes=limits.changes.begin(now),
            thoughts=limits.thoughts.begin(now),
        )
        self._tell_people(now)

    def disconnect(self, connection: int, now: float) -> None:
        """Forget a connection."""
        reader = self._readers.pop(connection, None)
        if reader is None:
            return
        if reader.seat is not None:
            self._left[reader.seat] = now
        self._tell_people(now)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return not self._readers

    @property
    def is_running(self) -> bool:
        """Whether a clock runs, or a bot is asked."""
        bots = any(self._now.chairs[owed.seat].bot for owed in self._now.pending)
        return bots or bool(self._deadlines)

    # What they say

    def hear(self, connection: int, text: str, now: float) -> None:
        """Carry out a request, and answer it. Whatever is wrong with it, nothing has changed then."""
        reader = self._readers.get(connection)
        if reader is None:
            return
        re = None
        try:
            reader.requests.use(now)
            re = id_of(text)
            self._carry_out(connection, reader, read(text, self._names), now)
        except KingsburgError as error:
            self._send(connection, self._refusal(re, error, reader))

    def _carry_out(self, connection: int, reader: Reader, request: Request, now: float) -> None:
        """Find out what is asked for."""
        match request:
            case Hello():
                self._hello(connection, reader, request, now)
            case Play():
                self._play(connection, reader, request, now)
            case Undo():
                self._undo(connection, reader, request, now)
            case Chat():
                self._chat(connection, reader, request, now)
            case Start():
                self._start(connection, reader, request, now)
            case Rename() | Automate() | Takeover():
                self._change_seat(connection, reader, request, now)
            case Hint() | Odds():
                self._wonder(connection, reader, request, now)
            case _:
                self._send(connection, self._looked_up(reader, request))

    # Asking without a change

    def _looked_up(self, reader: Reader, request: Request) -> News:
        """Answer what takes no time."""
        if isinstance(request, Ping):
            return Answer(request.id)
        game = self._running()
        if isinstance(request, Scores):
            return Answer(request.id, scores=game.score_by_source)
        player = self._player(reader)
        match request:
            case WhyNot(action=action, decision=decision):
                why = game.why_not(action, player, decision=decision)
                words = None if why is None else self._said(why, reader)
                return Answer(request.id, violation=why, text=words)
            case Prices():
                return Answer(request.id, prices=game.prices(player))
            case Reach():
                return Answer(request.id, reach=game.within_reach(player))
            case _:
                raise SetupError("table.malformed", "This is not a request.")

    def _wonder(self, connection: int, reader: Reader, request: Hint | Odds, now: float) -> None:
        """Have something thought about that takes longer."""
        reader.thoughts.use(now)
        game, player = self._running(), self._player(reader)
        wanted: Thoughts = "odds" if isinstance(request, Odds) else "hint"
        owed = next((owed for owed in game.pending if owed.player == player), None)
        if wanted == "hint" and owed is None:
            raise SetupError("table.not_asked", "You are not asked anything now.")
        owed_id = 0 if owed is None else owed.id
        thought = Thought(wanted, game, player, owed_id, SUBSTITUTE, connection, request.id)
        self._house.think(self, thought)

    def thought(self, thought: Thought, found: Found, now: float) -> None:
        """Use what was found out; None if nothing was."""
        if thought.wanted == "bot":
            self._answer_for(thought, found if isinstance(found, AnyAction) else None, now)
            return
        reader = self._readers.get(thought.connection)
        if reader is None:
            return
        self._send(thought.connection, self._news(thought, found, reader))

    def _news(self, thought: Thought, found: Found, reader: Reader) -> News:
        """Say what was found out."""
        if isinstance(found, Explanation) and isinstance(found.action, AnyAction):
            text = describe(found.action, self.rules, language=reader.language)
            why = found.sentences(reader.language)
            return Answer(thought.re, decision=thought.decision, action=found.action, text=text, why=why)
        if not isinstance(found, Answer):
            return Error(thought.re, "table.slow", self._told(SLOW, reader))
        return worded(found, self.rules, reader.language, self._now.name(reader.seat))

    # Changes

    def _hello(self, connection: int, reader: Reader, request: Hello, now: float) -> None:
        if request.language not in LANGUAGES:
            raise SetupError("setup.language", "This language is not known.")
        reader.changes.use(now)
        reader.language = request.language
        seq, after = self._now.seq, request.after
        knows = self._now.game is not None and after is not None and 0 <= seq - after <= FAR_BEHIND
        reader.seq = after if knows else seq
        self._send(connection, self._welcome(reader, request.id, now, with_view=not knows))
        if knows:
            self._tell_events({connection: reader}, now)

    def _play(self, connection: int, reader: Reader, request: Play, now: float) -> None:
        """Play, and answer the same if the same answer comes twice."""
        game, player = self._running(), self._player(reader)
        assert reader.seat is not None
        chair = self._now.chairs[reader.seat]
        last = json.dumps(request.action.to_dict(game.players), sort_keys=True)
        if (chair.answered, chair.last) == (request.decision, last):
            self._send(connection, Answer(request.id))
            return
        after = game.copy()
        after.play(request.action, player, decision=request.decision)
        back = None if chair.kind == "person" else chair.bot
        chair = evolve(chair, answered=request.decision, last=last, bot=back)
        self._change(self._played(after, sat(self._now.chairs, reader.seat, chair)))
        self._send(connection, Answer(request.id))
        self._go_on(now)

    def _undo(self, connection: int, reader: Reader, request: Undo, now: float) -> None:
        game, player = self._running(), self._player(reader)
        if request.seq != self._now.seq:
            raise SetupError("table.late", "Something has happened since.")
        if player != self._now.last_player:
            raise SetupError("table.not_last", "Somebody else played the last action.")
        after = game.copy()
        after.undo(fair=True)
        self._change(self._played(after, self._now.chairs))
        self._send(connection, Answer(request.id))
        self._go_on(now)

    def _chat(self, connection: int, reader: Reader, request: Chat, now: float) -> None:
        reader.chats.use(now)
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in request.text).split())
        if not 0 < len(text) <= self._limits.chat_length:
            raise SetupError("table.chat", "This message is empty or too long.")
        time = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        line = ChatLine(reader.seat, self._now.name(reader.seat), text, time)
        saved = self.saved
        self._change(evolve(self._now, saved=evolve(saved, chat=(*saved.chat, line)[-CHAT:])))
        self._send(connection, Answer(request.id))
        for other, each in self._readers.items():
            if each.seq is not None:
                self._send(other, Chatted(line.seat, line.name, line.text, line.time))

    def _start(self, connection: int, reader: Reader, request: Start, now: float) -> None:
        """Start the game, if it is the host who asks."""
        self._player(reader)
        if self._now.game is not None:
            raise SetupError("table.started", "The game has started.")
        if reader.seat != self.host:
            raise SetupError("table.host", "Only the player who opened the table may start.")
        chairs = self._filled() if request.bots else self._now.chairs
        if any(chair.kind == "open" for chair in chairs):
            raise SetupError("table.open", "There are open seats.")
        names = [chair.name or "" for chair in chairs]
        automation = {chair.name or "": chair.automation for chair in chairs}
        game = Game(self.rules, names, automation=automation)
        self._change(self._played(game, chairs))
        self._send(connection, Answer(request.id))
        for other, each in self._readers.items():
            if each.seq is not None:
                each.seq = self._now.seq
                self._send(other, self._welcome(each, None, now, with_view=True))
        self._go_on(now)

    def _filled(self) -> tuple[Chair, ...]:
        """Put bots on the open seats."""
        taken = {chair.name for chair in self._now.chairs}
        names = (name for n in range(1, 99) if (name := f"Bot {n}") not in taken)
        return tuple(
            Chair("bot", next(names), bot=SUBSTITUTE) if chair.kind == "open" else chair
            for chair in self._now.chairs
        )

    def _change_seat(
        self, connection: int, reader: Reader, request: Rename | Automate | Takeover, now: float
    ) -> None:
        self._player(reader)
        reader.changes.use(now)
        assert reader.seat is not None
        chair = self._now.chairs[reader.seat]
        match request:
            case Rename(name=name):
                self._rename(reader.seat, name)
            case Automate(automation=wanted):
                if self._now.game is not None:
                    raise SetupError("table.started", "The game has started.")
                self._sit(reader.seat, evolve(chair, automation=tuple(dict.fromkeys(wanted))))
            case Takeover(seat=seat, by=by):
                self._take_over(reader.seat, seat, by, now)
        self._send(connection, Answer(request.id))
        self._tell_people(now)
        if isinstance(request, Rename) and self._now.game is not None:
            for other, each in self._readers.items():
                if each.seq is not None:
                    self._send(other, self._welcome(each, None, now, with_view=True))
        self._go_on(now)

    def _rename(self, seat: int, name: str) -> None:
        chairs = sat(self._now.chairs, seat, evolve(self._now.chairs[seat], name=name))
        check_chairs(chairs, self.rules)
        game = self._now.game
        if game is None:
            self._change(Now(evolve(self.saved, chairs=chairs)))
            return
        renamed = game.copy()
        renamed.rename(game.players[seat], name)
        self._change(self._played(renamed, chairs))

    def _take_over(self, own: int, seat: int, by: str, now: float) -> None:
        if not 0 <= seat < len(self._now.chairs) or self._now.chairs[seat].kind != "person":
            raise SetupError("table.seat", "There is no such player.")
        chair = self._now.chairs[seat]
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
        """Change a seat."""
        chairs = sat(self._now.chairs, seat, chair)
        check_chairs(chairs, self.rules)
        self._change(evolve(self._now, saved=evolve(self.saved, chairs=chairs)))

    def _played(self, game: Game, chairs: tuple[Chair, ...]) -> Now:
        """Make the moment after an action."""
        over = game.decision is None
        return Now(evolve(self.saved, chairs=chairs, game=game.save(), over=over), game)

    def _change(self, after: Now) -> None:
        """Store a change; only then has it happened."""
        self._house.keep(after.saved)
        self._now = after

    # Bots and clocks

    def wake(self, now: float) -> float | None:
        """Let bots answer, also for those whose time is over; return when to call this again."""
        for owed in self._now.pending:
            chair = self._now.chairs[owed.seat]
            if now >= self._deadlines.get(owed.id, now + 1) and chair.bot is None:
                self._sit(owed.seat, evolve(chair, bot=SUBSTITUTE))
                self._tell_people(now)
        self._let_bots_think()
        return min(self._deadlines.values(), default=None)

    def _go_on(self, now: float) -> None:
        """Tell everybody what has happened, start the clocks, and let bots think."""
        self._start_clocks(now)
        self._tell_events(self._readers, now)
        if self.saved.plan.clock is not None:
            self._tell_people(now)
        self._let_bots_think()

    def _let_bots_think(self) -> None:
        game = self._now.game
        for owed in self._now.pending:
            bot = self._now.chairs[owed.seat].bot
            if game is not None and bot is not None and owed.id not in self._thinking:
                self._thinking.add(owed.id)
                self._house.think(self, Thought("bot", game, owed.player, owed.id, bot))

    def _answer_for(self, thought: Thought, action: AnyAction | None, now: float) -> None:
        """Play what a bot has chosen, unless somebody has answered; without a choice, the first option."""
        self._thinking.discard(thought.decision)
        game = self._now.game
        owed = next((owed for owed in self._now.pending if owed.id == thought.decision), None)
        if game is None or owed is None or self._now.chairs[owed.seat].bot is None:
            return
        chosen = owed.options if action is None else (action, *owed.options)
        after = next((after for each in chosen if (after := _after(game, owed, each)) is not None), None)
        if after is None:
            self._thinking.add(owed.id)  # a card makes every answer impossible; do not try again
            return
        self._change(self._played(after, self._now.chairs))
        self._go_on(now)

    def _start_clocks(self, now: float) -> None:
        """Give every new decision its time; those that were owed before keep theirs."""
        clock, before = self.saved.plan.clock, self._deadlines
        if clock is not None:
            self._deadlines = {owed.id: before.get(owed.id, now + clock) for owed in self._now.pending}

    def _clock(self, seat: int, now: float) -> int | None:
        """Return how many seconds a seat has left."""
        ends = [self._deadlines.get(owed.id) for owed in self._now.pending if owed.seat == seat]
        return next((max(0, ceil(end - now)) for end in ends if end is not None), None)

    # What they hear

    @property
    def host(self) -> int:
        """The seat of the player who opened the table."""
        return next(seat for seat, chair in enumerate(self._now.chairs) if chair.kind == "person")

    @property
    def _names(self) -> tuple[str, ...]:
        """The players by seat, as messages mean them."""
        game = self._now.game
        return game.players if game is not None else ()

    def _send(self, connection: int, news: News) -> None:
        self._house.send(connection, news.to_json(self._names))

    def _people(self, now: float) -> tuple[Person, ...]:
        return tuple(
            Person(seat, chair.name, chair.kind, self._is_here(seat), chair.bot, self._clock(seat, now))
            for seat, chair in enumerate(self._now.chairs)
        )

    def _tell_people(self, now: float) -> None:
        watching = sum(reader.seat is None for reader in self._readers.values())
        text = People(self._people(now), watching).to_json(self._names)
        for connection, reader in self._readers.items():
            if reader.seq is not None:
                self._house.send(connection, text)

    def _tell_events(self, readers: Mapping[int, Reader], now: float) -> None:
        """Tell readers what they have not heard; the same text to those who may know the same."""
        written: dict[tuple[int | None, str, int], str] = {}
        seq = self._now.seq
        for connection, reader in readers.items():
            if reader.seq is None or self._now.game is None:
                continue
            key = reader.seat, reader.language, reader.seq
            if key not in written:
                events = self._hearing(reader, now).events(self._now.game, reader.seq)
                written[key] = events.to_json(self._names)
            reader.seq = seq
            self._house.send(connection, written[key])

    def _hearing(self, reader: Reader, now: float) -> Hearing:
        clock = None if reader.seat is None else self._clock(reader.seat, now)
        return Hearing(self.rules, self._now, reader, clock)

    def _welcome(self, reader: Reader, re: int | None, now: float, *, with_view: bool) -> Welcome:
        game, hearing = self._now.game, self._hearing(reader, now)
        return Welcome(
            re=re,
            table=self.id,
            title=self.title(reader.language),
            seat=reader.seat,
            started=game is not None,
            host=reader.seat == self.host,
            language=reader.language,
            catalog=self.catalog,
            view=game.view(hearing.player) if game is not None and with_view else None,
            ask=hearing.ask(),
            seq=self._now.seq if with_view else reader.seq or 0,
            log=hearing.log() if with_view else (),
            chat=self.saved.chat,
            people=self._people(now),
            can_undo=hearing.can_undo(),
            automation=() if reader.seat is None else self._now.chairs[reader.seat].automation,
        )

    # Refusals

    def _running(self) -> Game:
        """Return the game.

        Raises:
            SetupError: It has not started.
        """
        if self._now.game is None:
            raise SetupError("table.waiting", "The game has not started yet.")
        return self._now.game

    def _player(self, reader: Reader) -> str:
        """Return who speaks.

        Raises:
            SetupError: It is a spectator.
        """
        name = self._now.name(reader.seat)
        if name is None:
            raise SetupError("table.spectator", "Spectators cannot do this.")
        return name

    def _refusal(self, re: int | None, error: KingsburgError, reader: Reader) -> Error:
        violation = error.violation if isinstance(error, IllegalAction) else None
        return Error(re, error.code, self._told(error, reader), violation)

    def _said(self, why: Violation, reader: Reader) -> str:
        player = self._now.name(reader.seat)
        return describe(why, self.rules, language=reader.language, reader=player)

    def _told(self, error: KingsburgError, reader: Reader) -> str:
        if isinstance(error, IllegalAction):
            return self._said(error.violation, reader)
        return describe(error, language=reader.language)


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
