"""Checking packs: every mistake, once, where its author would mend it.

A file is read (`yaml_reading`) and compared with the schema (`schema_faults`, worded by `schema_wording`);
what is sound is linked (`pack_links`). Each stage works with the places that the first one noted. Nothing is
written, and nothing in a pack is executed.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, cast

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.documents import EDITIONS
from kingsburg_rules.content.edition_links import check_edition
from kingsburg_rules.content.pack_files import Source, read_source, read_sources
from kingsburg_rules.content.pack_links import PackLinks, Sheet
from kingsburg_rules.content.schema_faults import definition, find_faults
from kingsburg_rules.content.schema_wording import explain
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_reading import read_yaml
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LONE_PACK = "pack"
"""The name of a pack that is a single file."""

_DEPTH = 3
"""How many folders up the `pack.yaml` of a file may be."""

_SCHEMA_LINE = re.compile(
    r"^# *(?:yaml-language-server: *)?\$schema[=:] *\S*?([a-z-]+)\.schema\.json", re.MULTILINE
)


@frozen
class Report:
    """What a check found, and how much was looked at."""

    problems: tuple[Problem, ...]
    files: int
    cards: int


def check_folder(folder: Path) -> tuple[Problem, ...]:
    """Check a pack, a folder of packs, the folder of the editions, or a single file.

    Returns:
        All mistakes, sorted by file, line and column; nothing if the content can be played.
    """
    return check(folder).problems


def check(path: Path) -> Report:
    """Check what `check_folder` checks, and say how much that was."""
    if not path.is_dir():
        return _check_file(path)
    checker = _Checker()
    for folder in _packs_in(path) or [path]:
        if (folder / PACK_FILE).is_file():
            checker.check_pack(folder)
        elif _holds_editions(folder):
            checker.check_editions(read_sources(folder))
        else:
            message = f"this folder is no pack: it has no {PACK_FILE}"
            problem = Problem((folder / PACK_FILE).as_posix(), *START, "pack.missing", message)
            checker.problems.append(problem)
    return checker.report()


def _packs_in(path: Path) -> list[Path]:
    """Give the packs in a folder that is none itself."""
    if (path / PACK_FILE).is_file() or _holds_editions(path) or not os.access(path, os.R_OK | os.X_OK):
        return []
    folders = (folder for folder in sorted(path.iterdir()) if folder.is_dir())
    return [folder for folder in folders if (folder / PACK_FILE).is_file() or _holds_editions(folder)]


def _holds_editions(folder: Path) -> bool:
    return folder.absolute().name == EDITIONS


def _check_file(path: Path) -> Report:
    """Check one file: alone, or within its pack, of whose other files it may speak."""
    checker = _Checker()
    whole = path.absolute()
    pack = next((folder for folder in whole.parents[:_DEPTH] if (folder / PACK_FILE).is_file()), None)
    if pack is not None and path.suffix in (".yaml", ".yml"):
        checker.check_pack(pack)
        return checker.report_on(whole.as_posix(), path.as_posix())
    source = read_source(path, path.name)
    kind = _kind_of(path, source.text) if isinstance(source, Source) else ""
    if kind == "edition":
        checker.check_editions([source])
        return checker.report()
    sheet = checker.read(source, kind)
    if sheet is not None and kind == "pack":
        checker.link(PackLinks(_LONE_PACK, None, [sheet], whole=not checker.problems))
    return checker.report()


def _kind_of(path: Path, text: str) -> str:
    """Tell the kind of a single file by its place or by the schema that it names for editors."""
    if _holds_editions(path.absolute().parent):
        return "edition"
    named = _SCHEMA_LINE.search(text)
    return named[1] if named and named[1] in ("pack-info", "edition") else "pack"


@define(eq=False, repr=False)
class _Checker:
    """What was found so far."""

    problems: list[Problem] = field(factory=list[Problem])
    cards: dict[str, int] = field(factory=dict[str, int])

    def report(self) -> Report:
        """Give all that was found, in order."""
        ordered = sorted(self.problems, key=lambda problem: (problem.file, problem.line, problem.column))
        return Report(tuple(ordered), len(self.cards), sum(self.cards.values()))

    def report_on(self, file: str, name: str) -> Report:
        """Give what was found in one file, which its user calls by another name."""
        self.problems = [evolve(problem, file=name) for problem in self.problems if problem.file == file]
        self.cards = {file: self.cards.get(file, 0)}
        return self.report()

    def check_pack(self, folder: Path) -> None:
        """Check all files of a pack, each by itself and then together."""
        before = len(self.problems)
        info: Sheet | None = None
        sheets: list[Sheet] = []
        for source in read_sources(folder):
            about = isinstance(source, Source) and source.name == PACK_FILE
            sheet = self.read(source, "pack-info" if about else "pack")
            if about:
                info = sheet
            elif sheet is not None:
                sheets.append(sheet)
        name = _LONE_PACK
        if info is not None and info.is_sound("id"):
            name = cast("dict[str, str]", info.data).get("id", name)
        self.link(PackLinks(name, info, sheets, whole=len(self.problems) == before))

    def check_editions(self, sources: Iterable[Source | Problem]) -> None:
        """Check editions, each by itself."""
        for source in sources:
            sheet = self.read(source, "edition")
            if sheet is not None and not sheet.refused:
                self.problems += check_edition(sheet)

    def read(self, source: Source | Problem, kind: str) -> Sheet | None:
        """Read a file and compare it with its schema; None if that cannot be done."""
        if isinstance(source, Problem):
            self.problems.append(source)
            return None
        self.cards[source.file] = 0
        reading = read_yaml(source.text, source.file)
        if reading.problems:
            self.problems += reading.problems
            return None
        faults = find_faults(kind, reading.data)
        for finding in explain(faults, definition(kind)):
            place = finding.place(reading.root)
            self.problems.append(Problem(source.file, *place, finding.code, finding.message))
        refused = frozenset(fault.path for fault in faults)
        data = reading.data
        if not isinstance(data, dict):
            return None
        return Sheet(source.name, source.file, cast("dict[str, object]", data), reading.root, refused)

    def link(self, links: PackLinks) -> None:
        """Link the sound cards of a pack."""
        links.check()
        self.problems += links.problems
        self.cards.update(links.counts())
