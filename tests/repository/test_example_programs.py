"""The programs in `examples/` do what they promise, with people, bots and browsers played by the test."""

from __future__ import annotations

import importlib.util
import runpy
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kingsburg_rules import (
    Asked,
    Event,
    Game,
    Played,
    load_rules,
    modules,
)

FOLDER = Path(__file__).parents[2] / "examples"
ALONE = ("analyze", "bot", "first_game", "handle_everything", "simple_search")
"""Programs that run by themselves; the others wait for people."""
ELSEWHERE = ("train_a_bot",)
"""Programs that need an extra: test_adapters_gymnasium.py tries this one."""


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
    assert {path.stem for path in FOLDER.glob("*.py")} == {*ALONE, *ELSEWHERE, "terminal"}


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
        "kingsburg_rules.adapters",
        "kingsburg_rules.adapters.gymnasium",
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
    assert seen.count("The options are numbered from 1 to 3.") == 2
    assert "“king” is not clear; these answers are possible: gain 1 gold; gain 1 wood; gain 1 stone." in seen
    assert "Nothing has been played yet." in seen
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
    for_people = [event for event in happened if not isinstance(event, (Played, Asked))]
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
