"""What a winter is likely to bring, before the King's die is rolled and the enemy is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kingsburg_rules.bots.facts import EnemyFacts

    Worth = Callable[[Mapping[str, int]], float]

_SIDES = 6


def expected(strength: float, enemies: Iterable[EnemyFacts], gain: Worth, loss: Worth) -> float:
    """Say what the battle is worth on average, if each of these enemies is as likely as the others.

    Args:
        strength: Soldiers and what cards add, without the King's die.
        enemies: The enemies that may come.
        gain: What a reward is worth.
        loss: What the things are worth that a penalty takes.
    """
    total, count = 0.0, 0
    for enemy in enemies:
        count += 1
        missing = enemy.strength - strength
        won = min(_SIDES - missing, _SIDES) / _SIDES
        lost = min(missing - 1, _SIDES) / _SIDES
        if won > 0:
            total += won * gain(enemy.reward)
        if lost > 0:
            total -= lost * loss(enemy.penalty)
    return total / count if count else 0.0
