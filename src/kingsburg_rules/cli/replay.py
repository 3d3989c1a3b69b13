"""`kingsburg replay`: retell a recorded game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kingsburg_rules import Record, SetupError, Whoever
from kingsburg_rules.cli.commands import add_language_option, add_pack_option, read_text
from kingsburg_rules.cli.narration import Narrator


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Retell a recorded game, season by season or, with --every, answer by answer."
    parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    parser.add_argument("--every", action="store_true", help="report every answer and its consequences")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N answers and show the table")
    add_language_option(parser)
    add_pack_option(parser)


def run(options: Namespace) -> int:
    """Replay the record."""
    record = Record.loads(read_text(options.file))
    if options.until is not None and options.until < 0:
        raise SetupError("replay.until", f"--until must be at least 0, not {options.until}.")
    game = next(record.replay(packs=options.pack))
    narrator = Narrator(game, options.language)
    narrator.begin()
    for number, text in enumerate(record.actions[: options.until], start=1):
        player, _, action = text.rpartition(": ")  # where several could answer, the player stands before
        events = game.play(action, player or Whoever.IS_ASKED)
        if options.every:
            narrator.answer(number, text, events)
        else:
            narrator.add(events)
    narrator.end()
    # A record may end early, or `--until` may end it.
    if game.outcome is None:
        narrator.board()
    return 0
