"""All words of the language: importing this module makes them known.

The words that only modules and scenarios use are imported when the first of them is met: the base game loads
without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kingsburg_rules.language import course, dice_steps, flow, logic, memory, registry, steps, tests, values
from kingsburg_rules.procedures import (
    battle,
    construction,
    dice,
    favor,
    influence,
    recruiting,
    rewards,
    scoring,
    setup,
)

if TYPE_CHECKING:
    from types import ModuleType

BASIC = (
    steps,
    dice_steps,
    flow,
    course,
    memory,
    tests,
    logic,
    values,
    setup,
    favor,
    dice,
    influence,
    rewards,
    construction,
    recruiting,
    battle,
    scoring,
)
"""The modules whose words every game uses, in the order in which the reference lists them."""

FURTHER = (
    "kingsburg_rules.language.rivals",
    "kingsburg_rules.language.others",
    "kingsburg_rules.language.decks",
    "kingsburg_rules.language.places",
    "kingsburg_rules.language.tiles",
    "kingsburg_rules.procedures.hands",
    "kingsburg_rules.procedures.auctions",
    "kingsburg_rules.procedures.card_play",
    "kingsburg_rules.procedures.lining_up",
    "kingsburg_rules.procedures.further_enemies",
)
"""The modules whose words wait until somebody writes one of them."""

registry.later(FURTHER)


def word_modules() -> tuple[ModuleType, ...]:
    """Import every module that defines words; gives them in the order in which the reference lists them."""
    return (*BASIC, *(import_module(name) for name in FURTHER))
