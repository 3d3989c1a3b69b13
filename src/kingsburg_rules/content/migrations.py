"""What changed from one format of the language to the next: one small function for each change.

A function is registered for the format that it leads away from. It looks at a file of that format and gives
the edits that the change asks for: a place, what stands there, and what shall. `migrating` carries them out
in the text, so that comments, spaces and the order of keys stay as their author wrote them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules.content.yaml_positions import Path, Place, Spot

FORMAT = 1
"""The format that this version reads."""

EXAMPLES = "examples"


@frozen(eq=False, repr=False)
class OldFile:
    """A file of an older format: its kind (`pack`, `pack-info` or `locale`), what it says, and where."""

    kind: str
    data: object
    root: Spot

    def maps(self) -> Iterator[tuple[Path, dict[str, object]]]:
        """Give every map with its path, but for what stands in examples."""
        yield from _maps(self.data, ())


@frozen
class Edit:
    """A change of a text: what stands at a place, and what shall stand there."""

    place: Place
    old: str
    new: str


Change: TypeAlias = "Callable[[OldFile], Iterator[Edit]]"

CHANGES: dict[int, list[Change]] = {}
"""The changes that lead away from each format."""

OLD_NAMES: dict[str, str] = {}
"""What a key was once called, and is called now."""


def leads_from(old: int) -> Callable[[Change], Change]:
    """Register a change."""

    def register(change: Change) -> Change:
        CHANGES.setdefault(old, []).append(change)
        return change

    return register


def renamed(file: OldFile, old: str, new: str, there: Callable[[Path], bool]) -> Iterator[Edit]:
    """Rename a key wherever it stands in a map whose path is of a kind."""
    for path, found in file.maps():
        if old in found and there(path):
            place = file.root.find((*path, old)).key
            if place is not None:
                yield Edit(place, old, new)


def renaming(start: int, old: str, new: str, there: Callable[[Path], bool], *, kind: str = "pack") -> None:
    """Register the change of a name, and remember it for those who still write the old one."""
    OLD_NAMES[old] = new

    @leads_from(start)
    def rename(file: OldFile) -> Iterator[Edit]:
        if file.kind == kind:
            yield from renamed(file, old, new, there)


def _maps(data: object, path: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    if is_object(data):
        yield path, data
        for key, value in data.items():
            if key != EXAMPLES:
                yield from _maps(value, (*path, key))
    elif is_list(data):
        for index, value in enumerate(data):
            yield from _maps(value, (*path, index))


_TESTS = ("if", "test", "all", "any")
_STEPS = ("do", "then", "else", "reward", "setup", "year", "end")


def at_the_top(path: Path) -> bool:
    """Whether a map is the file itself."""
    return path == ()


def is_test(path: Path) -> bool:
    """Whether a map is a test: an item of a list of tests, or what is negated."""
    return path[-1:] == ("not",) or (len(path) > 1 and path[-2] in _TESTS)


def is_step(path: Path) -> bool:
    """Whether a map is a step: an item of a list of steps."""
    return len(path) > 1 and path[-2] in _STEPS


def is_option(path: Path) -> bool:
    """Whether a map is an option of a card."""
    return len(path) > 1 and path[-2] == "options"


def is_enemy(path: Path) -> bool:
    """Whether a map is an enemy card."""
    return len(path) == 2 and path[0] == "enemies"


@leads_from(0)
def number_the_format(file: OldFile) -> Iterator[Edit]:
    """Format 1 says so."""
    yield Edit(file.root.find(("format",)).place, "0", "1")


renaming(0, "license", "licence", at_the_top, kind="pack-info")
renaming(0, "win", "reward", is_enemy)
renaming(0, "lose", "penalty", is_enemy)
renaming(0, "have", "has", is_test)
renaming(0, "rule", "switch", is_test)
renaming(0, "emit", "window", is_step)
renaming(0, "plus2_values", "token_values", is_option)
