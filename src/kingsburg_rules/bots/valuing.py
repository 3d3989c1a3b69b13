"""The value of what a player has, in victory points, for a bot that compares thousands of positions.

Points count as they are. Goods count for what they can build soon; soldiers and battle strength for what the
winter probably brings; a building for its points, and for what its ability still brings.

Sums are written out: `sum` rounds fractions in another way from one version of Python to the next, and bots
shall choose the same in each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules import Bid, Build, Done, Give, Pass, Recruit, Take, Trade
from kingsburg_rules.bots.bot import Parts
from kingsburg_rules.bots.facts import NOT_LEARNED

if TYPE_CHECKING:
    from kingsburg_rules import Action
    from kingsburg_rules.bots.facts import BuildingFacts, EnemyFacts, Goods, RuleFacts, TimeLeft
    from kingsburg_rules.bots.weights import Weights
    from kingsburg_rules.engine import Player, State

    Amounts: TypeAlias = Sequence[tuple[str, int]]
    Plan: TypeAlias = tuple[float, int]
    Key: TypeAlias = tuple[int | str | None, ...]

Values: TypeAlias = tuple[float, float, float, float, float]
"""The parts of a value, as `Parts` names them."""


def highest(values: Sequence[float]) -> int:
    """Find the first of the highest values."""
    return values.index(max(values))


def total(parts: Values) -> float:
    """Add up the parts of a value."""
    points, goods, extras, abilities, winter = parts
    return points + goods + extras + abilities + winter


# Holdings: what a player has, and what an answer makes of it


Holdings: TypeAlias = tuple[list[int], int]
"""What a player has: the amount of every resource by its number, and the buildings as a bit set."""


def holdings_of(player: Player, facts: RuleFacts) -> Holdings:
    """Return what a player holds, to look at."""
    return player.stock, player.cards & facts.compiled.building_set


def seen_enemies(state: State, seat: int) -> dict[int, str]:
    """Name the enemies that a seat has looked at, by year."""
    cards, enemies = state.compiled.cards, state.compiled.enemies
    seen = [card for card in state.players[seat].seen if card in state.enemies]
    return {enemies[card].year: cards[card].name for card in seen}


def holdings_after(action: Action, before: Holdings, facts: RuleFacts) -> Holdings | None:
    """Return the holdings after an answer; None if the answer itself does not state them."""
    if isinstance(action, Take):
        return _changed(before, facts, action.gain, ())
    if isinstance(action, Pass | Done):
        return before
    if isinstance(action, Build):
        card = facts.card[action.building]
        stock, buildings = _changed(before, facts, (), action.pay)
        stock[facts.vp] += facts.building(card).vp
        stock[facts.envoy] -= action.envoy
        return stock, buildings | 1 << card
    if isinstance(action, Recruit):
        after = _changed(before, facts, (), action.pay)
        after[0][facts.soldier] += action.soldiers
        return after
    if isinstance(action, Trade):
        return _changed(before, facts, action.gain, action.pay)
    if isinstance(action, Give):
        return _changed(before, facts, (), action.lose)
    if isinstance(action, Bid):
        return _changed(before, facts, (), action.price)
    return None


def _changed(before: Holdings, facts: RuleFacts, gain: Amounts, lose: Amounts) -> Holdings:
    stock, number = before[0][:], facts.compiled.resource
    for name, count in gain:
        stock[number[name]] += count
    for name, count in lose:
        stock[number[name]] -= count
    return stock, before[1]


# The value of holdings


_HIRE: Final = 2
"""What a soldier usually costs in goods."""

_MANY_TOKENS: Final = 4

_LEAST_SPOIL: Final = 0.1
"""The least value of a good that is won or lost in a battle."""

_SIDES: Final = 6


class Valuation:
    """Values holdings. `seen` are the enemies that the player knows, by year."""

    def __init__(self, plans: BuildingPlans, seen: Mapping[int, str]) -> None:
        self.plans = plans
        self.facts = plans.facts
        self.weights = plans.weights
        self.seen = seen
        self._token = plans.weights.token
        self._bonus_die = plans.weights.bonus_die
        self._envoy = plans.weights.envoy

    def worth(self, holdings: Holdings, time_left: TimeLeft) -> float:
        """Return the value of holdings now."""
        return total(self.values(holdings, time_left))

    def parts(self, holdings: Holdings, time_left: TimeLeft) -> Parts:
        """Return what the value of holdings consists of, by name."""
        return Parts(*self.values(holdings, time_left))

    def values(self, holdings: Holdings, time_left: TimeLeft) -> Values:
        """Return what the value of holdings consists of."""
        stock, buildings = holdings
        facts, builds = self.facts, time_left.builds
        goods = tuple([stock[good] for good in facts.goods])
        plan, spare = self.plans.plan(goods, buildings, builds)
        extras = self._token * min(stock[facts.plus2], builds, _MANY_TOKENS)
        if builds:
            extras += self._bonus_die * stock[facts.bonus_die] + self._envoy * stock[facts.envoy]
        abilities = self.plans.abilities(buildings, builds)
        winter = 0.0
        if time_left.winter_ahead:
            stakes = self._stakes(stock, buildings, sum(goods), time_left)
            winter = self._winter(stakes, stock[facts.soldier], time_left, spare)
        return float(stock[facts.vp]), plan, extras, abilities, winter

    def _winter(self, stakes: Stakes, soldiers: int, time_left: TimeLeft, spare: int) -> float:
        """Return what this year's winter brings, with the soldiers that spare goods can still hire."""
        worth = stakes.worth(soldiers)
        if time_left.builds_this_year or not time_left.hiring_ahead:
            return worth
        good = self.plans.good(time_left.builds)
        for hired in range(1, spare // _HIRE + 1):
            worth = max(worth, stakes.worth(soldiers + hired) - good * hired * _HIRE)
        return worth

    def _stakes(self, stock: list[int], buildings: int, goods: int, time_left: TimeLeft) -> Stakes:
        """Find what is at stake in the battle; it is worked out once for all that makes a difference."""
        facts, year = self.facts, time_left.year
        at_risk = [min(stock[each], most) for each, most in facts.at_risk]
        lost = min(goods, facts.goods_at_risk)
        # A flat tuple, which the garbage collector can leave alone.
        key = (*at_risk, lost, buildings, year, self.seen.get(year), time_left.builds)
        known = self.plans.stakes
        found = known.get(key)
        if found is None:
            if len(known) >= _MOST_STAKES:
                known.clear()
            found = known[key] = self._at_stake(stock, buildings, goods, time_left)
        return found

    def _at_stake(self, stock: list[int], buildings: int, goods: int, time_left: TimeLeft) -> Stakes:
        facts, builds = self.facts, time_left.builds
        known = self.seen.get(time_left.year)
        names = facts.enemies_of.get(time_left.year, ()) if known is None else (known,)
        good = max(self.plans.good(builds), _LEAST_SPOIL)
        enemies: list[tuple[int, float, float]] = []
        for name in names:
            enemy = facts.enemies[name]
            lost = good * min(enemy.goods_lost, goods)
            for resource, count in enemy.lost:
                lost += good * min(count, stock[resource])
            if enemy.buildings_lost:
                lost += self.plans.ruins(buildings, enemy.buildings_lost, builds)
            lost += enemy.points_lost
            enemies.append((enemy.strength, self.plans.spoils(enemy, good), lost))
        return Stakes(self.plans.walls(buildings), enemies)


# The value of a battle before the King's die is rolled and the enemy is known


class Stakes:
    """The stakes of a battle, for any number of soldiers.

    Of each enemy that may come, they have its strength, the value of a victory and of what a defeat takes;
    all are equally likely. `walls` are what cards add to soldiers, without the King's die.
    """

    __slots__ = ("_enemies", "_walls", "_worth")

    def __init__(self, walls: float, enemies: Sequence[tuple[int, float, float]]) -> None:
        self._walls = walls
        self._enemies = tuple(enemies)
        self._worth: dict[int, float] = {}

    def worth(self, soldiers: int) -> float:
        """Return what the battle brings on average with so many soldiers."""
        found = self._worth.get(soldiers)
        if found is None:
            found = self._worth[soldiers] = self._average(soldiers + self._walls)
        return found

    def _average(self, strength: float) -> float:
        brought = 0.0
        for enemy, gain, loss in self._enemies:
            missing = enemy - strength
            if missing < _SIDES:
                brought += min(_SIDES - missing, _SIDES) / _SIDES * gain
            if missing > 1:
                brought -= min(missing - 1, _SIDES) / _SIDES * loss
        return brought / len(self._enemies) if self._enemies else 0.0


# Plans: which buildings goods are best kept for, and what those will be worth


_USELESS: Final = 0.02
"""The value of a good when nothing can be built any more: it breaks ties."""

MOST_PLANS: Final = 50_000
_MOST_STAKES: Final = 10_000
_MOST_WEIGHTS: Final = 16


class BuildingPlans:
    """The building plans of a rule set. `builds` is always the number of constructions a player has left.

    What is asked again and again is worked out once:

    - `stakes` of battles, and what `holdings` are worth to a search.
    - `plan` returns the value of goods with the buildings they may pay for, and how many are left over.
    - `abilities` returns what all buildings of a player may still bring beyond their points.
    - `walls` returns what buildings add to soldiers, `spoils` the value of a victory over an enemy by that of
      a good, and `ruins` that of the first buildings to fall.
    - `following` lists the next building of every row, `missing` counts the goods that are missing for one.
    - `use` returns what a building brings beyond the goods it costs, including what it opens to its right.
    """

    def __init__(self, facts: RuleFacts, weights: Weights) -> None:
        self.facts = facts
        self.weights = weights
        self._good = weights.good
        self._last_good = weights.last_good
        self._many = weights.many_goods
        self._patience = weights.patience
        self._following = weights.following
        self._ability = weights.ability
        self._row = weights.row
        self._strongest = weights.strongest
        self.stakes: dict[Key, Stakes] = {}
        self.holdings: dict[Key, float] = {}
        # Bound to this object and not to the class: the caches go when the plans go.
        self.plan: Callable[[Goods, int, int], Plan] = lru_cache(MOST_PLANS)(self._plan)
        self.abilities: Callable[[int, int], float] = lru_cache(MOST_PLANS)(self._abilities)
        self.walls: Callable[[int], float] = lru_cache(MOST_PLANS)(self._walls)
        self.spoils: Callable[[EnemyFacts, float], float] = lru_cache(None)(self._spoils)
        self.ruins: Callable[[int, int, int], float] = lru_cache(MOST_PLANS)(self._ruins)
        self.following: Callable[[int], list[BuildingFacts]] = lru_cache(MOST_PLANS)(facts.next_of)
        self.missing: Callable[[BuildingFacts, Goods], int] = lru_cache(MOST_PLANS)(_missing)
        self.use: Callable[[BuildingFacts, int], float] = lru_cache(None)(self._use)

    def good(self, builds: int) -> float:
        """Return the value of a good of any kind."""
        return self._good if builds > 1 else self._last_good if builds else _USELESS

    def ability(self, building: BuildingFacts, builds: int) -> float:
        """Return what a building may still bring beyond its points, as learned or as its price suggests."""
        promised = building.ability
        if promised == NOT_LEARNED:
            promised = max(self._ability * building.size - building.vp, 0.0)
        return promised * builds / self.facts.all_builds

    def _abilities(self, owned: int, builds: int) -> float:
        found = 0.0
        for building in self.facts.owned(owned):
            found += self.ability(building, builds)
        return found

    def _walls(self, owned: int) -> float:
        found = 0.0
        for building in self.facts.owned(owned):
            found += building.strength
        return found

    def _spoils(self, enemy: EnemyFacts, good: float) -> float:
        return self._strongest + (enemy.points_won + good * enemy.goods_won)

    def _ruins(self, owned: int, count: int, builds: int) -> float:
        found = 0.0
        for building in self.facts.falls(owned, count):
            found += building.vp + self.ability(building, builds)
        return found

    def _use(self, building: BuildingFacts, builds: int) -> float:
        after = max(builds - 1, 0)
        found = building.vp + self.ability(building, after) - self.good(builds) * building.size
        right = self.facts.right_of(building) if after else None
        return found if right is None else found + self._row * max(self.use(right, after), 0.0)

    def next_for(self, holdings: Holdings, builds: int) -> BuildingFacts | None:
        """Find the building that goods are best kept for, if they suffice for it."""
        stock, buildings = holdings
        goods = tuple([stock[good] for good in self.facts.goods])
        found = self._best(goods, buildings, builds)[0]
        return found if found is not None and not self.missing(found, goods) else None

    def _plan(self, goods: Goods, owned: int, builds: int) -> Plan:
        count, many = sum(goods), self._many
        worth = self.good(builds) * (min(count, many) + max(count - many, 0) / 2)
        first, use = self._best(goods, owned, builds)
        if first is None:
            return worth, count
        worth += use
        if self.missing(first, goods):
            return worth, 0
        left = tuple([have - first.cost[n] for n, have in enumerate(goods)])
        following = self._best(left, owned | 1 << first.card, builds - 1)[1]
        return worth + self._following * following, sum(left)

    def _best(self, goods: Goods, owned: int, builds: int) -> tuple[BuildingFacts | None, float]:
        """Find the building that goods are best kept for, and its use."""
        best: BuildingFacts | None = None
        most = 0.0
        if not builds:
            return best, most
        for building in self.following(owned):
            missing = self.missing(building, goods)
            if missing and builds == 1:
                continue
            use = self.use(building, builds) * self._patience**missing
            if use > most:
                best, most = building, use
        return best, most


def _missing(building: BuildingFacts, goods: Goods) -> int:
    """Count the goods that are missing for a building."""
    cost, missing = building.cost, 0
    for n, have in enumerate(goods):
        if cost[n] > have:
            missing += cost[n] - have
    return missing


def plans_of(facts: RuleFacts, weights: Weights) -> BuildingPlans:
    """Return the plans of a rule set; all bots with the same weights share them."""
    known = facts.kept.get(weights)
    if not isinstance(known, BuildingPlans):
        if len(facts.kept) >= _MOST_WEIGHTS:
            facts.kept.clear()
        known = facts.kept[weights] = BuildingPlans(facts, weights)
    return known
