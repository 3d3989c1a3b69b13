"""Where the content is: documents of packs and editions, from the wheel's JSON or a checkout's YAML.

A *document* is what `canonical.pack_document` makes of a folder: the data of its files with the lines of its
cards. An installed wheel has them ready as JSON, so playing needs no YAML parser; a checkout or an editable
install reads its own `content/`.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.content.canonical import canonical_json, pack_document
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.language.shapes import as_object, unknown

EDITIONS = "editions"
_PACKAGE = Path(__file__).resolve().parent.parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent

Lines: TypeAlias = "dict[str, dict[str, int]]"


@frozen(eq=False, repr=False)
class Document:
    """A pack (or the editions) as plain data. `digest` changes with every change of its content."""

    folder: str
    info: dict[str, object]
    files: dict[str, object]
    lines: Lines
    digest: str

    def place(self, at: str) -> tuple[str, int]:
        """Find the file and the nearest known line of a pointer such as `base/cards.yaml#/buildings/0`."""
        file, _, pointer = at.partition("#")
        known = self.lines.get(file.removeprefix(f"{self.folder}/"), {})
        parts = pointer.strip("/").split("/")
        while parts:
            line = known.get("/".join(parts))
            if line is not None:
                return file, line
            parts.pop()
        return file, 1


def data_folder(name: str) -> Path:
    """Find `content` or `schemas`: beside the package in a wheel, at the top of a checkout."""
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / name


@lru_cache(maxsize=64)
def built_in(folder: str) -> Document:
    """Read a pack that comes with the library."""
    prepared = _INSTALLED / "json" / f"{folder}.json"
    if prepared.is_file():
        text = prepared.read_text(encoding="utf-8")
    else:
        source = data_folder("content") / folder
        if not source.is_dir():
            raise SetupError("setup.pack", unknown(folder, built_in_folders()))
        text = canonical_json(pack_document(source))
    return document(folder, as_object(json.loads(text), folder), text)


def document(folder: str, data: dict[str, object], text: str) -> Document:
    """Make a document of canonical data."""
    info = data.get("pack")
    lines: Lines = {
        file: {pointer: line for pointer, line in as_object(found, file).items() if isinstance(line, int)}
        for file, found in as_object(data["lines"], folder).items()
    }
    return Document(
        folder,
        as_object(info, folder) if info else {},
        as_object(data["files"], folder),
        lines,
        hashlib.sha256(text.encode()).hexdigest()[:16],
    )


def built_in_folders() -> list[str]:
    """List the packs that come with the library (and the folder of editions)."""
    prepared = _INSTALLED / "json"
    if prepared.is_dir():
        return sorted(path.stem for path in prepared.glob("*.json"))
    return sorted(path.name for path in data_folder("content").iterdir() if path.is_dir())
