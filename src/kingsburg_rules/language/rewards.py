"""Step c of a productive season: advisors reward those who influenced them, lowest rank first (R22-R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import FIRST, ME, NOBODY
from kingsburg_rules.engine.events import Rewarded
from kingsburg_rules.engine.loop import call, repeat_operation
from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.stats import rank_of
from kingsburg_rules.engine.stock import give
from kingsburg_rules.engine.windows import heeds_gains, open_window
from kingsburg_rules.engine.zones import reward_program
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import Flag
from kingsburg_rules.language.values import A_PLACE, Value
from kingsburg_rules.language.verbs import MOMENTS, Verb
from kingsburg_rules.language.vocabulary import PLACE

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame, Op
    from kingsburg_rules.engine.state import Group, State
    from kingsburg_rules.language.emitter import Emitter


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
    groups, places, private = state.groups, state.compiled.places, state.compiled.private
    printed = state.compiled.stat["rank"] not in state.changing
    turns = [0] * len(state.order)
    for turn, seat in enumerate(state.order):
        turns[seat] = turn + 1
    seats, spaces, count, line = len(turns) + 1, len(places) + 1, len(groups), list[int]()
    # All that counts is written as one number, which sorts faster than a tuple. The groups' own numbers come
    # last, so that groups that are equal otherwise stay as they are.
    for number, group in enumerate(groups):
        place, seat = places[group.place], group.seat
        rank = place.rank if printed else rank_of(state, seat, place.index)
        turn = turns[seat] if seat >= 0 else 0
        apart = 1 + place.index if private & place.bit else 0
        line.append(((rank * seats + turn) * spaces + apart) * count + number)
    line.sort()
    return tuple([groups[number % count] for number in line])


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
