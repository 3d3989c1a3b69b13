"""Branches that no game comes to, and abilities that never work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.lint.certainty import worlds_of
from kingsburg_rules.content.lint.linted import items_of
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.abilities import ModifierCard, Replacement, Trigger
from kingsburg_rules.language.course import EndGame, Win
from kingsburg_rules.language.flow import If, Who
from kingsburg_rules.language.registry import Node, Step
from kingsburg_rules.language.steps import Branch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.lint.certainty import World
    from kingsburg_rules.content.lint.linted import LintedPack
    from kingsburg_rules.language.registry import TestWord

    Conditional = Trigger | Replacement | ModifierCard | Branch | Who

_NEVER = "these tests can never hold together here, so what hangs on them is never done"


@lint_pass("unreachable")
def unreachable(pack: LintedPack) -> Iterator[Remark]:
    """A branch that cannot be reached, in no game with any packs, players and switches.

    Also an ability whose tests can never hold, and steps behind the end of the game.
    """
    for ability in pack.abilities:
        worlds = worlds_of(pack, ability)
        if not worlds:
            continue
        search = _Search()
        node = ability.node
        if isinstance(node, Trigger | Replacement | ModifierCard):
            worlds = search.where(worlds, node, node.if_)
        if worlds:
            search.steps(ability.steps, worlds)
        yield from search.found


@lint_pass("silent_moment")
def silent_moment(pack: LintedPack) -> Iterator[Remark]:
    """A moment that the pack brings, but that nothing opens."""
    for moment in pack.further.moments:
        if pack.is_own(moment) and not pack.course.opens(moment.id):
            message = f"nothing opens this moment; put 'window: {moment.id}' where it comes"
            yield Remark(f"{moment.at}/id", message)


@define(eq=False, repr=False)
class _Search:
    """A search for what is never done, with the worlds that lead there."""

    found: list[Remark] = field(factory=list[Remark])

    def where(
        self, worlds: tuple[World, ...], owner: Conditional, tests: Sequence[TestWord]
    ) -> tuple[World, ...]:
        """Give the worlds in which tests may hold; remark on it if there are none."""
        left = tuple(world for world in worlds if world.hold(tests) is not False)
        if not left:
            self.found.append(Remark(f"{owner.at}/if/", _NEVER))
        return left

    def steps(self, steps: Sequence[Step], worlds: tuple[World, ...]) -> bool:
        """Look through steps; tells whether the game is over behind them."""
        for k, step in enumerate(steps):
            if self._step(step, worlds):
                if k + 1 < len(steps):
                    self.found.append(Remark(f"{steps[k + 1].at}/", "the game is over before this is done"))
                return True
        return False

    def _step(self, step: Step, worlds: tuple[World, ...]) -> bool:
        match step:
            case Win() | EndGame(now=True):
                return True
            case If():
                return self._if(step, worlds)
            case _:
                self._inside(step, worlds)
                return False

    def _if(self, step: If, worlds: tuple[World, ...]) -> bool:
        """Look through both branches."""
        found = [world.hold(step.test) for world in worlds]
        then = tuple(world for world, holds in zip(worlds, found, strict=True) if holds is not False)
        other = tuple(world for world, holds in zip(worlds, found, strict=True) if holds is not True)
        ends = [True, True]
        if then:
            ends[0] = self.steps(step.then, then)
        else:
            self.found.append(Remark(f"{step.at}/then/", "no game comes here: the tests can never hold"))
        if other:
            ends[1] = self.steps(step.else_, other)
        elif step.else_:
            self.found.append(Remark(f"{step.at}/else/", "no game comes here: the tests always hold"))
        return all(ends)

    def _inside(self, node: Node, worlds: tuple[World, ...]) -> None:
        """Look through what stands in a step or an object."""
        if isinstance(node, Branch | Who) and node.if_:
            worlds = self.where(worlds, node, node.if_)
            if not worlds:
                return
        for items in items_of(node):
            inner = tuple(item for item in items if isinstance(item, Step))
            if inner:
                self.steps(inner, worlds)
            for item in items:
                if isinstance(item, Node) and not isinstance(item, Step):
                    self._inside(item, worlds)
