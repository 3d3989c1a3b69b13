"""What a handful of dice can reach: the placements, worked out once for each handful and kept.

The legal ways to influence depend only on the dice (as counts), on what may be added to them (a "+2" token,
permissions such as the Market's shift), on the places taken and on the envoy. `Reach` lists the placements of
one handful; `Reach.menu` picks those open on a board. Dice of one colour and value are the same die.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from kingsburg_rules.engine.actions import PASS, AnyAction, Influence
from kingsburg_rules.engine.table import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.engine.table import Permission, Table

Dice: TypeAlias = "tuple[int, ...]"
Handful: TypeAlias = "tuple[Dice, Dice, tuple[int, ...], tuple[int, ...], int]"
"""Own dice, bonus dice, what a token may add, the permissions at hand, the private places open."""

_Key: TypeAlias = "tuple[int, Dice, Dice, int, int, bool]"
"""A place, own dice, bonus dice, what a token adds, the permission used, and whether the envoy is sent."""

INFLUENCING = ("influence_shift", "influence_wild")
"""The permissions that open placements."""

_MOST_HANDFULS = 8_192
_MOST_MENUS = 32_768
_WIDTH = 64
"""More places than there can be: a board is remembered by one number, made of bit sets of this width."""


@define(eq=False, repr=False)
class Placement:
    """One way to influence: the action, and what it does as numbers. `bit` is the place's."""

    action: Influence
    place: int
    bit: int
    own: Dice
    bonus: Dice
    plus2: int
    via: int
    envoy: bool


@define(eq=False, repr=False)
class Menu:
    """What a player may do now: the options, and the placements behind all but the last, which is to pass."""

    options: tuple[AnyAction, ...]
    placements: tuple[Placement, ...]


@define(eq=False, repr=False)
class Reach:
    """All placements of one handful, and the menus made of them.

    What the envoy opens is worked out when he is there for the first time.
    """

    reaches: Reaches
    handful: Handful
    free: tuple[Placement, ...]
    bits: int
    joined: tuple[Placement, ...] | None = None
    menus: dict[int, Menu] = field(factory=dict[int, Menu])

    def menu(self, taken: int, closed: int, *, envoy: bool) -> Menu:
        """Give the menu for a board: `taken` places need the envoy, `closed` ones cannot be used at all."""
        key = taken & self.bits
        if closed or envoy:
            key |= (closed & self.bits) << _WIDTH | int(envoy) << 2 * _WIDTH
        found = self.menus.get(key)
        if found is None:
            found = self.menus[key] = self._menu(taken, closed, envoy=envoy)
            self.reaches.menus += 1
        return found

    def _menu(self, taken: int, closed: int, *, envoy: bool) -> Menu:
        shut = taken | closed
        placements = [placement for placement in self.free if not placement.bit & shut]
        if envoy:
            if self.joined is None:
                self.joined = self.reaches.placements(self.handful, envoy=True)
            placements += [p for p in self.joined if p.bit & taken and not p.bit & closed]
        return Menu((*(p.action for p in placements), PASS), tuple(placements))


@define(eq=False, repr=False)
class Reaches:
    """The reach of every handful met so far, for one rule set; equal placements are one object."""

    table: Table
    known: dict[Handful, Reach] = field(factory=dict[Handful, Reach])
    made: dict[_Key, Placement] = field(factory=dict[_Key, Placement])
    menus: int = 0

    def of(self, handful: Handful) -> Reach:
        """Give the reach of a handful."""
        found = self.known.get(handful)
        if found is None:
            if len(self.known) >= _MOST_HANDFULS or self.menus >= _MOST_MENUS:
                self.known.clear()
                self.made.clear()
                self.menus = 0
            free = self.placements(handful, envoy=False)
            bits = 0
            for placement in free:
                bits |= placement.bit
            found = self.known[handful] = Reach(self, handful, free, bits)
        return found

    def placements(self, handful: Handful, *, envoy: bool) -> tuple[Placement, ...]:
        """Work out all placements, in reading order."""
        return tuple(sorted(self._all(handful, envoy=envoy), key=_reading_order))

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
                            yield self._placement((place, mine, white, plus2, via, envoy))

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
                        yield self._placement((place, (value,), (), 0, index, envoy))

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

    def _placement(self, key: _Key) -> Placement:
        found = self.made.get(key)
        if found is None:
            table = self.table
            place, mine, white, plus2, via, envoy = key
            card = table.cards[table.permissions[via].card].name if via != NOBODY else None
            action = Influence(
                table.places[place].name, tuple(reversed(mine)), tuple(reversed(white)), plus2, card, envoy
            )
            found = self.made[key] = Placement(action, place, 1 << place, mine, white, plus2, via, envoy)
        return found


@lru_cache(maxsize=4096)
def _parts(dice: Dice) -> list[Dice]:
    """List the different parts of a handful, the empty one first."""
    parts = {part for size in range(len(dice) + 1) for part in combinations(dice, size)}
    return sorted(parts, key=lambda part: (len(part), part))


@lru_cache(maxsize=4096)
def without(dice: Dice, part: Dice) -> Dice:
    """Take some dice out of a handful."""
    left = list(dice)
    for value in part:
        left.remove(value)
    return tuple(left)


def _reading_order(placement: Placement) -> tuple[int, int, int, Dice, Dice]:
    return placement.place, placement.via, placement.plus2, placement.own, placement.bonus
