"""The JSON Schema of the results of simulated games."""

from __future__ import annotations

from kingsburg_rules.game import json_schemas
from kingsburg_rules.lab.results import GameResult

SCHEMAS = {"game-result": "A simulated game: a line of what `kingsburg simulate` writes."}
"""The schema, with what it describes."""


def schema(name: str) -> json_schemas.Schema:
    """Describe a result."""
    return json_schemas.schema_of(name, "GameResult", SCHEMAS[name], (GameResult,))


def schema_text(name: str) -> str:
    """Write the schema the way it is checked in."""
    return json_schemas.written(schema(name))
