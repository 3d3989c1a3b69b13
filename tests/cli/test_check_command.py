"""`kingsburg check`: what it writes, and its exit codes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from kingsburg_rules.cli.output import excerpt
from support.packs import HUT, INFO, SHOWN, in_hut, written


def run(*words: str) -> int:
    return main(["check", *words])


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", '{gold: 1, "gould": 2}')})


def test_the_command_shows_the_line_and_underlines_what_is_wrong(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("cards.yaml") == 1
    first, line, marks, count, more = capsys.readouterr().out.splitlines()
    assert first.startswith("cards.yaml:11:31: 'gould' is not known here;")
    assert line[marks.index("^") : marks.rindex("^") + 1] == '"gould"'
    assert (count, more) == ("1 problem.", "kingsburg explain link.resource describes it.")


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


def test_the_command_counts_what_is_clean(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": SHOWN})
    assert run("cards.yaml") == 0
    assert capsys.readouterr().out == "No mistakes in 1 card and 1 file.\n"


def test_the_command_writes_json(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards.yaml", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    (problem,) = found["errors"]
    assert problem["file"] == "cards.yaml"
    assert (problem["line"], problem["column"], problem["code"]) == (11, 31, "link.resource")


def test_the_command_marks_lines_for_github(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": in_hut("name: Hut", "name: Hut: x, 100% wood")})
    assert run("cards.yaml", "--format", "github") == 1
    said = capsys.readouterr().out
    assert said.startswith(
        "::error file=cards.yaml,line=4,col=14,title=yaml.colon::this is the second '%3A '"
    )


def test_the_command_says_when_there_is_nothing_to_check(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("cards.yaml", "nothing.yaml") == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "kingsburg check: 'nothing.yaml' does not exist.\n")


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
