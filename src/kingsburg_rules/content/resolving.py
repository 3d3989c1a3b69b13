"""Which packs are in play, in which order, and whether they go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.assembling import knowledge
from kingsburg_rules.content.documents import EDITIONS, built_in, built_in_folders
from kingsburg_rules.language.packs import PackInfo
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.assembling import Knows
    from kingsburg_rules.content.documents import Document

_COMPARISONS: dict[str, Callable[[list[int], list[int]], bool]] = {
    ">=": lambda here, wanted: here >= wanted,
    "<=": lambda here, wanted: here <= wanted,
    "==": lambda here, wanted: here == wanted,
    ">": lambda here, wanted: here > wanted,
    "<": lambda here, wanted: here < wanted,
}


class Shelf:
    """The packs there are: those of the library, those handed over, those installed."""

    def __init__(self, given: Mapping[str, Document] | None = None) -> None:
        self.given = dict(given or {})
        self._installed: dict[str, str] | None = None
        self._read: dict[str, Document | None] = {}

    @property
    def names(self) -> list[str]:
        """The packs that can be named without asking what is installed."""
        return [*(name for name in built_in_folders() if name != EDITIONS), *self.given]

    def find(self, name: str) -> Document | None:
        """Give a pack, if there is one."""
        if name in self.given:
            return self.given[name]
        if not self.is_foreign(name):
            return built_in(name)
        if name not in self._read:
            self._read[name] = self._installed_pack(name)
        return self._read[name]

    def _installed_pack(self, name: str) -> Document | None:
        """Read a pack that a package brings. What is installed is asked once: that looks at all packages."""
        from kingsburg_rules.content.packs import installed, installed_pack

        if self._installed is None:
            self._installed = installed()
        where = self._installed.get(name)
        return None if where is None else installed_pack(name, where).document

    def is_foreign(self, name: str) -> bool:
        """Whether a pack of that name cannot be the library's."""
        return name in self.given or name == EDITIONS or name not in built_in_folders()


class Member:
    """A pack among others: what it consists of, and what it says of itself."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.info = read_fields(PackInfo, document.info, f"{document.folder}/pack.yaml#")

    @property
    def id(self) -> str:
        """The name of the pack, to which pointers lead."""
        return self.document.folder

    @property
    def builds_on(self) -> frozenset[str]:
        """The packs that it requires or comes after."""
        return frozenset((*(pack for pack, _ in self.info.requires), *self.info.after))

    def named(self, key: str) -> dict[str, str]:
        """Give the packs that `pack.yaml` names under a key, in a list or a map, with pointers to them."""
        named, at = self.document.info.get(key), f"{self.id}/pack.yaml#/{key}"
        if is_list(named):
            return {str(pack): f"{at}/{k}" for k, pack in enumerate(named)}
        return {str(pack): f"{at}/{pack}" for pack in named} if is_object(named) else {}


class Disagreement(ValueError):
    """Why packs do not go together: where it is said, a code without its first part, and a sentence.

    `other` is the pack that is missing, or in the way.
    """

    def __init__(self, at: str, code: str, message: str, other: str) -> None:
        super().__init__(message)
        self.at, self.code, self.message, self.other = at, code, message, other


def with_needs(names: Iterable[str], shelf: Shelf, *, besides: str = "") -> Iterator[Member]:
    """Give packs as far as they are known, each after those it requires, and one of them not."""
    seen = {besides}

    def visit(name: str) -> Iterator[Member]:
        document = None if name in seen else shelf.find(name)
        if document is not None:
            seen.add(name)
            found = Member(document)
            for pack, _ in found.info.requires:
                yield from visit(pack)
            yield found

    for name in names:
        yield from visit(name)


def disagreements(members: Sequence[Member]) -> Iterator[Disagreement]:
    """Tell what is missing, of another version, or in the way."""
    there = {each.id: each for each in members}
    for each in members:
        versions = dict(each.info.requires)
        for pack, at in each.named("requires").items():
            if pack not in there:
                yield Disagreement(at, "requires", f"'{each.id}' needs '{pack}'", pack)
            elif not fits(there[pack].info.version, versions[pack]):
                found = f"version {there[pack].info.version} is here"
                message = f"'{each.id}' needs '{pack}' in version {versions[pack]}, but {found}"
                yield Disagreement(at, "version", message, pack)
        for pack, at in each.named("conflicts").items():
            if pack in there:
                message = f"'{each.id}' and '{pack}' cannot be played together"
                yield Disagreement(at, "conflict", message, pack)


def ordered(members: Sequence[Member]) -> list[Member] | Disagreement:
    """Put packs into an order in which each comes after those it builds on, moving no more than needed."""
    left, found = [*members], list[Member]()
    while left:
        waiting = {each.id for each in left}
        ready = next((each for each in left if not each.builds_on & waiting - {each.id}), None)
        if ready is None:
            return _circle(left)
        left.remove(ready)
        found.append(ready)
    return found


def _circle(members: Sequence[Member]) -> Disagreement:
    """Name packs each of which comes after the next, and the last after the first."""
    by_id = {each.id: each for each in members}
    way = [members[0].id]
    while len(set(way)) == len(way):
        near = by_id[way[-1]].builds_on & by_id.keys() - {way[-1]}
        way.append(min(near))
    circle = way[way.index(way[-1]) :]
    first, second = by_id[circle[0]], circle[1]
    names = " after ".join(f"'{pack}'" for pack in circle)
    message = f"packs come after each other in a circle: {names}"
    at = first.named("after") | first.named("requires")
    return Disagreement(at[second], "order", message, second)


def fits(version: str, requirement: str) -> bool:
    """Whether a version is among those required: `>=1.2, <2`. Missing parts count as 0, so 1 is 1.0."""
    terms = (term.strip() for term in requirement.split(",") if term)
    parts = ((term[: 2 if "=" in term else 1], term.lstrip("<>= ")) for term in terms)
    return all(_COMPARISONS[sign](*_evened(version, wanted)) for sign, wanted in parts)


def _evened(*versions: str) -> Iterator[list[int]]:
    """Read versions, filled up to the same length."""
    parts = [[int(part) for part in version.split(".")] for version in versions]
    longest = max(map(len, parts))
    return (part + [0] * (longest - len(part)) for part in parts)


def known_by(members: Sequence[Member], always: Sequence[str]) -> Knows:
    """Make the function that tells which packs a pack builds on; all build on those that are always there."""
    return knowledge({each.id: each.builds_on for each in members}, always)
