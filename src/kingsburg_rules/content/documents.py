"""Where the content is: documents of packs and editions, from the wheel's JSON or a checkout's YAML.

A *document* is what `canonical.pack_document` makes of a folder: the data of its files with the lines of its
cards. An installed wheel has them ready as JSON, so playing needs no YAML parser; a checkout or an editable
install reads its own `content/`. Paths are plain text here: importing pathlib would cost as much as loading.
"""

from __future__ import annotations

import json
import os.path
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from kingsburg_rules.engine.errors import ContentError, Problem, SetupError, unknown
from kingsburg_rules.words.shapes import as_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.content.yaml_reader import Spot

EDITIONS = "editions"
LOCALES = "locale"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_INSTALLED = os.path.join(_PACKAGE, "_data")
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGE))

Lines: TypeAlias = "dict[str, dict[str, int]]"


@frozen(eq=False, repr=False)
class Document:
    """A pack (or the editions) as plain data.

    `folder` is its id, with which the pointers into it begin. `hash` is a short sum over what it says. Of a
    pack from elsewhere, `names` are the files as their user calls them, `texts` is what stands in them, and
    `locales` are its translations by language; those of packs that come with the library wait in their
    folders.
    """

    folder: str
    info: dict[str, object]
    files: dict[str, object]
    lines: Lines
    hash: str
    names: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    locales: Mapping[str, object] | None = None
    _read_again: dict[str, Spot] = field(factory=dict[str, "Spot"], init=False)

    def place(self, at: str) -> tuple[str, int]:
        """Find the file and the nearest known line of a pointer such as `base/cards.yaml#/buildings/0`."""
        file, _, pointer = at.partition("#")
        name = file.removeprefix(f"{self.folder}/")
        known, shown = self.lines.get(name, {}), self.names.get(name, file)
        parts = pointer.strip("/").split("/")
        while parts:
            line = known.get("/".join(parts))
            if line is not None:
                return shown, line
            parts.pop()
        return shown, 1

    def exact_place(self, at: str) -> tuple[str, int, int]:
        """Find file, line and column of a pointer; where only lines are known, the column is 1.

        Only mistakes ask for it. So columns are not kept: a file is read again when it has a mistake.
        """
        file, _, pointer = at.partition("#")
        name = file.removeprefix(f"{self.folder}/")
        if name not in self.texts:
            return *self.place(at), 1
        if name not in self._read_again:
            from kingsburg_rules.content.yaml_reader import read_yaml

            self._read_again[name] = read_yaml(self.texts[name], name).root
        return self.names.get(name, file), *self._read_again[name].aimed(pointer)


def data_folder(name: str) -> str:
    """Find `content` or `schemas`: beside the package in a wheel, at the top of a checkout."""
    installed = os.path.join(_INSTALLED, name)
    return installed if os.path.isdir(installed) else os.path.join(_CHECKOUT, name)


@lru_cache(maxsize=64)
def built_in(folder: str) -> Document:
    """Read a pack that comes with the library."""
    prepared = os.path.join(_INSTALLED, "json", f"{folder}.json")
    if os.path.isfile(prepared):
        with open(prepared, encoding="utf-8") as file:
            return document(folder, file.read())
    source = os.path.join(data_folder("content"), folder)
    if not os.path.isdir(source):
        raise SetupError("setup.pack", f"Pack {unknown(folder, built_in_folders())}")
    return document(folder, _read_yaml(source))


def _read_yaml(source: str) -> str:
    """Read a pack of a checkout; if that fails the checker says what is wrong, and where.

    Raises:
        ContentError: A file cannot be read, or is not YAML as packs use it.
    """
    from pathlib import Path

    from ruamel.yaml.error import YAMLError

    from kingsburg_rules.content.canonical import canonical_json, pack_document

    try:
        return canonical_json(pack_document(Path(source)))
    except (YAMLError, OSError, ValueError, TypeError, RecursionError) as error:
        from kingsburg_rules.content.checking import check_folder

        whole = Problem(os.path.basename(source), 1, 1, "yaml.unreadable", f"this cannot be read: {error}")
        raise ContentError(check_folder(Path(source)) or (whole,)) from error


def document(folder: str, text: str) -> Document:
    """Make a document of canonical JSON."""
    data = as_object(json.loads(text), folder)
    info = data.get("pack")
    lines: Lines = {
        file: {pointer: line for pointer, line in as_object(found, file).items() if isinstance(line, int)}
        for file, found in as_object(data["lines"], folder).items()
    }
    files = as_object(data["files"], folder)
    return Document(folder, as_object(info, folder) if info else {}, files, lines, str(data["hash"]))


@lru_cache(maxsize=64)
def built_in_locales(folder: str) -> Mapping[str, object]:
    """Read the translations of a pack that comes with the library, by language."""
    prepared = os.path.join(_INSTALLED, LOCALES, f"{folder}.json")
    if os.path.isfile(prepared):
        with open(prepared, encoding="utf-8") as file:
            return as_object(json.load(file), folder)
    source = os.path.join(data_folder("content"), folder)
    if not os.path.isdir(os.path.join(source, LOCALES)):
        return {}
    from pathlib import Path

    from kingsburg_rules.content.canonical import pack_locales

    return pack_locales(Path(source))


def built_in_folders() -> list[str]:
    """List the packs that come with the library (and the folder of editions)."""
    prepared = os.path.join(_INSTALLED, "json")
    if os.path.isdir(prepared):
        return sorted(name.removesuffix(".json") for name in os.listdir(prepared))
    content = data_folder("content")
    if not os.path.isdir(content):
        raise SetupError("setup.content", f"The content of the library is not there: {content} is missing.")
    return sorted(name for name in os.listdir(content) if os.path.isdir(os.path.join(content, name)))
