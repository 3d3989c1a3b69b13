"""The public state of a game: everything on the table that is public, as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from kingsburg_rules.engine.actions import AnyThing, DecisionKind
from kingsburg_rules.engine.errors import SetupError, shown
from kingsburg_rules.engine.fields import FrozenMap
from kingsburg_rules.engine.roles import (
    AdvisorId,
    Bag,
    BattleOutcome,
    BonusDice,
    CardId,
    DisplayName,
    Id,
    MemoryName,
    OwnDice,
    PhaseId,
    PlayerName,
    ResourceId,
    SeasonId,
    SourceId,
    Year,
)
from kingsburg_rules.engine.wire import Value

Memory: TypeAlias = Mapping[CardId, Mapping[MemoryName, int]]
"""What cards remember: by card, numbers by name. Numbers that have their initial value may be missing."""

Things: TypeAlias = Mapping[CardId, Mapping[MemoryName, AnyThing]]
"""What cards remember that is not a number: by card, things by name. Nothing is missing."""


@frozen(eq=False, repr=False)
class DiceAside(Value):
    """Dice of a player that lie on a card; of those `face_down`, only their owner knows what they show."""

    card: CardId
    dice: OwnDice = ()
    bonus: BonusDice = ()
    face_down: int = 0


@frozen(eq=False, repr=False)
class PlayerState(Value):
    """The things that a player has, as far as they are public.

    `name` is what the player is called; everything else refers to players by seat, the place in
    `GameState.players`. `strength` and `outcome` are those of the player's battle. `defence` is the strength
    that soldiers and cards would bring to a battle now, and `enemy_strength` what the enemy would bring
    against this player, if it is known to all. `locked` and `locked_bonus` are the dice among `dice` and
    `bonus` that are not rerolled; `aside` are dice on cards. `prices` are what buildings cost the player now,
    where that is not what their cards say. `hand` are the cards in hand that everybody knows, such as drafted
    ones; the player's own `SeatView.hand` has all of them, and `cards_in_hand` is their number. `others` are
    the resources that packs add, except goods; `memory` is what cards remember for the player, except numbers
    that are as they were at first, and `things` what they remember that is not a number. `lent` are cards
    that work for the player until a moment, without being theirs, or whose permission does.
    """

    name: DisplayName
    goods: Mapping[ResourceId, int]
    vp: int
    buildings: tuple[CardId, ...]
    plus2: int = 0
    soldiers: int = 0
    bonus_dice: int = 0
    envoy: bool = False
    strips: tuple[CardId, ...] = ()
    cards: tuple[CardId, ...] = ()
    dice: OwnDice = ()
    bonus: BonusDice = ()
    strength: int | None = None
    outcome: BattleOutcome | None = None
    defence: int = 0
    enemy_strength: int | None = None
    prices: Mapping[CardId, Bag] = field(factory=FrozenMap[str, tuple[tuple[str, int], ...]])
    hand: tuple[CardId, ...] = ()
    cards_in_hand: int = 0
    others: Mapping[ResourceId, int] = field(factory=FrozenMap[str, int])
    memory: Memory = field(factory=FrozenMap[str, Mapping[str, int]])
    locked: OwnDice = ()
    locked_bonus: BonusDice = ()
    aside: tuple[DiceAside, ...] = ()
    things: Things = field(factory=FrozenMap[str, Mapping[str, AnyThing]])
    lent: tuple[CardId, ...] = ()


@frozen(eq=False, repr=False)
class PlacedDice(Value):
    """Dice on an advisor; `player` is None for neutral dice."""

    advisor: AdvisorId
    rank: int
    player: PlayerName | None
    dice: OwnDice
    bonus: BonusDice = ()
    plus2: int = 0
    envoy: bool = False


@frozen(eq=False, repr=False)
class Gift(Value):
    """A resource on an advisor, for whoever takes it there."""

    advisor: AdvisorId
    resource: ResourceId
    amount: int


@frozen(eq=False, repr=False)
class Mark(Value):
    """Markers of a card that a player has on an advisor."""

    card: CardId
    player: PlayerName
    advisor: AdvisorId
    count: int


@frozen(eq=False, repr=False)
class AuctionState(Value):
    """An auction in progress: the face-up cards, and the bidding for one of them.

    `card` is None until one has been chosen, `bidder` is None before the first bid, and `passed` lists the
    players who have dropped out.
    """

    resource: ResourceId
    cards: tuple[CardId, ...]
    card: CardId | None = None
    amount: int = 0
    bidder: PlayerName | None = None
    passed: tuple[PlayerName, ...] = ()


@frozen(eq=False, repr=False)
class Ranking(Value):
    """A player's place in the ranking; `by_source` has the points by card and phase.

    Ties share a rank. Rank 1 is for winners: if a card decides who wins, all winners share it, and if all
    players lose, nobody has it.
    """

    rank: int
    player: PlayerName
    vp: int
    goods: int
    buildings: int
    by_source: Mapping[SourceId, int]


Reason: TypeAlias = Literal["card", "vp", "goods", "buildings", "shared"]
"""The fact that decides a game."""


@frozen(eq=False, repr=False)
class Outcome(Value):
    """The ranking, best first. The `winners` may be several players, all, or nobody if all have lost.

    `decided_by` is `card` if a card says who wins, otherwise `vp`, `goods`, `buildings` or `shared`.
    """

    ranking: tuple[Ranking, ...]
    winners: tuple[PlayerName, ...]
    decided_by: Reason

    def __str__(self) -> str:
        """Write the ranking in a few lines."""
        lines = [f"{place.rank}. {place.player}: {place.vp} VP" for place in self.ranking]
        winners = " and ".join(self.winners) or "nobody"
        return "\n".join([*lines, f"Winner: {winners} (decided by {self.decided_by})"])


@frozen(eq=False, repr=False)
class PlayerScore(Value):
    """The points of a player during the game: all of them, and by card and phase, the largest first."""

    player: PlayerName
    vp: int
    by_source: Mapping[SourceId, int]


@frozen(eq=False, repr=False)
class GameState(Value):
    """Everything on the table that is public.

    `phase` is `setup` until the first phase of a year starts, `season` is None outside the seasons.
    `enemy` is the card of this winter once it is turned over, `joined` are further cards that fight beside
    it, and `fighting` are the enemies of a battle that is being fought against others. `in_force` are the
    cards that the game plays by, `tiles`, `gifts` and `marks` are on advisors, `memory` and `things` are
    what cards remember for everybody; `winners` and `ranking` are known when the game is over. `display` are
    the face-up cards of all decks, `discard` those on the discard piles, `out` those that are out of the
    game, except enemies. `ranks` has the ranks of advisors that are not as printed, for everybody.
    """

    year: Year
    phase: PhaseId
    turn_order: tuple[PlayerName, ...]
    players: tuple[PlayerState, ...]
    advisors: tuple[PlacedDice, ...]
    season: SeasonId | None = None
    enemy: CardId | None = None
    past_enemies: tuple[CardId, ...] = ()
    over: bool = False
    joined: tuple[CardId, ...] = ()
    in_force: tuple[CardId, ...] = ()
    tiles: Mapping[AdvisorId, CardId] = field(factory=FrozenMap[str, str])
    gifts: tuple[Gift, ...] = ()
    marks: tuple[Mark, ...] = ()
    memory: Memory = field(factory=FrozenMap[str, Mapping[str, int]])
    auction: AuctionState | None = None
    winners: tuple[PlayerName, ...] = ()
    ranking: tuple[Ranking, ...] = ()
    display: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    out: tuple[CardId, ...] = ()
    ranks: Mapping[AdvisorId, int] = field(factory=FrozenMap[str, int])
    decks: tuple[DeckState, ...] = ()
    things: Things = field(factory=FrozenMap[str, Mapping[str, AnyThing]])
    fighting: tuple[CardId, ...] = ()

    def player(self, name: str) -> PlayerState:
        """Return the state of a player by name.

        Raises:
            SetupError: There is no such player.
        """
        for player in self.players:
            if player.name == name:
                return player
        raise SetupError("setup.player", f"{shown(name)} does not play in this game.")


@frozen(eq=False, repr=False)
class DeckState(Value):
    """A deck of a pack's own cards: how many cards it has now, and how many are on its discard pile.

    `player` is who has it, if every player has such a deck.
    """

    deck: Id
    cards: int
    discarded: int = 0
    player: PlayerName | None = None


@frozen(eq=False, repr=False)
class SeenCard(Value):
    """A hidden card whose place a player knows: in the hand of `player`, or in a `deck`.

    `position` is its place in the deck, from the top.
    """

    card: CardId
    player: PlayerName | None = None
    deck: Id | None = None
    position: int = 0


@frozen(eq=False, repr=False)
class OwedDecision(Value):
    """A decision that a player owes; only they see its options, in `SeatView.decision`.

    `id` is that of the decision. If a card in a secret hand asks, `source` is not that card.
    """

    id: int
    player: PlayerName
    kind: DecisionKind
    source: SourceId
