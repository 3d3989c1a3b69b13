"""An answer step by step: every option is at the end of one path, and every step has a sentence."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import pytest

from kingsburg_rules import (
    LANGUAGES,
    AnyAction,
    Decision,
    Game,
    Influence,
    Pass,
    Rules,
    Step,
    describe,
    first_steps,
    load_rules,
)
from kingsburg_rules.adapters import action_space
from kingsburg_rules.adapters.action_space import Spelled
from support.setups import drawn

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


PACKS = Path(__file__).parents[2] / "examples" / "packs"
SET_UPS = (*map(str, range(5)), *sorted(pack.name for pack in PACKS.iterdir()))
DECISIONS = 40


def rules_of(setup: str) -> Rules:
    """The rules of a set-up that is drawn, or of an example pack."""
    if setup.isdecimal():
        return drawn(int(setup)).rules
    return load_rules(packs=[PACKS / setup], modules=("governors",) if setup == "back-door" else ())


def agree(step: Step, decision: Decision, spelled: Mapping[AnyAction, Spelled]) -> None:
    """The tokens of an action space go the same way: those of a step are all that have some beginning."""
    inside = {spelled[option] for option in step.options}
    outside = {spelled[option] for option in decision.options} - inside
    first, last = min(inside), max(inside)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
    assert not [one for one in outside if one[:shared] == first[:shared]], (step, decision)


@pytest.mark.parametrize("setup", SET_UPS)
def test_every_option_is_at_the_end_of_one_path(setup: str) -> None:
    """In random games, chance included; and steps of one menu have different sentences in each language."""
    rules, rng = rules_of(setup), random.Random(setup)
    players = ("Ann", "Brian", "Cindy")[: rules.compiled.seats[1]]
    game = Game(rules, players, seed=4, chance="decision")
    position, players = game.position(), game.players
    several = told_of = 0
    while (decision := position.decision) is not None and several < DECISIONS:
        if len(decision.options) > 1:
            several += 1
            steps = first_steps(decision)
            assert Counter(leaves(steps)) == Counter(decision.options)
            space = action_space(rules, chance=decision.player == "chance")
            spelled = {option: space.spell(option, decision.player, players) for option in decision.options}
            for step in all_of(steps):
                agree(step, decision, spelled)
            if several % 8 == 0:
                told_of += told_apart(steps, decision, rules)
        position.step(rng.choice(decision.options), decision.player)
    assert (several, told_of >= 30) == (DECISIONS, True)


def told_apart(steps: tuple[Step, ...], decision: Decision, rules: Rules) -> int:
    """Each step of a menu has a sentence of its own; returns how many sentences were compared."""
    seen = 0
    for menu in [steps, *(step.then for step in all_of(steps) if step.then)]:
        for language in LANGUAGES:
            told = [describe(one, rules, language=language, decision=decision) for one in menu]
            assert len({*told}) == len(told), (told, decision)
            assert all(one.endswith(".") for one in told)
            seen += len(told)
    return seen


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
