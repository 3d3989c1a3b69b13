"""For tests of secrets: what a seat cannot know, and the same game with other things hidden."""

from __future__ import annotations

from kingsburg_rules import Game
from kingsburg_rules.engine.state import State
from kingsburg_rules.testing.promises import hidden_from, with_other_hidden_cards

__all__ = ["hidden_from", "name_of", "names_hidden_from", "seats", "with_other_hidden_cards", "with_state"]


def names_hidden_from(game: Game, seat: int | None) -> set[str]:
    return {game.rules.compiled.cards[card].name for card in hidden_from(game._state, seat)}


def with_state(game: Game, state: State) -> Game:
    twin = game.copy()
    twin._history.state = state
    return twin


def seats(game: Game) -> list[int | None]:
    return [None, *range(len(game.players))]


def name_of(game: Game, seat: int | None) -> str | None:
    return None if seat is None else game.players[seat]
