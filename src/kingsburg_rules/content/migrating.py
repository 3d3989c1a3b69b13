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
        text, count = edited(text, edits), count + len(edits)
    yield Migrated(source, text, count)


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Make edits in a text, from the last to the first.

    Raises:
        ValueError: Something else stands in a place.
    """
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    for edit in sorted(edits, key=lambda edit: edit.place, reverse=True):
        line, column = edit.place
        at = starts[line - 1] + column - 1
        at += text[at : at + 1] in ("'", '"')
        if not text.startswith(edit.old, at):
            raise ValueError(f"'{edit.old}' does not stand at {line}:{column}")
        text = text[:at] + edit.new + text[at + len(edit.old) :]
    return text
