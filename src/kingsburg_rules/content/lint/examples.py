"""Cards without examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.linted import abilities_of
from kingsburg_rules.content.lint.passes import Remark, lint_pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import LintedPack


@lint_pass("no_example")
def no_example(pack: LintedPack) -> Iterator[Remark]:
    """A card that does something and has no example of it."""
    for card in pack.cards:
        if not card.examples and (card.options or any(abilities_of(card))):
            yield Remark(
                card.at, f"'{card.id}' has no example; 'examples' show the card at work, and test it"
            )
