"""Setting up a game: who plays, what is not asked, where chance comes from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeGuard

from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import SetupError, listed, unknown
from kingsburg_rules.engine.state import AUTOMATION, Setup
from kingsburg_rules.game.decisions import CHANCE_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.engine.table import Table

_LONGEST_NAME = 40
_MANY = 1 << 64


def make_setup(
    players: Sequence[str],
    automation: Iterable[str] | Mapping[str, Iterable[str]],
    chance: str,
    seed: int | None,
) -> Setup:
    """Check what a game is asked to be; without a seed the operating system gives one.

    Raises:
        SetupError: The names or the settings are not possible.
    """
    if seed is not None and not _is_whole(seed):
        raise SetupError("setup.seed", f"A seed is a whole number, not {seed!r}.")
    return Setup(
        checked_names(players),
        checked_automation(players, automation),
        checked_chance(chance),
        int.from_bytes(os.urandom(8), "big") if seed is None else seed % _MANY,
    )


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """See that names are possible: at most eight, different, printable, without the signs that texts need."""
    names = listed(players)
    if names is None:
        raise SetupError("setup.players", "Players are given as a list of names, such as ('Ann', 'Brian').")
    if not FEWEST_PLAYERS <= len(names) <= MOST_SEATS:
        raise SetupError("setup.players", _how_many(FEWEST_PLAYERS, MOST_SEATS, len(names)))
    if len(set(names)) != len(names):
        raise SetupError("setup.players", "Two players have the same name.")
    for name in names:
        if name != " ".join(name.split()) or not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
            raise SetupError(
                "setup.players",
                f"{name!r} is no name: 1 to {_LONGEST_NAME} printable characters, with single spaces inside.",
            )
        if name == CHANCE_PLAYER or {",", ":"} & set(name):
            raise SetupError(
                "setup.players", f"'{name}' cannot be a name here: no commas, no colons, not 'chance'."
            )
    return names


def _how_many(least: int, most: int, found: int) -> str:
    wanted = f"{least} to {most}" if least < most else str(least)
    return f"{wanted} players are needed, not {found}."


def check_players(table: Table, players: int) -> None:
    """See that the rules are for so many, and that there are enough cards for everybody.

    Raises:
        SetupError: They are not for so many, or a deck is too small.
    """
    least, most = table.seats
    if not least <= players <= most:
        raise SetupError("setup.players", _how_many(least, most, players))
    for need in table.needs:
        shortage = need.shortage(table, players)
        if shortage is not None:
            raise SetupError("setup.cards", f"These rules are not for so many: {shortage}.")


def checked_automation(
    players: Sequence[str], automation: Iterable[str] | Mapping[str, Iterable[str]]
) -> tuple[int, ...]:
    """Turn names of automation into bit sets, one for each seat."""
    if not _told_by_player(automation):
        return (_kinds(automation),) * len(players)
    for name in automation:
        if name not in players:
            raise SetupError("setup.automation", f"{name!r} does not play in this game.")
    return tuple(_kinds(automation.get(name, AUTOMATION)) for name in players)


def _told_by_player(automation: object) -> TypeGuard[Mapping[str, Iterable[str]]]:
    return isinstance(automation, Mapping)


def _kinds(automation: object) -> int:
    """Turn the names of what is automated for a seat into a bit set."""
    names = listed(automation)
    if names is None:
        raise SetupError(
            "setup.automation", "Automation is given as a list of words, such as ('forced', 'gains')."
        )
    for name in names:
        if name not in AUTOMATION:
            raise SetupError("setup.automation", f"Automation {unknown(name, AUTOMATION)}")
    return sum(AUTOMATION[name] for name in set(names))


def _is_whole(number: object) -> bool:
    return isinstance(number, int)


def checked_chance(chance: str) -> bool:
    """Whether chance is a decision."""
    if chance not in ("random", "decision"):
        raise SetupError("setup.chance", f"Chance {unknown(chance, ('random', 'decision'))}")
    return chance == "decision"
