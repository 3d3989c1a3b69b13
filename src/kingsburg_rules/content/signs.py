"""Characters that cannot be seen, but move a cursor, turn text around or make two texts look the same.

Content has none of them, and nothing that comes from elsewhere is printed with them. Two are part of writing:
a zero-width joiner holds emoji together, and joiners and non-joiners choose the form of letters
in Indic and Arabic scripts. They are welcome where they do that, and nowhere else.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Control and format characters, separators of lines, halves of characters, and fillers without a width."""

_LINES: Final = "\n\t"
_JOINERS: Final = "\u200c\u200d"
_FIRST_FOREIGN: Final = "\u0600"
"""The first letter of the scripts in which a joiner chooses the form of a letter; pictures come later."""


def hidden_sign(text: str) -> str:
    """Return the first character that cannot be seen and is not part of writing; '' if there is none."""
    return next((found[0] for found in _HIDDEN.finditer(text) if _is_out_of_place(text, found.start())), "")


_ALIKE: Final = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd",
    "ABEKMHOPCTYXSIJaeopcyxsijdABEZHIKMNOPTYXov",
)
"""Cyrillic and Greek letters that look like Latin ones."""


def looks_of(text: str) -> str:
    """Return what a text looks like: the same for texts that nobody can tell apart."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text).translate(_ALIKE)
    seen = (sign for sign in plain if sign not in _JOINERS and not _is_variation(sign))
    return " ".join("".join(seen).split())


def is_visible(text: str) -> bool:
    """Return whether a text has a letter, a number or another sign to be seen, and none that is hidden."""
    return not hidden_sign(text) and any(unicodedata.category(sign)[0] in "LNPS" for sign in text)


def _is_variation(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f"


def name_of_sign(sign: str) -> str:
    """Name a character: `the RIGHT-TO-LEFT OVERRIDE (U+202E)`."""
    name = unicodedata.name(sign, "") or "control character"
    return f"the {name} (U+{ord(sign):04X})"


def printable(text: str) -> str:
    """Replace every character that cannot be seen; line breaks and what is part of writing stay."""
    if _HIDDEN.search(text) is None:
        return text
    return "".join(_shown(text, at) for at in range(len(text)))


def printable_json(data: object) -> str:
    """Write JSON in which every character that cannot be seen is escaped."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    return _HIDDEN.sub(lambda found: found[0] if found[0] == "\n" else json.dumps(found[0])[1:-1], text)


def _shown(text: str, at: int) -> str:
    sign = text[at]
    if sign == "\t":
        return " "
    if _HIDDEN.match(sign) is None or sign == "\n" or not _is_out_of_place(text, at):
        return sign
    return "?"


def _is_out_of_place(text: str, at: int) -> bool:
    """Return whether a hidden character is neither a line break nor a joiner that does its work."""
    sign, around = text[at], text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    if sign in _LINES:
        return False
    return sign not in _JOINERS or len(around) < 2 or min(around) < _FIRST_FOREIGN
