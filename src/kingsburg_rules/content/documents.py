"""Where the content is: documents of packs and editions, from the wheel's JSON or a checkout's YAML.

A *document* is what `canonical.pack_document` makes of a folder: the data of its files with the lines of its
cards. An installed wheel has them ready as JSON, so playing needs no YAML parser; a checkout or an editable
install reads its own `content/`. Paths are plain text here: importing pathlib would cost as much as loading.
"""

from __future__ import annotations

import json
import os.path
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from kingsburg_rules.content import later
from kingsburg_rules.engine.errors import ContentError, SetupError, unknown
from kingsburg_rules.language.shapes import ShapeError, as_object, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from kingsburg_rules.content.yaml_reader import Spot

PACK_FILE = "pack.yaml"
"""What makes a folder a pack: its id, its version and what it needs."""

EDITIONS = "editions"
"""The one folder that ships without being a pack."""

LOCALES = "locale"
"""The folder of a pack with its translations: no rule depends on them, so they ship apart."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_INSTALLED = os.path.join(_PACKAGE, "_data")
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGE))

Lines: TypeAlias = "dict[str, dict[str, int]]"


@frozen(eq=False, repr=False)
class Document:
    """A pack (or the editions) as plain data.

    `folder` is its id, with which the pointers into it begin. `hash` is a short sum over what it says. Of a
    pack from elsewhere, `translations` is one over what it says in other languages, `names` are the files as
    their user calls them, `texts` is what stands in them, and `locales` are its translations by language;
    those of packs that come with the library wait in their folders.
    """

    folder: str
    info: dict[str, object]
    files: dict[str, object]
    lines: Lines
    hash: str
    translations: str = ""
    names: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    locales: Mapping[str, object] | None = None
    _read_again: dict[str, Spot] = field(factory=dict[str, "Spot"], init=False)

    @property
    def content(self) -> tuple[str, str, str]:
        """What tells documents apart: their names, and the sums over what they say."""
        return self.folder, self.hash, self.translations

    @property
    def is_built_in(self) -> bool:
        """Whether it comes with the library. Only of others are the files known."""
        return not self.names

    def __reduce__(self) -> tuple[type[Document], tuple[object, ...]]:
        """Pickle what makes it, without what was read again."""
        told = (self.folder, self.info, self.files, self.lines, *self.content[1:])
        return Document, (*told, dict(self.names), dict(self.texts), self.locales)

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
            self._read_again[name] = later.read_yaml(self.texts[name], name).root
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
        message = f"Pack {unknown(folder, built_in_folders())}"
        raise SetupError("setup.pack", message)
    # A wheel has JSON, so only a checkout comes here and imports the reader of YAML.
    return document(folder, canonical_json(later.pack_document(source)))


@contextmanager
def unjudged() -> Generator[None, None, None]:
    """Work with the library's own files, whose form is not judged when they are read.

    In a checkout somebody may have just broken one. Then the judge words what is wrong.

    Raises:
        ContentError: The form of a file is wrong.
    """
    try:
        yield
    except ShapeError as error:
        problems = later.check_folder(os.path.join(data_folder("content"), error.at.partition("/")[0]))
        if not problems:
            raise
        raise ContentError(problems) from error


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


def canonical_json(data: Mapping[str, object]) -> str:
    """Write data the one way it can be written, so that equal content means equal bytes.

    Keys are sorted, nothing is escaped that UTF-8 can say, and there is no space to disagree about.
    """
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text + "\n"


def sorted_keys(data: object) -> object:
    """Sort the keys of all maps, as in the JSON of built-in packs, so that their order never matters."""
    if is_object(data):
        return {key: sorted_keys(data[key]) for key in sorted(data)}
    return [sorted_keys(item) for item in data] if is_list(data) else data


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
    return later.pack_locales(source)


def built_in_folders() -> list[str]:
    """List the packs that come with the library (and the folder of editions)."""
    prepared = os.path.join(_INSTALLED, "json")
    if os.path.isdir(prepared):
        return sorted(name.removesuffix(".json") for name in os.listdir(prepared))
    content = data_folder("content")
    if not os.path.isdir(content):
        message = f"The content of the library is missing: there is no {content}."
        raise SetupError("setup.content", message)
    return sorted(name for name in os.listdir(content) if os.path.isdir(os.path.join(content, name)))


def built_in_packs() -> tuple[str, ...]:
    """List the packs that come with the library."""
    return tuple(folder for folder in built_in_folders() if folder != EDITIONS)
