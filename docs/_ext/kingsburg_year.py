"""The year as a figure: its phases side by side, each with what happens in it, from the calendar itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules import load_rules
from kingsburg_rules.language.calendar import Phase, Run, Window
from kingsburg_rules.language.flow import If

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.language.registry import Step


def year_part() -> str:
    """Draw the year of the base game as boxes; the style sheet sets them side by side where there is room."""
    rules = load_rules()
    sequences = {sequence.id: sequence.do for sequence in rules.calendar.sequences}
    lines, told = ["::::{container} year", ""], dict[tuple[str, ...], str]()
    for step in rules.calendar.year:
        if isinstance(step, Phase):
            name = rules.name_of(step.id)
            inside = tuple(dict.fromkeys(happenings(step.do, sequences)))
            text = f"As in {told[inside]}" if inside in told else " → ".join(inside)
            told.setdefault(inside, name)
            lines += [":::{container} phase", f"{step.number} · {name}", "", text, ":::", ""]
    return "\n".join([*lines, "::::"])


def happenings(steps: Sequence[Step], sequences: Mapping[str, tuple[Step, ...]]) -> Iterator[str]:
    """Give the moments and the big steps of some steps in order, as links, whatever they depend on."""
    for step in steps:
        match step:
            case Run(sequence=name):
                yield from happenings(sequences[name], sequences)
            case If():
                yield from happenings((*step.then, *step.else_), sequences)
            case Window(event=event):
                yield f"[`{event}`](#event-{event})"
            case _:
                yield f"[{step.word.replace('_', ' ')}](#step-{step.word})"
