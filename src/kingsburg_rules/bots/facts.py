"""What the cards of a rule set say, read once: buildings, enemies, and the course of a year.

No card is known here by name. What a building is worth in play follows from its cost, its points and the
numbers of the rules that it changes; so bots play with cards that were written after them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from kingsburg_rules.language.cards import BuildingCard, EnemyCard
from kingsburg_rules.language.flow import Phase
from kingsburg_rules.language.vocabulary import PRODUCTIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.game.views import GameState

    Bag = Mapping[str, int]

_PROBABLY = 0.4
"""How much of a change counts that holds only under conditions, such as against one kind of enemy."""


@frozen(eq=False)
class BuildingFacts:
    """What is printed of a building. `changes` are the numbers of the rules that it raises or lowers."""

    name: str
    row: str
    column: int
    cost: Bag
    vp: int
    changes: Mapping[str, float]


@frozen(eq=False)
class EnemyFacts:
    """What is printed on an enemy card."""

    strength: int
    reward: Bag
    penalty: Bag


@frozen(eq=False)
class Moment:
    """How much is left: constructions, this year and in all; whether this year's hiring and winter are to come."""

    year: int
    builds_this_year: int
    builds: int
    winter_ahead: bool
    hiring_ahead: bool = True

    def after_building(self) -> Moment:
        """The moment when this season's construction is over."""
        return evolve(self, builds_this_year=max(self.builds_this_year - 1, 0), builds=max(self.builds - 1, 0))

    def after_hiring(self) -> Moment:
        """The moment when the soldiers of this year are hired."""
        return evolve(self, hiring_ahead=False)


@frozen(eq=False)
class Facts:
    """The facts of a rule set; `seasons` is the season of every phase of the year, in order."""

    buildings: Mapping[str, BuildingFacts]
    rows: tuple[tuple[BuildingFacts, ...], ...]
    enemies: Mapping[str, EnemyFacts]
    enemies_of: Mapping[int, tuple[str, ...]]
    seasons: Mapping[str, str | None]
    years: int

    def next_of(self, owned: Iterable[str]) -> list[BuildingFacts]:
        """List the leftmost missing building of every row."""
        found = (next((b for b in row if b.name not in owned), None) for row in self.rows)
        return [building for building in found if building is not None]

    def falls(self, owned: Iterable[str]) -> list[BuildingFacts]:
        """List buildings in the order in which enemies destroy them: the rightmost column, topmost row first."""
        return sorted((self.buildings[name] for name in owned), key=lambda b: (-b.column, b.row))

    def moment(self, state: GameState) -> Moment:
        """Tell how much of the game is left."""
        phases = list(self.seasons)
        at = phases.index(state.phase) if state.phase in phases else 0 if state.year == 0 else len(phases)
        ahead = [self.seasons[phase] for phase in phases[at:]]
        builds = sum(season in PRODUCTIVE for season in ahead)
        per_year = sum(season in PRODUCTIVE for season in self.seasons.values())
        years_after = self.years - max(state.year, 1)
        return Moment(max(state.year, 1), builds, builds + per_year * years_after, "winter" in ahead)


@lru_cache(maxsize=32)
def facts_of(rules: Rules) -> Facts:
    """Read the facts of a rule set."""
    names = {card.ref: card.name for card in rules.table.cards}
    buildings = [_building(names[ref], c) for ref, c in rules.cards.items() if isinstance(c, BuildingCard)]
    enemies = {names[ref]: card for ref, card in rules.cards.items() if isinstance(card, EnemyCard)}
    buildings.sort(key=lambda building: (building.row, building.column))
    letters = sorted({building.row for building in buildings})
    years = {card.year for card in enemies.values()}
    return Facts(
        buildings={building.name: building for building in buildings},
        rows=tuple(tuple(b for b in buildings if b.row == letter) for letter in letters),
        enemies={n: EnemyFacts(c.strength, dict(c.reward), dict(c.penalty)) for n, c in enemies.items()},
        enemies_of={y: tuple(n for n, c in enemies.items() if c.year == y) for y in years},
        seasons={step.id: step.season for step in rules.calendar.year if isinstance(step, Phase)},
        years=rules.calendar.years,
    )


def _building(name: str, card: BuildingCard) -> BuildingFacts:
    changes: dict[str, float] = {}
    for modifier in card.modifiers:
        if isinstance(modifier.add, int):
            weight = _PROBABLY if modifier.if_ else 1.0
            changes[modifier.what] = changes.get(modifier.what, 0.0) + weight * modifier.add
    return BuildingFacts(name, card.row, card.column, dict(card.cost), card.vp, changes)
