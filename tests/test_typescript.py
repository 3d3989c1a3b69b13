"""The package for TypeScript: its types are those of the schemas, and its reducer follows recorded games.

The tests that need Node find `tsc` in `examples/typescript/node_modules`, or install it with npm.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, get_args

import pytest

from kingsburg_rules import WIRE_VERSION, AnyEvent, Game, load_rules
from kingsburg_rules.game import json_schemas

PACKAGE = Path(__file__).parents[1] / "examples" / "typescript"
MODULES = PACKAGE / "node_modules"
NODE, NPM = shutil.which("node"), shutil.which("npm")

LEAST = 2000
"""How many views must be compared at least; `test/follow.test.ts` has the same number."""

INSTALL = ("ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
SECONDS = 60


def program(name: str) -> Any:
    """One of the programs of the package as a module."""
    found = importlib.util.spec_from_file_location(f"typescript_{name}", PACKAGE / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fresh recordings."""
    path = tmp_path_factory.mktemp("recordings") / "recordings.jsonl"
    program("record").record(path)
    return path


# Without Node


def test_the_types_are_what_the_schemas_say() -> None:
    generate = program("generate")
    written = generate.TYPES.read_text(encoding="utf-8")
    assert written == generate.types_text(), "run `python examples/typescript/generate.py`"
    assert f"export const WIRE_VERSION = {WIRE_VERSION};\n" in written


def test_every_definition_has_a_type() -> None:
    written = program("generate").types_text()
    definitions = json_schemas.schema("wire")["$defs"]
    assert isinstance(definitions, dict)
    for name in definitions:
        assert f"export type {name} =" in written or f"export interface {name} {{" in written, name


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ({"oneOf": [{"$ref": "#/$defs/CardId"}, {"type": "null"}]}, "CardId | null"),
        ({"allOf": [{"$ref": "#/$defs/OwnDice"}], "default": []}, "OwnDice"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, 'readonly ("a" | "b")[]'),
        (
            {"type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": {"const": "x"}},
            'Readonly<Record<number, "x">>',
        ),
    ],
)
def test_forms_and_their_types(form: object, written: str) -> None:
    assert program("generate").type_of(form) == written


@pytest.mark.parametrize("form", [{}, {"type": "object"}, {"type": "array"}, {"not": {"type": "null"}}])
def test_a_form_without_a_type_is_an_error(form: object) -> None:
    with pytest.raises(ValueError, match="no type for"):
        program("generate").type_of(form)


def test_the_recordings_have_every_event(recordings: Path) -> None:
    lines = [json.loads(line) for line in recordings.read_text(encoding="utf-8").splitlines()]
    told = {event["type"] for line in lines for event in line.get("events", ())}
    assert told == {cls.__name__ for cls in get_args(AnyEvent)}
    assert sum("after" in line for line in lines) >= LEAST


# With Node


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with what it needs to be compiled."""
    if NODE is None:
        pytest.skip("needs Node.js")
    folder = tmp_path / "package"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("node_modules", "build", "dist"))
    if MODULES.is_dir():
        (folder / "node_modules").symlink_to(MODULES)
    elif NPM is None:
        pytest.skip("needs npm, or `npm ci` in examples/typescript before")
    else:
        install(folder, NPM)
    return folder


def install(folder: Path, npm: str) -> None:
    done = run(folder, npm, *INSTALL)
    if done.returncode:
        pytest.skip(f"npm cannot install TypeScript: {done.stderr.strip()[-300:]}")


def compiled(package: Path, *options: str) -> None:
    done = run(package, str(NODE), "node_modules/typescript/bin/tsc", *options)
    assert done.returncode == 0, done.stdout


@contextmanager
def seats() -> Iterator[str]:
    """Serve a game; yields the addresses of all seats."""
    game = Game(load_rules(modules=("governors", "destiny")), ("Ann", "Brian", "Cindy"), seed=3)
    with program("server").Server(game, 0) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield " ".join(server.addresses().values())
        server.shutdown()
        thread.join()


def test_the_package_follows_recorded_games_and_a_server(package: Path, recordings: Path) -> None:
    """Compile with all strict checks, then compare views and play over HTTP, and build what npm publishes."""
    compiled(package)
    with seats() as addresses:
        tests = (str(path.relative_to(package)) for path in (package / "build" / "test").glob("*.test.js"))
        done = run(
            package,
            *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", *tests),
            RECORDINGS=str(recordings),
            SEATS=addresses,
        )
    assert done.returncode == 0, done.stdout
    assert "skipped 0" in done.stdout
    compared = [line for line in done.stdout.splitlines() if line.startswith("compared ")]
    assert compared, done.stdout
    assert int(compared[0].split()[1]) >= LEAST
    compiled(package, "-p", "tsconfig.build.json")
    assert {"index.js", "index.d.ts"} <= {path.name for path in (package / "dist").iterdir()}
