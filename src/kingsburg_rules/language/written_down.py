"""What a card must write down, because it has to be known when the rules are loaded.

Everything else that is a number or a thing is a value: written down, a variable, a fact, or computed.
"""

from __future__ import annotations

from typing import Final

_MOMENTS = "A moment: what waits for it is found when the rules are loaded, so that all others cost nothing."
_NAMES = "A name that packs declare: `check` finds out whether there is such a thing."
_STATS = (
    "A number of the rules: those that no card changes are constants, so it must be known which may change."
)
_PERMITTED = "What may be paid in place of what is the same at every payment."


WRITTEN_DOWN: Final = {
    **dict.fromkeys(
        ("draw.until", "move.until", "auction.until", "lasting.until", "window.event", "trigger.when"),
        _MOMENTS,
    ),
    **dict.fromkeys(
        (
            "draw.deck",
            "deal.deck",
            "draft.deck",
            "keep.deck",
            "auction.deck",
            "cards.kind",
            "run.sequence",
            "phase.among",
            "enemy.among",
            "module.among",
            "move.as_type",
            "move.deck",
            "peek.deck",
        ),
        _NAMES,
    ),
    **dict.fromkeys(("lasting.of", "modifier.of"), _STATS),
    **dict.fromkeys(
        (
            "spend_as.pay",
            "spend_as.as",
        ),
        _PERMITTED,
    ),
    "draw.least": "Whether a deck has enough cards for the rules is checked before any game.",
    "phase.number": "The calendar is printed, and the phases are numbered on it.",
    "memory.start": "What is remembered at first is the same in every game.",
    "memory.token": "It is drawn on a token.",
}
"""The keys of words and abilities that take no value but what is written, each with the reason."""
