"""The page: which parts a picture has, and where they go at each width.

All that has a fixed size comes first: the calendar, the decision, players, court, battle and provinces.
What grows and shrinks, such as cards and the log, comes below or in a column of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal, TypeAlias, get_args

from kingsburg_rules.engine.errors import SetupError, listed
from kingsburg_rules.render.battle import battle
from kingsburg_rules.render.court import court, private_court
from kingsburg_rules.render.grid import beside, share, stacked
from kingsburg_rules.render.panels import calendar, cards, decision, log
from kingsburg_rules.render.scene import Scene
from kingsburg_rules.render.seats import first_province, other_provinces, players, provinces
from kingsburg_rules.render.svg_elements import (
    GAP,
    PAD,
    Block,
    Brush,
    box,
    check_width,
    document,
    moved,
)

Part: TypeAlias = Literal[
    "calendar", "decision", "players", "court", "battle", "province", "provinces", "cards", "log"
]
"""A part of a picture. `province` is that of the player who comes first."""

PARTS: tuple[Part, ...] = get_args(Part)

NARROWEST = 320

_TABLET, _DESK, _WIDE = 560, 960, 1500
"""From these widths on there are two columns, a column at the side, and all provinces in a row."""

Draw: TypeAlias = Callable[[Scene, Brush, float], Block]


def _court(scene: Scene, brush: Brush, wide: float) -> Block:
    own = any(spot.private for spot in scene.court)
    return stacked([court(scene, brush, wide), *([private_court(scene, brush, wide)] if own else [])])


_DRAWN: dict[Part, Draw] = {
    "calendar": calendar,
    "decision": decision,
    "players": players,
    "court": _court,
    "battle": battle,
    "province": first_province,
    "provinces": provinces,
    "cards": cards,
    "log": log,
}


def draw(scene: Scene, parts: Part | Iterable[Part] | None, theme: str, wide: int) -> str:
    """Draw a scene, or some parts of it below each other.

    Raises:
        SetupError: There is no such part or theme, or the width is not possible.
    """
    check_width(wide, NARROWEST)
    brush = Brush(scene.targets, scene.rings)
    room = wide - 2 * PAD
    if parts is None:
        page = _page(scene, brush, room, wide)
    else:
        page = stacked([_DRAWN[part](scene, brush, room) for part in checked(parts) if _is_there(part, scene)])
    high = page.high + 2 * PAD
    drawn = box(0, 0, wide, high, "paper", 0) + moved(PAD, PAD, page.drawn)
    drawn = brush.definitions(drawn) + drawn
    return document(drawn, wide, high, theme, f"Kingsburg. {scene.title}", scene.describe())


def checked(parts: Part | Iterable[Part]) -> tuple[Part, ...]:
    """Check the names of parts.

    Raises:
        SetupError: There is no such part, or one would be drawn twice.
    """
    given = (parts,) if isinstance(parts, str) else tuple(parts)
    for part in given:
        if part not in PARTS:
            raise SetupError("picture.parts", f"'{part}' is not a part of a picture; parts are {listed(PARTS)}.")
    if len(set(given)) < len(given) or {"province", "provinces"} <= set(given):
        raise SetupError("picture.parts", "Each part can be drawn once; 'provinces' includes 'province'.")
    return given


def _is_there(part: Part, scene: Scene) -> bool:
    return bool(scene.log) if part == "log" else True


def _page(scene: Scene, brush: Brush, room: float, wide: int) -> Block:
    if wide < _TABLET:
        return _phone(scene, brush, room)
    return _tablet(scene, brush, room) if wide < _DESK else _desk(scene, brush, room)


def _drawn(scene: Scene, brush: Brush, wide: float, *parts: Draw) -> list[Block]:
    return [part(scene, brush, wide) for part in parts]


def _phone(scene: Scene, brush: Brush, room: float) -> Block:
    """Everything below each other: what is needed most often comes first."""
    asks = partial(decision, rows=4)
    parts = (calendar, asks, court, players, first_province, battle, other_provinces)
    return stacked([*_drawn(scene, brush, room, *parts), *_more(scene, brush, room)])


def _tablet(scene: Scene, brush: Brush, room: float) -> Block:
    """The decision beside the battle, and what varies in two columns."""
    half = share(room, 2)
    asks = decision(scene, brush, half, _rows_beside(scene))
    middle = beside([(asks, half), (battle(scene, brush, half), half)])
    top = _drawn(scene, brush, room, calendar, players, court)
    return stacked([*top, middle, provinces(scene, brush, room), *_in_columns(scene, brush, room, 2)])


def _rows_beside(scene: Scene) -> int:
    """Return how many rows of answers are as high as the battle."""
    return (100 + 20 * len(scene.seats)) // 26


def _desk(scene: Scene, brush: Brush, room: float) -> Block:
    """The board, and a column at its side with the decision, the battle, cards and the log."""
    side = 300.0 if room < _WIDE else 400.0
    main = room - side - GAP
    asks = partial(decision, rows=5)
    board = stacked(_drawn(scene, brush, main, calendar, players, court, provinces))
    column = [*_drawn(scene, brush, side, asks, battle), *_more(scene, brush, side)]
    return beside([(board, main), (stacked(column), side)])


def _more(scene: Scene, brush: Brush, wide: float) -> list[Block]:
    """Draw what there may be."""
    parts: list[Draw] = []
    if any(spot.private for spot in scene.court):
        parts.append(private_court)
    parts.append(cards)
    if scene.log:
        parts.append(log)
    return [block for block in _drawn(scene, brush, wide, *parts) if block.high]


def _in_columns(scene: Scene, brush: Brush, room: float, columns: int) -> Sequence[Block]:
    wide = share(room, columns)
    blocks = _more(scene, brush, wide)
    if len(blocks) < columns:
        return blocks
    return [beside([(stacked(blocks[:-1]), wide), (blocks[-1], wide)])]
