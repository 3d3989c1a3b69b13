"""A newer server and an older client: what is not known is left out, and what is sent back is read whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingsburg_rules import (
    Action,
    Decision,
    Event,
    Game,
    IllegalAction,
    SaveError,
    SeatView,
    describe,
    load_rules,
)
from kingsburg_rules.render import text

PLAYERS = ("Ann", "Brian")


@pytest.fixture
def game() -> Game:
    return Game(load_rules(), PLAYERS, seed=7)


def added(data: Any) -> Any:
    """Add a field to every map that has fields, and a value of a new kind to every list of such values."""
    if isinstance(data, list):
        found = [added(one) for one in data]
        tagged = any(isinstance(one, dict) and "type" in one for one in found)
        return [*found, {"type": "Weather", "sky": "grey"}] if tagged else found
    if not isinstance(data, dict):
        return data
    has_fields = "type" not in data and any(key in data for key in ("seat", "year", "name", "kind"))
    return {key: added(one) for key, one in data.items()} | ({"weather": "rain"} if has_fields else {})


def test_a_whole_game_of_a_newer_server_is_read_and_drawn(game: Game) -> None:
    """Made-up fields everywhere, an owed decision of a new kind, actions and events of new classes."""
    read = skipped = 0
    while game.decision is not None and read < 40:
        view = game.view(game.decision.player)
        assert view.decision is not None
        sent = added(view.to_dict())
        sent["pending"].append({"player": 0, "kind": "weather", "source": "inn", "id": 9})
        asked = added(view.decision.to_dict(PLAYERS))
        asked["options"].append({**asked["options"][0], "weather": "rain"})
        decision = Decision.from_json(json.dumps(asked), PLAYERS)
        there = SeatView.from_json(json.dumps(sent), game.rules, decision)
        assert (there, decision) == (view, view.decision)
        if read % 20 == 0:
            assert text(there) == text(view)
            assert describe(decision, game.rules)
        for event in game.play(decision.options[-1]):
            plain = event.to_dict(PLAYERS)
            assert Event.from_json(json.dumps(plain | {"weather": "rain"}), PLAYERS) == event
            skipped += Event.from_json(json.dumps(plain | {"type": "Snowed"}), PLAYERS) is None
        read += 1
    assert read == 40
    assert skipped > 100


def test_an_answer_is_read_whole(game: Game) -> None:
    """A server refuses what it does not know of an answer: ignoring it would play something else."""
    with pytest.raises(IllegalAction, match="no field 'weather'"):
        Action.from_dict({"type": "Take", "gain": {"gold": 1}, "weather": "rain"})
    with pytest.raises(IllegalAction, match="no known `type`"):
        Action.from_dict({"type": "Snow"})
    assert game.decision is not None
    asked: dict[str, Any] = game.decision.to_dict(PLAYERS)
    asked["options"] = [
        {
            "type": "Choose",
            "things": [{"type": "NumberThing", "number": 1}, {"type": "CloudThing", "cloud": "x"}],
        },
        {"type": "Take", "gain": {"gold": 1}},
    ]
    assert [str(one) for one in Decision.from_json(json.dumps(asked), PLAYERS).options] == ["take gold"]


def test_a_decision_of_a_new_kind_is_told_apart(game: Game) -> None:
    assert game.decision is not None
    asked = game.decision.to_dict(PLAYERS) | {"kind": "weather"}
    with pytest.raises(SaveError, match="kind"):
        Decision.from_json(json.dumps(asked), PLAYERS)


@pytest.mark.parametrize("data", [{}, {"type": 3}, {"type": "Passed"}, [], "Snowed"])
def test_what_is_no_event_at_all_is_refused(data: object) -> None:
    with pytest.raises(SaveError):
        Event.from_json(json.dumps(data), PLAYERS)
