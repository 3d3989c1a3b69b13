"""What a purse is worth to its player, in victory points.

Points count as they are. Goods count for what they can build soon; soldiers and walls for what the winter is
likely to bring; a building for its points, and for as much of an ability as its price promises beyond them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.bots.winter import expected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.bots.facts import Moment
    from kingsburg_rules.bots.prospects import Prospects
    from kingsburg_rules.bots.purse import Purse

_HIRE = 2
"""Goods for a soldier, as a rule."""
_MANY_TOKENS = 4
_SPOIL = 0.1
"""What a good won or lost in the last winter counts at least."""


@frozen(eq=False)
class Appraiser:
    """Says what purses are worth. `seen` are the enemies that the player knows, by year."""

    prospects: Prospects
    seen: Mapping[int, str]

    def worth(self, purse: Purse, moment: Moment) -> float:
        """Say what a player holds is worth now."""
        builds, taste, facts = moment.builds, self.prospects.taste, self.prospects.facts
        goods = tuple([purse.of(good) for good in facts.goods])
        plan, spare = self.prospects.plan(goods, purse.buildings, builds)
        total = purse.of("vp") + plan + taste.token * min(purse.of("plus2"), builds, _MANY_TOKENS)
        if builds:
            total += taste.bonus_die * purse.of("bonus_die") + taste.envoy * purse.of("envoy")
        for name in purse.buildings:
            total += self.prospects.ability(facts.buildings[name], builds)
        return total + (self._winter(purse, moment, spare) if moment.winter_ahead else 0.0)

    def _winter(self, purse: Purse, moment: Moment, spare: int) -> float:
        """Say what the winter of this year brings, with the soldiers that spare goods can still hire."""
        soldiers = purse.of("soldier")
        worth = self._battle(purse, moment, soldiers)
        if moment.builds_this_year or not moment.hiring_ahead:
            return worth
        good = self.prospects.good(moment.builds)
        for hired in range(1, spare // _HIRE + 1):
            worth = max(worth, self._battle(purse, moment, soldiers + hired) - good * hired * _HIRE)
        return worth

    def _battle(self, purse: Purse, moment: Moment, soldiers: int) -> float:
        facts, strongest = self.prospects.facts, self.prospects.taste.strongest
        walls = sum([facts.buildings[name].strength for name in purse.buildings])
        known = self.seen.get(moment.year)
        names = facts.enemies_of.get(moment.year, ()) if known is None else (known,)
        good = max(self.prospects.good(moment.builds), _SPOIL)

        def gain(bag: Mapping[str, int]) -> float:
            return strongest + sum([n if name == "vp" else good * n for name, n in bag.items()])

        def loss(bag: Mapping[str, int]) -> float:
            return sum([self._loss(name, count, purse, moment, good) for name, count in bag.items()])

        return expected(soldiers + walls, [facts.enemies[name] for name in names], gain, loss)

    def _loss(self, name: str, count: int, purse: Purse, moment: Moment, good: float) -> float:
        facts = self.prospects.facts
        if name == "vp":
            return count
        if name == "building":
            fallen = facts.falls(purse.buildings)[:count]
            return sum([b.vp + self.prospects.ability(b, moment.builds) for b in fallen])
        held = sum([purse.of(each) for each in facts.goods]) if name == "good" else purse.of(name)
        return good * min(count, held)
