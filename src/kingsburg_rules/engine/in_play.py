"""Cards that enter and leave play, each kind in its own way.

A tile is on the advisor of its rank, a strip covers a row of a sheet, an enemy fights this winter; all
others are in play for a seat or for the game. Buildings that the rules construct or destroy have
their own ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.decks import DECK, DISCARD, DISPLAY, ENEMY, OUT, PLAY, WITHOUT_DECK
from kingsburg_rules.engine.events import (
    Built,
    CardEntered,
    CardLeft,
    CardMoved,
    Destroyed,
    EnemyJoined,
    EnemyLeft,
    RowsCovered,
    TileLaid,
    TileRemoved,
)
from kingsburg_rules.engine.rewards import board_place
from kingsburg_rules.engine.state import activate, activate_for_game, deactivate

if TYPE_CHECKING:
    from kingsburg_rules.engine.roles import Zone
    from kingsburg_rules.engine.state import State


def in_play(state: State, seat: int) -> int:
    """Return the cards in play for a seat, or (NOBODY) for the game, as a bit set."""
    if seat != NOBODY:
        player = state.players[seat]
        return player.cards | player.strips
    members = state.in_force
    for card in state.revealed:
        members |= 1 << card
    return members


def is_in_play(state: State, seat: int, card: int) -> bool:
    """Return whether a seat, or the game, has a card in play."""
    return bool(in_play(state, seat) >> card & 1)


def holders(state: State, card: int, me: int) -> tuple[int, ...]:
    """List who has a card in play once a player plays it: that player, everybody, or (NOBODY) the game."""
    compiled, facts = state.compiled, state.compiled.cards[card]
    if facts.common or card in compiled.enemies:
        return (NOBODY,)
    return tuple(range(len(state.players))) if facts.shared else (me,)


def enter(state: State, seat: int, card: int) -> bool:
    """Put a card in play for a seat, or for the game; return whether it entered.

    A card that is already there stays as it is. A strip without a player covers nothing, and a tile without
    its advisor is not placed.
    """
    compiled = state.compiled
    if is_in_play(state, seat, card) or (seat == NOBODY and card in compiled.strips):
        return False
    if card in compiled.tiles:
        return lay_tile(state, card)
    if card in compiled.strips:
        cover_rows(state, seat, state.players[seat].strips | 1 << card)
    elif card in compiled.enemies:
        join_battle(state, card)
    elif seat == NOBODY:
        activate_for_game(state, card)
    else:
        activate(state, seat, card)
    if state.event_log is not None and not (card in compiled.strips or card in compiled.enemies):
        name = compiled.cards[card].name
        if seat != NOBODY and card in compiled.buildings:
            state.event_log.append(Built(state.setup.players[seat], name))
        else:
            state.event_log.append(CardEntered(name, None if seat == NOBODY else state.setup.players[seat]))
    return True


def leave(state: State, seat: int, card: int) -> None:
    """Take a card out of play and put it where used cards go."""
    take_out_of_play(state, seat, card)
    # A card that everybody shares is discarded once, when the last player loses it.
    if not _is_shared_still(state, card):
        zone = used_zone(state, card)
        if zone == DISCARD:
            state.discard = (*state.discard, card)
        elif zone == OUT:
            state.out = (*state.out, card)
        tell_moved(state, card, PLAY, zone, seat)


def tell_moved(state: State, card: int, from_: Zone, to: Zone, seat: int) -> None:
    """Emit an event for a card that leaves or reaches a place where everybody sees it."""
    seen = from_ in _SEEN or to in _SEEN
    if seen and state.event_log is not None and card not in state.compiled.enemies:
        player = None if seat == NOBODY else state.setup.players[seat]
        state.event_log.append(CardMoved(state.compiled.cards[card].name, from_, to, player))


_SEEN = (DISPLAY, DISCARD, OUT)


def _is_shared_still(state: State, card: int) -> bool:
    """Return whether a card that all players share is in play for one of them."""
    return state.compiled.cards[card].shared and any(player.cards >> card & 1 for player in state.players)


def used_zone(state: State, card: int) -> Zone:
    """Return where a card goes by default after it is used."""
    kind = state.compiled.cards[card].kind
    if kind == ENEMY:
        return OUT
    return DECK if kind in WITHOUT_DECK or state.compiled.deck_of(kind).returns else DISCARD


def take_out_of_play(state: State, seat: int, card: int) -> None:
    """Take a card out of play, whether a seat or the game had it; a pending end of its time is forgotten."""
    compiled = state.compiled
    if card in compiled.tiles:
        _take_tile(state, card)
    elif card in compiled.strips:
        cover_rows(state, seat, state.players[seat].strips & ~(1 << card))
    elif card in compiled.enemies:
        _leave_battle(state, card)
    else:
        deactivate(state, seat, card)
        _tell_left(state, seat, card)
    if state.leaving:
        state.leaving = tuple(entry for entry in state.leaving if (entry.seat, entry.card) != (seat, card))


def _tell_left(state: State, seat: int, card: int) -> None:
    if state.event_log is not None:
        name = state.compiled.cards[card].name
        if seat != NOBODY and card in state.compiled.buildings:
            state.event_log.append(Destroyed(state.setup.players[seat], name))
        else:
            state.event_log.append(CardLeft(name, None if seat == NOBODY else state.setup.players[seat]))


# Strips


def cover_rows(state: State, seat: int, covers: int) -> None:
    """Cover rows of a sheet with these strips and no others."""
    state.players[seat].strips = covers
    if state.event_log is not None:
        names = tuple(
            state.compiled.cards[strip].name for strip in state.compiled.strips if covers >> strip & 1
        )
        state.event_log.append(RowsCovered(state.setup.players[seat], names))


# Tiles


def lay_tile(state: State, card: int) -> bool:
    """Put a tile on its advisor, if the advisor is on the board and has none."""
    compiled = state.compiled
    place = board_place(state, compiled.tiles[card][0])
    if place == NOBODY or place in state.tiles:
        return False
    state.tiles = {**state.tiles, place: card}
    activate_for_game(state, card)
    if state.event_log is not None:
        state.event_log.append(TileLaid(compiled.places[place].name, compiled.cards[card].name))
    return True


def _take_tile(state: State, card: int) -> None:
    place = next(place for place, tile in state.tiles.items() if tile == card)
    state.tiles = {at: tile for at, tile in state.tiles.items() if at != place}
    deactivate(state, NOBODY, card)
    if state.event_log is not None:
        compiled = state.compiled
        state.event_log.append(TileRemoved(compiled.places[place].name, compiled.cards[card].name))


# Enemies


def open_enemy(state: State, card: int) -> None:
    """Reveal the enemy of the year, before any that join it; its abilities work from now on."""
    state.revealed = (card, *(joined for joined in state.revealed if joined != card))
    _enforce_enemy(state, card)


def join_battle(state: State, card: int) -> None:
    """Add an enemy to the battle of this winter."""
    state.revealed = (*state.revealed, card)
    _enforce_enemy(state, card)
    if state.event_log is not None:
        state.event_log.append(EnemyJoined(state.compiled.enemies[card].name))


def _enforce_enemy(state: State, card: int) -> None:
    if not state.compiled.cards[card].is_plain:
        activate_for_game(state, card)


def _leave_battle(state: State, card: int) -> None:
    state.revealed = tuple(other for other in state.revealed if other != card)
    if card in state.enemy_types:
        state.enemy_types = {other: kind for other, kind in state.enemy_types.items() if other != card}
    if state.in_force >> card & 1:
        deactivate(state, NOBODY, card)
    if state.event_log is not None:
        state.event_log.append(EnemyLeft(state.compiled.enemies[card].name))
