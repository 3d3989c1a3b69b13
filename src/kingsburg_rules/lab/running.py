"""Running many games: in this process, in several, or wherever an executor runs functions.

Games are cut into chunks. A chunk is a simulation and some numbers of games, so a chunk that is lost, because
its process was killed, is simply played again. Results come in the order of the chunks, whoever is ready
first, and every chunk is counted once.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from time import perf_counter
from typing import NamedTuple, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.engine.errors import SetupError, expect, is_whole, shown
from kingsburg_rules.lab.declining import Declined
from kingsburg_rules.lab.results import GameResult
from kingsburg_rules.lab.simulation import Simulation

CHUNK = 20
"""How many games a chunk has at most, unless it is said otherwise: their lines fit into a pipe at once."""

_SECONDS = 1.0
"""How long a chunk should take: an interruption costs no more, and progress is seen as often."""

_MOST = 1 << 53
_TRIES = 3
"""How often a chunk may be lost before that is an error."""

_AHEAD = 3
"""How many chunks for each worker are on their way at once."""


Lines: TypeAlias = list[str]
"""The results of a chunk as JSON, a line for each game."""


@frozen(eq=False)
class Chunk:
    """Some games of a simulation, by their numbers; in some of them, a seat may decline a card."""

    simulation: Simulation
    games: Sequence[int | Declined]


class Played(NamedTuple):
    """What a worker returns: the lines of a chunk, and how long it took."""

    lines: Lines
    seconds: float


@define(eq=False)
class Cutter:
    """Cuts games into chunks, one after another.

    A chunk takes about a second, as far as the chunks before tell, and towards the end less, so that all
    workers have something to do. The results do not depend on it.
    """

    simulation: Simulation
    games: Sequence[int | Declined]
    workers: int
    fixed: int | None = None
    """How many games a chunk has, if somebody chose it."""
    _start: int = 0
    _size: int = 1

    @classmethod
    def of(
        cls,
        simulation: Simulation,
        games: Sequence[int | Declined],
        workers: int,
        fixed: int | None = None,
    ) -> Cutter:
        """Cut games for a number of workers.

        Raises:
            SetupError: `fixed` is not a number of games.
        """
        return cls(simulation, games, workers, None if fixed is None else positive_number("chunk", fixed))

    def __iter__(self) -> Iterator[Chunk]:
        """Cut the next chunks."""
        while self._start < len(self.games):
            left = len(self.games) - self._start
            size = self.fixed or max(1, min(self._size, left // (4 * self.workers)))
            chunk = Chunk(self.simulation, self.games[self._start : self._start + size])
            self._start += size
            yield chunk

    def heard(self, played: Played) -> Lines:
        """Learn from a chunk how long games take, and return its lines."""
        fit = _SECONDS * len(played.lines) / max(played.seconds, 1e-6)
        self._size = max(1, min(CHUNK, round(fit)))
        return played.lines


def simulate(
    simulation: Simulation,
    games: int,
    *,
    first: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
) -> Iterator[GameResult]:
    """Play games, and yield their results in order: the same, however many workers there are.

    Args:
        simulation: What is played.
        games: How many games.
        first: The number of the first game.
        workers: How many processes on this machine play; 1 plays in this one. With an executor, how many
            workers it has, so that enough chunks are on their way; by default as many as here are processors.
        executor: Runs the chunks. It is not shut down afterwards.
        chunk: How many games are played at a time; the results do not depend on it.

    Raises:
        SetupError: A number is not possible, or workers were lost again and again.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A game does not end.
        TypeError: `simulation` is not a simulation, or `executor` is not an executor.
    """
    expect(simulation, Simulation, "simulation")
    start = whole_number("first", first)
    numbers = range(start, start + whole_number("games", games))
    with crew_of(workers, executor) as crew:
        for lines in crew.run(Cutter.of(simulation, numbers, crew.workers, chunk)):
            yield from map(GameResult.from_json, lines)


def whole_number(name: str, given: object) -> int:
    """Check an argument that counts something.

    Raises:
        SetupError: It is not a whole number from 0.
    """
    if not is_whole(given) or not 0 <= given < _MOST:
        raise SetupError("setup.number", f"`{name}` must be a whole number from 0, not {shown(given)}.")
    return given


def positive_number(name: str, given: object) -> int:
    """Check an argument of which there must be at least one.

    Raises:
        SetupError: It is not a whole number from 1.
    """
    if not is_whole(given) or given < 1:
        raise SetupError("setup.number", f"`{name}` must be a whole number from 1, not {shown(given)}.")
    return given


# What workers do


def play_chunk(packed: bytes, fingerprint: str, games: Sequence[int | Declined]) -> Played:
    """Play a chunk in a worker, which unpacks every simulation once.

    Raises:
        SetupError: This worker has another version of the library.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A game does not end.
    """
    simulation = _unpacked(packed)
    if simulation.fingerprint != fingerprint:
        raise SetupError("lab.version", "A worker has another version of kingsburg-rules.")
    return played(Chunk(simulation, games))


def played(chunk: Chunk) -> Played:
    """Play a chunk here."""
    start = perf_counter()
    lines = [chunk.simulation.play(game).to_json() for game in chunk.games]
    return Played(lines, perf_counter() - start)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Simulation:
    found: Simulation = pickle.loads(packed)
    return found


@lru_cache(maxsize=4)
def _packed(simulation: Simulation) -> bytes:
    return pickle.dumps(simulation)


@contextmanager
def deaf_to_interrupts() -> Generator[None]:
    """Start processes that ignore Ctrl+C, which is for the process that ends them in order."""
    if current_thread() is not main_thread():  # only this one may say what happens on a signal
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def begin_worker(parent: Connection) -> None:
    """Prepare a process: Ctrl+C is for its parent, and when the parent is gone, it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, processes do not inherit that
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    """Wait until the other end is closed: by the parent, or because there is none any more."""
    parent.poll(None)
    os._exit(1)


def _number_of(game: int | Declined) -> int:
    return game.game if isinstance(game, Declined) else game


# Who plays


@contextmanager
def crew_of(workers: int | None, executor: Executor | None = None) -> Generator[Crew]:
    """Gather who plays: this process, several processes, or an executor.

    Raises:
        SetupError: The number of workers is not possible.
        TypeError: `executor` is not an executor.
    """
    if executor is not None:
        expect(executor, Executor, "executor")
    default = 1 if executor is None else os.cpu_count() or 1
    count = default if workers is None else positive_number("workers", workers)
    if executor is None and count == 1:
        yield Crew(1)
    else:
        crew = Pool(count, executor)
        try:
            yield crew
        finally:
            crew.leave()


@define(eq=False)
class Crew:
    """Plays chunks in this process."""

    workers: int

    def run(self, chunks: Cutter) -> Iterator[Lines]:
        """Play chunks, and yield their results in order."""
        return (chunks.heard(played(chunk)) for chunk in chunks)


@define(eq=False)
class _Task:
    """A chunk on its way."""

    chunk: Chunk
    future: Future[Played]
    tries: int = 1

    @property
    def is_lost(self) -> bool:
        """Whether its worker is gone, so that it has to be played again."""
        if not self.future.done():
            return False
        return self.future.cancelled() or _means_lost(self.future.exception())


def _means_lost(error: BaseException | None) -> bool:
    return isinstance(error, BrokenExecutor | CancelledError | ConnectionError) or _is_from_dask(error)


def _is_from_dask(error: BaseException | None) -> bool:
    """Whether Dask says that it lost something; its own exceptions have no common class."""
    return type(error).__module__.partition(".")[0] == "distributed"


@define(eq=False)
class Pool(Crew):
    """Plays chunks with an executor: a given one, or processes of its own, which it replaces."""

    given: Executor | None = None
    _own: Executor | None = None
    _rope: Connection | None = None
    """Held by this process; the processes end when it is closed."""
    _tasks: deque[_Task] = field(factory=deque["_Task"])

    def run(self, chunks: Cutter) -> Iterator[Lines]:
        """Play chunks, and yield their results in order.

        Raises:
            SetupError: Workers were lost again and again.
            IllegalAction: A bot gives an answer that is not among the options.
            Runaway: A game does not end.
        """
        try:
            for chunk in chunks:
                if len(self._tasks) >= _AHEAD * self.workers + 1:
                    yield chunks.heard(self._next())
                self._tasks.append(_Task(chunk, self._submit(chunk)))
            while self._tasks:
                yield chunks.heard(self._next())
        finally:
            while self._tasks:
                self._tasks.popleft().future.cancel()

    def leave(self) -> None:
        """End the processes, if they are our own, when they have played the chunks that they have begun.

        A process that ends while it writes a result would keep the executor waiting for the rest of it.
        """
        if self._own is None or self._rope is None:
            return
        self._own.shutdown(wait=True, cancel_futures=True)
        self._rope.close()
        self._own = self._rope = None

    def _next(self) -> Played:
        """Wait for the first chunk; if it is lost, play it again, with all others that are."""
        task = self._tasks[0]
        while True:
            try:
                found = task.future.result()
            except Exception:
                if not task.is_lost:
                    raise
                self._play_again(task)
            else:
                self._tasks.popleft()
                return found

    def _play_again(self, first: _Task) -> None:
        error = first.future.exception() if not first.future.cancelled() else None
        if first.tries == _TRIES:
            first_game, last_game = (_number_of(first.chunk.games[k]) for k in (0, -1))
            games = f"Games {first_game} to {last_game}"
            message = f"{games} were lost {_TRIES} times, with the worker that played them."
            raise SetupError("lab.lost", message) from error
        first.tries += 1
        if self.given is None and isinstance(error, BrokenExecutor):
            self.leave()
        for task in self._tasks:
            if task.is_lost:
                task.future = self._submit(task.chunk)

    def _submit(self, chunk: Chunk) -> Future[Played]:
        arguments = _packed(chunk.simulation), chunk.simulation.fingerprint, [*chunk.games]
        try:
            return self._executor().submit(play_chunk, *arguments)
        except BrokenExecutor as error:  # what is waiting will say so, too, and is played again then
            lost: Future[Played] = Future()
            lost.set_exception(error)
            return lost

    def _executor(self) -> Executor:
        if self.given is not None:
            return self.given
        if self._own is None:
            spawn = get_context("spawn")
            theirs, self._rope = spawn.Pipe(duplex=False)
            self._own = ProcessPoolExecutor(
                self.workers, mp_context=spawn, initializer=begin_worker, initargs=(theirs,)
            )
            with deaf_to_interrupts():
                self._own.submit(os.getpid)  # which starts all of them
        return self._own
