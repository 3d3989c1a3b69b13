"""The house rules that no type checker knows: which package imports which, and where cards may be named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
PACKAGE = "kingsburg_rules"
SRC = ROOT / "src" / PACKAGE
CONTENT = ROOT / "content"
API_PAGES = ROOT / "docs" / "reference" / "api"

LAYERS = ("engine", "language", "content", "game", "text", "render", "testing")
"""The packages of the library; each imports only those before it."""

APPLICATIONS = ("bots", "lab", "adapters", "editor", "table", "web", "cli")
"""The packages that use the library as strangers would. They may use each other, but not in a circle."""

PLAYING = ("kingsburg_rules.game.game", "kingsburg_rules.content.loading")
"""What a game of built-in cards needs, with all that these modules import at their top."""

NOT_FOR_PLAYING = {"time", "ruamel", "jsonschema", "rich", "random", "secrets"}
"""What playing does without: parsers, clocks, and chance other than the game's own."""

CHANCE = {"random", "secrets"}
"""Chance comes from the game's own streams, also for bots and reports."""

TOKENS = {"table": {"secrets"}, "web": {"secrets"}}
"""Tokens of seats must not be guessable; the dice are still the game's own."""

NOT_CARD_FILES = ("pack.yaml", "calendar.yaml")
NOT_CARD_FOLDERS = {"editions", "locale"}
NOT_CARD_LISTS = {"decks", "modules", "moments", "phases", "resources", "seasons", "stats", "switches"}
"""Lists of names that the rules themselves are made of."""

COMMON_WORDS = {
    *("spring", "summer", "fall", "winter", "first", "second", "third", "base"),
    *("dice", "season", "game", "setup", "reward", "rewards", "battle", "build", "construction"),
    *("influence", "recruit", "recruiting", "scoring", "turn_order"),
}
"""Words of the rules that a card may also be called by."""

MODULES = sorted(SRC.rglob("*.py"))


class Import(NamedTuple):
    """One imported name, with its line: `from a import b` is `a.b`, since b may be a module."""

    name: str
    line: int
    in_function: bool
    for_types: bool


def dotted(path: Path) -> str:
    """Return the module of a file: `kingsburg_rules.engine.loop`."""
    parts = path.relative_to(SRC.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    """Return the package of a module of ours; '' for the top of the library."""
    return module.split(".")[1] if "." in module else ""


def named(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


NAMES = {dotted(path): path for path in MODULES}


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """List every import of a file, in functions and for type checkers, too."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return tuple(found_in(tree, in_function=False, for_types=False))


def found_in(node: ast.AST, *, in_function: bool, for_types: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, in_function, for_types)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, "a relative import"
            for alias in child.names:
                yield Import(f"{child.module}.{alias.name}", child.lineno, in_function, for_types)
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            negated = isinstance(child.test, ast.UnaryOp)
            types, rest = (child.orelse, child.body) if negated else (child.body, child.orelse)
            yield from found_in(ast.Module(types, []), in_function=in_function, for_types=True)
            yield from found_in(ast.Module(rest, []), in_function=in_function, for_types=for_types)
        else:
            inside = in_function or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from found_in(child, in_function=inside, for_types=for_types)


def our_imports(path: Path) -> Iterator[tuple[str, Import]]:
    """List the modules of ours that a file imports from."""
    for found in imports(path):
        if found.name.split(".")[0] == PACKAGE:
            name = found.name if found.name in NAMES else found.name.rpartition(".")[0]
            yield name, found


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except ValueError as error:  # a CycleError, whose second argument is the cycle
        return list(error.args[1])
    return []


@cache
def public_modules() -> frozenset[str]:
    """Return the modules that the reference documents: the library itself, and packages of it."""
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted(API_PAGES.glob("*.md")))
    pattern = rf"(?:currentmodule|automodule|from)\W+({PACKAGE}(?:\.[a-z_]+)?)\b(?!\.)"
    return frozenset({PACKAGE, *re.findall(pattern, pages)})


each_module = pytest.mark.parametrize("path", MODULES, ids=named)


def test_there_are_modules() -> None:
    assert MODULES, f"no modules under {SRC}: every other test here would pass by seeing nothing"


def test_every_package_is_known() -> None:
    folders = {path.name for path in SRC.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= {*LAYERS, *APPLICATIONS}, "a new package needs a place in the order of dependencies"


@each_module
def test_dependencies_run_one_way(path: Path) -> None:
    """The layers of the library rest on each other in order, the applications on all of them."""
    own = package_of(dotted(path))
    allowed = {"", own, *LAYERS, *APPLICATIONS}
    if own in LAYERS:
        allowed = {*LAYERS[: LAYERS.index(own) + 1]}
    elif own == "table":  # any frontend can be built on it
        allowed = {"", own, *LAYERS, "bots"}
    elif own in APPLICATIONS and own != "cli":
        allowed -= {"cli"}
    wrong = [
        f"{PACKAGE}/{named(path)}:{found.line} imports {found.name}"
        for name, found in our_imports(path)
        if package_of(name) not in allowed and not (own in LAYERS and is_the_version(found))
    ]
    assert not wrong, "\n".join(wrong)


def is_the_version(found: Import) -> bool:
    return found.name == f"{PACKAGE}.__version__"


def test_no_imports_in_a_circle() -> None:
    """Neither modules nor packages import each other in a circle, not even inside functions."""
    modules: dict[str, set[str]] = {name: set() for name in NAMES}
    packages: dict[str, set[str]] = {}
    for own, path in NAMES.items():
        for name, found in our_imports(path):
            within = own.startswith(f"{name}.")  # every module needs the packages that it is in
            if found.for_types or own == name:
                continue
            if not within:
                modules[own].add(name)
            if package_of(own) != package_of(name) and package_of(name):
                packages.setdefault(package_of(own), set()).add(package_of(name))
    assert not cycle_in(modules)
    assert not cycle_in(packages)


@each_module
def test_applications_import_public_names(path: Path) -> None:
    """What an application needs, a stranger needs, too: it is public, and has a place in the reference."""
    if package_of(dotted(path)) not in APPLICATIONS:
        return
    wrong = [
        f"{PACKAGE}/{named(path)}:{found.line} imports {found.name}"
        for name, found in our_imports(path)
        if package_of(name) not in APPLICATIONS and name not in public_modules()
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", LAYERS)
def test_public_names_are_in_the_reference(layer: str) -> None:
    """Each name that a package of the library makes public stands on a page of the Python API."""
    names: list[str] = import_module(f"{PACKAGE}.{layer}").__all__
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted(API_PAGES.glob("*.md")))
    shown = {*re.findall(r"(?:auto\w+::|alias) (?:[\w.]*\.)?(\w+)", pages)}
    assert not {*names} - shown


@each_module
def test_chance_is_the_games_own(path: Path) -> None:
    banned = CHANCE - TOKENS.get(package_of(dotted(path)), set())
    wrong = [f"{named(path)}:{found.line}" for found in imports(path) if top(found) in banned]
    assert not wrong, "\n".join(wrong)


def top(found: Import) -> str:
    return found.name.split(".")[0]


def test_playing_needs_no_parser_clock_or_random() -> None:
    """Neither does what it imports at the top; what only authors need is imported when they need it."""
    wrong: list[str] = []
    waiting, seen = [*PLAYING], set(PLAYING)
    while waiting:
        path = NAMES[waiting.pop()]
        for found in imports(path):
            if not found.in_function and not found.for_types and top(found) in NOT_FOR_PLAYING:
                wrong.append(f"{named(path)}:{found.line} imports {found.name}")
        for name, found in our_imports(path):
            if not found.in_function and not found.for_types and name not in seen:
                seen.add(name)
                waiting.append(name)
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 30, "the modules that playing needs were not found"


@pytest.mark.parametrize("layer", ["engine", "language", "game"])
def test_only_content_reads_files_of_authors(layer: str) -> None:
    wrong = [
        f"{named(path)}:{found.line} imports {found.name}"
        for path in MODULES
        if package_of(dotted(path)) == layer
        for found in imports(path)
        if top(found) in NOT_FOR_PLAYING
    ]
    assert not wrong, "\n".join(wrong)


@cache
def card_ids() -> frozenset[str]:
    """Return the ids of the cards: of every item in a list at the top of a content file."""
    ids: set[str] = set()
    for path in sorted(CONTENT.rglob("*.yaml")):
        if path.name in NOT_CARD_FILES or NOT_CARD_FOLDERS & set(path.relative_to(CONTENT).parts):
            continue
        data = YAML(typ="safe", pure=True).load(path)
        for name, cards in data.items() if isinstance(data, dict) else ():
            if isinstance(cards, list) and name not in NOT_CARD_LISTS:
                ids |= {str(card["id"]) for card in cards if isinstance(card, dict) and "id" in card}
    return frozenset(ids - COMMON_WORDS)


@each_module
def test_no_card_is_named_in_python(path: Path) -> None:
    """A card is described in content/ alone; code that asks for one is a word the language is missing."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    wrong = [
        f"{PACKAGE}/{named(path)}:{node.lineno} names the card {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
        and node.value.rpartition("/")[2] in card_ids()
    ]
    assert not wrong, "\n".join(wrong)
