"""`kingsburg replay`: a recorded game told again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import add_language, add_packs, read_text
from kingsburg_rules.engine.errors import SetupError

if TYPE_CHECKING:
    from argparse import Namespace

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.records import Record


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game again",
        description="Tell a recorded game season by season, or every answer with --every.",
    )
    parser.add_argument("file", metavar="FILE", help="the record; - reads the standard input")
    parser.add_argument("--every", action="store_true", help="tell every answer and what it led to")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N answers and show the table")
    add_language(parser)
    add_packs(parser)
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Replay the record."""
    from kingsburg_rules.game.records import Record

    record = Record.loads(read_text(wishes.file))
    if wishes.until is not None and wishes.until < 0:
        raise SetupError("replay.until", f"--until counts answers; {wishes.until} is none.")
    game = next(record.replay(packs=wishes.pack))
    _retell(record, game, wishes.until, every=wishes.every, language=wishes.language)
    return 0


def _retell(record: Record, game: Game, until: int | None, *, every: bool, language: str) -> None:
    from kingsburg_rules.cli.reporter import Reporter
    from kingsburg_rules.cli.screen import Screen

    reporter = Reporter(game, language)
    reporter.begin()
    for number, text in enumerate(record.actions[:until], start=1):
        events = _played(game, text)
        if every:
            reporter.answer(number, text, events)
        else:
            reporter.hear(events)
    reporter.end()
    if game.outcome is None:
        Screen(reporter.console, game, reporter.teller).board(None)


def _played(game: Game, text: str) -> tuple[AnyEvent, ...]:
    """Play an answer of a record; where several could answer, the player stands before."""
    player, _, action = text.rpartition(": ")
    return game.play(action, player or None)
