"""The house rules that no type checker knows: who may import whom, and where cards may be named."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
PACKAGE = "kingsburg_rules"
SRC = ROOT / "src" / PACKAGE
CONTENT = ROOT / "content"

FOUNDATIONS = ("engine", "language", "content", "game")
"""The rooms that make a game, each resting on those before it."""

UPSTAIRS = ("text", "render", "testing", "bots", "lab", "adapters", "editor", "web", "cli")
"""The rooms that use a game. They may use each other, but not in a circle, and nobody needs the terminal."""

LATER = ("content/later.py", "game/later.py")
"""The two places where the rooms that make a game import something only when somebody asks for it."""

SHOWN_BY = {"content/later.py": {"text"}, "game/later.py": {"render", "text"}}
"""The calls upstairs: for a catalogue, a picture in a notebook, and the sentence of a reason; only then."""

CHANCE = {"random", "secrets"}
"""Chance goes through the game's own streams, for bots and reports too."""

TOKENS = {"web": {"secrets"}}
"""Nobody may guess who sits where; the dice are still the game's own."""

NOT_FOR_PLAYING = {"time", "ruamel", "jsonschema", "rich", *CHANCE}
"""What a game in progress does without."""

AUTHORING = {"ruamel", "jsonschema"}
"""What `content/` may import inside a function: it may be missing, and only authors need it."""

INSIDE_FUNCTIONS = {
    "content/form.py": {"jsonschema"},
    "content/yaml_reader.py": {"ruamel"},
    "engine/errors.py": {"unicodedata"},
    "engine/spelling.py": {"difflib"},
    "engine/wire.py": {"fractions"},
    "language/nodes.py": {"ast", "pathlib"},
}
"""What else functions of these rooms import: what may be missing, what speaks of the module itself, and what
only a mistake, a compiled build or attrs needs."""

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
    """One imported module, with where it stands."""

    name: str
    line: int
    in_function: bool
    for_types: bool


def dotted(path: Path) -> str:
    """The module that a file holds: `kingsburg_rules.engine.loop`."""
    parts = path.relative_to(SRC.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> str:
    """The room a module of ours stands in; the door itself is ''."""
    return module.split(".")[1] if "." in module else ""


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Every import of a file: relative ones resolved, those for type checkers and inside functions marked."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    package = dotted(path).split(".")[: None if path.name == "__init__.py" else -1]
    return tuple(found_in(tree, package, in_function=False, for_types=False))


def found_in(node: ast.AST, package: list[str], *, in_function: bool, for_types: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            for name in imported_names(child, package):
                yield Import(name, child.lineno, in_function, for_types)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            guarded = ast.Module(body=child.body, type_ignores=[])
            yield from found_in(guarded, package, in_function=in_function, for_types=True)
            rest = ast.Module(body=child.orelse, type_ignores=[])
            yield from found_in(rest, package, in_function=in_function, for_types=for_types)
        else:
            inside = in_function or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from found_in(child, package, in_function=inside, for_types=for_types)


def imported_names(node: ast.Import | ast.ImportFrom, package: list[str]) -> list[str]:
    """What a statement asks for. `from a import b` counts as `a.b`, since b may be a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    start = package[: len(package) - node.level + 1] if node.level else []
    base = ".".join([*start, *(node.module.split(".") if node.module else [])])
    return [f"{base}.{alias.name}" for alias in node.names]


def our_rooms(path: Path) -> Iterator[tuple[str, Import]]:
    """The rooms of this project that a file reaches into, itself excepted."""
    own = room(dotted(path))
    for found in imports(path):
        if found.name.split(".")[0] == PACKAGE:
            target = target_room(found.name)
            if target != own:
                yield target, found


def target_room(name: str) -> str:
    """The room behind an import; a public name taken from the package itself comes through the door."""
    first = room(name)
    return first if first in {path.stem for path in SRC.iterdir()} else ""


def named(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


each_module = pytest.mark.parametrize("path", MODULES, ids=named)


def test_there_is_a_house() -> None:
    assert MODULES, f"no modules under {SRC}: every other test here would pass by seeing nothing"


def test_every_room_is_known() -> None:
    folders = {path.name for path in SRC.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= {*FOUNDATIONS, *UPSTAIRS}, "a new room needs a place in the order of dependencies"


@each_module
def test_dependencies_run_one_way(path: Path) -> None:
    """Foundations rest on each other in order, upstairs on them; the door and the terminal see all."""
    own = room(dotted(path))
    allowed: set[str] = set()  # so it stays for a lone module beside the door
    if own in FOUNDATIONS:
        allowed = set(FOUNDATIONS[: FOUNDATIONS.index(own)])
    elif own in {"", "__main__", "cli"}:
        allowed = {"", *FOUNDATIONS, *UPSTAIRS}
    elif own in UPSTAIRS:
        allowed = {"", *FOUNDATIONS, *UPSTAIRS} - {"cli"}
    lone_modules = {file.stem for file in SRC.glob("*.py")} - {"__init__", "__main__"}
    wrong = [
        f"{PACKAGE}/{named(path)}:{found.line} {own or 'the door'} imports {found.name}"
        for target, found in our_rooms(path)
        if target not in allowed | lone_modules
        and not (found.in_function and target in SHOWN_BY.get(named(path), set()))
    ]
    assert not wrong, "\n".join(wrong)


def test_rooms_upstairs_make_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        if (own := room(dotted(path))) in UPSTAIRS:
            targets = {target for target, _ in our_rooms(path)}
            graph.setdefault(own, set()).update(targets & set(UPSTAIRS))
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


@each_module
def test_playing_needs_no_parser_clock_or_luck(path: Path) -> None:
    """Foundations do without; only `content` may import parsers, and only inside functions."""
    own = room(dotted(path))
    banned = NOT_FOR_PLAYING if own in FOUNDATIONS else CHANCE - TOKENS.get(own, set())
    wrong = [
        f"{PACKAGE}/{named(path)}:{found.line} imports {found.name}"
        for found in imports(path)
        if (top := found.name.split(".")[0]) in banned
        and not (own == "content" and top in AUTHORING and (found.in_function or found.for_types))
    ]
    assert not wrong, "\n".join(wrong)


@each_module
def test_imports_stand_at_the_top(path: Path) -> None:
    """Those of the rooms that make a game, and of the door; what can wait is gathered in `later.py`."""
    if room(dotted(path)) not in {"", *FOUNDATIONS} or named(path) in LATER:
        return
    allowed = INSIDE_FUNCTIONS.get(named(path), set())
    wrong = [
        f"{PACKAGE}/{named(path)}:{found.line} imports {found.name} inside a function"
        for found in imports(path)
        if found.in_function and found.name.split(".")[0] not in allowed
    ]
    assert not wrong, "\n".join(wrong)


def test_what_functions_may_import_they_import() -> None:
    inside = {
        named(path): {found.name.split(".")[0] for found in imports(path) if found.in_function}
        for path in MODULES
        if named(path) in INSIDE_FUNCTIONS
    }
    assert inside == INSIDE_FUNCTIONS
    assert {named(path) for path in MODULES} >= {*LATER, *SHOWN_BY}


@cache
def card_ids() -> frozenset[str]:
    """The ids of the cards: of every item in a list at the top of a content file."""
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
