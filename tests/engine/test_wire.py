"""JSON of views, decisions, actions and events: the schemas are those checked in, and reading is strict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from kingsburg_rules import (
    WIRE_VERSION,
    Action,
    AnyAction,
    AnyEvent,
    Decision,
    DecisionKind,
    Event,
    Game,
    HandSeen,
    IllegalAction,
    Influence,
    KingsburgError,
    Recruit,
    SaveError,
    SeatView,
    SetupError,
    Take,
    load_rules,
    modules,
)
from kingsburg_rules.cli.schema import texts
from kingsburg_rules.game.json_schemas import SCHEMAS, WIRE, schema, schema_text
from kingsburg_rules.language.schema import DRAFT, IDS
from kingsburg_rules.render import svg
from support.schemas import definitions, validator

FOLDER = Path(__file__).parents[2] / "schemas"
each_schema = pytest.mark.parametrize("name", sorted(SCHEMAS))


PLAYERS = ("Ann", "Brian", "Cindy")


def game() -> Game:
    return Game(load_rules(), PLAYERS, seed=7)


def refused(name: str, data: object) -> bool:
    return not validator(name).is_valid(data)


@each_schema
def test_what_is_checked_in_is_what_the_types_say(name: str) -> None:
    written = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert written == schema_text(name), (
        f"make schemas/{name}.schema.json anew: kingsburg schema --write schemas"
    )


def test_there_are_no_other_schemas() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.schema.json" for name in texts()}


@each_schema
def test_it_is_a_valid_schema_and_every_class_is_closed_and_described(name: str) -> None:
    whole: Any = schema(name)
    assert whole["$schema"] == DRAFT
    Draft202012Validator.check_schema(whole)
    parts = [whole, *whole.get("$defs", {}).values()]
    assert all(part["additionalProperties"] is False for part in parts if "properties" in part)
    assert all(part["description"].endswith((".", ")", ":")) for part in parts)


@each_schema
def test_a_schema_names_itself_its_version_and_its_type(name: str) -> None:
    """Ids and references fit files in one folder, and each other in a registry."""
    whole: Any = schema(name)
    assert whole["$id"] == f"{IDS}{WIRE_VERSION}/{name}.schema.json"
    assert f"ersion {WIRE_VERSION} " in whole["$comment"]
    assert whole["title"].isidentifier()
    if name != WIRE:
        assert whole["$ref"] == f"wire.schema.json#/$defs/{whole['title']}"
        assert "$defs" not in whole


def test_every_type_is_defined_once_under_its_title() -> None:
    """Tools name types by titles. Two with one title, or one that stands inside another, are two types."""
    found = definitions()
    assert len(found) > 100
    assert all(part["title"] == name and name.isidentifier() for name, part in found.items())
    assert len({name.lower() for name in found}) == len(found)
    assert len([part for part in parts_of(found) if isinstance(part.get("title"), str)]) == len(found)


def test_no_schema_has_tuples_or_says_anything_beside_a_reference() -> None:
    """Generators turn the former into `never[]`, and the latter into a second type."""
    parts = [*parts_of(schema(WIRE))]
    assert not [part for part in parts if "prefixItems" in part]
    references = [part for part in parts if "$ref" in part]
    assert len(references) > 300
    assert all({*part} == {"$ref"} for part in references)


def parts_of(part: object) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
        for inner in part.values():
            yield from parts_of(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from parts_of(inner)


def test_the_schemas_know_every_kind() -> None:
    kinds = definitions()
    of_actions = {f"#/$defs/{cls.__name__}" for cls in get_args(AnyAction)}
    assert {part["$ref"] for part in kinds["AnyAction"]["oneOf"]} == of_actions
    assert kinds["Decision"]["properties"]["options"]["items"] == {"$ref": "#/$defs/AnyAction"}
    of_events = {f"#/$defs/{cls.__name__}" for cls in get_args(AnyEvent)}
    assert {part["$ref"] for part in kinds["AnyEvent"]["oneOf"]} == of_events
    assert kinds["Decision"]["properties"]["kind"]["enum"] == [*get_args(DecisionKind)]


def test_what_is_as_usual_may_be_left_out_or_written() -> None:
    short = {"type": "Influence", "advisor": "queen", "dice": [6, 5, 6]}
    for written in (short, {**short, "bonus": [], "plus2": 0, "via": [], "envoy": False}):
        assert not refused("action", written)
        assert Action.from_json(json.dumps(written)) == Influence("queen", (6, 5, 6))
    assert Influence("queen", (6, 5, 6)).to_dict() == short
    assert refused("action", {"type": "Influence", "advisor": "queen"})


def test_a_secret_event_says_for_whom_it_is() -> None:
    event = HandSeen("Ann", ("inn",))
    plain = event.to_dict(PLAYERS)
    assert plain == {"type": "HandSeen", "only_for": 0, "player": 0, "cards": ["inn"]}
    for wrong in ({"only_for": 1}, {"only_for": None}, {"only_for": "Ann"}, {"player": 3, "only_for": 3}):
        with pytest.raises(SaveError):
            Event.from_json(json.dumps({**plain, **wrong}), PLAYERS)
    with pytest.raises(SetupError, match="'Zoe' does not play in this game"):
        HandSeen("Zoe", ()).to_dict(PLAYERS)
    assert refused("event", {"type": "DiceReturned", "only_for": 0})
    assert not refused("event", {"type": "DiceReturned"})


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
    '{"type": "YearStarted", "year": 1}',
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
        (Event.from_json, '{"type": "Peeked", "player": 0, "year": "1"}', "json.event"),
        (Event.from_json, '{"type": "HandSeen", "player": 0, "cards": []}', "json.event"),
        (Event.from_json, "nothing", "json.event"),
        (Decision.from_json, "{}", "json.decision"),
        (Decision.from_json, "[]", "json.decision"),
    ],
)
def test_what_is_something_else_is_refused(read: Any, text: str, code: str) -> None:
    with pytest.raises(SaveError) as found:
        read(text, PLAYERS)
    assert found.value.code == code


def test_every_key_of_a_decision_counts() -> None:
    """With a key missing, or of another type, neither schema nor reader takes it."""
    decision = game().decision
    assert decision is not None
    data = json.loads(decision.to_json(game().players))
    for key in data:
        for wrong in [*wrong_at(key, data)][key == "id" :]:  # a position's decisions have no number
            assert refused("decision", wrong), key
            with pytest.raises(KingsburgError):
                read("decision", json.dumps(wrong))
    read("decision", json.dumps(data))


def wrong_at(key: str, data: dict[str, object]) -> Iterator[dict[str, object]]:
    """Data with a key missing, or of another type."""
    yield {other: value for other, value in data.items() if other != key}
    yield {**data, key: 1.5}


def test_a_view_takes_nothing_strange() -> None:
    """A key of another type is refused by the schema and by the reader."""
    data = json.loads(game().view("Ann").to_json())
    for key in data:
        for wrong in [*wrong_at(key, data)][1:]:
            assert refused("view", wrong), key
            with pytest.raises(KingsburgError):
                read("view", json.dumps(wrong))


def read(name: str, text: str) -> object:
    return SeatView.from_json(text, load_rules()) if name == "view" else Decision.from_json(text, PLAYERS)


def test_every_key_inside_a_view_counts() -> None:
    """What is written is never as usual, so no view without it is the same; often it is none at all."""
    data = json.loads(game().view("Ann").to_json())
    needed = set[str]()
    for place in (data, data["table"], data["table"]["players"][1], data["pending"][0]):
        for key in [*place]:
            kept = place.pop(key)
            if refused("view", data):
                needed.add(key)
                with pytest.raises(SaveError):
                    read("view", json.dumps(data))
            else:
                there = read("view", json.dumps(data))
                assert key == "seq" or there != game().view("Ann"), key
            place[key] = kept
    assert needed >= {"seat", "table", "year", "players", "name", "goods", "vp", "buildings", "kind"}
    assert read("view", json.dumps(data)) == game().view("Ann")


def test_a_view_leaves_out_what_is_as_usual_and_reads_it_all_the_same() -> None:
    view = game().view("Ann")
    data = json.loads(view.to_json())
    assert "hand" not in data
    assert "over" not in data["table"]
    assert "envoy" not in data["table"]["players"][0]
    assert not {"decision", "rules"} & {*data}
    data["table"]["over"] = False
    data["table"]["players"][0]["envoy"] = False
    data["hand"] = []
    assert not refused("view", data)
    assert read("view", json.dumps(data)) == view


def test_what_is_usual_is_what_the_schema_says() -> None:
    """Where a key may be missing there is a default, and it is a value that the schema takes there."""
    found, tried = definitions(), 0
    for part in found.values():
        for key, form in part.get("properties", {}).items():
            assert ("default" in form) == (key not in part["required"]), key
            if "default" in form:
                default = json.loads(json.dumps(form["default"]))
                assert Draft202012Validator({**form, "$defs": found}).is_valid(default), key
                tried += 1
    assert tried > 60


LONGEST_VIEW = 5000


def test_a_view_is_short_in_the_middle_of_a_game_with_everything() -> None:
    """Four players, all modules, every seat and who watches, whenever somebody is asked."""
    rules, rng = load_rules(modules=modules()), Random(7)
    whole = Game(rules, ("Ann", "Brian", "Cindy", "Dora"), seed=7)
    while whole.pending:
        decision = rng.choice(whole.pending)
        whole.play(rng.choice(decision.options), decision.player)
        sizes = [len(whole.view(seat).to_json().encode()) for seat in (*whole.players, None)]
        assert max(sizes) <= LONGEST_VIEW


def test_rules_do_not_travel_with_a_view() -> None:
    data = {**game().view().to_dict(), "rules": {}}
    assert read("view", json.dumps(data)) == game().view()
    assert "rules" not in game().view().to_dict()


def test_a_view_that_came_back_can_be_drawn() -> None:
    here = game()
    view = here.view("Ann")
    assert view.decision is not None
    asked = Decision.from_json(view.decision.to_json(here.players), here.players)
    there = SeatView.from_json(view.to_json(), here.rules, asked)
    assert svg(there) == svg(view)
