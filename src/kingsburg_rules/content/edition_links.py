"""Checking what an edition speaks of: its packs, its switches, what it renames."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kingsburg_rules.content.assembling import Assembly
from kingsburg_rules.content.documents import EDITIONS, built_in, built_in_folders
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.calendar import Calendar
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.pack_sheets import Sheet
    from kingsburg_rules.engine.errors import Problem


def check_edition(sheet: Sheet) -> Iterator[Problem]:
    """Give the mistakes in a file that the schema found sound."""
    data = sheet.data
    known = [name for name in built_in_folders() if name != EDITIONS]
    packs: list[str] = []
    for part in ("packs", "modules", "scenarios"):
        for k, name in enumerate(cast("list[str]", data.get(part, []))):
            if name in known:
                packs.append(name)
            else:
                yield sheet.problem((part, k), "link.pack", unknown(name, known))
    yield from _check_switches(sheet, cast("Mapping[str, str]", data["switches"]))
    cards, phases = _named(packs)
    for part, names in (("names", (*cards, *phases)), ("texts", cards)):
        for name in cast("Mapping[str, str]", data.get(part, {})):
            if name not in names:
                yield sheet.problem((part, name), "link.card", unknown(name, names), at_key=True)


def _named(packs: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the names of all cards and phases of packs, also of packs that cannot be played together."""
    assembly = Assembly()
    for pack in packs:
        assembly.add(built_in(pack))
    linker = Linker({name: values[0] for name, (_, values) in SWITCHES.items()}, frozenset(packs))
    calendar = next(iter(assembly.calendars), Calendar(1, (), (), ()))
    linker.link(assembly.cards, calendar)
    return tuple(linker.table.card), tuple(linker.names.phases)


def _check_switches(sheet: Sheet, switches: Mapping[str, str]) -> Iterator[Problem]:
    missing = [name for name in SWITCHES if name not in switches]
    if missing:
        yield sheet.problem(("switches",), "link.switch", f"switches are missing: {', '.join(missing)}")
