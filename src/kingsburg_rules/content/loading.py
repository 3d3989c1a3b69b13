"""Loading: a rule set is chosen, its packs are read, compiled, and kept for all who ask for the same."""

from __future__ import annotations

import copyreg
import gc
from _thread import RLock
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeGuard
from weakref import WeakValueDictionary

from attrs import evolve, frozen

from kingsburg_rules.content.assembly import SHORTAGES, Assembly
from kingsburg_rules.content.built_in import built_in, built_in_folders, edition_names, edition_of
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.name_origins import NameOrigins, narrowed
from kingsburg_rules.content.rules import DEFAULT_EDITION, EVERYTHING, Rules, ids
from kingsburg_rules.content.selection import Member, Shelf, choose, known_by
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import ContentError, Diagnostic, SetupError, listed, shown, unknown
from kingsburg_rules.language.cards import FIDELITIES, BuildingCard, StripCard
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.switches import SWITCHES, switch_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.files import Edition

    Cards: TypeAlias = "Sequence[tuple[str, CardNode]]"


def load_rules(
    edition: str = DEFAULT_EDITION,
    *,
    modules: Iterable[str] = (),
    scenario: str | None = None,
    variants: Iterable[str] = (),
    packs: Iterable[PackLike] = (),
    switches: Mapping[str, str] | None = None,
    fidelity: str = EVERYTHING,
) -> Rules:
    """Load a rule set.

    Args:
        edition: `second` (the default), `first-ffg` or `first-elfinwerks`.
        modules: Ids of modules of that edition, or of packs that are modules, in any order.
        scenario: The id of a scenario of that edition, or of a pack that is one.
        variants: Ids of variants of the modules chosen.
        packs: Further packs: paths of folders, zips or files (`"./toys"`, `Path("toys.zip")`), texts by name
            (`{"pack.yaml": ..., "cards.yaml": ...}`), a `Pack` read before, or the id of one that is
            installed. Text without `/`, `.` or capital letters is an id.
        switches: Rule switches that differ from the edition's.
        fidelity: How sure we must be of a card at least: `printed`, `inferred` or `reconstructed` (which is
            all of them). Others are left out of the decks; what cannot be played without them is refused.

    Returns:
        The rule set; the same object when the same is asked for again.

    Raises:
        SetupError: The edition does not have something that was asked for.
        ContentError: A pack has mistakes; all of them are listed, as `kingsburg check` does.
    """
    (chosen,) = ids("edition", (edition,))
    wanted = Wanted(
        chosen,
        tuple(sorted(set(ids("module", modules)))),
        None if scenario is None else ids("scenario", (scenario,))[0],
        tuple(sorted(set(ids("variant", variants)))),
        _packs(packs),
        _switches({} if switches is None else switches),
        ids("fidelity", (fidelity,))[0],
    )
    return _built_in(wanted) if wanted.is_certain else loaded_anew(wanted)


# A class cannot import what loads it, so pickle learns here how rules are pickled.
def _reduced(rules: Rules) -> tuple[Callable[..., Rules], tuple[object, ...]]:
    """Pickle what loads a rule set again: its packs by their ids and hashes, or with their content.

    In a process that has the rule set, unpickling returns the same object.

    Raises:
        SetupError: The rule set lacks cards that were left out for a test.
    """
    if rules.left_out:
        message = "Rules that leave out cards for a test cannot be pickled; pickle those with all cards."
        raise SetupError("setup.pickle", message)
    packs = tuple((each.folder, each.hash, None if each.is_built_in else each) for each in rules.documents)
    return _unpickled, (rules.edition, packs, dict(rules.changed), rules.variants, rules.fidelity)


copyreg.pickle(Rules, _reduced)


def _unpickled(
    edition: str,
    packs: tuple[tuple[str, str, Document | None], ...],
    switches: dict[str, str],
    variants: tuple[str, ...],
    fidelity: str,
) -> Rules:
    """Load a rule set that was pickled.

    Raises:
        SetupError: Here, a pack of the library says something else than where the rule set was pickled.
    """
    documents: list[Document] = []
    for name, content, pack in packs:
        documents.append(pack or built_in(name))
        if documents[-1].hash != content:
            message = f"The pickled rules have another version of the pack '{name}' than this library."
            raise SetupError("setup.pickle", message)
    values = switch_values((*edition_of(edition).switches, *switches.items()))
    return _compiled(edition, tuple(documents), (*values.items(),), variants, fidelity)


def _packs(given: object) -> tuple[str | Pack, ...]:
    """Read the packs that are not given by their ids."""
    if given == ():
        return ()
    from kingsburg_rules.content.packs import packs_of  # needs the parser: most games have no such packs

    return packs_of(given)


def _switches(given: object) -> tuple[tuple[str, str], ...]:
    if _is_mapping(given):
        names, values = listed(given.keys()), listed(given.values())
        if names is not None and values is not None:
            return tuple(sorted(zip(names, values, strict=True)))
    raise SetupError(
        "setup.switch",
        f"Switches are given as texts by their names, not as {shown(given)}.",
    )


def _is_mapping(given: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(given, Mapping)


@frozen
class Wanted:
    """What `load_rules` was asked for."""

    edition: str
    modules: tuple[str, ...] = ()
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    packs: tuple[str | Pack, ...] = ()
    switches: tuple[tuple[str, str], ...] = ()
    fidelity: str = EVERYTHING

    @property
    def is_certain(self) -> bool:
        """Whether it means the same at any time; which pack an id means may change with what is installed."""
        scenario = () if self.scenario is None else (self.scenario,)
        own = {*built_in_folders()}
        return all(name in own for name in (*self.modules, *scenario, *self.packs))


def loaded_anew(wanted: Wanted) -> Rules:
    """Load what was asked for, without keeping it for others who ask."""
    edition = edition_of(wanted.edition)
    check_fidelity(wanted.fidelity)
    for name, value in (*edition.switches, *wanted.switches):
        _check_switch(name, value)
    documents = tuple(each.document for each in choose(edition, wanted))
    switches = (*switch_values((*edition.switches, *wanted.switches)).items(),)
    return _compiled(edition.id, documents, switches, wanted.variants, wanted.fidelity)


_built_in = lru_cache(maxsize=64)(loaded_anew)
"""Load rules of built-in packs, and keep them."""


def modules(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the modules of an edition, in the order of their set-up.

    Raises:
        SetupError: There is no such edition.
    """
    return edition_of(edition).modules


def scenarios(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the scenarios of an edition.

    Raises:
        SetupError: There is no such edition.
    """
    return edition_of(edition).scenarios


def editions() -> tuple[str, ...]:
    """List the editions there are."""
    return edition_names()


_IN_USE: WeakValueDictionary[object, Rules] = WeakValueDictionary()
"""The rule sets that somebody holds, by what they were made of."""

_LOADING = RLock()
"""Held while rules are compiled. It is the lock that `threading` has; importing all of that takes longer."""


def _compiled(
    edition: str,
    documents: tuple[Document, ...],
    switches: tuple[tuple[str, str], ...],
    variants: tuple[str, ...],
    fidelity: str,
) -> Rules:
    """Compile packs; the same packs give the same rules, however they were asked for, while they are held.

    One thread compiles at a time: others that want the same rules get them from the first.
    """
    key = (edition, tuple(each.content for each in documents), switches, variants, fidelity)
    with _LOADING:
        found = _IN_USE.get(key)
        if found is None:
            # What is made stays, so the garbage collector would look at it again and again for nothing.
            collecting = gc.isenabled()
            gc.disable()
            try:
                made_of = edition_of(edition)
                found = compile_rules(
                    made_of, documents, dict(switches), variants=variants, fidelity=fidelity
                )
            finally:
                if collecting:
                    gc.enable()
            _IN_USE[key] = found
        return found


def compile_rules(
    edition: Edition,
    documents: Sequence[Document],
    switches: dict[str, str],
    *,
    variants: tuple[str, ...] = (),
    fidelity: str = EVERYTHING,
    left_out: frozenset[str] = frozenset(),
) -> Rules:
    """Compile packs into a rule set, or raise `ContentError` with every mistake.

    `left_out` are cards that no deck is to have.
    """
    members = [Member(document) for document in documents]
    by_folder = {document.folder: document for document in documents}
    assembly = _assembled(edition, members)
    if assembly.errors:
        raise _content_error(by_folder, assembly.errors)
    everything = [
        (entry.pack, worded(edition, entry.pack, entry.node, entry.changed))
        for entry in assembly.entries.values()
    ]
    cards, without = leave_out(everything, fidelity)
    cards, unwanted = part(cards, left_out)
    unwanted = [*unwanted, *((entry.pack, entry.node) for entry in assembly.gone.values())]
    lacking = frozenset(each.id for each in members if not by_folder.keys() >= {*each.info.after})
    linker = Linker(switches, frozenset((*by_folder, *variants)), lacking, assembly.further)
    compiled = linker.link(cards, assembly.calendars[0], (*without, *unwanted))
    if linker.errors:
        if without:
            refuse_shortages(linker.errors, fidelity)
        raise _content_error(by_folder, [assembly.blamed(error) for error in linker.errors])
    compiled.place = _placer(by_folder)
    compiled.seats = seats_of(members)
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


def compile_again(rules: Rules, left_out: frozenset[str] | None = None) -> Rules:
    """Compile a rule set once more: one that shares nothing of what is worked out in play.

    It is equal, or without other cards if it is said which.
    """
    return compile_rules(
        edition_of(rules.edition),
        rules.documents,
        dict(rules.switches),
        variants=rules.variants,
        fidelity=rules.fidelity,
        left_out=rules.left_out if left_out is None else left_out,
    )


def seats_of(members: Sequence[Member]) -> tuple[int, int]:
    """Tell for how many the rules are: what the last pack says that says anything of it."""
    said = [each.info.players for each in members if each.info.players is not None]
    last = said[-1] if said else Range()
    least = FEWEST_PLAYERS if last.least is None else max(FEWEST_PLAYERS, last.least)
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
    for calendar in assembly.calendars[1:]:
        first = assembly.calendars[0].at.partition("/")[0]
        message = f"the calendar of '{first}' is already in force; remove one of them"
        assembly.errors.append(LinkError(calendar.at, "link.calendar", message))
    return assembly


def _content_error(documents: Mapping[str, Document], errors: Sequence[LinkError]) -> ContentError:
    """Make the error that lists mistakes at their places, in order."""
    origins = NameOrigins(Shelf(), documents)

    def diagnostic(error: LinkError) -> Diagnostic:
        message = origins.remedy(error.code, error.wanted) or error.message
        at = narrowed(error.at, error.wanted, documents[error.at.partition("/")[0]].files)
        return problem_at(documents, at, error.code, message)

    found = sorted(map(diagnostic, errors), key=lambda each: (each.file, each.line, each.column))
    return ContentError(tuple(found))


def _placer(documents: Mapping[str, Document]) -> Callable[[str], str]:
    """Make the function that tells file and line of a word; only errors ask for it."""

    def place(at: str) -> str:
        file, line = documents[at.partition("/")[0]].place(at)
        return f"{file}:{line}"

    return place


def problem_at(documents: Mapping[str, Document], at: str, code: str, message: str) -> Diagnostic:
    """Make a problem of what is wrong where a pointer leads, as exactly as the place is known."""
    return Diagnostic(*documents[at.partition("/")[0]].exact_place(at), code, message)


def _check_switch(name: str, value: str) -> None:
    if name not in SWITCHES:
        raise SetupError("setup.switch", f"Switch {unknown(name, SWITCHES)}")
    known = SWITCHES[name].values
    if value not in known:
        message = f"For the switch '{name}', {unknown(value, known)}"
        raise SetupError("setup.switch", message)


# Fidelity
#
# Not every printed card could be found, so each says how sure we are of it, and `fidelity` leaves out those
# that are not sure enough. Only what is drawn or chosen can be left out. A pack whose unsure cards lie on the
# table in every game cannot be played then.

_SHOWN = 3


def check_fidelity(fidelity: str) -> None:
    """See that there is such a fidelity.

    Raises:
        SetupError: There is none.
    """
    if fidelity not in FIDELITIES:
        message = f"Fidelity {unknown(fidelity, FIDELITIES)}"
        raise SetupError("setup.fidelity", message)


def leave_out(cards: Cards, fidelity: str) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that are at least so sure, and the others.

    A strip goes as a whole: without one of its buildings it would be another strip.

    Raises:
        SetupError: A card is not sure enough that no game of its pack is without.
    """
    least = FIDELITIES.index(fidelity)
    unsure = {f"{pack}/{card.id}" for pack, card in cards if FIDELITIES.index(card.fidelity) > least}
    always = [(pack, card) for pack, card in cards if not can_be_left_out(card)]
    _refuse([(pack, card) for pack, card in always if f"{pack}/{card.id}" in unsure], fidelity)
    return part(cards, unsure)


def part(cards: Cards, unwanted: Collection[str]) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that stay, and the unwanted with their whole strips."""
    broken = {
        (pack, _strip_of(card)) for pack, card in cards if _strip_of(card) and f"{pack}/{card.id}" in unwanted
    }
    kept: list[tuple[str, CardNode]] = []
    gone: list[tuple[str, CardNode]] = []
    for pack, card in cards:
        stays = f"{pack}/{card.id}" not in unwanted and (pack, _strip_of(card)) not in broken
        (kept if stays else gone).append((pack, card))
    return kept, gone


def can_be_left_out(card: CardNode) -> bool:
    """Whether a game can do without a card: it is drawn or chosen, or stands on a strip that is."""
    return card.drawn or _strip_of(card) is not None


def refuse_shortages(errors: Sequence[LinkError], fidelity: str) -> None:
    """Say that too few cards are left, if that is a mistake that the linker found.

    Raises:
        SetupError: A deck has become too small.
    """
    for error in errors:
        if error.code in SHORTAGES:
            pack = error.at.partition("/")[0]
            message = f"'{pack}' cannot be played with fidelity '{fidelity}': {error.message}."
            raise SetupError("setup.fidelity", message)


def _strip_of(card: CardNode) -> str | None:
    """Give the strip that a card is, or that it stands on."""
    if isinstance(card, BuildingCard):
        return card.strip
    return card.id if isinstance(card, StripCard) else None


def _refuse(there: Cards, fidelity: str) -> None:
    """Refuse the first pack with cards that are in every game of it."""
    if not there:
        return
    pack = there[0][0]
    names = [f"{card.name} ({card.fidelity})" for other, card in there if other == pack]
    cards = ", ".join(names[:_SHOWN])
    if len(names) > _SHOWN:
        cards = f"{cards} and {len(names) - _SHOWN} more"
    message = f"'{pack}' cannot be played with fidelity '{fidelity}': every game with it needs {cards}."
    raise SetupError("setup.fidelity", message)


# Names and texts of an edition


def worded(edition: Edition, pack: str, card: CardNode, changed: Collection[str] = ()) -> CardNode:
    """Return a card with the name and the text that the edition has for it.

    A bare id speaks of the edition's own packs; a card that somebody adds keeps its name, and what somebody
    has `changed` on a card stays as it is.
    """
    names, texts, ref = dict(edition.names), dict(edition.texts), f"{pack}/{card.id}"
    bare = card.id if pack in (*edition.packs, *edition.modules, *edition.scenarios) else ref
    name = "" if "name" in changed else names.get(ref) or names.get(bare)
    text = "" if "text" in changed else texts.get(ref) or texts.get(bare)
    return evolve(card, name=name or card.name, text=text or card.text) if name or text else card


def phase_names(edition: Edition, phases: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the phases, those of the edition before those of the calendar."""
    names = dict(edition.names)
    return {phase: names.get(phase, name) for phase, name in phases.items()}
