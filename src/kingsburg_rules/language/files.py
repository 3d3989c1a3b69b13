"""The course of the game, and what packs add besides cards: resources, moments, phases, years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.compiled_rules import DECK, DISCARD, Deck
from kingsburg_rules.language.cards import (
    ADVISOR,
    BUILDING_CARD,
    CARD_OF_PACK,
    DECK_CARD,
    DESTINY,
    DO,
    ENEMY,
    GOVERNOR,
    GROUP,
    ID,
    RULE,
    STRIP,
    TILE,
    AdvisorCard,
    BuildingCard,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    GroupCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.facts import MOST_YEARS
from kingsburg_rules.language.memory import REMEMBERED
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import STEPS, Node, Step, TestWord, object_shape
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    REF_PATTERN,
    ById,
    Flag,
    Integer,
    Listing,
    Mapping,
    Name,
    Range,
    RangeShape,
    Schema,
    Text,
    is_list,
    is_object,
)
from kingsburg_rules.language.switches import switch_shape
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.vocabulary import BEFORE, SEASONS, EventName, ResourceName

if TYPE_CHECKING:
    from kingsburg_rules.language.shapes import Schema


SEAT_NAME = "^[^,:\\s]+( [^,:\\s]+)*$"
"""The names that players may have."""


PARAMETERS = ById(Text(among=REMEMBERED), "The type of the variable.")
"""Variables of a moment or a sequence, each with its type."""


@node
class SequenceCard(Node):
    """Named steps, to be used in several places."""

    id: str = key(ID, "The name.")
    do: tuple[Step, ...] = key(DO, "The steps.")
    with_: tuple[tuple[str, str], ...] = key(
        PARAMETERS, "The variables that `run` gives to it: `price: number`.", default=()
    )

    source: str = field(default="", kw_only=True, repr=False)
    """What its points are booked on, if that is not the sequence."""


SEQUENCE = object_shape("sequence", SequenceCard)


@node
class ResourceCard(Node):
    """A resource that the pack adds: something that players can have an amount of."""

    id: str = key(ID, "Its name in packs and programs.")
    name: str = key(Text(), "Its display name.", for_people=True)
    text: str = key(Text(), "What it is, in one sentence.", default="", for_people=True)
    good: bool = key(Flag(), "Whether it is a good: chosen, counted and paid like gold.", default=False)
    below_zero: bool = key(Flag(), "Whether its amount may go below zero.", default=False)
    limit: int | None = key(Integer(1), "The most that a player can have.", default=None)
    lasts: str = key(
        Text(among=("game", "season")), "Whether it goes back at the end of each season.", default="game"
    )

    @property
    def facts(self) -> ResourceName:
        """The part of it that the machine needs."""
        minimum = None if self.below_zero else 0
        return ResourceName(self.id, self.text or self.name, self.good, minimum, self.limit, self.lasts)


@node
class DeckNode(Node):
    """The settings of a deck, of a pack's own cards or of a kind such as `group`; most decks need none."""

    id: str = key(ID, "The deck, as its cards name it, or the kind of its cards.")
    display: int = key(
        Integer(1, 20),
        "The number of face-up cards from the start; each is replaced when it is taken.",
        default=0,
    )
    when_empty: str = key(
        Text(among=("nothing", "reshuffle")),
        "What happens when it is empty: nothing, or the discard pile is shuffled into a new deck.",
        default="nothing",
    )
    used_cards: str = key(
        Text(among=(DISCARD, DECK)),
        "Where cards go when they leave play: to the discard pile, or back into the deck.",
        default=DISCARD,
    )
    order: str = key(
        Text(among=("shuffled", "written")),
        "How cards are drawn: at random, or in the order written.",
        default="shuffled",
    )

    own: bool = key(
        Flag(),
        "Whether every player has a deck of their own, with a discard pile and all copies of its cards.",
        default=False,
    )

    @property
    def facts(self) -> Deck:
        """The part of it that the machine needs."""
        return Deck(
            self.id,
            self.display,
            reshuffle=self.when_empty == "reshuffle",
            returns=self.used_cards == DECK,
            shuffled=self.order == "shuffled",
            own=self.own,
        )


@node
class MomentCard(Node):
    """A moment that the pack adds: `window` opens it, and any card can react to it.

    If its name begins with `before.`, cards can change the variables that come with it, and prevent it.
    """

    id: str = key(Name(pattern=EVENT_PATTERN), "Its name, such as market.open.")
    text: str = key(Text(), "When it happens, in one sentence.", for_people=True)
    name: str = key(
        Text(), "Its name in card texts, such as: the opening of the market.", default="", for_people=True
    )
    each: bool = key(Flag(), "Whether it happens to one player.", default=False)
    with_: tuple[tuple[str, str], ...] = key(
        PARAMETERS, "The variables that come with it: `price: number`.", default=()
    )

    @property
    def facts(self) -> EventName:
        """The part of it that the machine needs."""
        names, changeable = tuple(name for name, _ in self.with_), self.id.startswith(BEFORE)
        return EventName(self.id, self.text, names, self.each, changeable, often=True, typed=self.with_)


@node
class PhaseCard(Node):
    """A phase that the pack adds to the year, `before` or `after` another one, or that it changes.

    With the `id` of another phase it is played in the place of that one, and keeps what it does not give:
    name, season and number.
    """

    id: str = key(ID, "Its name in packs and programs, or the phase that is changed.")
    do: tuple[Step, ...] = key(Listing(STEPS, least=0), "Its steps; with none, the phase is left out.")
    name: str = key(
        Text(), "Its display name; by default, it comes from the id.", default="", for_people=True
    )
    before: str = key(ID, "The phase that it comes before.", default="")
    after: str = key(ID, "The phase that it comes after.", default="")
    if_: tuple[TestWord, ...] = key(
        IF,
        "When it takes place; all tests must hold. Otherwise the phase that it changes does.",
        default=(),
    )
    season: str | None = key(
        Text(among=SEASONS),
        "Its season, which begins with it: what works once per season works again.",
        default=None,
    )
    number: int | None = key(Integer(1), "Its number on the calendar.", default=None)

    @property
    def is_new(self) -> bool:
        """Whether it comes besides the others, and changes none."""
        return bool(self.before or self.after)


@node
class SeatCard(Node):
    """A seat without a player, in which the cards play: it has dice, goods and points like others.

    Its turns are the steps given here, for this seat; without steps for a turn, it passes. Whatever else it
    is asked, it takes the first option.
    """

    id: str = key(ID, "Its name in packs, wherever a player is needed.")
    name: str = key(Text(SEAT_NAME), "Its display name.", for_people=True)
    influence: tuple[Step, ...] = key(
        DO, "What it does each time it may influence; if it places no dice, it has passed.", default=()
    )
    construct: tuple[Step, ...] = key(DO, "What it does when it may construct.", default=())
    recruit: tuple[Step, ...] = key(DO, "What it does when it may recruit.", default=())

    @property
    def turns(self) -> dict[str, SequenceCard]:
        """Its turns, by the kind of decision that a player would have."""
        turns = {"influence": self.influence, "build": self.construct, "recruit": self.recruit}
        return {
            kind: SequenceCard(f"{self.id}_{kind}", do, source=self.id, at=self.at)
            for kind, do in turns.items()
            if do
        }


@node
class YearsCard(Node):
    """A different number of years."""

    count: int = key(Integer(1, MOST_YEARS), "The number of years.")


YEARS_CARD = object_shape("years", YearsCard)

RESOURCE_CARD = object_shape("resource", ResourceCard)

DECK_NODE = object_shape("deck", DeckNode)

MOMENT_CARD = object_shape("moment", MomentCard)

PHASE_CARD = object_shape("phase_card", PhaseCard)

SEAT_CARD = object_shape("seat_card", SeatCard)


@frozen(eq=False, repr=False)
class PackAdditions:
    """Resources, phases, moments, sequences and decks that packs add."""

    resources: tuple[ResourceCard, ...] = ()
    moments: tuple[MomentCard, ...] = ()
    phases: tuple[PhaseCard, ...] = ()
    sequences: tuple[SequenceCard, ...] = ()
    decks: tuple[DeckNode, ...] = ()
    years: tuple[YearsCard, ...] = ()
    seats: tuple[SeatCard, ...] = ()

    @property
    def parts(self) -> tuple[object, ...]:
        """All of these in a row."""
        return (
            *(*self.resources, *self.moments, *self.phases),
            *(*self.sequences, *self.decks, *self.years, *self.seats),
        )

    def plus(self, *parts: object) -> PackAdditions:
        """Include what another pack adds."""
        return PackAdditions(
            (*self.resources, *(part for part in parts if isinstance(part, ResourceCard))),
            (*self.moments, *(part for part in parts if isinstance(part, MomentCard))),
            (*self.phases, *(part for part in parts if isinstance(part, PhaseCard))),
            (*self.sequences, *(part for part in parts if isinstance(part, SequenceCard))),
            (*self.decks, *(part for part in parts if isinstance(part, DeckNode))),
            (*self.years, *(part for part in parts if isinstance(part, YearsCard))),
            (*self.seats, *(part for part in parts if isinstance(part, SeatCard))),
        )


@node
class Calendar(Node):
    """The course of the game: setup, the years, the end."""

    years: int = key(Integer(1), "The number of years.")
    setup: tuple[Step, ...] = key(DO, "What is done before the first year.")
    year: tuple[Step, ...] = key(DO, "What is done each year.")
    end: tuple[Step, ...] = key(DO, "What is done after the last year.")
    sequences: tuple[SequenceCard, ...] = key(Listing(SEQUENCE), "Named steps, used by `run`.", default=())


CALENDAR = object_shape("calendar", Calendar)


# ------
# The files of packs: pack.yaml, files of cards, and editions.


@node
class PackFile(Node):
    """A file of a pack: any of its cards and, for a base pack, the calendar."""

    format: int = key(Integer(1, 1), "The version of this language: 1.")
    advisors: tuple[AdvisorCard, ...] = key(Listing(ADVISOR), "Advisors.", default=())
    buildings: tuple[BuildingCard, ...] = key(
        Listing(BUILDING_CARD), "Buildings of province sheets.", default=()
    )
    enemies: tuple[EnemyCard, ...] = key(Listing(ENEMY), "Enemy cards.", default=())
    rules: tuple[RuleCard, ...] = key(Listing(RULE), "Rules in force for the whole game.", default=())
    destinies: tuple[DestinyCard, ...] = key(Listing(DESTINY), "Destiny cards.", default=())
    strips: tuple[StripCard, ...] = key(Listing(STRIP), "Strips that cover rows of buildings.", default=())
    groups: tuple[GroupCard, ...] = key(
        Listing(GROUP), "Groups that players may have for a while.", default=()
    )
    tiles: tuple[TileCard, ...] = key(Listing(TILE), "Tiles with other rewards for advisors.", default=())
    governors: tuple[GovernorCard, ...] = key(Listing(GOVERNOR), "Governors.", default=())
    deck_cards: tuple[DeckCard, ...] = key(Listing(DECK_CARD), "Cards of the pack's own decks.", default=())
    decks: tuple[DeckNode, ...] = key(Listing(DECK_NODE), "Settings of decks.", default=())
    leave_out: tuple[str, ...] = key(
        Listing(CARD_OF_PACK), "Cards of other packs, `pack/id`, that are removed from the game.", default=()
    )
    resources: tuple[ResourceCard, ...] = key(
        Listing(RESOURCE_CARD), "Resources that the pack adds.", default=()
    )
    moments: tuple[MomentCard, ...] = key(Listing(MOMENT_CARD), "Moments that the pack adds.", default=())
    phases: tuple[PhaseCard, ...] = key(
        Listing(PHASE_CARD), "Phases that the pack adds to the year.", default=()
    )
    sequences: tuple[SequenceCard, ...] = key(Listing(SEQUENCE), "Named steps, used by `run`.", default=())
    seats: tuple[SeatCard, ...] = key(
        Listing(SEAT_CARD), "Seats without a player, after those of the players.", default=()
    )
    years: YearsCard | None = key(
        YEARS_CARD, "The number of years, if it is not the usual one.", default=None
    )
    calendar: Calendar | None = key(CALENDAR, "The course of the game.", default=None)


VERSION = Text("^[0-9]+(\\.[0-9]+)*$")

PACK_ID = Text("^[a-z][a-z0-9-]*$")

LANGUAGE = Text("^[a-z]{2}(-[A-Z]{2})?$")

REQUIREMENT = Text("^(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)*( *, *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)*)*$")


_VERSIONS = ById(REQUIREMENT, "The accepted versions.", str(PACK_ID.pattern))


class Requirements:
    """A list of packs, or a map from packs to accepted versions."""

    def read(self, data: object, at: str) -> tuple[tuple[str, str], ...]:
        """Read the packs, each with its versions; by default, any version is accepted."""
        if is_list(data):
            return tuple((pack, "") for pack in Listing(PACK_ID).read(data, at))
        return _VERSIONS.read(data, at)

    def schema(self) -> Schema:
        """Describe it: a list or a map."""
        both = {**Listing(PACK_ID).schema(), **_VERSIONS.schema(), "minProperties": 1}
        return {**both, "type": ["array", "object"]}


@node
class ChoiceWords(Node):
    """What people read of something that they can choose."""

    title: str = key(Text(), "Its title.")
    blurb: str = key(Text(), "What it is, in one or two sentences.", default="")


CHOICE_WORDS = object_shape("choice-words", ChoiceWords)


@node
class PackInfo(Node):
    """What a pack is: its `pack.yaml`."""

    id: str = key(PACK_ID, "The pack's name in references: `pack/card`.")
    version: str = key(VERSION, "Its version, such as 1.0.")
    format: int = key(Integer(1, 1), "The version of this language: 1.")
    title: str = key(Text(), "Its title.")
    blurb: str = key(Text(), "What it adds to the game, in one or two sentences.", default="")
    kind: str = key(
        Text(among=("cards", "module", "scenario")),
        "What it is: cards, a module or a scenario; a game has at most one scenario.",
        default="cards",
    )
    requires: tuple[tuple[str, str], ...] = key(
        Requirements(), "Packs it requires: a list, or a map with versions such as `>=1.2`.", default=()
    )
    conflicts: tuple[str, ...] = key(
        Listing(PACK_ID), "Packs that cannot be in play together with it.", default=()
    )
    after: tuple[str, ...] = key(
        Listing(PACK_ID), "Packs that come before it, if they are in play.", default=()
    )
    variants: tuple[tuple[str, ChoiceWords], ...] = key(
        ById(CHOICE_WORDS, "What people read of the variant.", str(PACK_ID.pattern)),
        "Variants: other ways to play it, by name.",
        default=(),
    )
    players: Range | None = key(
        RangeShape(), "The numbers of players, if not two to five: from one to eight.", default=None
    )
    languages: tuple[str, ...] = key(
        Listing(LANGUAGE), "The languages of its texts, such as en, nl or fr.", default=()
    )
    license: str = key(Text(), "The license of its texts.", default="")


@node
class Edition(Node):
    """An edition of the game: its packs, its rule switches, and its own names."""

    id: str = key(PACK_ID, "The edition's name.")
    format: int = key(Integer(1, 1), "The version of this language: 1.")
    title: str = key(Text(), "Its title.")
    packs: tuple[str, ...] = key(Listing(PACK_ID), "The packs that are always in play.")
    switches: tuple[tuple[str, str], ...] = key(
        switch_shape(),
        "Its rule switches that differ from the default; see the rulings.",
        default=(),
    )
    blurb: str = key(Text(), "What kind of game it is, in one or two sentences.", default="")
    modules: tuple[str, ...] = key(Listing(PACK_ID, least=0), "Its modules, in setup order.", default=())
    scenarios: tuple[str, ...] = key(Listing(PACK_ID, least=0), "Its scenarios.", default=())
    names: tuple[tuple[str, str], ...] = key(
        ById(Text(), "The name for people.", REF_PATTERN),
        "Its names for cards and phases: `card: name`.",
        default=(),
    )
    texts: tuple[tuple[str, str], ...] = key(
        ById(Text(), "What the card does.", REF_PATTERN),
        "Its own texts for cards: `card: text`.",
        default=(),
    )


EDITION = object_shape("edition", Edition)

PACK_INFO = object_shape("pack", PackInfo)


# ------
# Locale files: the names and texts of a pack in another language.
#
# They are in the folder `locale/` of a pack, one for each language: `locale/nl.yaml`. No rule depends on
# them.


MARK_LENGTH = 4

MARK_PATTERN = f"^[a-p]{{{MARK_LENGTH}}}-[a-p]{{{MARK_LENGTH}}}$"
"""A mark has only letters, since YAML reads some texts with digits as numbers."""


WORD_PATTERN = "^[a-z][a-z0-9_./-]*$"

CHOSEN = (
    ("card", "A card."),
    ("advisor", "An advisor, or another place for dice."),
    ("player", "A player."),
    ("resource", "A resource."),
    ("row", "A row of buildings."),
    ("number", "A number."),
    ("option", "One of the options of the card."),
)
"""What a player can choose."""

QUESTIONS = Mapping(lambda: CHOSEN, Text())

WORDS = ById(Text(), "Its name in the language of the file.", WORD_PATTERN)


@node
class WordForms(Node):
    """A noun: for things that are counted, such as cards of a deck or a resource."""

    one: str = key(Text(), "The singular.")
    several: str = key(Text(), "The plural.")
    article: str = key(
        Text(), "The full article of the singular, which decides the gender: de or het, le or la.", default=""
    )


WORD_FORMS = object_shape("word-forms", WordForms)


class WordShape:
    """A word: a text, or a noun with its forms."""

    def read(self, data: object, at: str) -> WordForms:
        """Read a word; a text is both singular and plural."""
        if is_object(data):
            return WORD_FORMS.read(data, at)
        text = Text().read(data, at)
        return WordForms(text, text, at=at)

    def schema(self) -> Schema:
        """Describe it; the type decides whether it is a text or a noun."""
        return {
            "type": ["string", "object"],
            "description": "Its name in the language of the file.",
            "if": {"type": "object"},
            "then": WORD_FORMS.schema(),
        }


@node
class CardWords(Node):
    """The name and text of a card in the language of the file."""

    name: str = key(Text(), "Its name.", default="")
    article: str = key(Text(), "The article before its name in a sentence, such as het or l'.", default="")
    text: str = key(Text(), "The translation of the author's text.", default="")
    of_: str = key(
        Text(MARK_PATTERN),
        "The mark of the translated version; `kingsburg check` shows the current one.",
        default="",
    )
    words: tuple[tuple[str, str], ...] = key(
        WORDS, "The names of its memory and its options: `growth: groei`.", default=()
    )
    questions: tuple[tuple[str, str], ...] = key(
        QUESTIONS,
        "What it asks a player who chooses, by what is chosen, such as `player: Whom do you help?`.",
        default=(),
    )


CARD_WORDS = object_shape("card-words", CardWords)


@node
class LocaleFile(Node):
    """A file of translations: the names and texts of a pack in one language."""

    format: int = key(Integer(1, 1), "The version of this language: 1.")
    language: str = key(LANGUAGE, "The language, such as nl; the file has the same name.")
    title: str = key(Text(), "The title of the pack.", default="")
    blurb: str = key(Text(), "What it adds to the game, in one or two sentences.", default="")
    variants: tuple[tuple[str, ChoiceWords], ...] = key(
        ById(CHOICE_WORDS, "The variant in this language.", str(PACK_ID.pattern)),
        "Its variants, by name.",
        default=(),
    )
    editions: tuple[tuple[str, ChoiceWords], ...] = key(
        ById(CHOICE_WORDS, "The edition in this language.", str(PACK_ID.pattern)),
        "The editions that are built on it, by name.",
        default=(),
    )
    cards: tuple[tuple[str, CardWords], ...] = key(
        ById(CARD_WORDS, "The card in this language.", REF_PATTERN),
        "Its cards, by id; `pack/card` for one of another pack.",
        default=(),
    )
    phases: tuple[tuple[str, str], ...] = key(WORDS, "Its phases: `spring: Lente`.", default=())
    words: tuple[tuple[str, WordForms], ...] = key(
        ById(WordShape(), "Its name in the language of the file.", WORD_PATTERN),
        "Everything else it adds: resources, moments, decks, enemies.",
        default=(),
    )


LOCALE = object_shape("locale", LocaleFile)
