"""Reads the files of a pack, and judges their form.

A pack may come from anywhere: as a folder, a zip, a single file, or texts by name. Reading it writes nothing,
runs nothing, follows no link out of it, and ends in a problem instead of a full memory. Out of its *sources*
come *sheets*: the data of each file after the schema, with the places of everything and a list of what is
wrong. A pack in which nothing is wrong becomes the `Document` that is linked.
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from attrs import define, field, frozen

from kingsburg_rules.content.assembly import PARTS
from kingsburg_rules.content.documents import LOCALES, PACK_FILE, Document, canonical_json, sorted_keys
from kingsburg_rules.content.limits import LIMITS, PackLimits
from kingsburg_rules.content.schema_check import check_form
from kingsburg_rules.content.signs import hidden_sign, name_of_sign
from kingsburg_rules.content.yaml_reader import START, Refused, place_of, read_yaml
from kingsburg_rules.engine.errors import ERROR, WARNING, Diagnostic, SetupError, shortened, shown
from kingsburg_rules.language.files import PACK_ID
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from zipfile import ZipInfo

    from kingsburg_rules.content.yaml_reader import KeyPath, Spot


# Files

P = TypeVar("P")

_YAML = ".yaml"
_ZIP = ".zip"
_NEARLY = (".yml", ".YAML", ".YML")

_LEAVES = re.compile(r"^/|^[A-Za-z]:|\\|(?:^|/)\.{1,2}(?:/|$)|//")
"""What a name within a pack has nothing to do with."""


@frozen
class Source:
    """A file of a pack: its name within the pack, the name that problems carry, and its text."""

    name: str
    file: str
    text: str


@define
class SizeBudget:
    """How much a pack may still hold."""

    limits: PackLimits
    taken: int = 0

    @property
    def limit(self) -> int:
        """How many bytes the next file may have."""
        return min(self.limits.file_bytes, self.limits.pack_bytes - self.taken)

    def take(self, name: str, file: str, data: bytes) -> Source | Diagnostic:
        """Make a source of bytes, of which no more than `limit` and one need be read."""
        if len(data) > self.limit:
            return self.too_large(file)
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        except UnicodeDecodeError as error:
            place = place_of(data[: error.start].decode("utf-8"), error.start)
            return Diagnostic(file, *place, "yaml.encoding", "this is not UTF-8; save the file as UTF-8")
        self.taken += len(data)
        return Source(name, file, text)

    def too_large(self, file: str) -> Diagnostic:
        """Describe how large files may be."""
        one, pack = self.limits.file_bytes, self.limits.pack_bytes
        message = f"the file is too large: {one:,} bytes are allowed in one, {pack:,} in a pack"
        return Diagnostic(file, *START, "pack.size", message)


def folder_sources(folder: Path, limits: PackLimits = LIMITS) -> Iterator[Source | Diagnostic]:
    """Read every YAML file of a folder in the order of the names, or say why one cannot be read."""
    paths, problems = _find_files(folder, limits)
    yield from problems
    read = partial(_read_file, folder.resolve())
    yield from taken(paths, (folder / PACK_FILE).as_posix(), read, limits)


def file_source(path: Path, name: str) -> Source | Diagnostic:
    """Read one file."""
    return _read_file(None, name, path, SizeBudget(LIMITS))


def text_sources(
    files: Mapping[str, str], folder: str, limits: PackLimits = LIMITS
) -> Iterator[Source | Diagnostic]:
    """Take files that somebody holds as texts by name, such as `{"pack.yaml": "id: toys ..."}`.

    Problems call them as if they lay in `folder`.
    """
    if len(files) > limits.entries:
        yield _too_many(f"{folder}/{PACK_FILE}", limits)
        return
    paths: dict[str, str] = {}
    for name in files:
        reason = why_not(name, limits)
        if reason:
            yield Diagnostic(shortened(name), *START, *reason)
        elif is_content(name):
            paths[name] = f"{folder}/{name}"

    def read(name: str, file: str, budget: SizeBudget) -> Source | Diagnostic:
        text = files[name]
        if len(text) > budget.limit:
            return budget.too_large(file)
        return budget.take(name, file, text.encode("utf-8", errors="surrogatepass"))

    yield from taken(paths, f"{folder}/{PACK_FILE}", read, limits)


def _too_many(where: str, limits: PackLimits) -> Diagnostic:
    message = f"more than {limits.entries:,} files and folders are here; is this a pack?"
    return Diagnostic(where, *START, "pack.size", message)


def taken(
    paths: Mapping[str, P],
    pack: str,
    read: Callable[[str, P, SizeBudget], Source | Diagnostic],
    limits: PackLimits,
) -> Iterator[Source | Diagnostic]:
    """Read files in the order of their names as long as the pack may hold more."""
    budget = SizeBudget(limits)
    for name in sorted(paths)[: limits.files]:
        yield read(name, paths[name], budget)
    if len(paths) > limits.files:
        message = f"a pack has at most {limits.files} files, this one has {len(paths)}"
        yield Diagnostic(pack, *START, "pack.size", message)


def is_content(name: str) -> bool:
    """Return whether a file is part of the pack: YAML, and not hidden."""
    return name.endswith(_YAML) and not is_hidden(name)


def is_hidden(name: str) -> bool:
    """Return whether a file or its folder is not the author's: it is hidden, or made by an archiver."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))


def why_not(name: str, limits: PackLimits = LIMITS) -> tuple[str, str] | None:
    """Describe why a file in a pack is refused for its name; a code and a sentence."""
    if len(name) > limits.name_length or name.count("/") > limits.folders:
        message = f"a path has at most {limits.name_length} characters and {limits.folders} folders"
        return "pack.path", message
    if name.endswith((_YAML, *_NEARLY)) and ("\n" in name or hidden_sign(name)):
        sign = name_of_sign(hidden_sign(name) or "\n")
        return "pack.path", f"{sign} cannot be seen in the name of this file; rename it"
    if _LEAVES.search(name):
        return "pack.path", "this path leaves the pack, or is not a plain path such as more/cards.yaml"
    if name.endswith(_NEARLY) and not is_hidden(name):
        return "pack.suffix", f"this file would be ignored; call it '{Path(name).stem}.yaml'"
    return None


def _read_file(home: Path | None, name: str, path: Path, budget: SizeBudget) -> Source | Diagnostic:
    """Read a file, unless it has become a link out of its home since it was found."""
    file = path.as_posix()
    try:
        target = path.resolve(strict=True)
        if home is not None and not target.is_relative_to(home):
            return Diagnostic(file, *START, *_LINKED)
        data = _plain_bytes(target, budget.limit + 1)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is a link to itself"
        message = f"the file cannot be read: {reason}"
        return Diagnostic(file, *START, "yaml.unreadable", message)
    return Diagnostic(file, *START, *_LINKED) if data is None else budget.take(name, file, data)


_LINKED = (
    "pack.link",
    "this is not a plain file of the pack, or a link that leaves it; copy the file",
)


def _plain_bytes(target: Path, most: int) -> bytes | None:
    """Read the beginning of a plain file; None for a pipe or a device, which might never end."""
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    opened = os.open(target, sum(flags, os.O_RDONLY))
    with os.fdopen(opened, "rb") as stream:
        return stream.read(most) if stat.S_ISREG(os.fstat(opened).st_mode) else None


def _find_files(folder: Path, limits: PackLimits) -> tuple[dict[str, Path], list[Diagnostic]]:
    """Find the files by their names, and what looks like one but would not be read by the game."""
    home = folder.resolve()
    paths: dict[str, Path] = {}
    problems: list[Diagnostic] = []
    seen = 0

    def refuse(error: OSError) -> None:
        message = f"the folder cannot be read: {error.strerror}"
        problems.append(Diagnostic(Path(error.filename).as_posix(), *START, "yaml.unreadable", message))

    for here, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not is_hidden(name)]
        seen += len(folders) + len(files)
        if seen > limits.entries:
            problems.append(_too_many(folder.as_posix(), limits))
            break
        linked = [path for path in (Path(here, name) for name in folders) if path.is_symlink()]
        for path in (*linked, *(Path(here, name) for name in files if not is_hidden(name))):
            reason = _why_not_path(path, folder, home)
            if reason:
                problems.append(Diagnostic(path.as_posix(), *START, *reason))
            elif is_content(path.name):
                paths[path.relative_to(folder).as_posix()] = path
    return paths, problems


def _why_not_path(path: Path, folder: Path, home: Path) -> tuple[str, str] | None:
    """Describe why something in the folder of a pack is not read although it seems to belong there."""
    if path.is_symlink() and path.is_dir():
        return "pack.link", "linked folders are not read; copy the folder here"
    if not path.name.endswith((_YAML, *_NEARLY)):
        return None
    if is_content(path.name) and not _is_inside(path, home):
        return _LINKED
    return why_not(path.relative_to(folder).as_posix())


def _is_inside(path: Path, home: Path) -> bool:
    """Return whether a path is a plain file in the folder, links followed."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_relative_to(home) and target.is_file()


# Zips
#
# They are read entry by entry and never unpacked to a disk. A zip may lie about what is in it: names that
# leave the pack are refused, and entries are read up to the bound of a file and no further.

_BROKEN = (
    *(BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, ArithmeticError, LookupError),
)
"""What `zipfile` raises for damaged zips."""

_ENCRYPTED = 1
"""The flag of an entry that needs a password."""


def zip_sources(where: Path | bytes, file: str, limits: PackLimits = LIMITS) -> Iterator[Source | Diagnostic]:
    """Read every YAML file of a zip in the order of the names, or say why one cannot be read.

    The zip is at a path or in memory. Problems call it `file`.
    """
    try:
        size = len(where) if isinstance(where, bytes) else where.stat().st_size
        if size > limits.zip_bytes:
            message = f"the zip is too large: at most {limits.zip_bytes:,} bytes; leave pictures out"
            yield Diagnostic(file, *START, "pack.size", message)
            return
        with ZipFile(BytesIO(where) if isinstance(where, bytes) else where) as archive:
            yield from _zip_entries(archive, file, limits)
    except _BROKEN as error:
        message = f"this zip cannot be read: {shortened(str(error))}"
        yield Diagnostic(file, *START, "pack.zip", message)


def _zip_entries(archive: ZipFile, file: str, limits: PackLimits) -> Iterator[Source | Diagnostic]:
    infos = archive.infolist()
    if len(infos) > limits.entries:
        yield _too_many(file, limits)
        return
    root = _pack_in_zip([info.filename for info in infos])
    found: dict[str, ZipInfo] = {}
    for info in infos:
        name = info.filename.removeprefix(root)
        reason = why_not(name.removesuffix("/"), limits) or _why_not_entry(info, twice=name in found)
        if reason:
            yield Diagnostic(f"{file}/{shortened(info.filename)}", *START, *reason)
        elif is_content(name):
            found[name] = info
    yield from taken(found, f"{file}/{root}{PACK_FILE}", partial(_read_entry, archive, file), limits)


def _pack_in_zip(names: list[str]) -> str:
    """Return the folder in a zip that is the pack: often a single one holds everything."""
    homes = [name.removesuffix(PACK_FILE) for name in names if name.rpartition("/")[2] == PACK_FILE]
    plain = len(homes) == 1 and not is_hidden(homes[0]) and why_not(homes[0].rstrip("/")) is None
    return homes[0] if plain else ""


def _why_not_entry(info: ZipInfo, *, twice: bool) -> tuple[str, str] | None:
    """Describe why an entry is not read although it seems to belong to the pack."""
    if not is_content(info.filename):
        return None
    if stat.S_ISLNK(info.external_attr >> 16):
        return "pack.link", "this is a link; put the file itself into the zip"
    if twice:
        return "pack.zip", "this file is in the zip twice; create the zip again"
    if info.flag_bits & _ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        message = "this file is packed in an unsupported way; make a plain zip without a password"
        return "pack.zip", message
    return None


def _read_entry(
    archive: ZipFile, file: str, name: str, info: ZipInfo, budget: SizeBudget
) -> Source | Diagnostic:
    shown = f"{file}/{info.filename}"
    try:
        with archive.open(info) as stream:
            data = stream.read(budget.limit + 1)
    except _BROKEN as error:
        message = f"this file cannot be extracted from its zip: {shortened(str(error))}"
        return Diagnostic(shown, *START, "pack.zip", message)
    most, long = budget.limits.compression, budget.limits.compression_from
    if long < len(data) <= budget.limit and len(data) > most * info.compress_size:
        message = f"this file is more than {most} times larger than in its zip; store it without compression"
        return Diagnostic(shown, *START, "pack.size", message)
    return budget.take(name, shown, data)


# Where a pack is


@frozen
class Origin:
    """Where a pack comes from, as its user calls it; `lone` is the id of a pack that is a single file."""

    home: str
    lone: str = ""


def sources_at(path: Path) -> tuple[Iterator[Source | Diagnostic], Origin]:
    """Find the files of a pack.

    Raises:
        SetupError: There is no pack there.
    """
    if path.is_file() and path.name == PACK_FILE:
        path = path.parent
    if path.is_dir():
        return folder_sources(path), Origin(path.as_posix())
    if path.is_file() and path.suffix == _ZIP:
        return zip_sources(path, path.as_posix()), Origin(path.as_posix())
    if path.is_file() and path.suffix == _YAML:
        if (path.parent / PACK_FILE).is_file():
            message = f"'{path}' is a file of the pack in its folder; give the folder."
            raise SetupError("setup.pack", message)
        return iter([file_source(path, path.name)]), Origin(path.as_posix(), lone_id(path))
    where = shown(str(path))
    raise SetupError(
        "setup.pack",
        f"There is no pack at {where}: it is neither a folder, a zip nor a .yaml file."
        if path.exists()
        else f"There is no pack at {where}: it does not exist.",
    )


def lone_id(path: Path) -> str:
    """Name the pack that a single file is: like the file, in the letters that an id has."""
    found = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    return found if re.fullmatch(str(PACK_ID.pattern), found) else "pack"


def folder_for(files: Mapping[str, str], limits: PackLimits = LIMITS) -> str:
    """Name the folder in which files would lie that somebody holds as texts: like the pack."""
    about = (
        next(text_sources({PACK_FILE: files[PACK_FILE]}, "", limits), None) if PACK_FILE in files else None
    )
    data = read_yaml(about.text, PACK_FILE).data if isinstance(about, Source) else None
    name = data.get("id") if is_object(data) else None
    return name if isinstance(name, str) and re.fullmatch(str(PACK_ID.pattern), name) else "pack"


def missing_info(home: str) -> Diagnostic:
    """Complain about a pack that says nothing of itself."""
    message = f"this is not a pack: it has no {PACK_FILE}"
    return Diagnostic(f"{home}/{PACK_FILE}", *START, "pack.missing", message)


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

    def parts(self) -> Iterator[tuple[KeyPath, object]]:
        """Yield each sound card with its path, list by list, and what is in no list."""
        for name in PARTS:
            found = self.data.get(name)
            if is_list(found):
                yield from (((name, k), card) for k, card in enumerate(found) if self.is_sound(name, k))
            elif name in self.data and self.is_sound(name):
                yield (name,), found


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


# Documents

_VERSION_OF_LONE = "0"
_EXAMPLES = "examples"

HASH_LENGTH = 12
"""How many hexadecimal digits tell contents apart."""


def to_document(found: PackSheets, lone: str, *, played: bool = True) -> Document:
    """Make the document of a pack in which nothing is wrong; one that is not played needs no lines."""
    info: dict[str, object] = {"id": lone, "version": _VERSION_OF_LONE, "format": 1, "title": lone}
    sheets = {sheet.name: sheet for sheet in found.sheets}
    if found.info is not None:
        info = {key: sorted_keys(value) for key, value in sorted(found.info.data.items())}
        sheets[PACK_FILE] = found.info
    files: dict[str, object] = {sheet.name: sorted_keys(sheet.data) for sheet in found.sheets}
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
