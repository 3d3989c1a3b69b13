"""The modules that mypyc compiles have the form that it needs: otherwise only a compiled build would fail."""

from __future__ import annotations

import ast
import builtins
import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

import kingsburg_rules

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "kingsburg_rules"
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
MODULES: list[str] = BUILD["targets"]["wheel"]["hooks"]["custom"]["compile"]
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse((SOURCE / f"{module}.py").read_text(encoding="utf-8"))


def decorators(node: ast.ClassDef | ast.FunctionDef) -> list[str]:
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def is_of_attrs(node: ast.AST) -> bool:
    """Whether attrs makes a class in a way that mypyc does not know: such a class is not compiled to C."""
    return isinstance(node, ast.ClassDef) and any(
        name.split("(")[0] in ("bare", "define", "frozen", "marked", "node") for name in decorators(node)
    )


def nested(function: ast.AST) -> list[ast.AST]:
    return [inner for inner in ast.walk(function) if inner is not function and isinstance(inner, FUNCTIONS)]


def test_the_modules_that_run_in_play_are_compiled() -> None:
    assert len(MODULES) == len(set(MODULES)) > 20
    assert {"engine/loop", "engine/state", "engine/windows", "language/influence", "game/position"} <= {
        *MODULES
    }
    assert all((SOURCE / f"{module}.py").is_file() for module in MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_methods_of_attrs_classes_have_no_functions_in_them(module: str) -> None:
    """The compiler fails on them."""
    classes = [node for node in tree_of(module).body if is_of_attrs(node)]
    methods = [part for node in classes for part in ast.iter_child_nodes(node)]
    found = [method.name for method in methods if isinstance(method, ast.FunctionDef) and nested(method)]
    assert not found


@pytest.mark.parametrize("module", MODULES)
def test_functions_in_functions_have_no_decorators(module: str) -> None:
    """The compiler makes something wrong of them."""
    functions = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.FunctionDef)]
    inner = [part for node in functions for part in nested(node) if isinstance(part, ast.FunctionDef)]
    assert not [part.name for part in inner if part.decorator_list]


@pytest.mark.parametrize("module", MODULES)
def test_only_keys_of_attrs_classes_have_annotations(module: str) -> None:
    """A compiled class does not know which annotations are those of fields."""
    fields = [
        part
        for node in tree_of(module).body
        if is_of_attrs(node) and isinstance(node, ast.ClassDef) and "node" in decorators(node)
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    ]
    assert not [ast.unparse(part) for part in fields if not isinstance(part.value, ast.Call)]


def values_of(module: str) -> dict[str, str]:
    """The names to which a module gives a value, each with its annotation; types are no values."""
    found: dict[str, str] = {}
    for node in tree_of(module).body:
        if isinstance(node, ast.Assign) and not ast.unparse(node.value).startswith("TypeVar("):
            parts = [part for target in node.targets for part in ast.walk(target)]
            found |= {part.id: "" for part in parts if isinstance(part, ast.Name)}
        elif isinstance(node, ast.AnnAssign):
            found[ast.unparse(node.target)] = ast.unparse(node.annotation)
    return {name: kind for name, kind in found.items() if kind != "TypeAlias" and name != "__all__"}


def is_final(annotation: str) -> bool:
    return annotation == "Final" or annotation.startswith("Final[")


@pytest.mark.parametrize("module", MODULES)
def test_values_of_modules_are_final(module: str) -> None:
    """Any other is looked up in a dictionary each time that it is read."""
    assert [name for name, annotation in values_of(module).items() if not is_final(annotation)] == []


@pytest.mark.parametrize("module", MODULES)
def test_values_that_are_imported_are_final(module: str) -> None:
    """Numbers and texts then become part of the code, wherever they come from."""
    found = [
        f"{node.module}.{name.name}"
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kingsburg_rules.")
        for name in node.names
        if not is_final(module_of(node).get(name.name, "Final"))
    ]
    assert found == []


def module_of(node: ast.ImportFrom) -> dict[str, str]:
    path = (node.module or "").removeprefix("kingsburg_rules.").replace(".", "/")
    return values_of(path) if (SOURCE / f"{path}.py").is_file() else {}


def calls_in_play(tree: ast.Module) -> list[ast.Call]:
    """The calls of a module that happen while a game is played: in functions that are given a position."""
    found: dict[ast.Call, None] = {}
    for function in ast.walk(tree):
        if isinstance(function, FUNCTIONS) and is_given_a_position(function.args.args):
            found |= {node: None for node in ast.walk(function) if isinstance(node, ast.Call)}
    return [*found]


def is_given_a_position(arguments: list[ast.arg]) -> bool:
    # Small functions without annotations name it so.
    kinds = [
        argument.arg if argument.annotation is None else ast.unparse(argument.annotation)
        for argument in arguments
    ]
    return "state" in kinds or "State" in kinds


def compiled_names(tree: ast.Module) -> set[str]:
    """The functions, plain classes and their methods in compiled modules, by their names in a module."""
    found = {node.name for node in tree.body if is_compiled(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").removeprefix("kingsburg_rules.").replace(".", "/")
            if module in MODULES:
                there = {part.name for part in tree_of(module).body if is_compiled(part)}
                found |= {name.asname or name.name for name in node.names if name.name in there}
    return found


@cache
def compiled_methods() -> set[str]:
    classes = [node for module in MODULES for node in tree_of(module).body if is_compiled(node)]
    return {part.name for node in classes for part in node.body if isinstance(part, ast.FunctionDef)}


def is_compiled(node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.ClassDef]:
    if isinstance(node, ast.FunctionDef):
        return not node.decorator_list
    return isinstance(node, ast.ClassDef) and not (
        is_of_attrs(node) or any(ast.unparse(base) == "NamedTuple" for base in node.bases)
    )


# What is written in C may need them.
KEYWORDS_ARE_FINE = {*dir(builtins), "sort"}

VALUES_OF_VIEWS = ("AuctionState", "GameState", "PlacedDice", "PlayerState", "SeatView", "SeenCard")


@pytest.mark.parametrize("module", MODULES)
def test_keywords_in_play_go_to_what_is_compiled(module: str) -> None:
    """There the compiler puts them in their places; anything else has to sort them out at each call."""
    tree = tree_of(module)
    fine, methods = compiled_names(tree) | KEYWORDS_ARE_FINE, compiled_methods() | KEYWORDS_ARE_FINE
    found = [
        node
        for node in calls_in_play(tree)
        if any(keyword.arg for keyword in node.keywords)
        and not (isinstance(node.func, ast.Name) and node.func.id in fine)
        and not (isinstance(node.func, ast.Attribute) and node.func.attr in methods)
        # Auctions are rare, and have seven facts, of which a bid changes few.
        and not ast.unparse(node.func).endswith(("auction._replace", "Auction"))
        # Views are made of values with many fields, which nobody could count through.
        and not ast.unparse(node.func).endswith(VALUES_OF_VIEWS)
    ]
    assert [f"line {node.lineno}: {ast.unparse(node)}" for node in found] == []


def test_the_build_that_runs_is_the_one_that_was_asked_for() -> None:
    """CI says which build it tests; a compiled one that falls back to Python would go unnoticed."""
    wanted = os.environ.get("KINGSBURG_EXPECT")
    if wanted is None:
        pytest.skip("KINGSBURG_EXPECT does not say which build is tested")
    assert (wanted == "compiled") == kingsburg_rules.COMPILED


def test_the_command_says_which_build_runs() -> None:
    command = [sys.executable, "-m", "kingsburg_rules", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    build = "compiled" if kingsburg_rules.COMPILED else "pure Python"
    assert said == f"kingsburg-rules {kingsburg_rules.__version__} ({build})\n"
