"""The court: advisors with their rewards, and the dice, tiles, gifts and markers on them.

All advisors have the same size, whatever is on them, so that none moves during a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from kingsburg_rules.content.catalog import CatalogGlyph
from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.look import DIE, LOOK, icon_width
from kingsburg_rules.render.scene import AdvisorSpot, BoardScene, CardLine, DiceGroup, Die, dice
from kingsburg_rules.render.svg_elements import BOLD, GAP, NAME, PLAIN, Block, Box, Brush, width, wrap
from kingsburg_rules.text.catalog import OR, Glyphs
from kingsburg_rules.text.phrasebook import Phrasebook

_LEAST = 104
"""How wide an advisor is at least: three of them side by side on a telephone."""

_HEAD, _REWARD, _TABLE, _SPOT = 27, 38, 42, 112
"""How high are the name, the reward, the room for dice, and the whole."""

_TEXT_LINE = 12

_LARGEST, _SMALLEST, _MOST_ROWS = 1.25, 0.68, 3
"""How large the icons of a reward are drawn, how small, and in how many rows."""

_BETWEEN = GAP - 2
"""The room between advisors."""

_SIZES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3)
"""How large things on an advisor are drawn: smaller, if there are many."""

_CREST, _BESIDE = 32, (1.0, 0.85)
"""The room for a crest, and how large things are that lie beside it; smaller ones take its place."""

_CHARGE = 82
"""How far down is the middle of a crest."""

_WAYS = 2
"""So many ways to reach an advisor are listed in the title."""


def court(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the advisors in rows as even as possible."""
    spots = [spot for spot in scene.court if not spot.private]
    return _court(spots, svg.evenly(len(spots), wide, _LEAST, _BETWEEN), wide, brush, scene, stair=True)


def private_court(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the advisors that cards of players bring."""
    spots = [spot for spot in scene.court if spot.private]
    return _court(spots, max(2, svg.fitting(wide, _LEAST, _BETWEEN)), wide, brush, scene)


def _court(
    spots: list[AdvisorSpot],
    columns: int,
    wide: float,
    brush: Brush,
    scene: BoardScene,
    *,
    stair: bool = False,
) -> Block:
    room = int(svg.share(wide, columns, _BETWEEN))
    drawn: list[str] = []
    for at, spot in enumerate(spots):
        row, column = divmod(at, columns)
        place = Box(column * (room + _BETWEEN), row * (_SPOT + _BETWEEN), room, _SPOT)
        field = _field(at, len(spots)) if stair else "royal"
        drawn.append(_spot(spot, place, field, brush, scene))
    rows = -(-len(spots) // columns)
    return Block(
        svg.group(scene.say.say("court"), "".join(drawn), ' role="group"'),
        rows * (_SPOT + _BETWEEN) - _BETWEEN,
    )


def _field(at: int, spots: int) -> str:
    """Choose the field of a shield: the advisors stand on three steps, and the King above them."""
    *steps, top = LOOK.fields
    return top if at == spots - 1 else steps[at * len(steps) // spots]


def _spot(spot: AdvisorSpot, place: Box, field: str, brush: Brush, scene: BoardScene) -> str:
    say = scene.say
    says, room = spot.tile.text if spot.tile else spot.text, int(place.wide)
    # Faces hardly change from one picture to the next, so they are kept.
    static = _face(spot.rank, spot.name, says, spot.glyphs, room, field, tile=spot.tile is not None)
    lying, crest = _lying(spot, room - 12, brush, say, crest=scene.pictured)
    frame = brush.shared(_box(room, field, crest=crest), kind="taken" if spot.groups else "spot")
    charge = svg.emblem(spot.emblem, spot.name, room - 22, _CHARGE, LOOK.fields[field][1])
    static += charge if crest else ""
    return brush.placed(spot.key, _title(spot, say), frame + static + lying, place, 7)


@lru_cache(maxsize=64)
def _box(room: int, field: str, *, crest: bool) -> str:
    """Draw the frame of an advisor, their step of the stair, the pennant for the rank, and the shield."""
    frame = f'<rect x=".5" y=".5" width="{room - 1}" height="{_SPOT - 1}" rx="7" stroke="currentColor"/>'
    step = f"M1 {_SPOT - 5}h{room - 2}a7 7 0 0 1-7 4.5h-{room - 16}a7 7 0 0 1-7-4.5z"
    return f'{frame}<path d="M5 .5h21v20L15.5 26 5 20.5z{step}" fill="{LOOK.fields[field][0]}"/>' + (
        svg.coat(room - 22, _CHARGE, 1.1, field) if crest else ""
    )


@lru_cache(maxsize=1024)
def _face(
    rank: int, name: str, says: str, glyphs: Glyphs | None, room: int, field: str, *, tile: bool
) -> str:
    """Draw the advisor: rank, name, and the reward in icons or in words."""
    parts = [
        svg.text(15.5, 17, str(rank), f"t3 m {LOOK.fields[field][1]}"),
        *_name(name, room - 34, tile=tile),
    ]
    if tile:
        parts.append(svg.use("tile", room - 8, 8))
    drawn = reward(glyphs, room - 12, _REWARD) if glyphs else ""
    return "".join([*parts, drawn or _told(says, room)])


def _name(name: str, room: float, *, tile: bool) -> Iterable[str]:
    """Write a name in one line, or in two lines of smaller letters beside the sign of a tile."""
    if width(name, NAME) <= room - 9 * tile:
        return [svg.text(30, 19, name, "t3")]
    told = wrap(name, room - 9 * tile, BOLD, 2)
    return [svg.text(30, (19 if len(told) == 1 else 13) + 11 * at, line, "b") for at, line in enumerate(told)]


def _told(says: str, room: int) -> str:
    """Write the reward in three lines; the title has the whole text."""
    lines = wrap(says, room - 14, PLAIN - 1, 3)
    texts = "".join(f'<text y="{_TEXT_LINE * at}">{svg.safe(line)}</text>' for at, line in enumerate(lines))
    return f'<g transform="translate(7 {_HEAD + 11})" class="less soft">{texts}</g>'


def reward(glyphs: Glyphs, room: float, high: float) -> str:
    """Draw a reward with icons, in as many rows as make them largest; nothing if they would be too small."""
    ways = [_broken(glyphs, rows) for rows in range(1, _MOST_ROWS + 1)]
    # More rows are shorter, so that icons can be larger, until their heights add up to more than the room.
    broken = max(ways, key=lambda rows: _scale(rows, room, high))
    scale = _scale(broken, room, high)
    if scale < _SMALLEST:
        return ""
    step = high / scale / len(broken)
    drawn = "".join(_row(row, at * step) for at, row in enumerate(broken))
    top = svg.number(_HEAD + high / len(broken) / 2)
    return f'<g transform="translate(6 {top})scale({scale:.3g})">{drawn}</g>'


def _broken(glyphs: Glyphs, rows: int) -> list[Glyphs]:
    """Break a reward into rows where a choice begins, as evenly as possible."""
    choices = [list(part) for begins, part in groupby(glyphs, lambda glyph: glyph == OR) if not begins]
    many = -(-len(choices) // rows)
    broken: list[Glyphs] = []
    for start in range(0, len(choices), many):
        row = [glyph for choice in choices[start : start + many] for glyph in (OR, *choice)]
        broken.append(tuple(row[1:] if start == 0 else row))
    return broken


def _scale(rows: Sequence[Glyphs], room: float, high: float) -> float:
    longest = max((sum(map(_glyph_width, row)) for row in rows), default=1) or 1
    return min(_LARGEST, room / longest, high / (17 * len(rows)))


def _glyph_width(glyph: CatalogGlyph) -> float:
    count = width(str(glyph.count), BOLD) + 1 if glyph.count != 1 else 0
    wide = 8 if glyph.icon == "or" else 13 if glyph.icon == "to" else icon_width(glyph.icon)
    return wide + count + 2


def _row(glyphs: Iterable[CatalogGlyph], y: float) -> str:
    parts: list[str] = []
    x = 0.0
    for glyph in glyphs:
        wide = _glyph_width(glyph)
        if glyph.count != 1:
            parts.append(svg.text(x, y + 4, str(glyph.count), "t4 b"))
            x += width(str(glyph.count), BOLD) + 1
            wide -= width(str(glyph.count), BOLD) + 1
        parts.append(svg.use(glyph.icon, round(x + (wide - 2) / 2, 1), y))
        x += wide
    return "".join(parts)


# What is on an advisor


def _lying(spot: AdvisorSpot, room: float, brush: Brush, say: Phrasebook, *, crest: bool) -> tuple[str, bool]:
    """Draw what is there, side by side; in more rows than there is room for, all of it is smaller.

    Return also whether there is room for the crest, if there is to be one.
    """
    things = [*_groups(spot, brush, say), *_gifts(spot, brush, say), *_marks(spot, brush, say)]
    things += _tokens(spot.tile, brush) if spot.tile else []
    if not things:
        return "", crest
    beside = [scale for scale in _BESIDE if _fits(things, (room - _CREST) / scale, scale)]
    if beside and crest:
        return _scaled(things, room - _CREST, beside[0]), True
    # If even the smallest size is too large, things stick out rather than vanish.
    scale = next(
        scale for scale in _SIZES if _packed(things, room / scale)[1] * scale <= _TABLE or scale == _SIZES[-1]
    )
    return _scaled(things, room, scale), False


def _fits(things: Sequence[tuple[str, float]], room: float, scale: float) -> bool:
    return max(wide for _, wide in things) <= room and _packed(things, room)[1] * scale <= _TABLE


def _scaled(things: Sequence[tuple[str, float]], room: float, scale: float) -> str:
    """Place things on an advisor, all of them smaller."""
    drawn, _ = _packed(things, room / scale)
    small = "" if scale == 1 else f"scale({scale:g})"
    return f'<g transform="translate(6 {_HEAD + _REWARD}){small}">{drawn}</g>'


def _packed(things: Sequence[tuple[str, float]], room: float) -> tuple[str, float]:
    """Place things in rows; return how high they are."""
    parts: list[str] = []
    flow = svg.Flow(0, 0, room, 21, 5)
    for drawn, wide in things:
        x, y = flow.place(wide)
        scale = min(1.0, room / wide)
        parts.append(
            svg.moved(x, y, drawn if scale == 1 else f'<g transform="scale({scale:.2f})">{drawn}</g>')
        )
    return "".join(parts), flow.bottom


def _groups(spot: AdvisorSpot, brush: Brush, say: Phrasebook) -> Iterable[tuple[str, float]]:
    return (_dice(there, brush, say) for there in spot.groups)


def _dice(there: DiceGroup, brush: Brush, say: Phrasebook) -> tuple[str, float]:
    """Draw the dice of a player, with the token and the envoy that helped."""
    placed = there.placed
    parts = [svg.mark(7, 10, there.seat)]
    x = 15.0
    for each in there.dice:
        parts.append(one_die(x + DIE / 2, 10, each, there.seat, brush))
        x += DIE + 1
    if placed.plus2:
        parts.append(
            svg.box(x, 3, 20, 14, "panel edge", 4) + svg.text(x + 10, 14, f"+{placed.plus2}", "t4 b m")
        )
        x += 22
    if placed.envoy:
        parts.append(svg.use("envoy", x + 7, 10))
        x += 14
    return brush.thing(there.key, dice_title(there, say), "".join(parts), Box(0, 0, x, 20)), x


def one_die(x: float, y: float, each: Die, seat: int | None, brush: Brush) -> str:
    """Draw a die in a player's color, white or neutral."""
    kind = "white" if each.bonus else svg.piece(seat)
    return svg.die(x, y, each.value, kind, brush.attributes(each.key)) + brush.ring(
        each.key, Box(x - 9, y - 9, 18, 18), 4
    )


def dice_title(there: DiceGroup, say: Phrasebook) -> str:
    """Describe dice on an advisor."""
    placed = there.placed
    parts = [dice(placed.dice, placed.bonus)]
    parts += [say.say("token", n=placed.plus2)] if placed.plus2 else []
    parts += [say.say("envoy")] if placed.envoy else []
    return f"{there.who}: {', '.join(parts)}"


def _gifts(spot: AdvisorSpot, brush: Brush, say: Phrasebook) -> Iterable[tuple[str, float]]:
    for resource, count in spot.gifts:
        title = say.say("lies_here", bag=say.counted(resource, count))
        yield _heap(f"gift:{spot.card}:{resource}", title, resource, count, brush)


def _heap(key: str, title: str, resource: str, count: int, brush: Brush) -> tuple[str, float]:
    """Draw something that is there; of one, no number is written."""
    shown = str(count) if count != 1 else ""
    wide = svg.amount_width(resource, shown)
    return brush.thing(key, title, svg.amount(0, 10, resource, shown), Box(0, 0, wide, 20)), wide


def _marks(spot: AdvisorSpot, brush: Brush, say: Phrasebook) -> Iterable[tuple[str, float]]:
    for marker in spot.marks:
        drawn = svg.mark(7, 10, marker.seat) + svg.text(
            15, 14, f"\N{MULTIPLICATION SIGN}{marker.count}", "t4 b"
        )
        title = say.say(
            "marked", card=marker.card, player=marker.who, markers=say.counted("marker", marker.count)
        )
        yield brush.thing(marker.key, title, drawn, Box(0, 0, 28, 20)), 28


def _tokens(tile: CardLine, brush: Brush) -> Iterable[tuple[str, float]]:
    for tokens in tile.tokens:
        if tokens.count > 0:
            title = f"{tokens.name}: {tokens.count}"
            yield _heap(tokens.key, title, tokens.shows, tokens.count, brush)


def _title(spot: AdvisorSpot, say: Phrasebook) -> str:
    parts = [f"{spot.rank} {spot.name}."]
    parts += [say.say("tile", name=spot.tile.name)] if spot.tile else []
    parts.append(spot.tile.says if spot.tile else spot.text)
    shown = [
        *(way.said for way in spot.ways[:_WAYS]),
        *([say.say("and_more", n=len(spot.ways) - _WAYS)] if len(spot.ways) > _WAYS else []),
    ]
    parts += [say.say("within_reach", ways="; ".join(shown))] if spot.ways else []
    return " ".join(filter(None, parts))
