"""Examples on cards: a situation, the actions played, and the expected result.

They are documentation and tests at once; `kingsburg_rules.testing` plays them, once more without the card.
"""

from __future__ import annotations

from attrs import Factory, frozen

from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import Node, Vocabulary, Word, object_shape
from kingsburg_rules.language.shapes import (
    ID_PATTERN,
    ById,
    Flag,
    Integer,
    Listing,
    Mapping,
    Schema,
    Several,
    ShapeError,
    Text,
    as_object,
    is_object,
)
from kingsburg_rules.language.vocabulary import RESOURCES

SEATS = ("me", "left", "third", "fourth", "fifth", "sixth")
_SEAT = Text(among=SEATS)

DICE = Listing(Integer(1, 6), least=0)

NAMES = Listing(Text(), least=0)


@node
class Holding(Node):
    """What a player has: before the example, only what is listed; after it, only what matters."""

    # None says nothing about a key; 0 and an empty list are statements like all others.
    vp: int | None = key(Integer(), "Victory points.", default=None)
    gold: int | None = key(Integer(0), "Gold.", default=None)
    wood: int | None = key(Integer(0), "Wood.", default=None)
    stone: int | None = key(Integer(0), "Stone.", default=None)
    plus2: int | None = key(Integer(0), '"+2" tokens.', default=None)
    soldier: int | None = key(Integer(0), "Soldiers.", default=None)
    bonus_die: int | None = key(Integer(0), "Bonus dice held, not yet rolled.", default=None)
    envoy: int | None = key(Integer(0, 1), "1 for the player with the Envoy.", default=None)
    resources: tuple[tuple[str, int], ...] = key(
        ById(Integer(), "The number."), "Other resources, added by packs: `resource: number`.", default=()
    )
    strength: int | None = key(Integer(), "The player's strength in the battle, else 0.", default=None)
    dice: tuple[int, ...] | None = key(DICE, "The player's own dice, as rolled.", default=None)
    bonus: tuple[int, ...] | None = key(DICE, "The player's bonus dice, as rolled.", default=None)
    locked: tuple[int, ...] | None = key(
        DICE, "Those of the dice that are not rerolled or turned.", default=None
    )
    aside: tuple[tuple[str, tuple[int, ...]], ...] | None = key(
        ById(DICE, "The dice; before the example, they are own dice that are kept."),
        "All dice of the player that lie on cards: `card: dice`.",
        default=None,
    )
    buildings: tuple[str, ...] | None = key(NAMES, "The buildings the player owns.", default=None)
    strips: tuple[str, ...] | None = key(
        NAMES,
        "The strips on the player's sheet; those of owned buildings are added automatically.",
        default=None,
    )
    cards: tuple[str, ...] | None = key(
        NAMES, "Other cards the player has in play, such as a governor.", default=None
    )
    seen: tuple[str, ...] | None = key(
        NAMES, "The hidden cards the player has looked at: enemies, cards of decks and hands.", default=None
    )
    influenced: tuple[str, ...] | None = key(NAMES, "The advisors with the player's dice.", default=None)
    hand: tuple[str, ...] | None = key(NAMES, "The cards in the player's hand.", default=None)


HOLDING = object_shape("holding", Holding)


@frozen
class Remembered:
    """What a card remembers under a name: a number, or a thing by its name, and for which player."""

    name: str
    value: int | str
    seat: str = SEATS[0]


@frozen
class RememberedShape:
    """A map from names to what is remembered: a number, or a thing by its name, such as `left` or `gold`.

    It is what the card remembers for its owner or for all; under seats, it is given for each of them.
    """

    def read(self, data: object, at: str) -> tuple[Remembered, ...]:
        """Read every entry, in the order written."""
        found: list[Remembered] = []
        for name, item in as_object(data, at).items():
            if is_object(item):
                found += [
                    Remembered(name, self._one(each, f"{at}/{name}/{seat}"), _SEAT.read(seat, f"{at}/{name}"))
                    for seat, each in item.items()
                ]
            else:
                found.append(Remembered(name, self._one(item, f"{at}/{name}")))
        return tuple(found)

    def _one(self, item: object, at: str) -> int | str:
        return item if isinstance(item, str) else Integer().read(item, at)

    def schema(self) -> Schema:
        """Describe it: the type decides which part applies."""
        one: Schema = {"type": ["integer", "string"], "description": "A number, or a thing by its name."}
        seats: Schema = {
            "properties": {seat: {**one, "description": f"For {seat}."} for seat in SEATS},
            "additionalProperties": False,
            "minProperties": 1,
        }
        entry: Schema = {"if": {"type": "object"}, "then": seats, "else": one}
        return {"type": "object", "patternProperties": {ID_PATTERN: entry}, "additionalProperties": False}


REMEMBERED = RememberedShape()


# The seats are keys, not entries of a map: editors complete them, and the schema refuses others.
@node
class Marks(Node):
    """The advisors with markers of the card, by player."""

    me: tuple[str, ...] = key(NAMES, "Those of the card's owner.", default=())
    left: tuple[str, ...] = key(NAMES, "Those of the player to the owner's left.", default=())
    third: tuple[str, ...] = key(NAMES, "Those of the third player.", default=())
    fourth: tuple[str, ...] = key(NAMES, "Those of the fourth player.", default=())
    fifth: tuple[str, ...] = key(NAMES, "Those of the fifth player.", default=())
    sixth: tuple[str, ...] = key(NAMES, "Those of the sixth player.", default=())


MARKS = object_shape("marks", Marks)

STOCK = Mapping(lambda: tuple((r.name, r.doc) for r in RESOURCES), Integer(1), others="How much of it.")

GIFTS = ById(STOCK, "What is on the advisor.")


@node
class Given(Node):
    """The situation before the example."""

    players: int = key(
        Integer(1, 6),
        "The number of seats, also those without a player; a whole season for two includes the neutral dice.",
        default=2,
    )
    year: int = key(Integer(1), "The year.", default=1)
    enemy: str | None = key(Text(), "The enemy of the year.", default=None)
    rolls: tuple[tuple[int, ...], ...] = key(
        Listing(Listing(Integer(1, 6))), "The dice to come, one list for each request.", default=()
    )
    modules: tuple[str, ...] = key(NAMES, "Modules in play, in addition to the pack of the card.", default=())
    variants: tuple[str, ...] = key(
        NAMES, "Variants of the modules in play, or of the pack of the card.", default=()
    )
    draws: tuple[str, ...] = key(NAMES, "The cards to draw; draws come before rolls.", default=())
    further: str | None = key(Text(), "This year's card of the second enemy deck.", default=None)
    memory: tuple[Remembered, ...] = key(
        REMEMBERED,
        "What the card remembers: `name: number` or `name: thing`; `name: {me: 1, left: 2}` by player.",
        default=(),
    )
    marks: Marks | None = key(MARKS, "The advisors with markers of the card, by player.", default=None)
    in_force: tuple[str, ...] = key(NAMES, "Cards in force for the game, or held by everyone.", default=())
    tiles: tuple[str, ...] = key(NAMES, "Tiles on their advisors.", default=())
    display: tuple[str, ...] = key(NAMES, "Face-up cards, of all decks.", default=())
    discard: tuple[str, ...] = key(NAMES, "Cards on the discard piles.", default=())
    gifts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = key(
        GIFTS, "Gifts on advisors: `advisor: bag`.", default=()
    )
    me: Holding | None = key(HOLDING, "The owner of the card, first in order.", default=None)
    left: Holding | None = key(HOLDING, "The player to the owner's left.", default=None)
    third: Holding | None = key(HOLDING, "The third player.", default=None)
    fourth: Holding | None = key(HOLDING, "The fourth player.", default=None)
    fifth: Holding | None = key(HOLDING, "The fifth player.", default=None)
    sixth: Holding | None = key(HOLDING, "The sixth player.", default=None)


@node
class Expect(Node):
    """The expected result of the example."""

    asked: str | None = key(Text(among=(*SEATS, "nobody")), "Who must decide next, or nobody.", default=None)
    in_force: tuple[str, ...] = key(
        NAMES, "Cards in force for the game or held by everyone, among others.", default=()
    )
    tiles: tuple[str, ...] | None = key(NAMES, "All tiles on advisors.", default=None)
    display: tuple[str, ...] | None = key(NAMES, "All face-up cards.", default=None)
    discard: tuple[str, ...] | None = key(NAMES, "All cards on the discard piles.", default=None)
    out: tuple[str, ...] | None = key(NAMES, "All cards out of the game, except enemies.", default=None)
    gifts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] | None = key(
        GIFTS, "All gifts on advisors: `advisor: bag`.", default=None
    )
    marks: Marks | None = key(MARKS, "All advisors with markers of the card, by player.", default=None)
    memory: tuple[Remembered, ...] = key(
        REMEMBERED, "What the card remembers for its owner or for all, or by player.", default=()
    )
    order: tuple[str, ...] | None = key(Listing(Text(among=SEATS)), "The turn order.", default=None)
    winners: tuple[str, ...] | None = key(
        Listing(Text(among=SEATS), least=0), "The winners; `[]` if nobody has won.", default=None
    )
    over: bool | None = key(Flag(), "Whether the game has ended.", default=None)
    me: Holding | None = key(HOLDING, "The owner of the card.", default=None)
    left: Holding | None = key(HOLDING, "The player to the owner's left.", default=None)
    third: Holding | None = key(HOLDING, "The third player.", default=None)
    fourth: Holding | None = key(HOLDING, "The fourth player.", default=None)
    fifth: Holding | None = key(HOLDING, "The fifth player.", default=None)
    sixth: Holding | None = key(HOLDING, "The sixth player.", default=None)


EVERYBODY = ""
"""The seat of an action that any player might play."""


@frozen
class Turn:
    """An action, as text, and its player."""

    seat: str
    action: str


@node
class Play(Word):
    """An action that is played, or must be refused."""

    @property
    def turn(self) -> Turn:
        """The action and its player."""
        raise LookupError(type(self).__name__)


PLAYS = Vocabulary("play", "An action that is played: exactly one entry.", Play)


@node
class SeatPlay(Play):
    """An action played by the player whom the word names."""

    action: str = key(Text(), "The action, as text.")

    @property
    def turn(self) -> Turn:
        """The action; by the owner of the card unless the word is another seat."""
        return Turn(self.word if self.word in SEATS else SEATS[0], self.action)


@PLAYS.add("do", inline="action")
@node
class Do(SeatPlay):
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
@node
class Refuse(Play):
    """This action must not be possible now for anybody asked, or for one player (`me: pass`)."""

    refused: Turn = key(TurnShape(), "The action; under a seat if it is for one player.")

    @property
    def turn(self) -> Turn:
        """The refused action, and its player."""
        return self.refused


@PLAYS.add("left", inline="action")
@node
class LeftPlays(SeatPlay):
    """The player to the left plays this action."""


@PLAYS.add("third", inline="action")
@node
class ThirdPlays(SeatPlay):
    """The third player plays this action."""


@PLAYS.add("fourth", inline="action")
@node
class FourthPlays(SeatPlay):
    """The fourth player plays this action."""


@PLAYS.add("fifth", inline="action")
@node
class FifthPlays(SeatPlay):
    """The fifth player plays this action."""


@PLAYS.add("sixth", inline="action")
@node
class SixthPlays(SeatPlay):
    """The sixth player plays this action."""


GIVEN = object_shape("given", Given)

EXPECT = object_shape("expect", Expect)


@node
class Example(Node):
    """An example of a card."""

    shows: str = key(Text(), "What it shows, in one sentence.")
    works: bool = key(
        Flag(),
        "Whether the card works in it (true), so that without it the example fails, or must not (false), so "
        "that without it the same comes out.",
    )
    at_: tuple[str, ...] = key(
        Several(Text()),
        "The moment that is played: a phase, or phase/step; or a list of them, played one after the other.",
    )
    given: Given = key(GIVEN, "The situation before.", default=Factory(Given))
    play: tuple[Play, ...] = key(Listing(PLAYS, least=0), "The actions played, in order.", default=())
    expect: Expect = key(EXPECT, "The expected result.", default=Factory(Expect))


EXAMPLE = object_shape("example", Example)
