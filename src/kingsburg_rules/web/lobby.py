"""A lobby: many tables, which are opened, found and joined by requests like those of HTTP.

A request is a method, a path, a query and plain data; the reply is a status and plain data. A server gets
them by HTTP, a worker by messages. Like a table, a lobby knows no network, files or threads.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import define, field

from kingsburg_rules import KingsburgError, SetupError, catalog_of, choices
from kingsburg_rules.bots import BOTS
from kingsburg_rules.engine import MOST_SEATS, is_known, is_list
from kingsburg_rules.table import SUBSTITUTE, AsyncTables, Chair, Found, Plan, Table, Thought, read_uploads
from kingsburg_rules.table.table import fits
from kingsburg_rules.web.requests import (
    CREATED,
    OK,
    Body,
    LobbyReply,
    LobbyRequest,
    as_map,
    malformed,
    refused,
    replay,
)
from kingsburg_rules.web.room import WRONG_TOKEN, Room, RoomHost, info_of, title_of
from kingsburg_rules.web.server_limits import LIMITS, ServerLimits

LISTED: Final = 50
"""How many tables the lobby lists."""

_SHORTEST, _LONGEST = 6, 10_080 * 60
_ID = re.compile(r"[a-z][a-z0-9_-]{0,60}")

log = logging.getLogger("kingsburg")

NOTHING: Final = SetupError("table.none", "There is nothing here.")


@define(eq=False)
class Lobby:
    """Many tables. `post` carries messages; `think` gets what takes long, and calls `thought` later."""

    tables: AsyncTables
    post: Callable[[int, str], None]
    think: Callable[[str, Thought], None]
    limits: ServerLimits = LIMITS
    rooms: dict[str, Room] = field(factory=dict[str, Room])
    _at: dict[int, str] = field(factory=dict[int, str])

    async def thought(self, table: str, thought: Thought, found: Found, now: float) -> None:
        """Pass on what was found out."""
        if table in self.rooms:
            await self.rooms[table].thought(thought, found, now)

    # Requests

    async def request(self, asked: LobbyRequest, now: float) -> LobbyReply:
        """Carry out a request."""
        try:
            return await self._answered(asked, now)
        except KingsburgError as error:
            return refused(error, asked.language)

    async def _answered(self, asked: LobbyRequest, now: float) -> LobbyReply:
        parts = [part for part in asked.path.split("/") if part]
        match (asked.method, *parts):
            case ("GET", "api", "choices"):
                return LobbyReply(OK, self._choices(asked.language))
            case (_, "api", "tables"):
                return await self._about_tables(asked, now)
            case (_, "api", "tables", table, *rest):
                return await self._about_table(table, rest, asked, now)
            case ("GET", "api", "catalog", name):
                return LobbyReply(
                    OK, await self.tables.run(partial(self._catalog, name, asked.language)), kept=True
                )
            case ("POST", "api", "replays"):
                return LobbyReply(OK, replay(asked.body, asked.language))
            case _:
                raise NOTHING

    async def _about_tables(self, asked: LobbyRequest, now: float) -> LobbyReply:
        if asked.method == "POST":
            return await self._open_table(asked, now)
        return LobbyReply(OK, {"tables": [*self._listed(asked.language, now)]})

    async def _about_table(self, table: str, rest: list[str], asked: LobbyRequest, now: float) -> LobbyReply:
        match (asked.method, table, *rest):
            case ("POST", "mine"):
                return LobbyReply(OK, {"tables": await self.tables.run(partial(self._own, asked))})
            case ("GET", _):
                return LobbyReply(OK, (await self.room(table, now)).info(asked.language, now).to_dict())
            case ("POST", _, "seats"):
                return await self._sit(await self.room(table, now), asked, now)
            case ("POST", _, "token"):
                return await self._renew(await self.room(table, now), asked, now)
            case ("GET", _, "record"):
                return self._record(await self.room(table, now), asked)
            case _:
                raise NOTHING

    def _choices(self, language: str) -> Body:
        limits = {"tables": self.limits.tables.tables, "seats": MOST_SEATS}
        return {"choices": choices(language).to_dict(), "bots": [*BOTS], "limits": limits}

    def _listed(self, language: str, now: float) -> Iterator[object]:
        """List the public tables, the newest first."""
        public = [room for room in self.rooms.values() if room.table.saved.plan.public]
        newest = sorted(public, key=lambda room: -room.table.saved.since)
        return (room.info(language, now).to_dict() for room in newest[:LISTED])

    def _own(self, asked: LobbyRequest) -> list[object]:
        """List tables for people who sit there, as they are stored: their rules need not be loaded.

        A table with uploads has no title here, since only its rules know their names.
        """
        wanted = as_map(as_map(asked.body).get("tables"))
        if len(wanted) > LISTED:
            raise malformed(f"at most {LISTED} tables")
        found: list[object] = []
        for table, token in wanted.items():
            saved = self.tables.store.find(table)
            if saved is not None and any(fits(chair, str(token)) for chair in saved.chairs):
                title = "" if saved.plan.packs else title_of(saved.plan, asked.language)
                found.append(info_of(saved, title, saved.people).to_dict())
        return found

    async def _sit(self, room: Room, asked: LobbyRequest, now: float) -> LobbyReply:
        """Return somebody an open seat, and the token for it."""
        body = as_map(asked.body)
        seat, name = body.get("seat"), body.get("name")
        if type(seat) is not int or not isinstance(name, str):
            raise malformed("a seat and a name are needed")
        async with self.tables.changing(room.id, now) as table:
            token = table.sit(seat, name)
        room.seated(seat, now)
        return LobbyReply(CREATED, {"seat": seat, "token": token})

    async def _renew(self, room: Room, asked: LobbyRequest, now: float) -> LobbyReply:
        """Return somebody a new token for their seat, and close what was connected with the old one."""
        async with self.tables.changing(room.id, now) as table:
            seat = table.seat_of(str(as_map(asked.body).get("token")))
            if seat is None:
                raise WRONG_TOKEN
            token = table.renew(seat)
        room.turn_out(seat)
        return LobbyReply(CREATED, {"seat": seat, "token": token})

    def _record(self, room: Room, asked: LobbyRequest) -> LobbyReply:
        """Return the record to those who have played, once the game is over."""
        if room.table.seat_of(asked.query.get("token", "")) is None:
            raise WRONG_TOKEN
        return LobbyReply(OK, room.record())

    def _catalog(self, name: str, language: str) -> Body:
        found = next((room.table.rules for room in [*self.rooms.values()] if room.catalog == name), None)
        if found is None:
            raise SetupError("table.none", "There is no such catalog.")
        return catalog_of(found, language).to_dict()

    # Tables

    async def room(self, name: str, now: float) -> Room:
        """Return the room of a table; one that nobody has asked for lately is read from the store.

        Raises:
            SetupError: There is none.
            SaveError: Its rules have changed.
        """
        return self._room(await self.tables.get(name, now), now)

    def _room(self, table: Table, now: float) -> Room:
        if table.id not in self.rooms:
            host = RoomHost(self.tables, self.limits, self.post, self.think)
            self.rooms[table.id] = Room(table, host, now)
        return self.rooms[table.id]

    async def _open_table(self, asked: LobbyRequest, now: float) -> LobbyReply:
        """Open a table as somebody wants it, and give the tokens of their seats."""
        body = as_map(asked.body)
        uploads = read_uploads(body.get("packs"))
        wanted = partial(
            self.tables.open,
            plan_of(body),
            chairs_of(body.get("seats")),
            now,
            uploads=uploads,
            owner=asked.owner,
        )
        table, tokens = await self.tables.run(wanted)
        seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
        title = self._room(table, now).title(asked.language)
        return LobbyReply(CREATED, {"table": table.id, "title": title, "seats": seats})

    # Connections

    async def connect(self, connection: int, table: str, token: str | None, now: float) -> None:
        """Take a connection to a table; without a token, it is of a spectator.

        Raises:
            SetupError: There is no such table, the token is not for it, or there are too many connections.
        """
        found = await self.room(table, now)
        seat = None if token is None else found.table.seat_of(token)
        if token is not None and seat is None:
            raise WRONG_TOKEN
        found.connect(connection, seat, now)
        self._at[connection] = table

    async def hear(self, connection: int, text: str, now: float) -> None:
        """Pass on what a connection says."""
        table = self._at.get(connection)
        if table in self.rooms:
            await self.rooms[table].hear(connection, text, now)

    def disconnect(self, connection: int, now: float) -> None:
        """Forget a connection."""
        table = self._at.pop(connection, None)
        if table in self.rooms:
            self.rooms[table].disconnect(connection, now)

    async def wake(self, now: float) -> float | None:
        """Look at the clocks, and let bots go on; return when to do so again."""
        due: list[float] = []
        for room in [*self.rooms.values()]:
            try:
                next_time = await room.wake(now)
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
        for name, room in [*self.rooms.items()]:
            if room.is_empty and not room.is_running:
                del self.rooms[name]
        for name in {*self.tables.loaded} - {*self.rooms}:
            del self.tables.loaded[name]

    async def note_clocks(self, now: float) -> None:
        """Store how much time is left where a clock runs."""
        for name in [name for name, room in self.rooms.items() if room.table.deadlines]:
            with suppress(KingsburgError):
                async with self.tables.changing(name, now) as table:
                    table.note_clocks(now)

    async def age(self) -> None:
        """Count an hour, and forget tables that nobody has used for long."""
        used = [name for name, room in self.rooms.items() if not room.is_empty]
        with suppress(KingsburgError):  # the store has said so
            for name in await self.tables.run(partial(self.tables.age, used)):
                self.rooms.pop(name, None)


# Reading what somebody wants


def plan_of(body: Body) -> Plan:
    """Read what is to be played. Packs are named by ids alone, since anything else could be a path.

    Raises:
        SetupError: It is not a wish for a table.
    """
    usual = Plan()
    scenario = body.get("scenario")
    return Plan(
        edition=_id(body.get("edition", usual.edition)),
        modules=tuple(sorted(set(_ids(body, "modules")))),
        variants=tuple(sorted(set(_ids(body, "variants")))),
        scenario=None if scenario is None else _id(scenario),
        fidelity=_id(body.get("fidelity", usual.fidelity)),
        switches={_id(name): _id(value) for name, value in as_map(body.get("switches", {})).items()},
        clock=_clock(body.get("minutes")),
        public=body.get("public") is True,
    )


def chairs_of(given: object) -> tuple[Chair, ...]:
    """Read who is to sit at a table.

    Raises:
        SetupError: It is not a list of seats.
    """
    if not is_list(given) or len(given) > MOST_SEATS:
        raise malformed("`seats` must be a short list")
    return tuple(_chair(seat, as_map(wish)) for seat, wish in enumerate(given))


def _chair(seat: int, wish: Body) -> Chair:
    kind, name = wish.get("kind"), wish.get("name")
    if kind == "open":
        return Chair("open")
    bot = wish.get("bot") or SUBSTITUTE
    called = f"Bot {seat + 1}" if kind == "bot" and not name else name
    if kind not in ("me", "bot") or not isinstance(called, str):
        raise malformed("a seat has a kind (me, open or bot) and a name")
    if kind == "me":
        return Chair("person", called)
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
