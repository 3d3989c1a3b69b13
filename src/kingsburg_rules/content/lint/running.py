"""Running all passes over a pack, and leaving out what is silenced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.additions import with_additions
from kingsburg_rules.content.lint.linted import LintedPack
from kingsburg_rules.content.lint.passes import all_passes
from kingsburg_rules.content.lint.silences import silenced
from kingsburg_rules.content.locale_check import LOCALE_CODES, locale_warnings
from kingsburg_rules.engine.errors import WARNING, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.lint.passes import LintPass
    from kingsburg_rules.content.pack_links import PackLinks
    from kingsburg_rules.language.cards import CardNode


def warned(links: PackLinks) -> list[Problem]:
    """Give the warnings about a pack in which there are no mistakes, those about its translations, too."""
    found = links.found
    around = {ref: entry.node for ref, entry in links.assembly.entries.items()}
    warnings = [*locale_warnings(found, around)]
    passes = all_passes()
    pack = _seen(links, around)
    if pack is not None:
        for each in passes:
            warnings += _warnings(each, pack)
    info = () if found.info is None else (found.info,)
    known = {*(each.code for each in passes), *LOCALE_CODES}
    return silenced((*info, *found.sheets, *found.locales), warnings, known)


def _seen(links: PackLinks, around: Mapping[str, CardNode]) -> LintedPack | None:
    """Make what passes see of a pack; None if there is nothing in it."""
    assembly, linker, name = links.assembly, links.linker, links.name
    if linker is None or links.calendar is None:
        return None
    return LintedPack(
        name=name,
        found=links.found,
        shelf=links.shelf,
        names=linker.names,
        calendar=with_additions(links.calendar, assembly.further, []),
        further=assembly.further,
        around=around,
        cards=[entry.node for entry in assembly.entries.values() if entry.at.startswith(f"{name}/")],
        numbers={node.at: number for number, node in enumerate(linker.nodes)},
    )


def _warnings(each: LintPass, pack: LintedPack) -> Iterator[Problem]:
    """Let a pass look at a pack, and find the places of its remarks in the pack's files."""
    sheets = {f"{pack.name}/{sheet.name}": sheet for sheet in pack.found.sheets}
    for remark in dict.fromkeys(each.look(pack)):
        file, _, pointer = remark.at.partition("#")
        sheet = sheets.get(file)
        if sheet is not None:
            yield Problem(sheet.file, *sheet.root.aimed(pointer), each.code, remark.message, WARNING)
