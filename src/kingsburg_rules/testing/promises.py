"""Promises: what the engine guarantees for every game at every decision, whatever cards are in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.compiled_rules import DECK, HAND, NOBODY
from kingsburg_rules.engine.dice import BONUS
from kingsburg_rules.engine.errors import IllegalAction, KingsburgError, expect
from kingsburg_rules.engine.state import Aside, State
from kingsburg_rules.engine.zones import hidden_hand, left_in_deck, pile_of, where
from kingsburg_rules.game.decisions import parse
from kingsburg_rules.game.game import Game
from kingsburg_rules.game.history import History
from kingsburg_rules.game.position import Position
from kingsburg_rules.game.saves import load_game
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.language.memory import secrets_of_others
from kingsburg_rules.text.describing import describe

_VARIATIONS = (1, 2)

_TRIED = 8
"""How many options of a decision are tried."""


class BrokenPromise(NamedTuple):
    """A promise that a game does not keep: a stable code and a message."""

    code: str
    message: str


def broken_promises(game: Game) -> Iterator[BrokenPromise]:
    """Check a game at its current position, and yield the promises that it does not keep.

    The game is saved and loaded, copied, continued and undone, and viewed from every seat; it is left
    as it was.

    Raises:
        TypeError: `game` is not a game.
    """
    expect(game, Game, "game")
    yield from _questions(game)
    # Everything below is compared with this text, so it is written before anything is tried.
    text = game.save()
    try:
        loaded = Game.load(text, game.rules)
    except KingsburgError as error:
        yield BrokenPromise("test.round_trip", f"a save cannot be loaded: {error}")
        return
    if loaded.save() != text or _facts(loaded) != _facts(game):
        yield BrokenPromise("test.round_trip", "loading a save gives a different game")
    yield from _copies(game, text)
    yield from _answers(game)
    yield from _views(game, load_game(text, game.rules))


def _questions(game: Game) -> Iterator[BrokenPromise]:
    """Check that a player can answer, or that the game is over."""
    if not game.pending and game.outcome is None:
        message = "the game stops, but nobody is asked and nobody has won"
        yield BrokenPromise("test.open_question", message)
    for decision in game.pending:
        asked = f"{decision.player} is asked by '{decision.source}' ({decision.kind})"
        if not decision.options:
            message = f"{asked}, but there is no answer"
            yield BrokenPromise("test.open_question", message)
        texts = [str(option) for option in decision.options]
        twice = sorted({text for text in texts if texts.count(text) > 1})
        if twice:
            message = f"{asked}, and two of the answers are '{twice[0]}'"
            yield BrokenPromise("test.open_question", message)


def _copies(game: Game, text: str) -> Iterator[BrokenPromise]:
    """Check that copies are independent, and that their answers can be undone."""
    copy = game.copy()
    for decision in game.pending[:1]:
        answer = decision.options[-1]
        copy.play(answer, decision.player)
        if game.save() != text:
            message = "playing on with a copy changes the original game"
            yield BrokenPromise("test.round_trip", message)
        copy.undo()
        if copy != game:
            message = f"taking back '{answer}' gives a different game"
            yield BrokenPromise("test.round_trip", message)


def _answers(game: Game) -> Iterator[BrokenPromise]:
    """Check that the options can be played, and that nobody else may play them."""
    for decision in game.pending:
        for option in decision.options[:_TRIED]:
            yield from _answer(game, decision.player, option)
    for player in {*game.players} - {decision.player for decision in game.pending}:
        for decision in game.pending[:1]:
            if game.why_not(decision.options[0], player) is None:
                message = f"{player} may answer although nobody asks them"
                yield BrokenPromise("test.open_question", message)


def _answer(game: Game, player: str, option: Action) -> Iterator[BrokenPromise]:
    if parse(str(option), (option,)) != option:
        message = f"the text '{option}' means another action"
        yield BrokenPromise("test.round_trip", message)
    reason = game.why_not(option, player)
    if reason is not None:
        message = f"'{option}' is offered, but refused: {describe(reason, game.rules)}"
        yield BrokenPromise("test.open_question", message)
        return
    played, stepped = game.copy(), game.position()
    try:
        played.play(option, player)
        stepped.step(option, player)
    except IllegalAction as error:
        message = f"'{option}' is offered, but refused: {error}"
        yield BrokenPromise("test.open_question", message)
        return
    if _facts(stepped) != _facts(played):
        message = f"after '{option}', a position differs from its game"
        yield BrokenPromise("test.round_trip", message)


def _facts(game: Game | Position) -> object:
    asked = [(owed.player, owed.kind, owed.source, owed.options, owed.weights) for owed in game.pending]
    return game.state, asked, game.outcome


def _views(game: Game, history: History) -> Iterator[BrokenPromise]:
    """Check that no view depends on what its seat cannot know."""
    for seat in (None, *range(len(game.players))):
        shown = game.view(None if seat is None else game.players[seat])
        for variation in _VARIATIONS:
            other = with_other_hidden_cards(history.state, seat, variation)
            if view_of(other, seat, game.rules, history.firsts[-1], shown.seq).to_json() != shown.to_json():
                whose = "spectators" if seat is None else game.players[seat]
                message = f"the view of {whose} shows something hidden from them"
                yield BrokenPromise("test.secret", message)
                break


# What a seat cannot know, and the same game with other hidden cards
#
# A view keeps its secrets if it is the same whatever the hidden cards are.


def hidden_from(state: State, seat: int | None) -> set[int]:
    """Return the enemy cards of this game that have not been revealed, and that a seat has not looked at."""
    seen = () if seat is None else state.players[seat].seen
    return {*state.enemies, *state.second_deck} - {*state.out, *state.revealed, *seen}


def other_hidden_enemies(state: State, seat: int | None, variation: int) -> dict[int, int]:
    """Map each hidden enemy to another one of its year that the seat does not know."""
    enemies = state.compiled.enemies
    known = {*state.out, *state.revealed, *(() if seat is None else state.players[seat].seen)}
    others: dict[int, int] = {}
    for card in hidden_from(state, seat):
        year = enemies[card].year
        unknown = [other for other in sorted(enemies) if enemies[other].year == year and other not in known]
        if len(unknown) > 1:
            step = 1 + variation % (len(unknown) - 1)
            others[card] = unknown[(unknown.index(card) + step) % len(unknown)]
    return others


def other_hidden_cards(state: State, seat: int | None, variation: int) -> dict[int, int]:
    """Map each card that may be in a hidden hand to another of its kind; pairs stay pairs."""
    known = set[int]() if seat is None else {*state.players[seat].hand, *state.players[seat].seen}
    hands = [hidden_hand(player) for who, player in enumerate(state.players) if who != seat]
    known |= {card for player in state.players for card in player.shown}
    known |= {card for card in range(len(state.compiled.cards)) if _lies_open(state, card)}
    unknown = {card for hand in hands for card in hand} | {
        c for cards in state.stacks.values() for c in cards
    }
    others: dict[int, int] = {}
    for pile in {pile_of(state, card) for card in unknown if card >= 0 and card not in known}:
        hidden = {*left_in_deck(state, *pile), *(card for card in unknown if card >= 0)} - known
        pool = sorted(card for card in hidden if pile_of(state, card) == pile)
        others |= {card: pool[(at + 1 + variation) % len(pool)] for at, card in enumerate(pool)}
    return others


def _lies_open(state: State, card: int) -> bool:
    return where(state, card)[0].zone not in (DECK, HAND)


def _with_another_face(die: Aside, variation: int) -> Aside:
    """Turn a die to another number if it lies face down."""
    shows = die.face % BONUS
    return die._replace(face=die.face - shows + 1 + (shows + variation) % 6) if die.hidden else die


def with_other_hidden_cards(state: State, seat: int | None, variation: int, *, hands: bool = True) -> State:
    """Change everything that a seat cannot know, without help from `determinize`.

    Every hidden enemy becomes another of its year, others have looked at other cards or at none, hold other
    cards, have other secrets, and have given other answers where those do not count yet.
    """
    new = state.copy()
    enemies, cards = other_hidden_enemies(state, seat, variation), other_hidden_cards(state, seat, variation)
    new.enemies = tuple(enemies.get(card, card) for card in state.enemies)
    new.second_deck = tuple(enemies.get(card, card) for card in state.second_deck)
    for who, player in enumerate(new.players):
        if who != seat:
            seen = tuple(enemies.get(card, card) for card in player.seen)
            player.seen = seen[: variation % (len(seen) + 1)] if seat is None or variation % 2 else seen
            if hands:
                hidden = (cards.get(card, card) for card in hidden_hand(player))
                player.hand = tuple(sorted((*player.shown, *hidden)))
                player.aside = tuple(sorted(_with_another_face(die, variation) for die in player.aside))
    if hands:
        _change_secrets(new, seat, variation)
        new.stacks = {
            end: tuple(cards.get(card, card) for card in lying) for end, lying in state.stacks.items()
        }
    new.given = tuple(
        (k + 1 + variation) % len(ask.options) if k >= 0 and ask.seat != seat else k
        for ask, k in zip(state.asks, state.given, strict=True)
    )
    return new


def _change_secrets(state: State, seat: int | None, variation: int) -> None:
    """Change what cards remember in secret for others."""
    for key, pool in secrets_of_others(state, NOBODY if seat is None else seat):
        if pool:
            state.memory[key] = pool[variation % len(pool)]
