"""Which packs a rule set consists of, in which order, and whether they go together."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from kingsburg_rules.content.assembly import knowledge
from kingsburg_rules.content.built_in import built_in, built_in_folders
from kingsburg_rules.content.documents import EDITIONS, Document
from kingsburg_rules.engine.errors import ContentError, Diagnostic, SetupError, shown, unknown
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.assembly import Knows
    from kingsburg_rules.content.loading import Wanted
    from kingsburg_rules.language.files import Edition

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
        """Return a pack, if there is one."""
        if name in self.given:
            return self.given[name]
        if not self.is_foreign(name):
            return built_in(name)
        if name not in self._read:
            self._read[name] = self._installed_pack(name)
        return self._read[name]

    def _installed_pack(self, name: str) -> Document | None:
        """Read a pack that a package brings. What is installed is asked once: that looks at all packages."""
        from kingsburg_rules.content.installed import installed_document, installed_packs  # needs the parser

        if self._installed is None:
            self._installed = installed_packs()
        where = self._installed.get(name)
        return None if where is None else installed_document(name, where)

    def is_foreign(self, name: str) -> bool:
        """Return whether a pack of that name cannot be the library's."""
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
        """Return the packs that `pack.yaml` names under a key, in a list or a map, with pointers to them."""
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
    """Yield packs as far as they are known, each after those it requires, but not the pack `besides`."""
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


ITSELF = {
    "requires": "a pack cannot require itself; leave this out",
    "after": "a pack cannot come after itself; leave this out",
}
"""What is said of a pack that names itself under a key of `pack.yaml`."""


def disagreements(members: Sequence[Member]) -> Iterator[Disagreement]:
    """Yield the packs that are missing, of another version, or in the way."""
    there = {each.id: each for each in members}
    for each in members:
        versions = dict(each.info.requires)
        for pack, at in each.named("requires").items():
            if pack not in there:
                message = f"'{each.id}' needs '{pack}'"
                yield Disagreement(at, "requires", message, pack)
            elif not fits(there[pack].info.version, versions[pack]):
                wanted, found = versions[pack], there[pack].info.version
                message = f"'{each.id}' needs '{pack}' in version {wanted}, but version {found} is here"
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
    names = f"'{circle[0]}'"
    for pack in circle[1:]:
        names = f"{names} after '{pack}'"
    message = f"packs come after each other in a circle: {names}"
    at = first.named("after") | first.named("requires")
    return Disagreement(at[second], "order", message, second)


def fits(version: str, requirement: str) -> bool:
    """Return whether a version is one required, as in `>=1.2, <2`. Missing parts are 0, so 1 is 1.0."""
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


# What a rule set is asked to consist of: the packs of the edition, modules, a scenario, and others


def choose(edition: Edition, wanted: Wanted) -> list[Member]:
    """Return the packs that are wanted, in the order in which they are put together.

    Raises:
        SetupError: There is none of that name, or they do not go together.
        ContentError: A pack builds on one that nobody knows, or on itself.
    """
    shelf = _shelf(wanted)
    scenarios = () if wanted.scenario is None else (wanted.scenario,)
    _check_parts(edition, "module", wanted.modules, edition.modules, shelf)
    _check_parts(edition, "scenario", scenarios, edition.scenarios, shelf)
    modules = sorted(wanted.modules, key=lambda name: (_place_in(edition.modules, name), name))
    others = (pack if isinstance(pack, str) else pack.id for pack in wanted.packs)
    names = dict.fromkeys((*edition.packs, *modules, *scenarios, *others))
    members = [Member(_document(shelf, name)) for name in names]
    _check_together(members, shelf)
    _check_variants(members, wanted.variants)
    found = ordered(members)
    if isinstance(found, Disagreement):
        raise _refusal(found, members)
    return found


def _shelf(wanted: Wanted) -> Shelf:
    """Collect the packs that were handed over; each must have a name of its own."""
    shelf = Shelf()
    for pack in wanted.packs:
        if isinstance(pack, str):
            continue
        other = shelf.find(pack.id) if pack.id in shelf.names else None
        if other is None:
            shelf.given[pack.id] = pack.document
        elif other.hash != pack.hash:
            raise SetupError("setup.pack", _twice(pack.id, shelf))
    return shelf


def _twice(pack: str, shelf: Shelf) -> str:
    """Describe two packs with one id."""
    if pack in shelf.given:
        return f"Two different packs called '{pack}' were given; give one of them another id."
    return f"A pack called '{pack}' comes with the library; give yours another id."


def _check_parts(
    edition: Edition, what: str, wanted: Iterable[str], there: tuple[str, ...], shelf: Shelf
) -> None:
    """See that modules and scenarios are the edition's, or packs of that kind from elsewhere."""
    given = [name for name, document in shelf.given.items() if document.info.get("kind") == what]
    for name in wanted:
        if name not in there and not (shelf.is_foreign(name) and _kind(shelf, name) == what):
            raise SetupError(f"setup.{what}", _no_part(edition, what, name, (*there, *given)))


def _no_part(edition: Edition, what: str, name: str, known: Sequence[str]) -> str:
    """Describe a module or scenario that an edition does not have."""
    title, found, others = edition.title, shown(name), ", ".join(known)
    if what == "module":
        if known:
            return f"The {title} has no module {found}: it has {others}."
        return f"The {title} has no module {found}: it has no modules."
    if known:
        return f"The {title} has no scenario {found}: it has {others}."
    return f"The {title} has no scenario {found}: it has no scenarios."


def _kind(shelf: Shelf, name: str) -> object:
    document = shelf.find(name)
    return None if document is None else document.info.get("kind")


def _place_in(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def _document(shelf: Shelf, name: str) -> Document:
    found = shelf.find(name)
    if found is None:
        message = f"Pack {unknown(name, shelf.names)}"
        if os.path.exists(name):
            message = f"{message} (for the pack in the current folder, write './{name}')"
        raise SetupError("setup.pack", message)
    return found


def _check_together(members: Sequence[Member], shelf: Shelf) -> None:
    """See that nothing is missing or in the way, and that there is one scenario at most."""
    for each in members:
        _refuse_itself(each)
    for found in disagreements(members):
        if found.code == "requires" and shelf.find(found.other) is None:
            document = _owner(found, members).document
            raise ContentError((_unknown(document, found, shelf),))
        raise _refusal(found, members)
    scenarios = [each.id for each in members if each.info.kind == "scenario"]
    if len(scenarios) > 1:
        first, second = scenarios[:2]
        message = f"'{first}' and '{second}' are both scenarios; a game has one at most."
        raise SetupError("setup.scenario", message)


def _refuse_itself(member: Member) -> None:
    """Refuse a pack that requires itself or comes after itself, as `check` does."""
    wrong = [
        Diagnostic(*member.document.exact_place(member.named(key)[member.id]), "link.pack", message)
        for key, message in ITSELF.items()
        if member.id in member.named(key)
    ]
    if wrong:
        raise ContentError(tuple(wrong))


def _owner(found: Disagreement, members: Sequence[Member]) -> Member:
    return next(each for each in members if each.id == found.at.partition("/")[0])


def _refusal(found: Disagreement, members: Sequence[Member]) -> SetupError:
    """Make the error; if the pack came from elsewhere, with the place where it says so."""
    document = _owner(found, members).document
    message = f"{found.message}."
    if document.texts:
        file, line, _ = document.exact_place(found.at)
        message = f"{found.message} ({file}:{line})."
    return SetupError(f"setup.{found.code}", message)


def _unknown(document: Document, found: Disagreement, shelf: Shelf) -> Diagnostic:
    known = [name for name in shelf.names if name != document.folder]
    return Diagnostic(*document.exact_place(found.at), "link.pack", unknown(found.other, known))


def _check_variants(members: Sequence[Member], variants: Iterable[str]) -> None:
    """See that each variant belongs to one of the packs."""
    offered = [variant for each in members for variant, _ in each.info.variants]
    for variant in variants:
        if variant not in offered:
            why = f"there is {', '.join(offered)}" if offered else "nothing chosen has variants"
            raise SetupError("setup.variant", f"There is no variant {shown(variant)} here: {why}.")
