"""SVG elements: measured texts, boxes, dice and signs, panels, and whole documents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple
from unicodedata import combining, east_asian_width, normalize

from kingsburg_rules.engine.errors import SetupError, is_whole, shown
from kingsburg_rules.render.palette import SEATS, style

# The width of texts, near enough to break lines and to keep names in their boxes
#
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


# Texts, boxes, dice, marks of players, signs of resources


MARKS = (
    "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    "M-5.4-5.4h10.8v10.8h-10.8z",
    "M0-6.4 6.4 5.4h-12.8z",
    "M0-7 7 0 0 7-7 0z",
    "M0-7 1.8-2.3 6.7-2.2 2.8.9 4.1 5.7 0 2.9-4.1 5.7-2.8.9-6.7-2.2-1.8-2.3z",
    "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "M-3.4-6h6.8l3.4 6-3.4 6h-6.8l-3.4-6z",
    "M0 6.4-6.4-5.4h12.8z",
    "M-6-6h12l-4.6 6 4.6 6h-12l4.6-6z",
)
"""One for each player, about 13 wide around its middle: disc, square, triangle, diamond, star and so on."""

MARK_SIGNS = "●■▲◆★✚⬢▼⧗"
"""The same marks as letters, for the terminal."""

SHIELD = "M-7-7.5h14v7c0 5-3.5 7-7 8.5-3.5-1.5-7-3.5-7-8.5z"
BIG_SHIELD = "M-11-12h22v11c0 8-6 11-11 13.5-5-2.5-11-5.5-11-13.5z"

_RESOURCES = {
    "gold": ("gold edge", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"),
    "wood": ("wood edge", "M-6-4h12v3.2h-12zM-6 .8h12v3.2h-12z"),
    "stone": ("stone edge", "M-6.4 4.6-4.4-3 .6-5.6 5.6-2.6 6.4 4.6z"),
    "soldier": ("soft edge", "M-2.4-6.6h4.8v4.2l3.6 8.4h-12l3.6-8.4z"),
    "bonus_die": ("white edge", "M-5.4-5.4h10.8v10.8h-10.8z"),
    "envoy": ("accent edge", "M-4.6 6.6v-13h1.8v1.2h8.4l-2.6 3.4 2.6 3.4h-8.4v5z"),
    "vp": ("accent edge", SHIELD),
    "building": ("neutral edge", "M0-6.6 7-.6h-2v6.6h-10v-6.6h-2z"),
    "strength": ("neutral edge", "M0-7.4 2 -5v6.4h2.6v2h-3.2v3.6h-2.8v-3.6h-3.2v-2h2.6v-6.4z"),
}
"""The sign of a resource, by its name in the rules; others show their first letters."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

DIE = 19
"""How wide a die is."""

LINE = 15.5
"""From one line of text to the next."""


@lru_cache(maxsize=8192)
def safe(content: str) -> str:
    """Escape a text for XML; characters that cannot be printed are replaced."""
    kept = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in content)
    return escape(kept)


def number(value: float) -> str:
    """Write a coordinate as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, content: str, kind: str = "") -> str:
    """Write a line of text; `kind` are its classes."""
    classes = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}"{classes}>{safe(content)}</text>'


def lines(x: float, y: float, contents: Iterable[str], kind: str, step: float = LINE) -> str:
    """Write lines of text below each other; `y` is that of the first."""
    return "".join(text(x, y + at * step, content, kind) for at, content in enumerate(contents))


def begun(x: float, y: float, bold: str, rest: str) -> str:
    """Write a line that begins with bold words."""
    start = f'<text x="{number(x)}" y="{number(y)}" class="soft"><tspan class="b ink">'
    return f"{start}{safe(bold)}</tspan>{safe(rest)}</text>"


def box(x: float, y: float, wide: float, high: float, kind: str, radius: int = 5) -> str:
    """Draw a box with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" '
        f'rx="{radius}" class="{kind}"/>'
    )


def disc(x: float, y: float, kind: str) -> str:
    """Draw a disc around a point."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="12" class="{kind}"/>'


def path(x: float, y: float, outline: str, kind: str) -> str:
    """Draw an outline around a point."""
    return f'<path transform="translate({number(x)} {number(y)})" d="{outline}" class="{kind}"/>'


def group(title: str, inside: str, *, data: str = "") -> str:
    """Group elements, with a title for screen readers and tooltips."""
    return f"<g{data}><title>{safe(title)}</title>{inside}</g>"


def data(**facts: str) -> str:
    """Write attributes that programs can look for: `data-advisor="..."`."""
    return "".join(f' data-{name}="{safe(fact)}"' for name, fact in facts.items())


def moved(x: float, y: float, inside: str) -> str:
    """Move a part of the picture to its place."""
    return f'<g transform="translate({number(x)} {number(y)})">{inside}</g>'


def mark(x: float, y: float, seat: int | None) -> str:
    """Draw the mark of a player around a point; without a player, the one of neutral dice."""
    if seat is None:
        return path(x, y, "M-5.6-2.4h11.2v4.8h-11.2z", "neutral edge")
    return path(x, y, MARKS[seat % len(MARKS)], f"p{seat % SEATS} edge")


def die(x: float, y: float, value: int, seat: int | None, *, bonus: bool = False) -> str:
    """Draw a die with its upper left corner at a point: in a player's colour, white or neutral."""
    if bonus:
        face, pips = "white", "pips"
    elif seat is None:
        face, pips = "neutral", "pips"
    else:
        face, pips = f"p{seat % SEATS}", f"pips i{seat % SEATS}"
    return box(x, y, DIE, DIE, f"{face} edge", 4) + (
        f'<path transform="translate({number(x + DIE / 2)} {number(y + DIE / 2)})" '
        f'd="{_pips(value)}" stroke-width="3.6" class="{pips}"/>'
    )


@lru_cache(maxsize=64)
def _pips(value: int) -> str:
    return "".join(f"M{5 * x} {5 * y}h0" for x, y in _PIPS.get(value, ()))


def sign(x: float, y: float, resource: str) -> str:
    """Draw the sign of a resource around a point."""
    if resource == "plus2":
        return box(x - 9, y - 7, 18, 14, "panel edge", 4) + text(x, y + 4, "+2", "b m")
    known = _RESOURCES.get(resource)
    if known is not None:
        return path(x, y, known[1], known[0])
    return box(x - 9, y - 7, 18, 14, "neutral edge", 7) + text(x, y + 4, resource[:2].title(), "b m")


def has_sign(resource: str) -> bool:
    """Whether a resource has a sign of its own."""
    return resource in _RESOURCES or resource == "plus2"


def sign_width(resource: str) -> float:
    """Return the width of a sign."""
    return 15 if resource in _RESOURCES else 20


def amount_width(resource: str, count: str) -> float:
    """Return the width of an amount with its sign."""
    return sign_width(resource) + 3 + width(count, 12)


def amount(x: float, y: float, resource: str, count: str) -> str:
    """Draw an amount: the sign, and the number behind it."""
    room = sign_width(resource)
    return sign(x + room / 2, y, resource) + text(x + room + 3, y + 4, count, "t4 b")


# Layout: blocks with a height, panels with a title, things in a row, and whole documents


PAD = 10
"""The margin inside a box, and around the whole picture."""

WIDEST = 4000
"""How wide a picture is at most."""

GAP = 8
"""The room between boxes."""


class Block(NamedTuple):
    """A part of a picture, drawn from (0, 0) down, with its height."""

    drawn: str
    high: float


def panel(title: str, inside: str, wide: float, high: float, kind: str = "line", data: str = "") -> str:
    """Put a part into a box of its own."""
    return group(title, box(0.5, 0.5, wide - 1, high - 1, f"panel {kind}", 8) + inside, data=data)


class Flow:
    """Places things side by side, and continues in the next row when there is no room left."""

    def __init__(self, left: float, top: float, room: float, high: float, gap: float = 6) -> None:
        self._left, self._room, self._high, self._gap = left, room, high, gap
        self._x, self._y = left, top

    def place(self, wide: float) -> tuple[float, float]:
        """Find the place for something so wide."""
        if self._x > self._left and self._x + wide > self._left + self._room:
            self._x, self._y = self._left, self._y + self._high
        x = self._x
        self._x += wide + self._gap
        return x, self._y

    def skip(self, wide: float) -> None:
        """Leave some room."""
        self._x += wide

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self._y + self._high


def written(paragraphs: Iterable[tuple[str, str]], wide: float, top: float) -> Block:
    """Write paragraphs that begin with bold words; return where the last one ends."""
    parts: list[str] = []
    y = top
    for bold, rest in paragraphs:
        for at, line in enumerate(wrap(f"{bold} {rest}", wide - 2 * PAD, PLAIN)):
            y += LINE
            if at == 0 and line.startswith(bold):
                parts.append(begun(PAD, y - 4, bold, line.removeprefix(bold)))
            else:
                parts.append(text(PAD, y - 4, line, "soft" if at else "b"))
        y += 2
    return Block("".join(parts), y)


def document(drawn: str, wide: int, high: float, theme: str, title: str, told: str) -> str:
    """Make a document of what was drawn, with its style, and with a description for screen readers.

    Raises:
        SetupError: There is no such theme.
    """
    sheet, tall, title = style(theme), number(high), safe(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'class="kingsburg-{theme}" style="max-width:100%;height:auto" role="graphics-document document" '
        f'aria-label="{title}"><title>{title}</title><desc>{safe(told)}</desc>'
        f"<style>{sheet}</style>{drawn}</svg>"
    )


def check_width(wide: int, narrowest: int) -> None:
    """Refuse a width that no picture can have.

    Raises:
        SetupError: It is not possible.
    """
    if not is_whole(wide) or not narrowest <= wide <= WIDEST:
        raise SetupError("picture.width", f"A picture is {narrowest} to {WIDEST} wide, not {shown(wide)}.")
