"""The open files, and the packs that they belong to, as they are on the screen.

A file is checked with all others of its pack: open ones as they are on the screen, the others as they are on
the disk. If the folder that the editor has open holds several packs, they know each other, as if `kingsburg
check` had been asked about that folder.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.assembly import PARTS
from kingsburg_rules.content.checking import PackLinks, check_edition, kind_of_lone_file, packs_in, warned
from kingsburg_rules.content.documents import PACK_FILE
from kingsburg_rules.content.packs import Pack, pack_of
from kingsburg_rules.content.reading import (
    PackSheets,
    Source,
    file_kind,
    folder_sources,
    is_content,
    lone_id,
    missing_info,
    read_sheets,
    to_document,
)
from kingsburg_rules.content.selection import Shelf
from kingsburg_rules.editor.rereading import Rereader
from kingsburg_rules.editor.sketch import sketch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.engine.errors import Problem

_DEPTH = 3
"""How many folders up the `pack.yaml` of a file may be, as for `kingsburg check`."""

_OURS = frozenset({"format", *PARTS})
"""Keys by which a file without a pack is seen to be one of cards."""


@define(eq=False)
class Checked:
    """What a check of a pack found, and how it can be played if there are no mistakes in it."""

    problems: tuple[Problem, ...]
    _document: Callable[[], Document] | None = None
    _pack: Pack | None = None

    @property
    def pack(self) -> Pack | None:
        """The pack as it can be played, made when it is first asked for; None if it has mistakes."""
        if self._pack is None and self._document is not None:
            self._pack = pack_of(self._document())
        return self._pack


@frozen
class Home:
    """Where a file belongs: the folder of its pack, or itself if it is a file without one."""

    path: Path
    kind: str = ""
    """Of a file without a pack, its kind: `pack` for one with cards."""

    @property
    def is_lone(self) -> bool:
        """Whether it is a file without a pack."""
        return bool(self.kind)


@define(eq=False, repr=False)
class Desk:
    """What is open in an editor: texts by path, and the folders that the editor shows."""

    folders: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(factory=dict[Path, str])
    reader: Rereader = field(factory=Rereader)
    _checked: dict[Home, tuple[object, Checked]] = field(factory=dict["Home", "tuple[object, Checked]"])
    _documents: dict[Path, tuple[object, Document | None]] = field(
        factory=dict[Path, "tuple[object, Document | None]"]
    )

    def home(self, path: Path) -> Home:
        """Find where a file belongs."""
        for folder in path.parents[:_DEPTH]:
            if (folder / PACK_FILE).is_file() or folder / PACK_FILE in self.texts:
                return Home(folder)
        return Home(path, kind_of_lone_file(path, self.text(path)))

    def kind(self, path: Path) -> str:
        """Tell the kind of a file, by which its schema is found."""
        home = self.home(path)
        return home.kind or file_kind(path.relative_to(home.path).as_posix())

    def text(self, path: Path) -> str:
        """Give what a file says: on the screen, or else on the disk."""
        found = self.texts.get(path)
        if found is None:
            try:
                found = path.read_bytes().decode("utf-8", errors="replace")
            except OSError:
                found = ""
        return found.removeprefix("\ufeff")

    def is_ours(self, path: Path) -> bool:
        """Whether a file is one of a pack, or looks like a file of cards: other YAML is left alone."""
        home = self.home(path)
        if not home.is_lone:
            return is_content(path.relative_to(home.path).as_posix())
        keys = {
            entry.text for entry in sketch(self.text(path)).entries if len(entry.path) == 1 and entry.is_key
        }
        return home.kind != "pack" or not keys or not keys.isdisjoint(_OURS)

    def files(self, home: Home) -> dict[Path, str]:
        """Give the texts of all files of a pack that can be read."""
        if home.is_lone:
            return {home.path: self.text(home.path)}
        found = [source for source in self._sources(home.path) if isinstance(source, Source)]
        return {Path(source.file): source.text for source in found}

    def check(self, home: Home) -> Checked:
        """Check a pack, or a file without one, as `kingsburg check` does."""
        if home.is_lone:
            return self._check_file(home)
        found, shelf = self._sheets(home.path), self.shelf(home)
        sheets = (found.info, *found.sheets, *found.locales)
        made_of = sheets, found.problems, [*shelf.given.values()]
        known = self._checked.get(home)
        if known is None or known[0] != made_of:
            problems = [] if found.info or found.problems else [missing_info(home.path.as_posix())]
            known = self._checked[home] = made_of, _linked(found, "", shelf, problems)
        return known[1]

    def shelf(self, home: Home) -> Shelf:
        """Give the packs there are: also those beside a pack, if the editor shows the folder around them."""
        around = home.path.parent
        if home.is_lone or not any(around.is_relative_to(folder) for folder in self.folders):
            return Shelf()
        others = [folder for folder in packs_in(around) if folder != home.path]
        documents = [self._document(folder) for folder in others if (folder / PACK_FILE).is_file()]
        return Shelf({document.folder: document for document in documents if document is not None})

    # One pack

    def _sources(self, folder: Path) -> Iterator[Source | Problem]:
        """Give the files of a pack as they are on the screen."""
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

    def _sheets(self, folder: Path) -> PackSheets:
        return read_sheets(self._sources(folder), self.reader)

    def _document(self, folder: Path) -> Document | None:
        """Give a pack on which others may build, made again when a file of it changes."""
        found = self._sheets(folder)
        made_of = (found.info, *found.sheets, *found.locales), found.problems
        known = self._documents.get(folder)
        if known is None or known[0] != made_of:
            document = None if found.problems or found.info is None else to_document(found, "")
            known = self._documents[folder] = made_of, document
        return known[1]

    def _check_file(self, home: Home) -> Checked:
        """Check a file without a pack."""
        path, found = home.path, PackSheets()
        sheet = found.read(Source(path.name, path.as_posix(), self.text(path)), home.kind, self.reader)
        if home.kind == "edition":
            more = [] if sheet is None or sheet.refused else [*check_edition(sheet)]
            return Checked((*found.problems, *more))
        if home.kind == "pack-info":
            found.info = sheet
        elif sheet is not None and home.kind != "locale":
            found.sheets.append(sheet)
        return _linked(found, "" if home.kind == "pack-info" else lone_id(path), self.shelf(home), [])


def _linked(found: PackSheets, lone: str, shelf: Shelf, problems: list[Problem]) -> Checked:
    """Link a pack that was read, and give what is wrong with it."""
    links = PackLinks(lone or found.id or "pack", found, shelf)
    if found.sheets or found.info is not None:
        links.check()
    problems = [*problems, *found.problems, *links.problems]
    warnings = [] if problems else warned(links)
    told = sorted((*problems, *warnings), key=lambda each: (each.file, each.line, each.column))
    playable = not problems and (lone or found.info is not None)
    return Checked(tuple(told), partial(to_document, found, lone) if playable and found.sheets else None)
