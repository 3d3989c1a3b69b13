"""JSON of views, decisions, actions and events: the schemas are those checked in, and reading is strict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from kingsburg_rules import (
    Action,
    AnyAction,
    AnyEvent,
    Decision,
    DecisionKind,
    Event,
    Game,
    IllegalAction,
    Influence,
    KingsburgError,
    Recruit,
    SaveError,
    SeatView,
    Take,
    load_rules,
)
from kingsburg_rules.content.schemas import SCHEMAS as OF_THE_LANGUAGE
from kingsburg_rules.game.wire_schemas import SCHEMAS, schema, schema_text
from kingsburg_rules.language.schema import DRAFT

FOLDER = Path(__file__).parents[1] / "schemas"
each_schema = pytest.mark.parametrize("name", sorted(SCHEMAS))


def game() -> Game:
    return Game(load_rules(), ("Ann", "Brian", "Cindy"), seed=7)


def refused(name: str, data: object) -> bool:
    return not Draft202012Validator(schema(name)).is_valid(data)


@each_schema
def test_what_is_checked_in_is_what_the_types_say(name: str) -> None:
    written = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert written == schema_text(name), (
        f"make schemas/{name}.schema.json anew: kingsburg schema --write schemas"
    )


def test_there_are_no_other_schemas() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{name}.schema.json" for name in (*SCHEMAS, *OF_THE_LANGUAGE)
    }


@each_schema
def test_it_is_a_valid_schema_and_every_class_is_closed_and_described(name: str) -> None:
    whole: Any = schema(name)
    assert whole["$schema"] == DRAFT
    Draft202012Validator.check_schema(whole)
    classes = [*whole["$defs"].values(), *([whole] if "properties" in whole else [])]
    assert all(part["additionalProperties"] is False for part in classes)
    assert all(part["description"].endswith((".", ")", ":")) for part in classes)


def test_the_schemas_know_every_kind() -> None:
    kinds: Any = {name: schema(name) for name in SCHEMAS}
    of_actions = {f"#/$defs/{cls.__name__}" for cls in get_args(AnyAction)}
    assert {part["$ref"] for part in kinds["action"]["oneOf"]} == of_actions
    assert {
        part["$ref"] for part in kinds["decision"]["properties"]["options"]["items"]["oneOf"]
    } == of_actions
    of_events = {f"#/$defs/{cls.__name__}" for cls in get_args(AnyEvent)}
    assert {part["$ref"] for part in kinds["event"]["oneOf"]} == of_events
    assert kinds["decision"]["properties"]["kind"]["enum"] == [*get_args(DecisionKind)]


def test_an_action_may_leave_out_what_is_as_usual_and_nothing_else_may() -> None:
    short = {"type": "Influence", "advisor": "queen", "dice": [6, 5, 6]}
    assert not refused("action", short)
    assert Action.from_json(json.dumps(short)) == Influence("queen", (6, 5, 6))
    assert refused("action", {"type": "Influence", "advisor": "queen"})
    assert refused("event", {"type": "DiceReturned"})
    assert not refused("event", {"type": "DiceReturned", "only_for": None})


def test_amounts_are_a_map() -> None:
    action = Recruit(2, (("gold", 1), ("wood", 3)))
    assert json.loads(action.to_json()) == {"type": "Recruit", "soldiers": 2, "pay": {"gold": 1, "wood": 3}}
    assert Take((("gold", 2),)).to_dict() == {"type": "Take", "gain": {"gold": 2}}


WRONG = [
    "",
    "null",
    "[]",
    "[" * 100_000,
    '"pass"',
    "{}",
    '{"type": 7}',
    '{"type": ["Pass"]}',
    '{"type": "Action"}',
    '{"type": "Pass", "extra": 1}',
    '{"type": "Take"}',
    '{"type": "Take", "gain": {"gold": "1"}}',
    '{"type": "Take", "gain": {"gold": true}}',
    '{"type": "Take", "gain": {"gold": 0}}',
    '{"type": "Take", "gain": [["gold", 1]]}',
    '{"type": "Influence", "advisor": "queen", "dice": "66"}',
    '{"type": "Influence", "advisor": "queen", "dice": [6.5]}',
    '{"type": "Influence", "advisor": null, "dice": [6]}',
    '{"type": "Influence", "advisor": "queen", "dice": [6], "envoy": 1}',
    '{"type": "YearStarted", "year": 1, "only_for": null}',
]


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:60])
def test_what_is_no_action_is_refused_as_one(text: str) -> None:
    """A server can hand on what a stranger sent: one kind of error, and the schema agrees."""
    with pytest.raises(IllegalAction) as found:
        Action.from_json(text)
    assert found.value.code == "action.malformed"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    assert refused("action", data)


@pytest.mark.parametrize(
    ("read", "text", "code"),
    [
        (Event.from_json, '{"type": "Pass"}', "json.event"),
        (Event.from_json, '{"type": "Peeked", "player": "Ann", "year": "1", "only_for": null}', "json.event"),
        (Event.from_json, '{"type": "DiceReturned"}', "json.event"),
        (Event.from_json, "nothing", "json.event"),
        (Decision.from_json, "{}", "json.decision"),
        (Decision.from_json, "[]", "json.decision"),
    ],
)
def test_what_is_something_else_is_refused(read: Any, text: str, code: str) -> None:
    with pytest.raises(SaveError) as found:
        read(text)
    assert found.value.code == code


def test_every_key_of_a_view_and_of_a_decision_counts() -> None:
    """With a key missing, too many, or of another type, neither schema nor reader takes them."""
    decision = game().decision
    assert decision is not None
    view = game().view("Ann")
    for name, whole in (("view", view.to_dict()), ("decision", decision.to_dict())):
        data = json.loads(json.dumps(whole))
        for key in data:
            lame = {other: value for other, value in data.items() if other != key}
            for wrong in (lame, {**data, key: 1.5}, {**lame, f"{key}_": data[key]}):
                assert refused(name, wrong), key
                with pytest.raises(KingsburgError):
                    read(name, json.dumps(wrong))
        read(name, json.dumps(data))


def read(name: str, text: str) -> object:
    return SeatView.from_json(text, load_rules()) if name == "view" else Decision.from_json(text)


def test_every_key_inside_a_view_counts() -> None:
    data = json.loads(game().view("Ann").to_json())
    for place in (data["table"], data["table"]["players"][1], data["pending"][0]):
        for key in [*place]:
            kept = place.pop(key)
            assert refused("view", data), key
            with pytest.raises(SaveError):
                read("view", json.dumps(data))
            place[key] = kept
    assert read("view", json.dumps(data)) == game().view("Ann")


def test_rules_do_not_travel_with_a_view() -> None:
    data = {**game().view().to_dict(), "rules": {}}
    with pytest.raises(SaveError):
        read("view", json.dumps(data))


def test_a_view_that_came_back_can_be_drawn() -> None:
    here = game()
    view = here.view("Ann")
    there = SeatView.from_json(view.to_json(), here.rules)
    assert there._repr_svg_() == view._repr_svg_()
