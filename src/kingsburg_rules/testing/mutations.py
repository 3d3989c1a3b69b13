"""Changed cards: what an example must notice, since it would show nothing of its card otherwise."""

from __future__ import annotations

from attrs import evolve

from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    EnemyCard,
    GovernorCard,
    TileCard,
)


def without_abilities(card: CardNode) -> CardNode:
    """Return a card that does nothing; of a card that only has printed data, it leaves out what it brings."""
    found = evolve(card, triggers=(), modifiers=(), permissions=())
    match found:
        case AdvisorCard() | TileCard():
            return evolve(found, reward=())
        case EnemyCard():
            return evolve(found, reward=(), penalty=())
        case GovernorCard():
            return evolve(found, places=())
        case BuildingCard() if not (card.triggers or card.modifiers or card.permissions):
            return evolve(found, vp=0)
        case _:
            return found


def can_do_something(card: CardNode) -> bool:
    """Return whether there is anything that `without_abilities` leaves out."""
    bare = without_abilities(card)
    keys = ("triggers", "modifiers", "permissions", "reward", "penalty", "places", "vp")
    return any(getattr(card, key, ()) != getattr(bare, key, ()) for key in keys)


def rules_without(rules: Rules, ref: str) -> Rules:
    """Return the rules in which a card, as `pack/card`, does nothing; made once."""
    kept, key = rules.compiled.kept, f"without {ref}"
    found = kept.get(key)
    if not isinstance(found, Rules):
        found = kept[key] = compile_again(rules, changed={ref: without_abilities(rules.cards[ref])})
    return found
