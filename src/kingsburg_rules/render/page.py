"""The page: which part of a picture stands where, in one column on a telephone and in several on a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.render.board import calendar, court, tracks
from kingsburg_rules.render.notes import enemies, hand, in_force, log, questions
from kingsburg_rules.render.palette import style
from kingsburg_rules.render.panels import GAP, PAD, Block
from kingsburg_rules.render.players import province, seats
from kingsburg_rules.render.shapes import box, moved, number, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kingsburg_rules.render.scene import Scene

    Part = Callable[[Scene, float], Block]

NARROWEST, WIDEST = 240, 4000
_DESK = 860
_SHEET = 330


def draw(scene: Scene, theme: str, wide: int) -> str:
    """Draw a scene.

    Raises:
        SetupError: There is no such theme, or the width is not possible.
    """
    if not NARROWEST <= wide <= WIDEST:
        raise SetupError("picture.width", f"A picture is {NARROWEST} to {WIDEST} wide, not {wide}.")
    sheet = style(theme)
    room = wide - 2 * PAD
    rows = _desk(scene, room) if wide >= _DESK else _phone(scene, room)
    drawn, high = _stacked(rows)
    tall = number(high + 2 * PAD)
    title, told = safe(f"Kingsburg. {scene.title}"), safe(scene.describe())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'class="kingsburg-{theme}" style="max-width:100%;height:auto" role="graphics-document document" '
        f'aria-label="{title}"><title>{title}</title><desc>{told}</desc><style>{sheet}</style>'
        f"{box(0, 0, wide, high + 2 * PAD, 'paper', 0)}{moved(PAD, PAD, drawn)}</svg>"
    )


def _phone(scene: Scene, room: float) -> list[Block]:
    """Everything below each other; sheets side by side as far as they fit."""
    parts: tuple[Part, ...] = (calendar, questions, seats, tracks, court, enemies, hand, in_force)
    blocks = [part(scene, room) for part in parts]
    return [*blocks, *_provinces(scene, room), log(scene, room)]


def _desk(scene: Scene, room: float) -> list[Block]:
    """The board on the left, the players on the right, the provinces below."""
    right = max(300.0, min(360.0, room * 0.3))
    left = room - right - GAP
    board = _stacked([court(scene, left), tracks(scene, left)])
    beside = _stacked([part(scene, right) for part in (questions, seats, enemies, hand)])
    below = [part(scene, room) for part in (in_force, log)]
    return [
        calendar(scene, room),
        _abreast([board, beside], [left, right]),
        *_provinces(scene, room),
        *below,
    ]


def _provinces(scene: Scene, room: float) -> list[Block]:
    """Lay the sheets out in rows as even as possible."""
    count = len(scene.seats)
    most = max(1, int((room + GAP) // (_SHEET + GAP)))
    lines = -(-count // most)
    abreast = -(-count // lines)
    wide = (room - GAP * (abreast - 1)) / abreast
    return [
        _abreast([province(seat, wide) for seat in scene.seats[at : at + abreast]], [wide] * abreast)
        for at in range(0, count, abreast)
    ]


def _abreast(blocks: list[Block], widths: list[float]) -> Block:
    parts: list[str] = []
    x = 0.0
    for block, wide in zip(blocks, widths, strict=False):
        parts.append(moved(x, 0, block.drawn))
        x += wide + GAP
    return Block("".join(parts), max(block.high for block in blocks))


def _stacked(blocks: Iterable[Block]) -> Block:
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        if block.drawn:
            parts.append(moved(0, y, block.drawn))
            y += block.high + GAP
    return Block("".join(parts), y - GAP)
