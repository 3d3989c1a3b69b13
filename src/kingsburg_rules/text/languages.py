"""The languages there are."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kingsburg_rules.engine.errors import SetupError, unknown

if TYPE_CHECKING:
    from kingsburg_rules.text.grammar import Language

_MODULES = {"en": ("english", "English"), "nl": ("dutch", "Dutch"), "fr": ("french", "French")}

LANGUAGES = tuple(_MODULES)
"""The codes of the languages: English, Dutch, French."""


@cache
def language_of(code: str) -> Language:
    """Find a language by its code.

    Raises:
        SetupError: There is no such language.
    """
    if code not in _MODULES:
        raise SetupError("text.language", f"Language {unknown(code, LANGUAGES)}")
    module, name = _MODULES[code]
    found: type[Language] = getattr(import_module(f"kingsburg_rules.text.{module}"), name)
    return found()
