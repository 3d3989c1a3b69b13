"""All words of the language: importing this module makes them known.

The words that only modules and scenarios use are imported when the first of them is met: the base game loads
without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kingsburg_rules.language import (
    battle,
    building,
    calendar,
    dice,
    flow,
    influence,
    memory,
    numbers,
    queries,
    registry,
    resources,
    tests,
    turn_order,
    values,
    zones,
)

if TYPE_CHECKING:
    from types import ModuleType

BASIC = (
    resources,
    dice,
    flow,
    calendar,
    memory,
    tests,
    queries,
    values,
    numbers,
    turn_order,
    influence,
    building,
    battle,
    zones,
)
"""The modules whose words every game uses, in the order in which the reference lists them."""

FURTHER = (
    "kingsburg_rules.language.places",
    "kingsburg_rules.language.auctions",
)
"""The modules whose words wait until somebody writes one of them."""

registry.later(FURTHER)


def word_modules() -> tuple[ModuleType, ...]:
    """Import every module that defines words, in the order in which the reference lists them."""
    return (*BASIC, *(import_module(name) for name in FURTHER))
