"""Editions: which packs, modules, switches and names each one has."""

from __future__ import annotations

from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.documents import EDITIONS
from kingsburg_rules.engine.errors import SetupError, is_known, unknown
from kingsburg_rules.language.files import Edition
from kingsburg_rules.language.registry import read_fields


def edition_names() -> tuple[str, ...]:
    """List the editions there are."""
    return tuple(sorted(name.removesuffix(".yaml") for name in built_in(EDITIONS).files))


def edition_of(name: str) -> Edition:
    """Read an edition.

    Raises:
        SetupError: There is no such edition.
        ContentError: Its file has mistakes.
    """
    files = built_in(EDITIONS).files
    if not is_known(name, edition_names()):
        message = f"Edition {unknown(name, edition_names())}"
        raise SetupError("setup.edition", message)
    return read_fields(Edition, files[f"{name}.yaml"], f"{EDITIONS}/{name}.yaml#")
