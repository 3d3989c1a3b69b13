"""`kingsburg play --auto`: bots play, and a reader follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots import bot_turn
from kingsburg_rules.cli.commands import write_text
from kingsburg_rules.cli.reporter import Reporter

if TYPE_CHECKING:
    from kingsburg_rules.cli.seats import Seats
    from kingsburg_rules.game.game import Game


def watch(game: Game, seats: Seats, *, record: str | None = None, language: str = "en") -> None:
    """Let the bots play to the end; write the record if a file is named."""
    reporter = Reporter(game, language)
    reporter.begin()
    while (events := bot_turn(game, seats.bots)) is not None:
        reporter.hear(events)
    reporter.end()
    if record is not None:
        write_text(record, game.record.dumps())
        reporter.console.print(f"\n{reporter.teller.speech.say('recorded', path=record)}", markup=False)
