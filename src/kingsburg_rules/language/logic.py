"""Tests made of others: compared values, not, all and any."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.language.registry import TESTS, TestWord, of
from kingsburg_rules.language.shapes import Listing
from kingsburg_rules.language.values import PAIR, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.table import Test
    from kingsburg_rules.language.emitter import Emitter, Names


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
