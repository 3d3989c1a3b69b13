"""Tables without a network, and what was sent to whom."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from typing import Any

from kingsburg_rules import SaveError
from kingsburg_rules.table import AsyncTables, Found, MemoryStore, SavedTable, Thought, think
from kingsburg_rules.table.stores import NO_PACKS
from kingsburg_rules.web.lobby import Lobby
from kingsburg_rules.web.requests import LobbyRequest
from kingsburg_rules.web.server_limits import ALONE, ServerLimits
from kingsburg_rules.web.worker import at_once, finished


class Shelf(MemoryStore):
    """A store in memory that can be full."""

    is_full = False

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        self._fails_if_full()
        super().add(saved, packs, owner)

    def keep(self, saved: SavedTable) -> None:
        self._fails_if_full()
        super().keep(saved)

    def find(self, table: str) -> SavedTable | None:
        found = super().find(table)
        return None if found is None else SavedTable.from_json(found.to_json())

    def _fails_if_full(self) -> None:
        if self.is_full:
            raise SaveError("table.disk", "This could not be stored. Please try again.")


class House:
    """A lobby, with what it has sent and what it thinks about."""

    def __init__(self, shelf: Shelf | None = None, limits: ServerLimits = ALONE) -> None:
        self.shelf = shelf or Shelf()
        self.heard: dict[int, list[Any]] = {}
        self.thoughts: deque[tuple[str, Thought]] = deque()
        tables = AsyncTables(self.shelf, limits.tables, run=at_once)
        self.lobby = Lobby(tables, self._post, lambda table, one: self.thoughts.append((table, one)), limits)
        self.now = 1000.0

    def _post(self, connection: int, text: str) -> None:
        self.heard.setdefault(connection, []).append(json.loads(text))

    def request(self, method: str, path: str, body: object = None, **query: str) -> tuple[int, Any]:
        reply = finished(self.lobby.request(LobbyRequest(method, path, query, body), self.now))
        return reply.status, json.loads(json.dumps(reply.body))

    def open(self, *names: str, bots: int = 0, free: int = 0, **wishes: object) -> tuple[str, list[str]]:
        seats = [{"kind": "me", "name": name} for name in names]
        seats += [{"kind": "bot"}] * bots + [{"kind": "open"}] * free
        status, body = self.request("POST", "/api/tables", {"seats": seats, **wishes})
        assert status == 201, body
        return body["table"], [seat["token"] for seat in body["seats"]]

    def join(self, connection: int, table: str, token: str | None = None, **hello: object) -> Any:
        self.connect(connection, table, token)
        return self.say(connection, type="hello", **hello)

    def connect(self, connection: int, table: str, token: str | None = None) -> None:
        finished(self.lobby.connect(connection, table, token, self.now))

    def hear(self, connection: int, text: str) -> None:
        finished(self.lobby.hear(connection, text, self.now))

    def wake(self) -> float | None:
        return finished(self.lobby.wake(self.now))

    def thought(self, table: str, thought: Thought, found: Found) -> None:
        finished(self.lobby.thought(table, thought, found, self.now))

    def say(self, connection: int, **message: object) -> Any:
        """Say something, and return the answer."""
        before = len(self.heard.setdefault(connection, []))
        self.hear(connection, json.dumps({"id": 7, **message}))
        return next((one for one in self.heard[connection][before:] if one.get("re") == 7), None)

    def ask(self, connection: int) -> Any:
        """What a connection is asked now."""
        return next(m["ask"] for m in reversed(self.heard[connection]) if m["type"] in ("events", "welcome"))

    def play(self, connection: int, option: int = 0) -> Any:
        decision = self.ask(connection)["decision"]
        action = decision["options"][option % len(decision["options"])]
        return self.say(connection, type="play", decision=decision["id"], action=action)

    def think(self, most: int = 10_000) -> int:
        for done in range(most):
            if not self.thoughts:
                return done
            table, thought = self.thoughts.popleft()
            self.thought(table, thought, think(thought))
        return most

    def kept(self, table: str) -> str:
        """The table as it is stored."""
        return self.shelf.tables[table].to_json()

    def game(self, table: str) -> Any:
        return self.lobby.tables.loaded[table].game


def started(house: House, *names: str, language: str = "en", **how: Any) -> tuple[str, list[str]]:
    table, tokens = house.open(*names, **how)
    for seat, token in enumerate(tokens):
        house.join(seat, table, token, language=language)
    assert house.say(0, type="start")["type"] == "answer"
    house.think()
    return table, tokens


def asked(house: House, seats: int) -> int:
    return next(seat for seat in range(seats) if house.ask(seat))
