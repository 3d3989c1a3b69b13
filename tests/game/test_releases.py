"""What a release promises to later ones: its saves, records, packs and JSON are read for ever."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import get_args

import pytest

from kingsburg_rules import COMPILED, AnyAction, Game, Record, SaveError, __version__, editions, parse
from kingsburg_rules.adapters.messages import AnyRequest
from kingsburg_rules.cli import main
from kingsburg_rules.content.built_in import built_in_packs
from kingsburg_rules.engine.actions import DecisionKind
from support.releases import (
    CONTENT,
    CONVERSATION,
    EXPECTED,
    RELEASES,
    WIRE,
    packs_of,
    releases,
    write_release,
)

ROOT = Path(__file__).parents[2]
SUPPORTED = [folder for folder in releases() if folder.name.split(".")[0] == __version__.split(".")[0]]
"""The releases of this major version; another one may break promises, and then says so."""


def each_release(function: object) -> object:
    return pytest.mark.parametrize("folder", SUPPORTED, ids=lambda folder: folder.name)(function)


def load(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "support.load_release", str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    )


def test_this_version_has_left_something() -> None:
    """Where it fails: `python tools/make_release.py`."""
    assert __version__ in {folder.name for folder in releases()}


def test_every_release_in_the_changelog_has_left_something() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = {*re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)}
    assert released <= {folder.name for folder in releases()}


@each_release
def test_everything_loads_with_the_content_of_its_time(folder: Path) -> None:
    done = load(folder)
    assert (done.stdout, done.returncode) == ("0 broken promises\n", 0), done.stderr[-3000:]


@pytest.mark.skipif(COMPILED, reason="a compiled word compiles its own class alone, and the test grows one")
@each_release
def test_everything_loads_when_the_language_has_grown(folder: Path) -> None:
    """A switch, a word and a key that rules do not use change none of their saves and records."""
    done = load(folder, "--grown")
    assert (done.stdout, done.returncode) == ("0 broken promises\n", 0), done.stderr[-3000:]


@each_release
def test_only_a_changed_card_stands_between_a_save_and_its_game(folder: Path) -> None:
    """With the content of now, a save loads, or the refusal names packs that have changed."""
    packs, looked = packs_of(folder), 0
    for path in sorted((folder / "saves").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert_loads_or_is_refused(lambda text=text: Game.load(text, packs=packs), text, path.name)
        looked += 1
    for path in sorted((folder / "records").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert_loads_or_is_refused(
            lambda text=text: next(Record.loads(text).replay(packs=packs)), text, path.name
        )
        looked += 1
    assert looked >= 80


def assert_loads_or_is_refused(load: object, text: str, name: str) -> None:
    assert callable(load)
    try:
        load()
    except SaveError as error:
        assert error.code in ("save.content", "record.content"), f"{name}: {error}"
        key = json.loads(text)["rules"]
        ids = [pack for pack, _ in key["packs"]]
        assert any(f"'{pack}'" in str(error) for pack in ids), f"{name}: {error}"


@each_release
def test_packs_still_pass(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There may be new warnings, and no mistakes: those of authors, and those that shipped."""
    with zipfile.ZipFile(folder / CONTENT) as file:
        file.extractall(tmp_path)
    shipped = [path for path in sorted(tmp_path.iterdir()) if (path / "pack.yaml").is_file()]
    assert len(shipped) >= 11
    written = sorted((folder / "packs").glob("*.zip"))
    assert len(written) >= 4
    for path in (*shipped, *written):
        main(["check", str(path), "--format", "json"])
        report = json.loads(capsys.readouterr().out)
        assert report["errors"] == [], path.name


def test_what_this_version_leaves_covers_the_game() -> None:
    """Every kind of decision, pack, edition and request, and nearly every class of actions."""
    folder = RELEASES / __version__
    saves = [json.loads(path.read_text(encoding="utf-8")) for path in (folder / "saves").iterdir()]
    records = [json.loads(path.read_text(encoding="utf-8")) for path in (folder / "records").iterdir()]
    asked = {kind for save in expected(folder).values() if "asked" in save for _, kind, _, _ in save["asked"]}
    assert asked >= {*get_args(DecisionKind)} - {"roll", "draw"}
    assert {record["rules"]["edition"] for record in records} == {*editions()}
    assert {pack for saved in records for pack, _ in saved["rules"]["packs"]} >= {*built_in_packs()}
    assert {save["chance"] for save in saves} == {"random", "decision"}
    assert any(save.get("script") for save in saves)
    assert any(save.get("undone") for save in saves)
    wire = json.loads((folder / WIRE).read_text(encoding="utf-8"))
    assert {action["type"] for action in wire["actions"]} >= {cls.__name__ for cls in get_args(AnyAction)} - {
        "Arrange",
        "Draw",
        "Roll",
    }
    spoken = [json.loads(line) for line in (folder / CONVERSATION).read_text(encoding="utf-8").splitlines()]
    assert {request["type"] for request, _ in spoken} >= {cls.__name__ for cls in get_args(AnyRequest)}
    assert sum(answer["type"] == "EventsAnswer" for _, answer in spoken) >= 15
    assert sum(answer["type"] == "ErrorAnswer" for _, answer in spoken) >= 2
    assert len(wire["events"]) >= 30
    assert len(wire["tables"]) >= 10


def expected(folder: Path) -> dict[str, dict[str, list[list[str]]]]:
    return json.loads((folder / EXPECTED).read_text(encoding="utf-8"))


@each_release
def test_what_is_left_is_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 600_000


@each_release
def test_the_notation_of_records_is_read_and_written(folder: Path) -> None:
    lines = 0
    for path in (folder / "records").iterdir():
        for line in json.loads(path.read_text(encoding="utf-8"))["actions"]:
            _, _, action = line.rpartition(": ")
            assert str(parse(action)) == action
            lines += 1
    assert lines > 1000


def test_a_difference_is_found(tmp_path: Path) -> None:
    """A save that asks something else, a record that ends otherwise, and an event that lost a field."""
    folder = tmp_path / "release"
    shutil.copytree(SUPPORTED[-1], folder)
    data = json.loads((folder / EXPECTED).read_text(encoding="utf-8"))
    data["saves/chance.json"]["asked"][0][1] = "influence"
    data["records/second-2.json"] = "0"
    (folder / EXPECTED).write_text(json.dumps(data), encoding="utf-8")
    wire = json.loads((folder / WIRE).read_text(encoding="utf-8"))
    wire["tables"][0]["view"]["table"]["players"][0]["goods"]["gold"] = 77
    (folder / WIRE).write_text(json.dumps(wire), encoding="utf-8")
    lines = (folder / CONVERSATION).read_text(encoding="utf-8").splitlines()
    request, answer = json.loads(lines[6])
    answer["decisions"][0]["id"] += 1
    lines[6] = json.dumps([request, answer])
    (folder / CONVERSATION).write_text("\n".join(lines), encoding="utf-8")
    done = load(folder)
    assert done.returncode == 1
    assert done.stdout.endswith("5 broken promises\n")
    assert "saves/chance.json" in done.stdout
    assert "records/second-2.json" in done.stdout
    assert "the view of" in done.stdout
    assert "the engine answers" in done.stdout


def test_the_content_of_a_release_is_what_its_games_are_played_with(tmp_path: Path) -> None:
    """Without the advisors of its time, nothing loads; so it is not the content of now that is used."""
    folder = tmp_path / "release"
    shutil.copytree(SUPPORTED[-1], folder)
    with zipfile.ZipFile(folder / CONTENT) as file:
        kept = {name: file.read(name) for name in file.namelist() if name != "base/advisors.yaml"}
    with zipfile.ZipFile(folder / CONTENT, "w") as file:
        for name, content in kept.items():
            file.writestr(name, content)
    done = load(folder)
    assert done.returncode == 1
    assert "broken promises" not in done.stdout


@pytest.mark.long
def test_the_same_release_is_written_twice(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert [path.name for path in write_release(first)] == [path.name for path in write_release(second)]
    paths = [path for path in first.rglob("*") if path.is_file()]
    assert len(paths) > 80
    assert all(path.read_bytes() == (second / path.relative_to(first)).read_bytes() for path in paths)
