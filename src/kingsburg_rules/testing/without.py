"""What a standing permission does, found by doing without it.

A permission adds to what its owner may do, or takes from what others may; it has no moment of its own. So the
question that was answered is asked again on a copy of the table without it, the same answer is given there,
and the two positions that follow are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.engine.errors import Runaway
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import derive_kits
from kingsburg_rules.engine.table import PC, Card
from kingsburg_rules.game.position import option_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.state import Player, State
    from kingsburg_rules.engine.table import Permission, Table


@frozen(eq=False)
class Difference:
    """What a permission made of one answer.

    `opens`: with it there were other answers. `works`: the answer given was one of these, or there were fewer
    with it, or something else followed.
    """

    permission: Permission
    opens: bool
    works: bool


@define(eq=False)
class Absence:
    """Plays answers once more, each time without one of the permissions in play."""

    table: Table
    _without: dict[int, Table] = field(factory=dict[int, "Table"])

    def differences(self, before: State, which: int, option: int, after: State) -> Iterator[Difference]:
        """Tell what each permission made of an answer that led from one position to another."""
        in_play = {p.index: p for state in (before, after) for p in _permissions(state)}
        for permission in in_play.values():
            yield self._difference(before, which, option, after, permission)

    def _difference(
        self, before: State, which: int, option: int, after: State, permission: Permission
    ) -> Difference:
        try:
            return self._compared(before, which, option, after, permission)
        except Runaway:
            return Difference(permission, opens=True, works=True)

    def _compared(
        self, before: State, which: int, option: int, after: State, permission: Permission
    ) -> Difference:
        mine = before.asks[which]
        twin = self._twin(before, permission)
        if len(before.asks) == 1:
            twin.asks = twin.given = ()
            twin.stack[-1][PC] -= 1
            run(twin)
        asked = twin.asks[which] if which < len(twin.asks) else None
        if asked is None or asked.seat != mine.seat:
            return Difference(permission, opens=True, works=True)
        k = option_of(asked.options, mine.options[option])
        opens = asked.options is not mine.options and asked.options != mine.options
        if k < 0 or (opens and any(other not in mine.options for other in asked.options)):
            return Difference(permission, opens=True, works=True)
        answer(twin, which, k)
        known = (1 << len(self.table.cards)) - 1
        works = _facts(twin, known) != _facts(after, known)
        return Difference(permission, opens or works, works)

    def _twin(self, state: State, permission: Permission) -> State:
        table = self._without.get(permission.index)
        if table is None:
            table = self._without[permission.index] = _less(self.table, permission)
        twin = state.copy()
        twin.table = table
        mark = table.cards[-1].bit
        twin.in_force |= mark
        for player in twin.players:
            player.owned |= mark
        derive_kits(twin)
        return twin


def _less(table: Table, permission: Permission) -> Table:
    """Copy a table so that one card does not give a permission.

    A blank card comes last, for the game and for every player: so what the machine remembers for a set of
    cards is not taken for a set that gives more.
    """
    cards = [*table.cards, Card(len(table.cards), "", "", "blank")]
    card = cards[permission.card]
    left = tuple(other for other in card.permissions if other is not permission)
    cards[permission.card] = evolve(card, permissions=left)
    return evolve(table, cards=cards, kits={})


def _permissions(state: State) -> Iterator[Permission]:
    for kit in (state.kit, *(player.kit for player in state.players)):
        for found in kit.permissions.values():
            yield from found


def _facts(state: State, known: int) -> tuple[object, ...]:
    """What two positions are compared by: all that lies on the table, and what players know."""
    return (
        state.year,
        state.phase,
        state.order,
        state.groups,
        state.tiles,
        state.revealed,
        state.in_force & known,
        state.memory,
        state.gifts,
        state.marks,
        state.ended,
        [_holding(player, known) for player in state.players],
    )


def _holding(player: Player, known: int) -> tuple[object, ...]:
    return (
        player.stock,
        player.own,
        player.bonus,
        player.owned & known,
        player.covers,
        player.hand,
        player.seen,
        player.strength,
        player.outcome,
    )
