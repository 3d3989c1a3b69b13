"""What is certain about tests before anybody plays: whether they hold in every game, or in none.

A *world* is a kind of game: so many players, these packs in play, these rule switches. Tests are made in all
worlds that there can be. A test that fails in each of them, however the game goes, can never hold.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from kingsburg_rules.content.lint.linted import keys_of
from kingsburg_rules.content.lint.spans import equal, greater, span, stock, within
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.language.cards import BuildingCard
from kingsburg_rules.language.logic import AllOf, AnyOf, Equal, Greater, Not
from kingsburg_rules.language.shapes import Range, is_list
from kingsburg_rules.language.tests import SWITCHES, Has, ModuleIs, SeasonIs, SwitchIs, YearIs
from kingsburg_rules.language.vocabulary import PRODUCTIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.content.lint.linted import Ability, LintedPack
    from kingsburg_rules.content.lint.spans import Span
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.registry import Node, TestWord
    from kingsburg_rules.language.values import Value

MOST_WORLDS = 1000
"""When tests tell more worlds apart than this, nothing is said about them."""


@frozen(eq=False)
class World:
    """A kind of game, seen from an ability: `seasons` are those in which it may work, `None` if unknown."""

    names: Names
    players: int
    seasons: frozenset[str] | None = None
    of_building: bool = False

    def hold(self, tests: Iterable[TestWord]) -> bool | None:
        """Whether tests hold together, or at least one never does; None if only play will tell."""
        found = {self.holds(test) for test in tests}
        return False if False in found else None if None in found else True

    def holds(self, test: TestWord) -> bool | None:
        """Whether a test always holds, or never."""
        match test:
            case Not(test=inner):
                found = self.holds(inner)
                return None if found is None else not found
            case AllOf(tests=inner):
                return self.hold(inner)
            case AnyOf(tests=inner):
                told = {self.holds(each) for each in inner}
                return True if True in told else None if None in told else False
            case SeasonIs(among=among):
                return self._season(frozenset(among))
            case _:
                return self._compared(test)

    def _compared(self, test: TestWord) -> bool | None:
        """Compare what numbers can be; other tests know themselves."""
        match test:
            case YearIs(bounds=bounds):
                return within((0, self.names.table.years), bounds)
            case Has(amounts=amounts):
                told = {within(stock(self.names, name), bounds) for name, bounds in amounts}
                return False if False in told else None if None in told else True
            case Equal(sides=(left, right)):
                return equal(self._span(left), self._span(right))
            case Greater(sides=(left, right)):
                return greater(self._span(left), self._span(right))
            case _:
                return False if _is_empty(test) else test.known(self.names, self.players)

    def _span(self, value: Value) -> Span:
        return span(value, self.names, self.players)

    def _season(self, among: frozenset[str]) -> bool | None:
        """Buildings may work in other productive seasons, too, if a card lets their row."""
        if self.seasons is None:
            return None
        if self.seasons <= among:
            return True
        widened = among | frozenset(PRODUCTIVE) if self.of_building else among
        return None if self.seasons & widened else False


def _is_empty(test: TestWord) -> bool:
    """Whether a test wants a number between bounds that leave none."""
    bounds = (getattr(test, name) for name, _ in keys_of(type(test)))
    return any(
        isinstance(each, Range)
        and each.least is not None
        and each.most is not None
        and each.least > each.most
        for each in bounds
    )


def worlds_of(pack: LintedPack, ability: Ability) -> tuple[World, ...]:
    """List the worlds that the tests of an ability may tell apart; none if they are too many."""
    seasons = pack.course.at(ability.moment).seasons if ability.moment else None
    of_building = isinstance(ability.card, BuildingCard)
    kinds = _kinds(pack.names, ability.words, _conflicts(pack))
    return tuple(
        World(names, players, seasons, of_building)
        for names in kinds
        for players in range(FEWEST_PLAYERS, MOST_SEATS + 1)
    )


def _conflicts(pack: LintedPack) -> frozenset[str]:
    """List the packs with which a pack is never in play."""
    info = pack.found.info
    named = info.data.get("conflicts") if info is not None else None
    return frozenset(map(str, named)) if is_list(named) else frozenset()


def _kinds(names: Names, found: Sequence[Node], never: frozenset[str]) -> list[Names]:
    """List the names with all mixtures of packs and switches that words ask for."""
    packs, switches = set[str](), set[str]()
    for word in found:
        if isinstance(word, ModuleIs):
            packs.update(word.among)
        elif isinstance(word, SwitchIs):
            switches.update(name for name, _ in word.values)
    if not packs and not switches:
        return [names]
    asked = sorted(packs - names.packs - never)
    values = [SWITCHES[name][1] for name in sorted(switches)]
    if 2 ** len(asked) * math.prod(map(len, values)) > MOST_WORLDS:
        return []
    kinds: list[Names] = []
    for chosen in product(*values):
        table = evolve_switches(names, dict(zip(sorted(switches), chosen, strict=True)))
        for mask in product((False, True), repeat=len(asked)):
            there = frozenset(pack for pack, is_there in zip(asked, mask, strict=True) if is_there)
            kinds.append(evolve(table, packs=names.packs | there))
    return kinds


def evolve_switches(names: Names, switches: dict[str, str]) -> Names:
    """Give names with other values of some rule switches."""
    if not switches:
        return names
    return evolve(names, table=evolve(names.table, switches={**names.table.switches, **switches}))
