"""Triggers that set themselves off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.certainty import worlds_of
from kingsburg_rules.content.lint.course import openings
from kingsburg_rules.content.lint.linted import is_of_the_game
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.abilities import Trigger
from kingsburg_rules.language.course import Run
from kingsburg_rules.language.flow import EachPlayer, ForEach
from kingsburg_rules.language.registry import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.lint.linted import Ability, LintedPack

_USED = "ability.used"


@lint_pass("sets_itself_off")
def sets_itself_off(pack: LintedPack) -> Iterator[Remark]:
    """A trigger that can trigger itself without end, alone or together with others of its card.

    It works `unlimited`, and what it does brings its own moment about for the same player again. A trigger
    that a test or a cost can stop is left in peace.
    """
    sequences = {sequence.id: sequence.do for sequence in pack.calendar.sequences}
    chains: dict[str, list[tuple[Trigger, frozenset[str]]]] = {}
    for ability in pack.abilities:
        trigger = ability.node
        if isinstance(trigger, Trigger) and ability.card is not None and _runs_free(pack, ability, trigger):
            opened = frozenset(_opened(trigger.do, sequences, ()))
            if not is_of_the_game(ability.card):
                opened |= {_USED}  # whoever uses an ability brings this about
            chains.setdefault(ability.card.at, []).append((trigger, opened))
    for chain in chains.values():
        told = frozenset[str]()
        for trigger, opened in chain:
            follows = _closure(opened, chain)
            if trigger.when in follows and trigger.when not in told:
                told |= follows
                message = f"this brings about '{trigger.when}' again, and so on without end"
                yield Remark(f"{trigger.at}/when", f"{message}; limit its 'uses', or test for what ends it")


def _runs_free(pack: LintedPack, ability: Ability, trigger: Trigger) -> bool:
    """Whether nothing stops a trigger: no number of uses, no cost, no test that might fail."""
    if trigger.uses != "unlimited" or trigger.by == "opponents" or trigger.cost:
        return False
    worlds = worlds_of(pack, ability)
    return bool(worlds) and all(world.hold(trigger.if_) is True for world in worlds)


def _opened(
    steps: Sequence[Step], sequences: Mapping[str, Sequence[Step]], running: tuple[str, ...]
) -> Iterator[str]:
    """List the moments that steps open in any case, for their player."""
    for step in steps:
        yield from openings(step)
        if isinstance(step, ForEach) or (isinstance(step, EachPlayer) and step.who is None):
            yield from _opened(step.do, sequences, running)
        if isinstance(step, Run) and step.sequence not in running:
            yield from _opened(sequences.get(step.sequence, ()), sequences, (*running, step.sequence))


def _closure(opened: frozenset[str], chain: Sequence[tuple[Trigger, frozenset[str]]]) -> frozenset[str]:
    """Add what the other triggers of the card bring about in turn."""
    found = opened
    for _ in chain:
        found = found.union(*(more for trigger, more in chain if trigger.when in found))
    return found
