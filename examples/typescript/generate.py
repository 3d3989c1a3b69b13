"""Write the types of the JSON, from its schemas: `types.ts`, `messages.ts` and their like in `src`.

    python generate.py

It needs nothing but Python, and `schemas/` of the same checkout.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias, TypedDict

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "schemas" / "wire.schema.json"
TYPES = HERE / "src" / "types.ts"
MESSAGES = {
    HERE / "src" / "messages.ts": SCHEMA.with_name("engine.schema.json"),
    HERE / "src" / "table.ts": SCHEMA.with_name("table.schema.json"),
    HERE / "src" / "workshop.ts": SCHEMA.with_name("workshop.schema.json"),
}
"""The files with messages: of `kingsburg engine`, `kingsburg serve` and the workshop, with their schemas."""

WIDTH = 100
Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "additionalProperties": "Schema",
        "allOf": "list[Schema]",
        "const": str,
        "default": object,
        "description": str,
        "enum": list[str],
        "items": "Schema",
        "oneOf": "list[Schema]",
        "pattern": str,
        "properties": "Mapping[str, Schema]",
        "propertyNames": "Schema",
        "required": list[str],
        "type": str,
    },
    total=False,
)
"""The part of JSON Schema that our schemas use."""

Wire = TypedDict("Wire", {"$id": str, "$defs": Mapping[str, Schema]})
"""The schema with all definitions."""

Definitions: TypeAlias = Mapping[str, Schema]

HEADER = """\
// Made by generate.py from schemas/wire.schema.json. Change that, not this.

import type {{ DefaultsOf }} from "./defaults.js";

/** The version of the JSON. Choices and catalogs have it as `wire`; with another one, do not go on. */
export const WIRE_VERSION = {version};
"""

DEFAULTS = """\
/** What a field has if it is not in the JSON, by type. */
export const DEFAULTS: {{
{types}
}} = {{
{values}
}};
"""

MESSAGES_HEADER = """\
// Made by generate.py from schemas/{schema}. Change that, not this.

import type {{
{names}
}} from "./types.js";
"""

_ANY_NAME: Schema = {"type": "string"}
_SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def main() -> None:
    """Write the files."""
    TYPES.write_text(types_text(), encoding="utf-8", newline="\n")
    for path, schema in MESSAGES.items():
        path.write_text(messages_text(schema), encoding="utf-8", newline="\n")


def types_text() -> str:
    """Return the text of the file, as the schema demands it now."""
    wire: Wire = json.loads(SCHEMA.read_text(encoding="utf-8"))
    definitions = wire["$defs"]
    version = wire["$id"].split("/")[-2]
    return "\n".join([HEADER.format(version=version), *_sections(definitions), _defaults(definitions)])


def messages_text(schema: Path) -> str:
    """Return the text of a file with messages, as their schema demands it now."""
    text = schema.read_text(encoding="utf-8")
    messages: Wire = json.loads(text)
    names = sorted({*re.findall(r'"wire[.]schema[.]json#/[$]defs/(\w+)"', text)})
    header = MESSAGES_HEADER.format(schema=schema.name, names="\n".join(f"  {name}," for name in names))
    return "\n".join([header, *_sections(messages["$defs"])])


def _sections(definitions: Definitions) -> Iterator[str]:
    """Write all definitions: first names and numbers, then values, then the families with their members."""
    simple = [name for name, form in definitions.items() if not {"oneOf", "properties"} & form.keys()]
    families = {name: [*_members(form)] for name, form in definitions.items() if "oneOf" in form}
    for title, names in (
        ("Names and numbers", simple),
        ("Values", _values(definitions)),
        *((name, [name, *members]) for name, members in families.items()),
    ):
        if not names:
            continue
        yield f"// {title}\n"
        yield from (_definition(name, definitions[name]) for name in names)


def _values(definitions: Definitions) -> list[str]:
    """Name the classes that are not members of a family."""
    tagged = {member for form in definitions.values() for member in _members(form)}
    return [name for name, form in definitions.items() if "properties" in form and name not in tagged]


def _members(family: Schema) -> Iterator[str]:
    """Name the members of a family; other definitions have none."""
    return (_referred(member) for member in family.get("oneOf", ()))


def _referred(form: Schema) -> str:
    return form.get("$ref", "").rpartition("/")[2]


def _definition(name: str, form: Schema) -> str:
    """Write a definition with its comment."""
    comment = _comment([form.get("description", "")])
    if "properties" in form:
        required = form.get("required", ())
        fields = "".join(_field(key, part, required) for key, part in form["properties"].items())
        return f"{comment}export interface {name} {{\n{fields}}}\n"
    if "oneOf" in form:
        return f"{comment}export type {name} =" + "".join(f"\n  | {one}" for one in _members(form)) + ";\n"
    return f"{comment}export type {name} = {type_of(form)};\n"


def _field(name: str, form: Schema, required: Iterable[str]) -> str:
    """Write a field. One that has a default may be left out."""
    said = [form["description"]] if "description" in form else []
    if "default" in form:
        said.append(f"Default: `{_literal(form['default'])}`.")
    mark = "" if name in required else "?"
    return f"{_comment(said, '  ')}  readonly {name}{mark}: {type_of(form)};\n"


def _comment(sentences: list[str], indent: str = "") -> str:
    """Write a comment for editors, on one line if it fits."""
    text = re.sub(r"\bNone\b", "`null`", " ".join(sentences)).replace("``", "`")
    if not text:
        return ""
    if len(indent) + len(text) + len("/**  */") <= WIDTH:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, WIDTH - len(indent) - len(" * "))
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n"])


def type_of(form: Schema) -> str:
    """Write the type of a value.

    Raises:
        ValueError: The schema uses something that is not known here.
    """
    match form:
        case {"$ref": _}:
            return _referred(form)
        case {"allOf": [only]}:
            return type_of(only)
        case {"oneOf": parts}:
            return " | ".join(map(type_of, parts))
        case {"const": word}:
            return _literal(word)
        case {"enum": words}:
            return " | ".join(map(_literal, words))
        case {"type": "array", "items": item}:
            return f"readonly {_item(type_of(item))}[]"
        case {"type": "object", "additionalProperties": value}:
            return f"Readonly<Record<{_key(form)}, {type_of(value)}>>"
        case {"type": simple} if simple in _SIMPLE:
            return _SIMPLE[simple]
        case _:
            raise ValueError(f"no type for {form}")


def _item(written: str) -> str:
    """Put the type of items in parentheses if it consists of several words."""
    return f"({written})" if " " in written else written


def _key(form: Schema) -> str:
    """Write the type of the keys of a map. Years and seats are numbers, which JSON writes as strings."""
    key = form.get("propertyNames", _ANY_NAME)
    return "number" if "pattern" in key else type_of(key)


def _defaults(definitions: Definitions) -> str:
    """Write the defaults of all classes that have some."""
    known = {
        name: fields
        for name in definitions
        if (fields := _default_fields(definitions[name].get("properties", {})))
    }
    types = "\n".join(f"  readonly {name}: DefaultsOf<{name}>;" for name in known)
    values = "\n".join(f"  {name}: {{\n{fields}  }}," for name, fields in known.items())
    return DEFAULTS.format(types=types, values=values)


def _default_fields(fields: Mapping[str, Schema]) -> str:
    return "".join(
        f"    {name}: {_literal(form['default'])},\n" for name, form in fields.items() if "default" in form
    )


def _literal(value: object) -> str:
    """Write a value. All lists and maps that are defaults are empty.

    Raises:
        ValueError: It is a list or a map with something in it.
    """
    if isinstance(value, list | dict) and value:
        raise ValueError(f"the default {value} is not empty")
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
