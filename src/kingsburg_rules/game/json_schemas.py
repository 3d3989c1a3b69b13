"""The JSON Schemas of everything that leaves the library as JSON.

They are derived from the forms of fields, as `engine.wire` writes them. Fields without a default are
required. Every class, every family and every role is defined once, in the schema `wire`; the other schemas
refer to it. So tools that generate types for another language need only that one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import TypeAlias, get_args

from attrs import NOTHING

from kingsburg_rules.content.catalog import CardText, Catalog, Choices
from kingsburg_rules.engine import roles
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.events import Event
from kingsburg_rules.engine.fields import (
    Form,
    ListOf,
    MapOf,
    Maybe,
    Nested,
    OneOf,
    Single,
    Tagged,
    ValueField,
    fields_of,
    is_list,
    is_map,
    only_for,
    secret_to,
    secrets_of,
)
from kingsburg_rules.engine.public_state import GameState, Outcome, PlayerScore
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.engine.wire import (
    CHANCE_SEAT,
    FRACTION,
    ONLY_FOR,
    TAG,
    WIRE_VERSION,
    constants_of,
    default_json,
)
from kingsburg_rules.game.analysis import DiceStatistics, Odds, Price, ReachableAdvisor, Threat
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.views import SeatView
from kingsburg_rules.language.schema import DRAFT, IDS

Schema: TypeAlias = dict[str, object]

WIRE = "wire"
"""The schema with all definitions."""

_HERE = "#/$defs/"

CLASSES: dict[str, tuple[type[object], str]] = {
    "choices": (Choices, "What a lobby can offer: `choices(language)`."),
    "catalog": (Catalog, "Names, texts and figures of a rule set: `catalog_of(rules, language)`."),
    "card-text": (CardText, "What a card does: `explain(card, rules)`."),
    "view": (SeatView, "What a seat, or a spectator, may know: `game.view(player)`."),
    "state": (GameState, "Everything that is public: `game.state`."),
    "decision": (Decision, "What a player is asked, with exactly the legal answers: `game.pending`."),
    "action": (Action, "An answer to a decision: `game.play(action)`."),
    "event": (Event, "Something that happened: what `game.play` returns."),
    "violation": (Violation, "Why something is not possible: `game.why_not(action)`."),
    "reach": (ReachableAdvisor, "An advisor within reach: `game.within_reach(player)`."),
    "price": (Price, "What a building costs a player: `game.prices(player)`."),
    "threat": (Threat, "Enemies that may attack this winter: `game.threats(player)`."),
    "odds": (Odds, "How a battle may end: `game.odds(player)`."),
    "dice": (DiceStatistics, "What a player has rolled: `game.dice_statistics()`."),
    "score": (PlayerScore, "The points of a player: `game.score_by_source`."),
    "outcome": (Outcome, "The ranking of a finished game: `game.outcome`."),
}
"""The values that have a schema of their own, each with where it comes from."""

SCHEMAS = {
    WIRE: "All definitions; the other schemas refer to it.",
    **{name: said for name, (_, said) in CLASSES.items()},
}
"""The schemas, each with what it describes."""

_FACE: Schema = {"type": "integer", "minimum": 1, "maximum": 6}
_DICE: Schema = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_ROLES: dict[Role, Schema] = {
    Role.PLAYER: {"type": "integer", "minimum": CHANCE_SEAT},
    Role.NUMBER: {"type": "integer"},
    Role.FLAG: {"type": "boolean"},
    Role.YEAR: {"type": "integer"},
    Role.FACE: _FACE,
    Role.DICE: _DICE,
    Role.BONUS_DICE: _DICE,
    Role.ROLL: {"type": "array", "items": _FACE},
    Role.BAG: {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
    Role.FRACTION: {
        "type": "object",
        "properties": dict(
            zip(
                FRACTION,
                ({"type": "integer"}, {"type": "integer", "minimum": 1}, {"type": "number"}),
                strict=True,
            )
        ),
        "required": [*FRACTION],
        "additionalProperties": False,
    },
}
"""The JSON of values, by role. Values of all other roles are names."""

_SELF_EVIDENT = (Role.NUMBER, Role.FLAG)
"""Roles that say no more than the JSON type."""


def schema(name: str) -> Schema:
    """Describe the JSON of one kind of value, or (`wire`) of all of them."""
    if name == WIRE:
        roots, parts = _definitions(cls for cls, _ in CLASSES.values())
        said = "All values that the library writes as JSON, and all of which they consist."
        return {**_head(WIRE, "Wire", said), "anyOf": roots, "$defs": dict(sorted(parts.items()))}
    cls, said = CLASSES[name]
    title = _title(cls)
    return {**_head(name, title, said), "$ref": f"{_file(WIRE)}#/$defs/{title}"}


def schema_of(name: str, said: str, classes: Iterable[type[object]]) -> Schema:
    """Describe the JSON of classes of an application. What is in `wire` is referred to there."""
    roots, parts = _definitions(classes)
    _, shared = _definitions(cls for cls, _ in CLASSES.values())
    own = {title: _referring(part, shared) for title, part in sorted(parts.items()) if title not in shared}
    title = name.title().replace("-", "")
    return {**_head(name, title, said), "anyOf": [_referring(root, shared) for root in roots], "$defs": own}


def schema_text(name: str) -> str:
    """Write a schema the way it is checked in."""
    return written(schema(name))


def written(found: Schema) -> str:
    """Write any schema that way."""
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _referring(part: object, shared: Mapping[str, Schema]) -> object:
    """Return a part of a schema in which references to what is in `wire` lead there."""
    if is_list(part):
        return [_referring(one, shared) for one in part]
    if not is_map(part):
        return part
    found = {key: _referring(one, shared) for key, one in part.items()}
    reference = found.get("$ref")
    if isinstance(reference, str) and reference.removeprefix(_HERE) in shared:
        found["$ref"] = f"{_file(WIRE)}{reference}"
    return found


def _definitions(classes: Iterable[type[object]]) -> tuple[list[Schema], dict[str, Schema]]:
    """Define classes: a reference to each, and the definitions of them and of all that they consist of."""
    parts: dict[str, Schema] = {}
    return [_form(Nested(cls), parts) for cls in classes], parts


def _head(name: str, title: str, said: str) -> Schema:
    """Begin a schema. Ids and references work for files in one folder, and for a registry of ids."""
    return {
        "$schema": DRAFT,
        "$id": f"{IDS}{WIRE_VERSION}/{_file(name)}",
        "$comment": f"Version {WIRE_VERSION} of the JSON of kingsburg-rules.",
        "title": title,
        "description": said,
    }


def _file(name: str) -> str:
    return f"{name}.schema.json"


def _title(cls: type[object]) -> str:
    """Name the type of a class, or of any class of a family.

    Classes whose tag is not their name are messages. Their tags may be names of other things, so the name of
    the family is added.
    """
    if not issubclass(cls, Tagged):
        return cls.__name__
    if cls is cls.family():
        return f"Any{cls.__name__}"
    if cls.tag == cls.__name__:
        return cls.tag
    return cls.tag.title().replace("_", "") + cls.family().__name__


def _class(cls: type[object], parts: dict[str, Schema]) -> Schema:
    """Describe the JSON of a class, or of all classes of a family. `parts` collects the definitions."""
    if issubclass(cls, Tagged) and cls is cls.family():
        return {
            "description": f"{_description(cls)} The key `{TAG}` says which.",
            "oneOf": [_part(_title(kind), _class(kind, parts), parts) for kind in cls.kinds.values()],
        }
    tag: dict[str, Schema] = {name: {"const": value} for name, value in constants_of(cls).items()}
    knows: dict[str, Schema] = {ONLY_FOR: _form(Single(Role.PLAYER), parts)} if secret_to(cls) else {}
    fields = fields_of(cls)
    return {
        "description": _description(cls),
        "type": "object",
        "properties": {
            **tag,
            **knows,
            **{name: _field(cls, field, parts) for name, field in fields.items()},
        },
        "required": [*tag, *knows, *(name for name, field in fields.items() if field.default is NOTHING)],
        "additionalProperties": False,
    }


def _description(cls: type[object]) -> str:
    """Return what the docstring of a class says, without the sections for programs in Python."""
    said = takewhile(lambda part: not part.lstrip().startswith(_SECTIONS), (cls.__doc__ or "").split("\n\n"))
    return " ".join(" ".join(said).split())


_SECTIONS = ("Args:", "Raises:", "Returns:")


def _field(cls: type[object], field: ValueField, parts: dict[str, Schema]) -> Schema:
    """Describe a field. What is said beside a reference would make tools define another type."""
    form, beside = _form(field.form, parts), _beside(cls, field)
    return {"allOf": [form], **beside} if beside and "$ref" in form else {**form, **beside}


def _beside(cls: type[object], field: ValueField) -> Schema:
    """Describe who may know a field, and its default."""
    secret = field.name in secrets_of(cls)
    told: Schema = {"description": f"Only for `{only_for(cls)}`."} if secret else {}
    return told if field.default is NOTHING else {**told, "default": default_json(field)}


def _part(title: str, described: Schema, parts: dict[str, Schema]) -> Schema:
    """Store a definition, and return a reference to it."""
    parts[title] = {"title": title, **described}
    return {"$ref": f"{_HERE}{title}"}


def _form(form: Form, parts: dict[str, Schema]) -> Schema:
    """Describe the JSON of a value."""
    match form:
        case Single(role):
            return _one(role, parts)
        case OneOf(words):
            return {"enum": [*words]}
        case Maybe(of):
            return {"oneOf": [_form(of, parts), {"type": "null"}]}
        case ListOf(of):
            return {"type": "array", "items": _form(of, parts)}
        case MapOf(key, of):
            numbered = key in (Role.YEAR, Role.PLAYER)
            names: Schema = {"pattern": "^[0-9]+$"} if numbered else _one(key, parts)
            return {"type": "object", "propertyNames": names, "additionalProperties": _form(of, parts)}
        case Nested(cls):
            return _part(_title(cls), _class(cls, parts), parts)


def _one(role: Role, parts: dict[str, Schema]) -> Schema:
    """Describe a value with a role. Most roles have a definition of their own."""
    described = _ROLES.get(role, {"type": "string"})
    if role in _SELF_EVIDENT:  # a type `Number` would say nothing in any language
        return {**described}
    return _part(type_names()[role], {"description": role.doc, **described}, parts)


@cache
def type_names() -> Mapping[Role, str]:
    """Return what the type of each role is called, in Python and in other languages: `CardId`.

    Only players are something else in JSON.
    """
    found: dict[Role, str] = {Role.PLAYER: "Seat"}
    for name, role in _types():
        found.setdefault(role, name)
    return found


def _types() -> Iterator[tuple[str, Role]]:
    """List the types of `engine.roles` with their roles, in the order in which they are declared."""
    for name, hint in vars(roles).items():
        for part in get_args(hint):
            if isinstance(part, Role):
                yield name, part
