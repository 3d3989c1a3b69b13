"""The files of packs: what a pack is, what stands in its files, and what an edition is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.language.calendar import (
    CALENDAR,
    MOMENT_CARD,
    PHASE_CARD,
    RESOURCE_CARD,
    SEQUENCE,
    YEARS_CARD,
    Calendar,
    MomentCard,
    PhaseCard,
    ResourceCard,
    SequenceCard,
    YearsCard,
)
from kingsburg_rules.language.cards import (
    ADVISOR,
    BUILDING_CARD,
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
from kingsburg_rules.language.registry import Node, object_shape, of
from kingsburg_rules.language.shapes import (
    Integer,
    Listing,
    NamesShape,
    Range,
    Text,
    as_object,
    is_list,
)
from kingsburg_rules.language.tests import RANGE, switch_values

if TYPE_CHECKING:
    from kingsburg_rules.language.shapes import Schema


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
