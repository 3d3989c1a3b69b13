"""Chromium, its driver, and a server for it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[2]


BROWSER = ROOT / "tests" / "browser"


PROGRAM = """
import os, runpy, sys
from random import Random

from kingsburg_rules.web import server

# A hint or a replay may take long on a machine that does much else.
server.SECONDS_TO_THINK = 120
# Tokens of tables come from `secrets`, which does not ask here: only games do.
os.urandom = Random(int(os.environ.get("SEED", "1"))).randbytes
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


SEEDED = [sys.executable, "-u", "-c", PROGRAM]
"""What runs a module as `python -m` does, with time to think, and games whose seeds follow from SEED."""


NODE, NPM = shutil.which("node"), shutil.which("npm")


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


INSTALL = ("ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")


SECONDS = 1800
"""How long the tests of one file may take, on the slowest machine that runs them."""


def installed(folder: Path) -> Path:
    """The packages that npm has installed for a folder."""
    if NODE is None:
        pytest.skip("needs Node.js")
    if not (folder / "node_modules").is_dir():
        if NPM is None:
            pytest.skip(f"needs npm, or `npm ci` in {folder.name} before")
        done = run(NPM, *INSTALL, folder=folder)
        if done.returncode:
            pytest.skip(f"npm cannot install: {done.stderr.strip()[-300:]}")
    return folder / "node_modules"


def run(
    *command: str, folder: Path, seconds: float = SECONDS, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; after some seconds, end it with all that it has started."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as started:
        try:
            out, err = started.communicate(timeout=seconds)
        except BaseException:
            _end(started)
            raise
    return subprocess.CompletedProcess(command, started.returncode, out, err)


def _end(started: subprocess.Popen[str]) -> None:
    """End a command with its whole group; Chromium ends when the pipe to its driver closes."""
    if sys.platform == "win32":
        started.kill()
    else:
        os.killpg(started.pid, signal.SIGKILL)


@contextmanager
def served(*command: str, folder: Path = ROOT) -> Iterator[str]:
    """Run a server with repeatable games, and give the address that it announces."""
    server = subprocess.Popen(
        [*SEEDED, *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    assert server.stdout is not None
    said: list[str] = []
    while not (found := re.search(r"http://[\w.:]+", said[-1] if said else "")):
        line = server.stdout.readline()
        assert line, "".join(said)
        said.append(line)
    # A server that nobody listens to stops when the pipe is full of what it says of every request.
    listener = Thread(target=server.stdout.read, daemon=True)
    listener.start()
    try:
        yield f"{found[0].rstrip('/')}/"
    finally:
        server.terminate()
        server.wait(timeout=30)
        listener.join(timeout=30)
        server.stdout.close()
