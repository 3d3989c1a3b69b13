"""Following: how a view changes with each event.

A client that has a view, and all events that its seat may know since then, has the next view. Nothing here
knows the rules of the game: each event says what is different now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from kingsburg_rules.engine import events as told
from kingsburg_rules.engine.errors import SaveError, expect
from kingsburg_rules.engine.public_state import (
    AuctionState,
    Gift,
    Mark,
    Memory,
    OwedDecision,
    PlacedDice,
)

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import AnyAction
    from kingsburg_rules.engine.events import AnyEvent, Event
    from kingsburg_rules.engine.public_state import PlayerState
    from kingsburg_rules.game.views import SeatView

E = TypeVar("E", bound="Event")


def follow(view: SeatView, events: Iterable[AnyEvent]) -> SeatView:
    """Apply events to a view.

    Raises:
        SaveError: An event cannot follow: it takes away what is not there, or names something unknown.
        TypeError: Something is not an event.
    """
    expect(events, Iterable, "events")
    follower = _Follower(view)
    for event in events:
        expect(event, told.Event, "an event")
        try:
            follower.hear(event)
        except (LookupError, ValueError) as error:
            name = type(event).__name__
            raise SaveError(
                "json.event", f"Event {event.seq} ({name}) does not follow the ones before it."
            ) from error
    return follower.view()


_HANDLERS: dict[type[Event], Callable[[_Follower, AnyEvent], None]] = {}


def _on(kind: type[E]) -> Callable[[Callable[[_Follower, E], None]], None]:
    """Register what a kind of event changes; other kinds change nothing."""

    def register(handle: Callable[[_Follower, E], None]) -> None:
        def handled(follower: _Follower, event: AnyEvent) -> None:
            assert isinstance(event, kind)
            handle(follower, event)

        _HANDLERS[kind] = handled

    return register


class _Follower:
    """A view as it changes."""

    def __init__(self, view: SeatView) -> None:
        self.before = view
        self.names = view.players
        self.rules = view.rules.table
        self.places = {place.name: number for number, place in enumerate(self.rules.places)}
        self.table = view.table
        self.players = dict(zip(self.names, view.table.players, strict=True))
        self.seen_enemies, self.seen_further = view.seen_enemies, view.seen_further
        self.hand = view.hand
        self.pending: tuple[OwedDecision, ...] = view.pending
        self.answered: AnyAction | None = view.answered
        self.seq = view.seq

    def hear(self, event: AnyEvent) -> None:
        """Change what an event says is different now."""
        handle = _HANDLERS.get(type(event))
        if handle is not None:
            handle(self, event)
        self.seq = event.seq or self.seq

    def view(self) -> SeatView:
        """Return the view as it is now."""
        return evolve(
            self.before,
            table=evolve(self.table, players=tuple(self.players.values())),
            seen_enemies=self.seen_enemies,
            seen_further=self.seen_further,
            hand=self.hand,
            pending=self.pending,
            answered=self.answered,
            seq=self.seq,
            decision=self.before.decision if self.pending == self.before.pending else None,
        )

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Put cards in the order of the rules."""
        return tuple(sorted(cards, key=self.rules.card.__getitem__))

    def place(self, advisor: str) -> int:
        """Number an advisor in the order of the rules."""
        return self.places[advisor]

    def seat(self, player: str | None) -> int:
        """Number a player; neutral dice come first."""
        return -1 if player is None else self.names.index(player)

    def give(self, name: str, resource: str, amount: int) -> None:
        """Change how much of a resource a player has."""
        self.players[name] = _with_more(self.players[name], resource, amount)

    def put(self, placed: PlacedDice, *, instead_of: PlacedDice | None = None) -> None:
        """Put dice on an advisor, perhaps from another one."""
        groups = [group for group in self.table.advisors if group is not instead_of]
        self.table = evolve(self.table, advisors=tuple(sorted((*groups, placed), key=self._on_the_board)))

    def _on_the_board(self, placed: PlacedDice) -> tuple[int, int, tuple[int, ...]]:
        return self.place(placed.advisor), self.seat(placed.player), placed.dice

    def cards_of(self, player: str | None, change: Callable[[set[str]], None]) -> None:
        """Change the cards in play of a player, or of the game."""
        cards = {*(self.table.in_force if player is None else self.players[player].cards)}
        change(cards)
        if player is None:
            self.table = evolve(self.table, in_force=self.in_order(cards))
        else:
            self.players[player] = evolve(self.players[player], cards=self.in_order(cards))

    def forget_marks(self, card: str, player: str | None) -> None:
        """Take the markers of a card off the board: those of its owner, or all."""
        kept = (mark for mark in self.table.marks if mark.card != card or player not in (None, mark.player))
        self.table = evolve(self.table, marks=tuple(kept))


def _with_more(player: PlayerState, resource: str, amount: int) -> PlayerState:
    match resource:
        case "vp":
            return evolve(player, vp=player.vp + amount)
        case "plus2":
            return evolve(player, plus2=player.plus2 + amount)
        case "soldier":
            return evolve(player, soldiers=player.soldiers + amount)
        case "bonus_die":
            return evolve(player, bonus_dice=player.bonus_dice + amount)
        case "envoy":
            return evolve(player, envoy=amount > 0)
        case _ if resource in player.goods:
            return evolve(player, goods=_plus(player.goods, resource, amount))
        case _:
            return evolve(player, others=_plus(player.others, resource, amount))


def _plus(amounts: Mapping[str, int], name: str, amount: int) -> dict[str, int]:
    return {**amounts, name: amounts.get(name, 0) + amount}


def _without(things: Sequence[int], gone: Iterable[int]) -> tuple[int, ...]:
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


# The calendar


@_on(told.YearStarted)
def _(follower: _Follower, event: told.YearStarted) -> None:
    follower.table = evolve(follower.table, year=event.year, phase="setup", season=None)


@_on(told.PhaseStarted)
def _(follower: _Follower, event: told.PhaseStarted) -> None:
    follower.table = evolve(follower.table, year=event.year, phase=event.phase, season=event.season)


@_on(told.TurnOrderSet)
def _(follower: _Follower, event: told.TurnOrderSet) -> None:
    follower.table = evolve(follower.table, turn_order=event.players)


@_on(told.GameEnded)
def _(follower: _Follower, event: told.GameEnded) -> None:
    follower.table = evolve(follower.table, over=True, winners=event.winners, ranking=event.ranking)


# What players have


@_on(told.Gained)
def _(follower: _Follower, event: told.Gained) -> None:
    follower.give(event.player, event.resource, event.amount)


@_on(told.Lost)
def _(follower: _Follower, event: told.Lost) -> None:
    follower.give(event.player, event.resource, -event.amount)


@_on(told.FiguresChanged)
def _(follower: _Follower, event: told.FiguresChanged) -> None:
    follower.players[event.player] = evolve(
        follower.players[event.player],
        defence=event.defence,
        enemy_strength=event.enemy_strength,
        prices=event.prices,
    )


@_on(told.Built)
def _(follower: _Follower, event: told.Built) -> None:
    buildings = follower.in_order((*follower.players[event.player].buildings, event.building))
    follower.players[event.player] = evolve(follower.players[event.player], buildings=buildings)


@_on(told.Destroyed)
def _(follower: _Follower, event: told.Destroyed) -> None:
    left = (card for card in follower.players[event.player].buildings if card != event.building)
    follower.players[event.player] = evolve(follower.players[event.player], buildings=tuple(left))
    follower.forget_marks(event.building, event.player)


@_on(told.RowsCovered)
def _(follower: _Follower, event: told.RowsCovered) -> None:
    follower.players[event.player] = evolve(
        follower.players[event.player], strips=follower.in_order(event.strips)
    )


@_on(told.HandChanged)
def _(follower: _Follower, event: told.HandChanged) -> None:
    player = follower.players[event.player]
    follower.players[event.player] = evolve(player, hand=event.shown, cards_in_hand=event.count)


@_on(told.HandSeen)
def _(follower: _Follower, event: told.HandSeen) -> None:
    if event.player == follower.before.seat:
        follower.hand = event.cards


# Dice


@_on(told.DiceRolled)
def _(follower: _Follower, event: told.DiceRolled) -> None:
    if event.player is not None and not event.for_effect:
        dice, bonus = tuple(sorted(event.dice)), tuple(sorted(event.bonus))
        follower.players[event.player] = evolve(follower.players[event.player], dice=dice, bonus=bonus)


@_on(told.Influenced)
def _(follower: _Follower, event: told.Influenced) -> None:
    rank = follower.rules.places[follower.place(event.advisor)].rank
    follower.put(
        PlacedDice(event.advisor, rank, event.player, event.dice, event.bonus, event.plus2, envoy=event.envoy)
    )
    if event.player is not None:
        player = follower.players[event.player]
        follower.players[event.player] = evolve(
            follower.players[event.player],
            dice=_without(player.dice, event.dice),
            bonus=_without(player.bonus, event.bonus),
        )


@_on(told.DiceMoved)
def _(follower: _Follower, event: told.DiceMoved) -> None:
    sought = (event.from_advisor, event.player, event.dice, event.bonus, event.plus2)
    for group in follower.table.advisors:
        if (group.advisor, group.player, group.dice, group.bonus, group.plus2) == sought:
            rank = follower.rules.places[follower.place(event.to_advisor)].rank
            follower.put(evolve(group, advisor=event.to_advisor, rank=rank), instead_of=group)
            return
    raise LookupError("these dice are not there")


@_on(told.DiceReturned)
def _(follower: _Follower, _event: told.DiceReturned) -> None:
    follower.table = evolve(follower.table, advisors=())
    for name in follower.names:
        follower.players[name] = evolve(follower.players[name], dice=(), bonus=())


# Cards


@_on(told.CardEntered)
def _(follower: _Follower, event: told.CardEntered) -> None:
    follower.cards_of(event.player, lambda cards: cards.add(event.card))
    auction = follower.table.auction
    if auction is not None and event.card == auction.card:
        left = tuple(card for card in auction.cards if card != event.card)
        follower.table = evolve(follower.table, auction=AuctionState(auction.resource, left))


@_on(told.CardLeft)
def _(follower: _Follower, event: told.CardLeft) -> None:
    follower.cards_of(event.player, lambda cards: cards.discard(event.card))
    follower.forget_marks(event.card, event.player)


@_on(told.CardMoved)
def _(follower: _Follower, event: told.CardMoved) -> None:
    piles = {"display": follower.table.display, "discard": follower.table.discard, "out": follower.table.out}
    if event.from_zone in piles:
        left = list(piles[event.from_zone])
        left.remove(event.card)
        piles[event.from_zone] = tuple(left)
    if event.to_zone in piles:
        piles[event.to_zone] = (*piles[event.to_zone], event.card)
    display, discard, out = piles.values()
    follower.table = evolve(follower.table, display=display, discard=discard, out=out)


@_on(told.Noted)
def _(follower: _Follower, event: told.Noted) -> None:
    card = follower.rules.card[event.card]
    start = next(m.start for m in follower.rules.memories if m.card == card and m.name == event.name)
    if event.player is None:
        follower.table = evolve(follower.table, memory=_noted(follower.table.memory, event, start))
    else:
        memory = _noted(follower.players[event.player].memory, event, start)
        follower.players[event.player] = evolve(follower.players[event.player], memory=memory)


def _noted(memory: Memory, event: told.Noted, start: int) -> Memory:
    numbers = {name: value for name, value in memory.get(event.card, {}).items() if name != event.name}
    if event.value != start:
        numbers[event.name] = event.value
    others = {card: known for card, known in memory.items() if card != event.card}
    return {**others, event.card: numbers} if numbers else others


# Advisors


@_on(told.TileLaid)
def _(follower: _Follower, event: told.TileLaid) -> None:
    follower.table = evolve(follower.table, tiles={**follower.table.tiles, event.advisor: event.tile})
    follower.cards_of(None, lambda cards: cards.add(event.tile))


@_on(told.TileRemoved)
def _(follower: _Follower, event: told.TileRemoved) -> None:
    left = {advisor: tile for advisor, tile in follower.table.tiles.items() if advisor != event.advisor}
    follower.table = evolve(follower.table, tiles=left)
    follower.cards_of(None, lambda cards: cards.discard(event.tile))
    follower.forget_marks(event.tile, None)


@_on(told.Marked)
def _(follower: _Follower, event: told.Marked) -> None:
    new = Mark(event.card, event.player, event.advisor, event.count)
    marks = [mark for mark in follower.table.marks if _whose(mark) != _whose(new)]
    marks += [new] if new.count else []
    follower.table = evolve(
        follower.table,
        marks=tuple(
            sorted(
                marks,
                key=lambda mark: (
                    follower.rules.card[mark.card],
                    follower.place(mark.advisor),
                    follower.seat(mark.player),
                ),
            )
        ),
    )


def _whose(mark: Mark) -> tuple[str, str, str]:
    return mark.card, mark.player, mark.advisor


@_on(told.GiftsLaid)
def _(follower: _Follower, event: told.GiftsLaid) -> None:
    gifts = [
        gift
        for gift in follower.table.gifts
        if (gift.advisor, gift.resource) != (event.advisor, event.resource)
    ]
    gifts += [Gift(event.advisor, event.resource, event.amount)] if event.amount else []
    number = follower.rules.resource
    gifts.sort(key=lambda gift: (follower.place(gift.advisor), number[gift.resource]))
    follower.table = evolve(follower.table, gifts=tuple(gifts))


# Auctions


@_on(told.CardsOffered)
def _(follower: _Follower, event: told.CardsOffered) -> None:
    follower.table = evolve(follower.table, auction=AuctionState(event.resource, event.cards))


@_on(told.BiddingOpened)
def _(follower: _Follower, event: told.BiddingOpened) -> None:
    auction = follower.table.auction
    if auction is not None:
        follower.table = evolve(follower.table, auction=evolve(auction, card=event.card))


@_on(told.BidMade)
def _(follower: _Follower, event: told.BidMade) -> None:
    auction = follower.table.auction
    if auction is None:
        raise LookupError("nothing is auctioned")
    follower.table = evolve(follower.table, auction=evolve(auction, amount=event.amount, bidder=event.player))


@_on(told.Passed)
def _(follower: _Follower, event: told.Passed) -> None:
    auction = follower.table.auction
    if event.what == "bid" and auction is not None:
        passed = {event.player, *auction.passed}
        names = tuple(name for name in follower.names if name in passed)
        follower.table = evolve(follower.table, auction=evolve(auction, passed=names))


@_on(told.CardsWithdrawn)
def _(follower: _Follower, _event: told.CardsWithdrawn) -> None:
    follower.table = evolve(follower.table, auction=None)


# Enemies


@_on(told.EnemySeen)
def _(follower: _Follower, event: told.EnemySeen) -> None:
    if event.player != follower.before.seat:
        return
    if event.further:
        follower.seen_further = {**follower.seen_further, event.year: event.enemy}
    else:
        follower.seen_enemies = {**follower.seen_enemies, event.year: event.enemy}


@_on(told.EnemyRevealed)
def _(follower: _Follower, event: told.EnemyRevealed) -> None:
    if event.further:
        follower.table = evolve(follower.table, past_enemies=(*follower.table.past_enemies, event.enemy))
    else:
        follower.table = evolve(follower.table, enemy=event.enemy)


@_on(told.EnemyJoined)
def _(follower: _Follower, event: told.EnemyJoined) -> None:
    past = tuple(enemy for enemy in follower.table.past_enemies if enemy != event.enemy)
    follower.table = evolve(follower.table, past_enemies=past, joined=(*follower.table.joined, event.enemy))


@_on(told.EnemyLeft)
def _(follower: _Follower, event: told.EnemyLeft) -> None:
    past = (*follower.table.past_enemies, event.enemy)
    follower.table = evolve(follower.table, past_enemies=past, enemy=None, joined=())
    for name in follower.names:
        follower.players[name] = evolve(follower.players[name], strength=None, outcome=None)


@_on(told.Fought)
def _(follower: _Follower, event: told.Fought) -> None:
    follower.players[event.player] = evolve(
        follower.players[event.player], strength=event.strength, outcome=event.outcome
    )


# Questions and answers


@_on(told.Played)
def _(follower: _Follower, event: told.Played) -> None:
    if event.player == follower.before.seat:
        follower.answered = event.action


@_on(told.Asked)
def _(follower: _Follower, event: told.Asked) -> None:
    """Keep a secret answer as long as others owe theirs to the same question. After an undo, it is known."""
    before = {owed.id for owed in follower.pending}
    if not event.decisions or (before and not before.issuperset(owed.id for owed in event.decisions)):
        follower.answered = None
    follower.pending = event.decisions


@_on(told.Undone)
def _(follower: _Follower, event: told.Undone) -> None:
    follower.table = event.table
    follower.players = dict(zip(follower.names, event.table.players, strict=True))
    follower.answered, follower.pending = None, ()


@_on(told.Restored)
def _(follower: _Follower, event: told.Restored) -> None:
    if event.player == follower.before.seat:
        follower.seen_enemies, follower.seen_further = event.seen_enemies, event.seen_further
        follower.hand, follower.answered = event.hand, event.answered
