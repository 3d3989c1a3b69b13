"""Messages for people who write packs, in the languages of the library.

`messages.toml` beside this module has every template in English, Dutch and French. It is read when another
language than English is asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final

from kingsburg_rules.engine.messages import ENGLISH, Message, unbroken

FILE: Final = "messages.toml"

_THOUSANDS: Final[Mapping[str, str]] = {"nl": ".", "fr": "\u00a0"}
"""What parts the thousands in a number."""


def in_language(message: str, language: str) -> str:
    """Say a message in a language, with the messages among its parts.

    A text that is no message stays as it is, as does a message that has no translation.
    """
    if language == ENGLISH or not isinstance(message, Message):
        return str(message)
    if not message.template:
        return str(message.parts.get(language, message))
    template = templates(language).get(message.template, message.template)
    parts = {name: _part(part, language) for name, part in message.parts.items()}
    return _Numbers(_THOUSANDS.get(language, ",")).vformat(template, (), parts)


def _part(part: object, language: str) -> object:
    return in_language(part, language) if isinstance(part, str) else part


@cache
def templates(language: str) -> dict[str, str]:
    """Read the templates of a language by their English; none for a language that has none."""
    text = (files("kingsburg_rules.text") / FILE).read_text(encoding="utf-8")
    messages: list[dict[str, str]] = tomllib.loads(text)["message"]
    return {each["en"]: unbroken(each[language]) for each in messages if language in each}


class _Numbers(Formatter):
    """Fills in numbers as a language writes them."""

    def __init__(self, thousands: str) -> None:
        self._thousands = thousands

    def format_field(self, value: object, format_spec: str) -> str:
        """Write a part; thousands are parted as the template asks for it, decimals as the language does."""
        written: str = super().format_field(value, format_spec)
        if format_spec.endswith("f"):
            return written.replace(".", ",")
        return written.replace(",", self._thousands) if format_spec == "," else written
