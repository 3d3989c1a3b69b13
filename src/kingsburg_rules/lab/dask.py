"""Dask: the workers of a cluster as an executor."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from threading import Event, Thread
from typing import Any, ParamSpec, Protocol, TypeVar

from kingsburg_rules import SetupError
from kingsburg_rules.lab.extras import needing
from kingsburg_rules.lab.running import ignoring_interrupts

LOCAL = "local"
"""The address that starts workers on this machine."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Client(Protocol):
    """The part of `distributed.Client` that is needed here."""

    @property
    def status(self) -> str:
        """`running`, or `closed` when the scheduler is gone."""
        ...

    def get_executor(self) -> Executor:
        """Return the workers as an executor."""
        ...


class DaskWorkers(Executor):
    """The workers of a cluster. If the scheduler is gone for good, all that they still owe fails.

    Dask alone would wait for ever.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor()
        self._owed: set[Future[Any]] = set()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call to a worker."""
        future = self._executor.submit(fn, *args, **kwargs)
        self._owed.add(future)
        future.add_done_callback(self._owed.discard)
        return future

    @contextmanager
    def watched(self) -> Generator[None]:
        """Look once a second whether the scheduler is still there."""
        end = Event()

        def watch() -> None:
            while not end.wait(1):
                if self._client.status == "closed":
                    for future in [*self._owed]:
                        with suppress(InvalidStateError):  # it has been cancelled or has come back meanwhile
                            future.set_exception(SetupError("lab.dask", "The Dask scheduler is gone."))

        thread = Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            end.set()
            thread.join()


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
        if address == LOCAL:
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
        executor = DaskWorkers(client)
        stack.enter_context(executor.watched())
        yield executor, count
