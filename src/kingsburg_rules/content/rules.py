"""Rules: a rule set, loaded, immutable, and shared by every game that asks for the same."""

from __future__ import annotations

import gc
from _thread import RLock
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeGuard
from weakref import WeakValueDictionary

from attrs import field, frozen

from kingsburg_rules.content import later
from kingsburg_rules.content.documents import built_in_folders
from kingsburg_rules.engine.errors import SetupError, is_known, listed, shown, unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.content.catalog import Catalog
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.engine.table import Table
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.files import Calendar

DEFAULT_EDITION = "second"

EVERYTHING = "reconstructed"
"""The fidelity that leaves no card out."""


@frozen(eq=False, repr=False)
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

    def __copy__(self) -> Rules:
        """Return the rule set itself, since it never changes."""
        return self

    def __deepcopy__(self, _: object) -> Rules:
        """Return the rule set itself, since it never changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[object, ...]]:
        """Pickle what loads the rule set again: its packs by their ids, or with their content.

        In a process that has the rule set, unpickling returns the same object.

        Raises:
            SetupError: The rule set lacks cards that were left out for a test.
        """
        if self.left_out:
            message = "Rules that leave out cards for a test cannot be pickled; pickle those with all cards."
            raise SetupError("setup.pickle", message)
        packs = tuple(
            (each.folder, each.hash, None if each.is_built_in else later.pack_of(each))
            for each in self.documents
        )
        return _unpickled, (self.edition, packs, dict(self.changed), self.variants, self.fidelity)

    @cached_property
    def digest(self) -> str:
        """A short hash of what the rules mean: no name, text, note, example or comment changes it."""
        return later.digest_rules(self)

    @cached_property
    def pack_digests(self) -> Mapping[str, str]:
        """Short hashes of what the packs mean, by pack."""
        return later.digest_packs(self)

    def sheet(self, strips: Iterable[str] = ()) -> tuple[tuple[str, ...], ...]:
        """List the buildings of a province sheet, row by row from the top, with strips covering some rows.

        Raises:
            SetupError: One of `strips` is not a strip.
        """
        table = self.table
        names = {table.cards[strip].name: strip for strip in table.strips}
        covers = 0
        for strip in _ids("strip", strips):
            if strip not in names:
                raise SetupError("text.card", f"Strip {unknown(strip, names)}")
            covers |= 1 << names[strip]
        return tuple(tuple(table.cards[card].name for card in row) for row in table.sheet(covers))

    def name_of(self, name: str, language: str = "en", *, of: str | None = None) -> str:
        """Give the name for people of whatever events, scores and views name, as this edition calls it.

        These are cards and phases, whose names begin with a capital, and places for dice on cards, resources
        and other sources of points, such as `battle`. What a card remembers is named `of` that card. In
        another language than English it is the translated name, if the pack has one.

        Raises:
            SetupError: A name, the language or the card is not a text.
        """
        (name,), (language,) = _ids("name", (name,)), _ids("language", (language,))
        card = self.table.card.get(name)
        if language == "en" and card is not None:
            return self.cards[self.table.cards[card].ref].name
        return later.locale_of(self, language).name(name, None if of is None else _ids("card", (of,))[0])

    def text_of(self, card: str, language: str = "en") -> str:
        """Give what the author wrote on a card; nothing if they wrote nothing, or if it is not translated.

        Raises:
            SetupError: There is no such card.
        """
        (language,) = _ids("language", (language,))
        ref = self.table.cards[card_number(self, card)].ref
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


def card_number(rules: Rules, card: str) -> int:
    """Find the number of a card by its id, or by `pack/id`.

    Raises:
        SetupError: There is no such card.
    """
    numbers = rules.table.card
    if not is_known(card, numbers):
        raise SetupError("text.card", f"Card {unknown(card, numbers)}")
    return numbers[card]


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


def _unpickled(
    edition: str,
    packs: tuple[tuple[str, str, Pack | None], ...],
    switches: dict[str, str],
    variants: tuple[str, ...],
    fidelity: str,
) -> Rules:
    """Load a rule set that was pickled.

    Raises:
        SetupError: Here, a pack of the library says something else than where the rule set was pickled.
    """
    given = [name if pack is None else pack for name, _, pack in packs]
    rules = load_rules(edition, packs=given, switches=switches, variants=variants, fidelity=fidelity)
    now = {each.folder: each.hash for each in rules.documents}
    for name, content, _ in packs:
        if now.get(name) != content:
            message = f"The pickled rules have another version of the pack '{name}' than this library."
            raise SetupError("setup.pickle", message)
    return rules


def _ids(what: str, given: object) -> tuple[str, ...]:
    found = listed(given)
    if found is None:
        raise SetupError(
            f"setup.{what}",
            f"Every {what} is given by its id, not as {shown(given)}.",
        )
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


_LOADING = RLock()
"""Held while rules are loaded. It is the lock that `threading` has; importing all of that takes longer."""


def loaded_anew(wanted: Wanted) -> Rules:
    """Load what was asked for, without keeping it for others who ask.

    The language is imported here: importing the library stays light.

    All that loading makes stays, so the garbage collector would look at it again and again for nothing. One
    thread loads at a time: others that want the same rules get them from the first.
    """
    with _LOADING:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return later.load(wanted)
        finally:
            if collecting:
                gc.enable()


def modules(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the modules of an edition, in the order of their set-up.

    Raises:
        SetupError: There is no such edition.
    """
    return later.edition_of(edition).modules


def scenarios(edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """List the scenarios of an edition.

    Raises:
        SetupError: There is no such edition.
    """
    return later.edition_of(edition).scenarios


def editions() -> tuple[str, ...]:
    """List the editions there are."""
    return later.edition_names()
