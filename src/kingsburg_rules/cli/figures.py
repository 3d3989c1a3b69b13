"""The numbers on a card in one line, for all commands that name cards."""

from __future__ import annotations

from kingsburg_rules.language import AdvisorCard, BuildingCard, CardNode, EnemyCard
from kingsburg_rules.text import Phrasebook, roman


def numbers_on(card: CardNode, say: Phrasebook) -> str:
    """Write the numbers on a card: place or rank, cost, points, strength."""
    match card:
        case BuildingCard():
            cost = say.initials(card.cost) or say.say("free")
            return f"{card.row}{card.column}, {cost}, {say.counted('vp', card.vp)}"
        case AdvisorCard():
            return say.say("rank", n=card.rank)
        case EnemyCard():
            year = say.say("enemy_of", year=roman(card.year))
            return f"{year}, {say.say('strong', n=card.strength)}"
        case _:
            return ""
