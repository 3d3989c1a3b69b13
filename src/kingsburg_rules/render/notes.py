"""What stands beside the board: who must answer, the enemies, the cards in force, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import BOLD, PLAIN, fit, width, wrap
from kingsburg_rules.render.panels import LINE, PAD, Block, panel, written
from kingsburg_rules.render.players import paragraph
from kingsburg_rules.render.shapes import box, data, group, mark, moved, text
from kingsburg_rules.render.words import FOES, year_name

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Foe, Line, Question, Scene

_OPTIONS = 12
"""So many answers are written out; the others are in the title."""

_LOG = 340
"""How wide a column of the log is at least, if there are several."""


def questions(scene: Scene, wide: float) -> Block:
    """Draw who must answer what."""
    parts: list[str] = []
    y = 30.0
    for question in scene.questions:
        block = _question(question, wide - 2 * PAD)
        parts.append(moved(PAD, y, block.drawn))
        y += block.high + 4
    return _titled("To answer", "".join(parts), wide, y + 4)


def _titled(title: str, inside: str, wide: float, high: float) -> Block:
    return Block(panel(title, text(PAD, 22, title, "t2") + inside, wide, high), high)


def _question(question: Question, room: float) -> Block:
    left = 18 if question.seat is not None else 0
    parts = [mark(7, 9, question.seat)] if left else []
    said = f"{question.who} {question.what} ({question.source})"
    y = 0.0
    for line in wrap(said, room - left, BOLD):
        y += LINE
        parts.append(text(left, y - 3, line, "b"))
    for option in _answers(question):
        for line in wrap(option, room - left, PLAIN):
            y += LINE
            parts.append(text(left, y - 3, line, "soft"))
    title = said + "".join(f"; {option}" for option in question.options)
    return Block(group(title, "".join(parts)), y + 2)


def _answers(question: Question) -> list[str]:
    """Write the answers, but not very many; advisors and buildings show theirs themselves."""
    counts = ((question.ways, "to an advisor"), (question.offers, "to build"))
    shown = [f"{count} way{'s' * (count > 1)} {where}" for count, where in counts if count]
    shown += question.options[:_OPTIONS]
    more = len(question.options) - _OPTIONS
    return [*shown, f"and {more} more"] if more > 0 else shown


def auction(scene: Scene, wide: float) -> Block:
    """Draw what is being bid for."""
    return _cards("For auction", scene.auction, wide)


def enemies(scene: Scene, wide: float) -> Block:
    """Draw the enemies of all years, as far as they are known."""
    parts: list[str] = [text(wide - PAD, 21, "strength", "soft e")]
    y = 30.0
    for foe in scene.foes:
        block = _foe(foe, wide - 2 * PAD)
        parts.append(moved(PAD, y, block.drawn))
        y += block.high
    return _titled("Enemies", "".join(parts), wide, y + 8)


def _foe(foe: Foe, room: float) -> Block:
    here = foe.status in ("here", "joined")
    kind = "accent" if here else "linefill" if foe.status == "over" else "panel track"
    ink = "b m over" if here else "b m"
    parts = [box(0, 1, 26, 19, kind, 9), text(13, 14.5, year_name(foe.year), ink)]
    strength = foe.strength
    name = fit(foe.name or "hidden", room - 40 - width(strength, 13), 12)
    parts.append(text(34, 15, name, "t4 b" if foe.card and foe.status != "over" else "t4 soft"))
    parts.append(text(room, 15, strength, "t3 e" if foe.card else "t4 e soft"))
    y = 22.0
    if foe.status in ("here", "joined", "seen", "seen beside"):
        said = foe.text if foe.status == "here" else f"{FOES[foe.status].capitalize()}. {foe.text}"
        for line in wrap(said, room - 34, PLAIN):
            y += LINE
            parts.append(text(34, y - 7, line, "soft"))
    title = f"Year {year_name(foe.year)}: {foe.name} {FOES[foe.status]}, strength {foe.strength}. {foe.text}"
    facts = data(enemy=foe.card) if foe.card else ""
    return Block(group(" ".join(title.split()), "".join(parts), data=facts), y)


def in_force(scene: Scene, wide: float) -> Block:
    """Draw the cards that the game plays by."""
    return _cards("In force", scene.in_force, wide)


def hand(scene: Scene, wide: float) -> Block:
    """Draw the cards that the viewer alone can see."""
    return _cards("In your hand", scene.hand, wide)


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
        below = written([_head_and_rest(line) for line in lines], wide / columns, 28)
        parts.append(moved(at * wide / columns, 0, below.drawn))
        high = max(high, below.high + 8)
    return _titled("What happened", "".join(parts), wide, high)


def _head_and_rest(line: str) -> tuple[str, str]:
    """Take apart whose line of the log it is, and what it says."""
    head, colon, rest = line.partition(": ")
    return (f"{head}:", rest) if colon else (line, "")
