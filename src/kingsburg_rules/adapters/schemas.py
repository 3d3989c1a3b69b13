"""The JSON Schema of the messages of `kingsburg engine`."""

from __future__ import annotations

from kingsburg_rules.adapters.messages import Answer, Request
from kingsburg_rules.game import json_schemas

SCHEMAS = {"engine": "What `kingsburg engine` reads and writes: a request or an answer on each line."}
"""The schema, with what it describes."""


def schema(name: str) -> json_schemas.Schema:
    """Describe the messages."""
    return json_schemas.schema_of(name, "Engine", SCHEMAS[name], (Request, Answer))


def schema_text(name: str) -> str:
    """Write the schema the way it is checked in."""
    return json_schemas.written(schema(name))
