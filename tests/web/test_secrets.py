"""What a connection hears does not depend on what its seat cannot know.

Everything that a table says is compared with what it says when other things are hidden: other enemies in the
deck, other cards in other hands, other secret answers. So nothing can be read from words, views, numbers or
reasons, even by somebody who asks for all of them.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from kingsburg_rules import Game, KingsburgError, modules, scenarios
from kingsburg_rules.engine.events import Event
from kingsburg_rules.web.room import AWAY
from support.secrets import name_of, with_other_hidden_cards, with_state
from support.tables import House, asked, started

pytestmark = pytest.mark.usefixtures("same_games")

SETUPS: list[Any] = [
    {"modules": modules()},
    {"modules": ["governors"], "variants": ["bid-governors"]},
    *({"scenario": scenario} for scenario in scenarios()),
]
VARIATIONS = (1, 2, 3)
PEOPLE = 3


def set_game(house: House, table: str, game: Game) -> None:
    """Change the game of a table behind its back."""
    house.lobby.tables.loaded[table].game = game


def all_that_is_said(house: House, table: str, token: str | None, ask: Any) -> list[str]:
    """Connect anew, ask for everything that can be asked for, and return what is heard."""
    connection = 99
    house.heard.pop(connection, None)
    seq = house.game(table).view().seq
    house.join(connection, table, token)
    for after in (seq - 1, seq - 12, seq - 60):
        house.say(connection, type="hello", after=max(0, after), language="fr")
    for wanted in ("prices", "reach", "scores", "odds", "hint"):
        house.say(connection, type=wanted)
    for action in ask["decision"]["options"][:3] if ask else ():
        house.say(connection, type="why_not", action=action, decision=ask["decision"]["id"])
    house.say(connection, type="play", decision=0, action={"type": "Pass"})
    house.say(connection, type="undo", seq=seq - 1)
    house.think()
    house.lobby.disconnect(connection, house.now)
    heard = [json.dumps(one, sort_keys=True) for one in house.heard.pop(connection)]
    return [*heard, json.dumps(house.request("GET", f"/api/tables/{table}", language="nl"))]


def twins(game: Game, seat: int | None) -> list[Game]:
    """The same game for a seat, with other things hidden."""
    return [
        with_state(game, with_other_hidden_cards(game._state, seat, variation)) for variation in VARIATIONS
    ]


@pytest.mark.parametrize(
    ("setup", "share"),
    [(SETUPS[0], 0.03), *(pytest.param(setup, 0.2, marks=pytest.mark.long) for setup in SETUPS)],
)
def test_nothing_that_is_said_depends_on_what_is_hidden(setup: Any, share: float) -> None:
    """At some moments of a game with undos, lost connections and a bot that takes over."""
    house, chance, counted = House(), random.Random(3), Counter[str]()
    table, tokens = started(house, "Ann", "Ben", "Cleo", **setup)
    readers = [(None, None), *enumerate(tokens)]
    while house.game(table).decision is not None and counted["played"] < 400:
        turn = asked(house, PEOPLE)
        house.play(turn, chance.randrange(100))
        counted["played"] += 1
        if chance.random() < 0.1:
            seq = house.game(table).view().seq
            counted["undone"] += house.say(turn, type="undo", seq=seq)["type"] == "answer"
        if counted["played"] % 30 == 20:
            take_over_for_a_while(house, table, tokens)
            counted["taken over"] += 1
        if chance.random() > share or house.game(table).decision is None:
            continue
        game = house.game(table)
        for seat, token in readers:
            ask = None if seat is None else house.ask(seat)
            expected = all_that_is_said(house, table, token, ask)
            for twin in twins(game, seat):
                set_game(house, table, twin)
                assert all_that_is_said(house, table, token, ask) == expected, f"seat {seat}"
                counted["different"] += twin._state != game._state
                counted["compared"] += len(expected)
            set_game(house, table, game)
    assert counted["played"] > 50
    assert counted["taken over"] >= 1
    assert counted["compared"] > 200
    assert counted["different"] > 10


def take_over_for_a_while(house: House, table: str, tokens: list[str]) -> None:
    """Let Cleo go away, a bot answer for her, and Cleo come back."""
    house.lobby.disconnect(2, house.now)
    house.now += AWAY
    assert house.say(0, type="takeover", seat=2, by="random")["type"] == "answer"
    house.think()
    house.join(2, table, tokens[2])
    if house.game(table).decision is not None:
        assert house.say(2, type="takeover", seat=2, by="person")["type"] == "answer"


@pytest.mark.parametrize(
    "setup", [SETUPS[0], *(pytest.param(setup, marks=pytest.mark.long) for setup in SETUPS[1:])]
)
def test_nobody_hears_what_happens_only_to_others(setup: Any) -> None:
    """Every event that is told, now or when catching up, is what the game lets this seat know of it."""
    house, chance, counted = House(), random.Random(5), Counter[str]()
    table, tokens = started(house, "Ann", "Ben", "Cleo", **setup)
    house.join(9, table)
    seats: dict[int, int | None] = {0: 0, 1: 1, 2: 2, 9: None}
    while house.game(table).decision is not None and counted["played"] < 400:
        marks = {connection: len(house.heard[connection]) for connection in seats}
        turn = asked(house, PEOPLE)
        house.play(turn, chance.randrange(100))
        counted["played"] += 1
        game = house.game(table)
        whole = [*game._history.events_of(5)]
        for connection, seat in seats.items():
            known = {}
            for event in whole:
                assert isinstance(event, Event)
                may = event.known_to(name_of(game, seat))
                known[event.seq] = None if may is None else may.to_dict(game.players)
            for message in house.heard[connection][marks[connection] :]:
                for event in message.get("events", ()):
                    if event["seq"] in known:
                        assert event == known[event["seq"]], f"seat {seat}"
                        counted["compared"] += 1
            counted["kept back"] += sum(may is None for may in known.values())
            if chance.random() < 0.1:
                counted["caught up"] += catches_up(house, table, seat, tokens, known)
    assert counted["played"] > 50
    assert counted["compared"] > 300
    assert counted["caught up"] > 20


def catches_up(house: House, table: str, seat: int | None, tokens: list[str], known: dict[int, Any]) -> int:
    """Come back after a lost connection, and count the events that are what they were."""
    house.heard.pop(98, None)
    house.join(98, table, None if seat is None else tokens[seat], after=min(known) - 1)
    told = [event for message in house.heard[98] for event in message.get("events", ())]
    house.lobby.disconnect(98, house.now)
    for event in told:
        assert known.get(event["seq"]) == event
    assert {event["seq"] for event in told} == {seq for seq, event in known.items() if event is not None}
    return len(told)


def test_a_record_is_given_to_those_who_have_played_when_the_game_is_over() -> None:
    house = House()
    table, tokens = started(house, "Ann", "Ben")
    _, (foreign, _) = house.open("Ann", "Ben")
    for token in ("", foreign, tokens[0][:-1]):
        status, body = house.request("GET", f"/api/tables/{table}/record", token=token)
        assert (status, body["code"]) == (403, "table.token")
    status, body = house.request("GET", f"/api/tables/{table}/record", token=tokens[0])
    assert (status, body["code"]) == (403, "table.not_over")


def test_no_token_is_ever_said() -> None:
    """Not in a message, not in a reply, not in what is stored, and not in the text of an error."""
    house = House()
    table, tokens = started(house, "Ann", "Ben", modules=modules())
    for option in range(20):
        house.play(asked(house, 2), option)
    said = json.dumps([house.heard, house.kept(table), house.request("GET", f"/api/tables/{table}")])
    with pytest.raises(KingsburgError) as refused:
        house.connect(50, table, tokens[0] + "x")
    assert len(said) > 20_000
    assert not [token for token in tokens if token in said or token in str(refused.value)]
