"""What a purse is worth to its player, in victory points.

Points count as they are. Goods count for what they can build, soon; soldiers and walls for what the winter is
likely to bring; a building for its points, and for as much of an ability as its price promises beyond them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.bots.winter import expected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.bots.facts import BuildingFacts, Facts, Moment
    from kingsburg_rules.bots.purse import Purse

    Goods = tuple[int, ...]

_GAME = 15
"""The productive seasons for which a price is made."""
_HIRE = 2


@frozen(eq=False)
class Taste:
    """How much a bot likes what, in victory points. Found by letting tastes play against each other."""

    good: float = 0.8
    """A good, while there is time to use it."""
    last_good: float = 0.3
    """A good, when one construction is left."""
    many_goods: int = 8
    """Beyond this many, a good counts for half."""
    patience: float = 0.65
    """How much of the use of a building is left for every good that is missing for it."""
    following: float = 0.5
    """How much the building after the next one counts."""
    ability: float = 1.8
    """What every good of a building's cost should bring in the course of a whole game, points and all."""
    row: float = 0.35
    """How much of what stands to the right of a building counts for it."""
    token: float = 0.9
    strongest: float = 0.35
    """The point for the strongest, as far as a victor may hope for it."""
    bonus_die: float = 1.2
    envoy: float = 1.0
    pip: float = 0.25
    """A pip on dice that are still to be placed."""


@frozen(eq=False)
class Appraiser:
    """Says what purses are worth by the facts of a rule set. `seen` are the enemies a player knows, by year."""

    facts: Facts
    goods: tuple[str, ...]
    seen: Mapping[int, str]
    taste: Taste = field(factory=Taste)
    _plans: dict[tuple[Goods, frozenset[str], int], tuple[float, int]] = field(factory=dict, init=False)

    def worth(self, purse: Purse, moment: Moment) -> float:
        """Say what a player holds is worth now."""
        taste = self.taste
        goods = tuple([purse.of(good) for good in self.goods])
        plan, spare = self._plan(goods, purse.buildings, moment.builds)
        total = purse.of("vp") + plan + taste.token * min(purse.of("plus2"), moment.builds, 4)
        if moment.builds:
            total += taste.bonus_die * purse.of("bonus_die") + taste.envoy * purse.of("envoy")
        for name in purse.buildings:
            total += self._ability(self.facts.buildings[name], moment.builds)
        return total + (self._winter(purse, moment, spare) if moment.winter_ahead else 0.0)

    def _ability(self, building: BuildingFacts, builds: int) -> float:
        """Say what a building may still bring beyond its points: what its price promises, while time lasts."""
        promised = self.taste.ability * sum(building.cost.values()) - building.vp
        return max(promised, 0.0) * builds / _GAME

    def _unit(self, builds: int) -> float:
        return self.taste.good if builds > 1 else self.taste.last_good if builds else 0.02

    def _plan(self, goods: Goods, owned: frozenset[str], builds: int) -> tuple[float, int]:
        """Say what goods are worth with the buildings that they may become, and how many are left over."""
        key = goods, owned, builds
        found = self._plans.get(key)
        if found is None:
            found = self._plans[key] = self._made_plan(goods, owned, builds)
        return found

    def _made_plan(self, goods: Goods, owned: frozenset[str], builds: int) -> tuple[float, int]:
        taste, count = self.taste, sum(goods)
        many = taste.many_goods
        total = self._unit(builds) * (min(count, many) + max(count - many, 0) / 2)
        if not builds:
            return total, count
        first, use = self._best(goods, owned, builds)
        total += use
        if first is None:
            return total, count
        left = tuple([have - first.cost.get(good, 0) for have, good in zip(goods, self.goods, strict=True)])
        if min(left) < 0:
            return total, 0
        if builds > 1:
            total += taste.following * self._best(left, owned | {first.name}, builds - 1)[1]
        return total, sum(left)

    def _best(self, goods: Goods, owned: frozenset[str], builds: int) -> tuple[BuildingFacts | None, float]:
        """Find the building that these goods are best kept for, and its use beyond what the goods are worth."""
        best: BuildingFacts | None = None
        most = 0.0
        for building in self.facts.next_of(owned):
            missing = sum(
                [max(building.cost.get(good, 0) - have, 0) for good, have in zip(self.goods, goods, strict=True)]
            )
            if missing and builds < 2:
                continue
            use = self._use(building, builds) * self.taste.patience**missing
            if use > most:
                best, most = building, use
        return best, most

    def _use(self, building: BuildingFacts, builds: int) -> float:
        """Say what a building brings beyond the goods it costs, with what it opens to its right."""
        after = max(builds - 1, 0)
        use = building.vp + self._ability(building, after) - self._unit(builds) * sum(building.cost.values())
        row = next(row for row in self.facts.rows if building in row)
        right = row[row.index(building) + 1 :]
        if right and after:
            use += self.taste.row * max(self._use(right[0], after), 0.0)
        return use

    def _winter(self, purse: Purse, moment: Moment, spare: int) -> float:
        """Say what the winter of this year brings, with the soldiers that spare goods can still hire."""
        worth = self._battle(purse, moment, purse.of("soldier"))
        if moment.builds_this_year or not moment.hiring_ahead:
            return worth
        price = _HIRE
        for hired in range(1, spare // price + 1):
            cost = self._unit(moment.builds) * hired * price
            worth = max(worth, self._battle(purse, moment, purse.of("soldier") + hired) - cost)
        return worth

    def _battle(self, purse: Purse, moment: Moment, soldiers: int) -> float:
        facts = self.facts
        strength = soldiers + sum(facts.buildings[n].changes.get("battle_strength", 0.0) for n in purse.buildings)
        known = self.seen.get(moment.year)
        names = facts.enemies_of.get(moment.year, ()) if known is None else (known,)
        unit = max(self._unit(moment.builds), 0.1)

        def gain(bag: Mapping[str, int]) -> float:
            return sum(count if name == "vp" else unit * count for name, count in bag.items())

        def loss(bag: Mapping[str, int]) -> float:
            return self._loss(bag, purse, moment, unit)

        return expected(strength, [facts.enemies[name] for name in names], gain, loss, self.taste.strongest)

    def _loss(self, bag: Mapping[str, int], purse: Purse, moment: Moment, unit: float) -> float:
        total = 0.0
        for name, count in bag.items():
            if name == "building":
                fallen = self.facts.falls(purse.buildings)[:count]
                total += sum(b.vp + self._ability(b, moment.builds) for b in fallen)
            elif name == "vp":
                total += count
            else:
                held = sum(purse.of(good) for good in self.goods) if name == "good" else purse.of(name)
                total += unit * min(count, held)
        return total
