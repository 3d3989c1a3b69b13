"""The look of pictures: icons, colors for light and for dark, and the marks that tell players apart.

`emblems.toml` has the drawings that stand for cards, and `look.toml` everything else. The colors of the
players are told apart by people who see fewer of them, and every player has a mark as well: no picture says
anything by color alone. A test works out the contrasts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen
from cattrs import structure

from kingsburg_rules.engine.errors import SetupError, is_known, unknown

THEMES = ("auto", "light", "dark")
"""`auto` follows what the reader has chosen for the whole screen, and is light in print."""

FONT = "'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif"

PREFIX = "k-"
"""How the names of icons begin, so that they meet no others on a page."""

EMBLEM = "emblem-"
"""How the icons of emblems begin: `emblem-crown`."""

MARK_SIGNS = "●■▲◆★✚⬢▼⧗"
"""The marks of the players as letters, for the terminal."""

NEUTRAL = "neutral"
"""The mark of dice that belong to nobody."""

DIE = 17
"""How wide a die is."""


@frozen
class Theme:
    """The colors of a picture. `seats` are pairs: the color of a player, and what is written on it."""

    colors: Mapping[str, str]
    seasons: Mapping[str, str]
    seats: tuple[tuple[str, str], ...]


@frozen
class Look:
    """All that `look.toml` says: drawings, themes, and classes with their colors."""

    marks: tuple[str, ...]
    resources: Mapping[str, str]
    icons: Mapping[str, str]
    fields: Mapping[str, tuple[str, str]]
    light: Theme
    dark: Theme
    fills: Mapping[str, str]
    strokes: Mapping[str, str]
    frames: Mapping[str, tuple[str, str]]
    fixed: Mapping[str, str]


@frozen
class Emblems:
    """All that `emblems.toml` says: the colors of tones, and drawings of shapes, each a tone and a path."""

    tones: Mapping[str, str]
    drawings: Mapping[str, tuple[str, ...]]


_FOLDER = files("kingsburg_rules.render")
LOOK = structure(tomllib.loads(_FOLDER.joinpath("look.toml").read_text(encoding="utf-8")), Look)
EMBLEMS = structure(tomllib.loads(_FOLDER.joinpath("emblems.toml").read_text(encoding="utf-8")), Emblems)
LIGHT, DARK = LOOK.light, LOOK.dark

SEATS = len(LIGHT.seats)
"""How many colors there are; with more players they begin again, with other marks."""

# Icons

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(value: int) -> str:
    pips = "".join(f"M{4.4 * x:g} {4.4 * y:g}h0" for x, y in _PIPS[value])
    drawn = f'<path d="{pips}" fill="none" stroke="currentColor" stroke-width="3.3"/>'
    return f'<rect x="-8" y="-8" width="16" height="16" rx="3.5"/>{drawn}'


@cache
def icons() -> dict[str, str]:
    """Return all icons by name, each as it is drawn around its middle."""
    dice = {f"die{value}": _die(value) for value in _PIPS}
    marks = {f"mark{number}": f'<path d="{outline}"/>' for number, outline in enumerate(LOOK.marks)}
    emblems = {f"{EMBLEM}{name}": _emblem(shapes) for name, shapes in EMBLEMS.drawings.items()}
    return {**LOOK.resources, **LOOK.icons, **dice, **marks, **emblems}


def _emblem(shapes: Iterable[str]) -> str:
    """Draw an emblem around its middle: each shape in its tone, and all with the same line of ink."""
    drawn = "".join(_shape(*shape.split(" ", 1)) for shape in shapes)
    line = f'stroke="{EMBLEMS.tones["ink"]}"'
    return f'<g transform="translate(-12 -12)" {line}>{drawn}</g>'


def _shape(tone: str, path: str) -> str:
    return f'<path d="{path}" fill="{EMBLEMS.tones[tone]}"/>'


def has_icon(resource: str) -> bool:
    """Whether a resource has an icon of its own."""
    return resource in LOOK.resources


def icon_width(resource: str) -> int:
    """Return the width of an icon, or of the letters in place of one."""
    return 20 if resource == "plus2" or not has_icon(resource) else 16


_USED = re.compile(f'href="#{PREFIX}([a-z0-9_-]+)"')


def definitions(drawn: Iterable[str]) -> str:
    """Define the icons that are used somewhere in what was drawn."""
    used = {name for part in drawn for name in _USED.findall(part)}
    return "".join(map(_symbol, sorted(used)))


@cache
def _symbol(name: str) -> str:
    return f'<g id="{PREFIX}{name}">{icons()[name]}</g>'


def sprite() -> str:
    """Return a file with all icons, for pages that use them by name: `icons.svg#k-gold`."""
    symbols = "".join(f"\n{_symbol(name)}" for name in icons())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}\n</defs></svg>\n'


# The style sheet


def root_class(theme: str) -> str:
    """Return the class of a picture, to which its style sheet is limited."""
    return f"kb-{theme}"


@cache
def style(theme: str, seats: int = 0, season: str = "") -> str:
    """Write the style sheet of a picture; it speaks of this picture's own classes only.

    `seats` is the number of players whose colors are needed, and `season` that in which the land is shown.

    Raises:
        SetupError: There is no such theme.
    """
    if not is_known(theme, THEMES):
        raise SetupError("picture.theme", f"The theme {unknown(theme, THEMES)}")
    root = f".{root_class(theme)}"
    fixed = f"{root}{{font:11px {FONT};stroke-linejoin:round;stroke-linecap:round;fill-rule:evenodd}}"
    fixed += "".join(f"{root} {name}{{{rule}}}" for name, rule in LOOK.fixed.items())
    if theme == "dark":
        return _colored(root, DARK, seats, season) + fixed
    sheet = _colored(root, LIGHT, seats, season) + fixed
    if theme == "auto":
        sheet += f"@media screen and (prefers-color-scheme:dark){{{_colored(root, DARK, seats, season)}}}"
    return sheet


def _colored(root: str, theme: Theme, seats: int, season: str) -> str:
    colors = theme.colors
    rules = {"": f"fill:{colors['ink']};color:{colors['ink']}"}
    rules |= {f" .{name}": f"fill:{colors[color]}" for name, color in LOOK.fills.items()}
    # A class can both fill and draw a line, so these are rules of their own.
    lines = {f" .{name}": f"stroke:{colors[color]}" for name, color in LOOK.strokes.items()}
    edge, black, accent = colors["edge"], colors["black"], colors["accent"]
    pieces = {
        f" .p{number}": f"fill:{fill};color:{ink};stroke:{edge}"
        for number, (fill, ink) in enumerate(theme.seats[:seats])
    }
    frames = {
        f" .{name}": f"fill:{colors[fill]};color:{colors[ink]}" for name, (fill, ink) in LOOK.frames.items()
    }
    others = {
        " .foe": f"fill:{accent};fill-opacity:.25;stroke:{accent}",
        " text": "stroke:none",
        f" .neutral,{root} .white": f"color:{black};stroke:{edge}",
    }
    if season:
        others[" .land"] = f"fill:{theme.seasons[season]}"
    several = (rules, lines, pieces, frames, others)
    return "".join(f"{root}{name}{{{rule}}}" for some in several for name, rule in some.items())
