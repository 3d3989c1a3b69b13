"""What the JSON Schema finds wrong: every fault with its path, and nothing said about it yet.

jsonschema is imported here and nowhere else, and only when something is checked. The validator is built once
for each kind of file. Two keywords are made stricter than the standard has them: 1.0 is not a whole number,
and a pattern covers a text to its very end. A third, `if`, is told in one piece with the map that it is
about.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from attrs import frozen

from kingsburg_rules.language.schema import schema
from kingsburg_rules.language.shapes import is_object
from kingsburg_rules.procedures.words import word_modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kingsburg_rules.content.yaml_positions import Path

Definition: TypeAlias = "Mapping[str, object]"

MAX_FAULTS = 1000
"""After so many the rest of a file is not looked at."""

KNOWN_WORDS = word_modules()
"""A schema has the words that were imported, so all of them are."""


@frozen(eq=False)
class Fault:
    """A value that a keyword of the schema refuses; `schema` is where the keyword stands."""

    path: Path
    keyword: str
    wanted: object
    found: object
    schema: Definition


class _Error(Protocol):
    """What is used of jsonschema's errors."""

    absolute_path: Iterable[str | int]
    validator: str
    validator_value: object
    instance: object
    schema: Definition


class _Validator(Protocol):
    def iter_errors(self, instance: object) -> Iterator[_Error]: ...


def find_faults(kind: str, data: object) -> list[Fault]:
    """Compare the data of a file with the schema of its kind; what two keywords find alike is told once."""
    found: dict[tuple[Path, str, str], Fault] = {}
    for error in islice(_validator(kind).iter_errors(data), MAX_FAULTS):
        path, wanted = tuple(error.absolute_path), error.validator_value
        fault = Fault(path, error.validator, wanted, error.instance, error.schema)
        found.setdefault((path, error.validator, repr(wanted)), fault)
    return list(found.values())


@lru_cache(maxsize=8)
def definition(kind: str) -> Definition:
    """Give the schema of a kind of file."""
    return schema(kind)


@lru_cache(maxsize=8)
def _validator(kind: str) -> _Validator:
    import jsonschema

    library = cast(Any, jsonschema)  # its stubs leave `extend` untyped
    draft = library.Draft202012Validator
    types = draft.TYPE_CHECKER.redefine("integer", _is_whole)
    keywords = {"pattern": _covers, "if": _completes}
    strict = library.validators.extend(draft, keywords, type_checker=types)
    return cast("_Validator", strict(definition(kind)))


def _completes(
    validator: _Validator, condition: Definition, instance: object, schema: Definition
) -> Iterator[Exception]:
    """Do the work of `if`; where `else` requires keys, a missing one is told as a fault of the whole map.

    So the other keywords of the map help to word it.
    """
    from jsonschema import Draft202012Validator, ValidationError

    if "else" not in schema:
        yield from Draft202012Validator.VALIDATORS["if"](validator, condition, instance, schema)
    elif is_object(instance):
        required = required_keys(schema, instance)
        for key in required:
            if key not in instance:
                yield ValidationError(
                    key, validator="required", validator_value=required, instance=instance, schema=schema
                )


def required_keys(schema: Definition, found: Mapping[str, object]) -> list[str]:
    """Give the keys that a map must have: those of its schema, or none if a key makes it partial."""
    if "else" not in schema:
        return [*cast("list[str]", schema.get("required", []))]
    partial, whole = (
        cast("Mapping[str, list[str]]", schema["if"]),
        cast("Mapping[str, list[str]]", schema["else"]),
    )
    return [] if any(key in found for key in partial["required"]) else [*whole["required"]]


def _is_whole(checker: object, instance: object) -> bool:
    del checker
    return isinstance(instance, int) and not isinstance(instance, bool)


def _covers(validator: object, pattern: str, instance: object, part: object) -> Iterator[Exception]:
    """Do the work of the keyword `pattern`, up to the end of the text and not only of its last line."""
    from jsonschema import ValidationError

    del validator, part
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield ValidationError(pattern)
