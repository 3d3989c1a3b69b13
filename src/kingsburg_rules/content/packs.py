"""Packs from elsewhere: a folder, a zip, a single file, texts by name, or what was installed with a package.

What is read here is bounded and compared with the schema as `kingsburg check` does it. So a pack is ready to
be linked, or it is refused with the report that the checker gives.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from attrs import field, frozen

from kingsburg_rules.content.checking import linked
from kingsburg_rules.content.documents import Document
from kingsburg_rules.content.pack_links import excess
from kingsburg_rules.content.reading import read_pack, to_document
from kingsburg_rules.content.sources import (
    LIMITS,
    Origin,
    PackLimits,
    folder_for,
    sources_at,
    text_sources,
    zip_sources,
)
from kingsburg_rules.engine.errors import ContentError, SetupError, expect, shown

if TYPE_CHECKING:
    from kingsburg_rules.content.sources import Source
    from kingsburg_rules.engine.errors import Diagnostic

PackLike: TypeAlias = "str | os.PathLike[str] | Mapping[str, str] | Pack"
"""What `load_rules` takes for a pack: an id, a path, texts by name, or a pack that was read before."""

_TEXTS = "The files of a pack are given as texts by their names."
_ZIP_HOME = "pack.zip"
"""What problems call a zip in memory."""

_ID = re.compile(r"[a-z][a-z0-9-]*")


@frozen
class Pack:
    """A pack that was read and can be given to `load_rules`; two are equal if they say the same.

    `id`, `version`, `title` and `kind` (`cards`, `module` or `scenario`) are those of its `pack.yaml`;
    `hash` is a short sum over its content, which comments do not change; `translations` is one over what
    it says in other languages, on which no rule depends.
    """

    id: str
    version: str
    title: str
    kind: str
    hash: str
    translations: str = field(repr=False)
    document: Document = field(eq=False, repr=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Pack:
        """Read a pack from a folder, a zip, or a single file of cards.

        A single file is a pack without a `pack.yaml`: it is called like the file, and has version 0.

        Raises:
            SetupError: There is no such thing.
            ContentError: It has mistakes; all of them are listed.
        """
        sources, origin = sources_at(_as_path(path))
        return _pack(tuple(sources), origin)

    @classmethod
    def from_files(cls, files: Mapping[str, str], *, limits: PackLimits = LIMITS) -> Pack:
        """Take a pack that is there as texts by name: `{"pack.yaml": ..., "cards.yaml": ...}`.

        Nothing is read from or written to a disk. Only names that end with `.yaml` are looked at.

        Args:
            files: The texts by their names.
            limits: How large the pack may be.

        Raises:
            SetupError: Something other than texts is given.
            ContentError: The pack has mistakes, all of which are listed, or is larger than allowed.
            TypeError: The limits are not a `PackLimits`.
        """
        expect(limits, PackLimits, "limits")
        if not _are_texts(files):
            raise SetupError("setup.pack", _TEXTS)
        home = folder_for(files, limits)
        return _pack(tuple(text_sources(files, home, limits)), Origin(home))

    @classmethod
    def from_zip(cls, data: bytes, *, limits: PackLimits = LIMITS) -> Pack:
        """Take a pack that is there as the bytes of a zip, such as an upload.

        Nothing is read from or written to a disk. Only files whose names end with `.yaml` are unpacked, and
        none of them further than the limits allow. If all files are in one folder of the zip, it is the pack.

        Args:
            data: The bytes.
            limits: How large the zip and the pack may be.

        Raises:
            SetupError: Something other than bytes is given.
            ContentError: The zip is damaged, the pack has mistakes, or one of them is larger than allowed.
            TypeError: The limits are not a `PackLimits`.
        """
        expect(limits, PackLimits, "limits")
        if not _are_bytes(data):
            message = f"A zip is given as bytes, not as {shown(data)}."
            raise SetupError("setup.pack", message)
        return _pack(tuple(zip_sources(bytes(data), _ZIP_HOME, limits)), Origin(_ZIP_HOME))


def _are_bytes(data: object) -> bool:
    return isinstance(data, bytes | bytearray | memoryview)


def _as_path(path: object) -> Path:
    if path and (isinstance(path, str) or _is_path(path)):
        try:
            found = Path(path)
            found.exists()
        except (OSError, TypeError, ValueError) as error:  # it is too long, or has a NUL in it
            raise SetupError("setup.pack", f"{shown(path)} is not a path.") from error
        return found
    raise SetupError("setup.pack", f"A pack is read from a path, not from {shown(path)}.")


def packs_of(given: object) -> tuple[str | Pack, ...]:
    """Take packs in any of the ways in which they can be given; ids stay ids.

    A text of small letters, digits and `-` is an id; any other text is a path, so a folder beside is
    `./toys`.

    Raises:
        SetupError: It is nothing of the kind, or there is nothing at the path.
        ContentError: The pack has mistakes.
    """
    if _is_one(given) or not _is_iterable(given):
        message = f"Packs are given as a list, such as ['./toys'], not as {shown(given)}."
        raise SetupError("setup.pack", message)
    return tuple(_pack_of(each) for each in given)


def _is_one(given: object) -> bool:
    """Return whether this is a single pack, and not a list of packs."""
    return isinstance(given, str | os.PathLike | Mapping | Pack)


def _is_iterable(given: object) -> TypeGuard[Iterable[object]]:
    return isinstance(given, Iterable)


def _are_texts(files: object) -> TypeGuard[Mapping[str, str]]:
    return _is_mapping(files) and all(isinstance(part, str) for pair in files.items() for part in pair)


def _is_mapping(files: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(files, Mapping)


def _is_path(given: object) -> TypeGuard[os.PathLike[str]]:
    return isinstance(given, os.PathLike)


def _pack_of(given: object) -> str | Pack:
    if isinstance(given, Pack):
        return given
    if isinstance(given, str):
        return given if _ID.fullmatch(given) else Pack.read(given)
    if _is_path(given):
        return Pack.read(given)
    if _are_texts(given):
        return Pack.from_files(given)
    if _is_mapping(given):
        raise SetupError("setup.pack", _TEXTS)
    message = f"A pack is given by its id, as a path, as texts by name or as a Pack, not as {shown(given)}."
    raise SetupError("setup.pack", message)


@lru_cache(maxsize=16)
def _pack(sources: tuple[Source | Diagnostic, ...], origin: Origin) -> Pack:
    """Make a pack of its files."""
    return pack_of(_read_document(sources, origin))


def pack_of(document: Document) -> Pack:
    """Make a pack of its document."""
    info = document.info
    return Pack(
        document.folder,
        str(info["version"]),
        str(info["title"]),
        str(info.get("kind", "cards")),
        document.hash,
        document.translations,
        document,
    )


def _read_document(sources: Iterable[Source | Diagnostic], origin: Origin) -> Document:
    """Read the files of a pack.

    Raises:
        ContentError: There are mistakes in it.
    """
    found = read_pack(sources, origin)
    if found.diagnostics or excess(found) is not None:
        raise ContentError(linked(found, origin.lone).errors, found.texts)
    return to_document(found, origin.lone)
