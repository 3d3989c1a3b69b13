"""What a handful of dice can reach: the placements, computed once for each handful and cached.

The legal ways to influence depend only on the dice (as counts), on what may be added to them (a "+2" token,
permissions such as the Market's shift), on the places taken and on the envoy. `Reach` lists the placements of
one handful; `Reach.menu` picks those open on a board. Dice of one color and value are the same die.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve

from kingsburg_rules.engine.actions import PASS, AnyAction, Influence
from kingsburg_rules.engine.compiled_rules import FIRST, ME, MOST_SEATS, NOBODY, PC, UNLIMITED, CompiledRules
from kingsburg_rules.engine.dice import unlock_missing, without
from kingsburg_rules.engine.events import DiceMoved, Passed, Rewarded
from kingsburg_rules.engine.loop import ask_player, call, charge_work, repeat_operation, runaway
from kingsburg_rules.engine.state import FORCED, REWARD_ONLY, Ask, Group, handful, new_group
from kingsburg_rules.engine.stats import (
    CLOSED,
    FORBIDDEN,
    closed_to,
    full_places,
    granted,
    is_forbidden,
    numbers_of,
    rank_of,
    ranks_for,
    stat,
)
from kingsburg_rules.engine.stock import can_pay, give, take
from kingsburg_rules.engine.windows import NEUTRAL, heeds_gains, mark_spent, open_later, open_window
from kingsburg_rules.engine.zones import reward_program
from kingsburg_rules.language.bags import merge
from kingsburg_rules.language.dice import influenced
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant
from kingsburg_rules.language.queries import PLACE_QUERY, WHO, Places, Players, each, seats_of, values_for
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.resources import pay_actions
from kingsburg_rules.language.shapes import Flag
from kingsburg_rules.language.values import A_GROUP, A_PLACE, VALUE, Value
from kingsburg_rules.language.verbs import MOMENTS, TURN_END, Verb
from kingsburg_rules.language.vocabulary import DICE, GROUP, GROUPS, PLACE, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.engine.compiled_rules import Automaton, Frame, Number, Op, Permission
    from kingsburg_rules.engine.state import Handful, State
    from kingsburg_rules.language.bags import Counts
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.queries import Scope
    from kingsburg_rules.language.registry import Find


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
    """The options of a player now: placements, and then usually to pass."""

    __slots__ = ("options", "placements")

    def __init__(self, placements: tuple[Placement, ...], last: tuple[AnyAction, ...] = (PASS,)) -> None:
        options: list[AnyAction] = []
        for placement in placements:
            options.append(placement.action)
        self.placements = placements
        self.options: tuple[AnyAction, ...] = (*options, *last)


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
    """What helps players to place dice, and what handfuls of dice reach with it."""

    __slots__ = ("help", "reaches")

    def __init__(self, help_: _Help) -> None:
        self.help = help_
        self.reaches: dict[Handful, Reach] = {}


class Reaches:
    """What every handful so far reaches, for one rule set; equal placements are one object.

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


def _contains(dice: Dice, part: Dice) -> bool:
    """Return whether a handful has all of some dice."""
    left = list(dice)
    for value in part:
        if value not in left:
            return False
        left.remove(value)
    return True


# ------
# Step b of a productive season: players influence advisors in turns until all have passed (R01-R16).


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


@STEPS.add("influence")
@node
class InfluenceStep(Step):
    """Let each player, in turn order, influence an advisor or pass, round by round, until all have passed.

    They use the dice in their hands; `put_dice` brings others there. The keys make a smaller round of it, at
    any time.
    """

    asks = ("influence",)
    edges = EdgeCases(
        impossible="Players whose dice fit no advisor pass, which is final for the season.",
        no_player="If nobody takes part, nothing happens.",
        zero="Players who may place no group are not asked.",
    )
    opens = ("before.place_dice", "after.place_dice", "after.influence", "influence.passed", TURN_END)
    brings = (GROUPS,)

    players: Players | None = key(WHO, "Who takes part; by default, all players.", default=None)
    places: Places | None = key(
        PLACE_QUERY, "The advisors that may be influenced; by default, all that are open.", default=None
    )
    times: Value | None = key(
        VALUE, "How many groups each of them may place at most; by default, any number.", default=None
    )


@compiles(InfluenceStep)
def _emit_influence_step(word: InfluenceStep, e: Emitter) -> None:
    """Compile to a loop: ask, charge for a permission, let cards react, put the dice there."""
    round_ = Round(e)
    if word.times is not None:
        round_.left = e.hidden(MOST_SEATS)
    if word.places is not None:
        with each(e, PLAYER, word.at) as scope:
            round_.closed = _all_but(word.places.find(e), scope)

    def begin(_: State, frame: Frame) -> None:
        frame[round_.passed] = frame[round_.position] = frame[round_.refused] = frame[round_.at_work] = 0
        frame[round_.over], frame[round_.before] = NOBODY, frame[ME]

    e.op(begin)
    if word.players is not None or word.times is not None:
        e.op(_limit(word, e, round_))
    round_.start = e.here()
    if round_.ends_turns:
        e.op(round_.end_turn)
    e.op(round_.ask)
    # One bit for each seat that has passed; when all bits are set, the round is over.
    with e.only_if(lambda state, frame: frame[round_.passed] != (1 << len(state.order)) - 1):
        e.op(round_.charge)
        e.op(round_.announce)
        e.op(round_.put)


def _all_but(find: Find, scope: Scope) -> Number:
    """Compile all places but those that a query finds for a player, to a bit set."""

    def closed(state: State, frame: Frame) -> int:
        inner, open_ = scope.of(state, frame, 1), 0
        for place in find(state, inner):
            open_ |= 1 << place
        return ~open_

    return closed


def _limit(word: InfluenceStep, e: Emitter, round_: Round) -> Op:
    """Compile who takes part, and how many groups each may place; for all others it is over at once."""
    seats, left = None if word.players is None else seats_of(word.players, e), round_.left
    with each(e, PLAYER, word.at) as scope:
        times = constant(1) if word.times is None else e.number(word.times)

    def limit(state: State, frame: Frame) -> None:
        everybody = (1 << len(state.players)) - 1
        frame[round_.passed] = 0 if seats is None else everybody & ~seats(state, frame)
        inner = scope.of(state, frame, len(state.players))
        for who in range(len(state.players)):
            (most,) = values_for(state, inner, scope, (who,), times)
            frame[round_.passed] |= int(most <= 0) << who
            if left >= 0:
                frame[left + who] = most

    return limit


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
        if FORBIDDEN in state.permitting:
            token = token and not is_forbidden(state, who, "plus2")
            envoy = envoy and not is_forbidden(state, who, "envoy")
            dice = handful(dice.own, ()) if is_forbidden(state, who, "bonus_die") else dice
        permissions = usable(state, who) if effects.permissions else []
        closed = refused | closed_to(state, who) if CLOSED in state.permitting else refused
        taken = full_places(state, who) if self.room in state.changing else state.taken
        ranks = ranks_for(state, who) if self.rank in state.changing else ()
        # Everything that the placements depend on, and nothing else: the board is looked at afterwards. Few
        # players have more than a token, so the usual two cases are at hand.
        aid = reaches.with_token if token else reaches.alone
        odd = token and (self.worth in state.changing or "token_values" in state.permitting)
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


class Round(Menus):
    """The loop of an influence round, with all it needs to know of the rule set.

    What was chosen is kept in variables: the place (and, behind it, whether a card prevents it), which a card
    may change, then the details: own dice, bonus dice, what a token adds, two permissions, and whether the
    envoy is sent. `charged` counts the permissions that are paid, and `paid` has what was paid for them.
    `over` is the player whose turn has just ended, until the next one is asked. `left` counts for each player
    how many groups they may still place, `closed` are the advisors that are not in this round, and `before`
    keeps who was at work when it began.
    """

    def __init__(self, e: Emitter) -> None:
        super().__init__(e.compiled)
        self.passed, self.position, self.refused = e.hidden(), e.hidden(), e.hidden()
        self.chosen = e.hidden(2)
        self.details, self.charged, self.over = e.hidden(6), e.hidden(), e.hidden()
        self.ends_turns = e.names.may_have_listeners(_TURN_END)
        self.paid, self.resources = e.hidden(len(e.compiled.resources)), len(e.compiled.resources)
        self.source = e.source
        self.at_work, self.before = e.hidden(), e.hidden()
        self.start = 0
        self.left = NOBODY
        self.closed: Number | None = None

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask the next player who has not passed; go on when all have."""
        order = state.order
        everybody = (1 << len(order)) - 1
        while frame[self.passed] != everybody:
            passed, position = frame[self.passed], frame[self.position]
            if frame[self.over] >= 0:
                frame[self.over], frame[self.refused] = NOBODY, 0
                position = (position + 1) % len(order)
            while passed >> order[position] & 1:
                position = (position + 1) % len(order)
            frame[self.position], who = position, order[position]
            if state.compiled.automata and (automaton := state.automaton(who)) is not None:
                if self._let_play(state, frame, who, automaton):
                    return True
                continue
            refused = frame[self.refused]
            if self.closed is not None:
                frame[ME] = who
                refused |= self.closed(state, frame)
            menu = self.menu(state, who, refused)
            if menu.placements or not state.setup.automation[who] & FORCED:
                frame[ME] = who
                ask = Ask(who, "influence", self.source, menu.options, partial(self.carry_out, menu))
                state.asks, state.given = (ask,), (-1,)
                return True
            if self.pass_(state, frame, who) or self.ends_turns:
                frame[PC] = self.start
                return True
        frame[ME] = frame[self.before]
        return False

    def _let_play(self, state: State, frame: Frame, who: int, automaton: Automaton) -> bool:
        """Let the cards act for a seat without a player, which has passed if that places no dice.

        True if something is to be done before the next player is asked.
        """
        turn, placed = automaton.turns.get("influence"), sum(group.seat == who for group in state.groups)
        frame[ME] = who
        if turn is not None and not frame[self.at_work]:
            frame[self.at_work], frame[PC] = 1 + placed, self.start
            return call(state, turn, who)
        done = placed >= frame[self.at_work] > 0
        if done:
            self.count(frame, who)
        frame[self.at_work], frame[self.over] = 0, who
        if not (done or self.pass_(state, frame, who) or self.ends_turns):
            return False
        frame[PC] = self.start
        return True

    def end_turn(self, state: State, frame: Frame) -> bool:
        """Open the moment at the end of the turn that is over, if one is."""
        who = frame[self.over]
        return who >= 0 and open_window(state, _TURN_END, who)

    def count(self, frame: Frame, who: int) -> None:
        """Count a group that was placed; after the last one, the round is over for its player."""
        if self.left >= 0:
            frame[self.left + who] -= 1
            frame[self.passed] |= int(frame[self.left + who] <= 0) << who

    def carry_out(self, menu: Menu, state: State, frame: Frame, k: int) -> None:
        """Carry out an answer, whoever gives it."""
        if k == len(menu.placements):
            # The question comes again for the next player.
            frame[PC] = self.start
            self.pass_(state, frame, frame[ME])
            return
        placement = menu.placements[k]
        if placement.via or _BEFORE in state.listeners:
            self.choose(frame, placement)
        else:  # the usual case: nobody objects, and nothing is paid
            frame[PC] = self.start
            self.place(state, frame, placement)

    def pass_(self, state: State, frame: Frame, who: int) -> bool:
        """Pass; that is final for the season (R15). True when a card may react."""
        frame[self.passed] |= 1 << who
        frame[self.over] = who
        if state.event_log is not None:
            state.event_log.append(Passed(state.setup.players[who], "influence"))
        return _PASSED in state.listeners and open_window(state, _PASSED, who)

    def choose(self, frame: Frame, placement: Placement) -> None:
        """Keep what was chosen."""
        first, second = (*placement.via, NOBODY, NOBODY)[:MOST_VIA]
        frame[self.chosen : self.chosen + 2] = [placement.place, 0]
        frame[self.charged] = 0
        frame[self.paid : self.paid + self.resources] = [0] * self.resources
        frame[self.details : self.details + 6] = [
            as_number(placement.own),
            as_number(placement.bonus),
            placement.plus2,
            first,
            second,
            int(placement.envoy),
        ]

    def announce(self, state: State, frame: Frame) -> bool:
        """Open the moment before it, in which cards may prevent it or send the dice elsewhere."""
        place, prevented = frame[self.chosen : self.chosen + 2]
        if prevented or _BEFORE not in state.listeners:
            return False
        # If a card prevents it, the player chooses again, but not this place.
        frame[self.refused] |= 1 << place
        return open_window(state, _BEFORE, frame[ME], (place,), back=self.chosen)

    def charge(self, state: State, frame: Frame) -> bool:
        """Charge for the permissions, one price for each. What can no longer be paid is refused."""
        while frame[self.charged] < MOST_VIA and not frame[self.chosen + 1]:
            via, who, place = frame[self.details + 3 + frame[self.charged]], frame[ME], frame[self.chosen]
            permission = state.compiled.permissions[via] if via >= 0 else None
            if permission is not None and has_price(permission):
                prices = prices_of(state, permission, who, place)
                bags = tuple(bag for bag in prices if can_pay(state, who, bag))
                if bags:
                    return self._ask_price(state, frame, bags)
                frame[self.chosen + 1] = 1
            frame[self.charged] += 1
        return False

    def _ask_price(self, state: State, frame: Frame, bags: tuple[Counts, ...]) -> bool:
        who, source = frame[ME], self.source

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            take(asked, who, bags[k], source)
            for resource, amount in bags[k]:
                asking[self.paid + resource] += amount
            asking[self.charged] += 1
            repeat_operation(asking)

        return ask_player(state, frame, Ask(who, "pay", source, pay_actions(state.compiled, bags), on_answer))

    def put(self, state: State, frame: Frame) -> bool:
        """Place the dice, using up the token, the permissions and the envoy that help; then ask again."""
        frame[PC] = self.start
        who, (place, prevented) = frame[ME], frame[self.chosen : self.chosen + 2]
        # The player is asked again: `refused` keeps them from what a card prevents each time.
        if prevented or place < 0:
            self._give_back(state, frame)
            return True
        own, bonus, plus2, first, second, envoy = frame[self.details : self.details + 6]
        via = tuple(index for index in (first, second) if index >= 0)
        placement = self.reaches.placement((place, via, plus2, as_dice(own), as_dice(bonus), envoy > 0))
        if not self._has(state, who, placement):
            self._give_back(state, frame)
            return True
        for index in reversed(via):
            permission = state.compiled.permissions[index]
            if permission.uses != UNLIMITED:
                mark_spent(state, who, index, permission.uses)
            # The first window to be put on the stack is served last: when the dice are there.
            open_later(state, state.compiled.ability_used, who, (permission.card,))
        self.place(state, frame, placement)
        return True

    def _give_back(self, state: State, frame: Frame) -> None:
        """Give back what was paid for permissions: no dice are placed with them."""
        paid = enumerate(frame[self.paid : self.paid + self.resources])
        give(state, frame[ME], tuple((resource, amount) for resource, amount in paid if amount), self.source)

    def _has(self, state: State, who: int, wanted: Placement) -> bool:
        """Return whether a player still has what they chose to use: what came before may have changed it."""
        player = state.players[who]
        return (
            _contains(player.dice.own, wanted.own)
            and _contains(player.dice.bonus, wanted.bonus)
            and player.stock[self.plus2] >= bool(wanted.plus2)
            and player.stock[self.envoy] >= wanted.envoy
        )

    def place(self, state: State, frame: Frame, placement: Placement) -> None:
        """Put dice on an advisor, let the cards react, and go on to the next player."""
        who, place, own, bonus = frame[ME], placement.place, placement.own, placement.bonus
        player = state.players[who]
        player.dice = without(player.dice, own, bonus)
        if player.locked:
            unlock_missing(player)
        if placement.plus2:
            take(state, who, ((self.plus2, 1),), self.source)
            player.plus2_used += 1
        if placement.envoy:
            take(state, who, ((self.envoy, 1),), self.source)
        group = (place, who, own, bonus, placement.plus2, placement.via, int(placement.envoy))
        state.groups = (*state.groups, new_group(Group, group))
        state.taken |= placement.bit
        if state.event_log is not None:
            state.event_log.append(influenced(state, state.groups[-1]))
        if self.left >= 0:
            self.count(frame, who)
        frame[self.over] = who
        # The dice have been put before anything is influenced, so that is served first.
        if _INFLUENCED in state.listeners:
            open_later(state, _INFLUENCED, who, (place,))
        if _AFTER in state.listeners:
            open_later(state, _AFTER, who, (place,))


_PASSED: Final = MOMENTS["influence.passed"]
_INFLUENCED: Final = MOMENTS["after.influence"]
_TURN_END: Final = MOMENTS[TURN_END]
_BEFORE: Final = MOMENTS["before.place_dice"]
_AFTER: Final = MOMENTS["after.place_dice"]

_FACES: Final = 7


def as_number(dice: Dice) -> int:
    """Write dice as one number, for a frame."""
    number = 0
    for value in dice:
        number = number * _FACES + value
    return number


def as_dice(number: int) -> Dice:
    """Read dice from such a number."""
    dice: list[int] = []
    while number:
        number, value = divmod(number, _FACES)
        dice.append(value)
    return tuple(reversed(dice))


@STEPS.add("place_dice", inline="places")
@node
class PlaceDice(Step):
    """Influence an advisor outside the normal turn, of those that the dice of the hand fit.

    The player chooses among the ways to do so.
    """

    asks = ("influence",)
    edges = EdgeCases(
        nothing="If the dice of the hand fit none of the advisors, nothing happens.",
    )
    needs = DICE
    opens = ("before.place_dice", "after.place_dice", "after.influence")
    brings = (GROUPS,)

    places: Places = key(PLACE_QUERY, "The advisors, of those that the dice fit.")


@compiles(PlaceDice)
def _emit_place_dice(word: PlaceDice, e: Emitter) -> None:
    """Compile to a round of one player and one placement."""
    e.need_player(word)
    within = e.hidden()
    single = SinglePlacement(e, within, evolve(word.places, within=within).find(e))

    def begin(_: State, frame: Frame) -> None:
        frame[single.over], frame[single.refused] = NOBODY, 0

    e.op(begin)
    single.start = e.op(single.ask)
    with e.only_if(lambda state, frame: frame[single.over] < 0):
        e.op(single.charge)
        e.op(single.announce)
        e.op(single.put)


class SinglePlacement(Round):
    """One placement of dice, after which it is `over`; `within` are the places that they reach."""

    def __init__(self, e: Emitter, within: int, find: Find) -> None:
        super().__init__(e)
        self.within, self.find = within, find

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask where and with which dice, until some are placed."""
        if frame[self.over] >= 0:
            return False
        who, reached = frame[ME], 0
        menu = self.menu(state, who, frame[self.refused])
        for placement in menu.placements:
            reached |= placement.bit
        frame[self.within] = reached
        wanted = self.find(state, frame)
        placements = tuple([placement for placement in menu.placements if placement.place in wanted])
        if not placements:
            frame[self.over] = who
            return False
        menu = Menu(placements, ())
        ask = Ask(who, "influence", self.source, menu.options, partial(self.carry_out, menu))
        return ask_player(state, frame, ask)


@STEPS.add("move_dice")
@node
class MoveDice(Step):
    """Move a group of dice to another advisor, who is then influenced instead of the first (F39)."""

    edges = EdgeCases(nothing="Without a group of dice or an advisor, nothing happens.")
    opens = ("after.influence",)
    needs = GROUPS

    group: Value = key(A_GROUP, "Which group.")
    to: Value = key(A_PLACE, "The advisor to move it to.")


@compiles(MoveDice)
def _emit_move_dice(word: MoveDice, e: Emitter) -> None:
    which, to = e.thing(word.group, GROUP, f"{word.at}/group"), e.thing(word.to, PLACE, f"{word.at}/to")

    def move(state: State, frame: Frame) -> bool:
        number, place = which(state, frame), to(state, frame)
        if place < 0 or not 0 <= number < len(state.groups):
            return False
        group = state.groups[number]
        if state.event_log is not None and group.seat >= 0:
            places, names = state.compiled.places, state.setup.players
            from_, there = places[group.place].name, places[place].name
            state.event_log.append(
                DiceMoved(names[group.seat], from_, there, group.own, group.bonus, group.plus2)
            )
        others = tuple(other for other in state.groups if other is not group)
        state.groups = (*others, Group(place, *group[1:]))
        state.taken = sum({1 << other.place for other in state.groups})
        return open_window(state, _INFLUENCED, group.seat if group.seat >= 0 else NEUTRAL, (place,))

    e.op(move)


# ------
# Step c of a productive season: advisors reward the players who influenced them, lowest rank first (R22-R32).


@STEPS.add("rewards")
@node
class RewardsStep(Step):
    """Reward the players who influenced advisors, in ascending order of rank, then in turn order.

    A group placed with the envoy is rewarded like any other. Neutral dice get nothing.
    """

    opens = ("rewards.start", "before.reward", "after.reward")


@compiles(RewardsStep)
def _emit_rewards_step(word: RewardsStep, e: Emitter) -> None:
    position, outside = e.hidden(), e.hidden()

    def begin(state: State, frame: Frame) -> None:
        frame[position], frame[outside] = 0, frame[ME]
        # Sorted once: a card that changes the turn order now changes no reward that is already due.
        state.groups = _in_line(state)

    opening = e.names.event("rewards.start", word.at)
    if e.names.may_have_listeners(opening):
        e.op(lambda state, frame: opening in state.listeners and open_window(state, opening))
    e.op(begin)
    e.op(_next_reward(position, outside))


def _in_line(state: State) -> tuple[Group, ...]:
    """Sort the groups of dice by rank, then turn order, then the board before a card of one's own (F38).

    For copied rewards, too.
    """
    groups, places = state.groups, state.compiled.places
    printed = state.compiled.stat["rank"] not in state.changing
    line: list[tuple[int, int, int, int]] = []
    # Their numbers come last, so that groups that are equal otherwise stay as they are.
    for number, group in enumerate(groups):
        place, seat = places[group.place], group.seat
        rank = place.rank if printed else rank_of(state, seat, place.index)
        turn = state.order.index(seat) if seat >= 0 else NOBODY
        line.append((rank, turn, state.compiled.private & place.bit, number))
    line.sort()
    return tuple([groups[number] for _, _, _, number in line])


def _next_reward(position: int, outside: int) -> Op:
    """Reward one group after another; rewards that a card added do not count as influencing (F70)."""
    before, after = MOMENTS["before.reward"], MOMENTS["after.reward"]

    def reward(state: State, frame: Frame) -> bool:
        groups = state.groups
        while frame[position] < len(groups):
            group = groups[frame[position]]
            frame[position] += 1
            who = group.seat
            if who < 0:
                continue
            heard = before in state.listeners or after in state.listeners
            if group.how == REWARD_ONLY or not heard or not REWARD.has_listeners(state, who):
                dice = frame[position] - 1 if group.how != REWARD_ONLY else NOBODY
                pushed = _receive(state, who, group.place, dice)
            else:
                pushed = REWARD.do(state, who, (group.place, frame[position] - 1, NOBODY))
            # What was pushed runs first; then this operation goes on with the next group.
            if pushed:
                repeat_operation(frame)
                return True
        frame[ME] = frame[outside]
        state.groups = tuple([group for group in groups if group.how != REWARD_ONLY])
        return False

    return reward


def reward_by(state: State, who: int, place: int, cause: int = NOBODY) -> bool:
    """Reward a player for influencing, so that cards can react; `cause` is the card that does it.

    True when a frame was put on the stack.
    """
    if not REWARD.has_listeners(state, who):
        return _receive(state, who, place, NOBODY, cause)
    return REWARD.do(state, who, (place, NOBODY, cause))


def _receive(state: State, who: int, place: int, group: int, cause: int = NOBODY) -> bool:
    """Start the reward of an advisor for a player. True when a frame was put on the stack."""
    if state.event_log is not None:
        state.event_log.append(Rewarded(state.setup.players[who], state.compiled.places[place].name))
    program = reward_program(state, place) if state.tiles else state.compiled.places[place].reward
    if program.flat is not None and not (state.compiled.hears_gains and heeds_gains(state)):
        give(state, who, program.flat, program.source, state.compiled.counting)
        return False
    return call(state, program, who, (group, cause))


class Reward(Verb):
    """The reward of an advisor; afterwards, a moment reports what it brought.

    Behind the other variables is what the player gains meanwhile, and what they had before.
    """

    __slots__ = ()

    def go_on(self, state: State, frame: Frame) -> bool:
        """Reward, unless it was prevented."""
        # What was gained before the reward, at the moment before it, does not count.
        stock = state.players[frame[ME]].stock
        frame += [0] * len(stock)
        frame += stock
        return super().go_on(state, frame)

    def tell(self, state: State, frame: Frame) -> bool:
        """Open the moment after it, with what was gained."""
        now, bags = state.players[frame[ME]].stock, frame[self.stopped + 1 :]
        gained, before = bags[: len(now)], bags[len(now) :]
        received = [max(0, there - then) for there, then in zip(now, before, strict=True)]
        state.stack.pop()
        if not frame[self.stopped]:
            open_window(state, self.after, frame[ME], (*frame[FIRST : self.stopped], *gained, *received))
        return True


def _reward(state: State, frame: Frame) -> bool:
    place, group, cause = frame[FIRST : FIRST + 3]
    return place >= 0 and _receive(state, frame[ME], place, group, cause)


REWARD: Final = Reward("reward", 3, _reward)


@STEPS.add("reward", inline="place", short=True)
@node
class RewardStep(Step):
    """Gain the reward of an advisor, or of the tile there (F59). Without an advisor, nothing happens."""

    edges = EdgeCases(nothing="Without an advisor, nothing happens.")
    opens = ("before.reward", "after.reward")

    place: Value = key(A_PLACE, "Which advisor.")
    as_influence: bool = key(
        Flag(), "Whether it counts as a reward for influencing, so that other cards react.", default=False
    )


@compiles(RewardStep)
def _emit_reward_step(word: RewardStep, e: Emitter) -> None:
    e.need_player(word)
    number, heard, cause = e.thing(word.place, PLACE, word.at), word.as_influence, e.card

    def reward(state: State, frame: Frame) -> bool:
        place = number(state, frame)
        if place < 0:
            return False
        if heard:
            return reward_by(state, frame[ME], place, cause)
        return call(state, reward_program(state, place), frame[ME], (NOBODY, cause))

    e.op(reward)
