"""The sentences with which bots explain their answers, in the languages of the library.

`reasons.toml` beside this module has them, by names such as `more.goods`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, TypeAlias

from kingsburg_rules import LANGUAGES

Reason: TypeAlias = Mapping[str, str]
"""A sentence, or a part of one, by the code of the language."""

_THOUSANDS: Final[Mapping[str, str]] = {"nl": ".", "fr": "\u00a0"}
"""What separates the thousands in a number."""


def reason(name: str, **facts: float | Reason) -> Reason:
    """Return a sentence in every language, with its gaps filled."""
    return {language: _filled(name, language, facts) for language in LANGUAGES}


def _filled(name: str, language: str, facts: Mapping[str, float | Reason]) -> str:
    written = _sentences()[name][language]
    if language == "fr":
        for sign in ";:?!":
            written = written.replace(f" {sign}", f"\u00a0{sign}")
    given = {gap: fact[language] if isinstance(fact, Mapping) else fact for gap, fact in facts.items()}
    return written.format(**given) if language == "en" else _Numbers(language).vformat(written, (), given)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("kingsburg_rules.bots") / "reasons.toml").read_text(encoding="utf-8"))


class _Numbers(Formatter):
    """Fills in numbers as Dutch and French write them."""

    def __init__(self, language: str) -> None:
        self._thousands = _THOUSANDS[language]

    def format_field(self, value: object, format_spec: str) -> str:
        """Write a decimal comma, and separate thousands as the language does."""
        written: str = super().format_field(value, format_spec)
        if format_spec.endswith("f"):
            return written.replace(".", ",")
        return written.replace(",", self._thousands) if format_spec == "," else written
