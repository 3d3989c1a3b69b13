"""The checked-in schemas are those of the language, and are built so that a mistake is one error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kingsburg_rules.language.schema import DRAFT, FILES, IDS, schema, schema_text

FOLDER = Path(__file__).parents[2] / "schemas"

each_schema = pytest.mark.parametrize("name", sorted(FILES))


def parts(schema: Any, where: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within a schema, with the way to it."""
    yield where, schema
    for key in ("properties", "patternProperties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from parts(part, f"{where}/{key}/{name}")
    for key in ("items", "then", "if"):
        if key in schema:
            yield from parts(schema[key], f"{where}/{key}")


@each_schema
def test_what_is_checked_in_is_what_the_language_says(name: str) -> None:
    written = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert written == schema_text(name), (
        f"make schemas/{name}.schema.json anew: kingsburg schema --write schemas"
    )


def test_no_schema_is_left_over() -> None:
    of_packs = {f"{name}.schema.json" for name in FILES}
    assert of_packs <= {path.name for path in FOLDER.iterdir()}


@each_schema
def test_it_is_a_valid_schema_of_its_draft(name: str) -> None:
    assert schema(name)["$schema"] == DRAFT == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema(name))


@each_schema
def test_a_schema_names_itself_and_its_type(name: str) -> None:
    found: Any = schema(name)
    assert found["$id"] == f"{IDS}{name}.schema.json"
    assert found["title"].isidentifier()
    assert found["description"].endswith(".")


@each_schema
def test_every_property_is_described(name: str) -> None:
    bare = [
        f"{where}/{key}"
        for where, part in parts(schema(name))
        for key, value in part.get("properties", {}).items()
        if not str(value.get("description", "")).endswith((".", ")"))
    ]
    assert not bare


@each_schema
def test_every_map_is_closed(name: str) -> None:
    open_ = [
        where
        for where, part in parts(schema(name))
        if ("properties" in part or part.get("type") == "object")
        and not where.endswith("/if")
        and not ("if" in part and "then" in part)
        and part.get("additionalProperties") is not False
    ]
    assert not open_


@each_schema
def test_there_is_no_choice_between_schemas(name: str) -> None:
    """With oneOf or anyOf a mistake in one branch is an error of them all.

    But for names that packs may add to, known or not, and for keys of which exactly one is given.
    """
    text = json.dumps(schema(name))
    assert not [word for word in ("allOf", "unevaluated") if f'"{word}' in text]
    for _, part in parts(schema(name)):
        assert all(set(choice) == {"required"} for choice in part.get("oneOf", ()))
        if "anyOf" in part:
            known, other = part["anyOf"]
            assert set(known) == {"enum"}
            assert set(other) == {"type", "pattern"}


@each_schema
def test_words_come_one_to_a_map(name: str) -> None:
    """A list of words is a list of maps with one key each: at least one, at most one."""
    several = [
        where
        for where, part in parts(schema(name))
        if part.get("maxProperties") == 1 and part.get("minProperties") != 1
    ]
    assert not several


@each_schema
def test_every_reference_leads_somewhere(name: str) -> None:
    whole = schema(name)
    for where, part in parts(whole):
        if "$ref" in part:
            found = whole
            for key in part["$ref"].removeprefix("#/").split("/"):
                assert key in found, where
                found = found[key]
