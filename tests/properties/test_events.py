"""Events: whoever has a view and hears what follows has the next view."""

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
def test_a_view_and_the_events_give_the_next_view(game: Game, choices: tuple[int, ...]) -> None:
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
    views = {seat: game.view(seat) for seat in (None, *game.players)}
    for turn, choice in enumerate(choices):
        for player, action in advance(game.copy(), [choice]):
            game.play(action, player)
        if choice % UNDO == 0 and game.can_undo():
            game.undo()
        if turn == away:
            game = Game.load(game.save(), game.rules)
        if turn % (away + 1) == 0:
            for seat, view in views.items():
                views[seat] = view.apply(game.recent(player=seat, after=view.seq))
                assert views[seat] == game.view(seat)
