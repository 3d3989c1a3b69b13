"""The public test kit: situations, examples on cards, coverage by cards, and strategies for Hypothesis.

Card authors test their cards with it, frontend writers their screens, and the library itself its own cards.
The names in this module are imported on first use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.testing.coverage import Coverage, PartCoverage
    from kingsburg_rules.testing.examples import (
        ExampleResult,
        play_example,
        play_folder,
        play_pack,
        read_examples,
    )
    from kingsburg_rules.testing.promises import BrokenPromise, broken_promises
    from kingsburg_rules.testing.situation import Has, Situation, rules_with
    from kingsburg_rules.testing.tracing import Change, TracedAnswer, TracedStep, trace
    from kingsburg_rules.testing.trials import Trial, try_pack

__all__ = [
    "BrokenPromise",
    "Change",
    "Coverage",
    "ExampleResult",
    "Has",
    "PartCoverage",
    "Situation",
    "TracedAnswer",
    "TracedStep",
    "Trial",
    "broken_promises",
    "play_example",
    "play_folder",
    "play_pack",
    "read_examples",
    "rules_with",
    "trace",
    "try_pack",
]

_HOMES = {
    "BrokenPromise": "promises",
    "Change": "tracing",
    "Coverage": "coverage",
    "ExampleResult": "examples",
    "Has": "situation",
    "PartCoverage": "coverage",
    "Situation": "situation",
    "TracedAnswer": "tracing",
    "TracedStep": "tracing",
    "Trial": "trials",
    "broken_promises": "promises",
    "play_example": "examples",
    "play_folder": "examples",
    "play_pack": "examples",
    "read_examples": "examples",
    "rules_with": "situation",
    "trace": "tracing",
    "try_pack": "trials",
}


def __getattr__(name: str) -> object:
    """Import what is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
