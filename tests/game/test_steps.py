"""An answer step by step: every option is at the end of one path, and every step has a sentence."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from kingsburg_rules import (
    LANGUAGES,
    AnyAction,
    Decision,
    Game,
    Influence,
    Pass,
    Step,
    describe,
    first_steps,
    load_rules,
    modules,
)

QUEEN = (
    Influence("queen", (6, 6, 5)),
    Influence("queen", (6, 5), plus2=2),
    Influence("queen", (6, 5), via=("inn",)),
)
DECISION = Decision("Ann", 0, "influence", "spring", (Influence("squire", (2,)), *QUEEN, Pass()))


def leaves(steps: tuple[Step, ...]) -> Iterator[AnyAction]:
    for step in steps:
        if step.then:
            assert len(step.then) > 1
            assert Counter(leaves(step.then)) == Counter(step.options)
            yield from leaves(step.then)
        else:
            (action,) = step.options
            yield action


def all_of(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from all_of(step.then)


@pytest.mark.parametrize(("chosen", "scenario"), [((), None), (modules(), None), ((), "goblin-valley")])
def test_every_option_is_at_the_end_of_one_path(chosen: tuple[str, ...], scenario: str | None) -> None:
    """In whole games, and steps of one menu have different sentences in each language."""
    game = Game(load_rules(modules=chosen, scenario=scenario), ("Ann", "Brian", "Cindy"), seed=4)
    seen = 0
    while game.decision is not None and seen < 100:
        decision = game.decision
        steps = first_steps(decision)
        assert Counter(leaves(steps)) == Counter(decision.options)
        for menu in [steps, *(step.then for step in all_of(steps))] if seen % 8 == 0 else []:
            for language in LANGUAGES:
                told = [describe(one, game.rules, language=language, decision=decision) for one in menu]
                assert len({*told}) == len(told), (told, decision)
                assert all(one.endswith(".") for one in told)
        game.play(decision.options[seen % len(decision.options)])
        seen += 1
    assert seen == 100


def test_advisor_dice_and_what_helps_are_steps() -> None:
    squire, queen, nothing = first_steps(DECISION)
    assert (squire.then, nothing.then) == ((), ())
    assert queen.named == ("advisor",)
    all_dice, two_dice = queen.then
    assert (all_dice.options, all_dice.then) == (QUEEN[:1], ())
    assert two_dice.named == ("advisor", "dice")
    rules = load_rules()
    assert [describe(step, rules, decision=DECISION) for step in all_of((queen,))] == [
        "Influence the Queen.",
        "Put 6+6+5 on the Queen.",
        "Put 6+5 on the Queen.",
        'Put 6+5 on the Queen with a "+2" token.',
        "Put 6+5 on the Queen with the Inn.",
    ]
    assert describe(queen, rules, language="nl") == "Beïnvloed de Koningin."
    assert describe(queen, rules, language="fr", player="Ann") == "Ann influence la Reine."


def test_steps_travel_as_json() -> None:
    queen = json.loads(first_steps(DECISION)[1].to_json())
    assert queen["named"] == ["advisor"]
    assert [len(step["options"]) for step in queen["then"]] == [1, 2]
    assert [step["options"][0]["type"] for step in queen["then"][1]["then"]] == ["Influence"] * 2
