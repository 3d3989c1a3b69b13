"""The page: which part of a picture stands where, in one column on a telephone and in several on a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.render.board import calendar, tracks
from kingsburg_rules.render.court import court
from kingsburg_rules.render.notes import auction, enemies, hand, in_force, log, questions
from kingsburg_rules.render.palette import style
from kingsburg_rules.render.panels import GAP, PAD, Block
from kingsburg_rules.render.players import province, seats
from kingsburg_rules.render.shapes import box, moved, number, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kingsburg_rules.render.scene import Scene

    Part = Callable[[Scene, float], Block]

NARROWEST, WIDEST = 320, 4000
_DESK = 860
"""From this width on there is more than one column."""

_MARGINS, _BUILDING = 36, 75
"""How wide a sheet is at least: around its buildings, and for each of them."""


def draw(scene: Scene, theme: str, wide: int) -> str:
    """Draw a scene.

    Raises:
        SetupError: There is no such theme, or the width is not possible.
    """
    check_width(wide, NARROWEST)
    room = wide - 2 * PAD
    rows = _desk(scene, room) if wide >= _DESK else _phone(scene, room)
    drawn, high = _stacked(rows)
    title = f"Kingsburg. {scene.title}"
    return document(
        box(0, 0, wide, high + 2 * PAD, "paper", 0) + moved(PAD, PAD, drawn),
        wide,
        high + 2 * PAD,
        theme,
        title,
        scene.describe(),
    )


def document(drawn: str, wide: int, high: float, theme: str, title: str, told: str) -> str:
    """Make a picture of what was drawn, with its style, and with words for those who listen.

    Raises:
        SetupError: There is no such theme.
    """
    tall, title = number(high), safe(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'class="kingsburg-{theme}" style="max-width:100%;height:auto" role="graphics-document document" '
        f'aria-label="{title}"><title>{title}</title><desc>{safe(told)}</desc>'
        f"<style>{style(theme)}</style>{drawn}</svg>"
    )


def check_width(wide: int, narrowest: int) -> None:
    """Refuse a width that no picture can have.

    Raises:
        SetupError: It is not possible.
    """
    if not narrowest <= wide <= WIDEST:
        raise SetupError("picture.width", f"A picture is {narrowest} to {WIDEST} wide, not {wide}.")


def _phone(scene: Scene, room: float) -> list[Block]:
    """Everything below each other; sheets side by side as far as they fit."""
    first = _there(scene, questions, auction, hand)
    last = _there(scene, in_force, log)
    return [
        calendar(scene, room),
        *(part(scene, room) for part in (*first, seats, tracks, court, enemies)),
        *_provinces(scene, room),
        *(part(scene, room) for part in last),
    ]


def _desk(scene: Scene, room: float) -> list[Block]:
    """The court over the whole width, below it the players, below them their provinces."""
    return [
        calendar(scene, room),
        court(scene, room),
        seats(scene, room),
        *_columns(_there(scene, questions, auction, hand, tracks, enemies), scene, room),
        *_provinces(scene, room),
        *_columns(_there(scene, in_force, log), scene, room),
    ]


def _there(scene: Scene, *parts: Part) -> list[Part]:
    """Leave out parts that have nothing to show."""
    empty: dict[Part, bool] = {
        questions: not scene.questions,
        auction: not scene.auction,
        hand: not scene.hand,
        in_force: not scene.in_force,
        log: not scene.log,
    }
    return [part for part in parts if not empty.get(part, False)]


def _columns(parts: list[Part], scene: Scene, room: float) -> list[Block]:
    """Put parts side by side."""
    if not parts:
        return []
    wide = (room - GAP * (len(parts) - 1)) / len(parts)
    return [_abreast([part(scene, wide) for part in parts], wide)]


def _provinces(scene: Scene, room: float) -> list[Block]:
    """Lay the sheets out in rows as even as possible."""
    count = len(scene.seats)
    columns = max(len(row) for seat in scene.seats for row in seat.rows)
    most = max(1, int((room + GAP) // (_MARGINS + columns * _BUILDING)))
    lines = -(-count // most)
    abreast = -(-count // lines)
    wide = (room - GAP * (abreast - 1)) / abreast
    sheets = [province(seat, wide, scene.say) for seat in scene.seats]
    return [_abreast(sheets[at : at + abreast], wide) for at in range(0, count, abreast)]


def _abreast(blocks: list[Block], wide: float) -> Block:
    drawn = (moved(at * (wide + GAP), 0, block.drawn) for at, block in enumerate(blocks))
    return Block("".join(drawn), max(block.high for block in blocks))


def _stacked(blocks: Iterable[Block]) -> Block:
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts.append(moved(0, y, block.drawn))
        y += block.high + GAP
    return Block("".join(parts), y - GAP)
