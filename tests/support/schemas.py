"""Validators of the JSON that leaves the library, by the names of schemas or of types."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kingsburg_rules.game.json_schemas import SCHEMAS, WIRE, schema


def definitions() -> Any:
    """All types, by their names."""
    return schema(WIRE)["$defs"]


def fresh_validator(name: str) -> Draft202012Validator:
    """A validator of a schema as it is now, also after a test has added a class."""
    contents: list[Any] = [schema(WIRE), schema(name)]
    resources = [(one["$id"], Resource.from_contents(one)) for one in contents]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(schema(name), registry=registry)


def fresh_validator_of(kind: str) -> Draft202012Validator:
    """A validator of one type: quicker than to find that a value is of none of the others."""
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": definitions()})


validator = cache(fresh_validator)
validator_of = cache(fresh_validator_of)


def messages(name: str, data: object) -> list[str]:
    """What is wrong with data, in the words of the validator."""
    assert name in SCHEMAS
    return [error.message for error in validator(name).iter_errors(data)]
