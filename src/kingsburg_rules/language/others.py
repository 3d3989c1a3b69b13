"""Steps and values that bring other players in: neighbours, choosing an opponent, acting for him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.actions import Give, Take, chosen
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import hand_over
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.language.bags import BAG, Amounts, Bags, compile_bag, held_goods
from kingsburg_rules.language.flow import WHO, Who
from kingsburg_rules.language.registry import STEPS, VALUES, Step, ValueWord, of
from kingsburg_rules.language.shapes import ID_PATTERN, Listing, Text
from kingsburg_rules.language.values import VALUE, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number
    from kingsburg_rules.language.emitter import Emitter

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
