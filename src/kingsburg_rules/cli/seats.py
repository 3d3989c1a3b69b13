"""Who sits where: names, people and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.bots import make_bot
from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.game.setup import checked_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.bots import Bot

NAMES = ("Ann", "Brian", "Cindy", "David", "Emma", "Frank", "Greta", "Henry")
"""Who plays when nobody is named."""

USUAL = 4


@frozen(eq=False)
class Seats:
    """The players, clockwise; each is a person or has a bot."""

    players: tuple[str, ...]
    humans: tuple[str, ...]
    bots: dict[str, Bot]


def named_players(names: Sequence[str], count: int | None) -> tuple[str, ...]:
    """Find out who plays: those named, or as many as wished.

    Raises:
        SetupError: The names or their number are not possible.
    """
    if names and count is not None and count != len(names):
        raise SetupError("setup.players", f"{len(names)} players are named, but {count} are wished for.")
    if not names and count is not None and not 0 <= count <= len(NAMES):
        raise SetupError("setup.players", f"{count} players are too many; {len(NAMES)} is the most.")
    return checked_names(names or NAMES[: USUAL if count is None else count])


def seated(players: tuple[str, ...], humans: Iterable[str], bot: str, seed: int) -> Seats:
    """Give the seats to people and bots.

    Raises:
        SetupError: There is no such player, or no such bot.
    """
    people = {_player(players, human) for human in humans}
    bots = {player: make_bot(bot, seed + seat) for seat, player in enumerate(players) if player not in people}
    return Seats(players, tuple(player for player in players if player in people), bots)


def _player(players: tuple[str, ...], wish: str) -> str:
    """Find a player by name or by the number of the seat, counted from 1."""
    if wish in players:
        return wish
    if wish.isdecimal() and 1 <= int(wish) <= len(players):
        return players[int(wish) - 1]
    raise SetupError("setup.player", f"Player {unknown(wish, players)}")
