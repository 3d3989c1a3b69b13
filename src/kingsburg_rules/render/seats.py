"""The players: what each of them has, and their provinces.

Both have room for everything that the rules can bring, so that no building moves during a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.court import one_die
from kingsburg_rules.render.keys import stock
from kingsburg_rules.render.look import DIE, has_icon, icon_width
from kingsburg_rules.render.scene import Bag, BoardScene, BuildingCell, PictureLayout, Seat, Tokens, dice
from kingsburg_rules.render.svg_elements import BOLD, NAME, PAD, PLAIN, Block, Box, Brush, fit, width, wrap
from kingsburg_rules.text.phrasebook import Phrasebook

# What a player has


_LEAST = 160
"""How wide a player is at least: two of them side by side on a telephone."""

_HEAD, _ROW, _SLOT = 30, 22, 28
"""How high are the name and a row of amounts, and how wide an amount is at least."""


def players(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw what the players have."""
    abreast = svg.evenly(len(scene.seats), wide, _LEAST)
    room = int(svg.share(wide, abreast))
    drawn = [_player(seat, room, brush, scene) for seat in scene.seats]
    return svg.grid(drawn, abreast, room)


def _player(seat: Seat, wide: int, brush: Brush, scene: BoardScene) -> Block:
    say, layout = scene.say, scene.layout
    high = _player_height(layout, wide)
    rows = _rows(layout.amounts, wide)
    below = _HEAD + rows * _ROW
    parts = [
        _name(seat, wide, brush, say),
        _amounts(seat, wide, brush, say),
        _hand(seat, wide, below, brush, say),
    ]
    if layout.tokens:
        parts.append(_tokens(seat, wide, below + _ROW, brush))
    title = f"{seat.place} {seat.player.name}: {say.counted('vp', seat.player.vp)}"
    title += f", {say.say('to_play')}" if seat.asked else ""
    title += f", {_fights(seat, say)}" if seat.player.strength is not None else ""
    key = f"player:{seat.number}"
    inside = "".join(parts) + brush.ring(key, Box(1, 1, wide - 2, high - 2), 7)
    return svg.panel(title, inside, wide, high, "asked" if seat.asked else "line", brush.attributes(key))


def _fights(seat: Seat, say: Phrasebook) -> str:
    outcome = say.say(seat.player.outcome or "tie")
    return say.say("fights_with", strength=seat.strength, outcome=outcome)


def _player_height(layout: PictureLayout, wide: float) -> int:
    return _HEAD + _ROW * (_rows(layout.amounts, wide) + 1 + bool(layout.tokens)) + 4


def _rows(amounts: int, wide: float) -> int:
    """Count the rows that amounts need."""
    return -(-amounts // max(1, int((wide - 2 * PAD) // _SLOT)))


def _name(seat: Seat, wide: float, brush: Brush, say: Phrasebook) -> str:
    """Draw the place in the turn order, the mark, the name, the buildings and the points."""
    player, number = seat.player, seat.number
    built = len(player.buildings)
    houses = wide - PAD - 62
    kind = "t4 b"
    parts = [
        svg.box(PAD, 7, 16, 17, "raised", 4) + svg.text(PAD + 8, 20, str(seat.place), "b m"),
        svg.mark(PAD + 25, 16, number),
        svg.text(PAD + 35, 20, fit(player.name, houses - PAD - 38, NAME), "t3"),
        brush.thing(
            stock(number, "building"),
            say.counted("building", built),
            svg.amount(houses, 16, "building", str(built), kind),
            Box(houses - 1, 6, 32, 20),
        ),
        brush.thing(
            stock(number, "vp"),
            say.counted("vp", player.vp),
            _crest(wide - PAD - 12, 17, player.vp),
            Box(wide - PAD - 26, 3, 28, 29),
        ),
    ]
    return "".join(parts)


def _crest(x: float, y: float, count: int) -> str:
    kind = "t3 m onred" if abs(count) < 100 else "small m onred"
    return svg.use("crest", x, y - 1) + svg.text(x, y + 3.5, str(count), kind)


def _amounts(seat: Seat, wide: float, brush: Brush, say: Phrasebook) -> str:
    """Draw amounts in rows, each amount as far apart as there is room."""
    room = wide - 2 * PAD
    abreast = max(1, int(room // _SLOT))
    parts: list[str] = []
    for start in range(0, len(seat.bag), abreast):
        row = seat.bag[start : start + abreast]
        # Amounts spread over their row, but not so far that they fall apart.
        spare = room - sum(icon_width(resource) for resource, _ in row)
        each = min(22.0, spare / len(row))
        x, y = PAD, _HEAD + start // abreast * _ROW
        for resource, count in row:
            wide_ = round(icon_width(resource) + each)
            parts.append(_held(seat, resource, count, Box(x, y, wide_, _ROW), brush, say))
            x += wide_
    return "".join(parts)


def _held(seat: Seat, resource: str, count: int, room: Box, brush: Brush, say: Phrasebook) -> str:
    """Draw an amount that a player has."""
    kind = "t4 b" if count else "t4 soft"
    if icon_width(resource) + 2 + width(str(count), BOLD) > room.wide:
        kind = "less b"
    drawn = svg.amount(room.x, room.y + 11, resource, str(count), kind)
    key, ring = stock(seat.number, resource), Box(room.x - 2, room.y + 1, room.wide - 2, 20)
    return brush.thing(key, say.counted(resource, count), drawn, ring)


def _hand(seat: Seat, wide: float, y: float, brush: Brush, say: Phrasebook) -> str:
    """Draw the dice, the bonus dice to come, and the envoy."""
    player = seat.player
    parts: list[str] = []
    # What is seldom there takes its room from the right; dice share what is left.
    right = wide - PAD
    if player.envoy:
        right -= 16
        title = say.say("envoy")
        key = stock(seat.number, "envoy")
        parts.append(brush.thing(key, title, svg.use("envoy", right + 8, y + 11), Box(right, y + 1, 16, 20)))
    if player.bonus_dice:
        right -= 32
        title = say.counted("bonus_die", player.bonus_dice)
        drawn = svg.amount(right, y + 11, "bonus_die", f"+{player.bonus_dice}")
        key = stock(seat.number, "bonus_die")
        parts.append(brush.thing(key, title, drawn, Box(right - 1, y + 1, 32, 20)))
    for said, written in seat.aside:
        wide_ = width(written, BOLD) + 8
        right -= wide_ + 4
        drawn = svg.box(right, y + 2, wide_, 18, "raised", 4) + svg.text(right + 4, y + 15, written, "t4 b")
        parts.append(svg.group(said, drawn))
    if seat.dice:
        step = min(DIE + 3.0, (right - PAD - DIE) / max(1, len(seat.dice) - 1))
        drawn = "".join(
            one_die(PAD + DIE / 2 + at * step, y + 11, each, seat.number, brush)
            for at, each in enumerate(seat.dice)
        )
        title = say.say("rolled", player=player.name, dice=dice(player.dice, player.bonus))
        if player.locked or player.locked_bonus:
            title += f", {say.say('locked', dice=dice(player.locked, player.locked_bonus))}"
            drawn += _locks(seat, step, y)
        parts.append(svg.group(title, drawn))
    return "".join(parts)


def _locks(seat: Seat, step: float, y: float) -> str:
    """Draw a line under each die that is not rolled again."""
    left = [*((value, False) for value in seat.player.locked)]
    left += [(value, True) for value in seat.player.locked_bonus]
    parts: list[str] = []
    for at, each in enumerate(seat.dice):
        if (each.value, each.bonus) in left:
            left.remove((each.value, each.bonus))
            parts.append(svg.box(PAD + at * step, y + 20, DIE, 2, "ink", 1))
    return "".join(parts)


_MOST_TOKENS = 9
"""So many tokens of a kind are drawn; of more of them, one is drawn with their number."""


def _tokens(seat: Seat, wide: float, y: float, brush: Brush) -> str:
    """Draw the tokens that cards keep for the player, each of them as far as there is room."""
    shown = [(tokens, _copies(tokens)) for tokens in seat.tokens if tokens.count > 0]
    count = sum(copies for _, copies in shown)
    # Where there is no room for all tokens, they overlap.
    step = min(19.0, (wide - 2 * PAD - 16) / max(1, count - 1))
    parts: list[str] = []
    x = PAD + 8.0
    for tokens, copies in shown:
        many = tokens.count > _MOST_TOKENS
        drawn = "".join(_token(tokens, x + step * at, y + 10, brush) for at in range(1 if many else copies))
        if many:
            drawn += svg.text(x + 9, y + 14, f"\N{MULTIPLICATION SIGN}{tokens.count}", "t4 b")
        title = f"{seat.player.name}, {tokens.name}: {tokens.count}"
        parts.append(brush.thing(tokens.key, title, drawn, Box(x - 8, y + 1, step * copies - 2, 19)))
        x += step * copies
    return "".join(parts)


def _copies(tokens: Tokens) -> int:
    """Count how many tokens of a kind are drawn; the number beside a token has the room of two more."""
    return tokens.count if tokens.count <= _MOST_TOKENS else 3


def _token(tokens: Tokens, x: float, y: float, brush: Brush) -> str:
    if has_icon(tokens.shows):
        return svg.sign(x, y, tokens.shows)
    drawn = svg.use("token", 0, 0) + svg.text(0, 4, tokens.shows[:3], "b m black")
    return brush.shared(drawn, x, y)


# Provinces


_LABEL = 14
"""The room for the letter of a row."""

_CELL = 46
"""How high a building is: its name in two lines, and its price."""

_LEAST_CELL, _LEAST_SHEET = 62, 310


class _Size(NamedTuple):
    """How large the buildings of a sheet are, and how many stand side by side."""

    wide: int
    abreast: int


def provinces(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Lay the sheets out in rows as even as possible."""
    columns = max(len(row) for seat in scene.seats for row in seat.rows)
    least = max(_LEAST_SHEET, 2 * PAD + _LABEL + columns * _LEAST_CELL)
    abreast = svg.evenly(len(scene.seats), wide, least)
    room = int(svg.share(wide, abreast))
    return svg.grid([province(seat, scene, brush, room) for seat in scene.seats], abreast, room)


def first_province(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the sheet of the player who comes first."""
    return province(scene.seats[0], scene, brush, int(wide))


def other_provinces(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the sheets of the players who come after the first."""
    room = int(wide)
    return svg.grid([province(seat, scene, brush, room) for seat in scene.seats[1:]], 1, room)


def province(seat: Seat, scene: BoardScene, brush: Brush, wide: int) -> Block:
    """Draw a province sheet, with the names of the cards that belong to the player."""
    say = scene.say
    parts = [svg.mark(PAD + 7, 15, seat.number), _owner(seat, wide, brush, cards=scene.layout.cards)]
    letters: list[str] = []
    cells: list[str] = []
    told = seat is scene.seats[0]
    size = _size(seat, wide - 2 * PAD - _LABEL + 4)
    y = 28
    for row in seat.rows:
        letters.append(svg.text(PAD + 4, y + _CELL // 2 + 4, row[0].row))
        for at, cell in enumerate(row):
            line, column = divmod(at, size.abreast)
            x = PAD + _LABEL + column * (size.wide + 4)
            cells.append(
                _cell(
                    cell,
                    Box(x, y + line * (_CELL + 4), size.wide, _CELL),
                    seat,
                    brush,
                    say,
                    told=told,
                    pictured=scene.pictured,
                )
            )
        y += -(-len(row) // size.abreast) * (_CELL + 4)
    parts.append(f'<g class="t4 b m">{"".join(letters)}</g>')
    parts.append(f'<g class="{"c" if size.wide >= _ROOMY else "d"}">{"".join(cells)}</g>')
    high = y + 4
    title = say.say("province", player=seat.player.name)
    return svg.panel(title, "".join(parts), wide, high, "land line", f' data-key="province:{seat.number}"')


def _owner(seat: Seat, wide: float, brush: Brush, *, cards: bool) -> str:
    """Write the name, and beside it the names of the player's cards."""
    room = wide - 2 * PAD - 20
    name = fit(seat.player.name, room * (0.45 if cards else 1), NAME)
    parts = [svg.text(PAD + 18, 19.5, name, "t3")]
    right = wide - PAD
    owned = [card for card in seat.cards if card.key]
    left = PAD + 18 + width(name, NAME) + 8
    for at, card in enumerate(reversed(owned)):
        called = fit(card.name, (right - left) / (len(owned) - at) - 8, PLAIN)
        wide_ = width(called, PLAIN) + 10
        right -= wide_
        drawn = svg.box(right, 6, wide_ - 2, 18, "raised", 9) + svg.text(right + 5, 18.8, called)
        parts.append(brush.thing(card.key, " ".join(card.paragraph), drawn, Box(right, 6, wide_ - 2, 18), 9))
    return "".join(parts)


def _size(seat: Seat, room: float) -> _Size:
    columns = max((len(row) for row in seat.rows), default=1)
    abreast = max(1, min(columns, int(room // _LEAST_CELL)))
    return _Size(int(room / abreast) - 4, abreast)


def _cell(
    cell: BuildingCell, room: Box, seat: Seat, brush: Brush, say: Phrasebook, *, told: bool, pictured: bool
) -> str:
    wide = int(room.wide)
    # A sheet has more than twenty buildings, the same ones for all players: each face is drawn once.
    frame, worth = brush.shared(_box(wide)), brush.shared(_worth(cell.vp, wide))
    face = f"{frame}{_face(cell.name, wide)}{worth}"
    drawn = brush.shared(face, kind="built" if cell.built else "next" if cell.open else "later")
    if cell.built:
        drawn += svg.mark(13, _CELL - 12, seat.number)
        drawn += brush.shared(_emblem(cell, wide)) if pictured else ""
    elif cell.price:
        drawn += brush.shared(_price(cell.price, wide), kind="" if cell.open else "soft")
    return brush.placed(cell.key, _cell_title(cell, say, told=told), drawn, room)


# What is shared has no classes, since rules of a style sheet need not reach into it.


@lru_cache(maxsize=256)
def _box(wide: int) -> str:
    return f'<rect width="{wide}" height="{_CELL}" rx="5" stroke="currentColor"/>'


def _emblem(cell: BuildingCell, wide: int) -> str:
    """Draw the emblem of what is built, between the mark of its owner and its points."""
    drawn = svg.emblem(cell.emblem, cell.name)
    return f'<g transform="translate({wide // 2} {_CELL - 11})scale(.85)">{drawn}</g>'


@lru_cache(maxsize=4096)
def _face(name: str, wide: int) -> str:
    """Draw the name of a building, which is the same on all sheets."""
    size, lines_ = _name_lines(name, wide - 8)
    font = f' font-size="{svg.number(size)}"' if size != 11 else ""
    return "".join(
        f'<text x="5" y="{13 + 11 * at}"{font} fill="currentColor">{svg.safe(line)}</text>'
        for at, line in enumerate(lines_)
    )


@lru_cache(maxsize=1024)
def _worth(vp: int, wide: int) -> str:
    """Draw victory points: a shield with their number in it, a smaller one on a narrow building."""
    scale, size = (0.85, 13) if wide >= _ROOMY else (0.7, 14.5)
    count = f'<text y="4.5" font-size="{size}" text-anchor="middle" fill="#fff">{vp}</text>'
    at = f"translate({wide - 3 - 8 * scale:g} {_CELL - 12})scale({scale})"
    return f'<g transform="{at}">{svg.use("shield", 0, 0)}{count}</g>'


def _name_lines(name: str, room: float) -> tuple[float, tuple[str, ...]]:
    """Break a name into two lines at most, in smaller letters if a word of it is long."""
    longest = max((width(word, BOLD) for word in name.split()), default=0)
    # A long word in smaller letters is better than one that is cut off.
    size, measured = (11.0, BOLD) if longest <= room else (10.0, BOLD - 1)
    return size, wrap(name, room, measured, 2)


_ROOMY = 78
"""A building so wide has room for three goods in their usual size."""

_LARGE_PRICE, _SMALL_PRICE = 0.72, 0.58
"""How much smaller prices are than other amounts."""


@lru_cache(maxsize=2048)
def _price(cost: Bag, wide: int) -> str:
    """Draw what a building costs, smaller than other amounts; all numbers are one text."""
    scale, left, room = (_LARGE_PRICE, 3, wide - 22) if wide >= _ROOMY else (_SMALL_PRICE, 2, wide - 17)
    step = min(24.0, room / max(1, len(cost)))
    at = [round((left + n * step) / scale) + 7 for n in range(len(cost))]
    signs = "".join(svg.sign(x, 0, resource) for x, (resource, _) in zip(at, cost, strict=True))
    counts = _counts([x + 9 for x in at], 6, [str(count) for _, count in cost])
    return f'<g transform="translate(0 {_CELL - 12})scale({scale})">{signs}{counts}</g>'


def _counts(at: Sequence[int], y: int, counts: Sequence[str]) -> str:
    """Write numbers at several places."""
    if all(len(count) == 1 for count in counts):
        return f'<text x="{" ".join(map(str, at))}" y="{y}">{"".join(counts)}</text>'
    return "".join(f'<text x="{x}" y="{y}">{count}</text>' for x, count in zip(at, counts, strict=True))


def _cell_title(cell: BuildingCell, say: Phrasebook, *, told: bool) -> str:
    """Describe a building; all there is to say only in the first province, since that is long."""
    name = f"{cell.name}: {say.say('built')}" if cell.built else cell.name
    if not told:
        return name
    facts = [] if cell.built else [say.bag(cell.price)]
    title = f"{', '.join([name, *facts, say.counted('vp', cell.vp)])}. {cell.text}"
    offers = "; ".join(offer.said for offer in cell.offers)
    return f"{title} {say.say('buildable', offers=offers)}" if offers else title
