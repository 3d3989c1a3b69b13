"""`kingsburg engine`: every line gets one answer of the right form, and the games go on."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kingsburg_rules import Game, Pack, catalog_of, load_rules
from kingsburg_rules.adapters import messages
from kingsburg_rules.adapters.protocol import Engine, EngineLimits, serve
from kingsburg_rules.bots import RandomBot
from kingsburg_rules.cli.schema import message_schema, texts
from kingsburg_rules.game import json_schemas
from kingsburg_rules.game.saves import checksum
from support.runaway import PACKS

ROOT = Path(__file__).parents[2]
TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "engine.txt"
TOYS = {
    "pack.yaml": "{format: 1, id: toys, version: '1', title: Toys}",
    "cards.yaml": "{format: 1, buildings: [{id: hut, name: Hut, row: H, column: 1, cost: {wood: 1}, vp: 1}]}",
}


@cache
def validator(name: str) -> Draft202012Validator:
    contents: list[Any] = [json_schemas.schema("wire"), message_schema("engine")]
    registry: Registry[Any] = Registry().with_resources(
        [(one["$id"], Resource.from_contents(one)) for one in contents]
    )
    return Draft202012Validator({"$ref": f"{contents[1]['$id']}#/$defs/{name}"}, registry=registry)


def raw(engine: Engine, line: bytes) -> Any:
    """Answer a line, and check the form of the answer."""
    said = engine.answer(line)
    assert b"\n" not in said
    assert said.isascii()
    answer = json.loads(said)
    family = "ErrorAnswer" if answer["type"] == "ErrorAnswer" else answer["type"]
    assert not [error.message for error in validator(family).iter_errors(answer)]
    return answer


def ask(engine: Engine, kind: str, **fields: Any) -> Any:
    """Ask with a request that keeps to the schema."""
    request = {"id": 7, "type": f"{kind}Request", **fields}
    assert not [error.message for error in validator("AnyEngineRequest").iter_errors(request)], request
    answer = raw(engine, json.dumps(request).encode())
    assert answer["id"] == 7
    return answer


def refused(engine: Engine, kind: str, **fields: Any) -> tuple[str, str]:
    answer = ask(engine, kind, **fields)
    assert answer["type"] == "ErrorAnswer", answer
    return answer["error"], answer["code"]


@pytest.fixture
def engine() -> Engine:
    return Engine()


def new(engine: Engine, **options: Any) -> int:
    answer = ask(engine, "NewGame", **{"players": ["Ann", "Brian"], "seed": 4, **options})
    assert answer["type"] == "GameAnswer", answer
    number: int = answer["game"]
    return number


def zipped(files: dict[str, str]) -> str:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return base64.b64encode(held.getvalue()).decode()


# What it can do


def test_every_request_is_one_of_all_and_every_class_has_an_answer() -> None:
    assert {cls.__name__ for cls in get_args(messages.AnyRequest)} == {*messages.EngineRequest.kinds}
    assert all(name.endswith("Request") for name in messages.EngineRequest.kinds)


def test_a_whole_game_is_the_same_as_in_python(engine: Engine) -> None:
    number = new(engine, modules=["governors"], seed=9)
    game = Game(load_rules(modules=("governors",)), ("Ann", "Brian"), seed=9)
    ways = ("option", "action", "notation")
    answers = 0
    while game.decision is not None:
        decision = game.decision
        k = answers % len(decision.options)
        action = decision.options[k]
        how: Any = {"option": k, "action": action.to_dict(game.players), "notation": str(action)}
        way = ways[answers % 3]
        told = ask(engine, "Play", game=number, decision=decision.id, **{way: how[way]})
        events = game.play(action, decision.player, decision=decision.id)
        assert told["events"] == [event.to_dict(game.players) for event in events]
        assert told["decisions"] == [owed.to_dict(game.players) for owed in game.pending]
        assert told["seq"] == game.view().seq
        answers += 1
    assert answers > 60
    assert told["over"] is True
    for seat, player in enumerate(game.players):
        view = ask(engine, "View", game=number, player=seat)["view"]
        assert view == game.view(player).to_dict()
        mine = ask(engine, "Events", game=number, after=0, player=seat)["events"]
        assert mine == [event.to_dict(game.players) for event in game.recent(player=player, after=0)]
    assert ask(engine, "Save", game=number)["save"] == game.save()
    assert ask(engine, "Catalog", game=number)["catalog"] == catalog_of(game.rules).to_dict()


def test_games_are_saved_loaded_undone_and_forgotten(engine: Engine) -> None:
    one = new(engine)
    ask(engine, "Play", game=one, option=1)
    save = ask(engine, "Save", game=one)["save"]
    two = ask(engine, "Load", save=save)
    assert two["game"] != one
    assert ask(engine, "Undo", game=two["game"])["events"][0]["type"] == "Undone"
    assert ask(engine, "Game", game=one)["decisions"] == two["decisions"]
    assert refused(engine, "Undo", game=two["game"]) == ("IllegalAction", "undo.nothing")
    assert ask(engine, "End", game=one) == {"type": "EndAnswer", "id": 7, "game": one}
    assert refused(engine, "Game", game=one) == ("RequestError", "request.game")
    assert ask(engine, "Game", game=two["game"])["type"] == "GameAnswer"


def test_a_single_viewer_gets_no_secrets(engine: Engine) -> None:
    number = new(engine, modules=["governors"])
    asked = ask(engine, "Game", game=number)["decisions"]
    assert {owed["player"] for owed in asked} == {0, 1}
    mine = ask(engine, "Events", game=number, after=0, player=1)
    assert {owed["player"] for owed in mine["decisions"]} == {1}
    nobody = ask(engine, "Events", game=number, after=0)
    assert nobody["decisions"] == []
    assert len(nobody["events"]) < len(mine["events"])


def test_texts_hints_and_reasons(engine: Engine) -> None:
    number = new(engine, players=["Ann", "Brian", "Cindy"])
    hint = ask(engine, "Hint", game=number, language="nl")
    decision = ask(engine, "Game", game=number)["decisions"][0]
    assert hint["action"] in decision["options"]
    assert hint["decision"] == decision["id"]
    assert "waard dan het op een na beste antwoord" in " ".join(hint["why"])
    assert ask(engine, "Describe", game=number, action=hint["action"])["sentence"] != hint["sentence"]
    assert ask(engine, "Describe", game=number, decision=1)["sentence"]
    event = ask(engine, "Events", game=number, after=0)["events"][0]
    assert ask(engine, "Describe", game=number, event=event)["sentence"]
    why = ask(engine, "WhyNot", game=number, notation="build church")["violation"]
    assert why["sentence"]
    assert ask(engine, "WhyNot", game=number, action=hint["action"])["violation"] is None
    assert ask(engine, "Card", game=number, card="inn")["card"]["name"] == "Inn"
    assert ask(engine, "Versions")["bots"] == ["greedy", "random", "search"]
    assert ask(engine, "Choices", language="fr")["choices"]["language"] == "fr"


def test_packs_come_as_texts_or_as_a_zip(engine: Engine) -> None:
    one = new(engine, packs=[{"files": TOYS}])
    two = new(engine, packs=[{"zip": zipped(TOYS)}])
    saves = [ask(engine, "Save", game=number)["save"] for number in (one, two)]
    assert saves[0] == saves[1]
    assert ask(engine, "Card", game=one, card="hut")["card"]["name"] == "Hut"
    assert refused(engine, "Load", save=saves[0]) == ("SaveError", "save.pack")
    assert ask(engine, "Load", save=saves[0], packs=[{"files": TOYS}])["type"] == "GameAnswer"
    new(engine, packs=[{"name": "governors"}])
    broken = ask(engine, "NewGame", players=["A", "B"], packs=[{"files": {**TOYS, "x.yaml": "cards: 3"}}])
    assert broken["error"] == "ContentError"
    assert {problem["file"] for problem in broken["diagnostics"]} == {"toys/x.yaml"}


def test_chance_can_be_asked(engine: Engine) -> None:
    number = new(engine, chance="decision", automation=[])
    decision = ask(engine, "Game", game=number)["decisions"][0]
    assert decision["player"] == -1
    assert refused(engine, "Hint", game=number) == ("RequestError", "request.hint")
    assert ask(engine, "Play", game=number, option=0, player=-1)["type"] == "EventsAnswer"


# What it refuses


@pytest.mark.parametrize(
    "path", ["/etc", "./toys", "../toys", "C:\\toys", "toys.zip", "", "a/b", "~", "a\0b"]
)
def test_no_text_is_a_path(
    engine: Engine, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack lies where these texts point, and is not found."""
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path / "toys", tmp_path / "a" / "b"):
        folder.mkdir(parents=True)
        for name, text in TOYS.items():
            (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(Pack, "read", lambda path: pytest.fail("a path was read"))
    assert refused(engine, "NewGame", players=["A", "B"], packs=[{"name": path}])[1] == "request.pack"
    assert refused(engine, "NewGame", players=["A", "B"], modules=[path])[1] == "request.pack"
    assert ask(engine, "NewGame", players=["A", "B"], scenario=path)["type"] in ("ErrorAnswer", "GameAnswer")
    if path:
        assert refused(engine, "NewGame", players=["A", "B"], scenario=path)[1] == "request.pack"
    saved = json.loads(ask(engine, "Save", game=new(engine))["save"])
    saved["rules"]["packs"].append([path, "1"])
    saved["checksum"] = checksum(saved)
    assert refused(engine, "Load", save=json.dumps(saved))[0] == "SaveError"


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("NewGame", {"players": []}, "setup.players"),
        ("NewGame", {"players": ["A", "B"], "modules": ["nothing"]}, "setup.module"),
        ("NewGame", {"players": ["A", "B"], "packs": [{}]}, "request.pack"),
        ("NewGame", {"players": ["A", "B"], "packs": [{"name": "x", "zip": ""}]}, "request.pack"),
        ("NewGame", {"players": ["A", "B"], "packs": [{"zip": "no base64!"}]}, "request.pack"),
        ("NewGame", {"players": ["A", "B"], "packs": [{"zip": "AAAA"}]}, "pack.zip"),
        ("NewGame", {"players": ["A", "B"], "packs": [{"files": TOYS}] * 11}, "request.packs"),
        ("NewGame", {"players": ["A", "B"], "packs": [{"files": {"a.yaml": " " * 400_000}}]}, "pack.size"),
        ("Load", {"save": "{}"}, "save.damaged"),
        ("Load", {"save": " " * 60_000}, "request.save"),
        ("Play", {"game": 1}, "request.answer"),
        ("Play", {"game": 1, "option": 1, "notation": "pass"}, "request.answer"),
        ("Play", {"game": 1, "option": 99}, "request.option"),
        ("Play", {"game": 1, "option": -1}, "request.option"),
        ("Play", {"game": 1, "option": 10**300}, "request.option"),
        ("Play", {"game": 1, "option": 0, "decision": 99}, "action.stale"),
        ("Play", {"game": 1, "notation": "\ud800"}, "action.unclear"),
        ("Play", {"game": 99, "option": 0}, "request.game"),
        ("Play", {"game": 10**300, "option": 0}, "request.game"),
        ("WhyNot", {"game": 1}, "request.answer"),
        ("Describe", {"game": 1}, "request.describe"),
        ("Hint", {"game": 1, "decision": 99}, "request.decision"),
        ("Hint", {"game": 1, "bot": "nobody"}, "setup.bot"),
        ("Catalog", {"game": 1, "language": "xx"}, "text.language"),
        ("Card", {"game": 1, "card": "nothing"}, "text.card"),
        ("Events", {"game": 1, "after": 10**300}, None),
        ("NewGame", {"players": ["A", "B"], "seed": 10**300}, None),
    ],
)
def test_what_is_refused(engine: Engine, kind: str, fields: Any, code: str | None) -> None:
    assert new(engine) == 1
    answer = ask(engine, kind, **fields)
    assert answer.get("code") == code, answer
    assert ask(engine, "Game", game=1)["decisions"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff\xfe", "request.json"),
        (b"{", "request.json"),
        (b"[" * 100_000, "request.json"),
        (b'{"a":' * 100_000, "request.json"),
        (b"1" * 10_000, "request.json"),
        (b"NaN", "request.form"),
        (b"null", "request.form"),
        (b"[]", "request.form"),
        (b"{}", "request.id"),
        (b'{"id": true}', "request.id"),
        (b'{"id": 1.0}', "request.id"),
        (b'{"id": "1"}', "request.id"),
        (b'{"id": 99999999999999999999}', "request.id"),
        (b'{"id": 1}', "request.form"),
        (b'{"id": 1, "type": "Request"}', "request.form"),
        (b'{"id": 1, "type": "Influence"}', "request.form"),
        (b'{"id": 1, "type": ["PlayRequest"]}', "request.form"),
        (b'{"id": 1, "type": "GameRequest"}', "request.form"),
        (b'{"id": 1, "type": "GameRequest", "game": {}}', "request.form"),
        (b'{"id": 1, "type": "GameRequest", "game": [1]}', "request.form"),
        (b'{"id": 1, "type": "VersionsRequest", "more": 1}', "request.form"),
        (b'{"id": 1, "type": "ViewRequest", "game": 1, "player": 5}', "request.form"),
        (b'{"id": 1, "type": "GameRequest", "game": ' + b"[" * 900 + b"]" * 900 + b"}", "request.form"),
    ],
)
def test_what_is_no_request(engine: Engine, line: bytes, code: str) -> None:
    new(engine)
    answer = raw(engine, line)
    assert (answer["error"], answer["code"]) == ("RequestError", code)
    assert (answer["id"] is None) == (not line.startswith(b'{"id": 1,') and line != b'{"id": 1}')


def test_there_are_limits() -> None:
    engine = Engine(EngineLimits(games=2, line_bytes=300, actions=3))
    one, _ = new(engine), new(engine)
    assert refused(engine, "NewGame", players=["A", "B"]) == ("RequestError", "request.games")
    ask(engine, "End", game=one)
    two = new(engine)
    codes = [ask(engine, "Play", game=two, option=0).get("code") for _ in range(6)]
    assert codes[:2] == [None, None]
    assert codes[-1] == "request.actions"
    assert raw(engine, b" " * 301)["code"] == "request.line"


class Slow(RandomBot):
    """Thinks without end, and takes no error for an answer."""

    ended = threading.Event()

    def choose(self, decision: Any, sight: Any) -> Any:
        try:
            while True:
                with contextlib.suppress(Exception):
                    sum(range(1000))
        finally:
            self.ended.set()


def test_a_bot_that_thinks_without_end_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingsburg_rules.adapters.protocol.make_bot", lambda _: Slow())
    engine = Engine(EngineLimits(hint_seconds=0.1))
    game = new(engine)
    assert refused(engine, "Hint", game=game) == ("RequestError", "request.hint")
    assert Slow.ended.wait(60), "it goes on thinking"
    assert ask(engine, "Game", game=game)["decisions"]
    monkeypatch.undo()
    assert ask(engine, "Hint", game=game)["type"] in ("HintAnswer", "ErrorAnswer")


def test_a_bot_that_is_wrong_gives_no_hint(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(RandomBot):
        def choose(self, decision: Any, sight: Any) -> Any:
            return "nonsense"

    monkeypatch.setattr("kingsburg_rules.adapters.protocol.make_bot", lambda _: Wrong())
    assert refused(engine, "Hint", game=new(engine)) == ("RequestError", "request.hint")


HEAVY = ["14 more dice and 16 bonus dice", "somebody in loops", "a large loop"]


@pytest.mark.parametrize("name", HEAVY)
def test_packs_that_ask_for_too_much_hold_up_nobody(name: str) -> None:
    engine = Engine(EngineLimits(hint_seconds=0.2))
    first = new(engine)
    cards, _ = PACKS[name]
    files = {"pack.yaml": TOYS["pack.yaml"], "cards.yaml": f"format: 1\n{cards}"}
    answer = ask(engine, "NewGame", players=["A", "B", "C", "D", "E"], seed=1, packs=[{"files": files}])
    said = {answer.get("code")}
    if answer["type"] == "GameAnswer":
        for _ in range(6):
            for kind in ("Hint", "Play"):  # the answers are too large to be checked against the schema
                request = {"id": 1, "type": f"{kind}Request", "game": answer["game"]}
                request |= {"option": 0} if kind == "Play" else {}
                said.add(json.loads(engine.answer(json.dumps(request).encode())).get("code"))
    assert said <= {None, "request.hint", "engine.steps", "engine.choice"}
    assert ask(engine, "Play", game=first, option=0)["type"] == "EventsAnswer"


def test_an_endless_card_leaves_its_game_and_the_others_as_they_were(engine: Engine) -> None:
    endless = "{repeat: {if: {year: {min: 1}}, do: [{gain: {gold: 1}}]}}"
    cards = (
        "{format: 1, rules: [{id: law, name: Law, triggers: [{when: season.start, do: "
        f"[{{for_each: {{players: all, do: [{endless}]}}}}]}}]}}]}}"
    )
    first = new(engine)
    answer = ask(
        engine, "NewGame", players=["A", "B"], packs=[{"files": {**TOYS, "law.yaml": cards}}], seed=1
    )
    if answer["type"] == "GameAnswer":
        game, codes = answer["game"], set[object]()
        for _ in range(4):
            before = ask(engine, "Game", game=game)
            played = ask(engine, "Play", game=game, option=0)
            codes.add(played.get("error"))
            if played["type"] == "ErrorAnswer":
                assert ask(engine, "Game", game=game) == before, "nothing has changed"
        assert "Runaway" in codes
    else:
        assert answer["error"] == "Runaway", answer
    assert ask(engine, "Play", game=first, option=0)["type"] == "EventsAnswer"


def test_an_error_of_our_own_is_an_answer_too(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("kingsburg_rules.adapters.protocol.bot_names", broken)
    assert refused(engine, "Versions") == ("InternalError", "request.internal")


# Whatever comes in

NUMBERS = st.integers() | st.sampled_from([0, 1, -1, 2, 1 << 53, 10**400])
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({name for cls in get_args(messages.AnyRequest) for name in cls.__annotations__})


@cache
def running() -> Engine:
    engine = Engine(EngineLimits(games=3))
    new(engine)
    new(engine, modules=["governors"], players=["Ann", "Brian", "Cindy"])
    return engine


def still_works(engine: Engine) -> None:
    assert ask(engine, "Game", game=1)["type"] in ("GameAnswer", "ErrorAnswer")
    assert ask(engine, "Versions")["type"] == "VersionsAnswer"


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=80)
def test_bytes_of_any_kind_get_an_answer(line: bytes) -> None:
    engine = running()
    assert raw(engine, line)["type"] == "ErrorAnswer"
    still_works(engine)


@given(
    st.sampled_from(sorted({*messages.EngineRequest.kinds} - {"EndRequest"})),
    st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=4),
    st.sampled_from([1, 2]),
)
@settings(deadline=None, max_examples=120)
def test_requests_of_any_kind_get_an_answer(kind: str, fields: dict[str, Any], game: int) -> None:
    """Requests with a field too many, or of another type, or with wild values."""
    engine = running()
    request = {"id": 3, "type": kind, "game": game, **fields}
    if request["game"] is game and kind in (
        "NewGameRequest",
        "LoadRequest",
        "VersionsRequest",
        "ChoicesRequest",
    ):
        del request["game"]
    if kind == "NewGameRequest":
        request.setdefault("players", ["Ann", "Brian"])
    answer = raw(engine, json.dumps(request).encode())
    assert answer.get("error") != "InternalError", request
    if answer["type"] == "GameAnswer" and kind == "NewGameRequest":
        ask(engine, "End", game=answer["game"])
    still_works(engine)


@given(st.data())
@settings(deadline=None, max_examples=15)
def test_games_played_wildly_go_on(data: st.DataObject) -> None:
    engine = Engine()
    new(engine)
    game = new(engine, modules=["governors"], seed=data.draw(st.integers(0, 5)))
    for _ in range(8):
        decisions = ask(engine, "Game", game=game)["decisions"]
        if not decisions:
            break
        owed = data.draw(st.sampled_from(decisions))
        action = dict(data.draw(st.sampled_from(owed["options"])))
        if data.draw(st.booleans()):
            action[data.draw(st.sampled_from([*action, "dice", "gain", "things"]))] = data.draw(ANYTHING)
        request = {"id": 3, "type": "PlayRequest", "game": game, "decision": owed["id"], "action": action}
        answer = raw(engine, json.dumps(request).encode())
        assert answer.get("error") != "InternalError", request
    still_works(engine)


# Over streams


def lines_of(answers: bytes) -> list[Any]:
    return [json.loads(line) for line in answers.splitlines()]


def test_lines_that_are_too_long_are_skipped() -> None:
    engine = Engine(EngineLimits(line_bytes=100))
    good = b'{"id":1,"type":"VersionsRequest"}'
    lines = [good, b"x" * 101, good, b"y" * 5000, b"", good, b"z" * 100, b"z" * 102, b"z" * 103, good]
    answers = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines)), answers, engine)
    codes = [answer.get("code", "good") for answer in lines_of(answers.getvalue())]
    good_, long = "good", "request.line"
    assert codes == [good_, long, good_, long, good_, "request.json", long, long, good_]


def test_the_command_answers_line_by_line() -> None:
    """Every answer comes before the next request is sent, and the end of the input ends it."""
    command = [sys.executable, "-m", "kingsburg_rules", "engine", "--games", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None

        def told(**request: Any) -> Any:
            assert running.stdin is not None
            assert running.stdout is not None
            running.stdin.write(json.dumps(request).encode() + b"\r\n")
            running.stdin.flush()
            return json.loads(running.stdout.readline())

        assert told(id=1, type="VersionsRequest")["protocol"] == 1
        assert told(id=2, type="NewGameRequest", players=["Ann", "Brian"])["game"] == 1
        assert told(id=3, type="NewGameRequest", players=["Ann", "Brian"])["code"] == "request.games"
        running.stdin.close()
        assert running.wait(timeout=30) == 0


# The schema, and a session


def test_the_schema_is_the_one_checked_in() -> None:
    written = (ROOT / "schemas" / "engine.schema.json").read_text(encoding="utf-8")
    assert written == texts()["engine"], "kingsburg schema --write schemas"
    Draft202012Validator.check_schema(message_schema("engine"))


def session() -> Iterator[tuple[str, str]]:
    """Yield the requests of the transcript, and what is answered now."""
    engine = Engine()
    for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            answer = json.loads(engine.answer(line[2:].encode()))
            for secret in ("library", "compiled", "save"):
                if secret in answer:
                    answer[secret] = "..."
            yield line, f"< {json.dumps(answer, separators=(',', ':'))}"


def test_a_session_is_as_in_the_transcript() -> None:
    """`python tests/adapters/test_engine_protocol.py` writes the transcript anew; read the difference."""
    written = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    now = [line for pair in session() for line in pair]
    assert now == written
    assert len(now) > 20


if __name__ == "__main__":
    TRANSCRIPT.write_text("".join(f"{one}\n{other}\n" for one, other in session()), encoding="utf-8")
