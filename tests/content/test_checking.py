"""Mistakes are found once, at the line an author would edit, and no file breaks the checker."""

from __future__ import annotations

import gc
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import ContentError, Diagnostic, Pack, load_rules
from kingsburg_rules.content import pack_links
from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.checking import check, check_folder
from kingsburg_rules.content.yaml_reader import MAX_DEPTH, MAX_PROBLEMS
from kingsburg_rules.engine.errors import ERROR, WARNING
from support.mistakes import Mistake, mistakes
from support.packs import HUT, INFO, SHOWN, in_hut, written

ROOT = Path(__file__).parents[2]

each_mistake = pytest.mark.parametrize("case", mistakes(), ids=lambda case: case.name)


def told(problems: tuple[Diagnostic, ...], home: Path) -> list[str]:
    """The problems as text, with files as they are called within a folder."""
    return [str(problem).removeprefix(f"{home.as_posix()}/") for problem in problems]


def found(path: Path) -> tuple[Diagnostic, ...]:
    """The mistakes at a path; of a pack without any, the warnings."""
    report = check(path)
    assert {problem.severity for problem in report.errors} <= {ERROR}
    assert {problem.severity for problem in report.warnings} <= {WARNING}
    return (*report.errors, *report.warnings)


# Mistakes


@each_mistake
def test_a_mistake_is_reported_once_where_it_is_mended(case: Mistake, tmp_path: Path) -> None:
    assert told(found(case.written(tmp_path)), tmp_path) == [case.report]


@pytest.mark.parametrize("case", [case for case in mistakes() if case.cure], ids=lambda case: case.name)
def test_a_mistake_can_be_cured(case: Mistake, tmp_path: Path) -> None:
    """The docs show these cures: no mistake is left, and of a warning not even another warning."""
    report = check(case.written(tmp_path, mended=True))
    assert report.errors == ()
    assert not (case.warns and report.warnings), told(report.warnings, tmp_path)


NOT_PLAYED = {
    *("pack-base-without-calendar", "pack-circle", "pack-duplicate-sequence"),
    *(
        "link-enemies",
        "pack-two-calendars",
        "pack-unused-sequence",
        "pack-in-the-way",
        "pack-version-required",
    ),
}
"""Packs that can be checked but not played: with a calendar of their own, or with what is not there."""


@each_mistake
def test_loading_gives_the_same_report(case: Mistake, tmp_path: Path) -> None:
    """The same problems with the same codes, whoever looks at a pack; warnings refuse none."""
    if case.name in NOT_PLAYED or case.name.startswith("edition-"):
        return
    home = case.written(tmp_path / "pack")
    if case.warns:
        assert load_rules(packs=[home]).packs
        return
    with pytest.raises(ContentError) as refused:
        load_rules(packs=[home])
    assert refused.value.diagnostics == check_folder(home)
    assert refused.value.diagnostics


def test_there_are_many_mistakes() -> None:
    assert len(mistakes()) >= 150
    assert len({case.code for case in mistakes()}) >= 90


def test_two_mistakes_are_two_problems_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = in_hut("name: Hut", "nmae: Hut").replace("{gold: 1}", "{gold: one}")
    file = written(tmp_path, {"cards.yaml": text}) / "cards.yaml"
    assert told(check_folder(file), tmp_path) == [
        "cards.yaml:4:5: 'nmae' is not known here; did you mean 'name'? [schema.key]",
        "cards.yaml:11:28: a number or {min, max} is needed here, not 'one'; a variable is written $one "
        "[schema.type]",
    ]


def test_a_card_is_linked_though_another_one_has_a_mistake(tmp_path: Path) -> None:
    first = in_hut("{gold: 1}", "{gold: $dice}")
    second = HUT.partition("buildings:\n")[2].replace("hut", "barn").replace("vp: 1", "vp: one")
    second = second.replace("column: 1", "column: 2")
    file = written(tmp_path, {"cards.yaml": first + second}) / "cards.yaml"
    assert [(problem.line, problem.code) for problem in check_folder(file)] == [
        (11, "link.variable"),
        (17, "schema.type"),
    ]


def test_every_ability_of_a_card_is_linked(tmp_path: Path) -> None:
    abilities = """\
      - when: season.start
        do: [{gain: {gold: $nothing}}]
      - when: before.reinforce
        do: [{set: {amount: $amuont}}]
    modifiers:
      - what: build_cost
        add: 1
      - what: battle_strength
        add: $nothing
    permissions:
      - influence_shift: {by: [1], if: {place: $plaec}}
"""
    file = written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", "{gold: $dice}") + abilities}) / "cards.yaml"
    assert [(problem.line, problem.code) for problem in check_folder(file)] == [
        (11, "link.variable"),
        (13, "link.variable"),
        (15, "link.variable"),
        (17, "link.stat"),
        (20, "link.variable"),
        (22, "link.variable"),
    ]


def test_names_that_a_broken_card_may_have_are_not_missed(tmp_path: Path) -> None:
    enemy = """\
format: 1
enemies:
  - {id: crab, name: Crab, year: 1, type: crabs, strength: 3, reward: {}, penalty: {}}
"""
    asking = in_hut("{gain: {gold: 1}}", "{branch: {if: {enemy: crabs}, then: [{end_game: {}}]}}")
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": asking, "enemies.yaml": enemy})
    assert check_folder(pack) == ()
    (pack / "enemies.yaml").write_text(enemy.replace("strength", "strenght"), encoding="utf-8")
    assert [problem.code for problem in check_folder(pack)] == ["schema.key"]


# What is checked


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "content").iterdir()))
def test_what_ships_is_clean(name: str) -> None:
    report = check(ROOT / "content" / name)
    assert not (*report.errors, *report.warnings), "\n".join(map(str, report.errors + report.warnings))
    assert report.files


def test_a_folder_of_packs_is_checked_pack_by_pack(tmp_path: Path) -> None:
    written(tmp_path / "toys", {"pack.yaml": INFO.replace("id: toys", "id: wood"), "cards.yaml": HUT})
    written(tmp_path / "games", {"pack.yaml": INFO, "cards.yaml": in_hut("{gold: 1}", "{gould: 1}")})
    report = check(tmp_path)
    assert (report.files, report.cards) == (4, 2)
    assert [problem.file for problem in report.errors] == [(tmp_path / "games" / "cards.yaml").as_posix()]


def test_a_file_is_checked_with_its_pack_and_reported_alone(tmp_path: Path) -> None:
    barn = HUT.replace("hut", "barn").replace("column: 1", "column: 2")
    files = {"pack.yaml": INFO, "one.yaml": in_hut("season.end", "seasn.end"), "more/two.yaml": barn}
    pack = written(tmp_path / "toys", files)
    assert [problem.line for problem in check_folder(pack / "one.yaml")] == [10]
    assert check_folder(pack / "more" / "two.yaml") == ()
    (pack / "one.yaml").write_text(barn, encoding="utf-8")
    report = check(pack / "more" / "two.yaml")
    assert (report.errors, report.files, report.cards) == ((), 1, 1)
    assert [problem.code for problem in check_folder(pack / "one.yaml")] == ["link.duplicate"]


def test_a_file_keeps_the_name_its_user_gave_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"pack.yaml": INFO, "more/two.yaml": in_hut("season.end", "seasn.end")}
    monkeypatch.chdir(written(tmp_path / "toys", files) / "more")
    assert [problem.file for problem in check_folder(Path("two.yaml"))] == ["two.yaml"]
    assert [problem.file for problem in check_folder(Path(".."))] == ["../more/two.yaml"]


def test_a_lone_file_is_a_pack_with_its_name(tmp_path: Path) -> None:
    text = in_hut("{gain: {gold: 1}}", "{build: {card: toys/hut}}")
    for name, codes in (("toys.yaml", []), ("others.yaml", ["link.card"])):
        written(tmp_path, {name: text})
        assert [problem.code for problem in check_folder(tmp_path / name)] == codes


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


def test_the_memory_of_a_check_grows_slowly_with_the_pack(tmp_path: Path) -> None:
    """Places are numbers, and what is compiled is freed: otherwise it would be 38 times, or even more."""
    sizes, peaks = [], []
    for cards in (300, 500):  # to read a file of any size takes 2 MB for a moment
        text = "format: 1\nbuildings:\n" + "".join(
            SHOWN.partition("buildings:\n")[2]
            .replace("hut", f"hut_{k}")
            .replace("column: 1", f"column: {k + 1}")
            for k in range(cards)
        )
        file = written(tmp_path / str(cards), {"cards.yaml": text}) / "cards.yaml"
        check_folder(file)
        gc.collect()
        gc.freeze()  # what other tests left behind would make the collector come by less often
        gc.collect()
        tracemalloc.start()
        assert check_folder(file) == ()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        gc.unfreeze()
        sizes.append(len(text))
    grown = (peaks[1] - peaks[0]) / (sizes[1] - sizes[0])
    assert grown < 33


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
    cards = {
        f"cards{k}.yaml": HUT.replace("hut", f"hut{k}").replace("column: 1", f"column: {k + 1}")
        for k in range(5)
    }
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, **cards})
    with monkeypatch.context() as patched:
        patched.setattr(pack_links, "MAX_CARDS", 3)
        assert {problem.code for problem in check_folder(pack)} == {"link.size"}
    assert check_folder(pack) == ()


def test_a_calendar_is_bounded_too() -> None:
    year = "{for_each: {players: all, do: [{gain: {good: 999}}]}}"
    course = f"{{years: 1, setup: [{year}], year: [{year}], end: [{year}]}}"
    with pytest.raises(ContentError) as refused:
        Pack.from_files({"pack.yaml": INFO, "cards.yaml": f"format: 1\ncalendar: {course}\n"})
    (problem,) = refused.value.diagnostics
    assert (problem.code, problem.file) == ("link.choices", "toys/cards.yaml")


def test_a_pack_that_is_missing_is_complained_about_once(tmp_path: Path) -> None:
    gone = "format: 1\nleave_out: [nowhere/inn]\n"
    written(tmp_path, {"pack.yaml": f"{INFO}requires: [nowhere]\n", "cards.yaml": gone})
    (problem,) = check_folder(tmp_path)
    assert (problem.code, Path(problem.file).name) == ("link.pack", "pack.yaml")


def test_a_card_to_leave_out_is_looked_for_in_its_pack(tmp_path: Path) -> None:
    written(tmp_path, {"pack.yaml": INFO, "cards.yaml": "format: 1\nleave_out: [base/innn]\n"})
    (problem,) = check_folder(tmp_path)
    assert (problem.code, problem.message) == (
        "link.card",
        "'base/innn' is not known here; did you mean 'base/inn'?",
    )


HOSTILE = {
    "brackets": ("[" * 100_000, "yaml.depth"),
    "dashes": ("- " * 50_000, "yaml.depth"),
    "braces": ("{a: " * 50_000, "yaml.depth"),
    "bomb": ("x: &a []\n" + "".join(f"x{k}: &b{k} [*a, *a, *a]\n" for k in range(99)), "yaml.anchor"),
    "circle": ("x: &a [*a]\n", "yaml.anchor"),
    "duplicates": ("a: 1\n" * 20_000, "yaml.duplicate"),
    "strangers": ("format: 1\n" + "".join(f"k{n}: 1\n" for n in range(5_000)), "schema.key"),
    "number": (f"format: {'9' * 100_000}\n", "yaml.number"),
    "text": (f"format: {'x' * 100_000}\n", "schema.type"),
    "key": (f"{'x' * 100_000}: 1\n", "yaml.indent"),
    "choices": (in_hut("do:", f"cost: [{', '.join(['{good: 12}'] * 3000)}]\n        do:"), "link.choices"),
    "exchanges": (
        in_hut("[{gain: {gold: 1}}]", "[{trade: [{pay: {good: 60}, gain: {good: 60}}]}]"),
        "link.choices",
    ),
    "blanks": (in_hut("[{gain: {gold: 1}}]", "[{end_game: {}}]" + " " * 100_000 + "]"), "yaml.bracket"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_a_few_problems(name: str, tmp_path: Path) -> None:
    text, code = HOSTILE[name]
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


PACK_YAML = 'id: %s\nversion: "1"\nformat: 1\ntitle: Toys\n'
LAW = "format: 1\nrules: [{id: law, name: Law, triggers: [{when: year.end, do: [{end_game: {}}]}]}]\n"


def test_two_packs_of_one_id_are_a_mistake(tmp_path: Path) -> None:
    """They could not be loaded together."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pack.yaml").write_text(PACK_YAML % "toys", encoding="utf-8")
        (tmp_path / folder / "law.yaml").write_text(LAW, encoding="utf-8")
    (problem,) = check(tmp_path / "one", tmp_path / "two").errors
    assert problem.code == "link.duplicate"
    assert problem.message.startswith("there is already a pack 'toys': ")
    assert problem.file.endswith("two/pack.yaml")


def test_a_pack_yml_is_told_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "pack.yml").write_text(PACK_YAML % "toys", encoding="utf-8")
    (tmp_path / "law.yaml").write_text(LAW, encoding="utf-8")
    assert [problem.code for problem in check(tmp_path).errors] == ["pack.suffix"]


def test_a_deck_that_is_written_wrongly_is_told_with_the_deck_that_is_meant(tmp_path: Path) -> None:
    cards = """format: 1
deck_cards:
  - {id: one, name: One, deck: secrets}
  - {id: two, name: Two, deck: secrtes}
rules:
  - id: law
    name: Law
    triggers: [{when: year.start, do: [{for_each: {players: all, do: [{draw: {deck: secrets, to: hand}}]}}]}]
"""
    file = tmp_path / "cards.yaml"
    file.write_text(cards, encoding="utf-8")
    told = [w.message for w in check(file).warnings if w.code == "lint.undrawn_deck"]
    assert [each.partition("; ")[2] for each in told] == ["did you mean 'secrets'?"]


def test_a_misspelt_moment_is_told_beside_another_mistake(tmp_path: Path) -> None:
    """The ability is not linked as long as its other mistake is there."""
    file = tmp_path / "cards.yaml"
    text = in_hut("when: season.end", "when: seasn.end\n        by: opponenos")
    file.write_text(text, encoding="utf-8")
    assert [problem.code for problem in check(file).errors] == ["link.event", "schema.word"]
