"""Importing this module makes every word of the language known."""

from kingsburg_rules.language import (
    decks,
    dice_steps,
    flow,
    memory,
    others,
    places,
    rivals,
    steps,
    tests,
    tiles,
    values,
)
from kingsburg_rules.procedures import (
    battle,
    construction,
    dice,
    favor,
    further_enemies,
    hands,
    influence,
    recruiting,
    rewards,
    scoring,
    setup,
)

WORD_MODULES = (
    steps,
    dice_steps,
    flow,
    memory,
    decks,
    places,
    rivals,
    others,
    tiles,
    tests,
    values,
    setup,
    further_enemies,
    favor,
    hands,
    dice,
    influence,
    rewards,
    construction,
    recruiting,
    battle,
    scoring,
)
"""The modules that define words, in the order in which the reference lists them."""
