"""Which packs a rule set consists of: those of the edition, the modules and scenario chosen, and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.resolving import Disagreement, Member, Shelf, disagreements, ordered
from kingsburg_rules.engine.errors import ContentError, Problem, SetupError, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.rules import Wanted
    from kingsburg_rules.language.packs import Edition


def choose(edition: Edition, wanted: Wanted) -> list[Member]:
    """Give the packs that are wanted, in the order in which they are put together.

    Raises:
        SetupError: There is none of that name, or they do not go together.
        ContentError: A pack builds on one that nobody knows.
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
            whose = "was given, too" if pack.id in shelf.given else "comes with the library"
            message = f"Another pack called '{pack.id}' {whose}; one of them must be called otherwise."
            raise SetupError("setup.pack", message)
    return shelf


def _check_parts(
    edition: Edition, what: str, wanted: Iterable[str], there: tuple[str, ...], shelf: Shelf
) -> None:
    """See that modules and scenarios are the edition's, or packs of that kind from elsewhere."""
    given = [name for name, document in shelf.given.items() if document.info.get("kind") == what]
    for name in wanted:
        if name not in there and not (shelf.is_foreign(name) and _kind(shelf, name) == what):
            known = (*there, *given)
            others = f"it has {', '.join(known)}" if known else f"it has no {what}s"
            raise SetupError(f"setup.{what}", f"The {edition.title} has no {what} '{name}': {others}.")


def _kind(shelf: Shelf, name: str) -> object:
    document = shelf.find(name)
    return None if document is None else document.info.get("kind")


def _place_in(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def _document(shelf: Shelf, name: str) -> Document:
    found = shelf.find(name)
    if found is None:
        from pathlib import Path

        there = f" (for the pack that lies here, write './{name}')" if Path(name).exists() else ""
        raise SetupError("setup.pack", f"Pack {unknown(name, shelf.names)}{there}")
    return found


def _check_together(members: Sequence[Member], shelf: Shelf) -> None:
    """See that nothing is missing or in the way, and that there is one scenario at most."""
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


def _owner(found: Disagreement, members: Sequence[Member]) -> Member:
    return next(each for each in members if each.id == found.at.partition("/")[0])


def _refusal(found: Disagreement, members: Sequence[Member]) -> SetupError:
    """Make the error; if the pack came from elsewhere, with the place where it says so."""
    document = _owner(found, members).document
    place = ""
    if document.texts:
        from kingsburg_rules.content.pack_reading import Places

        file, line, _ = Places(document).exact(found.at)
        place = f" ({file}:{line})"
    return SetupError(f"setup.{found.code}", f"{found.message}{place}.")


def _unknown(document: Document, found: Disagreement, shelf: Shelf) -> Problem:
    from kingsburg_rules.content.pack_reading import Places

    known = [name for name in shelf.names if name != document.folder]
    return Problem(*Places(document).exact(found.at), "link.pack", unknown(found.other, known))


def _check_variants(members: Sequence[Member], variants: Iterable[str]) -> None:
    """See that each variant belongs to one of the packs."""
    offered = [variant for each in members for variant in each.info.variants]
    for variant in variants:
        if variant not in offered:
            others = f"there is {', '.join(offered)}" if offered else "nothing chosen has variants"
            raise SetupError("setup.variant", f"There is no variant '{variant}' here: {others}.")
