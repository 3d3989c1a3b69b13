"""Auctions: players bid a resource for cards that lie open, until each of them has one (C-12, F31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import PASS, AnyAction, Bid, chosen
from kingsburg_rules.engine.decks import MOST_SEATS, left_in_deck
from kingsburg_rules.engine.events import BiddingOpened, BidMade, CardsOffered, CardsWithdrawn, Passed
from kingsburg_rules.engine.in_play import enter
from kingsburg_rules.engine.loop import once_more, pose, pose_together
from kingsburg_rules.engine.resources import take
from kingsburg_rules.engine.state import NO_AUCTION, Ask, Auction, leave_later
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.words.hands import KIND
from kingsburg_rules.words.queries import WHO, Players
from kingsburg_rules.words.registry import STEPS, Step, of
from kingsburg_rules.words.shapes import EVENT_PATTERN, Flag, Integer, Text
from kingsburg_rules.words.values import RESOURCE

if TYPE_CHECKING:
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.words.emitter import Emitter


MOST_BID = 100

NO_BID = -1


@STEPS.add("auction")
@frozen(eq=False, repr=False)
class AuctionStep(Step):
    """Players bid for cards that are drawn and lie open, one card after the other, until everybody has one.

    The opener chooses a card and must bid; clockwise the others bid more or pass, until one bidder is left.
    He pays at once and the card comes into play for him, which cards may react to; for the others he bids no
    more. An opener who has no card yet opens again, else the next to his left does. The last player without
    a card pays the least bid. Who cannot pay the least bid stays away. What nobody got goes back.
    """

    takes_turns: ClassVar[bool] = True

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    bid: str = field(metadata=of(RESOURCE, "What is bid and paid."))
    more: int = field(
        default=0, metadata=of(Integer(0), "How many cards lie open beyond one for each player.")
    )
    least: int = field(default=0, metadata=of(Integer(0, MOST_BID), "The lowest bid of an opener."))
    most: int = field(default=MOST_BID, metadata=of(Integer(0, MOST_BID), "The highest bid that is offered."))
    opener: Players | None = field(
        default=None,
        metadata=of(WHO, "Who opens first: of these the first in turn order; without it, of all."),
    )
    secret: bool = field(
        default=False,
        metadata=of(
            Flag(), "All bid once and at once; of equal bids that of the opener or next to his left wins."
        ),
    )
    again: bool = field(
        default=False, metadata=of(Flag(), "Who has passed may bid again when others have bid more.")
    )
    until: str = field(
        default="", metadata=of(Text(EVENT_PATTERN), "The moment that ends the cards; mostly never.")
    )

    def emit(self, e: Emitter) -> None:
        """Compile: the cards, then for each the opener's choice, the bids, and the sale."""
        e.need(self, self.kind, each=1)
        if self.least > self.most:
            raise e.error(self, "link.bids", f"no bid is at least {self.least} and at most {self.most}")
        house = _House(e, self)
        e.op(house.begin)
        e.op(house.lay_open)
        house.choice = e.op(house.choose)
        if self.secret:
            e.op(house.ask_all)
            e.op(house.compare)
        else:
            e.op(house.ask_next)
        e.op(house.sell)
        house.end = e.op(house.close)


class _House:
    """The operations of an auction, with all they need to know of the rule set and of their variables."""

    def __init__(self, e: Emitter, step: AuctionStep) -> None:
        self.kind, self.least, self.most, self.again = step.kind, step.least, step.most, step.again
        self.more = step.more
        self.starters = step.opener.seats(e) if step.opener else None
        self.resource = e.names.resource(step.bid, step.at)
        self.minimum = e.table.resources[self.resource].minimum
        self.until = e.names.event(step.until, f"{step.at}/until") if step.until else NOBODY
        self.source = e.source
        self.entered = e.names.event("card.entered", step.at)
        self.left, self.opener, self.turn = e.hidden(), e.hidden(), e.hidden()
        self.served, self.sealed = e.hidden(), e.hidden(MOST_SEATS)
        self.choice = self.end = 0

    def begin(self, state: State, frame: Frame) -> bool:
        """Find who opens first."""
        starters = self.starters(state, frame) if self.starters else 0
        first = (seat for seat in state.order if starters >> seat & 1)
        frame[self.opener] = next(first, state.order[0])
        frame[self.left], frame[self.served] = len(state.players) + self.more, 0
        state.auction = NO_AUCTION
        return False

    def lay_open(self, state: State, frame: Frame) -> bool:
        """Draw the cards, one after the other; the auction is open when all are there."""
        pool = left_in_deck(state, self.kind) if frame[self.left] > 0 else []
        if pool:
            return chance.pick(state, frame, chance.CARDS, pool, self.source, self._drawn)
        auction = state.auction
        state.auction = auction._replace(resource=self.resource)
        _tell(state, CardsOffered(_names(state, auction.cards), state.table.resources[self.resource].name))
        return False

    def _drawn(self, state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
        auction = state.auction
        state.auction = auction._replace(cards=tuple(sorted((*auction.cards, *drawn))))
        frame[self.left] -= 1
        once_more(frame)

    def choose(self, state: State, frame: Frame) -> bool:
        """Let the opener choose the next card; without cards or bidders the auction is over."""
        bidders, cards = self._bidders(state, frame), state.auction.cards
        if not bidders or not cards:
            frame[ME], frame[PC] = NOBODY, self.end
            return False
        seat = frame[self.opener] = frame[self.turn] = frame[ME] = bidders[0]

        def proceed(asked: State, asking: Frame, k: int) -> None:
            del asking
            asked.auction = asked.auction._replace(card=cards[k])
            _tell(asked, BiddingOpened(asked.setup.players[seat], asked.table.cards[cards[k]].name))

        options = tuple(chosen(name) for name in _names(state, cards))
        return pose(state, frame, Ask(seat, "choose", self.source, options, proceed))

    def _bidders(self, state: State, frame: Frame) -> list[int]:
        """List who has no card yet and can pay the least bid, clockwise from the opener."""
        players = len(state.players)
        seats = [(frame[self.opener] + step) % players for step in range(players)]
        return [s for s in seats if not frame[self.served] >> s & 1 and self._limit(state, s) >= self.least]

    def _limit(self, state: State, seat: int) -> int:
        """Give the most that a player can bid: no more than he can pay."""
        if self.minimum is None:
            return self.most
        return min(self.most, state.players[seat].stock[self.resource] - self.minimum)

    def _bids(self, state: State, seat: int, least: int, *, alone: bool) -> range:
        """List what a player can bid; who is alone has no reason to bid more than the least."""
        return range(least, (least if alone else self._limit(state, seat)) + 1)

    def _options(self, state: State, bids: range) -> tuple[AnyAction, ...]:
        return tuple(Bid(state.table.bag({self.resource: bid})) for bid in bids)

    def ask_next(self, state: State, frame: Frame) -> bool:
        """Ask the next who has neither passed nor bid most, clockwise; go on when nobody is left."""
        auction, bidders = state.auction, self._bidders(state, frame)
        asked = [s for s in bidders if s != auction.bidder and not auction.passed >> s & 1]
        if not asked:
            return False
        players = len(state.players)
        seat = frame[ME] = min(asked, key=lambda s: (s - frame[self.turn]) % players)
        opening = auction.bidder == NOBODY
        least = self.least if opening else auction.amount + 1
        bids = self._bids(state, seat, least, alone=len(bidders) == 1)

        def proceed(on: State, asking: Frame, k: int) -> None:
            asking[self.turn] = seat + 1
            once_more(asking)
            if k == len(bids):
                self._pass(on, seat)
            else:
                self._bid(on, seat, bids[k])

        options = (*self._options(state, bids), *([] if opening else [PASS]))
        return pose(state, frame, Ask(seat, "bid", self.source, options, proceed))

    def _pass(self, state: State, seat: int) -> None:
        auction = state.auction
        state.auction = auction._replace(passed=auction.passed | 1 << seat)
        _tell(state, Passed(state.setup.players[seat], "bid"))

    def _bid(self, state: State, seat: int, amount: int) -> None:
        auction = state.auction
        passed = 0 if self.again else auction.passed
        state.auction = auction._replace(amount=amount, bidder=seat, passed=passed)
        _tell(state, BidMade(state.setup.players[seat], amount))

    def ask_all(self, state: State, frame: Frame) -> bool:
        """Ask all for one bid at once; the opener may not pass."""
        bidders = self._bidders(state, frame)
        frame[self.sealed : self.sealed + MOST_SEATS] = [NO_BID] * MOST_SEATS
        alone = len(bidders) == 1
        asks = tuple(self._ask_sealed(state, seat, alone=alone, opens=seat == bidders[0]) for seat in bidders)
        return pose_together(state, frame, asks)

    def _ask_sealed(self, state: State, seat: int, *, alone: bool, opens: bool) -> Ask:
        bids = self._bids(state, seat, self.least, alone=alone)

        def proceed(on: State, asking: Frame, k: int) -> None:
            del on
            asking[self.sealed + seat] = bids[k] if k < len(bids) else NO_BID

        options = (*self._options(state, bids), *([] if opens else [PASS]))
        return Ask(seat, "bid", self.source, options, proceed)

    def compare(self, state: State, frame: Frame) -> bool:
        """Show all bids; they are told in rising order, and of equal ones the winning one last."""
        bidders, sealed = self._bidders(state, frame), self.sealed
        for seat in sorted(bidders, key=lambda seat: (frame[sealed + seat], -bidders.index(seat))):
            amount = frame[sealed + seat]
            if amount == NO_BID:
                self._pass(state, seat)
            else:
                self._bid(state, seat, amount)
        return False

    def sell(self, state: State, frame: Frame) -> bool:
        """Let the highest bidder pay and have the card; then the next card is chosen."""
        auction = state.auction
        seat, card = auction.bidder, auction.card
        take(state, seat, self.resource, auction.amount, self.source)
        left = tuple(other for other in auction.cards if other != card)
        state.auction = Auction(self.resource, left)
        enter(state, seat, card)
        if self.until != NOBODY:
            leave_later(state, self.until, seat, card)
        frame[self.served] |= 1 << seat
        frame[PC] = self.choice
        open_window(state, self.entered, seat, (card,))
        return True

    def close(self, state: State, frame: Frame) -> bool:
        """Put back what nobody got."""
        del frame
        _tell(state, CardsWithdrawn(_names(state, state.auction.cards)))
        state.auction = NO_AUCTION
        return False


def _names(state: State, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.table.cards[card].name for card in cards)


def _tell(state: State, event: AnyEvent) -> None:
    if state.notes is not None:
        state.notes.append(event)
