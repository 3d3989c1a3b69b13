"""What `kingsburg check` and `kingsburg test` write about a small pack, to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from support.packs import HUT, PLAYED, SHOWN, in_hut, written

CHECKED = """\
cards.yaml:11:22: 'gould' is not known here; did you mean 'gold'? [link.resource]
            do: [{gain: {gould: 1}}]
                         ^^^^^
1 problem.
kingsburg explain link.resource describes it.
"""
TESTED = """\
cards.yaml:14:9: cards/hut: the example 'It gives 1 gold.' does not hold: \
me should have gold 1, has 2 [test.example]
            expect: {me: {gold: 1}}
            ^^^^^^
 offered    used
      53       1  cards/hut  card (built)
      18      14  cards/hut  triggers/0 (season.end)
cards: 0 of 1 examples hold; \
2 games with 362 decisions used 2 of 2 parts of its cards; 1 failure
kingsburg explain test.example describes it.
"""
IMPOSSIBLE = "'build inn' is not possible: The moment is over. Nobody is asked."


def report(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command, and return what it writes."""
    main([*words])
    return capsys.readouterr().out


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", "{gould: 1}")})


def test_check_reports(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, "check", "cards.yaml") == CHECKED
    written(here, {"cards.yaml": SHOWN})
    assert report(capsys, "check", "cards.yaml") == "No mistakes in 1 card and 1 file.\n"
    written(here, {"cards.yaml": HUT})
    assert ": warning: " in report(capsys, "check", "cards.yaml").splitlines()[0]


def test_test_reports(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = PLAYED.replace("do: [{gain: {gold: 1}}]", "do: [{gain: {gold: 2}}]")
    written(here, {"cards.yaml": wrong})
    assert report(capsys, "test", "cards.yaml", "--games", "2") == TESTED


def test_the_report_of_an_example_says_why_an_action_is_not_possible(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = PLAYED.replace("        expect", "        play: [{do: build inn}]\n        expect")
    written(here, {"cards.yaml": played})
    told = report(capsys, "test", "cards.yaml", "--no-games")
    assert f": {IMPOSSIBLE} [test.example]" in told.splitlines()[0]
    data = json.loads(report(capsys, "test", "cards.yaml", "--no-games", "--format", "json"))
    assert data[0]["examples"][0]["failures"] == [IMPOSSIBLE]


def test_reports_for_programs_and_for_github(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "'gould' is not known here; did you mean 'gold'?"
    for command in (("check",), ("test", "--no-games")):
        words = (*command, "cards.yaml", "--format")
        data = json.loads(report(capsys, *words, "json"))
        (problem,) = data["errors"] if command == ("check",) else data[0]["diagnostics"]
        assert (problem["message"], problem["remedy"], problem["code"]) == (told, "gold", "link.resource")
        assert f"title=link.resource::{told}" in report(capsys, *words, "github")
    last = report(capsys, "check", "cards.yaml", "--format", "github")
    assert last.endswith(f"{told} (kingsburg explain link.resource describes it)\n")


def test_what_a_command_cannot_do(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "test"):
        assert main([command, "nowhere"]) == 2
        assert capsys.readouterr().err.startswith(f"kingsburg {command}: 'nowhere' ")
    assert main(["explain", "link.crd"]) == 2
    assert capsys.readouterr().err == (
        "kingsburg: Code 'link.crd' is not known here; did you mean 'link.card'? [text.code]\n"
    )
    assert main(["test", str(here / "nowhere.yaml")]) == 2
    assert "is neither a folder" in capsys.readouterr().err
