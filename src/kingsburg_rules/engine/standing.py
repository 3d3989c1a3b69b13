"""What ranks a player, during the game and at its end (R69), and the end itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.events import GameEnded
from kingsburg_rules.engine.resources import VP

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State


def standing(state: State, seat: int) -> tuple[int, int, int, int]:
    """Return what ranks a player: whether a card made them win, then points, goods, buildings."""
    player, table = state.players[seat], state.table
    goods = sum(player.stock[good] for good in table.goods)
    buildings = (player.cards & table.building_set).bit_count()
    return state.won >> seat & 1, player.stock[VP], goods, buildings


def winners(state: State) -> list[int]:
    """List the seats that rank first."""
    standings = [standing(state, seat) for seat in range(len(state.players))]
    best = max(standings)
    return [seat for seat, mine in enumerate(standings) if mine == best]


def end(state: State) -> None:
    """The game is over."""
    state.ended = True
    if state.event_log is not None:
        names = state.setup.players
        state.event_log.append(GameEnded(tuple(names[seat] for seat in winners(state))))
