"""What ranks a player, during the game and at its end (R69)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.resources import VP

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Give what ranks a player: points, then goods, then buildings."""
    player, table = state.players[seat], state.table
    goods = sum(player.stock[good] for good in table.goods)
    return player.stock[VP], goods, (player.owned & table.building_set).bit_count()


def winners(state: State) -> list[int]:
    """List the seats that stand best."""
    standings = [standing(state, seat) for seat in range(len(state.players))]
    return [seat for seat, mine in enumerate(standings) if mine == max(standings)]
