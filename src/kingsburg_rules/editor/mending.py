"""Quick fixes: what a message suggests, as an edit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.codes import CodeText
from kingsburg_rules.content.documents import PACK_FILE, built_in_folders
from kingsburg_rules.editor.places import Lines, Span
from kingsburg_rules.editor.sketch import sketch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.editor.desk import Desk
    from kingsburg_rules.editor.sketch import Sketch
    from kingsburg_rules.engine.errors import Problem

_REF = re.compile(r"([a-z][a-z0-9-]*)/[a-z][a-z0-9_]*")


@frozen
class Fix:
    """An edit that mends a mistake: what it does in words, where, and the new text there."""

    title: str
    path: Path
    span: Span
    text: str
    is_certain: bool = False


def fixes(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Offer what mends a mistake."""
    path = Path(problem.file)
    found = sketch(desk.text(path))
    lines = found.lines
    if problem.instead:
        span = _replaced(found, problem)
        if span.start != span.end:
            yield Fix(f"Write {problem.instead}", path, span, problem.instead, is_certain=True)
    yield from _slip(path, found, problem)
    yield from _requirement(desk, path, problem)
    yield from _silence(path, lines, problem)


def _replaced(found: Sketch, problem: Problem) -> Span:
    """Give what a replacement takes the place of: the whole key or value, also if it is several words."""
    entry = found.at(problem.line - 1, problem.column - 1)
    if entry is None or entry.column != problem.column - 1:
        return span_of(found.lines, problem)
    return found.lines.span(entry.line, entry.column, entry.end)


def _slip(path: Path, found: Sketch, problem: Problem) -> Iterator[Fix]:
    """Offer quotes around text that YAML takes for something else, and spaces instead of tabs."""
    lines = found.lines
    line = lines[problem.line - 1]
    if problem.code == "yaml.tab":
        start = len(line) - len(line.lstrip())
        spaces = line[:start].replace("\t", "  ")
        yield Fix("Write spaces", path, lines.span(problem.line - 1, 0, start), spaces, is_certain=True)
    elif problem.code in _UNQUOTED:
        span = _replaced(found, problem)
        word = line[problem.column - 1 : lines.column(span.end)]
        yield Fix("Put it in quotes", path, span, f"'{word}'")


_UNQUOTED = ("yaml.date", "yaml.number")


def span_of(lines: Lines, problem: Problem) -> Span:
    """Give the word that a problem is about."""
    return lines.word_at(problem.line - 1, problem.column - 1)


def _requirement(desk: Desk, path: Path, problem: Problem) -> Iterator[Fix]:
    """Offer to require the pack whose card is named."""
    home = desk.home(path)
    entry = sketch(desk.text(path)).at(problem.line - 1, problem.column - 1)
    found = _REF.fullmatch(entry.text) if entry is not None else None
    about = home.path / PACK_FILE
    if found is None or home.is_lone or not problem.code.startswith("link."):
        return
    pack, there = found[1], sketch(desk.text(about))
    own = there.word("id")
    required = {each.text for each in there.within(("requires",)) if len(each.path) == 2}
    known = pack in built_in_folders() or desk.shelf(home).find(pack) is not None
    if not known or pack in required or (own is not None and own.text == pack):
        return
    yield Fix(f"Add '{pack}' to requires in {PACK_FILE}", about, *_place_for(there, pack))


def _place_for(found: Sketch, pack: str) -> tuple[Span, str]:
    """Find where a pack is added to those required, and what is written there."""
    named, lines = [each for each in found.within(("requires",)) if len(each.path) == 2], found.lines
    items = [each for each in named if each.is_key] or named
    if not items:
        last = len(lines) - 1
        ends = lines[last] == ""
        at = lines.span(last, len(lines[last]), len(lines[last]))
        return at, f"{'' if ends else chr(10)}requires: [{pack}]\n"
    last_item = items[-1]
    line = lines[last_item.line]
    in_flow = "[" in line[: last_item.column] or "{" in line[: last_item.column]
    is_map = last_item.is_key
    addition = f"{pack}: '>=0'" if is_map else pack
    if in_flow:
        first = items[0]
        return lines.span(first.line, first.column, first.column), f"{addition}, "
    indent = line[: len(line) - len(line.lstrip())]
    dash = "" if is_map else "- "
    at = lines.span(last_item.line, len(line), len(line))
    return at, f"\n{indent}{dash}{addition}"


def _silence(path: Path, lines: Lines, problem: Problem) -> Iterator[Fix]:
    """Offer the comment that silences a warning; its author gives the reason."""
    silence = CodeText(problem.code, "").silence
    line = lines[problem.line - 1]
    if silence and problem.code.startswith("lint.") and "#" not in line:
        at = lines.span(problem.line - 1, len(line), len(line))
        yield Fix("Silence this warning, with a reason", path, at, f"  {silence} why this is meant")
