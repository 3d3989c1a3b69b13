"""Connections at the socket: idle, slow, half open and in floods, in numbers that exceed the limits."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kingsburg_rules import SetupError
from kingsburg_rules.web.connections import (
    FILES,
    MOST_LEFT,
    REFUSAL,
    SECONDS_TO_ANSWER,
    SECONDS_TO_ASK,
    SECONDS_TO_TAKE,
    Connection,
    Connections,
    within_open_files,
)
from kingsburg_rules.web.guards import is_known
from kingsburg_rules.web.server_limits import LIMITS, Rate, ServerLimits
from support.server import TWO, Player, Served, flood, freely, opened, opens_many, serving

resource = pytest.importorskip("resource", reason="systems without it count no open files")

LOOPBACK = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="only on Linux all of 127.0.0.0/8 is this machine"
)

FEW = evolve(LIMITS, all_connections=8, own_connections=3, openings=Rate(1000, 1000))


# Counting, without HTTP


class Listening:
    """Connections to a socket of this test, which are kept open and never answered."""

    def __init__(self, limits: ServerLimits, *proxies: str) -> None:
        self.connections = Connections(limits, [ip_network(each) for each in proxies])
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.clients: list[socket.socket] = []

    async def __aenter__(self) -> Listening:
        self.task = asyncio.create_task(self.connections.accept(self.socket, lambda _: asyncio.Protocol()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        for each in [*self.clients, self.socket]:
            each.close()
        self.end()

    def end(self) -> None:
        for connection in [*self.connections.open]:
            if connection.transport is not None:
                connection.transport.abort()

    async def connect(self, host: str) -> socket.socket:
        found = socket.socket()
        found.bind((host, 0))
        found.setblocking(False)
        before = self.connections.accepted + self.connections.refused.total()
        await asyncio.get_running_loop().sock_connect(found, self.socket.getsockname())
        await self.until(lambda: self.connections.accepted + self.connections.refused.total() > before)
        self.clients.append(found)
        return found

    async def until(self, what: Any) -> None:
        for _ in range(1000):
            if what():
                return
            await asyncio.sleep(0.001)
        raise AssertionError("it does not happen")


async def is_refused(client: socket.socket) -> bool:
    """Whether a connection was ended with a refusal; one that was accepted says nothing."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            return await asyncio.get_running_loop().sock_recv(client, 1000) == REFUSAL
    return False


@LOOPBACK
def test_an_address_has_only_its_share_and_gets_it_back() -> None:
    async def use() -> None:
        async with Listening(FEW) as found:
            clients = [await found.connect("127.0.0.2") for _ in range(5)]
            assert [await is_refused(one) for one in clients] == [False] * 3 + [True] * 2
            assert not await is_refused(await found.connect("127.0.0.1"))
            clients[0].close()
            await found.until(lambda: len(found.connections.open) == 3)
            assert not await is_refused(await found.connect("127.0.0.2"))
            found.end()
            await found.until(lambda: not found.connections.open)
            again = [await is_refused(await found.connect("127.0.0.2")) for _ in range(4)]
            assert again == [False] * 3 + [True]
            assert found.connections.refused == {"address": 3}

    asyncio.run(use())


@LOOPBACK
def test_all_addresses_together_have_only_so_many() -> None:
    async def use() -> None:
        async with Listening(FEW) as found:
            refused = [await is_refused(await found.connect(f"127.0.0.{2 + n // 2}")) for n in range(12)]
            assert refused == [False] * 8 + [True] * 4
            assert found.connections.refused == {"full": 4}

    asyncio.run(use())


@LOOPBACK
def test_connections_are_opened_at_a_rate() -> None:
    async def use() -> None:
        async with Listening(evolve(FEW, openings=Rate(2, 0.001))) as found:
            for refused in (False, False, True, True):
                client = await found.connect("127.0.0.2")
                assert await is_refused(client) is refused
                client.close()
                await found.until(lambda: not found.connections.open)
            assert not await is_refused(await found.connect("127.0.0.1"))
            assert found.connections.refused == {"rate": 2}

    asyncio.run(use())


@LOOPBACK
def test_a_proxy_may_have_all_connections() -> None:
    async def use() -> None:
        async with Listening(evolve(FEW, openings=Rate(2, 0.001)), "127.0.0.2") as found:
            refused = [await is_refused(await found.connect("127.0.0.2")) for _ in range(9)]
            assert refused == [False] * 8 + [True]
            assert found.connections.refused == {"full": 1}

    asyncio.run(use())


def test_a_system_without_room_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asyncio would log a traceback for each connection that cannot be accepted."""
    faults: list[object] = []

    async def use() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, what: faults.append(what))
        accept = loop.sock_accept
        errors = [OSError(errno.EMFILE, "too many"), OSError(errno.ECONNABORTED, "gone")]

        async def fails(listening: socket.socket) -> tuple[socket.socket, Any]:
            if errors:
                raise errors.pop()
            return await accept(listening)

        monkeypatch.setattr(loop, "sock_accept", fails)
        async with Listening(FEW) as found:
            client = socket.socket()
            client.setblocking(False)
            await loop.sock_connect(client, found.socket.getsockname())
            found.clients.append(client)
            await found.until(lambda: found.connections.accepted)
            assert found.connections.refused == {"system": 2}

    asyncio.run(use())
    assert not faults


# Time


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.left, self.closing = 0, False

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return self.closing


def lasts(connection: Connection, seconds: float) -> bool:
    """Whether a connection may stay as it is for just so long."""
    assert not connection.is_overdue(1000)
    assert not connection.is_overdue(1000 + seconds - 1)
    return connection.is_overdue(1000 + seconds)


def test_a_connection_that_does_nothing_is_overdue() -> None:
    transport = Transport()
    connection = Connection("x", transport)
    assert lasts(connection, SECONDS_TO_ASK)
    with connection.working("http"):
        assert lasts(connection, SECONDS_TO_ANSWER)
    assert lasts(connection, SECONDS_TO_ASK)
    with connection.working("websocket"):
        assert not connection.is_overdue(1000)
        assert not connection.is_overdue(1_000_000)
        transport.left = MOST_LEFT + 1
        assert lasts(connection, SECONDS_TO_TAKE)
        transport.left += 1
        assert lasts(connection, SECONDS_TO_TAKE)
    transport.left = 1
    assert lasts(connection, SECONDS_TO_ANSWER)
    transport.closing = True
    assert lasts(connection, SECONDS_TO_TAKE)
    assert not Connection("x").is_overdue(1_000_000)


# Files


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "everybody", "one"),
    [
        (256, 1_000_000, 1200, 1000, 200),
        (1024, 1024, 1024, 824, 164),
        (300, 600, 600, 400, 80),
        (5000, 5000, 5000, 1000, 200),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, resource.RLIM_INFINITY, 1000, 200),
        (1024, resource.RLIM_INFINITY, 1200, 1000, 200),
    ],
)
def test_limits_follow_from_what_may_be_opened(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int, everybody: int, one: int
) -> None:
    now = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: now[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: now.append(both))
    found = within_open_files(LIMITS)
    assert now[-1] == (raised, hard)
    assert (found.all_connections, found.own_connections) == (everybody, one)


def test_a_server_needs_some_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (FILES, FILES))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: None)
    with pytest.raises(SetupError, match="must be able to open"):
        within_open_files(LIMITS)


# A server


LOWER = """
limits = evolve(limits, own_connections=6, all_connections=30)
connections.SECONDS_TO_ASK, connections.LOOK = 2, 0.1
how = {"names": ["Kingsburg.example"]}
"""


def complaints(served: Served) -> str:
    """End a server, and return what it has logged."""
    served.process.terminate()
    return served.process.communicate(timeout=30)[1]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite", program=freely(LOWER)) as found:
        yield found
        assert complaints(found) == "", "strangers write nothing to the log"


def still_open(found: list[socket.socket]) -> int:
    """Count the connections that the server has not ended."""
    left = 0
    for one in found:
        one.setblocking(False)
        try:
            one.recv(1000)
        except BlockingIOError:
            left += 1
        except OSError:
            pass
    return left


def wait_until(what: Callable[[], bool], seconds: float = 60) -> None:
    for _ in range(int(seconds / 0.1)):
        if what():
            return
        time.sleep(0.1)
    raise AssertionError("it does not happen")


def until_open(found: list[socket.socket], most: int) -> None:
    """Wait until the server has ended all but so many connections."""
    wait_until(lambda: still_open(found) <= most)


def health(served: Served) -> int:
    """The status of the health; 0 if the connection was ended before it was asked."""
    try:
        return served.request("GET", "/healthz")[0]
    except OSError:
        return 0


@LOOPBACK
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nA: ",
        pytest.param(b"GET / HT", marks=pytest.mark.long),
        pytest.param(b"GET /ws/x HTTP/1.1\r\nUpgrade: ", marks=pytest.mark.long),
    ],
)
def test_a_flood_from_one_address_closes_nothing_for_others(served: Served, sent: bytes) -> None:
    table, tokens = opened(served)
    ann = Player(served, table, tokens[0])
    with ExitStack() as stack:
        idle = [stack.enter_context(one) for one in flood(served, "127.0.0.2", 40, sent)]
        until_open(idle, 6)
        assert served.get("/healthz")
        assert ann.do(type="ping")["type"] == "answer"
        until_open(idle, 0)
    assert ann.do(type="ping")["type"] == "answer"
    ann.close()


def said(served: Served, sent: bytes) -> bytes:
    """What is answered to bytes, until the server ends the connection."""
    with socket.create_connection((served.host, served.port), timeout=20) as connection:
        connection.sendall(sent)
        found = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(65536):
                found += part
        return found


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 300_000 + b"\r\n\r\n",
    ],
)
def test_invalid_http_is_refused_without_a_line(served: Served, sent: bytes) -> None:
    found = said(served, sent)
    assert found[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 501", b"")


def test_a_request_of_two_lengths_ends_the_connection(served: Served) -> None:
    body = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    lengths = f"Content-Length: {len(body)}\r\nTransfer-Encoding: chunked\r\n\r\n"
    found = said(served, f"{head}{lengths}".encode() + body)
    assert found.startswith(b"HTTP/1.1 400")
    assert found.count(b"HTTP/1.1") == 1


def frame(code: int, data: bytes, *, last: bool = True) -> bytes:
    assert len(data) < 126
    return bytes([0x80 * last | code, 0x80 | len(data)]) + bytes(4) + data


BROKEN = {
    "binary": (frame(2, b"{}"), 1008),
    "half a letter": (frame(1, b"\xff\xfe"), 1007),
    "an unknown kind": (frame(3, b"x"), 1002),
    "a piece of nothing": (frame(0, b"x"), 1002),
    "a long ping": (bytes([0x89, 0xFE, 0, 200]) + bytes(204), 1002),
    "no mask": (b"\x81\x02{}", 1002),
    "compressed nonsense": (bytes([0xC1, 0x82]) + bytes(4) + b"\xff\xff", 1002),
    "pieces without an end": (frame(1, b"", last=False) + frame(0, b"", last=False) * 5000, 1006),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_frames_end_the_connection(served: Served, kind: str) -> None:
    table, tokens = opened(served)
    ann = Player(served, table, tokens[0])
    stranger = served.socket(table)
    sent, code = BROKEN[kind]
    stranger.socket.sendall(sent)
    with pytest.raises(ConnectionClosed) as closed:
        while message := stranger.recv(timeout=20):
            assert json.loads(message)["type"] in ("closed", "people")
    assert (closed.value.rcvd.code if closed.value.rcvd else 1006) in (code, 1013)
    assert ann.do(type="ping")["type"] == "answer"
    ann.close()


def test_a_binary_message_is_answered(served: Served) -> None:
    table, _ = opened(served)
    stranger = served.socket(table)
    stranger.send(b"{}")
    message = json.loads(stranger.recv(timeout=20))
    assert (message["type"], message["code"]) == ("closed", "table.malformed")


def test_millions_of_empty_pieces_hold_nobody_up(served: Served) -> None:
    table, tokens = opened(served)
    ann = Player(served, table, tokens[0])
    stranger = served.socket(table)
    with suppress(OSError):
        stranger.socket.sendall(frame(1, b"", last=False))
        for _ in range(200):
            stranger.socket.sendall(frame(0, b"", last=False) * 10_000)
        raise AssertionError("two million pieces are taken")
    assert ann.do(type="ping")["type"] == "answer"
    ann.close()


# Hosts


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.5:8000", True),
        ("[::1]", True),
        ("[fe80::1]:8000", True),
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("table.localhost:8000", True),
        ("kingsburg.example:8000", True),
        ("KINGSBURG.example.", True),
        ("x.kingsburg.example", False),
        ("kingsburg.example.evil.example", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example@127.0.0.1", False),
        ("[127.0.0.1", False),
        ("127.0.0.1:x", False),
        ("2130706433", False),
        ("[localhost]", False),
        ("", False),
    ],
)
def test_only_own_names_and_addresses_are_known(host: str, is_own: bool) -> None:
    assert is_known(host, {"kingsburg.example"}) is is_own


def test_a_page_that_leads_its_own_name_here_reads_nothing(served: Served) -> None:
    table, _ = opened(served)
    for path in ("/", "/api/choices", "/api/tables", "/healthz"):
        status, _, headers = served.request("GET", path, Host=f"evil.example:{served.port}")
        assert status == 421
        assert headers["x-content-type-options"] == "nosniff"
    origin = f"http://evil.example:{served.port}"
    host = {"Host": f"evil.example:{served.port}"}
    with pytest.raises(InvalidStatus) as refused:
        served.socket(table, origin=origin, additional_headers=host)
    assert refused.value.response.status_code in (400, 421)


def test_a_name_that_was_set_is_served(served: Served) -> None:
    assert served.request("GET", "/api/choices", Host="kingsburg.example")[0] == 200


# Numbers of the world


@LOOPBACK
@pytest.mark.long
@pytest.mark.parametrize("files", [None, 1024])
def test_1300_idle_connections_close_nothing_for_others(tmp_path: Path, files: int | None) -> None:
    opens_many()
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))" if files else ""
    with serving(tmp_path / "tables.sqlite", program=freely(few)) as served, ExitStack() as stack:
        table, tokens = opened(served)
        ann = Player(served, table, tokens[0])
        most, own = (files - FILES, 164) if files else (LIMITS.all_connections, LIMITS.own_connections)
        idle: list[socket.socket] = []
        for _ in range(3):
            idle += [stack.enter_context(one) for one in flood(served, "127.0.0.2", 1300)]
            until_open(idle, own)
            for _ in range(20):
                assert served.get("/healthz")
                assert ann.do(type="ping")["type"] == "answer"
        # Seven addresses fill it, but it goes on for those who are there, and says nothing.
        for host in range(3, 10):
            idle += [stack.enter_context(one) for one in flood(served, f"127.0.0.{host}", 300)]
        until_open(idle, most)
        assert health(served) in (503, 0)
        assert ann.do(type="ping")["type"] == "answer"
        stack.close()
        wait_until(lambda: health(served) == 200)
        assert ann.do(type="ping")["type"] == "answer"
        assert served.post("/api/tables", {"seats": TWO})
        assert complaints(served) == ""


@LOOPBACK
@pytest.mark.long
def test_a_server_without_files_writes_nothing_and_goes_on(tmp_path: Path) -> None:
    """More connections are allowed than the system can open, as if something else had taken its files."""
    few = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)); connections.FILES = -1200"
    with serving(tmp_path / "tables.sqlite", program=freely(few)) as served, ExitStack() as stack:
        table, tokens = opened(served)
        ann = Player(served, table, tokens[0])
        for one in flood(served, "127.0.0.2", 150):
            stack.enter_context(one)
        assert ann.do(type="ping")["type"] == "answer"
        stack.close()
        assert served.get("/healthz")
        assert complaints(served) == ""
