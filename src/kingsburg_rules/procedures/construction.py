"""Step d of a productive season: each player may construct a building, with the envoy two (R33-R36)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.actions import PASS, Action, Build
from kingsburg_rules.engine.events import Built, Destroyed, Passed
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import VP, can_pay, give, pay, take
from kingsburg_rules.engine.state import Ask, disown_card, own_card
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.registry import STEPS, Step

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Building, Frame, Op, Table
    from kingsburg_rules.language.emitter import Emitter

    Counts = tuple[tuple[int, int], ...]


@STEPS.add("construct")
@frozen(eq=False)
class ConstructStep(Step):
    """In turn order each player may construct one building; who has the envoy may send him for a second one.

    Buildings of a row are constructed from left to right. Who declines the first is not asked for a second.
    """

    def emit(self, e: Emitter) -> None:
        """Compile to a loop of questions."""
        position, again = e.hidden(), e.hidden()
        site = Site(e, position, again, self.at)

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[position] = frame[again] = 0
            return False

        e.op(begin)
        start = e.here()
        ask = e.op(begin)
        e.back_to(start)
        e.code[ask] = site.ask(e.here())


class Site:
    """The question of the construction step, with all it needs to know of the rule set."""

    def __init__(self, e: Emitter, position: int, again: int, at: str) -> None:
        self.position = position
        self.again = again
        self.source = e.source
        self.envoy = e.names.resource("envoy", at)
        self.event = e.names.event("building.constructed", at)
        self.cost_stats = {
            good: e.names.stat(f"build_cost:{e.table.resources[good].name}", at) for good in e.table.goods
        }

    def cost(self, state: State, who: int, building: Building) -> Counts:
        """Work out what a building costs a player now; no price falls below zero (R35)."""
        modifiers, general = state.players[who].kit.modifiers, state.kit.modifiers
        if not modifiers and not general:
            return building.price
        prices = dict(building.price)
        for good, number in self.cost_stats.items():
            if number in modifiers or number in general:
                prices[good] = max(0, stat(state, number, who, prices.get(good, 0), building.card))
        return tuple((good, price) for good, price in prices.items() if price)

    def ask(self, end: int) -> Op:
        """Make the operation that asks the next player."""

        def ask(state: State, frame: Frame) -> bool:
            position = frame[self.position]
            if position == len(state.order):
                frame[ME] = NOBODY
                frame[PC] = end
                return False
            who = state.order[position]
            frame[ME] = who
            return pose(state, frame, self.question(state, who, envoy=frame[self.again] == 1))

        return ask

    def question(self, state: State, who: int, *, envoy: bool) -> Ask:
        """Make the question: what the player can pay of the next building in each row."""
        table = state.table
        offers: list[tuple[Building, Counts]] = []
        options: list[Action] = []
        for card in next_buildings(table, state.players[who].owned):
            building = table.buildings[card]
            price = self.cost(state, who, building)
            if can_pay(state, who, price):
                offers.append((building, price))
                options.append(_build_action(table, building.name, price, envoy))

        def proceed(asked: State, frame: Frame, k: int) -> None:
            if k == len(offers):
                _told_pass(asked, who)
                self.next_player(frame)
                return
            if envoy:
                take(asked, who, self.envoy, 1, self.source)
            if not envoy and asked.players[who].stock[self.envoy]:
                frame[self.again] = 1
            else:
                self.next_player(frame)
            self.construct(asked, who, *offers[k])

        return Ask(who, "build", self.source, (*options, PASS), proceed)

    def next_player(self, frame: Frame) -> None:
        """Go on to the next player."""
        frame[self.position] += 1
        frame[self.again] = 0

    def construct(self, state: State, who: int, building: Building, price: Counts) -> None:
        """Construct a building: pay, own it, score it, and let the cards react."""
        player = state.players[who]
        source = state.table.card_source[building.card]
        pay(state, who, price, source)
        own_card(state, who, building.card)
        player.built += 1
        if state.notes is not None:
            state.notes.append(Built(state.setup.players[who], building.name))
        give(state, who, VP, building.vp, source)
        open_window(state, self.event, who, (building.card,))


def _told_pass(state: State, who: int) -> None:
    if state.notes is not None:
        state.notes.append(Passed(state.setup.players[who], "build"))


@lru_cache(maxsize=100_000)
def _build_action(table: Table, name: str, price: Counts, envoy: bool) -> Build:  # noqa: FBT001
    return Build(name, table.bag(price), envoy)


@lru_cache(maxsize=100_000)
def next_buildings(table: Table, owned: int) -> tuple[int, ...]:
    """List the leftmost missing building of every row (R57)."""
    found: list[int] = []
    for row in table.rows:
        card = next((card for card in row if not owned >> card & 1), None)
        if card is not None:
            found.append(card)
    return tuple(found)


def next_destroyed(state: State, who: int) -> int | None:
    """Find the building that falls: the rightmost column in use, in it the topmost row (R56)."""
    table = state.table
    owned = [card for row in table.rows for card in row if state.players[who].owned >> card & 1]
    return max(owned, key=lambda card: table.buildings[card].column) if owned else None


def destroy(state: State, who: int, card: int) -> None:
    """Destroy a building: its effects end, its printed points are lost (R56)."""
    building = state.table.buildings[card]
    disown_card(state, who, card)
    if state.notes is not None:
        state.notes.append(Destroyed(state.setup.players[who], building.name))
    take(state, who, VP, building.vp, state.table.card_source[card])
