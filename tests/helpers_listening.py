"""A listener who knows only what the events tell, and how what he knows compares with the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import singledispatchmethod

from attrs import define, field

from kingsburg_rules import (
    AuctionState,
    BiddingOpened,
    BidMade,
    Built,
    CardEntered,
    CardLeft,
    CardMoved,
    CardsOffered,
    CardsWithdrawn,
    CardTaken,
    Destroyed,
    DiceMoved,
    DiceReturned,
    DiceRolled,
    EnemyJoined,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Event,
    Fought,
    Gained,
    Game,
    GameEnded,
    GameState,
    Gift,
    GiftsLaid,
    HandChanged,
    HandSeen,
    Influenced,
    Lost,
    Mark,
    Marked,
    Noted,
    Passed,
    PhaseStarted,
    PlacedDice,
    PlayerState,
    RowsCovered,
    TileLaid,
    TileRemoved,
    TurnOrderSet,
    YearStarted,
)
from kingsburg_rules.engine.classes import evolve

NAMED = {"vp", "plus2", "soldier", "bonus_die", "envoy"}
"""Resources with a place of their own in the state; the others are goods, or listed by name."""
PILES = ("display", "discard", "out")
"""The zones whose cards everybody sees, except those in play."""


@define
class Seat:
    """What the events have told of one player."""

    stock: Counter[str] = field(factory=Counter)
    score: Counter[str] = field(factory=Counter)
    buildings: set[str] = field(factory=set)
    strips: tuple[str, ...] = ()
    hand: list[str] = field(factory=list)
    cards_in_hand: int = 0
    own_hand: tuple[str, ...] = ()
    cards: list[str] = field(factory=list)
    dice: list[int] = field(factory=list)
    bonus: list[int] = field(factory=list)
    strength: int | None = None
    outcome: str | None = None
    seen: set[str] = field(factory=set)


@define
class Listener:
    """Somebody who knows the names of the players, and otherwise only what the events tell."""

    order: tuple[str, ...]
    seats: dict[str, Seat]
    year: int = 0
    phase: str = "setup"
    season: str | None = None
    board: list[tuple[object, ...]] = field(factory=list)
    enemy: str | None = None
    joined: list[str] = field(factory=list)
    past: list[str] = field(factory=list)
    winners: tuple[str, ...] | None = None
    in_force: list[str] = field(factory=list)
    tiles: dict[str, str] = field(factory=dict)
    gifts: dict[tuple[str, str], int] = field(factory=dict)
    marks: dict[tuple[str, str, str], int] = field(factory=dict)
    memory: dict[tuple[str, str | None, str], int] = field(factory=dict)
    piles: dict[str, list[str]] = field(factory=lambda: {zone: [] for zone in PILES})
    auction: AuctionState | None = None
    goods: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    at_least_zero: frozenset[str] = frozenset()

    @classmethod
    def of(cls, game: Game) -> Listener:
        listener = cls(game.players, {name: Seat() for name in game.players})
        table = game.rules.table  # resources and the cards that every game plays by are known with the rules
        listener.goods = tuple(resource.name for resource in table.resources if resource.good)
        listener.others = tuple(r.name for r in table.resources if not r.good and r.name not in NAMED)
        listener.at_least_zero = frozenset(r.name for r in table.resources if r.minimum == 0)
        listener.in_force = [card.name for card in table.cards if table.in_force & card.bit]
        listener.hear_all(game.opening)
        return listener

    def hear_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.hear(event)

    @singledispatchmethod
    def hear(self, event: Event) -> None:
        """Other events tell how something came about, and change nothing by themselves."""

    @hear.register
    def _(self, event: YearStarted) -> None:
        assert event.year == self.year + 1
        self.year, self.phase, self.season = event.year, "setup", None

    @hear.register
    def _(self, event: PhaseStarted) -> None:
        self.year, self.phase, self.season = event.year, event.phase, event.season

    @hear.register
    def _(self, event: TurnOrderSet) -> None:
        assert sorted(event.players) == sorted(self.seats)
        self.order = event.players

    @hear.register
    def _(self, event: Gained) -> None:
        assert event.amount > 0
        self.change(event.player, event.resource, event.amount, event.source)

    @hear.register
    def _(self, event: Lost) -> None:
        assert event.amount > 0
        self.change(event.player, event.resource, -event.amount, event.source)

    @hear.register
    def _(self, event: HandChanged) -> None:
        self.seats[event.player].cards_in_hand = event.count

    @hear.register
    def _(self, event: HandSeen) -> None:
        assert event.only_for == event.player
        self.seats[event.player].own_hand = event.cards

    def change(self, player: str, resource: str, amount: int, source: str) -> None:
        seat = self.seats[player]
        seat.stock[resource] += amount
        assert seat.stock[resource] >= 0 or resource not in self.at_least_zero
        if resource == "vp":
            seat.score[source] += amount

    @hear.register
    def _(self, event: DiceRolled) -> None:
        if event.player is not None and not event.for_effect:
            self.seats[event.player].dice = sorted(event.dice)
            self.seats[event.player].bonus = sorted(event.bonus)

    @hear.register
    def _(self, event: Influenced) -> None:
        dice = tuple(sorted(event.dice)), tuple(sorted(event.bonus))
        self.board.append((event.advisor, event.player, *dice, event.plus2, event.envoy))
        if event.player is not None:
            for value in event.dice:
                self.seats[event.player].dice.remove(value)
            for value in event.bonus:
                self.seats[event.player].bonus.remove(value)

    @hear.register
    def _(self, _: DiceReturned) -> None:
        self.board = []
        for seat in self.seats.values():
            seat.dice, seat.bonus = [], []

    @hear.register
    def _(self, event: Built) -> None:
        assert event.building not in self.seats[event.player].buildings
        self.seats[event.player].buildings.add(event.building)

    @hear.register
    def _(self, event: Destroyed) -> None:
        self.seats[event.player].buildings.remove(event.building)

        self.forget_marks(event.building, event.player)

    @hear.register
    def _(self, event: DiceMoved) -> None:
        moved = (event.from_advisor, event.player, event.dice, event.bonus, event.plus2)
        group = next(each for each in self.board if each[:5] == moved)
        self.board.remove(group)
        self.board.append((event.to_advisor, *group[1:]))

    @hear.register
    def _(self, event: CardEntered) -> None:
        self.cards_of(event.player).append(event.card)
        if self.auction is not None and event.card == self.auction.card:
            assert self.auction.bidder == event.player
            left = tuple(card for card in self.auction.cards if card != event.card)
            self.auction = AuctionState(self.auction.resource, left, None, 0, None, ())

    @hear.register
    def _(self, event: CardsOffered) -> None:
        self.auction = AuctionState(event.resource, event.cards, None, 0, None, ())

    def in_auction(self, **changes: object) -> None:
        assert self.auction is not None
        self.auction = evolve(self.auction, **changes)

    @hear.register
    def _(self, event: BiddingOpened) -> None:
        self.in_auction(card=event.card)

    @hear.register
    def _(self, event: BidMade) -> None:
        self.in_auction(amount=event.amount, bidder=event.player)

    @hear.register
    def _(self, event: Passed) -> None:
        if event.what == "bid":
            assert self.auction is not None
            passed = {event.player, *self.auction.passed}
            self.in_auction(passed=tuple(name for name in self.seats if name in passed))

    @hear.register
    def _(self, event: CardsWithdrawn) -> None:
        assert self.auction is not None
        assert self.auction.cards == event.cards
        self.auction = None

    @hear.register
    def _(self, event: CardMoved) -> None:
        if event.from_zone in self.piles:
            self.piles[event.from_zone].remove(event.card)
        if event.to_zone in self.piles:
            self.piles[event.to_zone].append(event.card)

    @hear.register
    def _(self, event: CardLeft) -> None:
        self.cards_of(event.player).remove(event.card)
        self.forget_marks(event.card, event.player)

    def cards_of(self, player: str | None) -> list[str]:
        return self.in_force if player is None else self.seats[player].cards

    def forget_marks(self, card: str, player: str | None) -> None:
        """The markers of a card go with it: those of its owner, or all."""
        kept = (key for key in self.marks if key[0] != card or player not in (None, key[1]))
        self.marks = {key: self.marks[key] for key in kept}

    @hear.register
    def _(self, event: RowsCovered) -> None:
        self.seats[event.player].strips = event.strips
        self.seats[event.player].hand = []

    @hear.register
    def _(self, event: CardTaken) -> None:
        self.seats[event.player].hand.append(event.card)

    @hear.register
    def _(self, event: TileLaid) -> None:
        assert event.advisor not in self.tiles
        self.tiles[event.advisor] = event.tile
        self.in_force.append(event.tile)

    @hear.register
    def _(self, event: TileRemoved) -> None:
        assert self.tiles.pop(event.advisor) == event.tile
        self.in_force.remove(event.tile)
        self.forget_marks(event.tile, None)

    @hear.register
    def _(self, event: Marked) -> None:
        self.marks[event.card, event.player, event.advisor] = event.count

    @hear.register
    def _(self, event: GiftsLaid) -> None:
        self.gifts[event.advisor, event.resource] = event.amount

    @hear.register
    def _(self, event: Noted) -> None:
        self.memory[event.card, event.player, event.name] = event.value

    @hear.register
    def _(self, event: EnemySeen) -> None:
        assert event.only_for == event.player
        self.seats[event.player].seen.add(event.enemy)

    @hear.register
    def _(self, event: EnemyRevealed) -> None:
        if event.further:
            self.past.append(event.enemy)
        else:
            self.enemy = event.enemy

    @hear.register
    def _(self, event: EnemyJoined) -> None:
        self.past = [enemy for enemy in self.past if enemy != event.enemy]
        self.joined.append(event.enemy)

    @hear.register
    def _(self, event: EnemyLeft) -> None:
        self.past.append(event.enemy)
        self.enemy, self.joined = None, []
        for seat in self.seats.values():
            seat.strength = seat.outcome = None

    @hear.register
    def _(self, event: Fought) -> None:
        self.seats[event.player].strength = event.strength
        self.seats[event.player].outcome = event.outcome

    @hear.register
    def _(self, event: GameEnded) -> None:
        self.winners = event.winners

    def told(self) -> GameState:
        """Write down what was heard in the form in which a game shows itself."""
        return GameState(
            year=self.year,
            phase=self.phase,
            season=self.season,
            turn_order=self.order,
            players=tuple(self.player_told(name, seat) for name, seat in self.seats.items()),
            advisors=(),
            enemy=self.enemy,
            past_enemies=tuple(self.past),
            over=self.winners is not None,
            winners=self.winners or (),
            joined=tuple(self.joined),
            in_force=tuple(sorted(self.in_force)),
            tiles=self.tiles,
            gifts=tuple(Gift(*what, count) for what, count in sorted(self.gifts.items()) if count),
            marks=tuple(Mark(*what, count) for what, count in sorted(self.marks.items()) if count),
            auction=self.auction,
            **{zone: tuple(sorted(cards)) for zone, cards in self.piles.items()},
        )

    def player_told(self, name: str, seat: Seat) -> PlayerState:
        return PlayerState(
            name=name,
            goods={good: seat.stock[good] for good in self.goods},
            plus2=seat.stock["plus2"],
            vp=seat.stock["vp"],
            soldiers=seat.stock["soldier"],
            bonus_dice=seat.stock["bonus_die"],
            envoy=bool(seat.stock["envoy"]),
            buildings=tuple(sorted(seat.buildings)),
            strips=tuple(sorted(seat.strips)),
            cards=tuple(sorted(seat.cards)),
            dice=tuple(seat.dice),
            bonus=tuple(seat.bonus),
            strength=seat.strength,
            outcome=seat.outcome,
            hand=tuple(sorted(seat.hand)),
            cards_in_hand=seat.cards_in_hand,
            others={name: seat.stock[name] for name in self.others},
        )


def without_order(state: GameState) -> GameState:
    """Leave out the board, what cards remember, and the order in which sets of things are listed."""
    players = tuple(
        evolve(
            player,
            buildings=tuple(sorted(player.buildings)),
            strips=tuple(sorted(player.strips)),
            cards=tuple(sorted(player.cards)),
            hand=tuple(sorted(player.hand)),
            memory={},
        )
        for player in state.players
    )
    return evolve(
        state,
        players=players,
        advisors=(),
        in_force=tuple(sorted(state.in_force)),
        gifts=tuple(sorted(state.gifts, key=Gift.to_json)),
        marks=tuple(sorted(state.marks, key=Mark.to_json)),
        memory={},
        **{zone: tuple(sorted(getattr(state, zone))) for zone in PILES},
    )


def is_as_at_first(game: Game, card: str, owner: str | None, name: str, value: int) -> bool:
    """Whether a card remembers what it did before anything happened; such memory is not listed."""
    table = game.rules.table
    return value == next(
        memory.start
        for memory in table.memories
        if (table.cards[memory.card].name, memory.name) == (card, name)
    )


def remembered(state: GameState) -> set[tuple[str, str | None, str, int]]:
    """What cards remember: which card, for whom, and the name and the value of the number."""
    kept = [(None, state.memory), *((player.name, player.memory) for player in state.players)]
    return {
        (card, owner, name, value)
        for owner, memory in kept
        for card, numbers in memory.items()
        for name, value in numbers.items()
    }


def on_the_board(placed: PlacedDice) -> tuple[object, ...]:
    return placed.advisor, placed.player, placed.dice, placed.bonus, placed.plus2, placed.envoy


def compare(listener: Listener, game: Game) -> None:
    state, told = game.state, listener.told()
    assert told == without_order(state)
    noted = {(*what, value) for what, value in listener.memory.items()}
    assert remembered(state) <= noted
    assert all(is_as_at_first(game, *each) for each in noted - remembered(state))
    assert Counter(listener.board) == Counter(map(on_the_board, state.advisors))
    for name in game.players:
        view = game.view(name)
        assert listener.seats[name].seen == {*view.seen_enemies.values(), *view.seen_further.values()}
        assert listener.seats[name].own_hand == view.hand
