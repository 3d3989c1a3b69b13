"""Analysis of a game in progress: advisors within reach, prices, odds of the battle, dice statistics."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from attrs import frozen

from kingsburg_rules.engine.actions import AnyAction, Influence
from kingsburg_rules.engine.errors import SetupError, all_whole, is_whole, shown
from kingsburg_rules.engine.events import DiceRolled, Influenced
from kingsburg_rules.engine.fields import is_list
from kingsburg_rules.engine.loop import reset_budget
from kingsburg_rules.engine.roles import AdvisorId, Bag, CardId, PlayerName, Probability, ResourceId
from kingsburg_rules.engine.state import DEFEAT, OUTCOMES, TIE, VICTORY
from kingsburg_rules.engine.stats import changes_of, granted, rank_of, stat
from kingsburg_rules.engine.stock import can_pay
from kingsburg_rules.engine.wire import Value
from kingsburg_rules.game.showing import missing_buildings, price_of
from kingsburg_rules.game.winter import Winter
from kingsburg_rules.language.building import BUILDING, next_buildings, payments, substitutes
from kingsburg_rules.language.placements import Menus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.compiled_rules import Building, CompiledRules
    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.engine.state import State


# Advisors within reach


@frozen(eq=False, repr=False)
class ReachableAdvisor(Value):
    """An advisor within reach, and the ways to influence them: actions that say what they use."""

    advisor: AdvisorId
    rank: int
    ways: tuple[Influence, ...]


def _menus(compiled: CompiledRules) -> Menus:
    # Making the menus takes longer than asking them, so they stay with the rule set.
    known = compiled.kept.get("menus of the analysis")
    if not isinstance(known, Menus):
        known = compiled.kept["menus of the analysis"] = Menus(compiled)
    return known


def within_reach(
    state: State, seat: int, dice: Sequence[int] | None, bonus: Sequence[int]
) -> tuple[ReachableAdvisor, ...]:
    """List the advisors that a player can influence with exactly these dice, or (None) with any of theirs."""
    reset_budget(state)
    chosen = None if dice is None else (_dice("dice", dice), _dice("bonus", bonus))
    ranks = {place.name: rank_of(state, seat, place.index) for place in state.compiled.places}
    ways: dict[str, list[Influence]] = {}
    for placement in _menus(state.compiled).menu(state, seat).placements:
        action = placement.action
        if chosen in (None, (sorted(action.dice), sorted(action.bonus))):
            ways.setdefault(action.advisor, []).append(action)
    return tuple(ReachableAdvisor(advisor, ranks[advisor], tuple(found)) for advisor, found in ways.items())


def _dice(what: str, given: object) -> list[int]:
    """Sort the values of dice.

    Raises:
        SetupError: They are not whole numbers.
    """
    if is_list(given) and all_whole(given):
        return sorted(given)
    raise SetupError("setup.dice", f"`{what}` must be a list of whole numbers, not {shown(given)}.")


# Prices of buildings


@frozen(eq=False, repr=False)
class PriceChange(Value):
    """The change of a building's cost of a resource by a card."""

    card: CardId
    resource: ResourceId
    amount: int


@frozen(eq=False, repr=False)
class Price(Value):
    """The cost of a building that a player does not have yet.

    `printed` with the `changes` gives `now`; no cost goes below 0. `ways` are other ways to pay,
    opened by the cards in `through`. `next` is true for the leftmost missing building of a row,
    `affordable` if the player can pay in one of the ways.
    """

    building: CardId
    printed: Bag
    now: Bag
    changes: tuple[PriceChange, ...]
    ways: tuple[Bag, ...]
    through: tuple[CardId, ...]
    next: bool
    affordable: bool


def prices_of(state: State, seat: int) -> tuple[Price, ...]:
    """List the prices of all buildings that are missing on a player's sheet, row by row from the top."""
    reset_budget(state)
    open_ = next_buildings(state, seat)
    missing = missing_buildings(state, seat)
    return tuple(_price(state, seat, building, next_=building in open_) for building in missing)


def _price(state: State, seat: int, building: Building, *, next_: bool) -> Price:
    compiled = state.compiled
    changes = tuple(_changes(state, seat, building))
    now = price_of(state, seat, building)
    discounts = stat(state, compiled.stat["build_discount"], seat, 0, building.card)
    # The first way to pay is the price itself.
    first, *others = payments(compiled.goods, now, discounts, substitutes(state, seat))
    return Price(
        building.name,
        compiled.bag(building.price),
        compiled.bag(first.price),
        changes,
        tuple(compiled.bag(other.price) for other in others),
        tuple(dict.fromkeys(_through(state, seat, building))) if others else (),
        next_,
        any(can_pay(state, seat, way.price) for way in (first, *others)),
    )


def _changes(state: State, seat: int, building: Building) -> Iterator[PriceChange]:
    compiled, printed = state.compiled, dict(building.price)
    for good in compiled.goods:
        name = compiled.resources[good].name
        number = compiled.stat[f"build_cost:{name}"]
        for card, amount in changes_of(state, number, seat, printed.get(good, 0), building.card):
            yield PriceChange(compiled.cards[card].name, name, amount)


def _through(state: State, seat: int, building: Building) -> Iterator[str]:
    """Name the cards that open other ways to pay: by a discount, or by one good in place of another."""
    compiled = state.compiled
    for card, _ in changes_of(state, compiled.stat["build_discount"], seat, 0, building.card):
        yield compiled.cards[card].name
    for permission in granted(state, seat, "spend_as"):
        if permission.values[2] == BUILDING:
            yield compiled.cards[permission.card].name


# This year's battle, as far as one seat can foresee it


@frozen(eq=False, repr=False)
class Threat(Value):
    """Enemies that may fight in this year's battle: cards, total strength and probability."""

    enemies: tuple[CardId, ...]
    strength: int
    probability: Probability


@frozen(eq=False, repr=False)
class Odds(Value):
    """The probability of each outcome of a battle.

    `choice` are the player's answers in winter for which it holds, if there is something to choose.
    """

    victory: Probability
    tie: Probability
    defeat: Probability
    choice: tuple[AnyAction, ...] = ()


def threats_of(rules: Rules, state: State, seat: int) -> tuple[Threat, ...]:
    """List the enemies that may attack, weakest first; none before the first year or after the battle."""
    ends = Winter(rules, state, seat).ends()
    total = sum((end.weight for end in ends), Fraction(0))
    found: dict[tuple[int, tuple[str, ...]], Fraction] = {}
    for end in ends:
        key = end.enemy_strength, end.enemies
        found[key] = found.get(key, Fraction(0)) + end.weight
    return tuple(
        Threat(enemies, strength, found[strength, enemies] / total) for strength, enemies in sorted(found)
    )


def odds_of(
    rules: Rules, state: State, seat: int, strength: int | None, soldiers: int | None
) -> tuple[Odds, ...]:
    """Compute how the battle may end, for every choice of the player."""
    _check_amount("strength", strength)
    _check_amount("soldiers", soldiers)
    winter = Winter(rules, state, seat)
    found: dict[tuple[AnyAction, ...], list[Fraction]] = {}
    ends = winter.ends(soldiers) if strength is None else winter.ends_with(strength)
    for end in sorted(ends, key=attrgetter("place")):
        shares = found.setdefault(end.choice, [Fraction(0)] * len(OUTCOMES))
        shares[end.outcome] += end.weight
    return tuple(_odds(shares, choice) for choice, shares in found.items())


MOST_FIGHTING: Final = 100
"""The largest strength, or number of soldiers, whose odds can be asked for. In a game, 20 is a lot."""


def _check_amount(what: str, amount: object) -> None:
    """Check a strength or a number of soldiers.

    Raises:
        SetupError: It is not one that a battle can have.
    """
    if amount is not None and not (is_whole(amount) and 0 <= amount <= MOST_FIGHTING):
        message = f"`{what}` must be a whole number from 0 to {MOST_FIGHTING}, not {shown(amount)}."
        raise SetupError("setup.number", message)


def _odds(shares: list[Fraction], choice: tuple[AnyAction, ...]) -> Odds:
    total = sum(shares, Fraction(0))
    return Odds(shares[VICTORY] / total, shares[TIE] / total, shares[DEFEAT] / total, choice)


# Statistics of the dice so far


FACES = 6


@frozen(eq=False, repr=False)
class DiceStatistics(Value):
    """The rolls of each face by a player, from 1; `player` is None for dice of everybody or nobody."""

    player: PlayerName | None
    faces: tuple[int, ...]

    @property
    def rolled(self) -> int:
        """The number of dice rolled."""
        return sum(self.faces)

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(face * times for face, times in enumerate(self.faces, start=1))

    @property
    def mean(self) -> Fraction | None:
        """The average of all dice; None before the first roll."""
        return Fraction(self.total, self.rolled) if self.rolled else None

    @property
    def luck(self) -> Fraction:
        """By how much the dice exceed their expected sum."""
        return self.total - Fraction(FACES + 1, 2) * self.rolled


def dice_statistics(
    players: Sequence[str], events: Sequence[Event], results: Iterable[tuple[int, str]]
) -> tuple[DiceStatistics, ...]:
    """Count the dice by player, with those of everybody or nobody last.

    `results` are what chance gave, each with how many events there were before it: what happens next shows
    whose dice they were. So a rerolled die is counted again, and the others are not.
    """
    faces: dict[str | None, list[int]] = {player: [0] * FACES for player in (*players, None)}
    for at, result in results:
        # Chance answers before the engine reports what followed: the next event tells whose dice they were.
        cause = events[at] if at < len(events) else None
        if isinstance(cause, DiceRolled | Influenced):
            for die in result:
                faces[cause.player][int(die) - 1] += 1
    return tuple(DiceStatistics(player, tuple(counts)) for player, counts in faces.items())
