"""The files of a pack after reading and after the schema: what is sound in them, and what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.assembling import PARTS
from kingsburg_rules.content.canonical import PACK_FILE, is_locale
from kingsburg_rules.content.migrations import FORMAT
from kingsburg_rules.content.pack_files import Source
from kingsburg_rules.content.schema_faults import definition, find_faults
from kingsburg_rules.content.schema_wording import explain
from kingsburg_rules.content.yaml_reading import read_yaml
from kingsburg_rules.engine.errors import WARNING, Problem
from kingsburg_rules.language.shapes import is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.content.yaml_positions import Path, Spot


@frozen(eq=False, repr=False)
class Sheet:
    """A file after the schema: its data and places, and the paths at which the schema refused something."""

    name: str
    file: str
    data: dict[str, object]
    root: Spot
    text: str
    refused: frozenset[Path] = frozenset()

    def problem(self, path: Path, code: str, message: str, *, at_key: bool = False) -> Problem:
        """Make a problem at a path."""
        spot = self.root.find(path)
        return Problem(self.file, *(spot.owner if at_key else spot.pointed), code, message)

    def warning(self, path: Path, code: str, message: str, *, at_key: bool = False) -> Problem:
        """Make a warning at a path."""
        return evolve(self.problem(path, code, message, at_key=at_key), severity=WARNING)

    def is_sound(self, *path: str | int) -> bool:
        """Whether the schema refused nothing at a path or within it."""
        return not any(refused[: len(path)] == path for refused in self.refused)

    def parts(self) -> Iterator[tuple[Path, object]]:
        """Give each sound card with its path, list by list, and what stands in no list."""
        broken = {path[:length] for path in self.refused for length in (1, 2) if len(path) >= length}
        for name in PARTS:
            found = self.data.get(name)
            if isinstance(found, list) and (name,) not in self.refused:
                for k, card in enumerate(cast("list[object]", found)):
                    if (name, k) not in broken:
                        yield (name, k), card
            elif name in self.data and (name,) not in broken:
                yield (name,), found


@define(eq=False, repr=False)
class PackSheets:
    """All files of a pack: what `pack.yaml` says, the sheets with cards, the translations.

    `problems` is what reading them found wrong.
    """

    info: Sheet | None = None
    sheets: list[Sheet] = field(factory=list[Sheet])
    locales: list[Sheet] = field(factory=list[Sheet])
    problems: list[Problem] = field(factory=list[Problem])
    files: list[str] = field(factory=list[str])

    @property
    def id(self) -> str | None:
        """The id that the pack gives itself, if it is one."""
        if self.info is None or not self.info.is_sound("id"):
            return None
        return cast("dict[str, str]", self.info.data).get("id")

    def read(self, source: Source | Problem, kind: str) -> Sheet | None:
        """Read a file and compare it with its schema; None if that cannot be done."""
        if isinstance(source, Problem):
            self.problems.append(source)
            return None
        self.files.append(source.file)
        reading = read_yaml(source.text, source.file)
        if reading.problems:
            self.problems += reading.problems
            return None
        of_another_time = other_format(reading.data)
        if of_another_time:
            place = reading.root.find(("format",)).place
            self.problems.append(Problem(source.file, *place, "pack.format", of_another_time))
            return None
        faults = find_faults(kind, reading.data)
        for finding in explain(faults, definition(kind)):
            place = finding.place(reading.root)
            self.problems.append(Problem(source.file, *place, finding.code, finding.message))
        data = reading.data
        if not is_object(data):
            return None
        refused = frozenset(fault.path for fault in faults)
        return Sheet(source.name, source.file, data, reading.root, source.text, refused)


def read_sheets(sources: Iterable[Source | Problem]) -> PackSheets:
    """Read all files of a pack."""
    found = PackSheets()
    for source in sources:
        kind = kind_of(source.name) if isinstance(source, Source) else "pack"
        sheet = found.read(source, kind)
        if kind == "pack-info":
            found.info = sheet
        elif sheet is not None:
            (found.locales if kind == "locale" else found.sheets).append(sheet)
    return found


def format_of(data: object) -> int | None:
    """Give the format that a file says it is of, if it says so."""
    found = data.get("format") if is_object(data) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def other_format(data: object) -> str:
    """Say what to do about a file of another format."""
    found = format_of(data)
    if found is None or found == FORMAT:
        return ""
    if found > FORMAT:
        return f"this is format {found}, and this version of kingsburg-rules reads {FORMAT}; get a newer one"
    return f"this is format {found}; 'kingsburg migrate' rewrites the pack for format {FORMAT}"


def kind_of(name: str) -> str:
    """Tell the kind of a file by its name within the pack."""
    if name == PACK_FILE:
        return "pack-info"
    return "locale" if is_locale(name) else "pack"
