"""Links one pack that is checked, on top of the packs it needs, and collects every mistake.

The cards that are sound are linked even when others are not, so that an author sees all that can be seen.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.assembly import Assembly
from kingsburg_rules.content.documents import PACK_FILE, Document
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.partial import LinkablePart, Missing, left_out, linkable
from kingsburg_rules.content.selection import (
    Member,
    NameOrigins,
    Shelf,
    disagreements,
    known_by,
    unplayable,
    with_needs,
)
from kingsburg_rules.content.yaml_reader import MAX_PROBLEMS
from kingsburg_rules.engine.compiled_rules import Limits
from kingsburg_rules.engine.errors import Diagnostic, unknown, unknown_name
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.files import Calendar
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.switches import switch_values
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.reading import PackSheets
    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.language.emitter import LinkError

BASE = "base"
"""The pack that every other one builds on, unless it has a calendar of its own."""

# Bounds on what a pack may ask of the linker
#
# They keep a card from making it work for hours: a good of the player's choice becomes one option for every
# mixture of goods, and an exchange multiplies them.

MAX_CARDS = 5000

MAX_GOODS = Limits().goods
"""How many goods may be chosen at once, in play too."""

MAX_CHOICES = 200_000
"""How many mixtures all cards of a pack may offer together."""


def excess(found: PackSheets) -> Diagnostic | None:
    """Return what is wrong with the first card, or the calendar, that asks for too much."""
    cards, choices = 0, 0
    for sheet in found.sheets:
        for part in linkable(sheet):
            cards += 1
            if cards > MAX_CARDS:
                message = f"a pack has at most {MAX_CARDS} cards; split it in two"
                return sheet.problem(part.path, "link.size", message)
            for path, bag in _maps(part.data, part.path):
                goods = bag.get(GOOD, 0)
                if isinstance(goods, int) and not 0 <= goods <= MAX_GOODS:
                    message = f"from 0 to {MAX_GOODS} goods may be chosen at once"
                    return sheet.problem((*path, GOOD), "link.choices", message)
                choices += _mixtures(bag) - 1
                if choices > MAX_CHOICES:
                    message = f"with this the pack offers more than {MAX_CHOICES} choices of goods"
                    return sheet.problem(path, "link.choices", message)
    return None


def _mixtures(bag: dict[str, object]) -> int:
    """Count the ways to choose goods from three kinds: for a bag, or for both bags of an exchange."""
    goods = bag.get(GOOD, 0)
    mixtures = (goods + 1) * (goods + 2) // 2 if isinstance(goods, int) and goods >= 0 else 1
    for part in (bag.get("pay"), bag.get("gain")):
        mixtures *= _mixtures(part) if is_object(part) else 1
    return mixtures


def _maps(data: object, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, object]]]:
    """Return every map with its path, the outer ones first."""
    if is_object(data):
        yield path, data
        for key, value in data.items():
            yield from _maps(value, (*path, key))
    elif is_list(data):
        for index, value in enumerate(data):
            yield from _maps(value, (*path, index))


_NEEDS_ALL = frozenset(
    {"link.enemy_type", "link.sequence", "link.deck", "link.kind", "link.enemies", "link.card", "link.place"}
)
"""Mistakes that a card left out may explain: not reported while there are mistakes of form."""

_NEEDS_REST = frozenset({"link.variable", "link.type", "link.player"})
"""Mistakes that the steps left out of a card may explain."""


@define(eq=False, repr=False)
class PackLinks:
    """A pack being linked; `name` is its id, or stands for it."""

    name: str
    found: PackSheets
    shelf: Shelf = field(factory=Shelf)
    diagnostics: list[Diagnostic] = field(factory=list[Diagnostic])
    assembly: Assembly = field(factory=Assembly)
    linker: Linker | None = None
    calendar: Calendar | None = None
    _parts: dict[str, LinkablePart] = field(factory=dict[str, LinkablePart])
    _missing: Missing = field(factory=Missing)

    @property
    def whole(self) -> bool:
        """Return whether nothing is wrong with the form of the files."""
        return not self.found.diagnostics

    def check(self) -> None:
        """Link the pack and collect all mistakes."""
        too_much = excess(self.found)
        if too_much is not None:
            self.diagnostics.append(too_much)
            return
        own = self._own()
        # A pack with a calendar of its own is a game of its own.
        base = [] if own.calendars or self.name == BASE else [BASE]
        # Packs whose cards are changed are linked as well, in play or not: the changes must fit them.
        changed = [change.target.partition("/")[0] for change in own.changes]
        requires = self._named("requires")
        members = [*with_needs([*base, *requires, *changed], self.shelf, besides=self.name)]
        together = [*self._as_member(), *members]
        self._check_together(together)
        for each in members:
            self.assembly.add(each.document)
        self.assembly.absorb(own)
        self.calendar = self._calendar()
        known = {*self.shelf.names, *self._named("requires"), *self._named("after")}
        self.assembly.finish(known, known_by(together, base))
        self._link(members, self.calendar)
        self._check_moments()
        self._check_players()

    def counts(self) -> dict[str, int]:
        """Count the cards that were read, by file."""
        own = [entry.home for entry in self.assembly.entries.values() if entry.pack == self.name]
        places = Counter(at.partition("#")[0] for at in (*own, *(c.at for c in self.assembly.changes)))
        return {sheet.file: places[f"{self.name}/{sheet.name}"] for sheet in self.found.sheets}

    # What pack.yaml says

    def _named(self, key: str) -> list[str]:
        """Return the packs that `pack.yaml` names under a key, as far as it is sound."""
        info = self.found.info
        named = info.data.get(key) if info is not None and info.is_sound(key) else None
        return [str(pack) for pack in named] if is_list(named) or is_object(named) else []

    def _as_member(self) -> list[Member]:
        """Return the pack itself among others, if it says soundly what it is."""
        info = self.found.info
        if info is None or info.wounds or info.data.get("id") != self.name:
            return []
        return [Member(Document(self.name, info.data, {}, {}, ""))]

    def _check_together(self, members: Sequence[Member]) -> None:
        """Report what this pack says about the others."""
        for each in islice(disagreements(members, self.shelf), MAX_PROBLEMS):
            pack, _, pointer = each.at.partition(f"/{PACK_FILE}#")
            if pack == self.name and self.found.info is not None:
                self.diagnostics.append(self.found.info.problem_at(pointer, each.code, each.message))

    def _check_players(self) -> None:
        """Report numbers of players that nobody can play."""
        for error in unplayable(self._as_member(), len(self.assembly.further.seats)):
            if self.found.info is not None:
                pointer = error.at.partition("#")[2]
                self.diagnostics.append(self.found.info.problem_at(pointer, error.code, error.message))

    def _calendar(self) -> Calendar:
        """Return the calendar; report if there is none."""
        if self.assembly.calendars:
            return self.assembly.calendars[0]
        if self.whole and self.found.info is not None:
            message = f"'{BASE}' itself has no calendar; choose another id to build on the base game"
            self.diagnostics.append(self.found.info.problem(("id",), "link.calendar", message))
        return Calendar(1, (), (), ())

    # Cards

    def _own(self) -> Assembly:
        """Turn the cards into nodes as far as they can be linked."""
        found = Assembly()
        for sheet in self.found.sheets:
            for part in linkable(sheet):
                file = f"{self.name}/{sheet.name}#/"
                found.take(self.name, str(part.path[0]), part.data, f"{file}{part.pointer}")
                if part.broken:
                    self._parts[f"{file}{part.pointer}"] = part
        self._missing = left_out(self.found)
        return found

    def _link(self, needed: Sequence[Member], calendar: Calendar) -> None:
        switches = switch_values()
        packs = frozenset((*(each.id for each in needed), self.name))
        named = {self.name: self._named("after"), **{each.id: each.info.after for each in needed}}
        # What a pack comes after may bring the ranks and rows on which its cards lie.
        lacking = frozenset(pack for pack, after in named.items() if not packs.issuperset(after))
        self.linker = Linker(switches, packs, lacking, self.assembly.further, keeps=False)
        self.linker.link(self.assembly.cards, calendar)
        origins = NameOrigins(self.shelf, packs)
        for error in (*self.assembly.errors, *map(self.assembly.blamed, self.linker.errors)):
            if self._follows(error):
                continue
            message = origins.remedy(error.code, error.wanted) or error.message
            self._add(error.at, error.code, message)

    def _check_moments(self) -> None:
        """Report misspelt moments in what was not linked because of another mistake in it."""
        if self.whole or self.linker is None:
            return
        events = self.linker.names.events
        told = {(each.file, each.line) for each in (*self.found.diagnostics, *self.diagnostics)}
        for sheet in self.found.sheets:
            for path, found in _maps(sheet.data, ()):
                name = found.get("when")
                # Without a likely meaning it may be a moment of the pack that is broken itself.
                if isinstance(name, str) and name not in events and closest(name, events):
                    problem = sheet.problem((*path, "when"), "link.event", unknown(name, events))
                    if (problem.file, problem.line) not in told:
                        self.diagnostics.append(problem)

    def _follows(self, error: LinkError) -> bool:
        """Return whether a mistake may be none, but follow from what is left out because of others."""
        if self.whole and not self.diagnostics:
            return False
        card = _pointer_to(error.at, _CARD)
        part = self._parts.get(card)
        if part is not None:
            ability = _pointer_to(error.at, _ABILITY).partition("#/")[2]
            if ability in part.broken and error.code in _NEEDS_REST:
                return True
        name = unknown_name(error.message)
        if name:
            requires = self._named("requires")
            lacks = any(self.shelf.find(pack) is None for pack in requires)
            return lacks or self._missing.may_give(name)
        return error.code in _NEEDS_ALL and not self.whole

    # Diagnostics

    def _add(self, at: str, code: str, message: str) -> None:
        """Add a diagnostic where a pointer leads; pointers into other packs are not this pack's mistakes."""
        file, _, pointer = at.partition("#/")
        for sheet in self.found.sheets:
            if file == f"{self.name}/{sheet.name}":
                self.diagnostics.append(sheet.problem_at(pointer, code, message))


_CARD, _ABILITY = 2, 4
"""How many steps a pointer takes from a file to a card, and to one of its abilities."""


def _pointer_to(at: str, steps: int) -> str:
    """Return the pointer to the card or the ability in which a pointer leads to something."""
    file, _, pointer = at.partition("#/")
    return f"{file}#/{'/'.join(pointer.split('/')[:steps])}"
