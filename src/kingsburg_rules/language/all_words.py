"""All words of the language: importing this module makes them known."""

from __future__ import annotations

from kingsburg_rules.language import (
    auctions,
    battle,
    building,
    calendar,
    dice,
    flow,
    influence,
    lasting,
    memory,
    places,
    queries,
    resources,
    rewards,
    tests,
    turn_order,
    values,
    zones,
)
from kingsburg_rules.language.cards import PERMISSIONS
from kingsburg_rules.language.registry import QUERIES, STEPS, TESTS, VALUES

WORD_MODULES = (
    resources,
    dice,
    flow,
    calendar,
    lasting,
    memory,
    tests,
    queries,
    values,
    turn_order,
    influence,
    rewards,
    building,
    battle,
    zones,
    places,
    auctions,
)
"""The modules that define words, in the order in which the reference lists them."""

VOCABULARIES = (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS)
"""All words, by their kinds."""
