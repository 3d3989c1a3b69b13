"""Phase 7: players hire soldiers for goods (R48, R51)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from kingsburg_rules.engine.actions import PASS, AnyAction, Recruit
from kingsburg_rules.engine.events import Passed
from kingsburg_rules.engine.loop import once_more, pose
from kingsburg_rules.engine.resources import give, pay
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.permissions import ANY_GOOD, PURPOSES
from kingsburg_rules.language.registry import STEPS, Step

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op, Table
    from kingsburg_rules.language.emitter import Emitter

    Counts = tuple[tuple[int, int], ...]

GOODS_FOR_A_SOLDIER = 2
RECRUITING = PURPOSES.index("recruiting")


@STEPS.add("recruit")
@frozen(eq=False, repr=False)
class RecruitStep(Step):
    """In turn order each player may hire any number of soldiers, for two goods each of any kinds."""

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("recruited",)

    def emit(self, e: Emitter) -> None:
        """Compile to a loop of questions."""
        position = e.hidden()

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[position] = 0
            return False

        e.op(begin)
        e.op(_ask(e, position, self.at))


def _ask(e: Emitter, position: int, at: str) -> Op:
    price_stat = e.names.stat("recruit_price", at)
    soldier, source = e.names.resource("soldier", at), e.source
    recruited = e.names.event("recruited", at)

    def ask(state: State, frame: Frame) -> bool:
        if frame[position] == len(state.order):
            frame[ME] = NOBODY
            return False
        who = state.order[frame[position]]
        frame[ME] = who
        stock = state.players[who].stock
        kinds = _payable(state, who)
        held = tuple(stock[kind] for kind in kinds)
        offers = _offers(state.table, kinds, held, _costs(state, price_stat, who, sum(held)))

        def proceed(asked: State, asking: Frame, k: int) -> None:
            once_more(asking)
            asking[position] += 1
            if k < len(offers.payments):
                payment = offers.payments[k]
                pay(asked, who, payment, source)
                give(asked, who, soldier, offers.soldiers[k], source)
            elif asked.notes is not None:
                asked.notes.append(Passed(asked.setup.players[who], "recruit"))
            count = offers.soldiers[k] if k < len(offers.payments) else 0
            open_window(asked, recruited, who, (count,))

        return pose(state, frame, Ask(who, "recruit", source, offers.options, proceed))

    return ask


def _costs(state: State, price: int, who: int, most: int) -> tuple[int, ...]:
    """List what one soldier costs, what two cost, and so on, as far as the goods reach."""
    changed = state.lasting or price in state.players[who].kit.modifiers or price in state.kit.modifiers
    if not changed:
        return tuple(range(GOODS_FOR_A_SOLDIER, most + 1, GOODS_FOR_A_SOLDIER))
    costs: list[int] = []
    total = 0
    while True:
        total += max(1, stat(state, price, who, GOODS_FOR_A_SOLDIER, len(costs) + 1))
        if total > most:
            return tuple(costs)
        costs.append(total)


def _payable(state: State, who: int) -> tuple[int, ...]:
    """List what may be paid: the goods, and what a card lets the player spend like them."""
    permissions = state.players[who].kit.permissions.get("spend_as")
    if permissions is None:
        return state.table.goods
    further = tuple(
        permission.values[0] for permission in permissions if permission.values[1:] == (ANY_GOOD, RECRUITING)
    )
    return (*state.table.goods, *further)


@frozen(eq=False, repr=False)
class _Offers:
    payments: tuple[Counts, ...]
    soldiers: tuple[int, ...]
    options: tuple[AnyAction, ...]


@lru_cache(maxsize=20_000)
def _offers(table: Table, kinds: tuple[int, ...], held: tuple[int, ...], costs: tuple[int, ...]) -> _Offers:
    """List every payment that buys a whole number of soldiers, the smallest first."""
    by_cost: dict[int, list[tuple[int, ...]]] = {cost: [] for cost in costs}
    for given in product(*(range(count + 1) for count in held)):
        alike = by_cost.get(sum(given))
        if alike is not None:
            alike.append(given)
    hired = [
        _hire(table, kinds, given, count)
        for count, cost in enumerate(costs, start=1)
        for given in by_cost[cost]
    ]
    counts = tuple(action.soldiers for _, action in hired)
    return _Offers(tuple(pay for pay, _ in hired), counts, (*(action for _, action in hired), PASS))


@lru_cache(maxsize=20_000)
def _hire(table: Table, kinds: tuple[int, ...], given: tuple[int, ...], count: int) -> tuple[Counts, Recruit]:
    """Make a payment and the action that names it; equal ones are one object."""
    payment = tuple((kind, n) for kind, n in zip(kinds, given, strict=True) if n)
    return payment, Recruit(count, table.bag(payment))
