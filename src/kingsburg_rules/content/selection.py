"""Which packs a rule set consists of, in which order, whether they go together, and what names they bring."""

from __future__ import annotations

import os.path
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.content.built_in import built_in, built_in_folders
from kingsburg_rules.content.documents import EDITIONS, Document
from kingsburg_rules.engine.compiled_rules import FEWEST_SEATS, MOST_SEATS
from kingsburg_rules.engine.errors import ContentError, Diagnostic, SetupError, meant, shown, unknown
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.loading import Wanted
    from kingsburg_rules.language.files import Edition

Knows: TypeAlias = "Callable[[str], Collection[str]]"
"""What gives the packs that a pack knows, those of those it knows too."""

_COMPARISONS = {">=": ge, "<=": le, "==": eq, ">": gt, "<": lt}


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
        # A pack is read once for each shelf, and anew for the next one: it may have changed meanwhile.
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


def disagreements(members: Sequence[Member], shelf: Shelf) -> Iterator[LinkError]:
    """Yield why packs do not go together: some are missing, of another version, in the way, or in a circle.

    What is `wanted` is the other pack.
    """
    there = {each.id: each for each in members}
    for each in members:
        yield from _unmet(each, there, shelf)
        for pack, at in each.named("conflicts").items():
            if pack in there:
                message = f"'{each.id}' and '{pack}' cannot be played together"
                yield _clash(at, "conflict", message, pack)
    try:
        ordered(members)
    except LinkError as circle:
        yield circle


def unplayable(members: Iterable[Member], without_player: int) -> Iterator[LinkError]:
    """Yield packs that allow no number of players that there can be, beside seats without one."""
    most = MOST_SEATS - without_player
    for each in members:
        players = each.info.players
        if players is not None and not any(n in players for n in range(FEWEST_SEATS, most + 1)):
            message = f"no game is for so many; allow numbers from {FEWEST_SEATS} to {most}"
            yield LinkError(f"{each.id}/pack.yaml#/players", "link.players", message)


def _clash(at: str, why: str, message: str, pack: str) -> LinkError:
    return LinkError(at, f"link.{why}", message, pack)


def _unmet(member: Member, there: Mapping[str, Member], shelf: Shelf) -> Iterator[LinkError]:
    """Yield what a pack needs and does not get."""
    for key, verb in (("requires", "require"), ("after", "come after")):
        if member.id in member.named(key):
            message = f"a pack cannot {verb} itself; leave this out"
            yield LinkError(member.named(key)[member.id], "link.pack", message, member.id)
    versions = dict(member.info.requires)
    for pack, at in member.named("requires").items():
        found = there.get(pack)
        if found is None and shelf.find(pack) is None:
            others = [name for name in shelf.names if name != member.id]
            yield LinkError(at, "link.pack", unknown(pack, others), pack)
        elif found is None:
            yield _clash(at, "requires", f"'{member.id}' needs '{pack}'", pack)
        elif not fits(found.info.version, versions[pack]):
            version = f"version {versions[pack]}, but version {found.info.version} is here"
            yield _clash(at, "version", f"'{member.id}' needs '{pack}' in {version}", pack)


def ordered(members: Sequence[Member]) -> list[Member]:
    """Put packs into an order in which each comes after those it builds on, moving no more than needed.

    Raises:
        LinkError: They come after each other in a circle.
    """
    left, found = [*members], list[Member]()
    while left:
        waiting = {each.id for each in left}
        # No pack waits for packs that are not in play, nor for itself.
        ready = next((each for each in left if not each.builds_on & waiting - {each.id}), None)
        if ready is None:
            raise _circle(left)
        left.remove(ready)
        found.append(ready)
    return found


def _circle(members: Sequence[Member]) -> LinkError:
    """Name packs each of which comes after the next, and the last after the first."""
    by_id = {each.id: each for each in members}
    way = [members[0].id]
    while len(set(way)) == len(way):
        way.append(min(by_id[way[-1]].builds_on & by_id.keys() - {way[-1]}))
    circle = way[way.index(way[-1]) :]
    named = by_id[circle[0]].named("after") | by_id[circle[0]].named("requires")
    names = " after ".join(f"'{pack}'" for pack in circle)
    message = f"packs come after each other in a circle: {names}"
    return _clash(named[circle[1]], "order", message, circle[1])


def fits(version: str, requirement: str) -> bool:
    """Return whether a version is one required, as in `>=1.2, <2`. Missing parts are 0, so 1 is 1.0."""
    terms = (term.strip() for term in requirement.split(",") if term)
    # `>=1.2` becomes `>=` and `1.2`; the schema has made sure that nothing else is there.
    parts = ((term[: 2 if "=" in term else 1], term.lstrip("<>= ")) for term in terms)
    return all(_COMPARISONS[sign](_number(version), _number(wanted)) for sign, wanted in parts)


def _number(version: str) -> list[int]:
    """Read a version, without zeros at its end."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return parts


def known_by(members: Iterable[Member], always: Collection[str] = ()) -> Knows:
    """Make what gives the packs that a pack builds on; all build on those that are always there."""
    near = {each.id: each.builds_on for each in members}
    found: dict[str, frozenset[str]] = {}

    def knows(pack: str) -> frozenset[str]:
        if pack not in found:
            found[pack] = frozenset()  # a circle ends here
            more = {*near.get(pack, ()), *(always if pack not in always else ())} - {pack}
            found[pack] = frozenset(more).union(*map(knows, more))
        return found[pack]

    return knows


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
    # The order in which modules are asked for must not matter: equal wishes give equal rules.
    own = [name for name in edition.modules if name in wanted.modules]
    modules = [*own, *sorted({*wanted.modules} - {*own})]
    others = (pack if isinstance(pack, str) else pack.id for pack in wanted.packs)
    names = dict.fromkeys((*edition.packs, *modules, *scenarios, *others))
    members = [Member(_document(shelf, name)) for name in names]
    _check_together(members, shelf)
    _check_variants(members, wanted.variants)
    return ordered(members)


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
            message = f"A pack called '{pack.id}' comes with the library; give yours another id."
            if pack.id in shelf.given:
                message = f"Two different packs called '{pack.id}' were given; give one of them another id."
            raise SetupError("setup.pack", message)
    return shelf


def _check_parts(
    edition: Edition, what: str, wanted: Iterable[str], there: tuple[str, ...], shelf: Shelf
) -> None:
    """See that modules and scenarios are the edition's, or packs of that kind from elsewhere."""
    given = [name for name, document in shelf.given.items() if document.info.get("kind") == what]
    for name in wanted:
        found = shelf.find(name) if shelf.is_foreign(name) else None
        if name not in there and (found is None or found.info.get("kind") != what):
            others = ", ".join((*there, *given)) or f"no {what}s"
            hint = meant(name, (*there, *given)) or f": it has {others}."
            raise SetupError(f"setup.{what}", f"The {edition.title} has no {what} {shown(name)}{hint}")


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
    for found in disagreements(members, shelf):
        owner = next(each.document for each in members if each.id == found.at.partition("/")[0])
        file, line, column = owner.exact_place(found.at)
        if found.code == "link.pack":  # a mistake in the pack, whatever it is played with
            raise ContentError((Diagnostic(file, line, column, found.code, found.message),))
        place = f" ({file}:{line})" if owner.texts else ""
        raise SetupError(found.code.replace("link", "setup"), f"{found.message}{place}.")
    scenarios = [each.id for each in members if each.info.kind == "scenario"]
    if len(scenarios) > 1:
        first, second = scenarios[:2]
        message = f"'{first}' and '{second}' are both scenarios; a game has one at most."
        raise SetupError("setup.scenario", message)


def _check_variants(members: Sequence[Member], variants: Iterable[str]) -> None:
    """See that each variant belongs to one of the packs."""
    offered = [variant for each in members for variant, _ in each.info.variants]
    for variant in variants:
        if variant not in offered:
            why = f": there is {', '.join(offered)}." if offered else ": nothing chosen has variants."
            hint = meant(variant, offered) or why
            raise SetupError("setup.variant", f"There is no variant {shown(variant)} here{hint}")


# Names that the packs in play do not have

_SORTS = {
    "link.card": "cards",
    "link.kind": "decks",
    "link.place": "places",
    **dict.fromkeys(("link.resource", "link.good", "link.fact", "link.test", "link.stat"), "resources"),
    "link.event": "moments",
    "link.sequence": "sequences",
    "link.phase": "phases",
}
"""What a name can be that nobody knows, by the code of the mistake."""


@define(eq=False, repr=False)
class NameOrigins:
    """The names that the packs of a shelf bring; packs that are `there`, in play, are not looked at."""

    shelf: Shelf
    there: Collection[str]
    _names: dict[str, frozenset[tuple[str, str]]] = field(factory=dict[str, frozenset[tuple[str, str]]])

    def remedy(self, code: str, wanted: str) -> str:
        """Describe which pack brings the name that a mistake with this code is about; '' if none does."""
        sort = _SORTS.get(code)
        for pack in self.shelf.names if wanted and sort else ():
            if pack not in self.there and (sort, wanted) in self._brings(pack):
                return f"'{wanted}' is in the pack '{pack}'; add {pack} to 'requires' in pack.yaml"
        return ""

    def _brings(self, pack: str) -> frozenset[tuple[str, str]]:
        if pack not in self._names:
            document = self.shelf.find(pack)
            self._names[pack] = frozenset(names_in({} if document is None else document.files))
        return self._names[pack]


def names_in(files: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the names that the files of a pack bring, each with its sort."""
    for part, item in _items(files):
        yield "cards" if part in CARD_LISTS else part, str(item.get("id"))
        if part in CARD_LISTS:
            yield "decks", str(item.get("deck", CARD_LISTS[part]))
        if part == "advisors":
            yield "places", str(item.get("id"))
        places = item.get("places")
        yield from (("places", str(one.get("id"))) for one in _list(places) if is_object(one))


def _items(files: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the items of all lists in files, with the names of the lists."""
    for data in files.values():
        for part, listed in data.items() if is_object(data) else ():
            yield from ((part, item) for item in _list(listed) if is_object(item))


def _list(data: object) -> list[object]:
    return data if is_list(data) else []


def printed_in(shelf: Shelf, part: str, key: str) -> set[object]:
    """List what is printed under a key of all cards of a list, in all packs that are known."""
    documents = [shelf.find(name) for name in shelf.names]
    files = [items for document in documents if document is not None for items in _items(document.files)]
    return {value for name, item in files if name == part and isinstance(value := item.get(key), str | int)}
