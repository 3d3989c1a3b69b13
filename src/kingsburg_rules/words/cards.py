"""Cards: what every card has, and what each kind of card adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.words.abilities import (
    DO,
    ID,
    MODIFIERS,
    TRIGGERS,
    ModifierCard,
    Trigger,
)
from kingsburg_rules.words.memory import MEMORY, MemoryNode
from kingsburg_rules.words.permissions import PERMISSIONS, PermissionWord
from kingsburg_rules.words.registry import Node, Step, object_shape, of
from kingsburg_rules.words.shapes import (
    Deferred,
    Integer,
    Listing,
    Mapping,
    Text,
    Unread,
)
from kingsburg_rules.words.vocabulary import (
    BUILDING,
    GOOD,
    LOSSES,
    RESOURCES,
    SPOILS,
)

if TYPE_CHECKING:
    from kingsburg_rules.words.shapes import Shape


CARD_OF_PACK = Text("^[a-z][a-z0-9-]*/[a-z][a-z0-9_]*$")

_OF_PACKS = "A resource added by a pack."

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

FIDELITIES = ("printed", "inferred", "reconstructed")

FIDELITY = Text(among=FIDELITIES)

_LEFT_OUT = ("triggers", "modifiers", "permissions", "memory", "places", "examples", "strip")


@frozen(eq=False, repr=False)
class CardNode(Node):
    """What every card has.

    `optional` means that its owner may decline what it does, `drawn` that it comes from a deck or a choice,
    so that a game can do without it.
    """

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = False
    drawn: ClassVar[bool] = False
    partial: ClassVar[str] = "override"
    apart: ClassVar[dict[str, tuple[Shape[object], str]]] = {
        "override": (
            CARD_OF_PACK,
            "The card of another pack (`pack/id`) that this changes; the keys given here replace its keys.",
        ),
        "without": (
            Listing(Text(among=_LEFT_OUT)),
            "With `override`: the keys that the changed card loses.",
        ),
    }

    id: str = field(metadata=of(ID, "The card's name in packs and programs; unique in its pack."))
    name: str = field(metadata=of(Text(), "The card's display name.", for_people=True))
    text: str = field(
        default="", metadata=of(Text(), "What the card does, in your own words.", for_people=True)
    )
    fidelity: str = field(
        default="printed",
        metadata=of(
            FIDELITY,
            "How certain the card is: as printed, inferred from evidence, or reconstructed.",
            for_people=True,
        ),
    )
    note: str = field(
        default="", metadata=of(Text(), "The sources of the card, and what is our own.", for_people=True)
    )
    triggers: tuple[Trigger, ...] = field(
        default=(), metadata=of(TRIGGERS, "What the card does at certain moments.")
    )
    modifiers: tuple[ModifierCard, ...] = field(
        default=(), metadata=of(MODIFIERS, "The numbers of the rules it changes.")
    )
    permissions: tuple[PermissionWord, ...] = field(
        default=(), metadata=of(Listing(PERMISSIONS), "What it allows its owner to do that others may not.")
    )
    memory: tuple[MemoryNode, ...] = field(
        default=(), metadata=of(Listing(MEMORY), "What it remembers for its owner.")
    )
    in_place_of: str = field(
        default="",
        metadata=of(CARD_OF_PACK, "The card of the same kind, `pack/id`, that this one replaces."),
    )
    examples: tuple[Unread, ...] = field(
        default=(),
        metadata=of(
            Deferred("example"),
            "Examples of the card at work, and of when it must not work.",
            for_people=True,
        ),
    )


@frozen(eq=False, repr=False)
class AdvisorCard(CardNode):
    """An advisor: a place for dice, with a reward."""

    kind: ClassVar[str] = "advisor"

    rank: int = field(kw_only=True, metadata=of(Integer(1), "The dice total that influences the advisor."))
    reward: tuple[Step, ...] = field(kw_only=True, metadata=of(DO, "The reward."))


@frozen(eq=False, repr=False)
class BuildingCard(CardNode):
    """A building of a province sheet."""

    kind: ClassVar[str] = "building"
    optional: ClassVar[bool] = True

    row: str = field(kw_only=True, metadata=of(Text("^[A-Z]$"), "The row, a letter; A is at the top."))
    column: int = field(kw_only=True, metadata=of(Integer(1), "The column, from the left."))
    cost: tuple[tuple[str, int], ...] = field(kw_only=True, metadata=of(GOODS_BAG, "What it costs."))
    vp: int = field(kw_only=True, metadata=of(Integer(), "Its printed victory points."))
    strip: str | None = field(
        default=None, kw_only=True, metadata=of(ID, "The strip it is on; by default, the printed sheet.")
    )


@frozen(eq=False, repr=False)
class EnemyCard(CardNode):
    """An enemy card of one year; its other abilities work while it is face up in winter."""

    kind: ClassVar[str] = "enemy"
    drawn: ClassVar[bool] = True

    year: int = field(kw_only=True, metadata=of(Integer(1), "The year in which it may attack."))
    type: str = field(kw_only=True, metadata=of(ID, "The kind of enemy."))
    strength: int = field(kw_only=True, metadata=of(Integer(0), "The strength to beat."))
    reward: tuple[tuple[str, int], ...] = field(kw_only=True, metadata=of(REWARD_BAG, "What victors gain."))
    penalty: tuple[tuple[str, int], ...] = field(
        kw_only=True, metadata=of(PENALTY_BAG, "What defeated players lose; they do not owe what they lack.")
    )


@frozen(eq=False, repr=False)
class RuleCard(CardNode):
    """A rule in force for the whole game: nobody owns it, and it applies to everybody."""

    kind: ClassVar[str] = "rule"


@frozen(eq=False, repr=False)
class StripCard(CardNode):
    """A strip of buildings that covers the row of its letter; its buildings name it."""

    kind: ClassVar[str] = "strip"
    drawn: ClassVar[bool] = True

    row: str = field(kw_only=True, metadata=of(Text("^[A-Z]$"), "The row that it covers."))
    copies: int = field(default=1, kw_only=True, metadata=of(Integer(1, 100), "The number of copies."))


@frozen(eq=False, repr=False)
class TileCard(CardNode):
    """A tile: another reward for the advisor of its rank."""

    kind: ClassVar[str] = "tile"
    drawn: ClassVar[bool] = True

    rank: int = field(kw_only=True, metadata=of(Integer(1), "The rank of the advisor it goes on."))
    reward: tuple[Step, ...] = field(kw_only=True, metadata=of(DO, "The reward while the tile is there."))


@frozen(eq=False, repr=False)
class PlaceNode(Node):
    """A further advisor on a card."""

    id: str = field(metadata=of(ID, "Its name in packs and programs."))
    rank: int = field(metadata=of(Integer(1), "The dice total that influences it."))
    reward: tuple[Step, ...] = field(metadata=of(DO, "The reward."))


PLACE = object_shape("place", PlaceNode)


@frozen(eq=False, repr=False)
class GovernorCard(CardNode):
    """A governor: belongs to one player for the whole game."""

    kind: ClassVar[str] = "governor"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    places: tuple[PlaceNode, ...] = field(
        default=(), metadata=of(Listing(PLACE), "Advisors on the card, open only to its player.")
    )


@frozen(eq=False, repr=False)
class GroupCard(CardNode):
    """A group of people at court: a card that a player may have for a year."""

    kind: ClassVar[str] = "group"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True


@frozen(eq=False, repr=False)
class DeckCard(CardNode):
    """A card of a deck that a pack adds: anything that is not one of the kinds above."""

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    deck: str = field(
        kw_only=True, metadata=of(ID, "The deck it belongs to: `draw`, `deal` and others name it.")
    )
    copies: int = field(default=1, kw_only=True, metadata=of(Integer(1, 100), "The number of copies."))
    held_by: str = field(
        default="owner",
        kw_only=True,
        metadata=of(
            Text(among=("owner", "everyone", "game")),
            "Who has it in play: one player, every player as if it were their own, or the game itself.",
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
            "Who has it in play: the game, or every player as if it were their own.",
        ),
    )


DECK_CARD = object_shape("deck_card", DeckCard)

ADVISOR = object_shape("advisor", AdvisorCard)

BUILDING_CARD = object_shape("building", BuildingCard)

ENEMY = object_shape("enemy", EnemyCard)

RULE = object_shape("rule", RuleCard)

DESTINY = object_shape("destiny", DestinyCard)

STRIP = object_shape("strip", StripCard)

GOVERNOR = object_shape("governor", GovernorCard)

GROUP = object_shape("group", GroupCard)

TILE = object_shape("tile", TileCard)
