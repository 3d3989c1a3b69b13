"""Permissions: what a card allows its owner to do that others may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.words.queries import PLACE_QUERY, Places
from kingsburg_rules.words.registry import TestWord, Vocabulary, Word, of
from kingsburg_rules.words.resources import BAG, Amounts
from kingsburg_rules.words.shapes import Integer, Listing, Name, Text
from kingsburg_rules.words.tests import IF
from kingsburg_rules.words.values import RESOURCE
from kingsburg_rules.words.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.words.emitter import Emitter, Names
    from kingsburg_rules.words.registry import Find


@frozen(eq=False, repr=False)
class PermissionWord(Word):
    """A permission; `numbers` is what it is about.

    It is tested where it is used. `personal` means that its owner uses it.
    """

    personal: ClassVar[bool] = True
    payload: ClassVar[tuple[str, ...]] = ()
    cost: tuple[Amounts, ...] = field(default=(), kw_only=True)
    uses: str = field(default="unlimited", kw_only=True)
    if_: tuple[TestWord, ...] = field(
        default=(), kw_only=True, metadata=of(IF, "When it applies; all tests must hold.")
    )

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the numbers that the permission is about."""
        return ()

    def look(self, e: Emitter) -> Find | None:
        """Compile to what finds the things that the permission is about, if they are found in play only."""
        return None


@frozen(eq=False, repr=False)
class Help(PermissionWord):
    """A permission to place dice, used up and paid when they are placed; its tests may use `$place`."""

    payload: ClassVar[tuple[str, ...]] = ("place",)
    cost: tuple[Amounts, ...] = field(
        default=(), kw_only=True, metadata=of(Listing(BAG), "The price: any one of these.")
    )
    uses: str = field(
        default="once",
        kw_only=True,
        metadata=of(
            Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
            "How often; by default, once per season.",
        ),
    )


PERMISSIONS = Vocabulary("permission", "A standing permission: exactly one word.", PermissionWord)


@PERMISSIONS.add("influence_shift")
@frozen(eq=False, repr=False)
class InfluenceShift(Help):
    """Influence an advisor whose rank differs from the dice total by one of these numbers."""

    by: tuple[int, ...] = field(
        kw_only=True, metadata=of(Listing(Integer()), "The differences allowed, such as -1 and 1.")
    )

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the differences."""
        return self.by


@PERMISSIONS.add("influence_wild")
@frozen(eq=False, repr=False)
class InfluenceWild(Help):
    """Influence an advisor of one of these ranks with a single own die of any value."""

    ranks: tuple[int, ...] = field(kw_only=True, metadata=of(Listing(Integer(1)), "The ranks."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the ranks."""
        return self.ranks


@PERMISSIONS.add("token_values")
@frozen(eq=False, repr=False)
class TokenValues(PermissionWord):
    """Let a "+2" token add any of these numbers when it helps to influence."""

    values: tuple[int, ...] = field(kw_only=True, metadata=of(Listing(Integer(1)), "The numbers."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the numbers."""
        return self.values


@PERMISSIONS.add("any_season")
@frozen(eq=False, repr=False)
class AnySeason(PermissionWord):
    """Make the owner's other buildings in these rows work at the end of every productive season."""

    rows: tuple[str, ...] = field(kw_only=True, metadata=of(Listing(Text("^[A-Z]$")), "The rows."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the rows as numbers."""
        return [ord(row) for row in self.rows]


@PERMISSIONS.add("closed", inline="places")
@frozen(eq=False, repr=False)
class Closed(PermissionWord):
    """Close advisors to a player about to place dice, who is `me` in the query.

    `owner` is the owner of the card. Neutral dice and rewards are not affected (F47).
    """

    personal: ClassVar[bool] = False

    places: Places = field(kw_only=True, metadata=of(PLACE_QUERY, "Which advisors."))

    def look(self, e: Emitter) -> Find:
        """Compile to what finds the places."""
        return self.places.find(e)


PURPOSES = ("recruiting", "building")

ANY_GOOD = -1


@PERMISSIONS.add("spend_as")
@frozen(eq=False, repr=False)
class SpendAs(PermissionWord):
    """Pay with one resource in place of another, one for one, any number of times."""

    pay: str = field(kw_only=True, metadata=of(RESOURCE, "The resource that may be paid."))
    as_: str = field(
        kw_only=True,
        metadata=of(Name((*RESOURCE.known, GOOD)), "The resource it replaces; `good` means any good."),
    )
    in_: str = field(
        kw_only=True, metadata=of(Text(among=PURPOSES), "When it applies: when recruiting, or when building.")
    )

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the resources and the purpose as numbers."""
        instead = ANY_GOOD if self.as_ == GOOD else names.resource(self.as_, self.at)
        return (names.resource(self.pay, self.at), instead, PURPOSES.index(self.in_))
