"""Phase 8: the King's reinforcements, the enemy, and how each player's battle ends (R52-R64)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.enemies import enemy_total
from kingsburg_rules.engine.events import DiceRolled, EnemyLeft, EnemyRevealed, Fought
from kingsburg_rules.engine.resources import VP, give, take
from kingsburg_rules.engine.state import DEFEAT, OUTCOMES, TIE, VICTORY
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.table import ME, NOBODY, PC
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.registry import BATTLE, ENEMY, STEPS, Step
from kingsburg_rules.procedures.spoils import Spoils

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op
    from kingsburg_rules.language.emitter import Emitter


UNKNOWN = -1
"""The King's number while it is not known: then a die is rolled."""


@STEPS.add("reinforcements")
@frozen(eq=False, repr=False)
class Reinforcements(Step):
    """One die for all: every player gains that many soldiers (R61). Cards may change a player's number."""

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("reinforcements.roll", "reinforcements.known", "reinforcements.gain")

    def emit(self, e: Emitter) -> None:
        """Compile: the King's die, then for each player the replaceable gain."""
        die = e.hidden(2)
        amount = e.hidden(2)
        position = e.hidden()
        announced = e.names.event("reinforcements.roll", self.at)
        known = e.names.event("reinforcements.known", self.at)
        gain, soldier = e.names.event("reinforcements.gain", self.at), e.names.resource("soldier", self.at)
        dice = e.names.stat("king_dice", self.at)
        source = e.source

        def announce(state: State, frame: Frame) -> bool:
            frame[die], frame[position] = UNKNOWN, 0
            return open_window(state, announced, payload=(UNKNOWN,), back=die)

        def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
            frame[die], frame[die + 1] = (values[0], values[-1]) if values else (0, 0)
            if state.notes is not None:
                state.notes.append(DiceRolled(None, values, (), state.table.sources[source], for_effect=True))

        def roll(state: State, frame: Frame) -> bool:
            if frame[die] == UNKNOWN:
                count = max(stat(state, dice, seat, 1) for seat in state.order)
                return chance.roll(state, frame, chance.REINFORCEMENTS, count, source, resolve)
            frame[die + 1] = frame[die]
            return False

        def settle(state: State, frame: Frame) -> bool:
            return open_window(state, known, payload=(frame[die], frame[die + 1]), back=die)

        def propose(state: State, frame: Frame) -> bool:
            frame[ME] = state.order[frame[position]]
            frame[amount], frame[amount + 1] = frame[die], frame[die + 1]
            return open_window(state, gain, frame[ME], (frame[die], frame[die + 1]), back=amount)

        def receive(state: State, frame: Frame) -> bool:
            give(state, frame[ME], soldier, frame[amount], source)
            return _next_player(state, frame, position, start)

        e.op(announce)
        e.op(roll)
        e.op(settle)
        start = e.op(propose)
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
    """Turn over the enemy card of the year; before the first year there is none."""

    brings: ClassVar[tuple[str, ...]] = (ENEMY,)

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def reveal(state: State, frame: Frame) -> bool:
            del frame
            if not (state.enemies and state.year):
                return False
            card = state.enemies[state.year - 1]
            state.revealed = (card, *(joined for joined in state.revealed if joined != card))
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

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("battle.outcome", "battle.won", "battle.tied", "battle.lost")
    brings: ClassVar[tuple[str, ...]] = (BATTLE,)

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
        told = (e.names.event(f"battle.{word}", self.at) for word in ("lost", "tied", "won"))
        again = e.op(_tell_outcome(position, tuple(told)))
        spoils = Spoils(e, bonus)
        e.op(spoils.work_out)
        e.op(spoils.settle)
        e.op(lambda state, frame: _next_player(state, frame, position, again))
        e.op(_honour_strongest(source))


def _judge(position: int, outcome: int, settled: int) -> Op:
    def judge(state: State, frame: Frame) -> bool:
        who = state.order[frame[position]]
        frame[ME] = who
        mine, theirs = state.players[who].strength, enemy_total(state, who)
        frame[outcome] = VICTORY if mine > theirs else TIE if mine == theirs else DEFEAT
        return open_window(state, settled, who, (frame[outcome],), back=outcome)

    return judge


def _keep_outcome(outcome: int) -> Op:
    def keep(state: State, frame: Frame) -> bool:
        player = state.players[frame[ME]]
        player.outcome = frame[outcome] = max(DEFEAT, min(VICTORY, frame[outcome]))
        if state.notes is not None:
            name = state.setup.players[frame[ME]]
            strength = enemy_total(state, frame[ME])
            state.notes.append(Fought(name, player.strength, strength, OUTCOMES[frame[outcome]]))
        return False

    return keep


def _restart(position: int) -> Op:
    def restart(state: State, frame: Frame) -> bool:
        del state
        frame[position] = 0
        return False

    return restart


def _tell_outcome(position: int, told: tuple[int, ...]) -> Op:
    """Let the cards react to how a player's battle ended, before it brings or takes anything."""

    def tell(state: State, frame: Frame) -> bool:
        who = frame[ME] = state.order[frame[position]]
        return open_window(state, told[state.players[who].outcome], who)

    return tell


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


@STEPS.add("soldiers_go_home")
@frozen(eq=False, repr=False)
class SoldiersGoHome(Step):
    """All soldiers go home; a card may let some stay (R64)."""

    takes_turns: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ("soldiers.reset",)

    def emit(self, e: Emitter) -> None:
        """Compile to a loop over the players with the replaceable number that stays."""
        position, stay = e.hidden(), e.hidden()
        reset, soldier = e.names.event("soldiers.reset", self.at), e.names.resource("soldier", self.at)
        source = e.source
        e.op(_restart(position))

        def propose(state: State, frame: Frame) -> bool:
            frame[ME], frame[stay] = state.order[frame[position]], 0
            return open_window(state, reset, frame[ME], (0,), back=stay)

        start = e.op(propose)

        def leave(state: State, frame: Frame) -> bool:
            held = state.players[frame[ME]].stock[soldier]
            if held > frame[stay]:
                take(state, frame[ME], soldier, held - frame[stay], source)
            return _next_player(state, frame, position, start)

        e.op(leave)


@STEPS.add("enemy_leaves")
@frozen(eq=False, repr=False)
class EnemyLeaves(Step):
    """The battle is over: the enemy card goes out of the game."""

    clears: ClassVar[tuple[str, ...]] = (ENEMY, BATTLE)

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def leave(state: State, frame: Frame) -> bool:
            del frame
            if state.notes is not None:
                names = (state.table.enemies[card].name for card in state.revealed)
                state.notes.extend(EnemyLeft(name) for name in names)
            state.past, state.revealed = (*state.past, *state.revealed), ()
            state.as_types = {}
            for player in state.players:
                player.strength, player.outcome = 0, NOBODY
            return False

        e.op(leave)
