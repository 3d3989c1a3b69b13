"""Rewards as icons: what an advisor gives, if icons can say it.

Icons say all of a reward or nothing: where a reward does more than gain, trade, pay and look at the enemy,
the picture shows its text instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.render.icons import has_icon
from kingsburg_rules.words.battle import Peek
from kingsburg_rules.words.registry import Step
from kingsburg_rules.words.resources import Gain, PayStep, TradeStep

Amounts: TypeAlias = Iterable[tuple[str, object]]


@frozen
class Glyph:
    """An icon, and how many of it; of one, the number is not written."""

    icon: str
    count: int = 1


OR, TO, PEEK = Glyph("or"), Glyph("to"), Glyph("peek")

Glyphs: TypeAlias = tuple[Glyph, ...]


def glyphs_of(steps: Iterable[Step]) -> Glyphs | None:
    """Say a reward with icons; None if they cannot say it."""
    found = tuple(glyph for step in steps for glyph in _step(step))
    said = tuple(glyph for glyph in found if glyph is not None)
    return said if len(said) == len(found) else None


def _step(step: Step) -> Iterator[Glyph | None]:
    """Say one step; None stands for what no icon says."""
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


def _either(choices: Iterable[tuple[Glyph | None, ...]]) -> Iterator[Glyph | None]:
    """Join choices by strokes."""
    for at, choice in enumerate(choices):
        if at:
            yield OR
        yield from choice


def _bag(bag: Amounts) -> Iterator[Glyph | None]:
    for resource, count in bag:
        known = isinstance(count, int) and has_icon(resource)
        yield Glyph(resource, count) if known and isinstance(count, int) else None
