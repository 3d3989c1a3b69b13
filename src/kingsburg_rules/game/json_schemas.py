"""The JSON Schemas of views, decisions, actions and events.

The schemas are made from the types of the fields, as `wire` writes them. Fields without a default are
required.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Literal, TypeAlias, Union, get_args, get_origin

from kingsburg_rules.engine.actions import AnyAction, Bag
from kingsburg_rules.engine.events import AnyEvent
from kingsburg_rules.engine.wire import TAG, TAGGED, members, usual
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.views import SeatView

if TYPE_CHECKING:
    from collections.abc import Iterator


Schema: TypeAlias = dict[str, object]
DRAFT = "https://json-schema.org/draft/2020-12/schema"

_FORMS: dict[str, tuple[object, str]] = {
    "view": (SeatView, "What a seat, or a spectator, may know: SeatView.to_json."),
    "decision": (Decision, "What a player is asked, with exactly the legal answers: Decision.to_json."),
    "action": (AnyAction, "An answer to a decision: Action.to_json."),
    "event": (AnyEvent, "Something that happened: Event.to_json."),
}

SCHEMAS = {name: title for name, (_, title) in _FORMS.items()}
"""The schemas with their titles."""

_PLAIN: dict[object, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def schema(name: str) -> Schema:
    """Describe the JSON of a view, a decision, an action or an event."""
    form, title = _FORMS[name]
    parts = {cls.__name__: _described(cls) for cls in _classes(form)}
    root = parts.pop(form.__name__) if isinstance(form, type) else _form(form)
    return {"$schema": DRAFT, "title": title, **root, "$defs": dict(sorted(parts.items()))}


def schema_text(name: str) -> str:
    """Write a schema the way it is checked in."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _classes(form: object) -> Iterator[type[object]]:
    """Yield all classes that a value of a type consists of, each once."""
    waiting, seen = [form], set[object]()
    while waiting:
        one = waiting.pop()
        if one in seen or one in _PLAIN:
            continue
        seen.add(one)
        if isinstance(one, type) and get_origin(one) is None:
            yield one
            waiting += members(one).values()
        elif get_origin(one) is not Literal:
            waiting += [part for part in get_args(one) if part is not Ellipsis]


def _described(cls: type[object]) -> Schema:
    """Describe the JSON of one class."""
    kinds = members(cls)
    defaults: dict[str, Schema] = {
        name: {"default": {} if kinds[name] == Bag else value} for name, value in usual(cls).items()
    }
    tag: dict[str, Schema] = {TAG: {"const": cls.__name__}} if cls in TAGGED else {}
    return {
        "description": _first_paragraph(cls),
        "type": "object",
        "properties": {**tag, **{name: _form(kind) | defaults.get(name, {}) for name, kind in kinds.items()}},
        "required": [*tag, *(name for name in kinds if name not in defaults)],
        "additionalProperties": False,
    }


def _first_paragraph(cls: type[object]) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def _form(kind: object) -> Schema:
    """Describe the JSON of a field."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind == Bag:
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": [*parts]}
    if origin is tuple:
        return _list(parts)
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _form(parts[1])}
    if origin in (UnionType, Union):
        return _either(parts)
    if isinstance(kind, type):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    raise TypeError(f"{kind} has no form in JSON")


def _list(parts: tuple[object, ...]) -> Schema:
    if parts[-1] is Ellipsis:
        return {"type": "array", "items": _form(parts[0])}
    return {"type": "array", "prefixItems": [*map(_form, parts)], "items": False, "minItems": len(parts)}


def _either(parts: tuple[object, ...]) -> Schema:
    """Describe a choice: of plain types in one list, of classes by the tags that tell them apart."""
    if all(part in _PLAIN for part in parts):
        return {"type": [_PLAIN[part] for part in parts]}
    return {"oneOf": [*map(_form, parts)]}
