"""The API: its types and aliases, how signatures show them, and an example of every action and event."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib import import_module
from types import UnionType
from typing import TYPE_CHECKING, ForwardRef, Literal, get_args, get_origin

from kingsburg_docs.content import BOOK
from kingsburg_docs.templating import render
from kingsburg_docs.words import TEXTS
from kingsburg_rules import (
    LANGUAGES,
    Action,
    AnyAction,
    AnyEvent,
    Event,
    Game,
    Thing,
    describe,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.engine import roles
from kingsburg_rules.engine.roles import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from kingsburg_rules import Rules

    Shown = tuple[AnyAction | AnyEvent, Rules]

PLAYERS = ("Ann", "Brian", "Cindy")
ROUNDS = 20
WANTED: tuple[type[AnyAction | AnyEvent], ...] = (*get_args(AnyAction), *get_args(AnyEvent))

FAMILIES = {family.__name__: family for family in (Action, Thing, Event)}
FIELD_TYPES = {
    name: alias
    for name, alias in vars(roles).items()
    if any(isinstance(part, Role) for part in get_args(alias)) or get_origin(alias) is Literal
}
"""The types of fields by name: those with a role, and those that list a few words."""

ALIASES: dict[str, tuple[str, object, str]] = {
    name: (public, getattr(import_module(module), name), meaning)
    for name, (public, module, meaning) in TEXTS["aliases"].items()
}
"""The public names of types, with their module, the types they stand for, and their meaning."""

WITHOUT_CONSTRUCTOR = re.compile(r"kingsburg_rules\.(Rules|Pack|Position|testing\.Trial)")
"""The classes whose values programs get from functions, not from the constructor."""

CONSTANTS = {"NOTHING": "{}", "ENGLISH": "'en'"}
"""Constants of the library that are defaults of parameters, with their values."""

LONG_DEFAULT = re.compile(r"= (\w+)\([^()]{40,}\)")
"""The default value of a parameter that prints at length."""

FIELD_OF_TUPLE = "Alias for field number"
"""The docstring of each field of a named tuple."""


def kinds_part(family: str) -> str:
    """List the classes of a family for autodoc."""
    return "\n".join(f".. autoclass:: kingsburg_rules.{name}" for name in FAMILIES[family].kinds)


def notation_part() -> str:
    """Write a table of the patterns of all actions."""
    return render("notation", actions=Action.kinds)


def roles_part() -> str:
    """Describe the types of fields."""
    lines: list[str] = []
    for name, alias in FIELD_TYPES.items():
        lines += _described("type", name, _plain(alias), _meaning(alias))
    for name, meaning in TEXTS["field_types"].items():
        lines += _described("type", name, "", meaning)
    return "\n".join(lines)


def alias_part(name: str) -> str:
    """Describe a public name that stands for other types or values, with all of them."""
    if name == "LANGUAGES":
        meaning = f"The languages of texts: {', '.join(f'`{code}`' for code in LANGUAGES)}."
        return "\n".join(_described("data", "kingsburg_rules.LANGUAGES", "tuple[str, ...]", meaning))
    module, alias, meaning = ALIASES[name]
    members = get_args(alias)
    if members and all(
        isinstance(member, type) and member.__module__.startswith("kingsburg") for member in members
    ):
        meaning += f" One of {', '.join(f':class:`{member.__name__}`' for member in members)}."
    elif get_origin(alias) is Literal:
        meaning += f" One of {', '.join(f'`{member}`' for member in members)}."
    plain = "" if "One of" in meaning else _plain(alias)
    return "\n".join(_described("type", f"{module}.{name}".lstrip("."), plain, meaning))


def _described(kind: str, name: str, plain: str, meaning: str) -> list[str]:
    option = "canonical" if kind == "type" else "type"
    return [f".. py:{kind}:: {name}", *([f"   :{option}: {plain}"] if plain else []), "", f"   {meaning}", ""]


def _meaning(alias: object) -> str:
    role = next((part for part in get_args(alias) if isinstance(part, Role)), None)
    return role.doc if role else f"One of {', '.join(f'`{word}`' for word in get_args(alias))}."


def _plain(alias: object) -> str:
    if isinstance(alias, str):
        return alias
    if isinstance(alias, UnionType):
        return str(alias)
    plain = alias if get_origin(alias) in (Literal, tuple) else get_args(alias)[0]
    if isinstance(plain, ForwardRef):
        return {"Fraction": "fractions.Fraction"}[plain.__forward_arg__]
    if get_origin(plain) is Literal:
        return "str"
    written = plain.__name__ if get_origin(plain) is None and isinstance(plain, type) else str(plain)
    return re.sub(r"\b[a-z_]+\.(?:[a-z_]+\.)*", "", written)


def on_signature(
    app: Sphinx,
    what: str,
    name: str,
    found: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Write types by their public names, and hide what is long or of no use to readers."""
    del app, found, options
    if what == "class" and WITHOUT_CONSTRUCTOR.fullmatch(name):
        return "", None
    return _short(signature), _short(returns)


def _short(signature: str | None) -> str | None:
    """Write unions and classes by their public names, and shorten long defaults."""
    if not signature:
        return signature
    signature = re.sub(r"~?kingsburg_rules\.language\.\w+\.(CardNode|Example)\b", r"\1", signature)
    for name, (_, alias, _) in ALIASES.items():
        for spelt in _spellings(alias):
            signature = signature.replace(spelt, name)
    for name, value in CONSTANTS.items():
        signature = signature.replace(f"= {name}", f"= {value}")
    return LONG_DEFAULT.sub(r"= \1()", signature)


def _spellings(alias: object) -> list[str]:
    """Write a union or a list of words as Sphinx does where it does not see the name."""
    if get_origin(alias) is Literal:
        return [f"~typing.Literal{list(get_args(alias))}", f"Literal{list(get_args(alias))}"]
    members = [member for member in get_args(alias) if isinstance(member, type)]
    if len(members) < 2 or len(members) < len(get_args(alias)):
        return []
    paths = [f"{member.__module__}.{member.__qualname__}" for member in members]
    return [" | ".join(f"{mark}{path}" for path in paths) for mark in ("~", "")]


def tidy_docstring(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """Remove what is no description of a property or a value itself."""
    del app, name, options
    if what in ("property", "attribute", "data") and lines:
        kind = get_origin(found) or type(found)
        if (kind.__doc__ or "").strip().startswith(lines[0]):
            lines.clear()  # of a value without a docstring, Python has that of its class
        else:  # napoleon would read the first words, up to a colon, as the type
            lines[0] = lines[0].replace(": ", " \N{EN DASH} ", 1)


def on_skip(app: Sphinx, what: str, name: str, found: object, skip: bool, options: object) -> bool | None:  # noqa: FBT001
    """Leave out the fields of a named tuple: its docstring describes them, and its signature lists them."""
    del app, what, name, skip, options
    return True if (getattr(found, "__doc__", None) or "").startswith(FIELD_OF_TUPLE) else None


def show_aliases_by_name(app: Sphinx) -> None:
    """Make autodoc write types by the names of their aliases."""
    from sphinx.util.inspect import TypeAliasForwardRef  # the tests use this module without Sphinx

    names = (*FIELD_TYPES, *TEXTS["field_types"], *ALIASES)
    app.config.autodoc_type_aliases = {name: name for name in names}  # type: ignore[attr-defined]
    TypeAliasForwardRef.__repr__ = lambda self: self.name  # type: ignore[method-assign]  # Sphinx writes the class, too


# One action and one event of each class


@cache
def one_of_each() -> dict[type, Shown]:
    """Find an action or event of each class, with the rules it belongs to.

    Raises:
        LookupError: Some class does not come up in so many games.
    """
    found: dict[type, Shown] = {}
    for seed in range(ROUNDS):
        for rules in _rule_sets():
            for one in _played(rules, seed):
                found.setdefault(type(one), (one, rules))
            if found.keys() >= {*WANTED}:
                return found
    raise LookupError([cls.__name__ for cls in WANTED if cls not in found])


def lines_about(cls: type) -> list[str]:
    """Write the example of a class: as Python, and what people read."""
    one, rules = one_of_each()[cls]
    lines = [f">>> one = {one!r}", ">>> describe(one, rules)", repr(describe(one, rules))]
    return [*lines, ">>> str(one)", repr(str(one))] if isinstance(one, Action) else lines


RECIPES = (
    *("decks/give-up-a-card", "others/a-permission-for-somebody-else", "dice/a-secret-roll"),
    *("dice/add-or-take-away-a-die", "memory/a-secret-promise", "decks/look-at-a-hand"),
)
"""Recipes with actions and events that no card of the library brings about."""


def _rule_sets() -> Iterator[Rules]:
    yield load_rules()
    yield load_rules(modules=modules())
    yield load_rules(modules=modules(), variants=("draft-strips", "bid-governors", "inverted-order"))
    for scenario in scenarios():
        yield load_rules(scenario=scenario)
    for recipe in RECIPES:
        yield load_rules(packs=[BOOK / f"{recipe}.yaml"], modules=("governors",))


def _played(rules: Rules, seed: int) -> Iterator[AnyAction | AnyEvent]:
    """Play a game, every other one with chance as a player, and give all that was done and happened.

    The first action is undone once.
    """
    rng = random.Random(seed)
    game = Game(rules, PLAYERS, seed=seed, chance="decision" if seed % 2 else "random")
    yield from game.opening
    game.play(game.pending[0].options[0])
    yield from game.undo()
    while (decision := game.decision) is not None:
        yield (answer := rng.choice(decision.options))
        yield from game.play(answer)


def on_docstring(app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]) -> None:
    """Add an example to the description of an action or an event."""
    del app, name, options
    if what == "class" and isinstance(found, type) and found in WANTED:
        lines += ["", *lines_about(found), ""]
