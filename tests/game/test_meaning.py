"""Values that were read from JSON, or made by a program, are of a game with the rules, or refused in time."""

from __future__ import annotations

import copy
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest
from attrs import evolve

from kingsburg_rules import (
    Action,
    Build,
    ChooseDie,
    Decision,
    Event,
    Gained,
    Game,
    Influence,
    KingsburgError,
    PlayerState,
    Rules,
    SaveError,
    SeatView,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.game.views import check_value, check_view
from kingsburg_rules.render import svg, text

PLAYERS = ("Ann", "Brian", "Cindy")
SPOILT: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 10**9 + 1, -(10**30), 10**4000, 1.5, float("nan")),
    *("", "Zoe", "nothing", "inn", "base/inn", "gold", "queen", "Ann", "chance", "x" * 100_000, "\x1b[2J"),
    *([], ["Zoe"], ["Ann"] * 9, [1] * 5000, {}, {"Zoe": 1}, {"1": "inn"}, [["queen", "gold", 10**20]]),
)
SECONDS = 5.0
"""How long a picture may take; most of them take 4 ms."""


@cache
def rules() -> Rules:
    return load_rules(modules=modules())


@cache
def games() -> tuple[Game, ...]:
    """Games in many moments: auctions, governors, tiles, winters, and one that is over."""
    made: list[Game] = []
    for seed, length in ((1, 0), (2, 3), (3, 40), (4, 90), (5, 160), (6, 2000)):
        game, chance = Game(rules(), PLAYERS, seed=seed), random.Random(seed)
        for _ in range(length):
            if game.decision is not None:
                game.play(chance.choice(game.decision.options))
        made.append(game)
    assert made[-1].outcome is not None
    return tuple(made)


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data, as what it is in and where."""
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from spots(data[key])


def spoil(plain: dict[str, Any], chance: random.Random) -> str:
    """JSON with something else in one or two places."""
    data = json.loads(json.dumps(plain))
    for _ in range(chance.randint(1, 2)):
        home, key = chance.choice([*spots(data)])
        if isinstance(home, dict) and chance.random() < 0.1:
            home[str(chance.choice(SPOILT))[:50]] = home.pop(key)
        else:
            home[key] = copy.deepcopy(chance.choice(SPOILT))
    return json.dumps(data)


def in_time(work: Callable[[], object]) -> bool:
    """Do something that may be refused with an error of the library; say whether it was not."""
    began = time.process_time()
    try:
        work()
    except KingsburgError as error:
        assert len(error.message) < 400, error.message
        return False
    finally:
        assert time.process_time() - began < SECONDS
    return True


def test_a_spoilt_view_is_drawn_or_refused() -> None:
    chance, drawn, refused = random.Random(1), 0, 0
    for game in games():
        for player in (*PLAYERS, None):
            plain = game.view(player).to_dict()
            for _ in range(40):
                told = spoil(plain, chance)

                def draw(told: str = told) -> None:
                    view = SeatView.from_json(told, rules())
                    svg(view)
                    text(view)

                if in_time(draw):
                    drawn += 1
                else:
                    refused += 1
    assert drawn > 20
    assert refused > 500


@pytest.mark.parametrize(("kind", "read"), [("event", Event), ("action", Action), ("decision", Decision)])
def test_what_is_spoilt_is_described_or_refused(kind: str, read: Any) -> None:
    chance, described, refused = random.Random(2), 0, 0
    given = values(kind)
    for turn in range(900):
        told = spoil(given[turn % len(given)].to_dict(PLAYERS), chance)
        if in_time(partial(described_as, read, told)):
            described += 1
        else:
            refused += 1
    assert described > 4
    assert refused > 50
    assert described + refused == 900


def described_as(read: Any, told: str) -> str:
    found = read.from_json(told, PLAYERS)
    if found is None:
        raise SaveError("json.event", "An event of a class that is not known.")
    return describe(found, rules())


def values(kind: str) -> list[Any]:
    """Events, actions or decisions of the games, some of each class."""
    found: list[Any] = []
    for game in games():
        if kind == "event":
            found += game.recent(10_000)
        elif game.decision is not None:
            found += game.decision.options if kind == "action" else [game.decision]
    random.Random(3).shuffle(found)
    return found[:150]


def test_whatever_games_bring_is_accepted() -> None:
    """What is drawn and described of real games passes the checks."""
    seen = 0
    for game in games():
        for player in (*PLAYERS, None):
            check_view(game.view(player))
        for value in (*game.recent(10_000), *(game.decision.options if game.decision else ())):
            check_value(value, rules())
            seen += 1
    assert seen > 1000


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"buildings": ("palace",)}, "table.players[0].buildings[0]"),
        ({"buildings": ("base/inn",)}, "table.players[0].buildings[0]"),
        ({"goods": {"gold": 10**10}}, "table.players[0].goods.gold"),
        ({"goods": {"salt": 1}}, "table.players[0].goods"),
        ({"dice": (6,) * 101}, "table.players[0].dice"),
        ({"dice": (0,)}, "table.players[0].dice"),
        ({"memory": {"inn": {"visits": "many"}}}, "table.players[0].memory"),
        ({"name": "Zoe"}, "seat"),
        ({"name": None}, "table.players"),
        ({"name": "Brian"}, "table.players"),
        ({"hand": ("inn",) * 5000}, "table.players[0].hand"),
        ({"outcome": "rout"}, "table.players[0].outcome"),
    ],
    ids=repr,
)
def test_the_message_says_where(changes: dict[str, Any], where: str) -> None:
    view = games()[0].view("Ann")
    first: PlayerState = evolve(view.table.players[0], **changes)
    spoilt = evolve(view, table=evolve(view.table, players=(first, *view.table.players[1:])))
    with pytest.raises(SaveError) as refused:
        svg(spoilt)
    assert refused.value.code == "json.meaning"
    assert where in refused.value.message


@pytest.mark.parametrize(
    ("whose", "changes"),
    [
        ("table", {"enemy": "inn"}),
        ("table", {"past_enemies": ("inn",)}),
        ("table", {"joined": ("king",)}),
        ("table", {"fighting": ("inn",)}),
        ("view", {"seen_enemies": {2: "inn"}}),
        ("view", {"seen_further": {2: "inn"}}),
        ("player", {"strips": ("inn",)}),
        ("player", {"prices": {"inn": (("good", 1),)}}),
    ],
    ids=repr,
)
def test_what_no_picture_can_draw_in_its_place_is_refused(whose: str, changes: dict[str, Any]) -> None:
    """A name that exists is not enough where only an enemy, a strip or a resource can be."""
    view = games()[0].view("Ann")
    first, *others = view.table.players
    spoilt = {
        "view": lambda: evolve(view, **changes),
        "table": lambda: evolve(view, table=evolve(view.table, **changes)),
        "player": lambda: evolve(view, table=evolve(view.table, players=(evolve(first, **changes), *others))),
    }[whose]()
    where = {"view": "", "table": "table.", "player": "table.players."}[whose] + next(iter(changes))
    for use in (svg, text, lambda view: SeatView.from_json(view.to_json(), rules())):
        with pytest.raises(SaveError, match=re.escape(f"{where} names something of another kind")):
            use(spoilt)


def test_a_view_is_of_its_own_rules() -> None:
    """The rules of the base game know neither the governors nor the tiles of the modules."""
    view = games()[4].view("Ann")
    with pytest.raises(SaveError, match="not of a game with these rules"):
        SeatView.from_json(view.to_json(), load_rules())


def test_a_name_of_a_player_has_at_most_40_characters() -> None:
    """Where it is not known who plays, any name of a player will do."""
    assert "x" * 40 in describe(Gained("x" * 40, "gold", 1, "inn"), rules())
    with pytest.raises(SaveError, match="player must be a player"):
        describe(Gained("x" * 41, "gold", 1, "inn"), rules())


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (Influence("nobody", (1,)), "advisor must be a known advisor, not 'nobody'"),
        (Build("castle", ()), "building must be a known card, not 'castle'"),
    ],
)
def test_what_is_not_known_is_named_with_what_it_should_be(action: Action, wrong: str) -> None:
    with pytest.raises(SaveError, match=wrong):
        describe(action, rules())


def test_a_die_shows_1_to_6() -> None:
    assert "6" in describe(ChooseDie(6), rules())
    with pytest.raises(SaveError, match="must be a whole number from 1 to 6"):
        describe(ChooseDie(7), rules())
