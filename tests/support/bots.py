"""Tables at which bots sit in tests."""

from __future__ import annotations

from kingsburg_rules import Game, Position, Rules, SeatView


class Redealt:
    """A table at which everything that a player cannot see has been dealt anew."""

    def __init__(self, game: Game, player: str, seed: int) -> None:
        self.rules: Rules = game.rules
        self._view = game.view(player)
        self._position = game.position().determinize(player, seed)

    def view(self, player: str | None = None) -> SeatView:
        assert player == self._view.seat
        return self._view

    def position(self) -> Position:
        return self._position.copy()
