"""The court: the advisors, and the dice, tiles, gifts and marks that lie on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import BOLD, NAME, PLAIN, fit, wrap
from kingsburg_rules.render.panels import GAP, Block
from kingsburg_rules.render.shapes import (
    DIE,
    amount,
    amount_width,
    box,
    data,
    die,
    group,
    mark,
    moved,
    sign,
    text,
)
from kingsburg_rules.render.words import dice

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Group, Scene, Spot
    from kingsburg_rules.text.speech import Speech

_SPOT = 166
"""How wide an advisor is at least: two of them side by side on a telephone."""

_LINE = 14


def court(scene: Scene, wide: float) -> Block:
    """Draw the advisors in rows, as many side by side as there is room for."""
    columns = max(1, int((wide + GAP) // (_SPOT + GAP)))
    room = (wide - GAP * (columns - 1)) / columns
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(scene.court), columns):
        row = scene.court[start : start + columns]
        high = max(_spot_height(spot, room) for spot in row)
        parts += [
            moved(at * (room + GAP), y, _spot(spot, room, high, scene.say)) for at, spot in enumerate(row)
        ]
        y += high + GAP
    return Block(group(scene.say.say("court"), "".join(parts)), y - GAP)


def _texts(spot: Spot, room: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Break the name of the tile and what the advisor gives into lines."""
    tile = wrap(spot.tile.name, room - 16, BOLD, 2) if spot.tile else ()
    return tile, wrap(spot.tile.text if spot.tile else spot.text, room - 16, PLAIN)


def _spot_height(spot: Spot, room: float) -> float:
    tile, says = _texts(spot, room)
    rows = len(spot.groups) + bool(spot.gifts) + bool(spot.marks) + bool(spot.ways)
    return 39 + _LINE * (len(tile) + len(says)) + 23 * max(rows, 1) + 6


def _spot(spot: Spot, room: float, high: float, say: Speech) -> str:
    tile, says = _texts(spot, room)
    kind = "raised" if spot.groups else "panel"
    parts = [box(0.5, 0.5, room - 1, high - 1, f"{kind} {'ring' if spot.ways else 'line'}", 7)]
    parts.append(
        f'<circle cx="20" cy="18" r="12" class="ink"/>{text(20, 22.5, str(spot.rank), "t3 m paper")}'
    )
    parts.append(text(38, 22.5, fit(spot.name, room - 44, NAME), "t3"))
    y = 32.0
    for line in tile:
        y += _LINE
        parts.append(text(8, y, line, "b hot"))
    for line in says:
        y += _LINE
        parts.append(text(8, y, line, "soft"))
    y = high - 6
    for drawn in _lying(spot, room, say):
        y -= 23
        parts.append(moved(8, y, drawn))
    return group(_spot_title(spot, say), "".join(parts), data=data(advisor=spot.card))


def _lying(spot: Spot, room: float, say: Speech) -> list[str]:
    """Draw what lies on an advisor, from the lowest row up."""
    rows = [_dice_row(each, room - 16, say) for each in spot.groups]
    if spot.gifts:
        rows.append(_gifts(spot, say))
    if spot.marks:
        rows.append(_marks(spot, say))
    if spot.ways:
        rows.append(text(0, 15, say.several("way", "ways", len(spot.ways)), "b hot"))
    return rows[::-1]


def _dice_row(there: Group, room: float, say: Speech) -> str:
    placed = there.placed
    values = [(value, False) for value in placed.dice] + [(value, True) for value in placed.bonus]
    rest = 26 * bool(placed.plus2) + 18 * placed.envoy
    step = min(DIE + 3, (room - 17 - rest - DIE) / max(1, len(values) - 1))
    parts = [mark(6, 11, there.seat)]
    x = 17.0
    for value, bonus in values:
        parts.append(die(x, 1.5, value, there.seat, bonus=bonus))
        x += step
    x += DIE - step + 4 if values else 0
    if placed.plus2:
        parts.append(box(x, 3, 22, 16, "panel edge", 4) + text(x + 11, 15, f"+{placed.plus2}", "b m"))
        x += 26
    if placed.envoy:
        parts.append(sign(x + 6, 11, "envoy"))
    return group(_dice_title(there, say), "".join(parts))


def _dice_title(there: Group, say: Speech) -> str:
    placed = there.placed
    parts = [dice(placed.dice, placed.bonus)]
    parts += [say.say("token", n=placed.plus2)] if placed.plus2 else []
    parts += [say.say("envoy")] if placed.envoy else []
    return f"{there.who}: {', '.join(parts)}"


def _gifts(spot: Spot, say: Speech) -> str:
    x, parts = 0.0, list[str]()
    for resource, count in spot.gifts:
        title = say.say("lies_here", bag=say.counted(resource, count))
        parts.append(group(title, amount(x, 11, resource, str(count))))
        x += amount_width(resource, str(count)) + 6
    return "".join(parts)


def _marks(spot: Spot, say: Speech) -> str:
    x, parts = 7.0, list[str]()
    for seat, who, card, count in spot.marks:
        drawn = mark(x, 11, seat) + text(x + 8, 15, f"\N{MULTIPLICATION SIGN}{count}", "b")
        parts.append(group(say.say("marked", card=card, player=who, n=count), drawn))
        x += 30
    return "".join(parts)


def _spot_title(spot: Spot, say: Speech) -> str:
    parts = [f"{spot.rank} {spot.name}."]
    parts += [say.say("tile", name=spot.tile.name)] if spot.tile else []
    parts.append(spot.tile.text if spot.tile else spot.text)
    parts += [say.say("within_reach", ways="; ".join(spot.ways))] if spot.ways else []
    return " ".join(filter(None, parts))
