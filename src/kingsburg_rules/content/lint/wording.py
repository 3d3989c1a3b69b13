"""What the author's text says, and what the card does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.passes import Remark, lint_pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import LintedPack
    from kingsburg_rules.language.abilities import Trigger
    from kingsburg_rules.language.cards import CardNode

_WHENEVER = re.compile(
    r"\b(whenever|(?:each|every) time|telkens|(?:iedere|elke) keer|chaque fois)\b", re.IGNORECASE
)

_RECURRING = frozenset(
    {
        *("dice.assigned", "advisor.influenced", "advisor.rewarded", "building.constructed"),
        *("card.entered", "ability.used"),
    }
)
"""Moments that come several times in a season for one player."""

_OF_EACH = frozenset({"construct.turn", "construct.passed", "influence.passed", "recruited"})
"""Moments that come once in a season for each player, so several times for who watches the others."""


@lint_pass("whenever")
def whenever(pack: LintedPack) -> Iterator[Remark]:
    """A card that says "whenever", while it works only once a season.

    Only moments that can come several times in a season count; a card that has something that always works
    may mean that.
    """
    for card in pack.cards:
        said = _WHENEVER.search(card.text)
        if said is None or card.modifiers or card.replacements or card.options:
            continue
        if not card.triggers or any(trigger.uses == "unlimited" for trigger in card.triggers):
            continue
        meant = next((trigger for trigger in card.triggers if _comes_often(trigger)), None)
        if meant is not None:
            yield Remark(f"{card.at}/text", _told(said[0].lower(), meant, card))


def _told(said: str, trigger: Trigger, card: CardNode) -> str:
    how = trigger.uses.replace("_", " ")
    how = "once per season" if how == "once" else how
    message = f"the text says '{said}', but '{card.id}' reacts to '{trigger.when}' {how}"
    return f"{message}; write 'uses: unlimited', or change the text"


def _comes_often(trigger: Trigger) -> bool:
    return trigger.when in _RECURRING or (trigger.by != "me" and trigger.when in _OF_EACH)
