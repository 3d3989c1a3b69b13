"""The JSON Schemas, made from the registry.

They are checked in under `schemas/` and a test proves them equal to what is made here. Draft 2020-12, closed
objects, single-key maps, `oneOf` only where exactly one of several keys is given, and `anyOf` for open names:
so every mistake is reported once, at its place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kingsburg_rules.language.all_words import VOCABULARIES
from kingsburg_rules.language.bags import BAG
from kingsburg_rules.language.examples import PLAYS
from kingsburg_rules.language.files import Edition, LocaleFile, PackFile, PackInfo
from kingsburg_rules.language.queries import MEASURE
from kingsburg_rules.language.registry import OBJECTS, Node, fields_schema
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import BOUNDS, TYPED_VALUES

if TYPE_CHECKING:
    from kingsburg_rules.language.shapes import Schema


DRAFT = "https://json-schema.org/draft/2020-12/schema"

IDS = "https://kingsburg-rules.readthedocs.io/schemas/"
"""What all ids begin with: absolute, since some validators look up references relative to the id before."""

FILES: dict[str, tuple[type[Node], str]] = {
    "pack": (PackFile, "A file with cards of a kingsburg-rules pack."),
    "pack-info": (PackInfo, "The pack.yaml of a kingsburg-rules pack."),
    "edition": (Edition, "An edition of the game."),
    "locale": (LocaleFile, "A file in the folder locale/ of a kingsburg-rules pack."),
}
"""The schemas there are: the class of the whole file, and what it is."""

SCHEMAS = {name: said for name, (_, said) in FILES.items()}
"""The schemas there are, each with what it describes."""


def definitions() -> dict[str, Schema]:
    """Describe every word and every closed object of the language."""
    found: dict[str, Schema] = {
        vocabulary.name: vocabulary.definition() for vocabulary in (*VOCABULARIES, PLAYS)
    }
    found["tests"], found["bounds"], found["measure"], found["bag"] = (
        shape.definition() for shape in (IF, BOUNDS, MEASURE, BAG)
    )
    found.update((value.name, value.definition()) for value in TYPED_VALUES)
    found.update((name, shape.definition()) for name, shape in OBJECTS.items())
    return found


def schema(name: str) -> Schema:
    """Make the schema of one kind of file, with the definitions it needs."""
    cls, _ = FILES[name]
    root = fields_schema(cls)
    everything = definitions()
    needed: dict[str, Schema] = {}
    _collect(root, everything, needed)
    found: Schema = {
        "$schema": DRAFT,
        "$id": f"{IDS}{name}.schema.json",
        "title": cls.__name__,
        **root,
    }
    return {**found, "$defs": {key: needed[key] for key in sorted(needed)}} if needed else found


def schema_text(name: str) -> str:
    """Write a schema the way it is checked in."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _collect(part: object, everything: dict[str, Schema], needed: dict[str, Schema]) -> None:
    if is_object(part):
        for key, value in part.items():
            if key == "$ref" and isinstance(value, str):
                name = value.removeprefix("#/$defs/").partition("/")[0]
                if name not in needed:
                    needed[name] = everything[name]
                    _collect(everything[name], everything, needed)
            else:
                _collect(value, everything, needed)
    elif is_list(part):
        for value in part:
            _collect(value, everything, needed)
