"""The ways to pay for a building: the price itself, goods less by a discount, one good in place of another.

Discounts come before substitutions (F25, F33, F34).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.engine.actions import DONE, PASS, AnyAction, Build
from kingsburg_rules.engine.events import Built, Destroyed, Passed
from kingsburg_rules.engine.loop import once_more, pose
from kingsburg_rules.engine.resources import VP, give, pay, take
from kingsburg_rules.engine.state import Ask, disown_card, own_card
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, MOST_KITS, NOBODY
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.words.permissions import ANY_GOOD, PURPOSES
from kingsburg_rules.words.registry import STEPS, Step, of
from kingsburg_rules.words.shapes import Integer
from kingsburg_rules.words.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.kits import Kit
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Building, Frame, Modifier, Permission, Table
    from kingsburg_rules.words.emitter import Emitter

    Changes = tuple[tuple[tuple[Modifier, ...], ...], tuple[Permission, ...]]

Counts: TypeAlias = tuple[tuple[int, int], ...]

BUILDING = PURPOSES.index("building")


class Payment(NamedTuple):
    """A way to pay, and whether it uses up a discount."""

    price: Counts
    discounted: bool = False


Substitutes: TypeAlias = "tuple[tuple[int, int], ...]"

"""What may be paid in place of what: pairs of resources."""


def substitutes(kit: Kit) -> Substitutes:
    """List what a player's cards let him pay in place of a good when he builds."""
    return tuple(
        (permission.values[0], permission.values[1])
        for permission in kit.permissions.get("spend_as", ())
        if permission.values[2] == BUILDING
    )


def payments(price: Counts, discounts: int, others: Substitutes) -> list[Payment]:
    """List the ways to pay: the price itself, so many goods less by a discount, with substitutes."""
    found = [Payment(price)]
    for _ in range(discounts):
        found += [
            Payment(_changed(payment.price, {good: -1}), discounted=True)
            for payment in tuple(found)
            for good, _ in payment.price
        ]
    for instead, replaced in others:
        for good in [good for good, _ in price] if replaced == ANY_GOOD else [replaced]:
            found += [other for payment in tuple(found) for other in _substituted(payment, instead, good)]
    return list(dict.fromkeys(found))


def _substituted(payment: Payment, instead: int, replaced: int) -> list[Payment]:
    most = dict(payment.price).get(replaced, 0) if replaced != instead else 0
    return [
        Payment(_changed(payment.price, {replaced: -count, instead: count}), payment.discounted)
        for count in range(1, most + 1)
    ]


def _changed(price: Counts, changes: dict[int, int]) -> Counts:
    counts = dict(price)
    for good, change in changes.items():
        counts[good] = counts.get(good, 0) + change
    return tuple((good, count) for good, count in sorted(counts.items()) if count)


# ------
# Step d of a productive season: each player may construct a building, with the envoy two (R33-R36).


@STEPS.add("construct")
@frozen(eq=False, repr=False)
class ConstructStep(Step):
    """In turn order each player may construct one building; who has the envoy may send him for a second one.

    Buildings of a row are constructed from left to right. Who declines the first is not asked for a second.
    """

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("construct.turn", "building.constructed", "construct.passed")

    def emit(self, e: Emitter) -> None:
        """Compile to a loop of questions."""
        position, again, announced = e.hidden(), e.hidden(), e.hidden()
        site = Site(e, position, again, announced, self.at)

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[position] = frame[again] = frame[announced] = 0
            return False

        e.op(begin)
        e.op(site.ask)


@frozen(eq=False, repr=False)
class Offer:
    """A building that a player may construct next, its price, and the actions that construct it."""

    building: Building
    price: Counts
    action: Build
    second: Build
    discounted: bool = False


@define(eq=False, repr=False)
class Tariff:
    """What buildings cost under the same changes of prices: by building, and all that a sheet offers next.

    Where the changes look at more than the building, nothing can be kept: that tariff is not `steady`.
    """

    steady: bool = True
    offers: dict[int, tuple[Offer, ...]] = field(factory=dict[int, tuple[Offer, ...]])
    sheets: dict[tuple[int, int], tuple[Offer, ...]] = field(factory=dict[tuple[int, int], tuple[Offer, ...]])


class Site:
    """The question of the construction step, with all it needs to know of the rule set."""

    def __init__(self, e: Emitter, position: int, again: int, announced: int, at: str) -> None:
        self.position = position
        self.again = again
        self.source = e.source
        self.envoy = e.names.resource("envoy", at)
        self.event = e.names.event("building.constructed", at)
        self.turn = e.names.event("construct.turn", at)
        self.declined = e.names.event("construct.passed", at)
        self.announced = announced
        self.discount = e.names.stat("build_discount", at)
        self.known: dict[tuple[Kit, Kit], Tariff] = {}
        self.tariffs: dict[Changes, Tariff] = {}
        self.made: dict[tuple[int, Counts, int, Substitutes], tuple[Offer, ...]] = {}
        self.cost_stats = [
            (good, e.names.stat(f"build_cost:{e.table.resources[good].name}", at)) for good in e.table.goods
        ]
        self.stats = frozenset((self.discount, *(number for _, number in self.cost_stats)))

    def offers(self, state: State, who: int) -> tuple[Offer, ...]:
        """List the next building of every row with what it costs the player now.

        The list is remembered for a sheet, if none of his cards looks further than the building.
        """
        player = state.players[who]
        tariff = self.known.get((player.kit, state.kit)) or self._tariff(player.kit, state.kit)
        if state.lasting or not tariff.steady:
            return self._offers(state, who, Tariff())
        sheet = (player.covers, player.owned & state.table.building_set)
        found = tariff.sheets.get(sheet)
        if found is None:
            _make_room(tariff.sheets)
            found = tariff.sheets[sheet] = self._offers(state, who, tariff)
        return found

    def _tariff(self, own: Kit, general: Kit) -> Tariff:
        """Give what is known of the offers where cards change prices in the same way."""
        changes = (*self._changes(own), *self._changes(general))
        key = (changes, own.permissions.get("spend_as", ()))
        found = self.tariffs.get(key)
        if found is None:
            steady = all(modifier.steady for modifiers in changes for modifier in modifiers)
            _make_room(self.tariffs)
            found = self.tariffs[key] = Tariff(steady)
        _make_room(self.known)
        self.known[own, general] = found
        return found

    def _changes(self, kit: Kit) -> tuple[tuple[Modifier, ...], ...]:
        modifiers = kit.modifiers
        if self.stats.isdisjoint(modifiers):
            return ()
        return tuple([modifiers.get(number, ()) for number in self.stats])

    def _offers(self, state: State, who: int, tariff: Tariff) -> tuple[Offer, ...]:
        player, table = state.players[who], state.table
        found: list[Offer] = []
        for building in next_buildings(table, player.covers, player.owned & table.building_set):
            offers = tariff.offers.get(building.card)
            if offers is None:
                offers = tariff.offers[building.card] = self._ways_to_pay(state, who, building)
            found += offers
        return tuple(found)

    def _changing(self, state: State, who: int) -> list[tuple[int, int]]:
        """List the goods whose prices some card changes for a player, with their stats."""
        modifiers, general = state.players[who].kit.modifiers, state.kit.modifiers
        if state.lasting:
            return self.cost_stats
        if not modifiers and not general:
            return []
        return [(good, n) for good, n in self.cost_stats if n in modifiers or n in general]

    def _ways_to_pay(self, state: State, who: int, building: Building) -> tuple[Offer, ...]:
        """Make the offers of a building, one for every way to pay; equal ones are made once."""
        price = _price(state, who, building, self._changing(state, who))
        discounts, others = stat(state, self.discount, who, 0), substitutes(state.players[who].kit)
        key = (building.card, price, discounts, others)
        found = self.made.get(key)
        if found is None:
            _make_room(self.made)
            table = state.table
            found = tuple(_offer(table, building, payment) for payment in payments(price, discounts, others))
            self.made[key] = found
        return found

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask the next player; go on when all have had their turn."""
        position = frame[self.position]
        if position == len(state.order):
            frame[ME] = NOBODY
            return False
        who = state.order[position]
        frame[ME] = who
        if not frame[self.announced]:
            frame[self.announced] = 1
            if (self.turn in state.heard or state.ends) and open_window(state, self.turn, who):
                once_more(frame)
                return True
        return pose(state, frame, self.question(state, who, envoy=frame[self.again] == 1))

    def question(self, state: State, who: int, *, envoy: bool) -> Ask:
        """Make the question: what the player can pay of the next building in each row."""
        stock = state.players[who].stock
        offers = [offer for offer in self.offers(state, who) if _can_afford(stock, offer.price)]
        options: tuple[AnyAction, ...] = tuple(offer.second if envoy else offer.action for offer in offers)

        def proceed(asked: State, frame: Frame, k: int) -> None:
            once_more(frame)
            if k == len(offers):
                _told_pass(asked, who)
                self.next_player(frame)
                if not envoy:
                    open_window(asked, self.declined, who)
                return
            if envoy:
                take(asked, who, self.envoy, 1, self.source)
            if not envoy and asked.players[who].stock[self.envoy]:
                frame[self.again] = 1
            else:
                self.next_player(frame)
            self.construct(asked, who, offers[k])

        return Ask(who, "build", self.source, (*options, PASS), proceed)

    def next_player(self, frame: Frame) -> None:
        """Go on to the next player."""
        frame[self.position] += 1
        frame[self.again] = frame[self.announced] = 0

    def construct(self, state: State, who: int, offer: Offer) -> None:
        """Construct a building: pay, own it, score it, and let the cards react."""
        player = state.players[who]
        building, price = offer.building, offer.price
        source = state.table.card_source[building.card]
        pay(state, who, price, source)
        if offer.discounted:
            self._use_discount(state, who)
        own_card(state, who, building.card)
        player.built += 1
        if state.notes is not None:
            state.notes.append(Built(state.setup.players[who], building.name))
        give(state, who, VP, building.vp, source)
        open_window(state, self.event, who, (building.card,))

    def _use_discount(self, state: State, who: int) -> None:
        """End what lasts of a player's discounts: one building has had it."""
        lasting, discount = state.table.lasting, self.discount
        state.lasting = tuple(
            effect for effect in state.lasting if lasting[effect[0]].stat != discount or effect[1] != who
        )


def _make_room(kept: dict[Any, Any]) -> None:
    """Let what is remembered not grow without end."""
    if len(kept) >= MOST_KITS:
        kept.clear()


def _price(state: State, who: int, building: Building, changing: list[tuple[int, int]]) -> Counts:
    """Work out what a building costs a player now; no price falls below zero (R35)."""
    if not changing:
        return building.price
    prices = dict(building.price)
    for good, number in changing:
        prices[good] = max(0, stat(state, number, who, prices.get(good, 0), building.card))
    return tuple((good, count) for good, count in prices.items() if count)


def _offer(table: Table, building: Building, payment: Payment) -> Offer:
    bag = table.bag(payment.price)
    action = building.action if payment.price == building.price else Build(building.name, bag)
    second = Build(building.name, bag, envoy=True)
    return Offer(building, payment.price, action, second, payment.discounted)


def _can_afford(stock: list[int], price: Counts) -> bool:
    for good, count in price:  # noqa: SIM110 -- a generator here costs a twentieth of a whole game
        if stock[good] < count:
            return False
    return True


def _told_pass(state: State, who: int) -> None:
    if state.notes is not None:
        state.notes.append(Passed(state.setup.players[who], "build"))


def next_buildings(table: Table, covers: int, owned: int) -> tuple[Building, ...]:
    """List the leftmost missing building of every row of a sheet (R57)."""
    found: list[Building] = []
    for row in table.sheet(covers):
        for card in row:
            if not owned >> card & 1:
                found.append(table.buildings[card])
                break
    return tuple(found)


@STEPS.add("build_free")
@frozen(eq=False, repr=False)
class BuildFree(Step):
    """Construct buildings of a column for nothing and without points; no card reacts to it."""

    column: int = field(metadata=of(Integer(1), "The column."))
    count: int = field(metadata=of(Integer(1), "How many at most."))

    @property
    def declinable(self) -> bool:
        """Whether one may construct nothing."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile to a loop of questions."""
        e.need_player(self)
        left, column, count, source = e.hidden(), self.column, self.count, e.source

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[left] = count
            return False

        def ask(state: State, frame: Frame) -> bool:
            who = frame[ME]
            player = state.players[who]
            open_ = next_buildings(state.table, player.covers, player.owned & state.table.building_set)
            buildings = [building for building in open_ if building.column == column]
            if not frame[left] or not buildings:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                if k < len(buildings):
                    asking[left] -= 1
                    once_more(asking)
                    own_card(asked, who, buildings[k].card)
                    if asked.notes is not None:
                        asked.notes.append(Built(asked.setup.players[who], buildings[k].name))

            options: tuple[AnyAction, ...] = (*(Build(building.name, ()) for building in buildings), DONE)
            return pose(state, frame, Ask(who, "build", source, options, proceed))

        e.op(begin)
        e.op(ask)


def next_destroyed(state: State, who: int) -> int | None:
    """Find the building that falls: the rightmost column in use, in it the topmost row (R56).

    What cannot be destroyed is passed over, and the next one falls (R57).
    """
    table = state.table
    number = table.stat["destroyable"]
    owned = [
        card
        for row in table.sheet(state.players[who].covers)
        for card in row
        if state.players[who].owned >> card & 1 and stat(state, number, who, 1, card)
    ]
    return max(owned, key=lambda card: table.buildings[card].column) if owned else None


def destroy(state: State, who: int, card: int) -> None:
    """Destroy a building: its effects end, its printed points are lost (R56)."""
    building = state.table.buildings[card]
    disown_card(state, who, card)
    if state.notes is not None:
        state.notes.append(Destroyed(state.setup.players[who], building.name))
    take(state, who, VP, building.vp, state.table.card_source[card])


@STEPS.add("destroy_building")
@frozen(eq=False, repr=False)
class DestroyBuilding(Step):
    """Lose buildings: each time the one in the rightmost column in use, topmost there (R56, R59)."""

    count: Value = field(default=1, metadata=of(VALUE, "How many."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        number = e.number(self.count)

        def fall(state: State, frame: Frame) -> bool:
            destroy_next(state, frame[ME], number(state, frame))
            return False

        e.op(fall)


def destroy_next(state: State, who: int, count: int) -> None:
    """Destroy so many buildings of a player, as far as there are any (R58)."""
    for _ in range(count):
        card = next_destroyed(state, who)
        if card is None:
            break
        destroy(state, who, card)
