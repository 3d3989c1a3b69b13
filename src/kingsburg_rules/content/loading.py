"""Loading: reading the packs of an edition and compiling them into a rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.documents import EDITIONS, Document, built_in, built_in_folders, document
from kingsburg_rules.content.fidelity import check_fidelity, leave_out, refuse_shortages
from kingsburg_rules.content.linking import Linker
from kingsburg_rules.content.rules import Rules, Wanted
from kingsburg_rules.content.wording import phase_names, worded
from kingsburg_rules.engine.errors import ContentError, Problem, SetupError, unknown
from kingsburg_rules.language.cards import Edition, PackFile, PackInfo
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import ShapeError
from kingsburg_rules.language.tests import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def load(wanted: Wanted) -> Rules:
    """Load an edition with modules, a scenario, further packs and changed switches."""
    edition = edition_of(wanted.edition)
    check_fidelity(wanted.fidelity)
    for name, value in (*edition.switches, *wanted.switches):
        _check_switch(name, value)
    scenarios = () if wanted.scenario is None else (wanted.scenario,)
    _check_parts(edition, "module", wanted.modules, edition.modules)
    _check_parts(edition, "scenario", scenarios, edition.scenarios)
    known = [folder for folder in built_in_folders() if folder != EDITIONS]
    for pack in wanted.packs:
        if pack not in known:
            raise SetupError("setup.pack", f"Pack {unknown(pack, known)}")
    modules = [module for module in edition.modules if module in wanted.modules]
    folders = dict.fromkeys((*edition.packs, *modules, *scenarios, *wanted.packs))
    documents = [built_in(folder) for folder in folders]
    _check_together(documents, wanted.variants)
    return compile_rules(edition, documents, {**dict(edition.switches), **dict(wanted.switches)}, wanted)


def _check_parts(edition: Edition, what: str, wanted: tuple[str, ...], there: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in there:
            others = f"it has {', '.join(there)}" if there else f"it has no {what}s"
            raise SetupError(f"setup.{what}", f"The {edition.title} has no {what} '{name}': {others}.")


def _check_together(documents: list[Document], variants: tuple[str, ...]) -> None:
    """See that the packs go together, and that each variant belongs to one of them."""
    infos = [_info(document) for document in documents]
    there = {info.id for info in infos}
    for info in infos:
        for other in info.requires:
            if other not in there:
                raise SetupError("setup.requires", f"'{info.id}' needs '{other}'.")
        for other in info.conflicts:
            if other in there:
                raise SetupError("setup.conflict", f"'{info.id}' and '{other}' cannot be played together.")
    offered = [variant for info in infos for variant in info.variants]
    for variant in variants:
        if variant not in offered:
            others = f"there is {', '.join(offered)}" if offered else "nothing chosen has variants"
            raise SetupError("setup.variant", f"There is no variant '{variant}' here: {others}.")


def _info(document: Document) -> PackInfo:
    return read_fields(PackInfo, document.info, f"{document.folder}/pack.yaml#")


def compile_rules(
    edition: Edition, documents: list[Document], switches: dict[str, str], wanted: Wanted | None = None
) -> Rules:
    """Compile packs into a rule set, or raise `ContentError` with every mistake."""
    files = [(document, file) for document in documents for file in read_files(document)]
    calendars = [file.calendar for _, file in files if file.calendar is not None]
    if len(calendars) != 1:
        raise SetupError("setup.calendar", f"Exactly one calendar is needed, found {len(calendars)}.")
    everything = [
        (document.folder, worded(edition, document.folder, card))
        for document, file in files
        for card in file.cards
    ]
    chosen = wanted or Wanted(edition.id)
    cards, without = leave_out(everything, chosen.fidelity)
    names = (*(document.folder for document in documents), *chosen.variants)
    linker = Linker(switches, frozenset(names))
    table = linker.link(cards, calendars[0], without)
    if linker.errors:
        if without:
            refuse_shortages(linker.errors, chosen.fidelity)
        by_folder = {document.folder: document for document in documents}
        raise ContentError(
            tuple(_problem(by_folder, error.at, error.code, error.message) for error in linker.errors)
        )
    table.place = _placer({document.folder: document for document in documents})
    given = dict(edition.switches)
    return Rules(
        edition=edition.id,
        modules=tuple(module for module in edition.modules if module in chosen.modules),
        scenario=chosen.scenario,
        variants=chosen.variants,
        packs=tuple((document.folder, str(document.info.get("version", ""))) for document in documents),
        fidelity=chosen.fidelity,
        switches=switches,
        changed={name: value for name, value in switches.items() if given.get(name) != value},
        texts=tuple(document.text for document in documents),
        cards={f"{pack}/{card.id}": card for pack, card in cards},
        calendar=calendars[0],
        table=table,
        names=linker.names,
        phases=phase_names(edition, linker.names.phases),
    )


def compile_again(rules: Rules) -> Rules:
    """Compile a rule set once more: an equal one, that shares nothing of what is worked out in play."""
    documents = [document(folder, text) for (folder, _), text in zip(rules.packs, rules.texts, strict=True)]
    wanted = Wanted(rules.edition, rules.modules, rules.scenario, rules.variants, fidelity=rules.fidelity)
    return compile_rules(edition_of(rules.edition), documents, dict(rules.switches), wanted)


def read_files(document: Document) -> list[PackFile]:
    """Read the files of a pack into cards."""
    files: list[PackFile] = []
    problems: list[Problem] = []
    for name, data in sorted(document.files.items()):
        try:
            files.append(read_fields(PackFile, data, f"{document.folder}/{name}#"))
        except ShapeError as error:
            problems.append(_problem({document.folder: document}, error.at, error.code, error.message))
        except RecursionError:
            problems.append(
                Problem(
                    f"{document.folder}/{name}", 1, 1, "shape.depth", "words stand too deep in each other"
                )
            )
    if problems:
        raise ContentError(tuple(problems))
    return files


def _placer(documents: Mapping[str, Document]) -> Callable[[str], str]:
    """Make the function that tells file and line of a word; only errors ask for it."""

    def place(at: str) -> str:
        file, line = documents[at.partition("/")[0]].place(at)
        return f"{file}:{line}"

    return place


def _problem(documents: Mapping[str, Document], at: str, code: str, message: str) -> Problem:
    file, line = documents[at.partition("/")[0]].place(at)
    return Problem(file, line, 1, code, message)


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
        documents = {EDITIONS: built_in(EDITIONS)}
        raise ContentError((_problem(documents, error.at, error.code, error.message),)) from error


def _check_switch(name: str, value: str) -> None:
    if name not in SWITCHES:
        raise SetupError("setup.switch", f"Switch {unknown(name, SWITCHES)}")
    if value not in SWITCHES[name][1]:
        raise SetupError("setup.switch", f"For the switch '{name}', {unknown(value, SWITCHES[name][1])}")
