"""A lack of memory is reported as one and leaves no traces, wherever it strikes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingsburg_rules import COMPILED

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "support" / "memory_faults.py"


@pytest.mark.skipif(COMPILED, reason="code that mypyc compiles ends the process when there is no memory")
def test_every_request_for_memory_may_fail() -> None:
    pytest.importorskip("_testcapi", reason="this Python cannot let requests for memory fail")
    path = os.pathsep.join([*sys.path, str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, PROGRAM],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    failed = {name: int(count) for name, count in map(str.split, done.stdout.splitlines())}
    assert {*failed} == {"save", "dumps", "load", "loads", "play"}
    assert all(count >= 5 for count in failed.values()), failed
