"""The calendar's own words: moments, phases, sequences, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from kingsburg_rules.engine.compiled_rules import ME, NOBODY
from kingsburg_rules.engine.errors import conjoined, unknown
from kingsburg_rules.engine.events import PhaseStarted
from kingsburg_rules.engine.loop import ask_players, call
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.stock import NOBODY_WINS, decide, end, end_at_once
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.battle import forget_battle
from kingsburg_rules.language.flow import DO
from kingsburg_rules.language.memory import forget
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import keep
from kingsburg_rules.language.queries import WHO, Players, seats_of
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, TestWord, compiles
from kingsburg_rules.language.resources import ask_goods
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    ById,
    Flag,
    Integer,
    Listing,
    Name,
    Text,
)
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import ANY_VALUE, Value
from kingsburg_rules.language.verbs import around, gain
from kingsburg_rules.language.vocabulary import EVENTS, SEASONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.engine.compiled_rules import Frame, Number, Op
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.vocabulary import EventName


MOMENT: Final = Name(tuple(event.name for event in EVENTS), EVENT_PATTERN)


GIVEN: Final = ById(ANY_VALUE, "The value of the variable.")


@STEPS.add("window", inline="event", short=True)
@node
class Window(Step):
    """Let the cards react to a moment. A moment that happens to one player happens to this player.

    After a moment whose name begins with `before.`, the variables hold what cards have made of them.
    """

    asks = ("use",)

    event: str = key(MOMENT, "Which moment.")
    with_: tuple[tuple[str, Value], ...] = key(GIVEN, "The variables that come with it.", default=())
    do: tuple[Step, ...] = key(
        DO, "After a moment that begins with `before.`: what is done unless a card prevents it.", default=()
    )


@compiles(Window)
def _emit_window(word: Window, e: Emitter) -> None:
    """Compile to a window about the player, or about nobody."""
    event = e.names.event(word.event, word.at)
    facts = e.names.moments[event]
    if facts.payload and not facts.typed:
        message = f"'{facts.name}' has variables of its own, so a card cannot open it"
        raise e.error(word, "link.window", message)
    if word.do and not facts.preventable:
        message = f"nothing can prevent '{facts.name}': write the steps after it, without 'do'"
        raise e.mistake(f"{word.at}/do", "link.window", message)
    if facts.each:
        e.need_player(word)
    if facts.typed or facts.changeable:
        _open_with(word, e, event, facts)
    elif not e.names.may_have_listeners(event):
        return
    elif facts.each:
        e.op(lambda state, frame: event in state.listeners and open_window(state, event, frame[ME]))
    else:

        def window(state: State, _: Frame) -> bool:
            # Most moments of the calendar pass unheard: a look costs less than a call.
            return event in state.listeners and open_window(state, event)

        e.op(window)


def _open_with(word: Window, e: Emitter, event: int, facts: EventName) -> None:
    """Compile a window with variables; what may be prevented is done afterwards."""
    values = _given(word, e, word.with_, facts.types, facts.name)
    first, each, back = e.hidden(len(values) + 1), facts.each, facts.changeable
    stop = first + len(values)

    def open_(state: State, frame: Frame) -> bool:
        payload = tuple([value(state, frame) for value in values])
        frame[first : stop + 1] = [*payload, 0]
        return open_window(state, event, frame[ME] if each else NOBODY, payload, first if back else 0)

    e.op(open_)
    if back:
        for slot, (name, kind) in enumerate(facts.types.items(), start=first):
            e.op(keep(e.slot(name, kind, word.at), _variable(slot)))
        with e.only_if(lambda state, frame: not frame[stop]):
            e.steps(word.do)


def _given(
    word: Step, e: Emitter, given: tuple[tuple[str, Value], ...], types: Mapping[str, str], what: str
) -> list[Number]:
    """Compile the values of the variables of a moment or a sequence, all of which must be given."""
    values, at = dict(given), f"{word.at}/with"
    for name in values:
        if name not in types:
            raise e.mistake(f"{at}/{name}", "link.with", unknown(name, types), name)
    lacking = [name for name in types if name not in values]
    if lacking:
        message = f"'{what}' comes with {conjoined(lacking)}: give it under 'with'"
        raise e.error(word, "link.with", message)
    return [e.thing(values[name], kind, f"{at}/{name}") for name, kind in types.items()]


def _variable(slot: int) -> Number:
    return lambda state, frame: frame[slot]


PHASE_END: Final = "phase.end"


@STEPS.add("phase")
@node
class Phase(Step):
    """A phase of the year: its steps and its season. Without steps it does not take place."""

    opens = (PHASE_END,)

    id: str = key(Text(ID_PATTERN), "Its name in packs and programs.")
    do: tuple[Step, ...] = key(Listing(STEPS, least=0), "Its steps.")
    number: int | None = key(Integer(1), "Its number on the calendar.", default=None)
    season: str | None = key(Text(among=SEASONS[1:]), "Its season.", default=None)
    name: str | None = key(
        Text(), "Its display name; by default, it comes from the id.", default=None, for_people=True
    )
    if_: tuple[TestWord, ...] = key(IF, "When it takes place; all tests must hold.", default=())
    else_: tuple[Step, ...] = key(DO, "What is done when it does not take place.", default=())

    @property
    def display_name(self) -> str:
        """What people call it."""
        return self.name or self.id.replace("_", " ").capitalize()

    @property
    def is_left_out(self) -> bool:
        """Whether no year has it."""
        return not (self.do or self.if_)

    def emit(self, e: Emitter) -> None:
        """Compile: enter the phase, then its steps, whose points are booked on it."""
        if self.if_:
            e.either(e.test(self.if_), (evolve(self, if_=(), else_=()),), self.else_, self.if_)
        elif self.do:
            outer, e.source = e.source, e.names.source(self.id)
            phases = e.compiled.phases
            if self.id not in phases:
                phases.append(self.id)
            e.op(_enter(phases.index(self.id), SEASONS.index(self.season or "none")))
            e.steps(self.do)
            event = e.names.event(PHASE_END, self.at)
            if e.names.may_have_listeners(event):
                e.op(_end_phase(event))
            e.source = outer


def _enter(phase: int, season: int) -> Op:
    def enter(state: State, _: Frame) -> None:
        if state.season != season:
            forget_battle(state)
        state.phase = phase
        state.season = season
        if season:
            refresh(state)
        if state.event_log is not None:
            name = SEASONS[season] if season else None
            state.event_log.append(PhaseStarted(state.year, state.compiled.phases[phase], name))

    return enter


def _end_phase(event: int) -> Op:
    return lambda state, frame: event in state.listeners and open_window(state, event)


def refresh(state: State) -> None:
    """Start a season: what works once per season works again (R44), and memory for a season is reset."""
    forget(state, "season")
    if state.spent[0]:
        state.spent = (0, *state.spent[1:])
    for player in state.players:
        if player.spent[0]:
            player.spent = (0, *player.spent[1:])
        player.plus2_used = 0
        player.rerolls = 0
        player.built_this_season = 0


@STEPS.add("run", inline="sequence", short=True)
@node
class Run(Step):
    """Do the steps of a named sequence: one of the calendar, or one that a file lists under `sequences`."""

    sequence: str = key(Text(ID_PATTERN), "The name of the sequence.")
    with_: tuple[tuple[str, Value], ...] = key(GIVEN, "Its variables.", default=())


@compiles(Run)
def _emit_run(word: Run, e: Emitter) -> None:
    """Compile to a call of the sequence's own program, which every `run` of it shares."""
    program = e.sequence(word.sequence, word.at)
    if word.sequence in e.names.personal:
        e.need_player(word)
    types = dict(e.names.sequences[word.sequence].with_)
    values = _given(word, e, word.with_, types, word.sequence)
    if not values:
        e.op(lambda state, frame: call(state, program, frame[ME]))
        return

    def run(state: State, frame: Frame) -> bool:
        return call(state, program, frame[ME], tuple([value(state, frame) for value in values]))

    e.op(run)


@STEPS.add("end_game")
@node
class EndGame(Step):
    """Make this year the last one or, with `now`, end the game at once, without final scoring."""

    now: bool = key(Flag(), "Whether the game ends at once.", default=False)


@compiles(EndGame)
def _emit_end_game(word: EndGame, e: Emitter) -> None:
    if word.now:
        e.op(lambda state, _: end_at_once(state))
        return

    def end(state: State, _: Frame) -> None:
        state.ending = True

    e.op(end)


@STEPS.add("win")
@node
class Win(Step):
    """End the game at once; this player wins, or other players do, whatever the score.

    In a loop over players, the game ends when the loop is over, and all win for whom it was done.
    """

    edges = EdgeCases(no_player="If `players` finds nobody, nobody wins: all players have lost.")

    players: Players | None = key(WHO, "The players who win together; by default, this player.", default=None)


@compiles(Win)
def _emit_win(word: Win, e: Emitter) -> None:
    """Compile; those who win are noted, since a loop around it may find others."""
    if word.players is None:
        e.need_player(word)
    who = seats_of(word.players, e) if word.players else None

    def win(state: State, frame: Frame) -> bool:
        seats = 1 << frame[ME] if who is None else who(state, frame)
        state.won |= seats or NOBODY_WINS
        return decide(state)

    e.op(win)


# ------
# Phase 1: the King's Favor (R36-R38).


FAVOR_DICE: Final = 1


@STEPS.add("kings_favor")
@node
class KingsFavor(Step):
    """Give a bonus die to the player with the fewest buildings, then the fewest goods.

    If several are still tied, each of them gets a good instead.
    """

    asks = ("take",)
    edges = EdgeCases(
        tie=(
            "All players who tie on buildings and goods gain a good of their choice each, and nobody "
            "gains a die."
        ),
    )
    opens = ("before.kings_favor", "after.kings_favor")


@compiles(KingsFavor)
def _emit_kings_favor(word: KingsFavor, e: Emitter) -> None:
    """Compile: find those who are behind, let cards change the winner, give."""
    tied, source = e.hidden(), e.source
    behind = seats_of(Players(fewest=("buildings", "goods"), ties=True), e)
    die = e.names.resource("bonus_die", word.at)
    dice, goods = e.names.stat("favor_dice", word.at), e.names.stat("favor_goods", word.at)

    def best(state: State, frame: Frame) -> int:
        frame[tied] = behind(state, frame)
        alone = frame[tied].bit_count() == 1
        return frame[tied].bit_length() - 1 if alone else NOBODY

    with around(e, "kings_favor", (best,)) as (winner,):

        def favor(state: State, frame: Frame) -> bool:
            who = winner(state, frame)
            if 0 <= who < len(state.players):
                return gain(state, who, ((die, stat(state, dice, who, FAVOR_DICE)),), source)
            counts = {seat: stat(state, goods, seat, 1) for seat in state.order if frame[tied] >> seat & 1}
            asks = tuple(ask_goods(state, seat, source, count) for seat, count in counts.items() if count > 0)
            return bool(asks) and ask_players(state, asks)

        e.op(favor)


# ------
# The end of the game: the ranking and what decided it (R69).


@STEPS.add("finish")
@node
class Finish(Step):
    """End the game. Most points win, then goods, then buildings; otherwise the victory is shared."""

    edges = EdgeCases(tie="Players who tie on points, goods and buildings share the victory.")


@compiles(Finish)
def _emit_finish(_: Finish, e: Emitter) -> None:

    def finish(state: State, _: Frame) -> None:
        end(state)

    e.op(finish)
