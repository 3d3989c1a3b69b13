"""Setting up a game: who plays, what is not asked, where chance comes from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeGuard

from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.engine.state import AUTOMATION, Setup
from kingsburg_rules.game.decisions import CHANCE_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
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
    return Setup(
        checked_names(players),
        checked_automation(players, automation),
        checked_chance(chance),
        int.from_bytes(os.urandom(8), "big") if seed is None else seed % _MANY,
    )


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """See that names are possible: two to five, different, printable, without the signs that texts need."""
    names = tuple(players)
    if not _all_text(names) or isinstance(players, str):
        raise SetupError("setup.players", "Players are given as a list of names, such as ('Ann', 'Brian').")
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise SetupError(
            "setup.players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players are needed, not {len(names)}."
        )
    if len(set(names)) != len(names):
        raise SetupError("setup.players", "Two players have the same name.")
    for name in names:
        if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            raise SetupError(
                "setup.players", f"{name!r} is no name: 1 to {_LONGEST_NAME} printable characters."
            )
        if name == CHANCE_PLAYER or {",", ":"} & set(name):
            raise SetupError(
                "setup.players", f"'{name}' cannot be a name here: no commas, no colons, not 'chance'."
            )
    return names


def checked_automation(
    players: Sequence[str], automation: Iterable[str] | Mapping[str, Iterable[str]]
) -> tuple[int, ...]:
    """Turn names of automation into bit sets, one for each seat."""
    chosen: list[tuple[str, ...]] = [tuple(automation)] * len(players)
    if _told_by_player(automation):
        chosen = _by_player(players, automation)
    for names in chosen:
        for name in names:
            if name not in AUTOMATION:
                raise SetupError("setup.automation", f"Automation {unknown(name, AUTOMATION)}")
    return tuple(sum(AUTOMATION[name] for name in set(names)) for names in chosen)


def _told_by_player(
    automation: Iterable[str] | Mapping[str, Iterable[str]],
) -> TypeGuard[Mapping[str, Iterable[str]]]:
    return isinstance(automation, Mapping)


def _all_text(items: Iterable[object]) -> bool:
    return all(isinstance(item, str) for item in items)


def _by_player(players: Sequence[str], automation: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    missing = set(automation) - set(players)
    if missing:
        raise SetupError("setup.automation", f"'{min(missing)}' does not play in this game.")
    return [tuple(automation.get(name, AUTOMATION)) for name in players]


def checked_chance(chance: str) -> bool:
    """Whether chance is a decision."""
    if chance not in ("random", "decision"):
        raise SetupError("setup.chance", f"Chance {unknown(chance, ('random', 'decision'))}")
    return chance == "decision"
