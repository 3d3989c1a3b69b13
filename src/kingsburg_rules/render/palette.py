"""Colors for light and for dark, and the marks that tell players apart without colors.

The colors of the players are told apart by people who see fewer of them, and every player has a mark as
well: no picture says anything by color alone. A test works out the contrasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from attrs import frozen

from kingsburg_rules.engine.errors import SetupError, is_known, unknown

THEMES = ("auto", "light", "dark")
"""`auto` follows what the reader has chosen for the whole screen, and is light in print."""

FONT = "'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif"


@frozen
class Theme:
    """The colors of a picture. `seats` are pairs: the color of a player, and what is written on it."""

    colors: Mapping[str, str]
    seats: tuple[tuple[str, str], ...]


LIGHT = Theme(
    {
        "paper": "#f4efe4",
        "panel": "#fffdf8",
        "raised": "#ebdfc4",
        "line": "#c9bfa9",
        "ink": "#221f1a",
        "soft": "#5c5546",
        "accent": "#8c3d0c",
        "on_accent": "#ffffff",
        "neutral": "#cfcabf",
        "white": "#ffffff",
        "black": "#1b1a18",
        "edge": "#1b1a18",
        "fresh": "#0b6e8f",
    },
    (
        ("#c3421a", "#ffffff"),
        ("#1667b0", "#ffffff"),
        ("#f0c630", "#1b1a18"),
        ("#2aa876", "#1b1a18"),
        ("#d277c1", "#1b1a18"),
        ("#8fcdf0", "#1b1a18"),
        ("#5b4a3f", "#ffffff"),
        ("#f2b3a7", "#1b1a18"),
    ),
)

DARK = Theme(
    {
        "paper": "#15161a",
        "panel": "#1f2126",
        "raised": "#353945",
        "line": "#50545f",
        "ink": "#f1ede3",
        "soft": "#bdb7a8",
        "accent": "#f2b25c",
        "on_accent": "#1b1a18",
        "neutral": "#8d8f96",
        "white": "#ffffff",
        "black": "#1b1a18",
        "edge": "#0d0e10",
        "fresh": "#5fd0ee",
    },
    (
        ("#f0764a", "#1b1a18"),
        ("#4c97dd", "#1b1a18"),
        ("#f3d250", "#1b1a18"),
        ("#35c598", "#1b1a18"),
        ("#e39ad8", "#1b1a18"),
        ("#b5e3f8", "#1b1a18"),
        ("#9c8674", "#1b1a18"),
        ("#f7cfc4", "#1b1a18"),
    ),
)

_FILLS = {
    **{name: name for name in ("paper", "panel", "raised", "accent", "neutral", "ink")},
    "h": "ink",
    **{"linefill": "line", "soft": "soft", "over": "on_accent"},
}
"""Classes that fill, and with which color."""

_STROKES = {
    "line": "line",
    "asked": "accent",
    "edge": "ink",
    "can": "accent",
    "new": "fresh",
    "track": "soft",
}
"""Classes that draw a line, and with which color."""

_FRAMES = (
    *(("built", "raised", "ink"), ("next", "panel", "ink"), ("later", "panel", "soft")),
    *(("spot", "panel", "ink"), ("taken", "raised", "ink")),
)
"""The frames of buildings and advisors: what fills them, and the color of their line and their name."""

LARGE_PRICE, SMALL_PRICE = 0.72, 0.58
"""How much smaller prices are than other amounts; their letters stay as large as small letters are."""

_FIXED = {
    ".white": "fill:#fff",
    ".onred": "fill:#fff",
    ".black": f"fill:{LIGHT.colors['black']}",
    ".c": f"font-size:{10 / LARGE_PRICE:.4g}px;font-weight:700",
    ".d": f"font-size:{10 / SMALL_PRICE:.4g}px;font-weight:700",
    ".t1": "font-size:21px;font-weight:700",
    ".t2": "font-size:16px;font-weight:700",
    ".t3": "font-size:13px;font-weight:700",
    ".t4": "font-size:12px",
    ".small": "font-size:10px;font-weight:700",
    ".less": "font-size:10px",
    ".b": "font-weight:700",
    ".h": "font-weight:700",
    ".m": "text-anchor:middle",
    ".e": "text-anchor:end",
    ".can": "fill:none;stroke-width:2.5",
    ".asked": "stroke-width:2",
    ".new": "fill:none;stroke-width:3;stroke-dasharray:7 3",
    ".built": "stroke-width:1.3;font-weight:700",
    ".next": "stroke-opacity:.7;font-weight:700",
    ".later": "stroke-opacity:.5;stroke-dasharray:3 3;font-weight:700",
    ".spot": "stroke-opacity:.3",
    ".taken": "stroke-opacity:.3",
    ".track": "stroke-width:1;fill:none",
    "[role=button]": "cursor:pointer",
}


_SOURCES = ("#e2b04a", "#9fc3e8", "#a9d18e", "#e6a3b4", "#c9b6e4", "#d9d3c3")
"""The colors of sources of points at the end; black can be read on all of them."""


def root_class(theme: str) -> str:
    """Return the class of a picture, to which its style sheet is limited."""
    return f"kb-{theme}"


def style(theme: str, seats: int = 0) -> str:
    """Write the style sheet of a picture; it speaks of this picture's own classes only.

    `seats` is the number of players whose colors are needed.

    Raises:
        SetupError: There is no such theme.
    """
    if not is_known(theme, THEMES):
        raise SetupError("picture.theme", f"The theme {unknown(theme, THEMES)}")
    return _style(theme, seats)


@cache
def _style(theme: str, seats: int) -> str:
    root = f".{root_class(theme)}"
    fixed = f"{root}{{font:11px {FONT};stroke-linejoin:round;stroke-linecap:round}}"
    fixed += "".join(f"{root} {name}{{{rule}}}" for name, rule in _FIXED.items())
    fixed += "".join(f"{root} .s{number}{{fill:{fill}}}" for number, fill in enumerate(_SOURCES))
    if theme == "dark":
        return _colored(root, DARK, seats) + fixed
    sheet = _colored(root, LIGHT, seats) + fixed
    if theme == "auto":
        sheet += f"@media screen and (prefers-color-scheme:dark){{{_colored(root, DARK, seats)}}}"
    return sheet


def _colored(root: str, theme: Theme, seats: int) -> str:
    colors = theme.colors
    rules = [f"{root}{{fill:{colors['ink']};color:{colors['ink']}}}"]
    rules += [f"{root} .{name}{{fill:{colors[color]}}}" for name, color in _FILLS.items()]
    rules += [f"{root} .{name}{{stroke:{colors[color]}}}" for name, color in _STROKES.items()]
    edge, black = colors["edge"], colors["black"]
    for name, fill, ink in _pieces(theme, seats):
        rules.append(f"{root} .{name}{{fill:{fill};color:{ink};stroke:{edge}}}")
    rules += [f"{root} .{name}{{fill:{colors[fill]};color:{colors[ink]}}}" for name, fill, ink in _FRAMES]
    rules.append(f"{root} .foe{{fill:{colors['accent']};fill-opacity:.25;stroke:{colors['accent']}}}")
    rules.append(f"{root} text{{stroke:none}}{root} .neutral,{root} .white{{color:{black};stroke:{edge}}}")
    return "".join(rules)


def _pieces(theme: Theme, seats: int) -> Iterable[tuple[str, str, str]]:
    """List the classes of the players' pieces, with the color of each and of what is written on it."""
    return ((f"p{number}", fill, ink) for number, (fill, ink) in enumerate(theme.seats[:seats]))


SEATS = len(LIGHT.seats)
"""How many colors there are; with more players they begin again, with other marks."""
