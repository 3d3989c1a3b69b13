"""Facts about the cards of a rule set, read once: buildings, enemies, and the course of the years.

No card is known here by name. What a building is worth in play follows from its cost, its points and the
numbers of the rules that it changes; so bots play with cards that were written after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from attrs import evolve, field, frozen

from kingsburg_rules import Rules
from kingsburg_rules.language import PRODUCTIVE, BuildingCard, EnemyCard, Phase

Bag = Mapping[str, int]

_PROBABLY = 0.4
"""How much a change counts that only applies under conditions, such as against one kind of enemy."""


@frozen(eq=False)
class BuildingFacts:
    """A building as printed: `size` counts the goods it costs, `strength` is what it adds in battle."""

    name: str
    row: str
    strip: str | None
    column: int
    cost: Bag
    size: int
    vp: int
    strength: float


@frozen(eq=False)
class EnemyFacts:
    """The numbers printed on an enemy card."""

    strength: int
    reward: Bag
    penalty: Bag


@frozen(eq=False)
class TimeLeft:
    """The rest of a game: constructions this year and in all, and whether hiring and winter are to come."""

    year: int
    builds_this_year: int
    builds: int
    winter_ahead: bool
    hiring_ahead: bool = True


@frozen(eq=False)
class RuleFacts:
    """The facts of a rule set. `seasons` has the season of every phase of a year, in order."""

    goods: tuple[str, ...]
    buildings: Mapping[str, BuildingFacts]
    sheet: Callable[[tuple[str, ...]], tuple[tuple[str, ...], ...]]
    enemies: Mapping[str, EnemyFacts]
    enemies_of: Mapping[int, tuple[str, ...]]
    at_risk: tuple[tuple[str, int], ...]
    """What a defeat may cost, except points and buildings: resources, and the most that is lost of each."""
    ranks: Mapping[str, int]
    seasons: Mapping[str, str | None]
    before_phases: str
    years: int
    all_builds: int
    """The number of constructions that a player has in a whole game."""
    kept: dict[object, object] = field(factory=dict[object, object], init=False, repr=False)
    """What bots work out from the facts, by their weights."""
    _times_left: dict[tuple[int, str, str], TimeLeft] = field(
        factory=dict[tuple[int, str, str], TimeLeft], init=False
    )

    def next_of(self, owned: Iterable[str]) -> list[BuildingFacts]:
        """List the leftmost missing building of every row; built strips follow from the buildings on them."""
        strips = {self.buildings[name].strip for name in owned} - {None}
        sheet = self.sheet(tuple(sorted(strip for strip in strips if strip)))
        found = (next((name for name in row if name not in owned), None) for row in sheet)
        return [self.buildings[name] for name in found if name is not None]

    def falls(self, owned: Iterable[str]) -> list[BuildingFacts]:
        """List buildings in the order in which enemies destroy them: right to left, then top to bottom."""
        return sorted((self.buildings[name] for name in owned), key=lambda b: (-b.column, b.row))

    def right_of(self, building: BuildingFacts) -> BuildingFacts | None:
        """Find the next building in the same row."""
        row = sorted(
            (b for b in self.buildings.values() if (b.row, b.strip) == (building.row, building.strip)),
            key=lambda other: other.column,
        )
        return next((after for before, after in pairwise(row) if before is building), None)

    def time_left(self, year: int, phase: str, kind: str = "") -> TimeLeft:
        """Return how much of the game is left in a phase of a year, once a decision of a kind is answered."""
        key = year, phase, kind
        found = self._times_left.get(key)
        if found is None:
            found = self._time_left(max(year, 1), phase)
            if kind == "build":
                this_year, all_years = max(found.builds_this_year - 1, 0), max(found.builds - 1, 0)
                found = evolve(found, builds_this_year=this_year, builds=all_years)
            elif kind == "recruit":
                found = evolve(found, hiring_ahead=False)
            self._times_left[key] = found
        return found

    def _time_left(self, year: int, phase: str) -> TimeLeft:
        phases = list(self.seasons)
        at = 0 if phase == self.before_phases else phases.index(phase) if phase in phases else len(phases)
        ahead = [self.seasons[later] for later in phases[at:]]
        builds = sum(season in PRODUCTIVE for season in ahead)
        per_year = sum(season in PRODUCTIVE for season in self.seasons.values())
        return TimeLeft(year, builds, builds + per_year * (self.years - year), "winter" in ahead)


def rule_facts(rules: Rules) -> RuleFacts:
    """Return the facts of a rule set, which are kept with it."""
    # A cache here would hold rule sets that nobody plays with any more.
    known = rules.compiled.kept.get("facts of the bots")
    if not isinstance(known, RuleFacts):
        known = rules.compiled.kept["facts of the bots"] = _read_facts(rules)
    return known


def _read_facts(rules: Rules) -> RuleFacts:
    compiled = rules.compiled
    names = {card.ref: card.name for card in compiled.cards}
    written = {names[ref]: card for ref, card in rules.cards.items() if isinstance(card, BuildingCard)}
    buildings = {name: _building(name, card) for name, card in written.items()}
    enemies = {names[ref]: card for ref, card in rules.cards.items() if isinstance(card, EnemyCard)}
    years = sorted({card.year for card in enemies.values()})
    phases = [step for step in rules.calendar.year if isinstance(step, Phase) and not step.is_left_out]
    seasons = {phase.id: phase.season for phase in phases}
    return RuleFacts(
        goods=tuple(compiled.resources[good].name for good in compiled.goods),
        buildings=buildings,
        sheet=lru_cache(maxsize=256)(rules.sheet),
        enemies={n: EnemyFacts(c.strength, dict(c.reward), dict(c.penalty)) for n, c in enemies.items()},
        enemies_of={y: tuple(n for n, c in enemies.items() if c.year == y) for y in years},
        at_risk=_at_risk(enemies.values()),
        ranks={place.name: place.rank for place in compiled.places},
        seasons=seasons,
        before_phases=compiled.phases[0],
        years=rules.calendar.years,
        all_builds=rules.calendar.years * sum(season in PRODUCTIVE for season in seasons.values()),
    )


def _at_risk(enemies: Iterable[EnemyCard]) -> tuple[tuple[str, int], ...]:
    """Find out what defeats may cost at most, of each resource that can be held."""
    most: dict[str, int] = {}
    for name, count in (loss for enemy in enemies for loss in enemy.penalty):
        most[name] = max(count, most.get(name, 0))
    return tuple((name, most[name]) for name in sorted({*most} - {"vp", "building"}))


def _building(name: str, card: BuildingCard) -> BuildingFacts:
    strength = 0.0
    for modifier in card.modifiers:
        if modifier.what == "battle_strength" and isinstance(modifier.add, int):
            strength += modifier.add * (_PROBABLY if modifier.if_ else 1.0)
    size = sum(count for _, count in card.cost)
    return BuildingFacts(name, card.row, card.strip, card.column, dict(card.cost), size, card.vp, strength)
