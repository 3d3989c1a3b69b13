"""Why something is not possible, in words: violations, and the errors that a player may see."""

from __future__ import annotations

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.errors import KingsburgError
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.text.gaps import tell
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import ENGLISH, CardNames
from kingsburg_rules.text.phrases import FixedTexts
from kingsburg_rules.text.sentences import Sentences


def violation_text(violation: Violation, rules: Rules, language: str = ENGLISH) -> str:
    """Write a sentence about a violation, with the names of the cards.

    In English, a sentence that is already there stays: it says more about a malformed action.

    Raises:
        SetupError: There is no such language.
    """
    if violation.sentence and language == ENGLISH:
        return violation.sentence
    return Sentences(CardNames(rules, language_of(language))).violation(violation)


def error_text(error: KingsburgError, language: str = ENGLISH) -> str:
    """Describe in a sentence what an error says.

    The messages of errors are English. Those that a player may see have a phrase in every other language,
    which the facts of the error fill. All others are for authors and programmers, and are English.

    Raises:
        SetupError: There is no such language.
    """
    spoken = language_of(language)
    table = spoken.phrases["errors"]
    if error.code not in table:
        return error.message
    facts = FixedTexts({name: str(fact) for name, fact in error.facts.items()})
    return spoken.ended(tell(table, error.code, facts)[0].rest)
