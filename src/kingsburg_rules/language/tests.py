"""Tests: conditions on the state of the game.

Tests are written as a map; all its entries must hold. The name of a fact is a test too: `{year: {max: 4}}`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import ME
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.loop import charge_work
from kingsburg_rules.engine.stats import enemy_type, granted, numbers_of
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import all_of
from kingsburg_rules.language.registry import TESTS, TestWord, all_known, compiles
from kingsburg_rules.language.shapes import (
    ID_PATTERN,
    VARIABLE_PATTERN,
    Flag,
    Listing,
    Mapping,
    Schema,
    Several,
    ShapeError,
    Text,
    as_object,
)
from kingsburg_rules.language.switches import switch_shape
from kingsburg_rules.language.values import (
    A_SEASON,
    AN_OUTCOME,
    ANY_PAIR,
    BEYOND,
    BOUNDS,
    PAIR,
    THIS,
    Bounds,
    Literal,
    Value,
    Variable,
    amount_in,
    bounded,
    bounded_variable,
    bounds_test,
    fact_of,
    known_things,
    look_here,
    one_of,
    written_down,
)
from kingsburg_rules.language.vocabulary import (
    BATTLE,
    CARD,
    ENEMY,
    NUMBER,
    OUTCOME,
    PAID,
    PLAYER,
    PRODUCTIVE,
    RESOURCES,
    SEASON,
    SEASONS,
)

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame, Number, Test
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter, Names
    from kingsburg_rules.language.facts import Fact


RESOURCE_BOUNDS: Final = Mapping(
    lambda: tuple((r.name, r.doc) for r in RESOURCES),
    BOUNDS,
    others="A resource added by a pack.",
    variables="The resource in a variable.",
)


HELD: Final = "how much the player holds of a resource added by a pack"


class TestsShape:
    """A map of tests that must all hold: words, and facts with bounds."""

    def read(self, data: object, at: str) -> tuple[TestWord, ...]:
        """Read every entry, in the order written."""
        found = as_object(data, at)
        if not found:
            raise ShapeError(at)
        return tuple(self._test(name, argument, at) for name, argument in found.items())

    def _test(self, name: str, argument: object, at: str) -> TestWord:
        if name.startswith("$"):
            return VariableIs(name[1:], BOUNDS.read(argument, f"{at}/{name}"), at=f"{at}/{name}")
        if name in TESTS.words:
            return TESTS.word(name, argument, at)
        return FactIs(name, BOUNDS.read(argument, f"{at}/{name}"), at=f"{at}/{name}")

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": "#/$defs/tests"}

    def definition(self) -> Schema:
        """Describe the map; the facts of the game and of a player are tests by their names."""
        facts = {name: {**BOUNDS.schema(), "description": doc} for name, doc in testable_facts()}
        words = as_object(TESTS.definition()["properties"], "")
        # Names that are no tests are resources of packs: the pattern must not cover the words.
        others = f"^(?!(?:{'|'.join((*facts, *words))})$)[a-z][a-z0-9_]*$"
        return {
            "type": "object",
            "description": "Tests; all must hold.",
            "properties": {**facts, **words},
            "patternProperties": {
                others: {
                    **BOUNDS.definition(),
                    "title": HELD,
                    "description": "How much the player holds of it.",
                },
                VARIABLE_PATTERN: {**BOUNDS.schema(), "description": "A number in a variable."},
            },
            "additionalProperties": False,
            "minProperties": 1,
        }


IF: Final = TestsShape()


def testable_facts() -> tuple[tuple[str, str], ...]:
    """List the facts that are tests by their names, with what they say."""
    facts = [fact for fact in (*FACTS[GAME].values(), *FACTS[PLAYER].values()) if fact.gives == NUMBER]
    return (*((fact.name, fact.doc) for fact in facts), *((r.name, r.doc) for r in RESOURCES))


@node
class FactIs(TestWord):
    """A fact of the game or of this player is within bounds; a fact without a value never is."""

    word = "fact"

    name: str = key(Text(ID_PATTERN), "Which fact.")
    bounds: Bounds = key(BOUNDS, "The bounds.")

    def known(self, names: Names, players: int) -> bool | None:
        """Known for the number of players, as soon as it is known how many play."""
        return players in self.bounds.fixed if self.name == "players" and self.bounds.fixed else None


@compiles(FactIs)
def _build_fact_is(word: FactIs, e: Emitter) -> Test:
    fact = FACTS[GAME].get(word.name) or _player_fact(word, e)
    # Before the roll, say, a total is 0: without this it would pass `{max: 3}`.
    silent, look, ends = fact is not None and fact.silent, look_here(word, e, word.name), word.bounds.ends
    if ends is not None:
        low, high = max(1, ends[0]) if silent else ends[0], ends[1]
        return lambda state, frame: low <= look(state, frame[ME]) <= high
    inside, least = bounds_test(word.bounds, e), 1 if silent else -BEYOND
    return lambda state, frame: (found := look(state, frame[ME])) >= least and inside(state, frame, found)


def _player_fact(word: FactIs, e: Emitter) -> Fact | None:
    try:
        return fact_of(e, PLAYER, word.name, word.at)
    except ValueError as error:
        known = (*TESTS.words, *(name for name, _ in testable_facts()), *e.compiled.resource)
        raise e.mistake(f"{word.at}/", "link.test", unknown(word.name, known), word.name) from error


@node
class VariableIs(TestWord):
    """A number in a variable is within bounds."""

    word = "variable"

    name: str = key(Text(ID_PATTERN), "Which variable.")
    bounds: Bounds = key(BOUNDS, "The bounds.")


@compiles(VariableIs)
def _build_variable_is(word: VariableIs, e: Emitter) -> Test:
    return bounded_variable(Variable(word.name, at=word.at), word.bounds, e)


@TESTS.add("season", inline="among")
@node
class SeasonIs(TestWord):
    """It is one of these seasons; for a building, also any productive season if a card makes its row work."""

    among: tuple[Value, ...] = key(Several(A_SEASON), "The seasons.")

    @property
    def seasons(self) -> frozenset[str]:
        """The seasons that it can mean: those written down, or all if some are known only in play."""
        return frozenset(written_down(self.among) or SEASONS[1:])


@compiles(SeasonIs)
def _build_season_is(step: SeasonIs, e: Emitter) -> Test:
    is_one, among = one_of(step.among, SEASON, e, step.at), known_things(step.among, SEASON)
    seasons = frozenset(SEASONS.index(name) for name in step.seasons)
    building = e.compiled.buildings.get(e.card)
    # A card may let a row of buildings work in every productive season (`any_season`).
    productive = frozenset(SEASONS.index(name) for name in PRODUCTIVE)
    if building is None or seasons.isdisjoint(productive):
        if among is not None:
            return lambda state, frame: state.season in among
        return lambda state, frame: is_one(state, frame, state.season)
    row = ord(building.row)

    def check(state: State, frame: Frame) -> bool:
        season, who = state.season, frame[ME]
        if season in among if among is not None else is_one(state, frame, season):
            return True
        if season not in productive or "any_season" not in state.permitting:
            return False
        return any(row in numbers_of(state, allowed, who) for allowed in granted(state, who, "any_season"))

    return check


@TESTS.add("phase", inline="among")
@node
class PhaseIs(TestWord):
    """It is one of these phases of the year."""

    among: tuple[str, ...] = key(Several(Text(ID_PATTERN)), "The phases.")


@compiles(PhaseIs)
def _build_phase_is(step: PhaseIs, e: Emitter) -> Test:
    known = dict.fromkeys(e.names.phases, 0)
    for name in step.among:
        e.names.find("phase", known, name, step.at)
    names = frozenset(step.among)
    return lambda state, frame: state.compiled.phases[state.phase] in names


@TESTS.add("last_year", inline="is_it")
@node
class LastYear(TestWord):
    """This year is the last one or, with false, it is not."""

    is_it: bool = key(Flag(), "Whether it must be the last year.")

    def build(self, e: Emitter) -> Test:
        """Compile."""
        return _last_year(self.is_it)


def _last_year(is_it: bool) -> Test:  # noqa: FBT001
    return lambda state, frame: (state.ending or state.year >= state.compiled.years) == is_it


@TESTS.add("switch", inline="values")
@node
class SwitchIs(TestWord):
    """Rule switches of the edition have these values."""

    values: tuple[tuple[str, str], ...] = key(switch_shape(), "The switches with their required values.")

    def known(self, names: Names, players: int) -> bool | None:
        """Known with the rules."""
        return _holds(self, names)


@compiles(SwitchIs)
def _build_switch_is(word: SwitchIs, e: Emitter) -> Test:
    """Compile to a constant: switches are fixed when the rules are loaded."""
    holds = _holds(word, e.names)
    return lambda state, frame: holds


def _holds(word: SwitchIs, names: Names) -> bool:
    return all(names.compiled.switches[name] == value for name, value in word.values)


@node
class BagTest(TestWord):
    """Amounts in one of the bags that a moment brings are within bounds."""

    amounts: tuple[tuple[str, Bounds], ...] = key(
        RESOURCE_BOUNDS, "The bounds by resource; `good` means all goods."
    )


@compiles(BagTest)
def _build_bag_test(word: BagTest, e: Emitter) -> Test:
    tests = [bounded(amount_in(e, word.word, name, word.at), bounds, e) for name, bounds in word.amounts]
    return all_of(tests, word.at)


@TESTS.add("gained", inline="amounts")
@node
class Gained(BagTest):
    """The amounts that the player has just gained are within bounds; what was traded is not gained."""

    reads = ("gained",)


@TESTS.add("received", inline="amounts")
@node
class Received(BagTest):
    """The amounts by which the player now has more than before are within bounds, however they came."""

    reads = ("received",)


@TESTS.add("paid", inline="amounts")
@node
class Paid(BagTest):
    """The amounts that were paid are within bounds; see the value [`paid`](#value-paid)."""

    reads = (PAID,)


@TESTS.add("enemy", inline="among")
@node
class EnemyTypeIs(TestWord):
    """The enemy in question, or else any that fights now, is of one of these types."""

    needs = ENEMY
    reads = ("enemy",)

    among: tuple[str, ...] = key(Several(Text()), "The kinds of enemy.")


@compiles(EnemyTypeIs)
def _build_enemy_type_is(word: EnemyTypeIs, e: Emitter) -> Test:
    types = frozenset(e.names.enemy_type(name, word.at) for name in word.among)
    slot = e.slots.get("enemy")
    if slot is not None:
        card = slot
        return lambda state, frame: enemy_type(state, frame[card]) in types

    def fights(state: State, _: Frame) -> bool:
        for enemy in state.foes or state.revealed:  # noqa: SIM110 -- a generator costs a call for each
            if enemy_type(state, enemy) in types:
                return True
        return False

    return fights


@TESTS.add("outcome", inline="among")
@node
class OutcomeIs(TestWord):
    """The player's battle ends (or has ended this winter) in one of these ways."""

    needs = BATTLE
    reads = ("outcome",)

    among: tuple[Value, ...] = key(Several(AN_OUTCOME), "The outcomes.")


@compiles(OutcomeIs)
def _build_outcome_is(word: OutcomeIs, e: Emitter) -> Test:
    is_one, slot = one_of(word.among, OUTCOME, e, word.at), e.slots.get("outcome")
    if slot is None:
        e.need_player(word)
        return lambda state, frame: is_one(state, frame, state.players[frame[ME]].outcome)
    at = slot
    return lambda state, frame: is_one(state, frame, frame[at])


@TESTS.add("module", inline="among")
@node
class ModuleIs(TestWord):
    """One of these packs is in play."""

    among: tuple[str, ...] = key(Several(Text("^[a-z][a-z0-9-]*$")), "The packs.")

    def known(self, names: Names, players: int) -> bool | None:
        """Known with the rules."""
        return _is_there(self, names)


@compiles(ModuleIs)
def _build_module_is(word: ModuleIs, e: Emitter) -> Test:
    """Compile to a constant: packs are fixed when the rules are loaded."""
    there = _is_there(word, e.names)
    return lambda state, frame: there


def _is_there(word: ModuleIs, names: Names) -> bool:
    return bool(names.packs.intersection(word.among))


# ------
# Tests made of other parts: compared values, not, all and any.


@node
class Comparison(TestWord):
    """Two values compared; `compare` says how."""

    compare = staticmethod(operator.gt)

    sides: tuple[Value, ...] = key(PAIR, "The two values.")

    def compared(self, e: Emitter, one: Value, other: Value) -> tuple[Number, Number]:
        """Compile both sides."""
        return e.number(one), e.number(other)


@compiles(Comparison)
def _build_comparison(word: Comparison, e: Emitter) -> Test:
    # The shape is that of a sum or a product, which may have more parts.
    if len(word.sides) != 2:
        raise e.error(word, "link.pair", "exactly two values are compared")
    compare, (one, other) = word.compare, word.sides
    left, right = word.compared(e, one, other)
    # Mostly the other side is a plain number, and a call less for each look.
    if isinstance(other, int):
        return lambda state, frame: compare(left(state, frame), other)
    return lambda state, frame: compare(left(state, frame), right(state, frame))


@TESTS.add("equal", inline="sides")
@node
class Equal(Comparison):
    """Two numbers are equal, or two things of one type are the same."""

    compare = staticmethod(operator.eq)

    sides: tuple[Value, ...] = key(ANY_PAIR, "The two values.")

    def compared(self, e: Emitter, one: Value, other: Value) -> tuple[Number, Number]:
        """Compile both sides, which are of one type."""
        kind = e.kind_of(one) or e.kind_of(other)
        if not kind:
            raise e.error(self, "link.type", "the type of what is compared here is not clear")
        sides = e.thing(one, kind, f"{self.at}/0"), e.thing(other, kind, f"{self.at}/1")
        # The name of a card stands for all its copies; two variables may hold two of them.
        if kind == CARD and any(isinstance(side, Literal) and side.name != THIS for side in (one, other)):
            return _first_copy(sides[0]), _first_copy(sides[1])
        return sides


def _first_copy(value: Number) -> Number:
    """Compile a card to its first copy; nothing stays nothing."""

    def first(state: State, frame: Frame) -> int:
        card = value(state, frame)
        return state.compiled.cards[card].first if card >= 0 else card

    return first


@TESTS.add("greater", inline="sides")
@node
class Greater(Comparison):
    """The first number is greater than the second."""


@TESTS.add("not", inline="tests")
@node
class Not(TestWord):
    """At least one of the tests inside fails."""

    tests: tuple[TestWord, ...] = key(IF, "The tests.")

    def known(self, names: Names, players: int) -> bool | None:
        """Known if it is known whether the tests within hold together."""
        found = all_known(self.tests, names, players)
        return None if found is None else not found


@compiles(Not)
def _build_not(word: Not, e: Emitter) -> Test:
    inner = e.test(word.tests)
    return lambda state, frame: not inner(state, frame)


GROUPS_OF_TESTS: Final = Listing(IF, least=2)


@TESTS.add("all", inline="groups")
@node
class AllOf(TestWord):
    """All of several groups of tests hold; needed for two tests of the same name."""

    groups: tuple[tuple[TestWord, ...], ...] = key(GROUPS_OF_TESTS, "The groups of tests.")

    def build(self, e: Emitter) -> Test:
        """Compile."""
        return e.test(tuple(test for group in self.groups for test in group))

    def known(self, names: Names, players: int) -> bool | None:
        """Known if one is known to fail, or all to hold."""
        return all_known([test for group in self.groups for test in group], names, players)


@TESTS.add("any", inline="groups")
@node
class AnyOf(TestWord):
    """At least one of several groups of tests holds."""

    groups: tuple[tuple[TestWord, ...], ...] = key(GROUPS_OF_TESTS, "The groups of tests.")

    def known(self, names: Names, players: int) -> bool | None:
        """Known if one is known to hold, or all to fail."""
        found = [all_known(group, names, players) for group in self.groups]
        return True if True in found else None if None in found else False


@compiles(AnyOf)
def _build_any_of(word: AnyOf, e: Emitter) -> Test:
    inner = tuple(e.test(group) for group in word.groups)

    def any_holds(state: State, frame: Frame) -> bool:
        charge_work(state, len(inner), word.at)
        for test in inner:  # noqa: SIM110 -- a generator costs a call for each
            if test(state, frame):
                return True
        return False

    return any_holds
