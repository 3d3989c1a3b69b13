"""Buildings: what they cost, how they are constructed, and how they fall.

A building may be paid with goods less by a discount, or one good in place of another. Discounts come before
substitutions (F25, F33, F34).
"""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import attr

from kingsburg_rules.engine.actions import DONE, PASS, AnyAction, Build
from kingsburg_rules.engine.compiled_rules import FIRST, ME, NOBODY, PC, Building
from kingsburg_rules.engine.events import Built, Passed
from kingsburg_rules.engine.loop import ask_player, call, runaway
from kingsburg_rules.engine.state import Ask, activate, let_last
from kingsburg_rules.engine.stats import (
    CLOSED_BUILDINGS,
    changed,
    closed_to,
    fitting,
    granted,
    is_forbidden,
    stat,
)
from kingsburg_rules.engine.stock import VP, give, note_payment, take
from kingsburg_rules.engine.windows import open_window, report_left
from kingsburg_rules.engine.zones import take_out_of_play
from kingsburg_rules.language.bags import merge, mixtures
from kingsburg_rules.language.cards import ANY_GOOD, PURPOSES
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import each_in_turn
from kingsburg_rules.language.queries import CARD_QUERY, Cards, card_passes
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import Flag
from kingsburg_rules.language.values import A_CARD, VALUE, Value
from kingsburg_rules.language.verbs import MOMENTS, TURN_END, Verb, end_turn
from kingsburg_rules.language.vocabulary import CARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kingsburg_rules.engine.compiled_rules import (
        ActiveEffects,
        Automaton,
        CompiledRules,
        Frame,
        Modifier,
        Number,
        Op,
        Permission,
    )
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter

    Changes = tuple[tuple[tuple[Modifier, ...], ...], tuple[Permission, ...]]
    """What cards change about the prices of buildings."""

    Fitting = tuple[tuple[Modifier, ...], ...]
    """The changes that can concern a building: of the discount, and of the price in each good."""

Counts: TypeAlias = tuple[tuple[int, int], ...]

BUILDING: Final = PURPOSES.index("building")


class Payment(NamedTuple):
    """A way to pay, and whether it uses up a discount or a surcharge."""

    price: Counts
    discounted: bool = False


Substitutes: TypeAlias = "tuple[tuple[int, int], ...]"

"""What may be paid in place of what: pairs of resources."""


def substitutes(state: State, who: int) -> Substitutes:
    """List what a player's cards let them pay in place of a good when they build."""
    return tuple(
        (permission.values[0], permission.values[1])
        for permission in granted(state, who, "spend_as")
        if permission.values[2] == BUILDING
    )


MOST_PAYMENTS: Final = 2_000
"""So many ways to pay for a building can be offered."""


def payments(goods: tuple[int, ...], price: Counts, discounts: int, others: Substitutes) -> list[Payment]:
    """List the ways to pay: the price itself, so many goods less by a discount, with substitutes.

    A discount below zero is a surcharge: so many goods more. If there are more ways than `MOST_PAYMENTS`,
    some of them are left out, but not all above that.
    """
    # Discounts come first, then substitutes: one of the goods that is left is replaced (F34).
    found = [Payment(price)]
    if discounts < 0:
        more = mixtures(goods, -discounts, (-discounts,) * len(goods))
        found = [Payment(merge(price, each), discounted=True) for each in islice(more, MOST_PAYMENTS + 1)]
    for _ in range(discounts):
        before = len(found)
        found = _with_more(found, _discounted)
        if len(found) == before:
            break
    for instead, replaced in others:
        for good in [good for good, _ in price] if replaced == ANY_GOOD else [replaced]:
            found = _with_more(found, partial(_substituted, instead, good))
    return found


def _with_more(found: list[Payment], ways: Callable[[Payment], Iterable[Payment]]) -> list[Payment]:
    """Add what follows from each way to pay, each once; nothing if there are too many already."""
    more = dict.fromkeys(found)
    for payment in found if len(found) <= MOST_PAYMENTS else ():
        more.update(dict.fromkeys(ways(payment)))
        if len(more) > MOST_PAYMENTS:
            break
    return [*more]


def _discounted(payment: Payment) -> Iterator[Payment]:
    for good, _ in payment.price:
        yield Payment(_changed(payment.price, {good: -1}), discounted=True)


def _substituted(instead: int, replaced: int, payment: Payment) -> Iterator[Payment]:
    most = dict(payment.price).get(replaced, 0) if replaced != instead else 0
    for count in range(1, min(most, MOST_PAYMENTS) + 1):
        yield Payment(_changed(payment.price, {replaced: -count, instead: count}), payment.discounted)


def _changed(price: Counts, changes: dict[int, int]) -> Counts:
    counts = dict(price)
    for good, change in changes.items():
        counts[good] = counts.get(good, 0) + change
    return tuple((good, count) for good, count in sorted(counts.items()) if count)


# ------
# Step d of a productive season: each player may construct a building, with the envoy two (R33-R36).


BUILD_MOMENTS: Final = ("before.build", "after.build")

_BEFORE: Final = MOMENTS[BUILD_MOMENTS[0]]
_AFTER: Final = MOMENTS[BUILD_MOMENTS[1]]
_TURN: Final = MOMENTS["construct.turn"]
_PASSED: Final = MOMENTS["construct.passed"]


@STEPS.add("construct")
@node
class ConstructStep(Step):
    """Let each player, in turn order, construct one building, and a second one by using the envoy.

    Rows are built from left to right. A player who declines the first building is not asked for a second.
    """

    asks = ("build",)
    edges = EdgeCases(impossible="Players who can afford no building pass, and count as passing.")
    opens = ("construct.turn", *BUILD_MOMENTS, "construct.passed", TURN_END)


@compiles(ConstructStep)
def _emit_construct_step(word: ConstructStep, e: Emitter) -> None:
    """Compile to a loop: ask, let cards react, construct."""
    turn = ConstructionTurn(e, word.at)
    e.op(turn.prepare)
    with each_in_turn(e):
        if e.names.may_have_listeners(_TURN):
            e.op(turn.begin)
        turn.start = e.op(turn.ask)
        turn.site.announce(e)
        e.op(turn.construct)
        turn.end = e.here()
        end_turn(e)


class ConstructionTurn:
    """The turn of a player in the construction step, with all it needs to know of the rule set.

    `again` is the variable that says that the turn is about the second building, and `refused` the buildings
    that cards have prevented in it.
    """

    def __init__(self, e: Emitter, at: str) -> None:
        self.again, self.refused = e.hidden(), e.hidden()
        self.source, self.envoy = e.source, e.names.resource("envoy", at)
        self.prices, self.site = Prices(e, at), ConstructionSite(e)
        self.start = self.end = 0

    def prepare(self, state: State, frame: Frame) -> None:
        """Forget what other steps have left in the variables; each turn leaves them empty for the next."""
        frame[self.again] = frame[self.refused] = 0

    def begin(self, state: State, frame: Frame) -> bool:
        """Open the moment before a player's turn."""
        return _TURN in state.listeners and open_window(state, _TURN, frame[ME])

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask what the player constructs: what they can pay of the next building in each row."""
        who = frame[ME]
        if state.compiled.automata and (automaton := state.automaton(who)) is not None:
            frame[PC] = self.end
            return self._let_play(state, who, automaton)
        # What a card has prevented is not offered again this turn, not even with the envoy.
        shut, second = frame[self.refused], frame[self.again]
        if CLOSED_BUILDINGS in state.permitting:
            shut |= closed_buildings(state, who)
        offers = _affordable(self.prices.next(state, who), state.players[who].stock, shut)
        options: list[AnyAction] = []
        for offer in offers:
            options.append(offer.second if second else offer.action)
        options.append(PASS)

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            if k < len(offers):
                if second:
                    take(asked, who, ((self.envoy, 1),), self.source)
                self.site.choose(asked, asking, offers[k])
                return
            asking[self.again] = asking[self.refused] = 0
            asking[PC] = self.end
            _pass(asked, who, not second)

        return ask_player(state, frame, Ask(who, "build", self.source, tuple(options), on_answer))

    def _let_play(self, state: State, who: int, automaton: Automaton) -> bool:
        """Let the cards act for a seat without a player; without steps for this turn, it passes."""
        turn = automaton.turns.get("build")
        if turn is not None:
            return call(state, turn, who)
        _pass(state, who, True)
        return True

    def construct(self, state: State, frame: Frame) -> bool:
        """Construct what was chosen; if a card prevents it, the player chooses something else."""
        who, second = frame[ME], frame[self.again]
        # The second building comes only if the envoy can be sent for it.
        more = (
            not second and state.players[who].stock[self.envoy] > 0 and not is_forbidden(state, who, "envoy")
        )
        if not self.site.construct(state, frame):
            if second:
                give(state, who, ((self.envoy, 1),), self.source)
            frame[self.refused] |= 1 << frame[self.site.wanted]
            frame[PC] = self.start
        elif more:
            frame[self.again], frame[PC] = 1, self.start
        else:
            frame[self.again] = frame[self.refused] = 0
        return True


def _pass(state: State, who: int, first: bool) -> None:  # noqa: FBT001
    """Construct nothing; cards hear of it if it is the first building that is declined."""
    if state.event_log is not None:
        state.event_log.append(Passed(state.setup.players[who], "build"))
    if first and _PASSED in state.listeners:
        open_window(state, _PASSED, who)


@attr.s(auto_attribs=True, eq=False, repr=False)
class BuildOffer:
    """A building that a player may construct next, its price, and the actions that construct it.

    `pairs` is the price for the variables of a frame, filled up with zeros.
    """

    building: Building
    price: Counts
    pairs: tuple[int, ...]
    action: Build
    second: Build
    discounted: bool = False


UNSTEADY: Final = -1
"""Changes of prices that must be worked out each time."""

_KEPT: Final = 200
"""Longer lists of offers are made anew each time; nothing that is printed has a tenth of that."""


class Prices:
    """The offers of buildings, for one rule set, with caches: changes of prices get a number each.

    By the number, `made` has the offers of a building, and `sheets` all that a sheet offers next, also by the
    strips and buildings on it. Where a change looks at more than the building, `fitting` has the changes that
    can concern a building at all, so that no others are asked; and `offered` the offers at a price.
    """

    def __init__(self, e: Emitter, at: str) -> None:
        self.compiled = e.compiled
        self.discount = e.names.stat("build_discount", at)
        self.cost_stats = [
            (good, e.names.stat(f"build_cost:{e.compiled.resources[good].name}", at))
            for good in e.compiled.goods
        ]
        self.stats = (self.discount, *(number for _, number in self.cost_stats))
        self.known: dict[tuple[ActiveEffects, ActiveEffects], int] = {}
        self.numbers: dict[Changes, int] = {}
        self.made: dict[tuple[int, int], tuple[BuildOffer, ...]] = {}
        self.sheets: dict[tuple[int, int, int], list[BuildOffer]] = {}
        self.fitting: dict[tuple[ActiveEffects, ActiveEffects, int], Fitting] = {}
        self.offered: dict[tuple[int, Counts, int, Substitutes], tuple[BuildOffer, ...]] = {}

    def next(self, state: State, who: int) -> list[BuildOffer]:
        """List the next building of every row with what it costs the player now."""
        player, compiled = state.players[who], state.compiled
        changes = self.known.get((player.effects, state.effects))
        if changes is None:
            changes = self._number(player.effects, state.effects)
        sheet = (changes, player.strips, player.cards & compiled.building_set)
        # A lasting effect, or a test that looks at more than the building, may change a price at any time.
        steady = changes >= 0 and not state.lasting
        found = self.sheets.get(sheet) if steady else None
        if found is None:
            found = self.of(state, who, next_buildings(state, who), changes)
            # A pack can make a list of thousands, which would fill the memory with lists like it.
            if steady and len(found) <= _KEPT:
                compiled.make_room(self.sheets)
                self.sheets[sheet] = found
        return found

    def of(
        self, state: State, who: int, buildings: Sequence[Building], changes: int = UNSTEADY
    ) -> list[BuildOffer]:
        """List the offers of buildings, one for every way to pay."""
        found: list[BuildOffer] = []
        for building in buildings:
            offers = self.made.get((changes, building.card)) if not state.lasting else None
            if offers is None:
                offers = self._ways_to_pay(state, who, building)
                if changes != UNSTEADY and not state.lasting and len(offers) <= _KEPT:
                    self.compiled.make_room(self.made)
                    self.made[changes, building.card] = offers
            found += offers
        return found

    def _number(self, own: ActiveEffects, general: ActiveEffects) -> int:
        """Number what the cards change; `UNSTEADY` if a change looks at more than the building."""
        helps = own.permissions.get("spend_as", ())
        every: list[tuple[Modifier, ...]] = []
        steady = not (helps and self.compiled.forbids)
        for effects in (own, general):
            for stat_ in self.stats:
                changes = effects.modifiers.get(stat_, ())
                every.append(changes)
                for change in changes:
                    steady = steady and change.steady
        for permission in helps:
            steady = steady and permission.test is None
        number = self.numbers.setdefault((tuple(every), helps), len(self.numbers)) if steady else UNSTEADY
        self.compiled.make_room(self.known)
        self.known[own, general] = number
        return number

    def _ways_to_pay(self, state: State, who: int, building: Building) -> tuple[BuildOffer, ...]:
        """Make the offers of a building at its price of now, or find them."""
        price, discounts = self._price(state, who, building)
        key = building.card, price, discounts, substitutes(state, who)
        offers = self.offered.get(key)
        if offers is None:
            offers = self._offers(state.compiled, building, payments(state.compiled.goods, *key[1:]))
            if offers is None:
                message = f"The content lets '{building.name}' be paid in more than {MOST_PAYMENTS:,} ways"
                raise runaway(state, "engine.choice", message, state.compiled.cards[building.card].ref)
            if len(offers) <= _KEPT:
                self.compiled.make_room(self.offered)
                self.offered[key] = offers
        return offers

    def _offers(
        self, compiled: CompiledRules, building: Building, ways: Sequence[Payment]
    ) -> tuple[BuildOffer, ...] | None:
        """Make the offers of a building; None if there are too many."""
        if len(ways) > MOST_PAYMENTS:
            return None
        return tuple([_offer(compiled, building, payment) for payment in ways])

    def _price(self, state: State, who: int, building: Building) -> tuple[Counts, int]:
        """Compute what a building costs a player now, and the discount of any goods."""
        if state.lasting:
            price = price_now(state, who, building, self.cost_stats)
            return price, stat(state, self.discount, who, 0, building.card)
        discounts, *costs = self._fitting(state, who, building.card)
        frame = [0, 0, who, building.card]
        if not any(costs):
            return building.price, changed(state, discounts, frame, 0) if discounts else 0
        prices = dict(building.price)
        for (good, _), modifiers in zip(self.cost_stats, costs, strict=True):
            if modifiers:
                prices[good] = max(0, changed(state, modifiers, frame, prices.get(good, 0)))
        counts = tuple([(good, count) for good, count in prices.items() if count])
        return counts, changed(state, discounts, frame, 0) if discounts else 0

    def _fitting(self, state: State, who: int, card: int) -> Fitting:
        """List the changes that can concern a building, for each of its numbers."""
        own, general = state.players[who].effects, state.effects
        found = self.fitting.get((own, general, card))
        if found is None:
            found = tuple([fitting(state, (general, own), number, card) for number in self.stats])
            self.compiled.make_room(self.fitting)
            self.fitting[own, general, card] = found
        return found


class ConstructionSite:
    """A building about to be constructed, kept in variables: itself, whether it is prevented, its price.

    The price is paid when the building is chosen, and given back if nothing comes of it: nobody loses what
    they build with, whatever cards do in between.
    """

    def __init__(self, e: Emitter) -> None:
        self.chosen = e.hidden(2)
        self.wanted = e.hidden()
        self.price = e.hidden(2 * len(e.compiled.resources))
        self.discounted = e.hidden()
        self.discount = e.names.stat("build_discount", e.at)

    def choose(self, state: State, frame: Frame, offer: BuildOffer) -> None:
        """Pay and keep what was chosen; the price as pairs of a resource and a number, in their order."""
        card = offer.building.card
        frame[self.chosen : self.chosen + 2] = [card, 0]
        frame[self.wanted] = card
        frame[self.price : self.discounted] = offer.pairs
        frame[self.discounted] = int(offer.discounted)
        take(state, frame[ME], offer.price, state.compiled.card_source[card])

    def announce(self, e: Emitter) -> None:
        """Compile the moment before it, in which cards may prevent it."""
        chosen = self.chosen
        if e.names.may_have_listeners(_BEFORE):
            e.op(
                lambda state, frame: (
                    _BEFORE in state.listeners
                    and open_window(state, _BEFORE, frame[ME], (frame[chosen],), chosen)
                )
            )

    def _price(self, frame: Frame) -> Counts:
        """Return what was paid; pairs of zeros, which nobody notices, may follow."""
        pairs = frame[self.price : self.discounted]
        return tuple(zip(pairs[::2], pairs[1::2], strict=True))

    def place(self, state: State, frame: Frame) -> Building | None:
        """Put what was chosen in the player's province; None if that is prevented, or it stands already."""
        # A card may have put anything into the variable, so what is no building counts as built.
        who, building = frame[ME], state.compiled.buildings.get(frame[self.chosen])
        if building is None or frame[self.chosen + 1] or state.players[who].cards >> building.card & 1:
            return None
        activate(state, who, building.card)
        if state.event_log is not None:
            state.event_log.append(Built(state.setup.players[who], building.name))
        return building

    def construct(self, state: State, frame: Frame) -> bool:
        """Construct what was chosen: own it, score it, and let the cards react.

        False if nothing comes of it; then what was paid is given back.
        """
        who, source, building = frame[ME], state.compiled.card_source, self.place(state, frame)
        if building is None:
            give(state, who, self._price(frame), source[frame[self.wanted]])
            return False
        if frame[self.discounted]:
            self._use_discount(state, who)
        state.players[who].built_this_season += 1
        give(state, who, ((VP, building.vp),), source[building.card])
        if _AFTER in state.listeners:
            paid = [0] * (len(state.players[who].stock) + 1)
            note_payment(paid, 0, len(state.players[who].stock), self._price(frame), 1)
            open_window(state, _AFTER, who, (building.card, *paid))
        return True

    def _use_discount(self, state: State, who: int) -> None:
        """End what lasts of a player's discounts: one building has had it."""
        lasting, discount = state.compiled.lasting, self.discount
        others = [
            effect
            for effect in state.lasting
            if lasting[effect.effect].stat != discount or effect.seat != who
        ]
        let_last(state, tuple(others))


def price_now(state: State, who: int, building: Building, changing: list[tuple[int, int]]) -> Counts:
    """Compute what a building costs a player now; no price falls below zero (R35).

    `changing` are the goods whose prices may have changed, with their stats.
    """
    if not changing:
        return building.price
    prices = dict(building.price)
    for good, number in changing:
        prices[good] = max(0, stat(state, number, who, prices.get(good, 0), building.card))
    return tuple([price for price in prices.items() if price[1]])


def _offer(compiled: CompiledRules, building: Building, payment: Payment) -> BuildOffer:
    bag = compiled.bag(payment.price)
    action = building.action if payment.price == building.price else Build(building.name, bag)
    second = Build(building.name, bag, envoy=True)
    pairs = (*chain.from_iterable(payment.price), *(0, 0) * (len(compiled.resources) - len(payment.price)))
    return BuildOffer(building, payment.price, pairs, action, second, payment.discounted)


def _affordable(offers: list[BuildOffer], stock: list[int], shut: int) -> list[BuildOffer]:
    """List the offers that a player can pay and that are not `shut`; one loop, since it is asked so often."""
    found: list[BuildOffer] = []
    for offer in offers:
        for good, count in offer.price:
            if stock[good] < count:
                break
        else:
            if not (shut and shut >> offer.building.card & 1):
                found.append(offer)
    return found


def closed_buildings(state: State, who: int) -> int:
    """Find the buildings that cards in play close to a player, as a bit set."""
    return closed_to(state, who, CLOSED_BUILDINGS)


def next_buildings(state: State, who: int) -> list[Building]:
    """List the leftmost missing building of every row of a player's sheet (R57)."""
    compiled, player = state.compiled, state.players[who]
    found: list[Building] = []
    for row in compiled.sheet(player.strips):
        for card in row:
            if not player.cards >> card & 1:
                found.append(compiled.buildings[card])
                break
    return found


@STEPS.add("build")
@node
class BuildStep(Step):
    """Construct a building outside the normal turn, and pay its current cost.

    A named card is built even if the buildings before it are missing. From a set of cards, the player chooses
    one that is next in its row, or none.
    """

    asks = ("build",)
    edges = EdgeCases(
        nothing="Without a card, or if the player already has that building, nothing happens.",
        impossible="Players who can pay for none of the buildings are not asked.",
    )
    opens = BUILD_MOMENTS

    card: Value | None = key(A_CARD, "Which building.", default=None)
    cards: Cards | None = key(
        CARD_QUERY, "Instead of `card`: the set from which one is chosen.", default=None
    )
    free: bool = key(Flag(), "Whether it costs nothing.", default=False)
    constructed: bool = key(
        Flag(), "With `false` it is only placed: it scores nothing, and no card reacts.", default=True
    )
    up_to: Value = key(VALUE, "How many can be chosen, one after another.", default=1)

    @property
    def asks_itself(self) -> bool:
        """Whether the player may construct nothing."""
        return self.card is None or not self.free


@compiles(BuildStep)
def _emit_build_step(word: BuildStep, e: Emitter) -> None:
    """Compile to a loop of questions, each with what follows."""
    if (word.card is None) == (word.cards is None):
        raise e.error(word, "link.either", "give either 'card' or 'cards'")
    e.need_player(word)
    e.expect_building(word.card)
    count = e.count(word.up_to, f"{word.at}/up_to")
    left, work, constructed = e.hidden(), ConstructionSite(e), word.constructed

    def begin(state: State, frame: Frame) -> None:
        frame[left] = count(state, frame)

    def build(state: State, frame: Frame) -> bool:
        frame[PC] = start
        if constructed:
            work.construct(state, frame)
        else:
            work.place(state, frame)
        return True

    e.op(begin)
    start = e.op(_ask(word, e, left, work))
    with e.only_if(lambda state, frame: frame[work.chosen] != NOBODY):
        if constructed:
            work.announce(e)
        e.op(build)


def _ask(word: BuildStep, e: Emitter, left: int, work: ConstructionSite) -> Op:
    """Compile to the question, which leaves a building in variables, or NOBODY if none is built."""
    source, free, prices, find = e.source, word.free, Prices(e, word.at), _candidates(word, e)
    certain, accept = word.card is not None and free, e.acceptance()

    def ask(state: State, frame: Frame) -> bool:
        who, frame[work.chosen] = frame[ME], NOBODY
        shut = closed_buildings(state, who)
        found = find(state, frame) if frame[left] > 0 else []
        frame[left] -= 1
        if free:
            every = [_offer(state.compiled, building, Payment(())) for building in found]
        else:
            every = prices.of(state, who, found)
        offers = _affordable(every, state.players[who].stock, shut)
        if certain and offers:
            work.choose(state, frame, offers[0])
        if certain or not offers:
            return False

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            if k < len(offers):
                accept(asked)
                work.choose(asked, asking, offers[k])

        options: tuple[AnyAction, ...] = (*(offer.action for offer in offers), DONE)
        return ask_player(state, frame, Ask(who, "build", source, options, on_answer))

    return ask


def _candidates(word: BuildStep, e: Emitter) -> Callable[[State, Frame], list[Building]]:
    """Compile to the buildings in question that the player does not have."""
    if word.card is not None:
        which: Number = e.thing(word.card, CARD, f"{word.at}/card")

        def named(state: State, frame: Frame) -> list[Building]:
            building = state.compiled.buildings.get(which(state, frame))
            stands = building is None or state.players[frame[ME]].cards >> building.card & 1
            return [] if building is None or stands else [building]

        return named
    passes = card_passes(word.cards or Cards(), e)

    def following(state: State, frame: Frame) -> list[Building]:
        open_ = next_buildings(state, frame[ME])
        return [building for building in open_ if passes(state, frame, building.card)]

    return following


# Buildings that fall


def _fall(state: State, frame: Frame) -> bool:
    who, card = frame[ME], frame[FIRST]
    if card in state.compiled.buildings and state.players[who].cards >> card & 1:
        # Its effects end, and its printed points are lost (R56).
        take_out_of_play(state, who, card)
        take(state, who, ((VP, state.compiled.buildings[card].vp),), state.compiled.card_source[card])
        return report_left(state)
    frame[DESTROY.stopped] = 1
    return False


DESTROY: Final = Verb("destroy", 3, _fall)


def destroy_next(state: State, who: int, cause: int = NOBODY, causer: int = NOBODY) -> bool:
    """Destroy the topmost building in the rightmost column in use, if there is one (R56, R58).

    Those that cannot be destroyed are passed over (R57). `cause` is the card that does it, and `causer` the
    player for whom it works; in a lost battle there are none. True when a frame was put on the stack.
    """
    compiled, player = state.compiled, state.players[who]
    number = compiled.stat["destroyable"]
    sure = number not in state.changing
    owned = [
        card
        for row in compiled.sheet(player.strips)
        for card in row
        if player.cards >> card & 1 and (sure or stat(state, number, who, 1, card))
    ]
    if not owned:
        return False
    falls = max(owned, key=lambda card: compiled.buildings[card].column)
    return DESTROY.do(state, who, (falls, cause, causer))


@STEPS.add("destroy")
@node
class DestroyStep(Step):
    """Lose a building: a given one, or the topmost in the rightmost column in use (R56, R59)."""

    edges = EdgeCases(
        nothing=(
            "A card that is not a building of this player, or that cannot be destroyed, stays. "
            "Without `card`, players with no building that can be destroyed lose none."
        ),
    )
    opens = ("before.destroy", "after.destroy", "after.leave")

    card: Value | None = key(A_CARD, "The building; by default, the one that falls next.", default=None)


@compiles(DestroyStep)
def _emit_destroy_step(word: DestroyStep, e: Emitter) -> None:
    """Compile; what cannot be destroyed, or is not there, stays as it is."""
    e.need_player(word)
    cause, causer = e.card, e.owner()
    if word.card is None:
        e.op(lambda state, frame: destroy_next(state, frame[ME], cause, causer(state, frame)))
        return
    e.expect_building(word.card)
    which, destroyable = e.thing(word.card, CARD, f"{word.at}/card"), e.names.stat("destroyable", word.at)

    def fall(state: State, frame: Frame) -> bool:
        who, card = frame[ME], which(state, frame)
        stands = card in state.compiled.buildings and state.players[who].cards >> card & 1
        if not stands or not stat(state, destroyable, who, 1, card):
            return False
        return DESTROY.do(state, who, (card, cause, causer(state, frame)))

    e.op(fall)
