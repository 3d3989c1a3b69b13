"""Rules: a rule set, loaded, immutable, and shared by every game that asks for the same.

Digests and translations are imported when somebody asks for them, so that importing a game stays light.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.errors import SetupError, is_known, listed, shown, unknown

if TYPE_CHECKING:
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.locales import Locale
    from kingsburg_rules.engine.compiled_rules import CompiledRules
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
    `changed` are the switches that differ from the edition's, `cards` are the cards as written, `compiled` is
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
    compiled: CompiledRules = field(repr=False)
    names: Names = field(repr=False)
    phases: Mapping[str, str] = field(repr=False)
    left_out: frozenset[str] = frozenset()

    def __attrs_post_init__(self) -> None:
        """Make the mappings read-only, since all games of a program share them."""
        for name in ("switches", "changed", "cards", "phases"):
            object.__setattr__(self, name, MappingProxyType(getattr(self, name)))

    def __copy__(self) -> Rules:
        """Return the rule set itself, since it never changes."""
        return self

    def __deepcopy__(self, _: object) -> Rules:
        """Return the rule set itself, since it never changes."""
        return self

    @cached_property
    def digest(self) -> str:
        """A short hash of what the rules mean: no name, text, note, example or comment changes it."""
        from kingsburg_rules.content.digests import digest_rules

        return digest_rules(self)

    @cached_property
    def pack_digests(self) -> Mapping[str, str]:
        """Short hashes of what the packs mean, by pack."""
        from kingsburg_rules.content.digests import digest_packs

        return MappingProxyType(digest_packs(self))

    def sheet(self, strips: Iterable[str] = ()) -> tuple[tuple[str, ...], ...]:
        """List the buildings of a province sheet, row by row from the top, with strips covering some rows.

        Raises:
            SetupError: One of `strips` is not a strip.
        """
        compiled = self.compiled
        names = {compiled.cards[strip].name: strip for strip in compiled.strips}
        covers = 0
        for strip in ids("strip", strips):
            if strip not in names:
                raise SetupError("text.card", f"Strip {unknown(strip, names)}")
            covers |= 1 << names[strip]
        return tuple(tuple(compiled.cards[card].name for card in row) for row in compiled.sheet(covers))

    def name_of(self, name: str, language: str = "en", *, of: str | None = None) -> str:
        """Give the name for people of whatever events, scores and views name, as this edition calls it.

        These are cards and phases, whose names begin with a capital, and places for dice on cards, resources
        and other sources of points, such as `battle`. What a card remembers is named `of` that card. In
        another language than English it is the translated name, if the pack has one.

        Raises:
            SetupError: A name, the language or the card is not a text.
        """
        (name,), (language,) = ids("name", (name,)), ids("language", (language,))
        card = self.compiled.card.get(name)
        if language == "en" and card is not None:
            return self.cards[self.compiled.cards[card].ref].name
        return self._locale(language).name(name, None if of is None else ids("card", (of,))[0])

    def text_of(self, card: str, language: str = "en") -> str:
        """Give what the author wrote on a card; nothing if they wrote nothing, or if it is not translated.

        Raises:
            SetupError: There is no such card.
        """
        (language,) = ids("language", (language,))
        ref = self.compiled.cards[card_number(self, card)].ref
        if language != "en":
            return self._locale(language).text(ref)
        return self.cards[ref].text

    def _locale(self, language: str) -> Locale:
        from kingsburg_rules.content.locales import locale_of

        return locale_of(self, language)


def card_number(rules: Rules, card: str) -> int:
    """Find the number of a card by its id, or by `pack/id`.

    Raises:
        SetupError: There is no such card.
    """
    numbers = rules.compiled.card
    if not is_known(card, numbers):
        raise SetupError("text.card", f"Card {unknown(card, numbers)}")
    return numbers[card]


def ids(what: str, given: object) -> tuple[str, ...]:
    """Read ids, or other names; `what` they name is part of the code of the error."""
    found = listed(given)
    if found is None:
        raise SetupError(
            f"setup.{what}",
            f"Every {what} is given by its id, not as {shown(given)}.",
        )
    return found
