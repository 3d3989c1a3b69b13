"""The JSON Schemas of views, decisions, actions and events.

The schemas are derived from the forms of fields, as `engine.wire` writes them. Fields without a default are
required.
"""

from __future__ import annotations

import json
from typing import TypeAlias

from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.classes import NOTHING
from kingsburg_rules.engine.events import Event
from kingsburg_rules.engine.fields import (
    Field,
    Form,
    Many,
    Maybe,
    One,
    Table,
    Thing,
    Word,
    fields_of,
    only_for,
    secret_to,
    secrets_of,
)
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.values import Kind
from kingsburg_rules.engine.wire import ONLY_FOR, TAG, writer_of
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.views import SeatView

Schema: TypeAlias = dict[str, object]
DRAFT = "https://json-schema.org/draft/2020-12/schema"

_CLASSES: dict[str, tuple[type[object], str]] = {
    "view": (SeatView, "What a seat, or a spectator, may know: SeatView.to_json."),
    "decision": (Decision, "What a player is asked, with exactly the legal answers: Decision.to_json."),
    "action": (Action, "An answer to a decision: Action.to_json."),
    "event": (Event, "Something that happened: Event.to_json."),
}

SCHEMAS = {name: title for name, (_, title) in _CLASSES.items()}
"""The schemas with their titles."""

_FACE: Schema = {"type": "integer", "minimum": 1, "maximum": 6}
_DICE: Schema = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_ROLES: dict[Role, Schema] = {
    Role.NUMBER: {"type": "integer"},
    Role.FLAG: {"type": "boolean"},
    Role.YEAR: {"type": "integer"},
    Role.FACE: _FACE,
    Role.DICE: _DICE,
    Role.BONUS_DICE: _DICE,
    Role.ROLL: {"type": "array", "items": _FACE},
    Role.BAG: {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
}
"""The JSON of values, by role. Values of all other roles are names."""

_SELF_EVIDENT = (Role.NUMBER, Role.FLAG)
"""Roles that say no more than the JSON type."""


def schema(name: str) -> Schema:
    """Describe the JSON of a view, a decision, an action or an event."""
    cls, title = _CLASSES[name]
    parts: dict[str, Schema] = {}
    root = _class(cls, parts)
    return {"$schema": DRAFT, "title": title, **root, "$defs": dict(sorted(parts.items()))}


def schema_text(name: str) -> str:
    """Write a schema the way it is checked in."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _class(cls: type[object], parts: dict[str, Schema]) -> Schema:
    """Describe the JSON of a class, or of all classes of a family. `parts` collects the definitions."""
    if issubclass(cls, Kind) and cls is cls.family():
        return {"oneOf": [_part(kind.__name__, _class(kind, parts), parts) for kind in cls.kinds.values()]}
    tag: dict[str, Schema] = {TAG: {"const": cls.__name__}} if issubclass(cls, Kind) else {}
    knows: dict[str, Schema] = {ONLY_FOR: _form(One(Role.PLAYER), parts)} if secret_to(cls) else {}
    fields = fields_of(cls)
    return {
        "description": _first_paragraph(cls),
        "type": "object",
        "properties": {
            **tag,
            **knows,
            **{name: _form(field.form, parts) | _beside(cls, field) for name, field in fields.items()},
        },
        "required": [*tag, *knows, *(name for name, field in fields.items() if field.default is NOTHING)],
        "additionalProperties": False,
    }


def _first_paragraph(cls: type[object]) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def _beside(cls: type[object], field: Field) -> Schema:
    """Describe who may know a field, and its default."""
    secret = field.name in secrets_of(cls)
    told: Schema = {"description": f"Only for `{only_for(cls)}`."} if secret else {}
    return told if field.default is NOTHING else {**told, "default": writer_of(field.form)(field.default)}


def _part(name: str, described: Schema, parts: dict[str, Schema]) -> Schema:
    """Store a definition, and return a reference to it."""
    parts[name] = described
    return {"$ref": f"#/$defs/{name}"}


def _form(form: Form, parts: dict[str, Schema]) -> Schema:
    """Describe the JSON of a value."""
    match form:
        case One(role):
            return _one(role, parts)
        case Word(words):
            return {"enum": [*words]}
        case Maybe(of):
            return {"oneOf": [_form(of, parts), {"type": "null"}]}
        case Many(of):
            return {"type": "array", "items": _form(of, parts)}
        case Table(key, of):
            names: Schema = {"pattern": "^[0-9]+$"} if key is Role.YEAR else _one(key, parts)
            return {"type": "object", "propertyNames": names, "additionalProperties": _form(of, parts)}
        case Thing(cls):
            described = _class(cls, parts)
            return described if "oneOf" in described else _part(cls.__name__, described, parts)


def _one(role: Role, parts: dict[str, Schema]) -> Schema:
    """Describe a value with a role. Most roles have a definition of their own."""
    described = _ROLES.get(role, {"type": "string"})
    if role in _SELF_EVIDENT:
        return {**described}
    return _part(role.name.lower(), {"description": role.doc, **described}, parts)
