"""Events: everybody hears what they may know, once, and can ask for it again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import Asked, Game, Played, Undone
from kingsburg_rules.testing.strategies import advance, choice_lists, games
from support.listening import Listener, compare
from support.toys import all_rules, share

UNDO = 13
"""One in so many actions is undone before the game goes on."""


@share(0.4)
@given(games(all_rules(), choices=st.just(())), choice_lists(700, shortest=100))
def test_events_are_numbered_and_can_be_had_again(game: Game, choices: tuple[int, ...]) -> None:
    """For every seat and a spectator, after every action and every undo."""
    listener = Listener.of(game)
    compare(listener, game)
    for choice in choices:
        probe = game.copy()
        for player, action in advance(probe, [choice]):
            told = game.play(action, player)
            assert isinstance(told[0], Played)
            assert isinstance(told[-1], Asked)
            if choice % UNDO == 0:
                undone = game.undo()
                assert isinstance(undone[0], Undone)
                told = (*told, *undone, *game.play(action, player))
            assert [event.seq for event in told] == [*range(told[0].seq, told[-1].seq + 1)]
            listener.hear_all(told)
            compare(listener, game)
    outcome = game.outcome
    if outcome is not None and not any(choice % UNDO == 0 for choice in choices):
        for place in outcome.ranking:
            scored = {
                source: vp for (name, source), vp in listener.points.items() if name == place.player and vp
            }
            assert dict(place.by_source) == scored
            assert sum(place.by_source.values()) == place.vp


@share(0.3)
@given(games(all_rules(), choices=st.just(())), choice_lists(200), st.integers(0, 60))
def test_a_client_that_comes_back_gets_what_it_missed(
    game: Game, choices: tuple[int, ...], away: int
) -> None:
    """However long it was away, through undos and a save that was loaded again."""
    listener, known = Listener.of(game), game.view().seq
    for turn, choice in enumerate(choices):
        for player, action in advance(game.copy(), [choice]):
            listener.hear_all(game.play(action, player))
        if choice % UNDO == 0 and game.can_undo():
            listener.hear_all(game.undo())
        if turn == away:
            game = Game.load(game.save(), game.rules)
        if turn % (away + 1) == 0:
            for seat in listener.heard:
                told, missed = game.recent(player=seat, after=known), listener.missed(seat, known)
                assert [*told] == missed
                assert [event.seq for event in told] == [event.seq for event in missed]
            known = game.view().seq
