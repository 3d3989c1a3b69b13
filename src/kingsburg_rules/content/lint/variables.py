"""Variables that nobody reads, and variables that are read where they were not set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.linted import aim, keys_of
from kingsburg_rules.content.lint.passes import Remark, lint_pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import Ability, LintedPack


@lint_pass("unread_variable")
def unread_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is set and never read."""
    for ability, traced in pack.traced:
        for name, places in traced.sets.items():
            if name not in traced.read:
                message = f"'{name}' is set and never read; leave it out, or say what it is for"
                yield Remark(_where(ability, places[0], name), message)


@lint_pass("unset_variable")
def unset_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is read where only another branch sets it, so that it is always 0."""
    for _, traced in pack.traced:
        for at, name in traced.blind.items():
            yield Remark(at, f"'{name}' is set in another branch only, so it is always 0 here")


def _where(ability: Ability, at: str, name: str) -> str:
    """Point to the name of a variable in the step at a place."""
    for word in ability.words:
        if word.at == at:
            for attribute, key in keys_of(type(word)):
                if getattr(word, attribute) == name:
                    return aim(word, key)
    return at
