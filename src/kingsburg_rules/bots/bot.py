"""Bots: what a bot is, what it may know, and how it plays in a game.

A bot answers decisions for a seat. It sees what a person in that seat sees, through a `Sight`: the table, its
own secrets, and positions in which everything hidden is guessed, to search in. It never gets the true
position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import field, frozen

from kingsburg_rules import Action, AnyEvent, Decision, Game, Position, Rules, SeatView
from kingsburg_rules.engine import checked_seed, expect


class Bot(Protocol):
    """A player made of code. One bot may sit in several seats, and in several games."""

    @property
    def name(self) -> str:
        """The kind of bot."""
        ...

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision with one of its options."""
        ...


class Board(Protocol):
    """A game as sights need it. A `Game` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know."""
        ...

    def position(self) -> Position:
        """Return a copy of the position."""
        ...


@frozen(eq=False)
class Sight:
    """The knowledge of a seat: the rules, its view of the table, and guesses at what it cannot see."""

    player: str
    _board: Board = field(repr=False)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._board.rules

    @property
    def view(self) -> SeatView:
        """The seat's view of the table."""
        return self._board.view(self.player)

    def guess(self, seed: int) -> Position:
        """Make a position to search in: hidden cards and all chance to come are drawn anew from the seed.

        Raises:
            SetupError: There is no such player, or the seed is not a whole number.
        """
        return self._board.position().determinize(self.player, checked_seed(seed))


# Letting bots play


def bot_turn(game: Game, bots: Mapping[str, Bot]) -> tuple[AnyEvent, ...] | None:
    """Play the answer of the first bot that owes a decision; return None if no bot owes one.

    Raises:
        TypeError: `game` is not a game, or `bots` is not a mapping of players to bots.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A card goes on without end.
    """
    expect(game, Game, "game")
    expect(bots, Mapping, "bots")
    for decision in game.pending:
        bot = bots.get(decision.player)
        if bot is not None:
            action = bot.choose(decision, Sight(decision.player, game))
            return game.play(action, decision.player)
    return None
