"""The enemies of all years, this year's battle, and at the end the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.scene import Bag, BoardScene, Foe, Seat, Standing, span
from kingsburg_rules.render.svg_elements import (
    BOLD,
    LINE,
    NAME,
    PAD,
    PLAIN,
    Block,
    Box,
    Brush,
    fit,
    width,
    wrap,
)
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook

_YEARS, _CARD, _BAR = 50, 60, 20
"""How high are the years, the card of the enemy, and the bar of a player."""

_TEXT = 2
"""So many lines has the text of an enemy."""


def battle(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the enemies and the battle; once the game is over, the ranking."""
    room = wide - 2 * PAD
    if scene.over:
        return _ranking(scene, brush, wide)
    say = scene.say
    years = _years(scene, brush, room)
    told = _here(scene, room)
    bars = _bars(scene, brush, room)
    inside = svg.stacked([years, told, bars], 4)
    high = 30 + inside.high + 6
    return svg.titled(
        say.say("enemies"), f'<g transform="translate({PAD} 28)">{inside.drawn}</g>', wide, high
    )


# The years


def _years(scene: BoardScene, brush: Brush, room: float) -> Block:
    """Draw a card for every year, with the enemy as far as it is known."""
    years = sorted({foe.year for foe in scene.foes})
    wide = (room + 4) / max(1, len(years))
    drawn = [
        _year(
            [foe for foe in scene.foes if foe.year == year], Box(at * wide, 0, wide - 4, _YEARS), scene, brush
        )
        for at, year in enumerate(years)
    ]
    return Block("".join(drawn), _YEARS)


def _year(foes: Sequence[Foe], room: Box, scene: BoardScene, brush: Brush) -> str:
    """Draw the enemies of a year side by side on one card."""
    say, first = scene.say, foes[0]
    now = first.year == scene.year
    kind = "accent" if now else "linefill" if first.status == "over" else "panel line"
    ink = " over" if now else ""
    parts = [svg.box(room.x, 0, room.wide, room.high, kind)]
    parts.append(svg.text(room.x + 5, 13, roman(first.year), f"small{ink}"))
    wide = room.wide / len(foes)
    for at, foe in enumerate(foes):
        x = room.x + at * wide
        inside = _foe(foe, Box(x, 0, wide, room.high), ink, say)
        parts.append(brush.thing(foe.key, _title(foe, say), inside, Box(x + 1, 1, wide - 2, room.high - 2)))
    return f"<g>{''.join(parts)}</g>"


def _foe(foe: Foe, room: Box, ink: str, say: Phrasebook) -> str:
    middle = round(room.x + room.wide / 2, 1)
    kind = "t2" if foe.card and width(foe.range, 17) < room.wide else "b"
    name = foe.name or say.say(foe.status)
    parts = [svg.text(middle, 30, foe.range, f"{kind} m{ink}")]
    parts.append(svg.text(middle, 43, fit(name, room.wide - 4, 10.5), f"less m{ink}"))
    if foe.status in ("seen", "seen_beside"):
        parts.append(svg.use("peek", room.x + room.wide - 11, 10))
    return "".join(parts)


def _title(foe: Foe, say: Phrasebook) -> str:
    title = say.say(
        "foe", year=roman(foe.year), name=foe.name, status=say.say(foe.status), strength=foe.range
    )
    return f"{title.replace(' ,', '')} {foe.text}".strip()


# This year's enemy


def _fighting(scene: BoardScene) -> list[Foe]:
    """List the enemies that fight this winter, or that may fight, as far as they are known."""
    others = [foe for foe in scene.foes if foe.status == "fighting"]
    if others:
        return others
    foes = [foe for foe in scene.foes if foe.year == scene.year]
    # Once the cards are open, an enemy that was seen but went away does not count.
    fighting = [foe for foe in foes if foe.status in ("here", "joined")]
    return fighting or [foe for foe in foes if foe.status in ("seen", "hidden")]


def _here(scene: BoardScene, room: float) -> Block:
    """Draw a dark card with this year's enemies, what they bring and take, and what else they do."""
    say, foes = scene.say, _fighting(scene)
    known = [foe for foe in foes if foe.card]
    name = say.language.all_of([foe.name for foe in known]) if known else say.say("hidden")
    left = _CARD + 4
    parts = [svg.dread(0, 0, room, _CARD), *_emblems(foes)]
    if foes:
        strength = span(sum(min(foe.strength) for foe in foes), sum(max(foe.strength) for foe in foes))
        parts += [svg.use("strength", room - 22 - width(strength, 17), 20)]
        parts += [svg.text(room - 10, 26, strength, "t2 e")]
        parts += [svg.text(left, 24, fit(name, room - left - 40 - width(strength, 17), NAME), "t3")]
    half = (room - left - 4) / 2
    for at, (icon, key) in enumerate((("victory", "victory"), ("defeat", "defeat"))):
        bag = _together([foe.reward if icon == "victory" else foe.penalty for foe in known])
        parts.append(_spoils(icon, say.say(key), bag if known else None, left + at * half, half, say))
    card = f'<g class="dread">{"".join(parts)}</g>'
    special = " ".join(dict.fromkeys(foe.text for foe in known if foe.text))
    changed = say.say("changed_by", cards=say.language.all_of(scene.changed)) if scene.changed else ""
    told = wrap(" ".join(filter(None, [changed, special])), room, PLAIN - 1, _TEXT)
    lines = svg.lines(0, _CARD + 13, told, "less soft", 12)
    return Block(card + lines, _CARD + 12 * _TEXT + 6)


def _emblems(foes: Sequence[Foe]) -> Iterable[str]:
    """Draw the emblems of enemies beside each other, each of them smaller if there are several."""
    step = (_CARD - 8) / max(1, len(foes))
    for at, foe in enumerate(foes):
        emblem = svg.emblem(foe.emblem, foe.name or "?", kind="dread")
        yield svg.glowing(6 + step * (at + 0.5), _CARD / 2, step / 30, emblem)


def _together(bags: Iterable[Bag]) -> Bag:
    total: dict[str, int] = {}
    for bag in bags:
        for resource, count in bag:
            total[resource] = total.get(resource, 0) + count
    return tuple(total.items())


def _spoils(icon: str, word: str, bag: Bag | None, x: float, room: float, say: Phrasebook) -> str:
    y = 43
    parts = [svg.use(icon, x + 8, y)]
    left = x + 20
    if bag is None:
        parts.append(svg.text(left, y + 4, "?", "t4"))
    for resource, count in bag or ():
        wide = svg.amount_width(resource, str(count)) + 5
        if left + wide <= x + room + 5:
            parts.append(svg.amount(left, y, resource, str(count)))
            left += wide
    return svg.group(f"{word}: {'?' if bag is None else say.bag(bag)}", "".join(parts))


# Who is how strong


def _bars(scene: BoardScene, brush: Brush, room: float) -> Block:
    """Draw everybody's strength as a bar on a scale, and the strength of the enemy across all of them."""
    foes = _fighting(scene)
    low = sum(min(foe.strength) for foe in foes if foe.strength)
    high = sum(max(foe.strength) for foe in foes if foe.strength)
    name = min(70.0, max(width(seat.player.name, BOLD) for seat in scene.seats) + 4)
    left, right = 44 + name, room - 28
    # A scale that is too short would make one soldier look like an army.
    most = max(10, high + 1, *(seat.strength for seat in scene.seats))
    step = (right - left) / most
    tall = _BAR * len(scene.seats)
    tracks = (
        f"M{svg.number(left)} {19 + at * _BAR}h{svg.number(right - left)}v10H{svg.number(left)}z"
        for at in range(len(scene.seats))
    )
    band = f'<path d="{"".join(tracks)}" class="linefill"/>'
    band += _scale(left, step, most, 14 + tall)
    if foes and high:
        reach = max(2.0, (high - low) * step)
        at, long = svg.number(left + low * step), svg.number(reach)
        band += f'<path d="M{at} 14h{long}v{tall}h-{long}z" class="foe"/>'
        said = span(low, high)
        middle = min(max(left + (low + high) / 2 * step, left + 22), right)
        band += svg.use("strength", round(middle - 8 - width(said, BOLD) / 2, 1), 6)
        band += svg.text(round(middle + 3, 1), 10, said, "t4 b m")
    drawn = [
        _bar(seat, 14 + at * _BAR, left, step, room, brush, scene.say) for at, seat in enumerate(scene.seats)
    ]
    fighting = scene.say.say("against", strength=span(low, high)) if foes and high else ""
    return Block(svg.group(fighting, band + "".join(drawn)), 28 + tall)


def _scale(left: float, step: float, most: int, y: float) -> str:
    """Write the numbers of a scale below it, with a line up from each."""
    apart = max(1, -(-most // 5))
    at = [(left + number * step, number) for number in range(0, most + 1, apart)]
    drawn = "".join(f"M{svg.number(x)} {svg.number(y)}v4" for x, _ in at)
    told = "".join(svg.text(round(x, 1), y + 13, str(number)) for x, number in at)
    return f'<path d="{drawn}" class="track"/><g class="less m soft">{told}</g>'


def _bar(seat: Seat, y: float, left: float, step: float, room: float, brush: Brush, say: Phrasebook) -> str:
    player = seat.player
    long = max(0.0, seat.strength) * step
    name = fit(player.name, left - 46, BOLD)
    parts = [svg.mark(8, y + 10, seat.number), svg.text(18, y + 14, name, "b")]
    if long:
        parts.append(svg.box(left, y + 5, long, 10, svg.piece(seat.number), 2))
    parts.append(svg.text(left - 6, y + 14, str(seat.strength), "t4 b e"))
    title = f"{player.name}: {say.say('strength')} {seat.strength}"
    if player.strength is not None:
        result = player.outcome or "tie"
        parts.append(svg.use(result, room - 9, y + 10))
        title = say.say("fights", player=player.name, strength=player.strength, outcome=say.say(result))
    return brush.thing(f"strength:{seat.number}", title, "".join(parts), Box(0, y, room, _BAR))


# The end


_STANDING = 40
"""How high a place of the ranking is."""


def _ranking(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the places of the players, and where their points come from."""
    room = wide - 2 * PAD
    say = scene.say
    most = max(1, *(sum(max(0, number) for _, number in one.points) for one in scene.ranking))
    rows = [_standing(one, room, most, brush, say) for one in scene.ranking]
    kinds = dict.fromkeys(source for one in scene.ranking for source, _ in one.points)
    legend = _legend(tuple(kinds), room, say)
    inside = svg.stacked([*rows, legend, _years(scene, brush, room)], 2)
    drawn = f'<g transform="translate({PAD} 30)">{inside.drawn}</g>'
    return svg.titled(say.say("ranking"), drawn, wide, inside.high + 38)


_SEGMENTS = ("s0", "s1", "s2", "s3", "s4", "s5")
"""The looks of the sources of points, beginning again after the last one."""


def _standing(one: Standing, room: float, most: int, brush: Brush, say: Phrasebook) -> Block:
    kind = "t2" if one.place == 1 else "t3"
    parts = [
        svg.text(8, 17, f"{one.place}.", f"{kind} m"),
        svg.mark(26, 12, one.seat),
        svg.text(38, 17, fit(one.name, room - 84, NAME), kind),
        svg.text(room, 17, say.counted("vp", one.vp), f"{kind} e"),
    ]
    x, step = 20.0, (room - 20) / most
    told: list[str] = []
    for at, (source, number) in enumerate(one.points):
        told.append(f"{_source(source, say)}: {number}")
        long = max(0, number) * step
        if long:
            parts.append(svg.box(x, 23, long, 11, _SEGMENTS[at % len(_SEGMENTS)], 0))
            if long > 16:
                parts.append(svg.text(round(x + long / 2, 1), 32, str(number), "small m black"))
        x += long
    title = f"{one.place}. {one.name}: {say.counted('vp', one.vp)} ({', '.join(told)})"
    key = f"standing:{one.seat}"
    return Block(brush.thing(key, title, "".join(parts), Box(0, 0, room, _STANDING - 2)), _STANDING)


def _source(source: str, say: Phrasebook) -> str:
    """Name a source of points."""
    return say.say(source) if say.has(source) else say.source(source)


def _legend(sources: Sequence[str], room: float, say: Phrasebook) -> Block:
    flow = svg.Flow(0, 0, room, LINE, 0)
    parts: list[str] = []
    for at, source in enumerate(sources):
        name = fit(_source(source, say), room - 20, PLAIN)
        wide = width(name, PLAIN) + 26
        x, y = flow.place(wide)
        parts.append(svg.box(x, y + 3, 11, 11, _SEGMENTS[at % len(_SEGMENTS)], 0))
        parts.append(svg.text(round(x + 16, 1), y + 12.5, name))
    return Block("".join(parts), flow.bottom + 4)
