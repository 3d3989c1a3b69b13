"""Flow: branches, repetitions, and turns of players.

Everything here compiles to jumps within one program; only a window or a card's program makes a new frame.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.actions import AnyAction, chosen
from kingsburg_rules.engine.decks import MOST_SEATS
from kingsburg_rules.engine.loop import pose, pose_together
from kingsburg_rules.engine.resources import can_pay, pay
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, PC
from kingsburg_rules.words.registry import (
    STEPS,
    TESTS,
    Node,
    Step,
    TestWord,
    Together,
    object_shape,
    of,
)
from kingsburg_rules.words.resources import (
    BAG,
    Amounts,
    constant_bag,
)
from kingsburg_rules.words.shapes import (
    ID_PATTERN,
    Flag,
    Listing,
    Text,
)
from kingsburg_rules.words.values import PLAYER_FACT, VALUE, Value, player_fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kingsburg_rules.engine.state import Player, State
    from kingsburg_rules.engine.table import Frame, Number, Op, Test
    from kingsburg_rules.words.emitter import Emitter

    Compared = tuple[Callable[[Player], int], Callable[[Iterable[int]], int]]

DO = Listing(STEPS)


@STEPS.add("set")
@frozen(eq=False, repr=False)
class Set(Step):
    """Set a variable; in a replacement this may change what is about to happen."""

    name: str = field(metadata=of(Text(ID_PATTERN), "The variable."))
    to: Value = field(metadata=of(VALUE, "Its new value."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it: a bonus that only changes what the card is for."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile."""
        value, slot = e.number(self.to), e.slot(self.name)

        def put(state: State, frame: Frame) -> bool:
            frame[slot] = value(state, frame)
            return False

        e.op(put)


@STEPS.add("if")
@frozen(eq=False, repr=False)
class If(Step):
    """Do something only when all tests hold, else something other."""

    test: tuple[TestWord, ...] = field(metadata=of(Listing(TESTS), "The tests; all must hold."))
    then: tuple[Step, ...] = field(metadata=of(DO, "What is done when they hold."))
    else_: tuple[Step, ...] = field(default=(), metadata=of(DO, "What is done when they do not."))

    @property
    def automatic(self) -> bool:
        """Whether both branches are."""
        return all(step.automatic for step in (*self.then, *self.else_))

    @property
    def wanted(self) -> bool:
        """Whether both branches are."""
        return all(step.wanted for step in (*self.then, *self.else_))

    def emit(self, e: Emitter) -> None:
        """Compile to a branch."""
        e.either(e.test(self.test), self.then, self.else_, self.test)


@STEPS.add("for_each")
@frozen(eq=False, repr=False)
class ForEach(Step):
    """Do the same steps for each of several values; a variable holds the value."""

    name: str = field(metadata=of(Text(ID_PATTERN), "The variable."))
    in_: tuple[Value, ...] = field(metadata=of(Listing(VALUE), "The values."))
    do: tuple[Step, ...] = field(metadata=of(DO, "What is done for each."))

    def emit(self, e: Emitter) -> None:
        """Compile the steps once for each value."""
        for value in self.in_:
            Set(self.name, value, at=self.at).emit(e)
            e.steps(self.do)


@frozen(eq=False, repr=False)
class Who(Node):
    """Which players: compared on facts, the next fact deciding among those tied on the one before."""

    fewest: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PLAYER_FACT), "Those with the least of these facts.")
    )
    most: tuple[str, ...] = field(
        default=(), metadata=of(Listing(PLAYER_FACT), "Those with the most of these facts.")
    )
    tied: bool | None = field(
        default=None, metadata=of(Flag(), "Only if several are left (true), or only if one is (false).")
    )
    ties: bool = field(
        default=False,
        metadata=of(Flag(), "A tie on the first fact may be won by a card; then no more is compared."),
    )
    opponents: bool = field(default=False, metadata=of(Flag(), "All but this player; of nobody, all."))
    neighbors: bool = field(
        default=False, metadata=of(Flag(), "Only those beside this player, to his left and to his right.")
    )
    if_: tuple[TestWord, ...] = field(
        default=(), metadata=of(Listing(TESTS), "Only those for whom all tests hold.")
    )

    def build(self, e: Emitter) -> Number:
        """Compile to a function that gives a bit set of seats."""
        if self.neighbors:
            e.need_player(self)
        facts: tuple[Compared, ...] = tuple(
            (player_fact(e, name, f"{self.at}/fewest"), min) for name in self.fewest
        )
        facts += tuple((player_fact(e, name, f"{self.at}/most"), max) for name in self.most)
        with e.with_player():
            test = e.test(self.if_) if self.if_ else None
        tied, opponents, neighbors = self.tied, self.opponents, self.neighbors
        if self.ties:
            e.look_at(self, "wins_ties")
        winning = e.names.stat("wins_ties", self.at) if self.ties else -1

        def select(state: State, frame: Frame) -> int:
            seats = range(len(state.players)) if test is None else _passing(state, frame, test)
            if opponents:
                seats = [seat for seat in seats if seat != frame[ME]]
            if neighbors:
                beside = {(frame[ME] + step) % len(state.players) for step in (1, -1)}
                seats = [seat for seat in seats if seat in beside]
            chosen = _best(state.players, seats, facts[:1] if winning >= 0 else facts)
            if winning >= 0:
                favored = [seat for seat in chosen if stat(state, winning, seat, 0) > 0]
                chosen = favored or _best(state.players, chosen, facts[1:])
            if tied is not None and (len(chosen) > 1) != tied:
                return 0
            return sum(1 << seat for seat in chosen)

        return select


def _passing(state: State, frame: Frame, test: Test) -> list[int]:
    me = frame[ME]
    seats: list[int] = []
    for seat in range(len(state.players)):
        frame[ME] = seat
        if test(state, frame):
            seats.append(seat)
    frame[ME] = me
    return seats


def _best(players: Sequence[Player], seats: Sequence[int], facts: Sequence[Compared]) -> Sequence[int]:
    for fact, best in facts:
        if len(seats) < 2:
            break
        values = [fact(players[seat]) for seat in seats]
        wanted = best(values)
        seats = [seat for seat, value in zip(seats, values, strict=True) if value == wanted]
    return seats


WHO = object_shape("who", Who)


@STEPS.add("each_player")
@frozen(eq=False, repr=False)
class EachPlayer(Step):
    """Do something for every player, or for some, in turn order; or let them all answer at once."""

    do: tuple[Step, ...] = field(metadata=of(DO, "What is done for each."))
    who: Who | None = field(default=None, metadata=of(WHO, "Which players; without it, all."))
    together: bool = field(
        default=False,
        metadata=of(Flag(), "All choose at the same time; `do` is then one single choice."),
    )

    @property
    def automatic(self) -> bool:
        """Whether what is done is."""
        return all(step.automatic for step in self.do)

    def emit(self, e: Emitter) -> None:
        """Compile to a loop over the seats chosen at its start."""
        select = self.who.build(e) if self.who else _everybody
        if self.together:
            self._emit_together(e, select)
            return
        self._loop(e, select, lambda emitter: emitter.steps(self.do))

    def _emit_together(self, e: Emitter, select: Number) -> None:
        """Compile to one question for all chosen seats, then what follows for each of them."""
        chosen, store = e.hidden(), e.hidden(MOST_SEATS)
        with e.with_player():
            found = self.do[0].at_once(e, store) if len(self.do) == 1 else None
        if found is None:
            raise e.error(
                self, "link.together", "'together' needs one single choice, such as gain: {good: 1}"
            )
        ask = found.ask

        def ask_all(state: State, frame: Frame) -> bool:
            frame[chosen] = select(state, frame)
            asks = [ask(state, frame, seat) for seat in state.order if frame[chosen] >> seat & 1]
            owed = tuple(owed for owed in asks if owed is not None)
            return bool(owed) and pose_together(state, frame, owed)

        e.op(ask_all)
        if found.then is not None:
            self._loop(e, lambda state, frame: frame[chosen], found.then)

    def _loop(self, e: Emitter, select: Number, body: Callable[[Emitter], None]) -> None:
        chosen, me = e.hidden(), e.hidden()

        def begin(state: State, frame: Frame) -> bool:
            frame[chosen], frame[me] = select(state, frame), frame[ME]
            return False

        e.op(begin)
        start = e.here()
        step = e.op(begin)
        with e.with_player():
            body(e)
        e.back_to(start)
        e.code[step] = _next_seat(chosen, me, e.here())


def _everybody(state: State, frame: Frame) -> int:
    del frame
    return (1 << len(state.players)) - 1


def _next_seat(chosen: int, me: int, end: int) -> Op:
    """Go on to the next of those chosen, as the turn order is now: what is done may have changed it."""

    def step(state: State, frame: Frame) -> bool:
        left = frame[chosen]
        for seat in state.order if left else ():
            if left >> seat & 1:
                frame[chosen] = left & ~(1 << seat)
                frame[ME] = seat
                return False
        frame[ME] = frame[me]
        frame[PC] = end
        return False

    return step


# ------
# Choosing one of several branches.


LABEL = Text("^[a-z0-9][a-z0-9_]*$")


@frozen(eq=False, repr=False)
class Branch(Node):
    """One of the things to choose from."""

    label: str = field(metadata=of(LABEL, "The name under which it is offered."))
    do: tuple[Step, ...] = field(metadata=of(Listing(STEPS), "What it does."))
    if_: tuple[TestWord, ...] = field(
        default=(), metadata=of(Listing(TESTS), "When it may be chosen; all must hold.")
    )
    cost: Amounts = field(default=(), metadata=of(BAG, "What must be paid for it, of named resources."))


BRANCH = object_shape("branch", Branch)


@STEPS.add("choose_one", inline="branches")
@frozen(eq=False, repr=False)
class ChooseOne(Step):
    """Do one of several things, as the player chooses."""

    branches: tuple[Branch, ...] = field(metadata=of(Listing(BRANCH, least=2), "The things to choose from."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question, and the branches behind it."""
        e.need_player(self)
        chosen = e.hidden()
        question = self._question(e)

        def choose(state: State, frame: Frame) -> bool:
            frame[chosen] = -1
            ask = question(state, frame, frame[ME], chosen)
            return ask is not None and pose(state, frame, ask)

        e.op(choose)
        self._branches(e, chosen)

    def at_once(self, e: Emitter, store: int) -> Together | None:
        """Let several players choose at once; the branches are done for each afterwards."""
        question = self._question(e)
        chosen = e.hidden()

        def recall(state: State, frame: Frame) -> bool:
            del state
            frame[chosen] = frame[store + frame[ME]]
            return False

        def then(emitter: Emitter) -> None:
            emitter.op(recall)
            self._branches(emitter, chosen)

        return Together(lambda state, frame, seat: question(state, frame, seat, store + seat), then)

    def _question(self, e: Emitter) -> Callable[[State, Frame, int, int], Ask | None]:
        """Give the function that asks a seat and keeps the number of the branch in a variable."""
        source = e.source
        costs = tuple(constant_bag(e, branch.cost, branch.at)[0] for branch in self.branches)
        tests = tuple((1 << k, e.test(branch.if_)) for k, branch in enumerate(self.branches) if branch.if_)
        prices = tuple((1 << k, cost) for k, cost in enumerate(costs) if cost)
        every = (1 << len(costs)) - 1

        @lru_cache(maxsize=256)
        def menu(open_: int) -> tuple[tuple[int, ...], tuple[AnyAction, ...]]:
            numbers = tuple(k for k in range(len(costs)) if open_ >> k & 1)
            return numbers, tuple(chosen(self.branches[k].label) for k in numbers)

        def question(state: State, frame: Frame, seat: int, slot: int) -> Ask | None:
            me, frame[ME] = frame[ME], seat
            open_ = every
            for bit, test in tests:
                if not test(state, frame):
                    open_ ^= bit
            for bit, price in prices:
                if open_ & bit and not can_pay(state, seat, price):
                    open_ ^= bit
            frame[ME] = me
            if not open_:
                return None
            numbers, options = menu(open_)

            def proceed(asked: State, asking: Frame, k: int) -> None:
                asking[slot] = numbers[k]
                pay(asked, seat, costs[numbers[k]], source)

            return Ask(seat, "choose", source, options, proceed)

        return question

    def _branches(self, e: Emitter, chosen: int) -> None:
        for k, branch in enumerate(self.branches):
            e.either(_equals(chosen, k), branch.do, ())


def _equals(slot: int, value: int) -> Test:
    return lambda state, frame: frame[slot] == value
