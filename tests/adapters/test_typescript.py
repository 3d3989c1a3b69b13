"""The package for TypeScript: its types are those of the schemas, and its programs play.

The tests that need Node find `tsc` in `examples/typescript/node_modules`, or install it with npm.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from kingsburg_rules import WIRE_VERSION, Game, load_rules
from kingsburg_rules.game import json_schemas

PACKAGE = Path(__file__).parents[2] / "examples" / "typescript"
PAGE = PACKAGE.parents[1] / "docs" / "how-to" / "typescript.md"
MODULES = PACKAGE / "node_modules"
NODE, NPM = shutil.which("node"), shutil.which("npm")

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


# Without Node


def test_the_types_are_what_the_schemas_say() -> None:
    generate = program("generate")
    written = generate.TYPES.read_text(encoding="utf-8")
    assert written == generate.types_text(), "run `python examples/typescript/generate.py`"
    assert f"export const WIRE_VERSION = {WIRE_VERSION};\n" in written
    messages = {path: path.read_text(encoding="utf-8") for path in generate.MESSAGES}
    for path, schema in generate.MESSAGES.items():
        assert messages[path] == generate.messages_text(schema), (
            "run `python examples/typescript/generate.py`"
        )
    assert sum("export interface PlayRequest {" in text for text in messages.values()) == 2


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
            {
                "type": "object",
                "propertyNames": {"pattern": "^[0-9]+$"},
                "additionalProperties": {"const": "x"},
            },
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


@contextmanager
def server() -> Iterator[Any]:
    """Serve a game."""
    game = Game(load_rules(modules=("governors", "destiny")), ("Ann", "Brian", "Cindy"), seed=3)
    with program("server").Server(game, 0) as serving:
        thread = Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def asked(address: str, method: str = "GET", body: str | None = None) -> tuple[int, Any]:
    """Ask the server: the status, and what it says."""
    url = urlsplit(address)
    connection = HTTPConnection(str(url.hostname), url.port, timeout=5)
    connection.request(method, url.path, body)
    said = connection.getresponse()
    return said.status, json.loads(said.read())


def test_the_server_refuses_what_is_not_allowed() -> None:
    with server() as serving:
        addresses = serving.addresses()
        decision = asked(f"{addresses['Ann']}/now")[1]["decision"]
        play = f"play/{decision['id']}"
        option = json.dumps(decision["options"][0])
        for address in (f"{addresses['spectators']}/{play}", f"{addresses['Ann']}/play/x"):
            assert asked(address, "POST", option) == (404, None)
        assert asked(f"{addresses['Ann']}/{play}", "POST", " " * 10_001) == (413, None)
        assert asked(f"{addresses['Ann']}/{play}", "POST", "no")[1]["code"] == "action.malformed"
        assert asked(f"{addresses['Brian']}/{play}", "POST", option)[1]["code"] == "action.stale"
        assert asked(f"{addresses['Ann']}/{play}", "POST", option) == (200, None)


def test_a_client_is_sent_the_news_and_the_view() -> None:
    """A client that knows more than the server, since the server began anew, gets no news."""
    with server() as serving:
        address = serving.addresses()["Ann"]
        now = asked(f"{address}/now")[1]
        assert asked(f"{address}/since/99999")[1] == {"events": [], **now}
        news = asked(f"{address}/since/0")[1]
        assert news == {"events": news["events"], **now}
        assert news["events"][-1]["type"] == "Asked"


def test_the_server_keeps_secrets() -> None:
    with server() as serving:
        addresses = serving.addresses()
        hands = {name: asked(f"{address}/now")[1] for name, address in addresses.items()}
        assert hands["Ann"]["view"]["hand"]
        assert "hand" not in hands["spectators"]["view"]
        assert hands["spectators"]["decision"] is None


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


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with what it needs to be compiled."""
    if NODE is None:
        pytest.skip("needs Node.js")
    folder = tmp_path_factory.mktemp("npm") / "package"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("node_modules", "build", "dist"))
    if MODULES.is_dir():
        (folder / "node_modules").symlink_to(MODULES)
    elif NPM is None:
        pytest.skip("needs npm, or `npm ci` in examples/typescript before")
    else:
        install(folder, NPM)
    return folder


def install(folder: Path, npm: str) -> None:
    """Install TypeScript."""
    done = run(folder, npm, *INSTALL)
    if done.returncode:
        pytest.skip(f"npm cannot install TypeScript: {done.stderr.strip()[-300:]}")


def compiled(package: Path, *options: str) -> None:
    done = run(package, str(NODE), "node_modules/typescript/bin/tsc", *options)
    assert done.returncode == 0, done.stdout


def test_the_package_plays_with_the_engine_and_a_server(package: Path) -> None:
    """Compile with all strict checks, then play over two streams and over HTTP."""
    compiled(package)
    with server() as serving:
        tests = (str(path.relative_to(package)) for path in (package / "build" / "test").glob("*.test.js"))
        done = run(
            package,
            *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", *tests),
            SEATS=" ".join(serving.addresses().values()),
            ENGINE=json.dumps([sys.executable, "-m", "kingsburg_rules", "engine"]),
        )
    assert done.returncode == 0, done.stdout
    assert "skipped 0" in done.stdout


CONSOLE = (
    "Cannot find name 'console'. Do you need to change your target library? "
    "Try changing the 'lib' compiler option to include 'dom'."
)


@pytest.mark.long
def test_a_fresh_project_imports_what_npm_packs(package: Path, tmp_path: Path) -> None:
    """What is published works where it is installed: its types for `tsc`, and its code for Node."""
    if NPM is None:
        pytest.skip("needs npm")
    packed = run(package, NPM, "pack", "--silent", "--pack-destination", str(tmp_path))
    assert packed.returncode == 0, packed.stderr
    installed = tmp_path / "node_modules" / "kingsburg-rules-client"
    with tarfile.open(next(tmp_path.glob("*.tgz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    installed.parent.mkdir()
    (tmp_path / "package").rename(installed)
    program = """
        import { DEFAULTS, WIRE_VERSION, firstSteps, label, whole } from "kingsburg-rules-client";
        import type { AnyAction } from "kingsburg-rules-client";
        const pass: AnyAction = { type: "Pass" };
        const [step] = firstSteps([pass]);
        const inn = { type: "Build", building: "inn", pay: {} } as const;
        console.log(WIRE_VERSION, step?.options.length, typeof label, whole(inn, DEFAULTS.Build).envoy);
    """
    (tmp_path / "main.ts").write_text(program, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    options = ("--strict", "--target", "ES2022", "--module", "NodeNext", "--types", "", "main.ts")
    done = run(tmp_path, str(NODE), str(package / "node_modules" / "typescript" / "bin" / "tsc"), *options)
    # Without the types of Node, only the console is unknown.
    assert {*re.findall(r"error TS\d+: (.*)", done.stdout)} <= {CONSOLE}, done.stdout
    told = run(tmp_path, str(NODE), "main.js")
    assert told.stdout.split() == ["1", "1", "function", "false"], told.stderr


def test_npm_publishes_what_the_page_about_it_uses(package: Path) -> None:
    compiled(package, "-p", "tsconfig.build.json")
    assert {"index.js", "index.d.ts"} <= {path.name for path in (package / "dist").iterdir()}
    blocks = re.findall(r"^```ts\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    (package / "page.ts").write_text("\n".join(blocks), encoding="utf-8")
    options = {"noUnusedLocals": False, "noEmit": True}
    config = {"extends": "./tsconfig.json", "compilerOptions": options, "include": ["page.ts"]}
    (package / "tsconfig.page.json").write_text(json.dumps(config), encoding="utf-8")
    compiled(package, "-p", "tsconfig.page.json")
