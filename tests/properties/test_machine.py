"""The game as a machine: saves, copies, undo, positions and records all hold the very same game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import (
    Action,
    Decision,
    Event,
    Game,
    GameState,
    IllegalAction,
    Outcome,
    Position,
    Record,
    SeatView,
    load_rules,
)
from kingsburg_rules.testing.strategies import FULL, NAMES, advance, choice_lists, games
from support.toys import all_rules, played_out, share

ONWARD = choice_lists(60)
"""Some answers more, from wherever a game stands."""

ANOTHER_ANSWER = choice_lists(12, shortest=1)


def asked(game: Game | Position) -> tuple[Decision, ...]:
    """What is asked; the numbers of decisions go on after an undo, and a position has none."""
    return tuple(decision._replace(id=0, whom=None, moment=None, about=()) for decision in game.pending)


def content(game: Game) -> str:
    """What a game holds, except how its numbers went on after an undo."""
    saved = json.loads(game.save())
    for key in ("undone", "checksum"):
        saved.pop(key, None)
    return json.dumps(saved)


def news(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if event.news]


def seen(game: Game) -> tuple[SeatView, ...]:
    return tuple(game.view(player) for player in (*game.players, None))


def lies_open(game: Game | Position) -> tuple[GameState, tuple[Decision, ...], Outcome | None]:
    """What a program can read of a game, whatever it remembers of its past."""
    return game.state, asked(game), game.outcome


def rewound(game: Game) -> Iterator[Game]:
    """Take one action after the other back."""
    while True:
        try:
            game.undo()
        except IllegalAction:
            return
        yield game


def chance_is_asked(game: Game) -> bool:
    return any(decision.player == "chance" for decision in game.pending)


def walk(game: Game, choices: tuple[int, ...]) -> Iterator[tuple[str, Action, tuple[Event, ...]]]:
    """Play on, and tell who played what and what happened."""
    for choice in choices:
        moves = advance(probe := game.copy(), [choice])
        for player, action in moves:
            yield player, action, game.play(action, player)
            assert game == probe


@share(0.2)
@given(games(all_rules(), choices=st.just(())), choice_lists(250, shortest=50))
def test_at_every_decision_a_save_loads_into_the_same_game(game: Game, choices: tuple[int, ...]) -> None:
    """Whatever is pending, in the middle of a card too, the save gives back game, decisions and views."""
    for _ in walk(game, choices):
        text = game.save()
        loaded = Game.load(text, game.rules)
        assert loaded == game
        assert loaded.save() == text
        assert asked(loaded) == asked(game)
        assert loaded.state == game.state


@given(games(all_rules()))
def test_a_loaded_game_shows_all_that_the_original_shows(game: Game) -> None:
    """Views, opening, outcome, record and what is pending do not tell a loaded game from the one saved."""
    loaded = Game.load(game.save(), game.rules)
    assert seen(loaded) == seen(game)
    assert lies_open(loaded) == lies_open(game)
    assert loaded.opening == game.opening
    assert loaded.record == game.record
    assert repr(loaded) == repr(game)


@given(games(all_rules()), ONWARD)
def test_the_same_actions_lead_every_copy_the_same_way(game: Game, onward: tuple[int, ...]) -> None:
    """Loaded, copied, or undone and played again, a game answers actions with equal events and states."""
    undone = game.copy()
    for _ in range(len(advance(undone, onward[:7]))):
        undone.undo()
    twins = {"loaded": Game.load(game.save(), game.rules), "copied": game.copy(), "undone": undone}
    for player, action, events in walk(game, onward):
        for name, twin in twins.items():
            assert news(twin.play(action, player)) == news(events), name
            assert twin == game, name
            assert asked(twin) == asked(game), name


@given(games(all_rules()), ONWARD)
def test_a_copy_is_independent_of_its_original(game: Game, onward: tuple[int, ...]) -> None:
    """Playing a copy on, or taking its actions back, leaves the original as it was, and vice versa."""
    text, shown = content(game), lies_open(game)
    copy = game.copy()
    played = advance(copy, onward)
    after = content(copy)
    assert (content(game), lies_open(game)) == (text, shown)
    for player, action in played:
        game.play(action, player)
    assert content(copy) == after == content(game)
    while content(copy) != text:
        copy.undo()
    assert content(game) == after


@share(0.5)
@given(games(all_rules(), choices=st.just(())), choice_lists(200), st.booleans())
def test_undo_gives_back_exactly_what_was_there(
    game: Game, choices: tuple[int, ...], through_a_save: bool
) -> None:
    """One action after the other is taken back, after a load too, until nothing has been played."""
    before = [(content(game), lies_open(game))]
    before += [(content(game), lies_open(game)) for _ in walk(game, choices)]
    if through_a_save:
        game = Game.load(game.save(), game.rules)
    for text, shown in reversed(before[:-1]):
        game.undo()
        assert content(game) == text
        assert lies_open(game) == shown
    with pytest.raises(IllegalAction) as refused:
        game.undo()
    assert refused.value.code == "undo.nothing"
    assert content(game) == before[0][0]


@given(games(all_rules()), ONWARD, ANOTHER_ANSWER)
def test_after_an_undo_another_answer_may_be_given(
    game: Game, onward: tuple[int, ...], others: tuple[int, ...]
) -> None:
    """What was undone leaves no trace: going another way gives the game that never went the first way."""
    straight = game.copy()
    for _ in range(len(advance(game, onward))):
        game.undo()
    advance(game, others)
    advance(straight, others)
    assert game == straight
    assert game.record == straight.record


@given(games(all_rules()), ONWARD)
def test_a_position_goes_the_same_way_as_its_game(game: Game, onward: tuple[int, ...]) -> None:
    """Stepping a position shows after every action what playing the game shows."""
    position = game.position()
    assert lies_open(position) == lies_open(game)
    for player, action, _ in walk(game, onward):
        position.step(action, player)
        assert lies_open(position) == lies_open(game)
        assert position.scores == {other.name: other.vp for other in game.state.players}


@given(games(all_rules()), ONWARD)
def test_a_copied_position_is_independent(game: Game, onward: tuple[int, ...]) -> None:
    """Stepping one of two copies moves neither the other nor the game they came from."""
    text, position = game.save(), game.position()
    shown = lies_open(position)
    copy = position.copy()
    advance(copy, onward)
    assert lies_open(position) == shown
    assert game.save() == text
    advance(position, onward)
    assert lies_open(position) == lies_open(copy)


@given(games(all_rules()))
def test_a_record_replays_to_the_same_game(game: Game) -> None:
    """The replay shows the state before and after every action, and ends where the game stands."""
    record = game.record
    assert Record.loads(record.dumps()) == record
    way = [lies_open(game)]
    way += [lies_open(back) for back in rewound(game.copy()) if not chance_is_asked(back)]
    assert [lies_open(each) for each in record.replay(game.rules)] == way[::-1]


@share(0.33)
@given(games(all_rules(), choices=choice_lists(60)))
def test_a_whole_game_replays_to_its_outcome(game: Game) -> None:
    """A record of a finished game needs no seed: its replay ranks the players by the same points."""
    played_out(game)
    outcome = game.outcome
    assert outcome is not None
    *_, last = game.record.replay(game.rules)
    assert last.outcome == outcome
    assert last.record == game.record


@given(games(all_rules()), ONWARD)
def test_the_record_of_a_game_grows_with_it(game: Game, onward: tuple[int, ...]) -> None:
    """Playing on adds actions and results to the record, and changes none that stand there."""
    before = game.record
    advance(game, onward)
    after = game.record
    assert after.actions[: len(before.actions)] == before.actions
    assert after.chance_results[: len(before.chance_results)] == before.chance_results


def test_games_that_will_go_different_ways_are_not_equal() -> None:
    """Seed, automation and who decides chance belong to what a game is, as do players and rules."""
    rules = load_rules()
    game = Game(rules, NAMES[:3], seed=1, automation=FULL, script=["012"])
    same = Game(rules, NAMES[:3], seed=1, automation=[*FULL], script=["012"])
    others = [
        Game(rules, NAMES[:3], seed=2, automation=FULL, script=["012"]),
        Game(rules, NAMES[:3], seed=1, automation=(), script=["012"]),
        Game(rules, NAMES[:3], seed=1, automation=FULL, chance="decision", script=["012"]),
        Game(rules, NAMES[:4], seed=1, automation=FULL, script=["0123"]),
        Game(load_rules("first-ffg"), NAMES[:3], seed=1, automation=FULL, script=["012"]),
    ]
    assert game == same
    assert all(game != other for other in others)
    assert game != "a game"
