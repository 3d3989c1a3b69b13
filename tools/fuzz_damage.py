"""What comes from outside, damaged: saves, records, packs, tables, messages and requests.

Each may be refused with an error of its own kind, soon and without much memory; nothing else may be raised.
"""

from __future__ import annotations

import base64
import io
import json
import re
import signal
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

import tests_path  # noqa: F401 - for the helpers below
from kingsburg_rules import (
    ContentError,
    Decision,
    Event,
    Game,
    KingsburgError,
    Pack,
    Record,
    SaveError,
    SeatView,
    load_rules,
)
from kingsburg_rules.adapters.protocol import Engine
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.game.saves import checksum
from kingsburg_rules.table import AsyncTables, MemoryStore, SavedTable
from kingsburg_rules.web.lobby import Lobby
from kingsburg_rules.web.requests import LobbyRequest
from kingsburg_rules.web.room import Room
from kingsburg_rules.web.server_limits import ALONE
from kingsburg_rules.web.worker import at_once, finished
from support.goldens import Chooser
from support.packs import INFO
from support.setups import drawn, move

ROOT = Path(__file__).parents[1]
SECONDS = 20
"""How long the processor may work on one damaged thing."""

Way: TypeAlias = "tuple[str | int, ...]"
Damage: TypeAlias = "tuple[Any, ...]"
"""One change, as plain data: `(how, where, what)`; see `structured` and `lettered`."""


class TooSlow(BaseException):
    """It takes longer than `SECONDS`. No `Exception`, since the engine turns all of those into answers."""


class Damaged(NamedTuple):
    """Something that was whole, and what was done to it."""

    subject: str
    base: int
    damage: tuple[Damage, ...]

    def __str__(self) -> str:
        """Write it as a test."""
        steps = "".join(f"        {step!r},\n" for step in self.damage)
        return (
            "def test_damage_found_by_fuzzing() -> None:\n"
            f"    damage = (\n{steps}    )\n"
            f"    survive(Damaged({self.subject!r}, {self.base}, damage))\n"
        )


# Damage


def sealed(data: Any) -> str:
    """Write data with the right checksum, so that what it says is judged."""
    if isinstance(data, dict) and "checksum" in data:
        data["checksum"] = checksum(data)
    return json.dumps(data)


def ways(data: Any, path: Way = ()) -> list[Way]:
    """List the ways to everything below the top."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [way for key, value in inner for way in ((*path, key), *ways(value, (*path, key)))]


def at(data: Any, way: Way) -> Any:
    """Follow a way."""
    for key in way:
        data = data[key]
    return data


SCRAPS = (
    *("null", "true", "false", "0", "1", "-1", "2", "7", "20", "255", "256", "1000000000", "-1000000000"),
    *("1" + "0" * 40, "9" * 400, "1.5", "1e400", "NaN", '""', '"0"', '"-1"', '"Ann"', '"chance"', '"gold"'),
    *(
        '"\\ud800"',
        '"\\u0000"',
        '"\\u202e"',
        '"x y"',
        '"../x"',
        '"a.b"',
        '"$x"',
        "[]",
        "{}",
        "[null]",
        "[[]]",
    ),
    *('{"gold": 1}', '{"0": 0}', '{"": 1}', "[0, 0]", '["Ann", "Ann"]', '{"gain": {"gold": 1000000}}'),
    *('{"type": "Pass"}', '{"type": 5}', '{"good": 5000}', '[{"run": "winter"}]', "[" * 60 + "]" * 60),
    '"' + "x" * 300 + '"',
)
"""What is put in the place of something else, as JSON."""

LETTERS = (
    '"',
    "0",
    "9",
    "}",
    "]",
    "[",
    "{",
    ":",
    ",",
    "",
    " ",
    "\n",
    "\t",
    "é",
    "\0",
    "\ud7ff",
    "- ",
    "#",
    "&a",
    "*a",
)


def draw(random: Random, text: str, shape: Callable[[str], Any] | None) -> Iterator[Damage]:
    """Draw one to three changes of a text; with a shape, mostly of what it says."""
    data = None if shape is None else shape(text)
    places = ways(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if not places or random.random() < 0.2:
            start = random.randrange(len(text) + 1)
            length = random.choice((0, 1, 1, 5, len(text)))
            yield "letters", start, min(start + length, len(text)), random.choice(LETTERS)
            continue
        way, other = random.choice(places), random.choice(places)
        how = random.choice(("delete", "set", "set", "double", "rename", "nudge", "copy"))
        match how:
            case "set":
                yield how, way, random.choice(SCRAPS)
            case "copy":
                yield how, way, other
            case "nudge":
                yield how, way, random.choice((-1, 1, 2))
            case _:
                yield how, way, None


def structured(data: Any, steps: Sequence[Damage]) -> None:
    """Change data; steps that have lost their place do nothing."""
    for how, way, what in steps:
        try:
            change(at(data, way[:-1]), way[-1], how, what, data)
        except (LookupError, TypeError, ValueError):
            continue


def change(parent: Any, key: Any, how: str, what: Any, data: Any) -> None:
    """Change one thing."""
    value = parent[key]
    if how == "delete":
        del parent[key]
    elif how == "set":
        parent[key] = json.loads(what)
    elif how == "copy":
        parent[key] = deepcopy(at(data, what))
    elif how == "double" and isinstance(parent, list):
        parent.insert(key, deepcopy(value))
    elif how in ("double", "rename") and isinstance(parent, dict):
        parent[f"{key}s"] = value if how == "double" else parent.pop(key)
    elif how == "nudge" and isinstance(value, int):
        parent[key] = value + what
    elif how == "nudge" and isinstance(value, str):
        middle = len(value) // 2
        parent[key] = (
            value[:middle] + chr(ord(value[middle : middle + 1] or "a") + what) + value[middle + 1 :]
        )


def lettered(text: str, steps: Sequence[Damage]) -> str:
    """Change the letters of a text."""
    for _, start, end, letters in steps:
        text = text[:start] + letters + text[end:]
    return text


def damaged(text: str, steps: Sequence[Damage], shape: Callable[[str], Any] | None) -> str:
    """Change what a text says, and then its letters."""
    about_shape = [step for step in steps if step[0] != "letters"]
    if about_shape and shape is not None:
        data = shape(text)
        structured(data, about_shape)
        text = sealed(data)
    return lettered(text, [step for step in steps if step[0] == "letters"])


# What is damaged


@cache
def games() -> tuple[Game, ...]:
    """Games of some set-ups, in the middle."""
    found: list[Game] = []
    for number in range(8):
        setup, chooser = drawn(number), Chooser(number)
        game = Game(setup.rules, setup.players, seed=setup.seed, automation=setup.automation)
        for _ in range(15 * (number + 1)):
            if game.pending:
                move(game, chooser)
        found.append(game)
    return tuple(found)


@cache
def saves() -> tuple[str, ...]:
    """Saves of games."""
    return tuple(game.save() for game in games())


@cache
def records() -> tuple[str, ...]:
    """Records of games."""
    return tuple(game.record.dumps() for game in games())


@cache
def wires() -> tuple[str, ...]:
    """Views, decisions and events as other programs get them."""
    game = games()[3]
    things = [*game.recent(10), *game.pending]
    views = (game.view(seat).to_json() for seat in (None, *game.players))
    return (*views, *(thing.to_json(game.players) for thing in things))


def refuse_or_load(text: str) -> bool:
    """A save is refused, or gives a game that can be saved and goes on."""
    try:
        game = Game.load(text)
    except SaveError as error:
        return check_error(error)
    assert Game.load(game.save()) == game
    chooser = Chooser(1)
    for _ in range(5):
        if game.pending:
            move(game, chooser)
    return True


def refuse_or_replay(text: str) -> bool:
    """A record is refused, or replays."""
    try:
        *_, last = Record.loads(text).replay()
    except SaveError as error:
        return check_error(error)
    assert last.record.dumps()
    return True


def refuse_or_read(text: str) -> bool:
    """Views, decisions and events are refused, or read."""
    game, taken = games()[3], False
    for read in (
        lambda: SeatView.from_json(text, game.rules),
        lambda: Decision.from_json(text, game.players),
        lambda: Event.from_json(text, game.players),
    ):
        try:
            read()
        except KingsburgError as error:
            check_error(error)
        else:
            taken = True
    return taken


def check_error(error: KingsburgError) -> bool:
    """Every error has a code to test for and a sentence to read; False says that it was refused."""
    assert re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", error.code), error.code
    assert re.search(r"\w+ \w+", error.message), error.message
    return False


# Packs


@cache
def packs() -> tuple[str, ...]:
    """Cards of the library, each in a file of its own."""
    found: list[str] = []
    for path in sorted((ROOT / "content").glob("*/*.yaml")):
        head, *cards = re.split(r"(?m)^(?=  - id: )", path.read_text(encoding="utf-8"))
        kind = re.search(r"(?m)^[a-z]+:$", head)
        if kind is not None and kind[0] != "calendar:":
            found += (f"format: 1\n{kind[0]}\n{card}" for card in cards)
    return tuple(found)


def parsed(text: str) -> Any:
    """Read the YAML of a pack."""
    return read_yaml(text, "cards.yaml").data


@cache
def zips() -> tuple[str, ...]:
    """The same as zips, their bytes as letters."""
    return tuple(zipped(text).decode("latin-1") for text in packs()[:40])


def zipped(cards: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in (("pack.yaml", INFO), ("cards.yaml", cards)):
            archive.writestr(zipfile.ZipInfo(name), text)
    return held.getvalue()


def refuse_or_play(make: Callable[[], Pack]) -> bool:
    """A pack is refused, or games are played with it as long as they go."""
    try:
        game = Game(load_rules(packs=[make()]), ("Ann", "Brian", "Cindy"), seed=1)
        chooser = Chooser(1)
        for _ in range(20):
            if game.pending:
                move(game, chooser)
    except ContentError as error:
        assert error.diagnostics
        assert all(problem.line >= 1 and problem.column >= 1 for problem in error.diagnostics)
        return check_error(error)
    except KingsburgError as error:
        return check_error(error)
    return True


# Requests of the engine


@cache
def requests() -> tuple[str, ...]:
    """Requests of every kind about game 1."""
    game = games()[2]
    (decision, *_), players = game.pending, game.players
    action = decision.options[0].to_dict(players)
    event = game.recent(1)[0].to_dict(players)
    pack = {"files": {"pack.yaml": INFO, "cards.yaml": packs()[0]}}
    sent = [
        {"type": "VersionsRequest"},
        {"type": "ChoicesRequest", "language": "fr"},
        {"type": "NewGameRequest", "players": ["Ann", "Brian"], "seed": 1, "modules": ["governors"]},
        {"type": "NewGameRequest", "players": ["Ann", "Brian"], "packs": [pack], "chance": "decision"},
        {"type": "LoadRequest", "save": saves()[2]},
        {"type": "PlayRequest", "game": 1, "option": 0, "decision": decision.id},
        {"type": "PlayRequest", "game": 1, "action": action, "player": decision.seat},
        {"type": "PlayRequest", "game": 1, "notation": str(decision.options[0])},
        {"type": "WhyNotRequest", "game": 1, "action": action, "language": "nl"},
        {"type": "EventsRequest", "game": 1, "after": 3, "player": 0},
        {"type": "CardRequest", "game": 1, "card": "base/chapel"},
        {"type": "DescribeRequest", "game": 1, "action": action},
        {"type": "DescribeRequest", "game": 1, "event": event, "reader": 0},
        {"type": "HintRequest", "game": 1, "decision": decision.id, "bot": "random"},
        *(
            {"type": f"{kind}Request", "game": 1}
            for kind in ("Game", "Undo", "View", "Save", "Catalog", "End")
        ),
    ]
    return tuple(json.dumps({"id": number, **one}) for number, one in enumerate(sent))


def answer(text: str) -> bool:
    """The engine answers whatever it is sent, and still has its games."""
    engine = Engine()
    engine._games[1] = games()[2].copy()
    said = json.loads(engine.answer(text.encode("utf-8", "surrogatepass")))
    assert said.get("code") != "request.internal", said
    assert said["type"].endswith("Answer")
    if said["type"] == "ErrorAnswer":
        assert engine._games[1] == games()[2], "what is refused changes nothing"
    return said["type"] != "ErrorAnswer"


# Tables


class House:
    """A lobby, and what it has said."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.said: list[Any] = []
        self.lobby = Lobby(
            AsyncTables(self.store, ALONE.tables, run=at_once), self.say, lambda table, thought: None, ALONE
        )

    def say(self, connection: int, text: str) -> None:
        self.said.append(json.loads(text))

    def post(self, path: str, body: object) -> Any:
        return finished(self.lobby.request(LobbyRequest("POST", path, {}, body), 1000.0))


@cache
def table() -> SavedTable:
    """A table at which a game has begun."""
    house = House()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "bot"}]
    opened = house.post("/api/tables", {"seats": seats, "modules": ["governors", "destiny"]})
    name, token = opened.body["table"], opened.body["seats"][0]["token"]
    finished(house.lobby.connect(0, name, token, 1000.0))
    for message in ({"type": "hello"}, {"type": "start"}):
        finished(house.lobby.hear(0, json.dumps(message), 1000.0))
    assert house.store.tables[name].game is not None
    return house.store.tables[name]


def seated() -> tuple[House, Room]:
    """The table, with Ann connected to it."""
    house = House()
    house.store.add(table())
    found = finished(house.lobby.room(table().id, 1000.0))
    found.connect(0, 0, 1000.0)
    finished(found.hear(0, json.dumps({"type": "hello"}), 1000.0))
    return house, found


@cache
def messages() -> tuple[str, ...]:
    """Messages of every kind from Ann."""
    house, _ = seated()
    welcome = next(said for said in house.said if said["type"] == "welcome")
    decision = welcome["ask"]["decision"]
    action = decision["options"][0]
    sent = [
        {"type": "hello", "language": "nl", "after": 3},
        {"type": "play", "decision": decision["id"], "action": action},
        {"type": "why_not", "decision": decision["id"], "action": action},
        {"type": "undo", "seq": welcome["seq"]},
        {"type": "chat", "text": "hello"},
        {"type": "automation", "kinds": ["forced", "gains"]},
        {"type": "rename", "name": "Zoe"},
        {"type": "start", "bots": True},
        {"type": "takeover", "seat": 1, "by": "greedy"},
        *({"type": kind} for kind in ("hint", "odds", "prices", "reach", "scores", "ping")),
    ]
    return tuple(json.dumps({"id": number, **one}) for number, one in enumerate(sent))


def hear(text: str) -> bool:
    """A table answers or refuses what it hears, and what it keeps is a table."""
    house, found = seated()
    before = found.table.saved
    house.said.clear()
    finished(found.hear(0, text, 1000.0))
    for said in house.said:
        assert isinstance(said["type"], str)
        if said["type"] == "error":
            assert re.fullmatch(r"[a-z0-9]+(\.[a-z0-9_]+)+", said["code"]), said
            assert found.table.saved == before, "what is refused changes nothing"
    assert SavedTable.from_json(found.table.saved.to_json()) == found.table.saved
    return all(said["type"] != "error" for said in house.said)


@cache
def bodies() -> tuple[str, ...]:
    """What is posted to a lobby, each with its path."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot"}, {"kind": "open"}]
    upload = {"name": "toys.yaml", "text": packs()[0]}
    files = {"name": "toys", "files": {"pack.yaml": INFO, "cards.yaml": packs()[1]}}
    zip_ = {"name": "toys.zip", "zip": base64.b64encode(zipped(packs()[2])).decode()}
    wishes: dict[str, Any] = {
        "edition": "second",
        "modules": ["governors"],
        "variants": ["bid-governors"],
        "fidelity": "reconstructed",
        "switches": {"winter_order": "card_first"},
        "minutes": 3,
        "public": True,
    }
    posted = [
        ("/api/tables", {"seats": seats}),
        ("/api/tables", {"seats": seats, **wishes}),
        ("/api/tables", {"seats": seats, "scenario": "goblin-valley"}),
        ("/api/tables", {"seats": seats, "packs": [upload]}),
        ("/api/tables", {"seats": seats, "packs": [files, zip_]}),
        (f"/api/tables/{table().id}/seats", {"seat": 1, "name": "Zoe"}),
        ("/api/replays", {"record": records()[0]}),
    ]
    return tuple(json.dumps({"path": path, "body": body}) for path, body in posted)


def request(text: str) -> bool:
    """A lobby replies to whatever is posted, as long as it is JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    path = data.get("path") if isinstance(data, dict) else None
    house = House()
    house.store.add(table())
    reply = house.post(path if isinstance(path, str) else "/api/tables", data.get("body") if path else data)
    assert 200 <= reply.status < 500, reply
    assert json.loads(json.dumps(reply.body)) is not None
    if reply.status >= 400:
        assert re.fullmatch(r"[a-z0-9]+(\.[a-z0-9_]+)+", reply.body["code"]), reply
        assert reply.body["message"]
    return reply.status < 400


# All of it


class Subject(NamedTuple):
    """Something to damage: how often, what there is of it, its shape, and what is done with it.

    `check` returns whether it was taken, and raises nothing if it was refused as it should be.
    """

    share: int
    bases: Callable[[], Sequence[str]]
    shape: Callable[[str], Any] | None
    check: Callable[[str], bool]


def from_bytes(text: str) -> Pack:
    return Pack.from_zip(text.encode("latin-1", "replace"))


def from_text(text: str) -> Pack:
    return Pack.from_files({"pack.yaml": INFO, "cards.yaml": text})


SUBJECTS: Mapping[str, Subject] = {
    "save": Subject(20, saves, json.loads, refuse_or_load),
    "record": Subject(15, records, json.loads, refuse_or_replay),
    "wire": Subject(15, wires, json.loads, refuse_or_read),
    "pack": Subject(15, packs, parsed, lambda text: refuse_or_play(lambda: from_text(text))),
    "zip": Subject(5, zips, None, lambda text: refuse_or_play(lambda: from_bytes(text))),
    "request": Subject(15, requests, json.loads, answer),
    "message": Subject(10, messages, json.loads, hear),
    "body": Subject(5, bodies, json.loads, request),
}


def case(seed: int, number: int) -> Damaged:
    """Draw a damaged thing."""
    random = Random(f"{seed}/{number}")
    name = random.choices([*SUBJECTS], [subject.share for subject in SUBJECTS.values()])[0]
    subject = SUBJECTS[name]
    base = random.randrange(len(subject.bases()))
    return Damaged(name, base, tuple(draw(random, subject.bases()[base], subject.shape)))


def survive(found: Damaged) -> bool:
    """Damage something and hand it over: an error of the library may follow, in time, and nothing else.

    Return whether it was taken in spite of the damage.
    """
    subject = SUBJECTS[found.subject]
    text = damaged(subject.bases()[found.base], found.damage, subject.shape)
    with in_time(SECONDS):
        return subject.check(text)


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` when the processor has worked for so long; Windows has no such clock."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def outcome(found: Damaged) -> bool | BaseException:
    """Tell whether it was taken, or what was raised that must not be."""
    try:
        return survive(found)
    except (Exception, TooSlow) as error:
        return error


def smaller(found: Damaged, kind: type[BaseException]) -> Damaged:
    """Leave out the changes that are not needed."""
    for step in found.damage:
        less = found._replace(damage=tuple(other for other in found.damage if other is not step))
        if less.damage and type(outcome(less)) is kind:
            return smaller(less, kind)
    return found
