"""Linking a pack that is being checked: the mistakes that only the linker sees, at their places in the files.

The cards that the schema found sound are linked even when others are not, so that an author sees all that can
be seen. The pack is linked on top of the packs it needs, put together just as it would be played.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.content.assembling import Assembly
from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.documents import Document
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.pack_limits import Budget
from kingsburg_rules.content.resolving import (
    Disagreement,
    Member,
    Shelf,
    disagreements,
    known_by,
    ordered,
    with_needs,
)
from kingsburg_rules.content.yaml_reading import MAX_PROBLEMS
from kingsburg_rules.engine.errors import Problem, unknown
from kingsburg_rules.language.calendar import Calendar
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.content.pack_sheets import PackSheets
    from kingsburg_rules.content.yaml_positions import Path

BASE = "base"

_NEEDS_ALL = frozenset({"link.enemy_type", "link.sequence", "link.deck", "link.enemies", "link.card"})
"""Complaints about names that a card left out may give: not made while there are other mistakes."""


@define(eq=False, repr=False)
class PackLinks:
    """A pack being linked; `name` is its id, or stands for it."""

    name: str
    found: PackSheets
    shelf: Shelf = field(factory=Shelf)
    problems: list[Problem] = field(factory=list[Problem])
    assembly: Assembly = field(factory=Assembly)

    too_large: bool = False
    linker: Linker | None = None
    calendar: Calendar | None = None

    @property
    def whole(self) -> bool:
        """Whether all files could be read and nothing was refused."""
        return not (self.found.problems or self.too_large)

    def check(self) -> None:
        """Link the pack and collect all mistakes."""
        requires = self._requires()
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
        self._link([each.id for each in members], calendar)

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
                self._complain_of_pack(path, "link.pack", "a pack does not require itself; leave this out")
            elif self.shelf.find(name) is None:
                self._complain_of_pack(path, "link.pack", unknown(name, self._others()))
            else:
                found.append(name)
        return found

    def _others(self) -> list[str]:
        return [name for name in self.shelf.names if name != self.name]

    def _complain_of_pack(self, path: Path, code: str, message: str) -> None:
        if self.found.info is not None:
            self.problems.append(self.found.info.problem(path, code, message))

    def _own(self) -> Assembly | None:
        """Turn the sound cards into nodes; None if the pack is too large to go on."""
        found, budget = Assembly(), Budget()
        for sheet in self.found.sheets:
            for path, part in sheet.parts():
                excess = budget.spend(part, path)
                if excess is None:
                    pointer = "/".join(map(str, path))
                    found.take(self.name, str(path[0]), part, f"{self.name}/{sheet.name}#/{pointer}")
                else:
                    self.too_large = True
                    self.problems.append(sheet.problem(*excess))
                if budget.is_spent:
                    return None
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
                self.problems.append(Problem(self.found.info.file, *place, f"link.{each.code}", each.message))

    def _calendar(self, own: Assembly) -> Calendar:
        """Choose the one calendar there may be; complain about others, or if there is none."""
        found, where = self.assembly.calendars[:1], f"of '{BASE}'"
        for calendar in own.calendars:
            if found:
                message = f"the calendar {where} is in force already; one of them must go"
                self._complain(calendar.at, "link.calendar", message)
            else:
                found, where = [calendar], f"in {calendar.at.partition('#')[0].removeprefix(f'{self.name}/')}"
        if not found and self.whole and self.found.info is not None:
            message = f"'{BASE}' itself has no calendar; choose another id to build on the base game"
            self._complain_of_pack(("id",), "link.calendar", message)
        return found[0] if found else Calendar(1, (), (), ())

    def _link(self, needed: Sequence[str], calendar: Calendar) -> None:
        switches = {name: values[0] for name, (_, values) in SWITCHES.items()}
        packs = frozenset((*needed, self.name))
        linker = Linker(switches, packs, self.assembly.further, keeps=False)
        linker.link(self.assembly.cards, calendar)
        self.linker, self.calendar = linker, calendar
        for error in (*self.assembly.errors, *map(self.assembly.blamed, linker.errors)):
            if self.whole or error.code not in _NEEDS_ALL:
                self._complain(error.at, error.code, error.message)

    def _complain(self, at: str, code: str, message: str) -> None:
        """Put a complaint where its pointer leads; pointers into other packs are not this pack's mistakes."""
        file, _, pointer = at.partition("#")
        for sheet in self.found.sheets:
            if file == f"{self.name}/{sheet.name}":
                place = sheet.root.aimed(pointer)
                self.problems.append(Problem(sheet.file, *place, code, message))
