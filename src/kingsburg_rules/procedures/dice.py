"""Step a of a productive season: everybody rolls, and the order of turns follows from the totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import DiceReturned, DiceRolled, Influenced
from kingsburg_rules.engine.loop import once_more
from kingsburg_rules.engine.resources import take
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import NEUTRAL, open_window
from kingsburg_rules.language.registry import DICE, GROUPS, STEPS, Step
from kingsburg_rules.procedures.setup import tell_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.engine.state import Group, Player, State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter

OWN_DICE = 3


@STEPS.add("roll_dice")
@frozen(eq=False, repr=False)
class RollDice(Step):
    """All players roll their own dice and their bonus dice."""

    takes_turns: ClassVar[bool] = True
    brings: ClassVar[tuple[str, ...]] = (DICE,)

    def emit(self, e: Emitter) -> None:
        """Compile to two requests to chance for each player."""
        position, source = e.hidden(), e.source
        dice, bonus_die = e.names.stat("player_dice", self.at), e.names.resource("bonus_die", self.at)

        def begin(state: State, frame: Frame) -> bool:
            frame[position] = 0
            del state
            return False

        def own(state: State, frame: Frame) -> bool:
            frame[ME] = state.order[frame[position]]
            count = stat(state, dice, frame[ME], OWN_DICE)
            return chance.roll(state, frame, chance.DICE, max(count, 0), source, _keep_own)

        def bonus(state: State, frame: Frame) -> bool:
            count = state.players[frame[ME]].stock[bonus_die]
            if count and chance.is_asked(state):
                _tell_roll(state, frame[ME], source)  # his own dice lie there while chance is asked for these
            if not count:
                state.players[frame[ME]].bonus = ()
                return False
            return chance.roll(state, frame, chance.BONUS_DICE, count, source, _keep_bonus)

        e.op(begin)
        start = e.op(own)
        e.op(bonus)

        def following(state: State, frame: Frame) -> bool:
            _tell_roll(state, frame[ME], source)
            frame[position] += 1
            if frame[position] == len(state.order):
                frame[ME] = NOBODY
                return False
            frame[PC] = start
            return True

        e.op(following)


def _keep_own(state: State, frame: Frame, values: tuple[int, ...]) -> None:
    state.players[frame[ME]].own = values


def _keep_bonus(state: State, frame: Frame, values: tuple[int, ...]) -> None:
    state.players[frame[ME]].bonus = values


def _tell_roll(state: State, who: int, source: int) -> None:
    if state.notes is not None:
        player = state.players[who]
        name = state.table.sources[source]
        state.notes.append(DiceRolled(state.setup.players[who], player.own, player.bonus, name))


@STEPS.add("set_turn_order")
@frozen(eq=False, repr=False)
class SetTurnOrder(Step):
    """The lowest total goes first; ties keep the order of the season before (R21)."""

    def emit(self, e: Emitter) -> None:
        """Compile."""
        priority = e.names.stat("turn_priority", self.at)

        def order(state: State, frame: Frame) -> bool:
            del frame
            state.order = tuple(sorted(state.order, key=lambda seat: _rank(state, priority, seat)))
            tell_order(state)
            return False

        e.op(order)


def _rank(state: State, priority: int, seat: int) -> tuple[bool, int]:
    return stat(state, priority, seat, 0) <= 0, _total(state.players[seat])


@STEPS.add("go_first")
@frozen(eq=False, repr=False)
class GoFirst(Step):
    """Who goes before all others does so at once; otherwise the order stays."""

    def emit(self, e: Emitter) -> None:
        """Compile."""
        priority = e.names.stat("turn_priority", self.at)

        def order(state: State, frame: Frame) -> bool:
            del frame
            found = tuple(sorted(state.order, key=lambda seat: stat(state, priority, seat, 0) <= 0))
            if found != state.order:
                state.order = found
                tell_order(state)
            return False

        e.op(order)


def _total(player: Player) -> int:
    return sum(player.own) + sum(player.bonus)


@STEPS.add("neutral_dice")
@frozen(eq=False, repr=False)
class NeutralDice(Step):
    """The game for two: three neutral dice, then two, occupy advisors (R65-R67).

    If both totals are equal the two dice stand singly on the advisors of their numbers; of a pair, one.
    """

    opens: ClassVar[tuple[str, ...]] = ("advisor.influenced",)
    brings: ClassVar[tuple[str, ...]] = (GROUPS,)

    def emit(self, e: Emitter) -> None:
        """Compile to two requests to chance."""
        source = e.source

        def place_three(state: State, frame: Frame, values: tuple[int, ...]) -> None:
            del frame
            _place_neutral(state, sum(values), values)

        def place_two(state: State, frame: Frame, values: tuple[int, ...]) -> None:
            del frame
            total = sum(values)
            if state.taken & _bits_of_rank(state, total):
                for value in sorted(set(values)):
                    _place_neutral(state, value, (value,))
            else:
                _place_neutral(state, total, values)

        influenced = e.names.event("advisor.influenced", self.at)
        told = e.hidden()

        def begin(state: State, frame: Frame) -> bool:
            del state
            frame[told] = 0
            return False

        def announce(state: State, frame: Frame) -> bool:
            while frame[told] < len(state.groups):
                place = state.groups[frame[told]][0]
                frame[told] += 1
                if open_window(state, influenced, NEUTRAL, (place,)):
                    once_more(frame)
                    return True
            return False

        def three(state: State, frame: Frame) -> bool:
            return chance.roll(state, frame, chance.NEUTRAL_DICE, 3, source, place_three)

        def two(state: State, frame: Frame) -> bool:
            return chance.roll(state, frame, chance.NEUTRAL_DICE, 2, source, place_two)

        e.op(begin)
        e.op(three)
        e.op(announce)
        e.op(two)
        e.op(announce)


def _bits_of_rank(state: State, rank: int) -> int:
    return sum(state.table.places[place].bit for place in state.table.ranks.get(rank, ()))


def _place_neutral(state: State, rank: int, dice: tuple[int, ...]) -> None:
    for place in state.table.ranks.get(rank, ())[:1]:
        add_group(state, (place, NOBODY, dice, (), 0, NOBODY, 0))


def add_group(state: State, group: Group) -> None:
    """Put dice on a place."""
    place, who, own, bonus, plus2, via, envoy = group
    state.groups = (*state.groups, group)
    state.taken |= 1 << place
    if state.notes is not None:
        table = state.table
        state.notes.append(
            Influenced(
                state.setup.players[who] if who >= 0 else None,
                table.places[place].name,
                own,
                bonus,
                plus2,
                table.cards[table.permissions[via].card].name if via >= 0 else None,
                bool(envoy),
            )
        )


@STEPS.add("return_dice")
@frozen(eq=False, repr=False)
class ReturnDice(Step):
    """The season is over: all dice go back, bonus dice to the supply."""

    clears: ClassVar[tuple[str, ...]] = (DICE, GROUPS)

    def emit(self, e: Emitter) -> None:
        """Compile."""
        source = e.source
        passing = tuple(r.index for r in e.table.resources if r.lasts == "season")

        def clear(state: State, frame: Frame) -> bool:
            del frame
            state.groups = ()
            state.taken = 0
            for who, player in enumerate(state.players):
                player.own = player.bonus = ()
                _give_back(state, who, passing, source)
            if state.notes is not None:
                state.notes.append(DiceReturned())
            return False

        e.op(clear)


def _give_back(state: State, who: int, passing: Iterable[int], source: int) -> None:
    for resource in passing:
        held = state.players[who].stock[resource]
        if held:
            take(state, who, resource, held, source)
