"""Events: what happened, in the order in which it happened.

Only a `Game` produces events; a `Position` plays without them. Players, cards and resources are
named, so an event can be read, shown and stored on its own. Everybody may know about an event, unless a
field of the type `OnlyFor` names the only player who may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias, TypeGuard

from attrs import field, frozen

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import AnyAction, AnyThing
from kingsburg_rules.engine.errors import SaveError
from kingsburg_rules.engine.fields import TRAVELS, Tagged, secret_to
from kingsburg_rules.engine.public_state import OwedDecision, Ranking
from kingsburg_rules.engine.roles import (
    AdvisorId,
    BattleOutcome,
    BonusDice,
    CardId,
    DiceZone,
    MemoryName,
    MomentName,
    OnlyFor,
    OwnDice,
    PhaseId,
    PlayerName,
    ResourceId,
    SeasonId,
    Secret,
    SourceId,
    Year,
    Zone,
)
from kingsburg_rules.engine.wire import Value

__all__ = [
    "AbilityUsed",
    "AnyEvent",
    "Asked",
    "BidMade",
    "BiddingOpened",
    "Built",
    "CardEntered",
    "CardLeft",
    "CardLent",
    "CardMoved",
    "CardTaken",
    "CardsOffered",
    "CardsSeen",
    "CardsWithdrawn",
    "Destroyed",
    "DiceMoved",
    "DicePut",
    "DiceReturned",
    "DiceRolled",
    "DiceSeen",
    "EnemyJoined",
    "EnemyLeft",
    "EnemyRevealed",
    "EnemySeen",
    "Event",
    "Fought",
    "Gained",
    "GameEnded",
    "GiftsLaid",
    "HandChanged",
    "HandSeen",
    "Influenced",
    "LoanEnded",
    "Lost",
    "Marked",
    "Noted",
    "NotedSecretly",
    "Passed",
    "Peeked",
    "PhaseStarted",
    "Played",
    "Rewarded",
    "RowsCovered",
    "TileLaid",
    "TileRemoved",
    "TurnOrderSet",
    "Undone",
    "YearStarted",
]
"""The public names of this module. `kingsburg_rules` exports all of them."""


@frozen(eq=False, repr=False)
class Event(Value, Tagged):
    """Something that happened.

    `seq` numbers the events of a `Game`, from 1; events that only others may know count, too. It is 0 for an
    event that no game reported. It is not compared. Events that only keep a client up to date are no `news`:
    nobody needs to read them.
    """

    news: ClassVar[bool] = True
    seq: int = field(default=0, eq=False, repr=False, kw_only=True, metadata=TRAVELS)

    @property
    def only_for(self) -> PlayerName | None:
        """The only player who may know about the event; None if everybody may."""
        field = secret_to(type(self))
        return None if field is None else getattr(self, field)

    @staticmethod
    def from_json(text: str, players: Sequence[str]) -> AnyEvent | None:
        """Read what `to_json` wrote; None if it is an event of a newer version: the view says what follows.

        Args:
            text: The JSON.
            players: The players by seat, as `Game.players`.

        Raises:
            SaveError: It is not an event.
            TypeError: `players` is not a list of names.
        """
        try:
            found = wire.from_plain(wire.parsed(text), Event, wire.seated(players), newer=True)
        except wire.Newer:
            return None
        except wire.Unreadable as error:
            raise SaveError("json.event", f"This is not an event: {error}.") from error
        assert _is_known(found)
        return found


@frozen(eq=False, repr=False)
class YearStarted(Event):
    """A year starts; until its first phase, the phase is `setup` and there is no season."""

    year: Year


@frozen(eq=False, repr=False)
class PhaseStarted(Event):
    """A phase of the calendar starts; `season` is None outside the seasons."""

    year: Year
    phase: PhaseId
    season: SeasonId | None


@frozen(eq=False, repr=False)
class Gained(Event):
    """A player gained resources: goods, tokens, soldiers, victory points, bonus dice, the envoy."""

    player: PlayerName
    resource: ResourceId
    amount: int
    source: SourceId


@frozen(eq=False, repr=False)
class Lost(Event):
    """A player paid, used up or lost resources."""

    player: PlayerName
    resource: ResourceId
    amount: int
    source: SourceId


@frozen(eq=False, repr=False)
class DiceRolled(Event):
    """Dice were rolled: by a player, or by nobody (`player` is None) for everybody.

    They are all the dice that the player has now, unless they were rolled only `for_effect` of the source.
    """

    player: PlayerName | None
    dice: OwnDice
    bonus: BonusDice
    source: SourceId
    for_effect: bool = False


@frozen(eq=False, repr=False)
class TurnOrderSet(Event):
    """The turn order from now on."""

    players: tuple[PlayerName, ...]


@frozen(eq=False, repr=False)
class Influenced(Event):
    """Dice were placed on an advisor; `player` is None for the neutral dice of the two-player game."""

    player: PlayerName | None
    advisor: AdvisorId
    dice: OwnDice
    bonus: BonusDice
    plus2: int
    via: tuple[CardId, ...]
    envoy: bool


@frozen(eq=False, repr=False)
class DiceMoved(Event):
    """A group of dice moved from one advisor to another."""

    player: PlayerName
    from_advisor: AdvisorId
    to_advisor: AdvisorId
    dice: OwnDice
    bonus: BonusDice
    plus2: int


@frozen(eq=False, repr=False)
class DicePut(Event):
    """A die came into a player's hand, on a card, or back into the supply; `giver` had it, if another did.

    One that lies `face_down` on a card is not named; `DiceSeen` names it, for its owner only. A die that
    stays on its card was turned there.
    """

    player: PlayerName
    from_zone: DiceZone
    to_zone: DiceZone
    dice: OwnDice = ()
    bonus: BonusDice = ()
    face_down: bool = False
    card: CardId | None = None
    giver: PlayerName | None = None


@frozen(eq=False, repr=False)
class DiceSeen(Event):
    """What a die shows that lies face down on a card: for its owner only."""

    player: OnlyFor
    card: CardId
    dice: OwnDice = ()
    bonus: BonusDice = ()


@frozen(eq=False, repr=False)
class Passed(Event):
    """A player passed: `what` is `influence`, `build`, `recruit` or `bid`."""

    player: PlayerName
    what: Literal["influence", "build", "recruit", "bid"]


@frozen(eq=False, repr=False)
class Rewarded(Event):
    """An advisor starts to reward a player; the events of the reward follow."""

    player: PlayerName
    advisor: AdvisorId


@frozen(eq=False, repr=False)
class DiceReturned(Event):
    """All dice went back to their owners, and the board is empty."""


@frozen(eq=False, repr=False)
class Built(Event):
    """A player constructed a building; the price and the points have their own events."""

    player: PlayerName
    building: CardId


@frozen(eq=False, repr=False)
class Destroyed(Event):
    """A player's building was destroyed."""

    player: PlayerName
    building: CardId


@frozen(eq=False, repr=False)
class CardEntered(Event):
    """A card came into play: for a player, or (None) for the game."""

    card: CardId
    player: PlayerName | None


@frozen(eq=False, repr=False)
class CardLent(Event):
    """What a card does, or one of its permissions, works for a player until a moment."""

    player: PlayerName
    card: CardId
    until: MomentName


@frozen(eq=False, repr=False)
class LoanEnded(Event):
    """What a card does, or one of its permissions, no longer works for the player who had it for a time."""

    player: PlayerName
    card: CardId


@frozen(eq=False, repr=False)
class CardTaken(Event):
    """A player took a face-up card."""

    player: PlayerName
    card: CardId


@frozen(eq=False, repr=False)
class HandChanged(Event):
    """The number of cards that a player holds now, and those of them that everybody knows."""

    player: PlayerName
    count: int
    shown: tuple[CardId, ...] = ()


@frozen(eq=False, repr=False)
class HandSeen(Event):
    """A player's cards, visible only to that player."""

    player: OnlyFor
    cards: tuple[CardId, ...]


@frozen(eq=False, repr=False)
class CardMoved(Event):
    """A card left or reached the display, a discard pile, or the cards out of the game.

    `player` is the player who had it or has it now, if there is one. Enemies have their own events.
    """

    card: CardId
    from_zone: Zone
    to_zone: Zone
    player: PlayerName | None


@frozen(eq=False, repr=False)
class CardsOffered(Event):
    """Cards are face up, and players will bid a resource for them."""

    cards: tuple[CardId, ...]
    resource: ResourceId


@frozen(eq=False, repr=False)
class BiddingOpened(Event):
    """A player chose the card that everybody bids for now."""

    player: PlayerName
    card: CardId


@frozen(eq=False, repr=False)
class BidMade(Event):
    """A player made a bid; the highest bidder pays it, then the card enters for them."""

    player: PlayerName
    amount: int


@frozen(eq=False, repr=False)
class CardsWithdrawn(Event):
    """The auction is over; cards that nobody got went back."""

    cards: tuple[CardId, ...]


@frozen(eq=False, repr=False)
class RowsCovered(Event):
    """Strips now cover rows of a player's sheet."""

    player: PlayerName
    strips: tuple[CardId, ...]


@frozen(eq=False, repr=False)
class TileLaid(Event):
    """A tile was placed on an advisor and replaces the reward."""

    advisor: AdvisorId
    tile: CardId


@frozen(eq=False, repr=False)
class TileRemoved(Event):
    """A tile was removed from an advisor."""

    advisor: AdvisorId
    tile: CardId


@frozen(eq=False, repr=False)
class CardLeft(Event):
    """A card left play."""

    card: CardId
    player: PlayerName | None


@frozen(eq=False, repr=False)
class Marked(Event):
    """The number of a player's markers of a card that are now on an advisor."""

    card: CardId
    player: PlayerName
    advisor: AdvisorId
    count: int


@frozen(eq=False, repr=False)
class GiftsLaid(Event):
    """The amount of a resource that is on an advisor now, for a player to take."""

    advisor: AdvisorId
    resource: ResourceId
    amount: int


@frozen(eq=False, repr=False)
class AbilityUsed(Event):
    """A card took effect for a player (None: for the game itself)."""

    player: PlayerName | None
    card: CardId


@frozen(eq=False, repr=False)
class Peeked(Event):
    """A player looked at a hidden enemy card. `EnemySeen` names it, for that player only."""

    player: PlayerName
    year: Year


@frozen(eq=False, repr=False)
class EnemySeen(Event):
    """The hidden enemy card that a player looked at; `further`: in a second deck of enemies."""

    player: OnlyFor
    year: Year
    enemy: CardId
    further: bool = False


@frozen(eq=False, repr=False)
class CardsSeen(Event):
    """A player looked at hidden cards; only they know which."""

    player: OnlyFor
    count: int
    cards: Secret[tuple[CardId, ...]] = ()


@frozen(eq=False, repr=False)
class EnemyRevealed(Event):
    """The enemy of the year is revealed; a `further` one, of a second deck, is out unless it joins in."""

    enemy: CardId
    strength: int
    further: bool = False


@frozen(eq=False, repr=False)
class EnemyJoined(Event):
    """Another enemy card, already revealed, fights in this winter's battle."""

    enemy: CardId


@frozen(eq=False, repr=False)
class Fought(Event):
    """The end of a player's battle: `victory`, `tie` or `defeat`."""

    player: PlayerName
    strength: int
    enemy_strength: int
    outcome: BattleOutcome


@frozen(eq=False, repr=False)
class EnemyLeft(Event):
    """The battle is over: the enemy leaves the game, and strength no longer counts."""

    enemy: CardId


@frozen(eq=False, repr=False)
class Noted(Event):
    """A card changed what it remembers; `player` is its owner, or None for a card of the game.

    `thing` is what it remembers if that is not a number, which may be the option `nothing`; `value` is then
    1, or 0 for nothing.
    """

    card: CardId
    player: PlayerName | None
    name: MemoryName
    value: int
    thing: AnyThing | None = None


@frozen(eq=False, repr=False)
class NotedSecretly(Event):
    """A card changed what it remembers for a player; only the player knows what it is."""

    card: CardId
    player: OnlyFor
    name: MemoryName
    value: Secret[int | None] = None
    thing: Secret[AnyThing | None] = None


@frozen(eq=False, repr=False)
class GameEnded(Event):
    """The game is over; `winners` share the victory if there are several."""

    winners: tuple[PlayerName, ...]
    ranking: tuple[Ranking, ...]


@frozen(eq=False, repr=False)
class Played(Event):
    """A player answered a decision; the events of the answer follow. Only the player knows the action.

    What others may know of it, the events that follow say.
    """

    news = False

    player: OnlyFor
    decision: int
    action: Secret[AnyAction | None] = None


@frozen(eq=False, repr=False)
class Asked(Event):
    """The decisions that are owed now. It is the last event of every action; over, nobody is asked."""

    news = False

    decisions: tuple[OwedDecision, ...]


@frozen(eq=False, repr=False)
class Undone(Event):
    """The last action was undone: everything is as it was before."""


AnyEvent: TypeAlias = (
    YearStarted
    | PhaseStarted
    | Gained
    | Lost
    | DiceRolled
    | TurnOrderSet
    | Influenced
    | DiceMoved
    | DicePut
    | DiceSeen
    | Passed
    | Rewarded
    | DiceReturned
    | Built
    | Destroyed
    | CardEntered
    | CardTaken
    | HandChanged
    | HandSeen
    | CardMoved
    | CardsOffered
    | CardsSeen
    | BiddingOpened
    | BidMade
    | CardsWithdrawn
    | RowsCovered
    | TileLaid
    | TileRemoved
    | CardLeft
    | CardLent
    | LoanEnded
    | Marked
    | GiftsLaid
    | AbilityUsed
    | Peeked
    | EnemySeen
    | EnemyRevealed
    | EnemyJoined
    | Fought
    | EnemyLeft
    | Noted
    | NotedSecretly
    | GameEnded
    | Played
    | Asked
    | Undone
)
"""All events: a program that handles every event must handle each of these."""


def _is_known(event: Event) -> TypeGuard[AnyEvent]:
    """Narrow the type of an event. `AnyEvent` lists all classes of events, so this is always true."""
    return type(event).__name__ in Event.kinds
