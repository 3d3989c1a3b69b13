"""Cards in hand during the game: taking, playing and giving them up, and decks that are shuffled again.

What is in a hand is its player's secret until he plays it. How many cards he has, everybody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import DONE, AnyAction, chosen
from kingsburg_rules.engine.events import CardDiscarded
from kingsburg_rules.engine.in_play import enter, leave
from kingsburg_rules.engine.loop import once_more, pose
from kingsburg_rules.engine.state import Ask, leave_later
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.decks import KIND, holders, in_hands
from kingsburg_rules.language.registry import STEPS, VALUES, Step, ValueWord, of
from kingsburg_rules.language.shapes import EVENT_PATTERN, Flag, Name
from kingsburg_rules.language.tiles import take_tile_off
from kingsburg_rules.language.values import VALUE, Value
from kingsburg_rules.procedures.hands import hold, of_kind, put_down

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number
    from kingsburg_rules.language.emitter import Emitter


def undrawn(state: State, kind: str) -> list[int]:
    """List the cards that are left in a deck: not drawn, in no hand, and not in play."""
    gone = state.drawn | state.in_force | in_hands(state)
    for player in state.players:
        gone |= player.owned
    return [card for card in state.table.different(kind) if not gone >> card & 1]


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
            pool = undrawn(state, kind) if frame[left] > 0 else []
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
    to: Value = field(metadata=of(VALUE, "To which player."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        kind, receiver, source = self.kind, e.number(self.to), e.source

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


@VALUES.add("in_hand", inline="kind")
@frozen(eq=False, repr=False)
class InHand(ValueWord):
    """How many cards of a kind the player has in his hand."""

    kind: str = field(metadata=of(KIND, "The kind of cards."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        e.need_player(self)
        kind, cards = self.kind, e.table.cards
        return lambda state, frame: sum(cards[card].kind == kind for card in state.players[frame[ME]].hand)


@STEPS.add("take_back", inline="card")
@frozen(eq=False, repr=False)
class TakeBack(Step):
    """Take a card out of play, whoever has it; it can be drawn again."""

    card: Value = field(metadata=of(VALUE, "Which card: mostly a variable."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.card_number(self.card)

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
