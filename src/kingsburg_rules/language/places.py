"""Places: markers and gifts on advisors, and choosing one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.actions import chosen
from kingsburg_rules.engine.events import GiftsLaid, Marked
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import give
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.language.bags import BAG, Amounts, constant_bag
from kingsburg_rules.language.registry import STEPS, VALUES, Step, ValueWord, of
from kingsburg_rules.language.shapes import ID_PATTERN, Flag, Text
from kingsburg_rules.language.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number
    from kingsburg_rules.language.emitter import Emitter

NAME = Text(ID_PATTERN)


@STEPS.add("choose_place")
@frozen(eq=False, repr=False)
class ChoosePlace(Step):
    """Choose an advisor; a variable remembers him. Where there is none to choose, it is nobody."""

    as_: str = field(metadata=of(NAME, "The variable."))
    mine: bool = field(default=False, metadata=of(Flag(), "Only those whom the player has influenced."))
    board: bool = field(default=False, metadata=of(Flag(), "Only those of the board, not of players' cards."))
    whole_cards: bool = field(
        default=False,
        metadata=of(Flag(), "A player's card with several advisors is one choice, by the name of the card."),
    )

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        slot, source, mine, board, whole = e.slot(self.as_), e.source, self.mine, self.board, self.whole_cards

        def choose(state: State, frame: Frame) -> bool:
            private = state.table.private
            open_ = 0 if board else sum(player.kit.places for player in state.players)
            places = [p for p in state.table.places if p.bit & (~private | open_)]
            if mine:
                influenced = {group[0] for group in state.groups if group[1] == frame[ME]}
                places = [place for place in places if place.index in influenced]
            if whole:
                places = list({place.card: place for place in reversed(places)}.values())[::-1]
            frame[slot] = NOBODY
            if not places:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asked
                asking[slot] = places[k].index

            cards = state.table.cards
            options = tuple(chosen(cards[place.card].name if whole else place.name) for place in places)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


@STEPS.add("mark", inline="place")
@frozen(eq=False, repr=False)
class Mark(Step):
    """Put a marker of the player on an advisor; it goes when the card goes."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        place, card = e.place_number(self.place), e.card

        def mark(state: State, frame: Frame) -> bool:
            at, me = place(state, frame), frame[ME]
            if at == NOBODY:
                return False
            set_marks(state, card, at, me, state.marks.get((card, at, me), 0) + 1)
            return False

        e.op(mark)


def set_marks(state: State, card: int, place: int, seat: int, count: int) -> None:
    """Let so many markers of a card and a player lie on an advisor."""
    key = (card, place, seat)
    state.marks = {**state.marks, key: count}
    if not count:
        state.marks = {other: left for other, left in state.marks.items() if other != key}
    if state.notes is not None:
        table = state.table
        name = state.setup.players[seat]
        state.notes.append(Marked(table.cards[card].name, name, table.places[place].name, count))


@STEPS.add("unmark")
@frozen(eq=False, repr=False)
class Unmark(Step):
    """Choose an advisor with a player's marker of this card, and take one such marker off him."""

    of_: Value = field(metadata=of(VALUE, "Whose marker."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        owner, card, source = e.number(self.of_), e.card, e.source

        def choose(state: State, frame: Frame) -> bool:
            seat = owner(state, frame)
            places = sorted(place for by, place, who in state.marks if (by, who) == (card, seat))
            if not places:
                return False

            def proceed(asked: State, _: Frame, k: int) -> None:
                left = asked.marks[card, places[k], seat] - 1
                set_marks(asked, card, places[k], seat, left)

            options = tuple(chosen(state.table.places[place].name) for place in places)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


@VALUES.add("marks", inline="place")
@frozen(eq=False, repr=False)
class Marks(ValueWord):
    """How many markers of this card the player has on an advisor; for neutral dice, none."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        e.need_player(self, or_nobody=True)
        place, card = e.place_number(self.place), e.card
        return lambda state, frame: state.marks.get((card, place(state, frame), frame[ME]), 0)


@VALUES.add("rank_of", inline="place")
@frozen(eq=False, repr=False)
class RankOf(ValueWord):
    """The rank of an advisor; 0 of nobody."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        place, places = e.number(self.place), e.table.places

        def look(state: State, frame: Frame) -> int:
            at = place(state, frame)
            return places[at].rank if at >= 0 else 0

        return look


@STEPS.add("put_gift")
@frozen(eq=False, repr=False)
class PutGift(Step):
    """Lay resources on the advisor of a rank, for whoever takes them."""

    bag: Amounts = field(metadata=of(BAG, "What is laid there."))
    rank: Value = field(metadata=of(VALUE, "The rank of the advisor."))

    def emit(self, e: Emitter) -> None:
        """Compile. Only advisors of the board get gifts."""
        rank = e.number(self.rank)
        bag, _ = constant_bag(e, self.bag, self.at)

        def put(state: State, frame: Frame) -> bool:
            for place in state.table.ranks.get(rank(state, frame), ()):
                if not state.table.private >> place & 1:
                    for resource, count in bag:
                        lay(state, place, resource, state.gifts.get((place, resource), 0) + count)
            return False

        e.op(put)


def lay(state: State, place: int, resource: int, count: int) -> None:
    """Let so much of a resource lie on an advisor."""
    state.gifts = {**state.gifts, (place, resource): count}
    if not count:
        state.gifts = {key: left for key, left in state.gifts.items() if left}
    if state.notes is not None:
        table = state.table
        state.notes.append(GiftsLaid(table.places[place].name, table.resources[resource].name, count))


@STEPS.add("take_gifts", inline="place")
@frozen(eq=False, repr=False)
class TakeGifts(Step):
    """Gain all that lies on an advisor."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        number, source = e.place_number(self.place), e.source

        def take(state: State, frame: Frame) -> bool:
            place = number(state, frame)
            for (at, resource), count in sorted(state.gifts.items()):
                if at == place:
                    lay(state, place, resource, 0)
                    give(state, frame[ME], resource, count, source)
            return False

        e.op(take)


@STEPS.add("clear_gifts")
@frozen(eq=False, repr=False)
class ClearGifts(Step):
    """What lies on advisors goes back to the supply."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def clear(state: State, frame: Frame) -> bool:
            del frame
            for place, resource in sorted(state.gifts):
                lay(state, place, resource, 0)
            return False

        e.op(clear)
