"""Loading: reading the packs of an edition and compiling them into a rule set."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kingsburg_rules.content.assembling import Assembly
from kingsburg_rules.content.choosing import choose
from kingsburg_rules.content.documents import EDITIONS, built_in
from kingsburg_rules.content.fidelity import check_fidelity, leave_out, part, refuse_shortages
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.resolving import Member, Shelf, known_by
from kingsburg_rules.content.rules import EVERYTHING, Rules
from kingsburg_rules.content.wording import phase_names, worded
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import ContentError, Problem, SetupError, unknown
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.packs import Edition
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import Range, ShapeError
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.rules import Wanted


def load(wanted: Wanted) -> Rules:
    """Load an edition with modules, a scenario, further packs and changed switches."""
    edition = edition_of(wanted.edition)
    check_fidelity(wanted.fidelity)
    for name, value in (*edition.switches, *wanted.switches):
        _check_switch(name, value)
    members = choose(edition, wanted)
    switches = (*dict((*edition.switches, *wanted.switches)).items(),)
    documents = tuple(each.document for each in members)
    return _compiled(edition.id, documents, switches, wanted.variants, wanted.fidelity)


@lru_cache(maxsize=32)
def _compiled(
    edition: str,
    documents: tuple[Document, ...],
    switches: tuple[tuple[str, str], ...],
    variants: tuple[str, ...],
    fidelity: str,
) -> Rules:
    """Compile packs; the same packs make the same rules, however they were asked for."""
    return compile_rules(edition_of(edition), documents, dict(switches), variants=variants, fidelity=fidelity)


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
    linker = Linker(switches, frozenset((*by_folder, *variants)), assembly.further)
    table = linker.link(cards, assembly.calendars[0], (*without, *unwanted))
    if linker.errors:
        if without:
            refuse_shortages(linker.errors, fidelity)
        raise _content_error(by_folder, [assembly.blamed(error) for error in linker.errors])
    table.place = _placer(by_folder)
    table.seats = _seats(members)
    given = dict(edition.switches)
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
        table=table,
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


def _seats(members: Sequence[Member]) -> tuple[int, int]:
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
        raise SetupError("setup.calendar", "A game has a calendar, but none of these packs brings one.")
    for calendar in assembly.calendars[1:]:
        first = assembly.calendars[0].at.partition("/")[0]
        message = f"the calendar of '{first}' is in force already; one of them must go"
        assembly.errors.append(LinkError(calendar.at, "link.calendar", message))
    return assembly


def _content_error(documents: Mapping[str, Document], errors: Sequence[LinkError]) -> ContentError:
    """Make the error that lists mistakes at their places, in order."""
    from kingsburg_rules.content.pack_reading import Places

    places = {folder: Places(document) for folder, document in documents.items()}
    problems = [
        Problem(*places[error.at.partition("/")[0]].exact(error.at), error.code, error.message)
        for error in errors
    ]
    return ContentError(tuple(sorted(problems, key=lambda each: (each.file, each.line, each.column))))


def _placer(documents: Mapping[str, Document]) -> Callable[[str], str]:
    """Make the function that tells file and line of a word; only errors ask for it."""

    def place(at: str) -> str:
        file, line = documents[at.partition("/")[0]].place(at)
        return f"{file}:{line}"

    return place


def problem_at(documents: Mapping[str, Document], at: str, code: str, message: str) -> Problem:
    """Make a problem of what is wrong where a pointer leads, as exactly as the place is known."""
    from kingsburg_rules.content.pack_reading import Places

    return Problem(*Places(documents[at.partition("/")[0]]).exact(at), code, message)


def edition_names() -> tuple[str, ...]:
    """List the editions there are."""
    return tuple(sorted(name.removesuffix(".yaml") for name in built_in(EDITIONS).files))


def edition_of(name: str) -> Edition:
    """Read an edition.

    Raises:
        SetupError: There is no such edition.
        ContentError: Its file has mistakes.
    """
    files = built_in(EDITIONS).files
    if f"{name}.yaml" not in files:
        raise SetupError("setup.edition", f"Edition {unknown(name, edition_names())}")
    try:
        return read_fields(Edition, files[f"{name}.yaml"], f"{EDITIONS}/{name}.yaml#")
    except ShapeError as error:
        mistake = LinkError(error.at, error.code, error.message)
        raise _content_error({EDITIONS: built_in(EDITIONS)}, [mistake]) from error


def _check_switch(name: str, value: str) -> None:
    if name not in SWITCHES:
        raise SetupError("setup.switch", f"Switch {unknown(name, SWITCHES)}")
    if value not in SWITCHES[name][1]:
        raise SetupError("setup.switch", f"For the switch '{name}', {unknown(value, SWITCHES[name][1])}")
