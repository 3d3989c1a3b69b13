"""Compiling once more to see which variables are set and read, by the very code that makes the programs.

So no list of words has to be kept, and words that are added later are understood, too.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.language.abilities import Replacement
from kingsburg_rules.language.emitter import Emitter, LinkError

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from kingsburg_rules.content.lint.linted import Ability, LintedPack
    from kingsburg_rules.engine.table import Test
    from kingsburg_rules.language.registry import Step, TestWord


@frozen
class Trace:
    """What an ability does with variables, which of them are `there` included.

    `sets` are the places where a variable is set, `read` are those that are read. `blind` are the places that
    read a variable which only another branch sets, with the variable.
    """

    sets: Mapping[str, Sequence[str]]
    read: frozenset[str]
    blind: Mapping[str, str]
    there: frozenset[str]


@define(eq=False, repr=False)
class _Fork:
    """A branch in the program: what may be set before it, and what may be behind it."""

    before: frozenset[str]
    after: set[str] = field(factory=set[str])


@define(eq=False, repr=False)
class Tracer(Emitter):
    """An emitter that remembers what it is told about variables."""

    sets: dict[str, list[str]] = field(factory=dict[str, list[str]])
    read: set[str] = field(factory=set[str])
    filled: set[str] = field(factory=set[str])
    forks: list[_Fork] = field(factory=list[_Fork])
    filling: list[tuple[int, str]] = field(factory=list[tuple[int, str]])
    looked: list[tuple[int, str, str]] = field(factory=list[tuple[int, str, str]])
    seeing: set[str] = field(factory=set[str])

    @property
    def trace(self) -> Trace:
        """What was found."""
        blind = {at: name for _, name, at in self.looked if at not in self.seeing}
        return Trace(self.sets, frozenset(self.read), blind, frozenset(self.slots))

    def slot(self, name: str) -> int:
        """Note that a variable is set."""
        self.sets.setdefault(name, []).append(self.at)
        self.filled.add(name)
        self.filling.append((self.here(), name))
        return super().slot(name)

    def known_slot(self, name: str, at: str) -> int:
        """Note that a variable is read."""
        self.read.add(name)
        if name in self.filled or name not in self.sets:
            self.seeing.add(at)
        else:
            self.looked.append((self.here(), name, at))
        return super().known_slot(name, at)

    def slot_if_any(self, name: str) -> int | None:
        """Note that a variable is looked for."""
        self.read.add(name)
        return super().slot_if_any(name)

    def either(
        self, test: Test, then: Sequence[Step], else_: Sequence[Step], tests: Sequence[TestWord] = ()
    ) -> None:
        """Compile a branch, each way with what was set before."""
        fork = _Fork(frozenset(self.filled), {*self.filled})
        self.forks.append(fork)
        super().either(test, then, else_, tests)
        self.forks.pop()
        self.filled = fork.after

    @contextmanager
    def given(self, tests: Sequence[TestWord], *, holding: bool) -> Generator[None, None, None]:
        """Compile one way of a branch."""
        fork = self.forks[-1] if self.forks else None
        if fork is not None:
            self.filled = {*fork.before}
        with super().given(tests, holding=holding):
            yield
        if fork is not None:
            fork.after |= self.filled

    def back_to(self, target: int) -> None:
        """Note a loop: what is set in it may have been set in the round before."""
        again = {name for here, name in self.filling if here >= target}
        self.looked = [each for each in self.looked if each[0] < target or each[1] not in again]
        super().back_to(target)


def trace(pack: LintedPack, ability: Ability) -> Trace | None:
    """Compile the steps of an ability; None if they do not compile, which others complain about."""
    names = pack.names
    card = -1 if ability.card is None else pack.numbers[ability.card.at]
    tracer = Tracer(names, 0, card)
    moment = names.events.get(ability.moment)
    payload = () if moment is None else names.moments[moment].payload
    tracer.declare(payload)
    try:
        tracer.test(ability.tests)
        tracer.steps(ability.steps)
    except LinkError:
        return None
    if isinstance(ability.node, Replacement):
        tracer.read.update(payload)
    return tracer.trace
