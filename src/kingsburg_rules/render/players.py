"""What belongs to a player: the things in front of him, and his province."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import fit, width, wrap
from kingsburg_rules.render.panels import PAD, Block, Flow, panel, written
from kingsburg_rules.render.shapes import (
    DIE,
    SHIELD,
    amount,
    amount_width,
    box,
    data,
    die,
    group,
    mark,
    moved,
    path,
    text,
)
from kingsburg_rules.render.words import OUTCOMES, counted, dice

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Cell, Line, Scene, Seat

_LABEL = 16
"""The room for the letter of a row."""

_CELL = 54
"""How high a building is."""


def seats(scene: Scene, wide: float) -> Block:
    """Draw what the players have, in turn order."""
    parts: list[str] = []
    y = 0.0
    for seat in scene.seats:
        block = _seat(seat, wide)
        parts.append(moved(0, y, block.drawn))
        y += block.high + 6
    return Block("".join(parts), y - 6)


def _seat(seat: Seat, wide: float) -> Block:
    player = seat.player
    parts = [text(PAD + 4, 22, str(seat.place), "t3 m soft"), mark(PAD + 20, 18, seat.number)]
    points = str(player.vp)
    parts.append(_points(wide - PAD - 11, 18, player.vp))
    houses = wide - PAD - 34 - amount_width("building", str(len(player.buildings)))
    parts.append(_chip(houses, 18, "building", len(player.buildings), player.name))
    parts.append(text(PAD + 33, 22.5, fit(player.name, houses - PAD - 40, 13.6), "t3"))
    flow = Flow(PAD, 34, wide - 2 * PAD, 23, 9)
    for resource, count in seat.bag:
        x, y = flow.place(amount_width(resource, str(count)))
        parts.append(_chip(x, y + 10, resource, count, player.name))
    parts.append(_hand(seat, flow))
    title = f"{seat.place} {player.name}: {points} VP" + (", to play" if seat.asked else "")
    high = flow.bottom + 6
    drawn = panel(title, "".join(parts), wide, high, "ring" if seat.asked else "line", data(player=player.name))
    return Block(drawn, high)


def _chip(x: float, y: float, resource: str, count: int, who: str) -> str:
    return group(f"{who}: {counted(resource, count)}", amount(x, y, resource, str(count)))


def _points(x: float, y: float, points: int) -> str:
    small = "t4 b m over" if abs(points) < 100 else "b m over"
    shield = path(x, y, SHIELD.replace("-7-7.5h14", "-7-7.5h14"), "accent")
    return group(counted("vp", points), f'<g transform="translate({x} {y}) scale(1.5)">'
        f'<path d="{SHIELD}" class="accent"/></g>' + text(x, y + 3.5, str(points), small)) if shield else ""


def _hand(seat: Seat, flow: Flow) -> str:
    """Draw the dice, the bonus dice to come, the envoy, and the battle."""
    player = seat.player
    parts: list[str] = []
    values = [(value, False) for value in sorted(player.dice, reverse=True)]
    values += [(value, True) for value in sorted(player.bonus, reverse=True)]
    if values:
        x, y = flow.place(len(values) * (DIE + 3))
        drawn = "".join(
            die(x + at * (DIE + 3), y + 0.5, value, seat.number, bonus=bonus)
            for at, (value, bonus) in enumerate(values)
        )
        parts.append(group(f"{player.name} has rolled {dice(player.dice, player.bonus)}", drawn))
    if player.bonus_dice:
        x, y = flow.place(amount_width("bonus_die", str(player.bonus_dice)))
        parts.append(_chip(x, y + 10, "bonus_die", player.bonus_dice, player.name))
    if player.envoy:
        x, y = flow.place(amount_width("envoy", ""))
        parts.append(group(f"{player.name} has the King's Envoy", amount(x, y + 10, "envoy", "")))
    if player.strength is not None:
        result = OUTCOMES.get(player.outcome or "", player.outcome or "")
        x, y = flow.place(amount_width("strength", f"{player.strength} {result}"))
        drawn = amount(x, y + 10, "strength", f"{player.strength} {result}")
        parts.append(group(f"{player.name} fights with {player.strength}: {result}", drawn))
    return "".join(parts)


def province(seat: Seat, wide: float) -> Block:
    """Draw a province sheet, with the cards that belong to the player below it."""
    player = seat.player
    columns = max((len(row) for row in seat.rows), default=1)
    room = (wide - 2 * PAD - _LABEL + 4) / columns
    parts = [mark(PAD + 7, 18, seat.number), text(PAD + 20, 22.5, fit(player.name, wide - 50, 13.6), "t3")]
    y = 34.0
    for row in seat.rows:
        parts.append(text(PAD + 4, y + 29, row[0].row, "t4 b m soft"))
        parts += [
            moved(PAD + _LABEL + at * room, y, _cell(cell, room - 4, seat)) for at, cell in enumerate(row)
        ]
        y += _CELL + 4
    below = written(_held(seat), wide, y)
    parts.append(below.drawn)
    high = below.high + 8
    title = f"The province of {player.name}"
    return Block(panel(title, "".join(parts), wide, high, data=data(province=player.name)), high)


def _cell(cell: Cell, room: float, seat: Seat) -> str:
    kind = "raised edge" if cell.built else "panel ring" if cell.offers else "panel line" if cell.open else "panel line dash"
    ink = "b" if cell.built or cell.open else "soft"
    bottom = mark(12, _CELL - 11, seat.number) if cell.built else _price(cell, room)
    drawn = box(0, 0, room, _CELL, kind) + _title(cell.name, room, ink) + bottom
    drawn += text(room - 5, _CELL - 6.5, f"{cell.vp} VP", "b e" if cell.built else "e soft")
    return group(_cell_title(cell), drawn, data=data(building=cell.card))


@lru_cache(maxsize=2048)
def _title(name: str, room: float, ink: str) -> str:
    size = next((size for size in (11, 10) if all(width(word, size) <= room - 6 for word in name.split())), 9.5)
    kind = f"{ink} z{size}" if size != 11 else ink
    kind = kind.replace(".", "")
    return "".join(
        text(5, 14 + 13 * at, line, kind) for at, line in enumerate(wrap(name, room - 7, size, 2))
    )


def _price(cell: Cell, room: float) -> str:
    """Draw what a building costs, smaller than other amounts."""
    step = min(27.0, (room - 34) / max(1, len(cell.cost)))
    parts = [
        f'<g transform="translate({4 + at * step:.1f} {_CELL - 10.5}) scale(.78)">'
        f"{amount(0, 0, resource, str(count))}</g>"
        for at, (resource, count) in enumerate(cell.cost)
    ]
    return "".join(parts)


def _cell_title(cell: Cell) -> str:
    cost = ", ".join(counted(resource, count) for resource, count in cell.cost) or "nothing"
    stands = "built" if cell.built else f"not built, costs {cost}"
    offers = f" Can be built now: {'; '.join(cell.offers)}." if cell.offers else ""
    return f"{cell.name}: {stands}, {counted('vp', cell.vp)}. {cell.text}{offers}".strip()


def _held(seat: Seat) -> list[tuple[str, str]]:
    """Write the cards of a player, with what they say and remember."""
    lines: list[tuple[str, str]] = []
    for line in seat.cards:
        lines += card_lines(line)
    return lines


def card_lines(line: Line) -> list[tuple[str, str]]:
    """Write a card: its name, what it says, what it remembers."""
    role = f" ({line.role})" if line.role else ""
    lines = [(f"{line.name}{role}", "b")]
    if line.text:
        lines.append((line.text, "soft"))
    if line.memory:
        lines.append((line.remembered, ""))
    return lines
