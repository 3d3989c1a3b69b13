"""Dask: the workers of a cluster as an executor."""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module

from kingsburg_rules.engine.errors import SetupError, missing_extra

LOCAL = "local"
"""The address that starts workers on this machine."""


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
        with (
            distributed.LocalCluster(count, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor(), count
        return
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        raise SetupError("lab.dask", f"No Dask scheduler answers at '{address}'.") from error
    with client:
        yield client.get_executor(), sum(client.ncores().values()) or 1
