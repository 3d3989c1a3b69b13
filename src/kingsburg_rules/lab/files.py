"""Files of results: JSON lines that grow with every chunk, and CSV and Parquet made of them.

A run that was interrupted goes on where its file ends. If the last line is torn, because the power failed in
the middle of it, it is removed, and that game is played again.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, Literal, TextIO, TypeAlias

from attrs import define

from kingsburg_rules import SaveError, SetupError
from kingsburg_rules.engine import expect, needing, unknown
from kingsburg_rules.game import Row
from kingsburg_rules.lab.results import GameResult, seat_rows
from kingsburg_rules.lab.running import Chunker, chunk_executor, whole_number
from kingsburg_rules.lab.simulation import Simulation
from kingsburg_rules.language import is_object

Format: TypeAlias = Literal["json", "csv", "parquet"]
"""How results are written: a line of JSON for each game, or a table with a row for each seat."""

FORMATS: tuple[Format, ...] = ("json", "csv", "parquet")

_BATCH = 20_000
"""How many rows are held at once before they become columns."""

Progress: TypeAlias = Callable[[int], object]
"""Called with the number of games that are done, now and then."""


def simulate_to(
    path: str | os.PathLike[str],
    simulation: Simulation,
    games: int,
    *,
    format: Format = "json",  # noqa: A002 -- the word that the command uses
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Play games into a file, and return how many were played now; those in the file are not played again.

    The file is the same, however often the run was interrupted, and however many workers play. For CSV and
    Parquet, the games are collected in a second file, whose name has `.jsonl` at its end.

    Args:
        path: The file.
        simulation: What is played.
        games: How many games there are in the end.
        format: `json`, `csv` or `parquet`.
        workers: How many processes play, as for `simulate`.
        executor: Runs the chunks, as for `simulate`.
        chunk: How many games are played at a time, as for `simulate`.
        progress: Called with the number of games that are done.

    Raises:
        SetupError: A number or the format is not possible, something must be installed for it, or workers
            were lost again and again.
        SaveError: The file has something else in it, or another process writes it.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A game does not end.
        TypeError: `simulation` is not a simulation, or `executor` is not an executor.
    """
    expect(simulation, Simulation, "simulation")
    if format not in FORMATS:
        raise SetupError("setup.format", f"Format {unknown(format, FORMATS)}")
    if format == "parquet":
        _polars()  # better now than after all games
    target = Path(path)
    lines = target if format == "json" else target.with_name(f"{target.name}.jsonl")
    with Journal.opened(lines, simulation) as journal, chunk_executor(workers, executor) as chunks:
        before = journal.games
        missing = range(before, max(before, whole_number("games", games)))
        if progress is not None:
            progress(before)
        for played in chunks.run(Chunker(simulation, missing, chunks.workers, chunk)):
            journal.add(played)
            if progress is not None:
                progress(journal.games)
        if format != "json":
            _convert(lines, target, format, games)
    return len(missing)


# The journal


@define(eq=False)
class Journal:
    """A file with the lines of the first games of a simulation, in order."""

    path: Path
    simulation: Simulation
    _file: BinaryIO
    games: int = 0

    @classmethod
    @contextmanager
    def opened(cls, path: Path, simulation: Simulation) -> Generator[Journal]:
        """Open a file, or create it, and lock it while it is open.

        Raises:
            SaveError: It has something else in it, or another process writes it; or it is a device or
                a pipe.
        """
        if path.exists() and not path.is_file() and not path.is_dir():
            raise SaveError("lab.file", f"'{path}' is not a regular file.")
        with path.open("a+b") as file:
            _lock(file, path)
            journal = cls(path, simulation, file)
            journal._repair()
            yield journal

    def add(self, lines: Sequence[str]) -> None:
        """Add the lines of the next games, and wait until they are on the disk."""
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()
        # After a loss of power, only the last chunk may be torn, and never one before it.
        os.fsync(self._file.fileno())
        self.games += len(lines)

    def _repair(self) -> None:
        """Count the games, and cut off a torn last line."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if self._is_next(line):
                self.games += 1
                whole += len(line)
            elif self._file.read(1) or not self._is_torn(line):  # an interrupted run tears the last line only
                message = (
                    f"Line {self.games + 1} of '{self.path}' is not game {self.games} of this simulation."
                )
                raise SaveError("lab.file", message, facts={"number": self.games + 1})
        # Only what this simulation wrote itself is ever removed; anything else was refused above.
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)

    def _is_next(self, line: bytes) -> bool:
        """Return whether a line is whole, and that of the next game."""
        if not line.endswith(b"}\n"):
            return False
        try:
            found: object = json.loads(line)
        except (ValueError, RecursionError):
            return False
        known = self.simulation.fingerprint, self.games
        return is_object(found) and (found.get("simulation"), found.get("game")) == known

    def _is_torn(self, line: bytes) -> bool:
        """Return whether a line is the beginning of the next game's, and no line of another text."""
        start = f'{{"simulation":"{self.simulation.fingerprint}","game":{self.games},'.encode()
        given = line.strip(b"\0\n")  # a file system may have filled up what was never written with zeros
        return given.startswith(start) or start.startswith(given)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep the file to this process until it is closed.

    Raises:
        SaveError: Another process has it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            # Windows locks bytes, not files: one far behind the end leaves the lines readable.
            file.seek(1 << 40)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SaveError("lab.busy", f"Another process writes '{path}'.") from error


def read_results(path: str | os.PathLike[str]) -> Iterator[GameResult]:
    """Read the results of a file with JSON lines.

    Raises:
        SaveError: A line is not the result of a game.
    """
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            yield GameResult.from_json(line)


# Tables


def _convert(lines: Path, target: Path, format_: Format, games: int) -> None:
    """Write a table in one piece, so that a reader never sees half of it."""
    rows = (row for result in islice(read_results(lines), games) for row in seat_rows(result))
    beside = target.with_name(f"{target.name}.part")
    if format_ == "csv":
        with beside.open("w", encoding="utf-8", newline="") as file:
            write_csv(rows, file)
    else:
        _write_parquet(rows, beside)
    beside.replace(target)


def write_csv(rows: Iterable[Row], file: TextIO) -> None:
    """Write rows as CSV."""
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(file, [*row], lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)


def _write_parquet(rows: Iterator[Row], path: Path) -> None:
    polars = _polars()
    # as columns, rows take a tenth of the memory: so they are held in batches only until they are columns
    batches = iter(lambda: [*islice(rows, _BATCH)], [])
    frames = [polars.DataFrame(batch, infer_schema_length=None) for batch in batches]
    polars.concat(frames or [polars.DataFrame()], how="vertical_relaxed").write_parquet(path)


def _polars() -> ModuleType:
    with needing("tables"):
        return import_module("polars")
