"""`kingsburg show`: draw a recorded or saved game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import islice

from kingsburg_rules import Game, Record, SetupError
from kingsburg_rules.cli.commands import add_pack_option, read_text, write_text
from kingsburg_rules.cli.console import Terminal
from kingsburg_rules.cli.output import tell
from kingsburg_rules.engine import unknown
from kingsburg_rules.render import svg, text

_LOG = 8
"""How many answers are told beside the board."""


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Draw a moment of a recorded or saved game: as text, or as a picture with --svg."
    parser.add_argument("file", metavar="FILE", help="the record or the save; - reads standard input")
    parser.add_argument(
        "--at", type=int, metavar="N", help="the moment after N answers; by default, the last one"
    )
    parser.add_argument(
        "--seat", metavar="NAME", help="as this player sees it; by default, as a spectator does"
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture to this file")
    parser.add_argument(
        "--theme", default="auto", help="the colors of the picture: auto, light or dark (auto)"
    )
    add_pack_option(parser)
    parser.add_argument("--language", default="en", help="the language: en, nl or fr (en)")
    parser.add_argument(
        "--width",
        type=int,
        metavar="N",
        help="the width of the picture in pixels (1080), or of the text in characters",
    )


def run(options: Namespace) -> int:
    """Draw the moment."""
    game = _moment(_record(read_text(options.file), options.pack), options.at, options.pack)
    seat = options.seat
    if seat is not None and seat not in game.players:
        raise SetupError("show.seat", f"The player {unknown(seat, game.players)}")
    view, log, language = game.view(seat), game.recent(_LOG, seat), options.language
    if options.svg is None:
        tell(text(view, log=log, width=options.width or Terminal().width, language=language))
    else:
        picture = svg(view, log=log, theme=options.theme, width=options.width or 1080, language=language)
        write_text(options.svg, picture)
    return 0


def _record(text: str, packs: Sequence[str]) -> Record:
    """Read a record, or take the one of a saved game."""
    return Game.load(text, packs=packs).record if _is_save(text) else Record.loads(text)


def _is_save(text: str) -> bool:
    try:
        data: object = json.loads(text)
    except ValueError:
        return False
    # A record begins with another key, `kingsburg_record`.
    return isinstance(data, dict) and "kingsburg" in data


def _moment(record: Record, answers: int | None, packs: Sequence[str]) -> Game:
    """Replay a record up to a moment."""
    last = len(record.actions)
    if answers is not None and not 0 <= answers <= last:
        raise SetupError("show.at", f"The game has {last} answers; there is no moment after {answers}.")
    return next(islice(record.replay(packs=packs), last if answers is None else answers, None))
