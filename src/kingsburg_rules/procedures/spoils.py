"""What a battle brings and takes: worked out completely before the first part of it happens.

The bags of all enemy cards are added up, then the stats of the player change them; then a victor gains, or a
defeated player loses, in the fixed order (R54-R59, F64).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.loop import once_more, pose
from kingsburg_rules.engine.resources import VP, give, take
from kingsburg_rules.engine.state import DEFEAT, VICTORY
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.bags import ask_give, check_choice, goods_choice
from kingsburg_rules.language.vocabulary import BUILDING, GOOD, STATS
from kingsburg_rules.procedures.construction import destroy_next

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter


def _sum(bags: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """Add up the bags of several enemy cards; mostly there is one."""
    if len(bags) == 1:
        return bags[0]
    return {key: sum(bag.get(key, 0) for bag in bags) for key in {key for bag in bags for key in bag}}


class Spoils:
    """The amounts of one player, kept in variables: what he gains, then what he loses."""

    def __init__(self, e: Emitter, bonus: int) -> None:
        facts = {stat.name: stat for stat in STATS}
        self.spoils = e.names.keys_of(facts["battle_reward"])
        self.damage = e.names.keys_of(facts["battle_penalty"])
        self.nothing = (0,) * (len(self.spoils) + len(self.damage))
        self.gains = e.hidden(len(self.nothing))
        self.losses = self.gains + len(self.spoils)
        self.bonus = bonus
        self.source = e.source
        self.gain_stats = [e.names.stat(f"battle_reward:{key}", "") for key in self.spoils]
        self.loss_stats = [e.names.stat(f"battle_penalty:{key}", "") for key in self.damage]

    def work_out(self, state: State, frame: Frame) -> bool:
        """Add up what the enemy cards say, and let the player's cards change it."""
        who = frame[ME]
        outcome = state.players[who].outcome
        frame[self.gains : self.gains + len(self.nothing)] = self.nothing
        enemies = [state.table.enemies[card] for card in state.revealed]
        if outcome == VICTORY:
            give(state, who, VP, stat(state, self.bonus, who, 0), self.source)
            printed = _sum([enemy.reward for enemy in enemies])
            self._change(state, frame, printed, self.gains, self.spoils, self.gain_stats)
        elif outcome == DEFEAT:
            printed = _sum([enemy.penalty for enemy in enemies])
            self._change(state, frame, printed, self.losses, self.damage, self.loss_stats)
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

    def settle(self, state: State, frame: Frame) -> bool:
        """Bring and take one thing after the other; a choice interrupts, then the next thing follows."""
        for at in range(len(self.nothing)):
            amount = frame[self.gains + at]
            if amount <= 0:
                continue
            frame[self.gains + at] = 0
            ask = self._bring(state, frame[ME], at, amount)
            if ask is not None:
                once_more(frame)
                return pose(state, frame, ask)
        return False

    def _bring(self, state: State, who: int, at: int, amount: int) -> Ask | None:
        table, gains = state.table, at < len(self.spoils)
        key = (*self.spoils, *self.damage)[at]
        if key == BUILDING:
            destroy_next(state, who, amount)
            return None
        shares = _shares(state, key, amount, gains=gains)
        if key == GOOD:
            source = shares[0][0]
            check_choice(state, amount)
            return (
                goods_choice(table, amount).ask_take(who, source)
                if gains
                else ask_give(state, who, source, amount)
            )
        for source, part in shares:
            (give if gains else take)(state, who, table.resource[key], part, source)
        return None


def _shares(state: State, key: str, amount: int, *, gains: bool) -> list[tuple[int, int]]:
    """Tell how much comes from which enemy card, as a source with its part: as is printed on them.

    What does not go into that evenly comes from the first of them.
    """
    table, cards = state.table, state.revealed
    if len(cards) == 1:
        return [(table.card_source[cards[0]], amount)]
    enemies = [table.enemies[card] for card in cards]
    printed = [(enemy.reward if gains else enemy.penalty).get(key, 0) for enemy in enemies]
    parts = [
        (table.card_source[enemy.card], amount * count // sum(printed))
        for enemy, count in zip(enemies, printed, strict=True)
        if count
    ]
    (source, first), *others = parts
    return [(source, first + amount - sum(part for _, part in parts)), *others]
