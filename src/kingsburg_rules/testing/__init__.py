"""The public test kit: situations, examples on cards, coverage by cards, and strategies for Hypothesis.

Card authors test their cards with it, frontend writers their screens, and the library itself its own cards.
The names in this module are imported on first use.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine.lazy import lazy_names

if TYPE_CHECKING:
    from kingsburg_rules.testing.coverage import (
        SEATS,
        WHOLE,
        Coverage,
        Part,
        PartCounts,
        PartCoverage,
        in_play,
        offered_parts,
        with_counting,
    )
    from kingsburg_rules.testing.examples import (
        EDITION,
        ExampleResult,
        play_example,
        play_folder,
        play_pack,
        read_examples,
        rules_of,
        rules_of_pack,
    )
    from kingsburg_rules.testing.promises import BrokenPromise, broken_promises
    from kingsburg_rules.testing.situation import Has, Situation, rules_with
    from kingsburg_rules.testing.tracing import Change, TracedAnswer, TracedStep, trace
    from kingsburg_rules.testing.trials import Trial, try_pack

__all__ = [
    "EDITION",
    "SEATS",
    "WHOLE",
    "BrokenPromise",
    "Change",
    "Coverage",
    "ExampleResult",
    "Has",
    "Part",
    "PartCounts",
    "PartCoverage",
    "Situation",
    "TracedAnswer",
    "TracedStep",
    "Trial",
    "broken_promises",
    "in_play",
    "offered_parts",
    "play_example",
    "play_folder",
    "play_pack",
    "read_examples",
    "rules_of",
    "rules_of_pack",
    "rules_with",
    "trace",
    "try_pack",
    "with_counting",
]

# Every run of pytest imports this package, for its plugin.
_HOMES = {
    "coverage": "SEATS WHOLE Coverage Part PartCounts PartCoverage in_play offered_parts with_counting",
    "examples": (
        "EDITION ExampleResult play_example play_folder play_pack read_examples rules_of rules_of_pack"
    ),
    "promises": "BrokenPromise broken_promises",
    "situation": "Has Situation rules_with",
    "tracing": "Change TracedAnswer TracedStep trace",
    "trials": "Trial try_pack",
}

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
