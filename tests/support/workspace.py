"""A workspace with packs on it, and questions at the place of a cursor."""

from __future__ import annotations

from pathlib import Path

from kingsburg_rules.editor.completion import CompletionItem, Completions, complete
from kingsburg_rules.editor.hover import Definition, define_at, hover_at
from kingsburg_rules.editor.parser import Lines, Point, Stretch
from kingsburg_rules.editor.workspace import OpenFile, Workspace

CURSOR = "@@"


def placed(text: str) -> tuple[str, Point]:
    """The text without its cursor, and the place of it in UTF-16."""
    before, _, after = text.partition(CURSOR)
    lines = Lines(before)
    return before + after, lines.position(len(lines) - 1, len(lines[len(lines) - 1]))


def type_at(workspace: Workspace, path: Path, text: str) -> Point:
    """Put a text on the screen; gives the place of its cursor."""
    workspace.texts[path], position = placed(text)
    return position


def offer(workspace: Workspace, path: Path, text: str) -> Completions:
    position = type_at(workspace, path, text)
    return complete(OpenFile(workspace, path), position)


def offered(workspace: Workspace, path: Path, text: str) -> dict[str, CompletionItem]:
    return {item.label: item for item in offer(workspace, path, text).items}


def hovered(workspace: Workspace, path: Path, text: str) -> str:
    position = type_at(workspace, path, text)
    found = hover_at(OpenFile(workspace, path), position)
    return found.text if found else ""


def defined(workspace: Workspace, path: Path, text: str) -> Definition | None:
    position = type_at(workspace, path, text)
    return define_at(OpenFile(workspace, path), position)


def cut_out(text: str, span: Stretch) -> str:
    """The part of a text that a span of one line covers."""
    line = Lines(text)[span.start.line]
    units = line.encode("utf-16-le")
    assert span.start.line == span.end.line
    return units[2 * span.start.character : 2 * span.end.character].decode("utf-16-le")
