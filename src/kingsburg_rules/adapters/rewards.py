"""Rewards: what a game is worth to each player.

`win` and `rank` are given at the end and add up to zero. With `win`, the winners share 1 and the others
share -1. With `rank`, the first gets 1 and the last -1, the others something in between at equal distances;
players with the same rank share what their places get. `points` gives victory points when they are gained,
and takes them when they are lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kingsburg_rules import Outcome, SetupError
from kingsburg_rules.engine import is_known, unknown

Reward: TypeAlias = Literal["win", "rank", "points"]
"""What players play for."""

REWARDS: Final[tuple[Reward, ...]] = ("win", "rank", "points")
"""All rewards."""


def checked_reward(name: str) -> Reward:
    """Return the reward with a name.

    Raises:
        SetupError: There is no such reward.
    """
    if not is_known(name, REWARDS):
        raise SetupError("setup.reward", f"Reward {unknown(name, REWARDS)}")
    return next(reward for reward in REWARDS if reward == name)


def final_rewards(reward: Reward, outcome: Outcome) -> dict[str, float]:
    """Return what each player gets at the end of a game. With `points`, that is nothing more."""
    match reward:
        case "win":
            return _for_winning(outcome)
        case "rank":
            return _for_rank(outcome)
        case "points":
            return {place.player: 0.0 for place in outcome.ranking}


def _for_winning(outcome: Outcome) -> dict[str, float]:
    players = [place.player for place in outcome.ranking]
    won = len(outcome.winners)
    lost = len(players) - won
    if not lost:
        return dict.fromkeys(players, 0.0)
    return {name: 1 / won if name in outcome.winners else -1 / lost for name in players}


def _for_rank(outcome: Outcome) -> dict[str, float]:
    last = len(outcome.ranking) - 1
    worth = [1 - 2 * place / last for place in range(last + 1)]
    shared: dict[int, list[float]] = {}
    for place, amount in zip(outcome.ranking, worth, strict=True):
        shared.setdefault(place.rank, []).append(amount)
    return {place.player: sum(shared[place.rank]) / len(shared[place.rank]) for place in outcome.ranking}


def gained_points(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, float]:
    """Return the victory points that players gained between two moments; less than 0 if they lost some."""
    return {name: float(points - before[name]) for name, points in after.items()}
