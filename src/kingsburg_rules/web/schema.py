"""The JSON Schemas of the messages of a table and of the workshop. What the rules define is in `wire`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from kingsburg_rules.engine.fields import Tagged, is_list, is_map
from kingsburg_rules.engine.wire import TAG
from kingsburg_rules.game.json_schemas import WIRE, Schema, definitions_of, head
from kingsburg_rules.game.json_schemas import schema as schema_of_rules
from kingsburg_rules.web.messages import FIELDS, News, Request, TableInfo, word_of
from kingsburg_rules.web.questions import Question, Reply

TABLE, WORKSHOP = "table", "workshop"

SCHEMAS = {
    TABLE: "What browsers and tables say to each other: the messages of `kingsburg serve`.",
    WORKSHOP: "What the page of the card workshop asks its worker, and the replies.",
}

_ROOTS: Mapping[str, tuple[type, ...]] = {TABLE: (Request, News, TableInfo), WORKSHOP: (Question, Reply)}
_FAMILIES = (Request, News, Question, Reply)

_KNOWN = f"{WIRE}.schema.json#/$defs/"
_HERE = "#/$defs/"


def schema(name: str) -> Schema:
    """Describe the messages."""
    roots, parts = definitions_of(*_ROOTS[name])
    wire = schema_of_rules(WIRE)["$defs"]
    assert is_map(wire)
    families = [family for family in _FAMILIES if family in _ROOTS[name]]
    titles = _titles(wire, parts, families)
    own = {
        titles[found]: _Rewriting(titles).rewritten(form) for found, form in parts.items() if found in titles
    }
    return {
        **head(name, name.capitalize(), SCHEMAS[name]),
        "anyOf": [_Rewriting(titles).rewritten(root) for root in roots],
        "$defs": dict(sorted(own.items())),
    }


def schema_text(name: str) -> str:
    """Write the schema the way it is checked in."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _titles(
    wire: Mapping[str, object], parts: Mapping[str, Schema], families: Iterable[type[Tagged]]
) -> dict[str, str]:
    """Name the definitions that are not in the schema `wire`; messages get their family as a suffix."""
    kinds = {name: f"{name}{family.__name__}" for family in families for name in family.kinds}
    return {name: kinds.get(name, name) for name in parts if name in kinds or name not in wire}


class _Rewriting:
    """Rewrites definitions: references to `wire`, types in small letters."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self.titles = titles

    def rewritten(self, form: object) -> object:
        """Rewrite a part of a schema."""
        if is_list(form):
            return [self.rewritten(part) for part in form]
        if not is_map(form):
            return form
        found = {key: self.rewritten(part) for key, part in form.items()}
        reference = found.get("$ref")
        if isinstance(reference, str):
            name = reference.removeprefix(_HERE)
            found["$ref"] = f"{_HERE}{self.titles[name]}" if name in self.titles else f"{_KNOWN}{name}"
        properties = found.get("properties")
        if is_map(properties):
            found = self._of_message(found, properties)
        return found

    def _of_message(self, form: dict[str, object], properties: Mapping[str, object]) -> dict[str, object]:
        """Write the type and the fields of a message as its JSON has them."""
        written = {FIELDS.get(name, name): part for name, part in properties.items()}
        tag = written.get(TAG)
        if is_map(tag) and "const" in tag:
            title = str(tag["const"])
            written[TAG] = {"const": word_of(title)}
            form["title"] = self.titles.get(title, title)
        required = form.get("required")
        names = [FIELDS.get(str(name), name) for name in required] if is_list(required) else []
        return {**form, "properties": written, "required": names}
