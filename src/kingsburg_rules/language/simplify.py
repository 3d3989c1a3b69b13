"""What is left of a card or the calendar under the rules that are chosen: without what never happens.

Tests of switches and modules are known with the rules. Branches never taken are left out, and tests that
always hold. The texts of cards say only what is left, and digests cover only that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from kingsburg_rules.language.flow import If
from kingsburg_rules.language.registry import Node, Step, certain, is_tuple, keys_of, words
from kingsburg_rules.language.tests import AllOf, AnyOf, ModuleIs, Not, SwitchIs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.language.cards import CardNode, Trigger
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.files import Calendar
    from kingsburg_rules.language.registry import TestWord

N = TypeVar("N", bound=Node)


def simplified_card(card: CardNode, names: Names) -> CardNode:
    """Return a card without the abilities that never work, and with all others simplified."""
    modifiers = (
        evolve(one, if_=tests)
        for one in card.modifiers
        if (tests := simplified_tests(one.if_, names)) is not None
    )
    triggers = (simplified for one in card.triggers if (simplified := _trigger(one, names)) is not None)
    card = evolve(card, triggers=tuple(triggers), modifiers=tuple(modifiers))
    return _with_blocks(card, names)


def simplified_calendar(calendar: Calendar, names: Names) -> Calendar:
    """Return a calendar with simplified steps."""
    sequences = tuple(_with_blocks(one, names) for one in calendar.sequences)
    return evolve(_with_blocks(calendar, names), sequences=sequences)


def _trigger(trigger: Trigger, names: Names) -> Trigger | None:
    tests = simplified_tests(trigger.if_, names)
    return None if tests is None else evolve(trigger, if_=tests, do=simplified_steps(trigger.do, names))


def simplified_tests(tests: Sequence[TestWord], names: Names) -> tuple[TestWord, ...] | None:
    """Leave out tests of switches and modules, which are known; None if one of them fails."""
    kept: list[TestWord] = []
    for test in tests:
        # Tests of the number of players are kept: a text is written once, for games of every size.
        about_rules = any(isinstance(word, SwitchIs | ModuleIs) for word in words(test))
        known = certain((test,), names) if about_rules else None
        if known is False:
            return None
        if known is None:
            kept.append(_simplified_test(test, names))
    return tuple(kept)


def _simplified_test(test: TestWord, names: Names) -> TestWord:
    """Simplify the tests within a test."""
    # Parts that are settled are left out; if all were, `certain` would have settled the whole test.
    if isinstance(test, Not):
        return evolve(test, tests=simplified_tests(test.tests, names) or test.tests)
    if isinstance(test, AllOf | AnyOf):
        groups = (simplified_tests(group, names) for group in test.groups)
        return evolve(test, groups=tuple(group for group in groups if group))
    return test


def simplified_steps(steps: Sequence[Step], names: Names) -> tuple[Step, ...]:
    """Take the branches that are taken, where that is known."""
    return tuple(simplified for step in steps for simplified in _simplified_step(step, names))


def _simplified_step(step: Step, names: Names) -> Iterator[Step]:
    if not isinstance(step, If):
        yield _with_blocks(step, names)
        return
    tests = simplified_tests(step.if_, names)
    if tests:
        yield _with_blocks(evolve(step, if_=tests), names)
    else:
        yield from simplified_steps(step.else_ if tests is None else step.then, names)


def _with_blocks(node: N, names: Names) -> N:
    """Simplify the steps in a word or an object."""
    changes: dict[str, Any] = {}
    for name, _ in keys_of(type(node)):
        value: object = getattr(node, name)
        steps = [one for one in value if isinstance(one, Step)] if is_tuple(value) else []
        if steps:
            changes[name] = simplified_steps(steps, names)
    return evolve(node, **changes) if changes else node
