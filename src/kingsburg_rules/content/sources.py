"""Finds the files of a pack, wherever it comes from: a folder, a zip, a single file, or texts by name.

A pack may come from anybody. Finding its files writes nothing, runs nothing, follows no link out of it, and
ends in a diagnostic instead of a full memory.
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from attrs import define, frozen

from kingsburg_rules.content.documents import PACK_FILE
from kingsburg_rules.content.signs import hidden_sign, name_of_sign
from kingsburg_rules.content.yaml_reader import START, place_of, read_yaml
from kingsburg_rules.engine.errors import Diagnostic, SetupError, shortened, shown
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.files import PACK_ID
from kingsburg_rules.language.shapes import is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from zipfile import ZipInfo


@frozen
class PackLimits:
    """How large a pack may be, in whichever way it is given. Whatever is beyond a limit is refused unread.

    `file_bytes` and `pack_bytes` limit one file and all files together; the parser needs about three seconds
    for a million bytes. `files` is the number of YAML files, `entries` that of files of any kind. `folders`
    is how deep folders may be in each other, and `name_length` how long the path of a file may be. Of a zip,
    `zip_bytes` limits the whole, and `compression` how many times larger than in the zip a file may become
    if it has more than `compression_from` bytes; short files of one letter are harmless.
    """

    file_bytes: int = 2_000_000
    pack_bytes: int = 5_000_000
    files: int = 500
    entries: int = 20_000
    folders: int = 8
    name_length: int = 200
    zip_bytes: int = 8_000_000
    compression: int = 200
    compression_from: int = 500_000


LIMITS: Final = PackLimits()
"""The limits by default: far above what people write by hand."""


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
    # A link that was put there after the check is not followed, and a pipe without a writer does not block.
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
    # What a zip says about the size of its entries may be a lie, so it is what was read that counts.
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
    raise SetupError("setup.pack", f"There is no pack at {shown(str(path))}{_why_not(path)}")


def _why_not(path: Path) -> str:
    """Say why there is no pack at a path, with the name there that is nearly the same."""
    if path.exists():
        return ": it is neither a folder, a zip nor a .yaml file."
    beside = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
    near = closest(path.name, beside)
    return ": it does not exist." if near is None else f"; did you mean '{path.parent / near}'?"


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
