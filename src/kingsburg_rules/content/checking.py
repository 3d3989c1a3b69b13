"""Checks packs: every mistake, once, where its author would mend it.

A file is read (`yaml_reader`) and compared with its schema (`form`); what is sound is linked, on top of the
packs it needs, just as it would be played. When nothing is wrong, the translations are looked through, and
the lint looks for what is likely not meant. Nothing is written, and nothing in a pack is executed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.assembly import Assembly, TakenId, with_additions
from kingsburg_rules.content.built_in import built_in, built_in_folders
from kingsburg_rules.content.documents import EDITIONS, LOCALES, PACK_FILE, Document
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.lint import LintedPack, all_passes
from kingsburg_rules.content.locales import mark_of
from kingsburg_rules.content.reading import (
    PackSheets,
    Source,
    file_source,
    folder_sources,
    lone_id,
    missing_info,
    read_sheets,
    sources_at,
    to_document,
)
from kingsburg_rules.content.salvage import Missing, Salvaged, left_out, salvaged
from kingsburg_rules.content.selection import (
    ITSELF,
    Disagreement,
    Member,
    Shelf,
    disagreements,
    known_by,
    ordered,
    with_needs,
)
from kingsburg_rules.content.silences import silenced
from kingsburg_rules.content.together import disagreeing
from kingsburg_rules.content.whereabouts import Whereabouts, narrowed
from kingsburg_rules.content.yaml_reader import MAX_PROBLEMS, START
from kingsburg_rules.engine.errors import WARNING, Advice, Diagnostic, unknown, unknown_name
from kingsburg_rules.engine.table import Limits
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.files import Calendar, CardWords, Edition, LocaleFile
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.switches import switch_values
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from kingsburg_rules.content.lint import LintPass
    from kingsburg_rules.content.reading import Sheet
    from kingsburg_rules.content.yaml_reader import KeyPath, Place
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
    """What a check found, and how much was looked at. With warnings alone a pack can be played.

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


def linked(found: PackSheets, lone: str = "") -> Report:
    """Report on a pack that was read; `lone` is its id if it is a single file."""
    checker = _Checker()
    checker.packs.append(_Read(found, lone))
    return checker.finish()


def packs_in(path: Path) -> list[Path]:
    """Give the packs in a folder that is none itself."""
    if (path / PACK_FILE).is_file() or _holds_editions(path) or not os.access(path, os.R_OK | os.X_OK):
        return []
    folders = (folder for folder in sorted(path.iterdir()) if folder.is_dir())
    return [folder for folder in folders if (folder / PACK_FILE).is_file() or _holds_editions(folder)]


def _holds_editions(folder: Path) -> bool:
    return folder.absolute().name == EDITIONS


def kind_of_lone_file(path: Path, text: str) -> str:
    """Tell the kind of a single file by its place or by the schema that it names for editors."""
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

    @property
    def document(self) -> Document | None:
        """The pack as others may build on it, if nothing is wrong in its files."""
        return None if self.found.diagnostics else to_document(self.found, self.lone, played=False)

    def link(self, shelf: Shelf) -> tuple[list[Diagnostic], list[Diagnostic], dict[str, int]]:
        """Link the pack; gives its mistakes, warnings, and its cards by file."""
        links = PackLinks(self.name, self.found, shelf)
        if self.found.sheets or self.found.info is not None:
            links.check()
        problems = [*self.found.diagnostics, *links.diagnostics]
        cards = {**dict.fromkeys(self.found.files, 0), **links.counts()}
        warnings = warned(links, whole=not problems)
        if self.only is None:
            return problems, warnings, cards
        file = self.only[0]
        return self._mine(problems), self._mine(warnings), {file: cards.get(file, 0)}

    @property
    def texts(self) -> dict[str, str]:
        """The files as they were read, under the names that problems have."""
        file, name = self.only or ("", "")
        return {name if each == file else each: text for each, text in self.found.texts.items()}

    def _mine(self, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Give what concerns the file that was asked for, called as it was asked for."""
        file, name = self.only or ("", "")
        return [evolve(problem, file=name) for problem in problems if problem.file == file]


@define(eq=False, repr=False)
class _Checker:
    """What was found so far."""

    packs: list[_Read] = field(factory=list[_Read])
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])
    warnings: list[Diagnostic] = field(factory=list[Diagnostic])
    cards: dict[str, int] = field(factory=dict[str, int])
    texts: dict[str, str] = field(factory=dict[str, str])

    def finish(self) -> Report:
        """Link all packs, each of which may build on the others, and give what was found, in order."""
        alone = len(self.packs) == 1
        given = {} if alone else {each.name: each.document for each in self.packs}
        shelf = Shelf({name: found for name, found in given.items() if found is not None})
        for each in self.packs:
            problems, warnings, cards = each.link(shelf)
            self.diagnostics += problems
            self.warnings += warnings
            self.cards.update(cards)
            self.texts.update(each.texts)
        sound = {each.name: each.found for each in self.packs if each.name in shelf.given and not each.only}
        if not self.diagnostics and len(sound) > 1:
            for problem in disagreeing(sound, shelf, [BASE]):
                (self.warnings if problem.severity == WARNING else self.diagnostics).append(problem)
        counts = len(self.cards), sum(self.cards.values())
        return Report(_ordered(self.diagnostics), *counts, _ordered(self.warnings), self.texts)

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
        found = PackSheets()
        for source in sources:
            sheet = found.read(source, "edition")
            if sheet is not None and not sheet.refused:
                self.diagnostics += check_edition(sheet)
        self.diagnostics += found.diagnostics
        self.cards.update(dict.fromkeys(found.files, 0))
        self.texts.update(found.texts)


# Bounds on what a pack may ask of the linker
#
# They keep a card from making it work for hours: a good of the player's choice becomes one option for every
# mixture of goods, and an exchange multiplies them.

MAX_CARDS = 5000

MAX_GOODS = Limits().goods
"""How many goods may be chosen at once, in play too."""

MAX_CHOICES = 200_000
"""How many mixtures all cards of a pack may offer together."""

TooMuch: TypeAlias = "tuple[KeyPath, str, str]"
"""A path, a code and a message."""


@define
class Budget:
    """What is left of the bounds while the files of a pack are gone through."""

    cards: int = MAX_CARDS
    choices: int = MAX_CHOICES

    @property
    def is_spent(self) -> bool:
        """Whether there is no use in going on."""
        return self.cards < 0 or self.choices < 0

    def spend(self, part: object, path: KeyPath) -> TooMuch | None:
        """Count what a card or the calendar asks for; give the first thing too many."""
        self.cards -= 1
        if self.cards < 0:
            message = f"a pack has at most {MAX_CARDS} cards; split it in two"
            return path, "link.size", message
        return next(filter(None, (self._count_choices(at, value) for at, value in _maps(part, path))), None)

    def _count_choices(self, path: KeyPath, bag: dict[str, object]) -> TooMuch | None:
        goods = bag.get(GOOD, 0)
        if isinstance(goods, int) and not 0 <= goods <= MAX_GOODS:
            message = f"from 0 to {MAX_GOODS} goods may be chosen at once"
            return (*path, GOOD), "link.choices", message
        mixtures = _mixtures(bag)
        for part in (bag.get("pay"), bag.get("gain")):
            mixtures *= _mixtures(part) if is_object(part) else 1
        self.choices -= mixtures - 1
        if self.choices < 0:
            message = f"with this the pack offers more than {MAX_CHOICES} choices of goods"
            return path, "link.choices", message
        return None


def _mixtures(bag: dict[str, object]) -> int:
    """Count in how many ways the goods of a bag can be chosen from three kinds."""
    goods = bag.get(GOOD, 0)
    return (goods + 1) * (goods + 2) // 2 if isinstance(goods, int) and goods >= 0 else 1


def _maps(data: object, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, object]]]:
    """Give every map with its path, the outer ones first."""
    if is_object(data):
        yield path, data
        for key, value in data.items():
            yield from _maps(value, (*path, key))
    elif is_list(data):
        for index, value in enumerate(data):
            yield from _maps(value, (*path, index))


# Links: the mistakes that only the linker sees
#
# The cards that the schema found sound are linked even when others are not, so that an author sees all that
# can be seen.

BASE = "base"

_NEEDS_ALL = frozenset(
    {"link.enemy_type", "link.sequence", "link.deck", "link.kind", "link.enemies", "link.card", "link.place"}
)
"""Complaints about what a card left out may give: not made while there are mistakes of form."""

_NEEDS_REST = frozenset({"link.variable", "link.type", "link.player"})
"""Complaints about what the steps left out of an ability may set, or about whose a card is."""


@define(eq=False, repr=False)
class PackLinks:
    """A pack being linked; `name` is its id, or stands for it."""

    name: str
    found: PackSheets
    shelf: Shelf = field(factory=Shelf)
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])
    assembly: Assembly = field(factory=Assembly)

    too_large: bool = False
    parts: dict[str, dict[KeyPath, Salvaged]] = field(factory=dict[str, "dict[KeyPath, Salvaged]"])
    missing: Missing = field(factory=Missing)
    wrong: set[str] = field(factory=set[str])
    linker: Linker | None = None
    calendar: Calendar | None = None

    @property
    def whole(self) -> bool:
        """Whether all files could be read and nothing was refused."""
        return not (self.found.diagnostics or self.too_large)

    def check(self) -> None:
        """Link the pack and collect all mistakes."""
        requires = self._requires()
        self._refuse_itself()
        own = self._own()
        if own is None:
            return
        base = [] if own.calendars or self.name == BASE else [BASE]
        changed = [change.target.partition("/")[0] for change in own.changes]
        members = list(with_needs([*base, *requires, *changed], self.shelf, besides=self.name))
        together = [*self._as_member(), *members]
        self._check_together(together)
        for each in members:
            self.assembly.add(each.document)
        calendar = self._calendar(own)
        self.assembly.absorb(own)
        known = {*self.shelf.names, *self._named("requires"), *self._named("after")}
        self.assembly.finish(known, known_by(together, base))
        self._link(members, calendar)

    def counts(self) -> dict[str, int]:
        """Count the cards that were read, by file."""
        own = [entry.home for entry in self.assembly.entries.values() if entry.pack == self.name]
        places = Counter(at.partition("#")[0] for at in (*own, *(c.at for c in self.assembly.changes)))
        return {sheet.file: places[f"{self.name}/{sheet.name}"] for sheet in self.found.sheets}

    def _named(self, key: str) -> list[str]:
        """Give the packs that `pack.yaml` names under a key, as far as it is sound."""
        info = self.found.info
        named = info.data.get(key) if info is not None and info.is_sound(key) else None
        return [str(pack) for pack in named] if is_list(named) or is_object(named) else []

    def _requires(self) -> list[str]:
        """Give the packs that this one says it needs, as far as they are known."""
        info, names = self.found.info, self._named("requires")[:MAX_PROBLEMS]
        found: list[str] = []
        for k, name in enumerate(names):
            path = ("requires", k if info is not None and is_list(info.data["requires"]) else name)
            if name == self.name:
                self._complain_of_pack(path, "link.pack", ITSELF["requires"])
            elif self.shelf.find(name) is None:
                self._complain_of_pack(path, "link.pack", unknown(name, self._others()))
            else:
                found.append(name)
        return found

    def _refuse_itself(self) -> None:
        """Complain if the pack says that it comes after itself."""
        for k, name in enumerate(self._named("after")):
            if name == self.name:
                self._complain_of_pack(("after", k), "link.pack", ITSELF["after"])

    def _others(self) -> list[str]:
        return [name for name in self.shelf.names if name != self.name]

    def _complain_of_pack(self, path: KeyPath, code: str, message: str) -> None:
        if self.found.info is not None:
            self.diagnostics.append(self.found.info.problem(path, code, message))

    def _own(self) -> Assembly | None:
        """Turn the sound cards into nodes; None if the pack is too large to go on."""
        found, budget = Assembly(), Budget()
        linked: list[tuple[Sheet, Salvaged]] = []
        for sheet in self.found.sheets:
            for part in salvaged(sheet):
                excess = budget.spend(part.data, part.path)
                if excess is None:
                    pointer = "/".join(map(str, part.path))
                    found.take(
                        self.name, str(part.path[0]), part.data, f"{self.name}/{sheet.name}#/{pointer}"
                    )
                    linked.append((sheet, part))
                    if not part.is_whole:
                        self.parts.setdefault(f"{self.name}/{sheet.name}", {})[part.path] = part
                else:
                    self.too_large = True
                    self.diagnostics.append(sheet.problem(*excess))
                if budget.is_spent:
                    return None
        self.missing = left_out(self.found, linked)
        return found

    def _as_member(self) -> list[Member]:
        """Give the pack itself among others, if it says soundly what it is."""
        info = self.found.info
        if info is None or info.refused or info.data.get("id") != self.name:
            return []
        return [Member(Document(self.name, info.data, {}, {}, ""))]

    def _check_together(self, members: Sequence[Member]) -> None:
        """Complain of what this pack says about the others."""
        order = ordered(members)
        found = [*disagreements(members), *([order] if isinstance(order, Disagreement) else [])]
        for each in found:
            pack, _, pointer = each.at.partition(f"/{PACK_FILE}#")
            if pack == self.name and each.code != "requires" and self.found.info is not None:
                place = self.found.info.root.aimed(pointer)
                self.diagnostics.append(
                    Diagnostic(self.found.info.file, *place, f"link.{each.code}", each.message)
                )

    def _calendar(self, own: Assembly) -> Calendar:
        """Choose the one calendar there may be; complain about others, or if there is none."""
        found = self.assembly.calendars[:1]
        taken = f"the calendar of '{BASE}' is already in force; remove one of them"
        for calendar in own.calendars:
            if found:
                self._complain(calendar.at, "link.calendar", taken)
            else:
                file = calendar.at.partition("#")[0].removeprefix(f"{self.name}/")
                taken = f"the calendar in {file} is already in force; remove one of them"
                found = [calendar]
        if not found and self.whole and self.found.info is not None:
            message = f"'{BASE}' itself has no calendar; choose another id to build on the base game"
            self._complain_of_pack(("id",), "link.calendar", message)
        return found[0] if found else Calendar(1, (), (), ())

    def _link(self, needed: Sequence[Member], calendar: Calendar) -> None:
        switches = switch_values()
        packs = frozenset((*(each.id for each in needed), self.name))
        named = {self.name: self._named("after"), **{each.id: each.info.after for each in needed}}
        lacking = frozenset(pack for pack, after in named.items() if not packs.issuperset(after))
        linker = Linker(switches, packs, lacking, self.assembly.further, keeps=False)
        linker.link(self.assembly.cards, calendar)
        self.linker, self.calendar = linker, calendar
        elsewhere = Whereabouts(self.shelf, packs)
        files: dict[str, object] = {sheet.name: sheet.data for sheet in self.found.sheets}
        for error in (*self.assembly.errors, *map(self.assembly.blamed, linker.errors)):
            self.wrong.add(_pointer_to(error.at, _ABILITY))
            if not self._follows(error):
                at = error.at if self.part_at(error.at) else narrowed(error.at, error.wanted, files)
                self._complain(at, error.code, self._message(error, elsewhere))

    def _message(self, error: LinkError, elsewhere: Whereabouts) -> str:
        """Give what is said of a mistake: with the line of the other card, or the pack that brings a name."""
        if isinstance(error, TakenId):
            name = error.first.partition("#")[0].removeprefix(f"{self.name}/")
            sheet = next(sheet for sheet in self.found.sheets if sheet.name == name)
            return error.message_with(self.place(sheet, error.first)[0])
        return elsewhere.tell(error.code, error.wanted) or error.message

    def _follows(self, error: LinkError) -> bool:
        """Whether a mistake may be none, but follow from what is left out because of others."""
        if self.whole and not self.diagnostics:
            return False
        part = self.part_at(error.at)
        if part is not None and not part.is_whole:
            inner = part.original(error.at.partition("#/")[2])
            if part.is_filled(inner) or (part.is_hurt(inner) and error.code in _NEEDS_REST):
                return True
        name = unknown_name(error.message)
        if name:
            return self.missing.may_give(name) or not self._all_required()
        return error.code in _NEEDS_ALL and not self.whole

    def _all_required(self) -> bool:
        """Whether all packs that this one needs are known."""
        return all(self.shelf.find(name) is not None for name in self._named("requires"))

    def part_at(self, at: str) -> Salvaged | None:
        """Give the part with mistakes in which a pointer leads to something."""
        file, _, pointer = at.partition("#/")
        found = self.parts.get(file, {})
        listed, _, rest = pointer.partition("/")
        index = rest.partition("/")[0]
        return found.get((listed, int(index))) if index.isdecimal() else None

    def spoils(self, at: str, code: str) -> bool:
        """Whether a warning may be wrong, because there is a mistake in the same ability, or in its card."""
        part = self.part_at(at)
        if part is not None and (
            code not in _OF_ABILITIES or part.is_hurt(part.original(at.partition("#/")[2]))
        ):
            return True
        near = _pointer_to(at, _ABILITY if code in _OF_ABILITIES else _CARD)
        return any(f"{wrong}/".startswith(f"{near}/") for wrong in self.wrong)

    def place(self, sheet: Sheet, at: str) -> Place:
        """Give the place in a file to which a pointer leads."""
        part, pointer = self.part_at(at), at.partition("#/")[2]
        return sheet.root.aimed(pointer if part is None else part.original(pointer))

    def _complain(self, at: str, code: str, message: str) -> None:
        """Put a complaint where its pointer leads; pointers into other packs are not this pack's mistakes."""
        file = at.partition("#")[0]
        for sheet in self.found.sheets:
            if file == f"{self.name}/{sheet.name}":
                self.diagnostics.append(Diagnostic(sheet.file, *self.place(sheet, at), code, message))


# Editions: their packs, their switches, what they rename


def check_edition(sheet: Sheet) -> Iterator[Diagnostic]:
    """Give the mistakes in a file that the schema found sound."""
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
    calendar = next(iter(assembly.calendars), Calendar(1, (), (), ()))
    linker.link(assembly.cards, calendar)
    return tuple(linker.table.card), tuple(linker.names.phases)


# Translations
#
# What is missing, stale or idle is worth a warning and never a refusal, for a pack can be played without.

ENGLISH = "en"
"""The language in which cards are written."""

LOCALE_CODES = tuple(
    f"locale.{what}" for what in ("file", "language", "card", "mark", "stale", "name", "text")
)
"""What is warned of here."""

_SHOWN = 5
"""How many cards without a translation are named."""


def locale_warnings(found: PackSheets, cards: Mapping[str, CardNode]) -> Iterator[Diagnostic]:
    """Warn of translations of a pack that are missing, stale or idle; `cards` are all known, by `pack/id`."""
    if found.diagnostics:
        return
    yield from _files_missing(found)
    for sheet in found.locales:
        yield from _of_file(sheet, found.id or "", cards)


def _files_missing(found: PackSheets) -> Iterator[Diagnostic]:
    """Warn of languages that the pack says it has, without a file for them."""
    info = found.info
    named = info.data.get("languages") if info is not None else None
    if info is None or not is_list(named):
        return
    for k, language in enumerate(named):
        name = f"{LOCALES}/{language}.yaml"
        if language != ENGLISH and all(sheet.name != name for sheet in found.locales):
            message = f"there is no {name} with the texts in this language"
            yield info.warning(("languages", k), "locale.file", message)


def _of_file(sheet: Sheet, pack: str, cards: Mapping[str, CardNode]) -> Iterator[Diagnostic]:
    file = read_fields(LocaleFile, sheet.data, f"{pack}/{sheet.name}#")
    if sheet.name != f"{LOCALES}/{file.language}.yaml":
        message = f"a file for '{file.language}' is called {file.language}.yaml; this one would not be found"
        yield sheet.warning(("language",), "locale.language", message)
    translated: dict[str, CardWords] = {}
    for name, words in file.cards:
        ref = name if "/" in name else f"{pack}/{name}"
        if ref not in cards:
            known = [card.removeprefix(f"{pack}/") for card in cards]
            yield sheet.warning(("cards", name), "locale.card", unknown(name, known), at_key=True)
            continue
        translated[ref] = words
        yield from _stale(sheet, name, words, cards[ref])
    own = {ref: card for ref, card in cards.items() if ref.startswith(f"{pack}/")}
    if file.language != ENGLISH:
        yield from _untranslated(sheet, own, translated)


def _stale(sheet: Sheet, name: str, words: CardWords, card: CardNode) -> Iterator[Diagnostic]:
    """Warn of a translation of what the card says no more."""
    mark = mark_of(card)
    if not (words.name or words.text) or words.of_ == mark:
        return
    path = ("cards", name, *(("of",) if words.of_ else ()))
    if not words.of_:
        message = f"name the text that this translates: add 'of: {mark}'"
        yield sheet.warning(path, "locale.mark", message, at_key=True)
        return
    halves = zip(("name", "text"), words.of_.split("-"), mark.split("-"), strict=True)
    changed = [what for what, before, now in halves if before != now]
    yield sheet.warning(path, "locale.stale", Advice(_changed(changed, name, mark), remedy=mark))


def _changed(what: Sequence[str], card: str, mark: str) -> str:
    """Say which texts of a card changed."""
    if len(what) > 1:
        return (
            f"the name and text of '{card}' changed since the translation; "
            f"when they match again, write 'of: {mark}'"
        )
    if "name" in what:
        return (
            f"the name of '{card}' changed since the translation; when they match again, write 'of: {mark}'"
        )
    return f"the text of '{card}' changed since the translation; when they match again, write 'of: {mark}'"


def _untranslated(
    sheet: Sheet, cards: Mapping[str, CardNode], translated: Mapping[str, CardWords]
) -> Iterator[Diagnostic]:
    """Warn once of all cards without a name here, and once of all without their text."""
    names = [card.id for ref, card in cards.items() if ref not in translated or not translated[ref].name]
    texts = [
        card.id
        for ref, card in cards.items()
        if card.text and ref in translated and translated[ref].name and not translated[ref].text
    ]
    if names:
        shown, count = _first(names), len(names)
        message = f"'{shown}' has no name here"
        if count > 1:
            message = f"{count} cards have no name here: {shown}"
        yield Diagnostic(sheet.file, *START, "locale.name", message, WARNING)
    if texts:
        shown, count = _first(texts), len(texts)
        message = f"'{shown}' has no text here"
        if count > 1:
            message = f"{count} cards have no text here: {shown}"
        yield Diagnostic(sheet.file, *START, "locale.text", message, WARNING)


def _first(cards: Sequence[str]) -> str:
    return ", ".join(cards[:_SHOWN]) + (", ..." if len(cards) > _SHOWN else "")


# Warnings: of translations and of the lint, without what is silenced


_OF_ABILITIES = frozenset(
    {"lint.unread_variable", "lint.unset_variable", "lint.no_effect", "lint.unreachable", "lint.cut_text"}
)
_OF_CARDS = _OF_ABILITIES | {
    *("lint.unread_memory", "lint.unset_memory", "lint.token_of_no_number"),
    *("lint.whenever", "lint.no_example"),
}
"""What is warned of although there are mistakes: what depends on nothing else than one ability or card."""


def warned(links: PackLinks, *, whole: bool = True) -> list[Diagnostic]:
    """Give the warnings about a pack, those about its translations, too.

    If there are mistakes in it, it is not `whole`. Then only its sound cards are looked at, and only for what
    does not depend on the others.
    """
    found = links.found
    around = {ref: entry.node for ref, entry in links.assembly.entries.items()}
    warnings = [*locale_warnings(found, around)]
    passes = [each for each in all_passes() if whole or each.code in _OF_CARDS]
    pack = _seen(links, around)
    if pack is not None:
        for each in passes:
            with nullcontext() if whole else suppress(LinkError):  # a pass may stumble over what is wrong
                warnings += _warnings(each, pack, links)
    if not whole:
        warnings = [warning for warning in warnings if warning.code in _OF_CARDS]
    info = () if found.info is None else (found.info,)
    known = {*(each.code for each in passes), *LOCALE_CODES}
    left = silenced((*info, *found.sheets, *found.locales), warnings, known)
    return left if whole else [warning for warning in left if warning in warnings]


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


def _warnings(each: LintPass, pack: LintedPack, links: PackLinks) -> Iterator[Diagnostic]:
    """Let a pass look at a pack, and find the places of its remarks in the pack's files."""
    found = pack.found
    info = () if found.info is None else (found.info,)
    sheets = {f"{pack.name}/{sheet.name}": sheet for sheet in (*info, *found.sheets, *found.locales)}
    for remark in dict.fromkeys(each.look(pack)):
        sheet = sheets.get(remark.at.partition("#")[0])
        if sheet is not None and not links.spoils(remark.at, each.code):
            yield Diagnostic(sheet.file, *links.place(sheet, remark.at), each.code, remark.message, WARNING)


_CARD, _ABILITY = 2, 4
"""How many steps a pointer takes from a file to a card, and to one of its abilities."""


def _pointer_to(at: str, steps: int) -> str:
    """Give the pointer to the card or the ability in which a pointer leads to something."""
    file, _, pointer = at.partition("#/")
    return f"{file}#/{'/'.join(pointer.split('/')[:steps])}"
