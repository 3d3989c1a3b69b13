"""What packs add besides cards: resources, moments, and phases and sequences of the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.calendar import Calendar
from kingsburg_rules.language.course import Phase
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.vocabulary import EVENTS, RESOURCES, EventName, ResourceName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.language.calendar import Further, MomentCard, PhaseCard, ResourceCard
    from kingsburg_rules.language.registry import Step


def all_resources(further: Further) -> tuple[ResourceName, ...]:
    """List all resources: further goods stand with the goods, the rest behind all others."""
    known = {resource.name for resource in RESOURCES}
    added = {node.id: node.facts for node in further.resources if node.id not in known}.values()
    last = max(i for i, resource in enumerate(RESOURCES) if resource.good) + 1
    goods = (resource for resource in added if resource.good)
    others = (resource for resource in added if not resource.good)
    return (*RESOURCES[:last], *goods, *RESOURCES[last:], *others)


def all_moments(further: Further) -> tuple[EventName, ...]:
    """List all moments, those of packs last."""
    known = {moment.name for moment in EVENTS}
    added = {node.id: node.facts for node in further.moments if node.id not in known}
    return (*EVENTS, *added.values())


def namesakes(further: Further) -> Iterator[LinkError]:
    """Find resources and moments whose name is taken already."""
    yield from _taken("resource", further.resources, {resource.name for resource in RESOURCES})
    yield from _taken("moment", further.moments, {moment.name for moment in EVENTS})


def _taken(kind: str, added: Sequence[ResourceCard | MomentCard], there: set[str]) -> Iterator[LinkError]:
    for node in added:
        if node.id in there:
            yield LinkError(f"{node.at}/id", "link.duplicate", f"there is already a {kind} '{node.id}'")
        there.add(node.id)


def with_additions(calendar: Calendar, further: Further, errors: list[LinkError]) -> Calendar:
    """Put what packs add into the calendar; what cannot be put there is noted as a mistake."""
    year = calendar.year
    for phase in further.phases:
        try:
            year = with_phase(year, phase)
        except LinkError as error:
            errors.append(error)
    years = calendar.years if further.years is None else further.years.count
    sequences = (*calendar.sequences, *further.sequences)
    return Calendar(years, calendar.setup, year, calendar.end, sequences, at=calendar.at)


def with_phase(year: tuple[Step, ...], phase: PhaseCard) -> tuple[Step, ...]:
    """Put a phase into the year.

    Raises:
        LinkError: The phase that it names is not there, or it names none or several.
    """
    places = (("before", phase.before), ("after", phase.after), ("instead_of", phase.instead_of))
    given = [(key, name) for key, name in places if name]
    if len(given) != 1:
        raise LinkError(phase.at, "link.phase", "give one of: before, after, instead_of")
    ((key, name),) = given
    phases = {step.id: k for k, step in enumerate(year) if isinstance(step, Phase)}
    if name not in phases:
        raise LinkError(f"{phase.at}/{key}", "link.phase", unknown(name, phases))
    if phase.id in phases and not (key == "instead_of" and phase.id == name):
        raise LinkError(f"{phase.at}/id", "link.duplicate", f"there is already a phase '{phase.id}'")
    at = phases[name]
    new = Phase(phase.id, phase.do, name=phase.name, at=phase.at)
    return (*year[: at + (key == "after")], new, *year[at + (key != "before") :])
