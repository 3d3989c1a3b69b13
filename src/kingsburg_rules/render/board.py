"""The calendar, the tracks and the court: what lies on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import fit, width, wrap
from kingsburg_rules.render.panels import GAP, PAD, Block, Flow, panel
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
    number,
    sign,
    text,
)
from kingsburg_rules.render.words import counted, dice

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Group, Scene, Spot, Step

_SPOT = 166
"""How wide an advisor is at least: two of them side by side on a telephone."""

_LINE = 14
_FEW = 10
"""Up to so many steps a track has a line for each."""


def calendar(scene: Scene, wide: float) -> Block:
    """Draw the title, the years and the phases."""
    room = wide - 2 * PAD
    by = f"as {scene.viewer} sees it" if scene.viewer else "as everybody sees it"
    title = fit(scene.title, room, 22)
    parts = [text(PAD, 31, title, "t1")]
    beside = PAD + width(title, 22) + 14
    if beside + width(by, 11) < wide - PAD:
        parts.append(text(beside, 31, by, "soft"))
        top = 44.0
    else:
        parts.append(text(PAD, 48, fit(by, room, 11), "soft"))
        top = 60.0
    flow = Flow(PAD, top, room, 28)
    parts += [_year(step, *flow.place(28)) for step in scene.years]
    flow.skip(8)
    parts += [_phase(step, *flow.place(_phase_width(step))) for step in scene.phases]
    return Block(panel("Calendar", "".join(parts), wide, flow.bottom + 8), flow.bottom + 8)


def _state(step: Step) -> str:
    return "now" if step.now else "over" if step.gone else "to come"


def _year(step: Step, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "t4 b m over" if step.now else "t4 b m"
    drawn = f'<circle cx="{number(x + 14)}" cy="{number(y + 12)}" r="12" class="{kind}"/>'
    return group(f"Year {step.name}: {_state(step)}", drawn + text(x + 14, y + 16, step.name, ink))


def _phase_width(step: Step) -> float:
    return width(f"{step.number} {step.name}", 11) + 16


def _phase(step: Step, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "b over" if step.now else "soft" if not step.gone else ""
    name = f"{step.number} {step.name}".strip()
    drawn = box(x, y + 1, _phase_width(step), 22, kind, 11) + text(x + 8, y + 16, name, ink)
    return group(f"Phase {name}: {_state(step)}", drawn)


def tracks(scene: Scene, wide: float) -> Block:
    """Draw the points and the soldiers of all players as tracks."""
    parts: list[str] = []
    y = 8.0
    for name, resource in (("Victory points", "vp"), ("Soldiers", "soldier")):
        values = [
            (seat.number, seat.player.name, seat.player.vp if resource == "vp" else seat.player.soldiers)
            for seat in scene.seats
        ]
        track = _track(name, resource, values, wide - 2 * PAD)
        parts.append(moved(PAD, y, track.drawn))
        y += track.high + 4
    return Block(panel("Tracks", "".join(parts), wide, y + 4), y + 4)


def _track(name: str, resource: str, values: list[tuple[int, str, int]], wide: float) -> Block:
    numbers = [value for _, _, value in values]
    low, high = min(0, *numbers), max(_FEW, *numbers)
    step = 1 if high - low <= _FEW else 5 if high - low <= 5 * _FEW else 10
    low, high = low // step * step, -(-high // step) * step
    scale = (wide - 28) / (high - low)
    levels: dict[int, int] = {}
    drawn: list[str] = []
    stacks: list[tuple[float, int]] = []
    for seat, who, value in sorted(values, key=lambda entry: entry[2]):
        x = 14 + (value - low) * scale
        level = 0
        while any(abs(x - other) < 15 and level == at for other, at in stacks):
            level += 1
        stacks.append((x, level))
        levels[seat] = level
        drawn.append(group(f"{who}: {counted(resource, value)}", moved(x, -10 - 15 * level, mark(0, 0, seat))))
    rise = 15 * max(levels.values(), default=0)
    ruler = [f'<path d="M14 0h{number(wide - 28)}', *(f"M{number(14 + (at - low) * scale)} 0v4" for at in range(low, high + 1, step))]
    ticks = "".join(
        text(14 + (at - low) * scale, 15, str(at), "m soft") for at in range(low, high + 1, step)
    )
    inside = "".join(ruler) + '" class="track"/>' + ticks + "".join(drawn)
    top = 34 + rise
    return Block(text(0, 12, name, "b soft") + moved(0, top, inside), top + 20)


def court(scene: Scene, wide: float) -> Block:
    """Draw the advisors in rows, as many side by side as there is room for."""
    columns = max(1, int((wide + GAP) // (_SPOT + GAP)))
    room = (wide - GAP * (columns - 1)) / columns
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(scene.court), columns):
        row = scene.court[start : start + columns]
        high = max(_spot_height(spot, room) for spot in row)
        parts += [moved(at * (room + GAP), y, _spot(spot, room, high)) for at, spot in enumerate(row)]
        y += high + GAP
    return Block(f'<g role="group"><title>The court</title>{"".join(parts)}</g>', y - GAP)


def _texts(spot: Spot, room: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Break the name of the tile and what the advisor gives into lines."""
    tile = wrap(spot.tile.name, room - 16, 11, 2) if spot.tile else ()
    return tile, wrap(spot.tile.text if spot.tile else spot.text, room - 16, 10.4, 5)


def _spot_height(spot: Spot, room: float) -> float:
    tile, says = _texts(spot, room)
    rows = len(spot.groups) + bool(spot.gifts) + bool(spot.marks) + bool(spot.ways)
    return 34 + _LINE * (len(tile) + len(says)) + 23 * max(rows, 1) + 6


def _spot(spot: Spot, room: float, high: float) -> str:
    tile, says = _texts(spot, room)
    kind = "raised" if spot.groups else "panel"
    parts = [box(0.5, 0.5, room - 1, high - 1, f"{kind} {'ring' if spot.ways else 'line'}", 7)]
    parts.append(f'<circle cx="20" cy="18" r="12" class="inkfill"/>{text(20, 22.5, str(spot.rank), "t3 m rank")}')
    parts.append(text(38, 22.5, fit(spot.name, room - 44, 13.6), "t3"))
    y = 32.0
    for line in tile:
        y += _LINE
        parts.append(text(8, y, line, "b hot"))
    for line in says:
        y += _LINE
        parts.append(text(8, y, line, "says"))
    y = high - 6
    for drawn in _lying(spot, room):
        y -= 23
        parts.append(moved(8, y, drawn))
    return group(_spot_title(spot), "".join(parts), data=data(advisor=spot.card))


def _lying(spot: Spot, room: float) -> list[str]:
    """Draw what lies on an advisor, from the lowest row up."""
    rows = [_dice_row(each, room - 16) for each in spot.groups]
    if spot.gifts:
        rows.append(_gifts(spot))
    if spot.marks:
        rows.append(_marks(spot))
    if spot.ways:
        count = len(spot.ways)
        rows.append(text(0, 15, "1 way" if count == 1 else f"{count} ways", "b hot"))
    return rows[::-1]


def _dice_row(there: Group, room: float) -> str:
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
    return group(_dice_title(there), "".join(parts))


def _dice_title(there: Group) -> str:
    placed = there.placed
    token = f', "+2" token for {placed.plus2}' if placed.plus2 else ""
    envoy = ", King's Envoy" if placed.envoy else ""
    return f"{there.who}: {dice(placed.dice, placed.bonus)}{token}{envoy}"


def _gifts(spot: Spot) -> str:
    x, parts = 0.0, list[str]()
    for resource, count in spot.gifts:
        parts.append(group(f"Lies here: {counted(resource, count)}", amount(x, 11, resource, str(count))))
        x += amount_width(resource, str(count)) + 6
    return "".join(parts)


def _marks(spot: Spot) -> str:
    x, parts = 7.0, list[str]()
    for seat, who, card, count in spot.marks:
        drawn = mark(x, 11, seat) + text(x + 8, 15, f"×{count}", "b")
        parts.append(group(f"{card}: {who} has marked this {count} times", drawn))
        x += 30
    return "".join(parts)


def _spot_title(spot: Spot) -> str:
    says = spot.tile.text if spot.tile else spot.text
    ways = f" Within reach: {'; '.join(spot.ways)}." if spot.ways else ""
    tile = f" Tile: {spot.tile.name}." if spot.tile else ""
    return f"{spot.rank} {spot.name}.{tile} {says}{ways}".strip()
