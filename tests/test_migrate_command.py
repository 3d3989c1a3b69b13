"""`kingsburg migrate`: old packs become packs of today, and nothing around their words changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers_packs import HUT, INFO, written
from kingsburg_rules import ContentError, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.migrating import Migrated, edited, migrate
from kingsburg_rules.content.migrations import (
    CHANGES,
    FORMAT,
    OLD_NAMES,
    Edit,
    OldFile,
    at_the_top,
    is_enemy,
    is_option,
    is_step,
    is_test,
    renamed,
)
from kingsburg_rules.content.pack_files import Source
from kingsburg_rules.content.pack_sheets import kind_of
from kingsburg_rules.content.yaml_reading import read_yaml
from kingsburg_rules.testing.packs import play_folder

ROOT = Path(__file__).parents[1]
CONTENT = sorted(path for path in (ROOT / "content").glob("*/**/*.yaml") if path.parent.name != "editions")

OLD_INFO = """\
# My pack, from long ago
id: moon          # the id
version: "0.3"
format: 0         # an old one
title: Goblin Moon

license: CC0      # take it
"""
OLD_CARDS = """\
format: 0  # old

# The tower of the moon,
#   with an odd way to indent
buildings:
    -   id: moon_tower
        name: "Moon Tower"   # in quotes
        row: H
        column: 1
        cost: {wood: 1,   stone: 1}
        vp: 1
        text: I have a rule, and I win or lose.
        triggers:
        - when: season.end
          if: [{have: {gold: {min: 1}}}, {not: {have: {soldier: 1}}}]  # have and have not
          do:
          - if:
              test:
                - any: [{rule: {winter_order: die_first}}, {"have": {wood: 1}}]
              then: [{gain: {vp: 1}}]
              else:
                - lose: {gold: 1}
        options: [{plus2_values: {values: [1, 2]}}]
        memory: [{id: have, lasts: game}]
        examples:
        - shows: I have gold, so I score 1 VP.
          works: true
          at: spring/season.end
          given: {memory: {have: 1}, me: {gold: 1, buildings: [moon_tower]}}
          play: [{do: use moon_tower}]
          expect: {me: {vp: 1}}
        - shows: I have none.
          works: false
          at: spring/season.end
          given: {me: {buildings: [moon_tower]}}
          expect: {me: {vp: 0}}

enemies:
  - {id: moon_rat, name: Moon Rat, year: 1, type: rats, strength: 1, win: {gold: 1}, lose: {vp: 1}}
rules:
  - id: dusk
    name: Dusk
    triggers: [{when: year.end, do: [{emit: year.last}]}]
"""
NEW_INFO = OLD_INFO.replace("format: 0", "format: 1").replace("license", "licence")
NEW_CARDS = (
    OLD_CARDS.replace("format: 0", "format: 1")
    .replace("{have: {gold", "{has: {gold")
    .replace("{not: {have", "{not: {has")
    .replace('{"have"', '{"has"')
    .replace("{rule:", "{switch:")
    .replace("{plus2_values:", "{token_values:")
    .replace("win: {gold", "reward: {gold")
    .replace("lose: {vp", "penalty: {vp")
    .replace("{emit:", "{window:")
)
OLD = {"pack.yaml": OLD_INFO, "deep/moon.yaml": OLD_CARDS}


@pytest.fixture
def moon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(written(tmp_path, {f"moon/{name}": text for name, text in OLD.items()}))
    return tmp_path / "moon"


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_only_the_words_change(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Comments, quotes, indentation, texts for people and names stay as they were."""
    assert main(["migrate", "moon"]) == 0
    assert texts(moon) == {"pack.yaml": NEW_INFO, "deep/moon.yaml": NEW_CARDS}
    assert capsys.readouterr().out == (
        "rewritten: moon/deep/moon.yaml (9 changes)\nrewritten: moon/pack.yaml (2 changes)\n"
    )


def test_what_comes_out_is_a_pack_of_today(moon: Path) -> None:
    assert main(["migrate", "moon"]) == 0
    assert check_folder(moon) == ()
    assert [result.failures for result in play_folder(moon)] == [(), ()]
    assert "moon/moon_rat" in load_rules(packs=["./moon"]).cards


def test_a_second_time_nothing_is_to_be_done(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "moon"]) == 0
    before = {path: path.stat().st_mtime_ns for path in moon.rglob("*.yaml")}
    capsys.readouterr()
    assert main(["migrate", "moon", "--check"]) == main(["migrate", "moon"]) == 0
    assert capsys.readouterr().out == "Nothing is to be done: everything is of the present format.\n" * 2
    assert {path: path.stat().st_mtime_ns for path in moon.rglob("*.yaml")} == before


def test_a_single_file_can_be_migrated(moon: Path) -> None:
    assert main(["migrate", "moon/deep/moon.yaml"]) == 0
    assert texts(moon) == {"pack.yaml": OLD_INFO, "deep/moon.yaml": NEW_CARDS}
    assert [problem.file for problem in check_folder(moon)] == [(moon / "pack.yaml").as_posix()]


def test_an_old_pack_is_told_to_be_migrated_by_check_and_by_loading(moon: Path) -> None:
    found = check_folder(moon)
    assert [(Path(problem.file).name, problem.line, problem.column, problem.code) for problem in found] == [
        ("moon.yaml", 1, 9, "pack.format"),
        ("pack.yaml", 4, 9, "pack.format"),
    ]
    assert all("'kingsburg migrate' rewrites the pack for format 1" in problem.message for problem in found)
    with pytest.raises(ContentError) as refused:
        load_rules(packs=[moon])
    assert refused.value.problems == found


def test_nothing_is_written_when_it_is_only_asked(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "moon", "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "to be rewritten: moon/deep/moon.yaml (9 changes)",
        "to be rewritten: moon/pack.yaml (2 changes)",
    ]
    assert main(["migrate", "moon", "--diff"]) == 0
    assert capsys.readouterr().out.endswith("-license: CC0      # take it\n+licence: CC0      # take it\n")
    assert main(["migrate", "moon", "--diff", "--check"]) == 1
    assert texts(moon) == dict(sorted(OLD.items()))


def test_it_is_told_for_programs_and_for_github(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "moon", "--check", "--diff", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["written"], told["problems"]) == (False, [])
    assert [(file["file"], file["changes"]) for file in told["files"]] == [
        ("moon/deep/moon.yaml", 9),
        ("moon/pack.yaml", 2),
    ]
    assert "+licence" in told["files"][1]["diff"]
    assert main(["migrate", "moon", "--check", "--format", "github"]) == 1
    first, _ = capsys.readouterr().out.splitlines()
    assert first == (
        "::warning file=moon/deep/moon.yaml,line=1,col=1,title=pack.format::"
        "this file is of an older format; kingsburg migrate makes 9 changes"
    )
    assert main(["migrate", "moon/pack.yaml", "--format", "github"]) == 0
    assert capsys.readouterr().out == (
        "::notice file=moon/pack.yaml,line=1,col=1,title=pack.format::"
        "this file was of an older format; 2 changes made it one of today\n"
    )
    assert main(["migrate", "moon", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["written"] is True


def test_a_pack_that_cannot_be_read_stays_as_it_is(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All files or none: half a pack of each format would be worse."""
    (moon / "broken.yaml").write_text("format: 0\nrules: [\n", encoding="utf-8")
    before = texts(moon)
    assert main(["migrate", "moon"]) == 1
    said = capsys.readouterr().out
    assert "moon/broken.yaml:2:8: this bracket is not closed" in said
    assert "\nNothing was written: mend what cannot be read first.\n" in said
    assert texts(moon) == before


def test_what_cannot_be_written_leaves_all_files_as_they_are(moon: Path) -> None:
    """The first file could be written; the second one not."""
    (moon / ".pack.yaml.migrating").mkdir()
    assert main(["migrate", "moon"]) == 2
    assert texts(moon) == dict(sorted(OLD.items()))


def test_a_word_that_is_written_in_an_odd_way_is_told(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = moon / "deep" / "moon.yaml"
    file.write_text(OLD_CARDS.replace('{"have"', '{"h\\x61ve"').replace("format: 0", "format: +0"))
    before = texts(moon)
    line, said = next((k, s) for k, s in enumerate(OLD_CARDS.splitlines(), 1) if '{"have"' in s)
    column = said.index('"have"') + 1
    assert main(["migrate", "moon"]) == 1
    said = capsys.readouterr().out
    assert "moon.yaml:1:9: '0' is written in an odd way here; write '1' in its place [pack.format]" in said
    assert (
        f"moon.yaml:{line}:{column}: 'have' is written in an odd way here; write 'has' in its place" in said
    )
    assert texts(moon) == before


def test_a_folder_of_packs_is_migrated_pack_by_pack(moon: Path) -> None:
    written(moon.parent / "all", {f"{name}/{file}": text for name in "ab" for file, text in OLD.items()})
    assert main(["migrate", "all"]) == 0
    new = {"pack.yaml": NEW_INFO, "deep/moon.yaml": NEW_CARDS}
    assert texts(moon.parent / "all" / "a") == texts(moon.parent / "all" / "b") == dict(sorted(new.items()))


def test_a_file_that_is_named_twice_is_changed_once(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "moon/pack.yaml", "moon", "./moon"]) == 0
    assert capsys.readouterr().out == (
        "rewritten: moon/pack.yaml (2 changes)\nrewritten: moon/deep/moon.yaml (9 changes)\n"
    )
    assert check_folder(moon) == ()


def test_a_translation_is_one_also_when_it_is_named_alone(moon: Path) -> None:
    """Its keys are ids of cards, whatever they are called."""
    old = "format: 0\nlanguage: nl\ncards: {any: {words: {have: heb}}}\n"
    written(moon, {"locale/nl.yaml": old})
    assert main(["migrate", "moon/locale/nl.yaml"]) == 0
    assert texts(moon)["locale/nl.yaml"] == old.replace("format: 0", "format: 1")


def test_a_difference_is_shown_line_by_line(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (moon / "deep" / "moon.yaml").unlink()
    (moon / "pack.yaml").write_bytes(b"id: moon\r\nlicense: CC0 \xe2\x80\xa8\r\nformat: 0")
    assert main(["migrate", "moon", "--diff"]) == 0
    assert capsys.readouterr().out.split("\n")[2:] == [
        "@@ -1,3 +1,3 @@",
        " id: moon\r",
        "-license: CC0 \u2028\r",
        "-format: 0",
        "\\ No newline at end of file",
        "+licence: CC0 \u2028\r",
        "+format: 1",
        "\\ No newline at end of file",
        "",
    ]


def test_a_file_keeps_the_mark_of_its_encoding(moon: Path) -> None:
    (moon / "pack.yaml").write_bytes(b"\xef\xbb\xbf" + OLD_INFO.encode())
    assert main(["migrate", "moon"]) == 0
    assert (moon / "pack.yaml").read_bytes() == b"\xef\xbb\xbf" + NEW_INFO.encode()


def test_lines_end_as_they_ended(moon: Path) -> None:
    (moon / "deep" / "moon.yaml").write_bytes(OLD_CARDS.replace("\n", "\r\n").encode())
    assert main(["migrate", "moon"]) == 0
    assert texts(moon)["deep/moon.yaml"] == NEW_CARDS.replace("\n", "\r\n")


def test_permissions_stay_and_nothing_is_left_over(moon: Path) -> None:
    (moon / "pack.yaml").chmod(0o640)
    assert main(["migrate", "moon"]) == 0
    assert (moon / "pack.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(texts(moon)) == ["deep/moon.yaml", "pack.yaml"]


def test_a_file_that_cannot_be_written_is_told(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (moon / "deep" / ".moon.yaml.migrating").mkdir()
    assert main(["migrate", "moon"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert texts(moon)["deep/moon.yaml"] == OLD_CARDS


def test_a_zip_is_to_be_unpacked_first(moon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (moon / "moon.zip").write_bytes(b"")
    assert main(["migrate", "moon/moon.zip"]) == 2
    assert "is a zip; unpack it, migrate the folder, and make the zip anew." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nothing", "notes.txt", "notes.yml"])
def test_only_folders_and_files_are_migrated(
    name: str, moon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name != "nothing":
        Path(name).write_text("", encoding="utf-8")
    assert main(["migrate", name]) == 2
    assert f"'{name}' is neither a folder nor a .yaml file" in capsys.readouterr().err


# Words and changes


WHERE = {
    "license": ("pack-info", at_the_top),
    "win": ("pack", is_enemy),
    "lose": ("pack", is_enemy),
    "have": ("pack", is_test),
    "rule": ("pack", is_test),
    "emit": ("pack", is_step),
    "plus2_values": ("pack", is_option),
}


def test_all_that_changed_is_tested_here_and_on_the_page() -> None:
    assert set(WHERE) == set(OLD_NAMES)
    page = (ROOT / "docs" / "reference" / "packs.md").read_text(encoding="utf-8")
    for old, new in OLD_NAMES.items():
        assert f"| `{old}` | `{new}` |" in page
    assert set(CHANGES) == set(range(FORMAT))


@pytest.mark.parametrize("path", CONTENT, ids=lambda path: "/".join(path.parts[-3:]))
def test_what_ships_survives_the_way_back_and_forth(path: Path) -> None:
    """Every file of the library, put into format 0, comes back byte for byte."""
    text, name = path.read_bytes().decode(), "/".join(path.relative_to(ROOT / "content").parts[1:])
    kind = kind_of(name)
    reading = read_yaml(text, path.name)
    file = OldFile(kind, reading.data, reading.root)
    edits = [Edit(file.root.find(("format",)).place, "1", "0")]
    for old, (where, there) in WHERE.items():
        if where == kind:
            edits += renamed(file, OLD_NAMES[old], old, there)
    (found,) = migrate([Source(name, path.name, edited(text, edits))])
    assert isinstance(found, Migrated)
    assert (found.text, found.changes) == (text, len(edits))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            HUT.replace(
                "    triggers:",
                "    triggers:\n      - {when: season.end, if: [{have: {gold: 1}}], do: [{gain: {vp: 1}}]}",
            ),
            "'have' was the word of an older format; write 'has'",
        ),
        (
            "format: 1\nenemies:\n"
            "  - {id: rat, name: Rat, year: 1, type: rats, strength: 1, win: {}, penalty: {}}\n",
            "'win' was the word of an older format; write 'reward'",
        ),
    ],
)
def test_who_still_writes_an_old_word_is_told_the_new_one(text: str, said: str, tmp_path: Path) -> None:
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": text})
    (problem,) = check_folder(pack)
    assert (problem.code, problem.message) == ("schema.key", said)


def test_an_edit_where_something_else_stands_is_refused() -> None:
    with pytest.raises(ValueError, match="does not stand at 1:3"):
        edited("a: b\n", [Edit((1, 3), "b", "c")])


def test_a_format_to_come_is_not_touched(tmp_path: Path) -> None:
    file = written(tmp_path, {"cards.yaml": "format: 2\nrules: []\n"}) / "cards.yaml"
    assert main(["migrate", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == "format: 2\nrules: []\n"
    (problem,) = check_folder(file)
    assert "this version of kingsburg-rules reads 1; get a newer one" in problem.message
