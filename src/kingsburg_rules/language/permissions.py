"""Permissions: what a card allows its owner to do that others may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import field

from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.queries import PLACE_QUERY, Places
from kingsburg_rules.language.registry import TestWord, Vocabulary, Word
from kingsburg_rules.language.resources import BAG, Amounts
from kingsburg_rules.language.shapes import Integer, Listing, Name, Text
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import RESOURCE
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.language.emitter import Emitter, Names
    from kingsburg_rules.language.registry import Find


@node
class PermissionWord(Word):
    """A permission; `numbers` is what it is about.

    It is tested where it is used. `personal` means that its owner uses it.
    """

    personal: ClassVar[bool] = True
    payload: ClassVar[tuple[str, ...]] = ()
    cost: tuple[Amounts, ...] = field(default=(), kw_only=True)
    uses: str = field(default="unlimited", kw_only=True)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=(), kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the numbers that the permission is about."""
        return ()

    def look(self, e: Emitter) -> Find | None:
        """Compile to what finds the things that the permission is about, if they are found in play only."""
        return None


@node
class Help(PermissionWord):
    """A permission to place dice, used up and paid when they are placed; its tests may use `$place`."""

    payload: ClassVar[tuple[str, ...]] = ("place",)
    cost: tuple[Amounts, ...] = key(Listing(BAG), "The price: any one of these.", default=(), kw_only=True)
    uses: str = key(
        Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
        "How often; by default, once per season.",
        default="once",
        kw_only=True,
    )


PERMISSIONS = Vocabulary("permission", "A standing permission: exactly one word.", PermissionWord)


@PERMISSIONS.add("influence_shift")
@node
class InfluenceShift(Help):
    """Influence an advisor whose rank differs from the dice total by one of these numbers."""

    by: tuple[int, ...] = key(Listing(Integer()), "The differences allowed, such as -1 and 1.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the differences."""
        return self.by


@PERMISSIONS.add("influence_wild")
@node
class InfluenceWild(Help):
    """Influence an advisor of one of these ranks with a single own die of any value."""

    ranks: tuple[int, ...] = key(Listing(Integer(1)), "The ranks.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the ranks."""
        return self.ranks


@PERMISSIONS.add("token_values")
@node
class TokenValues(PermissionWord):
    """Let a "+2" token add any of these numbers when it helps to influence."""

    values: tuple[int, ...] = key(Listing(Integer(1)), "The numbers.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the numbers."""
        return self.values


@PERMISSIONS.add("any_season")
@node
class AnySeason(PermissionWord):
    """Make the owner's other buildings in these rows work at the end of every productive season."""

    rows: tuple[str, ...] = key(Listing(Text("^[A-Z]$")), "The rows.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the rows as numbers."""
        return [ord(row) for row in self.rows]


@PERMISSIONS.add("closed", inline="places")
@node
class ClosePlaces(PermissionWord):
    """Close advisors to a player about to place dice, who is `me` in the query.

    `owner` is the owner of the card. Neutral dice and rewards are not affected (F47).
    """

    personal: ClassVar[bool] = False

    places: Places = key(PLACE_QUERY, "Which advisors.", kw_only=True)

    def look(self, e: Emitter) -> Find:
        """Compile to what finds the places."""
        return self.places.find(e)


PURPOSES = ("recruiting", "building")

ANY_GOOD: Final = -1


@PERMISSIONS.add("spend_as")
@node
class SpendAs(PermissionWord):
    """Pay with one resource in place of another, one for one, any number of times."""

    pay: str = key(RESOURCE, "The resource that may be paid.", kw_only=True)
    as_: str = key(
        Name((*RESOURCE.known, GOOD)), "The resource it replaces; `good` means any good.", kw_only=True
    )
    in_: str = key(Text(among=PURPOSES), "When it applies: when recruiting, or when building.", kw_only=True)

    def numbers(self, names: Names) -> Sequence[int]:
        """Return the resources and the purpose as numbers."""
        instead = ANY_GOOD if self.as_ == GOOD else names.resource(self.as_, self.at)
        return (names.resource(self.pay, self.at), instead, PURPOSES.index(self.in_))
