"""The table that every rule set begins with: its resources, moments and numbers, and nothing compiled yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.additions import all_moments, all_resources
from kingsburg_rules.engine.table import Resource, Table
from kingsburg_rules.engine.windows import window_program
from kingsburg_rules.language.emitter import Names
from kingsburg_rules.language.vocabulary import EVENTS, SEASONS, STATS, stat_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.language.calendar import Further
    from kingsburg_rules.language.vocabulary import ResourceName


def first_names(further: Further, switches: dict[str, str]) -> Names:
    """Number the names that every rule set has, and those that its packs bring; the table comes with them."""
    resources, moments = all_resources(further), all_moments(further)
    stats = _stat_names(resources)
    table = Table(
        resources=tuple(
            Resource(i, r.name, r.good, r.minimum, r.limit, r.lasts) for i, r in enumerate(resources)
        ),
        goods=tuple(i for i, r in enumerate(resources) if r.good),
        resource={r.name: i for i, r in enumerate(resources)},
        events=tuple(moment.name for moment in moments),
        ability_used=[event.name for event in EVENTS].index("ability.used"),
        stats=tuple(stats),
        stat={name: i for i, name in enumerate(stats)},
        sources=["game"],
        phases=["setup"],
        seasons=SEASONS,
        switches=switches,
    )
    window = window_program()
    table.programs.append(window)
    table.codes.append(window.code)
    table.program[window.name] = window.index
    return Names(
        table,
        events={moment.name: i for i, moment in enumerate(moments)},
        stats={name: i for i, name in enumerate(stats)},
        moments=moments,
        called={
            **{resource.id: resource.name for resource in further.resources},
            **{moment.id: moment.name for moment in further.moments if moment.name},
        },
    )


def _stat_names(resources: Sequence[ResourceName]) -> list[str]:
    names: list[str] = []
    for stat in STATS:
        keys = stat_keys(stat, ((r.name, r.good) for r in resources))
        names += [f"{stat.name}:{key}" for key in keys] or [stat.name]
    return names
