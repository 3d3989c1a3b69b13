"""Loading: a rule set is chosen, its packs are read, and it is kept for all who ask for the same."""

from __future__ import annotations

import copyreg
import gc
from _thread import RLock
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeGuard
from weakref import WeakValueDictionary

from attrs import frozen

from kingsburg_rules.content.built_in import (
    built_in,
    built_in_folders,
    data_folder,
    edition_names,
    edition_of,
)
from kingsburg_rules.content.compiling import compile_rules
from kingsburg_rules.content.rules import DEFAULT_EDITION, EVERYTHING, Rules, ids
from kingsburg_rules.content.selection import choose
from kingsburg_rules.engine.errors import ContentError, SetupError, listed, shown, unknown
from kingsburg_rules.language.cards import FIDELITIES
from kingsburg_rules.language.shapes import ShapeError
from kingsburg_rules.language.switches import SWITCHES, switch_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.packs import Pack, PackLike


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
    """The rules that `load_rules` was asked for."""

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


_LOADING = RLock()
"""Held while rules are loaded. It is the lock that `threading` has; importing all of that takes longer."""


def loaded_anew(wanted: Wanted) -> Rules:
    """Load what was asked for, without keeping it for others who ask."""
    try:
        # Threads that start at once would all read and parse the same files.
        with _LOADING:
            return _load(wanted)
    except ShapeError as error:
        # The form of the library's own files is not checked when they are read: only in a checkout can it be
        # wrong, after somebody changed a file.
        from kingsburg_rules.content.checking import check_folder  # needs the parser

        problems = check_folder(data_folder("content") / error.at.partition("/")[0])
        if not problems:
            raise
        raise ContentError(problems) from error


def _load(wanted: Wanted) -> Rules:
    edition = edition_of(wanted.edition)
    _check_fidelity(wanted.fidelity)
    for name, value in (*edition.switches, *wanted.switches):
        _check_switch(name, value)
    documents = tuple(each.document for each in choose(edition, wanted))
    switches = (*switch_values((*edition.switches, *wanted.switches)).items(),)
    return _compiled(edition.id, documents, switches, wanted.variants, wanted.fidelity)


_built_in = lru_cache(maxsize=64)(loaded_anew)
"""Load rules of built-in packs, and keep them."""


def _check_switch(name: str, value: str) -> None:
    if name not in SWITCHES:
        raise SetupError("setup.switch", f"Switch {unknown(name, SWITCHES)}")
    known = SWITCHES[name].values
    if value not in known:
        message = f"For the switch '{name}', {unknown(value, known)}"
        raise SetupError("setup.switch", message)


def _check_fidelity(fidelity: str) -> None:
    """See that there is such a fidelity.

    Raises:
        SetupError: There is none.
    """
    if fidelity not in FIDELITIES:
        message = f"Fidelity {unknown(fidelity, FIDELITIES)}"
        raise SetupError("setup.fidelity", message)


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
    # The key is what the packs say, not how they were given: a folder, a zip and texts may be one pack.
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
