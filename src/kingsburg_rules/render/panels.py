"""The other parts of a picture: the calendar, the decision, cards, and the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.scene import MOST_LINES, BoardScene, CalendarStep, CardLine, ShownDecision
from kingsburg_rules.render.svg_elements import (
    BOLD,
    LINE,
    PAD,
    PLAIN,
    TITLE,
    Block,
    Box,
    Brush,
    fit,
    width,
    wrap,
)
from kingsburg_rules.text.phrasebook import Phrasebook

Draw: TypeAlias = Callable[[BoardScene, Brush, float], Block]

# The calendar


_CALENDAR = 70
"""How high the calendar is."""


def calendar(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the title, the years and the phases."""
    del brush
    room = wide - 2 * PAD
    say = scene.say
    by = say.say("as_seen_by", player=scene.viewer) if scene.viewer else say.say("as_seen_by_all")
    title = fit(scene.title, room, TITLE)
    parts = [svg.text(PAD, 28, title, "t1")]
    left = width(title, TITLE) + 12
    if left + width(by, PLAIN) < room:
        parts.append(svg.text(wide - PAD, 28, by, "soft e"))
    parts.append(_steps(scene, room, say))
    return svg.panel(say.say("calendar"), "".join(parts), wide, _CALENDAR)


def _steps(scene: BoardScene, room: float, say: Phrasebook) -> str:
    """Draw the years and the phases in a row; where there is no room for their names, phases are numbers."""
    years = len(scene.years) * 27 + 8
    names = [f"{step.number} {step.name}".strip() for step in scene.phases]
    wides = [width(name, PLAIN) + 12 for name in names]
    gap = 4.0
    # Narrower and narrower: numbers and names, then names, then numbers.
    if years + sum(wides) + gap * len(wides) > room:
        names = [step.name for step in scene.phases]
        wides = [width(name, PLAIN - 1) + 8 for name in names]
        gap = 2.0
    if years + sum(wides) + gap * len(wides) > room:
        names = [step.number or step.name[:1] for step in scene.phases]
        wides = [20.0] * len(names)
        gap = min(4.0, (room - years - sum(wides)) / max(1, len(wides)))
    parts = [_year(step, say, PAD + 12 + 27 * at) for at, step in enumerate(scene.years)]
    x = float(PAD + years)
    for step, name, wide in zip(scene.phases, names, wides, strict=True):
        parts.append(_phase(step, name, say, x, wide))
        x += wide + gap
    return f'<g class="m">{"".join(parts)}</g>'


def _state(step: CalendarStep, say: Phrasebook) -> str:
    return say.say("now" if step.now else "gone" if step.gone else "to_come")


def _look(step: CalendarStep) -> tuple[str, str]:
    """Return how the box and the letters of a step look."""
    if step.now:
        return "accent", "b over"
    return ("linefill", "") if step.gone else ("panel line", "soft")


def _year(step: CalendarStep, say: Phrasebook, x: float) -> str:
    kind, ink = _look(step)
    drawn = svg.box(x - 11, 39, 22, 22, kind, 11) + svg.text(x, 54, step.name, f"t4 {ink}".strip())
    return svg.group(say.say("year", name=step.name, state=_state(step, say)), drawn)


def _phase(step: CalendarStep, shown: str, say: Phrasebook, x: float, wide: float) -> str:
    kind, ink = _look(step)
    name = f"{step.number} {step.name}".strip()
    drawn = svg.box(x, 40, wide, 20, kind, 10) + svg.text(x + wide / 2, 54, shown, ink)
    return svg.group(say.say("phase", name=name, state=_state(step, say)), drawn)


# The decision


_CHIP, _MARGIN = 26, 18
"""From one row of answers to the next, and the margins of an answer."""

_MOST_ROWS = 400
"""So many rows of answers has a picture of the decision alone, at most."""


class Chip(NamedTuple):
    """An answer as it is drawn: a key if it can be clicked, the words, and what the title says."""

    key: str
    shown: str
    title: str
    wide: float


def decision(scene: BoardScene, brush: Brush, wide: float, rows: int | None = None) -> Block:
    """Draw who must answer what; with `rows`, the height is that of so many rows of answers."""
    room = wide - 2 * PAD
    say = scene.say
    parts: list[str] = []
    y = float(PAD)
    # Questions to the viewer come first, since the last ones may have no room.
    own = [question for question in scene.questions if question.answers or question.ways or question.offers]
    for question in (*own, *(question for question in scene.questions if question not in own)):
        left = _MOST_ROWS if rows is None else int((_fixed(rows) - y) // _CHIP)
        if rows is None or y + LINE <= _fixed(rows) - 4:
            block = _question(question, room, left, brush, say)
            parts.append(svg.moved(PAD, y, block.drawn))
            y += block.high
    high = y + 4 if rows is None else _fixed(rows)
    kind = "asked" if own else "line"
    return svg.panel(say.say("to_answer"), "".join(parts), wide, high, kind)


def _fixed(rows: int) -> int:
    """Return the height of a decision with rows of answers; the question takes two lines."""
    return PAD + 2 * LINE + 8 + rows * _CHIP


def _question(question: ShownDecision, room: float, rows: int, brush: Brush, say: Phrasebook) -> Block:
    left = 18 if question.seat is not None else 0
    said = wrap(question.said, room - left, BOLD, 2)
    drawn = svg.mark(7, 9, question.seat) if left else ""
    drawn += svg.lines(left, LINE - 2, said, "b")
    y = LINE * len(said) + 4
    chips = _chips(question, room, rows - (y - 8) // _CHIP if rows < _MOST_ROWS else rows, say)
    flow = svg.Flow(0, y, room, _CHIP)
    for chip in chips:
        drawn += _chip(chip, *flow.place(chip.wide), brush)
    bottom = flow.bottom if chips else y
    return Block(svg.group(question.said, drawn), bottom + 2)


def _chips(question: ShownDecision, room: float, rows: float, say: Phrasebook) -> list[Chip]:
    """List the answers, as many as there are rows for; the last one counts the others."""
    all_ = [*_on_board(question, room, say)]
    all_ += [_made(answer.key, answer.said, room) for answer in question.answers]
    shown: list[Chip] = []
    flow = svg.Flow(0, 1, room, 1)
    for at, chip in enumerate(all_):
        more = _made("", say.say("and_more", n=len(all_) - at), room)
        x, row = flow.place(chip.wide)
        # The last row keeps room for “and 7 more”, unless no answer is left after this one.
        last = at == len(all_) - 1
        if row > rows or (row == rows and not last and x + chip.wide + 6 + more.wide > room):
            rest = "; ".join(answer.title for answer in all_[at : at + 40])
            return [*shown, more._replace(title=rest)]
        shown.append(chip)
    return shown


def _on_board(question: ShownDecision, room: float, say: Phrasebook) -> Iterator[Chip]:
    """Count the answers that advisors and buildings stand for."""
    if question.ways:
        yield _made("", say.several("way_to_advisor", "ways_to_advisor", question.ways), room)
    if question.offers:
        yield _made("", say.several("way_to_build", "ways_to_build", question.offers), room)


def _made(key: str, said: str, room: float) -> Chip:
    shown = fit(said, room - _MARGIN, PLAIN)
    return Chip(key, shown, said, width(shown, PLAIN) + (_MARGIN if key else 4))


def _chip(chip: Chip, x: float, y: float, brush: Brush) -> str:
    if not chip.key:
        drawn = svg.text(x + 1, y + 15, chip.shown, "soft")
        return drawn if chip.shown == chip.title else svg.group(chip.title, drawn)
    drawn = svg.box(x, y, chip.wide, 22, "taken", 11)
    drawn += svg.text(x + chip.wide / 2, y + 15, chip.shown, "m")
    drawn += brush.ring(chip.key, Box(x, y, chip.wide, 22), 11)
    if chip.shown == chip.title:
        return f"<g{brush.attributes(chip.key)}>{drawn}</g>"
    return svg.group(chip.title, drawn, brush.attributes(chip.key))


# Cards and the log


_COLUMN = 340
"""How wide a column of text is at least, if there are several."""


def cards(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the cards that are not on the board, with their texts; nothing if there are none."""
    offered, others = card_parts(scene)
    return svg.stacked([part(scene, brush, wide) for part in (*offered, *others)])


def card_parts(scene: BoardScene) -> tuple[list[Draw], list[Draw]]:
    """List the parts that show cards: those that players can get, and all others.

    Tiles are listed if icons do not say what they do.
    """
    tiles = tuple(spot.tile for spot in scene.court if spot.tile is not None and spot.glyphs is None)
    offered = (("for_auction", scene.auction), ("in_your_hand", scene.hand), ("on_display", scene.display))
    first = [_part(title, some, keyed=True) for title, some in offered if some]
    others = (
        ("cards_of_players", tuple(_owned(scene)), False),
        ("in_force", scene.in_force, True),
        ("tiles", tiles, False),
    )
    rest = [_part(title, some, keyed=keyed) for title, some, keyed in others if some]
    return first, [*rest, *([_piles] if scene.piles else [])]


def _part(title: str, some: tuple[CardLine, ...], *, keyed: bool) -> Draw:
    return lambda scene, brush, wide: _cards(scene.say.say(title), some, wide, brush, keyed=keyed)


def _piles(scene: BoardScene, brush: Brush, wide: float) -> Block:
    """Draw the names of the cards that nobody has any more."""
    del brush
    below = svg.written(scene.piles, wide, 24)
    return svg.titled(scene.say.say("piles"), below.drawn, wide, below.high + 6)


def _owned(scene: BoardScene) -> Iterator[CardLine]:
    """List the cards of players that say something; their tokens are drawn with the player."""
    for seat in scene.in_turn_order:
        yield from (card for card in seat.cards if card.text or card.remembered)


_APART = 4
"""The room between cards that can be clicked."""


def _cards(title: str, some: Iterable[CardLine], wide: float, brush: Brush, *, keyed: bool) -> Block:
    """Write cards below each other, with the marks of their owners."""
    parts: list[str] = []
    marks: list[str] = []
    y = 24
    some = tuple(some)
    left = PAD + 18 * any(card.seat is not None for card in some)
    for card in some:
        top = y
        own = " ".join(filter(None, [card.text, card.remembered]))
        says = card.says if card.seat is None else own
        drawn, y = svg.paragraph(card.paragraph[0], says, wide - left - PAD, y)
        if keyed and card.key:
            ring = brush.ring(card.key, Box(-4, top, wide - 2 * PAD + 8, y - top))
            drawn = f"<g{brush.attributes(card.key)}>{drawn}{ring}</g>"
        y += _APART if keyed else 0
        parts.append(drawn)
        marks += [svg.mark(PAD + 6, top + 10, card.seat)] if card.seat is not None else []
    return svg.titled(title, svg.soft(left, "".join(parts)) + "".join(marks), wide, y + 6)


def log(scene: BoardScene, brush: Brush, wide: float, most: int = MOST_LINES) -> Block:
    """Draw what happened lately, in columns where there is room; at most so many lines."""
    del brush
    shown = scene.log[-most:]
    columns = max(1, int(wide // _COLUMN))
    many, room = -(-len(shown) // columns), wide / columns
    parts = [svg.written(shown[at * many : (at + 1) * many], room, 24) for at in range(columns)]
    drawn = "".join(svg.moved(at * room, 0, part.drawn) for at, part in enumerate(parts))
    return svg.titled(scene.say.say("happened"), drawn, wide, max(part.high for part in parts) + 6)
