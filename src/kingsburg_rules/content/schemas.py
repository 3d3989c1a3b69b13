"""The JSON Schemas of the whole language: of its own words and of the big words of the calendar."""

from __future__ import annotations

from kingsburg_rules.language import schema
from kingsburg_rules.procedures.words import word_modules

SCHEMAS = {name: title for name, (_, title) in schema.FILES.items()}
"""The schemas there are, with their titles."""

DEFINED_IN = tuple(module.__name__ for module in word_modules())
"""The modules whose words the schemas describe."""


def schema_text(name: str) -> str:
    """Write a schema the way it is checked in."""
    return schema.schema_text(name)
