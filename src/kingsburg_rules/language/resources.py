"""Gaining, losing, trading, paying and handing over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import attr

from kingsburg_rules.engine.actions import DONE, AnyAction, Give, Pay, Take, Trade
from kingsburg_rules.engine.compiled_rules import ME, MOST_SEATS, NOBODY
from kingsburg_rules.engine.loop import ask_player, charge_work, runaway, too_many
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.stock import can_pay, give, hand_over, take
from kingsburg_rules.language.bags import (
    ANY,
    BAG,
    BAGS,
    Amounts,
    Bags,
    Choosable,
    Choosables,
    Contents,
    Counts,
    check_choice,
    check_count,
    check_limited,
    check_ways,
    choices,
    compile_bag,
    compile_way,
    compile_ways,
    constant_bag,
    constant_way,
    constant_ways,
    fixed_part,
    goods_choices,
    is_constant,
    mixtures,
    number_of_mixtures,
    paying,
)
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import (
    STEPS,
    EdgeCases,
    Node,
    SimultaneousChoice,
    Step,
    compiles,
    object_shape,
)
from kingsburg_rules.language.shapes import ID_PATTERN, Flag, Listing, Text
from kingsburg_rules.language.values import A_PLAYER, Bounds, Value
from kingsburg_rules.language.verbs import gain, lose
from kingsburg_rules.language.vocabulary import GOOD, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


_KEPT: Final = 500
"""Longer lists of choices are made anew each time: packs may ask for any number of goods."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Choice:
    """Bags to choose from, with the actions that choose them."""

    bags: tuple[Counts, ...]
    options: tuple[AnyAction, ...]
    asks: dict[tuple[int, int], Ask] = attr.Factory(dict[tuple[int, int], Ask])

    def ask_take(self, who: int, source: int) -> Ask:
        """Ask a player which bag to gain; equal questions are one object."""
        found = self.asks.get((who, source))
        if found is None:
            found = self.asks[who, source] = _take(who, source, self)
        return found


def _take(who: int, source: int, choice: Choice) -> Ask:
    bags = choice.bags

    def on_answer(state: State, _: Frame, k: int) -> None:
        gain(state, who, bags[k], source)

    return Ask(who, "take", source, choice.options, on_answer)


def take_choice(compiled: CompiledRules, bags: tuple[Counts, ...]) -> Choice:
    """Make the choice among bags to gain."""
    return Choice(bags, tuple(Take(compiled.bag(bag)) for bag in bags))


_OF_GOODS: Final = "choices of goods: "
"""How the choices of so many goods are called, among what is worked out from a rule set."""


def goods_choice(compiled: CompiledRules, count: int) -> Choice:
    """Return the choice of a number of goods to gain; equal questions share one."""
    name = _OF_GOODS + str(count)
    known = compiled.kept.get(name)
    if isinstance(known, Choice):
        return known
    made = take_choice(compiled, goods_choices(compiled.goods, count))
    if len(made.bags) <= _KEPT:
        compiled.kept[name] = made
    return made


def ask_goods(state: State, who: int, source: int, count: int) -> Ask:
    """Ask a player which goods to gain, so many of them."""
    known = state.compiled.kept.get(_OF_GOODS + str(count))
    if isinstance(known, Choice):
        return known.ask_take(who, source)
    # A number that is worked out may be too large; what has been asked before is not.
    check_choice(state, count)
    return goods_choice(state.compiled, count).ask_take(who, source)


def pay_actions(compiled: CompiledRules, bags: tuple[Counts, ...]) -> tuple[AnyAction, ...]:
    """Make the actions that choose a payment."""
    return tuple([Pay(compiled.bag(bag)) for bag in bags])


def ask_give(state: State, who: int, source: int, count: int) -> Ask | None:
    """Ask a player which goods to lose; None when they have none (R54)."""
    return _ask_lose(state, who, source, (Choosable(ANY, count, count),))


def _ask_lose(state: State, who: int, source: int, parts: Sequence[Choosable]) -> Ask | None:
    """Ask a player what to lose; None when they have nothing of it (R54)."""
    bags = held_bags(state, who, parts)
    return _ask_bag(state, who, "give", source, bags, lambda on, bag: lose(on, who, bag, source))


def _ask_gain(state: State, who: int, source: int, parts: tuple[Choosable, ...]) -> Ask | None:
    """Ask a player what to gain; None if it is nothing."""
    resource, least, most = parts[0]
    if len(parts) > 1 or resource != ANY or least != most:
        found = choices(state, parts)
        return take_choice(state.compiled, found).ask_take(who, source) if found != ((),) else None
    return ask_goods(state, who, source, most) if most > 0 else None


def _ask_bag(
    state: State,
    who: int,
    kind: Literal["give", "take"],
    source: int,
    bags: Bags,
    move: Callable[[State, Counts], object],
) -> Ask | None:
    """Ask a player for one of the bags, which is then moved; None if there is none."""
    if not bags:
        return None

    def on_answer(asked: State, _: Frame, k: int) -> None:
        move(asked, bags[k])

    action = Give if kind == "give" else Take
    return Ask(who, kind, source, tuple(action(state.compiled.bag(bag)) for bag in bags), on_answer)


def emit_choice(
    e: Emitter,
    chosen: Choosables | None,
    ask: Callable[[State, Frame, tuple[Choosable, ...]], Ask | None],
) -> None:
    """Compile the question for what a player chooses in a bag, if there is anything."""
    if chosen is None:
        return

    def choose(state: State, frame: Frame) -> bool:
        owed = ask(state, frame, chosen(state, frame))
        return owed is not None and ask_player(state, frame, owed)

    e.op(choose)


def held_bags(state: State, who: int, parts: Sequence[Choosable]) -> Bags:
    """List what a player can choose to give; if they have less than that, they give what they have."""
    compiled, stock = state.compiled, state.players[who].stock
    goods = sum(stock[good] for good in compiled.goods)
    fitting = [
        Choosable(resource, min(least, goods if resource == ANY else stock[resource]), most)
        for resource, least, most in parts
    ]
    resource, least, most = fitting[0]
    if len(fitting) > 1 or resource != ANY or parts[0].least != most:
        found = choices(state, fitting, stock)
        return found if found != ((),) else ()
    if least <= 0:
        return ()
    check_count(state, least)
    # The ways are counted before they are listed: with many kinds of goods the list would fill the memory.
    held = tuple([stock[good] for good in compiled.goods])
    check_ways(state, least, number_of_mixtures(least, held))
    return tuple(mixtures(compiled.goods, least, held))


# ------
# Steps: what a card may do.


NAME: Final = Text(ID_PATTERN)


@STEPS.add("gain", inline="bags")
@node
class Gain(Step):
    """Gain resources from the supply.

    `good` lets the player choose the kind, and bounds let them choose how many. From a list of bags, the
    player chooses one.
    """

    asks = ("take",)
    edges = EdgeCases(
        zero="Nothing is gained. A named amount below zero is lost instead.",
        not_enough=(
            "The supply never runs out. A resource with a limit, such as the envoy, is gained up to "
            "that limit."
        ),
    )
    harmless = True
    opens = ("before.gain", "after.gain")
    bags: tuple[Amounts, ...] = key(BAGS, "What is gained: a bag, or a list of bags.")

    @property
    def bag(self) -> Amounts:
        """The one bag, or the first."""
        return self.bags[0]

    @property
    def automatic(self) -> bool:
        """Whether nothing is to be chosen."""
        return len(self.bags) == 1 and not any(
            name == GOOD or isinstance(amount, Bounds) for name, amount in self.bag
        )

    def fixed(self, e: Emitter) -> Counts | None:
        """Return the bag if it is known beforehand and nothing is to be chosen."""
        if not self.automatic or not is_constant(self.bag):
            return None
        return constant_bag(e, self.bag, self.at)[0]


@compiles(Gain)
def _emit_gain(word: Gain, e: Emitter) -> None:
    """Compile: the named resources at once, then the choice of the others; or the choice of a bag."""
    e.need_player(word)
    source = e.source
    if len(word.bags) > 1:
        e.op(_gain_one_of(word, e))
        return
    check_limited(word.bag, word.at)
    named, chosen = compile_bag(e, word.bag, word.at)
    if named is not None:
        e.op(_gain(word, e, named))
    emit_choice(e, chosen, lambda state, frame, parts: _ask_gain(state, frame[ME], source, parts))


def _gain_one_of(word: Gain, e: Emitter) -> Op:
    """Compile the choice among several bags."""
    source, compiled = e.source, e.compiled
    known = constant_ways(e, word.bags, word.at)
    if known is not None:
        choice = take_choice(compiled, tuple(known))
        return lambda state, frame: ask_player(state, frame, choice.ask_take(frame[ME], source))
    ways = compile_ways(e, word.bags, word.at, held=False)

    def choose(state: State, frame: Frame) -> bool:
        found = take_choice(compiled, tuple(ways(state, frame)))
        return ask_player(state, frame, found.ask_take(frame[ME], source))

    return choose


@compiles(Gain, "at_once")
def _at_once_gain(word: Gain, e: Emitter) -> SimultaneousChoice | None:
    """Compile for several players who choose their goods at once, and gain them afterwards."""
    source, store, answer = e.source, e.hidden(MOST_SEATS), e.hidden()
    if len(word.bags) > 1:
        known = constant_ways(e, word.bags, word.at)
        if known is None:
            return None
        choice = take_choice(e.compiled, tuple(known))
    # A number that is worked out may differ from player to player, so it is no single question.
    elif len(word.bag) != 1 or word.automatic or not isinstance(word.bag[0][1], int):
        return None
    else:
        choice = goods_choice(e.compiled, word.bag[0][1])

    def ask(_: State, __: Frame, seat: int) -> Ask:
        def on_answer(_: State, asking: Frame, k: int) -> None:
            asking[store + seat] = k

        return Ask(seat, "take", source, choice.options, on_answer)

    def bring(state: State, frame: Frame) -> bool:
        return gain(state, frame[ME], choice.bags[frame[answer]], source)

    return SimultaneousChoice(ask, store, answer, lambda: e.op(bring))


def _gain(step: Gain, e: Emitter, contents: Contents) -> Op:
    """Compile the gain of what a bag holds besides goods of choice; mostly one resource, and known."""
    source, fixed = e.source, fixed_part(e, step.bag, step.at)
    if fixed is not None:
        return lambda state, frame: gain(state, frame[ME], fixed, source)
    return lambda state, frame: gain(state, frame[ME], contents(state, frame), source)


@STEPS.add("lose", inline="bag")
@node
class Lose(Step):
    """Lose resources; players do not owe what they lack.

    `good` lets the player choose the kind, and bounds let them choose how many.
    """

    asks = ("give",)
    edges = EdgeCases(
        zero="Nothing is lost.",
        not_enough="Players lose what they have and owe nothing. Victory points alone may go below zero.",
    )
    opens = ("before.lose", "after.lose")
    bag: Amounts = key(BAG, "What is lost.")


@compiles(Lose)
def _emit_lose(word: Lose, e: Emitter) -> None:
    """Compile: the named resources in the order written, then the choice of goods."""
    e.need_player(word)
    named, chosen = compile_bag(e, word.bag, word.at)
    source = e.source
    fixed = fixed_part(e, word.bag, word.at)
    if fixed:
        e.op(lambda state, frame: lose(state, frame[ME], fixed, source))
    elif named is not None:
        e.op(lambda state, frame: lose(state, frame[ME], named(state, frame), source))
    emit_choice(e, chosen, lambda state, frame, parts: _ask_lose(state, frame[ME], source, parts))


@node
class Exchange(Node):
    """One of the exchanges that a trade offers."""

    pay: Amounts = key(BAG, "What is paid.")
    gain: Amounts = key(BAG, "What is gained for it.")


EXCHANGE: Final = object_shape("exchange", Exchange)


@STEPS.add("trade", inline="offers")
@node
class TradeStep(Step):
    """Make one of several exchanges, or none: a trade is always voluntary (R24)."""

    asks = ("trade",)
    edges = EdgeCases(impossible="Players who can pay for none of the exchanges are not asked.")

    offers: tuple[Exchange, ...] = key(Listing(EXCHANGE), "The exchanges to choose from.")

    @property
    def asks_itself(self) -> bool:
        """Whether the question may be answered with none."""
        return True


@compiles(TradeStep)
def _emit_trade_step(word: TradeStep, e: Emitter) -> None:
    """Compile to one question among the exchanges that the player can pay."""
    e.need_player(word)
    source, accept, exchanges = e.source, e.acceptance(), _exchanges(word, e)

    def choose(state: State, frame: Frame) -> bool:
        who, every = frame[ME], exchanges(state, frame)
        charge_work(state, len(every), word.at)
        open_: list[_Traded] = []
        options: list[AnyAction] = []
        for trade in every:
            if can_pay(state, who, trade.paid):
                open_.append(trade)
                options.append(trade.action)
        if not open_:
            return False

        def on_answer(asked: State, _: Frame, k: int) -> None:
            if k < len(open_):
                accept(asked)
                take(asked, who, open_[k].paid, source)
                give(asked, who, open_[k].gained, source)

        return ask_player(state, frame, Ask(who, "trade", source, (*options, DONE), on_answer))

    e.op(choose)


class _Traded(NamedTuple):
    """One way to trade."""

    paid: Counts
    gained: Counts
    action: Trade


def _exchanges(word: TradeStep, e: Emitter) -> Callable[[State, Frame], Sequence[_Traded]]:
    """Compile to all ways to trade; those of plain numbers are listed in advance."""
    compiled = e.compiled
    known = [
        (
            constant_way(e, offer.pay, f"{offer.at}/pay"),
            constant_way(e, offer.gain, f"{offer.at}/gain"),
            offer.at,
        )
        for offer in word.offers
    ]

    def listed(sides: Iterable[tuple[Iterable[Counts], Iterable[Counts]]]) -> tuple[_Traded, ...]:
        pairs = ((paid, gained) for pays, gains in sides for paid in pays for gained in gains)
        # Two offers may come to the same exchange: one option is enough.
        return tuple(
            _Traded(paid, gained, Trade(compiled.bag(paid), compiled.bag(gained)))
            for paid, gained in dict.fromkeys(pairs)
        )

    constant = [(pays, gains) for pays, gains, _ in known if pays is not None and gains is not None]
    if len(constant) == len(known):
        for (pays, gains), (_, _, at) in zip(constant, known, strict=True):
            e.offer(len(pays) * len(gains), at)
        every = listed(constant)
        return lambda state, frame: every
    ways = [
        (
            compile_way(e, offer.pay, f"{offer.at}/pay"),
            compile_way(e, offer.gain, f"{offer.at}/gain", held=False),
        )
        for offer in word.offers
    ]

    def worked_out(state: State, frame: Frame) -> Sequence[_Traded]:
        sides = [(pays(state, frame), gains(state, frame)) for pays, gains in ways]
        if too_many(state, sum(len(pays) * len(gains) for pays, gains in sides)):
            raise runaway(state, "engine.choice", "The content offers too many exchanges at once")
        return listed(sides)

    return worked_out


@STEPS.add("pay")
@node
class PayStep(Step):
    """Pay a price to get something, or decline.

    In `then`, [`paid`](#value-paid) is what was paid.
    """

    asks = ("pay",)
    edges = EdgeCases(
        impossible="Players who can pay none of the prices are not asked, and `else` is done.",
        zero="A price that is worked out as zero or less costs nothing; the player may still decline.",
    )

    price: tuple[Amounts, ...] = key(BAGS, "The price, or a list of prices: any one of them is enough.")
    then: tuple[Step, ...] = key(Listing(STEPS), "What happens when it is paid.", default=())
    else_: tuple[Step, ...] = key(Listing(STEPS), "What happens when it is not.", default=())
    must: bool = key(
        Flag(), "Whether it must be paid if it can be: only those who cannot pay do not.", default=False
    )

    @property
    def asks_itself(self) -> bool:
        """Whether declining has no consequences."""
        return not self.else_ and not self.must


@compiles(PayStep)
def _emit_pay_step(word: PayStep, e: Emitter) -> None:
    e.need_player(word)
    compiled, source, accept = e.compiled, e.source, e.acceptance()
    paid, decline = e.hidden(), () if word.must else (DONE,)
    prices = compile_ways(e, word.price, f"{word.at}/price")
    with paying(e, word.then) as note:

        def choose(state: State, frame: Frame) -> bool:
            who = frame[ME]
            # In a loop the step comes again, so the answer of the round before must go.
            frame[paid] = 0
            every = prices(state, frame)
            charge_work(state, len(every), word.at)
            bags = tuple([bag for bag in every if can_pay(state, who, bag)])
            if not bags:
                return False

            def on_answer(asked: State, asking: Frame, k: int) -> None:
                if k < len(bags):
                    accept(asked)
                    take(asked, who, bags[k], source)
                    note(asking, bags[k], every[bags[k]])
                    asking[paid] = 1

            options: tuple[AnyAction, ...] = (*pay_actions(compiled, bags), *decline)
            return ask_player(state, frame, Ask(who, "pay", source, options, on_answer))

        e.op(choose)
        e.either(lambda state, frame: frame[paid] == 1, word.then, word.else_)


@STEPS.add("hand_over")
@node
class HandOver(Step):
    """Move resources from one player to another, as far as the giver has and the receiver can hold them.

    With `good` or bounds, this player chooses, even if another player gives.
    """

    asks = ("give", "take")
    edges = EdgeCases(
        no_player=(
            "If the giver or the receiver does not exist, or both are the same player, nothing is moved."
        ),
        not_enough="The giver hands over what they have, and no more than the receiver can hold.",
    )

    bag: Amounts = key(BAG, "What is moved.")
    from_: Value | None = key(A_PLAYER, "The giver; by default, this player.", default=None)
    to: Value | None = key(A_PLAYER, "The receiver; by default, this player.", default=None)


@compiles(HandOver)
def _emit_hand_over(word: HandOver, e: Emitter) -> None:
    """Compile: the named resources in the order written, then the choice of goods."""
    e.need_player(word)
    source, hands = e.source, _hands(word, e)
    named, chosen = compile_bag(e, word.bag, f"{word.at}/bag")
    if named is not None:

        def move_named(state: State, frame: Frame) -> None:
            giver, to = hands(state, frame)
            for resource, amount in named(state, frame) if giver != to else ():
                hand_over(state, giver, to, resource, amount, source)

        e.op(move_named)

    def ask(state: State, frame: Frame, parts: tuple[Choosable, ...]) -> Ask | None:
        """Ask what is moved: to give, if it is the player's own, otherwise to take."""
        giver, to = hands(state, frame)
        bags = held_bags(state, giver, parts) if giver != to else ()

        def move(asked: State, bag: Counts) -> None:
            for good, number in bag:
                hand_over(asked, giver, to, good, number, source)

        who = frame[ME]
        return _ask_bag(state, who, "give" if who == giver else "take", source, bags, move)

    emit_choice(e, chosen, ask)


def _hands(word: HandOver, e: Emitter) -> Callable[[State, Frame], tuple[int, int]]:
    """Compile the giver and the receiver: the same player twice if either does not exist."""
    giver, receiver = (
        e.thing(end, PLAYER, word.at) if end is not None else _me for end in (word.from_, word.to)
    )

    def hands(state: State, frame: Frame) -> tuple[int, int]:
        ends = giver(state, frame), receiver(state, frame)
        there = all(0 <= end < len(state.players) for end in ends)
        return ends if there else (NOBODY, NOBODY)

    return hands


def _me(state: State, frame: Frame) -> int:
    del state
    return frame[ME]
