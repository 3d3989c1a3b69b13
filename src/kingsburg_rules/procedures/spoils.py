"""What a battle brings and takes: worked out completely before the first part of it happens.

The bags of all enemy cards are added up, then the stats of the player change them; then a victor gains, or a
defeated player loses, in the fixed order (R54-R59, F64).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.resources import VP, give, take
from kingsburg_rules.engine.state import DEFEAT, VICTORY
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.bags import ask_give, goods_choice
from kingsburg_rules.language.vocabulary import BUILDING, GOOD, LOSSES, SPOILS
from kingsburg_rules.procedures.construction import destroy_next

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op
    from kingsburg_rules.language.emitter import Emitter


_WIDTH = len(SPOILS) + len(LOSSES)
_NOTHING = (0,) * _WIDTH


def _sum(bags: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """Add up the bags of several enemy cards; mostly there is one."""
    if len(bags) == 1:
        return bags[0]
    return {key: sum(bag.get(key, 0) for bag in bags) for key in {key for bag in bags for key in bag}}


class Spoils:
    """The amounts of one player, kept in variables: what he gains, then what he loses."""

    def __init__(self, e: Emitter, bonus: int) -> None:
        self.gains = e.hidden(_WIDTH)
        self.losses = self.gains + len(SPOILS)
        self.bonus = bonus
        self.source = e.source
        self.gain_stats = [e.names.stat(f"battle_reward:{key}", "") for key in SPOILS]
        self.loss_stats = [e.names.stat(f"battle_penalty:{key}", "") for key in LOSSES]

    def work_out(self, state: State, frame: Frame) -> bool:
        """Add up what the enemy cards say, and let the player's cards change it."""
        who = frame[ME]
        outcome = state.players[who].outcome
        frame[self.gains : self.gains + _WIDTH] = _NOTHING
        enemies = [state.table.enemies[card] for card in state.revealed]
        if outcome == VICTORY:
            give(state, who, VP, stat(state, self.bonus, who, 0), self.source)
            printed = _sum([enemy.reward for enemy in enemies])
            self._change(state, frame, printed, self.gains, SPOILS, self.gain_stats)
        elif outcome == DEFEAT:
            printed = _sum([enemy.penalty for enemy in enemies])
            self._change(state, frame, printed, self.losses, LOSSES, self.loss_stats)
        return False

    def _change(
        self,
        state: State,
        frame: Frame,
        printed: Mapping[str, int],
        first: int,
        keys: Sequence[str],
        stats: Sequence[int],
    ) -> None:
        for key, amount in printed.items():
            at = keys.index(key)
            frame[first + at] = stat(state, stats[at], frame[ME], amount)

    def emit(self, e: Emitter) -> None:
        """Compile the gains and the losses, one operation each."""
        for i, key in enumerate(SPOILS):
            e.op(
                _choose_gain(self.gains + i) if key == GOOD else _gain(self.gains + i, e.table.resource[key])
            )
        for i, key in enumerate(LOSSES):
            slot = self.losses + i
            if key == GOOD:
                e.op(_choose_loss(slot))
            elif key == BUILDING:
                e.op(_fall(slot))
            else:
                e.op(_lose(slot, e.table.resource[key]))


def _enemy_source(state: State) -> int:
    return state.table.card_source[state.revealed[0]]


def _gain(slot: int, resource: int) -> Op:
    def gain(state: State, frame: Frame) -> bool:
        if frame[slot]:
            give(state, frame[ME], resource, frame[slot], _enemy_source(state))
        return False

    return gain


def _choose_gain(slot: int) -> Op:
    def choose(state: State, frame: Frame) -> bool:
        if frame[slot] <= 0:
            return False
        ask = goods_choice(state.table, frame[slot]).ask_take(frame[ME], _enemy_source(state))
        return pose(state, frame, ask)

    return choose


def _lose(slot: int, resource: int) -> Op:
    def lose(state: State, frame: Frame) -> bool:
        if frame[slot]:
            take(state, frame[ME], resource, frame[slot], _enemy_source(state))
        return False

    return lose


def _choose_loss(slot: int) -> Op:
    def choose(state: State, frame: Frame) -> bool:
        ask = ask_give(state, frame[ME], _enemy_source(state), frame[slot]) if frame[slot] > 0 else None
        return ask is not None and pose(state, frame, ask)

    return choose


def _fall(slot: int) -> Op:
    def fall(state: State, frame: Frame) -> bool:
        destroy_next(state, frame[ME], frame[slot])
        return False

    return fall
