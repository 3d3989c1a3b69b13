"""The strength of the enemies that fight this winter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.stats import stat

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State


def enemy_type(state: State, card: int) -> int:
    """Give the type as which an enemy card fights: a card in play may have said another than is printed."""
    return state.as_types.get(card, state.table.enemies[card].type)


def enemy_total(state: State, me: int) -> int:
    """Add up the strength of this winter's enemies, with what cards in play change about it."""
    table = state.table
    each, together = table.stat["enemy_card_strength"], table.stat["enemy_total"]
    total = sum(stat(state, each, me, table.enemies[card].strength, card) for card in state.revealed)
    return stat(state, together, me, total)
