"""`kingsburg show`: a picture of a game, as text or as SVG."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import read_text, write_text
from kingsburg_rules.engine.errors import SetupError, unknown

if TYPE_CHECKING:
    from argparse import Namespace

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.records import Record

_LOG = 8
"""How many answers are told beside the board."""


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "show",
        help="draw a recorded or saved game",
        description="Draw a moment of a recorded or saved game: as text, or as a picture with --svg.",
    )
    parser.add_argument("file", metavar="FILE", help="the record or the save; - reads the standard input")
    parser.add_argument("--at", type=int, metavar="N", help="after N answers; otherwise the last moment")
    parser.add_argument("--seat", metavar="NAME", help="as this player sees it; otherwise as everybody does")
    parser.add_argument("--svg", metavar="FILE", help="write a picture to this file")
    parser.add_argument("--theme", default="auto", help="auto, light or dark (auto)")
    parser.add_argument("--language", default="en", help="en, nl or fr (en)")
    parser.add_argument("--width", type=int, metavar="N", help="how wide the picture is (1080)")
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Draw the moment."""
    from kingsburg_rules.cli.console import Terminal
    from kingsburg_rules.render import svg, text

    game = _moment(_record(read_text(wishes.file)), wishes.at)
    seat = wishes.seat
    if seat is not None and seat not in game.players:
        raise SetupError("show.seat", f"The player {unknown(seat, game.players)}")
    view, log, language = game.view(seat), game.recent(_LOG, seat), wishes.language
    if wishes.svg is None:
        print(text(view, log=log, width=wishes.width or Terminal().width, language=language))
    else:
        picture = svg(view, log=log, theme=wishes.theme, width=wishes.width or 1080, language=language)
        write_text(wishes.svg, picture)
    return 0


def _record(text: str) -> Record:
    """Read a record, or take the one of a saved game."""
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.records import Record

    return Game.load(text).record if _is_save(text) else Record.loads(text)


def _is_save(text: str) -> bool:
    try:
        data: object = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and "kingsburg" in data


def _moment(record: Record, answers: int | None) -> Game:
    """Replay a record up to a moment."""
    last = len(record.actions)
    if answers is not None and not 0 <= answers <= last:
        raise SetupError("show.at", f"The game has {last} answers; there is no moment after {answers}.")
    return next(islice(record.replay(), last if answers is None else answers, None))
