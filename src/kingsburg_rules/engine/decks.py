"""Decks: their declarations, and how many cards they need.

A rule set may have too few cards, because a pack is small or because cards were left out. It is better to
report this when the rules are loaded, or when a game starts, than in the middle of a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attr

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.compiled_rules import CompiledRules
    from kingsburg_rules.engine.roles import Zone

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
"""The numbers of players that the game supports by default; packs may change them."""

MOST_SEATS: Final = 8
"""The largest number of seats; simultaneous answers are kept in as many variables."""

DECK: Final = "deck"
DISPLAY: Final = "display"
HAND: Final = "hand"
PLAY: Final = "play"
DISCARD: Final = "discard"
OUT: Final = "out"
ZONES: tuple[Zone, ...] = (DECK, DISPLAY, HAND, PLAY, DISCARD, OUT)
"""Where a card can be: in its deck, in the display, in a hand, in play, discarded, or out of the game.

A building that nobody has is on the sheets; its deck stands for them."""

ENEMY, FURTHER = YEAR_DECKS = ("enemy", "further")
"""The decks that have one hidden enemy card for each year, both drawn from the enemy cards of the box."""

WITHOUT_DECK = frozenset({"advisor", "building", "rule"})
"""The kinds of card that nobody draws: they are on the table from the start."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Deck:
    """The declaration of a deck.

    `display` cards of it are face up, and each is replaced when it is taken. `reshuffle` means that the
    discard pile becomes the deck when the deck is empty; `returns`, that what is used goes back into the deck
    and not on a discard pile; `shuffled`, that chance draws, and not the order in which the cards are
    written.
    """

    name: str
    display: int = 0
    reshuffle: bool = False
    returns: bool = False
    shuffled: bool = True


class Need:
    """How many cards of a kind a word takes: `each` for every player, and `least` in any case.

    `reached` returns whether a game with a given number of players can reach the word at all; `at` points to
    it.
    """

    __slots__ = ("at", "each", "kind", "least", "reached")

    def __init__(self, at: str, kind: str, each: int, least: int, reached: Callable[[int], bool]) -> None:
        self.at, self.kind, self.each, self.least, self.reached = at, kind, each, least, reached

    @property
    def is_reached(self) -> bool:
        """Whether a game with some number of players may need them."""
        return any(self.reached(players) for players in range(FEWEST_PLAYERS, MOST_SEATS + 1))

    def shortage(self, compiled: CompiledRules, players: int) -> str | None:
        """Describe the shortage for a number of players; None if there are enough cards."""
        needed, there = max(self.least, self.each * players), stock(compiled, self.kind)
        if there >= needed or not self.reached(players):
            return None
        found = f"only {there}" if there else "none"
        if self.each:
            return (
                f"{needed} of the kind '{self.kind}' are needed for {players} players, but there are {found}"
            )
        return f"{needed} of the kind '{self.kind}' are needed, but there are {found}"


def stock(compiled: CompiledRules, kind: str) -> int:
    """Count the cards of a kind that can be dealt, including copies."""
    return len(compiled.deck(kind))
