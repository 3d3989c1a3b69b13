"""A small server for `client.ts`: one game, and a secret address for every seat.

    python server.py Ann Brian Cindy

It prints one address for each player, and one for spectators. Below each address:

- GET `catalog`: names, texts and figures of the rules
- GET `now`: the view and the decision of the seat
- GET `since/SEQ`: the events after this number, as soon as there are some, with the view and the decision
- POST `play/ID`: answer the decision with this id; the body is the action

Besides this library it needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe  # noqa: TID251 -- nobody may guess an address
from threading import Condition
from typing import TypeAlias

from kingsburg_rules import Action, Game, IllegalAction, catalog_of, load_rules, modules

Message: TypeAlias = dict[str, object]

LONGEST_ANSWER = 10_000
PATIENCE = 25.0
"""How many seconds a client waits for something to happen before it asks again."""


class Table:
    """A game, and those who wait for news of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.changed = Condition()

    def catalog(self) -> Message:
        """Return names, texts and figures of the rules."""
        return catalog_of(self.game.rules).to_dict()

    def now(self, player: str | None) -> Message:
        """Return what a seat may know now."""
        with self.changed:
            return {"view": self.game.view(player).to_dict(), "decision": self._decision(player)}

    def since(self, player: str | None, seq: int) -> Message:
        """Wait for events after a number; there are none if the client knows more than the game."""
        with self.changed:
            self.changed.wait_for(lambda: self.game.view().seq != seq, PATIENCE)
            events = self.game.recent(player=player, after=seq)
            return {"events": [event.to_dict(self.game.players) for event in events], **self.now(player)}

    def play(self, player: str, decision: int, body: str) -> Message | None:
        """Play what a seat has sent; return why if it is not possible."""
        with self.changed:
            try:
                self.game.play(Action.from_json(body, self.game.players), player, decision=decision)
            except IllegalAction as error:
                return error.violation.to_dict(self.game.players)
            self.changed.notify_all()
            return None

    def _decision(self, player: str | None) -> Message | None:
        decision = self.game.view(player).decision
        return None if decision is None else decision.to_dict(self.game.players)


class Server(ThreadingHTTPServer):
    """Answers clients, each in a thread of its own."""

    daemon_threads = True

    def __init__(self, game: Game, port: int = 8000) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.table = Table(game)
        self.seats: dict[str, str | None] = {token_urlsafe(16): player for player in (*game.players, None)}

    def addresses(self) -> dict[str, str]:
        """Return the address for each player, and for spectators."""
        base = f"http://127.0.0.1:{self.server_port}"
        return {player or "spectators": f"{base}/{token}" for token, player in self.seats.items()}


class Handler(BaseHTTPRequestHandler):
    """One request of a client."""

    @property
    def seats(self) -> Mapping[str, str | None]:
        """The players by the secret part of their address."""
        assert isinstance(self.server, Server)
        return self.server.seats

    @property
    def table(self) -> Table:
        """The table of this server."""
        assert isinstance(self.server, Server)
        return self.server.table

    def do_GET(self) -> None:
        """Return what a seat may know."""
        match self.path.split("/")[1:]:
            case [token, "catalog"] if token in self.seats:
                self.reply(HTTPStatus.OK, self.table.catalog())
            case [token, "now"] if token in self.seats:
                self.reply(HTTPStatus.OK, self.table.now(self.seats[token]))
            case [token, "since", seq] if token in self.seats and seq.isdecimal():
                self.reply(HTTPStatus.OK, self.table.since(self.seats[token], int(seq)))
            case _:
                self.reply(HTTPStatus.NOT_FOUND, None)

    def do_POST(self) -> None:
        """Play what a seat has chosen."""
        length = self.headers.get("Content-Length", "")
        match self.path.split("/")[1:]:
            case _ if not length.isdecimal() or int(length) > LONGEST_ANSWER:
                self.reply(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, None)
            case [token, "play", decision] if decision.isdecimal() and (player := self.seats.get(token)):
                body = self.rfile.read(int(length)).decode(errors="replace")
                refused = self.table.play(player, int(decision), body)
                self.reply(HTTPStatus.CONFLICT if refused else HTTPStatus.OK, refused)
            case _:
                self.reply(HTTPStatus.NOT_FOUND, None)

    def reply(self, status: HTTPStatus, message: Message | None) -> None:
        """Send a whole answer. Pages of other servers may read it, since the address is a secret."""
        body = json.dumps(message).encode()
        with suppress(ConnectionError):  # the client may have gone
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name in the base class
        """Write nothing: the addresses are secrets."""


def main(argv: Sequence[str] | None = None) -> None:
    """Serve a game until somebody presses Ctrl+C."""
    parser = argparse.ArgumentParser(description="A server for clients of Kingsburg.")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--modules", nargs="*", default=[], help=f"of {', '.join(modules())}")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--port", type=int, default=8000)
    wishes = parser.parse_args(argv)
    game = Game(load_rules(modules=wishes.modules), wishes.players, seed=wishes.seed)
    with Server(game, wishes.port) as server:
        for player, address in server.addresses().items():
            print(f"{player}: {address}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Goodbye.")


if __name__ == "__main__":
    main()
