"""From the files of a pack to the document that is linked, or to the report of what is wrong with them."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.content.canonical import PACK_FILE, content_hash
from kingsburg_rules.content.documents import Document
from kingsburg_rules.content.pack_files import Source, file_source, folder_sources, text_sources
from kingsburg_rules.content.pack_limits import Budget
from kingsburg_rules.content.pack_sheets import read_sheets
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_reading import read_yaml
from kingsburg_rules.engine.errors import ContentError, Problem, SetupError
from kingsburg_rules.language.packs import PACK_ID
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from kingsburg_rules.content.pack_sheets import PackSheets
    from kingsburg_rules.content.yaml_positions import Spot


@frozen
class Origin:
    """Where a pack comes from, as its user calls it; `lone` is the id of a pack that is a single file."""

    home: str
    lone: str = ""


_ZIP = ".zip"
_FILE = ".yaml"
_VERSION_OF_LONE = "0"


def sources_at(path: Path) -> tuple[Iterator[Source | Problem], Origin]:
    """Find the files of a pack.

    Raises:
        SetupError: There is no pack there.
    """
    if path.is_file() and path.name == PACK_FILE:
        path = path.parent
    if path.is_dir():
        return folder_sources(path), Origin(path.as_posix())
    if path.is_file() and path.suffix == _ZIP:
        from kingsburg_rules.content.pack_zips import zip_sources

        return zip_sources(path), Origin(path.as_posix())
    if path.is_file() and path.suffix == _FILE:
        if (path.parent / PACK_FILE).is_file():
            message = f"'{path}' is a file of the pack in its folder; give the folder."
            raise SetupError("setup.pack", message)
        return iter([file_source(path, path.name)]), Origin(path.as_posix(), lone_id(path))
    what = "is neither a folder, a zip nor a .yaml file" if path.exists() else "does not exist"
    raise SetupError("setup.pack", f"There is no pack at '{path}': it {what}.")


def lone_id(path: Path) -> str:
    """Name the pack that a single file is: like the file, in the letters that an id has."""
    found = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    return found if re.fullmatch(str(PACK_ID.pattern), found) else "pack"


def folder_for(files: Mapping[str, str]) -> str:
    """Name the folder in which files would lie that somebody holds as texts: like the pack."""
    about = next(text_sources({PACK_FILE: files[PACK_FILE]}, ""), None) if PACK_FILE in files else None
    data = read_yaml(about.text, PACK_FILE).data if isinstance(about, Source) else None
    name = data.get("id") if is_object(data) else None
    return name if isinstance(name, str) and re.fullmatch(str(PACK_ID.pattern), name) else "pack"


def read_document(sources: Iterable[Source | Problem], origin: Origin) -> Document:
    """Read the files of a pack.

    Raises:
        ContentError: There are mistakes in it.
    """
    found = read_sheets(sources)
    if found.info is None and not origin.lone and not found.problems:
        found.problems.append(missing_info(origin.home))
    if found.problems or any(over_budget(found)) or requires_itself(found):
        from kingsburg_rules.content.checking import linked

        raise ContentError(linked(found, origin.lone).problems)
    return to_document(found, origin.lone)


def missing_info(home: str) -> Problem:
    """Complain about a pack that says nothing of itself."""
    message = f"this is no pack: it has no {PACK_FILE}"
    return Problem(f"{home}/{PACK_FILE}", *START, "pack.missing", message)


def requires_itself(found: PackSheets) -> bool:
    """Whether a pack builds on itself, which nothing can."""
    required = None if found.info is None else found.info.data.get("requires")
    return (is_list(required) or is_object(required)) and found.id in required


def over_budget(found: PackSheets) -> Iterator[Problem]:
    """Complain about the first card that asks for too much."""
    budget = Budget()
    for sheet in found.sheets:
        for path, part in sheet.parts():
            excess = budget.spend(part, path)
            if excess is not None:
                yield sheet.problem(*excess)
                return


def to_document(found: PackSheets, lone: str, *, played: bool = True) -> Document:
    """Make the document of a pack in which nothing is wrong; one that is not played needs no lines."""
    info: dict[str, object] = {"id": lone, "version": _VERSION_OF_LONE, "format": 1, "title": lone}
    sheets = {sheet.name: sheet for sheet in found.sheets}
    if found.info is not None:
        info = found.info.data
        sheets[PACK_FILE] = found.info
    files: dict[str, object] = {sheet.name: sheet.data for sheet in found.sheets}
    return Document(
        str(info["id"]),
        info,
        files,
        {name: dict(_lines(sheet.root)) for name, sheet in sheets.items()} if played else {},
        content_hash(info, files),
        {name: sheet.file for name, sheet in sheets.items()},
        {name: sheet.text for name, sheet in sheets.items()},
        {PurePath(sheet.name).stem: sheet.data for sheet in found.locales},
    )


@define(eq=False, repr=False)
class Places:
    """Finds file, line and column of pointers into a pack; its files are read again for that, each once."""

    document: Document
    roots: dict[str, Spot] = field(factory=dict[str, "Spot"])

    def exact(self, at: str) -> tuple[str, int, int]:
        """Find a place; where only lines are known, the column is 1."""
        file, _, pointer = at.partition("#")
        name = file.removeprefix(f"{self.document.folder}/")
        if name not in self.document.texts:
            return *self.document.place(at), 1
        if name not in self.roots:
            self.roots[name] = read_yaml(self.document.texts[name], name).root
        return self.document.names.get(name, file), *self.roots[name].aimed(pointer)


def _lines(spot: Spot, pointer: str = "") -> Iterator[tuple[str, int]]:
    """Give the lines of all maps and lists."""
    for key, within in spot.parts():
        if not within.is_empty:
            inner = f"{pointer}/{key}" if pointer else str(key)
            yield inner, within.place[0]
            yield from _lines(within, inner)
