"""Which program rewards at a place: the advisor's own, or that of the tile that lies on him."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Program


def reward_program(state: State, place: int) -> Program:
    """Give the program of a reward."""
    tile = state.tiles.get(place)
    return state.table.places[place].reward if tile is None else state.table.tiles[tile][1]
