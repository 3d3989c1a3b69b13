"""Types as a guide: a type checker finds the kind that a program forgot, and knows every public name."""

from __future__ import annotations

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import kingsburg_rules
from kingsburg_rules import bots, render, testing

ROOT = Path(__file__).parents[1]
EVERYTHING = ROOT / "examples" / "handle_everything.py"
EVERY_NAME = ROOT / "tests" / "typed" / "every_name.py"
PYRIGHT = shutil.which(
    "pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
)
CASE = re.compile(r"^        case (?!_:)[^\n]*\n(?:            [^\n]*\n)+", re.MULTILINE)
FORGOTTEN = {"no_decision": '"die"', "no_action": "Arrange(", "no_event": "Peeked("}
"""Programs that forget one kind, by the name of their file."""


def programs(folder: Path) -> list[Path]:
    """The program that handles everything, and the same with a case missing."""
    text = EVERYTHING.read_text(encoding="utf-8")
    (folder / "all.py").write_text(text, encoding="utf-8")
    for name, kind in FORGOTTEN.items():
        cases = [case for case in CASE.findall(text) if kind in case.splitlines()[0]]
        assert len(cases) == 1, f"{kind} has one case"
        (folder / f"{name}.py").write_text(text.replace(cases[0], ""), encoding="utf-8")
    return sorted(folder.glob("*.py"))


def complaints(output: str) -> set[str]:
    """The programs that a checker complains of, by the name of their file."""
    return set(re.findall(r"(\w+)\.py:\d+(?::\d+ -)?[: ]+error", output))


def run(*argv: object) -> str:
    return subprocess.run([*map(str, argv)], cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy belongs to the extra `dev`")
def test_mypy_finds_what_a_program_forgot(tmp_path: Path) -> None:
    output = run(sys.executable, "-m", "mypy", "--strict", *programs(tmp_path))
    assert complaints(output) == {*FORGOTTEN}, output


@pytest.mark.skipif(PYRIGHT is None, reason="pyright belongs to the extra `dev`")
def test_pyright_finds_what_a_program_forgot(tmp_path: Path) -> None:
    output = run(PYRIGHT, "--pythonpath", sys.executable, *programs(tmp_path))
    assert complaints(output) == {*FORGOTTEN}, output


def test_the_typed_program_uses_every_public_name() -> None:
    tree = ast.parse(EVERY_NAME.read_text(encoding="utf-8"))
    imported = {
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for module in (kingsburg_rules, bots, render, testing):
        missing = [
            name for name in module.__all__ if (module.__name__, name) not in imported or name not in used
        ]
        assert not missing


def test_the_typed_program_runs(tmp_path: Path) -> None:
    program = runpy.run_path(str(EVERY_NAME))
    assert "Ann" in program["main"]()
    (tmp_path / "pack.yaml").write_text('id: none\nversion: "1"\nformat: 1\ntitle: None\n', encoding="utf-8")
    assert program["tested"](tmp_path)
