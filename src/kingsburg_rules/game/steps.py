"""An answer step by step: the options of a decision as a tree, for menus.

The first step is the first thing that an action names, such as the advisor; then come its other fields one by
one, such as the dice, and last, all at once, those that it need not have, such as a token. Steps in which the
options that are left agree are not taken. Each option is at the end of exactly one path.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import NOTHING, frozen

from kingsburg_rules.engine.actions import Action, AnyAction
from kingsburg_rules.engine.errors import expect
from kingsburg_rules.engine.fields import by_class, fields_of
from kingsburg_rules.engine.roles import Id
from kingsburg_rules.engine.wire import Value
from kingsburg_rules.game.decisions import Decision


@frozen(eq=False, repr=False)
class Step(Value):
    """A step to an answer: the `options` that are left, and which of their fields are `named` by now.

    `then` are the steps that may follow; there are none if a single option is left, which is the answer.
    """

    named: tuple[Id, ...]
    options: tuple[AnyAction, ...]
    then: tuple[Step, ...] = ()


def first_steps(decision: Decision) -> tuple[Step, ...]:
    """List the first steps to the answers of a decision, in the order of its options.

    Raises:
        TypeError: It is not a decision.
    """
    expect(decision, Decision, "decision")
    return _steps(decision.options, 1)


def _steps(options: Sequence[AnyAction], depth: int) -> tuple[Step, ...]:
    groups: dict[tuple[object, ...], list[AnyAction]] = {}
    for option in options:
        named = _named(type(option), depth)
        key = type(option), *(getattr(option, name) for name in named)
        groups.setdefault(key, []).append(option)
    if len(groups) == 1 < len(options):
        return _steps(options, depth + 1)
    return tuple(_step(group, depth) for group in groups.values())


def _step(group: Sequence[AnyAction], depth: int) -> Step:
    if len(group) == 1:
        return Step(tuple(fields_of(type(group[0]))), tuple(group))
    return Step(_named(type(group[0]), depth), tuple(group), _steps(group, depth + 1))


def _named(kind: type[Action], depth: int) -> tuple[str, ...]:
    """List the fields of an action that are named after so many steps."""
    stages = _stages(kind)[:depth]
    return tuple(name for stage in stages for name in stage)


@by_class
def _stages(kind: type[Action]) -> tuple[tuple[str, ...], ...]:
    """Split the fields of an action into steps: one for each that it must have, one for all others."""
    fields = fields_of(kind).values()
    others = tuple(field.name for field in fields if field.default is not NOTHING)
    return (*((field.name,) for field in fields if field.default is NOTHING), others)
