"""What goods can become: the buildings they are best kept for, and what those will be worth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from kingsburg_rules.bots.facts import BuildingFacts, Facts
    from kingsburg_rules.bots.taste import Taste

    Goods = tuple[int, ...]
    Plan = tuple[float, int]
    PlanKey = tuple[Goods, tuple[str, ...], int]

_USELESS = 0.02
"""A good when nothing can be built any more: it decides ties."""
_MOST_PLANS = 50_000


@frozen(eq=False)
class Prospects:
    """Plans by the facts of a rule set. `builds` is always how many constructions a player has left."""

    facts: Facts
    taste: Taste
    _plans: dict[PlanKey, Plan] = field(factory=dict["PlanKey", "Plan"], init=False)
    _uses: dict[tuple[str, int], float] = field(factory=dict[tuple[str, int], float], init=False)

    def good(self, builds: int) -> float:
        """Say what any good is worth."""
        return self.taste.good if builds > 1 else self.taste.last_good if builds else _USELESS

    def ability(self, building: BuildingFacts, builds: int) -> float:
        """Say what a building may still bring beyond its points: as much as its price promises."""
        promised = self.taste.ability * building.size - building.vp
        return max(promised, 0.0) * builds / self.facts.all_builds

    def use(self, building: BuildingFacts, builds: int) -> float:
        """Say what a building brings beyond the goods it costs, with what it opens to its right."""
        key = building.name, builds
        found = self._uses.get(key)
        if found is None:
            after = max(builds - 1, 0)
            found = building.vp + self.ability(building, after) - self.good(builds) * building.size
            right = self.facts.right_of(building) if after else None
            if right is not None:
                found += self.taste.row * max(self.use(right, after), 0.0)
            self._uses[key] = found
        return found

    def plan(self, goods: Goods, owned: tuple[str, ...], builds: int) -> Plan:
        """Say what goods are worth with the buildings that they may become, and how many are left over."""
        key = goods, owned, builds
        found = self._plans.get(key)
        if found is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            found = self._plans[key] = self._made_plan(goods, owned, builds)
        return found

    def _made_plan(self, goods: Goods, owned: tuple[str, ...], builds: int) -> Plan:
        count, many = sum(goods), self.taste.many_goods
        total = self.good(builds) * (min(count, many) + max(count - many, 0) / 2)
        first, use = self._best(goods, owned, builds)
        if first is None:
            return total, count
        total += use
        left = tuple(
            have - first.cost.get(good, 0) for have, good in zip(goods, self.facts.goods, strict=True)
        )
        if min(left) < 0:
            return total, 0
        following = self._best(left, (*owned, first.name), builds - 1)[1]
        return total + self.taste.following * following, sum(left)

    def _best(self, goods: Goods, owned: tuple[str, ...], builds: int) -> tuple[BuildingFacts | None, float]:
        """Find the building that goods are best kept for, and its use."""
        best, most = None, 0.0
        for building in self.facts.next_of(owned) if builds else ():
            missing = self._missing(building, goods)
            if missing and builds == 1:
                continue
            use = self.use(building, builds) * self.taste.patience**missing
            if use > most:
                best, most = building, use
        return best, most

    def _missing(self, building: BuildingFacts, goods: Goods) -> int:
        cost = building.cost
        short = [cost.get(good, 0) - have for good, have in zip(self.facts.goods, goods, strict=True)]
        return sum([lack for lack in short if lack > 0])


@lru_cache(maxsize=32)
def prospects_of(facts: Facts, taste: Taste) -> Prospects:
    """Give the prospects of a rule set; what was found out is shared by all bots of one taste."""
    return Prospects(facts, taste)
