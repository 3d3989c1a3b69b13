"""What the manual says of a word beyond its fields: its edges, and the answers it takes in an example.

The reference and editors show it. Words declare it themselves, with `edges` and `asks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import Action
from kingsburg_rules.language.nodes import documentation
from kingsburg_rules.language.registry import EDGE_CASES, Step

if TYPE_CHECKING:
    from kingsburg_rules.language.registry import Word


def edges_of(word: type[Word]) -> list[tuple[str, str]]:
    """List the edge cases of a word, in order: what the manual calls each, and what happens then."""
    said = word.edges._asdict()
    return [(called, said[edge]) for edge, called in EDGE_CASES.items() if said[edge]]


def answers_to(word: type[Word]) -> list[str]:
    """List the forms of the actions that answer a step, as examples write them."""
    if not issubclass(word, Step):
        return []
    if word.answers:
        return [*word.answers]
    return [kind.notation for kind in Action.kinds.values() if set(word.asks).intersection(kind.answers)]


def manual_of(word: type[Word]) -> str:
    """Write all of it in Markdown: the description, the edges, the answers."""
    edges = "\n".join(f"- *{called}:* {said}" for called, said in edges_of(word))
    answers = ", ".join(f"`{form}`" for form in answers_to(word))
    parts = (documentation(word).replace("\n    ", "\n"), edges, answers and f"*Answers:* {answers}")
    return "\n\n".join(filter(None, parts))
