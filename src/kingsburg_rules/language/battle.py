"""Enemies and battles: the hidden cards of the years, reinforcements, fighting, recruiting, looking."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import chain, compress, product
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import DONE, PASS, AnyAction, OptionThing, Recruit, chosen
from kingsburg_rules.engine.compiled_rules import DECK, FIRST, FURTHER, HAND, ME, NOBODY, PC, YEAR_DECKS
from kingsburg_rules.engine.events import CardsSeen, DiceRolled, EnemySeen, Fought, Passed, Peeked
from kingsburg_rules.engine.loop import ask_player, call, repeat_operation, runaway
from kingsburg_rules.engine.state import DEFEAT, OUTCOMES, PEEKS, TIE, VICTORY, Ask
from kingsburg_rules.engine.stats import (
    enemy_total,
    fighting,
    granted,
    printed_penalty,
    printed_reward,
    stat,
)
from kingsburg_rules.engine.stock import VP, give, take
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.engine.zones import (
    also_see,
    in_the_box,
    left_in_deck,
    next_at,
    pile_for,
    position_of,
    settle_place,
    where,
)
from kingsburg_rules.language.bags import Counts
from kingsburg_rules.language.building import destroy_next
from kingsburg_rules.language.cards import ANY_GOOD, PURPOSES
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant, each_in_turn, goto, known
from kingsburg_rules.language.queries import CARD_QUERY, WHO, Cards, Players, each, seats_of
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.resources import ask_give, ask_goods
from kingsburg_rules.language.shapes import ID_PATTERN, Flag, Name, Text
from kingsburg_rules.language.values import A_CARD, A_PLAYER, VALUE, Literal, Value
from kingsburg_rules.language.verbs import MOMENTS, TURN_END, Verb, around, end_turn, gain, gain_all
from kingsburg_rules.language.vocabulary import BATTLE, BUILDING, CARD, GOOD, PLAYER, STATS_BY_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from kingsburg_rules.engine.compiled_rules import CompiledRules, Frame, Number, Op, Pile
    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.language.emitter import Emitter

    _Means = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

_Payment: TypeAlias = "tuple[Counts, Recruit]"


@STEPS.add("draw_enemies", inline="deck")
@node
class DrawEnemies(Step):
    """Make a deck of enemies: one hidden card for each year, from the cards still in the box."""

    edges = EdgeCases(empty="Rules with too few enemies for a year are refused when they are loaded.")

    deck: str = key(Text(among=YEAR_DECKS), "The deck: the first, or a further one.")


@compiles(DrawEnemies)
def _emit_draw_enemies(word: DrawEnemies, e: Emitter) -> None:
    """Compile to one request to chance for each year."""
    further = word.deck == FURTHER
    needed = 2 if further else 1
    for year in range(1, e.compiled.years + 1):
        found = sum(enemy.year == year for enemy in e.compiled.enemies.values())
        if found < needed:
            what = f"{needed} enemy cards are" if further else "an enemy card is"
            message = f"{what} needed for year {year}, but there is {f'only {found}' if found else 'none'}"
            raise e.error(word, "link.enemies", message)
    source = e.source

    def resolve(state: State, _: Frame, drawn: tuple[int, ...]) -> None:
        if further:
            state.second_deck = (*state.second_deck, *drawn)
        else:
            state.enemies = (*state.enemies, *drawn)

    def draw(state: State, frame: Frame) -> bool:
        year = len(state.second_deck if further else state.enemies) + 1
        left = in_the_box(state, year)
        return bool(left) and chance.pick(state, frame, chance.ENEMIES, left, source, resolve)

    for _ in range(e.compiled.years):
        e.op(draw)


# ------
# What a battle brings and takes: computed completely before the first part of it happens.
#
# The bags of all enemy cards are added up, then the stats of the player change them; then a victor gains,
# or a defeated player loses, in the fixed order (R54-R59, F64).


class Spoils:
    """The amounts that a battle brings a player or, if it `gains` nothing, takes, kept in variables."""

    def __init__(self, e: Emitter, *, gains: bool) -> None:
        self.gains = gains
        what = "battle_reward" if gains else "battle_penalty"
        keys = e.names.keys_of(STATS_BY_NAME[what])
        self.nothing = (0,) * len(keys)
        self.first = e.hidden(len(keys))
        self.at = {name: at for at, name in enumerate(keys, start=self.first)}
        stats = [(at, e.names.stat(f"{what}:{name}", "")) for name, at in self.at.items()]
        self.stats = [(at, number) for at, number in stats if not e.names.is_fixed(number)]

    def count(self, state: State, frame: Frame) -> None:
        """Add up what the enemy cards say, and let the player's cards change it."""
        frame[self.first : self.first + len(self.nothing)] = self.nothing
        printed = printed_reward(state) if self.gains else printed_penalty(state)
        for name, amount in printed.items():
            frame[self.at[name]] = amount
        who = frame[ME]
        for at, number in self.stats:
            if number in state.changing:
                frame[at] = stat(state, number, who, frame[at])

    def settle(self, state: State, frame: Frame) -> bool:
        """Bring or take one thing after another; a choice interrupts, then the next thing follows."""
        for name, at in self.at.items():
            amount = frame[at]
            if amount <= 0:
                continue
            # Buildings fall one by one, since each may change which is the next.
            frame[at] = amount - 1 if name == BUILDING else 0
            if self._bring(state, frame[ME], name, amount):
                repeat_operation(frame)
                return True
        return False

    def _bring(self, state: State, who: int, name: str, amount: int) -> bool:
        """Bring or take one kind of thing, or one building. True when something comes before the next."""
        if name == BUILDING:
            return destroy_next(state, who) or amount > 1
        if name == GOOD:
            return self._ask(state, who, amount)
        resource, signed = state.compiled.resource[name], amount if self.gains else -amount
        cards = state.foes or state.revealed
        if len(cards) == 1:
            return gain(state, who, ((resource, signed),), state.compiled.card_source[cards[0]])
        sign, shares = 1 if self.gains else -1, _shares(state, name, amount, self.gains)
        return gain_all(state, [(who, resource, sign * part, source) for source, part in shares if part])

    def _ask(self, state: State, who: int, amount: int) -> bool:
        """Ask a player which goods it is. True if there is something to choose."""
        source, _ = _shares(state, GOOD, amount, self.gains)[0]
        ask = ask_goods(state, who, source, amount) if self.gains else ask_give(state, who, source, amount)
        return ask is not None and ask_player(state, state.stack[-1], ask)


def _shares(
    state: State,
    key: str,
    amount: int,
    gains: bool,  # noqa: FBT001
) -> list[tuple[int, int]]:
    """Return how much comes from which enemy card, as a source with its part, in printed proportions.

    What does not go into that evenly comes from the first of them.
    """
    compiled, cards = state.compiled, fighting(state)
    if len(cards) == 1:
        return [(compiled.card_source[cards[0]], amount)]
    enemies = [compiled.enemies[card] for card in cards]
    printed = [(enemy.reward if gains else enemy.penalty).get(key, 0) for enemy in enemies]
    parts = [
        (compiled.card_source[enemy.card], amount * count // sum(printed))
        for enemy, count in zip(enemies, printed, strict=True)
        if count
    ]
    if not parts:
        return [(compiled.card_source[cards[0]], amount)]
    (source, first), *others = parts
    return [(source, first + amount - sum(part for _, part in parts)), *others]


# ------
# Phase 8: the King's reinforcements, the enemy, and the outcome of each player's battle (R52-R64).


UNKNOWN: Final = -1
"""The King's number while it is not known: then a die is rolled."""


@STEPS.add("reinforcements")
@node
class Reinforcements(Step):
    """Roll one die: every player gains that many soldiers (R61). Cards may change a player's number."""

    opens = (
        "before.kings_roll",
        "after.kings_roll",
        "before.reinforce",
        "after.reinforce",
    )


@compiles(Reinforcements)
def _emit_reinforcements(word: Reinforcements, e: Emitter) -> None:
    """Compile: the King's die, then for each player what it brings."""
    die = e.hidden(3)
    soldier, source = e.names.resource("soldier", word.at), e.source
    dice, number = e.names.stat("king_dice", word.at), e.names.stat("reinforcements", word.at)
    fixed, one_die = e.names.is_fixed(number), e.names.is_fixed(dice)
    before, after = MOMENTS["before.kings_roll"], MOMENTS["after.kings_roll"]

    def announce(state: State, frame: Frame) -> bool:
        frame[die : die + 3] = [UNKNOWN, 0, 0]
        return before in state.listeners and open_window(state, before, NOBODY, (UNKNOWN,), die)

    def resolve(state: State, frame: Frame, values: tuple[int, ...]) -> None:
        frame[die], frame[die + 1] = (values[0], values[-1]) if values else (0, 0)
        if state.event_log is not None:
            state.event_log.append(DiceRolled(None, values, (), state.compiled.sources[source], True))

    def roll(state: State, frame: Frame) -> bool:
        if frame[die + 1]:  # prevented: nobody comes
            frame[die] = 0
        if frame[die] == UNKNOWN:
            count = 1 if one_die else max(stat(state, dice, seat, 1) for seat in state.order)
            return chance.roll(state, frame, chance.REINFORCEMENTS, count, source, resolve)
        frame[die + 1] = frame[die]
        return False

    def settle(state: State, frame: Frame) -> bool:
        return after in state.listeners and open_window(
            state, after, NOBODY, (frame[die], frame[die + 1]), die
        )

    def amount(state: State, frame: Frame) -> int:
        if fixed:
            return frame[die]
        return stat(state, number, frame[ME], frame[die], frame[die], frame[die + 1])

    e.op(announce)
    e.op(roll)
    e.op(settle)
    with (
        each_in_turn(e),
        around(e, "reinforce", (amount, lambda state, frame: frame[die + 1])) as (sent, _),
    ):
        e.op(lambda state, frame: gain(state, frame[ME], ((soldier, sent(state, frame)),), source))


@STEPS.add("fight")
@node
class Fight(Step):
    """Compare strengths, then settle each player's battle in turn order, then reward the strongest victor.

    Strength is soldiers plus what cards add; it has no upper limit (R52). Above the enemy's it is a victory,
    equal a tie, below a defeat; cards may change the outcome. All victors with the highest strength of those
    who fight gain a point (R53). The keys make another battle of it, at any time; tests and facts of the
    outcome, the strength and the enemy are about the latest battle, until the soldiers go home.
    """

    asks = ("give", "take")
    edges = EdgeCases(
        tie="All victors with the highest strength gain the point for it.",
        no_player="If nobody fights, nothing happens, and the outcomes of the battle before are forgotten.",
        nothing="Without the enemy card, nobody fights.",
    )
    opens = (
        "before.fight",
        "after.fight",
        "before.spoils",
        "after.spoils",
        "before.penalty",
        "after.penalty",
        "before.destroy",
        "after.destroy",
    )
    brings = (BATTLE,)

    players: Players | None = key(WHO, "Who fights; by default, all players.", default=None)
    enemy: Value | None = key(
        A_CARD, "The enemy card, wherever it is; by default, this winter's enemies.", default=None
    )
    against: Value | None = key(
        VALUE, "The enemy's strength, for each player; by default, that of the enemy cards.", default=None
    )
    strength: Value | None = key(
        VALUE, "The strength of each player; by default, their soldiers and what cards add.", default=None
    )
    together: bool = key(
        Flag(), "Whether the strengths of all who fight are added up, and count for each.", default=False
    )
    spoils: bool = key(
        Flag(), "Whether the reward, the penalty and the point for the strongest follow.", default=True
    )


@compiles(Fight)
def _emit_fight(word: Fight, e: Emitter) -> None:
    """Compile: strengths, outcomes, consequences, the point for the highest strength.

    Raises:
        LinkError: A battle is being fought at this moment, which another one would disturb.
    """
    if e.event is not None and e.names.moments[e.event].name in _WITHIN:
        message = "a battle is being fought at this moment; fight again at 'battle.resolved', or later"
        raise e.error(word, "link.battle", message)
    outcome, fighters = e.hidden(2), e.hidden()
    e.op(_measure(word, e, fighters))
    with each_in_turn(e), _of_those(word, e, fighters):
        e.op(_judge(outcome))
        e.op(_keep_outcome(outcome))
    if word.spoils:
        _settle_spoils(word, e)
    else:
        with each_in_turn(e):
            e.op(_tell_outcome)
    if word.enemy is not None or word.against is not None:
        e.op(_dismiss)


def _settle_spoils(word: Fight, e: Emitter) -> None:
    """Compile what a battle brings and takes, and the point for the highest strength."""
    spoils, damage = Spoils(e, gains=True), Spoils(e, gains=False)
    bonus, source = e.stat(e.names.stat("victory_vp", word.at), 0), e.source
    with each_in_turn(e):
        if e.names.may_have_listeners(_FOUGHT):
            e.op(_tell_outcome)
        branch = e.op(goto(0))
        victory = e.here()
        with around(e, "spoils"):
            e.op(spoils.count)
            if known(bonus) != 0:
                e.op(lambda state, frame: gain(state, frame[ME], ((VP, bonus(state, frame)),), source))
            e.op(spoils.settle)
        victory_end = e.op(goto(0))
        defeat = e.here()
        with around(e, "penalty"):
            e.op(damage.count)
            e.op(damage.settle)
        end = e.here()
        e.code[branch], e.code[victory_end] = _by_outcome((defeat, end, victory, end)), goto(end)
    e.op(_honor_strongest(source, e.names.stat("strongest_vp", word.at)))


_WITHIN: Final = Fight.opens[:6]
"""The moments that come only while a battle is fought."""


def _of_those(word: Fight, e: Emitter, fighters: int) -> AbstractContextManager[None]:
    """Compile what only those do who fight."""
    if word.players is None and word.enemy is None:
        return nullcontext()
    return e.only_if(lambda state, frame: bool(frame[fighters] >> frame[ME] & 1))


def _measure(word: Fight, e: Emitter, fighters: int) -> Op:
    """Begin a battle: who fights, against whom, and how strong everybody is.

    All strengths are known before the first battle, since the highest of them counts (R53).
    """
    select = None if word.players is None else seats_of(word.players, e)
    enemy = None if word.enemy is None else e.thing(word.enemy, CARD, f"{word.at}/enemy")
    own, together = enemy is not None or word.against is not None, word.together
    with each(e, PLAYER, word.at) as scope:
        strength = _usual_strength(word, e) if word.strength is None else e.number(word.strength)
        against = None if word.against is None else e.number(word.against)

    def measure(state: State, frame: Frame) -> None:
        everybody = (1 << len(state.players)) - 1
        seats = everybody if select is None else select(state, frame)
        card = NOBODY if enemy is None else enemy(state, frame)
        forget_battle(state)
        if enemy is not None:
            seats, state.foes = (seats, (card,)) if card in state.compiled.enemies else (0, ())
        state.skirmish = own or not state.revealed
        frame[fighters], inner = seats, scope.of(state, frame, len(state.players))
        fighting = [(who, player) for who, player in enumerate(state.players) if seats >> who & 1]
        for who, player in fighting:
            inner[ME] = who
            player.strength = strength(state, inner)
            if against is not None:
                player.against = against(state, inner)
        if together:
            total = sum([player.strength for _, player in fighting])
            for _, player in fighting:
                player.strength = total

    return measure


def _usual_strength(word: Fight, e: Emitter) -> Number:
    """Compile the strength of a player: soldiers, and what cards add (R52)."""
    soldier, added = e.names.resource("soldier", word.at), e.names.stat("battle_strength", word.at)
    return lambda state, frame: (
        state.players[frame[ME]].stock[soldier]
        + (stat(state, added, frame[ME], 0) if added in state.changing else 0)
    )


def _dismiss(state: State, _: Frame) -> None:
    """Dismiss the enemy of a battle; its outcome stays."""
    state.foes = ()
    for player in state.players:
        player.against = None


def _by_outcome(targets: tuple[int, ...]) -> Op:
    """Jump to where the outcome of this player's battle says; NOBODY, who did not fight, is the last."""

    def jump(state: State, frame: Frame) -> None:
        frame[PC] = targets[state.players[frame[ME]].outcome]

    return jump


def _judge(outcome: int) -> Op:
    settled = MOMENTS["before.fight"]

    def judge(state: State, frame: Frame) -> bool:
        who = frame[ME]
        mine, theirs = state.players[who].strength, enemy_total(state, who)
        frame[outcome] = VICTORY if mine > theirs else TIE if mine == theirs else DEFEAT
        frame[outcome + 1] = 0
        return settled in state.listeners and open_window(state, settled, who, (frame[outcome],), outcome)

    return judge


def _keep_outcome(outcome: int) -> Op:
    """Keep how the battle ends; a prevented battle is not a battle, and brings and takes nothing."""

    def keep(state: State, frame: Frame) -> None:
        player = state.players[frame[ME]]
        if frame[outcome + 1]:
            player.outcome = NOBODY
            return
        # A card may have set any number, so it is brought back to the three outcomes.
        player.outcome = frame[outcome] = max(DEFEAT, min(VICTORY, frame[outcome]))
        if state.event_log is not None:
            name = state.setup.players[frame[ME]]
            strength = enemy_total(state, frame[ME])
            state.event_log.append(Fought(name, player.strength, strength, OUTCOMES[frame[outcome]]))

    return keep


_FOUGHT: Final = MOMENTS["after.fight"]


def _tell_outcome(state: State, frame: Frame) -> bool:
    """Open the moment after a player's battle, before it brings or takes anything."""
    if _FOUGHT not in state.listeners:
        return False
    who = frame[ME]
    outcome = state.players[who].outcome
    return outcome != NOBODY and open_window(state, _FOUGHT, who, (outcome,))


def _honor_strongest(source: int, points: int) -> Op:
    def honor(state: State, _: Frame) -> bool:
        highest = max([player.strength for player in state.players])
        best = [
            who
            for who in state.order
            if state.players[who].strength == highest and state.players[who].outcome == VICTORY
        ]
        return gain_all(state, [(who, VP, stat(state, points, who, STRONGEST_VP), source) for who in best])

    return honor


STRONGEST_VP: Final = 1


@STEPS.add("soldiers_go_home")
@node
class SoldiersGoHome(Step):
    """Send all soldiers home and end the battle; cards may let some stay (R64)."""

    opens = ("before.soldiers_go_home", "after.soldiers_go_home")


@compiles(SoldiersGoHome)
def _emit_soldiers_go_home(word: SoldiersGoHome, e: Emitter) -> None:
    """Compile to a loop over the players with the number that stays."""
    soldier, kept = e.names.resource("soldier", word.at), e.names.stat("soldiers_kept", word.at)
    source, allowed = e.source, e.stat(kept, 0)

    def staying(state: State, frame: Frame) -> int:
        return min(allowed(state, frame), state.players[frame[ME]].stock[soldier])

    # Without a card that lets some stay, all of them go.
    stays = constant(0) if known(allowed) == 0 else staying
    with each_in_turn(e), around(e, "soldiers_go_home", (stays,)) as (stay,):
        none_stay = known(stay) == 0

        def leave(state: State, frame: Frame) -> None:
            held = state.players[frame[ME]].stock[soldier]
            if held > 0:
                left = 0 if none_stay else max(0, stay(state, frame))
                take(state, frame[ME], ((soldier, held - left),), source)

        e.op(leave)
    e.op(lambda state, frame: forget_battle(state))


def forget_battle(state: State) -> None:
    """Reset everybody's strength and outcome: a battle is over, or another one begins."""
    state.foes, state.skirmish = (), False
    for player in state.players:
        player.strength, player.outcome, player.against = 0, NOBODY, None


# ------
# Phase 7: players hire soldiers for goods (R48, R51).


GOODS_FOR_A_SOLDIER: Final = 2
MOST_PAYMENTS: Final = 200_000

RECRUITING: Final = PURPOSES.index("recruiting")


@STEPS.add("recruit")
@node
class RecruitStep(Step):
    """Let each player, in turn order, hire any number of soldiers for two goods of any kind each."""

    asks = ("recruit",)
    edges = EdgeCases(impossible="Players who cannot pay for one soldier pass, and count as passing.")
    opens = ("before.recruit", "after.recruit", "recruit.passed", TURN_END)


@compiles(RecruitStep)
def _emit_recruit_step(word: RecruitStep, e: Emitter) -> None:
    with each_in_turn(e):
        e.op(_ask(e, word.at))
        end_turn(e)


def _hire_for(state: State, frame: Frame) -> None:
    """Hire: behind the number of soldiers stands the source."""
    amount, _, source = frame[FIRST : FIRST + 3]
    give(state, frame[ME], ((state.compiled.resource["soldier"], amount),), source)


class Recruiting(Verb):
    """The soldiers that a player hires; behind the source stands what was paid, in pairs."""

    __slots__ = ()

    def go_on(self, state: State, frame: Frame) -> bool:
        """Hire; if it was prevented, give back what was paid."""
        if frame[self.stopped]:
            source, *paid = frame[self.stopped + 1 :]
            bag = tuple(zip(paid[::2], paid[1::2], strict=True))
            give(state, frame[ME], bag, source)
        return super().go_on(state, frame)


RECRUIT: Final = Recruiting("recruit", 1, _hire_for)


def _ask(e: Emitter, at: str) -> Op:
    source, hiring = e.source, _Hiring(e.compiled, e.names.stat("recruit_price", at))

    def ask(state: State, frame: Frame) -> bool:
        who = frame[ME]
        if state.compiled.automata and (automaton := state.automaton(who)) is not None:
            turn = automaton.turns.get("recruit")
            return _hire_nobody(state, who) if turn is None else call(state, turn, who)
        offers = hiring.offers(state, who)

        def on_answer(asked: State, _: Frame, k: int) -> None:
            if k < len(offers.hired):
                bag, action = offers.hired[k]
                take(asked, who, bag, source)
                RECRUIT.do(asked, who, (action.soldiers,), (source, *chain.from_iterable(bag)))
                return
            _hire_nobody(asked, who)

        return ask_player(state, frame, Ask(who, "recruit", source, offers.options, on_answer))

    return ask


def _hire_nobody(state: State, who: int) -> bool:
    if state.event_log is not None:
        state.event_log.append(Passed(state.setup.players[who], "recruit"))
    return _PASSED in state.listeners and open_window(state, _PASSED, who)


_PASSED: Final = MOMENTS["recruit.passed"]


def _costs(state: State, price: int, who: int, most: int) -> tuple[int, ...]:
    """List what one soldier costs, what two cost, and so on, as far as the goods reach."""
    costs: list[int] = []
    total = 0
    while True:
        total += max(1, stat(state, price, who, GOODS_FOR_A_SOLDIER, len(costs) + 1))
        if total > most:
            return tuple(costs)
        costs.append(total)


def _payable(state: State, who: int) -> tuple[int, ...]:
    """List what may be paid: the goods, and what a card lets the player spend like them."""
    further = tuple(
        permission.values[0]
        for permission in granted(state, who, "spend_as")
        if permission.values[1:] == (ANY_GOOD, RECRUITING)
    )
    return (*state.compiled.goods, *further)


class _Offers(NamedTuple):
    """The goods that soldiers are hired for, with the action that names it, and all options."""

    hired: tuple[_Payment, ...]
    options: tuple[AnyAction, ...]


_KEPT: Final = 1_000
"""Longer lists of payments are made anew each time."""


class _Hiring:
    """The payments for soldiers, for one rule set, with caches; equal payments are one object."""

    def __init__(self, compiled: CompiledRules, price: int) -> None:
        self.compiled, self.price = compiled, price
        self.usual: dict[tuple[int, ...], _Offers] = {}
        self.known: dict[_Means, _Offers] = {}
        self.made: dict[tuple[Counts, int], _Payment] = {}

    def offers(self, state: State, who: int) -> _Offers:
        """List every payment that buys a whole number of soldiers, the smallest first."""
        if self.price in state.changing or "spend_as" in state.permitting:
            return self._changed(state, who)
        # Usually, only goods are paid, and two for each soldier.
        goods = self.compiled.goods
        held = tuple(state.players[who].stock[goods[0] : goods[-1] + 1])
        found = self.usual.get(held)
        if found is None:
            costs = tuple(range(GOODS_FOR_A_SOLDIER, sum(held) + 1, GOODS_FOR_A_SOLDIER))
            found = self._listed(state, self.compiled.goods, held, costs)
            if len(found.options) <= _KEPT:
                self.compiled.make_room(self.usual)
                self.usual[held] = found
        return found

    def _changed(self, state: State, who: int) -> _Offers:
        """List the payments where cards change what a soldier costs, or what may be paid."""
        stock, kinds = state.players[who].stock, _payable(state, who)
        held = tuple([stock[kind] for kind in kinds])
        means = (kinds, held, _costs(state, self.price, who, sum(held)))
        found = self.known.get(means)
        if found is None:
            found = self._listed(state, *means)
            if len(found.options) <= _KEPT:
                self.compiled.make_room(self.known)
                self.known[means] = found
        return found

    def _listed(
        self, state: State, kinds: tuple[int, ...], held: tuple[int, ...], costs: tuple[int, ...]
    ) -> _Offers:
        # A card may have given goods without end.
        if prod([count + 1 for count in held]) > MOST_PAYMENTS:
            message = f"The content lets soldiers be paid from {sum(held)} goods at once"
            raise runaway(state, "engine.choice", message)
        by_cost: dict[int, list[Counts]] = {cost: [] for cost in costs}
        for given in product(*[range(count + 1) for count in held]):
            alike = by_cost.get(sum(given))
            if alike is not None:
                alike.append(tuple(compress(zip(kinds, given, strict=True), given)))
        hired: list[_Payment] = []
        options: list[AnyAction] = []
        self.compiled.make_room(self.made)
        for count, cost in enumerate(costs, start=1):
            for bag in by_cost[cost]:
                payment = self.made.get((bag, count))
                if payment is None:
                    payment = self.made[bag, count] = bag, Recruit(count, self.compiled.bag(bag))
                hired.append(payment)
                options.append(payment[1])
        return _Offers(tuple(hired), (*options, PASS))


# ------
# Looking at the enemy card of the year (R31).


@STEPS.add("peek", inline="what", short=True)
@node
class Peek(Step):
    """Secretly look at the enemy card of this year (R31), at the next cards of a deck, or at other cards.

    Before the first year there is no enemy. Cards of a deck are drawn when they are looked at, and stay where
    they lie. What a player has seen they know as long as it is true.
    """

    harmless = True
    asks = ("choose",)
    edges = EdgeCases(
        nothing="Before the first year, and once the enemy is face up, there is nothing to see.",
        no_player="Nobody has no deck of their own, so nothing is seen.",
        empty="Of a deck with fewer cards, all of them are seen.",
    )
    opens = ("before.peek", "after.peek")
    what: str = key(Text(among=("enemy",)), "What to look at.", default="")
    cards: Cards | None = key(CARD_QUERY, "Instead of the enemy: these cards.", default=None)
    deck: str = key(
        Name(pattern=ID_PATTERN), "Instead of the enemy: the next cards of this deck.", default=""
    )
    count: Value | None = key(VALUE, "How many cards of the deck; by default, one.", default=None)
    owner: Value | None = key(
        A_PLAYER, "Whose deck, if every player has one; by default, this player's.", default=None
    )


@compiles(Peek)
def _emit_peek(word: Peek, e: Emitter) -> None:
    """Compile to a look, or to the question whether to look."""
    e.need_player(word)
    if sum(map(bool, (word.what, word.cards, word.deck))) != 1:
        raise e.error(word, "link.either", "give one of: enemy, cards, deck")
    with around(e, "peek"):
        if word.what:
            _emit_look_at_enemy(e)
        elif word.cards is not None:
            find = word.cards.find(e)
            e.op(lambda state, frame: _look_at(state, frame[ME], find(state, frame)))
        else:
            _emit_look_at_deck(word, e)


def _emit_look_at_deck(word: Peek, e: Emitter) -> None:
    """Compile to a request to chance for each card that nobody knows yet, and to a look at all of them."""
    e.check_card_kind(word.deck, f"{word.at}/deck")
    kind, source, count, at = word.deck, e.source, e.number(word.count or 1), e.hidden()
    owner = e.thing(word.owner or Literal("me"), PLAYER, f"{word.at}/owner")

    def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
        settle_place(state, drawn[0], frame[at] + 1)
        repeat_operation(frame)

    def lay(state: State, frame: Frame) -> bool:
        pile = pile_for(state, kind, owner(state, frame))
        left = _there(state, pile)
        for place in range(min(count(state, frame), len(left))):
            pool = next_at(state, pile, place + 1)
            if pool:
                frame[at] = place
                return chance.pick(state, frame, chance.CARDS, pool, source, resolve)
        return False

    def look(state: State, frame: Frame) -> None:
        left = _there(state, pile_for(state, kind, owner(state, frame)))
        seen = [card for card in left if 1 <= position_of(state, card) <= count(state, frame)]
        _look_at(state, frame[ME], sorted(seen, key=lambda card: position_of(state, card)))

    e.op(lay)
    e.op(look)


def _there(state: State, pile: Pile) -> list[int]:
    """List the cards of a deck; nobody has none of their own."""
    own = state.compiled.deck_of(pile[0]).own
    return [] if own and pile[1] < 0 else left_in_deck(state, *pile)


def _look_at(state: State, who: int, cards: Sequence[int]) -> None:
    """Let a player see cards that are hidden from them."""
    hidden = [card for card in cards if where(state, card)[0].zone in (HAND, DECK)]
    also_see(state, who, hidden)
    if hidden and state.event_log is not None:
        names = tuple(state.compiled.cards[card].name for card in hidden)
        state.event_log.append(CardsSeen(state.setup.players[who], len(names), names))


def _emit_look_at_enemy(e: Emitter) -> None:
    source = e.source

    def peek(state: State, frame: Frame) -> bool:
        who = frame[ME]
        if state.revealed or not (state.enemies and state.year):
            return False
        cards = [deck[state.year - 1] for deck in (state.enemies, state.second_deck) if deck]
        if len(cards) == 1 and state.automated(who, PEEKS):
            _look(state, who, cards[0])
            return False

        def on_answer(asked: State, _: Frame, k: int) -> None:
            if k < len(cards):
                _look(asked, who, cards[k])

        options: tuple[AnyAction, ...] = (
            *(chosen(OptionThing, deck) for deck, _ in zip(YEAR_DECKS, cards, strict=False)),
            DONE,
        )
        return ask_player(state, frame, Ask(who, "choose", source, options, on_answer))

    # Foreseeing a battle stops before operations that show a hidden enemy.
    e.compiled.peeks_at_hidden.add(peek)
    e.op(peek)


def _look(state: State, who: int, card: int) -> None:
    player = state.players[who]
    if card not in player.seen:
        player.seen = (*player.seen, card)
    if state.event_log is not None:
        name = state.setup.players[who]
        state.event_log.append(Peeked(name, state.year))
        further = card not in state.enemies
        seen = EnemySeen(name, state.year, state.compiled.cards[card].name, further)
        state.event_log.append(seen)
