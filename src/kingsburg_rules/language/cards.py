"""Cards, abilities, the calendar and the files they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, field, frozen

from kingsburg_rules.language.bags import BAG, Amounts
from kingsburg_rules.language.memory import MEMORY, MemoryNode, given_changes
from kingsburg_rules.language.permissions import PERMISSIONS, PermissionWord
from kingsburg_rules.language.registry import STEPS, TESTS, Node, Step, TestWord, object_shape, of
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    Deferred,
    Flag,
    Integer,
    Listing,
    Mapping,
    Name,
    NamesShape,
    Range,
    Text,
    Unread,
    as_object,
    is_list,
)
from kingsburg_rules.language.tests import RANGE, switch_values
from kingsburg_rules.language.values import STAT_KEY, VALUE, Value
from kingsburg_rules.language.vocabulary import (
    BUILDING,
    EVENTS,
    GOOD,
    LOSSES,
    RESOURCES,
    SPOILS,
    STATS,
    EventName,
    ResourceName,
)

if TYPE_CHECKING:
    from kingsburg_rules.language.shapes import Schema, Shape

ID = Text(ID_PATTERN)
CARD_OF_PACK = Text("^[a-z][a-z0-9-]*/[a-z][a-z0-9_]*$")
DO = Listing(STEPS)
IF = Listing(TESTS)
EVENT = Name(tuple(event.name for event in EVENTS), EVENT_PATTERN)
_OF_PACKS = "A resource that a pack brings."
GOODS_BAG = Mapping(
    lambda: tuple((r.name, r.doc) for r in RESOURCES if r.good), Integer(1), least=0, others=_OF_PACKS
)
_DOCS = {
    **{resource.name: resource.doc for resource in RESOURCES},
    GOOD: "A good of the player's choice.",
    BUILDING: "A building that is destroyed.",
}
REWARD_BAG = Mapping(
    lambda: tuple((name, _DOCS[name]) for name in SPOILS), Integer(1), least=0, others=_OF_PACKS
)
PENALTY_BAG = Mapping(
    lambda: tuple((name, _DOCS[name]) for name in LOSSES), Integer(1), least=0, others=_OF_PACKS
)


@frozen(eq=False, repr=False)
class Trigger(Node):
    """Something a card does at a moment."""

    when: str = field(metadata=of(EVENT, "The moment."))
    do: tuple[Step, ...] = field(metadata=of(DO, "What is done."))
    by: str = field(
        default="me",
        metadata=of(Text(among=("me", "opponents", "anyone")), "To whom it must have happened; mostly me."),
    )
    if_: tuple[TestWord, ...] = field(default=(), metadata=of(IF, "When it works; all tests must hold."))
    uses: str = field(
        default="once",
        metadata=of(
            Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
            'How often: once per season unless the card says "whenever" (unlimited).',
        ),
    )
    cost: tuple[Amounts, ...] = field(
        default=(), metadata=of(Listing(BAG), "What must be paid: any one of these.")
    )
    optional: bool | None = field(
        default=None,
        metadata=of(Flag(), "Whether the owner may decline; buildings and governors let him, others do not."),
    )
    order: str = field(
        default="normal",
        metadata=of(Text(among=("first", "normal", "last")), "Before or after the player's other effects."),
    )


@frozen(eq=False, repr=False)
class ModifierCard(Node):
    """A change of a number of the rules while the card is in play; exactly one change is given."""

    what: str = field(metadata=of(Text(among=tuple(s.name for s in STATS)), "Which number."))
    of_: str | None = field(
        default=None, metadata=of(STAT_KEY, "For which resource, where the number is one for each.")
    )
    if_: tuple[TestWord, ...] = field(default=(), metadata=of(IF, "When it applies; all tests must hold."))
    set: Value | None = field(default=None, metadata=of(VALUE, "The number becomes this."))
    add: Value | None = field(default=None, metadata=of(VALUE, "This is added."))
    times: Value | None = field(default=None, metadata=of(VALUE, "The number is multiplied by this."))
    at_least: Value | None = field(default=None, metadata=of(VALUE, "The number is raised to this."))
    at_most: Value | None = field(default=None, metadata=of(VALUE, "The number is lowered to this."))

    @property
    def changes(self) -> list[tuple[int, Value]]:
        """The changes given, by rank."""
        return given_changes(self.set, self.add, self.times, self.at_least, self.at_most)


@frozen(eq=False, repr=False)
class Replacement(Node):
    """A change of something about to happen, by setting the variables of the event."""

    event: str = field(
        metadata=of(Text(among=tuple(e.name for e in EVENTS if e.replaceable)), "What is about to happen.")
    )
    do: tuple[Step, ...] = field(metadata=of(DO, "What is done, mostly `set`."))
    by: str = field(
        default="me",
        metadata=of(Text(among=("me", "opponents", "anyone")), "To whom it is about to happen; mostly me."),
    )
    if_: tuple[TestWord, ...] = field(default=(), metadata=of(IF, "When it works; all tests must hold."))
    optional: bool | None = field(
        default=None,
        metadata=of(Flag(), "Whether the owner may decline; buildings and governors let him, others do not."),
    )


TRIGGERS = Listing(object_shape("trigger", Trigger))
MODIFIERS = Listing(object_shape("modifier", ModifierCard))
REPLACEMENTS = Listing(object_shape("replacement", Replacement))
FIDELITIES = ("printed", "inferred", "reconstructed")
FIDELITY = Text(among=FIDELITIES)


_LEFT_OUT = ("triggers", "modifiers", "replacements", "options", "memory", "places", "examples", "strip")


@frozen(eq=False, repr=False)
class CardNode(Node):
    """What every card has.

    `optional` says that its owner may decline what it does, `drawn` that it comes from a deck or a choice, so
    that a game can do without it.
    """

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = False
    drawn: ClassVar[bool] = False
    partial: ClassVar[str] = "override"
    apart: ClassVar[dict[str, tuple[Shape[object], str]]] = {
        "override": (
            CARD_OF_PACK,
            "The card of another pack (`pack/id`) that this changes; the keys given here replace its.",
        ),
        "without": (
            Listing(Text(among=_LEFT_OUT)),
            "With `override`: what the changed card no longer has.",
        ),
    }

    id: str = field(metadata=of(ID, "The card's name in texts and programs; unique in its pack."))
    name: str = field(metadata=of(Text(), "The card's name for people."))
    text: str = field(default="", metadata=of(Text(), "What the card does, in our own words."))
    fidelity: str = field(
        default="printed",
        metadata=of(FIDELITY, "How sure we are: as printed, inferred from evidence, or reconstructed by us."),
    )
    note: str = field(default="", metadata=of(Text(), "What is known from where, and what is ours."))
    triggers: tuple[Trigger, ...] = field(
        default=(), metadata=of(TRIGGERS, "What the card does at certain moments.")
    )
    modifiers: tuple[ModifierCard, ...] = field(
        default=(), metadata=of(MODIFIERS, "Which numbers it changes.")
    )
    replacements: tuple[Replacement, ...] = field(
        default=(), metadata=of(REPLACEMENTS, "What it changes that is about to happen.")
    )
    options: tuple[PermissionWord, ...] = field(
        default=(), metadata=of(Listing(PERMISSIONS), "What it lets its owner do that others may not.")
    )
    memory: tuple[MemoryNode, ...] = field(
        default=(), metadata=of(Listing(MEMORY), "The numbers it remembers for its owner.")
    )
    examples: tuple[Unread, ...] = field(
        default=(), metadata=of(Deferred("example"), "The card at work, and where it must not work.")
    )


@frozen(eq=False, repr=False)
class AdvisorCard(CardNode):
    """An advisor: a place for dice, and what he gives."""

    kind: ClassVar[str] = "advisor"

    rank: int = field(kw_only=True, metadata=of(Integer(1), "The total of dice that influences him."))
    reward: tuple[Step, ...] = field(kw_only=True, metadata=of(DO, "What he gives."))


@frozen(eq=False, repr=False)
class BuildingCard(CardNode):
    """A building of a province sheet."""

    kind: ClassVar[str] = "building"
    optional: ClassVar[bool] = True

    row: str = field(kw_only=True, metadata=of(Text("^[A-Z]$"), "The row, a letter; A is on top."))
    column: int = field(kw_only=True, metadata=of(Integer(1), "The column, from the left."))
    cost: tuple[tuple[str, int], ...] = field(kw_only=True, metadata=of(GOODS_BAG, "What it costs."))
    vp: int = field(kw_only=True, metadata=of(Integer(), "Its printed victory points."))
    strip: str | None = field(
        default=None, kw_only=True, metadata=of(ID, "The strip it stands on; without it, the printed sheet.")
    )


@frozen(eq=False, repr=False)
class EnemyCard(CardNode):
    """An enemy card of one year."""

    kind: ClassVar[str] = "enemy"
    drawn: ClassVar[bool] = True

    year: int = field(kw_only=True, metadata=of(Integer(1), "The year in which it may come."))
    type: str = field(kw_only=True, metadata=of(ID, "The kind of enemy."))
    strength: int = field(kw_only=True, metadata=of(Integer(0), "The strength to beat."))
    reward: tuple[tuple[str, int], ...] = field(kw_only=True, metadata=of(REWARD_BAG, "What victors gain."))
    penalty: tuple[tuple[str, int], ...] = field(
        kw_only=True, metadata=of(PENALTY_BAG, "What the defeated lose; what is missing is not owed.")
    )


@frozen(eq=False, repr=False)
class RuleCard(CardNode):
    """A rule that the game itself plays by from its start: nobody owns it, everybody is under it."""

    kind: ClassVar[str] = "rule"


@frozen(eq=False, repr=False)
class StripCard(CardNode):
    """A strip of buildings that covers the row of its letter; its buildings name it."""

    kind: ClassVar[str] = "strip"
    drawn: ClassVar[bool] = True

    row: str = field(kw_only=True, metadata=of(Text("^[A-Z]$"), "The row that it covers."))
    copies: int = field(default=1, kw_only=True, metadata=of(Integer(1, 100), "How many of it there are."))


@frozen(eq=False, repr=False)
class TileCard(CardNode):
    """A tile: another reward for the advisor of its rank."""

    kind: ClassVar[str] = "tile"
    drawn: ClassVar[bool] = True

    rank: int = field(kw_only=True, metadata=of(Integer(1), "The rank of the advisor it lies on."))
    reward: tuple[Step, ...] = field(kw_only=True, metadata=of(DO, "What he gives then."))


@frozen(eq=False, repr=False)
class PlaceNode(Node):
    """A further advisor on a card."""

    id: str = field(metadata=of(ID, "Its name in texts and programs."))
    rank: int = field(metadata=of(Integer(1), "The total of dice that influences it."))
    reward: tuple[Step, ...] = field(metadata=of(DO, "What it gives."))


PLACE = object_shape("place", PlaceNode)


@frozen(eq=False, repr=False)
class GovernorCard(CardNode):
    """A governor: one player's for the whole game."""

    kind: ClassVar[str] = "governor"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    places: tuple[PlaceNode, ...] = field(
        default=(), metadata=of(Listing(PLACE), "Advisors of his own, open to his player alone.")
    )


@frozen(eq=False, repr=False)
class GroupCard(CardNode):
    """A group of people at court: a card that a player may have for a year."""

    kind: ClassVar[str] = "group"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True


@frozen(eq=False, repr=False)
class DeckCard(CardNode):
    """A card of a deck that a pack brings: whatever the pack needs that is none of the cards above."""

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    deck: str = field(
        kw_only=True, metadata=of(ID, "The deck it belongs to: `draw`, `deal` and others name it.")
    )
    held_by: str = field(
        default="owner",
        kw_only=True,
        metadata=of(
            Text(among=("owner", "everyone", "game")),
            "Who has it in play: one player, every player as if it were his own, or the game itself.",
        ),
    )


@frozen(eq=False, repr=False)
class DestinyCard(CardNode):
    """A destiny card: in force for a year, mandatory unless it says otherwise."""

    kind: ClassVar[str] = "destiny"
    drawn: ClassVar[bool] = True

    held_by: str = field(
        default="game",
        metadata=of(
            Text(among=("game", "everyone")),
            "Whether the game has it, or every player as if it were his own.",
        ),
    )


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
    name: str = field(metadata=of(Text(), "Its name for people."))
    text: str = field(default="", metadata=of(Text(), "What it is, in one sentence."))
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
class MomentCard(Node):
    """A moment that the pack brings: `window` opens it, and any card can react to it."""

    id: str = field(metadata=of(Name(pattern=EVENT_PATTERN), "Its name, such as market.open."))
    text: str = field(metadata=of(Text(), "When it is, in one sentence."))
    name: str = field(
        default="", metadata=of(Text(), "What texts call it, such as: the opening of the market.")
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
    name: str = field(metadata=of(Text(), "Its name for people."))
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
MOMENT_CARD = object_shape("moment", MomentCard)
PHASE_CARD = object_shape("phase_card", PhaseCard)
DECK_CARD = object_shape("deck_card", DeckCard)


@frozen(eq=False, repr=False)
class Further:
    """What packs add to the game besides cards."""

    resources: tuple[ResourceCard, ...] = ()
    moments: tuple[MomentCard, ...] = ()
    phases: tuple[PhaseCard, ...] = ()
    sequences: tuple[SequenceCard, ...] = ()
    years: YearsCard | None = None

    @property
    def parts(self) -> tuple[object, ...]:
        """All of it in a row."""
        years = () if self.years is None else (self.years,)
        return (*self.resources, *self.moments, *self.phases, *self.sequences, *years)

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
ADVISOR = object_shape("advisor", AdvisorCard)
BUILDING_CARD = object_shape("building", BuildingCard)
ENEMY = object_shape("enemy", EnemyCard)
RULE = object_shape("rule", RuleCard)
DESTINY = object_shape("destiny", DestinyCard)
STRIP = object_shape("strip", StripCard)
GOVERNOR = object_shape("governor", GovernorCard)
GROUP = object_shape("group", GroupCard)
TILE = object_shape("tile", TileCard)


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
