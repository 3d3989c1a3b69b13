"""The page: which parts a picture has, and where they go at each width.

All that has a fixed size comes first: the calendar, the decision, players, court, battle and provinces.
What grows and shrinks, such as cards and the log, comes below or in a column of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal, TypeAlias, get_args

from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.battle import battle
from kingsburg_rules.render.court import court, private_court
from kingsburg_rules.render.panels import Draw, calendar, card_parts, cards, decision, log
from kingsburg_rules.render.scene import MOST_LINES, BoardScene
from kingsburg_rules.render.seats import first_province, other_provinces, players, provinces
from kingsburg_rules.render.svg_elements import GAP, PAD, Block, Brush

Part: TypeAlias = Literal[
    "calendar", "decision", "players", "court", "battle", "province", "provinces", "cards", "log"
]
"""A part of a picture. `province` is that of the player who comes first."""

PARTS: tuple[Part, ...] = get_args(Part)

NARROWEST = 320

_TABLET, _DESK, _WIDE = 560, 960, 1500
"""From these widths on there are two columns, a column at the side, and all provinces in a row."""


def _court(scene: BoardScene, brush: Brush, wide: float) -> Block:
    own = any(spot.private for spot in scene.court)
    return svg.stacked([court(scene, brush, wide), *([private_court(scene, brush, wide)] if own else [])])


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


def draw(scene: BoardScene, parts: Part | Iterable[Part] | None, theme: str, wide: int) -> str:
    """Draw a scene, or some parts of it below each other.

    Raises:
        SetupError: There is no such part or theme, or the width is not possible.
    """
    svg.check_width(wide, NARROWEST)
    brush = Brush(scene.targets, scene.rings)
    room = wide - 2 * PAD
    if parts is None:
        page = _page(scene, brush, room, wide)
    else:
        page = svg.stacked(
            [_DRAWN[part](scene, brush, room) for part in checked(parts) if _is_there(part, scene)]
        )
    high = page.high + 2 * PAD
    drawn = svg.box(0, 0, wide, high, "paper", 0) + svg.moved(PAD, PAD, page.drawn)
    drawn = brush.definitions(drawn) + drawn
    return svg.document(
        drawn,
        wide,
        high,
        theme,
        f"Kingsburg. {scene.title}",
        scene.describe(),
        len(scene.seats),
        scene.season,
    )


def checked(parts: Part | Iterable[Part]) -> tuple[Part, ...]:
    """Check the names of parts.

    Raises:
        SetupError: There is no such part, or one would be drawn twice.
    """
    given = (parts,) if isinstance(parts, str) else tuple(parts)
    for part in given:
        if part not in PARTS:
            raise SetupError("picture.parts", f"Part {unknown(part, PARTS)}")
    if len(set(given)) < len(given) or {"province", "provinces"} <= set(given):
        raise SetupError("picture.parts", "Each part can be drawn once; 'provinces' includes 'province'.")
    return given


def _is_there(part: Part, scene: BoardScene) -> bool:
    return bool(scene.log) if part == "log" else True


def _page(scene: BoardScene, brush: Brush, room: float, wide: int) -> Block:
    if wide < _TABLET:
        return _phone(scene, brush, room)
    return _tablet(scene, brush, room) if wide < _DESK else _desk(scene, brush, room)


def _drawn(scene: BoardScene, brush: Brush, wide: float, *parts: Draw) -> list[Block]:
    return [part(scene, brush, wide) for part in parts]


def _phone(scene: BoardScene, brush: Brush, room: float) -> Block:
    """Everything below each other: what is needed most often comes first."""
    asks: list[Draw] = [] if scene.over else [partial(decision, rows=3)]
    parts: list[Draw] = [calendar, *asks, court, players, first_province, battle, other_provinces]
    return svg.stacked(_drawn(scene, brush, room, *parts, *_varying(scene, _BRIEF)))


def _tablet(scene: BoardScene, brush: Brush, room: float) -> Block:
    """The players beside the battle, and what varies in two columns."""
    half = svg.share(room, 2)
    asks: list[Draw] = [] if scene.over else [partial(decision, rows=2)]
    top = _drawn(scene, brush, room, calendar, *asks)
    middle = svg.beside([(players(scene, brush, half), half), (battle(scene, brush, half), half)])
    board = _drawn(scene, brush, room, court, provinces)
    return svg.stacked([*top, middle, *board, *_in_columns(scene, brush, room, 2, _varying(scene))])


def _desk(scene: BoardScene, brush: Brush, room: float) -> Block:
    """The board, and a column at its side: the decision, the battle, and as much else as fits."""
    side = 300.0 if room + 2 * PAD < _WIDE else 380.0
    main = room - side - GAP
    board = svg.stacked(_drawn(scene, brush, main, calendar, players, court, provinces))
    asks: list[Draw] = [] if scene.over else [partial(decision, rows=3)]
    column = _drawn(scene, brush, side, *asks, battle)
    rest: list[Draw] = []
    for part in _varying(scene):
        block = part(scene, brush, side)
        if svg.stacked([*column, block]).high <= board.high + _OVER:
            column.append(block)
        else:
            rest.append(part)
    top = svg.beside([(board, main), (svg.stacked(column), side)])
    return svg.stacked([top, *_in_columns(scene, brush, room, int(room // _COLUMN), rest)])


_COLUMN, _OVER = 330, 12
"""How wide a column of cards is at least; and how much longer than the board the side may become."""


_BRIEF = 12
"""So many lines has the log on a telephone."""


def _varying(scene: BoardScene, most: int = MOST_LINES) -> list[Draw]:
    """List the parts that there are only sometimes, or that grow; `most` lines has the log."""
    parts: list[Draw] = [private_court] if any(spot.private for spot in scene.court) else []
    offered, others = card_parts(scene)
    return [*parts, *offered, *([partial(log, most=most)] if scene.log else []), *others]


def _in_columns(
    scene: BoardScene, brush: Brush, room: float, columns: int, parts: Sequence[Draw]
) -> Sequence[Block]:
    """Draw parts in columns, each below the shortest one."""
    if not parts:
        return []
    columns = max(1, min(columns, len(parts)))
    wide = svg.share(room, columns)
    stacks: list[list[Block]] = [[] for _ in range(columns)]
    for part in parts:
        shortest = min(stacks, key=lambda blocks: svg.stacked(blocks).high)
        shortest.append(part(scene, brush, wide))
    return [svg.beside([(svg.stacked(blocks), wide) for blocks in stacks])]
