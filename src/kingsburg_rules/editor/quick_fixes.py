"""Quick fixes: the remedies of diagnostics as edits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from kingsburg_rules import Diagnostic
from kingsburg_rules.content import PACK_FILE, CodeText, built_in_folders
from kingsburg_rules.editor.parser import Lines, ParsedText, Stretch, parse
from kingsburg_rules.editor.workspace import OpenFile, Workspace

_REF = re.compile(r"([a-z][a-z0-9-]*)/[a-z][a-z0-9_]*")
_UNQUOTED = ("yaml.date", "yaml.number")


@frozen
class QuickFix:
    """An edit that mends a mistake: its title, its place, and the new text there."""

    title: str
    path: Path
    span: Stretch
    text: str
    is_certain: bool = False


def fixes(workspace: Workspace, problem: Diagnostic) -> Iterator[QuickFix]:
    """Offer edits that mend a mistake."""
    file = OpenFile(workspace, Path(problem.file))
    if problem.remedy:
        span = _replaced(file.parsed, problem)
        if span.start != span.end:
            yield QuickFix(f"Write {problem.remedy}", file.path, span, problem.remedy, is_certain=True)
    yield from _slip(file, problem)
    yield from _requirement(file, problem)
    yield from _silence(file, problem)


def span_of(lines: Lines, problem: Diagnostic) -> Stretch:
    """Return the extent of the word that a diagnostic is about."""
    return lines.word_at(problem.line - 1, problem.column - 1)


def _replaced(found: ParsedText, problem: Diagnostic) -> Stretch:
    """Return the extent of the whole key or value, also if it is several words."""
    entry = found.at(problem.line - 1, problem.column - 1)
    if entry is None or entry.column != problem.column - 1:
        return span_of(found.lines, problem)
    return found.lines.span(entry.line, entry.column, entry.end)


def _slip(file: OpenFile, problem: Diagnostic) -> Iterator[QuickFix]:
    """Offer quotes around text that YAML takes for something else, and spaces instead of tabs."""
    lines = file.parsed.lines
    line = lines[problem.line - 1]
    if problem.code == "yaml.tab":
        start = len(line) - len(line.lstrip())
        span = lines.span(problem.line - 1, 0, start)
        yield QuickFix("Write spaces", file.path, span, line[:start].replace("\t", "  "), is_certain=True)
    elif problem.code in _UNQUOTED:
        span = _replaced(file.parsed, problem)
        word = line[problem.column - 1 : lines.column(span.end)]
        yield QuickFix("Put it in quotes", file.path, span, f"'{word}'")


def _requirement(file: OpenFile, problem: Diagnostic) -> Iterator[QuickFix]:
    """Offer to require the pack whose card is named."""
    entry = file.parsed.at(problem.line - 1, problem.column - 1)
    named = _REF.fullmatch(entry.text) if entry is not None else None
    if named is None or file.project.is_lone or not problem.code.startswith("link."):
        return
    pack, path = named[1], file.project.path / PACK_FILE
    info = parse(file.workspace.text(path))
    own = info.word("id")
    required = {each.text for each in info.items(("requires",))}
    # To require a pack that is not here would only trade one mistake for another.
    is_known = pack in built_in_folders() or file.shelf.find(pack) is not None
    if is_known and pack not in required and (own is None or own.text != pack):
        yield QuickFix(f"Add '{pack}' to requires in {PACK_FILE}", path, *_added(info, pack))


def _added(info: ParsedText, pack: str) -> tuple[Stretch, str]:
    """Return the place at which a pack is added to those required, and the text for it."""
    named, lines = info.items(("requires",)), info.lines
    items = [each for each in named if each.is_key] or [*named]
    if not items:
        last = len(lines) - 1
        break_ = "\n" if lines[last] else ""
        return lines.span(last, len(lines[last]), len(lines[last])), f"{break_}requires: [{pack}]\n"
    first, last_item = items[0], items[-1]
    line = lines[last_item.line]
    addition = f"{pack}: '>=0'" if last_item.is_key else pack
    if "[" in line[: last_item.column] or "{" in line[: last_item.column]:
        return lines.span(first.line, first.column, first.column), f"{addition}, "
    indent = line[: len(line) - len(line.lstrip())]
    dash = "" if last_item.is_key else "- "
    return lines.span(last_item.line, len(line), len(line)), f"\n{indent}{dash}{addition}"


def _silence(file: OpenFile, problem: Diagnostic) -> Iterator[QuickFix]:
    """Offer the comment that silences a warning; its author gives the reason."""
    silence, lines = CodeText(problem.code, "").silence, file.parsed.lines
    line = lines[problem.line - 1]
    # Behind another comment it would be a part of that, and silence nothing.
    if silence and problem.code.startswith("lint.") and "#" not in line:
        at = lines.span(problem.line - 1, len(line), len(line))
        yield QuickFix("Silence this warning, with a reason", file.path, at, f"  {silence} why this is meant")
