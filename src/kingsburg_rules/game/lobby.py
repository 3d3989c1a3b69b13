"""What a lobby checks before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.errors import SetupError, expect
from kingsburg_rules.game.replay import check_players, checked_names

if TYPE_CHECKING:
    from collections.abc import Sequence


def check_names(players: Sequence[str], rules: Rules | None = None) -> SetupError | None:
    """Say why a game cannot be played by players of these names; None if it can. Bad names raise nothing.

    `describe(error, language="nl")` says it in another language.

    Args:
        players: The names, clockwise.
        rules: The rules of the game, which may be for other numbers of players; without them, only the names
            are checked, and that there are two to eight.

    Raises:
        TypeError: `rules` are not rules.
    """
    if rules is not None:
        expect(rules, Rules, "rules")
    try:
        if rules is None:
            checked_names(players)
        else:
            check_players(rules.table, len(checked_names(players, rules.table.seats)))
    except SetupError as error:
        return error
    return None
