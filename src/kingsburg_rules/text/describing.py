"""`describe`: a sentence for whatever a game asks, does, tells, refuses or foresees."""

from __future__ import annotations

from typing import overload

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import Action, AnyAction
from kingsburg_rules.engine.errors import IllegalAction, KingsburgError, expect, shown
from kingsburg_rules.engine.events import AnyEvent, Event
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.game.analysis import Odds, Price, ReachableAdvisor, Threat
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.meaning import check_value
from kingsburg_rules.text.estimates import Estimate, Estimates
from kingsburg_rules.text.gaps import tell
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import ENGLISH, CardNames
from kingsburg_rules.text.phrases import FixedTexts
from kingsburg_rules.text.sentences import Sentences


@overload
def describe(
    thing: Decision | Action | Event | Violation | Estimate,
    rules: Rules,
    *,
    language: str = ENGLISH,
    reader: str | None = None,
    player: str | None = None,
    decision: Decision | None = None,
) -> str: ...


@overload
def describe(thing: KingsburgError, rules: Rules | None = None, *, language: str = ENGLISH) -> str: ...


def describe(
    thing: Decision | Action | Event | Violation | Estimate | KingsburgError,
    rules: Rules | None = None,
    *,
    language: str = ENGLISH,
    reader: str | None = None,
    player: str | None = None,
    decision: Decision | None = None,
) -> str:
    """Describe a decision, an action, an event, an error or an estimate in a sentence.

    Args:
        thing: A decision, an action, an event, a violation, an error, or one of the odds, threats, prices and
            advisors within reach.
        rules: The rules of the game, which know the names of the cards. An error can be described without.
        language: `en`, `nl` or `fr`.
        reader: The player who reads the sentence: "You gain 1 gold." Other players, and without a reader all
            players, are named: "Ann gains 1 gold."
        player: For an action: who takes it ("Ann gains 1 gold."); without a player it is an order. For odds,
            prices and reach: whose they are; without a player they are "yours".
        decision: For an action: the decision that it answers. With it a choice that a card offers is
            described by what it does.

    Raises:
        SetupError: There is no such language.
        SaveError: The value is not of a game with these rules: it names something unknown, or is too large.
        TypeError: It is none of these things, the rules are missing, or another argument has the wrong type.
    """
    if isinstance(thing, KingsburgError):
        return _error(thing, rules, language)
    if rules is None:
        raise TypeError("describe() needs the rules of the game for everything but errors")
    _check_arguments(rules, reader, player, decision)
    if isinstance(thing, Violation):
        return _violation(thing, rules, language)
    sentences = Sentences(CardNames(rules, language_of(language)), reader=reader)
    if isinstance(thing, Decision):
        check_value(thing._replace(options=(), weights=None), rules)  # only what is asked is described
        return sentences.decision(thing)
    if isinstance(thing, AnyAction):
        check_value(thing, rules)
        return sentences.action(thing, player, decision)
    if isinstance(thing, AnyEvent):
        check_value(thing, rules)
        return sentences.event(thing)
    if isinstance(thing, Odds | Threat | Price | ReachableAdvisor):
        return Estimates(sentences, player).said(thing)
    raise TypeError(f"{shown(thing)} is nothing that describe() has a sentence for")


def _check_arguments(rules: object, reader: object, player: object, decision: object) -> None:
    expect(rules, Rules, "rules")
    for name, found in (("reader", reader), ("player", player)):
        if found is not None:
            expect(found, str, name)
    if decision is not None:
        expect(decision, Decision, "decision")


def _violation(violation: Violation, rules: Rules, language: str) -> str:
    """Describe a violation. In English, a sentence that is there says more about a malformed action."""
    if violation.sentence and language == ENGLISH:
        return violation.sentence
    return Sentences(CardNames(rules, language_of(language))).violation(violation)


def _error(error: KingsburgError, rules: Rules | None, language: str) -> str:
    """Describe an error; one about an action needs the names of the cards.

    The messages of errors are English. Those that a player may see have a phrase in every other language,
    which the facts of the error fill. All others are for authors and programmers.
    """
    if isinstance(error, IllegalAction) and rules is not None:
        return _violation(error.violation, rules, language)
    spoken = language_of(language)
    table = spoken.phrases["errors"]
    if error.code not in table:
        return error.message
    facts = FixedTexts({name: str(fact) for name, fact in error.facts.items()})
    return spoken.ended(tell(table, error.code, facts)[0].rest)
