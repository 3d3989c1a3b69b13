"""Mutation testing: change one thing in the library, and see whether a test notices it.

    python tools/mutants.py map                     # which test runs which line; twice as long as the suite
    python tools/mutants.py run --sample 300 --seed 1

`map` runs every test file once under coverage, a process for each, so that what one file has cached hides
nothing from the next. `run` draws mutants of the packages named, and runs the tests that cover the line of
each, the fastest first, until one fails or takes far too long. It needs a system with `fork`.

Not mutated are sentences for people (texts with a blank), annotations and docstrings.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = "src/kingsburg_rules"
PACKAGES = ("engine", "language", "game", "content")
MAP = ROOT / ".mutants"
DURATIONS = "durations.json"
FAILED = "failed.txt"

STAGES = ((10.0, 25, 4), (30.0, 150, 12), (90.0, 20_000, 200))
"""What is tried first, and what is tried on mutants that are still alive: seconds, tests, files of tests."""

WATCHFUL = (
    *(f"tests/engine/test_{name}.py" for name in ("borders", "runaway", "wire")),
    "tests/language/test_schema.py",
)
"""Files of tests that see what no map shows: what is said by importing, or in processes of their own."""

PATIENCE = 6
"""A mutant is found if its tests take so many times longer than usual."""


class Mutant(NamedTuple):
    """One change: where it is, in which statement, what stood there, and what stands there now."""

    file: str
    line: int
    statement: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{self.before}` -> `{self.after}`"


# Mutants


COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Finder(ast.NodeVisitor):
    """Collects what can be changed: a node, the line of its statement, and what takes its place."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.AST, int, str]] = []
        self._statement = 1

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        super().visit(node)

    def change(self, node: ast.AST, other: ast.AST | str) -> None:
        text = other if isinstance(other, str) else f"({ast.unparse(other)})"
        self.found.append((node, self._statement, text))

    def visit_Compare(self, node: ast.Compare) -> None:
        for at, op in enumerate(node.ops):
            ops = [*node.ops[:at], COMPARED[type(op)](), *node.ops[at + 1 :]]
            self.change(node, ast.Compare(node.left, ops, node.comparators))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_type = isinstance(node.op, ast.BitOr) and ast.unparse(node)[:1].isupper()
        if type(node.op) in COMPUTED and not is_type:
            self.change(node, ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.change(node, ast.BoolOp(other, node.values))
        for at in range(len(node.values)):
            left = [*node.values[:at], *node.values[at + 1 :]]
            self.change(node, left[0] if len(left) == 1 else ast.BoolOp(node.op, left))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.change(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool(value):
                self.change(node, str(not value))
            case int(value):
                self.change(node, f"({value} + 1)")
            case str(value) if value and " " not in value:
                self.change(node, repr(f"{value}X"))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts with gaps are for people, mostly."""

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.change(node, ast.IfExp(node.test, node.orelse, node.body))
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self.change(node.test, f"(not ({ast.unparse(node.test)}))")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.change(test, f"(not ({ast.unparse(test)}))")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.change(node.value, "None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Call):
            self.change(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in COMPUTED:
            self.change(node, ast.unparse(ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)))
        self.change(node, "pass")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.change(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.change(node, "break")

    # What is not mutated

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if any(ast.unparse(one) in ("overload", "abstractmethod") for one in node.decorator_list):
            return
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    def visit_Call(self, node: ast.Call) -> None:
        """The type in `TypeVar`, and names for typing, change nothing."""
        if ast.unparse(node.func) not in ("TypeVar", "NewType", "ParamSpec", "said"):
            self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """What a generic class holds is only for type checkers."""
        if ast.unparse(node.value) not in ("list", "dict", "tuple", "set", "type", "Counter", "Callable"):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(ast.unparse(target) == "__all__" for target in node.targets):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What cannot happen is not tested."""


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """List the mutants of a file."""
    finder = Finder()
    finder.visit(ast.parse(text))
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    data = text.encode()
    for node, statement, after in finder.found:
        start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        before = data[start:end].decode()
        yield Mutant(file, node.lineno, statement, start, end, before, after)  # type: ignore[attr-defined]


def can_be_compiled(mutant: Mutant) -> bool:
    """Whether a mutant is Python; a pattern of a `match` cannot be computed, for example."""
    try:
        compile(applied(mutant, (ROOT / mutant.file).read_bytes()), mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def applied(mutant: Mutant, text: bytes) -> bytes:
    """Put a mutant in its place."""
    return text[: mutant.start] + mutant.after.encode() + text[mutant.end :]


def drawn(packages: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """Draw mutants, as many of every package."""
    found: list[Mutant] = []
    for package in packages:
        paths = sorted((ROOT / SOURCE / package).glob("**/*.py"))
        every = [
            mutant
            for path in paths
            for mutant in mutants_of(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        ]
        order = Random(f"{seed}/{package}").sample(every, len(every))
        chosen = [*islice(filter(can_be_compiled, order), sample // len(packages))]
        print(f"{package}: {len(chosen)} of {len(every):,} mutants", flush=True)
        found += chosen
    return found


# The map


def make_map(files: Sequence[str]) -> None:
    """Run test files under coverage, one after the other."""
    MAP.mkdir(exist_ok=True)
    settings = MAP / "coveragerc"
    settings.write_text(
        f"[run]\nbranch = true\nsource_pkgs = kingsburg_rules\ndata_file = {MAP / 'coverage'}\n",
        encoding="utf-8",
    )
    coverage = [sys.executable, "-m", "coverage"]
    asked = ["-p", "no:xdist", "-p", "mutants_map", "-o", "addopts=", "-m", "not long", "-q"]
    paths = f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"
    for file in files:
        env = {**os.environ, "PYTHONPATH": paths, "COVERAGE_RCFILE": str(settings)}
        command = [*coverage, "run", "-p", "-m", "pytest", *asked, "--import-mode=importlib", file]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        print(f"{file}: {done.stdout.splitlines()[-1:]}", flush=True)
        (ROOT / DURATIONS).replace(MAP / f"{file.replace('/', '.')}.json")
    subprocess.run(
        [*coverage, "combine"], cwd=ROOT, env={**os.environ, "COVERAGE_RCFILE": str(settings)}, check=True
    )


class Map(NamedTuple):
    """Which tests run a line of a file, or anything in it (line 0), and how many seconds each takes."""

    tests: Mapping[tuple[str, int], Sequence[str]]
    seconds: Mapping[str, float]


def read_map(folder: Path, wanted: Sequence[Mutant]) -> Map:
    """Read what `map` found about the files of some mutants."""
    import coverage

    seconds: dict[str, float] = {}
    for path in folder.glob("*.json"):
        seconds |= json.loads(path.read_text(encoding="utf-8"))
    data = coverage.CoverageData(str(folder / "coverage"))
    data.read()
    tests: dict[tuple[str, int], list[str]] = defaultdict(list)
    lines = {(mutant.file, line) for mutant in wanted for line in (mutant.line, mutant.statement)}
    files = {mutant.file for mutant in wanted}
    for file in data.measured_files():
        name = file[file.index(SOURCE) :]
        if name not in files:
            continue
        in_file: set[str] = set()
        for line, contexts in data.contexts_by_lineno(file).items():
            of_tests = [test for test in contexts if test in seconds]
            if (name, line) in lines:
                tests[name, line] += of_tests
            in_file |= {*of_tests}
        tests[name, 0] += in_file
    return Map(tests, seconds)


def chosen_tests(mutant: Mutant, known: Map) -> list[list[str]]:
    """Choose tests for a mutant, those to try first before the others.

    They run its line, its statement, or at least something in its file: what is run by importing belongs to
    no test.
    """
    file = known.tests.get((mutant.file, 0), ())
    at_line, at_statement = ((mutant.file, line) for line in (mutant.line, mutant.statement))
    covering = known.tests.get(at_line) or known.tests.get(at_statement) or file
    rest = mixed({*covering}, known.seconds)
    stages: list[list[str]] = []
    for budget, most, most_files in STAGES:
        seconds, chosen = budget, list[str]()
        files: set[str] = set()
        for test in rest:
            home = test.partition("::")[0]
            if len(chosen) < most and known.seconds[test] <= seconds and len(files | {home}) <= most_files:
                chosen.append(test)
                files.add(home)
                seconds -= known.seconds[test]
        rest = [test for test in rest if test not in {*chosen}]
        stages.append(chosen)
    tried = {test for chosen in stages for test in chosen}
    watchful = [test for test in known.seconds if test.partition("::")[0] in WATCHFUL and test not in tried]
    return [*stages, watchful]


def mixed(tests: Collection[str], seconds: Mapping[str, float]) -> list[str]:
    """Sort tests: the fastest of each file, then the next of each; for those of one file are often alike."""
    of_file = defaultdict[str, int](int)
    turns: dict[str, int] = {}
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        home = test.partition("::")[0]
        turns[test] = of_file[home]
        of_file[home] += 1
    return sorted(turns, key=lambda test: (turns[test], seconds[test]))


# Running


def copied(home: Path) -> None:
    """Copy what is needed to test, compiled in a way that notices any change."""
    for name in ("content", "docs", "examples", "schemas", "src", "tests", "benchmarks"):
        shutil.copytree(
            ROOT / name, home / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
        )
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, home)
    quiet = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
    subprocess.run([*quiet, str(home / "src")], check=True)


class Failed:
    """A plugin of pytest that writes down which test failed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._path.write_text(report.nodeid, encoding="utf-8")


def run_in_child(home: Path, tests: Sequence[str]) -> None:
    """Run tests, and end this process with what pytest returns."""
    code = 70
    try:
        os.setsid()
        os.chdir(home)
        null = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        paths = [str(home / "src"), str(home / "tests")]
        sys.path[:0] = paths
        os.environ.update(PYTHONPATH=os.pathsep.join(paths), PYTHONDONTWRITEBYTECODE="1")
        sys.dont_write_bytecode = True
        how = ["-p", "no:xdist", "-p", "no:cacheprovider", "-o", "addopts=", "-x", "-q"]
        how += ["--import-mode=importlib", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        code = pytest.main([*how, *tests], plugins=[Failed(home / FAILED)])
    finally:
        os._exit(int(code))


def failure(home: Path, tests: Sequence[str], limit: float) -> str | None:
    """Run tests in a child of this process: which of them fails, or another way in which it ends badly."""
    (home / FAILED).unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        run_in_child(home, tests)
    try:
        status = status_of(child, limit)
    except BaseException:
        os.killpg(child, signal.SIGKILL)
        raise
    if status is None:
        return "too slow"
    if os.waitstatus_to_exitcode(status) == 0:
        return None
    failed = home / FAILED
    return failed.read_text(encoding="utf-8") if failed.exists() else "nothing can be imported"


def status_of(child: int, limit: float) -> int | None:
    """Wait for a child to end; if it computes for too long, or waits for something in vain, end it."""
    last = time.monotonic() + 60 + PATIENCE * limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if processor_seconds(child) > limit or time.monotonic() > last:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.05)


def processor_seconds(process: int) -> float:
    """Tell how long a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Trial:
    """Tries mutants in a copy of the repository. Tests that fail in it anyway are not used."""

    def __init__(self, home: Path, known: Map) -> None:
        self._home, self._known = home, known
        self._sound: dict[str, bool] = {}

    def found_by(self, mutant: Mutant) -> str | None:
        """Put a mutant in its place, and run its tests: which one finds it."""
        for chosen in chosen_tests(mutant, self._known):
            tests = [test for test in chosen if self._sound.get(test, True)]
            while tests:
                found = self._with(mutant, tests)
                if found is None or not self._is_a_test(found) or self._is_sound(found):
                    break
                tests.remove(found)
            else:
                continue
            if found is not None:
                return found
        return None

    def _with(self, mutant: Mutant, tests: Sequence[str]) -> str | None:
        path = self._home / mutant.file
        text = path.read_bytes()
        usual = sum(self._known.seconds[test] for test in tests)
        path.write_bytes(applied(mutant, text))
        try:
            return failure(self._home, tests, 20 + PATIENCE * usual)
        finally:
            path.write_bytes(text)

    def _is_a_test(self, found: str) -> bool:
        return found in self._known.seconds

    def _is_sound(self, test: str) -> bool:
        if test not in self._sound:
            self._sound[test] = failure(self._home, [test], 60 + PATIENCE * self._known.seconds[test]) is None
        return self._sound[test]


def prepare() -> None:
    """Import what all children need, but nothing that is mutated."""
    for name in (
        "pytest",
        "hypothesis",
        "hypothesis.strategies",
        "attrs",
        "cattrs",
        "jsonschema",
        "ruamel.yaml",
    ):
        __import__(name)


def run(mutants: Sequence[Mutant], folder: Path, results: Path) -> int:
    """Try mutants; what has been tried before is read from the results."""
    known = read_map(folder, mutants)
    tried: dict[str, str | None] = {}
    if results.exists():
        tried = dict(map(json.loads, results.read_text(encoding="utf-8").splitlines()))
    prepare()
    with tempfile.TemporaryDirectory() as place, results.open("a", encoding="utf-8") as log:
        home = Path(place)
        copied(home)
        assert failure(home, ["tests/engine/test_permissions.py"], 300) is None, "tests pass without mutants"
        trial = Trial(home, known)
        for mutant in mutants:
            if str(mutant) not in tried:
                tried[str(mutant)] = trial.found_by(mutant)
                log.write(json.dumps([str(mutant), tried[str(mutant)]]) + "\n")
                log.flush()
    for package in dict.fromkeys(mutant.file.split("/")[2] for mutant in mutants):
        ours = [str(mutant) for mutant in mutants if mutant.file.split("/")[2] == package]
        found = sum(tried[one] is not None for one in ours)
        print(f"{package}: {found} of {len(ours)} found ({found / len(ours):.0%})")
        for one in ours:
            if tried[one] is None:
                print(f"  alive: {one}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="tools/mutants.py")
    commands = parser.add_subparsers(dest="command", required=True)
    mapping = commands.add_parser("map", help="run the suite and keep which test runs which line")
    mapping.add_argument("files", nargs="*", help="test files (all)")
    running = commands.add_parser("run", help="draw mutants and see which are found")
    running.add_argument("--sample", type=int, default=300, help="how many, of all packages together (300)")
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--packages", nargs="+", default=PACKAGES)
    running.add_argument("--map", type=Path, default=MAP, help="the folder with the map (.mutants)")
    asked = parser.parse_args(arguments)
    if asked.command == "map":
        every = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("**/test_*.py"))
        make_map(asked.files or every)
        return 0
    mutants = drawn(asked.packages, asked.sample, asked.seed)
    return run(mutants, asked.map, asked.map / f"results-{asked.seed}.jsonl")


if __name__ == "__main__":
    sys.exit(main())
