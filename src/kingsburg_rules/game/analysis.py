"""Analysis of a game in progress: advisors within reach, prices, odds of the battle, dice statistics."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.engine.actions import DONE, PASS
from kingsburg_rules.engine.classes import frozen
from kingsburg_rules.engine.enemies import enemy_total
from kingsburg_rules.engine.errors import Runaway
from kingsburg_rules.engine.events import (
    DiceRolled,
    EnemyJoined,
    EnemyRevealed,
    Fought,
    Gained,
    Influenced,
    Lost,
)
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.resources import can_pay
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, DEFEAT, OUTCOMES, TIE, VICTORY, Setup, State
from kingsburg_rules.engine.stats import changes_of, stat
from kingsburg_rules.engine.table import NOBODY, PC, PROGRAM
from kingsburg_rules.game.phases import moment, steps_in
from kingsburg_rules.words.battle import Fight
from kingsburg_rules.words.building import BUILDING, next_buildings, payments, substitutes
from kingsburg_rules.words.calendar import Phase
from kingsburg_rules.words.influence import Menus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import Influence
    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.engine.roles import Bag
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Building, Table
    from kingsburg_rules.words.registry import Step


# Advisors within reach


@frozen
class ReachableAdvisor:
    """An advisor within reach, and the ways to influence them: actions that say what they use."""

    advisor: str
    rank: int
    ways: tuple[Influence, ...]


def _menus(table: Table) -> Menus:
    known = table.kept.get("menus of the analysis")
    if not isinstance(known, Menus):
        known = table.kept["menus of the analysis"] = Menus(table)
    return known


def within_reach(
    state: State, seat: int, dice: Sequence[int] | None, bonus: Sequence[int]
) -> tuple[ReachableAdvisor, ...]:
    """List the advisors that a player can influence with exactly these dice, or (None) with any of theirs."""
    chosen = None if dice is None else (sorted(dice), sorted(bonus))
    ranks = {place.name: place.rank for place in state.table.places}
    ways: dict[str, list[Influence]] = {}
    for placement in _menus(state.table).menu(state, seat).placements:
        action = placement.action
        if chosen in (None, (sorted(action.dice), sorted(action.bonus))):
            ways.setdefault(action.advisor, []).append(action)
    return tuple(ReachableAdvisor(advisor, ranks[advisor], tuple(found)) for advisor, found in ways.items())


# Prices of buildings


@frozen
class PriceChange:
    """The change of a building's cost of a resource by a card."""

    card: str
    resource: str
    amount: int


@frozen
class Price:
    """What a building that a player does not have yet costs them.

    `printed` with the `changes` gives `now`; no cost goes below 0. `ways` are other ways to pay,
    opened by the cards in `through`. `next` is true for the leftmost missing building of a row,
    `affordable` if the player can pay in one of the ways.
    """

    building: str
    printed: Bag
    now: Bag
    changes: tuple[PriceChange, ...]
    ways: tuple[Bag, ...]
    through: tuple[str, ...]
    next: bool
    affordable: bool


def prices_of(state: State, seat: int) -> tuple[Price, ...]:
    """List the prices of all buildings that are missing on a player's sheet, row by row from the top."""
    table, player = state.table, state.players[seat]
    open_ = next_buildings(table, player.strips, player.cards & table.building_set)
    missing = (
        table.buildings[card]
        for row in table.sheet(player.strips)
        for card in row
        if not player.cards >> card & 1
    )
    return tuple(_price(state, seat, building, next_=building in open_) for building in missing)


def _price(state: State, seat: int, building: Building, *, next_: bool) -> Price:
    table = state.table
    changes = tuple(_changes(state, seat, building))
    counts = dict(building.price)
    for change in changes:
        good = table.resource[change.resource]
        counts[good] = counts.get(good, 0) + change.amount
    now = tuple((good, count) for good, count in counts.items() if count > 0)
    discounts = stat(state, table.stat["build_discount"], seat, 0, building.card)
    first, *others = payments(now, discounts, substitutes(state, seat))
    return Price(
        building.name,
        table.bag(building.price),
        table.bag(first.price),
        changes,
        tuple(table.bag(other.price) for other in others),
        tuple(dict.fromkeys(_through(state, seat, building))) if others else (),
        next_,
        any(can_pay(state, seat, way.price) for way in (first, *others)),
    )


def _changes(state: State, seat: int, building: Building) -> Iterator[PriceChange]:
    table, printed = state.table, dict(building.price)
    for good in table.goods:
        name = table.resources[good].name
        number = table.stat[f"build_cost:{name}"]
        for card, amount in changes_of(state, number, seat, printed.get(good, 0), building.card):
            yield PriceChange(table.cards[card].name, name, amount)


def _through(state: State, seat: int, building: Building) -> Iterator[str]:
    """Name the cards that open other ways to pay: by a discount, or by one good in place of another."""
    table = state.table
    for card, _ in changes_of(state, table.stat["build_discount"], seat, 0, building.card):
        yield table.cards[card].name
    for permission in state.players[seat].effects.permissions.get("spend_as", ()):
        if permission.values[2] == BUILDING:
            yield table.cards[permission.card].name


# This year's battle, as far as one seat can foresee it
#
# The winter is played in copies of the position: one for every enemy that the hidden cards may be, and for
# every result of chance. So all cards in play count, including those of fan packs, and nothing is revealed
# that the seat does not know. Optional abilities are not used on the way. If the player must choose
# something, every choice has its own odds.


MOST_COURSES = 50_000
"""The limit on the courses of a winter that are examined; content with more is refused."""

SOLDIER = "soldier"


@frozen
class Threat:
    """Enemies that may fight in this year's battle: cards, total strength and probability."""

    enemies: tuple[str, ...]
    strength: int
    probability: Fraction


@frozen
class Odds:
    """The probability of each outcome of a battle, given a choice of the player in winter if there is one."""

    victory: Fraction
    tie: Fraction
    defeat: Fraction
    choice: tuple[str, ...] = ()


class _WinterEnd(NamedTuple):
    """One course of the winter: its probability, the enemies, the outcome, and what the player chose.

    `gained` is the number of soldiers that the player gained on the way.
    """

    weight: Fraction
    enemies: tuple[str, ...]
    strength: int
    enemy_strength: int
    outcome: str
    gained: int
    choice: tuple[str, ...]


def threats_of(rules: Rules, state: State, seat: int) -> tuple[Threat, ...]:
    """List the enemies that may attack, weakest first; none before the first year or after the battle."""
    ends = [end for pair in _pairs(state, seat) for end in _Winter(rules, state, seat, pair).ends()]
    total = sum((end.weight for end in ends), Fraction(0))
    found: dict[tuple[int, tuple[str, ...]], Fraction] = {}
    for end in ends:
        key = end.enemy_strength, end.enemies
        found[key] = found.get(key, Fraction(0)) + end.weight / total
    return tuple(Threat(enemies, strength, found[strength, enemies]) for strength, enemies in sorted(found))


def odds_of(
    rules: Rules, state: State, seat: int, strength: int | None, soldiers: int | None
) -> tuple[Odds, ...]:
    """Compute how the battle may end, for every choice of the player."""
    found: dict[tuple[str, ...], dict[str, Fraction]] = {}
    for pair in _pairs(state, seat):
        winter = _Winter(rules, state, seat, pair)
        for end in winter.ends(soldiers) if strength is None else winter.ends_with(strength):
            shares = found.setdefault(end.choice, dict.fromkeys(OUTCOMES, Fraction(0)))
            shares[end.outcome] += end.weight
    return tuple(_odds(shares, choice) for choice, shares in found.items())


def _odds(shares: dict[str, Fraction], choice: tuple[str, ...]) -> Odds:
    total = sum(shares.values(), Fraction(0))
    victory, tie, defeat = (shares[OUTCOMES[end]] / total for end in (VICTORY, TIE, DEFEAT))
    return Odds(victory, tie, defeat, choice)


def _pairs(state: State, seat: int) -> list[tuple[int, int]]:
    """List the pairs of this year's cards in both enemy decks; NOBODY if there is no second deck."""
    if not state.year:
        return []
    year = state.year
    firsts = _cards(state, seat, state.enemies, year)
    seconds = _cards(state, seat, state.second_deck, year) if state.second_deck else [NOBODY]
    return [(first, second) for first in firsts for second in seconds if first != second]


def _cards(state: State, seat: int, deck: tuple[int, ...], year: int) -> list[int]:
    known = {*state.out, *state.revealed, *state.players[seat].seen}
    if deck[year - 1] in known:
        return [deck[year - 1]]
    enemies = state.table.enemies
    return [card for card in sorted(enemies) if enemies[card].year == year and card not in known]


class _Winter:
    """The winter of one year with certain enemies, played in copies."""

    def __init__(self, rules: Rules, state: State, seat: int, pair: tuple[int, int]) -> None:
        self.rules, self.state, self.seat, self.pair = rules, state, seat, pair
        self.name = state.setup.players[seat]
        self.soldier = state.table.resource[SOLDIER]
        self.courses = 0

    def ends_with(self, strength: int) -> list[_WinterEnd]:
        """Play it as if the player had a strength before the winter, of soldiers and cards together."""
        held = self.state.players[self.seat].stock[self.soldier]
        added = {end.strength - end.gained - held for end in self.ends()}
        tried = (end for more in sorted(added) for end in self.ends(strength - more))
        return [end for end in tried if end.strength - end.gained == strength]

    def ends(self, soldiers: int | None = None) -> list[_WinterEnd]:
        """Play all its courses, with the player's soldiers or with another number of them."""
        self.courses = 0
        if self.state.players[self.seat].outcome != NOBODY:
            return [self._fought()]
        began = self._begun(soldiers)
        return [] if began is None else [*self._courses(began, Fraction(1), ())]

    def _fought(self) -> _WinterEnd:
        """Return the end of a battle that has been fought already."""
        player, table = self.state.players[self.seat], self.rules.table
        enemies = tuple(table.cards[card].name for card in self.state.revealed)
        total = enemy_total(self.state, self.seat)
        return _WinterEnd(Fraction(1), enemies, player.strength, total, OUTCOMES[player.outcome], 0, ())

    def _begun(self, soldiers: int | None) -> State | None:
        """Start the winter in a copy; None if the battle is over."""
        phase, now = self._place()
        if phase is None or now is None:
            return None
        new = self.state.copy()
        names = new.setup.players
        new.setup = Setup(names, (sum(AUTOMATION.values()),) * len(names), chance_asked=True)
        new.streams, new.scripted_results, new.event_log = {}, (), []
        self._lay(new)
        if soldiers is not None:
            new.players[self.seat].stock[self.soldier] = soldiers
        if now:
            pending = zip(new.asks, new.given, strict=True)
            new.given = tuple(k if ask.seat == self.seat else NOBODY for ask, k in pending)
        else:
            new.asks, new.given = (), ()
            new.stack = [moment(self.rules, phase.id).frame(NOBODY)]
            run(new)
        return new

    def _place(self) -> tuple[Phase | None, bool | None]:
        """Find the phase of the battle, and whether it is now (True), ahead (False) or over (None)."""
        steps = self.rules.calendar.year
        inside = [step.do if isinstance(step, Phase) else () for step in steps]
        at = next((at for at, do in enumerate(inside) if self._is_battle(do)), None)
        phase = None if at is None else steps[at]
        if at is None or not isinstance(phase, Phase) or not self.state.stack:
            return None, None
        calendar = self.state.stack[0]
        origin = self.rules.table.programs[calendar[PROGRAM]].origins[calendar[PC] - 1]
        here = next((at for at, step in enumerate(steps) if f"{origin}/".startswith(f"{step.at}/")), None)
        if here is None:
            return phase, None
        return phase, here == at if here <= at else None

    def _is_battle(self, steps: Sequence[Step]) -> bool:
        return any(isinstance(step, Fight) for step in steps_in(self.rules, steps))

    def _lay(self, new: State) -> None:
        """Put the enemies of this winter in place of the hidden cards."""
        year = new.year - 1
        first, second = self.pair
        deck = [*new.enemies]
        deck[year] = first
        new.enemies = tuple(deck)
        if second != NOBODY:
            further = [*new.second_deck]
            further[year] = second
            new.second_deck = tuple(further)

    def _courses(self, state: State, weight: Fraction, choice: tuple[str, ...]) -> Iterator[_WinterEnd]:
        """Follow every course from here until the player's battle has been fought."""
        end = self._end(state, weight, choice)
        if end is not None or not state.asks:
            yield from [end] if end is not None else ()
            return
        self.courses += 1
        if self.courses > MOST_COURSES:
            raise Runaway("engine.courses", f"This winter has more than {MOST_COURSES} courses to examine.")
        which = state.given.index(NOBODY)
        for k, share in self._answers(state, which):
            new = state.copy()
            new.event_log = [*(state.event_log or ())]
            chosen = state.asks[which].options[k]
            mine = state.asks[which].seat == self.seat and chosen not in (DONE, PASS)
            answer(new, which, k)
            yield from self._courses(new, weight * share, (*choice, str(chosen)) if mine else choice)

    def _answers(self, state: State, which: int) -> list[tuple[int, Fraction]]:
        """List the answers to examine, each with its share of the probability so far."""
        ask = state.asks[which]
        if ask.seat == CHANCE:
            weights = ask.weights or (1,) * len(ask.options)
            return [(k, Fraction(each, sum(weights))) for k, each in enumerate(weights)]
        declined = [(k, Fraction(1)) for k, option in enumerate(ask.options) if option in (DONE, PASS)]
        if declined:
            return declined
        return [(k, Fraction(1)) for k in range(len(ask.options) if ask.seat == self.seat else 1)]

    def _end(self, state: State, weight: Fraction, choice: tuple[str, ...]) -> _WinterEnd | None:
        notes = state.event_log or []
        battles = [at for at, e in enumerate(notes) if isinstance(e, Fought) and e.player == self.name]
        if not battles:
            return None
        fought = notes[battles[0]]
        assert isinstance(fought, Fought)
        before = notes[: battles[0]]
        enemies = [self.rules.table.cards[card].name for card in self.state.revealed]
        enemies += [e.enemy for e in before if isinstance(e, EnemyRevealed)][: 0 if enemies else 1]
        enemies += [e.enemy for e in before if isinstance(e, EnemyJoined)]
        gained = sum(self._soldiers(event) for event in before)
        return _WinterEnd(
            weight, tuple(enemies), fought.strength, fought.enemy_strength, fought.outcome, gained, choice
        )

    def _soldiers(self, event: Event) -> int:
        """Return how many soldiers the player gains by an event; losses are negative."""
        if not isinstance(event, Gained | Lost) or (event.player, event.resource) != (self.name, SOLDIER):
            return 0
        return event.amount if isinstance(event, Gained) else -event.amount


# Statistics of the dice so far


FACES = 6


@frozen
class DiceStatistics:
    """How often a player has rolled each face, from 1; `player` is None for dice of everybody or nobody."""

    player: str | None
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
        cause = events[at] if at < len(events) else None
        if isinstance(cause, DiceRolled | Influenced):
            for die in result:
                faces[cause.player][int(die) - 1] += 1
    return tuple(DiceStatistics(player, tuple(counts)) for player, counts in faces.items())
