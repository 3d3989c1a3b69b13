"""The loop that runs the frames, and the ways to ask and to answer.

The running game is the stack of frames in the state. The loop runs the top frame until an operation says that
the stack has changed or that a decision is owed. An answer is carried out on the top frame, then the loop
continues.

One budget stops content that would not end: an answer may cause so much work. The loop counts the operations,
and whatever goes through many things within one operation charges for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import FIRST, ME, PC, PROGRAM, Frame, Program
from kingsburg_rules.engine.errors import Runaway, conjoined
from kingsburg_rules.engine.state import FORCED

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import Ask, State


def run(state: State) -> None:
    """Carry out what was answered, then run until somebody owes a decision or the stack is empty."""
    stack, codes, limits = state.stack, state.compiled.codes, state.compiled.limits
    depth = limits.depth
    state.budget = limits.work
    asks, given = state.asks, state.given
    if asks and (given[0] >= 0 if len(asks) == 1 else -1 not in given):
        # Emptied first, since what an answer sets in motion may ask the next question.
        state.asks = ()
        state.given = ()
        # The frame on top is the one that asked: nothing runs while an answer is owed.
        if len(asks) == 1:
            asks[0].on_answer(state, stack[-1], given[0])
        else:
            carry_out(state, asks, given)
    while stack and not state.asks:
        frame = stack[-1]
        code = codes[frame[PROGRAM]]
        first = pc = frame[PC]
        # The counter is advanced before the operation runs, so that the operation can jump by setting it,
        # and so that a frame below a new one is already past the operation that made it.
        frame[PC] = pc + 1
        while not code[pc](state, frame):
            pc = frame[PC]
            frame[PC] = pc + 1
        # Operations that were jumped over count too: a difference is cheaper than a count of each.
        left = state.budget - TURN - pc + first
        state.budget = left
        if left < 0 or len(stack) > depth:
            check_limits(state)
    state.budget = limits.work


TURN: Final = 50
"""How many operations a turn of the loop counts for: it may have opened a window or made a large frame."""


def check_limits(state: State) -> None:
    """Stop content that takes too much work, or that puts more and more programs on the stack.

    Raises:
        Runaway: It does.
    """
    if state.budget < 0:
        raise out_of_budget(state)
    if len(state.stack) > state.compiled.limits.depth:
        raise runaway(state, "engine.depth", "The content calls itself deeper and deeper")


def reset_budget(state: State) -> None:
    """Allow the whole work again: for the next answer, or for another look at the position."""
    state.budget = state.compiled.limits.work


def charge_work(state: State, work: int, at: str = "") -> None:
    """Count work that is done within an operation; `at` is the word that does it.

    Raises:
        Runaway: The budget of this answer is used up.
    """
    state.budget -= work
    if state.budget < 0:
        raise out_of_budget(state, at)


def out_of_budget(state: State, at: str = "") -> Runaway:
    """Make the error for content that takes more work than one answer may cause."""
    return runaway(state, "engine.steps", "The content takes too much work for one answer", at)


def call(state: State, program: Program, me: int, payload: tuple[int, ...] = ()) -> bool:
    """Put a program on the stack; it runs next. Always True, for operations to return.

    The payload fills its first variables.
    """
    frame = program.start[:]
    frame[ME] = me
    if payload:
        frame[FIRST : FIRST + len(payload)] = payload
    state.stack.append(frame)
    return True


def finish(state: State, frame: Frame) -> bool:
    """End a program: the operation that closes every one of them."""
    del frame
    state.stack.pop()
    return True


def ask_player(state: State, frame: Frame, ask: Ask) -> bool:
    """Ask one player, or take the only option for them if their seat leaves that to the machine.

    In a seat without a player, the first option is taken.
    """
    if (len(ask.options) == 1 and state.setup.automation[ask.seat] & FORCED) or (
        state.compiled.automata and state.automaton(ask.seat) is not None
    ):
        ask.on_answer(state, frame, 0)
        return True
    state.asks = (ask,)
    state.given = OWED
    return True


OWED: Final[tuple[int, ...]] = (-1,)
"""The answers so far where one player owes the only one."""


def repeat_operation(frame: Frame) -> None:
    """Run the operation that asked again: for answers after which the next player is asked the same."""
    # The loop has advanced the counter already, so one step back is the operation itself.
    frame[PC] -= 1


def ask_players(state: State, asks: tuple[Ask, ...]) -> bool:
    """Ask several players at once; their answers are carried out when all have answered."""
    # A forced answer waits like the others: carried out now, it would come before its turn.
    automation = state.setup.automation
    given = tuple(
        [
            0
            if (len(ask.options) == 1 and automation[ask.seat] & FORCED)
            or (state.compiled.automata and state.automaton(ask.seat))
            else -1
            for ask in asks
        ]
    )
    if -1 in given:
        state.asks, state.given = asks, given
    else:
        carry_out(state, asks, given)
    return True


def answer(state: State, which: int, option: int) -> None:
    """Take option number `option` of the ask number `which`, then run on if nobody else is owed an answer."""
    state.given = (*state.given[:which], option, *state.given[which + 1 :])
    run(state)


def carry_out(state: State, asks: tuple[Ask, ...], given: tuple[int, ...]) -> None:
    """Carry out the answers of several players; what they put on the stack is done in player order."""
    stack = state.stack
    frame, height = stack[-1], len(stack)
    waiting: list[Frame] = []
    for ask, k in zip(asks, given, strict=True):
        ask.on_answer(state, frame, k)
        # The stack runs from its top, so what the first player put there must end up above the rest.
        waiting[:0] = stack[height:]
        del stack[height:]
    stack += waiting


_SHOWN: Final = 8
"""How many words at work a message names."""

_MOST_NAMED: Final = 4
"""How many cards a runaway names before it says how they came to run."""


def too_many(state: State, options: int) -> bool:
    """Return whether the answers to a question are more than can be listed; asked before they are."""
    return options > state.compiled.limits.options


def runaway(state: State, code: str, what: str, at: str = "") -> Runaway:
    """Make the error for content that never ends or asks for too much; it names the cards at work first.

    What follows is how they came to run, the outermost first; the course of the game is named only if no card
    is at work. `at` is the word at work, or a card.
    """
    running = [frame for frame in state.stack if not _is_course(state, frame)] or state.stack
    trail = [*dict.fromkeys(_at_work(state, frame) for frame in running)]
    place = state.compiled.place(at) if "#" in at else at
    if place and not any(place in each for each in trail):
        trail.append(place)
    shown = trail if len(trail) <= _SHOWN else [*trail[:2], "...", *trail[3 - _SHOWN :]]
    way = " > ".join(shown)
    cards = [each for each in dict.fromkeys(reversed(trail)) if _is_of_card(each)][:_MOST_NAMED]
    if not cards:
        return Runaway(code, f"{what}: {way}.")
    return Runaway(code, f"{what} in {conjoined(cards)}: {way}.")


def _is_course(state: State, frame: Frame) -> bool:
    """Return whether a program is the course of the game, and not of a card."""
    return state.compiled.programs[frame[PROGRAM]].name.startswith(_COURSE)


def _is_of_card(program: str) -> bool:
    """Return whether a program, with its line, is one of a card."""
    return "/" in program and not program.startswith((*_COURSE, "window "))


_COURSE: Final = ("calendar", "moment ")
"""How the programs of the course of the game are named; a situation starts at a moment of it."""


def _at_work(state: State, frame: Frame) -> str:
    """Name a program with the line of its current word; a window with its event, or with what was used."""
    compiled = state.compiled
    program = compiled.programs[frame[PROGRAM]]
    # The counter is one ahead of the operation at work.
    at = program.origins[min(max(frame[PC] - 1, 0), len(program.origins) - 1)] if program.origins else ""
    if not at:
        return program.name
    if "#" in at:
        return f"{program.name} ({compiled.place(at)})"
    event = frame[FIRST]
    # The use of an ability may be all that is left of it: the last variable of that moment is its card.
    if at and event == compiled.ability_used:
        return f"{compiled.cards[frame[-1]].ref} ({compiled.events[event]})"
    return f"{at} {compiled.events[event]}"
