"""`kingsburg explain --diff`: what a change of a pack changes in what its cards say."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from support.packs import HUT, INFO, in_hut, written

BEFORE = HUT + HUT.partition("buildings:\n")[2].replace("hut", "shed").replace("Hut", "Shed").replace(
    "row: A", "row: X"
)
AFTER = in_hut("{gold: 1}", "{gold: 2}") + HUT.partition("buildings:\n")[2].replace("hut", "barn").replace(
    "Hut", "Barn"
).replace("row: A", "row: Y")


@pytest.fixture
def packs(tmp_path: Path) -> tuple[str, str]:
    old = written(tmp_path / "old" / "toys", {"pack.yaml": INFO, "cards.yaml": BEFORE})
    new = written(tmp_path / "new" / "toys", {"pack.yaml": INFO, "cards.yaml": AFTER})
    return str(old), str(new)


def said(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    assert main(["explain", "--diff", *argv]) == code
    found = capsys.readouterr()
    return found.err if code else found.out


def test_sentences_are_compared_card_by_card(
    capsys: pytest.CaptureFixture[str], packs: tuple[str, str]
) -> None:
    assert (
        said(capsys, *packs, "--language", "en")
        == """\
toys/hut: changed
  en
      Hut, A1, 1w, 1 VP
    - At the end of each productive season, gain 1 gold.
    + At the end of each productive season, gain 2 gold.

toys/shed: removed
  en
    - Shed, X1, 1w, 1 VP
    - At the end of each productive season, gain 1 gold.

toys/barn: added
  en
    + Barn, Y1, 1w, 1 VP
    + At the end of each productive season, gain 1 gold.

Cards: 1 changed, 1 added, 1 removed.
"""
    )


def test_programs_get_all_languages(capsys: pytest.CaptureFixture[str], packs: tuple[str, str]) -> None:
    found = json.loads(said(capsys, *packs, "--format", "json"))
    assert [(each["card"], each["change"]) for each in found] == [
        *(("toys/hut", "changed"), ("toys/shed", "removed"), ("toys/barn", "added")),
    ]
    sentences = found[0]["sentences"]
    assert set(sentences) == {"en", "nl", "fr"}
    assert [each["mark"] for each in sentences["nl"]] == [" ", "-", "+"]
    assert "2 goud" in sentences["nl"][2]["text"]


def test_the_same_in_other_words_is_no_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    old = written(tmp_path / "old", {"pack.yaml": INFO, "cards.yaml": HUT})
    other = HUT.replace(
        "do: [{gain: {gold: 1}}]", "# as before\n        do:\n          - gain:\n              gold: 1"
    )
    new = written(tmp_path / "new", {"pack.yaml": INFO, "cards.yaml": other})
    assert other != HUT
    assert said(capsys, str(old), str(new)) == "No card has changed what it says.\n"


def test_numbers_on_a_card_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    old = written(tmp_path / "old", {"pack.yaml": INFO, "cards.yaml": HUT})
    new = written(tmp_path / "new", {"pack.yaml": INFO, "cards.yaml": in_hut("vp: 1", "vp: 3")})
    out = said(capsys, str(old), str(new), "--language", "en")
    assert "    - Hut, A1, 1w, 1 VP\n    + Hut, A1, 1w, 3 VP\n" in out


def git(home: Path, *command: str) -> None:
    user = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
    subprocess.run(["git", *user, *command], cwd=home, check=True, capture_output=True)


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@needs_git
@pytest.mark.parametrize("lone", [False, True])
def test_the_working_copy_is_compared_with_what_was_committed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lone: bool
) -> None:
    files = {"mine.yaml": HUT} if lone else {"pack.yaml": INFO, "deep/mine.yaml": HUT, "notes.txt": "no card"}
    home = written(tmp_path / "toys", files)
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "Begin")
    path = home / "mine.yaml" if lone else home
    assert said(capsys, str(path)) == "No card has changed what it says.\n"
    (home / ("mine.yaml" if lone else "deep/mine.yaml")).write_text(in_hut("{gold: 1}", "{gold: 2}"), "utf-8")
    assert "    + At the end of each productive season, gain 2 gold.\n" in said(
        capsys, str(path), "--language", "en"
    )
    git(tmp_path, "add", ".")
    assert "gain 2 gold" in said(capsys, str(path), "--language", "en")
    git(tmp_path, "commit", "-m", "More")
    assert said(capsys, str(path)) == "No card has changed what it says.\n"


@needs_git
def test_what_was_never_committed_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    home = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    assert "give two paths to compare" in said(capsys, str(home), code=2)
    git(tmp_path, "init")
    assert "give two paths to compare" in said(capsys, str(home), code=2)
    git(tmp_path, "commit", "--allow-empty", "-m", "Begin")
    assert "give two paths to compare" in said(capsys, str(home), code=2)


def test_wrong_paths_are_refused(capsys: pytest.CaptureFixture[str], packs: tuple[str, str]) -> None:
    assert "compares two paths" in said(capsys, *packs, packs[0], code=2)
    assert "does not exist" in said(capsys, "./nowhere", code=2)
