"""Types as a guide: a type checker finds the kind that a program forgot, and knows every public name."""

from __future__ import annotations

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest

import kingsburg_rules
from kingsburg_rules import Action, Event, adapters, bots, lab, render, testing
from kingsburg_rules.engine import actions, events
from support.kinds import sample

ROOT = Path(__file__).parents[2]
EVERY_NAME = ROOT / "tests" / "typed" / "every_name.py"
PYRIGHT = shutil.which(
    "pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
)
NO_DECISION = """
from typing import assert_never

from kingsburg_rules import DecisionKind


def handle(kind: DecisionKind) -> str:
    match kind:
        case "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose":
            return "."
        case "roll" | "draw" | "arrange":
            return "."
        case _:
            assert_never(kind)
"""
"""A program that forgets the kind `die`."""

WRONG = {"no_action", "no_event", "no_decision", "wrong_value"}
"""The programs that a type checker must complain of."""

PROGRAM = """
from typing import assert_never

import kingsburg_rules as k

VALUES: list[k.{union}] = [{values}]


def handle(found: k.{union}) -> str:
    match found:
{cases}
        case _:
            assert_never(found)
"""
"""A program that makes a value of every kind, and handles each."""


def program(union: str, kinds: Iterable[type[Action | Event]], but: str = "") -> str:
    """A program that handles all kinds but one."""
    values = [re.sub(r"\b([A-Z]\w+)\(", r"k.\1(", repr(sample(kind))) for kind in kinds]
    cases = [
        f"        case k.{kind.__name__}():\n            return '.'" for kind in kinds if kind.__name__ != but
    ]
    return PROGRAM.format(union=union, values=", ".join(values), cases="\n".join(cases))


def programs(folder: Path) -> list[Path]:
    """Programs that handle everything, and the same with a kind missing."""
    written = {
        "every_action": program("AnyAction", Action.kinds.values()),
        "every_event": program("AnyEvent", Event.kinds.values()),
        "no_action": program("AnyAction", Action.kinds.values(), "Arrange"),
        "no_event": program("AnyEvent", Event.kinds.values(), "Peeked"),
        "no_decision": NO_DECISION,
        "wrong_value": "import kingsburg_rules as k\n\nk.Gained('Ann', 'gold', '1', 'jester')\n",
    }
    for name, text in written.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return sorted(folder.glob("*.py"))


def complaints(output: str) -> set[str]:
    """The programs that a checker complains of, by the name of their file."""
    return set(re.findall(r"(\w+)\.py:\d+(?::\d+ -)?[: ]+error", output))


def run(*argv: object) -> str:
    return subprocess.run([*map(str, argv)], cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy belongs to the extra `dev`")
def test_mypy_finds_what_a_program_forgot(tmp_path: Path) -> None:
    output = run(sys.executable, "-m", "mypy", "--strict", *programs(tmp_path))
    assert complaints(output) == WRONG, output


@pytest.mark.skipif(PYRIGHT is None, reason="pyright belongs to the extra `dev`")
def test_pyright_finds_what_a_program_forgot(tmp_path: Path) -> None:
    output = run(PYRIGHT, "--pythonpath", sys.executable, *programs(tmp_path))
    assert complaints(output) == WRONG, output


def test_the_typed_program_uses_every_public_name() -> None:
    tree = ast.parse(EVERY_NAME.read_text(encoding="utf-8"))
    imported = {
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    generated = {*actions.__all__, *events.__all__}  # in the programs above
    for module in (kingsburg_rules, adapters, bots, lab, render, testing):
        missing = [
            name
            for name in {*module.__all__} - generated
            if (module.__name__, name) not in imported or name not in used
        ]
        assert not missing


def test_the_typed_program_runs(tmp_path: Path) -> None:
    program = runpy.run_path(str(EVERY_NAME))
    assert "Ann" in program["main"]()
    (tmp_path / "pack.yaml").write_text('id: none\nversion: "1"\nformat: 1\ntitle: None\n', encoding="utf-8")
    assert program["tested"](tmp_path)
