"""Bags: resources with amounts, and the choices that "a good of your choice" opens."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import attr
from attrs import frozen

from kingsburg_rules.engine.actions import DONE, AnyAction, Give, Pay, Take, Trade
from kingsburg_rules.engine.compiled_rules import ME, MOST_SEATS, NOBODY
from kingsburg_rules.engine.loop import ask_player, charge_work, runaway, too_many
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.stock import can_pay, give_bag, hand_over, pay
from kingsburg_rules.language.emitter import MOST_AMOUNT, LinkError
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
from kingsburg_rules.language.shapes import ID_PATTERN, Listing, Mapping, Schema, Text, is_list
from kingsburg_rules.language.values import A_PLAYER, VALUE, Value, resource_named, resource_names
from kingsburg_rules.language.verbs import gain, gain_bag, lose_bag
from kingsburg_rules.language.vocabulary import GOOD, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


BAG = Mapping(
    resource_names, VALUE, others="A resource added by a pack.", variables="The resource in a variable."
)
"""The shape of a bag in YAML: amounts by resource, and `good` for goods of the player's choice."""

Amounts: TypeAlias = "tuple[tuple[str, Value], ...]"

Counts: TypeAlias = "tuple[tuple[int, int], ...]"

Bags: TypeAlias = "tuple[Counts, ...]"

Contents: TypeAlias = "Callable[[State, Frame], Counts]"
Ways: TypeAlias = "Callable[[State, Frame], Bags]"


def compile_bag(e: Emitter, amounts: Amounts, at: str) -> tuple[Contents | None, Number | None]:
    """Split a bag into its named resources and the number of goods of choice, each if there are any."""
    check_amounts(amounts, at)
    plain = tuple((name, value) for name, value in amounts if name != GOOD)
    chosen = next((e.number(value) for name, value in amounts if name == GOOD), None)
    if not plain:
        return None, chosen
    if is_constant(plain):
        known, _ = constant_bag(e, plain, at)
        return lambda state, frame: known, chosen
    # From here on the bag is worked out anew each time.
    named = tuple((resource_named(e, name, f"{at}/{name}/"), e.number(value)) for name, value in plain)

    def contents(state: State, frame: Frame) -> Counts:
        return tuple([(resource(state, frame), amount(state, frame)) for resource, amount in named])

    return contents, chosen


def constant_bag(e: Emitter, amounts: Amounts, at: str) -> tuple[Counts, int]:
    """Read a bag of plain numbers: prices and trades must be known when they are offered."""
    if not is_constant(amounts):
        message = "amounts must be plain numbers here; only the price of 'pay' can be computed in play"
        raise LinkError(at, "link.constant", message)
    check_amounts(amounts, at)
    fixed = tuple(
        (e.names.resource_in_bag(n, f"{at}/{n}/"), v) for n, v in amounts if n != GOOD and isinstance(v, int)
    )
    return fixed, sum(v for n, v in amounts if n == GOOD and isinstance(v, int))


def check_amounts(amounts: Amounts, at: str) -> None:
    """Refuse amounts below zero, and those that nobody can mean.

    Raises:
        LinkError: There is one.
    """
    for name, amount in amounts:
        if isinstance(amount, int) and not 0 <= amount <= MOST_AMOUNT:
            raise LinkError(f"{at}/{name}", "link.amount", _why_not(amount, at.rpartition("/")[2]))


def _why_not(amount: int, word: str) -> str:
    """Describe what is wrong with an amount of the bag of a word."""
    if amount > MOST_AMOUNT:
        return f"{amount} is too large; at most {MOST_AMOUNT} is allowed here"
    if word == "gain":
        return "an amount cannot be negative; write 'lose' instead of 'gain'"
    if word == "lose":
        return "an amount cannot be negative; write 'gain' instead of 'lose'"
    return "an amount cannot be negative"


def is_constant(amounts: Amounts) -> bool:
    """Return whether a bag is known when the rules are loaded."""
    return all(isinstance(value, int) and not name.startswith("$") for name, value in amounts)


def constant_choices(e: Emitter, amounts: tuple[Amounts, ...], at: str) -> Bags:
    """List what bags of plain numbers can mean, each bag once; `at` points to the list of them."""
    bags = (bag for k, each in enumerate(amounts) for bag in _choices_of(e, each, f"{at}/{k}"))
    return tuple(dict.fromkeys(bags))


def _choices_of(e: Emitter, amounts: Amounts, at: str) -> Bags:
    """List what one bag of plain numbers can mean, if that can be listed."""
    fixed, chosen = constant_bag(e, amounts, at)
    e.offer(number_of_choices(len(e.compiled.goods), max(0, chosen)), at)
    return price_choices(e.compiled, fixed, chosen)


def compile_prices(e: Emitter, prices: tuple[Amounts, ...], at: str) -> Ways:
    """Compile prices to a list of the bags that pay one of them; plain numbers are listed in advance."""
    if all(map(is_constant, prices)):
        known = constant_choices(e, prices, at)
        return lambda state, frame: known
    ways = tuple(_compile_price(e, amounts, f"{at}/{k}") for k, amounts in enumerate(prices))

    def every(state: State, frame: Frame) -> Bags:
        found: dict[Counts, None] = {}
        for way in ways:
            found.update(dict.fromkeys(way(state, frame)))
            if too_many(state, len(found)):
                message = f"The content lets a price be paid in {len(found):,} ways"
                raise runaway(state, "engine.choice", message)
        return tuple(found)

    return every


def _compile_price(e: Emitter, amounts: Amounts, at: str) -> Ways:
    """Compile one price that is computed in play to the bags that pay it."""
    named, chosen = compile_bag(e, amounts, at)

    def work_out(state: State, frame: Frame) -> Bags:
        counts = named(state, frame) if named is not None else ()
        fixed = tuple((resource, count) for resource, count in counts if count > 0)
        goods = max(0, chosen(state, frame)) if chosen is not None else 0
        check_choice(state, goods)
        return price_choices(state.compiled, fixed, goods)

    return work_out


def number_of_choices(kinds: int, count: int) -> int:
    """Count the ways to choose a number of goods of so many kinds."""
    return comb(kinds + count - 1, count) if kinds else 0


_KEPT: Final = 500
"""Longer lists of choices are made anew each time: packs may ask for any number of goods."""


def goods_choices(goods: tuple[int, ...], count: int) -> tuple[Counts, ...]:
    """List all ways to choose a number of goods: `count` gold, then mixtures, and so on."""
    return tuple(mixtures(goods, count, (count,) * len(goods)))


def mixtures(goods: tuple[int, ...], count: int, held: tuple[int, ...]) -> Iterator[Counts]:
    """Yield the ways to take so many of what is held, those with most of the first kind first."""
    if not count:
        yield ()
    elif goods and sum(held) >= count:
        good, rest, left = goods[0], goods[1:], held[1:]
        for number in range(min(count, held[0]), -1, -1):
            for others in mixtures(rest, count - number, left):
                yield ((good, number), *others) if number else others


def number_of_mixtures(count: int, held: tuple[int, ...]) -> int:
    """Count the ways to take so many of what is held."""
    # ways[n] is the number of ways to take n of the kinds so far.
    ways = [1] + [0] * count
    for most in held:
        ways = [sum(ways[max(0, total - most) : total + 1]) for total in range(count + 1)]
    return ways[count]


def price_choices(compiled: CompiledRules, fixed: Counts, chosen: int) -> tuple[Counts, ...]:
    """List the concrete bags that a price can mean."""
    # Without goods of choice there is one way to pay.
    if not chosen:
        return (fixed,)
    return tuple(merge(fixed, choice) for choice in goods_choices(compiled.goods, chosen))


def merge(left: Counts, right: Counts) -> Counts:
    """Add two bags."""
    counts = dict(left)
    for resource, amount in right:
        counts[resource] = counts.get(resource, 0) + amount
    # Sorted, so that equal bags are equal however they came about: options are told apart by them.
    return tuple(sorted(counts.items()))


@attr.s(auto_attribs=True, eq=False, repr=False)
class Choice:
    """Bags to choose from, with the actions that choose them."""

    bags: tuple[Counts, ...]
    options: tuple[AnyAction, ...]

    def ask_take(self, who: int, source: int) -> Ask:
        """Ask a player which bag to gain."""
        bags = self.bags

        def on_answer(state: State, _: Frame, k: int) -> None:
            gain_bag(state, who, bags[k], source)

        return Ask(who, "take", source, self.options, on_answer)


def take_choice(compiled: CompiledRules, bags: tuple[Counts, ...]) -> Choice:
    """Make the choice among bags to gain."""
    return Choice(bags, tuple(Take(compiled.bag(bag)) for bag in bags))


def goods_choice(compiled: CompiledRules, count: int) -> Choice:
    """Return the choice of a number of goods to gain; equal questions share one."""
    name = f"choices of {count} goods"
    known = compiled.kept.get(name)
    if isinstance(known, Choice):
        return known
    made = take_choice(compiled, goods_choices(compiled.goods, count))
    if len(made.bags) <= _KEPT:
        compiled.kept[name] = made
    return made


def pay_actions(compiled: CompiledRules, bags: tuple[Counts, ...]) -> tuple[AnyAction, ...]:
    """Make the actions that choose a payment."""
    return tuple(Pay(compiled.bag(bag)) for bag in bags)


def check_choice(state: State, count: int) -> None:
    """Check that a choice of goods can be listed: a card may compute its number wrongly."""
    _check_count(state, count)
    if count > 0:
        _check_ways(state, count, number_of_choices(len(state.compiled.goods), count))


def _check_count(state: State, count: int) -> None:
    if count > state.compiled.limits.goods:
        message = f"The content lets {count} goods be chosen at once"
        raise runaway(state, "engine.choice", message)


def _check_ways(state: State, count: int, ways: int) -> None:
    """Check that the ways to choose a number of goods can be listed."""
    if too_many(state, ways):
        message = f"The content lets {count} goods be chosen in {ways:,} ways"
        raise runaway(state, "engine.choice", message)


def ask_give(state: State, who: int, source: int, count: int) -> Ask | None:
    """Ask a player which goods to lose; None when they have none (R54)."""
    bags = held_goods(state, who, count)
    return _ask_bag(state, who, "give", source, bags, lambda on, bag: lose_bag(on, who, bag, source))


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


def emit_choice(e: Emitter, count: Number | None, ask: Callable[[State, Frame, int], Ask | None]) -> None:
    """Compile the question for the goods of choice of a bag, if there are any in it."""
    if count is None:
        return

    def choose(state: State, frame: Frame) -> bool:
        owed = ask(state, frame, count(state, frame))
        return owed is not None and ask_player(state, frame, owed)

    e.op(choose)


def held_goods(state: State, who: int, count: int) -> Bags:
    """List the ways to take a number of goods from a player; if there are fewer, take all."""
    compiled, stock = state.compiled, state.players[who].stock
    count = min(count, sum(stock[good] for good in compiled.goods))
    if count <= 0:
        return ()
    _check_count(state, count)
    # The ways are counted before they are listed: with many kinds of goods the list would fill the memory.
    held = tuple([stock[good] for good in compiled.goods])
    _check_ways(state, count, number_of_mixtures(count, held))
    return tuple(mixtures(compiled.goods, count, held))


# ------
# Steps: what a card may do.


NAME = Text(ID_PATTERN)


@frozen
class BagsShape:
    """A bag, or a list of bags from which one is chosen."""

    several = Listing(BAG, least=2)

    def read(self, data: object, at: str) -> tuple[Amounts, ...]:
        """Read the bags: one, or several."""
        return self.several.read(data, at) if is_list(data) else (BAG.read(data, at),)

    def schema(self) -> Schema:
        """Describe it: the type decides which part applies."""
        return {"if": {"type": "array"}, "then": self.several.schema(), "else": BAG.schema()}


@STEPS.add("gain", inline="bags")
@node
class Gain(Step):
    """Gain resources from the supply; `good` lets the player choose the kind.

    From a list of bags, the player chooses one.
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
    bags: tuple[Amounts, ...] = key(BagsShape(), "What is gained: a bag, or a list of bags.")

    @property
    def bag(self) -> Amounts:
        """The one bag, or the first."""
        return self.bags[0]

    @property
    def automatic(self) -> bool:
        """Whether nothing is to be chosen."""
        return len(self.bags) == 1 and all(name != GOOD for name, _ in self.bag)

    def fixed(self, e: Emitter) -> Counts | None:
        """Return the bag if it is known beforehand and nothing is to be chosen."""
        if not self.automatic or not is_constant(self.bag):
            return None
        return constant_bag(e, self.bag, self.at)[0]


@compiles(Gain)
def _emit_gain(word: Gain, e: Emitter) -> None:
    """Compile: the named resources at once, then the choice of goods; or the choice of a bag."""
    e.need_player(word)
    source = e.source
    if len(word.bags) > 1:
        choice = take_choice(e.compiled, constant_choices(e, word.bags, word.at))
        e.op(lambda state, frame: ask_player(state, frame, choice.ask_take(frame[ME], source)))
        return
    named, chosen = compile_bag(e, word.bag, word.at)
    if named is not None:
        e.op(_gain(word, e, named))

    def ask(state: State, frame: Frame, count: int) -> Ask | None:
        if count <= 0:
            return None
        check_choice(state, count)
        return goods_choice(state.compiled, count).ask_take(frame[ME], source)

    emit_choice(e, chosen, ask)


@compiles(Gain, "at_once")
def _at_once_gain(word: Gain, e: Emitter) -> SimultaneousChoice | None:
    """Compile for several players who choose their goods at once, and gain them afterwards."""
    source, store, answer = e.source, e.hidden(MOST_SEATS), e.hidden()
    if len(word.bags) > 1:
        choice = take_choice(e.compiled, constant_choices(e, word.bags, word.at))
    # A number that is worked out may differ from player to player, so it is no single question.
    elif len(word.bag) != 1 or word.automatic or not isinstance(word.bag[0][1], int):
        return None
    else:
        choice = goods_choice(e.compiled, word.bag[0][1])

    def ask(_: State, __: Frame, seat: int) -> Ask:
        def on_answer(_: State, asking: Frame, k: int) -> None:
            asking[store + seat] = k

        return Ask(seat, "take", source, choice.options, on_answer)

    def give(state: State, frame: Frame) -> bool:
        return gain_bag(state, frame[ME], choice.bags[frame[answer]], source)

    return SimultaneousChoice(ask, store, answer, lambda: e.op(give))


def _gain(step: Gain, e: Emitter, contents: Contents) -> Op:
    """Compile the gain of what a bag holds besides goods of choice; mostly one resource, and known."""
    source, fixed = e.source, step.fixed(e)
    # Most gains are of one resource: no bag is gone through for it.
    if fixed is not None and len(fixed) == 1:
        ((resource, amount),) = fixed
        return lambda state, frame: gain(state, frame[ME], resource, amount, source)
    return lambda state, frame: gain_bag(state, frame[ME], contents(state, frame), source)


@STEPS.add("lose", inline="bag")
@node
class Lose(Step):
    """Lose resources; players do not owe what they lack. `good` lets the player choose the kind."""

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
    if named is not None:
        e.op(lambda state, frame: lose_bag(state, frame[ME], named(state, frame), source))
    emit_choice(e, chosen, lambda state, frame, count: ask_give(state, frame[ME], source, count))


@node
class Exchange(Node):
    """One of the exchanges that a trade offers."""

    pay: Amounts = key(BAG, "What is paid.")
    gain: Amounts = key(BAG, "What is gained for it.")


EXCHANGE = object_shape("exchange", Exchange)


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
    compiled, source, accept = e.compiled, e.source, e.acceptance()
    sides = [
        (
            _choices_of(e, offer.pay, f"{offer.at}/pay"),
            _choices_of(e, offer.gain, f"{offer.at}/gain"),
            offer.at,
        )
        for offer in word.offers
    ]
    for pays, gains, at in sides:
        e.offer(len(pays) * len(gains), at)
    exchanges = ((paid, gained) for pays, gains, _ in sides for paid in pays for gained in gains)
    # Two offers may come to the same exchange: one option is enough.
    bags = tuple(dict.fromkeys(exchanges))
    actions = tuple(Trade(compiled.bag(paid), compiled.bag(gained)) for paid, gained in bags)

    def choose(state: State, frame: Frame) -> bool:
        who = frame[ME]
        charge_work(state, len(bags), word.at)
        open_ = [k for k, (paid, _) in enumerate(bags) if can_pay(state, who, paid)]
        if not open_:
            return False

        def on_answer(asked: State, _: Frame, k: int) -> None:
            if k < len(open_):
                accept(asked)
                paid, gained = bags[open_[k]]
                pay(asked, who, paid, source)
                give_bag(asked, who, gained, source)

        options: tuple[AnyAction, ...] = (*(actions[k] for k in open_), DONE)
        return ask_player(state, frame, Ask(who, "trade", source, options, on_answer))

    e.op(choose)


@STEPS.add("pay")
@node
class PayStep(Step):
    """Pay a price to get something, or decline."""

    asks = ("pay",)
    edges = EdgeCases(
        impossible="Players who can pay none of the prices are not asked, and `else` is done.",
        zero="A price that is worked out as zero or less costs nothing; the player may still decline.",
    )

    price: tuple[Amounts, ...] = key(Listing(BAG), "The prices: any one of them is enough.")
    then: tuple[Step, ...] = key(Listing(STEPS), "What happens when it is paid.", default=())
    else_: tuple[Step, ...] = key(Listing(STEPS), "What happens when it is not.", default=())

    @property
    def asks_itself(self) -> bool:
        """Whether declining has no consequences."""
        return not self.else_


@compiles(PayStep)
def _emit_pay_step(word: PayStep, e: Emitter) -> None:
    e.need_player(word)
    compiled, source, accept = e.compiled, e.source, e.acceptance()
    paid = e.hidden()
    prices = compile_prices(e, word.price, f"{word.at}/price")

    def choose(state: State, frame: Frame) -> bool:
        who = frame[ME]
        # In a loop the step comes again, so the answer of the round before must go.
        frame[paid] = 0
        every = prices(state, frame)
        charge_work(state, len(every), word.at)
        bags = tuple(bag for bag in every if can_pay(state, who, bag))
        if not bags:
            return False

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            if k < len(bags):
                accept(asked)
                pay(asked, who, bags[k], source)
                asking[paid] = 1

        options: tuple[AnyAction, ...] = (*pay_actions(compiled, bags), DONE)
        return ask_player(state, frame, Ask(who, "pay", source, options, on_answer))

    e.op(choose)
    e.either(lambda state, frame: frame[paid] == 1, word.then, word.else_)


@STEPS.add("hand_over")
@node
class HandOver(Step):
    """Move resources from one player to another, as far as the giver has and the receiver can hold them.

    With `good`, this player chooses the kind, even if another player gives.
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

        def give(state: State, frame: Frame) -> None:
            giver, to = hands(state, frame)
            for resource, amount in named(state, frame) if giver != to else ():
                hand_over(state, giver, to, resource, amount, source)

        e.op(give)

    def ask(state: State, frame: Frame, count: int) -> Ask | None:
        """Ask which goods are moved: to give, if they are the player's own, otherwise to take."""
        giver, to = hands(state, frame)
        bags = held_goods(state, giver, count) if giver != to else ()

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
