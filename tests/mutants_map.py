"""A pytest plugin that notes which test ran which line, and how long each test took.

`coverage run -m pytest -p mutants_map` keeps both: the lines in coverage's own file, where every test is a
context, and the times in `durations.json` beside it. `mutants.py` chooses its tests from them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import coverage
import pytest

from mutants import DURATIONS

_seconds: dict[str, float] = defaultdict(float)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid: str) -> None:
    """What runs from here on belongs to this test, its fixtures too."""
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Fixtures count: whoever runs a test runs them."""
    if not report.failed:
        _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that failed is of no use to tell mutants apart, and is left out."""
    Path(session.config.rootpath, DURATIONS).write_text(json.dumps(_seconds), encoding="utf-8")
