"""Reads the files of a pack, and judges their form.

Out of its sources come *sheets*: the data of each file after the schema, with the places of everything and a
list of what is wrong. A pack in which nothing is wrong becomes the `Document` that is linked.

Reading YAML takes tenths of a second, which nobody should pay to play a game. So the wheel has, next to the
YAML, one JSON file per pack: the build makes it (`write_json`), and a checkout reads its own `content/`
alike (`pack_document`). The form of those files is not judged here; `kingsburg check` does that.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.content.documents import (
    EDITIONS,
    LOCALES,
    PACK_FILE,
    Document,
    canonical_json,
    sorted_keys,
)
from kingsburg_rules.content.schema_check import check_form
from kingsburg_rules.content.sources import Origin, Source, folder_sources
from kingsburg_rules.content.yaml_reader import START, Refused, read_yaml
from kingsburg_rules.engine.errors import ERROR, WARNING, ContentError, Diagnostic
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from kingsburg_rules.content.yaml_reader import KeyPath, Reading, Spot


# Sheets: files after the schema

FORMAT = 1
"""The format of packs that this version reads: `format: 1`."""


@frozen(eq=False, repr=False)
class Sheet:
    """A file that was compared with its schema: its data, its places, and the paths of its mistakes."""

    name: str
    file: str
    data: dict[str, object]
    root: Spot
    text: str
    wounds: frozenset[KeyPath] = frozenset()

    def problem(
        self, path: KeyPath, code: str, message: str, *, at_key: bool = False, severity: str = ERROR
    ) -> Diagnostic:
        """Make a diagnostic about what is at a path."""
        spot = self.root.find(path)
        return Diagnostic(self.file, *(spot.owner if at_key else spot.pointed), code, message, severity)

    def warning(self, path: KeyPath, code: str, message: str, *, at_key: bool = False) -> Diagnostic:
        """Make a warning about what is at a path."""
        return self.problem(path, code, message, at_key=at_key, severity=WARNING)

    def problem_at(self, pointer: str, code: str, message: str, severity: str = ERROR) -> Diagnostic:
        """Make a diagnostic about what a pointer leads to."""
        line, column = self.root.aimed(pointer)
        return Diagnostic(self.file, line, column, code, message, severity)

    def is_sound(self, *path: str | int) -> bool:
        """Return whether nothing is wrong at a path, within it or around it."""
        return not any(wound[: len(path)] == path[: len(wound)] for wound in self.wounds)


@define(eq=False, repr=False)
class PackSheets:
    """All files of a pack: what `pack.yaml` says, the sheets with cards, the translations.

    `problems` is what reading them found wrong, `texts` is what stands in each file. `broken` are the texts
    of files from which nothing could be taken; `unread` says that there are files whose texts are not known.
    """

    info: Sheet | None = None
    sheets: list[Sheet] = field(factory=list[Sheet])
    locales: list[Sheet] = field(factory=list[Sheet])
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])
    texts: dict[str, str] = field(factory=dict[str, str])
    broken: list[str] = field(factory=list[str])
    unread: bool = False

    @property
    def files(self) -> list[str]:
        """The files that were read, in their order."""
        return [*self.texts]

    @property
    def id(self) -> str | None:
        """The id that the pack gives itself, if it is one."""
        if self.info is None or not self.info.is_sound("id"):
            return None
        found = self.info.data.get("id")
        return None if found is None else str(found)

    def read(self, source: Source | Diagnostic, kind: str, reader: SheetReader | None = None) -> Sheet | None:
        """Read a file and compare it with its schema; None if that cannot be done."""
        if isinstance(source, Diagnostic):
            self.diagnostics.append(source)
            self.unread = True
            return None
        self.texts[source.file] = source.text
        sheet, problems = (reader or read_sheet)(source, kind)
        self.diagnostics += problems
        if sheet is None:
            self.broken.append(source.text)
        return sheet


ReadSheet: TypeAlias = "tuple[Sheet | None, list[Diagnostic]]"
"""A file that was read, unless that cannot be done, with all that is wrong with it."""

SheetReader: TypeAlias = "Callable[[Source, str], ReadSheet]"
"""What reads a file and compares it with the schema of its kind."""


def read_sheet(source: Source, kind: str) -> ReadSheet:
    """Read a file and compare it with its schema; without a sheet that cannot be done."""
    reading = read_yaml(source.text, source.file)
    problems, data, root = [*reading.diagnostics], reading.data, reading.root
    if not reading.is_readable:
        return None, problems
    newer = newer_format(data)
    if newer:
        place = root.find(("format",)).place
        return None, [*problems, Diagnostic(source.file, *place, "pack.format", newer)]
    found, wounds = check_form(kind, root, source.file)
    problems += found
    if not is_object(data):
        return None, problems
    wounds = wounds.union(_refused(data) if reading.diagnostics else ())
    return Sheet(source.name, source.file, data, root, source.text, wounds), problems


def _refused(data: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the paths of the values that the reader refused."""
    if isinstance(data, Refused):
        yield path
    for key, value in data.items() if is_object(data) else enumerate(data) if is_list(data) else ():
        yield from _refused(value, (*path, key))


def read_sheets(sources: Iterable[Source | Diagnostic], reader: SheetReader = read_sheet) -> PackSheets:
    """Read all files of a pack; who reads them often may have a `reader` that knows them already."""
    found = PackSheets()
    for source in sources:
        kind = file_kind(source.name) if isinstance(source, Source) else "pack"
        sheet = found.read(source, kind, reader)
        if kind == "pack-info":
            found.info = sheet
        elif sheet is not None:
            (found.locales if kind == "locale" else found.sheets).append(sheet)
    return found


def read_pack(sources: Iterable[Source | Diagnostic], origin: Origin) -> PackSheets:
    """Read all files of a pack, which must have a `pack.yaml` unless it is a single file."""
    found = read_sheets(sources)
    if found.info is None and not origin.lone and not found.diagnostics:
        found.diagnostics.append(missing_info(origin.home))
    return found


def newer_format(data: object) -> str:
    """Describe what to do about a file of a format that is still to come; nothing about any other."""
    found = data.get("format") if is_object(data) else None
    if not isinstance(found, int) or found <= FORMAT:
        return ""
    return f"this is format {found}, and this version of kingsburg-rules reads {FORMAT}; install a newer one"


def file_kind(name: str) -> str:
    """Return the kind of a file by its name within the pack."""
    if name == PACK_FILE:
        return "pack-info"
    return "locale" if is_locale(name) else "pack"


def is_locale(name: str) -> bool:
    """Return whether a file of a pack is one of its translations."""
    return name.startswith(f"{LOCALES}/") and name.count("/") == 1


def missing_info(home: str) -> Diagnostic:
    """Complain about a pack that says nothing of itself."""
    message = f"this is not a pack: it has no {PACK_FILE}"
    return Diagnostic(f"{home}/{PACK_FILE}", *START, "pack.missing", message)


# Documents

_VERSION_OF_LONE = "0"
_EXAMPLES = "examples"

HASH_LENGTH = 12
"""How many hexadecimal digits tell contents apart."""


def to_document(found: PackSheets, lone: str, *, played: bool = True) -> Document:
    """Make the document of a pack in which nothing is wrong.

    One that is not played needs no lines, and shares data and places with the sheets, which are there still.
    """
    info: dict[str, object] = {"id": lone, "version": _VERSION_OF_LONE, "format": 1, "title": lone}
    sheets = {sheet.name: sheet for sheet in found.sheets}
    if found.info is not None:
        info = {key: sorted_keys(value) for key, value in sorted(found.info.data.items())}
        sheets[PACK_FILE] = found.info
    files: dict[str, object] = {
        sheet.name: sorted_keys(sheet.data) if played else sheet.data for sheet in found.sheets
    }
    locales: dict[str, object] = {PurePath(sheet.name).stem: sheet.data for sheet in found.locales}
    return Document(
        str(info["id"]),
        info,
        files,
        {name: dict(lines_of(sheet.root)) for name, sheet in sheets.items()} if played else {},
        content_hash(info, files),
        content_hash(None, locales),
        {name: sheet.file for name, sheet in sheets.items()},
        {name: sheet.text for name, sheet in sheets.items()},
        locales,
        {} if played else {name: sheet.root for name, sheet in sheets.items()},
    )


def content_hash(pack: object, files: Mapping[str, object]) -> str:
    """Return a short sum over what a pack says, which no comment changes."""
    text = canonical_json({"pack": pack, "files": files})
    return sha256(text.encode("utf-8")).hexdigest()[:HASH_LENGTH]


def lines_of(spot: Spot, pointer: str = "") -> Iterator[tuple[str, int]]:
    """Return the lines of all maps and lists, but for those in examples, which no game asks for."""
    for key, within in spot.parts():
        if not within.is_empty and key != _EXAMPLES:
            inner = f"{pointer}/{key}" if pointer else str(key)
            yield inner, within.place[0]
            yield from lines_of(within, inner)


# The JSON that ships


def pack_document(folder: Path) -> dict[str, object]:
    """Read every YAML file of a pack, or of the editions, into one plain document.

    Args:
        folder: A folder with a `pack.yaml`, or the folder of the editions, which has none.

    Returns:
        `pack`, what `pack.yaml` says, or None without one; `files`, the data of every other file by its path
        inside the folder; `lines`, by the same path, the line of every map and list, keyed by a pointer
        such as `buildings/0/triggers/1`; and `hash`, the sum over `pack` and `files`.

    Raises:
        ContentError: A file cannot be read, or is not YAML as packs use it.
    """
    found = {name: reading for name, reading in _read_all(folder).items() if not is_locale(name)}
    lines = {name: dict(lines_of(reading.root)) for name, reading in found.items()}
    info = found.pop(PACK_FILE).data if PACK_FILE in found else None
    files = {name: reading.data for name, reading in found.items()}
    return {"hash": content_hash(info, files), "pack": info, "files": files, "lines": lines}


def pack_locales(folder: Path) -> dict[str, object]:
    """Read the translations of a pack, by the names of their files: `nl` for `locale/nl.yaml`.

    Raises:
        ContentError: As `pack_document` does.
    """
    return {PurePath(name).stem: reading.data for name, reading in _read_all(folder / LOCALES).items()}


def write_json(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` into `target` for every pack under `content_root` and for the editions.

    Returns:
        The files written, in the order of their names.
    """
    folders = [
        folder
        for folder in sorted(content_root.iterdir())
        if folder.name == EDITIONS or (folder / PACK_FILE).is_file()
    ]
    return _write_all({folder.name: pack_document(folder) for folder in folders}, target)


def write_locales(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` with all translations into `target` for every pack that has any.

    Returns:
        The files written, in the order of their names.
    """
    folders = [folder for folder in sorted(content_root.iterdir()) if (folder / LOCALES).is_dir()]
    return _write_all({folder.name: pack_locales(folder) for folder in folders}, target)


def _read_all(folder: Path) -> dict[str, Reading]:
    """Read the YAML files of a folder by their names."""
    problems: list[Diagnostic] = []
    found: dict[str, Reading] = {}
    for source in folder_sources(folder):
        if isinstance(source, Diagnostic):
            problems.append(source)
            continue
        found[source.name] = read_yaml(source.text, source.file)
        problems += found[source.name].diagnostics
    if problems:
        raise ContentError(tuple(problems))
    return found


def _write_all(documents: Mapping[str, Mapping[str, object]], target: Path) -> list[Path]:
    target.mkdir(parents=True, exist_ok=True)
    written = [target / f"{name}.json" for name in documents]
    for path, document in zip(written, documents.values(), strict=True):
        path.write_bytes(canonical_json(document).encode("utf-8"))
    return written
