"""Examples on cards: a situation, the actions played, and the expected result.

They are documentation and tests at once; `kingsburg_rules.testing` plays them.
"""

from __future__ import annotations

from attrs import field, frozen

from kingsburg_rules.words.registry import Node, Vocabulary, Word, object_shape, of
from kingsburg_rules.words.shapes import (
    ID_PATTERN,
    ById,
    Flag,
    Integer,
    Listing,
    Mapping,
    NumbersShape,
    Schema,
    ShapeError,
    Text,
    as_object,
    is_object,
)
from kingsburg_rules.words.vocabulary import RESOURCES

SEATS = ("me", "left", "third", "fourth", "fifth", "sixth")

DICE = Listing(Integer(1, 6), least=0)

NAMES = Listing(Text(), least=0)


@frozen(eq=False, repr=False)
class Holding(Node):
    """What a player has: before the example, only what is listed; after it, only what matters."""

    vp: int | None = field(default=None, metadata=of(Integer(), "Victory points."))
    gold: int | None = field(default=None, metadata=of(Integer(0), "Gold."))
    wood: int | None = field(default=None, metadata=of(Integer(0), "Wood."))
    stone: int | None = field(default=None, metadata=of(Integer(0), "Stone."))
    plus2: int | None = field(default=None, metadata=of(Integer(0), '"+2" tokens.'))
    soldier: int | None = field(default=None, metadata=of(Integer(0), "Soldiers."))
    bonus_die: int | None = field(default=None, metadata=of(Integer(0), "Bonus dice held, not yet rolled."))
    envoy: int | None = field(default=None, metadata=of(Integer(0, 1), "1 for the player with the Envoy."))
    resources: tuple[tuple[str, int], ...] = field(
        default=(), metadata=of(NumbersShape(), "Other resources, added by packs: `resource: number`.")
    )
    strength: int | None = field(default=None, metadata=of(Integer(), "The player's strength in the battle."))
    dice: tuple[int, ...] | None = field(default=None, metadata=of(DICE, "The player's own dice, as rolled."))
    bonus: tuple[int, ...] | None = field(
        default=None, metadata=of(DICE, "The player's bonus dice, as rolled.")
    )
    buildings: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "The buildings the player owns.")
    )
    strips: tuple[str, ...] | None = field(
        default=None,
        metadata=of(
            NAMES, "The strips on the player's sheet; those of owned buildings are added automatically."
        ),
    )
    cards: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "Other cards the player has in play, such as a governor.")
    )
    seen: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "The hidden enemy cards the player has looked at.")
    )
    influenced: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "The advisors with the player's dice.")
    )
    hand: tuple[str, ...] | None = field(default=None, metadata=of(NAMES, "The cards in the player's hand."))


HOLDING = object_shape("holding", Holding)


@frozen
class RememberedShape:
    """A map from names to what is remembered: a number, or a thing by its name, such as `left` or `gold`."""

    def read(self, data: object, at: str) -> tuple[tuple[str, int | str], ...]:
        """Read every entry, in the order written."""
        return tuple((key, self._one(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def _one(self, item: object, at: str) -> int | str:
        return item if isinstance(item, str) else Integer().read(item, at)

    def schema(self) -> Schema:
        """Describe it."""
        entry: Schema = {"type": ["integer", "string"], "description": "A number, or a thing by its name."}
        return {"type": "object", "patternProperties": {ID_PATTERN: entry}, "additionalProperties": False}


REMEMBERED = RememberedShape()


@frozen(eq=False, repr=False)
class Marks(Node):
    """The advisors with markers of the card, by player."""

    me: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the card's owner."))
    left: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the player to the owner's left."))
    third: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the third player."))
    fourth: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the fourth player."))
    fifth: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the fifth player."))
    sixth: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Those of the sixth player."))


MARKS = object_shape("marks", Marks)

STOCK = Mapping(lambda: tuple((r.name, r.doc) for r in RESOURCES), Integer(1), others="How much of it.")

GIFTS = ById(STOCK, "What is on the advisor.")


@frozen(eq=False, repr=False)
class Given(Node):
    """The situation before the example."""

    players: int = field(
        default=2,
        metadata=of(
            Integer(2, 6), "The number of players; a whole season for two includes the neutral dice."
        ),
    )
    year: int = field(default=1, metadata=of(Integer(1), "The year."))
    enemy: str | None = field(default=None, metadata=of(Text(), "The enemy of the year."))
    rolls: tuple[tuple[int, ...], ...] = field(
        default=(),
        metadata=of(Listing(Listing(Integer(1, 6))), "The dice to come, one list for each request."),
    )
    modules: tuple[str, ...] = field(
        default=(), metadata=of(NAMES, "Modules in play, in addition to the pack of the card.")
    )
    variants: tuple[str, ...] = field(
        default=(), metadata=of(NAMES, "Variants of the modules in play, or of the pack of the card.")
    )
    draws: tuple[str, ...] = field(
        default=(), metadata=of(NAMES, "The cards to draw; draws come before rolls.")
    )
    further: str | None = field(
        default=None, metadata=of(Text(), "This year's card of the second enemy deck.")
    )
    memory: tuple[tuple[str, int | str], ...] = field(
        default=(), metadata=of(REMEMBERED, "What the card remembers: `name: number` or `name: thing`.")
    )
    marks: Marks | None = field(
        default=None, metadata=of(MARKS, "The advisors with markers of the card, by player.")
    )
    in_force: tuple[str, ...] = field(
        default=(), metadata=of(NAMES, "Cards in force for the game, or held by everyone.")
    )
    tiles: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Tiles on their advisors."))
    display: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Face-up cards, of all decks."))
    discard: tuple[str, ...] = field(default=(), metadata=of(NAMES, "Cards on the discard piles."))
    gifts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = field(
        default=(), metadata=of(GIFTS, "Gifts on advisors: `advisor: bag`.")
    )
    me: Holding | None = field(default=None, metadata=of(HOLDING, "The owner of the card, first in order."))
    left: Holding | None = field(default=None, metadata=of(HOLDING, "The player to the owner's left."))
    third: Holding | None = field(default=None, metadata=of(HOLDING, "The third player."))
    fourth: Holding | None = field(default=None, metadata=of(HOLDING, "The fourth player."))
    fifth: Holding | None = field(default=None, metadata=of(HOLDING, "The fifth player."))
    sixth: Holding | None = field(default=None, metadata=of(HOLDING, "The sixth player."))


@frozen(eq=False, repr=False)
class Expect(Node):
    """The expected result of the example."""

    asked: str | None = field(
        default=None, metadata=of(Text(among=(*SEATS, "nobody")), "Who must decide next, or nobody.")
    )
    in_force: tuple[str, ...] = field(
        default=(), metadata=of(NAMES, "Cards in force for the game or held by everyone, among others.")
    )
    tiles: tuple[str, ...] | None = field(default=None, metadata=of(NAMES, "All tiles on advisors."))
    display: tuple[str, ...] | None = field(default=None, metadata=of(NAMES, "All face-up cards."))
    discard: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "All cards on the discard piles.")
    )
    out: tuple[str, ...] | None = field(
        default=None, metadata=of(NAMES, "All cards out of the game, except enemies.")
    )
    gifts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] | None = field(
        default=None, metadata=of(GIFTS, "All gifts on advisors: `advisor: bag`.")
    )
    marks: Marks | None = field(
        default=None, metadata=of(MARKS, "All advisors with markers of the card, by player.")
    )
    memory: tuple[tuple[str, int | str], ...] = field(
        default=(), metadata=of(REMEMBERED, "What the card remembers for its owner or for all.")
    )
    order: tuple[str, ...] | None = field(
        default=None, metadata=of(Listing(Text(among=SEATS)), "The turn order.")
    )
    winners: tuple[str, ...] | None = field(
        default=None,
        metadata=of(Listing(Text(among=SEATS), least=0), "The winners; `[]` if nobody has won yet."),
    )
    me: Holding | None = field(default=None, metadata=of(HOLDING, "The owner of the card."))
    left: Holding | None = field(default=None, metadata=of(HOLDING, "The player to the owner's left."))
    third: Holding | None = field(default=None, metadata=of(HOLDING, "The third player."))
    fourth: Holding | None = field(default=None, metadata=of(HOLDING, "The fourth player."))
    fifth: Holding | None = field(default=None, metadata=of(HOLDING, "The fifth player."))
    sixth: Holding | None = field(default=None, metadata=of(HOLDING, "The sixth player."))


EVERYBODY = ""
"""The seat of an action that any player might play."""


@frozen
class Turn:
    """An action, as text, and its player."""

    seat: str
    action: str


@frozen(eq=False, repr=False)
class Play(Word):
    """An action that is played, or must be refused."""

    @property
    def turn(self) -> Turn:
        """What is played, and by whom."""
        raise LookupError(type(self).__name__)


PLAYS = Vocabulary("play", "An action that is played: exactly one entry.", Play)


@frozen(eq=False, repr=False)
class Move(Play):
    """An action played by the player whom the word names."""

    action: str = field(metadata=of(Text(), "The action, as text."))

    @property
    def turn(self) -> Turn:
        """The action; by the owner of the card unless the word is another seat."""
        return Turn(self.word if self.word in SEATS else SEATS[0], self.action)


@PLAYS.add("do", inline="action")
@frozen(eq=False, repr=False)
class Do(Move):
    """The owner of the card plays this action."""


@frozen
class TurnShape:
    """An action of any player who is asked or, under a seat, of one player."""

    def read(self, data: object, at: str) -> Turn:
        """Read the action."""
        if not is_object(data):
            return Turn(EVERYBODY, Text().read(data, at))
        if len(data) != 1:
            raise ShapeError(at)
        ((seat, action),) = data.items()
        return Turn(Text(among=SEATS).read(seat, f"{at}/{seat}"), Text().read(action, f"{at}/{seat}"))

    def schema(self) -> Schema:
        """Describe it: the type decides which part applies."""
        return {
            "type": ["string", "object"],
            "if": {"type": "object"},
            "then": {
                "properties": {
                    seat: {**Text().schema(), "description": "The action, for this player."} for seat in SEATS
                },
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
        }


@PLAYS.add("refuse", inline="refused")
@frozen(eq=False, repr=False)
class Refuse(Play):
    """This action must not be possible now for anybody asked, or for one player (`me: pass`)."""

    refused: Turn = field(metadata=of(TurnShape(), "The action; under a seat if it is for one player."))

    @property
    def turn(self) -> Turn:
        """The refused action, and its player."""
        return self.refused


@PLAYS.add("left", inline="action")
@frozen(eq=False, repr=False)
class LeftPlays(Move):
    """The player to the left plays this action."""


@PLAYS.add("third", inline="action")
@frozen(eq=False, repr=False)
class ThirdPlays(Move):
    """The third player plays this action."""


@PLAYS.add("fourth", inline="action")
@frozen(eq=False, repr=False)
class FourthPlays(Move):
    """The fourth player plays this action."""


@PLAYS.add("fifth", inline="action")
@frozen(eq=False, repr=False)
class FifthPlays(Move):
    """The fifth player plays this action."""


@PLAYS.add("sixth", inline="action")
@frozen(eq=False, repr=False)
class SixthPlays(Move):
    """The sixth player plays this action."""


GIVEN = object_shape("given", Given)

EXPECT = object_shape("expect", Expect)


@frozen(eq=False, repr=False)
class Example(Node):
    """An example of a card."""

    shows: str = field(metadata=of(Text(), "What it shows, in one sentence."))
    works: bool = field(metadata=of(Flag(), "Whether the card must do its work (true), or must not (false)."))
    at_: str = field(metadata=of(Text(), "The moment that is played: a phase, or phase/step."))
    given: Given = field(factory=Given, metadata=of(GIVEN, "The situation before."))
    play: tuple[Play, ...] = field(
        default=(), metadata=of(Listing(PLAYS, least=0), "The actions played, in order.")
    )
    expect: Expect = field(factory=Expect, metadata=of(EXPECT, "The expected result."))


EXAMPLE = object_shape("example", Example)
