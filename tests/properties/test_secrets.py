"""Secrets: what a seat is shown does not depend on anything it cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import (
    Decision,
    EnemyRevealed,
    EnemySeen,
    Event,
    Game,
    Peeked,
    Position,
    Rules,
    SeatView,
    SetupError,
)
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.game.saves import position_facts
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.strategies import NAMES, advance, choice_lists, games
from support.secrets import (
    hidden_from,
    name_of,
    names_hidden_from,
    seats,
    with_other_hidden_cards,
    with_state,
)
from support.toys import all_rules, share

ONWARD = choice_lists(30)
SHARED_CHOICE = """
rules:
  - id: gift
    name: Gift
    triggers:
      - when: year.start
        do:
          - for_each:
              players: all
              together: true
              do: [{gain: {good: 2}}]
"""


YEARS = ("i", "ii", "iii", "iv", "v")


@cache
def shared_choice() -> Rules:
    """The rules of the second edition, and at the start of a year two goods for everybody."""
    return rules_with(SHARED_CHOICE)


def heard_by(events: Iterable[Event], player: str | None) -> list[Event]:
    known = (event.known_to(player) for event in events)
    return [event for event in known if event is not None]


def shown(view: SeatView) -> tuple[SeatView, Decision | None, str]:
    return view, view.decision, view.to_json()


@given(games(all_rules()), st.integers(0, 1000))
def test_a_view_depends_on_nothing_hidden(game: Game, variation: int) -> None:
    """With other enemies behind the cards, other looks and other secret answers, every view is the same."""
    for seat in seats(game):
        other = with_state(game, with_other_hidden_cards(game._state, seat, variation))
        assert shown(other.view(name_of(game, seat))) == shown(game.view(name_of(game, seat)))


@given(games(all_rules()), st.integers(0, 1000))
def test_a_guess_shows_the_player_what_the_game_shows_him(game: Game, seed: int) -> None:
    """`determinize` changes nothing that its player, or a spectator, can see."""
    position = game.position()
    first, last = game._history.firsts[-1], game.view().seq
    for seat, player in enumerate(game.players):
        guess = position.determinize(player, seed)
        assert shown(view_of(guess._state, seat, game.rules, first, last)) == shown(game.view(player))
        assert shown(view_of(guess._state, None, game.rules, first, last)) == shown(game.view())
        mine = [decision.options for decision in game.pending if decision.seat == seat]
        assert [decision.options for decision in guess.pending if decision.seat == seat] == mine


@share(0.67)
@given(games(all_rules()), ONWARD, st.integers(0, 1000))
def test_events_depend_on_nothing_hidden(game: Game, onward: tuple[int, ...], variation: int) -> None:
    """Until a card is looked at or turned over, a seat hears the same whatever lies behind it."""
    seat = seats(game)[variation % (len(game.players) + 1)]
    player = name_of(game, seat)
    twin = with_state(game, with_other_hidden_cards(game._state, seat, variation, hands=False))
    for choice in onward:
        if len(game._state.asks) > 1 and sum(k < 0 for k in game._state.given) == 1:
            break  # all secret answers are about to be in, and to show
        for who, action in advance(game.copy(), [choice]):
            heard, told_twin = game.play(action, who), twin.play(action, who)
            if any(isinstance(event, EnemyRevealed) for event in heard):
                return
            if any(isinstance(event, EnemySeen) for event in heard_by(heard, player)) and player is not None:
                return
            assert heard_by(told_twin, player) == heard_by(heard, player)
            assert shown(twin.view(player)) == shown(game.view(player))


@share(0.4)
@given(games(all_rules(), choices=st.just(())), choice_lists(400, shortest=100))
def test_no_hidden_name_is_ever_said(game: Game, choices: tuple[int, ...]) -> None:
    """Neither views nor the events that a seat hears contain the name of an enemy hidden from it."""
    heard: tuple[Event, ...] = game.opening
    for choice in (*choices, 0):
        for seat in seats(game):
            player = name_of(game, seat)
            said = f"{game.view(player).to_json()} {heard_by(heard, player)}"
            assert not [
                name for name in names_hidden_from(game, seat) if f'"{name}"' in said or f"'{name}'" in said
            ]
        heard = ()
        for who, action in advance(game.copy(), [choice]):
            heard = game.play(action, who)


def sights_of(view: SeatView) -> set[str]:
    return {*view.seen_enemies.values(), *view.seen_further.values()}


@share(0.67)
@given(games(all_rules(), choices=st.just(())), choice_lists(400, shortest=100))
def test_a_look_is_told_to_all_and_what_was_seen_to_one(game: Game, choices: tuple[int, ...]) -> None:
    """Everybody hears that somebody looks; only he hears what, and it stays in his view alone."""
    seen: dict[str, set[str]] = {player: set() for player in game.players}
    for choice in choices:
        for who, action in advance(game.copy(), [choice]):
            events = game.play(action, who)
            looks = [event for event in events if isinstance(event, Peeked)]
            sights = [event for event in events if isinstance(event, EnemySeen)]
            assert all(event.only_for is None for event in looks)
            assert all(event.only_for == event.player for event in sights)
            assert [(e.player, e.year) for e in looks] == [(e.player, e.year) for e in sights]
            for sight in sights:
                seen[sight.player].add(sight.enemy)
            assert not [event for event in heard_by(events, None) if isinstance(event, EnemySeen)]
        assert sights_of(game.view()) == set()
        assert {player: sights_of(game.view(player)) for player in game.players} == seen


@given(games(all_rules()))
def test_options_are_shown_to_their_owner_alone(game: Game) -> None:
    """A view tells who owes what kind of decision, and holds none but that of its own seat."""
    for seat in seats(game):
        view = game.view(name_of(game, seat))
        asked = game.pending
        assert [(owed.player, owed.kind) for owed in view.pending] == [(d.player, d.kind) for d in asked]
        assert view.decision == next((decision for decision in asked if decision.seat == seat), None)


@share(0.33)
@given(st.integers(2, 5), st.integers(0, 1000), st.permutations(range(5)))
def test_answers_given_together_stay_secret_until_all_are_in(
    players: int, seed: int, turns: list[int]
) -> None:
    """One player's answer changes nothing for the others, nor for a guess, before the last one answers."""
    names = NAMES[:players]
    game = Game(shared_choice(), names, seed=seed)
    assert [decision.player for decision in game.pending] == list(game.state.turn_order)
    order = [names[turn] for turn in turns if turn < players]
    for player, after in pairwise(order):
        (options,) = (decision.options for decision in game.pending if decision.player == player)
        told = set()
        for option in options:
            twin = game.copy()
            assert not any(event.news for event in twin.play(option, player))
            views = [twin.view(other).to_json() for other in (*names, None) if other != player]
            guessed = position_facts(twin.position().determinize(after, 1)._state)
            told.add((*views, repr(guessed), repr(twin.state)))
        assert len(told) == 1
        game.play(options[-1], player)
    events = game.play(game.pending[0].options[0], order[-1])
    assert {event.player for event in events if hasattr(event, "resource")} == set(names)


@share(0.67)
@given(games(all_rules()), ONWARD, st.integers(0, 1000))
def test_a_guess_keeps_what_was_seen_and_can_be_played(
    game: Game, onward: tuple[int, ...], seed: int
) -> None:
    """A guess has the cards its player knows, guesses the others by year, and leaves the position alone."""
    position = game.position()
    before = position_facts(position._state)
    state = position._state
    for seat, player in enumerate(game.players):
        guess = position.determinize(player, seed)
        unknown = hidden_from(state, seat)
        enemies = state.compiled.enemies
        for card, guessed in (
            *zip(state.enemies, guess._state.enemies, strict=True),
            *zip(state.second_deck, guess._state.second_deck, strict=True),
        ):
            assert card == guessed if card not in unknown else enemies[card].year == enemies[guessed].year
        drawn = (*guess._state.enemies, *guess._state.second_deck)
        assert len(set(drawn)) == len(drawn)
        assert guess._state.players[seat].seen == state.players[seat].seen
        for mine, theirs in zip(state.players, guess._state.players, strict=True):
            assert len(mine.hand) == len(theirs.hand)
            assert mine.shown == theirs.shown
            assert not Counter(mine.shown) - Counter(theirs.hand)
            assert mine.hand == theirs.hand or (mine is not state.players[seat] and hidden_hand(mine))
        assert position_facts(guess._state) == position_facts(position.determinize(player, seed)._state)
        advance(guess, onward)
        assert position_facts(position._state) == before


def test_guesses_differ_in_what_is_hidden() -> None:
    """Over many seeds a guess draws every enemy of a hidden year, and rolls other dice than the game will."""
    game = Game(shared_choice(), ("Ann", "Brian"), seed=5)
    position = game.position()
    guesses = [position.determinize("Ann", seed) for seed in range(60)]
    by_year = list(zip(*(guess._state.enemies for guess in guesses), strict=True))
    assert [len(set(cards)) for cards in by_year] == [5] * 5
    futures = {roll_on(guess) for guess in guesses}
    assert len(futures) > 50
    assert roll_on(position.copy()) == roll_on(game.position())


def roll_on(position: Position) -> tuple[object, ...]:
    """Answer the first question until dice lie on the table; tell them."""
    while not any(player.dice for player in position.state.players):
        advance(position, [0])
    return tuple(player.dice for player in position.state.players)


def test_a_guess_does_not_know_the_script_of_chance() -> None:
    """Results of chance that somebody wrote down beforehand are not in a guess."""
    rules = shared_choice()
    enemies = [enemy.name for enemy in rules.compiled.enemies.values() if enemy.strength > 0]
    of_each_year = [next(name for name in enemies if f"_{year}_" in name) for year in YEARS]
    game = Game(rules, NAMES[:3], seed=5, script=["012", *of_each_year, *["666"] * 3])
    assert roll_on(game.position()) == ((6, 6, 6),) * 3
    assert {roll_on(game.position().determinize("Ann", seed)) for seed in range(9)} != {((6, 6, 6),) * 3}


def test_a_guess_is_made_for_somebody_who_plays() -> None:
    """Neither a stranger nor `chance` has a seat to guess from or to look through."""
    game = Game(shared_choice(), ("Ann", "Brian"), seed=5)
    for stranger in ("Zoe", "chance", ""):
        with pytest.raises(SetupError) as refused:
            game.position().determinize(stranger, 1)
        assert refused.value.code == "setup.player"
        with pytest.raises(SetupError) as refused:
            game.view(stranger)
        assert refused.value.code == "setup.player"
