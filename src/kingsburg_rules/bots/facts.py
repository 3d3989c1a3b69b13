"""Facts about the cards of a rule set, read once: buildings, enemies, and the course of the years.

No card is known here by name. What the abilities of the library's own buildings bring was learned from games,
and is kept in `abilities.toml`. What any other building is worth follows from its cost, its points and the
numbers of the rules that it changes; so bots play with cards that were written after them. Bots look these
facts up for every position that they think about, so they have the numbers that a state has.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import attr

from kingsburg_rules.language import PRODUCTIVE, BuildingCard, EnemyCard, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules import Rules

Goods: TypeAlias = tuple[int, ...]

_PROBABLY: Final = 0.4
"""How much a change counts that only applies under conditions, such as against one kind of enemy."""

_POINTS: Final = "vp"
_ANY_GOOD: Final = "good"
_BUILDING: Final = "building"
"""What the bags of enemies call points, a good of any kind, and a building."""

NOT_LEARNED: Final = -1.0


@cache
def learned_abilities() -> dict[str, float]:
    """Return what abilities of buildings bring, as `pack/card`; `tools/train_bots.py` has learned it."""
    return tomllib.loads((files("kingsburg_rules.bots") / "abilities.toml").read_text(encoding="utf-8"))


@attr.s(auto_attribs=True, eq=False, repr=False)
class BuildingFacts:
    """A building as printed.

    `strip` is the strip that it is on, as a bit set (0: none). `cost` is in the order of the goods, `size` is
    the number of goods that it costs, and `strength` is what it adds in battle. `ability` is what its ability
    brings in a whole game, in victory points, or `NOT_LEARNED`.
    """

    card: int
    name: str
    row: str
    strip: int
    column: int
    cost: Goods
    size: int
    vp: int
    strength: float
    ability: float


@attr.s(auto_attribs=True, eq=False, repr=False)
class EnemyFacts:
    """The numbers printed on an enemy card.

    A victory brings points, and goods and other things that count as much; a defeat costs points, goods of
    any kind, buildings, and the resources in `lost` by their numbers.
    """

    strength: int
    points_won: int
    goods_won: int
    points_lost: int
    goods_lost: int
    buildings_lost: int
    lost: list[tuple[int, int]]


@attr.s(auto_attribs=True, eq=False, repr=False)
class TimeLeft:
    """The rest of a game: constructions this year and in all, and whether hiring and winter are to come.

    `number` is one of its own among all of a rule set.
    """

    number: int
    year: int
    builds_this_year: int
    builds: int
    winter_ahead: bool
    hiring_ahead: bool


class RuleFacts:
    """The facts of a rule set.

    - `goods`, `vp`, `plus2`, `soldier`, `bonus_die`, `envoy`: the numbers of resources.
    - `buildings`: all of them in the order of their names; `card` finds a card by name.
    - `enemies` by name, `enemies_of` a year by name.
    - `at_risk`: what a defeat may cost, except points and buildings: resources, and the most that is lost of
      each; `goods_at_risk`: the most goods of any kind.
    - `seasons`: the season of every phase of a year, in order.
    - `all_builds`: the number of constructions that a player has in a whole game.
    - `kept`: what bots work out from the facts, by their weights.
    """

    def __init__(self, rules: Rules, learned: Mapping[str, float]) -> None:
        compiled = rules.compiled
        self.compiled = compiled
        self.card: dict[str, int] = compiled.card
        self.goods: Goods = compiled.goods
        self.vp: int = compiled.resource["vp"]
        self.plus2: int = compiled.resource["plus2"]
        self.soldier: int = compiled.resource["soldier"]
        self.bonus_die: int = compiled.resource["bonus_die"]
        self.envoy: int = compiled.resource["envoy"]
        names = {card.ref: card.name for card in compiled.cards}
        found = [
            self._building(names[ref], card, learned.get(ref, NOT_LEARNED))
            for ref, card in rules.cards.items()
            if isinstance(card, BuildingCard)
        ]
        self.buildings: list[BuildingFacts] = sorted(found, key=_name)
        self._by_card = {building.card: building for building in found}
        self._falling = sorted(self.buildings, key=_falling)
        self._on_strips = sum([1 << building.card for building in found if building.strip])
        enemies = {names[ref]: card for ref, card in rules.cards.items() if isinstance(card, EnemyCard)}
        self.enemies: dict[str, EnemyFacts] = {name: self._enemy(card) for name, card in enemies.items()}
        years = sorted({card.year for card in enemies.values()})
        self.enemies_of: dict[int, tuple[str, ...]] = {
            year: tuple([name for name, card in enemies.items() if card.year == year]) for year in years
        }
        self.goods_at_risk: int = max([0, *[enemy.goods_lost for enemy in self.enemies.values()]])
        lost = sorted([loss for enemy in self.enemies.values() for loss in enemy.lost])
        self.at_risk: list[tuple[int, int]] = [*dict(lost).items()]
        phases = [step for step in rules.calendar.year if isinstance(step, Phase) and not step.is_left_out]
        self.seasons: dict[str, str | None] = {phase.id: phase.season for phase in phases}
        self.years: int = rules.calendar.years
        self.all_builds: int = self.years * self._productive([*self.seasons])
        self.kept: dict[object, object] = {}
        self._times_left: dict[tuple[int, int, str], TimeLeft] = {}

    def _building(self, name: str, card: BuildingCard, ability: float) -> BuildingFacts:
        strength = 0.0
        for modifier in card.modifiers:
            if modifier.what == "battle_strength" and isinstance(modifier.add, int):
                strength += modifier.add * (_PROBABLY if modifier.if_ else 1.0)
        price = dict(card.cost)
        cost = tuple([price.get(self.compiled.resources[good].name, 0) for good in self.goods])
        strip = 0 if card.strip is None else 1 << self.card[card.strip]
        size, at = sum(price.values()), self.card[name]
        return BuildingFacts(at, name, card.row, strip, card.column, cost, size, card.vp, strength, ability)

    def _enemy(self, card: EnemyCard) -> EnemyFacts:
        won, lost = dict(card.reward), dict(card.penalty)
        numbers = self.compiled.resource
        points, further = won.pop(_POINTS, 0), sum(won.values())
        loss, goods, fallen = lost.pop(_POINTS, 0), lost.pop(_ANY_GOOD, 0), lost.pop(_BUILDING, 0)
        others = [(numbers[name], count) for name, count in lost.items()]
        return EnemyFacts(card.strength, points, further, loss, goods, fallen, others)

    # Buildings that somebody owns are a bit set

    def building(self, card: int) -> BuildingFacts:
        """Find a building by the number of its card."""
        return self._by_card[card]

    def owned(self, buildings: int) -> list[BuildingFacts]:
        """List the buildings of a set, in the order of their names."""
        return [building for building in self.buildings if buildings >> building.card & 1]

    def next_of(self, owned: int) -> list[BuildingFacts]:
        """List the leftmost missing building of every row; built strips follow from the buildings on them."""
        strips = 0
        if owned & self._on_strips:
            for building in self.buildings:
                if owned >> building.card & 1:
                    strips |= building.strip
        found: list[BuildingFacts] = []
        for row in self.compiled.sheet(strips):
            for card in row:
                if not owned >> card & 1:
                    found.append(self._by_card[card])
                    break
        return found

    def falls(self, owned: int, count: int) -> list[BuildingFacts]:
        """List the first buildings that enemies destroy: right to left, then top to bottom."""
        return [building for building in self._falling if owned >> building.card & 1][:count]

    def right_of(self, building: BuildingFacts) -> BuildingFacts | None:
        """Find the next building in the same row."""
        row = [b for b in self._by_card.values() if b.row == building.row and b.strip == building.strip]
        for before, after in pairwise(sorted(row, key=_column)):
            if before is building:
                return after
        return None

    # Time

    def time_left(self, year: int, phase: int, kind: str = "") -> TimeLeft:
        """Return how much of the game is left in a phase, once a decision of a kind is answered."""
        key = year, phase, kind
        found = self._times_left.get(key)
        if found is None:
            found = self._times_left[key] = self._time_left(max(year, 1), phase, kind)
        return found

    def _time_left(self, year: int, phase: int, kind: str) -> TimeLeft:
        phases, name = [*self.seasons], self.compiled.phases[phase]
        before = name == self.compiled.phases[0]
        at = 0 if before else phases.index(name) if name in phases else len(phases)
        ahead = phases[at:]
        this_year = self._productive(ahead)
        builds = this_year + self._productive(phases) * (self.years - year)
        if kind == "build":
            this_year, builds = max(this_year - 1, 0), max(builds - 1, 0)
        winter = "winter" in [self.seasons[later] for later in ahead]
        return TimeLeft(len(self._times_left), year, this_year, builds, winter, kind != "recruit")

    def _productive(self, phases: list[str]) -> int:
        """Count the phases that are in productive seasons: in each of them, there is a construction."""
        return sum([self.seasons[phase] in PRODUCTIVE for phase in phases])


def _name(building: BuildingFacts) -> str:
    return building.name


def _column(building: BuildingFacts) -> int:
    return building.column


def _falling(building: BuildingFacts) -> tuple[int, str]:
    return -building.column, building.row


def rule_facts(rules: Rules, learned: Mapping[str, float] | None = None) -> RuleFacts:
    """Return the facts of a rule set, which are kept with it; whoever asks first may bring a table."""
    # A cache here would hold rule sets that nobody plays with any more.
    known = rules.compiled.kept.get("facts of the bots")
    if not isinstance(known, RuleFacts):
        known = RuleFacts(rules, learned_abilities() if learned is None else learned)
        rules.compiled.kept["facts of the bots"] = known
    return known
