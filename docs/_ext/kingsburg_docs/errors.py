"""The error codes of the library, collected from its source with the sentences that go with them.

A code is a text such as `influence.taken`, handed over together with a sentence: to an exception, a violation
or a diagnostic. What is only known while the program runs stands between angle brackets. The codes that
`kingsburg check` and `kingsburg test` report have a page each, with a pack that makes them.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import kingsburg_rules
from kingsburg_docs.templating import escaped, for_templates, render
from kingsburg_docs.words import TEXTS
from kingsburg_rules.cli.output import excerpt
from kingsburg_rules.content.codes import codes_of, groups
from kingsburg_rules.content.lint import all_passes
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.language.vocabulary import EVENTS
from kingsburg_rules.language.written_down import WRITTEN_DOWN
from support.mistakes import Mistake, mistakes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.codes import CodeText

    Scope = Mapping[str, ast.expr]

FOLDER = "reference/errors"
GROUPS: dict[str, str] = TEXTS["groups"]
SOURCE = Path(kingsburg_rules.__file__).parent
CODE = re.compile(r"(?!pack\.yaml)[a-z_<>]+\.[a-z_<>][a-z0-9_<>]*")
NOT_CODES = frozenset((*(event.name for event in EVENTS), *WRITTEN_DOWN))
FILES = (".yaml", ".json", ".md", ".py")
UNKNOWN = "'<name>' is not known here; did you mean ...?"

RAISED_BY = {
    "number_of": ("{0}", "{1} " + UNKNOWN),
    "_in_range": ("{0}", "{1} must be a whole number from <least> to <most>, not <found>."),
    "_clash": ("setup.{1}", "{2}."),
    "runaway": ("{1}", "{2} in <cards>: <way>."),
}
"""Functions that make errors: the code and the sentence, with the places of their arguments in a call."""

CHANGING = {
    "link.<kind>": ("resource", "good", "event", "stat", "enemy_type", "kind", "place", "sequence", "card"),
    "setup.<name>": ("module", "variant"),
    "setup.<what>": ("module", "scenario"),
    "link.<why>": ("version", "conflict", "order"),
    "locale.<what>": ("name", "text"),
    **{f"<what>.{code}": ("save", "record") for code in ("rules", "pack", "content", "format", "damaged")},
}
"""The values of the changing part of a code."""


@cache
def codes() -> dict[str, tuple[str, ...]]:
    """Collect every code with its sentences."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for code, sentence in in_module(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            for each in [re.sub("<.*>", part, code) for part in CHANGING.get(code, ())] or [code]:
                found.setdefault(each, {}).update({sentence: None} if sentence else {})
    for kind in Violation.kinds.values():
        found[kind.code] = {" ".join((kind.__doc__ or "").split()): None}
    for each in all_passes():
        found[each.code] = {" ".join((each.look.__doc__ or "").split()): None}
    return {code: tuple(sentences) for code, sentences in sorted(found.items())}


def in_module(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Find codes at the top of a module, then function by function."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    scope: dict[str, ast.expr] = {}
    for part in tree.body:
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from in_lines(part, scope)
    for function in functions:
        yield from in_lines(function, dict(scope))


def in_lines(part: ast.AST, scope: dict[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """Find codes in a piece of a module, line by line; `scope` learns what names stand for."""
    for node in sorted(ast.walk(part), key=lambda node: getattr(node, "lineno", 0)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                scope[name] = value
            case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as args) if name in RAISED_BY:
                texts = [text_of(argument, scope) or "" for argument in args]
                code, sentence = (pattern.format(*texts) for pattern in RAISED_BY[name])
                yield code, sentence
            case ast.Call(args=args) | ast.Tuple(elts=args):
                yield from in_arguments(args, scope)
            case _:
                pass


def in_arguments(args: Sequence[ast.expr], scope: Scope) -> Iterator[tuple[str, str]]:
    """Find a code among arguments, and the sentence that follows it."""
    texts = [text_of(argument, scope) or "" for argument in args]
    for place, code in enumerate(texts):
        if CODE.fullmatch(code) and code not in NOT_CODES and not code.endswith(FILES):
            sentence = next((text for text in texts[place + 1 :] if " " in text), "")
            before = any(" " in text for text in texts[:place])  # then this is the place of a mistake
            if sentence or (len(args) > 1 and not before and code.split(".")[0] in GROUPS):
                yield code, sentence


def text_of(node: ast.expr, scope: Scope) -> str | None:
    """Return a text as far as it is known, with what is not between angle brackets."""
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
        case ast.JoinedStr(values=values):
            return "".join(_piece(value) for value in values)
        case _:
            return None


def _piece(node: ast.expr) -> str:
    """Return a piece of an f-string; a value is named by its last attribute, or by its first name."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.FormattedValue):
        return "<...>"
    if text_of(node.value, {}) == UNKNOWN:
        return UNKNOWN
    called = {id(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
    parts = [part for part in ast.walk(node.value) if id(part) not in called]
    names = [part.attr for part in parts if isinstance(part, ast.Attribute)]
    names += [part.id for part in parts if isinstance(part, ast.Name)]
    return f"<{next(iter(names), '...').lower().lstrip('_')}>"


def errors_part() -> str:
    """Describe all codes, group by group: by their sentences, or in short if they have their own page."""
    found: dict[str, dict[str, Sequence[str]]] = {}
    for code, sentences in codes().items():
        found.setdefault(code.split(".")[0], {})[code] = sentences
    order = [*(group for group in GROUPS if group in found), *sorted(found.keys() - GROUPS.keys())]
    return render("errors", groups={group: found[group] for group in order}, about=GROUPS, pages=all_texts())


def first_sentence(text: str) -> str:
    """Return a text up to its first full stop that ends a sentence."""
    return re.split(r"(?<=[.!?]) (?=[A-Z`])", text, maxsplit=1)[0]


# A page for every code of a report


@cache
def all_texts() -> dict[str, CodeText]:
    """Collect the codes that have a page, with what `content/codes` says of them."""
    return {code: text for group in groups() for code, text in codes_of(group).items()}


@cache
def cases() -> dict[str, list[Mistake]]:
    """Collect the mistakes that make a code: first those with a cure, the one named so, and the shortest."""
    found: dict[str, list[Mistake]] = {}
    for case in mistakes():
        found.setdefault(case.code, []).append(case)
    return {code: sorted(there, key=_plainness) for code, there in found.items()}


def _plainness(case: Mistake) -> tuple[bool, bool, int, str]:
    is_plain = case.name == re.sub(r"[._]", "-", case.code)
    return not case.cure, not is_plain, sum(map(len, case.files.values())), case.name


def code_page(text: CodeText) -> str:
    """Write the page of a code."""
    said = codes().get(text.code, ())
    # the docstring of a pass of the lint is what its text says already, unless it quotes a message
    messages = [sentence for sentence in said if not text.code.startswith("lint.") or "'" in sentence]
    return render("code", text=text, messages=messages, cases=cases().get(text.code, []))


def report_of(case: Mistake) -> str:
    """Return a report as the terminal prints it."""
    file, number, column = case.place
    lines = case.text(file).splitlines() if file in case.files else []
    shown = excerpt(lines[number - 1], column) if number <= len(lines) else ""
    return "\n".join([case.report, *shown.splitlines()])


def write_pages(source: Path) -> None:
    """Write the pages that changed into the folder of the docs; remove those of codes that are gone."""
    folder = source / FOLDER
    folder.mkdir(exist_ok=True)
    pages = {f"{code}.md": code_page(text) for code, text in all_texts().items()}
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, page in pages.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")


for_templates(first_sentence, report_of, escaped)
