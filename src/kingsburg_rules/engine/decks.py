"""Decks: what is declared of them, and how many cards there must be.

A rule set may have too few cards, because a pack is small or because cards were left out. Better to hear it
when the rules are loaded, or when a game begins, than in the middle of a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.roles import Zone
    from kingsburg_rules.engine.table import Table

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
"""For how many the game is; packs may say otherwise."""

MOST_SEATS = 8
"""How many seats the machine can have; answers given at once are kept in as many variables."""

DECK: Final = "deck"
DISPLAY: Final = "display"
HAND: Final = "hand"
PLAY: Final = "play"
DISCARD: Final = "discard"
OUT: Final = "out"
ZONES: tuple[Zone, ...] = (DECK, DISPLAY, HAND, PLAY, DISCARD, OUT)
"""Where a card can be: in its deck, open in a row, in a hand, in play, discarded, or out of the game.

A building that nobody has is on the sheets; its deck stands for them."""

ENEMY, FURTHER = YEAR_DECKS = ("enemy", "further")
"""The decks that have one hidden enemy card for each year, both drawn from the enemy cards of the box."""

WITHOUT_DECK = frozenset({"advisor", "building", "rule"})
"""The kinds of card that nobody draws: they lie on the table from the start."""


@frozen
class Deck:
    """What is declared of a deck.

    `display` cards of it lie open, and each is replaced when it is taken. `reshuffle` says that the discard
    pile becomes the deck when the deck is empty; `returns`, that what is used goes back into the deck and not
    on a discard pile; `shuffled`, that chance draws, and not the order in which the cards are written.
    """

    name: str
    display: int = 0
    reshuffle: bool = False
    returns: bool = False
    shuffled: bool = True


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
