"""Tests: what may be asked about the game before something happens."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.enemies import enemy_total, enemy_type
from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.engine.table import ME
from kingsburg_rules.words.permissions import SKIPPED, is_skipped
from kingsburg_rules.words.registry import BATTLE, DICE, ENEMY, TESTS, TestWord, of
from kingsburg_rules.words.shapes import Flag, Listing, Mapping, Range, RangeShape, Text
from kingsburg_rules.words.values import PAIR, RESOURCE, Value
from kingsburg_rules.words.vocabulary import PRODUCTIVE, RESOURCES, SEASONS

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Test
    from kingsburg_rules.words.emitter import Emitter, Names


SWITCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "plus2_limit": ('How many "+2" tokens may help with influence (C-01).', ("per_season", "per_group")),
    "winter_order": ("What comes first in winter (C-07).", ("die_first", "card_first")),
    "soldier_token_choice": (
        "When soldier tokens are chosen (C-07).",
        ("before_reveal", "after_reveal"),
    ),
    "philosopher_use": ("When the Philosopher may roll again (C-34).", ("below_ten", "always")),
    "philosopher_point": ("When the Philosopher scores (C-16).", ("below_ten", "lower_than_before")),
    "total_effects_last": ("Whether effects of the dice total come last (C-19).", ("false", "true")),
    "module_setup_order": ("Which module is set up first (C-17).", ("rows_first", "governors_first")),
    "makeshift_compares": ("Which strength counts for Makeshift Defenses (C-24).", ("printed", "modified")),
}

"""Every rule switch with its meaning and its values; editions give the defaults."""


def switch_values(least: int = 1) -> Mapping[str]:
    """Give the shape of a map from switches to values that they have."""
    names = tuple((name, doc) for name, (doc, _) in SWITCHES.items())
    return Mapping(lambda: names, Text(), least, value_of=lambda name: Text(among=SWITCHES[name][1]))


RANGE = RangeShape()

RESOURCE_RANGES = Mapping(
    lambda: tuple((r.name, r.doc) for r in RESOURCES), RANGE, others="A resource that a pack brings."
)


@TESTS.add("season", inline="among")
@frozen(eq=False, repr=False)
class SeasonIs(TestWord):
    """It is one of these seasons; for a building, any productive one if a card lets its row work."""

    among: tuple[str, ...] = field(metadata=of(Listing(Text(among=SEASONS[1:])), "The seasons."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        seasons = frozenset(SEASONS.index(name) for name in self.among)
        building = e.table.buildings.get(e.card)
        if building is None:
            return lambda state, frame: state.season in seasons
        row, productive = ord(building.row), frozenset(SEASONS.index(name) for name in PRODUCTIVE)

        def check(state: State, frame: Frame) -> bool:
            if state.season in seasons:
                return True
            permissions = state.players[frame[ME]].kit.permissions.get("any_season", ())
            return state.season in productive and any(row in word.values for word in permissions)

        return check


@TESTS.add("year", inline="bounds")
@frozen(eq=False, repr=False)
class YearIs(TestWord):
    """The year is within bounds."""

    bounds: Range = field(metadata=of(RANGE, "The years."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        bounds = self.bounds
        return lambda state, frame: state.year in bounds


@TESTS.add("last_year", inline="is_it")
@frozen(eq=False, repr=False)
class LastYear(TestWord):
    """The game ends with this year (or, with false, it goes on)."""

    is_it: bool = field(metadata=of(Flag(), "Whether it must be the last."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        is_it = self.is_it
        return lambda state, frame: (state.ending or state.year >= state.table.years) == is_it


@TESTS.add("players", inline="bounds")
@frozen(eq=False, repr=False)
class PlayersAre(TestWord):
    """The number of players is within bounds."""

    bounds: Range = field(metadata=of(RANGE, "The number of players."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        bounds = self.bounds
        return lambda state, frame: len(state.players) in bounds

    def known(self, names: Names, players: int) -> bool | None:
        """Known as soon as it is known how many play."""
        return players in self.bounds


@TESTS.add("switch", inline="values")
@frozen(eq=False, repr=False)
class SwitchIs(TestWord):
    """Rule switches of the edition have these values."""

    values: tuple[tuple[str, str], ...] = field(
        metadata=of(switch_values(), "The switches with the values asked for.")
    )

    def build(self, e: Emitter) -> Test:
        """Compile to a constant: switches are fixed when the rules are loaded."""
        holds = self._holds(e.names)
        return lambda state, frame: holds

    def known(self, names: Names, players: int) -> bool | None:
        """Known with the rules."""
        return self._holds(names)

    def _holds(self, names: Names) -> bool:
        return all(names.table.switches[name] == value for name, value in self.values)


@TESTS.add("dice_total", inline="bounds")
@frozen(eq=False, repr=False)
class DiceTotalIs(TestWord):
    """The total of all the player's dice, bonus dice too, is within bounds; never without any die (F56)."""

    looks_at: ClassVar[str] = DICE

    bounds: Range = field(metadata=of(RANGE, "The total."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        bounds = self.bounds

        def check(state: State, frame: Frame) -> bool:
            player = state.players[frame[ME]]
            total = sum(player.own) + sum(player.bonus)
            return total > 0 and total in bounds

        return check


@TESTS.add("dice_all_equal", inline="equal")
@frozen(eq=False, repr=False)
class DiceAllEqual(TestWord):
    """All the player's dice, bonus dice included, show one number (or, with false, they do not)."""

    looks_at: ClassVar[str] = DICE

    equal: bool = field(metadata=of(Flag(), "Whether they must be equal."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        equal = self.equal

        def check(state: State, frame: Frame) -> bool:
            player = state.players[frame[ME]]
            return (len({*player.own, *player.bonus}) == 1) == equal

        return check


@TESTS.add("has", inline="amounts")
@frozen(eq=False, repr=False)
class Has(TestWord):
    """The player holds amounts within bounds."""

    amounts: tuple[tuple[str, Range], ...] = field(metadata=of(RESOURCE_RANGES, "The bounds by resource."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        wanted = tuple(
            (e.names.resource(name, f"{self.at}/{name}/"), bounds) for name, bounds in self.amounts
        )

        def check(state: State, frame: Frame) -> bool:
            stock = state.players[frame[ME]].stock
            return all(stock[number] in bounds for number, bounds in wanted)

        return check


@TESTS.add("gained", inline="amounts")
@frozen(eq=False, repr=False)
class Gained(TestWord):
    """What the event just brought the player is within bounds."""

    amounts: tuple[tuple[str, Range], ...] = field(metadata=of(RESOURCE_RANGES, "The bounds by resource."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        first = e.known_slot("gained", self.at)
        wanted = tuple(
            (first + e.names.resource(name, f"{self.at}/{name}/"), bounds) for name, bounds in self.amounts
        )
        return lambda state, frame: all(frame[slot] in bounds for slot, bounds in wanted)


@TESTS.add("building_column", inline="bounds")
@frozen(eq=False, repr=False)
class BuildingColumn(TestWord):
    """The building in question stands in one of these columns (1 to 4)."""

    steady: ClassVar[bool] = True

    bounds: Range = field(metadata=of(RANGE, "The columns."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot, bounds = e.known_slot("building", self.at), self.bounds
        return lambda state, frame: state.table.buildings[frame[slot]].column in bounds


@TESTS.add("building_row", inline="rows")
@frozen(eq=False, repr=False)
class BuildingRow(TestWord):
    """The building in question stands in one of these rows."""

    steady: ClassVar[bool] = True

    rows: tuple[str, ...] = field(metadata=of(Listing(Text("^[A-Z]$")), "The rows, by their letters."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot, rows = e.known_slot("building", self.at), frozenset(self.rows)
        return lambda state, frame: state.table.buildings[frame[slot]].row in rows


@TESTS.add("enemy_type", inline="among")
@frozen(eq=False, repr=False)
class EnemyTypeIs(TestWord):
    """The enemy in question, or else any enemy of this winter, is of one of these types."""

    looks_at: ClassVar[str] = ENEMY

    among: tuple[str, ...] = field(metadata=of(Listing(Text()), "The types."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        types = frozenset(e.names.enemy_type(name, self.at) for name in self.among)
        slot = e.slot_if_any("enemy")
        if slot is not None:
            card = slot
            return lambda state, frame: enemy_type(state, frame[card]) in types
        return lambda state, frame: any(enemy_type(state, card) in types for card in state.revealed)


@TESTS.add("enemy_strength", inline="bounds")
@frozen(eq=False, repr=False)
class EnemyStrength(TestWord):
    """The strength printed on this winter's enemy card is within bounds."""

    looks_at: ClassVar[str] = ENEMY

    bounds: Range = field(metadata=of(RANGE, "The printed strength."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        bounds = self.bounds
        return lambda state, frame: (
            bool(state.revealed) and state.table.enemies[state.revealed[0]].strength in bounds
        )


@TESTS.add("enemy_total", inline="bounds")
@frozen(eq=False, repr=False)
class EnemyTotal(TestWord):
    """The strength of this winter's enemies, with all that changes it, is within bounds."""

    looks_at: ClassVar[str] = ENEMY

    bounds: Range = field(metadata=of(RANGE, "The strength."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        bounds = self.bounds
        e.look_at(self, "enemy_card_strength", "enemy_total", "wins_ties")
        return lambda state, frame: enemy_total(state, frame[ME]) in bounds


@TESTS.add("outcome", inline="among")
@frozen(eq=False, repr=False)
class OutcomeIs(TestWord):
    """The player's battle ends (or has ended this winter) in one of these ways."""

    looks_at: ClassVar[str] = BATTLE

    among: tuple[str, ...] = field(metadata=of(Listing(Text(among=OUTCOMES)), "The outcomes."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        outcomes = frozenset(OUTCOMES.index(name) for name in self.among)
        slot = e.slot_if_any("outcome")
        if slot is None:
            e.need_player(self)
            return lambda state, frame: state.players[frame[ME]].outcome in outcomes
        at = slot
        return lambda state, frame: frame[at] in outcomes


@TESTS.add("holds", inline="resource")
@frozen(eq=False, repr=False)
class Holds(TestWord):
    """The player holds at least one of a resource."""

    resource: str = field(metadata=of(RESOURCE, "Which resource."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        number = e.names.resource(self.resource, self.at)
        return lambda state, frame: state.players[frame[ME]].stock[number] > 0


@TESTS.add("module", inline="among")
@frozen(eq=False, repr=False)
class ModuleIs(TestWord):
    """One of these packs is in play."""

    among: tuple[str, ...] = field(metadata=of(Listing(Text("^[a-z][a-z0-9-]*$")), "The packs."))

    def build(self, e: Emitter) -> Test:
        """Compile to a constant: packs are fixed when the rules are loaded."""
        there = self._is_there(e.names)
        return lambda state, frame: there

    def known(self, names: Names, players: int) -> bool | None:
        """Known with the rules."""
        return self._is_there(names)

    def _is_there(self, names: Names) -> bool:
        return bool(names.packs.intersection(self.among))


@TESTS.add("skipped", inline="what")
@frozen(eq=False, repr=False)
class Skipped(TestWord):
    """A card in force says that this does not happen."""

    what: str = field(metadata=of(Text(among=SKIPPED), "What."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        what = self.what
        return lambda state, frame: is_skipped(state, what)


@TESTS.add("nth", inline="bounds")
@frozen(eq=False, repr=False)
class Nth(TestWord):
    """It is the first of several in a row (1), the second (2), and so on."""

    bounds: Range = field(metadata=of(RANGE, "Which."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot, bounds = e.known_slot("nth", self.at), self.bounds
        return lambda state, frame: frame[slot] in bounds


# ------
# Tests made of others: compared values, not, all and any.


@frozen(eq=False, repr=False)
class Comparison(TestWord):
    """Two values compared."""

    compare: ClassVar[staticmethod[[int, int], bool]]

    sides: tuple[Value, ...] = field(metadata=of(PAIR, "The two values."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        if len(self.sides) != 2:
            raise e.error(self, "link.pair", "exactly two values are compared")
        compare, (one, other) = self.compare, self.sides
        left, right = e.number(one), e.number(other)
        if isinstance(other, int):
            return lambda state, frame: compare(left(state, frame), other)
        return lambda state, frame: compare(left(state, frame), right(state, frame))


@TESTS.add("equal", inline="sides")
@frozen(eq=False, repr=False)
class Equal(Comparison):
    """Two values are equal."""

    compare = staticmethod(operator.eq)


@TESTS.add("greater", inline="sides")
@frozen(eq=False, repr=False)
class Greater(Comparison):
    """The first value is greater than the second."""

    compare = staticmethod(operator.gt)


@TESTS.add("not", inline="test")
@frozen(eq=False, repr=False)
class Not(TestWord):
    """The test within does not hold."""

    test: TestWord = field(metadata=of(TESTS, "The test."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        inner = self.test.build(e)
        return lambda state, frame: not inner(state, frame)

    def known(self, names: Names, players: int) -> bool | None:
        """Known if the test within is."""
        found = self.test.known(names, players)
        return None if found is None else not found


@TESTS.add("all", inline="tests")
@frozen(eq=False, repr=False)
class AllOf(TestWord):
    """All of the tests within hold."""

    tests: tuple[TestWord, ...] = field(metadata=of(Listing(TESTS), "The tests."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        return e.test(self.tests)

    def known(self, names: Names, players: int) -> bool | None:
        """Known if one is known to fail, or all to hold."""
        found = [test.known(names, players) for test in self.tests]
        return False if False in found else None if None in found else True


@TESTS.add("any", inline="tests")
@frozen(eq=False, repr=False)
class AnyOf(TestWord):
    """At least one of the tests within holds."""

    tests: tuple[TestWord, ...] = field(metadata=of(Listing(TESTS), "The tests."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        inner = tuple(test.build(e) for test in self.tests)
        return lambda state, frame: any(test(state, frame) for test in inner)

    def known(self, names: Names, players: int) -> bool | None:
        """Known if one is known to hold, or all to fail."""
        found = [test.known(names, players) for test in self.tests]
        return True if True in found else None if None in found else False
