"""`kingsburg play`: people and bots at one table, or bots alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import add_language, add_rules, chosen_rules, read_text

if TYPE_CHECKING:
    from argparse import Namespace

    from kingsburg_rules.cli.commands import Subparsers

_SEEDS = 1_000_000


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play a game, or watch one",
        description="Play against bots; you are the first player unless you say otherwise.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="who plays, clockwise")
    parser.add_argument("--players", type=int, metavar="N", help="how many play, when nobody is named (4)")
    parser.add_argument(
        "--human", action="append", metavar="NAME", help="a person's seat, by name or number; may be repeated"
    )
    parser.add_argument(
        "--bot", default="greedy", help="what plays the other seats: greedy or random (greedy)"
    )
    parser.add_argument("--seed", type=int, help="makes chance repeatable")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--auto", action="store_true", help="let bots play all seats")
    parser.add_argument("--record", metavar="FILE", help="write a record of the game when it ends")
    add_language(parser)
    add_rules(parser)
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Set up or resume the game, seat the players, and play."""
    from kingsburg_rules import Game
    from kingsburg_rules.cli.auto import watch
    from kingsburg_rules.cli.seats import named_players, seated
    from kingsburg_rules.cli.session import Session
    from kingsburg_rules.cli.words import WORDS

    seed: int = int.from_bytes(os.urandom(4), "big") % _SEEDS if wishes.seed is None else wishes.seed
    if wishes.resume:
        game = Game.load(read_text(wishes.resume), packs=wishes.pack)
    else:
        players = named_players(wishes.names, wishes.players)
        game = Game(chosen_rules(wishes), players, seed=seed)
        print(WORDS[wishes.language]["seed"].format(seed=seed))
    humans: list[str] = [] if wishes.auto else wishes.human or ["1"]
    seats = seated(game.players, humans, wishes.bot, seed)
    if not seats.humans:
        watch(game, seats, record=wishes.record, language=wishes.language)
    else:
        Session(game, seats, record=wishes.record, language=wishes.language).run()
    return 0
