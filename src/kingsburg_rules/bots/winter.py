"""What a winter is likely to bring, before the King's die is rolled and the enemy is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kingsburg_rules.bots.facts import EnemyFacts

    Value = Callable[[Mapping[str, int]], float]

_SIDES = 6


def expected(
    strength: float, enemies: Iterable[EnemyFacts], gain: Value, loss: Value, strongest: float
) -> float:
    """Say what the battle is worth on average, if each of these enemies is as likely as the others.

    Args:
        strength: Soldiers and what cards add, without the King's die.
        enemies: The enemies that may come.
        gain: The worth of a reward.
        loss: The worth of what a penalty takes.
        strongest: The worth of the chance to be the strongest of the victors.
    """
    total, count = 0.0, 0
    for enemy in enemies:
        missing = enemy.strength - strength
        won = min(max(_SIDES - missing, 0.0), _SIDES) / _SIDES
        lost = min(max(missing - 1, 0.0), _SIDES) / _SIDES
        total += won * (gain(enemy.reward) + strongest) - lost * loss(enemy.penalty)
        count += 1
    return total / count if count else 0.0
