"""Figures in views that follow from the cards in play.

They are public, since everybody sees those cards: a player's strength if the battle were now, the strength of
the enemy against that player, and the prices of buildings. Only views compute them, when they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.engine.loop import reset_budget
from kingsburg_rules.engine.stats import enemy_total, is_changed, stat
from kingsburg_rules.language.building import price_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.engine.compiled_rules import ActiveEffects, Building, CompiledRules
    from kingsburg_rules.engine.roles import Bag
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.resources import Counts


class Figures(NamedTuple):
    """The figures of a player: see `PlayerState`."""

    defence: int
    enemy_strength: int | None
    prices: Mapping[str, Bag]


def figures_of(state: State, seat: int) -> Figures:
    """Compute the figures of a player."""
    compiled = state.compiled
    reset_budget(state)
    soldiers = state.players[seat].stock[compiled.resource["soldier"]]
    return Figures(
        soldiers + stat(state, compiled.stat["battle_strength"], seat, 0),
        enemy_total(state, seat) if state.revealed else None,
        price_cache_of(compiled).changed(state, seat),
    )


class PriceCache:
    """The prices of buildings that cards change, for one rule set, with a cache."""

    def __init__(self, compiled: CompiledRules) -> None:
        names = [(good, compiled.resources[good].name) for good in compiled.goods]
        self.compiled = compiled
        self.stats = [(good, compiled.stat[f"build_cost:{name}"]) for good, name in names]
        self.known: dict[tuple[ActiveEffects, ActiveEffects, int, int], Mapping[str, Bag]] = {}

    def changed(self, state: State, seat: int) -> Mapping[str, Bag]:
        """Return the prices of the buildings that do not cost a player what their cards say."""
        player = state.players[seat]
        changes = [
            modifier
            for effects in (player.effects, state.effects)
            if effects.modifiers
            for _, number in self.stats
            for modifier in effects.modifiers.get(number, ())
        ]
        # Other modifiers look at more than the key has: goods, dice, or the season.
        if state.lasting or not all(modifier.steady for modifier in changes):
            return self._changed(state, seat)
        if not changes:
            return {}
        # A view of each moment needs the prices of all players, but they change only with the cards in play.
        key = (player.effects, state.effects, player.strips, player.cards & self.compiled.building_set)
        found = self.known.get(key)
        if found is None:
            self.compiled.make_room(self.known)
            found = self.known[key] = self._changed(state, seat)
        return found

    def _changed(self, state: State, seat: int) -> Mapping[str, Bag]:
        if not any(is_changed(state, number, seat) for _, number in self.stats):
            return {}
        prices = (
            (building, self.price(state, seat, building)) for building in missing_buildings(state, seat)
        )
        return {each.name: self.compiled.bag(price) for each, price in prices if price != each.price}

    def price(self, state: State, seat: int, building: Building) -> Counts:
        """Return what a building costs a player now."""
        return price_now(state, seat, building, self.stats)


def price_cache_of(compiled: CompiledRules) -> PriceCache:
    """Return the price cache of a rule set, which keeps it."""
    known = compiled.kept.get("price cache")
    if not isinstance(known, PriceCache):
        known = compiled.kept["price cache"] = PriceCache(compiled)
    return known


def missing_buildings(state: State, seat: int) -> list[Building]:
    """List the buildings that a player does not have yet, row by row from the top."""
    compiled, player = state.compiled, state.players[seat]
    return [
        compiled.buildings[card]
        for row in compiled.sheet(player.strips)
        for card in row
        if not player.cards >> card & 1
    ]
