"""Packs as zips: read entry by entry, never unpacked to a disk.

A zip may lie about what is in it. Names that leave the pack are refused, entries are read up to the bound of
a file and no further, and ways of packing that cannot be read in pieces are not known here.
"""

from __future__ import annotations

import stat
import zlib
from functools import partial
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.pack_files import MAX_ENTRIES, is_content, is_hidden, taken, why_not
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from zipfile import ZipInfo

    from kingsburg_rules.content.pack_files import Allowance, Source

MAX_ZIP_BYTES = 8_000_000
"""How large a zip may be: its table of contents is read as a whole."""

_BROKEN = (
    *(BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, ArithmeticError, LookupError),
)
"""What `zipfile` raises for damaged zips."""

_ENCRYPTED = 1
"""The flag of an entry that needs a password."""


def zip_sources(path: Path) -> Iterator[Source | Problem]:
    """Read every YAML file of a zip in the order of the names, or say why one cannot be read."""
    file = path.as_posix()
    try:
        if path.stat().st_size > MAX_ZIP_BYTES:
            message = f"the zip is too large: at most {MAX_ZIP_BYTES:,} bytes; leave pictures out"
            yield Problem(file, *START, "pack.size", message)
            return
        with ZipFile(path) as archive:
            yield from _entries(archive, file)
    except _BROKEN as error:
        yield Problem(file, *START, "pack.zip", f"this zip cannot be read: {error}")


def _entries(archive: ZipFile, file: str) -> Iterator[Source | Problem]:
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        message = f"more than {MAX_ENTRIES:,} files lie in this zip; is this a pack?"
        yield Problem(file, *START, "pack.size", message)
        return
    root = _root([info.filename for info in infos])
    found: dict[str, ZipInfo] = {}
    for info in infos:
        name = info.filename.removeprefix(root)
        reason = why_not(name.removesuffix("/")) or _why_not(info, twice=name in found)
        if reason:
            yield Problem(f"{file}/{info.filename}", *START, *reason)
        elif is_content(name):
            found[name] = info
    yield from taken(found, f"{file}/{root}{PACK_FILE}", partial(_read, archive, file))


def _root(names: list[str]) -> str:
    """Give the folder in a zip that is the pack: often a single one holds everything."""
    homes = [name.removesuffix(PACK_FILE) for name in names if name.rpartition("/")[2] == PACK_FILE]
    return homes[0] if len(homes) == 1 and not is_hidden(homes[0]) else ""


def _why_not(info: ZipInfo, *, twice: bool) -> tuple[str, str] | None:
    """Say why an entry is not read although it seems to belong to the pack."""
    if not is_content(info.filename):
        return None
    if stat.S_ISLNK(info.external_attr >> 16):
        return "pack.link", "this is a link; put the file itself into the zip"
    if twice:
        return "pack.zip", "this file is in the zip twice; make the zip anew"
    if info.flag_bits & _ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "pack.zip", "this file is packed in a way that is not read; make a plain zip without password"
    return None


def _read(archive: ZipFile, file: str, name: str, info: ZipInfo, allowance: Allowance) -> Source | Problem:
    shown = f"{file}/{info.filename}"
    try:
        with archive.open(info) as stream:
            data = stream.read(allowance.limit + 1)
    except _BROKEN as error:
        return Problem(shown, *START, "pack.zip", f"this file cannot be taken out of its zip: {error}")
    return allowance.take(name, shown, data)
