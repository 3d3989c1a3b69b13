"""A lobby: many tables, which are opened, found and joined by requests like those of HTTP.

A request is a method, a path, a query and plain data; the reply is a status and plain data. A server gets
them by HTTP, a worker by messages. Like a table, a lobby knows no network, files or threads.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from secrets import token_urlsafe
from typing import Final

from attrs import define, field

from kingsburg_rules import (
    KingsburgError,
    Pack,
    Rules,
    SetupError,
    catalog_of,
    choices,
    load_rules,
)
from kingsburg_rules.bots import BOTS
from kingsburg_rules.engine import MOST_SEATS, is_known, is_list
from kingsburg_rules.table import Chair, Plan, SavedTable, Store
from kingsburg_rules.web.feed import Found, Thought
from kingsburg_rules.web.requests import (
    CREATED,
    OK,
    Body,
    LobbyReply,
    LobbyRequest,
    as_map,
    malformed,
    pack_of,
    read_uploads,
    refused,
    replay,
)
from kingsburg_rules.web.room import Room, RoomHost, check_chairs, hash_of, info_of, same, title_of
from kingsburg_rules.web.server_limits import LIMITS, ServerLimits

LISTED: Final = 50
"""How many tables the lobby lists."""

_SHORTEST, _LONGEST = 6, 10_080 * 60
_ID = re.compile(r"[a-z][a-z0-9_-]{0,60}")

log = logging.getLogger("kingsburg")

NOTHING: Final = SetupError("table.none", "There is nothing here.")
_NONE = SetupError("table.none", "There is no such table.")


@define(eq=False)
class Lobby:
    """Many tables. `post` carries messages; `think` gets what takes long, and calls `thought` later."""

    store: Store
    post: Callable[[int, str], None]
    think: Callable[[str, Thought], None]
    limits: ServerLimits = LIMITS
    tables: dict[str, Room] = field(factory=dict[str, Room])
    _at: dict[int, str] = field(factory=dict[int, str])

    @property
    def _host(self) -> RoomHost:
        return RoomHost(self.store.keep, self.post, self.think)

    def thought(self, table: str, thought: Thought, found: Found, now: float) -> None:
        """Pass on what was found out."""
        if table in self.tables:
            self.tables[table].thought(thought, found, now)

    # Requests

    def request(self, asked: LobbyRequest, now: float) -> LobbyReply:
        """Carry out a request."""
        try:
            return self._answered(asked, now)
        except KingsburgError as error:
            return refused(error, asked.language)

    def _answered(self, asked: LobbyRequest, now: float) -> LobbyReply:
        parts = [part for part in asked.path.split("/") if part]
        match (asked.method, *parts):
            case ("GET", "api", "choices"):
                return LobbyReply(OK, self._choices(asked.language))
            case (_, "api", "tables"):
                return self._about_tables(asked, now)
            case (_, "api", "tables", table, *rest):
                return self._about_table(table, rest, asked, now)
            case ("GET", "api", "catalog", name):
                return LobbyReply(OK, self._catalog(name, asked.language), kept=True)
            case ("POST", "api", "replays"):
                return LobbyReply(OK, replay(asked.body, asked.language))
            case _:
                raise NOTHING

    def _about_tables(self, asked: LobbyRequest, now: float) -> LobbyReply:
        if asked.method == "POST":
            return self.open_table(asked, now)
        return LobbyReply(OK, {"tables": [*self._listed(asked.language, now)]})

    def _about_table(self, table: str, rest: list[str], asked: LobbyRequest, now: float) -> LobbyReply:
        match (asked.method, table, *rest):
            case ("POST", "mine"):
                return LobbyReply(OK, {"tables": [*self._own(asked)]})
            case ("GET", _):
                return LobbyReply(OK, self.table(table, now).info(asked.language, now).to_dict())
            case ("POST", _, "seats"):
                return self._sit(self.table(table, now), asked, now)
            case ("GET", _, "record"):
                return self._record(self.table(table, now), asked)
            case _:
                raise NOTHING

    def _choices(self, language: str) -> Body:
        limits = {"tables": self.limits.tables, "seats": MOST_SEATS}
        return {"choices": choices(language).to_dict(), "bots": [*BOTS], "limits": limits}

    def _listed(self, language: str, now: float) -> Iterator[object]:
        """List the public tables, the newest first."""
        # Copies of the tables: a thread may be setting another one up.
        public = [table for table in [*self.tables.values()] if table.saved.plan.public]
        newest = sorted(public, key=lambda table: -table.saved.since)
        return (table.info(language, now).to_dict() for table in newest[:LISTED])

    def _own(self, asked: LobbyRequest) -> Iterator[object]:
        """List tables for people who sit there, as they are stored: their rules need not be loaded.

        A table with uploads has no title here, since only its rules know their names.
        """
        wanted = as_map(as_map(asked.body).get("tables"))
        if len(wanted) > LISTED:
            raise malformed(f"at most {LISTED} tables")
        for table, token in wanted.items():
            saved = self.store.find(table)
            hashed = hash_of(str(token))
            if saved is not None and any(same(chair.token, hashed) for chair in saved.chairs):
                title = "" if saved.plan.packs else title_of(saved.plan, asked.language)
                yield info_of(saved, title, saved.people).to_dict()

    def _sit(self, table: Room, asked: LobbyRequest, now: float) -> LobbyReply:
        """Return somebody an open seat, and the token for it."""
        body = as_map(asked.body)
        seat, name = body.get("seat"), body.get("name")
        if type(seat) is not int or not isinstance(name, str):
            raise malformed("a seat and a name are needed")
        token = new_token()
        table.sit(seat, name, token, now)
        return LobbyReply(CREATED, {"seat": seat, "token": token})

    def _record(self, table: Room, asked: LobbyRequest) -> LobbyReply:
        """Return the record to those who have played, once the game is over."""
        if table.seat_of(asked.query.get("token", "")) is None:
            raise SetupError("table.token", "This seat is not at this table.")
        return LobbyReply(OK, table.record())

    def _catalog(self, name: str, language: str) -> Body:
        found = next((table.rules for table in [*self.tables.values()] if table.catalog == name), None)
        if found is None:
            raise SetupError("table.none", "There is no such catalog.")
        return catalog_of(found, language).to_dict()

    # Tables

    def table(self, name: str, now: float) -> Room:
        """Find a table; one that nobody has asked for lately is read from the store.

        Raises:
            SetupError: There is none.
            SaveError: Its rules have changed.
        """
        if name not in self.tables:
            saved = self.store.find(name)
            if saved is None:
                raise _NONE
            self.tables[name] = self._set_up(saved, now)
        return self.tables[name]

    def _set_up(self, saved: SavedTable, now: float) -> Room:
        texts = [self.store.find_pack(name) or "" for name in saved.plan.packs]
        packs = [pack_of(text) for text in texts]
        rules = rules_of(saved.plan, packs)
        titles = tuple(pack.title for pack in packs)
        return Room(saved, rules, self._host, limits=self.limits, now=now, titles=titles)

    def open_table(self, asked: LobbyRequest, now: float) -> LobbyReply:
        """Open a table as somebody wants it, and give the tokens of their seats.

        Raises:
            KingsburgError: The rules, the names or the packs are not possible, or there is no room.
        """
        body = as_map(asked.body)
        uploads = read_uploads(body.get("packs"))
        # Counted before anything is parsed, so that a full server does no work for strangers.
        if len(self.store.entries()) >= self.limits.tables:
            raise SetupError("table.full", "This server has no room for another table.")
        packs = [pack_of(text) for text in uploads.values()]
        plan = plan_of(body, packs, tuple(uploads))
        rules = rules_of(plan, packs)
        chairs, tokens = chairs_of(body.get("seats"))
        check_chairs(chairs, rules)
        if not tokens:
            raise malformed("somebody must sit at the table")
        saved = SavedTable(token_urlsafe(9), plan, chairs, int(now))
        titles = tuple(pack.title for pack in packs)
        table = Room(saved, rules, self._host, limits=self.limits, now=now, titles=titles)
        self.store.keep(saved, uploads)
        self.tables[table.id] = table
        seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
        return LobbyReply(CREATED, {"table": table.id, "title": table.title(asked.language), "seats": seats})

    # Connections

    def connect(self, connection: int, table: str, token: str | None, now: float) -> None:
        """Take a connection to a table; without a token, it is of a spectator.

        Raises:
            SetupError: There is no such table, the token is not for it, or there are too many connections.
        """
        found = self.table(table, now)
        seat = None if token is None else found.seat_of(token)
        if token is not None and seat is None:
            raise SetupError("table.token", "This seat is not at this table.")
        found.connect(connection, seat, now)
        self._at[connection] = table

    def hear(self, connection: int, text: str, now: float) -> None:
        """Pass on what a connection says."""
        table = self._at.get(connection)
        if table in self.tables:
            self.tables[table].hear(connection, text, now)

    def disconnect(self, connection: int, now: float) -> None:
        """Forget a connection."""
        table = self._at.pop(connection, None)
        if table in self.tables:
            self.tables[table].disconnect(connection, now)

    def wake(self, now: float) -> float | None:
        """Look at the clocks, and let bots go on; return when to do so again."""
        due: list[float] = []
        for table in [*self.tables.values()]:
            try:
                next_time = table.wake(now)
            except KingsburgError:
                continue  # what cannot be stored will be tried again
            except Exception:
                # One broken table must not stop the clocks of all others.
                log.exception("a table cannot go on by itself")
                continue
            due += [] if next_time is None else [next_time]
        return min(due, default=None)

    def tidy(self) -> None:
        """Forget tables at which nobody is and no clock runs; they are in the store."""
        for name, table in [*self.tables.items()]:
            if table.is_empty and not table.is_running:
                del self.tables[name]


def new_token() -> str:
    """Make a token that nobody can guess."""
    return token_urlsafe(24)


def rules_of(plan: Plan, packs: list[Pack]) -> Rules:
    """Load the rules of a table.

    Raises:
        KingsburgError: They do not go together.
    """
    return load_rules(
        plan.edition,
        modules=plan.modules,
        scenario=plan.scenario,
        variants=plan.variants,
        packs=packs,
        switches=plan.switches,
        fidelity=plan.fidelity,
    )


# Reading what somebody wants


def plan_of(body: Body, packs: list[Pack], hashes: tuple[str, ...]) -> Plan:
    """Read what is to be played. Packs are named by ids alone, since anything else could be a path.

    Raises:
        SetupError: It is not a wish for a table.
    """
    usual = Plan()
    modules = (*_ids(body, "modules"), *(pack.id for pack in packs if pack.kind == "module"))
    scenarios = [pack.id for pack in packs if pack.kind == "scenario"]
    scenario = body.get("scenario")
    return Plan(
        edition=_id(body.get("edition", usual.edition)),
        modules=tuple(sorted(set(modules))),
        variants=tuple(sorted(set(_ids(body, "variants")))),
        scenario=_id(scenario) if scenario is not None else next(iter(scenarios), None),
        fidelity=_id(body.get("fidelity", usual.fidelity)),
        switches={_id(name): _id(value) for name, value in as_map(body.get("switches", {})).items()},
        packs=hashes,
        clock=_clock(body.get("minutes")),
        public=body.get("public") is True,
    )


def chairs_of(given: object) -> tuple[tuple[Chair, ...], Mapping[int, str]]:
    """Read who is to sit at a table: the chairs, and the tokens of those who sit at once.

    Raises:
        SetupError: It is not a list of seats.
    """
    if not is_list(given) or len(given) > MOST_SEATS:
        raise malformed("`seats` must be a short list")
    # Only hashes are stored, so this is the one time that a token can be told.
    tokens = {seat: new_token() for seat, wish in enumerate(given) if as_map(wish).get("kind") == "me"}
    return tuple(_chair(seat, as_map(wish), tokens.get(seat)) for seat, wish in enumerate(given)), tokens


def _chair(seat: int, wish: Body, token: str | None) -> Chair:
    kind, name = wish.get("kind"), wish.get("name")
    if kind == "open":
        return Chair("open")
    bot = wish.get("bot") or "greedy"
    called = f"Bot {seat + 1}" if kind == "bot" and not name else name
    if kind not in ("me", "bot") or not isinstance(called, str):
        raise malformed("a seat has a kind (me, open or bot) and a name")
    if kind == "me":
        return Chair("person", called, hash_of(token or ""))
    if not is_known(bot, BOTS):
        raise SetupError("table.bot", "There is no such bot.")
    return Chair("bot", called, bot=bot)


def _clock(minutes: object) -> int | None:
    if minutes is None:
        return None
    if not isinstance(minutes, int | float) or isinstance(minutes, bool) or not 0 < minutes < _LONGEST:
        raise malformed("`minutes` must be a number")
    return min(max(_SHORTEST, round(minutes * 60)), _LONGEST)


def _ids(body: Body, name: str) -> list[str]:
    found = body.get(name, [])
    if not is_list(found) or len(found) > 100:
        raise malformed(f"`{name}` must be a list of ids")
    return [_id(one) for one in found]


def _id(found: object) -> str:
    if not isinstance(found, str) or not _ID.fullmatch(found):
        raise malformed("ids are small letters, digits, - and _")
    return found
