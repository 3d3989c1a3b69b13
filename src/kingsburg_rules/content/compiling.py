"""Compiling: documents of packs become a rule set, or a list of what is wrong with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve

from kingsburg_rules.content.assembly import SHORTAGES, Assembly
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.rules import EVERYTHING, Rules
from kingsburg_rules.content.selection import Member, NameOrigins, Shelf, known_by, unplayable
from kingsburg_rules.engine.compiled_rules import FEWEST_PLAYERS, FEWEST_SEATS, MOST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import ContentError, Diagnostic, SetupError
from kingsburg_rules.language.cards import FIDELITIES, BuildingCard, StripCard
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.switches import switch_values

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.files import Edition

    Cards: TypeAlias = "Sequence[tuple[str, CardNode]]"


def compile_rules(
    edition: Edition,
    documents: Sequence[Document],
    switches: dict[str, str],
    *,
    variants: tuple[str, ...] = (),
    fidelity: str = EVERYTHING,
    left_out: frozenset[str] = frozenset(),
    changed: Mapping[str, CardNode] | None = None,
    keeps: bool = True,
) -> Rules:
    """Compile packs into a rule set, or raise `ContentError` with every mistake.

    `left_out` are cards that no deck is to have; `changed` are cards, as `pack/card`, in the place of those
    that the packs have. Without `keeps` only mistakes are wanted, and nobody can play the result.
    """
    members = [Member(document) for document in documents]
    by_folder = {document.folder: document for document in documents}
    assembly = _assembled(edition, members)
    assembly.errors += unplayable(members, len(assembly.further.seats))
    if assembly.errors:
        raise _content_error(by_folder, assembly.errors)
    everything = [
        (entry.pack, worded(edition, entry.pack, entry.node, entry.changed))
        for entry in assembly.entries.values()
    ]
    cards, without = leave_out(everything, fidelity)
    cards, unwanted = part(cards, left_out)
    if changed:
        cards = [(pack, changed.get(f"{pack}/{card.id}", card)) for pack, card in cards]
    # Cards out of the game keep their names: others may speak of them, and find nothing.
    unwanted = [*unwanted, *((entry.pack, entry.node) for entry in assembly.gone.values())]
    lacking = frozenset(each.id for each in members if not by_folder.keys() >= {*each.info.after})
    linker = Linker(switches, frozenset((*by_folder, *variants)), lacking, assembly.further, keeps=keeps)
    compiled = linker.link(cards, assembly.calendars[0], (*without, *unwanted))
    if linker.errors:
        # Too few cards are no mistake of a pack if it was the caller who wanted only sure ones.
        if without:
            _refuse_shortages(linker.errors, fidelity)
        raise _content_error(by_folder, [assembly.blamed(error) for error in linker.errors])
    compiled.place = partial(_place, by_folder)
    least, most = seats_of(members)
    compiled.seats = least, min(most, MOST_SEATS - len(compiled.automata))
    given = switch_values(edition.switches)
    return Rules(
        edition=edition.id,
        modules=tuple(each.id for each in members if each.info.kind == "module"),
        scenario=next((each.id for each in members if each.info.kind == "scenario"), None),
        variants=variants,
        packs=tuple((each.id, each.info.version) for each in members),
        documents=tuple(documents),
        fidelity=fidelity,
        left_out=left_out,
        switches=switches,
        changed={name: value for name, value in switches.items() if given.get(name) != value},
        cards={f"{pack}/{card.id}": card for pack, card in cards},
        calendar=linker.calendar,
        compiled=compiled,
        names=linker.names,
        phases=phase_names(edition, linker.names.phases),
    )


def compile_again(
    rules: Rules, left_out: frozenset[str] | None = None, changed: Mapping[str, CardNode] | None = None
) -> Rules:
    """Compile a rule set once more: one that shares nothing of what is worked out in play.

    It is equal, or without other cards if it is said which, or with `changed` cards in the place of others.
    """
    return compile_rules(
        edition_of(rules.edition),
        rules.documents,
        dict(rules.switches),
        variants=rules.variants,
        fidelity=rules.fidelity,
        left_out=rules.left_out if left_out is None else left_out,
        changed=changed,
    )


def seats_of(members: Sequence[Member]) -> tuple[int, int]:
    """Return for how many the rules are: what the last pack says that says anything of it."""
    said = [each.info.players for each in members if each.info.players is not None]
    last = said[-1] if said else Range()
    least = FEWEST_PLAYERS if last.least is None else max(FEWEST_SEATS, last.least)
    return least, MOST_PLAYERS if last.most is None else min(MOST_SEATS, last.most)


def _assembled(edition: Edition, members: Sequence[Member]) -> Assembly:
    """Put the cards of packs together, under the one calendar there must be."""
    assembly = Assembly()
    for each in members:
        assembly.add(each.document)
    shelf = Shelf({each.id: each.document for each in members})
    named = (pack for each in members for pack in each.builds_on)
    assembly.finish({*shelf.names, *named}, known_by(members, edition.packs))
    if not (assembly.calendars or assembly.errors):
        message = "A game needs a calendar, but none of these packs has one."
        raise SetupError("setup.calendar", message)
    return assembly


def _content_error(documents: Mapping[str, Document], errors: Sequence[LinkError]) -> ContentError:
    """Make the error that lists mistakes at their places, in order."""
    origins = NameOrigins(Shelf(), documents)

    def diagnostic(error: LinkError) -> Diagnostic:
        message = origins.remedy(error.code, error.wanted) or error.message
        return problem_at(documents, error.at, error.code, message)

    found = sorted(map(diagnostic, errors), key=lambda each: (each.file, each.line, each.column))
    return ContentError(tuple(found))


def _place(documents: Mapping[str, Document], at: str) -> str:
    """Return file and line of a word; only errors ask for it."""
    file, line = documents[at.partition("/")[0]].place(at)
    return f"{file}:{line}"


def problem_at(documents: Mapping[str, Document], at: str, code: str, message: str) -> Diagnostic:
    """Make a problem of what is wrong where a pointer leads, as exactly as the place is known."""
    return Diagnostic(*documents[at.partition("/")[0]].exact_place(at), code, message)


# Fidelity
#
# Not every printed card could be found, so each says how sure we are of it, and `fidelity` leaves out those
# that are not sure enough. Only what is drawn or chosen can be left out. A pack whose unsure cards lie on the
# table in every game cannot be played then.

_SHOWN = 3


def leave_out(cards: Cards, fidelity: str) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that are at least so sure, and the others.

    Raises:
        SetupError: A card is not sure enough that no game of its pack is without.
    """
    least = FIDELITIES.index(fidelity)
    unsure = [(pack, card) for pack, card in cards if FIDELITIES.index(card.fidelity) > least]
    always = [(pack, card) for pack, card in unsure if not can_be_left_out(card)]
    if always:
        first = always[0][0]
        names = [f"{card.name} ({card.fidelity})" for pack, card in always if pack == first]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        needs = f"every game with it needs {', '.join(names[:_SHOWN])}{more}"
        raise SetupError("setup.fidelity", f"'{first}' cannot be played with fidelity '{fidelity}': {needs}.")
    return part(cards, {f"{pack}/{card.id}" for pack, card in unsure})


def part(cards: Cards, unwanted: Collection[str]) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that stay, and the unwanted with their whole strips.

    Without one of its buildings a strip would be another one.
    """
    broken = {_whole(pack, card) for pack, card in cards if f"{pack}/{card.id}" in unwanted}
    kept = [(pack, card) for pack, card in cards if _whole(pack, card) not in broken]
    gone = [(pack, card) for pack, card in cards if _whole(pack, card) in broken]
    return kept, gone


def _whole(pack: str, card: CardNode) -> str:
    """Return what a card goes with: the strip on which it stands, or itself."""
    return f"{pack}/{(isinstance(card, BuildingCard) and card.strip) or card.id}"


def can_be_left_out(card: CardNode) -> bool:
    """Return whether a game can do without a card: it is drawn or chosen, or stands on a strip that is."""
    return card.drawn or isinstance(card, StripCard) or (isinstance(card, BuildingCard) and bool(card.strip))


def _refuse_shortages(errors: Sequence[LinkError], fidelity: str) -> None:
    for error in errors:
        if error.code in SHORTAGES:
            pack = error.at.partition("/")[0]
            message = f"'{pack}' cannot be played with fidelity '{fidelity}': {error.message}."
            raise SetupError("setup.fidelity", message)


# Names and texts of an edition


def worded(edition: Edition, pack: str, card: CardNode, changed: Collection[str] = ()) -> CardNode:
    """Return a card with the name and the text that the edition has for it.

    A bare id speaks of the edition's own packs; a card that somebody adds keeps its name, and what somebody
    has `changed` on a card stays as it is.
    """
    names, texts, ref = dict(edition.names), dict(edition.texts), f"{pack}/{card.id}"
    # `names: {farm: Farms}` in an edition means its own farm, not one that a fan adds.
    bare = card.id if pack in (*edition.packs, *edition.modules, *edition.scenarios) else ref
    name = "" if "name" in changed else names.get(ref) or names.get(bare)
    text = "" if "text" in changed else texts.get(ref) or texts.get(bare)
    return evolve(card, name=name or card.name, text=text or card.text) if name or text else card


def phase_names(edition: Edition, phases: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the phases, those of the edition before those of the calendar."""
    names = dict(edition.names)
    return {phase: names.get(phase, name) for phase, name in phases.items()}
