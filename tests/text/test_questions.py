"""What a choice asks: in the words of the card, else by what is chosen."""

from __future__ import annotations

import pytest

from kingsburg_rules import Choose, Decision, Rules, describe, load_rules
from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.locales import file_of
from kingsburg_rules.engine.actions import AnyThing, CardThing, NumberThing, OptionThing, PlayerThing
from kingsburg_rules.text.languages import LANGUAGES

MODULES = ("alternate-buildings", "governors", "soldier-tokens", "alternate-advisors")
PACKS = (*MODULES, "destiny", "demanding-capital", "shifting-alliances", "wheel-and-deal")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules(modules=MODULES)


def asked(source: str, *things: AnyThing) -> Decision:
    return Decision("Ann", 0, "choose", source, tuple(Choose((thing,)) for thing in things))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (
            asked("soldier_tokens", OptionThing("0"), OptionThing("1")),
            "Which soldier token do you play? Its number is added to your strength.",
        ),
        (asked("alternate_rows", CardThing("strip_a")), "Which strips do you lay over your province?"),
        (asked("give_two", PlayerThing("Brian")), "To whom do you give a good?"),
        (asked("general", OptionThing("enemy")), "You choose which enemy to look at (General)."),
        (asked("general", PlayerThing("Brian")), "You choose a player (General)."),
        (asked("general", NumberThing(3)), "You choose a number (General)."),
    ],
)
def test_who_is_asked_reads_what_is_chosen(rules: Rules, decision: Decision, said: str) -> None:
    assert describe(decision, rules, reader="Ann") == said


def test_others_read_who_chooses(rules: Rules) -> None:
    decision = asked("soldier_tokens", OptionThing("0"))
    assert describe(decision, rules, reader="Brian") == "Ann makes a choice (Soldier tokens)."
    assert describe(decision, rules) == "Ann chooses one of these (Soldier tokens)."


def test_a_look_is_an_order_to_look(rules: Rules) -> None:
    decision = asked("general", OptionThing("enemy"), OptionThing("further"))
    said = [describe(option, rules, decision=decision) for option in decision.options]
    assert said == ["Look at this year's enemy.", "Look at this year's second enemy."]
    assert describe(decision.options[0], rules, language="nl") == "Bekijk de vijand van dit jaar."


@pytest.mark.parametrize("pack", PACKS)
def test_every_question_is_there_in_every_language(pack: str) -> None:
    questions = [
        {(card, chosen) for card, words in file.cards for chosen, _ in words.questions}
        for language in LANGUAGES
        if (file := file_of(built_in(pack), language)) is not None
    ]
    assert len(questions) == len(LANGUAGES)
    assert questions[0]
    assert questions == [questions[0]] * len(LANGUAGES)
