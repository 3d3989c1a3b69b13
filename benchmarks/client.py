"""Measure the browser client in Chromium: how soon it shows something, and how much it loads.

    python benchmarks/client.py
    python benchmarks/client.py --pyodide FOLDER    # the site without a server too

It needs Node.js, Chromium, and `npm ci` in `tests/browser`. Everything is on the clock, so other work on the
machine counts.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kingsburg_rules.web.static import write_site

ROOT = Path(__file__).parents[1]
BROWSER = ROOT / "tests" / "browser"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")


@contextmanager
def served(*command: str) -> Iterator[str]:
    """Run a server, and give the address that it announces."""
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert server.stdout is not None
    try:
        yield next(found[0] for line in server.stdout if (found := re.search(r"http://[\w.:]+", line))) + "/"
    finally:
        server.terminate()
        server.wait(timeout=30)


def measured(address: str, **variables: str) -> object:
    """Measure the client at an address."""
    done = subprocess.run(
        [str(shutil.which("node")), "measure.mjs"],
        cwd=BROWSER,
        env=os.environ | variables | {"BASE": address, "CHROMIUM": CHROMIUM},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyodide", help="where Pyodide is")
    parser.add_argument("--answers", default="150", help="how many answers are timed for each size and speed")
    arguments = parser.parse_args()
    figures: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as made:
        options = ("--port", "0", "--no-browser", "--data", f"{made}/tables.sqlite")
        with served("kingsburg_rules", "serve", *options) as address:
            figures["server"] = measured(address, ANSWERS=arguments.answers)
        if arguments.pyodide:
            assert list(write_site(Path(made) / "site", arguments.pyodide))
            command = ("http.server", "0", "--bind", "127.0.0.1", "--directory", f"{made}/site")
            with served(*command) as address:
                figures["site"] = measured(address, SITE="1")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
