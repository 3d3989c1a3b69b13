"""Reach of a handful of dice: the placements, computed once for each handful and cached.

The legal ways to influence depend only on the dice (as counts), on what may be added to them (a "+2" token,
permissions such as the Market's shift), on the places taken and on the envoy. `Reach` lists the placements of
one handful, and `Menus` pick those that are open to a player. Dice of one color and value are the same die.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules.engine.actions import PASS, AnyAction, Influence
from kingsburg_rules.engine.loop import charge_work, runaway
from kingsburg_rules.engine.state import handful
from kingsburg_rules.engine.stats import (
    CLOSED,
    FORBIDDEN,
    closed_to,
    full_places,
    granted,
    is_forbidden,
    numbers_of,
    ranks_for,
    stat,
)
from kingsburg_rules.engine.stock import can_pay
from kingsburg_rules.language.bags import merge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Permission
    from kingsburg_rules.engine.state import Ask, Handful, State
    from kingsburg_rules.language.bags import Counts


Dice: TypeAlias = "tuple[int, ...]"

_Permits: TypeAlias = "tuple[tuple[int, tuple[int, ...]], ...]"

"""Permissions that open placements, each with the numbers that it is about now."""

_Help: TypeAlias = "tuple[tuple[int, ...], _Permits, int, tuple[int, ...]]"

"""What a token may add, the available permissions, the open private places, and the ranks of places, if
these are not as printed."""

_Key: TypeAlias = "tuple[int, tuple[int, ...], int, Dice, Dice, bool]"

"""A place, the permissions used, what a token adds, own dice, bonus dice, and whether the envoy is sent.

Keys sort as placements are read."""

_Board: TypeAlias = "dict[int, list[int]]"

SHIFT: Final = "influence_shift"
WILD: Final = "influence_wild"
INFLUENCING: Final = (SHIFT, WILD)
"""The permissions that open placements."""

_REACHES: Final = 2
_MENUS: Final = 8
"""How many times as many reaches, and menus of all of them together, are cached as of anything else."""

_LISTED: Final = 2_000_000
"""So many placements are listed in what is kept: far more than random games list."""

_MOST_SHIFTS: Final = 1_500
"""So many ways to help a group of dice, with permissions and tokens, are looked at; no game has a tenth."""

TOKEN: Final = 2
USUAL_TOKEN: Final = (TOKEN,)
"""What a "+2" token is worth, unless a card says otherwise."""

MOST_VIA: Final = 2
"""The number of permissions that can help with one group of dice."""


class TooManyWays(Exception):
    """A handful of dice can be placed in more ways than can be listed."""


class Placement:
    """One way to influence: the action, and what it does as numbers. `bit` is the place's."""

    __slots__ = ("action", "bit", "bonus", "envoy", "own", "place", "plus2", "via")

    def __init__(self, action: Influence, key: _Key) -> None:
        self.action = action
        self.place, self.via, self.plus2, self.own, self.bonus, self.envoy = key
        self.bit = 1 << self.place


class Menu:
    """The options of a player now: placements, and then usually to pass.

    `ask` is the latest question with these options: asked of the same player again, it is the same.
    """

    __slots__ = ("ask", "options", "placements")

    def __init__(self, placements: tuple[Placement, ...], last: tuple[AnyAction, ...] = (PASS,)) -> None:
        options: list[AnyAction] = []
        for placement in placements:
            options.append(placement.action)
        self.placements = placements
        self.options: tuple[AnyAction, ...] = (*options, *last)
        self.ask: Ask | None = None


class Reach:
    """All placements of one handful, and the menus made of them, by what the board is like.

    What the envoy opens is listed when the envoy is there for the first time.
    """

    __slots__ = ("bits", "free", "joined", "menus")

    def __init__(self, free: tuple[Placement, ...]) -> None:
        self.free = free
        self.joined: tuple[Placement, ...] | None = None
        self.menus: dict[int, Menu] = {}
        self.bits = 0
        for placement in free:
            self.bits |= placement.bit


class Aid:
    """The aid to players who place dice, and what handfuls of dice reach with it."""

    __slots__ = ("help", "reaches")

    def __init__(self, help_: _Help) -> None:
        self.help = help_
        self.reaches: dict[Handful, Reach] = {}


class Reaches:
    """The reach of every handful so far, for one rule set; equal placements are one object.

    `alone` is without help, `with_token` with a token as it is printed.
    """

    def __init__(self, compiled: CompiledRules) -> None:
        self.compiled = compiled
        self._begin()

    def _begin(self) -> None:
        self.aids: dict[_Help, Aid] = {}
        self.alone, self.with_token = Aid(((), (), 0, ())), Aid((USUAL_TOKEN, (), 0, ()))
        self.made: dict[_Key, Placement] = {}
        self.reaches = self.menus = self.listed = 0

    def aid(self, help_: _Help) -> Aid:
        """Keep help that comes up for the first time."""
        found = self.aids[help_] = Aid(help_)
        return found

    def of(self, aid: Aid, dice: Handful) -> Reach:
        """Compute the reach of a handful.

        Raises:
            TooManyWays: There are more placements than can be listed.
        """
        self._make_room()
        free = self._placements(self._keys(aid.help, dice))
        self.listed += len(free)
        self.reaches += 1
        reach = aid.reaches[dice] = Reach(free)
        return reach

    def menu(self, reach: Reach, board: int, taken: int, closed: int, *, envoy: bool) -> Menu:
        """Make the menu for a board: `taken` places need the envoy, `closed` ones cannot be used at all."""
        self._make_room()
        shut = taken | closed
        placements: list[Placement] = []
        for placement in reach.free:
            if not placement.bit & shut:
                placements.append(placement)
        if envoy:
            if reach.joined is None:
                ways = [(p.place, p.via, p.plus2, p.own, p.bonus, True) for p in reach.free]
                reach.joined = self._placements(ways)
            placements += [p for p in reach.joined if p.bit & taken and not p.bit & closed]
        menu = reach.menus[board] = Menu(tuple(placements))
        self.listed += 2 * len(placements)
        self.menus += 1
        return menu

    def _make_room(self) -> None:
        """Begin anew when the cache is full."""
        most = self.compiled.most_cached
        if self.reaches >= _REACHES * most or self.menus >= _MENUS * most or self.listed >= _LISTED:
            # All of it goes at once: a reach holds placements that others share.
            self._begin()

    def _keys(self, help_: _Help, dice: Handful) -> list[_Key]:
        """List all ways to place dice without the envoy, in reading order.

        Raises:
            TooManyWays: They are more than can be listed.
        """
        tokens, permissions, private, ranks = help_
        board = self._board(private, ranks)
        keys = self._sums(dice, tokens, permissions, board)
        if permissions:
            keys += self._wild(dice.own, permissions, board)
        if len(keys) > self.compiled.limits.options:
            raise TooManyWays
        keys.sort()
        return keys

    def _sums(
        self, handful: Handful, tokens: tuple[int, ...], permissions: _Permits, board: _Board
    ) -> list[_Key]:
        """List the placements of dice whose total is a rank, also with what helps them."""
        mine, white, keys = _by_total(handful.own), _by_total(handful.bonus), list[_Key]()
        # Bonus dice alone influence nobody: one own die at least must be there.
        del mine[0]
        totals, most = _totals(mine, white), self.compiled.limits.options
        for via, shift in self._shifts(permissions, 1 + len(tokens)):
            for plus2 in (0, *tokens):
                for rank, places in board.items():
                    for one, other in totals.get(rank - plus2 - shift, ()):
                        for place in places:
                            for dice in mine[one]:
                                for more in white[other]:
                                    keys.append((place, via, plus2, dice, more, False))
                                if len(keys) > most:
                                    return keys
        return keys

    def _wild(self, own: Dice, permissions: _Permits, board: _Board) -> Iterator[_Key]:
        """List the placements of a single own die at ranks that it does not show (F13)."""
        for index, ranks in permissions:
            for value in {*own} if self.compiled.permissions[index].kind == WILD else ():
                for rank in ranks:
                    for place in board.get(rank, ()) if rank != value else ():
                        yield place, (index,), 0, (value,), (), False

    def _board(self, private: int, ranks: tuple[int, ...]) -> _Board:
        """List the places that may be influenced at all, by their ranks."""
        shut, board = self.compiled.private & ~private, dict[int, list[int]]()
        for place in self.compiled.places:
            if not place.bit & shut:
                rank = ranks[place.index] if ranks else place.rank
                board.setdefault(rank, []).append(place.index)
        return board

    def _shifts(self, permissions: _Permits, each: int) -> list[tuple[tuple[int, ...], int]]:
        """List by how much each permission shifts the dice, and what two of them make together.

        Each of them is looked at with so many tokens.

        Raises:
            TooManyWays: That is too much to go through.
        """
        if not permissions:
            return [((), 0)]
        known = self.compiled.permissions
        single = [((k,), by) for k, numbers in permissions if known[k].kind == SHIFT for by in numbers]
        # Few of these may lead anywhere, so that the number of placements alone would stop nothing.
        if (1 + len(single) + len(single) ** 2 // 2) * each > _MOST_SHIFTS:
            raise TooManyWays
        found: list[tuple[tuple[int, ...], int]] = [((), 0), *single]
        for (one, by), (other, more) in combinations(single, 2):
            # A permission helps a group once; and shifts that cancel each other out help nobody.
            if one != other and by + more:
                found.append(((*one, *other), by + more))
        # Different differences may add up to the same.
        return [*dict.fromkeys(found)]

    def _placements(self, keys: Iterable[_Key]) -> tuple[Placement, ...]:
        made = self.made
        # Handfuls share most placements, and an action costs more to make than to find.
        return tuple([made.get(key) or self.placement(key) for key in keys])

    def placement(self, key: _Key) -> Placement:
        """Make a placement, or find the one that was made already."""
        found = self.made.get(key)
        if found is None:
            compiled = self.compiled
            place, via, plus2, own, bonus, envoy = key
            cards = tuple([compiled.cards[compiled.permissions[index].card].name for index in via])
            name = compiled.places[place].name
            action = Influence(name, own[::-1], bonus[::-1], plus2, cards, envoy)
            found = self.made[key] = Placement(action, key)
        return found


def _by_total(dice: Dice) -> dict[int, list[Dice]]:
    """List the different parts of a handful by their totals."""
    parts: list[Dice] = [()]
    for value in sorted({*dice}):
        for part in [*parts]:
            for count in range(1, dice.count(value) + 1):
                parts.append(part + (value,) * count)
    found: dict[int, list[Dice]] = {}
    for part in parts:
        found.setdefault(sum(part), []).append(part)
    return found


def _totals(mine: dict[int, list[Dice]], white: dict[int, list[Dice]]) -> dict[int, list[tuple[int, int]]]:
    """List the totals of parts of two handfuls, each with the sums that make it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for one in mine:
        for other in white:
            found.setdefault(one + other, []).append((one, other))
    return found


# ------
# What helps a player, and what is open to them now.


def token_values(state: State, who: int) -> tuple[int, ...]:
    """List what a "+2" token may count as for a player: 2, unless a card says otherwise."""
    if "token_values" in state.players[who].effects.permissions:
        permissions = granted(state, who, "token_values")
        if permissions:
            return tuple(
                sorted({value for permission in permissions for value in numbers_of(state, permission, who)})
            )
    worth = state.compiled.stat["plus2_value"]
    if worth not in state.compiled.changed:
        return USUAL_TOKEN
    value = stat(state, worth, who, TOKEN)
    return (value,) if value > 0 else ()


def usable(state: State, who: int) -> list[Permission]:
    """List the permissions that open placements, are not used up and can be paid."""
    player, found = state.players[who], list["Permission"]()
    spent, permissions = player.spent, player.effects.permissions
    for kind in INFLUENCING:
        if kind in permissions and not is_forbidden(state, who, kind):
            for permission in permissions[kind]:
                if not spent[permission.uses] >> permission.index & 1 and (
                    not permission.prices or _payable(state, who, permission.prices)
                ):
                    found.append(permission)
    return found


def _payable(state: State, who: int, prices: Iterable[Counts]) -> bool:
    """Return whether a player can pay one of several prices."""
    return any(can_pay(state, who, price) for price in prices)


def prices_of(state: State, permission: Permission, who: int, place: int) -> Iterable[Counts]:
    """List the ways to pay for a permission where dice are about to be put; none if it costs nothing."""
    if permission.priced is None:
        return permission.prices
    return permission.priced(state, [0, 0, who, place])


def has_price(permission: Permission) -> bool:
    """Return whether a permission costs something."""
    return permission.priced is not None or bool(permission.prices)


def can_afford(state: State, permission: Permission, who: int, place: int) -> bool:
    """Return whether a player can pay for a permission where dice are about to be put."""
    return not has_price(permission) or _payable(state, who, prices_of(state, permission, who, place))


def allows(state: State, permission: Permission, who: int, place: int) -> bool:
    """Return whether a permission holds where dice are about to be put."""
    return permission.test is None or permission.test(state, [0, 0, who, place])


def _with_numbers(state: State, who: int, permissions: list[Permission]) -> _Permits:
    """Name permissions by their numbers, with what they are about now."""
    return tuple([(permission.index, numbers_of(state, permission, who)) for permission in permissions])


class Menus:
    """The ways to place dice, for one rule set."""

    def __init__(self, compiled: CompiledRules) -> None:
        self.plus2 = compiled.resource["plus2"]
        self.envoy = compiled.resource["envoy"]
        self.per_group = compiled.switches.get("plus2_limit") == "per_group"
        self.worth, self.rank = compiled.stat["plus2_value"], compiled.stat["rank"]
        self.room = compiled.stat["places_at"]
        self.reaches = Reaches(compiled)
        # Bonus dice alone influence nobody.
        self.without_dice = Menu(())

    def menu(self, state: State, who: int, refused: int = 0) -> Menu:
        """List what a player may do; `refused` are the places that a card has just closed to them."""
        player, compiled, reaches = state.players[who], state.compiled, self.reaches
        dice = player.dice
        if not dice.own:
            return self.without_dice
        stock, effects = player.stock, player.effects
        token = stock[self.plus2] and (self.per_group or not player.plus2_used)
        envoy = stock[self.envoy] > 0
        permitting = state.permitting
        if permitting and FORBIDDEN in permitting:
            token = token and not is_forbidden(state, who, "plus2")
            envoy = envoy and not is_forbidden(state, who, "envoy")
            dice = handful(dice.own, ()) if is_forbidden(state, who, "bonus_die") else dice
        permissions = usable(state, who) if effects.permissions else None
        closed = refused | closed_to(state, who) if permitting and CLOSED in permitting else refused
        taken = full_places(state, who) if self.room in state.changing else state.taken
        ranks = ranks_for(state, who) if self.rank in state.changing else ()
        # Everything that the placements depend on, and nothing else: the board is looked at afterwards. Few
        # players have more than a token, so the usual two cases are at hand.
        aid = reaches.with_token if token else reaches.alone
        odd = token and (self.worth in state.changing or "token_values" in permitting)
        if odd or permissions or effects.places or ranks:
            tokens = token_values(state, who) if odd else aid.help[0]
            known = _with_numbers(state, who, permissions) if permissions else ()
            help_ = tokens, known, effects.places, ranks
            aid = reaches.aids.get(help_) or reaches.aid(help_)
        reach = aid.reaches.get(dice) or self._reach(state, aid, dice)
        # Only the places that these dice reach count, so that most boards share a menu. The key is one number
        # for two bit sets and a flag: hashing a tuple of them would cost more than all the rest.
        bits = reach.bits
        board = taken & bits
        if closed or envoy:
            width = bits.bit_length()
            board |= (closed & bits) << width | int(envoy) << 2 * width
        menu = reach.menus.get(board) or reaches.menu(reach, board, taken, closed, envoy=envoy)
        if not permissions:
            return menu
        if any(permission.test is not None or has_price(permission) for permission in permissions):
            menu = _tested(state, who, menu)
        alike = compiled.has_copies and len(permissions) > 1 and _share_a_card(compiled, permissions)
        return _once_each(menu) if alike else menu

    def _reach(self, state: State, aid: Aid, dice: Handful) -> Reach:
        """Compute what a handful reaches, if that can be listed."""
        try:
            return self.reaches.of(aid, dice)
        except TooManyWays:
            most = state.compiled.limits.options
            message = f"The content lets a handful of dice be placed in over {most:,} ways"
            raise runaway(state, "engine.choice", message) from None


def _tested(state: State, who: int, menu: Menu) -> Menu:
    """Leave out the placements whose permissions do not hold there, or cannot be paid together."""
    known = state.compiled.permissions
    charge_work(state, len(menu.placements))

    def is_open(placement: Placement) -> bool:
        if not placement.via:
            return True
        via = [known[index] for index in placement.via]
        if not all(allows(state, permission, who, placement.place) for permission in via):
            return False
        prices = [[*prices_of(state, one, who, placement.place)] for one in via if has_price(one)]
        return not prices or _payable(state, who, _together(prices))

    return Menu(tuple(filter(is_open, menu.placements)))


def _share_a_card(compiled: CompiledRules, permissions: list[Permission]) -> bool:
    """Return whether two permissions are of one card or of copies of it, so that actions may be equal."""
    # Actions name the card that helps, so only those can be; to compare all actions is expensive.
    return len({compiled.cards[permission.card].name for permission in permissions}) < len(permissions)


def _once_each(menu: Menu) -> Menu:
    """Leave out the placements that differ only in which copy of a card helps: the first one does."""
    found: dict[Influence, Placement] = {}
    for placement in menu.placements:
        found.setdefault(placement.action, placement)
    return Menu(tuple(found.values()))


def _together(prices: list[list[Counts]]) -> Iterable[Counts]:
    """List what the prices of one permission, or of two, come to together."""
    first, *others = prices
    return (merge(one, other) for one in first for other in others[0]) if others else first
