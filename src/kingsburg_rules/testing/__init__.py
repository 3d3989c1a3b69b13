"""The public test kit: situations, examples on cards, coverage by cards, and strategies for Hypothesis.

Card authors test their cards with it, frontend writers their screens, and the library itself its own cards.
"""

from kingsburg_rules.testing.coverage import Coverage, PartCoverage
from kingsburg_rules.testing.examples import ExampleResult, play_example, read_examples
from kingsburg_rules.testing.packs import play_folder, play_pack
from kingsburg_rules.testing.rules import rules_with
from kingsburg_rules.testing.situation import Has, Situation

__all__ = [
    "Coverage",
    "ExampleResult",
    "Has",
    "PartCoverage",
    "Situation",
    "play_example",
    "play_folder",
    "play_pack",
    "read_examples",
    "rules_with",
]
