"""The server in a process of its own: whole games, lost connections, kills, strangers and hostile uploads."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from posixpath import normpath
from typing import Any

import pytest
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed

from kingsburg_rules import modules
from kingsburg_rules.web.client_files import ClientFiles
from kingsburg_rules.web.messages import LONGEST
from support.secrets import names_hidden_from
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
    saved_game,
    serving,
    zipped,
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite", program=freely()) as found:
        yield found


def test_what_was_answered_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    """The way from a browser into the file and back, in short; the long test plays on to the end."""
    data = tmp_path / "tables.sqlite"
    with serving(data) as served:
        table, tokens = opened(served, modules=["governors"])
        players = [*both(served, table, tokens)]
        for played in range(6):
            player = asked(players)
            assert player.ask is not None
            owed = player.ask["decision"]["id"]
            assert player.play(played)["type"] == "answer"
        served.restart()
        for one in players:
            one.connect(one.seq)
        game = saved_game(data, table)
        assert game is not None
        assert all(each.id != owed for each in game.pending)
        assert walk(data, table, [*players, Player(served, table)]) > 5
        assert asked(players).play()["type"] == "answer"


@pytest.mark.long
def test_a_whole_game_with_all_modules_a_lost_connection_and_a_killed_server(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with serving(data) as served:
        table, tokens = opened(served, modules=modules())
        players = [*both(served, table, tokens)]
        watcher = Player(served, table, language="fr")
        played = walked = 0
        over = False
        while not over:
            player = asked(players)
            assert player.ask is not None
            owed = player.ask["decision"]["id"]
            assert player.play(played)["type"] == "answer"
            played += 1
            if played % 40 == 0:
                served.restart()  # with SIGKILL; what was answered is there
                for one in (*players, watcher):
                    one.connect(one.seq)
                game = saved_game(data, table)
                assert game is not None
                assert all(each.id != owed for each in game.pending)
            elif played % 25 == 0:
                player.socket.close()
                player.connect(player.seq)
            if played % 10 == 0:
                walked += walk(data, table, [*players, watcher])
            over = any(
                event["type"] == "GameEnded"
                for message in player.heard[-10:]
                for event in message.get("events", ())
            )
        assert played > 80
        assert walked > 50
        texts = [text for message in watcher.heard for text in message.get("texts", ()) if text]
        assert not played or watcher.heard
        assert all(text[-1] in ".!" for text in texts)
        record = served.get(f"/api/tables/{table}/record?token={tokens[0]}")
        assert len(json.loads(record)["actions"]) >= played


def walk(data: Path, table: str, players: list[Player]) -> int:
    """Look for names of hidden cards in everything heard since the last walk; count the names."""
    game = saved_game(data, table)
    assert game is not None
    walked = 0
    for seat, player in zip((0, 1, None), players, strict=True):
        hidden = names_hidden_from(game, seat)
        text = json.dumps(player.heard)
        assert not [name for name in hidden if f'"{name}"' in text]
        walked += len(hidden)
    return walked


def test_several_tables_at_once_know_nothing_of_each_other(served: Served) -> None:
    tables = [opened(served) for _ in range(3)]
    pairs = [both(served, table, tokens) for table, tokens in tables]
    for _ in range(5):
        for pair in pairs:
            assert asked([*pair]).play()["type"] == "answer"
    ann, _ = pairs[0]
    ann.do(type="chat", text="only here")
    for pair in pairs[1:]:
        for player in pair:
            assert player.do(type="ping")["type"] == "answer"
            assert "only here" not in json.dumps(player.heard)


def test_foreign_tokens_are_refused(served: Served) -> None:
    table, _ = opened(served)
    _, (foreign, _) = opened(served)
    for token in (foreign, "x", "%00", "' OR 1=1 --"):
        connection = served.socket(table, token.replace("'", "%27").replace(" ", "%20"))
        assert json.loads(connection.recv(timeout=30))["code"] == "table.token"
        with pytest.raises(ConnectionClosed):
            connection.recv(timeout=10)
    connection = served.socket("nothing")
    assert json.loads(connection.recv(timeout=30))["code"] == "table.none"


def test_only_pages_of_the_server_can_open_tables(served: Served) -> None:
    table, _ = opened(served)
    served.socket(table, origin=served.address.rstrip("/")).close()
    sent = json.dumps({"seats": TWO}).encode()
    status, body, _ = served.request("POST", "/api/tables", raw=sent, **{"Content-Type": "text/plain"})
    assert (status, body["code"]) == (400, "table.malformed")


def test_malformed_and_huge_messages_do_no_harm(served: Served) -> None:
    table, tokens = opened(served)
    ann, ben = both(served, table, tokens)
    for text in ("{", "[]", "[" * 5_000, "x" * (LONGEST + 1)):
        ben.socket.send(text)
        while ben.hear()["type"] != "error":
            pass
    ben.socket.send("x" * 50_000)
    with pytest.raises(ConnectionClosed):
        while True:
            ben.hear()
    ben.connect()
    ben.socket.send(b"\xff\xfe")
    with pytest.raises(ConnectionClosed):
        while True:
            ben.hear()
    ben.connect()
    assert asked([ann, ben]).play()["type"] == "answer"


@pytest.mark.parametrize(
    ("path", "raw", "status"),
    [
        ("/api/tables", b"{", 400),
        ("/api/tables", b"\xff\xff", 400),
        ("/api/tables", b" " * 3_200_000, 422),
        ("/api/tables/x/seats", b" " * 20_000, 422),
        ("/api/tables/x/seats", b"{}", 404),
        ("/api/replays", b'{"record": "{}"}', 422),
        ("/api/replays", b'{"record": 1}', 400),
        ("/api/nothing", b"{}", 404),
    ],
)
def test_requests_that_are_wrong(served: Served, path: str, raw: bytes, status: int) -> None:
    found, body, headers = served.request("POST", path, raw=raw)
    assert found == status, body
    assert set(body) >= {"code", "message"}
    assert headers["cache-control"] == "no-store"


def test_headers_make_browsers_careful(served: Served) -> None:
    for path in ("/", "/api/choices", "/nothing.js", "/api/nothing", "/healthz"):
        _, _, headers = served.request("GET", path)
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers


def test_catalogs_are_kept_and_nothing_else(served: Served) -> None:
    table, tokens = opened(served, modules=["destiny"])
    player = Player(served, table, tokens[0])
    name = player.heard[0]["catalog"]
    _, catalog, headers = served.request("GET", f"/api/catalog/{name}?language=nl")
    assert (catalog["language"], catalog["modules"]) == ("nl", ["destiny"])
    assert "immutable" in headers["cache-control"]
    assert served.request("GET", "/api/catalog/nothing")[0] == 404
    assert served.request("GET", f"/api/tables/{table}")[2]["cache-control"] == "no-store"


# Files


def bare(served: Served, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Ask for something as a browser does, which reads what is compressed."""
    return served.request("GET", path, **{"Accept-Encoding": "gzip, deflate, br", **headers})


def files_of(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="([^"]+)"', page)


def test_the_page_names_its_files_by_version_and_browsers_keep_them(served: Served) -> None:
    status, page, headers = bare(served, "/")
    assert (status, headers["cache-control"], headers["content-encoding"]) == (200, "no-cache", "gzip")
    names = files_of(gzip.decompress(page).decode())
    assert len(names) > 40
    names.remove("manifest.webmanifest")  # its icons are beside it, and its page above
    assert served.get("/manifest.webmanifest")["start_url"] == "./"
    for name in names:
        status, content, headers = bare(served, f"/{name}")
        assert status == 200, name
        assert re.fullmatch(r"c/[0-9a-f]{16}/[\w./-]+", name)
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        if headers.get("content-encoding") == "gzip":
            plain = served.request("GET", f"/{name}")
            assert "content-encoding" not in plain[2]
            assert gzip.decompress(content) == plain[1]
            assert len(content) < len(plain[1])
        else:
            assert len(content) < 400 or name.endswith((".png", ".woff2"))
    assert bare(served, "/", **{"If-None-Match": bare(served, "/")[2]["etag"]})[0] == 304


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_all_modules_of_a_game_are_named_in_the_page(served: Served, language: str) -> None:
    """Then a cold start is two round trips: the page, and everything else at once."""
    wanted = f"{language}-BE,{language};q=0.9,en;q=0.8"
    page = served.request("GET", "/", **{"Accept-Language": wanted})[1].decode()
    at_once = re.findall(r'rel="modulepreload" href="c/\w+/([^"]+)"', page)
    assert len(at_once) == len(set(at_once))
    assert {"app.js", "table/page.js", "board/court.js", "lobby/page.js", "vendor/preact.js"} <= {*at_once}
    assert [name for name in at_once if name.startswith("words/")] == [f"words/{language}.js"]
    for name in at_once:
        text = served.request("GET", f"/{name}")[1].decode()
        for path in re.findall(r'^(?:import|export|}).* from "([^"]+)";$', text, re.MULTILINE):
            assert normpath(Path(name).parent / path) in at_once, name


def test_a_page_that_is_older_than_the_server_finds_its_files(served: Served) -> None:
    older = "/c/0123456789abcdef"
    status, content, headers = served.request("GET", f"{older}/app.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert content == served.request("GET", "/app.js")[1]
    assert served.request("GET", "/app.js")[2]["cache-control"] == "no-cache"
    nothing = ("", "/", "/index.html", "/workshop.html", "/c", "/parts.d.ts")
    for path in ("/c", "/c/", "/index.html.en", *(older + each for each in nothing)):
        assert served.request("GET", path)[0] == 404, path


def test_a_changed_file_has_another_name(tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text('<head></head><script type="module" src="app.js"></script>')
    (client / "app.js").write_text("1;")

    def got(files: ClientFiles, path: str) -> str:
        asked = Request({"type": "http", "headers": [], "path_params": {"path": path}})
        return bytes(asyncio.run(files.answer(asked)).body).decode()

    files = ClientFiles(client)
    (before,) = {*files_of(got(files, ""))}
    (client / "app.js").write_text("2;")
    assert {*files_of(got(files, ""))} == {before}, "a server reads its files once"
    files = ClientFiles(client)
    (after,) = {*files_of(got(files, "index.html"))}
    assert before != after
    assert got(files, after) == "2;"


def test_only_what_everybody_may_read_is_compressed(served: Served) -> None:
    """The size of a secret with something that a stranger chose would say what the secret is."""
    sent = json.dumps({"seats": TWO, "modules": []}).encode()
    kinds = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    status, made, headers = served.request("POST", "/api/tables", raw=sent, **kinds)
    assert (status, "content-encoding" in headers) == (201, False)
    table, token = made["table"], made["seats"][0]["token"]
    player = Player(served, table, token)
    secrets = (f"/api/tables/{table}?token={token}", f"/api/tables/{table}", "/api/tables", "/api/choices")
    assert [path for path in secrets if "content-encoding" in bare(served, path)[2]] == []
    connection = HTTPConnection(served.host, served.port, timeout=30)
    catalog = f"/api/catalog/{player.heard[0]['catalog']}"
    connection.request("GET", catalog, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    packed = answer.read()
    connection.close()
    assert answer.getheader("Content-Encoding") == "gzip"
    assert len(packed) * 3 < len(gzip.decompress(packed))
    for refusing in ("gzip;q=0", "br", "identity", ""):
        assert "content-encoding" not in served.request("GET", "/app.js", **{"Accept-Encoding": refusing})[2]


@pytest.mark.parametrize(("data", "said"), [("foreign", "kingsburg: "), ("new", "Cannot serve on 127.0.0.1")])
def test_a_foreign_file_and_a_port_that_is_taken_are_messages(
    served: Served, tmp_path: Path, data: str, said: str
) -> None:
    (tmp_path / "foreign").write_text("not a database " * 1000)
    port = str(served.port if data == "new" else 0)
    command = [sys.executable, "-m", "kingsburg_rules", "serve", "--no-browser", "--port", port]
    found = subprocess.run(
        [*command, "--data", str(tmp_path / data)], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == 2
    assert found.stderr.startswith("kingsburg: ")
    assert said in found.stderr


# A full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where the system lets us make one."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if mount is None or unmount is None:
        pytest.skip("there is no mount")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        yield tmp_path
    finally:
        subprocess.run([unmount, "-l", str(tmp_path)], check=True)


@pytest.mark.long
def test_on_a_full_disk_nothing_is_half_done(small_disk: Path) -> None:
    with serving(small_disk / "tables.sqlite") as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        assert asked(players).play()["type"] == "answer"
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                for size in (1000, 1):
                    while file.write(b"x" * size):
                        pass
            except OSError:
                pass
        refused = None
        for _ in range(300):
            player = asked(players)
            before, answer = player.seq, player.play()
            if answer["type"] == "error":
                refused = answer
                break
        assert refused is not None
        assert refused["code"] == "table.disk"
        assert player.do(type="chat", text="x" * 300)["code"] == "table.disk"
        assert player.seq == before
        filler.unlink()
        assert player.play()["type"] == "answer"
        served.restart()
        for one in players:
            assert one.connect()["started"]
        assert asked(players).play()["type"] == "answer"


# Uploads


INFO = "{format: 1, id: toys, version: '1', title: <b>Toys</b>}"


@pytest.mark.long
def test_a_game_with_an_uploaded_pack_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        packs = [{"name": "toys.zip", "zip": zipped({"pack.yaml": INFO, "cards.yaml": HUT})}]
        table, tokens = opened(served, packs=packs)
        players = [*both(served, table, tokens)]
        assert served.get(f"/api/tables/{table}")["packs"] == ["<b>Toys</b>"]
        catalog = served.get(f"/api/catalog/{players[0].heard[0]['catalog']}?language=nl")
        assert "hut" in [card["id"] for card in catalog["cards"]]
        for option in range(10):
            player = asked(players)
            assert player.play(option)["type"] == "answer"
        assert asked(players).do(type="hint")["type"] == "answer"
        seq = max(player.seq or 0 for player in players)
        served.restart()
        for player in players:
            player.connect()
        assert players[0].seq == seq
        assert asked(players).play()["type"] == "answer"
        assert table not in json.dumps(served.get("/api/tables"))


@pytest.mark.parametrize(
    ("upload", "code"),
    [
        ({"name": "x.yaml", "text": HUT.replace("wood", "wod")}, "link.good"),
        ({"name": "x.yaml", "text": "!!python/object/apply:os.system ['touch /tmp/owned']"}, None),
        ({"name": "x.yaml", "text": "a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]"}, None),
        ({"name": "x.yaml", "text": "[" * 50_000}, None),
        ({"name": "x.zip", "zip": zipped({"pack.yaml": INFO, "../../evil.yaml": HUT})}, "pack.path"),
        ({"name": "x.zip", "zip": zipped({"pack.yaml": INFO, "big.yaml": " " * 20_000_000})}, "pack.size"),
        ({"name": "x.zip", "zip": base64.b64encode(b"GIF89a").decode()}, "pack.zip"),
        ({"name": "x.zip", "zip": "*"}, "table.upload"),
        ({"name": "x.zip", "zip": "\u202e"}, "table.upload"),
    ],
)
def test_hostile_uploads_are_refused(served: Served, upload: Any, code: str | None) -> None:
    status, body, _ = served.request("POST", "/api/tables", {"seats": TWO, "packs": [upload]})
    assert status == 422
    assert code in (None, body["code"])
    assert len(body["message"]) < 5000
    assert served.request("GET", "/healthz")[0] == 200


HANGING = """
import sys, time
from kingsburg_rules.table import table, tables
from kingsburg_rules.web import processes

hangs = sys.argv.pop(1)

def hang(*_, **__):
    while True:
        pass

def eat(*_, **__):
    held = []
    while True:
        held.append(bytearray(10_000_000))

if hangs == "opening":
    tables.pack_of = hang
elif hangs == "eating":
    tables.pack_of = eat
else:
    table.Table.play = hang
import asyncio
asyncio.run(processes.main(int(sys.argv[1])))
"""

SERVE_HANGING = """
import sys
from pathlib import Path
from argparse import ArgumentParser
from attrs import evolve
from kingsburg_rules.web import sandboxed_tables, serving

parser = ArgumentParser()
for name in ("--host", "--data", "--port", "--hangs"):
    parser.add_argument(name)
parser.add_argument("--no-browser", action="store_true")
options = parser.parse_args()
start = sandboxed_tables.asyncio.create_subprocess_exec

async def start_hanging(*command, **how):
    program = str(Path(options.data).with_name("hanging.py"))
    return await start(command[0], program, options.hangs, command[-1], **how)

sandboxed_tables.asyncio.create_subprocess_exec = start_hanging
process_limits = sandboxed_tables.ProcessLimits(opening=20, answer=6, beat=0.5, restarts=2)
serving.run_server(
    options.data, options.host, int(options.port), lambda address: print(address, flush=True),
    process_limits=process_limits,
)
"""


def hanging(folder: Path, hangs: str) -> Any:
    """A server whose process for uploads hangs, as if a card had found a way."""
    (folder / "hanging.py").write_text(HANGING)
    (folder / "serve.py").write_text(SERVE_HANGING)
    return serving(folder / "tables.sqlite", program=[str(folder / "serve.py"), "--hangs", hangs])


@pytest.mark.long
@pytest.mark.parametrize("hangs", ["opening", "eating"])
def test_an_upload_that_hangs_when_it_is_checked_is_killed(tmp_path: Path, hangs: str) -> None:
    with hanging(tmp_path, hangs) as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        status, body, _ = served.request("POST", "/api/tables", {"seats": TWO, "packs": PACKS})
        assert (status, body["code"]) in ((503, "table.slow"), (422, "table.stuck"))
        assert asked(players).play()["type"] == "answer"
        assert children(served) <= 2


@pytest.mark.long
def test_a_card_that_hangs_in_play_is_killed_and_others_play_on(tmp_path: Path) -> None:
    with hanging(tmp_path, "playing") as served:
        table, tokens = opened(served)
        players = [*both(served, table, tokens)]
        stuck, keys = opened(served, packs=PACKS)
        for strike in range(3):
            ann, ben = (Player(served, stuck, key) for key in keys) if strike else both(served, stuck, keys)
            player = asked([ann, ben])
            assert player.ask is not None
            decision = player.ask["decision"]
            player.say(type="play", decision=decision["id"], action=decision["options"][0])
            for _ in range(5):
                assert asked(players).play()["type"] == "answer", "others are not disturbed"
            closed = player.until("closed")
            assert closed["code"] == "table.stuck"
            if strike == 1:
                break
        connection = served.socket(stuck, keys[0])
        assert json.loads(connection.recv(timeout=20))["code"] == "table.stuck"
        assert children(served) <= 2


def children(served: Served) -> int:
    """The number of processes for uploads that still run."""
    deadline = time.monotonic() + 10
    while True:
        found = subprocess.run(
            ["ps", "--ppid", str(served.process.pid)], capture_output=True, text=True, check=False
        )
        running = [line for line in found.stdout.splitlines()[1:] if "<defunct>" not in line]
        if len(running) <= 2 or time.monotonic() > deadline:
            return len(running)
        time.sleep(0.2)


@pytest.mark.long
def test_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        opened(served, packs=PACKS)
        plain, keys = opened(served)
        ann, ben = both(served, plain, keys)
        asked([ann, ben]).do(type="hint")
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(served.process.pid)], capture_output=True, check=False
        )
        pids = [int(pid) for pid in found.stdout.split()]
        assert len(pids) >= 2
        served.kill()
    deadline = time.monotonic() + 20
    while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not left


def test_a_searching_bot_plays_while_hints_are_given(served: Served) -> None:
    """Deep thoughts have a process of their own, and quick ones go on meanwhile."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "name": "Deep", "bot": "search"}]
    table, tokens = opened(served, seats=seats)
    ann = Player(served, table, tokens[0])
    assert ann.do(type="start")["type"] == "answer"
    for _ in range(2):
        assert asked([ann]) is ann
        assert ann.do(type="hint")["why"]
        ann.play()
    ann.close()
