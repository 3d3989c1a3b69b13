"""The workspace: the open files, and the packs to which they belong, as they are on the screen.

A file is checked with all others of its pack: open ones as they are on the screen, the others as they are on
the disk. If the folder that the editor has open holds several packs, they know each other, as if `kingsburg
check` had been asked about that folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial
from pathlib import Path

from attrs import define, evolve, field, frozen

from kingsburg_rules import Diagnostic, Pack, Rules, load_rules
from kingsburg_rules.content import (
    PACK_FILE,
    PARTS,
    Document,
    KeyPath,
    Member,
    PackSheets,
    ReadSheet,
    Shelf,
    Source,
    check_edition,
    file_kind,
    folder_sources,
    is_content,
    kind_of_lone_file,
    linked,
    lone_id,
    missing_info,
    overridden,
    pack_of,
    packs_in,
    read_sheet,
    read_sheets,
    to_document,
    with_needs,
)
from kingsburg_rules.editor.grammar import SchemaPlace, place_at
from kingsburg_rules.editor.parser import ParsedText, ParsedWord, Point, Stretch, parse
from kingsburg_rules.editor.symbols import SymbolTable, symbols_for
from kingsburg_rules.testing import EDITION

_DEPTH = 3
"""The number of folders in which the `pack.yaml` of a file is looked for, as for `kingsburg check`."""

_OURS = frozenset({"format", *PARTS})
"""Keys that show that a file without a pack has cards."""


@define(eq=False, slots=False)
class CheckedPack:
    """The diagnostics of a pack, the packs on which it may build, and the pack if it has no mistakes."""

    diagnostics: tuple[Diagnostic, ...]
    shelf: Shelf
    _document: Callable[[], Document] | None = None

    @cached_property
    def pack(self) -> Pack | None:
        """The pack as it can be played; None if it has mistakes."""
        # Made on demand, since most checks are soon followed by the next keystroke.
        return None if self._document is None else pack_of(self._document())

    @cached_property
    def rules(self) -> Rules | None:
        """Rules with the pack, its needs and nothing else; None if it has mistakes.

        Raises:
            KingsburgError: They do not go together.
        """
        return None if self.pack is None else rules_with(self.pack, self.shelf)


def rules_with(
    pack: Pack, shelf: Shelf, modules: tuple[str, ...] = (), variants: tuple[str, ...] = ()
) -> Rules:
    """Load rules with a pack, those that it requires, and those whose cards it changes.

    Raises:
        KingsburgError: They do not go together.
    """
    needs = needed_by(pack, shelf)
    others = [each.id if each.document.is_built_in else pack_of(each.document) for each in needs]
    return load_rules(EDITION, packs=[*others, *modules, pack], variants=variants)


def needed_by(pack: Pack, shelf: Shelf) -> tuple[Member, ...]:
    """List the packs that a pack requires, and those whose cards it changes, with all that they require.

    Raises:
        KingsburgError: One of them does not exist.
    """
    required = [name for name, _ in Member(pack.document).info.requires]
    changed = [card.partition("/")[0] for card in overridden(pack.document)]
    return tuple(with_needs(dict.fromkeys((*required, *changed)), shelf, besides=pack.id))


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


@define(eq=False, repr=False)
class Workspace:
    """The texts that are open in an editor by path, and the folders that the editor shows."""

    folders: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(factory=dict[Path, str])

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
        # Some editors put this mark first; places are counted without it.
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
        found = [source for source in self._sources(project) if isinstance(source, Source)]
        return {Path(source.file): source.text for source in found}

    def check(self, project: Project) -> CheckedPack:
        """Check a project as `kingsburg check` does."""
        others = tuple(self.shelf(project).given.values())
        return _checked(project, tuple(self._sources(project)), others)

    def shelf(self, project: Project) -> Shelf:
        """Return the packs on which it may build: also those beside it, if the editor shows their folder."""
        around = project.path.parent
        if project.is_lone or not any(around.is_relative_to(folder) for folder in self.folders):
            return Shelf()
        beside = [each for each in packs_in(around) if each != project.path and (each / PACK_FILE).is_file()]
        documents = [_document(tuple(self._sources(Project(folder)))) for folder in beside]
        return _shelf(each for each in documents if each is not None)

    def _sources(self, project: Project) -> Iterator[Source | Diagnostic]:
        folder = project.path
        if project.is_lone:
            yield Source(folder.name, folder.as_posix(), self.text(folder))
            return
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


@define(eq=False, repr=False, slots=False)
class OpenFile:
    """A file of a workspace, with all that a question about it needs."""

    workspace: Workspace
    path: Path

    @cached_property
    def text(self) -> str:
        """Its text, as it is on the screen."""
        return self.workspace.text(self.path)

    @property
    def parsed(self) -> ParsedText:
        """Its keys and words."""
        return parse(self.text)

    @cached_property
    def project(self) -> Project:
        """The pack to which it belongs."""
        return self.workspace.project(self.path)

    @cached_property
    def kind(self) -> str:
        """Its kind, by which its schema is found."""
        return self.workspace.kind(self.path)

    @cached_property
    def shelf(self) -> Shelf:
        """The packs on which it may build."""
        return self.workspace.shelf(self.project)

    @cached_property
    def symbols(self) -> SymbolTable:
        """The symbols that it may name."""
        return symbols_for(self.project.path, self.workspace.files(self.project), self.shelf)

    def entry_at(self, position: Point) -> ParsedWord | None:
        """Return the key or word at a place."""
        return self.parsed.at(position.line, self.parsed.lines.column(position))

    def place_at(self, path: KeyPath) -> SchemaPlace | None:
        """Return what its schema says of a path."""
        return place_at(self.kind, path)

    def span(self, entry: ParsedWord) -> Stretch:
        """Return the extent of a key or a word."""
        return self.parsed.lines.span(entry.line, entry.column, entry.end)


# A keystroke changes one file. What was made of the others, and of the packs beside, is kept by their texts.


@lru_cache(maxsize=256)
def _sheet(source: Source, kind: str) -> ReadSheet:
    return read_sheet(source, kind)


@lru_cache(maxsize=32)
def _document(sources: tuple[Source | Diagnostic, ...]) -> Document | None:
    """Make the pack on which others may build; None if it has mistakes."""
    found = read_sheets(sources, _sheet)
    return None if found.diagnostics or found.info is None else to_document(found, "")


@lru_cache(maxsize=8)
def _checked(
    project: Project, sources: tuple[Source | Diagnostic, ...], others: tuple[Document, ...]
) -> CheckedPack:
    if project.is_lone:
        return _checked_file(project, sources[0])
    found = read_sheets(sources, _sheet)
    if found.info is None and not found.diagnostics:
        found.diagnostics.append(missing_info(project.path.as_posix()))
    return _linked(found, "", _shelf(others))


def _checked_file(project: Project, source: Source | Diagnostic) -> CheckedPack:
    found = PackSheets()
    sheet = found.read(source, project.kind, _sheet)
    if project.kind == "edition":
        more = [] if sheet is None or sheet.wounds else [*check_edition(sheet)]
        return CheckedPack((*found.diagnostics, *more), Shelf())
    if project.kind == "pack-info":
        found.info = sheet
    elif sheet is not None and project.kind != "locale":
        found.sheets.append(sheet)
    return _linked(found, "" if project.kind == "pack-info" else lone_id(project.path), Shelf())


def _linked(found: PackSheets, lone: str, shelf: Shelf) -> CheckedPack:
    report = linked(found, lone, shelf)
    playable = found.sheets and not report.errors
    document = partial(to_document, found, lone) if playable else None
    return CheckedPack((*report.errors, *report.warnings), shelf, document)


def _shelf(documents: Iterable[Document]) -> Shelf:
    return Shelf({document.folder: document for document in documents})
