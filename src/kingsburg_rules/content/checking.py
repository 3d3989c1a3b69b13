"""Checking packs: every mistake, once, where its author would mend it.

A file is read (`yaml_reading`) and compared with the schema (`schema_faults`, worded by `schema_wording`);
what is sound is linked (`pack_links`). When nothing is wrong, the lint looks for what is likely not meant
(`lint`). Each stage works with the places that the first one noted. Nothing is written, and nothing in a pack
is executed.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.documents import EDITIONS, Document
from kingsburg_rules.content.edition_links import check_edition
from kingsburg_rules.content.lint.running import warned
from kingsburg_rules.content.pack_files import Source, file_source, folder_sources
from kingsburg_rules.content.pack_links import PackLinks
from kingsburg_rules.content.pack_reading import lone_id, missing_info, sources_at, to_document
from kingsburg_rules.content.pack_sheets import PackSheets, read_sheets
from kingsburg_rules.content.resolving import Shelf
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_UNNAMED = "pack"
"""The name of a pack that does not say soundly what it is called."""

_DEPTH = 3
"""How many folders up the `pack.yaml` of a file may be."""

_FILES = (".yaml", ".yml")
_ZIP = ".zip"

_SCHEMA_LINE = re.compile(
    r"^# *(?:yaml-language-server: *)?\$schema[=:] *\S*?([a-z-]+)\.schema\.json", re.MULTILINE
)


@frozen
class Report:
    """What a check found, and how much was looked at. With warnings alone a pack can be played."""

    problems: tuple[Problem, ...]
    files: int
    cards: int
    warnings: tuple[Problem, ...] = ()


def check_folder(folder: Path) -> tuple[Problem, ...]:
    """Check a pack, a folder of packs, the folder of the editions, or a single file.

    Returns:
        All mistakes, sorted by file, line and column; nothing if the content can be played.
    """
    return check(folder).problems


def check(*paths: Path) -> Report:
    """Check what `check_folder` checks, and say how much that was. Packs checked together know each other."""
    checker = _Checker()
    for path in paths:
        checker.take(path)
    return checker.finish()


def linked(found: PackSheets, lone: str = "") -> Report:
    """Report on a pack that was read; `lone` is its id if it is a single file."""
    checker = _Checker()
    checker.packs.append(_Read(found, lone))
    return checker.finish()


def packs_in(path: Path) -> list[Path]:
    """Give the packs in a folder that is none itself."""
    if (path / PACK_FILE).is_file() or _holds_editions(path) or not os.access(path, os.R_OK | os.X_OK):
        return []
    folders = (folder for folder in sorted(path.iterdir()) if folder.is_dir())
    return [folder for folder in folders if (folder / PACK_FILE).is_file() or _holds_editions(folder)]


def _holds_editions(folder: Path) -> bool:
    return folder.absolute().name == EDITIONS


def _kind_of(path: Path, text: str) -> str:
    """Tell the kind of a single file by its place or by the schema that it names for editors."""
    if _holds_editions(path.absolute().parent):
        return "edition"
    named = _SCHEMA_LINE.search(text)
    return named[1] if named and named[1] in ("pack-info", "edition", "locale") else "pack"


def _ordered(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column)))


@define(eq=False, repr=False)
class _Read:
    """A pack whose files were read. If only one of them was asked for, `only` is it, and the name it has."""

    found: PackSheets
    lone: str = ""
    only: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """The id of the pack, or what stands for it."""
        return self.lone or self.found.id or _UNNAMED

    @property
    def document(self) -> Document | None:
        """The pack as others may build on it, if nothing is wrong in its files."""
        return None if self.found.problems else to_document(self.found, self.lone, played=False)

    def link(self, shelf: Shelf) -> tuple[list[Problem], list[Problem], dict[str, int]]:
        """Link the pack; gives its mistakes, warnings, and its cards by file."""
        links = PackLinks(self.name, self.found, shelf)
        if self.found.sheets or self.found.info is not None:
            links.check()
        problems = [*self.found.problems, *links.problems]
        cards = {**dict.fromkeys(self.found.files, 0), **links.counts()}
        warnings = [] if problems else warned(links)
        if self.only is None:
            return problems, warnings, cards
        file = self.only[0]
        return self._mine(problems), self._mine(warnings), {file: cards.get(file, 0)}

    def _mine(self, problems: Iterable[Problem]) -> list[Problem]:
        """Give what concerns the file that was asked for, called as it was asked for."""
        file, name = self.only or ("", "")
        return [evolve(problem, file=name) for problem in problems if problem.file == file]


@define(eq=False, repr=False)
class _Checker:
    """What was found so far."""

    packs: list[_Read] = field(factory=list[_Read])
    problems: list[Problem] = field(factory=list[Problem])
    warnings: list[Problem] = field(factory=list[Problem])
    cards: dict[str, int] = field(factory=dict[str, int])

    def finish(self) -> Report:
        """Link all packs, each of which may build on the others, and give what was found, in order."""
        alone = len(self.packs) == 1
        given = {} if alone else {each.name: each.document for each in self.packs}
        shelf = Shelf({name: found for name, found in given.items() if found is not None})
        for each in self.packs:
            problems, warnings, cards = each.link(shelf)
            self.problems += problems
            self.warnings += warnings
            self.cards.update(cards)
        counts = len(self.cards), sum(self.cards.values())
        return Report(_ordered(self.problems), *counts, _ordered(self.warnings))

    def take(self, path: Path) -> None:
        """Read what lies at a path: a pack, a folder of packs, editions, a single file."""
        if path.is_dir():
            for folder in packs_in(path) or [path]:
                self._take_folder(folder)
        elif path.suffix == _ZIP:
            self._take_pack(sources_at(path)[0], path)
        else:
            self._take_file(path)

    def _take_folder(self, folder: Path) -> None:
        if (folder / PACK_FILE).is_file():
            self._take_pack(folder_sources(folder), folder)
        elif _holds_editions(folder):
            self._take_editions(folder_sources(folder))
        else:
            self.problems.append(missing_info(folder.as_posix()))

    def _take_pack(self, sources: Iterable[Source | Problem], path: Path) -> None:
        found = read_sheets(sources)
        if found.info is None and not found.problems:
            self.problems.append(missing_info(path.as_posix()))
        self.packs.append(_Read(found))

    def _take_file(self, path: Path) -> None:
        """Take one file: alone, or within its pack, of whose other files it may speak."""
        whole = path.absolute()
        homes = [folder for folder in whole.parents[:_DEPTH] if (folder / PACK_FILE).is_file()]
        if homes and path.suffix in _FILES:
            found = read_sheets(folder_sources(homes[0]))
            self.packs.append(_Read(found, only=(whole.as_posix(), path.as_posix())))
            return
        source = file_source(path, path.name)
        kind = _kind_of(path, source.text) if isinstance(source, Source) else ""
        if kind == "edition":
            self._take_editions([source])
            return
        found = PackSheets()
        sheet = found.read(source, kind or "pack")
        if kind == "pack-info":
            found.info = sheet
        elif sheet is not None and kind != "locale":
            found.sheets.append(sheet)
        self.packs.append(_Read(found, "" if kind == "pack-info" else lone_id(path)))

    def _take_editions(self, sources: Iterable[Source | Problem]) -> None:
        """Check editions, each by itself."""
        found = PackSheets()
        for source in sources:
            sheet = found.read(source, "edition")
            if sheet is not None and not sheet.refused:
                self.problems += check_edition(sheet)
        self.problems += found.problems
        self.cards.update(dict.fromkeys(found.files, 0))
