"""`kingsburg simulate`: let bots play many games, and write the results."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules import SetupError
from kingsburg_rules.cli.commands import FileError, add_rules_options, load_chosen_rules
from kingsburg_rules.cli.output import complain, counted, tell
from kingsburg_rules.lab.files import FORMATS, Progress, read_results, simulate_to, write_csv
from kingsburg_rules.lab.results import GameResult, seat_rows, summary_of
from kingsburg_rules.lab.running import dask_executor, simulate
from kingsburg_rules.lab.simulation import Simulation

if TYPE_CHECKING:  # it may be missing
    from rich.progress import TaskID


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Let bots play games, and write a line of JSON for each, or a table with a row for each seat. "
        "Equal seeds give equal results, whatever the number of workers. If the file already exists, the "
        "games in it are not played again."
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="the number of games (100)")
    add_bots_options(parser)
    add_workers_options(parser)
    parser.add_argument("--format", choices=FORMATS, default="json", help="the format of the results (json)")
    parser.add_argument(
        "--out", metavar="FILE", help="write the results to this file; without it, to standard output"
    )
    add_rules_options(parser)


def add_bots_options(parser: ArgumentParser, bots: str = "greedy") -> None:
    """Add the options for bots and the seed."""
    parser.add_argument(
        "--bots",
        default=bots,
        metavar="NAMES",
        help=f"the bots in the seats, separated by commas, such as greedy,random ({bots})",
    )
    parser.add_argument(
        "--players",
        type=int,
        default=0,
        metavar="N",
        help="the number of seats (one for each bot; 4 for one)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")


def add_workers_options(parser: ArgumentParser) -> None:
    """Add the options for the processes that play."""
    parser.add_argument("--workers", type=int, metavar="N", help="the number of processes that play (1)")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="let a Dask cluster play: the address of its scheduler, or local"
    )


def bots_of(options: Namespace) -> list[str]:
    """Read the names of the bots."""
    return [name.strip() for name in options.bots.split(",")]


def run(options: Namespace) -> int:
    """Play the games, or those that are missing in the file."""
    simulation = Simulation(
        load_chosen_rules(options), bots_of(options), players=options.players, seed=options.seed
    )
    if options.out is None and options.format == "parquet":
        raise SetupError("setup.format", "Parquet cannot go to standard output; name a file with --out.")
    # Among results on a screen, a bar would be in the way.
    hidden = options.out is None and sys.stdout.isatty()
    with chosen_executor(options) as (executor, workers), progress_bar(hidden=hidden) as show:

        def progress(done: int) -> None:
            show("games", done, options.games)

        if options.out is None:
            played = simulate(simulation, options.games, workers=workers, executor=executor)
            _write(_counted(played, progress), options.format)
            return 0
        with _failing_softly(options.out):
            new = simulate_to(
                options.out,
                simulation,
                options.games,
                format=options.format,
                workers=workers,
                executor=executor,
                progress=progress,
            )
    # The other formats are made of these lines, which also tell what has been played.
    lines = options.out if options.format == "json" else f"{options.out}.jsonl"
    tell(f"{options.out}: {counted(options.games, 'game')}, {new:,} of them played now")
    tell(summary_of(islice(read_results(lines), options.games)))
    return 0


def _counted(results: Iterator[GameResult], progress: Progress) -> Iterator[GameResult]:
    for done, result in enumerate(results, start=1):
        yield result
        progress(done)


def _write(results: Iterator[GameResult], form: str) -> None:
    """Write results to standard output."""
    if form == "json":
        for result in results:
            tell(result.to_json())
    else:
        write_csv((row for result in results for row in seat_rows(result)), sys.stdout)


@contextmanager
def _failing_softly(path: str) -> Generator[None]:
    """Describe how to go on after Ctrl+C, and why a file cannot be written."""
    try:
        yield
    except KeyboardInterrupt:
        complain(f"Interrupted. The same command continues with the games in '{path}'.")
        raise
    except FileError:
        # It is an `OSError`, too, but names its file already.
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError("file.write", f"Cannot write '{path}': {reason}.") from error


@contextmanager
def chosen_executor(options: Namespace) -> Generator[tuple[Executor | None, int | None]]:
    """Connect to the Dask cluster that the user chose, if any."""
    if options.dask is None:
        yield None, options.workers
        return
    with dask_executor(options.dask, options.workers) as (executor, workers):
        yield executor, workers


ShowProgress: TypeAlias = Callable[[str, int, int], object]
"""Called with what is done, how much of it is done, and how much there is."""


@contextmanager
def progress_bar(*, hidden: bool = False) -> Generator[ShowProgress]:
    """Show what is done, how far it is, the rate, and the time left; only to people, and if rich is there."""
    bar = None
    if sys.stderr.isatty() and not hidden:
        with suppress(ModuleNotFoundError):
            from kingsburg_rules.cli import console  # it needs rich

            bar = console.progress_bar()
    if bar is None:
        yield lambda _what, _done, _total: None
        return
    with bar:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total, completed=done)
            bar.update(tasks[what], completed=done, total=total)

        yield show
