"""Mutation testing: what is mutated, which tests are chosen, and that a mutant is found or stays alive."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mutants import PACKAGES, ROOT, Map, Mutant, chosen_tests, mutants_of

TOOLS = Path(__file__).parents[2] / "tools"


def changes(text: str) -> set[tuple[str, str]]:
    return {(mutant.before, mutant.after) for mutant in mutants_of("lib.py", text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = a < b", {("a < b", "(a <= b)")}),
        ("x = a and b", {("a and b", "(a or b)"), ("a and b", "(a)"), ("a and b", "(b)")}),
        ("x = a + 1", {("a + 1", "(a - 1)"), ("1", "(1 + 1)")}),
        ("x = not a", {("not a", "(a)")}),
        ("x: int | None = 5", {("5", "(5 + 1)")}),
        ("x = 'word'", {("'word'", "'wordX'")}),
        ("x = 'a sentence for people'", set[tuple[str, str]]()),
        ("x = f'{a}'", set[tuple[str, str]]()),
        ("if a:\n    f()", {("a", "(not (a))"), ("f()", "pass")}),
        ("def f():\n    '''Say.'''\n    return a", {("a", "None")}),
        ("def f(a: int = 2) -> int: ...", {("2", "(2 + 1)")}),
        ("x = [a for a in b if a]", {("a", "(not (a))")}),
        ("a += 1", {("a += 1", "a -= 1"), ("a += 1", "pass"), ("1", "(1 + 1)")}),
        ("x = a if b else c", {("a if b else c", "(c if b else a)")}),
        ("for a in b:\n    break", {("break", "continue")}),
        ("é = a == b", {("a == b", "(a != b)")}),
        ("assert a < b", set[tuple[str, str]]()),
        ("x = list['Later']", set[tuple[str, str]]()),
        ("x = names['a']", {("'a'", "'aX'")}),
        ("__all__ = ['a']", set[tuple[str, str]]()),
    ],
)
def test_one_thing_is_changed(text: str, expected: set[tuple[str, str]]) -> None:
    assert changes(text) == expected


def test_a_mutant_is_the_file_with_one_change() -> None:
    text = "é = 1\nif a:\n    b(2)\n"
    for mutant in mutants_of("lib.py", text):
        data = text.encode()
        assert data[mutant.start : mutant.end].decode() == mutant.before
        assert mutant.statement == mutant.line


def test_every_package_has_mutants() -> None:
    for package in PACKAGES:
        modules = (ROOT / "src" / "kingsburg_rules" / package).glob("[a-z]*.py")
        path = max(modules, key=lambda module: module.stat().st_size)
        found = [*mutants_of(path.name, path.read_text(encoding="utf-8"))]
        assert len(found) > 5, path


def test_the_fastest_tests_of_few_files_come_first() -> None:
    seconds = {f"tests/test_{k % 6}.py::{k}": 0.1 * k for k in range(40)} | {"tests/test_0.py::slow": 100.0}
    seconds["tests/engine/test_wire.py::1"] = 0.1
    known = Map({("lib.py", 7): [*seconds][:-1], ("lib.py", 0): ["tests/test_0.py::0"]}, seconds)
    first, second, third, last = chosen_tests(Mutant("lib.py", 7, 7, 0, 1, "a", "b"), known)
    assert first[:4] == [f"tests/test_{k}.py::{k}" for k in range(4)]
    assert len({test.partition("::")[0] for test in first}) == 4
    assert sum(seconds[test] for test in first) <= 10
    assert "tests/test_4.py::4" in second
    assert "tests/test_0.py::slow" not in first + second + third
    assert len({*first, *second, *third}) == 40
    assert last == ["tests/engine/test_wire.py::1"]
    assert chosen_tests(Mutant("lib.py", 99, 98, 0, 1, "a", "b"), known)[0] == ["tests/test_0.py::0"]


LIBRARY = "def larger(a, b):\n    return a if a > b else b\n"
TEST = (
    "from lib import larger\n\ndef test_larger(): assert larger(1, 2) == 2\n\ndef test_broken(): assert 0\n"
)
PROGRAM = """
import sys
from pathlib import Path
from mutants import Map, Trial, mutants_of
home = Path(sys.argv[1])
every = ["tests/test_lib.py::test_broken", "tests/test_lib.py::test_larger"]
known = Map({("src/lib.py", 2): every}, dict.fromkeys(every, 0.1))
trial = Trial(home, known)
for mutant in mutants_of("src/lib.py", (home / "src/lib.py").read_text()):
    print(f"{mutant}: {trial.found_by(mutant)}")
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs fork, and /proc for the time used")
def test_mutants_are_found_by_tests_that_pass_without_them(tmp_path: Path) -> None:
    for name, text in (("src/lib.py", LIBRARY), ("tests/test_lib.py", TEST), ("pytest.ini", "[pytest]\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(TOOLS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    found = dict(line.rsplit(": ", 1) for line in done.stdout.splitlines())
    larger = "tests/test_lib.py::test_larger"
    assert found == {
        "src/lib.py:2: `a if a > b else b` -> `None`": larger,
        "src/lib.py:2: `a if a > b else b` -> `(b if a > b else a)`": larger,
        "src/lib.py:2: `a > b` -> `(a >= b)`": "None",
    }, done.stderr
    assert (tmp_path / "src/lib.py").read_text(encoding="utf-8") == LIBRARY
