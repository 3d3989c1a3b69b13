"""The widths of texts: near enough to break lines, and to keep names in their boxes."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width, normalize

# A picture does not know the font it will be shown in. The widths are those of Helvetica bold, which is wider
# than most screen fonts, and each kind of text is measured a little larger than it is drawn. So what fits
# here fits there, even in a font as wide as DejaVu Sans.


_WIDTHS = (
    *(28, 33, 47, 56, 56, 89, 72, 24, 33, 33, 39, 58, 28, 33, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56),
    *(56, 56, 33, 33, 58, 58, 58, 61, 98, 72, 72, 72, 72, 67, 61, 78, 72, 28, 56, 72, 61, 83, 72, 78),
    *(67, 78, 72, 67, 61, 72, 67, 94, 67, 67, 61, 33, 28, 33, 58, 56, 33, 56, 61, 56, 61, 56, 33, 61),
    *(61, 28, 28, 56, 28, 89, 61, 61, 61, 61, 39, 56, 33, 61, 56, 78, 56, 56, 50, 39, 28, 39, 58),
)
"""Hundredths of the font size, from the space to the tilde."""

_OTHER, _WIDE = 70, 104

PLAIN, BOLD, NAME, TITLE = 11.5, 12.0, 14.2, 25.0
"""The sizes to measure with: for plain and bold text of 11 pixels, names of 13 and titles of 22."""


@lru_cache(maxsize=4096)
def _hundredths(text: str) -> int:
    return sum(map(_sign, text))


@lru_cache(maxsize=1024)
def _sign(sign: str) -> int:
    base = normalize("NFD", sign)[0]
    if combining(base):
        return 0
    if " " <= base <= "~":
        return _WIDTHS[ord(base) - 32]
    return _WIDE if east_asian_width(base) in "WF" else _OTHER


def width(text: str, size: float) -> float:
    """Return how wide a line of text is at most."""
    return _hundredths(text) * size / 100


@lru_cache(maxsize=4096)
def fit(text: str, room: float, size: float) -> str:
    """Shorten a text until it fits, with an ellipsis."""
    if width(text, size) <= room:
        return text
    short = text
    while short and width(short + "…", size) > room:
        short = short[:-1]
    return short.rstrip() + "…"


def words_of(text: str) -> list[str]:
    """Split a text where a line may be broken: at spaces, except no-break spaces."""
    return [word for part in text.splitlines() for word in part.split(" ") if word]


@lru_cache(maxsize=8192)
def wrap(text: str, room: float, size: float, most: int = 99) -> tuple[str, ...]:
    """Break a text into lines; the last line allowed is cut off if it is too long."""
    lines: list[str] = []
    words = words_of(text)
    while words and len(lines) < most:
        line = words.pop(0)
        while words and width(f"{line} {words[0]}", size) <= room:
            line += " " + words.pop(0)
        lines.append(line)
    if words:
        lines[-1] = " ".join([lines[-1], *words])
    return tuple(fit(line, room, size) for line in lines)
