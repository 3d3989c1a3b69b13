"""`kingsburg play`: people and bots at one table, or bots alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import add_language_option, add_rules_options, load_chosen_rules, read_text

if TYPE_CHECKING:
    from argparse import Namespace

    from kingsburg_rules.cli.commands import Subparsers

_SEEDS = 1_000_000


def add_play_command(commands: Subparsers) -> None:
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
    add_language_option(parser)
    add_rules_options(parser)
    parser.set_defaults(run=run_play)


def run_play(options: Namespace) -> int:
    """Set up or resume the game, seat the players, and play."""
    from kingsburg_rules import Game
    from kingsburg_rules.cli.phrases import PHRASES
    from kingsburg_rules.cli.session import Session, named_players, seated, watch

    seed: int = int.from_bytes(os.urandom(4), "big") % _SEEDS if options.seed is None else options.seed
    if options.resume:
        game = Game.load(read_text(options.resume), packs=options.pack)
    else:
        players = named_players(options.names, options.players)
        game = Game(load_chosen_rules(options), players, seed=seed)
        print(PHRASES[options.language]["seed"].format(seed=seed))
    humans: list[str] = [] if options.auto else options.human or ["1"]
    seats = seated(game.players, humans, options.bot, seed)
    if not seats.humans:
        watch(game, seats, record=options.record, language=options.language)
    else:
        Session(game, seats, record=options.record, language=options.language).run()
    return 0
