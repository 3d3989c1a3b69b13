"""What stands beside the board: who must answer, the enemies, the cards in force, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import BOLD, PLAIN, fit, width, wrap
from kingsburg_rules.render.panels import LINE, PAD, Block, panel, written
from kingsburg_rules.render.players import paragraph
from kingsburg_rules.render.shapes import box, data, group, mark, moved, text

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Foe, Line, Question, Scene
    from kingsburg_rules.text.speech import Speech

_OPTIONS = 12
"""So many answers are written out; the others are in the title."""

_LOG = 340
"""How wide a column of the log is at least, if there are several."""


def questions(scene: Scene, wide: float) -> Block:
    """Draw who must answer what."""
    parts: list[str] = []
    y = 30.0
    for question in scene.questions:
        block = _question(question, wide - 2 * PAD, scene.say)
        parts.append(moved(PAD, y, block.drawn))
        y += block.high + 4
    return _titled(scene.say.say("to_answer"), "".join(parts), wide, y + 4)


def _titled(title: str, inside: str, wide: float, high: float) -> Block:
    return Block(panel(title, text(PAD, 22, title, "t2") + inside, wide, high), high)


def _question(question: Question, room: float, say: Speech) -> Block:
    left = 18 if question.seat is not None else 0
    parts = [mark(7, 9, question.seat)] if left else []
    y = 0.0
    for line in wrap(question.said, room - left, BOLD):
        y += LINE
        parts.append(text(left, y - 3, line, "b"))
    for option in _answers(question, say):
        for line in wrap(option, room - left, PLAIN):
            y += LINE
            parts.append(text(left, y - 3, line, "soft"))
    title = question.said + "".join(f"; {option}" for option in question.options)
    return Block(group(title, "".join(parts)), y + 2)


def _answers(question: Question, say: Speech) -> list[str]:
    """Write the answers, but not very many; advisors and buildings show theirs themselves."""
    shown = [
        *([say.several("way_to_advisor", "ways_to_advisor", question.ways)] if question.ways else []),
        *([say.several("way_to_build", "ways_to_build", question.offers)] if question.offers else []),
        *question.options[:_OPTIONS],
    ]
    more = len(question.options) - _OPTIONS
    return [*shown, say.say("and_more", n=more)] if more > 0 else shown


def auction(scene: Scene, wide: float) -> Block:
    """Draw what is being bid for."""
    return _cards(scene.say.say("for_auction"), scene.auction, wide)


def enemies(scene: Scene, wide: float) -> Block:
    """Draw the enemies of all years, as far as they are known."""
    parts: list[str] = [text(wide - PAD, 21, scene.say.say("strength"), "soft e")]
    y = 30.0
    for foe in scene.foes:
        block = _foe(foe, wide - 2 * PAD, scene.say)
        parts.append(moved(PAD, y, block.drawn))
        y += block.high
    return _titled(scene.say.say("enemies"), "".join(parts), wide, y + 8)


def _foe(foe: Foe, room: float, say: Speech) -> Block:
    status = say.say(foe.status)
    here = foe.status in ("here", "joined")
    kind = "accent" if here else "linefill" if foe.status == "over" else "panel track"
    ink = "b m over" if here else "b m"
    parts = [box(0, 1, 26, 19, kind, 9), text(13, 14.5, say.year(foe.year), ink)]
    strength = foe.strength
    name = fit(foe.name or status, room - 40 - width(strength, 13), 12)
    parts.append(text(34, 15, name, "t4 b" if foe.card and foe.status != "over" else "t4 soft"))
    parts.append(text(room, 15, strength, "t3 e" if foe.card else "t4 e soft"))
    y = 22.0
    if foe.status in ("here", "joined", "seen", "seen_beside"):
        said = foe.text if foe.status == "here" else f"{status[:1].upper()}{status[1:]}. {foe.text}"
        for line in wrap(said, room - 34, PLAIN):
            y += LINE
            parts.append(text(34, y - 7, line, "soft"))
    title = say.say("foe", year=say.year(foe.year), name=foe.name, status=status, strength=foe.strength)
    facts = data(enemy=foe.card) if foe.card else ""
    return Block(group(f"{title.replace(' ,', '')} {foe.text}".strip(), "".join(parts), data=facts), y)


def in_force(scene: Scene, wide: float) -> Block:
    """Draw the cards that the game plays by."""
    return _cards(scene.say.say("in_force"), scene.in_force, wide)


def hand(scene: Scene, wide: float) -> Block:
    """Draw the cards that the viewer alone can see."""
    return _cards(scene.say.say("in_your_hand"), scene.hand, wide)


def _cards(title: str, lines: tuple[Line, ...], wide: float) -> Block:
    below = written([paragraph(line) for line in lines], wide, 28)
    return _titled(title, below.drawn, wide, below.high + 8)


def log(scene: Scene, wide: float) -> Block:
    """Draw what happened lately, in columns where there is room."""
    columns = max(1, int(wide // _LOG))
    many = -(-len(scene.log) // columns)
    parts: list[str] = []
    high = 0.0
    for at in range(columns):
        lines = scene.log[at * many : (at + 1) * many]
        below = written([*lines], wide / columns, 28)
        parts.append(moved(at * wide / columns, 0, below.drawn))
        high = max(high, below.high + 8)
    return _titled(scene.say.say("happened"), "".join(parts), wide, high)
