"""The moments of the year, the numbers that cards change, the switches and the editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from kingsburg_content import all_cards, flow, join, linked, shortened, walk, written_at
from kingsburg_words import listing

from kingsburg_rules import editions, load_rules
from kingsburg_rules.content.editions import edition_of
from kingsburg_rules.language.abilities import ModifierCard
from kingsburg_rules.language.calendar import Phase, Run, Window
from kingsburg_rules.language.flow import If
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.tests import SWITCHES
from kingsburg_rules.language.vocabulary import EVENTS, STATS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.files import Edition
    from kingsburg_rules.language.registry import Step


def listeners(cards: Mapping[str, CardNode]) -> dict[str, list[str]]:
    """List the cards that react to each moment, as links."""
    heard: dict[str, list[str]] = {}
    for ref, card in cards.items():
        moments = [trigger.when for trigger in card.triggers]
        for moment in dict.fromkeys(moments):
            heard.setdefault(moment, []).append(linked(ref))
    return heard


def changers(cards: Mapping[str, CardNode]) -> dict[str, list[str]]:
    """List the cards that change each number, as links."""
    changed: dict[str, list[str]] = {}
    for ref, card in cards.items():
        for name in dict.fromkeys(
            node.what for node in walk(card) if isinstance(node, ModifierCard | LastingStep)
        ):
            changed.setdefault(name, []).append(linked(ref))
    return changed


def events_part() -> str:
    """Describe the moments in the order of the year."""
    heard, lines = listeners(all_cards()), list[str]()
    for event in EVENTS:
        lines += [f"(event-{event.name})=", f"### `{event.name}`", "", event.doc, ""]
        facts: list[str] = []
        if event.each:
            facts.append("It happens to one player; `by` says to whose moments a card reacts.")
        if event.payload:
            facts.append(f"It brings {join([f'`{name}`' for name in event.payload])}.")
        if event.changeable and event.payload:
            facts.append("A card can change that with `set`.")
        if event.preventable:
            facts.append("A card can stop it with [`prevent`](#step-prevent).")
        cards = heard.get(event.name, [])
        facts.append(f"Cards that react: {join(shortened(cards))}." if cards else "No card reacts to it yet.")
        lines += [" ".join(facts), ""]
    return "\n".join(lines)


def stats_part() -> str:
    """Describe the numbers that cards may change."""
    changed, lines = changers(all_cards()), list[str]()
    for stat in STATS:
        lines += [f"(stat-{stat.name})=", f"### `{stat.name}`", "", stat.doc, ""]
        facts: list[str] = []
        if stat.keys:
            keys = join([f"`{key}`" for key in stat.keys], "and")
            facts.append(f"There is one for each of {keys}: `of` says which.")
        if stat.all_keys:
            facts.append("Without `of`, it means all of them.")
        if stat.payload:
            facts.append(f"Tests may look at {join([f'`{name}`' for name in stat.payload], 'and')}.")
        cards = changed.get(stat.name, [])
        facts.append(f"Changed by {join(shortened(cards))}." if cards else "No card changes it yet.")
        lines += [" ".join(facts), ""]
    return "\n".join(lines)


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
    """The lines of the course of a game. What a sequence does is told in the first phase that runs it."""

    sequences: dict[str, tuple[Step, ...]]
    lines: list[str] = attrs.field(factory=list[str])
    phase: str = ""
    told: dict[str, str] = attrs.field(factory=dict[str, str])

    def add(self, steps: Sequence[Step], depth: int) -> None:
        """Add steps, one line each, and what stands within them."""
        for step in steps:
            match step:
                case Phase():
                    self.phase = step.id
                    self.line(depth, f"*{step.id}*" + (f", phase {step.number}" if step.number else ""))
                    self.add(step.do, depth + 1)
                case Run(sequence=name):
                    self.run(name, depth)
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

    def run(self, name: str, depth: int) -> None:
        """Add the steps of a sequence, or say where they stand."""
        if name in self.told:
            self.line(depth, f"the same as in *{self.told[name]}*")
            return
        self.told[name] = self.phase
        self.add(self.sequences[name], depth)

    def line(self, depth: int, text: str) -> None:
        """Add a line."""
        self.lines.append(f"{'  ' * depth}- {text}")


def switches_part() -> str:
    """Describe the rule switches, with what each edition says."""
    says = {name: load_rules(name).switches for name in editions()}
    lines: list[str] = []
    for name, (doc, values) in SWITCHES.items():
        lines += [f"### `{name}`", "", doc, ""]
        for value in values:
            setting = [f"`{edition}`" for edition in says if says[edition][name] == value]
            lines.append(
                f"- `{value}`" + (f": {', '.join(setting)}" if setting else ": no edition, for house rules")
            )
        lines.append("")
    return "\n".join(lines)


def editions_part() -> str:
    """List the editions, with what each has and what it calls by another name."""
    return listing([(name, said_of(edition_of(name))) for name in editions()])


def said_of(edition: Edition) -> str:
    """Describe an edition in a few sentences."""
    said = [f"{edition.title}."]
    for what, there in (("Modules", edition.modules), ("Scenarios", edition.scenarios)):
        if there:
            said.append(f"{what}: {join([f'`{name}`' for name in there])}.")
    if edition.names:
        called = [f"*{name}* (`{of}`)" for of, name in edition.names]
        said.append(f"Names of its own: {join(called)}.")
    if edition.texts:
        reworded = [f"`{of}`" for of, _ in edition.texts]
        said.append(f"It has its own texts for {join(reworded)}.")
    return " ".join(said)
