"""Play at many tables of a server at once, and measure how long answers take.

    python benchmarks/serving.py --tables 50 --clients 4 --minutes 5 --kills 4
    python benchmarks/serving.py --abandoned 2000

Each client answers its decisions at random after a moment, as fast people do. A table whose game is over
starts another one. With `--kills`, the server is killed so many times in between and started again, and the
clients connect again; actions that were on their way then are not counted. In the end the server is killed,
and every action that it has acknowledged is looked up in its file: those that are not there are lost.

With `--abandoned`, so many tables are opened instead, a tenth at a time, joined and left. An hour lasts a
second there, so the server forgets them soon, and its memory is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from time import perf_counter, time
from typing import Any, TypeAlias
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kingsburg_rules import Game, Played
from kingsburg_rules.table.sqlite import SqliteStore
from kingsburg_rules.web.server import HOUR

ROOT = Path(__file__).parents[1]
Json: TypeAlias = dict[str, Any]

MODULES = ["more-buildings", "governors", "soldier-tokens", "destiny"]


class Figures:
    """What is measured: seconds for answers, and what became of the actions.

    `acknowledged` are the actions by table, player and decision.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.acknowledged: dict[tuple[str, str], dict[int, Json]] = {}
        self.unanswered = self.games = self.refused = self.cut = 0


class Client:
    """Plays for one seat."""

    def __init__(
        self, address: str, table: str, name: str, token: str, figures: Figures, pause: float
    ) -> None:
        self.address = f"{address.replace('http', 'ws', 1)}ws/{table}?token={token}"
        self.figures, self.pause = figures, pause
        self.played = figures.acknowledged.setdefault((table, name), {})
        self.waiting: dict[int, tuple[float, int, Json]] = {}
        self.random = random.Random(token)
        self.is_over = False
        self.answered = 0

    async def play(self, until: float, *, host: bool) -> None:
        """Play until the game or the time is over; connect again when the server was killed."""
        while time() < until and not self.is_over:
            try:
                await self._play(until, host=host)
            except (WebSocketException, OSError, TimeoutError):
                self.figures.cut += len(self.waiting)
                self.waiting.clear()
                self.answered = 0  # what was not stored is asked again
                await asyncio.sleep(0.2)

    async def _play(self, until: float, *, host: bool) -> None:
        async with connect(self.address, open_timeout=60) as socket:
            await socket.send(json.dumps({"type": "hello", "id": 0, "language": "en"}))
            if host:
                await socket.send(json.dumps({"type": "start", "id": 1}))
            number = 2
            while time() < until and not self.is_over:
                ask = await self._hear(socket, until)
                if ask is None:
                    continue
                await asyncio.sleep(self.random.uniform(0.2, 1.8) * self.pause)
                decision = ask["decision"]
                self.answered = decision["id"]
                action = self.random.choice(decision["options"])
                text = {"type": "play", "id": number, "decision": decision["id"], "action": action}
                self.waiting[number] = perf_counter(), decision["id"], action
                await socket.send(json.dumps(text))
                number += 1
            end = time() + 5
            while self.waiting and time() < end:
                await self._hear(socket, end)
            self.figures.unanswered += len(self.waiting)

    async def _hear(self, socket: ClientConnection, until: float) -> Json | None:
        try:
            text = await asyncio.wait_for(socket.recv(), max(0.01, until - time()))
        except TimeoutError:
            return None
        message = json.loads(text)
        kind = message["type"]
        if message.get("re") in self.waiting:
            began, decision, action = self.waiting.pop(message["re"])
            self.figures.seconds.append(perf_counter() - began)
            if kind == "answer":
                self.played[decision] = action
            self.figures.refused += kind == "error"
        if kind == "events":
            self.is_over = any(event["type"] == "GameEnded" for event in message["events"])
        ask = message["ask"] if kind in ("welcome", "events") else None
        return ask if ask is not None and ask["decision"]["id"] > self.answered else None


def request(address: str, path: str, body: object = None) -> Json:
    """Send a request of HTTP."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data, {"Content-Type": "application/json"}), timeout=120) as found:
        return json.loads(found.read())


async def play_table(address: str, number: int, until: float, figures: Figures, options: Namespace) -> None:
    """Play games at a table, one after the other."""
    await asyncio.sleep(number * 0.02)
    while time() < until - 1:
        seats = [{"kind": "me", "name": f"Player {n}"} for n in range(options.clients)]
        wish = {"modules": MODULES, "seats": seats}
        try:
            made = await asyncio.to_thread(request, address, "api/tables", wish)
        except OSError:  # the server is being started again
            await asyncio.sleep(0.2)
            continue
        clients = [
            Client(address, made["table"], f"Player {n}", seat["token"], figures, options.pause)
            for n, seat in enumerate(made["seats"])
        ]
        await asyncio.gather(*(client.play(until, host=n == 0) for n, client in enumerate(clients)))
        figures.games += 1


class Server:
    """A server that can be killed, and started again with the same file and port."""

    def __init__(self, file: str, hour: float) -> None:
        self.file, self.hour, self.port, self.used = file, hour, 0, 0.0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = str(Path(__file__).with_name("serve_freely.py"))
        self.process = subprocess.Popen(
            [sys.executable, program, self.file, str(self.port), str(self.hour)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        request(self.address, "api/choices")

    def kill(self) -> None:
        """Kill it."""
        self.used += _processor_seconds(self.process.pid)
        self.process.kill()
        self.process.wait()

    def memory(self, what: str = "VmRSS") -> float:
        """Return how many megabytes it has, where Linux says it."""
        with suppress(OSError):
            lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024
        return 0.0


async def play_all(server: Server, options: Namespace) -> Figures:
    """Play at all tables, and kill the server at regular times."""
    figures, until = Figures(), time() + options.minutes * 60
    playing = asyncio.gather(
        *(play_table(server.address, n, until, figures, options) for n in range(options.tables)),
    )
    for _ in range(options.kills):
        await asyncio.sleep(options.minutes * 60 / (options.kills + 1))
        server.kill()
        await asyncio.to_thread(server.start)
    await playing
    return figures


async def abandon(address: str, number: int) -> None:
    """Open a table, join it as two players and a spectator, and leave."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    wish = {"modules": MODULES[: number % 5], "seats": seats}
    made = await asyncio.to_thread(request, address, "api/tables", wish)
    place = f"{address.replace('http', 'ws', 1)}ws/{made['table']}"
    for query in (*(f"?token={seat['token']}" for seat in made["seats"]), ""):
        async with connect(place + query, open_timeout=60) as socket:
            await socket.send(json.dumps({"type": "hello", "id": 0, "language": "en"}))
            await socket.recv()


async def abandon_all(server: Server, number: int) -> None:
    """Open and abandon tables, and print how much memory the server has when they are gone."""
    for part in range(10):
        for n in range(number // 10):
            await abandon(server.address, n)
        most, store = server.memory(), SqliteStore(server.file)
        for _ in range(600):
            if not store.entries():
                break
            await asyncio.sleep(0.1)
        left = len(store.entries())
        store.close()
        done = (part + 1) * (number // 10)
        print(f"{done} tables opened: {most:.1f} MB, then {server.memory():.1f} MB with {left} left")


def main() -> None:
    """Start a server, play, and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--pause", type=float, default=1, help="seconds before each answer, on average")
    parser.add_argument("--kills", type=int, default=0, help="how often the server is killed in between")
    parser.add_argument("--abandoned", type=int, help="open and abandon so many tables instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"{folder}/tables.sqlite", 1 if options.abandoned else HOUR)
        try:
            if options.abandoned:
                asyncio.run(abandon_all(server, options.abandoned))
                return
            before = os.getloadavg()
            figures = asyncio.run(play_all(server, options))
            loads = f"load average {before[0]:.1f} before, {os.getloadavg()[0]:.1f} after"
            most = server.memory("VmHWM")
        finally:
            server.kill()
        report(figures, options)
        share = server.used / (options.minutes * 60)
        print(f"the server used {share:.0%} of a core and {most:.0f} MB; {loads}")
        print(f"{missing(figures, server.file)} acknowledged actions are not in the file")


def missing(figures: Figures, file: str) -> int:
    """Count the actions that were acknowledged, but are not in the file."""
    store, found = SqliteStore(file), 0
    for (table, name), actions in figures.acknowledged.items():
        saved = store.find(table)
        game = None if saved is None or saved.game is None else Game.load(saved.game)
        kept = {} if game is None else _answers(game, name)
        found += sum(kept.get(decision) != action for decision, action in actions.items())
    store.close()
    return found


def _answers(game: Game, name: str) -> dict[int, Json]:
    """Return the answers of a player by decision."""
    events = (event for event in game.recent(1_000_000, name) if isinstance(event, Played))
    return {
        event.decision: event.action.to_dict(game.players) for event in events if event.action is not None
    }


def _processor_seconds(process: int) -> float:
    """Return the processor time of the server, where Linux says it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(figures: Figures, options: Namespace) -> None:
    """Say what was measured."""
    found = sorted(figures.seconds) or [0.0]
    parts = ", ".join(
        f"{name} {found[min(len(found) - 1, int(len(found) * share))] * 1000:.1f} ms"
        for name, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("longest", 1))
    )
    seconds = options.minutes * 60
    print(f"{options.tables} tables of {options.clients} for {seconds:.0f} s, {figures.games} games")
    played = sum(map(len, figures.acknowledged.values()))
    print(f"{played} actions acknowledged ({played / seconds:.0f}/s), {figures.refused} refused, ", end="")
    print(f"{figures.unanswered} not answered, {figures.cut} cut off by {options.kills} kills")
    print(f"answers: {parts}")


if __name__ == "__main__":
    main()
