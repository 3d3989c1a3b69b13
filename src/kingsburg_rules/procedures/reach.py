"""What a handful of dice can reach: the placements, worked out once for each handful and kept.

The legal ways to influence depend only on the dice (as counts), on what may be added to them (a "+2" token,
permissions such as the Market's shift), on the places taken and on the envoy. `Reach` lists the placements of
one handful; `Reach.menu` picks those open on a board. Dice of one colour and value are the same die.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.engine.actions import PASS, Action, Influence
from kingsburg_rules.engine.table import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.table import Permission, Table

Dice: TypeAlias = "tuple[int, ...]"
Handful: TypeAlias = "tuple[Dice, Dice, tuple[int, ...], tuple[int, ...], int]"
"""Own dice, bonus dice, what a token may add, the permissions at hand, the private places open."""

INFLUENCING = frozenset({"influence_shift", "influence_wild"})
"""The permissions that open placements."""

_MOST_HANDFULS = 50_000
_MOST_MENUS = 200_000
_WIDTH = 64
"""More places than there can be: a board is remembered by one number, made of bit sets of this width."""


@frozen(eq=False, repr=False)
class Placement:
    """One way to influence, with what is left of the dice afterwards."""

    action: Influence
    place: int
    own: Dice
    bonus: Dice
    own_left: Dice
    bonus_left: Dice
    plus2: int
    via: int
    envoy: bool

    @property
    def bit(self) -> int:
        """The bit of the place."""
        return 1 << self.place


@frozen(eq=False, repr=False)
class Menu:
    """What a player may do now: the options, and the placements behind all but the last, which is to pass."""

    options: tuple[Action, ...]
    placements: tuple[Placement, ...]


@define(eq=False, repr=False)
class Reach:
    """All placements of one handful, and the menus made of them."""

    free: tuple[tuple[int, Placement], ...]
    joined: tuple[tuple[int, Placement], ...]
    bits: int
    menus: dict[int, Menu] = field(factory=dict[int, Menu])

    def menu(self, taken: int, closed: int, *, envoy: bool) -> Menu:
        """Give the menu for a board: `taken` places need the envoy, `closed` ones cannot be used at all."""
        key = taken & self.bits
        if closed or envoy:
            key |= (closed & self.bits) << _WIDTH | int(envoy) << 2 * _WIDTH
        found = self.menus.get(key)
        if found is None:
            placements = [placement for bit, placement in self.free if not bit & (taken | closed)]
            if envoy:
                placements += [p for bit, p in self.joined if bit & taken and not bit & closed]
            found = Menu((*(p.action for p in placements), PASS), tuple(placements))
            if len(self.menus) < _MOST_MENUS // 100:
                self.menus[key] = found
        return found


@define(eq=False, repr=False)
class Reaches:
    """The reach of every handful met so far, for one rule set."""

    table: Table
    known: dict[Handful, Reach] = field(factory=dict[Handful, Reach])

    def of(self, handful: Handful) -> Reach:
        """Give the reach of a handful."""
        found = self.known.get(handful)
        if found is None:
            if len(self.known) >= _MOST_HANDFULS:
                self.known.clear()
            found = self.known[handful] = self._work_out(handful)
        return found

    def _work_out(self, handful: Handful) -> Reach:
        free = sorted(self._all(handful, envoy=False), key=_reading_order)
        joined = sorted(self._all(handful, envoy=True), key=_reading_order)
        bits = 0
        for placement in free:
            bits |= placement.bit
        return Reach(
            tuple((placement.bit, placement) for placement in free),
            tuple((placement.bit, placement) for placement in joined),
            bits,
        )

    def _all(self, handful: Handful, *, envoy: bool) -> Iterator[Placement]:
        yield from self._placements(handful, envoy=envoy)
        yield from self._wild(handful, envoy=envoy)

    def _placements(self, handful: Handful, *, envoy: bool) -> Iterator[Placement]:
        own, bonus, tokens, permissions, private = handful
        shifts = [(NOBODY, 0), *self._shifts(permissions)]
        for mine in _parts(own):
            if not mine:
                continue
            for white in _parts(bonus):
                total = sum(mine) + sum(white)
                for plus2 in (0, *tokens):
                    for via, shift in shifts:
                        for place in self._open(total + plus2 + shift, private):
                            yield self._placement(handful, mine, white, plus2, via, place, envoy=envoy)

    def _wild(self, handful: Handful, *, envoy: bool) -> Iterator[Placement]:
        """Let one own die alone reach ranks that it does not show (F13)."""
        own, _, _, permissions, private = handful
        for index in permissions:
            permission = self.table.permissions[index]
            if permission.kind != "influence_wild":
                continue
            for value in sorted(set(own)):
                for rank in permission.values:
                    for place in self._open(rank, private) if rank != value else ():
                        yield self._placement(handful, (value,), (), 0, index, place, envoy=envoy)

    def _shifts(self, permissions: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for index in permissions:
            permission: Permission = self.table.permissions[index]
            if permission.kind == "influence_shift":
                yield from ((index, by) for by in permission.values)

    def _open(self, rank: int, private: int) -> Iterator[int]:
        for place in self.table.ranks.get(rank, ()):
            bit = 1 << place
            if not bit & self.table.private or bit & private:
                yield place

    def _placement(
        self, handful: Handful, mine: Dice, white: Dice, plus2: int, via: int, place: int, *, envoy: bool
    ) -> Placement:
        table = self.table
        card = table.cards[table.permissions[via].card].name if via != NOBODY else None
        action = Influence(
            table.places[place].name, tuple(reversed(mine)), tuple(reversed(white)), plus2, card, envoy
        )
        return Placement(
            action,
            place,
            mine,
            white,
            _without(handful[0], mine),
            _without(handful[1], white),
            plus2,
            via,
            envoy,
        )


def _parts(dice: Dice) -> list[Dice]:
    """List the different parts of a handful, the empty one first."""
    parts = {part for size in range(len(dice) + 1) for part in combinations(dice, size)}
    return sorted(parts, key=lambda part: (len(part), part))


def _without(dice: Dice, part: Dice) -> Dice:
    left = list(dice)
    for value in part:
        left.remove(value)
    return tuple(left)


def _reading_order(placement: Placement) -> tuple[int, int, int, Dice, Dice]:
    return placement.place, placement.via, placement.plus2, placement.own, placement.bonus
