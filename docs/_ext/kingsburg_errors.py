"""Collects the error codes from the source, with the sentences that go with them.

A code is a text such as `influence.taken`, handed over together with a sentence: to an exception, a violation
or something that becomes one. What is worked out while the program runs stands between angle brackets.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import kingsburg_rules
from kingsburg_rules.content.codes import codes_of
from kingsburg_rules.content.lint import all_passes
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.language.vocabulary import EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Scope = Mapping[str, ast.expr]

SOURCE = Path(kingsburg_rules.__file__).parent
CODE = re.compile(r"(?!pack\.yaml)[a-z_<>]+\.[a-z_<>][a-z0-9_<>]*")
NOT_CODES = frozenset(event.name for event in EVENTS)
UNKNOWN = "'<name>' is not known here; did you mean ...?"
ABOUT = {
    "number_of": UNKNOWN,
    "_in_range": "must be a whole number from <least> to <most>, not <found>.",
}
"""Functions that raise errors, with what they say of the thing that they are called with."""

FILES = (".yaml", ".json", ".md", ".py")

SPELT_OUT = {
    "link.<kind>": (
        *("resource", "good", "event", "stat", "enemy_type", "kind", "place", "sequence", "card"),
    ),
    "setup.<name>": ("module", "variant"),
    "setup.<what>": ("module", "scenario"),
    "link.<code>": ("version", "conflict", "order"),
    "locale.<what>": ("name", "text"),
    "<what>.rules": ("save", "record"),
    "<what>.pack": ("save", "record"),
    "<what>.content": ("save", "record"),
    "<what>.format": ("save", "record"),
    "<what>.damaged": ("save", "record"),
}
"""What the changing part of a code may be."""

GROUPS = {
    "setup": "`SetupError`: you asked for a rule set, a game or an option that is not possible.",
    "chance": "`SetupError`: a result of chance that you gave does not fit what is rolled or drawn.",
    "situation": "`SetupError`: a situation cannot be set up.",
    "action": "`IllegalAction`, and `why_not`: this is not an action, or not one that is possible now.",
    "decision": "`IllegalAction`, and `why_not`: another player decides now, or it is about something else.",
    "influence": "`IllegalAction`, and `why_not`: why these dice cannot go there.",
    "build": "`IllegalAction`, and `why_not`: why this building cannot be constructed now.",
    "recruit": "`IllegalAction`, and `why_not`: why these soldiers cannot be hired.",
    "bid": "`IllegalAction`, and `why_not`: why this cannot be bid.",
    "resource": "`IllegalAction`, and `why_not`: the player does not have what must be paid.",
    "use": "`IllegalAction`, and `why_not`: why a card cannot be used.",
    "game": "`IllegalAction`, and `why_not`: the game is over, so no more actions are possible.",
    "moment": "`IllegalAction`, and `why_not`: the moment is over, so no more actions are possible.",
    "show": "`SetupError`, from `kingsburg show`: the game does not have this moment or this player.",
    "picture": "`SetupError`: this picture cannot be drawn.",
    "undo": "`IllegalAction`: the last action cannot be taken back.",
    "save": "`SaveError`: a save cannot be loaded.",
    "json": "`SaveError`: this JSON is not a view, a decision or an event, or does not fit the rules.",
    "record": "`SaveError`: a record cannot be read or replayed.",
    "engine": "`Runaway`: cards set each other off without end. The message names them.",
    "request": "An `ErrorAnswer` of [`kingsburg engine`](engine.md): a line is not a request, or asks for "
    "more than the limits allow.",
    "lab": "From simulations: `SaveError` for a file of results, `Runaway` for a game without end, otherwise "
    "`SetupError`.",
    "yaml": "A `Diagnostic` in a `ContentError`: the file is not the plain YAML that packs are written in.",
    "schema": "A `Diagnostic` in a `ContentError`: the form of a value is wrong.",
    "link": "A `Diagnostic` in a `ContentError`: a name does not exist, or a word cannot work here.",
    "pack": "A `Diagnostic` in a `ContentError`: the pack as a whole.",
    "locale": "A warning of `kingsburg check`: a translation is missing, out of date or unused.",
    "lint": "A warning of `kingsburg check`: this is allowed, but probably a mistake. "
    "[How to silence one](../how-to/check-a-pack.md).",
    "text": "`SetupError`: there is no such card, code or language.",
    "test": "A `Diagnostic` in a `Trial`: what `kingsburg test` finds by playing.",
    "example": "A `Diagnostic` in a `Trial`: the example on a card names something that does not exist.",
    "cards": "`SetupError`, from commands that look up cards: there is no such card, kind or fidelity.",
    "explain": "`SetupError`, from `kingsburg explain --diff`: there is nothing to compare.",
    "file": "`FileError`, or `SaveError` if it is not text: a command cannot use a file or a folder.",
    "new": "`SetupError`, or `FileError` for a file that exists: `kingsburg new` cannot write this. "
    "`new.written` is the title of its notices for GitHub.",
    "replay": "`SetupError`, from `kingsburg replay`: an option does not fit.",
    "trace": "`SetupError`, from `kingsburg trace`: there is no such answer, or no such card.",
    "table": "From [`kingsburg serve`](../how-to/web-server.md): the server refuses a request, or cannot "
    "carry it out.",
    "workshop": "From the card workshop on the site: the page sent a question that its worker cannot read.",
}
"""What the first part of a code says, in the order of the page."""


@cache
def codes() -> dict[str, tuple[str, ...]]:
    """Collect every code with its sentences."""
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for code, sentence in in_module(tree):
            sentences = found.setdefault(code, [])
            if sentence and sentence not in sentences:
                sentences.append(sentence)
    for kind in Violation.kinds.values():
        found[kind.code] = [" ".join((kind.__doc__ or "").split())]
    for each in all_passes():
        found[each.code] = [" ".join((each.look.__doc__ or "").split())]
    return {code: tuple(sentences) for code, sentences in sorted(found.items())}


def in_module(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Find codes at the top of a module, then function by function."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    top = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    scope: dict[str, ast.expr] = {}
    for part in top:
        yield from in_lines(part, scope)
    for function in functions:
        yield from in_lines(function, dict(scope))


def in_lines(part: ast.AST, scope: dict[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """Find codes in a piece of a module, line by line; `scope` learns what names stand for."""
    for node in sorted(ast.walk(part), key=lambda node: getattr(node, "lineno", 0)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                scope[name] = value
            case ast.Call(func=ast.Name(id=name), args=[code, what, *_]) if name in ABOUT:
                yield text_of(code, scope) or "", f"{text_of(what, scope)} {ABOUT[name]}"
            case ast.Call(func=ast.Name(id="Disagreement"), args=[_, code, message, *_]):
                yield f"setup.{text_of(code, scope)}", f"{text_of(message, scope)}."
            case ast.Call(func=ast.Name(id="runaway"), args=[_, code, what, *_]):
                yield text_of(code, scope) or "", f"{text_of(what, scope)} in <cards>: <way>."
            case ast.Call(args=args) | ast.Tuple(elts=args):
                yield from in_arguments(args, scope)
            case _:
                pass


def in_arguments(args: Sequence[ast.expr], scope: Scope) -> Iterator[tuple[str, str]]:
    """Find a code among arguments, and the sentence that follows it."""
    for place, argument in enumerate(args):
        code = text_of(argument, scope)
        if code is None or not is_code(code):
            continue
        later = [text_of(other, scope) or "" for other in args[place + 1 :]]
        sentence = next((text for text in later if " " in text), "")
        if sentence or (len(args) > 1 and code.split(".")[0] in GROUPS):
            for one in spelt_out(code):
                yield one, sentence


def is_code(text: str) -> bool:
    """Tell codes from names of moments and of files."""
    return bool(CODE.fullmatch(text)) and text not in NOT_CODES and not text.endswith(FILES)


def spelt_out(code: str) -> list[str]:
    """Give the codes that a code with a changing part stands for."""
    parts = SPELT_OUT.get(code)
    return [re.sub("<.*>", part, code) for part in parts] if parts else [code]


def text_of(node: ast.expr, scope: Scope) -> str | None:
    """Give text as far as it is known; what is not stands between angle brackets."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if name in scope:
            meant = scope[name]
            return None if isinstance(meant, ast.Name) else text_of(meant, {})
        case ast.IfExp(body=body):
            return text_of(body, scope)
        case ast.Call(func=ast.Name(id="unknown")):
            return UNKNOWN
        case ast.Call(func=ast.Name(id="said"), args=[ast.Constant(value=str(template))], keywords=parts):
            return filled(template, parts)
        case ast.JoinedStr(values=values):
            return "".join(piece_of(value) for value in values)
        case _:
            return None


def filled(template: str, parts: Sequence[ast.keyword]) -> str:
    """Give a template with the names of its gaps; a gap for `unknown` says what that writes."""
    gaps: dict[str | None, str] = {part.arg: f"<{part.arg}>" for part in parts}
    gaps |= {part.arg: UNKNOWN for part in parts if text_of(part.value, {}) == UNKNOWN}
    return "".join(text + gaps.get(gap, "") for text, gap, *_ in Formatter().parse(template))


def piece_of(node: ast.expr) -> str:
    """Give a piece of a text that is put together."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="unknown"))):
            return UNKNOWN
        case ast.FormattedValue(value=value):
            return f"<{name_in(value)}>"
        case _:
            return "<...>"


def name_in(node: ast.expr) -> str:
    """Name what is put into a text: the last part of a dotted name, or what a function is called with."""
    called = {id(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
    parts = [part for part in ast.walk(node) if id(part) not in called]
    attributes = [part.attr for part in parts if isinstance(part, ast.Attribute)]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return next(iter([*attributes, *names]), "...").lower().lstrip("_")


def errors_part() -> str:
    """Describe all codes, group by group."""
    found = codes()
    prefixes = {code.split(".")[0] for code in found}
    lines: list[str] = []
    for group in [*(group for group in GROUPS if group in prefixes), *sorted(prefixes - set(GROUPS))]:
        lines += [f"### {group}", "", GROUPS.get(group, ""), ""]
        for code, sentences in found.items():
            if code.split(".")[0] == group:
                lines += [*entry(code, sentences), ""]
    return "\n".join(lines)


def entry(code: str, sentences: Sequence[str]) -> list[str]:
    """Describe a code: by its sentences, or in short if it has a page of its own."""
    text = codes_of(code.partition(".")[0]).get(code)
    if text is not None:
        return [f"[`{code}`](#error-{code})", f": {first_sentence(text.means)}"]
    said = [f": *{escaped(sentence)}*" for sentence in sentences]
    return [f"(error-{code})=", "", f"`{code}`", *said]


def first_sentence(text: str) -> str:
    """Give a text up to its first full stop that ends a sentence."""
    return re.split(r"(?<=[.!?]) (?=[A-Z`])", text, maxsplit=1)[0]


def escaped(text: str) -> str:
    """Write a sentence so that Markdown leaves it alone."""
    return re.sub(r"([\\*_\[\]`<>#|{}])", r"\\\1", text)
