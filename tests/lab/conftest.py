"""The tests of reports and charts need the extra `lab`, whose libraries PyPy does not have."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = (
    [] if find_spec("scipy") and find_spec("matplotlib") else ["test_balance.py", "test_tables.py"]
)
