"""Places: finding one by rank, and the program of its reward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.compiled_rules import NOBODY

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Program
    from kingsburg_rules.engine.state import State


def reward_program(state: State, place: int) -> Program:
    """Return the program of a reward."""
    tile = state.tiles.get(place)
    return state.compiled.places[place].reward if tile is None else state.compiled.tiles[tile][1]


def board_place(state: State, rank: int) -> int:
    """Find the place of a rank on the board; -1 if there is none."""
    places = (
        place for place in state.compiled.ranks.get(rank, ()) if not state.compiled.private >> place & 1
    )
    return next(places, NOBODY)
