"""Words that go out of use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.registry import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import LintedPack


@lint_pass("deprecated")
def deprecated(pack: LintedPack) -> Iterator[Remark]:
    """A word that goes out of use, with what to write instead."""
    for word in pack.words:
        if isinstance(word, Word) and word.instead:
            yield Remark(f"{word.at}/", f"'{word.word}' goes out of use; write instead: {word.instead}")
