"""The public test kit: situations, examples on cards, coverage by cards, and strategies for Hypothesis.

Card authors test their cards with it, frontend writers their screens, and the library itself its own cards.
The names in this module are imported on first use.
"""

from importlib import import_module
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
    "coverage": ("Coverage", "PartCoverage"),
    "examples": ("ExampleResult", "play_example", "play_folder", "play_pack", "read_examples"),
    "promises": ("BrokenPromise", "broken_promises"),
    "situation": ("Has", "Situation", "rules_with"),
    "tracing": ("Change", "TracedAnswer", "TracedStep", "trace"),
    "trials": ("Trial", "try_pack"),
}


def __getattr__(name: str) -> object:
    """Import what is asked for. The plugin for pytest is in this package, and every pytest run imports it."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
