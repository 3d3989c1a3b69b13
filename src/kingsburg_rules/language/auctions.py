"""Auctions: players bid a resource for face-up cards, until each player has one (C-12, F31).

Or they bid once for something else that the winner gets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import PASS, AnyAction, Bid, CardThing, chosen
from kingsburg_rules.engine.compiled_rules import ME, MOST_SEATS, NOBODY, PC, PLAY
from kingsburg_rules.engine.events import BiddingOpened, BidMade, CardsOffered, CardsWithdrawn, Passed
from kingsburg_rules.engine.loop import ask_player, ask_players, repeat_operation
from kingsburg_rules.engine.state import NO_AUCTION, Ask, Auction
from kingsburg_rules.engine.stock import take
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.engine.zones import (
    IN_DISPLAY,
    Spot,
    called,
    distinct,
    drawable,
    move,
    note_draw,
    settle_copy,
)
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.queries import CARD_QUERY, WHO, Cards, Players, seats_of
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step
from kingsburg_rules.language.shapes import EVENT_PATTERN, Flag, Listing, Text
from kingsburg_rules.language.values import A_RESOURCE, VALUE, Value
from kingsburg_rules.language.vocabulary import CARD, RESOURCE_KIND
from kingsburg_rules.language.zones import DECK_NAME, emit_refill, until_event

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


MOST_BID: Final = 100

NO_BID: Final = -1

_ORDERS: Final[dict[str, Callable[[State], tuple[int, ...]]]] = {
    "clockwise": lambda state: tuple(range(len(state.players))),
    "counterclockwise": lambda state: tuple(reversed(range(len(state.players)))),
    "turn_order": lambda state: state.order,
    "reverse_turn_order": lambda state: state.order[::-1],
}
"""The orders in which players can bid: the seats, beginning anywhere and coming round again."""


@STEPS.add("auction")
@node
class AuctionStep(Step):
    """Players bid for face-up cards, one card after another, until everybody has one.

    The opener chooses a card and must bid; in the `order` of the auction the others bid more or pass, until
    one bidder is left. The winner pays at once, the card comes into play for them, which cards may react to,
    and `do` is done for them; they stop bidding. An opener who has no card yet opens again; otherwise the
    next player in the order does. The last player without a card pays the lowest bid. Players who cannot pay
    the lowest bid stay out. Cards that nobody got go back. Without `deck` and `cards`, players bid once, for
    what `do` describes.
    """

    asks = ("choose", "bid")
    edges = EdgeCases(
        no_player="If no player can pay the lowest bid, there is no auction, and the cards go back.",
        empty="Fewer cards are on offer; the auction ends with the last of them.",
        tie=(
            "A bid must be higher than the one before. Of equal secret bids, the opener's wins, then that of "
            "whoever comes first after them in the order."
        ),
    )
    opens = ("after.enter",)

    bid: Value = key(A_RESOURCE, "The resource that players bid and pay.")
    deck: str = key(DECK_NAME, "The deck from which cards are drawn.", default="")
    cards: Cards | None = key(CARD_QUERY, "Instead of a deck: these cards in the display.", default=None)
    do: tuple[Step, ...] = key(
        Listing(STEPS), "What is done for each winner; `$card` is the card they won.", default=()
    )
    more: Value = key(VALUE, "The number of cards beyond one for each bidder.", default=0)
    least: Value = key(VALUE, "The lowest opening bid.", default=0)
    may_pass: bool = key(
        Flag(), "Whether the opener may pass too; nobody gets what nobody bids for.", default=False
    )
    most: Value = key(VALUE, "The highest bid allowed.", default=MOST_BID)
    opener: Players | None = key(
        WHO, "Who opens first: the first in turn order of these players; by default, of all.", default=None
    )
    players: Players | None = key(WHO, "Who may bid; by default, all players.", default=None)
    order: str = key(
        Text(among=tuple(_ORDERS)),
        "The order in which players bid: around the table, or the turn order or its reverse.",
        default="clockwise",
    )
    secret: bool = key(
        Flag(),
        "Whether all bid once and at once; ties go to the opener, or else the first after them in the order.",
        default=False,
    )
    again: bool = key(Flag(), "Whether players who passed may bid again after a higher bid.", default=False)
    until: str = key(
        Text(EVENT_PATTERN), "The moment at which the cards leave play; by default, never.", default=""
    )

    def emit(self, e: Emitter) -> None:
        """Compile: the cards, then for each the opener's choice, the bids, the sale, and what comes of it."""
        if self.deck and self.cards is not None:
            raise e.error(self, "link.either", "give either 'deck' or 'cards'")
        if self.deck and self.players is None:
            e.need(self, self.deck, each=1)
        if isinstance(self.least, int) and isinstance(self.most, int) and self.least > self.most:
            message = f"no bid is at least {self.least} and at most {self.most}"
            raise e.error(self, "link.bids", message)
        with e.same_player():
            self._emit_sales(e)

    def _emit_sales(self, e: Emitter) -> None:
        auctioneer = _Auctioneer(e, self)
        e.op(auctioneer.begin)
        e.op(auctioneer.lay_open)
        auctioneer.choice = e.op(auctioneer.choose)
        if self.secret:
            e.op(auctioneer.ask_all)
            e.op(auctioneer.compare)
        else:
            e.op(auctioneer.ask_next)
        e.op(auctioneer.sell)
        if auctioneer.has_cards:
            e.op(auctioneer.hand_over)
            emit_refill(e)
        with e.with_player():
            e.steps(self.do)
        e.back_to(auctioneer.choice)
        auctioneer.end = e.op(auctioneer.close)


class _Auctioneer:
    """The operations of an auction, with all they need to know of the rule set and of their variables."""

    def __init__(self, e: Emitter, step: AuctionStep) -> None:
        self.deck, self.again, self.may_pass = step.deck, step.again, step.may_pass
        self.lowest = e.amount(step.least, f"{step.at}/least", 0, MOST_BID)
        self.highest = e.amount(step.most, f"{step.at}/most", 0, MOST_BID)
        self.more = e.amount(step.more, f"{step.at}/more", 0)
        self.bid = e.thing(step.bid, RESOURCE_KIND, f"{step.at}/bid")
        self.has_cards = bool(step.deck or step.cards)
        self.cards = step.cards.find(e) if step.cards else None
        self.starters = seats_of(step.opener, e) if step.opener else None
        self.admitted = seats_of(step.players, e) if step.players else None
        self.seats = _ORDERS[step.order]
        self.until = until_event(e, step.until, step.at)
        self.source = e.source
        self.entered = e.names.event("after.enter", step.at)
        # The bidding is in the state, where views find it; sealed bids are in the frame, where none does.
        self.left, self.opener, self.turn = e.hidden(), e.hidden(), e.hidden()
        self.served, self.sealed = e.hidden(), e.hidden(MOST_SEATS)
        self.least, self.most, self.resource = e.hidden(), e.hidden(), e.hidden()
        self.won = e.slot(CARD, CARD, step.at) if self.has_cards else e.hidden()
        self.choice = self.end = 0

    def begin(self, state: State, frame: Frame) -> None:
        """Find who may bid and who opens first."""
        everybody = (1 << len(state.players)) - 1
        admitted = self.admitted(state, frame) if self.admitted else everybody
        starters = self.starters(state, frame) if self.starters else 0
        first = (seat for seat in state.order if starters >> seat & 1)
        frame[self.opener] = next(first, state.order[0])
        # Players who may not bid are served from the start.
        frame[self.left] = admitted.bit_count() + self.more(state, frame)
        frame[self.served] = everybody & ~admitted
        frame[self.least], frame[self.most] = self.lowest(state, frame), self.highest(state, frame)
        # Without a resource to bid, nobody can.
        frame[self.resource] = self.bid(state, frame)
        if frame[self.resource] < 0:
            frame[self.served] = everybody
        frame[self.won] = NOBODY
        state.auction = NO_AUCTION

    def lay_open(self, state: State, frame: Frame) -> bool:
        """Draw the cards, one after another; the auction is open when all are there."""
        drawn = self.deck and frame[self.left] > 0
        pool = drawable(state, state.compiled.deck_of(self.deck)) if drawn else []
        if pool:
            return chance.pick(state, frame, chance.CARDS, pool, self.source, self._drawn)
        if self.cards is not None:
            offered = sorted(card for card in self.cards(state, frame) if card in state.display)
            state.auction = Auction(cards=tuple(offered), shown=True)
        auction = state.auction
        resource = max(0, frame[self.resource])
        state.auction = auction._replace(resource=resource)
        _tell(state, CardsOffered(_names(state, auction.cards), state.compiled.resources[resource].name))
        return False

    def _drawn(self, state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
        auction = state.auction
        note_draw(state, drawn[0])
        state.auction = auction._replace(cards=tuple(sorted((*auction.cards, *drawn))))
        settle_copy(state, drawn[0])
        frame[self.left] -= 1
        repeat_operation(frame)

    def choose(self, state: State, frame: Frame) -> bool:
        """Ask the opener for the next card; without cards or bidders the auction is over."""
        bidders, cards = self._bidders(state, frame), distinct(state, state.auction.cards)
        if not bidders or not (cards if self.has_cards else frame[self.left]):
            frame[ME], frame[PC] = NOBODY, self.end
            return False
        seat = frame[self.opener] = frame[self.turn] = frame[ME] = bidders[0]
        # Without cards there is one sale, so nothing is left when the choice comes round again.
        if not self.has_cards:
            frame[self.left] = 0
            return False

        def on_answer(asked: State, _: Frame, k: int) -> None:
            asked.auction = asked.auction._replace(card=cards[k])
            _tell(asked, BiddingOpened(asked.setup.players[seat], called(asked, cards[k])))

        options = tuple(chosen(CardThing, name) for name in _names(state, cards))
        return ask_player(state, frame, Ask(seat, "choose", self.source, options, on_answer))

    def _bidders(self, state: State, frame: Frame) -> list[int]:
        """List the players who have no card yet and can pay the lowest bid, from the opener on."""
        seats = self._from(state, frame[self.opener])
        return [
            s
            for s in seats
            if not frame[self.served] >> s & 1 and self._limit(state, frame, s) >= frame[self.least]
        ]

    def _from(self, state: State, seat: int) -> tuple[int, ...]:
        """List all seats in the order of the auction, beginning with one of them."""
        seats = self.seats(state)
        first = seats.index(seat)
        return seats[first:] + seats[:first]

    def _limit(self, state: State, frame: Frame, seat: int) -> int:
        """Return the most that a player can bid: no more than they can pay."""
        minimum = state.compiled.resources[frame[self.resource]].minimum
        if minimum is None:
            return frame[self.most]
        return min(frame[self.most], state.players[seat].stock[frame[self.resource]] - minimum)

    def _bids(self, state: State, frame: Frame, seat: int, least: int, *, alone: bool) -> range:
        """List what a player can bid; a player who is alone has no reason to bid more than the least."""
        return range(least, (least if alone else self._limit(state, frame, seat)) + 1)

    def _options(self, state: State, bids: range) -> tuple[AnyAction, ...]:
        return tuple(Bid(state.compiled.bag({state.auction.resource: bid})) for bid in bids)

    def ask_next(self, state: State, frame: Frame) -> bool:
        """Ask the next player who has neither passed nor bid most; go on when nobody is left."""
        auction, bidders = state.auction, self._bidders(state, frame)
        asked = {s for s in bidders if s != auction.bidder and not auction.passed >> s & 1}
        # Whoever opens must bid, unless nobody has to; all others may pass.
        pressed = auction.bidder == NOBODY and not auction.passed and not self.may_pass
        if not asked:
            return False
        seat = frame[ME] = next(s for s in self._from(state, frame[self.turn]) if s in asked)
        opening = auction.bidder == NOBODY
        least = frame[self.least] if opening else auction.amount + 1
        bids = self._bids(state, frame, seat, least, alone=len(bidders) == 1)

        def on_answer(on: State, asking: Frame, k: int) -> None:
            asking[self.turn] = self._from(on, seat)[1 % len(on.players)]
            repeat_operation(asking)
            if k == len(bids):
                self._pass(on, seat)
            else:
                self._bid(on, seat, bids[k])

        options = (*self._options(state, bids), *([] if pressed else [PASS]))
        return ask_player(state, frame, Ask(seat, "bid", self.source, options, on_answer))

    def _pass(self, state: State, seat: int) -> None:
        auction = state.auction
        state.auction = auction._replace(passed=auction.passed | 1 << seat)
        _tell(state, Passed(state.setup.players[seat], "bid"))

    def _bid(self, state: State, seat: int, amount: int) -> None:
        auction = state.auction
        # After a higher bid, those who passed are asked again, if that is the rule.
        passed = 0 if self.again else auction.passed
        state.auction = auction._replace(amount=amount, bidder=seat, passed=passed)
        _tell(state, BidMade(state.setup.players[seat], amount))

    def ask_all(self, state: State, frame: Frame) -> bool:
        """Ask all for one bid at once; the opener may not pass, unless nobody has to bid."""
        bidders = self._bidders(state, frame)
        frame[self.sealed : self.sealed + MOST_SEATS] = [NO_BID] * MOST_SEATS
        alone, opener = len(bidders) == 1, NOBODY if self.may_pass else bidders[0]
        asks = tuple(
            self._ask_sealed(state, frame, seat, alone=alone, opens=seat == opener) for seat in bidders
        )
        return ask_players(state, asks)

    def _ask_sealed(self, state: State, frame: Frame, seat: int, *, alone: bool, opens: bool) -> Ask:
        bids = self._bids(state, frame, seat, frame[self.least], alone=alone)

        def on_answer(_: State, asking: Frame, k: int) -> None:
            asking[self.sealed + seat] = bids[k] if k < len(bids) else NO_BID

        options = (*self._options(state, bids), *([] if opens else [PASS]))
        return Ask(seat, "bid", self.source, options, on_answer)

    def compare(self, state: State, frame: Frame) -> None:
        """Show all bids, in rising order; of equal bids, the winning one comes last."""
        bidders, sealed = self._bidders(state, frame), self.sealed
        # The last bid told wins. Bidders are listed from the opener, who must come last among equal bids.
        for seat in sorted(bidders, key=lambda seat: (frame[sealed + seat], -bidders.index(seat))):
            amount = frame[sealed + seat]
            if amount == NO_BID:
                self._pass(state, seat)
            else:
                self._bid(state, seat, amount)

    def sell(self, state: State, frame: Frame) -> bool:
        """Sell to the highest bidder; without a bid, the card goes back, and the next is chosen."""
        auction = state.auction
        if auction.bidder == NOBODY:
            state.auction = _next_auction(auction, _without(auction.cards, auction.card))
            if auction.card != NOBODY:  # players may bid for something that is no card
                settle_copy(state, auction.card)
            frame[PC] = self.choice
            return True
        frame[ME], frame[self.won] = auction.bidder, auction.card
        take(state, auction.bidder, ((auction.resource, auction.amount),), self.source)
        frame[self.served] |= 1 << auction.bidder
        state.auction = _next_auction(auction, auction.cards)
        return False

    def hand_over(self, state: State, frame: Frame) -> bool:
        """Bring the card into play for the winner; cards may react to that."""
        seat, card = frame[ME], frame[self.won]
        # An effect may have taken the card away in the meantime; then it is no longer for sale.
        if not move(state, card, IN_DISPLAY, Spot(PLAY, seat), self.until):
            state.auction = _next_auction(state.auction, _without(state.auction.cards, card))
            return False
        return open_window(state, self.entered, seat, (card,))

    def close(self, state: State, _: Frame) -> None:
        """Put back the cards that nobody got."""
        cards = state.auction.cards
        _tell(state, CardsWithdrawn(_names(state, cards)))
        state.auction = NO_AUCTION
        for card in cards:
            settle_copy(state, card)


def _next_auction(auction: Auction, cards: tuple[int, ...]) -> Auction:
    """Offer the cards that are left, before one of them is chosen."""
    return Auction(auction.resource, cards, shown=auction.shown)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return cards without one copy of a card, if it is there."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _names(state: State, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(called(state, card) for card in cards)


def _tell(state: State, event: AnyEvent) -> None:
    if state.event_log is not None:
        state.event_log.append(event)
