"""Steps and values that bring other players in: neighbours, choosing an opponent, acting for him."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.actions import Give, Take, chosen
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import hand_over
from kingsburg_rules.engine.state import REWARD_ONLY, Ask
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.words.flow import WHO, Who
from kingsburg_rules.words.registry import GROUPS, STEPS, TESTS, VALUES, Step, TestWord, ValueWord, of
from kingsburg_rules.words.resources import BAG, Amounts, Bags, compile_bag, held_goods
from kingsburg_rules.words.shapes import ID_PATTERN, Flag, Listing, Range, Text
from kingsburg_rules.words.tests import RANGE
from kingsburg_rules.words.values import PLAYER_FACT, VALUE, Value, player_fact

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Test
    from kingsburg_rules.words.emitter import Emitter


SIDES = ("left", "right")


@VALUES.add("neighbor", inline="side")
@frozen(eq=False, repr=False)
class Neighbor(ValueWord):
    """The player to the left (clockwise, the next) or to the right; with two, the same one (F3)."""

    side: str = field(metadata=of(Text(among=SIDES), "Which side."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        e.need_player(self)
        step = 1 if self.side == "left" else -1
        return lambda state, frame: (frame[ME] + step) % len(state.players)


@VALUES.add("me", inline="what")
@frozen(eq=False, repr=False)
class Me(ValueWord):
    """The player himself, as a value to compare with."""

    what: str = field(metadata=of(Text(among=("seat",)), "His seat."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        return lambda state, frame: frame[ME]


@STEPS.add("choose_player")
@frozen(eq=False, repr=False)
class ChoosePlayer(Step):
    """Choose an opponent; a variable remembers him. Where there is none to choose, it is nobody."""

    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable."))
    who: Who | None = field(
        default=None, metadata=of(WHO, "Among which players; without it, among all opponents.")
    )

    def emit(self, e: Emitter) -> None:
        """Compile to a question; the opponents stand clockwise from the left neighbour."""
        e.need_player(self)
        slot, source = e.slot(self.as_), e.source
        among = self.who.build(e) if self.who else None

        def choose(state: State, frame: Frame) -> bool:
            players = len(state.players)
            others = [(frame[ME] + step) % players for step in range(1, players)]
            if among is not None:
                chosen_from = among(state, frame)
                others = [seat for seat in others if chosen_from >> seat & 1]
            frame[slot] = NOBODY
            if not others:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asked
                asking[slot] = others[k]

            options = tuple(chosen(state.setup.players[seat]) for seat in others)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


@STEPS.add("as_player")
@frozen(eq=False, repr=False)
class AsPlayer(Step):
    """Do steps for another player: he gains, loses and chooses; for nobody, nothing is done.

    Then it goes on for this one.
    """

    player: Value = field(metadata=of(VALUE, "Which player."))
    do: tuple[Step, ...] = field(metadata=of(Listing(STEPS), "The steps."))

    def emit(self, e: Emitter) -> None:
        """Compile: the player of the frame is exchanged for the time of the steps."""
        number, me = e.number(self.player), e.hidden()
        after: list[int] = []

        def enter(state: State, frame: Frame) -> bool:
            player = number(state, frame)
            if not 0 <= player < len(state.players):
                frame[PC] = after[0]
                return False
            frame[me], frame[ME] = frame[ME], player
            return False

        def leave(state: State, frame: Frame) -> bool:
            del state
            frame[ME] = frame[me]
            return False

        e.op(enter)
        with e.with_player():
            e.steps(self.do)
        e.op(leave)
        after.append(e.here())


@STEPS.add("hand_over")
@frozen(eq=False, repr=False)
class HandOver(Step):
    """Let resources change hands: what the giver has of them, and no more than the other one can hold.

    Who is not named, giver or receiver, is this player. With `good` this player chooses the kind, whoever
    gives.
    """

    bag: Amounts = field(metadata=of(BAG, "What changes hands."))
    from_: Value | None = field(default=None, metadata=of(VALUE, "Who gives; without it, this player."))
    to: Value | None = field(default=None, metadata=of(VALUE, "Who gets it; without it, this player."))

    def emit(self, e: Emitter) -> None:
        """Compile: the named resources in the order written, then the choice of goods."""
        e.need_player(self)
        source, hands = e.source, self._hands(e)
        named, chosen = compile_bag(e, self.bag, self.at)
        if named:

            def give(state: State, frame: Frame) -> bool:
                giver, to = hands(state, frame)
                for resource, amount in named if giver != to else ():
                    hand_over(state, giver, to, resource, amount(state, frame), source)
                return False

            e.op(give)
        if chosen is not None:
            number = chosen

            def choose(state: State, frame: Frame) -> bool:
                giver, to = hands(state, frame)
                bags = held_goods(state, giver, number(state, frame)) if giver != to else ()
                return bool(bags) and pose(state, frame, _ask_over(state, frame[ME], giver, to, bags, source))

            e.op(choose)

    def _hands(self, e: Emitter) -> Callable[[State, Frame], tuple[int, int]]:
        """Compile who gives and who gets it: twice the same where there is nobody to give or to get it."""
        giver, receiver = (e.number(end) if end is not None else _me for end in (self.from_, self.to))

        def hands(state: State, frame: Frame) -> tuple[int, int]:
            ends = giver(state, frame), receiver(state, frame)
            there = all(0 <= end < len(state.players) for end in ends)
            return ends if there else (NOBODY, NOBODY)

        return hands


def _me(state: State, frame: Frame) -> int:
    del state
    return frame[ME]


def _ask_over(state: State, who: int, giver: int, to: int, bags: Bags, source: int) -> Ask:
    """Ask which goods change hands: to give, if they are one's own, else to take."""

    def proceed(asked: State, frame: Frame, k: int) -> None:
        del frame
        for good, number in bags[k]:
            hand_over(asked, giver, to, good, number, source)

    contents = [state.table.bag(bag) for bag in bags]
    if who == giver:
        return Ask(who, "give", source, tuple(Give(bag) for bag in contents), proceed)
    return Ask(who, "take", source, tuple(Take(bag) for bag in contents), proceed)


# ------
# Tests that compare a player with the others, and what he did this season.


@frozen(eq=False, repr=False)
class Rivalry(TestWord):
    """How the player stands on a fact beside all others: `beats` says what is better."""

    beats: ClassVar[staticmethod[[int, int], bool]]

    fact: str = field(metadata=of(PLAYER_FACT, "Of what."))
    alone: bool = field(default=False, metadata=of(Flag(), "Whether a tie does not count."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        look, alone, beats = player_fact(e, self.fact, self.at), self.alone, self.beats

        def check(state: State, frame: Frame) -> bool:
            mine = look(state.players[frame[ME]])
            others = [look(player) for seat, player in enumerate(state.players) if seat != frame[ME]]
            return all(beats(mine, other) or (mine == other and not alone) for other in others)

        return check


@TESTS.add("most")
@frozen(eq=False, repr=False)
class Most(Rivalry):
    """No other player has more of something; with `alone`, none has as much."""

    beats = staticmethod(operator.gt)


@TESTS.add("fewest")
@frozen(eq=False, repr=False)
class Fewest(Rivalry):
    """No other player has less of something; with `alone`, none has as little."""

    beats = staticmethod(operator.lt)


@TESTS.add("someone")
@frozen(eq=False, repr=False)
class Someone(TestWord):
    """At least one player passes all the tests; with `opponents`, one besides this player."""

    if_: tuple[TestWord, ...] = field(metadata=of(Listing(TESTS), "The tests, made for each of them."))
    opponents: bool = field(default=False, metadata=of(Flag(), "Whether this player is left out."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        with e.with_player():
            test, opponents = e.test(self.if_), self.opponents

        def check(state: State, frame: Frame) -> bool:
            me = frame[ME]
            found = False
            for seat in range(len(state.players)):
                frame[ME] = seat
                found = found or (test(state, frame) and not (opponents and seat == me))
            frame[ME] = me
            return found

        return check


@TESTS.add("built", inline="bounds")
@frozen(eq=False, repr=False)
class Built(TestWord):
    """How many buildings the player has constructed this season is within bounds."""

    bounds: Range = field(metadata=of(RANGE, "How many."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        bounds = self.bounds
        return lambda state, frame: state.players[frame[ME]].built in bounds


@TESTS.add("influenced")
@frozen(eq=False, repr=False)
class Influenced(TestWord):
    """How many different advisors bear dice of the player now is within bounds."""

    looks_at: ClassVar[str] = GROUPS

    count: Range = field(metadata=of(RANGE, "How many."))
    ranks: Range = field(default=Range(), metadata=of(RANGE, "Of which ranks; without it, of all."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        count, ranks = self.count, self.ranks

        def check(state: State, frame: Frame) -> bool:
            places = state.table.places
            mine = {place for place, who, *_, how in state.groups if who == frame[ME] and how != REWARD_ONLY}
            return sum(places[place].rank in ranks for place in mine) in count

        return check


@TESTS.add("this_card", inline="is_it")
@frozen(eq=False, repr=False)
class ThisCard(TestWord):
    """The card or building in question is this card (or, with false, another one)."""

    is_it: bool = field(metadata=of(Flag(), "Whether it must be."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot, card, is_it = e.slot_if_any("card"), e.card, self.is_it
        at = e.known_slot("building", self.at) if slot is None else slot
        return lambda state, frame: (frame[at] == card) == is_it
