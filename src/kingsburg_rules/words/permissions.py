"""Permissions: what a card lets its owner do that others may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.words.registry import Vocabulary, Word, of
from kingsburg_rules.words.shapes import Integer, Listing, Name, Text
from kingsburg_rules.words.values import RESOURCE
from kingsburg_rules.words.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.words.emitter import Names


@frozen(eq=False, repr=False)
class PermissionWord(Word):
    """A permission; `numbers` is what it is about.

    `of_game` says that it is a rule for all while the game itself holds the card; others are for the player
    who holds it.
    """

    of_game: ClassVar[bool] = False

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the numbers that the permission is about."""
        raise LookupError(type(self).__name__)


PERMISSIONS = Vocabulary("permission", "A standing permission: exactly one word.", PermissionWord)


@PERMISSIONS.add("influence_shift")
@frozen(eq=False, repr=False)
class InfluenceShift(PermissionWord):
    """Influence an advisor whose rank differs from the dice by one of these numbers, once per season."""

    by: tuple[int, ...] = field(metadata=of(Listing(Integer()), "The differences allowed, such as -1 and 1."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the differences."""
        return self.by


@PERMISSIONS.add("influence_wild")
@frozen(eq=False, repr=False)
class InfluenceWild(PermissionWord):
    """One own die of any value, alone, influences an advisor of one of these ranks, once per season."""

    ranks: tuple[int, ...] = field(metadata=of(Listing(Integer(1)), "The ranks."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the ranks."""
        return self.ranks


@PERMISSIONS.add("token_values")
@frozen(eq=False, repr=False)
class TokenValues(PermissionWord):
    """A "+2" token may add any of these numbers when it helps to influence."""

    values: tuple[int, ...] = field(metadata=of(Listing(Integer(1)), "The numbers."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the numbers."""
        return self.values


@PERMISSIONS.add("any_season")
@frozen(eq=False, repr=False)
class AnySeason(PermissionWord):
    """The owner's other buildings of these rows work at the end of every productive season."""

    rows: tuple[str, ...] = field(metadata=of(Listing(Text("^[A-Z]$")), "The rows."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the rows as numbers."""
        return [ord(row) for row in self.rows]


SKIPPED = ("kings_favor", "kings_reward", "kings_envoy", "peek")


@PERMISSIONS.add("skip")
@frozen(eq=False, repr=False)
class Skip(PermissionWord):
    """These things do not happen while the card is in force."""

    of_game: ClassVar[bool] = True

    what: tuple[str, ...] = field(metadata=of(Listing(Text(among=SKIPPED)), "What does not happen."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give what is left out as numbers."""
        return [SKIPPED.index(what) for what in self.what]


def is_skipped(state: State, what: str) -> bool:
    """Whether a card in force leaves something out."""
    permissions = state.kit.permissions.get("skip")
    return permissions is not None and any(SKIPPED.index(what) in p.values for p in permissions)


@PERMISSIONS.add("close_ranks")
@frozen(eq=False, repr=False)
class CloseRanks(PermissionWord):
    """Nobody may influence the advisors of these ranks."""

    of_game: ClassVar[bool] = True

    ranks: tuple[int, ...] = field(metadata=of(Listing(Integer(1)), "The ranks."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the ranks."""
        return self.ranks


@PERMISSIONS.add("marked_only")
@frozen(eq=False, repr=False)
class MarkedOnly(PermissionWord):
    """An advisor with markers of this card may be influenced only by players with a marker on him."""

    of_game: ClassVar[bool] = True

    def numbers(self, names: Names) -> Sequence[int]:
        """Need no numbers."""
        return ()


@PERMISSIONS.add("mine_alone")
@frozen(eq=False, repr=False)
class MineAlone(PermissionWord):
    """No other player may influence an advisor with the owner's marker of this card."""

    def numbers(self, names: Names) -> Sequence[int]:
        """Need no numbers."""
        return ()


PURPOSES = ("recruiting", "building")

ANY_GOOD = -1


@PERMISSIONS.add("spend_as")
@frozen(eq=False, repr=False)
class SpendAs(PermissionWord):
    """Pay with one resource in place of another, one for one, as often as wanted."""

    pay: str = field(metadata=of(RESOURCE, "What may be paid."))
    as_: str = field(metadata=of(Name((*RESOURCE.known, GOOD)), "In place of what; `good`: of any good."))
    in_: str = field(metadata=of(Text(among=PURPOSES), "Where: when recruiting, or when building."))

    def numbers(self, names: Names) -> Sequence[int]:
        """Give the resources and the purpose as numbers."""
        instead = ANY_GOOD if self.as_ == GOOD else names.resource(self.as_, self.at)
        return (names.resource(self.pay, self.at), instead, PURPOSES.index(self.in_))
