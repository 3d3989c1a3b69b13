"""Steps about dice: choosing one, rerolling, rolling for an effect.

A chosen die is kept in one variable: its value, and `BONUS` more for a bonus die. Dice of one color and
value are the same die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import Choose, NumberThing
from kingsburg_rules.engine.compiled_rules import ME, NOBODY, PC
from kingsburg_rules.engine.events import DiceReturned, DiceRolled, Influenced
from kingsburg_rules.engine.loop import ask_player, repeat_operation
from kingsburg_rules.engine.state import Ask, Group
from kingsburg_rules.engine.stats import full_places
from kingsburg_rules.engine.stock import take
from kingsburg_rules.engine.windows import NEUTRAL, open_window
from kingsburg_rules.language.facts import BONUS, HIGHEST
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import each_in_turn, keep
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import ID_PATTERN, Listing, Text
from kingsburg_rules.language.values import A_DIE, VALUE, Literal, Value, Variable
from kingsburg_rules.language.verbs import MOMENTS, around
from kingsburg_rules.language.vocabulary import DICE, DIE, GROUPS, NUMBER

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op
    from kingsburg_rules.engine.state import Player, State
    from kingsburg_rules.language.emitter import Emitter


ALL = "all"


@STEPS.add("reroll", inline="dice")
@node
class Reroll(Step):
    """Reroll the player's dice: all of them, or one that was chosen."""

    edges = EdgeCases(nothing="A die that is no longer in hand is not rerolled.")
    needs = DICE
    opens = ("before.reroll", "after.reroll")

    dice: Value = key(A_DIE, "`all`, or one die.")


@compiles(Reroll)
def _emit_reroll(word: Reroll, e: Emitter) -> None:
    """Compile to one or two requests to chance."""
    e.need_player(word)
    with around(e, "reroll"):
        e.op(_count_reroll)
        if isinstance(word.dice, Literal) and word.dice.name == ALL:
            _roll_hand(e, _own_count, _bonus_count)
        else:
            die = e.hidden()
            e.op(keep(die, e.thing(word.dice, DIE, word.at)))  # while chance is asked
            e.op(_roll_one(die, e.source))


def _count_reroll(state: State, frame: Frame) -> None:
    state.players[frame[ME]].rerolls += 1


def _own_count(state: State, frame: Frame) -> int:
    return len(state.players[frame[ME]].own_dice)


def _bonus_count(state: State, frame: Frame) -> int:
    return len(state.players[frame[ME]].bonus_dice)


def _roll_one(slot: int, source: int) -> Op:
    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        _turn(state.players[frame[ME]], frame[slot], values[0])
        _tell_roll(state, frame[ME], source)

    def again(state: State, frame: Frame) -> bool:
        # A card may have turned the die since it was chosen; the log shows the dice all the same.
        if not _is_there(state.players[frame[ME]], frame[slot]):
            _tell_roll(state, frame[ME], source)
            return False
        stream = chance.BONUS_DICE if frame[slot] > BONUS else chance.DICE
        return chance.roll(state, frame, stream, 1, source, resolve)

    return again


def _is_there(player: Player, die: int) -> bool:
    return die - BONUS in player.bonus_dice if die > BONUS else die in player.own_dice


def _turn(player: Player, die: int, shows: int) -> int:
    """Turn a die of a player to another number; returns the die that it is then."""
    if die > BONUS:
        player.bonus_dice = _replaced(player.bonus_dice, die - BONUS, shows)
        return shows + BONUS
    player.own_dice = _replaced(player.own_dice, die, shows)
    return shows


def _replaced(dice: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    left = list(dice)
    left.remove(old)
    return tuple(sorted([*left, new]))


def _tell_roll(state: State, who: int, source: int) -> None:
    if state.event_log is not None:
        player = state.players[who]
        name = state.compiled.sources[source]
        state.event_log.append(DiceRolled(state.setup.players[who], player.own_dice, player.bonus_dice, name))


@STEPS.add("turn_die")
@node
class TurnDie(Step):
    """Turn one of the player's dice to another number; above 6 it becomes 6, below 1 it becomes 1."""

    edges = EdgeCases(nothing="A die that is no longer in hand is not turned.")

    die: Value = key(A_DIE, "The die; if it is no longer there, nothing happens.")
    to: Value = key(VALUE, "The number that it then shows.")


@compiles(TurnDie)
def _emit_turn_die(word: TurnDie, e: Emitter) -> None:
    """Compile; a variable that holds the die keeps hold of it."""
    e.need_player(word)
    if isinstance(word.to, int) and not 1 <= word.to <= 6:
        message = f"a die shows from 1 to 6, so it cannot become {word.to}"
        raise e.mistake(f"{word.at}/to", "link.amount", message)
    which, value, source = e.thing(word.die, DIE, f"{word.at}/die"), e.number(word.to), e.source
    slot = e.slots.get(word.die.name) if isinstance(word.die, Variable) else None

    def turn(state: State, frame: Frame) -> None:
        player, die = state.players[frame[ME]], which(state, frame)
        if _is_there(player, die):
            turned = _turn(player, die, max(1, min(6, value(state, frame))))
            if slot is not None:
                frame[slot] = turned
        _tell_roll(state, frame[ME], source)

    e.op(turn)


@STEPS.add("set_dice", inline="values")
@node
class SetDice(Step):
    """Set the player's own dice to these values; with fewer dice, they choose among the values."""

    asks = ("choose",)
    edges = EdgeCases(
        not_enough=(
            "Players with fewer dice choose which of the values they take; further dice stay as they are."
        ),
    )
    needs = DICE

    values: tuple[Value, ...] = key(Listing(VALUE), "The values, 1 to 6.")


@compiles(SetDice)
def _emit_set_dice(word: SetDice, e: Emitter) -> None:
    """Compile to a question, which has one answer with as many dice as values."""
    e.need_player(word)
    source = e.source
    wanted = [e.amount(value, f"{word.at}/{k}", 1, HIGHEST) for k, value in enumerate(word.values)]

    def choose(state: State, frame: Frame) -> bool:
        who, values = frame[ME], tuple(sorted([value(state, frame) for value in wanted]))
        count = min(len(state.players[who].own_dice), len(values))
        sets = _parts_of_size(values, count)

        def on_answer(asked: State, _: Frame, k: int) -> None:
            player = asked.players[who]
            player.own_dice = tuple(sorted((*sets[k], *player.own_dice[count:])))
            _tell_roll(asked, who, source)

        options = tuple(Choose(tuple([NumberThing(value) for value in dice])) for dice in sets)
        return ask_player(state, frame, Ask(who, "choose", source, options, on_answer))

    e.op(choose)


def _parts_of_size(values: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """List the different choices of so many of some values, in order."""
    # Value by value: the combinations of many equal dice would be far too many.
    parts: list[tuple[int, ...]] = [()]
    for value in sorted({*values}):
        most = values.count(value)
        parts = [
            part + (value,) * count for part in parts for count in range(min(most, size - len(part)) + 1)
        ]
    return sorted(part for part in parts if len(part) == size)


@STEPS.add("roll")
@node
class RollStep(Step):
    """Roll dice for an effect; the variable holds their sum."""

    harmless = True
    edges = EdgeCases(zero="No die is rolled, and the sum is 0.")

    dice: Value = key(VALUE, "How many dice.")
    as_: str = key(Text(ID_PATTERN), "The variable that holds the sum.")


@compiles(RollStep)
def _emit_roll_step(word: RollStep, e: Emitter) -> None:
    """Compile to a request to chance."""
    most = e.compiled.limits.dice
    if isinstance(word.dice, int) and not 1 <= word.dice <= most:
        message = f"from 1 to {most} dice can be rolled at once"
        raise e.mistake(f"{word.at}/dice", "link.amount", message)
    count, slot, source = e.number(word.dice), e.slot(word.as_, NUMBER, word.at), e.source

    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        frame[slot] = sum(values)
        if state.event_log is not None:
            name = state.setup.players[frame[ME]] if frame[ME] >= 0 else None
            told = DiceRolled(name, values, (), state.compiled.sources[source], for_effect=True)
            state.event_log.append(told)

    def roll(state: State, frame: Frame) -> bool:
        return chance.roll(state, frame, chance.EFFECTS, count(state, frame), source, resolve)

    e.op(roll)


# ------
# Step a of a productive season: everybody rolls, and the totals decide the turn order.


OWN_DICE: Final = 3


@STEPS.add("roll_dice")
@node
class RollDice(Step):
    """All players roll their own dice and their bonus dice."""

    takes_turns = True
    opens = ("before.roll", "after.roll")
    brings = (DICE,)


@compiles(RollDice)
def _emit_roll_dice(word: RollDice, e: Emitter) -> None:
    """Compile to two requests to chance for each player."""
    bonus_die, dice = e.names.resource("bonus_die", word.at), e.names.stat("player_dice", word.at)

    def count_bonus(state: State, frame: Frame) -> int:
        return state.players[frame[ME]].stock[bonus_die]

    def at_once(state: State, frame: Frame) -> None:
        """Roll for everybody in one operation, where nobody can be asked in between."""
        if state.setup.chance_asked or state.scripted_results:
            return
        for seat in state.order:
            frame[ME] = seat
            chance.roll(state, frame, chance.DICE, count_own(state, frame), source, _keep_own)
            chance.roll(state, frame, chance.BONUS_DICE, count_bonus(state, frame), source, keep_bonus)
        frame[ME], frame[PC] = NOBODY, end

    count_own, source = e.stat(dice, OWN_DICE), e.source
    keep_bonus = _keep_bonus(source)
    # Nearly every season of every game comes here, so the usual case is one operation.
    if not e.names.may_have_listeners(*(MOMENTS[moment] for moment in word.opens)):
        e.op(at_once)
    with each_in_turn(e), around(e, "roll", (count_own, count_bonus)) as (own, bonus):
        _roll_hand(e, own, bonus)
    end = e.here()


def _roll_hand(e: Emitter, count_own: Number, count_bonus: Number) -> None:
    source = e.source

    def own(state: State, frame: Frame) -> bool:
        return chance.roll(state, frame, chance.DICE, count_own(state, frame), source, _keep_own)

    def bonus(state: State, frame: Frame) -> bool:
        count = count_bonus(state, frame)
        if count > 0 and chance.is_asked(state):
            _tell_roll(state, frame[ME], source)  # their own dice stay while chance is asked
        return chance.roll(state, frame, chance.BONUS_DICE, count, source, keep_bonus)

    keep_bonus = _keep_bonus(source)
    e.op(own)
    e.op(bonus)


def _keep_own(state: State, frame: Frame, values: tuple[int, ...]) -> None:
    state.players[frame[ME]].own_dice = values


def _keep_bonus(source: int) -> chance.Resolve:
    def keep(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        state.players[frame[ME]].bonus_dice = values
        _tell_roll(state, frame[ME], source)

    return keep


@STEPS.add("neutral_dice")
@node
class NeutralDice(Step):
    """Place the neutral dice of the two-player game: three on an advisor, then two (R65-R67).

    If both totals are equal, the two dice go separately to the advisors of their numbers; of a pair, one
    does.
    """

    edges = EdgeCases(nothing="A total that is the rank of no advisor places no dice.")
    opens = ("after.influence",)
    brings = (GROUPS,)


@compiles(NeutralDice)
def _emit_neutral_dice(word: NeutralDice, e: Emitter) -> None:
    """Compile to two requests to chance."""
    source = e.source

    def place_three(state: State, _: Frame, values: tuple[int, ...]) -> None:
        _place_neutral(state, sum(values), values)

    def place_two(state: State, _: Frame, values: tuple[int, ...]) -> None:
        total = sum(values)
        # Both totals are the same advisor: the two dice part (R67).
        if full_places(state, NOBODY) & _bits_of_rank(state, total):
            for value in sorted(set(values)):
                _place_neutral(state, value, (value,))
        else:
            _place_neutral(state, total, values)

    influenced = e.names.event("after.influence", word.at)
    told = e.hidden()

    def announce(state: State, frame: Frame) -> bool:
        while frame[told] < len(state.groups):
            place = state.groups[frame[told]][0]
            frame[told] += 1
            if open_window(state, influenced, NEUTRAL, (place,)):
                repeat_operation(frame)
                return True
        return False

    def three(state: State, frame: Frame) -> bool:
        frame[told] = 0
        return chance.roll(state, frame, chance.NEUTRAL_DICE, 3, source, place_three)

    def two(state: State, frame: Frame) -> bool:
        return chance.roll(state, frame, chance.NEUTRAL_DICE, 2, source, place_two)

    e.op(three)
    e.op(announce)
    e.op(two)
    e.op(announce)


def _bits_of_rank(state: State, rank: int) -> int:
    return sum(state.compiled.places[place].bit for place in state.compiled.ranks.get(rank, ()))


def _place_neutral(state: State, rank: int, dice: tuple[int, ...]) -> None:
    for place in state.compiled.ranks.get(rank, ())[:1]:
        add_group(state, Group(place, NOBODY, dice))


def add_group(state: State, group: Group) -> None:
    """Put dice on a place."""
    place, who, own, bonus, plus2, via, envoy = group
    state.groups = (*state.groups, group)
    # The groups say the same, but whether an advisor is free is asked all the time.
    state.taken |= 1 << place
    if state.event_log is not None:
        compiled = state.compiled
        state.event_log.append(
            Influenced(
                state.setup.players[who] if who >= 0 else None,
                compiled.places[place].name,
                own,
                bonus,
                plus2,
                tuple(compiled.cards[compiled.permissions[index].card].name for index in via),
                bool(envoy),
            )
        )


@STEPS.add("return_dice")
@node
class ReturnDice(Step):
    """End the season: all dice go back, bonus dice to the supply."""


@compiles(ReturnDice)
def _emit_return_dice(_: ReturnDice, e: Emitter) -> None:
    source = e.source
    # Bonus dice are resources that last for a season, and go back like those of packs.
    passing = tuple(r.index for r in e.compiled.resources if r.lasts == "season")

    def clear(state: State, _: Frame) -> None:
        state.groups = ()
        state.taken = 0
        for who, player in enumerate(state.players):
            player.own_dice = player.bonus_dice = ()
            for resource in passing:
                if player.stock[resource]:
                    take(state, who, resource, player.stock[resource], source)
        if state.event_log is not None:
            state.event_log.append(DiceReturned())

    e.op(clear)
