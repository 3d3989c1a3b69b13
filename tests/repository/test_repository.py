"""What surrounds the code says the same everywhere: workflows, metadata, forms, badges."""

from __future__ import annotations

import ast
import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import kingsburg_rules
from kingsburg_rules.web.static import PYODIDE_VERSION

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
REPOSITORY = "https://github.com/kingsburg-rules/kingsburg-rules"
PAGES = "https://kingsburg-rules.readthedocs.io/"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def yaml(path: str | Path) -> Any:
    return YAML(typ="safe", pure=True).load((ROOT / path).read_text(encoding="utf-8"))


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def steps() -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in WORKFLOWS:
        for job in yaml(path)["jobs"].values():
            for step in job["steps"]:
                yield path, step


def pythons() -> list[str]:
    """The versions of CPython that the classifiers promise."""
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", c) for c in classifiers())
    return [match[1] for match in found if match is not None]


def classifiers() -> list[str]:
    return PROJECT["project"]["classifiers"]


# Versions


def test_every_python_that_is_promised_is_tested() -> None:
    matrix = yaml(".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert len(pythons()) >= 4
    assert [version for version in matrix["python"] if not version.startswith("pypy")] == pythons()
    assert "Programming Language :: Python :: Implementation :: PyPy" in classifiers()
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert [v for v in matrix["python"] if v.startswith("pypy")] == [f"pypy{pythons()[0]}"]


def test_the_oldest_python_is_the_same_everywhere() -> None:
    oldest = pythons()[0]
    assert PROJECT["project"]["requires-python"] == f">={oldest}"
    assert PROJECT["tool"]["mypy"]["python_version"] == oldest
    assert PROJECT["tool"]["pyright"]["pythonVersion"] == oldest
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert f"Python {oldest} or newer" in text("README.md")


def test_a_wheel_is_compiled_for_every_python() -> None:
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp{version.replace('.', '')}-*" for version in pythons()]


def test_the_installation_page_names_every_python() -> None:
    *others, newest = pythons()
    assert f"Python {', '.join(others)} or {newest}" in text("docs/project/installation.md")


def test_every_python_is_looked_for_by_the_checks() -> None:
    run = text(".ci/run")
    assert [version for version in pythons() if f"python{version}" not in run] == []


def test_the_version_is_written_once() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/kingsburg_rules/__init__.py"
    assert "version" not in PROJECT["project"]
    assert "version" not in yaml("CITATION.cff")
    assert f'__version__ = "{kingsburg_rules.__version__}"' in text("src/kingsburg_rules/__init__.py")


def test_the_hooks_use_the_ruff_of_the_checks() -> None:
    (ruff,) = (wanted for wanted in PROJECT["project"]["optional-dependencies"]["dev"] if "ruff" in wanted)
    revisions = {
        repo["repo"].rpartition("/")[2]: repo["rev"] for repo in yaml(".pre-commit-config.yaml")["repos"]
    }
    assert ruff == f"ruff~={revisions['ruff-pre-commit'].removeprefix('v')}"


def test_the_workflow_finds_the_version_of_pyodide() -> None:
    """With the expression that it gives to sed."""
    runs = [step.get("run", "") for _, step in steps()]
    (expression,) = (match[1] for run in runs if (match := re.search(r"sed -n 's/(\^PYODIDE.*)/\\1/p'", run)))
    pattern = re.compile(expression.replace(r"\(", "(").replace(r"\)", ")"), re.MULTILINE)
    assert pattern.findall(text("src/kingsburg_rules/web/static.py")) == [PYODIDE_VERSION]


# Workflows


def test_workflows_call_scripts_that_exist() -> None:
    called = re.findall(r"\.ci/[\w.]+", "\n".join(path.read_text(encoding="utf-8") for path in WORKFLOWS))
    assert {".ci/run", ".ci/oldest", ".ci/platforms", ".ci/release_notes.py"} == {*called}
    assert all((ROOT / script).is_file() for script in called)


def test_every_action_is_pinned() -> None:
    used = [step["uses"] for _, step in steps() if "uses" in step]
    assert len(used) > 10
    loose = {action for action in used if not re.search(r"@[0-9a-f]{40}$", action)}
    assert loose == {"pypa/gh-action-pypi-publish@release/v1"}
    versions = [line for path in WORKFLOWS for line in path.read_text(encoding="utf-8").splitlines()]
    assert not [
        line for line in versions if re.search(r"@[0-9a-f]{40}", line) and not re.search(r"# v\d", line)
    ]


def test_an_action_has_one_version() -> None:
    used = {step["uses"] for _, step in steps() if "uses" in step}
    assert len({action.partition("@")[0] for action in used}) == len(used)


def test_nothing_is_permitted_but_what_a_job_needs() -> None:
    writing = {}
    for path in WORKFLOWS:
        workflow = yaml(path)
        assert workflow["permissions"] == {}, path.name
        for name, job in workflow["jobs"].items():
            assert "timeout-minutes" in job
            writing |= {name: {what for what, how in job["permissions"].items() if how == "write"}}
    assert {name: what for name, what in writing.items() if what} == {
        "publish": {"id-token", "attestations", "artifact-metadata"},
        "notes": {"contents"},
    }


def test_no_workflow_knows_a_secret_or_runs_with_that_of_a_pull_request() -> None:
    for path in WORKFLOWS:
        source = path.read_text(encoding="utf-8")
        assert "secrets." not in source
        assert "pull_request_target" not in source
    assert all(
        step["with"]["persist-credentials"] is False
        for _, step in steps()
        if "actions/checkout" in step.get("uses", "")
    )


def test_a_release_is_published_from_a_tag_only() -> None:
    workflow = yaml(".github/workflows/release.yml")
    assert "github.ref_type == 'tag'" in workflow["jobs"]["publish"]["if"]
    assert workflow["jobs"]["publish"]["needs"] == ["pure", "compiled"]
    assert workflow["jobs"]["notes"]["needs"] == ["publish"]


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_release_says_what_its_changelog_says() -> None:
    changelog = (
        "# Changelog\n\n## [Unreleased]\n\n* New.\n\n## [1.0.1] - 2027-01-02\n\n* A.\n* B.\n\n"
        "## [1.0.0] - 2026-12-31\n\n* C.\n"
    )
    notes = script("release_notes").notes
    assert notes("1.0.1", changelog) == "* A.\n* B."
    assert notes("1.0.0", changelog) == "* C."
    assert notes("1.0", changelog) is None
    assert notes("Unreleased", changelog) == "* New."
    assert notes("Unreleased", changelog.replace("## [Unreleased]", "## [Soon]")) is None


def test_a_release_has_the_version_of_its_tag(capsys: pytest.CaptureFixture[str]) -> None:
    module = script("release_notes")
    assert module.version() == kingsburg_rules.__version__
    assert module.main("v77.1.2") == 1
    assert f"the version is {kingsburg_rules.__version__}" in capsys.readouterr().err
    assert (module.main(), capsys.readouterr().out.startswith("### ")) == (0, True)


# The wheel

WHEEL = (
    *("kingsburg_rules/__init__.py", "kingsburg_rules/engine/loop.py", "kingsburg_rules/py.typed"),
    *("kingsburg_rules/game/typed.toml", "kingsburg_rules/bots/abilities.toml"),
    *("kingsburg_rules/bots/reasons.toml", "kingsburg_rules/content/codes/link.yaml"),
    *("kingsburg_rules/text/phrases/en.toml", "kingsburg_rules/render/look.toml"),
    *("kingsburg_rules/cli/starts/cards/rule.yaml", "kingsburg_rules/web/client/vendor/preact.js"),
    *("kingsburg_rules/_data/content/base/locale/fr.yaml", "kingsburg_rules/_data/json/base.json"),
    *("kingsburg_rules/_data/schemas/pack.schema.json", "kingsburg_rules-1.0.dist-info/METADATA"),
    *("kingsburg_rules/lab/report.html", "kingsburg_rules-1.0.dist-info/licenses/LICENSE"),
    "kingsburg_rules/web/client/app-icons/icon.png",
)


def test_a_wheel_may_hold_what_people_need() -> None:
    contents = script("wheel_contents")
    compiled = (
        "kingsburg_rules__mypyc.cpython-311-x86_64-linux-gnu.so",
        "kingsburg_rules/engine/loop.cp314-win_amd64.pyd",
    )
    assert contents.needless([*WHEEL, *compiled]) == []
    assert contents.missing(WHEEL) == []


@pytest.mark.parametrize(
    "name",
    [
        *(
            "tests/repository/test_docs.py",
            "kingsburg_rules/engine/loop.pyc",
            "kingsburg_rules/web/client/types.d.ts",
        ),
        *("kingsburg_rules/web/client/jsconfig.json", "kingsburg_rules/_data/notes.txt", "docs/index.md"),
        *("kingsburg_rules/web/client/node_modules/left.json", "kingsburg_rules/engine/loop.c"),
    ],
)
def test_a_wheel_holds_nothing_else(name: str) -> None:
    assert script("wheel_contents").needless([*WHEEL, name]) == [name]


@pytest.mark.parametrize("name", ["kingsburg_rules/py.typed", "kingsburg_rules/_data/json/base.json"])
def test_what_a_wheel_lacks_is_named(name: str) -> None:
    assert len(script("wheel_contents").missing({*WHEEL} - {name})) == 1


def test_every_file_of_the_package_goes_into_the_wheel_or_is_left_out_on_purpose() -> None:
    source, contents = ROOT / "src", script("wheel_contents")
    files = [
        path.relative_to(source).as_posix()
        for path in (source / "kingsburg_rules").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    left_out = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    assert len(files) > 200
    needless = contents.needless(files)
    assert [name for name in needless if not any(Path(name).match(pattern) for pattern in left_out)] == []
    assert needless


def test_the_page_on_pypi_links_to_the_repository() -> None:
    """The function alone is run, since hatchling is only there while a wheel is built."""
    build = ast.parse(text("hatch_build.py"))
    wanted = [
        node
        for node in build.body
        if (isinstance(node, ast.FunctionDef) and node.name == "with_addresses")
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REPOSITORY")
    ]
    names: dict[str, Any] = {"re": re}
    exec(compile(ast.Module(body=[*wanted], type_ignores=[]), "hatch_build.py", "exec"), names)
    page = names["with_addresses"](text("README.md"))
    assert re.findall(r"\]\((?!https://)[^)]+\)", page) == []
    assert re.findall(r'(?:src|srcset)="(?!https://)', page) == []
    assert f"({REPOSITORY}/blob/main/docs/tutorials/first-card.md)" in page


# Forms and files


def test_dependabot_watches_every_folder_with_dependencies() -> None:
    watched = {
        (update["package-ecosystem"], folder)
        for update in yaml(".github/dependabot.yml")["updates"]
        for folder in update.get("directories", [update.get("directory")])
    }
    locks = {f"/{path.parent.relative_to(ROOT).as_posix()}" for path in lock_files()}
    assert watched == {("github-actions", "/"), ("pip", "/"), *(("npm", lock) for lock in locks)}


def lock_files() -> Iterator[Path]:
    for folder in ("examples/typescript", "tests/browser"):
        yield from (ROOT / folder).glob("package-lock.json")


def test_forms_ask_for_something() -> None:
    forms = [*(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")]
    assert len(forms) >= 4
    for path in forms:
        form = yaml(path)
        if path.name != "config.yml":
            ids = [part["id"] for part in form["body"]]
            assert len(ids) == len({*ids})
            assert any(part["validations"]["required"] for part in form["body"] if "validations" in part)


@pytest.mark.parametrize(
    "name", ["README.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CITATION.cff", "pyproject.toml"]
)
def test_addresses_of_the_project_are_the_same_everywhere(name: str) -> None:
    found = re.findall(r"https://(?:[\w.-]+\.readthedocs\.io|github\.com/[\w.-]+/[\w.-]+)", text(name))
    assert {*found} <= {REPOSITORY, PAGES.rstrip("/")}


def test_links_to_the_pages_lead_to_pages_that_exist() -> None:
    """Also those in the metadata, where no builder of pages looks."""
    sources = ["README.md", "SECURITY.md", "pyproject.toml", ".github/ISSUE_TEMPLATE/config.yml"]
    links = [
        link for name in sources for link in re.findall(rf"{PAGES}en/latest/([\w/-]+)\.html", text(name))
    ]
    assert len(links) >= 4
    assert [link for link in links if not (ROOT / "docs" / f"{link}.md").is_file()] == []


def test_badges_show_what_is_there() -> None:
    readme = text("README.md")
    badges = re.findall(r"/actions/workflows/([\w.]+)/badge\.svg", readme)
    assert badges
    assert [name for name in badges if not (ROOT / ".github" / "workflows" / name).is_file()] == []


def test_the_documentation_is_built_as_it_is_checked() -> None:
    site = yaml(".readthedocs.yaml")
    assert (ROOT / site["sphinx"]["configuration"]).is_file()
    assert site["sphinx"]["fail_on_warning"] is True
    extras = PROJECT["project"]["optional-dependencies"]
    assert {*site["python"]["install"][0]["extra_requirements"]} <= {*extras}
    assert f"{PAGES}en/latest/play/" in text("README.md")
    assert "html/play" in site["build"]["jobs"]["post_build"][0]


def test_a_source_distribution_has_what_its_tests_read() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [path for path in included if not (ROOT / path.lstrip("/")).exists()] == []
    assert {"/.ci", "/.github", "/CITATION.cff", "/.readthedocs.yaml", "/SECURITY.md"} <= {*included}
