"""A server among strangers: what they send, what they leave half done, and what they hope to find."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import signal
import socket
import sqlite3
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from kingsburg_rules import Game, SaveError, load_rules
from kingsburg_rules.game.saves import CHECKSUM, checksum
from kingsburg_rules.table.sqlite import SqliteStore, alone
from kingsburg_rules.web.guards import HEADERS
from kingsburg_rules.web.processes import WorkerProcess
from kingsburg_rules.web.requests import replay
from kingsburg_rules.web.server import MOST_WAITING, OutgoingQueue
from support.server import (
    HUT,
    PACKS,
    TWO,
    Player,
    Served,
    asked,
    both,
    freely,
    is_running,
    opened,
    serving,
    zipped,
)
from support.tables import House, started

LINUX = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite", program=freely()) as found:
        yield found


def raw(served: Served, sent: bytes, *, seconds: float = 30) -> bytes:
    """Send bytes, and return all that comes until the server ends the connection."""
    with socket.create_connection((served.host, served.port), timeout=seconds) as connection:
        connection.sendall(sent)
        return read_out(connection)


def read_out(connection: socket.socket) -> bytes:
    found = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


def posting(size: int) -> bytes:
    """The head of a request whose body should follow."""
    lines = (
        "POST /api/tables HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {size}",
    )
    return "\r\n".join([*lines, "", ""]).encode()


def status_of(reply: bytes) -> int:
    return int(reply.split()[1])


def memory(served: Served) -> int:
    """The most memory that a server has had, in bytes."""
    lines = Path(f"/proc/{served.process.pid}/status").read_text().splitlines()
    return 1000 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


# What is in a request


@pytest.mark.parametrize(
    "host", ["x/api/nothing?", "x#", "[", "a b", "x:y", "", "\xff", "../../x", "evil.example"]
)
def test_the_name_of_another_host_is_refused(served: Served, host: str) -> None:
    sent = b"GET /api/choices HTTP/1.1\r\nHost: " + host.encode("latin-1") + b"\r\nConnection: close\r\n\r\n"
    reply = raw(served, sent)
    assert status_of(reply) in (400, 421)
    assert b'"second"' not in reply


@pytest.mark.parametrize(
    "origin", ["http://[", "null", "https://evil.example", "http://127.0.0.1:1", "x", ""]
)
def test_pages_from_elsewhere_cannot_connect(served: Served, origin: str) -> None:
    table, _ = opened(served)
    with pytest.raises(InvalidStatus) as refused:
        served.socket(table, origin=origin, additional_headers={"X-Forwarded-Host": "evil.example"})
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
@pytest.mark.parametrize("path", ["/api/tables", "/", "/healthz", "/ws/x"])
def test_other_methods_are_not_allowed(served: Served, method: str, path: str) -> None:
    status, _, headers = served.request(method, path, raw=b"")
    assert status in (404, 405)
    assert {name.lower(): value for name, value in HEADERS.items()}.items() <= headers.items()
    assert "access-control-allow-origin" not in headers


def test_a_method_is_what_it_says(served: Served) -> None:
    before = len(served.get("/api/tables")["tables"])
    body = {"seats": TWO, "public": True}
    for header in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        status, _, _ = served.request("GET", "/api/tables?_method=POST", body, **{header: "POST"})
        assert status == 200
    assert len(served.get("/api/tables")["tables"]) == before
    status, text, headers = served.request("HEAD", "/api/choices")
    assert (status, text) == (200, b"")
    assert int(headers["content-length"]) > 1000


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/app.js%00.css",
        "/" + "a" * 5000,
        "/" + "a/" * 3000,
        "/..%5c..%5cserver.py",
        "/%252e%252e/server.py",
        "/%2e%2e/server.py",
        "//etc/passwd",
        "/client/../../server.py",
        "/messages.d.ts",
        "/jsconfig.json",
        "/~root",
        "/%ff%fe",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/%00",
        "/api/catalog/..%2f..%2fpyproject.toml",
        "/api/catalog/x.%00",
        "/api/catalog/" + "a" * 5000,
        "/api/%2e%2e/healthz",
        "/ws/../healthz",
    ],
)
def test_paths_lead_nowhere_else(served: Served, path: str) -> None:
    status, body, headers = served.request("GET", path)
    assert status == 404, body
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("language", ["../nl", "%00", "xx", "NL", "x" * 5000, "nl%0d%0aX-Evil:1", "", "%ff"])
def test_an_odd_language_is_english(served: Served, language: str) -> None:
    table, tokens = opened(served)
    name = Player(served, table, tokens[0]).heard[0]["catalog"]
    for path in (f"/api/catalog/{name}", "/api/choices"):
        status, body, headers = served.request("GET", f"{path}?language={language}")
        assert status == 200
        assert body.get("language", body.get("choices", {}).get("language")) == "en"
        assert "x-evil" not in headers


def test_a_request_that_is_packed_is_not_unpacked(served: Served) -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    assert len(bomb) < 100_000
    for path in ("/api/tables", "/api/replays"):
        status, body, _ = served.request("POST", path, raw=bomb, **{"Content-Encoding": "gzip"})
        assert (status, body["code"]) == (400, "table.malformed")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"seats": ' + "[" * 900 + "]" * 900 + "}",
        '{"seats": [], "minutes": ' + "9" * 5000 + "}",
        '{"seats": [], "switches": {"\\ud800": "x"}}',
        '{"seats": [{"kind": "me", "name": "\\ud800"}, {"kind": "open"}]}',
        '{"seats": [{"kind": "me", "name": "a\\u0000b"}, {"kind": "open"}]}',
    ],
)
def test_json_that_is_deep_or_odd_is_refused(served: Served, text: str) -> None:
    status, body, _ = served.request("POST", "/api/tables", raw=text.encode())
    assert status in (400, 422), body
    assert len(body["message"]) < 500


NASTY = ["A\u202eB", "A\x1b[31mB", "A\nB", "A\u200bB", "A\u2028B", "A\x9bB", "\u2066A", "A\ufeff", " A"]


@pytest.mark.parametrize("name", NASTY)
def test_names_that_would_change_what_others_read_are_refused(name: str) -> None:
    house = House()
    table, tokens = house.open("Ann", free=1)
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    status, body = house.request("POST", "/api/tables", {"seats": seats})
    assert (status, body["code"]) == (422, "setup.name")
    status, body = house.request("POST", f"/api/tables/{table}/seats", {"seat": 1, "name": name})
    assert (status, body["code"]) == (422, "setup.name")
    house.join(0, table, tokens[0])
    assert house.say(0, type="rename", name=name)["code"] == "setup.name"
    house.say(0, type="start", bots=True)
    assert house.say(0, type="rename", name=name)["type"] == "error"


@pytest.mark.parametrize("name", [name for name in NASTY if name not in ("A\nB", " A")])
def test_packs_that_would_change_what_others_read_are_refused(name: str) -> None:
    house = House()
    cards = f"{{format: 1, buildings: [{{id: hut, name: {json.dumps(name)}, row: H, column: 1, vp: 1}}]}}"
    info = f"{{format: 1, id: toys, version: '1', title: {json.dumps(name)}}}"
    for files in ({"cards.yaml": cards}, {"pack.yaml": info, "cards.yaml": HUT}):
        pack = {
            "name": "x.zip",
            "zip": zipped({"pack.yaml": "{format: 1, id: toys, version: '1', title: T}", **files}),
        }
        body: Any = {"seats": TWO, "packs": [pack]}
        status, refused = house.request("POST", "/api/tables", body)
        assert status == 422, refused
        assert refused["message"].replace("\n", "").isprintable()
        assert all(name not in problem["message"] for problem in refused["diagnostics"])


def test_a_record_names_packs_by_id_and_never_by_path(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("{format: 1, id: evil, version: '1', title: Evil}")
    game = Game(load_rules(), ("Ann", "Ben"), seed=1)
    data = json.loads(game.record.dumps())
    touched: list[str] = []
    sys.addaudithook(
        lambda event, given: touched.append(str(given[0])) if event == "open" and given else None
    )
    tried = 0
    for pack in (str(tmp_path), f"{tmp_path}/pack.yaml", "../" * 20 + str(tmp_path), "/etc/passwd", "\x00"):
        data["rules"]["packs"] = [["base", "1.0"], [pack, "1"]]
        data[CHECKSUM] = checksum(data)
        with pytest.raises(SaveError, match=r"record\.pack"):
            replay({"record": json.dumps(data)}, "en")
        tried += 1
    assert tried == 5
    assert not [path for path in touched if path.startswith((str(tmp_path), "/etc/passwd"))]


def test_whatever_is_said_to_a_table_is_answered_with_text_that_can_be_sent() -> None:
    """Random requests with odd parts: each gets an answer or a refusal, in valid UTF-8, and can be stored."""
    house = House()
    table, _ = started(house, "Ann", "Ben")
    chance = random.Random(7)
    odd: list[object] = ["\ud800", "\u202e\x00", "9" * 400, -1, 2**70, 1e308, None, True, [], {}, [[["x"]]]]
    odd += ["seat", {"type": "Pass"}]
    words = ["hello", "play", "why_not", "undo", "hint", "odds", "prices", "reach", "scores", "chat"]
    words += ["rename", "automation", "start", "takeover", "ping", "welcome", "\ud800"]
    fields = ["decision", "action", "seq", "text", "kinds", "name", "bots", "seat", "by", "after"]
    fields += ["language", "x\ud800"]
    answered = 0
    for number in range(1500):
        request = {name: chance.choice(odd) for name in chance.sample(fields, chance.randrange(4))}
        before = len(house.heard[0])
        house.hear(0, json.dumps({"type": chance.choice(words), "id": number, **request}))
        house.think()
        answers = [one for one in house.heard[0][before:] if one.get("re") == number]
        assert len(answers) == 1
        answered += 1
    assert answered == 1500
    text = json.dumps([house.heard[0], house.heard[1]], ensure_ascii=False)
    assert len(text.encode()) > 50_000
    house.kept(table).encode()


# Who does too much


@pytest.mark.long
def test_one_address_can_only_try_so_often(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        codes = [served.request("POST", "/api/tables", raw=b"{")[0] for _ in range(30)]
        assert codes.count(400) >= 20
        assert 429 in codes
        sent = posting(3_000_000)
        assert status_of(raw(served, sent)) == 429, "before the body is read"
        assert served.request("GET", "/api/choices")[0] == 200


def test_one_address_can_only_have_so_many_connections(tmp_path: Path) -> None:
    changes = "limits = evolve(limits, own_connections=3)"
    with serving(tmp_path / "tables.sqlite", program=freely(changes)) as served:
        table, tokens = opened(served)
        players: list[Player] = []
        # The refusal may be lost if the request comes after it.
        with pytest.raises((WebSocketException, OSError)):
            players.extend(Player(served, table) for _ in range(10))
        assert 2 <= len(players) <= 3
        players[0].close()
        for _ in range(100):
            with suppress(WebSocketException, OSError):
                Player(served, table, tokens[0])
                break
            time.sleep(0.1)
        else:
            raise AssertionError("there is no room again")


@pytest.mark.long
def test_what_comes_too_fast_has_to_wait(tmp_path: Path) -> None:
    """The messages of one connection wait in its socket; those of others are answered meanwhile."""
    changes = "limits = evolve(limits, pace=Rate(5, 20), requests=Rate(1000, 1000))"
    with serving(tmp_path / "tables.sqlite", program=freely(changes)) as served:
        table, tokens = opened(served)
        ann, ben = both(served, table, tokens)
        numbers = [ann.say(type="ping") for _ in range(60)]
        between = 0
        for _ in range(3):
            ben.do(type="ping")
            between += 1
        assert ann.do(type="ping")["re"] == numbers[-1] + 1
        assert [one["re"] for one in ann.heard if one.get("re") in numbers] == numbers
        assert between == 3
        times = served.get("/healthz")
        assert times["tables"] == 1


@pytest.mark.long
@LINUX
def test_a_flood_does_not_kill_a_table_with_uploads(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely()) as served:
        table, tokens = opened(served, packs=PACKS)
        ann, ben = both(served, table, tokens)
        before = memory(served)
        flood = served.socket(table)
        flood.socket.settimeout(0.2)
        sent = 0
        frame = client_frame(0x1, b'{"type": "chat", "text": "' + b"x" * 9000 + b'"}')
        end = time.monotonic() + 15
        while time.monotonic() < end:
            try:
                sent += flood.socket.send(frame * 50)
            except OSError:
                time.sleep(0.05)
            if sent > 60_000_000:
                break
        for _ in range(5):
            assert asked([ann, ben]).play()["type"] == "answer"
        assert sent > 1_000_000
        assert memory(served) - before < 60_000_000


# Who does not listen


def client_frame(code: int, data: bytes, *, bits: int = 0x80) -> bytes:
    """A frame of a WebSocket as a client sends it, with a mask of zeros."""
    size = len(data)
    head = bytes([bits | code])
    if size < 126:
        return head + bytes([0x80 | size]) + bytes(4) + data
    if size < 65536:
        return head + bytes([0x80 | 126]) + struct.pack("!H", size) + bytes(4) + data
    return head + bytes([0x80 | 127]) + struct.pack("!Q", size) + bytes(4) + data


def deaf(served: Served, table: str) -> socket.socket:
    """A connection of somebody who never reads what is said to them."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.settimeout(30)
    found.connect((served.host, served.port))
    lines = (
        *(f"GET /ws/{table} HTTP/1.1", f"Host: {served.host}:{served.port}", "Upgrade: websocket"),
        *("Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"),
    )
    found.sendall("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in found.recv(1000)
    return found


def drown(connection: socket.socket, frames: bytes, *, seconds: float = 90) -> int:
    """Send without reading until the server ends the connection; return how many bytes it took."""
    sent, end = 0, time.monotonic() + seconds
    connection.settimeout(0.2)
    with connection:
        while time.monotonic() < end:
            try:
                sent += connection.send(frames)
            except TimeoutError:
                continue
            except OSError:
                return sent
    raise AssertionError("the connection lasts")


SOON = """
connections.SECONDS_TO_ASK, connections.SECONDS_TO_ANSWER = 3, 30
connections.SECONDS_TO_TAKE, connections.LOOK = 2, 0.2
server.SECONDS_TO_SEND = server.SECONDS_TO_UPLOAD = 2
limits = evolve(limits, pace=Rate(1e6, 1e6), changes=Rate(1e6, 1e6), requests=Rate(1e6, 1e6))
"""


@LINUX
@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(client_frame(0x9, b"p" * 125), id="pings"),
        pytest.param(client_frame(0x1, b'{"type":"hello"}'), id="hello", marks=pytest.mark.long),
        pytest.param(client_frame(0x1, b'{"type":"x"}'), id="nonsense", marks=pytest.mark.long),
    ],
)
def test_a_client_that_never_reads_is_dropped_and_disturbs_nobody(tmp_path: Path, frame: bytes) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely(SOON)) as served:
        table, tokens = opened(served)
        ann, ben = both(served, table, tokens)
        before = memory(served)
        connection = deaf(served, table)
        drown(connection, frame * 500)
        assert memory(served) - before < 60_000_000
        for _ in range(5):
            assert asked([ann, ben]).play()["type"] == "answer"
        assert ann.do(type="ping")["type"] == "answer"
        for _ in range(100):
            if not [one for one in ann.heard if one["type"] == "people"][-1]["watching"]:
                break
            ann.hear()


def test_what_waits_for_a_connection_is_limited() -> None:
    line = OutgoingQueue()
    line.put("x" * (3 * MOST_WAITING))
    assert not line.is_full, "one message alone may be long"
    line.put("y")
    assert line.is_full
    line.put("z")
    assert line.waiting.qsize() == 1
    line = OutgoingQueue()

    async def use() -> int:
        taken = 0
        for _ in range(100):
            line.put("x" * (MOST_WAITING // 2))
            line.put("x" * (MOST_WAITING // 2))
            assert not line.is_full
            taken += len(await line.take() or "") + len(await line.take() or "")
        return taken

    assert asyncio.run(use()) == 100 * MOST_WAITING


@pytest.mark.long
def test_connections_without_a_request_end(tmp_path: Path) -> None:
    """Nothing at all, half a request, one that trickles, a second one that trickles, half a body."""
    with serving(tmp_path / "tables.sqlite", program=freely(SOON)) as served:
        whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = posting(99)
        starts = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nA: ", whole + b"GET / HTTP/1.1\r\nA: ", head + b"{")
        connections = [socket.create_connection((served.host, served.port), timeout=0.3) for _ in starts]
        for connection, start in zip(connections, starts, strict=True):
            connection.sendall(start)
        left, heard = {*connections}, dict.fromkeys(connections, b"")
        deadline = time.monotonic() + 30
        while left and time.monotonic() < deadline:
            for connection in [*left]:
                try:
                    connection.send(b" ")
                    part = connection.recv(65536)
                    heard[connection] += part
                    if not part:
                        left.discard(connection)
                except TimeoutError:
                    pass
                except OSError:
                    left.discard(connection)
        for connection in connections:
            connection.close()
        assert not left
        assert status_of(heard[connections[3]]) == 200
        assert status_of(heard[connections[4]]) == 503
        assert served.get("/healthz")


@pytest.mark.long
def test_a_reply_that_nobody_takes_is_given_up(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely(SOON)) as served:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((served.host, served.port))
        drown(connection, b"GET /api/choices HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        assert served.get("/healthz")


@LINUX
def test_a_message_that_swells_is_refused(served: Served) -> None:
    """Fifty megabytes of the same letter are a few kilobytes on the way."""
    table, tokens = opened(served)
    ann, ben = both(served, table, tokens)
    before = memory(served)
    for _ in range(5):
        connection = served.socket(table)
        with pytest.raises(ConnectionClosed) as closed:
            connection.send("x" * 50_000_000)
            while True:
                connection.recv(timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    assert memory(served) - before < 40_000_000
    assert asked([ann, ben]).play()["type"] == "answer"


@LINUX
def test_pieces_without_an_end_are_refused(served: Served) -> None:
    table, _ = opened(served)
    before = memory(served)
    connection = deaf(served, table)
    connection.sendall(client_frame(0x1, b"x" * 1000, bits=0))
    sent = drown(connection, client_frame(0x0, b"x" * 1000, bits=0) * 10)
    assert sent < 20_000_000
    assert memory(served) - before < 20_000_000


# What goes wrong on this side


@pytest.mark.long
def test_work_that_takes_too_long_or_too_much_ends() -> None:
    async def use() -> None:
        worker = WorkerProcess(2, megabytes=600)
        assert await worker.do(abs, -1) == 1
        with pytest.raises(TimeoutError):
            await worker.do(time.sleep, 60)
        assert await worker.do(abs, -2) == 2
        with pytest.raises(BrokenProcessPool):
            await worker.do(os._exit, 1)
        if sys.platform == "linux":
            with pytest.raises(MemoryError):
                await worker.do(bytearray, 2_000_000_000)
        busy = WorkerProcess(2, most=2)
        asked = [asyncio.create_task(busy.do(time.sleep, 0.1)) for _ in range(4)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in done] == [type(None)] * 2 + [TimeoutError] * 2
        assert await busy.do(abs, -3) == 3
        busy.end()
        slow = asyncio.create_task(worker.do(time.sleep, 60))
        await asyncio.sleep(0)
        found = await asyncio.gather(*(worker.do(abs, -n) for n in range(5)))
        assert found == [0, 1, 2, 3, 4], "those who waited are not harmed"
        with pytest.raises(TimeoutError):
            await slow
        worker.end()

    asyncio.run(use())


def test_a_table_that_breaks_does_not_stop_the_clocks_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    broken, _ = started(house, "Ann", "Ben", minutes=1)
    fine, tokens = house.open("Ann", "Ben", minutes=1)
    house.join(5, fine, tokens[0])
    assert house.say(5, type="start")["type"] == "answer"

    async def breaks(now: float) -> None:
        raise RecursionError(str(now))

    monkeypatch.setattr(house.lobby.rooms[broken], "wake", breaks)
    house.now += 61
    house.wake()
    assert {table for table, _ in house.thoughts} == {fine}


@pytest.mark.skipif(os.name != "posix", reason="other systems have other processes")
def test_processes_end_that_begin_when_the_server_is_gone(tmp_path: Path) -> None:
    """A process that is still starting when the server is killed has another parent by then."""
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait(60)
    begin = f"from kingsburg_rules.web.processes import _begin; _begin({gone.pid}, 900)"
    late = subprocess.Popen([sys.executable, "-c", f"{begin}; import time; time.sleep(60)"])
    assert late.wait(30) == 1


@pytest.mark.long
def test_bots_go_on_when_the_process_that_thinks_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely()) as served:
        seats = [{"kind": "me", "name": "Ann"}, *({"kind": "bot"} for _ in range(4))]
        made = served.post("/api/tables", {"seats": seats})
        ann = Player(served, made["table"], made["seats"][0]["token"])
        ann.do(type="start")
        ann.until("welcome")
        killed: set[int] = set()
        for option in range(12):
            assert asked([ann]).play(option)["type"] == "answer"
            for pid in descendants(served.process.pid) - killed:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        assert len(killed) >= 4
        assert asked([ann]).ask


def descendants(pid: int) -> set[int]:
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    rows = [line.split(maxsplit=1) for line in found.stdout.splitlines()]
    return {int(number) for number, command in rows if "spawn_main" in command}


FULL = """
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from kingsburg_rules.table.sqlite import SqliteStore

change = SqliteStore._change

@contextmanager
def change_unless_full(self):
    with change(self) as database:
        yield database
        if Path(options.data).with_name("full").exists():
            raise sqlite3.OperationalError("database or disk is full")

SqliteStore._change = change_unless_full
"""


def test_a_full_disk_refuses_and_the_table_goes_on_when_there_is_room(tmp_path: Path) -> None:
    full = tmp_path / "full"
    with serving(tmp_path / "tables.sqlite", program=freely(FULL)) as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        for round_ in range(3):
            full.touch()
            player = asked(players)
            before = stored(served.data, table)
            for _ in range(3):
                assert player.play()["code"] == "table.disk"
            status, body, _ = served.request("POST", "/api/tables", {"seats": TWO})
            assert (status, body["code"]) == (503, "table.disk")
            assert stored(served.data, table) == before
            full.unlink()
            assert player.play()["type"] == "answer", round_
            assert stored(served.data, table) != before


SLOW_START = """
process_limits = evolve(process_limits, answer=2, beat=0.2, restarts=1)
start = sandboxed_tables.asyncio.create_subprocess_exec

async def start_slowly(*command, **how):
    late = f"import time; time.sleep(4); import runpy; runpy.run_module('{command[2]}', run_name='__main__')"
    return await start(command[0], "-c", late, command[-1], **how)

sandboxed_tables.asyncio.create_subprocess_exec = start_slowly
"""


@pytest.mark.long
def test_a_slow_start_is_not_the_fault_of_an_uploaded_card(tmp_path: Path) -> None:
    """A process that is started again has as much time to begin as the first one."""
    with serving(tmp_path / "tables.sqlite", program=freely(SLOW_START)) as served:
        table, tokens = opened(served, packs=PACKS)
        players = [*both(served, table, tokens)]
        served.restart()
        for player in players:
            assert player.connect()["started"]
        assert asked(players).play()["type"] == "answer"


@pytest.mark.long
def test_a_full_disk_is_not_the_fault_of_an_uploaded_card(tmp_path: Path) -> None:
    full = tmp_path / "full"
    changes = f"{FULL}\npatience = evolve(process_limits, restarts=2)"
    with serving(tmp_path / "tables.sqlite", program=freely(changes)) as served:
        table, tokens = opened(served, packs=PACKS)
        players = [*both(served, table, tokens)]
        for _ in range(3):
            player = asked(players)
            seq, owed = player.seq, player.ask
            assert owed is not None
            full.touch()
            decision = owed["decision"]
            player.say(type="play", decision=decision["id"], action=decision["options"][0])
            assert player.until("closed")["code"] == "table.disk"
            full.unlink()
            for one in players:
                one.connect()
            assert player.seq == seq
            assert player.ask is not None
            assert player.ask["decision"]["id"] == decision["id"]
            assert player.play()["type"] == "answer"


def stored(data: Path, table: str) -> str:
    store = SqliteStore(data)
    found = store.find(table)
    store.close()
    assert found is not None
    return found.to_json()


BREAKING = """
async def broken(self, asked, now):
    raise RecursionError("a secret")
lobby.Lobby.request = broken
"""


def test_what_should_not_happen_is_an_answer_too(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely(BREAKING)) as served:
        status, body, headers = served.request("GET", "/api/choices")
        assert (status, body["code"]) == (500, "table.broken")
        assert "secret" not in body["message"]
        assert headers["x-content-type-options"] == "nosniff"
        assert served.request("GET", "/healthz")[0] == 200


# The file


def test_only_the_owner_may_read_the_file_and_the_health_is_that_of_it(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        assert served.get("/healthz") == {"tables": 0}
        opened(served)
        files = [*tmp_path.iterdir()]
        assert len(files) >= 3
        if os.name == "posix":
            assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
        with sqlite3.connect(served.data) as other:
            other.execute("DROP TABLE tables")
        other.close()
        status, body, _ = served.request("GET", "/healthz")
        assert (status, body["code"]) == (503, "table.disk")


@pytest.mark.long
def test_two_servers_cannot_use_one_file(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        command = [sys.executable, "-m", "kingsburg_rules", "serve", "--no-browser", "--port", "0"]
        second = subprocess.run(
            [*command, "--data", str(served.data)], capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 2
        assert "Another server uses" in second.stderr
        served.restart()  # a killed one leaves nothing in the way
        assert served.get("/healthz")
    with alone(served.data), pytest.raises(SaveError, match=r"setup\.serve"), alone(served.data):
        pass
    with pytest.raises(SaveError, match="Cannot use"), alone(tmp_path / "nowhere" / "x"):
        pass


# The end


@pytest.mark.skipif(os.name != "posix", reason="other systems have other signals")
@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        seats = [{"kind": "me", "name": "Ann"}, *({"kind": "bot"} for _ in range(4))]
        made = served.post("/api/tables", {"seats": seats})
        bots = Player(served, made["table"], made["seats"][0]["token"])
        bots.do(type="start")
        foreign, keys = opened(served, packs=PACKS)
        both(served, foreign, keys)
        assert asked(players).play()["type"] == "answer"
        answered = max(player.seq or 0 for player in players)
        bots.until("welcome")
        asked([bots]).say(type="hint")
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(served.process.pid)], capture_output=True, check=False
        )
        pids = [int(pid) for pid in found.stdout.split()]
        assert len(pids) >= 2
        served.process.send_signal(number)
        _, complaints = served.process.communicate(timeout=30)
        assert served.process.returncode in (0, -number, 128 + number)
        assert "Traceback" not in complaints, complaints
        assert tokens[0] not in complaints
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                players[0].hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert not served.data.with_name(f"{served.data.name}-wal").exists()
        deadline = time.monotonic() + 20
        while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left
        served.start()
        assert players[0].connect()["seq"] == answered
