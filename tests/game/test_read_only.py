"""What a game shows cannot be changed by those who look at it."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from kingsburg_rules import Game, SeatView, load_rules
from kingsburg_rules.engine.fields import FrozenMap
from support.companies import cookbook

CHANGES: dict[str, Callable[[Any], object]] = {
    "set": lambda one: one.__setitem__("gold", 9),
    "delete": lambda one: one.__delitem__("gold"),
    "merge": lambda one: one.__ior__({"gold": 9}),
    "clear": lambda one: one.clear(),
    "pop": lambda one: one.pop("gold"),
    "popitem": lambda one: one.popitem(),
    "setdefault": lambda one: one.setdefault("wood", 9),
    "update": lambda one: one.update(gold=9),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_map_of_a_game_cannot_be_changed(change: str) -> None:
    goods = Game(load_rules(), ("Ann", "Brian"), seed=1).state.player("Ann").goods
    before = dict(goods)
    with pytest.raises(TypeError, match="cannot be changed"):
        CHANGES[change](goods)
    assert goods == before != {}


def test_nothing_else_of_dict_changes_it() -> None:
    """A method that a newer Python adds is looked at here."""
    reads = {"copy", "fromkeys", "get", "items", "keys", "values"}
    public = {name for name in dir(dict) if not name.startswith("_")}
    assert public - reads == CHANGES.keys() - {"set", "delete", "merge"}


def test_it_is_copied_pickled_and_written_as_a_map() -> None:
    one = FrozenMap({"gold": 1})
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (type(other), other) == (FrozenMap, {"gold": 1})
    assert json.dumps(one) == '{"gold": 1}'
    assert one | {"wood": 2} == {"gold": 1, "wood": 2}


def maps_in(value: object) -> Iterator[dict[Any, Any]]:
    """Find all maps in a value of a game, however deep."""
    if isinstance(value, dict):
        yield value
        value = tuple(value.values())
    elif attrs.has(type(value)) and not hasattr(value, "compiled"):
        value = tuple(getattr(value, each.name) for each in attrs.fields(type(value)))
    if isinstance(value, tuple):
        for one in value:
            yield from maps_in(one)


RECIPES = [path for path in cookbook() if path.parent.name == "memory"]
RULES = [
    load_rules(modules=["alternate-advisors"]),
    *(load_rules(packs=[path]) for path in RECIPES),
]


def test_every_map_in_views_is_read_only() -> None:
    """With what cards remember, and in a view that a client has read."""
    filled, found = set[str](), 0
    for rules in RULES:
        game = Game(rules, ("Ann", "Brian"), seed=5)
        while game.pending:
            for decision in game.pending:
                game.play(decision.options[decision.id % len(decision.options)], decision.player)
            view = game.view("Ann")
            for part in (view, view.table, *view.table.players):
                filled |= {each.name for each in attrs.fields(type(part)) if getattr(part, each.name)}
            for one in maps_in((view, game.score_by_source)):
                found += 1
                assert type(one) is FrozenMap
        sent = SeatView.from_json(view.to_json(), rules)
        assert sent == view
        assert {type(one) for one in maps_in(sent)} == {FrozenMap}
    assert found > 2000
    assert filled >= {"memory", "things", "tiles"}
