"""Icons: small drawings around a point, about 16 pixels wide, defined once in a picture and used by name.

Goods and tokens look the same in every theme, like the pieces of a game. Marks and dice take the colors of
a player from where they are used: `fill` and `stroke` for the shape, `color` for the pips.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

PREFIX = "k-"
"""How the names of icons begin, so that they meet no others on a page."""

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

NEUTRAL = "neutral"
"""The mark of dice that belong to nobody."""

_EDGE = 'stroke="#111"'
_RESOURCES = {
    "gold": f'<circle r="6.3" fill="#ecbb27" {_EDGE}/><circle r="3.4" fill="#f7d968" stroke="#8d6a0c"/>',
    "wood": f'<path d="M-6.8-4.8h13.6v4.3h-13.6zM-6.8.7h13.6v4.3h-13.6z" fill="#ad763f" {_EDGE}/>'
    '<path d="M-3.8-2.6h6M-1.6 2.9h6" stroke="#5b381a"/>',
    "stone": f'<path d="M-6.8 5-4.7-2.8.4-5.8 5.3-3 6.8 5z" fill="#a3adb6" {_EDGE}/>'
    '<path d="M.4-5.8-.8-.8 1.4 5M-.8-.8-4.7-2.8" fill="none" stroke="#5f6972"/>',
    "good": f'<circle cy="-3.2" r="3.7" fill="#ecbb27" {_EDGE}/><circle cx="-3.5" cy="2.9" r="3.7" '
    f'fill="#ad763f" {_EDGE}/><circle cx="3.5" cy="2.9" r="3.7" fill="#a3adb6" {_EDGE}/>',
    "soldier": f'<path d="M-5.8 5.8v-5.4a5.8 6 0 0 1 11.6 0v5.4h-3.6v-4.4h-4.4v4.4z" fill="#8ba3c9" {_EDGE}/>'
    f'<path d="M-1.3-5.4 0-7.6 1.3-5.4v5h-2.6z" fill="#c23b2e" {_EDGE}/>',
    "plus2": f'<rect x="-9" y="-6.6" width="18" height="13.2" rx="4" fill="#fff3d0" {_EDGE}/>'
    '<text y="3.8" text-anchor="middle" font-size="10.5" font-weight="700" fill="#111">+2</text>',
    "bonus_die": f'<rect x="-6" y="-6" width="12" height="12" rx="3" fill="#fff" {_EDGE}/>'
    '<path d="M-2.6-2.6h0M2.6 2.6h0" stroke="#111" stroke-width="2.8"/>',
    "envoy": f'<path d="M-4.2-6.4h9.4l-2.6 3.6 2.6 3.6h-9.4z" fill="#8f5cc2" {_EDGE}/>'
    '<path d="M-4.7-7.2v14.2" stroke="#7c7568" stroke-width="1.8"/>',
    "vp": '<path d="M-6.6-7h13.2v6.8c0 4.6-3.2 6.4-6.6 7.8-3.4-1.4-6.6-3.2-6.6-7.8z" fill="#ac2f38" '
    f"{_EDGE}/>"
    '<path d="M0-4.6 1.3-1.5 4.6-1.3 2.1.8 2.9 4 0 2.3-2.9 4-2.1.8-4.6-1.3-1.3-1.5z" fill="#fff"/>',
    "building": f'<path d="M0-6.8 7-.8h-2v6.8h-10v-6.8h-2z" fill="#d8b98a" {_EDGE}/>'
    '<path d="M-1.6 6v-4.4h3.2v4.4" fill="#5b381a"/>',
    "card_in_hand": f'<rect x="-4.8" y="-6.6" width="9.6" height="13.2" rx="1.6" fill="#4f6f9f" {_EDGE}/>'
    '<rect x="-2.6" y="-4.4" width="5.2" height="8.8" rx="1" fill="none" stroke="#fff"/>',
}
"""The icon of a resource, by its name in the rules; others show their first letters."""

_DARK = 'stroke="currentColor" fill="none" stroke-width="1.5"'
_OTHERS = {
    "shield": '<path d="M-8-8h16v8c0 5.4-4 7.4-8 9-4-1.6-8-3.6-8-9z" fill="#ac2f38" '
    f'stroke-dasharray="none" {_EDGE}/>',
    "crest": f'<path d="M-13-13h26v12c0 9-6.5 12.4-13 15-6.5-2.6-13-6-13-15z" fill="#ac2f38" {_EDGE}/>',
    "strength": '<path d="M0-7.6 1.9-5v6.4h2.7v2h-3.2v3.8h-2.8v-3.8h-3.2v-2h2.7v-6.4z" fill="#c3ccd4" '
    f"{_EDGE}/>",
    "peek": f'<path d="M-7.4 0c3.6-6 11.2-6 14.8 0-3.6 6-11.2 6-14.8 0z" fill="#fff" {_EDGE}/>'
    '<circle r="2.7" fill="#111"/>',
    "victory": f'<circle r="7" fill="#1d7f55" {_EDGE}/><path d="M-3.4.2-.9 2.8 3.6-2.8" fill="none" '
    'stroke="#fff" stroke-width="2"/>',
    "tie": f'<circle r="7" fill="#8d8f96" {_EDGE}/><path d="M-3.2-1.8h6.4M-3.2 1.8h6.4" stroke="#111" '
    'stroke-width="1.8"/>',
    "defeat": f'<path d="M-4-7h8l4 4v6l-4 4h-8l-4-4v-6z" fill="#b3372b" {_EDGE}/>'
    '<path d="M-2.8-2.8 2.8 2.8M2.8-2.8-2.8 2.8" stroke="#fff" stroke-width="2"/>',
    "or": f'<path d="M2-5.5-2 5.5" {_DARK}/>',
    "to": f'<path d="M-4.5 0h8M.8-3 4 0 .8 3" {_DARK}/>',
    "changed": f'<path d="M0-5v6M-3-2h6M-3 4.5h6" {_DARK}/>',
    "tile": f'<path d="M-5-5h10v10h-10z" fill="#e2b98d" {_EDGE}/><path d="M-2-2h4v4h-4z" fill="#8c3d0c"/>',
    "token": f'<circle r="7" fill="#fff3d0" {_EDGE}/>',
    NEUTRAL: '<path d="M-5.6-2.4h11.2v4.8h-11.2z"/>',
}

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

DIE = 17
"""How wide a die is."""


def _die(value: int) -> str:
    pips = "".join(f"M{4.4 * x:g} {4.4 * y:g}h0" for x, y in _PIPS.get(value, ()))
    number = f'<text y="4" text-anchor="middle" stroke="none">{value}</text>'
    drawn = f'<path d="{pips}" fill="none" stroke="currentColor" stroke-width="3.3"/>'
    return f'<rect x="-8" y="-8" width="16" height="16" rx="3.5"/>{drawn if pips else number}'


@cache
def icons() -> dict[str, str]:
    """Return all icons by name, each as it is drawn around its middle."""
    dice = {f"die{value}": _die(value) for value in _PIPS}
    marks = {f"mark{number}": f'<path d="{outline}"/>' for number, outline in enumerate(MARKS)}
    return {**_RESOURCES, **_OTHERS, **dice, **marks}


def has_icon(resource: str) -> bool:
    """Whether a resource has an icon of its own."""
    return resource in _RESOURCES


def icon_width(resource: str) -> int:
    """Return the width of an icon, or of the letters in place of one."""
    return 20 if resource == "plus2" or resource not in _RESOURCES else 16


_USED = re.compile(f'href="#{PREFIX}([a-z0-9_]+)"')


def definitions(drawn: Iterable[str]) -> str:
    """Define the icons that are used somewhere in what was drawn."""
    used = dict.fromkeys(name for part in drawn for name in _USED.findall(part))
    known = icons()
    return "".join(_symbol(name, known[name]) for name in sorted(used))


@cache
def _symbol(name: str, drawn: str) -> str:
    return f'<g id="{PREFIX}{name}">{drawn}</g>'


def sprite() -> str:
    """Return a file with all icons, for pages that use them by name: `icons.svg#k-gold`."""
    symbols = "".join(f"\n{_symbol(name, drawn)}" for name, drawn in icons().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}\n</defs></svg>\n'
