"""`kingsburg simulate`: let bots play many games, and write the results."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules import SetupError
from kingsburg_rules.cli.commands import FileError, add_rules_options, load_chosen_rules
from kingsburg_rules.cli.output import complain, tell
from kingsburg_rules.lab.files import FORMATS, Progress, read_results, simulate_to, write_csv
from kingsburg_rules.lab.results import GameResult, seat_rows, summary_of
from kingsburg_rules.lab.running import dask_executor, simulate
from kingsburg_rules.lab.simulation import Simulation

if TYPE_CHECKING:  # it may be missing
    from rich.progress import Progress as Bar
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
    with chosen_executor(options) as (executor, workers):
        if options.out is None:
            _to_output(simulation, options, executor, workers)
        else:
            _to_file(simulation, options, executor, workers)
    return 0


def _to_output(
    simulation: Simulation, options: Namespace, executor: Executor | None, workers: int | None
) -> None:
    if options.format == "parquet":
        raise SetupError("setup.format", "Parquet cannot go to standard output; name a file with --out.")
    played = simulate(simulation, options.games, workers=workers, executor=executor)
    with _bar_beside_output() as show:
        results = _counted(played, lambda done: show("games", done, options.games))
        if options.format == "json":
            for result in results:
                tell(result.to_json())
        else:
            write_csv((row for result in results for row in seat_rows(result)), sys.stdout)


def _counted(results: Iterator[GameResult], progress: Progress) -> Iterator[GameResult]:
    for done, result in enumerate(results, start=1):
        yield result
        progress(done)


def _bar_beside_output() -> AbstractContextManager[ShowProgress]:
    """Show progress if the results go elsewhere; among results on a screen it would be in the way."""
    return nullcontext(_show_nothing) if sys.stdout.isatty() else progress_bar()


def _to_file(
    simulation: Simulation, options: Namespace, executor: Executor | None, workers: int | None
) -> None:
    with progress_bar() as show:
        try:
            played = simulate_to(
                options.out,
                simulation,
                options.games,
                format=options.format,
                workers=workers,
                executor=executor,
                progress=lambda done: show("games", done, options.games),
            )
        except KeyboardInterrupt:
            complain(f"Interrupted. The same command continues with the games in '{options.out}'.")
            raise
        except OSError as error:
            if isinstance(error, FileError):
                raise
            reason = (error.strerror or str(error)).lower()
            raise FileError("file.write", f"Cannot write '{options.out}': {reason}.") from error
    lines = options.out if options.format == "json" else f"{options.out}.jsonl"
    games = "1 game" if options.games == 1 else f"{options.games:,} games"
    tell(f"{options.out}: {games}, {played:,} of them played now")
    tell(summary_of(islice(read_results(lines), options.games)))


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


def _show_nothing(what: str, done: int, total: int) -> None:
    del what, done, total


@contextmanager
def progress_bar() -> Generator[ShowProgress]:
    """Show what is done, how far it is, the rate, and the time left; only to people, and if rich is there."""
    bar = _bar() if sys.stderr.isatty() else None
    if bar is None:
        yield _show_nothing
        return
    tasks: dict[str, TaskID] = {}

    def show(what: str, done: int, total: int) -> None:
        if what not in tasks:
            tasks[what] = bar.add_task(what, total=total, completed=done)
        bar.update(tasks[what], completed=done, total=total)

    with bar:
        yield show


def _bar() -> Bar | None:
    try:
        from kingsburg_rules.cli.console import progress_bar as make_bar  # it needs rich
    except ModuleNotFoundError:
        return None
    return make_bar()
