"""Step b of a productive season: players influence advisors in turns until all have passed (R01-R16)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import evolve

from kingsburg_rules.engine.compiled_rules import ME, MOST_SEATS, NOBODY, PC, UNLIMITED
from kingsburg_rules.engine.dice import unlock_missing, without
from kingsburg_rules.engine.events import DiceMoved, Passed
from kingsburg_rules.engine.loop import OWED, ask_player, call, repeat_operation
from kingsburg_rules.engine.state import FORCED, Ask, Group, new_group
from kingsburg_rules.engine.stock import can_pay, give, take
from kingsburg_rules.engine.windows import NEUTRAL, mark_spent, open_later, open_window
from kingsburg_rules.language.dice import influenced
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant
from kingsburg_rules.language.placements import MOST_VIA, Menu, Menus, has_price, prices_of
from kingsburg_rules.language.queries import PLACE_QUERY, WHO, Places, Players, each, seats_of, values_for
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.resources import pay_actions
from kingsburg_rules.language.values import A_GROUP, A_PLACE, VALUE, Value
from kingsburg_rules.language.verbs import MOMENTS, TURN_END
from kingsburg_rules.language.vocabulary import DICE, GROUP, GROUPS, PLACE, PLAYER

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Automaton, Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.bags import Counts
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.placements import Dice, Placement
    from kingsburg_rules.language.queries import Scope
    from kingsburg_rules.language.registry import Find


@STEPS.add("influence")
@node
class InfluenceStep(Step):
    """Let each player, in turn order, influence an advisor or pass, round by round, until all have passed.

    They use the dice in their hands; `put_dice` brings others there. The keys make a smaller round of it, at
    any time.
    """

    asks = ("influence",)
    edges = EdgeCases(
        impossible="Players whose dice fit no advisor pass, which is final for the season.",
        no_player="If nobody takes part, nothing happens.",
        zero="Players who may place no group are not asked.",
    )
    opens = ("before.place_dice", "after.place_dice", "after.influence", "influence.passed", TURN_END)
    brings = (GROUPS,)

    players: Players | None = key(WHO, "Who takes part; by default, all players.", default=None)
    places: Places | None = key(
        PLACE_QUERY, "The advisors that may be influenced; by default, all that are open.", default=None
    )
    times: Value | None = key(
        VALUE, "How many groups each of them may place at most; by default, any number.", default=None
    )


@compiles(InfluenceStep)
def _emit_influence_step(word: InfluenceStep, e: Emitter) -> None:
    """Compile to a loop: ask, charge for a permission, let cards react, put the dice there."""
    round_ = Round(e)
    if word.times is not None:
        round_.left = e.hidden(MOST_SEATS)
    if word.places is not None:
        with each(e, PLAYER, word.at) as scope:
            round_.closed = _all_but(word.places.find(e), scope)

    def begin(_: State, frame: Frame) -> None:
        frame[round_.passed] = frame[round_.position] = frame[round_.refused] = frame[round_.at_work] = 0
        frame[round_.over], frame[round_.before] = NOBODY, frame[ME]

    e.op(begin)
    if word.players is not None or word.times is not None:
        e.op(_limit(word, e, round_))
    round_.start = e.here()
    if round_.ends_turns:
        e.op(round_.end_turn)
    e.op(round_.ask)
    # One bit for each seat that has passed; when all bits are set, the round is over.
    with e.only_if(lambda state, frame: frame[round_.passed] != (1 << len(state.order)) - 1):
        e.op(round_.charge)
        e.op(round_.announce)
        e.op(round_.put)


def _all_but(find: Find, scope: Scope) -> Number:
    """Compile all places but those that a query finds for a player, to a bit set."""

    def closed(state: State, frame: Frame) -> int:
        inner, open_ = scope.of(state, frame, 1), 0
        for place in find(state, inner):
            open_ |= 1 << place
        return ~open_

    return closed


def _limit(word: InfluenceStep, e: Emitter, round_: Round) -> Op:
    """Compile who takes part, and how many groups each may place; for all others it is over at once."""
    seats, left = None if word.players is None else seats_of(word.players, e), round_.left
    with each(e, PLAYER, word.at) as scope:
        times = constant(1) if word.times is None else e.number(word.times)

    def limit(state: State, frame: Frame) -> None:
        everybody = (1 << len(state.players)) - 1
        frame[round_.passed] = 0 if seats is None else everybody & ~seats(state, frame)
        inner = scope.of(state, frame, len(state.players))
        for who in range(len(state.players)):
            (most,) = values_for(state, inner, scope, (who,), times)
            frame[round_.passed] |= int(most <= 0) << who
            if left >= 0:
                frame[left + who] = most

    return limit


class Round(Menus):
    """The loop of an influence round, with all it needs to know of the rule set.

    What was chosen is kept in variables: the place (and, behind it, whether a card prevents it), which a card
    may change, then the details: own dice, bonus dice, what a token adds, two permissions, and whether the
    envoy is sent. `charged` counts the permissions that are paid, and `paid` has what was paid for them.
    `over` is the player whose turn has just ended, until the next one is asked. `left` counts for each player
    how many groups they may still place, `closed` are the advisors that are not in this round, and `before`
    keeps who was at work when it began.
    """

    def __init__(self, e: Emitter) -> None:
        super().__init__(e.compiled)
        self.passed, self.position, self.refused = e.hidden(), e.hidden(), e.hidden()
        self.chosen = e.hidden(2)
        self.details, self.charged, self.over = e.hidden(6), e.hidden(), e.hidden()
        self.ends_turns = e.names.may_have_listeners(_TURN_END)
        self.paid, self.resources = e.hidden(len(e.compiled.resources)), len(e.compiled.resources)
        self.source = e.source
        self.at_work, self.before = e.hidden(), e.hidden()
        self.start = 0
        self.left = NOBODY
        self.closed: Number | None = None

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask the next player who has not passed; go on when all have."""
        order = state.order
        everybody = (1 << len(order)) - 1
        while frame[self.passed] != everybody:
            passed, position = frame[self.passed], frame[self.position]
            if frame[self.over] >= 0:
                frame[self.over], frame[self.refused] = NOBODY, 0
                position = (position + 1) % len(order)
            while passed >> order[position] & 1:
                position = (position + 1) % len(order)
            frame[self.position], who = position, order[position]
            if state.compiled.automata and (automaton := state.automaton(who)) is not None:
                if self._let_play(state, frame, who, automaton):
                    return True
                continue
            refused = frame[self.refused]
            if self.closed is not None:
                frame[ME] = who
                refused |= self.closed(state, frame)
            menu = self.menu(state, who, refused)
            if menu.placements or not state.setup.automation[who] & FORCED:
                frame[ME] = who
                ask = menu.ask
                if ask is None or ask.seat != who:
                    answered = partial(self.carry_out, menu)
                    ask = menu.ask = Ask(who, "influence", self.source, menu.options, answered)
                state.asks, state.given = (ask,), OWED
                return True
            if self.pass_(state, frame, who) or self.ends_turns:
                frame[PC] = self.start
                return True
        frame[ME] = frame[self.before]
        return False

    def _let_play(self, state: State, frame: Frame, who: int, automaton: Automaton) -> bool:
        """Let the cards act for a seat without a player, which has passed if that places no dice.

        True if something is to be done before the next player is asked.
        """
        turn, placed = automaton.turns.get("influence"), sum(group.seat == who for group in state.groups)
        frame[ME] = who
        if turn is not None and not frame[self.at_work]:
            frame[self.at_work], frame[PC] = 1 + placed, self.start
            return call(state, turn, who)
        done = placed >= frame[self.at_work] > 0
        if done:
            self.count(frame, who)
        frame[self.at_work], frame[self.over] = 0, who
        if not (done or self.pass_(state, frame, who) or self.ends_turns):
            return False
        frame[PC] = self.start
        return True

    def end_turn(self, state: State, frame: Frame) -> bool:
        """Open the moment at the end of the turn that is over, if one is."""
        who = frame[self.over]
        return who >= 0 and open_window(state, _TURN_END, who)

    def count(self, frame: Frame, who: int) -> None:
        """Count a group that was placed; after the last one, the round is over for its player."""
        if self.left >= 0:
            frame[self.left + who] -= 1
            frame[self.passed] |= int(frame[self.left + who] <= 0) << who

    def carry_out(self, menu: Menu, state: State, frame: Frame, k: int) -> None:
        """Carry out an answer, whoever gives it."""
        if k == len(menu.placements):
            # The question comes again for the next player.
            frame[PC] = self.start
            self.pass_(state, frame, frame[ME])
            return
        placement = menu.placements[k]
        if placement.via or _BEFORE in state.listeners:
            self.choose(frame, placement)
        else:  # the usual case: nobody objects, and nothing is paid
            frame[PC] = self.start
            self.place(state, frame, placement)

    def pass_(self, state: State, frame: Frame, who: int) -> bool:
        """Pass; that is final for the season (R15). True when a card may react."""
        frame[self.passed] |= 1 << who
        frame[self.over] = who
        if state.event_log is not None:
            state.event_log.append(Passed(state.setup.players[who], "influence"))
        return _PASSED in state.listeners and open_window(state, _PASSED, who)

    def choose(self, frame: Frame, placement: Placement) -> None:
        """Keep what was chosen."""
        first, second = (*placement.via, NOBODY, NOBODY)[:MOST_VIA]
        frame[self.chosen : self.chosen + 2] = [placement.place, 0]
        frame[self.charged] = 0
        frame[self.paid : self.paid + self.resources] = [0] * self.resources
        frame[self.details : self.details + 6] = [
            as_number(placement.own),
            as_number(placement.bonus),
            placement.plus2,
            first,
            second,
            int(placement.envoy),
        ]

    def announce(self, state: State, frame: Frame) -> bool:
        """Open the moment before it, in which cards may prevent it or send the dice elsewhere."""
        place, prevented = frame[self.chosen : self.chosen + 2]
        if prevented or _BEFORE not in state.listeners:
            return False
        # If a card prevents it, the player chooses again, but not this place.
        frame[self.refused] |= 1 << place
        return open_window(state, _BEFORE, frame[ME], (place,), back=self.chosen)

    def charge(self, state: State, frame: Frame) -> bool:
        """Charge for the permissions, one price for each. What can no longer be paid is refused."""
        while frame[self.charged] < MOST_VIA and not frame[self.chosen + 1]:
            via, who, place = frame[self.details + 3 + frame[self.charged]], frame[ME], frame[self.chosen]
            permission = state.compiled.permissions[via] if via >= 0 else None
            if permission is not None and has_price(permission):
                prices = prices_of(state, permission, who, place)
                bags = tuple(bag for bag in prices if can_pay(state, who, bag))
                if bags:
                    return self._ask_price(state, frame, bags)
                frame[self.chosen + 1] = 1
            frame[self.charged] += 1
        return False

    def _ask_price(self, state: State, frame: Frame, bags: tuple[Counts, ...]) -> bool:
        who, source = frame[ME], self.source

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            take(asked, who, bags[k], source)
            for resource, amount in bags[k]:
                asking[self.paid + resource] += amount
            asking[self.charged] += 1
            repeat_operation(asking)

        return ask_player(state, frame, Ask(who, "pay", source, pay_actions(state.compiled, bags), on_answer))

    def put(self, state: State, frame: Frame) -> bool:
        """Place the dice, using up the token, the permissions and the envoy that help; then ask again."""
        frame[PC] = self.start
        who, (place, prevented) = frame[ME], frame[self.chosen : self.chosen + 2]
        # The player is asked again: `refused` keeps them from what a card prevents each time.
        if prevented or place < 0:
            self._give_back(state, frame)
            return True
        own, bonus, plus2, first, second, envoy = frame[self.details : self.details + 6]
        via = tuple(index for index in (first, second) if index >= 0)
        placement = self.reaches.placement((place, via, plus2, as_dice(own), as_dice(bonus), envoy > 0))
        if not self._has(state, who, placement):
            self._give_back(state, frame)
            return True
        for index in reversed(via):
            permission = state.compiled.permissions[index]
            if permission.uses != UNLIMITED:
                mark_spent(state, who, index, permission.uses)
            # The first window to be put on the stack is served last: when the dice are there.
            open_later(state, state.compiled.ability_used, who, (permission.card,))
        self.place(state, frame, placement)
        return True

    def _give_back(self, state: State, frame: Frame) -> None:
        """Return what was paid for permissions: no dice are placed with them."""
        paid = enumerate(frame[self.paid : self.paid + self.resources])
        give(state, frame[ME], tuple((resource, amount) for resource, amount in paid if amount), self.source)

    def _has(self, state: State, who: int, wanted: Placement) -> bool:
        """Return whether a player still has what they chose to use: what came before may have changed it."""
        player = state.players[who]
        return (
            _contains(player.dice.own, wanted.own)
            and _contains(player.dice.bonus, wanted.bonus)
            and player.stock[self.plus2] >= bool(wanted.plus2)
            and player.stock[self.envoy] >= wanted.envoy
        )

    def place(self, state: State, frame: Frame, placement: Placement) -> None:
        """Put dice on an advisor, let the cards react, and go on to the next player."""
        who, place, own, bonus = frame[ME], placement.place, placement.own, placement.bonus
        player = state.players[who]
        player.dice = without(player.dice, own, bonus)
        if player.locked:
            unlock_missing(player)
        if placement.plus2:
            take(state, who, ((self.plus2, 1),), self.source)
            player.plus2_used += 1
        if placement.envoy:
            take(state, who, ((self.envoy, 1),), self.source)
        group = (place, who, own, bonus, placement.plus2, placement.via, int(placement.envoy))
        state.groups += (new_group(Group, group),)
        state.taken |= placement.bit
        if state.event_log is not None:
            state.event_log.append(influenced(state, state.groups[-1]))
        if self.left >= 0:
            self.count(frame, who)
        frame[self.over] = who
        # The dice have been put before anything is influenced, so that is served first.
        if _INFLUENCED in state.listeners:
            open_later(state, _INFLUENCED, who, (place,))
        if _AFTER in state.listeners:
            open_later(state, _AFTER, who, (place,))


_PASSED: Final = MOMENTS["influence.passed"]
_INFLUENCED: Final = MOMENTS["after.influence"]
_TURN_END: Final = MOMENTS[TURN_END]
_BEFORE: Final = MOMENTS["before.place_dice"]
_AFTER: Final = MOMENTS["after.place_dice"]

_FACES: Final = 7


def _contains(dice: Dice, part: Dice) -> bool:
    """Return whether a handful has all of some dice."""
    left = list(dice)
    for value in part:
        if value not in left:
            return False
        left.remove(value)
    return True


def as_number(dice: Dice) -> int:
    """Write dice as one number, for a frame."""
    number = 0
    for value in dice:
        number = number * _FACES + value
    return number


def as_dice(number: int) -> Dice:
    """Read dice from such a number."""
    dice: list[int] = []
    while number:
        number, value = divmod(number, _FACES)
        dice.append(value)
    return tuple(reversed(dice))


@STEPS.add("place_dice", inline="places")
@node
class PlaceDice(Step):
    """Influence an advisor outside the normal turn, of those that the dice of the hand fit.

    The player chooses among the ways to do so.
    """

    asks = ("influence",)
    edges = EdgeCases(
        nothing="If the dice of the hand fit none of the advisors, nothing happens.",
    )
    needs = DICE
    opens = ("before.place_dice", "after.place_dice", "after.influence")
    brings = (GROUPS,)

    places: Places = key(PLACE_QUERY, "The advisors, of those that the dice fit.")


@compiles(PlaceDice)
def _emit_place_dice(word: PlaceDice, e: Emitter) -> None:
    """Compile to a round of one player and one placement."""
    e.need_player(word)
    within = e.hidden()
    single = SinglePlacement(e, within, evolve(word.places, within=within).find(e))

    def begin(_: State, frame: Frame) -> None:
        frame[single.over], frame[single.refused] = NOBODY, 0

    e.op(begin)
    single.start = e.op(single.ask)
    with e.only_if(lambda state, frame: frame[single.over] < 0):
        e.op(single.charge)
        e.op(single.announce)
        e.op(single.put)


class SinglePlacement(Round):
    """One placement of dice, after which it is `over`; `within` are the places that they reach."""

    def __init__(self, e: Emitter, within: int, find: Find) -> None:
        super().__init__(e)
        self.within, self.find = within, find

    def ask(self, state: State, frame: Frame) -> bool:
        """Ask where and with which dice, until some are placed."""
        if frame[self.over] >= 0:
            return False
        who, reached = frame[ME], 0
        menu = self.menu(state, who, frame[self.refused])
        for placement in menu.placements:
            reached |= placement.bit
        frame[self.within] = reached
        wanted = self.find(state, frame)
        placements = tuple([placement for placement in menu.placements if placement.place in wanted])
        if not placements:
            frame[self.over] = who
            return False
        menu = Menu(placements, ())
        ask = Ask(who, "influence", self.source, menu.options, partial(self.carry_out, menu))
        return ask_player(state, frame, ask)


@STEPS.add("move_dice")
@node
class MoveDice(Step):
    """Move a group of dice to another advisor, who is then influenced instead of the first (F39)."""

    edges = EdgeCases(nothing="Without a group of dice or an advisor, nothing happens.")
    opens = ("after.influence",)
    needs = GROUPS

    group: Value = key(A_GROUP, "Which group.")
    to: Value = key(A_PLACE, "The advisor to move it to.")


@compiles(MoveDice)
def _emit_move_dice(word: MoveDice, e: Emitter) -> None:
    which, to = e.thing(word.group, GROUP, f"{word.at}/group"), e.thing(word.to, PLACE, f"{word.at}/to")

    def move(state: State, frame: Frame) -> bool:
        number, place = which(state, frame), to(state, frame)
        if place < 0 or not 0 <= number < len(state.groups):
            return False
        group = state.groups[number]
        if state.event_log is not None and group.seat >= 0:
            places, names = state.compiled.places, state.setup.players
            from_, there = places[group.place].name, places[place].name
            state.event_log.append(
                DiceMoved(names[group.seat], from_, there, group.own, group.bonus, group.plus2)
            )
        others = tuple(other for other in state.groups if other is not group)
        state.groups = (*others, Group(place, *group[1:]))
        state.taken = sum({1 << other.place for other in state.groups})
        return open_window(state, _INFLUENCED, group.seat if group.seat >= 0 else NEUTRAL, (place,))

    e.op(move)
