"""Telling a game on the console while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kingsburg_rules.cli.account import Account
from kingsburg_rules.cli.console import Terminal
from kingsburg_rules.cli.drawing import draw_chapter, draw_outcome
from kingsburg_rules.cli.telling import Teller
from kingsburg_rules.engine.events import Gained, TurnOrderSet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.game.game import Game


class Reporter:
    """Draws the account of a game while it is played."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.console = Terminal()
        self.teller = Teller(game.rules, game.players, language)
        self._game = game
        self._account = Account(points_before(game))

    def begin(self) -> None:
        """Say which edition is played, and in which order."""
        order = TurnOrderSet(self._game.state.turn_order)
        said = self.teller.say("opening", edition=self._game.rules.edition)
        self.console.print(" ".join([said, *self.teller.tell((order,), ())]) + ".")
        self.hear(self._game.opening)

    def hear(self, events: Iterable[Event]) -> None:
        """Draw the chapters that these events complete."""
        for chapter in self._account.hear(events):
            draw_chapter(self.console, chapter, self.teller)

    def answer(self, number: int, text: str, events: Iterable[Event]) -> None:
        """Tell an answer, and what it led to."""
        self.console.print(f"[cyan]{number:4}[/] {escape(text)}")
        for line in self.teller.tell(events, self._game.players):
            self.console.print(f"     {line}")

    def end(self) -> None:
        """Draw the chapter that is not complete, and the scores when the game is over."""
        draw_chapter(self.console, self._account.close(), self.teller)
        if self._game.outcome is not None:
            draw_outcome(self.console, self._game.outcome, self.teller)


def points_before(game: Game) -> dict[str, int]:
    """Tell the points before the opening of a game, or where a loaded game goes on."""
    points = {player.name: player.vp for player in game.state.players}
    for event in game.opening:
        if isinstance(event, Gained) and event.resource == "vp":
            points[event.player] -= event.amount
    return points
