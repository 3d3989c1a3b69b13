"""Cards, and parts of cards, that do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.linted import words
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.abilities import ModifierCard
from kingsburg_rules.language.cards import (
    BuildingCard,
    DeckCard,
    DestinyCard,
    GovernorCard,
    GroupCard,
    RuleCard,
)
from kingsburg_rules.language.decks import CardIs, Owns
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.steps import Gain, Lose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import LintedPack
    from kingsburg_rules.language.cards import CardNode

_NOTHING = {"add": 0, "times": 1}
"""Changes that leave a number as it was."""


@lint_pass("idle_card")
def idle_card(pack: LintedPack) -> Iterator[Remark]:
    """A card that does nothing, scores nothing, and that no other card looks for."""
    sought: frozenset[str] | None = None
    for card in pack.cards:
        if _does_nothing(card):
            sought = _sought(pack) if sought is None else sought
            if card.id not in sought:
                yield Remark(card.at, f"'{card.id}' does nothing: it has no effects, and no card asks for it")


@lint_pass("no_effect")
def no_effect(pack: LintedPack) -> Iterator[Remark]:
    """A part of a card that changes nothing: 0 gained or lost, 0 added, times 1."""
    for word in pack.words:
        if isinstance(word, Gain | Lose):
            for name, amount in word.bag:
                if amount == 0 and isinstance(amount, int):
                    yield Remark(f"{word.at}/{name}", f"0 {name} changes nothing")
        elif isinstance(word, ModifierCard | LastingStep):
            for key, change in _NOTHING.items():
                if getattr(word, key) == change:
                    yield Remark(f"{word.at}/{key}", f"'{key}: {change}' leaves the number as it is")


def _does_nothing(card: CardNode) -> bool:
    if card.triggers or card.modifiers or card.replacements or card.options:
        return False
    if isinstance(card, BuildingCard):
        return card.vp == 0
    if isinstance(card, GovernorCard):
        return not card.places
    return isinstance(card, RuleCard | DestinyCard | GroupCard | DeckCard)


def _sought(pack: LintedPack) -> frozenset[str]:
    """List the cards that others ask for by name."""
    found = (word for word in words(tuple(pack.around.values())) if isinstance(word, Owns | CardIs))
    return frozenset(ref.rpartition("/")[2] for word in found for ref in word.cards)
