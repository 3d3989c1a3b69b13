"""Steps about cards: hands, decks, and cards that come into play and leave it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import DONE, AnyAction, Choose, chosen
from kingsburg_rules.engine.decks import left_in_deck
from kingsburg_rules.engine.events import CardDiscarded, CardTaken, HandChanged, HandSeen, RowsCovered
from kingsburg_rules.engine.in_play import enter, is_in_play, leave
from kingsburg_rules.engine.loop import once_more, pose, pose_together
from kingsburg_rules.engine.state import Ask, leave_later
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.words.places import take_tile_off
from kingsburg_rules.words.registry import STEPS, Step, of
from kingsburg_rules.words.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    Flag,
    Integer,
    Name,
    Text,
)
from kingsburg_rules.words.values import A_CARD, A_PLAYER, VALUE, Value
from kingsburg_rules.words.vocabulary import CARD, PLAYER

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.words.emitter import Emitter


# ------
# Decks and cards that come into play for a while.


KINDS = ("destiny", "strip", "governor", "tile", "group")

KIND = Name(KINDS)

"""A kind of card; packs name further ones by the decks of their cards."""


@STEPS.add("draw")
@frozen(eq=False, repr=False)
class DrawStep(Step):
    """Draw a card from the deck of a kind; a variable remembers it, or nobody if none is left there."""

    kind: str = field(metadata=of(KIND, "The kind of card."))
    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable."))
    least: int = field(
        default=1, metadata=of(Integer(0), "How many there must be at least, or the rules cannot be played.")
    )

    def emit(self, e: Emitter) -> None:
        """Compile to a request to chance."""
        e.need(self, self.kind, least=self.least)
        slot, source, kind = e.slot(self.as_, CARD, self.at), e.source, self.kind

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            frame[slot] = drawn[0]
            state.drawn |= 1 << drawn[0]

        def draw(state: State, frame: Frame) -> bool:
            left = left_in_deck(state, kind)
            frame[slot] = NOBODY
            return bool(left) and chance.pick(state, frame, chance.CARDS, left, source, resolve)

        e.op(draw)


@STEPS.add("grant")
@frozen(eq=False, repr=False)
class Grant(Step):
    """Bring a card into play: for this player, or as the card says; until a moment, or for good.

    Who has it in play keeps it as it is.
    """

    opens: ClassVar[tuple[str, ...]] = ("card.entered",)

    card: Value = field(metadata=of(A_CARD, "Which card."))
    until: str = field(default="", metadata=of(Name(pattern=EVENT_PATTERN), "The moment that ends it."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.thing(self.card, CARD, self.at)
        until = e.names.event(self.until, f"{self.at}/until") if self.until else NOBODY
        entered = e.names.event("card.entered", self.at)

        def grant(state: State, frame: Frame) -> bool:
            card = number(state, frame)
            if card >= 0:
                for seat in holders(state, card, frame[ME]):
                    if until >= 0 and not is_in_play(state, seat, card):
                        leave_later(state, until, seat, card)
                    enter(state, seat, card)
                if frame[ME] != NOBODY:
                    return open_window(state, entered, frame[ME], (card,))
            return False

        e.op(grant)


def holders(state: State, card: int, me: int) -> tuple[int, ...]:
    """List who has a card when a player brings it into play: he, everybody, or (NOBODY) the game."""
    facts = state.table.cards[card]
    if facts.common:
        return (NOBODY,)
    return tuple(range(len(state.players))) if facts.shared else (me,)


# ------
# Hands: dealing, drafting and choosing hidden cards before the game begins.
#
# What is in a hand is known to its owner alone.


EXCHANGE = Choose("exchange")

STRIP = "strip"

"""The kind of the cards that cover rows of a sheet."""


@STEPS.add("deal")
@frozen(eq=False, repr=False)
class Deal(Step):
    """Deal hidden cards of a kind to every player."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    count: int = field(metadata=of(Integer(1), "How many for each player."))

    def emit(self, e: Emitter) -> None:
        """Compile to one request to chance for each card."""
        e.need(self, self.kind, each=self.count)
        left, kind, count, source = e.hidden(), self.kind, self.count, e.source

        def begin(state: State, frame: Frame) -> bool:
            frame[left] = count * len(state.players)
            state.open_hands = False
            return False

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            frame[left] -= 1
            once_more(frame)
            hold(state, state.order[frame[left] // count], drawn[0])

        def deal(state: State, frame: Frame) -> bool:
            pool = left_in_deck(state, kind)
            if not frame[left] or not pool:
                return False
            return chance.pick(state, frame, chance.CARDS, pool, source, resolve)

        e.op(begin)
        e.op(deal)


def hold(state: State, seat: int, card: int) -> None:
    """Put a card into a hand; hands are kept sorted."""
    player = state.players[seat]
    player.hand = tuple(sorted([*player.hand, card]))
    _tell_hand(state, seat)


def put_down(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    player = state.players[seat]
    kept = list(player.hand)
    kept.remove(card)
    player.hand = tuple(kept)
    _tell_hand(state, seat)


def _tell_hand(state: State, seat: int) -> None:
    """Tell everybody how many cards a player holds, and him alone which."""
    if state.notes is not None:
        name, hand = state.setup.players[seat], state.players[seat].hand
        state.notes.append(HandChanged(name, len(hand)))
        state.notes.append(
            HandSeen(name, tuple(state.table.cards[card].name for card in hand))
        )


@STEPS.add("exchange_pairs")
@frozen(eq=False, repr=False)
class ExchangePairs(Step):
    """Who holds a card twice may exchange one: the new one is drawn before the old one goes back (F14)."""

    takes_turns: ClassVar[bool] = True

    kind: str = field(metadata=of(KIND, "The kind of cards."))

    def emit(self, e: Emitter) -> None:
        """Compile to one question for each player with a pair, in turn order."""
        position, kind, source = e.hidden(), self.kind, e.source

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[position], frame[ME] = 0, NOBODY
            return False

        def ask(state: State, frame: Frame) -> bool:
            frame[ME] = NOBODY
            while left_in_deck(state, kind) and frame[position] < len(state.order):
                seat = state.order[frame[position]]
                hand = state.players[seat].hand
                if len(set(hand)) < len(hand):
                    frame[ME] = seat
                    return pose(state, frame, Ask(seat, "choose", source, (EXCHANGE, DONE), proceed))
                frame[position] += 1
            return False

        def proceed(state: State, frame: Frame, k: int) -> None:
            del state
            frame[position] += 1
            if k:
                once_more(frame)

        def draw(state: State, frame: Frame) -> bool:
            if frame[ME] == NOBODY:
                return False
            return chance.pick(state, frame, chance.CARDS, left_in_deck(state, kind), source, resolve)

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            player = state.players[frame[ME]]
            kept = list(player.hand)
            kept.remove(next((card for card in kept if kept.count(card) > 1), kept[0]))
            player.hand = tuple(sorted([*kept, drawn[0]]))
            _tell_hand(state, frame[ME])
            frame[PC] -= 2

        e.op(begin)
        e.op(ask)
        e.op(draw)


@STEPS.add("draft")
@frozen(eq=False, repr=False)
class Draft(Step):
    """Players take cards that lie open: clockwise from the first player, then back again, and so on."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    count: int = field(metadata=of(Integer(1), "How many for each player."))

    def emit(self, e: Emitter) -> None:
        """Compile to one question for each card."""
        e.need(self, self.kind, each=self.count)
        turn, kind, count, source = e.hidden(), self.kind, self.count, e.source

        def begin(state: State, frame: Frame) -> bool:
            frame[turn] = 0
            state.open_hands = True
            return False

        def ask(state: State, frame: Frame) -> bool:
            players = len(state.players)
            cards = sorted(set(left_in_deck(state, kind)))
            if frame[turn] == count * players or not cards:
                return False
            circle, at = divmod(frame[turn], players)
            seat = (state.order[0] + (players - 1 - at if circle % 2 else at)) % players

            def proceed(asked: State, asking: Frame, k: int) -> None:
                asking[turn] += 1
                once_more(asking)
                hold(asked, seat, cards[k])
                if asked.notes is not None:
                    name = asked.setup.players[seat]
                    asked.notes.append(CardTaken(name, asked.table.cards[cards[k]].name))

            options = tuple(chosen(state.table.cards[card].name) for card in cards)
            return pose(state, frame, Ask(seat, "choose", source, options, proceed))

        e.op(begin)
        e.op(ask)


@STEPS.add("keep_one")
@frozen(eq=False, repr=False)
class KeepOne(Step):
    """All choose at once which card of their hand they keep; it comes into play, the others go."""

    kind: str = field(default="", metadata=of(KIND, "Of which kind of cards; without it, of all."))

    def emit(self, e: Emitter) -> None:
        """Compile to one question for all."""
        source, kind = e.source, self.kind

        def ask(state: State, frame: Frame) -> bool:
            hands = {seat: of_kind(state, seat, kind) for seat in state.order}
            asks = tuple(_keep(state, seat, hand, source) for seat, hand in hands.items() if hand)
            return bool(asks) and pose_together(state, frame, asks)

        e.op(ask)


def of_kind(state: State, seat: int, kind: str) -> list[int]:
    """List the different cards of a kind in a hand; of all kinds, where none is given."""
    cards = state.table.cards
    return sorted({card for card in state.players[seat].hand if not kind or cards[card].kind == kind})


def _keep(state: State, seat: int, hand: list[int], source: int) -> Ask:
    def proceed(asked: State, frame: Frame, k: int) -> None:
        del frame
        _give_up(asked, seat, hand)
        enter(asked, seat, hand[k])

    options = tuple(chosen(state.table.cards[card].name) for card in hand)
    return Ask(seat, "choose", source, options, proceed)


def _give_up(state: State, seat: int, cards: list[int]) -> None:
    """Take these cards out of a hand, all copies of them."""
    player = state.players[seat]
    player.hand = tuple(card for card in player.hand if card not in cards)
    _tell_hand(state, seat)


@STEPS.add("cover_rows")
@frozen(eq=False, repr=False)
class CoverRows(Step):
    """All choose at once which strips of their hand cover rows of their sheets: all, some or none."""

    def emit(self, e: Emitter) -> None:
        """Compile to one question for all."""
        source = e.source

        def ask(state: State, frame: Frame) -> bool:
            hands = {seat: of_kind(state, seat, STRIP) for seat in state.order}
            asks = tuple(_cover(state, seat, hand, source) for seat, hand in hands.items() if hand)
            return bool(asks) and pose_together(state, frame, asks)

        e.op(ask)


def _cover(state: State, seat: int, hand: list[int], source: int) -> Ask:
    sets = [chosen for size in range(len(hand) + 1) for chosen in combinations(hand, size)]
    names = [[state.table.cards[card].name for card in chosen] for chosen in sets]

    def proceed(asked: State, frame: Frame, k: int) -> None:
        del frame
        _give_up(asked, seat, hand)
        asked.players[seat].covers = sum(1 << card for card in sets[k])
        if asked.notes is not None:
            asked.notes.append(RowsCovered(asked.setup.players[seat], tuple(names[k])))

    options = tuple(chosen("+".join(strips) or "none") for strips in names)
    return Ask(seat, "choose", source, options, proceed)


# ------
# Cards in hand during the game: taking, playing and giving them up, and decks that are shuffled again.
#
# What is in a hand is its player's secret until he plays it. How many cards he has, everybody knows.


@STEPS.add("take_cards")
@frozen(eq=False, repr=False)
class TakeCards(Step):
    """Draw cards of a kind into the player's hand, where only he sees them."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    count: Value = field(default=1, metadata=of(VALUE, "How many, as far as there are any left."))

    def emit(self, e: Emitter) -> None:
        """Compile to one request to chance for each card."""
        e.need_player(self)
        e.need(self, self.kind, least=1)
        left, kind, count, source = e.hidden(), self.kind, e.number(self.count), e.source

        def begin(state: State, frame: Frame) -> bool:
            frame[left] = count(state, frame)
            state.open_hands = False
            return False

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            frame[left] -= 1
            once_more(frame)
            hold(state, frame[ME], drawn[0])

        def take(state: State, frame: Frame) -> bool:
            pool = left_in_deck(state, kind) if frame[left] > 0 else []
            return bool(pool) and chance.pick(state, frame, chance.CARDS, pool, source, resolve)

        e.op(begin)
        e.op(take)


@STEPS.add("play_card")
@frozen(eq=False, repr=False)
class PlayCard(Step):
    """Play a card of a kind from the hand, or none: it comes into play, and cards may react to that."""

    opens: ClassVar[tuple[str, ...]] = ("card.entered",)

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    until: str = field(
        default="", metadata=of(Name(pattern=EVENT_PATTERN), "The moment that ends it; without it, it stays.")
    )
    must: bool = field(default=False, metadata=of(Flag(), "Whether a player with such a card must play one."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        kind, must, source = self.kind, self.must, e.source
        until = e.names.event(self.until, f"{self.at}/until") if self.until else NOBODY
        entered = e.names.event("card.entered", self.at)

        def play(state: State, frame: Frame) -> bool:
            seat = frame[ME]
            hand = of_kind(state, seat, kind)
            if not hand:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asking
                if k == len(hand):
                    return
                put_down(asked, seat, hand[k])
                asked.drawn |= 1 << hand[k]
                for holder in holders(asked, hand[k], seat):
                    enter(asked, holder, hand[k])
                    if until >= 0:
                        leave_later(asked, until, holder, hand[k])
                open_window(asked, entered, seat, (hand[k],))

            options: tuple[AnyAction, ...] = tuple(chosen(state.table.cards[card].name) for card in hand)
            return pose(
                state, frame, Ask(seat, "choose", source, options if must else (*options, DONE), proceed)
            )

        e.op(play)


@STEPS.add("discard_card")
@frozen(eq=False, repr=False)
class DiscardCard(Step):
    """Give up a card of a kind from the hand; everybody sees it go."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        kind, source = self.kind, e.source

        def discard(state: State, frame: Frame) -> bool:
            seat = frame[ME]
            hand = of_kind(state, seat, kind)
            if not hand:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asking
                put_down(asked, seat, hand[k])
                asked.drawn |= 1 << hand[k]
                if asked.notes is not None:
                    name = asked.setup.players[seat]
                    asked.notes.append(CardDiscarded(name, asked.table.cards[hand[k]].name))

            options = tuple(chosen(state.table.cards[card].name) for card in hand)
            return pose(state, frame, Ask(seat, "choose", source, options, proceed))

        e.op(discard)


@STEPS.add("pass_card")
@frozen(eq=False, repr=False)
class PassCard(Step):
    """Give a card of a kind from the hand to another player; only these two know which it is."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))
    to: Value = field(metadata=of(A_PLAYER, "To which player."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        kind, receiver, source = self.kind, e.thing(self.to, PLAYER, self.at), e.source

        def hand(state: State, frame: Frame) -> bool:
            seat, to = frame[ME], receiver(state, frame)
            held = of_kind(state, seat, kind)
            if not held or not 0 <= to < len(state.players) or to == seat:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asking
                put_down(asked, seat, held[k])
                hold(asked, to, held[k])

            options = tuple(chosen(state.table.cards[card].name) for card in held)
            return pose(state, frame, Ask(seat, "choose", source, options, proceed))

        e.op(hand)


@STEPS.add("take_back", inline="card")
@frozen(eq=False, repr=False)
class TakeBack(Step):
    """Take a card out of play, whoever has it; it can be drawn again."""

    card: Value = field(metadata=of(A_CARD, "Which card."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.thing(self.card, CARD, self.at)

        def back(state: State, frame: Frame) -> bool:
            card = number(state, frame)
            if card >= 0:
                for place in [place for place, tile in state.tiles.items() if tile == card]:
                    take_tile_off(state, place)
                for seat in (NOBODY, *range(len(state.players))):
                    leave(state, seat, card)
                state.drawn &= ~(1 << card)
            return False

        e.op(back)


@STEPS.add("shuffle_again", inline="kind")
@frozen(eq=False, repr=False)
class ShuffleAgain(Step):
    """All cards of a kind that are neither in play nor in a hand can be drawn again."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        kind = self.kind

        def shuffle(state: State, frame: Frame) -> bool:
            del frame
            state.drawn &= ~sum(1 << card for card in state.table.different(kind))
            return False

        e.op(shuffle)
