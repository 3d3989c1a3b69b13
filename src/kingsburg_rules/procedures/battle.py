"""Phase 8: the King's reinforcements, the enemy, and how each player's battle ends (R52-R64)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import DiceRolled, EnemyLeft, EnemyRevealed, Fought
from kingsburg_rules.engine.loop import call
from kingsburg_rules.engine.resources import VP, give
from kingsburg_rules.engine.state import DEFEAT, OUTCOMES, TIE, VICTORY
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.registry import STEPS, Step, of
from kingsburg_rules.language.values import VALUE, Value
from kingsburg_rules.procedures.construction import destroy, next_destroyed

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op
    from kingsburg_rules.language.emitter import Emitter


@STEPS.add("reinforcements")
@frozen(eq=False, repr=False)
class Reinforcements(Step):
    """One die for all: every player gains that many soldiers (R61). Cards may change a player's number."""

    def emit(self, e: Emitter) -> None:
        """Compile: the King's die, then for each player the replaceable gain."""
        die, position, amount = e.hidden(), e.hidden(), e.hidden()
        gain, soldier = e.names.event("reinforcements.gain", self.at), e.names.resource("soldier", self.at)
        source = e.source

        def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
            frame[die], frame[position] = sum(values), 0
            if state.notes is not None:
                state.notes.append(DiceRolled(None, values, (), state.table.sources[source], for_effect=True))

        e.op(lambda state, frame: chance.roll(state, frame, chance.REINFORCEMENTS, 1, source, resolve))

        def propose(state: State, frame: Frame) -> bool:
            frame[ME] = state.order[frame[position]]
            frame[amount] = frame[die]
            return open_window(state, gain, frame[ME], (frame[amount],), back=amount)

        start = e.op(propose)

        def receive(state: State, frame: Frame) -> bool:
            give(state, frame[ME], soldier, frame[amount], source)
            return _next_player(state, frame, position, start)

        e.op(receive)


def _next_player(state: State, frame: Frame, position: int, start: int) -> bool:
    """Go on to the next player in turn order, or leave the loop after the last."""
    frame[position] += 1
    if frame[position] < len(state.order):
        frame[PC] = start
        return True
    frame[ME] = NOBODY
    return False


@STEPS.add("reveal_enemy")
@frozen(eq=False, repr=False)
class RevealEnemy(Step):
    """Turn over the enemy card of the year."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def reveal(state: State, frame: Frame) -> bool:
            del frame
            card = state.enemies[state.year - 1]
            state.revealed = (card,)
            if state.notes is not None:
                enemy = state.table.enemies[card]
                state.notes.append(EnemyRevealed(enemy.name, enemy.strength))
            return False

        e.op(reveal)


@STEPS.add("fight")
@frozen(eq=False, repr=False)
class Fight(Step):
    """Compare strengths, then settle each player's battle in turn order, then honour the strongest victor.

    Strength is soldiers plus what cards add; it has no upper limit (R52). Above the enemy's it is a victory,
    equal a tie, below a defeat; cards may change the outcome. All victors with the highest strength of all
    players gain a point (R53).
    """

    def emit(self, e: Emitter) -> None:
        """Compile: strengths, outcomes, consequences, the point for the highest strength."""
        position, outcome = e.hidden(), e.hidden()
        strength, bonus = e.names.stat("battle_strength", self.at), e.names.stat("victory_vp", self.at)
        settled = e.names.event("battle.outcome", self.at)
        soldier, source = e.names.resource("soldier", self.at), e.source

        def measure(state: State, frame: Frame) -> bool:
            frame[position] = 0
            for who, player in enumerate(state.players):
                player.strength = player.stock[soldier] + stat(state, strength, who, 0)
            return False

        e.op(measure)
        start = e.op(_judge(position, outcome, settled))
        e.op(_keep_outcome(outcome))

        def judged(state: State, frame: Frame) -> bool:
            return _next_player(state, frame, position, start)

        e.op(judged)
        e.op(_restart(position))
        again = e.op(_consequences(position, bonus, source))
        e.op(lambda state, frame: _next_player(state, frame, position, again))
        e.op(_honour_strongest(source))


def _judge(position: int, outcome: int, settled: int) -> Op:
    def judge(state: State, frame: Frame) -> bool:
        who = state.order[frame[position]]
        frame[ME] = who
        mine, theirs = state.players[who].strength, enemy_strength(state)
        frame[outcome] = VICTORY if mine > theirs else TIE if mine == theirs else DEFEAT
        return open_window(state, settled, who, (frame[outcome],), back=outcome)

    return judge


def enemy_strength(state: State) -> int:
    """Add up the strength of the enemies that fight this winter."""
    return sum(state.table.enemies[card].strength for card in state.revealed)


def _keep_outcome(outcome: int) -> Op:
    def keep(state: State, frame: Frame) -> bool:
        player = state.players[frame[ME]]
        player.outcome = frame[outcome] = max(DEFEAT, min(VICTORY, frame[outcome]))
        if state.notes is not None:
            name = state.setup.players[frame[ME]]
            state.notes.append(Fought(name, player.strength, enemy_strength(state), OUTCOMES[frame[outcome]]))
        return False

    return keep


def _restart(position: int) -> Op:
    def restart(state: State, frame: Frame) -> bool:
        del state
        frame[position] = 0
        return False

    return restart


def _consequences(position: int, bonus: int, source: int) -> Op:
    def settle(state: State, frame: Frame) -> bool:
        who = state.order[frame[position]]
        frame[ME] = who
        outcome = state.players[who].outcome
        if outcome == TIE:
            return False
        if outcome == VICTORY:
            give(state, who, VP, stat(state, bonus, who, 0), source)
        for card in reversed(state.revealed):
            enemy = state.table.enemies[card]
            call(state, enemy.reward if outcome == VICTORY else enemy.penalty, who)
        return True

    return settle


def _honour_strongest(source: int) -> Op:
    def honour(state: State, frame: Frame) -> bool:
        del frame
        highest = max(player.strength for player in state.players)
        for who in state.order:
            player = state.players[who]
            if player.strength == highest and player.outcome == VICTORY:
                give(state, who, VP, 1, source)
        return False

    return honour


@STEPS.add("enemy_leaves")
@frozen(eq=False, repr=False)
class EnemyLeaves(Step):
    """The battle is over: the enemy card goes out of the game."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def leave(state: State, frame: Frame) -> bool:
            del frame
            if state.notes is not None:
                names = (state.table.enemies[card].name for card in state.revealed)
                state.notes.extend(EnemyLeft(name) for name in names)
            state.past, state.revealed = (*state.past, *state.revealed), ()
            for player in state.players:
                player.strength, player.outcome = 0, NOBODY
            return False

        e.op(leave)


@STEPS.add("destroy_building")
@frozen(eq=False, repr=False)
class DestroyBuilding(Step):
    """Lose buildings: each time the one in the rightmost column in use, topmost there (R56, R59)."""

    count: Value = field(default=1, metadata=of(VALUE, "How many."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.op(_destroy(e.number(self.count)))


def _destroy(count: Callable[[State, Frame], int]) -> Op:
    def fall(state: State, frame: Frame) -> bool:
        for _ in range(count(state, frame)):
            card = next_destroyed(state, frame[ME])
            if card is None:
                break
            destroy(state, frame[ME], card)
        return False

    return fall
