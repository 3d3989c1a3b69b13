"""The catalogue of a rule set, and what can be chosen before there are rules.

A client needs the catalogue to show everything that views, decisions and events name. These are the types;
`text.catalog` and `text.choices` fill them in a language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from attrs import frozen

from kingsburg_rules.engine.compiled_rules import COPY_SIGN
from kingsburg_rules.engine.roles import (
    AdvisorId,
    Bag,
    CardId,
    DisplayName,
    Fidelity,
    Holder,
    Id,
    Lifetime,
    MemoryName,
    PhaseId,
    ResourceId,
    SeasonId,
    SourceId,
    Text,
    Year,
)
from kingsburg_rules.engine.wire import Value


@frozen(eq=False, repr=False)
class CardText(Value):
    """A card for people: its name, what its author wrote (perhaps nothing), and the generated text."""

    name: Text
    text: Text
    generated: Text


@frozen(eq=False, repr=False)
class CatalogGlyph(Value):
    """A part of a reward in icons: a resource, or `good` for any good, and how many of it; or a sign.

    The signs are `or` between choices, `to` between what is paid and what is gained, and `peek` for a look at
    an enemy.
    """

    icon: Id
    count: int = 1


@frozen(eq=False, repr=False)
class CatalogFigure(Value):
    """A number of a card's own, with its name."""

    id: Id
    name: Text
    value: int


@frozen(eq=False, repr=False)
class CatalogCard(Value):
    """A card with its names, its texts and its figures.

    `title` is the name with its article, if it has one. `text` is what the author wrote, which may be
    nothing, and `generated` what the effect says. `icons` are the kind of the card, for an enemy its type,
    and the resources that its effect mentions. `glyphs` are the reward of an advisor tile in icons, or empty
    if icons do not say all of it. `emblem` is the drawing that stands for the card, one of `EMBLEMS`.
    `numbers` are the card's own. `row` is a letter; `places` are the advisors
    that the card brings, or, on the card of an advisor, that advisor. Figures that a card does not have are
    omitted.
    """

    id: CardId
    pack: Id
    kind: Id
    name: Text
    title: Text
    text: Text
    generated: Text
    fidelity: Fidelity
    icons: tuple[Id, ...]
    rank: int | None = None
    row: Id | None = None
    column: int | None = None
    cost: Bag = ()
    vp: int | None = None
    strip: CardId | None = None
    year: Year | None = None
    enemy_type: Id | None = None
    strength: int | None = None
    reward: Bag = ()
    penalty: Bag = ()
    places: tuple[AdvisorId, ...] = ()
    deck: Id | None = None
    copies: int = 1
    held_by: Holder = "owner"
    glyphs: tuple[CatalogGlyph, ...] = ()
    numbers: tuple[CatalogFigure, ...] = ()
    emblem: Id | None = None


@frozen(eq=False, repr=False)
class CatalogPlace(Value):
    """An advisor, or another place for dice, with the card that it is on.

    `private` places are open only to the player who has the card. `glyphs` are the reward in icons, or
    empty if icons do not say all of it.
    """

    id: AdvisorId
    card: CardId
    name: Text
    rank: int
    private: bool = False
    glyphs: tuple[CatalogGlyph, ...] = ()


@frozen(eq=False, repr=False)
class CatalogResource(Value):
    """A resource: what one and several of it are called, and what players can do with it.

    `good` resources can be chosen, counted and paid like gold. `limit` is the most that a player can have,
    and `lasts` says when it goes back to the supply: never, or at the end of a season.
    """

    id: ResourceId
    name: Text
    several: Text
    good: bool = False
    below_zero: bool = False
    limit: int | None = None
    lasts: Lifetime = "game"


@frozen(eq=False, repr=False)
class CatalogPhase(Value):
    """A phase of the year; `number` is that of the board, if it has one."""

    id: PhaseId
    name: Text
    number: int | None = None


@frozen(eq=False, repr=False)
class CatalogSeason(Value):
    """A season of the year."""

    id: SeasonId
    name: Text


@frozen(eq=False, repr=False)
class CatalogSource(Value):
    """Where something comes from, or what asks, if it is neither a card nor a phase, such as the battle."""

    id: SourceId
    name: Text


@frozen(eq=False, repr=False)
class CatalogMoment(Value):
    """A moment at which cards may react; `each` if it happens to one player."""

    id: Id
    name: Text
    each: bool = False


Remembered: TypeAlias = Literal["number", "player", "card", "place", "resource", "row", "season", "outcome"]
REMEMBERED: tuple[Remembered, ...] = get_args(Remembered)
"""The types of memory."""


@frozen(eq=False, repr=False)
class CatalogNumber(Value):
    """A number, or another thing, that a card remembers for each player, or if it is `shared` for everybody.

    `start` is the initial number; anything else is nothing at first. `lasts` says when it starts again.
    """

    card: CardId
    id: MemoryName
    name: Text
    start: int = 0
    type: Remembered = "number"
    shared: bool = False
    lasts: Literal["season", "year", "game"] = "game"


@frozen(eq=False, repr=False)
class CatalogOption(Value):
    """A choice that is neither a card, an advisor, a resource, a player nor a number.

    `card` has the option; options without a card, such as `none`, may come up anywhere.
    """

    id: Id
    name: Text
    card: CardId | None = None


@frozen(eq=False, repr=False)
class CatalogKind(Value):
    """A kind of card, or a deck that a pack adds: what one card and several are called."""

    id: Id
    name: Text
    several: Text


@frozen(eq=False, repr=False)
class CatalogTerm(Value):
    """A word that values have in some fields, such as `victory`, with its name."""

    id: Id
    name: Text


@frozen(eq=False, repr=False)
class CatalogPack(Value):
    """A pack of a rule set."""

    id: Id
    version: Id
    title: Text


@frozen(eq=False, repr=False)
class Catalog(Value):
    """Everything that views, decisions and events of a rule set can name, with names, texts and figures.

    `wire` is the version of the JSON. `digest` is that of the rules: clients can keep a catalogue as long as
    it, `wire` and the version of the library stay the same. `sheet` has the buildings of the province sheet
    without strips, row by row from the top. `decisions` are the kinds of decisions, `words` all other words
    that values have in some fields. `without_player` names the seats that cards play, which
    follow those of the players.
    """

    wire: int
    language: Id
    edition: Id
    modules: tuple[Id, ...]
    scenario: Id | None
    variants: tuple[Id, ...]
    packs: tuple[CatalogPack, ...]
    digest: Id
    fewest_players: int
    most_players: int
    years: int
    kinds: tuple[CatalogKind, ...]
    cards: tuple[CatalogCard, ...]
    sheet: tuple[tuple[CardId, ...], ...]
    places: tuple[CatalogPlace, ...]
    resources: tuple[CatalogResource, ...]
    phases: tuple[CatalogPhase, ...]
    seasons: tuple[CatalogSeason, ...]
    sources: tuple[CatalogSource, ...]
    moments: tuple[CatalogMoment, ...]
    numbers: tuple[CatalogNumber, ...]
    options: tuple[CatalogOption, ...]
    decisions: tuple[CatalogTerm, ...]
    enemy_types: tuple[CatalogTerm, ...]
    words: tuple[CatalogTerm, ...]
    without_player: tuple[DisplayName, ...] = ()

    def card(self, card: str) -> CatalogCard:
        """Return a card by its id, or by the id of one of its copies, such as `scout.2`.

        Raises:
            KeyError: There is no such card.
        """
        first = card.partition(COPY_SIGN)[0]
        found = next((one for one in self.cards if one.id == first), None)
        if found is None:
            raise KeyError(card)
        return found


# What can be chosen before there are rules


@frozen(eq=False, repr=False)
class VariantChoice(Value):
    """Another way to play a module. `fidelity` is the strictest one with which it can be played so."""

    id: Id
    title: Text
    blurb: Text
    fidelity: Fidelity


@frozen(eq=False, repr=False)
class PackChoice(Value):
    """A module or a scenario.

    `requires` are the modules and scenarios that must be chosen too. `fidelity` is the strictest one with
    which it can be played, without its variants.
    """

    id: Id
    kind: Literal["module", "scenario"]
    title: Text
    blurb: Text
    fewest_players: int
    most_players: int
    fidelity: Fidelity
    requires: tuple[Id, ...] = ()
    variants: tuple[VariantChoice, ...] = ()


@frozen(eq=False, repr=False)
class Clash(Value):
    """Two modules or scenarios that cannot be played together, and why: a code and a sentence."""

    one: Id
    other: Id
    code: Id
    message: Text


@frozen(eq=False, repr=False)
class SwitchValue(Value):
    """A value of a rule switch."""

    id: Id
    title: Text


@frozen(eq=False, repr=False)
class SwitchChoice(Value):
    """A rule switch: what it decides, the values it can have, and that of the edition."""

    id: Id
    title: Text
    values: tuple[SwitchValue, ...]
    default: Id


@frozen(eq=False, repr=False)
class EditionChoice(Value):
    """An edition: the modules, scenarios and switches to choose from.

    Any modules and at most one scenario go together, except those that clash. The rules are for those
    numbers of players that the edition and everything chosen are for.
    """

    id: Id
    title: Text
    blurb: Text
    fewest_players: int
    most_players: int
    modules: tuple[PackChoice, ...]
    scenarios: tuple[PackChoice, ...]
    clashes: tuple[Clash, ...]
    switches: tuple[SwitchChoice, ...]


@frozen(eq=False, repr=False)
class FidelityChoice(Value):
    """How sure we must be of a card at least; cards of which we are less sure are left out."""

    id: Fidelity
    title: Text
    blurb: Text


@frozen(eq=False, repr=False)
class Choices(Value):
    """Everything that a lobby can offer before there are rules.

    `wire` is the version of the JSON. `edition` and `fidelity` are the defaults of `load_rules`, which
    otherwise chooses no modules, no variants and no scenario. `fidelities` begin with the strictest one.
    """

    wire: int
    language: Id
    languages: tuple[Id, ...]
    edition: Id
    fidelity: Fidelity
    editions: tuple[EditionChoice, ...]
    fidelities: tuple[FidelityChoice, ...]
