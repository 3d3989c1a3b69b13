"""What an unquoted word in a YAML file means, and which of them content does without.

YAML takes much for a number or a date that was meant as text, and readers differ about the rest. So only
plain decimal numbers pass; what passes means exactly what ruamel.yaml makes of it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import frozen

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL)
_ODD_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+"
    r"|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+][0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)"
)
"""What YAML takes for a number, in all its spellings."""


@frozen
class Refused:
    """A scalar that has no place in content, and why."""

    code: str
    message: str


def plain(text: str) -> object:
    """Give what an unquoted scalar means: true, false, null, a number, text; or `Refused`."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789=<":
        return text
    return _number_or_text(text)


@lru_cache(maxsize=4096)
def _number_or_text(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _ODD_NUMBER.fullmatch(text):
        return Refused("yaml.number", f"write {clip(text)} as a plain number, or in quotes if it is text")
    if _DATE.fullmatch(text):
        return Refused("yaml.date", f"{clip(text)} is a date to YAML; put it in quotes")
    if text in ("=", "<<"):
        return Refused("yaml.merge", f"put '{text}' in quotes if it is text; maps are not merged here")
    return text


def clip(text: str) -> str:
    """Shorten what is quoted in a message."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
