"""Mistakes are found once, at the line an author would edit, and nothing a file can hold breaks the checker."""

from __future__ import annotations

import argparse
import json
import os
import shutil
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from kingsburg_rules import Problem
from kingsburg_rules.cli.check import add_parser
from kingsburg_rules.content import pack_files, pack_limits
from kingsburg_rules.content.canonical import canonical_json, pack_document
from kingsburg_rules.content.checking import check, check_folder
from kingsburg_rules.content.documents import built_in, document
from kingsburg_rules.content.loading import compile_rules, edition_of
from kingsburg_rules.content.schema_faults import Fault
from kingsburg_rules.content.schema_wording import explain
from kingsburg_rules.content.yaml_reading import MAX_DEPTH, MAX_PROBLEMS, read_yaml

ROOT = Path(__file__).parents[1]
MISTAKES = Path(__file__).parent / "mistakes"
CASES = sorted(path for path in MISTAKES.iterdir() if path.is_dir() or path.suffix == ".yaml")
MARK = "# report:\n"

HUT = """\
format: 1
buildings:
  - id: hut
    name: Hut
    row: A
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        do: [{gain: {gold: 1}}]
"""
INFO = 'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\n'


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write a pack into a folder of the test."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def told(problems: tuple[Problem, ...], home: Path) -> list[str]:
    """The problems as text, with files as they are called within a folder."""
    return [str(problem).removeprefix(f"{home.as_posix()}/") for problem in problems]


def in_hut(old: str, new: str) -> str:
    assert HUT.count(old) == 1
    return HUT.replace(old, new)


# Mistakes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_mistake_is_reported_once_where_it_is_mended(case: Path, tmp_path: Path) -> None:
    """A case is a folder with a `report.txt`, or one file that ends in the report it must give."""
    if case.is_dir():
        home = tmp_path / "pack"
        shutil.copytree(case, home)
        expected = (home / "report.txt").read_text(encoding="utf-8").splitlines()
        assert told(check_folder(home), home) == expected
    else:
        text, _, report = case.read_bytes().decode().partition(MARK)
        file = tmp_path / "case.yaml"
        file.write_bytes(text.encode())
        assert told(check_folder(file), tmp_path) == [f"case.yaml:{line[2:]}" for line in report.splitlines()]


def test_there_are_many_mistakes_and_each_has_one_line() -> None:
    reports = [
        (case / "report.txt").read_text() if case.is_dir() else case.read_bytes().decode().partition(MARK)[2]
        for case in CASES
    ]
    assert len(CASES) >= 45
    assert {len(report.splitlines()) for report in reports} == {1}


def test_two_mistakes_are_two_problems_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = in_hut("name: Hut", "nmae: Hut").replace("{gold: 1}", "{gould: 1}")
    file = written(tmp_path, {"cards.yaml": text}) / "cards.yaml"
    assert told(check_folder(file), tmp_path) == [
        "cards.yaml:4:5: 'nmae' is not known here; did you mean 'name'? [schema.key]",
        "cards.yaml:11:22: 'gould' is not known here; did you mean 'gold'? [schema.key]",
    ]


def test_a_card_is_linked_though_another_one_has_a_mistake(tmp_path: Path) -> None:
    first = in_hut("{gold: 1}", "{gold: {var: dice}}")
    second = HUT.partition("buildings:\n")[2].replace("hut", "barn").replace("vp: 1", "vp: one")
    file = written(tmp_path, {"cards.yaml": first + second}) / "cards.yaml"
    assert [(problem.line, problem.code) for problem in check_folder(file)] == [
        (11, "link.variable"),
        (17, "schema.type"),
    ]


def test_every_ability_of_a_card_is_linked(tmp_path: Path) -> None:
    abilities = """\
      - when: season.start
        do: [{gain: {gold: {var: nothing}}}]
    modifiers:
      - what: build_cost
        add: 1
      - what: battle_strength
        add: {var: nothing}
    replacements:
      - event: reinforcements.gain
        do: [{set: {name: amount, to: {var: amuont}}}]
"""
    file = (
        written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", "{gold: {var: dice}}") + abilities})
        / "cards.yaml"
    )
    assert [(problem.line, problem.code) for problem in check_folder(file)] == [
        (11, "link.variable"),
        (13, "link.variable"),
        (15, "link.stat"),
        (18, "link.variable"),
        (21, "link.variable"),
    ]


def test_names_that_a_broken_card_may_have_are_not_missed(tmp_path: Path) -> None:
    enemy = """\
format: 1
enemies:
  - {id: crab, name: Crab, year: 1, type: crabs, strength: 3, reward: {}, penalty: {}}
"""
    asking = in_hut("{gain: {gold: 1}}", "{if: {test: [{enemy_type: [crabs]}], then: [{end_game: {}}]}}")
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": asking, "enemies.yaml": enemy})
    assert check_folder(pack) == ()
    (pack / "enemies.yaml").write_text(enemy.replace("strength", "strenght"), encoding="utf-8")
    assert [problem.code for problem in check_folder(pack)] == ["schema.key"]


def test_a_keyword_without_words_of_its_own_is_still_reported() -> None:
    fault = Fault(("vp",), "multipleOf", 2, 3, {"multipleOf": 2})
    (finding,) = explain([fault], {})
    assert finding.message == "3 is not allowed here (multipleOf: 2)"


# What is checked


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "content").iterdir()))
def test_what_ships_is_clean(name: str) -> None:
    report = check(ROOT / "content" / name)
    assert not report.problems, "\n".join(map(str, report.problems))
    assert report.files


def test_a_folder_of_packs_is_checked_pack_by_pack(tmp_path: Path) -> None:
    written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    written(tmp_path / "games", {"pack.yaml": INFO, "cards.yaml": in_hut("{gold: 1}", "{gould: 1}")})
    report = check(tmp_path)
    assert (report.files, report.cards) == (4, 2 - 1)
    assert [problem.file for problem in report.problems] == [(tmp_path / "games" / "cards.yaml").as_posix()]


def test_a_file_is_checked_with_its_pack_and_reported_alone(tmp_path: Path) -> None:
    barn = HUT.replace("hut", "barn")
    files = {"pack.yaml": INFO, "one.yaml": in_hut("season.end", "seasn.end"), "more/two.yaml": barn}
    pack = written(tmp_path / "toys", files)
    assert [problem.line for problem in check_folder(pack / "one.yaml")] == [10]
    assert check_folder(pack / "more" / "two.yaml") == ()
    (pack / "one.yaml").write_text(barn, encoding="utf-8")
    assert check_folder(pack / "more" / "two.yaml") == ()
    assert [problem.code for problem in check_folder(pack / "one.yaml")] == ["link.duplicate"]


def test_a_lone_file_is_of_the_kind_that_it_tells_the_editor(tmp_path: Path) -> None:
    edition = (ROOT / "content" / "editions" / "second.yaml").read_text(encoding="utf-8")
    files = {
        "house.yaml": edition,
        "about.yaml": "# yaml-language-server: $schema=../pack-info.schema.json\n" + INFO,
        "old.yaml": "# $schema: https://example.org/schemas/edition.schema.json\n"
        + edition.partition("\n")[2],
    }
    written(tmp_path, files)
    assert [check_folder(tmp_path / name) for name in files] == [(), (), ()]


def test_checking_changes_nothing(tmp_path: Path) -> None:
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    check_folder(pack)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


# Files from anywhere


def test_links_out_of_the_pack_are_refused(tmp_path: Path) -> None:
    written(tmp_path, {"secret.yaml": HUT, "elsewhere/cards.yaml": HUT})
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    (pack / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    (pack / "nowhere.yaml").symlink_to(tmp_path / "nothing.yaml")
    (pack / "round.yaml").symlink_to(pack / "round.yaml")
    (pack / "folder").symlink_to(tmp_path / "elsewhere")
    found = {(Path(problem.file).name, problem.code) for problem in check_folder(pack)}
    assert found == {(name, "pack.link") for name in ("out.yaml", "nowhere.yaml", "round.yaml", "folder")}


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    os.mkfifo(pack / "pipe.yaml")
    assert [problem.code for problem in check_folder(pack)] == ["pack.link"]


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (problem,) = check_folder(tmp_path / "missing.yaml")
    assert problem.code == "yaml.unreadable"


def test_sizes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = {f"cards{k}.yaml": HUT.replace("hut", f"hut{k}") for k in range(5)}
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, **cards})
    for module, name, bound in (
        (pack_files, "MAX_BYTES", 100),
        (pack_files, "MAX_PACK_BYTES", 700),
        (pack_files, "MAX_FILES", 3),
        (pack_limits, "MAX_CARDS", 3),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, bound)
            assert {problem.code for problem in check_folder(pack)} <= {"pack.size", "link.size"} != set(), (
                name
            )
    assert check_folder(pack) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "yaml.depth"),
        ("- " * 50_000, "yaml.depth"),
        ("{a: " * 50_000, "yaml.depth"),
        (
            "x: &a [" + "[], " * 9 + "]\n" + "".join(f"x{k}: &b{k} [*a, *a, *a]\n" for k in range(99)),
            "yaml.anchor",
        ),
        ("x: &a [*a]\n", "yaml.anchor"),
        ("a: 1\n" * 20_000, "yaml.duplicate"),
        ("format: 1\n" + "".join(f"k{n}: 1\n" for n in range(5_000)), "schema.key"),
        (f"format: {'9' * 100_000}\n", "yaml.number"),
        (f"format: {'x' * 100_000}\n", "schema.type"),
        (f"{'x' * 100_000}: 1\n", "yaml.indent"),
        (in_hut("do:", f"cost: [{', '.join(['{good: 12}'] * 3000)}]\n        do:"), "link.choices"),
        (in_hut("[{gain: {gold: 1}}]", "[{end_game: {}}]" + " " * 100_000 + "]"), "yaml.bracket"),
    ],
    ids=lambda value: value if value.count(".") == 1 else "",
)
def test_hostile_files_end_in_a_few_problems(text: str, code: str, tmp_path: Path) -> None:
    file = written(tmp_path, {"cards.yaml": text}) / "cards.yaml"
    problems = check_folder(file)
    assert {problem.code for problem in problems} == {code}
    assert len(problems) <= MAX_PROBLEMS
    assert all(len(problem.message) < 400 for problem in problems)


def test_content_is_far_from_the_bound_of_depth() -> None:
    def depth(data: Any) -> int:
        inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        return 1 + max(map(depth, inner)) if inner else 0

    assert max(depth(data) for data in built_in("base").files.values()) * 3 < MAX_DEPTH


# Reading


@pytest.mark.parametrize("path", sorted((ROOT / "content").rglob("*.yaml")), ids=lambda path: path.name)
def test_a_file_means_what_ruamel_makes_of_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_yaml(text, path.name).data == YAML(typ="safe", pure=True).load(text)


SIGNS = "0123456789-+.:_ eExobtTzZ~<=nulfaTRUE\"'{}[],#&*!|>%@`?\\\n\t\r\x00\x85\u2028"
LINES = st.lists(st.sampled_from(HUT.splitlines(keepends=True)), max_size=12).map("".join)


@given(st.text(SIGNS, max_size=12))
def test_a_word_that_is_read_means_what_ruamel_makes_of_it(word: str) -> None:
    for text in (f"key: {word}\n", f"- {word}\n", f"{word}: 1\n"):
        assert_same_meaning(text)


@given(LINES, st.lists(st.tuples(st.integers(0, 200), st.text(SIGNS, max_size=4)), max_size=4))
def test_a_text_that_is_read_means_what_ruamel_makes_of_it(text: str, typed: list[tuple[int, str]]) -> None:
    for at, signs in typed:
        text = text[:at] + signs + text[at + len(signs) // 2 :]
    assert_same_meaning(text)


def assert_same_meaning(text: str) -> None:
    reading = read_yaml(text, "file")
    if not reading.problems:
        plain = YAML(typ="safe", pure=True).load(text)
        assert (reading.data, repr(reading.data)) == (plain, repr(plain))
    lines = len(text.splitlines()) + 1
    assert all(1 <= problem.line <= lines and problem.column >= 1 for problem in reading.problems)


def test_what_ruamel_refuses_is_refused() -> None:
    for case in MISTAKES.glob("yaml-*.yaml"):
        text = case.read_bytes().decode().partition(MARK)[0]
        try:
            YAML(typ="safe", pure=True).load(text)
        except YAMLError:
            assert read_yaml(text, case.name).problems


# Damage


@cache
def base_cards() -> tuple[tuple[str, Any], ...]:
    return tuple(
        (kind, card)
        for file in built_in("base").files.values()
        if isinstance(file, dict)
        for kind, cards in file.items()
        for card in (cards if isinstance(cards, list) else ())
    )


JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**12, 1.5, "", "gold", "a\nb", "\u2028", "x: y", "#", "1", "true", "2026-01-01"),
    *(
        [],
        {},
        [None],
        [[]],
        {"": 1},
        {"gain": {"gold": 1}},
        {"good": 5000},
        {"var": "x"},
        [{"run": "winter"}],
    ),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))][bool(not path) :]


def damage(data: Any, path: tuple[Any, ...], how: str, junk: Any) -> None:
    """Delete, replace, double or rename what stands at a path."""
    for key in path[:-1]:
        data = data[key]
    key = path[-1]
    value = deepcopy(data[key])
    if how == "replace":
        data[key] = deepcopy(junk)
    elif how == "double" and isinstance(data, list):
        data.insert(key, value)
    elif how == "rename" and isinstance(data, dict):
        data[f"{key}s"] = data.pop(key)
    elif how == "wrap":
        data[key] = [value]
    else:
        del data[key]


@given(st.data())
def test_damaged_cards_are_reported_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    kind, card = data.draw(st.sampled_from(base_cards()))
    file = {"format": 1, kind: [deepcopy(card)]}
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(file) or [("format",)]))
        how = data.draw(st.sampled_from(("delete", "replace", "double", "rename", "wrap")))
        if path[0] in file:
            damage(file, path, how, data.draw(st.sampled_from(JUNK)))
    text = json.dumps(file, ensure_ascii=False, indent=data.draw(st.sampled_from((None, 1))))
    assert_reported_or_playable(text, tmp_path_factory.mktemp("damaged"))


@given(st.data())
def test_damaged_text_is_reported_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    text = (ROOT / "content" / "base" / "buildings.yaml").read_text(encoding="utf-8")
    cards = text.split("\n\n")
    text = (
        "format: 1\nbuildings:\n"
        + data.draw(st.sampled_from([card for card in cards if "- id:" in card]))
        + "\n"
    )
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(SIGNS, max_size=3)) + text[at + cut :]
    assert_reported_or_playable(text, tmp_path_factory.mktemp("damaged"))


def assert_reported_or_playable(text: str, folder: Path) -> None:
    """What passes is what the loader, with ruamel's own reading, compiles without complaint."""
    pack = written(folder / "toys", {"pack.yaml": INFO, "cards.yaml": text})
    problems = check_folder(pack)
    lines = text.count("\n") + text.count("\r") + 1
    assert [(p.line, p.column) for p in problems] == sorted((p.line, p.column) for p in problems)
    assert all(1 <= problem.line <= lines + 1 and problem.column >= 1 for problem in problems)
    if not problems:
        toys = document("toys", canonical_json(pack_document(pack)))
        edition = edition_of("second")
        compile_rules(edition, [built_in("base"), toys], dict(edition.switches))


# The command


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    wishes = parser.parse_args(["check", *words])
    code: int = wishes.run(wishes)
    return code


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", '{gold: 1, "gould": 2}')})


def test_the_command_shows_the_line_and_underlines_what_is_wrong(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("cards.yaml") == 1
    first, line, marks, last = capsys.readouterr().out.splitlines()
    assert first.startswith("cards.yaml:11:31: 'gould' is not known here;")
    assert line[marks.index("^") : marks.rindex("^") + 1] == '"gould"'
    assert last == "1 problem."


def test_the_command_counts_what_is_clean(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(broken, {"cards.yaml": HUT})
    assert run("cards.yaml") == 0
    assert capsys.readouterr().out == "No mistakes in 1 card and 1 file.\n"


def test_the_command_writes_json(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards.yaml", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    (problem,) = found["problems"]
    assert problem["file"] == "cards.yaml"
    assert (problem["line"], problem["column"], problem["code"]) == (11, 31, "schema.key")


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
    _, line, marks, _ = capsys.readouterr().out.splitlines()
    assert len(line) <= 110
    assert line[marks.index("^") : marks.rindex("^") + 1] == "gian"
