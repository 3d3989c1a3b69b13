"""Checking what an edition speaks of: its packs, the values of its switches, the cards it renames."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kingsburg_rules.content.documents import EDITIONS, built_in, built_in_folders
from kingsburg_rules.content.loading import read_files
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.pack_links import Sheet
    from kingsburg_rules.engine.errors import Problem


def check_edition(sheet: Sheet) -> Iterator[Problem]:
    """Give the mistakes in a file that the schema found sound."""
    data = cast("Mapping[str, object]", sheet.data)
    packs = cast("list[str]", data["packs"])
    known = [name for name in built_in_folders() if name != EDITIONS]
    for k, name in enumerate(packs):
        if name not in known:
            yield sheet.problem(("packs", k), "link.pack", unknown(name, known))
    yield from _check_switches(sheet, cast("Mapping[str, str]", data["switches"]))
    cards = [
        ref
        for pack in packs
        if pack in known
        for file in read_files(built_in(pack))
        for card in file.cards
        for ref in (card.id, f"{pack}/{card.id}")
    ]
    for name in cast("Mapping[str, str]", data.get("names", {})):
        if name not in cards:
            yield sheet.problem(("names", name), "link.card", unknown(name, cards), at_key=True)


def _check_switches(sheet: Sheet, switches: Mapping[str, str]) -> Iterator[Problem]:
    for name, value in switches.items():
        if value not in SWITCHES[name][1]:
            yield sheet.problem(("switches", name), "link.switch", unknown(value, SWITCHES[name][1]))
    missing = [name for name in SWITCHES if name not in switches]
    if missing:
        yield sheet.problem(("switches",), "link.switch", f"switches are missing: {', '.join(missing)}")
