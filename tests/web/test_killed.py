"""What was answered is there, whenever the server is killed: in its file, and in two real browsers."""

from __future__ import annotations

import json
import os
import random
import re
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from kingsburg_rules import Game, modules
from kingsburg_rules.engine.events import Played
from kingsburg_rules.table.saved import SavedTable
from kingsburg_rules.table.sqlite import SqliteStore
from support.browser import BROWSER, CHROMIUM, NODE, SEEDED, installed, run
from support.server import ROOT, Player, freely, serving

Json = dict[str, Any]


def saved(data: Path, table: str) -> SavedTable:
    store = SqliteStore(data)
    found = store.find(table)
    store.close()
    assert isinstance(found, SavedTable)
    return found


def played(game: Game, player: str) -> dict[int, Json]:
    """The answers of a player, by the decision."""
    events = game.recent(1_000_000, player)
    return {
        event.decision: event.action.to_dict(game.players)
        for event in events
        if isinstance(event, Played) and event.player == player and event.action is not None
    }


class Seat(threading.Thread):
    """Somebody who plays at random as fast as they can, and writes down what was acknowledged."""

    def __init__(self, player: Player, seed: int) -> None:
        super().__init__(daemon=True)
        self.player, self.random = player, random.Random(seed)
        self.acknowledged: dict[int, Json] = {}
        self.chatted: list[str] = []
        self.is_over = False

    def run(self) -> None:
        """Play until the connection is gone, or the game is over."""
        try:
            while not self.is_over:
                self._act()
        except (ConnectionClosed, WebSocketException, OSError, TimeoutError):
            return

    def _act(self) -> None:
        ask = self.player.ask
        if ask is None or ask["decision"]["id"] in self.acknowledged:
            heard = self.player.hear(2)
            self.is_over = any(event["type"] == "GameEnded" for event in heard.get("events", ()))
            return
        decision = ask["decision"]
        action = self.random.choice(decision["options"])
        if self.player.do(type="play", decision=decision["id"], action=action)["type"] == "answer":
            self.acknowledged[decision["id"]] = action
        if self.random.random() < 0.05:
            text = f"{self.player.number}"
            if self.player.do(type="chat", text=text)["type"] == "answer":
                self.chatted.append(text)


KILLS = 25


@pytest.mark.long
def test_every_answer_is_in_the_file_after_a_kill_at_any_moment(tmp_path: Path) -> None:
    """Every acknowledged action and line of chat is found in the file of a server that was killed."""
    chance, counted = random.Random(KILLS), Counter[str]()
    with serving(tmp_path / "tables.sqlite", program=freely()) as served:
        while counted["kills"] < KILLS:
            seats = [{"kind": "me", "name": name} for name in ("Ann", "Ben", "Cleo")]
            made = served.post("/api/tables", {"seats": seats, "modules": modules()})
            table = made["table"]
            players = [Player(served, table, seat["token"]) for seat in made["seats"]]
            assert players[0].do(type="start")["type"] == "answer"
            known: list[dict[int, Json]] = [{} for _ in players]
            chat: list[str] = []
            for _ in range(5):
                for player in players:
                    player.connect()
                people = [Seat(player, chance.randrange(10**6)) for player in players]
                for one, answers in zip(people, known, strict=True):
                    one.acknowledged = answers
                    one.start()
                time.sleep(chance.uniform(0.05, 1.5))
                served.kill()
                for one in people:
                    one.join(30)
                    assert not one.is_alive()
                    chat += one.chatted
                found = saved(served.data, table)
                assert found.game is not None
                game = Game.load(found.game)
                for name, answers in zip(("Ann", "Ben", "Cleo"), known, strict=True):
                    stored = played(game, name)
                    lost = {decision for decision in answers if stored.get(decision) != answers[decision]}
                    assert not lost, f"{name} has lost {lost}"
                counted["answers"] = counted["before"] + sum(map(len, known))
                assert {*chat} <= {line.text for line in found.chat}
                counted["kills"] += 1
                served.start()
                if counted["kills"] == KILLS or any(one.is_over for one in people):
                    break
            counted["before"] = counted["answers"]
    assert counted["kills"] == KILLS
    assert counted["answers"] >= 2 * KILLS
    print(f"{KILLS} kills, {counted['answers']} acknowledged actions, none lost")


def lasting_port() -> int:
    """A free port that no connection is given as its own end while the server is gone."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@pytest.mark.long
def test_two_browsers_lose_nothing_when_connections_and_the_server_die(tmp_path: Path) -> None:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    port = lasting_port()
    data = tmp_path / "tables.sqlite"
    command = [*SEEDED, "kingsburg_rules", "serve", "--no-browser", "--port", str(port)]
    done = run(
        *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", "kill.test.mjs"),
        folder=BROWSER,
        BASE=f"http://127.0.0.1:{port}/",
        CHROMIUM=CHROMIUM,
        SERVE=json.dumps([*command, "--data", str(data)]),
        ACKNOWLEDGED=str(tmp_path / "acknowledged.json"),
        PYTHONPATH=str(ROOT / "src"),
    )
    assert done.returncode == 0, done.stdout
    counts = re.search(r"(\d+) cuts, (\d+) kills, (\d+) answers", done.stdout)
    assert counts, done.stdout
    told = json.loads((tmp_path / "acknowledged.json").read_text())
    found = saved(data, told["table"])
    assert found.game is not None
    game = Game.load(found.game)
    assert game.outcome is not None
    checked = 0
    for name, answers in zip(game.players, told["acknowledged"], strict=True):
        stored = played(game, name)
        for answer in answers:
            assert stored[answer["decision"]] == answer["action"]
            checked += 1
    assert checked == int(counts[3]) > 60
    points = sorted(str(player.vp) for player in game.state.players)
    assert sorted(re.sub(r"\D", "", one) for one in told["points"]) == points
    print(counts[0])
