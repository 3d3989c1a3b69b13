"""A small web server: one game, a secret address for every seat, and a private stream of events to each.

    python examples/web_server.py Ann Brian Cindy

It prints one address for each player and one for spectators. Beside this library it uses the standard library
alone. The game stays on the server; a browser gets the view and the events of its seat, and nothing that its
seat cannot know.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from secrets import token_urlsafe  # noqa: TID251 -- addresses are to be guessed by nobody
from threading import Lock
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qs, urlsplit

from kingsburg_rules import Action, AnyEvent, Game, IllegalAction, describe, load_rules, modules
from kingsburg_rules.render import svg

Message: TypeAlias = dict[str, object]

LONGEST_ANSWER = 10_000
PHONE, DESK = 360, 1080
NARROW = 700
SPECTATOR = "spectator"

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Kingsburg</title>
<style>:root{color-scheme:light dark}
body{font:1rem sans-serif;margin:1rem auto;max-width:68rem;padding:0 .5rem}
button{font:inherit;margin:.2rem;padding:.5rem}li{margin:.2rem}</style>
<h1>Kingsburg</h1><p id="says" role="status"></p><div id="options"></div><div id="table"></div>
<h2>What happened</h2><ol id="log" reversed></ol>
<script>
const at = location.search, $ = id => document.getElementById(id)
new EventSource("events" + at + "&width=" + innerWidth).onmessage = message => {
  const told = JSON.parse(message.data)
  $("table").innerHTML = told.picture
  $("says").textContent = told.question
  $("options").replaceChildren(...told.options.map(option => {
    const button = document.createElement("button")
    button.textContent = option.says
    button.onclick = () => fetch("play" + at, {method: "POST", body: JSON.stringify(option.action)})
    return button
  }))
  for (const line of told.lines) {
    const item = document.createElement("li")
    item.textContent = line
    $("log").prepend(item)
  }
}
</script></html>"""


class Client(NamedTuple):
    """Somebody who looks at the table: from which seat, how wide the picture is, and what is to be sent."""

    seat: str | None
    width: int
    messages: SimpleQueue[Message]


class Table:
    """A game, and those who look at it: every client has a queue of messages of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.open = True
        self.lock = Lock()
        self.seats: dict[str, str | None] = {token_urlsafe(16): player for player in game.players}
        self.seats[SPECTATOR] = None
        self.clients: list[Client] = []

    def join(self, seat: str | None, width: int = DESK) -> Client:
        """Begin a stream: its first message is the table as it is now."""
        with self.lock:
            client = Client(seat, width, SimpleQueue())
            client.messages.put(self.message(client, self.game.recent(0, seat)))
            self.clients.append(client)
            return client

    def leave(self, client: Client) -> None:
        """End a stream."""
        with self.lock:
            self.clients = [other for other in self.clients if other is not client]

    def play(self, seat: str, body: str) -> None:
        """Play what a seat has sent, and tell everybody their part of what happened.

        Raises:
            IllegalAction: It is no action, or not one that this seat may play now.
        """
        with self.lock:
            events = self.game.play(Action.from_json(body), seat)
            for client in self.clients:
                client.messages.put(self.message(client, events))

    def message(self, client: Client, events: Iterable[AnyEvent]) -> Message:
        """Write what a seat may know: its view, its part of the events, and its own answers."""
        game, seat = self.game, client.seat
        view = game.view(seat)
        mine = [known for event in events if (known := event.known_to(seat)) is not None]
        asked = view.decision
        waiting = ", ".join(dict.fromkeys(decision.player for decision in game.pending))
        return {
            "view": view.to_dict(),
            "events": [event.to_dict() for event in mine],
            "options": [
                {"action": option.to_dict(), "says": describe(option, game.rules, decision=asked)}
                for option in (asked.options if asked else ())
            ],
            "question": describe(asked, game.rules, reader=seat)
            if asked
            else f"Waiting for {waiting or 'nobody'}.",
            "lines": [describe(event, game.rules, reader=seat) for event in mine],
            "picture": svg(view, width=client.width),
        }


class Server(ThreadingHTTPServer):
    """Answers browsers, each in a thread of its own."""

    daemon_threads = True

    def __init__(self, table: Table, port: int = 8000, host: str = "127.0.0.1") -> None:
        super().__init__((host, port), Handler)
        self.table = table

    @property
    def addresses(self) -> dict[str, str]:
        """The address for every player, and the one for spectators."""
        host, port = str(self.server_address[0]), self.server_address[1]
        return {
            player or SPECTATOR: f"http://{host}:{port}/?seat={token}"
            for token, player in self.table.seats.items()
        }

    def shutdown(self) -> None:
        """Stop, and let the streams end."""
        self.table.open = False
        super().shutdown()


class Handler(BaseHTTPRequestHandler):
    """One request of a browser."""

    @property
    def table(self) -> Table:
        """The table of this server."""
        assert isinstance(self.server, Server)
        return self.server.table

    def do_GET(self) -> None:
        """Give the page, or the stream of a seat."""
        address = urlsplit(self.path)
        token = self.token(address.query)
        if token is None:
            self.reply(HTTPStatus.FORBIDDEN, "text/plain", "This seat is not at this table.")
        elif address.path == "/":
            self.reply(HTTPStatus.OK, "text/html", PAGE)
        elif address.path == "/events":
            self.stream(self.table.seats[token], self.width(address.query))
        else:
            self.reply(HTTPStatus.NOT_FOUND, "text/plain", "There is nothing here.")

    def do_POST(self) -> None:
        """Play what a seat has chosen."""
        address = urlsplit(self.path)
        token = self.token(address.query)
        seat = None if token is None else self.table.seats[token]
        length = self.headers.get("Content-Length", "")
        if seat is None:
            self.reply(HTTPStatus.FORBIDDEN, "text/plain", "Who only watches cannot play.")
        elif address.path != "/play":
            self.reply(HTTPStatus.NOT_FOUND, "text/plain", "There is nothing here.")
        elif not length.isdecimal() or int(length) > LONGEST_ANSWER:
            self.reply(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", "No answer is that long.")
        else:
            self.play(seat, self.rfile.read(int(length)).decode(errors="replace"))

    def play(self, seat: str, body: str) -> None:
        """Play, or say by which rule it is not possible."""
        try:
            self.table.play(seat, body)
        except IllegalAction as error:
            why = {"code": error.code, "message": error.message}
            self.reply(HTTPStatus.UNPROCESSABLE_ENTITY, "application/json", json.dumps(why))
        else:
            self.reply(HTTPStatus.OK, "application/json", "{}")

    def stream(self, seat: str | None, width: int) -> None:
        """Send server-sent events as long as somebody listens."""
        client = self.table.join(seat, width)
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            while self.table.open:
                try:
                    self.wfile.write(f"data: {json.dumps(client.messages.get(timeout=1))}\n\n".encode())
                except Empty:
                    self.wfile.write(b": still here\n\n")
        except OSError:
            self.close_connection = True  # the browser has gone
        finally:
            self.table.leave(client)

    def token(self, query: str) -> str | None:
        """Find the seat that a request speaks for; None for a stranger."""
        given = parse_qs(query).get("seat", [""])[0]
        return given if given in self.table.seats else None

    def width(self, query: str) -> int:
        """Find out how wide the picture is to be from the width of the browser's window."""
        window = parse_qs(query).get("width", [""])[0][:5]
        return PHONE if window.isdecimal() and int(window) < NARROW else DESK

    def reply(self, status: HTTPStatus, kind: str, content: str) -> None:
        """Send a whole answer."""
        body = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- that is its name in the base class
        """Write nothing: the addresses are secrets."""


def main(argv: Sequence[str] | None = None) -> None:
    """Serve a game until somebody presses Ctrl+C."""
    parser = argparse.ArgumentParser(description="Kingsburg on a web page.")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--modules", nargs="*", default=[], help=f"of {', '.join(modules())}")
    parser.add_argument("--port", type=int, default=8000)
    wishes = parser.parse_args(argv)
    with Server(Table(Game(load_rules(modules=wishes.modules), wishes.players)), wishes.port) as server:
        for player, address in server.addresses.items():
            print(f"{player}: {address}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Goodbye.")


if __name__ == "__main__":
    main()
