"""Rules: a rule set, loaded, immutable, and shared by every game that asks for the same."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.content.documents import EDITIONS, Document, built_in, built_in_folders
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.engine.errors import ContentError, Problem, SetupError
from kingsburg_rules.language.cards import Calendar, CardNode, Edition, PackFile
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import ShapeError, unknown
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.engine.table import Table

FORMAT = 1
"""The version of the machine. Saves and records of another version are refused."""


@frozen(eq=False)
class Rules:
    """A rule set: an edition with modules, a scenario, variants, packs and switches.

    Two rule sets are the same if `digest` is. `changed` are the switches that differ from the edition's. `cards` are the cards as written, `table` what the machine runs.
    """

    edition: str
    modules: tuple[str, ...]
    scenario: str | None
    variants: tuple[str, ...]
    packs: tuple[tuple[str, str], ...]
    switches: Mapping[str, str]
    changed: Mapping[str, str]
    digest: str
    cards: Mapping[str, CardNode] = field(repr=False)
    calendar: Calendar = field(repr=False)
    table: Table = field(repr=False)

    def name_of(self, card: str) -> str:
        """Give the name of a card for people."""
        return self.cards[self.table.cards[self.table.card[card]].ref].name


def load_rules(
    edition: str = "second",
    *,
    modules: Iterable[str] = (),
    scenario: str | None = None,
    variants: Iterable[str] = (),
    packs: Iterable[str] = (),
    switches: Mapping[str, str] | None = None,
) -> Rules:
    """Load a rule set.

    Args:
        edition: `second` (the default), `first-ffg` or `first-elfinwerks`.
        modules: Ids of modules of that edition.
        scenario: The id of a scenario.
        variants: Ids of variants of the modules.
        packs: Further packs that come with the library, by id.
        switches: Rule switches that differ from the edition's.

    Returns:
        The rule set; the same object when the same is asked for again.

    Raises:
        SetupError: The edition does not have something that was asked for.
        ContentError: A pack has mistakes; all of them are listed.
    """
    for name, given in (("module", tuple(modules)), ("variant", tuple(variants))):
        if given:
            raise SetupError(f"setup.{name}", f"This version has no {name} '{given[0]}'.")
    if scenario is not None:
        raise SetupError("setup.scenario", f"This version has no scenario '{scenario}'.")
    return _load(edition, tuple(packs), tuple(sorted((switches or {}).items())))


@lru_cache(maxsize=32)
def _load(edition: str, packs: tuple[str, ...], switches: tuple[tuple[str, str], ...]) -> Rules:
    found = _edition(edition)
    chosen = dict(found.switches)
    for name, value in switches:
        _check_switch(name, value)
        chosen[name] = value
    for pack in packs:
        if pack not in built_in_folders() or pack == EDITIONS:
            raise SetupError("setup.pack", unknown(pack, [f for f in built_in_folders() if f != EDITIONS]))
    documents = [built_in(folder) for folder in dict.fromkeys((*found.packs, *packs))]
    return compile_rules(found, documents, chosen)


def compile_rules(edition: Edition, documents: list[Document], switches: dict[str, str]) -> Rules:
    """Compile packs into a rule set, or raise `ContentError` with every mistake."""
    files = [(document, file) for document in documents for file in read_files(document)]
    calendars = [file.calendar for _, file in files if file.calendar is not None]
    if len(calendars) != 1:
        raise SetupError("setup.calendar", f"Exactly one calendar is needed, found {len(calendars)}.")
    cards = [(document.folder, card) for document, file in files for card in file.cards]
    linker = Linker(switches)
    table = linker.link(cards, calendars[0])
    if linker.errors:
        by_folder = {document.folder: document for document in documents}
        raise ContentError(
            tuple(_problem(by_folder, error.at, error.code, error.message) for error in linker.errors)
        )
    packs = tuple((document.folder, str(document.info.get("version", ""))) for document in documents)
    return Rules(
        edition=edition.id,
        modules=(),
        scenario=None,
        variants=(),
        packs=packs,
        switches=switches,
        changed={name: value for name, value in switches.items() if dict(edition.switches).get(name) != value},
        digest=_digest(edition, documents, switches),
        cards={f"{pack}/{card.id}": card for pack, card in cards},
        calendar=calendars[0],
        table=table,
    )


def read_files(document: Document) -> list[PackFile]:
    """Read the files of a pack into cards."""
    files: list[PackFile] = []
    problems: list[Problem] = []
    for name, data in sorted(document.files.items()):
        try:
            files.append(read_fields(PackFile, data, f"{document.folder}/{name}#"))
        except ShapeError as error:
            problems.append(_problem({document.folder: document}, error.at, error.code, error.message))
    if problems:
        raise ContentError(tuple(problems))
    return files


def _problem(documents: Mapping[str, Document], at: str, code: str, message: str) -> Problem:
    file, line = documents[at.split("/")[0]].place(at)
    return Problem(file, line, 1, code, message)


def editions() -> tuple[str, ...]:
    """List the editions there are."""
    return tuple(sorted(name.removesuffix(".yaml") for name in built_in(EDITIONS).files))


def _edition(name: str) -> Edition:
    files = built_in(EDITIONS).files
    if f"{name}.yaml" not in files:
        raise SetupError("setup.edition", f"Edition {unknown(name, editions())}")
    return read_fields(Edition, files[f"{name}.yaml"], f"{EDITIONS}/{name}.yaml#")


def _check_switch(name: str, value: str) -> None:
    if name not in SWITCHES:
        raise SetupError("setup.switch", f"Switch {unknown(name, SWITCHES)}")
    if value not in SWITCHES[name][1]:
        raise SetupError("setup.switch", f"For the switch '{name}', {unknown(value, SWITCHES[name][1])}")


def _digest(edition: Edition, documents: list[Document], switches: dict[str, str]) -> str:
    parts = [str(FORMAT), edition.id, *(d.digest for d in documents), *map(str, sorted(switches.items()))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
