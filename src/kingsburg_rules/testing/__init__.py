"""The public test kit: situations, examples on cards, coverage by cards, and strategies for Hypothesis.

Card authors test their cards with it, frontend writers their screens, and the library itself its own cards.
The names in this module are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

_HOMES = {
    "coverage": (
        *("SEATS", "WHOLE", "Coverage", "Part", "PartCounts", "PartCoverage"),
        *("in_play", "offered_parts", "with_counting"),
    ),
    "examples": (
        *("EDITION", "ExampleResult", "play_example", "play_folder", "play_pack", "read_examples"),
        *("rules_of", "rules_of_pack"),
    ),
    "promises": ("BrokenPromise", "broken_promises"),
    "situation": ("Has", "Situation", "rules_with"),
    "tracing": ("Change", "TracedAnswer", "TracedStep", "trace"),
    "trials": ("Trial", "try_pack"),
}


if not TYPE_CHECKING:  # type checkers see the imports above

    def __getattr__(name: str) -> object:
        """Import a name on first use: every run of pytest imports this package, for its plugin."""
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{home}"), name)
