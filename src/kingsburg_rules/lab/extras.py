"""Libraries that only an extra installs."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from kingsburg_rules.engine import missing_extra


@contextmanager
def needing(extra: str) -> Generator[None]:
    """Import libraries of an extra, such as `lab`, in a `with` block.

    Raises:
        SetupError: One of them is not installed; the message names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(extra, error.name or extra) from error
