"""What the machine promises of every game at every decision, whatever cards are played with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kingsburg_rules.engine.errors import IllegalAction, KingsburgError
from kingsburg_rules.game.game import Game
from kingsburg_rules.game.notation import parse
from kingsburg_rules.game.saves import load_game
from kingsburg_rules.game.views import view_of
from kingsburg_rules.testing.hidden import twisted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.game.position import Position

_TWISTS = (1, 2)
_TRIED = 8
"""How many options of a decision are tried out."""


class Broken(NamedTuple):
    """A promise that a game does not keep: a stable code and a sentence."""

    code: str
    message: str


def broken_promises(game: Game) -> Iterator[Broken]:
    """Look at a game where it stands, and tell which promises it does not keep.

    The game is saved and loaded, copied, played on and taken back, and looked at from every seat; it is left
    as it was.

    Args:
        game: Any game.

    Yields:
        What is broken; nothing, mostly.
    """
    yield from _questions(game)
    text = game.save()
    try:
        loaded = Game.load(text, game.rules)
    except KingsburgError as error:
        yield Broken("test.round_trip", f"a save cannot be loaded: {error}")
        return
    if loaded.save() != text or _facts(loaded) != _facts(game):
        yield Broken("test.round_trip", "a save loads into another game")
    yield from _copies(game, text)
    yield from _answers(game)
    yield from _views(game, load_game(text, game.rules, ()).states[-1])


def _questions(game: Game) -> Iterator[Broken]:
    """See that somebody can answer, or that the game is over."""
    if not game.pending and game.outcome is None:
        yield Broken("test.open_question", "the game stops, but nobody is asked and nobody has won")
    for decision in game.pending:
        asked = f"{decision.player} is asked by '{decision.source}' ({decision.kind})"
        if not decision.options:
            yield Broken("test.open_question", f"{asked}, but there is no answer")
        texts = [str(option) for option in decision.options]
        twice = sorted({text for text in texts if texts.count(text) > 1})
        if twice:
            yield Broken("test.open_question", f"{asked}, and two of the answers are '{twice[0]}'")


def _copies(game: Game, text: str) -> Iterator[Broken]:
    """See that a copy is the game's own, and that it can be taken back."""
    copy = game.copy()
    for decision in game.pending[:1]:
        answer = decision.options[-1]
        copy.play(answer, decision.player)
        if game.save() != text:
            yield Broken("test.round_trip", "playing a copy on changes the game it was made of")
        copy.undo()
        if copy.save() != text:
            yield Broken("test.round_trip", f"taking '{answer}' back leaves another game")


def _answers(game: Game) -> Iterator[Broken]:
    """See that what is offered can be played, and that nobody else may play it."""
    for decision in game.pending:
        for option in decision.options[:_TRIED]:
            yield from _answer(game, decision.player, option)
    for player in {*game.players} - {decision.player for decision in game.pending}:
        for decision in game.pending[:1]:
            if game.why_not(decision.options[0], player) is None:
                yield Broken("test.open_question", f"{player} may answer although he is not asked")


def _answer(game: Game, player: str, option: Action) -> Iterator[Broken]:
    if parse(str(option)) != option:
        yield Broken("test.round_trip", f"the text '{option}' means another action")
    reason = game.why_not(option, player)
    if reason is not None:
        yield Broken("test.open_question", f"'{option}' is offered, but refused: {reason.message}")
        return
    played, stepped = game.copy(), game.position()
    try:
        played.play(option, player)
        stepped.step(option, player)
    except IllegalAction as error:
        yield Broken("test.open_question", f"'{option}' is offered, but refused: {error}")
        return
    if _facts(stepped) != _facts(played):
        yield Broken("test.round_trip", f"after '{option}' a position is not where its game is")


def _facts(game: Game | Position) -> object:
    return game.state, game.pending, game.outcome


def _views(game: Game, state: State) -> Iterator[Broken]:
    """See that no view depends on what its seat cannot know."""
    for seat in (None, *range(len(game.players))):
        shown = game.view(None if seat is None else game.players[seat]).to_json()
        for twist in _TWISTS:
            if view_of(twisted(state, seat, twist), seat, game.rules).to_json() != shown:
                whose = "spectators" if seat is None else game.players[seat]
                yield Broken("test.secret", f"the view of {whose} shows something that is hidden from them")
                break
