"""Colours for light and for dark, and the marks that tell players apart without colours.

The colours of the players are told apart by people who see fewer of them, and every player has a mark as
well: no picture says anything by colour alone. A test works out the contrasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import frozen

from kingsburg_rules.engine.errors import SetupError, is_known, unknown

THEMES = ("auto", "light", "dark")
"""`auto` follows what the reader has chosen for the whole screen, and is light in print."""

FONT = "'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif"


@frozen
class Theme:
    """The colours of a picture. `seats` are pairs: the colour of a player, and what is written on it."""

    colours: Mapping[str, str]
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
        "gold": "#e8b923",
        "wood": "#8a5a2b",
        "stone": "#8b939b",
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
        "gold": "#f0c843",
        "wood": "#b57f49",
        "stone": "#a9b1b9",
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
    **{name: name for name in ("paper", "panel", "raised", "accent", "neutral", "white", "black")},
    **{name: name for name in ("gold", "wood", "stone", "ink")},
    **{"linefill": "line", "soft": "soft", "hot": "accent", "over": "on_accent"},
}
"""Classes that fill, and with which colour."""

_STROKES = {"line": "line", "edge": "ink", "ring": "accent", "pips": "black", "track": "soft"}
"""Classes that draw a line, and with which colour."""

_FIXED = {
    "text": f"font-family:{FONT};font-size:11px",
    ".t1": "font-size:22px;font-weight:700",
    ".t2": "font-size:14px;font-weight:700",
    ".t3": "font-size:13px;font-weight:700",
    ".t4": "font-size:12px",
    ".small": "font-size:10px;font-weight:700",
    ".less": "font-size:10px",
    ".b": "font-weight:700",
    ".m": "text-anchor:middle",
    ".e": "text-anchor:end",
    ".line": "stroke-width:1",
    ".edge": "stroke-width:1;stroke-linejoin:round",
    ".ring": "stroke-width:2",
    ".dash": "stroke-dasharray:4 2",
    ".track": "fill:none;stroke-width:1",
    ".pips": "fill:none;stroke-linecap:round",
    ".none": "fill:none",
}


def style(theme: str) -> str:
    """Write the style sheet of a picture; it speaks of this picture's own classes only.

    Raises:
        SetupError: There is no such theme.
    """
    if not is_known(theme, THEMES):
        raise SetupError("picture.theme", f"The theme {unknown(theme, THEMES)}")
    return _style(theme)


@cache
def _style(theme: str) -> str:
    root = f".kingsburg-{theme}"
    fixed = "".join(f"{root} {name}{{{rule}}}" for name, rule in _FIXED.items())
    if theme == "dark":
        return _coloured(root, DARK) + fixed
    sheet = _coloured(root, LIGHT) + fixed
    if theme == "auto":
        sheet += f"@media screen and (prefers-color-scheme:dark){{{_coloured(root, DARK)}}}"
    return sheet


def _coloured(root: str, theme: Theme) -> str:
    colours = theme.colours
    rules = [f"{root} text{{fill:{colours['ink']}}}"]
    rules += [f"{root} .{name}{{fill:{colours[colour]}}}" for name, colour in _FILLS.items()]
    rules += [f"{root} .{name}{{stroke:{colours[colour]}}}" for name, colour in _STROKES.items()]
    for number, (fill, ink) in enumerate(theme.seats):
        rules.append(f"{root} .p{number}{{fill:{fill}}}{root} .i{number}{{stroke:{ink}}}")
        rules.append(f"{root} .w{number}{{fill:{ink}}}")
    return "".join(rules)


SEATS = len(LIGHT.seats)
"""How many colours there are; with more players they begin again, with other marks."""
