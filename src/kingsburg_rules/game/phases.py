"""Programs of single phases, of one step in a phase, or of a window outside the phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.language.calendar import Phase, Run, Window
from kingsburg_rules.language.emitter import Emitter
from kingsburg_rules.language.flow import If

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.compiled_rules import Program
    from kingsburg_rules.language.registry import Step


def moment(rules: Rules, at: str) -> Program:
    """Return the program of a moment, compiling it on first use.

    Raises:
        SetupError: The calendar has no such phase or step.
    """
    known = rules.compiled.program.get(f"moment {at}")
    if known is not None:
        return rules.compiled.programs[known]
    emitter = Emitter(rules.names, 0)  # as in the calendar: a phase is the source of what is done in it
    emitter.steps((_moment_step(rules, at),))
    return emitter.program(f"moment {at}")


def moments_of(rules: Rules) -> list[str]:
    """List what can be played alone: phases, their steps as `phase/step`, and windows outside the phases."""
    calendar = rules.calendar
    found: dict[str, None] = {}
    for step in steps_in(rules, (*calendar.setup, *calendar.year, *calendar.end)):
        if isinstance(step, Phase):
            found[step.id] = None
            found.update((f"{step.id}/{_name_of(inner)}", None) for inner in steps_in(rules, step.do))
        elif isinstance(step, Window):
            found[step.event] = None
    return [*found]


def _moment_step(rules: Rules, at: str) -> Step:
    name, _, step_name = at.partition("/")
    calendar = rules.calendar
    steps = [*steps_in(rules, (*calendar.setup, *calendar.year, *calendar.end))]
    phases = {step.id: step for step in steps if isinstance(step, Phase)}
    windows = {step.event: step for step in steps if isinstance(step, Window)}
    if name in windows and not step_name:
        return windows[name]
    if name not in phases:
        home = next((p.id for p in phases.values() if name in map(_name_of, steps_in(rules, p.do))), "")
        if home:
            raise SetupError("situation.phase", f"'{name}' is part of a phase; write {home}/{name}")
        raise SetupError("situation.phase", f"Phase {unknown(name, phases)}")
    phase = phases[name]
    if not step_name:
        return phase
    return Phase(phase.id, (_step(rules, phase, step_name),), phase.number, phase.season, at=phase.at)


def _step(rules: Rules, phase: Phase, name: str) -> Step:
    steps = {_name_of(step): step for step in reversed([*_with_stand_ins(rules, phase)])}
    if name not in steps:
        raise SetupError("situation.step", f"In {phase.id}, step {unknown(name, steps)}")
    return steps[name]


def _with_stand_ins(rules: Rules, phase: Phase) -> Iterator[Step]:
    """Yield the steps of a phase, then those of the phases that take its place."""
    yield from steps_in(rules, phase.do)
    for other in phase.else_:
        if isinstance(other, Phase):
            yield from _with_stand_ins(rules, other)


def steps_in(rules: Rules, steps: Sequence[Step]) -> Iterator[Step]:
    """Walk through steps, the sequences they run and their branches."""
    for step in steps:
        yield step
        if isinstance(step, Run):
            yield from steps_in(rules, rules.names.sequences[step.sequence].do)
        elif isinstance(step, If):
            yield from steps_in(rules, (*step.then, *step.else_))


def _name_of(step: Step) -> str:
    if isinstance(step, Run):
        return step.sequence
    return step.event if isinstance(step, Window) else step.word
