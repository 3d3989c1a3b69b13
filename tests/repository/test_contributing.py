"""The worked examples of CONTRIBUTING.md, applied to a copy of the library and tested as they are printed.

A block of code begins with a comment that names a file, and where the rest belongs:

    # src/kingsburg_rules/engine/events.py, before `AnyEvent: TypeAlias = (`
    # src/kingsburg_rules/text/phrases/en.toml, under `[events]`
    # tests/game/test_governors_swapped.py

Without a place, it belongs at the end of the file, which may be new.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import kingsburg_rules

ROOT = Path(__file__).parents[2]
COPIED = ("content", "schemas", "src", "tests/support")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "client")
MOST_FILES = 5

pytestmark = pytest.mark.skipif(kingsburg_rules.COMPILED, reason="a compiled copy would not see the changes")


BLOCK = re.compile(
    r"^```\w+\n# ([\w/.-]+)(?:, (before|after|under) `([^`\n]+)`)?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A file, the line before or after which something is added (or its end), and what is added."""

    path: str
    where: str
    line: str
    code: str


def sections() -> dict[str, list[Block]]:
    """Sort the blocks of the guide by the heading above them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = re.split(r"^##+ (.+)$", text, flags=re.MULTILINE)[1:]
    return {
        heading: [Block(*block) for block in BLOCK.findall(body)]
        for heading, body in zip(parts[::2], parts[1::2], strict=True)
    }


def apply(block: Block, home: Path) -> None:
    """Change a file as a reader of the guide would."""
    path = home / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    at = lines.index(f"{block.line}\n") + (block.where != "before") if block.line else len(lines)
    lines.insert(at, f"{block.code}\n\n" if block.where == "before" else block.code)
    path.write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize("heading", ["A word", "An event", "A field of a view", "A switch"])
def test_an_example_works_as_printed_and_takes_few_files(heading: str, tmp_path: Path) -> None:
    blocks = sections()[heading]
    assert 2 <= len({block.path for block in blocks}) <= MOST_FILES
    for folder in COPIED:
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "client")
        )
    for block in blocks:
        apply(block, tmp_path)
    tests = [block.path for block in blocks if Path(block.path).name.startswith("test_")]
    assert tests, "every example has a test"
    done = run(tmp_path, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert re.search(r"\d passed", done.stdout)
    written = run(tmp_path, "-m", "kingsburg_rules", "schema", "--write", "schemas")
    assert written.returncode == 0, written.stderr[-2000:]


def run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the changed copy, as in a checkout of it."""
    env = {**os.environ, "PYTHONPATH": str(home / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=home, env=env, capture_output=True, text=True, check=False
    )
