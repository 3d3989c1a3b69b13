"""What a game tells as JSON keeps to its schemas, and comes back as what it was."""

from __future__ import annotations

import json
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import Action, Decision, Event, Game, SeatView
from kingsburg_rules.testing.strategies import advance, choice_lists, games
from support.schemas import messages, validator_of
from support.secrets import name_of, seats
from support.toys import all_rules, share


def flaws(things: Iterable[Action | Event], players: tuple[str, ...]) -> list[str]:
    return [
        f"{thing}: {error.message}"
        for thing in things
        for error in validator_of(type(thing).__name__).iter_errors(json.loads(thing.to_json(players)))
    ]


@share(0.5)
@given(games(all_rules(), choices=st.just(())), choice_lists(400, shortest=100))
def test_every_event_keeps_to_its_schema_and_comes_back(game: Game, choices: tuple[int, ...]) -> None:
    events = [*game.opening]
    for choice in choices:
        for who, action in advance(game.copy(), [choice]):
            events += game.play(action, who)
    assert flaws(events, game.players) == []
    assert [Event.from_json(event.to_json(game.players), game.players) for event in events] == events


@given(games(all_rules()))
def test_every_view_keeps_to_its_schema_and_comes_back(game: Game) -> None:
    for seat in seats(game):
        view = game.view(name_of(game, seat))
        text = view.to_json()
        assert messages("view", json.loads(text)) == []
        there = SeatView.from_json(text, game.rules, view.decision)
        assert (there, there.decision) == (view, view.decision)


@given(games(all_rules()))
def test_every_decision_keeps_to_its_schema_and_comes_back(game: Game) -> None:
    for decision in game.pending:
        data = json.loads(decision.to_json(game.players))
        shortened = {**data, "options": data["options"][:3]}
        assert messages("decision", shortened) == []
        assert flaws(decision.options, game.players) == []
        assert Decision.from_json(decision.to_json(game.players), game.players) == decision
        read = tuple(
            Action.from_json(option.to_json(game.players), game.players) for option in decision.options
        )
        assert read == decision.options
