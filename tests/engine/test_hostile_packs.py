"""Packs made to do harm end in a few clear problems: nothing is run, nothing is written, nothing grows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules import ContentError, Diagnostic, Pack, SetupError, load_rules
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.sources import PackLimits, folder_sources
from kingsburg_rules.content.yaml_reader import MAX_PROBLEMS
from support.hostile import CASES, GOOD, INFO, LONG, MARK, NAMES, OTHERWISE, ZIPS, Files, card, zipped
from support.packs import written

ROOT = Path(__file__).parents[2]
PATHS = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
MEMORY = 400 * 2**20
"""How much the program that reads all those packs may hold; Python with our parsers takes about 60 MB."""

SECONDS = 300
"""How long it may compute in all."""


def put(home: Path, files: Files) -> Path:
    for name, data in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return home


def bounded(home: Path, *ways: str) -> dict[str, dict[str, list[str]]]:
    """Check or load all that lies in a folder, in a program that can neither grow nor write."""
    import resource

    def bind() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = subprocess.run(
        [sys.executable, "-m", "support.hostile_run", str(home), *ways],
        capture_output=True,
        text=True,
        check=False,
        cwd=home.parent,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        preexec_fn=bind,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, dict[str, list[str]]] = json.loads(done.stdout)
    return found


def everything(home: Path) -> dict[str, int]:
    return {path.as_posix(): path.stat().st_size for path in home.rglob("*") if path.is_file()}


Results = dict[str, dict[str, list[str]]]


SHORT = {name: case for name, case in CASES.items() if name not in LONG}


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Results]:
    """What became of every case: as a folder and as texts, and of its zip."""
    home = tmp_path_factory.mktemp("hostile")
    (home / "zips").mkdir()
    for name, (files, _) in SHORT.items():
        put(home / "folders" / name, files)
        (home / "zips" / f"{name}.zip").write_bytes(zipped(files))
    before = everything(home)
    folders = bounded(home / "folders", "check", "load", "texts")
    yield {**folders, **bounded(home / "zips", "load")}
    assert everything(home) == before
    assert not [*home.rglob(MARK)]


@pytest.mark.parametrize("case", SHORT)
def test_a_pack_that_means_harm_is_refused_with_a_clear_problem(case: str, packs: Results) -> None:
    expected = sorted(CASES[case][1])
    loaded = sorted(OTHERWISE.get(case, expected))
    assert packs[case] == {"check": expected, "load": loaded, "texts": loaded}
    assert packs[f"{case}.zip"] == {"load": loaded}


@pytest.mark.long
def test_large_packs_that_mean_harm_are_refused_with_a_clear_problem(tmp_path: Path) -> None:
    for name in LONG:
        put(tmp_path / name, CASES[name][0])
    found = bounded(tmp_path, "check", "load")
    assert {*found} == LONG
    for name, codes in found.items():
        expected = sorted(CASES[name][1])
        assert codes == {"check": expected, "load": sorted(OTHERWISE.get(name, expected))}


@pytest.fixture(scope="module")
def zips(tmp_path_factory: pytest.TempPathFactory) -> Results:
    home = tmp_path_factory.mktemp("hostile") / "zips"
    home.mkdir()
    for name, (make, _) in ZIPS.items():
        (home / f"{name}.zip").write_bytes(make())
    return bounded(home, "check", "load")


@pytest.mark.parametrize("case", ZIPS)
def test_a_zip_that_lies_is_refused(case: str, zips: Results) -> None:
    expected = sorted(ZIPS[case][1])
    assert zips[f"{case}.zip"] == {"check": expected, "load": expected}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leaves_the_pack_is_refused(name: str, tmp_path: Path) -> None:
    files = {**{about: data.decode() for about, data in GOOD.items()}, name: "format: 1\n"}
    with pytest.raises(ContentError) as caught:
        Pack.from_files(files)
    assert {problem.code for problem in caught.value.diagnostics} == NAMES[name]


@pytest.mark.parametrize("kind", ["file", "folder", "nowhere", "round", "pipe"])
def test_what_is_no_plain_file_of_the_pack_is_refused(kind: str, tmp_path: Path) -> None:
    """Links out of it, links to nothing or to themselves, and pipes: the pack is refused, none is opened."""
    put(tmp_path / "elsewhere", {"secret.yaml": card().encode()})
    pack = put(tmp_path / "toys", GOOD)
    if kind == "pipe":
        os.mkfifo(pack / "x.yaml")
    else:
        target = {
            "file": tmp_path / "elsewhere" / "secret.yaml",
            "folder": tmp_path / "elsewhere",
            "nowhere": tmp_path / "nothing",
            "round": pack / "x.yaml",
        }[kind]
        (pack / ("x" if kind == "folder" else "x.yaml")).symlink_to(target)
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[pack])
    assert [problem.code for problem in caught.value.diagnostics] == ["pack.link"]
    assert check_folder(pack) == caught.value.diagnostics


def test_a_link_to_the_pack_itself_is_followed(tmp_path: Path) -> None:
    """Where a pack lies is its owner's business."""
    put(tmp_path / "real", GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert Pack.read(tmp_path / "link").id == "toys"
    assert check_folder(tmp_path / "link") == ()


def test_a_folder_that_is_no_pack_is_not_searched_for_ever(tmp_path: Path) -> None:
    put(tmp_path, {**GOOD, **{f"n/{k}.txt": b"" for k in range(60)}})
    (problem, *_) = folder_sources(tmp_path, PackLimits(entries=50))
    assert isinstance(problem, Diagnostic)
    assert "is this a pack" in problem.message


def test_messages_are_short_and_can_be_shown() -> None:
    """Whatever stands in a file, what is said about it fits on a screen and moves no cursor."""
    for name, (files, _) in CASES.items():
        if name in LONG or "50 MB" in name:
            continue
        try:
            texts = {about: data.decode("utf-8", errors="surrogateescape") for about, data in files.items()}
            load_rules(packs=[texts])
        except ContentError as error:
            assert len(error.diagnostics) <= MAX_PROBLEMS, name
            assert all(len(problem.message) < 400 for problem in error.diagnostics), name
        except SetupError as error:
            assert len(error.message) < 400, name


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("a Cyrillic letter in the id of a pack", "CYRILLIC SMALL LETTER O"),
        ("a Greek letter in the id of a card", "GREEK SMALL LETTER ALPHA"),
        ("a Cyrillic letter in a key", "CYRILLIC SMALL LETTER O in it); did you mean 'note'"),
        ("a Cyrillic letter in a word", "CYRILLIC SMALL LETTER A in it); did you mean 'gain'"),
        ("a full-width letter in an override", "FULLWIDTH LATIN SMALL LETTER I"),
        ("a right-to-left mark in an id", "RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_a_letter_that_only_looks_like_another_is_named(case: str, said: str) -> None:
    texts = {name: data.decode() for name, data in CASES[case][0].items()}
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[texts])
    (problem,) = caught.value.diagnostics
    assert said in problem.message


def test_a_card_with_a_foreign_name_is_welcome() -> None:
    """Ids are plain; names and texts are in any letters there are."""
    cards = card("text: \u4e00\u679a\u3001 \u0434\u0432\u0435, tr\u00e8s bien \U0001f0cf")
    texts = {"pack.yaml": INFO.decode(), "cards.yaml": cards}
    assert load_rules(packs=[texts]).cards["toys/law"].text.startswith("\u4e00")


def test_bounds_are_far_from_what_people_write(tmp_path: Path) -> None:
    """A pack with as much on it as all cards of the game together is far below every bound."""
    content = ROOT / "content"
    cards = [path for path in content.glob("*/*.yaml") if path.name not in ("pack.yaml", "calendar.yaml")]
    pack = written(tmp_path / "all", {"pack.yaml": INFO.decode()})
    for path in cards:
        if path.parent.name != "editions":
            (pack / f"{path.parent.name}-{path.name}").write_bytes(path.read_bytes())
    found = check_folder(pack)
    assert not [problem for problem in found if problem.code in ("pack.size", "link.size", "link.choices")]


@pytest.mark.long
def test_random_packs_made_hostile_end_in_clear_errors() -> None:
    """Extreme numbers, long lists, loops in loops, deep queries: work and memory stay within bounds."""
    import resource

    memory = 500 * 2**20
    done = subprocess.run(
        [sys.executable, "-m", "support.hostile_random", "300"],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    assert done.returncode == 0, done.stderr[-4000:]
    ended = json.loads(done.stdout)
    assert ended["played"] > 50
    assert sum(number for code, number in ended.items() if code.startswith("engine.")) > 10
