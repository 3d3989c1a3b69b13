"""What the helpers of a game return goes out as JSON: it keeps to its schema, and comes back the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given

from kingsburg_rules import (
    CardText,
    DiceStatistics,
    Game,
    Odds,
    Outcome,
    PlayerScore,
    Price,
    PriceChange,
    Ranking,
    ReachableAdvisor,
    Threat,
    Violation,
    explain,
    load_rules,
    modules,
)
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.wire import Value
from kingsburg_rules.game.json_schemas import CLASSES
from support.kinds import PLAYERS, values_of
from support.schemas import messages, validator_of

HELPERS: list[type[Value]] = [
    *(ReachableAdvisor, Price, PriceChange, Threat, Odds, DiceStatistics, Outcome, Ranking),
    *(PlayerScore, CardText, *Violation.kinds.values()),
]
BY_CLASS = {cls: name for name, (cls, _) in CLASSES.items()}


def family_of(cls: type[Value]) -> type[Value]:
    """Violations are a family: their class says what is wrong."""
    return Violation if issubclass(cls, Violation) else cls


def helped(game: Game, player: str) -> Iterator[Value]:
    """Everything that a game tells a player besides the view and the decision."""
    yield game.state
    yield from game.within_reach(player)
    yield from game.prices(player)
    yield from game.threats(player)
    yield from game.odds(player)
    yield from game.dice_statistics()
    yield from game.score_by_source
    reason = game.why_not("influence king 6", player)
    if reason is not None:
        yield reason
    if game.outcome is not None:
        yield game.outcome


@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_helpers_tell_keeps_to_its_schema_and_comes_back(seed: int) -> None:
    """In whole games with all modules, now and then."""
    game, chance, tried = Game(load_rules(modules=modules()), ("Ann", "Brian"), seed=seed), Random(seed), 0
    seen = Counter[type[Value]]()
    while True:
        if tried % 12 == 0 or game.outcome is not None:
            for value in helped(game, game.players[tried % 2]):
                data = json.loads(value.to_json(game.players))
                assert messages(BY_CLASS[family_of(type(value))], data) == []
                assert data == json.loads(json.dumps(value.to_dict(game.players)))
                assert wire.from_plain(data, family_of(type(value)), game.players) == value
                seen[family_of(type(value))] += 1
        if (decision := game.decision) is None:
            break
        game.play(chance.choice(decision.options), decision.player)
        tried += 1
    assert seen[Outcome] == 1
    often = [cls for cls in HELPERS if cls in BY_CLASS and cls not in (Outcome, CardText)]
    assert all(seen[cls] >= 10 for cls in (*often, Violation)), seen


def test_card_texts_keep_to_their_schema() -> None:
    rules, tried = load_rules(modules=modules()), 0
    for card in rules.compiled.cards:
        text = explain(card.name, rules, language="fr")
        data = json.loads(text.to_json())
        assert messages("card-text", data) == []
        assert wire.from_plain(data, CardText) == text
        tried += 1
    assert tried > 150


@pytest.mark.parametrize("cls", HELPERS, ids=lambda cls: cls.__name__)
def test_any_value_of_a_helper_comes_back(cls: type[Value]) -> None:
    """Also those that no game has yet led to."""
    tried: list[Value] = []

    @given(values_of(cls))
    def comes_back(value: Value) -> None:
        data = json.loads(value.to_json(PLAYERS))
        assert validator_of(cls.__name__).is_valid(data)
        assert wire.from_plain(data, cls, PLAYERS) == value
        tried.append(value)

    comes_back()
    assert len(tried) >= 10


def test_a_probability_is_exact_and_readable() -> None:
    threat = Threat(("goblins_i_2",), 2, Fraction(1, 3))
    data = {"numerator": 1, "denominator": 3, "value": 1 / 3}
    assert threat.to_dict() == {"enemies": ["goblins_i_2"], "strength": 2, "probability": data}
    assert Threat(("goblins_i_2",), 2, Fraction(1)).to_dict()["probability"] == {
        "numerator": 1,
        "denominator": 1,
        "value": 1.0,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        1,
        0.5,
        "1/3",
        None,
        {},
        {"numerator": 1, "denominator": 3},
        {"numerator": 1, "denominator": 0, "value": 0.0},
        {"numerator": 1, "denominator": -3, "value": 0.0},
        {"numerator": 1.0, "denominator": 3, "value": 0.3},
        {"numerator": True, "denominator": 3, "value": 0.3},
        {"numerator": 1, "denominator": 3, "value": "0.3"},
        {"numerator": 1, "denominator": 3, "value": 0.3, "more": 1},
    ],
    ids=repr,
)
def test_anything_else_is_not_a_probability(wrong: object) -> None:
    data = {"enemies": [], "strength": 2, "probability": wrong}
    with pytest.raises(wire.Unreadable, match="`probability` must be a map"):
        wire.from_plain(data, Threat)


def test_odds_name_the_answers_that_they_are_for() -> None:
    """Choices in winter are actions, so a client can describe them, and play them when the time comes."""
    game = Game(load_rules(modules=("soldier-tokens",)), ("Ann", "Brian"), seed=4)
    found = game.odds("Ann", soldiers=1)
    assert [str(*odds.choice) for odds in found] == [f"choose {token}" for token in range(5)]
    assert all(messages("odds", json.loads(odds.to_json())) == [] for odds in found)
