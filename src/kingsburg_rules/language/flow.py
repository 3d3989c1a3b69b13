"""Flow: variables, branches, repetitions, choices, and turns of players.

Everything here compiles to jumps within one program; only a window or a card's program makes a new frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.actions import DONE, AnyAction, DecisionKind, OptionThing, chosen
from kingsburg_rules.engine.compiled_rules import FIRST, ME, MOST_SEATS, NOBODY, PC
from kingsburg_rules.engine.loop import ask_player, ask_players
from kingsburg_rules.engine.state import Ask
from kingsburg_rules.engine.stock import can_pay, decide, take
from kingsburg_rules.engine.windows import borrow, prevent
from kingsburg_rules.engine.zones import distinct
from kingsburg_rules.language.bags import BAGS, Amounts, compile_ways, constant_ways, paying
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.memory import set_memory
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import keep
from kingsburg_rules.language.queries import Dice, Players, action_for, each, holds_for, seats_of
from kingsburg_rules.language.registry import (
    QUERIES,
    STEPS,
    EdgeCases,
    Node,
    QueryWord,
    SimultaneousChoice,
    Step,
    TestWord,
    compiles,
    object_shape,
)
from kingsburg_rules.language.resources import pay_actions
from kingsburg_rules.language.shapes import ID_PATTERN, ById, Flag, Listing, Text
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import A_CARD, A_PLAYER, ANY_VALUE, Literal, Value
from kingsburg_rules.language.vocabulary import CARD, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.bags import Ways
    from kingsburg_rules.language.emitter import Emitter

    Question = Callable[[State, Frame, int, int], Ask | None]
    """Makes the question for a seat whose answer goes to a variable; None if there is nothing to ask."""

DO: Final = Listing(STEPS)
NAME: Final = Text(ID_PATTERN)


@STEPS.add("set", inline="values")
@node
class Set(Step):
    """Set variables, all at the same time; before something happens, this can change what happens."""

    harmless = True

    values: tuple[tuple[str, Value], ...] = key(
        ById(ANY_VALUE, "The new value of the variable."), "The variables with their new values."
    )

    def emit(self, e: Emitter) -> None:
        """Compile. All values are worked out before the first is kept: a map has no order."""
        ready: list[tuple[str, str, Number, str]] = []
        for name, value in self.values:
            at = f"{self.at}/{name}"
            kind = _kind_to_set(e, name, value, at)
            ready.append((name, kind, e.thing(value, kind, at), at))
        # With one value nothing can read the old one in between.
        if len(ready) > 1:
            ready = [(name, kind, _kept(e, source), at) for name, kind, source, at in ready]
        for name, kind, source, at in ready:
            number = e.memory_if_any(name)
            if number is None:
                e.op(keep(e.slot(name, kind, at), source))
            else:
                set_memory(e, number, source)


def _kind_to_set(e: Emitter, name: str, value: Value, at: str) -> str:
    """Return the type that a variable has, or gets with its first value."""
    number = e.memory_if_any(name)
    kind = (
        e.compiled.memories[number].kind if number is not None else e.kinds.get(name, "") or e.kind_of(value)
    )
    if not kind:
        raise e.mistake(at, "link.type", _unclear(name, value))
    return kind


def _unclear(name: str, value: Value) -> str:
    """Explain that a first value may be of several types."""
    if isinstance(value, Literal):
        thing = value.name
        wanted = f"write {{the: {{cards: {thing}}}}}, or places for an advisor"
        return f"it is not clear whether '{thing}' is a card, an advisor or nothing; {wanted}"
    return f"the type of '{name}' is not clear; its first value must show it"


def _kept(e: Emitter, source: Number) -> Number:
    """Compute a value now, and return what reads it later."""
    slot = e.hidden()
    e.op(keep(slot, source))
    return lambda state, frame: frame[slot]


@STEPS.add("prevent")
@node
class Prevent(Step):
    """Prevent what is about to happen; the steps that follow are still done."""

    harmless = True

    def emit(self, e: Emitter) -> None:
        """Compile to a word to the window below."""
        if e.event is None or not e.names.moments[e.event].preventable:
            raise e.mistake(f"{self.at}/", "link.prevent", "there is nothing to prevent at this moment")
        e.op(prevent)


@STEPS.add("use", inline="card")
@node
class UseCard(Step):
    """Use what another card does at this moment, as if it were this player's; otherwise nothing happens.

    The card's own limit on uses does not apply.
    """

    edges = EdgeCases(nothing="Without a card, and if the card does nothing at this moment, nothing happens.")

    card: Value = key(A_CARD, "Which card.")


@compiles(UseCard)
def _emit_use_card(word: UseCard, e: Emitter) -> None:
    """Compile to a window in which that card alone is served."""
    e.need_player(word)
    event = e.event
    if event is None:
        raise e.mistake(f"{word.at}/", "link.moment", "'use' works only in a trigger, at a moment")
    which, variables = e.thing(word.card, CARD, word.at), e.payload

    def use(state: State, frame: Frame) -> bool:
        card = which(state, frame)
        if card < 0 or not any(ability.event == event for ability in state.compiled.cards[card].abilities):
            return False
        return borrow(state, event, frame[ME], card, tuple(frame[FIRST : FIRST + variables]))

    e.op(use)


@STEPS.add("branch")
@node
class If(Step):
    """Do something if all tests hold, and something else if they do not."""

    if_: tuple[TestWord, ...] = key(IF, "The tests; all must hold.")
    then: tuple[Step, ...] = key(DO, "What is done if they hold.")
    else_: tuple[Step, ...] = key(DO, "What is done if they do not.", default=())

    @property
    def automatic(self) -> bool:
        """Whether both branches are."""
        return all(step.automatic for step in (*self.then, *self.else_))

    @property
    def auto_accept(self) -> bool:
        """Whether both branches are."""
        return all(step.auto_accept for step in (*self.then, *self.else_))

    def emit(self, e: Emitter) -> None:
        """Compile to a branch."""
        e.either(e.test(self.if_), self.then, self.else_, self.if_)


@STEPS.add("repeat")
@node
class Repeat(Step):
    """Repeat steps while all tests hold; the tests run before each round."""

    edges = EdgeCases(
        impossible=(
            "If a test fails at once, the steps are not done at all. A repetition without an end is "
            "stopped with an error that names the card."
        ),
    )

    if_: tuple[TestWord, ...] = key(IF, "The tests; when one fails, the repetition ends.")
    do: tuple[Step, ...] = key(DO, "What is repeated.")

    def emit(self, e: Emitter) -> None:
        """Compile to a loop; the machine counts its rounds, so an endless loop is an error in play."""
        test, start = e.test(self.if_), e.here()
        with e.only_if(test):
            e.steps(self.do)
            e.back_to(start)


@STEPS.add("for_each")
@node
class ForEach(Step):
    """Do steps for each thing that a query finds. The variable of its kind, or of its `as`, holds the thing.

    Players act in turn order, and within the steps each of them is this player. With `together` the
    choices at the beginning of the steps are made by all at the same time, and nobody sees an answer before
    all have given all of theirs; the rest follows for each.
    """

    edges = EdgeCases(
        nothing="If the query finds nothing, nothing is done. Of more than 32 things, the first 32 count."
    )
    spread = True

    query: QueryWord = key(QUERIES, "The things.")
    do: tuple[Step, ...] = key(DO, "What is done for each.")
    together: bool = key(
        Flag(), "Whether all make the choices at the beginning of the steps at the same time.", default=False
    )

    @property
    def automatic(self) -> bool:
        """Whether what is done is."""
        return all(step.automatic for step in self.do)


@compiles(ForEach)
def _emit_for_each(word: ForEach, e: Emitter) -> None:
    """Compile to a loop over the things that are found at its start."""
    if not isinstance(word.query, Players):
        _things(word, e, word.query)
        return
    start = e.here()
    if word.together:
        _at_once(word, e, seats_of(word.query, e))
    else:
        _turns(e, seats_of(word.query, e), lambda: e.steps(word.do), word.query.as_)
    e.loops.append((start, e.here() - 1))


def _things(word: ForEach, e: Emitter, query: QueryWord) -> None:
    find, slot = query.find(e), e.slot(query.variable, query.things, word.at)
    # What was found is kept in the frame: the steps may change what the query would find now.
    count = e.hidden(1 + MOST_THINGS)

    def begin(state: State, frame: Frame) -> None:
        # Reversed, because the loop takes the things from the end.
        found = find(state, frame)[:MOST_THINGS]
        frame[count : count + 1 + len(found)] = [len(found), *reversed(found)]

    def following(_: State, frame: Frame) -> None:
        left = frame[count]
        if not left:
            frame[PC] = end
            return
        frame[count], frame[slot] = left - 1, frame[count + left]

    e.op(begin)
    start = e.op(following)
    e.steps(word.do)
    e.back_to(start)
    end = e.here()


def _at_once(word: ForEach, e: Emitter, select: Number) -> None:
    """Compile to the questions for all chosen seats, then what follows for each of them.

    Nothing is carried out, paid or shown before all seats have answered all questions.
    """
    seats = e.hidden()
    with e.with_player():
        choices = _first_choices(word.do, e)
    if not choices:
        message = "with 'together' the first step must be a single choice, such as gain: {good: 1}"
        raise e.error(word, "link.together", message)
    e.op(keep(seats, select))
    for number, choice in enumerate(choices):
        e.op(_ask_all(seats, choice, choices[:number]))

    def after() -> None:
        for choice in choices:
            e.op(_recall(choice))
        for choice in choices:
            if choice.then is not None:
                choice.then()
        e.steps(word.do[len(choices) :])

    _turns(e, lambda state, frame: frame[seats], after, word.query.as_)


def _first_choices(steps: Sequence[Step], e: Emitter) -> list[SimultaneousChoice]:
    """Compile the steps at the beginning that are choices."""
    found = list[SimultaneousChoice]()
    for step in steps:
        choice = step.at_once(e)
        if choice is None:
            break
        found.append(choice)
    return found


def _ask_all(seats: int, choice: SimultaneousChoice, earlier: Sequence[SimultaneousChoice]) -> Op:
    """Ask all chosen seats at once; each of them knows what they answered to the questions before."""

    def ask_all(state: State, frame: Frame) -> bool:
        me = frame[ME]
        # In turn order: the answers are carried out in the order of the questions, whoever answers first.
        asks = [
            _ask_seat(state, frame, seat, choice, earlier) for seat in state.order if frame[seats] >> seat & 1
        ]
        frame[ME] = me
        owed = tuple(owed for owed in asks if owed is not None)
        return bool(owed) and ask_players(state, owed)

    return ask_all


def _ask_seat(
    state: State,
    frame: Frame,
    seat: int,
    choice: SimultaneousChoice,
    earlier: Sequence[SimultaneousChoice],
) -> Ask | None:
    """Make the question for one seat, who has already promised the prices of their earlier answers."""
    frame[ME], frame[choice.store + seat] = seat, NOBODY
    player = state.players[seat]
    held = player.stock
    for before in earlier:
        frame[before.slot] = frame[before.store + seat]
        for resource, amount in before.price(frame) if before.price is not None else ():
            # A copy, since others can see what a player holds until everything is paid.
            player.stock = player.stock[:]
            player.stock[resource] -= amount
    owed = choice.ask(state, frame, seat)
    player.stock = held
    return owed


def _recall(choice: SimultaneousChoice) -> Op:
    """Copy the answer of the player whose turn it is to the variable in which the steps look for it."""
    store = choice.store
    return keep(choice.slot, lambda state, frame: frame[store + frame[ME]])


MOST_THINGS: Final = 32
"""So many things one loop can go through; no set of the game is larger."""


def _turns(e: Emitter, select: Number, body: Callable[[], None], variable: str = "") -> None:
    """Compile a loop over seats: each of them is this player in turn."""
    chosen_seats, me = e.hidden(), e.hidden()
    slot = e.slot(variable, PLAYER, e.at) if variable else ME

    def begin(state: State, frame: Frame) -> None:
        frame[chosen_seats], frame[me] = select(state, frame), frame[ME]

    e.op(begin)
    first = e.op(begin)  # its place is kept, until it is known where the loop ends
    # While others are at work, the owner of the card is the player kept in `me`.
    with e.with_player(me):
        body()
    # The same at the end of each turn as before the first one.
    last = e.op(begin)
    e.code[first] = e.code[last] = _next_seat(chosen_seats, me, slot, first + 1, e.here())


def _next_seat(seats: int, me: int, slot: int, turn: int, end: int) -> Op:
    """Go on to the turn of the next of those chosen, in the turn order of now: a turn may have changed it."""

    def step(state: State, frame: Frame) -> bool:
        left = frame[seats]
        for seat in state.order if left else ():
            if left >> seat & 1:
                frame[seats] = left & ~(1 << seat)
                frame[ME] = frame[slot] = seat
                frame[PC] = turn
                # The loop counts the turns.
                return True
        frame[ME] = frame[me]
        frame[PC] = end
        # If one of them has won, so might the others: the game ends only now.
        return state.won > 0 and decide(state)

    return step


@STEPS.add("choose")
@node
class ChooseStep(Step):
    """Choose one of the things that a query finds. The variable of its kind, or of its `as`, holds it.

    If there is nothing to choose, or nothing is chosen, it holds nothing (or nobody).
    """

    asks = ("choose", "die")
    edges = EdgeCases(
        nothing="If there is nothing to choose from, nobody is asked, and the variable holds nothing.",
        no_player="If `by` is nobody, nothing is chosen.",
        tie="Ties in the query are not broken: the player chooses among all that tie.",
    )
    spread = True

    query: QueryWord = key(QUERIES, "The things to choose from.")
    by: Value = key(A_PLAYER, "The player who chooses; by default, this player.", default=Literal("me"))
    optional: bool = key(Flag(), "Whether the player may choose nothing.", default=False)

    @property
    def asks_itself(self) -> bool:
        """Whether the question may be answered with none."""
        return self.optional


@compiles(ChooseStep)
def _emit_choose(word: ChooseStep, e: Emitter) -> None:
    question, slot = _question(word, e)
    e.op(_asked(question, slot, e.thing(word.by, PLAYER, f"{word.at}/by")))


@compiles(ChooseStep, "at_once")
def _at_once_choose(word: ChooseStep, e: Emitter) -> SimultaneousChoice | None:
    """Compile for several players who choose at once; the variable then holds what each of them chose."""
    question, slot = _question(word, e)
    store = e.hidden(MOST_SEATS)
    return SimultaneousChoice(
        lambda state, frame, seat: question(state, frame, seat, store + seat), store, slot
    )


def _asked(question: Question, slot: int, by: Number) -> Op:
    """Ask a player; the variable holds NOBODY if there is no such player, or nothing to ask."""

    def choose(state: State, frame: Frame) -> bool:
        frame[slot] = NOBODY
        seat = by(state, frame)
        ask = question(state, frame, seat, slot) if seat >= 0 else None
        return ask is not None and ask_player(state, frame, ask)

    return choose


def _question(word: ChooseStep, e: Emitter) -> tuple[Question, int]:
    e.need_player(word)
    query, source, accept = word.query, e.source, e.acceptance()
    find, actions, optional = query.find(e), action_for(query), word.optional
    kind: DecisionKind = "die" if isinstance(query, Dice) else "choose"
    clockwise, cards = isinstance(query, Players), query.things == CARD
    slot = e.slot(query.variable, query.things, word.at)

    def question(state: State, frame: Frame, seat: int, variable: int) -> Ask | None:
        # Equal dice or copies of a card are one choice.
        found = find(state, frame)
        things = distinct(state, found) if cards else [*dict.fromkeys(found)]
        # A query lists players by seat; a question names them from the left of the player.
        if clockwise:
            things.sort(key=lambda player: (player - frame[ME] - 1) % len(state.players))
        if not things:
            return None

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            if k < len(things):
                accept(asked)
                asking[variable] = things[k]

        options = (*actions(state, things), *((DONE,) if optional else ()))
        return Ask(seat, kind, source, options, on_answer, whom=frame[ME])

    return question, slot


@STEPS.add("as_player")
@node
class AsPlayer(Step):
    """Do steps for another player, who gains, loses and chooses. Without such a player, nothing happens.

    The steps that follow are for this player again.
    """

    edges = EdgeCases(no_player="Without such a player, nothing happens.")

    player: Value = key(A_PLAYER, "Which player.")
    do: tuple[Step, ...] = key(DO, "The steps.")


@compiles(AsPlayer)
def _emit_as_player(word: AsPlayer, e: Emitter) -> None:
    """Compile to a loop over that one seat."""
    number = e.thing(word.player, PLAYER, f"{word.at}/player")

    def seat(state: State, frame: Frame) -> int:
        player = number(state, frame)
        return 1 << player if player >= 0 else 0

    _turns(e, seat, lambda: e.steps(word.do))


ACCEPT: Final = chosen(OptionThing, "accept")
REFUSE: Final = chosen(OptionThing, "refuse")


@STEPS.add("offer")
@node
class Offer(Step):
    """Offer something to another player, who accepts or refuses. The steps are done for this player."""

    asks = ("choose",)
    answers = ("choose accept", "choose refuse")
    edges = EdgeCases(
        no_player="Without another player, neither `do` nor `else` is done.",
        impossible="Players who cannot accept refuse, and `else` is done.",
    )

    to: Value = key(A_PLAYER, "The other player; if there is none, nothing happens.")
    do: tuple[Step, ...] = key(DO, "What is done if they accept.")
    else_: tuple[Step, ...] = key(DO, "What is done if they refuse.", default=())
    if_: tuple[TestWord, ...] = key(
        IF, "When they can accept; the tests run for them, and all must hold.", default=()
    )


@compiles(Offer)
def _emit_offer(word: Offer, e: Emitter) -> None:
    """Compile to a question for the other player, and a branch on the answer."""
    e.need_player(word)
    to, source, answer = e.thing(word.to, PLAYER, f"{word.at}/to"), e.source, e.hidden()
    with each(e, PLAYER, word.at) as scope:
        test = e.test(word.if_) if word.if_ else None

    def question(state: State, frame: Frame, seat: int, slot: int) -> Ask:
        able = test is None or holds_for(state, scope.of(state, frame, 1), scope, seat, test)
        options: tuple[AnyAction, ...] = (ACCEPT, REFUSE) if able else (REFUSE,)

        def on_answer(_: State, asking: Frame, k: int) -> None:
            # The number of a branch below; without an answer it stays NOBODY, and neither is done.
            asking[slot] = int(options[k] is REFUSE)

        return Ask(seat, "choose", source, options, on_answer, whom=frame[ME])

    e.op(_asked(question, answer, to))
    e.one_of(answer, (word.do, word.else_, ()))


# One of several things


LABEL: Final = Text("^[a-z0-9][a-z0-9_]*$")


@node
class Branch(Node):
    """One of the things to choose from."""

    label: str = key(LABEL, "The name of the option.")
    do: tuple[Step, ...] = key(Listing(STEPS), "What it does.")
    if_: tuple[TestWord, ...] = key(IF, "When it may be chosen; all must hold.", default=())
    cost: tuple[Amounts, ...] = key(BAGS, "The price, or a list of prices of which one is paid.", default=())


BRANCH: Final = object_shape("branch", Branch)


@STEPS.add("choose_one", inline="branches", short=True)
@node
class ChooseOne(Step):
    """Let the player choose one of several things.

    In a branch with a `cost`, [`paid`](#value-paid) is what was paid.
    """

    asks = ("choose", "pay")
    edges = EdgeCases(
        impossible="If none of the branches is possible, the player is not asked, and `else` is done."
    )

    branches: tuple[Branch, ...] = key(Listing(BRANCH), "The things to choose from.")
    optional: bool = key(Flag(), "Whether the player may do none of them.", default=False)
    else_: tuple[Step, ...] = key(DO, "What is done if they choose none, or none is possible.", default=())

    @property
    def asks_itself(self) -> bool:
        """Whether the question may be answered with none, and nothing follows from that."""
        return self.optional and not self.else_


MOST_BRANCHES: Final = 100
"""So many things one question lets a player choose from."""


@compiles(ChooseOne)
def _emit_choose_one(word: ChooseOne, e: Emitter) -> None:
    """Compile to a question, and the branches behind it."""
    e.need_player(word)
    if len(word.branches) > MOST_BRANCHES:
        message = f"{len(word.branches):,} branches are too many to read; at most {MOST_BRANCHES} are allowed"
        raise LinkError(f"{word.at}/branches", "link.choices", message)
    labels = [branch.label for branch in word.branches]
    for k, label in enumerate(labels):
        if label in labels[:k]:
            message = f"there is already a branch '{label}': players could not tell the two apart"
            raise LinkError(f"{word.branches[k].at}/label", "link.duplicate", message)
    chosen, costs = e.hidden(), _costs_of_branches(word, e)
    e.op(_asked(_branch_question(word, e, costs), chosen, lambda state, frame: frame[ME]))
    _branches(word, e, chosen, costs)


@compiles(ChooseOne, "at_once")
def _at_once_choose_one(word: ChooseOne, e: Emitter) -> SimultaneousChoice | None:
    """Compile for several players who choose at once; the branches are paid and done for each afterwards.

    What is paid must be known with the branch, so that nobody promises the same goods twice.
    """
    known = [
        constant_ways(e, branch.cost, f"{branch.at}/cost") if branch.cost else {(): 1}
        for branch in word.branches
    ]
    bags = tuple(next(iter(ways)) for ways in known if ways is not None and len(ways) == 1)
    if len(bags) < len(known):
        return None
    costs, chosen, store = _costs_of_branches(word, e), e.hidden(), e.hidden(MOST_SEATS)
    question = _branch_question(word, e, costs)
    return SimultaneousChoice(
        lambda state, frame, seat: question(state, frame, seat, store + seat),
        store,
        chosen,
        lambda: _branches(word, e, chosen, costs),
        (lambda frame: bags[frame[chosen]] if frame[chosen] >= 0 else ()) if any(bags) else None,
    )


def _costs_of_branches(word: ChooseOne, e: Emitter) -> tuple[Ways | None, ...]:
    """Compile the price of each branch, if it has one."""
    return tuple(
        compile_ways(e, branch.cost, f"{branch.at}/cost") if branch.cost else None for branch in word.branches
    )


def _branch_question(word: ChooseOne, e: Emitter, costs: tuple[Ways | None, ...]) -> Question:
    source, accept = e.source, e.acceptance()
    tests = tuple((1 << k, e.test(branch.if_)) for k, branch in enumerate(word.branches) if branch.if_)
    prices = tuple((1 << k, ways) for k, ways in enumerate(costs) if ways is not None)
    every = (1 << len(costs)) - 1

    # Which branches are open is a bit set; the options of each set are made once.
    compiled, menus = e.compiled, dict[int, tuple[tuple[int, ...], tuple[AnyAction, ...]]]()

    def menu(open_: int) -> tuple[tuple[int, ...], tuple[AnyAction, ...]]:
        found = menus.get(open_)
        if found is None:
            compiled.make_room(menus)
            numbers = tuple(k for k in range(len(costs)) if open_ >> k & 1)
            labels = tuple(chosen(OptionThing, word.branches[k].label) for k in numbers)
            found = menus[open_] = numbers, (*labels, *((DONE,) if word.optional else ()))
        return found

    def question(state: State, frame: Frame, seat: int, slot: int) -> Ask | None:
        open_ = every
        for bit, test in tests:
            if not test(state, frame):
                open_ ^= bit
        for bit, ways in prices:
            if open_ & bit and not any(can_pay(state, seat, bag) for bag in ways(state, frame)):
                open_ ^= bit
        if not open_:
            return None
        numbers, options = menu(open_)

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            if k < len(numbers):
                accept(asked)
                asking[slot] = numbers[k]

        return Ask(seat, "choose", source, options, on_answer)

    return question


def _branches(word: ChooseOne, e: Emitter, chosen: int, costs: tuple[Ways | None, ...]) -> None:
    """Compile to the price of the branch that was chosen, and then its steps, which find what is left."""
    source, compiled = e.source, e.compiled
    with paying(e, tuple(step for branch in word.branches for step in branch.do)) as note:

        def pay_for_branch(state: State, frame: Frame) -> bool:
            who, ways = frame[ME], costs[frame[chosen]] if frame[chosen] >= 0 else None
            if ways is None:
                return False
            every = ways(state, frame)
            bags = tuple(bag for bag in every if can_pay(state, who, bag)) or tuple(every)[:1]

            def on_answer(asked: State, asking: Frame, k: int) -> None:
                take(asked, who, bags[k], source)
                note(asking, bags[k], every[bags[k]])

            # A single way to pay is no question: the player chose it with the branch.
            if len(bags) > 1:
                return ask_player(
                    state, frame, Ask(who, "pay", source, pay_actions(compiled, bags), on_answer)
                )
            if bags:
                on_answer(state, frame, 0)
            return False

        if any(ways is not None for ways in costs):
            e.op(pay_for_branch)
        e.one_of(chosen, [*(branch.do for branch in word.branches), word.else_])
