"""Hands: dealing, drafting and choosing hidden cards before the game begins.

What is in a hand is known to its owner alone. The pool of a kind is what is in no hand yet, with as many
copies as the cards say.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import DONE, Choose, chosen
from kingsburg_rules.engine.events import CardTaken, HandChanged, HandSeen, RowsCovered
from kingsburg_rules.engine.in_play import enter
from kingsburg_rules.engine.loop import once_more, pose, pose_together
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.language.decks import KIND
from kingsburg_rules.language.registry import STEPS, Step, of
from kingsburg_rules.language.shapes import Integer

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter

EXCHANGE = Choose("exchange")

STRIP = "strip"
"""The kind of the cards that cover rows of a sheet."""


def pool_of(state: State, kind: str) -> list[int]:
    """List the cards of a kind that are in no hand, each as often as copies are left."""
    pool = list(state.table.deck(kind))
    for player in state.players:
        for card in player.hand:
            if card in pool:
                pool.remove(card)
    return pool


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
            pool = pool_of(state, kind)
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
            HandSeen(name, tuple(state.table.cards[card].name for card in hand), only_for=name)
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
            while pool_of(state, kind) and frame[position] < len(state.order):
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
            return chance.pick(state, frame, chance.CARDS, pool_of(state, kind), source, resolve)

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
            if frame[turn] == count * players:
                return False
            circle, at = divmod(frame[turn], players)
            seat = (state.order[0] + (players - 1 - at if circle % 2 else at)) % players
            cards = sorted(set(pool_of(state, kind)))

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
