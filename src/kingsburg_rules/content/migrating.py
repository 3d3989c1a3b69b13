"""Rewriting packs of older formats, with everything that their authors wrote around the words.

A text is changed in the places where the words stand, and nowhere else. What comes out is read again, and
must be a file of the present format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.migrations import CHANGES, FORMAT, OldFile
from kingsburg_rules.content.pack_files import Source
from kingsburg_rules.content.pack_sheets import format_of, kind_of
from kingsburg_rules.content.yaml_reading import read_yaml
from kingsburg_rules.content.yaml_syntax import LINE_BREAK
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kingsburg_rules.content.migrations import Edit


@frozen
class Migrated:
    """A file and what becomes of it; `changes` is how many words are changed, none in a file of today."""

    source: Source
    text: str
    changes: int


def migrate(sources: Iterable[Source | Problem]) -> Iterator[Migrated | Problem]:
    """Bring the files of a pack to the present format; what cannot be read is told."""
    for source in sources:
        if isinstance(source, Problem):
            yield source
        else:
            yield from _migrate_file(source)


def _migrate_file(source: Source) -> Iterator[Migrated | Problem]:
    text, count = source.text, 0
    while True:
        reading = read_yaml(text, source.file)
        if reading.problems:
            yield from reading.problems
            return
        found = format_of(reading.data)
        if found is None or found >= FORMAT:
            break
        file = OldFile(kind_of(source.name), reading.data, reading.root)
        edits = [edit for change in CHANGES[found] for edit in change(file)]
        starts = _line_starts(text)
        odd = [edit for edit in edits if _start(text, edit, starts) is None]
        if odd:
            yield from (_too_odd(source, edit) for edit in odd)
            return
        text, count = edited(text, edits), count + len(edits)
    yield Migrated(source, text, count)


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Make edits in a text, from the last to the first.

    Raises:
        ValueError: Something else stands in a place.
    """
    starts = _line_starts(text)
    for edit in sorted(edits, key=lambda edit: edit.place, reverse=True):
        at = _start(text, edit, starts)
        if at is None:
            raise ValueError(f"'{edit.old}' does not stand at {edit.place[0]}:{edit.place[1]}")
        text = text[:at] + edit.new + text[at + len(edit.old) :]
    return text


def _start(text: str, edit: Edit, starts: Sequence[int]) -> int | None:
    """Find where a word begins, behind its quote if it has one; None if it is written in another way."""
    line, column = edit.place
    at = starts[line - 1] + column - 1
    quote = text[at : at + 1] if text[at : at + 1] in ("'", '"') else ""
    return at + len(quote) if text.startswith(f"{quote}{edit.old}{quote}", at) else None


def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in LINE_BREAK.finditer(text))]


def _too_odd(source: Source, edit: Edit) -> Problem:
    """Say that a word is written as nobody writes it, such as with letters by their numbers."""
    message = f"'{edit.old}' is written in an odd way here; write '{edit.new}' in its place"
    return Problem(source.file, *edit.place, "pack.format", message)
