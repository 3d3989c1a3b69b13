"""Steps: what a card may do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.actions import DONE, AnyAction, Choose, Trade, chosen
from kingsburg_rules.engine.events import EnemySeen, Peeked
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import can_pay, give, give_bag, pay, take
from kingsburg_rules.engine.state import PEEKS, Ask
from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.bags import (
    BAG,
    Amounts,
    Counts,
    ask_give,
    check_choice,
    compile_bag,
    compile_prices,
    constant_bag,
    constant_choices,
    goods_choice,
    pay_actions,
    take_choice,
)
from kingsburg_rules.language.permissions import is_skipped
from kingsburg_rules.language.registry import (
    STEPS,
    TESTS,
    Node,
    Step,
    TestWord,
    Together,
    object_shape,
    of,
)
from kingsburg_rules.language.shapes import ID_PATTERN, Listing, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Test
    from kingsburg_rules.language.emitter import Emitter

NAME = Text(ID_PATTERN)
LABEL = Text("^[a-z0-9][a-z0-9_]*$")


@STEPS.add("gain", inline="bag")
@frozen(eq=False, repr=False)
class Gain(Step):
    """Gain resources from the supply; `good` lets the player choose the kind."""

    welcome: ClassVar[bool] = True
    bag: Amounts = field(metadata=of(BAG, "What is gained."))

    @property
    def automatic(self) -> bool:
        """Whether nothing is to be chosen."""
        return all(name != "good" for name, _ in self.bag)

    def fixed(self, e: Emitter) -> Counts | None:
        """Give the bag if it is known beforehand and nothing is to be chosen."""
        if not self.automatic or not all(isinstance(value, int) for _, value in self.bag):
            return None
        return constant_bag(e, self.bag, self.at)[0]

    def emit(self, e: Emitter) -> None:
        """Compile: the named resources at once, then the choice of goods."""
        e.need_player(self)
        named, chosen = compile_bag(e, self.bag, self.at)
        source = e.source
        if named:

            def gain(state: State, frame: Frame) -> bool:
                for resource, amount in named:
                    give(state, frame[ME], resource, amount(state, frame), source)
                return False

            e.op(gain)
        if chosen is not None:
            number = chosen

            def choose(state: State, frame: Frame) -> bool:
                count = number(state, frame)
                if count <= 0:
                    return False
                check_choice(state, count)
                return pose(state, frame, goods_choice(state.table, count).ask_take(frame[ME], source))

            e.op(choose)

    def at_once(self, e: Emitter, store: int) -> Together | None:
        """Let several players choose their goods at once."""
        if len(self.bag) != 1 or self.automatic or not isinstance(self.bag[0][1], int):
            return None
        choice, source = goods_choice(e.table, self.bag[0][1]), e.source
        return Together(lambda state, frame, seat: choice.ask_take(seat, source))


@STEPS.add("lose", inline="bag")
@frozen(eq=False, repr=False)
class Lose(Step):
    """Lose resources; what the player does not have is not owed. `good` lets him choose the kind."""

    bag: Amounts = field(metadata=of(BAG, "What is lost."))

    def emit(self, e: Emitter) -> None:
        """Compile: the named resources in the order written, then the choice of goods."""
        e.need_player(self)
        named, chosen = compile_bag(e, self.bag, self.at)
        source = e.source
        if named:

            def lose(state: State, frame: Frame) -> bool:
                for resource, amount in named:
                    take(state, frame[ME], resource, amount(state, frame), source)
                return False

            e.op(lose)
        if chosen is not None:
            number = chosen

            def choose(state: State, frame: Frame) -> bool:
                ask = ask_give(state, frame[ME], source, number(state, frame))
                return ask is not None and pose(state, frame, ask)

            e.op(choose)


@STEPS.add("take_one", inline="bags")
@frozen(eq=False, repr=False)
class TakeOne(Step):
    """Gain one of several bags, as the player chooses."""

    welcome: ClassVar[bool] = True
    bags: tuple[Amounts, ...] = field(metadata=of(Listing(BAG, least=2), "The bags to choose from."))

    def emit(self, e: Emitter) -> None:
        """Compile to one question."""
        e.need_player(self)
        choice, source = take_choice(e.table, constant_choices(e, self.bags, self.at)), e.source

        def choose(state: State, frame: Frame) -> bool:
            return pose(state, frame, choice.ask_take(frame[ME], source))

        e.op(choose)


@frozen(eq=False, repr=False)
class Exchange(Node):
    """One of the exchanges that a trade offers."""

    pay: Amounts = field(metadata=of(BAG, "What is paid."))
    gain: Amounts = field(metadata=of(BAG, "What is gained for it."))


EXCHANGE = object_shape("exchange", Exchange)


@STEPS.add("trade", inline="offers")
@frozen(eq=False, repr=False)
class TradeStep(Step):
    """Make one of several exchanges, or none: a payment is always voluntary (R24)."""

    offers: tuple[Exchange, ...] = field(metadata=of(Listing(EXCHANGE), "The exchanges to choose from."))

    @property
    def declinable(self) -> bool:
        """Whether the question may be answered with none."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile to one question among the exchanges that the player can pay."""
        e.need_player(self)
        table, source = e.table, e.source
        bags = tuple(
            dict.fromkeys(
                (paid, gained)
                for offer in self.offers
                for paid in constant_choices(e, (offer.pay,), offer.at)
                for gained in constant_choices(e, (offer.gain,), offer.at)
            )
        )
        actions = tuple(Trade(table.bag(paid), table.bag(gained)) for paid, gained in bags)

        def choose(state: State, frame: Frame) -> bool:
            who = frame[ME]
            open_ = [k for k, (paid, _) in enumerate(bags) if can_pay(state, who, paid)]
            if not open_:
                return False

            def proceed(asked: State, _: Frame, k: int) -> None:
                if k < len(open_):
                    paid, gained = bags[open_[k]]
                    pay(asked, who, paid, source)
                    give_bag(asked, who, gained, source)

            options: tuple[AnyAction, ...] = (*(actions[k] for k in open_), DONE)
            return pose(state, frame, Ask(who, "trade", source, options, proceed))

        e.op(choose)


@STEPS.add("pay")
@frozen(eq=False, repr=False)
class PayStep(Step):
    """Pay a price to get something, or decline."""

    price: tuple[Amounts, ...] = field(metadata=of(Listing(BAG), "The prices: any one of them is enough."))
    then: tuple[Step, ...] = field(default=(), metadata=of(Listing(STEPS), "What happens when it is paid."))
    else_: tuple[Step, ...] = field(default=(), metadata=of(Listing(STEPS), "What happens when it is not."))

    @property
    def declinable(self) -> bool:
        """Whether nothing happens to who declines."""
        return not self.else_

    def emit(self, e: Emitter) -> None:
        """Compile to a question, and a branch on its answer."""
        e.need_player(self)
        table, source = e.table, e.source
        paid = e.hidden()
        prices = compile_prices(e, self.price, self.at)

        def choose(state: State, frame: Frame) -> bool:
            who = frame[ME]
            frame[paid] = 0
            bags = tuple(bag for bag in prices(state, frame) if can_pay(state, who, bag))
            if not bags:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                if k < len(bags):
                    pay(asked, who, bags[k], source)
                    asking[paid] = 1

            options: tuple[AnyAction, ...] = (*pay_actions(table, bags), DONE)
            return pose(state, frame, Ask(who, "pay", source, options, proceed))

        e.op(choose)
        e.either(lambda state, frame: frame[paid] == 1, self.then, self.else_)


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


@STEPS.add("peek", inline="what")
@frozen(eq=False, repr=False)
class Peek(Step):
    """Look secretly at the enemy card of this year (R31); before the first year there is none."""

    what: str = field(metadata=of(Text(among=("enemy",)), "What is looked at."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile to a look, or to the question whether to look."""
        e.need_player(self)
        source = e.source

        def peek(state: State, frame: Frame) -> bool:
            who = frame[ME]
            if state.revealed or not (state.enemies and state.year) or is_skipped(state, "peek"):
                return False
            cards = [deck[state.year - 1] for deck in (state.enemies, state.further) if deck]
            if len(cards) == 1 and state.automated(who, PEEKS):
                _look(state, who, cards[0])
                return False

            def proceed(asked: State, _: Frame, k: int) -> None:
                if k < len(cards):
                    _look(asked, who, cards[k])

            options: tuple[AnyAction, ...] = (
                *(Choose(deck) for deck, _ in zip(DECKS, cards, strict=False)),
                DONE,
            )
            return pose(state, frame, Ask(who, "choose", source, options, proceed))

        e.op(peek)


DECKS = ("enemy", "further")


def _look(state: State, who: int, card: int) -> None:
    player = state.players[who]
    if card not in player.seen:
        player.seen = (*player.seen, card)
    if state.notes is not None:
        name = state.setup.players[who]
        state.notes.append(Peeked(name, state.year))
        further = card not in state.enemies
        seen = EnemySeen(name, state.year, state.table.cards[card].name, further, only_for=name)
        state.notes.append(seen)


def _equals(slot: int, value: int) -> Test:
    return lambda state, frame: frame[slot] == value
