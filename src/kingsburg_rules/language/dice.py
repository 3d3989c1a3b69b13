"""Steps about dice: rerolling, turning and moving them, rolling for an effect.

A chosen die is kept in one variable, as a number (see `engine.dice`). Dice of one color and value in one
place are the same die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import Choose, NumberThing
from kingsburg_rules.engine.compiled_rules import HAND, ME, NOBODY, PC
from kingsburg_rules.engine.dice import (
    BONUS,
    HIGHEST,
    IN_HAND,
    add,
    bonus_faces,
    can_change,
    card_of,
    die_of,
    face_of,
    follow,
    free_dice,
    is_there,
    lay,
    lift,
    own_faces,
    owner_of,
    put_back,
    turn,
    unlock,
    with_faces,
)
from kingsburg_rules.engine.events import DicePut, DiceReturned, DiceRolled, DiceSeen, Influenced
from kingsburg_rules.engine.loop import ask_player, repeat_operation, runaway
from kingsburg_rules.engine.roles import DiceZone
from kingsburg_rules.engine.state import Aside, Ask, Group, handful
from kingsburg_rules.engine.stats import full_places
from kingsburg_rules.engine.stock import take
from kingsburg_rules.engine.windows import NEUTRAL, open_window
from kingsburg_rules.engine.zones import called
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant, each_in_turn, keep, known
from kingsburg_rules.language.queries import ASIDE, BONUS_COLOR, COLORS, LOCKED, card_with_dice
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import ID_PATTERN, Flag, Listing, Text
from kingsburg_rules.language.values import A_CARD, A_DIE, A_PLAYER, VALUE, Literal, Value, Variable
from kingsburg_rules.language.verbs import MOMENTS, around
from kingsburg_rules.language.vocabulary import DICE, DIE, GROUPS, NUMBER, PLAYER

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


ALL: Final = "all"


@STEPS.add("reroll", inline="dice")
@node
class Reroll(Step):
    """Reroll the player's dice: all of them that are not locked, or one that was chosen, wherever it is."""

    edges = EdgeCases(nothing="A die that is no longer there, or is locked, is not rerolled.")
    needs = DICE
    opens = ("before.reroll", "after.reroll")

    dice: Value = key(
        A_DIE, "`all` dice in the hand, or one die; a variable then holds the die as it is now."
    )


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
            e.op(_roll_one(die, _variable(e, word.dice), e.source))


def _variable(e: Emitter, value: Value | None) -> int:
    """Return the place of the variable that a value is, or NOBODY."""
    return e.slots.get(value.name, NOBODY) if isinstance(value, Variable) else NOBODY


def _count_reroll(state: State, frame: Frame) -> None:
    state.players[frame[ME]].rerolls += 1


def _own_count(state: State, frame: Frame) -> int:
    player = state.players[frame[ME]]
    return len(player.dice.own) - len(own_faces(player.locked))


def _bonus_count(state: State, frame: Frame) -> int:
    player = state.players[frame[ME]]
    return len(player.dice.bonus) - len(bonus_faces(player.locked))


def _roll_one(slot: int, variable: int, source: int) -> Op:
    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        _change(state, frame, frame[slot], values[0], variable, source)

    def again(state: State, frame: Frame) -> bool:
        # A card may have turned the die since it was chosen; the log shows the dice all the same.
        if not can_change(state, frame[slot]):
            _tell_roll(state, frame[ME], source)
            return False
        stream = chance.BONUS_DICE if face_of(frame[slot]) > BONUS else chance.DICE
        return chance.roll(state, frame, stream, 1, source, resolve)

    return again


def _change(state: State, frame: Frame, die: int, shows: int, variable: int, source: int) -> None:
    """Turn a die to another number, and let the variable that named it hold it."""
    target = _Target(ASIDE, source, False, _is_hidden(state, die))
    turned = turn(state, die, shows)
    if variable >= 0:
        frame[variable] = turned
    if card_of(die) == IN_HAND:
        _tell_roll(state, owner_of(die), source)
    else:
        _tell_put(state, turned, ASIDE, target, owner_of(turned))


def _is_hidden(state: State, die: int) -> bool:
    aside = state.players[owner_of(die)].aside
    return any(each.hidden for each in aside if each.card == card_of(die) and each.face == face_of(die))


def _tell_roll(state: State, who: int, source: int) -> None:
    if state.event_log is not None:
        dice, name = state.players[who].dice, state.compiled.sources[source]
        state.event_log.append(DiceRolled(state.setup.players[who], dice.own, dice.bonus, name))


@STEPS.add("turn_die")
@node
class TurnDie(Step):
    """Turn one of the player's dice to another number; above 6 it becomes 6, below 1 it becomes 1."""

    edges = EdgeCases(nothing="A die that is no longer there, or is locked, is not turned.")

    die: Value = key(A_DIE, "The die; a variable then holds it as it is now.")
    to: Value = key(VALUE, "The number that it then shows.")


@compiles(TurnDie)
def _emit_turn_die(word: TurnDie, e: Emitter) -> None:
    """Compile; a variable that holds the die keeps hold of it."""
    e.need_player(word)
    which, source = e.thing(word.die, DIE, f"{word.at}/die"), e.source
    value, variable = e.amount(word.to, f"{word.at}/to", 1, HIGHEST), _variable(e, word.die)

    def turn_it(state: State, frame: Frame) -> None:
        die = which(state, frame)
        if can_change(state, die):
            _change(state, frame, die, value(state, frame), variable, source)
        else:
            _tell_roll(state, frame[ME], source)

    e.op(turn_it)


SUPPLY: Final = "supply"


@STEPS.add("put_dice")
@node
class PutDice(Step):
    """Move a die, or bring new dice from the supply: into a hand, on a card, or back into the supply.

    A die keeps its number, and new dice are rolled, unless `shows` says what they show. What is in the hand
    can influence advisors and counts for the dice total; what is `aside`, on a card, does not. Locked dice
    are in the hand but are not rerolled or turned. At the end of the season all dice go back unless they are
    `kept`; when a card leaves play, the dice on it go back.
    """

    edges = EdgeCases(
        nothing="A die that is no longer there does not move.",
        no_player="Nobody gets no dice: nothing happens.",
        zero="No die comes from the supply.",
    )

    die: Value | None = key(A_DIE, "The die; by default, new ones from the supply.", default=None)
    to: DiceZone = key(
        Text(among=(HAND, LOCKED, ASIDE, SUPPLY)),
        "The `hand`; the hand, but `locked` there; `aside`, on a card; or the `supply`.",
        kw_only=True,
    )
    count: Value = key(VALUE, "How many new dice.", default=1)
    color: str = key(Text(among=COLORS), "The color of new dice.", default=BONUS_COLOR)
    shows: Value | None = key(VALUE, "The number that they show.", default=None)
    player: Value | None = key(
        A_PLAYER, "Who has them then; by default, who had the die, or this player.", default=None
    )
    on: Value | None = key(
        A_CARD, "With `aside`, the card on which they lie; by default, this card.", default=None
    )
    kept: bool = key(Flag(), "Whether they stay on the card when the season ends.", default=False)
    face_down: bool = key(Flag(), "Whether only the owner sees them on the card.", default=False)
    as_: str = key(Text(ID_PATTERN), "A variable that holds the die then; the last of several.", default="")


@compiles(PutDice)
def _emit_put_dice(word: PutDice, e: Emitter) -> None:
    """Compile to a move, or for new dice to a request to chance."""
    _check_keys(word, e)
    shows = constant(0) if word.shows is None else e.amount(word.shows, f"{word.at}/shows", 1, HIGHEST)
    on = card_with_dice(word, e, word.on, word.to)
    slot = e.slot(word.as_, DIE, word.at) if word.as_ else NOBODY
    owner = None if word.player is None else e.thing(word.player, PLAYER, f"{word.at}/player")
    target = _Target(word.to, e.source, kept=word.kept, hidden=word.face_down)
    if word.die is not None:
        which = e.thing(word.die, DIE, f"{word.at}/die")
        e.op(_move(which, owner, on, shows, target, (slot, _variable(e, word.die))))
        return
    if owner is None:
        e.need_player(word)
    e.op(_bring(e, word, owner, on, shows, target, slot))


def _check_keys(word: PutDice, e: Emitter) -> None:
    """Refuse what says nothing: the number and color of new dice beside a die, what lies on a card elsewhere.

    Raises:
        LinkError: There is such a key.
    """
    if word.die is None and word.to == SUPPLY:
        message = "new dice come from the supply, so 'die' must say which one goes there"
        raise e.error(word, "link.dice", message)
    of_new = {"count": word.count != 1, "color": word.color != BONUS_COLOR}
    of_lying = {"kept": word.kept, "face_down": word.face_down}
    for name, given in of_new.items() if word.die is not None else ():
        if given:
            message = f"'{name}' is about new dice; leave it out beside 'die'"
            raise e.mistake(f"{word.at}/{name}", "link.dice", message)
    for name, given in of_lying.items() if word.to != ASIDE else ():
        if given:
            message = f"'{name}' is about dice on a card; leave it out, or write 'to: {ASIDE}'"
            raise e.mistake(f"{word.at}/{name}", "link.dice", message)


class _Target(NamedTuple):
    """Where dice go, and what puts them there."""

    zone: DiceZone
    source: int
    kept: bool
    hidden: bool

    def lies_nowhere(self, card: int) -> bool:
        """Return whether dice are to lie on a card, but there is none."""
        return self.zone == ASIDE and card < 0


def _move(
    which: Number, owner: Number | None, on: Number, shows: Number, target: _Target, slots: tuple[int, int]
) -> Op:
    """Move a die; the variables in `slots` then hold it."""

    def move(state: State, frame: Frame) -> None:
        die, card = which(state, frame), on(state, frame)
        if not is_there(state, die):
            return
        seat = owner_of(die) if owner is None else owner(state, frame)
        if target.zone != SUPPLY and (seat < 0 or target.lies_nowhere(card)):
            return
        # Lifted before anything else looks at the hand: a locked die is taken only if no equal one is free.
        fixed, in_hand_before = not can_change(state, die), card_of(die) == IN_HAND
        if fixed or (in_hand_before and target.zone == HAND and seat == owner_of(die)):
            unlock(state, die)
        face, number = lift(state, die).face, shows(state, frame)
        if number and not fixed:
            face = number + (BONUS if face > BONUS else 0)
        new = _lay(state, seat, card, face, target)
        follow(state, die, new)
        for at in slots:
            if at >= 0:
                frame[at] = new
        _tell_put(state, new if new > 0 else die, HAND if in_hand_before else ASIDE, target, owner_of(die))

    return move


def _bring(
    e: Emitter, word: PutDice, owner: Number | None, on: Number, shows: Number, target: _Target, slot: int
) -> Op:
    """Bring new dice from the supply, rolled or as they shall be."""
    count, color = e.number(word.count), BONUS if word.color == BONUS_COLOR else 0

    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        seat, card = frame[ME] if owner is None else owner(state, frame), on(state, frame)
        for value in values:
            new = _lay(state, seat, card, value + color, target)
            _tell_put(state, new, SUPPLY, target, seat)
            if slot >= 0:
                frame[slot] = new

    def bring(state: State, frame: Frame) -> bool:
        if slot >= 0:
            frame[slot] = NOBODY
        seat, card = frame[ME] if owner is None else owner(state, frame), on(state, frame)
        if seat < 0 or target.lies_nowhere(card):
            return False
        wanted, number = count(state, frame), shows(state, frame)
        if not number:
            return chance.roll(state, frame, chance.EFFECTS, wanted, target.source, resolve)
        if wanted > state.compiled.limits.dice:
            raise runaway(state, "engine.dice", f"The content takes {wanted} dice at once")
        resolve(state, frame, (number,) * max(0, wanted))
        return False

    return bring


def _lay(state: State, seat: int, card: int, face: int, target: _Target) -> int:
    """Put a die where it goes; gives the die that it is then, or NOBODY in the supply."""
    if target.zone == SUPPLY:
        return NOBODY
    player = state.players[seat]
    if target.zone == ASIDE:
        lay(player, Aside(card, face, target.kept, target.hidden))
    else:
        add(player, face)
        if target.zone == LOCKED:
            player.locked = tuple(sorted((*player.locked, face)))
    held = len(player.dice.own) + len(player.dice.bonus) + len(player.aside)
    if held > MOST_HELD:
        raise runaway(state, "engine.dice", f"The content gives a player {held} dice")
    return die_of(seat, card, face)


MOST_HELD: Final = 40
"""So many dice a player may have in the hand and on cards together; no game has a quarter of them."""


def _tell_put(state: State, die: int, before: DiceZone, target: _Target, giver: int) -> None:
    """Tell where a die is now; what a die that lies face down shows, only its owner hears."""
    if state.event_log is None:
        return
    names, face = state.setup.players, face_of(die)
    owner, hidden = owner_of(die), target.hidden and target.zone == ASIDE
    card = called(state, card_of(die)) if target.zone == ASIDE else None
    own, bonus = own_faces((face,)), bonus_faces((face,))
    state.event_log.append(
        DicePut(
            names[owner],
            before,
            target.zone,
            () if hidden else own,
            () if hidden else bonus,
            hidden,
            card,
            names[giver] if giver != owner else None,
        )
    )
    if hidden and card is not None:
        state.event_log.append(DiceSeen(names[owner], card, own, bonus))


@STEPS.add("set_dice", inline="values")
@node
class SetDice(Step):
    """Set the player's own dice to these values; with fewer dice, they choose among the values.

    Locked dice stay as they are.
    """

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
        count = min(_own_count(state, frame), len(values))
        sets = _parts_of_size(values, count)

        def on_answer(asked: State, _: Frame, k: int) -> None:
            player = asked.players[who]
            free, locked = own_faces(free_dice(player)), own_faces(player.locked)
            player.dice = handful(tuple(sorted((*sets[k], *free[count:], *locked))), player.dice.bonus)
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
    """Roll dice for an effect, where all see them; the variable holds their sum.

    `put_dice` with `face_down` rolls dice in secret, and brings dice that stay.
    """

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
            told = DiceRolled(name, values, (), state.compiled.sources[source], True)
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
    """All players roll their own dice and their bonus dice; locked dice stay in hand as they are."""

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
        if not chance.is_plain(state):
            return
        before = frame[ME]
        for seat in state.order:
            frame[ME], player = seat, state.players[seat]
            own = count_own(state, frame) if fixed is None else fixed
            mine, bonus = chance.rolled(state, chance.DICE, own), player.stock[bonus_die]
            player.dice = handful(mine, chance.rolled(state, chance.BONUS_DICE, bonus) if bonus else ())
            if player.locked:
                player.dice = with_faces(player.dice, player.locked)
            if state.event_log is not None:
                _tell_roll(state, seat, source)
        frame[ME], frame[PC] = before, end

    count_own, source = e.stat(dice, OWN_DICE), e.source
    fixed = known(count_own)
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
    player = state.players[frame[ME]]
    # Usually nothing is locked, and what was rolled is the whole hand.
    own = tuple(sorted((*values, *own_faces(player.locked)))) if player.locked else values
    player.dice = handful(own, player.dice.bonus)


def _keep_bonus(source: int) -> chance.Resolve:
    def keep(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        player = state.players[frame[ME]]
        locked = player.locked
        bonus = tuple(sorted((*values, *bonus_faces(locked)))) if locked else values
        player.dice = handful(player.dice.own, bonus)
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
        state.groups = (*state.groups, Group(place, NOBODY, dice))
        # The groups say the same, but whether an advisor is free is asked all the time.
        state.taken |= 1 << place
        if state.event_log is not None:
            state.event_log.append(influenced(state, state.groups[-1]))


def influenced(state: State, group: Group) -> Influenced:
    """Describe dice that were put on a place."""
    compiled, (place, who, own, bonus, plus2, via, how) = state.compiled, group
    player = state.setup.players[who] if who >= 0 else None
    cards = tuple(compiled.cards[compiled.permissions[index].card].name for index in via)
    return Influenced(player, compiled.places[place].name, own, bonus, plus2, cards, bool(how))


@STEPS.add("return_dice")
@node
class ReturnDice(Step):
    """End the season: all dice go back, bonus dice to the supply; those that are kept on cards stay there."""


@compiles(ReturnDice)
def _emit_return_dice(_: ReturnDice, e: Emitter) -> None:
    source = e.source
    # Bonus dice are resources that last for a season, and go back like those of packs.
    passing = tuple(r.index for r in e.compiled.resources if r.lasts == "season")

    def clear(state: State, _: Frame) -> None:
        state.groups = ()
        state.taken = 0
        put_back(state)
        for who, player in enumerate(state.players):
            for resource in passing:
                if player.stock[resource]:
                    take(state, who, ((resource, player.stock[resource]),), source)
        if state.event_log is not None:
            state.event_log.append(DiceReturned())

    e.op(clear)
