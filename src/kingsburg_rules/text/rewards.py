"""Rewards as icons: what an advisor gives, if icons can say it.

Icons say all of a reward or nothing: where a reward does more than gain, trade, pay and look at the enemy,
pictures show its text instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from kingsburg_rules.content.catalog import CatalogGlyph
from kingsburg_rules.language.battle import Peek
from kingsburg_rules.language.cards import AdvisorCard, CardNode, GovernorCard, TileCard
from kingsburg_rules.language.registry import Step
from kingsburg_rules.language.resources import Gain, PayStep, TradeStep

Amounts: TypeAlias = Iterable[tuple[str, object]]
Glyphs: TypeAlias = tuple[CatalogGlyph, ...]

OR, TO, PEEK = CatalogGlyph("or"), CatalogGlyph("to"), CatalogGlyph("peek")
SIGNS = (OR, TO, PEEK)
"""The icons that are not resources."""


def reward_of(node: CardNode, place: str) -> Sequence[Step]:
    """Return what dice on a place of a card give, as it is written; nothing if they do not give anything."""
    if isinstance(node, AdvisorCard | TileCard):
        return node.reward
    places = node.places if isinstance(node, GovernorCard) else ()
    return next((one.reward for one in places if one.id == place), ())


def glyphs_of(steps: Iterable[Step]) -> Glyphs | None:
    """Write a reward with icons; None if they cannot say it."""
    found = tuple(glyph for step in steps for glyph in _step(step))
    said = tuple(glyph for glyph in found if glyph is not None)
    return said if len(said) == len(found) else None


def _step(step: Step) -> Iterator[CatalogGlyph | None]:
    """Write one step; None stands for what no icon says."""
    match step:
        case Gain():
            yield from _either(tuple(_bag(bag)) for bag in step.bags)
        case TradeStep():
            yield from _either((*_bag(offer.pay), TO, *_bag(offer.gain)) for offer in step.offers)
        case PayStep() if not step.else_:
            yield from _either(tuple(_bag(price)) for price in step.price)
            yield TO
            for then in step.then:
                yield from _step(then)
        case Peek():
            yield PEEK
        case _:
            yield None


def _either(choices: Iterable[tuple[CatalogGlyph | None, ...]]) -> Iterator[CatalogGlyph | None]:
    """Join choices by strokes."""
    for at, choice in enumerate(choices):
        if at:
            yield OR
        yield from choice


def _bag(bag: Amounts) -> Iterator[CatalogGlyph | None]:
    for resource, count in bag:
        yield CatalogGlyph(resource, count) if isinstance(count, int) else None
