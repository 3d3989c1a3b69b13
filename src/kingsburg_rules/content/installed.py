"""Installed packs: those that Python packages bring, found by their entry points."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.content.reading import read_pack, to_document
from kingsburg_rules.content.sources import sources_at
from kingsburg_rules.engine.errors import ContentError, SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.content.documents import Document

GROUP = "kingsburg_rules.packs"
"""The entry points by which packages bring packs."""


def installed_packs() -> dict[str, str]:
    """List the packs that packages bring: their ids, with where each says that it is."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def installed_document(name: str, where: str) -> Document:
    """Read a pack that a package says it brings.

    `where` names the package, and behind a colon a folder in it: `goblin_moon` or `goblin_moon:pack`. The
    package is looked for, but nothing in it is run.

    Raises:
        SetupError: The package says that it brings the pack, and does not.
        ContentError: There are mistakes in the files of the pack.
    """
    folder = _package_folder(where)
    if folder is None or not folder.is_dir():
        message = f"The pack '{name}' should be in the package '{where}', but is not."
        raise SetupError("setup.pack", message)
    sources, origin = sources_at(folder)
    found = read_pack(sources, origin)
    if found.diagnostics:
        raise ContentError(tuple(found.diagnostics), found.texts)
    document = to_document(found, origin.lone)
    if document.folder != name:
        itself = document.folder
        message = f"The package '{where}' calls its pack '{name}', but the pack calls itself '{itself}'."
        raise SetupError("setup.pack", message)
    return document


def _package_folder(where: str) -> Path | None:
    package, _, inner = where.partition(":")
    # For a package at the top `find_spec` only looks, and imports nothing of it.
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    homes: Iterable[str] = () if spec is None else spec.submodule_search_locations or ()
    return next((Path(home, *inner.split(".")) if inner else Path(home) for home in homes), None)
