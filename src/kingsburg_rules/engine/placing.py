"""Where dice may be placed: advisors with room that no card closes; which they are, and what they reward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.stats import is_changed, stat

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import ActiveEffects, Program
    from kingsburg_rules.engine.state import State

ROOM: Final = 1
"""The number of groups of dice that an advisor has room for; only the envoy lets more in (R08)."""

CLOSED = "closed"


def full_places(state: State, who: int) -> int:
    """Find the places where a player (NOBODY: neutral dice) cannot put dice without the envoy, as a bit set.

    A player with dice there cannot come a second time, however much room there is.
    """
    room = state.compiled.places_at
    if room == NOBODY or not is_changed(state, room, who):
        return state.taken
    full = 0
    for place, seat, *_ in state.groups:
        bit = 1 << place
        if not full & bit and (seat == who or _count(state, place) >= stat(state, room, who, ROOM, place)):
            full |= bit
    return full


def _count(state: State, place: int) -> int:
    return sum(group.place == place for group in state.groups)


def closed_to(state: State, who: int) -> int:
    """Find the places that cards in play close to a player, as a bit set."""
    closed = 0
    if CLOSED in state.effects.permissions:
        closed = _closed(state, state.effects, who, NOBODY)
    if state.compiled.players_close:
        for owner, player in enumerate(state.players):
            if CLOSED in player.effects.permissions:
                closed |= _closed(state, player.effects, who, owner)
    return closed


def _closed(state: State, effects: ActiveEffects, who: int, owner: int) -> int:
    closed = 0
    for permission in effects.permissions.get(CLOSED, ()):
        frame = [0, 0, who, owner]
        if permission.look is not None and (permission.test is None or permission.test(state, frame)):
            for place in permission.look(state, frame):
                closed |= 1 << place
    return closed


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
