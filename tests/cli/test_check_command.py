"""`kingsburg check` and `kingsburg test`: what they write about a small pack, and their exit codes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from kingsburg_rules.cli.output import excerpt
from support.packs import HUT, INFO, PLAYED, SHOWN, in_hut, written

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


def run(*words: str) -> int:
    return main(["check", *words])


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", '{gold: 1, "gould": 2}')})


def test_the_command_shows_a_line_that_lies_in_a_zip(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile("toys.zip", "w") as archive:
        archive.writestr("toys/pack.yaml", INFO)
        archive.writestr("toys/cards.yaml", in_hut("{gold: 1}", "{gould: 1}"))
    assert run("toys.zip") == 1
    first, line, marks, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("toys.zip/toys/cards.yaml:11:22: 'gould' is not known here;")
    assert line[marks.index("^") : marks.rindex("^") + 1] == "gould"


def test_a_zip_without_a_pack_is_refused(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile("toys.zip", "w") as archive:
        archive.writestr("toys/cards.yaml", HUT)
    assert run("toys.zip") == 1
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == "toys.zip/pack.yaml:1:1: this is not a pack: it has no pack.yaml [pack.missing]"


def test_packs_that_are_checked_together_know_each_other(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = f"{INFO.replace('toys', 'more')}requires: [toys]\n"
    written(broken, {"a/pack.yaml": INFO, "a/cards.yaml": HUT, "b/pack.yaml": more})
    assert run("b") == 1
    assert run("a", "b") == 0
    assert "\nNo mistakes in 1 card and 3 files.\n" in capsys.readouterr().out


def test_the_command_marks_lines_for_github(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": in_hut("name: Hut", "name: Hut: x, 100% wood")})
    assert run("cards.yaml", "--format", "github") == 1
    said = capsys.readouterr().out
    assert said.startswith(
        "::error file=cards.yaml,line=4,col=14,title=yaml.colon::this is the second '%3A '"
    )


def test_the_command_shows_no_control_characters(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": in_hut("name: Hut", "name: Hut \x1b[31m")})
    assert run("cards.yaml") == 1
    assert "\x1b" not in capsys.readouterr().out


def test_the_command_shows_a_part_of_a_long_line(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(
        broken, {"cards.yaml": in_hut("do: [", f"do: [{'{gain: {gold: 1}}, ' * 100}" + "{gian: {gold: 1}}, ")}
    )
    assert run("cards.yaml") == 1
    _, line, marks, *_ = capsys.readouterr().out.splitlines()
    assert len(line) <= 110
    assert line[marks.index("^") : marks.rindex("^") + 1] == "gian"


def test_check_and_test_take_the_same_names(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A built-in pack by its id, even where a folder is called so, and anything else by its path."""
    written(broken, {"soldier-tokens/pack.yaml": "id: [", "mine/pack.yaml": INFO, "mine/cards.yaml": HUT})
    for name, code in (("soldier-tokens", 0), ("./soldier-tokens", 1), ("mine", 0), ("soldier-tokes", 2)):
        assert run(name) == code, name
        assert main(["test", "--no-games", name]) == code, name
    capsys.readouterr()
    assert run("base") == 0
    assert capsys.readouterr().out.startswith("No mistakes in ")


@pytest.mark.parametrize(
    ("line", "column", "marks"),
    [
        ("cost: {glod: 1}", 8, "       ^^^^"),
        ("- when: season.endd", 9, "        ^^^^^^^^^^^"),
        ('name: "A hut', 7, "      ^"),
        ("name: Hut", 10, "         ^"),
        ("is: base/inm, $card", 5, "    ^^^^^^^^"),
        ("name: \u5bbf\u5c4b {x: 1}", 11, "            ^"),
        ("name: cafe\u0301 {x: 1}", 13, "           ^"),
    ],
)
def test_the_marks_are_below_what_is_wrong(line: str, column: int, marks: str) -> None:
    """Also behind signs that take two columns or none, and at the end of a line."""
    assert excerpt(line, column) == f"    {line}\n    {marks}\n"


def test_there_are_no_marks_where_there_is_no_line() -> None:
    assert (excerpt("", 1), excerpt("name: Hut", 11), excerpt("   ", 2)) == ("", "", "")


def report(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command, and return what it writes."""
    main([*words])
    return capsys.readouterr().out


def test_check_reports(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": in_hut("{gold: 1}", "{gould: 1}")})
    assert report(capsys, "check", "cards.yaml") == CHECKED
    written(broken, {"cards.yaml": SHOWN})
    assert report(capsys, "check", "cards.yaml") == "No mistakes in 1 card and 1 file.\n"
    written(broken, {"cards.yaml": HUT})
    assert ": warning: " in report(capsys, "check", "cards.yaml").splitlines()[0]


def test_test_reports(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = PLAYED.replace("do: [{gain: {gold: 1}}]", "do: [{gain: {gold: 2}}]")
    written(broken, {"cards.yaml": wrong})
    assert report(capsys, "test", "cards.yaml", "--games", "2") == TESTED


def test_the_report_of_an_example_says_why_an_action_is_not_possible(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = PLAYED.replace("        expect", "        play: [{do: build inn}]\n        expect")
    written(broken, {"cards.yaml": played})
    told = report(capsys, "test", "cards.yaml", "--no-games")
    assert f": {IMPOSSIBLE} [test.example]" in told.splitlines()[0]
    data = json.loads(report(capsys, "test", "cards.yaml", "--no-games", "--format", "json"))
    assert data[0]["examples"][0]["failures"] == [IMPOSSIBLE]


def test_reports_for_programs_and_for_github(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "'gould' is not known here; did you mean 'gold'?"
    for command in (("check",), ("test", "--no-games")):
        words = (*command, "cards.yaml", "--format")
        data = json.loads(report(capsys, *words, "json"))
        (problem,) = data["errors"] if command == ("check",) else data[0]["diagnostics"]
        assert (problem["message"], problem["remedy"], problem["code"]) == (told, "gold", "link.resource")
        assert f"title=link.resource::{told}" in report(capsys, *words, "github")
    last = report(capsys, "check", "cards.yaml", "--format", "github")
    assert last.endswith(f"{told} (kingsburg explain link.resource describes it)\n")


def test_what_a_command_cannot_do(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "test"):
        assert main([command, "nowhere"]) == 2
        said = capsys.readouterr()
        assert said.err.startswith(f"kingsburg {command}: 'nowhere' ")
        assert not said.out
    assert main(["explain", "link.crd"]) == 2
    assert capsys.readouterr().err == (
        "kingsburg: Code 'link.crd' is not known here; did you mean 'link.card'? [text.code]\n"
    )
    assert main(["test", str(broken / "nowhere.yaml")]) == 2
    assert "is neither a folder" in capsys.readouterr().err
