"""What the page on operating a server says, done: its proxies, its unit, its backups and its restart."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from attrs import evolve
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed

from kingsburg_rules import SetupError
from kingsburg_rules.cli.serve import KEPT, add_options, run
from kingsburg_rules.table import MemoryStore, SavedTable, uploads
from kingsburg_rules.web import server, server_limits
from kingsburg_rules.web import serving as serving_module
from kingsburg_rules.web.connections import SECONDS_TO_ANSWER, SECONDS_TO_ASK
from kingsburg_rules.web.logs import UVICORN, LogFormat, start_logging
from kingsburg_rules.web.metrics import HELP
from kingsburg_rules.web.sandboxed_tables import PROCESS_LIMITS
from kingsburg_rules.web.serving import own_addresses, run_server
from support.server import (
    ROOT,
    TWO,
    Player,
    Served,
    asked,
    both,
    first_line,
    flood,
    freely,
    opened,
    opens_many,
    saved_game,
    serving,
)

PAGE = (ROOT / "docs" / "how-to" / "operate-a-server.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The blocks of the page in a language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found


def block(language: str, with_: str) -> str:
    (found,) = (each for each in blocks(language) if with_ in each)
    return found


def program(name: str) -> str:
    """A program of this machine."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"needs {name}")
    return found


def test_every_block_of_the_page_is_known_here() -> None:
    """A new command needs a test, or a reason here why it has none."""
    known = [
        "kingsburg serve\n",
        "--proxy 127.0.0.1",
        "python3 -m venv",
        "curl",
        "kingsburg tables",
        "umask",
        "systemctl stop",
        "pip install --upgrade",
        "--static",
    ]
    found = blocks("sh")
    assert [[name for name in known if name in each] for each in found] == [[name] for name in known]
    assert len(blocks("ini")) == len(blocks("dockerfile")) == len(blocks("text")) == len(blocks("json")) == 1
    assert len(blocks("nginx")) == 2


def test_the_limits_are_those_of_the_code() -> None:
    table = PAGE.partition("## Limits")[2].partition("##")[0]
    found = server_limits.LIMITS
    for said in (
        f"{found.tables.tables:,}, {found.connections} connections at each",
        f"{found.all_connections:,}, {found.own_connections} from each address",
        f"{found.openings.per_second} new ones a second from each address, after the first "
        f"{found.openings.at_once} |",
        f"{found.requests.per_second} a second for each connection, 10,000 characters each",
        f"after the first {found.chats.at_once} or {found.changes.at_once} |",
        f"{server.SECONDS_TO_THINK} seconds of thought, {server.MOST_WISHES} waiting",
        f"after the first {found.tries.at_once} |",
        f"{uploads.LONGEST_UPLOAD // 10**6} MB of packs for each table, eight tables at once",
        f"{server.MOST_WAITING:,} characters, or {server.SECONDS_TO_SEND} seconds",
        f"{SECONDS_TO_ASK:.0f} seconds; a request with its reply, ",
        f"with its reply, {SECONDS_TO_ANSWER:.0f} seconds",
    ):
        assert said in table
    assert (
        PROCESS_LIMITS.processes,
        PROCESS_LIMITS.megabytes,
        PROCESS_LIMITS.answer,
        PROCESS_LIMITS.restarts,
    ) == (8, 700, 10, 3)
    tables = PAGE.partition("## Tables")[2].partition("##")[0]
    for kind in KEPT:
        hours = getattr(found.tables, kind)
        assert re.search(rf"\| {hours} hours( \(14 days\))? \| `--{kind}` \|", tables)
    most = f"opened {found.tables.own_tables} of the {found.tables.tables:,} tables"
    assert most in " ".join(tables.split())
    assert found.chats.per_second == found.changes.per_second == 0.5
    assert found.tries.per_second == 0.2


def test_options_say_how_long_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[server_limits.ServerLimits] = []
    monkeypatch.setattr(serving_module, "run_server", lambda *_, limits, **__: started.append(limits))
    parser = ArgumentParser()
    add_options(parser)
    for given in ([], ["--unplayed", "1", "--over", "2", "--playing", "3"]):
        assert run(parser.parse_args(["--no-browser", *given])) == 0
    usual = server_limits.LIMITS
    chosen = evolve(usual, tables=evolve(usual.tables, unplayed=1, over=2, playing=3))
    assert started == [usual, chosen]
    for wrong in ("0", "-1", "1.5", "never", "9" * 20):
        with pytest.raises(SystemExit):
            parser.parse_args(["--over", wrong])


def test_a_store_that_does_not_answer_stops_neither_the_health_nor_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stuck = threading.Event()

    class Stuck(MemoryStore):
        def find(self, table: str) -> SavedTable | None:
            stuck.wait(30)
            return super().find(table)

    async def use() -> tuple[int, object]:
        asked = asyncio.create_task(server.Server(Stuck())._health(Request({"type": "http"})))
        others = 0
        while not asked.done():
            await asyncio.sleep(0.001)
            others += 1
        stuck.set()
        assert others > 1
        return asked.result().status_code, json.loads(bytes(asked.result().body))["code"]

    monkeypatch.setattr(server, "SECONDS_OF_HEALTH", 0.05)
    assert asyncio.run(use()) == (503, "table.slow")


# Behind a proxy

PROXIED = 'how = {"proxies": ["127.0.0.1"]}'


def metrics(served: Served) -> str:
    status, found, _ = served.request("GET", "/metrics")
    assert status == 200
    return str(found, "utf-8")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def behind(served: Served, command: list[str], port: int) -> Iterator[Served]:
    """The server through a proxy."""
    proxy = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    direct = served.port
    try:
        for _ in range(100):
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert proxy.poll() is None, proxy.communicate(timeout=20)[0]
            time.sleep(0.1)
        served.port = port
        yield served
    finally:
        served.port = direct
        proxy.terminate()
        proxy.communicate(timeout=20)


def plays_behind(served: Served) -> None:
    """Play, upload, and be refused as a page from elsewhere, through a proxy."""
    table, tokens = opened(served)
    players = [*both(served, table, tokens)]
    for option in range(10):
        assert asked(players).play(option)["type"] == "answer"
    origin = f"http://127.0.0.1:{served.port}"
    served.socket(table, origin=origin).close()
    with pytest.raises(Exception, match="403"):
        served.socket(table, origin="https://evil.example")
    status, _, headers = served.request("GET", "/")
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    large = {"seats": TWO, "packs": [{"name": "x", "text": "#" * 2_900_000}]}
    assert served.request("POST", "/api/tables", large)[0] == 422


@pytest.mark.long
def test_people_play_behind_nginx(tmp_path: Path) -> None:
    nginx, port = program("nginx"), free_port()
    with serving(tmp_path / "tables.sqlite", program=freely(PROXIED)) as served:
        site = block("nginx", "server {").replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        site = re.sub(r"\n *ssl_\w+ .*", "", site).replace("127.0.0.1:8000", f"127.0.0.1:{served.port}")
        temporary = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/errors;\n"
            f"{block('nginx', 'events {')}\nhttp {{ {temporary} {site} }}\n"
        )
        with behind(served, [nginx, "-p", str(tmp_path), "-c", str(config)], port):
            plays_behind(served)
            with ExitStack() as stack:
                table, tokens = opened(served)
                ann = Player(served, table, tokens[0])
                opens_many()
                upgrade = (
                    f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\n"
                    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                ).encode()
                for sent in (b"", b"GET / HTTP/1.1\r\nA: ", upgrade):
                    for one in flood(served, "127.0.0.2", 1300, sent):
                        stack.enter_context(one)
                    for _ in range(10):
                        assert served.get("/healthz")
                        assert ann.do(type="ping")["type"] == "answer"
            assert served.request("GET", "/metrics")[0] == 404
        assert "kingsburg_connections " in metrics(served)


@pytest.mark.long
def test_people_play_behind_caddy(tmp_path: Path) -> None:
    caddy, port = program("caddy"), free_port()
    with serving(tmp_path / "tables.sqlite", program=freely(PROXIED)) as served:
        site = block("text", "reverse_proxy").replace("kingsburg.example.org", f"http://127.0.0.1:{port}")
        config = tmp_path / "Caddyfile"
        config.write_text("{\n    admin off\n}\n" + site.replace(":8000", f":{served.port}"))
        with behind(served, [caddy, "run", "--config", str(config), "--adapter", "caddyfile"], port):
            plays_behind(served)


def test_behind_a_proxy_each_address_has_its_own_limit(tmp_path: Path) -> None:
    changes = f"{PROXIED}; limits = evolve(LIMITS, own_connections=2)"
    with serving(tmp_path / "tables.sqlite", program=freely(changes)) as served:

        def tries(address: str) -> list[int]:
            header = {"X-Forwarded-For": address}
            return [served.request("POST", "/api/tables", raw=b"{", **header)[0] for _ in range(30)]

        table, _ = opened(served)
        assert 429 in tries("192.0.2.1")
        assert tries("192.0.2.2")[0] == 400
        codes = list[str]()
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
            connection = served.socket(table, additional_headers={"X-Forwarded-For": address})
            with suppress(ConnectionClosed):  # one that is too many may be closed before
                connection.send('{"type": "hello"}')
            codes.append(str(json.loads(connection.recv(timeout=30)).get("code")))
        assert codes == ["None", "None", "table.full", "None"]
        assert served.request("GET", "/metrics", **{"X-Forwarded-For": "192.0.2.1"})[0] == 404


def test_without_a_proxy_nobody_speaks_for_others(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        headers = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(30)]
        codes = [served.request("POST", "/api/tables", raw=b"{", **each)[0] for each in headers]
        assert codes[0] == 400
        assert codes[-1] == 429


def test_metrics_and_logs_are_those_of_the_page(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", program=freely('how = {"log_format": "json"}')) as served:
        table, tokens = opened(served)
        ann = Player(served, table, tokens[0])
        text = metrics(served)
        for name, help_ in HELP.items():
            assert f"# HELP {name} {help_}\n# TYPE {name} " in text or name in SELDOM
        for line in (
            *("kingsburg_connections 2", "kingsburg_websockets 1", "kingsburg_messages_total 1"),
            *("kingsburg_tables 1", "kingsburg_tables_stored 1", 'kingsburg_requests_total{status="201"} 1'),
        ):
            assert f"\n{line}\n" in text
        for name in re.findall(r"`((?:kingsburg)_\w+)`", PAGE):
            assert name in HELP
        ann.close()
        served.process.terminate()
        lines = [json.loads(line) for line in served.process.communicate(timeout=30)[1].splitlines()]
        assert [line["message"] for line in lines] == ["the server has started", "the server ends"]
        told = json.loads(block("json", "{"))
        assert {key: type(value) for key, value in lines[0].items()} == {
            key: type(value) for key, value in told.items()
        }
        assert (told["connections"], told["own"]) == (lines[0]["connections"], lines[0]["own"])


@pytest.fixture
def loggers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the loggers as they were."""
    for name in ("kingsburg", UVICORN):
        for of_it in ("handlers", "propagate", "level"):
            monkeypatch.setattr(logging.getLogger(name), of_it, getattr(logging.getLogger(name), of_it))


@pytest.mark.usefixtures("loggers")
@pytest.mark.parametrize("form", ["text", "json"])
def test_mistakes_are_logged_and_those_of_strangers_counted(
    capsys: pytest.CaptureFixture[str], form: LogFormat
) -> None:
    malformed = start_logging(form)
    uvicorn = logging.getLogger(UVICORN)
    uvicorn.warning("Invalid HTTP request received.")
    uvicorn.warning("Unsupported upgrade request.")
    uvicorn.error("Invalid UTF-8 sequence received from client.")
    assert capsys.readouterr().err == ""
    assert malformed.count == 3
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        uvicorn.exception("Exception in ASGI application\n")
        logging.getLogger("kingsburg").exception("a request could not be answered")
    written = capsys.readouterr().err
    assert written.count("ZeroDivisionError: division by zero") == 2
    if form == "json":
        lines = [json.loads(line) for line in written.splitlines()]
        assert [line["level"] for line in lines] == ["error", "error"]
        assert lines[1]["message"] == "a request could not be answered"


def test_a_proxy_is_an_address(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no address or network"):
        run_server(str(tmp_path / "x"), "127.0.0.1", 0, print, proxies=["kingsburg.example.org"])


SELDOM = ("kingsburg_connections_refused_total",)
"""Metrics that are there only when something has happened."""


# With systemd, in a container


def test_the_unit_of_systemd_is_right(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    unit = tmp_path / "kingsburg.service"
    text = block("ini", "[Service]")
    command = re.search("^ExecStart=(.*)", text, re.MULTILINE)
    assert command
    assert " serve --no-browser --data " in command[1]
    unit.write_text(text.replace("/opt/kingsburg/bin/kingsburg", "/bin/true"))
    done = subprocess.run(
        [analyze, "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Unknown" not in done.stderr


def test_the_command_of_the_container_serves(tmp_path: Path) -> None:
    """The image itself is not built here; its command and its check are run with other paths."""
    text = block("dockerfile", "FROM")
    commands = dict(re.findall(r'^(?:(HEALTHCHECK) )?CMD \["(.*)"\]$', text, re.MULTILINE))
    serve, check = (commands[name].split('", "') for name in ("", "HEALTHCHECK"))
    assert serve[:2] == ["kingsburg", "serve"]
    port = free_port()
    data = str(tmp_path / "tables.sqlite")
    arguments = [data if one == "/data/tables.sqlite" else one for one in serve[1:]]
    running = subprocess.Popen(
        [sys.executable, "-m", "kingsburg_rules", *arguments, "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert f":{port}/" in first_line(running)
        assert check[0] == "python"
        code = check[2].replace(":8000", f":{port}")
        assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
    finally:
        running.kill()
        running.communicate()
    refused = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert refused.returncode != 0


def test_the_check_of_the_health_is_right(tmp_path: Path) -> None:
    command = block("sh", "curl").strip().split()
    with serving(tmp_path / "tables.sqlite") as served:
        command = [program("curl"), *(one.replace(":8000", f":{served.port}") for one in command[1:])]
        found = subprocess.run(command, capture_output=True, check=True, timeout=60)
        assert found.stdout == b'{"tables":0}'
        served.kill()
        assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode != 0
        served.start()


# Backups


@pytest.mark.long
def test_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    """The commands of the page, while people play: a backup, more actions, and back."""
    program("sqlite3")
    data, backup = tmp_path / "data", tmp_path / "backup"
    data.mkdir()
    backup.mkdir()

    def do(commands: str, **systemctl: Callable[[], None]) -> str:
        """Run the lines in a shell, but those for systemd here."""
        said = ""
        for line in commands.strip().splitlines():
            if line.startswith("systemctl"):
                systemctl[line.split()[1]]()
                continue
            here = line.replace("/var/lib/kingsburg", str(data)).replace("/backup/", f"{backup}/")
            done = subprocess.run(
                ["sh", "-c", f"umask 077; {here}"], capture_output=True, text=True, check=True, timeout=60
            )
            said += done.stdout
        return said

    with serving(data / "tables.sqlite", program=freely()) as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        for option in range(10):
            assert asked(players).play(option)["type"] == "answer"
        known = max(player.seq or 0 for player in players)
        assert do(block("sh", "umask")).strip() == "ok"
        assert (backup / "tables.sqlite").stat().st_mode & 0o077 == 0
        for option in range(10):
            assert asked(players).play(option)["type"] == "answer"
        assert max(player.seq or 0 for player in players) > known
        do(block("sh", "systemctl stop"), stop=served.kill, start=served.start)
        game = saved_game(served.data, table)
        assert game is not None
        assert game.view().seq == known
        for player in players:
            welcome = player.connect(player.seq)
            assert welcome["seq"] == known
            assert welcome["view"] is not None
        assert asked(players).play()["type"] == "answer"
        assert Player(served, table).seq


def test_a_server_tells_its_own_machine_how_others_reach_it(tmp_path: Path) -> None:
    """On loopback nobody else does; what is bound to a network says so, and only to this machine."""
    for host, count in (("127.0.0.1", 0), ("0.0.0.0", len(own_addresses()))):
        with serving(tmp_path / f"{host}.sqlite", host=host) as served:
            addresses = served.get("/api/addresses")["addresses"]
            assert len(addresses) == count
            for address in addresses:
                port, own = urlsplit(address).port, urlsplit(address).hostname
                assert port == served.port
                asked_from_outside = HTTPConnection(str(own), served.port, timeout=10)
                asked_from_outside.request("GET", "/api/addresses")
                assert json.load(asked_from_outside.getresponse()) == {"addresses": []}
                asked_from_outside.close()
