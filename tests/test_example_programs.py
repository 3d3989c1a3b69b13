"""The programs in `examples/` do what they promise, with people, bots and browsers played by the test."""

from __future__ import annotations

import http.client
import importlib.util
import json
import runpy
import sys
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from helpers_secrets import names_hidden_from
from kingsburg_rules import Event, Game, SeatView, load_rules, modules

FOLDER = Path(__file__).parents[1] / "examples"
ALONE = ("analyse", "bot", "first_game", "handle_everything", "simple_search")
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
    for person, events in told.items():
        mine = [event for event in happened if event.only_for in (None, person)]
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
    analyse = program("analyse")
    game = Game(load_rules(), ("Ann", "Brian"), seed=2)
    while game.decision is not None:
        game.play(game.decision.options[0])
    rows = analyse.points_by_phase(game.record)
    assert game.outcome is not None
    assert {row.player: row.vp for row in rows} == {place.player: place.vp for place in game.outcome.ranking}
    moments = list(dict.fromkeys((row.year, row.phase) for row in rows))
    assert moments[0] == (1, "kings_favor")
    assert len(moments) == len(rows) / 2 > 20
    assert [year for year, _ in moments] == sorted(year for year, _ in moments)
    assert {(year, season) for year in range(1, 6) for season in ("spring", "summer", "fall")} <= {*moments}
    assert [row.vp for row in rows if row.player == "Ann"][-1] == game.score_by_source[0].vp


def test_the_plot_shows_every_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    analyse = program("analyse")
    game = Game(load_rules(), ("<Ann>", "B & C"), seed=2)
    while game.state.year < 3 and game.decision is not None:
        game.play(game.decision.options[0])
    file = tmp_path / "record.json"
    file.write_text(game.record.dumps(), encoding="utf-8")
    analyse.main(str(file), str(tmp_path / "points.svg"))
    assert "This game is not over." in capsys.readouterr().out
    picture = ET.fromstring((tmp_path / "points.svg").read_text(encoding="utf-8"))
    told = [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    for player in game.state.players:
        assert f"{player.name} {player.vp}" in told
    lines = [line.get("points", "").split() for line in picture.iter("{http://www.w3.org/2000/svg}polyline")]
    phases = len({(row.year, row.phase) for row in analyse.points_by_phase(game.record)})
    assert [len(line) for line in lines] == [phases, phases]


# The web server


class Client:
    """A browser in one seat: it listens to its stream, and posts answers."""

    def __init__(self, address: str) -> None:
        self.host, _, self.path = address.removeprefix("http://").partition("/")
        self.query = self.path.partition("?")[2]
        self.connection = http.client.HTTPConnection(self.host, timeout=20)
        self.connection.request("GET", f"/events?{self.query}")
        self.stream = self.connection.getresponse()
        assert self.stream.status == 200
        self.heard = ""
        self.now: Any = {}
        self.listen()

    def listen(self) -> None:
        """Take the next message."""
        while True:
            line = self.stream.readline().decode()
            assert line, "the stream goes on"
            self.heard += line
            if line.startswith("data: "):
                self.now = json.loads(line.removeprefix("data: "))
                return

    def post(self, body: str, path: str = "/play") -> tuple[int, Any]:
        return request(self.host, "POST", f"{path}?{self.query}", body)


def request(host: str, method: str, path: str, body: str | None = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.request(method, path, body)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, json.loads(text) if answer.headers["Content-Type"].startswith(
        "application/json"
    ) else text


@pytest.fixture
def server() -> Iterator[Any]:
    web = program("web_server")
    game = Game(load_rules(modules=("governors", "soldier-tokens")), ("Ann", "Brian", "Cindy"), seed=11)
    with web.Server(web.Table(game), port=0) as found:
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def test_two_clients_play_and_never_see_each_others_secrets(server: Any) -> None:
    """Sixty answers over a real wire: no name that is hidden from a seat is in anything it is sent."""
    game: Game = server.table.game
    clients = {name: Client(address) for name, address in server.addresses.items()}
    seen_alone = hands_alone = 0
    for _ in range(60):
        decision = game.pending[-1]
        asking = clients[decision.player].now["options"]
        assert [option["action"] for option in asking] == [option.to_dict() for option in decision.options]
        answer = asking[len(asking) // 2]["action"]
        before = {name: set(names_hidden_from(game, seat_of(game, name))) for name in clients}
        status, _ = clients[decision.player].post(json.dumps(answer))
        assert status == 200
        for name, client in clients.items():
            client.heard = ""
            client.listen()
            seat = seat_of(game, name)
            assert SeatView.from_json(json.dumps(client.now["view"]), game.rules) == game.view(
                None if seat is None else name
            )
            secret = before[name] & names_hidden_from(game, seat)
            assert not [enemy for enemy in secret if f'"{enemy}"' in client.heard]
            others = [hand for other, hand in hands(game).items() if other != name]
            mine = set(hands(game).get(name, ()))
            leaked = {card for hand in others for card in hand} - mine
            assert not [card for card in leaked if f'"{card}"' in client.heard]
            kinds = {event["type"] for event in client.now["events"] if event.get("only_for") is not None}
            assert all(event.get("only_for") in (None, name) for event in client.now["events"])
            seen_alone += "EnemySeen" in kinds
            hands_alone += bool(leaked)
    assert seen_alone > 2
    assert hands_alone > 2


def seat_of(game: Game, name: str) -> int | None:
    return game.players.index(name) if name in game.players else None


def hands(game: Game) -> dict[str, tuple[str, ...]]:
    """The cards in hidden hands."""
    return {name: game.view(name).hand for name in game.players if game.state.player(name).hand == ()}


def test_what_is_not_possible_changes_nothing_and_says_why(server: Any) -> None:
    game: Game = server.table.game
    ann, watching = (Client(server.addresses[name]) for name in ("Ann", "spectator"))
    before = game.save()
    assert ann.post('{"type": "Influence", "advisor": "king", "dice": [6]}')[0] == 422
    assert ann.post("pass")[1]["code"] == "action.malformed"
    assert ann.post("\xff\x00")[0] == 422
    assert ann.post("x" * 20_000)[0] == 413
    assert ann.post("{}", "/elsewhere")[0] == 404
    assert watching.post('{"type": "Pass"}')[0] == 403
    assert watching.now["options"] == []
    assert request(ann.host, "GET", "/events?seat=stranger")[0] == 403
    assert request(ann.host, "GET", "/")[0] == 403
    assert request(ann.host, "GET", f"/elsewhere?{ann.query}")[0] == 404
    assert game.save() == before


@pytest.mark.parametrize(
    ("window", "picture"), [("", 1080), ("390", 360), ("1280", 1080), ("9" * 5000, 1080), ("-1", 1080)]
)
def test_a_telephone_gets_a_picture_for_telephones(server: Any, window: str, picture: int) -> None:
    client = Client(f"{server.addresses['Ann']}&width={window}")
    assert f'width="{picture}"' in client.now["picture"].split(">")[0]


def test_a_seat_cannot_answer_for_another(server: Any) -> None:
    game: Game = server.table.game
    while len(game.pending) > 1:
        game.play(game.pending[0].options[0], game.pending[0].player)
    (decision,) = game.pending
    other = next(name for name in game.players if name != decision.player)
    client = Client(server.addresses[other])
    assert client.now["options"] == []
    status, why = client.post(decision.options[0].to_json())
    assert status == 422
    assert why["code"].startswith("decision.")


def test_the_page_is_there_and_addresses_are_secrets(server: Any) -> None:
    ann = Client(server.addresses["Ann"])
    status, page = request(ann.host, "GET", f"/?{ann.query}")
    assert status == 200
    assert "EventSource" in page
    tokens = [address.rpartition("=")[2] for address in server.addresses.values()]
    assert len(set(tokens)) == 4
    assert min(map(len, tokens)) >= 9
    assert not [token for token in tokens if token in ann.heard]


def test_who_leaves_is_forgotten(server: Any) -> None:
    ann = Client(server.addresses["Ann"])
    brian = Client(server.addresses["Brian"])
    ann.stream.close()
    ann.connection.close()
    game: Game = server.table.game
    while len(server.table.clients) == 2:
        asked = game.pending[0]
        server.table.play(asked.player, asked.options[0].to_json())
        brian.listen()
    assert [client.seat for client in server.table.clients] == ["Brian"]
