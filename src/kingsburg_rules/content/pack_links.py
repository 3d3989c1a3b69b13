"""Linking a pack that is being checked: the mistakes that only the linker sees, at their places in the files.

The cards that the schema found sound are linked even when others are not, so that an author sees all that can
be seen. The pack is linked on top of the packs it needs, just as it would be played.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from attrs import define, field, frozen

from kingsburg_rules.content.documents import EDITIONS, built_in, built_in_folders
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.loading import read_files
from kingsburg_rules.content.pack_limits import Budget
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.engine.errors import Problem, unknown
from kingsburg_rules.language.cards import Calendar, CardNode, PackFile
from kingsburg_rules.language.registry import fields_of
from kingsburg_rules.language.shapes import Listing, ShapeError
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.yaml_positions import Path, Spot
    from kingsburg_rules.language.shapes import Shape

BASE = "base"

_NEEDS_ALL = frozenset({"link.enemy_type", "link.sequence", "link.deck", "link.enemies"})
"""Complaints about names that a card left out may give: not made while there are other mistakes."""


@frozen(eq=False, repr=False)
class Sheet:
    """A file after the schema: its data and places, and the paths at which the schema refused something."""

    name: str
    file: str
    data: object
    root: Spot
    refused: frozenset[Path] = frozenset()

    def problem(self, path: Path, code: str, message: str, *, at_key: bool = False) -> Problem:
        """Make a problem at a path."""
        spot = self.root.find(path)
        return Problem(self.file, *(spot.owner if at_key else spot.pointed), code, message)

    def is_sound(self, *path: str | int) -> bool:
        """Whether the schema refused nothing at a path or within it."""
        return not any(refused[: len(path)] == path for refused in self.refused)


@define(eq=False, repr=False)
class PackLinks:
    """A pack being linked; `whole` says that all its files could be read."""

    pack: str
    info: Sheet | None
    sheets: Sequence[Sheet]
    whole: bool
    problems: list[Problem] = field(factory=list[Problem])
    cards: list[CardNode] = field(factory=list[CardNode])
    calendars: list[tuple[Sheet, Calendar]] = field(factory=list["tuple[Sheet, Calendar]"])

    def check(self) -> None:
        """Link the pack and collect all mistakes."""
        requires = self._requires()
        if not self._read_all():
            return
        needed = list(_with_needs(requires if self.calendars or self.pack == BASE else [BASE, *requires]))
        calendar = self._calendar(needed)
        try:
            self._link(needed, calendar)
        except RecursionError:
            sheet = self.sheets[0]
            message = "sequences run each other too deeply; join some of them"
            self.problems.append(Problem(sheet.file, *START, "link.deep", message))

    def counts(self) -> dict[str, int]:
        """Count the cards that were read, by file."""
        counts = Counter(card.at.partition("#")[0] for card in self.cards)
        return {sheet.file: counts[f"{self.pack}/{sheet.name}"] for sheet in self.sheets}

    def _requires(self) -> list[str]:
        """Give the packs that this one says it needs, as far as they are known."""
        if self.info is None or not self.info.is_sound("requires"):
            return []
        known = [name for name in built_in_folders() if name not in (EDITIONS, self.pack)]
        names = cast("dict[str, list[str]]", self.info.data).get("requires", [])
        for k, name in enumerate(names):
            if name == self.pack:
                message = "a pack does not require itself; leave this out"
                self.problems.append(self.info.problem(("requires", k), "link.pack", message))
            elif name not in known:
                self.problems.append(self.info.problem(("requires", k), "link.pack", unknown(name, known)))
        return [name for name in names if name in known]

    def _read_all(self) -> bool:
        """Turn the sound cards into nodes; False if the pack is too large to go on."""
        budget = Budget()
        for sheet in self.sheets:
            for path, part, shape in _parts(sheet):
                found = budget.spend(part, path)
                if found is None:
                    self._read(sheet, path, part, shape)
                else:
                    self.whole = False
                    self.problems.append(sheet.problem(*found))
                if budget.is_spent:
                    return False
        return True

    def _read(self, sheet: Sheet, path: Path, part: object, shape: Shape[object]) -> None:
        """Read a card or the calendar. What the schema lets pass, the shapes rarely refuse."""
        pointer = "/".join(map(str, path))
        try:
            node = shape.read(part, f"{self.pack}/{sheet.name}#/{pointer}")
        except ShapeError as error:
            self._complain(error.at, error.code, error.message)
            return
        if isinstance(node, CardNode):
            self.cards.append(node)
        elif isinstance(node, Calendar):
            self.calendars.append((sheet, node))

    def _calendar(self, needed: Sequence[str]) -> Calendar:
        """Choose the one calendar there may be; complain about others, or if there is none."""
        given = [file.calendar for pack in needed for file in read_files(built_in(pack)) if file.calendar]
        found, where = given[:1], f"of '{BASE}', which this pack requires,"
        for sheet, calendar in self.calendars:
            if found:
                message = f"the calendar {where} is in force already; one of them must go"
                self.problems.append(sheet.problem(("calendar",), "link.calendar", message))
            else:
                found, where = [calendar], f"in {sheet.name}"
        if not found and self.whole and self.info is not None:
            message = f"'{BASE}' itself has no calendar; choose another id to build on the base game"
            self.problems.append(self.info.problem(("id",), "link.calendar", message))
        return found[0] if found else Calendar(1, (), (), ())

    def _link(self, needed: Sequence[str], calendar: Calendar) -> None:
        linker = Linker({name: values[0] for name, (_, values) in SWITCHES.items()})
        cards = [
            (pack, card) for pack in needed for file in read_files(built_in(pack)) for card in file.cards
        ]
        linker.link([*cards, *((self.pack, card) for card in self.cards)], calendar)
        for error in linker.errors:
            if self.whole or error.code not in _NEEDS_ALL:
                self._complain(error.at, error.code, error.message)

    def _complain(self, at: str, code: str, message: str) -> None:
        """Put a complaint where its pointer leads; pointers into other packs are not this pack's mistakes."""
        file, _, pointer = at.partition("#")
        for sheet in self.sheets:
            if file == f"{self.pack}/{sheet.name}":
                place = sheet.root.find_pointer(pointer).pointed
                self.problems.append(Problem(sheet.file, *place, code, message))


def _parts(sheet: Sheet) -> Iterator[tuple[Path, object, Shape[object]]]:
    """Give each sound card of a file, and the calendar, with its path and with what reads it."""
    data = cast("dict[str, object]", sheet.data)
    for name, shape, _, _ in fields_of(PackFile):
        if name not in data or (name,) in sheet.refused:
            continue
        if isinstance(shape, Listing):
            item = cast("Listing[object]", shape).item
            for k, card in enumerate(cast("list[object]", data[name])):
                if sheet.is_sound(name, k):
                    yield (name, k), card, item
        elif sheet.is_sound(name):
            yield (name,), data[name], shape


def _with_needs(packs: Sequence[str]) -> Iterator[str]:
    """Give packs, each after those it requires."""
    seen: set[str] = set()

    def visit(pack: str) -> Iterator[str]:
        if pack not in seen:
            seen.add(pack)
            for name in cast("list[str]", built_in(pack).info.get("requires", [])):
                yield from visit(name)
            yield pack

    for pack in packs:
        yield from visit(pack)
