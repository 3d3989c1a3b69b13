"""The picture of a game: calendar, court, players, provinces, enemies and log, laid out on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from kingsburg_rules.render.scene import (
    AdvisorSpot,
    Bag,
    BuildingCell,
    CalendarStep,
    CardLine,
    DiceGroup,
    Foe,
    Question,
    Scene,
    Seat,
    dice,
)
from kingsburg_rules.render.svg_elements import (
    BIG_SHIELD,
    BOLD,
    DIE,
    GAP,
    LINE,
    NAME,
    PAD,
    PLAIN,
    SHIELD,
    TITLE,
    Block,
    Flow,
    amount,
    amount_width,
    box,
    check_width,
    data,
    die,
    disc,
    document,
    fit,
    group,
    lines,
    mark,
    moved,
    number,
    panel,
    path,
    sign,
    sign_width,
    text,
    width,
    wrap,
    written,
)
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook

Part = Callable[[Scene, float], Block]

# The page: one column on a phone, several on a desktop


NARROWEST = 320

_DESK = 860
"""From this width on there is more than one column."""

_MARGINS, _BUILDING = 28, 75
"""How wide a sheet is at least: around its buildings, and for each of them."""


def draw(scene: Scene, theme: str, wide: int) -> str:
    """Draw a scene.

    Raises:
        SetupError: There is no such theme, or the width is not possible.
    """
    check_width(wide, NARROWEST)
    room = wide - 2 * PAD
    rows = _desk(scene, room) if wide >= _DESK else _phone(scene, room)
    page = _stacked(rows, 0, GAP)
    high = page.high + 2 * PAD - GAP
    drawn = box(0, 0, wide, high, "paper", 0) + moved(PAD, PAD, page.drawn)
    return document(drawn, wide, high, theme, f"Kingsburg. {scene.title}", scene.describe())


def _phone(scene: Scene, room: float) -> list[Block]:
    """Everything below each other; sheets side by side as far as they fit."""
    first = _there(scene, questions, auction, hand, display)
    last = _there(scene, in_force, piles, log)
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
        *_columns(_there(scene, questions, auction, hand, display, tracks, enemies), scene, room),
        *_provinces(scene, room),
        *_columns(_there(scene, in_force, piles, log), scene, room),
    ]


def _there(scene: Scene, *parts: Part) -> list[Part]:
    """Leave out parts that have nothing to show."""
    empty: dict[Part, bool] = {
        questions: not scene.questions,
        auction: not scene.auction,
        hand: not scene.hand,
        display: not scene.display,
        in_force: not scene.in_force,
        piles: not scene.piles,
        log: not scene.log,
    }
    return [part for part in parts if not empty.get(part, False)]


def _columns(parts: list[Part], scene: Scene, room: float) -> list[Block]:
    """Put parts side by side."""
    if not parts:
        return []
    wide = _share(room, len(parts))
    return [_grid([part(scene, wide) for part in parts], len(parts), wide)]


def _provinces(scene: Scene, room: float) -> list[Block]:
    """Lay the sheets out in rows as even as possible."""
    columns = max(len(row) for seat in scene.seats for row in seat.rows)
    abreast = _evenly(len(scene.seats), room, _MARGINS + columns * _BUILDING)
    wide = _share(room, abreast)
    sheets = [province(seat, wide, scene.say) for seat in scene.seats]
    return [_grid(sheets[at : at + abreast], abreast, wide) for at in range(0, len(sheets), abreast)]


def _fitting(room: float, least: float) -> int:
    """Count how many parts of a least width fit side by side."""
    return max(1, int((room + GAP) // (least + GAP)))


def _evenly(count: int, room: float, least: float) -> int:
    """Count how many of several parts are put side by side, so that the rows are as even as possible."""
    rows = -(-count // _fitting(room, least))
    return -(-count // rows)


def _share(room: float, abreast: int) -> float:
    """Return how wide each of several parts is that share a room."""
    return (room - GAP * (abreast - 1)) / abreast


def _grid(blocks: Sequence[Block], abreast: int, wide: float) -> Block:
    """Lay parts out in rows."""
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(blocks), abreast):
        row = blocks[start : start + abreast]
        parts += [moved(at * (wide + GAP), y, block.drawn) for at, block in enumerate(row)]
        y += max(block.high for block in row) + GAP
    return Block("".join(parts), y - GAP)


def _stacked(blocks: Iterable[Block], y: float, gap: float, left: float = 0) -> Block:
    """Lay parts out below each other; it ends where a further part would begin."""
    parts: list[str] = []
    for block in blocks:
        parts.append(moved(left, y, block.drawn))
        y += block.high + gap
    return Block("".join(parts), y)


# The calendar and the tracks


_FEW = 10
"""Up to so many steps a track has a line for each."""

_MARK = 15
"""The room for the mark of a player."""


def calendar(scene: Scene, wide: float) -> Block:
    """Draw the title, the years and the phases."""
    room = wide - 2 * PAD
    say = scene.say
    by = say.say("as_seen_by", player=scene.viewer) if scene.viewer else say.say("as_seen_by_all")
    title = fit(scene.title, room, TITLE)
    parts = [text(PAD, 31, title, "t1")]
    beside = PAD + width(title, TITLE) + 8
    if beside + width(by, PLAIN) < wide - PAD:
        parts.append(text(beside, 31, by, "soft"))
        top = 44.0
    else:
        parts.append(text(PAD, 48, fit(by, room, PLAIN), "soft"))
        top = 60.0
    flow = Flow(PAD, top, room, 28)
    parts += [_year(step, say, *flow.place(28)) for step in scene.years]
    flow.skip(8)
    parts += [_phase(step, say, *flow.place(_phase_width(step))) for step in scene.phases]
    return _panel(say.say("calendar"), "".join(parts), wide, flow.bottom + 8)


def _state(step: CalendarStep, say: Phrasebook) -> str:
    return say.say("now" if step.now else "gone" if step.gone else "to_come")


def _year(step: CalendarStep, say: Phrasebook, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "t4 b m over" if step.now else "t4 b m"
    drawn = disc(x + 14, y + 12, kind) + text(x + 14, y + 16, step.name, ink)
    return group(say.say("year", name=step.name, state=_state(step, say)), drawn)


def _phase_width(step: CalendarStep) -> float:
    return width(f"{step.number} {step.name}", PLAIN) + 16


def _phase(step: CalendarStep, say: Phrasebook, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "b over" if step.now else "soft" if not step.gone else ""
    name = f"{step.number} {step.name}".strip()
    drawn = box(x, y + 1, _phase_width(step), 22, kind, 11) + text(x + 8, y + 16, name, ink)
    return group(say.say("phase", name=name, state=_state(step, say)), drawn)


def tracks(scene: Scene, wide: float) -> Block:
    """Draw the points and the soldiers of all players as tracks."""
    points = [(seat.number, seat.player.name, seat.player.vp) for seat in scene.seats]
    soldiers = [(seat.number, seat.player.name, seat.player.soldiers) for seat in scene.seats]
    both = (("vp", points), ("soldier", soldiers))
    drawn = [_track(resource, values, wide - 2 * PAD, scene.say) for resource, values in both]
    inside = _stacked(drawn, 8, 4, PAD)
    return _panel(scene.say.say("tracks"), inside.drawn, wide, inside.high + 4)


def _panel(title: str, inside: str, wide: float, high: float, kind: str = "line", data: str = "") -> Block:
    return Block(panel(title, inside, wide, high, kind, data), high)


def _track(resource: str, values: list[tuple[int, str, int]], wide: float, say: Phrasebook) -> Block:
    """Draw a track with the marks of the players; marks that would cover each other stand on top."""
    numbers = [value for _, _, value in values]
    low, high = min(0, *numbers), max(_FEW, *numbers)
    step = 1 if high - low <= _FEW else 5 if high - low <= 5 * _FEW else 10
    low, high = low // step * step, -(-high // step) * step
    places = {at: 14 + (at - low) * (wide - 28) / (high - low) for at in range(low, high + 1)}
    stood: list[tuple[float, int]] = []
    marks: list[str] = []
    for seat, who, value in sorted(values, key=lambda entry: entry[2]):
        x, level = places[value], 0
        while any(abs(x - other) < _MARK and level == at for other, at in stood):
            level += 1
        stood.append((x, level))
        marks.append(group(f"{who}: {say.counted(resource, value)}", mark(x, -10 - _MARK * level, seat)))
    ticks = range(low, high + 1, step)
    ruler = "".join([f"M14 0h{number(wide - 28)}", *(f"M{number(places[at])} 0v4" for at in ticks)])
    below = "".join(text(places[at], 15, str(at), "m soft") for at in ticks)
    top = 34 + _MARK * max(level for _, level in stood)
    name = text(0, 12, say.say(resource), "b soft")
    line = path(0, 0, ruler, "track") + below + "".join(marks)
    return Block(name + moved(0, top, line), top + 20)


# The court: advisors, and the dice, tiles, gifts and marks on them


_SPOT = 166
"""How wide an advisor is at least: two of them side by side on a telephone."""

_TEXT_LINE = 14


def court(scene: Scene, wide: float) -> Block:
    """Draw the advisors in rows, as many side by side as there is room for."""
    columns = _fitting(wide, _SPOT)
    room = _share(wide, columns)
    spots: list[Block] = []
    for start in range(0, len(scene.court), columns):
        row = scene.court[start : start + columns]
        high = max(_spot_height(spot, room) for spot in row)
        spots += [Block(_spot(spot, room, high, scene.say), high) for spot in row]
    drawn, high = _grid(spots, columns, room)
    return Block(group(scene.say.say("court"), drawn), high)


def _texts(spot: AdvisorSpot, room: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Break the name of the tile and what the advisor gives into lines."""
    tile = wrap(spot.tile.name, room - 16, BOLD, 2) if spot.tile else ()
    return tile, wrap(spot.tile.text if spot.tile else spot.text, room - 16, PLAIN)


def _spot_height(spot: AdvisorSpot, room: float) -> float:
    tile, says = _texts(spot, room)
    rows = len(spot.groups) + bool(spot.gifts) + bool(spot.marks) + bool(spot.ways)
    return 39 + _TEXT_LINE * (len(tile) + len(says)) + 23 * max(rows, 1) + 6


def _spot(spot: AdvisorSpot, room: float, high: float, say: Phrasebook) -> str:
    tile, says = _texts(spot, room)
    kind = "raised" if spot.groups else "panel"
    parts = [box(0.5, 0.5, room - 1, high - 1, f"{kind} {'ring' if spot.ways else 'line'}", 7)]
    parts.append(disc(20, 18, "ink") + text(20, 22.5, str(spot.rank), "t3 m paper"))
    parts.append(text(38, 22.5, fit(spot.name, room - 44, NAME), "t3"))
    parts.append(lines(8, 32 + _TEXT_LINE, tile, "b hot", _TEXT_LINE))
    parts.append(lines(8, 32 + _TEXT_LINE * (1 + len(tile)), says, "soft", _TEXT_LINE))
    y = high - 6
    for drawn in _lying(spot, room, say):
        y -= 23
        parts.append(moved(8, y, drawn))
    return group(_spot_title(spot, say), "".join(parts), data=data(advisor=spot.card))


def _lying(spot: AdvisorSpot, room: float, say: Phrasebook) -> list[str]:
    """Draw what is on an advisor, from the lowest row up."""
    rows = [_dice_row(each, room - 16, say) for each in spot.groups]
    if spot.gifts:
        rows.append(_gifts(spot, say))
    if spot.marks:
        rows.append(_marks(spot, say))
    if spot.ways:
        rows.append(text(0, 15, say.several("way", "ways", len(spot.ways)), "b hot"))
    return rows[::-1]


def _dice_row(there: DiceGroup, room: float, say: Phrasebook) -> str:
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


def _dice_title(there: DiceGroup, say: Phrasebook) -> str:
    placed = there.placed
    parts = [dice(placed.dice, placed.bonus)]
    parts += [say.say("token", n=placed.plus2)] if placed.plus2 else []
    parts += [say.say("envoy")] if placed.envoy else []
    return f"{there.who}: {', '.join(parts)}"


def _gifts(spot: AdvisorSpot, say: Phrasebook) -> str:
    x, parts = 0.0, list[str]()
    for resource, count in spot.gifts:
        title = say.say("lies_here", bag=say.counted(resource, count))
        parts.append(group(title, amount(x, 11, resource, str(count))))
        x += amount_width(resource, str(count)) + 6
    return "".join(parts)


def _marks(spot: AdvisorSpot, say: Phrasebook) -> str:
    x, parts = 7.0, list[str]()
    for seat, who, card, count in spot.marks:
        drawn = mark(x, 11, seat) + text(x + 8, 15, f"\N{MULTIPLICATION SIGN}{count}", "b")
        parts.append(group(say.say("marked", card=card, player=who, n=count), drawn))
        x += 30
    return "".join(parts)


def _spot_title(spot: AdvisorSpot, say: Phrasebook) -> str:
    parts = [f"{spot.rank} {spot.name}."]
    parts += [say.say("tile", name=spot.tile.name)] if spot.tile else []
    parts.append(spot.tile.text if spot.tile else spot.text)
    parts += [say.say("within_reach", ways="; ".join(spot.ways))] if spot.ways else []
    return " ".join(filter(None, parts))


# The players: what they have, and their provinces


_SEAT = 205
"""How wide a player is at least."""

_LABEL = 16
"""The room for the letter of a row."""

_CELL, _LOW_CELL, _PRICE_LINE = 54, 43, 15
"""How high a building is, where some name takes two lines and where none does; and a line for the prices."""

_NARROW, _GOOD, _WORTH = 54, 15.3, 24
"""The room that a building takes at least, one good of its price, and the points with the margin."""


def seats(scene: Scene, wide: float) -> Block:
    """Draw what the players have, in turn order, side by side as far as there is room."""
    abreast = _evenly(len(scene.seats), wide, _SEAT)
    room = _share(wide, abreast)
    return _grid([_seat(seat, room, scene.say) for seat in scene.seats], abreast, room)


def _seat(seat: Seat, wide: float, say: Phrasebook) -> Block:
    player = seat.player
    parts = [text(PAD + 4, 22, str(seat.place), "t3 m soft"), mark(PAD + 20, 18, seat.number)]
    parts.append(_points(wide - PAD - 11, 18, player.vp, say))
    houses = wide - PAD - 34 - amount_width("building", str(len(player.buildings)))
    built = len(player.buildings)
    title = f"{player.name}: {say.counted('building', built)}"
    parts.append(group(title, amount(houses, 18, "building", str(built))))
    parts.append(text(PAD + 33, 22.5, fit(player.name, houses - PAD - 40, NAME), "t3"))
    flow = Flow(PAD, 34, wide - 2 * PAD, 23, 9)
    for resource, count in seat.bag:
        parts.append(_placed(flow, f"{player.name}: {say.counted(resource, count)}", resource, str(count)))
    parts.append(_hand(seat, flow, say))
    title = f"{seat.place} {player.name}: {say.counted('vp', player.vp)}"
    title += f", {say.say('to_play')}" if seat.asked else ""
    kind = "ring" if seat.asked else "line"
    return _panel(title, "".join(parts), wide, flow.bottom + 6, kind, data(player=player.name))


def _placed(flow: Flow, title: str, resource: str, shown: str) -> str:
    """Draw an amount where there is room for it."""
    x, y = flow.place(amount_width(resource, shown))
    return group(title, amount(x, y + 10, resource, shown))


def _points(x: float, y: float, points: int, say: Phrasebook) -> str:
    inside = text(0, 4, str(points), "t4 b m over" if abs(points) < 100 else "b m over")
    return group(say.counted("vp", points), moved(x, y, path(0, 0, BIG_SHIELD, "accent") + inside))


def _hand(seat: Seat, flow: Flow, say: Phrasebook) -> str:
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
        title = f"{player.name}: {say.counted('bonus_die', player.bonus_dice)}"
        parts.append(_placed(flow, title, "bonus_die", str(player.bonus_dice)))
    if player.envoy:
        parts.append(_placed(flow, f"{player.name}: {say.say('envoy')}", "envoy", ""))
    if player.strength is not None:
        result = say.say(player.outcome or "tie")
        title = say.say("fights", player=player.name, strength=player.strength, outcome=result)
        parts.append(_placed(flow, title, "strength", f"{player.strength} {result}"))
    return "".join(parts)


class _Size(NamedTuple):
    """How large the buildings of a sheet are, how many stand side by side, and where the prices stand."""

    wide: float
    high: float
    abreast: int
    price: float


def province(seat: Seat, wide: float, say: Phrasebook) -> Block:
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
    below = written([line.paragraph for line in seat.cards], wide, y)
    parts.append(below.drawn)
    title = say.say("province", player=player.name)
    return _panel(title, "".join(parts), wide, below.high + 8, data=data(province=player.name))


def _size(seat: Seat, room: float) -> _Size:
    """Compute how large buildings must be to have room for every name and price."""
    columns = max((len(row) for row in seat.rows), default=1)
    abreast = max(1, min(columns, int(room // _NARROW)))
    wide = room / abreast - 4
    cells = [cell for row in seat.rows for cell in row]
    high = _CELL if any(len(_name_lines(cell.name, wide)[1]) > 1 for cell in cells) else _LOW_CELL
    long = any(len(cell.cost) * _GOOD + _WORTH > wide for cell in cells)
    return _Size(wide, high + _PRICE_LINE * long, abreast, high - 10.5)


def _cell(cell: BuildingCell, size: _Size, seat: Seat, say: Phrasebook) -> str:
    ink = "b" if cell.built or cell.open else "soft"
    bottom = mark(12, size.high - 11, seat.number) if cell.built else _price(cell.cost, size)
    worth = path(0, 0, SHIELD, "neutral") + text(0, 3.6, str(cell.vp), "b m black")
    drawn = box(0, 0, size.wide, size.high, _frame(cell)) + _title(cell.name, size.wide, ink) + bottom
    drawn += moved(size.wide - 11, size.high - 11, worth)
    return group(_cell_title(cell, say), drawn, data=data(building=cell.card))


def _frame(cell: BuildingCell) -> str:
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
    room = size.wide - (_WORTH if size.price > size.high - _PRICE_LINE else 5)
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


def _cell_title(cell: BuildingCell, say: Phrasebook) -> str:
    cost = ", ".join(say.counted(resource, count) for resource, count in cell.cost) or say.say("free")
    stands = say.say("built") if cell.built else say.say("not_built", cost=cost)
    parts = [f"{cell.name}: {stands}, {say.counted('vp', cell.vp)}.", cell.text]
    parts += [say.say("buildable", offers="; ".join(cell.offers))] if cell.offers else []
    return " ".join(filter(None, parts))


# Beside the board: questions, enemies, cards in force, the log


_OPTIONS = 12
"""So many answers are written out; the others are in the title."""

_LOG = 340
"""How wide a column of the log is at least, if there are several."""


def questions(scene: Scene, wide: float) -> Block:
    """Draw who must answer what."""
    asked = [_question(question, wide - 2 * PAD, scene.say) for question in scene.questions]
    inside = _stacked(asked, 30, 4, PAD)
    return _titled(scene.say.say("to_answer"), inside.drawn, wide, inside.high + 4)


def _titled(title: str, inside: str, wide: float, high: float) -> Block:
    return _panel(title, text(PAD, 22, title, "t2") + inside, wide, high)


def _question(question: Question, room: float, say: Phrasebook) -> Block:
    left = 18 if question.seat is not None else 0
    said = wrap(question.said, room - left, BOLD)
    options = [line for option in _answers(question, say) for line in wrap(option, room - left, PLAIN)]
    drawn = mark(7, 9, question.seat) if left else ""
    drawn += lines(left, LINE - 3, said, "b") + lines(left, LINE * (1 + len(said)) - 3, options, "soft")
    title = "; ".join([question.said, *question.options])
    return Block(group(title, drawn), LINE * (len(said) + len(options)) + 2)


def _answers(question: Question, say: Phrasebook) -> list[str]:
    """Write the answers, but not very many; advisors and buildings show theirs themselves."""
    shown = [
        *([say.several("way_to_advisor", "ways_to_advisor", question.ways)] if question.ways else []),
        *([say.several("way_to_build", "ways_to_build", question.offers)] if question.offers else []),
        *question.options[:_OPTIONS],
    ]
    more = len(question.options) - _OPTIONS
    return [*shown, say.say("and_more", n=more)] if more > 0 else shown


def enemies(scene: Scene, wide: float) -> Block:
    """Draw the enemies of all years, as far as they are known."""
    strength = text(wide - PAD, 21, scene.say.say("strength"), "soft e")
    foes = _stacked([_foe(foe, wide - 2 * PAD, scene.say) for foe in scene.foes], 30, 0, PAD)
    return _titled(scene.say.say("enemies"), strength + foes.drawn, wide, foes.high + 8)


def _foe(foe: Foe, room: float, say: Phrasebook) -> Block:
    status = say.say(foe.status)
    here = foe.status in ("here", "joined")
    kind = "accent" if here else "linefill" if foe.status == "over" else "panel track"
    ink = "b m over" if here else "b m"
    parts = [box(0, 1, 26, 19, kind, 9), text(13, 14.5, roman(foe.year), ink)]
    strength = foe.strength
    name = fit(foe.name or status, room - 40 - width(strength, 13), 12)
    parts.append(text(34, 15, name, "t4 b" if foe.card and foe.status != "over" else "t4 soft"))
    parts.append(text(room, 15, strength, "t3 e" if foe.card else "t4 e soft"))
    told: tuple[str, ...] = ()
    if foe.status in ("here", "joined", "seen", "seen_beside"):
        said = foe.text if foe.status == "here" else f"{status[:1].upper()}{status[1:]}. {foe.text}"
        told = wrap(said, room - 34, PLAIN)
    parts.append(lines(34, 15 + LINE, told, "soft"))
    title = say.say("foe", year=roman(foe.year), name=foe.name, status=status, strength=foe.strength)
    facts = data(enemy=foe.card) if foe.card else ""
    return Block(
        group(f"{title.replace(' ,', '')} {foe.text}".strip(), "".join(parts), data=facts),
        22 + LINE * len(told),
    )


def piles(scene: Scene, wide: float) -> Block:
    """Draw the names of the cards that nobody has any more."""
    return _paragraphs(scene.say.say("piles"), scene.piles, wide)


def _paragraphs(title: str, paragraphs: Iterable[tuple[str, str]], wide: float) -> Block:
    below = written(paragraphs, wide, 28)
    return _titled(title, below.drawn, wide, below.high + 8)


def _cards(title: str, cards: Callable[[Scene], tuple[CardLine, ...]]) -> Part:
    """Make the part that draws some cards."""
    return lambda scene, wide: _paragraphs(
        scene.say.say(title), (line.paragraph for line in cards(scene)), wide
    )


auction = _cards("for_auction", lambda scene: scene.auction)
hand = _cards("in_your_hand", lambda scene: scene.hand)
display = _cards("on_display", lambda scene: scene.display)
in_force = _cards("in_force", lambda scene: scene.in_force)


def log(scene: Scene, wide: float) -> Block:
    """Draw what happened lately, in columns where there is room."""
    columns = max(1, int(wide // _LOG))
    many, room = -(-len(scene.log) // columns), wide / columns
    parts = [written(scene.log[at * many : (at + 1) * many], room, 28) for at in range(columns)]
    drawn = "".join(moved(at * room, 0, part.drawn) for at, part in enumerate(parts))
    return _titled(scene.say.say("happened"), drawn, wide, max(part.high for part in parts) + 8)
