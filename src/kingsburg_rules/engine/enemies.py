"""The enemies that fight this winter: their strength, and what they bring and take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.stats import stat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.engine.state import State


def enemy_type(state: State, card: int) -> int:
    """Return the type as which an enemy card fights; a card in play may have changed the printed type."""
    return state.enemy_types.get(card, state.compiled.enemies[card].type)


def enemy_total(state: State, me: int) -> int:
    """Add up the strength of this winter's enemies, including changes by cards in play."""
    compiled = state.compiled
    each, together = compiled.stat["enemy_card_strength"], compiled.stat["enemy_total"]
    total = 0
    for card in state.revealed:
        strength = compiled.enemies[card].strength
        total += stat(state, each, me, strength, card) if each in compiled.changed else strength
    return stat(state, together, me, total) if together in compiled.changed else total


def _sum(bags: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """Add up the bags of several enemy cards; usually there is only one."""
    if len(bags) == 1:
        return bags[0]
    return {key: sum(bag.get(key, 0) for bag in bags) for key in {key for bag in bags for key in bag}}


def printed_reward(state: State) -> Mapping[str, int]:
    """Add up what this winter's enemy cards bring to a victor."""
    return _sum([state.compiled.enemies[card].reward for card in state.revealed])


def printed_penalty(state: State) -> Mapping[str, int]:
    """Add up what this winter's enemy cards take from the defeated."""
    return _sum([state.compiled.enemies[card].penalty for card in state.revealed])
