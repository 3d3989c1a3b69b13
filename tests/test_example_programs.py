"""The programs in `examples/` do what they promise, with people, bots and browsers played by the test."""

from __future__ import annotations

import http.client
import importlib.util
import json
import runpy
import socket
import sys
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from helpers_secrets import names_hidden_from
from kingsburg_rules import (
    Asked,
    Event,
    FiguresChanged,
    Game,
    Played,
    Rules,
    SeatView,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.bots import GreedyBot, Sight

FOLDER = Path(__file__).parents[1] / "examples"
ALONE = ("analyze", "bot", "first_game", "handle_everything", "simple_search")
"""Programs that run by themselves; the others wait for people."""


def program(name: str) -> Any:
    """A program as a module."""
    found = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module: ModuleType = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


def test_every_program_is_tried_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*ALONE, "terminal", "web_server"}


@pytest.mark.parametrize("name", ALONE)
def test_it_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name])
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    assert " VP" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_it_uses_public_names_alone(path: Path) -> None:
    """No name of a room inside, and nothing that begins with an underscore of ours."""
    text = path.read_text(encoding="utf-8")
    rooms = {line.split()[1] for line in text.splitlines() if line.startswith("from kingsburg_rules")}
    assert rooms <= {
        "kingsburg_rules",
        "kingsburg_rules.bots",
        "kingsburg_rules.render",
        "kingsburg_rules.testing",
    }
    assert "._state" not in text
    assert "._rules" not in text


# The terminal


class People:
    """People at a terminal: they read what is written, and answer from a list, then always with the first."""

    def __init__(self, *lines: str, then: str | Callable[[str], str] = "1", most: int = 2000) -> None:
        self.lines = [*lines]
        self.then = then
        self.most = most
        self.written: list[str] = []

    def read(self, prompt: str) -> str:
        self.written.append(prompt)
        self.most -= 1
        if self.most < 0:
            raise EOFError
        if "press Enter" in prompt:
            return ""
        if self.lines:
            return self.lines.pop(0)
        return self.then if isinstance(self.then, str) else self.then(prompt)

    def write(self, text: str) -> None:
        self.written.append(text)

    @property
    def seen(self) -> str:
        return "\n".join(self.written)


def at_terminal(people: People, *argv: str) -> str:
    program("terminal").main(argv, people.read, people.write)
    return people.seen


def test_the_terminal_is_small() -> None:
    lines = (FOLDER / "terminal.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200


def test_a_person_and_bots_play_a_game_to_its_end() -> None:
    seen = at_terminal(People(), "Ann", "--bot", "Brian", "--seed", "7")
    assert "Winner: " in seen
    assert "Ann puts" in seen
    assert "Brian puts" in seen


def test_people_play_every_module_in_french() -> None:
    people = People(most=60)
    seen = at_terminal(people, "Ann", "Brian", "--seed", "3", "--language", "fr", "--modules", *modules())
    assert "-- Brian, press Enter --" in seen
    assert "cartes en main" in seen
    assert "Goodbye." in seen


def test_a_terminal_plays_packs(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text('id: shed\nversion: "1"\nformat: 1\ntitle: Sheds\n', encoding="utf-8")
    card = "{id: shed, name: Garden Shed, row: Z, column: 1, cost: {wood: 1}, vp: 1}"
    (tmp_path / "cards.yaml").write_text(f"format: 1\nbuildings:\n  - {card}\n", encoding="utf-8")
    people = People("card shed", "quit")
    seen = at_terminal(people, "Ann", "--bot", "Brian", "--packs", str(tmp_path))
    assert "Garden Shed: " in seen


def test_helps_and_mistakes_change_nothing() -> None:
    people = People(
        "", "board", "odds", "card inn", "card ghost", "0", "99", "king", "undo", "1", "undo", "quit"
    )
    seen = at_terminal(people, "Ann", "--bot", "Brian", "--seed", "3")
    assert "take that answer" in seen
    assert "Inn: " in seen
    assert "[" in seen
    assert seen.count("There are 3 answers.") == 2
    assert "[action.malformed]" in seen
    assert "[undo.nothing]" in seen
    assert people.lines == []


def test_undo_goes_back_over_what_bots_did_but_not_over_people() -> None:
    alone = People("1", "1", "undo", "quit")
    seen = at_terminal(alone, "Ann", "--bot", "Brian", "--seed", "3")
    asked = [line for line in seen.splitlines() if line.startswith("Ann may influence")]
    assert len(asked) == 3, "before, after, and before again"
    together = People("1", "undo", "quit")
    assert "was not yours but Ann's" in at_terminal(together, "Ann", "Brian", "--seed", "3")


def test_a_person_is_told_what_he_may_know_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has the screen hears of everything that is for all or for him alone, once."""
    terminal, people = program("terminal"), People()
    table = terminal.Terminal(
        Game(load_rules(modules=("governors",)), ("Ann", "Brian"), seed=5),
        {},
        "en",
        people.read,
        people.write,
    )
    told: dict[str, list[Event]] = {"Ann": [], "Brian": []}
    happened: list[Event] = [*table.game.opening]
    tell, hear = terminal.describe, table.hear

    def told_to_person(thing: Any, *args: Any, **options: Any) -> str:
        if isinstance(thing, Event):
            told[table.person].append(thing)
        return str(tell(thing, *args, **options))

    def heard(events: tuple[Event, ...]) -> None:
        happened.extend(events)
        hear(events)

    monkeypatch.setattr(terminal, "describe", told_to_person)
    monkeypatch.setattr(table, "hear", heard)
    table.play()
    for_people = [event for event in happened if not isinstance(event, (Played, Asked, FiguresChanged))]
    for person, events in told.items():
        mine = [known for event in for_people if (known := event.known_to(person)) is not None]
        assert events == mine[: len(events)]
        assert any(event.only_for == person for event in events)
        assert len(events) > len(mine) * 0.9


def test_a_game_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    at_terminal(People("1", f"save {file}", "quit"), "Ann", "--bot", "Brian", "--seed", "3")
    seen = at_terminal(People("quit"), "--load", file)
    assert "Brian" in seen
    with pytest.raises(SystemExit):
        at_terminal(People(), "--load", str(tmp_path / "none.json"))
    with pytest.raises(SystemExit):
        at_terminal(People(), "Ann", "Ann")


# The bot and the analysis


def test_the_bot_beats_chance() -> None:
    bot = program("bot")
    from kingsburg_rules.bots import RandomBot

    wins = bot.match({"Planner": bot.Planner(), "Ann": RandomBot(1)}, range(3))
    assert wins["Planner"] == 3


def test_the_rows_are_those_of_the_game(tmp_path: Path) -> None:
    analyze = program("analyze")
    game = Game(load_rules(), ("Ann", "Brian"), seed=2)
    while game.decision is not None:
        game.play(game.decision.options[0])
    rows = analyze.points_by_phase(game.record)
    assert game.outcome is not None
    assert {row.player: row.vp for row in rows} == {place.player: place.vp for place in game.outcome.ranking}
    moments = list(dict.fromkeys((row.year, row.phase) for row in rows))
    assert moments[0] == (1, "kings_favor")
    assert len(moments) == len(rows) / 2 > 20
    assert [year for year, _ in moments] == sorted(year for year, _ in moments)
    assert {(year, season) for year in range(1, 6) for season in ("spring", "summer", "fall")} <= {*moments}
    assert [row.vp for row in rows if row.player == "Ann"][-1] == game.score_by_source[0].vp


def test_the_plot_shows_every_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    analyze = program("analyze")
    game = Game(load_rules(), ("<Ann>", "B & C"), seed=2)
    while game.state.year < 3 and game.decision is not None:
        game.play(game.decision.options[0])
    file = tmp_path / "record.json"
    file.write_text(game.record.dumps(), encoding="utf-8")
    analyze.main(str(file), str(tmp_path / "points.svg"))
    assert "This game is not over." in capsys.readouterr().out
    picture = ET.fromstring((tmp_path / "points.svg").read_text(encoding="utf-8"))
    told = [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    for player in game.state.players:
        assert f"{player.name} {player.vp}" in told
    lines = [line.get("points", "").split() for line in picture.iter("{http://www.w3.org/2000/svg}polyline")]
    phases = len({(row.year, row.phase) for row in analyze.points_by_phase(game.record)})
    assert [len(line) for line in lines] == [phases, phases]


# The web server


class Client:
    """A browser in one seat: it listens to its stream, keeps its view, and posts answers."""

    def __init__(self, link: str, **more: object) -> None:
        self.host, _, path = link.removeprefix("http://").partition("/")
        self.path, _, self.query = f"/{path}".partition("?")
        self.connection = http.client.HTTPConnection(self.host, timeout=20)
        asked = "".join(f"&{name}={value}" for name, value in more.items())
        self.connection.request("GET", f"{self.path}/events?{self.query}{asked}")
        self.stream = self.connection.getresponse()
        assert self.stream.status == 200
        self.heard = ""
        self.now: Any = {}
        self.view: Any = None
        self.listen()

    def listen(self) -> None:
        """Take the next message, and follow it."""
        while True:
            line = self.stream.readline().decode()
            assert line, "the stream goes on"
            self.heard += line
            if line.startswith("data: "):
                self.now = json.loads(line.removeprefix("data: "))
                return

    def hear_until(self, seq: int) -> None:
        """Listen until everything up to an event is known."""
        while self.now["seq"] < seq:
            self.listen()

    def follow(self, rules: Rules) -> SeatView:
        """Apply the last message to the view."""
        if "view" in self.now:
            self.view = SeatView.from_json(json.dumps(self.now["view"]), rules)
        names = self.view.players
        events = [Event.from_json(json.dumps(event), names) for event in self.now["events"]]
        self.view = self.view.apply(events)
        found: SeatView = self.view
        return found

    def news(self, **asked: object) -> tuple[int, Any]:
        """Ask once what is new."""
        more = "".join(f"&{name}={value}" for name, value in asked.items())
        return request(self.host, "GET", f"{self.path}/news?{self.query}{more}")

    def play(self, decision: object, action: object) -> tuple[int, Any]:
        return self.post({"decision": decision, "action": action})

    def choose(self, k: int) -> tuple[int, Any]:
        """Play an option of the decision in the last message."""
        decision = self.now["decision"]
        return self.play(decision["id"], decision["options"][k])

    def post(self, body: object, path: str = "/play") -> tuple[int, Any]:
        text = body if isinstance(body, str) else json.dumps(body)
        return request(self.host, "POST", f"{self.path}{path}?{self.query}", text)

    def leave(self) -> None:
        self.stream.close()
        self.connection.close()


def request(host: str, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    kind = answer.headers["Content-Type"]
    connection.close()
    return answer.status, json.loads(text) if text and kind.startswith("application/json") else text


class Hall:
    """A server that runs, with one game; `restart` ends it and starts another with the same database."""

    def __init__(self, database: Path, **wishes: object) -> None:
        self.web = program("web_server")
        self.database = str(database)
        self.start()
        begun = self.server.begin({"players": ["Ann", "Brian", "Cindy"], **wishes})
        self.number = begun["game"]
        self.links = dict(zip(("Ann", "Brian", "Cindy"), begun["seats"], strict=True))
        self.links["spectator"] = begun["spectators"]

    def start(self) -> None:
        self.server = self.web.Server(self.database, port=0)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def restart(self) -> None:
        self.stop()
        self.start()

    def client(self, name: str, **more: object) -> Client:
        return Client(self.server.address + self.links[name], **more)

    @property
    def room(self) -> Any:
        return self.server.room(self.number)

    @property
    def game(self) -> Game:
        found: Game = self.room.game
        return found

    def answer(self, which: int = 0) -> str:
        """Answer a decision for whoever owes it."""
        owed = self.game.pending[which]
        self.room.play(owed.player, owed.id, owed.options[0])
        return owed.player


ALL_SECRETS = {"modules": ["governors", "soldier-tokens"]}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    found = Hall(tmp_path / "games.sqlite", rules=ALL_SECRETS)
    yield found
    found.stop()


def known(game: Game, name: str) -> str | None:
    return name if name in game.players else None


def test_clients_play_and_never_see_each_others_secrets(hall: Hall) -> None:
    """Sixty answers over a real wire: each client follows its view, and no secret is in what it is sent."""
    clients = {name: hall.client(name) for name in hall.links}
    hands_alone = sent = 0
    seen_alone = set[str]()
    for client in clients.values():
        client.follow(hall.game.rules)
    for _ in range(60):
        owed = hall.game.pending[-1]
        asked = clients[owed.player].now
        assert asked["decision"] == owed.to_dict(hall.game.players)
        assert len(asked["says"]) == len(owed.options)
        before = {name: names_hidden_from(hall.game, seat_of(hall.game, name)) for name in clients}
        assert clients[owed.player].choose(len(owed.options) // 2)[0] == 200
        game = hall.game
        for name, client in clients.items():
            client.heard = ""
            client.hear_until(game.view().seq)
            sent = max(sent, len(client.heard))
            assert client.follow(game.rules) == game.view(known(game, name))
            secret = before[name] & names_hidden_from(game, seat_of(game, name))
            assert not [enemy for enemy in secret if f'"{enemy}"' in client.heard]
            mine = hands(game).get(name, ())
            leaked = {card for hand in hands(game).values() for card in hand} - {*mine}
            assert not [card for card in leaked if f'"{card}"' in client.heard]
            events = client.now["events"]
            allowed = (None, seat_of(game, name))
            assert all(event.get("only_for") in allowed for event in events)
            seen_alone |= {event["type"] for event in events if "only_for" in event}
            hands_alone += bool(leaked)
    assert {"EnemySeen", "HandSeen"} & seen_alone
    assert hands_alone > 2
    assert sent < 20_000


def seat_of(game: Game, name: str) -> int | None:
    return game.players.index(name) if name in game.players else None


def hands(game: Game) -> dict[str, tuple[str, ...]]:
    """The cards in hidden hands."""
    return {name: game.view(name).hand for name in game.players if game.state.player(name).hand == ()}


def test_messages_are_small(hall: Hall) -> None:
    """A whole game with two modules: half of all messages have less than 2 kB."""
    sizes = list[int]()
    bot = GreedyBot()
    while hall.game.pending:
        seq, owed = hall.game.view("Ann").seq, hall.game.pending[0]
        hall.room.play(owed.player, owed.id, bot.choose(owed, Sight(owed.player, hall.game)))
        sizes.append(len(json.dumps(hall.room.message("Ann", "en", seq))))
    sizes.sort()
    assert sizes[len(sizes) // 2] < 2000
    assert sizes[len(sizes) * 9 // 10] < 5000


def test_what_is_not_possible_changes_nothing_and_says_why(hall: Hall) -> None:
    ann = hall.client("Ann")
    before, owed = hall.game.save(), ann.now["decision"]["id"]
    assert ann.play(owed, {"type": "Influence", "advisor": "king", "dice": [6]})[0] == 422
    for malformed in ("pass", None, [], {"type": "Choose"}, {"type": "Nothing"}):
        assert ann.play(owed, malformed)[1]["code"] == "action.malformed"
    for body in ("pass", "[" * 9000, "\xff\x00", "[]", "1" * 9000, "{}"):
        assert ann.post(body)[0] == 400
    assert ann.post("x" * 20_000)[0] == 413
    assert ann.post({}, "/elsewhere")[0] == 404
    assert ann.post({"seq": 1}, "/undo")[0] == 409
    for path in ("/elsewhere", "/games/none/news", f"{ann.path}/elsewhere"):
        assert request(ann.host, "GET", path)[0] == 404
    assert hall.game.save() == before


def test_a_double_click_answers_one_question(hall: Hall) -> None:
    owed = hall.game.pending[0]
    client = hall.client(owed.player)
    results = [client.choose(0) for _ in range(3)]
    assert [status for status, _ in results] == [200, 409, 409]
    assert results[1][1]["code"] == "action.stale"


def test_reasons_are_in_the_language_of_the_client(hall: Hall) -> None:
    hall.links = {name: link.replace("language=en", "language=nl") for name, link in hall.links.items()}
    client = hall.client(hall.game.pending[0].player)
    assert "Je " in client.now["question"]
    client.choose(0)
    assert client.choose(0)[1]["message"] == describe(
        hall.game.why_not("pass", decision=-1) or pytest.fail(), hall.game.rules, language="nl"
    )
    catalog = request(client.host, "GET", f"{client.path}/catalog?{client.query}")[1]
    assert catalog["language"] == "nl"


def test_the_catalog_is_sent_once(hall: Hall) -> None:
    client = hall.client("Ann")
    address = f"{client.path}/catalog?{client.query}"
    connection = http.client.HTTPConnection(client.host, timeout=20)
    connection.request("GET", address)
    tag = connection.getresponse().headers["ETag"]
    connection.close()
    assert request(client.host, "GET", address, **{"If-None-Match": tag}) == (304, "")


def test_spectators_watch_and_never_answer(hall: Hall) -> None:
    watching, owed = hall.client("spectator"), hall.game.pending[0]
    assert watching.now["decision"] is None
    assert watching.now["says"] == []
    refused = watching.play(owed.id, owed.options[0].to_dict(hall.game.players))
    assert refused[0] == 403
    assert refused[1]["code"] == "action.spectator"
    assert watching.post({"seq": watching.now["seq"]}, "/undo")[0] == 403
    for where in ("news", "events", "picture"):
        path = f"{watching.path}/{where}?seat=stranger"
        assert request(watching.host, "GET", path)[1]["code"] == "web.seat"


def test_a_seat_cannot_answer_for_another(hall: Hall) -> None:
    owed = hall.game.pending[0]
    other = next(name for name in hall.game.players if name != owed.player)
    status, why = hall.client(other).play(owed.id, owed.options[0].to_dict(hall.game.players))
    assert (status, why["code"]) == (409, "action.stale")


def test_clients_poll_with_what_they_know(hall: Hall) -> None:
    ann = hall.client("Ann")
    rules, seq = hall.game.rules, ann.now["seq"]
    ann.follow(rules)
    assert ann.news(after=seq)[1]["events"] == []
    for _ in range(4):
        hall.answer()
    _, ann.now = ann.news(after=seq, wait=5)
    assert "view" not in ann.now
    assert ann.follow(rules) == hall.game.view("Ann")
    for strange in (seq + 5000, "", "-1", "9" * 5000, "x"):
        assert "view" in ann.news(after=strange)[1]


def test_a_poll_waits_for_news(hall: Hall) -> None:
    ann = hall.client("Ann")
    later = threading.Timer(0.1, hall.answer)
    later.start()
    assert ann.news(after=ann.now["seq"], wait=20)[1]["events"]
    later.join()


def test_a_client_comes_back_after_an_undo(hall: Hall) -> None:
    while len(hall.game.pending) > 1 or not hall.game.can_undo(fair=True):
        hall.answer()
    player = hall.room.last_player()
    other = next(name for name in hall.game.players if name != player)
    away, mine = hall.client(other), hall.client(player)
    away.follow(hall.game.rules)
    away.leave()
    assert mine.now["undo"]
    assert hall.client(other).post({"seq": mine.now["seq"]}, "/undo")[1]["code"] == "web.undo"
    assert mine.post({"seq": mine.now["seq"]}, "/undo")[0] == 200
    assert mine.post({"seq": mine.now["seq"]}, "/undo")[1]["code"] == "web.late"
    hall.answer()
    _, away.now = away.news(after=away.now["seq"])
    assert [event["type"] for event in away.now["events"]].count("Undone") == 1
    assert away.follow(hall.game.rules) == hall.game.view(other)


def test_what_would_not_be_fair_is_not_undone(hall: Hall) -> None:
    while hall.game.can_undo(fair=True) or not hall.room.last_player():
        hall.answer()
    client = hall.client(hall.room.last_player())
    assert not client.now["undo"]
    assert client.post({"seq": client.now["seq"]}, "/undo")[1]["code"] == "undo.unfair"


def test_a_restart_loses_nothing(hall: Hall) -> None:
    for _ in range(10):
        hall.answer()
    ann = hall.client("Ann")
    ann.follow(hall.game.rules)
    hall.answer()
    before = hall.game
    hall.restart()
    assert hall.game is not before
    assert hall.game == before
    assert hall.game.view().seq == before.view().seq
    hall.answer()
    again = Client(hall.server.address + hall.links["Ann"], after=ann.now["seq"])
    assert "view" not in again.now
    again.view = ann.view
    assert again.follow(hall.game.rules) == hall.game.view("Ann")


def test_what_cannot_be_saved_has_not_happened(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    client = hall.client(hall.game.pending[0].player)
    before = hall.game.save()

    def full(number: str, save: str) -> None:
        raise hall.web.sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(hall.server.store, "keep", full)
    assert client.choose(0)[0] == 503
    assert hall.game.save() == before
    monkeypatch.undo()
    assert client.choose(0)[0] == 200


def test_a_browser_says_what_it_has_heard_last(hall: Hall) -> None:
    """After a break, a browser connects with the same address and the `id` of the last message."""
    ann = hall.client("Ann")
    known_until = ann.now["seq"]
    hall.answer()
    for header, resumes in ((str(known_until), True), ("9" * 5000, False), ("x", False)):
        connection = http.client.HTTPConnection(ann.host, timeout=20)
        address = f"{ann.path}/events?{ann.query}"
        connection.request("GET", address, headers={"Last-Event-ID": header})
        stream = connection.getresponse()
        assert stream.readline() == f"id: {hall.game.view().seq}\n".encode()
        assert ("view" not in json.loads(stream.readline().removeprefix(b"data: "))) is resumes
        connection.close()


def test_a_connection_that_says_nothing_is_closed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.web.Handler, "timeout", 0.1)
    for start in (b"", b"GET / HT", b"POST /games HTTP/1.1\r\nContent-Length: 50\r\n\r\n{"):
        with socket.create_connection(hall.server.server_address, timeout=10) as connection:
            connection.sendall(start)
            assert connection.recv(100) == b""


@pytest.mark.parametrize(
    ("wanted", "seconds"),
    [("60", 60), ("0", 5), ("1e9", 300), ("NaN", 300), ("true", 300), ("9" * 20, 604800)],
)
def test_clocks_have_limits(hall: Hall, wanted: str, seconds: int) -> None:
    host = hall.server.address.removeprefix("http://").rstrip("/")
    body = f'{{"players": ["Ann", "Brian"], "seconds": {wanted}}}'
    _, begun = request(host, "POST", "/games", body)
    assert hall.server.room(begun["game"]).seconds == seconds


def test_a_save_of_other_rules_is_gone(hall: Hall) -> None:
    save = json.loads(hall.game.save())
    save["rules"]["digest"] = "0" * len(save["rules"]["digest"])
    hall.server.store.keep(hall.number, json.dumps(save))
    hall.server.rooms.clear()
    link = hall.server.address + hall.links["Ann"]
    host, _, path = link.removeprefix("http://").partition("/")
    status, why = request(host, "GET", f"/{path.replace('?', '/news?')}")
    assert status == 410
    assert why["code"].startswith("save.")


def test_a_bot_answers_for_absent_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there: bots play the game to its end. Somebody who answers is not absent any more."""
    found = Hall(tmp_path / "games.sqlite")
    try:
        owed = found.game.pending[0]
        found.room.absent.add(owed.player)
        found.room.play(owed.player, owed.id, owed.options[0])
        assert not found.room.absent
        client = found.client("spectator")
        assert 200 < client.now["seconds"] <= 300
        found.room.seconds = 0
        found.room.deadlines = {}
        found.room.start_clocks()
        for _ in range(30):
            client.listen()
        assert found.room.absent == {"Ann", "Brian", "Cindy"}
    finally:
        found.stop()


def test_a_bot_that_is_too_late_changes_nothing(hall: Hall) -> None:
    owed = hall.game.pending[0]
    hall.answer()
    before = hall.game.save()
    hall.room.answer_for(owed, owed.options[0])
    assert hall.game.save() == before


def test_twenty_clients_hear_the_same(hall: Hall) -> None:
    clients = [hall.client(name) for name in ("Ann", "Brian", "Cindy", "spectator") for _ in range(5)]
    seen = {id(client): client.follow(hall.game.rules) for client in clients}
    players = [client for client in clients if client.now["decision"]]
    threads = [threading.Thread(target=client.choose, args=(0,)) for client in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for client in clients:
        while client.now["seq"] < hall.game.view().seq:
            client.listen()
            seen[id(client)] = client.follow(hall.game.rules)
    for number, client in enumerate(clients):
        name = ("Ann", "Brian", "Cindy", None)[number // 5]
        assert seen[id(client)] == hall.game.view(name)


def test_too_many_connections_are_closed(hall: Hall) -> None:
    for _ in range(hall.web.MOST_CONNECTIONS):
        assert hall.server.free.acquire(timeout=5)
    with pytest.raises((http.client.HTTPException, OSError)):
        hall.client("Ann")
    hall.server.free.release(hall.web.MOST_CONNECTIONS)
    assert hall.client("Ann").now["seq"]


def gone() -> None:
    raise BrokenPipeError


def test_browsers_that_go_leave_no_tracebacks(hall: Hall, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        hall.client("Ann").leave()
    for _ in range(12):
        hall.answer()
    for _ in range(200):
        if not [thread for thread in threading.enumerate() if "process_request" in thread.name]:
            break
        threading.Event().wait(0.05)
        hall.answer()
    try:
        gone()
    except OSError:
        hall.server.handle_error(None, ("", 0))
    assert not capfd.readouterr().err


def test_the_lobby_offers_and_refuses(hall: Hall) -> None:
    host = hall.server.address.removeprefix("http://").rstrip("/")
    status, page = request(host, "GET", "/")
    assert status == 200
    assert "EventSource" in page
    assert request(host, "GET", "/choices?language=fr")[1]["language"] == "fr"

    def begin(**wishes: object) -> tuple[int, Any]:
        return request(host, "POST", "/games?language=nl", json.dumps(wishes))

    refused = {
        "setup.players": {"players": ["Ann"]},
        "setup.same_name": {"players": ["Ann", "Ann"]},
        "setup.module": {"players": ["Ann", "Brian"], "rules": {"modules": ["../../etc"]}},
        "setup.conflict": {
            "players": ["Ann", "Brian"],
            "rules": {"modules": ["soldier-tokens"], "scenario": "wheel-and-deal"},
        },
    }
    for code, wishes in refused.items():
        assert begin(**wishes)[0] == 422
        assert begin(**wishes)[1]["code"] == code
    for strange in (
        {},
        {"players": 3},
        {"players": {}},
        {"players": [["Ann"], None], "rules": 7, "seconds": "x"},
    ):
        assert begin(**strange)[0] in (200, 422)
    status, begun = begin(players=["Ann", "Brian"], rules={"modules": ["destiny"]}, seconds=60)
    assert status == 200
    first = Client(hall.server.address + begun["seats"][0])
    assert first.now["view"]["table"]["players"][0]["name"] == "Ann"
    assert first.now["seconds"] <= 60


def test_a_server_has_room_for_so_many(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.web, "MOST_GAMES", 1)
    host = hall.server.address.removeprefix("http://").rstrip("/")
    assert request(host, "POST", "/games", '{"players": ["Ann", "Brian"]}')[0] == 503


@pytest.mark.parametrize(
    ("window", "picture"), [("", 1080), ("1", 320), ("390", 390), ("1280", 1080), ("9" * 5000, 1080)]
)
def test_the_picture_fits_the_window(hall: Hall, window: str, picture: int) -> None:
    host, _, path = (hall.server.address + hall.links["Ann"]).removeprefix("http://").partition("/")
    _, drawn = request(host, "GET", f"/{path.replace('?', '/picture?')}&width={window}")
    assert f'width="{picture}"' in drawn.split(">")[0]


def test_addresses_are_secrets(hall: Hall) -> None:
    ann = hall.client("Ann")
    tokens = hall.room.tokens
    assert len({*tokens, hall.number}) == 4
    assert min(map(len, tokens)) >= 20
    assert not [token for token in tokens if token in ann.heard]
    assert not [token for token in tokens if token in hall.links["spectator"]]
