"""Rules: a rule set, loaded, immutable, and shared by every game that asks for the same."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeGuard
from weakref import WeakValueDictionary

from kingsburg_rules.content import later
from kingsburg_rules.content.documents import built_in_folders
from kingsburg_rules.engine.classes import bare, field, frozen
from kingsburg_rules.engine.errors import SetupError, listed

if TYPE_CHECKING:
    from kingsburg_rules.content.catalog import Catalog
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.engine.table import Table
    from kingsburg_rules.words.cards import CardNode
    from kingsburg_rules.words.emitter import Names
    from kingsburg_rules.words.files import Calendar

DEFAULT_EDITION = "second"

EVERYTHING = "reconstructed"
"""The fidelity that leaves no card out."""


@bare
class Rules:
    """A rule set: an edition with modules, a scenario, variants, packs and switches.

    Two rule sets play the same games if their digests are equal. `packs` are all packs in it with their
    versions, in order, and `documents` what they say. `fidelity` is how sure we are at least of its cards,
    `changed` are the switches that differ from the edition's, `cards` are the cards as written, `table` is
    what the engine runs, `phases` are the names of the phases for people, and `names` what compiling more
    steps needs. `left_out` are cards that a test does without.
    """

    edition: str
    modules: tuple[str, ...]
    scenario: str | None
    variants: tuple[str, ...]
    packs: tuple[tuple[str, str], ...]
    documents: tuple[Document, ...] = field(repr=False)
    fidelity: str
    switches: Mapping[str, str]
    changed: Mapping[str, str]
    cards: Mapping[str, CardNode] = field(repr=False)
    calendar: Calendar = field(repr=False)
    table: Table = field(repr=False)
    names: Names = field(repr=False)
    phases: Mapping[str, str] = field(repr=False)
    left_out: frozenset[str] = frozenset()

    @cached_property
    def digest(self) -> str:
        """A short hash of what the rules mean: no name, text, note, example or comment changes it."""
        return later.digest_rules(self)

    @cached_property
    def pack_digests(self) -> Mapping[str, str]:
        """Short hashes of what the packs mean, by pack."""
        return later.digest_packs(self)

    def sheet(self, strips: Iterable[str] = ()) -> tuple[tuple[str, ...], ...]:
        """List the buildings of a province sheet, row by row from the top, with strips covering some rows."""
        table = self.table
        covers = sum(1 << table.card[strip] for strip in strips)
        return tuple(tuple(table.cards[card].name for card in row) for row in table.sheet(covers))

    def name_of(self, name: str, language: str = "en", *, of: str | None = None) -> str:
        """Give the name for people of whatever events, scores and views name, as this edition calls it.

        These are cards and phases, whose names begin with a capital, and places for dice on cards, resources
        and other sources of points, such as `battle`. What a card remembers is named `of` that card. In
        another language than English it is the translated name, if the pack has one.
        """
        card = self.table.card.get(name)
        if language == "en" and card is not None:
            return self.cards[self.table.cards[card].ref].name
        return later.locale_of(self, language).name(name, of)

    def text_of(self, card: str, language: str = "en") -> str:
        """Give what the author wrote on a card; nothing if they wrote nothing, or if it is not translated."""
        ref = self.table.cards[self.table.card[card]].ref
        if language != "en":
            return later.locale_of(self, language).text(ref)
        return self.cards[ref].text

    def catalog(self, language: str = "en") -> Catalog:
        """Return the names, texts and figures of everything that views, decisions and events can name.

        It is made once for each language: `en`, `nl` or `fr`.

        Raises:
            SetupError: There is no such language.
        """
        return later.catalog_of(self, language)


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
    (chosen,) = _ids("edition", (edition,))
    wanted = Wanted(
        chosen,
        tuple(sorted(set(_ids("module", modules)))),
        None if scenario is None else _ids("scenario", (scenario,))[0],
        tuple(sorted(set(_ids("variant", variants)))),
        _packs(packs),
        _switches({} if switches is None else switches),
        _ids("fidelity", (fidelity,))[0],
    )
    if not wanted.is_certain:
        return loaded_anew(wanted)
    return _built_in(wanted) if all(isinstance(pack, str) for pack in wanted.packs) else _own(wanted)


def _ids(what: str, given: object) -> tuple[str, ...]:
    found = listed(given)
    if found is None:
        raise SetupError(f"setup.{what}", f"Every {what} is given by its id, not as {given!r}.")
    return found


def _packs(given: object) -> tuple[str | Pack, ...]:
    """Read the packs that are not given by their ids."""
    if given == ():
        return ()
    return later.packs_of(given)


def _switches(given: object) -> tuple[tuple[str, str], ...]:
    if _is_mapping(given):
        names, values = listed(given.keys()), listed(given.values())
        if names is not None and values is not None:
            return tuple(sorted(zip(names, values, strict=True)))
    raise SetupError("setup.switch", f"Switches are given as texts by their names, not as {given!r}.")


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
        named = {*self.modules, *(pack for pack in self.packs if isinstance(pack, str))}
        if self.scenario is not None:
            named.add(self.scenario)
        if not named:
            return True
        return named <= {*built_in_folders()}


@lru_cache(maxsize=64)
def _built_in(wanted: Wanted) -> Rules:
    """Load rules of built-in packs once."""
    return loaded_anew(wanted)


_OWN: WeakValueDictionary[Wanted, Rules] = WeakValueDictionary()
"""The rule sets with packs of one's own that somebody holds."""


def _own(wanted: Wanted) -> Rules:
    """Load rules with packs of one's own; as long as somebody holds them, the same packs give the same."""
    found = _OWN.get(wanted)
    if found is None:
        found = _OWN[wanted] = loaded_anew(wanted)
    return found


def loaded_anew(wanted: Wanted) -> Rules:
    """Load what was asked for, without keeping it for others who ask.

    The language is imported here: importing the library stays light.

    All that loading makes stays, so the garbage collector would look at it again and again for nothing.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return later.load(wanted)
    finally:
        if collecting:
            gc.enable()


def modules(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the modules of an edition, in the order of their set-up."""
    return later.edition_of(edition).modules


def scenarios(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the scenarios of an edition."""
    return later.edition_of(edition).scenarios


def editions() -> tuple[str, ...]:
    """List the editions there are."""
    return later.edition_names()
