"""What people type: names in any language and case, as short as is clear, or the number of an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from kingsburg_rules import (
    LANGUAGES,
    Action,
    AnyAction,
    Choose,
    Decision,
    Game,
    IllegalAction,
    Influence,
    OptionThing,
    Trade,
    Violation,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.engine.violations import NoSuchNumber
from kingsburg_rules.game import typed as typed_module
from kingsburg_rules.game.decisions import Unclear
from kingsburg_rules.game.typed import typed
from kingsburg_rules.testing import Has, Situation


def test_names_are_understood_in_every_language() -> None:
    """The codes stand in two places, since the game may not import texts."""
    assert (*LANGUAGES,) == typed_module.LANGUAGES


def understood(game: Game, decision: Decision, text: str) -> AnyAction | Unclear:
    try:
        return typed(text, decision, game.rules)
    except IllegalAction as error:
        assert isinstance(error.violation, Unclear), (text, decision.options, error)
        return error.violation


def forms(game: Game, decision: Decision, option: AnyAction) -> Iterator[str]:
    """Write an option as people may: in capitals, without its first word, as a sentence, by its names."""
    yield str(option).upper()
    words = str(option).partition(" ")[2]
    if words and not words.isdecimal():  # a number alone is that of an option
        yield words
    for language in LANGUAGES:
        sentence = describe(option, game.rules, language=language, decision=decision)
        # What an option of a card does is not what it is called.
        if not (isinstance(option, Choose) and any(isinstance(one, OptionThing) for one in option.things)):
            yield sentence
        if isinstance(option, Influence):
            yield game.rules.name_of(option.advisor, language)
            yield f"{game.rules.name_of(option.advisor, language)[:4]}"


GAMES = [((), None, 1), (modules(), None, 2), ((), "goblin-valley", 3)]


@pytest.mark.parametrize(("chosen", "scenario", "seed"), GAMES)
@pytest.mark.parametrize("most", [8, pytest.param(1000, marks=pytest.mark.long)])
def test_every_option_can_be_typed(
    chosen: tuple[str, ...], scenario: str | None, seed: int, most: int
) -> None:
    """Each form plays the option, or lists it among those that can be meant."""
    game = Game(load_rules(modules=chosen, scenario=scenario), ("Ann", "Brian", "Cindy"), seed=seed)
    seen = Counter[str]()
    for turn in range(most):
        decision = game.decision
        if decision is None:
            break
        for number, option in enumerate(decision.options, start=1):
            assert understood(game, decision, str(number)) is option
            for text in forms(game, decision, option):
                found = understood(game, decision, text)
                if isinstance(found, Action):
                    assert found == option, (text, decision.options)
                    seen["played"] += 1
                else:
                    assert option in found.options, (text, found)
                    seen["listed"] += 1
        game.play(decision.options[(seed * 7 + turn) % len(decision.options)])
    assert seen["played"] > 7 * most if most < 100 else game.decision is None
    assert seen["listed"] or most < 100


@pytest.fixture
def spring() -> Situation:
    """A player in spring with dice 5 3 2, one of them bonus, and a token."""
    return Situation(
        load_rules(),
        "spring/influence",
        {"me": Has({"gold": 2, "wood": 1, "plus2": 1}, dice=(5, 3), bonus=(2,)), "left": Has()},
    )


def read(situation: Situation, text: str) -> AnyAction | Violation:
    decision = situation.decision
    assert decision is not None
    try:
        return typed(text, decision, situation.rules, situation.state.player("me").dice)
    except IllegalAction as error:
        return error.violation


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("TREASURER 5 3", "influence treasurer 5+3"),
        ("treasurer", "influence treasurer 5+3"),
        ("put 3 and 5 on the treasurer", "influence treasurer 5+3"),
        ("penningmeester", "influence treasurer 5+3"),
        ("le Trésorier 5+3", "influence treasurer 5+3"),
        ("sergeant 3 bonus 2", "influence sergeant 3 bonus 2"),
        ("sergeant, 3 and the +2 token", "influence sergeant 3 plus2"),
        ("merchant 3 bonus 2", "influence merchant 3 bonus 2"),
        ("king", "influence king 5+3"),  # not possible, but what is wanted
        ("no", "pass"),
        ("niets meer", "pass"),
        ("Ne placez plus de dés.", "pass"),
    ],
)
def test_what_is_typed(spring: Situation, text: str, meant: str) -> None:
    assert str(read(spring, text)) == meant


def test_nobody_spends_what_they_did_not_type(spring: Situation) -> None:
    """With dice alone, not even the only ways to the General are meant: they take another die, or a token."""
    assert str(read(spring, "5 3 general")) == "influence general 5+3"
    assert str(read(spring, "5 3 general token")) == "influence general 5+3 plus2"
    assert str(read(spring, "5 3 bonus 2 general")) == "influence general 5+3 bonus 2"


def test_several_meanings_are_listed(spring: Situation) -> None:
    found = read(spring, "general")
    assert isinstance(found, Unclear)
    assert [str(option) for option in found.options] == [
        "influence general 5+3 bonus 2",
        "influence general 5+3 plus2",
    ]
    told = describe(found, spring.rules)
    assert told.startswith(
        "“general” is not clear; these answers are possible: put 5+3 and bonus die 2 on the General; put "
    )


def test_a_slip_of_a_key_gets_the_nearest_answers(spring: Situation) -> None:
    found = read(spring, "treasurrer")
    assert isinstance(found, Unclear)
    assert {str(option) for option in found.options} >= {"influence treasurer 5+3"}
    assert "dit zijn de mogelijke antwoorden: leg " in describe(found, spring.rules, language="nl")


def test_an_exchange_is_never_turned_round() -> None:
    """Somebody who offers wood for gold is not taken at the opposite."""
    rules = load_rules()
    options = (Trade((("gold", 1),), (("wood", 1),)), Trade((("gold", 1),), (("stone", 1),)))
    decision = Decision("Ann", 0, "trade", "alchemist", options)
    assert typed("goud voor hout", decision, rules) == options[0]
    assert typed("ÉCHANGER OR CONTRE PIERRE", decision, rules) == options[1]
    with pytest.raises(IllegalAction) as error:
        typed("wood for gold", decision, rules)
    assert error.value.code == "action.unclear"


def test_a_number_is_that_of_an_option(spring: Situation) -> None:
    """Also where dice have numbers: a number alone never means anything else."""
    assert spring.decision is not None
    assert read(spring, "1") is spring.decision.options[0]
    found = read(spring, "99")
    assert isinstance(found, NoSuchNumber)


def test_a_building_that_cannot_be_built_says_why() -> None:
    situation = Situation(load_rules(), "spring/construct", {"me": Has({"gold": 2}), "left": Has()})
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    assert game.why_not("KATHEDRAAL") is not None
    found = read(situation, "Kathedraal")
    assert str(found) == "build cathedral for nothing"


def test_no_text_takes_long(spring: Situation) -> None:
    """Nothing but what a person types is compared with names; the rest is refused as it is."""
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    with pytest.raises(IllegalAction) as error:
        game.play("sq " * 100)
    assert error.value.code == "action.malformed"
