"""A server in a process of its own, and clients that play at its tables."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

from kingsburg_rules import Game
from kingsburg_rules.table.saved import SavedTable
from kingsburg_rules.table.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
SECONDS = 120


PROGRAM = """
from argparse import ArgumentParser
from attrs import evolve
from kingsburg_rules.web import connections, sandboxed_tables, lobby, processes, serving, server, room
from kingsburg_rules.web.server_limits import LIMITS, Rate

parser = ArgumentParser()
for name in ("--host", "--data", "--port"):
    parser.add_argument(name)
parser.add_argument("--no-browser", action="store_true")
options = parser.parse_args()
limits = evolve(LIMITS, tries=Rate(10_000, 10_000), openings=Rate(10_000, 10_000))
how = {}
process_limits = sandboxed_tables.PROCESS_LIMITS
{changes}
serving.run_server(
    options.data, options.host, int(options.port), lambda address: print(address, flush=True),
    limits=limits, process_limits=process_limits, **how,
)
"""


def freely(changes: str = "") -> list[str]:
    """A server without a limit on how often an address tries something; `changes` is more Python."""
    return ["-c", PROGRAM.replace("{changes}", changes)]


def first_line(process: subprocess.Popen[str]) -> str:
    """Read the first line that a process writes; one that writes none in time is killed."""
    assert process.stdout is not None
    late = Timer(SECONDS, process.kill)
    late.start()
    try:
        return process.stdout.readline()
    finally:
        late.cancel()


class Served:
    """`kingsburg serve`, which can be killed and started again on the same file and port."""

    def __init__(self, data: Path, *, host: str = "127.0.0.1", program: Sequence[str] = ()) -> None:
        self.data, self.host, self.port = data, host, 0
        self.sockets = ExitStack()
        self._program = [*program] or ["-m", "kingsburg_rules", "serve"]
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self._program, "--no-browser", "--host", self.host]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        line = first_line(self.process)
        if "http://" not in line:
            self.process.kill()
            raise AssertionError(f"{line}{self.process.communicate()[1]}")
        self.address = next(word for word in line.split() if word.startswith("http://"))
        self.port = int(str(urlsplit(self.address).port))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(SECONDS)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def restart(self) -> None:
        self.kill()
        self.start()

    def end(self) -> str:
        """End it as Ctrl+C does, and return what it complained about."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=SECONDS)[1]

    def request(
        self, method: str, path: str, body: object = None, *, raw: bytes | None = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        connection = HTTPConnection(self.host, self.port, timeout=SECONDS)
        sent = raw if raw is not None else None if body is None else json.dumps(body).encode()
        kinds = {"Content-Type": "application/json"} if sent is not None else {}
        connection.request(method, path, sent, {**kinds, **headers})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        is_json = text and "json" in found.get("content-type", "")
        return answer.status, json.loads(text) if is_json else text, found

    def get(self, path: str) -> Any:
        status, found, _ = self.request("GET", path)
        assert status == 200, found
        return found

    def post(self, path: str, body: object) -> Any:
        status, found, _ = self.request("POST", path, body)
        assert status == 201, found
        return found

    def socket(self, table: str, token: str | None = None, **options: Any) -> ClientConnection:
        query = "" if token is None else f"?token={token}"
        address = f"ws://{self.host}:{self.port}/ws/{table}{query}"
        opening = connect(address, open_timeout=SECONDS, close_timeout=2, **options)
        return self.sockets.enter_context(opening)


@contextmanager
def serving(data: Path, **how: Any) -> Iterator[Served]:
    served = Served(data, **how)
    try:
        yield served
    finally:
        served.kill()
        served.sockets.close()


class Player:
    """A client at a table: what it has heard, and what it is asked."""

    def __init__(self, served: Served, table: str, token: str | None = None, language: str = "en") -> None:
        self.served, self.table, self.token, self.language = served, table, token, language
        self.heard: list[dict[str, Any]] = []
        self.ask: dict[str, Any] | None = None
        self.seq: int | None = None
        self.number = 0
        self.connect()

    def connect(self, after: int | None = None) -> dict[str, Any]:
        self.socket = self.served.socket(self.table, self.token)
        self.say(type="hello", language=self.language, after=after)
        return self.until("welcome")

    def say(self, **message: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, **message}))
        return self.number

    def hear(self, seconds: float = SECONDS) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.heard.append(message)
        if message["type"] in ("welcome", "events"):
            self.ask, self.seq = message["ask"], message["seq"]
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def do(self, **message: Any) -> dict[str, Any]:
        """Say something, and return the answer, or the refusal."""
        number = self.say(**message)
        while (heard := self.hear()).get("re") != number:
            pass
        return heard

    def play(self, option: int = 0) -> dict[str, Any]:
        """Answer what is asked."""
        assert self.ask is not None
        options = self.ask["decision"]["options"]
        action = options[option % len(options)]
        seq, answer = self.seq or 0, self.do(type="play", decision=self.ask["decision"]["id"], action=action)
        while answer["type"] == "answer" and (self.seq or 0) <= seq:
            self.hear()
        return answer

    def close(self) -> None:
        self.socket.close()


TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]


HUT = "{format: 1, buildings: [{id: hut, name: Hut, row: H, column: 1, cost: {wood: 1}, vp: 1}]}"


def opened(served: Served, **wishes: object) -> tuple[str, list[str]]:
    made = served.post("/api/tables", {"seats": TWO, **wishes})
    return made["table"], [seat["token"] for seat in made["seats"]]


def both(served: Served, table: str, tokens: list[str]) -> tuple[Player, Player]:
    ann, ben = (Player(served, table, token) for token in tokens)
    assert ann.do(type="start")["type"] == "answer"
    for player in (ann, ben):
        while not any(one.get("started") for one in player.heard):
            player.hear()
    return ann, ben


def asked(players: list[Player]) -> Player:
    """Wait until somebody is asked."""
    for _ in range(1000):
        newest = max(player.seq or 0 for player in players)
        for player in players:
            while (player.seq or 0) < newest:
                player.hear()
            if player.ask is not None:
                return player
        players[0].hear()
    raise AssertionError("nobody is asked")


def saved_game(data: Path, table: str) -> Game | None:
    store = SqliteStore(data)
    saved = store.find(table)
    store.close()
    assert isinstance(saved, SavedTable)
    return None if saved.game is None else Game.load(saved.game)


def zipped(files: dict[str, str]) -> str:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return base64.b64encode(held.getvalue()).decode()


PACKS = [{"name": "toys.yaml", "text": HUT}]


def is_running(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def flood(served: Served, host: str, number: int, sent: bytes = b"") -> list[socket.socket]:
    """Open connections from an address."""
    found = []
    for _ in range(number):
        one = socket.create_connection((served.host, served.port), timeout=20, source_address=(host, 0))
        found.append(one)
        if sent:
            with suppress(OSError):
                one.sendall(sent)
    return found


def opens_many() -> None:
    """Raise the number of files that this process may open."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4000:
        pytest.skip("needs 4,000 open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4000), hard))
