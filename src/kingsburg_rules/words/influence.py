"""What a handful of dice can reach: the placements, worked out once for each handful and kept.

The legal ways to influence depend only on the dice (as counts), on what may be added to them (a "+2" token,
permissions such as the Market's shift), on the places taken and on the envoy. `Reach` lists the placements of
one handful; `Reach.menu` picks those open on a board. Dice of one colour and value are the same die.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.engine.actions import PASS, AnyAction, Influence
from kingsburg_rules.engine.events import DiceMoved, Passed, Rewarded
from kingsburg_rules.engine.loop import call, once_more, pose
from kingsburg_rules.engine.resources import give_bag, take
from kingsburg_rules.engine.rewards import board_place, reward_program
from kingsburg_rules.engine.state import FORCED, REWARD_ONLY, Ask
from kingsburg_rules.engine.table import FIRST, ME, NOBODY, PC, PROGRAM, UNLIMITED
from kingsburg_rules.engine.windows import heard_of, mark_spent, open_window
from kingsburg_rules.words.dice import add_group
from kingsburg_rules.words.registry import GROUPS, STEPS, TESTS, Step, TestWord, of
from kingsburg_rules.words.shapes import Integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kingsburg_rules.engine.kits import Kit
    from kingsburg_rules.engine.state import Group, Player, State
    from kingsburg_rules.engine.table import Frame, Op, Permission, Table, Test
    from kingsburg_rules.words.emitter import Emitter


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


# ------
# Step b of a productive season: players influence advisors in turns until all have passed (R01-R16).


USUAL_TOKEN = (2,)


def token_values(kit: Kit) -> tuple[int, ...]:
    """List what a "+2" token may count as: 2, unless a card says otherwise."""
    permissions = kit.permissions.get("token_values")
    if permissions is None:
        return USUAL_TOKEN
    return tuple(sorted({value for permission in permissions for value in permission.values}))


def _usable(player: Player) -> tuple[int, ...]:
    """List the permissions that open placements and are not used up."""
    spent, permissions = player.spent, player.kit.permissions
    kinds = [kind for kind in INFLUENCING if kind in permissions]
    if not kinds:
        return ()
    return tuple(
        permission.index
        for kind in kinds
        for permission in permissions[kind]
        if not spent[permission.uses] >> permission.index & 1
    )


def closed_to(state: State, who: int) -> int:
    """Find the places that cards in force close to a player, as a bit set."""
    closed = 0
    general = state.kit.permissions
    for permission in general.get("close_ranks", ()):
        for rank in permission.values:
            closed |= sum(1 << place for place in state.table.ranks.get(rank, ()))
    if not state.marks:
        return closed
    for permission in general.get("marked_only", ()):
        marked, mine = _marked(state, permission.card, who)
        closed |= marked & ~mine
    for seat, player in enumerate(state.players):
        for permission in player.kit.permissions.get("mine_alone", ()) if seat != who else ():
            closed |= _marked(state, permission.card, seat)[1]
    return closed


def _marked(state: State, card: int, who: int) -> tuple[int, int]:
    """Find the places with markers of a card, and those with a marker of one player, as bit sets.

    The places of one card are one place (F50).
    """
    marked = mine = 0
    for by, place, seat in state.marks:
        if by == card:
            owner = state.table.places[place].card
            places = sum(1 << p.index for p in state.table.places if p.card == owner)
            marked |= places
            mine |= places if seat == who else 0
    return marked, mine


@STEPS.add("influence")
@frozen(eq=False, repr=False)
class InfluenceStep(Step):
    """In turn order each player influences one advisor or passes, again and again, until all have passed."""

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("dice.assigned", "advisor.influenced", "influence.passed")
    brings: ClassVar[tuple[str, ...]] = (GROUPS,)

    def emit(self, e: Emitter) -> None:
        """Compile to a loop of questions."""
        passed, position = e.hidden(), e.hidden()
        round_ = Round(e, passed, position, self.at)

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[passed] = frame[position] = 0
            return False

        e.op(begin)
        e.op(round_.ask)


class Menus:
    """What players may do with their dice, for one rule set."""

    def __init__(self, table: Table) -> None:
        self.plus2 = table.resource["plus2"]
        self.envoy = table.resource["envoy"]
        self.per_group = table.switches.get("plus2_limit") == "per_group"
        self.reaches = Reaches(table)

    def menu(self, state: State, who: int) -> Menu:
        """List what a player may do."""
        player = state.players[who]
        token = player.stock[self.plus2] and (self.per_group or not player.plus2_used)
        kit = player.kit
        usable: tuple[int, ...] = ()
        values: tuple[int, ...] = ()
        if kit.permissions:
            usable = _usable(player)
            values = token_values(kit) if token else ()
        elif token:
            values = USUAL_TOKEN
        handful = (player.own, player.bonus, values, usable, kit.places)
        closed = closed_to(state, who) if state.kit.permissions or state.marks else 0
        envoy = player.stock[self.envoy] > 0
        return self.reaches.of(handful).menu(state.taken, closed, envoy=envoy)


class Round(Menus):
    """The question that an influence round asks, with all it needs to know of the rule set."""

    def __init__(self, e: Emitter, passed: int, position: int, at: str) -> None:
        super().__init__(e.table)
        self.passed = passed
        self.position = position
        self.source = e.source
        self.event = e.names.event("advisor.influenced", at)
        self.assigned = e.names.event("dice.assigned", at)
        self.declined = e.names.event("influence.passed", at)

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask the next player who has not passed; go on when all have."""
        order = state.order
        everybody = (1 << len(order)) - 1
        while frame[self.passed] != everybody:
            position = frame[self.position]
            who = order[position]
            if not frame[self.passed] >> who & 1:
                menu = self.menu(state, who)
                if menu.placements or not state.automated(who, FORCED):
                    frame[ME] = who
                    return pose(state, frame, self.question(who, menu))
                frame[self.position] = (position + 1) % len(order)
                if self.pass_(state, frame, who):
                    once_more(frame)
                    return True
            else:
                frame[self.position] = (position + 1) % len(order)
        frame[ME] = NOBODY
        return False

    def question(self, who: int, menu: Menu) -> Ask:
        """Make the question."""

        def proceed(state: State, frame: Frame, k: int) -> None:
            once_more(frame)
            position = frame[self.position]
            frame[self.position] = (position + 1) % len(state.order)
            if k == len(menu.placements):
                self.pass_(state, frame, who)
            else:
                self.place(state, who, menu.placements[k])

        return Ask(who, "influence", self.source, menu.options, proceed)

    def pass_(self, state: State, frame: Frame, who: int) -> bool:
        """Pass; that is final for the season (R15). True when a card may react."""
        frame[self.passed] |= 1 << who
        if state.notes is not None:
            state.notes.append(Passed(state.setup.players[who], "influence"))
        heard = self.declined in state.heard or state.ends >> self.declined & 1
        return bool(heard) and open_window(state, self.declined, who)

    def place(self, state: State, who: int, placement: Placement) -> None:
        """Put the dice on the advisor, using up the token, the permission and the envoy if they help."""
        player = state.players[who]
        player.own = without(player.own, placement.own)
        if placement.bonus:
            player.bonus = without(player.bonus, placement.bonus)
        if placement.plus2:
            take(state, who, self.plus2, 1, self.source)
            player.plus2_used += 1
        via = placement.via
        if via != NOBODY:
            uses = state.table.permissions[via].uses
            if uses != UNLIMITED:
                mark_spent(state, who, via, uses)
        if placement.envoy:
            take(state, who, self.envoy, 1, self.source)
        add_group(
            state,
            (
                placement.place,
                who,
                placement.own,
                placement.bonus,
                placement.plus2,
                via,
                int(placement.envoy),
            ),
        )
        if self.event in state.heard or state.ends >> self.event & 1:
            open_window(state, self.event, who, (placement.place,))
        if self.assigned in state.heard or state.ends >> self.assigned & 1:
            open_window(state, self.assigned, who, (placement.place,))


@STEPS.add("move_dice")
@frozen(eq=False, repr=False)
class MoveDice(Step):
    """Move the dice from the highest-ranked advisor the player influenced to the advisor of a rank (F39)."""

    opens: ClassVar[tuple[str, ...]] = ("advisor.influenced",)
    looks_at: ClassVar[str] = GROUPS

    to_rank: int = field(metadata=of(Integer(1), "The rank."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        rank, influenced = self.to_rank, e.names.event("advisor.influenced", self.at)

        def move(state: State, frame: Frame) -> bool:
            who = frame[ME]
            place = board_place(state, rank)
            group = highest_group(state, who)
            if group is None or place == NOBODY:
                return False
            state.groups = tuple(other for other in state.groups if other is not group)
            state.taken = sum({1 << other[0] for other in state.groups})
            if state.notes is not None:
                places, names = state.table.places, state.setup.players
                from_, to = places[group[0]].name, places[place].name
                state.notes.append(DiceMoved(names[who], from_, to, group[2], group[3], group[4]))
            state.groups = (*state.groups, (place, *group[1:]))
            state.taken |= 1 << place
            return open_window(state, influenced, who, (place,))

        e.op(move)


@TESTS.add("can_move_to", inline="rank")
@frozen(eq=False, repr=False)
class CanMoveTo(TestWord):
    """The advisor of a rank is free and open to the player, who has dice elsewhere."""

    rank: int = field(metadata=of(Integer(1), "The rank."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        rank = self.rank

        def check(state: State, frame: Frame) -> bool:
            who = frame[ME]
            place = board_place(state, rank)
            shut = place == NOBODY or (state.taken | closed_to(state, who)) >> place & 1
            return not shut and highest_group(state, who) is not None

        return check


def highest_group(state: State, who: int) -> Group | None:
    """Find the dice of a player on the highest-ranked advisor he influenced."""
    places = state.table.places
    mine = [group for group in state.groups if group[1] == who and group[6] != REWARD_ONLY]
    return max(mine, key=lambda group: (places[group[0]].rank, -group[0])) if mine else None


# ------
# Step c of a productive season: advisors reward who influenced them, the lowest rank first (R22-R32).


@STEPS.add("rewards")
@frozen(eq=False, repr=False)
class RewardsStep(Step):
    """Every advisor rewards those who influenced him, in ascending order of rank, on one rank in turn order.

    A group that the envoy brought is rewarded like any other. Neutral dice get nothing.
    """

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("rewards.start", "advisor.rewarded")

    def emit(self, e: Emitter) -> None:
        """Compile to a loop over the groups of dice."""
        position = e.hidden()
        rewarded = e.names.event("advisor.rewarded", self.at)

        def begin(state: State, frame: Frame) -> bool:
            frame[position] = 0
            state.groups = tuple(sorted(state.groups, key=_place_in_line(state)))
            return False

        opening = e.names.event("rewards.start", self.at)
        e.op(lambda state, frame: open_window(state, opening))
        e.op(begin)
        start = e.here()
        step = e.op(begin)
        e.op(_after_reward(position, rewarded, start))
        e.code[step] = _next_reward(position, rewarded, e.here())


def _place_in_line(state: State) -> Callable[[Group], int]:
    """Rank, then turn order, then the board before a card of one's own (F38), for copied rewards, too.

    One number says it all: seats are few, and this runs for every group of dice.
    """
    turn = {seat: at for at, seat in enumerate(state.order)}
    places, private = state.table.places, state.table.private

    def position(group: Group) -> int:
        place = group[0]
        return places[place].rank * 100 + turn.get(group[1], -1) * 2 + (private >> place & 1)

    return position


def _next_reward(position: int, rewarded: int, end: int) -> Op:
    """Reward the next group. If somebody listens, what the player holds now is kept behind the variables."""

    def step(state: State, frame: Frame) -> bool:
        groups = state.groups
        while frame[position] < len(groups):
            group = groups[frame[position]]
            frame[position] += 1
            who = group[1]
            if who < 0:
                continue
            place = state.table.places[group[0]]
            if state.notes is not None:
                state.notes.append(Rewarded(state.setup.players[who], place.name))
            program = reward_program(state, group[0])
            if group[6] != REWARD_ONLY and heard_of(state, rewarded, who):
                frame[ME] = who
                frame.extend(state.players[who].stock)
            elif program.flat is not None:
                give_bag(state, who, program.flat, program.source)
                continue
            return call(state, program, who)
        frame[ME] = NOBODY
        frame[PC] = end
        state.groups = tuple(group for group in groups if group[6] != REWARD_ONLY)
        return False

    return step


def _after_reward(position: int, rewarded: int, start: int) -> Op:
    def after(state: State, frame: Frame) -> bool:
        frame[PC] = start
        variables = FIRST + len(state.table.programs[frame[PROGRAM]].blank)
        if len(frame) == variables:
            return False
        who = frame[ME]
        before = frame[variables:]
        del frame[variables:]
        held = state.players[who].stock
        gained = tuple(max(0, now - then) for now, then in zip(held, before, strict=True))
        place = state.groups[frame[position] - 1][0]
        return open_window(state, rewarded, who, (place, *gained))

    return after
