"""What belongs to a player: the things in front of him, and his province."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.render.measure import BOLD, NAME, fit, width, wrap
from kingsburg_rules.render.panels import GAP, PAD, Block, Flow, panel, written
from kingsburg_rules.render.shapes import (
    BIG_SHIELD,
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
    number,
    path,
    sign,
    sign_width,
    text,
)
from kingsburg_rules.render.words import dice

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Bag, Cell, Line, Scene, Seat
    from kingsburg_rules.text.speech import Speech

_SEAT = 205
"""How wide a player is at least."""

_LABEL = 16
"""The room for the letter of a row."""

_CELL, _LOW_CELL, _LINE = 54, 43, 15
"""How high a building is, where some name takes two lines and where none does; and a line for the prices."""

_NARROW, _GOOD, _WORTH = 54, 15.3, 24
"""The room that a building takes at least, one good of its price, and the points with the margin."""


def seats(scene: Scene, wide: float) -> Block:
    """Draw what the players have, in turn order, side by side as far as there is room."""
    count = len(scene.seats)
    lines = -(-count // max(1, int((wide + GAP) // (_SEAT + GAP))))
    abreast = -(-count // lines)
    room = (wide - GAP * (abreast - 1)) / abreast
    parts: list[str] = []
    y = 0.0
    for start in range(0, count, abreast):
        blocks = [_seat(seat, room, scene.say) for seat in scene.seats[start : start + abreast]]
        parts += [moved(at * (room + GAP), y, block.drawn) for at, block in enumerate(blocks)]
        y += max(block.high for block in blocks) + GAP
    return Block("".join(parts), y - GAP)


def _seat(seat: Seat, wide: float, say: Speech) -> Block:
    player = seat.player
    parts = [text(PAD + 4, 22, str(seat.place), "t3 m soft"), mark(PAD + 20, 18, seat.number)]
    parts.append(_points(wide - PAD - 11, 18, player.vp, say))
    houses = wide - PAD - 34 - amount_width("building", str(len(player.buildings)))
    parts.append(_chip(houses, 18, "building", len(player.buildings), player.name, say))
    parts.append(text(PAD + 33, 22.5, fit(player.name, houses - PAD - 40, NAME), "t3"))
    flow = Flow(PAD, 34, wide - 2 * PAD, 23, 9)
    for resource, count in seat.bag:
        x, y = flow.place(amount_width(resource, str(count)))
        parts.append(_chip(x, y + 10, resource, count, player.name, say))
    parts.append(_hand(seat, flow, say))
    title = f"{seat.place} {player.name}: {say.counted('vp', player.vp)}"
    title += f", {say.say('to_play')}" if seat.asked else ""
    high = flow.bottom + 6
    kind = "ring" if seat.asked else "line"
    return Block(panel(title, "".join(parts), wide, high, kind, data(player=player.name)), high)


def _chip(x: float, y: float, resource: str, count: int, who: str, say: Speech) -> str:
    return group(f"{who}: {say.counted(resource, count)}", amount(x, y, resource, str(count)))


def _points(x: float, y: float, points: int, say: Speech) -> str:
    inside = text(0, 4, str(points), "t4 b m over" if abs(points) < 100 else "b m over")
    return group(say.counted("vp", points), moved(x, y, path(0, 0, BIG_SHIELD, "accent") + inside))


def _hand(seat: Seat, flow: Flow, say: Speech) -> str:
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
        title = say.say("rolled", player=player.name, dice=dice(player.dice, player.bonus))
        parts.append(group(title, drawn))
    if player.bonus_dice:
        x, y = flow.place(amount_width("bonus_die", str(player.bonus_dice)))
        parts.append(_chip(x, y + 10, "bonus_die", player.bonus_dice, player.name, say))
    if player.envoy:
        x, y = flow.place(amount_width("envoy", ""))
        parts.append(group(f"{player.name}: {say.say('envoy')}", amount(x, y + 10, "envoy", "")))
    if player.strength is not None:
        result = say.say(player.outcome or "tie")
        x, y = flow.place(amount_width("strength", f"{player.strength} {result}"))
        drawn = amount(x, y + 10, "strength", f"{player.strength} {result}")
        title = say.say("fights", player=player.name, strength=player.strength, outcome=result)
        parts.append(group(title, drawn))
    return "".join(parts)


class _Size(NamedTuple):
    """How large the buildings of a sheet are, how many stand side by side, and where the prices stand."""

    wide: float
    high: float
    abreast: int
    price: float


def province(seat: Seat, wide: float, say: Speech) -> Block:
    """Draw a province sheet, with the cards that belong to the player below it."""
    player = seat.player
    parts = [mark(PAD + 7, 18, seat.number), text(PAD + 20, 22.5, fit(player.name, wide - 50, NAME), "t3")]
    size = _size(seat, wide - 2 * PAD - _LABEL + 4)
    y = 34.0
    for row in seat.rows:
        parts.append(text(PAD + 4, y + size.high / 2 + 4, row[0].row, "t4 b m soft"))
        for at, cell in enumerate(row):
            line, column = divmod(at, size.abreast)
            x = PAD + _LABEL + column * (size.wide + 4)
            parts.append(moved(x, y + line * (size.high + 4), _cell(cell, size, seat, say)))
        y += -(-len(row) // size.abreast) * (size.high + 4)
    below = written([paragraph(line) for line in seat.cards], wide, y)
    parts.append(below.drawn)
    high = below.high + 8
    title = say.say("province", player=player.name)
    return Block(panel(title, "".join(parts), wide, high, data=data(province=player.name)), high)


def _size(seat: Seat, room: float) -> _Size:
    """Find out how large buildings must be, so that every name and every price has room."""
    columns = max((len(row) for row in seat.rows), default=1)
    abreast = max(1, min(columns, int(room // _NARROW)))
    wide = room / abreast - 4
    cells = [cell for row in seat.rows for cell in row]
    high = _CELL if any(len(_name_lines(cell.name, wide)[1]) > 1 for cell in cells) else _LOW_CELL
    if any(len(cell.cost) * _GOOD + _WORTH > wide for cell in cells):
        return _Size(wide, high + _LINE, abreast, high - 10.5)
    return _Size(wide, high, abreast, high - 10.5)


def _cell(cell: Cell, size: _Size, seat: Seat, say: Speech) -> str:
    ink = "b" if cell.built or cell.open else "soft"
    bottom = mark(12, size.high - 11, seat.number) if cell.built else _price(cell.cost, size)
    worth = path(0, 0, SHIELD, "neutral") + text(0, 3.6, str(cell.vp), "b m black")
    drawn = box(0, 0, size.wide, size.high, _frame(cell)) + _title(cell.name, size.wide, ink) + bottom
    drawn += moved(size.wide - 11, size.high - 11, worth)
    return group(_cell_title(cell, say), drawn, data=data(building=cell.card))


def _frame(cell: Cell) -> str:
    """Frame what stands, what can be built now, the next of a row, and what comes later."""
    if cell.built:
        return "raised edge"
    if cell.offers:
        return "panel ring"
    return "panel line" if cell.open else "panel line dash"


@lru_cache(maxsize=2048)
def _title(name: str, room: float, ink: str) -> str:
    kind, lines = _name_lines(name, room)
    return "".join(text(5, 14 + 13 * at, line, f"{ink} {kind}".strip()) for at, line in enumerate(lines))


def _name_lines(name: str, room: float) -> tuple[str, tuple[str, ...]]:
    """Break a name into two lines at most, in smaller letters if a word of it is long."""
    longest = max((width(word, BOLD) for word in name.split()), default=0)
    kind, size = ("", BOLD) if longest <= room - 7 else ("less", BOLD - 1)
    return kind, wrap(name, room - 7, size, 2)


@lru_cache(maxsize=2048)
def _price(cost: Bag, size: _Size) -> str:
    """Draw what a building costs, smaller than other amounts."""
    room = size.wide - (_WORTH if size.price > size.high - _LINE else 5)
    step = min(25.0, room / max(1, len(cost)))
    scale = 0.75 if step > 20 else 0.6
    parts: list[str] = []
    for at, (resource, count) in enumerate(cost):
        x = 5 + at * step
        wide = sign_width(resource) * scale
        shrunk = f"translate({number(x + wide / 2)} {number(size.price)}) scale({scale})"
        parts.append(f'<g transform="{shrunk}">{sign(0, 0, resource)}</g>')
        parts.append(text(x + wide + 0.5, size.price + 3.6, str(count), "small"))
    return "".join(parts)


def _cell_title(cell: Cell, say: Speech) -> str:
    cost = ", ".join(say.counted(resource, count) for resource, count in cell.cost) or say.say("free")
    stands = say.say("built") if cell.built else say.say("not_built", cost=cost)
    parts = [f"{cell.name}: {stands}, {say.counted('vp', cell.vp)}.", cell.text]
    parts += [say.say("buildable", offers="; ".join(cell.offers))] if cell.offers else []
    return " ".join(filter(None, parts))


def paragraph(line: Line) -> tuple[str, str]:
    """Write a card: its name, and what it says and remembers."""
    role = f" ({line.role})" if line.role else ""
    return f"{line.name}{role}:", " ".join(filter(None, [line.text, line.remembered]))
