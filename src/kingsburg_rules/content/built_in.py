"""The content of the library: its packs and editions, from the wheel's JSON or from a checkout's YAML.

An installed wheel has documents ready as JSON, so playing needs no YAML parser. A checkout or an editable
install reads its own `content/`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.content.documents import EDITIONS, LOCALES, Document, canonical_json, document
from kingsburg_rules.engine.errors import SetupError, is_known, unknown
from kingsburg_rules.language.files import Edition
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import as_object

if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parents[1]


def data_folder(name: str) -> Path:
    """Find `content` or `schemas`: beside the package in a wheel, at the top of a checkout."""
    # An editable install has no `_data`, so it always plays what its checkout says.
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / name


@lru_cache(maxsize=64)
def built_in(folder: str) -> Document:
    """Read a pack that comes with the library."""
    # A wheel has JSON because reading YAML takes tenths of a second, for each start of a program.
    prepared = _INSTALLED / "json" / f"{folder}.json"
    if prepared.is_file():
        return document(folder, prepared.read_text(encoding="utf-8"))
    source = data_folder("content") / folder
    if not source.is_dir():
        message = f"Pack {unknown(folder, built_in_folders())}"
        raise SetupError("setup.pack", message)
    # A wheel has JSON, so only a checkout comes here and imports the parser of YAML.
    from kingsburg_rules.content.reading import pack_document

    return document(folder, canonical_json(pack_document(source)))


@lru_cache(maxsize=64)
def built_in_locales(folder: str) -> Mapping[str, object]:
    """Read the translations of a pack that comes with the library, by language."""
    prepared = _INSTALLED / LOCALES / f"{folder}.json"
    if prepared.is_file():
        return as_object(json.loads(prepared.read_text(encoding="utf-8")), folder)
    source = data_folder("content") / folder
    if not (source / LOCALES).is_dir():
        return {}
    from kingsburg_rules.content.reading import pack_locales  # in a checkout only, as above

    return pack_locales(source)


def built_in_folders() -> list[str]:
    """List the packs that come with the library (and the folder of editions)."""
    prepared = _INSTALLED / "json"
    if prepared.is_dir():
        return sorted(file.stem for file in prepared.iterdir())
    content = data_folder("content")
    if not content.is_dir():
        message = f"The content of the library is missing: there is no {content}."
        raise SetupError("setup.content", message)
    return sorted(folder.name for folder in content.iterdir() if folder.is_dir())


def built_in_packs() -> tuple[str, ...]:
    """List the packs that come with the library."""
    return tuple(folder for folder in built_in_folders() if folder != EDITIONS)


def edition_names() -> tuple[str, ...]:
    """List the editions there are."""
    return tuple(sorted(name.removesuffix(".yaml") for name in built_in(EDITIONS).files))


def edition_of(name: str) -> Edition:
    """Read an edition.

    Raises:
        SetupError: There is no such edition.
        ContentError: Its file has mistakes.
    """
    files = built_in(EDITIONS).files
    if not is_known(name, edition_names()):
        message = f"Edition {unknown(name, edition_names())}"
        raise SetupError("setup.edition", message)
    return read_fields(Edition, files[f"{name}.yaml"], f"{EDITIONS}/{name}.yaml#")
