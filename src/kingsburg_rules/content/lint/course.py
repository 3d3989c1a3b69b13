"""The course of the game: at which moments what lies on the table, as the calendar has it.

The calendar is walked as the game would go, both ways at each branch, so that what is missing at a moment
here is missing there in every game of these packs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.content.lint.linted import items_of
from kingsburg_rules.language.course import Phase, Run, Window
from kingsburg_rules.language.registry import THINGS, Node, Step
from kingsburg_rules.language.vocabulary import SEASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.lint.linted import Ability
    from kingsburg_rules.language.calendar import Calendar

ANY_TIME = ("ability.used", "card.entered")
"""Moments that cards of packs nobody knows here may bring about whenever they work."""


@frozen
class Scene:
    """What may lie on the table, and which season it may be."""

    things: frozenset[str] = frozenset()
    seasons: frozenset[str] = frozenset({SEASONS[0]})

    def __or__(self, other: Scene) -> Scene:
        """Be in one or in the other."""
        return Scene(self.things | other.things, self.seasons | other.seasons)


ANYTHING = Scene(frozenset(THINGS), frozenset(SEASONS))


@define(eq=False, repr=False)
class Course:
    """The scenes of all moments that there are; of others nothing can be said."""

    scenes: dict[str, Scene] = field(factory=dict[str, Scene])

    def at(self, moment: str) -> Scene:
        """Give what may be there at a moment: anything, if it is not known when it comes."""
        return self.scenes.get(moment, ANYTHING)

    def opens(self, moment: str) -> bool:
        """Whether anything opens a moment."""
        return moment in self.scenes or moment in ANY_TIME

    def meet(self, moment: str, scene: Scene) -> bool:
        """Note that a moment comes in a scene; tells whether that was not known yet."""
        if moment in ANY_TIME:
            scene = ANYTHING
        known = self.scenes.get(moment)
        self.scenes[moment] = scene if known is None else known | scene
        return self.scenes[moment] != known


def course_of(calendar: Calendar, abilities: Iterable[Ability]) -> Course:
    """Find out what lies on the table when; `abilities` are those of all cards."""
    reactions = list(_reactions(abilities))
    walk = _Walk({sequence.id: sequence.do for sequence in calendar.sequences}, _brought(reactions))
    at_first = walk.through(calendar.setup, Scene())
    after = walk.through(calendar.year, at_first)
    walk.through(calendar.end, walk.through(calendar.year, at_first | after))
    changed = True
    while changed:
        changed = False
        for moment, steps in reactions:
            if walk.course.opens(moment):
                scene = walk.course.at(moment)
                for step in steps:
                    for opened in openings(step):
                        changed = walk.course.meet(opened, scene) or changed
    return walk.course


def openings(step: Step) -> tuple[str, ...]:
    """List the moments that a step opens by itself."""
    return (step.event,) if isinstance(step, Window) else step.opens


def _reactions(abilities: Iterable[Ability]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    for ability in abilities:
        if ability.moment:
            yield ability.moment, tuple(word for word in ability.words if isinstance(word, Step))


def _brought(reactions: Iterable[tuple[str, tuple[Step, ...]]]) -> dict[str, frozenset[str]]:
    """Tell what cards may lay on the table at each moment."""
    found: dict[str, frozenset[str]] = {}
    for moment, steps in reactions:
        things = frozenset(thing for step in steps for thing in step.brings)
        found[moment] = found.get(moment, frozenset()) | things
    return found


@define(eq=False, repr=False)
class _Walk:
    """The way through the calendar."""

    sequences: Mapping[str, tuple[Step, ...]]
    brought: Mapping[str, frozenset[str]]
    course: Course = field(factory=Course)
    running: list[str] = field(factory=list[str])

    def through(self, steps: Sequence[Step], scene: Scene) -> Scene:
        """Walk through steps; gives the scene behind them."""
        for step in steps:
            scene = self._past(step, scene)
        return scene

    def _past(self, step: Step, scene: Scene) -> Scene:
        if isinstance(step, Phase):
            season = frozenset({step.season or SEASONS[0]})
            return self.through(step.do, Scene(scene.things, season))
        if isinstance(step, Run):
            return self._run(step.sequence, scene)
        scene = Scene(scene.things | frozenset(step.brings), scene.seasons)
        for moment in openings(step):
            self.course.meet(moment, scene)
            scene = Scene(scene.things | self.brought.get(moment, frozenset()), scene.seasons)
        for inner in _blocks(step):
            scene |= self.through(inner, scene)
        return Scene(scene.things - frozenset(step.clears), scene.seasons)

    def _run(self, sequence: str, scene: Scene) -> Scene:
        if sequence in self.running or sequence not in self.sequences:
            return scene
        self.running.append(sequence)
        scene = self.through(self.sequences[sequence], scene)
        self.running.pop()
        return scene


def _blocks(node: Node) -> Iterator[tuple[Step, ...]]:
    """List the lists of steps that stand in a step, or in an object in it."""
    for items in items_of(node):
        inner = tuple(item for item in items if isinstance(item, Step))
        if inner:
            yield inner
        for item in items:
            if isinstance(item, Node) and not isinstance(item, Step):
                yield from _blocks(item)
