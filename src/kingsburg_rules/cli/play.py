"""`kingsburg play`: people and bots at one table, or bots alone."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules import Event, Game, SetupError
from kingsburg_rules.bots import Bot, bot_turn, make_bot
from kingsburg_rules.cli import part
from kingsburg_rules.cli.commands import (
    add_language_option,
    add_rules_options,
    load_chosen_rules,
    read_text,
    write_text,
)
from kingsburg_rules.cli.output import tell
from kingsburg_rules.engine import unknown
from kingsburg_rules.game import checked_names
from kingsburg_rules.text import MINUS, Phrasebook, log_of, words

if TYPE_CHECKING:  # it needs rich, and bots play without
    from kingsburg_rules.cli.narration import Narrator

_SEEDS = 1_000_000


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Play against bots; you are the first player unless --human names another."
    parser.add_argument("names", nargs="*", metavar="NAME", help="the players, clockwise")
    parser.add_argument(
        "--players", type=int, metavar="N", help="the number of players, if none are named (4)"
    )
    parser.add_argument(
        "--human",
        action="append",
        metavar="NAME",
        help="a person's seat, by name or number; may be repeated (1)",
    )
    parser.add_argument(
        "--bot",
        default="greedy",
        help="the bot in the other seats: search, greedy, random, or one from an installed package (greedy)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="the seed of chance; the same seed gives the same dice and cards",
    )
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    parser.add_argument("--auto", action="store_true", help="let bots play all seats")
    parser.add_argument("--record", metavar="FILE", help="write a record of the game when it ends")
    add_language_option(parser)
    add_rules_options(parser)


def run(options: Namespace) -> int:
    """Set up or resume the game, seat the players, and play."""
    # The seed is made here and shown, so that any game can be played again.
    seed: int = int.from_bytes(os.urandom(4), "big") % _SEEDS if options.seed is None else options.seed
    if options.resume:
        game = Game.load(read_text(options.resume), packs=options.pack)
    else:
        players = named_players(options.names, options.players)
        game = Game(load_chosen_rules(options), players, seed=seed)
    humans: list[str] = [] if options.auto else options.human or ["1"]
    seats = seated(game.players, humans, options.bot, seed)
    # A resumed game goes on with the chance it was saved with; the seed is for the bots alone.
    if not options.resume:
        tell(words(options.language, "terminal")["seed"].format(seed=seed))
    if seats.humans:
        part("session").Session(game, seats, record=options.record, language=options.language).run()
    else:
        watch(game, seats, record=options.record, language=options.language)
    return 0


# Seats


NAMES = ("Ann", "Brian", "Cindy", "David", "Emma", "Frank", "Greta", "Henry")
"""The players if none are named."""

DEFAULT_PLAYERS = 4


@frozen(eq=False)
class Seats:
    """The players: people, clockwise, bots by the names of their players, and the bot for hints."""

    humans: tuple[str, ...]
    bots: dict[str, Bot]
    adviser: Bot


def named_players(names: Sequence[str], count: int | None) -> tuple[str, ...]:
    """Choose who plays: the players named, or as many as requested.

    Raises:
        SetupError: The names or their number are not possible.
    """
    if names and count is not None and count != len(names):
        raise SetupError("setup.players", f"{len(names)} players are named, but --players is {count}.")
    if not names and count is not None and not 0 <= count <= len(NAMES):
        raise SetupError("setup.players", f"1 to {len(NAMES)} players are needed, not {count}.")
    # Whether the rules are for so many is seen when the game begins.
    return checked_names(names or NAMES[: DEFAULT_PLAYERS if count is None else count], (1, len(NAMES)))


def seated(players: tuple[str, ...], humans: Iterable[str], bot: str, seed: int) -> Seats:
    """Assign the seats to people and bots.

    Raises:
        SetupError: There is no such player, or no such bot.
    """
    people = {_player(players, human) for human in humans}
    bots = {player: make_bot(bot, seed + seat) for seat, player in enumerate(players) if player not in people}
    return Seats(tuple(player for player in players if player in people), bots, make_bot(bot, seed))


def _player(players: tuple[str, ...], name: str) -> str:
    """Find a player by name or by the number of the seat, counted from 1."""
    if name in players:
        return name
    if name.isdecimal() and 1 <= int(name) <= len(players):
        return players[int(name) - 1]
    raise SetupError("setup.player", f"Player {unknown(name, players)}")


# A game of bots


def watch(game: Game, seats: Seats, *, record: str | None, language: str) -> None:
    """Play the bots to the end; write the record if a file is named."""
    narrator = _narrator(game, language)
    narrator.begin()
    while (events := bot_turn(game, seats.bots)) is not None:
        narrator.add(events)
    narrator.end()
    if record is not None:
        write_text(record, game.record.dumps())
        narrator.recorded(record)


def _narrator(game: Game, language: str) -> Narrator | PlainNarrator:
    """Choose who reports a game: with rich in tables, without it in plain lines."""
    # A game of bots is told without rich, too: it needs nothing but the library.
    try:
        narration = part("narration")
    except SetupError:
        return PlainNarrator(game, language)
    narrator: Narrator = narration.Narrator(game, language)
    return narrator


class PlainNarrator:
    """Reports a game in plain lines while it is played: its log, and the scores."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._say = game, Phrasebook(game.rules, language, "terminal")

    def begin(self) -> None:
        """Write the edition and what happened before the first decision."""
        tell(self._say.say("opening", edition=self._game.rules.edition))
        self.add(self._game.opening)

    def add(self, events: Iterable[Event]) -> None:
        """Write what everybody may know of these events."""
        for line in log_lines(events, (), self._game.players, self._say):
            tell(line)

    def end(self) -> None:
        """Write the scores when the game is over; the log has said who won."""
        for place in self._game.outcome.ranking if self._game.outcome is not None else ():
            tell(f"{place.rank}. {place.player}: {self._say.counted('vp', place.vp)}")

    def recorded(self, path: str) -> None:
        """Write where the record is."""
        tell(f"\n{self._say.say('recorded', path=path)}")


class Heading(str):
    """A line of the log that stands above others."""

    __slots__ = ()


def log_lines(
    events: Iterable[Event], viewers: Iterable[str], players: Sequence[str], say: Phrasebook
) -> Iterator[str]:
    """Describe events in order; secret ones only if their player is among the viewers."""
    known = [told for event in events if (told := event.known_to(*viewers)) is not None]
    for line in log_of(known, players, say):
        # Not every terminal has a minus sign.
        text = f"{line.bold} {line.rest}".strip().replace(MINUS, "-")
        yield text if line.rest else Heading(text)
