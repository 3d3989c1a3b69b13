"""Decks: which cards are left in one, and how many there must be.

A deck is kept nowhere. It is all cards of a kind, less those that are somewhere else: so a card can never be
in two places.

A rule set may have too few cards, because a pack is small or because cards were left out. Better to hear it
when the rules are loaded, or when a game begins, than in the middle of a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Table

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
"""For how many the game is; packs may say otherwise."""

MOST_SEATS = 8
"""How many seats the machine can have; answers given at once are kept in as many variables."""

ENEMY = "enemy"
"""The kind of the enemy cards, of which every year has a deck."""


class Need:
    """What a word takes of a kind of cards: `each` for every player, and `least` whoever plays.

    `reached` tells whether a game of so many players may come to the word at all; `at` points to it.
    """

    __slots__ = ("at", "each", "kind", "least", "reached")

    def __init__(self, at: str, kind: str, each: int, least: int, reached: Callable[[int], bool]) -> None:
        self.at, self.kind, self.each, self.least, self.reached = at, kind, each, least, reached

    def shortage(self, table: Table, players: int) -> str | None:
        """Say what is missing for so many players; None if there are enough."""
        needed, there = max(self.least, self.each * players), stock(table, self.kind)
        if there >= needed or not self.reached(players):
            return None
        takers = f" for {players} players" if self.each else ""
        found = f"only {there}" if there else "none"
        return f"{needed} of the kind '{self.kind}' are needed{takers}, but there are {found}"


def stock(table: Table, kind: str) -> int:
    """Count the cards of a kind that can be dealt, copies too."""
    return len(table.deck(kind))


def left_in_deck(state: State, kind: str) -> list[int]:
    """List the cards of a kind that are left in their deck, each as often as copies of it are left.

    Not in it are cards that are in play, lie open in an auction or wait as enemies, cards in a hand, and
    cards that were drawn and have not been shuffled in again.
    """
    table = state.table
    gone = state.drawn | state.in_force
    for card in (*state.auction.cards, *state.enemies, *state.further):
        gone |= 1 << card
    left = [card for card in table.deck(kind) if not gone >> card & 1]
    for player in state.players:
        in_play = player.owned | player.covers
        mine = [card for card in table.different(kind) if in_play >> card & 1]
        for card in (*player.hand, *mine):
            if card in left:
                left.remove(card)
    return left


def enemies_left(state: State, year: int) -> list[int]:
    """List the enemy cards of a year that are left in their deck."""
    enemies = state.table.enemies
    return [card for card in left_in_deck(state, ENEMY) if card in enemies and enemies[card].year == year]
