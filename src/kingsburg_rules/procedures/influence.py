"""Step b of a productive season: players influence advisors in turns until all have passed (R01-R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.events import DiceMoved, Passed
from kingsburg_rules.engine.loop import once_more, pose
from kingsburg_rules.engine.resources import take
from kingsburg_rules.engine.rewards import board_place
from kingsburg_rules.engine.state import FORCED, REWARD_ONLY, Ask
from kingsburg_rules.engine.table import ME, NOBODY, UNLIMITED
from kingsburg_rules.engine.windows import mark_spent, open_window
from kingsburg_rules.language.registry import GROUPS, STEPS, TESTS, Step, TestWord, of
from kingsburg_rules.language.shapes import Integer
from kingsburg_rules.procedures.dice import add_group
from kingsburg_rules.procedures.reach import INFLUENCING, Reaches, without

if TYPE_CHECKING:
    from kingsburg_rules.engine.kits import Kit
    from kingsburg_rules.engine.state import Group, Player, State
    from kingsburg_rules.engine.table import Frame, Table, Test
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.procedures.reach import Menu, Placement


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
