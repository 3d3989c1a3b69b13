"""Events: whoever hears them all knows all that lies open, from nothing on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helpers_listening import Listener, compare
from helpers_toys import all_rules, share
from kingsburg_rules import Game
from kingsburg_rules.testing.strategies import advance, choice_lists, games


@share(0.67)
@given(games(all_rules(), choices=st.just(())), choice_lists(700, shortest=100))
def test_the_events_tell_all_that_lies_open(game: Game, choices: tuple[int, ...]) -> None:
    """From zero and the opening on, the events alone lead to the state after every action."""
    listener = Listener.of(game)
    compare(listener, game)
    for choice in choices:
        probe = game.copy()
        for player, action in advance(probe, [choice]):
            listener.hear_all(game.play(action, player))
            compare(listener, game)
            assert sum(seat.stock["envoy"] for seat in listener.seats.values()) <= 1, "there is one envoy"
    outcome = game.outcome
    if outcome is not None:
        assert listener.winners is not None
        assert set(listener.winners) == set(outcome.winners)
        for place in outcome.ranking:
            score = listener.seats[place.player].score
            assert sum(place.by_source.values()) == place.vp == score.total()
            assert dict(place.by_source) == {source: vp for source, vp in score.items() if vp}
