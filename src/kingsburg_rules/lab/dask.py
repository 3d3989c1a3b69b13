"""Dask: the workers of a cluster as an executor."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from threading import Event, Thread
from typing import ParamSpec, Protocol, TypeVar

from kingsburg_rules.engine.errors import SetupError, missing_extra
from kingsburg_rules.lab.running import deaf_to_interrupts

LOCAL = "local"
"""The address that starts workers on this machine."""


_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Client(Protocol):
    """What we need of `distributed.Client`."""

    @property
    def status(self) -> str: ...

    def get_executor(self) -> Executor: ...


class _Workers(Executor):
    """The workers of a cluster. If the scheduler is gone for good, all that they still owe fails.

    Dask alone would leave whoever waits for it waiting.
    """

    def __init__(self, client: _Client) -> None:
        self._client = client
        self._executor = client.get_executor()
        self._failures: set[Callable[[BaseException], None]] = set()
        """Called with an error, each lets what is owed fail."""
        self._end = Event()

    @classmethod
    @contextmanager
    def of(cls, client: _Client) -> Generator[Executor]:
        """Watch over a client as long as it is used."""
        workers = cls(client)
        watch = Thread(target=workers._watch, daemon=True)
        watch.start()
        try:
            yield workers
        finally:
            workers._end.set()
            watch.join()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Let a worker call a function."""
        found = self._executor.submit(fn, *args, **kwargs)
        outer: Future[_T] = Future()
        failure = partial(_fail, outer)
        self._failures.add(failure)

        def forget(done: Future[_T]) -> None:
            self._failures.discard(failure)
            if done.cancelled():
                found.cancel()

        outer.add_done_callback(forget)
        found.add_done_callback(partial(_pass_on, outer))
        return outer

    def _watch(self) -> None:
        while not self._end.wait(1):
            if self._client.status == "closed":
                for failure in [*self._failures]:
                    failure(SetupError("lab.dask", "The Dask scheduler is gone."))


def _pass_on(outer: Future[_T], done: Future[_T]) -> None:
    """Let a future have the result of another."""
    if done.cancelled():
        outer.cancel()
        return
    error = done.exception()
    if error is not None:
        _fail(outer, error)
        return
    with suppress(InvalidStateError):  # it was cancelled, or has failed
        outer.set_result(done.result())


def _fail(future: Future[_T], error: BaseException) -> None:
    with suppress(InvalidStateError):
        future.set_exception(error)


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
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        raise missing_extra("dask", "Dask") from error
    if address == LOCAL:
        count = workers or os.cpu_count() or 1
        with deaf_to_interrupts():
            local = distributed.LocalCluster(
                count, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
            )
        with local as cluster, distributed.Client(cluster) as client, _Workers.of(client) as executor:
            yield executor, count
        return
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        raise SetupError("lab.dask", f"No Dask scheduler answers at '{address}'.") from error
    with client, _Workers.of(client) as executor:
        yield executor, sum(client.ncores().values()) or 1
