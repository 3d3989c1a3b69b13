"""`--watch` does something again when a file changes, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kingsburg_rules.cli import main, watching
from kingsburg_rules.cli.watching import watch
from kingsburg_rules.engine.errors import SetupError
from support.packs import INFO, SHOWN, written


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": SHOWN})


def pauses(*changes: Callable[[], object]) -> Callable[[], None]:
    """Instead of waiting, change something; when nothing is left to change, press Ctrl+C."""
    left: Iterator[Callable[[], object]] = iter(changes)

    def pause() -> None:
        change = next(left, None)
        if change is None:
            raise KeyboardInterrupt
        change()

    return pause


def watched(pack: Path, *changes: Callable[[], object], paths: tuple[Path, ...] = ()) -> list[int]:
    """How many times it was done before each change."""
    done: list[int] = []

    def action() -> int:
        done.append(len(done))
        return 7

    assert watch([str(path) for path in paths or (pack,)], action, pauses(*changes)) == 7
    return done


def test_nothing_is_done_again_while_nothing_changes(pack: Path) -> None:
    looks: list[int] = []
    assert len(watched(pack, *[lambda: looks.append(1)] * 5)) == 1
    assert len(looks) == 5


@pytest.mark.parametrize(
    ("change", "times"),
    [
        (lambda pack: (pack / "cards.yaml").write_text(f"{SHOWN}\n"), 2),
        (lambda pack: os.utime(pack / "cards.yaml", ns=(1, 1)), 2),
        (lambda pack: written(pack, {"more/cards.yaml": "format: 1\n"}), 2),
        (lambda pack: (pack / "cards.yaml").unlink(), 2),
        (lambda pack: (pack / "cards.yaml").rename(pack / "others.yaml"), 2),
        (lambda pack: (pack / "notes.txt").write_text("x"), 1),
        (lambda pack: written(pack, {".git/x.yaml": "x"}), 1),
    ],
)
def test_it_is_done_again_when_a_file_of_the_pack_changes(
    pack: Path, change: Callable[[Path], object], times: int
) -> None:
    assert len(watched(pack, lambda: change(pack), lambda: None)) == times


def test_a_file_in_a_pack_is_watched_with_the_whole_pack(pack: Path) -> None:
    change = lambda: written(pack, {"other.yaml": "format: 1\n"})  # noqa: E731
    assert len(watched(pack, change, lambda: None, paths=(pack / "cards.yaml",))) == 2


def test_a_change_while_it_is_done_is_not_missed(pack: Path) -> None:
    done: list[int] = []

    def action() -> int:
        done.append(1)
        if len(done) == 1:
            written(pack, {"late.yaml": "format: 1\n"})
        return 0

    watch([str(pack)], action, pauses(lambda: None))
    assert len(done) == 2


def test_check_writes_what_changed_and_what_was_found(
    pack: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pause = pauses(lambda: (pack / "cards.yaml").write_text(SHOWN.replace("vp: 1", "vp: x")))
    monkeypatch.setattr(watching, "Event", lambda: _Waits(pause))
    assert main(["check", str(pack), "--watch"]) == 1
    said = capsys.readouterr()
    lines = [line for line in said.out.splitlines() if line and line[0] != " "]
    assert lines[0] == "No mistakes in 1 card and 2 files."
    assert lines[1].endswith("[schema.type]")
    watching_ = "Watching 2 files; press Ctrl+C to stop."
    assert said.err.split("\n") == [watching_, "Changed: cards.yaml", watching_, "", ""]


def test_an_error_is_told_and_watched_on(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def action() -> int:
        raise SetupError("setup.pack", "It does not fit.")

    assert watch([str(pack)], action, pauses()) == 1
    assert capsys.readouterr().err.startswith("It does not fit. [setup.pack]\nWatching 2 files")


def test_a_pack_that_cannot_be_played_for_now_does_not_end_the_watch(
    pack: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pause = pauses((pack / "pack.yaml").unlink, lambda: (pack / "pack.yaml").write_text(INFO), lambda: None)
    monkeypatch.setattr(watching, "Event", lambda: _Waits(pause))
    assert main(["test", str(pack), "--watch", "--no-games"]) == 1
    said = capsys.readouterr()
    assert said.err.count("Watching 2 files") == 2
    assert said.err.count("Watching 1 file;") == 1
    assert "it has no pack.yaml" in said.out
    assert said.out.count("0 of 1 examples hold") == 2


class _Waits:
    def __init__(self, pause: Callable[[], None]) -> None:
        self.pause = pause

    def wait(self, seconds: float) -> None:
        assert seconds >= 0.1
        self.pause()


HEEDING = """
import signal, sys
from kingsburg_rules.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
"""The command as in a terminal: a program that is started in the background ignores the signal."""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process there")
def test_ctrl_c_ends_it_cleanly(pack: Path) -> None:
    command = [sys.executable, "-c", HEEDING, "check", str(pack), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Watching")
        process.send_signal(2)
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == "\n"
        assert process.stdout.read().startswith("No mistakes")
