"""Running many games: in this process, in several, or wherever an executor runs functions.

Games are played in chunks: a simulation and some numbers of games. So a chunk that is lost, because its
process was killed, is simply played again. Results come in the order of the chunks, whichever is ready first,
and every chunk is counted once. The workers of a Dask cluster are an executor, too.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
)
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Event, Thread, current_thread, main_thread
from time import perf_counter
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

from attrs import define, field

from kingsburg_rules import SetupError
from kingsburg_rules.engine import expect, is_whole, needing, shown
from kingsburg_rules.lab.playing import Declined
from kingsburg_rules.lab.results import GameResult
from kingsburg_rules.lab.simulation import Simulation

CHUNK = 20
"""The most games of a chunk, by default: their lines fit into a pipe at once."""

_SECONDS = 1.0
"""How long a chunk should take: an interruption costs no more, and progress is seen as often."""

_MOST = 1 << 53
_TRIES = 3
"""How often a chunk may be lost before that is an error."""

_IMPORTED = (
    "Workers import bots: give a class or a function of a module, and no lambda or part of a function."
)

_GUARD = (
    "The processes ended before they played. Each of them imports the program that started them, so put what "
    "it does under `if __name__ == '__main__':`."
)

_AHEAD = 3
"""How many chunks for each worker are on their way at once."""

_P = ParamSpec("_P")
_T = TypeVar("_T")

Games: TypeAlias = Sequence[int | Declined]
"""Games by their numbers; in some of them, a seat may decline a card."""

Lines: TypeAlias = list[str]
"""The results of a chunk as JSON, a line for each game."""


class PlayedChunk(NamedTuple):
    """The lines of a chunk, and how long it took."""

    lines: Lines
    seconds: float


@define(eq=False)
class Chunker:
    """Cuts the games of a simulation into chunks, one after another.

    A chunk takes about a second, judged by the chunks before it, and less towards the end, so that all
    workers have something to do. The results do not depend on it.
    """

    simulation: Simulation
    games: Games
    workers: int
    fixed: int | None = None
    """The number of games of every chunk, if the caller chose it."""
    _start: int = 0
    _size: int = 1

    def __attrs_post_init__(self) -> None:
        """Check the size of the chunks.

        Raises:
            SetupError: It is not a number of games.
        """
        if self.fixed is not None:
            whole_number("chunk", self.fixed, 1)

    def __iter__(self) -> Iterator[Games]:
        """Cut the next chunks."""
        while self._start < len(self.games):
            left = len(self.games) - self._start
            # Small chunks at the end: otherwise all workers would wait for the one with the last large chunk.
            size = self.fixed or max(1, min(self._size, left // (4 * self.workers)))
            chunk = self.games[self._start : self._start + size]
            self._start += size
            yield chunk

    def learn(self, played: PlayedChunk) -> Lines:
        """Note how long a chunk took, and return its lines."""
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
    with chunk_executor(workers, executor) as chunks:
        for lines in chunks.run(Chunker(simulation, numbers, chunks.workers, chunk)):
            yield from map(GameResult.from_json, lines)


def whole_number(name: str, given: object, least: int = 0) -> int:
    """Check an argument that counts something.

    Raises:
        SetupError: It is not a whole number from the least one.
    """
    if not is_whole(given) or not least <= given < _MOST:
        raise SetupError("setup.number", f"`{name}` must be a whole number from {least}, not {shown(given)}.")
    return given


# In a worker


def play_chunk(pickled: bytes, fingerprint: str, games: Games) -> PlayedChunk:
    """Play a chunk in a worker, which unpickles every simulation once.

    Raises:
        SetupError: This worker has another version of the library.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A game does not end.
    """
    simulation = _unpickled(pickled)
    if simulation.fingerprint != fingerprint:
        raise SetupError("lab.version", "A worker has another version of kingsburg-rules.")
    return played(simulation, games)


def played(simulation: Simulation, games: Games) -> PlayedChunk:
    """Play a chunk in this process."""
    start = perf_counter()
    lines = [simulation.play(game).to_json() for game in games]
    return PlayedChunk(lines, perf_counter() - start)


@lru_cache(maxsize=4)
def _unpickled(pickled: bytes) -> Simulation:
    try:
        found: Simulation = pickle.loads(pickled)
    except (AttributeError, ImportError) as error:
        raise SetupError("lab.bot", f"A worker cannot import a bot: {error}. {_IMPORTED}") from error
    return found


@lru_cache(maxsize=4)
def _pickled(simulation: Simulation) -> bytes:
    try:
        return pickle.dumps(simulation)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SetupError("lab.bot", f"A bot cannot be sent to a worker: {error}. {_IMPORTED}") from error


@contextmanager
def ignoring_interrupts() -> Generator[None]:
    """Start processes that ignore Ctrl+C, which is for the process that ends them in order."""
    if current_thread() is not main_thread():  # Python lets no other thread change how signals are handled
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
    parent.poll(None)  # returns when the other end is closed: by the parent, or because it was killed
    os._exit(1)


# Who plays


@contextmanager
def chunk_executor(workers: int | None, executor: Executor | None = None) -> Generator[ChunkExecutor]:
    """Choose where chunks are played: in this process, in several processes, or by a given executor.

    Raises:
        SetupError: The number of workers is not possible.
        TypeError: `executor` is not an executor.
    """
    if executor is not None:
        expect(executor, Executor, "executor")
    default = 1 if executor is None else os.cpu_count() or 1
    count = default if workers is None else whole_number("workers", workers, 1)
    chunks = ChunkExecutor(count, executor)
    try:
        yield chunks
    finally:
        chunks.shut_down()


@define(eq=False)
class _Task:
    """A chunk on its way."""

    games: Games
    future: Future[PlayedChunk]
    tries: int = 1

    @property
    def is_lost(self) -> bool:
        """True if its worker is gone, so that it has to be played again."""
        if not self.future.done():
            return False
        if self.future.cancelled():
            return True
        error = self.future.exception()
        # the exceptions with which Dask reports lost work have no class in common but their package
        is_from_dask = type(error).__module__.partition(".")[0] == "distributed"
        return isinstance(error, BrokenExecutor | CancelledError | ConnectionError) or is_from_dask


@define(eq=False)
class ChunkExecutor:
    """Plays chunks with an executor: a given one, or processes of its own; a single worker plays here."""

    workers: int
    given: Executor | None = None
    _own: Executor | None = None
    _lifeline: Connection | None = None
    """Held by this process; the processes end when it is closed."""
    _began: Future[int] | None = None
    """Done when one of the processes has begun."""
    _tasks: deque[_Task] = field(factory=deque["_Task"])

    def run(self, chunks: Chunker) -> Iterator[Lines]:
        """Play chunks, and yield their results in order.

        Raises:
            SetupError: Workers were lost again and again.
            IllegalAction: A bot gives an answer that is not among the options.
            Runaway: A game does not end.
        """
        simulation = chunks.simulation
        if self.given is None and self.workers == 1:
            yield from (chunks.learn(played(simulation, games)) for games in chunks)
            return
        try:
            for games in chunks:
                # A few chunks for each worker keep all busy; all of a long run would fill the memory.
                if len(self._tasks) >= _AHEAD * self.workers + 1:
                    yield chunks.learn(self._next(simulation))
                self._tasks.append(_Task(games, self._submit(simulation, games)))
            while self._tasks:
                yield chunks.learn(self._next(simulation))
        finally:
            while self._tasks:
                self._tasks.popleft().future.cancel()

    def shut_down(self) -> None:
        """End its own processes when they have played the chunks that they have begun.

        A process that ends while it writes a result would keep the executor waiting for the rest of it.
        """
        if self._own is None or self._lifeline is None:
            return
        self._own.shutdown(wait=True, cancel_futures=True)
        self._lifeline.close()
        self._own = self._lifeline = None

    def _next(self, simulation: Simulation) -> PlayedChunk:
        """Wait for the first chunk; if it is lost, play it again, with all others that are."""
        task = self._tasks[0]
        while True:
            try:
                found = task.future.result()
            except Exception:
                if not task.is_lost:
                    raise
                self._play_again(task, simulation)
            else:
                self._tasks.popleft()
                return found

    def _play_again(self, first: _Task, simulation: Simulation) -> None:
        error = first.future.exception() if not first.future.cancelled() else None
        if self._began is not None and self._began.done() and self._began.exception() is not None:
            raise SetupError("lab.guard", _GUARD) from error
        if first.tries == _TRIES:
            ends = [game.game if isinstance(game, Declined) else game for game in first.games]
            message = (
                f"Games {ends[0]} to {ends[-1]} were lost {_TRIES} times, with the worker that played them."
            )
            raise SetupError("lab.lost", message) from error
        first.tries += 1
        # A pool of processes that has lost one of them refuses all further work.
        if self.given is None and isinstance(error, BrokenExecutor):
            self.shut_down()
        for task in self._tasks:
            if task.is_lost:
                task.future = self._submit(simulation, task.games)

    def _submit(self, simulation: Simulation, games: Games) -> Future[PlayedChunk]:
        try:
            return self._executor().submit(play_chunk, _pickled(simulation), simulation.fingerprint, [*games])
        except BrokenExecutor as error:  # the chunks before it fail, too; all are played again together
            lost: Future[PlayedChunk] = Future()
            lost.set_exception(error)
            return lost

    def _executor(self) -> Executor:
        if self.given is not None:
            return self.given
        if self._own is None:
            # Forked processes would inherit locks that other threads of this process hold.
            spawn = get_context("spawn")
            theirs, self._lifeline = spawn.Pipe(duplex=False)
            self._own = ProcessPoolExecutor(
                self.workers, mp_context=spawn, initializer=begin_worker, initargs=(theirs,)
            )
            with ignoring_interrupts():
                self._began = self._own.submit(os.getpid)  # the first task starts all processes
        return self._own


# The workers of a Dask cluster


class DaskWorkers(Executor):
    """The workers of a cluster, and whether its scheduler is gone for good."""

    def __init__(self, executor: Executor, is_gone: Callable[[], bool]) -> None:
        self._executor, self._is_gone = executor, is_gone
        self._owed: set[Future[Any]] = set()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call to a worker."""
        future = self._executor.submit(fn, *args, **kwargs)
        self._owed.add(future)
        future.add_done_callback(self._owed.discard)
        return future

    def watch(self, end: Event) -> None:
        """Look once a second whether the scheduler is still there, until the end of the run."""
        while not end.wait(1):
            if self._is_gone():  # Dask itself would wait for ever
                for future in [*self._owed]:
                    with suppress(InvalidStateError):  # it has been cancelled or has come back meanwhile
                        future.set_exception(SetupError("lab.dask", "The Dask scheduler is gone."))


@contextmanager
def dask_executor(address: str, workers: int | None = None) -> Generator[tuple[Executor, int]]:
    """Connect to a Dask cluster: its workers as an executor, and how many games they play at once.

    Args:
        address: The address of the scheduler, such as `tcp://10.0.0.1:8786`; `local` starts a scheduler and
            workers on this machine, which end afterwards.
        workers: How many workers to start; without it, one for each processor.

    Raises:
        SetupError: Dask is not installed, or nobody answers at the address.
    """
    with needing("dask"):
        distributed = import_module("distributed")
    with ExitStack() as stack:
        if address == "local":
            count = workers or os.cpu_count() or 1
            with ignoring_interrupts():
                cluster = distributed.LocalCluster(
                    count, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
                )
            client = stack.enter_context(distributed.Client(stack.enter_context(cluster)))
        else:
            try:
                client = stack.enter_context(distributed.Client(address))
            except (OSError, ValueError) as error:
                raise SetupError("lab.dask", f"No Dask scheduler answers at '{address}'.") from error
            count = sum(client.ncores().values()) or 1
        workers_there, end = DaskWorkers(client.get_executor(), lambda: client.status == "closed"), Event()
        Thread(target=workers_there.watch, args=(end,), daemon=True).start()
        stack.callback(end.set)
        yield workers_there, count
