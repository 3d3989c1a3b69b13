"""What holds now: prices, strengths, and the ranking at the end, as far as a view says it.

Pictures and texts look here, and nowhere else, for numbers that cards in play change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kingsburg_rules.game.views import GameState, PlayerState
from kingsburg_rules.words.cards import BuildingCard, CardNode

Bag = tuple[tuple[str, int], ...]


class Points(NamedTuple):
    """Points from one source, which is named as pictures name it."""

    source: str
    number: int


def price_of(player: PlayerState, card: BuildingCard) -> Bag:
    """Return what a building costs a player now: what is printed on it."""
    del player
    return card.cost


def strength_of(player: PlayerState) -> int:
    """Return what a player has against the enemy: the strength in the battle, before it the soldiers."""
    return player.soldiers if player.strength is None else player.strength


def points_of(player: PlayerState, nodes: Mapping[str, CardNode]) -> tuple[Points, ...]:
    """Return where the points of a player come from: what is printed on their buildings, and the rest."""
    cards = (nodes[name] for name in player.buildings)
    printed = sum(card.vp for card in cards if isinstance(card, BuildingCard))
    return Points("points_of_buildings", printed), Points("other_points", player.vp - printed)


def ranking_of(table: GameState) -> tuple[tuple[int, PlayerState], ...]:
    """Return the places of the players: winners come first, then those with more points; equals share one."""
    seats = sorted(table.players, key=lambda player: _rank(player, table))
    ranks = [_rank(player, table) for player in seats]
    return tuple((ranks.index(rank) + 1, player) for rank, player in zip(ranks, seats, strict=True))


def _rank(player: PlayerState, table: GameState) -> tuple[bool, int]:
    return player.name not in table.winners, -player.vp


_OF_ENEMIES = ("enemy_card_strength", "enemy_total")


def enemy_strength_changes(in_play: Iterable[str], nodes: Mapping[str, CardNode]) -> tuple[str, ...]:
    """List the cards in play that may change how strong enemies are: a view says only what is printed."""
    return tuple(
        name
        for name in dict.fromkeys(in_play)
        if any(modifier.what in _OF_ENEMIES for modifier in nodes[name].modifiers)
    )
