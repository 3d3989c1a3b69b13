"""Checks packs: every mistake, once, where its author would fix it.

A file is read (`yaml_reader`) and compared with its schema (`schema_check`); what is sound is linked, on top
of the packs it needs, just as it would be played (`pack_links`). If nothing is wrong, there may be warnings:
of translations (`locales`) and of the lint. Nothing is written, and nothing in a pack is executed.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.assembly import Assembly, with_additions
from kingsburg_rules.content.built_in import built_in, built_in_folders, edition_of
from kingsburg_rules.content.compiling import compile_rules, problem_at
from kingsburg_rules.content.documents import EDITIONS, PACK_FILE
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.lint import LintedPack, all_passes
from kingsburg_rules.content.locales import LOCALE_CODES, locale_warnings
from kingsburg_rules.content.pack_links import BASE, PackLinks
from kingsburg_rules.content.reading import PackSheets, missing_info, read_sheets, to_document
from kingsburg_rules.content.rules import DEFAULT_EDITION, EVERYTHING, Rules
from kingsburg_rules.content.selection import Member, Shelf, disagreements, ordered, with_needs
from kingsburg_rules.content.silences import silenced
from kingsburg_rules.content.sources import Source, file_source, folder_sources, lone_id, sources_at
from kingsburg_rules.engine.errors import ERROR, WARNING, ContentError, Diagnostic, unknown
from kingsburg_rules.language.files import Calendar, Edition
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_object
from kingsburg_rules.language.switches import switch_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from kingsburg_rules.content.reading import Sheet
    from kingsburg_rules.language.cards import CardNode

_UNNAMED = "pack"
"""The name of a pack that does not say soundly what it is called."""

_DEPTH = 3
"""How many folders up the `pack.yaml` of a file may be."""

_FILES = (".yaml", ".yml")
_ZIP = ".zip"

_SCHEMA_LINE = re.compile(
    r"^# *(?:yaml-language-server: *)?\$schema[=:] *\S*?([a-z-]+)\.schema\.json", re.MULTILINE
)


@frozen
class Report:
    """The findings of a check, and how much was looked at. With warnings alone a pack can be played.

    `texts` are the files as they were read, so that nobody opens them again to show a line.
    """

    errors: tuple[Diagnostic, ...]
    files: int
    cards: int
    warnings: tuple[Diagnostic, ...] = ()
    texts: Mapping[str, str] = field(factory=dict[str, str], eq=False, repr=False)


def check_folder(folder: Path) -> tuple[Diagnostic, ...]:
    """Check a pack, a folder of packs, the folder of the editions, or a single file.

    Returns:
        All mistakes, sorted by file, line and column; nothing if the content can be played.
    """
    return check(folder).errors


def check(*paths: Path) -> Report:
    """Check what `check_folder` checks, and say how much that was. Packs checked together know each other."""
    checker = _Checker()
    for path in paths:
        checker.take(path)
    return checker.finish()


def linked(
    found: PackSheets, lone: str = "", shelf: Shelf | None = None, only: tuple[str, str] | None = None
) -> Report:
    """Link a pack that was read, and report on it. As long as there are mistakes nothing is warned of.

    Args:
        found: The pack.
        lone: Its id if it is a single file.
        shelf: The packs on which it may build.
        only: The one file that was asked for, and the name that it is to have.
    """
    links = PackLinks(lone or found.id or _UNNAMED, found, shelf or Shelf())
    if found.sheets or found.info is not None:
        links.check()
    errors = [*found.diagnostics, *links.diagnostics]
    # What the lint says of a pack with mistakes often follows from them.
    warnings = [] if errors else warned(links)
    cards = {**dict.fromkeys(found.files, 0), **links.counts()}
    texts = found.texts
    if only is not None:
        file, name = only
        errors, warnings = (
            [evolve(each, file=name) for each in part if each.file == file] for part in (errors, warnings)
        )
        cards = {file: cards.get(file, 0)}
        texts = {name if each == file else each: text for each, text in texts.items()}
    return Report(_ordered(errors), len(cards), sum(cards.values()), _ordered(warnings), texts)


def packs_in(path: Path) -> list[Path]:
    """Return the packs in a folder that is none itself."""
    if (path / PACK_FILE).is_file() or _holds_editions(path) or not os.access(path, os.R_OK | os.X_OK):
        return []
    folders = (folder for folder in sorted(path.iterdir()) if folder.is_dir())
    return [folder for folder in folders if (folder / PACK_FILE).is_file() or _holds_editions(folder)]


def _holds_editions(folder: Path) -> bool:
    return folder.absolute().name == EDITIONS


def kind_of_lone_file(path: Path, text: str) -> str:
    """Return the kind of a single file by its place or by the schema that it names for editors."""
    if _holds_editions(path.absolute().parent):
        return "edition"
    named = _SCHEMA_LINE.search(text)
    return named[1] if named and named[1] in ("pack-info", "edition", "locale") else "pack"


def _ordered(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column)))


@define(eq=False, repr=False)
class _Read:
    """A pack whose files were read. If only one of them was asked for, `only` is it, and the name it has."""

    found: PackSheets
    lone: str = ""
    only: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """The id of the pack, or what stands for it."""
        return self.lone or self.found.id or _UNNAMED


@define(eq=False, repr=False)
class _Checker:
    """The findings so far."""

    packs: list[_Read] = field(factory=list[_Read])
    editions: PackSheets = field(factory=PackSheets)
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])

    def finish(self) -> Report:
        """Link all packs, each of which may build on the others, and give what was found, in order."""
        given = {each.name: each for each in self.packs} if len(self.packs) > 1 else {}
        # A pack in which the form of a file is wrong is no ground to build on.
        sound = {name: each for name, each in given.items() if not each.found.diagnostics}
        shelf = Shelf({n: to_document(each.found, each.lone, played=False) for n, each in sound.items()})
        self.diagnostics += self._namesakes()
        reports = [linked(each.found, each.lone, shelf, each.only) for each in self.packs]
        errors = [
            *self.diagnostics,
            *self.editions.diagnostics,
            *(e for each in reports for e in each.errors),
        ]
        warnings = [warning for each in reports for warning in each.warnings]
        texts = dict(self.editions.texts)
        for report in reports:
            texts.update(report.texts)
        together = [name for name, each in sound.items() if not each.only]
        if not errors and len(together) > 1:
            for problem in incompatible(together, shelf):
                (warnings if problem.severity == WARNING else errors).append(problem)
        files = len(self.editions.files) + sum(each.files for each in reports)
        cards = sum(each.cards for each in reports)
        return Report(_ordered(errors), files, cards, _ordered(warnings), texts)

    def _namesakes(self) -> Iterator[Diagnostic]:
        """Yield a mistake for each pack whose id an earlier one has."""
        seen: dict[str, str] = {}
        for each in self.packs:
            info = each.found.info
            if info is None or each.only:
                continue
            first = seen.setdefault(each.name, info.file)
            if first != info.file:
                message = f"there is already a pack '{each.name}': {first}"
                yield info.problem(("id",), "link.duplicate", message)

    def take(self, path: Path) -> None:
        """Read what lies at a path: a pack, a folder of packs, editions, a single file."""
        if path.is_dir():
            for folder in packs_in(path) or [path]:
                self._take_folder(folder)
        elif path.suffix == _ZIP:
            self._take_pack(sources_at(path)[0], path)
        else:
            self._take_file(path)

    def _take_folder(self, folder: Path) -> None:
        if (folder / PACK_FILE).is_file():
            self._take_pack(folder_sources(folder), folder)
        elif _holds_editions(folder):
            self._take_editions(folder_sources(folder))
        elif (folder / "pack.yml").is_file():  # its name is what is wrong
            self._take_pack(folder_sources(folder), folder)
        else:
            self.diagnostics.append(missing_info(folder.as_posix()))

    def _take_pack(self, sources: Iterable[Source | Diagnostic], path: Path) -> None:
        found = read_sheets(sources)
        if found.info is None and not found.diagnostics:
            self.diagnostics.append(missing_info(path.as_posix()))
        self.packs.append(_Read(found))

    def _take_file(self, path: Path) -> None:
        """Take one file: alone, or within its pack, of whose other files it may speak."""
        whole = path.absolute()
        homes = [folder for folder in whole.parents[:_DEPTH] if (folder / PACK_FILE).is_file()]
        if homes and path.suffix in _FILES:
            found = read_sheets(folder_sources(homes[0]))
            self.packs.append(_Read(found, only=(whole.as_posix(), path.as_posix())))
            return
        source = file_source(path, path.name)
        kind = kind_of_lone_file(path, source.text) if isinstance(source, Source) else ""
        if kind == "edition":
            self._take_editions([source])
            return
        found = PackSheets()
        sheet = found.read(source, kind or "pack")
        if kind == "pack-info":
            found.info = sheet
        elif sheet is not None and kind != "locale":
            found.sheets.append(sheet)
        self.packs.append(_Read(found, "" if kind == "pack-info" else lone_id(path)))

    def _take_editions(self, sources: Iterable[Source | Diagnostic]) -> None:
        """Check editions, each by itself."""
        for source in sources:
            sheet = self.editions.read(source, "edition")
            if sheet is not None and not sheet.wounds:
                self.diagnostics += check_edition(sheet)


# Packs that are checked together: loading them all must work, too


def incompatible(packs: Sequence[str], shelf: Shelf) -> Iterator[Diagnostic]:
    """List what keeps packs, each sound by itself, from being played together.

    Packs that say of themselves that they do not go together are not tried, nor is a second scenario or a
    second calendar. Cards that only claim the same place are worth a warning, since their packs may never be
    meant for one game.
    """
    chosen: list[Member] = []
    for each in with_needs(packs, shelf):
        # Which packs are left out of the trial is arbitrary, but it is always the same ones.
        if each.id in packs and not any(_in_the_way(each, other) for other in chosen):
            chosen.append(each)
    members = [*with_needs([BASE, *(each.id for each in chosen)], shelf)]
    for found in disagreements(members, shelf):
        if found.code == "link.order":
            documents = {each.id: each.document for each in members}
            yield problem_at(documents, found.at, found.code, found.message)
        return
    try:
        together = [each.document for each in ordered(members)]
        compile_rules(edition_of(DEFAULT_EDITION), together, switch_values(), keeps=False)
    except ContentError as error:
        for problem in error.diagnostics:
            yield evolve(problem, severity=WARNING if problem.code == "link.taken" else ERROR)


def _in_the_way(one: Member, other: Member) -> bool:
    if other.id in one.named("conflicts") or one.id in other.named("conflicts"):
        return True
    both = (one, other)
    return all(each.info.kind == "scenario" for each in both) or all(_has_calendar(each) for each in both)


def _has_calendar(member: Member) -> bool:
    return any(is_object(data) and "calendar" in data for data in member.document.files.values())


# Editions: their packs, their switches, what they rename


def check_edition(sheet: Sheet) -> Iterator[Diagnostic]:
    """Return the mistakes in a file that the schema found sound."""
    edition = read_fields(Edition, sheet.data, f"{EDITIONS}/{sheet.name}#")
    known = [name for name in built_in_folders() if name != EDITIONS]
    packs: list[str] = []
    named = (("packs", edition.packs), ("modules", edition.modules), ("scenarios", edition.scenarios))
    for part, listed in named:
        for k, name in enumerate(listed):
            if name in known:
                packs.append(name)
            else:
                yield sheet.problem((part, k), "link.pack", unknown(name, known))
    cards, phases = _named(packs)
    for part, given, names in (("names", edition.names, (*cards, *phases)), ("texts", edition.texts, cards)):
        for name, _ in given:
            if name not in names:
                yield sheet.problem((part, name), "link.card", unknown(name, names), at_key=True)


def _named(packs: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the names of all cards and phases of packs, also of packs that cannot be played together."""
    assembly = Assembly()
    for pack in packs:
        assembly.add(built_in(pack))
    linker = Linker(switch_values(), frozenset(packs))
    # Nobody plays this: the linker only gives names to cards and phases, so its errors do not matter.
    calendar = next(iter(assembly.calendars), Calendar(1, (), (), ()))
    linker.link(assembly.cards, calendar)
    return tuple(linker.compiled.card), tuple(linker.names.phases)


# Warnings: of translations and of the lint, without what is silenced


def warned(links: PackLinks) -> list[Diagnostic]:
    """Return the warnings about a pack without mistakes, those about its translations, too."""
    found = links.found
    around = {ref: entry.node for ref, entry in links.assembly.entries.items()}
    warnings = [*locale_warnings(found, around)]
    info = () if found.info is None else (found.info,)
    sheets = (*info, *found.sheets, *found.locales)
    pack = _seen(links, around)
    if pack is not None:
        named = {f"{pack.name}/{sheet.name}": sheet for sheet in sheets}
        for each in all_passes():
            for at, message in dict.fromkeys(each.look(pack)):
                file, _, pointer = at.partition("#/")
                if file in named:
                    warnings.append(named[file].problem_at(pointer, each.code, message, WARNING))
    return silenced(sheets, warnings, {*(each.code for each in all_passes()), *LOCALE_CODES})


def _rules(linker: Linker, calendar: Calendar, around: Mapping[str, CardNode]) -> Rules:
    """Return a pack with all that it needs as a rule set, of which texts can be written."""
    return Rules(
        edition=DEFAULT_EDITION,
        modules=(),
        scenario=None,
        variants=(),
        packs=(),
        documents=(),
        fidelity=EVERYTHING,
        switches=switch_values(),
        changed={},
        cards=around,
        calendar=calendar,
        compiled=linker.compiled,
        names=linker.names,
        phases=linker.names.phases,
    )


def _seen(links: PackLinks, around: Mapping[str, CardNode]) -> LintedPack | None:
    """Make what passes see of a pack; None if there is nothing in it."""
    assembly, linker, name = links.assembly, links.linker, links.name
    if linker is None or links.calendar is None:
        return None
    numbers = {node.at: number for number, node in enumerate(linker.nodes)}
    return LintedPack(
        name=name,
        found=links.found,
        shelf=links.shelf,
        rules=_rules(linker, links.calendar, around),
        names=linker.names,
        calendar=with_additions(links.calendar, assembly.further, []),
        further=assembly.further,
        around=around,
        cards=[
            entry.node
            for entry in assembly.entries.values()
            if entry.at.startswith(f"{name}/") and entry.node.at in numbers
        ],
    )
