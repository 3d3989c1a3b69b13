"""Pictures: everything a view holds can be seen and heard in them, and nothing else goes in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import EnemySeen, Event, Game
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing.strategies import games
from support.pictures import missing_in_picture, missing_in_text
from support.secrets import name_of, names_hidden_from, seats, with_other_hidden_cards, with_state
from support.toys import all_rules, share


@given(games(all_rules()))
def test_every_fact_of_a_view_is_in_the_picture(game: Game) -> None:
    for seat in seats(game):
        assert not missing_in_picture(game.view(name_of(game, seat)))


@given(games(all_rules()))
def test_every_fact_of_a_view_is_in_the_text(game: Game) -> None:
    for seat in seats(game):
        assert not missing_in_text(game.view(name_of(game, seat)))


@share(0.5)
@given(games(all_rules()), st.integers(0, 1000))
def test_a_picture_depends_on_nothing_hidden(game: Game, variation: int) -> None:
    for seat in seats(game):
        player = name_of(game, seat)
        other = with_state(game, with_other_hidden_cards(game._state, seat, variation))
        assert svg(other.view(player)) == svg(game.view(player))
        assert text(other.view(player)) == text(game.view(player))


@share(0.5)
@given(games(all_rules()), st.sampled_from((0, 1, 10, 1000)))
def test_recent_events_are_those_that_were_heard(game: Game, actions: int) -> None:
    """They are told again as they happened, to everybody what he may know, and the game stays as it is."""
    heard: list[tuple[Event, ...]] = [game.opening]
    again = Game.load(game.save(), game.rules)
    while again.can_undo():
        again.undo()
    for which, k in game._history.answers:
        decision = again.pending[sum(given < 0 for given in again._state.given[:which])]
        heard.append(again.play(decision.options[k], decision.player))
    played = len(game._history.answers)
    last = heard[1:][played - min(actions, played) :]
    events = [event for told in ([heard[0]] if actions > played else []) + last for event in told]
    before = game.save()
    for player in (None, *game.players):
        known = [event.known_to(player) for event in events if event.news]
        heard_again = [event for event in game.recent(actions, player) if event.news]
        assert heard_again == [event for event in known if event is not None]
        picture = svg(game.view(player), log=game.recent(actions, player))
        hidden = names_hidden_from(game, None if player is None else game.players.index(player))
        assert not [name for name in hidden if f'"{name}"' in picture]
    assert not [event for event in game.recent(actions) if isinstance(event, EnemySeen)]
    assert game.save() == before
