"""Step c of a productive season: advisors reward who influenced them, the lowest rank first (R22-R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from kingsburg_rules.engine.events import Rewarded
from kingsburg_rules.engine.loop import call
from kingsburg_rules.engine.resources import give_bag
from kingsburg_rules.engine.rewards import reward_program
from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.table import FIRST, ME, NOBODY, PC, PROGRAM
from kingsburg_rules.engine.windows import heard_of, open_window
from kingsburg_rules.language.registry import STEPS, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import Group, State
    from kingsburg_rules.engine.table import Frame, Op
    from kingsburg_rules.language.emitter import Emitter


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
    """Rank, then those who influenced, then turn order, then the board before a card of one's own.

    One number says it all: seats are few, and this runs for every group of dice.
    """
    turn = {seat: at for at, seat in enumerate(state.order)}
    places, private = state.table.places, state.table.private

    def position(group: Group) -> int:
        place, who, *_, how = group
        late = 100 if how == REWARD_ONLY else 0
        return places[place].rank * 1000 + late + turn.get(who, -1) * 2 + (private >> place & 1)

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
