"""What a bot is, and what it may know.

A bot answers decisions for a seat. It sees what a person in that seat sees, through a `Sight`: the table, its
own secrets, and guesses at the rest that it may play on in its thoughts. The true position never reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.position import Position
    from kingsburg_rules.game.views import SeatView


class Bot(Protocol):
    """A player made of code. One bot may sit in several seats, and in several games."""

    @property
    def name(self) -> str:
        """What kind of bot it is."""
        ...

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision with one of its options."""
        ...


class Board(Protocol):
    """What a sight is taken from. A `Game` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know."""
        ...

    def position(self) -> Position:
        """Give a copy of the position."""
        ...


@frozen(eq=False)
class Sight:
    """What a seat may know: the rules, its view of the table, and guesses at what it cannot see."""

    player: str
    _board: Board = field(repr=False)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._board.rules

    @property
    def view(self) -> SeatView:
        """What the seat sees of the table."""
        return self._board.view(self.player)

    def guess(self, seed: int) -> Position:
        """Make a position to think in: hidden cards and all chance to come are drawn anew from the seed."""
        return self._board.position().determinize(self.player, seed)
