"""The workspace: the open files, and the packs to which they belong, as they are on the screen.

A file is checked with all others of its pack: open ones as they are on the screen, the others as they are on
the disk. If the folder that the editor has open holds several packs, they know each other, as if `kingsburg
check` had been asked about that folder.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import define, evolve, field, frozen

from kingsburg_rules import Pack
from kingsburg_rules.content import (
    PACK_FILE,
    PARTS,
    PackLinks,
    PackSheets,
    ReadSheet,
    Shelf,
    Source,
    check_edition,
    file_kind,
    folder_sources,
    is_content,
    kind_of_lone_file,
    lone_id,
    missing_info,
    pack_of,
    packs_in,
    read_sheet,
    read_sheets,
    to_document,
    warned,
)
from kingsburg_rules.editor.parser import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules import Diagnostic
    from kingsburg_rules.content import Document

_DEPTH = 3
"""The number of folders in which the `pack.yaml` of a file is looked for, as for `kingsburg check`."""

_OURS = frozenset({"format", *PARTS})
"""Keys that show that a file without a pack has cards."""

K = TypeVar("K")
T = TypeVar("T")


@define(eq=False)
class CheckedPack:
    """The diagnostics of a pack, and how it can be played if it has no mistakes."""

    diagnostics: tuple[Diagnostic, ...]
    _document: Callable[[], Document] | None = None
    _pack: Pack | None = None

    @property
    def pack(self) -> Pack | None:
        """The pack as it can be played, made on demand; None if it has mistakes."""
        if self._pack is None and self._document is not None:
            # Made on demand, since most checks are soon followed by the next keystroke.
            self._pack = pack_of(self._document())
        return self._pack


@frozen
class Project:
    """A unit that is checked together: the folder of a pack, or a file without one."""

    path: Path
    kind: str = ""
    """Of a file without a pack, its kind: `pack` for one with cards."""

    @property
    def is_lone(self) -> bool:
        """Whether it is a file without a pack."""
        return bool(self.kind)


@define(eq=False)
class _Cache(Generic[K, T]):
    """Results by key, each with what it was made of: it is made again when that differs."""

    _kept: dict[K, tuple[object, T]] = field(factory=dict["K", "tuple[object, T]"])

    def get(self, key: K, made_of: object, make: Callable[[], T]) -> T:
        """Return the result for a key."""
        known = self._kept.get(key)
        if known is None or known[0] != made_of:
            known = self._kept[key] = (made_of, make())
        return known[1]


@define(eq=False, repr=False)
class Workspace:
    """The texts that are open in an editor by path, and the folders that the editor shows."""

    folders: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(factory=dict[Path, str])
    _sheets: _Cache[tuple[str, str], ReadSheet] = field(factory=_Cache["tuple[str, str]", "ReadSheet"])
    _checked: _Cache[Project, CheckedPack] = field(factory=_Cache[Project, CheckedPack])
    _documents: _Cache[Path, Document | None] = field(factory=_Cache[Path, "Document | None"])

    def project(self, path: Path) -> Project:
        """Find the project of a file."""
        for folder in path.parents[:_DEPTH]:
            if (folder / PACK_FILE).is_file() or folder / PACK_FILE in self.texts:
                return Project(folder)
        return Project(path, kind_of_lone_file(path, self.text(path)))

    def kind(self, path: Path) -> str:
        """Return the kind of a file, by which its schema is found."""
        project = self.project(path)
        return project.kind or file_kind(path.relative_to(project.path).as_posix())

    def text(self, path: Path) -> str:
        """Return the text of a file: on the screen, or else on the disk; empty if it cannot be read."""
        found = self.texts.get(path)
        if found is None:
            try:
                found = path.read_bytes().decode("utf-8", errors="replace")
            except OSError:
                found = ""
        return found.removeprefix("\ufeff")

    def is_ours(self, path: Path) -> bool:
        """Return whether a file belongs to a pack or looks like a file of cards; other YAML is left alone."""
        project = self.project(path)
        if not project.is_lone:
            return is_content(path.relative_to(project.path).as_posix())
        keys = {entry.text for entry in parse(self.text(path)).items(()) if entry.is_key}
        return project.kind != "pack" or not keys or not keys.isdisjoint(_OURS)

    def files(self, project: Project) -> dict[Path, str]:
        """Return the texts of all files of a project that can be read."""
        if project.is_lone:
            return {project.path: self.text(project.path)}
        found = [source for source in self._sources(project.path) if isinstance(source, Source)]
        return {Path(source.file): source.text for source in found}

    def check(self, project: Project) -> CheckedPack:
        """Check a project as `kingsburg check` does."""
        if project.is_lone:
            return self._check_file(project)
        found, shelf = self._read(project.path), self.shelf(project)

        def check() -> CheckedPack:
            problems = [] if found.info or found.diagnostics else [missing_info(project.path.as_posix())]
            return _linked(found, "", shelf, problems)

        return self._checked.get(project, (*_parts(found), [*shelf.given.values()]), check)

    def shelf(self, project: Project) -> Shelf:
        """Return the packs on which it may build: also those beside it, if the editor shows their folder."""
        around = project.path.parent
        if project.is_lone or not any(around.is_relative_to(folder) for folder in self.folders):
            return Shelf()
        others = [folder for folder in packs_in(around) if folder != project.path]
        documents = [self._document(folder) for folder in others if (folder / PACK_FILE).is_file()]
        return Shelf({document.folder: document for document in documents if document is not None})

    def _sources(self, folder: Path) -> Iterator[Source | Diagnostic]:
        open_ = {path for path in self.texts if path.is_relative_to(folder)}
        for source in folder_sources(folder):
            path = Path(source.file)
            if path not in open_:
                yield source
            elif isinstance(source, Source):
                open_.discard(path)
                yield evolve(source, text=self.text(path))
        for path in sorted(open_):  # not saved yet, or not readable as it is on the disk
            name = path.relative_to(folder).as_posix()
            if is_content(name):
                yield Source(name, path.as_posix(), self.text(path))

    def _read(self, folder: Path) -> PackSheets:
        return read_sheets(self._sources(folder), self._read_sheet)

    def _read_sheet(self, source: Source, kind: str) -> ReadSheet:
        key, made_of = (source.file, kind), (source.name, source.text)
        sheet, problems = self._sheets.get(key, made_of, lambda: read_sheet(source, kind))
        return sheet, [*problems]

    def _document(self, folder: Path) -> Document | None:
        """Return a pack on which others may build; None if it has mistakes."""
        found = self._read(folder)
        is_broken = bool(found.diagnostics) or found.info is None
        return self._documents.get(
            folder, _parts(found), lambda: None if is_broken else to_document(found, "")
        )

    def _check_file(self, project: Project) -> CheckedPack:
        path, found = project.path, PackSheets()
        source = Source(path.name, path.as_posix(), self.text(path))
        sheet = found.read(source, project.kind, self._read_sheet)
        if project.kind == "edition":
            more = [] if sheet is None or sheet.wounds else [*check_edition(sheet)]
            return CheckedPack((*found.diagnostics, *more))
        if project.kind == "pack-info":
            found.info = sheet
        elif sheet is not None and project.kind != "locale":
            found.sheets.append(sheet)
        return _linked(found, "" if project.kind == "pack-info" else lone_id(path), self.shelf(project), [])


def _parts(found: PackSheets) -> tuple[object, ...]:
    return (found.info, *found.sheets, *found.locales), found.diagnostics


def _linked(found: PackSheets, lone: str, shelf: Shelf, problems: list[Diagnostic]) -> CheckedPack:
    links = PackLinks(lone or found.id or "pack", found, shelf)
    if found.sheets or found.info is not None:
        links.check()
    problems = [*problems, *found.diagnostics, *links.diagnostics]
    warnings = [] if problems else warned(links)
    told = sorted((*problems, *warnings), key=lambda each: (each.file, each.line, each.column))
    playable = not problems and (lone or found.info is not None)
    return CheckedPack(tuple(told), partial(to_document, found, lone) if playable and found.sheets else None)
