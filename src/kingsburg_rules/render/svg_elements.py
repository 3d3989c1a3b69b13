"""SVG elements: texts, boxes, icons, dice, things with keys, panels, and whole documents."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple
from unicodedata import combining, east_asian_width, normalize
from zlib import crc32

from kingsburg_rules.engine.errors import SetupError, is_whole, shown
from kingsburg_rules.render.look import (
    EMBLEM,
    LOOK,
    NEUTRAL,
    PREFIX,
    SEATS,
    definitions,
    has_icon,
    icon_width,
    root_class,
    style,
)

LINE = 15
"""From one line of text to the next."""

PAD = 8
"""The margin inside a box, and around the whole picture."""

WIDEST = 4000
"""How wide a picture is at most."""

GAP = 8
"""The room between boxes."""


class Box(NamedTuple):
    """Where something is, and how large."""

    x: float
    y: float
    wide: float
    high: float


class Block(NamedTuple):
    """A part of a picture, drawn from (0, 0) down, with its height."""

    drawn: str
    high: float


@lru_cache(maxsize=8192)
def safe(content: str) -> str:
    """Escape a text for XML; characters that cannot be printed are replaced."""
    if not content.isprintable():
        content = "".join(sign if _is_shown(sign) else "\N{REPLACEMENT CHARACTER}" for sign in content)
    return escape(content, quote=False)


def _is_shown(sign: str) -> bool:
    """Whether a character can be part of a picture; spaces that break no line can."""
    return sign.isprintable() or sign in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def quoted(content: str) -> str:
    """Escape a text for an attribute."""
    return safe(content).replace('"', "&quot;")


def number(value: float) -> str:
    """Write a coordinate as short as it can be."""
    # Nobody sees less than a tenth of a pixel, and every digit makes the picture larger.
    return str(value) if isinstance(value, int) else f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, content: str, kind: str = "") -> str:
    """Write a line of text; `kind` are its classes."""
    classes = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}"{classes}>{safe(content)}</text>'


def lines(x: float, y: float, contents: Iterable[str], kind: str, step: float = LINE) -> str:
    """Write lines of text below each other; `y` is that of the first."""
    return "".join(text(x, y + at * step, content, kind) for at, content in enumerate(contents))


def box(x: float, y: float, wide: float, high: float, kind: str, radius: float = 5) -> str:
    """Draw a box, with round corners if they have a radius."""
    at = (f' x="{number(x)}"' if x else "") + (f' y="{number(y)}"' if y else "")
    rest = (f' rx="{radius}"' if radius else "") + (f' class="{kind}"' if kind else "")
    return f'<rect{at} width="{number(wide)}" height="{number(high)}"{rest}/>'


def group(title: str, inside: str, attributes: str = "") -> str:
    """Group elements, with a title for screen readers and tooltips."""
    return f"<g{attributes}><title>{safe(title)}</title>{inside}</g>"


def moved(x: float, y: float, inside: str) -> str:
    """Move a part of the picture to its place."""
    if not inside or not (x or y):
        return inside
    # An icon can stand anywhere by itself, which saves a group.
    if inside.startswith("<use ") and inside.count("<") == 1 and ' x="' not in inside:
        return f'{inside[:-2]} x="{number(x)}" y="{number(y)}"/>'
    return f'<g transform="translate({number(x)} {number(y)})">{inside}</g>'


# The widths of texts: near enough to break lines, and to keep names in their boxes.
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
    # An accent takes no room, whether it is part of its letter or a sign of its own.
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
    # Letters differ in width, so the length that fits can only be found by trying.
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


# Icons


def use(name: str, x: float, y: float, kind: str = "") -> str:
    """Use an icon around a point."""
    classes = f' class="{kind}"' if kind else ""
    down = f' y="{number(y)}"' if y else ""
    across = f' x="{number(x)}"' if x else ""
    return f'<use href="#{PREFIX}{name}"{across}{down}{classes}/>'


def emblem(name: str, called: str, x: float = 0, y: float = 0, kind: str = "") -> str:
    """Draw the emblem of a card around a point, or else its initial, which `kind` gives its color."""
    if name:
        return use(f"{EMBLEM}{name}", x, y)
    ink = f'class="{kind}"' if kind else 'fill="currentColor"'
    at = f'x="{number(x)}" y="{number(y + 7)}" {ink}'
    return f'<text {at} font-size="20" font-weight="700" text-anchor="middle">{safe(called[:1])}</text>'


def coat(x: float, y: float, scale: float, field: str) -> str:
    """Draw a shield around a point."""
    at = f"translate({number(x)} {number(y)})scale({scale})"
    return f'<use href="#{PREFIX}coat" transform="{at}" fill="{LOOK.fields[field][0]}"/>'


def dread(x: float, y: float, wide: float, high: float) -> str:
    """Draw the dark card on which an enemy stands, with a line inside its edge."""
    return box(x, y, wide, high, "den", 6) + box(x + 3, y + 3, wide - 6, high - 6, "lair", 4)


def glowing(x: float, y: float, scale: float, emblem: str) -> str:
    """Draw the emblem of an enemy around a point, in the glow of a fire."""
    at = f"translate({number(x)} {number(y)})scale({scale:.3g})"
    return f'<g transform="{at}"><circle r="14" class="glow"/>{emblem}</g>'


def piece(seat: int | None) -> str:
    """Return the class of what belongs to a player, or to nobody."""
    return NEUTRAL if seat is None else f"p{seat % SEATS}"


def mark(x: float, y: float, seat: int | None) -> str:
    """Draw the mark of a player around a point; without a player, the one of neutral dice."""
    return use(NEUTRAL if seat is None else f"mark{seat % len(LOOK.marks)}", x, y, piece(seat))


def die(x: float, y: float, value: int, kind: str, attributes: str = "") -> str:
    """Draw a die around a point; `kind` is its color."""
    # A view can come from elsewhere, with dice for which there are no pips.
    if not 1 <= value <= 6:
        return letters(x, y, str(value), kind)
    return f'<use{attributes} href="#{PREFIX}die{value}" x="{number(x)}" y="{number(y)}" class="{kind}"/>'


def letters(x: float, y: float, content: str, kind: str = NEUTRAL) -> str:
    """Draw letters in a box around a point, where there is no icon."""
    return box(x - 9, y - 7, 18, 14, kind, 5) + text(x, y + 4, content, "b m black")


def sign(x: float, y: float, resource: str) -> str:
    """Draw the icon of a resource around a point, or its first letters."""
    return use(resource, x, y) if has_icon(resource) else letters(x, y, resource[:2].title())


def amount_width(resource: str, count: str) -> float:
    """Return the width of an amount with its icon."""
    return icon_width(resource) + 2 + width(count, BOLD)


def amount(x: float, y: float, resource: str, count: str, kind: str = "t4 b") -> str:
    """Draw an amount: the icon, and the number after it."""
    room = icon_width(resource)
    return sign(x + room / 2, y, resource) + (text(x + room + 2, y + 4, count, kind) if count else "")


# Things with keys


@lru_cache(maxsize=4096)
def named(drawn: str) -> str:
    """Return the name of what is drawn more than once: short, and always the same for the same drawing."""
    # `hash` of a text differs from one process to the next, so the same game would give other pictures.
    return "k" + b32encode(crc32(drawn.encode()).to_bytes(4, "big")).decode()[:5].lower()


class Brush:
    """Draws what can be pointed at or clicked, and keeps what is drawn more than once.

    `targets` are the keys that stand for options, with their numbers in the decision; `rings` gives the
    keys that are highlighted their look, `can` or `new`.
    """

    def __init__(self, targets: Mapping[str, tuple[int, ...]], rings: Mapping[str, str]) -> None:
        self._targets = targets
        self._rings = rings
        self._shared: dict[str, str] = {}

    def attributes(self, key: str) -> str:
        """Write the attributes of a thing: its key, and the options that it stands for."""
        options = self._targets.get(key)
        chosen = f' data-options="{" ".join(map(str, options))}" role="button"' if options else ""
        return f' data-key="{quoted(key)}"{chosen}'

    def thing(self, key: str, title: str, inside: str, room: Box, radius: int = 5) -> str:
        """Group what belongs to a thing; with a ring around its room if it is highlighted."""
        return group(title, inside + self.ring(key, room, radius), self.attributes(key))

    def placed(self, key: str, title: str, inside: str, room: Box, radius: int = 5) -> str:
        """Group what belongs to a thing that is drawn from (0, 0), and move it to its place."""
        ring = self._rings.get(key, "")
        if ring:
            inside += self.shared(box(0, 0, room.wide, room.high, "", radius), kind=ring)
        at = f' transform="translate({number(room.x)} {number(room.y)})"' if room.x or room.y else ""
        return group(title, inside, self.attributes(key) + at)

    def ring(self, key: str, room: Box, radius: int = 5) -> str:
        """Draw a ring if something is highlighted."""
        kind = self._rings.get(key)
        return "" if kind is None else box(*room, kind, radius)

    def shared(self, drawn: str, x: float = 0, y: float = 0, *, kind: str = "") -> str:
        """Draw what other things show too; it is defined once, under a name made from its content.

        So two pictures on one page can use the same name only for the same drawing.
        """
        name = named(drawn)
        self._shared[name] = drawn
        at = (f' x="{number(x)}"' if x else "") + (f' y="{number(y)}"' if y else "")
        classes = f' class="{kind}"' if kind else ""
        return f'<use href="#{name}"{at}{classes}/>'

    def definitions(self, drawn: str) -> str:
        """Define everything that was used."""
        shared = "".join(f'<g id="{name}">{part}</g>' for name, part in self._shared.items())
        return f"<defs>{definitions((drawn, shared))}{shared}</defs>"


# Layout: panels with a title, things in a row, and whole documents


def panel(title: str, inside: str, wide: float, high: float, kind: str = "line", data: str = "") -> Block:
    """Put a part into a box of its own."""
    frame = box(0.5, 0.5, wide - 1, high - 1, f"panel {kind}", 8)
    role = "" if "role=" in data else ' role="group"'
    return Block(group(title, frame + inside, f"{data}{role}"), high)


class Flow:
    """Places things side by side, and continues in the next row when there is no room left."""

    def __init__(self, left: float, top: float, room: float, high: float, gap: float = 6) -> None:
        self._left, self._room, self._high, self._gap = left, room, high, gap
        self._x, self._y = left, top

    def place(self, wide: float) -> tuple[float, float]:
        """Find the place for something so wide."""
        # What is wider than the whole room still gets a place, at the start of a row.
        if self._x > self._left and self._x + wide > self._left + self._room:
            self._x, self._y = self._left, self._y + self._high
        x = self._x
        self._x += wide + self._gap
        return x, self._y

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self._y + self._high


def fitting(room: float, least: float, gap: float = GAP) -> int:
    """Count how many parts of a least width fit side by side."""
    return max(1, int((room + gap) // (least + gap)))


def evenly(count: int, room: float, least: float, gap: float = GAP) -> int:
    """Count how many of several parts are put side by side, so that the rows are as even as possible."""
    rows = -(-count // fitting(room, least, gap))
    return max(1, -(-count // max(1, rows)))


def share(room: float, abreast: int, gap: float = GAP) -> float:
    """Return how wide each of several parts is that share a room."""
    return (room - gap * (abreast - 1)) / abreast


def grid(blocks: Sequence[Block], abreast: int, wide: float, gap: float = GAP) -> Block:
    """Lay parts out in rows."""
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(blocks), abreast):
        row = blocks[start : start + abreast]
        parts += [moved(at * (wide + gap), y, block.drawn) for at, block in enumerate(row)]
        y += max(block.high for block in row) + gap
    return Block("".join(parts), y - gap)


def stacked(blocks: Iterable[Block], gap: float = GAP) -> Block:
    """Lay parts out below each other."""
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts.append(moved(0, y, block.drawn))
        y += block.high + gap
    return Block("".join(parts), max(0.0, y - gap))


def beside(blocks: Sequence[tuple[Block, float]], gap: float = GAP) -> Block:
    """Lay parts out side by side, each with its width."""
    parts: list[str] = []
    x = 0.0
    for block, wide in blocks:
        parts.append(moved(x, 0, block.drawn))
        x += wide + gap
    return Block("".join(parts), max((block.high for block, _ in blocks), default=0))


def written(paragraphs: Iterable[tuple[str, str]], wide: float, top: float) -> Block:
    """Write paragraphs that begin with bold words; return where the last one ends."""
    parts: list[str] = []
    y = round(top)
    for bold, rest in paragraphs:
        drawn, y = paragraph(bold, rest, wide - 2 * PAD, y)
        parts.append(drawn)
    return Block(soft(PAD, "".join(parts)), y)


def soft(x: float, inside: str) -> str:
    """Group lines of text that begin at the same place."""
    return f'<g transform="translate({number(x)})" class="soft">{inside}</g>'


def paragraph(bold: str, rest: str, room: float, y: int) -> tuple[str, int]:
    """Write a paragraph that begins with bold words; return also where it ends."""
    parts: list[str] = []
    for at, line in enumerate(wrap(f"{bold} {rest}", room, PLAIN)):
        y += LINE
        begins = at == 0 and bold != "" and line.startswith(bold)
        parts.append(f'<text y="{y - 4}">{_begun(bold, line) if begins else safe(line)}</text>')
    return "".join(parts), y + 2


def _begun(bold: str, line: str) -> str:
    """Write a line that begins with bold words."""
    return f'<tspan class="h">{safe(bold)}</tspan>{safe(line.removeprefix(bold))}'


def titled(title: str, inside: str, wide: float, high: float, kind: str = "line", data: str = "") -> Block:
    """Put a part into a box of its own, with its title written on top."""
    head = text(PAD, 20, fit(title, wide - 2 * PAD, NAME), "t3")
    return panel(title, head + inside, wide, high, kind, data)


def document(
    drawn: str, wide: int, high: float, theme: str, title: str, told: str, seats: int = 0, season: str = ""
) -> str:
    """Make a document of what was drawn, with its style, and with a description for screen readers.

    Raises:
        SetupError: There is no such theme.
    """
    # The style sheet must change nothing else on the page, which may show pictures in other themes.
    tall, sheet = number(high), style(theme, min(seats, SEATS), season)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'class="{root_class(theme)}" style="max-width:100%;height:auto" role="graphics-document document" '
        f'aria-label="{quoted(title)}"><title>{safe(title)}</title><desc>{safe(told)}</desc>'
        f"<style>{sheet}</style>{drawn}</svg>"
    )


def check_width(wide: int, narrowest: int) -> None:
    """Refuse a width that no picture can have.

    Raises:
        SetupError: It is not possible.
    """
    if not is_whole(wide) or not narrowest <= wide <= WIDEST:
        raise SetupError("picture.width", f"A picture is {narrowest} to {WIDEST} wide, not {shown(wide)}.")
