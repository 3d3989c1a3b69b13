"""Tests that always or never hold, as far as declarations alone say so.

Facts declare between which numbers they are, moments the seasons in which they come, and rule switches their
values. A test claims that one of these is among some values. Comparing the claim with the declaration shows
whether it can hold, and comparing claims with each other whether they can hold together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.tests import (
    AllOf,
    AnyOf,
    Equal,
    FactIs,
    Greater,
    ModuleIs,
    Not,
    SeasonIs,
    SwitchIs,
)
from kingsburg_rules.language.values import FactValue
from kingsburg_rules.language.vocabulary import PLAYER, PRODUCTIVE, SEASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.registry import TestWord

Values: TypeAlias = "tuple[float, float] | frozenset[str]"
"""The least and the most that a number can be, or names."""

_THERE, _AWAY = "there", "away"
_SEASON, _SWITCH, _MODULE, _OF_THING = "season", "switch ", "module ", "thing "
"""Subjects of claims, besides facts of the game and the player by their names."""


@frozen(eq=False)
class Certainty:
    """Everything that is certain about an ability before anybody plays.

    `seasons` are those in which it can work, and `never` the packs that are never in play with it.
    """

    names: Names
    seasons: frozenset[str] = frozenset(SEASONS)
    of_building: bool = False
    never: frozenset[str] = frozenset()

    def hold(self, tests: Sequence[TestWord], under: Sequence[TestWord] = ()) -> bool | None:
        """Return whether tests always hold together, or never do; None if only play shows it.

        `under` are tests around them, which hold.
        """
        found = {self.holds(test) for test in flattened(tests)}
        if False in found or self._contradict((*under, *tests)):
            return False
        return None if None in found else True

    def holds(self, test: TestWord) -> bool | None:
        """Return whether a test always holds, or never does; None if only play shows it."""
        match test:
            case Not(tests=tests):
                found = self.hold(tests)
                return None if found is None else not found
            case AllOf(groups=groups):
                return self.hold([each for group in groups for each in group])
            case AnyOf(groups=groups):
                either = {self.hold(group) for group in groups}
                return True if True in either else None if None in either else False
            case _:
                claim = _claim(test)
                return None if claim is None else self._compared(*claim)

    def possible(self, subject: str) -> Values:
        """Return the declared values of what a test is about, such as a fact."""
        if subject == _SEASON:
            return self.seasons
        if subject.startswith(_MODULE):
            pack = subject.removeprefix(_MODULE)
            known = {_THERE} if pack in self.names.packs else {_AWAY} if pack in self.never else set[str]()
            return frozenset(known) or _every(subject)
        return _every(subject) if subject.startswith(_SWITCH) else self._span(subject)

    def _span(self, fact: str) -> tuple[float, float]:
        """Return between which numbers a fact is: of the game or the player, or of any thing."""
        of_thing, name = fact.startswith(_OF_THING), fact.removeprefix(_OF_THING)
        kinds = [kind for kind in FACTS if of_thing or kind in (GAME, PLAYER)]
        ends = [(found.least, found.most) for kind in kinds for found in [FACTS[kind].get(name)] if found]
        table = self.names.table
        if name in table.resource:
            held = table.resources[table.resource[name]]
            ends.append((held.minimum, held.limit))
        spans = [_ends(*each) for each in ends] or [_ends(None, None)]
        return min(low for low, _ in spans), max(high for _, high in spans)

    def _compared(self, subject: str, wanted: Values) -> bool | None:
        possible = self.possible(subject)
        common = _overlap(possible, wanted)
        if common is not None:
            return True if common == possible else None
        # A permission may let a building work in the other productive seasons, too.
        elsewhere = self.of_building and subject == _SEASON and {*PRODUCTIVE}.intersection(wanted)
        return None if elsewhere and self.seasons.intersection(PRODUCTIVE) else False

    def _contradict(self, tests: Iterable[TestWord]) -> bool:
        left: dict[str, Values] = {}
        for subject, values in filter(None, map(_claim, flattened(tests))):
            if subject.startswith(_OF_THING):
                continue  # it may be another thing each time
            common = _overlap(left.get(subject, values), values)
            if common is None:
                return True
            left[subject] = common
        return False


def flattened(tests: Iterable[TestWord]) -> list[TestWord]:
    """List tests that must all hold, with those that `all` holds together."""
    found: list[TestWord] = []
    for test in tests:
        inner = [each for group in test.groups for each in group] if isinstance(test, AllOf) else None
        found += [test] if inner is None else flattened(inner)
    return found


def is_constant(test: TestWord) -> bool:
    """Return whether a test is about what no game changes: its players, packs or switches."""
    subject, _ = _claim(test) or ("", None)
    return subject == "players" or subject.startswith((_MODULE, _SWITCH))


def _claim(test: TestWord) -> tuple[str, Values] | None:
    """Return what a test is about, and the values with which it holds; None if no declaration is about it."""
    match test:
        case FactIs(name=name, bounds=bounds) if bounds.fixed is not None:
            return name, _ends(bounds.fixed.least, bounds.fixed.most)
        case Equal() | Greater():
            return _of_fact(test)
        case SeasonIs(among=among):
            return _SEASON, frozenset(among)
        case SwitchIs(values=((name, value),)):
            return _SWITCH + name, frozenset({value})
        case ModuleIs(among=(name,)):
            return _MODULE + name, frozenset({_THERE})
        case Not(tests=(inner,)):
            claim = _claim(inner)
            return None if claim is None else _negated(*claim)
        case _:
            return None


def _of_fact(test: Equal | Greater) -> tuple[str, Values] | None:
    """Return the claim of a comparison of a fact with a plain number."""
    ends: Values
    match test.sides:
        case (FactValue(which=fact), int(number)):
            ends = (number + 1, math.inf)
        case (int(number), FactValue(which=fact)):
            ends = (-math.inf, number - 1)
        case _:
            return None
    subject = fact.name if fact.thing is None else _OF_THING + fact.name
    return subject, (number, number) if isinstance(test, Equal) else ends


def _negated(subject: str, values: Values) -> tuple[str, Values] | None:
    if isinstance(values, frozenset):
        return subject, _every(subject) - values
    least, most = values
    if math.isinf(least):
        return subject, (most + 1, math.inf)
    return (subject, (-math.inf, least - 1)) if math.isinf(most) else None


def _every(subject: str) -> frozenset[str]:
    if subject.startswith(_SWITCH):
        return frozenset(SWITCHES[subject.removeprefix(_SWITCH)].values)
    return frozenset(SEASONS) if subject == _SEASON else frozenset({_THERE, _AWAY})


def _ends(least: int | None, most: int | None) -> tuple[float, float]:
    return -math.inf if least is None else least, math.inf if most is None else most


def _overlap(one: Values, other: Values) -> Values | None:
    """Return the values that two declarations share; None if they share none."""
    if isinstance(one, frozenset):
        return one.intersection(other) or None
    if isinstance(other, frozenset):
        return None
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None
