"""A card by itself: what kind it is, its numbers, what it costs and brings, and what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.vocabulary import SEASONS
from kingsburg_rules.render import svg_elements as svg
from kingsburg_rules.render.look import definitions, has_icon
from kingsburg_rules.render.svg_elements import BOLD, NAME, fit, width, wrap
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook

NARROWEST = 160
"""How wide the picture of a card is at least."""

PAD = 10
_HEAD, _LINE, _ROW = 27, 17, 23
_EVERYBODY = "everyone"
Amounts: TypeAlias = tuple[tuple[str, int], ...]


@frozen
class CardFace:
    """The face of a card. `corner` is where it belongs, `points` are printed beside its name.

    `rows` are amounts, each with a word before them. `said` are the same facts in words, for screen readers.
    """

    kind: str
    corner: str
    emblem: str
    name: str
    points: Amounts
    rows: tuple[tuple[str, Amounts], ...]
    facts: tuple[str, ...]
    text: str
    said: str


def face_of(card: str, say: Phrasebook) -> CardFace:
    """Collect what is on a card, given its name in the rules."""
    node = say.nodes[card]
    points: Amounts = (("vp", node.vp),) if isinstance(node, BuildingCard) else ()
    rows, facts = tuple(_rows(node, say)), tuple(_facts(node, say))
    kind, corner = say.language.capital(say.kind(node.kind)), _corner(node)
    amounts = [" ".join([word, say.bag(bag)]).strip() for word, bag in rows]
    said = [kind, corner, *([say.bag(points)] if points else []), *amounts, *facts]
    text = "" if _says_it_all(node) else say.text(card)
    return CardFace(
        kind, corner, node.emblem, say.card(card), points, rows, facts, text, ", ".join(filter(None, said))
    )


def _says_it_all(node: CardNode) -> bool:
    """Whether the numbers of a card are all that there is to it."""
    does = node.triggers or node.modifiers or node.permissions
    return isinstance(node, EnemyCard) and not does


def _corner(node: CardNode) -> str:
    """Return where a card belongs: its rank, its place on the sheet, its year."""
    match node:
        case AdvisorCard() | TileCard():
            return str(node.rank)
        case BuildingCard():
            return f"{node.row} {roman(node.column)}"
        case EnemyCard():
            return roman(node.year)
        case StripCard():
            return node.row
        case _:
            return ""


def _rows(node: CardNode, say: Phrasebook) -> Iterable[tuple[str, Amounts]]:
    match node:
        case BuildingCard():
            yield say.say("costs"), node.cost
        case EnemyCard():
            yield "", (("strength", node.strength),)
            yield say.say("victory"), node.reward
            yield say.say("defeat"), node.penalty
        case _:
            pass


def _facts(node: CardNode, say: Phrasebook) -> Iterable[str]:
    for name, value in node.numbers:
        yield f"{say.remembered(node.id, name)}: {value}"
    match node:
        case BuildingCard() if node.strip:
            yield say.say("on_strip")
        case StripCard():
            yield say.several("copy", "copies", node.copies)
        case GovernorCard() if node.places:
            ranks = say.language.all_of([str(place.rank) for place in node.places])
            yield say.say("own_places", ranks=ranks)
        case DestinyCard() | DeckCard() if node.held_by == _EVERYBODY:
            yield say.say("held_by_all")
        case _:
            pass


def draw_card(card: str, say: Phrasebook, theme: str, wide: int) -> str:
    """Draw a card.

    Raises:
        SetupError: There is no such theme, or the width is not possible.
    """
    face = face_of(card, say)
    room = wide - 2 * PAD
    drawn, y = _picture(say.nodes[card], wide)
    parts = [*_head(face, wide), drawn]
    beside = sum(svg.amount_width(resource, str(count)) + 6 for resource, count in face.points)
    for resource, count in face.points:
        title = say.counted(resource, count)
        parts.append(svg.group(title, svg.amount(wide - PAD - beside + 6, y + 10, resource, str(count))))
    # The name gives way to the points beside it.
    name = wrap(face.name, room - beside, NAME)
    parts.append(svg.lines(PAD, y + _LINE - 3, name, "t3", _LINE))
    y += _LINE * len(name) + 4
    for word, bag in face.rows:
        drawn, y = _row(word, bag, y, room, say)
        parts.append(drawn)
    for fact in filter(None, (*face.facts, face.text)):
        told = wrap(fact, room, BOLD)
        parts.append(svg.lines(PAD, y + _LINE - 4, told, "t4 soft" if fact != face.text else "t4", _LINE))
        y += _LINE * len(told) + 4
    high = y + PAD - 4
    frame = svg.box(0.5, 0.5, wide - 1, high - 1, "panel line", 10)
    inside = svg.group(face.said, frame + "".join(parts), f' data-key="card:{card}"')
    inside = f"<defs>{definitions((inside,))}</defs>{inside}"
    return svg.document(
        inside,
        wide,
        high,
        theme,
        face.name,
        ". ".join(filter(None, [face.said, face.text])),
        season=SEASONS[1],
    )


def _head(face: CardFace, wide: float) -> list[str]:
    """Draw the band on top: the kind of card, and where it belongs."""
    room = wide - 2 * PAD - width(face.corner, NAME) - 6
    return [
        svg.box(4, 4, wide - 8, _HEAD - 4, "raised", 7),
        svg.text(PAD, 20, fit(face.kind, room, BOLD), "small"),
        svg.text(wide - PAD, 20.5, face.corner, "t3 e"),
    ]


_PICTURE = 62
"""How high the picture of a card is."""


def _picture(node: CardNode, wide: float) -> tuple[str, float]:
    """Draw what stands for a card, if it has an emblem, below the band; return where it ends."""
    if not node.emblem:
        return "", _HEAD + 6.0
    x, y = wide / 2, _HEAD + 3 + _PICTURE / 2
    emblem = svg.emblem(node.emblem, "")
    frame = svg.box(4, _HEAD + 3, wide - 8, _PICTURE, "land", 7)
    drawn = f'<g transform="translate({svg.number(x)} {svg.number(y)})scale(2.1)">{emblem}</g>'
    if isinstance(node, AdvisorCard):
        drawn = svg.coat(x, y - 3, 1.6, "royal") + svg.emblem(node.emblem, "", x, y - 3)
    if isinstance(node, EnemyCard):
        frame = svg.dread(4, _HEAD + 3, wide - 8, _PICTURE)
        drawn = svg.glowing(x, y, 1.9, emblem)
    return frame + drawn, _HEAD + _PICTURE + 8.0


def _row(word: str, bag: Amounts, top: float, room: float, say: Phrasebook) -> tuple[str, float]:
    """Draw amounts in a row, with signs or else with words; return where the row ends."""
    flow = svg.Flow(PAD, top, room, _ROW, gap=8)
    parts: list[str] = []
    for label in filter(None, [word, "" if bag else say.say("free")]):
        x, y = flow.place(width(label, BOLD))
        parts.append(svg.text(x, y + 16, label, "t4 soft"))
    for resource, count in bag:
        said = say.counted(resource, count)
        if has_icon(resource):
            x, y = flow.place(svg.amount_width(resource, str(count)))
            parts.append(svg.group(said, svg.amount(x, y + 12, resource, str(count))))
        else:
            x, y = flow.place(width(said, BOLD))
            parts.append(svg.text(x, y + 16, said, "t4 b"))
    return "".join(parts), flow.bottom
