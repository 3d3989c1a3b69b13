"""Documents: packs and editions as plain data, the data of their files with the lines of their cards.

`canonical.pack_document` makes them of folders, and `built_in` finds those of the library.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from kingsburg_rules.language.shapes import as_object, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.content.yaml_reader import Spot

PACK_FILE = "pack.yaml"
"""What makes a folder a pack: its id, its version and what it needs."""

EDITIONS = "editions"
"""The one folder that ships without being a pack."""

LOCALES = "locale"
"""The folder of a pack with its translations: no rule depends on them, so they ship apart."""

Lines: TypeAlias = "dict[str, dict[str, int]]"


@frozen(eq=False, repr=False)
class Document:
    """A pack (or the editions) as plain data.

    `folder` is its id, with which the pointers into it begin. `hash` is a short sum over what it says. Of a
    pack from elsewhere, `translations` is one over what it says in other languages, `names` are the files as
    their user calls them, `texts` is what stands in them, `locales` are its translations by language, and
    `roots` are the places in those files that somebody has read. Translations of packs that come with the
    library wait in their folders.
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
    roots: dict[str, Spot] = field(factory=dict[str, "Spot"])

    @property
    def content(self) -> tuple[str, str, str]:
        """A value that tells documents apart: their names, and the sums over what they say."""
        return self.folder, self.hash, self.translations

    @property
    def is_built_in(self) -> bool:
        """Return whether it comes with the library. Only of others are the files known."""
        return not self.names

    def __reduce__(self) -> tuple[type[Document], tuple[object, ...]]:
        """Pickle what makes it, without the places."""
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

        Only mistakes ask for it. So a pack that is played keeps no columns: its files are read again.
        """
        file, _, pointer = at.partition("#")
        name = file.removeprefix(f"{self.folder}/")
        if name not in self.texts:
            return *self.place(at), 1
        if name not in self.roots:
            from kingsburg_rules.content.yaml_reader import read_yaml  # needs the parser: only authors do

            self.roots[name] = read_yaml(self.texts[name], name).root
        return self.names.get(name, file), *self.roots[name].aimed(pointer)


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
