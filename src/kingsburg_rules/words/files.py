"""The course of the game, and what packs add to it besides cards: resources, moments, phases, years."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import evolve, field, frozen

from kingsburg_rules.engine.decks import DECK, DISCARD, Deck
from kingsburg_rules.words.abilities import DO, ID
from kingsburg_rules.words.cards import (
    ADVISOR,
    BUILDING_CARD,
    CARD_OF_PACK,
    DECK_CARD,
    DESTINY,
    ENEMY,
    GOVERNOR,
    GROUP,
    RULE,
    STRIP,
    TILE,
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    GroupCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.words.registry import Fields, Node, Step, object_shape, of
from kingsburg_rules.words.shapes import (
    EVENT_PATTERN,
    REF_PATTERN,
    Flag,
    Integer,
    Listing,
    Name,
    NamesShape,
    Range,
    Schema,
    Text,
    as_object,
    is_list,
    is_object,
)
from kingsburg_rules.words.tests import RANGE, switch_values
from kingsburg_rules.words.vocabulary import (
    EventName,
    ResourceName,
)

if TYPE_CHECKING:
    from kingsburg_rules.words.cards import CardNode
    from kingsburg_rules.words.shapes import Schema


@frozen(eq=False, repr=False)
class SequenceCard(Node):
    """Steps under a name, to be used in several phases."""

    id: str = field(metadata=of(ID, "The name."))
    do: tuple[Step, ...] = field(metadata=of(DO, "The steps."))


SEQUENCE = object_shape("sequence", SequenceCard)


@frozen(eq=False, repr=False)
class ResourceCard(Node):
    """A resource that the pack brings: something that every player can hold a number of."""

    id: str = field(metadata=of(ID, "Its name in texts and programs."))
    name: str = field(metadata=of(Text(), "Its name for people.", for_people=True))
    text: str = field(default="", metadata=of(Text(), "What it is, in one sentence.", for_people=True))
    good: bool = field(
        default=False, metadata=of(Flag(), "Whether it is a good: to be chosen, counted and paid like gold.")
    )
    below_zero: bool = field(default=False, metadata=of(Flag(), "Whether a player may have less than none."))
    limit: int | None = field(default=None, metadata=of(Integer(1), "How much a player can hold at most."))
    lasts: str = field(
        default="game",
        metadata=of(Text(among=("game", "season")), "Whether it goes back at the end of each season."),
    )

    @property
    def facts(self) -> ResourceName:
        """What the machine needs of it."""
        minimum = None if self.below_zero else 0
        return ResourceName(self.id, self.text or self.name, self.good, minimum, self.limit, self.lasts)


@frozen(eq=False, repr=False)
class DeckNode(Node):
    """What a pack says of a deck, of its own cards or of a kind such as `group`; most decks need nothing."""

    id: str = field(metadata=of(ID, "The deck, as its cards name it, or the kind of its cards."))
    display: int = field(
        default=0,
        metadata=of(
            Integer(1, 20), "So many cards of it lie open from the start; each is replaced when it is taken."
        ),
    )
    when_empty: str = field(
        default="nothing",
        metadata=of(
            Text(among=("nothing", "reshuffle")),
            "What happens when it is empty: nothing, or the discard pile is shuffled and becomes the deck.",
        ),
    )
    used_cards: str = field(
        default=DISCARD,
        metadata=of(
            Text(among=(DISCARD, DECK)), "Where cards go that leave play: on the discard pile, or back."
        ),
    )
    order: str = field(
        default="shuffled",
        metadata=of(
            Text(among=("shuffled", "written")), "How cards are drawn: by chance, or as they are written."
        ),
    )

    @property
    def facts(self) -> Deck:
        """What the machine needs of it."""
        return Deck(
            self.id,
            self.display,
            reshuffle=self.when_empty == "reshuffle",
            returns=self.used_cards == DECK,
            shuffled=self.order == "shuffled",
        )


@frozen(eq=False, repr=False)
class MomentCard(Node):
    """A moment that the pack brings: `window` opens it, and any card can react to it."""

    id: str = field(metadata=of(Name(pattern=EVENT_PATTERN), "Its name, such as market.open."))
    text: str = field(metadata=of(Text(), "When it is, in one sentence.", for_people=True))
    name: str = field(
        default="",
        metadata=of(Text(), "What texts call it, such as: the opening of the market.", for_people=True),
    )
    each: bool = field(default=False, metadata=of(Flag(), "Whether it happens to one player."))

    @property
    def facts(self) -> EventName:
        """What the machine needs of it."""
        return EventName(self.id, self.text, each=self.each)


@frozen(eq=False, repr=False)
class PhaseCard(Node):
    """A phase that the pack puts into the year: before or after another one, or instead of it."""

    id: str = field(metadata=of(ID, "Its name in texts and programs."))
    name: str = field(metadata=of(Text(), "Its name for people.", for_people=True))
    do: tuple[Step, ...] = field(metadata=of(DO, "What is done in it."))
    before: str = field(default="", metadata=of(ID, "The phase before which it comes."))
    after: str = field(default="", metadata=of(ID, "The phase after which it comes."))
    instead_of: str = field(default="", metadata=of(ID, "The phase whose place it takes."))


@frozen(eq=False, repr=False)
class YearsCard(Node):
    """Another number of years."""

    count: int = field(metadata=of(Integer(1, 20), "How many years are played."))


YEARS_CARD = object_shape("years", YearsCard)

RESOURCE_CARD = object_shape("resource", ResourceCard)

DECK_NODE = object_shape("deck", DeckNode)

MOMENT_CARD = object_shape("moment", MomentCard)

PHASE_CARD = object_shape("phase_card", PhaseCard)


@frozen(eq=False, repr=False)
class Further:
    """What packs add to the game besides cards."""

    resources: tuple[ResourceCard, ...] = ()
    moments: tuple[MomentCard, ...] = ()
    phases: tuple[PhaseCard, ...] = ()
    sequences: tuple[SequenceCard, ...] = ()
    decks: tuple[DeckNode, ...] = ()
    years: YearsCard | None = None

    @property
    def parts(self) -> tuple[object, ...]:
        """All of it in a row."""
        years = () if self.years is None else (self.years,)
        return (*self.resources, *self.moments, *self.phases, *self.sequences, *self.decks, *years)

    def plus(self, *parts: object) -> Further:
        """Add what a pack adds; of several numbers of years the last one counts."""
        found = self
        for part in parts:
            match part:
                case ResourceCard():
                    found = evolve(found, resources=(*found.resources, part))
                case MomentCard():
                    found = evolve(found, moments=(*found.moments, part))
                case PhaseCard():
                    found = evolve(found, phases=(*found.phases, part))
                case SequenceCard():
                    found = evolve(found, sequences=(*found.sequences, part))
                case DeckNode():
                    found = evolve(found, decks=(*found.decks, part))
                case YearsCard():
                    found = evolve(found, years=part)
                case _:
                    pass
        return found


@frozen(eq=False, repr=False)
class Calendar(Node):
    """The course of the game: set-up, the years, the end."""

    years: int = field(metadata=of(Integer(1), "How many years are played."))
    setup: tuple[Step, ...] = field(metadata=of(DO, "What is done before the first year."))
    year: tuple[Step, ...] = field(metadata=of(DO, "What is done each year."))
    end: tuple[Step, ...] = field(metadata=of(DO, "What is done after the last year."))
    sequences: tuple[SequenceCard, ...] = field(
        default=(), metadata=of(Listing(SEQUENCE), "Steps under a name, used by `run`.")
    )


CALENDAR = object_shape("calendar", Calendar)


# ------
# The files of packs: what a pack is, what stands in its files, and what an edition is.


@frozen(eq=False, repr=False)
class PackFile(Node):
    """A file of a pack: any of its cards, and for a base pack the calendar."""

    format: int = field(metadata=of(Integer(1, 1), "The version of this language: 1."))
    advisors: tuple[AdvisorCard, ...] = field(default=(), metadata=of(Listing(ADVISOR), "Advisors."))
    buildings: tuple[BuildingCard, ...] = field(
        default=(), metadata=of(Listing(BUILDING_CARD), "Buildings of province sheets.")
    )
    enemies: tuple[EnemyCard, ...] = field(default=(), metadata=of(Listing(ENEMY), "Enemy cards."))
    rules: tuple[RuleCard, ...] = field(
        default=(), metadata=of(Listing(RULE), "Rules that the game itself plays by.")
    )
    destinies: tuple[DestinyCard, ...] = field(default=(), metadata=of(Listing(DESTINY), "Destiny cards."))
    strips: tuple[StripCard, ...] = field(
        default=(), metadata=of(Listing(STRIP), "Strips that cover rows of buildings.")
    )
    groups: tuple[GroupCard, ...] = field(
        default=(), metadata=of(Listing(GROUP), "Groups that players may have for a while.")
    )
    tiles: tuple[TileCard, ...] = field(
        default=(), metadata=of(Listing(TILE), "Tiles with other rewards for advisors.")
    )
    governors: tuple[GovernorCard, ...] = field(default=(), metadata=of(Listing(GOVERNOR), "Governors."))
    deck_cards: tuple[DeckCard, ...] = field(
        default=(), metadata=of(Listing(DECK_CARD), "Cards of decks that the pack brings.")
    )
    decks: tuple[DeckNode, ...] = field(
        default=(), metadata=of(Listing(DECK_NODE), "What is special about decks.")
    )
    leave_out: tuple[str, ...] = field(
        default=(),
        metadata=of(Listing(CARD_OF_PACK), "Cards of other packs, `pack/id`, that leave the game for good."),
    )
    resources: tuple[ResourceCard, ...] = field(
        default=(), metadata=of(Listing(RESOURCE_CARD), "Resources that the pack brings.")
    )
    moments: tuple[MomentCard, ...] = field(
        default=(), metadata=of(Listing(MOMENT_CARD), "Moments that the pack brings.")
    )
    phases: tuple[PhaseCard, ...] = field(
        default=(), metadata=of(Listing(PHASE_CARD), "Phases that the pack puts into the year.")
    )
    sequences: tuple[SequenceCard, ...] = field(
        default=(), metadata=of(Listing(SEQUENCE), "Steps under a name, used by `run`.")
    )
    years: YearsCard | None = field(
        default=None, metadata=of(YEARS_CARD, "How many years are played, if not as many as usual.")
    )
    calendar: Calendar | None = field(default=None, metadata=of(CALENDAR, "The course of the game."))

    @property
    def cards(self) -> tuple[CardNode, ...]:
        """All cards of the file, kind by kind."""
        return (
            *self.advisors,
            *self.buildings,
            *self.enemies,
            *self.rules,
            *self.destinies,
            *self.strips,
            *self.governors,
            *self.tiles,
            *self.groups,
            *self.deck_cards,
        )


VERSION = Text("^[0-9]+(\\.[0-9]+)*$")

PACK_ID = Text("^[a-z][a-z0-9-]*$")

LANGUAGE = Text("^[a-z]{2}(-[A-Z]{2})?$")

REQUIREMENT = Text("^(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)*( *, *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)*)*$")


class Requirements:
    """A list of packs, or a map from packs to the versions that will do."""

    def read(self, data: object, at: str) -> tuple[tuple[str, str], ...]:
        """Read the packs, each with its versions; any will do where none are given."""
        if is_list(data):
            return tuple((pack, "") for pack in Listing(PACK_ID).read(data, at))
        versions = (
            (pack, REQUIREMENT.read(item, f"{at}/{pack}")) for pack, item in as_object(data, at).items()
        )
        return tuple(versions)

    def schema(self) -> Schema:
        """Describe it: a list or a map."""
        return {
            "type": ["array", "object"],
            "items": PACK_ID.schema(),
            "minItems": 1,
            "patternProperties": {
                str(PACK_ID.pattern): {**REQUIREMENT.schema(), "description": "The versions that will do."}
            },
            "additionalProperties": False,
            "minProperties": 1,
        }


@frozen(eq=False, repr=False)
class PackInfo(Node):
    """What a pack is: its `pack.yaml`."""

    id: str = field(metadata=of(PACK_ID, "The pack's name in references: `pack/card`."))
    version: str = field(metadata=of(VERSION, "Its version, such as 1.0."))
    format: int = field(metadata=of(Integer(1, 1), "The version of this language: 1."))
    title: str = field(metadata=of(Text(), "Its title for people."))
    kind: str = field(
        default="cards",
        metadata=of(
            Text(among=("cards", "module", "scenario")),
            "What it is: cards, a module, or a scenario, of which a game has one at most.",
        ),
    )
    requires: tuple[tuple[str, str], ...] = field(
        default=(),
        metadata=of(Requirements(), "Packs it builds on: a list, or a map with versions such as `>=1.2`."),
    )
    conflicts: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PACK_ID), "Packs that cannot be in play with it.")
    )
    after: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PACK_ID), "Packs after which it comes, if they are in play.")
    )
    variants: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PACK_ID), "Other ways to play it, each with a name.")
    )
    players: Range | None = field(
        default=None, metadata=of(RANGE, "For how many it is, if not for two to five; at most eight.")
    )
    languages: tuple[str, ...] = field(
        default=(), metadata=of(Listing(LANGUAGE), "The languages of its texts, such as en, nl or fr.")
    )
    licence: str = field(default="", metadata=of(Text(), "The licence of its texts."))


@frozen(eq=False, repr=False)
class Edition(Node):
    """An edition of the game: which packs it starts from, its rule switches, and its own names."""

    id: str = field(metadata=of(PACK_ID, "The edition's name."))
    format: int = field(metadata=of(Integer(1, 1), "The version of this language: 1."))
    title: str = field(metadata=of(Text(), "Its title for people."))
    packs: tuple[str, ...] = field(metadata=of(Listing(PACK_ID), "The packs that are always in play."))
    switches: tuple[tuple[str, str], ...] = field(
        metadata=of(switch_values(least=0), "Its rule switches; see the rulings.")
    )
    modules: tuple[str, ...] = field(
        default=(),
        metadata=of(Listing(PACK_ID, least=0), "The modules it has, in the order of their set-up."),
    )
    scenarios: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PACK_ID, least=0), "The scenarios it has.")
    )
    names: tuple[tuple[str, str], ...] = field(
        default=(), metadata=of(NamesShape(), "What it calls cards and phases: `card: name`.")
    )
    texts: tuple[tuple[str, str], ...] = field(
        default=(),
        metadata=of(NamesShape("What the card does."), "Cards that it words in another way: `card: text`."),
    )


EDITION = object_shape("edition", Edition)

PACK_INFO = object_shape("pack", PackInfo)


# ------
# Locale files: what a pack is called and says in another language.
#
# They are in the folder `locale/` of a pack, one for each language: `locale/nl.yaml`. No rule depends on
# them.


N = TypeVar("N", bound=Node)

_LETTERS = "abcdefghijklmnop"

_LENGTH = 4

MARK_PATTERN = f"^[a-p]{{{_LENGTH}}}-[a-p]{{{_LENGTH}}}$"

"""A mark has letters alone, for YAML takes some texts with digits for numbers."""


@frozen(eq=False, repr=False)
class Keyed(Generic[N]):
    """A map from the ids of cards to closed objects."""

    item: Fields[N]
    doc: str

    def read(self, data: object, at: str) -> tuple[tuple[str, N], ...]:
        """Read every entry, in the order written."""
        return tuple((key, self.item.read(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def schema(self) -> Schema:
        """Describe it."""
        return {
            "type": "object",
            "patternProperties": {REF_PATTERN: {**self.item.schema(), "description": self.doc}},
            "additionalProperties": False,
        }


WORD_PATTERN = "^[a-z][a-z0-9_./-]*$"

WORDS = NamesShape("What it is called in the language of the file.", WORD_PATTERN)


@frozen(eq=False, repr=False)
class WordForms(Node):
    """A noun: for what is counted, such as cards of a deck or a resource."""

    one: str = field(metadata=of(Text(), "What one is called."))
    several: str = field(metadata=of(Text(), "What several are called."))
    article: str = field(
        default="",
        metadata=of(Text(), "The article of one, in full, by which sentences go: de or het, le or la."),
    )


WORD_FORMS = object_shape("word-forms", WordForms)


class Words:
    """A map from ids to words: texts, or nouns."""

    def read(self, data: object, at: str) -> tuple[tuple[str, WordForms], ...]:
        """Read every entry, in the order written; a text stands for one as for several."""
        return tuple((key, self._word(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def _word(self, data: object, at: str) -> WordForms:
        if is_object(data):
            return WORD_FORMS.read(data, at)
        text = Text().read(data, at)
        return WordForms(text, text, at=at)

    def schema(self) -> Schema:
        """Describe it; the type decides whether it is a text or a noun."""
        word: Schema = {
            "type": ["string", "object"],
            "description": "What it is called in the language of the file.",
            "if": {"type": "object"},
            "then": WORD_FORMS.schema(),
        }
        return {
            "type": "object",
            "patternProperties": {WORD_PATTERN: word},
            "additionalProperties": False,
        }


@frozen(eq=False, repr=False)
class CardWords(Node):
    """What a card is called and says in the language of the file."""

    name: str = field(default="", metadata=of(Text(), "Its name."))
    article: str = field(
        default="", metadata=of(Text(), "The article before its name in a sentence, such as het or l'.")
    )
    text: str = field(default="", metadata=of(Text(), "What its author wrote on it, translated."))
    of_: str = field(
        default="",
        metadata=of(
            Text(MARK_PATTERN), "The mark of what was translated; `kingsburg check` says which it must be."
        ),
    )
    words: tuple[tuple[str, str], ...] = field(
        default=(),
        metadata=of(WORDS, "What its numbers and choices are called: `growth: groei`."),
    )


CARD_WORDS = object_shape("card-words", CardWords)


@frozen(eq=False, repr=False)
class LocaleFile(Node):
    """A file of translations: what a pack is called and says in one language."""

    format: int = field(metadata=of(Integer(1, 1), "The version of this language: 1."))
    language: str = field(metadata=of(LANGUAGE, "The language, such as nl; the file is called like it."))
    title: str = field(default="", metadata=of(Text(), "The title of the pack."))
    cards: tuple[tuple[str, CardWords], ...] = field(
        default=(),
        metadata=of(
            Keyed(CARD_WORDS, "The card in this language."),
            "Its cards, by id; `pack/card` for one of another pack.",
        ),
    )
    phases: tuple[tuple[str, str], ...] = field(
        default=(), metadata=of(WORDS, "The phases that it brings: `spring: Lente`.")
    )
    words: tuple[tuple[str, WordForms], ...] = field(
        default=(),
        metadata=of(Words(), "Whatever else it brings: resources, moments, decks, enemies."),
    )


LOCALE = object_shape("locale", LocaleFile)


def mark_of(card: CardNode) -> str:
    """Give the mark of what a card says: half of it for the name, half for the text."""
    return f"{half_mark(card.name)}-{half_mark(card.text)}"


def half_mark(text: str) -> str:
    """Give the mark of a name, or of a text."""
    digits = sha256(text.encode()).hexdigest()[:_LENGTH]
    return "".join(_LETTERS[int(digit, 16)] for digit in digits)
