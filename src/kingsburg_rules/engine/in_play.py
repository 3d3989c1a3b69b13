"""Cards that come into play and go out of it by what other cards do.

Buildings that are constructed or destroyed by the rules, tiles and strips have ways of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.events import Built, CardEntered, CardLeft, Destroyed
from kingsburg_rules.engine.state import disown_card, enforce_card, own_card
from kingsburg_rules.engine.table import NOBODY

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State


def is_in_play(state: State, seat: int, card: int) -> bool:
    """Whether a seat, or the game, has a card in play."""
    members = state.in_force if seat == NOBODY else state.players[seat].owned
    return bool(members >> card & 1)


def enter(state: State, seat: int, card: int) -> None:
    """Put a card in play for a seat, or for the game; what is there already stays as it is."""
    if is_in_play(state, seat, card):
        return
    if seat == NOBODY:
        enforce_card(state, card)
    else:
        own_card(state, seat, card)
    if state.notes is not None:
        name = state.table.cards[card].name
        if seat != NOBODY and card in state.table.buildings:
            state.notes.append(Built(state.setup.players[seat], name))
        else:
            state.notes.append(CardEntered(name, None if seat == NOBODY else state.setup.players[seat]))


def leave(state: State, seat: int, card: int) -> None:
    """Take a card out of play, if a seat, or the game, has it there; no moment ends it any more."""
    if not is_in_play(state, seat, card):
        return
    disown_card(state, seat, card)
    if state.leaving:
        state.leaving = tuple(entry for entry in state.leaving if entry[1:] != (seat, card))
    if state.notes is not None:
        name = state.table.cards[card].name
        if seat != NOBODY and card in state.table.buildings:
            state.notes.append(Destroyed(state.setup.players[seat], name))
        else:
            state.notes.append(CardLeft(name, None if seat == NOBODY else state.setup.players[seat]))
