"""Prices, strengths and points as they are now, from a view.

Pictures and texts look here, and nowhere else, for numbers that cards in play change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kingsburg_rules.engine.public_state import GameState, PlayerState
from kingsburg_rules.language.cards import AdvisorCard, BuildingCard, CardNode, EnemyCard, TileCard

Bag = tuple[tuple[str, int], ...]


class Points(NamedTuple):
    """Points from one kind of source, which is named as pictures name it."""

    source: str
    number: int


def price_of(player: PlayerState, card: BuildingCard, name: str) -> Bag:
    """Return what a building costs a player now."""
    return player.prices.get(name, card.cost)


def strength_of(player: PlayerState) -> int:
    """Return what a player has against the enemy: the strength in the battle, or if it were now."""
    return player.defence if player.strength is None else player.strength


_KINDS: Mapping[type[CardNode], str] = {
    BuildingCard: "points_of_buildings",
    AdvisorCard: "points_of_advisors",
    TileCard: "points_of_advisors",
    EnemyCard: "points_of_battles",
}
"""The names of sources of points in pictures, by the kind of card; there are others."""


def points_of(table: GameState, player: PlayerState, nodes: Mapping[str, CardNode]) -> tuple[Points, ...]:
    """Return where the points of a player come from: buildings, advisors, battles, and the rest."""
    found = dict.fromkeys((*_KINDS.values(), "other_points"), 0)
    sources = next(place.by_source for place in table.ranking if place.player == player.name)
    for source, number in sources.items():
        node = nodes.get(source)
        found["other_points" if node is None else _KINDS.get(type(node), "other_points")] += number
    return tuple(Points(*each) for each in found.items() if each[1])


def ranking_of(table: GameState) -> tuple[tuple[int, PlayerState], ...]:
    """Return the places of the players, best first; equals share one."""
    return tuple((place.rank, table.player(place.player)) for place in table.ranking)


_OF_ENEMIES = ("enemy_card_strength", "enemy_total")


def enemy_strength_changes(in_play: Iterable[str], nodes: Mapping[str, CardNode]) -> tuple[str, ...]:
    """List the cards in play that may change how strong hidden enemies are."""
    return tuple(
        name
        for name in dict.fromkeys(in_play)
        if any(modifier.what in _OF_ENEMIES for modifier in nodes[name].modifiers)
    )
