"""Cards: what every card has, what it does at moments and to the rules, and what each kind of card adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import field

from kingsburg_rules.engine.compiled_rules import (
    DISPLAY,
    HAND,
    ONCE,
    ONCE_PER_GAME,
    ONCE_PER_YEAR,
    PLAY,
    UNLIMITED,
)
from kingsburg_rules.engine.roles import Fidelity
from kingsburg_rules.engine.stats import CLOSED, CLOSED_BUILDINGS, EXTRAS
from kingsburg_rules.language.bags import BAGS, Amounts
from kingsburg_rules.language.emblems import EMBLEMS
from kingsburg_rules.language.emitter import MOST_AMOUNT, LinkError
from kingsburg_rules.language.memory import MEMORY, MemoryNode, given_changes
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import all_of_them
from kingsburg_rules.language.queries import Cards, Places, find_buildings
from kingsburg_rules.language.registry import (
    QUERIES,
    STEPS,
    Node,
    QueryWord,
    Step,
    TestWord,
    Vocabulary,
    Word,
    object_shape,
)
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    ById,
    Deferred,
    Flag,
    Integer,
    Listing,
    Mapping,
    Name,
    Several,
    Text,
    Unread,
)
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import (
    A_ROW,
    RESOURCE,
    STAT_KEY,
    VALUE,
    Value,
    thing_called,
    written_down,
)
from kingsburg_rules.language.vocabulary import BUILDING, EVENTS, GOOD, LOSSES, RESOURCES, ROW, SPOILS, STATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.language.emitter import Emitter, Names
    from kingsburg_rules.language.registry import Find
    from kingsburg_rules.language.shapes import Shape


# Abilities: what a card does at a moment, and the numbers of the rules that it changes at any time

ID = Text(ID_PATTERN)
DO = Listing(STEPS)
EVENT = Name(tuple(event.name for event in EVENTS), EVENT_PATTERN)
FROM = Text(among=(PLAY, HAND, DISPLAY))


@node
class Trigger(Node):
    """Something a card does at a moment.

    Just before something happens it may set the variables of the moment, and so change what happens, or
    prevent it.
    """

    when: str = key(EVENT, "The moment.")
    do: tuple[Step, ...] = key(DO, "What is done.")
    by: str = key(
        Text(among=("me", "opponents", "anyone")),
        "The players it happens to; by default, this player.",
        default="me",
    )
    if_: tuple[TestWord, ...] = key(IF, "When it works; all tests must hold.", default=())
    uses: str = key(
        Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
        "How often; by default, once per season at moments of the calendar, and each time at all others, "
        "such as those of packs.",
        default="",
    )
    cost: tuple[Amounts, ...] = key(BAGS, "The price, or a list of prices of which one is paid.", default=())
    optional: bool | None = key(
        Flag(),
        "Whether the owner may decline; by default, on buildings, governors, groups and deck cards.",
        default=None,
    )
    order: str = key(
        Text(among=("first", "normal", "last")),
        "Before or after the player's other effects.",
        default="normal",
    )
    from_: str = key(
        FROM,
        "Where the card must be to work: in `play`, in a `hand`, or in the `display` (for the game).",
        default=PLAY,
    )


@node
class ModifierCard(Node):
    """A change of a number of the rules while the card is in play. Exactly one change is given."""

    what: str = key(Text(among=tuple(s.name for s in STATS)), "Which number.")
    of_: str | None = key(STAT_KEY, "The resource, if there is one such number for each.", default=None)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=())
    from_: str = key(FROM, "Where the card must be for it to apply.", default=PLAY)
    set: Value | None = key(VALUE, "The number becomes this.", default=None)
    add: Value | None = key(VALUE, "The amount to add.", default=None)
    times: Value | None = key(VALUE, "The number to multiply by.", default=None)
    at_least: Value | None = key(VALUE, "The lowest value: a lower number is raised to this.", default=None)
    at_most: Value | None = key(VALUE, "The highest value: a higher number is lowered to this.", default=None)

    @property
    def changes(self) -> list[tuple[int, Value]]:
        """The changes given, by rank."""
        return given_changes(self.set, self.add, self.times, self.at_least, self.at_most)


def uses_of(trigger: Trigger, names: Names) -> str:
    """Return how often a trigger works: as often as it says, or the default of its moment."""
    event = names.events.get(trigger.when)
    return trigger.uses or ("once" if event is None else names.moments[event].uses)


TRIGGERS = Listing(object_shape("trigger", Trigger))

MODIFIERS = Listing(object_shape("modifier", ModifierCard))


# Cards


# Permissions: what a card allows its owner to do that others may not


@node
class PermissionWord(Word):
    """A permission; `numbers` is what it is about.

    It is tested where it is used. `personal` means that its owner uses it.
    """

    personal: ClassVar[bool] = True
    payload: ClassVar[tuple[str, ...]] = ()
    # Without shapes these are no keys: what is simply in force has no price and no limit.
    cost: tuple[Amounts, ...] = field(default=(), kw_only=True)
    uses: str = field(default="unlimited", kw_only=True)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """The name under which the permission is looked up in play."""
        return self.word

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the numbers that the permission is about."""
        return ()

    def look(self, e: Emitter) -> Find | None:
        """Compile to what finds the things that the permission is about, if they are found in play only."""
        return None


@node
class Help(PermissionWord):
    """A permission to place dice, used up and paid when they are placed; its tests may use `$place`."""

    payload: ClassVar[tuple[str, ...]] = ("place",)
    cost: tuple[Amounts, ...] = key(
        BAGS, "The price, or a list of prices of which one is paid.", default=(), kw_only=True
    )
    uses: str = key(
        Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
        "How often; by default, once per season.",
        default="once",
        kw_only=True,
    )


def _written(values: tuple[Value, ...]) -> Sequence[int]:
    """Return numbers if all of them are written down."""
    numbers = [value for value in values if isinstance(value, int)]
    return numbers if len(numbers) == len(values) else ()


def _worked_out(values: tuple[Value, ...], e: Emitter, at: str, least: int) -> Find | None:
    """Compile numbers that are not all written down; whatever is written down must be large enough."""
    numbers = [e.amount(value, f"{at}/{k}", least) for k, value in enumerate(values)]
    return None if _written(values) else all_of_them(numbers)


USES: Final = {
    "once": ONCE,
    "once_per_year": ONCE_PER_YEAR,
    "once_per_game": ONCE_PER_GAME,
    "unlimited": UNLIMITED,
}
"""How often something works, by the word for it."""

PERMISSIONS: Final = Vocabulary("permission", "A standing permission: exactly one word.", PermissionWord)


@PERMISSIONS.add("influence_shift")
@node
class InfluenceShift(Help):
    """Influence an advisor whose rank differs from the dice total by one of these numbers."""

    by: tuple[Value, ...] = key(Listing(VALUE), "The differences allowed, such as -1 and 1.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the differences, if they are written down."""
        return _written(self.by)

    def look(self, e: Emitter) -> Find | None:
        """Compile to the differences, if they are not."""
        return _worked_out(self.by, e, f"{self.at}/by", -MOST_AMOUNT)


@PERMISSIONS.add("influence_wild")
@node
class InfluenceWild(Help):
    """Influence an advisor of one of these ranks with a single own die of any value."""

    ranks: tuple[Value, ...] = key(Listing(VALUE), "The ranks.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the ranks, if they are written down."""
        return _written(self.ranks)

    def look(self, e: Emitter) -> Find | None:
        """Compile to the ranks, if they are not."""
        return _worked_out(self.ranks, e, f"{self.at}/ranks", 1)


@PERMISSIONS.add("token_values")
@node
class TokenValues(PermissionWord):
    """Let a "+2" token add any of these numbers when it helps to influence."""

    values: tuple[Value, ...] = key(Listing(VALUE), "The numbers.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the numbers, if they are written down."""
        return _written(self.values)

    def look(self, e: Emitter) -> Find | None:
        """Compile to the numbers, if they are not."""
        return _worked_out(self.values, e, f"{self.at}/values", 1)


@PERMISSIONS.add("any_season")
@node
class AnySeason(PermissionWord):
    """Make the owner's other buildings in these rows work at the end of every productive season."""

    rows: tuple[Value, ...] = key(Listing(A_ROW), "The rows.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the rows as numbers, if they are written down."""
        return [thing_called(row, ROW) for row in written_down(self.rows) or ()]

    def look(self, e: Emitter) -> Find | None:
        """Compile to the rows."""
        rows = [e.thing(row, ROW, f"{self.at}/rows/{k}") for k, row in enumerate(self.rows)]
        return None if written_down(self.rows) is not None else all_of_them(rows)


@PERMISSIONS.add("closed")
@node
class Close(PermissionWord):
    """Close advisors to a player about to place dice, or buildings to a player about to construct.

    The query is one of `places` or `cards`. In it, that player is `me`, and `owner` is the owner of the card.
    What is closed is not offered. Neutral dice and rewards are not affected (F47).
    """

    personal: ClassVar[bool] = False
    spread: ClassVar[bool] = True

    query: QueryWord = key(QUERIES, "What is closed: `places` or `cards`.", kw_only=True)

    @property
    def kind(self) -> str:
        """The name under which it is looked up: buildings are asked for at other times than advisors."""
        return CLOSED_BUILDINGS if isinstance(self.query, Cards) else CLOSED

    def look(self, e: Emitter) -> Find:
        """Compile to what finds the places or buildings."""
        if isinstance(self.query, Places):
            return self.query.find(e)
        if isinstance(self.query, Cards):
            return find_buildings(self.query, e)
        raise LinkError(
            self.at, "link.type", "only advisors ('places') and buildings ('cards') can be closed"
        )


@PERMISSIONS.add("forbidden", inline="what", short=True)
@node
class Forbid(PermissionWord):
    """Forbid players something, whatever permits it: tokens, bonus dice, the envoy, permissions of a kind.

    In its tests, `me` is the player to whom it is forbidden, and `owner` is the owner of the card.
    """

    personal: ClassVar[bool] = False

    what: tuple[str, ...] = key(
        Several(Text(among=EXTRAS)),
        "What nobody may use, or only those for whom the tests fail.",
        kw_only=True,
    )

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the kinds as numbers."""
        return [EXTRAS.index(what) for what in self.what]


PURPOSES: Final = ("recruiting", "building")

ANY_GOOD: Final = -1


@PERMISSIONS.add("spend_as")
@node
class SpendAs(PermissionWord):
    """Pay with one resource in place of another, one for one, any number of times."""

    pay: str = key(RESOURCE, "The resource that may be paid.", kw_only=True)
    as_: str = key(
        Name((*RESOURCE.known, GOOD)), "The resource it replaces; `good` means any good.", kw_only=True
    )
    in_: str = key(Text(among=PURPOSES), "When it applies: when recruiting, or when building.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the resources and the purpose as numbers."""
        instead = ANY_GOOD if self.as_ == GOOD else names.resource(self.as_, self.at)
        return (names.resource(self.pay, self.at), instead, PURPOSES.index(self.in_))


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

FIDELITIES: tuple[Fidelity, ...] = ("printed", "inferred", "reconstructed")

FIDELITY = Text(among=FIDELITIES)

EMBLEM = Text(among=EMBLEMS)

_LEFT_OUT = ("triggers", "modifiers", "permissions", "memory", "places", "examples", "strip")


@node
class CardNode(Node):
    """What every card has.

    `optional` means that its owner may decline what it does, `drawn` that it comes from a deck or a choice,
    so that a game can do without it.
    """

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = False
    drawn: ClassVar[bool] = False
    # A card that overrides another gives only the keys that differ, so none is required of it.
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

    id: str = key(ID, "The card's name in packs and programs; unique in its pack.")
    name: str = key(Text(), "The card's display name.", for_people=True)
    text: str = key(Text(), "What the card does, in your own words.", default="", for_people=True)
    fidelity: str = key(
        FIDELITY,
        "How certain the card is: as printed, inferred from evidence, or reconstructed.",
        default="printed",
        for_people=True,
    )
    note: str = key(Text(), "The sources of the card, and what is our own.", default="", for_people=True)
    emblem: str = key(
        EMBLEM,
        "The drawing of the card in clients and pictures; by default, its initial.",
        default="",
        for_people=True,
    )
    triggers: tuple[Trigger, ...] = key(TRIGGERS, "What the card does at certain moments.", default=())
    modifiers: tuple[ModifierCard, ...] = key(MODIFIERS, "The numbers of the rules it changes.", default=())
    permissions: tuple[PermissionWord, ...] = key(
        Listing(PERMISSIONS), "What it allows its owner to do that others may not.", default=()
    )
    memory: tuple[MemoryNode, ...] = key(Listing(MEMORY), "What it remembers for its owner.", default=())
    numbers: tuple[tuple[str, int], ...] = key(
        ById(Integer(), "The number."),
        "Numbers of its own, such as `{shields: 3}`: facts of the card, 0 for a card without the number.",
        default=(),
    )
    in_place_of: str = key(
        CARD_OF_PACK, "The card of the same kind, `pack/id`, that this one replaces.", default=""
    )
    # Read when somebody wants them: games are played without.
    examples: tuple[Unread, ...] = key(
        Deferred("example"),
        "Examples of the card at work, and of when it must not work.",
        default=(),
        for_people=True,
    )


@node
class AdvisorCard(CardNode):
    """An advisor: a place for dice, with a reward."""

    kind: ClassVar[str] = "advisor"

    rank: int = key(Integer(1), "The dice total that influences the advisor.", kw_only=True)
    reward: tuple[Step, ...] = key(DO, "The reward.", kw_only=True)


@node
class BuildingCard(CardNode):
    """A building of a province sheet."""

    kind: ClassVar[str] = "building"
    optional: ClassVar[bool] = True

    row: str = key(Text("^[A-Z]$"), "The row, a letter; A is at the top.", kw_only=True)
    column: int = key(Integer(1), "The column, from the left.", kw_only=True)
    cost: tuple[tuple[str, int], ...] = key(GOODS_BAG, "What it costs.", kw_only=True)
    vp: int = key(Integer(), "Its printed victory points.", kw_only=True)
    strip: str | None = key(
        ID, "The strip it is on; by default, the printed sheet.", default=None, kw_only=True
    )


@node
class EnemyCard(CardNode):
    """An enemy card of one year; its other abilities work while it is face up in winter."""

    kind: ClassVar[str] = "enemy"
    drawn: ClassVar[bool] = True

    year: int = key(Integer(1), "The year in which it may attack.", kw_only=True)
    type: str = key(ID, "The kind of enemy.", kw_only=True)
    strength: int = key(Integer(0), "The strength to beat.", kw_only=True)
    reward: tuple[tuple[str, int], ...] = key(REWARD_BAG, "What victors gain.", kw_only=True)
    penalty: tuple[tuple[str, int], ...] = key(
        PENALTY_BAG, "What defeated players lose; they do not owe what they lack.", kw_only=True
    )


@node
class RuleCard(CardNode):
    """A rule in force for the whole game: nobody owns it, and it applies to everybody."""

    kind: ClassVar[str] = "rule"


@node
class StripCard(CardNode):
    """A strip of buildings that covers the row of its letter; its buildings name it."""

    kind: ClassVar[str] = "strip"
    drawn: ClassVar[bool] = True

    row: str = key(Text("^[A-Z]$"), "The row that it covers.", kw_only=True)
    copies: int = key(Integer(1, 100), "The number of copies.", default=1, kw_only=True)


@node
class TileCard(CardNode):
    """A tile: another reward for the advisor of its rank."""

    kind: ClassVar[str] = "tile"
    drawn: ClassVar[bool] = True

    rank: int = key(Integer(1), "The rank of the advisor it goes on.", kw_only=True)
    reward: tuple[Step, ...] = key(DO, "The reward while the tile is there.", kw_only=True)


@node
class PlaceNode(Node):
    """A further advisor on a card."""

    id: str = key(ID, "Its name in packs and programs.")
    rank: int = key(Integer(1), "The dice total that influences it.")
    reward: tuple[Step, ...] = key(DO, "The reward.")


PLACE = object_shape("place", PlaceNode)


@node
class GovernorCard(CardNode):
    """A governor: belongs to one player for the whole game."""

    kind: ClassVar[str] = "governor"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    places: tuple[PlaceNode, ...] = key(
        Listing(PLACE), "Advisors on the card, open only to its player.", default=()
    )


@node
class GroupCard(CardNode):
    """A group of people at court: a card that a player may have for a year."""

    kind: ClassVar[str] = "group"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True


@node
class DeckCard(CardNode):
    """A card of a deck that a pack adds: anything that is not one of the kinds above."""

    kind: ClassVar[str] = "card"
    optional: ClassVar[bool] = True
    drawn: ClassVar[bool] = True

    deck: str = key(ID, "The deck it belongs to: `draw`, `deal` and others name it.", kw_only=True)
    copies: int = key(Integer(1, 100), "The number of copies.", default=1, kw_only=True)
    held_by: str = key(
        Text(among=("owner", "everyone", "game")),
        "Who has it in play: one player, every player as if it were their own, or the game itself.",
        default="owner",
        kw_only=True,
    )


@node
class DestinyCard(CardNode):
    """A destiny card: in force for a year, mandatory unless it says otherwise."""

    kind: ClassVar[str] = "destiny"
    drawn: ClassVar[bool] = True

    held_by: str = key(
        Text(among=("game", "everyone")),
        "Who has it in play: the game, or every player as if it were their own.",
        default="game",
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
