"""What a seat cannot know, and the same game with other things hidden.

A view keeps its secrets if it is the same whatever lies behind the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State


def known_to(state: State, seat: int | None) -> set[int]:
    """Give the enemy cards that have been turned over, or that a seat has looked at."""
    return {*state.past, *state.revealed, *(() if seat is None else state.players[seat].seen)}


def hidden_from(state: State, seat: int | None) -> set[int]:
    """Give the enemy cards that wait in this game, unknown to a seat."""
    return {*state.enemies, *state.further} - known_to(state, seat)


def other_enemies(state: State, seat: int | None, twist: int) -> dict[int, int]:
    """Give each hidden enemy another one of its year that the seat does not know."""
    enemies, known = state.table.enemies, known_to(state, seat)
    others: dict[int, int] = {}
    for card in hidden_from(state, seat):
        pool = [other for other in sorted(enemies) if enemies[other].year == enemies[card].year]
        unknown = [other for other in pool if other not in known]
        if len(unknown) > 1:
            step = 1 + twist % (len(unknown) - 1)
            others[card] = unknown[(unknown.index(card) + step) % len(unknown)]
    return others


def other_cards(state: State, seat: int | None, twist: int) -> dict[int, int]:
    """Give each card that may be in a hidden hand another of its kind; pairs stay pairs."""
    hands = [player.hand for who, player in enumerate(state.players) if who != seat]
    mine = () if seat is None else state.players[seat].hand
    kinds = {state.table.cards[card].kind for hand in hands for card in hand}
    pool = [card.index for card in state.table.cards if card.kind in kinds and card.index not in mine]
    pool = [card for card in pool if card not in state.table.unfit]
    return {card: pool[(at + 1 + twist) % len(pool)] for at, card in enumerate(pool)}


def twisted(state: State, seat: int | None, twist: int, *, hands: bool = True) -> State:
    """Change all that a seat cannot know, without help from `determinize`.

    Every hidden enemy becomes another of its year, others have looked at other cards or at none, hold other
    cards, and have given other answers where those do not count yet.
    """
    new = state.copy()
    enemies, cards = other_enemies(state, seat, twist), other_cards(state, seat, twist)
    new.enemies = tuple(enemies.get(card, card) for card in state.enemies)
    new.further = tuple(enemies.get(card, card) for card in state.further)
    for who, player in enumerate(new.players):
        if who != seat:
            seen = tuple(enemies.get(card, card) for card in player.seen)
            player.seen = seen[: twist % (len(seen) + 1)] if seat is None or twist % 2 else seen
            if hands and not state.open_hands:
                player.hand = tuple(sorted(cards.get(card, card) for card in player.hand))
    new.given = tuple(
        (k + 1 + twist) % len(ask.options) if k >= 0 and ask.seat != seat else k
        for ask, k in zip(state.asks, state.given, strict=True)
    )
    return new
