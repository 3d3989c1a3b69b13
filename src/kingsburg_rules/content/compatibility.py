"""Checks whether packs that are checked together can be played together: loading them all must work, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.assembly import Assembly
from kingsburg_rules.content.documents import PACK_FILE
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.selection import disagreements, known_by, ordered, with_needs
from kingsburg_rules.engine.errors import ERROR, WARNING, Diagnostic
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.switches import switch_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.reading import PackSheets
    from kingsburg_rules.content.selection import Member, Shelf

SCENARIO = "scenario"

MOST_CARDS = 5000
"""Packs with more cards are only looked at one by one."""


def incompatible(
    packs: Mapping[str, PackSheets], shelf: Shelf, always: Sequence[str]
) -> Iterator[Diagnostic]:
    """List what keeps packs, each sound by itself, from being played together.

    Packs that say of themselves that they do not go together are not tried, nor is a second scenario. Cards
    that only claim the same place are worth a warning, since their packs may never be meant for one game.
    `always` are the packs that every game has.
    """
    chosen = _fitting(packs, shelf)
    if len(chosen) < 2:
        return
    members = list(with_needs([*always, *chosen], shelf))
    for found in disagreements(members, shelf):
        if found.code == "link.order":
            yield from _placed(packs, found.at, found.code, found.message)
        return
    order = ordered(members)
    if sum(map(_count, order)) > MOST_CARDS:
        return
    assembly = Assembly()
    for each in order:
        assembly.add(each.document)
    assembly.finish({*shelf.names}, known_by(order, always))
    for error in assembly.errors:
        yield from _placed(packs, error.at, error.code, error.message)
    if assembly.calendars and not assembly.errors:
        switches = switch_values()
        linker = Linker(switches, frozenset(each.id for each in order), further=assembly.further, keeps=False)
        linker.link(assembly.cards, assembly.calendars[0])
        for error in map(assembly.blamed, linker.errors):
            severity = WARNING if error.code == "link.taken" else ERROR
            yield from _placed(packs, error.at, error.code, error.message, severity)


def _count(member: Member) -> int:
    """Count the cards of a pack, and what else is in its lists."""
    parts = (part for data in member.document.files.values() if is_object(data) for part in data.values())
    return sum(len(part) for part in parts if is_list(part))


def _fitting(packs: Mapping[str, PackSheets], shelf: Shelf) -> list[str]:
    """Choose packs that nobody says cannot be played together, in the order given."""
    chosen: list[Member] = []
    for name in packs:
        for each in with_needs([name], shelf):
            if each.id == name and not any(_in_the_way(each, other) for other in chosen):
                chosen.append(each)
    return [each.id for each in chosen]


def _in_the_way(one: Member, other: Member) -> bool:
    if one.info.kind == other.info.kind == SCENARIO:
        return True
    return other.id in one.named("conflicts") or one.id in other.named("conflicts")


def _placed(
    packs: Mapping[str, PackSheets], at: str, code: str, message: str, severity: str = ERROR
) -> Iterator[Diagnostic]:
    """Put a complaint where its pointer leads, if that is in one of the packs."""
    file, _, pointer = at.partition("#")
    name, _, path = file.partition("/")
    found = packs.get(name)
    if found is None:
        return
    if path == PACK_FILE and found.info is not None:
        yield found.info.problem_at(pointer, code, message, severity)
    for sheet in found.sheets:
        if sheet.name == path:
            yield sheet.problem_at(pointer, code, message, severity)
