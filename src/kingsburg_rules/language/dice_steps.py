"""Steps about dice: choosing one, rolling again, rolling for an effect.

A chosen die is kept in one variable: its value, and `BONUS` more for a bonus die. Dice of one colour and
value are the same die.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import ChooseDie, chosen
from kingsburg_rules.engine.events import DiceRolled
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.registry import DICE, STEPS, VALUES, Step, ValueWord, of
from kingsburg_rules.language.shapes import ID_PATTERN, Integer, Listing, Text
from kingsburg_rules.language.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Op
    from kingsburg_rules.language.emitter import Emitter

BONUS = 10
ALL = "all"


@STEPS.add("choose_die")
@frozen(eq=False, repr=False)
class ChooseDieStep(Step):
    """Choose one of the player's dice, own or bonus (R20)."""

    looks_at: ClassVar[str] = DICE

    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable that remembers the die."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        slot, source = e.slot(self.as_), e.source

        def choose(state: State, frame: Frame) -> bool:
            player = state.players[frame[ME]]
            dice = (*sorted(set(player.own)), *(value + BONUS for value in sorted(set(player.bonus))))
            if not dice:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asked
                asking[slot] = dice[k]

            options = tuple(ChooseDie(die % BONUS, die > BONUS) for die in dice)
            return pose(state, frame, Ask(frame[ME], "die", source, options, proceed))

        e.op(choose)


@STEPS.add("reroll")
@frozen(eq=False, repr=False)
class Reroll(Step):
    """Roll dice of the player again: all of them, or one that was chosen."""

    looks_at: ClassVar[str] = DICE

    dice: str = field(metadata=of(Text(ID_PATTERN), "`all`, or the variable that remembers a die."))

    def emit(self, e: Emitter) -> None:
        """Compile to one or two requests to chance."""
        e.need_player(self)
        e.op(_count_reroll)
        if self.dice == ALL:
            e.op(_roll_own(e.source))
            e.op(_roll_bonus(e.source))
        else:
            e.op(_roll_one(e.known_slot(self.dice, self.at), e.source))
        e.op(_tell(e.source))


def _count_reroll(state: State, frame: Frame) -> bool:
    state.players[frame[ME]].rerolls += 1
    return False


def _roll_own(source: int) -> Op:
    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        state.players[frame[ME]].own = values

    def again(state: State, frame: Frame) -> bool:
        count = len(state.players[frame[ME]].own)
        return chance.roll(state, frame, chance.DICE, count, source, resolve)

    return again


def _roll_bonus(source: int) -> Op:
    tell = _tell(source)

    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        state.players[frame[ME]].bonus = values

    def again(state: State, frame: Frame) -> bool:
        count = len(state.players[frame[ME]].bonus)
        if count and chance.is_asked(state):
            tell(state, frame)  # the player's own dice lie there while chance is asked for these
        return chance.roll(state, frame, chance.BONUS_DICE, count, source, resolve)

    return again


def _roll_one(slot: int, source: int) -> Op:
    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        player, die = state.players[frame[ME]], frame[slot]
        if die > BONUS:
            player.bonus = _replaced(player.bonus, die - BONUS, values[0])
        else:
            player.own = _replaced(player.own, die, values[0])

    def again(state: State, frame: Frame) -> bool:
        player, die = state.players[frame[ME]], frame[slot]
        there = die - BONUS in player.bonus if die > BONUS else die in player.own
        if not there:
            return False
        return chance.roll(
            state, frame, chance.BONUS_DICE if die > BONUS else chance.DICE, 1, source, resolve
        )

    return again


def _replaced(dice: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    left = list(dice)
    left.remove(old)
    return tuple(sorted([*left, new]))


def _tell(source: int) -> Op:
    def tell(state: State, frame: Frame) -> bool:
        if state.notes is not None:
            player = state.players[frame[ME]]
            name = state.setup.players[frame[ME]]
            state.notes.append(DiceRolled(name, player.own, player.bonus, state.table.sources[source]))
        return False

    return tell


@STEPS.add("turn_die")
@frozen(eq=False, repr=False)
class TurnDie(Step):
    """Turn a die of the player to another value; above 6 it is 6, below 1 it is 1."""

    die: str = field(metadata=of(Text(ID_PATTERN), "The variable that remembers the die."))
    to: Value = field(metadata=of(VALUE, "What it shows then."))

    def emit(self, e: Emitter) -> None:
        """Compile. A die that is no longer there is not turned."""
        e.need_player(self)
        slot, value = e.known_slot(self.die, f"{self.at}/die"), e.number(self.to)

        def turn(state: State, frame: Frame) -> bool:
            player, die = state.players[frame[ME]], frame[slot]
            shows = max(1, min(6, value(state, frame)))
            if die - BONUS in player.bonus:
                player.bonus = _replaced(player.bonus, die - BONUS, shows)
                frame[slot] = shows + BONUS
            elif die in player.own:
                player.own = _replaced(player.own, die, shows)
                frame[slot] = shows
            return False

        e.op(turn)
        e.op(_tell(e.source))


@VALUES.add("shows", inline="die")
@frozen(eq=False, repr=False)
class Shows(ValueWord):
    """What a die shows that was chosen."""

    die: str = field(metadata=of(Text(ID_PATTERN), "The variable that remembers the die."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        slot = e.known_slot(self.die, self.at)
        return lambda state, frame: frame[slot] % BONUS


@STEPS.add("set_dice", inline="values")
@frozen(eq=False, repr=False)
class SetDice(Step):
    """Set the player's own dice to these values; with fewer dice he chooses among the values."""

    looks_at: ClassVar[str] = DICE

    values: tuple[int, ...] = field(metadata=of(Listing(Integer(1, 6)), "The values."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question, which has one answer with as many dice as values."""
        e.need_player(self)
        values, source = tuple(sorted(self.values)), e.source

        def choose(state: State, frame: Frame) -> bool:
            who = frame[ME]
            count = min(len(state.players[who].own), len(values))
            sets = sorted(set(combinations(values, count)))

            def proceed(asked: State, asking: Frame, k: int) -> None:
                player = asked.players[who]
                player.own = tuple(sorted((*sets[k], *player.own[count:])))
                tell(asked, asking)

            options = tuple(chosen("+".join(map(str, dice)) or "none") for dice in sets)
            return pose(state, frame, Ask(who, "choose", source, options, proceed))

        tell = _tell(source)
        e.op(choose)


@STEPS.add("roll")
@frozen(eq=False, repr=False)
class RollStep(Step):
    """Roll dice for an effect; the variable holds their sum."""

    dice: Value = field(metadata=of(VALUE, "How many dice."))
    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable that holds the sum."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it: a roll alone changes nothing."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile to a request to chance."""
        count, slot, source = e.number(self.dice), e.slot(self.as_), e.source

        def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
            frame[slot] = sum(values)
            if state.notes is not None:
                name = state.setup.players[frame[ME]] if frame[ME] >= 0 else None
                told = DiceRolled(name, values, (), state.table.sources[source], for_effect=True)
                state.notes.append(told)

        def roll(state: State, frame: Frame) -> bool:
            return chance.roll(state, frame, chance.EFFECTS, count(state, frame), source, resolve)

        e.op(roll)
