"""The lobby behind messages, as in a worker: with a page made of Python, and in Pyodide itself."""

from __future__ import annotations

import heapq
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import choices
from kingsburg_rules.web.static import (
    CLIENT,
    PYODIDE,
    PYODIDE_BYTES,
    PYODIDE_FILES,
    is_for_developers,
    write_site,
)
from kingsburg_rules.web.worker import Worker

NODE = shutil.which("node")
PYODIDE_FOLDER = os.environ.get("KINGSBURG_PYODIDE", "")
"""A folder with Pyodide and its packages, such as `node_modules/pyodide` after `npm install pyodide`."""

HUT = "{format: 1, buildings: [{id: hut, name: Hut, row: H, column: 1, cost: {wood: 1}, vp: 1}]}"
SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "bot"}]


class Page:
    """What a page does with a worker: it hears messages, and keeps what is to be kept."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.kept: dict[str, dict[str, Any]] = {}
        self.later: list[tuple[float, int, Callable[[], None]]] = []
        self.numbers = count(1)
        self.now = 0.0
        self.worker = Worker(self.post, self.call_later)

    def post(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        if "save" in message:
            packs = {**self.kept.get(message["save"], {}).get("packs", {}), **message["packs"]}
            self.kept[message["save"]] = {"text": message["text"], "packs": packs}

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        heapq.heappush(self.later, (self.now + seconds, next(self.numbers), call))

    def run(self, seconds: float = 5) -> None:
        """Let some time pass."""
        end = self.now + seconds
        while self.later and self.later[0][0] <= end:
            self.now, _, call = heapq.heappop(self.later)
            call()
        self.now = end

    def tell(self, **message: object) -> None:
        self.worker.hear(json.dumps(message))

    def request(self, method: str, path: str, body: object = None) -> Any:
        number = next(self.numbers)
        self.tell(http=number, method=method, path=path, body=body)
        (reply,) = [one for one in self.heard if one.get("http") == number]
        return reply

    def messages(self, connection: int) -> list[Any]:
        return [json.loads(one["message"]) for one in self.heard if one.get("ws") == connection]

    def say(self, connection: int, **message: object) -> None:
        self.tell(ws=connection, message=json.dumps(message))

    def ask(self, connection: int) -> Any:
        return next(
            m["ask"] for m in reversed(self.messages(connection)) if m["type"] in ("events", "welcome")
        )


def opened(page: Page, **wishes: object) -> tuple[str, list[str]]:
    reply = page.request("POST", "/api/tables", {"seats": SEATS, **wishes})
    assert reply["status"] == 201
    return reply["body"]["table"], [seat["token"] for seat in reply["body"]["seats"]]


def joined(page: Page, table: str, tokens: list[str]) -> None:
    for seat, token in enumerate(tokens):
        page.tell(ws=seat, open={"table": table, "token": token})
        page.say(seat, type="hello", language="nl")


def play_on(page: Page, most: int) -> int:
    played = 0
    while played < most:
        page.run(1)
        seat = next((seat for seat in (0, 1) if page.ask(seat)), None)
        if seat is None:
            return played
        decision = page.ask(seat)["decision"]
        option = decision["options"][played % len(decision["options"])]
        page.say(seat, type="play", id=5, decision=decision["id"], action=option)
        assert page.messages(seat)[-1]["type"] in ("events", "people", "answer")
        played += 1
    return played


def test_a_game_with_two_people_at_one_screen_and_a_bot() -> None:
    page = Page()
    table, tokens = opened(page, modules=["governors"])
    joined(page, table, tokens)
    page.say(0, type="start", id=1)
    assert 40 < play_on(page, 1000) < 1000
    record = page.request("GET", f"/api/tables/{table}/record?token={tokens[0]}")
    replay = page.request("POST", "/api/replays?language=fr", {"record": record["body"]})
    assert replay["body"]["catalog"]["language"] == "fr"


def test_what_changes_is_kept_before_it_is_answered() -> None:
    page = Page()
    table, tokens = opened(page)
    joined(page, table, tokens)
    page.say(0, type="start", id=1)
    kinds = [
        "save" if "save" in one else json.loads(one["message"])["type"]
        for one in page.heard
        if "http" not in one
    ]
    start = kinds.index("answer")
    assert kinds[start - 1] == "save"
    assert kinds[0] == "save"


def test_a_page_that_is_opened_again_goes_on() -> None:
    page = Page()
    packs = [{"name": "my cards.yaml", "text": HUT}]
    table, tokens = opened(page, packs=packs)
    joined(page, table, tokens)
    page.say(0, type="start", id=1)
    assert play_on(page, 10) == 10
    page.run()
    again = Page()
    again.tell(load=[*page.kept.values(), {"text": "damaged"}, 7])
    joined(again, table, tokens)
    for seat in (0, 1):
        page.say(seat, type="hello", language="nl")
        assert again.messages(seat)[0]["view"] == page.messages(seat)[-1]["view"]
    assert play_on(again, 10) == 10


def test_clocks_run_in_a_worker() -> None:
    page = Page()
    table, tokens = opened(page, minutes=0.1)
    joined(page, table, tokens)
    page.say(0, type="start", id=1)
    page.run(1)
    assert any(0 < seconds - page.now <= 6 for seconds, _, _ in page.later)


@pytest.mark.parametrize(
    "text",
    ["[]", "1", '{"ws": "x"}', '{"ws": 1}', '{"ws": 1, "open": 1}', '{"load": 1}', '{"king": 1}', "{}"],
)
def test_other_messages_do_nothing(text: str) -> None:
    page = Page()
    page.worker.hear(text)
    assert page.heard == []


def test_a_connection_that_is_refused_is_closed() -> None:
    page = Page()
    table, _ = opened(page)
    page.tell(ws=3, open={"table": table, "token": "x"})
    page.tell(ws=4, open={"table": "x"})
    assert [page.messages(n)[0]["code"] for n in (3, 4)] == ["table.token", "table.none"]
    page.tell(beat=3)
    assert page.heard[-1] == {"beat": 3}


def test_playing_needs_none_of_the_libraries_of_a_server() -> None:
    code = (
        "import sys, kingsburg_rules.web.worker as w; w.Worker(print, lambda *_: None)\n"
        "heavy = {'starlette', 'uvicorn', 'websockets', 'jsonschema', 'ruamel', 'sqlite3'}\n"
        "sys.exit(str(heavy & {*sys.modules}) if heavy & {*sys.modules} else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


# The site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert len([*write_site(folder, PYODIDE)]) > 10
    return folder


def test_a_site_is_complete(site: Path) -> None:
    told = json.loads((site / "site.json").read_text())
    assert told["pyodide"] == PYODIDE
    assert {wheel.split("/")[1].split("-")[0] for wheel in told["wheels"]} >= {
        "attrs",
        "cattrs",
        "kingsburg_rules",
    }
    assert all((site / wheel).is_file() for wheel in told["wheels"])
    assert (site / "schemas" / "table.schema.json").is_file()
    for language in ("en", "nl", "fr"):
        offered = json.loads((site / "choices" / f"{language}.json").read_text())
        assert offered == {**offered, "choices": choices(language).to_dict()}
        assert "greedy" in offered["bots"]
    worker = (site / "service-worker.js").read_text()
    files = json.loads(worker.split("const FILES = ")[1].splitlines()[0])
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert {*files} == {"./", *there} - {"service-worker.js"}
    assert {"workshop.html", "workshop/vendor/codemirror.js", "replay/page.js", "index.html"} <= {*files}
    assert told["bytes"] == PYODIDE_BYTES + sum((site / wheel).stat().st_size for wheel in told["wheels"])
    for path in CLIENT.rglob("*"):
        if path.is_file():
            assert (site / path.relative_to(CLIENT)).is_file() is not is_for_developers(path)


def test_the_site_can_be_installed(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert manifest["display"] == "standalone"
    pictures = [each for each in manifest["icons"] if each["type"] == "image/png"]
    assert {(each["sizes"], each.get("purpose")) for each in pictures} == {
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    }
    for each in pictures:
        assert size_of((site / each["src"]).read_bytes()) == each["sizes"]
    for name in ("index.html", "workshop.html"):
        page = (site / name).read_text()
        assert '<link rel="manifest" href="manifest.webmanifest">' in page
        assert len(re.findall('<meta name="theme-color"', page)) == 2
        (apple,) = re.findall('<link rel="apple-touch-icon" href="([^"]+)">', page)
        assert size_of((site / apple).read_bytes()) == "180x180"


def size_of(png: bytes) -> str:
    """The size of a picture, from its header."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return "x".join(str(int.from_bytes(png[at : at + 4], "big")) for at in (16, 20))


def test_the_bytes_that_a_page_counts_are_those_of_pyodide() -> None:
    if not (folder := os.environ.get("KINGSBURG_PYODIDE")):
        pytest.skip("needs Pyodide: set KINGSBURG_PYODIDE to its folder")
    fetched = [name for name in PYODIDE_FILES if not name.endswith(".mjs")]
    assert sum((Path(folder) / name).stat().st_size for name in fetched) == PYODIDE_BYTES


def test_the_same_site_is_written_twice_but_for_what_is_chosen(site: Path, tmp_path: Path) -> None:
    """Pyodide is copied from a folder, unless it is not all there; and the documentation is elsewhere."""
    source, other = tmp_path / "pyodide", tmp_path / "site"
    source.mkdir()
    with pytest.raises(Exception, match=r"setup\.pyodide"):
        [*write_site(other, str(source))]
    for name in PYODIDE_FILES:
        (source / name).write_text(name)
    [*write_site(other, str(source), "../")]
    told = json.loads((other / "site.json").read_text())
    assert (told["pyodide"], told["docs"]) == ("pyodide/", "../")
    assert (other / "pyodide" / "pyodide.asm.wasm").read_text() == "pyodide.asm.wasm"
    for path in other.rglob("*"):
        if path.is_file() and path.parent.name != "pyodide" and path.name not in CHOSEN:
            assert path.read_bytes() == (site / path.relative_to(other)).read_bytes(), path


CHOSEN = ("site.json", "service-worker.js")
"""The files that say where Pyodide and the documentation are."""


def test_the_wheels_are_all_that_playing_needs(site: Path) -> None:
    """In a Python that has nothing else, the rules load from the wheels, and play."""
    unpacked = site.parent / "unpacked"
    for wheel in (site / "wheels").iterdir():
        shutil.unpack_archive(wheel, unpacked, "zip")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from kingsburg_rules.web import worker\n"
        "assert worker.__file__.startswith(sys.argv[1])\n"
        "said = []\n"
        "hear = worker.Worker(said.append, lambda *_: None).hear\n"
        """hear('{"http": 1, "method": "GET", "path": "/api/choices"}')\n"""
        "assert '\"status\":200' in said[0], said"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code, str(unpacked)], check=True, timeout=120)


IN_PYODIDE = """
import { loadPyodide } from "%(pyodide)s/pyodide.mjs"
import { readFileSync, readdirSync } from "node:fs"

const start = performance.now()
const pyodide = await loadPyodide({ indexURL: "%(pyodide)s/" })
for (const name of readdirSync("%(wheels)s"))
  pyodide.unpackArchive(new Uint8Array(readFileSync(`%(wheels)s/${name}`)), "wheel")
const heard = []
const post = text => heard.push(JSON.parse(text))
const hear = pyodide.pyimport("kingsburg_rules.web.worker").start(post)
let number = 0
const request = (method, path, body) => {
  hear(JSON.stringify({ http: ++number, method, path, body }))
  return heard.find(one => one.http === number).body
}
const seats = [{ kind: "me", name: "Ann" }, { kind: "bot" }, { kind: "bot" }]
const packs = %(packs)s
const made = request("POST", "/api/tables", { seats, modules: ["governors"], packs })
console.error("loaded", Math.round(performance.now() - start), JSON.stringify(made).slice(0, 300))
hear(JSON.stringify({ ws: 1, open: { table: made.table, token: made.seats[0].token } }))
const say = message => hear(JSON.stringify({ ws: 1, message: JSON.stringify(message) }))
say({ type: "hello" })
say({ type: "start" })
let played = 0, next = 0, over = false
while (!over) {
  let ask = null
  for (; next < heard.length; next++) {
    const message = heard[next].ws === 1 ? JSON.parse(heard[next].message) : {}
    if (message.type === "error") throw new Error(message.message)
    if (message.type === "events" || message.type === "welcome") ask = message.ask
    over ||= (message.events ?? []).some(event => event.type === "GameEnded")
  }
  if (ask) {
    const { id, options } = ask.decision
    say({ type: "play", decision: id, action: options[played++ %% options.length] })
  } else if (!over) await new Promise(done => setTimeout(done, 5))
}
console.log(JSON.stringify({ played, saves: heard.filter(one => one.save).length }))
process.exit(0)
"""


@pytest.mark.skipif(NODE is None, reason="there is no Node")
@pytest.mark.skipif(not PYODIDE_FOLDER, reason="KINGSBURG_PYODIDE does not name a folder with Pyodide")
def test_a_whole_game_in_pyodide(site: Path, tmp_path: Path) -> None:
    assert NODE is not None
    packs = [{"name": "toys.yaml", "text": HUT}]
    names = {"pyodide": PYODIDE_FOLDER, "wheels": str(site / "wheels"), "packs": json.dumps(packs)}
    (tmp_path / "game.mjs").write_text(IN_PYODIDE % names)
    command = [NODE, str(tmp_path / "game.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["played"] > 20
    assert told["saves"] > told["played"]
