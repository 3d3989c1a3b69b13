"""Permissions (`options` in YAML): what a card lets its owner do that others may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.language.registry import Vocabulary, Word, of
from kingsburg_rules.language.shapes import Integer, Listing

if TYPE_CHECKING:
    from collections.abc import Sequence


@frozen(eq=False, repr=False)
class PermissionWord(Word):
    """A permission; `numbers` is what it is about."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the permission."""
        raise LookupError(type(self).__name__)


PERMISSIONS = Vocabulary("option", "A standing permission: exactly one word.", PermissionWord)


@PERMISSIONS.add("influence_shift")
@frozen(eq=False, repr=False)
class InfluenceShift(PermissionWord):
    """Influence an advisor whose rank differs from the dice by one of these numbers, once per season."""

    by: tuple[int, ...] = field(metadata=of(Listing(Integer()), "The differences allowed, such as -1 and 1."))

    @property
    def numbers(self) -> Sequence[int]:
        """The differences."""
        return self.by
