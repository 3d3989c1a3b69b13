"""The lint of texts: what an author wrote on a card is compared with what the card does.

The effect of every card is described by the library itself, so a text that promises something else is found
without understanding it: `claims` says what two texts must share. Texts in other languages are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kingsburg_rules.content.lint import Finding, LintedPack, lint_pass
from kingsburg_rules.language.cards import CardNode, EnemyCard, RuleCard
from kingsburg_rules.language.shapes import is_object
from kingsburg_rules.text.cards import card_text
from kingsburg_rules.text.claims import EVERYONE, Claim, Claims, left_out, missing
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import ENGLISH, CardNames
from kingsburg_rules.text.phrases import written

_MOST_QUOTED = 200
"""So many letters of the description of an effect are quoted."""

_ENOUGH = 0.45
"""The share of words that English texts have of those in our phrases; translations have a third at most."""


@lint_pass("text_differs")
def text_differs(pack: LintedPack) -> Iterator[Finding]:
    """A text that claims something its card does not do: another number, season, good or player."""
    for card in pack.cards:
        if pack.is_own(card) and card.text and is_english(card.text) and not _sums_up(pack, card):
            yield from ((f"{card.at}/text", different) for different in _differences(pack, card, card.text))


def _differences(pack: LintedPack, card: CardNode, text: str) -> Iterator[str]:
    names = CardNames(pack.rules, language_of(ENGLISH), f"{pack.name}/{card.id}")
    effect = card_text(names, card, fully=True)
    for claim in missing(text, effect, held_by_all=getattr(card, "held_by", "") == EVERYONE):
        yield f"the text says '{claim.words}', but {_quoted(claim, effect)}"
    # Rules of scenarios are summed up, and an enemy shows its figures beside its text.
    for claim in () if isinstance(card, RuleCard | EnemyCard) else left_out(text, effect):
        yield f"the text does not say '{claim.words}', but {_quoted(claim, effect)}"


def _sums_up(pack: LintedPack, card: CardNode) -> bool:
    """Return whether the text of a rule may be about phases, sequences, seats or a calendar of its pack."""
    further = pack.further
    parts = (*further.phases, *further.sequences, *further.years, *further.seats, pack.calendar)
    return isinstance(card, RuleCard) and any(map(pack.is_own, parts))


def is_english(text: str) -> bool:
    """Return whether most words of a text are words of our English phrases."""
    found = _words(text)
    return sum(word in _vocabulary() for word in found) >= _ENOUGH * len(found) > 0


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text.lower())


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(
        word for text in _texts(written(ENGLISH)) for word in _words(re.sub(r"\{[^}]*\}", "", text))
    )


def _texts(part: object) -> Iterator[str]:
    """List all texts in a part of the file of a language."""
    if isinstance(part, str):
        yield part
    elif is_object(part):
        for value in part.values():
            yield from _texts(value)


def _quoted(claim: Claim, effect: str) -> str:
    """Quote the sentence of an effect that says something else than a claim, or where that would be said."""
    lines = (re.sub(r"^\w+\. ", "", line) for line in effect.splitlines())  # without the numbers of a list
    sentences = [one for line in lines for one in re.split(r"(?<=\.) ", line)]
    wanted = Claims(claim.words)
    about = [one for one in sentences if claim.rival and Claims(one).says(claim.rival)]
    numbered = [one for one in sentences if re.search(r"\d", one)] if wanted.numbers else []
    quoted = (about or numbered or [" ".join(effect.split())])[0].rstrip(".:")
    shown = quoted if len(quoted) <= _MOST_QUOTED else f"{quoted[:_MOST_QUOTED].rstrip()} ..."
    return f"the effect is described as '{shown}'"
