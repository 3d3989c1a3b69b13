"""Numbers that a card keeps to no purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.linted import words
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.memory import MemoryValue, Remember

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import LintedPack


@lint_pass("unread_memory")
def unread_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card remembers and never reads."""
    for card in pack.cards:
        read = {word.name for word in words(card) if isinstance(word, MemoryValue)} if card.memory else ()
        for memory in card.memory:
            if memory.id not in read:
                yield Remark(f"{memory.at}/id", f"nothing on this card reads '{memory.id}'")


@lint_pass("unset_memory")
def unset_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card reads, but that never changes."""
    for card in pack.cards:
        found = list(words(card)) if card.memory else []
        read = {word.name for word in found if isinstance(word, MemoryValue)}
        kept = {word.name for word in found if isinstance(word, Remember)}
        for memory in card.memory:
            if memory.id in read and memory.id not in kept:
                message = f"'{memory.id}' is always {memory.start}: no 'remember' on this card changes it"
                yield Remark(f"{memory.at}/id", message)
