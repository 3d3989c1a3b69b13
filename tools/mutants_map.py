"""A pytest plugin that notes which test ran which line, and how long the processor worked on each test.

`coverage run -m pytest -p mutants_map` keeps both: the lines in coverage's own file, where every test is a
context, and the times in `durations.json` beside it. `mutants.py` chooses its tests from them.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import coverage
import pytest

from mutants import DURATIONS

_seconds: dict[str, float] = {}
_failed: set[str] = set()
_started = 0.0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid: str) -> None:
    """What runs from here on belongs to this test, its fixtures too."""
    global _started  # noqa: PLW0603 -- a plugin is a module
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(nodeid)
    _started = time.process_time()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails, or is skipped, is of no use to tell mutants apart."""
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Fixtures count: whoever runs a test runs them."""
    _seconds[nodeid] = time.process_time() - _started


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the times."""
    useful = {test: seconds for test, seconds in _seconds.items() if test not in _failed}
    Path(session.config.rootpath, DURATIONS).write_text(json.dumps(useful), encoding="utf-8")
