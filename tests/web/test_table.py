"""Tables and lobbies without a network: what is asked and answered, kept, refused, and never told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kingsburg_rules import Record, SaveError, SetupError, describe, modules, scenarios
from kingsburg_rules.bots import BOTS
from kingsburg_rules.cli.schema import message_schema, texts
from kingsburg_rules.game.json_schemas import WIRE
from kingsburg_rules.game.json_schemas import schema as schema_of_rules
from kingsburg_rules.table import TableLimits, Thought, think
from kingsburg_rules.web import messages
from kingsburg_rules.web.room import AWAY, FAR_BEHIND
from kingsburg_rules.web.server_limits import LIMITS, Rate, ServerLimits, Tries
from kingsburg_rules.web.worker import finished
from support.secrets import names_hidden_from
from support.tables import House, asked, started

pytestmark = pytest.mark.usefixtures("same_games")

SCHEMA = Path(__file__).parents[2] / "schemas" / "table.schema.json"


def validator_of_messages() -> Draft202012Validator:
    contents: list[Any] = [schema_of_rules(WIRE), message_schema("table")]
    resources = [(one["$id"], Resource.from_contents(one)) for one in contents]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(message_schema("table"), registry=registry)


# What is said


def test_the_schema_is_that_of_the_messages() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == texts()["table"], "kingsburg schema --write schemas"


def test_every_message_has_another_type() -> None:
    for family in (messages.Request, messages.News):
        assert len(family.kinds) == len({cls.__name__ for cls in family.__subclasses__()}) > 5


@pytest.mark.parametrize("scenario", [None, pytest.param(scenarios()[0], marks=pytest.mark.long)])
def test_a_whole_game_with_all_modules_by_messages_alone(scenario: str | None) -> None:
    """No message tells a secret, and the record is that of the game. A sixth is checked by the schema."""
    fits = validator_of_messages()
    house = House()
    chosen = modules() if scenario is None else ()
    table, tokens = started(house, "Ann", "Ben", bots=1, modules=chosen, scenario=scenario)
    house.join(9, table, language="nl")
    walked = played = 0
    while house.game(table).decision is not None:
        heard = {connection: len(said) for connection, said in house.heard.items()}
        game = house.game(table)
        assert house.play(asked(house, 2), played)["type"] == "answer"
        house.think()
        played += 1
        for connection, seat in ((0, 0), (1, 1), (9, None)):
            new = house.heard[connection][heard[connection] :]
            hidden = names_hidden_from(house.game(table), seat) & names_hidden_from(game, seat)
            text = json.dumps(new)
            assert not [name for name in hidden if f'"{name}"' in text], f"{seat} hears of hidden cards"
            walked += len(hidden)
    assert played > 50
    assert walked > 500
    checked = [one for said in house.heard.values() for one in said][::6]
    for one in checked:
        fits.validate(one)
    assert len(checked) > 50
    assert {"welcome", "events", "people", "answer"} <= {one["type"] for one in checked}
    status, record = house.request("GET", f"/api/tables/{table}/record", token=tokens[1])
    assert status == 200
    assert [*Record.loads(record).replay()][-1].outcome == house.game(table).outcome
    status, replay = house.request("POST", "/api/replays", {"record": record}, language="fr")
    assert status == 200
    assert len(replay["steps"]) >= played
    assert "GameEnded" in [event["type"] for event in replay["steps"][-1]["events"]]


def test_only_one_seat_hears_its_secrets() -> None:
    """Somebody who looks at an enemy hears its name; the others do not, even when they ask everything."""
    house = House()
    table, _ = started(house, "Ann", "Ben", modules=modules())
    house.join(9, table)
    looked = 0
    while house.game(table).decision is not None and looked < 3:
        marks = {c: len(said) for c, said in house.heard.items()}
        house.play(asked(house, 2), looked)
        seen = [e for e in house.heard[0][marks[0] :] + house.heard[1][marks[1] :] if e["type"] == "events"]
        for seat in (0, 1):
            own = [x for m in house.heard[seat][marks[seat] :] for x in m.get("events", ())]
            assert all(event.get("only_for", seat) == seat for event in own)
        watched = [x for m in house.heard[9][marks[9] :] for x in m.get("events", ())]
        assert not [event for event in watched if "only_for" in event]
        looked += sum("only_for" in event for m in seen for event in m["events"])
    assert looked >= 3
    for wanted in ("hint", "odds", "prices", "reach"):
        assert house.say(9, type=wanted)["code"] == "table.spectator"
    assert house.ask(9) is None


# Lobbies


def test_people_sit_down_and_the_host_starts() -> None:
    house = House()
    table, (token,) = house.open("Ann", free=2, public=True, minutes=2)
    status, listed = house.request("GET", "/api/tables", language="nl")
    assert [one["table"] for one in listed["tables"]] == [table]
    assert listed["tables"][0]["phase"] == "waiting"
    assert house.request("POST", f"/api/tables/{table}/seats", {"seat": 0, "name": "Eve"})[0] == 409
    assert house.request("POST", f"/api/tables/{table}/seats", {"seat": 1, "name": "Ann"})[0] == 422
    assert house.request("POST", f"/api/tables/{table}/seats", {"seat": True, "name": "Eve"})[0] == 400
    status, ben = house.request("POST", f"/api/tables/{table}/seats", {"seat": 2, "name": "Ben"})
    assert (status, ben["seat"]) == (201, 2)
    house.join(1, table, token)
    house.join(2, table, ben["token"])
    assert house.say(2, type="start", bots=True)["code"] == "table.host"
    assert house.say(1, type="start")["code"] == "table.open"
    assert house.say(1, type="play", decision=1, action={"type": "Pass"})["code"] == "table.waiting"
    assert house.say(2, type="automation", automation=[])["type"] == "answer"
    assert house.say(1, type="start", bots=True)["type"] == "answer"
    assert house.game(table).players == ("Ann", "Bot 1", "Ben")
    clocks = [house.ask(seat)["clock"] for seat in (1, 2) if house.ask(seat)]
    assert clocks == [120] * len(clocks) != []
    assert house.say(1, type="start")["code"] == "table.started"
    assert house.say(2, type="automation", automation=[])["code"] == "table.started"
    assert house.request("GET", f"/api/tables/{table}/record", token=token)[1]["code"] == "table.not_over"


def test_tables_that_are_not_public_are_not_listed() -> None:
    house = House()
    table, _ = house.open("Ann", "Ben")
    assert house.request("GET", "/api/tables")[1] == {"tables": []}
    assert house.request("GET", f"/api/tables/{table}")[0] == 200


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ([], "table.malformed"),
        ({}, "table.malformed"),
        ({"seats": "Ann"}, "table.malformed"),
        ({"seats": [{"kind": "me"}]}, "table.malformed"),
        ({"seats": [{"kind": "king", "name": "Ann"}]}, "table.malformed"),
        ({"seats": [{"kind": "bot"}, {"kind": "bot"}]}, "table.malformed"),
        ({"seats": [{"kind": "me", "name": "A"}] * 200}, "table.malformed"),
        ({"seats": [{"kind": "me", "name": "A"}]}, "setup.players"),
        ({"seats": [{"kind": "me", "name": "A"}, {"kind": "bot", "name": "A"}]}, "setup.same_name"),
        ({"seats": [{"kind": "me", "name": "A\u202eB"}, {"kind": "bot"}]}, "setup.name"),
        ({"seats": [{"kind": "me", "name": "A" * 1000}, {"kind": "bot"}]}, "setup.name"),
        ({"seats": [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "os"}]}, "table.bot"),
        ({"modules": ["../../etc"]}, "table.malformed"),
        ({"modules": ["/etc/passwd"]}, "table.malformed"),
        ({"modules": "governors"}, "table.malformed"),
        ({"modules": ["nothing"]}, "setup.module"),
        ({"scenario": "./x.yaml"}, "table.malformed"),
        ({"edition": "third"}, "setup.edition"),
        ({"switches": {"a b": "c"}}, "table.malformed"),
        ({"minutes": "soon"}, "table.malformed"),
        ({"minutes": -1}, "table.malformed"),
        ({"minutes": float("nan")}, "table.malformed"),
        ({"packs": {}}, "table.upload"),
        ({"packs": [{"name": "x", "path": "/etc"}]}, "table.upload"),
        ({"packs": [{"name": "x", "zip": "?"}]}, "table.upload"),
        ({"packs": [{"name": "x", "text": "a" * 4_000_000}]}, "table.size"),
        ({"packs": [{"name": "x", "text": "\ud800"}]}, "table.upload"),
    ],
)
def test_tables_that_cannot_be(wish: object, code: str) -> None:
    house = House()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
    body = {"seats": seats, **wish} if isinstance(wish, dict) and wish else wish
    status, refused = house.request("POST", "/api/tables", body)
    assert (refused["code"], status >= 400) == (code, True)
    assert not house.shelf.tables
    assert not house.lobby.rooms


def test_the_number_of_tables_is_limited() -> None:
    house = House(limits=ServerLimits(tables=TableLimits(tables=2)))
    seats = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]}
    assert [house.request("POST", "/api/tables", seats)[0] for _ in range(3)] == [201, 201, 503]


def test_the_number_of_tries_is_limited_for_each_address() -> None:
    tries = Tries(Rate(2, 1))
    for address in ("192.0.2.1", "2001:db8::1", "?"):
        for _ in range(2):
            tries.use(address, 0)
    for address in ("192.0.2.1", "::ffff:192.0.2.1", "2001:db8::ffff:1", "?"):
        with pytest.raises(SetupError, match=r"table\.often"):
            tries.use(address, 0)
    for address in ("192.0.2.2", "2001:db8:0:1::1", ""):
        tries.use(address, 0)
    tries.use("192.0.2.1", 1)


# Tokens


def test_tokens_are_stored_as_hashes_and_open_one_seat_only() -> None:
    house = House()
    table, tokens = house.open("Ann", "Ben")
    other, (foreign, _) = house.open("Ann", "Ben")
    assert len({*tokens, foreign}) == 3
    assert all(len(token) >= 32 for token in tokens)
    assert not [token for token in tokens if token in house.kept(table)]
    for wrong in (foreign, tokens[0][:-1], tokens[0].swapcase(), "", "None", "\ud800"):
        with pytest.raises(SetupError, match=r"table\.token"):
            house.connect(3, table, wrong)
    with pytest.raises(SetupError, match=r"table\.none"):
        house.connect(3, other + "x", None)
    assert 3 not in house.heard
    assert house.join(1, table, tokens[1])["seat"] == 1
    assert house.join(2, table)["seat"] is None


def test_a_new_token_turns_out_whoever_has_the_old_one() -> None:
    house = House()
    table, (old, ben) = started(house, "Ann", "Ben")
    house.join(9, table)
    for wrong in ("", ben[:-1], None):
        assert house.request("POST", f"/api/tables/{table}/token", {"token": wrong})[0] == 403
    status, renewed = house.request("POST", f"/api/tables/{table}/token", {"token": old})
    assert (status, renewed["seat"]) == (201, 0)
    assert (house.heard[0][-1]["type"], house.heard[0][-1]["code"]) == ("closed", "table.token")
    assert not [said for seat in (1, 9) for said in house.heard[seat] if said["type"] == "closed"]
    house.lobby.disconnect(0, house.now)
    with pytest.raises(SetupError, match=r"table\.token"):
        house.connect(0, table, old)
    assert house.join(0, table, renewed["token"])["seat"] == 0
    assert house.request("POST", f"/api/tables/{table}/token", {"token": old})[0] == 403
    assert not [token for token in (old, renewed["token"]) if token in house.kept(table)]


def test_nobody_plays_for_somebody_else() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben")
    house.join(9, table)
    turn = asked(house, 2)
    decision = house.ask(turn)["decision"]
    move = {"type": "play", "decision": decision["id"], "action": decision["options"][0]}
    assert house.say(9, **move)["code"] == "table.spectator"
    assert house.say(1 - turn, **move)["code"] == "action.stale"
    assert house.say(9, type="undo", seq=house.game(table).view().seq)["code"] == "table.spectator"
    assert house.say(9, type="takeover", seat=turn, by="greedy")["code"] == "table.spectator"
    assert house.say(turn, **move)["type"] == "answer"


# Doubled, late and malformed messages


def test_the_same_answer_twice_is_answered_the_same_and_played_once() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben")
    turn = asked(house, 2)
    decision = house.ask(turn)["decision"]
    move = {"type": "play", "decision": decision["id"], "action": decision["options"][0]}
    first = house.say(turn, **move)
    seq = house.game(table).view().seq
    assert house.say(turn, **move) == first == {"type": "answer", "re": 7}
    assert house.say(turn, **{**move, "action": decision["options"][-1]})["code"] == "action.stale"
    assert house.game(table).view().seq == seq
    again = House(house.shelf)
    again.join(turn, table, tokens[turn])
    assert again.say(turn, **move) == first, "even after a restart"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        '"play"',
        "[" * 9_000,
        '{"type": "play"}',
        '{"type": "Play", "decision": 1, "action": {"type": "Pass"}}',
        '{"type": "play", "decision": true, "action": {"type": "Pass"}}',
        '{"type": "play", "decision": null, "action": {"type": "Pass"}}',
        '{"type": "play", "decision": 1, "action": "drop table"}',
        '{"type": "play", "decision": 1, "action": {"type": "Pass", "player": 9}}',
        '{"type": "play", "decision": 1, "action": {"type": "Welcome"}}',
        '{"type": "hello", "language": "xx"}',
        '{"type": "hello", "after": "1"}',
        '{"type": "hello", "after": 1e400}',
        '{"type": "automation", "automation": ["everything"]}',
        '{"type": "automation", "kinds": []}',
        '{"type": "takeover", "seat": 99, "by": "greedy"}',
        '{"type": "takeover", "seat": -1, "by": "person"}',
        '{"type": "undo"}',
        '{"type": "chat", "text": ""}',
        '{"type": "chat", "text": "\\u0000"}',
        '{"type": "rename", "name": "Ben"}',
        '{"type": "rename", "name": "a, b"}',
        '{"type": "welcome"}',
        '{"type": "request"}',
        '{"type": "king", "id": ' + "9" * 4000 + "}",
        '{"type": "chat", "text": "' + "a" * 10_000 + '"}',
    ],
)
def test_messages_that_are_wrong_change_nothing(text: str) -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben")
    kept, before = house.kept(table), len(house.heard[0])
    house.hear(0, text)
    (refused,) = house.heard[0][before:]
    assert (refused["type"], refused["re"]) == ("error", None)
    assert len(refused["message"]) < 300
    assert house.kept(table) == kept
    assert house.play(asked(house, 2))["type"] == "answer"


def test_nobody_hears_anything_before_hello() -> None:
    house = House()
    table, tokens = house.open("Ann", "Ben")
    house.connect(5, table, tokens[1])
    house.join(0, table, tokens[0])
    house.say(0, type="chat", text="hi")
    house.say(0, type="start")
    assert 5 not in house.heard
    assert house.say(5, type="hello")["seat"] == 1


def test_names_and_texts_with_markup_are_only_data() -> None:
    house = House()
    nasty = "<img src=x onerror=alert(1)>"
    table, tokens = house.open(nasty, "Ben")
    house.join(0, table, tokens[0])
    house.say(0, type="chat", text=f"{nasty}\u202e\x00 </script>")
    line = house.heard[0][-1]
    assert (line["name"], line["text"]) == (nasty, f"{nasty} </script>")


def test_messages_are_limited_by_rate() -> None:
    house = House(limits=LIMITS)
    table, tokens = house.open("Ann", "Ben")
    house.join(0, table, tokens[0])
    said = [house.say(0, type="chat", text="x") for _ in range(10)]
    assert [one.get("code") for one in said].count("table.often") == 5
    refused = [house.say(0, type="ping") for _ in range(100)]
    codes = [None if one is None else one.get("code") for one in refused]
    assert codes.count("table.often") + codes.count(None) == 100
    assert house.heard[0][-1]["code"] == "table.often"
    house.now += 10
    assert house.say(0, type="ping") == {"type": "answer", "re": 7}


def test_a_table_has_room_for_so_many_connections() -> None:
    house = House(limits=ServerLimits(connections=3))
    table, tokens = house.open("Ann", "Ben")
    for connection in range(3):
        house.join(connection, table)
    with pytest.raises(SetupError, match=r"table\.full"):
        house.connect(4, table, tokens[0])
    house.lobby.disconnect(1, house.now)
    house.connect(4, table, tokens[0])


# Coming back


def test_a_browser_goes_on_from_the_events_it_knows_or_gets_a_view() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben")
    house.lobby.disconnect(0, house.now)
    known = house.game(table).view().seq
    house.join(1, table, tokens[1])
    other = {"bot": 0}
    while house.ask(1) is not None:
        house.play(1)
        other["bot"] += 1
    welcome = house.join(3, table, tokens[0], after=known)
    assert welcome["view"] is None
    events = house.heard[3][-1]
    assert (events["type"], events["seq"]) == ("events", house.game(table).view().seq)
    assert min(event["seq"] for event in events["events"]) > known
    assert house.say(3, type="hello", after=10**9)["view"] is not None
    assert house.say(3, type="hello", after=-FAR_BEHIND)["view"] is not None
    assert house.say(3, type="hello", language="fr")["language"] == "fr"
    assert house.say(3, type="hello")["view"]["seat"] == 0


def test_a_table_is_the_same_after_a_restart() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben", bots=1, modules=["destiny"], minutes=1)
    for option in range(12):
        house.play(asked(house, 2), option)
        house.think()
    house.say(0, type="chat", text="à bientôt")
    house.say(1, type="rename", name="Bea")
    views = [house.join(20 + seat, table, token) for seat, token in enumerate(tokens)]
    again = House(house.shelf)
    for seat, token in enumerate(tokens):
        back = again.join(20 + seat, table, token)
        for name in ("view", "seq", "catalog", "log", "can_undo", "title"):
            assert back[name] == views[seat][name], name
        assert [person["name"] for person in back["people"]] == ["Ann", "Bea", "Bot 3"]
        assert back["chat"][-1]["text"] == "à bientôt"
    assert again.play(20 + asked_of(again, [20, 21]))["type"] == "answer"


def asked_of(house: House, connections: list[int]) -> int:
    return next(n for n, connection in enumerate(connections) if house.ask(connection))


# Absent players


def test_a_clock_lets_a_bot_answer_until_the_person_is_back() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben", minutes=1)
    turn = asked(house, 2)
    owed = house.ask(turn)["decision"]["id"]
    assert house.wake() == house.now + 60
    house.now += 59
    house.wake()
    assert not house.thoughts
    house.now += 1
    house.wake()
    assert house.heard[1 - turn][-1]["people"][turn]["bot"] == "greedy"
    house.think()
    assert all(decision.id != owed for decision in house.game(table).pending)
    while asked(house, 2) != turn if any(house.ask(seat) for seat in (0, 1)) else False:
        house.play(1 - turn)
        house.think()
    assert house.say(turn, type="takeover", seat=turn, by="person")["type"] == "answer"
    assert house.heard[turn][-1]["people"][turn]["bot"] is None


def test_clocks_go_on_when_the_server_is_started_again() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben", minutes=1)
    turn = asked(house, 2)
    house.now += 25
    finished(house.lobby.note_clocks(house.now))
    again = House(house.shelf)
    again.now = 10.0**9
    assert again.join(turn, table, tokens[turn])["people"][turn]["clock"] == 35
    assert again.wake() == again.now + 35


def test_others_may_let_a_bot_play_for_somebody_who_is_away_for_long() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben")
    assert house.say(0, type="takeover", seat=1, by="greedy")["code"] == "table.here"
    house.lobby.disconnect(1, house.now)
    assert house.say(0, type="takeover", seat=1, by="greedy")["code"] == "table.here"
    house.now += AWAY
    assert house.say(0, type="takeover", seat=1, by="nobody")["code"] == "table.bot"
    assert house.say(0, type="takeover", seat=1, by="greedy")["type"] == "answer"
    for _ in range(10):
        house.think()
        assert [owed.player for owed in house.game(table).pending] in ([], ["Ann"])
        house.play(0)
    back = house.join(5, table, tokens[1])
    assert back["people"][1]["bot"] == "greedy"
    assert house.say(5, type="takeover", seat=1, by="person")["type"] == "answer"
    (*_, told) = (one for one in house.heard[0] if one["type"] == "people")
    assert told["people"][1] == {
        **{"seat": 1, "name": "Ben", "kind": "person", "here": True},
        **{"bot": None, "clock": None},
    }


def test_undo_is_fair_and_only_for_the_last_player() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben", automation=[])
    undone = unfair = 0
    for option in range(60):
        turn = asked(house, 2)
        house.play(turn, option)
        seq = house.game(table).view().seq
        assert house.say(1 - turn, type="undo", seq=seq)["type"] == "error"
        assert house.say(turn, type="undo", seq=seq - 1)["code"] == "table.late"
        answer = house.say(turn, type="undo", seq=seq)
        if answer["type"] == "answer":
            undone += 1
            assert house.say(turn, type="undo", seq=seq)["code"] == "table.late"
            assert house.play(turn, option)["type"] == "answer", "the same answer to a new decision"
        else:
            unfair += 1
            assert answer["code"] in ("undo.unfair", "table.not_last")
    assert undone > 5
    assert unfair > 2


def test_answers_of_bots_are_taken_back_with_the_one_before_but_none_of_people() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben", bots=1)
    over_bots = refused = 0
    for option in range(80):
        turn = asked(house, 2)
        seq = house.game(table).view().seq
        house.play(turn, option)
        house.think()
        game = house.game(table)
        since = [event.player for event in game.recent(after=seq) if event.tag == "Played"]
        assert since[0] == ("Ann", "Ben")[turn]
        assert house.say(1 - turn, type="undo", seq=game.view().seq)["type"] == "error"
        answer = house.say(turn, type="undo", seq=game.view().seq)
        if answer["type"] == "answer":
            over_bots += len(since) > 1
            house.play(turn, option)
            house.think()
        else:
            refused += 1
    assert over_bots > 5
    assert refused > 5


def test_one_person_against_bots_takes_their_answers_back_too() -> None:
    """Only what rolled, drew and revealed nothing; and the game is then as it was before the answer."""
    house = House()
    table, _ = started(house, "Ann", bots=2, modules=["destiny", "soldier-tokens"])
    undone = over_bots = refused = 0
    for option in range(80):
        if not house.ask(0):
            break
        before = house.game(table)
        asked_before = before.view("Ann").to_dict()
        house.play(0, option)
        house.think()
        game = house.game(table)
        since = [event for event in game.recent(after=before.view("Ann").seq) if event.tag == "Played"]
        news = house.heard[0][-1]
        answer = house.say(0, type="undo", seq=game.view().seq)
        assert (answer["type"] == "answer") is news["can_undo"]
        if answer["type"] != "answer":
            refused += 1
            assert answer["code"] in ("undo.unfair", "table.not_last")
            continue
        undone += 1
        over_bots += len(since) > 1
        again = house.game(table).view("Ann").to_dict()
        changing = {"seq", "pending"}
        assert {**again, **dict.fromkeys(changing)} == {**asked_before, **dict.fromkeys(changing)}
        told = next(m for m in reversed(house.heard[0]) if m["type"] == "events")
        assert told["events"][0]["type"] == "Undone"
        assert told["view"] == house.game(table).view("Ann").to_dict()
        assert house.play(0, option)["type"] == "answer"
        house.think()
    assert undone > 20
    assert over_bots > 5
    assert refused > 5


# Errors of the store


def test_what_cannot_be_stored_has_not_happened() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben")
    turn = asked(house, 2)
    ask, seq, kept = house.ask(turn), house.game(table).view().seq, house.kept(table)
    heard = {connection: len(said) for connection, said in house.heard.items()}
    house.shelf.is_full = True
    assert house.play(turn)["code"] == "table.disk"
    for message in (
        {"type": "chat", "text": "x"},
        {"type": "rename", "name": "Zoe"},
        {"type": "takeover", "seat": turn, "by": "greedy"},
    ):
        assert house.say(turn, **message)["code"] == "table.disk", message
    seats = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]}
    assert house.request("POST", "/api/tables", seats)[0] == 503
    assert len(house.heard[1 - turn]) == heard[1 - turn], "others hear nothing"
    assert house.game(table).view().seq == seq
    assert (house.kept(table), house.ask(turn), len(house.lobby.rooms)) == (kept, ask, 1)
    house.shelf.is_full = False
    assert house.play(turn)["type"] == "answer"


def test_a_bot_whose_answer_could_not_be_stored_tries_again() -> None:
    house = House()
    table, _ = started(house, "Ann", bots=1)
    house.now += 1
    assert house.say(0, type="takeover", seat=0, by="random")["type"] == "answer"
    house.shelf.is_full = True
    before = house.game(table).view().seq
    (name, thought) = house.thoughts.popleft()
    with pytest.raises(SaveError):
        house.thought(name, thought, think(thought))
    assert house.game(table).view().seq == before
    house.shelf.is_full = False
    house.wake()
    assert house.think() > 50
    assert house.game(table).decision is None


def test_a_bot_that_finds_nothing_takes_the_first_option() -> None:
    house = House()
    table, _ = started(house, "Ann", bots=1)
    house.say(0, type="takeover", seat=0, by="random")
    (name, thought) = house.thoughts.popleft()
    house.thought(name, thought, None)
    assert all(owed.id != thought.decision for owed in house.game(table).pending)


# Questions


def test_only_bots_that_search_think_deeply() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben")
    game, minds = house.game(table), dict[str, str]()
    for bot in BOTS:
        minds[bot] = Thought("bot", game, "Ann", 1, bot).mind
    assert minds == {"greedy": "quick", "random": "quick", "search": "deep"}
    assert {Thought(wanted, game, "Ann", 1, "greedy").mind for wanted in ("hint", "odds")} == {"wishes"}


def test_hints_odds_prices_reach_scores_and_reasons() -> None:
    house = House()
    started(house, "Ann", "Ben", language="nl")
    for option in range(15):
        house.play(asked(house, 2), option)
    turn = asked(house, 2)
    assert house.say(turn, type="hint") is None
    assert house.say(turn, type="odds") is None
    house.think()
    hint, odds = house.heard[turn][-2:]
    assert hint["action"] in house.ask(turn)["decision"]["options"]
    assert hint["text"].endswith(".")
    assert any("het op een na beste antwoord" in why for why in hint["why"])
    assert {one["text"][-1] for one in (*odds["threats"], *odds["odds"])} <= {"."}
    assert odds["threats"]
    assert house.say(1 - turn, type="hint")["code"] == "table.not_asked"
    assert len(house.say(turn, type="prices")["prices"]) > 10
    assert house.say(turn, type="reach")["type"] == "answer"
    assert len(house.say(turn, type="scores")["scores"]) == 2
    decision = house.ask(turn)["decision"]
    why = house.say(
        turn,
        type="why_not",
        action={"type": "Recruit", "soldiers": 99, "pay": {"gold": 9}},
        decision=decision["id"],
    )
    assert why["violation"]["code"]
    assert why["text"]
    fine = house.say(turn, type="why_not", action=decision["options"][0], decision=decision["id"])
    assert "violation" not in fine


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_refusals_are_in_the_language_of_the_reader(language: str) -> None:
    """Every code of a table that players may see has a sentence in other languages."""
    ours = Path(messages.__file__).parents[1]
    paths = [*(ours / "web").glob("*.py"), *(ours / "table").glob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    codes = {part.split('"')[0] for part in source.split('("table.')[1:]}
    english = [
        code
        for code in codes
        if describe(SetupError(f"table.{code}", "Said in English."), language=language) == "Said in English."
    ]
    assert len(codes) > 15
    assert english in ([], ["saved"])


# One's own tables


def test_people_find_their_own_tables_again_and_nobody_else_does() -> None:
    house = House()
    table, (ann, ben) = started(house, "Ann", "Ben", bots=1)
    waiting, (carl,) = house.open("Carl", free=1)
    mine = {table: ben, waiting: carl, "nowhere": ben}
    status, found = house.request("POST", "/api/tables/mine", {"tables": mine}, language="nl")
    assert status == 200
    playing, open_one = found["tables"]
    assert (playing["table"], playing["phase"], playing["year"]) == (table, "playing", 1)
    assert [person["name"] for person in playing["people"]] == ["Ann", "Ben", "Bot 3"]
    owed = [decision.seat for decision in house.game(table).pending]
    assert playing["asked"] == owed != []
    assert playing["moved"] == int(house.now)
    assert (open_one["phase"], open_one["year"], open_one["asked"]) == ("waiting", 0, [])
    assert open_one["moved"] is None
    for tokens in ({table: carl}, {waiting: ann}, {table: None}, {table: ""}):
        assert house.request("POST", "/api/tables/mine", {"tables": tokens})[1] == {"tables": []}
    # What is not loaded is found, too, and stays as it is.
    again = House(house.shelf)
    assert again.request("POST", "/api/tables/mine", {"tables": mine}, language="nl")[1] == found
    assert again.lobby.rooms == {}


@pytest.mark.parametrize(
    "body", [None, [], {}, {"tables": ["a"]}, {"tables": dict.fromkeys("a" * n for n in range(60))}]
)
def test_wishes_for_own_tables_that_are_none(body: object) -> None:
    assert House().request("POST", "/api/tables/mine", body)[0] == 400


def test_tables_that_nobody_visits_go_and_those_that_somebody_watches_stay() -> None:
    house = House(limits=ServerLimits(tables=TableLimits(unplayed=2)))
    left, _ = house.open("Ann", "Ben", public=True)
    watched, tokens = house.open("Ann", "Ben", public=True)
    house.join(0, watched, tokens[0])
    for expected in ({left, watched}, {watched}, {watched}):
        finished(house.lobby.age())
        assert {entry.id for entry in house.shelf.entries()} == {*house.lobby.rooms} == expected
        listed = house.request("GET", "/api/tables")[1]["tables"]
        assert {one["table"] for one in listed} == expected
    assert house.request("GET", f"/api/tables/{left}")[0] == 404
    house.lobby.disconnect(0, house.now)
    house.lobby.tidy()
    assert house.lobby.rooms == house.lobby.tables.loaded == {}
    assert house.join(0, watched, tokens[0])["seat"] == 0
    house.shelf.is_full = True
    assert house.say(0, type="start")["code"] == "table.disk"


def test_a_table_that_was_closed_stays_closed() -> None:
    house = House()
    table, _ = started(house, "Ann", "Ben")
    house.shelf.remove([table])
    assert house.play(asked(house, 2))["code"] == "table.none"
    assert not house.shelf.entries()
