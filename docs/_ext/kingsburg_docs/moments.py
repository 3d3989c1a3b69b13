"""The course of the year, its moments, the numbers that cards change, the switches and the editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from kingsburg_docs.content import all_cards, flow, linked, shortened, walk, written_at
from kingsburg_docs.packs import changed_numbers, moment, number
from kingsburg_docs.templating import for_templates, render
from kingsburg_rules import editions, load_rules
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.language.calendar import Phase, Run, Window
from kingsburg_rules.language.flow import If
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.vocabulary import EVENTS, STATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.language.registry import Step

for_templates(shortened, moment, number)


def events_part() -> str:
    """Describe the moments in the order of the year."""
    return render("events", events=EVENTS, listeners=listeners())


def listeners() -> dict[str, list[str]]:
    """List the cards of the library that react to each moment, as links."""
    heard: dict[str, list[str]] = {}
    for ref, card in all_cards().items():
        for name in dict.fromkeys(trigger.when for trigger in card.triggers):
            heard.setdefault(moment(name), []).append(linked(ref))
    return heard


def changers() -> dict[str, list[str]]:
    """List the cards of the library that change each number, as links."""
    changed: dict[str, list[str]] = {}
    for ref, card in all_cards().items():
        for name in dict.fromkeys(name for node in walk(card) for name in changed_numbers(node)):
            changed.setdefault(name, []).append(linked(ref))
    return changed


def stats_part() -> str:
    """Describe the numbers that cards may change."""
    return render("stats", stats=STATS, changers=changers())


def switches_part() -> str:
    """Describe the rule switches, with the value that each edition has."""
    values = {name: load_rules(name).switches for name in editions()}
    return render("switches", switches=SWITCHES, editions=values)


def editions_part() -> str:
    """List the editions, with what each has and what it calls by another name."""
    return render("editions", editions={name: edition_of(name) for name in editions()})


def timeline_part() -> str:
    """Show the course of a game as nested lists, from the calendar itself."""
    calendar = load_rules().calendar
    timeline = Timeline({sequence.id: sequence.do for sequence in calendar.sequences})
    for name, steps in (
        ("At first", calendar.setup),
        (f"In each of the {calendar.years} years", calendar.year),
        ("At the end", calendar.end),
    ):
        timeline.lines += [f"**{name}**", ""]
        timeline.add(steps, 0)
        timeline.lines.append("")
    return "\n".join(timeline.lines)


@attrs.define
class Timeline:
    """The lines of the course of a game. A sequence is described in the first phase that runs it."""

    sequences: dict[str, tuple[Step, ...]]
    lines: list[str] = attrs.field(factory=list[str])
    phase: str = ""
    told: dict[str, str] = attrs.field(factory=dict[str, str])

    def add(self, steps: Sequence[Step], depth: int) -> None:
        """Add steps, one line each, and the steps inside them."""
        for step in steps:
            match step:
                case Phase():
                    self.phase = step.id
                    self.line(depth, f"*{step.id}*" + (f", phase {step.number}" if step.number else ""))
                    self.add(step.do, depth + 1)
                case Run(sequence=name) if name in self.told:
                    self.line(depth, f"the same as in *{self.told[name]}*")
                case Run(sequence=name):
                    self.told[name] = self.phase
                    self.add(self.sequences[name], depth)
                case If():
                    tests = [f"`{flow({test.word: written_at(test.at)})[1:-1]}`" for test in step.if_]
                    self.line(depth, f"if {' and '.join(tests)}")
                    self.add(step.then, depth + 1)
                    if step.else_:
                        self.line(depth, "otherwise")
                        self.add(step.else_, depth + 1)
                case Window(event=event):
                    self.line(depth, f"[`{event}`](#event-{event})")
                case _:
                    written = written_at(step.at)
                    argument = f" `{flow(written)}`" if written else ""
                    self.line(depth, f"[{step.word}](#step-{step.word}){argument}")

    def line(self, depth: int, text: str) -> None:
        """Add a line."""
        self.lines.append(f"{'  ' * depth}- {text}")


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
    """Link to the moments and the big steps of some steps in order, with those of all branches."""
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
