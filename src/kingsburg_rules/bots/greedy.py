"""The greedy bot: it takes what is worth most to it, looking no further than the end of the season."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import define, field, frozen

from kingsburg_rules import (
    Action,
    Bid,
    Build,
    Decision,
    Done,
    GameState,
    Give,
    Influence,
    Pass,
    PlayerState,
    Position,
    Recruit,
    Take,
    Trade,
)
from kingsburg_rules.bots.bot import Explanation, Parts, Reason, Sight, Teller, ThinkingBot, reason
from kingsburg_rules.bots.facts import BuildingFacts, EnemyFacts, RuleFacts, TimeLeft, rule_facts
from kingsburg_rules.engine import CHANCE_PLAYER, RandomNumbers, checked_seed, expect

Goods = tuple[int, ...]
Plan = tuple[float, int]
BattleKey = tuple[int, tuple[str, ...], int, str | None, int, tuple[int, ...]]
HoldingsKey = tuple[Goods, int, TimeLeft, str | None]
Settled = tuple["Holdings", TimeLeft]
Worth = Callable[[Mapping[str, int]], float]
Key = tuple[object, ...]


@frozen
class Weights:
    """The weights of a bot's judgement, in victory points; found by letting bots play each other."""

    good: float = 0.8
    """A good, while there is time to use it."""
    last_good: float = 0.3
    """A good, when one construction is left."""
    many_goods: int = 8
    """Beyond this many, a good counts for half."""
    patience: float = 0.5
    """By which factor the use of a building shrinks for every good that is missing for it."""
    following: float = 0.5
    """How much the building after the next one counts."""
    ability: float = 2.2
    """What every good of a building's cost should bring over a whole game, including its points."""
    row: float = 0.1
    """How much of the use of the next building in its row counts for a building."""
    token: float = 0.9
    """A "+2" token."""
    strongest: float = 0.35
    """What a victor can expect of the point for the strongest player."""
    bonus_die: float = 1.2
    """A bonus die that is still to be rolled."""
    envoy: float = 1.0
    """The King's Envoy, while he can still be used."""
    pip: float = 0.25
    """A pip on dice that are still to be placed."""


DEFAULT_WEIGHTS = Weights()

_TRIES = 6
"""The number of guessed positions in which an answer is tried, if its result depends on chance."""

_APART = 7919
"""The distance between the seeds of guesses, so that no two decisions of a game share all of them."""


class GreedyBot(ThinkingBot):
    """Tries its options in guessed positions, and takes the one with the best result.

    It has no memory, so it gives the same answer to the same sight, and what it cannot see makes no
    difference. Its seed only chooses the guesses.

    Raises:
        SetupError: The seed is not a whole number.
        TypeError: `weights` are not `Weights`.
    """

    name = "greedy"

    def __init__(self, seed: int = 0, weights: Weights = DEFAULT_WEIGHTS) -> None:
        expect(weights, Weights, "weights")
        self._seed = checked_seed(seed)
        self._weights = weights

    def _thought(self, decision: Decision, sight: Sight) -> tuple[Action, Callable[[Teller], Explanation]]:
        evaluation = self._evaluate(decision, sight)
        return decision.options[evaluation.best], evaluation.explained

    def _evaluate(self, decision: Decision, sight: Sight) -> Evaluation:
        """Judge the options of a decision."""
        facts, view = rule_facts(sight.rules), sight.view
        valuation = Valuation(plans_of(facts, self._weights), view.seen_enemies)
        lookahead = Lookahead(decision.player, valuation)
        seed = self._seed + view.table.year
        if decision.kind == "influence":
            search = PlacementSearch(decision.player, view.table, facts.ranks, lookahead.settled)
            return _placed(decision, search, sight.guess(seed))
        stated = lookahead.stated(decision, view.table)
        if stated is not None:
            return _stated(decision, stated, valuation)
        # All options are tried in the same guesses, so that luck does not decide between them.
        guesses = [sight.guess(seed + _APART * number) for number in range(_TRIES)]
        tried = lookahead.tried(decision, guesses)
        return Evaluation(decision, [sum(each) for each in tried], tried.__getitem__)


# Evaluations: the values of all options of a decision, and what they consist of


@frozen(eq=False)
class Evaluation:
    """The values of all options of a decision.

    `parts` returns what the value of an option consists of; `gains` yields reasons that an option has by
    itself. If no other option is better than `otherwise`, that is the best one.
    """

    decision: Decision
    values: Sequence[float]
    parts: Callable[[int], Parts] | None = None
    gains: Callable[[Teller, int], Iterator[Reason]] | None = None
    otherwise: int = 0

    @property
    def best(self) -> int:
        """The number of the best option: the first of the best."""
        found = highest(self.values)
        return found if self.values[found] > self.values[self.otherwise] else self.otherwise

    def explained(self, teller: Teller) -> Explanation:
        """List the reasons for the best option."""
        best, options = self.best, self.decision.options
        others = sorted((k for k in range(len(options)) if k != best), key=lambda k: -self.values[k])
        told = [(options[k], self.values[best] - self.values[k]) for k in others]
        reasons: list[Reason] = []
        if self.parts is not None:
            reasons += teller.differences(self.parts(best).less(self.parts(others[0])))
        if self.gains is not None:
            reasons += self.gains(teller, best)
        return teller.explanation(options[best], reasons, told)


def _stated(decision: Decision, after: Sequence[Settled], valuation: Valuation) -> Evaluation:
    """Evaluate options that state what they bring: the holdings after each, and the time left then."""

    def next_building(teller: Teller, best: int) -> Iterator[Reason]:
        holdings, time_left = after[best]
        following = valuation.plans.next_for(holdings, time_left.builds)
        if following is not None:
            yield teller.building_next(following.name)

    values = [valuation.worth(*each) for each in after]
    return Evaluation(decision, values, lambda option: valuation.parts(*after[option]), next_building)


def _placed(decision: Decision, search: PlacementSearch, guess: Position) -> Evaluation:
    """Evaluate ways to place dice by the best that can follow; to pass, the last, if nothing is better."""

    def gains(teller: Teller, best: int) -> Iterator[Reason]:
        """List the gains of a placement by itself, and whether it could be gone later."""
        option = decision.options[best]
        if isinstance(option, Influence):
            yield from teller.gains(search.brings(guess, option))
            if search.risk(option):
                yield reason("contested")

    values = search.values(decision, guess)
    return Evaluation(decision, values, gains=gains, otherwise=len(values) - 1)


# Placing dice: a search through every way to place the dice that are left
#
# The search plays in a guessed position in which the rivals pass. What they might do is a risk: an advisor
# that a rival's dice can reach may be taken before it is this player's turn again. So the search takes
# contested advisors first.


_RISK = 0.3
"""How likely a rival takes an advisor that their dice can reach, before it is this player's turn again."""


_MOST_PLACEMENTS = 2000
"""So many sets of placements are looked at. Printed cards come to some 120; packs may give many more dice."""


class PlacementSearch:
    """The search for one decision. `settled` values a position in which all dice are placed."""

    def __init__(
        self, player: str, table: GameState, ranks: Mapping[str, int], settled: Callable[[Position], Parts]
    ) -> None:
        self._player = player
        self._phase = table.phase
        self._settled = settled
        self._values: dict[Key, float] = {}
        self._risks = risks_of(player, table, ranks)

    def values(self, decision: Decision, position: Position) -> list[float]:
        """Return the values of the options of an influence decision; the last of them is to pass."""
        return [
            self._outlook(position, option, ()) if isinstance(option, Influence) else self._stop(position)
            for option in decision.options
        ]

    def brings(self, position: Position, option: Influence) -> Parts:
        """Return what an option brings if nothing else is placed after it."""
        after = position.copy()
        after.step(option)
        placed = after if self._rivals_pass(after) is None else self._stopped(after)
        return self._settled(placed).less(self._settled(self._stopped(position)))

    def risk(self, option: Influence) -> float:
        """Return how likely it is that somebody takes the advisor first; the envoy finds room anyway."""
        return 0.0 if option.envoy else self._risks.get(option.advisor, 0.0)

    def _outlook(self, position: Position, option: Influence, placed: tuple[Influence, ...]) -> float:
        """Return the value of the best that can follow an option."""
        placed = (*placed, option)
        key = _key(placed)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._explored(position, option, placed)
        return found

    def _explored(self, position: Position, option: Influence, placed: tuple[Influence, ...]) -> float:
        after = position.copy()
        after.step(option)
        decision = self._rivals_pass(after)
        if decision is None:
            return self._value(after)
        stop = best = self._stop(after)
        if len(self._values) >= _MOST_PLACEMENTS:
            return stop
        for further in decision.options:
            if isinstance(further, Influence):
                risk = self.risk(further)
                value = (1 - risk) * self._outlook(after, further, placed) + risk * stop
                best = max(best, value)
        return best

    def _stop(self, position: Position) -> float:
        """Return the value of a position in which this player places nothing more."""
        return self._value(self._stopped(position))

    def _stopped(self, position: Position) -> Position:
        after = position.copy()
        after.step(Pass())
        self._rivals_pass(after)
        return after

    def _value(self, position: Position) -> float:
        return sum(self._settled(position))

    def _rivals_pass(self, position: Position) -> Decision | None:
        """Pass for the others until this player places dice again; return None if they do not this season."""
        while (decision := position.decision) is not None and decision.kind == "influence":
            if decision.player == self._player:
                return decision if position.state.phase == self._phase else None
            position.step(Pass())
        return None


def _key(placed: Iterable[Influence]) -> Key:
    """Identify a set of placements: their order makes no difference to what they bring."""
    return tuple(sorted((p.advisor, p.dice, p.bonus, p.plus2, p.via, p.envoy) for p in placed))


def risks_of(player: str, table: GameState, ranks: Mapping[str, int]) -> dict[str, float]:
    """Estimate how likely each advisor is to be taken by somebody else; the dice of rivals are open."""
    reach = [_reach(rival) for rival in table.players if rival.name != player]
    return {name: 1 - (1 - _RISK) ** sum(rank in totals for totals in reach) for name, rank in ranks.items()}


def _reach(rival: PlayerState) -> set[int]:
    """List the totals that a rival's dice can make, also with a token."""
    totals: set[int] = set()
    for die in rival.dice:
        totals |= {die, *(total + die for total in totals)}
    for die in rival.bonus:
        totals |= {total + die for total in totals}
    return totals | {total + 2 for total in totals if rival.plus2}


# Looking ahead: the value of an answer by itself, or of the positions it leads to


_FOLLOWING_UP = frozenset({"take", "give", "trade", "pay", "choose", "die"})
"""Decisions that come up while the effect of a card or an advisor is carried out."""

_CHANCE = frozenset({"roll", "draw", "arrange"})


class Lookahead:
    """Compares the answers to one decision of one player."""

    def __init__(self, player: str, valuation: Valuation) -> None:
        self._player = player
        self._valuation = valuation
        self._facts = valuation.plans.facts
        self._random = RandomNumbers(0)

    def stated(self, decision: Decision, state: GameState) -> list[Settled] | None:
        """Return what the player has after every answer, if every answer states what it brings."""
        holdings = holdings_of(state.player(self._player))
        time_left = self._facts.time_left(state.year, state.phase, decision.kind)
        found: list[Settled] = []
        for option in decision.options:
            after = holdings_after(option, holdings, self._facts)
            if after is None:
                return None
            found.append((after, time_left))
        return found

    def tried(self, decision: Decision, guesses: Sequence[Position]) -> list[Parts]:
        """Return what every answer leads to, on average over guesses."""
        return [self._average(option, guesses) for option in decision.options]

    def _average(self, option: Action, guesses: Sequence[Position]) -> Parts:
        found = [self._tried(option, guess) for guess in guesses]
        return Parts(*[sum(each) / len(guesses) for each in zip(*found, strict=True)])

    def _tried(self, option: Action, guess: Position) -> Parts:
        after = guess.copy()
        after.step(option, self._player)
        found = self.settled(after)
        mine = after.state.player(self._player)
        pips = sum(mine.dice) + sum(mine.bonus)
        return found._replace(extras=found.extras + self._valuation.plans.weights.pip * pips)

    def settled(self, position: Position) -> Parts:
        """Return the value of a position once its current effect is over; dice in hand count nothing."""
        while (decision := position.decision) is not None and decision.kind in _FOLLOWING_UP | _CHANCE:
            position.step(self._answered(decision, position), decision.player)
        state = position.state
        return self._valuation.parts(
            holdings_of(state.player(self._player)), self._facts.time_left(state.year, state.phase)
        )

    def _answered(self, decision: Decision, position: Position) -> Action:
        """Answer a follow-up: well for this player, by declining for others, at random for chance."""
        if decision.player == CHANCE_PLAYER:
            return decision.options[self._random.weighted(decision.weights or (1,) * len(decision.options))]
        if decision.player != self._player:
            return decision.options[-1]
        stated = self.stated(decision, position.state)
        if stated is not None:
            return decision.options[highest([self._valuation.worth(*each) for each in stated])]
        if decision.kind == "pay":
            return decision.options[highest([sum(each) for each in self.tried(decision, [position])])]
        return decision.options[0]


def highest(values: Sequence[float]) -> int:
    """Find the first of the highest values."""
    return max(range(len(values)), key=values.__getitem__)


# The value of holdings to a player, in victory points
#
# Points count as they are. Goods count for what they can build soon; soldiers and battle strength for what
# the winter probably brings; a building for its points, and for as much of an ability as its price suggests.


_HIRE = 2
"""What a soldier usually costs in goods."""

_MANY_TOKENS = 4

_LEAST_SPOIL = 0.1
"""The least value of a good that is won or lost in a battle."""


@frozen(eq=False)
class Valuation:
    """Values holdings. `seen` are the enemies that the player knows, by year."""

    plans: BuildingPlans
    seen: Mapping[int, str]

    def worth(self, holdings: Holdings, time_left: TimeLeft) -> float:
        """Return the value of holdings now."""
        return sum(self.parts(holdings, time_left))

    def parts(self, holdings: Holdings, time_left: TimeLeft) -> Parts:
        """Return what the value of holdings consists of."""
        builds, weights, facts = time_left.builds, self.plans.weights, self.plans.facts
        goods = tuple([holdings.of(good) for good in facts.goods])
        plan, spare = self.plans.plan(goods, holdings.buildings, builds)
        extras = weights.token * min(holdings.of("plus2"), builds, _MANY_TOKENS)
        if builds:
            extras += weights.bonus_die * holdings.of("bonus_die") + weights.envoy * holdings.of("envoy")
        abilities = self.plans.abilities(holdings.buildings, builds)
        winter = self._winter(holdings, time_left, spare) if time_left.winter_ahead else 0.0
        return Parts(float(holdings.of("vp")), plan, extras, abilities, winter)

    def _winter(self, holdings: Holdings, time_left: TimeLeft, spare: int) -> float:
        """Return what this year's winter brings, with the soldiers that spare goods can still hire."""
        soldiers = holdings.of("soldier")
        worth = self._battle(holdings, time_left, soldiers)
        if time_left.builds_this_year or not time_left.hiring_ahead:
            return worth
        good = self.plans.good(time_left.builds)
        for hired in range(1, spare // _HIRE + 1):
            worth = max(worth, self._battle(holdings, time_left, soldiers + hired) - good * hired * _HIRE)
        return worth

    def _battle(self, holdings: Holdings, time_left: TimeLeft, soldiers: int) -> float:
        """Return what the battle brings on average; it is worked out once for all that makes a difference."""
        at_risk = tuple([min(self._held(name, holdings), most) for name, most in self.plans.facts.at_risk])
        year = time_left.year
        key = soldiers, holdings.buildings, year, self.seen.get(year), time_left.builds, at_risk
        known = self.plans.battles
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_PLANS:
                known.clear()
            found = known[key] = self._fought(holdings, time_left, soldiers)
        return found

    def _held(self, name: str, holdings: Holdings) -> int:
        if name == "good":
            return sum([holdings.of(each) for each in self.plans.facts.goods])
        return holdings.of(name)

    def _fought(self, holdings: Holdings, time_left: TimeLeft, soldiers: int) -> float:
        facts, strongest = self.plans.facts, self.plans.weights.strongest
        walls = sum([facts.buildings[name].strength for name in holdings.buildings])
        known = self.seen.get(time_left.year)
        names = facts.enemies_of.get(time_left.year, ()) if known is None else (known,)
        good = max(self.plans.good(time_left.builds), _LEAST_SPOIL)

        def gain(bag: Mapping[str, int]) -> float:
            return strongest + sum([n if name == "vp" else good * n for name, n in bag.items()])

        def loss(bag: Mapping[str, int]) -> float:
            return sum([self._loss(name, count, holdings, time_left, good) for name, count in bag.items()])

        return expected_battle_value(soldiers + walls, [facts.enemies[name] for name in names], gain, loss)

    def _loss(self, name: str, count: int, holdings: Holdings, time_left: TimeLeft, good: float) -> float:
        facts = self.plans.facts
        if name == "vp":
            return count
        if name == "building":
            fallen = facts.falls(holdings.buildings)[:count]
            return sum([b.vp + self.plans.ability(b, time_left.builds) for b in fallen])
        return good * min(count, self._held(name, holdings))


# The value of a battle before the King's die is rolled and the enemy is known


_SIDES = 6


def expected_battle_value(strength: float, enemies: Iterable[EnemyFacts], gain: Worth, loss: Worth) -> float:
    """Return the average value of the battle, if each of these enemies is equally likely.

    Args:
        strength: Soldiers and what cards add, without the King's die.
        enemies: The enemies that may come.
        gain: The value of a reward.
        loss: The value of what a penalty takes.
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


# Plans: which buildings goods are best kept for, and what those will be worth


_USELESS = 0.02
"""The value of a good when nothing can be built any more: it breaks ties."""

MOST_PLANS, _MOST_WEIGHTS = 50_000, 16


@define(eq=False)
class BuildingPlans:
    """The building plans of a rule set. `builds` is always the number of constructions a player has left.

    What is asked again and again is worked out once.
    """

    facts: RuleFacts
    weights: Weights
    battles: dict[BattleKey, float] = field(factory=dict["BattleKey", float], init=False)
    """What battles are worth, as far as that has been worked out."""
    holdings: dict[HoldingsKey, float] = field(factory=dict["HoldingsKey", float], init=False)
    """What holdings are worth, as far as a search has worked it out."""
    plan: Callable[[Goods, tuple[str, ...], int], Plan] = field(init=False)
    """Returns the value of goods with the buildings they may pay for, and how many are left over."""
    abilities: Callable[[tuple[str, ...], int], float] = field(init=False)
    """Returns what all buildings of a player may still bring beyond their points."""
    use: Callable[[BuildingFacts, int], float] = field(init=False)
    """Returns what a building brings beyond the goods it costs, including what it opens to its right."""

    def __attrs_post_init__(self) -> None:
        """Begin with nothing worked out."""
        # Bound to this object and not to the class: the caches go when the plans go.
        self.plan = lru_cache(MOST_PLANS)(self._plan)
        self.abilities = lru_cache(MOST_PLANS)(self._abilities)
        self.use = lru_cache(None)(self._use)

    def good(self, builds: int) -> float:
        """Return the value of a good of any kind."""
        return self.weights.good if builds > 1 else self.weights.last_good if builds else _USELESS

    def ability(self, building: BuildingFacts, builds: int) -> float:
        """Return what a building may still bring beyond its points: as much as its price suggests."""
        promised = self.weights.ability * building.size - building.vp
        return max(promised, 0.0) * builds / self.facts.all_builds

    def _abilities(self, owned: tuple[str, ...], builds: int) -> float:
        return sum([self.ability(self.facts.buildings[name], builds) for name in owned])

    def _use(self, building: BuildingFacts, builds: int) -> float:
        after = max(builds - 1, 0)
        found = building.vp + self.ability(building, after) - self.good(builds) * building.size
        right = self.facts.right_of(building) if after else None
        return found if right is None else found + self.weights.row * max(self.use(right, after), 0.0)

    def next_for(self, holdings: Holdings, builds: int) -> BuildingFacts | None:
        """Find the building that goods are best kept for, if they suffice for it."""
        goods = tuple([holdings.of(good) for good in self.facts.goods])
        found = self._best(goods, holdings.buildings, builds)[0]
        return found if found is not None and not self._missing(found, goods) else None

    def _plan(self, goods: Goods, owned: tuple[str, ...], builds: int) -> Plan:
        count, many = sum(goods), self.weights.many_goods
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
        return total + self.weights.following * following, sum(left)

    def _best(self, goods: Goods, owned: tuple[str, ...], builds: int) -> tuple[BuildingFacts | None, float]:
        """Find the building that goods are best kept for, and its use."""
        best, most = None, 0.0
        for building in self.facts.next_of(owned) if builds else ():
            missing = self._missing(building, goods)
            if missing and builds == 1:
                continue
            use = self.use(building, builds) * self.weights.patience**missing
            if use > most:
                best, most = building, use
        return best, most

    def _missing(self, building: BuildingFacts, goods: Goods) -> int:
        cost = building.cost
        short = [cost.get(good, 0) - have for good, have in zip(self.facts.goods, goods, strict=True)]
        return sum([lack for lack in short if lack > 0])


def plans_of(facts: RuleFacts, weights: Weights) -> BuildingPlans:
    """Return the plans of a rule set; all bots with the same weights share them."""
    known = facts.kept.get(weights)
    if not isinstance(known, BuildingPlans):
        if len(facts.kept) >= _MOST_WEIGHTS:
            facts.kept.clear()
        known = facts.kept[weights] = BuildingPlans(facts, weights)
    return known


# Holdings: what a player has, and what an answer makes of it


@frozen(eq=False)
class Holdings:
    """The holdings of a player: resources by name, and buildings in the order of their names."""

    held: Mapping[str, int]
    buildings: tuple[str, ...]

    def of(self, name: str) -> int:
        """Return the amount of a resource."""
        return self.held.get(name, 0)

    def plus(self, bag: Iterable[tuple[str, int]], times: int = 1) -> Holdings:
        """Add a bag, or with -1 take it away."""
        held = dict(self.held)
        for name, count in bag:
            held[name] = held.get(name, 0) + times * count
        return Holdings(held, self.buildings)

    def with_building(self, name: str) -> Holdings:
        """Add a building."""
        return Holdings(self.held, tuple(sorted((*self.buildings, name))))


def holdings_of(player: PlayerState) -> Holdings:
    """Collect what a player holds."""
    held = {
        **player.goods,
        "vp": player.vp,
        "plus2": player.plus2,
        "soldier": player.soldiers,
        "bonus_die": player.bonus_dice,
        "envoy": int(player.envoy),
    }
    return Holdings(held, tuple(sorted(player.buildings)))


def holdings_after(action: Action, holdings: Holdings, facts: RuleFacts) -> Holdings | None:
    """Return the holdings after an answer; None if the answer itself does not state them."""
    match action:
        case Take():
            return holdings.plus(action.gain)
        case Give():
            return holdings.plus(action.lose, -1)
        case Bid():
            return holdings.plus(action.price, -1)
        case Trade():
            return holdings.plus(action.pay, -1).plus(action.gain)
        case Recruit():
            return holdings.plus(action.pay, -1).plus([("soldier", action.soldiers)])
        case Build():
            vp = facts.buildings[action.building].vp
            built = holdings.plus(action.pay, -1).plus([("vp", vp), ("envoy", -int(action.envoy))])
            return built.with_building(action.building)
        case Pass() | Done():
            return holdings
        case _:
            return None
