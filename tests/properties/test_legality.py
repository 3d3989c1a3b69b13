"""Legality: the options of a decision are exactly what may be played, and every refusal has its reason."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import kingsburg_rules
from kingsburg_rules import (
    Action,
    Choose,
    Decision,
    Game,
    Position,
    Use,
    parse,
)
from kingsburg_rules.testing.strategies import FULL, advance, choice_lists, games
from support.legality import ANY_OTHERS, refusal, step_is_refused, tampered
from support.toys import all_rules, played_out, share


def read_back(action: Action, options: tuple[Action, ...]) -> Action | None:
    """Read the text of an action; None if it has none, or its text is not that of an action."""
    try:
        return parse(str(action), options if isinstance(action, Choose) else ())
    except (TypeError, ValueError):
        return None


PUBLIC = {name: getattr(kingsburg_rules, name) for name in kingsburg_rules.__all__}


def options_of(game: Game | Position) -> list[tuple[Decision, Action]]:
    return [(decision, option) for decision in game.pending for option in decision.options]


@share(0.42)
@given(games(all_rules(), choices=st.just(())), choice_lists(250, shortest=50))
def test_every_listed_option_is_accepted(game: Game, choices: tuple[int, ...]) -> None:
    """What is listed can be played, as an action and as its text, and nothing stands in its way."""
    for choice in choices:
        for decision, option in options_of(game):
            assert game.why_not(option, decision.player) is None
            assert parse(str(option), decision.options) == option
            assert eval(repr(option), PUBLIC) == option  # the values say how they are made
            game.position().step(option, decision.player)
        probe = game.copy()
        moves = advance(game, [choice])
        for player, action in moves:
            probe.play(str(action), player)
        assert probe == game


@share(0.42)
@given(games(all_rules(), choices=st.just(())), choice_lists(400, shortest=50))
def test_a_decision_lists_every_option_once(game: Game, choices: tuple[int, ...]) -> None:
    """There is always something to answer with, and no two options or texts are the same."""
    for choice in choices:
        for decision in game.pending:
            assert decision.options
            assert len(set(decision.options)) == len(decision.options)
            assert len({str(option) for option in decision.options}) == len(decision.options)
            assert decision.weights is None or len(decision.weights) == len(decision.options)
        assert len({decision.player for decision in game.pending}) == len(game.pending)
        assert bool(game.pending) == (game.outcome is None)
        advance(game, [choice])


@share(0.42)
@given(games(all_rules(), automation=st.just(FULL), choices=st.just(())), choice_lists(400, shortest=50))
def test_nobody_is_asked_what_he_cannot_answer_otherwise(game: Game, choices: tuple[int, ...]) -> None:
    """With default automation no decision, of chance neither, has a single option."""
    for choice in choices:
        assert all(len(decision.options) > 1 for decision in game.pending)
        advance(game, [choice])


@share(0.67)
@given(games(all_rules()), choice_lists(10))
def test_nothing_else_is_accepted(game: Game, onward: tuple[int, ...]) -> None:
    """Other kinds, options of other moments and options with one thing changed are refused with a reason."""
    former = list(ANY_OTHERS)
    for choice in (*onward, 0):
        former += [option for _, option in options_of(game)[:40]]
        text, position = game.save(), game.position()
        for decision in game.pending:
            listed = set(decision.options)
            others = [each for option in decision.options[:12] for each in tampered(option)]
            for other in dict.fromkeys([*former, *others]):
                if other not in listed:
                    refusal(game, other, decision.player)
                    step_is_refused(position, other, decision.player)
        assert game.save() == text
        assert (position.state, len(position.pending)) == (game.state, len(game.pending))
        advance(game, [choice])


@share(0.67)
@given(games(all_rules()), choice_lists(10))
def test_the_text_of_what_is_not_listed_is_not_accepted_either(game: Game, onward: tuple[int, ...]) -> None:
    """A text that is a whole action is taken at its word, never completed to an option it does not name."""
    for choice in (*onward, 0):
        text = game.save()
        for decision in game.pending:
            for option in decision.options[:12]:
                for other in dict.fromkeys(tampered(option)):
                    read = read_back(other, decision.options)
                    short = isinstance(read, Use) and not read.pay  # completed where there is one way to pay
                    if read is not None and read not in decision.options and not short:
                        refusal(game, str(other), decision.player)
        assert game.save() == text
        advance(game, [choice])


@given(games(all_rules()), choice_lists(10))
def test_only_who_is_asked_may_answer(game: Game, onward: tuple[int, ...]) -> None:
    """The options of one player are refused to all who owe no decision, `chance` included."""
    for choice in (*onward, 0):
        if game.outcome is None:
            text = game.save()
            asked = {decision.player for decision in game.pending}
            for player in {*game.players, "chance"} - asked:
                for _, option in options_of(game)[:8]:
                    assert refusal(game, option, player).code == "decision.not_yours"
                    step_is_refused(game.position(), option, player)
            assert game.save() == text
        advance(game, [choice])


@share(0.25)
@given(games(all_rules(), choices=choice_lists(60)))
def test_after_the_end_nothing_is_accepted(game: Game) -> None:
    """A finished game asks nobody and refuses everything with the reason that it is over."""
    played_out(game)
    text = game.save()
    assert (game.pending, game.decision) == ((), None)
    for action in ANY_OTHERS:
        assert refusal(game, action).code == "game.over"
        assert refusal(game, str(action), "Ann").code == "game.over"
        step_is_refused(game.position(), action)
    assert game.save() == text
