"""Gaining and losing: the only two ways to change what a player holds.

Victory points are resource number 0, and every change is recorded with its source, so that the final
score can be listed by source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.events import Gained, Lost

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

    Counts = tuple[tuple[int, int], ...]

VP: Final = 0


def give(state: State, who: int, resource: int, amount: int, source: int) -> None:
    """Add an amount to what a player has, up to the limit of the resource. A negative amount is a loss."""
    if amount <= 0:
        if amount:
            take(state, who, resource, -amount, source)
        return
    player = state.players[who]
    held = player.stock[resource]
    # What is beyond the limit is lost; a gain of nothing is no event.
    limit = state.compiled.resources[resource].limit
    if limit is not None and held + amount > limit:
        amount = limit - held
        if amount <= 0:
            return
    player.stock[resource] = held + amount
    if resource == VP:
        player.score[source] = player.score.get(source, 0) + amount
    if state.event_log is not None:
        state.event_log.append(
            Gained(
                state.setup.players[who],
                state.compiled.resources[resource].name,
                amount,
                state.compiled.sources[source],
            )
        )


def take(state: State, who: int, resource: int, amount: int, source: int) -> int:
    """Take an amount from a player, or as much as they have: nothing is owed (R54). Return how much."""
    player = state.players[who]
    held = player.stock[resource]
    minimum = state.compiled.resources[resource].minimum
    if minimum is not None and held - amount < minimum:
        amount = held - minimum
    if amount <= 0:
        return 0
    player.stock[resource] = held - amount
    if resource == VP:
        player.score[source] = player.score.get(source, 0) - amount
    if state.event_log is not None:
        state.event_log.append(
            Lost(
                state.setup.players[who],
                state.compiled.resources[resource].name,
                amount,
                state.compiled.sources[source],
            )
        )
    return amount


def hand_over(state: State, who: int, to: int, resource: int, amount: int, source: int) -> None:
    """Move an amount from a player to another: at most what they have, and what the other can hold."""
    # What the other has no room for stays where it is.
    limit = state.compiled.resources[resource].limit
    if limit is not None:
        amount = min(amount, limit - state.players[to].stock[resource])
    give(state, to, resource, take(state, who, resource, amount, source), source)


def can_pay(state: State, who: int, bag: Counts) -> bool:
    """Return whether a player holds all of a bag (points may go below zero where the rules say so, R27)."""
    stock = state.players[who].stock
    resources = state.compiled.resources
    for resource, amount in bag:
        minimum = resources[resource].minimum
        if minimum is not None and stock[resource] - amount < minimum:
            return False
    return True


def pay(state: State, who: int, bag: Counts, source: int) -> None:
    """Take a whole bag that the player can pay."""
    for resource, amount in bag:
        take(state, who, resource, amount, source)


def give_bag(state: State, who: int, bag: Counts, source: int) -> None:
    """Add a whole bag to what a player has."""
    for resource, amount in bag:
        give(state, who, resource, amount, source)
