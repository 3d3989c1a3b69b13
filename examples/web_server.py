"""A web server for Kingsburg: a lobby, secret seats, spectators, streams, clocks, and saves in a database.

    python examples/web_server.py
    python examples/web_server.py Ann Brian Cindy --modules governors

It prints the address of the lobby and, with players, an address for each of them and one for spectators. It
needs only this library and the standard library; the page is `web_server.html`. All games stay on the server:
a browser gets the view and the events of its seat, and nothing that its seat cannot know.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe  # noqa: TID251 -- nobody may guess an address
from socket import socket
from threading import BoundedSemaphore, Condition, Lock
from time import monotonic, time  # noqa: TID251 -- players have clocks, the rules have none
from typing import NamedTuple, TypeAlias, TypeGuard
from urllib.parse import parse_qs, urlsplit

from kingsburg_rules import (
    Action,
    AnyEvent,
    Asked,
    Decision,
    FiguresChanged,
    Game,
    IllegalAction,
    KingsburgError,
    Noted,
    Played,
    Rules,
    SaveError,
    check_names,
    choices,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.bots import Bot, GreedyBot, Sight
from kingsburg_rules.render import svg

Plain: TypeAlias = dict[str, object]
Connection: TypeAlias = socket | tuple[bytes, socket]
Address: TypeAlias = tuple[str, int]

PAGE = Path(__file__).with_suffix(".html")

LONGEST_BODY = 10_000
MOST_GAMES = 500
MOST_CONNECTIONS = 200
LONGEST_WAIT = 25
HEARTBEAT = 10
FAR_BEHIND = 100
"""A client that has missed more events than this gets a view instead, which is shorter."""

SHORTEST_CLOCK, USUAL_CLOCK, LONGEST_CLOCK = 5, 300, 7 * 24 * 3600
ABSENT_CLOCK = 2
"""How many seconds players have who let their time run out before, until they answer again."""

KEPT = 30 * 24 * 3600
"""How many seconds games are kept after their last action."""

NARROWEST, WIDEST = 320, 1080
LANGUAGES = choices("en").languages
SPECTATORS = "spectators"

QUIET = (Played, Asked, FiguresChanged, Noted)
"""Events for programs, which no log needs."""

STATUS = {"action.spectator": HTTPStatus.FORBIDDEN, "action.stale": HTTPStatus.CONFLICT}
"""The status of refusals that are not the player's mistake; others are `422`."""


class Refusal(Exception):
    """Why a request is refused: a status, a code for programs, and a sentence for people."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


# Storage


class Saved(NamedTuple):
    """A game on the disk: the secret of each seat, the seconds for each answer, and the save."""

    tokens: Sequence[str]
    seconds: int
    save: str


class Store:
    """The database of all games: everything that must survive a restart."""

    def __init__(self, path: str) -> None:
        self.lock = Lock()
        self.database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS games"
            " (id TEXT PRIMARY KEY, tokens TEXT, seconds INTEGER, save TEXT, changed REAL)"
        )

    def add(self, number: str, saved: Saved) -> None:
        """Store a new game, and forget those that nobody has played for long."""
        with self.lock:
            self.database.execute("DELETE FROM games WHERE changed < ?", (time() - KEPT,))
            if self.count() >= MOST_GAMES:
                raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.full", "This server has no room left.")
            row = (number, " ".join(saved.tokens), saved.seconds, saved.save, time())
            self.database.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)

    def keep(self, number: str, save: str) -> None:
        """Store how a game stands now."""
        with self.lock:
            row = (save, time(), number)
            self.database.execute("UPDATE games SET save = ?, changed = ? WHERE id = ?", row)

    def find(self, number: str) -> Saved | None:
        """Read a game; None if there is none."""
        with self.lock:
            found = self.database.execute("SELECT tokens, seconds, save FROM games WHERE id = ?", (number,))
            row = found.fetchone()
        return None if row is None else Saved(row[0].split(), row[1], row[2])

    def count(self) -> int:
        """Count the games."""
        return int(self.database.execute("SELECT count(*) FROM games").fetchone()[0])

    def close(self) -> None:
        """Close the database."""
        with self.lock:
            self.database.close()


# A game and the people at it


class Room:
    """A game, its seats and its clocks.

    A change happens on a copy, which is saved before anybody sees it. So `game` itself never changes, and any
    thread may read it without a lock.
    """

    def __init__(self, number: str, saved: Saved, store: Store) -> None:
        self.number, self.store = number, store
        self.tokens, self.seconds = saved.tokens, saved.seconds
        self.game = Game.load(saved.save)
        self.open = True
        self.changed = Condition()
        self.absent: set[str] = set()
        self.deadlines: dict[int, float] = {}
        self.start_clocks()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.game.view().seq

    def seat(self, token: str | None) -> str | None:
        """Find the player with a token; without one, it is a spectator."""
        if token is None:
            return None
        if token not in self.tokens:
            raise Refusal(HTTPStatus.FORBIDDEN, "web.seat", "This seat is not at this table.")
        return self.game.players[self.tokens.index(token)]

    def change(self, act: Callable[[Game], object]) -> None:
        """Change the game, save it, and wake everybody who waits for news."""
        with self.changed:
            game = self.game.copy()
            act(game)
            self.store.keep(self.number, game.save())
            self.game = game
            self.start_clocks()
            self.changed.notify_all()

    def play(self, seat: str | None, decision: int, action: Action) -> None:
        """Play what a seat has sent for a decision.

        Raises:
            IllegalAction: It is not possible; nothing has changed.
        """
        self.change(lambda game: game.play(action, seat, decision=decision))
        self.absent.discard(seat or "")

    def take_back(self, seat: str | None, after: int) -> None:
        """Undo the last action, if it was this player's, and nothing was rolled or revealed by it.

        Raises:
            IllegalAction: It would not be fair.
        """
        with self.changed:
            if after != self.seq:
                raise Refusal(HTTPStatus.CONFLICT, "web.late", "Something has happened since.")
            if seat is None or seat != self.last_player():
                raise Refusal(HTTPStatus.FORBIDDEN, "web.undo", "You did not play the last action.")
            self.change(lambda game: game.undo(fair=True))

    def last_player(self) -> str | None:
        """Name who played the last action."""
        first = next(iter(self.game.recent(1)), None)
        return first.player if isinstance(first, Played) else None

    def news(self, seat: str | None, language: str, after: int | None, wait: float) -> Plain:
        """Wait until there is something new for a client, and write it."""
        with self.changed:
            self.changed.wait_for(lambda: self.seq != after or not self.open, wait)
        return self.message(seat, language, after)

    def message(self, seat: str | None, language: str, after: int | None) -> Plain:
        """Write what a client does not know yet: events, or a view if it has none, and its decision."""
        game = self.game
        view, rules = game.view(seat), game.rules
        knows = after is not None and view.seq - FAR_BEHIND <= after <= view.seq
        events = game.recent(player=seat, after=after) if knows else ()
        asked = view.decision
        return {
            "seq": view.seq,
            **({} if knows else {"view": view.to_dict()}),
            "events": [event.to_dict(game.players) for event in events],
            "decision": asked and asked.to_dict(game.players),
            "question": asked and describe(asked, rules, language=language, reader=seat),
            "says": [
                describe(option, rules, language=language, reader=seat, decision=asked)
                for option in (asked.options if asked else ())
            ],
            "lines": told(events if knows else game.recent(5, seat), rules, language, seat),
            "seconds": self.seconds_left(),
            "undo": seat is not None and seat == self.last_player() and game.can_undo(fair=True),
        }

    # Clocks

    def start_clocks(self) -> None:
        """Give every new decision its time. Those that were owed before keep theirs."""
        now, before = monotonic(), self.deadlines
        self.deadlines = {
            owed.id: before.get(owed.id, now + self.patience(owed.player)) for owed in self.game.pending
        }

    def patience(self, player: str) -> float:
        """Return how many seconds a player has."""
        return min(ABSENT_CLOCK, self.seconds) if player in self.absent else self.seconds

    def seconds_left(self) -> int | None:
        """Return how many seconds are left for the first decision; None if nobody is asked."""
        ends = self.deadlines.values()
        return max(0, round(min(ends) - monotonic())) if ends else None

    def answer_for_the_absent(self, bot: Bot) -> None:
        """Let a bot answer decisions whose time is over."""
        game, deadlines, now = self.game, self.deadlines, monotonic()
        for owed in game.pending:
            if now >= deadlines.get(owed.id, now + 1):
                self.absent.add(owed.player)
                self.answer_for(owed, bot.choose(owed, Sight(owed.player, game)))

    def answer_for(self, owed: Decision, action: Action) -> None:
        """Play what a bot has chosen, unless the player has answered in the meantime."""
        with suppress(IllegalAction):
            self.change(lambda game: game.play(action, owed.player, decision=owed.id))

    def close(self) -> None:
        """Let everybody who waits for news go."""
        with self.changed:
            self.open = False
            self.changed.notify_all()


def told(events: Sequence[AnyEvent], rules: Rules, language: str, seat: str | None) -> list[str]:
    """Write a log of events for a player."""
    return [
        describe(event, rules, language=language, reader=seat)
        for event in events
        if not isinstance(event, QUIET)
    ]


# The server


class Server(ThreadingHTTPServer):
    """Answers browsers, each in a thread of its own, and keeps the rooms."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, database: str, port: int = 8000, host: str = "127.0.0.1") -> None:
        super().__init__((host, port), Handler)
        self.store = Store(database)
        self.bot = GreedyBot()
        self.lock = Lock()
        self.free = BoundedSemaphore(MOST_CONNECTIONS)
        self.rooms: dict[str, Room] = {}

    @property
    def address(self) -> str:
        """The address of the lobby."""
        return f"http://{self.server_address[0]!s}:{self.server_address[1]}/"

    def begin(self, wishes: Mapping[str, object], language: str = "en") -> Plain:
        """Begin a game as a lobby has asked for it, and give the links to its seats.

        Raises:
            KingsburgError: The rules or the names are not possible.
        """
        rules = rules_for(wishes.get("rules"))
        players = wishes.get("players")
        names = [str(name) for name in players] if is_list(players) else []
        wrong = check_names(names, rules)
        if wrong is not None:
            raise wrong
        saved = Saved(
            [token_urlsafe(16) for _ in names], clock(wishes.get("seconds")), Game(rules, names).save()
        )
        number = token_urlsafe(9)
        self.store.add(number, saved)
        links = [f"games/{number}?language={language}&seat={token}" for token in saved.tokens]
        return {"game": number, "seats": links, SPECTATORS: f"games/{number}?language={language}"}

    def room(self, number: str) -> Room:
        """Find a game. After a restart, it is read from the disk."""
        with self.lock:
            if number not in self.rooms:
                saved = self.store.find(number)
                if saved is None:
                    raise Refusal(HTTPStatus.NOT_FOUND, "web.nothing", "There is no such game.")
                self.rooms[number] = Room(number, saved, self.store)
            return self.rooms[number]

    def service_actions(self) -> None:
        """Look at the clocks, twice a second."""
        for room in [*self.rooms.values()]:
            with suppress(sqlite3.Error):  # it will be tried again
                room.answer_for_the_absent(self.bot)

    def process_request(self, request: Connection, client_address: Address) -> None:
        """Answer in a new thread, unless there are too many."""
        if self.free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Connection, client_address: Address) -> None:
        """Answer, and make room for the next request."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Connection, client_address: Address) -> None:
        """Ignore browsers that have gone, and report everything else."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def shutdown(self) -> None:
        """Stop, and let the streams end."""
        for room in [*self.rooms.values()]:
            room.close()
        super().shutdown()

    def server_close(self) -> None:
        """Close the socket and the database."""
        super().server_close()
        self.store.close()


def rules_for(wishes: object) -> Rules:
    """Load the rules that a lobby has chosen: by ids alone, since anything else could be a path.

    Raises:
        KingsburgError: They do not go together.
    """
    chosen: Mapping[str, object] = wishes if is_map(wishes) else {}
    scenario = chosen.get("scenario")
    return load_rules(
        str(chosen.get("edition", "second")),
        modules=texts(chosen.get("modules")),
        scenario=None if scenario is None else str(scenario),
        variants=texts(chosen.get("variants")),
    )


def texts(found: object) -> list[str]:
    """Read a list of texts."""
    return [str(one) for one in found] if is_list(found) else []


def clock(found: object) -> int:
    """Read how many seconds players have for an answer."""
    return min(max(found, SHORTEST_CLOCK), LONGEST_CLOCK) if type(found) is int else USUAL_CLOCK


def is_map(found: object) -> TypeGuard[Mapping[str, object]]:
    """Whether data from JSON is a map."""
    return isinstance(found, dict)


def is_list(found: object) -> TypeGuard[list[object]]:
    """Whether data from JSON is a list."""
    return isinstance(found, list)


# Requests


class Handler(BaseHTTPRequestHandler):
    """One request of a browser."""

    timeout = 30

    @property
    def owner(self) -> Server:
        """The server."""
        assert isinstance(self.server, Server)
        return self.server

    def do_GET(self) -> None:
        """Give a page, the choices of the lobby, or something of a game."""
        self.answer(self.get)

    def do_POST(self) -> None:
        """Begin a game, play, or take back."""
        self.answer(self.post)

    def answer(self, give: Callable[[list[str]], None]) -> None:
        """Answer a request, or say why not."""
        address = urlsplit(self.path)
        self.wishes = {name: found[0] for name, found in parse_qs(address.query).items()}
        try:
            give([part for part in address.path.split("/") if part])
        except Refusal as refusal:
            self.refuse(refusal)
        except KingsburgError as error:
            status = HTTPStatus.GONE if isinstance(error, SaveError) else HTTPStatus.UNPROCESSABLE_ENTITY
            self.refuse(Refusal(status, error.code, describe(error, language=self.language)))
        except sqlite3.Error:
            why = "This could not be saved. Please try again."
            self.refuse(Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.disk", why))

    def get(self, path: list[str]) -> None:
        """Answer a request that changes nothing."""
        match path:
            case [] | ["games", _]:
                self.reply(HTTPStatus.OK, "text/html", PAGE.read_text(encoding="utf-8"))
            case ["choices"]:
                self.reply(HTTPStatus.OK, "application/json", choices(self.language).to_json())
            case ["games", number, "news"]:
                wait = min(self.number("wait") or 0, LONGEST_WAIT)
                room = self.owner.room(number)
                self.send(room.news(self.seat(room), self.language, self.number("after"), wait))
            case ["games", number, "events"]:
                self.stream(self.owner.room(number))
            case ["games", number, "catalog"]:
                self.catalog(self.owner.room(number))
            case ["games", number, "picture"]:
                self.picture(self.owner.room(number))
            case _:
                raise Refusal(HTTPStatus.NOT_FOUND, "web.nothing", "There is nothing here.")

    def post(self, path: list[str]) -> None:
        """Answer a request that changes something."""
        match path:
            case ["games"]:
                self.send(self.owner.begin(self.body(), self.language))
            case ["games", number, "play"]:
                self.play(self.owner.room(number))
            case ["games", number, "undo"]:
                self.undo(self.owner.room(number))
            case _:
                raise Refusal(HTTPStatus.NOT_FOUND, "web.nothing", "There is nothing here.")

    def play(self, room: Room) -> None:
        """Play, or say in the player's language why it is not possible."""
        seat, sent = self.seat(room), self.body()
        decision = sent.get("decision")
        if type(decision) is not int:
            raise Refusal(HTTPStatus.BAD_REQUEST, "web.decision", "Which decision does this answer?")
        try:
            room.play(seat, decision, Action.from_dict(sent.get("action"), room.game.players))
        except IllegalAction as error:
            raise self.refused(error, room, seat) from error
        self.send({})

    def undo(self, room: Room) -> None:
        """Take the last action back, or say why it is not possible."""
        seat, after = self.seat(room), self.body().get("seq")
        try:
            room.take_back(seat, after if type(after) is int else -1)
        except IllegalAction as error:
            raise self.refused(error, room, seat) from error
        self.send({})

    def refused(self, error: IllegalAction, room: Room, seat: str | None) -> Refusal:
        """Say why an action is not possible."""
        status = STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
        why = describe(error.violation, room.game.rules, language=self.language, reader=seat)
        return Refusal(status, error.code, why)

    def stream(self, room: Room) -> None:
        """Send news as server-sent events, as long as somebody listens.

        A slow client needs no queue: it gets everything that it has missed in one message.
        """
        seat, after = self.seat(room), self.last_event()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        while room.open:
            news = room.news(seat, self.language, after, HEARTBEAT)
            if news["seq"] == after:
                self.wfile.write(b": still here\n\n")
            else:
                self.wfile.write(f"id: {news['seq']}\ndata: {json.dumps(news)}\n\n".encode())
            after = int(str(news["seq"]))

    def last_event(self) -> int | None:
        """Find out what a browser that connects again knows: it sends the last `id` it has seen."""
        known = self.headers.get("Last-Event-ID", "")
        return int(known) if re.fullmatch("[0-9]{1,9}", known) else self.number("after")

    def picture(self, room: Room) -> None:
        """Draw what a seat sees, and say by the number of the last event which moment it is."""
        view = room.game.view(self.seat(room))
        picture = svg(view, width=self.width, language=self.language)
        self.reply(HTTPStatus.OK, "image/svg+xml", picture, **{"X-Seq": str(view.seq)})

    def catalog(self, room: Room) -> None:
        """Send the names of everything in a game, unless the browser still has them."""
        catalog = room.game.rules.catalog(self.language)
        tag = f'"{catalog.digest}-{self.language}-{catalog.wire}"'
        if self.headers.get("If-None-Match") == tag:
            self.reply(HTTPStatus.NOT_MODIFIED, "application/json", "", ETag=tag)
        else:
            self.reply(HTTPStatus.OK, "application/json", catalog.to_json(), ETag=tag)

    # What a request says

    def seat(self, room: Room) -> str | None:
        """Find the player that a request speaks for; None is a spectator."""
        return room.seat(self.wishes.get("seat"))

    @property
    def language(self) -> str:
        """The language that the client reads."""
        wanted = self.wishes.get("language", "")
        return wanted if wanted in LANGUAGES else "en"

    @property
    def width(self) -> int:
        """The width of the picture: that of its place on the page, within limits."""
        return min(max(self.number("width") or WIDEST, NARROWEST), WIDEST)

    def number(self, name: str) -> int | None:
        """Read a whole number from the address."""
        found = self.wishes.get(name, "")
        return int(found) if re.fullmatch("[0-9]{1,9}", found) else None

    def body(self) -> Mapping[str, object]:
        """Read the JSON of a request, if it is not too long."""
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LONGEST_BODY:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "web.size", "This is too long.")
        try:
            found: object = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError) as error:
            raise Refusal(HTTPStatus.BAD_REQUEST, "web.json", "This is not JSON.") from error
        if not is_map(found):
            raise Refusal(HTTPStatus.BAD_REQUEST, "web.json", "This is not a map.")
        return found

    # What is sent

    def send(self, message: Plain) -> None:
        """Send plain data."""
        self.reply(HTTPStatus.OK, "application/json", json.dumps(message, ensure_ascii=False))

    def refuse(self, refusal: Refusal) -> None:
        """Send why a request is refused."""
        why = {"code": refusal.code, "message": refusal.message}
        self.reply(refusal.status, "application/json", json.dumps(why, ensure_ascii=False))

    def reply(self, status: HTTPStatus, kind: str, content: str, **headers: str) -> None:
        """Send a whole answer."""
        body = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache" if headers else "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- that is its name in the base class
        """Write nothing: the addresses are secrets."""


def main(argv: Sequence[str] | None = None) -> None:
    """Serve games until somebody presses Ctrl+C."""
    parser = argparse.ArgumentParser(description="Kingsburg on a web page.")
    parser.add_argument("players", nargs="*", help="begin a game for them at once")
    parser.add_argument("--modules", nargs="*", default=[], help=f"of {', '.join(modules())}")
    parser.add_argument("--seconds", type=int, default=USUAL_CLOCK, help="for each answer")
    parser.add_argument("--database", default="kingsburg-games.sqlite", help="where the games are saved")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    wishes = parser.parse_args(argv)
    with Server(wishes.database, wishes.port, wishes.host) as server:
        print(f"lobby: {server.address}")
        if wishes.players:
            print_links(server, wishes.players, wishes.modules, wishes.seconds)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Goodbye.")


def print_links(server: Server, players: list[str], chosen: list[str], seconds: int) -> None:
    """Begin a game, and print a link for each seat."""
    begun = server.begin({"players": players, "rules": {"modules": chosen}, "seconds": seconds})
    for name, link in zip([*players, SPECTATORS], [*texts(begun["seats"]), begun[SPECTATORS]], strict=True):
        print(f"{name}: {server.address}{link}")


if __name__ == "__main__":
    main()
